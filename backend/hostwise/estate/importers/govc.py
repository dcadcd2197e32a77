"""govc: VMs of a vCenter or host as `govc vm.info -json` writes them, in its older and its newer spelling."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from hostwise.estate.importers.building import inventory
from hostwise.estate.importers.power import powers_of
from hostwise.estate.importers.rows import Number, identified, numbers_of, reject_rows, texts_of, vms_of
from hostwise.plan.estate import Inventory, Source
from hostwise.tables.table import Table
from hostwise.tables.units import GB_PER_BYTE, GB_PER_MIB, GIB_PER_MIB

KEY, LABEL = "govc", "govc"

_GB_PER_KIB = GB_PER_MIB / 1024
_TEXTS = {"os": ("guest system",), "folder": ("path",), "uuids": ("uuids",)}
_NUMBERS = {
    "vcpu": Number(("cpus",)),
    "memory_gib": Number(("memory mib",), GIB_PER_MIB),
    "memory_reserved_gib": Number(("reserved mib",), GIB_PER_MIB),
    "memory_active_gib": Number(("active mib",), GIB_PER_MIB),
    "memory_consumed_gib": Number(("consumed mib",), GIB_PER_MIB),
    "cpu_ghz": Number(("cpu mhz",), 1e-3),
    "disks": Number(("disks",)),
    "disk_gb": Number(("disk gb",)),
    "used_gb": Number(("committed",), GB_PER_BYTE),
    "provisioned_gb": Number(("provisioned",), GB_PER_BYTE),
}


def recognise(document: Any) -> bool:
    """Whether it is a list of virtual machines, as govc names it."""
    return _machines(document) is not None


def read(document: Any, source: Source) -> Inventory:
    """The inventory of the VMs; hosts are only references in it, and are told as missing."""
    records = [_record(_lower(each)) for each in _machines(document) or [] if isinstance(each, Mapping)]
    info = Table.of_records(source.file, "virtualMachines", records)
    names = info.texts("name") or []
    columns: dict[str, Any] = {**texts_of(info, _TEXTS), **numbers_of(info, _NUMBERS)}
    reject_rows(info, names, columns["vcpu"], columns["memory_gib"])
    power = powers_of(info, info.texts("power"))
    ids = identified(info, names, info.texts("id"), ())
    vms = vms_of(info.rejected, names, ids, power, info.flags("template"), columns)
    info.note("no_cores", "missing", "Hosts are references only: list them with RVTools, or read the vCenter itself.")
    return inventory(source, [info], vms)


def _machines(document: Any) -> list[Any] | None:
    if not isinstance(document, Mapping):
        return None
    found = document.get("virtualMachines") or document.get("VirtualMachines")
    return found if isinstance(found, list) else None


def _lower(value: Any) -> Any:
    """Keys in the newer spelling, which begins with a small letter."""
    if isinstance(value, Mapping):
        return {key[:1].lower() + key[1:]: _lower(each) for key, each in value.items()}
    return [_lower(each) for each in value] if isinstance(value, list) else value


def _record(machine: Mapping[str, Any]) -> dict[str, Any]:
    def at(*path: str) -> Any:
        found: Any = machine
        for each in path:
            found = found.get(each) if isinstance(found, Mapping) else None
        return found

    disks = _disks(at("config", "hardware", "device"))
    committed, more = at("summary", "storage", "committed"), at("summary", "storage", "uncommitted")
    known = {
        "name": at("name") or at("config", "name"),
        "id": at("config", "instanceUuid") or at("self", "value"),
        "uuids": at("config", "uuid") or at("summary", "config", "uuid"),
        "power": at("runtime", "powerState") or at("summary", "runtime", "powerState"),
        "template": at("config", "template") or at("summary", "config", "template"),
        "guest system": at("guest", "guestFullName") or at("config", "guestFullName"),
        "path": at("config", "files", "vmPathName"),
        "cpus": at("config", "hardware", "numCPU") or at("summary", "config", "numCpu"),
        "memory mib": at("config", "hardware", "memoryMB") or at("summary", "config", "memorySizeMB"),
        "reserved mib": at("summary", "config", "memoryReservation"),
        "active mib": at("summary", "quickStats", "guestMemoryUsage"),
        "consumed mib": at("summary", "quickStats", "hostMemoryUsage"),
        "cpu mhz": at("summary", "quickStats", "overallCpuUsage"),
        "disks": None if disks is None else len(disks),
        "disk gb": None if disks is None else float(np.sum(disks)),
        "committed": committed,
        "provisioned": None if committed is None or more is None else committed + more,
    }
    return {key: "" if each is None else each for key, each in known.items()}


def _disks(devices: Any) -> list[float] | None:
    """Capacities of the virtual disks, GB: of all devices they alone have one."""
    if not isinstance(devices, list):
        return None
    return [
        float(each["capacityInBytes"]) * GB_PER_BYTE
        if each.get("capacityInBytes")
        else float(each["capacityInKB"]) * _GB_PER_KIB
        for each in devices
        if isinstance(each, Mapping) and (each.get("capacityInBytes") or each.get("capacityInKB"))
    ]
