"""Explanations end where they must: at an input of the plan, a catalogue row or an evidence row."""

from math import log
from statistics import NormalDist

import pytest

from hostwise.answers.evaluation.evaluation_answer import UnknownConfiguration, evaluate_plan
from hostwise.answers.evaluation.parts import UnknownQuantity
from hostwise.answers.explanation.composition import NAMED_PARTS, largest_parts, parts_of
from hostwise.answers.explanation.explanation_answer import Explainer, explain_number
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.number_format.writing import exact
from hostwise.plan.answers.result import ExplanationLimit, ExplanationNode, InputStatus
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import plan_of
from tests.typical import TYPICAL

SHOWN = sorted(
    {*MODEL.purposes.rows, *MODEL.purposes.constraints, *MODEL.purposes.slacks.values(), *MODEL.purposes.cost_parts}
    | {"cash_flow_cost_per_year", "cumulative_cost", "role_early_wear_out_years", "role_late_wear_out_years"}
)


def check_leaf(node: ExplanationNode) -> None:
    assert node.provenance, node.quantity
    for record in node.provenance:
        if record.status is InputStatus.MISSING:
            assert record.value is None
        elif record.status in (InputStatus.CATALOGUE, InputStatus.EVIDENCE):
            assert record.source, node.quantity
            assert record.locator, node.quantity
        elif record.status is InputStatus.ASSUMED:
            assert record.source or record.note, node.quantity
        else:
            assert record.pointer or record.source, node.quantity


@pytest.mark.parametrize("key", TYPICAL)
def test_every_shown_number_is_explained_down_to_its_inputs(key: str) -> None:
    plan, catalogue = sample_plan(key), load_catalogue()
    result, run = evaluate_plan(plan, catalogue), run_plan(plan, catalogue)
    for configuration in result.configurations:
        explainer = Explainer(run, catalogue, configuration.key)
        assert explainer.explain("hosts") == explain_number(plan, catalogue, configuration.key, "hosts")
        for quantity in SHOWN:
            nodes = {node.quantity: node for node in explainer.explain(quantity).nodes}
            top = nodes[quantity]
            if quantity in configuration.quantities:
                assert top.values == [configuration.quantities[quantity].value]
            reached, open_ends = set[str](), [quantity]
            while open_ends:
                node = nodes[open_ends.pop()]
                if node.quantity in reached:
                    continue
                reached.add(node.quantity)
                open_ends.extend(part.quantity for part in node.parts if part.quantity is not None)
                assert node.meaning
                if node.is_input:
                    check_leaf(node)
                    # A measured curve is an input over another quantity.
                    open_ends.extend(node.inputs)
                else:
                    assert node.latex
                    assert node.latex_with_numbers
                    assert node.source is not None
                    assert node.source.citation != node.source.key
                    assert node.inputs
                    open_ends.extend(node.inputs)
            assert reached == set(nodes)


def limits_of(plan: Plan, configuration: str) -> list[ExplanationLimit]:
    return explain_number(plan, load_catalogue(), configuration, "hosts").nodes[0].limits


@pytest.mark.parametrize("key", TYPICAL)
def test_why_of_the_hosts_begins_with_the_binding_limit_and_its_arithmetic(key: str) -> None:
    plan, catalogue = sample_plan(key), load_catalogue()
    for configuration in evaluate_plan(plan, catalogue).configurations:
        limits = limits_of(plan, configuration.key)
        binding = {each.key for each in configuration.constraints if each.binding}
        assert {each.key for each in limits[: len(binding)]} == binding
        numbers = [each.hosts.value for each in limits if each.hosts.value is not None]
        assert numbers == sorted(numbers, reverse=True)
        for each in limits:
            assert (each.arithmetic is None) == (each.hosts.value is None)
            if each.hosts.value is not None and each.arithmetic is not None:
                # What is only rounded up ends with "rounded up 3", everything else with "= 3".
                assert each.arithmetic.endswith(f" {exact(each.hosts.value)}")


def test_the_arithmetic_of_a_limit_is_demand_over_supply_rounded_up_with_spares() -> None:
    first = limits_of(sample_plan("light-io"), "nand")[0]
    assert (first.key, first.hosts.value) == ("cpu_ratio", 4)
    assert first.words == "physical cores asked for / cores for VMs per host, rounded up, + spare hosts"
    assert first.arithmetic == "153.846\u00a0cores / 56\u00a0cores/host = 2.74725, rounded up 3, + 1 spare host = 4"
    assert first.demand is not None
    assert first.demand.replace("\u00a0", " ") == (
        "physical cores asked for: 150 VMs \u00d7 4 vCPU / 3.9 vCPU/core = 153.846 cores"
    )


def test_the_arithmetic_of_a_stretched_cluster_is_that_of_each_site() -> None:
    document = plan_json(sample_plan("light-io"))
    document["policy"]["protection"] = "osa_stretched_raid1"
    for each in document["configurations"]:
        each.get("policy", {}).pop("protection", None)
    (cores,) = (each for each in limits_of(plan_of(document), "nand") if each.key == "cpu_ratio")
    assert cores.arithmetic == (
        "153.846\u00a0cores / 56\u00a0cores/host = 2.74725; in each of 2 sites rounded up 3, "
        "+ 1 spare host = 4; 2 \u00d7 4 = 8"
    )


def test_the_measured_rate_is_evidence_and_the_derated_one_is_not() -> None:
    catalogue = load_catalogue()

    def provenance(sample: str, configuration: str, name: str) -> InputStatus:
        nodes = explain_number(sample_plan(sample), catalogue, configuration, "sustained_write_mb_s").nodes
        (node,) = (each for each in nodes if each.quantity == name)
        return node.provenance[0].status

    assert provenance("moderate-io", "nand", "measured_sustained_write_mib_s") is InputStatus.EVIDENCE
    assert provenance("nvme-2026", "mixed-use", "measured_sustained_write_mib_s") is InputStatus.MISSING
    assert provenance("nvme-2026", "mixed-use", "sustained_derating_factor") is InputStatus.ASSUMED


def test_members_are_named() -> None:
    nodes = explain_number(sample_plan("nvme-2026"), load_catalogue(), "mixed-use", "front_iops").nodes
    (node,) = (each for each in nodes if each.quantity == "group_peak_iops")
    assert node.members == ["applications", "databases", "infrastructure"]
    assert len(node.values) == 3


def test_what_rests_on_assumptions_says_so() -> None:
    nodes = explain_number(sample_plan("nvme-2026"), load_catalogue(), "mixed-use", "sustained_write_mb_s").nodes
    assert "derating of the datasheet rate" in nodes[0].rests_on_assumptions


def test_a_question_about_nothing_is_refused() -> None:
    plan, catalogue = sample_plan("light-io"), load_catalogue()
    with pytest.raises(UnknownQuantity, match="hots"):
        explain_number(plan, catalogue, "nand", "hots")
    with pytest.raises(UnknownConfiguration, match="it has nand, optane"):
        explain_number(plan, catalogue, "nandd", "hosts")


def test_of_hundreds_of_parts_the_smallest_are_one_and_the_sum_stays() -> None:
    plan = sample_plan("light-io")
    (group,) = plan.workload.groups
    groups = tuple(group.model_copy(update={"name": f"group {at}", "count": at + 1}) for at in range(130))
    many = plan.model_copy(update={"workload": plan.workload.model_copy(update={"groups": groups})})
    run = run_plan(many, load_catalogue())
    whole, largest = (of(run, 0, "average_front_write_mb_s") for of in (parts_of, largest_parts))
    assert (len(whole), len(largest), largest[-1].label) == (130, NAMED_PARTS + 1, "30 more")
    assert largest[:-1] == whole[:NAMED_PARTS]
    assert sum(each.value.value or 0 for each in largest) == pytest.approx(sum(each.value.value or 0 for each in whole))


def first_node(sample: str, configuration: str, quantity: str) -> ExplanationNode:
    return explain_number(sample_plan(sample), load_catalogue(), configuration, quantity).nodes[0]


@pytest.mark.parametrize(
    ("sample", "configuration"), [("nvme-2026", "read-intensive"), ("moderate-io", "nand"), ("moderate-io", "optane")]
)
def test_the_chance_of_wearing_out_is_told_in_steps_that_can_be_repeated(sample: str, configuration: str) -> None:
    node = first_node(sample, configuration, "known_wear_out_probability")
    _, used, worn, spread, margin, chance = node.steps
    assert worn.value == pytest.approx(100 / used.value)
    # The ranges of these drives reach as far down as up, or nearly so.
    assert margin.value == pytest.approx(log(worn.value) / log(spread.value), rel=0.02)
    assert ("adjusted" in margin.arithmetic) == (sample == "nvme-2026")
    assert chance.value / 100 == pytest.approx(NormalDist().cdf(-margin.value), rel=1e-9)
    assert chance.value / 100 == pytest.approx(node.values[0])


def test_drives_that_cannot_wear_out_have_no_steps_to_it() -> None:
    assert first_node("leaving-vmware", "vcf", "known_wear_out_probability").steps == []


@pytest.mark.parametrize("quantity", ["tco_per_vm", "tco_per_vm_month"])
def test_the_cost_per_vm_is_that_of_the_cluster_over_vms_part_by_part(quantity: str) -> None:
    node = first_node("nvme-2026", "mixed-use", quantity)
    cost, vms, each = node.steps
    assert each.value == pytest.approx(cost.value / vms.value)
    assert each.value == node.values[0]
    assert sum(part.value.value or 0 for part in node.parts) == pytest.approx(each.value)
    whole = first_node("nvme-2026", "mixed-use", "cluster_tco")
    assert [part.quantity for part in node.parts] == [part.quantity for part in whole.parts]
