"""Arithmetic in cells: guards where a spreadsheet could give another result than the engine."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from scipy.special import ndtri

from hostwise.engine.symbols import Expression, Number
from hostwise.reports.workbook.computing import Untranslatable
from hostwise.reports.workbook.spans import LARGEST_EXPONENT, Span
from hostwise.reports.workbook.terms import (
    ATOM,
    COUNT_SLACK,
    INFINITE,
    INFINITE_FROM,
    POWER,
    PRODUCT,
    SUM,
    UNKNOWN,
    Pieces,
    Term,
    any_of,
    both,
    call,
    either,
    is_infinite,
    listed,
    text,
)
from hostwise.reports.workbook.writer import Operation, Writer, infix

_SMALL = "1E-05"
"""Below it ln(1+x) and e^x-1 are taken from their series, which is exact there to 15 digits."""


def add(write: Writer, a: Expression, b: Expression) -> Term:
    """A sum; of infinities with opposite signs it is unknown."""
    return _sum(write, a, b, "+", (SUM, SUM, SUM))


def subtract(write: Writer, a: Expression, b: Expression) -> Term:
    """A difference; of infinities with the same sign it is unknown."""
    return _sum(write, a, b, "-", (SUM, SUM, PRODUCT))


def _sum(write: Writer, a: Expression, b: Expression, sign: str, strengths: tuple[int, int, int]) -> Term:
    one, other = write.term(a), write.term(b)
    added = other.span if sign == "+" else -other.span
    span = one.span + added
    if not ((one.span.above and added.below) or (one.span.below and added.above)):
        return infix(one, sign, other, strengths, span)
    one, other = write.repeated(a), write.repeated(b)
    signs = text("SIGN(", one, ")", "<>" if sign == "+" else "=", "SIGN(", other, ")")
    clash = both(is_infinite(one), is_infinite(other), signs)
    return Term(either(clash, UNKNOWN, infix(one, sign, other, strengths, span)), ATOM, span)


def multiply(write: Writer, a: Expression, b: Expression) -> Term:
    """A product; of 0 and infinite it is unknown."""
    one, other = write.term(a), write.term(b)
    span = one.span * other.span
    strengths = (PRODUCT, PRODUCT, PRODUCT)
    a_clashes = one.span.zero and other.span.is_endless
    b_clashes = other.span.zero and one.span.is_endless
    endless = one.span.is_endless and other.span.is_endless
    if not (a_clashes or b_clashes or endless):
        return infix(one, "*", other, strengths, span)
    one, other = write.repeated(a), write.repeated(b)
    product = infix(one, "*", other, strengths, span).pieces
    if endless:
        # Infinite times infinite must not overflow.
        product = text("MIN(", INFINITE, ",", product, ")")
        if span.low < 0:
            product = text("MAX(-", INFINITE, ",", product, ")")
    clashes = []
    if a_clashes:
        clashes.append(both(text(one.within(SUM), "=0"), is_infinite(other)))
    if b_clashes:
        clashes.append(both(text(other.within(SUM), "=0"), is_infinite(one)))
    return Term(either(any_of(*clashes), UNKNOWN, product) if clashes else product, ATOM, span)


def divide(write: Writer, a: Expression, b: Expression) -> Term:
    """A quotient; over 0 it is infinite, 0 over 0 is unknown; over infinite it is 0."""
    top, bottom = write.term(a), write.term(b)
    span = top.span * bottom.span.inverse()
    strengths = (PRODUCT, PRODUCT, POWER)
    if not (bottom.span.zero or bottom.span.is_endless):
        return infix(top, "/", bottom, strengths, span)
    top, bottom = write.repeated(a), write.repeated(b)
    return Term(_guarded(top, bottom, infix(top, "/", bottom, strengths, span).pieces), ATOM, span)


def _guarded(top: Term, bottom: Term, quotient: Pieces) -> Pieces:
    if bottom.span.is_endless:
        # 0 times the top and not 0: what is unknown over infinite is unknown.
        over_infinite = text("0*", top.within(PRODUCT))
        if top.span.is_endless:
            over_infinite = either(is_infinite(top), UNKNOWN, over_infinite)
        quotient = either(is_infinite(bottom), over_infinite, quotient)
    if bottom.span.zero:
        if top.span.low >= 0:
            over_zero = either(text(top.within(SUM), ">0"), INFINITE, UNKNOWN)
        else:
            over_zero = either(text(top.within(SUM), "=0"), UNKNOWN, text("SIGN(", top, ")*", INFINITE))
        quotient = either(text(bottom.within(SUM), "=0"), over_zero, quotient)
    return quotient


def needed(write: Writer, a: Expression, b: Expression) -> Term:
    """Demand over supply; without supply it is infinite, or 0 where nothing is demanded either."""
    demand, supply = write.term(a), write.term(b)
    strengths = (PRODUCT, PRODUCT, POWER)
    span = Span(
        0.0 if demand.span.low >= 0 else float("-inf"),
        float("inf"),
        demand.span.zero or demand.span.low < 0 or supply.span.is_endless,
        demand.span.above or (demand.span.high > 0 and not supply.span.is_positive),
        demand.span.below,
    )
    if supply.span.is_positive and not supply.span.is_endless:
        return infix(demand, "/", supply, strengths, span)
    demand, supply = write.repeated(a), write.repeated(b)
    ratio = infix(demand, "/", supply, strengths, span).pieces
    if supply.span.above:
        over_infinite = text("0*", demand.within(PRODUCT))
        if demand.span.is_endless:
            over_infinite = either(is_infinite(demand), UNKNOWN, over_infinite)
        ratio = either(text(supply.within(SUM), f">={INFINITE_FROM}"), over_infinite, ratio)
    without = either(text(demand.within(SUM), ">0"), INFINITE, "0")
    return Term(either(text(supply.within(SUM), ">0"), ratio, without), ATOM, span)


def negative(write: Writer, a: Expression) -> Term:
    """The negative; in brackets before a power, which a spreadsheet takes after the sign."""
    term = write.term(a)
    return Term(text("-", term.within(ATOM)), SUM, -term.span, repeats=term.repeats and term.strength == ATOM)


def power(write: Writer, a: Expression, b: Expression) -> Term:
    """A power with a fixed exponent above 0, or of a base above 0."""
    base, exponent = write.term(a), write.term(b)
    if isinstance(b, Number) and b.value > 0:
        return _fixed_power(write, a, b.value)
    if not base.span.is_positive or base.span.is_endless or exponent.span.is_endless:
        raise Untranslatable(f"{write.quantity}: a power whose base may be 0, below 0 or infinite")
    span = Span.between(0, float("inf"))
    if base.span.low >= 1 and exponent.span.low >= 0:
        span = Span.between(1, float("inf"))
    positive = Span(span.low, span.high, False)
    if not exponent.span.zero:
        return infix(base, "^", exponent, (POWER, ATOM, ATOM), positive)
    exponent = write.repeated(b)
    raised = infix(base, "^", exponent, (POWER, ATOM, ATOM), positive)
    # As for the engine: to the power of 0 even what is unknown is 1.
    return Term(either(text(exponent.within(SUM), "=0"), "1", raised), ATOM, positive)


def _fixed_power(write: Writer, a: Expression, exponent: float) -> Term:
    base = write.term(a)
    even = exponent % 2 == 0
    span = base.span
    high = max(abs(span.low), abs(span.high)) ** exponent if even else _raised(span.high, exponent)
    low = 0.0 if even or span.low < 0 else _raised(span.low, exponent)
    result = Span(low, high, span.zero, span.above or (even and span.below))
    if not even and span.low < 0:
        raise Untranslatable(f"{write.quantity}: an odd or broken power of what may be below 0")
    plain = text(base.within(ATOM), "^", repr(exponent).removesuffix(".0"))
    if not span.is_endless:
        return Term(plain, POWER, result)
    base = write.repeated(a)
    plain = text(base.within(ATOM), "^", repr(exponent).removesuffix(".0"))
    return Term(either(is_infinite(base), INFINITE, plain), ATOM, result)


def _raised(bound: float, exponent: float) -> float:
    return bound**exponent if bound >= 0 else 0.0


def floor(write: Writer, a: Expression) -> Term:
    """Rounded down."""
    term = write.term(a)
    return call("INT", term, span=term.span.rounded())


def ceil_count(write: Writer, a: Expression) -> Term:
    """Rounded up to whole things, with the slack of counts."""
    term = write.term(a)
    return Term(text("-INT(-", term.within(ATOM), "*(1-", COUNT_SLACK, "))"), SUM, term.span.rounded())


def floor_count(write: Writer, a: Expression) -> Term:
    """Rounded down to whole things, with the slack of counts."""
    term = write.term(a)
    return Term(text("INT(", term.within(PRODUCT), "*(1+", COUNT_SLACK, "))"), ATOM, term.span.rounded())


def log(write: Writer, a: Expression) -> Term:
    """Natural logarithm; of 0 it is minus infinite."""
    term = write.term(a)
    span = term.span.logarithm()
    if term.span.is_positive and not term.span.is_endless:
        return call("LN", term, span=span)
    term = write.repeated(a)
    return Term(_logarithm(term, text("LN(", term, ")"), "0"), ATOM, span)


def log1p(write: Writer, a: Expression) -> Term:
    """Natural logarithm of 1 and the number, exact for small numbers too."""
    term = write.repeated(a)
    above = term.span + Span.between(1, 1)
    span = above.logarithm()
    exact = text("ABS(", term, ")<", _SMALL)
    x = term.within(ATOM)
    series = text(x, "-", x, "^2/2+", x, "^3/3")
    plain = either(exact, series, text("LN(1+", term.within(SUM), ")"))
    # It is 0 where the number is, and nowhere else.
    return Term(
        _logarithm(term, plain, "-1") if above.low <= 0 or term.span.is_endless else plain,
        ATOM,
        Span(span.low, span.high, term.span.zero, span.above, above.low <= 0),
    )


def _logarithm(term: Term, plain: Pieces, end: str) -> Pieces:
    """A logarithm with its values at the end of its range, and beyond it."""
    at = term.within(SUM)
    if term.span.above:
        plain = either(text(at, f">={INFINITE_FROM}"), INFINITE, plain)
    if term.span.low > float(end) or (end == "0" and term.span.is_positive):
        return plain
    at_end = either(text(at, "=", end), text("-", INFINITE), UNKNOWN)
    return either(text(at, ">", end), plain, at_end)


def exponential(write: Writer, a: Expression) -> Term:
    """E to the power of a number; finite numbers for which that is too large do not occur."""
    term = write.term(a)
    span = term.span.exponential()
    if not span.above:
        return call("EXP", term, span=span)
    term = write.repeated(a)
    return Term(_limited(term, text("EXP(", term, ")")), ATOM, span)


def expm1(write: Writer, a: Expression) -> Term:
    """E to the power of a number, less 1, exact for small numbers too."""
    term = write.repeated(a)
    raised = term.span.exponential()
    exact = text("ABS(", term, ")<", _SMALL)
    x = term.within(ATOM)
    plain = either(exact, text(x, "+", x, "^2/2+", x, "^3/6"), text("EXP(", term, ")-1"))
    span = Span(raised.low - 1, raised.high - 1, term.span.zero, raised.above)
    return Term(_limited(term, plain) if raised.above else plain, ATOM, span)


def _limited(term: Term, plain: Pieces) -> Pieces:
    return either(text(term.within(SUM), ">", f"{LARGEST_EXPONENT:g}"), INFINITE, plain)


def normal_probability(write: Writer, a: Expression) -> Term:
    """The standard normal distribution."""
    term = write.term(a)
    argument: Term | Pieces = term
    if term.span.is_endless:
        # Beyond 40 standard deviations it is 0 or 1 to all digits.
        argument = text("MAX(-40,MIN(40,", term, "))")
    return call("_xlfn.NORM.S.DIST", argument, "TRUE", span=Span.between(0, 1))


def normal_quantile(write: Writer, a: Expression) -> Term:
    """The inverse of the standard normal distribution; infinite at the probabilities 0 and 1."""
    term = write.term(a)
    low, high = term.span.zero or term.span.low < 0, term.span.high >= 1
    ends = ndtri(np.clip([term.span.low, term.span.high], 0, 1)).tolist()
    span = Span.between(*ends, above=high, below=low)
    if not (low or high):
        return call("_xlfn.NORM.S.INV", term, span=span)
    term = write.repeated(a)
    pieces = text("_xlfn.NORM.S.INV(", term, ")")
    at = term.within(SUM)
    if high:
        pieces = either(text(at, ">=1"), either(text(at, "=1"), INFINITE, UNKNOWN), pieces)
    if low:
        pieces = either(text(at, "<=0"), either(text(at, "=0"), text("-", INFINITE), UNKNOWN), pieces)
    return Term(pieces, ATOM, span)


def maximum(write: Writer, a: Expression, b: Expression) -> Term:
    """The larger of two; unknown with either."""
    one, other = write.term(a), write.term(b)
    return Term(text("MAX(", listed([one, other]), ")"), ATOM, one.span.larger(other.span))


def minimum(write: Writer, a: Expression, b: Expression) -> Term:
    """The smaller of two; unknown with either."""
    one, other = write.term(a), write.term(b)
    return Term(text("MIN(", listed([one, other]), ")"), ATOM, one.span.smaller(other.span))


ARITHMETIC: Mapping[str, Operation] = {
    "add": add,
    "subtract": subtract,
    "multiply": multiply,
    "divide": divide,
    "needed": needed,
    "negative": negative,
    "power": power,
    "floor": floor,
    "ceil_count": ceil_count,
    "floor_count": floor_count,
    "log": log,
    "log1p": log1p,
    "exp": exponential,
    "expm1": expm1,
    "ndtr": normal_probability,
    "ndtri": normal_quantile,
    "maximum": maximum,
    "minimum": minimum,
}
"""By the engine's names."""
