"""How many equal bins hold things of given sizes at least: the one definition of it, by kinds of things.

The largest of three bounds, each of which grows, or stays, with one thing more:

- the room that all things take;
- for each kind, how many things of its size or larger there are, over how many of its size a bin holds. Kinds of which
  a bin holds more than `MOST_PER_BIN` are counted alone: together they would change next to nothing;
- for each kind of more than half a bin, the bound of Martello and Toth (1990): what is as large has bins of its own,
  and so has what is smaller and too large to share one of these. Smaller things are left out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.constants import COUNT_SLACK

Array = NDArray[np.float64]

FULL = 1 + COUNT_SLACK
"""What a bin of size 1 holds: rounding dust must not keep a thing out, as it must not buy a bin."""

MOST_PER_BIN = 128
"""Kinds of which a bin holds no more are counted with all larger ones."""

_LEAST_SHARE = 1e-300
"""Below it a bin holds more than any number of them."""


def least_bins(sizes: Array) -> int:
    """A lower bound of the bins of size 1 that hold things of these sizes, each of at most 1.

    >>> least_bins(np.array([0.6, 0.6, 0.3])), least_bins(np.array([0.4] * 5)), least_bins(np.array([0.9, 0.2, 0.2]))
    (2, 3, 2)
    """
    kinds, counts = np.unique(sizes, return_counts=True)
    return int(least_bins_of(counts.astype(np.float64), kinds)) if kinds.size else 0


def least_bins_of(counts: Array, shares: Array) -> Array:
    """The same by kinds, along the last axis: how many things of each, and the share of a bin that one of them takes.

    Infinite where there are things that no bin holds, unknown with any count or share.

    >>> least_bins_of(np.array([30.0]), np.array([384 / 959.3])).tolist()
    15.0
    >>> least_bins_of(np.array([3.0, 6.0]), np.array([0.6, 0.3])).tolist()
    4.0
    """
    counts, shares = np.broadcast_arrays(counts, shares)
    unknown = np.isnan(counts).any(axis=-1) | np.isnan(shares).any(axis=-1)
    some = (counts > 0) & (shares > 0)
    too_large = (some & ((shares > FULL) | np.isinf(counts))).any(axis=-1)
    # What is not there, or fits no bin, decides nothing below.
    shares = np.where(some & (shares <= FULL), shares, 0.0)
    counts = np.where(shares > 0, counts, 0.0)
    order = np.argsort(-shares, axis=-1, kind="stable")
    shares, counts = np.take_along_axis(shares, order, axis=-1), np.take_along_axis(counts, order, axis=-1)
    so_far = np.cumsum(counts, axis=-1)
    bins = np.maximum(
        _whole((counts * shares).sum(axis=-1)), _by_number(counts, shares, so_far).max(axis=-1, initial=0)
    )
    for place in range(int((shares > FULL / 2).sum(axis=-1).max(initial=0))):
        bins = np.maximum(bins, _by_halves(counts, shares, so_far[..., place], place))
    return np.where(unknown, np.nan, np.where(too_large, np.inf, bins))


def _by_number(counts: Array, shares: Array, so_far: Array) -> Array:
    """For each kind, with the larger ones, the bins by how many of its size one of them holds."""
    per_bin = np.floor(FULL / np.where(shares > _LEAST_SHARE, shares, _LEAST_SHARE))
    found: Array = np.where(shares > 0, _whole(np.where(per_bin <= MOST_PER_BIN, so_far, counts) / per_bin), 0)
    return found


def _by_halves(counts: Array, shares: Array, own: Array, place: int) -> Array:
    """The bins of what is as large as one kind of more than half a bin, and of what cannot share with it.

    Of kinds of the same size the last one counts them all.
    """
    size = shares[..., place : place + 1]
    half = np.where(shares > FULL / 2, counts, 0).sum(axis=-1)
    apart = np.where((shares < size) & (shares > FULL - size), counts * shares, 0).sum(axis=-1)
    found: Array = np.where(size[..., 0] > FULL / 2, own + np.maximum(half - own, _whole(apart)), 0)
    return found


def _whole(amount: Array) -> Array:
    found: Array = np.ceil(amount * (1 - COUNT_SLACK))
    return found
