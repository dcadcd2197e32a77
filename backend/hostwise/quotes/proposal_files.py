"""Proposals as files: a quote, the sides of a comparison of total costs, or a document in JSON.

Each row is a line or a sum, says an assumption, or is listed with its amount and why it is neither.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hostwise.catalogue.loader import Catalogue
from hostwise.number_format.money import currency_of
from hostwise.plan.fields import fitted
from hostwise.plan.proposal import Proposal
from hostwise.plan.reading import UnreadablePlan, json_values, validated
from hostwise.quotes.price_matching import Matcher
from hostwise.quotes.proposal_columns import is_of_years
from hostwise.quotes.proposal_gathering import Gathering
from hostwise.quotes.proposal_rows import AllRows
from hostwise.quotes.quote_audit_document import ProposalReading
from hostwise.quotes.quote_files import MOST_QUOTE_BYTES, Quote, quotes_of, read_quote, tables_of
from hostwise.quotes.quoted_sides import take_quote
from hostwise.quotes.stated_assumptions import assumption_in
from hostwise.quotes.yearly_costs import take_years
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from hostwise.tables.table import Table, as_text

__all__ = ["UnknownColumns", "UnreadableFile", "read_proposal"]

_DATED = re.compile(r"\bdated?\b|\b(?:angebots|preis)?datum\b|\bstand\b|\bvom\b|\bfecha\b", re.I)
_DAY = re.compile(r"\b(20\d\d-\d\d-\d\d)\b|\b(\d{1,2})\.(\d{1,2})\.(20\d\d)\b")
"""A day that reads the same everywhere: 11/12/2026 does not."""


def read_proposal(
    data: bytes, name: str, catalogue: Catalogue, mapping: Mapping[str, str] | None = None
) -> ProposalReading:
    """What a proposal says: its lines with the parts that they are, its sums, and its assumptions.

    Args:
        data: a table of parts and prices (workbook, CSV, pasted text), a comparison with amounts by year and a sheet
            or a column for each side, or a `Proposal` in JSON.
        name: name of the file, for messages.
        catalogue: the catalogue that parts are looked for in.
        mapping: header by column of a quote; without it, headers are guessed.

    Raises:
        UnknownColumns: the columns have to be named.
        UnreadableFile: it cannot be read.
    """
    if len(data) > MOST_QUOTE_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {MOST_QUOTE_BYTES // 2**20} MiB.")
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _of_json(data, name)
    tables = tables_of(data, name, mapping)
    to, matcher = Gathering(name), Matcher(catalogue)
    read = [(table, next(quotes_of([table], name, mapping), None)) for table in tables]
    # Several sheets with quotes are as many sides.
    several = sum(quote is not None for _, quote in read) > 1
    for table, quote in read:
        _take(to, table, quote, fitted(table.name if several else name), matcher)
    if not to.sides:
        read_quote(data, name, mapping)
        raise UnreadableFile("unknown_format", f"{name} holds no lines of a proposal.")
    return to.reading()


def _of_json(data: bytes, name: str) -> ProposalReading:
    """A document that is a proposal already."""
    try:
        proposal = validated(json_values(data), Proposal)
    except UnreadablePlan as error:
        mistakes = "; ".join(f"{each.pointer or '/'}: {each.message}" for each in error.mistakes[:5])
        raise UnreadableFile("unknown_format", f"{name} is no proposal in JSON: {mistakes}") from error
    except ValueError as error:
        raise UnreadableFile("unknown_format", f"{name} is not JSON.") from error
    rows = sum(len(each.lines) for each in proposal.sides)
    return ProposalReading(proposal=proposal, rows=rows, counted=rows, left_out=[], rejected=[], findings=[])


def _take(to: Gathering, table: Table, quote: Quote | None, name: str, matcher: Matcher) -> None:
    """Read one table: as costs by year, as a quote whose side has this name, or else for its assumptions."""
    rows = AllRows(table)
    header = next((at for at in rows.order if is_of_years(rows.cells[at])), None)
    if header is not None:
        used = take_years(to, rows, header)
    elif quote is not None:
        used = take_quote(to, rows, quote, name, matcher)
    else:
        used = set()
    side = fitted(table.name) if header is not None else name
    for line, row in rows.cells.items():
        if line in used and line not in rows.titles:
            continue
        _take_beside(to, row)
        if line in used:
            continue
        said = assumption_in(row)
        if said is not None:
            to.state(side, said)
        elif rows.amount(line) is not None:
            to.rows += 1
            to.leave_out(rows, line, "it is neither a line nor an assumption")


def _take_beside(to: Gathering, row: Sequence[Any]) -> None:
    """What a row beside the lines says of all of them: their currency, and when they were offered."""
    text = " ".join(text for cell in row if (text := as_text(cell)))
    currency = currency_of(text)
    if currency is not None:
        to.currencies_beside.add(currency)
    cell = next((each for each in row if isinstance(each, dt.date)), None)
    day = cell.strftime("%Y-%m-%d") if cell is not None else text
    if _DATED.search(text) and (found := _DAY.search(day)) is not None:
        to.dates.add(found[1] or f"{found[4]}-{found[3]:0>2}-{found[2]:0>2}")
