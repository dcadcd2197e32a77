"""Whether the prices of a proposal are usual."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.binding.priced_rows import PricedRow
from hostwise.catalogue.hardware import MemoryModule
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.number_format.writing import exact, fixed
from hostwise.plan.proposal import ProposalLine, ProposalSide
from hostwise.quotes.audit_licences import units_of
from hostwise.quotes.audit_notes import MONEY, SENDER, Notes, named, net_price, same
from hostwise.quotes.hardware_choice import memory_class
from hostwise.quotes.hardware_lines import meaning_of
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.line_words import count_of, plain_words
from hostwise.quotes.usual_prices import PlanPrices, UsualPrice, has_price, usual_module, usual_price

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
        notes.skip(side, about, f"the catalogue's price is in {found[0][0].currency}")
        return
    ends = [end for usual, row in found for end in _ends(usual, row, line)]
    # What the plan pays is usual for it, too.
    paid = [price * _of_one(row, line) for part, row in parts if (price := _quoted(part, own, notes.currency))]
    low, high = min([*ends, *paid]), max([*ends, *paid])
    _judge(side, line, net, low, high, [each for each, _ in found], _of_one(found[0][1], line), notes)


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
        _judge(side, line, net, usual.low, usual.high, [usual], 1.0, notes)
    return True


def _judge(
    side: ProposalSide,
    line: ProposalLine,
    net: float,
    low: float,
    high: float,
    usual: Sequence[UsualPrice],
    pieces: float,
    notes: Notes,
) -> None:
    # A description of several pieces may have the price of one of them, or of all.
    for each in (net, net / count_of(plain_words(line.description))):
        if low * (1 - _ROUNDING) <= each <= high * (1 + _ROUNDING):
            return
    nearest = high if net > high else low
    first = usual[0]
    listed = " to ".join(dict.fromkeys(fixed(pieces * each, 2) for found in usual for each in found.amounts))
    amount = min(each for found in usual for each in found.amounts) * pieces
    most = max(each for found in usual for each in found.amounts) * pieces
    dated = f" of {first.date}" if first.date else ""
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
        rule=f"{exact(round(low / amount, 2))} to {exact(round(high / most, 2))} times the catalogue's price of "
        f"{listed}{dated} ({first.rule})",
        source=", ".join(dict.fromkeys(source for found in usual for source in found.source)),
    )


def _of_one(row: PricedRow, line: ProposalLine) -> float:
    """The catalogue's prices that one piece of a line has."""
    return units_of(row, line) / row.price_buys_units if isinstance(row, Licence) else 1.0


def _periods(row: PricedRow, line: ProposalLine) -> float:
    """The catalogue's periods that a price for the whole term has."""
    if not isinstance(row, Licence) or row.billing == "once":
        return 1.0
    years = line.term_years or read_line(line.part_number, line.description).term_years or 1.0
    return years * (_MONTHS_PER_YEAR if row.billing == "month" else 1)


def _ends(usual: UsualPrice, row: PricedRow, line: ProposalLine) -> tuple[float, float]:
    """The usual prices of one piece: for one period of the term at the least, for all of it at the most."""
    pieces = _of_one(row, line)
    return usual.low * pieces, usual.high * pieces * max(_periods(row, line), 1.0)


def _quoted(part: str, own: PlanPrices, currency: str | None) -> float | None:
    """The plan's own price of a part in a currency."""
    price = own.quoted.get(part)
    return price[0] if price is not None and price[1] == currency else None


def _is_of_plan(
    line: ProposalLine, net: float, parts: Sequence[tuple[str, PricedRow]], own: PlanPrices, currency: str | None
) -> bool:
    """Whether a price is one that the plan uses, for one period or the whole term."""
    for part, row in parts:
        meaning, periods = meaning_of(part), {1.0, _periods(row, line)}
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
