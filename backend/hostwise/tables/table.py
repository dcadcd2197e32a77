"""One table of a file: its columns by the names of their headers, and its values as numbers, texts, flags and dates."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from operator import itemgetter
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hostwise.number_format.reading import DecimalMark, NotANumber, decimal_mark, read_number
from hostwise.plan.estate import EstateFinding, TabReport, place_of
from hostwise.plan.estate_codes import EstateCode
from hostwise.tables.well_formed import Rows, whole_with_commas

Floats = NDArray[np.float64]

_YES = frozenset(
    {"true", "yes", "1", "ja", "oui", "wahr", "vrai", "vero", "verdadero", "waar", "prawda", "sant", "do\u011fru"}
)
"""Yes as people and Excel write it, which translates the flags of a CSV that it saves again."""
_SHOWN, _CELLS_SHOWN, _LETTERS_SHOWN = 200, 4, 60

_MOST = 1e17
"""Largest number of a cell: no storage has more bytes, and no other figure comes near in any unit."""


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
        separator: what is between the cells of a CSV; None for a sheet.
        whole: whether its rows are objects, of which none can be cut short.
        vm_ids: id of the VM that each row is about, where a reader knows it; empty where there is none.
    """

    file: str
    name: str
    header: list[str]
    rows: Rows | list[list[Any]]
    lines: list[int] | range
    separator: str | None = None
    findings: list[EstateFinding] = field(default_factory=list)
    repaired: set[int] = field(default_factory=set)
    rejected: set[int] = field(default_factory=set)
    vm_ids: Sequence[str] | None = None
    whole: bool = False

    @classmethod
    def of_rows(
        cls,
        file: str,
        name: str,
        rows: Rows | list[list[Any]],
        separator: str | None = None,
        *,
        ends_whole: bool = False,
    ) -> Table:
        """The table whose first row that holds anything is the header.

        Args:
            file: the file it is from.
            name: its name.
            rows: all of its rows.
            separator: what is between the cells of a CSV.
            ends_whole: whether its last line is ended, so that no value of it is cut.
        """
        # By index: iterating over rows that are kept by column would build hundreds of them at once.
        at = next((index for index in range(len(rows)) if any(_full(cell) for cell in rows[index])), 0)
        header = ["" if cell is None else str(cell) for cell in rows[at]]
        body = rows[at + 1 :]
        whole = _all_begin(body)
        # Sheets are padded with empty rows by the thousand.
        kept = [] if whole else [index for index, row in enumerate(body) if any(_full(cell) for cell in row)]
        whole = whole or len(kept) == len(body)
        table = cls(
            file,
            name,
            header,
            body if whole else [body[index] for index in kept],
            range(at + 2, at + 2 + len(body)) if whole else [at + 2 + index for index in kept],
            separator,
        )
        table._about_headers()
        if separator is not None:
            table._about_lengths(ends_whole=ends_whole)
        return table

    @classmethod
    def of_records(cls, file: str, name: str, records: Sequence[Mapping[str, Any]]) -> Table:
        """The table of some records, whose header are all their keys."""
        header = list(dict.fromkeys(key for each in records for key in each))
        rows = [[each.get(key, "") for key in header] for each in records]
        return cls(file, name, header, rows, range(1, len(rows) + 1), whole=True)

    def below(self, at: int) -> Table:
        """The table whose header is one of the rows of this one, as under a title."""
        lines = self.lines[at + 1 :]
        table = Table(
            self.file, self.name, [as_text(cell) for cell in self.rows[at]], self.rows[at + 1 :], lines, self.separator
        )
        table._about_headers()
        return table

    @property
    def place(self) -> str:
        """File and sheet in words."""
        return place_of(self.file, self.name)

    def __post_init__(self) -> None:
        """Index the headers; the first of equal ones counts."""
        self.index: dict[str, int] = {}
        for at, header in enumerate(self.header):
            if (key := plain(header)) and key not in self.index:
                self.index[key] = at
        self._columns: list[tuple[Any, ...]] | None = None
        self._texts: dict[str, list[str]] = {}

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
        if isinstance(self.rows, Rows):
            return self.rows.column(at)
        if self._columns is None:
            # At once: rows lie far apart in memory, and to go through them for each column takes twice as long.
            self._columns = list(zip_longest(*self.rows, fillvalue=""))
        return list(self._columns[at]) if at < len(self._columns) else [""] * len(self.rows)

    def texts(self, *headers: str) -> list[str] | None:
        """A column as text, of the first header that is there."""
        header = self.first_of(headers)
        if header is None:
            return None
        if header not in self._texts:
            # Cached, since every join reads the names.
            cells = self.cells(header)
            try:
                self._texts[header] = list(map(str.strip, cells))
            except TypeError:
                self._texts[header] = [as_text(cell) for cell in cells]
        return self._texts[header]

    def flags(self, *headers: str) -> list[bool] | None:
        """A column as yes or no: booleans may be written as text."""
        header = self.first_of(headers)
        if header is None:
            return None
        cells = self.cells(header)
        known = {each: as_text(each).lower() in _YES for each in set(cells)}
        return list(map(known.__getitem__, cells))

    def numbers(self, *headers: str, factor: float = 1.0) -> Floats | None:
        """A column as numbers times a factor, NaN where empty; any other text becomes a finding.

        Negative numbers, which some exports have for "not set", become NaN and a finding as well.
        """
        header = self.first_of(headers)
        if header is None:
            return None
        values = self._quick_numbers(header)
        if values is None:
            cells: Sequence[Any] = self.cells(header)
            if self.separator == ";":
                cells = self._without_points(header, cells)
            try:
                values = _plain_numbers(cells)
            except (OverflowError, TypeError, ValueError):
                values = self._read_numbers(header, cells)
        values[~np.isfinite(values)] = np.nan
        if (values < 0).any():
            values = self._without_negative(header, values)
        if factor != 1.0:
            values = values * factor
        if (values > _MOST).any():
            values = self._without_impossible(header, values)
        return values

    def _quick_numbers(self, header: str) -> Floats | None:
        """A column of blanks and plain numbers with a decimal point; None if it holds anything else."""
        if self.separator == ";" or not isinstance(self.rows, Rows):
            return None
        return self.rows.numbers(self.index[header])

    def _without_negative(self, header: str, values: Floats) -> Floats:
        below = [int(at) for at in np.flatnonzero(values < 0)]
        self.repaired.update(below)
        shown = as_text(self.cells(header)[below[0]])[:60]
        title = self.header[self.index[header]].strip()
        self.note("negative", "repaired", f"{title!r} is below 0, such as {shown}: read as missing.", below)
        return np.where(values < 0, np.nan, values)

    def _without_impossible(self, header: str, values: Floats) -> Floats:
        too_much = [int(at) for at in np.flatnonzero(values > _MOST)]
        self.repaired.update(too_much)
        shown = as_text(self.cells(header)[too_much[0]])[:60]
        title = self.header[self.index[header]].strip()
        self.note("impossible", "repaired", f"{title!r} is too much, such as {shown}: read as missing.", too_much)
        return np.where(values > _MOST, np.nan, values)

    def _without_points(self, header: str, cells: Sequence[Any]) -> Sequence[Any]:
        """Numbers without points between their thousands.

        A CSV with semicolons has decimal commas: in it, 4.096 is four thousand.
        """
        pointed = [cell for cell in cells if "." in cell]
        if not pointed or not all(_POINTED.fullmatch(cell) for cell in pointed):
            return cells
        self.note(
            "thousands_point",
            "note",
            f"{self.header[self.index[header]].strip()!r} has points between thousands: {pointed[0]} is read as "
            f"{pointed[0].strip().replace('.', '')}.",
            count=len(pointed),
        )
        return [cell.replace(".", "") for cell in cells]

    def _read_numbers(self, header: str, cells: Sequence[Any]) -> Floats:
        if all(type(cell) is str for cell in cells):
            quick = whole_with_commas(pl.Series(cells, dtype=pl.String))
            if quick is not None:
                return quick
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
                if not text or text.lower() in NOTHING:
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

    def note(
        self, code: EstateCode, kind: Any, message: str, rows: Sequence[int] = (), count: int | None = None
    ) -> None:
        """Keep a finding about some rows, by their index."""
        shown = [self.lines[at] for at in list(rows)[:_SHOWN]]
        many = count if count is not None else max(len(rows), 1)
        self.findings.append(
            EstateFinding(code=code, kind=kind, message=message, place=self.place, rows=shown, count=many)
        )

    def reject(self, code: EstateCode, message: str, rows: Sequence[int], kind: Any = "rejected") -> None:
        """Leave rows out, and say why."""
        if rows:
            self.rejected.update(rows)
            self.note(code, kind, message, rows)

    def told(self) -> list[EstateFinding]:
        """The findings, with the content of their rows and the VMs read from these."""
        if not any(each.rows for each in self.findings):
            return self.findings
        at_line = {line: at for at, line in enumerate(self.lines)}
        return [self._with_rows(each, [at_line[line] for line in each.rows]) for each in self.findings]

    def _with_rows(self, finding: EstateFinding, places: Sequence[int]) -> EstateFinding:
        ids = self.vm_ids or [""] * len(self.rows)
        vms = dict.fromkeys(ids[at] for at in places if ids[at] and at not in self.rejected)
        return finding.model_copy(update={"texts": [self._in_short(at) for at in places], "vms": list(vms)})

    def _in_short(self, at: int) -> str:
        """The first values of a row with their headers."""
        cells = zip(self.header, map(as_text, self.rows[at]), strict=False)
        full = [f"{header.strip()}: {text[:_LETTERS_SHOWN]}" for header, text in cells if text]
        return ", ".join(full[:_CELLS_SHOWN])

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

    def _about_lengths(self, *, ends_whole: bool) -> None:
        """Say which rows of a CSV are too long or too short.

        Where the last row alone is short, the file ends within it, and perhaps within its last value, unless the line
        is ended.
        """
        if isinstance(self.rows, Rows):
            return
        width = len(self.header)
        last = len(self.rows) - 1
        lengths = set(map(len, self.rows))
        if lengths <= {width}:
            return
        if len(self.rows[last]) < width and all(len(row) >= width for row in self.rows[:last]):
            end = len(self.rows[last]) if ends_whole else max(len(self.rows[last]) - 1, 0)
            self.rows[last] = self.rows[last][:end]
            self.repaired.add(last)
            self.note(
                "row_cut_end",
                "repaired",
                f"The file ends within its last row: what comes from {self.header[end].strip()!r} on is missing there.",
                [last],
            )
        long = [at for at, row in enumerate(self.rows) if len(row) > width and any(_full(cell) for cell in row[width:])]
        if long:
            self.repaired.update(long)
            self.note(
                "row_long",
                "repaired",
                "Rows have more values than there are headers, perhaps without quotes: what is too much is left "
                "out, and what stands before it may be in the wrong column.",
                long,
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


_POINTED = re.compile(r"\s*[1-9]\d{0,2}(\.\d{3})+\s*")


def _plain_numbers(cells: Sequence[Any]) -> Floats:
    """Numbers as Python writes them, NaN where empty."""
    try:
        return np.fromiter(map(float, cells), np.float64, len(cells))
    except (TypeError, ValueError):
        told = (np.nan if cell is None or cell == "" else cell for cell in cells)
        return np.fromiter(map(float, told), np.float64, len(cells))


NOTHING = frozenset({"n/a", "na", "-", "--", "null", "none", "nan", "unknown", "unset", "unlimited", "\u2013"})


def _all_begin(rows: Rows | list[list[Any]]) -> bool:
    """Whether all rows have a text in their first cell, which settles most tables at once."""
    try:
        return all(map(str.strip, rows.column(0) if isinstance(rows, Rows) else map(itemgetter(0), rows)))
    except (TypeError, IndexError):
        return False


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
