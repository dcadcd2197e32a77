"""The second page: what the decision assumes, for who checks it before signing."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.reports.assumptions import Assumption, assumptions, not_counted, price_notes
from hostwise.reports.pdf.blocks import Block, Cells, cell, column, heading, new_page, paragraph, table
from hostwise.reports.pdf.subject import Subject


def assumed(subject: Subject) -> Iterator[Block]:
    """The page."""
    yield new_page()
    yield heading("Assumptions")
    yield paragraph(
        "What every figure of this report rests on. A value without a name beside it holds for all.", look="intro"
    )
    sections = [(title, [_row(each) for each in lines]) for title, lines in assumptions(subject.report)]
    widths = [column(fr=1), column(mm=36, right=True), column(mm=42), column(mm=30)]
    yield table(widths, [cell("What"), cell("Value"), cell("Of"), cell("Basis")], sections, dense=True, one_page=True)
    for text in price_notes(subject.report):
        yield paragraph(text, look="note")
    for text in not_counted(subject.report):
        yield paragraph(text)


def _row(each: Assumption) -> Cells:
    return [
        cell(each.label),
        cell(*(value for value, _ in each.values)),
        # A line without an owner keeps its place beside its value.
        cell(*(of or "\u00a0" for _, of in each.values)),
        cell(each.basis),
    ]
