"""Wide stripes: every limit of the stack, the stripe that hosts build, who narrows; drives that heal in their host."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
DRIVE = {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "price": 900}


def result(
    storage: str,
    protection: str,
    used_tb: float,
    *,
    drives: int = 8,
    drive_gb: float = 7680,
    policy: Any = None,
    **own: Any,
) -> ConfigurationResult:
    configuration: dict[str, Any] = {
        "key": "one", "name": "One", "layout": "single_tier", "storage_stack": storage, "protection": protection,
        "cpu": {"sockets": 2, "cores": 64, "base_ghz": 3}, "memory": {"dram_gib": 2048}, "management": "elsewhere",
        "capacity": {**DRIVE, "count": drives, "capacity_gb": drive_gb}, "data_reduction_ratio": 1,
    } | own  # fmt: skip
    document = plan_json(sample_plan("nvme-2026"))
    document |= {"configurations": [configuration], "remarks": {}}
    document["workload"] = {
        "groups": [{"name": "vms", "count": 10, "vcpu": 2, "memory_gib": 4}],
        "totals": {"used_tb": used_tb},
    }
    document["policy"] = {"protection": "esa_raid6_4_2", "spare_hosts": 1, **(policy or {})}
    return evaluate_plan(Plan.model_validate(document), CATALOGUE).configurations[0]


def number(found: ConfigurationResult, name: str) -> float:
    value = found.quantities[name].value
    assert value is not None
    return value


@pytest.mark.parametrize(
    ("storage", "protection", "used_tb", "hosts"),
    [
        # 300 x 4/3 / 0.70 / 60.83 and 0.256 TB of the platform: 9.41; at 4+2 it would be 10.58.
        ("s2d-azure-local", "s2d_dual_parity", 300, 10),
        ("s2d-azure-local", "s2d_dual_parity_4_2", 300, 11),
        ("s2d-azure-local", "s2d_dual_parity_2_2", 300, 15),
        # Fixed volumes have no alert; four drives are kept free: (300 x 1.5 + 4 x 7.68) / 60.83 = 7.91.
        ("s2d-azure-local-fixed", "s2d_dual_parity", 300, 8),
        # 0.80 of the pool: 250 x 4/3 / 0.80 / 60.83 = 6.85 hosts at 6+2, which needs 9; at 4+2 7.71.
        ("s2d-windows-server", "s2d_dual_parity", 250, 8),
        # 12+2+1 is built on 16: 480 x 1.25 / 0.80 / 60.83 = 12.3, and 6+2 holds it on 13.15.
        ("s2d-windows-server", "s2d_dual_parity", 480, 14),
        # 300 x 1.5125 / 0.90 / 60.83 + 1 = 9.29.
        ("aos-nutanix", "aos_ecx_rf2", 300, 10),
        # 300 x 2.025 / 0.90 / 60.83 + 2 = 13.10.
        ("aos-nutanix", "aos_ecx_rf3", 300, 14),
        # 120 x 1.5667 / 0.90 / 60.83 + 1 = 4.43 hosts at 3+1, which five build.
        ("aos-nutanix", "aos_ecx_rf2", 120, 5),
        # 60 x 1.675 / 0.90 / 60.83 + 1 = 2.84; the least that codes is 4.
        ("aos-nutanix", "aos_ecx_rf2", 60, 4),
    ],
)
def test_wide_stripes_obey_the_limits_of_the_stack(storage: str, protection: str, used_tb: float, hosts: int) -> None:
    found = result(storage, protection, used_tb)
    assert found.hosts.value == hosts
    assert found.feasible
    assert number(found, "capacity_slack_share") >= 0
    assert number(found, "capacity_used_share") <= 1
    given = [result(storage, protection, used_tb, hosts=each).feasible for each in (hosts - 1, hosts)]
    assert given == [False, True]


@pytest.mark.parametrize(
    ("protection", "hosts", "spares", "feasible", "factor"),
    [
        ("s2d_dual_parity", 7, 1, True, 1.5),
        ("s2d_dual_parity", 6, 1, True, 2),
        ("s2d_dual_parity", 9, 1, True, 4 / 3),
        # Two lost of seven leave five, on which no 4+2 is whole again.
        ("s2d_dual_parity_4_2", 7, 2, False, 1.5),
        ("s2d_dual_parity_4_2", 8, 2, True, 1.5),
        ("s2d_dual_parity_4_2", 6, 0, False, 1.5),
        ("s2d_dual_parity_12_2_1", 16, 1, True, 1.25),
    ],
)
def test_a_layout_that_stays_needs_its_width_with_spares_failed(
    protection: str, hosts: int, spares: int, feasible: bool, factor: float
) -> None:
    found = result("s2d-azure-local", protection, 20, hosts=hosts, policy={"spare_hosts": spares})
    assert found.feasible is feasible
    assert number(found, "capacity_factor_used") == pytest.approx(factor)


def test_adaptive_raid5_of_vsan_narrows_when_a_host_is_lost() -> None:
    factors = [
        number(result("vsan-esa", "esa_raid5_adaptive", 20, hosts=hosts), "capacity_factor_used") for hosts in (6, 7)
    ]
    assert factors == [1.5, 1.25]


def test_volumes_of_the_platform_and_the_rebuild_are_on_the_stripes_in_use() -> None:
    found = result("s2d-azure-local", "s2d_dual_parity_4_2", 100, hosts=8)
    room = 0.7 * 8 * 8 * 7.68 * 0.99 - 0.256 * 1.5
    assert number(found, "usable_tb") == pytest.approx(room / 1.5)
    # 100.256 TB at 1.5 on eight servers, received by the other seven at 200 MB/s each.
    assert number(found, "rebuild_hours") == pytest.approx(100.256 * 1.5 / 8 * 1e6 / (7 * 200) / 3600)


@pytest.mark.parametrize(("gbit_s", "mb_s"), [(1, 87.5), (2, 175), (25, 200)])
def test_a_rebuild_is_no_faster_than_its_network(gbit_s: float, mb_s: float) -> None:
    network = {"cards": [{"count": 1, "ports": 1, "gbit_s": gbit_s}]}
    found = result("ceph-proxmox", "ceph_replica_3", 40, hosts=6, network=network)
    assert number(found, "rebuild_hours") == pytest.approx(120 / 6 * 1e6 / (5 * mb_s) / 3600)


IN_HOST = {"spare_hosts": 0}


@pytest.mark.parametrize(
    ("drives", "drive_gb", "usable_tb"),
    [
        # 15.36 TB a host, 0.02 of it metadata: the rest of the host takes what was on a lost drive, below 0.85.
        (1, 15360, 0.78 * 15.36 * 0.98),
        (2, 7680, 0.85 / 2 * 15.36 * 0.98),
        (4, 3840, 0.85 * 3 / 4 * 15.36 * 0.98),
        (8, 1920, 0.85 * 7 / 8 * 15.36 * 0.98),
    ],
)
@pytest.mark.parametrize("spares", [0, 1])
def test_three_hosts_of_ceph_heal_a_drive_in_its_host(
    drives: int, drive_gb: float, usable_tb: float, spares: int
) -> None:
    policy = {"spare_hosts": spares, "holds_with_spares_down": {"minimum_hosts": False}}
    own: dict[str, Any] = {"drives": drives, "drive_gb": drive_gb, "policy": policy}
    found = result("ceph-proxmox", "ceph_replica_3", usable_tb * 0.999, hosts=3, **own)
    assert found.feasible
    assert number(found, "usable_tb") == pytest.approx(usable_tb)
    codes = {each.code for each in found.findings}
    assert ("host_lost_with_its_drive" in codes) == (drives == 1)
    assert not result("ceph-proxmox", "ceph_replica_3", usable_tb * 1.001, hosts=3, **own).feasible
    # What three do not hold takes a fourth, on which a lost drive is healed by all.
    assert result("ceph-proxmox", "ceph_replica_3", usable_tb * 1.001, **own).hosts.value == 4


@pytest.mark.parametrize(
    ("storage", "protection", "hosts", "usable_tb"),
    [
        # 4 hosts are all parts of 2+2, and 3 all replicas of Longhorn, which fills 0.75 while it heals.
        ("ceph-proxmox", "ceph_ec_2_2", 4, 0.85 * 3 / 4 * 4 * 15.36 * 0.98 / 2),
        ("odf-openshift", "odf_replica_3", 3, 0.8 * 3 / 4 * 15.36 * 0.98 / 1.05),
        ("longhorn-harvester", "longhorn_replicas_3", 3, 0.75 * 3 / 4 * 15.36 / 1.1),
        # Two copies on three hosts have a host to heal on.
        ("xostor", "xostor_copies_2", 3, 0.8 * 3 * 15.36 * 0.9975 / 2 - 0.0014),
    ],
)
def test_hosts_that_are_all_copies_heal_in_themselves(
    storage: str, protection: str, hosts: int, usable_tb: float
) -> None:
    found = result(storage, protection, 1, hosts=hosts, drives=4, drive_gb=3840, policy=IN_HOST)
    assert number(found, "usable_tb") == pytest.approx(usable_tb)


@pytest.mark.parametrize(
    ("storage", "hosts", "usable_tb"),
    [
        # Four copies; fixed volumes take all that four drives kept free leave, thin ones 0.70 of the pool.
        ("s2d-azure-local-fixed", 6, (6 * 4 * 3.84 * 0.99 - 4 * 3.84 - 4 * 0.256) / 4),
        ("s2d-azure-local", 6, 0.7 * 6 * 4 * 3.84 * 0.99 / 4 - 0.256),
        ("s2d-azure-local", 4, 0.7 * 4 * 4 * 3.84 * 0.99 / 4 - 0.256),
        ("s2d-azure-local", 8, 0.7 * 8 * 4 * 3.84 * 0.99 / 4 - 0.256),
    ],
)
def test_four_copies_over_two_racks(storage: str, hosts: int, usable_tb: float) -> None:
    policy = {"spare_hosts": 0, "capacity_reserve": {"method": "operations_and_rebuild"}}
    found = result(storage, "s2d_mirror_4", 5, hosts=hosts, drives=4, drive_gb=3840, policy=policy)
    assert found.feasible
    assert number(found, "usable_tb") == pytest.approx(usable_tb)
    # A rack and one machine more; each rack carries all VMs.
    assert number(found, "kept_hosts") == 3
    said = {each.code: each.message for each in found.findings}
    assert "round trip of at most 1 ms" in said["between_sites"]
    assert "reserve_not_available" not in said


@pytest.mark.parametrize(("hosts", "feasible"), [(None, True), (7, False), (10, False), (2, False)])
def test_racks_have_two_three_or_four_machines_each(hosts: int | None, feasible: bool) -> None:
    found = result("s2d-azure-local", "s2d_mirror_4", 5, hosts=hosts, policy={"spare_hosts": 0})
    assert found.feasible is feasible
    if hosts is None:
        assert found.hosts.value == 4


def test_three_copies_are_not_possible_over_two_racks() -> None:
    assert [row.key for row in CATALOGUE.protection.values() if row.family == "s2d" and row.sites == 2] == [
        "s2d_mirror_4"
    ]
