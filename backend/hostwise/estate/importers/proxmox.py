"""Proxmox VE: the resources of a cluster, its nodes and storages, as its API or `pvesh` writes them, and `qm list`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import (
    datastore_columns,
    host_columns,
    inventory,
    merged,
    repeated,
    vm_columns,
    without,
)
from hostwise.estate.importers.keys import BETWEEN
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.rows import Number, identified, numbers_of, reject_rows, texts_of, vms_of
from hostwise.plan.estate import DatastoreColumns, HostColumns, Inventory, Power, Source, VmColumns
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE, GIB_PER_BYTE

KEY, LABEL = "proxmox", "Proxmox VE"

STATES = {"unknown": Power.UNKNOWN}
"""States with a meaning in this product alone: the node of such a VM is away, on which it ran or not."""

_VM_KINDS = ("qemu", "lxc")
_KNOWN = (*_VM_KINDS, "node", "storage")
_VM_TEXTS = {"host": ("node",), "folder": ("pool",)}
_VM_NUMBERS = {
    "vcpu": Number(("maxcpu", "cpus")),
    "memory_gib": Number(("maxmem",), GIB_PER_BYTE),
    "memory_consumed_gib": Number(("memhost", "mem"), GIB_PER_BYTE),
    "disk_gb": Number(("maxdisk",), GB_PER_BYTE),
}


ALONE = (
    "holds nodes or storages of Proxmox VE, and no VM: add `pvesh get /cluster/resources --output-format json`, which "
    "has the VMs"
)

_LIST = re.compile(r"\s*VMID +NAME +STATUS +MEM\(MB\) +BOOTDISK\(GB\)(?: +PID)?\s*")
_LISTED = re.compile(r"\s*(\d+) +(\S.*?) +(\S+) +(\d+|-) +([\d.]+|-)(?: +(\d+|-))?\s*")


def _records(document: Any) -> list[Any] | None:
    """The resources. Lists of one kind, such as the VMs or the storages of one node, do not say the type."""
    records = document.get("data") if isinstance(document, dict) else document
    if not isinstance(records, list):
        return None
    return [_typed(each) if isinstance(each, dict) else each for each in records]


def _typed(record: dict[str, Any]) -> dict[str, Any]:
    if "type" not in record and {"vmid", "maxmem", "status"} <= record.keys():
        return {"type": _VM_KINDS[0]} | record
    if "type" not in record and {"node", "maxmem", "status"} <= record.keys():
        return {"type": "node"} | record
    if {"storage", "total", "used"} <= record.keys():
        sizes = {"maxdisk": record["total"], "disk": record["used"], "plugintype": record.get("type", "")}
        return record | sizes | {"type": "storage"}
    return record


def is_list(text: str) -> bool:
    """Whether a text is what `qm list` prints."""
    return _LIST.fullmatch(text.lstrip("\r\n").partition("\n")[0]) is not None


def resources_of(text: str) -> list[dict[str, Any]]:
    """The VMs that `qm list` prints, as resources of a cluster; it has no vCPU. Its MB and GB are binary."""
    found: list[dict[str, Any]] = []
    for line in text.splitlines()[1:]:
        if line.strip() and not _LIST.fullmatch(line):
            cells = _LISTED.fullmatch(line)
            # What does not look like a row is one without sizes, which is said.
            vmid, name, status, mib, gib = cells.groups()[:5] if cells else ("", line.strip(), "", "-", "-")
            record = {"type": "qemu", "vmid": vmid, "name": name, "status": status}
            found.append(record | {"maxmem": _bytes(mib, 2**20), "maxdisk": _bytes(gib, 2**30)})
    return found


def _bytes(text: str, unit: int) -> float | str:
    return "" if text == "-" else float(text) * unit


def number_of(id_: str) -> str:
    """The number of a VM or container in its cluster, by its id in the inventory."""
    return id_.rpartition(BETWEEN)[2]


def recognise(document: Any) -> bool:
    """Whether it is a list of resources, bare or under `data`."""
    kinds = [each.get("type") for each in _records(document) or [] if isinstance(each, dict)]
    return any(each in _KNOWN for each in kinds) and any(
        isinstance(each, dict) and ("vmid" in each or "node" in each or "storage" in each)
        for each in _records(document) or []
    )


def completes(document: Any) -> bool:
    """Whether it holds nodes or storages and no VM."""
    return not any(isinstance(each, dict) and each.get("type") in _VM_KINDS for each in _records(document) or [])


def read(document: Any, source: Source) -> Inventory:
    """The inventory of VMs, containers, nodes and storages."""
    return read_all([(source.file, document)], source)


def read_all(documents: Sequence[tuple[str, Any]], source: Source) -> Inventory:
    """The same of several lists: the nodes and storages of one belong to the VMs of the others."""
    of_vms: list[Table] = []
    beside: dict[str, tuple[str, list[dict[str, Any]]]] = {}
    for file, document in documents:
        by_kind, strange = _by_kind(_records(document) or [])
        if "vms" in by_kind:
            of_vms.append(Table.of_records(file, "vms", by_kind.pop("vms")))
        for kind, found in by_kind.items():
            beside.setdefault(kind, (file, []))[1].extend(found)
        if strange and of_vms:
            message = "Resources that are no VM, node or storage are left out."
            of_vms[-1].note("other_resources", "note", message, count=strange)
    tables = {kind: Table.of_records(file, kind, found) for kind, (file, found) in beside.items()}
    nodes, storages = tables.get("node"), tables.get("storage")
    hosts, stores = _hosts(nodes), _datastores(storages)
    # A list with CPUs comes before one without: of VMs that both have the first counts.
    of_vms.sort(key=lambda each: not each.has("maxcpu"))
    vms = [_vms(each, nodes) for each in of_vms] or [vm_columns([], id=[], power=[], template=[])]
    if nodes is not None:
        nodes.note("no_cores", "missing", "Nodes count threads, so their cores, sockets and clock are unknown.")
    whole = inventory(source, [*of_vms[:1], *tables.values()], vms[0], hosts, stores)
    others = [inventory(source, [table], own) for table, own in zip(of_vms[1:], vms[1:], strict=True)]
    return merged([whole, *others]).model_copy(update={"sources": [source]})


def _by_kind(records: Sequence[Any]) -> tuple[dict[str, list[dict[str, Any]]], int]:
    """The resources of each kind, without what lies within them, and the number of those of no known kind."""
    by_kind: dict[str, list[dict[str, Any]]] = {}
    strange = 0
    for each in records:
        kind = each.get("type") if isinstance(each, dict) else None
        if kind not in _KNOWN:
            strange += 1
            continue
        flat = {
            key: "" if value is None else value for key, value in each.items() if not isinstance(value, (dict, list))
        }
        by_kind.setdefault("vms" if kind in _VM_KINDS else kind, []).append(flat)
    return by_kind, strange


def _vms(info: Table, nodes: Table | None) -> VmColumns:
    """The VMs and containers of one list."""
    names = [name or identity for name, identity in zip(_texts(info, "name"), _texts(info, "vmid"), strict=True)]
    columns: dict[str, Any] = {**texts_of(info, _VM_TEXTS), **numbers_of(info, _VM_NUMBERS)}
    for key in ("vcpu", "memory_gib", "disk_gb"):
        columns[key] = _told(columns[key])
    columns["vcpu"] = _with_limits(info, nodes, columns["vcpu"])
    reject_rows(info, names, columns["vcpu"], columns["memory_gib"])
    power = powers_of(info, _texts(info, "status"), STATES)
    off = np.array([each is Power.OFF for each in power.states], dtype=bool)
    if columns["memory_consumed_gib"] is not None:
        columns["memory_consumed_gib"] = np.where(off, np.nan, columns["memory_consumed_gib"])
    # Ids count from 100 in every cluster, so the name belongs to them.
    ids = identified(info, names, None, (info.texts("vmid"),))
    attributes = {"Type": _texts(info, "type"), "Tags": info.texts("tags") or []}
    _what_is_missing(info, columns["vcpu"])
    return vms_of(info.rejected, names, ids, power, info.flags("template"), columns, attributes)


def _told(values: Floats | None) -> Floats | None:
    """Sizes that are told: who passes resources on without a size writes 0."""
    return None if values is None else np.where(values == 0, np.nan, values)


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


def _what_is_missing(info: Table, vcpu: Floats | None) -> None:
    if vcpu is None:
        info.note(
            "sizes_elsewhere",
            "missing",
            "No vCPU here, as in what `qm list` prints. `pvesh get /cluster/resources --output-format json` has it, "
            "with nodes and storages.",
        )
    info.note(
        "root_disk_only",
        "warning",
        "Proxmox VE lists the root disk of a VM only: further disks are missing, and what the disks hold is unknown.",
    )
    info.note("no_performance", "missing", "There is nothing about active memory, CPU in GHz and I/O per second.")


def _hosts(table: Table | None) -> HostColumns:
    if table is None:
        return host_columns([])
    names = [node or name for node, name in zip(_texts(table, "node"), _texts(table, "name"), strict=True)]
    nameless = [at for at, each in enumerate(names) if not each]
    table.reject("no_name", "Rows without the name of a node are left out.", nameless)
    again = [at for at in repeated(names) if names[at]]
    table.reject("host_twice", "Rows that repeat a node are left out, such as those of a second list.", again)
    memory, used = _told(table.numbers("maxmem", factor=GIB_PER_BYTE)), table.numbers("mem", factor=GIB_PER_BYTE)
    status = [each.lower() for each in table.texts("status") or []]
    columns = {
        "threads": _told(table.numbers("maxcpu")),
        "memory_gib": memory,
        "cpu_use_share": table.numbers("cpu"),
        "memory_use_share": None if memory is None or used is None else used / np.where(memory > 0, memory, np.nan),
        "away": [each in ("offline", "unknown") for each in status] if any(status) else None,
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
    table.reject("datastore_twice", "A shared storage that is listed for each node counts once.", gone)
    columns = {
        "kind": table.texts("plugintype"),
        "capacity_gb": _told(table.numbers("maxdisk", factor=GB_PER_BYTE)),
        "used_gb": table.numbers("disk", factor=GB_PER_BYTE),
    }
    return datastore_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})
