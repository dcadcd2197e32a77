"""How many equal bins hold things of given sizes at least."""

from __future__ import annotations

import numpy as np

from hostwise.engine.constants import COUNT_SLACK
from hostwise.engine.primitives import ceil_count
from hostwise.engine.quantities import Array

FULL = 1 + COUNT_SLACK
"""What a bin of size 1 holds: rounding dust must not keep a thing out, as it must not buy a bin."""

_MOST_PER_BIN = 12
"""Sizes are counted of which so many fit one bin."""


def least_bins(sizes: Array) -> int:
    """A lower bound of the bins of size 1 that hold things of these sizes, each of at most 1.

    The largest of: their sum; how many there are of which a bin holds one, two and so on; and the bound of Martello and
    Toth (1990), which leaves out of the bins of large things the room that no other one fits.

    >>> least_bins(np.array([0.6, 0.6, 0.3])), least_bins(np.array([0.4] * 5)), least_bins(np.array([0.9, 0.2, 0.2]))
    (2, 3, 2)
    """
    sizes = np.sort(sizes)
    sums = np.concatenate([[0.0], np.cumsum(sizes)])
    per_bin = np.arange(1, _MOST_PER_BIN + 1)
    larger = len(sizes) - np.searchsorted(sizes, FULL / (per_bin + 1), side="right")
    by_number = np.ceil(larger / per_bin).max()
    half = int(np.searchsorted(sizes, FULL / 2, side="right"))
    # For each least size: what is too large to share a bin with it has bins of its own, what is smaller is left out.
    least = np.unique(sizes[:half])
    first = np.searchsorted(sizes, least, side="left")
    until = np.maximum(np.searchsorted(sizes, FULL - least, side="right"), half)
    by_halves = (len(sizes) - until) + np.maximum(until - half, ceil_count(sums[until] - sums[first]))
    return int(max(ceil_count(sums[-1]), by_number, by_halves.max(initial=0)))
