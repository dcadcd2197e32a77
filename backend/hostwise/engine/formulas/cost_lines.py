"""Cost lines: amounts that the plan states for what no formula knows, paid once in a month or every year."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.declaring import formula
from hostwise.engine.purposes import CostPart
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "once_price_per_month",
        "cost lines paid once",
        "Cost lines that are paid once, in their months.",
        ("month",),
    ),
    Quantity("lines_price_per_year", "cost lines by the year", "Cost lines that are paid every year."),
)


@formula(label="cost lines per year", source="HOSTWISE", locator="cost#cost-lines", yearly_of="lines")
def lines_cost_per_year(*, lines_price_per_year: Array) -> Array:
    """Cost lines in a year, without those that are paid once.

    >>> lines_cost_per_year(lines_price_per_year=1200.0)
    1200.0
    """
    return lines_price_per_year


@formula(
    label="cost lines in month",
    source="HOSTWISE",
    locator="cost#cost-lines",
    cost_part=CostPart("lines", "Cost lines", order=145, paid="by month"),
)
def lines_cost_per_month(*, month: Array, once_price_per_month: Array, lines_cost_per_year: Array) -> Array:
    """Cost lines in each month: what is paid once then, and a twelfth of a year after month 0.

    >>> months = np.arange(3.0)
    >>> lines_cost_per_month(month=months, once_price_per_month=np.where(months == 1, 500.0, 0),
    ...     lines_cost_per_year=1200.0).tolist()
    [0.0, 600.0, 100.0]
    """
    return once_price_per_month + np.where(month == 0, 0, lines_cost_per_year / MONTHS_PER_YEAR)
