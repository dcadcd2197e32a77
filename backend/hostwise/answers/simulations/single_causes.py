"""Causes one by one: each value or rule of a plan moved by itself, for tornado, effects and what flips a verdict."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from hostwise.answers.simulations.causes import (
    Cause,
    Causes,
    Moved,
    Own,
    Place,
    own_ranges,
    records_at,
    weights_of,
    with_lines,
)
from hostwise.answers.simulations.input_distributions import InputDistribution, InputDistributions, rule_of
from hostwise.answers.simulations.line_uncertainty import MovedLine, line_shares
from hostwise.binding import Binding
from hostwise.binding.ranges import numbers_of, ranged_values
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.document import FOLLOWED, is_decided


def each_by_itself(binding: Binding, catalogue: Catalogue, most: int) -> Causes:
    """One cause for each field of the plan: it moves the value by its range if uncertain, else by a tenth.

    Fields are numbers that the plan gives, except counts in a configuration or a rule, and those that an uncertain
    value stands in for; at most so many, the first ones.
    """
    numbers = set(numbers_of(binding.plan))
    fields: dict[str, list[Own]] = {}
    for name, place, record, reach in _reaches(binding, catalogue, binding.arrays):
        at = record.pointer or ""
        if at and record.value and (reach is not None or at in numbers):
            fields.setdefault(at, []).append(Own(name, place, record, reach or TENTH))
    for own in _each_line(binding, catalogue):
        fields.setdefault(own.record.pointer or "", []).append(own)
    return _apart(binding, fields, most)


def _each_line(binding: Binding, catalogue: Catalogue) -> Iterator[Own]:
    """The cost lines, each with its own range, else a tenth more or less."""
    ranged = {each.pointer: each for each in ranged_values(binding.plan)}
    own = {each.record.pointer: each.reach for some in own_ranges(binding, ranged, catalogue) for each in some}
    for share in line_shares(binding):
        if share.record.value:
            yield Own(share.input, (), share.record, own.get(share.record.pointer, TENTH), share)


def each_rule(binding: Binding, catalogue: Catalogue) -> Causes:
    """One cause for each rule that no source confirms, over its whole range."""
    fields: dict[str, list[Own]] = {}
    for name in binding.arrays:
        for place, record in records_at(binding, name):
            rule = rule_of(catalogue, record)
            if rule is None or rule.confidence != _UNVERIFIED or is_decided(record.pointer or ""):
                continue
            if rule.low is not None and rule.high is not None and record.value is not None:
                low, high = rule.low - record.value, rule.high - record.value
                reach = InputDistribution(
                    rule.key, record.label, "points", low, high, "; ".join(rule.source), rule.meaning
                )
                fields.setdefault(rule.key, []).append(Own(name, place, record, reach))
    return _apart(binding, fields, len(fields))


_UNVERIFIED = "background"


def each_behind(
    binding: Binding, catalogue: Catalogue, names: Iterable[str], configurations: Container[str | None], most: int
) -> Causes:
    """One cause for each value of some inputs, given or not.

    It moves an uncertain value by its range, and any other by a tenth. Values from one field of the plan move together.
    Counts, switches and values fixed by definition do not move. At most so many, the first ones.

    Args:
        binding: the plan as it is evaluated.
        catalogue: the catalogue that it refers to.
        names: the inputs.
        configurations: keys of the configurations whose inputs move; None stands for what all have in common.
        most: largest number of values.
    """
    numbers, wanted = set(numbers_of(binding.plan)), tuple(names)
    fields: dict[str, list[Own]] = {}
    for name, place, record, reach in _reaches(binding, catalogue, wanted):
        if record.configuration not in configurations or record.value is None:
            continue
        at = record.pointer or ""
        is_moved = reach is not None and (record.value != 0 or reach.shape == "points")
        if is_moved or (record.value != 0 and (at in numbers or _is_amount(name, record))):
            own = f"{at} {name} {record.configuration or ''} {record.role or ''} {place}"
            # What configurations have of the policy is one value.
            is_one = at in numbers or at in FOLLOWED
            fields.setdefault(at if is_one else own, []).append(Own(name, place, record, reach or TENTH))
    for line in _each_line(binding, catalogue):
        if line.input in wanted and line.record.configuration in configurations:
            fields.setdefault(line.record.pointer or "", []).append(line)
    return _apart(binding, fields, most)


_THINGS = frozenset({"hosts", "sites", "clusters", "parts", "sockets", "groups", "drives", "modules", "slots", "bays"})
"""Units of what is counted: there is no tenth of a site."""


def _is_amount(name: str, record: Input) -> bool:
    """Whether a value could be a little more or less."""
    is_decided = record.status == InputStatus.CONVENTION or name.endswith(("_flag", "_rank"))
    return not is_decided and record.unit.split("/")[0] not in _THINGS


def _reaches(
    binding: Binding, catalogue: Catalogue, names: Iterable[str]
) -> Iterator[tuple[str, Place, Input, InputDistribution | None]]:
    """The values of inputs, each with its own range, else that of its kind; None where it is not uncertain."""
    ranged = {each.pointer: each for each in ranged_values(binding.plan)}
    reaches = InputDistributions(binding, catalogue)
    own = {each.record.pointer: each.reach for some in own_ranges(binding, ranged, catalogue) for each in some}
    for name in names:
        if name not in binding.arrays:
            continue
        spreads = [each for each in catalogue.spreads.values() if name in each.inputs]
        for place, record in records_at(binding, name):
            reach = own.get(record.pointer or "")
            for spread in spreads if reach is None else ():
                reach = reaches.of(spread, name, record) or reach
            yield name, place, record, reach


def _apart(binding: Binding, fields: Mapping[str, list[Own]], most: int) -> Causes:
    """One cause for each field."""
    fields = dict(islice(fields.items(), most))
    causes = [
        Cause(replace(parts[0].reach, key=at), None, 1, tuple(each.record for each in parts))
        for at, parts in fields.items()
    ]
    places: dict[str, dict[InputDistribution, dict[int, list[Place]]]] = {}
    lines: list[tuple[int, Own]] = []
    for number, parts in enumerate(fields.values()):
        for each in parts:
            if each.line is None:
                places.setdefault(each.input, {}).setdefault(each.reach, {}).setdefault(number, []).append(each.place)
            else:
                lines.append((number, each))
    moved: dict[str, tuple[Moved | MovedLine, ...]] = {
        name: tuple(Moved(reach, weights_of(binding, name, at, causes)) for reach, at in parts.items())
        for name, parts in places.items()
    }
    return Causes(tuple(causes), with_lines(moved, lines, causes))


TENTH = InputDistribution("tenth", "a tenth", "factor", 1 / 1.1, 1.1, "HOSTWISE", "a tenth less and a tenth more")
