"""The cost lines of a configuration: its own, and those that all configurations pay alike."""

from __future__ import annotations

import numpy as np

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CostLine, Paid


def bind_cost_lines(to: Recorder, at: str, configuration: Configuration) -> None:
    """What the lines cost once, by month, and every year."""
    months = MONTHS_PER_YEAR * to.plan.economics.horizon_years
    lines = (*to.plan.economics.cost_lines, *configuration.cost_lines)
    once = np.zeros(months + 1)
    for each in lines:
        if each.paid is Paid.ONCE and each.month <= months:
            once[each.month] += each.amount
    yearly = sum(each.amount for each in lines if each.paid is Paid.EVERY_YEAR)
    pointer = f"{at}/cost_lines"
    to.put_months("once_price_per_month", pointer, once, settled(float(once.sum()), _in_words(lines, Paid.ONCE)))
    to.put("lines_price_per_year", pointer, None, settled(yearly, _in_words(lines, Paid.EVERY_YEAR)))


def _in_words(lines: tuple[CostLine, ...], paid: Paid) -> str:
    named = [each.label for each in lines if each.paid is paid]
    return ", ".join(named) if named else "no cost line is entered"
