"""What is asked of a space, found while its points go by: the best, the Pareto front, and what decides.

A point is feasible if its hosts are known, satisfy every constraint that could be evaluated, fit the largest cluster,
and keep the limits given. Whether parts fit each other (bays, slots) is a matter of the choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Literal, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.space.product import Space

Sense = Literal["lowest", "highest"]

Limits = Mapping[str, tuple[float, float]]
"""The least and the largest value allowed of some quantities; an unknown one keeps no limit."""

HOSTS = ("hosts", "required_hosts", "most_hosts")


_LOOKS = 12
"""Points of the front that all others are compared with first."""

_COMPARED = 1 << 16
"""Pairs of points that are compared at once."""


SLICE = 1 << 19
"""Most points of a slice, if its first choice has options enough: four seconds of a core, of which one prepares it."""

ParallelMap = Callable[[Callable[[Any], Any], Sequence[Any]], Iterable[Any]]
"""Does work for each of some parts, wherever that is, and gives the answers in the order of the parts: like `map`."""

PointsDone = Callable[[int], None]
"""Is told how many points have gone by."""


class Reduction(Protocol):
    """Something that points are added to as they go by."""

    @property
    def wanted(self) -> Sequence[str]:
        """The quantities that it looks at."""

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """Take some points, the first of them numbered `start`."""

    def merge(self, later: Self) -> None:
        """Take what the same reduction has of points that come after all of this one's."""


def reduce(
    space: Space, *reductions: Reduction, spread: ParallelMap | None = None, told: PointsDone | None = None
) -> None:
    """Let all points of a space go by once: in one go, or slice by slice of the first choice.

    The slices follow from the space alone, and are merged in their order: so what is found is the same to the last bit
    wherever they are computed.

    Args:
        space: the space.
        reductions: what is asked of it, and has seen nothing yet.
        spread: computes the slices; they and the reductions must be picklable for one that uses other processes.
        told: is told how many points have gone by, again and again.
    """
    slices = space.slices(SLICE)
    if spread is None or len(slices) == 1:
        _go_by(space, reductions, None, told)
        return
    points = space.points // max(space.sizes[0], 1)
    for part, found in zip(slices, spread(partial(_reduced, space, deepcopy(reductions)), slices), strict=True):
        for each, later in zip(reductions, found, strict=True):
            each.merge(later)
        if told is not None:
            told(part.stop * points)


def _reduced(space: Space, empty: Sequence[Reduction], first: slice) -> Sequence[Reduction]:
    reductions = deepcopy(empty)
    _go_by(space, reductions, first)
    return reductions


def _go_by(space: Space, reductions: Sequence[Reduction], first: slice | None, told: PointsDone | None = None) -> None:
    wanted = tuple(dict.fromkeys(name for each in reductions for name in each.wanted))
    for part in space.parts(wanted, first):
        for each in reductions:
            each.add(part.start, part.values)
        if told is not None:
            told(part.start + len(next(iter(part.values.values()))))


def feasible(values: Mapping[str, Array], limits: Limits) -> NDArray[np.bool_]:
    """Which points are feasible."""
    hosts, required, most = (values[name] for name in HOSTS)
    found = np.isfinite(required) & (hosts >= required) & ~(hosts > most)
    for name, (low, high) in limits.items():
        found &= (values[name] >= low) & (values[name] <= high)
    return found


class Best:
    """The feasible points with the lowest (or highest) values of a quantity; of equal ones the first."""

    def __init__(
        self, quantity: str, number: int = 10, *, sense: Sense = "lowest", limits: Limits | None = None
    ) -> None:
        """At most so many points, best first."""
        self.quantity, self.number, self.limits = quantity, number, limits or {}
        self._sign = 1.0 if sense == "lowest" else -1.0
        self._costs, self._points = np.empty(0), np.empty(0, dtype=np.int64)

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        return (self.quantity, *HOSTS, *self.limits)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        costs = self._sign * values[self.quantity]
        worst = self._costs[-1] if len(self._costs) == self.number else np.inf
        # Most points are worse than what is there already; the dearer question is asked of the others.
        places = np.flatnonzero((costs < worst) | (worst == np.inf) & ~np.isnan(costs))
        if not places.size:
            return
        places = places[feasible({name: each[places] for name, each in values.items()}, self.limits)]
        if places.size > self.number:
            last = np.partition(costs[places], self.number - 1)[self.number - 1]
            places = places[costs[places] <= last]
        self._take(costs[places], start + places)

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        self._take(later._costs, later._points)

    def _take(self, costs: Array, points: NDArray[np.int64]) -> None:
        costs, points = np.concatenate([self._costs, costs]), np.concatenate([self._points, points])
        order = np.lexsort((points, costs))[: self.number]
        self._costs, self._points = costs[order], points[order]

    @property
    def points(self) -> list[int]:
        """The points, best first."""
        return [int(each) for each in self._points]

    @property
    def values(self) -> list[float]:
        """Their values of the quantity."""
        return [float(each) for each in self._sign * self._costs]


class Front:
    """The feasible points to which no other is preferable: better in one quantity and no worse in the others."""

    def __init__(self, quantities: Mapping[str, Sense], *, limits: Limits | None = None) -> None:
        """By some quantities, each better the lower or the higher; where one is unknown, a point is left out."""
        self.quantities, self.limits = quantities, limits or {}
        self._signs = np.array([1.0 if each == "lowest" else -1.0 for each in quantities.values()])
        self._costs, self._points = np.empty((0, len(quantities))), np.empty(0, dtype=np.int64)

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        return (*self.quantities, *HOSTS, *self.limits)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        self.add_points(start + np.arange(len(next(iter(values.values())))), values)

    def add_points(self, numbers: NDArray[np.int64], values: Mapping[str, Array]) -> None:
        """Take some points with these numbers."""
        columns = [sign * values[name] for sign, name in zip(self._signs, self.quantities, strict=True)]
        places = self._not_worse(columns)
        if not places.size:
            return
        some = {name: each[places] for name, each in values.items()}
        places = places[feasible(some, self.limits)]
        costs = np.stack([each[places] for each in columns], axis=1)
        known = ~np.isnan(costs).any(axis=1)
        self._take(costs[known], numbers[places[known]])

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        self._take(later._costs, later._points)

    def _take(self, costs: Array, points: NDArray[np.int64]) -> None:
        costs, points = np.concatenate([self._costs, costs]), np.concatenate([self._points, points])
        kept = _not_dominated(costs, points)
        kept = kept[np.lexsort((points[kept], *costs[kept].T[::-1]))]
        self._costs, self._points = costs[kept], points[kept]

    def leaves(self, values: Mapping[str, Array]) -> NDArray[np.bool_]:
        """Where a point with such values, or better ones, might still belong to the front."""
        columns = [sign * values[name] for sign, name in zip(self._signs, self.quantities, strict=True)]
        found = np.zeros(len(columns[0]), dtype=np.bool_)
        found[self._not_worse(columns)] = True
        return found

    def _not_worse(self, columns: Sequence[Array]) -> NDArray[np.intp]:
        """The places that the front leaves: a few of its points first, and all of it where that leaves few."""
        places = np.arange(len(columns[0]))
        for row in self._costs[np.linspace(0, max(len(self._costs) - 1, 0), _LOOKS, dtype=int)[: len(self._costs)]]:
            better = columns[0][places] < row[0]
            for column, cost in zip(columns[1:], row[1:], strict=True):
                better |= column[places] < cost
            places = places[better]
        if places.size * len(self._costs) <= _COMPARED:
            own = np.stack([each[places] for each in columns], axis=1)
            better = np.any(own[:, np.newaxis] < self._costs, axis=2)
            places = places[np.all(better, axis=1)]
        return places

    @property
    def points(self) -> list[int]:
        """The points, by the first quantity, best first."""
        return [int(each) for each in self._points]

    @property
    def values(self) -> list[tuple[float, ...]]:
        """Their values of the quantities."""
        return [tuple(each) for each in (self._signs * self._costs).tolist()]


def _not_dominated(costs: Array, points: NDArray[np.int64]) -> NDArray[np.intp]:
    """The places of rows that no other row is at least as low as in all columns; of equal rows the first point."""
    # Those that are low in all columns together come first: they exclude most.
    ranks = np.argsort(np.argsort(costs, axis=0, kind="stable"), axis=0, kind="stable").sum(axis=1)
    left = np.lexsort((points, ranks))
    place = 0
    while place < len(left):
        own = costs[left[place]]
        stays = (costs[left] < own).any(axis=1)
        equal = (costs[left] == own).all(axis=1)
        # Of equal ones the first point stays, wherever the order of ranks has put it.
        stays[np.flatnonzero(equal)[np.argmin(points[left[equal]])]] = True
        place = int(stays[: place + 1].sum())
        left = left[stays]
    return left


_Reason = tuple[str, NDArray[np.bool_]]
"""A key, and at which points it holds."""


class Reasons:
    """How many points are feasible, which constraint decides their hosts, and why the others are not feasible.

    A feasible point counts for the first constraint that asks for the most hosts. Another one counts for the first
    reason that holds: a constraint that no number of hosts satisfies, `not evaluated`, `hosts given` where they are
    fewer than required, `largest cluster`, or a quantity beyond its limit.
    """

    def __init__(self, *, limits: Limits | None = None) -> None:
        """With some limits on quantities."""
        self.limits = limits or {}
        self.points = 0
        self.binding: Counter[str] = Counter()
        """Feasible points by the key of the constraint that decides."""
        self.infeasible: Counter[str] = Counter()
        """Points that are not feasible, by reason."""

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        return (*HOSTS, *MODEL.purposes.constraints, *self.limits)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        good = feasible(values, self.limits)
        self.points = start + len(good)
        required = values["required_hosts"]
        constraints = {each.key: values[name] for name, each in MODEL.purposes.constraints.items()}
        _count(self.binding, good, ((key, each == required) for key, each in constraints.items()))
        _count(self.infeasible, ~good, self.against(values))

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        self.points = later.points
        self.binding.update(later.binding)
        self.infeasible.update(later.infeasible)

    def against(self, values: Mapping[str, Array]) -> Iterator[_Reason]:
        """What may speak against a point, in the order in which it counts, and at which points it does."""
        unfit = {name: own for name, own in self.limits.items() if name not in _QUANTITIES}
        for name, (low, high) in unfit.items():
            yield name, ~((values[name] >= low) & (values[name] <= high))
        for name, each in MODEL.purposes.constraints.items():
            yield each.key, values[name] == np.inf
        hosts, required, most = (values[name] for name in HOSTS)
        yield "not evaluated", np.isnan(required) | np.isnan(hosts)
        yield "hosts given", hosts < required
        yield "largest cluster", hosts > most
        for name, (low, high) in self.limits.items():
            if name in _QUANTITIES:
                yield f"{UNKNOWN}{name}", np.isnan(values[name])
                yield name, ~((values[name] >= low) & (values[name] <= high))


UNKNOWN = "unknown "
"""Before the name of a quantity with a limit: a point is not feasible where it is not known."""

_QUANTITIES = frozenset({*MODEL.inputs, *MODEL.formulas})
"""Limits with other names are relations of the space: what they break cannot be built, whatever else is wrong."""


def _count(into: Counter[str], among: NDArray[np.bool_], reasons: Iterable[_Reason]) -> None:
    """Count each point among some for the first reason that holds; no reason is looked at once no point is left."""
    left = among
    for key, holds in reasons:
        if not left.any():
            return
        number = int(np.count_nonzero(left & holds))
        if number:
            into[key] += number
            left = left & ~holds


class ByOption:
    """For each option of each choice: its feasible points, the least of a quantity, the reasons against the others."""

    def __init__(self, space: Space, quantity: str, *, limits: Limits | None = None) -> None:
        """For the choices of a space; points whose quantity is unknown do not count as feasible."""
        self.quantity, self.sizes = quantity, space.sizes
        self._reasons = Reasons(limits=limits)
        self.limits = limits or {}
        self.feasible = [np.zeros(size, dtype=np.int64) for size in space.sizes]
        """Feasible points by choice and option."""
        self.least = [np.full(size, np.inf) for size in space.sizes]
        """The least value by choice and option; infinite where no point is feasible."""
        self.against: list[list[Counter[str]]] = [[Counter() for _ in range(size)] for size in space.sizes]
        """Reasons of the points that are not feasible, by choice and option."""

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        return (self.quantity, *self._reasons.wanted)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        costs = values[self.quantity]
        fits = feasible(values, self.limits)
        good = fits & np.isfinite(costs)
        codes, names = self._codes(values, fits, good)
        options = np.unravel_index(np.arange(start, start + len(costs)), self.sizes)
        for own, size, number, least, against in zip(
            options, self.sizes, self.feasible, self.least, self.against, strict=True
        ):
            number += np.bincount(own[good], minlength=size)
            np.minimum.at(least, own[good], costs[good])
            counts = np.bincount(own * (len(names) + 1) + codes, minlength=size * (len(names) + 1))
            for option, row in enumerate(counts.reshape(size, -1)):
                against[option].update({name: int(row[place]) for place, name in enumerate(names, 1) if row[place]})

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        for number, more in zip(self.feasible, later.feasible, strict=True):
            number += more
        for least, other in zip(self.least, later.least, strict=True):
            np.minimum(least, other, out=least)
        for own, others in zip(self.against, later.against, strict=True):
            for counts, further in zip(own, others, strict=True):
                counts.update(further)

    def _codes(
        self, values: Mapping[str, Array], fits: NDArray[np.bool_], good: NDArray[np.bool_]
    ) -> tuple[NDArray[np.intp], list[str]]:
        """The number of the first reason against each point, from 1, and the reasons; 0 where it is feasible."""
        codes, names = np.zeros(len(good), dtype=np.intp), []
        for name, holds in self._reasons.against(values):
            names.append(name)
            codes[~fits & (codes == 0) & holds] = len(names)
        names.append(UNPRICED)
        codes[fits & ~good] = len(names)
        return codes, names


UNPRICED = "unpriced"
"""The reason of feasible points whose quantity is not known."""


class Near:
    """How many feasible points have a quantity within a share of the least."""

    def __init__(self, quantity: str, share: float, *, limits: Limits | None = None) -> None:
        """With a share of 0.03 those up to 3 % above the least."""
        self.quantity, self.share, self.limits = quantity, share, limits or {}
        self._costs = np.empty(0)

    @property
    def wanted(self) -> Sequence[str]:
        """See `Reduction`."""
        return (self.quantity, *HOSTS, *self.limits)

    def add(self, _start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        costs = values[self.quantity]
        self._take(costs[feasible(values, self.limits) & np.isfinite(costs)])

    def merge(self, later: Self) -> None:
        """See `Reduction`."""
        self._take(later._costs)

    def _take(self, own: Array) -> None:
        least = min((float(each.min()) for each in (own, self._costs) if each.size), default=np.inf)
        within = np.concatenate([self._costs, own])
        self._costs = within[within <= least * (1 + self.share)]

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self._costs)
