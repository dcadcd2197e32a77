"""Puts the workbook together. The same report gives the same bytes."""

from __future__ import annotations

from io import BytesIO

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from hostwise.reports.content import UNDATED, Report
from hostwise.reports.workbook import (
    assumptions_sheet,
    bill_of_materials_sheet,
    charts_sheet,
    comparison_sheet,
    curves_sheet,
    decision_sheet,
    events_sheet,
    inputs_sheet,
    text_sheets,
)
from hostwise.reports.workbook.assumptions_sheet import write_assumptions
from hostwise.reports.workbook.bill_of_materials_sheet import write_bill_of_materials
from hostwise.reports.workbook.charts_sheet import ChartsSheet
from hostwise.reports.workbook.comparison_sheet import ComparisonSheet
from hostwise.reports.workbook.curves_sheet import CurveTables, write_curves
from hostwise.reports.workbook.decision_sheet import write_decision
from hostwise.reports.workbook.inputs_sheet import InputCells, write_inputs
from hostwise.reports.workbook.layout import MODEL, MONTHS, Layout
from hostwise.reports.workbook.model_sheet import ModelSheet
from hostwise.reports.workbook.styles import Sheet, Styles
from hostwise.reports.workbook.terms import (
    COUNT_SLACK,
    COUNT_SLACK_NUMBER,
    INFINITE,
    INFINITE_FROM,
    INFINITE_FROM_NUMBER,
    INFINITE_NUMBER,
)
from hostwise.reports.workbook.translation import translate

OPTIONS = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}


def write_workbook(report: Report) -> bytes:
    """The workbook of a report."""
    buffer = BytesIO()
    book = xlsxwriter.Workbook(buffer, OPTIONS)
    moment = report.moment or UNDATED
    book.set_properties(
        {
            "title": report.result.plan_name,
            "subject": "Capacity plan and total cost of ownership",
            "author": "Hostwise",
            "comments": f"Plan {report.result.plan_hash}",
            "created": moment.replace(tzinfo=None),
        }
    )
    book.set_size(2400, 1600)
    for name, number in (
        (INFINITE, INFINITE_NUMBER),
        (INFINITE_FROM, INFINITE_FROM_NUMBER),
        (COUNT_SLACK, COUNT_SLACK_NUMBER),
    ):
        book.define_name(name, f"={number!r}".upper())
    _write_sheets(book, report)
    book.close()
    return buffer.getvalue()


def _write_sheets(book: xlsxwriter.Workbook, report: Report) -> None:
    styles = Styles(book)
    translation = translate(report.graph)
    layout, cells, tables = Layout(report, translation), InputCells(report), CurveTables(report)

    # Who signs reads three sheets; who recomputes goes on.
    write_decision(add_sheet(book, decision_sheet.NAME), styles, report)
    write_assumptions(add_sheet(book, assumptions_sheet.NAME), styles, report)
    write_bill_of_materials(add_sheet(book, bill_of_materials_sheet.NAME), styles, report)
    comparison = add_sheet(book, comparison_sheet.NAME)
    charts = add_sheet(book, charts_sheet.NAME)
    model = add_sheet(book, MODEL)
    inputs = add_sheet(book, inputs_sheet.NAME)
    ComparisonSheet(comparison, styles, layout, translation, report).write()
    ChartsSheet(book, charts, styles, layout, report).write()
    ModelSheet(model, MODEL, styles, layout, cells, tables).write()
    write_inputs(book, inputs, styles, cells, layout)
    if layout.lines[MONTHS]:
        ModelSheet(add_sheet(book, MONTHS), MONTHS, styles, layout, cells, tables).write()
    if report.curves:
        write_curves(add_sheet(book, curves_sheet.NAME), styles, tables)
    if report.plan.workload.events:
        events_sheet.write_events(book, add_sheet(book, events_sheet.NAME), styles, report.plan)
    text_sheets.write_findings(add_sheet(book, text_sheets.FINDINGS), styles, report)
    text_sheets.write_sources(add_sheet(book, text_sheets.SOURCES), styles, report)
    text_sheets.write_about(add_sheet(book, text_sheets.ABOUT), styles, report)


class _Worksheet(Worksheet):  # type: ignore[misc]
    """A worksheet that takes formulas as they are.

    XlsxWriter searches every formula for 29 functions of later spreadsheets, none of which is used here: a third of
    the time of a workbook. Should it stop calling this method, workbooks stay correct but take longer.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:  # noqa: ARG002
        return formula.removeprefix("=")


def add_sheet(book: xlsxwriter.Workbook, name: str) -> Sheet:
    """An empty sheet of a workbook."""
    sheet = book.add_worksheet(name, _Worksheet)
    sheet.hide_gridlines(2)
    sheet.set_landscape()
    sheet.set_paper(9)
    sheet.fit_to_pages(1, 0)
    sheet.outline_settings(symbols_below=False)
    sheet.set_footer("&L&A&R&P / &N")
    return sheet
