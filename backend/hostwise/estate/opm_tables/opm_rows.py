"""Rows of a text with measurements: each becomes a point, or findings say why not."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError

from hostwise.estate.opm_tables.opm_columns import COLUMN_LABELS, NUMBERS, Column, ColumnMeaning, in_percent
from hostwise.number_format.reading import DecimalMark, NotANumber, read_number
from hostwise.number_format.writing import exact, fixed
from hostwise.plan.configuration import MEDIUM_LABELS, SwapMedium
from hostwise.plan.opm import OpmMeasure, OpmPoint

MAX_POINTS = 500
"""Limit of the points of a model, as in the plan's document."""

LARGEST_SHARE = 10
"""Largest share, as in the plan's document."""

DISAGREEMENT_SHARE = 0.01
"""Tolerated difference between a row's figure per VM and its total divided by its VMs; more gives a note."""

Severity = Literal["rejected", "repaired", "note"]

_MEDIA = {
    SwapMedium.SSD_LOCAL: ("ssd", "flash", "host cache", "swap to host cache"),
    SwapMedium.HDD_LOCAL: ("hdd", "disk", "hard disk", "local hard disk"),
    SwapMedium.FC_ARRAY: ("fc", "san", "array", "fibre channel", "fiber channel", "fibre channel array"),
    SwapMedium.SATA_LOCAL: ("sata", "sata disk", "local sata disks"),
    SwapMedium.NVME_TIER: ("nvme", "tier", "memory tier", "memory tiering", "nvme tiering", "nvme memory tier"),
}
_MEDIUM_NAMES = {name: medium for medium, names in _MEDIA.items() for name in names} | {
    " ".join(words): medium
    for medium in SwapMedium
    for words in (medium.value.split("_"), medium.value.split("_")[::-1])
}

_KNOWN_MEDIA = ", ".join(f"{each.value} ({label})" for each, label in MEDIUM_LABELS.items())

_WORDS = {
    "greater_than": "must be more than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than_equal": "must be at most {le:g}",
    "int_from_float": "must be a whole number",
    "string_too_long": "must have at most {max_length} characters",
}


class OpmTextFinding(BaseModel):
    """A finding about one line of the text."""

    line: int = Field(description="Line of the text, from 1.")
    column: int | None = Field(None, description="Number of the column, from 1; null for the whole row.")
    field: Column | None = Field(None, description="How the column was read.")
    severity: Severity = Field(
        description="rejected: the row is not used; repaired: it is used, read as the message says; note: for the "
        "reader."
    )
    code: str = Field(description="Stable code of the kind of finding.")
    message: str


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a line."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class _Cell:
    """The text of a row under a known column."""

    header: str
    text: str


@dataclass
class Sheet:
    """The columns of a text, and what was found in its rows.

    Attributes:
        columns: How each column was read.
        mark: Decimal mark of the text's numbers.
        medium: Medium of rows without one.
        measure: What the points measure of one VM.
        findings: All findings so far.
        accepted: Rows that became points so far.
        repaired: Accepted rows that were repaired.
    """

    columns: Sequence[ColumnMeaning]
    mark: DecimalMark
    medium: SwapMedium | None
    measure: OpmMeasure
    findings: list[OpmTextFinding] = field(default_factory=list)
    accepted: int = 0
    repaired: int = 0

    @cached_property
    def places(self) -> dict[Column, int]:
        """Number of the column by content."""
        return {each.field: each.column for each in self.columns if each.field is not None}

    @property
    def usable(self) -> bool:
        """Whether all columns that a point needs are there."""
        there = self.places.keys()
        figure = Column.SHARE in there or Column.PER_VM in there or {Column.TOTAL_OPM, Column.VMS} <= there
        return figure and Column.OVERCOMMIT_RATIO in there and (Column.MEDIUM in there or self.medium is not None)

    def point(self, row: Row) -> OpmPoint | None:
        """The point of a row; None with a finding."""
        if not self.usable:
            return None
        reading = _Reading(self, row)
        point = reading.point()
        if point is None:
            self.findings += [each for each in reading.findings if each.severity == "rejected"]
            return None
        self.findings += reading.findings
        self.accepted += 1
        self.repaired += any(each.severity == "repaired" for each in reading.findings)
        return point


class _Reading:
    """The reading of one row; continues after a mistake, so that all are named at once."""

    def __init__(self, sheet: Sheet, row: Row) -> None:
        self._sheet = sheet
        self._row = row
        self._cells: dict[Column, _Cell] = {
            each.field: _Cell(each.header, text)
            for each, text in zip(sheet.columns, row.cells, strict=False)
            if each.field is not None and text
        }
        self.findings: list[OpmTextFinding] = []

    def point(self) -> OpmPoint | None:
        """The point, if the row has no mistake."""
        if self._sheet.accepted >= MAX_POINTS:
            self._find("rejected", "too_many_points", f"A model has at most {MAX_POINTS} points.")
            return None
        if any(self._row.cells[len(self._sheet.columns) :]):
            there, known = len(self._row.cells), len(self._sheet.columns)
            self._find(
                "rejected",
                "too_many_cells",
                f"The row has {there} cells for {known} columns; put text with a separator in quotation marks.",
            )
            return None
        numbers = {column: self._number(column) for column in Column if column in NUMBERS and column in self._cells}
        medium = self._medium()
        if Column.OVERCOMMIT_RATIO not in self._cells:
            self._missing(Column.OVERCOMMIT_RATIO)
        figure_column, figure = self._figure(numbers)
        if any(each.severity == "rejected" for each in self.findings):
            return None
        note = self._cells.get(Column.NOTE)
        values = {
            "medium": medium,
            "overcommit_ratio": numbers[Column.OVERCOMMIT_RATIO],
            "per_vm": figure,
            "vms": numbers.get(Column.VMS),
            "window_minutes": numbers.get(Column.WINDOW_MINUTES),
            "note": note.text if note else None,
        }
        return self._checked({key: value for key, value in values.items() if value is not None}, figure_column)

    def _checked(self, values: dict[str, Any], figure_column: Column) -> OpmPoint | None:
        """The point, if its values are in the bounds of the plan's document."""
        try:
            return OpmPoint.model_validate(values)
        except ValidationError as error:
            for each in error.errors():
                name = str(each["loc"][0])
                column = figure_column if name == "per_vm" else Column(name)
                words = _WORDS.get(each["type"], "cannot be used").format(**each.get("ctx", {}))
                self._find("rejected", each["type"], f"{COLUMN_LABELS[column]} {words}.", column)
            return None

    def _medium(self) -> SwapMedium | None:
        cell = self._cells.get(Column.MEDIUM)
        if cell is None:
            if self._sheet.medium is None:
                self._missing(Column.MEDIUM)
            return self._sheet.medium
        name = re.sub(r"[^a-z]+", " ", cell.text.casefold()).strip()
        if name in _MEDIUM_NAMES:
            return _MEDIUM_NAMES[name]
        near = _nearest_medium(name)
        hint = f" Did you mean {near.value}?" if near else ""
        message = f"{_quoted(cell.text)} is an unknown medium; known: {_KNOWN_MEDIA}.{hint}"
        self._find("rejected", "unknown_medium", message, Column.MEDIUM)
        return None

    def _number(self, column: Column) -> float | None:
        cell = self._cells[column]
        bare, divisor = _without_unit(column, cell)
        try:
            numeral = read_number(bare, self._sheet.mark)
        except NotANumber:
            numeral = None
        if numeral is None or not math.isfinite(numeral.value):
            message = f"{_quoted(cell.text)} is not a number: {COLUMN_LABELS[column]} is needed here."
            self._find("rejected", "not_a_number", message, column)
            return None
        value = numeral.value / divisor
        if numeral.uncertainty is not None:
            self._find("repaired", "ambiguous_number", f"{numeral.uncertainty}.", column)
        elif divisor > 1 and not cell.text.endswith("%") and 0 < numeral.value <= 1:
            message = f"{cell.text} is under a header in percent and is read as {exact(value)} of the baseline."
            self._find("repaired", "ambiguous_share", message, column)
        return value

    def _figure(self, numbers: dict[Column, float | None]) -> tuple[Column, float | None]:
        """The figure of one VM and its column; else the total divided by the VMs."""
        if self._sheet.measure is OpmMeasure.SHARE_OF_BASELINE:
            share = numbers.get(Column.SHARE)
            if Column.SHARE not in self._cells:
                self._missing(Column.SHARE)
            elif share is not None and share > LARGEST_SHARE:
                message = f"{exact(share)} is not a share of a baseline: write 0.88 or 88 %."
                self._find("rejected", "share_too_large", message, Column.SHARE)
            return Column.SHARE, share
        total, vms, per_vm = (numbers.get(each) for each in (Column.TOTAL_OPM, Column.VMS, Column.PER_VM))
        derived = total / vms if total is not None and vms is not None and vms > 0 else None
        if Column.PER_VM not in self._cells:
            if Column.TOTAL_OPM not in self._cells or Column.VMS not in self._cells:
                self._missing(Column.PER_VM)
            return Column.TOTAL_OPM, derived if derived is not None else total
        if (
            derived is not None
            and total is not None
            and vms is not None
            and per_vm
            and abs(derived / per_vm - 1) > DISAGREEMENT_SHARE
        ):
            message = (
                f"{exact(per_vm)} for one VM does not match {exact(total)} of {fixed(vms)} VMs, which is "
                f"{exact(derived)} each; {exact(per_vm)} is used."
            )
            self._find("note", "total_disagrees", message, Column.PER_VM)
        return Column.PER_VM, per_vm

    def _missing(self, column: Column) -> None:
        self._find("rejected", "missing_value", f"{COLUMN_LABELS[column]} is missing.", column)

    def _find(self, severity: Severity, code: str, message: str, column: Column | None = None) -> None:
        self.findings.append(
            OpmTextFinding(
                line=self._row.line,
                column=self._sheet.places.get(column) if column else None,
                field=column,
                severity=severity,
                code=code,
                message=message[0].upper() + message[1:],
            )
        )


@lru_cache(maxsize=256)
def _nearest_medium(name: str) -> SwapMedium | None:
    """The probable medium; cached, since the same mistake is often in every row."""
    near = get_close_matches(name, _MEDIUM_NAMES, n=1, cutoff=0.7)
    return _MEDIUM_NAMES[near[0]] if near else None


def _without_unit(column: Column, cell: _Cell) -> tuple[str, int]:
    """A number without its suffix, and its divisor."""
    text = cell.text
    if column is Column.OVERCOMMIT_RATIO:
        text = re.sub(r"\s*([x\u00d7]|:\s*1)$", "", text.casefold())
    if column in (Column.OVERCOMMIT_RATIO, Column.SHARE) and text.endswith("%"):
        return text[:-1], 100
    return text, 100 if column is Column.SHARE and in_percent(cell.header) else 1


def number_text(column: Column, header: str, text: str) -> str:
    """The number of a cell, for finding the text's decimal mark."""
    return _without_unit(column, _Cell(header, text))[0]


def _quoted(text: str) -> str:
    return f"“{text[:60]}…”" if len(text) > 60 else f"“{text}”"
