"""One table of a file: its columns by the names of their headers, and its values as numbers, texts, flags and dates."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hostwise.numerals.reading import DecimalMark, NotANumber, decimal_mark, read_number
from hostwise.plan.estate import EstateFinding, TabReport

Floats = NDArray[np.float64]

_YES = frozenset({"true", "yes", "1", "ja", "oui", "wahr", "vrai"})
_SHOWN = 20


def plain(header: object) -> str:
    """A header as it is compared: small letters, single blanks, no marks at its ends.

    >>> plain(" Free % "), plain("*Memory (In MB)"), plain("Provisioned  MiB")
    ('free %', 'memory (in mb)', 'provisioned mib')
    """
    return " ".join(str(header).split()).strip("*").strip().lower()


@dataclass
class Table:
    """A table with a header. Its rows may be shorter than the header.

    Attributes:
        file: the file it is from.
        name: sheet of a workbook, or the name of a CSV file.
        header: headers as written.
        rows: the rows below it that hold anything.
        lines: number of each row in the sheet, counted from 1.
    """

    file: str
    name: str
    header: list[str]
    rows: list[list[Any]]
    lines: list[int] | range
    findings: list[EstateFinding] = field(default_factory=list)
    repaired: set[int] = field(default_factory=set)
    rejected: set[int] = field(default_factory=set)

    @classmethod
    def of_rows(cls, file: str, name: str, rows: list[list[Any]]) -> Table:
        """The table whose first row that holds anything is the header."""
        at = next((index for index, row in enumerate(rows) if any(_full(cell) for cell in row)), 0)
        header = ["" if cell is None else str(cell) for cell in rows[at]]
        body = rows[at + 1 :]
        # Sheets are padded with empty rows by the thousand. A row with a first cell is not empty, which settles most.
        kept = [index for index, row in enumerate(body) if (row and _full(row[0])) or any(_full(cell) for cell in row)]
        whole = len(kept) == len(body)
        table = cls(
            file,
            name,
            header,
            body if whole else [body[index] for index in kept],
            range(at + 2, at + 2 + len(body)) if whole else [at + 2 + index for index in kept],
        )
        table._about_headers()
        return table

    @property
    def place(self) -> str:
        """File and sheet in words."""
        return self.file if self.file.rsplit(".", 1)[0] == self.name else f"{self.file}, {self.name}"

    def __post_init__(self) -> None:
        """Index the headers; the first of equal ones counts."""
        self.index: dict[str, int] = {}
        for at, header in enumerate(self.header):
            if (key := plain(header)) and key not in self.index:
                self.index[key] = at
        width = len(self.header)
        self._ragged = any(len(row) < width for row in self.rows)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def has(self, *headers: str) -> bool:
        """Whether all these headers are there."""
        return all(each in self.index for each in headers)

    def first_of(self, headers: Sequence[str]) -> str | None:
        """The first of some headers that is there."""
        return next((each for each in headers if each in self.index), None)

    def cells(self, header: str) -> list[Any]:
        """The cells of a column; empty text where a row ends before it."""
        at = self.index[header]
        if self._ragged:
            return [row[at] if at < len(row) else "" for row in self.rows]
        return [row[at] for row in self.rows]

    def texts(self, *headers: str) -> list[str] | None:
        """A column as text, of the first header that is there."""
        header = self.first_of(headers)
        return None if header is None else [as_text(cell) for cell in self.cells(header)]

    def flags(self, *headers: str) -> list[bool] | None:
        """A column as yes or no: booleans may be written as text."""
        header = self.first_of(headers)
        if header is None:
            return None
        return [cell if isinstance(cell, bool) else str(cell).strip().lower() in _YES for cell in self.cells(header)]

    def numbers(self, *headers: str, factor: float = 1.0) -> Floats | None:
        """A column as numbers times a factor, NaN where empty; what is no number becomes a finding.

        Negative numbers mean "not set" in these exports, and become NaN as well.
        """
        header = self.first_of(headers)
        if header is None:
            return None
        cells = self.cells(header)
        try:
            values = np.array([None if cell == "" else cell for cell in cells], dtype=np.float64)
        except (TypeError, ValueError):
            values = self._read_numbers(header, cells)
        values[~np.isfinite(values) | (values < 0)] = np.nan
        return values * factor if factor != 1.0 else values

    def _read_numbers(self, header: str, cells: list[Any]) -> Floats:
        written = [cell for cell in cells if isinstance(cell, str) and cell.strip()]
        mark = decimal_mark(written)
        if mark is DecimalMark.UNKNOWN and any("," in each for each in written):
            mark = DecimalMark.POINT  # 16,384 alone: these exports count whole things
        values = np.full(len(cells), np.nan)
        wrong: list[int] = []
        for at, cell in enumerate(cells):
            if isinstance(cell, (int, float)):
                values[at] = cell
            elif isinstance(cell, str):
                text = cell.strip().removesuffix("%").strip()
                if not text or text.lower() in _NOTHING:
                    continue
                try:
                    values[at] = read_number(text, mark).value
                except NotANumber:
                    wrong.append(at)
            elif cell is not None:
                wrong.append(at)
        if wrong:
            self.repaired.update(wrong)
            shown = as_text(cells[wrong[0]])[:60]
            self.note(
                "not_a_number",
                "repaired",
                f"{self.header[self.index[header]].strip()!r} is no number, such as {shown!r}: read as missing.",
                wrong,
            )
        return values

    def note(self, code: str, kind: Any, message: str, rows: Sequence[int] = (), count: int | None = None) -> None:
        """Keep a finding about some rows, by their index."""
        shown = [self.lines[at] for at in list(rows)[:_SHOWN]]
        many = count if count is not None else max(len(rows), 1)
        self.findings.append(
            EstateFinding(code=code, kind=kind, message=message, place=self.place, rows=shown, count=many)
        )

    def reject(self, code: str, message: str, rows: Sequence[int]) -> None:
        """Leave rows out, and say why."""
        if rows:
            self.rejected.update(rows)
            self.note(code, "rejected", message, rows)

    def report(self) -> TabReport:
        """What became of the rows."""
        rejected = len(self.rejected)
        repaired = len(self.repaired - self.rejected)
        return TabReport(
            file=self.file,
            tab=self.name,
            rows_read=len(self.rows),
            rows_accepted=len(self.rows) - rejected - repaired,
            rows_repaired=repaired,
            rows_rejected=rejected,
        )

    def _about_headers(self) -> None:
        blank = [header for header in self.header if header != header.strip() and header.strip()]
        if blank:
            names = ", ".join(repr(each) for each in blank[:5])
            self.note("header_blanks", "note", f"Headers with blanks at their ends: {names}.", count=len(blank))
        nameless = [at for at, header in enumerate(self.header) if not header.strip()]
        if nameless:
            self.note("header_empty", "note", "Columns without a header are left out.", count=len(nameless))
        keys = [key for header in self.header if (key := plain(header))]
        twice = [key for key, count in Counter(keys).items() if count > 1]
        if twice:
            names = ", ".join(repr(each) for each in twice[:5])
            self.note(
                "header_twice", "warning", f"Headers that occur twice: {names}. The first one counts.", count=len(twice)
            )


_NOTHING = frozenset({"n/a", "na", "-", "--", "null", "none", "nan", "unknown", "unset", "unlimited", "\u2013"})


def _full(cell: object) -> bool:
    return cell is not None and cell != "" and not (isinstance(cell, str) and cell.isspace())


def as_text(cell: object) -> str:
    """A cell as text: names that look like numbers are names.

    >>> as_text(59.0), as_text("  web 01 "), as_text(None)
    ('59', 'web 01', '')
    """
    if isinstance(cell, str):
        return cell.strip()
    if cell is None:
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, (dt.datetime, dt.date, dt.time)):
        return cell.isoformat()
    return str(cell)


def mapped(texts: Sequence[str], meaning: Callable[[str], str]) -> list[str]:
    """Each text through a function that is asked once for each different text."""
    known = {each: meaning(each) for each in set(texts)}
    return [known[each] for each in texts]
