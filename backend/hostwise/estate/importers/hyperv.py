"""Hyper-V: the CSV files that scripts make, with a row for each disk or each VM. None of them is official.

Sizes in GB are those of PowerShell, which are binary.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import Join, inventory, merged
from hostwise.estate.importers.power import HYPERV_CODES, powers_of, same_for_all
from hostwise.estate.importers.rows import BETWEEN, Number, numbers_of, otherwise, reject_rows, texts_of, vms_of
from hostwise.plan.estate import Inventory, Power, Source
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


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them has the columns of a known script, or of Get-VM."""
    return any(_is_vms(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all files together."""
    return merged([_read_one(each, source) for each in tables if _is_vms(each)])


def _first(table: Table, numbers: Sequence[Number]) -> Floats | None:
    return next(
        (table.numbers(*each.headers, factor=each.factor) for each in numbers if table.first_of(each.headers)), None
    )


def _memory(table: Table) -> Floats | None:
    """Memory of the VMs; with dynamic memory the most that one may have, or what it has, never what it starts with."""
    stated = _first(table, _MEMORY)
    dynamic = table.flags("dynamicmemoryenabled", "dynamic memory", "dynamicmemory")
    if stated is None or dynamic is None or not any(dynamic):
        return stated
    most = table.numbers("memorymaximum", "maximummemory", factor=GIB_PER_BYTE)
    told = otherwise(most, _first(table, _ASSIGNED))
    if told is None:
        table.note(
            "dynamic_memory",
            "warning",
            "VMs with dynamic memory have no maximum here: they count with what they start with, which is too little.",
            np.flatnonzero(dynamic).tolist(),
        )
        return stated
    table.note(
        "dynamic_memory",
        "note",
        f"VMs with dynamic memory count with {'their maximum' if most is not None else 'what they have'}, not with "
        "what they start with.",
        np.flatnonzero(dynamic).tolist(),
    )
    return np.where(dynamic & ~np.isnan(told), told, stated)


def _read_one(table: Table, source: Source) -> Inventory:
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
    capacity, in_files = _first(table, _CAPACITY), _first(table, _IN_FILES)
    columns |= {
        "memory_consumed_gib": own(_first(table, _ASSIGNED)),
        "disk_gb": join.sum(capacity),
        "used_gb": join.sum(in_files),
        "disks": None if capacity is None else join.count(),
    }
    states = own(table.texts("vm state", "state", "vm_state"))
    power = same_for_all(len(firsts)) if states is None else powers_of(table, states, HYPERV_CODES, firsts)
    off = np.array([each is Power.OFF for each in power.states], dtype=bool)
    if columns["memory_consumed_gib"] is not None:
        columns["memory_consumed_gib"] = np.where(off, np.nan, columns["memory_consumed_gib"])
    if len(rows) - len(table.rejected) > len(firsts):
        table.note(
            "rows_of_disks",
            "note",
            f"A row is a disk: {len(rows) - len(table.rejected)} rows are {len(firsts)} VMs.",
            count=len(firsts),
        )
    _what_is_missing(table, states, columns)
    vms = vms_of(set(), own(rows), [keys[at] for at in firsts], power, None, columns)
    return inventory(source, [table], vms)


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
    if columns["disk_gb"] is None:
        table.note("no_disks", "missing", "There are no sizes of disks.")
