"""The comparison: its rows, and the text around the numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite

from hostwise.answers.running.run import DEPENDS_ON_HOSTS, Run
from hostwise.answers.running.words import (
    ALIKE,
    STATE_TEXTS,
    is_same,
    known_or_infinite,
    listed,
    share_above,
    tier_words,
)
from hostwise.engine import purposes
from hostwise.engine.model import MODEL
from hostwise.engine.units import unit_symbol
from hostwise.numerals.writing import Format, counted, fixed, money, percent, plain, short
from hostwise.plan.answers.result import Cell, ConfigurationResult, Row, State, Unmet, Value
from hostwise.plan.answers.text import Reason
from hostwise.plan.configuration import Architecture
from hostwise.plan.document import Plan
from hostwise.plan.economics import Economics


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


def rows(run: Run, results: Sequence[ConfigurationResult], reference: str) -> list[Row]:
    """The comparison's rows; some only if they differ from another one."""
    plan = run.plan
    # Cache drives against all drives: their wear is not comparable.
    unlike = {"Wear-out"} if len({each.architecture for each in plan.configurations}) > 1 else set[str]()
    undecided = _undecided(results)
    found = []
    for line in _LINES:
        values = _values(run, results, line)
        if _says_something(line, values, results, run):
            unlike_here = line.row.section in unlike and not line.row.across
            unlike_here |= line.row.without_arrays and bool(_with_array(plan))
            shown = replace(line, row=replace(line.row, better=None)) if unlike_here else line
            found.append(_row(shown, values, results, undecided, reference, run))
    return found


def _values(run: Run, results: Sequence[ConfigurationResult], line: _Line) -> dict[str, Value]:
    """A line's value for each configuration; with spare hosts failed where the line is about that case."""
    if not line.spares_down:
        found = {each.key: each.quantities[line.quantity] for each in results}
        # The reference has no return against itself.
        itself = {each.key: each.finance is None for each in results} if line.row.section == "Return" else {}
        return {
            key: Value(value=None, state=State.DOES_NOT_APPLY) if itself.get(key) else value
            for key, value in found.items()
        }
    case = run.with_spares_failed()
    return {
        each.key: case.value(line.quantity, index)
        if run.leaves_hosts(run.spares[index], index)
        else Value(value=None, state=State.UNDEFINED)
        for index, each in enumerate(results)
    }


def _says_something(line: _Line, values: Mapping[str, Value], results: Sequence[ConfigurationResult], run: Run) -> bool:
    """Whether a line adds to those that are always shown."""
    row, plan = line.row, run.plan
    if row.only_without is not None and not any(
        each.quantities[row.only_without].state is State.NOT_EVALUATED for each in results
    ):
        return False
    if row.section == "Wear-out" and all(
        each.architecture is Architecture.EXTERNAL_ARRAY for each in plan.configurations
    ):
        return False
    if row.only_with is not None and not any(each.quantities[row.only_with].value for each in results):
        return False
    if row.only_with is not None and row.shown == "where it applies":
        return True
    if row.shown == "where any":
        return any(each.value for each in values.values())
    if row.shown == "where evaluated":
        return any(each.state not in (State.NOT_EVALUATED, State.DOES_NOT_APPLY) for each in values.values())
    if line.spares_down and not any(run.spares):
        return False
    # Operations are expected only if a group follows a measured model.
    if row.section == "Operations per minute" and not any(group.opm_model for group in plan.workload.groups):
        return False
    return any(each.state is not State.DOES_NOT_APPLY for each in values.values())


def _undecided(results: Sequence[ConfigurationResult]) -> list[ConfigurationResult]:
    """The candidates with a constraint that is not evaluated and could ask for more hosts: none is best meanwhile."""
    return [each for each in results if each.admissible and any(one.undecided for one in each.constraints)]


def _with_array(plan: Plan) -> set[str]:
    return {each.key for each in plan.configurations if each.architecture is Architecture.EXTERNAL_ARRAY}


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
    label = tier_words(quantity.label, plan.configurations)
    best = _best(line.row, values, results, undecided)
    unit = unit_symbol(quantity, plan.economics.currency)
    base = values[reference] if line.row.comparable else Value(value=None, state=State.NOT_EVALUATED)
    return Row(
        key=line.key,
        section=line.row.section,
        quantity=line.quantity,
        failed_hosts=max(failed),
        label=f"{label}, with spare hosts failed" if line.spares_down else label,
        meaning=tier_words(quantity.meaning, plan.configurations),
        unit=unit,
        format=line.row.format,
        better=line.row.better,
        cells=[
            Cell(
                configuration=each.key,
                value=values[each.key],
                failed_hosts=down,
                text=_text(line, values[each.key], each, unit, plan),
                note=_note(line.quantity, each),
                best=each.key in best,
                difference=_difference(values[each.key], base) if each.key != reference else None,
                difference_share=_share(values[each.key], base) if each.key != reference else None,
            )
            for each, down in zip(results, failed, strict=True)
        ],
    )


_BOUNDED: tuple[purposes.Section, ...] = ("Hosts", "Cost", "Power and space", "Carbon")
"""Sections whose numbers are bounds where the hosts are a lower bound."""

_BOUNDS = {"grows": "at least", "falls": "at most"}

_WITH_UNIT: tuple[Format, ...] = ("share", "probability")
"""Formats that write the unit themselves."""


_PAYBACKS = ("payback_years", "discounted_payback_years")
_RETURN_WORDS: dict[tuple[str, float | None, State], str] = {
    ("internal_return_rate", None, State.UNDEFINED): "no single rate",
    **{(name, None, State.INFINITE): "not by the horizon" for name in _PAYBACKS},
    **{(name, 0, State.EVALUATED): "from the start" for name in _PAYBACKS},
}
"""Figures of the return, each of which says whether and when it pays better in words."""


def _text(line: _Line, value: Value, result: ConfigurationResult, unit: str, plan: Plan) -> str | None:
    """Text that says more than the number."""
    format_ = line.row.format
    if line.row.section == "Return":
        return _RETURN_WORDS.get((line.quantity, value.value, value.state))
    if line.quantity == "hosts" and value.value is not None:
        text = _hosts_by_time(result, value.value, plan.economics.horizon_years)
        return text if text != plain(value.value, format_) else None
    bound = None
    if line.row.without_arrays and result.key in _with_array(plan):
        bound = "at least"
    elif result.at_least and line.row.section in _BOUNDED and line.quantity in DEPENDS_ON_HOSTS:
        bound = _BOUNDS.get(line.row.with_hosts)
    if bound and value.value:
        return f"{bound} {plain(value.value, format_)} {'' if format_ in _WITH_UNIT else unit}".rstrip()
    if format_ == "state" and value.value is not None:
        return STATE_TEXTS[int(value.value)]
    if format_ == "minutes":
        if value.state is State.INFINITE:
            return "never"
        if value.value is not None:
            return "at once" if value.value == 0 else f"after {short(value.value)} min"
    return None


def _note(quantity: str, result: ConfigurationResult) -> str | None:
    if quantity == "hosts":
        return result.hosts_reason
    if quantity == "shortest_life_years" and result.quantities[quantity].value is not None:
        return result.first_worn_drives
    if quantity == "tbw_tb" and result.endurance_class:
        return f"class {result.endurance_class}"
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
    unknown = any(values[each.key].state is State.NOT_EVALUATED for each in results if each.admissible)
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


def sentence(
    results: Sequence[ConfigurationResult], plan: Plan, reference: str, labels: Mapping[str, str], accepted: float
) -> str:
    """The comparison in one sentence, made from the numbers.

    Args:
        results: the configurations.
        plan: what they answer.
        reference: key of the one that the others are compared with.
        labels: the missing fields, by pointer.
        accepted: chance of wearing out within the horizon up to which drives are said to last.
    """
    economics = plan.economics
    flash = {each.key: each.first_worn_drives or "drives" for each in results}
    base = next(each for each in results if each.key == reference)
    feasible = [each for each in results if each.admissible]
    if not feasible:
        return f"{nothing_left(results)} " + " ".join(f"{each.name}: {against(each).message}" for each in results)
    if undecided := _undecided(results):
        limits = [
            (each, one.label, one.hosts.missing) for each in undecided for one in each.constraints if one.undecided
        ]
        return _not_yet(limits, feasible, economics, labels)
    totals = [
        (each, "the total cost", each.quantities["cluster_tco"].missing) for each in feasible if _cost(each) is None
    ]
    if 0 < len(totals) < len(feasible):
        return _not_yet(totals, feasible, economics, labels)
    order = _order(feasible)
    if not base.admissible:
        first = _alone(order[0], economics.horizon_years, flash, accepted)
        return f"{first} {base.name} {base.standing}: {against(base).message}"
    if len(feasible) == 1:
        return _alone(base, economics.horizon_years, flash, accepted)
    if order[0] is not base:
        return _compare(order[0], base, economics, flash)
    cheaper = all(_cost(each) is not None for each in feasible) and not _costs_alike(base, order[1])
    return (f"{base.name} costs least: " if cheaper else "") + _compare(order[1], base, economics, flash)


def nothing_left(results: Sequence[ConfigurationResult]) -> str:
    """What no configuration is or does."""
    if not any(each.buildable for each in results):
        return "Nothing here can be built."
    if not any(each.feasible for each in results):
        return "No configuration is feasible."
    return "No configuration meets the requirements."


def against(result: ConfigurationResult) -> Reason | Unmet:
    """The first thing that speaks against a configuration that is not admissible."""
    return result.reasons[0] if result.reasons else result.unmet[0]


_NAMED_FIELDS = 3
"""Missing fields named in a sentence."""


def _not_yet(
    open_: Sequence[tuple[ConfigurationResult, str, Sequence[str]]],
    feasible: Sequence[ConfigurationResult],
    economics: Economics,
    labels: Mapping[str, str],
) -> str:
    """The fields to enter before a best configuration can be named, and the values known so far.

    Args:
        open_: what is not evaluated: the configuration, the quantity, and the missing fields.
        feasible: the configurations whose known values are named.
        economics: for currency and horizon.
        labels: of fields, by pointer.
    """
    fields = list(dict.fromkeys(labels.get(cure, cure) for *_, missing in open_ for cure in missing))
    whats = list(dict.fromkeys(what for _, what, _ in open_))
    limits, are = listed(whats), "is" if len(whats) == 1 else "are"
    of = "" if len(feasible) == 1 else f" of {listed(list(dict.fromkeys(each.name for each, *_ in open_)))}"
    first = f"No best configuration yet: {limits}{of} {are} not evaluated."
    if fields:
        more = len(fields) - _NAMED_FIELDS
        named_ = [*fields[:_NAMED_FIELDS], *([counted(more, "more fields")] if more > 0 else [])]
        first = f"No best configuration yet: {limits}{of} {are} not evaluated. Enter {listed(named_)}."
    return f"{first} So far: " + "; ".join(_so_far(each, economics) for each in feasible) + "."


def _so_far(result: ConfigurationResult, economics: Economics) -> str:
    cost = _cost(result)
    text = f"{result.name} needs {_hosts(result, economics.horizon_years)}"
    if cost is None:
        return text
    least = "at least " if result.at_least else ""
    return f"{text} and costs {least}{money(cost)} {economics.currency}"


def _cost(result: ConfigurationResult) -> float | None:
    return result.quantities["cluster_tco"].value


def _costs_alike(one: ConfigurationResult, other: ConfigurationResult) -> bool:
    here, there = _cost(one), _cost(other)
    return here is not None and there is not None and abs(here - there) <= ALIKE * max(abs(here), abs(there))


def _order(results: Sequence[ConfigurationResult]) -> list[ConfigurationResult]:
    """The cheapest first where all costs are known, else those with fewest hosts."""
    if all(_cost(each) is not None for each in results):
        return sorted(results, key=lambda each: _cost(each) or 0)
    return sorted(results, key=lambda each: each.hosts.value if each.hosts.value is not None else float("inf"))


def _hosts_by_time(result: ConfigurationResult, now: float, horizon: int, unit: str = "") -> str:
    """The number of hosts now and, where the demand outgrows them, at the horizon."""
    text = ("at least " if result.at_least else "") + (counted(now, unit) if unit else fixed(now))
    later = result.grown_hosts
    if later.state is State.INFINITE:
        return f"{text} now, more than any number in year {horizon}"
    if later.value is None or later.value <= now:
        return text
    return f"{text} now, {fixed(later.value)} in year {horizon}"


def _hosts(result: ConfigurationResult, horizon: int) -> str:
    """The number of hosts in words."""
    if result.hosts.value is None:
        return "an unknown number of hosts"
    return _hosts_by_time(result, result.hosts.value, horizon, "hosts")


def _alone(result: ConfigurationResult, horizon: int, flash: Mapping[str, str], accepted: float) -> str:
    text = f"{result.name} needs {_hosts(result, horizon)} ({result.hosts_reason})"
    life = result.quantities["known_life_years"]
    if life.value is not None:
        outlives = life.value > horizon or is_same(life.value, horizon)
        text += f"; its {flash[result.key]} last {counted(life.value, 'years')}, "
        chance = result.quantities["known_wear_out_probability"].value
        if chance is None:
            text += f"{'not less' if outlives else 'less'} than the horizon of {horizon}"
        elif outlives and chance > accepted:
            text += f"with a chance of {_chance(chance)} to wear out within the horizon of {horizon}"
        else:
            text += f"{'not less' if outlives else 'less'} than the horizon of {horizon}"
            text += f" (chance of wearing out within it: {_chance(chance)})"
    elif life.state is State.NOT_EVALUATED:
        text += "; its wear-out is not evaluated"
    return text + "."


def _chance(chance: float) -> str:
    return plain(chance, "probability")


def _compare(
    one: ConfigurationResult, base: ConfigurationResult, economics: Economics, flash: Mapping[str, str]
) -> str:
    parts = []
    here, there = one.hosts.value, base.hosts.value
    if here is not None and there is not None:
        horizon = economics.horizon_years
        words, against = _hosts(one, horizon), _hosts_by_time(base, there, horizon)
        parts.append(f"also needs {words}" if words == _hosts(base, horizon) else f"needs {words} instead of {against}")
    parts.append(_compare_costs(one, base, economics))
    life, life_base = one.quantities["known_life_years"], base.quantities["known_life_years"]
    if life.value is not None and life_base.value is not None and not is_same(life.value, life_base.value):
        against = short(life_base.value)
        if flash[one.key] != flash[base.key]:
            against += f" of {base.name}'s {flash[base.key]}"
        grows = any((each.quantities["mean_write_growth_rate"].value or 0) != 0 for each in (one, base))
        growing = ", as the load grows" if grows else ""
        parts.append(
            f"its {flash[one.key]} last {counted(life.value, 'years')} against {against}{growing}{_chances(one, base)}"
        )
    elif life.state is State.NOT_EVALUATED:
        parts.append("its wear-out is not evaluated")
    joined = parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + ", and " + parts[-1]
    return f"{one.name} {joined}."


def _chances(one: ConfigurationResult, base: ConfigurationResult) -> str:
    """The chances of wearing out within the horizon, beside the lives."""
    here, there = (each.quantities["known_wear_out_probability"].value for each in (one, base))
    if here is None or there is None:
        return ""
    return f" (chance of wearing out within the horizon: {_chance(here)} against {_chance(there)})"


def _compare_costs(one: ConfigurationResult, base: ConfigurationResult, economics: Economics) -> str:
    cost, cost_base = _cost(one), _cost(base)
    if cost is None or cost_base is None:
        unknown = [each.name for each in (one, base) if _cost(each) is None]
        return f"the total cost of {' and '.join(unknown)} is not evaluated"
    over = f"over {counted(economics.horizon_years, 'years')}"
    if _costs_alike(one, base):
        return f"costs about the same as {base.name} {over}"
    if cost_base <= 0:
        # A share of zero, or of a gain, has no meaning.
        return f"costs {fixed(cost)} instead of {fixed(cost_base)} {economics.currency} {over}"
    share = cost / cost_base - 1
    return f"costs {percent(abs(share), 2)} {'less' if share < 0 else 'more'} than {base.name} {over}"
