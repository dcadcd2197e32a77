"""Storage beside that of other platforms: the same writes by hand, and the rules of others by hand."""

from __future__ import annotations

from math import ceil
from typing import Any

import pytest

from hostwise.answers.storage.storage_answer import storage_report
from hostwise.answers.storage.storage_document import ConfigurationStorage, SameWrites, SourceRange
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def storage_of(
    protection: str | None, max_wear_out_probability: float | None = None, **configuration: Any
) -> ConfigurationStorage:
    """100 TB, and 800 MB/s of writes, on ten hosts with eight drives of 7.68 TB for one drive write per day."""
    document = plan_json(sample_plan("nvme-2026"))
    document |= {"remarks": {}, "economics": {"horizon_years": 5}}
    document["configurations"] = [
        {
            "key": "one", "name": "One", "layout": "single_tier", "protection": protection, "hosts": 10,
            "cpu": {"sockets": 2, "cores": 32, "base_ghz": 3}, "memory": {"dram_gib": 1536},
            "capacity": {"capacity_gb": 7680, "rated_dwpd": 1, "warranty_years": 5, "count": 8}, **configuration,
        }
    ]  # fmt: skip
    group = {"iops_peak": 4000, "iops_average": 2000, "read_share": 0.5, "io_kib": 8, "disk_gb": 1000}
    document["workload"] = {"groups": [{"name": "vms", "count": 100, "vcpu": 2, "memory_gib": 8, **group}]}
    document["policy"] = {"spare_hosts": 1, "protection": "esa_raid6_4_2", "sizing_years": 0}
    document["policy"]["max_wear_out_probability"] = max_wear_out_probability
    (found,) = storage_report(Plan.model_validate(document), CATALOGUE).configurations
    return found


def on(found: ConfigurationStorage, stack: str) -> SameWrites:
    return next(each for each in found.same_writes if each.stack == stack)


def of(found: SourceRange | None) -> tuple[float, float, float]:
    assert found is not None
    return found.low, found.mid, found.high


def test_the_same_writes_through_each_stack_by_hand() -> None:
    found = storage_of("ceph_replica_3", storage_stack="ceph-proxmox")
    own, *others = found.same_writes
    assert (own.own, [each.own for each in others]) == (True, [False] * len(others))
    assert {each.stack for each in found.same_writes} == {
        "ceph-proxmox", "vsan-esa", "s2d-azure-local", "aos-nutanix", "odf-openshift", "xostor", "longhorn-harvester",
    }  # fmt: skip
    # Three copies, 1.5 to 4.33 bytes for each byte of each.
    assert of(own.write_amplification) == pytest.approx((4.5, 6, 13))
    assert of(on(found, "s2d-azure-local").write_amplification) == pytest.approx((3, 3.3, 6))
    assert (on(found, "aos-nutanix").protection, on(found, "aos-nutanix").lost_hosts) == ("Replication factor 3", 2)
    vsan = on(found, "vsan-esa")
    # RAID-6: 3 bytes of the log and 1.5 of the stripe, without a range that anybody publishes.
    assert (of(vsan.write_amplification), vsan.ranged) == ((4.5, 4.5, 4.5), False)
    # 100 x 2,000 x 0.5 x 8 KiB = 819.2 MB/s on 80 drives: 10.24 MB/s, and 6 times as much reach the drive.
    written_tb_per_day = 100 * 2000 * 0.5 * 8 * 1024 / 1e12 * 86_400 / 80
    needed = [each / 7.68 * written_tb_per_day for each in (4.5, 6, 13)]
    life = [5 / each for each in reversed(needed)]
    assert of(own.life_years) == pytest.approx(life)
    low, mid, high = of(own.needed_dwpd)
    assert (low, mid, high) == pytest.approx(needed)
    for each in others:
        assert of(each.needed_dwpd)[1] / of(each.write_amplification)[1] == pytest.approx(mid / 6), each.stack
    # A drive for one write a day: 0.69 (0.52 to 1.5) on Ceph, 0.35 to 0.69 on the others.
    assert found.same_writes_text == (
        "A drive rated for 1 full writes a day is enough on vSAN ESA, Storage Spaces Direct on Azure Local, "
        "Nutanix AOS, XOSTOR on XCP-ng and Longhorn on Harvester; on Ceph on Proxmox VE and OpenShift Data Foundation "
        "unless the writes are at the upper end of what the sources say."
    )
    assert own.order_dwpd == min(each for each in (0.3, 1, 3, 10) if each >= high)


def test_a_rating_has_room_for_what_is_not_known_of_the_load() -> None:
    found = storage_of("ceph_replica_3", storage_stack="ceph-proxmox", max_wear_out_probability=0.05)
    careless = storage_of("ceph_replica_3", storage_stack="ceph-proxmox")
    ratio = of(found.same_writes[0].needed_dwpd)[0] / of(careless.same_writes[0].needed_dwpd)[0]
    assert ratio > 1.5
    for one, other in zip(found.same_writes, careless.same_writes, strict=True):
        (low, middle, high), (least, mean, most) = of(one.needed_dwpd), of(other.needed_dwpd)
        # At an end of the range the writes of the stack are known; in the middle their uncertainty needs room, too.
        assert (low, high) == pytest.approx((least * ratio, most * ratio))
        assert middle >= mean * ratio * (1 - 1e-9)
        assert (middle > mean * ratio * 1.001) == one.ranged
        assert of(one.life_years) == of(other.life_years)


def test_the_hosts_must_be_enough_for_a_protection_where_there_is_another_one() -> None:
    found = storage_of("s2d_mirror_2", storage_stack="s2d-azure-local", hosts=3)
    vsan = on(found, "vsan-esa")
    assert (vsan.protection.split(" (")[0], vsan.enough_hosts) == ("RAID-5 adaptive", True)
    found = storage_of("ceph_replica_3", storage_stack="ceph-proxmox", hosts=3)
    assert (on(found, "vsan-esa").minimum_hosts, on(found, "vsan-esa").enough_hosts) == (6, False)
    assert (on(found, "aos-nutanix").minimum_hosts, on(found, "aos-nutanix").enough_hosts) == (5, False)


def test_a_group_at_one_site_is_compared_with_the_protection_of_all() -> None:
    stretched = plan_json(sample_plan("nvme-2026")) | {"remarks": {}}
    configuration = {**stretched["configurations"][0], "protection": "esa_stretched_raid1", "hosts": 12}
    stretched["configurations"] = [configuration]
    for each in stretched["workload"]["groups"]:
        each |= {"protection": "raid5", "kept_at": "one_site"}
    (found,) = storage_report(Plan.model_validate(stretched), CATALOGUE).configurations
    assert found.same_writes[0].protection.startswith("Stretched cluster, RAID-1")
    assert len(found.same_writes) > 3


def test_two_tiers_and_arrays_have_none_beside_them() -> None:
    cache = {"capacity_gb": 800, "rated_dwpd": 10, "warranty_years": 5, "disk_groups": 2}
    tiers = storage_of("osa_raid1_ftt1", layout="two_tier", write_tier=cache)
    assert tiers.same_writes == []
    assert [each.key for each in tiers.other_rules] == ["vsan-slack-25"]
    outside = storage_of(None, layout="external", capacity=None)
    assert (outside.same_writes, outside.other_rules) == ([], [])


def test_the_rules_of_others_by_hand() -> None:
    found = storage_of("ceph_replica_3", storage_stack="ceph-proxmox")
    warning, raw = found.other_rules
    assert (warning.key, raw.key) == ("ceph-nearfull", "ceph-raw")
    # 300 TB raw on hosts of 61.44 TB: up to 0.85 of all of it, and up to all of it.
    assert warning.hosts_for_capacity.value == ceil(300 / 0.85 / 61.44)
    assert raw.hosts_for_capacity.value == ceil(300 / 61.44)
    assert raw.usable_tb.value == pytest.approx(10 * 61.44 / 3)
    ours = ceil(300 / (0.85 * 0.95) / (61.44 * 0.98) + 1)
    assert found.hosts_for_capacity.value == max(ours, ceil(300 / 0.78 / (61.44 * 0.98)))
    said = {each.quantity: (each.ours, each.theirs) for each in warning.changes}
    assert said["planned_fill_share"] == (0.78, 0.85)
    assert said["stack_reserve_hosts"] == (1, 0)
    resilient, _ = storage_of("aos_rf2", storage_stack="aos-nutanix").other_rules
    assert resilient.hosts_for_capacity.value == ceil(200 / 0.95 / 61.44 + 1)


def test_every_rule_changes_inputs_of_capacity_within_what_is_valid() -> None:
    for rule in CATALOGUE.capacity_rules.values():
        for name, value in rule.changes:
            quantity = MODEL.inputs[name]
            assert quantity.low <= value <= quantity.high, (rule.key, name)
            assert "hosts_for_capacity" in MODEL.following_from(name), (rule.key, name)
