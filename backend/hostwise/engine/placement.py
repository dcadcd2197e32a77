"""Placement of VMs on equal hosts: vector bin packing by heuristics, held against a lower bound.

Demand is divided by what one host has, so that a full host is 1 in every dimension. VMs are placed in the order of
their size, each on the host whose free room points most in the direction of its demand; what remains is placed by
exchanges. VMs of one size are placed many at a time. Finding the least number of hosts exactly takes exponential time;
the bound says how far the answer is from it at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hostwise.engine.bin_bound import FULL, least_bins
from hostwise.engine.constants import COUNT_SLACK
from hostwise.engine.quantities import Array

Indices = NDArray[np.intp]
Apart = Sequence[Sequence[int]]
"""Groups of VMs of which no two may share a host. A VM may be in several."""

NOWHERE = -1
"""The host of a VM that is not placed."""

_AT_ONCE = 4
"""Of the hosts with room the best fourth takes one VM each of the same size before the hosts are compared again."""
_MOST_EXCHANGED, _MOST_EXCHANGES = 60, 400
"""Exchanges are tried where no more VMs are left over, and at most so many."""
_MOST_WORK = 25_000_000
"""Sizes of VMs times hosts, over all further tries for fewer hosts than the first found: about half a second."""


class Reason(StrEnum):
    """Why a VM is not placed."""

    UNKNOWN = "unknown"
    TOO_LARGE = "too_large"
    NO_ROOM = "no_room"


@dataclass(frozen=True)
class Unplaced:
    """A VM that is on no host.

    Attributes:
        vm: its index.
        reason: unknown demand, larger than an empty host, or no room left on the given number of hosts.
        dimensions: the dimensions in which it is unknown or too large.
    """

    vm: int
    reason: Reason
    dimensions: tuple[int, ...] = ()


@dataclass(frozen=True)
class Placement:
    """VMs on hosts.

    Attributes:
        hosts: hosts, with the spares.
        spares: hosts among them that stay empty, since they may fail.
        bound: least number of hosts with the spares, below which no placement exists.
        gap: hosts above the bound.
        assignment: host of each VM, counted from 0; `NOWHERE` for one that is not placed.
        fill: fill of each host that carries VMs, over dimensions: 1 is full.
        unplaced: VMs that are on no host.
        largest: index of the largest VM of each dimension, whether placed or not; `NOWHERE` if none is known.
    """

    hosts: int
    spares: int
    bound: int
    gap: int
    assignment: Indices
    fill: Array
    unplaced: tuple[Unplaced, ...]
    largest: tuple[int, ...]


def fewest_hosts(demand: ArrayLike, usable: ArrayLike, *, spares: int = 0, apart: Apart = ()) -> Placement:
    """The least number of hosts found on which all VMs have room while the spares are down.

    The number is searched from the lower bound upward. VMs that no empty host holds, or whose demand is unknown, are
    named and take no room.

    Args:
        demand: what each VM asks for, over dimensions: (VMs, dimensions). NaN is unknown, infinite fits no host.
        usable: what one host has for VMs in each dimension, in the same units.
        spares: hosts that stay empty.
        apart: groups of VMs of which no two may share a host.

    Raises:
        ValueError: shapes that do not go together, negative demand, unknown size of a host.

    >>> found = fewest_hosts([[8, 6], [8, 2], [4, 8], [4, 4]], [16, 10], spares=1)
    >>> found.hosts, found.bound, found.assignment.tolist()
    (3, 3, [1, 0, 0, 1])
    >>> fewest_hosts([[8], [20]], [16]).unplaced
    (Unplaced(vm=1, reason=<Reason.TOO_LARGE: 'too_large'>, dimensions=(0,)),)
    """
    problem = _problem(demand, usable, apart)
    bound = _bound(problem)
    hosts, assignment = _least(problem, bound)
    return _placement(problem, assignment, hosts, spares, bound)


def pack(demand: ArrayLike, usable: ArrayLike, hosts: int, *, spares: int = 0, apart: Apart = ()) -> Placement:
    """VMs on a given number of hosts; those for which no room was found are named.

    Args:
        demand: what each VM asks for: (VMs, dimensions).
        usable: what one host has for VMs in each dimension.
        hosts: hosts, with the spares.
        spares: hosts that stay empty.
        apart: groups of VMs of which no two may share a host.

    Raises:
        ValueError: as `fewest_hosts`; or fewer hosts than spares.
    """
    if hosts < spares:
        raise ValueError(f"{hosts} hosts are fewer than {spares} spares")
    problem = _problem(demand, usable, apart)
    tried = [_packed(problem, hosts - spares, way, _in_order(problem, way)) for way in _ways(problem)]
    best = min(tried, key=lambda each: int(np.count_nonzero(each[problem.placeable] < 0)))
    return _placement(problem, best, hosts - spares, spares, _bound(problem))


def lower_bound(demand: ArrayLike, usable: ArrayLike, apart: Apart = ()) -> int:
    """Hosts below which no placement of the VMs exists that an empty host holds.

    The largest of the bounds of all dimensions, see `least_bins`, and the largest group of VMs of which no two may
    share a host.

    >>> lower_bound([[6], [6], [6]], [10]), lower_bound([[1], [1], [1]], [10], apart=[[0, 1, 2]])
    (3, 3)
    """
    return _bound(_problem(demand, usable, apart))


def larger_than_node(sizes: ArrayLike, node: ArrayLike) -> tuple[Indices, ...]:
    """VMs that are larger than a NUMA node, for each dimension.

    Args:
        sizes: sizes of the VMs: (VMs, dimensions); unknown ones are not larger.
        node: size of a node in each dimension; where it is unknown no VM is larger.

    >>> [each.tolist() for each in larger_than_node([[16, 64], [48, 900]], [32, 512])]
    [[1], [1]]
    """
    sizes, node = np.asarray(sizes, dtype=np.float64), np.asarray(node, dtype=np.float64)
    larger = sizes > node * FULL
    return tuple(np.flatnonzero(each) for each in larger.T)


@dataclass(frozen=True)
class _Problem:
    """VMs in shares of a host, and what each of them must not share a host with."""

    shares: Array
    placeable: NDArray[np.bool_]
    apart: Sequence[Indices]
    groups_of: dict[int, list[int]]
    """Groups of each VM that is in one."""
    unplaced: tuple[Unplaced, ...]
    largest: tuple[int, ...]
    weights: Array
    """Weight of each dimension: the scarcest one counts 1."""

    def barred(self, vm: int, assignment: Indices) -> Indices:
        """Hosts on which something is that the VM must be apart from."""
        taken = [assignment[self.apart[group]] for group in self.groups_of.get(vm, ())]
        found = np.concatenate(taken) if taken else np.empty(0, dtype=np.intp)
        return found[found != NOWHERE]


def _problem(demand: ArrayLike, usable: ArrayLike, apart: Apart) -> _Problem:
    asked, room = np.asarray(demand, dtype=np.float64), np.asarray(usable, dtype=np.float64)
    if asked.ndim != 2 or room.shape != asked.shape[1:] or not room.size:
        raise ValueError("the demand must be (VMs, dimensions), and a host must have each of the dimensions")
    if np.isnan(room).any():
        raise ValueError("what a host has must be known in every dimension")
    if (asked < 0).any():
        raise ValueError("a VM asks for less than nothing")
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(asked == 0, 0.0, np.where(room > 0, asked / np.maximum(room, 0), np.inf))
    shares = np.where(np.isnan(asked), np.nan, shares)
    unknown: NDArray[np.bool_] = np.isnan(shares)
    too_large: NDArray[np.bool_] = shares > FULL
    placeable: NDArray[np.bool_] = ~(unknown | too_large).any(axis=1)
    unplaced = tuple(
        Unplaced(int(vm), Reason.UNKNOWN, tuple(np.flatnonzero(unknown[vm]).tolist()))
        if unknown[vm].any()
        else Unplaced(int(vm), Reason.TOO_LARGE, tuple(np.flatnonzero(too_large[vm]).tolist()))
        for vm in np.flatnonzero(~placeable)
    )
    groups = [np.unique(np.asarray(each, dtype=np.intp)) for each in apart]
    if any(each.size and (each[0] < 0 or each[-1] >= len(asked)) for each in groups):
        raise ValueError("a group names a VM that does not exist")
    groups = [kept for each in groups if (kept := each[placeable[each]]).size > 1]
    groups_of: dict[int, list[int]] = {}
    for number, members in enumerate(groups):
        for vm in members.tolist():
            groups_of.setdefault(vm, []).append(number)
    known = np.where(np.isnan(asked), -np.inf, asked)
    largest = tuple(int(each.argmax()) if each.max(initial=-np.inf) >= 0 else NOWHERE for each in known.T)
    sums = shares[placeable].sum(axis=0)
    weights = sums / sums.max() if sums.max() > 0 else np.ones(sums.shape)
    return _Problem(shares, placeable, groups, groups_of, unplaced, largest, weights)


def _bound(problem: _Problem) -> int:
    shares = problem.shares[problem.placeable]
    if not shares.size:
        return 0
    # What holds for two dimensions holds for their mean, too.
    columns = [*shares.T, shares.mean(axis=1)]
    least = max(least_bins(each) for each in columns)
    return max(least, 1, *(len(each) for each in problem.apart)) if problem.apart else max(least, 1)


@dataclass(frozen=True)
class _Way:
    """An order of the VMs and a choice of hosts."""

    by: str
    """Size by which VMs are ordered: `sum`, `length` or `most` of their shares."""
    tight: bool = False
    """Whether a VM goes to the fullest host that has room, instead of the one whose room suits it best."""
    apart_first: bool = False
    """Whether VMs that must be apart come before all others."""


def _ways(problem: _Problem) -> tuple[_Way, ...]:
    plain = (_Way("sum"), _Way("length"), _Way("sum", tight=True), _Way("most", tight=True), _Way("most"))
    return (*(replace(each, apart_first=True) for each in plain[:3]), *plain) if problem.apart else plain


def _least(problem: _Problem, bound: int) -> tuple[int, Indices]:
    """The least number of hosts found, and the host of each VM."""
    first, *others = _ways(problem)
    orders = {each: _in_order(problem, each) for each in (first, *others)}
    hosts = bound
    while True:
        assignment = _packed(problem, hosts, first, orders[first])
        left = problem.placeable & (assignment == NOWHERE)
        if not left.any():
            break
        # With every host more about one host's worth finds room. Half of that is skipped, so that few are missed.
        missing = problem.shares[left].sum(axis=0).max()
        hosts += max(1, int(missing / 2))
    work = 0
    while hosts > bound:
        for way in (*others, first):
            work += len(orders[way]) * hosts
            if work > _MOST_WORK:
                return hosts, assignment
            found = _packed(problem, hosts - 1, way, orders[way])
            if not (found[problem.placeable] == NOWHERE).any():
                hosts, assignment = hosts - 1, found
                break
        else:
            break
    return hosts, assignment


class _Hosts:
    """The room that is free on each host, with its length as a vector."""

    def __init__(self, hosts: int, weights: Array) -> None:
        self.weights = weights
        self.free = np.full((len(weights), hosts), FULL)
        self.length = np.full(hosts, np.sqrt(len(weights)))

    def room(self, share: Array) -> NDArray[np.bool_]:
        """Hosts that have room for one more VM."""
        found: NDArray[np.bool_] = self.free[0] >= share[0]
        for free, each in zip(self.free[1:], share[1:], strict=True):
            found &= free >= each
        return found

    def score(self, share: Array, tight: bool) -> Array:
        """How well each host suits a VM that is there to be placed; negative without room.

        By the cosine between its demand and the free room, or by how little is free.
        """
        if tight:
            score = np.float64(2 * self.weights.sum()) - self.weights @ self.free
        else:
            score = (share * self.weights) @ self.free / self.length
        score[~self.room(share)] = -1
        return score

    def best(self, share: Array, tight: bool, barred: Indices | None = None) -> int | None:
        """The host that suits a VM best; None if there is no room on hosts that are not barred."""
        score = self.score(share, tight)
        if barred is not None:
            score[barred] = -1
        place = int(score.argmax())
        return place if score[place] >= 0 else None

    def put(self, share: Array, place: int | Indices) -> None:
        """Take the room of a VM on a host, or of one VM on each of several; a negative share gives room back."""
        rest = (self.free[:, place].T - share).T
        self.free[:, place] = rest
        self.length[place] = np.maximum(np.sqrt((rest * rest).sum(axis=0)), COUNT_SLACK)


def _packed(problem: _Problem, hosts: int, way: _Way, order: Sequence[Indices]) -> Indices:
    """The host of each VM on so many hosts; `NOWHERE` for those that are left over."""
    assignment = np.full(len(problem.shares), NOWHERE, dtype=np.intp)
    if not hosts:
        return assignment
    room = _Hosts(hosts, problem.weights)
    for members in order:
        vm = int(members[0])
        share = problem.shares[vm]
        if len(members) == 1:
            barred = problem.barred(vm, assignment) if vm in problem.groups_of else None
            place = room.best(share, way.tight, barred)
            if place is not None:
                assignment[vm] = place
                room.put(share, place)
        elif way.tight:
            _fill_tightest(share, members, room, assignment)
        else:
            _fill_suiting(share, members, room, assignment)
    _exchange(problem, room, assignment)
    return assignment


def _in_order(problem: _Problem, way: _Way) -> list[Indices]:
    """The VMs, largest first, those of one size together; each by itself that must be apart from others."""
    grouped = np.zeros(len(problem.shares))
    grouped[list(problem.groups_of)] = np.arange(1, len(problem.groups_of) + 1)
    rows = np.flatnonzero(problem.placeable)
    if not len(rows):
        return []
    keys = np.column_stack([grouped[rows], problem.shares[rows]])
    kinds, kind_of, counts = np.unique(keys, axis=0, return_inverse=True, return_counts=True)
    members = np.split(rows[np.argsort(kind_of.ravel(), kind="stable")], np.cumsum(counts)[:-1])
    weighted = kinds[:, 1:] * problem.weights
    size = {"sum": weighted.sum(axis=1), "length": np.sqrt((weighted**2).sum(axis=1)), "most": kinds[:, 1:].max(axis=1)}
    late = (kinds[:, 0] == 0) if way.apart_first else np.zeros(len(kinds), dtype=bool)
    # By shares where sizes differ by dust only, so that an estate in another order is packed alike.
    return [members[place] for place in np.lexsort((*kinds[:, 1:].T, -np.round(size[way.by], 12), late))]


def _fill_suiting(share: Array, members: Indices, room: _Hosts, assignment: Indices) -> None:
    """Place VMs of one size, each on a host whose room suits it best."""
    done = 0
    while done < len(members):
        score = room.score(share, tight=False)
        with_room = int(np.count_nonzero(score >= 0))
        if not with_room:
            return
        places = np.argsort(-score, kind="stable")[: min(len(members) - done, max(1, with_room // _AT_ONCE))]
        assignment[members[done : done + len(places)]] = places
        done += len(places)
        room.put(share, places)


def _fill_tightest(share: Array, members: Indices, room: _Hosts, assignment: Indices) -> None:
    """Place VMs of one size, each on the fullest host that has room, which is the fullest one afterwards, too."""
    asked = share > 0
    most = np.floor(room.free[asked] / share[asked][:, np.newaxis]).min(axis=0, initial=len(members)).astype(np.intp)
    places = np.argsort(room.weights @ room.free, kind="stable")
    taken = np.clip(len(members) - (np.cumsum(most[places]) - most[places]), 0, most[places])
    chosen = np.repeat(places, taken)
    assignment[members[: len(chosen)]] = chosen
    used = taken > 0
    room.put(taken[used][:, np.newaxis] * share, places[used])


def _exchange(problem: _Problem, room: _Hosts, assignment: Indices) -> None:
    """Place what is left over where a smaller VM makes room for it, which is then placed in the same way."""
    left = np.flatnonzero(problem.placeable & (assignment == NOWHERE))
    if len(left) > _MOST_EXCHANGED:
        return
    size = problem.shares @ problem.weights
    exchanges = 0
    for waiting in left[np.argsort(-size[left], kind="stable")].tolist():
        vm: int = waiting
        while exchanges < _MOST_EXCHANGES:
            exchanges += 1
            share, barred = problem.shares[vm], problem.barred(vm, assignment)
            place = room.best(share, True, barred)
            if place is not None:
                assignment[vm] = place
                room.put(share, place)
                break
            other = _giving_way(problem, vm, room.free, size, assignment, barred)
            if other is None:
                break
            place = int(assignment[other])
            room.put(share - problem.shares[other], place)
            assignment[vm], assignment[other] = place, NOWHERE
            vm = other


def _giving_way(
    problem: _Problem, vm: int, free: Array, size: Array, assignment: Indices, barred: Indices
) -> int | None:
    """The smallest VM in whose place a VM fits; None if there is none."""
    smaller = np.flatnonzero((assignment != NOWHERE) & (size < size[vm] * (1 - COUNT_SLACK)))
    smaller = smaller[~np.isin(assignment[smaller], barred)]
    fits = (free[:, assignment[smaller]].T + problem.shares[smaller] >= problem.shares[vm]).all(axis=1)
    smaller = smaller[fits]
    return int(smaller[size[smaller].argmin()]) if len(smaller) else None


def _placement(problem: _Problem, assignment: Indices, hosts: int, spares: int, bound: int) -> Placement:
    placed = assignment != NOWHERE
    fill = np.zeros((hosts, problem.shares.shape[1]))
    np.add.at(fill, assignment[placed], problem.shares[placed])
    left = np.flatnonzero(problem.placeable & ~placed).tolist()
    return Placement(
        hosts=hosts + spares,
        spares=spares,
        bound=bound + spares,
        gap=hosts - bound,
        assignment=assignment,
        fill=fill,
        unplaced=(*problem.unplaced, *(Unplaced(vm, Reason.NO_ROOM) for vm in left)),
        largest=problem.largest,
    )
