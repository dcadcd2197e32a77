"""Azure Migrate: the CSV for importing servers, with sizes in GB for each disk, or a total in MB.

Its sizes are read as binary, as Windows and hypervisors count them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import inventory, merged
from hostwise.estate.importers.power import same_for_all
from hostwise.estate.importers.rows import Number, identified, numbers_of, otherwise, reject_rows, vms_of
from hostwise.plan.estate import Inventory, Source
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_GIB, GB_PER_MIB, GIB_PER_MIB

KEY, LABEL = "azure_migrate", "Azure Migrate"

_MEMORY = "memory (in mb)"
_NUMBERS = {
    "vcpu": Number(("cores",)),
    "memory_gib": Number((_MEMORY,), GIB_PER_MIB),
    "disks": Number(("number of disks",)),
}
_ATTRIBUTES = ("Server type", "Hypervisor")
_KB_PER_MB = 1e3


def _is_servers(table: Table) -> bool:
    return table.has("server name", "cores", _MEMORY)


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is a list of servers for Azure Migrate."""
    return any(_is_servers(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all files together."""
    return merged([_read_one(each, source) for each in tables if _is_servers(each)])


def _read_one(table: Table, source: Source) -> Inventory:
    names = table.texts("server name") or []
    columns: dict[str, Any] = dict(numbers_of(table, _NUMBERS))
    reject_rows(table, names, columns["vcpu"], columns["memory_gib"])
    sizes = _of_disks(table, r"size \(in gb\)")
    columns |= {
        "os": _os(table),
        "memory_active_gib": _share_of(
            columns["memory_gib"], table.numbers("memory utilization percentage", factor=0.01)
        ),
        "disk_gb": otherwise(_summed(table, sizes, GB_PER_GIB), _stated(table, "storage allocated")),
        "used_gb": _stated(table, "storage in use"),
        **_io(table),
    }
    filled = _filled(table, sizes)
    if columns["disks"] is None and filled is not None:
        columns["disks"] = np.where(filled == 0, np.nan, filled)
    _notes(table, columns, filled)
    ids = identified(table, names, None, (table.texts("ip addresses"),))
    attributes = {each: table.texts(each.lower()) or [] for each in _ATTRIBUTES}
    vms = vms_of(table.rejected, names, ids, same_for_all(len(names)), None, columns, attributes)
    return inventory(source, [table], vms)


def _stated(table: Table, name: str) -> Floats | None:
    """Storage in the unit of its header."""
    if f"{name} (in gb)" in table.index:
        return table.numbers(f"{name} (in gb)", factor=GB_PER_GIB)
    return table.numbers(f"{name} (in mb)", factor=GB_PER_MIB)


def _share_of(whole: Floats | None, share: Floats | None) -> Floats | None:
    return None if whole is None or share is None else whole * share


def _os(table: Table) -> list[str] | None:
    names, versions = table.texts("os name"), table.texts("os version")
    if names is None or versions is None:
        return names
    return [f"{name} {version}".strip() for name, version in zip(names, versions, strict=True)]


def _of_disks(table: Table, pattern: str) -> list[str]:
    """Headers of one property of all disks."""
    return [each for each in table.index if re.fullmatch(rf"disk \d+ {pattern}", each)]


def _summed(table: Table, headers: Sequence[str], factor: float = 1.0) -> Floats | None:
    """Sum over the disks of a server; NaN where none has a value."""
    columns = [each for header in headers if (each := table.numbers(header, factor=factor)) is not None]
    if not columns:
        return None
    return np.where(np.isnan(columns).all(axis=0), np.nan, np.nansum(columns, axis=0))


def _filled(table: Table, headers: Sequence[str]) -> Floats | None:
    """Disks of a server whose size is given."""
    columns = [each for header in headers if (each := table.numbers(header)) is not None]
    filled: Floats = np.sum([each > 0 for each in columns], axis=0).astype(np.float64)
    return filled if columns else None


def _io(table: Table) -> dict[str, Floats | None]:
    """Operations and throughput: the total of all disks if given, else the sum over them."""

    def told(kind: str, of_each: str, of_all: str) -> Floats | None:
        return otherwise(table.numbers(f"total disks {kind} {of_all}"), _summed(table, _of_disks(table, of_each)))

    reads, writes = (
        told(kind, rf"{kind} ops( \(operations per second\))?", "ops (operations per second)")
        for kind in ("read", "write")
    )
    flows = [
        told(kind, rf"{kind} throughput( \(mb per second\))?", "throughput (mb per second)")
        for kind in ("read", "write")
    ]
    found: dict[str, Floats | None] = {}
    if reads is not None and writes is not None:
        whole = reads + writes
        found["iops_average"] = whole
        found["read_share"] = np.divide(reads, whole, out=np.full(len(whole), np.nan), where=whole > 0)
    if flows[0] is not None and flows[1] is not None:
        found["disk_kb_s"] = (flows[0] + flows[1]) * _KB_PER_MB
    return found


def _notes(table: Table, columns: dict[str, Any], filled: Floats | None) -> None:
    table.note(
        "no_power_state",
        "missing",
        "There are no power states, clusters or hosts: all servers are taken as they stand.",
    )
    if columns["memory_active_gib"] is not None or columns.get("iops_average") is not None:
        table.note(
            "use_unclear",
            "warning",
            "Whether use is a mean or a percentile is not said, and is taken as a mean. CPU use is a share of an "
            "unknown clock, and is left out.",
        )
    stated = columns["disks"]
    if filled is not None and stated is not None:
        short = np.flatnonzero((filled > 0) & (filled < stated))
        if len(short):
            table.note(
                "disks_missing",
                "warning",
                "Servers have fewer disks with a size than disks: the others may be counted in the first, or missing.",
                [int(each) for each in short],
            )
    physical = [at for at, each in enumerate(table.texts("server type") or []) if each.lower() == "physical"]
    if physical:
        table.note("physical_servers", "note", "Physical servers are among them.", physical)
