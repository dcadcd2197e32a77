"""What each number of a plan does is what the plan with that number changed says."""

from typing import Any

import pytest

from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.simulations import COST
from hostwise.answers.uncertainty.sensitivity import sensitivity_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def changed(plan: Plan, pointer: str, factor: float) -> Plan:
    document = plan_json(plan)
    *path, last = pointer.split("/")[1:]
    part: Any = document
    for each in path:
        part = part[int(each) if isinstance(part, list) else each]
    part[last] *= factor
    return Plan.model_validate(document)


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io", "databases-2026"])
def test_a_tenth_more_is_the_plan_with_a_tenth_more(key: str) -> None:
    plan = sample_plan(key)
    found = {each.pointer: each for each in sensitivity_of(plan, CATALOGUE).sensitivities}
    checked = 0
    for pointer in ("/workload/groups/0/memory_gib", "/policy/vcpu_per_core"):
        if pointer in found:
            for factor, costs in ((1 / 1.1, found[pointer].low_costs), (1.1, found[pointer].high_costs)):
                # What a placement adds to the plan stays as it is.
                other = run_plan(changed(plan, pointer, factor), CATALOGUE, placed=False).evaluation
                expected = [other.value(COST, place) for place in range(len(plan.configurations))]
                assert costs == pytest.approx(expected, rel=1e-9), (pointer, factor)
                checked += 1
    assert checked


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_effects_are_of_fields_and_in_order(key: str) -> None:
    plan = sample_plan(key)
    found = sensitivity_of(plan, CATALOGUE)
    shares = [each.share for each in found.sensitivities]
    assert shares == sorted(shares, reverse=True)
    assert all(share > 0 for share in shares)
    pointers = [each.pointer for each in found.sensitivities]
    assert len(pointers) == len(set(pointers))
    # Rules and counts of a configuration are decided; without a cost the hosts are told.
    assert not {"/policy/spare_hosts", "/configurations/0/cpu/sockets"} & set(pointers)
    if shares:
        is_known = any(each is not None for each in found.sensitivities[0].low_costs)
        assert found.of == ("cost" if is_known else "hosts")
