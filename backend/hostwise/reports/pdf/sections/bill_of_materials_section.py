"""The bill of materials: for each configuration its parts with quantity, unit price, amount and source."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.cost.bill_of_materials_document import Material, MaterialStatus
from hostwise.answers.wording.number_texts import value_text
from hostwise.reports.decision_text import in_order_of_advice
from hostwise.reports.materials_text import (
    SCOPE,
    amount_text,
    part_text,
    price_text,
    quantity_text,
    section_label,
    total_label,
    total_text,
    unit_price_text,
)
from hostwise.reports.pdf.blocks import Block, Cells, bad, cell, column, heading, named, paragraph, small, strong, table
from hostwise.reports.pdf.subject import Subject

_WIDTHS = (
    column(fr=1),
    column(mm=36, right=True),
    column(mm=22, right=True),
    column(mm=24, right=True),
    column(mm=42),
)


def materials(subject: Subject) -> Iterator[Block]:
    """The section."""
    yield heading("Bill of materials")
    yield paragraph(SCOPE, look="intro")
    for found in in_order_of_advice(subject.report, subject.report.materials.configurations):
        hosts = value_text(found.hosts, "count")
        header = [
            cell("Part"),
            cell("Quantity"),
            cell("Unit price"),
            cell(f"Amount, {subject.currency}"),
            cell("Price, and its source"),
        ]
        sections = [
            (
                section_label(section, subject.currency),
                [
                    *(_line(subject, each) for each in section.lines),
                    [
                        cell([strong(total_label(section.total))]),
                        cell(""),
                        cell(""),
                        cell([strong(total_text(section.total))]),
                        cell(""),
                    ],
                ],
            )
            for section in found.sections
        ]
        advised = ", advised" if found.key == subject.decision.advised else ""
        title = named(subject.place(found.key), strong(found.name), f", hosts: {hosts}{advised}")
        yield table(_WIDTHS, header, sections, title=title, dense=True)


def _line(subject: Subject, line: Material) -> Cells:
    part = part_text(line)
    price = price_text(line)
    origin = [bad(price) if line.status is MaterialStatus.MISSING else price, " ", *subject.sources.cite(line.source)]
    return [
        cell(line.label, *([[small(part)]] if part else [])),
        cell(quantity_text(line)),
        cell(unit_price_text(line), missing=line.status is MaterialStatus.MISSING),
        cell(amount_text(line) if line.amount is not None else "", missing=line.amount is None),
        cell(origin),
    ]
