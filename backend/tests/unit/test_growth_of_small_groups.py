"""Small groups that grow: whole VMs of the plan, by largest remainder; data, I/O and cycles grow from day to day."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding.recorder import Records
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.primitives import whole_spread
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
STORE = (("tills", 2, 4, 16), ("office", 4, 2, 8), ("directory", 1, 2, 8), ("video", 1, 8, 16), ("cameras", 2, 4, 16))
"""Ten VMs of a shop in five groups: vCPU and GiB of each."""


def store(growth: float | None, groups: Any = STORE, *, policy: Any = None, **own: Any) -> dict[str, Any]:
    """A two-way mirror of two servers that hold the shop, one of them at a time: 120 GiB on 160."""
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": "single_tier",
        "storage_stack": "s2d-windows-server", "protection": "s2d_mirror_2",
        "cpu": {"sockets": 1, "cores": 16, "base_ghz": 2.6}, "memory": {"dram_gib": 192}, "management": "elsewhere",
        "hypervisor": "hyper-v-2025",
        "capacity": {"capacity_gb": 3200, "count": 4, "rated_dwpd": 3, "warranty_years": 5, "price": 1300},
    } | own  # fmt: skip
    document = plan_json(sample_plan("nvme-2026"))
    document |= {"configurations": [configuration], "remarks": {}}
    document["workload"] = {
        "groups": [
            {"name": name, "count": count, "vcpu": vcpu, "memory_gib": gib, "disk_gb": 200, "disk_used_share": 0.6,
             "cpu_ghz": 1, "iops_peak": 100, "read_share": 0.6, "io_kib": 8, "count_growth_rate": growth}
            for name, count, vcpu, gib in groups
        ],
    }  # fmt: skip
    document["policy"] = {
        "protection": "esa_raid1_ftt1", "spare_hosts": 1, "vcpu_per_core": 4, "sizing_years": 5,
        "capacity_reserve": {"method": "slack", "slack_share": 0.25},
        "holds_with_spares_down": {"minimum_hosts": False}, **(policy or {}),
    }  # fmt: skip
    document["economics"] = {"horizon_years": 5, "currency": "USD"}
    return document


def run(document: dict[str, Any]) -> Run:
    return run_plan(Plan.model_validate(document), CATALOGUE)


def value(document: dict[str, Any], name: str) -> float:
    return run(document).evaluation.value(name, 0)


@pytest.mark.parametrize(
    ("amounts", "whole"),
    [
        ([0.01, 0.02, 0.005, 0.005, 0.01], [0, 0, 0, 0, 0]),
        ([0.2, 0.4, 0.1, 0.1, 0.2], [0, 1, 0, 0, 0]),
        # 1.3 is one more VM, and of equal remainders the first group has it.
        ([0.65, 0.65], [1, 0]),
        ([1.5, 0.75, 0.75], [1, 1, 1]),
        # Binary dust: three tenths three times and a tenth are one.
        ([0.1 + 0.2, 0.3, 0.3, 0.1], [1, 0, 0, 0]),
        ([np.inf, 0.5], [np.inf, 0]),
        ([3.7], [3]),
        ([0.0, 0.0], [0, 0]),
    ],
)
def test_whole_things_go_to_the_largest_remainders(amounts: list[float], whole: list[float]) -> None:
    assert whole_spread(np.array(amounts)).tolist() == whole


def test_what_is_unknown_leaves_all_unknown() -> None:
    assert np.isnan(whole_spread(np.array([[0.5, np.nan], [0.5, np.nan]]))).all()


def test_ten_vms_in_five_groups_do_not_become_fifteen() -> None:
    """10 x 1.001^5 = 10.05: ten VMs, 34 vCPU and 120 GiB; their data, I/O and cycles are 10.05 times those of one."""
    found, still = run(store(0.001)).evaluation, run(store(0)).evaluation
    assert found.members("group_vms", 0) == (2, 4, 1, 1, 2)
    assert found.value("planned_vms", 0) == 10
    assert found.value("hosts", 0) == still.value("hosts", 0) == 2
    assert found.value("grouped_cores", 0) == still.value("grouped_cores", 0) == 34 / 4
    assert found.value("demand_memory_gib", 0) == still.value("demand_memory_gib", 0) == 120
    for name in ("grouped_used_tb", "front_iops", "grouped_cpu_ghz"):
        assert found.value(name, 0) == pytest.approx(still.value(name, 0) * 1.001**5)


def test_the_first_further_vm_comes_when_all_groups_together_have_grown_by_one() -> None:
    """Ten VMs at 2 % are eleven in year 4.81; four of them are in one group, which has the largest remainder."""
    document = store(0.02)
    assert run(document).evaluation.members("group_vms", 0) == (2, 5, 1, 1, 2)
    by_month = run(document).evaluation.members("demanded_vms", 0)
    assert [by_month[month] for month in (0, 57, 58, 60)] == [10, 10, 11, 11]


def test_what_shrinks_stays_as_it_is_today() -> None:
    assert run(store(-0.1)).evaluation.members("group_vms", 0) == (2, 4, 1, 1, 2)


def test_vms_of_events_come_whole_beside_those_of_growth() -> None:
    """The growth of ten by 2 % is one VM in year 5; three tills come in month 6 and a camera leaves."""
    document = store(0.02)
    document["workload"]["events"] = [
        {"label": "Second shop", "month": 6, "group": "tills", "vms": 3},
        {"label": "Less to see", "month": 30, "group": "cameras", "vms": -1},
    ]
    found = run(document).evaluation
    assert found.members("group_vms", 0) == (5, 5, 1, 1, 1)
    by_month = found.members("demanded_vms", 0)
    assert [by_month[month] for month in (0, 5, 6, 30, 60)] == [10, 10, 13, 12, 13]


def test_means_of_vms_grow_by_whole_vms() -> None:
    """100 VMs of 3.5 vCPU at 3 % are 115.9 in year 5: 115 of them have vCPU and memory, and 115.9 have data."""
    found = run(store(0.03, [("all", 100, 3.5, 10)], cpu={"sockets": 2, "cores": 64, "base_ghz": 2.6})).evaluation
    assert found.value("grouped_cores", 0) == 115 * 3.5 / 4
    assert found.value("demand_memory_gib", 0) == 1150
    assert found.value("grouped_used_tb", 0) == pytest.approx(100 * 1.03**5 * 0.12)


def test_licences_by_vm_follow_the_whole_vms_of_their_groups() -> None:
    """Five Windows VMs of ten are five while ten are ten; the VM that comes with 2 % a year is one of the office."""
    licence = {"key": "windows-server-2025-standard", "guest_os": "windows_server"}
    for growth, vms in ((0.001, 5), (0.02, 6)):
        document = store(growth, guest_licence=licence, licence={"price_per_core_year": 0})
        for group, system in zip(document["workload"]["groups"], "wwxxx", strict=True):
            group["guest_os"] = "windows_server" if system == "w" else "linux"
        document["workload"]["groups"][0]["count"], document["workload"]["groups"][4]["count"] = 1, 3
        assert run(document).evaluation.members("guest_demanded_vms", 0)[-1] == vms


def test_a_group_of_unknown_system_is_named_where_licences_go_by_vms() -> None:
    licence = {"key": "windows-server-2025-standard", "guest_os": "windows_server"}
    document = store(0, guest_licence=licence, licence={"price_per_core_year": 0})
    for group in document["workload"]["groups"][1:]:
        group["guest_os"] = "linux"
    found = run(document)
    assert np.isnan(found.evaluation.members("guest_demanded_vms", 0)).all()
    missing = found.binding.inputs["guest_demanded_vms", "one"]
    assert isinstance(missing, Records)
    assert [each.pointer for each in missing] == ["/workload/groups/0/guest_os"]


@pytest.mark.parametrize("count", [1, 3, 10, 199])
def test_a_little_growth_of_small_groups_changes_no_host(count: int) -> None:
    groups = [(f"group {place}", count, 2, 4) for place in range(5)]
    parts = {"cpu": {"sockets": 2, "cores": 64, "base_ghz": 2.6}, "memory": {"dram_gib": 1024}}
    still, little = (
        evaluate_plan(Plan.model_validate(store(growth, groups, **parts)), CATALOGUE) for growth in (0.0, 0.00001)
    )
    for before, after in zip(still.configurations, little.configurations, strict=True):
        assert before.hosts.value == after.hosts.value
        assert before.feasible is after.feasible
        assert [each.hosts.value for each in before.constraints] == [each.hosts.value for each in after.constraints]
