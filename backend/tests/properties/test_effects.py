"""What a value does to a number is what the plan with that value changed says."""

from typing import Any

import pytest

from hostwise.answers.evaluation.parts import UnknownQuantity
from hostwise.answers.running.run import NoHostLeft
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.uncertainty.effects import effects_on
from hostwise.answers.uncertainty.uncertainty_document import ValueSensitivity
from hostwise.binding.ranges import numbers_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def with_number(plan: Plan, pointer: str, number: float) -> Plan:
    document = plan_json(plan)
    *path, last = pointer.split("/")[1:]
    part: Any = document
    for each in path:
        part = part[int(each) if isinstance(part, list) else each]
    part[last] = number
    return Plan.model_validate(document)


@pytest.mark.parametrize(
    ("key", "quantity"),
    [
        *(("nvme-2026", each) for each in ("cluster_tco", "hosts", "years_to_wear_out", "saving_npv", "energy_cost")),
        *(("leaving-vmware", each) for each in ("cluster_tco", "hosts", "saving_npv")),
    ],
)
def test_an_effect_is_the_plan_with_the_value_changed(key: str, quantity: str) -> None:
    plan = sample_plan(key)
    configuration = plan.configurations[-1].key
    found = effects_on(plan, CATALOGUE, configuration, quantity)
    given = set(numbers_of(plan))
    base = run_plan(plan, CATALOGUE)
    assert found.value == base.evaluation.value(quantity, base.index(configuration))
    checked = 0
    for each in found.sensitivities:
        pointer = each.input.pointer
        # Whole numbers of VMs stay whole in a plan.
        if pointer not in given or pointer.endswith("/count") or checked == 12:
            continue
        # A VM with a fraction of a processor makes its group a mean of VMs that differ.
        if pointer.endswith("/vcpu"):
            continue
        for number, expected in ((each.low, each.at_low), (each.high, each.at_high)):
            # What a placement adds to the plan stays as it is.
            other = run_plan(with_number(plan, pointer, number), CATALOGUE, placed=False)
            assert expected == pytest.approx(
                other.evaluation.value(quantity, other.index(configuration)), rel=1e-9, abs=1e-6
            ), (pointer, number)
        checked += 1
    assert checked


@pytest.mark.parametrize("quantity", ["cluster_tco", "hosts", "years_to_wear_out"])
def test_the_strongest_is_first_and_what_does_nothing_is_left_out(quantity: str) -> None:
    plan = sample_plan("nvme-2026")
    found = effects_on(plan, CATALOGUE, "slc-cache", quantity)
    base = found.value
    assert base is not None

    def apart(each: ValueSensitivity) -> float:
        return max(abs(end - base) for end in (each.at_low, each.at_high) if end is not None)

    sizes = [apart(each) for each in found.sensitivities]
    assert sizes == sorted(sizes, reverse=True)
    assert all(size > 0 for size in sizes)
    assert [each.share for each in found.sensitivities] == pytest.approx([size / base for size in sizes])
    # One line for each value: those of other configurations are not behind this number.
    keys = [
        (each.input.quantity, each.input.group, each.input.role, each.input.pointer) for each in found.sensitivities
    ]
    assert len(keys) == len(set(keys))
    assert {each.input.configuration for each in found.sensitivities} <= {None, "slc-cache"}


def test_values_of_the_catalogue_and_assumptions_are_among_them_and_switches_are_not() -> None:
    found = effects_on(sample_plan("nvme-2026"), CATALOGUE, "slc-cache", "cluster_tco")
    statuses = {each.input.status for each in found.sensitivities}
    assert {InputStatus.CATALOGUE, InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE} <= statuses
    assert InputStatus.CONVENTION not in statuses
    assert not any(each.input.quantity.endswith("_flag") or each.input.unit == "sites" for each in found.sensitivities)
    first = found.sensitivities[0]
    assert (first.input.quantity, first.moved) == ("licence_price_per_core", "its range")


def test_a_case_with_failed_hosts_has_effects_of_its_own() -> None:
    plan = sample_plan("nvme-2026")
    running = effects_on(plan, CATALOGUE, "slc-cache", "free_memory_gib")
    failed = effects_on(plan, CATALOGUE, "slc-cache", "free_memory_gib", 1)
    assert failed.value != running.value
    assert failed.sensitivities != running.sensitivities
    with pytest.raises(NoHostLeft):
        effects_on(plan, CATALOGUE, "slc-cache", "free_memory_gib", 1000)


def test_a_number_that_is_not_known_has_no_effects_and_what_is_no_number_is_refused() -> None:
    plan = sample_plan("sandisk14-test-host")
    found = effects_on(plan, CATALOGUE, "ssd", "cluster_tco")
    assert (found.value, found.sensitivities) == (None, [])
    for name in ("hots", "vcpu_per_core", "cash_flow_cost_per_month"):
        with pytest.raises(UnknownQuantity):
            effects_on(plan, CATALOGUE, "ssd", name)
