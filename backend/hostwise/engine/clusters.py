"""Into how many equal clusters hosts are divided: the least number that leaves each within its limit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.quantities import Array

MOST_CLUSTERS = 1_000
"""Where so many are too few, the smallest possible cluster is larger than the largest allowed one."""

Overfull = Callable[[Array], tuple[NDArray[np.bool_], Array]]
"""For a number of clusters at each place: where these are too few, and the required hosts over the most allowed."""


def beyond(required: Array, given: Array, most: Array, divisible: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], Array]:
    """Where hosts may be divided and are more than the most allowed, and the hosts over these.

    Hosts that are given divide as computed ones do: what is required and what is there must both fit. Where no number
    of hosts is enough, nothing is divided.

    >>> most, divisible = np.array([64.0, 64.0]), np.array([True])
    >>> over, fullness = beyond(np.array([40.0, 70.0]), np.array([80.0, np.nan]), most, divisible)
    >>> over.tolist(), fullness.tolist()
    ([True, True], [1.25, 1.09375])
    """
    hosts = np.fmax(required, given)
    with np.errstate(all="ignore"):
        return np.isfinite(hosts) & (hosts > most) & divisible, hosts / most


def least_clusters(start: Array, overfull: Overfull) -> Array:
    """The least number of equal clusters of allowed size at each place; the number to start with where none will do.

    A cluster of its own needs spares and the protection's hosts again, so the number is raised until it is enough. As
    whole hosts are counted in each cluster, that may be too many; more clusters never leave more to each, so the least
    is then found by halving what lies between. No place depends on another one.

    Args:
        start: the number to start with, which is kept where it is enough.
        overfull: asked for numbers of the same shape.
    """
    clusters, too_few = start, np.zeros_like(start)
    over, fullness = overfull(clusters)
    if over.any():
        hopeless, _ = overfull(np.where(over, MOST_CLUSTERS, clusters))
        over = over & ~hopeless
    while over.any():
        too_few = np.where(over, clusters, too_few)
        more = np.maximum(clusters + 1, np.ceil(np.where(over, clusters * fullness, 1)))
        clusters = np.where(over, np.minimum(more, MOST_CLUSTERS), clusters)
        still, fullness = overfull(clusters)
        over = over & still
    # Where the start was enough, nothing below it is looked at.
    while (between := (clusters - too_few > 1) & (too_few > 0)).any():
        middle = np.where(between, np.floor((clusters + too_few) / 2), clusters)
        over = overfull(middle)[0] & between
        too_few, clusters = np.where(over, middle, too_few), np.where(over, clusters, middle)
    return clusters
