"""The sheets of the model: a row for each quantity and member, a column for each configuration, all cells live."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import numpy as np

from hostwise.binding.events import GAP
from hostwise.binding.other_hosts import OF_DATE
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import BY_MONTH
from hostwise.engine.quantities import MONEY, Array
from hostwise.reports.content import EVENT_COUNT, FAILED_HOSTS, FLOW, REFERENCE_FLOW, SIZING_YEARS, SPARE_HOSTS
from hostwise.reports.workbook.curves_sheet import CurveTables, piece_at
from hostwise.reports.workbook.events_sheet import brought, exported
from hostwise.reports.workbook.inputs_sheet import InputCells
from hostwise.reports.workbook.layout import (
    CURVE_STEPS,
    FIRST_ROW,
    FIRST_VALUE_COLUMN,
    MODEL,
    MONTHS,
    Block,
    Case,
    Heading,
    Layout,
)
from hostwise.reports.workbook.styles import HEADER_HEIGHT, Sheet, Styles, cached, put_formula, put_text
from hostwise.reports.workbook.terms import UNKNOWN

_FOLDED = 24
"""Rows of one quantity beyond which all but the first are folded away."""

_BEFORE = (("Quantity", 40), ("Name", 34), ("Drive, VM group, year or month", 18), ("Unit", 16))
_MEMBER = 2
_AFTER = (("Formula", 60), ("Worth", 13), ("Source", 26), ("Locator", 44), ("Holds for", 44))

_INTRODUCTIONS = {
    MODEL: "Every cell is computed from the sheet Inputs by the same formulas as in Hostwise. #N/A is unknown, and so "
    "is what rests on it. Rows in grey are steps of the formula below them. Of the months only the first is seen: "
    "unfold the others at the left edge.",
    MONTHS: "The hosts and VMs that the demand of every month asks for, by the same formulas as on the sheet Model, "
    "with the date of the month in place of the date to size for.",
}


_COMPUTED = {
    REFERENCE_FLOW: "the cash flow of the configuration that all are compared with",
    "demanded_hosts": "the hosts required, at the date of the month",
    "demanded_vms": "the VMs planned for, at the date of the month",
    "guest_demanded_vms": "the VMs with the guest licence, at the date of the month",
    "database_demanded_vms": "the VMs with the database licence, at the date of the month",
    "second_database_demanded_vms": "the VMs with the licence of the second database, at the date of the month",
}
"""The origin of inputs that the model computes itself."""

_OVERRIDES = {
    FAILED_HOSTS: "spare hosts failed",
    SIZING_YEARS: "years until the month",
    EVENT_COUNT: "the lines of the sheet Events until the month",
}
"""The origin of inputs that define a case."""


class ModelSheet:
    """Writes the sheet."""

    def __init__(
        self, sheet: Sheet, name: str, styles: Styles, layout: Layout, cells: InputCells, tables: CurveTables
    ) -> None:
        """Write one of the sheets, with the cells of inputs and curves that the model refers to."""
        self._sheet, self._name, self._styles, self._report = sheet, name, styles, cells.report
        self._layout, self._cells, self._tables = layout, cells, tables
        self._columns = range(len(cells.report.plan.configurations))
        self._after = FIRST_VALUE_COLUMN + len(self._columns)

    def write(self) -> None:
        """Write all rows."""
        self._head()
        for line in self._layout.lines[self._name]:
            if isinstance(line, Heading):
                for column in range(self._after + len(_AFTER)):
                    put_text(self._sheet, line.at, column, None if column else line.text, self._styles.section)
            else:
                self._block(line)
        self._sheet.print_area(0, 0, self._layout.end(self._name), self._after)
        area = (FIRST_ROW, FIRST_VALUE_COLUMN, self._layout.end(self._name), self._after - 1)
        self._styles.mark_special(self._sheet, area)

    def _head(self) -> None:
        sheet, styles = self._sheet, self._styles
        put_text(sheet, 0, 0, _INTRODUCTIONS[self._name], styles.quiet)
        heads = [text for text, _ in _BEFORE]
        heads += [each.name for each in self._report.plan.configurations] + [text for text, _ in _AFTER]
        widths = [width for _, width in _BEFORE] + [18] * len(self._columns) + [width for _, width in _AFTER]
        for column, (text, width) in enumerate(zip(heads, widths, strict=True)):
            is_number = FIRST_VALUE_COLUMN <= column < self._after
            put_text(sheet, FIRST_ROW - 1, column, text, styles.header_right if is_number else styles.header)
            sheet.set_column(column, column, width)
        sheet.set_row(FIRST_ROW - 1, HEADER_HEIGHT)
        sheet.repeat_rows(FIRST_ROW - 1)
        sheet.freeze_panes(FIRST_ROW, FIRST_VALUE_COLUMN)

    def _block(self, block: Block) -> None:
        labels = self._labels(block)
        values = self._values(block)
        rows = values.tolist()
        columns = [rows[place if len(rows) > 1 else 0] for place in self._columns]
        style, texts = self._number_style(block), self._texts(block)
        is_folded = block.count > _FOLDED
        for at, label in enumerate(labels):
            row = block.first + at
            if is_folded:
                # The first row of many stands for all until they are unfolded, and is the only one with all texts.
                self._sheet.set_row(row, None, None, {"level": 1, "hidden": True} if at else {"collapsed": True})
            if is_folded and at:
                put_text(self._sheet, row, _MEMBER, label, texts[-1])
            else:
                self._put_texts(row, label, texts)
            numbers = [row_of[at if len(row_of) > 1 else 0] for row_of in columns]
            for place, (formula, number) in enumerate(zip(self._formulas(block, at, numbers), numbers, strict=True)):
                put_formula(self._sheet, row, FIRST_VALUE_COLUMN + place, formula, style, number)
        if not block.is_step:
            for offset, text in enumerate(self._about(block)):
                put_text(self._sheet, block.first, self._after + offset, text, self._styles.quiet)

    def _labels(self, block: Block) -> list[str]:
        members = self._report.members(block.axes)
        if block.months == 1:
            return list(members)
        months = self._report.members_along("month")
        return [f"{month}, {member}" if member else month for month in months for member in members]

    # ------------------------------------------------------------------------------------------------------ texts

    def _texts(self, block: Block) -> tuple[str, str, str | None, Any]:
        """The texts of every row of a block: what it is, its name, its unit; and their format."""
        quantity = self._report.graph.quantity(block.quantity)
        name = f"{block.name} (spares failed)" if block.case == "spares failed" else block.name
        if block.is_step:
            return self._step_text(block), name, None, self._styles.quiet
        return quantity.label, name, self._report.unit(quantity), self._styles.text

    def _put_texts(self, row: int, member: str, texts: tuple[str, str, str | None, Any]) -> None:
        label, name, unit, style = texts
        put_text(self._sheet, row, 0, label, style)
        put_text(self._sheet, row, 1, name, self._styles.quiet)
        put_text(self._sheet, row, _MEMBER, member, style)
        put_text(self._sheet, row, 3, unit, style)

    def _step_text(self, block: Block) -> str:
        if block.row is None:
            return (
                "  "
                + {"piece": "piece of the measured curve", "distance": "distance from its base"}[
                    block.name.rsplit(".", 1)[1]
                ]
            )
        return f"  {block.row.about}"

    def _about(self, block: Block) -> tuple[str | None, ...]:
        formula = self._report.graph.formulas.get(block.quantity)
        if formula is not None:
            text = formula.text(lambda name: name)
            return text, formula.kind, formula.source, formula.locator, formula.validity
        curve = self._report.graph.inputs[block.quantity].curve_of
        if curve is not None:
            return f"measured curve over {curve}", "measured", None, None, None
        text = "input"
        if block.overrides:
            text = _OVERRIDES[block.quantity]
        elif self._cells.is_computed(block.quantity):
            text = _COMPUTED.get(block.quantity, "the rows themselves")
            text = "of dated events, as exported" if block.quantity in exported(self._report.plan) else text
        return text, None, None, None, None

    def _number_style(self, block: Block) -> Any:
        if block.is_step:
            return self._styles.quiet_number
        unit = self._report.graph.quantity(block.quantity).unit
        is_money = unit.symbol.startswith(MONEY.symbol)
        return self._styles.number("#,##0.00" if is_money else "General")

    # ----------------------------------------------------------------------------------------- formulas and values

    def _formulas(self, block: Block, at: int, numbers: Sequence[float]) -> list[str]:
        """The formulas of all configurations at some place of a block."""
        if block.row is not None:
            return self._layout.formulas(block, block.row.pieces, len(numbers), at)
        return [self._input(block, place, at, number) for place, number in enumerate(numbers)]

    def _input(self, block: Block, configuration: int, at: int, number: float) -> str:
        if block.overrides:
            return self._override(block, configuration, at)
        if block.case != "normal" and block.quantity in (*OF_DATE, GAP):
            # What hosts of other models stand for, and what a placement adds, is found outside of the workbook.
            return UNKNOWN if isnan(number) else repr(cached(number))
        over = self._report.graph.inputs[block.quantity].curve_of
        if over is not None and (block.quantity, configuration, at % block.inner) in self._report.curves:
            return self._curve_formula(block, over, configuration, at)
        if over is None and self._cells.is_computed(block.quantity):
            return self._computed(block, configuration, at, number)
        key = self._report.plan.configurations[configuration].key
        if over is not None or not self._cells.has(block.quantity, key, at):
            return UNKNOWN if isnan(number) else repr(cached(number))
        name = self._cells.name(block.quantity, key, at)
        return f"IF(ISNUMBER({name}),{name},{UNKNOWN})"

    def _override(self, block: Block, configuration: int, at: int) -> str:
        if block.case == "by month":
            number, group = divmod(at, block.inner)
            month = self._layout.cell("month", configuration, "normal", number, within=self._name)
            if block.quantity == EVENT_COUNT:
                return brought(self._report.plan, group, month)
            return f"{month}/{MONTHS_PER_YEAR}"
        return self._layout.cell(SPARE_HOSTS, configuration, within=self._name)

    def _computed(self, block: Block, configuration: int, at: int, number: float) -> str:
        """An input that the model has itself: the flow of the reference, hosts and VMs by month, or the time axis."""
        cell = self._layout.cell
        if block.quantity == REFERENCE_FLOW:
            keys = [each.key for each in self._report.plan.configurations]
            return cell(FLOW, keys.index(self._report.result.reference), at=at, within=self._name)
        if block.quantity in BY_MONTH:
            quantity = BY_MONTH[block.quantity]
            case: Case = "by month" if self._layout.has(quantity, "by month") else "normal"
            return cell(quantity, configuration, case, at, within=self._name)
        return repr(number).removesuffix(".0")

    def _curve_formula(self, block: Block, over: str, configuration: int, at: int) -> str:
        steps = [f"{block.quantity}.{step}" for step in CURVE_STEPS]
        asked, piece, distance = (
            self._layout.cell(name, configuration, block.case, at, within=self._name) for name in (over, *steps)
        )
        key = (block.quantity, configuration, at % block.inner)
        formulas = self._tables.formulas(key, asked, piece, distance)
        return formulas[[*steps, block.quantity].index(block.name)]

    def _values(self, block: Block) -> Array:
        """The engine's values: configurations by rows of the block."""
        arrays = self._layout.values(block.case)
        if block.row is not None:
            found = block.row.compute(arrays) if block.is_step else arrays[block.quantity]
        elif block.is_step:
            found = self._curve_steps(block, arrays)
        else:
            found = arrays[block.quantity]
        if "role" in block.axes and found.shape[2] > 1:
            found = found[:, :, list(block.roles)]
        wide = np.broadcast_to(found, (*found.shape[:2], *block.sizes)).reshape(*found.shape[:2], block.inner)
        # The months are samples: each follows the other down the rows.
        wide = np.broadcast_to(wide, (block.months, *wide.shape[1:])) if block.months > 1 else wide[:1]
        return np.moveaxis(wide, 0, 1).reshape(wide.shape[1], -1)

    def _curve_steps(self, block: Block, arrays: Mapping[str, Array]) -> Array:
        over = self._report.graph.inputs[block.quantity].curve_of
        assert over is not None
        ratios = arrays[over]
        step = CURVE_STEPS.index(block.name.rsplit(".", 1)[1])
        found = np.full((ratios.shape[0], len(self._columns), block.inner), np.nan)
        for sample, configuration, member in np.ndindex(*found.shape):
            curve = self._report.curves.get((block.quantity, configuration, member))
            ratio = float(ratios[sample, min(configuration, ratios.shape[1] - 1)])
            found[sample, configuration, member] = piece_at(curve, ratio)[step]
        return found
