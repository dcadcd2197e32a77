"""The cost lines of a configuration: its own, and those that all configurations pay alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.number_format.writing import exact
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CostLine, CostLineBasis, PaymentSchedule

_OF = {
    CostLineBasis.ALL: "lines",
    CostLineBasis.VM: "vm_lines",
    CostLineBasis.HOST: "host_lines",
    CostLineBasis.CORE: "core_lines",
    CostLineBasis.SITE: "site_lines",
}
"""Beginnings of the names of inputs, by what amounts are for."""


def bind_cost_lines(to: Recorder, at: str, configuration: Configuration) -> None:
    """What the lines cost in each month, and in a year, for all, a VM, a host, a core and a site."""
    months = MONTHS_PER_YEAR * to.plan.economics.horizon_years
    lines = (*to.plan.economics.cost_lines, *configuration.cost_lines)
    pointer = f"{at}/cost_lines"
    opening = [each for each in lines if _opens(each)]
    amount = float(sum(each.amount for each in opening))
    to.put("opening_lines_price_per_site", pointer, None, settled(amount, _in_words(opening)))
    for per, name in _OF.items():
        own = [each for each in lines if each.per is per and not _opens(each)]
        series = sum((np.array(each.payments(months)) for each in own), start=np.zeros(months + 1))
        yearly = float(sum(each.in_a_year() for each in own))
        words = _in_words(own)
        to.put_months(f"{name}_price_per_month", pointer, series, settled(float(series.sum()), words))
        to.put(f"{name}_price_per_year", pointer, None, settled(yearly, words))


def by_month(line: CostLine, months: int) -> tuple[str, NDArray[np.float64]]:
    """The input that a line is part of by month, and what it pays in each, to the last one, for an amount of 1."""
    if _opens(line):
        return "opening_lines_price_per_site", np.array(1.0)
    one = line.model_copy(update={"amount": 1.0})
    return f"{_OF[line.per]}_price_per_month", np.array(one.payments(months))


def by_year(line: CostLine) -> tuple[str, NDArray[np.float64]]:
    """The input that a line is part of by year, and what it pays in a year for an amount of 1."""
    return f"{_OF[line.per]}_price_per_year", np.array(line.model_copy(update={"amount": 1.0}).in_a_year())


def _opens(line: CostLine) -> bool:
    """Whether it is paid once for each site, in the month in which that opens."""
    return line.per is CostLineBasis.SITE and line.paid is PaymentSchedule.ONCE


def _in_words(lines: list[CostLine]) -> str:
    return ", ".join(_with_ends(each) for each in lines) if lines else "no cost line is entered"


def _with_ends(line: CostLine) -> str:
    """The line as an explanation names it, with its range where it has one."""
    if not line.has_range:
        return line.label
    low, high = line.ends
    return f"{line.label} ({exact(line.amount)}, {exact(low)} to {exact(high)})"
