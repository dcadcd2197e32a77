"""Properties of a second memory tier: what is reserved stays in DRAM, whatever its share and whatever else is there."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan

TIER = {"drives_per_host": 2, "mirrored": True, "drive": {"capacity_gb": 12_800}}
SHARES = st.integers(0, 20).map(lambda each: each / 20)
GROUPS = st.tuples(st.integers(1, 900), st.sampled_from([4.0, 12.0, 48.0, 90.0]), SHARES)
DRAM = st.sampled_from([96.0, 256.0, 1_024.0, 3_072.0])
STACKS = st.sampled_from([("single_tier", "esa_raid5_adaptive"), ("two_tier", "osa_raid1_ftt1"), ("external", None)])


def both(
    groups: list[tuple[int, float, float]],
    reserved: float | None,
    dram_gib: float,
    stack: tuple[str, str | None],
    tier: dict[str, Any],
) -> tuple[ConfigurationResult, ConfigurationResult]:
    """Hosts without and with a second tier; `reserved` replaces the reserved share of every group."""
    layout, protection = stack
    drives = {"capacity_gb": 3_840, "rated_dwpd": 3, "warranty_years": 5}
    memory: dict[str, Any] = {"dram_gib": dram_gib, "vm_overhead_mib": 100}
    one: dict[str, Any] = {
        "key": "without",
        "name": "Without",
        "layout": layout,
        "hypervisor": "esx-9.1",
        "cpu": {"sockets": 2, "cores": 64, "base_ghz": 3},
        "memory": memory,
    }
    if layout != "external":
        one |= {"protection": protection, "capacity": {**drives, "count": 4}}
    if layout == "two_tier":
        one["write_tier"] = {**drives, "disk_groups": 2}
    other = {**one, "key": "with", "name": "With", "memory": {**memory, "tier": {**TIER, **tier}}}
    plan = {
        "name": "tier",
        "workload": {
            "groups": [
                {
                    "name": f"group {place}",
                    "count": count,
                    "vcpu": 1,
                    "memory_gib": size,
                    "memory_reserved_share": share if reserved is None else reserved,
                    "memory_active_share": 0.3,
                }
                for place, (count, size, share) in enumerate(groups)
            ]
        },
        "policy": {"vcpu_per_core": 1000, "spare_hosts": 1, "max_hosts_per_cluster": 1000},
        "configurations": [one, other],
    }
    first, second = evaluate_plan(Plan.model_validate(plan), load_catalogue()).configurations
    return first, second


def needed(found: ConfigurationResult, key: str) -> float:
    value = next(each.hosts.value for each in found.constraints if each.key == key)
    return float("inf") if value is None else value


@given(
    groups=st.lists(GROUPS, min_size=1, max_size=4),
    dram_gib=DRAM,
    stack=STACKS,
    share=st.sampled_from([0.25, 1.0, 4.0]),
    limit=st.sampled_from([0.5, 1.0]),
)
def test_a_tier_never_lowers_the_hosts_of_fully_reserved_vms(
    groups: list[tuple[int, float, float]], dram_gib: float, stack: tuple[str, str | None], share: float, limit: float
) -> None:
    without, tiered = both(groups, 1.0, dram_gib, stack, {"dram_share": share, "active_share_limit": limit})
    assert needed(without, "memory") <= max(needed(tiered, "memory"), needed(tiered, "active_memory"))


@given(
    groups=st.lists(GROUPS, min_size=1, max_size=4),
    dram_gib=DRAM,
    stack=STACKS,
    share=st.sampled_from([0.25, 1.0, 4.0]),
    limit=st.sampled_from([0.5, 1.0]),
)
def test_no_reserved_memory_lives_on_the_tier(
    groups: list[tuple[int, float, float]], dram_gib: float, stack: tuple[str, str | None], share: float, limit: float
) -> None:
    """With a spare failed the DRAM of the hosts holds every reservation, and every overhead beside them."""
    _, tiered = both(groups, None, dram_gib, stack, {"dram_share": share, "active_share_limit": limit})
    hosts = needed(tiered, "active_memory")
    reserved = sum(count * size * part for count, size, part in groups)
    overhead = sum(count for count, _, _ in groups) * 100 / 1024
    stack_gib = tiered.quantities["storage_stack_gib"].value
    hypervisor_gib = tiered.quantities["hypervisor_gib"].value
    assert stack_gib is not None
    assert hypervisor_gib is not None
    dram = dram_gib - hypervisor_gib - stack_gib - 0.02 * dram_gib
    assert hosts == float("inf") or (hosts - 1) * dram >= (reserved + overhead) * (1 - 1e-9)
    if max(size * part for _, size, part in groups) > dram:
        assert hosts == float("inf")
