"""Inputs of the formula graph: limits and protection."""

from __future__ import annotations

from hostwise.engine.inputs.workload_inputs import group_input
from hostwise.engine.quantities import Quantity

POLICY = (
    Quantity("sizing_years", "years to size for", "The cluster must carry the demand of this many years from now."),
    Quantity("vcpu_per_core", "vCPU per core", "Highest number of virtual processors on one physical core."),
    Quantity(
        "cpu_utilisation_limit", "CPU utilisation limit", "Highest share of the processor cycles to plan for.", high=1.0
    ),
    Quantity(
        "memory_overcommit_limit",
        "memory overcommit limit",
        "Highest ratio of unreserved VM memory to the memory left for it.",
    ),
    Quantity(
        "write_utilisation_limit",
        "write utilisation limit",
        "Highest share of the cache drives' sustained write rate to plan for.",
        high=1.0,
    ),
    Quantity(
        "max_wear_out_probability",
        "highest wear-out probability",
        "Highest accepted probability that the cache drives wear out before the horizon.",
        high=1.0,
        absent_means="no limit",
    ),
    Quantity(
        "cpu_spares_flag",
        "CPU holds with spares failed",
        "Whether the CPU limits must hold with spare hosts failed.",
        high=1.0,
    ),
    Quantity(
        "memory_spares_flag",
        "memory holds with spares failed",
        "Whether the memory limit must hold with spare hosts failed.",
        high=1.0,
    ),
    Quantity(
        "write_spares_flag",
        "write performance holds with spares failed",
        "Whether the cache limit must hold with spare hosts failed.",
        high=1.0,
    ),
    Quantity(
        "endurance_spares_flag",
        "endurance holds with spares failed",
        "Whether the wear-out limit must hold with spare hosts failed.",
        high=1.0,
    ),
    Quantity(
        "minimum_spares_flag",
        "minimum holds with spares failed",
        "Whether the protection's minimum must hold with spare hosts failed.",
        high=1.0,
    ),
    Quantity(
        "level_hosts",
        "hosts of the coverage level",
        "Least hosts that hold every limit in the share of simulations that the policy asks for.",
        absent_means="no limit",
    ),
    Quantity("failed_hosts", "hosts down", "Failed hosts in this failure case; 0 is normal operation."),
    Quantity("max_hosts_per_cluster", "most hosts in a cluster", "Product limit on the hosts of one cluster."),
    Quantity(
        "stack_max_hosts",
        "most hosts of the storage stack",
        "Hosts of a cluster that the storage stack allows.",
        absent_means="no limit",
    ),
    Quantity(
        "metadata_reserve_share",
        "capacity kept for metadata",
        "Share of the raw capacity kept for the storage stack's own metadata.",
        high=0.99,
    ),
    Quantity("slack_share", "capacity kept free", "Share of the raw capacity kept free.", high=0.99),
    Quantity(
        "operations_reserve_tb_per_host",
        "operations reserve per host",
        "Raw capacity per host kept for policy changes and internal operations.",
    ),
    Quantity(
        "rebuild_reserve_hosts_per_cluster",
        "hosts of rebuild reserve",
        "Hosts whose raw capacity is kept free so that a failed host can be rebuilt.",
    ),
    Quantity(
        "swap_object_share",
        "swap file held on storage",
        "Share of a VM's unreserved memory that its swap file occupies: 1 thick, 0 thin.",
        high=1.0,
    ),
)

PROTECTION = (
    Quantity("capacity_factor", "capacity factor of protection", "Raw bytes stored for each byte of data."),
    Quantity(
        "wide_capacity_factor",
        "capacity factor of the wide stripe",
        "Raw bytes for each byte if adaptive RAID-5 uses its wide stripe.",
        absent_means="does not apply",
    ),
    Quantity(
        "wide_minimum_hosts",
        "hosts for the wide stripe",
        "Least hosts from which a protection with two stripes uses its wide one.",
        absent_means="does not apply",
    ),
    Quantity(
        "wide_kept_hosts",
        "hosts that keep the wide stripe",
        "Hosts that must be left for stripes to stay wide once hosts are lost.",
        absent_means="does not apply",
    ),
    Quantity(
        "built_from_hosts",
        "hosts from which the protection is built",
        "Least hosts of a cluster with which the layouts of its protections are built.",
    ),
    Quantity(
        "minimum_left_hosts",
        "hosts left of the protection",
        "Least hosts of a cluster that must be left of its protections while one host is lost.",
    ),
    group_input(
        "group_capacity_factor",
        "capacity factor of the group's protection",
        "Raw bytes stored for each byte of the group's data.",
    ),
    group_input(
        "group_wide_capacity_factor",
        "capacity factor of the group's wide stripe",
        "Raw bytes for each byte of the group's data where adaptive RAID-5 uses its wide stripe; other protection "
        "stores as much as ever.",
    ),
    group_input(
        "group_minimum_hosts",
        "minimum hosts of the group's protection",
        "Least hosts on which the group's protection can place its components.",
    ),
    group_input(
        "group_log_writes_factor",
        "writes per VM write",
        "Writes to the drives that absorb writes, for each write of a VM of the group.",
    ),
    group_input(
        "group_stripe_writes_factor",
        "stripe writes per VM write",
        "Further writes to the same drives when the full stripe is written (single-tier storage only).",
    ),
    group_input(
        "given_data_reduction_ratio",
        "data reduction of the group",
        "Logical to physical bytes of the group, if not the configuration's.",
        low=1.0,
        absent_means="alternative",
    ),
    Quantity(
        "metadata_factor",
        "space factor of the file system",
        "Raw bytes for each byte because of the storage stack's own metadata.",
    ),
    Quantity(
        "data_reduction_ratio", "data reduction", "Logical to physical bytes by deduplication and compression.", low=1.0
    ),
)
