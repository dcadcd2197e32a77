"""Whether the prices of a proposal are usual."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from hostwise.answers.wording.words import listed
from hostwise.binding.priced_rows import PricedRow
from hostwise.catalogue.hardware import MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.catalogue.price_kinds import PriceKind
from hostwise.number_format.writing import fixed
from hostwise.plan.proposal import ProposalLine, ProposalSide
from hostwise.quotes.audit_licences import units_of
from hostwise.quotes.audit_notes import MONEY, SENDER, Notes, named, net_price, same
from hostwise.quotes.hardware_choice import memory_class
from hostwise.quotes.hardware_lines import meaning_of
from hostwise.quotes.licence_choice import terms_of_row
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.line_words import count_of, plain_words
from hostwise.quotes.usual_prices import KnownPrice, PlanPrices, UsualPrice, has_price, usual_module, usual_price

_ROUNDING = 0.005
_MONTHS_PER_YEAR = 12


def audit_price(
    side: ProposalSide,
    line: ProposalLine,
    parts: Sequence[tuple[str, PricedRow]],
    own: PlanPrices,
    on: str | None,
    catalogue: Catalogue,
    notes: Notes,
) -> None:
    """Check the price of one line against the plan's prices and what is usual.

    Args:
        side: its side.
        line: the line.
        parts: the rows of the catalogue that it may be, with their names.
        own: the prices of the plan.
        on: date of the proposal, where it has one.
        catalogue: the catalogue.
        notes: where to note.
    """
    net, about = net_price(line), f"price of {named(line)}"
    if net is None:
        notes.skip(side, about, "it does not say what one piece costs")
        return
    if _is_of_plan(line, net, parts, own, notes.currency):
        return
    found = [(usual, row) for _, row in parts if (usual := usual_price(row, catalogue, on)) is not None]
    if not found:
        dates = [date for _, row in parts if (date := has_price(row, catalogue)) is not None]
        why = f"the newest price known is of {max(dates)}" if any(dates) else "the catalogue has no price of this part"
        notes.skip(side, about, why)
        return
    if notes.currency is None or any(each.currency != notes.currency for each, _ in found):
        own_currency = "names no currency" if notes.currency is None else f"is in {notes.currency}"
        notes.skip(side, about, f"the catalogue's price is in {found[0][0].currency}, and the proposal {own_currency}")
        return
    ends = [end for usual, row in found for end in _ends(usual, row, line)]
    # What the plan pays is usual for it, too.
    paid = [price * _of_one(row, line) for part, row in parts if (price := _quoted(part, own, notes.currency))]
    low, high = min([*ends, *paid]), max([*ends, *paid])
    pieces, period = _of_one(found[0][1], line), _A_PERIOD.get(getattr(found[0][1], "billing", "once"), "")
    _judge(side, line, net, (low, high), [each for each, _ in found], pieces, notes, period)


def audit_memory_price(
    side: ProposalSide, line: ProposalLine, own: PlanPrices, on: str | None, catalogue: Catalogue, notes: Notes
) -> bool:
    """Check the price of a memory module that the catalogue has by its class only; False where it has no such class."""
    text = f"{line.part_number} {line.description}"
    kind, gib, net = memory_class(text), read_line(line.part_number, line.description).size_gb, net_price(line)
    usual = None if kind is None or gib is None else usual_module(kind, gib, catalogue, on)
    if usual is None or gib is None or net is None or notes.currency != usual.currency:
        return False
    if not any(same(net, each * gib, _ROUNDING) for each in own.of("memory", notes.currency)):
        _judge(side, line, net, (usual.low, usual.high), [usual], 1.0, notes)
    return True


def _judge(
    side: ProposalSide,
    line: ProposalLine,
    net: float,
    ends: tuple[float, float],
    usual: Sequence[UsualPrice],
    pieces: float,
    notes: Notes,
    period: str = "",
) -> None:
    """Note a price that is outside of what is usual for one piece.

    Args:
        side: the side of the line.
        line: the line.
        net: its price of one piece.
        ends: the least and the highest usual price.
        usual: what they rest on.
        pieces: units of the catalogue's prices that one piece has.
        notes: where to note.
        period: what the catalogue's prices are for, in words.
    """
    low, high = ends
    # A description of several pieces may have the price of one of them, or of all.
    for each in (net, net / count_of(plain_words(line.description))):
        if low * (1 - _ROUNDING) <= each <= high * (1 + _ROUNDING):
            return
    nearest = high if net > high else low
    known = [replace(each, amount=each.amount * pieces) for found in usual for each in found.known]
    notes.differ(
        "price_outside_range",
        side,
        named(line),
        stated=net,
        computed=nearest,
        unit=MONEY,
        lines=[line.line],
        money=None if line.quantity is None else (net - nearest) * line.quantity,
        favours=SENDER,
        compared=f"{_told(known, lambda each: f'{notes.written(each.amount, MONEY)}{period}{_dated(each, _BESIDE)}')}, "
        f"and expect at {'most' if net > high else 'least'} {notes.written(nearest, MONEY)}",
        rule=f"{notes.written(low, MONEY)} to {notes.written(high, MONEY)} are usual by "
        f"{_told(known, lambda each: f'{fixed(each.amount, 2)}{period}{_dated(each)}')}, in {usual[0].currency} "
        f"({usual[0].rule})",
        source=", ".join(dict.fromkeys(source for found in usual for source in found.source)),
    )


def _told(known: Sequence[KnownPrice], written: Callable[[KnownPrice], str]) -> str:
    """Prices by their kinds, in words."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for each in known:
        kinds[_KINDS[each.kind]].append(written(each))
    several = {kind: listed(list(dict.fromkeys(amounts))) for kind, amounts in kinds.items()}
    return listed([f"the {kind}{'s' * (len(kinds[kind]) > 1)} of {amounts}" for kind, amounts in several.items()])


def _dated(known: KnownPrice, form: str = " of {}") -> str:
    return "" if known.date is None else form.format(known.date)


_A_PERIOD = {"year": " a year", "month": " a month"}
_BESIDE = " ({})"
_KINDS = {PriceKind.LIST: "list price", PriceKind.STREET: "street price", PriceKind.ESTIMATE: "estimated price"}
"""Kinds of usual prices, in words."""


def _of_one(row: PricedRow, line: ProposalLine) -> float:
    """The catalogue's prices that one piece of a line has."""
    return units_of(row, line) / row.price_buys_units if isinstance(row, Licence) else 1.0


def _periods(row: PricedRow, line: ProposalLine) -> tuple[float, ...]:
    """The catalogue's periods that a price may be for: one, or a whole term; without a term, any of the row's."""
    if not isinstance(row, Licence) or row.billing == "once":
        return (1.0,)
    years = line.term_years or read_line(line.part_number, line.description).term_years
    terms = (years,) if years else terms_of_row(row) or (1.0,)
    return (1.0, *(each * (_MONTHS_PER_YEAR if row.billing == "month" else 1) for each in terms))


def _ends(usual: UsualPrice, row: PricedRow, line: ProposalLine) -> tuple[float, float]:
    """The usual prices of one piece: for one period of the term at the least, for all of it at the most."""
    pieces = _of_one(row, line)
    return usual.low * pieces, usual.high * pieces * max(_periods(row, line))


def _quoted(part: str, own: PlanPrices, currency: str | None) -> float | None:
    """The plan's own price of a part in a currency."""
    price = own.quoted.get(part)
    return price[0] if price is not None and price[1] == currency else None


def _is_of_plan(
    line: ProposalLine, net: float, parts: Sequence[tuple[str, PricedRow]], own: PlanPrices, currency: str | None
) -> bool:
    """Whether a price is one that the plan uses, for one period or the whole term."""
    for part, row in parts:
        meaning, periods = meaning_of(part), _periods(row, line)
        prices = [each * _units(row, line) for each in own.of(meaning, currency)]
        quoted = _quoted(part, own, currency)
        if quoted is not None:
            prices.append(quoted * _of_one(row, line))
        if any(same(net, each * period, _ROUNDING) for each in prices for period in periods):
            return True
    return False


def _units(row: PricedRow, line: ProposalLine) -> float:
    """The units of the model that one piece of a line has: GiB, cores, or one."""
    if isinstance(row, MemoryModule):
        return row.module_gib or 1.0
    return units_of(row, line) if isinstance(row, Licence) else 1.0
