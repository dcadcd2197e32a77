"""Properties of cost over time: how money moves when prices, dates and growth do."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Result
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import examples
from tests.typical import TYPICAL


def rounded(low: float, high: float) -> st.SearchStrategy[float]:
    """Numbers of so many digits as a plan takes: nothing but 0 is negligible."""
    return st.floats(low, high).map(lambda each: round(each, 9))


def priced(key: str) -> bool:
    licences = [each.licence for each in sample_plan(key).configurations]
    return all(each.key or each.price_per_core_year is not None for each in licences)


PRICED = [key for key in TYPICAL if priced(key)]
"""Samples with all prices."""
few = settings(max_examples=examples(25), deadline=None)

EVERYTHING = {
    "admin_hours_per_host_year": 20,
    "admin_rate_per_hour": 60,
    "outage_price": 5000,
    "residual_share": 0.1,
    "depreciation_years": 4,
    "price_change": {"hardware_rate": -0.1, "licence_rate": 0.05, "electricity_rate": 0.03},
}
"""All that can be counted."""


def evaluate(key: str, *changes: Callable[[dict[str, Any]], object], reference: str | None = None) -> Result:
    document = plan_json(sample_plan(key))
    for change in changes:
        change(document)
    return evaluate_plan(Plan.model_validate(document), load_catalogue(), reference)


def economics(**fields: Any) -> Callable[[dict[str, Any]], object]:
    return lambda document: document["economics"].update(fields)


def growing(rate: float) -> Callable[[dict[str, Any]], object]:
    def change(document: dict[str, Any]) -> None:
        for group in document["workload"]["groups"]:
            group["count_growth_rate"] = rate
        document["policy"].update(sizing_years=0, max_hosts_per_cluster=1000)
        # What a placement adds is found at two dates, and may differ between plans by a host.
        for configuration in document["configurations"]:
            configuration["fragmentation_hosts"] = 0

    return change


def money(result: ConfigurationResult, name: str) -> float:
    value = result.quantities[name].value
    assert value is not None, name
    return value


def test_there_are_samples_with_all_prices() -> None:
    assert {"moderate-io", "light-io", "sandisk14", "nvme-2026"} <= set(PRICED)


@pytest.mark.parametrize("key", PRICED)
@pytest.mark.parametrize("rate", [0.0, 0.25])
def test_parts_sum_to_the_total_in_every_month_and_year(key: str, rate: float) -> None:
    for each in evaluate(key, growing(rate), economics(**EVERYTHING)).configurations:
        monthly = each.monthly
        assert set(monthly.parts) == {part.key for part in each.cost_parts}
        amounts = [amount for amount in monthly.amounts if amount is not None]
        assert len(amounts) == len(monthly.months) == 61
        for month, amount in enumerate(amounts):
            assert sum(part[month] or 0 for part in monthly.parts.values()) == pytest.approx(amount, abs=1e-6)
        for part in each.cost_parts:
            assert sum(amount or 0 for amount in monthly.parts[part.key]) == pytest.approx(part.amount.value, abs=1e-6)
        years = [amounts[0], *(sum(amounts[start : start + 12]) for start in range(1, 61, 12))]
        assert [flow.amount.value for flow in each.cash_flow] == pytest.approx(years, rel=1e-12)
        assert monthly.cumulative[-1] == pytest.approx(money(each, "cluster_tco"), rel=1e-12)
        assert money(each, "known_parts_cost") == pytest.approx(money(each, "cluster_tco"), rel=1e-12)


@pytest.mark.parametrize("key", PRICED)
def test_a_present_value_is_the_purchase_and_what_a_spreadsheet_makes_of_the_months(key: str) -> None:
    def spreadsheet_npv(rate: float, *flows: float) -> float:
        return sum(flow / (1 + rate) ** (place + 1) for place, flow in enumerate(flows))

    for each in evaluate(key, economics(**EVERYTHING)).configurations:
        flows = [amount or 0 for amount in each.monthly.amounts]
        rate = sample_plan(key).economics.discount_rate
        assert rate is not None
        expected = flows[0] + spreadsheet_npv((1 + rate) ** (1 / 12) - 1, *flows[1:])
        assert money(each, "cluster_npv") == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("key", PRICED)
def test_without_discount_the_present_value_is_the_sum(key: str) -> None:
    for each in evaluate(key, growing(0.2), economics(**EVERYTHING, discount_rate=0)).configurations:
        assert money(each, "cluster_npv") == pytest.approx(money(each, "cluster_tco"), rel=1e-12)
        assert money(each, "saving_npv") == pytest.approx(
            sum(saving.amount.value or 0 for saving in each.finance.savings) if each.finance else 0, abs=1e-6
        )


def test_doubling_every_price_doubles_the_total() -> None:
    def at(multiple: float) -> list[ConfigurationResult]:
        def price(document: dict[str, Any]) -> None:
            for each in document["configurations"]:
                for place, field in (
                    ("host", "chassis_price"),
                    ("cpu", "price"),
                    ("memory", "price"),
                    ("capacity", "price"),
                    ("network", "price"),
                    ("licence", "price_per_core_year"),
                    ("licence", "addon_price_per_tib_year"),
                    ("licence", "price_per_core_once"),
                ):
                    each[place][field] = 500 * multiple
                if "write_tier" in each:
                    each["write_tier"]["price"] = 900 * multiple
            for field in ("electricity_price_per_kwh", "rack_unit_price_per_month"):
                document["economics"][field] *= multiple
            document["economics"].update(admin_rate_per_hour=60 * multiple, outage_price=5000 * multiple)

        return evaluate("nvme-2026", growing(0.1), economics(**EVERYTHING), price).configurations

    for before, after in zip(at(1), at(2), strict=True):
        for name in ("cluster_tco", "cluster_npv", "tco_per_vm", "expansion_cost", "licence_cost", "outage_cost"):
            assert money(after, name) == pytest.approx(2 * money(before, name), rel=1e-12), name


@pytest.mark.parametrize("key", PRICED)
@pytest.mark.parametrize("rate", [0.05, 0.3])
def test_buying_later_never_costs_more_without_price_change(key: str, rate: float) -> None:
    """Replaced drives aside: fewer hosts at the beginning share the same writes."""

    def cost(result: ConfigurationResult) -> float:
        return money(result, "cluster_tco") - money(result, "replacement_cost")

    def at_once(document: dict[str, Any]) -> None:
        document["policy"]["sizing_years"] = document["economics"]["horizon_years"]

    later = evaluate(key, growing(rate)).configurations
    first = evaluate(key, growing(rate), at_once).configurations
    for slow, fast in zip(later, first, strict=True):
        assert fast.expansion == []
        assert slow.monthly.hosts[-1] == fast.hosts.value
        assert cost(slow) <= cost(fast) * (1 + 1e-12)


@few
@given(key=st.sampled_from(PRICED), rate=rounded(0, 0.6), more=rounded(0, 0.3), sizing=st.sampled_from([0, 1, 2, 4, 5]))
def test_hosts_are_bought_once_they_are_needed_and_never_given_back(
    key: str, rate: float, more: float, sizing: float
) -> None:
    def sized(document: dict[str, Any]) -> None:
        document["policy"]["sizing_years"] = sizing

    # In batches more growth may buy later, and so have fewer hosts for a while.
    singly = economics(expansion_cadence_months=1)
    calm, wild = (evaluate(key, growing(each), sized, singly).configurations for each in (rate, rate + more))
    for one, other in zip(calm, wild, strict=True):
        hosts = [each or 0 for each in one.monthly.hosts]
        assert hosts[0] == one.hosts.value
        assert all(after >= before for before, after in pairwise(hosts))
        assert all(later >= sooner for sooner, later in zip(hosts, other.monthly.hosts, strict=True) if later)
        # What the demand of the sizing date asks for is there from the beginning.
        assert all(each.month > 12 * sizing for each in one.expansion)


@few
@given(key=st.sampled_from(PRICED), rate=rounded(0, 0.6), cadence=st.integers(1, 30), least=st.sampled_from([1, 2, 5]))
def test_batches_are_enough_far_apart_and_of_the_least_size(key: str, rate: float, cadence: int, least: int) -> None:
    bought = economics(expansion_cadence_months=cadence, expansion_minimum_hosts=least)
    singly = economics(expansion_cadence_months=1)
    batches, ones = (evaluate(key, growing(rate), each).configurations for each in (bought, singly))
    for one, other in zip(batches, ones, strict=True):
        months = [each.month for each in one.expansion]
        assert all(later - sooner >= cadence for sooner, later in pairwise(months))
        assert all(each.hosts >= least for each in one.expansion)
        for there, asked in zip(one.monthly.hosts, other.monthly.hosts, strict=True):
            assert (there or 0) >= (asked or 0)
        if other.expansion:
            assert months[0] == other.expansion[0].month


def test_a_plan_without_expansion_keeps_its_hosts() -> None:
    for each in evaluate("moderate-io", growing(0.3), economics(buy_expansion=False)).configurations:
        assert set(each.monthly.hosts) == {each.hosts.value}
        assert money(each, "expansion_cost") == 0
        assert "demand_outgrows" in {finding.code for finding in each.findings}


def test_what_expansion_costs_to_run_counts_from_its_month_on() -> None:
    administered = economics(admin_hours_per_host_year=12, admin_rate_per_hour=10)
    singly = economics(expansion_cadence_months=1)
    nand = evaluate("moderate-io", growing(0.2), administered, singly).configurations[0]
    month = nand.expansion[0].month
    for part in ("support", "energy", "rack", "administration"):
        amounts = nand.monthly.parts[part]
        assert amounts[month - 1] == amounts[1]
        assert amounts[month] == pytest.approx((amounts[1] or 0) * 8 / 7, rel=1e-12)


@few
@given(change=rounded(-0.5, 0.5))
def test_dearer_hardware_never_makes_expansion_cheaper(change: float) -> None:
    def expansion(rate: float) -> list[float]:
        found = evaluate("moderate-io", growing(0.2), economics(price_change={"hardware_rate": rate}))
        return [money(each, "expansion_cost") for each in found.configurations]

    steady = expansion(0)
    assert all((later - now) * change >= 0 for now, later in zip(steady, expansion(change), strict=True))


def test_the_way_of_billing_moves_money_within_a_year_only() -> None:
    def billed(period: str) -> list[ConfigurationResult]:
        def change(document: dict[str, Any]) -> None:
            for each in document["configurations"]:
                each["licence"] = {"price_per_core_year": 100, "billing": period}

        return evaluate("moderate-io", growing(0.2), change).configurations

    for monthly, yearly in zip(billed("month"), billed("year"), strict=True):
        assert monthly.monthly.parts["licences"] != yearly.monthly.parts["licences"]
        assert [each.amount.value for each in monthly.cash_flow] == pytest.approx(
            [each.amount.value for each in yearly.cash_flow], rel=1e-12
        )


@pytest.mark.parametrize("years", [0.5, 3, 4.5, 5, 9])
def test_what_is_written_off_and_what_is_left_are_what_was_paid(years: float) -> None:
    found = evaluate("moderate-io", growing(0.2), economics(depreciation_years=years))
    for each in found.configurations:
        paid = money(each, "purchase_capex")
        assert each.depreciation[0].depreciation.value == 0
        assert each.depreciation[0].book_value.value == pytest.approx(paid)
        written_off = sum(year.depreciation.value or 0 for year in each.depreciation)
        left = each.depreciation[-1].book_value.value
        assert left is not None
        assert left >= -1e-6
        assert written_off + left == pytest.approx(paid + money(each, "expansion_cost"))
        assert money(each, "cluster_tco") == pytest.approx(
            money(evaluate("moderate-io", growing(0.2)).configurations[found.configurations.index(each)], "cluster_tco")
        )


def test_without_years_there_is_no_depreciation() -> None:
    assert all(each.depreciation == [] for each in evaluate("moderate-io").configurations)


def test_dearer_hardware_against_dearer_running_cost_has_a_rate_and_a_payback() -> None:
    def change(document: dict[str, Any]) -> None:
        # The same cluster twice: the second is dearer to buy by 20,000 and cheaper to run by a tenth of its energy.
        twin = plan_json(sample_plan("light-io"))["configurations"][1] | {"key": "twin", "name": "Twin"}
        twin["host"] = {**twin["host"], "chassis_price": 5000}
        twin["licence"] = {"price_per_core_year": 0}
        document["configurations"] = [document["configurations"][1], twin]
        document["configurations"][0]["licence"] = {"price_per_core_year": 40}

    result = evaluate("light-io", change)
    cheap, dear = result.configurations
    assert dear.finance is not None
    rate, payback = dear.finance.internal_rate.value, dear.finance.payback_years.value
    assert rate is not None
    assert payback is not None
    savings = [each.amount.value or 0 for each in dear.finance.savings]
    assert savings[0] == -4 * 2400
    months = [(a or 0) - (b or 0) for a, b in zip(cheap.monthly.amounts, dear.monthly.amounts, strict=True)]
    assert sum(saving / (1 + rate) ** (month / 12) for month, saving in enumerate(months)) == pytest.approx(0, abs=1e-6)
    # The other's licence of 8,960 is paid in advance, in months 1 and 13, and support costs 64 more a month here: 1,408
    # of the 9,600 are open after 12 months, and month 13 brings 8,896.
    assert payback == pytest.approx((12 + 1_408 / 8_896) / 12, rel=1e-9)
    discounted = dear.finance.discounted_payback_years.value
    assert discounted is not None
    assert discounted > payback
    assert "Paid back" in dear.finance.text
    assert result.configurations[0].finance is None


def test_the_reference_decides_what_is_saved() -> None:
    forth = evaluate("moderate-io", reference="nand").configurations
    back = evaluate("moderate-io", reference="optane").configurations
    assert money(forth[1], "saving_npv") == pytest.approx(-money(back[0], "saving_npv"), rel=1e-12)
    assert back[0].finance is not None
    assert (back[0].finance.against, back[1].finance) == ("optane", None)
    assert back[0].finance.payback_years.state is QuantityState.INFINITE


def test_what_could_be_kept_takes_the_place_of_the_reference() -> None:
    keep = {"name": "Old cluster", "running_cost_per_year": 60_000, "residual_today": 5000}
    for each in evaluate("moderate-io", economics(keep=keep)).configurations:
        assert each.finance is not None
        assert (each.finance.against, each.finance.against_name) == (None, "Old cluster")
        first, *rest = (flow.amount.value or 0 for flow in each.cash_flow)
        savings = [saving.amount.value for saving in each.finance.savings]
        assert savings == pytest.approx([5000 - first, *(60_000 - flow for flow in rest)])


def test_a_reference_without_cost_is_not_compared_with() -> None:
    def unpriced(document: dict[str, Any]) -> None:
        document["configurations"][0]["host"].pop("chassis_price")

    _, optane, _ = evaluate("moderate-io", unpriced).configurations
    assert optane.quantities["cluster_tco"].state is QuantityState.EVALUATED
    assert optane.quantities["saving_npv"].state is QuantityState.NOT_EVALUATED
    assert optane.quantities["saving_npv"].missing == ["/configurations/0/host/chassis_price"]
    assert optane.finance is not None
    assert "cannot be compared" in optane.finance.text

    def infeasible(document: dict[str, Any]) -> None:
        document["workload"]["groups"][0]["memory_gib"] = 400

    _, optane, _ = evaluate("moderate-io", infeasible).configurations
    assert optane.quantities["saving_npv"].state is QuantityState.DOES_NOT_APPLY


def test_expected_outages_are_the_lost_groups_times_their_price() -> None:
    for each in evaluate("light-io", economics(outage_price=7000)).configurations:
        assert money(each, "outage_cost") == pytest.approx(7000 * money(each, "expected_lost_groups"), rel=1e-12)


def test_carbon_is_counted_with_the_hosts_that_are_bought_later() -> None:
    steady, grown = (evaluate("moderate-io", growing(rate)).configurations for rate in (0.0, 0.2))
    for few_hosts, more_hosts in zip(steady, grown, strict=True):
        assert money(few_hosts, "operational_kgco2e") == pytest.approx(
            5 * money(few_hosts, "operational_kgco2e_per_year"), rel=1e-12
        )
        assert money(more_hosts, "operational_kgco2e") > money(few_hosts, "operational_kgco2e")
        hosts = more_hosts.monthly.hosts[-1]
        assert hosts is not None
        assert money(more_hosts, "embodied_kgco2e") == hosts * money(more_hosts, "embodied_kgco2e_per_host")
        assert sum(part.kgco2e.value or 0 for part in grown[0].carbon_parts) == pytest.approx(
            money(grown[0], "cluster_kgco2e")
        )


def test_a_host_of_unknown_parts_embodies_what_a_usual_one_does() -> None:
    def change(document: dict[str, Any]) -> None:
        document["configurations"][0]["capacity"].pop("capacity_gb")

    nand = evaluate("light-io", change).configurations[0]
    assert money(nand, "embodied_kgco2e_per_host") == 3660
    assert "embodied_carbon_assumed" in {finding.code for finding in nand.findings}


def test_nothing_returns_anything_against_itself() -> None:
    rows = {row.quantity: row for row in evaluate("moderate-io", reference="optane").rows}
    states = {cell.configuration: cell.value.state for cell in rows["saving_npv"].cells}
    assert states == {
        "nand": QuantityState.EVALUATED,
        "optane": QuantityState.DOES_NOT_APPLY,
        "optane-dram": QuantityState.EVALUATED,
    }
    assert "expansion_cost" not in rows
    assert "expansion_cost" in {row.quantity for row in evaluate("moderate-io", growing(0.2)).rows}

    def alone(document: dict[str, Any]) -> None:
        document["configurations"] = document["configurations"][:1]

    assert "Return" not in {row.section for row in evaluate("moderate-io", alone).rows}
    kept = evaluate("moderate-io", alone, economics(keep={"running_cost_per_year": 60_000}))
    assert "Return" in {row.section for row in kept.rows}


def test_demand_that_no_number_of_hosts_meets_buys_none() -> None:
    def change(document: dict[str, Any]) -> None:
        document["workload"]["groups"][0]["memory_gib"] = 400
        document["configurations"][0]["hosts"] = 9

    nand = evaluate("moderate-io", growing(0.2), change).configurations[0]
    assert not nand.feasible
    assert set(nand.monthly.hosts) == {9}
    assert money(nand, "expansion_cost") == 0
