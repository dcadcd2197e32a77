"""Operations that choose: by a condition, or by what is known, finite or first."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf

from hostwise.engine.symbols import Apply, Expression, Number, Symbol
from hostwise.reports.workbook.computing import symbols
from hostwise.reports.workbook.spans import Span
from hostwise.reports.workbook.terms import (
    ATOM,
    INFINITE,
    INFINITE_FROM,
    SUM,
    UNKNOWN,
    Pieces,
    Term,
    both,
    either,
    is_infinite,
    listed,
    text,
)
from hostwise.reports.workbook.writer import Condition, Operation, Writer, unknown_with

_IF_UNKNOWN = "_xlfn.IFNA("


def where(write: Writer, condition: Expression, then: Expression, otherwise: Expression) -> Term:
    """One of two by a condition; an unknown condition does not hold."""
    one, other = write.term(then), write.term(otherwise)
    chosen = write.condition(condition, unknown_with(otherwise, _LOOKS_PAST_UNKNOWN))
    return Term(either(chosen, one, other), ATOM, _either_span(condition, otherwise, one.span, other.span))


def _either_span(condition: Expression, otherwise: Expression, one: Span, other: Span) -> Span:
    """The span of a choice; replacing 0 or infinite removes it from the span."""
    if isinstance(condition, Apply) and condition.operation == "equal" and isinstance(otherwise, Symbol):
        left, right = condition.arguments
        if isinstance(left, Symbol) and left.name == otherwise.name and isinstance(right, Number):
            if right.value == 0:
                other = Span(other.low, other.high, False, other.above, other.below)
            if right.value == inf:
                other = Span(other.low, other.high, other.zero, False, other.below)
    return one.union(other)


def _comparison(sign: str) -> Condition:
    def compare(write: Writer, covered: frozenset[str], a: Expression, b: Expression) -> Pieces:
        left, right = write.term(a).within(SUM), write.term(b).within(SUM)
        # Infinite is not one number but all from one on.
        is_infinity = sign == "=" and isinstance(b, Number) and b.value == inf
        pieces = text(left, ">=", INFINITE_FROM) if is_infinity else text(left, sign, right)
        plain = isinstance(a, Symbol | Number) and isinstance(b, Symbol | Number)
        if plain and symbols(a) | symbols(b) <= covered:
            return pieces
        return text(_IF_UNKNOWN, pieces, ",FALSE)")

    return compare


def bitwise_and(write: Writer, covered: frozenset[str], *conditions: Expression) -> Pieces:
    """Both conditions; what is unknown does not hold."""
    return both(*(write.condition(each, covered) for each in conditions))


def isnan(write: Writer, covered: frozenset[str], a: Expression) -> Pieces:  # noqa: ARG001 - as all conditions
    """Whether a number is unknown."""
    return text("ISNA(", write.term(a), ")")


CONDITIONS: Mapping[str, Condition] = {
    "greater": _comparison(">"),
    "greater_equal": _comparison(">="),
    "less": _comparison("<"),
    "less_equal": _comparison("<="),
    "equal": _comparison("="),
    "bitwise_and": bitwise_and,
    "isnan": isnan,
}
"""By the engine's names."""


def _all(write: Writer, nodes: tuple[Expression, ...]) -> list[Term]:
    return [write.repeated(each) for each in nodes]


def union(terms: list[Term]) -> Span:
    """The span of one of several terms."""
    span = terms[0].span
    for term in terms[1:]:
        span = span.union(term.span)
    return span


def first_known(write: Writer, *nodes: Expression) -> Term:
    """The first that is known."""
    terms = [write.term(each) for each in nodes]
    pieces = terms[-1].pieces
    for term in reversed(terms[:-1]):
        pieces = text(_IF_UNKNOWN, term, ",", pieces, ")")
    return Term(pieces, ATOM, union(terms))


def largest_of_two(write: Writer, a: Expression, b: Expression) -> Term:
    """The larger of the known numbers."""
    return _of_two(write, "MAX", a, b)


def smallest_of_two(write: Writer, a: Expression, b: Expression) -> Term:
    """The smaller of the known numbers."""
    return _of_two(write, "MIN", a, b)


def _of_two(write: Writer, function: str, a: Expression, b: Expression) -> Term:
    terms = _all(write, (a, b))
    known = text(_IF_UNKNOWN, listed(terms), ")")
    return Term(text(_IF_UNKNOWN, function, "(", listed(terms), "),", known, ")"), ATOM, union(terms))


def largest_known(write: Writer, *nodes: Expression) -> Term:
    """The largest of the known numbers; unknown if none is."""
    terms = _all(write, nodes)
    instead = listed([text(_IF_UNKNOWN, term, ",-", INFINITE, ")") for term in terms])
    return Term(_if_any(terms, text("MAX(", instead, ")")), ATOM, union(terms))


def sum_known(write: Writer, *nodes: Expression) -> Term:
    """The sum of the known numbers; unknown if none is, or if infinities with opposite signs meet."""
    terms = _all(write, nodes)
    span = Span.between(0, 0)
    for term in terms:
        span = span + term.span.union(Span.between(0, 0))
    instead = [text(_IF_UNKNOWN, term, ",0)") for term in terms]
    total = text("SUM(", listed(instead), ")")
    if span.above and span.below:
        total = either(opposite_infinities(listed(instead)), UNKNOWN, total)
    return Term(_if_any(terms, total), ATOM, span)


def opposite_infinities(numbers: Pieces) -> Pieces:
    """Whether infinities with opposite signs are among some numbers."""
    return both(
        text("MAX(", numbers, f")>={INFINITE_FROM}"),
        text("MIN(", numbers, f")<=-{INFINITE_FROM}"),
    )


def _if_any(terms: list[Term], otherwise: Pieces) -> Pieces:
    return either(text("COUNT(", listed(terms), ")=0"), UNKNOWN, otherwise)


def one_if_within(write: Writer, *nodes: Expression) -> Term:
    """1 where nothing exceeds, infinite where something does; unknown where that cannot be said."""
    terms = _all(write, nodes)
    worst = text("MAX(", listed([text(_IF_UNKNOWN, term, ",0)") for term in terms]), ")>0")
    all_known = either(text("COUNT(", listed(terms), f")={len(terms)}"), "1", UNKNOWN)
    return Term(either(worst, INFINITE, all_known), ATOM, Span(1, float("inf"), False, above=True))


def if_finite(write: Writer, a: Expression) -> Term:
    """The number, unknown where it is infinite."""
    term = write.term(a)
    if not term.span.is_endless:
        return term
    term = write.repeated(a)
    span = Span(term.span.low, term.span.high, term.span.zero)
    return Term(either(is_infinite(term), UNKNOWN, term), ATOM, span)


def thresholds_reached(write: Writer, amount: Expression, *thresholds: Expression) -> Term:
    """Number of thresholds that a number reaches; unknown with any of them."""
    term = write.repeated(amount)
    reached = [text(term.within(SUM), ">=", write.term(each).within(SUM)) for each in thresholds]
    return _count(reached)


def count_positive(write: Writer, *nodes: Expression) -> Term:
    """Number of numbers above 0; unknown with any of them."""
    return _count([text(write.term(each).within(SUM), ">0") for each in nodes])


def _count(conditions: list[Pieces]) -> Term:
    # Added and not counted, so that what is unknown makes the sum unknown.
    pieces = text(*(text("+" if place else "", "(", each, ")") for place, each in enumerate(conditions)))
    if len(conditions) == 1:
        pieces = text(pieces, "*1")
    return Term(pieces, SUM, Span.between(0, len(conditions)))


def chosen(write: Writer, place: Expression, *options: Expression) -> Term:
    """The option at a place, counted from 0; unknown beyond them."""
    at, terms = write.repeated(place), [write.term(each) for each in options]
    pieces: Pieces = (UNKNOWN,)
    for count in reversed(range(len(terms))):
        pieces = either(text(at.within(SUM), f"={count}"), terms[count], pieces)
    return Term(pieces, ATOM, union(terms))


CHOICES: Mapping[str, Operation] = {
    "where": where,
    "first_known": first_known,
    "fmax": largest_of_two,
    "fmin": smallest_of_two,
    "largest_known": largest_known,
    "sum_known": sum_known,
    "one_if_within": one_if_within,
    "if_finite": if_finite,
    "thresholds_reached": thresholds_reached,
    "count_positive": count_positive,
    "chosen": chosen,
}
"""By the engine's names."""

_LOOKS_PAST_UNKNOWN = (
    frozenset(CHOICES) - {"if_finite", "thresholds_reached", "count_positive"} | frozenset(CONDITIONS) | {"by_role"}
)
