"""The golden cases of cost over time."""

from pathlib import Path
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from tests.yaml_files import read_yaml

CASES = read_yaml(Path(__file__).parent / "cost.yaml")


def changed(sample: str, change: dict[str, Any]) -> Plan:
    """The sample with values set at JSON pointers; null takes a field away."""
    document: Any = plan_json(sample_plan(sample))
    for pointer, value in change.items():
        *path, last = pointer.strip("/").split("/")
        place = document
        for part in path:
            place = place[int(part)] if isinstance(place, list) else place.setdefault(part, {})
        if value is None:
            place.pop(last)
        else:
            place[last] = value
    return Plan.model_validate(document)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["name"]) for case in CASES])
def test_cost(case: dict[str, Any]) -> None:
    result = evaluate_plan(changed(case["sample"], case["change"]), load_catalogue())
    (found,) = (each for each in result.configurations if each.key == case["configuration"])
    for name, expected in case.get("quantities", {}).items():
        assert found.quantities[name].value == pytest.approx(expected, rel=1e-9, abs=1e-9), name
    parts = {part.key: part.amount.value for part in found.cost_parts}
    for key, expected in case.get("parts", {}).items():
        assert parts[key] == pytest.approx(expected, rel=1e-9, abs=1e-9), key
    for month, amounts in case.get("month", {}).items():
        for key, expected in amounts.items():
            assert found.monthly.parts[key][month] == pytest.approx(expected, rel=1e-9, abs=1e-9), (month, key)
    assert set(case.get("findings", [])) <= {finding.code for finding in found.findings}


def test_the_hosts_of_the_licence_article_need_80_cores() -> None:
    """Host A with 2 x 8 and host B with 2 x 24 cores: the floor is for each processor, not for the host."""
    cases = read_yaml(Path(__file__).parent / "formulas_cost.yaml")
    assert sum(case["expected"] for case in cases[:2]) == 80
