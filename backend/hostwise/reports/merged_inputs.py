"""Inputs as people read them: one line for all that differ only in their owner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hostwise.answers.wording.number_texts import input_text
from hostwise.plan.answers.result import Input

_FEW = 4
"""Values up to which each is written; more are written as a range."""


@dataclass
class Merged:
    """Inputs that differ only in their owner."""

    first: Input
    configurations: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    values: list[Input] = field(default_factory=list)


def merged(records: Sequence[Input]) -> list[Merged]:
    """The inputs that have a value, merged over configurations and VM groups."""
    found: dict[tuple[object, ...], Merged] = {}
    for record in records:
        if record.value is None:
            continue
        key: tuple[object, ...] = (record.quantity, record.status, record.source)
        # The values of VM groups stand together: there may be hundreds of groups.
        if record.group is None:
            key += (record.value, record.locator, record.note)
        each = found.setdefault(key, Merged(record))
        each.values.append(record)
        if record.configuration is not None and record.configuration not in each.configurations:
            each.configurations.append(record.configuration)
        if record.group is not None and record.group not in each.groups:
            each.groups.append(record.group)
    return list(found.values())


def value_texts(each: Merged, currency: str) -> list[str]:
    """The values: one, each of a few, or the ends of many."""
    texts = list(dict.fromkeys(input_text(record, currency) for record in each.values))
    if len(texts) == 1:
        return texts
    numbers = sorted(each.values, key=lambda record: record.value or 0)
    if len(each.values) <= _FEW:
        return [input_text(record, currency) for record in each.values]
    ends = [input_text(numbers[place], currency) for place in (0, -1)]
    return [f"{ends[0]} to {ends[1]}"]
