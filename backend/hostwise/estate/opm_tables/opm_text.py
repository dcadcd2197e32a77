"""Pasted or uploaded text with measurements, read into an operations-per-minute model.

A bad row never stops the reading: each row is accepted, repaired or rejected, and findings say which, where and why.
Only the separator and the meaning of the columns are decided first.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from pydantic import BaseModel, Field

from hostwise.estate.opm_tables.opm_columns import (
    ALIASES,
    COLUMN_LABELS,
    COLUMNS,
    NUMBERS,
    Column,
    ColumnMeaning,
    by_order,
    meaning,
    nearest_header,
)
from hostwise.estate.opm_tables.opm_rows import OpmTextFinding, Row, Severity, Sheet, number_text
from hostwise.number_format.reading import DecimalMark, NotANumber, decimal_mark, read_number
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.opm import OpmMeasure, OpmModel, OpmPoint
from hostwise.tables.named_columns import cells_of

__all__ = ["MAX_FINDINGS", "ColumnMeaning", "OpmTextFinding", "OpmTextReading", "read_opm_text"]

MAX_FINDINGS = 1_000
"""Findings beyond this number are counted, not listed."""

Separator = Literal["comma", "semicolon", "tab"]

_SEPARATORS: dict[str, Separator] = {"\t": "tab", ";": "semicolon", ",": "comma"}
_UNNAMED = "Own measurements"


class OpmTextReading(BaseModel):
    """The result of reading a text. Rows accepted and rejected add up to the rows read."""

    model: OpmModel | None = Field(description="The model of the accepted rows; null without any.")
    separator: Separator
    decimal_mark: DecimalMark = Field(description="The decimal mark of the text's numbers.")
    columns: list[ColumnMeaning]
    rows_read: int = Field(description="Rows with data: neither empty nor header nor comment.")
    rows_accepted: int = Field(description="Rows that became points.")
    rows_rejected: int
    rows_repaired: int = Field(description="Accepted rows in which a value was repaired.")
    findings: list[OpmTextFinding] = Field(description="In the order of the lines.")
    findings_left_out: int = Field(description="Number of further findings that are not listed.")


def read_opm_text(
    text: str, *, name: str | None = None, key: str | None = None, medium: SwapMedium | None = None
) -> OpmTextReading:
    """Read a text with one point in each row.

    Args:
        text: The rows, separated by comma, semicolon or tab, with a header line unless the columns are in the
            default order.
        name: Name of the model.
        key: Key of the model; by default derived from the name.
        medium: Medium of rows without one.
    """
    lines = _lines(text)
    separator = _separator(lines[0][1] if lines else "")
    rows = [Row(number, cells) for number, line in lines if any(cells := cells_of(line, separator))]
    has_header = bool(rows) and _is_header(rows[0])
    data = rows[1:] if has_header else rows
    columns, findings = _columns(rows[0], has_header, medium) if rows else ([], [_finding(1, "note", "empty", _EMPTY)])
    fields = {each.field for each in columns}
    measure = OpmMeasure.SHARE_OF_BASELINE if Column.SHARE in fields else OpmMeasure.OPM_PER_VM
    sheet = Sheet(columns, _mark(data, columns, separator), medium, measure, findings)
    points = [point for row in data if (point := sheet.point(row)) is not None]
    return OpmTextReading(
        model=_model(points, measure, name or _UNNAMED, key),
        separator=_SEPARATORS[separator],
        decimal_mark=sheet.mark,
        columns=columns,
        rows_read=len(data),
        rows_accepted=len(points),
        rows_rejected=len(data) - len(points),
        rows_repaired=sheet.repaired,
        findings=sheet.findings[:MAX_FINDINGS],
        findings_left_out=max(len(sheet.findings) - MAX_FINDINGS, 0),
    )


_EMPTY = "The text has no rows."


def _lines(text: str) -> list[tuple[int, str]]:
    """The lines with their numbers, without empty ones and comments; characters that cannot be stored are removed."""
    kept = "".join(each for each in text if each in "\t\r\n" or unicodedata.category(each) not in ("Cc", "Cs"))
    split = kept.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return [
        (number, line)
        for number, line in enumerate(split, start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]


def _separator(first_line: str) -> str:
    """The separator that gives the most known headers; without headers the first that occurs."""
    there = [each for each in _SEPARATORS if each in first_line] or [","]
    return COLUMNS.separator([first_line], there)[0]


def _is_number(cell: str) -> bool:
    try:
        read_number(cell, DecimalMark.UNKNOWN)
    except NotANumber:
        return False
    return True


def _is_header(row: Row) -> bool:
    """Whether the first row is a header: otherwise it holds a number."""
    understood = sum(meaning(cell) is not None for cell in row.cells)
    return understood > 1 or not any(_is_number(cell) for cell in row.cells)


def _columns(
    first: Row, has_header: bool, medium: SwapMedium | None
) -> tuple[list[ColumnMeaning], list[OpmTextFinding]]:
    """The meaning of the columns, with findings about it."""
    if has_header:
        fields, findings = _named(first)
        headers = first.cells
    else:
        fields = by_order(_is_number(first.cells[0]), first.cells)
        headers = [""] * len(first.cells)
        order = ", ".join(COLUMN_LABELS[each] for each in fields if each is not None)
        findings = [
            _finding(first.line, "note", "no_header", f"There is no header line; the columns are read as {order}.")
        ]
    lacking = {Column.OVERCOMMIT_RATIO, Column.PER_VM} - set(fields)
    if Column.SHARE in fields or {Column.TOTAL_OPM, Column.VMS} <= set(fields):
        lacking.discard(Column.PER_VM)
    if medium is None and Column.MEDIUM not in fields:
        lacking.add(Column.MEDIUM)
    for column in Column:
        if column in lacking:
            understood = ", ".join(ALIASES[column])
            message = (
                f"No column holds the {COLUMN_LABELS[column]}, so no row can be used; known headers: {understood}."
            )
            findings.append(_finding(first.line, "rejected", "missing_column", message, field=column))
    columns = [
        ColumnMeaning(column=number, header=header, field=found)
        for number, (header, found) in enumerate(zip(headers, fields, strict=True), start=1)
    ]
    return columns, findings


def _named(header: Row) -> tuple[list[Column | None], list[OpmTextFinding]]:
    """The meaning of the headers, each once, and the unused columns."""
    said = [meaning(cell) for cell in header.cells]
    fields: list[Column | None] = []
    findings: list[OpmTextFinding] = []
    for number, (cell, column) in enumerate(zip(header.cells, said, strict=True), start=1):
        unused: tuple[str, str] | None = None
        if column is None and cell:
            near = nearest_header(cell)
            unused = ("unused_column", f"The column {cell!r} is not used.{f' Did you mean {near!r}?' if near else ''}")
        elif column is not None and column in fields:
            unused = (
                "repeated_column",
                f"Another column holds the {COLUMN_LABELS[column]} already; the first is used.",
            )
        elif column is Column.SHARE and {Column.PER_VM, Column.TOTAL_OPM} & set(said):
            unused = ("two_measures", "A model holds operations per minute or shares; the shares are not used.")
        if unused:
            findings.append(_finding(header.line, "note", *unused, place=number, field=column))
        fields.append(None if unused else column)
    return fields, findings


def _finding(
    line: int, severity: Severity, code: str, message: str, *, place: int | None = None, field: Column | None = None
) -> OpmTextFinding:
    return OpmTextFinding(line=line, column=place, field=field, severity=severity, code=code, message=message)


def _mark(data: Sequence[Row], columns: Sequence[ColumnMeaning], separator: str) -> DecimalMark:
    """The decimal mark of the numbers; if undecided, cells separated by commas have decimal points."""
    mark = decimal_mark(
        number_text(column.field, column.header, cell)
        for row in data
        for column, cell in zip(columns, row.cells, strict=False)
        if column.field is not None and column.field in NUMBERS and cell
    )
    return DecimalMark.POINT if mark is DecimalMark.UNKNOWN and separator == "," else mark


def _model(points: Sequence[OpmPoint], measure: OpmMeasure, name: str, key: str | None) -> OpmModel | None:
    if not points:
        return None
    return OpmModel(key=key or _key(name), name=name, measure=measure, points=tuple(points))


def _key(name: str) -> str:
    """A key derived from a name; a general one if no letter of the name is allowed in a key."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.findall(r"[a-z0-9]+", plain)
    return "-".join(words)[:80].strip("-") or "own-measurements"
