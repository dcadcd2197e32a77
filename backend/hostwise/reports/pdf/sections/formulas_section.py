"""The formulas behind the headline numbers: with symbols, with the numbers of this plan, and with their source."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf, isnan
from typing import Any

from hostwise.answers.wording.number_texts import STATE_WORDS, capital, unit_of
from hostwise.engine.graph import Formula
from hostwise.number_format.writing import short
from hostwise.plan.answers.result import QuantityState
from hostwise.reports.pdf.blocks import Block, Line, heading, paragraph
from hostwise.reports.pdf.mathematics import formula
from hostwise.reports.pdf.subject import Subject

_DIGITS = 6
_MOST_MEMBERS = 8
_THIN = "\u202f"
"""Between thousands in a formula, where a comma would look like one between arguments."""


def formulas(subject: Subject) -> Iterator[Block]:
    """The section."""
    yield heading("Formulas")
    yield paragraph(
        "How the headline numbers come about. Each formula stands first with the names of its quantities, then with "
        "the numbers of the configurations, to six significant digits.",
        look="intro",
    )
    for name in _names(subject):
        yield _formula(subject, name)


def _names(subject: Subject) -> list[str]:
    """The formulas to show: the binding ones of the hosts with their direct dependencies, then the headline numbers."""
    found: dict[str, None] = {"hosts": None, "required_hosts": None}
    for each in subject.configurations:
        for constraint in each.constraints:
            if constraint.binding:
                found[constraint.quantity] = None
                below = subject.graph.formulas[constraint.quantity].parameters
                found |= dict.fromkeys(name for name in below if name in subject.graph.formulas)
    shown = {each.quantity for each in subject.result.rows}
    headlines = (name for name, row in subject.graph.purposes.rows.items() if row.headline)
    found |= dict.fromkeys(name for name in headlines if name in shown)
    return [name for name in found if any(_is_known(subject, name, place) for place in _places(subject))]


def _places(subject: Subject) -> range:
    return range(len(subject.configurations))


def _is_known(subject: Subject, name: str, place: int) -> bool:
    return not any(isnan(each) for each in subject.evaluation.members(name, place))


def _formula(subject: Subject, name: str) -> Block:
    declared = subject.graph.formulas[name]
    unit = subject.report.unit(declared.quantity)
    grouped: dict[str, tuple[list[int], dict[str, Any], str]] = {}
    unknown: dict[str, list[int]] = {}
    for place in _places(subject):
        if not _is_known(subject, name, place):
            unknown.setdefault(_why(subject, name, place), []).append(place)
            continue
        shown = formula(declared.expression, lambda each, place=place: _number(subject, each, place))  # type: ignore[misc]
        result = _number(subject, name, place)
        key = f"{shown['text']} = {result}"
        grouped.setdefault(key, ([], shown, result))[0].append(place)
    source: Line = [*subject.sources.cite(declared.source), f" {declared.locator}"]
    return {
        "kind": "formula",
        "label": capital(declared.quantity.label),
        "unit": unit,
        "meaning": declared.quantity.meaning,
        "symbols": formula(declared.expression, lambda each: subject.graph.quantity(each).label),
        "numbers": [
            {"who": subject.marks(places), "formula": shown, "result": result, "unit": _unit(result, unit)}
            for places, shown, result in grouped.values()
        ],
        "unknown": [{"who": subject.marks(places), "why": why} for why, places in unknown.items()],
        "source": source,
        "validity": _validity(declared),
    }


def _unit(result: str, unit: str) -> str:
    return unit_of(1, unit) if result == "1" else unit


def _validity(declared: Formula) -> str:
    return "" if declared.validity == "any non-negative inputs" else declared.validity


def _why(subject: Subject, name: str, place: int) -> str:
    return _absent(subject, name, place)


def _number(subject: Subject, name: str, place: int) -> str:
    """A quantity's number for putting into a formula; of many members the first few."""
    values = subject.evaluation.members(name, place)
    shown = [_written(each, _absent(subject, name, place)) for each in values[:_MOST_MEMBERS]]
    if len(values) == 1:
        return shown[0]
    more = f"; \u2026 {len(values)} in all" if len(values) > _MOST_MEMBERS else ""
    return f"[{'; '.join(shown)}{more}]"


def _absent(subject: Subject, name: str, place: int) -> str:
    if name in subject.graph.inputs:
        return "missing"
    value = subject.configurations[place].quantities.get(name)
    return (
        STATE_WORDS[value.state if value is not None else QuantityState.NOT_EVALUATED]
        or STATE_WORDS[QuantityState.NOT_EVALUATED]
    )


def _written(value: float, absent: str) -> str:
    if isnan(value):
        return absent
    if isinf(value):
        return "\u221e"
    return short(value, _DIGITS).replace(",", _THIN)
