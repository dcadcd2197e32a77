"""Copies, or parts of a stripe, on different hosts: what of unequal hosts they can fill.

Where one host holds more than all others have partners for, the rest of it stays empty: with two copies no more can be
stored than the other hosts hold.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hostwise.engine.quantities import Array


@dataclass(frozen=True)
class Stripes:
    """What sets of parts on different hosts can fill, in hosts of the own model.

    Attributes:
        kept: capacity of the largest hosts, which are kept free.
        total: capacity of the others.
        rest: capacity of those that decide: all of them but as many of the largest as sets fill with one part each.
        share: parts of a set that are on those that decide.
    """

    kept: float
    total: float
    rest: float
    share: float

    @property
    def stranded(self) -> float:
        """Capacity that no set can fill."""
        return self.total - self.rest / self.share

    def counted(self, hosts: float) -> float:
        """What counts beside a demand times `share`, so that the number of hosts with room for it is the difference.

        Each host of the own model that is added has its part of all sets, and so adds `1 / share`. Where the hosts of
        `hosts` are too few, the number found is more than these, and never more than are needed.

        Args:
            hosts: number of all hosts of which this is said.
        """
        return self.kept * self.share + self.rest - hosts


def stripes(capacities: Array, kept_free: int, width: int) -> Stripes:
    """What sets of parts on different hosts can fill.

    With s in each part of a set, sum(min(capacity, s)) >= width x s: the largest s is the least of (all but the j
    largest) / (width - j).

    Args:
        capacities: of the hosts, in any order.
        kept_free: hosts that are kept free, the largest.
        width: parts of a set.

    >>> [each.rest / each.share for each in (stripes(np.array(hosts), 0, 2)
    ...     for hosts in ([4.0, 4.0, 4.0], [10.0, 2.0, 2.0]))]
    [12.0, 8.0]
    >>> stripes(np.array([10.0, 2.0, 2.0]), 0, 2).stranded, stripes(np.array([10.0, 2.0, 2.0]), 1, 2).stranded
    (6.0, 0.0)
    """
    largest_first = np.sort(capacities)[::-1]
    left = np.concatenate([largest_first[kept_free:], np.zeros(width)])
    rest = left.sum() - np.concatenate([[0.0], np.cumsum(left)])[:width]
    shares = (width - np.arange(width)) / width
    place = int(np.argmin(rest / shares))
    return Stripes(float(largest_first[:kept_free].sum()), float(left.sum()), float(rest[place]), float(shares[place]))
