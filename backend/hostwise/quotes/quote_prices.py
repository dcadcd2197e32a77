"""Prices of quotes and of price books in a plan. Nothing is stored here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from hostwise.binding.priced_rows import PricedRow, priced_rows
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.market import Licence
from hostwise.number_format.dates import first_day
from hostwise.number_format.writing import exact
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.estate import EstateFinding
from hostwise.plan.prices import BookRevision, ExchangeRate, PartPrice, PriceBook
from hostwise.plan.proposal import ProposalLine
from hostwise.quotes.audit_licences import LicenceLine, is_yearly_price, units_of
from hostwise.quotes.price_matching import LEAST_SCORE, Match, Matcher
from hostwise.quotes.quote_columns import QUOTE_FIELDS
from hostwise.quotes.quote_files import read_quote
from hostwise.quotes.quote_lines import QuotedLine
from hostwise.quotes.quote_prices_document import AppliedBook, ChangedPrice, QuoteLine, QuoteReading
from hostwise.tables.problems import UnknownColumns, UnreadableFile

__all__ = ["QUOTE_FIELDS", "UnknownColumns", "UnreadableFile", "apply_book", "priced_rows", "quote_reading"]


def quote_reading(
    data: bytes, name: str, catalogue: Catalogue, mapping: Mapping[str, str] | None = None
) -> QuoteReading:
    """What a quote says, and which part of the catalogue each of its lines is.

    Args:
        data: the quote, as a workbook, CSV or pasted text.
        name: its name, for messages.
        catalogue: the catalogue that the parts are looked for in.
        mapping: header by column of a quote; without it, headers are guessed.

    Raises:
        UnknownColumns: the columns have to be named.
        UnreadableFile: it cannot be read.
    """
    quote = read_quote(data, name, mapping)
    find = Matcher(catalogue)
    matches = [
        find.match(each.part_number, each.description) if each.kind == "part" else Match(None, [], None)
        for each in quote.lines
    ]
    contested, rows = _contested(quote.lines, matches), priced_rows(catalogue)
    findings = list(quote.findings)
    if contested:
        lines = [each.line for each, match in zip(quote.lines, matches, strict=True) if match.part in contested]
        text = "Lines that are the same part have different prices: say which of them counts."
        findings.append(
            EstateFinding(code="several_prices", kind="warning", message=text, place=name, rows=lines, count=len(lines))
        )
    return QuoteReading(
        file=quote.file,
        headers=quote.headers,
        mapping=quote.mapping,
        least_score=LEAST_SCORE,
        lines=[_line(each, match, contested, rows) for each, match in zip(quote.lines, matches, strict=True)],
        findings=findings,
    )


def _contested(lines: Sequence[QuotedLine], matches: Sequence[Match]) -> set[str]:
    """Parts that several lines have at different prices."""
    prices = defaultdict(set)
    for line, match in zip(lines, matches, strict=True):
        if match.part is not None:
            prices[match.part].add((line.unit_price, line.currency))
    return {part for part, found in prices.items() if len(found) > 1}


def _line(line: QuotedLine, match: Match, contested: set[str], rows: Mapping[str, PricedRow]) -> QuoteLine:
    why = "another line has another price for this part" if match.part in contested else match.why_none
    if why is None and match.part is not None:
        why = _other_basis(line, rows[match.part])
    return QuoteLine(
        **{field: value for field, value in vars(line).items() if field in QuoteLine.model_fields},
        part=match.part if why is None else None,
        candidates=match.candidates,
        why_none=why,
    )


def _other_basis(line: QuotedLine, row: PricedRow) -> str | None:
    """Why the price of a licence cannot stand for that of its row: it buys other units, or another time."""
    if not isinstance(row, Licence):
        return None
    sold = ProposalLine.model_construct(
        line=line.line,
        part_number=line.part_number,
        description=line.description,
        quantity=line.quantity,
        unit_price=line.unit_price,
        term_years=line.term_years,
    )
    found, piece = LicenceLine(sold, (row,)), units_of(row, sold)
    if piece != row.price_buys_units:
        return f"its price is of {exact(piece)} units, the catalogue's of {exact(row.price_buys_units)}"
    if row.billing != "once" and (found.years or 1) > 1 and not is_yearly_price(found, piece):
        return f"its price is for {exact(found.years or 1)} years, the catalogue's for one {row.billing}"
    return None


def apply_book(plan: Plan, book: PriceBook, revision: int | None, catalogue: Catalogue) -> AppliedBook:
    """The plan with the prices of a book, and what that changes: the difference between the two.

    Prices of parts that the book does not name stay, except those from an earlier revision of it.
    A rate of exchange is taken over if the plan has none for its currency, or an older one.

    Args:
        plan: the plan.
        book: the book.
        revision: its revision, where the installation keeps it; the plan names it beside each price.
        catalogue: the catalogue that both refer to.
    """
    known = priced_rows(catalogue)
    of_book = None if revision is None else BookRevision(key=book.key, revision=revision)
    taken = {
        each.part: each.model_copy(update={"book": of_book}) if of_book is not None else each
        for each in book.prices
        if each.part in known
    }
    before = {each.part: each for each in plan.economics.prices}
    left = {part for part, each in before.items() if each.book is not None and each.book.key == book.key} - set(taken)
    # In the plan's order, so that nothing moves that does not change.
    after = {part: taken.get(part, each) for part, each in before.items() if part not in left}
    after |= {part: each for part, each in taken.items() if part not in before}
    rates, taken_rates = _rates(plan, book)
    changed = [part for part in dict.fromkeys([*before, *taken]) if not _same(before.get(part), after.get(part))]
    return AppliedBook(
        plan=_with(plan, list(after.values()), rates),
        changes=[
            ChangedPrice(
                part=part,
                name=known[part].name if part in known else None,
                before=before.get(part),
                after=after.get(part),
                change_share=_change(before.get(part), after.get(part), plan.economics.currency, rates),
            )
            for part in changed
        ],
        rates=taken_rates,
        unknown=[each.part for each in book.prices if each.part not in known],
    )


def _same(before: PartPrice | None, after: PartPrice | None) -> bool:
    """Whether two prices say the same, wherever they are from."""
    if before is None or after is None:
        return before is after
    return before.model_copy(update={"book": None}) == after.model_copy(update={"book": None})


def _change(
    before: PartPrice | None, after: PartPrice | None, currency: str, rates: Sequence[ExchangeRate]
) -> float | None:
    """The difference as a share of the price before, both in one currency; None if they cannot be compared."""
    if before is None or after is None or before.price == 0:
        return None
    if before.currency == after.currency:
        return after.price / before.price - 1
    known = {currency: 1.0} | {each.currency: each.rate for each in rates}
    if before.currency not in known or after.currency not in known:
        return None
    return after.price * known[after.currency] / (before.price * known[before.currency]) - 1


def _rates(plan: Plan, book: PriceBook) -> tuple[list[ExchangeRate], list[ExchangeRate]]:
    """The plan's rates of exchange with those of the book, and which of them are from the book."""
    own = {each.currency: each for each in plan.economics.exchange_rates}
    taken = [
        each
        for each in _in_currency(book, plan.economics.currency)
        if each.currency not in own or first_day(own[each.currency].date) < first_day(each.date)
    ]
    return list((own | {each.currency: each for each in taken}).values()), taken


def _in_currency(book: PriceBook, currency: str) -> list[ExchangeRate]:
    """The rates of a book in another currency: through its own, as far as it has a rate for that."""
    if currency == book.currency:
        return list(book.exchange_rates)
    pivot = next((each for each in book.exchange_rates if each.currency == currency), None)
    if pivot is None:
        return []
    crossed = [ExchangeRate(currency=book.currency, rate=1 / pivot.rate, date=pivot.date, source=pivot.source)]
    for each in book.exchange_rates:
        if each.currency != currency:
            older = min(each.date, pivot.date, key=first_day)
            source = f"{exact(each.rate)} by {exact(pivot.rate)} {book.currency}"
            crossed.append(ExchangeRate(currency=each.currency, rate=each.rate / pivot.rate, date=older, source=source))
    return crossed


def _with(plan: Plan, prices: Sequence[PartPrice], rates: Sequence[ExchangeRate]) -> Plan:
    """The plan with these prices and rates; what it has none of stays absent."""
    document = plan_json(plan)
    economics = dict(document.get("economics", {}))
    for field, rows in (("prices", prices), ("exchange_rates", rates)):
        if rows or field in economics:
            economics[field] = [each.model_dump(mode="json", exclude_none=True) for each in rows]
    return Plan.model_validate(document | ({"economics": economics} if economics else {}))
