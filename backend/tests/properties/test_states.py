"""What is not a number says why, and never passes for one; what is compared is comparable."""

from collections.abc import Callable
from typing import Any

import pytest

from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState
from hostwise.plan.document import Plan, plan_json
from tests.decisions import decision_on, detail_on


def evaluate(key: str, change: Callable[[dict[str, Any]], object], reference: str | None = None) -> Decided:
    document = plan_json(sample_plan(key))
    change(document)
    return decide(Plan.model_validate(document), load_catalogue(), reference)


def first_group(document: dict[str, Any]) -> dict[str, Any]:
    group: dict[str, Any] = document["workload"]["groups"][0]
    return group


def codes(result: ConfigurationResult) -> set[str]:
    return {finding.code for finding in result.findings}


def test_an_infeasible_cluster_has_no_perfect_numbers() -> None:
    nand, optane, _ = evaluate("moderate-io", lambda d: first_group(d).update(memory_gib=400)).configurations
    assert not nand.feasible
    for name in (
        "hosts",
        "wear_out_probability",
        "years_to_wear_out",
        "dwpd_used",
        "write_utilisation",
        "memory_overcommit_ratio",
        "capacity_used_share",
        "cluster_tco",
        "tco_per_tb",
        "cpu_ratio_slack_share",
    ):
        assert (nand.quantities[name].state, nand.quantities[name].value) == (QuantityState.INFEASIBLE, None), name
    assert [c.satisfied for c in nand.constraints if c.key == "largest_vm"] == [False]
    assert optane.feasible


def test_the_advice_for_a_vm_that_is_too_large_is_enough() -> None:
    def change(document: dict[str, Any], more: int = 0) -> None:
        first_group(document).update(memory_gib=400, count=1)
        document["configurations"][0]["memory"]["dram_gib"] += more

    before = evaluate("moderate-io", change).configurations[0]
    more = int(before.reasons[0].message.split("give the hosts ")[1].split(" ")[0])
    assert evaluate("moderate-io", lambda d: change(d, more)).configurations[0].feasible
    assert not evaluate("moderate-io", lambda d: change(d, more - 2)).configurations[0].feasible


def test_a_drive_without_any_write_rate_is_not_evaluated() -> None:
    own = {"disk_groups": 2, "capacity_gb": 800, "rated_dwpd": 3, "warranty_years": 5, "price": 734}
    result = evaluate("moderate-io", lambda d: d["configurations"][0].update(write_tier=own))
    nand = result.configurations[0]
    (cache,) = (c for c in nand.constraints if c.key == "write_performance")
    assert cache.hosts.state is QuantityState.NOT_EVALUATED
    assert cache.hosts.missing == ["/configurations/0/write_tier/sustained_write_mb_s"]
    assert "not evaluated: write performance" in nand.hosts_reason
    assert "/configurations/0/write_tier/sustained_write_mb_s" in {each.pointer for each in result.missing}
    (row,) = (row for row in result.rows if row.quantity == "hosts")
    assert not any(cell.best for cell in row.cells)


def test_without_a_limit_endurance_adds_no_hosts_whatever_is_missing() -> None:
    nand = evaluate("moderate-io", lambda d: first_group(d).pop("iops_peak")).configurations[0]
    (endurance,) = (c for c in nand.constraints if c.key == "endurance")
    assert endurance.hosts.state is QuantityState.NO_LIMIT
    assert "not evaluated: write performance" in nand.hosts_reason


def test_no_io_at_all_is_neither_missing_nor_a_number() -> None:
    nand = evaluate("moderate-io", lambda d: first_group(d).update(iops_peak=0)).configurations[0]
    assert nand.quantities["dwpd_used"].value == 0
    assert nand.quantities["years_to_wear_out"].state is QuantityState.INFINITE
    assert nand.quantities["wear_out_probability"].value == 0
    assert nand.quantities["vm_write_limit_iops"].state is QuantityState.UNDEFINED
    assert nand.quantities["effective_maximum_iops"].state is QuantityState.UNDEFINED
    assert nand.quantities["cluster_tco"].state is QuantityState.EVALUATED


def test_only_reads_wear_nothing() -> None:
    nand = evaluate("moderate-io", lambda d: first_group(d).update(read_share=1)).configurations[0]
    assert nand.quantities["wear_out_probability"].value == 0
    assert nand.quantities["replacement_cost"].value == 0


def test_a_part_of_the_cost_is_not_compared_with_the_whole() -> None:
    def change(document: dict[str, Any]) -> None:
        for place, name in (("host", "chassis_price"), ("memory", "price"), ("write_tier", "price")):
            document["configurations"][0][place].pop(name)

    result = evaluate("moderate-io", change)
    assert "is the cheapest" not in result.sentence
    assert "Not evaluated for NAND 800 GB: the total cost." in result.sentence
    (row,) = (row for row in result.rows if row.quantity == "known_parts_cost")
    assert not any(cell.best or cell.difference is not None for cell in row.cells)


def test_without_any_cost_nothing_is_said_to_cost_least() -> None:
    def change(document: dict[str, Any]) -> None:
        document["economics"] = {}
        first_group(document).pop("iops_peak")
        first_group(document)["iops_average"] = 100

    result = evaluate("moderate-io", change, reference="optane")
    assert result.sentence.startswith("No best configuration yet")
    assert "cheap" not in result.sentence


def test_growth_shortens_the_life_and_is_said() -> None:
    def change(document: dict[str, Any]) -> None:
        first_group(document).update(io_growth_rate=0.5)
        document["configurations"] = [document["configurations"][1]]
        # Hosts bought later would take their share of the writes.
        document["economics"]["buy_expansion"] = False

    (optane,) = evaluate("moderate-io", change).configurations
    assert optane.quantities["years_to_wear_out"].value == pytest.approx(7.0233, abs=1e-4)
    assert optane.quantities["years_to_wear_out_with_growth"].value == pytest.approx(3.3233, abs=1e-4)
    assert optane.quantities["wear_ratio"].value == pytest.approx(2.3152, abs=1e-3)
    assert "wears_out" in codes(optane)
    # Worn 2.3 times by the horizon: two generations are replaced, eight drives each.
    assert optane.quantities["replacement_cost"].value == 2 * 8 * 1200
    assert optane.life_years.mid == optane.quantities["years_to_wear_out_with_growth"].value


def test_shrinking_does_not_undo_the_demand_of_today() -> None:
    def shrink(document: dict[str, Any]) -> None:
        first_group(document).update(count_growth_rate=-0.5, io_growth_rate=-0.5)
        document["policy"]["sizing_years"] = 3

    assert [each.hosts.value for each in evaluate("moderate-io", shrink).configurations] == [7, 4, 4]


def test_demand_that_outgrows_the_cluster_is_said() -> None:
    grown = evaluate("moderate-io", lambda d: first_group(d).update(count_growth_rate=0.2)).configurations[0]
    assert "demand_outgrows" in codes(grown)
    assert any("needs 16 hosts by year 5 and has 7" in each.message for each in grown.findings)


def test_given_hosts_beyond_the_product_limit_are_divided_as_computed_ones() -> None:
    nand = evaluate("moderate-io", lambda d: d["configurations"][0].update(hosts=100)).configurations[0]
    assert nand.feasible
    assert nand.hosts_text.startswith("100 hosts in 2 clusters of 50 (fixed by you)")
    odd = evaluate("moderate-io", lambda d: d["configurations"][0].update(hosts=101)).configurations[0]
    assert "need equal numbers: enter 102" in odd.reasons[0].message


def test_given_hosts_are_called_given() -> None:
    nand = evaluate("moderate-io", lambda d: d["configurations"][0].update(hosts=10)).configurations[0]
    assert nand.feasible
    assert nand.hosts_text.startswith("10 hosts (fixed by you), 7 needed = 6 for CPU cores and CPU GHz + 1 spare, ")
    assert nand.hosts_reason.startswith("7 needed: 6 for CPU cores and CPU GHz + 1 spare")


def test_fewer_hosts_than_reserves_give_no_negative_numbers() -> None:
    def change(document: dict[str, Any]) -> None:
        document["configurations"][0]["hosts"] = 1
        document["policy"].update(spare_hosts=2, capacity_reserve={"method": "operations_and_rebuild"})

    nand = evaluate("moderate-io", change).configurations[0]
    assert not nand.feasible
    assert nand.quantities["usable_tb"].value == 0
    assert nand.quantities["capacity_used_share"].state is QuantityState.INFINITE
    assert nand.quantities["cpu_ratio_slack_share"].value == -1
    assert {each.code for each in nand.findings} >= {"infeasible"}


def test_a_perpetual_licence_can_be_entered_by_the_year() -> None:
    licence = {"key": "windows-server-2022-datacenter", "price_per_core_year": 100}
    nand = evaluate("moderate-io", lambda d: d["configurations"][0].update(licence=licence, hosts=7)).configurations[0]
    assert nand.quantities["licence_cost_per_year"].value == 7 * 28 * 100


def test_a_vm_with_too_many_vcpu_is_refused_even_if_memory_is_unknown() -> None:
    def change(document: dict[str, Any]) -> None:
        first_group(document).update(vcpu=200)
        # No formula is known for the memory of this version's storage stack.
        document["configurations"][2]["hypervisor"] = "esxi-5"

    cached = evaluate("nvme-2026", change).configurations[2]
    assert cached.quantities["usable_gib_per_host"].state is QuantityState.NOT_EVALUATED
    assert not cached.feasible
    assert "200 vCPU" in cached.reasons[0].message


def test_the_wide_stripe_survives_the_loss_of_the_spares() -> None:
    def change(document: dict[str, Any]) -> None:
        document["workload"]["totals"] = {"used_tb": 60}
        document["policy"].update(spare_hosts=1)
        for group in document["workload"]["groups"]:
            group.update(count=1, vcpu=1, memory_gib=1, memory_reserved_share=0)

    mixed = evaluate("nvme-2026", change).configurations[0]
    assert mixed.hosts.value is not None
    factor = mixed.quantities["capacity_factor_used"].value
    assert factor == (1.25 if mixed.hosts.value >= 7 else 1.5)


def test_a_stand_in_for_the_power_is_assumed() -> None:
    plan, catalogue = sample_plan("nvme-2026"), load_catalogue()
    nodes = explain_number(plan, catalogue, "mixed-use", "energy_kwh_per_year").nodes
    (idle,) = (node for node in nodes if node.quantity == "measured_idle_w")
    assert idle.kind == "assumed"
    assert "scaled by TDP and sockets to the processors of this plan" in (idle.provenance[0].note or "")
    assert "idle power of measured host" in nodes[0].rests_on_assumptions


def test_assumptions_of_branches_not_taken_are_not_listed() -> None:
    nodes = explain_number(sample_plan("moderate-io"), load_catalogue(), "nand", "hosts").nodes
    assert "derating of the datasheet rate" not in nodes[0].rests_on_assumptions
    assert "used share of disk" not in nodes[0].rests_on_assumptions
    assert "memory of the hypervisor" in nodes[0].rests_on_assumptions


def test_defaults_are_not_called_given() -> None:
    result = evaluate("moderate-io", lambda d: d["policy"].pop("spare_hosts"))
    spares = [each for each in result.inputs if each.quantity == "policy_spare_hosts"]
    assert {(each.value, each.status) for each in spares} == {(1, "assumed")}


def test_the_life_of_a_role_is_not_ranked_across_layouts() -> None:
    """Cache drives against all drives say little; the shortest life of any role is what compares."""
    result = evaluate("nvme-2026", lambda d: None)
    for row in result.rows:
        if row.section == "Wear-out" and row.quantity != "flash_life_years_for_all_drives":
            assert not any(cell.best for cell in row.cells), row.quantity


def test_two_alike_are_called_alike() -> None:
    def change(document: dict[str, Any]) -> None:
        twin = document["configurations"][0] | {"key": "twin", "name": "Twin"}
        document["configurations"] = [document["configurations"][0], twin]

    result = evaluate("moderate-io", change)
    name = result.configurations[0].name
    assert result.sentence.startswith("No tie-breaker: pick the platform your team runs today. Both cost within 3")
    assert result.sentence.endswith(" of each other.")
    assert name not in result.sentence


def test_what_cannot_be_built_is_named_with_its_reason_and_nothing_is_compared_with_it() -> None:
    document = plan_json(sample_plan("moderate-io"))
    first_group(document)["memory_gib"] = 400
    plan = Plan.model_validate(document)
    decision = decision_on(plan)
    (row,) = (each for each in decision.rows if each.configuration == plan.configurations[0].key)
    assert row.exclusion == "is not feasible"
    assert row.lacks is not None
    assert "The largest VM has 400 GiB" in str(row.lacks.text)
    assert row.against is None
    assert not row.is_reference
    (reference,) = (each for each in decision.rows if each.is_reference)
    assert reference.admissible
    assert reference.configuration == decision.reference == decision.lead
    assert "is not feasible" in detail_on(plan)
