"""Costs by year, as comparisons of total costs list them: each sheet is a side, or a column names it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hostwise.number_format.money import currency_of
from hostwise.number_format.reading import decimal_mark
from hostwise.plan.fields import fitted
from hostwise.plan.proposal import MOST_PROPOSAL_LINES, MOST_YEARS
from hostwise.quotes.proposal_columns import COLUMNS
from hostwise.quotes.proposal_gathering import MOST_SHOWN, NO_SIDE, Gathering
from hostwise.quotes.proposal_rows import AllRows, category_of, number_of
from hostwise.quotes.quote_lines import is_sum
from hostwise.quotes.stated_assumptions import assumption_in
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import as_text


def take_years(to: Gathering, rows: AllRows, at: int) -> set[int]:
    """Add the lines of a table of costs by year to their sides; the rows that it is made of.

    Args:
        to: what is gathered of the proposal.
        rows: all rows of the table.
        at: the number of the row that is its header.

    Raises:
        UnreadableFile: it has too many lines.
    """
    if len(rows.cells) > MOST_PROPOSAL_LINES:
        raise UnreadableFile("too_many_lines", f"{to.name} has more than {MOST_PROPOSAL_LINES:,} lines.")
    sheet = _Sheet(rows, at)
    to.currencies |= sheet.currencies()
    used = {each for each in rows.cells if each <= at and assumption_in(rows.cells[each]) is None} | {at}
    is_below_sums = False
    for line, row in rows.cells.items():
        if line <= at or not sheet.has_amounts(row):
            continue
        if is_below_sums and assumption_in(row) is not None:
            # Below the sums "Hosts, 12" is no cost.
            continue
        used.add(line)
        to.rows += 1
        side = fitted(sheet.side(row))
        if (wrong := sheet.wrong_amount(row)) is not None:
            to.reject(rows, line, f"{wrong!r} is no amount")
        elif not side:
            to.leave_out(rows, line, NO_SIDE)
        else:
            said = sheet.said(row)
            is_below_sums = is_below_sums or said["kind"] == "sum"
            to.add(rows, side, line, said)
    return used


class _Sheet:
    """A table of costs by year: where its columns are, and how its numbers are written."""

    def __init__(self, rows: AllRows, at: int) -> None:
        self.rows = rows
        self.header = [as_text(each) for each in rows.cells[at]]
        places = COLUMNS.places(self.header)
        self.years = places["year"][:MOST_YEARS]
        self.items = places["item"]
        self.first = {name: each[0] for name, each in places.items() if each}
        written = self._texts(self.years)
        self.mark = decimal_mark([each for each in written if any(map(str.isdigit, each))])
        below = (row for line, row in rows.cells.items() if line > at)
        self.is_side_named = any(as_text(self._cell(row, "side")) for row in below)

    def _texts(self, places: Sequence[int]) -> list[str]:
        return [as_text(row[place]) for row in self.rows.cells.values() for place in places if place < len(row)]

    def _cell(self, row: Sequence[Any], column: str) -> Any:
        place = self.first.get(column)
        return row[place] if place is not None and place < len(row) else None

    def _number(self, row: Sequence[Any], column: str) -> float | None:
        return number_of(self._cell(row, column), self.mark)

    def _of_years(self, row: Sequence[Any]) -> list[Any]:
        return [row[place] if place < len(row) else None for place in self.years]

    def _amounts(self, row: Sequence[Any]) -> list[float | None]:
        return [number_of(each, self.mark) for each in self._of_years(row)]

    def currencies(self) -> set[str]:
        """The currencies that headers and amounts name."""
        priced = [self.first[each] for each in ("unit_price", "total") if each in self.first]
        named = map(currency_of, [*self.header, *self._texts(self.years), *self._texts(priced)])
        return {each for each in named if each is not None}

    def has_amounts(self, row: Sequence[Any]) -> bool:
        """Whether a row has an amount of a year, or a total."""
        return any(each is not None for each in [*self._amounts(row), self._number(row, "total")])

    def wrong_amount(self, row: Sequence[Any]) -> str | None:
        """What stands in place of an amount of a year and is none."""
        cells = zip(self._of_years(row), self._amounts(row), strict=True)
        return next((as_text(cell) for cell, amount in cells if amount is None and as_text(cell)), None)

    def side(self, row: Sequence[Any]) -> str:
        """The side of a row: that of its column, else the name of the sheet."""
        return as_text(self._cell(row, "side")) if self.is_side_named else self.rows.table.name

    def said(self, row: Sequence[Any]) -> dict[str, Any]:
        """What a row says, as fields of a line of a proposal."""
        cells = {place: as_text(row[place]) for place in self.items if place < len(row)}
        texts = [text for text in cells.values() if text]
        # The category stands in for an item without a name of its own.
        named = [text for place, text in cells.items() if text and place != self.first.get("category")]
        discount = number_of(as_text(self._cell(row, "discount")).removesuffix("%"), self.mark)
        category = category_of(as_text(self._cell(row, "category"))) or category_of(" ".join(texts))
        return {
            "kind": "sum" if any(map(is_sum, texts)) else "part",
            "description": fitted(" ".join(named or texts), MOST_SHOWN),
            "category": category or "other",
            "quantity": self._number(row, "quantity"),
            "unit_price": self._number(row, "unit_price"),
            "discount_share": None if discount is None else discount / 100 if discount > 1 else discount,
            "line_total": self._number(row, "total"),
            "years": tuple(self._amounts(row)),
        }
