"""Values with a range of their own: where they lie in the simulations, what they replace, and what cannot have one."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.input_distributions import Z95
from hostwise.answers.simulations.simulations import drawn
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan, ValueRange, plan_json

COUNT, GROWTH = "/workload/groups/0/count", "/workload/groups/0/count_growth_rate"
FEW = 1024


def ranged(key: str, ranges: Mapping[str, Mapping[str, Any]]) -> Plan:
    document = plan_json(sample_plan(key))
    remarks = document.get("remarks", {})
    for pointer, each in ranges.items():
        remarks[pointer] = {**remarks.get(pointer, {}), "range": each}
    return Plan.model_validate({**document, "remarks": remarks})


def in_simulations(plan: Plan, name: str, number: int = FEW) -> Array:
    """The values of an input in all simulations."""
    binding = run_plan(plan, load_catalogue()).binding
    causes = causes_of(binding, load_catalogue())
    return causes.changes(binding, drawn(len(causes), number, 1))[name]


def value_at(plan: Plan, pointer: str) -> float:
    found: Any = plan_json(plan)
    for part in pointer.split("/")[1:]:
        found = found[int(part) if isinstance(found, list) else part]
    assert isinstance(found, int | float)
    return found


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.98])
def test_a_value_lies_within_its_range_as_often_as_the_confidence_says(confidence: float) -> None:
    value = value_at(sample_plan("nvme-2026"), COUNT)
    low, high = value * 0.8, value * 1.5
    plan = ranged("nvme-2026", {COUNT: {"low": low, "high": high, "confidence": confidence}})
    counts = in_simulations(plan, "count", 4096)[:, 0, 0]
    assert np.mean(counts < low) == pytest.approx((1 - confidence) / 2, abs=0.003)
    assert np.mean(counts > high) == pytest.approx((1 - confidence) / 2, abs=0.003)
    assert np.median(counts) == pytest.approx(value, rel=0.01)


def test_a_range_stands_in_place_of_that_of_its_kind() -> None:
    sure = ranged("nvme-2026", {GROWTH: {"low": 0.1, "high": 0.1}})
    assert value_at(sure, GROWTH) == 0.1
    for plan, groups in ((sample_plan("nvme-2026"), [0, 1, 2]), (sure, [1, 2])):
        rates = in_simulations(plan, "count_growth_rate")
        moved = [place for place in range(rates.shape[-1]) if np.ptp(rates[:, 0, place]) > 1e-12]
        assert moved == groups
    kinds = {each.key: each for each in uncertainty_of(sure, load_catalogue(), number=256).uncertain_inputs}
    assert GROWTH not in kinds["growth"].pointers
    assert kinds[f"range {GROWTH}"].pointers == [GROWTH]


def test_ranges_of_one_cause_move_together_and_others_do_not() -> None:
    second = GROWTH.replace("0", "1")
    together = {"low": 0.05, "high": 0.2, "cause": "the merger"}
    for ranges, expected in (
        ({GROWTH: together, second: together}, 1),
        ({each: {"low": 0.05, "high": 0.2} for each in (GROWTH, second)}, 0),
    ):
        plan = ranged("nvme-2026", ranges)
        rates = in_simulations(plan, "count_growth_rate", 4096)[:, 0]
        assert np.corrcoef(rates[:, 0], rates[:, 1])[0, 1] == pytest.approx(expected, abs=0.07)
        names = [each.name for each in uncertainty_of(plan, load_catalogue(), number=256).uncertain_inputs]
        assert ("the merger" in names) is bool(expected)


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_every_given_number_takes_a_range(key: str) -> None:
    """The ends of a range are in the unit of the plan: at its 95th percentile each value is at the upper end."""
    plan = sample_plan(key)
    run = run_plan(plan, load_catalogue())
    given = {
        each.pointer: each.value
        for records in run.binding.inputs.values()
        for each in records
        if each.kind == "entered" and each.pointer and each.value and not each.pointer.startswith("/policy")
    }
    document = plan_json(plan)
    taken: dict[str, float] = {}
    for pointer in given:
        found: Any = document
        for part in pointer.split("/")[1:]:
            found = (
                found[int(part)] if isinstance(found, list) else found.get(part) if isinstance(found, dict) else None
            )
        if isinstance(found, float) or (type(found) is int and pointer.startswith("/workload/")):
            taken[pointer] = found
    assert len(taken) > 3
    doubtful = ranged(key, {at: {"low": value * 0.9, "high": value * 1.1} for at, value in taken.items()})
    binding = run_plan(doubtful, load_catalogue()).binding
    causes = causes_of(binding, load_catalogue())
    for place, cause in enumerate(causes):
        if cause.key.startswith("range "):
            numbers = np.zeros((1, len(causes)))
            numbers[0, place] = Z95
            for record in cause.records:
                moved, before = (each[record.quantity] for each in (causes.changes(binding, numbers), binding.arrays))
                ends = moved[0][(moved[0] != before[0]) & ~np.isnan(moved[0])]
                expected = taken[record.pointer or ""] * 1.1
                # What is at the end of its valid range stays there.
                assert not ends.size or np.isclose(ends, expected).all() or (ends < expected).all(), record.pointer


def test_the_range_of_one_value_is_told_with_the_value() -> None:
    value = value_at(sample_plan("nvme-2026"), COUNT)
    uncertainty = uncertainty_of(
        ranged("nvme-2026", {COUNT: {"low": value / 2, "high": value * 2}}), load_catalogue(), number=256
    )
    (driver,) = (each for each in uncertainty.sensitivities if each.cause == f"range {COUNT}")
    assert (driver.value, driver.low, driver.high) == pytest.approx((value, 0.5, 2))
    assert abs((driver.high_cost or 0) - (driver.low_cost or 0)) > 0


@pytest.mark.parametrize(
    ("pointer", "given", "code"),
    [
        (COUNT, {"low": 1, "high": 2}, "outside_its_range"),
        ("/configurations/0/cpu/sockets", {"low": 1, "high": 2}, "range_of_a_decision"),
        ("/policy/spare_hosts", {"low": 0, "high": 2}, "range_of_a_decision"),
        ("/economics/electricity_price_per_kwh_of_another_world", {"low": 0, "high": 1}, "range_without_value"),
        ("/name", {"low": 0, "high": 1}, "range_without_value"),
        ("/workload/groups/99/count", {"low": 0, "high": 1}, "range_without_value"),
        ("/workload/groups/x/count", {"low": 0, "high": 1}, "range_without_value"),
    ],
)
def test_what_cannot_have_a_range_is_a_mistake_at_its_field(pointer: str, given: dict[str, float], code: str) -> None:
    with pytest.raises(PlanError) as raised:
        run_plan(ranged("nvme-2026", {pointer: given}), load_catalogue())
    assert [(each.pointer, each.code) for each in raised.value.mistakes] == [(pointer, code)]


def test_a_range_has_its_ends_in_order() -> None:
    with pytest.raises(ValueError, match="above the upper end"):
        ValueRange(low=2, high=1)
