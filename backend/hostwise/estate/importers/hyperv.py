"""Hyper-V: the CSV files that scripts make, with a row for each disk or each VM, or lists of both. None is official.

Sizes in GB are those of PowerShell, which are binary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import Join, inventory, merged
from hostwise.estate.importers.generic import FIELDS
from hostwise.estate.importers.header_words import HEADER_WORDS
from hostwise.estate.importers.hyperv_disks import HOW, DiskLists, disk_lists, is_disks, is_drives
from hostwise.estate.importers.keys import BETWEEN
from hostwise.estate.importers.power import HYPERV_CODES, powers_of, same_for_all
from hostwise.estate.importers.rows import Number, numbers_of, reject_rows, texts_of, vms_of, with_shells
from hostwise.estate.importers.virtual_hard_disks import disks_of
from hostwise.number_format.writing import counted
from hostwise.plan.estate import Inventory, Power, Source
from hostwise.tables.named_columns import Guess, guesses, words
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.sizes import sizes_of, unit_in
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE, GB_PER_GIB, GHZ_PER_MHZ, GIB_PER_BYTE, GIB_PER_MIB

KEY, LABEL = "hyperv", "Hyper-V"

# Headers that together are found nowhere else: those of a report by host, of one by VM, and of Get-VM itself.
_SEEN = (
    ("vm name", "vcpu", "vmem (gb)"),
    ("vmname", "vm_vcpu", "vm_ram"),
    ("name", "processorcount", "memorystartup"),
    ("vmname", "processorcount", "memorystartup"),
)
_NAMES = ("vm name", "vmname", "name")
_TEXTS = {
    "host": ("host name", "computername", "vmhost", "host"),
    "cluster": ("cluster", "clustername", "cluster name"),
    "os": ("guest os", "os", "operatingsystem"),
}
_NUMBERS = {
    "vcpu": Number(("vcpu", "vm_vcpu", "processorcount")),
    "cpu_ghz": Number(("averageprocessorusage", "avgcpu"), GHZ_PER_MHZ),
    "iops_average": Number(("aggregatedaveragenormalizediops",)),
}
_MEMORY = (Number(("vmem (gb)", "vm_ram")), Number(("memorystartup",), GIB_PER_BYTE))
_ASSIGNED = (
    Number(("memoryassigned",), GIB_PER_BYTE),
    Number(("averagememoryusage", "avgram"), GIB_PER_MIB),
)
_CAPACITY = (
    Number(("max disk size (gb)", "vm_prov"), GB_PER_GIB),
    Number(("size",), GB_PER_BYTE),
)
_IN_FILES = (
    Number(("size on physical disk (gb)", "vm_size"), GB_PER_GIB),
    Number(("filesize",), GB_PER_BYTE),
)


def _is_vms(table: Table) -> bool:
    return any(table.has(*each) for each in _SEEN)


def is_part(table: Table) -> bool:
    """Whether it says nothing alone, and completes a list of VMs: it is one of their disks."""
    return not _is_vms(table) and (is_disks(table) or is_drives(table))


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them has the columns of a known script, of Get-VM, or of its disks."""
    return any(_is_vms(each) or is_part(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all files together; raises `UnreadableFile` where there are disks and no VMs."""
    lists = [each for each in tables if _is_vms(each)]
    parts = [each for each in tables if is_part(each)]
    if not lists:
        raise UnreadableFile(
            "no_vms",
            f"{parts[0].place} lists virtual hard disks of Hyper-V and no VMs. Add `Get-VM | Export-Csv vms.csv`, in "
            f"one zip or beside it on the command line; the disks say whose they are if they come from {HOW}.",
        )
    disks = disk_lists(parts)
    found = [_read_one(each, source, disks) for each in lists]
    disks.tell_lost()
    first = found[0]
    found[0] = first.model_copy(
        update={"tabs": [*first.tabs, *disks.reports()], "findings": [*first.findings, *disks.told()]}
    )
    return merged(found).model_copy(update={"sources": [source]})


def _first(table: Table, numbers: Sequence[Number]) -> Floats | None:
    return next(
        (table.numbers(*each.headers, factor=each.factor) for each in numbers if table.first_of(each.headers)), None
    )


_DEFAULT_MOST_GIB = 1024.0
"""Most memory of a VM of which nobody has set one."""


def _memory(table: Table) -> Floats | None:
    """Memory of the VMs; with dynamic memory the most that one may have, or what it has: it starts with less."""
    stated = _first(table, _MEMORY)
    assigned = _first(table, _ASSIGNED)
    flags = table.flags("dynamicmemoryenabled", "dynamic memory", "dynamicmemory")
    if stated is None:
        return None
    # A VM that is off has none assigned, which says nothing.
    has = np.full(len(stated), np.nan) if assigned is None else np.where(assigned > 0, assigned, np.nan)
    dynamic = (has > _MORE * stated) if flags is None else np.array(flags, dtype=np.bool_)
    if flags is None and table.has("memorystartup"):
        table.note(
            "dynamic_memory",
            "missing",
            "It is not said which VMs have dynamic memory. What they start with counts, or what they have now if that "
            "is more; one that is off may ask for more. Add DynamicMemoryEnabled and MemoryMaximum.",
            count=1,
        )
        return np.fmax(stated, has)
    if not dynamic.any():
        return stated
    most = table.numbers("memorymaximum", "maximummemory", factor=GIB_PER_BYTE)
    limit = np.full(len(stated), np.nan) if most is None else np.where(most < _DEFAULT_MOST_GIB, most, np.nan)
    by_most = dynamic & ~np.isnan(limit)
    by_has = dynamic & ~by_most & ~np.isnan(has)
    by_start = dynamic & ~by_most & ~by_has
    _tell_dynamic(table, by_most, by_has, by_start)
    return np.where(by_most, limit, np.where(by_has, np.fmax(has, stated), stated))


_MORE = 1.001


def _tell_dynamic(table: Table, by_most: Any, by_has: Any, by_start: Any) -> None:
    said = [
        f"{counted(int(rows.sum()), 'rows')} with {words}"
        for rows, words in (
            (by_most, "their maximum"),
            (by_has, "what they have now, since no maximum is set here: they may ask for more"),
            (by_start, "what they start with, since they are off and no maximum is set here: it is the least"),
        )
        if rows.any()
    ]
    table.note(
        "dynamic_memory",
        "note" if not (by_has | by_start).any() else "warning",
        f"VMs with dynamic memory count: {'; '.join(said)}.",
        np.flatnonzero(by_most | by_has | by_start).tolist(),
    )


def _used(table: Table) -> Floats | None:
    """What the files of disks hold: in a column that scripts are known to have, or one that says so in other words."""
    known = _first(table, _IN_FILES)
    if known is not None:
        return known
    header = guesses(table.header, {"used_gb": FIELDS["used_gb"], "file_gb": _FILE_SIZE}, HEADER_WORDS)
    named = header.get("file_gb") or header.get("used_gb")
    if named is None:
        return None
    return sizes_of(table, named, "disk", unit_in(words(named)), is_binary=True)


_FILE_SIZE = Guess(
    (
        "(?:current |actual |physical )?(?:vhdx? )?file ?size(?: on disk)?",
        "(?:used |actual |current |physical )?size on (?:physical )?(?:disk|storage)",
        "(?:used|actual|current|physical) ?(?:disk|vhdx?|file)? ?(?:space|size)",
    ),
    "disk",
)


def _read_one(table: Table, source: Source, lists: DiskLists) -> Inventory:
    rows = table.texts(*_NAMES) or []
    all_texts = texts_of(table, _TEXTS)
    sizes = {**numbers_of(table, _NUMBERS), "memory_gib": _memory(table)}
    keys = _keys(table, rows, all_texts["host"])
    told = [each for each in (sizes["vcpu"], sizes["memory_gib"]) if each is not None]
    silent: list[bool] = np.all(np.isnan(told), axis=0).tolist()
    # Further disks of a VM may come without its sizes.
    sized = {key for key, nothing in zip(keys, silent, strict=True) if not nothing}
    reject_rows(table, rows, *told, spared=lambda at: keys[at] in sized)
    at_first: dict[str, int] = {}
    for at, key in enumerate(keys):
        if key and at not in table.rejected and not silent[at]:
            at_first.setdefault(key, at)
    firsts = list(at_first.values())
    table.vm_ids = [key if key in at_first else "" for key in keys]
    join = Join([keys[at] for at in firsts], keys)

    def own(values: Any) -> Any:
        if isinstance(values, np.ndarray):
            return values[firsts]
        return None if values is None else [values[at] for at in firsts]

    columns: dict[str, Any] = {key: own(each) for key, each in {**all_texts, **sizes}.items()}
    states = own(table.texts("vm state", "state", "vm_state"))
    power = same_for_all(len(firsts)) if states is None else powers_of(table, states, HYPERV_CODES, firsts)
    of_row = [-1 if at in table.rejected else vm for at, vm in enumerate(join.rows())]
    runs = [each in (Power.ON, Power.UNKNOWN) for each in power.states]
    listed = table if _first(table, _CAPACITY) is not None or lists.table is None else lists.table
    places = all_texts["host"]
    if listed is not table:
        of_row = lists.vms_of_rows(table, firsts)
        places = _hosts_of(listed, of_row, own(places))
        ids = [keys[at] for at in firsts]
        told_ids = listed.vm_ids or [""] * len(listed)
        listed.vm_ids = [ids[vm] if vm >= 0 else other for vm, other in zip(of_row, told_ids, strict=True)]
    disks = disks_of(
        listed, of_row, places, _first(listed, _CAPACITY), _used(listed), own(rows), runs, columns["cluster"]
    )
    columns |= {
        "memory_consumed_gib": own(_first(table, _ASSIGNED)),
        "disk_gb": disks.gb,
        "shared_gb": disks.shared_gb,
        "alike_gb": disks.alike_gb,
        "used_gb": disks.used_gb,
        "disks": disks.number,
    }
    off = np.array([each is Power.OFF for each in power.states], dtype=bool)
    if columns["memory_consumed_gib"] is not None:
        columns["memory_consumed_gib"] = np.where(off, np.nan, columns["memory_consumed_gib"])
    if len(rows) - len(table.rejected) > len(firsts):
        table.note(
            "rows_of_disks",
            "note",
            f"A row is a disk: {counted(len(rows) - len(table.rejected), 'rows')} are {counted(len(firsts), 'VMs')}.",
            count=len(firsts),
        )
    _what_is_missing(table, states, columns)
    columns["placeholder"] = with_shells(table, own(rows), power, None, columns, firsts)
    vms = vms_of(set(), own(rows), [keys[at] for at in firsts], power, None, columns)
    return inventory(source, [table], vms)


def _hosts_of(disks: Table, vms: Sequence[int], hosts: Sequence[str] | None) -> list[str] | None:
    """The host of each row of a list of disks: its own, or that of its VM."""
    told = disks.texts(*_TEXTS["host"]) or [""] * len(disks)
    if hosts is None:
        return told if any(told) else None
    return [own or (hosts[vm] if vm >= 0 else "") for own, vm in zip(told, vms, strict=True)]


def _keys(table: Table, names: Sequence[str], hosts: Sequence[str] | None) -> list[str]:
    ids = table.texts("vmid", "vm id", "id")
    if ids is not None and any(ids):
        return [one or name for one, name in zip(ids, names, strict=True)]
    if hosts is None:
        return list(names)
    return [f"{name}{BETWEEN}{host}" if name else "" for name, host in zip(names, hosts, strict=True)]


def _what_is_missing(table: Table, states: Sequence[str] | None, columns: dict[str, Any]) -> None:
    if states is None:
        table.note("no_power_state", "missing", "There are no power states: all VMs are taken as they stand.")
    if columns["cpu_ghz"] is None and columns["iops_average"] is None:
        table.note("no_performance", "missing", "There is nothing about what the VMs use of CPU and I/O.")
    if columns["disk_gb"] is None or np.isnan(columns["disk_gb"]).all():
        table.note("no_disks", "missing", "There are no sizes of disks.")
