"""The first page, for who decides: the decision and how sure it is, the cost, what would change it, what to check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from hostwise.decision.decision import DecisionRow, Notice
from hostwise.number_format.writing import counted
from hostwise.plan.answers.told import Severity
from hostwise.reports.decision_text import (
    REMEDIES_TITLE,
    RISKS_TITLE,
    basis_texts,
    break_even_texts,
    check_text,
    checks_title,
    cost_text,
    detail_texts,
    finding_text,
    hosts_text,
    lead_text,
    life_text,
    limit_text,
    remedy_texts,
    risk_texts,
    share_texts,
)
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
_FEW = 4
"""Configurations up to which a chart has room on the page."""
_MOST_LETTERS, _LETTERS_OF_A_ROW, _LETTERS_OF_A_MM, _NARROW = 3050, 250, 25, 3
"""How much text the page holds beside a chart: a chart can stand in its section, what to check cannot."""
_LETTERS_OF_A_COVER = 200
"""What a line of the cover takes of it, with its space."""
_USUAL, _HIGHEST = 60.0, 105.0
"""Height, mm, of the chart of the cost, and the largest one of a chart that replaces it."""


class Picture(Enum):
    """A chart that the first page may show instead of its section."""

    COST = "cost"
    HOSTS = "hosts"


def advice(subject: Subject) -> Iterator[Block]:
    """The page."""
    decision = subject.decision
    yield heading("Advice")
    yield {"kind": "verdict", "label": decision.label, "sentence": str(decision.sentence.text)}
    yield from map(paragraph, detail_texts(decision))
    yield _configurations(subject)
    basis = basis_texts(subject.report)
    if basis:
        yield paragraph(" ".join(basis), look="note")
    if pictured(subject) is Picture.COST:
        yield from by_category(subject)
    elif pictured(subject) is Picture.HOSTS:
        yield from by_constraint(subject)
    changes = [
        *_listed(decision.break_evens_title, break_even_texts(decision)),
        *_listed(REMEDIES_TITLE, remedy_texts(decision)),
    ]
    risks = _listed(RISKS_TITLE, risk_texts(subject.report))
    yield beside(changes or risks, risks if changes else [])
    yield from _checks(subject)
    yield contents()


def _listed(title: str, texts: Sequence[str]) -> list[Block]:
    return [heading(title, 2), bullets([[each] for each in texts])] if texts else []


def pictured(subject: Subject) -> Picture | None:
    """The chart that the page has room for: the cost or, without one, the binding constraints."""
    if len(subject.configurations) > _FEW:
        return None
    room = _MOST_LETTERS - _letters(subject)
    if is_drawn(subject):
        return Picture.COST if room >= 0 else None
    height = chart_height(subject)
    return Picture.HOSTS if height <= _HIGHEST and room >= (height - _USUAL) * _LETTERS_OF_A_MM else None


def _letters(subject: Subject) -> int:
    """How much text the page has; what stands in the narrow column of names takes more lines."""
    decision, report = subject.decision, subject.report
    rows = [_LETTERS_OF_A_ROW + _NARROW * len(str(each.lacks.text) if each.lacks else "") for each in decision.rows]
    texts = [
        description(subject),
        lead_text(decision),
        *detail_texts(decision),
        *basis_texts(report),
        *break_even_texts(decision),
        *remedy_texts(decision),
        *risk_texts(report),
        *map(check_text, decision.checks),
    ]
    return sum(rows) + sum(map(len, texts)) + _LETTERS_OF_A_COVER * len(report.cover.lines)


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


def _configurations(subject: Subject) -> Block:
    decision = subject.decision
    rows, flash, many = decision.rows, decision.has_flash, len(decision.rows) > 1
    most = max((each.cost_high or 0.0 for each in rows), default=0.0)
    header = [
        cell("Configuration"),
        cell("Hosts", [small("and what limits them")]),
        cell(f"Cost, {subject.currency}"),
        *[cell("Flash life")] * flash,
        cell("Hosts", [small("cover")]),
        *[cell("Cheapest")] * many,
    ]
    widths = [
        column(fr=1),
        column(mm=30),
        column(mm=40),
        *[column(mm=26)] * flash,
        column(mm=14, right=True),
        *[column(mm=16, right=True)] * many,
    ]
    cells = [
        [
            cell(*_name(each, _room(subject))),
            cell([hosts_text(each)], [small(limit_text(each))]),
            _cost(each, most),
            *[cell(life_text(each))] * flash,
            *map(cell, share_texts(each)[: 1 + many]),
        ]
        for each in rows
    ]
    return table(widths, header, [(None, cells)], dense=len(rows) > _FEW)


def _name(row: DecisionRow, room: float) -> list[Line]:
    lines: list[Line] = [named(row.place, strong(shortened(row.name, room)))]
    if row.exclusion:
        lines.append([bad(row.exclusion)])
    if row.lacks is not None:
        lines.append([small(finding_text(row.lacks.text))])
    return lines


def _cost(row: DecisionRow, most: float) -> dict[str, object]:
    """The band in words, below a bar on a scale that all have in common."""
    low, middle, high = row.cost_low, None if row.cost is None else row.cost.value, row.cost_high
    if low is None or middle is None or high is None or most <= 0:
        return cell(cost_text(row))
    return cell([bar(low / most, middle / most, high / most, colour_of(row.place))], [cost_text(row)])


def _checks(subject: Subject) -> Iterator[Block]:
    decision, missing = subject.decision, subject.result.missing
    if decision.checks:
        yield heading(checks_title(decision), 2)
        yield bullets([_check(subject, each) for each in decision.checks])
    if missing:
        left_out = {label for each in missing for label in each.leaves_out}
        numbers, fields = counted(len(left_out), "numbers"), counted(len(missing), "missing fields")
        said = f"{numbers} because of {fields}; both are listed under Not evaluated."
        yield paragraph(strong("Not evaluated: "), said)


def _check(subject: Subject, check: Notice) -> Line:
    text: list[Span] = [bad(check.word) if check.severity is Severity.ERROR else strong(check.word)]
    places = [subject.place(each) for each in check.said[0].configurations]
    if places:
        text += [", ", *subject.marks(places)]
    return [*text, ": ", check_text(check)]
