"""The cost lines of a configuration: its own, and those that all configurations pay alike."""

from __future__ import annotations

import numpy as np

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.configuration import Configuration
from hostwise.plan.cost_lines import CostLine, Per

_OF = {"lines": (Per.ALL,), "vm_lines": (Per.VM,), "host_lines": (Per.HOST, Per.CORE)}
"""Beginnings of the names of inputs, and whose lines they hold; a core is a part of a host."""


def bind_cost_lines(to: Recorder, at: str, configuration: Configuration) -> None:
    """What the lines cost in each month, and in a year, for all, a VM and a host."""
    months = range(MONTHS_PER_YEAR * to.plan.economics.horizon_years + 1)
    lines = (*to.plan.economics.cost_lines, *configuration.cost_lines)
    pointer = f"{at}/cost_lines"
    for name, kinds in _OF.items():
        own = [each for each in lines if each.per in kinds]
        factors = [cores_of(to, configuration) if each.per is Per.CORE else 1.0 for each in own]
        by_month = np.array(
            [sum(each.paid_in(month) * factor for each, factor in zip(own, factors, strict=True)) for month in months]
        )
        yearly = sum(each.in_a_year() * factor for each, factor in zip(own, factors, strict=True))
        words = _in_words(own)
        to.put_months(f"{name}_price_per_month", pointer, by_month, settled(float(by_month.sum()), words))
        to.put(f"{name}_price_per_year", pointer, None, settled(yearly, words))


def cores_of(to: Recorder, configuration: Configuration) -> float:
    """Cores of a host of a configuration; 0 where they are not known, which the plan says by itself."""
    cpu = configuration.cpu
    row = to.catalogue.cpus.get(cpu.key or "")
    each = cpu.cores or (row.cores if row is not None else 0)
    return float(cpu.sockets * each)


def _in_words(lines: list[CostLine]) -> str:
    return ", ".join(each.label for each in lines) if lines else "no cost line is entered"
