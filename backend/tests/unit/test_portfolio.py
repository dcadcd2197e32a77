"""Dividing a demand into clusters, and merging clusters: by evaluations, each cluster with its own spares."""

from typing import Any

import pytest

from hostwise.answers.estate_sizing.merging import NotMergeable
from hostwise.answers.estate_sizing.portfolio import divisions, merge
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run import UnknownConfiguration
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.new_plan import new_plan

CATALOGUE = load_catalogue()


def plan_of(vms: int, name: str = "Plan", **policy: Any) -> dict[str, Any]:
    """VMs of a tenth of a host's memory, which is all that they ask for."""
    plan = plan_json(sample_plan("moderate-io"))
    plan["name"] = name
    plan["configurations"] = plan["configurations"][:1]
    plan["workload"]["totals"] = {}
    plan["workload"]["groups"][0].update(
        count=vms, vcpu=1, cpu_ghz=0.1, memory_gib=100, disk_gb=1, iops_peak=1, iops_average=1
    )
    memory = {"dram_gib": 1024, "hypervisor_gib": 24, "storage_stack_gib": 0, "vm_overhead_mib": 0}
    plan["configurations"][0]["memory"] = memory
    plan["policy"].update(spare_hosts=1, memory_overcommit_limit=1, **policy)
    return plan


def read(plan: dict[str, Any]) -> Plan:
    return Plan.model_validate(plan)


def test_a_demand_for_150_hosts_is_divided_into_equal_clusters_each_with_spares() -> None:
    (found,) = divisions(read(plan_of(1_500)), CATALOGUE)
    assert found.feasible
    assert found.clusters == 3
    assert found.hosts == 153
    assert found.hosts_per_cluster == 51
    assert found.most_hosts_per_cluster == 64
    assert found.spare_hosts == 3
    assert found.undivided_hosts == 151
    assert found.largest_vm_share == pytest.approx(1 / 3)


@pytest.mark.parametrize("vms", [10, 629, 630, 631, 1_260, 1_261, 6_000])
def test_clusters_are_the_fewest_that_keep_to_the_limit(vms: int) -> None:
    (found,) = divisions(read(plan_of(vms)), CATALOGUE)
    assert found.hosts is not None
    assert found.hosts_per_cluster is not None
    assert found.hosts == found.clusters * found.hosts_per_cluster
    assert found.hosts_per_cluster <= 64
    assert found.spare_hosts == found.clusters
    assert found.clusters == -(-vms // 630)


def test_merging_five_small_clusters_saves_their_spares() -> None:
    plans = [read(plan_of(50, f"Cluster {at}")) for at in range(5)]
    found = merge(plans, CATALOGUE)
    assert [each.hosts for each in found.separate] == [6] * 5
    assert found.merged.hosts == 26
    assert (found.hosts_saved, found.spare_hosts_saved) == (4, 4)
    assert found.merged.vms == 250
    assert found.separate_totals.largest_vm_share == pytest.approx(0.2)
    assert found.merged_totals.largest_vm_share == 1
    # Each figure is that of an evaluation by itself.
    alone = evaluate_plan(plans[0], CATALOGUE).configurations[0]
    assert found.separate[0].licensed_cores == alone.quantities["initial_licensed_cores"].value
    assert "26 hosts instead of 30" in found.sentence
    assert "1 spare instead of 5" in found.sentence
    assert found.findings == []


def test_what_merging_saves_is_paid_for_no_more() -> None:
    plans = []
    for at in range(4):
        plan = plan_json(new_plan())
        plan["name"] = f"Cluster {at}"
        plan["policy"]["spare_hosts"] = 2
        plan["workload"]["groups"] = [each | {"count": 40} for each in plan["workload"]["groups"]]
        plans.append(read(plan))
    found = merge(plans, CATALOGUE)
    first = plans[0].configurations[0]
    for part, plan_ in zip(found.separate, plans, strict=True):
        alone = evaluate_plan(plan_, CATALOGUE).configurations[0]
        assert alone.key == first.key
        assert part.cost == alone.quantities["cluster_tco"].value
        assert part.energy_kwh_per_year == alone.quantities["energy_kwh_per_year"].value
    before, after = found.separate_totals, found.merged_totals
    assert before.cost is not None
    assert after.cost is not None
    assert found.hosts_saved is not None
    assert before.hosts is not None
    assert found.spare_hosts_saved == 6
    assert found.hosts_saved >= 6
    assert found.cost_saved is not None
    assert found.cost_saved == pytest.approx(before.cost - after.cost)
    # Hosts are most of the cost, and all alike.
    assert found.cost_saved / before.cost == pytest.approx(found.hosts_saved / before.hosts, rel=0.25)
    assert found.licensed_cores_saved == pytest.approx(found.hosts_saved * (before.licensed_cores or 0) / before.hosts)


def test_one_plan_for_all_vms_is_what_is_merged() -> None:
    plans = [read(plan_of(vms, f"Cluster {vms}")) for vms in (31, 77, 112)]
    whole = evaluate_plan(read(plan_of(31 + 77 + 112)), CATALOGUE).configurations[0]
    found = merge(plans, CATALOGUE)
    assert found.merged.hosts == whole.hosts.value
    assert found.merged.cost == pytest.approx(whole.quantities["cluster_tco"].value)


def test_what_is_merged_beyond_the_largest_cluster_is_divided() -> None:
    found = merge([read(plan_of(400, f"Cluster {at}")) for at in range(3)], CATALOGUE)
    assert found.merged.clusters == 2
    assert found.merged_totals.largest_vm_share == pytest.approx(0.5)
    assert found.spare_hosts_saved == 1
    assert "part_divided_into_clusters" in {each.code for each in found.findings}


def test_given_hosts_are_sized_anew() -> None:
    plans = [plan_of(50, f"Cluster {at}") for at in range(2)]
    plans[1]["configurations"][0]["hosts"] = 20
    found = merge([read(each) for each in plans], CATALOGUE)
    assert [each.hosts for each in found.separate] == [6, 6]
    assert "given_hosts_left_out" in {each.code for each in found.findings}


def test_totals_are_added_and_groups_stand_in_where_there_are_none() -> None:
    plans = [plan_of(50, f"Cluster {at}") for at in range(2)]
    plans[0]["workload"]["totals"] = {"cpu_ghz": 20_000}
    found = merge([read(each) for each in plans], CATALOGUE)
    alone = [evaluate_plan(read(each), CATALOGUE).configurations[0] for each in plans]
    by_cycles = [each.quantities["demand_cpu_ghz"].value for each in alone]
    together = plan_of(100)
    together["workload"]["totals"] = {"cpu_ghz": sum(each for each in by_cycles if each is not None)}
    assert found.merged.hosts == evaluate_plan(read(together), CATALOGUE).configurations[0].hosts.value


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("policy", "spare_hosts"), 2, "policies"),
        (("economics", "horizon_years"), 3, "economics"),
        (("configurations", 0, "memory", "dram_gib"), 512, "configurations"),
        (("unit_convention",), "si", "units"),
        (("workload", "burst"), {"peak_minutes": 5}, "load"),
    ],
)
def test_plans_that_differ_in_more_than_their_workload_are_not_merged(
    path: tuple[str | int, ...], value: object, words: str
) -> None:
    other = plan_of(50, "Other")
    part: Any = other
    for each in path[:-1]:
        part = part[each]
    assert part.get(path[-1]) != value
    part[path[-1]] = value
    with pytest.raises(NotMergeable, match=words):
        merge([read(plan_of(50)), read(other)], CATALOGUE)


def test_there_is_something_to_merge() -> None:
    with pytest.raises(NotMergeable):
        merge([read(plan_of(50))], CATALOGUE)
    with pytest.raises(UnknownConfiguration):
        merge([read(plan_of(50)), read(plan_of(50))], CATALOGUE, "other")
