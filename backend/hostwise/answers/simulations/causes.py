"""Causes of uncertainty: the uncertain values of a plan, how far they may be off, and which of them move together.

Two causes move a value: one common to all values of its kind, such as the price level of drives, and one of its own
product or VM group. Equal values of an input belong to one product. A value with a range of its own in the plan has
only that range as its cause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from hostwise.answers.simulations.drawn_events import EventReach, event_causes, happening
from hostwise.answers.simulations.input_distributions import Z95, InputDistribution, InputDistributions, Subject
from hostwise.answers.simulations.line_uncertainty import LineShare, MovedLine, line_shares
from hostwise.answers.wording.answer_messages import words
from hostwise.binding import Binding
from hostwise.binding.drives import write_role
from hostwise.binding.events import COUNT
from hostwise.binding.origins import is_of_catalogue, row_key
from hostwise.binding.ranges import Ranged, ranged_values
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array, Quantity
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import Input
from hostwise.plan.document import Plan

Place = tuple[int | slice, ...]


@dataclass(frozen=True)
class Cause:
    """One cause: its subject, its share of the variance, and the records that it moves.

    `about` is None for the cause common to all values of its kind.
    """

    reach: InputDistribution
    about: Subject | None
    weight: float
    records: tuple[Input, ...]

    @property
    def key(self) -> str:
        """Its name among the causes of a plan."""
        return self.reach.key if self.about is None else f"{self.reach.key}: {self.about}"

    @property
    def name(self) -> str:
        """What it is called."""
        return self.reach.name if self.about is None else str(self.about)

    @property
    def subject(self) -> Subject:
        """The same, with the configurations apart."""
        return self.about or self.reach.about or Subject(self.reach.name)

    @property
    def value(self) -> Input | None:
        """The one value that it moves, or one of several that are equal; None where it moves different ones."""
        first = self.records[0]
        alike = all((each.quantity, each.value) == (first.quantity, first.value) for each in self.records)
        return first if alike else None

    def change(self, z: Array) -> Array:
        """The factor or the summand if only this cause is at a standard normal number."""
        return self.reach.change(z * self.weight)


@dataclass(frozen=True)
class Moved:
    """The causes of an input: how much each one moves each of its values, (causes, *values); 0 where it does not."""

    reach: InputDistribution
    weights: Array

    @cached_property
    def causes(self) -> NDArray[np.bool_]:
        """Which causes they are."""
        return np.asarray(self.weights.reshape(len(self.weights), -1).any(axis=1))

    def applied(self, values: Array, numbers: Array, quantity: Quantity) -> Array:
        """The input in simulations."""
        change = self.reach.change(np.tensordot(numbers, self.weights, axes=(1, 0))[:, 0])
        other = values * change if self.reach.is_factor else values + change
        free = (self.weights != 0).any(axis=0)
        return np.where(free, np.clip(other, quantity.low, quantity.high), values)


@dataclass(frozen=True)
class Causes(Sequence[Cause]):
    """The causes of a plan, and what they do to its inputs."""

    all: tuple[Cause, ...]
    moved: dict[str, tuple[Moved | MovedLine, ...]]
    filled: Mapping[str, Array] = field(default_factory=dict)
    """Inputs with what stands in for their absent values, which moves by itself."""
    events: Mapping[int, EventReach] = field(default_factory=dict)
    """The causes by their place that are dated events, which happen or do not."""

    def __getitem__(self, place: int) -> Cause:  # type: ignore[override]
        """A cause."""
        return self.all[place]

    def __len__(self) -> int:
        """How many there are."""
        return len(self.all)

    def changes(self, binding: Binding, numbers: Array) -> dict[str, Array]:
        """The inputs in simulations, where `numbers` says how far each cause is off.

        The numbers are standard normal, (simulations, causes).
        Inputs that are moved in no future are left out.
        """
        changes: dict[str, Array] = {}
        off = numbers.any(axis=0)
        for name, parts in self.moved.items():
            moved = [each for each in parts if (off & each.causes).any()]
            if not moved:
                continue
            quantity, values = MODEL.inputs[name], self.filled.get(name, binding.arrays[name])
            for each in moved:
                values = each.applied(values, numbers, quantity)
            changes[name] = values
        return changes

    def happens(self, plan: Plan, numbers: Array) -> Array | None:
        """Which dated events happen, (simulations, events); None where none of them is moved in any future."""
        if not self.events or not numbers[:, [*self.events]].any():
            return None
        return happening(plan, {each.event: each.happens(numbers[:, at]) for at, each in self.events.items()})

    def behind(self, wanted: str) -> NDArray[np.bool_]:
        """Which causes move a quantity."""
        behind = np.zeros(len(self), dtype=bool)
        behind[[*self.events]] = MODEL.rests_on(wanted, COUNT)
        for name, moved in self.moved.items():
            if MODEL.rests_on(wanted, name):
                for each in moved:
                    behind |= each.causes
        return behind


@dataclass(frozen=True)
class _Doubtful:
    """A value that a spread covers, and its place in an input."""

    input: str
    place: Place
    record: Input
    reach: InputDistribution
    about: Subject


MOST_CAUSES = 40
"""With more causes, the values of a kind that move by themselves move together, as far as their sum would."""


def causes_of(binding: Binding, catalogue: Catalogue, most: int = MOST_CAUSES) -> Causes:
    """The causes that move any value of a plan: those of the catalogue in its order, the ranges of the plan, events.

    Args:
        binding: the plan as it is evaluated.
        catalogue: the catalogue that it refers to.
        most: number of causes above which values of one kind are pooled, the kinds with the most values first.
    """
    causes: list[Cause] = []
    ranged = {each.pointer: each for each in ranged_values(binding.plan)}
    places: dict[str, list[tuple[InputDistribution, dict[int, list[Place]]]]] = {}
    kinds = _kinds(binding, catalogue, ranged)
    while sum(kind.size for kind in kinds) > most and any(kind.size > _LEAST_POOLED for kind in kinds):
        max(kinds, key=lambda kind: kind.size).pooled = True
    for kind in kinds:
        first = len(causes)
        order: dict[Subject, int] = {}
        causes.append(Cause(kind.reach, None, 1 if kind.is_alone else sqrt(kind.common_share), kind.records))
        if kind.pooled:
            about = Subject(words("each_by_itself", name=kind.reach.name))
            weight = sqrt(1 - kind.common_share) * _of_sum(binding, kind)
            causes.append(Cause(kind.reach, about, weight, kind.records))
        elif not kind.is_alone:
            weight = sqrt(1 - kind.common_share)
            for about, values in kind.own.items():
                causes.append(Cause(values[0].reach, about, weight, tuple(each.record for each in values)))
        for offset, about in enumerate(kind.own, 1):
            order[about] = first + (1 if kind.pooled else offset)
        for name in dict.fromkeys(each.input for each in kind.values):
            of_reach: dict[InputDistribution, dict[int, list[Place]]] = {}
            for value in kind.values:
                if value.input == name:
                    moved_by = of_reach.setdefault(value.reach, {})
                    moved_by.setdefault(first, []).append(value.place)
                    if not kind.is_alone:
                        moved_by.setdefault(order[value.about], []).append(value.place)
            places.setdefault(name, []).extend(of_reach.items())
    lines: list[tuple[int, Own]] = []
    for alike in own_ranges(binding, ranged, catalogue):
        causes.append(Cause(alike[0].reach, None, 1, tuple(each.record for each in alike)))
        of_own: dict[tuple[str, InputDistribution], list[Place]] = {}
        for own in alike:
            if own.line is None:
                of_own.setdefault((own.input, own.reach), []).append(own.place)
            else:
                lines.append((len(causes) - 1, own))
        for (name, reach), of_value in of_own.items():
            places.setdefault(name, []).append((reach, {len(causes) - 1: of_value}))
    events: dict[int, EventReach] = {}
    for event, record in event_causes(binding.plan):
        events[len(causes)] = event
        causes.append(Cause(event, None, 1, (record,)))
    moved: dict[str, tuple[Moved | MovedLine, ...]] = {
        name: tuple(Moved(reach, weights_of(binding, name, of_input, causes)) for reach, of_input in parts)
        for name, parts in places.items()
    }
    return Causes(tuple(causes), with_lines(moved, lines, causes), _filled(binding, catalogue), events)


def with_lines(
    moved: dict[str, tuple[Moved | MovedLine, ...]], lines: Iterable[tuple[int, Own]], causes: Sequence[Cause]
) -> dict[str, tuple[Moved | MovedLine, ...]]:
    """The same with cost lines, each moved by the cause of its place."""
    for number, own in lines:
        assert own.line is not None
        weights = np.zeros((len(causes), *own.line.of_one.shape))
        weights[number] = np.where(own.line.of_one != 0, causes[number].weight, 0)
        line = MovedLine(own.reach, weights, number, causes[number].weight, own.line)
        moved[own.input] = (*moved.get(own.input, ()), line)
    return moved


@dataclass
class _Kind:
    """The values of one kind: what they have in common, and what is of each product or group."""

    reach: InputDistribution
    common_share: float
    values: list[_Doubtful]
    own: dict[Subject, list[_Doubtful]]
    pooled: bool = False

    @property
    def is_alone(self) -> bool:
        """With only one product, or if all move together, only the common cause is left."""
        return len(self.own) == 1 or self.common_share == 1

    @property
    def size(self) -> int:
        """How many causes they have."""
        return 1 if self.is_alone else 2 if self.pooled else 1 + len(self.own)

    @property
    def records(self) -> tuple[Input, ...]:
        """All that it moves."""
        return tuple(each.record for each in self.values)


_LEAST_POOLED = 2


def _kinds(binding: Binding, catalogue: Catalogue, ranged: Container[str | None]) -> list[_Kind]:
    """The uncertain values by their kinds; spreads of one family have their common cause together."""
    families: dict[str, list[Spread]] = {}
    for spread in catalogue.spreads.values():
        families.setdefault(spread.family or spread.key, []).append(spread)
    reaches = InputDistributions(binding, catalogue)
    kinds = []
    for key, spreads in families.items():
        values = [
            _Doubtful(name, place, record, reach, _subject(binding, catalogue, spread, name, record))
            for spread in spreads
            for name in spread.inputs
            if name in binding.arrays
            for place, record in _with_stand_ins(binding, spread, name)
            if record.pointer not in ranged and (reach := reaches.of(spread, name, record)) is not None
        ]
        if not values:
            continue
        own: dict[Subject, list[_Doubtful]] = {}
        for each in values:
            own.setdefault(each.about, []).append(each)
        reach = values[0].reach if len(spreads) == 1 else replace(values[0].reach, key=key)
        kinds.append(_Kind(reach, spreads[0].common_share, values, own))
    return kinds


def _with_stand_ins(binding: Binding, spread: Spread, name: str) -> Iterator[tuple[Place, Input]]:
    """The records of an input, where it has no value with that of the input that stands in for it."""
    for place, record in records_at(binding, name):
        if record.value is None and spread.stands_in is not None:
            other = np.unique(np.broadcast_to(binding.arrays[spread.stands_in], binding.arrays[name].shape)[place])
            yield place, replace(record, value=None if np.isnan(other).any() else float(other[0]))
        else:
            yield place, record


def _filled(binding: Binding, catalogue: Catalogue) -> dict[str, Array]:
    """The inputs for whose absent values another one stands in."""
    return {
        name: np.where(np.isnan(binding.arrays[name]), binding.arrays[each.stands_in], binding.arrays[name])
        for each in catalogue.spreads.values()
        if each.stands_in is not None
        for name in each.inputs
        if name in binding.arrays and np.isnan(binding.arrays[name]).any()
    }


def _subject(binding: Binding, catalogue: Catalogue, spread: Spread, name: str, record: Input) -> Subject:
    """What a value moves with: its vendor, where prices are negotiated with that, else its product or group."""
    if spread.family is not None and is_of_catalogue(record):
        row = catalogue.licences.get(row_key(record))
        if row is not None:
            return Subject(f"{spread.name} of {row.vendor}")
    return _about(binding, catalogue, spread.name, name, record)


def _of_sum(binding: Binding, kind: _Kind) -> float:
    """How far the sum of values is off, relative to each of them, where they move independently.

    The root of the sum of the squares of their weights over the sum of the weights: 1 / sqrt(n) of n equal ones.
    Groups weigh as many gibibytes as their VMs have, everything else alike. Of what each configuration has one only,
    such as the writes of its storage stack, nothing adds up: each is as far off as by itself.
    """
    owners = {(each.record.configuration, each.about) for each in kind.values}
    by_configuration = Counter(owner for owner, _ in owners)
    if None not in by_configuration and max(by_configuration.values()) == 1 and kind.common_share == 0:
        return 1.0
    groups: dict[str, float] = {}
    for each in binding.plan.workload.groups:
        groups[each.name] = groups.get(each.name, 0.0) + each.count * each.memory_gib
    weights = np.array([groups.get(values[0].record.group or "", 1.0) for values in kind.own.values()])
    weights = weights if weights.sum() > 0 else np.ones(len(weights))
    return float(sqrt((weights**2).sum()) / weights.sum())


def weights_of(binding: Binding, name: str, places: dict[int, list[Place]], causes: Sequence[Cause]) -> Array:
    """How much each cause moves each value of an input: (causes, *values)."""
    weights: NDArray[np.float64] = np.zeros((len(causes), *binding.arrays[name].shape))
    for cause, of_cause in places.items():
        for place in of_cause:
            weights[cause][place] = causes[cause].weight
    return weights


@dataclass(frozen=True)
class Own:
    """A value with a range of its own, and its place in an input."""

    input: str
    place: Place
    record: Input
    reach: InputDistribution
    line: LineShare | None = None
    """Of a cost line, which is a part of the input."""


def own_ranges(binding: Binding, ranged: Mapping[str, Ranged], catalogue: Catalogue) -> Iterable[list[Own]]:
    """The values with a range of their own, grouped by cause or by field."""
    added = {name for each in catalogue.spreads.values() if each.shape == "points" for name in each.inputs}
    found: dict[str, list[Own]] = {}
    for name in binding.arrays if ranged else ():
        for place, record in records_at(binding, name):
            own = ranged.get(record.pointer or "")
            if own is not None and record.value is not None:
                of = None if own.range.cause else _about(binding, catalogue, record.label, name, record)
                reach = _own_reach(own, own.range.cause or str(of), of, name in added)
                found.setdefault(own.range.cause or own.pointer, []).append(Own(name, place, record, reach))
    for share in line_shares(binding) if ranged else ():
        own = ranged.get(share.record.pointer or "")
        if own is not None:
            of = None if own.range.cause else _of_line(binding, share)
            reach = _own_reach(own, own.range.cause or str(of), of, is_added=False)
            found.setdefault(own.range.cause or own.pointer, []).append(
                Own(share.input, (), share.record, reach, share)
            )
    return found.values()


def _of_line(binding: Binding, share: LineShare) -> Subject:
    """What a line is called: its label, and the configuration that pays it."""
    names = {each.key: each.name for each in binding.plan.configurations}
    key = share.record.configuration
    return Subject(share.record.label) if key is None else Subject(share.record.label, (key,), (names[key],))


def _own_reach(own: Ranged, title: str, about: Subject | None, is_added: bool) -> InputDistribution:
    """A range of the plan, from the 5th to the 95th percentile; with an end at 0 or below it cannot be a factor."""
    low, high = own.range.low, own.range.high
    note = words("entered_range", low=low, high=high, confidence=own.range.confidence)
    # Its ends are at other percentiles if its confidence is another one.
    scale = Z95 / float(ndtri((1 + own.range.confidence) / 2))
    key = f"range {own.pointer}"
    if is_added or low <= 0:
        return InputDistribution(
            key, title, "points", (low - own.value) * scale, (high - own.value) * scale, "plan", note, about
        )
    return InputDistribution(
        key, title, "factor", (low / own.value) ** scale, (high / own.value) ** scale, "plan", note, about
    )


def _about(binding: Binding, catalogue: Catalogue, title: str, name: str, record: Input) -> Subject:
    """What a value belongs to: a VM group, a product of the catalogue, or some configurations."""
    if record.group is not None:
        return Subject(f"{title} of {record.group}")
    label = record.label
    if is_of_catalogue(record):
        return Subject(f"{label}: {catalogue.title(row_key(record))}")
    names = {each.key: each.name for each in binding.plan.configurations}
    # Drives of one price are one product only where they do the same: absorb the writes, or take them from others.
    absorbing = {each.key: write_role(each).key for each in binding.plan.configurations}
    own = record.role is not None and record.role == absorbing.get(record.configuration or "")
    alike = [
        key
        for key in names
        for each in binding.inputs.get((name, key), ())
        if each.value == record.value and each.role == record.role and (each.role == absorbing[key]) is own
    ]
    if not alike or len(set(alike)) == len(names):
        return Subject(label)
    keys = tuple(dict.fromkeys(alike))
    return Subject(label, keys, tuple(dict.fromkeys(names[each] for each in keys)))


def records_at(binding: Binding, name: str) -> Iterator[tuple[Place, Input]]:
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
