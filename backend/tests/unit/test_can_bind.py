"""A missing overhead of VMs stands in the way of an advice only where it can change it."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import bind
from hostwise.binding.vm_overhead import borrowed_from, table_of
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import InputStatus, Result
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
FOUND = "vm_overhead_cannot_bind"


def evaluated(hypervisor: str, **group_of: float) -> Result:
    document: Any = plan_json(sample_plan("light-io"))
    document.pop("remarks", None)
    (group, *_) = document["workload"]["groups"]
    document["workload"]["groups"] = [group | {"count": 200, "disk_gb": 4_000} | group_of]
    for each in document["configurations"]:
        each["hypervisor"] = hypervisor
        each["memory"].pop("vm_overhead_mib", None)
    return evaluate_plan(Plan.model_validate(document), CATALOGUE)


def test_where_disks_decide_a_missing_overhead_cannot_bind() -> None:
    result = evaluated("esxi-6.0")
    for each in result.configurations:
        (memory,) = (one for one in each.constraints if one.key == "memory")
        assert memory.hosts.value is None
        assert not memory.undecided
        assert not each.is_lower_bound
        (said,) = (one.message for one in each.findings if one.code == FOUND)
        assert f"with 0 to 1 GiB for each VM it is {each.hosts.value:.0f} hosts all the same" in said


def test_where_memory_decides_it_can() -> None:
    for each in evaluated("esxi-6.0", disk_gb=10, memory_gib=64).configurations:
        (memory,) = (one for one in each.constraints if one.key == "memory")
        assert memory.undecided
        assert each.is_lower_bound
        assert FOUND not in {one.code for one in each.findings}


@pytest.mark.parametrize(("key", "older"), [("esx-9.0", "esxi-8.0u3"), ("esxi-8", None), ("esxi-6.0", None)])
def test_only_a_version_newer_than_all_tables_takes_the_last_one(key: str, older: str | None) -> None:
    version = CATALOGUE.hypervisors[key]
    found = borrowed_from(CATALOGUE, version)
    assert (found.key if found else None) == older
    assert (table_of(CATALOGUE, version) is not None) == (key != "esxi-6.0")


def test_a_table_of_an_older_version_is_assumed_and_said() -> None:
    result = evaluated("esx-9.0")
    assert {"vm_overhead_of_older_version"} <= {one.code for one in result.configurations[0].findings}
    records = [each for each in result.inputs if each.quantity == "table_vm_overhead_mib"]
    assert {each.status for each in records} == {InputStatus.ILLUSTRATIVE}
    assert all("ESXi 8.0 U3" in (each.note or "") for each in records)


def test_the_ends_come_from_the_catalogue() -> None:
    speeds = [each.seq_write_mb_s for each in CATALOGUE.drives.values() if each.seq_write_mb_s is not None]
    ends = {"given_vm_overhead_mib": (0, 1024), "spec_write_mb_s": (min(speeds), max(speeds))}
    assert bind(sample_plan("light-io"), CATALOGUE).sane == ends


def with_drive(key: str, count: int = 10, **group_of: float) -> Result:
    """Samples' hosts with drives whose write speed the catalogue may not have."""
    document: Any = plan_json(sample_plan("nvme-2026"))
    document.pop("remarks", None)
    document["workload"]["groups"] = [each | group_of for each in document["workload"]["groups"]]
    document["configurations"] = document["configurations"][:2]
    document["configurations"][0]["capacity"] = {"key": key, "count": count, "price": 900}
    return evaluate_plan(Plan.model_validate(document), CATALOGUE)


UNKNOWN = next(
    each.key for each in CATALOGUE.drives.values() if each.seq_write_mb_s is None and each.capacity_gb > 1_000
)


def test_a_write_speed_that_changes_nothing_is_in_nobodys_way() -> None:
    found = with_drive(UNKNOWN, 24).configurations[0]
    (cache,) = (one for one in found.constraints if one.key == "write_performance")
    assert cache.hosts.value is None
    assert not cache.undecided
    assert not found.is_lower_bound
    (said,) = (one.message for one in found.findings if one.code == "write_speed_cannot_bind")
    assert f"MB/s it is {found.hosts.value:.0f} hosts all the same" in said


def test_a_write_speed_that_could_ask_for_more_hosts_is_asked_for() -> None:
    found = with_drive(UNKNOWN, 1, iops_peak=50_000.0, iops_average=10.0, read_share=0.1).configurations[0]
    (cache,) = (one for one in found.constraints if one.key == "write_performance")
    assert cache.undecided
    assert found.is_lower_bound
    assert "write_speed_cannot_bind" not in {one.code for one in found.findings}


def test_a_known_write_speed_is_not_tried() -> None:
    known = next(
        each.key for each in CATALOGUE.drives.values() if each.seq_write_mb_s is not None and each.capacity_gb > 1_000
    )
    assert "write_speed_cannot_bind" not in {one.code for one in with_drive(known, 24).configurations[0].findings}
