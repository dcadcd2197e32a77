"""Check a plan against limits, for pipelines: what passes, what fails, and what cannot be decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hostwise.answers.wording.answer_messages import listing
from hostwise.answers.wording.words import is_same
from hostwise.decision.decision_messages import words
from hostwise.decision.difference.check_document import CheckLine, CheckReport, Verdict
from hostwise.decision.difference.diff_document import PlanDiff, QuantityChange
from hostwise.decision.difference.engine_change_document import EngineChange
from hostwise.number_format.writing import exact
from hostwise.plan.answers.result import ConfigurationResult, QuantityState, Result, Value

HOSTS, TCO, WEAR_OUT = "hosts", "cluster_tco", "wear_out_probability"

_GROW_WITH_HOSTS = frozenset({HOSTS, TCO})
"""Quantities that are lower bounds if a constraint on the hosts is not evaluated."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a check.

    Attributes:
        highest: by quantity, the highest accepted value.
        evaluated: quantities that must not be left unevaluated.
        lower_bound_will_do: whether hosts and cost pass as lower bounds if a constraint on the hosts is not evaluated.
    """

    highest: Mapping[str, float]
    evaluated: Sequence[str] = ()
    lower_bound_will_do: bool = False


def check_report(result: Result, lines: Sequence[CheckLine], change: EngineChange | None = None) -> CheckReport:
    """The lines with their overall verdict, and what this version answers otherwise than an earlier one."""
    verdicts = {line.verdict for line in lines}
    worst = next((each for each in (Verdict.BROKEN, Verdict.UNDECIDED) if each in verdicts), Verdict.OK)
    return CheckReport(
        plan_name=result.plan_name,
        plan_hash=result.plan_hash,
        engine_change=change,
        verdict=worst,
        lines=list(lines),
    )


def check_limits(result: Result, limits: Limits, configurations: Sequence[str]) -> Iterator[CheckLine]:
    """Check configurations of a plan, given by key, against limits; each must also be feasible."""
    for each in result.configurations:
        if each.key not in configurations:
            continue
        yield _feasible(each, [] if each.is_lower_bound else _undecided(each))
        yield from _requirements(each)
        open_ended = each.is_lower_bound and not limits.lower_bound_will_do
        for quantity, highest in limits.highest.items():
            yield _limit(each, quantity, highest, _undecided(each) if open_ended else [])
        for quantity in limits.evaluated:
            yield _evaluated(each, quantity)


def _feasible(result: ConfigurationResult, undecided: Sequence[str]) -> CheckLine:
    """Whether it can be built; open where constraints on given hosts are not evaluated."""
    verdict, text = Verdict.OK, words("check.can_be_built")
    if not result.feasible:
        verdict, text = Verdict.BROKEN, " ".join(each.message for each in result.reasons)
    elif undecided:
        verdict = Verdict.UNDECIDED
        text = words("check.open", limits=listing(undecided))
    return CheckLine(configuration=result.key, check="feasible", verdict=verdict, text=text)


def _requirements(result: ConfigurationResult) -> Iterator[CheckLine]:
    """The requirements of the plan that it misses, or of which that is not known."""
    for each in result.unmet_requirements if result.feasible else ():
        verdict = Verdict.BROKEN if each.known else Verdict.UNDECIDED
        yield CheckLine(
            configuration=result.key,
            check="requirement",
            quantity=each.requirement,
            limit=each.required,
            verdict=verdict,
            text=each.message,
        )


def _undecided(result: ConfigurationResult) -> list[str]:
    """Labels of the constraints that are not evaluated and could ask for more hosts."""
    return [each.label for each in result.constraints if each.undecided]


def _limit(result: ConfigurationResult, quantity: str, highest: float, undecided: Sequence[str]) -> CheckLine:
    value = result.quantities[quantity]
    verdict, text = _of_state(value)
    if value.value is not None:
        kept = value.value <= highest or is_same(value.value, highest)
        verdict = Verdict.OK if kept else Verdict.BROKEN
        shown = _exact(value.value), _exact(highest)
        text = words("check.within", value=shown[0], limit=shown[1])
        if not kept:
            # With enough digits to see a small difference.
            close = shown[0] == shown[1]
            text = words(
                "check.above",
                value=repr(value.value) if close else shown[0],
                limit=repr(highest) if close else shown[1],
            )
        if kept and undecided and quantity in _GROW_WITH_HOSTS:
            verdict = Verdict.UNDECIDED
            text = words("check.is_lower_bound", value=shown[0], limit=shown[1], limits=listing(undecided))
    return CheckLine(
        configuration=result.key,
        check="limit",
        quantity=quantity,
        value=value,
        limit=highest,
        verdict=verdict,
        text=text,
    )


def _of_state(value: Value) -> tuple[Verdict, str]:
    """The text for a value that is not a number."""
    if value.state is QuantityState.NOT_EVALUATED:
        if value.missing:
            return Verdict.UNDECIDED, words("check.needed", fields=listing(value.missing))
        return Verdict.UNDECIDED, words("check.not_evaluated")
    if value.state is QuantityState.UNDEFINED:
        return Verdict.UNDECIDED, words("check.undefined")
    if value.state is QuantityState.INFINITE:
        return Verdict.BROKEN, words("check.infinite")
    if value.state is QuantityState.INFEASIBLE:
        return Verdict.BROKEN, words("check.infeasible")
    return Verdict.OK, words("check.does_not_apply")


def _evaluated(result: ConfigurationResult, quantity: str) -> CheckLine:
    value = result.quantities[quantity]
    undecided = value.state in (QuantityState.NOT_EVALUATED, QuantityState.UNDEFINED)
    return CheckLine(
        configuration=result.key,
        check="evaluated",
        quantity=quantity,
        value=value,
        verdict=Verdict.UNDECIDED if undecided else Verdict.OK,
        text=_of_state(value)[1] if value.value is None else words("check.value", value=_exact(value.value)),
    )


def check_against(diff: PlanDiff, configurations: Sequence[str], quantities: Sequence[str]) -> Iterator[CheckLine]:
    """Check configurations of a plan, given by key, against those of the plan before.

    Args:
        diff: the differences beyond the tolerance.
        configurations: keys of the configurations of the plan after.
        quantities: the compared quantities; by default all rows of the comparison.
    """
    changed = {each.key: each for each in diff.configurations}
    for key in configurations:
        change = changed.get(key)
        if change is not None and change.kind is not None:
            text = words("check.other_plan")
            yield CheckLine(configuration=key, check="against", verdict=Verdict.UNDECIDED, text=text)
            continue
        differing = {
            each.quantity: each
            for each in (change.quantities if change else [])
            if each.quantity in quantities or (not quantities and each.in_comparison)
        }
        yield from (_differs(key, each) for each in differing.values())
        for quantity in quantities:
            if quantity not in differing:
                yield CheckLine(
                    configuration=key,
                    check="against",
                    quantity=quantity,
                    verdict=Verdict.OK,
                    text=words("check.same"),
                )
        if not quantities and not differing:
            text = words("check.all_same")
            yield CheckLine(configuration=key, check="against", verdict=Verdict.OK, text=text)


def _differs(key: str, change: QuantityChange) -> CheckLine:
    before, after = (_words(each) for each in (change.before, change.after))
    undecided = {QuantityState.NOT_EVALUATED, QuantityState.UNDEFINED} & {change.before.state, change.after.state}
    both = change.before.value is not None and change.after.value is not None
    tolerance = change.tolerance_share
    text = words("check.differs", before=before, after=after, tolerance=tolerance)
    if change.difference_share is not None:
        by = f"{change.difference_share * 100:+.3g} %"
        text = words("check.differs_by", before=before, after=after, change=by, tolerance=tolerance)
    elif both and change.difference is None:
        text = words("check.currencies", before=before, after=after, tolerance=tolerance)
    return CheckLine(
        configuration=key,
        check="against",
        quantity=change.quantity,
        value=change.after,
        limit=change.tolerance_share,
        verdict=Verdict.UNDECIDED if undecided or (both and change.difference is None) else Verdict.BROKEN,
        text=text,
    )


def _words(value: Value) -> str:
    return _exact(value.value) if value.value is not None else value.state.value.replace("_", " ")


def _exact(number: float) -> str:
    """A number with enough digits to show the side of the limit."""
    return exact(number)
