"""Packing whole VMs on hosts of several models: how many hosts of one model they need beside given ones of others."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.bin_bound import FULL
from hostwise.engine.packing import NOWHERE, Problem, in_order, packed, ways
from hostwise.engine.quantities import Array

Numbers = NDArray[np.intp]

_MOST_THINGS = 2_000
"""VMs up to which the heuristics place each by itself."""


def fewest_own_hosts(
    counts: Numbers, shares: Array, rooms: Array, others: Numbers, spares: int, least: int
) -> int | None:
    """The fewest hosts of the own model found, beside those of other models, so that all VMs have room.

    Any hosts may be the spares, and stay empty: every choice is tried of hosts that no other one exceeds in everything.
    A VM that fits no other host takes no room. VMs go to hosts by first fit, the largest first, once from the smallest
    host up and once from the largest down; then by the heuristics of `packing`.

    Args:
        counts: VMs of each kind.
        shares: what part of an own host a VM of each kind takes, over dimensions: (kinds, dimensions).
        rooms: what part of an own host a host of each other model has: (models, dimensions).
        others: hosts of each other model.
        spares: hosts that stay empty.
        least: hosts of the own model to begin with.

    Returns:
        The number; None where a VM fits no host of any model.

    >>> one = np.array([[1.0]])
    >>> [fewest_own_hosts(np.array([vms]), 0.5 * one, 0.5 * one, np.array([4]), spares, 0)
    ...     for vms, spares in ((4, 0), (6, 0), (6, 1))]
    [0, 1, 2]

    Two others have more cores and less memory than an own host: those of its own are missed more.

    >>> fewest_own_hosts(np.array([60]), np.array([[0.16, 0.05]]), np.array([[0.75, 1.2]]), np.array([2]), 2, 0)
    11
    """
    kinds = np.flatnonzero((counts > 0) & (shares > 0).any(axis=1))
    # In shares of what the largest host has.
    most = np.maximum(rooms.max(axis=0, initial=1), 1)
    some, sizes, own = counts[kinds], shares[kinds] / most, 1 / most
    given = np.repeat(rooms / most, others, axis=0)
    every = np.concatenate([own[np.newaxis], given])
    if not all((size <= every * FULL).all(axis=1).any() for size in sizes):
        return None
    for number in range(max(least, 0), max(least, int(some.sum()) + spares, 0) + 1):
        hosts = np.concatenate([given, np.repeat(own[np.newaxis], number, axis=0)])
        left = _left_running(hosts, spares)
        # Own hosts may be what a VM needs; what the spares alone can run is a finding, and no number of hosts.
        fits = [np.array([(size <= running * FULL).all(axis=1).any() for size in sizes]) for running in left]
        if all(
            (some_fit | ~(sizes <= own * FULL).all(axis=1)).all()
            and _have_room(some[some_fit], sizes[some_fit], running)
            for some_fit, running in zip(fits, left, strict=True)
        ):
            return number
    return None


def _left_running(hosts: Array, spares: int) -> list[Array]:
    """What is left of hosts without so many of them: each time of those than which none is larger in everything."""
    kinds, numbers = np.unique(hosts, axis=0, return_counts=True)
    found = {tuple(numbers.tolist())}
    for _ in range(min(spares, len(hosts))):
        found = {_without(left, kind) for left in found for kind in _largest(kinds, left)}
    return [np.repeat(kinds, left, axis=0) for left in sorted(found)]


def _largest(kinds: Array, left: tuple[int, ...]) -> list[int]:
    """Kinds of which there are hosts left, and none that has as much of everything and more of something."""
    there = [kind for kind, number in enumerate(left) if number]
    return [kind for kind in there if not any(other != kind and (kinds[other] >= kinds[kind]).all() for other in there)]


def _without(left: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*left[:kind], left[kind] - 1, *left[kind + 1 :])


def _have_room(counts: Numbers, sizes: Array, hosts: Array) -> bool:
    if not counts.size:
        return True
    order = np.argsort(-sizes.max(axis=1), kind="stable")
    if any(_by_first_fit(counts[order], sizes[order], each) for each in (hosts, hosts[::-1])):
        return True
    sums = (counts[:, np.newaxis] * sizes).sum(axis=0)
    if counts.sum() > _MOST_THINGS or (sums > hosts.sum(axis=0) * FULL).any():
        return False
    shares = np.repeat(sizes, counts, axis=0)
    everything = np.ones(len(shares), dtype=np.bool_)
    problem = Problem(shares, everything, (), {}, sums / sums.max(), hosts)
    found = (packed(problem, len(hosts), way, in_order(problem, way)) for way in ways(problem))
    return any(not (each == NOWHERE).any() for each in found)


def _by_first_fit(counts: Numbers, sizes: Array, hosts: Array) -> bool:
    """Whether each kind in turn, filling the first hosts that have room, leaves no VM."""
    free = hosts * FULL
    for count, size in zip(counts.tolist(), sizes, strict=True):
        needs = size > 0
        fits = np.floor(np.maximum(free[:, needs], 0) / size[needs]).min(axis=1, initial=np.inf)
        taken = np.clip(count - (np.cumsum(fits) - fits), 0, fits)
        if taken.sum() < count:
            return False
        free = free - taken[:, np.newaxis] * size
    return True
