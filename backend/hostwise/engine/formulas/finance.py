"""Money of different dates: present value, comparison with a reference, depreciation [model 7].

The convention: each payment is discounted from its own month; the purchase, in month 0, is not discounted. The inflow
of a comparison is the cost of the reference.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import by_year, internal_rate, payback, running_total, straight_line, total
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array

_ANY = -float("inf")
_NO_TAXES = "before taxes, which are not modelled"


@formula(
    label="net present cost",
    source="HOSTWISE",
    locator="finance#flows",
    validity=_NO_TAXES,
    low=_ANY,
    row=Row("Cost", 30, "money", "lower", shown="where evaluated"),
)
def cluster_npv(*, cash_flow_cost_per_month: Array, discount_rate: Array, month: Array) -> Array:
    """The cash flow in today's money: each payment discounted from its month, at the yearly rate.

    The purchase is not discounted. What is paid in advance weighs more than what is paid at the end of a year. Taxes
    are left out.

    >>> import numpy as np
    >>> flow, month = np.array([1000.0, 110.0, 121.0]), np.array([0.0, 12.0, 24.0])
    >>> round(float(cluster_npv(cash_flow_cost_per_month=flow, discount_rate=0.1, month=month)), 6)
    1200.0
    """
    return total(cash_flow_cost_per_month / (1 + discount_rate) ** (month / MONTHS_PER_YEAR))


@formula(label="saving by month", source="HOSTWISE", locator="finance#comparison-of-two-ways", low=_ANY)
def saving_cost_per_month(*, reference_cost_per_month: Array, cash_flow_cost_per_month: Array) -> Array:
    """Saving of the configuration in each month against its reference; below 0 it costs more."""
    return reference_cost_per_month - cash_flow_cost_per_month


@formula(label="saving by year", source="HOSTWISE", locator="finance#comparison-of-two-ways", low=_ANY)
def saving_cost_per_year(*, saving_cost_per_month: Array) -> Array:
    """Saving of the configuration in each year against its reference; below 0 it costs more."""
    return by_year(saving_cost_per_month)


@formula(label="saving, cumulative", source="HOSTWISE", locator="finance#comparison-of-two-ways", low=_ANY)
def cumulative_saving_cost(*, saving_cost_per_year: Array) -> Array:
    """Saving of the configuration up to the end of each year."""
    return running_total(saving_cost_per_year)


@formula(label="saving by month, discounted", source="HOSTWISE", locator="finance#flows", low=_ANY)
def discounted_saving_cost_per_month(*, saving_cost_per_month: Array, discount_rate: Array, month: Array) -> Array:
    """Saving of the configuration in each month, in today's money."""
    later = saving_cost_per_month / (1 + discount_rate) ** (month / MONTHS_PER_YEAR)
    return np.where(month == 0, saving_cost_per_month, later)


@formula(
    label="net present value of the saving",
    source="HOSTWISE",
    locator="finance#flows",
    validity=_NO_TAXES,
    low=_ANY,
    row=Row("Return", 10, "money", "higher", shown="where evaluated", no_good_up_to=0),
)
def saving_npv(*, discounted_saving_cost_per_month: Array) -> Array:
    """Saving of the configuration until the horizon in today's money; below 0 it costs more.

    >>> import numpy as np
    >>> round(float(saving_npv(discounted_saving_cost_per_month=np.array([-1000.0, 660.0 / 1.1, 605.0 / 1.21]))), 6)
    100.0
    """
    return total(discounted_saving_cost_per_month)


@formula(
    label="internal rate of return",
    source="HOSTWISE",
    locator="finance#comparison-of-two-ways",
    validity=f"{_NO_TAXES}; if money is saved first and paid later, it is the rate from which this pays",
    low=_ANY,
    row=Row("Return", 20, "share", shown="where evaluated"),
)
def internal_return_rate(*, saving_cost_per_month: Array) -> Array:
    """Yearly rate at which the configuration and its reference cost the same in today's money.

    The rate is given only if it is the only one: the flow changes sign once, or its running sum does. Several rates
    mean as little as none.

    >>> import numpy as np
    >>> saved = np.array([-100.0, *[0.0] * 11, 60.0, *[0.0] * 11, 60.0])
    >>> round(float(internal_return_rate(saving_cost_per_month=saved)), 6)
    0.130662
    """
    return internal_rate(saving_cost_per_month)


@formula(
    label="payback",
    source="HOSTWISE",
    locator="finance#comparison-of-two-ways",
    validity="0 where it never costs more; infinite where it costs more at the horizon",
    row=Row("Return", 30, "years", "lower", shown="where evaluated"),
)
def payback_years(*, saving_cost_per_month: Array) -> Array:
    """Years after which the configuration has cost less than its reference for good.

    The time from which the running sum stays above 0, not the first time that it gets there. Within a month money flows
    evenly.

    >>> import numpy as np
    >>> float(payback_years(saving_cost_per_month=np.array([-1000.0, *[400.0] * 3]))) * 12
    2.5
    """
    return payback(saving_cost_per_month)


@formula(
    label="payback, discounted",
    source="HOSTWISE",
    locator="finance#comparison-of-two-ways",
    validity="0 where it never costs more; infinite where it costs more at the horizon",
    row=Row("Return", 40, "years", "lower", shown="where evaluated"),
)
def discounted_payback_years(*, discounted_saving_cost_per_month: Array) -> Array:
    """Years after which the configuration has cost less for good, in today's money."""
    return payback(discounted_saving_cost_per_month)


@formula(
    label="depreciation in month",
    source="HOSTWISE",
    locator="finance#books",
    validity="a view of the books that does not enter the cash flow; hosts and array, down to 0, from the month "
    "after each purchase",
)
def depreciation_cost_per_month(*, hardware_capex_per_month: Array, depreciation_years: Array) -> Array:
    """Depreciation of all hardware bought so far, in each month.

    Straight-line, down to 0, from the month after each purchase. It is a view of the books and enters no cost.
    """
    return straight_line(hardware_capex_per_month, depreciation_years * MONTHS_PER_YEAR)


@formula(label="depreciation", source="HOSTWISE", locator="finance#books")
def depreciation_cost_per_year(*, depreciation_cost_per_month: Array) -> Array:
    """Depreciation in each year."""
    return by_year(depreciation_cost_per_month)


@formula(label="change of book value in month", source="HOSTWISE", locator="finance#books", low=_ANY)
def book_change_cost_per_month(*, hardware_capex_per_month: Array, depreciation_cost_per_month: Array) -> Array:
    """Change of the book value in each month: purchases less depreciation."""
    return hardware_capex_per_month - depreciation_cost_per_month


@formula(label="change of book value", source="HOSTWISE", locator="finance#books", low=_ANY)
def book_change_cost_per_year(*, book_change_cost_per_month: Array) -> Array:
    """Change of the book value in each year."""
    return by_year(book_change_cost_per_month)


@formula(label="book value", source="HOSTWISE", locator="finance#books", low=_ANY)
def book_cost(*, book_change_cost_per_year: Array) -> Array:
    """Price of all hardware not yet depreciated at the end of each year."""
    return running_total(book_change_cost_per_year)
