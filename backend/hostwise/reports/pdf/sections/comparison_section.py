"""The comparison: every row, section by section, with the best marked and differences to the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from hostwise.answers.wording.number_texts import capital, cell_text, difference_text, unit_beside
from hostwise.plan.answers.result import QuantityState, Row
from hostwise.reports.pdf.blocks import (
    Block,
    Cells,
    Line,
    bad,
    best,
    cell,
    column,
    heading,
    named,
    new_page,
    paragraph,
    small,
    soft,
    strong,
    table,
    unit,
)
from hostwise.reports.pdf.canvas import FULL_WIDTH
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.subject import Subject, cell_of

_NAME_EM = 32.0
"""Where a name is cut: it would take more than some five lines over a narrow column."""
SAY_NOTHING = (QuantityState.DOES_NOT_APPLY, QuantityState.NO_LIMIT)
"""A row of nothing else is left out."""
_LABEL, _WIDEST_LABEL, _WIDEST_COLUMN = 48.0, 70.0, 42.0


def comparison(subject: Subject) -> Iterator[Block]:
    """All rows of the comparison."""
    yield new_page()
    yield heading("Comparison")
    parts = subject.parts()
    entered = "All numbers are those of the plan as sized."
    shown = [each for each in subject.result.rows if any(one.value.state not in SAY_NOTHING for one in each.cells)]
    if len(subject.configurations) == 1:
        yield paragraph(entered, look="intro")
    else:
        text = ". Differences are to the reference. "
        many = f"The {len(subject.configurations)} configurations stand in {len(parts)} tables, each with the "
        many += "reference in front."
        yield paragraph(f"{entered} ", best("best of its row"), text, many if len(parts) > 1 else "", look="intro")
    for part in parts:
        if len(parts) > 1:
            yield heading(f"Configurations {', '.join(str(each + 1) for each in part)}", 2)
        sections = [
            (section, [_row(row, part) for row in rows])
            for section, rows in groupby(shown, key=lambda each: each.section)
        ]
        yield table(columns(len(part)), [cell(""), *heads(subject, part)], sections, dense=True)


def columns(count: int) -> list[dict[str, Any]]:
    """A column for labels, and one for each configuration, no wider than what stands in them needs."""
    width = min((FULL_WIDTH - _LABEL) / count, _WIDEST_COLUMN)
    label = min(FULL_WIDTH - count * width, _WIDEST_LABEL)
    return [column(mm=label), *(column(mm=width, right=True) for _ in range(count))]


def heads(subject: Subject, places: Sequence[int]) -> list[dict[str, Any]]:
    """Names of some configurations over their columns; the cover has them in full."""
    found = []
    for place in places:
        configuration = subject.configurations[place]
        lines: list[Line] = [named(place, strong(shortened(configuration.name, _NAME_EM)))]
        if place == subject.reference and len(subject.configurations) > 1:
            lines.append([small("reference")])
        if not configuration.admissible:
            lines.append([bad(configuration.exclusion)])
        found.append(cell(*lines))
    return found


def _row(row: Row, places: Sequence[int]) -> Cells:
    beside = unit_beside(row)
    label: list[Line] = [[capital(row.label), *([" ", unit(beside)] if beside else [])]]
    return [cell(*label), *(_cell(row, place) for place in places)]


def _cell(row: Row, place: int) -> dict[str, Any]:
    found = cell_of(row, place)
    text = cell_text(row, found)
    if found.value.state is QuantityState.NOT_EVALUATED:
        return cell([soft(text)], missing=True)
    lines: list[Line] = [[best(text) if found.best else text]]
    difference = difference_text(row, found)
    lines += [[small(each)] for each in (difference, found.note) if each]
    return cell(*lines)
