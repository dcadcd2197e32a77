"""Host memory: hypervisor, storage stack, and the memory left for VMs [model 2.1, 5.5]."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import MIB_PER_GIB
from hostwise.engine.declaring import formula
from hostwise.engine.primitives import first_known, needed
from hostwise.engine.purposes import Constraint, Row
from hostwise.engine.quantities import Array, Quantity

INPUTS = (
    Quantity(
        "stack_memory_assumed_minimum_gib",
        "least memory of single-tier storage",
        "Memory that single-tier storage is assumed to take on any host.",
        absent_means="alternative",
    ),
    Quantity(
        "stack_memory_assumed_share",
        "memory share of single-tier storage",
        "Share of the host's memory that single-tier storage is assumed to take.",
        high=1.0,
        absent_means="alternative",
    ),
    Quantity(
        "stack_memory_assumed_limit_gib",
        "most memory of single-tier storage",
        "Memory beyond which single-tier storage is assumed to take no more of a host, however much DRAM it has.",
        absent_means="alternative",
    ),
    Quantity(
        "stack_memory_assumed_limit_gib_high",
        "most memory of single-tier storage, high end",
        "Memory that single-tier storage is assumed to take at most of a host with much DRAM.",
        absent_means="alternative",
    ),
    Quantity(
        "hypervisor_minimum_share",
        "least hypervisor memory, share",
        "Share of a small host's memory that the hypervisor takes, where the least memory would be more.",
        high=1.0,
    ),
    Quantity(
        "stack_memory_assumed_share_high",
        "memory share of single-tier storage, high end",
        "Share of the host's memory that single-tier storage is assumed to take at most.",
        high=1.0,
        absent_means="alternative",
    ),
)


@formula(label="memory per host", source="INTEL21", locator="Tables 5 and 7: persistent memory in memory mode")
def memory_gib_per_host(*, memory_mode_gib: Array, dram_gib: Array, tier_gib_per_host: Array) -> Array:
    """Memory of one host: persistent memory cached by DRAM, or DRAM with its second tier, or DRAM."""
    return first_known(memory_mode_gib, dram_gib + tier_gib_per_host, dram_gib)


@formula(label="memory without a second tier", source="HOSTWISE", locator="memory#memory-tiering")
def first_tier_gib_per_host(*, memory_mode_gib: Array, dram_gib: Array) -> Array:
    """Memory of one host without its second tier: DRAM, or persistent memory cached by DRAM."""
    return first_known(memory_mode_gib, dram_gib)


@formula(
    label="memory of the hypervisor",
    source="kb-420935",
    locator="no vendor formula (KB 420935: cannot be determined upfront); rule of 4 GB or 2 %",
    kind="assumed",
)
def hypervisor_gib(
    *,
    given_hypervisor_gib: Array,
    hypervisor_minimum_gib: Array,
    hypervisor_minimum_share: Array,
    hypervisor_memory_share: Array,
    hypervisor_fixed_gib: Array,
    memory_gib_per_host: Array,
) -> Array:
    """Memory of one host that the hypervisor takes for itself: as given, otherwise by a rule.

    No vendor prints what the hypervisor takes, so that a rule is used instead, labelled as assumed. The rule has a
    minimum that fits hosts of today; on a small host, such as one of 2013, it is limited to a share of the memory.
    Some hypervisors take a constant beside the share.

    >>> import numpy as np
    >>> [float(hypervisor_gib(given_hypervisor_gib=np.float64("nan"), hypervisor_minimum_gib=4.0,
    ...     hypervisor_minimum_share=0.125, hypervisor_memory_share=0.02, hypervisor_fixed_gib=0.0,
    ...     memory_gib_per_host=gib))
    ...     for gib in (8.0, 64.0, 1024.0)]
    [1.0, 4.0, 20.48]
    """
    least_gib = np.minimum(hypervisor_minimum_gib, hypervisor_minimum_share * memory_gib_per_host)
    by_memory_gib = hypervisor_memory_share * memory_gib_per_host + hypervisor_fixed_gib
    return first_known(given_hypervisor_gib, np.maximum(least_gib, by_memory_gib))


@formula(label="cache that takes memory", source="kb-2113954", locator="KB 2113954: cache of a group in GB")
def stack_cache_gb(*, write_tier_drive_gb: Array, stack_cache_limit_gb: Array) -> Array:
    """Part of a cache drive for which the storage stack needs memory."""
    return np.minimum(write_tier_drive_gb, stack_cache_limit_gb)


@formula(
    label="memory of single-tier storage, assumed",
    source="HOSTWISE",
    locator="memory#single-tier-storage",
    validity="no formula is public: enter the figure of a running host where there is one",
    kind="assumed",
)
def stack_memory_assumed_gib(
    *,
    stack_memory_assumed_share: Array,
    stack_memory_assumed_limit_gib: Array,
    stack_memory_assumed_minimum_gib: Array,
    first_tier_gib_per_host: Array,
) -> Array:
    """Memory of one host that single-tier storage is assumed to take.

    A share of the host's memory without its second tier, because single-tier storage keeps its metadata in memory and
    has no disk groups to count by, never less than a minimum and never more than a limit. The vendor publishes no
    formula, and that of two-tier storage does not hold here.

    >>> [float(stack_memory_assumed_gib(stack_memory_assumed_share=0.05, stack_memory_assumed_limit_gib=64.0,
    ...     stack_memory_assumed_minimum_gib=6.0,
    ...     first_tier_gib_per_host=gib)) for gib in (64.0, 1024.0, 2048.0)]
    [6.0, 51.2, 64.0]
    """
    share_gib = np.minimum(stack_memory_assumed_share * first_tier_gib_per_host, stack_memory_assumed_limit_gib)
    return np.maximum(stack_memory_assumed_minimum_gib, share_gib)


@formula(
    label="memory of single-tier storage, high end",
    source="HOSTWISE",
    locator="memory#single-tier-storage",
    validity="no formula is public: enter the figure of a running host where there is one",
    kind="assumed",
)
def stack_memory_assumed_gib_high(
    *,
    stack_memory_assumed_share_high: Array,
    stack_memory_assumed_limit_gib_high: Array,
    stack_memory_assumed_minimum_gib: Array,
    first_tier_gib_per_host: Array,
) -> Array:
    """High end of the memory of one host that single-tier storage is assumed to take; the minimum is the low end.

    >>> [float(stack_memory_assumed_gib_high(stack_memory_assumed_share_high=0.1,
    ...     stack_memory_assumed_limit_gib_high=100.0,
    ...     stack_memory_assumed_minimum_gib=6.0, first_tier_gib_per_host=gib)) for gib in (512.0, 2048.0)]
    [51.2, 100.0]
    """
    share_gib = np.minimum(
        stack_memory_assumed_share_high * first_tier_gib_per_host, stack_memory_assumed_limit_gib_high
    )
    return np.maximum(stack_memory_assumed_minimum_gib, share_gib)


@formula(
    label="memory of the storage stack",
    source="kb-2113954",
    locator="KB 2113954: one formula, three generations of constants",
    validity="vSAN OSA by version; for ESA no formula is public and a share of the host's memory without its second "
    "tier is assumed",
)
def storage_stack_gib(
    *,
    given_storage_stack_gib: Array,
    stack_host_mib: Array,
    disk_groups: Array,
    stack_mib_per_group: Array,
    stack_memory_share_per_group: Array,
    first_tier_gib_per_host: Array,
    stack_cache_gb: Array,
    stack_mib_per_gb: Array,
    capacity_drives_per_host: Array,
    stack_mib_per_drives: Array,
    stack_memory_assumed_gib: Array,
    drives_stack_gib: Array,
) -> Array:
    """Memory of one host that the storage stack takes: as given, by the vendor's formula, or assumed.

    The formula is that of two-tier storage. For single-tier storage none is public, so that its memory is assumed.

    >>> import numpy as np
    >>> gib = storage_stack_gib(given_storage_stack_gib=np.float64("nan"), stack_host_mib=7100.0, disk_groups=1.0,
    ...     stack_mib_per_group=1360.0, stack_memory_share_per_group=0.005, first_tier_gib_per_host=256.0,
    ...     stack_cache_gb=600.0, stack_mib_per_gb=20.0, capacity_drives_per_host=3.0, stack_mib_per_drives=160.0,
    ...     stack_memory_assumed_gib=np.float64("nan"), drives_stack_gib=np.float64("nan"))
    >>> round(float(gib * 1024), 1)
    22250.7
    """
    by_memory_mib = stack_memory_share_per_group * first_tier_gib_per_host * MIB_PER_GIB
    shared_mib = by_memory_mib + stack_cache_gb * stack_mib_per_gb
    groups_mib = disk_groups * (stack_mib_per_group + shared_mib)
    drives_mib = capacity_drives_per_host * stack_mib_per_drives
    by_formula = (stack_host_mib + groups_mib + drives_mib) / MIB_PER_GIB
    return first_known(given_storage_stack_gib, by_formula, stack_memory_assumed_gib, drives_stack_gib)


@formula(
    label="memory for VMs per host",
    source="SANDISK14",
    locator="Test Result One, overcommitment formula",
    low=-float("inf"),
)
def usable_gib_per_host(
    *,
    memory_gib_per_host: Array,
    hypervisor_gib: Array,
    storage_stack_gib: Array,
    tier_margin_share: Array,
    dram_gib: Array,
    read_cache_metadata_gib: Array,
) -> Array:
    """Memory of one host left for VMs and their overhead."""
    tables_gib = tier_margin_share * dram_gib + read_cache_metadata_gib
    return memory_gib_per_host - hypervisor_gib - storage_stack_gib - tables_gib


@formula(label="unreserved VM memory", source="SANDISK14", locator="Test Result One, overcommitment formula")
def unreserved_memory_gib(*, demand_memory_gib: Array, reserved_memory_gib: Array) -> Array:
    """Configured memory of all VMs that is not reserved and may be overcommitted."""
    return demand_memory_gib - reserved_memory_gib


@formula(
    label="unreserved memory that is sized",
    source="HOSTWISE",
    locator="memory#consumed-memory",
    validity="that of the configured memory, unless the plan sizes by consumed memory",
)
def sized_unreserved_gib(*, sized_gib: Array, reserved_memory_gib: Array) -> Array:
    """Memory of all VMs by which hosts are sized, beyond what is reserved."""
    return sized_gib - reserved_memory_gib


@formula(label="memory overcommitment that counts", source="HOSTWISE", locator="platforms#hypervisors")
def planned_overcommit_limit(*, memory_overcommit_limit: Array, overcommits_memory_flag: Array) -> Array:
    """Highest planned memory overcommitment; one to one where the hypervisor has no memory states that are predicted.

    >>> [float(planned_overcommit_limit(memory_overcommit_limit=1.25, overcommits_memory_flag=flag))
    ...     for flag in (0.0, 1.0)]
    [1.0, 1.25]
    """
    one_to_one = np.minimum(memory_overcommit_limit, 1)
    return np.where(overcommits_memory_flag == 1, memory_overcommit_limit, one_to_one)


@formula(
    label="hosts for memory, unrounded",
    source="SANDISK14",
    locator="overcommitment formula, solved for the hosts",
    constraint=Constraint("memory", "memory", order=30, spares="memory_spares_flag", supply="memory"),
)
def hosts_for_memory_unrounded(
    *,
    sized_unreserved_gib: Array,
    planned_overcommit_limit: Array,
    reserved_memory_gib: Array,
    vm_overhead_gib: Array,
    usable_gib_per_host: Array,
) -> Array:
    """Hosts whose memory holds the VMs at the highest planned overcommitment, including overheads."""
    return needed(
        sized_unreserved_gib / planned_overcommit_limit + reserved_memory_gib + vm_overhead_gib, usable_gib_per_host
    )


@formula(
    label="memory overcommitment",
    source="SANDISK14",
    locator="Test Result One, overcommitment formula (its printed 1.4 is a misprint for 1.24)",
    validity="infinite where reservations and overheads leave nothing",
    row=Row("Memory", 10, "number", "lower", headline=True, spares_down=True),
)
def memory_overcommit_ratio(
    *,
    unreserved_memory_gib: Array,
    memory_running_hosts: Array,
    usable_gib_per_host: Array,
    reserved_memory_gib: Array,
    vm_overhead_gib: Array,
) -> Array:
    """Unreserved VM memory divided by the memory left for it on the running hosts.

    Overheads are never skipped: a ratio without them calls a full host "not overcommitted".

    >>> import numpy as np
    >>> round(float(memory_overcommit_ratio(unreserved_memory_gib=np.float64(16), memory_running_hosts=1.0,
    ...     usable_gib_per_host=128 - 2.1, reserved_memory_gib=113.0, vm_overhead_gib=0.0)), 4)
    1.2403
    """
    left_gib = memory_running_hosts * usable_gib_per_host - reserved_memory_gib - vm_overhead_gib
    return needed(unreserved_memory_gib, left_gib)
