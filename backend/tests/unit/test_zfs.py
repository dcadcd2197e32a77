"""ZFS in each host of Proxmox VE: room, what a lost host takes with it, and what is refused."""

from __future__ import annotations

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan

CATALOGUE = load_catalogue()


def site(protection: str, *, hosts: int | None = 3, drives: int = 4, used_tb: float = 6, **more: object) -> Result:
    """A small site: three hosts with four drives of 3.84 TB."""
    document = {
        "schema_version": 1,
        "name": "site",
        "workload": {"groups": [{"name": "vms", "count": 20, "vcpu": 2, "memory_gib": 8, "disk_gb": used_tb * 50}]},
        "policy": {"protection": protection, "spare_hosts": 1},
        "configurations": [
            {
                "key": "one", "name": "One", "layout": "single_tier", "storage_stack": "zfs-proxmox",
                "hypervisor": "proxmox-ve-9", "cpu": {"sockets": 2, "cores": 16, "base_ghz": 2.5},
                "memory": {"dram_gib": 256}, "hosts": hosts,
                "capacity": {"capacity_gb": 3840, "count": drives, "rated_dwpd": 1, "warranty_years": 5},
            }
        ],
        "economics": {"horizon_years": 5},
        **more,
    }  # fmt: skip
    return evaluate_plan(Plan.model_validate(document), CATALOGUE)


def number(found: Result, name: str) -> float | None:
    return found.configurations[0].quantities[name].value


@pytest.mark.parametrize(
    ("protection", "drives", "copies"),
    [
        # Two copies on each of two hosts; 4 sectors of data with 2 of parity on each; and the same on one host only.
        ("zfs_mirror_replicated", 4, 4),
        ("zfs_raidz1_replicated", 4, 3),
        ("zfs_raidz2_replicated", 6, 3),
        ("zfs_mirror", 4, 2),
        ("zfs_raidz1", 3, 1.5),
        ("zfs_raidz2", 8, 1.5),
    ],
)
def test_a_pool_is_planned_to_85_percent(protection: str, drives: int, copies: float) -> None:
    found = site(protection, drives=drives)
    assert number(found, "usable_tb") == pytest.approx(0.85 * 3 * drives * 3.84 / copies)
    assert found.configurations[0].feasible
    # 16 GiB of read cache beside what Proxmox VE takes.
    assert number(found, "storage_stack_gib") == 16


def test_replication_loses_minutes_and_is_never_said_to_keep() -> None:
    found = site("zfs_mirror_replicated").configurations[0]
    assert found.quantities["kept_hosts"].value == 0
    assert found.quantities["healed_hosts"].value == 0
    said = {each.code: each.message for each in found.findings}
    assert "loses up to 15 min" in said["writes_lost_with_a_host"]
    assert "data_on_one_host" not in said
    alone = {each.code for each in site("zfs_mirror").configurations[0].findings}
    assert "data_on_one_host" in alone
    assert "writes_lost_with_a_host" not in alone


@pytest.mark.parametrize("protection", ["zfs_mirror_replicated", "zfs_mirror"])
def test_a_host_lost_with_its_data_kept_is_missed(protection: str) -> None:
    found = site(protection, requirements={"hosts_lost": 1}).configurations[0]
    assert found.feasible
    assert [each.requirement for each in found.unmet_requirements] == ["hosts_lost"]


@pytest.mark.parametrize(
    ("protection", "hosts", "drives", "feasible"),
    [
        ("zfs_mirror_replicated", 2, 4, False),
        ("zfs_mirror_replicated", 3, 4, True),
        ("zfs_mirror", 2, 4, True),
        ("zfs_mirror", 2, 1, False),
        ("zfs_raidz1", 2, 2, False),
        ("zfs_raidz2", 2, 5, False),
        ("zfs_raidz2", 2, 6, True),
    ],
)
def test_what_can_be_built(protection: str, hosts: int, drives: int, feasible: bool) -> None:
    assert site(protection, hosts=hosts, drives=drives, used_tb=1).configurations[0].feasible is feasible


def test_the_hosts_of_a_site_by_hand() -> None:
    # 20 TB on two copies of two hosts are 80 TB: 80 / (0.85 x 15.36) = 6.1.
    found = site("zfs_mirror_replicated", hosts=None, used_tb=20)
    assert found.configurations[0].hosts.value == 7
    given = [site("zfs_mirror_replicated", hosts=each, used_tb=20).configurations[0].feasible for each in (6, 7)]
    assert given == [False, True]
