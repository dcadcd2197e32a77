"""Hypervisors: which one a configuration has, what it takes of hosts and VMs, and what it does not do."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.binding import PlanError
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.answers.told import Severity
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
FAMILIES = sorted({each.family for each in CATALOGUE.hypervisors.values()})
ONE_TO_ONE = [each.key for each in CATALOGUE.hypervisors.values() if each.memory_state_model == "one_to_one"]


def plan_with(group: dict[str, Any] | None = None, policy: dict[str, Any] | None = None, **changes: Any) -> Plan:
    """100 VMs of 16 GiB and 4 vCPU on hosts of 64 cores and 1,024 GiB, with an external array."""
    document = plan_json(sample_plan("nvme-2026"))
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": "external", "array": {"price": 0},
        "cpu": {"sockets": 2, "cores": 32, "base_ghz": 3}, "memory": {"dram_gib": 1024}, **changes,
    }  # fmt: skip
    document |= {"configurations": [configuration], "remarks": {}}
    vms = {"name": "vms", "count": 100, "vcpu": 4, "memory_gib": 16, "disk_gb": 100, **(group or {})}
    document["workload"] = {"groups": [vms]}
    document["policy"] = {"spare_hosts": 1, "protection": "external_array", **(policy or {})}
    return Plan.model_validate(document)


def result_with(**changes: Any) -> ConfigurationResult:
    (found,) = evaluate_plan(plan_with(**changes), CATALOGUE).configurations
    return found


def number(found: ConfigurationResult, name: str) -> float:
    value = found.quantities[name].value
    assert value is not None, name
    return value


def resolved(**changes: Any) -> str:
    return hypervisor_of(CATALOGUE, plan_with(**changes).configurations[0]).key


def test_a_configuration_has_its_own_hypervisor_or_that_of_its_licence_or_of_its_storage() -> None:
    assert resolved() == "esxi-8"
    assert resolved(hypervisor="esxi-7") == "esxi-7"
    assert resolved(licence={"key": "proxmox-ve-basic"}) == "proxmox-ve-9"
    assert resolved(licence={"key": "windows-server-2022-datacenter"}) == "hyper-v-2025"
    assert resolved(licence={"key": "openshift-virtualization-engine"}) == "openshift-virtualization"
    assert resolved(hypervisor="proxmox-ve-8", licence={"key": "proxmox-ve-basic"}) == "proxmox-ve-8"
    drives = {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}
    assert resolved(layout="single_tier", storage_stack="aos-nutanix", capacity=drives, array=None) == "ahv"


def test_what_qemu_takes_by_hand() -> None:
    found = result_with(hypervisor="proxmox-ve-9")
    # 70 MiB, 2 MiB for each of 16 GiB and 8 MiB for each of 4 vCPU; the host keeps 4 GiB and 1/64 of its memory.
    assert number(found, "vm_overhead_gib") == pytest.approx(100 * (70 + 32 + 32) / 1024)
    assert number(found, "hypervisor_gib") == pytest.approx(4 + 1024 / 64)
    assert number(found, "vm_cores_per_host") == 64


def test_what_hyper_v_and_azure_local_take_by_hand() -> None:
    hyper_v = result_with(hypervisor="hyper-v-2025")
    assert number(hyper_v, "vm_overhead_gib") == pytest.approx(100 * (24 + 8 * 16) / 1024)
    assert number(hyper_v, "hypervisor_gib") == 4
    azure = result_with(hypervisor="azure-local")
    assert number(azure, "hypervisor_gib") == pytest.approx(0.08 * 1024)
    assert number(azure, "vm_cores_per_host") == pytest.approx(64 * 0.9)


def test_what_an_openshift_node_keeps_by_its_steps() -> None:
    found = result_with(hypervisor="openshift-virtualization")
    left = 1024 * (1 - 64 / 4096)
    steps = 0.25 * 4 + 0.2 * 4 + 0.1 * 8 + 0.06 * 112 + 0.02 * (left - 128)
    assert number(found, "hypervisor_gib") == pytest.approx(1024 - left + steps + 360 / 1024, rel=0.002)
    assert number(found, "vm_cores_per_host") == 62


def test_a_stack_that_states_the_whole_host_is_counted_once() -> None:
    drives = {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}
    azure = result_with(layout="single_tier", storage_stack="s2d-azure-local", capacity=drives, array=None)
    assert number(azure, "hypervisor_gib") == 0
    assert number(azure, "storage_stack_gib") == pytest.approx(0.08 * 1024)
    assert number(azure, "vm_cores_per_host") == pytest.approx(64 * 0.9)
    ceph = result_with(layout="single_tier", storage_stack="ceph-proxmox", capacity=drives, array=None)
    assert number(ceph, "hypervisor_gib") == pytest.approx(4 + 1024 / 64)


@pytest.mark.parametrize("key", ONE_TO_ONE)
def test_memory_is_planned_one_to_one_where_there_are_no_memory_states(key: str) -> None:
    plain = result_with(hypervisor=key)
    wished = result_with(hypervisor=key, policy={"memory_overcommit_limit": 1.5, "memory_state_limit": "soft"})
    assert number(wished, "hosts_for_memory") == number(plain, "hosts_for_memory")
    (said,) = [each for each in wished.findings if each.code == "no_memory_states"]
    assert said.severity is Severity.WARNING
    assert "1.5 does not count" in said.message
    assert wished.feasible
    assert "memory_state_rank" not in {each.key for each in wished.constraints}


def test_fewer_than_one_to_one_counts_everywhere() -> None:
    half = {"memory_overcommit_limit": 0.5}
    of_all = [result_with(hypervisor=key, policy=half) for key in ONE_TO_ONE]
    assert all(number(each, "planned_overcommit_limit") == 0.5 for each in of_all)


def test_the_memory_view_says_that_there_are_no_states() -> None:
    report = memory_report(plan_with(hypervisor="ahv"), CATALOGUE)
    (one,) = report.configurations
    assert (one.state_model, one.bands) == ("one_to_one", [])
    assert {each.state_text for each in one.cases} == {"no memory states"}
    assert [each.accepted for each in one.cases] == [None] * len(one.cases)


def test_thick_swap_files_are_those_of_esxi() -> None:
    thick = {"thick_swap_files": True}
    assert number(result_with(policy=thick), "swap_object_tb") > 0
    assert number(result_with(policy=thick, hypervisor="ahv"), "swap_object_tb") == 0


def test_a_hypervisor_that_does_not_run_on_the_storage_cannot_be_built() -> None:
    drives = {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}
    found = result_with(
        layout="single_tier", storage_stack="ceph-proxmox", hypervisor="esxi-8", capacity=drives, array=None
    )
    assert (found.buildable, found.reasons[0].code) == (False, "hypervisor_not_on_storage")
    assert "Proxmox VE" in found.reasons[0].message


@pytest.mark.parametrize(("group", "unit"), [({"vcpu": 240}, "vCPU"), ({"memory_gib": 7000}, "GiB")])
def test_a_vm_beyond_the_limit_of_the_hypervisor_cannot_be_built(group: dict[str, Any], unit: str) -> None:
    found = result_with(hypervisor="openshift-virtualization", group=group)
    said = [each.message for each in found.reasons if each.code == "vm_above_hypervisor_limit"]
    assert len(said) == 1
    assert unit in said[0]
    allowed = result_with(hypervisor="hyper-v-2025", group=group)
    assert "vm_above_hypervisor_limit" not in {each.code for each in allowed.reasons}


def test_a_cluster_has_no_more_hosts_than_storage_and_hypervisor_allow() -> None:
    assert number(result_with(hypervisor="ahv"), "most_hosts") == 32
    assert number(result_with(hypervisor="esxi-8"), "most_hosts") == 64
    drives = {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}
    azure = result_with(layout="single_tier", storage_stack="s2d-azure-local", capacity=drives, array=None)
    assert number(azure, "most_hosts") == 16


def test_every_family_has_a_rule_or_a_table_for_its_vms() -> None:
    facts = {(key, each.field) for each in CATALOGUE.hypervisor_facts.values() for key in each.hypervisors}
    for each in CATALOGUE.hypervisors.values():
        if each.family == "esxi":
            continue
        rule = {
            (each.key, field) for field in ("vm_overhead_mib", "vm_overhead_mib_per_gib", "vm_overhead_mib_per_vcpu")
        }
        assert rule <= facts, each.key
        assert {(each.key, "memory_gib"), (each.key, "memory_fixed_gib")} & facts, each.key
    assert len(FAMILIES) == 9


# -------------------------------------------------------------------------------------------------------- management


def test_the_usual_management_of_a_platform_is_demand() -> None:
    without = result_with(hypervisor="ahv", management="elsewhere")
    usual = result_with(hypervisor="ahv")
    for name, more in (
        ("demand_cores", 6 / 4),
        ("demand_memory_gib", 28),
        ("sized_gib", 28),
        ("demand_storage_tb", 0.5),
    ):
        assert number(usual, name) == pytest.approx(number(without, name) + more), name
    (said,) = [each.message for each in usual.findings if each.code == "management_counted"]
    assert "Prism Central, small is counted: 6 vCPU, 28 GiB and 500 GB." in said
    bridge = result_with(hypervisor="azure-local").findings
    assert any("4 vCPU, 8 GiB in each cluster" in each.message for each in bridge)
    assert "management_counted" not in {each.code for each in without.findings}


def test_management_of_each_cluster_is_there_in_each() -> None:
    many = {"count": 12_000}
    bridges = result_with(hypervisor="azure-local", group=many, policy={"max_hosts_per_cluster": 16})
    clusters = number(bridges, "managed_clusters")
    assert clusters > 1
    assert f"in {clusters:.0f} clusters of" in bridges.hosts_text
    assert number(bridges, "management_gib") == 8 * clusters
    once = result_with(hypervisor="ahv", group=many, policy={"max_hosts_per_cluster": 16})
    assert number(once, "management_gib") == 28


def test_esxi_has_its_management_among_the_vms_unless_it_is_chosen() -> None:
    assert number(result_with(), "management_gib") == 0
    assert number(result_with(management="vcf-9.0-simple"), "management_gib") == 137.2
    document = plan_json(plan_with())
    other = {**document["configurations"][0], "key": "two", "name": "Two", "hypervisor": "ahv"}
    document["configurations"].append(other)
    esxi, ahv = evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations
    (said,) = [each.message for each in esxi.findings if each.code == "management_not_counted"]
    assert "vcenter-small" in said
    assert "management_not_counted" not in {each.code for each in ahv.findings}


def test_management_of_another_hypervisor_is_a_mistake_of_its_field() -> None:
    with pytest.raises(PlanError) as refused:
        result_with(hypervisor="ahv", management="vcenter-small")
    (mistake,) = refused.value.mistakes
    assert (mistake.pointer, mistake.code) == ("/configurations/0/management", "management_does_not_fit")
    assert "prism-central-small" in (mistake.hint or "")
    assert "elsewhere" in (mistake.hint or "")
