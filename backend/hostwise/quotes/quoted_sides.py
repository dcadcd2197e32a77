"""A quote as a side of a proposal: each line with the part that it is."""

from __future__ import annotations

from typing import Any

from hostwise.plan.fields import fitted
from hostwise.plan.proposal import CategoryKey, LineMeaning
from hostwise.quotes.hardware_lines import meaning_of
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.price_matching import Matcher
from hostwise.quotes.proposal_columns import COLUMNS
from hostwise.quotes.proposal_gathering import NO_SIDE, Gathering
from hostwise.quotes.proposal_rows import AllRows, category_of
from hostwise.quotes.quote_files import Quote
from hostwise.quotes.quote_lines import QuotedLine
from hostwise.quotes.stated_assumptions import assumption_in
from hostwise.tables.table import as_text, plain

_OF_MEANING: dict[LineMeaning, CategoryKey] = {
    "licence": "licences",
    "support": "support",
    **dict.fromkeys(("cpu", "memory", "drive", "chassis", "nic"), "hardware"),
}
"""The category of costs that a line has by what it is; the others by their words."""


def take_quote(to: Gathering, rows: AllRows, quote: Quote, name: str, matcher: Matcher) -> set[int]:
    """Add the lines of a quote to the side of this name, or to those that a column names; the rows that it is made of.

    Args:
        to: what is gathered of the proposal.
        rows: all rows of the table of the quote.
        quote: what the table was read as.
        name: the side of lines where no column names one.
        matcher: finds the parts that lines are.
    """
    sides = _sides(quote)
    head = rows.line_of(quote.table.header)
    used = {each for each in rows.cells if each <= head and assumption_in(rows.cells[each]) is None}
    used.add(head)
    to.findings += quote.findings
    for each in quote.lines:
        without_amount = each.written_price is None and each.line_total is None
        if without_amount and assumption_in(rows.cells.get(each.line, [])) is not None:
            continue
        used.add(each.line)
        to.rows += 1
        if each.kind == "no_price" and not each.line_total and not each.written_price:
            to.leave_out(rows, each.line, "it has no price of its own")
        elif without_amount:
            to.reject(rows, each.line, "its amounts cannot be read")
        elif any(sides.values()) and not sides.get(each.line):
            to.leave_out(rows, each.line, NO_SIDE)
        else:
            if each.currency is not None:
                to.currencies.add(each.currency)
            if each.date is not None:
                to.dates.add(each.date)
            to.add(rows, fitted(sides.get(each.line, "")) or name, each.line, _said(each, matcher))
    return used


def _sides(quote: Quote) -> dict[int, str]:
    """The side of each line, where a column names it."""
    table = quote.table
    places = COLUMNS.places(table.header)["side"]
    if not places:
        return {}
    texts = map(as_text, table.cells(plain(table.header[places[0]])))
    return dict(zip(table.lines, texts, strict=True))


def _said(line: QuotedLine, matcher: Matcher) -> dict[str, Any]:
    """What a line says, as fields of a line of a proposal."""
    # One whose price and total disagree has no price, and is a part all the same.
    known = "part" if line.kind == "no_price" else line.kind
    kind = "charge" if known == "part" and (line.line_total or 0) < 0 else known
    match = matcher.match(line.part_number, line.description, line.term_years) if kind == "part" else None
    meaning = read_line(line.part_number, line.description).meaning
    if match is not None and match.part is not None:
        meaning = meaning_of(match.part)
    return {
        "kind": kind,
        "part_number": line.part_number,
        "description": line.description,
        "part": None if match is None else match.part,
        "parts": () if match is None else match.parts,
        "why_no_part": None if match is None else match.why_none,
        "meaning": meaning,
        "term_years": line.term_years,
        "quantity": line.quantity,
        "unit_price": line.written_price,
        "discount_share": line.discount_share,
        "line_total": line.line_total,
        "category": _OF_MEANING.get(meaning) or category_of(f"{line.part_number} {line.description}"),
    }
