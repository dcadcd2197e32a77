"""Rows of a table of one's own that are disks: several of them are one VM, whose vCPU and memory count once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import names_in_words, sizes_in_words
from hostwise.number_format.writing import counted, short
from hostwise.tables.named_columns import words
from hostwise.tables.table import Floats, Table, plain

_OF_VM = re.compile(
    r".*\b(?:ip|ipv4|mac|dns|fqdn|owner|uuid|moref|serial|besitzer|proprietaire)\b.*|(?:vm|instance|guest) ?id|vmid"
)
"""Further columns by which VMs with the same name can be distinguished."""
_OF_DISK = re.compile(
    r".*(?:disk|drive|hdd|vmdk|vhd|lun|volume|festplatte|laufwerk|platte|disqu|disco|schijf).*"
    r"|file ?(?:name|path)?|path|label|device|mount ?point"
)
_NO_NAME = re.compile(
    r".*(?:type|format|mode|tier|class|status|state|free|used|size|capacity|count|iops|latency|number|anzahl|%).*|disks"
)
_TEXTS = ("datacenter", "cluster", "host", "folder", "os", "power")
_SIZES = ("vcpu", "memory_gib")
_NUMBERS = ("vcpu", "memory_gib", "memory_active_gib", "cpu_ghz", "cpu_peak_ghz")
_ADDED = (
    "disk_gb", "provisioned_gb", "used_gb", "iops_average", "iops_peak",
    "iops_read", "iops_write", "iops_read_peak", "iops_write_peak",
)  # fmt: skip
"""What is added up where rows of a VM differ in it; where they do not, it is the VM's own."""

_MOST_DISKS, _MOST_WITHOUT_LABELS = 256, 8
"""Most disks of a VM, and most rows that are taken as disks by their equal names alone."""


def names_of_cells(names: Sequence[str], columns: Mapping[str, Any]) -> list[str]:
    """The names of VMs, also of rows of disks below one whose name is written once, as in merged cells.

    Such a row has a disk and nothing of a VM. The last one is none if it is the sum of the disks above it.
    """
    disks = _sizes(columns)
    if disks is None or all(names):
        return list(names)
    own = [columns[each] for each in _NUMBERS if columns.get(each) is not None]
    texts = [columns[each] for each in _TEXTS if columns.get(each) is not None]
    found: list[str] = []
    for at, name in enumerate(names):
        is_disk = not name and at > 0 and not np.isnan(disks[at])
        is_bare = is_disk and all(np.isnan(each[at]) for each in own) and not any(each[at] for each in texts)
        is_sum = 1 < at == len(names) - 1 and np.isclose(disks[at], np.nansum(disks[:at]))
        goes_on = is_bare and not is_sum
        found.append(found[at - 1] if goes_on else name)
    return found


def owners_of(table: Table, names: Sequence[str], columns: Mapping[str, Any], taken: Sequence[str]) -> list[int]:
    """The row of the VM of each row: its own, or of a disk the first row of its VM.

    Rows are disks of one VM if they have its name and nothing else of a VM that differs, and a disk. That they are is
    told by names of disks, or by sizes that differ in some of these VMs; rows that are equal throughout are not.

    Args:
        table: the table, which is told.
        names: names of the VMs.
        columns: columns of the inventory by row.
        taken: headers that are read.
    """
    single = list(range(len(names)))
    disks = _sizes(columns)
    if disks is None or len(set(names)) == len(names):
        return single
    labels = _labels(table, taken)
    owners, members = _joined(table, names, columns, disks, labels)
    several = {first: rows for first, rows in members.items() if len(rows) > 1}
    if not several:
        return single
    further = [at for rows in several.values() for at in rows[1:]]
    labelled = any(len({labels[at] for at in rows} - {()}) > 1 for rows in several.values()) or (
        # A row that has neither vCPU nor memory is no VM.
        all(np.isnan(columns[each][further]).all() for each in _SIZES if columns.get(each) is not None)
    )
    unequal = any(len({float(disks[at]) for at in rows if not np.isnan(disks[at])}) > 1 for rows in several.values())
    most = _MOST_DISKS if labelled else _MOST_WITHOUT_LABELS
    kept = {first: rows for first, rows in several.items() if len(rows) <= most} if labelled or unequal else {}
    of_kept = {at for rows in kept.values() for at in rows}
    _tell_disks(table, kept, columns, disks, is_sure=labelled, is_unequal=unequal)
    return [owner if at in of_kept else at for at, owner in enumerate(owners)]


def _sizes(columns: Mapping[str, Any]) -> Floats | None:
    """What tells that a row has a disk: its capacity, or else what is provisioned or in use of it."""
    return next((columns[each] for each in _ADDED[:3] if columns.get(each) is not None), None)


def _labels(table: Table, taken: Sequence[str]) -> list[tuple[str, ...]]:
    """What names the disk of each row; empty where nothing does."""
    read_ = {plain(each) for each in taken}
    of_disk = [
        table.texts(key) or []
        for key, at in table.index.items()
        if key not in read_ and _OF_DISK.fullmatch(text := words(table.header[at])) and not _NO_NAME.fullmatch(text)
    ]
    rows = zip(*of_disk, strict=True) if of_disk else [()] * len(table)
    return [each if any(each) else () for each in rows]


def _joined(
    table: Table, names: Sequence[str], columns: Mapping[str, Any], disks: Floats, labels: Sequence[tuple[str, ...]]
) -> tuple[list[int], dict[int, list[int]]]:
    """The first row of the VM of each row, and the rows of each VM."""
    texts = [columns[each] for each in _TEXTS if columns.get(each) is not None]
    texts += [table.texts(key) or [] for key, at in table.index.items() if _OF_VM.fullmatch(words(table.header[at]))]
    numbers = [columns[each] for each in _NUMBERS if columns.get(each) is not None]

    def differ(one: int, other: int) -> bool:
        return any(each[one] and each[other] and each[one] != each[other] for each in texts) or any(
            abs(each[one] - each[other]) > 0 for each in numbers
        )

    repeated = {name for name, count in Counter(names).items() if count > 1 and name}
    owners, members = list(range(len(names))), {at: [at] for at in range(len(names))}
    of_name: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        if name not in repeated:
            continue
        firsts = of_name.setdefault(name, [])
        fitting = (
            first
            for first in reversed(firsts)
            if not any(differ(row, at) for row in members[first])
            and not (labels[at] and any(labels[row] == labels[at] for row in members[first]))
        )
        first = None if np.isnan(disks[at]) else next(fitting, None)
        if first is None:
            firsts.append(at)
        else:
            owners[at] = first
            members[first].append(at)
            del members[at]
    return owners, members


def _tell_disks(
    table: Table,
    several: Mapping[int, Sequence[int]],
    columns: Mapping[str, Any],
    disks: Floats,
    *,
    is_sure: bool,
    is_unequal: bool,
) -> None:
    """Say which rows are disks, with what counts once, and what would count otherwise."""
    if not several:
        return
    rows = [at for each in several.values() for at in each]
    once, each_row = (sizes_in_words(columns, places) for places in (list(several), rows))
    are = f"{counted(len(rows), 'rows')} are {counted(len(several), 'VMs')}, with {once} in all."
    message = f"A row is a disk: {are}"
    if not is_sure:
        message = (
            f"Rows with the name, vCPU and memory of another are read as further disks of one VM: {are} If each row "
            f"is a VM, they are {counted(len(rows), 'VMs')} with {each_row}: then give them different names."
        )
    elif not is_unequal and columns.get("disk_gb") is not None:
        message += (
            f" All rows of each have the same size, {short(float(np.nansum(disks[rows])) / 1000)} TB added up: if that "
            f"is the whole of the VM, it is {short(float(np.nansum(disks[list(several)])) / 1000)} TB."
        )
    is_note = is_sure and is_unequal
    table.note("rows_of_disks", "note" if is_note else "warning", message, rows, count=len(several))


def tell_repeats(table: Table, names: Sequence[str], columns: Mapping[str, Any], firsts: Sequence[int]) -> None:
    """Warn of VMs whose row is equal to that of another in all columns: the list may have them twice."""
    seen: Counter[tuple[Any, ...]] = Counter()
    again = []
    repeated = {name for name, count in Counter(names).items() if count > 1}
    for at in firsts:
        if names[at] in repeated:
            key = tuple(table.rows[at])
            seen[key] += 1
            again += [at] if seen[key] > 1 else []
    if again:
        table.note(
            "rows_repeat",
            "warning",
            f"Rows that are equal in all columns to another, {counted(len(again), 'rows')}, count as VMs of their own: "
            f"{names_in_words(dict.fromkeys(names[at] for at in again))}. If the list has them twice, "
            f"{sizes_in_words(columns, again)} are too much: remove them.",
            again,
        )


def together(columns: Mapping[str, Any], members: Sequence[Sequence[int]]) -> dict[str, Any]:
    """Columns by VM from those by row: the first value that is there, and sums of what differs between disks.

    Args:
        columns: columns by row.
        members: the rows of each VM.
    """
    if all(len(each) == 1 for each in members):
        firsts = [rows[0] for rows in members]
        return {key: _at(values, firsts) for key, values in columns.items()}
    found: dict[str, Any] = {}
    for key, values in columns.items():
        if values is None:
            found[key] = None
        elif isinstance(values, np.ndarray):
            adds = key in _ADDED and (key == "disk_gb" or _differs(values, members))
            found[key] = np.array(list(_added(values, members) if adds else _first(values, members)), dtype=np.float64)
        else:
            found[key] = [next((values[at] for at in rows if values[at]), values[rows[0]]) for rows in members]
    if found.get("disks") is None:
        sizes = _sizes(columns)
        known = np.zeros(len(columns["name"])) if sizes is None else ~np.isnan(sizes)
        found["disks"] = np.array([float(known[list(rows)].sum()) for rows in members])
        found["disks"][found["disks"] == 0] = np.nan
    return found


def _at(values: Any, rows: Sequence[int]) -> Any:
    if isinstance(values, np.ndarray):
        return values[rows]
    return None if values is None else [values[at] for at in rows]


def _differs(values: Floats, members: Sequence[Sequence[int]]) -> bool:
    return any(len({float(values[at]) for at in rows if not np.isnan(values[at])}) > 1 for rows in members)


def _added(values: Floats, members: Sequence[Sequence[int]]) -> Iterator[float]:
    for rows in members:
        own = values[list(rows)]
        yield np.nan if np.isnan(own).all() else float(np.nansum(own))


def _first(values: Floats, members: Sequence[Sequence[int]]) -> Iterator[float]:
    for rows in members:
        yield next((float(values[at]) for at in rows if not np.isnan(values[at])), np.nan)
