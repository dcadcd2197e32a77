"""Price holds, discounts and renewals of licences."""

from __future__ import annotations

from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.binding import PlanError
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import Finding, InputStatus, Result
from hostwise.plan.answers.told import Severity
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def document(licence: Any = None, **economics: Any) -> Any:
    """The sample about leaving; its first configuration has VCF with the changes."""
    found: Any = plan_json(sample_plan("leaving-vmware"))
    found.pop("remarks", None)
    found["economics"] = {**found.get("economics", {}), **economics}
    found["configurations"][0]["licence"] |= licence or {}
    return found


def result(licence: Any = None, **economics: Any) -> Result:
    return evaluate_plan(Plan.model_validate(document(licence, **economics)), CATALOGUE)


def licences(found: Result) -> list[float]:
    return [each or 0 for each in found.configurations[0].monthly.parts["licences"]]


def price(found: Result) -> Any:
    return next(
        each
        for each in found.inputs
        if each.quantity == "licence_price_per_core" and each.configuration == found.configurations[0].key
    )


def said(found: Result, code: str) -> list[Finding]:
    own = found.configurations[0]
    ours = [each for each in found.findings if each.code == code and each.configuration in (None, own.key)]
    return ours or [each for each in own.findings if each.code == code]


def test_a_held_price_changes_with_each_term_to_what_the_list_has_become() -> None:
    rate = {"price_change": {"licence_rate": 0.1}}
    flat, yearly, held = result(), result({"price_hold_years": 1}, **rate), result({"price_hold_years": 3}, **rate)
    for year in range(5):
        month = 12 * year + 1
        base = licences(flat)[month]
        assert licences(yearly)[month] == pytest.approx(base * 1.1**year)
        assert licences(held)[month] == pytest.approx(base * (1.1**3 if year >= 3 else 1))
    # The price of the catalogue is for a term of three years, and held for it.
    assert licences(result(**rate)) == licences(held)


def test_a_discount_of_the_vendor_or_of_the_licence_is_off_the_list_price_and_is_given() -> None:
    listed = price(result())
    vendor = price(result(discounts=[{"vendor": "Broadcom", "share": 0.2, "date": "2026-05", "note": "offer 12"}]))
    own = price(result({"discount_share": 0.2, "discount_date": "2026-05"}))
    assert listed.value == 350
    for each in (vendor, own):
        assert each.value == pytest.approx(280)
        assert each.status == InputStatus.GIVEN
        assert each.date == "2026-05"
        assert "350" in each.note
    assert "offer 12" in vendor.note


@pytest.mark.parametrize(
    ("licence", "economics", "code"),
    [
        ({"discount_share": 0.1}, {"discounts": [{"vendor": "Broadcom", "share": 0.2}]}, "two_discounts"),
        ({"discount_share": 0.1, "price_per_core_year": 200}, {}, "discount_without_list_price"),
        ({}, {"discounts": [{"vendor": "Brodcom", "share": 0.2}]}, "unknown_vendor"),
    ],
)
def test_discounts_are_never_added_and_need_a_list_price(licence: Any, economics: Any, code: str) -> None:
    with pytest.raises(PlanError) as error:
        result(licence, **economics)
    assert [each.code for each in error.value.mistakes] == [code]


def test_two_discounts_of_a_vendor_are_refused() -> None:
    with pytest.raises(ValueError, match="never added"):
        result(discounts=[{"vendor": "Broadcom", "share": 0.2}, {"vendor": "Broadcom", "share": 0.1}])


def test_a_price_of_your_own_has_no_discount_of_the_vendor_and_that_is_said() -> None:
    found = result({"price_per_core_year": 200}, discounts=[{"vendor": "Broadcom", "share": 0.2}])
    assert price(found).value == 200
    assert len(said(found, "discount_not_used")) == 1
    assert not said(result(discounts=[{"vendor": "Broadcom", "share": 0.2}]), "discount_not_used")


@pytest.mark.parametrize(("share", "severity"), [(0.2, Severity.INFO), (0.4, Severity.WARNING)])
def test_what_is_published_of_discounts_is_said(share: float, severity: Severity) -> None:
    (found,) = said(result({"discount_share": share}), "published_discounts")
    assert found.severity is severity
    assert "opening quote" in found.message
    assert not said(result(), "published_discounts")


def test_a_renewal_within_the_horizon_is_said_with_its_change() -> None:
    by_catalogue = said(result(), "licence_renewal")[0]
    assert "month 36" in by_catalogue.message
    assert "no change is entered" in by_catalogue.message
    held = said(result({"term_years": 2}, price_change={"licence_rate": 0.07}), "licence_renewal")[0]
    assert "renewed 2 times" in held.message
    owned = said(result({"term_years": 2, "owned": 64, "owned_until_month": 18}), "licence_renewal")[0]
    assert "ends in month 42; it is renewed once" in owned.message
    late = said(result({"owned": 64, "owned_until_month": 24}), "licence_renewal")
    assert not [each for each in late if (each.pointer or "").startswith("/configurations/0/")]
    longer = said(result({"key": "vcf-5-year"}), "licence_renewal")
    assert not [each for each in longer if (each.pointer or "").startswith("/configurations/0/")]
