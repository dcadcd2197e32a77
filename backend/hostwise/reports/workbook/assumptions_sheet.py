"""The second sheet: what every figure rests on, for who checks it before signing."""

from __future__ import annotations

from math import ceil

from hostwise.reports.assumptions import assumptions, not_counted, price_notes
from hostwise.reports.content import Report
from hostwise.reports.workbook.styles import LINE, Sheet, Styles, put_header, put_text

NAME = "Assumptions"

_HEADER = ("What", "Value", "Of", "Basis")
_WIDTHS = (52, 34, 52, 30)


def write_assumptions(sheet: Sheet, styles: Styles, report: Report) -> None:
    """Write the sheet: the topics below each other, a line for each value."""
    put_text(sheet, 0, 0, "Assumptions, as exported", styles.title)
    put_text(
        sheet, 1, 0, "A value without a name beside it holds for all. Change values on the sheet Inputs.", styles.quiet
    )
    put_header(sheet, 2, _HEADER, styles, frozenset())
    for column, width in enumerate(_WIDTHS):
        sheet.set_column(column, column, width)
    row = 3
    for title, found in assumptions(report):
        for column in range(len(_HEADER)):
            put_text(sheet, row, column, None if column else title, styles.section)
        row += 1
        for each in found:
            for value, of in each.values or [("", "")]:
                texts = (each.label, value, of, each.basis)
                for column, text in enumerate(texts):
                    put_text(sheet, row, column, text, styles.wrapped)
                lines = max(ceil(len(text) / width) for text, width in zip(texts, _WIDTHS, strict=True))
                if lines > 1:
                    sheet.set_row(row, LINE * lines)
                row += 1
    for text in (*price_notes(report), *not_counted(report)):
        put_text(sheet, row + 1, 0, text, styles.text)
        row += 1
    sheet.freeze_panes(3, 0)
    sheet.set_portrait()
    sheet.fit_to_pages(1, 1)
