"""Power, energy, heat and rack space [facts 7]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import BTU_PER_WH, HOURS_PER_YEAR, W_PER_KW
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, total_of_roles
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array

# ------------------------------------------------------------------------------------------------ measured hosts


@formula(label="TDP of all processors of a host", source="HOSTWISE", locator="power#power-of-a-host")
def processors_tdp_w(*, sockets: Array, cpu_tdp_w: Array) -> Array:
    """Thermal design power of all processors of one host.

    >>> processors_tdp_w(sockets=2.0, cpu_tdp_w=360.0)
    720.0
    """
    return sockets * cpu_tdp_w


@formula(
    label="host over measured host, by TDP",
    source="HOSTWISE",
    locator="power#measured-hosts",
    validity="1 for the processors and sockets that were measured; for others an estimate: board, fans and memory do "
    "not follow the processors exactly",
)
def measured_scale_factor(*, processors_tdp_w: Array, measured_sockets: Array, measured_cpu_tdp_w: Array) -> Array:
    """Thermal design power of the host's processors over that of the measured host's.

    >>> measured_scale_factor(processors_tdp_w=360.0, measured_sockets=2.0, measured_cpu_tdp_w=400.0)
    0.45
    """
    return processors_tdp_w / (measured_sockets * measured_cpu_tdp_w)


@formula(label="memory counted in the power of the host", source="HOSTWISE", locator="power#measured-hosts")
def included_memory_gib(*, measured_memory_gib: Array, measured_scale_factor: Array) -> Array:
    """Memory whose power is in that of the measured host: it is scaled with the rest."""
    return measured_memory_gib * measured_scale_factor


@formula(
    label="power of added memory per host",
    source="HOSTWISE",
    locator="power#measured-hosts",
    validity="DRAM beyond that of the measured host, in proportion and taken as constant; 0 if the plan gives "
    "the host's power itself, or it is put together from its parts; persistent memory is not counted",
)
def added_memory_w_per_host(
    *,
    dram_gib: Array,
    included_memory_gib: Array,
    memory_idle_w_per_gib: Array,
    memory_active_w_per_gib: Array,
    memory_is_counted_flag: Array,
) -> Array:
    """Power of the DRAM of one host beyond that of the measured host, between idle and busy.

    >>> float(added_memory_w_per_host(dram_gib=1024.0, included_memory_gib=256.0, memory_idle_w_per_gib=3 / 64,
    ...     memory_active_w_per_gib=7 / 64, memory_is_counted_flag=0.0))
    60.0
    """
    middle = (memory_idle_w_per_gib + memory_active_w_per_gib) / 2
    added = np.maximum(dram_gib - included_memory_gib, 0) * middle
    return np.where(memory_is_counted_flag == 1, 0, added)


# --------------------------------------------------------------------------------------------- hosts from their parts


@formula(
    label="power of processor over TDP",
    source="teads-curve-2021",
    locator="0.12, 0.32, 0.75 and 1.02 of TDP at 0, 10, 50 and 100 % load",
    validity="one curve for all processors; power of the package, not at the wall",
)
def cpu_tdp_used_share(
    *,
    cpu_load_share: Array,
    low_load_share: Array,
    middle_load_share: Array,
    cpu_idle_share: Array,
    cpu_low_share: Array,
    cpu_middle_share: Array,
    cpu_full_share: Array,
) -> Array:
    """Power of a processor at the average load, as a share of its TDP: linear between the points of a curve.

    The curve bends: half the load takes three quarters of the power.

    >>> curve = {"low_load_share": 0.1, "middle_load_share": 0.5, "cpu_idle_share": 0.12, "cpu_low_share": 0.32,
    ...     "cpu_middle_share": 0.75, "cpu_full_share": 1.02}
    >>> [round(float(cpu_tdp_used_share(cpu_load_share=load, **curve)), 4) for load in (0.0, 0.1, 0.3, 0.5, 1.0)]
    [0.12, 0.32, 0.535, 0.75, 1.02]
    """
    first = np.minimum(cpu_load_share, low_load_share) / low_load_share
    second = np.minimum(np.maximum(cpu_load_share - low_load_share, 0), middle_load_share - low_load_share)
    third = np.maximum(cpu_load_share - middle_load_share, 0) / (1 - middle_load_share)
    low = cpu_idle_share + (cpu_low_share - cpu_idle_share) * first
    middle = low + (cpu_middle_share - cpu_low_share) * second / (middle_load_share - low_load_share)
    return middle + (cpu_full_share - cpu_middle_share) * third


@formula(
    label="idle power of a host from its parts",
    source="HOSTWISE",
    locator="power#hosts-from-their-parts",
    validity="usual figures of each part; data drives and network cards come on top",
)
def parts_idle_w(
    *,
    processors_tdp_w: Array,
    cpu_idle_share: Array,
    board_w: Array,
    dram_gib: Array,
    memory_idle_w_per_gib: Array,
    supply_efficiency_share: Array,
) -> Array:
    """Power of processors, board, fans and memory of one host without load, at the wall.

    >>> round(float(parts_idle_w(processors_tdp_w=360.0, cpu_idle_share=0.12, board_w=26.0, dram_gib=512.0,
    ...     memory_idle_w_per_gib=3 / 64, supply_efficiency_share=0.94)), 2)
    99.15
    """
    parts = processors_tdp_w * cpu_idle_share + board_w + dram_gib * memory_idle_w_per_gib
    return parts / supply_efficiency_share


@formula(
    label="full-load power of a host from its parts",
    source="HOSTWISE",
    locator="power#hosts-from-their-parts",
    validity="usual figures of each part; every processor at its limit, where benchmarks stay below; data drives and "
    "network cards come on top",
)
def parts_full_w(
    *,
    processors_tdp_w: Array,
    cpu_full_share: Array,
    board_w: Array,
    dram_gib: Array,
    memory_active_w_per_gib: Array,
    fan_power_share: Array,
    supply_efficiency_share: Array,
) -> Array:
    """Power of processors, board, memory and fans of one host at full load, at the wall.

    >>> round(float(parts_full_w(processors_tdp_w=360.0, cpu_full_share=1.02, board_w=26.0, dram_gib=512.0,
    ...     memory_active_w_per_gib=7 / 64, fan_power_share=0.08, supply_efficiency_share=0.94)), 2)
    519.43
    """
    parts = processors_tdp_w * cpu_full_share + board_w + dram_gib * memory_active_w_per_gib
    return parts / (1 - fan_power_share) / supply_efficiency_share


# ------------------------------------------------------------------------------------------------- power of a host


@formula(
    label="idle power of host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="as given, else measured, scaled for other processors, else from the parts; without data drives and "
    "network cards",
)
def host_idle_w(
    *, given_host_idle_w: Array, measured_idle_w: Array, measured_scale_factor: Array, parts_idle_w: Array
) -> Array:
    """Power of one host without load, without data drives and network cards.

    >>> nan = float("nan")
    >>> float(host_idle_w(given_host_idle_w=nan, measured_idle_w=130.5, measured_scale_factor=0.45, parts_idle_w=99.0))
    58.725
    """
    return first_known(given_host_idle_w, measured_idle_w * measured_scale_factor, parts_idle_w)


@formula(
    label="full-load power of host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="as given, else measured, scaled for other processors, else from the parts; without data drives and "
    "network cards",
)
def host_full_w(
    *, given_host_full_w: Array, measured_full_w: Array, measured_scale_factor: Array, parts_full_w: Array
) -> Array:
    """Power of one host at full load, without data drives and network cards.

    A measured host counts as measured for its own processors and sockets only; for others it is scaled.

    >>> nan = float("nan")
    >>> float(host_full_w(given_host_full_w=nan, measured_full_w=750.0, measured_scale_factor=0.5, parts_full_w=519.0))
    375.0
    """
    return first_known(given_host_full_w, measured_full_w * measured_scale_factor, parts_full_w)


@formula(
    label="load between idle and full power",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="linear for a given or measured host; along the curve of the processor for one from its parts",
    high=1.0,
)
def host_power_share(
    *,
    built_from_parts_flag: Array,
    cpu_load_share: Array,
    cpu_tdp_used_share: Array,
    cpu_idle_share: Array,
    cpu_full_share: Array,
) -> Array:
    """How far the average power of a host is from its idle to its full-load power.

    >>> curve = {"cpu_tdp_used_share": 0.75, "cpu_idle_share": 0.12, "cpu_full_share": 1.02}
    >>> [round(float(host_power_share(built_from_parts_flag=flag, cpu_load_share=0.5, **curve)), 4) for flag in (0, 1)]
    [0.5, 0.7]
    """
    curved = (cpu_tdp_used_share - cpu_idle_share) / (cpu_full_share - cpu_idle_share)
    return np.where(built_from_parts_flag == 1, curved, cpu_load_share)


@formula(
    label="average power of drive",
    source="HOSTWISE",
    locator="power#drives",
    validity="as given, else between idle and largest power by the share of time that drives work",
)
def drive_w(*, given_drive_w: Array, drive_idle_w: Array, drive_full_w: Array, drive_duty_share: Array) -> Array:
    """Average power of a drive.

    Counting drives at their largest power would triple their energy: they seldom work at their limit.

    >>> nan = float("nan")
    >>> float(drive_w(given_drive_w=nan, drive_idle_w=5.0, drive_full_w=20.0, drive_duty_share=0.2))
    8.0
    """
    return first_known(given_drive_w, drive_idle_w + drive_duty_share * (drive_full_w - drive_idle_w))


@formula(label="power of drives per host", source="HOSTWISE", locator="power#drives")
def drives_w_per_host(*, drives_per_host: Array, drive_w: Array) -> Array:
    """Average power of all drives of one host."""
    return total_of_roles(drives_per_host * drive_w)


@formula(label="largest power of drives per host", source="HOSTWISE", locator="power#drives")
def drives_full_w_per_host(*, drives_per_host: Array, given_drive_w: Array, drive_full_w: Array) -> Array:
    """Power of all drives of one host at their limit; a given power counts as it is."""
    return total_of_roles(drives_per_host * first_known(given_drive_w, drive_full_w))


@formula(label="power of drives, memory and cards per host", source="HOSTWISE", locator="power#power-of-a-host")
def attached_w_per_host(
    *,
    drives_w_per_host: Array,
    added_memory_w_per_host: Array,
    nic_w: Array,
) -> Array:
    """Average power of the drives, added memory and network cards of one host."""
    return drives_w_per_host + added_memory_w_per_host + nic_w


@formula(
    label="power of a host",
    source="HOSTWISE",
    locator="power#power-of-a-host",
    validity="benchmark-tuned hosts: a lower bound for a real one; the plan's average load is used for any "
    "number of hosts, so that the same work on more hosts takes more energy in proportion",
)
def host_w(*, host_idle_w: Array, host_power_share: Array, host_full_w: Array, attached_w_per_host: Array) -> Array:
    """Average power of one host at the average CPU load.

    Measured profiles come from benchmark-tuned hosts, a lower bound. The average load is the plan's and does not change
    with the number of hosts.

    >>> host_w(host_idle_w=100.0, host_power_share=0.5, host_full_w=300.0, attached_w_per_host=50.0)
    250.0
    """
    return host_idle_w + host_power_share * (host_full_w - host_idle_w) + attached_w_per_host


@formula(label="power of a host at full load", source="HOSTWISE", locator="power#heat-and-peak-power")
def host_peak_w(
    *, host_full_w: Array, drives_full_w_per_host: Array, added_memory_w_per_host: Array, nic_w: Array
) -> Array:
    """Power of one host at full load with all drives at their limit.

    >>> host_peak_w(host_full_w=700.0, drives_full_w_per_host=80.0, added_memory_w_per_host=0.0, nic_w=20.0)
    800.0
    """
    return host_full_w + drives_full_w_per_host + added_memory_w_per_host + nic_w


@formula(
    label="power at full load",
    source="HOSTWISE",
    locator="power#heat-and-peak-power",
    validity="an external array at its average power",
    row=Row("Power and space", 30, "number", "lower", headline=True),
)
def peak_kw(
    *,
    own_hosts: Array,
    host_peak_w: Array,
    initial_other_peak_kw: Array,
    array_w: Array,
) -> Array:
    """Power of all hosts at full load with all drives at their limit, and of the array, without the site's overhead.

    Supply and cooling are laid out for this figure. An external array counts with its average.
    """
    return (own_hosts * host_peak_w + array_w) / W_PER_KW + initial_other_peak_kw


@formula(label="power of the cluster", source="HOSTWISE", locator="power#power-of-a-host")
def cluster_w(*, own_hosts: Array, host_w: Array, initial_other_w: Array, array_w: Array) -> Array:
    """Average power of the first hosts and of the array.

    >>> cluster_w(own_hosts=4.0, host_w=250.0, initial_other_w=0.0, array_w=500.0)
    1500.0
    """
    return own_hosts * host_w + initial_other_w + array_w


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
def rack_units(
    *, own_hosts: Array, rack_units_per_host: Array, initial_other_rack_units: Array, array_rack_units: Array
) -> Array:
    """Rack units of all hosts and the array."""
    return own_hosts * rack_units_per_host + initial_other_rack_units + array_rack_units
