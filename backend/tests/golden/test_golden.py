"""The golden cases: figures of the sources, in files that an architect can read."""

import doctest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_checks, sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.document import Plan, plan_json
from tests.yaml_files import read_yaml

HERE = Path(__file__).parent
FORMULA_FILES = sorted(file.name for file in HERE.glob("formulas*.yaml"))


def cases(file: str) -> list[Any]:
    return [pytest.param(case, id=case["name"]) for case in read_yaml(HERE / file)]


def changed(plan: Plan, change: dict[str, Any]) -> Plan:
    """The plan with values set at JSON pointers."""
    document: Any = plan_json(plan)
    for pointer, value in change.items():
        *path, last = pointer.strip("/").split("/")
        place = document
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place[part]
        place[int(last) if isinstance(place, list) else last] = value
    return Plan.model_validate(document)


@pytest.mark.parametrize("case", [case for file in FORMULA_FILES for case in cases(file)])
def test_formula(case: dict[str, Any]) -> None:
    inputs = {name: np.asarray(value, dtype=float) for name, value in case["inputs"].items()}
    # As the graph computes: what is divided by nothing is infinite or unknown.
    with np.errstate(divide="ignore", invalid="ignore"):
        value = np.asarray(MODEL.formulas[case["formula"]].function(**inputs))
    expected = np.asarray(case["expected"], dtype=float)
    assert value.shape == expected.shape
    assert value.ravel().tolist() == pytest.approx(expected.ravel().tolist(), rel=case.get("tolerance", 1e-12))


def has_case(name: str) -> bool:
    """Whether a formula, or the written one that it follows from, has a golden case or a worked example.

    What follows from a declaration (whole hosts, slack, sum until the horizon, the same for databases) is the rule of
    its kind, which `test_declaring.py` and `test_licences.py` check, on the written formula.
    """
    function = MODEL.formulas[name].function
    written = getattr(function, "__written__", function)
    examples = (each.source for each in doctest.DocTestParser().get_examples(written.__doc__ or ""))
    return bool({name, written.__name__} & GOLDEN) or any(f"{written.__name__}(" in each for each in examples)


def stated(case: dict[str, Any]) -> set[str]:
    """The quantities of which a case states the number."""
    whole_plan = case.get("quantities", {}) | (case["expected"] if isinstance(case.get("expected"), dict) else {})
    return {case["formula"]} if "formula" in case else set(whole_plan)


GOLDEN = frozenset(
    name
    for file in HERE.glob("*.yaml")
    for read in [read_yaml(file)]
    for case in (read["formulas"] if isinstance(read, dict) else read)
    for name in stated(case) & MODEL.formulas.keys()
)
"""Formulas with a case of their own, or with their number in the case of a whole plan."""


def test_every_formula_has_a_golden_case_or_a_worked_example() -> None:
    assert [name for name in MODEL.formulas if not has_case(name)] == []


def test_a_formula_without_case_and_example_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "GOLDEN", GOLDEN - {"planned_vms", "network_slack_share"})
    assert [name for name in MODEL.formulas if not has_case(name)] == ["planned_vms", "network_slack_share"]


@pytest.mark.parametrize("case", cases("evidence.yaml"))
def test_evidence(case: dict[str, Any]) -> None:
    row = getattr(load_catalogue(), case["table"])[case["row"]]
    assert getattr(row, case["column"]) == pytest.approx(case["expected"], rel=1e-12)


@pytest.mark.parametrize("case", cases("plans.yaml"))
def test_plan(case: dict[str, Any]) -> None:
    plan = changed(sample_plan(case["sample"]), case.get("change", {}))
    result = evaluate_plan(plan, load_catalogue())
    (configuration,) = (each for each in result.configurations if each.key == case["configuration"])
    for name, expected in case["expected"].items():
        tolerance = 0 if name.startswith("hosts") else case.get("tolerance", 1e-12)
        assert configuration.quantities[name].value == pytest.approx(expected, rel=tolerance, abs=0), name
    if "binding" in case:
        assert [each.key for each in configuration.constraints if each.binding] == case["binding"]
    assert case.get("says", "") in configuration.hosts_text


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_every_claim_of_a_sample_is_accounted_for(key: str) -> None:
    checks = sample_checks(key, load_catalogue())
    assert [each.claim for each in checks if each.verdict == "differs"] == []
    in_si = key.endswith("-si")
    assert any(each.verdict == "other unit convention" for each in checks) == in_si


def test_the_relations_of_cost_hold_with_the_illustrative_prices() -> None:
    checks = {
        each.claim: each
        for key in ("light-io", "moderate-io")
        for each in sample_checks(key, load_catalogue())
        if each.verdict == "chosen to match"
    }
    assert {claim: each.computed for claim, each in checks.items()} == {
        "Optane raises the price of a host": pytest.approx(0.045, abs=0.0005),
        "Total cost with Optane and persistent memory": pytest.approx(-0.13, abs=0.0005),
        "Total cost with Optane and DRAM only": pytest.approx(-0.06, abs=0.0005),
    }
    assert all("illustrative" in each.note for each in checks.values())
