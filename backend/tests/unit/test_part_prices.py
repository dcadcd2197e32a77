"""Prices of a plan: which one counts, how it is converted, and what is said of it."""

import doctest
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hostwise.number_format.dates
from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.cost.bill_of_materials_document import MaterialStatus
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.binding import PlanError
from hostwise.binding.priced_rows import priced_rows
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import InputStatus, Price, Result
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.prices import ExchangeRate, PartPrice, PriceBook
from hostwise.plan.reading import UnreadablePlan, plan_of
from hostwise.quotes.quote_prices import apply_book
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
CONFIGURATION = 0
SAMPLE = plan_json(sample_plan("nvme-2026"))
FIRST = SAMPLE["configurations"][CONFIGURATION]
DRIVE = f"drives/{FIRST['capacity']['key']}"
CPU = f"cpus/{FIRST['cpu']['key']}"
MODULE = f"memory/{FIRST['memory']['module']}"
CHASSIS = "chassis/dell-poweredge-r770"
CARD = "indicative_prices/2x25gbe-adapter"
EURO = {"currency": "EUR", "rate": 1.25, "date": "2026-11-20", "source": "a bank"}


def row(part: str, price: float = 1000, **fields: Any) -> dict[str, Any]:
    return {"part": part, "price": price, "currency": "USD", "date": "2026-11-20"} | fields


def plan_with(*rows: dict[str, Any], **economics: Any) -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"] = document["economics"] | {"prices": list(rows)} | economics
    return Plan.model_validate(document)


def evaluate(*rows: dict[str, Any], **economics: Any) -> Result:
    return evaluate_plan(plan_with(*rows, **economics), CATALOGUE)


def price_of(result: Result, quantity: str) -> Price:
    key = result.configurations[CONFIGURATION].key
    return next(each for each in result.prices.used if each.quantity == quantity and each.configuration == key)


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(hostwise.number_format.dates) == doctest.TestResults(0, 4)


def test_every_part_has_a_name_that_a_plan_takes() -> None:
    for part in priced_rows(CATALOGUE):
        assert PartPrice.model_validate(row(part)).part == part


@pytest.mark.parametrize(
    ("part", "quantity", "per"),
    [
        (DRIVE, "drive_price", 1),
        (CPU, "cpu_price", 1),
        (MODULE, "memory_price_per_gib", CATALOGUE.memory[MODULE.partition("/")[2]].module_gib or 1),
        (CHASSIS, "chassis_price", 1),
    ],
)
def test_a_quoted_price_wins_over_the_catalogue_and_a_given_one_over_it(part: str, quantity: str, per: float) -> None:
    document = plan_json(plan_with(row(part, 1234.5, quote="Q-7", source="Acme")))
    document["configurations"][CONFIGURATION]["host"] |= {"chassis": CHASSIS.partition("/")[2]}
    found = price_of(evaluate_plan(Plan.model_validate(document), CATALOGUE), quantity)
    assert found.value == pytest.approx(1234.5 / per, rel=1e-12)
    assert (found.status, found.source, found.date) == (InputStatus.IMPORTED, "Q-7; Acme", "2026-11-20")
    given_at = {
        "drive_price": ("capacity", "price"),
        "cpu_price": ("cpu", "price"),
        "chassis_price": ("host", "chassis_price"),
    }.get(quantity)
    if given_at is not None:
        document["configurations"][CONFIGURATION][given_at[0]][given_at[1]] = 77
        document["remarks"].pop(f"/configurations/{CONFIGURATION}/{'/'.join(given_at)}", None)
        over = price_of(evaluate_plan(Plan.model_validate(document), CATALOGUE), quantity)
        assert (over.value, over.status) == (77, InputStatus.GIVEN)


def test_an_example_of_the_plan_gives_way_to_a_quote() -> None:
    before = price_of(evaluate(), "drive_price")
    assert before.status is InputStatus.ILLUSTRATIVE
    assert price_of(evaluate(row(DRIVE)), "drive_price").value == 1000


def test_a_typed_price_is_given_and_one_of_a_book_is_named_with_its_revision() -> None:
    assert price_of(evaluate(row(DRIVE)), "drive_price").status is InputStatus.GIVEN
    of_book = price_of(evaluate(row(DRIVE, book={"key": "acme", "revision": 3})), "drive_price")
    assert of_book.status is InputStatus.IMPORTED
    assert "price book acme, revision 3" in (of_book.note or "")


def test_the_price_of_a_network_card_is_that_of_its_class() -> None:
    cards = {"network": {"cards": [{"count": 2, "ports": 2, "gbit_s": 25}, {"count": 1, "ports": 2, "gbit_s": 100}]}}
    document = plan_json(plan_with(row(CARD, 300, quote="Q")))
    document["configurations"][CONFIGURATION]["network"] = cards["network"]
    mixed = price_of(evaluate_plan(Plan.model_validate(document), CATALOGUE), "nic_price")
    # One card is quoted and one is of its class: the sum is not quoted.
    assert mixed.status is InputStatus.ILLUSTRATIVE
    document["configurations"][CONFIGURATION]["network"]["cards"].pop()
    quoted = price_of(evaluate_plan(Plan.model_validate(document), CATALOGUE), "nic_price")
    assert (quoted.value, quoted.status) == (600, InputStatus.IMPORTED)


def test_a_licence_costs_for_as_many_units_as_its_row_says() -> None:
    document = plan_json(plan_with(row("licences/windows-server-2025-datacenter", 8000)))
    document["configurations"][CONFIGURATION]["licence"] = {"key": "windows-server-2025-datacenter"}
    found = price_of(evaluate_plan(Plan.model_validate(document), CATALOGUE), "perpetual_price_per_core")
    assert found.value == 8000 / 16


@settings(max_examples=examples(10))
@given(price=st.floats(1, 1e5), rate=st.floats(0.01, 100))
def test_a_price_in_another_currency_is_converted_like_those_of_the_catalogue(price: float, rate: float) -> None:
    plan = plan_with(row(DRIVE, price, currency="EUR"), exchange_rates=[EURO | {"rate": rate}])
    found = next(each for each in run_plan(plan, CATALOGUE).binding.origins("drive_price", FIRST["key"]) if each.value)
    assert found.value == price * rate
    assert "EUR of 2026-11-20 (a bank)" in (found.note or "")


def test_without_a_rate_it_is_missing_and_the_catalogue_does_not_stand_in() -> None:
    result = evaluate(row(DRIVE, currency="EUR"))
    assert result.configurations[CONFIGURATION].quantities["cluster_tco"].value is None
    assert any("give the exchange rate of EUR" in each.message for each in result.findings)


def test_a_quote_is_as_exact_as_a_given_price() -> None:
    def drives(plan: Plan) -> set[str]:
        causes = causes_of(run_plan(plan, CATALOGUE).binding, CATALOGUE).all
        return {
            record.configuration or ""
            for cause in causes
            if cause.reach.key == "drive_price"
            for record in cause.records
        }

    assert FIRST["key"] in drives(plan_with())
    assert FIRST["key"] not in drives(plan_with(row(DRIVE)))


def test_an_expired_price_counts_and_is_said() -> None:
    expired = evaluate(row(DRIVE, valid_until="2026-10-31", quote="Q-7"), priced_on="2026-11-15")
    (finding,) = [each for each in expired.findings if each.code == "price_expired"]
    assert finding.pointer == "/economics/prices/0/valid_until"
    assert "Q-7" in finding.message
    assert price_of(expired, "drive_price").value == 1000
    for valid in ("2026-11-15", "2026-11", "2026-Q4", "2027"):
        still = evaluate(row(DRIVE, valid_until=valid), priced_on="2026-11-15")
        assert "price_expired" not in {each.code for each in still.findings}, valid


def test_an_expired_price_that_no_configuration_uses_is_not_said() -> None:
    unused = evaluate(row("drives/intel-ssd-320-300gb", valid_until="2020"), priced_on="2026-11-15")
    assert "price_expired" not in {each.code for each in unused.findings}
    assert unused.configurations[0].quantities == evaluate(priced_on="2026-11-15").configurations[0].quantities


def test_a_quote_sets_the_price_date_and_grows_old() -> None:
    assert evaluate(row(DRIVE, date="2030-02")).prices.priced_on == "2030-02"
    old = evaluate(row(DRIVE, date="2024-01"), priced_on="2026-11-15")
    assert ("price_old", "drive_price") in {(each.code, each.quantity) for each in old.findings}


def test_the_bill_of_materials_names_the_quote_and_leads_to_its_row() -> None:
    plan = plan_with(row(CPU, 500), row(DRIVE, 1000, quote="Q-2026-118", source="Acme"))
    lines = bill_of_materials_of(plan, CATALOGUE).configurations[CONFIGURATION].sections[0].lines
    (drive,) = [each for each in lines if each.kind == "drive"]
    assert (drive.status, drive.source, drive.unit_price) == (MaterialStatus.GIVEN, "Q-2026-118; Acme", 1000)
    assert drive.pointer == "/economics/prices/1"


@pytest.mark.parametrize("part", ["drives/no-such-drive", "indicative_prices/ddr5-rdimm-64-gb-module", "cpus/x"])
def test_a_part_that_the_catalogue_does_not_have_is_a_mistake_at_its_field(part: str) -> None:
    with pytest.raises(PlanError) as raised:
        evaluate(row(DRIVE), row(part))
    assert [each.pointer for each in raised.value.mistakes] == ["/economics/prices/1/part"]


@pytest.mark.parametrize(
    ("rows", "at"),
    [
        ([row("motherboards/x")], "/economics/prices/0/part"),
        ([row(DRIVE), row(DRIVE, 7)], "/economics/prices"),
        ([row(DRIVE, -1)], "/economics/prices/0/price"),
        ([row(DRIVE, currency="dollars")], "/economics/prices/0/currency"),
        ([row(DRIVE, date="yesterday")], "/economics/prices/0/date"),
    ],
)
def test_a_wrong_row_is_a_mistake_at_its_field(rows: list[dict[str, Any]], at: str) -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"]["prices"] = rows
    with pytest.raises(UnreadablePlan) as raised:
        plan_of(document)
    assert [each.pointer for each in raised.value.mistakes] == [at]


# -------------------------------------------------------------------------------------------------------- price books


def book(*rows: dict[str, Any], **fields: Any) -> PriceBook:
    return PriceBook.model_validate({"key": "acme", "name": "Acme", "prices": list(rows)} | fields)


def test_a_book_replaces_adds_and_takes_away_what_was_its_own() -> None:
    old = {"key": "acme", "revision": 1}
    plan = plan_with(row(DRIVE, 1000, book=old), row(CPU, 500), row(MODULE, 900, book=old))
    applied = apply_book(plan, book(row(DRIVE, 1100), row(CHASSIS, 4000)), 2, CATALOGUE)
    assert [(each.part, each.price) for each in applied.plan.economics.prices] == [
        (DRIVE, 1100),
        (CPU, 500),
        (CHASSIS, 4000),
    ]
    changes = {each.part: each for each in applied.changes}
    assert changes.keys() == {DRIVE, MODULE, CHASSIS}
    assert changes[DRIVE].change_share == pytest.approx(0.1)
    assert (changes[MODULE].after, changes[CHASSIS].before) == (None, None)
    taken = applied.plan.economics.prices[0].book
    assert taken is not None
    assert (taken.key, taken.revision) == ("acme", 2)
    again = apply_book(applied.plan, book(row(DRIVE, 1100), row(CHASSIS, 4000)), 2, CATALOGUE)
    assert (again.changes, again.plan) == ([], applied.plan)


def test_a_plan_that_has_the_rows_computes_to_the_same_anywhere() -> None:
    applied = apply_book(plan_with(), book(row(DRIVE, 1100)), 5, CATALOGUE).plan
    again = Plan.model_validate_json(applied.model_dump_json(exclude_unset=True))
    assert evaluate_plan(again, CATALOGUE) == evaluate_plan(applied, CATALOGUE)
    assert price_of(evaluate_plan(applied, CATALOGUE), "drive_price").value == 1100


def test_parts_that_the_catalogue_does_not_have_are_left_out_and_named() -> None:
    applied = apply_book(plan_with(), book(row("drives/gone"), row(DRIVE)), None, CATALOGUE)
    assert applied.unknown == ["drives/gone"]
    assert [each.part for each in applied.plan.economics.prices] == [DRIVE]
    assert applied.plan.economics.prices[0].book is None


def test_rates_of_a_book_are_taken_over_where_they_are_newer() -> None:
    newer = [EURO | {"rate": 1.1, "date": "2026-11-21"}]
    for own, expected in (([], 1.1), ([EURO], 1.1), ([EURO | {"date": "2026-12"}], 1.25)):
        applied = apply_book(plan_with(exchange_rates=own), book(exchange_rates=newer), None, CATALOGUE)
        assert [each.rate for each in applied.plan.economics.exchange_rates] == [expected]


def test_rates_of_a_book_in_another_currency_are_crossed() -> None:
    rates = [EURO | {"currency": "USD", "rate": 0.8}, EURO | {"currency": "GBP", "rate": 1.2, "date": "2026-10"}]
    applied = apply_book(plan_with(), book(currency="EUR", exchange_rates=rates), None, CATALOGUE)
    found = {each.currency: each for each in applied.plan.economics.exchange_rates}
    assert found["EUR"].rate == 1 / 0.8
    assert found["GBP"].rate == pytest.approx(1.5)
    assert found["GBP"].date == "2026-10"
    without = apply_book(plan_with(), book(currency="CHF", exchange_rates=rates[1:]), None, CATALOGUE)
    assert without.rates == []


def test_a_change_between_currencies_is_said_in_one() -> None:
    plan = plan_with(row(DRIVE, 1000))
    rates = [ExchangeRate.model_validate(EURO).model_dump()]
    (change,) = apply_book(plan, book(row(DRIVE, 1000, currency="EUR"), exchange_rates=rates), 1, CATALOGUE).changes
    assert change.change_share == pytest.approx(0.25)
    (unknown,) = apply_book(plan, book(row(DRIVE, 1000, currency="EUR")), 1, CATALOGUE).changes
    assert unknown.change_share is None
