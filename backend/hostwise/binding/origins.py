"""Values that are not in the plan: defaults, consequences of its choices, and values of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hostwise.catalogue.hardware import Cpu, Drive, MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice, Licence
from hostwise.catalogue.price_kinds import PriceKind, price_kind
from hostwise.catalogue.record import UNCONFIRMED, Figure, Price, Record
from hostwise.engine.quantities import Kind
from hostwise.number_format.writing import exact, percent
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.economics import Economics
from hostwise.plan.prices import PartPrice, PricedList

PRICED: Mapping[type[Record], PricedList] = {
    Chassis: "chassis",
    Cpu: "cpus",
    MemoryModule: "memory",
    Drive: "drives",
    IndicativePrice: "indicative_prices",
    Licence: "licences",
}
"""The lists of the catalogue whose rows the plan may have prices for."""

PRICE_ROW = "price row "
"""Begins the locator of a value that comes from the plan's own prices; the place of the row follows, from 1."""

CATALOGUE_ROW = "catalogue row "
"""Begins the locator of a value that comes from a row of the catalogue; the key of the row follows."""


class Origin(NamedTuple):
    """A value that is not in the plan, and its origin."""

    value: float | None
    status: InputStatus
    source: str | None = None
    locator: str | None = None
    note: str | None = None
    kind: Kind | None = None
    date: str | None = None
    confidence: str | None = None


MISSING = Origin(None, InputStatus.MISSING)
NOT_APPLICABLE = Origin(None, InputStatus.NOT_APPLICABLE)
NO_LIMIT = Origin(None, InputStatus.NO_LIMIT)


@cache
def default(value: float, note: str) -> Origin:
    """A default for an absent field, labelled as assumed."""
    return Origin(value, InputStatus.ASSUMED, "HOSTWISE", "default of the plan document", note)


@cache
def settled(value: float, note: str) -> Origin:
    """A value that follows from a choice made elsewhere in the plan."""
    return Origin(value, InputStatus.CONVENTION, "HOSTWISE", "follows from the plan", note)


class CatalogueOrigins:
    """Values of the catalogue, each with its confidence."""

    def __init__(self, catalogue: Catalogue, economics: Economics) -> None:
        """Read a catalogue for a plan with a currency and rates of exchange."""
        self.catalogue = catalogue
        self.currency = economics.currency
        self.exchange_rates = {each.currency: each for each in economics.exchange_rates}
        self.quotes = {each.part: (place, each) for place, each in enumerate(economics.prices, 1)}

    def assumption(self, key: str) -> Origin:
        """An assumption or rule of the catalogue."""
        return self.figure(self.catalogue.assumptions[key])

    def figure(self, row: Figure) -> Origin:
        """A single figure; missing if the catalogue lists it without a value."""
        value = getattr(row, "value", None)
        status = {"assumed": InputStatus.ASSUMED, "measured": InputStatus.EVIDENCE}.get(row.kind, InputStatus.CATALOGUE)
        if value is None:
            return Origin(None, InputStatus.MISSING, note=row.notes or None)
        return Origin(value, status, "; ".join(row.source), row.locator, row.notes or None, row.kind)

    def column(self, row: Record | None, name: str) -> Origin:
        """A column of a catalogue row; unconfirmed ones are labelled assumed."""
        value = getattr(row, name, None) if row is not None else None
        if row is None or value is None:
            return MISSING
        kind = row.kind_of(name)
        note = f"confidence: {row.confidence}, {row.source_date}"
        if kind == "assumed":
            note = "the catalogue has no source that confirms it"
        status = InputStatus.ASSUMED if kind == "assumed" else InputStatus.CATALOGUE
        return Origin(float(value), status, "; ".join(row.source), f"{CATALOGUE_ROW}{row.key}", note, kind)

    def price(self, row: Record | None, *names: str, per: float = 1.0) -> Origin:
        """The first price that a catalogue row has, converted where the plan gives the rate of its currency."""
        prices = [getattr(row, name) for name in names if row is not None and getattr(row, name) is not None]
        if row is None or not prices:
            return MISSING
        price: Price = prices[0]
        rate, converted = self.exchange(price.currency, price.amount)
        if rate is None:
            return Origin(None, InputStatus.MISSING, note=converted)
        unconfirmed = price.confidence in UNCONFIRMED
        return Origin(
            price.amount * rate / per,
            InputStatus.ASSUMED if unconfirmed else InputStatus.CATALOGUE,
            "; ".join(price.source),
            f"{CATALOGUE_ROW}{row.key}",
            f"{price.basis}, {_dated(price)}, confidence: {price.confidence}{converted}",
            # A street price is an observation, not a vendor's statement.
            "vendor-stated" if price_kind(price.basis) is PriceKind.LIST and not unconfirmed else "assumed",
            price.held,
            price.confidence,
        )

    def quoted(self, row: Record | None, per: float = 1.0) -> Origin | None:
        """The plan's own price of a row of the catalogue; None if it has none.

        Args:
            row: the row.
            per: what one price buys, in units of the input.
        """
        found = None if row is None else self.quotes.get(part_name(row))
        if found is None:
            return None
        place, quote = found
        rate, converted = self.exchange(quote.currency, quote.price)
        if rate is None:
            return Origin(None, InputStatus.MISSING, locator=f"{PRICE_ROW}{place}", note=converted)
        return Origin(
            quote.price * rate / per,
            # A typed price is given; one from a quote or a price book is imported.
            InputStatus.GIVEN if quote.quote is None and quote.book is None else InputStatus.IMPORTED,
            "; ".join(each for each in (quote.quote, quote.source) if each) or None,
            f"{PRICE_ROW}{place}",
            _in_words(quote) + converted,
            date=quote.date,
        )

    def exchange(self, currency: str, amount: float) -> tuple[float | None, str]:
        """The rate from a currency to the plan's, and the conversion in words; None without a rate, with the reason."""
        if currency == self.currency:
            return 1.0, ""
        found = self.exchange_rates.get(currency)
        if found is None:
            text = f"the price is in {currency}, the plan in {self.currency}"
            return None, f"{text}: give the exchange rate of {currency} in /economics/exchange_rates"
        source = f" ({found.source})" if found.source else ""
        text = f"; {exact(amount)} {currency} at {exact(found.rate)} {self.currency} per {currency} of {found.date}"
        return found.rate, text + source

    def part(self, key: str, per: float = 1.0, note: str | None = None) -> Origin:
        """A figure of the power of a part, divided by what it counts for; assumed for the host at hand."""
        row = self.catalogue.power_parts[key]
        text = f"{row.name}: {row.quantity}" + (f", {row.condition}" if row.condition else "")
        if row.low is not None and row.high is not None and row.low < row.high:
            text += f" ({exact(row.low)} to {exact(row.high)} {row.unit}".rstrip() + ")"
        if note:
            text += f"; {note}"
        place = f"{CATALOGUE_ROW}{row.key}"
        return Origin(row.value / per, InputStatus.ASSUMED, "; ".join(row.source), place, text, "assumed")


def _dated(price: Price) -> str:
    read = f", last read in force {price.last_read}" if price.last_read else ""
    return f"{price.date or 'undated'}{read}"


def part_name(row: Record) -> str:
    """The name of a row among the prices of a plan: its list and its key."""
    return f"{PRICED[type(row)]}/{row.key}"


def is_quoted(origin: Origin) -> bool:
    """Whether a value is one of the plan's own prices."""
    return (origin.locator or "").startswith(PRICE_ROW)


def _in_words(quote: PartPrice) -> str:
    """A price of the plan in words, with the book that it is from."""
    said = [f"of the plan's prices, {quote.date}"]
    if quote.valid_until is not None:
        said.append(f"valid until {quote.valid_until}")
    if quote.discount_share is not None:
        said.append(f"{percent(quote.discount_share)} below the list price")
    if quote.book is not None:
        said.append(f"price book {quote.book.key}, revision {quote.book.revision}")
    return ", ".join(said)


def is_of_catalogue(record: Input | Origin) -> bool:
    """Whether a value comes from a row of the catalogue."""
    return (record.locator or "").startswith(CATALOGUE_ROW)


def row_key(record: Input | Origin) -> str:
    """The key of the row of the catalogue that a value comes from."""
    return (record.locator or "").removeprefix(CATALOGUE_ROW)
