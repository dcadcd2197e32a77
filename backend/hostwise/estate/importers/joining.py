"""Lists of several exports as one: what two of them hold counts once, is filled in from both, and is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from hostwise.estate.importers.one_estate import Matches, Overlap
from hostwise.number_format.writing import counted, short, some
from hostwise.plan.estate import Columns, DatastoreColumns, EstateFinding, Inventory, Power, VmColumns

_NAMED = 5

_OWN = frozenset({"id", "name", "uuids", "vcenter", "template", "power_word", "shared_gb", "alike_gb", "attributes"})
"""Columns that are not filled in: what identifies a VM, and what belongs to another column."""


@dataclass
class Twice:
    """Rows that several lists hold and that count once.

    Attributes:
        columns: the rows of all lists, one list after the other.
        rows: rows that do not count, with the row that counts instead.
        by_part: how many rows of each list do not count.
        filled: columns that were filled in from rows that do not count.
    """

    columns: Columns
    rows: Mapping[int, int]
    by_part: Sequence[int]
    filled: dict[str, None] = field(default_factory=dict)


def counted_once(columns: Columns, parts: Sequence[Columns], matches: Mapping[tuple[int, int], Matches]) -> Twice:
    """What counts once of several lists. A column that a list lacks is filled in from the others.

    Args:
        columns: the rows of all lists, one list after the other.
        parts: the lists.
        matches: rows of two lists that are the same, by the places of the lists.
    """
    starts = [0, *accumulate(map(len, parts))]
    rows: dict[int, int] = {}
    for (one, two), same in sorted(matches.items()):
        for row, first in same.items():
            rows.setdefault(starts[two] + row, _root(rows, starts[one] + first))
    found = Twice(columns, rows, [0] * len(parts))
    part_of = [part for part, each in enumerate(parts) for _ in range(len(each))]
    by_parts: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for gone, row in rows.items():
        by_parts.setdefault((part_of[row], part_of[gone]), []).append((row, gone))
    for (one, two), pairs in sorted(by_parts.items()):
        found.by_part[two] += len(pairs)  # type: ignore[index]
        found.filled |= dict.fromkeys(_filled(columns, parts[one], parts[two], pairs))
    return found


def _root(rows: Mapping[int, int], row: int) -> int:
    while row in rows:
        row = rows[row]
    return row


def _filled(columns: Columns, one: Columns, two: Columns, pairs: Sequence[tuple[int, int]]) -> Iterable[str]:
    """Fill in what a list lacks from another one, and return the names of its columns."""
    if isinstance(columns, VmColumns):
        pairs = _in_one_state(columns.power, pairs)
    for name in type(columns).model_fields.keys() - _OWN:
        target, mine, other = (getattr(each, name) for each in (columns, one, two))
        if isinstance(target, dict):
            lacking = [(target[key], other[key]) for key in other if key not in mine]
        else:
            lacking = [(target, other)] if mine is None and other is not None else []
        for column, source in lacking:
            for row, gone in pairs:
                column[row] = column[gone]
            if any(source):
                yield name


def _in_one_state(power: MutableSequence[Power], pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The VMs that run in both lists, or in none; where one says nothing of it, it is as the other says."""
    for row, gone in pairs:
        if power[row] is Power.UNKNOWN and power[gone] is not Power.OTHER:
            power[row] = power[gone]
    return [(row, gone) for row, gone in pairs if power[row] is power[gone]]


def about_vms(
    common: Sequence[Overlap], twice: Twice, inventories: Sequence[Inventory], which: str
) -> list[EstateFinding]:
    """What is said of VMs that several lists hold, or may hold."""
    found = [_alike(each, inventories) for each in common if each.alike]
    if not twice.rows:
        return found
    reasons = " and ".join(dict.fromkeys(each.by for each in common if each.by))
    message = (
        f"VMs that two files hold are counted once, {which}: {_names(twice)}. "
        f"{f'They are known by {reasons}. ' if reasons else ''}"
        f"That takes away {_amount(twice.columns, list(twice.rows))}. VMs that are in one file only count, too."
    )
    if twice.filled:
        message += f" What one lacks is filled in from the other: {', '.join(sorted(twice.filled))}."
    return [EstateFinding(code="vm_twice", kind="rejected", message=message, count=len(twice.rows)), *found]


def _alike(overlap: Overlap, inventories: Sequence[Inventory]) -> EstateFinding:
    one, two = (inventories[at] for at in overlap.lists)
    files = [each.sources[0].file for each in (one, two)]
    if files[0] == files[1]:
        files = [each.tabs[0].file if each.tabs else file for each, file in zip((one, two), files, strict=True)]
    rows = sorted(overlap.alike)
    message = (
        f"VMs of {' and '.join(files)} have equal names and sizes or one UUID, and nothing else shows that they are "
        f"the same: {some([two.vms.name[row] for row in rows], _NAMED)}. They count for both files, "
        f"{_amount(two.vms, rows)} twice. If both files are of one estate, bring only one of them."
    )
    ids = [two.vms.id[row] for row in rows[:_SHOWN]]
    return EstateFinding(code="vms_alike", kind="warning", message=message, vms=ids, count=len(rows))


_SHOWN = 200


def about_datastores(twice: Twice) -> list[EstateFinding]:
    """What is said of datastores that several lists hold."""
    if not twice.rows or not isinstance(twice.columns, DatastoreColumns):
        return []
    capacity = _sum(twice.columns.capacity_gb, twice.rows)
    message = f"Datastores that two files hold count once: {_names(twice)}. "
    message += f"That takes away {short(capacity / 1000)} TB of capacity."
    return [EstateFinding(code="datastore_twice", kind="rejected", message=message, count=len(twice.rows))]


def _names(twice: Twice) -> str:
    return some(list(dict.fromkeys(twice.columns.name[row] for row in twice.rows)), _NAMED)


def _amount(columns: Any, rows: Sequence[int]) -> str:
    """VMs, vCPU, memory and disk of some rows; what is provisioned where disks have no size."""
    cpus, memory = _sum(columns.vcpu, rows), _sum(columns.memory_gib, rows)
    disk = _sum(columns.disk_gb, rows) or _sum(columns.provisioned_gb, rows)
    return (
        f"{counted(len(rows), 'VMs')}, {counted(cpus, 'vCPU')}, {counted(memory, 'GiB')} of memory and "
        f"{short(disk / 1000)} TB of disk"
    )


def _sum(column: Sequence[float | None] | None, rows: Iterable[int]) -> float:
    return 0.0 if column is None else sum(column[row] or 0 for row in rows)
