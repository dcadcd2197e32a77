"""The cost lines of a configuration: its own, and those that all configurations pay alike."""

from __future__ import annotations

import numpy as np

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CostLine, Per

_OF = {Per.ALL: "lines", Per.VM: "vm_lines", Per.HOST: "host_lines", Per.CORE: "core_lines"}
"""Beginnings of the names of inputs, by what amounts are for."""


def bind_cost_lines(to: Recorder, at: str, configuration: Configuration) -> None:
    """What the lines cost in each month, and in a year, for all, a VM, a host and a core."""
    months = range(MONTHS_PER_YEAR * to.plan.economics.horizon_years + 1)
    lines = (*to.plan.economics.cost_lines, *configuration.cost_lines)
    pointer = f"{at}/cost_lines"
    for per, name in _OF.items():
        own = [each for each in lines if each.per is per]
        by_month = np.array([sum(each.paid_in(month) for each in own) for month in months], dtype=np.float64)
        yearly = float(sum(each.in_a_year() for each in own))
        words = _in_words(own)
        to.put_months(f"{name}_price_per_month", pointer, by_month, settled(float(by_month.sum()), words))
        to.put(f"{name}_price_per_year", pointer, None, settled(yearly, words))


def _in_words(lines: list[CostLine]) -> str:
    return ", ".join(each.label for each in lines) if lines else "no cost line is entered"
