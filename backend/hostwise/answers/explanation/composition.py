"""The terms that a number is the sum of, read from its formula: quantities, VM groups, years, roles of drives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from hostwise.answers.explanation.explanation_words import in_words, times, with_units
from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import words
from hostwise.engine.axes import axes_in
from hostwise.engine.graph import Formula
from hostwise.engine.model import MODEL
from hostwise.engine.primitives import by_year, function_of
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.symbols import Apply, Expression, Number, Place, Symbol, render, walk
from hostwise.plan.answers.result import ExplanationPart, QuantityState, Value

NAMED_PARTS = 100
"""Parts of a number that an explanation names."""


def parts_of(run: Run, index: int, name: str) -> list[ExplanationPart]:
    """The parts of a number, the largest first, years in their order; empty if it is not a sum of several.

    The hosts of a constraint are not shown as a sum: they have their own arithmetic.
    """
    formula = MODEL.formulas.get(name)
    if formula is None or formula.quantity.axes or not formula.quantity.unit.symbol:
        return []
    if name in MODEL.purposes.sums:
        found = _ranked(_of_quantity(run, index, each) for each in MODEL.purposes.sums[name])
    elif name not in MODEL.purposes.constraints:
        found = _of_formula(run, index, formula)
    else:
        found = []
    shown = [each for each in found if each.value.value != 0]
    return shown if len(shown) > 1 and any(each.value.value is not None for each in shown) else []


def largest_parts(run: Run, index: int, name: str) -> list[ExplanationPart]:
    """The parts of a number; of more than `NAMED_PARTS` the smallest as one, so that hundreds of groups stay readable.

    Parts without a value come last. If one of them is merged with others, their sum has no value either.
    """
    parts = parts_of(run, index, name)
    named, others = parts[:NAMED_PARTS], parts[NAMED_PARTS:]
    if len(others) < 2:
        return parts
    amounts = [nan if each.value.value is None else each.value.value for each in others]
    rest = ExplanationPart(
        label=words("more_parts", number=len(others)),
        quantity=others[0].quantity,
        value=_value(run, index, MODEL.formulas[name], sum(amounts)),
        arithmetic=None,
    )
    return [*named, rest]


def without_zeros(run: Run, index: int, name: str) -> str:
    """The quantity that a sum comes down to where its other terms are 0; the quantity itself otherwise."""
    formula = MODEL.formulas.get(name)
    terms = [] if formula is None else list(_terms(formula.expression))
    if formula is None or len(terms) < 2 or name in MODEL.purposes.sums or not _add_up(terms):
        return name
    there = [each for each in terms if np.any(_numbers(run, index, formula, each.expression) != 0)]
    if len(there) != 1 or there[0].sign < 0 or there[0].divisors or len(there[0].factors) > 1:
        return name
    (factor,) = there[0].factors
    return factor.name if isinstance(factor, Symbol) else name


def _of_formula(run: Run, index: int, formula: Formula) -> list[ExplanationPart]:
    terms = list(_terms(formula.expression))
    if len(terms) > 1:
        return _ranked(_of_term(run, index, formula, each, terms) for each in terms) if _add_up(terms) else []
    expression = formula.expression
    if isinstance(expression, Apply) and expression.operation in ("total", "total_of_roles"):
        return _members(run, index, formula, expression.operation, expression.arguments[0])
    if isinstance(expression, Apply) and expression.operation == "divide":
        return _of_quotient(run, index, formula, *expression.arguments)
    return []


def _of_quotient(
    run: Run, index: int, formula: Formula, amount: Expression, divisor: Expression
) -> list[ExplanationPart]:
    """A sum over something, such as the cost per VM: each part of the sum over it."""
    if not isinstance(amount, Symbol) or amount.name not in MODEL.purposes.sums:
        return []
    (each_of,) = _numbers(run, index, formula, divisor).tolist()
    return [
        part.model_copy(
            update={
                "value": _value(run, index, formula, nan if part.value.value is None else part.value.value / each_of)
            }
        )
        for part in parts_of(run, index, amount.name)
    ]


def _ranked(parts: Iterable[ExplanationPart]) -> list[ExplanationPart]:
    """The largest first, unknown ones last."""
    return sorted(parts, key=lambda each: -abs(each.value.value or 0))


# -------------------------------------------------------------------------------------------------------- sums


@dataclass(frozen=True)
class _Term:
    """A term of a sum: its factors, its divisors, and its sign."""

    factors: tuple[Expression, ...]
    divisors: tuple[Expression, ...] = ()
    sign: int = 1

    @property
    def expression(self) -> Expression:
        """The term as one expression."""
        first, *others = self.factors
        for each in others:
            first = Apply("multiply", (first, each))
        for each in self.divisors:
            first = Apply("divide", (first, each))
        return first if self.sign > 0 else Apply("negative", (first,))


def _terms(node: Expression) -> Iterator[_Term]:
    """The terms of a sum; a product with one sum is that of each of its terms."""
    operation, arguments = (node.operation, node.arguments) if isinstance(node, Apply) else ("", ())
    if operation in ("add", "sum_known"):
        for each in arguments:
            yield from _terms(each)
    elif operation in ("subtract", "negative"):
        for place, each in enumerate(arguments):
            turned = operation == "negative" or place == 1
            yield from (_Term(one.factors, one.divisors, -one.sign if turned else one.sign) for one in _terms(each))
    elif operation == "multiply":
        ours, others = (list(_terms(each)) for each in arguments)
        if len(ours) > 1 and len(others) > 1:
            yield _Term((node,))
        else:
            for one in ours:
                for other in others:
                    yield _Term(one.factors + other.factors, one.divisors + other.divisors, one.sign * other.sign)
    elif operation == "divide":
        for one in _terms(arguments[0]):
            yield _Term(one.factors, (*one.divisors, arguments[1]), one.sign)
    else:
        yield _Term((node,))


def _add_up(terms: list[_Term]) -> bool:
    """Whether all terms are amounts of something: a sum with a plain number is a factor, such as 1 + growth."""
    return all(_names(term.expression) for term in terms)


def _of_term(run: Run, index: int, formula: Formula, term: _Term, terms: list[_Term]) -> ExplanationPart:
    """A term: a quantity, or a product named after the factors that the other terms do not share."""

    def shown(node: Expression, write: Callable[[str], str]) -> str:
        return times(render(node, write, latex=False))

    if not term.divisors and len(term.factors) == 1 and isinstance(term.factors[0], Symbol):
        name, arithmetic = term.factors[0].name, None
    else:
        everywhere = set.intersection(*({shown(each, str) for each in (*one.factors, *one.divisors)} for one in terms))
        own = [each for each in (*term.factors, *term.divisors) if _names(each)]
        own = [each for each in own if shown(each, str) not in everywhere] or own
        # A product is about its last factor: "sockets x price of a CPU" is about the price.
        name = _names(own[-1])[-1]
        arithmetic = shown(term.expression, lambda each: with_units(run, index, each))
        label = ""
        for each in own:
            sign = "" if not label else " / " if each in term.divisors else " \u00d7 "
            label += sign + shown(each, lambda each: in_words(run, index, each))
    return ExplanationPart(
        label=label if arithmetic else in_words(run, index, name),
        quantity=name,
        value=_value(run, index, formula, float(_numbers(run, index, formula, term.expression)[0])),
        arithmetic=arithmetic,
    )


def _names(node: Expression) -> list[str]:
    return [each.name for each in walk(node) if isinstance(each, Symbol)]


def _of_quantity(run: Run, index: int, name: str) -> ExplanationPart:
    part = MODEL.purposes.cost_parts.get(name)
    label = part.label if part is not None else in_words(run, index, name)
    return ExplanationPart(label=label, quantity=name, value=run.value(name, index), arithmetic=None)


# ------------------------------------------------------------------------------------------------------ members


def _members(run: Run, index: int, formula: Formula, operation: str, inner: Expression) -> list[ExplanationPart]:
    """A sum over roles, VM groups, years, or months, which are put together to years."""
    row, axes = _numbers(run, index, formula, inner), axes_in(inner, MODEL.axes)
    named = inner.name if isinstance(inner, Symbol) else None
    of_groups = operation == "total" and axes == ("group",)
    if operation == "total_of_roles":
        labels = [role.label for role in Role]
    elif of_groups:
        labels = [each.name for each in run.plan.workload.groups]
    else:
        if axes == ("month",):
            row = by_year(np.broadcast_to(row, (len(run.evaluation.members("month")),)))
        labels = ["at the purchase", *(f"year {year}" for year in range(1, len(row)))]
    parts = [
        ExplanationPart(
            label=label,
            quantity=named,
            value=_value(run, index, formula, amount),
            arithmetic=_of_member(run, index, inner, place) if of_groups and named is None else None,
        )
        for place, (label, amount) in enumerate(zip(labels, np.broadcast_to(row, (len(labels),)).tolist(), strict=True))
    ]
    return parts if axes in (("month",), ("year",)) else _ranked(parts)


def _of_member(run: Run, index: int, inner: Expression, place: int) -> str:
    return times(render(inner, lambda name: with_units(run, index, name, place), latex=False))


# ------------------------------------------------------------------------------------------------------- values


def _numbers(run: Run, index: int, formula: Formula, node: Expression) -> Array:
    """An expression of a formula with the numbers of one configuration: one, or one for each member."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        found = np.asarray(_evaluated(node, formula.aligned(run.evaluation.values)), dtype=np.float64)
    # Axes are (sample, configuration, *members).
    row: Array = found[0, min(index, found.shape[1] - 1), ...]
    return row.ravel()


def _evaluated(node: Expression, given: Mapping[str, Array]) -> Any:
    if isinstance(node, Symbol):
        return given[node.name]
    if isinstance(node, Place):
        return node.role
    if isinstance(node, Number):
        return node.value
    assert isinstance(node, Apply)
    return function_of(node.operation)(*(_evaluated(each, given) for each in node.arguments))


def _value(run: Run, index: int, formula: Formula, number: float) -> Value:
    """A part with its state; the quantities below an unknown one name what it lacks."""
    return _UNKNOWN if isnan(number) else run.state(formula.quantity.name, index, number)


_UNKNOWN = Value(value=None, state=QuantityState.NOT_EVALUATED)
