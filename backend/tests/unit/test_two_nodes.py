"""Two nodes with a witness on every storage that has them, losses beyond protection and quorum, where nodes stand."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.remedies import edited
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
VSAN: dict[str, Any] = {"storage_stack": "vsan-esa", "protection": "esa_two_node_raid1", "hypervisor": "esxi-8"}
AZURE: dict[str, Any] = {"storage_stack": "s2d-azure-local", "protection": "s2d_mirror_2", "hypervisor": "azure-local"}
WINDOWS: dict[str, Any] = {
    "storage_stack": "s2d-windows-server",
    "protection": "s2d_mirror_2",
    "hypervisor": "hyper-v-2025",
}
NESTED: dict[str, Any] = AZURE | {"protection": "s2d_nested_mirror"}
NUTANIX: dict[str, Any] = {"storage_stack": "aos-nutanix", "protection": "aos_two_node_rf2", "hypervisor": "ahv"}
STORES = {"vSAN": VSAN, "Azure Local": AZURE, "Windows Server": WINDOWS, "nested": NESTED, "Nutanix": NUTANIX}
STORE = (("tills", 2, 4, 16), ("office", 4, 2, 8), ("directory", 1, 2, 8), ("video", 1, 8, 16), ("cameras", 2, 4, 16))
"""Ten VMs of a shop: 34 vCPU, 120 GiB, and 1.2 TB of data."""


def plan(
    *, policy: Any = None, requirements: Any = None, dram_gib: float = 192, used: float = 0.6, **own: Any
) -> dict[str, Any]:
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": "single_tier", "management": "elsewhere",
        "cpu": {"sockets": 1, "cores": 16, "base_ghz": 2.6}, "memory": {"dram_gib": dram_gib},
        "capacity": {"capacity_gb": 3200, "count": 4, "rated_dwpd": 3, "warranty_years": 5},
    } | own  # fmt: skip
    document = plan_json(sample_plan("nvme-2026"))
    document |= {"configurations": [configuration], "remarks": {}, "economics": {"horizon_years": 5, "currency": "USD"}}
    document["workload"] = {
        "groups": [
            {"name": name, "count": count, "vcpu": vcpu, "memory_gib": gib, "disk_gb": 200, "disk_used_share": used}
            for name, count, vcpu, gib in STORE
        ],
    }
    document["policy"] = {
        "protection": "esa_raid1_ftt1", "spare_hosts": 1, "vcpu_per_core": 4,
        "capacity_reserve": {"method": "slack", "slack_share": 0.25}, **(policy or {}),
    }  # fmt: skip
    document["requirements"] = {"hosts_lost": 1, **(requirements or {})}
    return document


def whole(document: dict[str, Any]) -> Result:
    return evaluate_plan(Plan.model_validate(document), CATALOGUE)


def of(document: dict[str, Any]) -> ConfigurationResult:
    return whole(document).configurations[0]


def cured(document: dict[str, Any]) -> ConfigurationResult:
    """The configuration with the remedy of its only missed requirement."""
    (missed,) = of(document).unmet_requirements
    assert missed.remedy is not None
    changed = edited(Plan.model_validate(document), missed.remedy)
    assert changed is not None
    return evaluate_plan(changed, CATALOGUE).configurations[0]


def number(found: ConfigurationResult, name: str) -> float:
    value = found.quantities[name].value
    assert value is not None
    return value


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("given", [None, 2])
def test_two_nodes_carry_a_store_with_one_of_them_lost(store: str, given: int | None) -> None:
    """120 GiB and 8.5 cores on one node: 160 GiB of Azure Local, 133 beside a controller VM, 178 on ESXi."""
    found = of(plan(**STORES[store], hosts=given))
    assert (found.hosts.value, found.feasible, found.unmet_requirements) == (2, True, [])
    limits = {each.key: each.hosts.value for each in found.constraints}
    assert limits["protection"] == 2


@pytest.mark.parametrize("store", STORES)
def test_the_loss_is_missed_where_one_node_does_not_carry_the_vms(store: str) -> None:
    """128 GiB a node: 96 of Azure Local, 70 beside a controller VM and 117 of ESXi are less than 120."""
    found = of(plan(**STORES[store], hosts=2, dram_gib=128))
    assert [each.requirement for each in found.unmet_requirements] == ["hosts_lost"]
    assert "memory would be" in found.unmet_requirements[0].message


@pytest.mark.parametrize(
    ("store", "usable_tb"),
    [
        # Two nodes of 12.8 TB. One copy on each, 25 % slack and a tenth for metadata: 25.6 x 0.65 / 2 / 1.131.
        ("vSAN", 7.356),
        # 0.70 of the pool of 25.344 TB, two copies, beside the platform's 0.256 TB; four copies: 4.435 - 0.256.
        ("Azure Local", 8.614),
        ("nested", 4.179),
        # The node that is left holds both copies: 12.672 x 0.90 / 2.
        ("Nutanix", 5.702),
    ],
)
def test_what_two_nodes_hold(store: str, usable_tb: float) -> None:
    assert number(of(plan(**STORES[store])), "usable_tb") == pytest.approx(usable_tb, abs=0.001)


def test_one_copy_is_asked_of_the_node_that_is_left() -> None:
    """7 of 7.36 TB on vSAN: 7 x 1.131 = 7.9 TB of one copy are on the 12.8 of the node that is left."""
    document = plan(**VSAN)
    document["workload"]["totals"] = {"used_tb": 7.0}
    assert of(document).unmet_requirements == []
    document["workload"]["totals"] = {"used_tb": 7.5}
    assert not of(document).feasible


def test_two_nodes_are_no_larger_cluster_and_two_copies_may_be_one() -> None:
    """Nodes that carry two thirds: two of Nutanix do not hold the store, and a two-way mirror takes a third server."""
    assert not of(plan(**NUTANIX, dram_gib=128, policy={"spare_hosts": 1})).feasible
    more = of(plan(**AZURE, dram_gib=112))
    assert (more.hosts.value, more.feasible) == (3, True)
    # Two may fail: two of four hold both copies.
    assert of(plan(**AZURE, policy={"spare_hosts": 2}, requirements={"hosts_lost": 0})).hosts.value == 4


@pytest.mark.parametrize("store", STORES)
def test_a_witness_is_named(store: str) -> None:
    codes = {each.code for each in whole(plan(**STORES[store])).findings}
    assert {"witness", "no_rebuild"} <= codes
    assert "between_sites" not in codes


@pytest.mark.parametrize("store", ["vSAN", "Azure Local", "Nutanix"])
def test_where_two_nodes_stand_is_asked(store: str) -> None:
    asked: dict[str, Any] = {"requirements": {"hosts_lost": 0, "site_lost": True}}
    (unknown,) = of(plan(**STORES[store], **asked)).unmet_requirements
    assert (unknown.requirement, unknown.known) == ("site_lost", False)
    assert unknown.pointer == "/configurations/0/nodes_at_two_sites"
    assert cured(plan(**STORES[store], **asked)).unmet_requirements == []
    (here,) = of(plan(**STORES[store], nodes_at_two_sites=False, **asked)).unmet_requirements
    assert here.known
    assert "at one site" in here.message
    (short,) = of(plan(**STORES[store], nodes_at_two_sites=True, hosts=2, dram_gib=128, **asked)).unmet_requirements
    assert "memory would be" in short.message


TWO: dict[str, Any] = {"policy": {"spare_hosts": 2}, "requirements": {"hosts_lost": 2, "hosts_lost_keeps": "running"}}
CEPH: dict[str, Any] = {"storage_stack": "ceph-proxmox", "hypervisor": "proxmox-ve-9"}


STOPS = "2 hosts may fail; its storage goes on with 1 at a time. Erasure coding 6+3 survives 2."
ONE = "2 hosts may fail; the data survives 1 at a time"


@pytest.mark.parametrize(
    ("own", "protection", "hosts", "survives", "finding"),
    [
        (AZURE, "s2d_mirror_2", 4, 1, f"{ONE}. Three-way mirror survives 2."),
        (AZURE, "s2d_mirror_3", 3, 1, f"{ONE}: with 2 of 3 hosts down the pool's quorum is lost. 4 hosts keep it."),
        (AZURE, "s2d_mirror_3", 5, 2, None),
        (NUTANIX, "aos_rf2", 5, 1, f"{ONE}. Replication factor 3 survives 2."),
        (NUTANIX, "aos_rf3", 7, 2, None),
        (VSAN, "esa_raid1_ftt1", 5, 1, f"{ONE}. RAID-1 mirror, 2 failures survives 2."),
        (VSAN, "esa_raid1_ftt2", 7, 2, None),
        # Two of three copies are lost, and the third one takes no writes until one is back.
        (CEPH, "ceph_replica_3", 5, 1, STOPS),
    ],
)
def test_losses_beyond_protection_and_quorum_are_named_and_missed(
    own: dict[str, Any], protection: str, hosts: int, survives: int, finding: str | None
) -> None:
    policy = TWO["policy"] | {"holds_with_spares_down": {"minimum_hosts": False}}
    own = own | {"protection": protection}
    document = plan(**own, hosts=hosts, policy=policy, requirements=TWO["requirements"])
    result = whole(document)
    (found,) = result.configurations
    assert found.feasible
    assert number(found, "served_hosts") == survives
    told = [each.message for each in result.findings if each.code == "losses_beyond_protection"]
    assert told == ([f"One: {finding}"] if finding else [])
    assert [(each.requirement, each.available) for each in found.unmet_requirements] == (
        [("hosts_lost", survives)] if survives < 2 else []
    )
    if survives < 2 and own["storage_stack"] != "ceph-proxmox":
        better = cured(document)
        assert (better.feasible, better.unmet_requirements) == (True, [])
        assert number(better, "served_hosts") >= 2


def test_one_spare_is_survived_and_room_to_rebuild_is_of_storage_that_the_policy_keeps_free() -> None:
    reserve = {"spare_hosts": 2, "capacity_reserve": {"method": "operations_and_rebuild"}}
    told = {each.code: each for each in whole(plan(**AZURE, policy=reserve)).findings}
    assert "rebuild_reserve_below_spares" not in told
    found = {
        each.code: each for each in whole(plan(**VSAN | {"protection": "esa_raid1_ftt2"}, policy=reserve)).findings
    }
    assert found["rebuild_reserve_below_spares"].message.startswith("One: 2 hosts may fail, capacity to rebuild")
    right = {"spare_hosts": 2, "capacity_reserve": {"method": "operations_and_rebuild", "rebuild_reserve_hosts": 2}}
    codes = {each.code for each in whole(plan(**VSAN | {"protection": "esa_raid1_ftt2"}, policy=right)).findings}
    assert "rebuild_reserve_below_spares" not in codes
    assert "losses_beyond_protection" not in {each.code for each in whole(plan(**AZURE)).findings}
