"""Old prices are named with price, date and source; how old is counted from the plan, never from the clock."""

from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from hostwise.answers.cost.price_ages import PRICES, prices
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.number_format.dates import first_month, last_month
from hostwise.plan.answers.result import Finding, Result
from hostwise.plan.document import Plan, plan_json


def changed(key: str, change: Callable[[dict[str, Any]], object]) -> Plan:
    document = plan_json(sample_plan(key))
    change(document)
    return Plan.model_validate(document)


def evaluate(key: str, change: Callable[[dict[str, Any]], object]) -> Result:
    return evaluate_plan(changed(key, change), load_catalogue())


def old(result: Result) -> list[Finding]:
    return [each for each in result.findings if each.code == "price_old"]


@pytest.mark.parametrize(
    ("date", "first", "last"),
    [("2026", 0, 11), ("2026-H1", 0, 5), ("2026-Q4", 9, 11), ("2026-08", 7, 7), ("2026-08-14", 7, 7)],
)
def test_an_inexact_date_is_a_span(date: str, first: int, last: int) -> None:
    assert (first_month(date), last_month(date)) == (2026 * 12 + first, 2026 * 12 + last)


def test_prices_are_known_by_their_unit() -> None:
    assert {"cpu_price", "electricity_price_per_kwh", "licence_price_per_core", "outage_price"} <= set(PRICES)
    assert {"reference_cost_per_month", "discount_rate", "hardware_price_change_rate"}.isdisjoint(PRICES)


def test_an_old_price_is_named_with_its_date_and_source() -> None:
    found = old(evaluate("moderate-io", lambda d: d["economics"].update(priced_on="2026-11-21")))
    assert {each.configuration for each in found} == {"nand", "optane", "optane-dram"}
    (nand,) = (each for each in found if each.configuration == "nand")
    assert nand.quantity == "cpu_price"
    assert nand.pointer == "/configurations/0/cpu/price"
    for word in ("price of processor", "2029 USD", "2021-04", "background", "2026-11-21", "limit is 12"):
        assert word in nand.message.replace(",", ""), word


def test_without_a_date_the_newest_price_is_that_of_the_plan() -> None:
    run = run_plan(sample_plan("moderate-io"), load_catalogue())
    assert prices(run, load_catalogue()).priced_on == "2021-04"
    assert old(evaluate("moderate-io", lambda d: None)) == []

    def quoted(document: dict[str, Any]) -> None:
        document["remarks"]["/configurations/0/write_tier/price"] = {
            "status": "given",
            "source": "offer",
            "date": "2026-10",
        }

    found = old(evaluate("moderate-io", quoted))
    assert {each.quantity for each in found} == {"cpu_price"}
    (price,) = (
        each
        for each in evaluate("moderate-io", quoted).inputs
        if (each.quantity, each.role, each.configuration) == ("drive_price", "write_tier", "nand")
    )
    assert (price.date, price.source) == ("2026-10", "offer")


def test_the_limit_is_the_plans() -> None:
    def at(limit: int) -> list[Finding]:
        return old(
            evaluate("moderate-io", lambda d: d["economics"].update(priced_on="2021-12", price_age_limit_months=limit))
        )

    assert at(8) == []
    assert len(at(7)) == 3


def test_a_price_that_another_replaces_does_not_age() -> None:
    def change(document: dict[str, Any]) -> None:
        document["economics"]["priced_on"] = "2030-01"
        for each in document["configurations"]:
            each["memory"]["price"] = 50_000

    names = {each.quantity for each in old(evaluate("nvme-2026", change))}
    assert "memory_price_per_gib" not in names
    assert "licence_price_per_core" in names


def test_a_date_is_refused_that_there_is_not() -> None:
    with pytest.raises(ValidationError):
        changed("moderate-io", lambda d: d["economics"].update(priced_on="2026-13"))


def test_space_is_not_paid_twice() -> None:
    with pytest.raises(PlanError) as caught:
        evaluate("moderate-io", lambda d: d["economics"].update(colocation_price_per_kw_month=184))
    (mistake,) = caught.value.mistakes
    assert (mistake.pointer, mistake.code) == ("/economics/colocation_price_per_kw_month", "space_paid_twice")


def test_a_country_without_a_figure_is_refused_with_those_there_are() -> None:
    with pytest.raises(PlanError) as caught:
        evaluate("moderate-io", lambda d: d["economics"].update(country="XX"))
    (mistake,) = caught.value.mistakes
    assert mistake.pointer == "/economics/country"
    assert "DE" in (mistake.hint or "")


def test_hours_without_their_price_are_not_evaluated() -> None:
    nand = evaluate("moderate-io", lambda d: d["economics"].update(admin_hours_per_host_year=20)).configurations[0]
    assert nand.quantities["cluster_tco"].missing == ["/economics/admin_rate_per_hour"]


def test_what_is_not_counted_is_said_and_assumed() -> None:
    result = evaluate("moderate-io", lambda d: None)
    (said,) = (each for each in result.findings if each.code == "cost_left_out")
    for word in ("administration", "outages", "residual value"):
        assert word in said.message
    for name in ("administration_price_per_hour", "outage_price", "residual_share"):
        (record,) = (each for each in result.inputs if each.quantity == name)
        assert (record.value, record.status) == (0, "assumed")
        assert "not counted" in (record.note or "")


def licensed(**licence: Any) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["configurations"] = document["configurations"][:1]
        document["configurations"][0].update(hosts=2, licence=licence)

    return change


@pytest.mark.parametrize(
    ("licence", "code"),
    [
        ({"key": "vvs", "addon_price_per_tib_year": 0}, "order_minimum_disputed"),
        ({"key": "vvs", "addon_price_per_tib_year": 0, "order_minimum_cores": 72}, "order_minimum_undated"),
        (
            {"key": "vvs", "addon_price_per_tib_year": 0, "order_minimum_cores": 72, "order_minimum_as_of": "2026-06"},
            None,
        ),
        ({"key": "vvs", "addon_price_per_tib_year": 0, "order_minimum_cores": 0}, None),
    ],
)
def test_a_minimum_order_that_sources_dispute_is_said(licence: dict[str, Any], code: str | None) -> None:
    (nand,) = evaluate("moderate-io", licensed(**licence)).configurations
    found = {each.code for each in nand.findings if each.code.startswith("order_minimum")}
    assert found == ({code} if code else set())
    cores = 72 if licence.get("order_minimum_cores") == 72 else 56
    assert nand.quantities["licence_cost_per_year"].value == 50 * cores


def test_storage_licences_without_a_price_are_not_evaluated() -> None:
    (nand,) = evaluate("moderate-io", licensed(key="vvs")).configurations
    assert nand.quantities["licence_cost"].missing == ["/configurations/0/licence/addon_price_per_tib_year"]
    assert "no public price" in "".join(each.message for each in nand.findings if each.code == "price_not_usable")


def test_the_result_lists_every_price_with_its_age() -> None:
    result = evaluate("moderate-io", lambda d: d["economics"].update(priced_on="2026-11-21"))
    used = {(each.quantity, each.configuration): each for each in result.prices.used}
    assert result.prices.priced_on == "2026-11-21"
    assert result.prices.age_limit_months == 12
    processor = used["cpu_price", "nand"]
    assert (processor.date, processor.age_months, processor.is_old) == ("2021-04", 67, True)
    assert used["electricity_price_per_kwh", None].age_months is None
    assert not used["electricity_price_per_kwh", None].is_old
    # Nothing that costs nothing, and nothing that another price replaces.
    assert ("outage_price", None) not in used
    assert {(each.quantity, each.configuration) for each in old(result)} == {
        key for key, each in used.items() if each.is_old
    }
