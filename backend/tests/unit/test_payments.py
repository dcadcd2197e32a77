"""Payments as contracts have them: yearly amounts in one sum, price rises at anniversaries, money below zero."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import COST, simulations
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.cost_lines import CostLine
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
CONTRACT: dict[str, Any] = {"label": "Contract", "category": "services", "amount": 126_000, "change_rate": 0.03}


def paid(months: int = 60, **line: Any) -> dict[int, float]:
    """The payments of the contract by month."""
    found = CostLine(**CONTRACT | line).payments(months)
    assert len(found) == months + 1
    return {month: amount for month, amount in enumerate(found) if amount}


def test_a_yearly_amount_is_one_payment_in_advance_and_rises_at_each_anniversary() -> None:
    rises = [126_000, 129_780, 133_673.4, 137_683.602, 141_814.11006]
    assert paid(paid="every_year") == pytest.approx(dict(zip(range(1, 61, 12), rises, strict=True)))


def test_at_the_end_of_each_year_it_is_the_same_price_eleven_months_later() -> None:
    rises = [126_000, 129_780, 133_673.4, 137_683.602, 141_814.11006]
    assert paid(paid="every_year_end") == pytest.approx(dict(zip(range(12, 61, 12), rises, strict=True)))


def test_the_years_of_a_line_are_counted_from_its_first_month() -> None:
    assert paid(36, paid="every_year", month=7, until_month=30) == {7: 126_000, 19: 129_780}
    assert paid(36, paid="every_year_end", month=7, until_month=30) == {18: 126_000, 30: 129_780}


@pytest.mark.parametrize(("when", "last"), [("every_year", 25), ("every_year_end", 30)])
def test_a_line_that_ends_early_pays_for_the_months_that_it_has(when: str, last: int) -> None:
    # Six months of its third year: half of 126,000 x 1.03 x 1.03.
    found = paid(paid=when, until_month=30)
    assert max(found) == last
    assert found[last] == pytest.approx(66_836.7)
    assert sum(found.values()) == pytest.approx(126_000 + 129_780 + 66_836.7)
    # The last month of the plan ends it, too: five months of the second year.
    assert sum(paid(24, paid=when, month=8).values()) == pytest.approx(126_000 + 129_780 * 5 / 12)


def test_monthly_amounts_and_shares_rise_once_a_year() -> None:
    monthly = paid(paid="every_month", month=3, until_month=27)
    assert [monthly[month] for month in (3, 14, 15, 26, 27)] == pytest.approx(
        [126_000, 126_000, 129_780, 129_780, 133_673.4]
    )
    shares = paid(paid="in_shares", month=1, until_month=18)
    assert (shares[12], shares[13]) == pytest.approx((7_000, 7_210))
    assert len(shares) == 18
    # What is paid once has no anniversary.
    assert paid(month=30) == {30: 126_000}


def document(*lines: dict[str, Any], **economics: Any) -> Any:
    found: Any = plan_json(sample_plan("light-io"))
    found.pop("remarks", None)
    found["economics"] |= {"discount_rate": 0.1} | economics
    found["configurations"][1]["cost_lines"] = list(lines)
    return found


def evaluated(*lines: dict[str, Any], **economics: Any) -> ConfigurationResult:
    return evaluate_plan(Plan.model_validate(document(*lines, **economics)), CATALOGUE).configurations[1]


def value(result: ConfigurationResult, name: str) -> float:
    found = result.quantities[name].value
    assert found is not None, name
    return found


def test_income_lowers_the_cost_and_may_be_more_than_all_of_it() -> None:
    before, sold = evaluated(), {"label": "Sale", "category": "decommissioning", "amount": -20_000, "month": 2}
    leased = {"label": "Sublet", "category": "other", "amount": -1_000_000, "paid": "every_year"}
    after = evaluated(sold, leased)
    assert value(after, "cluster_tco") - value(before, "cluster_tco") == pytest.approx(-5_020_000)
    assert value(after, "running_cost_per_year") - value(before, "running_cost_per_year") == pytest.approx(-1_000_000)
    (part,) = (each for each in after.cost_parts if each.key == "lines")
    assert part.amount.value == pytest.approx(-5_020_000)
    assert value(after, "cluster_tco") < 0
    assert sum(each.amount.value or 0 for each in after.cash_flow) == pytest.approx(value(after, "cluster_tco"))


def test_below_zero_the_shares_are_of_the_size_of_the_cost() -> None:
    plan = document()
    plan["economics"]["cost_lines"] = [{"label": "Rent", "category": "other", "amount": -300_000}]
    result = evaluate_plan(Plan.model_validate(plan), CATALOGUE)
    first, second = (value(each, "cluster_tco") for each in result.configurations)
    assert second < first < 0
    (row,) = (each for each in result.rows if each.key == "cluster_tco")
    assert row.cells[1].difference_share == pytest.approx((second - first) / -first)
    assert [each.best for each in row.cells] == [False, True]


def test_ends_of_income_are_in_order_and_no_draw_turns_it_into_cost() -> None:
    line = {"label": "Sale", "category": "decommissioning", "amount": -20_000, "low": -50_000, "high": 0, "month": 2}
    plan = Plan.model_validate(document(line))
    run = run_plan(plan, CATALOGUE)
    causes = causes_of(run.binding, CATALOGUE)
    numbers = np.zeros((3, len(causes)))
    (own,) = (place for place, each in enumerate(causes) if each.reach.name.startswith("Sale"))
    numbers[:, own] = -1.6448536269514722, 0, 3
    costs = simulations(run.binding, causes, numbers, (COST,)).values[COST][:, 1]
    assert costs - run.evaluation.value(COST, 1) == pytest.approx([-30_000, 0, 20_000])
    with pytest.raises(ValueError, match="above the amount"):
        Plan.model_validate(document(line | {"low": -10_000}))
