"""The nearest miss of each reason, and the least with each option: which points these are.

A reason counts points that are not feasible; the nearest of them is the one that lacks the least of what it lacks. Of
several the cheapest counts, and of these the first: walking through all points and elimination name the same one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.quantities import Array
from hostwise.engine.space.codes import Numbers
from hostwise.engine.space.elimination import NoStructure, Structure, values_of
from hostwise.engine.space.factors import Factor, at_points, lean
from hostwise.engine.space.product import Space
from hostwise.engine.space.reductions import HOSTS, UNPRICED, Limits, Reasons, feasible

_ROUNDING = 1e-12
"""Relative difference of sums that are added up in another order."""

_MOST_NUMBERS = 1 << 24
"""Numbers of the largest table of what is missing."""

_MOST_ALIKE = 1 << 18
"""Points of the same cost of which the first is looked for."""


@dataclass(frozen=True)
class Measure:
    """What is needed and what there is: each a quantity or a relation of the space by its name, or a number."""

    needed: str | float
    available: str | float

    @property
    def names(self) -> list[str]:
        """Those that are looked up."""
        return [each for each in (self.needed, self.available) if isinstance(each, str)]

    def amounts(self, values: Mapping[str, Array]) -> tuple[Array, Array]:
        """What is needed and what there is, for some points."""
        needed, available = (
            values[each] if isinstance(each, str) else np.array(each) for each in (self.needed, self.available)
        )
        return needed, available

    def missing(self, values: Mapping[str, Array]) -> Array:
        """The share of what is needed that is missing; of a number that is given, the share of that."""
        given = next((abs(each) for each in (self.needed, self.available) if not isinstance(each, str)), None)
        needed, available = self.amounts(values)
        found: Array = (needed - available) / (np.abs(needed) if given is None else given or 1.0)
        return found


Measures = Mapping[str, Sequence[Measure]]
"""How far a point is from feasible, by the reason; where there are several, the largest counts."""


class Miss(NamedTuple):
    """The nearest miss of a reason; without a measure where nothing says how near a point is."""

    point: int
    measure: Measure | None = None
    needed: float = float("nan")
    available: float = float("nan")


def _missing(measures: Sequence[Measure], values: Mapping[str, Array]) -> Array:
    """How much is missing; infinite where that is not known."""
    if not measures:
        return np.zeros(1)
    with np.errstate(all="ignore"):
        found = measures[0].missing(values)
        for each in measures[1:]:
            found = np.fmax(found, each.missing(values))
    return np.where(found >= 0, found, np.inf)


def _told(point: int, measures: Sequence[Measure], values: Mapping[str, Array]) -> Miss:
    """A miss with the amounts of the measure that is missed the most; `values` are those of one point."""
    ranked = sorted(measures, key=lambda each: -float(_missing([each], values).reshape(-1)[0]))
    own = [each for each in ranked if np.isfinite(_missing([each], values)).all()]
    if not own:
        return Miss(point)
    needed, available = own[0].amounts(values)
    return Miss(point, own[0], float(needed.reshape(-1)[0]), float(available.reshape(-1)[0]))


class Nearest:
    """The nearest miss of each reason, found while the points go by: a `Reduction`."""

    def __init__(self, quantity: str, measures: Measures, *, limits: Limits | None = None) -> None:
        """Of equally near ones that with the least of a quantity; the reasons are those that `Reasons` counts."""
        self.quantity, self.measures, self.limits = quantity, measures, limits or {}
        self._reasons = Reasons(limits=self.limits)
        self._ranks: dict[str, tuple[float, float, int]] = {}
        self.found: dict[str, Miss] = {}
        """By reason."""

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        own = (name for each in self.measures.values() for measure in each for name in measure.names)
        return (self.quantity, *self._reasons.wanted, *own)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        good = feasible(values, self.limits)
        left = ~good
        for reason, holds in self._reasons.against(values):
            self._take(reason, start, left & holds, values)
            left &= ~holds
        self._take(UNPRICED, start, good & ~np.isfinite(values[self.quantity]), values)

    def _take(self, reason: str, start: int, among: NDArray[np.bool_], values: Mapping[str, Array]) -> None:
        places = np.flatnonzero(among)
        if not places.size:
            return
        measures = self.measures.get(reason, ())
        own = {name: values[name][places] for each in measures for name in each.names}
        missing = np.broadcast_to(_missing(measures, own), places.shape)
        costs = values[self.quantity][places]
        costs = np.where(np.isfinite(costs), costs, np.inf)
        near = np.flatnonzero(missing == missing.min())
        at = near[np.argmin(costs[near])]
        rank = float(missing[at]), float(costs[at]), start + int(places[at])
        if reason not in self._ranks or rank < self._ranks[reason]:
            self._ranks[reason] = rank
            self.found[reason] = _told(rank[-1], measures, {name: each[[at]] for name, each in own.items()})

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        for reason, rank in later._ranks.items():
            if reason not in self._ranks or rank < self._ranks[reason]:
                self._ranks[reason], self.found[reason] = rank, later.found[reason]


class FirstByOption:
    """The feasible point with the least of a quantity, for each option of each choice: a `Reduction`."""

    def __init__(self, space: Space, quantity: str, *, limits: Limits | None = None) -> None:
        """For the choices of a space; of equal ones the first."""
        self.quantity, self.sizes, self.limits = quantity, space.sizes, limits or {}
        self.points = [np.full(size, -1, dtype=np.int64) for size in space.sizes]
        """By choice and option; -1 where no point is feasible."""
        self._least = [np.full(size, np.inf) for size in space.sizes]

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        return (self.quantity, *HOSTS, *self.limits)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        costs = values[self.quantity]
        places = np.flatnonzero(feasible(values, self.limits) & np.isfinite(costs))
        places = places[np.argsort(costs[places], kind="stable")]
        options = np.unravel_index(start + places, self.sizes)
        for own, least, points in zip(options, self._least, self.points, strict=True):
            each, first = np.unique(own, return_index=True)
            found = costs[places[first]]
            better = found < least[each]
            least[each[better]] = found[better]
            points[each[better]] = start + places[first[better]]

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        for points, least, others, lower in zip(self.points, self._least, later.points, later._least, strict=True):
            better = lower < least
            points[better], least[better] = others[better], lower[better]


class PointedStructure(Structure):
    """A space as tables, which also says which points are nearest to feasible, and the cheapest with each option."""

    def first_with(self, axis: int, option: int, least: float) -> int:
        """The first point with the least cost of an option of a choice, which is known."""
        own = self._where([*self._fit, self._one_of(axis, option)])
        # A box costs no less with fewer options.
        own.__dict__["_cheapest"] = self._cheapest
        return own._first(least)

    def nearest(self, measures: Measures) -> dict[str, Miss | None]:
        """The nearest miss of each reason, as `Nearest` has it; None where what is missing makes too large a table."""
        found: dict[str, Miss | None] = {}
        before: list[Factor] = []
        for key, holds in Reasons(limits=self.limits).against(self._known):
            reason = lean(holds)
            if reason.any():
                self._put(found, key, [*before, reason], measures.get(key, ()))
                before = [*before, ~reason]
        before = list(self._fit)
        for each in self._priced:
            if UNPRICED not in found:
                self._put(found, UNPRICED, [*before, ~each], ())
                before = [*before, each]
        return found

    def _put(
        self, found: dict[str, Miss | None], reason: str, conditions: Sequence[Factor], measures: Sequence[Measure]
    ) -> None:
        try:
            miss = self._nearest(conditions, measures)
        except NoStructure:
            found[reason] = None
            return
        if miss is not None:
            found[reason] = miss

    def _nearest(self, conditions: Sequence[Factor], measures: Sequence[Measure]) -> Miss | None:
        """The nearest of the points that satisfy all conditions; None if there is none."""
        tables = self._tables([name for each in measures for name in each.names])
        missing = _missing(measures, tables) if measures else np.zeros((1,) * (len(self.space.sizes) + 1))
        near = self._where(conditions, [missing])
        if not np.isfinite(near.least):
            return self._nearest(conditions, ()) if measures else None
        most = _a_little_more(near.least)
        boxes = np.flatnonzero(near._cheapest[0] <= most)
        own = [*conditions, missing <= most]
        priced = self._where(own, self._cost, boxes)
        if not np.isfinite(priced.least):
            priced = self._where(own, self._numbers_of_options(), boxes)
        point = priced._first(priced.least)
        options = np.array([self.space.options(point)])
        side = self._boxes.trajectory[[self._box_of(options, boxes)]]
        return _told(point, measures, {name: at_points(each, options, side) for name, each in tables.items()})

    def _tables(self, names: Sequence[str]) -> dict[str, Array]:
        """Quantities and relations at all options of the choices on which they rest."""
        unknown = [each for each in names if each not in self._known]
        traced = self._traced(unknown) if unknown else {}
        self._known = {**self._known, **{name: values_of(each.nodes, each.node) for name, each in traced.items()}}
        found = {name: self._known[name] for name in names}
        if prod(np.broadcast_shapes(*(each.shape for each in found.values()))) > _MOST_NUMBERS:
            raise NoStructure("What is missing rests on too many choices.")
        return found

    def _where(
        self, conditions: Sequence[Factor], cost: Sequence[Factor] | None = None, boxes: Numbers | None = None
    ) -> Self:
        """The same points under other conditions, with another cost; only those of some boxes."""
        other = copy(self)
        for name in _FOUND_ONCE:
            other.__dict__.pop(name, None)
        other._fit = list(conditions)
        other._cost = list(self._cost if cost is None else cost)
        if boxes is not None:
            least, options = np.full(self.boxes, np.inf), np.zeros((self.boxes, len(self.space.sizes)), dtype=np.intp)
            for each in other._walk(other._factors, some=boxes):
                least[each.boxes] = each.found.reshape(-1)
            other.__dict__["_cheapest"] = least, options
        return other

    def _first(self, least: float) -> int:
        """The first of the points with the least cost; where more than can be looked through have it, one of them."""
        first, looked = prod(self.space.sizes), 0
        for options, _ in self._within(_a_little_more(least)):
            if len(options):
                first = min(first, int(np.ravel_multi_index(tuple(options.T), self.space.sizes).min()))
            looked += len(options)
            if looked > _MOST_ALIKE:
                break
        return first

    def _one_of(self, axis: int, option: int) -> Factor:
        """Where a choice has an option."""
        own: Factor = np.arange(self.space.sizes[axis]) == option
        return own.reshape([-1 if place == axis else 1 for place in range(len(self.space.sizes) + 1)])

    def _numbers_of_options(self) -> list[Factor]:
        """The number of a point as a sum over its choices."""
        sizes, places = self.space.sizes, range(len(self.space.sizes) + 1)
        return [
            (np.arange(float(size)) * prod(sizes[axis + 1 :])).reshape([-1 if place == axis else 1 for place in places])
            for axis, size in enumerate(sizes)
        ]

    def _box_of(self, options: Numbers, boxes: Numbers) -> int:
        """The box of a point, among some."""
        inside = np.ones(len(boxes), dtype=np.bool_)
        for leaf, masks in zip(self._boxes.leaves, self._boxes.masks, strict=True):
            (row,) = at_points(leaf.numbers[..., np.newaxis], options, np.zeros(1, dtype=np.intp))
            inside &= masks[boxes, row]
        return int(boxes[np.argmax(inside)])


_FOUND_ONCE = tuple(name for name, each in vars(Structure).items() if isinstance(each, cached_property))
"""What a structure keeps of its conditions and its cost."""


def _a_little_more(least: float) -> float:
    return least + _ROUNDING * abs(least)
