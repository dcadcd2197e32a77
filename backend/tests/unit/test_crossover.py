"""The month from which one configuration has cost less than the reference, in answer, advice and reports."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Crossover, Result
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report

CATALOGUE = load_catalogue()


def plan_with(amount: float, *, month: int = 1, paid: str = "once", at: int = 1) -> Plan:
    """The sample about leaving with a migration of the configuration at a place."""
    found: Any = plan_json(sample_plan("leaving-vmware"))
    found.pop("remarks", None)
    line = {"label": "Move", "category": "migration", "amount": amount, "month": month, "paid": paid}
    found["configurations"][at]["cost_lines"] = [line]
    return Plan.model_validate(found)


def turn(result: Result, place: int) -> Crossover:
    found = result.configurations[place].crossover
    assert found is not None
    return found


def sums(result: Result, place: int) -> list[float]:
    return [each or 0 for each in result.configurations[place].monthly.cumulative]


@pytest.mark.parametrize("amount", [0, 200_000, 400_000, 600_000, 900_000, 5_000_000])
@pytest.mark.parametrize("place", [1, 2])
def test_the_month_is_where_the_sums_so_far_turn_for_good(amount: float, place: int) -> None:
    result = evaluate_plan(plan_with(amount, at=place), CATALOGUE)
    found, mine, others = turn(result, place), sums(result, place), sums(result, 0)
    below = [a < b for a, b in zip(mine, others, strict=True)]
    assert found.less is below[-1]
    if found.month is None:
        assert not any(below) or (not below[-1] and below == [False] * len(below))
        assert "never falls below" in found.text
        assert "within 5 years" in found.text
        return
    assert all(each is below[-1] for each in below[found.month :])
    assert found.month == 0 or below[found.month - 1] is not below[-1]
    assert found.year == -(-found.month // 12)


def test_the_reference_has_none_and_what_is_cheaper_throughout_has_month_0() -> None:
    result = evaluate_plan(plan_with(0), CATALOGUE)
    assert result.configurations[0].crossover is None
    turned = evaluate_plan(plan_with(9_000_000, month=0), CATALOGUE, "azure-local")
    found = turn(turned, 0)
    assert (found.against, found.month, found.less) == ("azure-local", 0, True)
    assert "from the purchase on" in found.text


def test_what_becomes_dearer_is_said_with_its_month() -> None:
    result = evaluate_plan(plan_with(9_000_000, month=14, at=2), CATALOGUE)
    found = turn(result, 2)
    assert (found.less, found.month) in {(False, 14), (False, None)}


def test_leaving_says_it_and_reports_have_it() -> None:
    plan = plan_with(400_000, at=2)
    leaving = uncertainty_of(plan, CATALOGUE, number=16).verdict.migration
    assert leaving is not None
    result = evaluate_plan(plan, CATALOGUE, leaving.stay)
    place = [each.key for each in result.configurations].index(leaving.leave)
    assert leaving.crossover_text == turn(result, place).text
    assert leaving.crossover_month == turn(result, place).month
    assert leaving.crossover_text in report(plan, CATALOGUE, "md").decode()
    assert len(report(plan, CATALOGUE, "pdf")) > 10_000


def test_a_cost_that_is_not_evaluated_has_no_month() -> None:
    document: Any = plan_json(plan_with(0))
    document["economics"].pop("electricity_price_per_kwh", None)
    result = evaluate_plan(Plan.model_validate(document), CATALOGUE)
    assert {each.crossover for each in result.configurations} == {None}
