"""Carbon of the energy that the hosts use and of making them [facts 7]."""

from __future__ import annotations

from functools import reduce
from operator import add

import numpy as np

from hostwise.engine.constants import G_PER_KG
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import ceil_count, first_known, total, total_of_roles
from hostwise.engine.purposes import CarbonPart, Row
from hostwise.engine.quantities import Array

_PARTS = "embodied = 150 + 66.1 + 24.3 kg of supplies + CPU + DIMM + SSD"


def _made(drives: Array, kgco2e: Array) -> Array:
    """Carbon embodied in some drives; 0 if there are none, even of an unknown kind."""
    return np.where(drives == 0, 0, drives * kgco2e)


@formula(
    label="carbon of energy per year",
    source="ember-2025-08",
    locator="energy x intensity of the consumed mix",
    validity="the average mix of a past year: neither the marginal nor a simulation one",
    row=Row("Carbon", 10, "number", "lower", shown="where evaluated"),
)
def operational_kgco2e_per_year(*, all_energy_kwh_per_year: Array, carbon_g_per_kwh: Array) -> Array:
    """Carbon of one year's energy of the first hosts, including the site's overhead.

    The intensity is the average mix of a past year, neither the marginal nor a simulation one.

    >>> float(operational_kgco2e_per_year(all_energy_kwh_per_year=13140.0, carbon_g_per_kwh=472.9))
    6213.906
    """
    return all_energy_kwh_per_year * carbon_g_per_kwh / G_PER_KG


@formula(
    label="carbon of energy until the horizon",
    source="ember-2025-08",
    locator="energy x intensity, summed",
    carbon_part=CarbonPart("energy", "Energy until the horizon", order=10),
    row=Row("Carbon", 20, "number", "lower", shown="where evaluated"),
)
def operational_kgco2e(*, energy_kwh_per_month: Array, carbon_g_per_kwh: Array) -> Array:
    """Carbon of the energy of all months, including hosts bought later."""
    return total(energy_kwh_per_month * carbon_g_per_kwh / G_PER_KG)


@formula(label="carbon of case, board and supplies", source="boavizta-factors", locator=_PARTS)
def chassis_kgco2e_per_host(
    *, case_kgco2e: Array, board_kgco2e: Array, power_supply_kg_per_host: Array, power_supply_kgco2e_per_kg: Array
) -> Array:
    """Carbon embodied in one host without processors, memory and drives.

    >>> round(float(chassis_kgco2e_per_host(case_kgco2e=150.0, board_kgco2e=66.1, power_supply_kg_per_host=6.0,
    ...     power_supply_kgco2e_per_kg=24.3)), 6)
    361.9
    """
    return case_kgco2e + board_kgco2e + power_supply_kg_per_host * power_supply_kgco2e_per_kg


@formula(label="carbon of processors", source="boavizta-factors", locator=_PARTS)
def processors_kgco2e_per_host(
    *, sockets: Array, processor_fixed_kgco2e: Array, processor_die_mm2: Array, processor_kgco2e_per_mm2: Array
) -> Array:
    """Carbon embodied in the processors of one host.

    >>> round(float(processors_kgco2e_per_host(sockets=2.0, processor_fixed_kgco2e=9.14, processor_die_mm2=800.0,
    ...     processor_kgco2e_per_mm2=0.0197)), 6)
    49.8
    """
    return sockets * (processor_fixed_kgco2e + processor_die_mm2 * processor_kgco2e_per_mm2)


@formula(
    label="carbon of memory",
    source="boavizta-factors",
    locator=f"{_PARTS}; about 1.2 t for 1 TB",
    validity="DRAM in modules of one size; persistent memory is not counted",
)
def memory_kgco2e_per_host(
    *,
    dram_gib: Array,
    memory_module_gib: Array,
    module_fixed_kgco2e: Array,
    dram_density_gib_per_cm2: Array,
    dram_kgco2e_per_cm2: Array,
) -> Array:
    """Carbon embodied in the DRAM of one host.

    >>> round(float(memory_kgco2e_per_host(dram_gib=1024.0, memory_module_gib=64.0, module_fixed_kgco2e=5.22,
    ...     dram_density_gib_per_cm2=2.0, dram_kgco2e_per_cm2=2.2)), 2)
    1209.92
    """
    modules = ceil_count(dram_gib / memory_module_gib)
    return modules * module_fixed_kgco2e + dram_gib / dram_density_gib_per_cm2 * dram_kgco2e_per_cm2


@formula(
    label="carbon of a drive",
    source="boavizta-factors",
    locator=f"{_PARTS}; a hard disk 31.11",
    validity="flash of one density",
)
def role_drive_kgco2e(
    *, drive_fixed_kgco2e: Array, drive_gb: Array, flash_density_gb_per_cm2: Array, drive_kgco2e_per_cm2: Array
) -> Array:
    """Carbon embodied in a drive: its board, and the dies that hold its capacity.

    >>> round(float(role_drive_kgco2e(drive_fixed_kgco2e=6.34, drive_gb=7680.0, flash_density_gb_per_cm2=48.5,
    ...     drive_kgco2e_per_cm2=2.2)))
    355
    """
    return drive_fixed_kgco2e + drive_gb / flash_density_gb_per_cm2 * drive_kgco2e_per_cm2


@formula(label="carbon of drives, by role", source="boavizta-factors", locator=_PARTS)
def role_drives_kgco2e_per_host(*, drives_per_host: Array, role_drive_kgco2e: Array) -> Array:
    """Carbon embodied in the drives of one host; 0 if it has none."""
    return _made(drives_per_host, role_drive_kgco2e)


@formula(label="carbon of drives", source="boavizta-factors", locator=_PARTS)
def drives_kgco2e_per_host(*, role_drives_kgco2e_per_host: Array) -> Array:
    """Carbon embodied in all drives of one host."""
    return total_of_roles(role_drives_kgco2e_per_host)


@formula(
    label="carbon of a host by its parts",
    source="boavizta-factors",
    locator=_PARTS,
    validity="making only: neither transport nor end of life",
)
def parts_kgco2e_per_host(
    *,
    chassis_kgco2e_per_host: Array,
    processors_kgco2e_per_host: Array,
    memory_kgco2e_per_host: Array,
    drives_kgco2e_per_host: Array,
) -> Array:
    """Carbon embodied in the parts of one host."""
    return chassis_kgco2e_per_host + processors_kgco2e_per_host + memory_kgco2e_per_host + drives_kgco2e_per_host


@formula(
    label="embodied carbon per host",
    source="boavizta-factors",
    locator="by parts; else 3,660 kg for any server (ADEME)",
    validity="if a part is unknown, the figure for a usual server is used",
)
def embodied_kgco2e_per_host(*, parts_kgco2e_per_host: Array, usual_kgco2e_per_host: Array) -> Array:
    """Carbon embodied in one host: the sum of its parts, otherwise the figure for a usual server.

    If a part is unknown, the figure for a usual server is used instead. Transport and end of life are left out.

    >>> import numpy as np
    >>> float(embodied_kgco2e_per_host(parts_kgco2e_per_host=np.float64("nan"), usual_kgco2e_per_host=3660.0))
    3660.0
    """
    return first_known(parts_kgco2e_per_host, usual_kgco2e_per_host)


@formula(
    label="embodied carbon",
    source="boavizta-factors",
    locator="hosts x carbon of a host",
    validity="an external array is not counted: no figure for one is known",
    carbon_part=CarbonPart("hosts", "Making of hosts", order=20),
    row=Row("Carbon", 30, "number", "lower", without_arrays=True),
)
def embodied_kgco2e(
    *,
    final_fleet_hosts: Array,
    shared_spare_hosts: Array,
    embodied_kgco2e_per_host: Array,
    other_embodied_kgco2e: Array,
) -> Array:
    """Carbon embodied in all hosts bought until the horizon.

    The whole of it counts: it is not spread over a life longer than the horizon. An external array is left out, since
    no figure for one is known.
    """
    return (final_fleet_hosts + shared_spare_hosts) * embodied_kgco2e_per_host + other_embodied_kgco2e


@formula(
    label="carbon of replaced drives, by role",
    source="boavizta-factors",
    locator=_PARTS,
    validity="drives of all hosts, replaced under warranty or paid for",
)
def role_replacement_kgco2e(*, role_replacements_drives: Array, role_drive_kgco2e: Array) -> Array:
    """Carbon embodied in the replacement drives until the horizon."""
    return _made(role_replacements_drives, role_drive_kgco2e)


@formula(
    label="embodied carbon of replaced drives",
    source="boavizta-factors",
    locator=_PARTS,
    validity="drives of all hosts, replaced under warranty or paid for",
    carbon_part=CarbonPart("replaced_drives", "Making of replaced drives", order=30),
)
def replacement_kgco2e(*, role_replacement_kgco2e: Array) -> Array:
    """Carbon embodied in all replacement drives until the horizon."""
    return total_of_roles(role_replacement_kgco2e)


@formula(
    label="carbon until the horizon",
    source="HOSTWISE",
    locator="power#carbon",
    collects="parts of the carbon",
    row=Row("Carbon", 40, "number", "lower", shown="where evaluated", without_arrays=True),
)
def cluster_kgco2e(*parts: Array) -> Array:
    """Carbon of the cluster until the horizon: energy, making of the hosts, and replaced drives.

    >>> cluster_kgco2e(12_000.0, 3_210.0, 160.0)
    15370.0
    """
    return reduce(add, parts)
