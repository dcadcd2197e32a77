"""Power, energy, heat and rack space [facts 7]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import BTU_PER_WH, HOURS_PER_YEAR, W_PER_KW
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import total_of_roles
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array


@formula(
    label="power of added memory per host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="DRAM beyond that of the measured host, in proportion and taken as constant; 0 if the plan gives "
    "the host's power itself or names no measured host; persistent memory is not counted",
)
def added_memory_w_per_host(*, dram_gib: Array, measured_memory_gib: Array, memory_w_per_gib: Array) -> Array:
    """Power of the DRAM of one host beyond that of the measured host.

    >>> float(added_memory_w_per_host(dram_gib=1024.0, measured_memory_gib=256.0, memory_w_per_gib=5 / 64))
    60.0
    """
    return np.maximum(dram_gib - measured_memory_gib, 0) * memory_w_per_gib


@formula(
    label="power of drives per host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="drives at their largest power",
)
def drives_w_per_host(*, drives_per_host: Array, drive_w: Array) -> Array:
    """Power of all drives of one host, taken as constant."""
    return total_of_roles(drives_per_host * drive_w)


@formula(
    label="power of drives, memory and cards per host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="drives at their largest power",
)
def attached_w_per_host(
    *,
    drives_w_per_host: Array,
    added_memory_w_per_host: Array,
    nic_w: Array,
) -> Array:
    """Power of the drives, added memory and network cards of one host, taken as constant."""
    return drives_w_per_host + added_memory_w_per_host + nic_w


@formula(
    label="power of a host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="benchmark-tuned hosts: a lower bound for a real one; the plan's average load is used for any "
    "number of hosts, so that the same work on more hosts takes more energy in proportion",
)
def host_w(*, host_idle_w: Array, cpu_load_share: Array, host_full_w: Array, attached_w_per_host: Array) -> Array:
    """Average power of one host at the average CPU load.

    Linear in load, the usual first approximation; measured curves of two-socket servers bend below it by up to a tenth
    at half load. Measured profiles come from benchmark-tuned hosts, a lower bound. The average load is the plan's and
    does not change with the number of hosts.

    >>> host_w(host_idle_w=100.0, cpu_load_share=0.5, host_full_w=300.0, attached_w_per_host=50.0)
    250.0
    """
    return host_idle_w + cpu_load_share * (host_full_w - host_idle_w) + attached_w_per_host


@formula(
    label="power at full load",
    source="HOSTWISE",
    locator="power#heat-and-peak-power",
    validity="an external array at its average power",
    row=Row("Power and space", 30, "number", "lower", headline=True),
)
def peak_kw(*, hosts: Array, host_full_w: Array, attached_w_per_host: Array, array_w: Array) -> Array:
    """Power of all hosts at full load and of the array, without the site's overhead.

    Supply and cooling are laid out for this figure. An external array counts with its average.
    """
    return (hosts * (host_full_w + attached_w_per_host) + array_w) / W_PER_KW


@formula(label="power of the cluster", source="HOSTWISE", locator="power#power-of-a-host")
def cluster_w(*, hosts: Array, host_w: Array, array_w: Array) -> Array:
    """Average power of the first hosts and of the array.

    >>> cluster_w(hosts=4.0, host_w=250.0, array_w=500.0)
    1500.0
    """
    return hosts * host_w + array_w


@formula(
    label="energy per year",
    source="HOSTWISE",
    locator="power#energy",
    validity="one average load for any number of hosts: the same work on three times the hosts takes three times the "
    "energy; where configurations differ much in hosts, give the load for each in a plan of its own",
    row=Row("Power and space", 10, "number", "lower", headline=True),
)
def energy_kwh_per_year(*, cluster_w: Array, pue: Array) -> Array:
    """Energy of the cluster, including the site's overhead.

    PUE covers all energy of the site beyond the equipment: mostly cooling, then losses. The average load is the same
    for any number of hosts, so that the same work on three times the hosts takes three times the energy.

    >>> energy_kwh_per_year(cluster_w=1000.0, pue=1.5)
    13140.0
    """
    return cluster_w / W_PER_KW * HOURS_PER_YEAR * pue


@formula(
    label="cooling and losses per year",
    source="uptime-2025",
    locator="PUE: energy of the site over energy of the equipment",
    validity="all energy of the site beyond the equipment: mostly cooling, and losses of supply and distribution",
    row=Row("Power and space", 20, "number", "lower", shown="where evaluated"),
)
def overhead_kwh_per_year(*, energy_kwh_per_year: Array, pue: Array) -> Array:
    """Energy of the site's overhead for the cluster, beyond that of hosts and array.

    >>> round(float(overhead_kwh_per_year(energy_kwh_per_year=13140.0, pue=1.5)), 6)
    4380.0
    """
    return energy_kwh_per_year * (1 - 1 / pue)


@formula(label="heat", source="HOSTWISE", locator="power#heat-and-peak-power")
def heat_btu_h(*, cluster_w: Array) -> Array:
    """Heat of all hosts at the average CPU load and of the array.

    All electrical power becomes heat.

    >>> round(float(heat_btu_h(cluster_w=1000.0)), 2)
    3412.14
    """
    return cluster_w * BTU_PER_WH


@formula(
    label="heat at full load",
    source="HOSTWISE",
    locator="power#heat-and-peak-power",
    row=Row("Power and space", 40, "number", "lower", shown="where evaluated"),
)
def peak_heat_btu_h(*, peak_kw: Array) -> Array:
    """Heat of all hosts at full load and of the array; cooling is laid out for it."""
    return peak_kw * W_PER_KW * BTU_PER_WH


@formula(
    label="rack units",
    source="HOSTWISE",
    locator="power#rack-space",
    row=Row("Power and space", 50, "count", "lower"),
)
def rack_units(*, hosts: Array, rack_units_per_host: Array, array_rack_units: Array) -> Array:
    """Rack units of all hosts and the array."""
    return hosts * rack_units_per_host + array_rack_units
