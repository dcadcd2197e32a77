"""Recording the engine's inputs, each value with its origin."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import nan
from types import FrameType
from typing import NamedTuple, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from hostwise.binding.dates import Moment
from hostwise.binding.models import Models, OwnHosts
from hostwise.binding.origins import MISSING, CatalogueOrigins, Origin, default
from hostwise.binding.prices import in_force
from hostwise.catalogue.loader import Catalogue, Table, UnknownKey
from hostwise.catalogue.record import Record
from hostwise.engine.graph import Curve, Evaluation
from hostwise.engine.inputs.licence_inputs import IN_VMS
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import AbsentMeans, Kind, Quantity
from hostwise.engine.roles import Role
from hostwise.engine.units import unit_symbol
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, policy_of
from hostwise.plan.fields import Document
from hostwise.plan.policy import Policy

_KIND_OF_STATUS: Mapping[InputStatus, Kind | None] = {
    InputStatus.GIVEN: "entered",
    InputStatus.IMPORTED: "entered",
    InputStatus.CATALOGUE: "vendor-stated",
    InputStatus.EVIDENCE: "measured",
    InputStatus.ASSUMED: "assumed",
    InputStatus.ILLUSTRATIVE: "assumed",
    InputStatus.CONVENTION: "entered",
    InputStatus.MISSING: None,
    InputStatus.NOT_APPLICABLE: None,
    InputStatus.NO_LIMIT: None,
}


_ABSENCES: Mapping[InputStatus, AbsentMeans] = {
    InputStatus.NOT_APPLICABLE: "does not apply",
    InputStatus.NO_LIMIT: "no limit",
}
"""The text for absence that follows from the plan's choices."""

VM_OVERHEAD, WRITE_SPEED = "given_vm_overhead_mib", "spec_write_mb_s"
"""Inputs whose limits are tried at the ends of what they may sanely be, where nobody knows them."""

RowT = TypeVar("RowT", bound=Record)


class Mistake(NamedTuple):
    """Something in a well-formed plan that does not fit the catalogue."""

    pointer: str
    code: str
    message: str
    hint: str | None


class PlanError(Exception):
    """The plan refers to things that do not exist or do not fit; `mistakes` names every one."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        """Collect the mistakes."""
        self.mistakes = tuple(mistakes)
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        """What is wrong, in words."""
        return "; ".join(each.message for each in self.mistakes)


class BoundTwice(Exception):
    """An input gets a second value for the same member: a mistake in the program, not in the plan."""


def _place(pointer: str | None) -> str:
    """Which line outside this file binds an input now, and to which field of the plan."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and frame.f_globals is globals():
        frame = frame.f_back
    assert frame is not None
    line = f"{frame.f_code.co_filename}:{frame.f_lineno}"
    return f"{line} from {pointer}" if pointer else line


def given_origin(plan: Plan, pointer: str | None, given: float) -> Origin:
    """The origin of a value of the plan: given, or what the plan's remark on the field says."""
    remark = plan.remarks.get(pointer) if pointer else None
    if remark is None:
        return Origin(given, InputStatus.GIVEN)
    return Origin(given, InputStatus(remark.status), remark.source, remark.locator, remark.note, date=remark.date)


class Entry(NamedTuple):
    """An input as it was recorded: what its record is made of."""

    quantity: Quantity
    currency: str
    configuration: str | None
    label: str
    group: str | None
    role: Role | None
    pointer: str | None
    origin: Origin

    @property
    def absence(self) -> AbsentMeans:
        """The meaning of the value's absence, which may follow from the plan's choices."""
        return _ABSENCES.get(self.origin.status, self.quantity.absent_means)

    def record(self) -> Input:
        """The same in the form of the answers."""
        origin = self.origin
        return Input(
            quantity=self.quantity.name,
            label=self.label,
            unit=unit_symbol(self.quantity, self.currency),
            configuration=self.configuration,
            group=self.group,
            role=self.role.key if self.role is not None else None,
            pointer=self.pointer,
            value=None if origin.value is None else float(origin.value),
            status=origin.status,
            kind=origin.kind or _KIND_OF_STATUS[origin.status],
            source=origin.source,
            locator=origin.locator,
            note=origin.note,
            date=origin.date,
            confidence=origin.confidence,
        )


class Records(Sequence[Input]):
    """The records of one input, made when they are read: mostly only the values are needed."""

    def __init__(self, *entries: Entry) -> None:
        """Begin with some."""
        self.entries = list(entries)
        self._made: list[Input] = []

    def _records(self) -> list[Input]:
        if len(self._made) < len(self.entries):
            self._made = [each.record() for each in self.entries]
        return self._made

    @overload
    def __getitem__(self, place: int) -> Input: ...
    @overload
    def __getitem__(self, place: slice) -> list[Input]: ...
    def __getitem__(self, place: int | slice) -> Input | list[Input]:
        """A record, or some."""
        return self._records()[place]

    def __iter__(self) -> Iterator[Input]:
        """All of them."""
        return iter(self._records())

    def __len__(self) -> int:
        """How many there are."""
        return len(self.entries)


@dataclass
class Binding:
    """The engine's inputs for a plan, and the origin of each.

    `evaluated` is the last evaluation of them: the next one reuses what has not changed since. `levels` are the hosts
    of the coverage level by month, (configurations, months), where the policy has one. `sane` has the low and high end
    of inputs that may be missing, where no sane value lies beyond. `models` has the hosts of other models of each
    configuration, and `own_hosts` the hosts of its own that they stand beside, once they are found. `gaps` are the
    hosts that a placement adds to each configuration at the moments at which it adds others than at the sizing date,
    and `least_clusters` the clusters that there must be because of them, at the moments at which that are more.
    `happens` says which dated events happen, (samples, events); without it those that are expected to.
    `built_on` has the hosts of a cluster for which the layouts of protections are chosen, by key of the configuration.
    """

    plan: Plan
    arrays: dict[str, NDArray[np.float64]] = field(default_factory=dict)
    curves: dict[str, Curve] = field(default_factory=dict)
    inputs: dict[tuple[str, str | None], Records] = field(default_factory=dict)
    evaluated: Evaluation | None = None
    levels: NDArray[np.float64] | None = None
    sane: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    models: list[Models] = field(default_factory=list)
    own_hosts: Mapping[Moment, Sequence[OwnHosts]] = field(default_factory=dict)
    gaps: Mapping[Moment, Sequence[float]] = field(default_factory=dict)
    least_clusters: Mapping[Moment, NDArray[np.float64]] = field(default_factory=dict)
    happens: NDArray[np.float64] | None = None
    built_on: Mapping[str, float] = field(default_factory=dict)

    def after(self, *steps: BindingStep) -> Binding:
        """What some steps make of it, one after the other."""
        binding = self
        for step in steps:
            binding = step(binding)
        return binding

    def evaluate(
        self,
        wanted: Iterable[str] | None = None,
        changes: Mapping[str, NDArray[np.float64]] | None = None,
        dates: int = 1,
    ) -> Evaluation:
        """Evaluate the wanted quantities, or all of them, some inputs changed, at some dates each."""
        inputs = {**self.arrays, **(changes or {})}
        return MODEL.evaluate(inputs, wanted, curves=self.curves, after=self.evaluated, dates=dates)

    def origins(self, name: str, configuration: str, role: Role | None = None) -> list[Input]:
        """Where an input's values come from, for a configuration; of drives those of one role, or of all."""
        found = self._records(name, configuration)
        return [each for each in found if role is None or each.role == role.key]

    def told(self) -> Iterator[Input]:
        """Where all values come from, without those of products that a configuration has not."""
        absent = {
            configuration.key: {
                name
                for prefix, licence in configuration.licences_in_vms.items()
                if licence is None
                for name in IN_VMS[prefix]
            }
            for configuration in self.plan.configurations
        }
        for (name, key), records in self.inputs.items():
            if key is None or name not in absent[key]:
                yield from records

    def lacking(self, name: str, configuration: str, role: Role | None = None) -> list[Entry]:
        """The entries of these inputs that have no value."""
        found = self._records(name, configuration).entries
        return [each for each in found if each.origin.value is None and (role is None or each.role is role)]

    def _records(self, name: str, configuration: str) -> Records:
        return self.inputs.get((name, configuration)) or self.inputs.get((name, None)) or Records()


BindingStep = Callable[[Binding], Binding]
"""A step on the way to a run: inputs that the engine itself computes, or that need others to be known."""


class Taped(NamedTuple):
    """What was recorded of a configuration: a number, that of each of some VM groups, or one for each month."""

    entry: Entry
    value: float | NDArray[np.float64]
    groups: int


class Recorder(CatalogueOrigins):
    """Collects the inputs of a plan, and its mistakes."""

    def __init__(self, plan: Plan, catalogue: Catalogue, built_on: Mapping[str, float] | None = None) -> None:
        """Record for one plan; `built_on` as in its `Binding`."""
        super().__init__(catalogue, plan.economics)
        self.plan = plan
        self.mistakes: list[Mistake] = []
        self.binding = Binding(plan, built_on=built_on or {})
        self.records: dict[tuple[str, str | None], Records] = {}
        self.by_configuration: dict[str, list[float]] = {}
        self.by_months: dict[str, list[NDArray[np.float64]]] = {}
        self.by_role: dict[str, dict[tuple[int, Role], float]] = {}
        self.by_group: dict[str, dict[int, list[float]]] = {}
        self.current: tuple[int, Configuration] | None = None
        self.tape: list[Taped] | None = None
        self._of_plan: dict[str, bool] = {}
        self._members: dict[tuple[str, str | None], Counter[tuple[str | None, Role | None]]] = {}
        self._groups_named = Counter(each.name for each in plan.workload.groups)

    @property
    def policy(self) -> Policy:
        """The policy that the current configuration keeps to."""
        assert self.current is not None
        return policy_of(self.plan, self.current[1])

    def put(
        self,
        name: str,
        pointer: str | None,
        given: float | None,
        otherwise: Origin = MISSING,
        *,
        group: str | None = None,
        role: Role | None = None,
    ) -> float:
        """Record an input: the plan's value if given, else its default.

        A price that is only an example or assumption gives way to one of the plan's own prices.

        Raises:
            BoundTwice: the input already has a value here.
        """
        origin = in_force(None if given is None else given_origin(self.plan, pointer, given), otherwise)
        entry = self.note(name, pointer, origin, group=group, role=role)
        number = nan if origin.value is None else float(origin.value)
        if self.current is not None:
            self._keep(entry, number, 0 if group is None else 1)
        elif group is None:
            self.binding.arrays[name] = np.array([[number]])
        return number

    def _keep(self, entry: Entry, value: float | NDArray[np.float64], groups: int = 0) -> None:
        """Keep what is recorded of the current configuration, and on the tape where there is one."""
        assert self.current is not None
        place, name = self.current[0], entry.quantity.name
        if self.tape is not None:
            self.tape.append(Taped(entry, value, groups))
        if isinstance(value, np.ndarray):
            self.by_months.setdefault(name, []).append(value)
        elif entry.role is not None:
            self.by_role.setdefault(name, {})[place, entry.role] = value
        elif groups:
            self.by_group.setdefault(name, {}).setdefault(place, []).extend([value] * groups)
        else:
            self.by_configuration.setdefault(name, []).append(value)

    def replay(self, tape: Sequence[Taped], shared: Mapping[str, Records]) -> None:
        """Record for the current configuration what a tape has of another, with the origins of that one.

        Args:
            tape: what was recorded.
            shared: the records of inputs that are on tapes only: one for all configurations.
        """
        assert self.current is not None
        key = self.current[1].key
        for entry, value, groups in tape:
            name = entry.quantity.name
            if name in shared:
                self.records[name, key] = shared[name]
            else:
                self._add(entry, key)
            self._keep(entry, value, groups)

    def _add(self, entry: Entry, key: str | None) -> None:
        at = entry.quantity.name, key
        records = self.records.get(at)
        if records is None:
            self.records[at] = Records(entry)
        else:
            records.entries.append(entry)

    def note(
        self,
        name: str,
        pointer: str | None,
        origin: Origin,
        *,
        group: str | None = None,
        role: Role | None = None,
    ) -> Entry:
        """Record the origin of an input, independent of its value.

        Raises:
            BoundTwice: its origin is already recorded here.
        """
        quantity = MODEL.inputs[name]
        key = self.current[1].key if self.current else None
        label = quantity.label if role is None else role.named(quantity.label)
        entry = Entry(quantity, self.currency, key, label, group, role, pointer, origin)
        self._refuse_twice(entry)
        self._add(entry, key)
        return entry

    def _refuse_twice(self, entry: Entry) -> None:
        """Refuse a second binding, which would silently replace the first or shift the members after it.

        There are thousands of inputs, so that this looks at no more than it must: most have no second entry at all.
        """
        name, key, pointer = entry.quantity.name, entry.configuration, entry.pointer
        records = self.records.get((name, key))
        if records is None:
            if self._of_plan.setdefault(name, key is None) is not (key is None):
                raise BoundTwice(f"{name} is bound for the plan and for a configuration: {_place(pointer)}")
            return
        members = self._members.get((name, key))
        if members is None:
            members = Counter((each.group, each.role) for each in records.entries)
            self._members[name, key] = members
        members[entry.group, entry.role] += 1
        # Groups may share a name: it is bound twice only if it has more bindings than groups.
        most = self._groups_named.get(entry.group, 1) if entry.group is not None else 1
        if members[entry.group, entry.role] > most:
            first = next(each for each in records.entries if (each.group, each.role) == (entry.group, entry.role))
            before = f"from {first.pointer}" if first.pointer else f"as {first.origin}"
            raise BoundTwice(f"{name} is bound twice: {before}, and {_place(pointer)}")

    def put_alike(self, name: str, pointer: str | None, origin: Origin) -> None:
        """Record an input that is the same for all VM groups of a configuration: once, since groups may be many."""
        assert self.current is not None
        entry = self.note(name, pointer, origin)
        number = nan if origin.value is None else float(origin.value)
        self._keep(entry, number, len(self.plan.workload.groups))

    def put_months(self, name: str, pointer: str | None, values: NDArray[np.float64], origin: Origin) -> None:
        """Record an input of a configuration that has a value for each month, whatever the origin says of them."""
        self._keep(self.note(name, pointer, origin), values)

    def put_field(
        self, name: str, pointer: str, document: Document, attribute: str, *, role: Role | None = None
    ) -> None:
        """Record a field that has a default in the plan document: given only if the plan says so."""
        value = float(getattr(document, attribute))
        given = value if attribute in document.model_fields_set else None
        self.put(name, pointer, given, default(value, "default of the plan document"), role=role)

    def put_groups(self, name: str, attribute: str, otherwise: Origin = MISSING) -> None:
        """Record an input that every VM group has."""
        values = [
            self.put(
                name, f"/workload/groups/{index}/{attribute}", getattr(each, attribute), otherwise, group=each.name
            )
            for index, each in enumerate(self.plan.workload.groups)
        ]
        self.binding.arrays[name] = np.array([[values]])

    def finish(self) -> Binding:
        """The engine's inputs, once all are recorded, in the order in which the engine declares them."""
        for name, values in self.by_configuration.items():
            self.binding.arrays[name] = np.array([values])
        for name, series in self.by_months.items():
            self.binding.arrays[name] = np.array([series])
        for name, numbers in self.by_role.items():
            places = range(len(self.plan.configurations))
            self.binding.arrays[name] = np.array([[[numbers[place, role] for role in Role] for place in places]])
        for name, of_each in self.by_group.items():
            self.binding.arrays[name] = np.array([[of_each[place] for place in range(len(self.plan.configurations))]])
        keys = [None, *(each.key for each in self.plan.configurations)]
        order = ((name, key) for key in keys for name in MODEL.inputs)
        self.binding.inputs = {each: self.records[each] for each in order if each in self.records}
        return self.binding

    def find(self, table: Table[RowT], key: str | None, pointer: str) -> RowT | None:
        """A catalogue row by key; an unknown key is a mistake of the plan."""
        if key is None:
            return None
        try:
            return table[key]
        except UnknownKey as error:
            hint = f"Did you mean {error.nearest[0]!r}?" if error.nearest else None
            self.mistakes.append(Mistake(pointer, "unknown_key", f"The catalogue has no {error.kind} {key!r}.", hint))
            return None
