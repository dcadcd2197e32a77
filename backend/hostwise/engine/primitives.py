"""The few array functions that formulas share beyond NumPy's own; each can be traced."""

from __future__ import annotations

from typing import Any

import numpy as np

from hostwise.engine.constants import COUNT_SLACK
from hostwise.engine.symbols import primitive


@primitive
def ceil_count(amount: Any) -> Any:
    """Round up to whole things, forgiving a relative 1e-9 of binary dust.

    >>> float(ceil_count(720 * 1.1 / 3 / 24)), float(np.ceil(720 * 1.1 / 3 / 24))
    (11.0, 12.0)
    """
    return np.ceil(amount * (1 - COUNT_SLACK))


@primitive
def total(amounts: Any) -> Any:
    """Sum over the members (VM groups or years): the last axis, which is dropped."""
    return np.sum(amounts, axis=-1)


@primitive
def running_total(amounts: Any) -> Any:
    """Sum of a year and all before it, for each year."""
    return np.cumsum(amounts, axis=-1)


@primitive
def year_on_year(amounts: Any) -> Any:
    """What a year adds to the year before; the first adds all that it has.

    >>> year_on_year(np.array([1.0, 3.0, 6.0])).tolist()
    [1.0, 2.0, 3.0]
    """
    return np.diff(amounts, axis=-1, prepend=np.zeros_like(amounts[..., :1]))


@primitive
def largest(amounts: Any) -> Any:
    """Largest over the members: the last axis, which is dropped."""
    return np.max(amounts, axis=-1)


@primitive
def first_known(*amounts: Any) -> Any:
    """The first of several sources of a value that is known (not NaN).

    >>> float(first_known(np.float64("nan"), np.float64(2)))
    2.0
    """
    result = amounts[-1]
    for amount in reversed(amounts[:-1]):
        result = np.where(np.isnan(amount), result, amount)
    return result


@primitive
def needed(demand: Any, supply: Any) -> Any:
    """Demand over supply, and without end where there is demand but no supply.

    >>> float(needed(np.float64(3), np.float64(-1))), float(needed(np.float64(0), np.float64(0)))
    (inf, 0.0)
    """
    none_needed = np.where(demand > 0, np.inf, 0.0)
    ratio = np.where(supply > 0, np.divide(demand, np.where(supply > 0, supply, 1.0)), none_needed)
    return np.where(np.isnan(demand) | np.isnan(supply), np.nan, ratio)


@primitive
def sum_known(*amounts: Any) -> Any:
    """Sum of those amounts that are known, unknown if none is: only for sums that say what they leave out.

    >>> float(sum_known(np.float64(2), np.float64("nan"), np.float64(3))), float(sum_known(np.float64("nan")))
    (5.0, nan)
    """
    known = [np.where(np.isnan(amount), 0.0, amount) for amount in amounts]
    none_known = np.all(np.isnan(np.stack(np.broadcast_arrays(*amounts))), axis=0)
    return np.where(none_known, np.nan, sum(known))


@primitive
def thresholds_reached(amount: Any, *thresholds: Any) -> Any:
    """How many of the thresholds the amount reaches; unknown if the amount or a threshold is.

    >>> float(thresholds_reached(np.float64(4380), 365.0, 1825.0, 3650.0, 7300.0))
    3.0
    """
    return sum(np.where(np.isnan(amount - threshold), np.nan, amount >= threshold) for threshold in thresholds)


@primitive
def largest_known(*amounts: Any) -> Any:
    """Largest of those amounts that are known.

    >>> float(largest_known(np.float64(3), np.float64("nan"), np.float64(7)))
    7.0
    """
    result = amounts[0]
    for amount in amounts[1:]:
        result = np.fmax(result, amount)
    return result


@primitive
def one_if_within(*excesses: Any) -> Any:
    """One thing is enough where nothing exceeds it; where something does, no number of things is.

    What exceeds decides even where another excess is unknown.

    >>> [float(one_if_within(np.float64(x), np.float64(y))) for x, y in ((-1, 0), (-1, 2), (2, np.nan), (-1, np.nan))]
    [1.0, inf, inf, nan]
    """
    worst = largest_known(*excesses)
    return np.where(worst > 0, np.inf, np.where(np.isnan(sum(excesses)), np.nan, 1.0))


@primitive
def if_finite(amount: Any) -> Any:
    """The amount, and unknown where it has no end: no number of hosts is not a number to go on with.

    >>> float(if_finite(np.float64(3))), float(if_finite(np.float64("inf")))
    (3.0, nan)
    """
    return np.where(np.isinf(amount), np.nan, amount)


@primitive
def floor_count(amount: Any) -> Any:
    """Round down to whole things, forgiving a relative 1e-9 of binary dust.

    >>> float(floor_count(0.7 * 3 / 0.3)), float(np.floor(0.7 * 3 / 0.3))
    (7.0, 6.0)
    """
    return np.floor(amount * (1 + COUNT_SLACK))


@primitive
def smallest(amounts: Any) -> Any:
    """Smallest over the members: the last axis, which is dropped."""
    return np.min(amounts, axis=-1)


@primitive
def count_positive(*amounts: Any) -> Any:
    """How many of the amounts are above 0; unknown if one of them is.

    >>> float(count_positive(np.float64(2), np.float64(0.5), np.float64(-1)))
    2.0
    """
    return sum(np.where(np.isnan(amount), np.nan, amount > 0) for amount in amounts)


@primitive
def chosen(place: Any, *options: Any) -> Any:
    """The option at a place, counted from 0; unknown where the place is.

    >>> float(chosen(np.float64(1), 5.0, 7.0, 9.0)), float(chosen(np.float64("nan"), 5.0, 7.0))
    (7.0, nan)
    """
    result: Any = np.nan
    for number, option in enumerate(options):
        result = np.where(place == number, option, result)
    return result
