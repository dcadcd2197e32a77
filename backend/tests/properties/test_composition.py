"""The parts of a number sum to it, and each of them has an explanation of its own."""

from math import fsum

import pytest

from hostwise.answers.explanation.composition import parts_of
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan, sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import QuantityState

CATALOGUE = load_catalogue()
MONEY = ("cluster_tco", "purchase_capex", "hosts_capex", "server_capex", "running_cost_per_year", "licence_cost")


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_parts_sum_to_the_number(key: str) -> None:
    run, found = run_plan(sample_plan(key), CATALOGUE), set[str]()
    for place in range(len(run.plan.configurations)):
        for name in MODEL.formulas:
            if MODEL.axes(name):
                assert parts_of(run, place, name) == []
                continue
            parts = parts_of(run, place, name)
            whole = run.value(name, place).value
            amounts = [each.value.value for each in parts if each.value.value is not None]
            assert all(each.value.value != 0 for each in parts)
            assert {each.value.state for each in parts if each.value.value is not None} <= {QuantityState.EVALUATED}
            for each in parts:
                assert each.label
                assert each.quantity is None or each.quantity in MODEL.formulas or each.quantity in MODEL.inputs
            if parts and whole is not None and name != "known_parts_cost":
                found.add(name)
                # To a part of the largest one: parts may cancel each other.
                size = max(abs(whole), *(abs(each) for each in amounts))
                assert len(amounts) == len(parts), name
                assert fsum(amounts) == pytest.approx(whole, rel=1e-9, abs=1e-9 * size), name
    assert found


@pytest.mark.parametrize("key", ["nvme-2026", "leaving-vmware"])
def test_every_part_of_the_cost_leads_to_its_own_why(key: str) -> None:
    plan = sample_plan(key)
    for configuration in plan.configurations:
        nodes = {
            each.quantity: each for each in explain_number(plan, CATALOGUE, configuration.key, "cluster_tco").nodes
        }
        for name in MONEY:
            if name in nodes:
                for part in nodes[name].parts:
                    assert part.quantity in nodes, (name, part.label)


def test_the_parts_of_the_cost_are_those_of_the_result_and_the_largest_is_first() -> None:
    plan = sample_plan("leaving-vmware")
    top = explain_number(plan, CATALOGUE, plan.configurations[0].key, "cluster_tco").nodes[0]
    assert [each.label for each in top.parts][:3] == ["Licences", "Memory", "Servers"]
    sizes = [abs(each.value.value or 0) for each in top.parts]
    assert sizes == sorted(sizes, reverse=True)


def test_a_product_of_a_sum_is_called_by_what_is_its_own_and_years_stay_in_their_order() -> None:
    plan = sample_plan("leaving-vmware")
    nodes = {each.quantity: each for each in explain_number(plan, CATALOGUE, "vcf", "cluster_tco").nodes}
    said = [(each.label, each.quantity) for each in nodes["server_capex"].parts]
    assert said == [
        ("price of chassis", "chassis_price"),
        ("sockets per host \u00d7 price of processor", "cpu_price"),
        ("price of network cards", "nic_price"),
    ]
    assert [each.label for each in nodes["licence_cost"].parts] == [f"year {year}" for year in range(1, 6)]


def test_a_factor_is_no_sum() -> None:
    run = run_plan(sample_plan("leaving-vmware"), CATALOGUE)
    # Slack is hosts over hosts less 1, a share of itself; the cost of a part alone has no parts.
    assert parts_of(run, 0, "cpu_ratio_slack_share") == []
    assert parts_of(run, 0, "memory_capex") == []
