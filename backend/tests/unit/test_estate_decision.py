"""What is said of an estate: keep or replace, which new cluster, which platform."""

import datetime as dt
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from hostwise.answers.estate_sizing.as_is import KEY
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.estate.estate_answer import read_estate
from hostwise.estate.estate_decided import EstateDecided, estate_decided
from hostwise.plan.answers.text import Figure, MessageLine
from hostwise.plan.cost_lines import CostCategory
from hostwise.plan.document import Plan
from hostwise.plan.estate import EstateChoices, EstateQuestion, Inventory, KeepingCost
from tests.decisions import FEW_SIMULATIONS
from tests.estates.estate import Estate, drawn
from tests.estates.others import azure_csv
from tests.estates.platforms import prism_zip
from tests.estates.rvtools import workbook

CATALOGUE = load_catalogue()
ON = dt.date(2026, 11, 30)
"""ESXi 8.0 is supported until 2027-10-11 by the catalogue, ESXi 7.0 until 2025-10-02."""

EIGHT, SEVEN = "VMware ESXi 8.0.3 build-24022510", "VMware ESXi 7.0.3 build-21930508"


def estate(vms: int = 60, *, store: str = "vsan", **choices: Any) -> Estate:
    found = drawn(vms, clusters=1, **choices)
    for each in found.datastores:
        each.kind = store
    return found


def read(source: Estate, version: str = EIGHT) -> Inventory:
    inventory = read_estate(workbook(source), "estate.xlsx").inventory
    hosts = inventory.hosts.model_copy(update={"version": [version] * len(inventory.hosts.name)})
    return inventory.model_copy(update={"hosts": hosts})


def decided(inventory: Inventory, on: dt.date = ON, **choices: Any) -> EstateDecided:
    return estate_decided(inventory, EstateChoices(**choices), CATALOGUE, on=on)


@lru_cache
def enough() -> EstateDecided:
    """More hosts than the VMs need, on vSAN."""
    return decided(read(estate(vms_per_host=8)))


def said(found: EstateDecided) -> str:
    assert found.decision is not None
    return str(found.decision.sentence.text)


def tile(found: EstateDecided, part: str) -> Any:
    assert found.decision is not None
    return next(each for each in found.decision.tiles if part in each.parts)


def lines(found: EstateDecided, part: str) -> list[str]:
    return [str(each.text) for each in tile(found, part).lines]


def figure(told: Sequence[MessageLine], name: str) -> float | None:
    """The value of a figure in some lines."""
    parts = [part for each in told for part in each.text.parts]
    return next(part.value for part in parts if isinstance(part, Figure) and part.name == name)


def plan_of(found: EstateDecided) -> Plan:
    assert found.plan is not None
    return found.plan


def test_hosts_that_are_enough_are_kept_until_their_support_ends_and_stay_open_without_a_cost() -> None:
    decision = enough().decision
    assert decision is not None
    assert (decision.question, decision.label, decision.strength) == (EstateQuestion.KEEP_OR_REPLACE, "Open", "open")
    assert said(enough()).startswith(
        "Keep until October 2027, when support for VMware ESXi 8.0 ends. Enter what keeping costs."
    )
    assert decision.keep_until == "2027-10-01"
    assert decision.advised is None
    assert tile(enough(), "keep").asks
    assert str(tile(enough(), "keep").figure.text) == "8 hosts last all 5 years"
    # Without a cost of keeping nothing is said to save against it.
    assert decision.reference != KEY
    assert not any("%" in each for each in lines(enough(), "keep"))


def test_the_successor_is_of_the_same_vendor_and_the_cheapest_stands_beside_it() -> None:
    assert [each.parts for each in enough().decision.tiles] == [["keep"], ["same_platform"], ["cheapest"]]  # type: ignore[union-attr]
    assert "vSAN ESA" in str(tile(enough(), "same_platform").figure.text)
    assert "cheaper than vSAN ESA, unless moving costs more than" in said(enough())


def test_counts_and_costs_are_those_of_the_plan() -> None:
    plan = plan_of(enough())
    run = run_plan(plan, CATALOGUE)
    decision = enough().decision
    assert decision is not None
    for each in decision.tiles:
        assert figure([each.figure], "hosts") == run.evaluation.value("hosts", each.place)
    for each in decision.tiles[1:]:
        assert figure(each.lines, "cost") == pytest.approx(run.evaluation.value("cluster_tco", each.place))


def test_once_keeping_has_a_cost_the_plan_decides() -> None:
    found = decided(read(estate(vms_per_host=8)), keeping=KeepingCost(support_per_year=20_000, nothing=True))
    plan = plan_of(found)
    today = plan.configurations[0]
    assert [(each.category, each.amount) for each in today.cost_lines] == [(CostCategory.MAINTENANCE, 20_000)]
    assert CostCategory.EXTERNAL_ARRAY in today.confirmed_none
    verdict = uncertainty_of(plan, CATALOGUE, number=FEW_SIMULATIONS, reference=KEY).decision
    assert found.decision is not None
    assert (found.decision.label, found.decision.advised) == (verdict.label, verdict.advised)
    assert said(found).startswith(str(verdict.sentence.text))
    assert "Enter what keeping costs" not in said(found)
    assert found.decision.reference == KEY


def test_hosts_that_are_too_few_are_a_tile_and_no_error_and_no_reference() -> None:
    found = decided(read(estate(vms_per_host=45)))
    assert "too few today" in str(tile(found, "keep").figure.text)
    assert "Keeping 2 hosts is out" in said(found)
    assert found.decision is not None
    assert found.decision.reference != KEY
    assert found.decision.keep_until is None
    assert not tile(found, "keep").asks


def test_support_that_has_ended_asks_for_an_upgrade_first() -> None:
    found = decided(read(estate(vms_per_host=8), SEVEN))
    assert said(found).startswith("Upgrade first: support for VMware ESXi 7.0 ended in October 2025.")
    assert "Support for VMware ESXi 7.0 ended in October 2025." in lines(found, "keep")


def test_growth_ends_keeping_before_the_support_does() -> None:
    found = decided(read(estate(vms_per_host=16), "VMware ESXi 9.1.0"), growth_share=0.6)
    assert "when growth uses up" in said(found)
    assert found.decision is not None
    assert found.decision.label == "Open"
    assert "more by year 5" in " ".join(lines(found, "keep"))
    assert found.decision.keep_until is not None
    assert found.decision.keep_until < "2028-08-01"


def test_an_array_that_is_there_is_kept_as_a_candidate() -> None:
    found = decided(read(estate(store="VMFS", vms_per_host=8)))
    assert str(tile(found, "array").title) == "Replace hosts, keep the array"
    configuration = plan_of(found).configurations[tile(found, "array").place]
    assert (configuration.layout, configuration.capacity) == ("external", None)
    assert configuration.array.price == 0
    # What the array costs while it is kept counts with new hosts, too.
    kept = decided(read(estate(store="VMFS", vms_per_host=8)), keeping=KeepingCost(array_per_year=9_000))
    of_array = plan_of(kept).configurations[1]
    assert [each.amount for each in of_array.cost_lines] == [9_000]


def test_without_hosts_a_new_cluster_is_sized_and_each_tile_stands_for_something() -> None:
    inventory = read_estate(azure_csv(drawn(80)), "azure.csv").inventory
    found = decided(inventory)
    assert found.decision is not None
    assert found.decision.question is EstateQuestion.NEW_CLUSTER
    assert EstateQuestion.KEEP_OR_REPLACE not in found.decision.questions
    costs = [
        run_plan(plan_of(found), CATALOGUE).evaluation.value("cluster_tco", each.place) for each in found.decision.tiles
    ]
    assert costs == sorted(costs)
    assert tile(found, "cheapest").place == found.decision.tiles[0].place
    assert decided(inventory, question=EstateQuestion.KEEP_OR_REPLACE).decision.question is (  # type: ignore[union-attr]
        EstateQuestion.WHICH_PLATFORM
    )


def test_a_platform_without_a_price_is_told_and_is_no_reference() -> None:
    found = decided(read_estate(prism_zip(drawn(40, clusters=1)), "prism.zip").inventory)
    assert lines(found, "same_platform")[0] == "Cost unknown: a price is missing."
    assert found.decision is not None
    assert found.decision.reference != tile(found, "same_platform").configuration


def test_assumed_io_sizes_no_hosts_and_keeps_the_verdict_from_being_clear() -> None:
    inventory = read(estate(vms_per_host=45))
    found, without = decided(inventory), decided(inventory, assume_io=False)
    hosts = [
        [run_plan(plan_of(each), CATALOGUE).evaluation.value("hosts", at) for at in range(4)]
        for each in (found, without)
    ]
    assert hosts[0] == hosts[1]
    busier = decided(inventory, iops_average_per_vcpu=2_000, iops_peak_per_vcpu=9_000)
    assert [run_plan(plan_of(busier), CATALOGUE).evaluation.value("hosts", at) for at in range(4)] == hosts[0]
    assert busier.decision is not None
    assert busier.decision.io_would_ask is not None
    assert "more hosts are needed" in str(busier.decision.io_would_ask.text)
    for each in (found, busier):
        assert each.decision is not None
        assert each.decision.strength != "clear"


def test_the_former_flag_asks_the_first_question() -> None:
    assert EstateChoices.model_validate({"leave_or_stay": True}).question is EstateQuestion.KEEP_OR_REPLACE
    assert EstateChoices.model_validate({"leave_or_stay": False}).question is None
