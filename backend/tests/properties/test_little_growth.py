"""A little growth changes nothing that goes by VMs: below 1,000 VMs hosts move only at a boundary of a load."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import total, whole_spread
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
LITTLE = 0.00001
"""0.001 % a year."""
NEAR = 0.0001
"""What lies so close to whole hosts may move with the load."""
LOADS = ("hosts_for_cpu_ghz_unrounded", "hosts_for_capacity_unrounded", "wide_hosts_for_capacity_unrounded")
"""What grows with the load and not with VMs, in hosts."""
OF_VMS = ("planned_vms", "grouped_cores", "demand_memory_gib", "vm_overhead_gib", "guest_demanded_vms", "demanded_vms")

GROUPS = st.lists(
    st.fixed_dictionaries({
        "count": st.integers(1, 120),
        "vcpu": st.sampled_from([1, 2, 4, 8, 3.5]),
        "memory_gib": st.sampled_from([4, 16, 48, 96]),
        "cpu_ghz": st.sampled_from([0.5, 1.3]),
    }),
    min_size=1,
    max_size=8,
)  # fmt: skip


def run(groups: list[dict[str, Any]], growth: float, key: str, spares: int) -> Run:
    document = plan_json(sample_plan(key))
    shared = {"disk_gb": 100, "disk_used_share": 0.6, "iops_peak": 100, "read_share": 0.7, "io_kib": 16}
    document["workload"]["groups"] = [
        shared | each | {"name": f"group {place}", "count_growth_rate": growth} for place, each in enumerate(groups)
    ]
    document["workload"].pop("totals", None)
    document["remarks"] = {}
    document["policy"] |= {"spare_hosts": spares, "sizing_years": 5}
    for each in document["configurations"]:
        each["hosts"] = None
    return run_plan(Plan.model_validate(document), CATALOGUE)


def near_whole(hosts: float) -> bool:
    return bool(np.isfinite(hosts) and abs(hosts - round(hosts)) <= NEAR * max(hosts, 1))


@settings(max_examples=examples(40), deadline=None)
@given(groups=GROUPS, key=st.sampled_from(["nvme-2026", "moderate-io", "edge-platforms"]), spares=st.integers(0, 2))
def test_growth_of_a_thousandth_of_a_percent_moves_no_host(groups: list[dict[str, Any]], key: str, spares: int) -> None:
    still, little = (run(groups, growth, key, spares) for growth in (0.0, LITTLE))
    hosts = list(MODEL.purposes.constraints)
    for place in range(len(still.plan.configurations)):
        for name in OF_VMS:
            assert still.evaluation.members(name, place) == little.evaluation.members(name, place), name
        if any(near_whole(still.evaluation.value(name, place)) for name in LOADS):
            continue
        before, after = ([each.evaluation.value(name, place) for name in hosts] for each in (still, little))
        np.testing.assert_array_equal(before, after)


@settings(max_examples=examples(100), deadline=None)
@given(
    amounts=st.lists(st.one_of(st.just(0.0), st.floats(0, 1e4), st.integers(0, 50).map(float)), min_size=1, max_size=12)
)
def test_whole_things_are_those_of_the_sum_and_within_one_of_their_own(amounts: list[float]) -> None:
    each = np.array(amounts)
    whole = whole_spread(each)
    assert total(whole) == np.floor(total(each) * (1 + 1e-9))
    assert (np.abs(whole - each) < 1).all()
    # A group with nothing gets nothing.
    assert (whole[each == 0] == 0).all()
