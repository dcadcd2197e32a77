"""Findings about prices: old, undated or expired ones, and those of the catalogue that no new plan should rest on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from hostwise.answers.cost.price_ages import price_row
from hostwise.answers.findings.about import About, AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say, say_phrase
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Given, Number
from hostwise.binding.indicative import class_of, drive_kind
from hostwise.binding.origins import CatalogueOrigins, is_of_catalogue, row_key
from hostwise.catalogue.hardware import Cpu, Drive
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import IndicativePrice
from hostwise.catalogue.module_prices import memory_kind, premium
from hostwise.catalogue.price_kinds import PriceKind, price_kind
from hostwise.number_format.dates import first_day, first_month, last_day, last_month
from hostwise.plan.answers.result import FindingTopic, InputStatus, Price
from hostwise.plan.answers.told import Severity

OFF_CLASS_FACTOR = 2.0
"""A price this many times above or below that of its class is a finding."""


# -------------------------------------------------------------------------------------------------------- of the plan


@finding("exchange_rate_old", Severity.WARNING, FindingTopic.PRICES)
def exchange_rate_old(about: AboutPlan) -> Iterator[Said]:
    """Rates of exchange that are old."""
    for place, rate in enumerate(about.prices.exchange_rates):
        if rate.is_old:
            age = rate.age_months or 0
            yield say(
                "exchange_rate_old",
                rate=rate.rate,
                to=about.run.plan.economics.currency,
                currency=rate.currency,
                date=str(rate.date),
                age=age,
                priced_on=str(about.prices.priced_on),
                pointer=f"/economics/exchange_rates/{place}/rate",
            )


@finding("price_expired", Severity.WARNING, FindingTopic.PRICES)
def price_expired(about: AboutPlan) -> Iterator[Said]:
    """The plan's own prices in use whose offer ended before the plan's price date."""
    priced_on = about.prices.priced_on
    places = {place for each in about.prices.used if (place := price_row(each)) is not None}
    for place in sorted(places):
        quote = about.run.plan.economics.prices[place]
        if quote.valid_until is None or priced_on is None:
            continue
        if last_day(quote.valid_until) < first_day(priced_on):
            at = f"/economics/prices/{place}"
            values: dict[str, Given] = {
                "part": quote.part,
                "price": Number(quote.price, pointer=f"{at}/price"),
                "currency": quote.currency,
                "until": quote.valid_until,
                "priced_on": priced_on,
            }
            if quote.quote:
                values["quote"] = quote.quote
            sentence = message("price_expired.quoted" if quote.quote else "price_expired.plain", **values)
            yield say_phrase("price_expired", sentence, pointer=f"{at}/valid_until")


# ------------------------------------------------------------------------------- of the plan, and of one configuration


@finding("price_old", Severity.WARNING, FindingTopic.PRICES)
@finding("price_undated", Severity.INFO, FindingTopic.PRICES)
def price_ages(about: About | AboutPlan) -> Iterator[Said]:
    """The prices of a configuration, or of all together, that are old, or undated catalogue prices."""
    limit = about.prices.age_limit_months
    for price in about.prices.used:
        if price.configuration != about.key:
            continue
        values: dict[str, Given] = {"part": price.label, "price": _as_entered(price), "unit": price.unit}
        if price.source:
            values["source"] = price.source
        if price.age_months is not None and price.is_old:
            values |= {
                "date": str(price.date),
                "age": price.age_months,
                "priced_on": str(about.prices.priced_on),
                "limit": Number(limit, pointer="/economics/price_age_limit_months"),
            }
            sentence = message("price_old.with_source" if price.source else "price_old.plain", **values)
            yield say_phrase("price_old", sentence, quantity=price.quantity, pointer=price.pointer)
        elif price.status is InputStatus.CATALOGUE and price.date is None:
            sentence = message("price_undated.with_source" if price.source else "price_undated.plain", **values)
            yield say_phrase("price_undated", sentence, quantity=price.quantity, pointer=price.pointer)


# ----------------------------------------------------------------------------------------------- of one configuration


@finding("price_superseded", Severity.WARNING, FindingTopic.PRICES)
@finding("price_of_used_market", Severity.WARNING, FindingTopic.PRICES)
@finding("price_off_class", Severity.WARNING, FindingTopic.PRICES)
def price_doubts(about: About) -> Iterator[Said]:
    """Doubts about the catalogue's prices of one configuration; own prices are never doubted."""
    catalogue = about.catalogue
    said: set[tuple[str, str]] = set()
    for price in about.prices.used:
        if price.configuration != about.key or not is_of_catalogue(price) or price.value is None:
            continue
        key = row_key(price)
        part: Drive | Cpu | None = None
        if price.quantity == "drive_price":
            part = catalogue.drives.get(key)
        elif price.quantity == "cpu_price":
            part = catalogue.cpus.get(key)
        for each in (*_superseded(about, price, part), *_off_class(about, price, key)):
            if (each.code, key) not in said:
                said.add((each.code, key))
                yield each


def successor_year(part: Drive | Cpu, date: str, catalogue: Catalogue) -> int | None:
    """The year in which a later generation came after a date: of processors of the vendor, of drives of the class."""
    of_cpus, of_drives = _launch_years(catalogue)
    years = of_cpus[part.vendor] if isinstance(part, Cpu) else of_drives[drive_kind(part)]
    priced = last_month(date)
    return min((each for each in years if each > part.launch_year and first_month(str(each)) > priced), default=None)


@lru_cache(maxsize=4)
def _launch_years(catalogue: Catalogue) -> tuple[Mapping[str, Sequence[int]], Mapping[str, Sequence[int]]]:
    """The launch years of processors by vendor, and of drives by class."""
    of_cpus, of_drives = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
    for cpu in catalogue.cpus.values():
        of_cpus[cpu.vendor].append(cpu.launch_year)
    for drive in catalogue.drives.values():
        of_drives[drive_kind(drive)].append(drive.launch_year)
    return of_cpus, of_drives


def _superseded(about: About, price: Price, part: Drive | Cpu | None) -> Iterator[Said]:
    """A price from before the successor's launch in a plan from after it, or from the used market."""
    if part is None:
        return
    priced_on = about.prices.priced_on
    successor = None if price.date is None else successor_year(part, price.date, about.catalogue)
    if successor is not None and priced_on is not None and first_month(str(successor)) <= first_month(priced_on):
        yield say(
            "price_superseded",
            part=part.name,
            price=_as_entered(price),
            unit=price.unit,
            date=str(price.date),
            successor_year=successor,
            quantity=price.quantity,
            pointer=price.pointer,
        )
    if price_kind((price.note or "").split(",")[0]) is PriceKind.USED:
        yield say(
            "price_of_used_market",
            part=part.name,
            price=_as_entered(price),
            unit=price.unit,
            quantity=price.quantity,
            pointer=price.pointer,
        )


def _off_class(about: About, price: Price, key: str) -> Iterator[Said]:
    """A price far from that of its class, in a plan that is not for a date before the class's."""
    catalogue, economics = about.catalogue, about.run.plan.economics
    row: IndicativePrice | None = None
    per, of_size, name, explained_by = 1.0, 1.0, "", None
    if price.quantity == "memory_price_per_gib" and (module := catalogue.memory.get(key)) is not None:
        size, kind = about.number("memory_module_gib"), memory_kind(module)
        row, name, larger = class_of(catalogue, kind, size), module.name, premium(catalogue, kind, size)
        of_size = larger.factor if larger else 1.0
        explained_by = price.quantity
    elif price.quantity == "drive_price" and (drive := catalogue.drives.get(key)) is not None:
        row = class_of(catalogue, drive_kind(drive), drive.capacity_gb)
        per, name = drive.capacity_gb, drive.name
    if row is None or row.value is None or row.currency is None or row.price_date is None:
        return
    given = economics.priced_on
    if given is not None and last_month(given) < first_month(row.price_date):
        return
    rate, _ = CatalogueOrigins(catalogue, economics).exchange(row.currency, row.value)
    if rate is None:
        return
    unit_price, of_class = (price.value or 0) / per, row.value * rate * of_size
    ratio = unit_price / of_class
    if 1 / OFF_CLASS_FACTOR <= ratio <= OFF_CLASS_FACTOR:
        return
    yield say(
        "price_off_class",
        part=name,
        unit_price=Number(unit_price, quantity=explained_by),
        currency=economics.currency,
        per=row.per,
        date=price.date or "no date",
        ratio=ratio,
        class_price=of_class,
        class_date=row.price_date,
        basis=row.basis,
        quantity=price.quantity,
        pointer=price.pointer,
    )


def _as_entered(price: Price) -> Number:
    """A price as the catalogue or the plan gives it."""
    return Number(price.value or 0, quantity=price.quantity)
