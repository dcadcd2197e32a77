"""The second memory tier on NVMe drives [model 2.5].

`tier_drives_per_host` and `tier_drive_years_to_wear_out` are of one role alone: a parameter and a row of the comparison
name a quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import largest, needed, of_role, one_if_within, total
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role


@formula(label="second memory tier per host", source="nextlevelsddc-ratios", locator="Mem.TierNvmePct")
def tier_gib_per_host(*, dram_gib: Array, tier_dram_share: Array) -> Array:
    """Memory of one host on the drives of its second tier.

    >>> tier_gib_per_host(dram_gib=512.0, tier_dram_share=1.0)
    512.0
    """
    return dram_gib * tier_dram_share


@formula(
    label="DRAM for VMs per host",
    source="HOSTWISE",
    locator="memory#memory-tiering",
    validity="only with a second memory tier: hypervisor, storage stack and tables stay in DRAM",
    low=-float("inf"),
)
def usable_dram_gib_per_host(*, usable_gib_per_host: Array, tier_gib_per_host: Array) -> Array:
    """DRAM of one host with a second tier that is left for VMs and their overhead.

    >>> round(usable_dram_gib_per_host(usable_gib_per_host=1936.56, tier_gib_per_host=1024.0), 2)
    912.56
    """
    return usable_gib_per_host - tier_gib_per_host


@formula(
    label="active unreserved memory",
    source="HOSTWISE",
    locator="memory#memory-tiering",
    validity="active pages are spread evenly over reserved and unreserved memory",
)
def active_unreserved_gib(
    *,
    group_vms: Array,
    memory_gib_with_growth: Array,
    memory_active_share: Array,
    idle_share: Array,
    memory_reserved_share: Array,
) -> Array:
    """Memory that the VMs touch all the time and that is not reserved: what is reserved is in DRAM as it is."""
    active_gib = group_vms * memory_gib_with_growth * memory_active_share * (1 - idle_share)
    return total(active_gib * (1 - memory_reserved_share))


@formula(label="largest reservation", source="HOSTWISE", locator="memory#memory-tiering")
def largest_reservation_gib(*, memory_gib_with_growth: Array, memory_reserved_share: Array) -> Array:
    """Reserved memory of the VM that reserves the most."""
    return largest(memory_gib_with_growth * memory_reserved_share)


@formula(
    label="hosts for active memory, unrounded",
    source="vmware-blog-2025-12-02",
    locator="active memory at most half of DRAM",
    validity="only with a second memory tier: active and reserved pages must stay in DRAM; infinite where one "
    "reservation exceeds the DRAM of a host",
    constraint=Constraint(
        "active_memory", "active and reserved memory", order=60, spares="memory_spares_flag", slack=False
    ),
)
def hosts_for_active_memory_unrounded(
    *,
    active_unreserved_gib: Array,
    tier_active_share_limit: Array,
    reserved_memory_gib: Array,
    vm_overhead_gib: Array,
    usable_dram_gib_per_host: Array,
    largest_reservation_gib: Array,
) -> Array:
    """Hosts whose DRAM holds the active memory allowed with a second tier, all reservations, and all overheads.

    By the vendor's rule at most half of DRAM is active, and reserved memory is backed by DRAM alone. Both are in DRAM
    at the same time, so that they add up. A VM is on one host, so that its reservation must fit the DRAM of one.

    >>> import numpy as np
    >>> plan = {"active_unreserved_gib": 3200.0, "reserved_memory_gib": 9000.0, "vm_overhead_gib": 500 * 150 / 1024,
    ...     "usable_dram_gib_per_host": np.float64(912.56), "largest_reservation_gib": np.float64(90.0)}
    >>> [round(float(hosts_for_active_memory_unrounded(tier_active_share_limit=limit, **plan)), 2)
    ...     for limit in (0.5, 1.0)]
    [16.96, 13.45]
    """
    held_gib = needed(active_unreserved_gib, tier_active_share_limit) + reserved_memory_gib + vm_overhead_gib
    never = one_if_within(largest_reservation_gib - usable_dram_gib_per_host) - 1
    return np.maximum(needed(held_gib, usable_dram_gib_per_host), never)


@formula(label="drives of the tier", source="HOSTWISE", locator="memory#memory-tiering")
def tier_drives_per_host(*, drives_per_host: Array) -> Array:
    """Drives of one host that hold the second memory tier."""
    return of_role(drives_per_host, Role.MEMORY_TIER)


@formula(
    label="writes of a tier drive",
    source="vmware-blog-2025-07-24",
    locator="mirroring writes each page twice",
    validity="the pages spread evenly over the drives",
)
def tier_drive_write_mb_s(
    *, tier_page_out_mb_s: Array, tier_copies_factor: Array, tier_drives_per_host: Array
) -> Array:
    """Average write rate of one drive of the tier.

    Pages written to the tier are an input for each host, since no model of paging between the tiers is published. They
    do not grow.
    """
    return tier_page_out_mb_s * tier_copies_factor / tier_drives_per_host


@formula(
    label="years to wear-out of tier drive",
    source="INTEL21",
    locator="Endurance formula",
    validity="infinite where nothing is written",
    row=Row("Memory", 40, "years", "higher"),
)
def tier_drive_years_to_wear_out(*, role_years_to_wear_out: Array) -> Array:
    """Years until the rated writes of a drive of the tier are used up."""
    return of_role(role_years_to_wear_out, Role.MEMORY_TIER)
