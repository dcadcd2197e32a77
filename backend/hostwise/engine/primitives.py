"""The few array functions that formulas share beyond NumPy's own; each can be traced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from operator import mul
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import special

from hostwise.engine.bin_bound import least_bins_of
from hostwise.engine.constants import COUNT_SLACK, MONTHS_PER_YEAR
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.symbols import primitive

ndtr: Callable[[Array], Array] = special.ndtr
"""The standard normal distribution: the probability of at most this value."""

ndtri: Callable[[Array], Array] = special.ndtri
"""The inverse of `ndtr`."""


@primitive
def ceil_count(amount: Array) -> Array:
    """Round up to whole things, forgiving a relative 1e-9 of binary dust.

    >>> float(ceil_count(720 * 1.1 / 3 / 24)), float(np.ceil(720 * 1.1 / 3 / 24))
    (11.0, 12.0)
    """
    return np.ceil(amount * (1 - COUNT_SLACK))


@primitive
def total(amounts: Array) -> Array:
    """Sum over VM groups, years or months: the last axis, which is dropped."""
    result: Array = np.sum(amounts, axis=-1)
    return result


@primitive
def total_of_roles(amounts: Array) -> Array:
    """Sum over the roles of drives, in their order: the last axis but one, which is dropped.

    >>> total_of_roles(np.array([[1.0, 10.0], [2.0, 20.0]])).tolist()
    [3.0, 30.0]
    """
    result: Array = amounts[..., 0, :]
    for place in range(1, amounts.shape[-2]):
        result = result + amounts[..., place, :]
    return result


@primitive
def smallest_of_roles(amounts: Array) -> Array:
    """Smallest over the roles of drives: the last axis but one, which is dropped.

    >>> smallest_of_roles(np.array([[1.0, 10.0], [2.0, 5.0]])).tolist()
    [1.0, 5.0]
    """
    result: Array = np.min(amounts, axis=-2)
    return result


@primitive
def of_role(amounts: Array, role: Role) -> Array:
    """The amount for the drives of one role; the axis of roles is dropped.

    >>> of_role(np.array([[1.0], [2.0], [3.0], [4.0], [5.0]]), Role.SWAP).tolist()
    [4.0]
    """
    result: Array = amounts[..., int(role), :]
    return result


@primitive
def of_write_role(amounts: Array, single_tier_flag: Array) -> Array:
    """The amount for the drives that absorb the writes: the write tier, or the capacity drives of a single tier.

    The axis of roles is dropped.

    >>> amounts = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]])
    >>> [of_write_role(amounts, np.array([[flag]])).tolist() for flag in (0.0, 1.0)]
    [[1.0], [2.0]]
    """
    flag = single_tier_flag[..., 0, :] if np.ndim(single_tier_flag) > 1 else single_tier_flag
    result: Array = np.where(flag == 1, of_role(amounts, Role.CAPACITY), of_role(amounts, Role.WRITE_TIER))
    return result


@primitive
def by_role(*amounts: Array | float) -> Array:
    """An amount for each role; an amount with roles of its own gives that of the role.

    >>> by_role(np.array([[7.0], [8.0], [9.0]]), np.array([[1.0], [2.0], [3.0]]), np.float64(0)).tolist()
    [[7.0], [2.0], [0.0]]
    """
    own = [np.atleast_1d(each) for each in amounts]
    own = [each[..., min(place, each.shape[-2] - 1), :] if each.ndim > 1 else each for place, each in enumerate(own)]
    return np.stack(np.broadcast_arrays(*own), axis=-2)


def for_roles(amounts: Mapping[Role, Array | float], otherwise: Array | float | None = None) -> Array:
    """An amount for each role: the named ones, and one value for all other roles; without it all are named."""
    return by_role(*(amounts[role] if otherwise is None else amounts.get(role, otherwise) for role in Role))


@primitive
def whole_spread(amounts: Array) -> Array:
    """Whole things of what VM groups have, as many as their sum has: those left over go to the largest remainders.

    Of equal remainders that of the first group; they are equal to 1e-9, so that binary dust decides nothing.

    >>> whole_spread(np.array([0.3, 0.6, 0.15])).tolist(), whole_spread(np.array([2.5, 0.5, 1.2])).tolist()
    ([0.0, 1.0, 0.0], [3.0, 0.0, 1.0])
    """
    whole, everything = floor_count(amounts), np.sum(amounts, axis=-1, keepdims=True)
    with np.errstate(invalid="ignore"):
        left = np.where(np.isinf(everything), 0, floor_count(everything) - np.sum(whole, axis=-1, keepdims=True))
        grains = np.floor((amounts - whole) / COUNT_SLACK + 0.5)
    if np.any(left > 0):
        whole = whole + (_ranks(grains) < left)
    return np.where(np.isnan(left), np.nan, whole)


_FEW = 12
"""Members up to which comparing each with each is faster than to sort them."""


def _ranks(amounts: Array) -> Array:
    """How many members are larger than each, or as large and before it."""
    if amounts.shape[-1] > _FEW:
        order = np.argsort(-amounts, axis=-1, kind="stable")
        return np.argsort(order, axis=-1, kind="stable").astype(np.float64)
    ranks = np.zeros(amounts.shape)
    for place in range(amounts.shape[-1]):
        one = amounts[..., place : place + 1]
        ranks[..., :place] += one > amounts[..., :place]
        ranks[..., place + 1 :] += one >= amounts[..., place + 1 :]
    return ranks


@primitive
def running_total(amounts: Array) -> Array:
    """Sum of each year or month and all before it."""
    return np.cumsum(amounts, axis=-1)


@primitive
def added(amounts: Array) -> Array:
    """Increase over the year or month before; the first is its full amount.

    >>> added(np.array([1.0, 3.0, 6.0])).tolist()
    [1.0, 2.0, 3.0]
    """
    steps = np.empty(np.shape(amounts))
    steps[..., :1] = amounts[..., :1]
    np.subtract(amounts[..., 1:], amounts[..., :-1], out=steps[..., 1:])
    return steps


@primitive
def running_largest(amounts: Array) -> Array:
    """Largest of each year or month and all before it.

    >>> running_largest(np.array([4.0, 3.0, 5.0])).tolist()
    [4.0, 4.0, 5.0]
    """
    return np.maximum.accumulate(amounts, axis=-1)


@primitive
def largest_of_term(amounts: Array, terms: Array) -> Array:
    """Largest of each month and those before it in the same term, where `terms` has the number of each month's term.

    >>> largest_of_term(np.array([4.0, 3.0, 5.0, 3.0, 2.0]), np.array([0.0, 0.0, 0.0, 1.0, 1.0])).tolist()
    [4.0, 4.0, 5.0, 3.0, 3.0]
    """
    amounts, terms = np.broadcast_arrays(amounts, terms)
    result = np.where(np.isnan(terms), np.nan, amounts)
    for place in range(1, amounts.shape[-1]):
        this, last = terms[..., place], terms[..., place - 1]
        # Whether a term has begun is not known beside one that is not known.
        before = np.where(np.isnan(last), np.nan, np.where(this == last, result[..., place - 1], -np.inf))
        np.maximum(result[..., place], before, out=result[..., place])
    return result


@primitive
def in_batches(amounts: Array, months: Array, least: Array) -> Array:
    """What is there in each month if it is bought in batches, where the amounts that are needed never fall.

    A batch is bought in the month in which there is too little. It reaches until the next one may follow, `months`
    later, and is never smaller than `least`. From a month on of which one of them is not known, nothing is.

    >>> needed_by_month = np.array([0.0, 0.0, 1.0, 2.0, 4.0, 4.0, 5.0])
    >>> in_batches(needed_by_month, np.array([3.0]), np.array([1.0])).tolist()
    [0.0, 0.0, 4.0, 4.0, 4.0, 4.0, 5.0]
    >>> in_batches(needed_by_month, np.array([1.0]), np.array([2.0])).tolist()
    [0.0, 0.0, 2.0, 2.0, 4.0, 4.0, 6.0]
    """
    amounts, months, least = np.broadcast_arrays(amounts, months, least)
    last = amounts.shape[-1] - 1
    there = np.array(amounts, dtype=np.float64)
    before = np.zeros(amounts.shape[:-1])
    for place in range(last + 1):
        until = np.clip(np.nan_to_num(place + months[..., place] - 1), place, last).astype(np.intp)
        ahead = np.take_along_axis(amounts, until[..., np.newaxis], axis=-1)[..., 0]
        bought = before + np.maximum(ahead - before, least[..., place])
        unknown = np.isnan(amounts[..., place] + months[..., place] + least[..., place])
        before = np.where(unknown, np.nan, before)
        before = np.where(amounts[..., place] > before, bought, before)
        there[..., place] = before
    return there


@primitive
def at_start(amounts: Array) -> Array:
    """The first of the years or months, that of the purchase; the axis is dropped."""
    return amounts[..., 0]


@primitive
def by_year(amounts: Array) -> Array:
    """Sums over the months of each year; month 0, the purchase, is year 0.

    >>> by_year(np.array([100.0, *[1.0] * 12, *[2.0] * 12])).tolist()
    [100.0, 12.0, 24.0]
    """
    later = amounts[..., 1:]
    lacking = -later.shape[-1] % MONTHS_PER_YEAR
    whole = np.concatenate([later, np.zeros_like(later, shape=(*later.shape[:-1], lacking))], axis=-1)
    years = np.sum(whole.reshape(*whole.shape[:-1], -1, MONTHS_PER_YEAR), axis=-1)
    return np.concatenate([amounts[..., :1], years], axis=-1)


@primitive
def straight_line(amounts: Array, months: Array) -> Array:
    """Depreciation in each month of all amounts bought so far, in equal parts from the month after purchase.

    A life that is not a whole number of months ends with a smaller part.

    >>> straight_line(np.array([120.0, 0.0, 30.0, 0.0]), np.array([3.0, 3.0, 3.0, 3.0])).tolist()
    [0.0, 40.0, 40.0, 50.0]
    """
    place = np.arange(amounts.shape[-1], dtype=np.float64)
    age = np.maximum(place - place[:, np.newaxis], 0)
    life = months[..., np.newaxis]
    used = np.minimum(age, life) - np.minimum(np.maximum(age - 1, 0), life)
    result: Array = np.sum(amounts[..., np.newaxis] * used / life, axis=-2)
    return result


_TOGETHER = 512


@primitive
def worn_so_far(bought: Array, begun: Array, wear: Array) -> Array:
    """Things worn out by the end of each month, of all that were bought so far and replaced whenever they wore out.

    `wear` is the wear since month 0, in lives, of what was there from the beginning. What was bought in a month has the
    wear since then: that of the month less `begun`, which is the wear before the month of its purchase. What is worn
    out exactly at the end of a month counts in the next one.

    >>> wear = np.array([0.0, 0.5, 1.0, 1.5, 2.0, 2.5])
    >>> begun = np.array([0.0, 0.0, 0.5, 1.0, 1.5, 2.0])
    >>> worn_so_far(np.array([8.0, 0.0, 2.0, 0.0, 0.0, 0.0]), begun, wear).tolist()
    [0.0, 0.0, 0.0, 8.0, 10.0, 18.0]
    """
    bought, begun, wear = np.broadcast_arrays(bought, begun, wear)
    months = bought.shape[-1]
    amounts, begins, wears = (each.reshape(-1, months) for each in (bought, begun, wear))
    sums, most, by_month = np.zeros(amounts.shape), np.max(wears, axis=-1), np.ascontiguousarray(amounts.T)
    for place, amount in enumerate(by_month):
        # In most months few of many things are bought, and most of those outlive the months that are left.
        some = np.flatnonzero(amount)
        outlives = (ceil_count(most[some] - begins[some, place]) <= 1) & np.isfinite(amount[some])
        some = some[~outlives]
        # So many at a time that their months stay in the processor's cache.
        for rows in (some[start : start + _TOGETHER] for start in range(0, some.size, _TOGETHER)):
            worn = ceil_count(wears[rows, place:] - begins[rows, place, np.newaxis])
            worn -= 1
            np.maximum(worn, 0, out=worn)
            worn *= amount[rows, np.newaxis]
            sums[rows, place:] += worn
    unknown, lacking = np.isnan(wear), np.isnan(bought + begun)
    if lacking.any():
        unknown = unknown | np.logical_or.accumulate(lacking, axis=-1)
    result = sums.reshape(bought.shape)
    return np.where(unknown, np.nan, result) if unknown.any() else result


STEPS = 200
"""Most steps of a search that mostly takes five: each is at least a halving of what is left."""

_CLOSE = 1e-14
"""Relative step after which a search with quadratic convergence is at the last digits."""


@primitive
def written_by_month(shares: Array, growth: Array, month: Array) -> Array:
    """What VM groups have written by the end of each month, in years of what all write today.

    The groups are on the last axis of `shares` and `growth`, the months on that of `month`. Each group grows at its own
    rate: the sum over groups of share x ((1+g)^t - 1) / ln(1+g), and share x t where nothing grows.

    >>> written_by_month(np.array([0.5, 0.5]), np.array([0.0, 1.0]), np.array([0.0, 12.0])).round(6).tolist()
    [0.0, 1.221348]
    """
    years = month / MONTHS_PER_YEAR
    outer = np.broadcast_shapes(shares.shape[:-1], growth.shape[:-1], years.shape[:-1])
    result: Array = np.zeros((*outer, 1))
    for share, rate in _alike(shares, growth):
        written = share[..., np.newaxis] * _years_written(np.log1p(rate)[..., np.newaxis], years)
        # A group without writes adds nothing, however fast it grows.
        result = result + np.where((share == 0)[..., np.newaxis] & ~np.isnan(years), 0, written)
    return np.where(_senseless(shares, growth)[..., np.newaxis], np.nan, result)


@primitive
def years_until_written(amount: Array, shares: Array, growth: Array) -> Array:
    """Years in which VM groups that grow at different rates have written an amount, given in years of today's writes.

    The inverse of `written_by_month`: the root t of sum of share x ((1+g)^t - 1) / ln(1+g) = amount; the groups' axis,
    the last, is dropped. Infinite if that is never reached. Where all groups grow alike it has its closed form; else
    Newton's method on the logarithm of the sum, kept within ends that are known to be too early and too late.

    >>> float(years_until_written(np.array([2.0]), np.array([0.5, 0.5]), np.array([0.0, 0.0])))
    2.0
    >>> round(float(years_until_written(np.array([1.221348]), np.array([0.5, 0.5]), np.array([0.0, 1.0]))), 6)
    1.0
    """
    senseless = _senseless(shares, growth)
    amount = amount[..., 0] + np.where(senseless, np.nan, 0)
    groups = [np.broadcast_arrays(share, np.log1p(rate), amount)[:2] for share, rate in _alike(shares, growth)]
    of_all: Array = np.sum(shares, axis=-1) + 0 * np.where(np.isfinite(amount), amount, 0)
    fastest, mean, ever = np.full_like(amount, -np.inf), np.zeros_like(amount), np.zeros_like(amount)
    late = np.full_like(amount, np.inf)
    for share, rate in groups:
        counts = share > 0
        fastest = np.where(counts, np.maximum(fastest, rate), fastest)
        ever = ever + np.where(counts, np.where(rate < 0, share / np.where(rate < 0, -rate, 1), np.inf), 0)
        mean = mean + np.where(counts, share * rate, 0)
        late = np.minimum(late, np.where(counts, _alone(amount, np.where(counts, share, 1), rate), np.inf))
    endless = (amount == np.inf) | (of_all == 0) | ((fastest < 0) & (amount >= ever))
    at_once = (amount <= 0) & ~endless
    if len(groups) > 1:
        # The sum over the groups is at least what is written at the mean of the logarithms.
        divisor = np.where(of_all > 0, of_all, 1)
        late = np.minimum(late, _alone(amount, divisor, mean / divisor))
        late = _searched(amount, groups, late, ~(endless | at_once | np.isnan(amount)))
    return np.where(np.isnan(amount), np.nan, np.where(endless, np.inf, np.where(at_once, 0.0, late)))


_Groups = Sequence[Sequence[Array]]
"""Shares and logarithms of the growth of some groups."""


def _searched(amount: Array, groups: _Groups, late: Array, wanted: NDArray[np.bool_]) -> Array:
    """The time at which all groups together have written an amount, from one at which they have, where known."""
    early, late = np.zeros_like(amount), np.where(wanted & np.isfinite(late), late, 1.0)
    # Where nothing alone reaches the amount, the time is doubled until all together do.
    for _ in range(STEPS):
        short = wanted & (_sum_of(groups, late)[0] < amount * (1 - _CLOSE))
        if not short.any():
            break
        early, late = np.where(short, late, early), np.where(short, 2 * late, late)
    time = late
    for _ in range(STEPS):
        value, speed = _sum_of(groups, time)
        early, late = np.where(value < amount, time, early), np.where(value < amount, late, time)
        with np.errstate(all="ignore"):
            following = time + np.log(amount / value) * value / speed
        inside = (following >= early) & (following <= late)
        following = np.where(wanted, np.where(inside, following, (early + late) / 2), time)
        # What has arrived stays, so that no point depends on those beside it.
        wanted = wanted & (np.abs(following - time) > _CLOSE * following)
        time = following
        if not wanted.any():
            break
    return time


def _alone(amount: Array, share: Array, logarithm: Array) -> Array:
    """Years in which one group has written an amount, from the logarithm of its growth."""
    life = amount / share
    grown = life * np.where(logarithm == 0, 1, logarithm)
    years = np.log1p(np.maximum(grown, -1)) / np.where(logarithm == 0, 1, logarithm)
    return np.where(logarithm == 0, life, np.where(grown <= -1, np.inf, years))


def _years_written(logarithm: Array, years: Array) -> Array:
    """What one group has written after some years, in years of today's writes."""
    divisor = np.where(logarithm == 0, 1, logarithm)
    return np.where(logarithm == 0, years, np.expm1(divisor * years) / divisor)


def _sum_of(groups: _Groups, years: Array) -> tuple[Array, Array]:
    """What all groups have written after some years, and how much they write then."""
    written, speed = np.zeros_like(years), np.zeros_like(years)
    with np.errstate(over="ignore", invalid="ignore"):
        for share, logarithm in groups:
            counts = share > 0
            written = written + np.where(counts, share * _years_written(logarithm, years), 0)
            speed = speed + np.where(counts, share * np.exp(logarithm * years), 0)
    return written, speed


def _senseless(shares: Array, growth: Array) -> Array:
    """Where a share or a growth is unknown, or none that can be."""
    good = (shares >= 0) & np.isfinite(shares) & (growth > -1) & np.isfinite(growth)
    result: Array = ~np.all(good, axis=-1)
    return result


def _alike(shares: Array, growth: Array) -> list[tuple[Array, Array]]:
    """The shares and growth of groups, those that grow alike everywhere taken together."""
    groups = max(shares.shape[-1], growth.shape[-1])
    found: dict[bytes, tuple[Array, Array]] = {}
    possible = np.where(growth > -1, growth, 0)
    for place in range(groups):
        share, rate = shares[..., min(place, shares.shape[-1] - 1)], possible[..., min(place, growth.shape[-1] - 1)]
        key = np.ascontiguousarray(rate).tobytes()
        before = found.get(key)
        found[key] = (share if before is None else before[0] + share, rate)
    return [*found.values()]


@primitive
def largest(amounts: Array) -> Array:
    """Largest over the members: the last axis, which is dropped."""
    result: Array = np.max(amounts, axis=-1)
    return result


@primitive
def first_known(*amounts: Array) -> Array:
    """The first of several sources of a value that is known (not NaN).

    >>> float(first_known(np.float64("nan"), np.float64(2)))
    2.0
    """
    result = amounts[-1]
    for amount in reversed(amounts[:-1]):
        result = np.where(np.isnan(amount), result, amount)
    return result


@primitive
def needed(demand: Array, supply: Array) -> Array:
    """Demand divided by supply; infinite if there is demand but no supply.

    >>> float(needed(np.float64(3), np.float64(-1))), float(needed(np.float64(0), np.float64(0)))
    (inf, 0.0)
    """
    if np.all(supply > 0):
        # As mostly: in one step instead of eight.
        return np.divide(demand, supply)
    none_needed = np.where(demand > 0, np.inf, 0.0)
    ratio = np.where(supply > 0, np.divide(demand, np.where(supply > 0, supply, 1.0)), none_needed)
    return np.where(np.isnan(demand) | np.isnan(supply), np.nan, ratio)


@primitive
def least_bins(counts: Array, sizes: Array, room: Array) -> Array:
    """Bins of some room that things of several kinds need at least, see `bin_bound`: the last axis, which is dropped.

    Infinite where a bin has no room for one of them, or for nothing.

    >>> float(least_bins(np.array([30.0]), np.array([384.0]), np.array([959.3])))
    15.0
    """
    return least_bins_of(counts, needed(sizes, room))


@primitive
def sum_known(*amounts: Array) -> Array:
    """Sum of the known amounts, unknown if none is: only for sums that say what they leave out.

    >>> float(sum_known(np.float64(2), np.float64("nan"), np.float64(3))), float(sum_known(np.float64("nan")))
    (5.0, nan)
    """
    known = [np.where(np.isnan(amount), 0.0, amount) for amount in amounts]
    none_known = np.all(np.isnan(np.stack(np.broadcast_arrays(*amounts))), axis=0)
    return np.where(none_known, np.nan, sum(known))


@primitive
def thresholds_reached(amount: Array, *thresholds: Array) -> Array:
    """Number of thresholds that the amount reaches; unknown if the amount or a threshold is.

    >>> float(thresholds_reached(np.float64(4380), 365.0, 1825.0, 3650.0, 7300.0))
    3.0
    """
    reached = (np.where(np.isnan(amount - threshold), np.nan, amount >= threshold) for threshold in thresholds)
    return sum(reached, start=np.zeros(()))


@primitive
def largest_known(*amounts: Array) -> Array:
    """Largest of the known amounts.

    >>> float(largest_known(np.float64(3), np.float64("nan"), np.float64(7)))
    7.0
    """
    result = amounts[0]
    for amount in amounts[1:]:
        result = np.fmax(result, amount)
    return result


@primitive
def one_if_within(*excesses: Array) -> Array:
    """1 if nothing exceeds its limit, infinite if something does.

    An excess decides even if another one is unknown.

    >>> [float(one_if_within(np.float64(x), np.float64(y))) for x, y in ((-1, 0), (-1, 2), (2, np.nan), (-1, np.nan))]
    [1.0, inf, inf, nan]
    """
    worst = largest_known(*excesses)
    return np.where(worst > 0, np.inf, np.where(np.isnan(sum(excesses)), np.nan, 1.0))


@primitive
def if_finite(amount: Array) -> Array:
    """The amount; unknown if it is infinite, since no formula can go on with an infinite number of hosts.

    >>> float(if_finite(np.float64(3))), float(if_finite(np.float64("inf")))
    (3.0, nan)
    """
    return np.where(np.isinf(amount), np.nan, amount)


@primitive
def floor_count(amount: Array) -> Array:
    """Round down to whole things, forgiving a relative 1e-9 of binary dust.

    >>> float(floor_count(0.7 * 3 / 0.3)), float(np.floor(0.7 * 3 / 0.3))
    (7.0, 6.0)
    """
    return np.floor(amount * (1 + COUNT_SLACK))


@primitive
def smallest(amounts: Array) -> Array:
    """Smallest over the members: the last axis, which is dropped."""
    result: Array = np.min(amounts, axis=-1)
    return result


@primitive
def count_positive(*amounts: Array) -> Array:
    """Number of amounts above 0; unknown if one of them is.

    >>> float(count_positive(np.float64(2), np.float64(0.5), np.float64(-1)))
    2.0
    """
    return sum((np.where(np.isnan(amount), np.nan, amount > 0) for amount in amounts), start=np.zeros(()))


@primitive
def chosen(place: Array, *options: Array | float) -> Array:
    """The option at a place, counted from 0; unknown where the place is.

    >>> float(chosen(np.float64(1), 5.0, 7.0, 9.0)), float(chosen(np.float64("nan"), 5.0, 7.0))
    (7.0, nan)
    """
    result = np.full((), np.nan)
    for number, option in enumerate(options):
        result = np.where(place == number, option, result)
    return result


HALVINGS = 60
"""Halvings of an interval of 0..1 after which double precision sees no difference."""


@primitive
def internal_rate(amounts: Array) -> Array:
    """The yearly rate at which the amounts of the months sum to 0 in today's money: sum a_m / (1+r)^(m/12) = 0.

    Known only where it is the only one: the amounts change sign once, or else their running sum does, and then there
    is one rate above 0 (Descartes; Norstrom 1972). Several rates mean as little as none. Found by bisection, down to
    the loss of all but 1/4096 a year.

    >>> round(float(internal_rate(np.array([-1000.0, *[0.0] * 11, 600.0, *[0.0] * 11, 600.0]))), 6)
    0.130662
    >>> float(internal_rate(np.array([1000.0, 600.0, 600.0])))
    nan
    """
    once = _sign_changes(amounts) == 1
    unique = once | ((_sign_changes(np.cumsum(amounts, axis=-1)) == 1) & (np.sum(amounts, axis=-1) != 0))
    at_first = _signs(amounts)[..., 0]
    # With the place p in 0..1 the discount factor of a month is 2p, and 1/2 is a rate of 0. No root is drawn from that
    # of a year, so that the last digit is the same wherever it is computed.
    low, high = np.zeros_like(at_first), np.where(once, 1.0, 0.5)
    for _ in range(HALVINGS):
        place = (low + high) / 2
        value = _polynomial(amounts, 2 * place)
        low, high = np.where(np.sign(value) == at_first, place, low), np.where(np.sign(value) == at_first, high, place)
    of_year = reduce(mul, [low + high] * MONTHS_PER_YEAR)
    return np.where(unique & ~np.isnan(np.sum(amounts, axis=-1)), 1 / of_year - 1, np.nan)


def _signs(amounts: Array) -> Array:
    """The sign of each amount; a zero takes the sign of the next amount that is not zero."""
    signs = np.sign(amounts)
    for place in range(amounts.shape[-1] - 2, -1, -1):
        signs[..., place] = np.where(signs[..., place] == 0, signs[..., place + 1], signs[..., place])
    return signs


def _sign_changes(amounts: Array) -> Array:
    signs = _signs(amounts)
    # Zeros at the end keep the sign 0, and so add no change.
    result: Array = np.sum(signs[..., 1:] * signs[..., :-1] < 0, axis=-1)
    return result


def _polynomial(amounts: Array, factor: Array) -> Array:
    value = np.zeros_like(factor)
    for place in range(amounts.shape[-1] - 1, -1, -1):
        value = value * factor + amounts[..., place]
    return value


@primitive
def payback(amounts: Array) -> Array:
    """Years after which the running sum of the months' amounts stays above 0, infinite if never; linear in a month.

    >>> float(payback(np.array([-1000.0, *[80.0] * 15]))) * 12, float(payback(np.array([-1000.0, 400.0])))
    (12.5, inf)
    """
    sums = np.cumsum(amounts, axis=-1)
    dust = COUNT_SLACK * np.cumsum(np.abs(amounts), axis=-1)
    below = sums < -dust
    months = np.zeros(sums.shape[:-1])
    for place in range(sums.shape[-1] - 1):
        # The part of the next month that covers the deficit; if it is not enough, the month after it corrects this.
        made_good = amounts[..., place + 1] > 0
        share = np.divide(-sums[..., place], np.where(made_good, amounts[..., place + 1], 1))
        months = np.where(below[..., place], place + np.where(made_good, share, 1), months)
    months = np.where(below[..., -1], np.inf, months)
    return np.where(np.isnan(sums[..., -1]), np.nan, months / MONTHS_PER_YEAR)


def function_of(operation: str) -> Callable[..., Any]:
    """The function that an operation of a traced formula stands for.

    >>> function_of("add") is np.add, function_of("total") is total
    (True, True)
    """
    found: Callable[..., Any] = globals().get(operation) or getattr(np, operation)
    return found
