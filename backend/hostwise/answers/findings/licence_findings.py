"""Findings about terms of licences: renewals within the horizon, and what a discount is off."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from hostwise.answers.findings.about import AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.binding.discounts import DISCOUNT, discount_of
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.plan.answers.result import FindingTopic, InputStatus
from hostwise.plan.answers.told import Severity
from hostwise.plan.licences import LicenceContract

_ROUTINE, _OPENING = "routine_discount_share", "opening_quote_discount_share"
_OF_THEM = "Broadcom"
"""The vendor whose discounts are published."""


@finding("licence_renewal", Severity.INFO, FindingTopic.COST)
def licence_renewal(about: AboutPlan) -> Iterator[Said]:
    """Terms of subscriptions that end within the horizon, and the change that their renewal is priced at: once each."""
    told = set[tuple[str | None, int]]()
    for place, configuration in enumerate(about.run.plan.configurations):
        years = _term_years(about, place)
        yearly = about.run.value("initial_subscription_cost_per_year", place).value
        if years is None or not yearly or _renewals(about, place, years) < 1:
            continue
        if (configuration.licence.key, years) not in told:
            told.add((configuration.licence.key, years))
            yield _renewal(about, place, years)


def _term_years(about: AboutPlan, place: int) -> int | None:
    """The term of the subscription in years; None where it is paid by the month."""
    years = about.run.value("licence_term_years", place).value
    return None if years is None or years < 1 else int(years)


def _owned_months(licence: LicenceContract) -> int:
    """Months of what is owned, after which the first term begins."""
    return (licence.owned_until_month or 0) if licence.owned else 0


def _renewals(about: AboutPlan, place: int, years: int) -> int:
    """Renewals within the horizon: the first term begins when what is owned has ended."""
    plan = about.run.plan
    months = MONTHS_PER_YEAR * plan.economics.horizon_years - _owned_months(plan.configurations[place].licence)
    return ceil(months / (MONTHS_PER_YEAR * years)) - 1


def _renewal(about: AboutPlan, place: int, years: int) -> Said:
    economics, licence = about.run.plan.economics, about.run.plan.configurations[place].licence
    row = about.catalogue.licences.get(licence.key or "")
    rate = economics.price_change.licence_rate if licence.price_change_rate is None else licence.price_change_rate
    month, times = years * MONTHS_PER_YEAR + _owned_months(licence), _renewals(about, place, years)
    hold = about.run.value("licence_price_hold_years", place).value
    pointer = f"/configurations/{place}/licence/term_years"
    values: dict[str, Given] = {
        "years": Number(years, pointer=pointer),
        "product": row.name if row is not None else message("the_licence"),
        "month": Number(month, pointer=pointer),
        "times": Number(times, pointer="/economics/horizon_years"),
    }
    code: AnswerCode = "licence_renewal.same_price"
    if rate:
        within = hold is not None and hold < years
        code = "licence_renewal.changed_within_term" if within else "licence_renewal.changed_price"
        values["rate"] = Number(rate, pointer="/economics/price_change/licence_rate")
    return say_phrase("licence_renewal", message(code, **values), quantity="licence_cost", pointer=pointer)


@finding("published_discounts", Severity.INFO, FindingTopic.COST)
def published_discounts(about: AboutPlan) -> Iterator[Said]:
    """A discount of VMware's vendor beside what is published, which is off two different prices."""
    given = [*_of_vendor(about), *_of_licences(about)]
    if not given:
        return
    routine, opening = (about.catalogue.assumptions[key] for key in (_ROUTINE, _OPENING))
    pointer, share = max(given, key=lambda each: each[1])
    assert routine.high is not None
    yield say(
        "published_discounts",
        share=share,
        vendor=_OF_THEM,
        least=opening.low or 0,
        most=opening.high or 0,
        low=routine.low or 0,
        high=routine.high,
        severity=Severity.WARNING if share > routine.high else Severity.INFO,
        quantity="licence_cost",
        pointer=pointer,
    )


def _of_vendor(about: AboutPlan) -> Iterator[tuple[str, float]]:
    for place, each in enumerate(about.run.plan.economics.discounts):
        if each.vendor == _OF_THEM:
            yield f"/economics/discounts/{place}/share", each.share


def _of_licences(about: AboutPlan) -> Iterator[tuple[str, float]]:
    for place, each in enumerate(about.run.plan.configurations):
        row = about.catalogue.licences.get(each.licence.key or "")
        if each.licence.discount_share is not None and row is not None and row.vendor == _OF_THEM:
            yield f"/configurations/{place}/licence/discount_share", each.licence.discount_share


@finding("discount_not_used", Severity.WARNING, FindingTopic.COST)
def discount_not_used(about: AboutPlan) -> Iterator[Said]:
    """A discount of a vendor that no price of the plan has: there is no list price of that vendor in it."""
    if not about.run.plan.economics.discounts:
        return
    used = [
        origin.note
        for records in about.run.binding.inputs.values()
        for origin in (entry.origin for entry in records.entries)
        if origin.status is InputStatus.GIVEN and origin.note is not None and origin.note.startswith(DISCOUNT)
    ]
    for place, each in enumerate(about.run.plan.economics.discounts):
        found = discount_of(about.run.plan, each.vendor)
        if found is each and not any(f"({each.vendor}" in note for note in used):
            yield say(
                "discount_not_used",
                vendor=each.vendor,
                quantity="licence_cost",
                pointer=f"/economics/discounts/{place}/vendor",
            )
