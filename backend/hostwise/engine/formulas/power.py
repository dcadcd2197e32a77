"""Power, energy and rack space [facts 7]."""

from __future__ import annotations

from typing import Any

from hostwise.engine.constants import HOURS_PER_YEAR, W_PER_KW
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


@formula(label="rack units", source="HOSTWISE", locator="rack space")
def rack_units(*, hosts: Any, rack_units_per_host: Any) -> Any:
    """Rack units that all hosts take."""
    return hosts * rack_units_per_host
