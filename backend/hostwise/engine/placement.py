"""Placement of VMs on equal hosts: vector bin packing by heuristics, held against a lower bound.

Demand is divided by what one host has, so that a full host is 1 in every dimension. The least number of hosts is
searched from a bound upward, below which no placement exists. Finding it exactly takes exponential time; the bound says
how far the answer is from it at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from hostwise.engine.bin_bound import FULL, least_bins
from hostwise.engine.packing import NOWHERE, Indices, Problem, least_found
from hostwise.engine.quantities import Array

Apart = Sequence[Sequence[int]]
"""Groups of VMs of which no two may share a host. A VM may be in several."""


class Reason(StrEnum):
    """Why a VM is not placed."""

    UNKNOWN = "unknown"
    TOO_LARGE = "too_large"


@dataclass(frozen=True)
class Unplaced:
    """A VM that is on no host.

    Attributes:
        vm: its index.
        reason: unknown demand, or larger than an empty host.
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


def fewest_hosts(
    demand: ArrayLike, usable: ArrayLike, *, spares: int = 0, apart: Apart = (), others: ArrayLike = ()
) -> Placement:
    """The least number of hosts found on which all VMs have room while the spares are down.

    The number is searched from the lower bound upward. VMs that no empty host holds, or whose demand is unknown, are
    named and take no room.

    Args:
        demand: what each VM asks for, over dimensions: (VMs, dimensions). NaN is unknown, infinite fits no host.
        usable: what one host has for VMs in each dimension, in the same units.
        spares: hosts that stay empty.
        apart: groups of VMs of which no two may share a host.
        others: what each host of other models has, in the same units: (hosts, dimensions). They are filled first.

    Raises:
        ValueError: shapes that do not go together, negative demand, unknown size of a host.

    >>> found = fewest_hosts([[8, 6], [8, 2], [4, 8], [4, 4]], [16, 10], spares=1)
    >>> found.hosts, found.bound, found.assignment.tolist()
    (3, 3, [1, 0, 0, 1])
    >>> fewest_hosts([[8], [20]], [16]).unplaced
    (Unplaced(vm=1, reason=<Reason.TOO_LARGE: 'too_large'>, dimensions=(0,)),)
    >>> fewest_hosts([[8], [20], [6]], [16], others=[[24]]).assignment.tolist()
    [1, 0, 1]
    """
    question = _question(demand, usable, apart, others)
    bound = _bound(question.problem)
    hosts, assignment = least_found(question.problem, bound)
    return _placement(question, assignment, hosts, spares, bound)


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
class _Question:
    """VMs to be placed, those that no host holds, and the largest."""

    problem: Problem
    unplaced: tuple[Unplaced, ...]
    largest: tuple[int, ...]


def _question(demand: ArrayLike, usable: ArrayLike, apart: Apart, others: ArrayLike = ()) -> _Question:
    asked, own = np.asarray(demand, dtype=np.float64), np.asarray(usable, dtype=np.float64)
    if asked.ndim != 2 or own.shape != asked.shape[1:] or not own.size:
        raise ValueError("the demand must be (VMs, dimensions), and a host must have each of the dimensions")
    given = np.asarray(others, dtype=np.float64).reshape(-1, own.size)
    room = np.maximum(own, given.max(axis=0, initial=0)) if len(given) else own
    if np.isnan(room).any():
        raise ValueError("what a host has must be known in every dimension")
    if (asked < 0).any():
        raise ValueError("a VM asks for less than nothing")
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.where(asked == 0, 0.0, np.where(room > 0, asked / np.maximum(room, 0), np.inf))
    shares = np.where(np.isnan(asked), np.nan, shares)
    unknown, too_large = np.isnan(shares), np.asarray(shares > FULL)
    placeable = np.asarray(~(unknown | too_large).any(axis=1))
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
    if not len(given):
        return _Question(Problem(shares, placeable, groups, groups_of, weights), unplaced, largest)
    scale = np.where(room > 0, room, 1)
    rooms, rest = given / scale, own / scale
    # What fits no single host of any model is too large, though each dimension has a host for it.
    kinds = np.unique(np.concatenate([rooms, rest[np.newaxis]]), axis=0) * FULL
    fits = np.any(np.all(np.nan_to_num(shares, nan=0.0)[:, np.newaxis] <= kinds[np.newaxis], axis=2), axis=1)
    lost = np.flatnonzero(placeable & ~fits)
    placeable[lost] = False
    every = tuple(range(asked.shape[1]))
    unplaced = (*unplaced, *(Unplaced(int(vm), Reason.TOO_LARGE, every) for vm in lost))
    rooms = rooms[np.argsort(-rooms.max(axis=1), kind="stable")]
    return _Question(Problem(shares, placeable, groups, groups_of, weights, rooms, rest), unplaced, largest)


def _bound(problem: Problem) -> int:
    shares = problem.shares[problem.placeable]
    if not shares.size:
        return 0
    # What holds for two dimensions holds for their mean, too.
    columns = [*shares.T, shares.mean(axis=1)]
    least = max(least_bins(each) for each in columns)
    return max(least, 1, *(len(each) for each in problem.apart)) if problem.apart else max(least, 1)


def _placement(question: _Question, assignment: Indices, hosts: int, spares: int, bound: int) -> Placement:
    problem, placed = question.problem, assignment != NOWHERE
    fill = np.zeros((hosts, problem.shares.shape[1]))
    np.add.at(fill, assignment[placed], problem.shares[placed])
    return Placement(
        hosts=hosts + spares,
        spares=spares,
        bound=bound + spares,
        gap=hosts - bound,
        assignment=assignment,
        fill=fill,
        unplaced=question.unplaced,
        largest=question.largest,
    )
