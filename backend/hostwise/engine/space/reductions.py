"""What is asked of a space, found while its points go by: the best, the Pareto front, and what decides.

A point is feasible if its hosts are known, satisfy every constraint that could be evaluated, fit the largest cluster,
and keep the limits given. Whether parts fit each other (bays, slots) is a matter of the choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.space.product import Space

Sense = Literal["lowest", "highest"]

Limits = Mapping[str, tuple[float, float]]
"""The least and the largest value allowed of some quantities; an unknown one keeps no limit."""

_HOSTS = ("hosts", "required_hosts", "most_hosts")


_LOOKS = 12
"""Points of the front that all others are compared with first."""


class Reduction(Protocol):
    """Something that points are added to as they go by."""

    @property
    def wanted(self) -> Sequence[str]:
        """The quantities that it looks at."""

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """Take some points, the first of them numbered `start`."""


def reduce(space: Space, *reductions: Reduction) -> None:
    """Let all points of a space go by once."""
    wanted = tuple(dict.fromkeys(name for each in reductions for name in each.wanted))
    for part in space.parts(wanted):
        for each in reductions:
            each.add(part.start, part.values)


def feasible(values: Mapping[str, Array], limits: Limits) -> NDArray[np.bool_]:
    """Which points are feasible."""
    hosts, required, most = (values[name] for name in _HOSTS)
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
        return (self.quantity, *_HOSTS, *self.limits)

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
        costs, points = np.concatenate([self._costs, costs[places]]), np.concatenate([self._points, start + places])
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
        return (*self.quantities, *_HOSTS, *self.limits)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        columns = [sign * values[name] for sign, name in zip(self._signs, self.quantities, strict=True)]
        places = self._not_worse(columns)
        some = {name: each[places] for name, each in values.items()}
        places = places[feasible(some, self.limits)]
        costs = np.stack([each[places] for each in columns], axis=1)
        known = ~np.isnan(costs).any(axis=1)
        costs, points = (
            np.concatenate([self._costs, costs[known]]),
            np.concatenate([self._points, start + places[known]]),
        )
        kept = _not_dominated(costs, points)
        kept = kept[np.lexsort((points[kept], *costs[kept].T[::-1]))]
        self._costs, self._points = costs[kept], points[kept]

    def _not_worse(self, columns: Sequence[Array]) -> NDArray[np.intp]:
        """The places that a few points of the front leave: a cheap look before the thorough one."""
        places = np.arange(len(columns[0]))
        for row in self._costs[np.linspace(0, max(len(self._costs) - 1, 0), _LOOKS, dtype=int)[: len(self._costs)]]:
            better = columns[0][places] < row[0]
            for column, cost in zip(columns[1:], row[1:], strict=True):
                better |= column[places] < cost
            places = places[better]
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


@dataclass(frozen=True)
class _Reason:
    key: str
    holds: NDArray[np.bool_]


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
        return (*_HOSTS, *MODEL.purposes.constraints, *self.limits)

    def add(self, start: int, values: Mapping[str, Array]) -> None:
        """See `Reduction`."""
        good = feasible(values, self.limits)
        self.points = start + len(good)
        required = values["required_hosts"]
        constraints = {each.key: values[name] for name, each in MODEL.purposes.constraints.items()}
        self._count(self.binding, good, [_Reason(key, each == required) for key, each in constraints.items()])
        hosts, _, most = (values[name] for name in _HOSTS)
        reasons = [_Reason(key, each == np.inf) for key, each in constraints.items()]
        reasons += [
            _Reason("not evaluated", np.isnan(required) | np.isnan(hosts)),
            _Reason("hosts given", hosts < required),
            _Reason("largest cluster", hosts > most),
        ]
        for name, (low, high) in self.limits.items():
            reasons.append(_Reason(name, ~((values[name] >= low) & (values[name] <= high))))
        self._count(self.infeasible, ~good, reasons)

    @staticmethod
    def _count(into: Counter[str], among: NDArray[np.bool_], reasons: Sequence[_Reason]) -> None:
        left = among.copy()
        for each in reasons:
            number = int(np.count_nonzero(left & each.holds))
            if number:
                into[each.key] += number
                left &= ~each.holds
