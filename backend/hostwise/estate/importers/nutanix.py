"""Nutanix Collector: its workbook, or a CSV of the list of VMs.

The workbook has a sheet vInfo as RVTools has, whose VMs stand under `VM Name`. Use is given as a share of what a VM
has; CPU in GHz follows from the clock of its host.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import Join, host_columns, inventory, merged, without
from hostwise.estate.importers.keys import BETWEEN, short
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.rows import (
    Number,
    either,
    exports,
    identified,
    joined_hosts,
    numbers_of,
    reject_lost,
    reject_rows,
    tell_vms,
    texts_of,
    vms_of,
)
from hostwise.plan.estate import EstateFinding, HostColumns, Inventory, Source
from hostwise.tables.table import Floats, Table, as_text, plain
from hostwise.tables.units import GB_PER_MIB, GIB_PER_MIB

KEY, LABEL = "nutanix", "Nutanix Collector"

_NAME = "vm name"
_VM_NUMBERS = {
    "vcpu": Number(("vcpus",)),
    "memory_gib": Number(("memory (mib)",), GIB_PER_MIB),
    "disk_gb": Number(("capacity (mib)",), GB_PER_MIB),
    "used_gb": Number(("consumed (mib)",), GB_PER_MIB),
}
_PERCENTILE = ("95th percentile % (recommended)", "95th percentile %")
_HOST_TEXTS = {
    "model": ("model", "host model"),
    "cpu_model": ("cpu model",),
    "cluster": ("cluster name", "cluster"),
    "version": ("hypervisor version", "version"),
}
_HOST_NUMBERS = {
    "sockets": Number(("cpu sockets", "sockets")),
    "cores": Number(("cpu cores",)),
    "memory_gib": Number(("memory size (gib)",)),
}
_MHZ_FROM = 100
"""A clock above this is in MHz: the header does not say."""


def _is_vms(table: Table) -> bool:
    return table.has(_NAME, "vcpus", "memory (mib)", "capacity (mib)")


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is the list of VMs of Nutanix Collector."""
    return any(_is_vms(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all workbooks and CSV files together."""
    return merged([_read_one(each, source) for each in exports(tables) if recognise(each)])


def _read_one(tables: Sequence[Table], source: Source) -> Inventory:
    listed = next(each for each in tables if _is_vms(each))
    by_name = {each.name.lower(): each for each in tables}
    cpu, memory, info, host_table = (by_name.get(each) for each in ("vcpu", "vmemory", "vinfo", "vhosts"))
    names = listed.texts(_NAME) or []
    columns: dict[str, Any] = {**numbers_of(listed, _VM_NUMBERS), "host": listed.texts("host", "host name")}
    reject_rows(listed, names, columns["vcpu"], columns["memory_gib"])
    stable: list[str] | None = None
    if info is not None and info.has(_NAME):
        join = _join(listed, info)
        columns |= {
            "os": join.texts(info.texts("guest os") or [""] * len(info)),
            "cluster": join.texts(info.texts("cluster name", "cluster") or [""] * len(info)),
            "host": either(columns["host"], join.texts(info.texts("host name", "host") or [""] * len(info))),
            "iops_peak": join.first(info.numbers("95th percentile iops")),
        }
        told = info.texts("uuid", "moid")
        stable = None if told is None else join.texts(told)
    ids = identified(listed, names, stable, (columns.get("cluster"), columns["host"]))
    if memory is not None and memory.has(_NAME):
        join = _join(listed, memory)
        size = columns["memory_gib"]
        columns["memory_active_gib"] = _share_of(size, join.first(memory.numbers("average %", factor=0.01)))
        columns["memory_peak_gib"] = _share_of(size, join.first(memory.numbers("peak %", factor=0.01)))
    if cpu is not None and cpu.has(_NAME):
        join = _join(listed, cpu)
        ghz = _share_of(columns["vcpu"], _clock_of(columns["host"], host_table))
        columns["cpu_ghz"] = _share_of(ghz, join.first(cpu.numbers("average %", factor=0.01)))
        columns["cpu_peak_ghz"] = _share_of(ghz, join.first(cpu.numbers(*_PERCENTILE, factor=0.01)))
        columns["cpu_ready_share"] = join.first(cpu.numbers("cpu readiness 95th percentile %", factor=0.01))
    _about_performance(listed, columns)
    power = powers_of(listed, listed.texts("power state"))
    attributes = {"Sizing Enabled": listed.texts("sizing enabled") or []}
    vms = vms_of(listed.rejected, names, ids, power, listed.flags("template"), columns, attributes)
    hosts = _hosts(host_table)
    findings: list[EstateFinding] = []
    if host_table is not None:
        vms, findings = joined_hosts(vms, hosts, host_table.place)
    used = [each for each in (listed, cpu, memory, info, host_table) if each is not None]
    about = source.model_copy(update={"version": _version(by_name.get("metadata"))})
    return inventory(about, used, vms, hosts, findings=findings)


def _join(listed: Table, other: Table) -> Join:
    """Rows of another sheet by name and host where both have the host, else by name."""
    hosts, others = listed.texts("host", "host name"), other.texts("host", "host name")
    names, told = listed.texts(_NAME) or [], other.texts(_NAME) or []
    if hosts is not None and others is not None:
        names = [f"{name}{BETWEEN}{short(host)}" if name else "" for name, host in zip(names, hosts, strict=True)]
        told = [f"{name}{BETWEEN}{short(host)}" if name else "" for name, host in zip(told, others, strict=True)]
    join = Join(names, told)
    tell_vms(listed, other, join)
    reject_lost(other, join, "the list of VMs")
    return join


def _share_of(whole: Floats | None, share: Floats | None) -> Floats | None:
    return None if whole is None or share is None else whole * share


def _clock(table: Table) -> Floats | None:
    values = table.numbers("cpu speed", "cpu speed (ghz)", "cpu speed (mhz)")
    return None if values is None else np.where(values > _MHZ_FROM, values * 1e-3, values)


def _clock_of(hosts: list[str] | None, table: Table | None) -> Floats | None:
    """Clock of the host of each VM, GHz."""
    if table is None or hosts is None or (clock := _clock(table)) is None:
        return None
    known = {short(name): ghz for name, ghz in zip(table.texts("host name") or [], clock.tolist(), strict=True)}
    return np.array([known.get(short(each), np.nan) for each in hosts])


def _about_performance(table: Table, columns: dict[str, Any]) -> None:
    if columns.get("iops_peak") is not None or columns.get("cpu_peak_ghz") is not None:
        table.note(
            "peaks_are_percentiles",
            "note",
            "Peaks of CPU and I/O are 95th percentiles; that of memory is the highest value.",
        )
    if columns.get("memory_active_gib") is None and columns.get("iops_peak") is None:
        table.note("no_performance", "missing", "There is nothing about what the VMs use of CPU, memory and I/O.")
    else:
        table.note("no_read_share", "missing", "There are no shares of reads, and no latencies.")


def _hosts(table: Table | None) -> HostColumns:
    if table is None or not table.has("host name"):
        return host_columns([])
    names = table.texts("host name") or []
    nameless = [at for at, each in enumerate(names) if not each]
    table.reject("no_name", "Rows without the name of a host are left out.", nameless)
    columns: dict[str, Any] = {**texts_of(table, _HOST_TEXTS), **numbers_of(table, _HOST_NUMBERS)}
    columns["ghz"] = _clock(table)
    gone = table.rejected
    return host_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def _version(table: Table | None) -> str | None:
    for row in [] if table is None else [table.header, *table.rows]:
        cells = [text for cell in row if (text := as_text(cell))]
        if len(cells) > 1 and plain(cells[0]).rstrip(":") == "collector version":
            return cells[1]
    return None
