"""The other host models of a configuration, as the run keeps them: hosts by month, and what one of each stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isinf
from typing import NamedTuple, get_args

import numpy as np

from hostwise.engine.copies import Stripes, stripes
from hostwise.engine.purposes import Supply
from hostwise.engine.quantities import Array


class OwnHosts(NamedTuple):
    """Hosts of the own model at a date, as far as what other models stand for depends on them.

    Until they are found they are never too few.

    Attributes:
        least: the fewest that are enough, with which hosts are counted.
        short: the last number that was found too small.
        present: those that are there, of which the largest may fail.
    """

    least: float = inf
    short: float = inf
    present: float = inf


@dataclass(frozen=True)
class Models:
    """The other models of one configuration, in hosts of its own model; their number is its length.

    Attributes:
        hosts: hosts of each model in each month until the last that anything looks at: (models, months).
        stands_for: for each supply, the hosts of the own model that one host of each stands for: (models,).
        cores: physical cores of one host of each: (models,).
        gib: DRAM of one host of each: (models,).
        drive_gb: size of the drives of each that hold data, 0 where it has none: (models,).
        price: purchase of one host of each, where it is bought: (models,).
        even: raw capacity of one host of each, where the storage counts no more of any host than of the one with the
            least: (models,); None where it counts all.
        width: hosts over which a set of copies or a stripe is spread; 1 where the data is not in the hosts.
    """

    hosts: Array
    stands_for: Mapping[Supply, Array]
    cores: Array
    gib: Array
    drive_gb: Array
    price: Array
    even: Array | None = None
    width: int = 1

    @classmethod
    def none(cls, months: int) -> Models:
        """Those of a configuration whose hosts are all of its own model."""
        nothing = np.empty(0)
        supplies = dict.fromkeys(get_args(Supply), nothing)
        return cls(np.empty((0, months)), supplies, nothing, nothing, nothing, nothing)

    def __len__(self) -> int:
        return len(self.hosts)

    def number(self, month: int) -> float:
        """Hosts of all of them in a month."""
        return float(self.hosts[:, month].sum())

    def shift(self, supply: Supply, month: int) -> float:
        """What all of them stand for in a month, less their number."""
        return float((self.hosts[:, month] * (self.stands_for[supply] - 1)).sum())

    def differ(self, month: int) -> bool:
        """Whether a VM has more or less room on some host than on one of the own model."""
        there = self.hosts[:, month] > 0
        return any(bool((self.stands_for[each][there] != 1).any()) for each in ("memory", "core", "ghz"))

    def most(self, of_each: Array, month: int) -> float:
        """The most that a host has that is there in a month."""
        return float(np.where(self.hosts[:, month] > 0, of_each, 0).max(initial=0))

    def largest(self, supply: Supply, month: int, number: float, own: float) -> float:
        """What the largest present hosts stand for, as many as asked for, less their number.

        Args:
            supply: what hosts give.
            month: the month.
            number: hosts asked for; where fewer are there, all of them.
            own: hosts of the own model that are there.
        """
        left, found = number, 0.0
        ratios, hosts = np.append(self.stands_for[supply], 1.0), np.append(self.hosts[:, month], own)
        for place in np.argsort(-ratios, kind="stable").tolist():
            taken = min(left, float(hosts[place]))
            found += taken * float(ratios[place])
            left -= taken
        return found - number

    def even_share(self, month: int, own: float) -> float:
        """Capacity of the host with the least that is there, over that of the own model; 1 where all of each counts."""
        there = self.hosts[:, month] > 0
        if self.even is None or not there.any():
            return 1.0
        least = float(self.even[there].min())
        return min(least, 1.0) if own > 0 else least

    def uneven(self, month: int, own: float) -> float:
        """Capacity of hosts beyond that of the one with the least, in hosts of the own model; 0 where all counts."""
        if self.even is None:
            return 0.0
        share = self.even_share(month, own)
        return float((self.hosts[:, month] * (self.even - share)).sum()) + own * (1 - share)

    def stripes(self, month: int, kept_free: float, own: float) -> Stripes:
        """What copies on different hosts can fill of those that are there, the largest kept free to heal onto.

        Copies need so many hosts: only further ones can be kept free.
        """
        if not self.are_filled_apart or isinf(own):
            # With hosts enough of one model nothing is left over.
            return Stripes(0.0, 0.0, 0.0, 1.0)
        sizes, numbers = np.append(self.stands_for["capacity"], 1.0), np.append(self.hosts[:, month], own)
        capacities = np.repeat(sizes, numbers.astype(np.intp))
        return stripes(capacities, min(int(kept_free), max(len(capacities) - self.width, 0)), self.width)

    @property
    def are_filled_apart(self) -> bool:
        """Whether each host is filled by itself, with copies of what is on others."""
        return bool(len(self)) and self.width > 1 and self.even is None

    def are_few(self, month: int, kept_free: float, own: float) -> bool:
        """Whether all hosts are needed for copies, so that none of them, or not as many, are kept free."""
        return self.are_filled_apart and self.number(month) + own < self.width + int(kept_free)

    def capacity_rule(self, month: int, kept_free: float, own: OwnHosts) -> tuple[float, float]:
        """The share of a demand for capacity, and what counts beside it: see `Stripes.counted`.

        One more host than some that are too few may be one to heal onto, and so count for more.
        """
        if not self.are_filled_apart or isinf(own.short):
            return 1.0, self.shift("capacity", month)
        hosts = self.number(month) + own.short
        if own.short < own.least and self.are_few(month, kept_free, own.short):
            return 0.0, -(hosts + 1)
        found = self.stripes(month, kept_free, own.short)
        return found.share, found.counted(hosts)
