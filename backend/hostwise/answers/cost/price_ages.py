"""The age of a plan's prices: relative to the plan's price date, never to today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from hostwise.answers.running.run import Run
from hostwise.binding.origins import PRICE_ROW, Origin, is_of_catalogue
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import MONEY
from hostwise.number_format.dates import age_months, first_month
from hostwise.plan.answers.result import Exchange, Input, InputStatus, Price, Prices

PRICES: tuple[str, ...] = tuple(
    name
    for name, quantity in MODEL.inputs.items()
    if quantity.unit.symbol.startswith(MONEY.symbol) and quantity.axes in ((), ("role",))
)
"""The inputs that are prices."""

_IS_PRICE = frozenset(PRICES)

_RECORDED = tuple(each.name for each in fields(Input))
_NEEDED_FOR = {"addon_price_per_licence": "addon_licences", "outage_price": "lost_groups"}
"""Prices of parts that a plan may not need, with the quantity that is then 0."""


def _prices_used(run: Run) -> list[Input]:
    """The prices behind the result, each field once; without those that are replaced, not needed, or 0."""
    found: dict[tuple[str | None, str], Input] = {}
    for (name, key), records in run.binding.inputs.items():
        if name not in _IS_PRICE or (name == "memory_price_per_gib" and _memory_is_given(run, key)):
            continue
        if name in _NEEDED_FOR and not _is_needed(run, _NEEDED_FOR[name], key):
            continue
        for each in records:
            if each.value:
                found.setdefault((key, each.pointer or name), each)
    return list(found.values())


def price_row(record: Input | Origin) -> int | None:
    """The place of the plan's own price that a value comes from, counted from 0; None if it comes from elsewhere."""
    locator = record.locator or ""
    return int(locator.removeprefix(PRICE_ROW)) - 1 if locator.startswith(PRICE_ROW) else None


def _priced_on(run: Run, used: Sequence[Input]) -> str | None:
    """The plan's price date: as given, else that of its newest price; None if no price has a date."""
    dated = [each for each in used if each.date is not None]
    # A stand-in for a price says nothing about the plan's price date.
    quoted = [each for each in dated if each.status is not InputStatus.ILLUSTRATIVE or not is_of_catalogue(each)]
    newest = max((each.date for each in quoted or dated if each.date is not None), key=first_month, default=None)
    return run.plan.economics.priced_on or newest


def prices(run: Run, catalogue: Catalogue) -> Prices:
    """The prices behind the result, each with its age if known.

    An inexact date counts as its latest month, an inexact price date of the plan as its earliest: ages are lower
    bounds.
    """
    usual = catalogue.assumptions["price_age_limit_months"].value
    limit = run.plan.economics.price_age_limit_months or int(usual or 0)
    used = _prices_used(run)
    reference = _priced_on(run, used)

    def aged(date: str | None) -> dict[str, Any]:
        age = age_months(date, reference)
        return {"age_months": age, "is_old": age is not None and age > limit}

    return Prices(
        priced_on=reference,
        age_limit_months=limit,
        used=[Price(**{name: getattr(each, name) for name in _RECORDED}, **aged(each.date)) for each in used],
        exchange_rates=[Exchange(**dict(each), **aged(each.date)) for each in run.plan.economics.exchange_rates],
    )


def _is_needed(run: Run, quantity: str, configuration: str | None) -> bool:
    """Whether a configuration, or any of all, has a number other than 0."""
    return any(
        number != 0
        for place, each in enumerate(run.plan.configurations)
        if configuration in (None, each.key)
        for number in run.evaluation.members(quantity, place)
    )


def _memory_is_given(run: Run, configuration: str | None) -> bool:
    given = run.binding.origins("given_memory_price_per_host", configuration or "")
    return any(each.value is not None for each in given)
