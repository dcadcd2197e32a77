"""Causes of doubt: the uncertain values of a plan, how far they may be off, and which of them move together.

Two causes move a value: one common to all values of its kind, such as the price level of drives, and one of its own
product or VM group. Equal values of an input belong to one product. A value with a range of its own in the plan has
only that range as its cause.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from hostwise.answers.running.drawn_events import EventReach, event_causes, happening
from hostwise.answers.running.reaches import Z95, Reach, Reaches, Subject, rule_of
from hostwise.binding import Binding
from hostwise.binding.events import COUNT
from hostwise.binding.origins import is_of_catalogue, row_key
from hostwise.binding.ranges import Ranged, numbers_of, ranged_values
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.numerals.writing import exact, percent
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.document import Plan

Place = tuple[int | slice, ...]


@dataclass(frozen=True)
class Cause:
    """One cause: its subject, its share of the variance, and the records that it moves.

    `about` is None for the cause common to all values of its kind.
    """

    reach: Reach
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
class _Moved:
    """The causes of an input: how much each one moves each of its values, (causes, *values); 0 where it does not."""

    reach: Reach
    weights: Array

    @cached_property
    def causes(self) -> NDArray[np.bool_]:
        """Which causes they are."""
        return np.asarray(self.weights.reshape(len(self.weights), -1).any(axis=1))


@dataclass(frozen=True)
class Causes(Sequence[Cause]):
    """The causes of a plan, and what they do to its inputs."""

    all: tuple[Cause, ...]
    moved: dict[str, tuple[_Moved, ...]]
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
        """The inputs in futures, where `numbers` says how far each cause is off: standard normal, (futures, causes).

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
                z = np.tensordot(numbers, each.weights, axes=(1, 0))[:, 0]
                change = each.reach.change(z)
                other = values * change if each.reach.is_factor else values + change
                free = (each.weights != 0).any(axis=0)
                values = np.where(free, np.clip(other, quantity.low, quantity.high), values)
            changes[name] = values
        return changes

    def happens(self, plan: Plan, numbers: Array) -> Array | None:
        """Which dated events happen, (futures, events); None where none of them is moved in any future."""
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
    reach: Reach
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
    places: dict[str, list[tuple[Reach, dict[int, list[Place]]]]] = {}
    kinds = _kinds(binding, catalogue, ranged)
    while sum(kind.size for kind in kinds) > most and any(kind.size > _LEAST_POOLED for kind in kinds):
        max(kinds, key=lambda kind: kind.size).pooled = True
    for kind in kinds:
        first = len(causes)
        order: dict[Subject, int] = {}
        causes.append(Cause(kind.reach, None, 1 if kind.is_alone else sqrt(kind.common_share), kind.records))
        if kind.pooled:
            about = Subject(f"{kind.reach.name}, each by itself")
            weight = sqrt(1 - kind.common_share) * _of_sum(binding, kind)
            causes.append(Cause(kind.reach, about, weight, kind.records))
        elif not kind.is_alone:
            weight = sqrt(1 - kind.common_share)
            for about, values in kind.own.items():
                causes.append(Cause(values[0].reach, about, weight, tuple(each.record for each in values)))
        for offset, about in enumerate(kind.own, 1):
            order[about] = first + (1 if kind.pooled else offset)
        for name in dict.fromkeys(each.input for each in kind.values):
            of_reach: dict[Reach, dict[int, list[Place]]] = {}
            for value in kind.values:
                if value.input == name:
                    moved_by = of_reach.setdefault(value.reach, {})
                    moved_by.setdefault(first, []).append(value.place)
                    if not kind.is_alone:
                        moved_by.setdefault(order[value.about], []).append(value.place)
            places.setdefault(name, []).extend(of_reach.items())
    for alike in _own_ranges(binding, ranged, catalogue):
        causes.append(Cause(alike[0].reach, None, 1, tuple(each.record for each in alike)))
        of_own: dict[tuple[str, Reach], list[Place]] = {}
        for own in alike:
            of_own.setdefault((own.input, own.reach), []).append(own.place)
        for (name, reach), of_value in of_own.items():
            places.setdefault(name, []).append((reach, {len(causes) - 1: of_value}))
    events: dict[int, EventReach] = {}
    for event, record in event_causes(binding.plan):
        events[len(causes)] = event
        causes.append(Cause(event, None, 1, (record,)))
    moved = {
        name: tuple(_Moved(reach, _weights(binding, name, of_input, causes)) for reach, of_input in parts)
        for name, parts in places.items()
    }
    return Causes(tuple(causes), moved, _filled(binding, catalogue), events)


@dataclass
class _Kind:
    """The values of one kind: what they have in common, and what is of each product or group."""

    reach: Reach
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
    """The values in doubt by their kinds; spreads of one family have their common cause together."""
    families: dict[str, list[Spread]] = {}
    for spread in catalogue.spreads.values():
        families.setdefault(spread.family or spread.key, []).append(spread)
    reaches = Reaches(binding, catalogue)
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
    for place, record in _records(binding, name):
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
    Groups weigh as many gibibytes as their VMs have, everything else alike.
    """
    groups: dict[str, float] = {}
    for each in binding.plan.workload.groups:
        groups[each.name] = groups.get(each.name, 0.0) + each.count * each.memory_gib
    weights = np.array([groups.get(values[0].record.group or "", 1.0) for values in kind.own.values()])
    weights = weights if weights.sum() > 0 else np.ones(len(weights))
    return float(sqrt((weights**2).sum()) / weights.sum())


def each_by_itself(binding: Binding, catalogue: Catalogue, most: int) -> Causes:
    """One cause for each field of the plan: it moves the value by its range if in doubt, else by a tenth.

    Fields are numbers that the plan gives, except counts in a configuration or a rule, and those that an uncertain
    value stands in for; at most so many, the first ones.
    """
    numbers = set(numbers_of(binding.plan))
    fields: dict[str, list[_Own]] = {}
    for name, place, record, reach in _reaches(binding, catalogue, binding.arrays):
        at = record.pointer or ""
        if at and record.value and (reach is not None or at in numbers):
            fields.setdefault(at, []).append(_Own(name, place, record, reach or TENTH))
    return _apart(binding, fields, most)


def each_rule(binding: Binding, catalogue: Catalogue) -> Causes:
    """One cause for each rule that no source confirms, over its whole range."""
    fields: dict[str, list[_Own]] = {}
    for name in binding.arrays:
        for place, record in _records(binding, name):
            rule = rule_of(catalogue, record)
            # A limit of the policy is decided, and not in doubt.
            if rule is None or rule.confidence != _UNVERIFIED or (record.pointer or "").startswith("/policy/"):
                continue
            if rule.low is not None and rule.high is not None and record.value is not None:
                low, high = rule.low - record.value, rule.high - record.value
                reach = Reach(rule.key, record.label, "points", low, high, "; ".join(rule.source), rule.meaning)
                fields.setdefault(rule.key, []).append(_Own(name, place, record, reach))
    return _apart(binding, fields, len(fields))


_UNVERIFIED = "background"


def each_behind(
    binding: Binding, catalogue: Catalogue, names: Iterable[str], configurations: Container[str | None], most: int
) -> Causes:
    """One cause for each value of some inputs, given or not: it moves it by its range if in doubt, else by a tenth.

    Values from one field of the plan move together. Counts, switches and values fixed by definition do not move. At
    most so many, the first ones.

    Args:
        binding: the plan as it is evaluated.
        catalogue: the catalogue that it refers to.
        names: the inputs.
        configurations: keys of the configurations whose inputs move; None stands for what all have in common.
        most: largest number of values.
    """
    numbers = set(numbers_of(binding.plan))
    fields: dict[str, list[_Own]] = {}
    for name, place, record, reach in _reaches(binding, catalogue, names):
        if record.configuration not in configurations or record.value is None:
            continue
        at = record.pointer or ""
        is_moved = reach is not None and (record.value != 0 or reach.shape == "points")
        if is_moved or (record.value != 0 and (at in numbers or _is_amount(name, record))):
            own = f"{at} {name} {record.configuration or ''} {record.role or ''} {place}"
            fields.setdefault(at if at in numbers else own, []).append(_Own(name, place, record, reach or TENTH))
    return _apart(binding, fields, most)


_THINGS = frozenset({"hosts", "sites", "clusters", "parts", "sockets", "groups", "drives", "modules", "slots", "bays"})
"""Units of what is counted: there is no tenth of a site."""


def _is_amount(name: str, record: Input) -> bool:
    """Whether a value could be a little more or less."""
    is_decided = record.status == InputStatus.CONVENTION or name.endswith(("_flag", "_rank"))
    return not is_decided and record.unit.split("/")[0] not in _THINGS


def _reaches(
    binding: Binding, catalogue: Catalogue, names: Iterable[str]
) -> Iterator[tuple[str, Place, Input, Reach | None]]:
    """The values of inputs, each with its own range, else that of its kind; None where it is not in doubt."""
    ranged = {each.pointer: each for each in ranged_values(binding.plan)}
    reaches = Reaches(binding, catalogue)
    own = {each.record.pointer: each.reach for some in _own_ranges(binding, ranged, catalogue) for each in some}
    for name in names:
        if name not in binding.arrays:
            continue
        spreads = [each for each in catalogue.spreads.values() if name in each.inputs]
        for place, record in _records(binding, name):
            reach = own.get(record.pointer or "")
            for spread in spreads if reach is None else ():
                reach = reaches.of(spread, name, record) or reach
            yield name, place, record, reach


def _apart(binding: Binding, fields: Mapping[str, list[_Own]], most: int) -> Causes:
    """One cause for each field."""
    fields = dict(islice(fields.items(), most))
    causes = [
        Cause(replace(parts[0].reach, key=at), None, 1, tuple(each.record for each in parts))
        for at, parts in fields.items()
    ]
    places: dict[str, dict[Reach, dict[int, list[Place]]]] = {}
    for number, parts in enumerate(fields.values()):
        for each in parts:
            places.setdefault(each.input, {}).setdefault(each.reach, {}).setdefault(number, []).append(each.place)
    moved = {
        name: tuple(_Moved(reach, _weights(binding, name, at, causes)) for reach, at in parts.items())
        for name, parts in places.items()
    }
    return Causes(tuple(causes), moved)


TENTH = Reach("tenth", "a tenth", "factor", 1 / 1.1, 1.1, "HOSTWISE", "a tenth less and a tenth more")


def _weights(binding: Binding, name: str, places: dict[int, list[Place]], causes: Sequence[Cause]) -> Array:
    weights: NDArray[np.float64] = np.zeros((len(causes), *binding.arrays[name].shape))
    for cause, of_cause in places.items():
        for place in of_cause:
            weights[cause][place] = causes[cause].weight
    return weights


@dataclass(frozen=True)
class _Own:
    """A value with a range of its own, and its place in an input."""

    input: str
    place: Place
    record: Input
    reach: Reach


def _own_ranges(binding: Binding, ranged: Mapping[str, Ranged], catalogue: Catalogue) -> Iterable[list[_Own]]:
    """The values with a range of their own, grouped by cause or by field."""
    added = {name for each in catalogue.spreads.values() if each.shape == "points" for name in each.inputs}
    found: dict[str, list[_Own]] = {}
    for name in binding.arrays if ranged else ():
        for place, record in _records(binding, name):
            own = ranged.get(record.pointer or "")
            if own is not None and record.value is not None:
                of = None if own.range.cause else _about(binding, catalogue, record.label, name, record)
                reach = _own_reach(own, own.range.cause or str(of), of, name in added)
                found.setdefault(own.range.cause or own.pointer, []).append(_Own(name, place, record, reach))
    return found.values()


def _own_reach(own: Ranged, title: str, about: Subject | None, is_added: bool) -> Reach:
    """A range of the plan, from the 5th to the 95th percentile; with an end at 0 or below it cannot be a factor."""
    low, high = own.range.low, own.range.high
    note = f"{exact(low)} to {exact(high)} in {percent(own.range.confidence)} of the cases, as entered"
    # Its ends are at other percentiles if its confidence is another one.
    scale = Z95 / float(ndtri((1 + own.range.confidence) / 2))
    key = f"range {own.pointer}"
    if is_added or low <= 0:
        return Reach(key, title, "points", (low - own.value) * scale, (high - own.value) * scale, "plan", note, about)
    return Reach(key, title, "factor", (low / own.value) ** scale, (high / own.value) ** scale, "plan", note, about)


def _about(binding: Binding, catalogue: Catalogue, title: str, name: str, record: Input) -> Subject:
    """What a value belongs to: a VM group, a product of the catalogue, or some configurations."""
    if record.group is not None:
        return Subject(f"{title} of {record.group}")
    label = record.label
    if is_of_catalogue(record):
        return Subject(f"{label}: {catalogue.title(row_key(record))}")
    names = {each.key: each.name for each in binding.plan.configurations}
    alike = [
        key
        for key in names
        for each in binding.inputs.get((name, key), ())
        if each.value == record.value and each.role == record.role
    ]
    if not alike or len(set(alike)) == len(names):
        return Subject(label)
    keys = tuple(dict.fromkeys(alike))
    return Subject(label, keys, tuple(dict.fromkeys(names[each] for each in keys)))


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
