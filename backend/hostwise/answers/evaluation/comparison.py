"""The comparison: its rows, and the text around the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from hostwise.answers.running.run import DEPENDS_ON_HOSTS, Run, Values
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.message_files import Number
from hostwise.answers.wording.messages.answer_codes import AnswerCode
from hostwise.answers.wording.number_texts import at_least
from hostwise.answers.wording.sentences import Phrase
from hostwise.answers.wording.words import (
    STATE_TEXTS,
    is_same,
    known_or_infinite,
    share_above,
    tier_words,
)
from hostwise.engine import purposes
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.number_format.writing import Format, plain
from hostwise.plan.answers.result import Cell, ConfigurationResult, QuantityState, Row, Value
from hostwise.plan.configuration import Layout
from hostwise.plan.document import Plan


@dataclass(frozen=True)
class _Line:
    """A row of the comparison, with all hosts or with spare hosts failed."""

    quantity: str
    row: purposes.Row
    spares_down: bool

    @property
    def key(self) -> str:
        """Unique among the lines."""
        return f"{self.quantity}-spares-down" if self.spares_down else self.quantity


_LINES = tuple(
    _Line(quantity, row, spares_down)
    for quantity, row in MODEL.purposes.rows.items()
    for spares_down in ((False, True) if row.spares_down else (False,))
)


def rows(
    run: Run,
    results: Sequence[ConfigurationResult],
    quantities: Sequence[Mapping[str, Value]],
    reference: str,
) -> list[Row]:
    """The comparison's rows; some only if they differ from another one.

    Args:
        run: the run.
        results: the answers for each configuration.
        quantities: its quantities.
        reference: key of the configuration that differences refer to.
    """
    plan, failed = run.plan, run.values_with_spares_failed()
    # Cache drives against all drives: their wear is not comparable.
    unlike = {"Wear-out"} if len({each.layout for each in plan.configurations}) > 1 else set[str]()
    undecided = _undecided(results)
    found = []
    for line in _LINES:
        values = _values(results, failed if line.spares_down else quantities, line)
        if _says_something(line, values, quantities, run):
            unlike_here = line.row.section in unlike and not line.row.across
            unlike_here |= line.row.without_arrays and bool(_with_array(plan))
            shown = replace(line, row=replace(line.row, better=None)) if unlike_here else line
            found.append(_row(shown, values, results, undecided, reference, run))
    return found


def not_evaluated(
    run: Run, results: Sequence[ConfigurationResult], quantities: Sequence[Values]
) -> list[tuple[str, str]]:
    """The quantities of the rows that may lack an input somewhere, with their labels; no row is made for that.

    Args:
        run: the run.
        results: the answers for each configuration.
        quantities: its quantities.
    """
    found = []
    for line in _LINES:
        # With hosts that failed, it lacks what it lacks with all of them.
        if (line.spares_down and any(run.spares)) or not any(each.may_lack(line.quantity) for each in quantities):
            continue
        values = _values(results, run.values_with_spares_failed() if line.spares_down else quantities, line)
        if _says_something(line, values, quantities, run):
            found.append((line.quantity, _label(line, run.plan)))
    return found


def _label(line: _Line, plan: Plan) -> str:
    label = tier_words(MODEL.quantity(line.quantity).label, plan.configurations)
    return str(message("cell.spares_failed", label=label)) if line.spares_down else label


def _values(
    results: Sequence[ConfigurationResult], quantities: Sequence[Mapping[str, Value] | None], line: _Line
) -> dict[str, Value]:
    """A line's value for each configuration, of the quantities with all hosts, or with spare hosts failed."""
    return {
        each.key: _NOT_ITSELF
        if line.row.section == "Return" and each.finance is None
        else _NO_HOST
        if values is None
        else values[line.quantity]
        for each, values in zip(results, quantities, strict=True)
    }


_NOT_ITSELF = Value(value=None, state=QuantityState.DOES_NOT_APPLY)
"""The reference has no return against itself."""

_NO_HOST = Value(value=None, state=QuantityState.UNDEFINED)
"""Where no host is left nothing can be said."""


def _says_something(
    line: _Line, values: Mapping[str, Value], quantities: Sequence[Mapping[str, Value]], run: Run
) -> bool:
    """Whether a line adds to those that are always shown."""
    row, plan = line.row, run.plan
    if row.only_without is not None and not any(
        each[row.only_without].state is QuantityState.NOT_EVALUATED for each in quantities
    ):
        return False
    if row.section == "Wear-out" and all(each.layout is Layout.EXTERNAL for each in plan.configurations):
        return False
    if row.only_with is not None and not any(each[row.only_with].value for each in quantities):
        return False
    if row.only_with is not None and row.shown == "where it applies":
        return True
    if row.shown == "where any":
        return any(each.value for each in values.values())
    if row.shown == "where evaluated":
        return any(
            each.state not in (QuantityState.NOT_EVALUATED, QuantityState.DOES_NOT_APPLY) for each in values.values()
        )
    if line.spares_down and not any(run.spares):
        return False
    # Operations are expected only if a group follows a measured model.
    if row.section == "Operations per minute" and not any(group.opm_model for group in plan.workload.groups):
        return False
    return any(each.state is not QuantityState.DOES_NOT_APPLY for each in values.values())


def _undecided(results: Sequence[ConfigurationResult]) -> list[ConfigurationResult]:
    """The candidates with a constraint that is not evaluated and could ask for more hosts: none is best meanwhile."""
    return [each for each in results if each.admissible and any(one.undecided for one in each.constraints)]


def _with_array(plan: Plan) -> set[str]:
    return {each.key for each in plan.configurations if each.layout is Layout.EXTERNAL}


def _row(
    line: _Line,
    values: Mapping[str, Value],
    results: Sequence[ConfigurationResult],
    undecided: Sequence[ConfigurationResult],
    reference: str,
    run: Run,
) -> Row:
    quantity, plan = MODEL.quantity(line.quantity), run.plan
    failed = run.spares if line.spares_down else (0,) * len(results)
    best = _best(line.row, values, results, undecided)
    unit = unit_symbol(quantity, plan.economics.currency)
    base = values[reference] if line.row.comparable else Value(value=None, state=QuantityState.NOT_EVALUATED)
    return Row(
        key=line.key,
        section=line.row.section,
        quantity=line.quantity,
        failed_hosts=max(failed),
        label=_label(line, plan),
        meaning=tier_words(quantity.meaning, plan.configurations),
        unit=unit,
        format=line.row.format,
        better=line.row.better,
        cells=[
            Cell(
                configuration=each.key,
                value=values[each.key],
                failed_hosts=down,
                note=_note(line.quantity, values[each.key], each),
                text=_text(line, values[each.key], each, unit, plan),
                best=each.key in best,
                difference=_difference(values[each.key], base) if each.key != reference else None,
                difference_share=_share(values[each.key], base) if each.key != reference else None,
            )
            for each, down in zip(results, failed, strict=True)
        ],
    )


_BOUNDED: tuple[purposes.Section, ...] = ("Hosts", "Cost", "Power and space", "Carbon")
"""Sections whose numbers are bounds where the hosts are a lower bound."""

_BOUNDS: Mapping[str, AnswerCode] = {"grows": "cell.at_least", "falls": "cell.at_most"}

_WITH_UNIT: tuple[Format, ...] = ("share", "probability")
"""Formats that write the unit themselves."""


_PAYBACKS = ("payback_years", "discounted_payback_years")
_RETURN_WORDS: Mapping[tuple[str, float | None, QuantityState], AnswerCode] = {
    ("internal_return_rate", None, QuantityState.UNDEFINED): "cell.no_single_rate",
    **dict.fromkeys([(name, None, QuantityState.INFINITE) for name in _PAYBACKS], "cell.not_by_the_horizon"),
    **dict.fromkeys([(name, 0, QuantityState.EVALUATED) for name in _PAYBACKS], "cell.from_the_start"),
}
"""Figures of the return, each of which says whether and when it pays better in words."""


def _text(line: _Line, value: Value, result: ConfigurationResult, unit: str, plan: Plan) -> str | None:
    """Text that says more than the number."""
    format_ = line.row.format
    if line.row.section == "Return":
        code = _RETURN_WORDS.get((line.quantity, value.value, value.state))
        return None if code is None else str(message(code))
    if line.quantity == "hosts" and value.value is not None:
        text = str(_hosts_by_time(result, value.value, plan.economics.horizon_years))
        return text if text != plain(value.value, format_) else None
    bound: AnswerCode | None = None
    if line.row.without_arrays and result.key in _with_array(plan):
        bound = "cell.at_least"
    elif result.is_lower_bound and line.row.section in _BOUNDED and line.quantity in DEPENDS_ON_HOSTS:
        bound = _BOUNDS.get(line.row.with_hosts)
    if bound and value.value:
        number = plain(value.value, format_)
        return str(message(bound, value=number if format_ in _WITH_UNIT else f"{number} {unit}".rstrip()))
    if format_ == "state" and value.value is not None:
        return STATE_TEXTS[int(value.value)]
    found = _minutes(value) if format_ == "minutes" else None
    return None if found is None else str(found)


def _minutes(value: Value) -> Phrase | None:
    """When something happens."""
    if value.state is QuantityState.INFINITE:
        return message("cell.never")
    if value.value is None:
        return None
    return message("cell.at_once") if value.value == 0 else message("cell.after_minutes", minutes=value.value)


def _note(quantity: str, value: Value, result: ConfigurationResult) -> str | None:
    if quantity == "hosts":
        return result.hosts_reason
    if quantity == "flash_life_years_for_all_drives" and value.value is not None:
        return result.first_worn_drives
    if quantity == "tbw_tb" and result.endurance_class:
        return str(message("cell.endurance_class", name=result.endurance_class))
    return None


def _best(
    row: purposes.Row,
    values: Mapping[str, Value],
    results: Sequence[ConfigurationResult],
    undecided: Sequence[ConfigurationResult],
) -> set[str]:
    """Keys of the best admissible configurations; empty if all are equal or only one is admissible.

    Empty also while one of them is undecided or not evaluated: a missing value must not make another one the best.
    """
    unknown = any(values[each.key].state is QuantityState.NOT_EVALUATED for each in results if each.admissible)
    if unknown or any(values[each.key].value is not None for each in undecided):
        return set()
    numbers = {each.key: known_or_infinite(values[each.key]) for each in results if each.admissible}
    known = {key: number for key, number in numbers.items() if number is not None}
    if row.better is None or len(known) < 2:
        return set()
    first = min(known.values()) if row.better == "lower" else max(known.values())
    if row.no_good_up_to is not None and first <= row.no_good_up_to:
        return set()
    # A difference that rounding hides makes nothing the best.
    best = {key for key, number in known.items() if is_same(number, first) or _alike(number, first, row.format)}
    return best if len(best) < len(known) else set()


def _alike(one: float, other: float, format_: Format) -> bool:
    """Whether two numbers are written in the same way."""
    return isfinite(one) and isfinite(other) and plain(one, format_) == plain(other, format_)


def _difference(value: Value, base: Value) -> float | None:
    return None if value.value is None or base.value is None else value.value - base.value


def _share(value: Value, base: Value) -> float | None:
    if value.value is None or base.value is None or base.value == 0:
        return None
    return share_above(value.value, base.value)


def _hosts_by_time(result: ConfigurationResult, now: float, horizon: int) -> Phrase:
    """The number of hosts now and, where the demand outgrows them, at the horizon."""
    hosts = message("cell.hosts", hosts=Number(now, bound=at_least(result.is_lower_bound)))
    later = result.hosts_with_growth
    if later.state is QuantityState.INFINITE:
        return message("cell.no_hosts_later", hosts=hosts, year=horizon)
    if later.value is None or later.value <= now:
        return hosts
    return message("cell.hosts_later", hosts=hosts, later=later.value, year=horizon)
