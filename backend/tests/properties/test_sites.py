"""Stretched clusters, two-node clusters, and workloads divided over several clusters."""

from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import ConfigurationResult
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
STRETCHED = ("osa_stretched_raid1", "osa_stretched_raid1_local", "osa_stretched_raid5_local")
ONE_SITE = {
    "osa_stretched_raid1": "osa_raid1_ftt1",
    "osa_stretched_raid1_local": "osa_raid1_ftt1",
    "osa_stretched_raid5_local": "osa_raid5_3_1",
}
CARRIED_ALONE = ("hosts_for_cpu_ratio", "hosts_for_cpu_ghz", "hosts_for_memory")


def planned(protection: str, vms: int = 150, **policy: Any) -> dict[str, Any]:
    """One NAND configuration of a sample under another protection."""
    plan = plan_json(sample_plan("moderate-io"))
    plan["configurations"] = plan["configurations"][:1]
    plan["workload"]["groups"][0]["count"] = vms
    plan["workload"]["totals"] = {}
    plan["workload"]["groups"][0].update(cpu_ghz=2, disk_gb=200)
    plan["policy"].update(protection=protection, **policy)
    return plan


def run(plan: dict[str, Any]) -> Run:
    return run_plan(Plan.model_validate(plan), CATALOGUE)


def evaluated(plan: dict[str, Any]) -> ConfigurationResult:
    return evaluate_plan(Plan.model_validate(plan), CATALOGUE).configurations[0]


def number(result: ConfigurationResult, name: str) -> float:
    value = result.quantities[name].value
    assert value is not None, name
    return value


def codes(result: ConfigurationResult) -> set[str]:
    return {each.code for each in result.findings}


@pytest.mark.parametrize(("spares", "hosts"), [(0, 22), (1, 24)])
def test_each_site_holds_the_memory_of_all_vms_and_its_own_spares(spares: int, hosts: int) -> None:
    # 10,329 GiB of VMs on hosts with 997.5 GiB: 10.35 hosts, 11 in each site.
    plan = planned("osa_stretched_raid1", vms=1, spare_hosts=spares)
    group = plan["workload"]["groups"][0]
    group.update(memory_gib=10_329 / 16, vcpu=1, cpu_ghz=0.1, count=16, iops_peak=1, disk_gb=1, vms="mean")
    memory = {"dram_gib": 1_024, "hypervisor_gib": 26.5, "storage_stack_gib": 0, "vm_overhead_mib": 0}
    plan["configurations"][0]["memory"] = memory
    result = evaluated(plan)
    assert number(result, "usable_gib_per_host") == pytest.approx(997.5)
    assert number(result, "hosts_for_memory") == hosts
    assert result.hosts.value == hosts
    assert result.hosts_text.startswith(f"{hosts} hosts in 2 sites of {hosts // 2}")
    assert " for memory" in result.hosts_text
    # If they are alike, a host holds one of them: each site has 16, and its spares.
    group["vms"] = "alike"
    alike = evaluated(plan)
    assert number(alike, "hosts_for_memory") == hosts
    assert alike.hosts.value == 32 + 2 * spares
    assert [each.label for each in alike.constraints if each.binding] == ["whole VMs"]


@given(
    protection=st.sampled_from(STRETCHED),
    vms=st.integers(20, 3_000),
    spares=st.integers(0, 2),
    share=st.sampled_from([0.5, 0.75, 1.0]),
    dram=st.sampled_from([256, 768]),
)
@settings(max_examples=examples(25))
def test_with_a_site_down_the_other_keeps_every_limit(
    protection: str, vms: int, spares: int, share: float, dram: int
) -> None:
    plan = planned(protection, vms, spare_hosts=spares, site_load_share=share, max_hosts_per_cluster=1_000)
    plan["configurations"][0]["memory"]["dram_gib"] = dram
    stretched = run(plan)
    value = stretched.evaluation.value
    hosts = value("hosts", 0)
    assert hosts % 2 == 0
    # The other site by itself: a cluster in one place, with the VMs that it must carry.
    one = deepcopy(plan)
    one["policy"].update(protection=ONE_SITE[protection], site_load_share=1)
    group = one["workload"]["groups"][0]
    group["count"] = 1
    alone = run(one).evaluation.value
    for name in CARRIED_ALONE:
        demand = alone(f"{name}_unrounded", 0) * vms * share
        assert demand <= (hosts / 2 - spares) * (1 + 1e-9), name
    # One copy of all data, protected as inside the site, fits the site's own drives.
    copies = value("capacity_factor_used", 0) / 2
    fillable = hosts / 2 * value("fillable_tb_per_host", 0)
    assert value("unprotected_tb", 0) * copies <= fillable * (1 + 1e-9)
    # In normal operation at most half of what is planned for is used, where a site carries all VMs.
    if share == 1:
        used = value("memory_overcommit_ratio", 0) / value("memory_overcommit_limit", 0)
        assert used <= 0.5 * (1 + 1e-9)


def test_writes_go_to_both_sites() -> None:
    here, across = (evaluated(planned(key)) for key in ("osa_raid1_ftt1", "osa_stretched_raid1_local"))
    assert number(across, "write_amplification") == 2 * number(here, "write_amplification")
    assert number(across, "drives_for_write_performance") == pytest.approx(
        2 * number(here, "drives_for_write_performance"), abs=1
    )


def test_sites_have_equal_numbers_of_hosts() -> None:
    plan = planned("osa_stretched_raid1")
    plan["configurations"][0]["hosts"] = 25
    result = evaluated(plan)
    assert not result.feasible
    assert [each.message for each in result.reasons] == [
        "25 hosts are given, and the two sites need equal numbers: enter 26.",
    ]


@pytest.mark.parametrize("protection", ["osa_stretched_raid1", "osa_two_node_raid1"])
def test_across_sites_slack_stands_in_for_the_reserves_that_are_not_available(protection: str) -> None:
    reserve = {"method": "operations_and_rebuild", "rebuild_reserve_hosts": 1, "operations_reserve_tb_per_host": 1}
    plan = planned(protection, vms=20, capacity_reserve=reserve)
    found, by_slack = run(plan), run(planned(protection, vms=20))
    for name in ("slack_share", "rebuild_reserve_hosts", "operations_reserve_tb_per_host", "hosts"):
        assert found.evaluation.value(name, 0) == by_slack.evaluation.value(name, 0)
    assert "reserve_not_available" in codes(evaluated(plan))
    assert "witness" in codes(evaluated(plan))


def test_a_two_node_cluster_has_two_hosts_that_each_carry_everything() -> None:
    small = evaluated(planned("osa_two_node_raid1", vms=20))
    assert (small.feasible, small.hosts.value) == (True, 2)
    assert not any(each.spare_hosts for each in small.constraints)
    large = evaluated(planned("osa_two_node_raid1", vms=400))
    assert not large.feasible
    assert "a cluster holds 2" in large.reasons[0].message


@given(vms=st.integers(1_000, 20_000), spares=st.integers(0, 2))
@settings(max_examples=examples(15))
def test_beyond_the_largest_cluster_equal_clusters_have_spares_of_their_own(vms: int, spares: int) -> None:
    plan = planned("osa_raid1_ftt1", vms, spare_hosts=spares)
    found = run(plan)
    clusters, hosts = (found.evaluation.value(name, 0) for name in ("clusters", "hosts"))
    limit = found.evaluation.value("max_hosts_per_cluster", 0)
    assert hosts % clusters == 0
    assert hosts / clusters <= limit
    # Each is the cluster that its part of the VMs would have alone; and one cluster fewer would not do.
    one = deepcopy(plan)
    one["workload"]["groups"][0]["count"] = -(-vms // int(clusters))
    assert run(one).evaluation.value("required_hosts", 0) >= hosts / clusters
    one["workload"]["groups"][0]["count"] = vms // int(clusters)
    assert run(one).evaluation.value("required_hosts", 0) <= hosts / clusters
    if clusters > 1:
        one["workload"]["groups"][0]["count"] = -(-vms // int(clusters - 1))
        one["policy"]["max_hosts_per_cluster"] = 1_000
        assert run(one).evaluation.value("required_hosts", 0) > limit


def test_the_least_number_of_clusters_is_found() -> None:
    """Whole hosts in each of too few clusters ask for more hosts than there are in the least number that will do."""
    plan = planned("osa_raid1_ftt1", vms=6_000, max_hosts_per_cluster=8)
    clusters = run(plan).evaluation.value("clusters", 0)
    for number in range(1, int(clusters) + 1):
        found = run(plan)
        arrays = found.binding.arrays | {"clusters": np.array([[float(number)]])}
        values = MODEL.evaluate(arrays, ["required_hosts", "most_hosts"], curves=found.binding.curves).values
        assert (values["required_hosts"] <= values["most_hosts"]).item() == (number == clusters), number


def test_divided_clusters_are_feasible_and_said() -> None:
    result = evaluated(planned("osa_raid1_ftt1", vms=6_000))
    assert result.feasible
    assert "divided_into_clusters" in codes(result)
    assert f" hosts in {number(result, 'parts'):.0f} clusters of " in result.hosts_text
    (memory,) = (each for each in result.constraints if each.key == "memory")
    assert memory.spare_hosts == number(result, "parts")


def test_growth_beyond_the_largest_cluster_buys_a_second_one() -> None:
    plan = planned("osa_raid1_ftt1", vms=1_200)
    plan["workload"]["groups"][0]["count_growth_rate"] = 0.4
    found = run(plan)
    assert found.evaluation.value("clusters", 0) == 1
    later = found.evaluation.members("demanded_hosts", 0)[-1]
    assert later > found.evaluation.value("max_hosts_per_cluster", 0)
    assert "expansion_exceeds_cluster" in codes(evaluated(plan))


def test_clusters_of_a_month_are_no_matter_of_other_configurations() -> None:
    plan = planned("osa_raid1_ftt1", vms=1_000, sizing_years=4, max_hosts_per_cluster=48)
    plan["workload"]["groups"][0]["count_growth_rate"] = 0.2
    alone = run(plan)
    clusters, hosts = (alone.evaluation.value(name, 0) for name in ("clusters", "required_hosts"))
    asked = alone.evaluation.members("demanded_hosts", 0)
    assert clusters == 2
    # The clusters are there from the beginning, though the first months would do with one.
    assert asked[48] == hosts
    assert asked[0] % clusters == 0
    pair = deepcopy(plan)
    pair["configurations"].append(deepcopy(plan["configurations"][0]) | {"key": "small", "name": "Small"})
    pair["configurations"][1]["memory"]["dram_gib"] = 96
    both = run(pair).evaluation
    assert both.members("demanded_hosts", 1)[-1] > 2 * 48
    assert both.members("demanded_hosts", 0) == asked


def test_memory_is_looked_at_with_a_site_down() -> None:
    plan = Plan.model_validate(planned("osa_stretched_raid1"))
    (memory,) = memory_report(plan, CATALOGUE).configurations
    case = memory.cases[-1]
    assert case.label == f"one site down, {case.failed_hosts} hosts"
    assert case.quantities["running_hosts"].value == case.failed_hosts
    ratio = case.quantities["memory_overcommit_ratio"].value
    assert ratio is not None
    assert ratio <= 1


def test_of_two_nodes_the_one_that_is_left_carries_all_vms() -> None:
    *_, pair = evaluate_plan(sample_plan("edge-three-nodes"), load_catalogue()).configurations
    assert pair.hosts.value == 2
    slacks = []
    for case in pair.failure_cases:
        found = {each.key: each for each in case.constraints}
        for key in ("cpu_ratio", "cpu_ghz", "memory"):
            assert found[key].satisfied, key
        slacks.append([found[key].slack_share for key in ("cpu_ratio", "cpu_ghz", "memory")])
    # Each node has room for all VMs, so that nothing is less with one of them down.
    assert slacks[0] == slacks[1]
