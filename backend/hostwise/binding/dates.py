"""Dates of a plan in months: of the sizing, and the last one that anything looks at."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.document import Plan


class Moment(NamedTuple):
    """What is looked at together: the demand of a date, in years, and the hosts of a month."""

    years: float
    month: int


def month_at(years: float) -> int:
    """The month nearest to a date."""
    return round(years * MONTHS_PER_YEAR)


def sizing_month(plan: Plan) -> int:
    """The month of the sizing date, which may be later than the horizon."""
    return month_at(plan.policy.sizing_years)


def sizing_moment(plan: Plan) -> Moment:
    """The demand that hosts are sized for, beside the hosts of other models that are there at the purchase.

    What stands in for those that are removed later is bought then, or must be there from the beginning if the plan buys
    nothing later.
    """
    return Moment(plan.policy.sizing_years, 0 if plan.economics.buy_expansion else sizing_month(plan))


def standing_in_moments(plan: Plan) -> list[Moment]:
    """The demand that hosts are sized for, in the months until that date in which hosts of other models are removed."""
    if not plan.economics.buy_expansion:
        return []
    until = min(sizing_month(plan), MONTHS_PER_YEAR * plan.economics.horizon_years)
    removed = {other.removed_in_month for each in plan.configurations for other in each.other_host_models}
    return [Moment(plan.policy.sizing_years, month) for month in sorted(filter(None, removed)) if month <= until]


def moments_at(years: Iterable[float]) -> list[Moment]:
    """The demand of some dates, each on the hosts of its month."""
    return [Moment(each, month_at(each)) for each in years]


def last_month(plan: Plan) -> float:
    """The last month that anything looks at: that of the horizon, or the sizing date where it is later."""
    return MONTHS_PER_YEAR * max(float(plan.economics.horizon_years), plan.policy.sizing_years)
