"""The sheet of charts: hosts by constraint, cost by category, cash flow by year; drawn by the spreadsheet itself."""

from __future__ import annotations

from typing import Any, TypeAlias

from hostwise.plan.answers.result import CostPart
from hostwise.reports.content import Report
from hostwise.reports.workbook.layout import Layout
from hostwise.reports.workbook.styles import (
    HEADER_HEIGHT,
    LOOKS,
    Sheet,
    Styles,
    put_formula,
    put_text,
)
from hostwise.reports.workbook.terms import INFINITE_FROM

NAME = "Charts"

_TABLE_COLUMN = 12
"""The tables stand to the right of the charts."""

_Area: TypeAlias = tuple[int, int, int, int]
"""First row and column, last row and column."""

_SIZE = {"width": 740, "height": 360}
_ROWS_PER_CHART = 19
_GRID = {"visible": True, "line": {"color": LOOKS.surfaces["line"], "width": 0.75}}


class ChartsSheet:
    """Writes the sheet: each chart beside the table that it is drawn from."""

    def __init__(self, book: Any, sheet: Sheet, styles: Styles, layout: Layout, report: Report) -> None:
        """Draw with the places of the quantities that the charts show."""
        self._book, self._sheet, self._styles = book, sheet, styles
        self._layout, self._report = layout, report
        self._places = range(len(report.plan.configurations))
        self._next = 1

    def write(self) -> None:
        """Write tables and charts."""
        sheet = self._sheet
        put_text(sheet, 0, 0, "Charts", self._styles.title)
        sheet.fit_to_pages(1, 1)
        sheet.set_column(_TABLE_COLUMN, _TABLE_COLUMN, 34)
        sheet.set_column(_TABLE_COLUMN + 1, _TABLE_COLUMN + len(self._places), 18)
        first = self._report.result.configurations[0]
        money = self._report.result.currency
        constraints = [(each.label, each.quantity) for each in first.constraints if self._is_known(each.quantity)]
        parts = [each for each in first.cost_parts if self._is_known(each.quantity)]
        self._by_configuration("Hosts by constraint", "hosts", constraints)
        self._by_part("Cost until the horizon by category", money, parts)
        self._by_year("Cash flow by year", money, "cash_flow_cost_per_year", "column")
        self._by_year("Cash flow, cumulative", money, "cumulative_cost", "line")

    def _is_known(self, quantity: str) -> bool:
        return any(each.quantities[quantity].value is not None for each in self._report.result.configurations)

    def _by_configuration(self, title: str, unit: str, rows: list[tuple[str, str]]) -> None:
        """Groups of bars, one group for each row and one bar for each configuration."""
        if not rows:
            return
        top = self._table(title, rows)
        chart = self._book.add_chart({"type": "bar"})
        self._columns(chart, top, len(rows))
        chart.set_y_axis({"reverse": True, "num_font": {"size": 9}})
        chart.set_x_axis({"name": unit, "major_gridlines": _GRID, "num_format": "#,##0"})
        self._place(chart, title, top, len(rows))

    def _by_part(self, title: str, unit: str, parts: list[CostPart]) -> None:
        """A stacked column for each configuration."""
        if not parts:
            return
        top = self._table(title, [(each.label, each.quantity) for each in parts])
        chart = self._book.add_chart({"type": "column", "subtype": "stacked"})
        first, last = _TABLE_COLUMN + 1, _TABLE_COLUMN + len(self._places)
        for row, part in enumerate(parts, top + 1):
            colour = LOOKS.cost_part(part.key).fill
            self._series(chart, (row, _TABLE_COLUMN), (row, first, row, last), (top, first, top, last), colour)
        chart.set_y_axis({"name": unit, "major_gridlines": _GRID, "num_format": "#,##0"})
        self._place(chart, title, top, len(parts))

    def _by_year(self, title: str, unit: str, quantity: str, kind: str) -> None:
        """A column or a line for each configuration over the years."""
        years = self._report.members(self._report.graph.axes(quantity))
        top = self._next
        self._head(title, top)
        for member, year in enumerate(years):
            put_text(self._sheet, top + 1 + member, _TABLE_COLUMN, year, self._styles.text)
            for place in self._places:
                self._number(top + 1 + member, quantity, place, member)
        chart = self._book.add_chart({"type": kind})
        self._columns(chart, top, len(years))
        chart.set_y_axis({"name": unit, "major_gridlines": _GRID, "num_format": "#,##0"})
        self._place(chart, title, top, len(years))

    def _series(self, chart: Any, name: tuple[int, int], values: _Area, categories: _Area, colour: str) -> None:
        chart.add_series(
            {
                "name": [NAME, *name],
                "categories": [NAME, *categories],
                "values": [NAME, *values],
                "gap": 60,
                "fill": {"color": colour},
                "line": {"color": colour},
            }
        )

    def _columns(self, chart: Any, top: int, rows: int) -> None:
        """A series for each configuration, from its column of the table."""
        for place in self._places:
            column = _TABLE_COLUMN + 1 + place
            values = (top + 1, column, top + rows, column)
            labels = (top + 1, _TABLE_COLUMN, top + rows, _TABLE_COLUMN)
            self._series(chart, (top, column), values, labels, LOOKS.configuration(place).colour)

    def _table(self, title: str, rows: list[tuple[str, str]]) -> int:
        top = self._next
        self._head(title, top)
        for offset, (label, quantity) in enumerate(rows):
            put_text(self._sheet, top + 1 + offset, _TABLE_COLUMN, label, self._styles.text)
            for place in self._places:
                self._number(top + 1 + offset, quantity, place, 0)
        return top

    def _head(self, title: str, row: int) -> None:
        self._sheet.set_row(row, HEADER_HEIGHT)
        put_text(self._sheet, row, _TABLE_COLUMN, title, self._styles.header)
        for place, each in enumerate(self._report.plan.configurations):
            put_text(self._sheet, row, _TABLE_COLUMN + 1 + place, each.name, self._styles.header_right)

    def _number(self, row: int, quantity: str, place: int, member: int) -> None:
        """A number that can be drawn: what is infinite is left out."""
        at = self._layout.cell(quantity, place, at=member)
        value = self._report.evaluation.members(quantity, place)[member]
        drawn = value if abs(value) < float("inf") else float("nan")
        style = self._styles.number("#,##0")
        put_formula(
            self._sheet, row, _TABLE_COLUMN + 1 + place, f"IF(ABS({at})<{INFINITE_FROM},{at},NA())", style, drawn
        )

    def _place(self, chart: Any, title: str, top: int, rows: int) -> None:
        chart.set_title({"name": title, "name_font": {"size": 12, "bold": True}, "overlay": False})
        chart.set_legend({"position": "bottom", "font": {"size": 9}})
        chart.set_size(_SIZE)
        chart.show_na_as_empty_cell()
        self._sheet.insert_chart(top, 0, chart, {"description": f"{title}; the numbers stand in the table beside it"})
        area = (top + 1, _TABLE_COLUMN + 1, top + rows, _TABLE_COLUMN + len(self._places))
        self._styles.mark_special(self._sheet, area)
        self._next = top + max(rows + 3, _ROWS_PER_CHART)
