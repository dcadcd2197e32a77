"""The inputs of cost over time: rates, prices that all configurations share, the time axis."""

from __future__ import annotations

import numpy as np

from hostwise.binding.origins import MISSING, default, settled
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.cost_lines import CostCategory
from hostwise.plan.document import Plan

_TAIL_PROBABILITY = 0.05


def bind_economics(to: Recorder) -> None:
    """Inputs of cost that are not plain fields of the plan."""
    to.put("tail_probability", None, None, settled(_TAIL_PROBABILITY, "the band holds 90 % of the cases"))
    to.put("random_failure_rate", None, None, to.assumption("random_failure_rate_per_year"))
    to.put("first_year_failure_factor", None, None, to.assumption("first_year_failure_factor"))
    to.put("drive_duty_share", None, None, to.assumption("drive_duty_share"))
    to.put("usual_warranty_years", None, None, to.assumption("drive_warranty_years"))
    _time(to)
    _support(to)
    _space(to)
    _administration(to)


def _support(to: Recorder) -> None:
    """An amount for each host; without it the share stands."""
    economics = to.plan.economics
    by_host, rate = economics.support_price_per_host, economics.support_rate
    to.put("support_price_per_host", "/economics/support_price_per_host", by_host, settled(0, "support is a share"))
    instead = None if by_host is None else settled(0, "support is an amount for each host")
    to.put("support_rate", "/economics/support_rate", rate if instead is None else None, instead or MISSING)


def _time(to: Recorder) -> None:
    """The months of the plan."""
    months = MONTHS_PER_YEAR * to.plan.economics.horizon_years
    to.note("month", None, settled(months, f"0 to {months}: the months of the plan, the last one shown"))
    to.binding.arrays["month"] = np.arange(months + 1.0)[np.newaxis, np.newaxis]


def _space(to: Recorder) -> None:
    """Space is paid by the rack unit or by the kilowatt, never by both."""
    economics = to.plan.economics
    units, power = economics.rack_unit_price_per_month, economics.colocation_price_per_kw_month
    by_units, by_power = "/economics/rack_unit_price_per_month", "/economics/colocation_price_per_kw_month"
    if units is not None and power is not None:
        text = "Space is paid by the rack unit or by the kW, not by both."
        hint = f"Leave out {by_power} or {by_units}: colocation by the kW includes the rack."
        to.mistakes.append(Mistake(by_power, "space_paid_twice", text, hint))
    otherwise = MISSING if power is None else settled(0, "space is paid by the kW")
    to.put("rack_unit_price_per_month", by_units, units, otherwise)
    to.put("colocation_price_per_kw_month", by_power, power, settled(0, "space is paid by the rack unit"))


def _administration(to: Recorder) -> None:
    """Hours and their price: without both, administration is not counted; with one, the other is missing."""
    economics = to.plan.economics
    hours, price = economics.admin_hours_per_host_year, economics.admin_rate_per_hour
    none = default(0, "not counted: no figure is given for administration")
    absent = none if hours is None and price is None else MISSING
    if absent is none and _of_administration(to.plan):
        absent = settled(0, "administration has cost lines, or is confirmed to cost nothing")
    to.put("administration_hours_per_host_year", "/economics/admin_hours_per_host_year", hours, absent)
    to.put("administration_price_per_hour", "/economics/admin_rate_per_hour", price, absent)


def _of_administration(plan: Plan) -> bool:
    """Whether each configuration has administration as a line, or confirms that it costs nothing."""
    category, common = CostCategory.ADMINISTRATION, plan.economics
    said = {*common.confirmed_none, *(each.category for each in common.cost_lines)}
    return category in said or all(
        category in {*each.confirmed_none, *(line.category for line in each.cost_lines)} for each in plan.configurations
    )
