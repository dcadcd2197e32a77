"""Sums over months that are a step function of one number, looked up instead of computed for every point.

How often drives are replaced within the horizon, and which of them under warranty, depends on the years that they
last, in steps. A sum is shown to be one step between two numbers by intervals: every operation is computed for the
least and the largest values that its arguments can take, and where the sum's ends agree it is the same at every number
between, rounding included, since each operation keeps order. Intervals that are not one step are halved. What is left
of them is so narrow that hardly a point falls into it, and computed for the point itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.quantities import Array
from hostwise.engine.space.bounds import Values

_CELLS = 1 << 15
"""Cells between the least and the largest number, each looked up at once where it is one step."""

_FIRST = 1 << 11
"""Intervals to begin with."""

_HALVINGS = 10
"""Halvings of these: what is left is some millionths of the number wide."""

_MOST = 1 << 15
"""Intervals left after halving, beyond which the sum is taken for no step function."""

_TOGETHER = 512
"""Intervals computed at a time: their months stay in the processor's cache."""


class Between(NamedTuple):
    """The least and the largest values of an expression in some intervals, (intervals, members)."""

    low: Values
    high: Values


class Step(NamedTuple):
    """One operation of a sum: on earlier results and constants, by their places."""

    operation: str
    compute: Callable[..., Values]
    arguments: tuple[int, ...]


def _rising(compute: Callable[..., Values], *parts: Between) -> Between:
    return Between(compute(*(each.low for each in parts)), compute(*(each.high for each in parts)))


def _subtract(_: Callable[..., Values], a: Between, b: Between) -> Between:
    return Between(a.low - b.high, a.high - b.low)


def _negative(_: Callable[..., Values], a: Between) -> Between:
    return Between(-a.high, -a.low)


def _multiply(_: Callable[..., Values], a: Between, b: Between) -> Between:
    ends = np.stack(np.broadcast_arrays(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high))
    return Between(ends.min(axis=0), ends.max(axis=0))


def _divide(_: Callable[..., Values], a: Between, b: Between) -> Between:
    ends = np.stack(np.broadcast_arrays(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high))
    apart = (b.low > 0) | (b.high < 0)
    return Between(np.where(apart, ends.min(axis=0), -np.inf), np.where(apart, ends.max(axis=0), np.inf))


def _added(_: Callable[..., Values], a: Between) -> Between:
    low, high = a.low.copy(), a.high.copy()
    low[..., 1:] -= a.high[..., :-1]
    high[..., 1:] -= a.low[..., :-1]
    return Between(low, high)


def _largest_of_term(compute: Callable[..., Values], a: Between, terms: Between) -> Between:
    """Where it is not known which months are of one term, each is at least its own and at most the largest so far."""
    known = np.all(terms.low == terms.high, axis=-1, keepdims=True)
    largest = np.maximum.accumulate(a.high, axis=-1)
    low, high = compute(a.low, terms.low), compute(a.high, terms.low)
    return Between(np.where(known, low, a.low), np.where(known, high, largest))


def _greater(_: Callable[..., Values], a: Between, b: Between) -> Between:
    return Between(a.low > b.high, a.high > b.low)


def _greater_equal(_: Callable[..., Values], a: Between, b: Between) -> Between:
    return Between(a.low >= b.high, a.high >= b.low)


def _equal(_: Callable[..., Values], a: Between, b: Between) -> Between:
    one = (a.low == a.high) & (b.low == b.high)
    return Between(one & (a.low == b.low), (a.low <= b.high) & (b.low <= a.high))


def _where(_: Callable[..., Values], condition: Between, yes: Between, no: Between) -> Between:
    surely, never = condition.low.astype(bool), ~condition.high.astype(bool)
    low, high = np.minimum(yes.low, no.low), np.maximum(yes.high, no.high)
    return Between(
        np.where(surely, yes.low, np.where(never, no.low, low)),
        np.where(surely, yes.high, np.where(never, no.high, high)),
    )


def _worn_so_far(compute: Callable[..., Values], bought: Between, begun: Between, wear: Between) -> Between:
    # More is worn out with more wear, and with less of it before the purchase, of whatever is bought (never below 0).
    return Between(compute(bought.low, begun.high, wear.low), compute(bought.high, begun.low, wear.high))


_RULES: Mapping[str, Callable[..., Between]] = {
    **dict.fromkeys(
        ("add", "maximum", "minimum", "ceil_count", "floor_count", "running_largest", "running_total", "by_year"),
        _rising,
    ),
    **dict.fromkeys(("total", "largest", "smallest", "at_start", "as_number"), _rising),
    "subtract": _subtract,
    "negative": _negative,
    "multiply": _multiply,
    "divide": _divide,
    "added": _added,
    "largest_of_term": _largest_of_term,
    "greater": _greater,
    "greater_equal": _greater_equal,
    "less": lambda compute, a, b: _greater(compute, b, a),
    "less_equal": lambda compute, a, b: _greater_equal(compute, b, a),
    "equal": _equal,
    "where": _where,
    "worn_so_far": _worn_so_far,
}

OPERATIONS = frozenset(_RULES)
"""Operations for which intervals are known."""


class NoSteps(Exception):
    """The sum changes with the number all the time."""


class StepFunction:
    """The values of a sum by one number above 0, found once for the numbers between two ends.

    Its operations take the number (place 0), then the constants, each (1, members), then the results before them.
    """

    def __init__(self, constants: Sequence[Values], steps: Sequence[Step], low: float, high: float) -> None:
        """For operations of `OPERATIONS`, the last of which yields the sum.

        Raises:
            NoSteps: it has none, or too many.
        """
        self.constants, self.steps = constants, steps
        self._first = _bits(np.array([low]))[0]
        span = int(_bits(np.array([high]))[0] - self._first) + 1
        self._shift = max(int(span - 1).bit_length() - _CELLS.bit_length() + 1, 0)
        self._last = self._first + span
        self._starts, self._values = self._found()
        cells = self._first + (np.arange((span >> self._shift) + 2) << self._shift)
        places = np.searchsorted(self._starts, cells, side="right") - 1
        inside = places[:-1] == places[1:]
        # A cell that ends where a step ends has all its numbers in that step.
        whole = inside | (self._starts[np.minimum(places[1:], len(self._starts) - 1)] == cells[1:]) & (
            places[1:] == places[:-1] + 1
        )
        self._cells = np.where(whole, self._values[places[:-1]], np.nan)

    def __call__(self, numbers: Array) -> Array:
        """The sum at some numbers, of any shape; where it is no step, computed by itself."""
        flat = np.ascontiguousarray(numbers).reshape(-1)
        bits = flat.view(np.int64)
        beyond = (bits < self._first) | (bits >= self._last)
        cells = (bits - self._first) >> self._shift
        if beyond.any():
            cells[beyond] = 0
        found = self._cells.take(cells)
        if beyond.any():
            found[beyond] = np.nan
        # Two or more steps share a cell, or the number is none of those that were looked at.
        unclear = np.flatnonzero(np.isnan(found))
        if unclear.size:
            places = np.searchsorted(self._starts, bits[unclear], side="right") - 1
            found[unclear] = np.where(beyond[unclear], np.nan, self._values[places])
            alone = unclear[np.isnan(found[unclear])]
            if alone.size:
                found[alone] = self._computed(flat[alone])
        return cast(Array, found.reshape(numbers.shape))

    def _computed(self, numbers: Array) -> Array:
        values: list[Values] = [numbers[:, np.newaxis], *self.constants]
        for step in self.steps:
            values.append(step.compute(*(values[place] for place in step.arguments)))
        return cast(Array, np.broadcast_to(values[-1][:, 0], numbers.shape))

    def _found(self) -> tuple[NDArray[np.int64], Array]:
        """The first number of each step, bit by bit, and its value; missing where there is no step."""
        parts = min(_FIRST, int(self._last - self._first))
        starts = np.unique(self._first + (np.arange(parts) * float(self._last - self._first) / parts).astype(np.int64))
        ends = np.append(starts[1:], self._last)
        firsts: list[NDArray[np.int64]] = []
        values: list[Array] = []
        for halving in range(_HALVINGS + 1):
            low, high = self._between(starts.view(np.float64), (ends - 1).view(np.float64))
            same = (low == high) & np.isfinite(low)
            last = halving == _HALVINGS
            firsts.append(starts if last else starts[same])
            values.append(np.where(same, low, np.nan) if last else low[same])
            starts, ends = starts[~same], ends[~same]
            if len(starts) > _MOST:
                raise NoSteps
            middle = starts + ((ends - starts) >> 1)
            # A single number is not halved: it is computed when it is asked for.
            single = ends - starts <= 1
            firsts.append(starts[single])
            values.append(np.full(int(single.sum()), np.nan))
            starts, middle, ends = starts[~single], middle[~single], ends[~single]
            starts, ends = np.concatenate([starts, middle]), np.concatenate([middle, ends])
        first, value = np.concatenate(firsts), np.concatenate(values)
        first, place = np.unique(first, return_index=True)
        value = value[place]
        changes = np.append(True, ~((value[1:] == value[:-1]) | (np.isnan(value[1:]) & np.isnan(value[:-1]))))
        return first[changes], value[changes]

    def _between(self, lows: Array, highs: Array) -> tuple[Array, Array]:
        low, high = np.empty_like(lows), np.empty_like(highs)
        for start in range(0, len(lows), _TOGETHER):
            some = slice(start, start + _TOGETHER)
            values = [Between(lows[some, np.newaxis], highs[some, np.newaxis])]
            values += [Between(each, each) for each in self.constants]
            with np.errstate(all="ignore"):
                for step in self.steps:
                    arguments = [values[place] for place in step.arguments]
                    values.append(_RULES[step.operation](step.compute, *arguments))
            low[some], high[some] = values[-1].low[:, 0], values[-1].high[:, 0]
        return low, high


def _bits(numbers: Array) -> NDArray[np.int64]:
    """Numbers above 0 as whole ones of the same order."""
    return cast(NDArray[np.int64], numbers.astype(np.float64).view(np.int64))
