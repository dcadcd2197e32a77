"""Requirements over random plans: they size nothing, each one more admits no more, and what misses one wins nothing."""

from __future__ import annotations

import copy
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
SAMPLES = ("nvme-2026", "leaving-vmware", "edge-three-nodes", "vdi-2026", "moderate-io")

AMOUNT = st.integers(0, 600).map(lambda each: each / 10)
REQUIREMENTS = st.fixed_dictionaries(
    {},
    optional={
        "hosts_lost": st.integers(0, 3),
        "hosts_lost_keeps": st.sampled_from(["full_performance", "running"]),
        "site_lost": st.booleans(),
        "heals": st.booleans(),
        "rpo_minutes": AMOUNT,
        "max_hosts": st.integers(1, 30),
        "budget": AMOUNT.map(lambda each: each * 1e5),
        "rack_units": AMOUNT,
        "power_kw": AMOUNT,
        "snapshots": st.booleans(),
        "live_migration": st.booleans(),
        "vgpu": st.booleans(),
    },
)
PLANS = st.tuples(st.sampled_from(SAMPLES), st.integers(0, 3), st.floats(0.2, 3), REQUIREMENTS)


def planned(sample: str, spares: int, scale: float, requirements: dict[str, Any]) -> Plan:
    document = copy.deepcopy(plan_json(sample_plan(sample)))
    document["policy"]["spare_hosts"] = spares
    for group in document["workload"]["groups"]:
        group["count"] = max(1, int(group["count"] * scale))
    document["requirements"] = requirements
    return Plan.model_validate(document)


def answered(plan: Plan) -> Decided:
    return decide(plan, CATALOGUE)


def keys_admitted(result: Result) -> set[str]:
    return {each.key for each in result.configurations if each.admissible}


@settings(max_examples=examples(40))
@given(plan=PLANS)
def test_requirements_size_nothing(plan: tuple[str, int, float, dict[str, Any]]) -> None:
    sample, spares, scale, requirements = plan
    asked, plain = answered(planned(*plan)), answered(planned(sample, spares, scale, {}))
    assert [each.hosts for each in asked.configurations] == [each.hosts for each in plain.configurations]
    assert [each.feasible for each in asked.configurations] == [each.feasible for each in plain.configurations]
    assert keys_admitted(plain) == {each.key for each in plain.configurations if each.feasible}
    for each in asked.configurations:
        assert each.admissible == (each.feasible and not each.unmet_requirements) == (each.exclusion == "")
        assert {one.requirement for one in each.unmet_requirements} <= set(requirements)


@settings(max_examples=examples(30))
@given(plan=PLANS, left_out=st.sampled_from(["hosts_lost", "site_lost", "heals", "budget", "max_hosts", "power_kw"]))
def test_a_requirement_less_never_excludes_a_candidate(
    plan: tuple[str, int, float, dict[str, Any]], left_out: str
) -> None:
    sample, spares, scale, requirements = plan
    fewer = {name: value for name, value in requirements.items() if name != left_out}
    assert keys_admitted(answered(planned(*plan))) <= keys_admitted(answered(planned(sample, spares, scale, fewer)))


@settings(max_examples=examples(5))
@given(plan=PLANS)
def test_what_misses_a_requirement_wins_nothing(plan: tuple[str, int, float, dict[str, Any]]) -> None:
    document = planned(*plan)
    result, uncertainty = answered(document), uncertainty_of(document, CATALOGUE, number=256)
    out = {each.key: each.name for each in result.configurations if not each.admissible}
    assert not [cell for row in result.rows for cell in row.cells if cell.best and cell.configuration in out]
    verdict = uncertainty.verdict
    assert not set(out) & {verdict.advised, verdict.runner_up, *verdict.suggested}
    assert all(each.probability_cheapest is None for each in uncertainty.configurations if each.key in out)
    text = report(document, CATALOGUE, "md").decode()
    for name in out.values():
        assert f"Choose {name}" not in text
        assert f"{name} is the cheapest" not in result.sentence
        assert f"Choose {name}" not in verdict.sentence
