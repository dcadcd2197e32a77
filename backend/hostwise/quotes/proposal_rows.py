"""The rows of a proposal as they stand: all of a table by their numbers, and what amounts and words in them say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from hostwise.number_format.money import money_numeral
from hostwise.number_format.reading import DecimalMark, NotANumber, read_number
from hostwise.number_format.writing import MINUS
from hostwise.plan.proposal import CategoryKey
from hostwise.tables.table import Table, as_text

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


class AllRows:
    """All rows of a table by their numbers, its first one and titles too."""

    def __init__(self, table: Table) -> None:
        """Number the rows of a table."""
        first = min(table.lines, default=2) - 1
        self.table = table
        self.cells: dict[int, list[Any]] = {first: list(table.header)}
        self.cells |= {line: list(row) for line, row in zip(table.lines, table.rows, strict=True)}
        self.order = list(self.cells)[:16]
        #: Rows above the first one with several cells.
        self.titles = {
            line for line in self.order if line <= next((at for at in self.order if filled(self.cells[at]) > 2), first)
        }

    def amount(self, line: int) -> float | None:
        """The last number of a row."""
        return amount_in(self.cells.get(line, []))

    def line_of(self, header: Sequence[str]) -> int:
        """The row that has these headers."""
        texts = [each.strip() for each in header]
        found = (at for at in self.order if [as_text(each) for each in self.cells[at]][: len(texts)] == texts)
        return next(found, self.order[0])


def filled(row: Sequence[Any]) -> int:
    """How many cells of a row hold anything."""
    return sum(bool(as_text(each)) for each in row)


def category_of(text: str) -> CategoryKey | None:
    """The kind of costs that words name."""
    return next((key for key, pattern in _CATEGORIES if re.search(pattern, text, re.I)), None)


def number_of(cell: Any, mark: DecimalMark = DecimalMark.UNKNOWN) -> float | None:
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
    if numeral.uncertainty is None:
        return numeral.value
    return read_number(found[0], DecimalMark.POINT if "," in found[0] else DecimalMark.COMMA).value


def amount_in(row: Sequence[Any]) -> float | None:
    """The last number of a row."""
    found = [value for cell in row if (value := number_of(cell)) is not None]
    return found[-1] if found else None
