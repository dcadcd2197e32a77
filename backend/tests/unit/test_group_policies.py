"""What a VM group has of its own, and reserves that replace each other: whole plans by figures worked out by hand."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import PlanError
from hostwise.binding.storage import scheme_row
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, Result
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.workload import ProtectionScheme


def group(name: str = "VMs", **more: Any) -> dict[str, Any]:
    return {"name": name, "count": 100, "vcpu": 1, "memory_gib": 1, **more}


def plan(*groups: dict[str, Any], policy: dict[str, Any], **configuration: Any) -> dict[str, Any]:
    return {
        "name": "groups",
        "workload": {"groups": list(groups)},
        "policy": {"vcpu_per_core": 4, **policy},
        "configurations": [
            {
                "key": "only",
                "name": "only",
                "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2},
                "memory": {"dram_gib": 2048},
                "write_tier": {"capacity_gb": 800},
                "capacity": {"capacity_gb": 3840, "count": 4},
                **configuration,
            }
        ],
    }


def evaluated(document: dict[str, Any]) -> Result:
    return evaluate_plan(Plan.model_validate(document), load_catalogue())


def only(document: dict[str, Any]) -> ConfigurationResult:
    return evaluated(document).configurations[0]


def value(result: ConfigurationResult, name: str) -> float | None:
    return result.quantities[name].value


RESERVE = {"method": "operations_and_rebuild", "rebuild_reserve_hosts": 0}


@pytest.mark.parametrize(
    ("reserve", "hosts"),
    [
        # 200 TB / (15.36 - 2) = 14.97; with 10 % of 15.36 on top it would be 16.9.
        ({**RESERVE, "operations_reserve_tb_per_host": 2}, 15),
        # The method's own: 200 / (0.9 x 15.36) = 14.47.
        (RESERVE, 15),
        # None at all: 200 / 15.36 = 13.02.
        ({**RESERVE, "operations_reserve_tb_per_host": 0}, 14),
        # A share that the plan gives beside it counts: 200 / (0.9 x 15.36 - 2) = 16.9.
        ({**RESERVE, "operations_reserve_tb_per_host": 2, "slack_share": 0.1}, 17),
        ({"method": "slack", "operations_reserve_tb_per_host": 2}, 15),
    ],
)
def test_an_operations_reserve_replaces_the_share_of_the_method(reserve: dict[str, Any], hosts: int) -> None:
    document = plan(group(disk_gb=1000), policy={"capacity_reserve": reserve})
    assert value(only(document), "hosts_for_capacity") == hosts


@pytest.mark.parametrize(("share", "hosts"), [(0.1, 10), (0.0, 9)])
def test_the_share_of_the_storage_stack_lowers_the_cores_for_vms(share: float, hosts: int) -> None:
    # 1,920 / (4 x 57.6) = 8.33, which is 9, and a spare; without a share 7.5, which is 8.
    document = plan(group(count=480, vcpu=4), policy={"spare_hosts": 1}, storage_stack_cpu_share=share)
    assert value(only(document), "hosts_for_cpu_ratio") == hosts


def test_the_cores_of_groups_with_ratios_of_their_own_add_up() -> None:
    # 40 x 12 / 1.5 = 320 and 400 x 4 / 4 = 400 cores on 64 for VMs: 11.25.
    databases, general = group("databases", count=40, vcpu=12, vcpu_per_core=1.5), group(count=400, vcpu=4)
    result = only(plan(databases, general, policy={"spare_hosts": 0}, storage_stack_cpu_share=0))
    assert value(result, "demand_cores") == pytest.approx(720)
    assert value(result, "hosts_for_cpu_ratio") == 12


def test_vms_grow_in_vcpu_and_memory() -> None:
    growing = group(vcpu=2, memory_gib=8, vcpu_growth_rate=0.5, memory_growth_rate=0.25)
    result = only(plan(growing, policy={"sizing_years": 2, "spare_hosts": 0}))
    assert value(result, "largest_vm_vcpu") == 2 * 1.5**2
    assert value(result, "demand_memory_gib") == 100 * 8 * 1.25**2
    assert value(result, "largest_vm_gib") == 12.5


IO: dict[str, Any] = {"iops_peak": 100, "iops_average": 50, "read_share": 0.5, "io_kib": 8}
ESA: dict[str, Any] = {"layout": "single_tier", "write_tier": None}
FULL = {"capacity_reserve": {"method": "slack", "slack_share": 0}, "spare_hosts": 0}


def test_capacity_and_writes_add_up_over_groups_with_protection_of_their_own() -> None:
    # Two-tier storage: 10 TB at RAID-1 and 30 TB at RAID-5, reduced 2 to 1, are 20 + 20 = 40 TB raw on 15.36 a host.
    databases = group("databases", count=10, disk_gb=1000, protection="raid1_ftt1", **IO)
    general = group("general", count=30, disk_gb=1000, data_reduction_ratio=2, **IO)
    result = only(plan(databases, general, policy={**FULL, "protection": "osa_raid5_3_1"}))
    assert value(result, "protected_tb") == pytest.approx(10 * 2 + 30 / 2 * 4 / 3)
    assert value(result, "hosts_for_capacity") == 3
    assert value(result, "capacity_factor_used") == pytest.approx(40 / 25)
    assert value(result, "data_reduction_ratio_used") == pytest.approx(40 / 25)
    assert value(result, "usable_tb") == pytest.approx((value(result, "hosts") or 0) * 15.36)
    # Both write twice in two-tier storage: data and parity, or two copies.
    assert value(result, "write_amplification_used") == pytest.approx(2)
    assert value(result, "minimum_hosts") == 4


def test_the_least_hosts_are_those_of_the_most_demanding_group() -> None:
    double = group("double", protection="raid6")
    result = only(plan(group(), double, policy=FULL))
    assert value(result, "minimum_hosts") == 6


def test_a_scheme_is_built_by_the_layout() -> None:
    # Single-tier, narrow stripe: mirrors write 2 + 2, adaptive RAID-5 2 + 1.5 bytes for each.
    mirrored = group("mirrored", count=10, disk_gb=100, protection="raid1_ftt1", **IO)
    coded = group("coded", count=30, disk_gb=100, **IO)
    result = only(plan(mirrored, coded, policy={**FULL, "protection": "esa_raid5_adaptive"}, hosts=5, **ESA))
    assert value(result, "write_amplification_used") == pytest.approx((10 * 4 + 30 * 3.5) / 40)
    assert value(result, "capacity_factor_used") == pytest.approx((10 * 2 + 30 * 1.5) / 40)


@pytest.mark.parametrize(("hosts", "factor", "writes"), [(6, 1.5, 3.5), (7, 1.25, 3.25), (8, 1.25, 3.25)])
def test_adaptive_raid5_writes_the_stripe_that_the_hosts_allow(hosts: int, factor: float, writes: float) -> None:
    # The wide stripe takes six hosts and the spare.
    policy = {**FULL, "spare_hosts": 1, "protection": "esa_raid5_adaptive"}
    drives = {"capacity": {"capacity_gb": 3840, "count": 4, "rated_dwpd": 1, "warranty_years": 5}}
    result = only(plan(group(disk_gb=100, **IO), policy=policy, hosts=hosts, **ESA, **drives))
    assert value(result, "capacity_factor_used") == pytest.approx(factor)
    assert value(result, "write_amplification_used") == pytest.approx(writes)
    life, narrow = value(result, "years_to_wear_out"), value(result, "narrow_years_to_wear_out")
    assert life is not None
    assert narrow == pytest.approx(life * writes / 3.5)


def test_a_total_has_the_protection_of_the_plan_and_says_so() -> None:
    document = plan(group("databases", disk_gb=100, protection="raid1_ftt3", **IO), policy=FULL)
    document["workload"]["totals"] = {"used_tb": 30}
    result = evaluated(document)
    assert value(result.configurations[0], "protected_tb") == 60
    assert value(result.configurations[0], "write_amplification_used") == pytest.approx(4)
    assert value(result.configurations[0], "minimum_hosts") == 7
    (said,) = (each for each in result.findings if each.code == "total_cannot_be_split")
    assert "databases" in said.message


@pytest.mark.parametrize(
    ("scheme", "change", "reason"),
    [
        ("raid5", {"layout": "hybrid"}, "a hybrid cluster has no erasure coding"),
        ("raid1_ftt1", {"protection": "osa_two_node_raid1"}, "protects all of its data alike"),
        ("raid1_ftt2", {"protection": "osa_stretched_raid1"}, "does not have it over sites"),
    ],
)
def test_a_scheme_that_a_configuration_lacks_is_a_mistake_of_the_field(
    scheme: str, change: dict[str, Any], reason: str
) -> None:
    with pytest.raises(PlanError) as error:
        only(plan(group(), group("other", protection=scheme), policy=FULL, **change))
    (mistake,) = error.value.mistakes
    assert (mistake.pointer, mistake.code) == ("/workload/groups/1/protection", "protection_does_not_fit")
    assert reason in mistake.message


def test_an_array_protects_its_data_itself() -> None:
    document = plan(group(protection="raid6"), policy=FULL, layout="external", write_tier=None, capacity=None)
    assert value(only(document), "minimum_hosts") == 1


@pytest.mark.parametrize(
    ("common", "built"),
    [
        ("osa_raid6_4_2", ["osa_raid1_ftt1", "osa_raid1_ftt2", "osa_raid1_ftt3", "osa_raid5_3_1", "osa_raid6_4_2"]),
        (
            "esa_raid1_ftt1",
            ["esa_raid1_ftt1", "esa_raid1_ftt2", "esa_raid1_ftt3", "esa_raid5_adaptive", "esa_raid6_4_2"],
        ),
        # Each site by itself; across the sites there are no others.
        (
            "esa_stretched_raid1",
            ["esa_stretched_raid1_local", None, None, "esa_stretched_raid5_local", "esa_stretched_raid6_local"],
        ),
        # What a stack has none of is built by what survives more.
        ("ceph_replica_3", ["ceph_replica_3", "ceph_replica_3", None, "ceph_ec_4_2", "ceph_ec_4_2"]),
        ("s2d_mirror_3", ["s2d_mirror_2", "s2d_mirror_3", None, "s2d_dual_parity", "s2d_dual_parity"]),
        ("aos_rf2", ["aos_rf2", "aos_rf3", None, "aos_ecx_rf2", "aos_ecx_rf3"]),
        ("longhorn_replicas_3", ["longhorn_replicas_2", "longhorn_replicas_3", None, None, None]),
    ],
)
def test_a_scheme_is_built_as_the_storage_has_it(common: str, built: list[str | None]) -> None:
    catalogue = load_catalogue()
    rows = [scheme_row(catalogue, catalogue.protection[common], each) for each in ProtectionScheme]
    assert [None if each is None else each.key for each in rows] == built


def test_groups_of_a_stretched_cluster_are_protected_at_each_site_as_they_say() -> None:
    # 60 TB with RAID-6 and 20 TB with RAID-5 at each of two sites, on 30.72 TB a host: 60 x 3 + 20 x 3 = 240 TB.
    general, databases = group(disk_gb=600), group("databases", disk_gb=200, protection="raid5")
    policy = {**FULL, "protection": "esa_stretched_raid6_local"}
    drives = {"capacity": {"capacity_gb": 7680, "count": 4}}
    result = only(plan(general, databases, policy=policy, **ESA, **drives))
    assert value(result, "minimum_hosts") == 12
    # From twelve hosts on the stripe of RAID-5 is wide: 60 x 3 + 20 x 2.5 = 230 TB.
    assert value(result, "protected_tb") == pytest.approx(240 * 1.131)
    assert value(result, "wide_protected_tb") == pytest.approx(230 * 1.131)


def stretched(**group_: Any) -> dict[str, Any]:
    policy = {**FULL, "protection": "esa_stretched_raid6_local"}
    drives = {"capacity": {"capacity_gb": 7680, "count": 4}}
    return plan(group(disk_gb=600), group("databases", disk_gb=200, **group_), policy=policy, **ESA, **drives)


@pytest.mark.parametrize(
    ("own", "factor", "wide_factor", "least"),
    [
        # The local RAID-6 of the configuration, at one of the sites: six hosts there, so twelve.
        ({}, 1.5, 1.5, 12),
        ({"protection": "raid1_ftt1"}, 2, 2, 12),
        ({"protection": "raid1_ftt3"}, 4, 4, 14),
        ({"protection": "raid5"}, 1.5, 1.25, 12),
    ],
)
def test_data_at_one_site_takes_half_and_is_lost_with_it(
    own: dict[str, Any], factor: float, wide_factor: float, least: int
) -> None:
    document = stretched(kept_at="one_site", **own)
    document["requirements"] = {"site_lost": True}
    result = only(document)
    assert value(result, "protected_tb") == pytest.approx((60 * 3 + 20 * factor) * 1.131)
    assert value(result, "wide_protected_tb") == pytest.approx((60 * 3 + 20 * wide_factor) * 1.131)
    assert value(result, "minimum_hosts") == least
    (missed,) = result.unmet_requirements
    assert "The data of databases is kept at one site" in missed.message
    assert missed.remedy is not None
    assert [(each.pointer, each.value) for each in missed.remedy.edits] == [
        ("/workload/groups/1/kept_at", "both_sites")
    ]
    assert "of 100 VMs" in next(each.message for each in result.findings if each.code == "kept_at_one_site")
    document["workload"]["groups"][1] |= {"kept_at": "both_sites", "protection": None}
    assert only(document).unmet_requirements == []


def test_the_cure_leaves_groups_of_the_same_name_alone() -> None:
    document = stretched(kept_at="one_site")
    document["workload"]["groups"][0]["name"] = "databases"
    document["requirements"] = {"site_lost": True}
    (missed,) = only(document).unmet_requirements
    assert missed.remedy is not None
    assert [each.pointer for each in missed.remedy.edits] == ["/workload/groups/1/kept_at"]


def test_data_at_one_site_without_a_local_protection_must_name_one() -> None:
    document = stretched(kept_at="one_site")
    document["policy"]["protection"] = "esa_stretched_raid1"
    with pytest.raises(PlanError) as error:
        only(document)
    (mistake,) = error.value.mistakes
    assert mistake.pointer == "/workload/groups/1/kept_at"
    assert "has no protection within a site" in mistake.message
    document["workload"]["groups"][1]["protection"] = "raid5"
    assert value(only(document), "protected_tb") == pytest.approx((60 * 2 + 20 * 1.5) * 1.131)


def test_where_there_is_one_site_all_data_is_at_it() -> None:
    general = group(disk_gb=600, kept_at="one_site")
    policy = {**FULL, "protection": "esa_raid6_4_2"}
    result = only(plan(general, policy=policy, **ESA))
    assert value(result, "protected_tb") == pytest.approx(60 * 1.5 * 1.131)
    assert "kept_at_one_site" not in {each.code for each in result.findings}


def test_naming_what_the_plan_says_anyway_changes_nothing() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    before = evaluate_plan(Plan.model_validate(document), load_catalogue())
    for each in document["workload"]["groups"]:
        each.update(protection="raid5", vcpu_per_core=document["policy"]["vcpu_per_core"], data_reduction_ratio=1)
    after = evaluate_plan(Plan.model_validate(document), load_catalogue())
    for one, other in zip(before.configurations, after.configurations, strict=True):
        assert {name: each.value for name, each in one.quantities.items()} == {
            name: each.value for name, each in other.quantities.items()
        }
