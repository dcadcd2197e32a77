"""The VMs of an estate one by one on the hosts of its plan, beside the hosts by their sums."""

from typing import Any

import numpy as np
import pytest

from hostwise.answers.estate_sizing.columns import Places, Vms
from hostwise.answers.estate_sizing.grouping import grouped
from hostwise.answers.estate_sizing.placement import NotPlaced, place_vms
from hostwise.answers.estate_sizing.scoping import scoped
from hostwise.answers.estate_sizing.vm_demand import vm_demand
from hostwise.answers.running.run import Run, UnknownConfiguration
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.estate import EstateScope, Grouping, Power, VmColumns

CATALOGUE = load_catalogue()


def vms_of(vcpu: list[float | None], memory: list[float | None], **columns: Any) -> Vms:
    number = len(vcpu)
    names = [f"vm{at}" for at in range(number)]
    power = columns.pop("power", [Power.ON] * number)
    template = columns.pop("template", [False] * number)
    return Vms(VmColumns(name=names, id=names, power=power, template=template, vcpu=vcpu, memory_gib=memory, **columns))


def estate(number: int = 400) -> Vms:
    rng = np.random.default_rng(1)
    return vms_of((2.0 ** rng.integers(0, 4, number)).tolist(), (2.0 ** rng.integers(2, 7, number)).tolist())


def plan_of(vms: Vms, members: list[Places], **policy: Any) -> dict[str, Any]:
    """A plan whose groups are means of the VMs, on hosts with 64 cores and 1 TiB."""
    plan = plan_json(sample_plan("moderate-io"))
    group = plan["workload"]["groups"][0] | {"disk_gb": 1, "iops_peak": 1, "iops_average": 1}
    group.pop("cpu_ghz", None)
    vcpu, memory = vms.number("vcpu"), vms.number("memory_gib")
    plan["workload"] = {
        "groups": [
            {
                **group,
                "name": f"group {at}",
                "count": len(each),
                "vcpu": float(vcpu[each].mean()),
                "memory_gib": float(memory[each].mean()),
            }
            for at, each in enumerate(members)
        ]
    }
    plan["configurations"] = plan["configurations"][:1]
    configuration = plan["configurations"][0]
    configuration["memory"] = {"dram_gib": 1024, "hypervisor_gib": 24, "storage_stack_gib": 0, "vm_overhead_mib": 0}
    plan["policy"].update({"memory_overcommit_limit": 1, "vcpu_per_core": 4, "spare_hosts": 1, **policy})
    return plan


def run(plan: dict[str, Any]) -> Run:
    return run_plan(Plan.model_validate(plan), CATALOGUE)


def members_of(vms: Vms) -> list[Places]:
    return [each for _, each in grouped(vms, scoped(vms, EstateScope()).whole, Grouping())]


def test_vms_of_a_plan_ask_for_what_its_groups_ask_for() -> None:
    vms = estate()
    members = members_of(vms)
    plan = plan_of(vms, members, memory_overcommit_limit=1.3)
    for group, reserved in zip(plan["workload"]["groups"], (0, 0.2, 0.5, 0, 1), strict=False):
        group.update(memory_reserved_share=reserved, vcpu_per_core=2 + reserved)
    plan["configurations"][0]["memory"]["vm_overhead_mib"] = 100
    found = run(plan)
    demand = vm_demand(vms, np.arange(len(vms)), found, 0, members)
    assert {each.key for each in demand.dimensions} >= {"memory", "cpu_cores"}
    for each in demand.dimensions:
        assert each.asked.sum() == pytest.approx(each.plan_asked)
    # The sums are those of the plan's own constraints.
    memory, cores = demand.dimensions[:2]
    assert memory.plan_asked / memory.usable == pytest.approx(found.value("hosts_for_memory_unrounded", 0).value)
    assert cores.plan_asked / cores.usable == pytest.approx(found.value("hosts_for_cpu_ratio_unrounded", 0).value)


def test_growth_is_made_of_copies() -> None:
    vms = estate()
    members = members_of(vms)
    plan = plan_of(vms, members, sizing_years=3)
    for group in plan["workload"]["groups"]:
        group.update(count_growth_rate=0.3, memory_growth_rate=0.1)
    demand = vm_demand(vms, np.arange(len(vms)), run(plan), 0, members)
    assert demand.copies == pytest.approx(len(vms) * (1.3**3 - 1), abs=len(members))
    assert demand.memory_gib[0] == pytest.approx(vms.number("memory_gib")[0] * 1.1**3)
    for each in demand.dimensions:
        assert each.asked.sum() == pytest.approx(each.plan_asked, rel=0.02)


def test_placement_stands_beside_the_sums() -> None:
    vms = estate()
    members = members_of(vms)
    found = run(plan_of(vms, members))
    answer = place_vms(vms, np.arange(len(vms)), found, "nand", members=members)
    assert answer.unplaced == 0
    assert answer.spare_hosts == 1
    assert answer.hosts_by_sums is not None
    assert answer.hosts >= answer.bound >= answer.hosts_by_sums
    assert answer.hosts <= answer.hosts_by_sums + 1
    assert sum(answer.vms_per_host) == len(vms)
    assert len(answer.vms_per_host) == answer.hosts - 1
    for each in answer.dimensions:
        assert each.highest_fill is not None
        assert each.highest_fill <= 1 + 2e-9
        assert sum(each.fill) * each.usable_per_host == pytest.approx(each.asked)
    assert str(answer.hosts) in answer.sentence


def test_awkward_sizes_need_more_hosts_than_their_sums() -> None:
    """VMs of 0.6 hosts: no two share one, though their sum does."""
    vms = vms_of([4.0] * 10, [600.0] * 10)
    members = [np.arange(10)]
    answer = place_vms(vms, np.arange(10), run(plan_of(vms, members)), "nand", members=members)
    assert answer.hosts_by_sums == 7
    assert (answer.hosts, answer.bound, answer.gap_hosts) == (11, 11, 0)
    assert answer.plan_hosts is not None
    assert answer.enough is (answer.plan_hosts >= 11)
    if not answer.enough:
        assert "placement_needs_more" in {each.code for each in answer.findings}


def test_vms_that_fit_no_host_are_named() -> None:
    vms = vms_of([4.0, 4.0, None, 4.0, 200.0, 40.0], [16.0, 1500.0, 16.0, 600.0, 16.0, 8.0])
    members = [np.arange(6)]
    plan = plan_of(vms_of([4.0] * 6, [16.0] * 6), members)
    plan["configurations"][0]["cpu"]["sockets"] = 2
    plan["policy"]["memory_overcommit_limit"] = 2
    answer = place_vms(vms, np.arange(6), run(plan), "nand", members=members)
    # Overcommitted by 2 it asks for 750 GiB, and still no host runs it.
    named = {each.name: (each.reason, each.dimensions) for each in answer.exceptions}
    assert named["vm1"] == ("too_large", ["memory"])
    assert named["vm2"][0] == "unknown"
    assert named["vm4"][0] == "too_large"
    assert set(named) == {"vm1", "vm2", "vm4"}
    assert answer.enough is False
    nodes = {each.what: each.names for each in answer.larger_than_node}
    assert nodes == {"memory_gib": ["vm3"], "vcpu": ["vm5"]}
    assert answer.dimensions[0].largest_vm == "vm1"


def test_vms_that_must_be_apart_are_apart() -> None:
    vms = estate(40)
    members = members_of(vms)
    found = run(plan_of(vms, members))
    together = place_vms(vms, np.arange(40), found, "nand", members=members)
    answer = place_vms(vms, np.arange(40), found, "nand", members=members, apart=[np.arange(12)])
    assert together.hosts < 13
    assert (answer.hosts, answer.bound) == (13, 13)


def test_limits_that_need_not_hold_with_spares_down_use_the_spares() -> None:
    vms = vms_of([256.0 / 16] * 64, [1.0] * 64)
    members = [np.arange(64)]
    plan = plan_of(vms, members)
    held = place_vms(vms, np.arange(64), run(plan), "nand", members=members)
    plan["policy"]["holds_with_spares_down"] = {"cpu": False}
    answer = place_vms(vms, np.arange(64), run(plan), "nand", members=members)
    assert answer.hosts == held.hosts - 1
    assert answer.spare_hosts == 0


def test_beyond_the_largest_cluster_each_cluster_has_spares() -> None:
    vms = vms_of([1.0] * 60, [600.0] * 60)
    members = [np.arange(60)]
    answer = place_vms(
        vms, np.arange(60), run(plan_of(vms, members, max_hosts_per_cluster=24)), "nand", members=members
    )
    # Each VM has a host: 60 hosts are 3 clusters of 20, and a spare in each.
    assert (answer.clusters, answer.hosts, answer.spare_hosts) == (3, 63, 3)


def test_a_site_that_carries_a_part_is_refused_and_one_that_carries_all_is_whole() -> None:
    vms = vms_of([1.0] * 10, [600.0] * 10)
    members = [np.arange(10)]
    plan = plan_of(vms, members, protection="osa_stretched_raid1")
    answer = place_vms(vms, np.arange(10), run(plan), "nand", members=members)
    assert (answer.sites, answer.hosts) == (2, 22)
    plan["policy"]["site_load_share"] = 0.5
    with pytest.raises(NotPlaced):
        place_vms(vms, np.arange(10), run(plan), "nand", members=members)
    with pytest.raises(UnknownConfiguration):
        place_vms(vms, np.arange(10), run(plan), "other", members=members)


def test_vms_of_no_group_are_refused_and_means_do_without_groups() -> None:
    vms = estate(50)
    members = members_of(vms)
    found = run(plan_of(vms, members))
    with pytest.raises(ValueError, match="in one of the plan's groups"):
        place_vms(vms, np.arange(50), found, "nand", members=members[:1])
    alone = place_vms(vms, np.arange(50), found, "nand")
    assert alone.dimensions[0].asked == pytest.approx(alone.dimensions[0].plan_asked)
