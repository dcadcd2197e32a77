"""Findings, and what is not evaluated with the fields that would cure it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hostwise.answers.wording.number_texts import capital
from hostwise.numerals.writing import fixed, some
from hostwise.plan.answers.result import Severity
from hostwise.reports.findings_text import SEVERITIES, is_not_counted, merged
from hostwise.reports.pdf.blocks import Block, Line, bad, cell, code, column, heading, paragraph, strong, table
from hostwise.reports.pdf.subject import Subject

_MOST_OF_A_KIND = 30
"""Findings with the same sentence about different things are listed up to this number; the rest are counted."""
_INDEX = re.compile(r"^(/configurations/|/workload/groups/)\d+")


def findings(subject: Subject) -> Iterator[Block]:
    """All findings."""
    yield heading("Findings")
    found = merged(subject.result)
    if not found:
        yield paragraph("There are none.")
        return
    rows, kinds = [], Counter[str]()
    for each in found:
        kinds[each.code] += 1
        if kinds[each.code] > _MOST_OF_A_KIND:
            continue
        word = SEVERITIES[each.severity]
        sign: Line = [bad(word) if each.severity is Severity.ERROR else strong(word)]
        where = [code(some(_patterns(each.pointers), 2))] if each.pointers else []
        rows.append([cell(sign), cell(subject.marks(each.places)), cell([each.message], where)])
    widths = [column(mm=17), column(mm=24), column(fr=1)]
    header = [cell("Kind"), cell("Configuration"), cell("Finding, and the field that would cure it")]
    yield table(widths, header, [(None, rows)])
    more = sum(max(0, number - _MOST_OF_A_KIND) for number in kinds.values())
    if more:
        yield paragraph(f"{fixed(more)} more say the same of other VM groups.", look="note")


def not_evaluated(subject: Subject) -> Iterator[Block]:
    """What is not evaluated, and which field would cure it."""
    missing = subject.result.missing
    if not missing:
        named = "; what is not counted is named above" if any(map(is_not_counted, subject.result.findings)) else ""
        yield paragraph(f"Every number that the report shows is evaluated{named}.", look="note")
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
        rows.append(
            [cell([capital(label)], [code(some(_patterns(pointers), 2))]), cell(owner), cell(", ".join(leaves_out))]
        )
    header = [cell("Field"), cell("Of"), cell("Leaves out")]
    yield table([column(mm=62), column(mm=36), column(fr=1)], header, [(None, rows)])


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
