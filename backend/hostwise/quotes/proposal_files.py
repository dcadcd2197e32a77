"""Proposals as files: a quote, the sides of a comparison of total costs, or a document in JSON.

Each row is a line or a sum, says an assumption, or is listed with its amount and why it is neither.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from pydantic import ValidationError

from hostwise.catalogue.loader import Catalogue
from hostwise.numerals.money import currency_of, money_numeral
from hostwise.numerals.reading import DecimalMark, NotANumber, decimal_mark, read_number
from hostwise.numerals.writing import MINUS
from hostwise.plan.estate import EstateFinding
from hostwise.plan.fields import fitted
from hostwise.plan.proposal import (
    MOST_PROPOSAL_LINES,
    MOST_SIDES,
    MOST_YEARS,
    CategoryKey,
    LineMeaning,
    Proposal,
    ProposalLine,
    ProposalSide,
    StatedFigures,
)
from hostwise.plan.reading import UnreadablePlan, json_values, validated
from hostwise.quotes.hardware_lines import meaning_of
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.price_matching import Matcher
from hostwise.quotes.quote_audit_document import ProposalReading, UnreadRow
from hostwise.quotes.quote_files import (
    MOST_QUOTE_BYTES,
    Quote,
    QuotedLine,
    is_sum,
    quotes_of,
    read_quote,
    tables_of,
)
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from hostwise.tables.table import Table, as_text, plain

_SIDE = re.compile(r"side|option|scenario|offer|variant|variante|szenario|angebot", re.I)
_ITEM = re.compile(
    r"item|description|cost(?: item| type)?|category|kategorie|position|bezeichnung|kosten(?:art)?", re.I
)
_CATEGORY = re.compile(r"category|cost type|kategorie|kostenart", re.I)
_YEAR = re.compile(r"(?:year|yr\.?|jahr|y) ?(\d{1,2})|(20\d\d)", re.I)
_TOTAL = re.compile(r"(?:total|sum|gesamt|summe)(?: .*)?", re.I)
_DATED = re.compile(r"\bdated?\b|\b(?:angebots|preis)?datum\b|\bstand\b|\bvom\b|\bfecha\b", re.I)
_DAY = re.compile(r"\b(20\d\d-\d\d-\d\d)\b|\b(\d{1,2})\.(\d{1,2})\.(20\d\d)\b")
"""A day that reads the same everywhere: 11/12/2026 does not."""
_QUANTITY = re.compile(r"quantity|qty\.?|menge|anzahl|units", re.I)
_UNIT_PRICE = re.compile(r"unit price|price|einzelpreis|preis", re.I)
_DISCOUNT = re.compile(r"(?:line )?discount(?: rate)?(?: %)?|rabatt(?: %)?", re.I)

_CATEGORIES: tuple[tuple[CategoryKey, str], ...] = (
    ("migration", r"migrat|data move|umzug"),
    ("energy", r"energy|power|electric|cooling|strom|energie"),
    ("support", r"support|maintenance|warranty|wartung|care"),
    ("licences", r"licen[cs]|subscription|software|windows|lizenz"),
    ("training", r"training|schulung"),
    ("administration", r"administ|staff|operations|personal|fte"),
    ("space", r"space|rack|facilit|colocation|fl[aä]che"),
    ("network", r"network|switch|netzwerk"),
    ("services", r"service|consult|install|dienst"),
    ("hardware", r"hardware|server|host|node|storage|drive"),
)

_OF_MEANING: dict[LineMeaning, CategoryKey] = {
    "licence": "licences",
    "support": "support",
    **dict.fromkeys(("cpu", "memory", "drive", "chassis", "nic"), "hardware"),
}
"""The category of costs that a line has by what it is; the others by their words."""

_STATED: tuple[tuple[str, str], ...] = (
    ("support_years", r"(?:support|warranty)(?: term| period| years)?|wartung(?:sdauer)?"),
    ("hosts", r"(?:number of )?(?:hosts|nodes|servers)|anzahl (?:hosts|knoten|server)"),
    ("spare_hosts", r"spare (?:hosts|nodes)|failover (?:hosts|capacity)|host failures(?: tolerated)?|redundancy"),
    (
        "growth_rate",
        r"(?:annual |yearly |vm )?growth(?: (?:rate|per year|a year|p\.a\.|of vms))?|wachstum(?: pro jahr)?",
    ),
    ("raw_capacity", r"raw(?: storage)? capacity|raw storage|rohkapazit\S+"),
    ("usable_capacity", r"(?:usable|effective|net)(?: storage)? capacity|usable storage|nutzbare kapazit\S+"),
    ("usable_per_raw", r"usable (?:per|/|to) raw|storage efficiency"),
    ("data_reduction_ratio", r"(?:data )?reduction(?: ratio)?|dedup\S*(?: (?:and|&) compression)?(?: ratio)?"),
    ("memory_overcommit", r"memory over-?commit(?:ment)?(?: ratio)?"),
    ("vcpu_per_core", r"v?cpus? (?:per|/|to|:) (?:physical )?core|v?cpu over-?commit(?:ment)?(?: ratio)?|v?cpu ratio"),
    ("years", r"(?:analysis |contract )?(?:period|horizon|term)|years|laufzeit|tco period"),
)
"""Words before an assumption, the first that fits counts."""

_MOST_SHOWN = 120
_NO_SIDE = "it names no side, as other rows do"


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
    tables = tables_of(data, name, None if mapping is None else list(mapping.values()))
    reader = _Reader(name, Matcher(catalogue))
    read = [(table, next(quotes_of([table], name, mapping), None)) for table in tables]
    # Several sheets with quotes are as many sides.
    several = sum(quote is not None for _, quote in read) > 1
    for table, quote in read:
        reader.take(table, quote, fitted(table.name if several else name))
    if not reader.sides:
        read_quote(data, name, mapping)
        raise UnreadableFile("unknown_format", f"{name} holds no lines of a proposal.")
    return reader.reading()


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


@dataclass
class _Reader:
    """The sides of a proposal while its tables are read."""

    name: str
    matcher: Matcher
    sides: dict[str, list[ProposalLine]] = field(default_factory=dict)
    stated: dict[str, dict[str, Any]] = field(default_factory=dict)
    currencies: set[str] = field(default_factory=set)
    currencies_beside: set[str] = field(default_factory=set)
    dates: set[str] = field(default_factory=set)
    findings: list[EstateFinding] = field(default_factory=list)
    left_out: list[UnreadRow] = field(default_factory=list)
    rejected: list[UnreadRow] = field(default_factory=list)
    rows: int = 0
    counted: int = 0

    def take(self, table: Table, quote: Quote | None, name: str) -> None:
        """Read one table: as costs by year, as a quote whose side has this name, or else for its assumptions."""
        whole = _Rows(table)
        header = next((at for at in whole.order if _is_yearly(whole.cells[at])), None)
        if header is not None:
            used = self._yearly(whole, header)
        elif quote is not None:
            used = self._quoted(whole, quote, name)
        else:
            used = set()
        side = fitted(table.name) if header is not None else name
        for line, row in whole.cells.items():
            if line in used and line not in whole.titles:
                continue
            self._beside(row)
            if line in used:
                continue
            said = _assumption(row)
            if said is not None:
                self.stated.setdefault(side, {}).update(said)
                self.rows, self.counted = self.rows + 1, self.counted + 1
            elif (amount := _amount_in(row)) is not None:
                self.rows += 1
                self.left_out.append(self._row(table, line, amount, "it is neither a line nor an assumption"))

    def _beside(self, row: Sequence[Any]) -> None:
        """What a row beside the lines says of all of them: their currency, and when they were offered."""
        text = " ".join(text for cell in row if (text := as_text(cell)))
        currency = currency_of(text)
        if currency is not None:
            self.currencies_beside.add(currency)
        cell = next((each for each in row if isinstance(each, dt.date)), None)
        day = cell.strftime("%Y-%m-%d") if cell is not None else text
        if _DATED.search(text) and (found := _DAY.search(day)) is not None:
            self.dates.add(found[1] or f"{found[4]}-{found[3]:0>2}-{found[2]:0>2}")

    def _quoted(self, whole: _Rows, quote: Quote, name: str) -> set[int]:
        """The lines of a quote; a column may name the side of each."""
        table = quote.table
        column = next((each for each in table.header if _SIDE.fullmatch(plain(each))), None)
        sides = {} if column is None else dict(zip(table.lines, map(as_text, table.cells(plain(column))), strict=True))
        head = whole.line_of(table.header)
        used = {each for each in whole.cells if each <= head and _assumption(whole.cells[each]) is None}
        used.add(head)
        self.findings += quote.findings
        for each in quote.lines:
            row = whole.cells.get(each.line, [])
            if each.written_price is None and each.line_total is None and _assumption(row) is not None:
                continue
            used.add(each.line)
            self.rows += 1
            if each.kind == "no_price" and not each.line_total and not each.written_price:
                why = "it has no price of its own"
                self.left_out.append(self._row(table, each.line, _amount_in(row), why))
                continue
            if each.line_total is None and each.written_price is None:
                self.rejected.append(self._row(table, each.line, _amount_in(row), "its amounts cannot be read"))
                continue
            if any(sides.values()) and not sides.get(each.line):
                self.left_out.append(self._row(table, each.line, _amount_in(row), _NO_SIDE))
                continue
            if each.currency is not None:
                self.currencies.add(each.currency)
            if each.date is not None:
                self.dates.add(each.date)
            self._add(table, fitted(sides.get(each.line, "")) or name, each.line, self._line(each))
        return used

    def _add(self, table: Table, side: str, line: int, said: dict[str, Any]) -> None:
        """Add a line to a side, unless its figures are beyond all that a proposal has."""
        try:
            made = ProposalLine(line=line, **said)
        except ValidationError:
            amount = said["line_total"]
            self.rejected.append(self._row(table, line, amount, "a figure is beyond what a proposal has"))
            return
        self.counted += 1
        self.sides.setdefault(side or fitted(self.name) or "proposal", []).append(made)

    def _line(self, line: QuotedLine) -> dict[str, Any]:
        # One whose price and total disagree has no price, and is a part all the same.
        known = "part" if line.kind == "no_price" else line.kind
        kind = "charge" if known == "part" and (line.line_total or 0) < 0 else known
        match = self.matcher.match(line.part_number, line.description) if kind == "part" else None
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
            "category": _OF_MEANING.get(meaning) or _category(f"{line.part_number} {line.description}"),
        }

    def _yearly(self, whole: _Rows, at: int) -> set[int]:
        """The lines of costs by year; each sheet is a side, or a column names it."""
        table, header = whole.table, [as_text(each) for each in whole.cells[at]]
        if len(whole.cells) > MOST_PROPOSAL_LINES:
            raise UnreadableFile("too_many_lines", f"{self.name} has more than {MOST_PROPOSAL_LINES:,} lines.")
        years = [place for place, each in enumerate(header) if _YEAR.fullmatch(plain(each))][:MOST_YEARS]
        found = {
            name: next((place for place, each in enumerate(header) if pattern.fullmatch(plain(each))), None)
            for name, pattern in _COLUMNS.items()
        }
        items = [place for place, each in enumerate(header) if _ITEM.fullmatch(plain(each))]
        written = [as_text(row[place]) for row in whole.cells.values() for place in years if place < len(row)]
        mark = decimal_mark([each for each in written if any(map(str.isdigit, each))])
        priced = [place for place in (found["unit_price"], found["total"]) if place is not None]
        amounts_in = [as_text(row[place]) for row in whole.cells.values() for place in priced if place < len(row)]
        named_in = map(currency_of, [*header, *written, *amounts_in])
        self.currencies |= {each for each in named_in if each is not None}
        used = {each for each in whole.cells if each <= at and _assumption(whole.cells[each]) is None} | {at}
        place = found["side"]
        are_named = place is not None and any(
            as_text(row[place]) for line, row in whole.cells.items() if line > at and place < len(row)
        )
        summed = False
        for line, row in whole.cells.items():
            if line <= at:
                continue

            def cell(place: int | None, row: Sequence[Any] = row) -> Any:
                return row[place] if place is not None and place < len(row) else None

            amounts = [_number(cell(place), mark) for place in years]
            total = _number(cell(found["total"]), mark)
            if all(each is None for each in amounts) and total is None:
                continue
            if summed and _assumption(row) is not None:
                # Below the sums "Hosts, 12" is no cost.
                continue
            used.add(line)
            self.rows += 1
            wrong = [p for p, each in zip(years, amounts, strict=True) if each is None and as_text(cell(p))]
            if wrong:
                text = f"{as_text(cell(wrong[0]))!r} is no amount"
                self.rejected.append(self._row(table, line, _amount_in(row), text))
                continue
            side = fitted(as_text(cell(found["side"])) if are_named else table.name)
            if not side:
                self.left_out.append(self._row(table, line, _amount_in(row), _NO_SIDE))
                continue
            # The category stands in for an item without a name of its own.
            texts = [text for place in items if (text := as_text(cell(place)))]
            named = [text for place in items if place != found["category"] and (text := as_text(cell(place)))]
            is_total = any(map(is_sum, texts))
            summed = summed or is_total
            discount = _number(as_text(cell(found["discount"])).removesuffix("%"), mark)
            said: dict[str, Any] = {
                "kind": "sum" if is_total else "part",
                "description": fitted(" ".join(named or texts), _MOST_SHOWN),
                "category": _category(as_text(cell(found["category"]))) or _category(" ".join(texts)) or "other",
                "quantity": _number(cell(found["quantity"]), mark),
                "unit_price": _number(cell(found["unit_price"]), mark),
                "discount_share": None if discount is None else discount / 100 if discount > 1 else discount,
                "line_total": total,
                "years": tuple(amounts),
            }
            self._add(table, side, line, said)
        return used

    def _row(self, table: Table, line: int, amount: float | None, why: str) -> UnreadRow:
        row = _Rows(table).cells.get(line, [])
        text = fitted(" | ".join(text for cell in row if (text := as_text(cell))), _MOST_SHOWN)
        return UnreadRow(table=table.name, line=line, text=text, amount=amount, why=why)

    def reading(self) -> ProposalReading:
        """All that was read."""
        if len(self.sides) > MOST_SIDES:
            text = f"{self.name} has {len(self.sides)} sides, more than the {MOST_SIDES} that are compared at once."
            raise UnreadableFile("too_many_lines", text)
        sides = [
            ProposalSide(name=each, lines=tuple(lines), stated=self._figures(each))
            for each, lines in self.sides.items()
        ]
        # What the amounts say wins over a note beside them.
        currencies = self.currencies or self.currencies_beside
        currency = currencies.pop() if len(currencies) == 1 else None
        return ProposalReading(
            proposal=Proposal(
                name=fitted(self.name) or "proposal",
                currency=currency,
                date=max(self.dates, default=None),
                sides=tuple(sides),
            ),
            rows=self.rows,
            counted=self.counted,
            left_out=self.left_out,
            rejected=self.rejected,
            findings=self.findings,
        )

    def _figures(self, side: str) -> StatedFigures:
        # What stands beside all sides holds for each of them.
        common = {k: v for each, said in self.stated.items() if each not in self.sides for k, v in said.items()}
        return StatedFigures(**common | self.stated.get(side, {}))


_COLUMNS = {
    "side": _SIDE,
    "category": _CATEGORY,
    "quantity": _QUANTITY,
    "unit_price": _UNIT_PRICE,
    "discount": _DISCOUNT,
    "total": _TOTAL,
}


class _Rows:
    """All rows of a table by their numbers, its first one and titles too."""

    def __init__(self, table: Table) -> None:
        first = min(table.lines, default=2) - 1
        self.table = table
        self.cells: dict[int, list[Any]] = {first: list(table.header)}
        self.cells |= {line: list(row) for line, row in zip(table.lines, table.rows, strict=True)}
        self.order = list(self.cells)[:16]
        #: Rows above the first one with several cells.
        self.titles = {
            line for line in self.order if line <= next((at for at in self.order if _filled(self.cells[at]) > 2), first)
        }

    def line_of(self, header: Sequence[str]) -> int:
        """The row that has these headers."""
        texts = [each.strip() for each in header]
        found = (at for at in self.order if [as_text(each) for each in self.cells[at]][: len(texts)] == texts)
        return next(found, self.order[0])


def _filled(row: Sequence[Any]) -> int:
    return sum(bool(as_text(each)) for each in row)


def _is_yearly(row: Sequence[Any]) -> bool:
    texts = [plain(as_text(each)) for each in row]
    return sum(bool(_YEAR.fullmatch(each)) for each in texts) > 1 and any(_ITEM.fullmatch(each) for each in texts)


def _category(text: str) -> CategoryKey | None:
    return next((key for key, pattern in _CATEGORIES if re.search(pattern, text, re.I)), None)


def _number(cell: Any, mark: DecimalMark = DecimalMark.UNKNOWN) -> float | None:
    """A number or an amount of money, also below 0; None for anything else."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, (int, float)):
        return float(cell)
    found = money_numeral(as_text(cell).replace(MINUS, "-"))
    if found is None:
        return None
    try:
        numeral = read_number(found[0], mark)
    except NotANumber:
        return None
    if numeral.doubt is None:
        return numeral.value
    return read_number(found[0], DecimalMark.POINT if "," in found[0] else DecimalMark.COMMA).value


def _amount_in(row: Sequence[Any]) -> float | None:
    """The last number of a row."""
    found = [value for cell in row if (value := _number(cell)) is not None]
    return found[-1] if found else None


def _assumption(row: Sequence[Any]) -> dict[str, Any] | None:
    """What a row of a label and a value says, as fields of `StatedFigures`."""
    cells = [each for each in row if as_text(each)]
    if len(cells) not in (2, 3):
        return None
    label = re.sub(r" ?[(\[].*?[)\]]", "", plain(as_text(cells[0]))).rstrip(":").strip()
    name = next((key for key, pattern in _STATED if re.fullmatch(pattern, label)), None)
    value = " ".join(as_text(each) for each in cells[1:])
    found = re.search(r"\d[\d.,' ]*", value)
    if name is None or found is None:
        return None
    number = float(cells[1]) if isinstance(cells[1], (int, float)) else _number(found[0].strip().rstrip(".,"))
    if number is None or not isfinite(number):
        return None
    said: dict[str, Any] = {name: number}
    if name in ("raw_capacity", "usable_capacity"):
        unit = re.search(r"\b(TiB|TB)\b", f"{value} {as_text(cells[0])}")
        said[f"{name.removesuffix('_capacity')}_unit"] = unit[1] if unit else None
    elif name == "growth_rate" or (name == "usable_per_raw" and "%" in value):
        said[name] = number / 100 if "%" in value else number
    elif name in ("years", "support_years") and re.search(r"month|monat", value, re.I):
        said[name] = number / 12
    elif name in ("hosts", "spare_hosts"):
        if number != int(number):
            return None
        said[name] = int(number)
    try:
        StatedFigures(**said)
    except ValidationError:
        return None
    return said


__all__ = ["UnknownColumns", "UnreadableFile", "read_proposal"]
