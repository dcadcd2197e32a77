"""The other host models of a configuration, as the run keeps them: hosts by month, and what one of each stands for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import get_args

import numpy as np

from hostwise.engine.purposes import Supply
from hostwise.engine.quantities import Array


@dataclass(frozen=True)
class Models:
    """The other models of one configuration, in hosts of its own model; their number is its length.

    Attributes:
        hosts: hosts of each model in each month until the last that anything looks at: (models, months).
        stands_for: for each supply, the hosts of the own model that one host of each stands for: (models,).
        cores: physical cores of one host of each: (models,).
        gib: DRAM of one host of each: (models,).
        price: purchase of one host of each, where it is bought: (models,).
    """

    hosts: Array
    stands_for: Mapping[Supply, Array]
    cores: Array
    gib: Array
    price: Array

    @classmethod
    def none(cls, months: int) -> Models:
        """Those of a configuration whose hosts are all of its own model."""
        nothing = np.empty(0)
        return cls(np.empty((0, months)), dict.fromkeys(get_args(Supply), nothing), nothing, nothing, nothing)

    def __len__(self) -> int:
        return len(self.hosts)

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

    def largest(self, supply: Supply, month: int, number: float) -> float:
        """What the largest hosts stand for, as many as asked for, less their number; own hosts are never too few."""
        left, found = number, 0.0
        ratios, hosts = self.stands_for[supply], self.hosts[:, month]
        for place in np.argsort(-ratios, kind="stable").tolist():
            if ratios[place] <= 1 or left <= 0:
                break
            taken = min(left, float(hosts[place]))
            found += taken * (float(ratios[place]) - 1)
            left -= taken
        return found
