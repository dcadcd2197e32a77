"""The first page, for decision makers: the advice and how sure it is, the cost, what would change it, what to check."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hostwise.numerals.writing import counted, fixed
from hostwise.plan.answers.result import Severity
from hostwise.reports.advice_text import Advice, Candidate, Check, advice_of
from hostwise.reports.pdf.blocks import (
    Block,
    Line,
    Span,
    bad,
    bar,
    beside,
    bullets,
    cell,
    column,
    contents,
    heading,
    named,
    paragraph,
    small,
    strong,
    table,
)
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.marks import colour_of
from hostwise.reports.pdf.sections.cost_section import by_category, is_drawn
from hostwise.reports.pdf.sections.hosts_section import by_constraint, chart_height
from hostwise.reports.pdf.subject import Subject

_NAME_EM, _NARROW_NAME_EM = 30.0, 21.0
"""Three lines of the table, and two where there are many; `About this report` has what is cut."""
_DESCRIPTION_EM = 330.0
"""Four lines."""
_CHANGE_EM = 90.0
_FEW = 4
"""Configurations up to which a chart has room on the page."""
_HIGHEST = 105.0
"""Largest height, mm, of a chart that replaces that of the cost."""


class Picture(Enum):
    """A chart that the first page may show instead of its section."""

    COST = "cost"
    HOSTS = "hosts"


def advice(subject: Subject) -> Iterator[Block]:
    """The page."""
    found = advice_of(subject.report)
    yield heading("Advice")
    yield {"kind": "verdict", "strength": found.strength, "sentence": found.sentence}
    if found.detail:
        yield paragraph(found.detail)
    yield paragraph(found.basis, look="intro")
    yield _configurations(subject, found)
    if pictured(subject) is Picture.COST:
        yield from by_category(subject)
    elif pictured(subject) is Picture.HOSTS:
        yield from by_constraint(subject)
    changes: list[Block] = [heading(found.changes_title, 2)]
    if found.changes:
        changes.append(bullets([_change(*each) for each in found.changes]))
    if found.changes_note:
        changes.append(paragraph(found.changes_note))
    risk = [heading("Risk", 2), *(paragraph(each) for each in found.risk)] if found.risk else []
    yield beside(changes, risk)
    yield from _checks(subject, found)
    yield contents()


def pictured(subject: Subject) -> Picture | None:
    """The chart that the page has room for: the cost or, without one, the binding constraints."""
    if len(subject.configurations) > _FEW:
        return None
    if is_drawn(subject):
        return Picture.COST
    return Picture.HOSTS if chart_height(subject) <= _HIGHEST else None


def description(subject: Subject) -> str:
    """What the plan says about itself, as far as there is room."""
    return shortened(_description(subject), _DESCRIPTION_EM)


def _description(subject: Subject) -> str:
    return " ".join(subject.plan.description.split())


def cut(subject: Subject) -> Iterator[tuple[str, list[Line]]]:
    """Texts that the page has to cut: titles and lines."""
    names: list[Line] = [
        named(place, each.name)
        for place, each in enumerate(subject.configurations)
        if shortened(each.name, _room(subject)) != each.name
    ]
    if names:
        yield "Configurations in full", names
    if description(subject) != _description(subject):
        yield "Description in full", [[each] for each in subject.plan.description.splitlines() if each.strip()]


def _room(subject: Subject) -> float:
    return _NAME_EM if len(subject.configurations) <= _FEW else _NARROW_NAME_EM


def _configurations(subject: Subject, found: Advice) -> Block:
    most = max((each.band.high or 0.0 for each in found.candidates), default=0.0)
    many = len(found.candidates) > 1
    room = _room(subject)
    header = [
        cell("Configuration"),
        cell("Hosts", [small("and what limits them")]),
        cell(f"Cost, {subject.currency}"),
        *[cell("Flash life", [small("years")])] * found.wears,
        cell("Hosts", [small("cover")]),
    ]
    life = [column(mm=26)] * found.wears
    widths = [column(fr=1), column(mm=34), column(mm=45), *life, column(mm=14, right=True)]
    if many:
        header.append(cell("Cheapest"))
        widths.append(column(mm=16, right=True))
    rows = []
    for each in found.candidates:
        row = [cell(*_name(each, room)), _hosts(each), _cost(each, most), *[cell(each.life)] * found.wears]
        rows.append([*row, cell(each.enough), *[cell(each.cheapest)] * many])
    return table(widths, header, [(None, rows)], dense=len(rows) > _FEW)


def _name(candidate: Candidate, room: float) -> list[Line]:
    lines: list[Line] = [named(candidate.place, strong(shortened(candidate.name, room)))]
    if candidate.standing:
        lines.append([bad(candidate.standing)])
    return lines


def _hosts(candidate: Candidate) -> dict[str, object]:
    return cell([candidate.hosts], [small(candidate.binding)] if candidate.binding else [])


def _cost(candidate: Candidate, most: float) -> dict[str, object]:
    """The band in words, below a bar on a scale that all have in common."""
    band = candidate.band
    if band.low is None or band.mid is None or band.high is None or most <= 0:
        return cell(candidate.cost)
    ends = (band.low / most, band.mid / most, band.high / most)
    return cell([bar(*ends, colour_of(candidate.place))], [candidate.cost])


def _change(name: str, what: str) -> Line:
    return [f"{shortened(name, _CHANGE_EM)}: ", strong(what)] if what else [name]


def _checks(subject: Subject, found: Advice) -> Iterator[Block]:
    missing = subject.result.missing
    if not found.checks and not missing:
        return
    yield heading(found.checks_title, 2)
    items = [_check(subject, each) for each in found.checks]
    if missing:
        left_out = {label for each in missing for label in each.leaves_out}
        numbers, fields = counted(len(left_out), "numbers"), counted(len(missing), "missing fields")
        said = f"{numbers} because of {fields}; both are listed under Not evaluated."
        items.append([strong("Not evaluated: "), said])
    yield bullets(items)


def _check(subject: Subject, check: Check) -> Line:
    finding = check.finding
    text: list[Span] = [bad(check.word) if finding.severity is Severity.ERROR else strong(check.word)]
    if finding.places:
        text += [", ", *subject.marks(finding.places)]
    more = f" And {fixed(check.more)} more of this kind." if check.more else ""
    return [*text, ": ", finding.message, more]
