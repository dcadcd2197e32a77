"""The report of a plan as a PDF: its content is collected here, the template decides its look."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING, Any

from hostwise.answers.burst.burst_document import BurstResult
from hostwise.reports.content import Report
from hostwise.reports.pdf.blocks import Block
from hostwise.reports.pdf.glyphs import clean, shortened
from hostwise.reports.pdf.marks import markers
from hostwise.reports.pdf.sections.about_section import sources, versions
from hostwise.reports.pdf.sections.advice_section import Picture, advice, description, pictured
from hostwise.reports.pdf.sections.assumptions_section import assumed
from hostwise.reports.pdf.sections.bill_of_materials_section import materials
from hostwise.reports.pdf.sections.burst_section import burst
from hostwise.reports.pdf.sections.burst_section import is_used as burst_is_used
from hostwise.reports.pdf.sections.comparison_section import comparison
from hostwise.reports.pdf.sections.cost_section import cost
from hostwise.reports.pdf.sections.findings_section import findings, not_evaluated
from hostwise.reports.pdf.sections.formulas_section import formulas
from hostwise.reports.pdf.sections.hosts_section import hosts
from hostwise.reports.pdf.sections.inputs_section import inputs, workload
from hostwise.reports.pdf.sections.memory_section import is_used as memory_is_used
from hostwise.reports.pdf.sections.memory_section import memory
from hostwise.reports.pdf.sections.wear_section import cost_and_life, wear
from hostwise.reports.pdf.subject import Subject
from hostwise.reports.pdf.typst_compiler import TypstCompiler

if TYPE_CHECKING:
    from hostwise.answers.memory.memory_document import MemoryReport

PRESS = TypstCompiler()
"""The typesetter of this process."""
_HASH_LETTERS = 12
_HEAD_EM = 48.0
"""Room for the plan's name in the running head."""


UNTITLED = "Plan"
"""The title of a plan whose name has nothing that can be shown: a document must have one."""


def pdf_report(report: Report, of_burst: BurstResult, of_memory: MemoryReport) -> bytes:
    """The report of a plan, as a tagged PDF.

    The same report gives the same bytes: nothing of the machine or the hour goes in; the date of the document is that
    of the revision, or the one that was asked for. It takes some tenths of a second of a core. It may be called from
    any thread; a few documents are typeset at a time, later ones wait.

    Args:
        report: the plan with its result, and the run behind it.
        of_burst: how the write buffers take the plan's load; shown where there are any.
        of_memory: memory of the plan's configurations; shown where the plan asks for it or comes under pressure.
    """
    return PRESS.typeset(document(report, of_burst, of_memory))


def document(report: Report, of_burst: BurstResult, of_memory: MemoryReport) -> dict[str, Any]:
    """All that the report says, as data for the template."""
    subject = Subject(report)
    result = report.result
    title = clean(report.title).strip() or UNTITLED
    return {
        "title": title,
        "head": shortened(title, _HEAD_EM),
        "date": _date(report.moment),
        "markers": markers(len(result.configurations)),
        "description": description(subject),
        "cover": report.cover.lines,
        "logo": [*report.cover.logo],
        "foot": [
            *report.version_texts,
            f"plan {result.plan_hash[:_HASH_LETTERS]}",
            f"engine {result.engine_version}",
        ],
        "blocks": [*_blocks(subject, of_burst, of_memory)],
    }


def _blocks(subject: Subject, of_burst: BurstResult, of_memory: MemoryReport) -> Iterator[Block]:
    yield from advice(subject)
    yield from assumed(subject)
    yield from comparison(subject)
    yield from hosts(subject, drawn_before=pictured(subject) is Picture.HOSTS)
    yield from cost(subject, drawn_before=pictured(subject) is Picture.COST)
    yield from wear(subject)
    yield from cost_and_life(subject)
    if burst_is_used(of_burst):
        yield from burst(subject, of_burst)
    if memory_is_used(subject, of_memory):
        yield from memory(subject, of_memory)
    yield from findings(subject)
    yield from not_evaluated(subject)
    yield from workload(subject)
    yield from materials(subject)
    if subject.report.appendix:
        yield from inputs(subject)
        yield from formulas(subject)
    # Last, when all has been cited.
    yield from sources(subject)
    yield from versions(subject)


def _date(moment: datetime | None) -> list[int] | None:
    """Year to second."""
    if moment is None:
        return None
    return [moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second]
