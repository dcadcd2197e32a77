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
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.quantities import Array
from hostwise.engine.space.codes import Numbers

Factor = NDArray[Any]
"""A table: an axis for each choice, and the last for what is side by side."""


@dataclass(frozen=True)
class Bucket:
    """A choice that was eliminated: the sum of what rests on it, and the least of it."""

    axis: int
    total: Array
    least: Array


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


def merged(factors: Iterable[Factor], *, multiply: bool = False) -> list[Factor]:
    """The same sum (or product) of fewer factors: one that rests on nothing else joins another."""
    found: list[Factor] = []
    for factor in sorted(factors, key=lambda each: -each.size):
        for place, other in enumerate(found):
            if all(a in (1, b) for a, b in zip(factor.shape, other.shape, strict=True)):
                found[place] = other * factor if multiply else other + factor
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
    largest = max(largest, prod(sizes[place] for place in set().union(*own)) if own else 1)
    return found, largest


def least_of(factors: Iterable[Array], sizes: Sequence[int], axes: Sequence[int]) -> tuple[list[Array], list[Bucket]]:
    """The least of a sum over some choices, eliminated in this order: what is left of the sum, and what was taken."""
    left, buckets = list(factors), []
    for axis in axes:
        mine = sorted((each for each in left if each.shape[axis] > 1), key=lambda each: each.size)
        left = [each for each in left if each.shape[axis] == 1]
        if not mine:
            mine = [np.zeros([size if place == axis else 1 for place, size in enumerate(sizes)] + [1])]
        total = mine[0]
        for each in mine[1:]:
            total = total + each
        least = total.min(axis=axis, keepdims=True)
        buckets.append(Bucket(axis, total, least))
        left.append(least)
    return left, buckets


def count_of(factors: Iterable[Array], sizes: Sequence[int], axes: Sequence[int]) -> list[Array]:
    """The sum of a product over some choices, eliminated in this order: the factors that are left."""
    left = list(factors)
    for axis in axes:
        mine = sorted((each for each in left if each.shape[axis] > 1), key=lambda each: each.size)
        left = [each for each in left if each.shape[axis] == 1]
        if not mine:
            left.append(np.full((1,) * (len(sizes) + 1), float(sizes[axis])))
            continue
        total = mine[0]
        for each in mine[1:]:
            total = total * each
        left.append(total.sum(axis=axis, keepdims=True, dtype=np.float64))
    return left


def added(factors: Sequence[Array], number: int) -> Array:
    """The sum of what is left, for so many side by side."""
    total = np.zeros((1,) * (factors[0].ndim - 1) + (number,))
    for each in sorted(factors, key=lambda each: each.size):
        total = total + each
    return total


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
