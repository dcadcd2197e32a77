"""Prices of the catalogue in a plan of another currency."""

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Result
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import UnreadablePlan, plan_of

DOLLARS = {"currency": "USD", "rate": 0.86, "date": "2026-11-20", "source": "a bank"}


def evaluate(**economics: Any) -> Result:
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"] |= economics
    return evaluate_plan(Plan.model_validate(document), load_catalogue())


def of_catalogue(result: Result) -> dict[tuple[str | None, str], float]:
    return {
        (each.configuration, each.quantity): each.value or 0
        for each in result.prices.used
        if (each.locator or "").startswith("catalogue row")
    }


def test_the_same_plan_in_euro_has_a_total_cost() -> None:
    without = evaluate(currency="EUR").configurations[0].quantities["cluster_tco"]
    assert without.value is None
    dollars, euro = evaluate(), evaluate(currency="EUR", exchange_rates=[DOLLARS])
    assert all(each.quantities["cluster_tco"].value for each in euro.configurations)
    before, after = of_catalogue(dollars), of_catalogue(euro)
    assert before
    assert before.keys() == after.keys()
    for key, price in before.items():
        assert after[key] == pytest.approx(0.86 * price, rel=1e-12), key


def test_at_par_nothing_changes() -> None:
    par = evaluate(currency="EUR", exchange_rates=[DOLLARS | {"rate": 1}])
    for one, other in zip(par.configurations, evaluate().configurations, strict=True):
        assert one.quantities["cluster_tco"].value == other.quantities["cluster_tco"].value


def test_the_rate_and_its_date_are_named() -> None:
    euro = evaluate(currency="EUR", exchange_rates=[DOLLARS])
    notes = [each.note or "" for each in euro.prices.used if each.quantity == "licence_price_per_core"]
    assert all("350 USD at 0.86 EUR per USD of 2026-11-20 (a bank)" in note for note in notes)
    (rate,) = euro.prices.exchange_rates
    assert (rate.currency, rate.rate, rate.date, rate.is_old) == ("USD", 0.86, "2026-11-20", False)


def test_without_a_rate_the_field_is_named() -> None:
    messages = [each.message for each in evaluate(currency="EUR").findings if each.code == "price_not_usable"]
    assert any("give the exchange rate of USD in /economics/exchange_rates" in each for each in messages)


def test_an_old_rate_is_said() -> None:
    old = evaluate(currency="EUR", exchange_rates=[DOLLARS | {"date": "2024-01"}])
    assert "exchange_rate_old" in {each.code for each in old.findings}


@pytest.mark.parametrize(
    ("economics", "at"),
    [
        ({"exchange_rates": [DOLLARS | {"rate": 0}]}, "/economics/exchange_rates/0/rate"),
        ({"exchange_rates": [DOLLARS | {"rate": 1e-300}]}, "/economics/exchange_rates/0/rate"),
        ({"exchange_rates": [DOLLARS | {"currency": "dollars"}]}, "/economics/exchange_rates/0/currency"),
        ({"currency": "EUR", "exchange_rates": [DOLLARS, DOLLARS]}, "/economics/exchange_rates"),
        ({"exchange_rates": [DOLLARS]}, "/economics"),
    ],
)
def test_a_wrong_rate_is_a_mistake_at_its_field(economics: dict[str, Any], at: str) -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["economics"] |= economics
    with pytest.raises(UnreadablePlan) as raised:
        plan_of(document)
    assert [each.pointer for each in raised.value.mistakes] == [at]
