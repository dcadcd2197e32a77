"""Swap: the host cache, writes to the swap device, and the life of the swap drive [model 2.3, 2.5].

`swap_drive_dwpd_used` and `swap_drive_years_to_wear_out` are of one role alone: the answer about memory and the row of
the comparison name a quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import GB_PER_TB, TB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import needed, of_role
from hostwise.engine.purposes import Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role


@formula(label="swapped memory per host", source="FRIEDMAN13", locator="Swapping", validity="the VMs spread evenly")
def swapped_gib_per_host(*, swapped_gib: Array, running_hosts: Array) -> Array:
    """Swapped VM memory of one host."""
    return needed(swapped_gib, running_hosts)


@formula(
    label="host cache needed per host",
    source="vsphere-host-cache-6.5",
    locator="host cache: all that is configured beyond the hosts' memory",
    validity="without ballooning and compression: an upper bound of the swapped memory",
)
def needed_host_cache_gib_per_host(*, unreclaimed_free_gib: Array, running_hosts: Array) -> Array:
    """Host cache that holds all configured memory beyond the running hosts' memory.

    Ballooned and compressed memory is left out: an upper bound of the swapped memory.
    """
    return needed(np.maximum(-unreclaimed_free_gib, 0), running_hosts)


@formula(
    label="overflow of the host cache",
    source="vsphere-host-cache-6.5",
    locator="what does not fit goes to the regular swap files",
)
def host_cache_overflow_gib_per_host(*, swapped_gib_per_host: Array, host_cache_gb: Array) -> Array:
    """Swapped memory of one host that does not fit in its host cache."""
    return np.maximum(swapped_gib_per_host - host_cache_gb / GB_PER_TB / TB_PER_GIB, 0)


@formula(
    label="writes to the swap device",
    source="HOSTWISE",
    locator="memory#swap",
    validity="memory is swapped only in the states hard and low",
    kind="assumed",
)
def swap_write_tb_per_day(*, swapped_gib_per_host: Array, swap_turnovers_per_day: Array) -> Array:
    """Terabytes written to the swap device of one host per day.

    Swapped memory times exchanges per day. No source prints the exchanges, so that the figure is assumed. It leaves out
    growth: the swapped memory is that of the sizing date.

    >>> round(float(swap_write_tb_per_day(swapped_gib_per_host=100.0, swap_turnovers_per_day=2.0)), 4)
    0.2147
    """
    return swapped_gib_per_host * swap_turnovers_per_day * TB_PER_GIB


@formula(label="drive writes per day of swap drive", source="INTEL21", locator="Endurance formula")
def swap_drive_dwpd_used(*, role_dwpd_used: Array) -> Array:
    """Full drive writes per day of the swap drive."""
    return of_role(role_dwpd_used, Role.SWAP)


@formula(
    label="years to wear-out of swap drive",
    source="INTEL21",
    locator="Endurance formula",
    validity="infinite where nothing is swapped",
    row=Row("Memory", 30, "years", "higher"),
)
def swap_drive_years_to_wear_out(*, role_years_to_wear_out: Array) -> Array:
    """Years until the rated writes of the swap drive are used up."""
    return of_role(role_years_to_wear_out, Role.SWAP)
