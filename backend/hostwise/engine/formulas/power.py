"""Power, energy, heat and rack space [facts 7]."""

from __future__ import annotations

from typing import Any

from hostwise.engine.constants import BTU_PER_WH, HOURS_PER_YEAR, W_PER_KW
from hostwise.engine.graph import formula


@formula(
    label="power of drives and cards per host",
    source="HOSTWISE",
    locator="power: sum of drives and cards",
    validity="drives at their largest power; memory beyond that of the measured host is not counted",
)
def attached_w_per_host(
    *,
    cache_drives_per_host: Any,
    cache_drive_w: Any,
    further_drives_per_host: Any,
    capacity_drive_w: Any,
    nic_w: Any,
) -> Any:
    """Power of the drives and network cards of one host, taken as constant."""
    return cache_drives_per_host * cache_drive_w + further_drives_per_host * capacity_drive_w + nic_w


@formula(
    label="power of a host",
    source="HOSTWISE",
    locator="linear in load between idle and full-load power",
    validity="benchmark-tuned hosts with little memory: a lower bound for a real one",
)
def host_w(*, host_idle_w: Any, cpu_load_share: Any, host_full_w: Any, attached_w_per_host: Any) -> Any:
    """Average power of one host at the average CPU load.

    >>> host_w(host_idle_w=100.0, cpu_load_share=0.5, host_full_w=300.0, attached_w_per_host=50.0)
    250.0
    """
    return host_idle_w + cpu_load_share * (host_full_w - host_idle_w) + attached_w_per_host


@formula(label="power at full load", source="HOSTWISE", locator="power at full load")
def peak_kw(*, hosts: Any, host_full_w: Any, attached_w_per_host: Any) -> Any:
    """Power of all hosts at full load, without the site's overhead."""
    return hosts * (host_full_w + attached_w_per_host) / W_PER_KW


@formula(label="energy per year", source="HOSTWISE", locator="energy = power x hours x PUE")
def energy_kwh_per_year(*, hosts: Any, host_w: Any, pue: Any) -> Any:
    """Energy of the cluster and the site's overhead for it.

    >>> energy_kwh_per_year(hosts=4.0, host_w=250.0, pue=1.5)
    13140.0
    """
    return hosts * host_w / W_PER_KW * HOURS_PER_YEAR * pue


@formula(
    label="cooling and losses per year",
    source="uptime-2025",
    locator="PUE: energy of the site over energy of the equipment",
    validity="all that the site takes beyond the equipment: mostly cooling, and losses of supply and distribution",
)
def overhead_kwh_per_year(*, energy_kwh_per_year: Any, pue: Any) -> Any:
    """Energy of the site for the cluster beyond that of the hosts themselves.

    >>> round(float(overhead_kwh_per_year(energy_kwh_per_year=13140.0, pue=1.5)), 6)
    4380.0
    """
    return energy_kwh_per_year * (1 - 1 / pue)


@formula(label="heat", source="HOSTWISE", locator="power of the hosts as heat: 3.412 BTU/h for each watt")
def heat_btu_h(*, hosts: Any, host_w: Any) -> Any:
    """Heat of all hosts at the average CPU load, to be cooled away.

    >>> round(float(heat_btu_h(hosts=4.0, host_w=250.0)), 2)
    3412.14
    """
    return hosts * host_w * BTU_PER_WH


@formula(label="heat at full load", source="HOSTWISE", locator="power of the hosts as heat: 3.412 BTU/h for each watt")
def peak_heat_btu_h(*, peak_kw: Any) -> Any:
    """Heat of all hosts at full load, for which cooling is laid out."""
    return peak_kw * W_PER_KW * BTU_PER_WH


@formula(label="rack units", source="HOSTWISE", locator="rack space")
def rack_units(*, hosts: Any, rack_units_per_host: Any) -> Any:
    """Rack units that all hosts take."""
    return hosts * rack_units_per_host
