"""One page for who decides: the comparison in a sentence, the headline numbers, and what to know before using them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hostwise.numerals.writing import exact, fixed, money
from hostwise.plan.answers.result import Constraint, InputStatus, Severity, State
from hostwise.reports.pdf.blocks import (
    Block,
    Line,
    Span,
    bad,
    best,
    bullets,
    cell,
    column,
    heading,
    mark,
    paragraph,
    small,
    strong,
    table,
)
from hostwise.reports.pdf.glyphs import shortened
from hostwise.reports.pdf.sections.findings import Merged, merged
from hostwise.reports.pdf.sections.wear import risk
from hostwise.reports.pdf.subject import Subject, cell_of
from hostwise.reports.writing import cell_text, difference_text, value_text

_MOST_FINDINGS = 4
_MOST_BINDING = 3
_NAME_EM = 48.0
_FEW = 6
"""Configurations up to which a chart has room on the page."""
_LIVES = ("grown_years_to_wear_out", "years_to_wear_out")
_SPARES_DOWN = "memory_state_rank-spares-down"


@dataclass(frozen=True)
class _Column:
    """A column of the headline table; `key` is the row of the comparison that it shows."""

    key: str
    head: Line
    width: float
    lines: Callable[[Subject, int], list[Line]]


def summary(subject: Subject) -> Iterator[Block]:
    """The page."""
    yield heading("Summary")
    yield paragraph(subject.result.sentence, look="lead")
    columns = [each for each in _columns(subject) if subject.row(each.key) is not None]
    header = [cell("Configuration"), *(cell(*each.head) for each in columns)]
    rows = [
        [cell(*_name(subject, place)), *(_cell(subject, each, place) for each in columns)]
        for place in range(len(subject.configurations))
    ]
    sizes = [column(fr=1), *(column(mm=each.width, right=True) for each in columns)]
    yield table(sizes, header, [(None, rows)])
    key: list[Span] = []
    if len(subject.configurations) > 1:
        key += [best("best of its column"), ". Differences are to ", mark(subject.reference)]
        key += [" ", subject.configurations[subject.reference].name, ". "]
    if any(each.key in _LIVES for each in columns):
        key.append("P is the probability that the drives wear out before the horizon.")
    if key:
        yield paragraph(*key, look="note")
    points = [*_points(subject)]
    if points:
        yield heading("Before relying on it", 2)
        yield bullets(points)
    if is_short(subject):
        yield from risk(subject)


def is_short(subject: Subject) -> bool:
    """Whether the page has room for a chart."""
    return len(subject.configurations) <= _FEW


def _columns(subject: Subject) -> Iterator[_Column]:
    horizon, currency = subject.result.horizon_years, subject.currency
    life = next((each for each in _LIVES if subject.row(each) is not None), _LIVES[-1])
    yield _Column("hosts", ["Hosts"], 32, _hosts)
    years = f"{horizon} years" if horizon != 1 else "1 year"
    yield _Column("cluster_tco", ["Total cost", small(f"{currency}, {years}")], 23, _cost)
    yield _Column("tco_per_vm", ["Per VM", small(currency)], 16, _simple("tco_per_vm"))
    yield _Column(life, ["Wear-out", small("years; P")], 20, _life(life))
    yield _Column("memory_state_rank", ["Memory", small("state")], 19, _memory)
    yield _Column("minutes_to_throttling", ["Burst", small("throttles")], 17, _simple("minutes_to_throttling"))
    yield _Column("peak_kw", ["Power", small("peak, kW")], 17, _simple("peak_kw"))


def _name(subject: Subject, place: int) -> list[Line]:
    configuration = subject.configurations[place]
    lines: list[Line] = [[mark(place), " ", strong(shortened(configuration.name, _NAME_EM))]]
    if not configuration.feasible:
        lines.append([bad("not feasible")])
    elif place == subject.reference and len(subject.configurations) > 1:
        lines.append([small("reference")])
    return lines


def _cell(subject: Subject, column_: _Column, place: int) -> dict[str, Any]:
    row = subject.row(column_.key)
    assert row is not None
    missing = cell_of(row, place).value.state is State.NOT_EVALUATED
    return cell(*column_.lines(subject, place), missing=missing)


def _lines(subject: Subject, key: str, place: int, text: str | None = None) -> list[Line]:
    """A number, marked if it is the best, and its difference to the reference."""
    row = subject.row(key)
    assert row is not None
    found = cell_of(row, place)
    shown = text or cell_text(row, found)
    if found.value.state is State.NOT_EVALUATED:
        return [[small(shown)]]
    difference = difference_text(row, found)
    return [[best(shown) if found.best else shown], *([[small(difference)]] if difference else [])]


def _simple(key: str) -> Callable[[Subject, int], list[Line]]:
    return lambda subject, place: _lines(subject, key, place)


def _hosts(subject: Subject, place: int) -> list[Line]:
    binding = [_named(each) for each in subject.configurations[place].constraints if each.binding]
    lines = _lines(subject, "hosts", place)
    if len(binding) > _MOST_BINDING:
        binding = [*binding[: _MOST_BINDING - 1], f"{len(binding) - _MOST_BINDING + 1} more alike"]
    return [*lines, [small(", ".join(binding))]] if binding else lines


def _named(constraint: Constraint) -> str:
    return f"{constraint.label} + {constraint.spare_hosts} spare" if constraint.spare_hosts else constraint.label


def _cost(subject: Subject, place: int) -> list[Line]:
    quantities = subject.configurations[place].quantities
    lines = _lines(subject, "cluster_tco", place)
    known = quantities["known_parts_cost"].value
    if quantities["cluster_tco"].state is State.NOT_EVALUATED and known:
        lines.append([small(f"known parts {money(known)}")])
    return lines


def _life(key: str) -> Callable[[Subject, int], list[Line]]:
    def lines(subject: Subject, place: int) -> list[Line]:
        found = _lines(subject, key, place)
        row = subject.row("wear_out_probability")
        if row is not None and (probability := cell_of(row, place)).value.state is State.EVALUATED:
            number = value_text(probability.value, "probability")
            text = f"P {number}" if number[0] in "<>" else f"P = {number}"
            found.append([best(text) if probability.best else text])
        return found

    return lines


def _memory(subject: Subject, place: int) -> list[Line]:
    def short(key: str) -> str | None:
        row = subject.row(key)
        if row is None:
            return None
        # The state's name; what it does to VMs stands in the comparison.
        return cell_text(row, cell_of(row, place)).split(":")[0]

    state, down = short("memory_state_rank"), short(_SPARES_DOWN)
    lines = _lines(subject, "memory_state_rank", place, state)
    return [*lines, [small(f"spares failed: {down}")]] if down and down != state else lines


def _points(subject: Subject) -> Iterator[Line]:
    """What limits the answer, most serious first."""
    result = subject.result
    kinds: dict[str, list[Merged]] = {}
    for each in merged(subject):
        if each.severity is not Severity.INFO:
            kinds.setdefault(each.code, []).append(each)
    for each, *others in [*kinds.values()][:_MOST_FINDINGS]:
        text: Line = [bad("Error") if each.severity is Severity.ERROR else strong("Warning")]
        if each.places:
            text += [", ", *subject.marks(each.places)]
        more = f" And {fixed(len(others))} more of this kind." if others else ""
        yield [*text, ": ", each.message, more]
    rest = sum(map(len, [*kinds.values()][_MOST_FINDINGS:]))
    if rest:
        yield [f"{_counted(rest, 'more warning')} under Findings."]
    if result.missing:
        left_out = {label for each in result.missing for label in each.leaves_out}
        yield [
            strong("Not evaluated: "),
            f"{_counted(len(left_out), 'number')} because of {_counted(len(result.missing), 'missing field')}; both "
            "are listed under Not evaluated.",
        ]
    used = [each for each in result.inputs if each.value is not None]
    assumed = sum(each.status is InputStatus.ASSUMED for each in used)
    illustrative = sum(each.status is InputStatus.ILLUSTRATIVE for each in used)
    if assumed or illustrative:
        parts = [f"{exact(assumed)} assumed"] * bool(assumed)
        parts += [f"{exact(illustrative)} illustrative"] * bool(illustrative)
        said = f"of {_counted(len(used), 'input')} in use {' and '.join(parts)}: see Inputs."
        yield [strong("Assumptions: "), said]


def _counted(number: int, thing: str) -> str:
    return f"{fixed(number)} {thing}{'' if number == 1 else 's'}"
