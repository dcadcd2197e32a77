"""Nutanix Prism: the list of VMs as a page of it exports it, as scripts write it, or as its interfaces answer.

Sizes in MB and GB are binary, as the interfaces count them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hostwise.estate.importers import prism_clusters
from hostwise.estate.importers.building import inventory, merged, vm_columns
from hostwise.estate.importers.power import powers_of, same_for_all
from hostwise.estate.importers.prism_clusters import CONTAINER as _CONTAINER
from hostwise.estate.importers.prism_clusters import HOST as _HOST
from hostwise.estate.importers.rows import identified, reject_rows, texts_of, vms_of
from hostwise.plan.estate import Inventory, Source
from hostwise.tables.named_columns import words
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.sizes import sizes_of, unit_in
from hostwise.tables.table import Floats, Table, plain

KEY, LABEL = "prism", "Nutanix Prism"

_NAMES = ("vm name", "name")
_TEXTS = {
    "host": ("host", "host name", "host placement", "hostname"),
    "cluster": ("cluster", "cluster name"),
    "os": ("guest os", "os", "operating system", "os name"),
}
_CPUS = ("vcpus", "vcpu", "num vcpus", "number of vcpus", "cpu", "cpus", "cores")
_PER_CPU = ("cores", "cores per vcpu", "cores per socket")
_MEMORY = ("memory capacity", "memory (gib)", "memory (gb)", "memory size", "memory", "vram", "vram (gb)", "ram")
_DISKS = ("storage capacity", "disk capacity", "provisioned space in gb", "provisioned space (gb)", "storage")
_USED = ("storage usage", "storage used", "disk usage", "used space (gb)")
_SEEN = (
    {"memory capacity", "ip addresses"},
    {"memory capacity", "storage"},
    {"memory capacity", "storage usage"},
    {"host placement", "power state"},
    {"protection domain", "power state"},
    {"vcpus", "cores", "ram", "power state"},
)
"""Headers that are found together in lists of Prism, and nowhere else."""

_OF_A_MOMENT = ("cpu usage", "memory usage", "controller read iops", "controller write iops", "iops", "controller iops")


def _bare(table: Table) -> dict[str, str]:
    """Headers by their names without what stands in brackets, and as they are."""
    return {each.partition(" (")[0]: each for each in reversed(table.index)} | {each: each for each in table.index}


def _key(table: Table, names: Sequence[str]) -> str | None:
    bare = _bare(table)
    return next((bare[each] for each in names if each in bare), None)


def _is_vms(table: Table) -> bool:
    if not all(_key(table, each) for each in (_NAMES, _CPUS, _MEMORY)):
        return False
    known = _bare(table).keys()
    controller = any(each.startswith("controller ") for each in known) and "memory capacity" in known
    return controller or any(each <= known for each in _SEEN)


def is_part(table: Table) -> bool:
    """Whether it holds the storage containers or hosts of a cluster, and no VM."""
    return table.has(_CONTAINER) or table.has(_HOST)


def recognise(tables: Sequence[Table]) -> bool:
    """Whether one of them is a list of VMs of Prism, or of what its clusters have."""
    return any(_is_vms(each) or is_part(each) for each in tables)


def read(tables: Sequence[Table], source: Source) -> Inventory:
    """The inventory of all lists, such as those of several clusters, with their hosts and storage containers."""
    of_vms = [each for each in tables if _is_vms(each)]
    parts = [each for each in tables if is_part(each)]
    if not of_vms:
        raise UnreadableFile(
            "no_vms",
            f"{parts[0].place} holds storage containers or hosts of Prism, and no VM: add the list of the VMs, in one "
            "zip or beside it on the command line.",
        )
    containers = [each for each in parts if each.has(_CONTAINER)]
    stores = [prism_clusters.containers_of(each) for each in containers]
    hosts = [prism_clusters.hosts_of(each) for each in parts if each.has(_HOST)]
    found = [_read_one(each, source) for each in of_vms]
    beside = [
        inventory(source, [each], vm_columns([], id=[], power=[], template=[]), host, store)
        for each, host, store in [
            *((each, None, store) for each, store in zip(containers, stores, strict=True)),
            *((each, host, None) for each, host in zip([p for p in parts if p.has(_HOST)], hosts, strict=True)),
        ]
    ]
    return _named_hosts(merged([*found, *beside]), parts).model_copy(update={"sources": [source]})


def _named_hosts(whole: Inventory, parts: Sequence[Table]) -> Inventory:
    """The same with hosts by their names where VMs name them by their ids."""
    names: dict[str, str] = {}
    for each in parts:
        if each.has(_HOST):
            names |= dict(zip(each.texts("host uuid") or [], each.texts(_HOST) or [], strict=True))
    if not names or whole.vms.host is None:
        return whole
    hosts = [names.get(each, each) for each in whole.vms.host]
    return whole.model_copy(update={"vms": whole.vms.model_copy(update={"host": hosts})})


def _read_one(table: Table, source: Source) -> Inventory:
    names = table.texts(*_NAMES) or []
    cpus = _key(table, _CPUS) or ""
    vcpu = table.numbers(cpus)
    per_cpu = table.numbers(*_PER_CPU) if cpus != "cores" else None
    if vcpu is not None and per_cpu is not None:
        # The second interface counts sockets as vCPUs, and cores beside them.
        vcpu = vcpu * per_cpu
        table.note("columns_read_as", "note", "vCPU is what stands under vCPUs times the cores beside it.", count=1)
    memory = _sizes(table, "memory", _MEMORY)
    reject_rows(table, names, vcpu, memory)
    disk, used = _sizes(table, "disk", _DISKS), _sizes(table, "disk", _USED)
    if used is None:
        used = _sizes(table, "disk", _DISKS, used=True)
    unused = [each.strip() for each in table.header if plain(each).partition(" (")[0] in _OF_A_MOMENT]
    if unused:
        shown = ", ".join(map(repr, unused))
        table.note(
            "columns_unused", "note", f"Columns with one reading of a moment are not used: {shown}.", count=len(unused)
        )
    table.note("no_performance", "missing", "There is nothing about what the VMs use of CPU and I/O over time.")
    if disk is None:
        table.note("no_disks", "missing", "There are no sizes of disks.")
    states = table.texts("power state", "powerstate", "state")
    if states is None:
        table.note("no_power_state", "missing", "There are no power states: all VMs are taken as they stand.")
    columns: dict[str, Any] = {
        **texts_of(table, _TEXTS),
        "vcpu": vcpu,
        "memory_gib": memory,
        "disk_gb": disk,
        "used_gb": used,
        "disks": table.numbers("disk count"),
    }
    power = same_for_all(len(names)) if states is None else powers_of(table, states)
    ids = identified(table, names, table.texts("uuid", "vm uuid"), (columns["cluster"], columns["host"]))
    return inventory(source, [table], vms_of(table.rejected, names, ids, power, None, columns))


def _sizes(table: Table, kind: str, names: Sequence[str], *, used: bool = False) -> Floats | None:
    """A column of sizes, whose header may name its unit in brackets."""
    key = _key(table, names)
    if key is None:
        return None
    unit = unit_in(words(table.header[table.index[key]]))
    if key == "ram" and not unit:
        unit = "mb"  # as the second interface has it, which this header is of
    binary = f"{unit[0]}ib" if kind == "disk" and len(unit) == 2 and unit != "byte" else unit
    return sizes_of(table, key, kind, binary, "used" if used else "whole")


def records_of(document: Any) -> list[dict[str, Any]] | None:
    """The VMs of an answer of Prism, as rows of the same list; None where it is none.

    Four interfaces are known, by what they call the size of a VM: v1 and v2 (Prism Element), v3 and v4 (Prism Central).
    """
    pages = document if isinstance(document, list) else [document]
    found = [row for page in pages for row in _rows(page)]
    return found or prism_clusters.records_of(pages) or None


def _rows(page: Any) -> Iterator[dict[str, Any]]:
    if not isinstance(page, Mapping):
        return
    entities = page.get("entities", page.get("data"))
    if isinstance(entities, list):
        for each in entities:
            if isinstance(each, Mapping) and (row := _row(each)) is not None:
                yield row
    elif (row := _row(page)) is not None:
        yield row


def _row(vm: Mapping[str, Any]) -> dict[str, Any] | None:
    for reader in (_of_v3, _of_v4, _of_v2, _of_v1):
        row = reader(vm)
        if row is not None:
            return {key: "" if value is None else value for key, value in row.items()}
    return None


def _at(value: Any, *path: str) -> Any:
    for each in path:
        value = value.get(each) if isinstance(value, Mapping) else None
    return value


def _product(*factors: Any) -> float | None:
    """The product of those that are numbers; None where the first is none."""
    if not isinstance(factors[0], (int, float)):
        return None
    found = float(factors[0])
    for each in factors[1:]:
        found *= each if isinstance(each, (int, float)) and each > 0 else 1
    return found


def _mib(size: Any) -> float | None:
    return size / 2**20 if isinstance(size, (int, float)) else None


def _summed(disks: Any, *paths: tuple[str, ...], mib: tuple[str, ...] = ()) -> tuple[int | None, float | None]:
    """How many disks there are, and what they hold together, MiB; drives of CDs are none."""
    if not isinstance(disks, list):
        return None, None
    kept = [each for each in disks if not _is_cd(each)]
    sizes = []
    for each in kept:
        size = next((_mib(found) for path in paths if (found := _at(each, *path)) is not None), None)
        size = _at(each, *mib) if size is None and mib else size
        if isinstance(size, (int, float)):
            sizes.append(float(size))
    return len(kept), sum(sizes) if sizes or not kept else None


def _is_cd(disk: Any) -> bool:
    return _at(disk, "device_properties", "device_type") == "CDROM" or _at(disk, "is_cdrom") is True


def _record(
    name: Any, uuid: Any, vcpu: Any, memory: Any, disks: tuple[int | None, float | None], **more: Any
) -> dict[str, Any]:
    count, size = disks
    return {
        "VM Name": name,
        "UUID": uuid,
        "vCPUs": vcpu,
        "Memory Capacity (MiB)": memory,
        "Disk Count": count,
        "Storage Capacity (MiB)": size,
        "Storage Usage (MiB)": more.get("used"),
        "Host": more.get("host"),
        "Cluster": more.get("cluster"),
        "Power State": more.get("power"),
        "Guest OS": more.get("os"),
    }


def _of_v3(vm: Mapping[str, Any]) -> dict[str, Any] | None:
    status, spec = _at(vm, "status"), _at(vm, "spec")
    # The status says what is, the spec what was asked for.
    for part in (status, spec):
        resources = _at(part, "resources")
        if isinstance(resources, Mapping) and "memory_size_mib" in resources:
            per_socket = resources.get("num_threads_per_core")
            return _record(
                _at(part, "name") or _at(spec, "name"),
                _at(vm, "metadata", "uuid"),
                _product(resources.get("num_sockets"), resources.get("num_vcpus_per_socket"), per_socket),
                resources.get("memory_size_mib"),
                _summed(resources.get("disk_list"), ("disk_size_bytes",), mib=("disk_size_mib",)),
                host=_at(resources, "host_reference", "name") or _at(resources, "host_reference", "uuid"),
                cluster=_at(part, "cluster_reference", "name") or _at(part, "cluster_reference", "uuid"),
                power=resources.get("power_state"),
                os=_at(resources, "guest_tools", "nutanix_guest_tools", "guest_os_version"),
            )
    return None


def _of_v4(vm: Mapping[str, Any]) -> dict[str, Any] | None:
    if "memorySizeBytes" not in vm or "numSockets" not in vm:
        return None
    return _record(
        vm.get("name"),
        vm.get("extId"),
        _product(vm.get("numSockets"), vm.get("numCoresPerSocket"), vm.get("numThreadsPerCore")),
        _mib(vm.get("memorySizeBytes")),
        _summed(vm.get("disks"), ("backingInfo", "diskSizeBytes")),
        host=_at(vm, "host", "extId"),
        cluster=_at(vm, "cluster", "extId"),
        power=vm.get("powerState"),
    )


def _of_v2(vm: Mapping[str, Any]) -> dict[str, Any] | None:
    if "memory_mb" not in vm or "num_vcpus" not in vm:
        return None
    return _record(
        vm.get("name"),
        vm.get("uuid"),
        _product(vm.get("num_vcpus"), vm.get("num_cores_per_vcpu")),
        vm.get("memory_mb"),
        _summed(vm.get("vm_disk_info"), ("size",), ("vmdisk_size",)),
        host=vm.get("host_name") or vm.get("host_uuid"),
        power=vm.get("power_state"),
    )


def _of_v1(vm: Mapping[str, Any]) -> dict[str, Any] | None:
    if "memoryCapacityInBytes" not in vm or "numVCpus" not in vm:
        return None
    paths = vm.get("nutanixVirtualDiskUuids")
    return _record(
        vm.get("vmName"),
        vm.get("uuid") or vm.get("vmId"),
        vm.get("numVCpus"),
        _mib(vm.get("memoryCapacityInBytes")),
        (len(paths) if isinstance(paths, list) else None, _mib(vm.get("diskCapacityInBytes"))),
        host=vm.get("hostName"),
        cluster=vm.get("clusterUuid"),
        power=vm.get("powerState"),
        os=vm.get("guestOperatingSystem"),
    )
