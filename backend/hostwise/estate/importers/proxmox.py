"""Proxmox VE: the resources of a cluster, as its API or `pvesh get /cluster/resources` writes them."""

from __future__ import annotations

from typing import Any

import numpy as np

from hostwise.estate.importers.building import datastore_columns, host_columns, inventory, without
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.problems import UnreadableFile
from hostwise.estate.importers.rows import BETWEEN, Number, identified, numbers_of, reject_rows, texts_of, vms_of
from hostwise.plan.estate import DatastoreColumns, HostColumns, Inventory, Power, Source
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE, GIB_PER_BYTE

KEY, LABEL = "proxmox", "Proxmox VE"

_VM_KINDS = ("qemu", "lxc")
_KNOWN = (*_VM_KINDS, "node", "storage")
_VM_TEXTS = {"host": ("node",), "folder": ("pool",)}
_VM_NUMBERS = {
    "vcpu": Number(("maxcpu", "cpus")),
    "memory_gib": Number(("maxmem",), GIB_PER_BYTE),
    "memory_consumed_gib": Number(("memhost", "mem"), GIB_PER_BYTE),
    "disk_gb": Number(("maxdisk",), GB_PER_BYTE),
}


def _records(document: Any) -> list[Any] | None:
    """The resources; VMs and containers of one node, as `/nodes/NODE/qemu` lists them, have no type."""
    records = document.get("data") if isinstance(document, dict) else document
    if not isinstance(records, list):
        return None
    return [{"type": _VM_KINDS[0]} | each if _is_of_node(each) else each for each in records]


def _is_of_node(record: Any) -> bool:
    return isinstance(record, dict) and "type" not in record and {"vmid", "maxmem", "status"} <= record.keys()


def number_of(id_: str) -> str:
    """The number of a VM or container in its cluster, by its id in the inventory."""
    return id_.rpartition(BETWEEN)[2]


def recognise(document: Any) -> bool:
    """Whether it is a list of resources, bare or under `data`."""
    kinds = [each.get("type") for each in _records(document) or [] if isinstance(each, dict)]
    return any(each in _KNOWN for each in kinds) and any(
        isinstance(each, dict) and ("vmid" in each or "node" in each) for each in _records(document) or []
    )


def read(document: Any, source: Source) -> Inventory:
    """The inventory of VMs, containers, nodes and storages."""
    records = _records(document) or []
    by_kind: dict[str, list[dict[str, Any]]] = {}
    strange = 0
    for each in records:
        kind = each.get("type") if isinstance(each, dict) else None
        if kind not in _KNOWN:
            strange += 1
            continue
        if any(isinstance(value, (dict, list)) for value in each.values()):
            each = {key: value for key, value in each.items() if not isinstance(value, (dict, list))}
        by_kind.setdefault("vms" if kind in _VM_KINDS else kind, []).append(each)
    if "vms" not in by_kind:
        raise UnreadableFile("no_vms", f"{source.file} holds resources of Proxmox VE, and no VM among them.")
    tables = {kind: Table.of_records(source.file, kind, found) for kind, found in by_kind.items()}
    info = tables["vms"]
    names = [name or identity for name, identity in zip(_texts(info, "name"), _texts(info, "vmid"), strict=True)]
    columns: dict[str, Any] = {**texts_of(info, _VM_TEXTS), **numbers_of(info, _VM_NUMBERS)}
    columns["vcpu"] = _with_limits(info, tables.get("node"), columns["vcpu"])
    reject_rows(info, names, columns["vcpu"], columns["memory_gib"])
    power = powers_of(info, _texts(info, "status"))
    off = np.array([each is Power.OFF for each in power.states], dtype=bool)
    if columns["memory_consumed_gib"] is not None:
        columns["memory_consumed_gib"] = np.where(off, np.nan, columns["memory_consumed_gib"])
    if columns["disk_gb"] is not None:
        columns["disk_gb"] = np.where(columns["disk_gb"] == 0, np.nan, columns["disk_gb"])
    # Ids count from 100 in every cluster, so the name belongs to them.
    ids = identified(info, names, None, (info.texts("vmid"),))
    attributes = {"Type": _texts(info, "type"), "Tags": info.texts("tags") or []}
    vms = vms_of(info.rejected, names, ids, power, info.flags("template"), columns, attributes)
    _what_is_missing(info, tables.get("node"))
    if strange:
        info.note("other_resources", "note", "Resources that are no VM, node or storage are left out.", count=strange)
    used = [info, *(table for kind, table in tables.items() if kind != "vms")]
    return inventory(source, used, vms, _hosts(tables.get("node")), _datastores(tables.get("storage")))


def _with_limits(info: Table, nodes: Table | None, vcpu: Floats | None) -> Floats | None:
    """Cores of VMs and containers: one of a container without a limit, which is listed with all of its node."""
    of_nodes = nodes.numbers("maxcpu") if nodes is not None else None
    if vcpu is None or nodes is None or of_nodes is None:
        return vcpu
    threads = dict(zip(_texts(nodes, "node"), of_nodes.tolist(), strict=True))
    free = [
        at
        for at, (kind, node, cores) in enumerate(
            zip(_texts(info, "type"), _texts(info, "node"), vcpu.tolist(), strict=True)
        )
        if kind == "lxc" and cores == threads.get(node)
    ]
    if not free:
        return vcpu
    info.note(
        "container_without_limit",
        "warning",
        "Containers without a limit of cores are listed with all of their node: one vCPU each is counted.",
        free,
    )
    limited = vcpu.copy()
    limited[free] = 1.0
    return limited


def _texts(table: Table, header: str) -> list[str]:
    return table.texts(header) or [""] * len(table)


def _what_is_missing(info: Table, nodes: Table | None) -> None:
    info.note(
        "root_disk_only",
        "warning",
        "Proxmox VE lists the root disk of a VM only: further disks are missing, and what the disks hold is unknown.",
    )
    info.note("no_performance", "missing", "There is nothing about active memory, CPU in GHz and I/O per second.")
    if nodes is not None:
        nodes.note("no_cores", "missing", "Nodes count threads, so their cores, sockets and clock are unknown.")


def _hosts(table: Table | None) -> HostColumns:
    if table is None:
        return host_columns([])
    names = [node or name for node, name in zip(_texts(table, "node"), _texts(table, "name"), strict=True)]
    nameless = [at for at, each in enumerate(names) if not each]
    table.reject("no_name", "Rows without the name of a node are left out.", nameless)
    memory, used = table.numbers("maxmem", factor=GIB_PER_BYTE), table.numbers("mem", factor=GIB_PER_BYTE)
    columns = {
        "memory_gib": memory,
        "cpu_use_share": table.numbers("cpu"),
        "memory_use_share": None if memory is None or used is None else used / np.where(memory > 0, memory, np.nan),
    }
    gone = table.rejected
    return host_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def _datastores(table: Table | None) -> DatastoreColumns:
    """Storages; a shared one is listed for each node, and counts once."""
    if table is None:
        return datastore_columns([])
    names, nodes = _texts(table, "storage"), _texts(table, "node")
    shared = table.flags("shared") or [False] * len(table)
    seen: set[str] = set()
    gone = []
    for at, (name, node, everywhere) in enumerate(zip(names, nodes, shared, strict=True)):
        key = name if everywhere else f"{node} {name}"
        if key in seen:
            gone.append(at)
        seen.add(key)
    columns = {
        "kind": table.texts("plugintype"),
        "capacity_gb": table.numbers("maxdisk", factor=GB_PER_BYTE),
        "used_gb": table.numbers("disk", factor=GB_PER_BYTE),
    }
    return datastore_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})
