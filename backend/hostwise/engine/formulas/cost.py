"""Cost over the horizon: purchase, running cost, replacements, cash flow, present value [model 7]."""

from __future__ import annotations

from typing import Any

import numpy as np

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import formula
from hostwise.engine.primitives import ceil_count, first_known, running_total, sum_known, total, year_on_year


@formula(label="servers", source="HOSTWISE", locator="purchase")
def server_capex(*, hosts: Any, chassis_price: Any, sockets: Any, cpu_price: Any, nic_price: Any) -> Any:
    """Purchase of chassis, processors and network cards."""
    return hosts * (chassis_price + sockets * cpu_price + nic_price)


@formula(label="price of memory per host", source="HOSTWISE", locator="purchase")
def memory_price_per_host(*, given_memory_price_per_host: Any, dram_gib: Any, memory_price_per_gib: Any) -> Any:
    """Price of all memory of one host: as given, else DRAM at its price per GiB."""
    return first_known(given_memory_price_per_host, dram_gib * memory_price_per_gib)


@formula(label="memory", source="HOSTWISE", locator="purchase")
def memory_capex(*, hosts: Any, memory_price_per_host: Any) -> Any:
    """Purchase of memory."""
    return hosts * memory_price_per_host


@formula(label="cache drives", source="HOSTWISE", locator="purchase")
def cache_capex(*, cache_drives: Any, cache_drive_price: Any) -> Any:
    """Purchase of the drives that absorb VM writes; of all drives where one tier does both."""
    return cache_drives * cache_drive_price


@formula(label="capacity drives", source="HOSTWISE", locator="purchase")
def capacity_capex(*, hosts: Any, further_drives_per_host: Any, capacity_drive_price: Any) -> Any:
    """Purchase of the capacity drives."""
    return hosts * further_drives_per_host * capacity_drive_price


@formula(label="drives for memory and read cache", source="HOSTWISE", locator="purchase")
def further_drives_capex(
    *,
    hosts: Any,
    tier_drives_per_host: Any,
    tier_drive_price: Any,
    swap_drive_price: Any,
    read_cache_drive_price: Any,
) -> Any:
    """Purchase of the drives of second memory tier, swap and read cache."""
    return hosts * (tier_drives_per_host * tier_drive_price + swap_drive_price + read_cache_drive_price)


@formula(label="purchase", source="HOSTWISE", locator="purchase")
def purchase_capex(
    *, server_capex: Any, memory_capex: Any, cache_capex: Any, capacity_capex: Any, further_drives_capex: Any
) -> Any:
    """Purchase of the whole cluster."""
    return server_capex + memory_capex + cache_capex + capacity_capex + further_drives_capex


@formula(label="purchase per host", source="INTEL21", locator="Light sizing: Optane raises a host by 4.5 %")
def purchase_capex_per_host(*, purchase_capex: Any, hosts: Any) -> Any:
    """Purchase price of one host."""
    return purchase_capex / hosts


@formula(label="support per year", source="HOSTWISE", locator="running cost")
def support_cost_per_year(*, purchase_capex: Any, support_rate: Any) -> Any:
    """Support of the hardware."""
    return purchase_capex * support_rate


@formula(label="licensed cores per host", source="kb-313548", locator="KB 313548: at least 16 cores for each CPU")
def licensed_cores_per_host(
    *,
    sockets: Any,
    cores_per_socket: Any,
    licence_minimum_cores_per_socket: Any,
    licence_minimum_cores_per_host: Any,
) -> Any:
    """Cores of one host to license.

    >>> float(licensed_cores_per_host(sockets=2.0, cores_per_socket=12.0, licence_minimum_cores_per_socket=16.0,
    ...     licence_minimum_cores_per_host=0.0))
    32.0
    """
    counted = sockets * np.maximum(cores_per_socket, licence_minimum_cores_per_socket)
    return np.maximum(counted, licence_minimum_cores_per_host)


@formula(label="licences per year", source="HOSTWISE", locator="running cost")
def licence_cost_per_year(
    *,
    hosts: Any,
    licensed_cores_per_host: Any,
    licence_price_per_core: Any,
    sockets: Any,
    licence_price_per_socket: Any,
) -> Any:
    """Licences of all hosts, by core and by socket."""
    return hosts * (licensed_cores_per_host * licence_price_per_core + sockets * licence_price_per_socket)


@formula(label="energy per year, cost", source="HOSTWISE", locator="running cost")
def energy_cost_per_year(*, energy_kwh_per_year: Any, electricity_price_per_kwh: Any) -> Any:
    """Cost of the energy."""
    return energy_kwh_per_year * electricity_price_per_kwh


@formula(label="rack space per year", source="HOSTWISE", locator="running cost")
def rack_cost_per_year(*, rack_units: Any, rack_unit_price_per_month: Any) -> Any:
    """Cost of the rack space."""
    return rack_units * rack_unit_price_per_month * MONTHS_PER_YEAR


@formula(
    label="cache drives replaced in year",
    source="HOSTWISE",
    locator="replacement at the end of the rated life",
    validity="median life, growth included; the doubt about it is in the wear-out probability",
)
def replaced_drives(*, cache_drives: Any, wear_ratio_per_year: Any) -> Any:
    """Cache drives that reach their rated writes within a year and are replaced, all of a generation together.

    A generation that is worn exactly at the end of a year counts in the next one.

    >>> import numpy as np
    >>> replaced_drives(cache_drives=8.0, wear_ratio_per_year=np.arange(6.0) / 1.25).tolist()
    [0.0, 0.0, 8.0, 8.0, 8.0, 0.0]
    """
    worn_generations = np.maximum(ceil_count(wear_ratio_per_year) - 1, 0)
    return np.where(cache_drives == 0, 0, cache_drives * year_on_year(worn_generations))


@formula(label="drive replacement in year", source="HOSTWISE", locator="replacement at the end of the rated life")
def replacement_cost_per_year(*, replaced_drives: Any, cache_drive_price: Any) -> Any:
    """Cost of the cache drives replaced in each year, at today's price."""
    return replaced_drives * cache_drive_price


@formula(label="running cost per year", source="HOSTWISE", locator="running cost")
def running_cost_per_year(
    *,
    support_cost_per_year: Any,
    licence_cost_per_year: Any,
    energy_cost_per_year: Any,
    rack_cost_per_year: Any,
) -> Any:
    """What the cluster costs each year, replacements aside."""
    return support_cost_per_year + licence_cost_per_year + energy_cost_per_year + rack_cost_per_year


@formula(label="cash flow", source="HOSTWISE", locator="cash flow: purchase at 0, the rest at the end of each year")
def cash_flow_cost_per_year(
    *, year: Any, purchase_capex: Any, running_cost_per_year: Any, replacement_cost_per_year: Any
) -> Any:
    """Money that leaves in each year: the purchase in year 0, then running cost and replacements."""
    return np.where(year == 0, purchase_capex, running_cost_per_year + replacement_cost_per_year)


@formula(label="cash flow, cumulative", source="HOSTWISE", locator="cash flow")
def cumulative_cost(*, cash_flow_cost_per_year: Any) -> Any:
    """Money that has left by the end of each year."""
    return running_total(cash_flow_cost_per_year)


@formula(label="total cost of ownership", source="HOSTWISE", locator="cash flow, summed")
def cluster_tco(*, cash_flow_cost_per_year: Any) -> Any:
    """Purchase, running cost and replacements until the horizon, undiscounted."""
    return total(cash_flow_cost_per_year)


@formula(label="net present cost", source="HOSTWISE", locator="end-of-year flows, purchase undiscounted")
def cluster_npv(*, cash_flow_cost_per_year: Any, discount_rate: Any, year: Any) -> Any:
    """The cash flow in today's money: each year's flow discounted from its end.

    >>> import numpy as np
    >>> flow = np.array([1000.0, 110.0, 121.0])
    >>> round(float(cluster_npv(cash_flow_cost_per_year=flow, discount_rate=0.1, year=np.arange(3.0))), 6)
    1200.0
    """
    return total(cash_flow_cost_per_year / (1 + discount_rate) ** year)


@formula(label="total cost per VM", source="HOSTWISE", locator="cost per VM")
def tco_per_vm(*, cluster_tco: Any, planned_vms: Any) -> Any:
    """Total cost of ownership for each VM."""
    return cluster_tco / planned_vms


@formula(label="total cost per VM and month", source="HOSTWISE", locator="cost per VM")
def tco_per_vm_month(*, tco_per_vm: Any, horizon_years: Any) -> Any:
    """Total cost of ownership for each VM and month of the horizon."""
    return tco_per_vm / (horizon_years * MONTHS_PER_YEAR)


@formula(label="total cost per usable TB", source="HOSTWISE", locator="cost per TB", low=-float("inf"))
def tco_per_tb(*, cluster_tco: Any, usable_tb: Any) -> Any:
    """Total cost of ownership for each usable terabyte."""
    return cluster_tco / usable_tb


@formula(label="support until the horizon", source="HOSTWISE", locator="cost by category")
def support_cost(*, support_cost_per_year: Any, horizon_years: Any) -> Any:
    """Support of all years."""
    return support_cost_per_year * horizon_years


@formula(label="licences until the horizon", source="HOSTWISE", locator="cost by category")
def licence_cost(*, licence_cost_per_year: Any, horizon_years: Any) -> Any:
    """Licences of all years."""
    return licence_cost_per_year * horizon_years


@formula(label="energy until the horizon", source="HOSTWISE", locator="cost by category")
def energy_cost(*, energy_cost_per_year: Any, horizon_years: Any) -> Any:
    """Energy of all years."""
    return energy_cost_per_year * horizon_years


@formula(label="rack space until the horizon", source="HOSTWISE", locator="cost by category")
def rack_cost(*, rack_cost_per_year: Any, horizon_years: Any) -> Any:
    """Rack space of all years."""
    return rack_cost_per_year * horizon_years


@formula(label="drive replacement until the horizon", source="HOSTWISE", locator="cost by category")
def replacement_cost(*, replacement_cost_per_year: Any) -> Any:
    """Cache drives replaced in all years."""
    return total(replacement_cost_per_year)


@formula(
    label="cost of the known parts",
    source="HOSTWISE",
    locator="cost by category, without what is not evaluated",
    validity="a lower bound: what is not evaluated is left out, and listed",
)
def known_parts_cost(
    *,
    server_capex: Any,
    memory_capex: Any,
    cache_capex: Any,
    capacity_capex: Any,
    further_drives_capex: Any,
    support_cost: Any,
    licence_cost: Any,
    energy_cost: Any,
    rack_cost: Any,
    replacement_cost: Any,
) -> Any:
    """Cost until the horizon of the parts that could be evaluated; equals the total cost where all could."""
    return sum_known(
        server_capex,
        memory_capex,
        cache_capex,
        capacity_capex,
        further_drives_capex,
        support_cost,
        licence_cost,
        energy_cost,
        rack_cost,
        replacement_cost,
    )
