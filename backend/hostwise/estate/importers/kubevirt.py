"""KubeVirt and OpenShift Virtualization: virtual machines as `kubectl get vm -A -o json` lists them.

A machine may name an instance type in place of its sizes; the running instance, or the list of the types, has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.building import host_columns, inventory, names_in_words, vm_columns, without
from hostwise.estate.importers.kubernetes_quantities import quantity
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.rows import identified, joined_hosts, reject_rows, vms_of
from hostwise.number_format.writing import counted
from hostwise.plan.estate import EstateFinding, HostColumns, Inventory, Power, Source, VmColumns
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_BYTE, GIB_PER_BYTE

KEY, LABEL = "kubevirt", "KubeVirt"

ALONE = "holds objects of Kubernetes, and no virtual machine: add `kubectl get vm,vmi -A -o json`"

_VM, _INSTANCE = "VirtualMachine", "VirtualMachineInstance"
_TYPES = ("VirtualMachineClusterInstancetype", "VirtualMachineInstancetype")
_CLAIM, _VOLUME, _NODE = "PersistentVolumeClaim", "DataVolume", "Node"
_KNOWN = frozenset({_VM, _INSTANCE, *_TYPES, _CLAIM, _VOLUME, _NODE})
_HOW = "`kubectl get vm,vmi,pvc,nodes,virtualmachineclusterinstancetypes,virtualmachineinstancetypes -A -o json`"
_RUN = {"always": "Running", "rerunonfailure": "Running", "halted": "Stopped", "true": "Running", "false": "Stopped"}
_STATES = {"unknown": Power.UNKNOWN}
"""States with a meaning in this product alone."""

_CONTROL = ("node-role.kubernetes.io/control-plane", "node-role.kubernetes.io/master")

Object = Mapping[str, Any]


def _at(value: Any, *path: str) -> Any:
    """What stands under some keys; None where one of them is not there."""
    for each in path:
        value = value.get(each) if isinstance(value, Mapping) else None
    return value


def _objects(document: Any, kind: str = "") -> Iterator[tuple[str, Object]]:
    """The objects in a document with their kinds: those of a list may not repeat theirs."""
    if isinstance(document, list):
        for each in document:
            yield from _objects(each, kind)
    elif isinstance(document, Mapping):
        own = document.get("kind") if isinstance(document.get("kind"), str) else kind
        if isinstance(document.get("items"), list) and str(own).endswith("List"):
            yield from _objects(document["items"], str(own).removesuffix("List"))
        elif own in _KNOWN and isinstance(document.get("metadata"), Mapping):
            yield str(own), document


def recognise(document: Any) -> bool:
    """Whether it has virtual machines of KubeVirt, or the volumes, nodes or types that complete them."""
    return next(_objects(document), None) is not None


def completes(document: Any) -> bool:
    """Whether it has no virtual machine: instances run what is declared elsewhere."""
    return not any(kind == _VM for kind, _ in _objects(document))


def read(document: Any, source: Source) -> Inventory:
    """The inventory of one list."""
    return read_all([(source.file, document)], source)


def _place(each: Object) -> tuple[str, str]:
    return _text(_at(each, "metadata", "namespace")), _text(_at(each, "metadata", "name"))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "" if value is None or isinstance(value, (dict, list)) else str(value)


def read_all(documents: Sequence[tuple[str, Any]], source: Source) -> Inventory:
    """The inventory of several lists together: machines, the instances that run, their volumes, and the nodes."""
    files: dict[str, str] = {}
    by_kind: dict[str, list[Object]] = {}
    for file, document in documents:
        for kind, each in _objects(document):
            files.setdefault(kind, file)
            by_kind.setdefault(kind, []).append(each)
    machines = by_kind.get(_VM, [])
    declared = {_place(each) for each in machines}
    alone = [each for each in by_kind.get(_INSTANCE, []) if _place(each) not in declared]
    found = {kind: {_place(each): each for each in reversed(objects)} for kind, objects in by_kind.items()}
    vms, tables = vm_columns([], id=[], power=[], template=[]), list[Table]()
    if machines or alone:
        table, vms = _vms([*machines, *alone], found, files.get(_VM) or files[_INSTANCE])
        tables.append(table)
    hosts, findings = host_columns([]), list[EstateFinding]()
    if by_kind.get(_NODE):
        of_nodes, hosts = _hosts(by_kind[_NODE], files[_NODE])
        tables.append(of_nodes)
        vms, findings = joined_hosts(vms, hosts, of_nodes.place) if len(vms) else (vms, findings)
    return inventory(source, tables, vms, hosts, None, findings)


Found = Mapping[str, Mapping[tuple[str, str], Object]]


def _vms(machines: Sequence[Object], found: Found, file: str) -> tuple[Table, VmColumns]:
    """The table of the machines and their columns."""
    claims = _claims(machines, found)
    rows = [_row(each, found, claims) for each in machines]
    table = Table.of_records(file, "virtual machines", rows)
    names = table.texts("name") or []
    vcpu, memory = table.numbers("vcpu"), table.numbers("memory", factor=GIB_PER_BYTE)
    # A machine whose type is not listed still runs: it counts as a mean one, and is told.
    types = table.texts("instance type") or [""] * len(rows)
    reject_rows(table, names, vcpu, memory, spared=lambda at: bool(types[at]))
    _about_types(table, types, memory)
    _about_volumes(table, rows)
    table.note("no_performance", "missing", "There is nothing about what the VMs use of CPU, memory and I/O.")
    columns: dict[str, Any] = {
        "vcpu": vcpu,
        "memory_gib": memory,
        "disk_gb": table.numbers("disk", factor=GB_PER_BYTE),
        "disks": table.numbers("disks"),
        "host": table.texts("node"),
        "folder": table.texts("namespace"),
        "os": table.texts("os"),
    }
    ids = identified(table, names, table.texts("uid"), (columns["folder"],))
    powers = powers_of(table, table.texts("status"), _STATES)
    return table, vms_of(table.rejected, names, ids, powers, None, columns, {"Instance type": types})


def _about_types(table: Table, types: Sequence[str], memory: Floats | None) -> None:
    """Say which instance types are named, whose sizes are in no list."""
    silent = [at for at, each in enumerate(types) if each and (memory is None or np.isnan(memory[at]))]
    if silent:
        named = names_in_words(dict.fromkeys(types[at] for at in silent))
        table.note(
            "sizes_elsewhere",
            "warning",
            f"{counted(len(silent), 'VMs')} with an instance type whose sizes the file does not hold, and without a "
            f"running instance: {named}. Their size is not known. Add {_HOW}.",
            silent,
        )


def _about_volumes(table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Say whose volumes are of unknown size, and which are of several machines."""
    unknown = [at for at, each in enumerate(rows) if each["unknown"]]
    if unknown:
        named = names_in_words(dict.fromkeys(name for at in unknown for name in rows[at]["unknown"].split(", ")))
        table.note(
            "volumes_not_listed",
            "warning",
            f"{counted(len(unknown), 'VMs')} with volumes of unknown size, such as {named}: the disks of these VMs are "
            "not known. Add `kubectl get pvc -A -o json`.",
            unknown,
        )
    shared = [at for at, each in enumerate(rows) if each["shared"]]
    if shared:
        table.note("disks_shared", "note", "Volumes of several VMs count once, for the first of them.", shared)


def _row(machine: Object, found: Found, claims: Mapping[tuple[str, str], Any]) -> dict[str, Any]:
    """A machine as a row; what it does not say is empty."""
    place = _place(machine)
    instance = found.get(_INSTANCE, {}).get(place)
    declared = _at(machine, "spec", "template", "spec")
    spec = declared if declared is not None else _at(machine, "spec")
    own_type = _type_of(machine)
    typed = _sizes_of_type(own_type, place[0], found)
    vcpu, memory = _sizes(spec, instance, typed, bool(own_type))
    row = {
        "name": place[1],
        "namespace": place[0],
        "uid": _text(_at(machine, "metadata", "uid")),
        "status": _status(machine, instance, _INSTANCE in found),
        "node": _text(_at(instance, "status", "nodeName")),
        "os": _system(machine, instance),
        "vcpu": vcpu,
        "memory": memory,
        "instance type": own_type,
    }
    return {key: "" if value is None else value for key, value in row.items()} | _disks(spec, place, claims)


def _type_of(machine: Object) -> str:
    """The instance type that a machine names, with a mark where it is one of its namespace."""
    named = _at(machine, "spec", "instancetype")
    name = _text(_at(named, "name"))
    within = _text(_at(named, "kind")).lower() == _TYPES[1].lower()
    return f"{name} (of the namespace)" if name and within else name


def _sizes_of_type(name: str, namespace: str, found: Found) -> Any:
    """The sizes of an instance type, where the file lists it."""
    bare = name.removesuffix(" (of the namespace)")
    kind, place = (_TYPES[0], ("", bare)) if bare == name else (_TYPES[1], (namespace, bare))
    return _at(found.get(kind, {}).get(place), "spec")


def _sizes(spec: Any, instance: Object | None, typed: Any, has_type: bool) -> tuple[Any, Any]:
    """VCPU and bytes of memory: as the instance runs, as the type says, or as the machine declares them."""
    domains = [_at(spec, "domain"), _at(instance, "spec", "domain")]
    current = _at(instance, "status", "currentCPUTopology")
    vcpu = _product(current) or _plain(_at(typed, "cpu", "guest"))
    memory = _at(instance, "status", "memory", "guestCurrent") or _at(typed, "memory", "guest")
    for domain in domains:
        vcpu = vcpu or _product(_at(domain, "cpu")) or _rounded(domain)
        memory = memory or _at(domain, "memory", "guest") or _asked(domain, "memory")
    # Without a type, and with nothing said, a machine has one vCPU.
    return vcpu or (None if has_type or not any(domains) else 1), _plain(memory)


def _product(topology: Any) -> float | None:
    """Cores times sockets times threads, each one where it is not said; None where nothing is said."""
    if not isinstance(topology, Mapping):
        return None
    factors = [topology.get(each) for each in ("cores", "sockets", "threads")]
    told = [float(each) for each in factors if isinstance(each, (int, float)) and each > 0]
    return float(np.prod(told)) if told else None


def _asked(domain: Any, what: str) -> Any:
    resources = _at(domain, "resources")
    return _at(resources, "requests", what) or _at(resources, "limits", what)


def _rounded(domain: Any) -> Any:
    """VCPU by what is asked of the node, in whole ones, where the machine has no topology."""
    resources = _at(domain, "resources")
    told = _plain(_at(resources, "limits", "cpu") or _at(resources, "requests", "cpu"))
    return float(np.ceil(told)) if isinstance(told, float) else told


def _plain(value: Any) -> Any:
    """A quantity as a number; what is none stays as it is written, and is told."""
    if value is None or isinstance(value, (dict, list, bool)):
        return None
    found = quantity(value)
    return str(value) if found is None else found or None


def _status(machine: Object, instance: Object | None, instances_listed: bool) -> str:
    """The state in words: as it is printed, that of the instance, or what is asked for."""
    printed = _text(_at(machine, "status", "printableStatus"))
    if printed:
        return printed
    conditions = _at(instance, "status", "conditions")
    paused = any(
        _at(each, "type") == "Paused" and str(_at(each, "status")) == "True"
        for each in (conditions if isinstance(conditions, list) else [])
    )
    phase = "Paused" if paused else _text(_at(instance, "status", "phase"))
    if phase:
        return phase
    if instances_listed and instance is None:
        return "Stopped"
    asked = _at(machine, "spec", "runStrategy")
    wanted = asked if asked is not None else _at(machine, "spec", "running")
    return _RUN.get(_text(wanted).lower(), "")


def _system(machine: Object, instance: Object | None) -> str:
    """The guest system: as the guest says it, else as the machine was made."""
    template = _at(machine, "spec", "template", "metadata")
    told = (
        _at(instance, "status", "guestOSInfo", "prettyName"),
        _at(template, "annotations", "vm.kubevirt.io/os"),
        _at(machine, "metadata", "annotations", "vm.kubevirt.io/os"),
        _at(machine, "spec", "preference", "name"),
    )
    return next((each for each in map(_text, told) if each), "")


class _Claim(NamedTuple):
    """A volume: its size in bytes, None where it is not known, and the machine that it counts for."""

    size: float | None
    owner: tuple[str, str]


def _claims(machines: Iterable[Object], found: Found) -> dict[tuple[str, str], _Claim]:
    """The volumes of all machines by namespace and name: one of several machines counts for the first."""
    claims: dict[tuple[str, str], _Claim] = {}
    for machine in machines:
        place = _place(machine)
        instance = found.get(_INSTANCE, {}).get(place)
        for name in _claimed(_at(machine, "spec", "template", "spec") or _at(machine, "spec")):
            key = (place[0], name)
            if key not in claims:
                claims[key] = _Claim(_size_of(key, machine, instance, found), place)
    return claims


def _claimed(spec: Any) -> list[str]:
    """The names of the claims that a machine has as disks; drives of CDs are none, and what lives no longer than it."""
    discs = {
        _text(_at(each, "name"))
        for each in _list(_at(spec, "domain", "devices", "disks"))
        if isinstance(each, Mapping) and "cdrom" in each
    }
    names = [
        _text(_at(each, "dataVolume", "name") or _at(each, "persistentVolumeClaim", "claimName"))
        for each in _list(_at(spec, "volumes"))
        if _text(_at(each, "name")) not in discs
    ]
    return list(dict.fromkeys(each for each in names if each))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _size_of(key: tuple[str, str], machine: Object, instance: Object | None, found: Found) -> float | None:
    """Bytes of a volume: as the claim has them, as the instance sees it, or as the machine asks for it."""
    claim = found.get(_CLAIM, {}).get(key)
    asked = [_at(claim, "status", "capacity", "storage"), _at(claim, "spec", "resources", "requests", "storage")]
    for each in _list(_at(instance, "status", "volumeStatus")):
        seen = _at(each, "persistentVolumeClaimInfo")
        if _text(_at(seen, "claimName")) == key[1]:
            asked += [_at(seen, "capacity", "storage"), _at(seen, "requests", "storage")]
    templates = _list(_at(machine, "spec", "dataVolumeTemplates"))
    own = [each for each in templates if _text(_at(each, "metadata", "name")) == key[1]]
    for each in (found.get(_VOLUME, {}).get(key), *own):
        asked += [_at(each, "spec", part, "resources", "requests", "storage") for part in ("storage", "pvc")]
    sizes = (quantity(each) for each in asked if each is not None)
    return next((each for each in sizes if each), None)


def _disks(spec: Any, place: tuple[str, str], claims: Mapping[tuple[str, str], _Claim]) -> dict[str, Any]:
    """What the disks of a machine hold together; nothing where the size of one is not known."""
    if not isinstance(_at(spec, "volumes"), list):
        return {"disks": "", "disk": "", "unknown": "", "shared": ""}
    names = _claimed(spec)
    own = {name: claims[place[0], name] for name in names}
    unknown = [name for name, claim in own.items() if claim.size is None]
    shared = [name for name, claim in own.items() if claim.owner != place]
    size = sum(claim.size or 0.0 for claim in own.values() if claim.owner == place)
    return {
        "disks": len(names),
        "disk": "" if unknown else size,
        "unknown": ", ".join(unknown),
        "shared": ", ".join(shared),
    }


def _hosts(nodes: Sequence[Object], file: str) -> tuple[Table, HostColumns]:
    """The nodes, which count threads; those that take no VMs are left out."""
    rows = [
        {
            "name": _place(each)[1],
            "cpu": _plain(_at(each, "status", "capacity", "cpu")),
            "memory": _plain(_at(each, "status", "capacity", "memory")),
            "version": _text(_at(each, "status", "nodeInfo", "kubeletVersion")),
        }
        for each in nodes
    ]
    table = Table.of_records(file, "nodes", [{k: "" if v is None else v for k, v in each.items()} for each in rows])
    control = [at for at, each in enumerate(nodes) if _takes_no_vms(each)]
    table.reject("other_resources", "Nodes that take no VMs, such as the control plane, are left out.", control)
    table.note("no_cores", "missing", "Nodes count threads, so their cores, sockets and clock are unknown.")
    columns: dict[str, Any] = {
        "threads": table.numbers("cpu"),
        "memory_gib": table.numbers("memory", factor=GIB_PER_BYTE),
        "version": table.texts("version"),
        "away": [_is_away(each) for each in nodes],
    }
    gone = table.rejected
    names = table.texts("name") or []
    return table, host_columns(without(names, gone), **{key: without(each, gone) for key, each in columns.items()})


def _takes_no_vms(node: Object) -> bool:
    """Whether KubeVirt runs nothing on a node, or it is kept for the control plane."""
    if _text(_at(node, "metadata", "labels", "kubevirt.io/schedulable")) == "false":
        return True
    return any(
        _at(each, "key") in _CONTROL and _at(each, "effect") in ("NoSchedule", "NoExecute")
        for each in _list(_at(node, "spec", "taints"))
    )


def _is_away(node: Object) -> bool:
    """Whether a node is cordoned or not ready."""
    ready = [_at(each, "status") for each in _list(_at(node, "status", "conditions")) if _at(each, "type") == "Ready"]
    return _at(node, "spec", "unschedulable") is True or any(str(each) != "True" for each in ready)
