"""How long the flash lasts, how sure that is, and how it relates to cost."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.reports.pdf.blocks import Block, heading, paragraph
from hostwise.reports.pdf.drawings.on_paper import on_paper
from hostwise.reports.pdf.subject import Subject


def wear(subject: Subject) -> Iterator[Block]:
    """The section; none where no configuration has drives that wear."""
    if not subject.decision.has_flash:
        return
    yield heading("Wear-out")
    yield from on_paper(subject, "wear")
    chart = subject.chart("wear")
    series = [] if chart is None else chart.drawn.series
    absent = [f"{each.name}: {each.unknown}" for each in series if each.unknown]
    if absent:
        yield paragraph(f"Without a life: {'; '.join(absent)}.", look="note")


def cost_and_life(subject: Subject) -> Iterator[Block]:
    """What each configuration costs against how long its drives last, where there is something to compare."""
    yield from on_paper(subject, "cost_life")
