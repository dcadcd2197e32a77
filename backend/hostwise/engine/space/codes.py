"""Which row of a table each point has: listed for few choices, and for more of them found by pairs of numbers.

Ten million points have some hundred rows, because two groups of choices have a hundred each: so a point's row is looked
up by the numbers that it has in the two groups, slab by slab, and never listed for all points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.intp]

Slab = tuple[slice, ...]
"""A part of the space: some options of each choice."""

_LISTED = 1 << 16
"""Points whose rows are listed rather than found by pairs: few enough for the processor's cache."""


def slabs(sizes: Sequence[int], most: int) -> Iterator[Slab]:
    """The space in parts of at most so many points (at least one of the last axis), in the order of its points."""
    inner, split = 1, len(sizes)
    while split and inner * sizes[split - 1] <= most:
        split -= 1
        inner *= sizes[split]
    if split == 0:
        yield tuple(slice(0, size) for size in sizes)
        return
    step = max(1, most // inner)
    rest = tuple(slice(0, size) for size in sizes[split:])
    for outer in np.ndindex(*sizes[: split - 1]):
        for start in range(0, sizes[split - 1], step):
            own = slice(start, min(start + step, sizes[split - 1]))
            yield (*(slice(at, at + 1) for at in outer), own, *rest)


def part_of(array: NDArray[Any], slab: Slab) -> NDArray[Any]:
    """The part of an array in a slab; it has size 1 along a choice that changes nothing."""
    return array[tuple(own if size > 1 else slice(0, 1) for own, size in zip(slab, array.shape, strict=False))]


@dataclass(frozen=True)
class Codes:
    """The row of each point, of a shape that has size 1 along a choice that does not change it.

    `numbers` has the row by point or, with `pair`, by the rows that the point has in the two.
    """

    shape: tuple[int, ...]
    numbers: Numbers
    pair: tuple[Codes, Codes] | None = None

    def at(self, slab: Slab) -> Numbers:
        """The rows of the points of a slab."""
        if self.pair is None:
            return part_of(self.numbers, slab)
        first, second = (each.at(slab) for each in self.pair)
        found: Numbers = self.numbers.reshape(-1).take(first * self.numbers.shape[1] + second)
        return found

    def numbered(self, numbers: Numbers) -> Codes:
        """The same with other numbers for the rows."""
        return _lean(Codes(self.shape, numbers[self.numbers], self.pair))

    def with_option(self, axis: int, options: int, rows: int) -> NDArray[np.bool_]:
        """Which rows points may have with each option of a choice, (options, rows)."""
        found = np.zeros((options, rows), dtype=np.bool_)
        if self.pair is None:
            own = np.moveaxis(self.numbers, axis, 0).reshape(self.shape[axis], -1)
            found[np.arange(options)[:, np.newaxis], own] = True
            return found
        sides = [
            each.with_option(axis, options, size) for each, size in zip(self.pair, self.numbers.shape, strict=True)
        ]
        for option, (first, second) in enumerate(zip(*sides, strict=True)):
            found[option, self.numbers[np.ix_(first, second)]] = True
        return found

    def by_option(self, axis: int, numbers: Numbers) -> Codes:
        """The same with numbers for each row with each option of a choice, (options, rows)."""
        options, count = len(numbers), len(self.numbers)
        along = listed(np.arange(options).reshape([-1 if place == axis else 1 for place in range(len(self.shape))]))
        if self.pair is None:
            return listed(numbers[along.numbers, self.numbers])
        first, second = self.pair
        both = paired(along, first, np.arange(options * count).reshape(options, count))
        return paired(both, second, numbers[:, self.numbers].reshape(options * count, -1))


def listed(numbers: Numbers) -> Codes:
    """Rows listed by point."""
    return _lean(Codes(numbers.shape, numbers))


def paired(first: Codes, second: Codes, numbers: Numbers, *, apart: bool = False) -> Codes:
    """Rows by the rows in two others, (rows of the first, rows of the second); listed if there are few points.

    With `apart` rows are listed only where one of the two is on all choices of the other.
    """
    found = _lean(Codes(np.broadcast_shapes(first.shape, second.shape), numbers, (first, second)))
    few = prod(found.shape) <= _LISTED and not (apart and found.shape not in (first.shape, second.shape))
    return listed(found.at(tuple(slice(0, size) for size in found.shape))) if few else found


def _lean(codes: Codes) -> Codes:
    """The same row for all points is listed once."""
    if codes.numbers.size > 1 and not codes.numbers.any():
        return Codes((1,) * len(codes.shape), np.zeros((1,) * len(codes.shape), dtype=np.intp))
    return codes
