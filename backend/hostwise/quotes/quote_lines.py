"""The lines of a quote whose columns are known: what each is, and what one piece of it costs.

Cells are read as they stand: a text that looks like a formula stays a text.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from typing import Literal

from hostwise.number_format.money import currency_of, money_numeral
from hostwise.number_format.reading import DecimalMark, NotANumber, decimal_mark, read_number
from hostwise.number_format.writing import MINUS, exact
from hostwise.plan.fields import MOST_TEXT, fitted
from hostwise.plan.proposal import MOST_YEARS, LineMeaning
from hostwise.quotes.line_reading import read_line
from hostwise.quotes.line_words import MONTHS_PER_YEAR, plain_words, term_of
from hostwise.tables.table import Table, as_text, plain

LineKind = Literal["part", "sum", "charge", "option", "no_price"]


@dataclass(frozen=True)
class QuotedLine:
    """A line of a quote.

    Attributes:
        line: its number in the file, from 1.
        kind: a part; a sum of others; shipping, services and taxes; an option that no sum has; or something without a
            price of its own.
        unit_price: what one piece costs; None if that cannot be read.
        written_price: the price as it is written, of which a discount may not be taken off.
        line_total: the total as it is written; below 0 where something is taken off.
        currency: ISO 4217 code, where the quote says it.
        discount_share: share by which the price is below the list price.
        term_years: years that it is for, where a column says them.
    """

    line: int
    kind: LineKind
    part_number: str
    description: str
    quantity: float | None
    unit_price: float | None
    currency: str | None
    discount_share: float | None
    date: str | None
    written_price: float | None = None
    line_total: float | None = None
    term_years: float | None = None


_SUM = re.compile(r"(?:sub-? ?total|grand total|net total|total|sum|summe|zwischensumme|gesamt\w*|endsumme)\b", re.I)
_CHARGE = re.compile(
    r"\b(?:shipping|freight|delivery|handling|insurance|versand\w*|fracht\w*|lieferung|transport\w*|verpackung|vat|"
    r"sales tax|tax|mwst\.?|umsatzsteuer|ust\.?|iva|tva|btw|gst|moms|discount|rabatt|nachlass|installation|montage|"
    r"training|schulung)\b",
    re.I,
)


def is_sum(text: str) -> bool:
    """Whether a line with this text is a sum of others."""
    return _SUM.match(text) is not None


class LineReader:
    """Reads the lines of one table whose columns are known."""

    def __init__(self, table: Table, mapping: dict[str, str]) -> None:
        """Take the columns, and find out how its numbers are written."""
        self.table, self.mapping = table, mapping
        self.cells = {field: table.cells(plain(header)) for field, header in mapping.items()}
        money = [each for field in ("unit_price", "line_total") for each in self.cells.get(field, [])]
        written = [found[0] for each in money if isinstance(each, str) and (found := money_numeral(each))]
        self.mark = decimal_mark(written)
        self.wrong: dict[str, list[int]] = {}
        self.thousands: list[int] = []
        self.dollars: list[int] = []
        self.list_prices: list[int] = []
        self.contradictions: list[int] = []
        symbols = {found[1] for each in money if isinstance(each, str) and (found := money_numeral(each)) and found[1]}
        headers = " ".join(mapping.get(each, "") for each in ("unit_price", "line_total"))
        #: The currency of cells that name none: that of a header, else the only one that other cells name.
        self.currency = currency_of(headers) or (symbols.pop() if len(symbols) == 1 else None)

    def lines(self) -> list[QuotedLine]:
        """All lines of the table, which keeps what was doubtful as findings."""
        found = [each for at in range(len(self.table)) if (each := self._line(at)) is not None]
        self._keep_findings()
        return found

    def _text(self, field: str, at: int) -> str:
        return fitted(as_text(self.cells[field][at]), MOST_TEXT) if field in self.cells else ""

    def _line(self, at: int) -> QuotedLine | None:
        number, description = self._text("part_number", at), self._text("description", at)
        unit, unit_currency = self._amount("unit_price", at)
        total, total_currency = self._amount("line_total", at)
        quantity, discount = self._quantity(at), self._discount(at)
        if not (number or description or unit or total):
            return None
        price = self._piece(at, unit, total, quantity, discount)
        said = " ".join(filter(None, (number, description)))
        kind: LineKind = "part"
        # A sum stands below its lines, often in the first column that has room.
        first = next((text for cell in self.table.rows[at] if (text := as_text(cell))), "")
        meaning = read_line(number, description).meaning
        if meaning == "option":
            kind = "option"
        elif is_sum(said or first) or is_sum(first):
            kind = "sum"
        elif meaning not in _PARTS and (_CHARGE.search(said) or meaning == "discount"):
            kind = "charge"
        elif meaning == "total":
            kind = "sum"
        elif not price:
            kind = "no_price"
        named = currency_of(self._text("currency", at))
        return QuotedLine(
            line=self.table.lines[at],
            kind=kind,
            part_number=number,
            description=description,
            quantity=quantity,
            unit_price=price,
            currency=named or unit_currency or total_currency or self.currency,
            discount_share=discount,
            date=self._date(at),
            written_price=unit,
            line_total=self._taken_off(at) if total is None else total,
            term_years=self._term(at),
        )

    def _term(self, at: int) -> float | None:
        """The years of a column of terms: with a unit in the cell or the header; a bare number above 7 is of months."""
        text = plain_words(self._text("term", at))
        if not text:
            return None
        if text.replace(".", "", 1).isdigit():
            value, header = float(text), plain_words(self.mapping["term"])
            in_months = re.search(r"mo(?:nth|nat|\b)|mes", header) or (
                value > _MOST_BARE_YEARS and "year" not in header
            )
            years = value / MONTHS_PER_YEAR if in_months else value
            return years if 0 < years <= MOST_YEARS else None
        return term_of(text)

    def _taken_off(self, at: int) -> float | None:
        """A total below 0, which is no price."""
        cell = self.cells["line_total"][at] if "line_total" in self.cells else ""
        if isinstance(cell, (int, float)) and not isinstance(cell, bool):
            return float(cell) if cell < 0 else None
        found = money_numeral(as_text(cell).replace(MINUS, "-").replace("\u2013", "-"))
        try:
            value = None if found is None else read_number(found[0], self.mark).value
        except NotANumber:
            return None
        return value if value is not None and value < 0 else None

    def _piece(
        self, at: int, unit: float | None, total: float | None, quantity: float | None, discount: float | None
    ) -> float | None:
        """The price of one piece, after a discount that is not yet in it."""
        if total is None or not quantity:
            return unit
        if unit is None:
            return total / quantity
        if _alike(unit * quantity, total):
            return unit
        if discount and _alike(unit * quantity * (1 - discount), total):
            self.list_prices.append(at)
            return total / quantity
        self.contradictions.append(at)
        return None

    def _amount(self, field: str, at: int) -> tuple[float | None, str | None]:
        """An amount of money and its currency; None if empty or unreadable, with a finding."""
        cell = self.cells[field][at] if field in self.cells else ""
        if isinstance(cell, (int, float)) and not isinstance(cell, bool):
            return (float(cell), None) if cell >= 0 else (None, None)
        text = as_text(cell)
        if not any(each.isdigit() for each in text):
            return None, None
        found = money_numeral(text)
        try:
            if found is None:
                raise NotANumber(text)
            number, currency = found
            if currency == "USD" and "$" in text and "US" not in text.upper():
                self.dollars.append(at)
            return self._number(number, at), currency
        except NotANumber:
            self.wrong.setdefault(field, []).append(at)
            return None, None

    def _number(self, text: str, at: int) -> float:
        found = read_number(text, self.mark)
        if found.uncertainty is None:
            return found.value
        # A price with three decimals is rare, thousands are usual.
        self.thousands.append(at)
        return read_number(text, DecimalMark.POINT if "," in text else DecimalMark.COMMA).value

    def _quantity(self, at: int) -> float | None:
        cell = self.cells["quantity"][at] if "quantity" in self.cells else ""
        if isinstance(cell, (int, float)) and not isinstance(cell, bool):
            return float(cell)
        found = re.fullmatch(r"(?:x ?)?([\d.,' ]*\d)(?: ?(?:x|[a-zäöü]+\.?))?", as_text(cell), re.I)
        if found is None:
            if any(each.isdigit() for each in as_text(cell)):
                self.wrong.setdefault("quantity", []).append(at)
            return None
        try:
            return read_number(found[1], self.mark if self.mark is not DecimalMark.UNKNOWN else DecimalMark.POINT).value
        except NotANumber:
            self.wrong.setdefault("quantity", []).append(at)
            return None

    def _discount(self, at: int) -> float | None:
        """A discount as a share of the list price."""
        cell = self.cells["discount"][at] if "discount" in self.cells else ""
        text = as_text(cell).removesuffix("%").strip().lstrip("-").strip()
        if not text:
            return None
        try:
            value = abs(float(cell)) if isinstance(cell, (int, float)) else read_number(text, self.mark).value
        except NotANumber:
            self.wrong.setdefault("discount", []).append(at)
            return None
        percent = "%" in as_text(cell) or "%" in self.mapping["discount"] or value > 1
        share = value / 100 if percent else value
        return share if 0 <= share <= 1 else None

    def _date(self, at: int) -> str | None:
        cell = self.cells["date"][at] if "date" in self.cells else ""
        if isinstance(cell, dt.date):
            return cell.strftime("%Y-%m-%d")
        text = as_text(cell)
        if not text:
            return None
        try:
            day = re.fullmatch(r"(\d{1,2})\.(\d{1,2})\.(\d{4})", text)
            found = dt.date(int(day[3]), int(day[2]), int(day[1])) if day else dt.date.fromisoformat(text[:10])
        except ValueError:
            # 11/12/2026 is read differently on both sides of the ocean.
            self.wrong.setdefault("date", []).append(at)
            return None
        return found.isoformat()

    def _keep_findings(self) -> None:
        """Keep what was doubtful as findings."""
        note = self.table.note
        for field, rows in self.wrong.items():
            shown = as_text(self.cells[field][rows[0]])[:60]
            title = self.mapping[field].strip()
            note("not_readable", "repaired", f"{title!r} cannot be read, such as {shown!r}: taken as missing.", rows)
        if self.thousands:
            text = "Amounts like 1,234 or 1.234 are read with thousands, since no other amount tells the decimal mark."
            note("thousands", "warning", text, list(dict.fromkeys(self.thousands)))
        if self.dollars and self.currency is None:
            note("dollars", "note", "$ is read as US dollars.", list(dict.fromkeys(self.dollars)))
        if self.list_prices:
            text = "The price of a piece is before the discount: what counts is the total by the quantity."
            note("list_prices", "note", text, self.list_prices)
        if self.contradictions:
            at = self.contradictions[0]
            values = [self._amount("unit_price", at)[0], self._quantity(at), self._amount("line_total", at)[0]]
            unit, quantity, total = (exact(each) if each is not None else "?" for each in values)
            text = (
                f"Price, quantity and total do not agree, such as {unit} x {quantity} and {total}: no price is taken."
            )
            note("not_agreeing", "warning", text, self.contradictions)


_PARTS: frozenset[LineMeaning] = frozenset({"licence", "cpu", "memory", "drive", "chassis", "nic"})
"""What is sold, though its words name a delivery or a discount."""
_MOST_BARE_YEARS = 7
"""A number of a term without a unit above this is of months: licences are sold for one to five years."""


def _alike(one: float, other: float) -> bool:
    """Whether two amounts differ by rounding only."""
    return abs(one - other) <= max(0.005 * abs(other), 0.02)
