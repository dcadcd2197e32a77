"""XenServer and XCP-ng: lists of `xe`, as text or CSV, and VMs as the interface of Xen or Xen Orchestra has them.

`xe vm-list` knows no disks: they are joined where the lists of block devices and of disks are beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import Join, host_columns, inventory, merged, without
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.rows import Number, identified, numbers_of, otherwise, reject_rows, vms_of
from hostwise.plan.estate import EstateFinding, HostColumns, Inventory, Source, VmColumns
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Floats, Table, plain
from hostwise.tables.units import GB_PER_BYTE, GHZ_PER_MHZ, GIB_PER_BYTE

KEY, LABEL = "xenserver", "XenServer, XCP-ng"

_NUMBERS = {
    "vcpu": Number(("vcpus-max", "cpus.max", "cpus.number", "vcpus-at-startup")),
    # What a VM can reach as it runs; the static maximum is a ceiling after a restart.
    "memory_gib": Number(("memory-dynamic-max",), GIB_PER_BYTE),
    "memory_consumed_gib": Number(("memory-actual",), GIB_PER_BYTE),
}
_OTHER_MEMORY = Number(("memory-static-max", "memory.size"), GIB_PER_BYTE)
_HOW = "`xe vm-list params=all`"
_OS = re.compile(r"(?:^|[;|] *)name: *([^;|]*)")
_CPU_FACTS = re.compile(r"(cpu-?_?count|socket-?_?count|speed|modelname): *([^;]*)")


def _named(table: Table) -> Table:
    """The table with the names of `xe`: those of the interface have other marks between their words."""
    header = [each.strip().replace("_", "-") for each in table.header]
    if header == table.header:
        return table
    return Table(table.file, table.name, header, table.rows, table.lines, table.separator, table.findings)


def _is_vms(table: Table) -> bool:
    index = {each.replace("_", "-") for each in table.index}
    return {"name-label", "power-state"} <= index


def _is_disks(table: Table) -> bool:
    index = {each.replace("_", "-") for each in table.index}
    return {"uuid", "virtual-size"} <= index


def _is_devices(table: Table) -> bool:
    index = {each.replace("_", "-") for each in table.index}
    return {"vm-uuid", "vdi-uuid"} <= index


def _is_hosts(table: Table) -> bool:
    index = {each.replace("_", "-") for each in table.index}
    return {"uuid", "name-label", "memory-total"} <= index or {"name-label", "cpu-info"} <= index


def is_part(table: Table) -> bool:
    """Whether it says nothing alone, and completes a list of VMs."""
    return not _is_vms(table) and (_is_disks(table) or _is_devices(table) or _is_hosts(table))


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is a list of VMs of Xen, or belongs to one."""
    return any(_is_vms(each) or is_part(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all lists together; raises `UnreadableFile` where there are no VMs, or only their names."""
    lists = [_named(each) for each in tables if _is_vms(each)]
    if not lists:
        what = next(each for each in tables if is_part(each))
        raise UnreadableFile(
            "no_vms",
            f"{what.place} belongs to a list of VMs of Xen and holds none. Add {_HOW}, in one zip or beside it.",
        )
    parts = [_named(each) for each in tables if is_part(each)]
    devices = next((each for each in parts if _is_devices(each)), None)
    disks = next((each for each in parts if _is_disks(each)), None)
    of_hosts = next((each for each in parts if _is_hosts(each)), None)
    names = {} if of_hosts is None else _host_names(of_hosts)
    found = [_vms(each, names, devices, disks) for each in lists]
    own = [inventory(source, [table], vms) for table, vms in zip(lists, found, strict=True)]
    findings: list[EstateFinding] = []
    first = inventory(source, [lists[0], *parts], found[0], _hosts(of_hosts), None, findings)
    return merged([first, *own[1:]])


def _vms(info: Table, hosts: dict[str, str], devices: Table | None, disks: Table | None) -> VmColumns:
    names = info.texts("name-label") or []
    ids = info.texts("uuid", "id") or []
    kinds = [each.lower() for each in info.texts("type") or [""] * len(info)]
    info.reject(
        "control_domain",
        "Control domains are left out: they are part of the hypervisor.",
        _where(info.flags("is-control-domain"), [each == "vm-controller" for each in kinds]),
    )
    info.reject(
        "snapshots_left_out",
        "Snapshots that are listed as VMs are left out.",
        _where(info.flags("is-a-snapshot"), [each == "vm-snapshot" for each in kinds]),
    )
    info.reject(
        "default_templates",
        "Templates that come with the hypervisor are left out.",
        _where(info.flags("is-default-template"), [False] * len(info)),
    )
    columns: dict[str, Any] = dict(numbers_of(info, _NUMBERS))
    other = info.numbers(*_OTHER_MEMORY.headers, factor=_OTHER_MEMORY.factor)
    columns["memory_gib"] = otherwise(columns["memory_gib"], other)
    if columns["vcpu"] is None and columns["memory_gib"] is None:
        raise UnreadableFile(
            "no_sizes", f"{info.place} lists VMs of Xen by their names, without vCPU and memory. Use {_HOW} instead."
        )
    reject_rows(info, names, columns["vcpu"], columns["memory_gib"])
    places = info.texts("resident-on", "$container") or [""] * len(info)
    columns["host"] = [hosts.get(each, "" if each.startswith("<") else each) for each in places]
    columns["os"] = [_os(each) for each in info.texts("os-version", "os-version.name") or [""] * len(info)]
    columns |= _disks(info, ids, devices, disks)
    power = powers_of(info, info.texts("power-state"))
    template = _where(info.flags("is-a-template"), [each == "vm-template" for each in kinds])
    flags = [at in set(template) for at in range(len(info))]
    info.note("no_performance", "missing", "There is nothing about what the VMs use of CPU and I/O.")
    # Ids are of the whole world: a VM of two pools is the same one.
    return vms_of(info.rejected, names, identified(info, names, ids or None, (columns["host"],)), power, flags, columns)


def _where(flags: Sequence[bool] | None, kinds: Sequence[bool]) -> list[int]:
    return [at for at, kind in enumerate(kinds) if kind or (flags is not None and flags[at])]


def _os(text: str) -> str:
    """The guest system of a map such as `name: CentOS Linux 7; distro: centos`; text without a map as it is."""
    found = _OS.search(text)
    return found[1].strip() if found else ("" if text.startswith("<") else text)


def _disks(info: Table, ids: Sequence[str], devices: Table | None, disks: Table | None) -> dict[str, Floats | None]:
    """Sizes of the disks of each VM, over the devices that connect both."""
    if devices is None or disks is None:
        info.note(
            "no_disks",
            "missing",
            "There are no sizes of disks. Add `xe vbd-list params=all` and `xe vdi-list params=all`, in one zip or "
            "beside it on the command line.",
        )
        return {}
    of_disk = Join(disks.texts("uuid") or [], devices.texts("vdi-uuid") or []).rows()
    at = np.array(of_disk)
    kinds = devices.texts("type") or [""] * len(devices)
    no_disk = [row for row, place in enumerate(of_disk) if place < 0 or kinds[row].lower() == "cd"]
    size, used = (
        None if values is None else np.where(at >= 0, values[at], np.nan)
        for values in (
            disks.numbers("virtual-size", factor=GB_PER_BYTE),
            disks.numbers("physical-utilisation", factor=GB_PER_BYTE),
        )
    )
    owners = ["" if row in set(no_disk) else each for row, each in enumerate(devices.texts("vm-uuid") or [])]
    # A disk that several VMs have counts once, with the first of them.
    seen: set[int] = set()
    shared = []
    for row, (owner, place) in enumerate(zip(owners, of_disk, strict=True)):
        if owner and place in seen:
            shared.append(row)
            owners[row] = ""
        elif owner:
            seen.add(place)
    if shared:
        devices.note("disks_shared", "note", "Disks of several VMs count once.", shared)
    devices.reject("no_disk", "Devices without a disk, such as empty drives for CDs, are left out.", no_disk)
    join = Join(ids, owners)
    return {"disk_gb": join.sum(size), "used_gb": join.sum(used), "disks": join.count()}


def _host_names(table: Table) -> dict[str, str]:
    names = table.texts("hostname", "name-label") or []
    return dict(zip(table.texts("uuid") or names, names, strict=True))


def _hosts(table: Table | None) -> HostColumns:
    """Hosts. They count threads, and not cores."""
    if table is None:
        return host_columns([])
    names = table.texts("hostname", "name-label") or []
    table.reject(
        "no_name", "Rows without the name of a host are left out.", [at for at, one in enumerate(names) if not one]
    )
    facts = [
        {plain(key).replace("-", "_"): value.strip() for key, value in _CPU_FACTS.findall(text)}
        for text in table.texts("cpu-info") or [""] * len(table)
    ]
    columns: dict[str, Any] = {
        "memory_gib": table.numbers("memory-total", factor=GIB_PER_BYTE),
        "threads": _fact(facts, "cpu_count"),
        "sockets": _fact(facts, "socket_count"),
        "ghz": _fact(facts, "speed") * GHZ_PER_MHZ,
        "cpu_model": [" ".join(each.get("modelname", "").split()) for each in facts],
    }
    table.note("no_cores", "missing", "Hosts count threads, so their cores are unknown.")
    gone = table.rejected
    return host_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def _fact(facts: Sequence[dict[str, str]], key: str) -> Floats:
    found = [each.get(key, "") for each in facts]
    return np.array([float(each) if re.fullmatch(r"\d+(\.\d+)?", each) else np.nan for each in found])
