"""Findings, and what is not evaluated with the fields that would cure it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hostwise.answers.wording.number_texts import capital
from hostwise.number_format.writing import counted, fixed, some
from hostwise.plan.answers.told import Severity
from hostwise.reports.decision_text import finding_text, found_in
from hostwise.reports.pdf.blocks import Block, Line, bad, cell, code, column, heading, paragraph, strong, table
from hostwise.reports.pdf.subject import Subject

_MOST_OF_A_KIND = 30
"""Findings with the same sentence about different things are listed up to this number; the rest are counted."""
_INDEX = re.compile(r"^(/configurations/|/workload/groups/)\d+")


def findings(subject: Subject) -> Iterator[Block]:
    """What to check and to know, the most decisive first."""
    yield heading("Findings")
    rows, kinds, notes = [], Counter[str](), 0
    checks = {each.code for each in subject.decision.checks}
    for notice, said in found_in(subject.decision):
        # What only explains a figure is for who checks the model.
        if notice.severity is Severity.INFO and notice.code not in checks and not subject.report.appendix:
            notes += 1
            continue
        kinds[notice.code] += 1
        if kinds[notice.code] > _MOST_OF_A_KIND:
            continue
        text = str(said.text) if subject.report.appendix or notice.code in checks else finding_text(said.text)
        sign: Line = [bad(notice.word) if notice.severity is Severity.ERROR else strong(notice.word)]
        where = _fields(subject, said.pointers)
        places = [subject.place(each) for each in said.configurations]
        rows.append([cell(sign), cell(subject.marks(places)), cell([text], where)])
    if notes:
        yield paragraph(
            f"{counted(notes, 'notes')} about single figures stand in the report with its appendix.", look="intro"
        )
    if not rows:
        yield from [] if notes else [paragraph("There are none.")]
        return
    widths = [column(mm=17), column(mm=24), column(fr=1)]
    header = [cell("Kind"), cell("Configuration"), cell("Finding")]
    yield table(widths, header, [(None, rows)])
    more = sum(max(0, number - _MOST_OF_A_KIND) for number in kinds.values())
    if more:
        yield paragraph(f"{fixed(more)} more say the same of other VM groups.", look="note")


def not_evaluated(subject: Subject) -> Iterator[Block]:
    """What is not evaluated, and which field would cure it."""
    missing = subject.result.missing
    if not missing:
        return
    yield heading("Not evaluated")
    yield paragraph(
        "Each line names a missing field of the plan, and the numbers that are not evaluated without it. "
        "A number on several lines needs all of these fields, or one of several alternatives.",
        look="intro",
    )
    groups: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for each in missing:
        groups.setdefault((each.label, tuple(each.leaves_out)), []).append(each.pointer)
    rows = []
    for (label, leaves_out), pointers in groups.items():
        owner = _owners(subject, pointers)
        rows.append([cell([capital(label)], _fields(subject, pointers)), cell(owner), cell(", ".join(leaves_out))])
    header = [cell("Field"), cell("Of"), cell("Leaves out")]
    yield table([column(mm=62), column(mm=36), column(fr=1)], header, [(None, rows)])


def _fields(subject: Subject, pointers: list[str]) -> Line:
    """Addresses of fields, for who has the plan as a document: the appendix; a customer reads the sentence."""
    return [code(some(_patterns(pointers), 2))] if pointers and subject.report.appendix else []


def _patterns(pointers: list[str]) -> list[str]:
    """Pointers that differ only in the owner of the field, as one.

    >>> _patterns(["/configurations/0/hosts", "/configurations/1/hosts", "/policy/spare_hosts"])
    ['/configurations/*/hosts', '/policy/spare_hosts']
    """
    found: dict[str, list[str]] = {}
    for pointer in pointers:
        found.setdefault(_INDEX.sub(r"\1*", pointer), []).append(pointer)
    return [pattern if len(alike) > 1 else alike[0] for pattern, alike in found.items()]


def _owners(subject: Subject, pointers: list[str]) -> Line:
    """The groups or configurations that some fields belong to."""
    places, names = [], []
    for pointer in pointers:
        parts = pointer.split("/")
        if parts[1:2] == ["configurations"] and len(parts) > 2 and parts[2].isdigit():
            places.append(int(parts[2]))
        elif parts[1:3] == ["workload", "groups"] and len(parts) > 3 and parts[3].isdigit():
            names.append(subject.plan.workload.groups[int(parts[3])].name)
    if places:
        return subject.marks(places)
    return [some(names)] if names else ["the plan"]
