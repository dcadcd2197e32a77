"""The second memory tier on NVMe drives [model 2.5].

`tier_drives_per_host` and `tier_drive_years_to_wear_out` are of one role alone: a parameter and a row of the comparison
name a quantity, and no role of it.
"""

from __future__ import annotations

import numpy as np

from hostwise.engine.declaring import formula
from hostwise.engine.primitives import needed, of_role, total
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
    label="fully reserved memory",
    source="vmware-tiering-part-1",
    locator="fully reserved VMs are backed by DRAM only",
)
def fully_reserved_gib(*, grown_count: Array, grown_memory_gib: Array, memory_reserved_share: Array) -> Array:
    """Memory of the fully reserved VMs."""
    return total(grown_count * grown_memory_gib * np.where(memory_reserved_share >= 1, 1, 0))


@formula(
    label="hosts for active memory, unrounded",
    source="vmware-blog-2025-12-02",
    locator="active memory at most half of DRAM",
    validity="only with a second memory tier: active pages must stay in DRAM",
    constraint=Constraint("active_memory", "active memory", order=60, spares="memory_spares_flag", slack=False),
)
def hosts_for_active_memory_unrounded(
    *, active_memory_gib: Array, fully_reserved_gib: Array, dram_gib: Array, tier_active_share_limit: Array
) -> Array:
    """Hosts whose DRAM holds the active memory allowed with a second tier, and all fully reserved VMs.

    By the vendor's rule at most half of DRAM is active; fully reserved VMs are backed by DRAM alone. Both together make
    the constraint.

    >>> import numpy as np
    >>> float(hosts_for_active_memory_unrounded(active_memory_gib=np.float64(100), fully_reserved_gib=np.float64(880),
    ...     dram_gib=512.0, tier_active_share_limit=0.5))
    1.71875
    """
    return np.maximum(
        needed(active_memory_gib, dram_gib * tier_active_share_limit), needed(fully_reserved_gib, dram_gib)
    )


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
