"""Codes of findings about an estate and the files that it was read from."""

from __future__ import annotations

from typing import Annotated, Literal, cast, get_args

from pydantic import Field, PlainValidator, WithJsonSchema

EstateCode = Literal[
    "above_disks_counted",
    "as_is_one_cluster",
    "as_is_outgrown",
    "as_is_paid",
    "as_is_too_few",
    "as_is_too_many",
    "averages_understate_peaks",
    "blanks",
    "cannot_be_joined",
    "columns_read_as",
    "columns_unused",
    "container_without_limit",
    "core_clock_missing",
    "cpu_reading",
    "cpu_unmatched",
    "custom_columns",
    "date_order",
    "disk_only",
    "disks_missing",
    "disks_shared",
    "dollars",
    "drive_not_read",
    "drive_twice",
    "drive_without_model",
    "drive_writes_implausible",
    "drives_hard_disks",
    "drives_rated_differently",
    "drives_warn",
    "drives_wear_unknown",
    "drives_worn",
    "drives_writes",
    "drives_young",
    "dynamic_memory",
    "existing_vsan",
    "file_not_read",
    "first_disk_only",
    "header_blanks",
    "header_empty",
    "header_twice",
    "history_level",
    "history_means",
    "history_names_repeat",
    "history_short",
    "history_too_short",
    "history_unmatched",
    "host_is_none",
    "host_names_differ",
    "hosts_carry_others",
    "hosts_differ",
    "hosts_do_not_join",
    "hosts_in_maintenance",
    "hosts_without_size",
    "hosts_without_vms",
    "hypervisor_ended",
    "implausible",
    "impossible",
    "impossible_ratio",
    "infrastructure_left_out",
    "intervals_differ",
    "io_assumed",
    "io_not_given",
    "is_history",
    "is_plan",
    "is_quote",
    "is_result",
    "join_ambiguous",
    "list_prices",
    "management_among_vms",
    "memory_differs",
    "names_repeat",
    "negative",
    "no_clock",
    "no_cores",
    "no_cpu_ghz",
    "no_disk",
    "no_disks",
    "no_history",
    "no_hosts",
    "no_iops",
    "no_memory_active_gib",
    "no_memory_gib",
    "no_name",
    "no_percentiles",
    "no_performance",
    "no_power_state",
    "no_read_iops",
    "no_read_mb_s",
    "no_read_share",
    "no_samples",
    "no_series",
    "no_such_vm",
    "no_time_zone",
    "no_vcpu",
    "no_write_iops",
    "no_write_mb_s",
    "not_a_number",
    "not_agreeing",
    "not_placed",
    "not_readable",
    "not_right_sized",
    "other_resources",
    "peaks_are_maxima",
    "peaks_are_percentiles",
    "physical_servers",
    "placement_changed_order",
    "power_not_understood",
    "power_read_as",
    "privilege_missing",
    "provisioned_less_swap",
    "right_sized_by_active",
    "root_disk_only",
    "row_cut",
    "row_cut_end",
    "row_long",
    "row_of_sums",
    "row_without_size",
    "rows_of_disks",
    "rows_rejected",
    "sampled",
    "sampled_briefly",
    "samples_lost",
    "several_prices",
    "short_peaks",
    "sized_by_placement",
    "storage_base",
    "swap_above_disks",
    "swap_files",
    "tags_not_read",
    "thousands",
    "thousands_point",
    "throughput_split",
    "times_repeat",
    "times_with_gaps",
    "unit_assumed",
    "unit_by_magnitude",
    "units_in_cells",
    "use_unclear",
    "used_above_datastores",
    "used_above_disks",
    "vm_twice",
    "vm_without_configuration",
    "vms_and_hosts_differ",
    "vms_not_together",
    "vms_unreachable",
    "vms_without_history",
    "vms_without_values",
    "worst_day_not_used",
]
"""Codes of Hostwise itself; a plug-in adds `x-<plug-in>:<code>`."""

ESTATE_CODES: tuple[str, ...] = get_args(EstateCode)

_PATTERN = r"^(x-[a-z0-9-]+:)?[a-z0-9_]+$"


def _any_code(value: object) -> EstateCode:
    if not isinstance(value, str):
        raise ValueError("a code is a text")
    return cast(EstateCode, value)


StatedCode = Annotated[
    EstateCode,
    # A file may come from a later version or a plug-in: its codes are read as they are.
    PlainValidator(_any_code),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "enum": list(ESTATE_CODES)}, {"type": "string", "pattern": _PATTERN}]}
    ),
    Field(description="What is found: a code of Hostwise, or `x-<plug-in>:<code>`."),
]


def plugin_code(plugin: str, code: str) -> EstateCode:
    """The code of a plug-in's own finding.

    >>> plugin_code("acme", "no_racks")
    'x-acme:no_racks'
    """
    return cast(EstateCode, f"x-{plugin}:{code}")
