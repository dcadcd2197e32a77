"""Virtual hard disks of Hyper-V in lists of their own, by Get-VHD, and the VMs that they belong to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from hostwise.estate.importers.building import names_in_words
from hostwise.estate.importers.keys import short as short_name
from hostwise.number_format.writing import counted, short
from hostwise.plan.estate import EstateFinding, TabReport
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE

HOW = (
    "`Get-VM | % { $vm = $_; Get-VHD -VMId $vm.VMId | Select-Object @{n='VMName';e={$vm.Name}}, "
    "@{n='VMId';e={$vm.VMId}}, * } | Export-Csv disks.csv`"
)
"""A line of PowerShell that lists disks with their VMs."""

_OF_DISKS = ("vhdtype", "vhdformat", "parentpath")
_OF_DRIVES = ("controllertype", "controllernumber", "controllerlocation")
_NAMES, _IDS = ("vmname", "vm name", "vm"), ("vmid", "vm id")
_HOSTS = ("computername", "host name", "vmhost", "host")
_FILE = re.compile(r"[^;|,\"{}\n]+?\.(?:a?vhdx?|vhds)\b", re.IGNORECASE)


def is_disks(table: Table) -> bool:
    """Whether it is a list of virtual hard disks with their sizes, as Get-VHD gives."""
    return table.has("path", "size") and table.first_of(_OF_DISKS) is not None


def is_drives(table: Table) -> bool:
    """Whether it says which VM has which file, as Get-VMHardDiskDrive does, which knows no sizes."""
    return table.has("path") and table.first_of(_OF_DRIVES) is not None and table.first_of(_NAMES + _IDS) is not None


@dataclass
class Owners:
    """Finds VMs of one list by what rows of other lists say of them.

    Attributes:
        by_id: VMs by their ids.
        by_place: VMs by name and host.
        by_name: VMs by names that only one of them has.
        by_path: VMs by the files of their drives, with the host where it is said.
    """

    by_id: dict[str, int] = field(default_factory=dict)
    by_place: dict[tuple[str, str], int] = field(default_factory=dict)
    by_name: dict[str, int] = field(default_factory=dict)
    by_path: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(self, table: Table) -> list[int]:
        """The VM of each row of another list; -1 where it is not known."""
        columns = [table.texts(*each) or [""] * len(table) for each in (_IDS, _NAMES, _HOSTS, ("path",))]
        return [self._of_row(*each) for each in zip(*columns, strict=True)]

    def _of_row(self, vm_id: str, name: str, host: str, path: str) -> int:
        named, placed = name.lower(), short_name(host)
        if vm_id and self.by_id:
            return self.by_id.get(_id(vm_id), -1)
        for found in (self.by_place.get((named, placed)), self.by_name.get(named)):
            if named and found is not None:
                return found
        small = _path(path)
        return self.by_path.get((small, placed), self.by_path.get((small, ""), -1)) if not named else -1


def owners_of(vms: Table, rows: Sequence[int], drives: Sequence[Table]) -> Owners:
    """The VMs of a list, to find them by.

    Args:
        vms: the list, of Get-VM or a script like that.
        rows: the row of each VM.
        drives: lists of which VM has which file.
    """
    ids, hosts = vms.texts(*_IDS, "id"), vms.texts(*_HOSTS)
    names = [each.lower() for each in vms.texts(*_NAMES, "name") or []]
    found = Owners()
    twice = {name for name, count in Counter(names[at] for at in rows).items() if count > 1}
    for vm, at in enumerate(rows):
        if ids is not None and ids[at]:
            found.by_id[_id(ids[at])] = vm
        if hosts is not None:
            found.by_place.setdefault((names[at], short_name(hosts[at])), vm)
        if names[at] not in twice:
            found.by_name[names[at]] = vm
    for path, vm in _own_files(vms, rows):
        found.by_path.setdefault((path, "" if hosts is None else short_name(hosts[rows[vm]])), vm)
        found.by_path.setdefault((path, ""), vm)
    for each in drives:
        places = [short_name(one) for one in each.texts(*_HOSTS) or [""] * len(each)]
        for path, place, vm in zip(each.texts("path") or [], places, found.of(each), strict=True):
            if vm >= 0 and path:
                found.by_path.setdefault((_path(path), place), vm)
                found.by_path.setdefault((_path(path), ""), vm)
    return found


def _own_files(vms: Table, rows: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Files of disks that the list of VMs names itself, whatever the column is called."""
    for key in vms.index:
        texts = vms.texts(key) or []
        if not any("vhd" in each.lower() for each in texts):
            continue
        for vm, at in enumerate(rows):
            for each in _FILE.findall(texts[at]):
                yield _path(each), vm


def _path(text: str) -> str:
    return text.strip().lower().replace("/", "\\")


def _id(text: str) -> str:
    return text.strip("{} ").lower()


@dataclass
class DiskLists:
    """Lists of disks beside those of VMs, as one table, and which of its rows belong to a VM.

    Attributes:
        lists: the lists of disks.
        table: all of their rows; None where there is none.
        drives: lists of which VM has which file.
    """

    lists: Sequence[Table]
    table: Table | None
    drives: Sequence[Table]
    known: set[int] = field(default_factory=set)

    def vms_of_rows(self, vms: Table, rows: Sequence[int]) -> list[int]:
        """The VM of each row, -1 where it is none of this list. What a file is a layer of belongs to its VM."""
        if self.table is None:
            return []
        found = owners_of(vms, rows, self.drives).of(self.table)
        paths = [_path(each) for each in self.table.texts("path") or []]
        parents = [_path(each) for each in self.table.texts("parentpath") or [""] * len(paths)]
        at_path = {path: at for at, path in enumerate(paths) if path}
        for at, vm in enumerate(list(found)):
            parent, left = at_path.get(parents[at]), len(paths)
            while vm >= 0 and parent is not None and found[parent] < 0 and left:
                found[parent] = vm
                parent, left = at_path.get(parents[parent]), left - 1
        self.known.update(at for at, vm in enumerate(found) if vm >= 0)
        return found

    def tell_lost(self) -> None:
        """Leave out the disks that no VM was found for, with what they hold and how to list them with their VMs."""
        if self.table is None:
            return
        lost = [at for at in range(len(self.table)) if at not in self.known]
        sizes: Floats | None = self.table.numbers("size", factor=GB_PER_BYTE)
        if not lost or sizes is None:
            return
        has_names = self.table.first_of((*_NAMES, *_IDS)) is not None
        why = (
            "no VM of the list has their names or ids"
            if has_names
            else "the list of disks names no VMs, and the list of VMs none of these files"
        )
        self.table.reject(
            "no_such_vm",
            f"Virtual hard disks without a VM are left out, {counted(len(lost), 'rows')} with "
            f"{short(float(np.nansum(sizes[lost])) / 1000)} TB: {why}. List them with their VMs: {HOW}.",
            lost,
        )

    def reports(self) -> list[TabReport]:
        """What became of the rows of each list."""
        begin = 0
        for each in self.lists:
            if self.table is not None and each is not self.table:
                each.rejected |= {at - begin for at in self.table.rejected if 0 <= at - begin < len(each)}
                each.repaired |= {at - begin for at in self.table.repaired if 0 <= at - begin < len(each)}
            begin += len(each)
        return [each.report() for each in (*self.lists, *self.drives)]

    def told(self) -> list[EstateFinding]:
        """What is said of them."""
        tables = [*self.drives] if self.table is None else [self.table, *self.drives]
        return [finding for each in tables for finding in each.told()]


def disk_lists(tables: Sequence[Table]) -> DiskLists:
    """The lists of disks among some tables."""
    disks = [each for each in tables if is_disks(each)]
    drives = [each for each in tables if is_drives(each) and not is_disks(each)]
    if len(disks) < 2:
        return DiskLists(disks, disks[0] if disks else None, drives)
    keys = list(dict.fromkeys(key for each in disks for key in each.index))
    rows = [
        list(row) for each in disks for row in zip(*(each.texts(key) or [""] * len(each) for key in keys), strict=True)
    ]
    name = names_in_words(each.name for each in disks)
    return DiskLists(disks, Table(disks[0].file, name, keys, rows, range(1, len(rows) + 1)), drives)
