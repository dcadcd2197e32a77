"""Spare hosts, vCPU per core and the reserve of capacity of one candidate, in place of the policy's."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.uncertainty.effects import effects_on
from hostwise.answers.uncertainty.sensitivity import sensitivity_of
from hostwise.binding import PlanError, bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.plan.answers.result import ConfigurationResult, Finding, Result
from hostwise.plan.document import OWN_LIMITS, Plan, limit_at, plan_json, policy_of
from hostwise.plan.policy import Policy
from hostwise.plan.reading import UnreadablePlan, plan_of
from hostwise.reports.report_files import report
from tests.integration import office

CATALOGUE = load_catalogue()
OWN: dict[str, Any] = {
    "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2},
    "memory": {"dram_gib": 512, "hypervisor_gib": 0, "storage_stack_gib": 0, "vm_overhead_mib": 0},
    "write_tier": {"capacity_gb": 800},
    "capacity": {"capacity_gb": 3840, "count": 4},
    "storage_stack_cpu_share": 0,
}
KINDS: list[dict[str, Any]] = [
    {},
    {"layout": "single_tier", "write_tier": None, "protection": "esa_raid5_adaptive"},
    {"layout": "single_tier", "write_tier": None, "storage_stack": "ceph-proxmox", "protection": "ceph_replica_3"},
    {"protection": "osa_stretched_raid1"},
    {"hosts": 6, "other_host_models": [{"model": "old", "hosts": 2, "cores": 24, "dram_gib": 384, "drives": 4}]},
]
SPARES: list[Any] = [{}, {"spare_hosts": 2}]


def document(*own: dict[str, Any], group: dict[str, Any] | None = None, **policy: Any) -> dict[str, Any]:
    """A plan whose candidates differ in what each says itself; memory decides: 100 GiB for each host of 512 GiB."""
    return {
        "name": "limits",
        "workload": {"groups": [{"name": "g", "count": 100, "vcpu": 1, "memory_gib": 50, **(group or {})}]},
        "policy": {"spare_hosts": 1, "vcpu_per_core": 4, **policy},
        "configurations": [{"key": f"c{at}", "name": f"C{at}", **OWN, **each} for at, each in enumerate(own)],
    }


def plan(*own: dict[str, Any], group: dict[str, Any] | None = None, **policy: Any) -> Plan:
    return Plan.model_validate(document(*own, group=group, **policy))


def evaluated(of: Plan) -> Result:
    return evaluate_plan(of, CATALOGUE)


def value(result: ConfigurationResult, name: str) -> float | None:
    return result.quantities[name].value


def said(result: Result, code: str) -> dict[str | None, Finding]:
    return {each.configuration: each for each in result.findings if each.code == code}


# ------------------------------------------------------------------------------------------------------ spare hosts


def test_one_spare_host_more_is_one_host_more() -> None:
    follows, own = evaluated(plan(*SPARES)).configurations
    # 5,000 GiB on hosts of 512 GiB are 9.77: 10, and the spares.
    assert (value(follows, "hosts"), value(own, "hosts")) == (11, 12)
    assert [each.label for each in own.failure_cases] == ["all hosts running", "2 hosts down (the spares)"]
    assert [each.label for each in follows.failure_cases] == ["all hosts running", "1 host down (the spares)"]
    for each in (follows, own):
        must = [one for case in each.failure_cases for one in case.constraints if one.must_hold]
        assert {one.key for one in must} > {"memory", "cpu_ratio"}
        assert all(one.satisfied is not False for one in must)


@pytest.mark.parametrize("kind", KINDS)
def test_the_comparison_has_the_spares_of_each_down(kind: dict[str, Any]) -> None:
    of = plan(*(kind | each for each in SPARES))
    result, run = evaluated(of), run_plan(of, CATALOGUE)
    rows = [each for each in result.rows if each.failed_hosts]
    assert rows
    for row in rows:
        assert (row.failed_hosts, [each.failed_hosts for each in row.cells]) == (2, [1, 2])
        for index, cell in enumerate(row.cells):
            leaves = run.leaves_hosts(cell.failed_hosts, index)
            assert leaves
            assert cell.value == run.with_failed(cell.failed_hosts).value(row.quantity, index)
    assert all(cell.failed_hosts == 0 for row in result.rows if not row.failed_hosts for cell in row.cells)


def test_a_candidate_without_spares_beside_others_has_none_down() -> None:
    result = evaluated(plan({}, {"spare_hosts": 0}))
    (row,) = (each for each in result.rows if each.key == "memory_overcommit_ratio-spares-down")
    (all_running,) = (each for each in result.rows if each.key == "memory_overcommit_ratio")
    assert [each.failed_hosts for each in row.cells] == [1, 0]
    assert row.cells[1].value == all_running.cells[1].value
    assert not [each for each in evaluated(plan({"spare_hosts": 0})).rows if each.failed_hosts]


def test_findings_and_their_places_are_those_of_each() -> None:
    result = evaluated(plan({}, {"spare_hosts": 2, "capacity_reserve": {"method": "operations_and_rebuild"}}))
    beyond = said(result, "losses_beyond_protection")
    assert beyond.keys() == {"c1"}
    assert beyond["c1"].pointer == "/configurations/1/spare_hosts"
    below = said(result, "rebuild_reserve_below_spares")
    assert below.keys() == {"c1"}
    assert below["c1"].pointer == "/configurations/1/capacity_reserve/rebuild_reserve_hosts"
    everywhere = said(evaluated(plan({}, {"spare_hosts": 1}, spare_hosts=2)), "losses_beyond_protection")
    assert [each.pointer for each in everywhere.values()] == ["/policy/spare_hosts"]


def test_a_requirement_is_cured_where_the_candidate_says_it() -> None:
    required = document({}, {"spare_hosts": 0}, protection="osa_raid1_ftt2") | {"requirements": {"hosts_lost": 2}}
    result = evaluated(Plan.model_validate(required))
    remedies = [each.unmet_requirements[0].remedy for each in result.configurations]
    edits = [[one.pointer for one in remedy.edits] for remedy in remedies if remedy is not None]
    assert edits == [["/policy/spare_hosts"], ["/configurations/1/spare_hosts"]]


def test_memory_cases_stand_beside_each_other() -> None:
    found = memory_report(plan(*SPARES, memory_state_limit_with_spares_down="soft"), CATALOGUE).configurations
    # One label for both: what are the spares of one are not those of the other.
    assert [[each.label for each in one.cases] for one in found] == [
        ["all hosts running", "1 host down", "2 hosts down"]
    ] * 2
    # What the policy says of spare hosts down is asked of as many as the candidate has.
    assert [[each.accepted is not None for each in one.cases] for one in found] == [
        [False, True, False],
        [False, True, True],
    ]


# ---------------------------------------------------------------------------------------------------- vCPU per core


def test_half_the_ratio_is_twice_the_hosts() -> None:
    # 2,560 vCPU on hosts of 64 cores: 640 cores, and 1,280 at two to a core.
    busy = {"count": 640, "vcpu": 4, "memory_gib": 1}
    follows, own = evaluated(plan({}, {"vcpu_per_core": 2}, group=busy, spare_hosts=0)).configurations
    assert (value(follows, "hosts"), value(own, "hosts")) == (10, 20)


def test_the_ratio_of_a_group_stands_before_that_of_the_candidate() -> None:
    busy = {"count": 640, "vcpu": 4, "memory_gib": 1, "vcpu_per_core": 8}
    follows, own = evaluated(plan({}, {"vcpu_per_core": 2}, group=busy, spare_hosts=0)).configurations
    assert value(follows, "hosts") == value(own, "hosts") == 5


# ------------------------------------------------------------------------------------------------------ all of them

RESERVES = st.fixed_dictionaries(
    {"method": st.sampled_from(["slack", "operations_and_rebuild", "vendor_kb"])},
    optional={
        "slack_share": st.sampled_from([0.0, 0.1, 0.4]),
        "operations_reserve_tb_per_host": st.sampled_from([0.0, 1.0]),
        "rebuild_reserve_hosts": st.integers(0, 3),
    },
)
LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "spare_hosts": st.integers(0, 3),
        "vcpu_per_core": st.sampled_from([0.5, 2.0, 8.0]),
        "capacity_reserve": RESERVES,
    },
)
GROUP = {"disk_gb": 500, "iops_peak": 100, "iops_average": 50, "read_share": 0.5, "io_kib": 8, "vcpu": 4}


OTHERS = {"spare_hosts": 3, "vcpu_per_core": 9, "capacity_reserve": {"method": "slack", "slack_share": 0.6}}
"""What the policy says of a limit that the candidate has of its own."""


def answered(of: Plan) -> str:
    """All that is answered of a plan, but where its limits are entered."""
    found = evaluated(of).model_dump(mode="json", exclude={"plan_hash"})
    return str(found).replace("/configurations/0/", "/policy/")


@given(limits=LIMITS, kind=st.sampled_from(KINDS))
def test_a_candidate_says_what_the_policy_would_say(limits: dict[str, Any], kind: dict[str, Any]) -> None:
    of_others = {name: OTHERS[name] for name in limits}
    assert answered(plan(kind, group=GROUP, **limits)) == answered(plan(kind | limits, group=GROUP, **of_others))


def test_what_is_in_uncertainty_is_the_same_too() -> None:
    limits = {"spare_hosts": 2, "vcpu_per_core": 2, "capacity_reserve": {"method": "operations_and_rebuild"}}
    by_policy, by_candidate = plan({}, group=GROUP, **limits), plan(limits, group=GROUP)
    for ask in (sensitivity_of, partial(uncertainty_of, number=64)):
        one, other = (
            str(ask(each, CATALOGUE).model_dump(mode="json", exclude={"plan_hash"})).replace(
                "/configurations/0/", "/policy/"
            )
            for each in (by_policy, by_candidate)
        )
        assert one == other


@pytest.mark.parametrize("at", ["spare_hosts", "vcpu_per_core", "capacity_reserve/slack_share"])
def test_a_limit_is_decided_and_can_have_no_range(at: str) -> None:
    own = {"spare_hosts": 1, "vcpu_per_core": 2.0, "capacity_reserve": {"slack_share": 0.2}}
    pointer = f"/configurations/0/{at}"
    ranged = document(own) | {"remarks": {pointer: {"range": {"low": 0, "high": 3}}}}
    with pytest.raises(PlanError) as error:
        bind(Plan.model_validate(ranged), CATALOGUE)
    assert [(each.pointer, each.code) for each in error.value.mistakes] == [(pointer, "range_of_a_decision")]


def test_a_limit_that_is_taken_away_is_the_policys_again() -> None:
    own = plan_json(plan(dict.fromkeys(OWN_LIMITS)))["configurations"][0]
    assert not own.keys() & {*OWN_LIMITS}


def test_each_value_says_where_it_is_entered() -> None:
    inputs = bind(plan({}, {"spare_hosts": 2, "vcpu_per_core": 3, "capacity_reserve": {"slack_share": 0.2}}), CATALOGUE)
    for name, at, number in (
        ("policy_spare_hosts", "spare_hosts", 2),
        ("vcpu_per_core", "vcpu_per_core", 3),
        ("slack_share", "capacity_reserve/slack_share", 0.2),
    ):
        (follows,), (own,) = (inputs.origins(name, key) for key in ("c0", "c1"))
        assert follows.pointer == f"/policy/{at}"
        assert (own.pointer, own.value, own.status) == (f"/configurations/1/{at}", number, "given")
        assert inputs.arrays[name].shape == (1, 2)


def test_what_candidates_follow_moves_as_one_value() -> None:
    of = plan({}, {}, {"vcpu_per_core": 2}, group={"count": 640, "vcpu": 4, "memory_gib": 1})
    for key, at in (("c0", "/policy/vcpu_per_core"), ("c2", "/configurations/2/vcpu_per_core")):
        effects = effects_on(of, CATALOGUE, key, "demand_cores").sensitivities
        assert [each.input.pointer for each in effects if each.input.quantity == "vcpu_per_core"] == [at]


def test_what_stands_in_place_of_the_policy_is_said_in_one_place() -> None:
    own, follows = {"spare_hosts": 0, "vcpu_per_core": 1, "capacity_reserve": {}}, plan({})
    assert policy_of(follows, follows.configurations[0]) is follows.policy
    differs = plan(own)
    assert all(limit_at(differs, 0, name) == f"/configurations/0/{name}" for name in OWN_LIMITS)
    assert policy_of(differs, differs.configurations[0]) == Policy(**{**differs.policy.model_dump(), **own})


def test_the_workbook_has_a_cell_for_each_and_one_for_those_that_follow(tmp_path: Path) -> None:
    path = tmp_path / "limits.xlsx"
    path.write_bytes(report(plan({}, {}, {"spare_hosts": 2}), CATALOGUE, "xlsx"))
    values, formulas = office.cells(path)["Inputs"], office.formulas(path)["Inputs"]
    names = {value: address[1:] for address, value in values.items() if str(value).startswith("in_policy_spare_hosts")}
    cells = {name: f"D{row}" for name, row in names.items()}
    assert [values[cells[f"in_policy_spare_hosts_c{place}"]] for place in range(3)] == [1, 1, 2]
    assert [formulas.get(cells[f"in_policy_spare_hosts_c{place}"]) for place in range(3)] == [
        None,
        'IF(ISNUMBER(in_policy_spare_hosts_c0),in_policy_spare_hosts_c0,"")',
        None,
    ]


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("spare_hosts", 4),
        ("spare_hosts", -1),
        ("spare_hosts", 1.5),
        ("vcpu_per_core", 0),
        ("capacity_reserve", "slack"),
    ],
)
def test_a_value_that_makes_no_sense_is_named_where_it_stands(name: str, wrong: object) -> None:
    with pytest.raises(UnreadablePlan) as error:
        plan_of(document({name: wrong}))
    assert [each.pointer for each in error.value.mistakes] == [f"/configurations/0/{name}"]
