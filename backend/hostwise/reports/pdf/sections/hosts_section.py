"""How many hosts each constraint asks for: a chart, and a table with the room that each leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hostwise.answers.wording.number_texts import capital, value_text
from hostwise.decision.charts.ticks import count_ticks, numbered
from hostwise.number_format.writing import counted, fixed
from hostwise.plan.answers.result import Constraint, QuantityState
from hostwise.reports.decision_text import finding_text
from hostwise.reports.pdf.blocks import (
    Block,
    Line,
    cell,
    chart,
    column,
    heading,
    named,
    paragraph,
    small,
    soft,
    strong,
    table,
)
from hostwise.reports.pdf.canvas import FULL_WIDTH, Canvas, Scale, across, text_width
from hostwise.reports.pdf.marks import INK, LINE, LOOKS, SOFT, colour_of, shape_of
from hostwise.reports.pdf.sections.comparison_section import SAY_NOTHING, columns, heads
from hostwise.reports.pdf.subject import Subject

_MOST_BARS = 4
"""Configurations up to which bars stand in groups; more get a cell each, or the chart would fill pages."""
_LABEL = 40.0
_BAR, _PITCH, _GAP = 2.9, 3.5, 2.4
_ROW = 9.0


def hosts(subject: Subject, *, drawn_before: bool = False) -> Iterator[Block]:
    """The section; without its chart where that was drawn before."""
    yield heading("Hosts")
    constraints = [(each.key, each.label) for each in subject.configurations[0].constraints]
    if not drawn_before:
        yield from by_constraint(subject)
    yield paragraph(
        "Slack is how much the demand may grow before the constraint asks for another host; with hosts down, "
        "before the hosts that run no longer carry it.",
        look="intro",
    )
    for part in subject.parts():
        rows = [
            [cell(capital(label)), *(_cell(_of(subject, place, key), _failed(subject, place, key)) for place in part)]
            for key, label in constraints
            if any(_of(subject, place, key).hosts.state not in SAY_NOTHING for place in part)
        ]
        yield table(columns(len(part)), [cell("Constraint"), *heads(subject, part)], [(None, rows)])
    yield from _reasons(subject)


def by_constraint(subject: Subject) -> Iterator[Block]:
    """What each constraint asks for, as a chart."""
    drawn = _drawn(subject)
    if drawn:
        few = len(subject.configurations) <= _MOST_BARS
        note = "Hosts that each constraint asks for, spares included, of the plan as entered. Full bars bind."
        drawing = (_bars if few else _cells)(subject, drawn)
        yield chart("Hosts by constraint", note, _alt(subject, drawn), drawing)


def chart_height(subject: Subject) -> float:
    """How high its bars are, mm."""
    return len(_drawn(subject)) * (len(subject.configurations) * _PITCH + _GAP)


def _drawn(subject: Subject) -> list[tuple[str, str]]:
    places = range(len(subject.configurations))
    return [
        (each.key, each.label)
        for each in subject.configurations[0].constraints
        if any(_of(subject, place, each.key).hosts.value is not None for place in places)
    ]


def _of(subject: Subject, place: int, key: str) -> Constraint:
    return next(each for each in subject.configurations[place].constraints if each.key == key)


def _failed(subject: Subject, place: int, key: str) -> str | None:
    """The slack with hosts failed, in words."""
    for case in subject.configurations[place].failure_cases:
        for each in case.constraints if case.failed_hosts else ():
            if each.key == key and each.slack_share is not None and each.slack_share.value is not None:
                return f"{counted(case.failed_hosts, 'hosts')} down {value_text(each.slack_share, 'share')}"
    return None


def _cell(constraint: Constraint, failed: str | None) -> dict[str, Any]:
    text = _text(constraint)
    if constraint.hosts.value is None:
        return cell([soft(text)], missing=constraint.hosts.state is QuantityState.NOT_EVALUATED)
    word = "binding" if constraint.binding else "next" if constraint.runner_up else None
    shown: Line = [strong(text) if constraint.binding else text]
    if word:
        shown = [small(f"{word} "), *shown]
    notes = []
    if constraint.spare_hosts:
        notes.append(f"incl. {constraint.spare_hosts} spare")
    if constraint.satisfied is False:
        notes.append("not enough hosts")
    if constraint.slack_share is not None and constraint.slack_share.value is not None:
        notes.append(f"slack {value_text(constraint.slack_share, 'share')}")
        if failed is not None:
            notes.append(failed)
    return cell(shown, [small(" \u00b7 ".join(notes))] if notes else [])


def _text(constraint: Constraint) -> str:
    if constraint.hosts.state is QuantityState.INFINITE:
        return "no number is enough"
    return value_text(constraint.hosts, "count")


def _reasons(subject: Subject) -> Iterator[Block]:
    """Why configurations are not feasible, and the nearest change that helps."""
    rows = [
        [cell(named(place, each.name)), cell(*(finding_text(one.message) for one in each.reasons))]
        for place, each in enumerate(subject.configurations)
        if each.reasons
    ]
    if rows:
        yield heading("Not feasible", 2)
        yield table([column(mm=52), column(fr=1)], [cell("Configuration"), cell("Why, and what helps")], [(None, rows)])


def _alt(subject: Subject, drawn: list[tuple[str, str]]) -> str:
    parts = []
    for place, each in enumerate(subject.configurations):
        found = [(label, _of(subject, place, key)) for key, label in drawn]
        texts = [f"{label} {_text(one)}{' (binding)' if one.binding else ''}" for label, one in found]
        parts.append(f"{each.name}: {', '.join(texts)}")
    return f"Bar chart of the hosts that each constraint asks for. {'. '.join(parts)}."


def _opacity(constraint: Constraint) -> float:
    return LOOKS.binding_opacity if constraint.binding else LOOKS.other_opacity


def _most(subject: Subject, drawn: list[tuple[str, str]]) -> float:
    places = range(len(subject.configurations))
    return max(_of(subject, place, key).hosts.value or 0 for place in places for key, _ in drawn)


def _bars(subject: Subject, drawn: list[tuple[str, str]]) -> dict[str, Any]:
    """Bars in groups, one group for each constraint."""
    count = len(subject.configurations)
    group = count * _PITCH + _GAP
    canvas = Canvas(FULL_WIDTH, len(drawn) * group + 10)
    bottom = len(drawn) * group
    ticks = count_ticks(_most(subject, drawn))
    scale = Scale(0, ticks[-1], _LABEL, FULL_WIDTH - 22)
    across(canvas, scale, numbered(ticks), 0, bottom, "hosts")
    for turn, (key, label) in enumerate(drawn):
        top = turn * group + _GAP / 2
        canvas.note(capital(label), 0, top + count * _PITCH / 2, _LABEL - 6, group)
        for place in range(count):
            constraint = _of(subject, place, key)
            y = top + place * _PITCH
            middle = y + _PITCH / 2
            canvas.sign(shape_of(place), _LABEL - 2.5, middle, 1.05, colour_of(place))
            value = constraint.hosts.value
            if value is None:
                canvas.words(_text(constraint), _LABEL + 1.2, middle, colour=SOFT, size=7)
                continue
            colour = colour_of(place)
            if value > 0:
                canvas.box(
                    _LABEL,
                    y + (_PITCH - _BAR) / 2,
                    scale.at(value) - _LABEL,
                    _BAR,
                    colour,
                    stroke=colour,
                    opacity=_opacity(constraint),
                )
            text, x = fixed(value), scale.at(value) + 1.2
            canvas.words(text, x, middle, strong=constraint.binding)
            if constraint.binding:
                canvas.words("binding", x + text_width(text, strong=True) + 1.2, middle, colour=SOFT)
    return canvas.drawing()


def _cells(subject: Subject, drawn: list[tuple[str, str]]) -> dict[str, Any]:
    """A cell with number and bar for each constraint and configuration, where there are many of them."""
    count, head = len(subject.configurations), 7.0
    width = (FULL_WIDTH - _LABEL) / count
    canvas = Canvas(FULL_WIDTH, head + len(drawn) * _ROW)
    most = max(_most(subject, drawn), 1.0)
    for place in range(count):
        x = _LABEL + place * width
        canvas.sign(shape_of(place), x + 1.4, head / 2, 1.2, colour_of(place))
        canvas.words(str(place + 1), x + 3.6, head / 2, strong=True)
    for turn, (key, label) in enumerate(drawn):
        top = head + turn * _ROW
        canvas.line([(0, top), (FULL_WIDTH, top)], LINE)
        canvas.note(capital(label), 0, top + _ROW / 2, _LABEL - 4, _ROW)
        for place in range(count):
            constraint, x = _of(subject, place, key), _LABEL + place * width
            value = constraint.hosts.value
            if value is None:
                canvas.words("\u2013", x, top + 3.2, colour=SOFT)
                continue
            text = fixed(value)
            canvas.words(text, x, top + 3.2, strong=constraint.binding, colour=INK)
            if constraint.binding and text_width(text, strong=True) + text_width("binds", 6) + 1.5 < width:
                canvas.words("binds", x + text_width(text, strong=True) + 0.8, top + 3.3, colour=SOFT, size=6)
            colour = colour_of(place)
            canvas.box(
                x,
                top + 5.6,
                max(0.3, (width - 1.6) * value / most),
                1.9,
                colour,
                stroke=colour,
                opacity=_opacity(constraint),
            )
    return canvas.drawing()
