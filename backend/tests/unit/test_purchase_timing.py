"""Waiting with a purchase: what is published of prices, whether the demand waits, and which offers end."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.growth_told import Growth, growth_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import report

CATALOGUE = load_catalogue()


def document(**economics: Any) -> Any:
    found: Any = plan_json(sample_plan("nvme-2026"))
    found.pop("remarks", None)
    found["economics"] = {**found.get("economics", {}), **economics}
    return found


def growth(changed: Any) -> Growth:
    return growth_of(Plan.model_validate(changed), CATALOGUE)


def test_memory_and_flash_as_published_for_the_newest_quarter_the_rest_at_the_plans_rate() -> None:
    changed = document(price_change={"hardware_rate": 0.1})
    found = growth(changed)
    memory, flash, other = found.price_changes
    assert (memory.low, memory.mid, memory.high, memory.period) == (0.10, 0.125, 0.15, "2026-Q4")
    assert (flash.low, flash.mid, flash.high, flash.period) == (0.23, 0.255, 0.28, "2026-Q4")
    assert other.mid == pytest.approx(1.1**0.25 - 1)
    assert memory.source
    now = evaluate_plan(Plan.model_validate(changed), CATALOGUE).configurations[0].quantities
    parts = {
        name: now[name].value or 0 for name in ("memory_capex", "capacity_capex", "write_tier_capex", "server_capex")
    }
    flash_now = parts["capacity_capex"] + parts["write_tier_capex"]
    two = found.configurations[0].purchase_timing[1]
    expected = parts["memory_capex"] * (1.125**2 - 1) + flash_now * (1.255**2 - 1)
    assert two.mid == pytest.approx(expected + parts["server_capex"] * (1.1**0.5 - 1))
    assert two.low < two.mid < two.high
    assert (two.quarters, two.months) == (2, 6)


def test_the_plans_date_chooses_the_quarter() -> None:
    memory, flash, _ = growth(document(priced_on="2026-05-10")).price_changes
    assert (memory.period, flash.period) == ("2026-Q2", "2026-Q2")
    early = growth(document(priced_on="2025-01-10")).price_changes
    assert {each.period for each in early} == {None}
    assert {each.mid for each in early} == {0}


def test_a_range_of_the_plans_own_rate_is_its_band() -> None:
    changed = document(price_change={"hardware_rate": 0.1})
    changed["remarks"] = {"/economics/price_change/hardware_rate": {"range": {"low": -0.05, "high": 0.3}}}
    other = growth(changed).price_changes[-1]
    assert other.low == pytest.approx(0.95**0.25 - 1)
    assert other.high == pytest.approx(1.3**0.25 - 1)


def test_kept_hosts_say_whether_the_demand_waits_and_are_not_bought() -> None:
    changed = document(lead_time_months=2)
    kept = {**changed["configurations"][0], "key": "kept", "name": "As is", "hosts": 40}
    kept["cpu"] = {**kept["cpu"], "price": 0}
    for part in ("memory", "capacity", "host", "write_tier"):
        if part in kept:
            kept[part] = {**kept[part], **({"price": 0} if part != "host" else {"chassis_price": 0})}
    result = evaluate_plan(Plan.model_validate({**changed, "configurations": [kept]}), CATALOGUE)
    assert all(not each.purchase_timing for each in growth({**changed, "configurations": [kept]}).configurations) or (
        result.configurations[0].quantities["hosts_capex"].value
    )
    bought = growth(changed).configurations[0].purchase_timing
    assert [each.arrives_in for each in bought] == [5, 8, 11]
    assert {each.fits for each in bought} == {None}


def test_offers_that_end_before_the_purchase_are_counted() -> None:
    row = next(iter(CATALOGUE.cpus))
    price = {"part": f"cpus/{row}", "price": 1000, "currency": "USD", "date": "2026-05-01", "valid_until": "2026-09-30"}
    found = growth(document(priced_on="2026-05-10", prices=[price])).configurations[0].purchase_timing
    assert [each.offers_ending for each in found] == [0, 1, 1]
    assert "1 price of offers is valid no longer" in found[1].text
    assert {each.offers_ending for each in growth(document()).configurations[0].purchase_timing} == {None}


def test_reports_have_it() -> None:
    text = report(Plan.model_validate(document()), CATALOGUE, "md").decode()
    assert "1 quarter later" in text
    assert "published for 2026-Q4" in text
