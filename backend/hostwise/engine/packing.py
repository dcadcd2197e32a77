"""Packing: on which of a number of equal bins each thing has room, by several orders and choices.

Cosine packing, after the comparison of heuristics for vector bin packing of Panigrahy, Talwar, Uyeda and Wieder (2011):
the bin is chosen whose free room points most in the direction of the demand, so that no dimension fills up before the
others. Best fit is tried beside it, which is better where few things fit a bin.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.bin_bound import FULL
from hostwise.engine.constants import COUNT_SLACK
from hostwise.engine.quantities import Array

Indices = NDArray[np.intp]
"""Places of VMs, or of hosts."""

NOWHERE = -1
"""The host of a VM that is not placed."""

_AT_ONCE = 4
"""Of the hosts with room the best fourth takes one VM each of the same size before the hosts are compared again."""
_MOST_EXCHANGED, _MOST_EXCHANGES = 60, 400
"""Exchanges are tried where no more VMs are left over, and at most so many."""
_BOLD = 0.9
"""What part of the hosts that seem to be missing is skipped: trying one host too few costs as much as one too many."""
_STEP, _MOST_WORK = 400, 16_000_000
"""The choice of a host takes as long as comparing so many hosts and those that there are; how many hosts are compared
at most in further tries for fewer hosts than the first found, a third of a second or so."""


@dataclass(frozen=True)
class Problem:
    """VMs in shares of a host, and what each of them must not share a host with."""

    shares: Array
    placeable: NDArray[np.bool_]
    apart: Sequence[Indices]
    groups_of: dict[int, list[int]]
    """Groups of each VM that is in one."""
    weights: Array
    """Weight of each dimension: the scarcest one counts 1."""
    rooms: Array | None = None
    """What the first hosts have room for, where they differ from the others: (hosts, dimensions), at most 1."""
    rest: Array | None = None
    """What all hosts after them have room for, where that is less than 1: (dimensions,)."""

    def barred(self, vm: int, assignment: Indices) -> Indices:
        """Hosts on which something is that the VM must be apart from."""
        taken = [assignment[self.apart[group]] for group in self.groups_of.get(vm, ())]
        found: Indices = np.concatenate(taken) if taken else np.empty(0, dtype=np.intp)
        return np.unique(found[found != NOWHERE])


@dataclass(frozen=True)
class Way:
    """An order of the VMs and a choice of hosts."""

    by: str
    """Size by which VMs are ordered: `sum`, `length` or `most` of their shares."""
    tight: bool = False
    """Whether a VM goes to the fullest host that has room, instead of the one whose room suits it best."""
    apart_first: bool = False
    """Whether VMs that must be apart come before all others."""


def ways(problem: Problem) -> tuple[Way, ...]:
    """The ways to pack, the best one for most estates first."""
    plain = (Way("sum"), Way("length"), Way("sum", tight=True), Way("most", tight=True), Way("most"))
    return (*(replace(each, apart_first=True) for each in plain[:3]), *plain) if problem.apart else plain


def least_found(problem: Problem, bound: int) -> tuple[int, Indices]:
    """The least number of hosts found, and the host of each VM."""
    first, *others = ways(problem)
    hosts, assignment = _least_of_one_way(problem, bound, first)
    orders: dict[Way, list[Indices]] = {}
    work = 0
    while hosts > bound:
        for way in (*others, first):
            order = orders[way] if way in orders else orders.setdefault(way, in_order(problem, way))
            work += len(order) * (hosts + _STEP)
            if work > _MOST_WORK:
                return hosts, assignment
            found = packed(problem, hosts - 1, way, order)
            if not (found[problem.placeable] == NOWHERE).any():
                hosts, assignment = hosts - 1, found
                break
        else:
            break
    return hosts, assignment


def _least_of_one_way(problem: Problem, bound: int, way: Way) -> tuple[int, Indices]:
    """The least number of hosts that one way finds from the bound upward, and the host of each VM."""
    order = in_order(problem, way)
    # What is left over falls about evenly with each host more, by one host's worth or faster.
    too_few, fall = bound - 1, 1.0
    before: float | None = None
    hosts, found = bound, None
    while found is None or found[0] > too_few + 1:
        assignment = packed(problem, hosts, way, order)
        left = problem.placeable & (assignment == NOWHERE)
        if not left.any():
            found = hosts, assignment
            hosts = (too_few + hosts + 1) // 2
            continue
        missing = float(problem.shares[left].sum(axis=0).max())
        if before is not None:
            fall = max(fall, (before - missing) / (hosts - too_few))
        too_few, before = hosts, missing
        hosts += max(1, int(_BOLD * missing / fall))
        if found is not None:
            hosts = min(hosts, found[0] - 1)
    return found


class _Hosts:
    """The room that is free on each host, and its direction."""

    def __init__(self, hosts: int, problem: Problem) -> None:
        self.weights = weights = problem.weights
        self.free = np.full((len(weights), hosts), FULL)
        self.direction = np.repeat(weights[:, np.newaxis] / np.sqrt(len(weights)), hosts, axis=1)
        """The weighted free room as a vector over its length."""
        if problem.rooms is not None:
            given = problem.rooms[:hosts]
            rest = np.ones(len(weights)) if problem.rest is None else problem.rest
            self.free = np.concatenate([given, np.repeat(rest[np.newaxis], hosts - len(given), axis=0)]).T * FULL
            length = np.maximum(np.sqrt((self.free * self.free).sum(axis=0)), COUNT_SLACK)
            self.direction = weights[:, np.newaxis] * self.free / length
        # Thousands of VMs are compared with all hosts: memory taken for each would take as long as comparing.
        self._score = np.empty(hosts)
        self._lacks, self._lacks_too = np.empty(hosts, dtype=bool), np.empty(hosts, dtype=bool)

    def score(self, share: Array, tight: bool) -> Array:
        """How well each host suits a VM that is there to be placed; negative without room.

        By the cosine between its demand and the free room, or by how little is free. It holds until the next call.
        """
        score, lacks = self._score, self._lacks
        if tight:
            np.dot(-self.weights, self.free, out=score)
            score += 2 * self.weights.sum()
        else:
            np.dot(share, self.direction, out=score)
        np.less(self.free[0], share[0], out=lacks)
        for free, each in zip(self.free[1:], share[1:], strict=True):
            np.logical_or(lacks, np.less(free, each, out=self._lacks_too), out=lacks)
        np.putmask(score, lacks, -1.0)
        return score

    def best(self, share: Array, tight: bool, barred: Indices | None = None) -> int | None:
        """The host that suits a VM best; None if there is no room on hosts that are not barred."""
        score = self.score(share, tight)
        if barred is not None:
            score[barred] = -1
        place = int(score.argmax())
        return place if score[place] >= 0 else None

    def put(self, share: Array, places: Indices) -> None:
        """Take the room of a VM on each of several hosts; a negative share gives room back."""
        rest = (self.free[:, places].T - share).T
        self.free[:, places] = rest
        length = np.maximum(np.sqrt((rest * rest).sum(axis=0)), COUNT_SLACK)
        self.direction[:, places] = self.weights[:, np.newaxis] * rest / length

    def put_one(self, share: Array, place: int) -> None:
        """Take the room of a VM on one host: `put` without the cost of arrays."""
        rest = self.free[:, place] - share
        self.free[:, place] = rest
        self.direction[:, place] = self.weights * (rest / max(math.sqrt(rest @ rest), COUNT_SLACK))


def packed(problem: Problem, hosts: int, way: Way, order: Sequence[Indices]) -> Indices:
    """The host of each VM on so many hosts; `NOWHERE` for those that are left over."""
    assignment = np.full(len(problem.shares), NOWHERE, dtype=np.intp)
    if not hosts:
        return assignment
    room = _Hosts(hosts, problem)
    for members in order:
        vm = int(members[0])
        share = problem.shares[vm]
        if len(members) == 1:
            barred = problem.barred(vm, assignment) if vm in problem.groups_of else None
            place = room.best(share, way.tight, barred)
            if place is not None:
                assignment[vm] = place
                room.put_one(share, place)
        elif way.tight:
            _fill_tightest(share, members, room, assignment)
        else:
            _fill_suiting(share, members, room, assignment)
    _exchange(problem, room, assignment)
    return assignment


def in_order(problem: Problem, way: Way) -> list[Indices]:
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
    least = np.maximum(share, np.finfo(np.float64).tiny)
    most = np.clip(np.floor(room.free / least[:, np.newaxis]).min(axis=0), 0, len(members)).astype(np.intp)
    places = np.argsort(room.weights @ room.free, kind="stable")
    taken = np.clip(len(members) - (np.cumsum(most[places]) - most[places]), 0, most[places])
    chosen = np.repeat(places, taken)
    assignment[members[: len(chosen)]] = chosen
    used = taken > 0
    room.put(taken[used][:, np.newaxis] * share, places[used])


def _exchange(problem: Problem, room: _Hosts, assignment: Indices) -> None:
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
                room.put_one(share, place)
                break
            other = _giving_way(problem, vm, room.free, size, assignment, barred)
            if other is None:
                break
            place = int(assignment[other])
            room.put_one(share - problem.shares[other], place)
            assignment[vm], assignment[other] = place, NOWHERE
            vm = other


def _giving_way(
    problem: Problem, vm: int, free: Array, size: Array, assignment: Indices, barred: Indices
) -> int | None:
    """The smallest VM in whose place a VM fits; None if there is none."""
    smaller = np.flatnonzero((assignment != NOWHERE) & (size < size[vm] * (1 - COUNT_SLACK)))
    smaller = smaller[~np.isin(assignment[smaller], barred)]
    fits = (free[:, assignment[smaller]].T + problem.shares[smaller] >= problem.shares[vm]).all(axis=1)
    smaller = smaller[fits]
    return int(smaller[size[smaller].argmin()]) if len(smaller) else None
