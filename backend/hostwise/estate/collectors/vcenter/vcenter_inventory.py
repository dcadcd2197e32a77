"""The inventory of a vCenter: VMs, hosts and datastores as they are now."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from pyVmomi import vim

from hostwise.estate.collectors.collecting_problems import CannotCollect
from hostwise.estate.collectors.reports_of_reading import digest, tab_of
from hostwise.estate.collectors.vcenter.places import Places, key_of, plain_name
from hostwise.estate.collectors.vcenter.session import Found, VCenter
from hostwise.estate.collectors.vcenter.vcenter_traits import changed_days, hardware_version, oldest_days, traits
from hostwise.estate.importers.building import datastore_columns, host_columns, vm_columns
from hostwise.estate.importers.power import state_of
from hostwise.number_format.writing import counted
from hostwise.plan.estate import (
    DatastoreColumns,
    EstateFinding,
    HostColumns,
    Inventory,
    Power,
    Source,
    VmColumns,
)
from hostwise.tables.table import Floats
from hostwise.tables.units import GB_PER_BYTE, GHZ_PER_MHZ, GIB_PER_BYTE, GIB_PER_MIB

KEY, LABEL = "vcenter", "VMware vCenter"

_GB_PER_KIB = 1024 / 1e9

_OF_VM = (
    "name",
    "config.hardware.device",
    "config.changeVersion",
    "config.managedBy",
    "config.version",
    "customValue",
    "guest.disk",
    "guest.guestFullName",
    "guest.toolsVersionStatus2",
    "layoutEx",
    "parent",
    "parentVApp",
    "runtime.connectionState",
    "runtime.consolidationNeeded",
    "runtime.faultToleranceState",
    "runtime.host",
    "runtime.powerState",
    "snapshot",
    "summary.config",
    "summary.quickStats",
    "summary.storage",
)
_OF_HOST = ("name", "parent", "summary.config.product", "summary.hardware", "summary.quickStats", "vm")
_OF_DATASTORE = ("name", "summary")


class Machine(NamedTuple):
    """A running VM, for queries of its counters.

    Attributes:
        reference: the VM itself.
        id: its stable id, as in the inventory.
        name: its name.
        vcpu: its virtual CPUs.
    """

    reference: Any
    id: str
    name: str
    vcpu: float


@dataclass
class Estate:
    """What was read.

    Attributes:
        inventory: the estate as it is now.
        running: the VMs that run, for questions about their counters.
    """

    inventory: Inventory
    running: list[Machine]


def read_estate(vcenter: VCenter) -> Estate:
    """The inventory of a vCenter, with one reading of the use of each VM and host.

    Raises:
        CannotCollect: it shows no VM, or cannot be asked.
    """
    taken_at = vcenter.now()
    places = Places(vcenter)
    hosts = vcenter.objects(vim.HostSystem, _OF_HOST)
    all_vms = vcenter.objects(vim.VirtualMachine, _OF_VM)
    datastores = vcenter.objects(vim.Datastore, _OF_DATASTORE)
    if not all_vms:
        raise CannotCollect(
            f"{vcenter.address} shows no VM to the user {vcenter.user!r}. Give the role Read-only at the top of the "
            "inventory, with 'propagate to children'."
        )
    vms = [each for each in all_vms if "summary.config" in each.values]
    findings = [*_left_out(len(all_vms) - len(vms)), *_denied([*hosts, *all_vms, *datastores]), _about_tags()]
    columns = _vms(vms, hosts, places, _attribute_names(vcenter), str(vcenter.address), taken_at)
    own_hosts = _hosts(hosts, places, str(vcenter.address))
    own_datastores = _datastores(datastores)
    place = str(vcenter.address)
    inventory = Inventory.model_construct(
        format="hostwise-inventory",
        format_version=1,
        sources=[
            Source(
                kind=KEY,
                label=LABEL,
                version=vcenter.version,
                taken_at=taken_at.isoformat(timespec="seconds"),
                file=place,
                sha256=digest(columns, own_hosts, own_datastores),
            )
        ],
        vms=columns,
        hosts=own_hosts,
        datastores=own_datastores,
        tabs=[
            tab_of(place, "virtual machines", len(all_vms), len(all_vms) - len(vms)),
            tab_of(place, "hosts", len(hosts)),
            tab_of(place, "datastores", len(datastores)),
        ],
        findings=findings,
    )
    running = [
        Machine(each.reference, each_id, name, each.values["summary.config"].numCpu or 1)
        for each, each_id, name, power in zip(vms, columns.id, columns.name, columns.power, strict=True)
        if power is Power.ON
    ]
    return Estate(inventory, running)


def running_machines(vcenter: VCenter) -> list[Machine]:
    """The VMs that run now, with few properties, for queries that are repeated."""
    found = [
        each
        for each in vcenter.objects(vim.VirtualMachine, ["name", "runtime.powerState", "summary.config"])
        if "summary.config" in each.values
    ]
    return [
        Machine(each.reference, each_id, plain_name(each.values.get("name")), each.values["summary.config"].numCpu or 1)
        for each, each_id in zip(found, _ids(found), strict=True)
        if each.values.get("runtime.powerState") == "poweredOn"
    ]


def _ids(vms: Sequence[Found]) -> list[str]:
    """Instance UUIDs. Where two VMs have the same one, as copies of files may, the vCenter's own id is added."""
    told = [str(each.values["summary.config"].instanceUuid or each.key) for each in vms]
    often = Counter(told)
    return [each if often[each] == 1 else f"{each} {found.key}" for each, found in zip(told, vms, strict=True)]


def _vms(
    vms: Sequence[Found],
    hosts: Sequence[Found],
    places: Places,
    attributes: dict[int, str],
    server: str,
    taken_at: dt.datetime,
) -> VmColumns:
    configs = [each.values["summary.config"] for each in vms]
    stats = [each.values.get("summary.quickStats") for each in vms]
    storages = [each.values.get("summary.storage") for each in vms]
    disks = [_disks(each.values.get("config.hardware.device")) for each in vms]
    host_of = {each.key: each for each in hosts}
    on = [host_of.get(key_of(each.values.get("runtime.host")) or "") for each in vms]
    clusters = [None if each is None else key_of(each.values.get("parent")) for each in on]
    parents = [key_of(each.values.get("parent")) for each in vms]
    words = [str(each.values.get("runtime.powerState") or "") for each in vms]
    power = [state_of(each) or Power.UNKNOWN for each in words]
    off = np.array([each is not Power.ON for each in power])
    changed = changed_days([each.values.get("config.changeVersion") for each in vms], taken_at)
    # A VM that does not run has no use; zero would say that it runs and does nothing.
    use = {
        "cpu_ghz": _numbers(stats, lambda each: each.overallCpuUsage, GHZ_PER_MHZ),
        "memory_active_gib": _numbers(stats, lambda each: each.guestMemoryUsage, GIB_PER_MIB),
        "memory_consumed_gib": _numbers(stats, lambda each: each.hostMemoryUsage, GIB_PER_MIB),
        "memory_ballooned_gib": _numbers(stats, lambda each: each.balloonedMemory, GIB_PER_MIB),
        "memory_swapped_gib": _numbers(stats, lambda each: each.swappedMemory, GIB_PER_MIB),
    }
    return vm_columns(
        [plain_name(each.values.get("name")) for each in vms],
        id=_ids(vms),
        uuids=[f"{each.instanceUuid or ''} {each.uuid or ''}".strip() for each in configs],
        power=power,
        power_word=words if Power.SUSPENDED in power else None,
        template=[bool(each.template) for each in configs],
        placeholder=[_is_placeholder(each.values.get("config.managedBy")) for each in vms],
        os=[
            str(each.values.get("guest.guestFullName") or config.guestFullName or "")
            for each, config in zip(vms, configs, strict=True)
        ],
        vcenter=[server] * len(vms),
        # A VM in a vApp has no folder; its host is in the same datacenter.
        datacenter=[
            places.datacenter(parent) or places.datacenter(cluster)
            for parent, cluster in zip(parents, clusters, strict=True)
        ],
        cluster=[places.cluster(each) for each in clusters],
        host=["" if each is None else plain_name(each.values.get("name")) for each in on],
        folder=[places.folder(each) for each in parents],
        attributes=_attributes(vms, attributes),
        traits=traits([each.values for each in vms]),
        snapshot_days=_numbers([each.values.get("snapshot") for each in vms], lambda each: oldest_days(each, taken_at)),
        off_days=np.where(off, changed, np.nan),
        hardware_version=_numbers([each.values.get("config.version") for each in vms], hardware_version),
        vcpu=_numbers(configs, lambda each: each.numCpu),
        memory_gib=_numbers(configs, lambda each: each.memorySizeMB, GIB_PER_MIB),
        memory_reserved_gib=_numbers(configs, lambda each: each.memoryReservation, GIB_PER_MIB),
        **{name: np.where(off, np.nan, values) for name, values in use.items()},
        disks=np.array([np.nan if each is None else len(each) for each in disks], dtype=np.float64),
        disk_gb=np.array([np.nan if each is None else sum(each) for each in disks], dtype=np.float64),
        provisioned_gb=_numbers(storages, lambda each: each.committed + each.uncommitted, GB_PER_BYTE),
        used_gb=_numbers(storages, lambda each: each.committed, GB_PER_BYTE),
        guest_used_gb=_numbers([each.values.get("guest.disk") or None for each in vms], _guest_used, GB_PER_BYTE),
        snapshot_gb=_numbers([each.values.get("layoutEx") for each in vms], _snapshots, GB_PER_BYTE),
    )


def _numbers(parts: Iterable[Any], value: Callable[[Any], Any], factor: float = 1.0) -> Floats:
    """A number of each part times a factor, NaN without the part or the number, or where it is negative."""
    found = [None if each is None else value(each) for each in parts]
    numbers = np.array(found, dtype=np.float64)
    numbers[numbers < 0] = np.nan
    return numbers * factor


def _disks(devices: Any) -> list[float] | None:
    """Capacities of the virtual disks, GB; None if the devices are not known."""
    if devices is None:
        return None
    kind: Any = vim.vm.device.VirtualDisk
    return [
        each.capacityInBytes * GB_PER_BYTE if each.capacityInBytes else (each.capacityInKB or 0) * _GB_PER_KIB
        for each in devices
        if isinstance(each, kind)
    ]


def _guest_used(disks: Any) -> float:
    return float(sum((each.capacity or 0) - (each.freeSpace or 0) for each in disks))


def _snapshots(layout: Any) -> float:
    """Bytes of the files of snapshots: their memory, and the disks written since the first."""
    if not layout.snapshot:
        return 0.0
    sizes = {each.key: each.size or 0 for each in layout.file}
    files = {key for each in layout.snapshot for key in (each.dataKey, each.memoryKey) if key is not None}
    # The chain of a disk in the first snapshot is what was there before; a linked clone begins with several links.
    before = {
        disk.key: min(len(one.chain) for each in layout.snapshot for one in each.disk if one.key == disk.key)
        for disk in layout.disk
        if any(one.key == disk.key for each in layout.snapshot for one in each.disk)
    }
    for disk in layout.disk:
        for unit in disk.chain[before.get(disk.key, len(disk.chain)) :]:
            files.update(unit.fileKey)
    return float(sum(sizes.get(each, 0) for each in files))


def _is_placeholder(managed: Any) -> bool:
    """Whether a VM only stands for one that Site Recovery protects elsewhere."""
    return (
        managed is not None
        and str(managed.extensionKey).startswith("com.vmware.vcDr")
        and (managed.type == "placeholderVm")
    )


def _attribute_names(vcenter: VCenter) -> dict[int, str]:
    def fields() -> dict[int, str]:
        known = vcenter.content.customFieldsManager
        return {
            each.key: each.name
            for each in getattr(known, "field", ())
            if (each.managedObjectType or vim.VirtualMachine) in (vim.VirtualMachine, vim.ManagedEntity)
        }

    return vcenter.ask(fields)


def _attributes(vms: Sequence[Found], names: dict[int, str]) -> dict[str, list[str]]:
    columns = {name: [""] * len(vms) for name in names.values()}
    for at, found in enumerate(vms):
        for each in found.values.get("customValue") or ():
            if (name := names.get(each.key)) is not None:
                columns[name][at] = str(each.value or "").strip()[:400]
    return {name: column for name, column in columns.items() if any(column)}


def _hosts(hosts: Sequence[Found], places: Places, server: str) -> HostColumns:
    parts = [each.values.get("summary.hardware") for each in hosts]
    stats = [each.values.get("summary.quickStats") for each in hosts]
    parents = [key_of(each.values.get("parent")) for each in hosts]
    cores, mhz = _numbers(parts, lambda each: each.numCpuCores), _numbers(parts, lambda each: each.cpuMhz)
    memory = _numbers(parts, lambda each: each.memorySize, GIB_PER_BYTE)
    with np.errstate(divide="ignore", invalid="ignore"):
        cpu_use = _numbers(stats, lambda each: each.overallCpuUsage) / (cores * mhz)
        memory_use = _numbers(stats, lambda each: each.overallMemoryUsage, GIB_PER_MIB) / memory
    return host_columns(
        [plain_name(each.values.get("name")) for each in hosts],
        model=["" if each is None else _model(each.vendor, each.model) for each in parts],
        cpu_model=["" if each is None else " ".join(str(each.cpuModel or "").split()) for each in parts],
        vcenter=[server] * len(hosts),
        datacenter=[places.datacenter(each) for each in parents],
        cluster=[places.cluster(each) for each in parents],
        version=[str(getattr(each.values.get("summary.config.product"), "fullName", None) or "") for each in hosts],
        sockets=_numbers(parts, lambda each: each.numCpuPkgs),
        cores=cores,
        threads=_numbers(parts, lambda each: each.numCpuThreads),
        ghz=mhz * GHZ_PER_MHZ,
        memory_gib=memory,
        cpu_use_share=np.where(np.isfinite(cpu_use), cpu_use, np.nan),
        memory_use_share=np.where(np.isfinite(memory_use), memory_use, np.nan),
        vms=np.array([len(each.values.get("vm") or ()) for each in hosts], dtype=np.float64),
    )


def _model(vendor: str | None, model: str | None) -> str:
    first, second = (vendor or "").strip(), (model or "").strip()
    return second if second.lower().startswith(first.lower()) else f"{first} {second}"


def _datastores(datastores: Sequence[Found]) -> DatastoreColumns:
    # An inaccessible datastore reports sizes of 0.
    parts = [
        each if each is not None and each.accessible else None
        for each in (found.values.get("summary") for found in datastores)
    ]
    return datastore_columns(
        [plain_name(each.values.get("name")) for each in datastores],
        kind=[str(getattr(each.values.get("summary"), "type", None) or "") for each in datastores],
        url=[str(getattr(each.values.get("summary"), "url", None) or "") for each in datastores],
        capacity_gb=_numbers(parts, lambda each: each.capacity, GB_PER_BYTE),
        provisioned_gb=_numbers(
            parts, lambda each: each.capacity - each.freeSpace + (each.uncommitted or 0), GB_PER_BYTE
        ),
        used_gb=_numbers(parts, lambda each: each.capacity - each.freeSpace, GB_PER_BYTE),
    )


def _left_out(number: int) -> list[EstateFinding]:
    if not number:
        return []
    return [
        EstateFinding(
            code="vm_without_configuration",
            kind="rejected",
            message=f"Left out: {counted(number, 'VMs')} whose configuration the vCenter cannot read: orphaned, "
            "on a datastore that cannot be reached, or hidden from the user.",
            count=number,
        )
    ]


def _denied(found: Sequence[Found]) -> list[EstateFinding]:
    lacking = Counter(privilege for each in found for privilege in set(each.denied))
    return [
        EstateFinding(
            code="privilege_missing",
            kind="missing",
            message=f"{count} objects do not show everything: the user lacks the privilege {privilege}. The role "
            "Read-only, propagated from the top of the inventory, is enough.",
            count=count,
        )
        for privilege, count in sorted(lacking.items())
    ]


def _about_tags() -> EstateFinding:
    return EstateFinding(
        code="tags_not_read",
        kind="missing",
        message="Tags are not read, since VMware's SDK does not have them; custom attributes are.",
    )
