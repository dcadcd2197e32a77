"""AWS Migration Hub: the CSV template by which servers are imported. It has no disks and no power states.

Its MB are binary, as the tools that fill it count them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import inventory, merged
from hostwise.estate.importers.power import same_for_all
from hostwise.estate.importers.rows import identified, otherwise, reject_rows, vms_of
from hostwise.plan.estate import Inventory, Source
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GIB_PER_MIB

KEY, LABEL = "aws_migration", "AWS Migration Hub"

_SEEN = ("ram.totalsizeinmb", "ram.usedsizeinmb.avg", "cpu.usagepct.avg")
_CPUS = ("cpu.numberoflogicalcores", "cpu.numberofcores", "cpu.numberofprocessors")
_NAMES = ("vmware.vmname", "hostname", "externalid", "ipaddress", "serverid")
_IDS = ("vmware.morefid", "smbiosid", "externalid", "serverid")


def _is_servers(table: Table) -> bool:
    cpus = any(each in table.index for each in _CPUS)
    return cpus and table.has(_SEEN[0]) and table.first_of(_NAMES) is not None


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is a filled template."""
    return any(map(_is_servers, tables))


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all filled templates."""
    found = merged([_read_one(each, source) for each in tables if _is_servers(each)])
    return found.model_copy(update={"sources": [source]})


def _first_told(table: Table, headers: Sequence[str]) -> list[str]:
    """The first text that each row has in some columns."""
    columns = [found for each in headers if (found := table.texts(each)) is not None]
    return [next((each for each in row if each), "") for row in zip(*columns, strict=True)]


def _read_one(table: Table, source: Source) -> Inventory:
    names = _first_told(table, _NAMES)
    vcpu = _positive(table.numbers(_CPUS[0]))
    for each in _CPUS[1:]:
        # What the guest sees are logical cores: fewer stand for it where these are not said.
        vcpu = otherwise(vcpu, _positive(table.numbers(each)))
    memory = _positive(table.numbers(_SEEN[0], factor=GIB_PER_MIB))
    reject_rows(table, names, vcpu, memory)
    average, reads = _operations(table, "avg")
    peak, _ = _operations(table, "max")
    columns: dict[str, Any] = {
        "vcpu": vcpu,
        "memory_gib": memory,
        "memory_active_gib": table.numbers(_SEEN[1], factor=GIB_PER_MIB),
        "memory_peak_gib": table.numbers("ram.usedsizeinmb.max", factor=GIB_PER_MIB),
        "iops_average": average,
        "iops_peak": peak,
        "read_share": reads,
        "disk_kb_s": _both(table, *(f"disk{each}spersecondinkb.avg" for each in ("read", "write"))),
        "os": table.texts("os.name"),
        "vcenter": table.texts("vmware.vcentername", "vmware.vcenterid"),
        "folder": table.texts("vmware.vmfolderpath"),
    }
    table.note("no_disks", "missing", "The template of AWS Migration Hub has no sizes of disks.")
    table.note("no_power_state", "missing", "There are no power states: all VMs are taken as they stand.")
    table.note("no_clock", "missing", "CPU use is a share of CPUs of unknown clock, so that CPU use in GHz is unknown.")
    ids = identified(table, names, _first_told(table, _IDS) if table.first_of(_IDS) else None, (columns["vcenter"],))
    attributes = {"Applications": table.texts("applications") or [], "Tags": table.texts("tags") or []}
    return inventory(
        source, [table], vms_of(table.rejected, names, ids, same_for_all(len(names)), None, columns, attributes)
    )


def _positive(values: Floats | None) -> Floats | None:
    return None if values is None else np.where(values > 0, values, np.nan)


def _operations(table: Table, statistic: str) -> tuple[Floats | None, Floats | None]:
    """I/O per second, and reads as a share of them. Both spellings of the header are found."""
    kinds = [
        table.numbers(*(f"disk{each}{plural}opspersecond.{statistic}" for plural in ("s", "")))
        for each in ("read", "write")
    ]
    reads, writes = kinds
    if reads is None or writes is None:
        return None, None
    whole = reads + writes
    return whole, reads / np.where(whole > 0, whole, np.nan)


def _both(table: Table, first: str, second: str) -> Floats | None:
    one, other = table.numbers(first), table.numbers(second)
    return None if one is None or other is None else one + other
