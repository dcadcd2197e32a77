"""Elimination of choices from a sum, or a product, of tables each of which rests on few of them.

The least of a sum over all options of a choice needs only the tables that rest on it: these are added, and the least
is a table on the choices that they share. So choices go one by one, and no table of all combinations is made. Counts
are sums of products in the same way. Tables have an axis for every choice, of size 1 where nothing changes, and a last
one for what is treated side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.quantities import Array
from hostwise.engine.space.codes import Numbers

Factor = NDArray[Any]
"""A table: an axis for each choice, and the last for what is side by side."""


class Way(NamedTuple):
    """What is asked of the options of a choice: the least of a sum, or how many there are, as a sum of products.

    Attributes:
        together: brings tables together.
        apart: takes one of them out again.
        over: says it of two options.
        nothing: what it says of no option.
    """

    together: np.ufunc
    apart: np.ufunc
    over: np.ufunc
    nothing: float

    def of(self, holds: Factor) -> Factor:
        """A condition as a table: what changes nothing where it holds, and nothing elsewhere."""
        return np.where(holds, float(self.together.identity), self.nothing)


LEAST = Way(np.add, np.subtract, np.minimum, np.inf)
COUNT = Way(np.multiply, np.divide, np.add, 0.0)


@dataclass(frozen=True)
class Bucket:
    """A choice that was eliminated.

    Attributes:
        axis: the choice.
        total: what rests on it, brought together.
        found: what is said of all its options.
        which: which of what is side by side in these tables belongs to each of what is side by side in the end; None
            where it is the same.
    """

    axis: int
    total: Array
    found: Array
    which: Numbers | None = None

    def side(self, last: Numbers) -> Numbers:
        """The places in these tables of some of what is side by side in the end."""
        return last if self.which is None else self.which[last]


def axes_of(factor: Factor) -> frozenset[int]:
    """The choices that a factor rests on."""
    return frozenset(place for place, size in enumerate(factor.shape[:-1]) if size > 1)


def lean(factor: Factor) -> Factor:
    """The same without the axes along which nothing changes."""
    for place in range(factor.ndim):
        if factor.shape[place] > 1:
            first = factor.take([0], axis=place)
            same = (factor == first) | ((factor != factor) & (first != first))
            if same.all():
                factor = first
    return factor


def some_of(factor: Factor, places: Numbers) -> Factor:
    """Some of what is side by side: a part of the table itself where they follow each other."""
    if factor.shape[-1] == 1:
        return factor
    first, number = int(places[0]), len(places)
    if np.array_equal(places, np.arange(first, first + number)):
        return factor[..., first : first + number]
    return factor[..., places]


_MOST_MERGED = 1 << 22
"""Numbers of a table that others join: of a larger one, the sum would take as much room again."""


def merged(factors: Iterable[Factor], way: Way = LEAST) -> list[Factor]:
    """The same of fewer factors: one that rests on nothing else joins another."""
    found: list[Factor] = []
    for factor in sorted(factors, key=lambda each: -each.size):
        for place, other in enumerate(found):
            within = all(a in (1, b) for a, b in zip(factor.shape, other.shape, strict=True))
            if within and other.size <= _MOST_MERGED:
                found[place] = way.together(other, factor)
                break
        else:
            found.append(factor)
    return found


def order(scopes: Iterable[frozenset[int]], sizes: Sequence[int], axes: Iterable[int]) -> tuple[list[int], int]:
    """In which order choices are best eliminated, and the size of the largest table on the way."""
    left, own, largest, found = set(axes), [set(each) for each in scopes], 1, []
    while left:
        unions = {axis: set().union(*(each for each in own if axis in each), {axis}) for axis in left}
        axis = min(left, key=lambda each: (prod(sizes[place] for place in unions[each]), each))
        largest = max(largest, prod(sizes[place] for place in unions[axis]))
        own = [each for each in own if axis not in each] + [unions[axis] - {axis}]
        left.remove(axis)
        found.append(axis)
    return found, largest


def eliminated(
    factors: Iterable[Array], sizes: Sequence[int], axes: Sequence[int], way: Way
) -> tuple[list[Array], list[Bucket]]:
    """Choices eliminated in this order: what is left of the factors, and what was taken."""
    left, buckets = list(factors), []
    for axis in axes:
        mine = sorted((each for each in left if each.shape[axis] > 1), key=lambda each: each.size)
        left = [each for each in left if each.shape[axis] == 1]
        if not mine:
            mine = [way.of(np.ones([size if place == axis else 1 for place, size in enumerate(sizes)] + [1]))]
        total = mine[0]
        for each in mine[1:]:
            total = way.together(total, each)
        found = way.over.reduce(total, axis=axis, keepdims=True)
        buckets.append(Bucket(axis, total, found))
        left.append(found)
    return left, buckets


def together(factors: Sequence[Array], number: int, way: Way) -> Array:
    """What is left, for so many side by side."""
    total = way.of(np.ones((1,) * (factors[0].ndim - 1) + (number,)))
    for each in sorted(factors, key=lambda each: each.size):
        total = way.together(total, each)
    return total


def by_option(buckets: Sequence[Bucket], whole: Array, way: Way) -> dict[int, Array]:
    """What is said of each option of each choice, of all that is side by side: one way back through all of them.

    What a choice leaves goes into one that is eliminated later, or into the whole. Taken out of there again, the rest
    is what all others say to it.

    Args:
        buckets: all choices, in the order in which they were eliminated.
        whole: what was found in the end, of the shape of a factor on no choice.
        way: what is asked.
    """
    said: dict[int, Array] = {}
    found: dict[int, Array] = {}
    for place in range(len(buckets) - 1, -1, -1):
        bucket, scope = buckets[place], axes_of(buckets[place].found)
        into = next((later for later in range(place + 1, len(buckets)) if buckets[later].axis in scope), None)
        above = whole if into is None else way.together(buckets[into].total, said[into])
        which = bucket.which if into is None or buckets[into].which is None else None
        own = bucket.found if which is None else some_of(bucket.found, which)
        with np.errstate(invalid="ignore", divide="ignore"):
            rest = np.where(own == way.nothing, way.nothing, way.apart(above, own))
        others = tuple(axis for axis in axes_of(rest) if axis not in scope)
        rest = way.over.reduce(rest, axis=others, keepdims=True)
        if which is not None:
            rest = way.over.reduceat(rest, np.flatnonzero(np.diff(which, prepend=-1)), axis=-1)
        said[place] = rest
        every = way.together(bucket.total, rest)
        axes = tuple(axis for axis in range(every.ndim) if axis != bucket.axis)
        found[bucket.axis] = way.over.reduce(every, axis=axes)
    return found


def at_options(total: Array, axis: int, options: Numbers, side: Numbers) -> Array:
    """A table at some points, with all options of one choice: (points, options).

    Args:
        total: the table.
        axis: that choice.
        options: the options of the points, (points, choices); that of `axis` does not count.
        side: which of what is side by side each point has.
    """
    places: list[Any] = []
    for place, size in enumerate(total.shape[:-1]):
        if place == axis:
            places.append(np.arange(size)[np.newaxis])
        else:
            places.append(options[:, place, np.newaxis] if size > 1 else 0)
    places.append(side[:, np.newaxis] if total.shape[-1] > 1 else 0)
    return np.broadcast_to(total[tuple(places)], (len(side), total.shape[axis]))


def at_points(factor: Factor, options: Numbers, side: Numbers) -> Array:
    """A table at some points, (points,)."""
    places: list[Any] = [options[:, place] if size > 1 else 0 for place, size in enumerate(factor.shape[:-1])]
    places.append(side if factor.shape[-1] > 1 else 0)
    return np.broadcast_to(factor[tuple(places)], len(side))
