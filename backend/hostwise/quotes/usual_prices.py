"""The usual price of what a line sells: the plan's own first, else the newest dated price of that very class and size.

A price holds for its time. A proposal of another date is not held against it, so that its sender is accused of nothing
that the market did: between two prices, both are usual. What used parts cost, and what the press guesses, is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from hostwise.binding import PlanError, bind
from hostwise.binding.priced_rows import PricedRow, priced_rows
from hostwise.binding.prices import prices_by_part
from hostwise.catalogue.hardware import Cpu, Drive, MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.machine import Chassis
from hostwise.catalogue.market import IndicativePrice, Licence
from hostwise.catalogue.module_prices import memory_kind
from hostwise.catalogue.price_kinds import PriceKind, price_kind
from hostwise.catalogue.record import Price
from hostwise.number_format.dates import first_month, last_month
from hostwise.plan.document import Plan
from hostwise.plan.proposal import LineMeaning

_INPUTS: Mapping[LineMeaning, tuple[str, ...]] = {
    "cpu": ("cpu_price",),
    "drive": ("drive_price",),
    "chassis": ("chassis_price",),
    "memory": ("memory_price_per_gib",),
    "nic": ("nic_price",),
    "licence": (
        "licence_price_per_core",
        "licence_price_per_socket",
        "perpetual_price_per_core",
        "addon_price_per_licence",
        "guest_licence_price_per_core",
        "guest_perpetual_price_per_core",
        "database_licence_price_per_core",
        "database_perpetual_price_per_core",
    ),
}
"""The inputs of the model that are prices of what a line may be; the first has the spread of its prices."""


@dataclass(frozen=True)
class KnownPrice:
    """A price of the catalogue.

    Attributes:
        amount: of one unit of its row; of a memory module for the whole module.
        kind: its kind, as list or street.
        date: when it held, or was last read in force; None where that is not known.
    """

    amount: float
    kind: PriceKind
    date: str | None


@dataclass(frozen=True)
class UsualPrice:
    """A price that is usual at a date.

    Attributes:
        known: the prices that it rests on, in `currency`.
        low: least usual price of one.
        high: highest usual price of one.
        currency: ISO 4217 code.
        rule: how the ends are found, in words.
        source: keys of its sources.
    """

    known: tuple[KnownPrice, ...]
    low: float
    high: float
    currency: str
    rule: str
    source: tuple[str, ...]


@dataclass(frozen=True)
class PlanPrices:
    """The prices that a plan uses, in its currency.

    Attributes:
        currency: ISO 4217 code.
        used: what its configurations pay for one unit, by the input of the model.
        quoted: its own prices and those of its price book, by part, each with its currency.
    """

    currency: str | None = None
    used: Mapping[str, frozenset[float]] = field(default_factory=dict)
    quoted: Mapping[str, tuple[float, str]] = field(default_factory=dict)

    def of(self, meaning: LineMeaning, currency: str | None) -> list[float]:
        """What the plan pays for one unit of such a thing: a GiB, a core or a piece."""
        if currency != self.currency:
            return []
        return sorted({each for name in _INPUTS.get(meaning, ()) for each in self.used.get(name, ())})


def plan_prices(plan: Plan | None, catalogue: Catalogue) -> PlanPrices:
    """The prices that a plan uses; none without a plan, or where the plan is not complete."""
    if plan is None:
        return PlanPrices()
    quoted = {part: (each.price, each.currency) for part, each in prices_by_part(plan).items()}
    try:
        inputs = bind(plan, catalogue).inputs
    except PlanError:
        return PlanPrices(plan.economics.currency, {}, quoted)
    used: dict[str, set[float]] = defaultdict(set)
    wanted = {name for names in _INPUTS.values() for name in names}
    for (name, _), records in inputs.items():
        if name in wanted:
            used[name] |= {each.value for each in records if each.value}
    return PlanPrices(plan.economics.currency, {name: frozenset(each) for name, each in used.items()}, quoted)


def usual_price(row: PricedRow, catalogue: Catalogue, on: str | None) -> UsualPrice | None:
    """The usual price of a row at a date.

    Args:
        row: the row; of memory any module of its class and size counts.
        catalogue: the catalogue.
        on: the date of the proposal; None is the date of the catalogue's newest price.

    Returns:
        None where the catalogue has no price of it that holds at that date.
    """
    if isinstance(row, MemoryModule):
        kind = memory_kind(row)
        if kind is not None and row.module_gib is not None:
            return usual_module(kind, row.module_gib, catalogue, on)
    found = [
        each
        for each in _own_prices(row)
        if (
            _is_in_force(each, row, catalogue, on)
            if isinstance(row, Licence)
            else _holds(_held(each, row), catalogue, on)
        )
    ]
    if not found:
        return None
    low, high, words = _spread(row, catalogue)
    return UsualPrice(
        tuple(dict.fromkeys(KnownPrice(each.amount, price_kind(each.basis), _held(each, row)) for each in found)),
        low * min(each.amount for each in found),
        high * max(each.amount for each in found),
        found[0].currency,
        words,
        tuple(dict.fromkeys(source for each in found for source in each.source)),
    )


def has_price(row: PricedRow, catalogue: Catalogue) -> str | None:
    """The date of the newest price of a row, of whatever age; None where it has no price, empty without a date."""
    if isinstance(row, MemoryModule) and (kind := memory_kind(row)) is not None and row.module_gib is not None:
        dates = [each.known[0].date or "" for each in _modules(kind, row.module_gib, catalogue)]
    else:
        dates = [_held(each, row) or "" for each in _own_prices(row)]
    return max(dates, default=None, key=lambda each: _end(each) if each else 0)


def usual_module(kind: str, gib: float, catalogue: Catalogue, on: str | None) -> UsualPrice | None:
    """The usual price of a memory module: of the newest dated price of its class and size.

    A proposal between two prices may have either, as the market moved from one to the other.

    Args:
        kind: its technology, as ddr5.
        gib: its size.
        catalogue: the catalogue.
        on: the date of the proposal.
    """
    known = [each for each in _modules(kind, gib, catalogue) if _holds(each.known[0].date, catalogue, on)]
    # Of one month the class, which has a band, comes last.
    before = [each for each in known if on is None or first_month(each.known[0].date or on) <= last_month(on)]
    after = [each for each in known if each not in before]
    newest = max(before, key=lambda each: _end(each.known[0].date), default=None)
    nearest = min(after, key=lambda each: _end(each.known[0].date), default=None)
    if newest is None or nearest is None or newest.currency != nearest.currency:
        return newest or nearest
    return replace(
        newest,
        known=newest.known + nearest.known,
        low=min(newest.low, nearest.low),
        high=max(newest.high, nearest.high),
        source=tuple(dict.fromkeys(newest.source + nearest.source)),
    )


def _modules(kind: str, gib: float, catalogue: Catalogue) -> list[UsualPrice]:
    """All prices of modules of a class and size; the more exact of one date come first."""
    found = []
    for each in catalogue.indicative_prices.values():
        fits = (each.size_from or 0) < gib <= (each.size_to or float("inf"))
        if each.kind == kind and fits and each.value is not None and each.currency is not None:
            known = KnownPrice(each.value * gib, PriceKind.ESTIMATE, each.price_date)
            found.append(_of_module(each, known, each.currency, catalogue, each))
    for row in catalogue.memory.values():
        if memory_kind(row) != kind:
            continue
        if row.price is not None and row.module_gib == gib:
            price, one = row.price, row.price.amount / (row.kit_modules or 1)
        elif row.price_per_gib is not None and row.module_gib is None:
            price, one = row.price_per_gib, row.price_per_gib.amount * gib
        else:
            continue
        if _is_usual(price):
            known = KnownPrice(one, price_kind(price.basis), price.date)
            found.append(_of_module(row, known, price.currency, catalogue))
    return found


def _of_module(
    row: MemoryModule | IndicativePrice,
    known: KnownPrice,
    currency: str,
    catalogue: Catalogue,
    band: IndicativePrice | None = None,
) -> UsualPrice:
    low, high, words = _spread(row, catalogue, "memory_price_per_gib")
    ends = [known.amount * low, known.amount * high]
    if band is not None and band.value:
        ends += [each / band.value * known.amount for each in (band.low, band.high) if each is not None]
    return UsualPrice((known,), min(ends), max(ends), currency, words, row.source)


def _own_prices(row: PricedRow) -> list[Price]:
    """What is known of the price of a row by itself."""
    if isinstance(row, MemoryModule) and row.price_per_gib is not None:
        return [row.price_per_gib]
    names = ("price", "street_price", "reduced_list_price", "list_price")
    return [price for name in names if isinstance(price := getattr(row, name, None), Price) and _is_usual(price)]


def _is_usual(price: Price) -> bool:
    """Whether new parts are offered at such a price."""
    return price_kind(price.basis) not in (PriceKind.USED, PriceKind.PRESS)


def _held(price: Price, row: PricedRow) -> str | None:
    """When a price held; a list price is in force when it was last read."""
    dates = [price.date, row.source_date if "list" in price.basis else None]
    return max((each for each in dates if each is not None), default=None, key=_end)


def _end(date: str | None) -> int:
    """The last month of a date; before all others where there is none."""
    return 0 if date is None else last_month(date)


def _holds(date: str | None, catalogue: Catalogue, on: str | None) -> bool:
    """Whether a price of one date says anything about a proposal of another."""
    if date is None:
        return False
    day = on or _newest(catalogue)
    limit = catalogue.assumptions["price_age_limit_months"].value or 0
    return max(first_month(day) - last_month(date), first_month(date) - last_month(day)) <= limit


def _is_in_force(price: Price, row: Licence, catalogue: Catalogue, on: str | None) -> bool:
    """Whether a price of software holds for a proposal: a price list does from its date until the next one."""
    since = price.date or _held(price, row)
    return since is not None and first_month(since) <= last_month(on or _newest(catalogue))


@lru_cache(maxsize=8)
def _newest(catalogue: Catalogue) -> str:
    """The date of the catalogue's newest price."""
    rows = priced_rows(catalogue).values()
    dates = [date for row in rows for each in _own_prices(row) if (date := _held(each, row)) is not None]
    dates += [each.price_date for each in catalogue.indicative_prices.values() if each.price_date is not None]
    return max(dates, key=_end)


def _spread(row: PricedRow, catalogue: Catalogue, name: str | None = None) -> tuple[float, float, str]:
    """Which parts of a catalogue's price are usual, as simulations have it."""
    name = name or _SPREAD_OF[type(row)]
    spreads = [
        each for each in catalogue.spreads.values() if name in each.inputs and (not each.rows or row.key in each.rows)
    ]
    found = next((each for each in spreads if each.rows), spreads[0])
    return found.low, found.high, found.name


_SPREAD_OF: Mapping[type[object], str] = {
    Drive: "drive_price",
    Cpu: "cpu_price",
    MemoryModule: "memory_price_per_gib",
    Chassis: "chassis_price",
    Licence: "licence_price_per_core",
    IndicativePrice: "nic_price",
}
"""The input of the model that a price of each kind of row is: its spread is that of the input."""
