"""Storage stacks: sized by hand, their mistakes, and what must hold for all of them."""

from __future__ import annotations

from math import ceil, inf, isfinite
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.binding.stacks import facts_of, stack_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
OWN_RULES = [each.key for each in CATALOGUE.stacks.values() if each.reserve != "by_policy"]
"""Stacks that fill by rules of their own."""
LICENCES = {
    "ceph-proxmox": "proxmox-ve-premium",
    "s2d-azure-local": "azure-local",
    "s2d-azure-local-fixed": "azure-local",
    "s2d-windows-server": "windows-server-2025-datacenter",
    "s2d-windows-server-fixed": "windows-server-2025-datacenter",
    "aos-nutanix": "nutanix-nci",
    "odf-openshift": "openshift-platform",
}
"""The others have no licence with a price."""
SPLITS = {
    stack: each.value
    for (stack, field), each in facts_of(CATALOGUE).items()
    if field == "max_hosts" and each.value is not None and each.value < 16
}
"""Most hosts of a cluster, where fewer than are tried below: one host more than a multiple of them splits anew."""


def plan_on(storage: str | None, used_tb: float = 236.7, **changes: Any) -> Plan:
    """One configuration of hosts with 64 cores, 1,536 GiB and eight drives of 7.68 TB."""
    document = plan_json(sample_plan("nvme-2026"))
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": "single_tier", "storage_stack": storage,
        "cpu": {"sockets": 2, "cores": 32, "base_ghz": 3}, "memory": {"dram_gib": 1536},
        "capacity": {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}, **changes,
    }  # fmt: skip
    document |= {"configurations": [configuration], "remarks": {}}
    document["workload"] = {
        "groups": [{"name": "vms", "count": 100, "vcpu": 4, "memory_gib": 16}],
        "totals": {"used_tb": used_tb},
    }
    document["policy"] = {"spare_hosts": 1, "protection": "esa_raid6_4_2"}
    return Plan.model_validate(document)


def result_on(storage: str | None, used_tb: float = 236.7, **changes: Any) -> ConfigurationResult:
    (found,) = evaluate_plan(plan_on(storage, used_tb, **changes), CATALOGUE).configurations
    return found


def capacity_hosts(found: ConfigurationResult) -> float | None:
    return next(each.hosts.value for each in found.constraints if each.key == "capacity")


def test_ceph_by_hand() -> None:
    found = result_on("ceph-proxmox")
    # 2 % of 61.44 TB is metadata. Three copies fit below 0.78 of all hosts, and on all but one below 0.85 of the
    # fullest drive, which is 5 % above the mean.
    host, raw = 61.44 * 0.98, 3 * found.quantities["demand_storage_tb"].value  # type: ignore[operator]
    planned, healing = raw / 0.78 / host, raw / (0.85 * 0.95) / host + 1
    assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(planned, rel=1e-12)
    assert found.quantities["healing_hosts_unrounded"].value == pytest.approx(healing, rel=1e-12)
    assert capacity_hosts(found) == ceil(max(planned, healing))
    # 4.8 GiB and four threads for each of eight drives; 12 GiB of monitors and managers once in the cluster.
    assert found.quantities["storage_stack_gib"].value == pytest.approx(8 * 4.8)
    assert found.quantities["management_gib"].value == 12
    assert found.quantities["vm_cores_per_host"].value == 64 - 8 * 2


def test_storage_spaces_direct_by_hand() -> None:
    found = result_on("s2d-azure-local", used_tb=100)
    # 1 % of the pool is metadata; the infrastructure volume is mirrored, too; four drives are free.
    host, raw = 61.44 * 0.99, 3 * (found.quantities["demand_storage_tb"].value + 0.256)  # type: ignore[operator]
    planned, healing = raw / 0.7 / host, (raw + 4 * 7.68) / host
    assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(planned, rel=1e-12)
    assert found.quantities["healing_hosts_unrounded"].value == pytest.approx(healing, rel=1e-12)
    # 8 % of 1,536 GiB is more than 32 GiB.
    assert found.quantities["storage_stack_gib"].value == pytest.approx(0.08 * 1536)
    assert found.quantities["vm_cores_per_host"].value == pytest.approx(64 * 0.9)


def test_nutanix_by_hand() -> None:
    found = result_on("aos-nutanix")
    host, raw = 61.44 * 0.99, 2 * found.quantities["demand_storage_tb"].value  # type: ignore[operator]
    assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(raw / 0.9 / host + 1, rel=1e-12)
    assert found.quantities["healing_hosts_unrounded"].value == pytest.approx(raw / 0.95 / host + 1, rel=1e-12)
    assert (found.quantities["storage_stack_gib"].value, found.quantities["vm_cores_per_host"].value) == (48, 58)


def test_openshift_data_foundation_by_hand() -> None:
    found = result_on("odf-openshift")
    # It warns at 0.75, and rebuilds nothing onto drives beyond 0.80; 5 % more space for what is stored.
    stored = 236.7 + found.quantities["management_tb"].value  # type: ignore[operator]
    host, raw = 61.44 * 0.98, 3 * 1.05 * stored
    planned, healing = raw / 0.75 / host, raw / (0.8 * 0.95) / host + 1
    assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(planned, rel=1e-12)
    assert found.quantities["healing_hosts_unrounded"].value == pytest.approx(healing, rel=1e-12)
    # 5 GiB and two threads for each drive; the node takes two cores beside them.
    assert found.quantities["storage_stack_gib"].value == 8 * 5
    assert found.quantities["vm_cores_per_host"].value == 64 - 8 - 2
    # 57 GiB and 12 cores of services once in each cluster, beside its control plane: 32 vCPU at 4 to a core, 98.13 GiB.
    clusters = found.quantities["managed_clusters"].value
    assert clusters
    assert found.quantities["management_gib"].value == clusters * (57 + 98.13)
    assert found.quantities["management_cores"].value == clusters * (12 + 32 / 4)


def test_xostor_by_hand() -> None:
    found = result_on("xostor", used_tb=50)
    stored = 50 + found.quantities["management_tb"].value + 0.0014  # type: ignore[operator]
    host, raw = 61.44 * (1 - 0.0025), 2 * stored
    healing = raw / 0.95 / host + 1
    assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(raw / 0.8 / host, rel=1e-12)
    assert found.quantities["healing_hosts_unrounded"].value == pytest.approx(healing, rel=1e-12)
    assert capacity_hosts(found) == 3
    # 16 GiB of dom0, 8 of which it has without; 5 % of the cores, and two of dom0.
    assert found.quantities["storage_stack_gib"].value == 8
    assert found.quantities["vm_cores_per_host"].value == pytest.approx(64 * 0.95 - 2)
    assert "in 2 clusters of" in result_on("xostor").hosts_text


def test_longhorn_by_hand() -> None:
    found = result_on("longhorn-harvester", used_tb=100)
    # A quarter of each drive stays free, also while replicas of a lost host are placed; 10 % for snapshots.
    host, raw = 61.44, 3 * 1.1 * 100
    assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(raw / 0.75 / host, rel=1e-12)
    assert found.quantities["healing_hosts_unrounded"].value == pytest.approx(raw / 0.75 / host + 1, rel=1e-12)
    assert found.quantities["storage_stack_gib"].value == 4


DISKS = {"name": "vms", "count": 100, "vcpu": 4, "memory_gib": 16, "disk_gb": 1000, "disk_used_share": 0.4}


@pytest.mark.parametrize(
    ("storage", "total_tb", "counted_tb"),
    [
        ("s2d-windows-server", None, 40),
        ("s2d-windows-server-fixed", None, 100),
        ("s2d-windows-server", 45, 45),
        ("s2d-windows-server-fixed", 45, 100),
        # More than is provisioned cannot be written, and counts nevertheless: it was given.
        ("s2d-windows-server-fixed", 120, 120),
    ],
)
def test_thick_volumes_take_what_is_provisioned(storage: str, total_tb: float | None, counted_tb: float) -> None:
    document = plan_json(plan_on(storage))
    document["workload"] = {"groups": [DISKS], "totals": {"used_tb": total_tb}}
    found = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
    assert found.quantities["demand_storage_tb"].value == pytest.approx(counted_tb)
    said = [each.message for each in found.findings if each.code == "provisioned_counts"]
    assert [("100 TB" in each) for each in said] == ([True] if counted_tb == 100 else [])
    if storage.endswith("fixed") and counted_tb == 100:
        # No alert of thin pools: below the pool less its reserve.
        host, raw = 61.44 * 0.99, 3 * counted_tb
        assert found.quantities["healing_hosts_unrounded"].value == pytest.approx((raw + 4 * 7.68) / host)
        assert found.quantities["planned_fill_hosts_unrounded"].value == pytest.approx(raw / host)


def test_an_array_by_shared_lvm_holds_what_is_provisioned() -> None:
    document = plan_json(plan_on(None, layout="external", capacity=None, hypervisor="proxmox-ve-9"))
    document["workload"] = {"groups": [DISKS]}
    stored = []
    for storage in ("external-array", "array-shared-lvm"):
        document["configurations"][0]["storage_stack"] = storage
        found = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]
        stored.append(found.quantities["demand_storage_tb"].value)
    assert stored == pytest.approx([40, 100])


@pytest.mark.parametrize(
    ("hosts", "factor"), [(4, 2), (6, 2), (7, 1.5), (8, 1.5), (9, 4 / 3), (15, 4 / 3), (16, 5 / 4)]
)
def test_dual_parity_is_as_wide_as_its_servers_build(hosts: int, factor: float) -> None:
    found = result_on("s2d-azure-local", used_tb=20, hosts=hosts, protection="s2d_dual_parity")
    assert found.quantities["capacity_factor_used"].value == pytest.approx(factor)


@pytest.mark.parametrize(
    ("storage", "drives", "gb", "reason", "finding"),
    [
        ("s2d-windows-server", 4, 7680, None, False),
        ("s2d-windows-server", 3, 7680, "too_few_drives_for_storage", False),
        # Its own requirements ask for two, and those of the storage for four.
        ("s2d-azure-local", 2, 7680, None, True),
        ("s2d-azure-local", 1, 7680, "too_few_drives_for_storage", False),
        ("s2d-azure-local", 24, 7680, None, False),
        ("s2d-azure-local", 25, 7680, "too_many_drives_for_storage", False),
        ("s2d-azure-local", 14, 30_720, "too_many_drives_for_storage", False),
        ("ceph-proxmox", 3, 7680, None, True),
        ("ceph-proxmox", 4, 7680, None, False),
    ],
)
def test_drives_that_a_stack_does_not_take(
    storage: str, drives: int, gb: float, reason: str | None, *, finding: bool
) -> None:
    capacity = {"capacity_gb": gb, "rated_dwpd": 1, "warranty_years": 5, "count": drives}
    found = result_on(storage, used_tb=10, capacity=capacity)
    assert [each.code for each in found.reasons] == ([reason] if reason else [])
    assert found.buildable == (reason is None)
    assert ("few_drives_for_storage" in {each.code for each in found.findings}) == finding


def test_few_servers_keep_one_drive_of_each_free() -> None:
    # Three servers keep three drives free and not four.
    found = result_on("s2d-azure-local", used_tb=1, hosts=3, protection="s2d_mirror_3")
    room = min(0.7 * 3 * 61.44 * 0.99, 3 * 61.44 * 0.99 - 3 * 7.68) - 3 * 0.256
    assert found.quantities["stack_room_tb"].value == pytest.approx(room, rel=1e-12)


def test_a_cluster_takes_no_more_hosts_than_its_stack() -> None:
    found = result_on("s2d-azure-local", used_tb=350)
    assert found.hosts.value is not None
    assert found.hosts.value > 16
    assert "in 2 clusters of" in found.hosts_text
    assert found.hosts.value <= 2 * 16


def test_the_usual_stack_is_the_one_of_before() -> None:
    for sample in ("nvme-2026", "light-io", "leaving-vmware"):
        plan = sample_plan(sample)
        document = plan_json(plan)
        for each, configuration in zip(document["configurations"], plan.configurations, strict=True):
            each["storage_stack"] = stack_of(CATALOGUE, configuration).key
        named = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations
        for one, other in zip(evaluate_plan(plan, CATALOGUE).configurations, named, strict=True):
            assert one.quantities == other.quantities


def test_a_stack_of_other_drives_is_a_mistake_of_its_field() -> None:
    with pytest.raises(PlanError) as refused:
        result_on("external-array")
    (mistake,) = refused.value.mistakes
    assert (mistake.pointer, mistake.code) == ("/configurations/0/storage_stack", "storage_does_not_fit")
    assert "ceph-proxmox" in (mistake.hint or "")
    with pytest.raises(PlanError) as unknown:
        result_on("ceph")
    assert unknown.value.mistakes[0].pointer == "/configurations/0/storage_stack"


def test_a_protection_of_another_stack_is_a_mistake() -> None:
    with pytest.raises(PlanError) as refused:
        result_on("ceph-proxmox", protection="esa_raid6_4_2")
    assert refused.value.mistakes[0].code == "protection_does_not_fit"
    assert "ceph_replica_3" in (refused.value.mistakes[0].hint or "")


@pytest.mark.parametrize("storage", OWN_RULES)
def test_the_reserve_of_the_policy_does_not_count(storage: str) -> None:
    document = plan_json(plan_on(storage))
    before = capacity_hosts(evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0])
    document["policy"]["capacity_reserve"] = {"method": "slack", "slack_share": 0.5}
    assert capacity_hosts(evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]) == before


@pytest.mark.parametrize("storage", LICENCES)
def test_its_licence_belongs_to_it_and_not_to_another(storage: str) -> None:
    assert result_on(storage, licence={"key": LICENCES[storage]}).buildable
    for other in OWN_RULES:
        assert result_on(other, licence={"key": LICENCES[storage]}).buildable == (
            LICENCES.get(other) == LICENCES[storage]
        )
    assert not result_on("vsan-esa", licence={"key": LICENCES[storage]}).buildable


def test_what_is_given_of_memory_and_cores_replaces_the_stacks() -> None:
    given_: dict[str, Any] = {"memory": {"dram_gib": 1536, "storage_stack_gib": 10}, "storage_stack_cpu_share": 0.25}
    found = result_on("aos-nutanix", **given_)
    assert (found.quantities["storage_stack_gib"].value, found.quantities["vm_cores_per_host"].value) == (10, 48)


def test_three_copies_of_ceph_survive_two_losses_and_go_on_after_one() -> None:
    document = plan_json(plan_on("ceph-proxmox"))
    for lost, misses in ((1, 0), (2, 1)):
        document["requirements"] = {"hosts_lost": lost, "hosts_lost_keeps": "running"}
        document["policy"]["spare_hosts"] = 2
        (found,) = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations
        assert len(found.unmet_requirements) == misses
    assert "Its data would be there, and its storage would stop" in found.unmet_requirements[0].message


def test_what_no_source_confirms_is_assumed_and_its_range_moves() -> None:
    plan = plan_on("aos-nutanix")
    (record,) = run_plan(plan, CATALOGUE).binding.origins("planned_fill_share", "one")
    assert (record.status, record.value) == ("assumed", 0.9)
    uncertainty = uncertainty_of(plan, CATALOGUE, number=512)
    assert any(each.key.startswith("storage_rules") for each in uncertainty.uncertain_inputs)
    (found,) = uncertainty.configurations
    assert found.hosts.high is not None
    assert found.hosts.mid is not None
    assert found.hosts.high > found.hosts.mid


def test_facts_with_a_range_are_found_by_their_source() -> None:
    ranged = [
        ("; ".join(each.source), each.locator, each.notes, each.value)
        for table in (CATALOGUE.assumptions, CATALOGUE.stack_facts, CATALOGUE.hypervisor_facts)
        for each in table.values()
        if each.low is not None and each.high is not None
    ]
    facts = [*CATALOGUE.stack_facts.values(), *CATALOGUE.hypervisor_facts.values()]
    for each in facts:
        if each.low is None or each.high is None:
            continue
        assert ranged.count(("; ".join(each.source), each.locator, each.notes, each.value)) == 1, each.key


@pytest.mark.parametrize("storage", OWN_RULES)
@settings(deadline=None, max_examples=examples(25))
@given(used_tb=st.floats(1, 2_000), hosts=st.integers(4, 15), spares=st.integers(0, 2))
def test_more_hosts_hold_more_and_a_lost_one_never_does(storage: str, used_tb: float, hosts: int, spares: int) -> None:
    document = plan_json(plan_on(storage, used_tb))
    document["policy"]["spare_hosts"] = spares
    rooms = []
    for number in (hosts, hosts + 1):
        document["configurations"][0]["hosts"] = number
        run = run_plan(Plan.model_validate(document), CATALOGUE)
        rooms.append(run.evaluation.value("stack_room_tb", 0))
        # What may be filled at the highest with a host lost is never more than with all of them.
        highest = run.evaluation.value("even_fill_share", 0) * number * run.evaluation.value("data_tb_per_host", 0)
        lost = run.binding.evaluate(["stack_room_tb"], {"failed_hosts": np.ones((1, 1))}).value("stack_room_tb", 0)
        assert lost <= highest * (1 + 1e-12)
        # Room for the data and enough hosts are the same.
        least = run.evaluation.value("hosts_for_capacity_unrounded", 0)
        enough = rooms[-1] >= run.evaluation.value("protected_tb", 0) * (1 - 1e-9)
        assert enough == (number >= least * (1 - 1e-9)) or not isfinite(least)
    assert SPLITS == {"xostor": 7}
    if hosts % SPLITS.get(storage, 17):
        assert rooms[0] <= rooms[1] < inf


def test_it_is_said_which_fill_decides_and_what_is_assumed_of_writes() -> None:
    said = {each.code: each.message for each in result_on("ceph-proxmox").findings}
    assert "the fill while it heals decides" in said["fill_that_decides"].casefold()
    assert "write amplification of 6 " in said["write_factor_assumed"]
    said = {each.code: each.message for each in result_on("s2d-azure-local").findings}
    assert "the planned fill decides" in said["fill_that_decides"].casefold()
    assert "write amplification of 3.3 " in said["write_factor_assumed"]
    said = {each.code: each.message for each in result_on("vsan-esa").findings}
    assert "esa_write_amplification_assumed" in said
    assert not {"fill_that_decides", "write_factor_assumed"} & said.keys()


def test_a_host_whose_cores_the_stack_takes_holds_no_vm() -> None:
    cpu = {"sockets": 1, "cores": 32, "base_ghz": 3}
    capacity = {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 16}
    found = result_on("ceph-proxmox", cpu=cpu, capacity=capacity)
    assert found.quantities["vm_cores_per_host"].value == 0
    assert not found.feasible
    assert found.reasons[0].message
