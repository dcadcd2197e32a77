"""Which rows each quantity takes: on the sheet Model for the run itself, on Months for the demand of every month.

Configurations are columns, the same on both sheets, so a formula is the same in all of them but for its column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import prod
from typing import Literal, TypeAlias

import numpy as np
from xlsxwriter.utility import xl_col_to_name

from hostwise.engine.axes import Axes
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array, Axis
from hostwise.engine.roles import Role
from hostwise.reports.content import EVENT_COUNT, FAILED_HOSTS, SIZING_YEARS, Report
from hostwise.reports.workbook.terms import ByRole, Pieces, Ref
from hostwise.reports.workbook.translation import Translation
from hostwise.reports.workbook.writer import CellRow, number

MODEL, MONTHS = "Model", "Months"

Case: TypeAlias = Literal["normal", "spares failed", "by month"]

FIRST_ROW, FIRST_VALUE_COLUMN = 2, 4
"""Where the rows and the columns of the configurations begin, counted from 0."""

CURVE_STEPS = ("piece", "distance")
"""Steps by which a value is read off a measured curve: which piece, and how far along it."""


@dataclass(frozen=True)
class Block:
    """The rows of a quantity or a step.

    `sizes` has the number of its members along each axis, `months` how often they stand there: once, or once for each
    month. `row` is there for what has a cell formula; inputs, and steps of measured curves, have none. `roles` are
    those of its members, where it has roles, and `left_out` has the literals that stand for the others.
    """

    name: str
    quantity: str
    case: Case
    first: int
    axes: Axes
    sizes: tuple[int, ...]
    months: int = 1
    row: CellRow | None = None
    roles: tuple[Role, ...] = tuple(Role)
    left_out: Mapping[Role, str] = field(default_factory=dict)

    @cached_property
    def inner(self) -> int:
        """Its members."""
        return prod(self.sizes)

    @property
    def is_step(self) -> bool:
        """Whether it is a part of a formula or curve and not the quantity itself."""
        return self.name != self.quantity

    @property
    def count(self) -> int:
        """Rows."""
        return self.inner * self.months

    @cached_property
    def sheet(self) -> str:
        """The sheet that it stands on."""
        return MONTHS if self.case == "by month" else MODEL

    @property
    def overrides(self) -> bool:
        """Whether it is an input that defines its case."""
        by_month = (("by month", SIZING_YEARS), ("by month", EVENT_COUNT))
        return (self.case, self.name) in (("spares failed", FAILED_HOSTS), *by_month)


@dataclass(frozen=True)
class Heading:
    """The row above a section."""

    text: str
    at: int


class Layout:
    """The rows of both sheets, in order."""

    def __init__(self, report: Report, translation: Translation) -> None:
        """Lay out what a report shows and all that it depends on."""
        self._report, self._translation = report, translation
        self._blocks: dict[tuple[Case, str], Block] = {}
        self._next = {MODEL: FIRST_ROW, MONTHS: FIRST_ROW}
        self.lines: dict[str, list[Block | Heading]] = {MODEL: [], MONTHS: []}
        self._normal()
        if report.case is not None and report.wanted_in_case:
            names = [name for name in report.graph.order(report.wanted_in_case) if name in report.in_case]
            self._section("With spare hosts failed: differences from above", names, "spares failed")
        if report.by_month is not None:
            self._section("What the date changes, for each month", list(report.in_months), "by month")

    def _normal(self) -> None:
        graph = self._report.graph
        names = graph.order(self._report.all_wanted)
        inputs = [name for name in names if name in graph.inputs and graph.inputs[name].curve_of is None]
        self._section("Inputs, as they are on the sheet Inputs", inputs, "normal")
        curves = [name for name in names if name in graph.inputs and graph.inputs[name].curve_of is not None]
        self._section("Measured curves, read off the sheet Curves", curves, "normal")
        rooms: dict[str, list[str]] = {}
        for name in names:
            if name in graph.formulas:
                rooms.setdefault(graph.formulas[name].function.__module__.rsplit(".", 1)[-1], []).append(name)
        for room, formulas in sorted(rooms.items()):
            self._section(room.replace("_", " ").capitalize(), formulas, "normal")

    def _section(self, text: str, names: list[str], case: Case) -> None:
        if not names:
            return
        sheet = MONTHS if case == "by month" else MODEL
        self.lines[sheet].append(Heading(text, self._next[sheet]))
        self._next[sheet] += 1
        for name in names:
            for block in self._rows(name, case):
                self._blocks[case, block.name] = block
                self.lines[sheet].append(block)
                self._next[sheet] += block.count

    def _rows(self, name: str, case: Case) -> Iterator[Block]:
        graph = self._report.graph
        if name in graph.formulas:
            for row in self._translation.rows[name]:
                yield self._block(row.name, name, case, row.axes, row)
            return
        axes = graph.inputs[name].axes
        if graph.inputs[name].curve_of is not None:
            for step in CURVE_STEPS:
                yield self._block(f"{name}.{step}", name, case, axes, None)
        yield self._block(name, name, case, axes, None)

    def _block(self, name: str, quantity: str, case: Case, axes: Axes, row: CellRow | None) -> Block:
        months = len(self._report.members_along("month")) if case == "by month" else 1
        sheet = MONTHS if case == "by month" else MODEL
        sizes = tuple(len(self._report.members_along(axis)) for axis in axes)
        roles, left_out = self._report.roles, self._left_out(quantity, case, axes, row)
        return Block(name, quantity, case, self._next[sheet], axes, sizes, months, row, roles, left_out)

    def _left_out(self, quantity: str, case: Case, axes: Axes, row: CellRow | None) -> Mapping[Role, str]:
        """Literals for the roles that have no rows: without drives all configurations and months have the same."""
        left_out = [role for role in Role if role not in self._report.roles]
        if "role" not in axes or not left_out:
            return {}
        values = self.values(case)
        found = row.compute(values) if row is not None and row.is_step else values[quantity]
        first = np.broadcast_to(found[0, 0].reshape(found.shape[2], -1)[:, 0], len(Role))
        return {role: "".join(map(str, number(first[role]).pieces)) for role in left_out}

    def values(self, case: Case) -> Mapping[str, Array]:
        """The engine's values of all quantities in a case."""
        report = self._report
        if case == "spares failed" and report.case is not None:
            return report.case.values
        if case == "by month" and report.by_month is not None:
            return report.by_month.values
        return report.evaluation.values

    def end(self, sheet: str) -> int:
        """The row after the last of a sheet."""
        return self._next[sheet]

    def block(self, name: str, case: Case = "normal") -> Block:
        """The rows of a quantity or step: those of the case where it differs there."""
        return self._blocks.get((case, name)) or self._blocks["normal", name]

    def has(self, name: str, case: Case = "normal") -> bool:
        """Whether a quantity has rows of its own in a case."""
        return (case, name) in self._blocks

    def cell(
        self, name: str, configuration: int, case: Case = "normal", at: int = 0, *, within: str | None = None
    ) -> str:
        """The cell of a quantity as other sheets refer to it, or as its own sheet does."""
        block = self.block(name, case)
        cell = f"{xl_col_to_name(FIRST_VALUE_COLUMN + configuration)}{block.first + (at if block.count > 1 else 0) + 1}"
        return cell if block.sheet == within else f"{block.sheet}!{cell}"

    def formulas(self, own: Block, pieces: Pieces, configurations: int, at: int) -> list[str]:
        """The cell formulas of all configurations, for the row at some place of a block."""
        return written(_columns(configurations), own, pieces, at, lambda name: self.block(name, own.case))


@cache
def _columns(configurations: int) -> tuple[str, ...]:
    return tuple(xl_col_to_name(FIRST_VALUE_COLUMN + place) for place in range(configurations))


def written(columns: Sequence[str], own: Block, pieces: Pieces, at: int, block_of: Callable[[str], Block]) -> list[str]:
    """The cell formulas in some columns, with their references put in, for the row at some place of a block.

    They differ in the column only, so the references are put in once.
    """
    month, member = divmod(at, own.inner)
    place: dict[Axis, int] = {}
    for axis, size in zip(reversed(own.axes), reversed(own.sizes), strict=True):
        member, place[axis] = divmod(member, size)

    def shown(piece: str | Ref | ByRole) -> str:
        if isinstance(piece, str):
            return piece
        if isinstance(piece, ByRole):
            return "".join([shown(each) for each in piece.pieces[own.roles[place["role"]]]])
        block = block_of(piece.name)
        if piece.part == "roles":
            return ",".join([shown(Ref(piece.name, role=role)) for role in block.roles])
        if piece.role is not None and piece.role in block.left_out:
            return block.left_out[piece.role]
        cells = _address(block, piece, _COLUMN, month, place)
        return cells if block.sheet == own.sheet or cells == _NOTHING else f"{block.sheet}!{cells}"

    text = "".join([shown(each) for each in pieces])
    return [text.replace(_COLUMN, column) for column in columns]


_COLUMN = "\0"
"""Stands for the column of a configuration; no formula contains it otherwise."""

_NOTHING = "0"
"""The value before the first member and after the last."""


def _address(block: Block, ref: Ref, column: str, month: int, place: Mapping[Axis, int]) -> str:
    """The cells of a block that a member refers to, in a month where the block has rows for each."""
    first = block.first + (month * block.inner if block.months > 1 else 0) + 1
    if not block.axes and ref.part == "own":
        # As most are.
        return f"{column}{first}"
    # The members of the last axis stand below each other, once for each role.
    along: Axis | None = block.axes[-1] if block.axes and block.axes[-1] != "role" else None
    last = block.sizes[-1] - 1 if along else 0
    if "role" in block.axes:
        first += (place.get("role", 0) if ref.role is None else block.roles.index(ref.role)) * (last + 1)
    if ref.part == "own":
        return f"{column}{first + (place[along] if along else 0)}"
    if ref.part == "all":
        return f"{column}{first}:{column}{first + last}"
    if ref.part == "of year":
        start, end = _months_of(place["year"], last)
        return f"{column}{first + start}:{column}{first + end}"
    member = place.get(along, 0) if along else 0
    if ref.part == "so far":
        return f"{column}${first}:{column}{first + member}"
    beside = {"before": member - 1, "after": member + 1, "first": 0, "last": last}[ref.part]
    return f"{column}{first + beside}" if 0 <= beside <= last else _NOTHING


def _months_of(year: int, last: int) -> tuple[int, int]:
    """First and last month of a year; the purchase is a year of its own."""
    return (0, 0) if year == 0 else (MONTHS_PER_YEAR * (year - 1) + 1, min(MONTHS_PER_YEAR * year, last))
