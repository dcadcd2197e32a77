"""Properties of the memory model: reservations, states, means of reclaiming, hosts for a state."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import bind
from hostwise.binding.memory import STATES
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import MODEL
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.policy import MemoryState, Policy
from hostwise.plan.workload import VmGroup, Workload


def rounded(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers of so many digits as a plan takes: nothing but 0 is negligible."""
    return st.floats(low, high).map(lambda each: round(each, 9))


SHARES = rounded(0, 1)
COUNTS = st.integers(1, 60)
SIZES = st.sampled_from([4.0, 8.0, 16.0, 64.0])
VERSIONS = st.sampled_from(["esx-4", "esxi-5", "esxi-6.5", "esxi-8", "esx-9.1"])
ENTERED = {"esxi-5": {"vm_overhead_mib": 50.0}, "esx-9.1": {"vm_overhead_mib": 90.0}}
"""Versions without a table of the overhead of VMs."""


def plan(groups: list[tuple[int, float, float]], hosts: int | None, version: str, **policy: object) -> Plan:
    return Plan(
        name="memory",
        workload=Workload(
            groups=tuple(
                VmGroup(
                    name=f"group {place}",
                    count=count,
                    vcpu=1,
                    memory_gib=size,
                    memory_reserved_share=reserved,
                    memory_active_share=0.5,
                )
                for place, (count, size, reserved) in enumerate(groups)
            )
        ),
        policy=Policy.model_validate(
            {"vcpu_per_core": 1000, "memory_overcommit_limit": 10, "spare_hosts": 1, **policy}
        ),
        configurations=(
            Configuration.model_validate(
                {
                    "key": "only",
                    "name": "only",
                    "layout": "external",
                    "hypervisor": version,
                    "hosts": hosts,
                    "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2},
                    "memory": {"dram_gib": 256, **ENTERED.get(version, {})},
                }
            ),
        ),
    )


def evaluated(groups: list[tuple[int, float, float]], hosts: int, version: str, **policy: object) -> Evaluation:
    binding = bind(plan(groups, hosts, version, **policy), load_catalogue())
    return MODEL.evaluate(binding.arrays, curves=binding.curves)


GROUPS = st.lists(st.tuples(COUNTS, SIZES, SHARES), min_size=2, max_size=4)


@given(GROUPS, st.integers(1, 6), VERSIONS)
def test_a_fully_reserved_group_gives_nothing_back(
    groups: list[tuple[int, float, float]], hosts: int, version: str
) -> None:
    reserved = [(groups[0][0], groups[0][1], 1.0), *groups[1:]]
    result = evaluated(reserved, hosts, version)
    assert result.members("group_ballooned_gib")[0] == 0
    assert result.members("group_evicted_gib")[0] == 0
    assert result.members("group_reclaimed_gib")[0] == 0


@given(GROUPS, st.integers(1, 6), VERSIONS, SHARES)
def test_a_higher_reservation_never_relieves_the_others(
    groups: list[tuple[int, float, float]], hosts: int, version: str, more: float
) -> None:
    count, size, reserved = groups[0]
    raised = [(count, size, reserved + more * (1 - reserved)), *groups[1:]]
    before = evaluated(groups, hosts, version).members("group_reclaimed_gib")
    after = evaluated(raised, hosts, version).members("group_reclaimed_gib")
    for other in range(1, len(groups)):
        assert after[other] >= before[other] * (1 - 1e-9) - 1e-9


@given(GROUPS, st.integers(1, 6), VERSIONS, SHARES)
def test_what_is_reclaimed_adds_up_and_stays_within_its_limits(
    groups: list[tuple[int, float, float]], hosts: int, version: str, sharing: float
) -> None:
    result = evaluated(groups, hosts, version, page_sharing_share=sharing)
    value = result.value
    parts = sum(value(name) for name in ("shared_gib", "ballooned_gib", "compressed_gib", "swapped_gib"))
    assert value("free_memory_gib") == pytest.approx(value("unreclaimed_free_gib") + parts, abs=1e-6)
    assert value("shared_gib") <= value("demand_memory_gib") - value("active_memory_gib") + 1e-9
    assert sum(result.members("group_ballooned_gib")) == pytest.approx(value("ballooned_gib"), abs=1e-6)
    assert sum(result.members("group_evicted_gib")) == pytest.approx(value("evicted_gib"), abs=1e-6)
    taken, limits = np.array(result.members("group_ballooned_gib")), np.array(result.members("group_balloon_limit_gib"))
    assert (taken <= limits + 1e-9).all()
    for (count, size, reserved), given_back in zip(groups, result.members("group_reclaimed_gib"), strict=True):
        assert given_back <= count * size * (1 - reserved) + 1e-6
    rank = value("memory_state_rank")
    assert (value("swapped_gib") > 0) <= (rank >= 3)
    assert (value("ballooned_gib") > 0) <= (rank >= 2)


@given(GROUPS, VERSIONS, st.integers(2, 6))
def test_a_host_down_never_relieves_memory(groups: list[tuple[int, float, float]], version: str, hosts: int) -> None:
    run = run_plan(plan(groups, hosts, version), load_catalogue())
    ranks = [run.with_failed(failed).evaluation.value("memory_state_rank") for failed in range(hosts)]
    assert ranks == sorted(ranks)


@given(GROUPS, VERSIONS, st.sampled_from(STATES[:4]), st.sampled_from(STATES[:4]))
def test_the_hosts_for_a_state_are_as_many_as_it_takes(
    groups: list[tuple[int, float, float]], version: str, normal: MemoryState, failed: MemoryState
) -> None:
    limits = {"memory_state_limit": normal, "memory_state_limit_with_spares_down": failed}
    run = run_plan(plan(groups, None, version, **limits), load_catalogue())
    for name, limit, spares in (
        ("hosts_for_memory_state", normal, 0),
        ("hosts_for_memory_state_with_spares_down", failed, 1),
    ):
        hosts = run.evaluation.value(name)
        assert _rank(run, hosts - spares) <= STATES.index(limit)
        if hosts - spares >= 2:
            assert _rank(run, hosts - spares - 1) > STATES.index(limit)


def _rank(run: Run, running: float) -> float:
    arrays = run.binding.arrays | {"fixed_hosts": np.array([[running]])}
    # A trifle more memory than at the threshold itself: rounding must not decide.
    arrays["dram_gib"] = arrays["dram_gib"] * (1 + 1e-9)
    return MODEL.evaluate(arrays, ["memory_state_rank"]).value("memory_state_rank")


@given(GROUPS, st.integers(1, 6), VERSIONS, rounded(0.5, 200), rounded(1, 4))
def test_a_slower_rise_swaps_less_and_the_state_on_the_way_is_never_better(
    groups: list[tuple[int, float, float]], hosts: int, version: str, minutes: float, slower: float
) -> None:
    quick = evaluated(groups, hosts, version, memory_rise_minutes=minutes)
    slow = evaluated(groups, hosts, version, memory_rise_minutes=minutes * slower)
    assert slow.value("rising_swapped_gib") <= quick.value("rising_swapped_gib") + 1e-9
    settled, rising, alone = (
        quick.value(name) for name in ("memory_state_rank", "rising_memory_state_rank", "demand_memory_state_rank")
    )
    assert settled <= rising <= alone
