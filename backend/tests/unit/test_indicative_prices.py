"""Indicative prices: every drive has one from its class, marked illustrative; doubtful prices are said."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.findings.price_findings import successor_year
from hostwise.binding.indicative import class_of, drive_kind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Input, Result
from hostwise.plan.document import Plan, plan_json


def evaluate(fields: dict[str, Any], **economics: Any) -> Result:
    document = plan_json(sample_plan("nvme-2026"))
    document.pop("remarks")
    document["configurations"] = [{**document["configurations"][0], **fields}]
    document["economics"] |= economics
    return evaluate_plan(Plan.model_validate(document), load_catalogue())


def origin(result: Result, name: str, role: str | None = None) -> Input:
    return next(each for each in result.inputs if each.quantity == name and each.role == role)


def doubts(result: Result) -> dict[str, str]:
    return {each.code: each.message for each in result.configurations[0].findings}


def drive(key: str, **fields: Any) -> dict[str, Any]:
    return {"capacity": {"key": key, "count": 8, **fields}}


def memory(module: str) -> dict[str, Any]:
    return {"memory": {"dram_gib": 1024, "module": module}}


def test_every_drive_has_a_price_of_its_own_or_of_its_class() -> None:
    catalogue = load_catalogue()
    assert sum(each.price is not None for each in catalogue.drives.values()) == 11
    for each in catalogue.drives.values():
        row = class_of(catalogue, drive_kind(each), each.capacity_gb)
        assert each.price is not None or (row is not None and row.value is not None and row.price_date), each.key


@pytest.mark.parametrize(
    ("key", "per_gb"),
    [
        ("micron-9550-pro-30.72tb", 0.736),
        ("kioxia-cm7-r-7.68tb", 0.74),
        ("micron-9550-pro-3.84tb", 0.74),
        ("kioxia-cm7-v-6.4tb", 0.88),
        ("solidigm-d7-p5810-800gb", 3.06),
    ],
)
def test_the_price_of_a_drive_is_that_of_its_class(key: str, per_gb: float) -> None:
    price = origin(evaluate(drive(key)), "drive_price", "capacity")
    assert price.value == pytest.approx(per_gb * load_catalogue().drives[key].capacity_gb)
    assert (price.status, price.kind) == ("illustrative", "assumed")
    assert (price.date or "").startswith("2026-08")
    assert "indicative, not quoted" in (price.note or "")


def test_the_band_stands_in_the_note() -> None:
    price = origin(evaluate(drive("kioxia-cm7-r-7.68tb")), "drive_price", "capacity")
    assert "0.74 USD per GB (from 0.3 to 1.172)" in (price.note or "")


def test_an_own_price_always_wins() -> None:
    price = origin(evaluate(drive("kioxia-cm7-r-7.68tb", price=2000)), "drive_price", "capacity")
    assert (price.value, price.status) == (2000, "given")


def test_an_indicative_price_is_listed_among_the_illustrative() -> None:
    assert "price of capacity drive" in doubts(evaluate(drive("kioxia-cm7-r-7.68tb")))["illustrative_prices"]


def test_an_indicative_price_is_converted_as_any_other() -> None:
    rate = {"currency": "USD", "rate": 0.5, "date": "2026-11"}
    here = origin(
        evaluate(drive("kioxia-cm7-r-7.68tb"), currency="EUR", exchange_rates=[rate]), "drive_price", "capacity"
    )
    assert here.value == pytest.approx(0.5 * 0.74 * 7680)
    missing = origin(evaluate(drive("kioxia-cm7-r-7.68tb"), currency="EUR"), "drive_price", "capacity")
    assert missing.value is None


def test_a_chassis_and_cards_have_the_price_of_their_class() -> None:
    host = {"chassis": "dell-poweredge-r760"}
    cards = {"cards": [{"count": 2, "gbit_s": 25}, {"count": 1, "gbit_s": 100, "price": 900}]}
    found = evaluate({"host": host, "network": cards})
    chassis, nic = origin(found, "chassis_price"), origin(found, "nic_price")
    assert (chassis.value, chassis.status) == (9705, "illustrative")
    assert (nic.value, nic.status) == (2 * 400 + 900, "illustrative")
    low = origin(evaluate({"host": {"chassis": "dell-poweredge-r660"}}), "chassis_price")
    assert low.value == 8320
    assert origin(evaluate({"host": {}}), "chassis_price").value is None


def test_a_price_from_before_the_successor_is_said() -> None:
    catalogue = load_catalogue()
    old = "intel-dc-p3700-1.6tb"
    assert successor_year(catalogue.drives[old], "2016", catalogue) == 2017
    assert "price_superseded" in doubts(evaluate(drive(old), priced_on="2026-11"))
    assert "price_superseded" not in doubts(evaluate(drive(old), priced_on="2016-06"))
    assert "price_superseded" not in doubts(evaluate(drive(old, price=500), priced_on="2026-11"))
    aged = {"cpu": {"key": "intel-xeon-e5-2637-v2", "sockets": 2}}
    assert "price_superseded" in doubts(evaluate(aged, priced_on="2026-11"))
    assert "price_superseded" not in doubts(evaluate({}, priced_on="2026-11"))


def test_a_price_of_the_used_market_is_said() -> None:
    assert "price_of_used_market" in doubts(evaluate(drive("kioxia-cd6-r-7.68tb")))


@pytest.mark.parametrize(("module", "off"), [("ddr5-rdimm-64gb-2025-12", True), ("ddr5-rdimm-2026-08", False)])
def test_memory_far_from_its_class_is_said(module: str, off: bool) -> None:
    found = doubts(evaluate(memory(module)))
    assert ("price_off_class" in found) is off
    if off:
        assert (
            "10.9 USD per GiB of 2025-12, is 0.31 times that of its class, 35.7 of 2026-08-14"
            in found["price_off_class"]
        )


def test_a_plan_for_a_date_before_that_of_the_class_is_not_compared_with_it() -> None:
    assert "price_off_class" not in doubts(evaluate(memory("ddr5-rdimm-64gb-2025-12"), priced_on="2025-12"))


def test_what_stands_in_for_a_price_does_not_date_the_plan() -> None:
    dated = evaluate({**drive("kioxia-cm7-r-7.68tb"), "licence": {"key": "vcf"}, **memory("ddr5-rdimm-64gb-2025-12")})
    assert dated.prices.priced_on not in ("2026-08", None)
