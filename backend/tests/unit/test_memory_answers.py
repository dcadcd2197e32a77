"""What is said about memory and operations where evidence, hosts or versions run out."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.running.run import NoHostLeft
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_checks, sample_plan, sample_summaries
from hostwise.plan.answers.result import ConfigurationResult, Finding, QuantityState, Result
from hostwise.plan.document import Plan, plan_json


def plan(**change: Any) -> Plan:
    """VMs on hosts with their data elsewhere; `change` replaces parts."""
    document: dict[str, Any] = {
        "name": "memory",
        "workload": {"groups": [{"name": "VMs", "count": 400, "vcpu": 1, "memory_gib": 8, **change.pop("group", {})}]},
        "policy": {"vcpu_per_core": 1000, "memory_overcommit_limit": 4, "spare_hosts": 1, **change.pop("policy", {})},
        "configurations": [
            {
                "key": "only",
                "name": "only",
                "layout": "external",
                "cpu": {"sockets": 2, "cores": 32, "base_ghz": 2},
                "memory": {"dram_gib": 128, **change.pop("memory", {})},
                **change.pop("configuration", {}),
            }
        ],
        **change,
    }
    return Plan.model_validate(document)


def evaluated(subject: Plan) -> Result:
    return evaluate_plan(subject, load_catalogue())


def only(subject: Plan) -> ConfigurationResult:
    return evaluated(subject).configurations[0]


def codes(result: ConfigurationResult) -> set[str]:
    return {each.code for each in result.findings}


def finding(result: ConfigurationResult, code: str) -> Finding:
    return next(each for each in result.findings if each.code == code)


def model(*points: tuple[float, float], **more: Any) -> dict[str, Any]:
    return {
        "key": "ours",
        "name": "ours",
        "source": "our test",
        "points": [{"medium": "ssd_local", "overcommit_ratio": ratio, "per_vm": value} for ratio, value in points],
        **more,
    }


SHARES = {"measure": "share_of_baseline"}
SSD = {"swap": {"medium": "ssd_local", "drive": {"price": 0}}}


def test_an_extrapolated_limit_is_said_even_where_the_running_hosts_are_within_the_measured_range() -> None:
    subject = plan(
        group={"opm_model": "ours"},
        policy={"memory_overcommit_limit": 2, "opm_target": 400_000},
        configuration={**SSD, "hosts": 20},
        opm_models=[model((1.2, 5000), (1.5, 4000))],
    )
    said = [each for each in only(subject).findings if each.code == "operations_extrapolated"]
    assert any("limit of 2" in each.message for each in said)
    nodes = {each.quantity: each for each in explain_number(subject, load_catalogue(), "only", "hosts_for_opm").nodes}
    assert nodes["planned_opm_per_vm"].kind == "assumed"
    assert "extrapolated" in (nodes["planned_opm_per_vm"].provenance[0].note or "")


def test_a_performance_that_no_measured_ratio_reaches_is_not_evaluated_rather_than_impossible() -> None:
    subject = plan(
        group={"opm_model": "ours"},
        policy={"minimum_relative_performance_share": 0.95},
        configuration=SSD,
        opm_models=[model((1.5, 0.9), (2.0, 0.6), **SHARES)],
    )
    result = only(subject)
    (constraint,) = (each for each in result.constraints if each.key == "performance")
    assert constraint.hosts.state is QuantityState.NOT_EVALUATED
    assert constraint.hosts.missing == ["/workload/groups/0/opm_model"]
    assert result.feasible


def test_no_share_of_the_baseline_is_above_it() -> None:
    subject = plan(
        group={"opm_model": "ours"},
        configuration={**SSD, "hosts": 30},
        opm_models=[model((1.5, 0.9), (2.0, 0.6), **SHARES)],
    )
    result = only(subject)
    assert result.quantities["memory_overcommit_ratio"].value == pytest.approx(0.87, abs=0.03)
    assert result.quantities["least_performance_share"].value == 1
    assert "operations_extrapolated" in codes(result)


@pytest.mark.parametrize("kind", ["assumed", "vendor-stated", "measured"])
def test_an_inverted_curve_is_worth_no_more_than_its_model(kind: str) -> None:
    subject = plan(
        group={"opm_model": "ours"},
        policy={"minimum_relative_performance_share": 0.7},
        configuration=SSD,
        opm_models=[model((1.0, 1.0), (2.0, 0.6), kind=kind, **SHARES)],
    )
    nodes = explain_number(subject, load_catalogue(), "only", "hosts_for_performance").nodes
    (node,) = (each for each in nodes if each.quantity == "performance_overcommit_ratio")
    assert node.kind == ("derived" if kind == "measured" else kind)


def test_a_worse_state_with_the_spares_down_is_said_beside_the_normal_one() -> None:
    result = only(plan(policy={"spare_hosts": 3, "memory_overcommit_limit": 10}, configuration={"hosts": 11}))
    messages = [each.message for each in result.findings if each.code == "memory_pressure"]
    assert len(messages) == 2
    assert "3 hosts down" in messages[1]
    assert "swapped" in messages[1]


def test_shared_memory_is_not_reclaimed_again() -> None:
    subject = plan(
        group={"memory_active_share": 0.1},
        policy={
            "page_sharing_share": 0.3,
            "memory_state_limit": "hard",
            "memory_state_limit_with_spares_down": "hard",
            "memory_overcommit_limit": 10,
        },
    )
    quantities = only(subject).quantities
    for name in ("hosts_for_memory_state", "hosts_for_memory_state_with_spares_down"):
        value = quantities[name].value
        assert value is not None
        assert value >= 1


def test_nothing_is_said_of_hosts_that_are_all_down() -> None:
    subject = sample_plan("friedman13")
    report = memory_report(subject, load_catalogue())
    assert [case.failed_hosts for case in report.configurations[0].cases] == [0]
    with pytest.raises(NoHostLeft, match="1 host"):
        explain_number(subject, load_catalogue(), "esx4", "memory_state_rank", failed_hosts=1)


def test_the_cure_of_an_unknown_performance_is_the_field_that_lacks() -> None:
    without_swap = plan(
        group={"opm_model": "vmw10-dvd-store-wake-up"}, policy={"minimum_relative_performance_share": 0.5}
    )
    (constraint,) = (each for each in only(without_swap).constraints if each.key == "performance")
    assert constraint.hosts.missing == ["/configurations/0/swap"]
    without_baseline = plan(
        group={"opm_model": "ours"},
        policy={"minimum_relative_performance_share": 0.5},
        configuration=SSD,
        opm_models=[model((1.0, 5000), (2.0, 3000))],
    )
    (constraint,) = (each for each in only(without_baseline).constraints if each.key == "performance")
    assert constraint.hosts.missing == ["/opm_models/0/baseline_opm_per_vm"]


def test_a_failure_case_explains_its_hosts_down() -> None:
    subject = plan(configuration={"hosts": 30})
    nodes = explain_number(subject, load_catalogue(), "only", "running_hosts", failed_hosts=2).nodes
    (node,) = (each for each in nodes if each.quantity == "failed_hosts")
    assert node.values == [2]
    assert node.provenance[0].value == 2


@pytest.mark.parametrize(
    ("tolerance", "hosts", "said"),
    [(0, 4, "0.735\N{NO-BREAK SPACE}%"), (0.0074, 3, "4 are needed"), (0.34, 2, "4 are")],
)
def test_the_tolerance_of_the_target_is_visible(tolerance: float, hosts: int, said: str) -> None:
    document = plan_json(sample_plan("sandisk14"))
    document["policy"]["opm_tolerance_share"] = tolerance
    result = evaluated(Plan.model_validate(document)).configurations[0]
    assert result.quantities["hosts_for_opm"].value == hosts
    assert said in finding(result, "operations_tolerance").message
    report = memory_report(Plan.model_validate(document), load_catalogue()).configurations[0]
    assert report.consolidation is not None
    assert report.consolidation.hosts_for_opm.value == hosts
    assert "435,200" in report.consolidation.text


TIER = {"tier": {"dram_share": 1, "drive": {"capacity_gb": 1600, "rated_dwpd": 3, "warranty_years": 5, "price": 0}}}


def test_fully_reserved_vms_take_dram_beside_a_second_tier() -> None:
    subject = plan(
        group={"count": 110, "memory_reserved_share": 1, "memory_active_share": 0.1},
        policy={"spare_hosts": 0},
        memory={"dram_gib": 512, "vm_overhead_mib": 100, **TIER},
        configuration={"hypervisor": "esx-9.0"},
    )
    result = only(subject)
    # 880 + 110 x 100 / 1024 over 512 - 2 % of 1,024 - 2 % of 512.
    assert result.quantities["hosts_for_active_memory_unrounded"].value == pytest.approx(890.7421875 / 481.28)
    assert result.quantities["hosts_for_active_memory"].value == 2
    assert "tier_excluded_vms" in codes(result)


def test_a_reservation_above_the_dram_of_a_host_cannot_be_met_by_hosts() -> None:
    subject = plan(
        group={"count": 3, "memory_gib": 600, "memory_reserved_share": 1, "memory_active_share": 0.1},
        memory={"dram_gib": 512, "vm_overhead_mib": 100, **TIER},
        configuration={"hypervisor": "esx-9.0"},
    )
    result = only(subject)
    assert not result.feasible
    (said,) = (each.message for each in result.findings if each.code == "infeasible")
    assert "One VM reserves 600 GiB, and reserved memory stays in DRAM, of which a host has 481 GiB" in said


@pytest.mark.parametrize(
    ("hypervisor", "tier", "reason"),
    [
        ("esxi-8", {}, "has no memory tier"),
        ("esx-9.0", {"dram_share": 5}, "takes at most 4"),
        ("esx-9.0", {"drive": {"capacity_gb": 200}}, "its drives hold"),
        ("esx-9.1", {"mirrored": True, "drives_per_host": 1}, "needs two drives"),
    ],
)
def test_a_tier_that_cannot_be_built_says_why(hypervisor: str, tier: dict[str, Any], reason: str) -> None:
    subject = plan(memory={"dram_gib": 512, "tier": {**TIER["tier"], **tier}}, configuration={"hypervisor": hypervisor})
    result = only(subject)
    assert not result.feasible
    assert any(reason in each.message for each in result.reasons)


def test_rules_of_a_tier_that_do_not_forbid_it_are_said() -> None:
    drive = {"capacity_gb": 1000, "rated_dwpd": 1, "warranty_years": 5, "price": 0}
    subject = plan(
        memory={"dram_gib": 1024, "tier": {"dram_share": 0.25, "drive": drive}},
        configuration={"hypervisor": "esxi-8.0u3"},
    )
    said = codes(only(subject))
    assert {"tier_preview", "tier_drive_class", "tier_drive_smaller_than_dram", "active_memory_assumed"} <= said


def test_a_host_cache_needs_a_version_an_ssd_and_room() -> None:
    swap = {"medium": "hdd_local", "host_cache_gb": 1}
    subject = plan(
        policy={"memory_overcommit_limit": 10}, configuration={"hypervisor": "esx-4", "hosts": 8, "swap": swap}
    )
    said = codes(only(subject))
    assert {"host_cache_needs_ssd", "host_cache_unsupported", "host_cache_overflows"} <= said


def test_the_misprint_stands_in_the_list_of_the_sample() -> None:
    (summary,) = (each for each in sample_summaries() if each.key == "sandisk14-test-host")
    assert any("1.4" in each and "1.2403" in each for each in summary.errs)
    checks = {each.claim: each for each in sample_checks("sandisk14-test-host", load_catalogue())}
    misprint = checks["Memory overcommitment, formula line"]
    assert misprint.verdict == "misprint in the source"
    assert misprint.computed == pytest.approx(1.2403, abs=5e-5)


@pytest.mark.parametrize(("hypervisor", "breaks"), [("esxi-5", False), ("esxi-8", True)])
def test_large_pages_are_said_to_break_up_before_the_first_threshold(hypervisor: str, breaks: bool) -> None:
    (answer,) = memory_report(plan(configuration={"hypervisor": hypervisor}), load_catalogue()).configurations
    assert ("large pages are broken up below 4 times minFree" in answer.state_notes) is breaks


def four_guests(**policy: Any) -> ConfigurationResult:
    document = plan_json(sample_plan("friedman13"))
    document["policy"].update(policy)
    return evaluated(Plan.model_validate(document)).configurations[0]


def test_a_sudden_demand_meets_swapping_before_the_balloons_are_there() -> None:
    # 16.96 GiB lack to 6 % of 16 GiB. Within 16 minutes the demand is below it for 16 x 16.96 / 32 = 8.48 of them, in
    # which four balloons take 0.46875 GiB a minute each: 15.9. To 4 % then lack 16.64 - 15.9, a third of it compressed.
    guests = four_guests()
    taken = 4 * 0.46875 * 16 * 16.96 / 32
    assert guests.quantities["demand_memory_state_rank"].value == 3
    assert guests.quantities["rising_memory_state_rank"].value == 3
    assert guests.quantities["rising_swapped_gib"].value == pytest.approx((16.64 - taken) * 2 / 3)
    assert guests.quantities["memory_state_rank"].value == 2
    assert guests.quantities["balloon_minutes"].value == pytest.approx(16.96 / 4 / 0.46875)
    said = finding(guests, "memory_swaps_before_balloons")
    assert "within 16 minutes" in said.message
    assert "hard: memory is swapped" in said.message


@pytest.mark.parametrize("policy", [{"memory_rise_minutes": 60}, {"balloon_gib_per_vm_minute": 3.75}])
def test_balloons_that_keep_up_leave_nothing_to_swap(policy: dict[str, float]) -> None:
    guests = four_guests(**policy)
    assert guests.quantities["rising_swapped_gib"].value == 0
    assert guests.quantities["rising_memory_state_rank"].value == 2
    assert guests.quantities["demand_memory_state_rank"].value == 3
    assert "memory_swaps_before_balloons" not in codes(guests)


def test_the_states_on_the_way_are_in_the_answer_about_memory() -> None:
    (first, _) = memory_report(sample_plan("friedman13"), load_catalogue()).configurations
    quantities = first.cases[0].quantities
    assert quantities["rising_memory_state_rank"].value == 3
    assert quantities["memory_state_rank"].value == 2


@pytest.mark.parametrize("memory_gib", [0, 8])
def test_vms_without_memory_have_no_share_of_it_reclaimed(memory_gib: float) -> None:
    """VMs that do not run ask for their disks alone."""
    subject = plan(group={"memory_gib": memory_gib}, configuration={"hosts": 4})
    report = memory_report(subject, load_catalogue())
    for case in (case for each in report.configurations for case in each.cases):
        for group in case.groups:
            assert group.configured_gib == 400 * memory_gib
            assert (group.reclaimed_share is None) is (memory_gib == 0)
