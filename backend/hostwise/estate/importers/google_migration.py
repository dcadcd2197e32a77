"""Google Migration Center: the CSV templates vmInfo, diskInfo and perfInfo, which belong together by MachineId.

Headers may end with "(optional)", as the templates have them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import Join, inventory, merged
from hostwise.estate.importers.power import powers_of, same_for_all
from hostwise.estate.importers.rows import identified, otherwise, reject_lost, reject_rows, tell_vms, vms_of
from hostwise.number_format.writing import counted
from hostwise.plan.estate import Inventory, Source
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_GIB, GIB_PER_BYTE, GIB_PER_MIB

KEY, LABEL = "google_migration", "Google Migration Center"

_OPTIONAL = "(optional)"


def _names_of(header: str) -> tuple[str, str, str]:
    return header, f"{header}{_OPTIONAL}", f"{header} {_OPTIONAL}"


def _there(table: Table, *headers: str) -> bool:
    return all(table.first_of(_names_of(each)) is not None for each in headers)


def _numbers(table: Table, header: str, factor: float = 1.0) -> Floats | None:
    return table.numbers(*_names_of(header), factor=factor)


def _texts(table: Table, header: str) -> list[str] | None:
    return table.texts(*_names_of(header))


def _is_vms(table: Table) -> bool:
    return _there(table, "machineid", "machinename", "allocatedprocessorcorecount")


def _is_disks(table: Table) -> bool:
    return _there(table, "machineid", "disklabel", "sizeingib")


def _is_use(table: Table) -> bool:
    return _there(table, "machineid", "timestamp", "cpuutilizationpercentage")


def _is_tags(table: Table) -> bool:
    return _there(table, "machineid", "key", "value")


def is_part(table: Table) -> bool:
    """Whether it says nothing alone, and completes a list of machines."""
    return not _is_vms(table) and (_is_disks(table) or _is_use(table) or _is_tags(table))


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is a list of machines of a template, or belongs to one."""
    return any(_is_vms(each) or is_part(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all templates together."""
    machines = [each for each in tables if _is_vms(each)]
    parts = [each for each in tables if is_part(each)]
    if not machines:
        raise UnreadableFile(
            "no_vms",
            f"{parts[0].place} belongs to the machines of Google Migration Center, and holds none. Add vmInfo.csv, in "
            "one zip or beside it on the command line.",
        )
    found = [_read_one(each, parts, source) for each in machines]
    reports = [each.report() for each in parts]
    said = [finding for each in parts for finding in each.told()]
    found[0] = found[0].model_copy(update={"tabs": [*found[0].tabs, *reports], "findings": [*found[0].findings, *said]})
    return merged(found).model_copy(update={"sources": [source]})


def _read_one(table: Table, parts: Sequence[Table], source: Source) -> Inventory:
    names = [name or key for name, key in _pairs(table)]
    keys = _texts(table, "machineid") or []
    vcpu = _positive(_numbers(table, "allocatedprocessorcorecount"))
    memory = _positive(_numbers(table, "memorygib"))
    memory = otherwise(memory, _positive(_numbers(table, "memorymib", GIB_PER_MIB)))
    reject_rows(table, names, vcpu, memory)
    ids = identified(table, names, keys, ())
    columns: dict[str, Any] = {
        "vcpu": vcpu,
        "memory_gib": memory,
        "disk_gb": _positive(_numbers(table, "totaldiskallocatedgib", GB_PER_GIB)),
        "used_gb": _positive(_numbers(table, "totaldiskusedgib", GB_PER_GIB)),
        "os": _texts(table, "osname"),
        "datacenter": _texts(table, "hostinglocation"),
    }
    for each in parts:
        join = Join(keys, _texts(each, "machineid") or [])
        tell_vms(table, each, join)
        if _is_disks(each):
            _add_disks(columns, each, join)
        elif _is_use(each):
            columns |= _use_of(each, join, keys, memory)
    if columns["disk_gb"] is None:
        table.note("no_disks", "missing", "There are no sizes of disks: add diskInfo.csv.")
    _about_physical(table)
    states = _texts(table, "machinestatus")
    power = same_for_all(len(names)) if states is None or not any(states) else powers_of(table, states)
    if states is None or not any(states):
        table.note("no_power_state", "missing", "There are no power states: all VMs are taken as they stand.")
    if "iops_average" not in columns:
        table.note("no_performance", "missing", "There is nothing about what the VMs use: add perfInfo.csv.")
    return inventory(source, [table], vms_of(table.rejected, names, ids, power, None, columns))


def _pairs(table: Table) -> list[tuple[str, str]]:
    names, keys = _texts(table, "machinename") or [], _texts(table, "machineid") or []
    return list(zip(names, keys, strict=True))


def _positive(values: Floats | None) -> Floats | None:
    """Sizes that are told: scripts that do not know one write 0."""
    return None if values is None else np.where(values > 0, values, np.nan)


def _about_physical(table: Table) -> None:
    physical = [at for at, each in enumerate(table.flags(*_names_of("isphysical")) or []) if each]
    if physical:
        message = f"Physical servers count like VMs: {counted(len(physical), 'machines')}."
        table.note("physical_servers", "note", message, physical)


def _add_disks(columns: dict[str, Any], disks: Table, join: Join) -> None:
    """Replace the disks of the machines by the sum of those that are listed one by one, where they are."""
    reject_lost(disks, join, "vmInfo")
    columns["disk_gb"] = otherwise(join.sum(_numbers(disks, "sizeingib", GB_PER_GIB)), columns["disk_gb"])
    columns["used_gb"] = otherwise(join.sum(_numbers(disks, "usedingib", GB_PER_GIB)), columns["used_gb"])
    count = join.count()
    columns["disks"] = np.where(count > 0, count, np.nan)


def _use_of(use: Table, join: Join, keys: Sequence[str], memory: Floats | None) -> Mapping[str, Any]:
    """Mean and highest use of the samples of each machine; shares of CPUs have no clock here."""
    reject_lost(use, join, "vmInfo")
    rows = np.array(join.rows(), dtype=np.int64)
    reads, writes = _numbers(use, "diskreadoperationspersec"), _numbers(use, "diskwriteoperationspersec")
    columns: dict[str, Any] = {}
    if reads is not None and writes is not None:
        columns["iops_average"], columns["iops_peak"] = _mean_and_most(reads + writes, rows, len(keys))
        mean_reads, _ = _mean_and_most(np.where(np.isnan(writes), np.nan, reads), rows, len(keys))
        whole = columns["iops_average"]
        columns["read_share"] = mean_reads / np.where(whole > 0, whole, np.nan)
    free = _numbers(use, "availablememorybytes", GIB_PER_BYTE)
    if free is not None and memory is not None:
        taken = np.where(rows >= 0, memory[np.maximum(rows, 0)], np.nan) - free
        active = _mean_and_most(np.where(taken >= 0, taken, np.nan), rows, len(keys))
        columns["memory_active_gib"], columns["memory_peak_gib"] = active
    use.note("no_clock", "missing", "CPU use is a share of CPUs of unknown clock, so that CPU use in GHz is unknown.")
    return columns


def _mean_and_most(values: Floats, rows: Any, count: int) -> tuple[Floats, Floats]:
    """Mean and highest of the values of each machine; NaN where it has none."""
    told = ~np.isnan(values) & (rows >= 0)
    number = np.bincount(rows[told], minlength=count)
    total = np.bincount(rows[told], values[told], minlength=count)
    most = np.full(count, -np.inf)
    np.maximum.at(most, rows[told], values[told])
    mean = total / np.where(number > 0, number, np.nan)
    return mean, np.where(np.isinf(most), np.nan, most)
