"""How far values may be off: by their kind, by what is declared of them, or by the spread that the plan states."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from math import exp, isnan, log
from typing import Literal, NamedTuple

import numpy as np

from hostwise.binding import Binding
from hostwise.binding.origins import is_of_catalogue, row_key
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Assumption, Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array, Quantity
from hostwise.plan.answers.result import Input

Z95 = 1.6448536269514722
"""The 95th percentile of the standard normal distribution."""


class Subject(NamedTuple):
    """What a value belongs to: the words, followed by the configurations if it does not belong to all."""

    label: str
    configurations: tuple[str, ...] = ()
    """Their keys."""
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        """In words, with the names of the configurations.

        >>> str(Subject("price of a processor", ("a", "b"), ("EPYC", "Xeon")))
        'price of a processor of EPYC and Xeon'
        """
        return f"{self.label} of {' and '.join(self.names)}" if self.names else self.label


@dataclass(frozen=True)
class InputDistribution:
    """How far values may be off: the factor or the summand at the 5th and at the 95th percentile."""

    key: str
    name: str
    shape: Literal["factor", "points", "between"]
    """Multiplied or added, with the value itself in the middle; or multiplied by what lies evenly between both ends."""
    low: float
    high: float
    source: str
    note: str
    about: Subject | None = None
    """What the values of a range of the plan belong to."""

    @property
    def is_factor(self) -> bool:
        """Whether it multiplies."""
        return self.shape != "points"

    @property
    def is_step(self) -> bool:
        """Whether it has two values only, so that none between them can be looked for."""
        return False

    def change(self, z: Array) -> Array:
        """The factor or the summand at a standard normal number; at exactly 0 the value is as it is."""
        if self.shape == "between":
            low, high = log(self.low), log(self.high)
            return np.where(z == 0, 1, np.exp((low + high) / 2 + (high - low) / 2 * z / Z95))
        steps, end = np.abs(z) / Z95, np.where(z < 0, self.low, self.high)
        return end**steps if self.shape == "factor" else end * steps


@dataclass(frozen=True)
class InputDistributions:
    """The spreads of a catalogue over the values of a plan."""

    binding: Binding
    catalogue: Catalogue
    _sigmas: dict[str, Array] = field(default_factory=dict)

    def of(self, spread: Spread, name: str, record: Input) -> InputDistribution | None:
        """How far a value may be off by a spread; None where the spread is not about it, or has no width."""
        if record.status not in spread.statuses or not is_free(MODEL.inputs[name], spread, record.value):
            return None
        if not self._is_meant(spread, name, record):
            return None
        if spread.sigma is not None:
            sigma = self._sigma(spread.sigma, record.configuration)
            if isnan(sigma) or sigma == 0:
                return None
            return _reach(spread, "factor", exp(-Z95 * sigma), exp(Z95 * sigma))
        rule = rule_of(self.catalogue, record) if spread.declared else None
        if rule is not None and rule.low is not None and rule.high is not None and record.value is not None:
            return _reach(spread, "points", rule.low - record.value, rule.high - record.value)
        if spread.low == spread.high:
            # Only what its own row declares moves.
            return None
        return _reach(spread, spread.shape, spread.low, spread.high)

    def _is_meant(self, spread: Spread, name: str, record: Input) -> bool:
        """Whether it is about the product of a value: those that it names, or those that no other one names."""
        if spread.family is None:
            return True
        key = row_key(record) if is_of_catalogue(record) else None
        if spread.rows:
            return key in spread.rows
        named = {row for each in self.catalogue.spreads.values() if name in each.inputs for row in each.rows}
        return key not in named

    def _sigma(self, name: str, configuration: str | None) -> float:
        """The standard deviation of the logarithm that the plan has for it."""
        if name not in self._sigmas:
            self._sigmas[name] = self.binding.evaluate([name]).values[name]
        row = self._sigmas[name][0]
        keys = [each.key for each in self.binding.plan.configurations]
        return float(row[keys.index(configuration) if configuration in keys and len(row) > 1 else 0])


def rule_of(catalogue: Catalogue, record: Input) -> Assumption | None:
    """The assumption of the catalogue that a value is, where it has a range."""
    same = (record.source, record.locator, record.note, record.value)
    return _ranged(catalogue).get(same)


@cache
def _ranged(catalogue: Catalogue) -> dict[object, Assumption]:
    tables = catalogue.assumptions, catalogue.stack_facts, catalogue.hypervisor_facts
    return {
        ("; ".join(each.source), each.locator, each.notes or None, each.value): each
        for each in chain.from_iterable(table.values() for table in tables)
        if each.low is not None and each.high is not None and each.low < each.high
    }


def _reach(spread: Spread, shape: Literal["factor", "points", "between"], low: float, high: float) -> InputDistribution:
    return InputDistribution(spread.key, spread.name, shape, low, high, "; ".join(spread.source), spread.notes)


def is_free(quantity: Quantity, spread: Spread, value: float | None) -> bool:
    """A value at the limit of its valid range is a choice, such as a price of 0 or a ratio of 1; growth may be 0."""
    return value is not None and (spread.shape == "points" or quantity.low < value)
