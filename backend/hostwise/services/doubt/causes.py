"""Causes of doubt: which values of a plan nobody has stated for sure, how far they may be off, and what moves together.

What is behind a value is one cause that is common to all values of its kind, such as the price level of drives, and
one of its own: that of the product, or of the VM group. Equal values of an input are those of one product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array, Quantity
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import Input
from hostwise.services.binding import Binding
from hostwise.services.cost.price_ages import is_of_catalogue, row_key

Z95 = 1.6448536269514722
"""The 95th percentile of the standard normal distribution."""

Place = tuple[int | slice, ...]


@dataclass(frozen=True)
class Cause:
    """One cause: what it is about, how much of the spread's variance it has, and the records of what it moves.

    `about` is None for what is common to all values of the spread.
    """

    spread: Spread
    about: str | None
    weight: float
    records: tuple[Input, ...]

    @property
    def key(self) -> str:
        """Its name among the causes of a plan."""
        return self.spread.key if self.about is None else f"{self.spread.key}: {self.about}"

    @property
    def name(self) -> str:
        """What it is called."""
        return self.about or self.spread.name

    def change(self, z: Array) -> Array:
        """The factor, or what is added, where only this cause is at a standard normal number."""
        return _change(self.spread, z * self.weight)


@dataclass(frozen=True)
class _Moved:
    """What moves an input: how much each cause does to each of its values, (causes, *values); 0 where it does not."""

    spread: Spread
    weights: Array


@dataclass(frozen=True)
class Causes(Sequence[Cause]):
    """The causes of a plan, and what they do to its inputs."""

    all: tuple[Cause, ...]
    moved: dict[str, tuple[_Moved, ...]]

    def __getitem__(self, place: int) -> Cause:  # type: ignore[override]
        """A cause."""
        return self.all[place]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.all)

    def changes(self, binding: Binding, numbers: Array) -> dict[str, Array]:
        """The inputs in futures, where `numbers` says how far each cause is off: standard normal, (futures, causes)."""
        changes: dict[str, Array] = {}
        for name, moved in self.moved.items():
            quantity, values = MODEL.inputs[name], binding.arrays[name]
            for each in moved:
                z = np.tensordot(numbers, each.weights, axes=(1, 0))[:, 0]
                change = _change(each.spread, z)
                other = values * change if each.spread.shape == "factor" else values + change
                free = (each.weights != 0).any(axis=0)
                values = np.where(free, np.clip(other, quantity.low, quantity.high), values)
            changes[name] = values
        return changes


def _change(spread: Spread, z: Array) -> Array:
    steps = np.abs(z) / Z95
    if spread.shape == "factor":
        return np.where(z < 0, spread.low**steps, spread.high**steps)
    return np.where(z < 0, spread.low * steps, spread.high * steps)


def causes_of(binding: Binding, catalogue: Catalogue) -> Causes:
    """The causes that move any value of a plan, in the order of the catalogue."""
    causes: list[Cause] = []
    places: dict[str, list[tuple[Spread, dict[int, list[Place]]]]] = {}
    for spread in catalogue.spreads.values():
        found = [(name, place, each) for name in spread.inputs for place, each in _doubtful(binding, name, spread)]
        if not found:
            continue
        own: dict[str, list[Input]] = {}
        for name, _, record in found:
            own.setdefault(_about(binding, spread, name, record), []).append(record)
        # Where there is only one product, or all move together, the common cause is all there is.
        alone = len(own) == 1 or spread.common_share == 1
        first = len(causes)
        causes.append(Cause(spread, None, 1 if alone else sqrt(spread.common_share), tuple(each for *_, each in found)))
        if not alone:
            weight = sqrt(1 - spread.common_share)
            causes += [Cause(spread, about, weight, tuple(records)) for about, records in own.items()]
        order = {about: first + 1 + place for place, about in enumerate(own)}
        for name in dict.fromkeys(name for name, *_ in found):
            of_input: dict[int, list[Place]] = {}
            for each, place, record in found:
                if each == name:
                    of_input.setdefault(first, []).append(place)
                    if not alone:
                        of_input.setdefault(order[_about(binding, spread, name, record)], []).append(place)
            places.setdefault(name, []).append((spread, of_input))
    moved = {
        name: tuple(_Moved(spread, _weights(binding, name, of_input, causes)) for spread, of_input in parts)
        for name, parts in places.items()
    }
    return Causes(tuple(causes), moved)


def _weights(binding: Binding, name: str, places: dict[int, list[Place]], causes: Sequence[Cause]) -> Array:
    weights: NDArray[np.float64] = np.zeros((len(causes), *binding.arrays[name].shape))
    for cause, of_cause in places.items():
        for place in of_cause:
            weights[cause][place] = causes[cause].weight
    return weights


def _doubtful(binding: Binding, name: str, spread: Spread) -> Iterator[tuple[Place, Input]]:
    """The values of an input that a spread is about, each with its place."""
    if name in binding.arrays:
        quantity = MODEL.inputs[name]
        for place, record in _records(binding, name):
            if record.status in spread.statuses and _is_free(quantity, spread, record.value):
                yield place, record


def _is_free(quantity: Quantity, spread: Spread, value: float | None) -> bool:
    """A value at the limit of its valid range is a choice, such as a price of 0 or a ratio of 1; growth may be 0."""
    return value is not None and (spread.shape == "points" or quantity.low < value)


def _about(binding: Binding, spread: Spread, name: str, record: Input) -> str:
    """What a value is of, in words: of a VM group, a product of the catalogue, or some configurations."""
    if record.group is not None:
        return f"{spread.name} of {record.group}"
    label = record.label
    if is_of_catalogue(record):
        return f"{label} {row_key(record)}"
    names = {each.key: each.name for each in binding.plan.configurations}
    alike = [
        names[key]
        for key in names
        for each in binding.inputs.get((name, key), ())
        if each.value == record.value and each.role == record.role
    ]
    return f"{label} of {' and '.join(dict.fromkeys(alike))}" if alike and len(set(alike)) < len(names) else label


def _records(binding: Binding, name: str) -> Iterator[tuple[Place, Input]]:
    """The records of an input, each with its place in the array: (sample, configuration, *members)."""
    groups = [each.name for each in binding.plan.workload.groups]
    keys: Sequence[str] = [each.key for each in binding.plan.configurations]
    roles = {role.key: int(role) for role in Role}
    axes = MODEL.inputs[name].axes
    for key in (None, *keys):
        # Groups may have the same name: their records stand in their order.
        seen: dict[str, int] = {}
        for record in binding.inputs.get((name, key), ()):
            place: list[int | slice] = [slice(None), slice(None) if key is None else keys.index(key)]
            if "role" in axes:
                place.append(slice(None) if record.role is None else roles[record.role])
            if "group" in axes:
                place.append(slice(None) if record.group is None else _nth(groups, record.group, seen))
            yield tuple(place), record


def _nth(groups: Sequence[str], name: str, seen: dict[str, int]) -> int:
    place = groups.index(name, seen.get(name, 0))
    seen[name] = place + 1
    return place
