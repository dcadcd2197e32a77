"""The first sheet: what is advised, the candidates side by side, what to check, and the bands as plain numbers."""

from __future__ import annotations

from hostwise.answers.wording.number_texts import at_least, at_most
from hostwise.reports.assumptions import not_counted
from hostwise.reports.content import Report
from hostwise.reports.decision_text import advice_lists, basis_texts, decision_table, detail_texts, lead_text
from hostwise.reports.workbook.styles import GREY, LINE, Sheet, Styles, bounded_format, put_header, put_text

NAME = "Decision"

_LABEL, _UNIT, _FIRST_VALUE = 0, 1, 2
_WIDTH, _WIDTH_OF_LABELS = 24, 42


def write_decision(sheet: Sheet, styles: Styles, report: Report) -> None:
    """Write the sheet."""
    head, rows = decision_table(report)
    last = max(len(head), _FIRST_VALUE + len(report.plan.configurations)) - 1
    sheet.set_column(_LABEL, _LABEL, _WIDTH_OF_LABELS)
    sheet.set_column(_UNIT, last, _WIDTH)
    page = _Page(sheet, styles, last)

    page.line(report.title, styles.title)
    for text in (*report.cover.lines, f"Made on {report.moment:%Y-%m-%d}" if report.moment else ""):
        page.line(text, styles.quiet)
    page.text(lead_text(report.decision), bold=True)
    for text in detail_texts(report.decision):
        page.text(text)
    page.row += 1
    put_header(sheet, page.row, tuple(head), styles, frozenset(range(1, len(head))))
    for cells in rows:
        page.row += 1
        for column, text in enumerate(cells):
            style = styles.wrapped if column == 0 else styles.of(text_wrap=True, valign="top", align="right")
            put_text(sheet, page.row, column, text, style)
        widths = [_WIDTH_OF_LABELS, *[_WIDTH] * len(cells)]
        lines = max(1 + len(text) // width for text, width in zip(cells, widths, strict=False))
        sheet.set_row(page.row, LINE * lines)
    page.row += 2
    for text in (*basis_texts(report), *not_counted(report)):
        page.text(text)
    for title, texts in advice_lists(report):
        page.section(title)
        for text in texts:
            page.text(text)
    _write_bands(page, report)


class _Page:
    """Writes lines one below the other."""

    def __init__(self, sheet: Sheet, styles: Styles, last: int) -> None:
        """Begin at the top; `last` is the last column that a line goes over."""
        self.sheet, self.styles, self.row, self._last = sheet, styles, 0, last

    def line(self, text: str, style: object) -> None:
        """A line; nothing where there is no text."""
        if text:
            put_text(self.sheet, self.row, _LABEL, text, style)
            self.row += 1

    def text(self, text: str, *, bold: bool = False) -> None:
        """A sentence over the whole width, as many lines as it needs."""
        style = self.styles.of(text_wrap=True, valign="top", bold=bold)
        self.sheet.merge_range(self.row, _LABEL, self.row, self._last, "", style)
        put_text(self.sheet, self.row, _LABEL, text, style)
        width = _WIDTH_OF_LABELS + _WIDTH * self._last
        self.sheet.set_row(self.row, LINE * (1 + len(text) // width))
        self.row += 1

    def section(self, title: str) -> None:
        """A heading, with a line of space above."""
        self.row += 1
        for column in range(self._last + 1):
            put_text(self.sheet, self.row, column, None if column else title, self.styles.section)
        self.row += 1


def _write_bands(page: _Page, report: Report) -> None:
    """The bands of the advice as plain numbers; nothing where there are none."""
    uncertainty = report.uncertainty
    if uncertainty is None:
        return
    sheet, styles = page.sheet, page.styles
    page.section("In numbers")
    for place, each in enumerate(report.plan.configurations):
        put_text(sheet, page.row, _FIRST_VALUE + place, each.name, styles.header_right)
    put_header(sheet, page.row, ("Figure", "Unit"), styles, frozenset())
    shares = "Share of simulations"
    outcomes = uncertainty.configurations
    least, most = (
        [at_least(each.is_lower_bound) for each in outcomes],
        [at_most(each.life_at_most) for each in outcomes],
    )
    lines: list[tuple[str, str, str, list[float | None], list[str]]] = [
        (f"{name}, {where}", unit, form, [getattr(getattr(each, of), end) for each in outcomes], bounds)
        for name, unit, form, of, bounds in (
            ("Hosts", "hosts", "#,##0", "hosts", least),
            ("Total cost", uncertainty.currency, "#,##0", "cost", least),
            ("Flash life", "years", "0.0", "life_years", most),
        )
        for where, end in (("5th percentile", "low"), ("as sized", "mid"), ("95th percentile", "high"))
    ]
    none = [""] * len(outcomes)
    lines += [
        ("Hosts of the plan cover", shares, "0%", [each.probability_enough for each in outcomes], none),
        ("Cheapest", shares, "0%", [each.probability_cheapest for each in outcomes], none),
    ]
    for label, unit, form, values, bounds in lines:
        if all(each is None for each in values):
            continue
        page.row += 1
        put_text(sheet, page.row, _LABEL, label, styles.text)
        put_text(sheet, page.row, _UNIT, unit, styles.text)
        for place, value in enumerate(values):
            if value is not None:
                style = styles.of(num_format=bounded_format(bounds[place], form), font_color=GREY)
                sheet.write_number(page.row, _FIRST_VALUE + place, value, style)
