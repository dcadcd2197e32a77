"""Scope, groups and demand of any estate: what its VMs ask for together is kept exactly, whatever is chosen."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hostwise.answers.estate_sizing.columns import Vms
from hostwise.answers.estate_sizing.demand import demand
from hostwise.answers.estate_sizing.grouping import grouped
from hostwise.answers.estate_sizing.scoping import scoped
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue, load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.building import datastore_columns, host_columns, vm_columns
from hostwise.plan.document import Plan
from hostwise.plan.estate import EstateChoices, EstateScope, GroupBy, Grouping, Inventory, Power, PoweredOff, Source
from hostwise.plan.new_plan import new_plan
from hostwise.plan.workload import VmGroup, VmsAre
from tests.drawing_examples import examples

Row = dict[str, Any]


def _maybe(values: st.SearchStrategy[float]) -> st.SearchStrategy[float]:
    return st.one_of(values, st.just(math.nan))


ROWS = st.fixed_dictionaries(
    {
        "power": st.sampled_from(Power),
        "template": st.booleans(),
        "cluster": st.sampled_from(["", "A", "B", "C"]),
        "os": st.sampled_from(["", "Ubuntu Linux (64-bit)", "Microsoft Windows Server 2022 (64-bit)", "SUSE"]),
        "vcpu": st.sampled_from([1.0, 2.0, 4.0, 8.0, 64.0]),
        "memory_gib": st.sampled_from([0.5, 4.0, 16.0, 100.25, 1024.0]),
        "disk_gb": _maybe(st.floats(0, 60_000)),
        "used_gb": _maybe(st.floats(0, 60_000)),
        "iops_average": _maybe(st.floats(0, 20_000)),
    }
)
ESTATES = st.lists(ROWS, min_size=1, max_size=40)
CHOICES = st.builds(
    EstateChoices,
    scope=st.builds(
        EstateScope,
        clusters=st.lists(st.sampled_from(["", "A", "B", "C", "nowhere"]), max_size=2, unique=True),
        powered_off=st.sampled_from(PoweredOff),
        templates=st.booleans(),
        not_names=st.sampled_from([[], ["vm-1*"]]),
    ),
    grouping=st.builds(
        Grouping, by=st.sampled_from([each for each in GroupBy if each != "attribute"]), most=st.integers(1, 8)
    ),
)


def estate(rows: list[Row], **hosts: Any) -> Inventory:
    """An inventory of some rows."""
    columns = {
        key: np.array([row[key] for row in rows]) if isinstance(rows[0][key], float) else [row[key] for row in rows]
        for key in rows[0]
    }
    names = [f"vm-{at}" for at in range(len(rows))]
    return Inventory(
        sources=[Source(kind="test", label="Test", file="test.csv", sha256="0" * 64)],
        vms=vm_columns(names, id=names, **columns),
        hosts=host_columns(hosts.pop("name", []), **hosts),
        datastores=datastore_columns([]),
    )


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return load_catalogue()


@given(ESTATES, CHOICES)
def test_each_vm_is_counted_once_or_left_out_for_one_reason(rows: list[Row], choices: EstateChoices) -> None:
    vms = Vms(estate(rows).vms)
    found = scoped(vms, choices.scope)
    counted = [*found.whole, *found.disk_only]
    assert len(set(counted)) == len(counted)
    assert len(counted) + sum(each.vms for each in found.exclusions) == len(rows)


@given(ESTATES, st.sampled_from([each for each in GroupBy if each != "attribute"]), st.integers(1, 8))
def test_each_vm_is_in_one_group(rows: list[Row], by: GroupBy, most: int) -> None:
    vms = Vms(estate(rows).vms)
    places = np.flatnonzero(vms.running)
    groups = grouped(vms, places, Grouping(by=by, most=most))
    assert sorted(at for _, members in groups for at in members) == sorted(places)
    # The largest VMs are groups of their own, so that no mean hides them.
    assert len([name for name, _ in groups if not name.startswith("Largest by")]) <= most
    assert len({name for name, _ in groups}) == len(groups)


@given(ESTATES, CHOICES)
def test_groups_ask_for_what_their_vms_ask_for(rows: list[Row], choices: EstateChoices) -> None:
    vms = Vms(estate(rows).vms)
    counted = scoped(vms, choices.scope)
    groups = [each.group for each in demand(vms, counted, choices, "test", 2.5).groups]
    whole, disks = counted.whole, np.concatenate([counted.whole, counted.disk_only])
    assert sum(each.count for each in groups) == len(disks)
    assert math.isclose(sum(g.count * g.vcpu for g in groups), vms.number("vcpu")[whole].sum(), rel_tol=1e-9)
    assert math.isclose(
        sum(g.count * g.memory_gib for g in groups), vms.number("memory_gib")[whole].sum(), rel_tol=1e-9
    )
    if not np.isnan(vms.disk_gb[disks]).any():
        assert math.isclose(
            sum(g.count * (g.disk_gb or 0) for g in groups), vms.disk_gb[disks].sum(), rel_tol=1e-9, abs_tol=1e-9
        )
    if not np.isnan(vms.number("iops_average")[whole]).any():
        assert math.isclose(
            sum(g.count * (g.iops_average or 0) for g in groups),
            vms.number("iops_average")[whole].sum(),
            rel_tol=1e-9,
            abs_tol=1e-9,
        )


@settings(max_examples=examples(15), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(ROWS, min_size=2, max_size=25), by=st.sampled_from([GroupBy.SIZE, GroupBy.OS, GroupBy.NONE]))
def test_groups_and_single_vms_need_the_same_hosts(rows: list[Row], by: GroupBy, catalogue: Catalogue) -> None:
    """Demand of CPU, memory, capacity and I/O is linear in the VMs; only overheads by the size of a VM are not.

    These are switched to one figure for all VMs, so that nothing differs. What one VM of a group lacks is the mean of
    the others, and assumed for a VM by itself: here all have the same figures.
    """
    known = {"power": Power.ON, "template": False, "disk_gb": 100.0, "used_gb": 60.0, "iops_average": 20.0}
    running = [row | known for row in rows]
    vms = Vms(estate(running).vms)
    choices = EstateChoices(grouping=Grouping(by=by), growth_share=0)
    counted = scoped(vms, choices.scope)
    # Whole VMs are those of single VMs only; of means the sums count.
    mean = {"vms": VmsAre.MEAN}
    groups = tuple(each.group.model_copy(update=mean) for each in demand(vms, counted, choices, "test", 2.5).groups)
    singles = tuple(
        VmGroup.model_validate(one[0].group.model_dump(exclude_unset=True) | {"name": f"vm {at}"} | mean)
        for at, row in enumerate(running)
        for one in [_demand_of([row], choices)]
    )
    together, apart = (_needed(each, catalogue) for each in (groups, singles))
    assert together.keys() == apart.keys()
    for name, value in together.items():
        assert math.isclose(value, apart[name], rel_tol=1e-9), name


def _demand_of(rows: list[Row], choices: EstateChoices) -> Any:
    vms = Vms(estate(rows).vms)
    return demand(vms, scoped(vms, choices.scope), choices, "test", 2.5).groups


def _needed(groups: tuple[VmGroup, ...], catalogue: Catalogue) -> dict[str, float]:
    start = new_plan()
    configurations = tuple(
        each.model_copy(update={"memory": each.memory.model_copy(update={"vm_overhead_mib": 200.0})})
        for each in start.configurations
    )
    plan = start.model_copy(
        update={
            "workload": start.workload.model_copy(update={"groups": groups}),
            "configurations": configurations,
            "remarks": {},
        }
    )
    run = run_plan(Plan.model_validate(plan.model_dump(mode="json", exclude_unset=True)), catalogue)
    names = ("hosts", "demand_cores", "demand_memory_gib", "vm_overhead_gib", "demand_storage_tb")
    return {f"{name} {at}": run.value(name, at).value or 0 for name in names for at in range(len(configurations))}


def test_the_hosts_of_today_are_a_configuration(catalogue: Catalogue) -> None:
    rows = [
        {
            "power": Power.ON,
            "template": False,
            "cluster": "A",
            "os": "Ubuntu",
            "vcpu": 4.0,
            "memory_gib": 16.0,
            "disk_gb": 100.0,
            "used_gb": 50.0,
            "iops_average": 20.0,
        }
    ] * 30
    inventory = estate(
        rows,
        name=["esx1", "esx2", "esx3"],
        cluster=["A", "A", "B"],
        cpu_model=["Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz"] * 3,
        model=["Dell Inc. PowerEdge R760"] * 3,
        sockets=np.array([2.0, 2.0, 2.0]),
        cores=np.array([40.0, 40.0, 40.0]),
        ghz=np.array([2.1, 2.1, 2.1]),
        memory_gib=np.array([768.0, 512.0, 512.0]),
    )
    answer = estate_answer(inventory, EstateChoices(scope=EstateScope(clusters=["A"])), catalogue)
    assert answer.plan is not None
    today, *candidates = answer.plan.configurations
    assert (today.key, today.hosts, today.cpu.key) == ("as-is", 2, "intel-xeon-gold-6230")
    assert (today.cpu.sockets, today.cpu.cores, today.memory.dram_gib) == (2, 20, 768)
    (other,) = today.other_host_models
    assert (other.hosts, other.cpu, other.dram_gib) == (1, "intel-xeon-gold-6230", 512)
    assert today.host.chassis == "dell-poweredge-r760"
    assert len(candidates) == 3
    assert "hosts_differ" in [each.code for each in answer.findings]
    run = run_plan(answer.plan, catalogue)
    costs = [run.value("cluster_tco", at).value for at in range(4)]
    assert None not in costs
