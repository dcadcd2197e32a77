"""The last page: the sources in full, and the versions behind the report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hostwise import __version__
from hostwise.answers.wording.number_texts import unit_of
from hostwise.number_format.writing import fixed
from hostwise.reports.pdf.blocks import Block, cell, code, column, heading, link, paragraph, small, strong, table
from hostwise.reports.pdf.sections.advice_section import cut
from hostwise.reports.pdf.subject import Subject

_CONVENTIONS = {
    "si": "SI: 1 GB is 1,000 MB, I/O in KiB of 1,024 bytes",
    "binary_as_printed": "binary, as the papers print it: 1 GB is 1,024 MB",
}


def sources(subject: Subject) -> Iterator[Block]:
    """All sources that the report cites, numbered as they are cited."""
    yield heading("Sources")
    rows = []
    for number, source in subject.sources:
        text = source.citation if source.citation != source.key else "as given in the plan"
        where = [link(source.url)] if source.url else []
        rows.append([cell(f"[{number}]"), cell([code(source.key), f"  {text}"], where)])
    if not rows:
        yield paragraph("Nothing is cited.")
        return
    yield table([column(mm=12), column(fr=1)], [cell("No."), cell("Source")], [(None, rows)])


def versions(subject: Subject) -> Iterator[Block]:
    """Versions that the numbers depend on."""
    yield heading("About this report")
    rows = [[cell([strong(label)]), cell([value])] for label, value in _facts(subject)]
    for label, texts in cut(subject):
        rows.append([cell([strong(label)]), cell(*texts)])
    yield table([column(mm=44), column(fr=1)], [cell("What"), cell("Which")], [(None, rows)])
    yield paragraph(
        "The same plan with the same versions gives the same numbers, and the same file. Hosts, cost and wear are "
        "computed by the formulas of the methodology; a number without value is never counted as zero.",
        look="note",
    )
    if not subject.report.appendix:
        number = sum(each.value is not None for each in subject.result.inputs)
        yield paragraph(
            f"All {fixed(number)} inputs with status and source, and the formulas with symbols and with this plan's "
            "numbers, are in the report with its appendix, and left out here.",
            look="note",
        )


def _facts(subject: Subject) -> list[tuple[str, Any]]:
    """Labels and values of the versions behind a result."""
    result = subject.result
    years = f"{result.horizon_years} {unit_of(result.horizon_years, 'years')}"
    return [
        *([] if subject.report.version is None else [subject.report.version]),
        ("Plan hash, SHA-256", small(result.plan_hash)),
        ("Hostwise", __version__),
        ("Engine", result.engine_version),
        ("Catalogue", result.catalogue_version),
        ("Units", _CONVENTIONS.get(result.unit_convention, result.unit_convention)),
        ("Currency and horizon", f"{result.currency}, {years}"),
    ]
