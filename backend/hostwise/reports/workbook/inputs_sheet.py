"""The sheet of inputs: one named cell each, with its unit, status and source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import BY_MONTH
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.document import FOLLOWED
from hostwise.reports.content import REFERENCE_FLOW, SIZING_YEARS, Report
from hostwise.reports.workbook.events_sheet import LIVE, brought, exported
from hostwise.reports.workbook.layout import Layout
from hostwise.reports.workbook.styles import HEADER_HEIGHT, Sheet, Styles, cached, put_formula, put_header, put_text

NAME = "Inputs"

_HEADER = (
    "Input", "Configuration", "Drive, VM group, year or month", "Value", "Unit", "Status", "Worth", "Source", "Locator",
    "Note", "Field of the plan", "Quantity", "Cell name", "Counts for what is shown",
)  # fmt: skip
_VALUE = _HEADER.index("Value")
_WIDTHS = (34, 20, 20, 14, 16, 13, 13, 22, 34, 44, 38, 34, 40, 14)
_FIRST_ROW = 3
_PRINTED = _HEADER.index("Note")

_SAME_FIELD = frozenset({InputStatus.GIVEN, InputStatus.IMPORTED, InputStatus.ILLUSTRATIVE, InputStatus.ASSUMED})
"""Two inputs of such a status with the same origin and field of the plan are one number."""

HORIZON = "horizon_years"

_INTRODUCTION = (
    "Change the framed cells; everything else follows. An empty cell is unknown, which is not zero. "
    "Cells that show a formula follow another cell: they are the same field of the plan. Drives of a kind that no "
    "configuration has are left out: add them to the plan in Hostwise and export again."
)
_FIXED_TEXT = "The rows of this workbook are made for this value: change it in Hostwise and export again."


@dataclass(frozen=True)
class InputCell:
    """An input's line: its record and value, its place, the name that formulas use, and the cell that it follows.

    What the model computes itself has no name: it is listed, and cannot be changed here.
    """

    record: Input
    member: str | None
    value: float
    row: int
    name: str | None
    follows: str | None = None


class InputCells:
    """The cells of all inputs."""

    def __init__(self, report: Report) -> None:
        """Name the cells of a report's inputs."""
        self.report = report
        self.cells: list[InputCell] = []
        self._names: dict[tuple[str, str | None, int], str] = {}
        self._taken: set[str] = set()
        self._alike: set[tuple[str, str | None]] = set()
        """Inputs of VM groups with one cell for all groups, and of months that are all the same."""
        self._first_of_field: dict[Any, str] = {}
        for (quantity, configuration), records in report.inputs.items():
            axes = report.graph.inputs[quantity].axes
            if self.is_computed(quantity):
                for record in records:
                    self._list(record)
            elif axes in ((), ("group",), ("role",)):
                if axes == ("group",) and len(records) == 1:
                    self._alike.add((quantity, configuration))
                several = len(records) > 1
                numbers = report.roles if axes == ("role",) else range(len(records))
                for member, number in enumerate(numbers):
                    record = records[number]
                    label = number.label if isinstance(number, Role) else record.group
                    value = nan if record.value is None else record.value
                    self._add(record, label, value, member, number if several else None)
            else:
                place = 0 if configuration is None else self._place(configuration)
                values = report.evaluation.members(quantity, place)
                if len(values) > 1 and len(set(values)) == 1:
                    # The same in all months: a cell for each would only be long.
                    self._alike.add((quantity, configuration))
                    self._add(records[0], None, values[0], 0, None)
                    continue
                for member, (label, value) in enumerate(zip(report.members(axes), values, strict=True)):
                    self._add(records[0], label, value, member, member)

    def _place(self, configuration: str) -> int:
        return [each.key for each in self.report.plan.configurations].index(configuration)

    def _list(self, record: Input) -> None:
        value = nan if record.value is None else record.value
        self.cells.append(InputCell(record, record.group, value, _FIRST_ROW + len(self.cells), None))

    def _add(self, record: Input, member: str | None, value: float, place: int, number: int | None) -> None:
        name = _unique(_name(record, number), self._taken)
        self._names[record.quantity, record.configuration, place] = name
        follows = None
        if record.pointer is not None and record.status in _SAME_FIELD and record.value == value:
            follows = self._first_of_field.setdefault(_field(record), name)
        row = _FIRST_ROW + len(self.cells)
        self.cells.append(InputCell(record, member, value, row, name, None if follows == name else follows))

    def is_computed(self, quantity: str) -> bool:
        """Whether the model has the values of an input itself: measured curves, its time axis, what comes first."""
        if self.report.graph.inputs[quantity].curve_of is not None:
            return True
        if quantity == REFERENCE_FLOW:
            return not self.report.keeps
        if quantity in exported(self.report.plan):
            return True
        if quantity in BY_MONTH:
            return not self.report.grows or self.report.by_month is not None
        return self.report.graph.inputs[quantity].axes == (quantity,)

    def has(self, quantity: str, configuration: str, member: int) -> bool:
        """Whether there is a cell that a configuration takes an input from."""
        return self._found(quantity, configuration, member) is not None

    def name(self, quantity: str, configuration: str, member: int) -> str:
        """The name of the cell that a configuration takes an input from."""
        found = self._found(quantity, configuration, member)
        assert found is not None
        return found

    def _found(self, quantity: str, configuration: str, member: int) -> str | None:
        for of in (configuration, None):
            found = self._names.get((quantity, of, 0 if (quantity, of) in self._alike else member))
            if found is not None:
                return found
        return None


def _field(record: Input) -> Any:
    return (
        # What configurations have of the policy is one field.
        None if record.pointer in FOLLOWED else record.configuration,
        record.pointer,
        record.status,
        record.value,
        record.source,
        record.locator,
        record.note,
    )


def _name(record: Input, member: int | None) -> str:
    parts = ["in", record.quantity, record.configuration, None if member is None else str(member + 1)]
    return re.sub(r"[^A-Za-z0-9_]", "_", "_".join(part for part in parts if part))


def _unique(name: str, taken: set[str]) -> str:
    # A spreadsheet does not tell names apart by their case.
    candidates: Iterator[str] = (name if not again else f"{name}_again_{again}" for again in range(len(taken) + 1))
    found = next(each for each in candidates if each.lower() not in taken)
    taken.add(found.lower())
    return found


def write_inputs(book: Any, sheet: Sheet, styles: Styles, cells: InputCells, layout: Layout) -> None:
    """Write the sheet, and name its cells."""
    put_text(sheet, 0, 0, "Inputs", styles.title)
    put_text(sheet, 1, 0, _INTRODUCTION, styles.quiet)
    put_header(sheet, _FIRST_ROW - 1, _HEADER, styles, frozenset({_VALUE}))
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    names = {each.key: each.name for each in cells.report.plan.configurations}
    for cell in cells.cells:
        record = cell.record
        _put_value(sheet, styles, cells, cell)
        texts = (
            record.label,
            names[record.configuration] if record.configuration else "all",
            cell.member,
            None,
            record.unit,
            record.status.value.replace("_", " "),
            record.kind,
            record.source,
            record.locator,
            record.note,
            record.pointer,
            record.quantity,
            cell.name,
            "yes" if layout.has(record.quantity) else "no",
        )
        for column, text in enumerate(texts):
            if column != _VALUE:
                put_text(sheet, cell.row, column, text, styles.indented if column == _VALUE + 1 else styles.text)
        if cell.name is not None:
            book.define_name(cell.name, f"={NAME}!$D${cell.row + 1}")
    last = _FIRST_ROW + len(cells.cells) - 1
    sheet.print_area(0, 0, last, _PRINTED)
    sheet.autofilter(_FIRST_ROW - 1, 0, last, len(_HEADER) - 1)
    sheet.set_row(_FIRST_ROW - 1, HEADER_HEIGHT)
    sheet.repeat_rows(_FIRST_ROW - 1)
    sheet.freeze_panes(_FIRST_ROW, 1)


def _put_value(sheet: Sheet, styles: Styles, cells: InputCells, cell: InputCell) -> None:
    record = cell.record
    if cell.name is None:
        is_curve = cells.report.graph.inputs[record.quantity].curve_of is not None
        known = record.value is not None or record.status is InputStatus.EVIDENCE
        text = "see Curves" if is_curve else "see Model"
        put_text(sheet, cell.row, _VALUE, text if known else None, styles.quiet)
    elif record.quantity == LIVE and cells.report.plan.workload.events:
        group = [each.name for each in cells.report.plan.workload.groups].index(record.group or "")
        months = f"{MONTHS_PER_YEAR}*{cells.name(SIZING_YEARS, cells.report.plan.configurations[0].key, 0)}"
        formula = brought(cells.report.plan, group, months)
        put_formula(sheet, cell.row, _VALUE, formula, styles.fixed, cell.value)
    elif cell.follows is not None:
        # The cell that is followed may be empty, which must not become a zero.
        formula = f'IF(ISNUMBER({cell.follows}),{cell.follows},"")'
        put_formula(sheet, cell.row, _VALUE, formula, styles.fixed, "" if isnan(cell.value) else cell.value)
    else:
        _put_number(sheet, styles, cell)


def _put_number(sheet: Sheet, styles: Styles, cell: InputCell) -> None:
    is_fixed = cell.record.quantity == HORIZON
    style = styles.fixed if is_fixed else styles.input
    if isnan(cell.value):
        sheet.write_blank(cell.row, _VALUE, None, style)
    else:
        sheet.write_number(cell.row, _VALUE, cached(cell.value), style)
    if is_fixed:
        rule = {"validate": "decimal", "criteria": "==", "value": cell.value, "ignore_blank": False}
        rule["error_message"] = _FIXED_TEXT
    else:
        rule = {"validate": "decimal", "criteria": "between", "minimum": -1e99, "maximum": 1e150}
        rule["error_message"] = "A number, or nothing for unknown."
    sheet.data_validation(cell.row, _VALUE, cell.row, _VALUE, rule)
