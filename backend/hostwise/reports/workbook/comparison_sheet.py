"""The sheet of the comparison: its rows, with live references to the model."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan
from typing import Any

from xlsxwriter.utility import xl_col_to_name

from hostwise.answers.wording.number_texts import at_least, at_most
from hostwise.plan.answers.result import Cell, QuantityState, Row
from hostwise.plan.document import policy_of
from hostwise.reports.content import SPARE_HOSTS, Report
from hostwise.reports.decision_text import (
    lead_text,
)
from hostwise.reports.workbook.layout import Case, Layout
from hostwise.reports.workbook.spans import Span
from hostwise.reports.workbook.styles import GREY, LINE, Sheet, Styles, bounded_format, put_formula, put_text
from hostwise.reports.workbook.terms import INFINITE_FROM
from hostwise.reports.workbook.translation import Translation

NAME = "Comparison"

_LABEL, _UNIT, _FIRST_VALUE = 0, 1, 2
_HEADER_ROW = 4
_FORMATS = {"count": "#,##0", "share": "0.0%", "probability": "0.0%", "years": "0.00", "minutes": "0.0"}
_MANY = 1000
"""Number from which on decimals are left out."""

_FEW = 0.01
"""Share below which a percentage needs more than one decimal."""

_VALUE_WIDTH = 24
"""Characters that a column of numbers holds."""

_DIFFERENCE = "+0.0%;-0.0%;0.0%"
_NOTHING_LEFT = "no host is left"


class ComparisonSheet:
    """Writes the sheet."""

    def __init__(self, sheet: Sheet, styles: Styles, layout: Layout, translation: Translation, report: Report) -> None:
        """Write with the places of the quantities that the sheet refers to."""
        self._sheet, self._styles, self._layout = sheet, styles, layout
        self._translation, self._report = translation, report
        self._keys = [each.key for each in report.plan.configurations]
        self._reference = self._keys.index(report.result.reference)
        others = [place for place in range(len(self._keys)) if place != self._reference]
        self._differences = dict(zip(others, range(_FIRST_VALUE + len(self._keys) + 1, 100), strict=False))

    def write(self) -> None:
        """Write everything."""
        self._head()
        row, section = _HEADER_ROW + 1, ""
        for each in self._report.result.rows:
            if each.section != section:
                section = each.section
                self._section(row, section)
                row += 1
            self._row(row, each)
            row += 1
            if any(cell.note for cell in each.cells):
                self._notes(row, [cell.note for cell in each.cells])
                row += 1
        self._feasibility(row + 1)

    def _head(self) -> None:
        sheet, styles, result = self._sheet, self._styles, self._report.result
        put_text(sheet, 0, 0, result.plan_name, styles.title)
        put_text(sheet, 1, 0, lead_text(self._report.decision), styles.of(bold=True))
        note = (
            "The first sentence, what is bold (the best of a line) and which numbers are bounds (at least, at most) "
            "are as exported; all other numbers are live and follow the sheet Inputs."
        )
        put_text(sheet, 2, 0, note, styles.quiet)
        put_text(sheet, _HEADER_ROW, _LABEL, "Answer", styles.header)
        put_text(sheet, _HEADER_ROW, _UNIT, "Unit", styles.header)
        base = self._report.plan.configurations[self._reference].name
        for place, each in enumerate(self._report.plan.configurations):
            put_text(sheet, _HEADER_ROW, _FIRST_VALUE + place, each.name, styles.header_right)
            if place in self._differences:
                title = f"{each.name} against {base}"
                put_text(sheet, _HEADER_ROW, self._differences[place], title, styles.header_right)
        sheet.set_row(_HEADER_ROW, 3 * LINE)
        sheet.fit_to_pages(1, 1)
        sheet.set_column(_LABEL, _LABEL, 40)
        sheet.set_column(_UNIT, _UNIT, 14)
        sheet.set_column(_FIRST_VALUE, _FIRST_VALUE + len(self._keys) - 1, _VALUE_WIDTH)
        sheet.set_column(_FIRST_VALUE + len(self._keys), _FIRST_VALUE + len(self._keys), 3)
        sheet.set_column(_FIRST_VALUE + len(self._keys) + 1, _FIRST_VALUE + 2 * len(self._keys), 18)
        sheet.freeze_panes(_HEADER_ROW + 1, _FIRST_VALUE)

    def _section(self, row: int, text: str) -> None:
        for column in range(_FIRST_VALUE + len(self._keys)):
            put_text(self._sheet, row, column, None if column else text, self._styles.section)

    def _row(self, row: int, content: Row) -> None:
        case: Case = "spares failed" if content.failed_hosts else "normal"
        put_text(self._sheet, row, _LABEL, content.label, self._styles.text)
        put_text(self._sheet, row, _UNIT, content.unit, self._styles.text)
        number_format = self._number_format(content)
        for place, cell in enumerate(content.cells):
            bound = next((each for each in (at_least(True), at_most(True)) if (cell.text or "").startswith(each)), "")
            style = self._styles.number(bounded_format(bound, number_format), bold=cell.best)
            if self._is_left_out(content, cell, case, place):
                put_text(self._sheet, row, _FIRST_VALUE + place, _word(cell.value.state), style)
                continue
            formula = self._formula(content, cell, case, place)
            put_formula(self._sheet, row, _FIRST_VALUE + place, formula, style, self._cached(content, cell, place))
        if not self._report.graph.purposes.rows[content.quantity].comparable:
            return
        base = f"${xl_col_to_name(_FIRST_VALUE + self._reference)}{row + 1}"
        for place, column in self._differences.items():
            own = f"{xl_col_to_name(_FIRST_VALUE + place)}{row + 1}"
            share = content.cells[place].difference_share
            style = self._styles.number(_DIFFERENCE)
            put_formula(self._sheet, row, column, f'IFERROR({own}/{base}-1,"")', style, "" if share is None else share)

    def _is_left_out(self, content: Row, cell: Cell, case: Case, place: int) -> bool:
        """Whether the result has no answer although the model has a number: nothing is compared with itself."""
        if case != "normal" or cell.value.state in (QuantityState.EVALUATED, QuantityState.INFINITE):
            return False
        return not isnan(self._report.evaluation.value(content.quantity, place))

    def _formula(self, content: Row, cell: Cell, case: Case, place: int) -> str:
        at = self._layout.cell(content.quantity, place, case)
        span = self._translation.spans[content.quantity]
        if content.format == "state":
            words = ",".join(f'"{text}"' for text in self._report.state_texts)
            shown = f"CHOOSE({at}+1,{words})"
        else:
            shown = _finite(at, span, "never" if content.format == "minutes" else "infinite")
        shown = f"_xlfn.IFNA({shown},{self._absent(content, cell, place)})"
        if case == "spares failed":
            left = f"{self._layout.cell('hosts', place)}<={self._layout.cell(SPARE_HOSTS, place)}"
            shown = f'IF(_xlfn.IFNA({left},FALSE),"{_NOTHING_LEFT}",{shown})'
        return shown

    def _absent(self, content: Row, cell: Cell, place: int) -> str:
        """What to write in place of an unknown number."""
        exported = cell.value.state
        known = (QuantityState.EVALUATED, QuantityState.INFINITE, QuantityState.INFEASIBLE)
        word = f'"{_word(QuantityState.NOT_EVALUATED if exported in known else exported)}"'
        if content.quantity not in self._report.below_hosts:
            return word
        hosts, required = (self._layout.cell(name, place) for name in ("hosts", "required_hosts"))
        without_end = f"AND(ISNA({hosts}),_xlfn.IFNA({required}>={INFINITE_FROM},FALSE))"
        return f'IF({without_end},"{_word(QuantityState.INFEASIBLE)}",{word})'

    def _cached(self, content: Row, cell: Cell, place: int) -> float | str:
        value = cell.value
        if content.failed_hosts and value.state is QuantityState.UNDEFINED and self._nothing_left(place):
            return _NOTHING_LEFT
        if value.state is QuantityState.INFINITE:
            return "never" if content.format == "minutes" else "infinite"
        if value.value is None:
            return _word(value.state)
        return self._report.state_texts[int(value.value)] if content.format == "state" else value.value

    def _nothing_left(self, place: int) -> bool:
        hosts, plan = self._report.result.configurations[place].hosts.value, self._report.plan
        return hosts is not None and hosts <= policy_of(plan, plan.configurations[place]).spare_hosts

    def _number_format(self, content: Row) -> str:
        largest = max((abs(cell.value.value) for cell in content.cells if cell.value.value is not None), default=0.0)
        if content.format in ("share", "probability") and 0 < largest < _FEW:
            return "0.0000%"
        return _FORMATS.get(content.format) or ("#,##0" if largest >= _MANY else "#,##0.00")

    def _notes(self, row: int, notes: list[str | None]) -> None:
        self._make_room(row, notes)
        for place, note in enumerate(notes):
            style = self._styles.of(font_color=GREY, text_wrap=True, valign="top", align="right")
            put_text(self._sheet, row, _FIRST_VALUE + place, note, style)

    def _feasibility(self, row: int) -> None:
        put_text(self._sheet, row, _LABEL, "Feasible, as exported", self._styles.section)
        reasons = [
            " ".join(one.message for one in each.reasons or each.unmet_requirements)
            for each in self._report.result.configurations
        ]
        self._make_room(row, reasons)
        wrapped: Any = self._styles.of(text_wrap=True, valign="top", align="right")
        for place, each in enumerate(self._report.result.configurations):
            text = "yes" if each.admissible else f"{each.exclusion}: {reasons[place]}"
            put_text(self._sheet, row, _FIRST_VALUE + place, text, wrapped)

    def _make_room(self, row: int, texts: Sequence[str | None]) -> None:
        """Make a row high enough for the longest of its texts."""
        longest = max(len(text or "") for text in texts)
        self._sheet.set_row(row, LINE * (1 + longest // (_VALUE_WIDTH - 2)))


def _finite(at: str, span: Span, word: str) -> str:
    if span.above and span.below:
        return f'IF(ABS({at})>={INFINITE_FROM},"{word}",{at})'
    return f'IF({at}>={INFINITE_FROM},"{word}",{at})' if span.above else at


def _word(state: QuantityState) -> str:
    return state.value.replace("_", " ")
