"""Names of documents that have changed: read for ever, written only for who asks for them.

A document, saved or sent, may use the names of an earlier version: `with_current_names` replaces them before it is
validated. A request with the header `Hostwise-Names: 0.2` is answered with the former names until 1.0:
`with_former_names` puts them back (`plan/renaming.py`).

To rename a field, a value or a quantity, rename it in the code and add its row here, in the family that it belongs to:

- `FIELDS`: a field, by its current name; with `of` where another model has a field of that name that did not change.
- `VALUES`: the values of a field, by the current name of the field.
- `QUANTITIES`: a quantity of the model, wherever it is named: in fields, lists, keys and query parameters.
- `CODES`: the code of a finding, reason, constraint or message.

A pointer into a plan follows the fields of `FIELDS` that are marked `plan`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

HEADER = "Hostwise-Names"
"""The request header that asks for the names of an earlier version."""

CURRENT = "0.3"
"""The version whose names are written, as responses say it in the same header."""


_CURRENT_FROM = (0, 3)


def is_former(version: str | None) -> bool:
    """Whether a value of the header asks for the names of an earlier version.

    >>> is_former("0.2"), is_former("0.3"), is_former(None), is_former("two")
    (True, False, False, False)
    """
    numbers = (version or CURRENT).strip().split(".")
    return all(number.isdecimal() for number in numbers) and tuple(map(int, numbers)) < _CURRENT_FROM


class Renamed(NamedTuple):
    """A field that has another name now.

    Attributes:
        former: its name until 0.2 and in versions between.
        of: names of the models that have it; none for all.
        plan: whether it is a field of the plan document, which JSON pointers name.
    """

    former: str
    of: frozenset[str] = frozenset()
    plan: bool = False


def _in(former: str, *models: str) -> Renamed:
    return Renamed(former, frozenset(models))


def _everywhere(former: str) -> Renamed:
    return Renamed(former)


def _in_plan(former: str, *models: str) -> Renamed:
    return Renamed(former, frozenset(models), plan=True)


FIELDS: Mapping[str, tuple[Renamed, ...]] = {
    # A platform is told by its own name.
    "layout": (_in_plan("architecture", "Configuration"),),
    "storage_stack": (_in_plan("storage", "Configuration"),),
    "write_tier": (_in_plan("cache", "Configuration"),),
    "ready_node_profile": (_in_plan("esa_profile", "Configuration"),),
    "write_utilisation_limit": (_in_plan("cache_utilisation_limit", "Policy"),),
    "write_performance": (_in_plan("cache_performance", "HoldsWithSparesDown"),),
    "coverage_level": (_in_plan("sizing_level", "Policy"),),
    "fragmentation_hosts": (_in_plan("placement_gap_hosts", "Configuration"),),
    "hosts_with_growth": (_in("grown_hosts", "ConfigurationResult"),),
    "other_host_models": (_in_plan("other_hosts", "Configuration"),),
    "simulations": (_everywhere("futures"),),
    "uncertainty": (_in("doubt", "Evaluated", "BatchLine"),),
    "uncertain_values": (_everywhere("doubtful_values"),),
    "uncertain_inputs": (_in("causes", "Uncertainty"),),
    "sensitivities": (_in("drivers", "Uncertainty"), _in("effects", "Sensitivities", "ValueSensitivities")),
    "remedy": (_everywhere("cure"),),
    "remedies": (_in("cures", "Verdict"),),
    "exclusion": (_everywhere("standing"),),
    "is_lower_bound": (_everywhere("at_least"),),
    "median_is_lower_bound": (_everywhere("median_at_least"),),
    "unmet_requirements": (_everywhere("unmet"),),
    "migration": (_in("leaving", "Verdict"),),
    "verdict_limits": (_in("caps", "Verdict"),),
    "pending": (_in("waiting", "Decision"),),
    "purchase_timing": (_in("waiting", "ConfigurationGrowth"),),
}
"""Former names of fields, by the current one."""

VALUES: Mapping[str, Mapping[str, str]] = {
    "layout": {
        "two_tier": "osa_all_flash",
        "hybrid": "osa_hybrid",
        "single_tier": "esa",
        "external": "external_array",
    },
    "kind": {"ready_node_profiles": "esa_profiles"},
    "role": {"write_tier": "cache"},
    "cost_part": {"write_tier": "cache"},
}
"""Former values of fields, by the current name of the field and the current value."""

QUANTITIES: Mapping[str, str] = {
    # The drives that absorb the writes: cache drives, or the capacity drives of a single tier.
    "absorbing_drives": "cache_drives",
    "absorbing_drives_per_host": "cache_drives_per_host",
    "absorbing_drive_gb": "cache_drive_gb",
    "absorbing_drive_mb": "cache_drive_mb",
    "absorbing_drive_price": "cache_drive_price",
    # The write tier alone: the drives of a single tier, which were among its cost, are capacity drives.
    "write_tier_capex": "cache_capex",
    "write_tier_gb_per_host": "cache_gb_per_host",
    "write_tier_rule_share": "cache_rule_share",
    "write_utilisation": "cache_utilisation",
    "write_utilisation_limit": "cache_utilisation_limit",
    "write_slack_share": "cache_slack_share",
    "write_spares_flag": "cache_spares_flag",
    "drives_for_write_performance": "drives_for_cache",
    "wide_drives_for_write_performance": "wide_drives_for_cache",
    "hosts_for_write_performance": "hosts_for_cache",
    "hosts_for_write_performance_unrounded": "hosts_for_cache_unrounded",
    "stack_memory_assumed_gib": "esa_stack_gib",
    "stack_memory_assumed_gib_high": "esa_stack_gib_high",
    "stack_memory_assumed_minimum_gib": "esa_stack_minimum_gib",
    "stack_memory_assumed_share": "esa_stack_memory_share",
    "stack_memory_assumed_share_high": "esa_stack_memory_share_high",
    "stack_memory_assumed_limit_gib": "esa_stack_limit_gib",
    "stack_memory_assumed_limit_gib_high": "esa_stack_limit_gib_high",
    "group_uncertainty_common_share": "group_doubt_common_share",
    "hosts_for_coverage_level": "hosts_for_sizing_level",
    "hosts_for_coverage_level_unrounded": "hosts_for_sizing_level_unrounded",
    "coverage_level_slack_share": "sizing_level_slack_share",
    "hosts_for_vm_placement": "hosts_for_whole_vms",
    "vm_placement_slack_share": "whole_vms_slack_share",
    "fragmentation_hosts": "placement_gap_hosts",
    "memory_gib_with_growth": "grown_memory_gib",
    "count_with_growth": "grown_count",
    "vcpu_with_growth": "grown_vcpu",
    "average_iops_with_growth": "grown_average_iops",
    "consumed_gib_with_growth": "grown_consumed_gib",
    "years_to_wear_out_with_growth": "grown_years_to_wear_out",
    "role_years_to_wear_out_with_growth": "role_grown_years_to_wear_out",
    "years_with_later_hosts": "relieved_years",
    "role_years_with_later_hosts": "role_relieved_years",
    "role_years_per_month_with_later_hosts": "role_relieved_years_per_month",
    "role_life_years_with_later_hosts": "role_relieved_life_years",
    "role_early_life_years_with_later_hosts": "role_early_relieved_life_years",
    "role_late_life_years_with_later_hosts": "role_late_relieved_life_years",
    "flash_life_years": "known_life_years",
    "role_flash_life_years": "role_known_life_years",
    "flash_life_years_for_all_drives": "shortest_life_years",
}
"""Former names of quantities, by the current one."""

CODES: Mapping[str, str] = {
    "write_performance": "cache_performance",
    "write_tier": "cache",
    "write_tier_rules_of_others": "cache_rules_of_others",
    "catalogue_uncertainty": "catalogue_doubt",
    "is_lower_bound": "at_least",
    "too_large_to_simulate": "too_large_to_doubt",
    "coverage_level": "sizing_level",
    "vm_placement": "whole_vms",
    "vm_placement_decides": "whole_vms_decide",
}
"""Former codes, by the current one."""


PARAMETERS: Mapping[str, str] = {"simulations": "futures"}
"""Former names of query parameters, by the current one."""

PARTS: Mapping[str, str] = {"uncertainty": "doubt"}
"""Former names of the parts that `include` names, by the current one."""


def current_query(parameters: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The parameters of a request by their current names.

    >>> current_query([("include", "rows,doubt"), ("futures", "256"), ("name", "doubt")])
    [('include', 'rows,uncertainty'), ('simulations', '256'), ('name', 'doubt')]
    """
    names = {former: current for current, former in PARAMETERS.items()}
    parts = {former: current for current, former in PARTS.items()}
    return [
        (names.get(name, name), ",".join(parts.get(part, part) for part in value.split(",")))
        if name == "include"
        else (names.get(name, name), value)
        for name, value in parameters
    ]


def current_quantity(name: str) -> str:
    """The current name of a quantity that may be named by its former one."""
    return _reversed_quantities().get(name, name)


def current_kind(kind: str) -> str:
    """The current name of a kind of catalogue data that may be named by its former one."""
    return next((current for current, former in VALUES["kind"].items() if former == kind), kind)


@cache
def _reversed_quantities() -> Mapping[str, str]:
    return {former: current for current, former in QUANTITIES.items()}
