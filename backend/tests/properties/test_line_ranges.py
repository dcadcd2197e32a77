"""Cost lines in uncertainty: drawn within their ends, one draw a line, in cost, chances, tornado and effects."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import COST, REQUIRED, drawn, simulations
from hostwise.answers.uncertainty.effects import effects_on
from hostwise.answers.uncertainty.sensitivity import sensitivity_of
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
MOVE: dict[str, Any] = {
    "label": "Move the VMs",
    "category": "migration",
    "amount": 950,
    "low": 300,
    "high": 3000,
    "per": "vm",
    "month": 4,
}
AT = "/configurations/1/cost_lines/0/amount"
FEW = 1024


def document(line: Any = None, common: Any = None, **remarks: Any) -> Any:
    found: Any = plan_json(sample_plan("light-io"))
    found["remarks"] = remarks.get("remarks", {})
    if line is not None:
        found["configurations"][1]["cost_lines"] = [line]
    if common is not None:
        found["economics"]["cost_lines"] = [common]
    return found


def plan_with(line: Any = None, common: Any = None, **remarks: Any) -> Plan:
    return Plan.model_validate(document(line, common, **remarks))


def costs(plan: Plan, only: str | None = None) -> Array:
    """The cost in simulations in which only the cause of one name is off, or all."""
    run = run_plan(plan, CATALOGUE)
    causes = causes_of(run.binding, CATALOGUE)
    numbers = drawn(len(causes), FEW, 1)
    if only is not None:
        numbers = numbers * [each.reach.name.startswith(only) for each in causes]
    return simulations(run.binding, causes, numbers, (COST, REQUIRED)).values[COST]


def test_a_line_is_drawn_between_its_ends_for_the_vms_of_its_month() -> None:
    plan = plan_with(MOVE)
    run = run_plan(plan, CATALOGUE)
    vms = run.evaluation.members("demanded_vms", 1)[4]
    found = costs(plan, "Move the VMs")
    assert np.ptp(found[:, 0]) == 0
    drawn_amounts = (found[:, 1] - run.evaluation.value(COST, 1)) / vms + 950
    assert np.mean(drawn_amounts < 300) == pytest.approx(0.05, abs=0.003)
    assert np.mean(drawn_amounts > 3000) == pytest.approx(0.05, abs=0.003)
    assert np.median(drawn_amounts) == pytest.approx(950, rel=0.01)
    assert (drawn_amounts > 0).all()


def test_a_line_of_the_plan_is_one_draw_for_all_configurations() -> None:
    found = costs(plan_with(common=MOVE | {"per": "all"}), "Move the VMs")
    moved = found - np.median(found, axis=0)
    assert np.ptp(moved, axis=0)[0] > 0
    assert moved[:, 0] == pytest.approx(moved[:, 1], abs=1e-6)


def test_a_line_paid_every_year_moves_what_runs_in_a_year_too() -> None:
    line = MOVE | {"paid": "every_year", "per": "all", "month": 0}
    run = run_plan(plan_with(line), CATALOGUE)
    causes = causes_of(run.binding, CATALOGUE)
    numbers = np.zeros((1, len(causes)))
    numbers[0, [each.reach.name.startswith("Move") for each in causes]] = 1.6448536269514722
    yearly = simulations(run.binding, causes, numbers, ("running_cost_per_year", COST)).values
    now = run.evaluation.value("running_cost_per_year", 1), run.evaluation.value(COST, 1)
    assert yearly["running_cost_per_year"][0, 1] - now[0] == pytest.approx(2050)
    assert yearly[COST][0, 1] - now[1] == pytest.approx(5 * 2050)


def test_bands_chances_and_causes_move_with_the_line() -> None:
    sure, doubtful = (
        uncertainty_of(plan_with(each), CATALOGUE, number=FEW) for each in (MOVE | {"low": None, "high": None}, MOVE)
    )
    before, after = (each.configurations[1].cost for each in (sure, doubtful))
    assert before.mid == after.mid
    assert after.high is not None
    assert before.high is not None
    assert after.high > before.high
    (cause,) = (each for each in doubtful.uncertain_inputs if each.pointers == [AT])
    assert (cause.low, cause.high) == pytest.approx((300 / 950, 3000 / 950))
    assert cause.name.startswith("Move the VMs")
    assert any(each.pointers == [AT] for each in doubtful.sensitivities)
    assert not any(AT in each.pointers for each in sure.uncertain_inputs)


def test_a_line_without_ends_changes_no_future() -> None:
    assert np.array_equal(costs(plan_with())[:, 0], costs(plan_with(MOVE | {"low": None, "high": None}))[:, 0])


def test_the_tornado_has_every_line_by_its_range_else_by_a_tenth() -> None:
    for line, ends in ((MOVE, (300 / 950, 3000 / 950)), (MOVE | {"low": None, "high": None}, (1 / 1.1, 1.1))):
        (effect,) = (each for each in sensitivity_of(plan_with(line), CATALOGUE).sensitivities if each.pointer == AT)
        assert (effect.low, effect.high) == pytest.approx(ends)
        now = evaluate_plan(plan_with(line), CATALOGUE).configurations
        vms = run_plan(plan_with(line), CATALOGUE).evaluation.members("demanded_vms", 1)[4]
        own = now[1].quantities[COST].value
        assert effect.high_costs[1] == pytest.approx((own or 0) + vms * 950 * (ends[1] - 1))
        assert effect.high_costs[0] == pytest.approx(now[0].quantities[COST].value or 0)


def test_the_values_behind_the_cost_name_the_line() -> None:
    key = plan_with().configurations[1].key
    found = effects_on(plan_with(MOVE), CATALOGUE, key, COST).sensitivities
    (effect,) = (each for each in found if each.input.pointer == AT)
    assert (effect.input.label, effect.moved, effect.low, effect.high) == ("Move the VMs", "its range", 300, 3000)
    assert effect.input.unit == "USD/VM"
    told = explain_number(plan_with(MOVE), CATALOGUE, key, "lines_cost_per_month").model_dump_json()
    assert "Move the VMs (950, 300 to 3,000)" in told or "Move the VMs (950, 300 to 3000)" in told


def test_an_end_that_is_left_out_is_the_amount() -> None:
    plan = plan_with(MOVE | {"high": None})
    run = run_plan(plan, CATALOGUE)
    assert costs(plan, "Move")[:, 1].max() <= run.evaluation.value(COST, 1) + 1e-6


def test_a_range_of_a_remark_counts_and_two_are_a_mistake() -> None:
    ranges = {AT: {"range": {"low": 300, "high": 3000}}}
    same = costs(plan_with(MOVE | {"low": None, "high": None}, remarks=ranges))
    assert same == pytest.approx(costs(plan_with(MOVE)))
    with pytest.raises(PlanError, match="two ranges") as error:
        run_plan(plan_with(MOVE, remarks=ranges), CATALOGUE)
    assert [each.pointer for each in error.value.mistakes] == [AT]


@pytest.mark.parametrize(("ends", "said"), [({"low": 951}, "low end, 951"), ({"high": 900}, "high end, 900")])
def test_ends_enclose_the_amount(ends: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        plan_with(MOVE | ends)
