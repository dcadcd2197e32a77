"""Cost: purchase, running cost at today's prices, replaced drives and outages, cost of one VM [model 7].

What becomes of it over time is in `cash_flow`, licences in `licences`, money of different dates in `finance`.
"""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR, W_PER_KW
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import added, by_year, ceil_count, first_known, running_largest, total
from hostwise.engine.purposes import CostPart, Row
from hostwise.engine.quantities import Array

_REPLACEMENT = "replacement at the end of the rated life; random failures, free of charge within the warranty"
_RATES = "replacement rates, free of charge within the warranty"
_AS_OLD = "hosts bought later count as old as the first"


def _worn(drives: Array, wear_ratio: Array) -> Array:
    """Drives of which a generation reaches its rated writes within each month, all of it together."""
    return drives * added(np.maximum(ceil_count(wear_ratio) - 1, 0))


def _age_years(month: Array, replaced: Array) -> Array:
    """Years since drives were bought or last replaced for wear."""
    return (month - running_largest(np.where(replaced > 0, month, 0))) / MONTHS_PER_YEAR


def _paid(failed: Array, age_years: Array, warranty_years: Array) -> Array:
    """Of the drives that fail those that are out of warranty."""
    return failed * np.where(age_years > warranty_years, 1, 0)


# -------------------------------------------------------------------------------------------------------- purchase


@formula(
    label="servers",
    source="HOSTWISE",
    locator="purchase",
    cost_part=CostPart("servers", "Servers", order=10, paid="with each host"),
)
def server_capex(*, hosts: Array, chassis_price: Array, sockets: Array, cpu_price: Array, nic_price: Array) -> Array:
    """Purchase of chassis, processors and network cards."""
    return hosts * (chassis_price + sockets * cpu_price + nic_price)


@formula(label="price of memory per host", source="HOSTWISE", locator="purchase")
def memory_price_per_host(*, given_memory_price_per_host: Array, dram_gib: Array, memory_price_per_gib: Array) -> Array:
    """Price of all memory of one host: as given, else DRAM at its price per GiB."""
    return first_known(given_memory_price_per_host, dram_gib * memory_price_per_gib)


@formula(
    label="memory",
    source="HOSTWISE",
    locator="purchase",
    cost_part=CostPart("memory", "Memory", order=20, paid="with each host"),
)
def memory_capex(*, hosts: Array, memory_price_per_host: Array) -> Array:
    """Purchase of memory."""
    return hosts * memory_price_per_host


@formula(
    label="cache drives",
    source="HOSTWISE",
    locator="purchase",
    cost_part=CostPart("cache", "Cache or single-tier drives", order=30, paid="with each host"),
)
def cache_capex(*, cache_drives: Array, cache_drive_price: Array) -> Array:
    """Purchase of the drives that absorb VM writes; of all drives where one tier does both."""
    return cache_drives * cache_drive_price


@formula(
    label="capacity drives",
    source="HOSTWISE",
    locator="purchase",
    cost_part=CostPart("capacity", "Capacity drives", order=40, paid="with each host"),
)
def capacity_capex(*, hosts: Array, further_drives_per_host: Array, capacity_drive_price: Array) -> Array:
    """Purchase of the capacity drives."""
    return hosts * further_drives_per_host * capacity_drive_price


@formula(
    label="drives for memory and read cache",
    source="HOSTWISE",
    locator="purchase",
    cost_part=CostPart("further_drives", "Drives for memory and read cache", order=50, paid="with each host"),
)
def further_drives_capex(
    *,
    hosts: Array,
    tier_drives_per_host: Array,
    tier_drive_price: Array,
    swap_drive_price: Array,
    read_cache_drive_price: Array,
) -> Array:
    """Purchase of the drives of second memory tier, swap and read cache."""
    return hosts * (tier_drives_per_host * tier_drive_price + swap_drive_price + read_cache_drive_price)


@formula(
    label="purchase of hosts",
    source="HOSTWISE",
    locator="purchase",
    collects="parts bought with each host",
)
def hosts_capex(*parts: Array) -> Array:
    """Purchase of all hosts that are bought first."""
    return reduce(add, parts)


@formula(
    label="array",
    source="HOSTWISE",
    locator="purchase",
    validity="bought once for the cluster: it does not grow with the hosts that are bought later",
    cost_part=CostPart("array", "Array", order=60, paid="with the cluster"),
)
def array_capex(*, array_price: Array) -> Array:
    """Purchase of the external array; 0 where the data lies in the hosts."""
    return array_price


@formula(
    label="purchase",
    source="HOSTWISE",
    locator="purchase",
    collects="parts bought with the cluster",
    row=Row("Cost", 40, "money", "lower", headline=True),
)
def purchase_capex(*parts: Array, hosts_capex: Array) -> Array:
    """Purchase of the whole cluster: its hosts, and the array where there is one."""
    return reduce(add, parts, hosts_capex)


@formula(
    label="purchase per host",
    source="INTEL21",
    locator="Light sizing: Optane raises a host by 4.5 %",
    row=Row("Cost", 50, "money", shown="where evaluated"),
)
def purchase_capex_per_host(*, hosts_capex: Array, hosts: Array) -> Array:
    """Purchase price of one host."""
    return hosts_capex / hosts


# ------------------------------------------------------------------------------------ running cost at today's prices


@formula(
    label="support per year",
    source="HOSTWISE",
    locator="running cost",
    yearly_of="support",
)
def support_cost_per_year(*, purchase_capex: Array, support_rate: Array) -> Array:
    """Support of the hardware."""
    return purchase_capex * support_rate


@formula(
    label="energy per year, cost",
    source="HOSTWISE",
    locator="running cost",
    yearly_of="energy",
)
def energy_cost_per_year(*, energy_kwh_per_year: Array, electricity_price_per_kwh: Array) -> Array:
    """Cost of the energy."""
    return energy_kwh_per_year * electricity_price_per_kwh


@formula(label="rack space per year", source="HOSTWISE", locator="running cost")
def rack_unit_cost_per_year(*, rack_units: Array, rack_unit_price_per_month: Array) -> Array:
    """Cost of the rack units of hosts and array, where space is paid by them."""
    paid = rack_units * rack_unit_price_per_month * MONTHS_PER_YEAR
    return np.where(rack_unit_price_per_month == 0, 0, paid)


@formula(
    label="colocation per year",
    source="cbre-colocation",
    locator="price per kW and month",
    validity="by the power at full load; metered energy is paid on top, as in most contracts",
)
def colocation_cost_per_year(*, peak_kw: Array, colocation_price_per_kw_month: Array) -> Array:
    """Cost of the space, where it is paid by the power of hosts and array.

    >>> round(float(colocation_cost_per_year(peak_kw=10.0, colocation_price_per_kw_month=184.06)), 2)
    22087.2
    """
    paid = peak_kw * colocation_price_per_kw_month * MONTHS_PER_YEAR
    return np.where(colocation_price_per_kw_month == 0, 0, paid)


@formula(
    label="space per year",
    source="HOSTWISE",
    locator="running cost: rack units or colocation, never both",
    yearly_of="rack",
)
def rack_cost_per_year(*, rack_unit_cost_per_year: Array, colocation_cost_per_year: Array) -> Array:
    """Cost of the space that hosts and array take."""
    return rack_unit_cost_per_year + colocation_cost_per_year


@formula(label="rack space of the array per year", source="HOSTWISE", locator="running cost")
def array_rack_unit_cost_per_year(*, array_rack_units: Array, rack_unit_price_per_month: Array) -> Array:
    """Part of the cost of rack units that is the array's, and stays the same when hosts are bought.

    >>> float(array_rack_unit_cost_per_year(array_rack_units=4.0, rack_unit_price_per_month=30.0))
    1440.0
    """
    paid = array_rack_units * rack_unit_price_per_month * MONTHS_PER_YEAR
    return np.where(rack_unit_price_per_month == 0, 0, paid)


@formula(label="colocation of the array per year", source="cbre-colocation", locator="price per kW and month")
def array_colocation_cost_per_year(*, array_w: Array, colocation_price_per_kw_month: Array) -> Array:
    """Part of the cost of colocation that is the array's, and stays the same when hosts are bought."""
    paid = array_w / W_PER_KW * colocation_price_per_kw_month * MONTHS_PER_YEAR
    return np.where(colocation_price_per_kw_month == 0, 0, paid)


@formula(label="space of the array per year", source="HOSTWISE", locator="running cost: rack units or colocation")
def array_rack_cost_per_year(*, array_rack_unit_cost_per_year: Array, array_colocation_cost_per_year: Array) -> Array:
    """Part of the cost of space that is the array's."""
    return array_rack_unit_cost_per_year + array_colocation_cost_per_year


@formula(
    label="administration per year",
    source="HOSTWISE",
    locator="running cost",
    yearly_of="administration",
)
def administration_cost_per_year(
    *, hosts: Array, administration_hours_per_host_year: Array, administration_price_per_hour: Array
) -> Array:
    """Cost of administration.

    >>> administration_cost_per_year(hosts=4.0, administration_hours_per_host_year=20.0,
    ...     administration_price_per_hour=60.0)
    4800.0
    """
    return hosts * administration_hours_per_host_year * administration_price_per_hour


@formula(
    label="running cost per year",
    source="HOSTWISE",
    locator="running cost",
    collects="running costs",
    row=Row("Cost", 70, "money", "lower", headline=True),
)
def running_cost_per_year(*parts: Array) -> Array:
    """What the hosts bought first cost each year at today's prices; replacements and outages aside."""
    return reduce(add, parts)


# ------------------------------------------------------------------------------------------------- replaced drives


@formula(
    label="cache drives replaced for wear in month",
    source="HOSTWISE",
    locator="replacement at the end of the rated life",
    validity="median life, growth included, of the hosts bought first; the doubt about it is in the wear-out "
    "probability, and what hosts bought later would take off it is not counted",
)
def replaced_drives(*, cache_drives: Array, wear_ratio_per_month: Array) -> Array:
    """Cache drives that reach their rated writes within a month and are replaced, all of a generation together.

    A generation that is worn exactly at the end of a month counts in the next one.

    >>> import numpy as np
    >>> replaced_drives(cache_drives=8.0, wear_ratio_per_month=np.arange(6.0) / 1.25).tolist()
    [0.0, 0.0, 8.0, 8.0, 8.0, 0.0]
    """
    return np.where(cache_drives == 0, 0, _worn(cache_drives, wear_ratio_per_month))


@formula(
    label="tier drives replaced for wear in month",
    source="HOSTWISE",
    locator="replacement at the end of the rated life",
    validity=f"the writes to the tier as given for each host, which do not grow; {_AS_OLD}",
)
def replaced_tier_drives(
    *, present_hosts: Array, tier_drives_per_host: Array, tier_wear_ratio_per_month: Array
) -> Array:
    """Drives of the second memory tier that reach their rated writes within a month and are replaced together.

    >>> import numpy as np
    >>> replaced_tier_drives(present_hosts=np.array([4.0, 4.0, 5.0]), tier_drives_per_host=2.0,
    ...     tier_wear_ratio_per_month=np.array([0.0, 0.75, 1.5])).tolist()
    [0.0, 0.0, 10.0]
    """
    worn = _worn(present_hosts * tier_drives_per_host, tier_wear_ratio_per_month)
    return np.where(tier_drives_per_host == 0, 0, worn)


@formula(
    label="swap drives replaced for wear in month",
    source="HOSTWISE",
    locator="replacement at the end of the rated life",
    validity=f"what a host swaps at the date to size for, all the time; {_AS_OLD}",
)
def replaced_swap_drives(
    *, present_hosts: Array, swap_drives_per_host: Array, swap_wear_ratio_per_month: Array
) -> Array:
    """Drives that are swapped to which reach their rated writes within a month and are replaced together."""
    worn = _worn(present_hosts * swap_drives_per_host, swap_wear_ratio_per_month)
    return np.where(swap_drives_per_host == 0, 0, worn)


@formula(
    label="random failures of a drive by month",
    source="fast20-maneas",
    locator="replacement rates; the first year 2 to 3 times the later rate",
    validity="random failures do not depend on wear; hosts bought later fail like those bought first",
)
def failures_per_drive_month(*, month: Array, random_failure_rate: Array, first_year_failure_factor: Array) -> Array:
    """Failures per drive in each month that have nothing to do with wear.

    >>> import numpy as np
    >>> monthly = failures_per_drive_month(month=np.arange(61.0), random_failure_rate=0.005,
    ...     first_year_failure_factor=2.5)
    >>> round(float(monthly.sum()), 6)
    0.0325
    """
    first_year = np.where(month > MONTHS_PER_YEAR, 1, first_year_failure_factor)
    return np.where(month == 0, 0, first_year * random_failure_rate / MONTHS_PER_YEAR)


@formula(label="cache drives failed in month", source="fast20-maneas", locator="replacement rates")
def failed_drives(*, cache_drives: Array, cluster_size_factor: Array, failures_per_drive_month: Array) -> Array:
    """Cache drives that fail at random in each month, expected, of all hosts that are there by then."""
    return np.where(cache_drives == 0, 0, cache_drives * cluster_size_factor * failures_per_drive_month)


@formula(label="capacity drives failed in month", source="fast20-maneas", locator="replacement rates", validity=_AS_OLD)
def failed_capacity_drives(
    *, present_hosts: Array, further_drives_per_host: Array, failures_per_drive_month: Array
) -> Array:
    """Capacity drives that fail at random in each month, expected."""
    failed = present_hosts * further_drives_per_host * failures_per_drive_month
    return np.where(further_drives_per_host == 0, 0, failed)


@formula(label="tier drives failed in month", source="fast20-maneas", locator="replacement rates", validity=_AS_OLD)
def failed_tier_drives(*, present_hosts: Array, tier_drives_per_host: Array, failures_per_drive_month: Array) -> Array:
    """Drives of the second memory tier that fail at random in each month, expected."""
    return np.where(tier_drives_per_host == 0, 0, present_hosts * tier_drives_per_host * failures_per_drive_month)


@formula(label="swap drives failed in month", source="fast20-maneas", locator="replacement rates", validity=_AS_OLD)
def failed_swap_drives(*, present_hosts: Array, swap_drives_per_host: Array, failures_per_drive_month: Array) -> Array:
    """Drives that are swapped to which fail at random in each month, expected."""
    return np.where(swap_drives_per_host == 0, 0, present_hosts * swap_drives_per_host * failures_per_drive_month)


@formula(
    label="read-cache drives failed in month", source="fast20-maneas", locator="replacement rates", validity=_AS_OLD
)
def failed_read_cache_drives(
    *, present_hosts: Array, read_cache_drives_per_host: Array, failures_per_drive_month: Array
) -> Array:
    """Drives that cache reads which fail at random in each month, expected."""
    failed = present_hosts * read_cache_drives_per_host * failures_per_drive_month
    return np.where(read_cache_drives_per_host == 0, 0, failed)


@formula(label="age of cache drives by month", source="HOSTWISE", locator=_REPLACEMENT)
def generation_years(*, month: Array, replaced_drives: Array) -> Array:
    """Years since the cache drives were bought or last replaced for wear.

    >>> import numpy as np
    >>> generation_years(month=np.array([0.0, 12.0, 24.0]), replaced_drives=np.array([0.0, 8.0, 0.0])).tolist()
    [0.0, 0.0, 1.0]
    """
    return _age_years(month, replaced_drives)


@formula(label="wear of the present cache drives", source="HOSTWISE", locator=_REPLACEMENT)
def generation_wear_ratio(*, wear_ratio_per_month: Array) -> Array:
    """Writes to the present cache drives by the end of each month over what they endure.

    >>> import numpy as np
    >>> generation_wear_ratio(wear_ratio_per_month=np.array([0.0, 0.75, 1.0, 1.25])).tolist()
    [0.0, 0.75, 1.0, 0.25]
    """
    return wear_ratio_per_month - np.maximum(ceil_count(wear_ratio_per_month) - 1, 0)


@formula(
    label="cache drives under warranty",
    source="HOSTWISE",
    locator="warranty ends at its years or at the rated writes, whichever is first",
    validity="the warranty's own writes: those rated, not those that this workload's correction allows",
    high=1.0,
)
def warranty_flag(
    *, generation_years: Array, warranty_years: Array, generation_wear_ratio: Array, endurance_factor: Array
) -> Array:
    """Whether a cache drive that fails in a month is replaced free of charge.

    >>> flags = [(4.0, 0.5, 1.0), (5.5, 0.5, 1.0), (4.0, 0.9, 2.0)]
    >>> [float(warranty_flag(generation_years=age, warranty_years=5.0, generation_wear_ratio=wear,
    ...     endurance_factor=factor)) for age, wear, factor in flags]
    [1.0, 0.0, 0.0]
    """
    in_years = np.where(generation_years > warranty_years, 0, 1)
    return in_years * np.where(generation_wear_ratio * endurance_factor > 1, 0, 1)


@formula(
    label="replaced cache drives in month",
    source="HOSTWISE",
    locator=_REPLACEMENT,
    validity="a drive at the end of its rated writes is no case for the warranty",
)
def cache_replacement_cost_per_month(
    *,
    cache_drives: Array,
    replaced_drives: Array,
    failed_drives: Array,
    warranty_flag: Array,
    cache_drive_price: Array,
    hardware_price_factor: Array,
) -> Array:
    """Cost of the cache drives replaced in each month: worn ones, and failed ones out of warranty."""
    paid_drives = replaced_drives + failed_drives * (1 - warranty_flag)
    return np.where(cache_drives == 0, 0, paid_drives * cache_drive_price * hardware_price_factor)


@formula(
    label="replaced capacity drives in month",
    source="fast20-maneas",
    locator=_RATES,
    validity=f"their wear is not modelled; {_AS_OLD}",
)
def capacity_replacement_cost_per_month(
    *,
    month: Array,
    further_drives_per_host: Array,
    failed_capacity_drives: Array,
    capacity_warranty_years: Array,
    capacity_drive_price: Array,
    hardware_price_factor: Array,
) -> Array:
    """Cost of the capacity drives that fail at random in each month after their warranty, expected."""
    paid = _paid(failed_capacity_drives, month / MONTHS_PER_YEAR, capacity_warranty_years)
    return np.where(further_drives_per_host == 0, 0, paid * capacity_drive_price * hardware_price_factor)


@formula(label="warranty of tier drive, else the usual", source="HOSTWISE", locator=_REPLACEMENT)
def tier_drive_covered_years(*, tier_drive_warranty_years: Array, usual_warranty_years: Array) -> Array:
    """Years in which a drive of the second memory tier is replaced free of charge when it fails at random."""
    return first_known(tier_drive_warranty_years, usual_warranty_years)


@formula(
    label="replaced tier drives in month",
    source="HOSTWISE",
    locator=_REPLACEMENT,
    validity="a drive at the end of its rated writes is no case for the warranty",
)
def tier_replacement_cost_per_month(
    *,
    month: Array,
    tier_drives_per_host: Array,
    replaced_tier_drives: Array,
    failed_tier_drives: Array,
    tier_drive_covered_years: Array,
    tier_drive_price: Array,
    hardware_price_factor: Array,
) -> Array:
    """Cost of the drives of the second memory tier replaced in each month: worn ones, and failed ones out of warranty.

    >>> import numpy as np
    >>> tier_replacement_cost_per_month(month=np.array([0.0, 60.0, 61.0]), tier_drives_per_host=2.0,
    ...     replaced_tier_drives=np.array([0.0, 0.0, 0.0]), failed_tier_drives=np.array([0.0, 0.5, 0.5]),
    ...     tier_drive_covered_years=5.0, tier_drive_price=900.0,
    ...     hardware_price_factor=1.0).tolist()
    [0.0, 0.0, 450.0]
    """
    paid = _paid(failed_tier_drives, _age_years(month, replaced_tier_drives), tier_drive_covered_years)
    cost = (replaced_tier_drives + paid) * tier_drive_price * hardware_price_factor
    return np.where(tier_drives_per_host == 0, 0, cost)


@formula(label="warranty of swap drive, else the usual", source="HOSTWISE", locator=_REPLACEMENT)
def swap_drive_covered_years(*, swap_drive_warranty_years: Array, usual_warranty_years: Array) -> Array:
    """Years in which a drive that is swapped to is replaced free of charge when it fails at random."""
    return first_known(swap_drive_warranty_years, usual_warranty_years)


@formula(
    label="replaced swap drives in month",
    source="HOSTWISE",
    locator=_REPLACEMENT,
    validity="a drive at the end of its rated writes is no case for the warranty",
)
def swap_replacement_cost_per_month(
    *,
    month: Array,
    swap_drives_per_host: Array,
    replaced_swap_drives: Array,
    failed_swap_drives: Array,
    swap_drive_covered_years: Array,
    swap_drive_price: Array,
    hardware_price_factor: Array,
) -> Array:
    """Cost of the drives that are swapped to replaced in each month: worn ones, and failed ones out of warranty."""
    paid = _paid(failed_swap_drives, _age_years(month, replaced_swap_drives), swap_drive_covered_years)
    cost = (replaced_swap_drives + paid) * swap_drive_price * hardware_price_factor
    return np.where(swap_drives_per_host == 0, 0, cost)


@formula(
    label="replaced read-cache drives in month",
    source="fast20-maneas",
    locator=_RATES,
    validity=f"their wear by filling the cache is not modelled; {_AS_OLD}",
)
def read_cache_replacement_cost_per_month(
    *,
    month: Array,
    read_cache_drives_per_host: Array,
    failed_read_cache_drives: Array,
    read_cache_drive_warranty_years: Array,
    read_cache_drive_price: Array,
    hardware_price_factor: Array,
) -> Array:
    """Cost of the read-cache drives that fail at random in each month after their warranty, expected."""
    paid = _paid(failed_read_cache_drives, month / MONTHS_PER_YEAR, read_cache_drive_warranty_years)
    return np.where(read_cache_drives_per_host == 0, 0, paid * read_cache_drive_price * hardware_price_factor)


@formula(
    label="replaced drives in month",
    source="HOSTWISE",
    locator=_REPLACEMENT,
    cost_part=CostPart("replacement", "Drive replacement", order=130, paid="by month"),
)
def replacement_cost_per_month(
    *,
    cache_replacement_cost_per_month: Array,
    capacity_replacement_cost_per_month: Array,
    tier_replacement_cost_per_month: Array,
    swap_replacement_cost_per_month: Array,
    read_cache_replacement_cost_per_month: Array,
) -> Array:
    """Cost of the drives replaced in each month, at the price of then."""
    return (
        cache_replacement_cost_per_month
        + capacity_replacement_cost_per_month
        + tier_replacement_cost_per_month
        + swap_replacement_cost_per_month
        + read_cache_replacement_cost_per_month
    )


@formula(label="drive replacement in year", source="HOSTWISE", locator=_REPLACEMENT)
def replacement_cost_per_year(*, replacement_cost_per_month: Array) -> Array:
    """Cost of the drives replaced in each year."""
    return by_year(replacement_cost_per_month)


@formula(label="capacity drives replaced until the horizon", source="fast20-maneas", locator="replacement rates")
def expected_capacity_replacements_drives(*, failed_capacity_drives: Array) -> Array:
    """Capacity drives replaced until the horizon, of all hosts: those that fail at random."""
    return total(failed_capacity_drives)


@formula(label="tier drives replaced until the horizon", source="HOSTWISE", locator="worn and failed drives")
def expected_tier_replacements_drives(*, replaced_tier_drives: Array, failed_tier_drives: Array) -> Array:
    """Drives of the second memory tier replaced until the horizon, of all hosts: worn, and failed at random."""
    return total(replaced_tier_drives + failed_tier_drives)


@formula(label="swap drives replaced until the horizon", source="HOSTWISE", locator="worn and failed drives")
def expected_swap_replacements_drives(*, replaced_swap_drives: Array, failed_swap_drives: Array) -> Array:
    """Drives that are swapped to replaced until the horizon, of all hosts: worn, and failed at random."""
    return total(replaced_swap_drives + failed_swap_drives)


@formula(label="read-cache drives replaced until the horizon", source="fast20-maneas", locator="replacement rates")
def expected_read_cache_replacements_drives(*, failed_read_cache_drives: Array) -> Array:
    """Read-cache drives replaced until the horizon, of all hosts: those that fail at random."""
    return total(failed_read_cache_drives)


@formula(
    label="disk groups lost in month",
    source="yellow-bricks-buffer-2016",
    locator="the loss of a cache drive takes its disk group offline",
    validity="disk groups with a cache drive; worn drives are evacuated before they are replaced and not counted",
)
def lost_groups(*, failed_drives: Array, disk_groups: Array, cache_drives_per_host: Array) -> Array:
    """Disk groups that failing cache drives take down in each month, expected."""
    return np.where(disk_groups == 0, 0, failed_drives * disk_groups / cache_drives_per_host)


@formula(
    label="outages in month",
    source="HOSTWISE",
    locator="lost disk groups x price of an outage",
    cost_part=CostPart(
        "outages",
        "Outages",
        order=140,
        paid="by month",
        given_by="outage_price",
        left_out="outages of disk groups",
        only_with="disk_groups",
    ),
)
def outage_cost_per_month(*, lost_groups: Array, outage_price: Array) -> Array:
    """Cost of the disk groups that failing cache drives take down in each month, expected."""
    return np.where(np.fmin(lost_groups, outage_price) == 0, 0, lost_groups * outage_price)
