"""The values of a plan with a range of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hostwise.binding.recorder import Mistake, Recorder
from hostwise.number_format.writing import exact
from hostwise.plan.cost_lines import CostLine
from hostwise.plan.document import Plan, ValueRange, is_decided, plan_json


@dataclass(frozen=True)
class Ranged:
    """A value that the plan gives with a range."""

    pointer: str
    value: float
    range: ValueRange


def ranged_values(plan: Plan) -> Iterator[Ranged]:
    """The values with a range, of a plan whose ranges are sound."""
    document = plan_json(plan) if any(each.range is not None for each in plan.remarks.values()) else {}
    for pointer, remark in plan.remarks.items():
        if remark.range is not None:
            value = _number_at(document, pointer)
            assert value is not None, pointer
            yield Ranged(pointer, value, remark.range)
    for pointer, line, _ in lines_of(plan):
        if line.has_range:
            low, high = line.ends
            yield Ranged(pointer, line.amount, ValueRange(low=low, high=high))


def lines_of(plan: Plan) -> Iterator[tuple[str, CostLine, int | None]]:
    """The cost lines with the pointer of their amount and the place of the configuration; None is of all."""
    places: list[tuple[int | None, str, Sequence[CostLine]]] = [(None, "/economics", plan.economics.cost_lines)]
    places += [(at, f"/configurations/{at}", each.cost_lines) for at, each in enumerate(plan.configurations)]
    for place, at, lines in places:
        for number, line in enumerate(lines):
            yield f"{at}/cost_lines/{number}/amount", line, place


def numbers_of(plan: Plan) -> Iterator[str]:
    """The numbers that a plan gives, except counts in a configuration, a rule or the economics."""
    yield from _numbers(plan_json(plan), "")


def _numbers(part: Any, at: str) -> Iterator[str]:
    inner = part.items() if isinstance(part, Mapping) else enumerate(part) if isinstance(part, list) else ()
    for name, value in inner:
        yield from _numbers(value, f"{at}/{name}")
    if isinstance(part, float) or (type(part) is int and at.startswith("/workload/")):
        yield at


def check_ranges(to: Recorder) -> None:
    """Check that each range belongs to a number of the plan that is not a choice, and encloses it."""
    ranges = {pointer: each.range for pointer, each in to.plan.remarks.items() if each.range is not None}
    for pointer, line, _ in lines_of(to.plan):
        if pointer in ranges and line.has_range:
            message = f"The amount of {line.label} has two ranges: low and high of the line, and one of a remark."
            to.mistakes.append(Mistake(pointer, "two_ranges", message, "Leave one of them out."))
    document = plan_json(to.plan) if ranges else {}
    for pointer, given in ranges.items():
        mistake = _mistake(document, pointer, given)
        if mistake is not None:
            to.mistakes.append(Mistake(pointer, *mistake))


def _mistake(document: Mapping[str, Any], pointer: str, given: ValueRange) -> tuple[str, str, str] | None:
    """Code, message and hint of what is wrong with a range; None where it is sound."""
    value = _number_at(document, pointer)
    if value is None:
        return "range_without_value", "There is a range, but no number that it is around.", "Enter the number."
    if is_decided(pointer) or (isinstance(value, int) and not pointer.startswith("/workload/")):
        hint = "Compare configurations that differ in it."
        return "range_of_a_decision", "This is decided, and not uncertain: it can have no range.", hint
    if not given.low <= value <= given.high:
        ends = f"{exact(given.low)} to {exact(given.high)}"
        return "outside_its_range", f"{exact(value)} is outside its range of {ends}.", "Change one or the other."
    return None


def _number_at(document: Mapping[str, Any], pointer: str) -> int | float | None:
    """The number that a pointer leads to, if any."""
    found: Any = document
    for part in pointer.split("/")[1:]:
        if isinstance(found, Mapping):
            found = found.get(part)
        elif isinstance(found, Sequence) and not isinstance(found, str) and part.isdecimal():
            found = found[int(part)] if int(part) < len(found) else None
        else:
            return None
    return found if isinstance(found, int | float) and not isinstance(found, bool) else None
