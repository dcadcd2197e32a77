"""The time axis of cost: hosts, prices and money by month, and their sums by year [model 7].

Month 0 is the purchase. Running cost is paid in the months 1 .. 12 x horizon, later purchases in the month that
needs them.
"""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from hostwise.engine.constants import HOURS_PER_YEAR, MONTHS_PER_YEAR, W_PER_KW
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import (
    added,
    at_start,
    by_year,
    ceil_count,
    first_known,
    in_batches,
    largest,
    running_largest,
    running_total,
    sum_known,
    total,
)
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array

# ------------------------------------------------------------------------------------------------ hosts and prices


@formula(label="hosts asked for at the purchase", source="HOSTWISE", locator="cost#expansion")
def initially_demanded_hosts(*, own_demanded_hosts: Array) -> Array:
    """Hosts required by the demand at the date of purchase, without those of other models."""
    return at_start(own_demanded_hosts)


@formula(label="months that a purchase is for", source="HOSTWISE", locator="cost#expansion")
def batch_months(*, expansion_cadence_months: Array, until_removal_months: Array) -> Array:
    """Months of growth that hosts bought in each month are for: until the next purchase may follow.

    What stands in for hosts that are removed is bought in the month of the removal, and not before.

    >>> import numpy as np
    >>> batch_months(expansion_cadence_months=12.0, until_removal_months=np.array([18.0, 6.0])).tolist()
    [12.0, 6.0]
    """
    return np.minimum(expansion_cadence_months, until_removal_months)


@formula(
    label="hosts by month",
    source="HOSTWISE",
    locator="cost#expansion",
    validity="growth only: hosts lacking from the beginning are not bought; none is given back",
)
def present_hosts(
    *,
    own_hosts: Array,
    present_other_hosts: Array,
    outgrown_hosts: Array,
    batch_months: Array,
    expansion_minimum_hosts: Array,
    buy_expansion_flag: Array,
    sites: Array,
) -> Array:
    """Hosts of the cluster in each month: the first hosts, and those bought for growth since.

    A purchase is made in the month whose demand needs it, for all growth until the next purchase may follow, and is
    never below the least order: nobody orders one host a month. With a cadence of one month and a least order of one
    host they are bought one at a time. Two sites get as many each, so that an odd least order is one more. Those bought
    are of the own model; hosts of other models are there until they are removed.

    >>> import numpy as np
    >>> grown = {"own_hosts": 5.0, "outgrown_hosts": np.array([0.0, 1.0, 2.0, 4.0]), "buy_expansion_flag": 1.0}
    >>> grown["sites"], grown["present_other_hosts"], one = 1.0, np.array([0.0]), np.array([1.0])
    >>> present_hosts(**grown, batch_months=one, expansion_minimum_hosts=one).tolist()
    [5.0, 6.0, 7.0, 9.0]
    >>> present_hosts(**grown, batch_months=2 * one, expansion_minimum_hosts=one).tolist()
    [5.0, 7.0, 7.0, 9.0]
    >>> present_hosts(**grown, batch_months=one, expansion_minimum_hosts=3 * one).tolist()
    [5.0, 8.0, 8.0, 11.0]
    """
    least = sites * ceil_count(expansion_minimum_hosts / sites)
    bought = in_batches(outgrown_hosts, batch_months, least)
    return own_hosts + buy_expansion_flag * bought + present_other_hosts


@formula(label="hosts outgrown by month", source="HOSTWISE", locator="cost#expansion")
def outgrown_hosts(*, own_hosts: Array, own_demanded_hosts: Array, initially_demanded_hosts: Array) -> Array:
    """Hosts that growth asks for beyond the first ones, by month; never fewer than in the month before.

    Hosts are bought for growth, and in place of hosts of other models that are removed; they are never given back.
    Hosts lacking from the beginning are a matter of the host count.

    >>> import numpy as np
    >>> asked = np.array([4.0, 4.0, 5.0, 7.0])
    >>> outgrown_hosts(own_hosts=5.0, own_demanded_hosts=asked, initially_demanded_hosts=4.0).tolist()
    [0.0, 0.0, 0.0, 2.0]
    >>> outgrown_hosts(own_hosts=3.0, own_demanded_hosts=asked, initially_demanded_hosts=4.0).tolist()
    [0.0, 0.0, 1.0, 3.0]
    """
    # Where no number of hosts is enough, buying some is no answer.
    asked = np.where(own_demanded_hosts == np.inf, 0, own_demanded_hosts)
    return np.maximum(running_largest(asked) - np.maximum(own_hosts, initially_demanded_hosts), 0)


@formula(label="hosts at the horizon", source="HOSTWISE", locator="cost#expansion")
def final_hosts(*, present_hosts: Array) -> Array:
    """Hosts of the cluster at the horizon."""
    return largest(present_hosts)


@formula(label="hosts bought in month", source="HOSTWISE", locator="cost#expansion")
def expansion_hosts(*, month: Array, fleet_own_hosts: Array, opened_sites: Array, own_hosts: Array) -> Array:
    """Hosts bought in each month after the purchase, at all sites, beyond the first ones of a site that opens.

    >>> import numpy as np
    >>> expansion_hosts(month=np.arange(3.0), fleet_own_hosts=np.array([20.0, 40.0, 44.0]),
    ...     opened_sites=np.array([10.0, 10.0, 0.0]), own_hosts=2.0).tolist()
    [0.0, 0.0, 4.0]
    """
    return np.where(month == 0, 0, np.maximum(added(fleet_own_hosts) - opened_sites * own_hosts, 0))


@formula(label="size of the cluster by month", source="HOSTWISE", locator="cost#expansion")
def cluster_size_factor(*, fleet_hosts: Array, hosts: Array, equal_sites: Array) -> Array:
    """Hosts of each month divided by the first hosts, of all sites; running cost begins in the month of purchase.

    >>> float(cluster_size_factor(fleet_hosts=12.0, hosts=4.0, equal_sites=2.0))
    1.5
    """
    return fleet_hosts / (hosts * equal_sites)


@formula(
    label="price of hardware by month",
    source="HOSTWISE",
    locator="cost#price-changes",
    validity="hardware is bought at the price of its month",
)
def hardware_price_factor(*, month: Array, hardware_price_change_rate: Array) -> Array:
    """Hardware price in each month, relative to today.

    Hardware prices move steadily, in each month; prices of licences and electricity move once a year.

    >>> float(hardware_price_factor(month=24.0, hardware_price_change_rate=0.5))
    2.25
    """
    return np.where(month == 0, 1, (1 + hardware_price_change_rate) ** (month / MONTHS_PER_YEAR))


@formula(label="years under contract", source="HOSTWISE", locator="cost#price-changes")
def contract_years(*, month: Array) -> Array:
    """Full years that have passed at the beginning of each month.

    >>> import numpy as np
    >>> contract_years(month=np.array([0.0, 1.0, 12.0, 13.0])).tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    return np.floor(np.maximum(month - 1, 0) / MONTHS_PER_YEAR)


@formula(label="price of electricity by month", source="HOSTWISE", locator="cost#price-changes")
def electricity_price_factor(*, contract_years: Array, electricity_price_change_rate: Array) -> Array:
    """Electricity price in each month, relative to today; it changes at the beginning of each year."""
    return (1 + electricity_price_change_rate) ** contract_years


# ------------------------------------------------------------------------------------------------- money by month


@formula(label="price of a host bought later", source="HOSTWISE", locator="cost#expansion")
def later_price_per_host(
    *,
    given_later_price_per_host: Array,
    purchase_capex_per_host: Array,
    chassis_price: Array,
    sockets: Array,
    cpu_price: Array,
) -> Array:
    """Price of one host that is bought after the first ones: as given, otherwise theirs.

    Servers that are paid already cost nothing; the price of one more is not known by that.

    >>> prices = {"chassis_price": 3e3, "sockets": 2.0, "cpu_price": 1e3, "purchase_capex_per_host": 15e3}
    >>> paid = dict.fromkeys(prices, 0.0)
    >>> [float(later_price_per_host(given_later_price_per_host=np.float64(price), **first))
    ...     for price, first in ((float("nan"), prices), (float("nan"), paid), (30e3, paid))]
    [15000.0, nan, 30000.0]
    """
    known = first_known(given_later_price_per_host, purchase_capex_per_host)
    return np.where(chassis_price + sockets * cpu_price == 0, given_later_price_per_host, known)


@formula(
    label="expansion in month",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    cost_part=CostPart(
        "expansion", "Expansion", order=70, paid="for growth", row=Row("Cost", 60, "money", "lower", shown="where any")
    ),
)
def expansion_cost_per_month(
    *, expansion_hosts: Array, later_price_per_host: Array, hardware_price_factor: Array
) -> Array:
    """Purchase of the hosts added for growth, in each month."""
    return np.where(expansion_hosts == 0, 0, expansion_hosts * later_price_per_host * hardware_price_factor)


@formula(label="hardware bought in month", source="HOSTWISE", locator="cost#cost-by-month")
def hardware_capex_per_month(
    *,
    purchase_capex: Array,
    purchase_share: Array,
    expansion_cost_per_month: Array,
    shared_spares_cost_per_month: Array,
) -> Array:
    """Purchase of hardware in each month: the clusters that are bought in it, hosts for growth, spares of all sites.

    >>> import numpy as np
    >>> hardware_capex_per_month(purchase_capex=1000.0, purchase_share=np.array([1.0, 0.0]),
    ...     expansion_cost_per_month=np.array([0.0, 50.0]), shared_spares_cost_per_month=np.array([20.0, 0.0])).tolist()
    [1020.0, 50.0]
    """
    bought = np.where(purchase_share == 0, 0, purchase_capex * purchase_share)
    return bought + expansion_cost_per_month + shared_spares_cost_per_month


@formula(label="hardware under support, bought in month", source="HOSTWISE", locator="cost#support")
def supported_capex_per_month(
    *,
    supported_capex: Array,
    purchase_share: Array,
    expansion_hosts: Array,
    server_price_per_host: Array,
    hardware_price_factor: Array,
) -> Array:
    """Purchase in each month of what a share for support is counted on: servers and array, no memory and no drives.

    >>> import numpy as np
    >>> supported_capex_per_month(purchase_share=np.eye(3)[0], supported_capex=1200.0, server_price_per_host=250.0,
    ...     expansion_hosts=np.array([0.0, 0.0, 2.0]), hardware_price_factor=np.array([1.0, 1.0, 1.1])).tolist()
    [1200.0, 0.0, 550.0]
    """
    later = expansion_hosts * server_price_per_host * hardware_price_factor
    bought = np.where(purchase_share == 0, 0, supported_capex * purchase_share)
    return bought + np.where(expansion_hosts == 0, 0, later)


@formula(
    label="support in month",
    source="HOSTWISE",
    locator="cost#support",
    validity="an amount for each host, which leaves an array out, or else a share of what was paid for servers and "
    "array",
    cost_part=CostPart("support", "Support", order=80, paid="by month"),
)
def support_cost_per_month(
    *,
    month: Array,
    supported_capex_per_month: Array,
    support_rate: Array,
    fleet_own_hosts: Array,
    support_price_per_host: Array,
    other_supported_price: Array,
    other_maintenance_price_per_month: Array,
) -> Array:
    """Support of the servers bought so far, in each month: an amount for each, or a share of what they cost.

    Hosts of other models have an amount of their own, or their share, until they are removed.

    >>> import numpy as np
    >>> bought = {"month": np.arange(3.0), "supported_capex_per_month": np.array([1200.0, 0.0, 600.0]),
    ...     "fleet_own_hosts": np.array([4.0, 4.0, 6.0]), "other_maintenance_price_per_month": np.array([0.0]),
    ...     "other_supported_price": np.array([240.0, 240.0, 0.0])}
    >>> support_cost_per_month(**bought, support_rate=0.5, support_price_per_host=0.0).tolist()
    [0.0, 60.0, 75.0]
    >>> support_cost_per_month(**bought, support_rate=0.0, support_price_per_host=1200.0).tolist()
    [0.0, 400.0, 600.0]
    """
    by_share = (running_total(supported_capex_per_month) + other_supported_price) * support_rate
    by_share = np.where(support_rate == 0, 0, by_share)
    own = (fleet_own_hosts * support_price_per_host + by_share) / MONTHS_PER_YEAR
    return np.where(month == 0, 0, own + other_maintenance_price_per_month)


@formula(
    label="energy in month",
    source="HOSTWISE",
    locator="power#energy",
    validity="an external array takes the same energy in all months, for any number of hosts",
)
def energy_kwh_per_month(
    *,
    month: Array,
    fleet_own_hosts: Array,
    host_w: Array,
    present_other_w: Array,
    array_w: Array,
    open_sites: Array,
    pue: Array,
) -> Array:
    """Energy of the cluster in each month, including the site's overhead.

    >>> float(energy_kwh_per_month(month=1.0, fleet_own_hosts=4.0, host_w=250.0, present_other_w=0.0, array_w=500.0,
    ...     open_sites=1.0, pue=1.5))
    1642.5
    """
    hours = HOURS_PER_YEAR / MONTHS_PER_YEAR
    all_w = fleet_own_hosts * host_w + present_other_w + array_w * open_sites
    return np.where(month == 0, 0, all_w / W_PER_KW * hours * pue)


@formula(
    label="energy cost in month",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    cost_part=CostPart("energy", "Energy", order=100, paid="by month"),
)
def energy_cost_per_month(
    *, month: Array, energy_kwh_per_month: Array, electricity_price_per_kwh: Array, electricity_price_factor: Array
) -> Array:
    """Cost of the energy of each month."""
    return np.where(month == 0, 0, energy_kwh_per_month * electricity_price_per_kwh * electricity_price_factor)


@formula(
    label="space in month",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    cost_part=CostPart("rack", "Space", order=110, paid="by month"),
)
def rack_cost_per_month(
    *,
    month: Array,
    fleet_own_hosts: Array,
    rack_cost_per_host_year: Array,
    present_other_rack_units: Array,
    rack_unit_price_per_month: Array,
    present_other_peak_kw: Array,
    colocation_price_per_kw_month: Array,
    array_rack_cost_per_year: Array,
    open_sites: Array,
) -> Array:
    """Cost of space in each month: the share of the hosts grows with them, that of the array does not.

    >>> float(rack_cost_per_month(month=1.0, fleet_own_hosts=6.0, rack_cost_per_host_year=600.0,
    ...     present_other_rack_units=0.0, rack_unit_price_per_month=25.0, present_other_peak_kw=0.0,
    ...     colocation_price_per_kw_month=0.0, array_rack_cost_per_year=1200.0, open_sites=1.0))
    400.0
    """
    of_own = (fleet_own_hosts * rack_cost_per_host_year + array_rack_cost_per_year * open_sites) / MONTHS_PER_YEAR
    by_units = np.where(rack_unit_price_per_month == 0, 0, present_other_rack_units * rack_unit_price_per_month)
    by_kw = np.where(colocation_price_per_kw_month == 0, 0, present_other_peak_kw * colocation_price_per_kw_month)
    return np.where(month == 0, 0, of_own + by_units + by_kw)


@formula(
    label="administration in month",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    cost_part=CostPart(
        "administration",
        "Administration",
        order=120,
        paid="by month",
        given_by="administration_hours_per_host_year",
        left_out="administration",
    ),
)
def administration_cost_per_month(
    *, month: Array, administration_cost_per_year: Array, cluster_size_factor: Array
) -> Array:
    """Cost of administration in each month."""
    return np.where(month == 0, 0, administration_cost_per_year / MONTHS_PER_YEAR * cluster_size_factor)


@formula(
    label="residual value in month",
    source="HOSTWISE",
    locator="cost#residual-value",
    validity="one share for all hosts and the array, whenever they were bought",
    low=-float("inf"),
    cost_part=CostPart(
        "residual",
        "Residual value",
        order=150,
        paid="by month",
        given_by="residual_share",
        left_out="the residual value",
    ),
)
def residual_cost_per_month(
    *, month: Array, horizon_years: Array, residual_share: Array, hardware_capex_per_month: Array
) -> Array:
    """Residual value of the hardware, which comes back as money in the last month.

    One share of what was paid for all hardware, whenever it was bought: the age of a host is left out.

    >>> import numpy as np
    >>> bought = np.array([1000.0, *[0.0] * 11, 200.0])
    >>> residual_cost_per_month(month=np.arange(13.0), horizon_years=1.0, residual_share=0.1,
    ...     hardware_capex_per_month=bought)[-2:].tolist()
    [0.0, -120.0]
    """
    left = residual_share * np.where(month < horizon_years * MONTHS_PER_YEAR, 0, 1)
    return np.where(left == 0, 0, -left * running_total(hardware_capex_per_month))


@formula(
    label="cash flow by month",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    low=-float("inf"),
    collects="parts paid by month",
)
def cash_flow_cost_per_month(*parts: Array, hardware_capex_per_month: Array) -> Array:
    """Money that leaves in each month: the purchase in month 0, then running cost, purchases and replacements.

    >>> bought, energy, rack = np.array([110e3, 0, 30e3]), np.array([0, 400.0, 420]), np.array([0, 150.0, 150])
    >>> cash_flow_cost_per_month(energy, rack, hardware_capex_per_month=bought).tolist()
    [110000.0, 550.0, 30570.0]
    """
    return reduce(add, parts, hardware_capex_per_month)


@formula(label="cash flow by month, cumulative", source="HOSTWISE", locator="cost#cost-by-month", low=-float("inf"))
def monthly_cumulative_cost(*, cash_flow_cost_per_month: Array) -> Array:
    """Money that has left by the end of each month."""
    return running_total(cash_flow_cost_per_month)


# -------------------------------------------------------------------------------------------------- money by year


@formula(
    label="cash flow",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    low=-float("inf"),
)
def cash_flow_cost_per_year(*, cash_flow_cost_per_month: Array) -> Array:
    """Money that leaves in each year: the purchase in year 0, then the months of each year."""
    return by_year(cash_flow_cost_per_month)


@formula(label="cash flow, cumulative", source="HOSTWISE", locator="cost#cost-by-month", low=-float("inf"))
def cumulative_cost(*, cash_flow_cost_per_year: Array) -> Array:
    """Money that has left by the end of each year."""
    return running_total(cash_flow_cost_per_year)


@formula(
    label="total cost of ownership",
    source="HOSTWISE",
    locator="cost#cost-by-month",
    validity="before taxes, which are not modelled",
    low=-float("inf"),
    sum_of="parts of the cost",
    row=Row("Cost", 10, "money", "lower", headline=True),
)
def cluster_tco(*, cash_flow_cost_per_year: Array) -> Array:
    """Purchase, running cost, expansion and replacements until the horizon, less residual value; not discounted."""
    return total(cash_flow_cost_per_year)


# ---------------------------------------------------------------------------------------------- money by category


@formula(
    label="cost of the known parts",
    source="HOSTWISE",
    locator="cost#parts-of-the-cost",
    validity="parts that are not evaluated are left out and listed",
    low=-float("inf"),
    collects="parts of the cost",
    row=Row("Cost", 20, "money", shown="where any", only_without="cluster_tco", comparable=False),
)
def known_parts_cost(*parts: Array) -> Array:
    """Cost until the horizon of the parts that could be evaluated; equal to the total cost if all could.

    It is never compared between configurations, because it leaves out different parts in each.

    >>> float(known_parts_cost(np.float64(110e3), np.float64("nan"), np.float64(5e3)))
    115000.0
    """
    return sum_known(*parts)
