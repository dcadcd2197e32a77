"""Inputs of the formula graph: memory states, swap, second memory tier, operations per minute."""

from __future__ import annotations

from hostwise.engine.inputs.workload_inputs import group_input
from hostwise.engine.quantities import Quantity

MEMORY_STATES = (
    group_input(
        "memory_consumed_gib",
        "consumed memory per VM",
        "Memory of the host that one VM takes, as its hypervisor counts it.",
        absent_means="alternative",
    ),
    Quantity(
        "sized_by_consumed_flag",
        "hosts by consumed memory",
        "1 where hosts are sized by what VMs take of the memory, 0 where by what they are configured with.",
        high=1.0,
    ),
    group_input(
        "memory_active_share",
        "active share of memory",
        "Share of the VM's memory that it touches all the time while not dormant.",
        high=1.0,
    ),
    group_input("idle_share", "dormant time", "Share of the time for which the VM is dormant.", high=1.0),
    Quantity(
        "page_sharing_share",
        "page sharing",
        "Share of idle memory that page sharing saves; active memory is not shared.",
        high=1.0,
    ),
    Quantity(
        "minfree_flat_share",
        "least free memory, fixed share",
        "Share of the host's memory that the hypervisor keeps free, if it is a fixed share.",
        high=1.0,
        absent_means="alternative",
    ),
    Quantity("minfree_first_gib", "first band of the sliding scale", "Width of the first band of host memory."),
    Quantity("minfree_second_gib", "second band of the sliding scale", "Width of the second band of host memory."),
    Quantity("minfree_third_gib", "third band of the sliding scale", "Width of the third band of host memory."),
    Quantity("minfree_first_share", "free in the first band", "Share kept free of the first band.", high=1.0),
    Quantity("minfree_second_share", "free in the second band", "Share kept free of the second band.", high=1.0),
    Quantity("minfree_third_share", "free in the third band", "Share kept free of the third band.", high=1.0),
    Quantity("minfree_rest_share", "free of the rest", "Share kept free of the memory beyond the bands.", high=1.0),
    Quantity("clear_factor", "threshold of clear", "Free memory over minFree below which large pages are broken up."),
    Quantity("soft_factor", "threshold of soft", "Free memory over minFree below which balloons inflate."),
    Quantity("hard_factor", "threshold of hard", "Free memory over minFree below which memory is swapped."),
    Quantity("low_factor", "threshold of low", "Free memory over minFree below which VMs are blocked."),
    Quantity(
        "balloon_limit_share", "balloon limit", "Largest share of a VM's memory that its balloon takes.", high=1.0
    ),
    Quantity(
        "balloon_gib_per_vm_minute",
        "rate of a balloon",
        "Memory that the balloon of one VM takes in a minute; it depends on the guest.",
    ),
    Quantity(
        "memory_rise_minutes",
        "rise of memory demand",
        "Minutes within which all configured memory comes into use, as when VMs start together.",
    ),
    Quantity(
        "compression_cache_share",
        "compression cache",
        "Largest share of a VM's memory that holds compressed pages.",
        high=1.0,
    ),
    Quantity(
        "compressible_share",
        "compressible pages",
        "Share of the pages to be swapped that compress to half a page and stay in memory.",
        high=1.0,
    ),
    Quantity(
        "memory_state_limit_rank",
        "worst memory state accepted",
        "0 high, 1 clear, 2 soft, 3 hard, 4 low, with all hosts running.",
        high=4.0,
        absent_means="no limit",
    ),
    Quantity(
        "memory_state_limit_rank_with_spares_down",
        "worst memory state accepted, spares failed",
        "0 high, 1 clear, 2 soft, 3 hard, 4 low, with spare hosts failed.",
        high=4.0,
        absent_means="no limit",
    ),
)

SWAP = (
    Quantity(
        "host_cache_gb",
        "host cache",
        "Size of the host cache on a local SSD, used before the regular swap files.",
        absent_means="does not apply",
    ),
    Quantity(
        "swap_turnovers_per_day",
        "exchanges of swapped memory",
        "Exchanges of the swapped memory per day; each exchange writes it once.",
    ),
)

MEMORY_TIER = (
    Quantity(
        "tier_dram_share",
        "second memory tier",
        "Size of the second memory tier as a share of DRAM.",
        absent_means="alternative",
    ),
    Quantity(
        "tier_active_share_limit",
        "active memory limit of the tier",
        "Largest active memory as a share of DRAM with a second memory tier.",
        high=1.0,
    ),
    Quantity(
        "tier_margin_share",
        "DRAM for the tier's tables",
        "Share of DRAM that the tables of the second memory tier take.",
        high=1.0,
    ),
    Quantity("tier_copies_factor", "copies in the tier", "Drives that each page of the tier is written to."),
    Quantity("tier_page_out_mb_s", "writes to the tier", "Average rate at which one host writes pages to its tier."),
)

OPERATIONS = (
    Quantity(
        "opm_per_vm",
        "operations per VM",
        "Operations per minute of one VM at the predicted memory overcommitment, from the group's measured model.",
        ("group",),
        curve_of="memory_overcommit_ratio",
    ),
    Quantity(
        "planned_opm_per_vm",
        "operations per VM at the limit",
        "Operations per minute of one VM at the memory overcommitment limit, from the group's measured model.",
        ("group",),
        curve_of="planned_overcommit_limit",
    ),
    Quantity(
        "relative_performance_share",
        "relative performance",
        "Measured performance of one VM at the predicted overcommitment, relative to no overcommitment.",
        ("group",),
        curve_of="memory_overcommit_ratio",
    ),
    Quantity(
        "performance_overcommit_ratio",
        "overcommitment for the performance",
        "Highest measured memory overcommitment at which the least accepted performance is still reached.",
        ("group",),
    ),
    Quantity(
        "target_opm",
        "operations asked for",
        "Operations per minute that all VMs together must reach.",
        absent_means="no limit",
    ),
    Quantity(
        "opm_tolerance_share",
        "tolerance of the target",
        "Share of the target that may be missing; 0 is strict.",
        high=1.0,
    ),
)
