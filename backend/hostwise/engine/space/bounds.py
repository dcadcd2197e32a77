"""Between which values an expression lies, from the values of its parts.

A bound is never too narrow: what it decides holds for every point. Operations that are rounded correctly keep order,
so that the ends may be computed as the values are; for the others the ends are moved outwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import inf, isnan, nextafter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hostwise.engine import primitives
from hostwise.engine.quantities import Array

Values = NDArray[Any]
"""Numbers, or the truth of a condition."""


class Bounds(NamedTuple):
    """The least and the largest known value, and whether one may be missing (NaN)."""

    low: float
    high: float
    missing: bool

    @property
    def finite(self) -> bool:
        """Whether every value is a number that is not infinite."""
        return not self.missing and self.low > -inf and self.high < inf

    @property
    def one(self) -> float | None:
        """The only value, if there is only one."""
        return self.low if self.low == self.high and not self.missing else None

    def has_zero(self) -> bool:
        """Whether one of the values may be 0."""
        return self.low <= 0 <= self.high

    def has_infinite(self) -> bool:
        """Whether one of the values may be infinite."""
        return self.low == -inf or self.high == inf

    @property
    def unknown(self) -> bool:
        """Whether all values are missing."""
        return self.low > self.high


ANYTHING = Bounds(-inf, inf, True)
NOTHING_KNOWN = Bounds(inf, -inf, True)
_TRUTH = Bounds(0.0, 1.0, False)


def bounds_of(array: Array) -> Bounds:
    """The bounds of known values."""
    low = float(array.min())
    if not isnan(low):
        return Bounds(low, float(array.max()), False)
    known = array[~np.isnan(array)]
    return Bounds(float(known.min()), float(known.max()), True) if known.size else NOTHING_KNOWN


def _any(parts: Sequence[Bounds]) -> bool:
    return any(each.missing for each in parts)


def _add(a: Bounds, b: Bounds) -> Bounds:
    opposed = (a.high == inf and b.low == -inf) or (a.low == -inf and b.high == inf)
    return ANYTHING if opposed else Bounds(a.low + b.low, a.high + b.high, _any((a, b)))


def _negative(a: Bounds) -> Bounds:
    return Bounds(-a.high, -a.low, a.missing)


def _multiply(a: Bounds, b: Bounds) -> Bounds:
    if (a.has_zero() and b.has_infinite()) or (b.has_zero() and a.has_infinite()):
        return ANYTHING
    ends = [x * y for x in a[:2] for y in b[:2]]
    return Bounds(min(ends), max(ends), _any((a, b)))


def _divide(a: Bounds, b: Bounds) -> Bounds:
    if b.has_zero() or (a.has_infinite() and b.has_infinite()):
        return ANYTHING
    ends = [x / y for x in a[:2] for y in b[:2]]
    return Bounds(min(ends), max(ends), _any((a, b)))


def _hull(parts: Sequence[Bounds]) -> Bounds:
    return Bounds(min(each.low for each in parts), max(each.high for each in parts), _any(parts))


def _maximum(*parts: Bounds) -> Bounds:
    return Bounds(max(each.low for each in parts), max(each.high for each in parts), _any(parts))


def _minimum(*parts: Bounds) -> Bounds:
    return Bounds(min(each.low for each in parts), min(each.high for each in parts), _any(parts))


def _largest_known(*parts: Bounds) -> Bounds:
    some = [each for each in parts if not each.unknown]
    # Where only one is known, that one counts: the least of them is no less than the least known for certain.
    certain = [each.low for each in some if not each.missing]
    low = max(certain) if certain else min(each.low for each in some)
    return Bounds(low, max(each.high for each in some), not certain)


def _smallest_known(*parts: Bounds) -> Bounds:
    return _negative(_largest_known(*(_negative(each) for each in parts)))


def _first_known(*parts: Bounds) -> Bounds:
    return _hull(parts)._replace(missing=all(each.missing for each in parts))


def _where(_: Bounds, a: Bounds, b: Bounds) -> Bounds:
    some = [each for each in (a, b) if not each.unknown]
    return _hull(some)._replace(missing=_any((a, b))) if some else NOTHING_KNOWN


def _rising(function: Callable[[float], float], *, exact: bool) -> Callable[..., Bounds]:
    def bounds(a: Bounds) -> Bounds:
        with np.errstate(all="ignore"):
            low, high = float(function(np.float64(a.low))), float(function(np.float64(a.high)))
        if isnan(low) or isnan(high):
            return ANYTHING
        if not exact:
            low, high = _outwards(low, -inf), _outwards(high, inf)
        return Bounds(low, high, a.missing)

    return bounds


def _rounded(function: Callable[..., Any], bound: float) -> float:
    with np.errstate(all="ignore"):
        return float(function(np.float64(bound)))


def _outwards(value: float, towards: float) -> float:
    """A value a little further outwards than the error of a function of the library."""
    moved = nextafter(value, towards)
    return moved + abs(moved) * np.sign(towards) * 1e-12 if abs(value) < inf else value


def _needed(demand: Bounds, supply: Bounds) -> Bounds:
    if supply.low > 0 and demand.low >= 0:
        return _divide(demand, supply)
    return Bounds(-inf if demand.low < 0 else 0.0, inf, _any((demand, supply)) or demand.has_infinite())


def _if_finite(a: Bounds) -> Bounds:
    return a._replace(missing=a.missing or a.has_infinite())


def _added(a: Bounds) -> Bounds:
    steps = _add(a, _negative(a))
    return Bounds(min(a.low, steps.low), max(a.high, steps.high), a.missing or steps.missing)


_RULES: Mapping[str, Callable[..., Bounds]] = {
    "add": _add,
    "subtract": lambda a, b: _add(a, _negative(b)),
    "negative": _negative,
    "multiply": _multiply,
    "divide": _divide,
    "maximum": _maximum,
    "minimum": _minimum,
    "fmax": _largest_known,
    "fmin": _smallest_known,
    "largest_known": _largest_known,
    "first_known": _first_known,
    "where": _where,
    "needed": _needed,
    "least_bins": lambda *parts: Bounds(0.0, inf, _any(parts)),
    "if_finite": _if_finite,
    "ceil_count": _rising(primitives.ceil_count, exact=True),  # type: ignore[arg-type]
    "floor_count": _rising(primitives.floor_count, exact=True),  # type: ignore[arg-type]
    "whole_spread": lambda a: Bounds(_rounded(primitives.floor_count, a.low), _rounded(np.ceil, a.high), a.missing),
    "floor": _rising(np.floor, exact=True),
    "exp": _rising(np.exp, exact=False),
    "added": _added,
    "at_start": lambda a: a,
    "largest": lambda a: a,
    "smallest": lambda a: a,
    "running_largest": lambda a: a,
    "largest_of_term": lambda a, term: a._replace(missing=_any((a, term))),
    "as_number": lambda a: a,
    "written_by_month": lambda *parts: Bounds(0.0, inf, _any(parts)),
    "years_until_written": lambda *parts: Bounds(0.0, inf, _any(parts)),
}

TRUTHS = frozenset({"equal", "greater", "less", "greater_equal", "less_equal", "isnan", "bitwise_and"})
"""Operations that yield true or false."""


def bounds_after(operation: str, parts: Sequence[Bounds]) -> Bounds:
    """The bounds of what an operation yields."""
    if operation in TRUTHS:
        return _TRUTH
    rule = _RULES.get(operation)
    if rule is None:
        return ANYTHING
    if any(each.unknown for each in parts) and operation not in ("where",):
        return ANYTHING if operation in ("fmax", "fmin", "largest_known", "first_known") else NOTHING_KNOWN
    return rule(*parts)


def decided(operation: str, a: Bounds, b: Bounds) -> bool | None:
    """What a comparison yields at every point, if the bounds decide it; nothing missing compares as true."""
    apart = a.high < b.low or b.high < a.low
    known = not a.missing and not b.missing
    if operation == "equal":
        same = a.one is not None and a.one == b.one
        return False if apart else True if same else None
    if operation in ("less", "less_equal"):
        return decided({"less": "greater", "less_equal": "greater_equal"}[operation], b, a)
    if operation == "greater":
        return False if a.high <= b.low else True if known and a.low > b.high else None
    if operation == "greater_equal":
        return False if a.high < b.low else True if known and a.low >= b.high else None
    return None
