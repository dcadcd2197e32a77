"""From choices of fields to a product space: each input of the engine on the choices that its binding reads.

Nothing is found by trying combinations. Each step of binding is walked as a decision tree: it runs with the options
known so far and notes what it reads; where it reads a field that a choice sets, it is run again for each option of that
choice. A choice that no path reads cannot change the result, so that the leaves are all results there are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from pydantic import ValidationError

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Finder
from hostwise.answers.search.buildable import REASONS, Amounts, Looked, Numbers, amounts_of, said
from hostwise.answers.search.part_rules import PartRule
from hostwise.binding import CONFIGURATION_STEPS, PLAN_STEPS, ConfigurationStep, PlanStep, recorded
from hostwise.binding.carbon import bind_embodied
from hostwise.binding.field_access_tracking import Read, watched
from hostwise.binding.fields import bind_fields, plain_fields
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.space import Choice, Joint, Set, Space, evaluate_space
from hostwise.plan.answers.result import Input
from hostwise.plan.configuration import Configuration, parts_mistake
from hostwise.plan.document import Plan
from hostwise.plan.editing import NoSuchPlace, set_at
from hostwise.plan.fields import Document

Edits = Mapping[str, Any]
"""New values by pointer, from the configuration."""


@dataclass(frozen=True)
class Axis:
    """A choice of fields: its options, each of which sets some fields together, and their names for people."""

    name: str
    options: Sequence[Edits]
    labels: Sequence[str] = ()


class OptionError(Exception):
    """An option that no plan can have; `axis` and `option` are its place."""

    def __init__(self, axis: int, option: int, message: str) -> None:
        """Say which, and why."""
        super().__init__(message)
        self.axis, self.option = axis, option


class NotSearchable(Exception):
    """The plan, or a choice, is of a kind that only single evaluations can answer; the text says which.

    `pointer` is the field of the plan that makes it so, where one does.
    """

    def __init__(self, message: str, pointer: str | None = None) -> None:
        """Say why, and where."""
        super().__init__(message)
        self.pointer = pointer


@dataclass(frozen=True)
class AmountTables:
    """For one kind of mistake, the amounts needed and available, by the choices that decide them.

    Where a combination does not make the mistake they are not numbers.

    Attributes:
        name: of the relation.
        needed: the amount needed.
        available: the amount available.
        unit: the place of the unit.
        units: the units.
    """

    name: str
    needed: Joint
    available: Joint
    unit: Joint
    units: Sequence[str]

    @property
    def needed_name(self) -> str:
        """Name of the amount needed in the space."""
        return f"{self.name}: needed"

    @property
    def available_name(self) -> str:
        """Name of the amount available in the space."""
        return f"{self.name}: available"

    def unit_at(self, options: Sequence[int]) -> str:
        """The unit at a point with the mistake."""
        return self.units[int(self.unit.at(options).item())]


@dataclass(frozen=True)
class Bound:
    """A configuration and its choices as inputs of the engine.

    Attributes:
        plan: the plan with that configuration alone.
        axes: the choices.
        inputs: inputs of the configuration as it is.
        choices: what each choice sets by itself.
        joint: inputs that depend on several choices.
        relations: by the code of the mistake, 1 where no combination makes it and 0 where one does.
        amounts: by the same code, the amounts needed and available, for mistakes that state them.
    """

    plan: Plan
    axes: Sequence[Axis]
    inputs: Mapping[str, Array]
    choices: Sequence[Choice]
    joint: Mapping[Set, Joint]
    relations: Mapping[str, Joint]
    amounts: Mapping[str, AmountTables]
    curves: Mapping[str, Any] = field(repr=False)

    def space(self, wanted: Sequence[str]) -> Space:
        """All combinations; raises `SpaceNotSupported` as `evaluate_space` does."""
        amounts = {
            name: table
            for each in self.amounts.values()
            for name, table in ((each.needed_name, each.needed), (each.available_name, each.available))
        }
        return evaluate_space(
            self.inputs,
            self.choices,
            wanted,
            curves=self.curves,
            joint=self.joint,
            relations={**self.relations, **amounts},
        )

    def configuration(self, options: Sequence[int]) -> dict[str, Any]:
        """The configuration at a point, as the plan's file has it."""
        return edited(
            self.plan.configurations[0], [axis.options[at] for axis, at in zip(self.axes, options, strict=True)]
        )


def edited(configuration: Configuration, edits: Sequence[Edits]) -> dict[str, Any]:
    """A configuration with some fields set, as a file has it; None takes a field away."""
    document: dict[str, Any] = configuration.model_dump(mode="json", exclude_unset=True)
    for each in edits:
        for pointer, value in each.items():
            set_at(document, pointer, value)
    return document


def alone(plan: Plan, place: int) -> Plan:
    """The plan with one of its configurations only, and what is remarked of that."""
    at = f"/configurations/{place}/"
    remarks = {
        pointer.replace(at, "/configurations/0/", 1): remark
        for pointer, remark in plan.remarks.items()
        if pointer.startswith(at) or not pointer.startswith("/configurations/")
    }
    return plan.model_copy(update={"configurations": (plan.configurations[place],), "remarks": remarks})


def bind_axes(
    plan: Plan, place: int, axes: Sequence[Axis], catalogue: Catalogue, rules: Sequence[PartRule] = ()
) -> Bound:
    """A configuration of a plan with choices, as inputs of the engine.

    Args:
        plan: the plan, which has no dated events.
        place: place of the configuration whose fields are chosen.
        axes: the choices; no field is set by two of them.
        catalogue: the catalogue.
        rules: what the parts must keep to, beside what can be built.

    Raises:
        OptionError: an option is no valid configuration, or sets what another choice sets.
        NotSearchable: there are hosts of other models, or a choice changes a measured curve.
    """
    own = alone(plan, place)
    options = _Options(own.configurations[0], axes)
    if own.configurations[0].other_host_models or options.touched(Read("/other_host_models", whole=True)):
        raise NotSearchable(
            "A configuration with hosts of other models, whose number differs by date, is not searched."
        )
    # Its mistakes do not count here: choices may mend them.
    base = recorded(own, catalogue)
    tables = _Tables(options.sizes)
    for step in PLAN_STEPS:
        tables.add(_walk(options, partial(_plan_step, own, catalogue, step)))
    by_field = [partial(bind_fields, path=path) for path in plain_fields(Configuration)]
    others = [each for each in CONFIGURATION_STEPS if each is not bind_fields]
    steps: list[ConfigurationStep] = [_parts_fit, *by_field, *others]
    for of_configuration in steps:
        tables.add(_walk(options, partial(_configuration_step, own, base, catalogue, of_configuration)))
    binding = base.finish()
    inputs, choices, joint = tables.inputs(binding.arrays, axes)
    numbers = Numbers(evaluate_space(inputs, choices, [], curves=binding.curves, joint=joint))
    for finder in REASONS:
        tables.add(_walk(options, partial(_reason_step, own, base, catalogue, numbers, finder)))
    for rule in rules:
        tables.add(_walk(options, partial(_rule_step, rule)))
    return Bound(own, axes, inputs, choices, joint, tables.relations, tables.amounts, binding.curves)


def _parts_fit(to: Recorder, at: str, configuration: Configuration) -> None:
    """The parts that the layout needs are there, and no others."""
    if mistake := parts_mistake(configuration):
        to.mistakes.append(Mistake(f"{at}/layout", "parts_do_not_fit", mistake, None))


# ------------------------------------------------------------------------------------------------------- the options


class _Options:
    """The options as documents, and the fields in which they differ from the configuration as it is."""

    def __init__(self, base: Configuration, axes: Sequence[Axis]) -> None:
        self.base = base
        self.sizes = tuple(len(each.options) for each in axes)
        self.changes: list[list[dict[str, _Value]]] = []
        self.pointers: list[Sequence[str]] = []
        self._touched: dict[Read, Sequence[int]] = {}
        for place, axis in enumerate(axes):
            found = [self._edited(place, at, option) for at, option in enumerate(axis.options)]
            pointers = _outermost({pointer for each in found for pointer in _differences(base, each, "")})
            # What one option leaves as it is has the value of the base there.
            self.changes.append([{pointer: value_at(each, pointer) for pointer in pointers} for each in found])
            self.pointers.append(pointers)
            for before, others in enumerate(self.pointers[:-1]):
                both = next((one for one in pointers for other in others if _overlap(one, other)), None)
                if both is not None:
                    raise OptionError(
                        place, 0, f"{both} is set by the choices {axes[before].name!r} and {axis.name!r}."
                    )

    def _edited(self, axis: int, place: int, option: Edits) -> Configuration:
        try:
            return Configuration.model_validate(edited(self.base, [option]))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            at = "/".join(str(each) for each in first["loc"])
            raise OptionError(axis, place, f"/{at}: {first['msg']}") from error
        except NoSuchPlace as error:
            raise OptionError(axis, place, str(error)) from error

    def at(self, fixed: Mapping[int, int]) -> Configuration:
        """The configuration with an option of some choices, all others as it is."""
        found = self.base
        for axis, option in fixed.items():
            for pointer, value in self.changes[axis][option].items():
                found = _with(found, pointer.strip("/").split("/"), value)
        return found

    def touched(self, read: Read) -> Sequence[int]:
        """The choices that may change what was read."""
        if read not in self._touched:
            self._touched[read] = [
                axis
                for axis, pointers in enumerate(self.pointers)
                if any(read.touches(pointer) for pointer in pointers)
            ]
        return self._touched[read]


class _Value(NamedTuple):
    """The value of a field, and whether the plan gives it."""

    value: Any
    given: bool


def value_at(document: Document, pointer: str) -> _Value:
    """The value of a field, and whether it is given."""
    *path, name = pointer.strip("/").split("/")
    for each in path:
        document = getattr(document, each)
    return _Value(getattr(document, name), name in document.model_fields_set)


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def _outermost(pointers: Collection[str]) -> list[str]:
    """The fields that are in no other of them, in order: a part that an option sets has what others set in it."""
    return sorted(one for one in pointers if not any(one.startswith(f"{other}/") for other in pointers))


def _differences(one: Document, other: Document, at: str) -> Iterator[str]:
    """The fields in which a document differs from another; a part that only one has is one."""
    for name in type(one).model_fields:
        before, after = getattr(one, name), getattr(other, name)
        is_given_alike = (name in other.model_fields_set) is (name in one.model_fields_set)
        if isinstance(before, Document) and isinstance(after, Document):
            yield from _differences(before, after, f"{at}/{name}")
            if not is_given_alike:
                yield f"{at}/{name}"
        elif before != after or not is_given_alike:
            yield f"{at}/{name}"


def _with(document: Any, path: Sequence[str], value: _Value) -> Any:
    """A copy of a document with one field set."""
    name, *rest = path
    copy = document.model_copy()
    if rest:
        copy.__dict__[name] = _with(getattr(document, name), rest, value)
        return copy
    copy.__dict__[name] = value.value
    fields = set(document.model_fields_set)
    (fields.add if value.given else fields.discard)(name)
    copy.__pydantic_fields_set__ = fields  # a copy shares it with the document
    return copy


# --------------------------------------------------------------------------------------------------------- the steps


class _Found(NamedTuple):
    """What a step finds of one combination: values by input, and the codes of what is wrong with it."""

    values: Mapping[Set, Array]
    codes: Sequence[str]
    amounts: Mapping[str, Amounts] = {}
    """By code, the amounts needed and available."""


@dataclass
class _Leaf:
    """What a step finds where some choices have these options, whatever the others have."""

    fixed: Mapping[int, int]
    values: Mapping[Set, Array]
    codes: Sequence[str]
    amounts: Mapping[str, Amounts]


_Fixed = Mapping[int, int]
_Step = Callable[[Configuration, _Fixed, Callable[[int], None]], _Found]
"""Of a watched configuration with the options that are fixed; the number of a choice is noted where it decides."""


def _walk(options: _Options, step: _Step) -> list[_Leaf]:
    """All results of a step, by the choices that it reads on the way to each."""
    leaves: list[_Leaf] = []

    def walk(fixed: Mapping[int, int]) -> None:
        reads: list[int] = []
        own = watched(options.at(fixed), lambda read: reads.extend(options.touched(read)))
        values, codes, amounts = step(own, fixed, reads.append)
        found = next((axis for axis in reads if axis not in fixed), None)
        if found is None:
            leaves.append(_Leaf(fixed, values, codes, amounts))
            return
        for option in range(options.sizes[found]):
            walk({**fixed, found: option})

    walk({})
    return leaves


def _plan_step(
    plan: Plan,
    catalogue: Catalogue,
    step: PlanStep,
    configuration: Configuration,
    _fixed: _Fixed,
    _note: Callable[[int], None],
) -> _Found:
    to = Recorder(plan.model_copy(update={"configurations": (configuration,)}), catalogue)
    step(to)
    values: dict[Set, Array] = {name: np.atleast_1d(value[0, 0]) for name, value in to.binding.arrays.items()}
    values |= dict.fromkeys(to.binding.curves, _CURVE)
    return _Found(values, [each.code for each in to.mistakes])


_CURVE = np.zeros(0)
"""Stands for a measured curve, which is no number."""


def _configuration_step(
    plan: Plan,
    base: Recorder,
    catalogue: Catalogue,
    step: ConfigurationStep,
    configuration: Configuration,
    _fixed: _Fixed,
    _note: Callable[[int], None],
) -> _Found:
    to = _after(plan, base, catalogue, step, configuration)
    values: dict[Set, Array] = {name: np.array([value]) for name, (value,) in to.by_configuration.items()}
    values |= {name: series for name, (series,) in to.by_months.items()}
    values |= {name: np.array(of_groups[0]) for name, of_groups in to.by_group.items()}
    for name, numbers in to.by_role.items():
        values |= {(name, role): np.array([number]) for (_, role), number in numbers.items()}
    return _Found(values, [each.code for each in to.mistakes])


def _after(
    plan: Plan,
    base: Recorder,
    catalogue: Catalogue,
    step: ConfigurationStep,
    configuration: Configuration,
) -> Recorder:
    """What a step records of a configuration, after what is the plan's: the unit convention."""
    to = Recorder(plan.model_copy(update={"configurations": (configuration,)}), catalogue)
    to.binding.arrays.update(base.binding.arrays)
    to.current = (0, configuration)
    step(to, "/configurations/0", configuration)
    return to


_RECORDING = {"memory_module_gib": (bind_embodied,)}
"""The steps that record an input whose origin a reason looks up."""


def _reason_step(
    plan: Plan,
    base: Recorder,
    catalogue: Catalogue,
    numbers: Numbers,
    finder: Finder[About],
    configuration: Configuration,
    fixed: _Fixed,
    note: Callable[[int], None],
) -> _Found:
    own = plan.model_copy(update={"configurations": (configuration,)})

    def origins(name: str) -> list[Input]:
        found = (_after(plan, base, catalogue, step, configuration) for step in _RECORDING[name])
        return [record for to in found for record in to.records[name, configuration.key]]

    looked = Looked(own, numbers, fixed, note, origins)
    reasons = list(said(finder, looked, catalogue))
    amounts: dict[str, Amounts] = {}
    for each in reasons:
        own_amounts = amounts_of(each)
        # Of a code that is said twice, those of which more is missing.
        if own_amounts and (each.code not in amounts or own_amounts.missing > amounts[each.code].missing):
            amounts[each.code] = own_amounts
    return _Found({}, [each.code for each in reasons], amounts)


def _rule_step(rule: PartRule, configuration: Configuration, _fixed: _Fixed, _note: Callable[[int], None]) -> _Found:
    broken = list(rule(configuration))
    return _Found({}, [each.code for each in broken], {each.code: each.amounts for each in broken if each.amounts})


# -------------------------------------------------------------------------------------------------------- the tables


class _Tables:
    """What the steps record, each input on the choices on which its value depends."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        self.constants: dict[Set, Array] = {}
        self.found: dict[Set, Joint] = {}
        self.relations: dict[str, Joint] = {}
        self.amounts: dict[str, AmountTables] = {}

    def add(self, leaves: Sequence[_Leaf]) -> None:
        """Take the leaves of a step."""
        axes = tuple(sorted({axis for leaf in leaves for axis in leaf.fixed}))
        for name in dict.fromkeys(name for leaf in leaves for name in leaf.values):
            if axes:
                self._input(name, axes, leaves)
        for code in dict.fromkeys(code for leaf in leaves for code in leaf.codes):
            holds = self._filled(axes, leaves, partial(_holds, code))
            number = 1 + sum(each.split("#")[0] == code for each in self.relations)
            name = f"{code}#{number}" if number > 1 else code
            self.relations[name] = _lean(axes, holds)
            if units := list(dict.fromkeys(leaf.amounts[code].unit for leaf in leaves if code in leaf.amounts)):
                needed, available, unit = (
                    _lean(axes, self._filled(axes, leaves, partial(_amount, code, place, units))) for place in range(3)
                )
                self.amounts[name] = AmountTables(name, needed, available, unit, units)

    def _input(self, name: Set, axes: Sequence[int], leaves: Sequence[_Leaf]) -> None:
        members = next(leaf.values[name] for leaf in leaves if name in leaf.values).shape
        if members == _CURVE.shape:
            raise NotSearchable(f"A choice changes the measured curve of {name}: search with each by itself.")
        missing = np.full(members, np.nan)
        table = self._filled(axes, leaves, lambda leaf: leaf.values.get(name, missing))
        joint = _lean(axes, table)
        if joint.choices:
            self.found[name] = joint
        else:
            self.constants[name] = joint.values

    def _filled(self, axes: Sequence[int], leaves: Sequence[_Leaf], value: Callable[[_Leaf], Array]) -> Array:
        table = np.empty((*(self.sizes[axis] for axis in axes), *value(leaves[0]).shape))
        for leaf in leaves:
            table[tuple(leaf.fixed.get(axis, slice(None)) for axis in axes)] = value(leaf)
        return table

    def inputs(
        self, base: Mapping[str, Array], axes: Sequence[Axis]
    ) -> tuple[dict[str, Array], list[Choice], dict[Set, Joint]]:
        """Inputs that no choice changes, what each choice sets by itself, and what several set together."""
        inputs = dict(base)
        for each, value in self.constants.items():
            if isinstance(each, str):
                inputs[each] = value.reshape(1, 1, *(value.shape if MODEL.inputs[each].axes else ()))
            else:
                name, role = each
                inputs[name] = inputs[name].copy()
                inputs[name][0, 0, role] = value.item()
        by_one: list[dict[Set, Array]] = [{} for _ in axes]
        joint: dict[Set, Joint] = {}
        for each, table in self.found.items():
            if len(table.choices) == 1:
                members = isinstance(each, str) and MODEL.inputs[each].axes
                by_one[table.choices[0]][each] = table.values if members else table.values[:, 0]
            else:
                joint[each] = table
        choices = [Choice(axis.name, sets, len(axis.options)) for axis, sets in zip(axes, by_one, strict=True)]
        return inputs, choices, joint


def _holds(code: str, leaf: _Leaf) -> Array:
    return np.array([0.0 if code in leaf.codes else 1.0])


def _amount(code: str, place: int, units: Sequence[str], leaf: _Leaf) -> Array:
    if code not in leaf.amounts:
        return np.array([np.nan])
    needed, available, unit = leaf.amounts[code]
    return np.array([(needed, available, float(units.index(unit)))[place]])


def _lean(axes: Sequence[int], table: Array) -> Joint:
    """The table without the axes along which nothing changes."""
    kept: list[int] = []
    for axis in axes:
        place = len(kept)
        first = table.take([0], axis=place)
        if np.array_equal(np.broadcast_to(first, table.shape), table, equal_nan=True):
            table = first.squeeze(axis=place)
        else:
            kept.append(axis)
    return Joint(tuple(kept), table)
