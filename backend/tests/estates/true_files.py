"""Files of Live Optics, Hyper-V, Proxmox VE, the vSphere Client and PowerCLI from a true estate, and of RVTools.

What stands in a column follows from what the tool documents and from real exports.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from tests.estates.rvtools import Row, Tab, comma_separated, written
from tests.estates.rvtools_versions import in_use_mib, rvtools
from tests.estates.true_totals import (
    LeftOut,
    Range,
    Written,
    demand_of,
    exact,
    totals_of_hosts,
    totals_of_vms,
)
from tests.estates.truth import GB_PER_MIB, GIB, Disk, Truth, Vm

MIB = 1024**2


def columns(text: str) -> list[str]:
    """Headers that are written with bars between them."""
    return text.split("|")


_POWER = {"on": "poweredOn", "off": "poweredOff", "suspended": "suspended"}


def _again(truth: Truth, code: str) -> list[LeftOut]:
    """Disks that count for each of their VMs, where the tool does not say which disks these are."""
    more = truth.again_mib * GB_PER_MIB
    sized = [each for each in truth.vms if each.is_sized and not each.template]
    asked = sum(each.disk_mib for each in sized) - sum(each.mib for each in truth.disks(sized).values())
    return [LeftOut("disk_gb", -more, code), LeftOut("demand disk_gb", -asked * GB_PER_MIB, code)]


# --------------------------------------------------------------------------------------------------- Live Optics


def live_optics(truth: Truth) -> Written:
    """The workbook of the collector for VMware, or the CSV of its sheet of VMs; older ones write MB for MiB."""
    random = Random(truth.seed)
    unit, alone = random.choice(("MiB", "MB")), random.random() < 0.2
    measured = {vm.moid: _guest(random, vm) for vm in truth.vms}
    vms = Tab("VMs", _LO_VMS.replace("(M)", f"({unit})").split("|"))
    vms.rows = [_lo_vm(random, vm, *measured[vm.moid][:2]) for vm in truth.vms]
    tabs = [_details(), _lo_hosts(truth, unit), vms, _lo_performance(random, truth), _lo_partitions(truth, unit)]
    known = sum(used for _, used, copied in measured.values() if not copied)
    totals = totals_of_vms(truth) | exact({"used_gb": sum(each.stored_mib for each in truth.vms) * GB_PER_MIB})
    totals["guest_used_gb"] = Range.of(known * GB_PER_MIB)
    left = _again(truth, "sharing_not_told")
    copies = sum(copied for _, _, copied in measured.values())
    if copies:
        left.append(LeftOut("", 0, "guest_use_copied", count=copies))
    shells = sum(each.kind == "shell" for each in truth.vms)
    if shells:
        left.append(LeftOut("", 0, "shells", count=shells))
    if alone:
        return Written(comma_separated(vms), "LiveOptics_VMs.csv", totals, left, demand_of(truth))
    return Written(written(tabs), "LiveOptics.xlsx", totals | totals_of_hosts(truth), left, demand_of(truth))


_LO_VMS = (
    "MOB ID|VM Name|Power State|IsRunning|VM OS|Disks|Virtual CPU|Provisioned Memory (M)|Used Memory (active) (M)|"
    "Consumed Memory (M)|Virtual Disk Size (M)|Virtual Disk Used (M)|Unshared (M)|Guest VM Disk Capacity (M)|"
    "Guest VM Disk Used (M)|Template|Datacenter|Cluster|UUID|InstanceUUID|Host|Date Provisioned| Owner"
)


def _guest(random: Random, vm: Vm) -> tuple[int, int, bool]:
    """Capacity and use of the guest's disks, and whether they are copied from the virtual ones."""
    if vm.file_systems:
        listed = [each for each in vm.file_systems for _ in each.mounts[:1] if each.disk is not None]
        return sum(each.mib for each in listed), sum(each.used_mib for each in listed), False
    if not vm.disks or random.random() < 0.6:
        return vm.disk_mib, vm.stored_mib, bool(vm.disks)
    # What its tools said when it last ran.
    return vm.disk_mib - 500, random.randint(1, vm.disk_mib - 500), False


def _lo_vm(random: Random, vm: Vm, capacity: int, used: int) -> Row:
    unshared = vm.stored_mib * vm.store.copies
    uuid = vm.uuid if random.random() < 0.9 else ""
    return [
        *(vm.moid, vm.name, _POWER[vm.power], str(vm.power == "on").upper(), vm.os, len(vm.disks), vm.vcpu),
        *(vm.memory_mib, vm.active_mib, vm.consumed_mib, vm.disk_mib, vm.stored_mib, unshared, capacity, used),
        *(str(vm.template).upper(), "DC-1", vm.cluster, vm.uuid, uuid, vm.host.name, "2024/03/05 10:11", "team"),
    ]


def _details() -> Tab:
    rows: list[Row] = [["Project ID", "1234567"], ["Date", "2025-04-03"], ["Collector Build Version", "25.1"]]
    return Tab("Details", ["Live Optics"], rows)


def _lo_hosts(truth: Truth, unit: str) -> Tab:
    header = columns(
        "Host Name|Datacenter|Cluster|CPU Sockets|CPU Cores|CPU Threads|CPU Clock Speed (GHz)|Net Clock Speed (GHz)"
    )
    rows: list[Row] = [
        [
            *(each.name, "DC-1", each.cluster, each.sockets, each.cores, 2 * each.cores, each.mhz / 1000),
            *(each.cores * each.mhz / 1000, each.memory_mib * 1024),
        ]
        for each in truth.hosts
    ]
    return Tab("ESX Hosts", [*header, f"Memory ({unit.replace('M', 'K')})"], rows)


def _lo_performance(random: Random, truth: Truth) -> Tab:
    """The archive of the vCenter; the highest sample is 99 % or more in nearly half of the VMs."""
    header = columns(
        "VM Name|MOB ID|Host|Datacenter|Cluster|Peak vCPU %|Peak vCPU (GHz)|Average vCPU %|"
        "Average vCPU (GHz)|Peak IOPS|Average IOPS|Avg Read/Write Ratio|Average KB/sec|Avg Read IOPS|"
        "Avg Write IOPS"
    )
    rows: list[Row] = []
    for vm in truth.vms:
        ghz = vm.vcpu * vm.host.mhz / 1000
        peak = 0 if vm.power != "on" else 100 if random.random() < 0.43 else random.randint(10, 98)
        mean = vm.mhz / 1000
        io = [30, 10, "48% / 52%", 80, 5, 5] if vm.power == "on" else [0, 0, "0% / 100%", 0, 0, 0]
        rows.append(
            [
                *(vm.name, vm.moid, vm.host.name, "DC-1", vm.cluster),
                *(peak, ghz * peak / 100, 100 * mean / (ghz or 1), mean, *io),
            ]
        )
    return Tab("VM Performance", header, rows)


def _lo_partitions(truth: Truth, unit: str) -> Tab:
    header = ["VM Name", "MOB ID", "Host", "Disk", f"Capacity ({unit})", f"Used ({unit})", f"Free ({unit})"]
    rows: list[Row] = [
        [vm.name, vm.moid, vm.host.name, each.mounts[0], each.mib, each.used_mib, each.mib - each.used_mib]
        for vm in truth.vms
        for each in vm.file_systems
        if each.disk is not None
    ]
    return Tab("VM Disks", header, rows)


# ------------------------------------------------------------------------------------------------------- Hyper-V


def hyperv(truth: Truth) -> Written:
    """What scripts make of Get-VM and Get-VHD: a list of VMs, or a row of each disk, in one of several manners."""
    random = Random(truth.seed)
    vms = [each for each in truth.vms if each.kind in ("usual", "shell")]
    truth = replace(truth, vms=[replace(each, template=False) for each in vms])
    manner = random.choice(("list", "disks", "disks", "report", "sums"))
    if manner == "sums":
        return _hyperv_sums(truth.without(sharing=True))
    memory = _DynamicMemory(random, truth) if manner != "report" else None
    rows, left = [], []
    layers = random.choice(("all", "newest"))
    files = _vhds(random, truth)
    for vm in truth.vms:
        own = _of_get_vm(vm) | (memory.of(vm) if memory is not None else {"vMem (GB)": vm.memory_mib / GIB})
        of_files = [] if manner == "list" else [own | each for each in _files(vm, files, layers)]
        rows += of_files or [own]
    totals = totals_of_vms(truth)
    if memory is not None:
        left += memory.left_out()
    if manner == "list":
        del totals["disk_gb"]
    else:
        totals["used_gb"] = Range.of(sum(_stored_once(truth)) * GB_PER_MIB)
        left += _checkpoints(truth, layers)
        left += [LeftOut("", 0, "disks_shared", stated_tb=truth.again_mib * GB_PER_MIB / 1000)] * bool(truth.again_mib)
    demand = demand_of(truth)
    if manner == "list":
        del demand["disk_gb"]
    header = list(_HV_REPORT if manner == "report" else _HV_LIST if manner == "list" else _HV_DISKS)
    if memory is not None and not memory.has_most:
        header.remove("MemoryMaximum")
    if memory is not None and not memory.has_flag:
        header.remove("DynamicMemoryEnabled")
    if manner != "report" and random.random() < 0.25:
        return Written(_hyperv_json(header, rows), "hyperv.json", totals, left, demand)
    return Written(_hyperv_csv(random, header, rows), "hyperv.csv", totals, left, demand)


_HV_LIST = columns(
    "Name|State|ProcessorCount|MemoryStartup|MemoryAssigned|MemoryMinimum|MemoryMaximum|"
    "DynamicMemoryEnabled|ComputerName|VMId|Generation"
)
_HV_DISKS = [*_HV_LIST, "Path", "ControllerType", "Size", "FileSize", "VhdType", "ParentPath"]
_HV_REPORT = columns(
    "VM Name|VM State|vCPU|vMem (GB)|Host Name|Path|Max Disk Size (GB)|Size On Physical Disk (GB)|VhdType"
)
_HV_STATES = {"on": "Running", "off": "Off", "suspended": "Saved"}
_MOST_BY_DEFAULT = 2**40


def _of_get_vm(vm: Vm) -> dict[str, object]:
    state, host = _HV_STATES[vm.power], vm.host.name.partition(".")[0]
    return {
        "Name": vm.name,
        "State": state,
        "ProcessorCount": vm.vcpu,
        "ComputerName": host,
        "VMId": vm.uuid,
        "VM Name": vm.name,
        "VM State": state,
        "vCPU": vm.vcpu,
        "Host Name": host,
        "Generation": 2,
    }


class _DynamicMemory:
    """Memory as Get-VM has it: a VM with dynamic memory starts with little, and has no more than its maximum."""

    def __init__(self, random: Random, truth: Truth) -> None:
        self.has_most = random.random() < 0.6
        self.has_flag = self.has_most or random.random() < 0.5
        self._kinds = {each.moid: random.choices(("static", "set", "default"), (60, 25, 15))[0] for each in truth.vms}
        self._truth = truth

    def of(self, vm: Vm) -> dict[str, object]:
        kind = self._kinds[vm.moid]
        start = vm.memory_mib if kind == "static" else self._start(vm)
        most = vm.memory_mib * MIB if kind == "set" else _MOST_BY_DEFAULT
        assigned = 0 if vm.power != "on" else start if kind == "static" else vm.consumed_mib
        return {
            "MemoryStartup": start * MIB,
            "MemoryAssigned": assigned * MIB,
            "MemoryMinimum": 512 * MIB,
            "MemoryMaximum": most,
            "DynamicMemoryEnabled": str(kind != "static"),
        }

    def _start(self, vm: Vm) -> int:
        return min(1024, vm.memory_mib)

    def left_out(self) -> list[LeftOut]:
        """What VMs may have beyond what they have now, where nobody said how much."""
        less = asked = 0.0
        for vm in self._truth.vms:
            kind = self._kinds[vm.moid]
            if kind == "static" or (kind == "set" and self.has_most):
                continue
            has = max(vm.consumed_mib, self._start(vm)) if vm.power == "on" else self._start(vm)
            less += (vm.memory_mib - has) / GIB
            asked += (vm.memory_mib - has) / GIB if vm.running else 0
        named = [LeftOut("memory_gib", less, "dynamic_memory"), LeftOut("demand memory_gib", asked, "dynamic_memory")]
        return named if not self.has_flag or any(each != "static" for each in self._kinds.values()) else []


def _vhds(random: Random, truth: Truth) -> dict[str, str]:
    """A path of each disk. Volumes of a cluster have one path on all hosts, local ones have theirs on each."""
    found: dict[str, str] = {}
    local: set[str] = set()
    for vm in truth.vms:
        for at, disk in enumerate(vm.disks):
            key = disk.lun or disk.file
            if key in found:
                continue
            path = f"C:\\ClusterStorage\\Volume1\\{vm.name}-{vm.moid}\\{vm.name}_{at}.vhdx"
            if disk.sharing == "rdm":
                path = f"C:\\ClusterStorage\\Volume2\\Shared\\{vm.moid}_{at}.vhds"
            elif disk.sharing:
                path = f"\\\\sofs01\\vhd\\{vm.moid}_{at}.vhdx"
            elif at and vm.host.name not in local and random.random() < 0.3:
                local.add(vm.host.name)
                path = "D:\\Hyper-V\\Virtual Hard Disks\\data1.vhdx"
            found[key] = path
    return found


def _files(vm: Vm, paths: Mapping[str, str], layers: str) -> list[dict[str, object]]:
    """Rows of Get-VHD: of a VM with checkpoints the newest layer of its first disk, or all layers with their base."""
    rows: list[dict[str, object]] = []
    for at, disk in enumerate(vm.disks):
        path = paths[disk.lun or disk.file]
        chain = [(path, disk.committed_mib, "")]
        if at == 0 and not disk.sharing:
            for number, size in enumerate(vm.snapshots_mib):
                layer = path.replace(".vhdx", f"_{number:08X}-0000-4000-8000-00000000000A.avhdx")
                chain.append((layer, size, chain[-1][0]))
        rows += [_vhd(disk, *each) for each in (chain if layers == "all" else chain[-1:])]
    return rows


def _vhd(disk: Disk, path: str, mib: int, parent: str) -> dict[str, object]:
    kind = "Differencing" if parent else "Dynamic" if disk.thin else "Fixed"
    return {
        "Path": path,
        "Size": disk.mib * MIB,
        "FileSize": mib * MIB,
        "VhdType": kind,
        "ParentPath": parent,
        "Max Disk Size (GB)": disk.mib / GIB,
        "Size On Physical Disk (GB)": mib / GIB,
        "ControllerType": "SCSI",
    }


def _layered(vm: Vm) -> bool:
    return bool(vm.disks and vm.snapshots_mib and not vm.disks[0].sharing)


def _stored_once(truth: Truth) -> Iterable[float]:
    yield from (each.committed_mib for each in truth.disks().values())
    yield from (sum(each.snapshots_mib) for each in truth.vms if _layered(each))


def _checkpoints(truth: Truth, layers: str) -> list[LeftOut]:
    """Where only the newest layer is listed, what is below it is not known: the whole disk may be used."""
    layered = [each for each in truth.vms if _layered(each)]
    if not layered:
        return []
    named = [LeftOut("", 0, "checkpoints", count=len(layered))]
    if layers == "newest":
        whole = [max(each.disks[0].mib, each.snapshots_mib[-1]) for each in layered]
        more = sum(whole) - sum(each.disks[0].committed_mib + sum(each.snapshots_mib) for each in layered)
        stated = sum(each.disks[0].mib for each in layered) * GB_PER_MIB / 1000
        named.append(LeftOut("used_gb", -more * GB_PER_MIB, "checkpoints", stated_tb=stated))
    return named


def _hyperv_csv(random: Random, header: Sequence[str], rows: Sequence[Mapping[str, object]]) -> bytes:
    """A CSV whose column of what files hold has one of several names, and whose last row may end early."""
    names = {
        "Size On Physical Disk (GB)": random.choice(("Size On Physical Disk (GB)", "Used Space (GB)", "File Size (GB)"))
    }
    lines = [[str(row.get(each, "")) for each in header] for row in rows]
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([names.get(each, each) for each in header])
    if random.random() < 0.3:
        # A script that joins values with commas leaves out those at the end that are empty or unknown.
        lines[-1] = lines[-1][:-1]
    writer.writerows(lines)
    return file.getvalue().encode()


_HV_CODES = {"Running": 2, "Off": 3, "Saved": 6}


def _hyperv_json(header: Sequence[str], rows: Sequence[Mapping[str, object]]) -> bytes:
    """The same by ConvertTo-Json, which writes states as their numbers and flags as such."""
    records = [{each: row.get(each) for each in header} for row in rows]
    for each in records:
        each["State"] = _HV_CODES[str(each["State"])]
        if "DynamicMemoryEnabled" in each:
            each["DynamicMemoryEnabled"] = each["DynamicMemoryEnabled"] == "True"
    return json.dumps(records).encode("utf-16")


def _hyperv_sums(truth: Truth) -> Written:
    rows: list[Row] = [
        [vm.name, vm.vcpu, vm.memory_mib / GIB, vm.host.name, vm.stored_mib / GIB, vm.disk_mib / GIB]
        for vm in truth.vms
    ]
    tab = Tab("hv", ["VMName", "VM_vCPU", "VM_RAM", "VMHost", "VM_Size", "VM_Prov"], rows)
    totals = totals_of_vms(truth) | exact({"used_gb": sum(each.stored_mib for each in truth.vms) * GB_PER_MIB})
    # There are no power states: all VMs are taken as they stand.
    totals["running"] = Range.of(len(truth.vms))
    return Written(comma_separated(tab), "hyperv.csv", totals)


# ----------------------------------------------------------------------------------------------------- Proxmox VE


def proxmox(truth: Truth) -> Written:
    """`/cluster/resources`: bytes, the first disk of a VM only, and of a node its threads."""
    random = Random(truth.seed)
    truth = replace(truth, vms=[each for each in truth.vms if each.kind in ("usual", "shell")])
    nodes = {each.name: each.name.partition(".")[0] for each in truth.hosts}
    resources: list[dict[str, object]] = [
        {"id": f"node/{nodes[each.name]}", "type": "node", "node": nodes[each.name], "status": "online"}
        | {"maxcpu": 2 * each.cores, "cpu": 0.2, "maxmem": each.memory_mib * MIB, "mem": each.memory_mib * MIB // 2}
        for each in truth.hosts
    ]
    for at, vm in enumerate(truth.vms):
        container = random.random() < 0.15 and vm.vcpu < 16
        first = vm.disks[0] if vm.disks else None
        size, used = (first.mib, first.used_mib if container else 0) if first else (0, 0)
        kind = "lxc" if container else "qemu"
        resources.append(
            {"id": f"{kind}/{100 + at}", "type": kind, "vmid": 100 + at, "name": vm.name, "node": nodes[vm.host.name]}
            | {"status": "running" if vm.power == "on" else "stopped", "maxcpu": vm.vcpu, "cpu": 0.1 * vm.running}
            | {"maxmem": vm.memory_mib * MIB, "mem": vm.consumed_mib * MIB, "maxdisk": size * MIB, "disk": used * MIB}
            | {"diskread": 1, "diskwrite": 1, "uptime": 100}
            | ({"template": int(vm.template)} if vm.template or random.random() < 0.7 else {})
            | ({"tags": "prod;web"} if random.random() < 0.2 else {})
        )
    resources += [
        {"id": f"storage/{node}/{each.name}", "type": "storage", "storage": each.name, "node": node, "shared": 1}
        | {"plugintype": "rbd", "maxdisk": each.capacity_mib * MIB, "disk": each.capacity_mib * MIB // 3}
        for each in truth.datastores
        for node in nodes.values()
    ]
    random.shuffle(resources)
    further = truth.disk_mib - sum(each.disks[0].mib for each in truth.vms if each.disks)
    totals = totals_of_vms(truth) | totals_of_hosts(truth)
    # A node says its threads: the reading has no cores.
    del totals["cores"]
    demand = demand_of(truth)
    del demand["disk_gb"]
    document = resources if random.random() < 0.5 else {"data": resources}
    left = [LeftOut("disk_gb", further * GB_PER_MIB, "root_disk_only")]
    return Written(json.dumps(document).encode(), "resources.json", totals, left, demand)


# --------------------------------------------------------------------------------- vSphere Client and PowerCLI


def _provisioned_mib(vm: Vm) -> float:
    """Disks, snapshots, copies on vSAN, and the swap file of a VM that runs."""
    swap = vm.swap_mib if vm.power == "on" and vm.kind != "vcls" else 0
    return (vm.disk_mib + sum(vm.snapshots_mib)) * vm.store.copies + swap + (1907 if vm.kind == "shell" else 0)


def _listed(truth: Truth) -> Truth:
    """The VMs of a list: templates are on another one. Nothing in it says that memory is reserved."""
    return replace(truth, vms=[each for each in truth.vms if not each.template]).without(reserved=True)


def _less_swap(truth: Truth) -> list[LeftOut]:
    """What is provisioned beyond disks and swap files: the list says that it may be there, not how much it is."""

    def more(vms: Iterable[Vm]) -> float:
        some = list(vms)
        # The platform's own VMs have none, so that their memory is not taken off.
        stated = sum(_provisioned_mib(each) - (each.memory_mib if each.power == "on" else 0) for each in some)
        stated += sum(each.memory_mib for each in some if each.kind == "vcls")
        return (stated - sum(each.mib for each in truth.disks(some).values())) * GB_PER_MIB

    sized = [each for each in truth.vms if each.is_sized]
    shells = [each for each in truth.vms if each.kind in ("shell", "inaccessible")]
    code = "provisioned_less_swap"
    return [
        LeftOut("disk_gb", -more(truth.vms), code),
        LeftOut("demand disk_gb", -more(sized) - more(shells), code),
        LeftOut("", 0, "gigabytes_binary", count=1),
    ]


def _in_unit(mib: float) -> tuple[str, float]:
    """A size as the client writes it, and how much of it is rounded away at most, MiB."""
    for unit, size in (("TB", GIB * GIB), ("GB", GIB), ("MB", 1)):
        if mib >= size:
            return f"{mib / size:.2f} {unit}", 0.005 * size
    return f"{mib * 1024 * 1024:.0f} B", 1e-6


def vsphere_client(truth: Truth) -> Written:
    """The list that the vSphere Client exports: texts with units that change from row to row, GB of 2^30 bytes."""
    random = Random(truth.seed)
    truth = _listed(truth)
    header = columns("Name|State|Status|Provisioned Space|Used Space|Host CPU|Host Mem|Guest OS|CPUs|Memory Size")
    states = {"on": "Powered On", "off": "Powered Off", "suspended": "Suspended"}
    wide = random.random() < 0.5
    lost = {"provisioned": 0.0, "used": 0.0, "memory": 0.0}
    rows: list[Row] = []
    for vm in truth.vms:
        sizes = {"provisioned": _provisioned_mib(vm), "used": in_use_mib(vm), "memory": vm.memory_mib}
        texts = {key: _in_unit(size)[0] for key, size in sizes.items()}
        for key, size in sizes.items():
            lost[key] += _in_unit(size)[1]
        mhz = f"{vm.mhz / 1000:.2f} GHz" if vm.mhz >= 1000 else f"{vm.mhz} MHz"
        row: Row = [vm.name, states[vm.power], "Normal", texts["provisioned"], texts["used"], mhz]
        rows.append([*row, _in_unit(vm.consumed_mib)[0], vm.os, vm.vcpu, texts["memory"]])
        rows[-1] += [vm.host.name, vm.cluster] if wide else []
    tab = Tab("list", [*header, *(["Host", "Cluster"] if wide else [])], rows)
    totals = totals_of_vms(truth)
    within = lost["provisioned"] + lost["memory"]
    totals["memory_gib"] = Range.of(totals["memory_gib"].low, lost["memory"] / GIB)
    totals["disk_gb"] = Range.of(totals["disk_gb"].low, within * GB_PER_MIB)
    totals["used_gb"] = Range.of(sum(map(in_use_mib, truth.vms)) * GB_PER_MIB, lost["used"] * GB_PER_MIB)
    totals["provisioned_gb"] = Range.of(
        sum(map(_provisioned_mib, truth.vms)) * GB_PER_MIB, lost["provisioned"] * GB_PER_MIB
    )
    demand = demand_of(truth)
    demand["memory_gib"] = Range.of(demand["memory_gib"].low, lost["memory"] / GIB)
    demand["disk_gb"] = Range.of(demand["disk_gb"].low, within * GB_PER_MIB)
    return Written(comma_separated(tab), "ExportList.csv", totals, _less_swap(truth), demand)


_GET_VM = columns(
    "PowerState|Version|Notes|Guest|NumCpu|CoresPerSocket|MemoryMB|MemoryGB|VMHostId|VMHost|VApp|"
    "FolderId|Folder|ResourcePoolId|ResourcePool|HARestartPriority|DrsAutomationLevel|VMSwapfilePolicy|"
    "UsedSpaceGB|ProvisionedSpaceGB|DatastoreIdList|ExtensionData|CustomFields|Id|Name|Uid|PersistentId"
)


def powercli(truth: Truth) -> Written:
    """`Get-VM | Export-Csv`: some columns or all, GB of 2^30 bytes with many decimals, by the culture of Windows."""
    random = Random(truth.seed)
    truth = _listed(truth)
    short = ["Name", "PowerState", "NumCpu", "MemoryGB", "ProvisionedSpaceGB", "UsedSpaceGB"]
    header = random.choice((short, [*short, "VMHost"], _GET_VM))
    comma, separator = random.choice(((False, ","), (True, ","), (True, ";")))
    file = io.StringIO(newline="")
    if random.random() < 0.4:
        file.write("#TYPE VMware.VimAutomation.ViCore.Impl.V1.VM.UniversalVirtualMachineImpl\r\n")
    writer = csv.writer(file, delimiter=separator, quoting=csv.QUOTE_ALL)
    writer.writerow(header)

    def number(value: float) -> str:
        text = repr(value) if value % 1 else f"{value:.0f}"
        return text.replace(".", ",") if comma else text

    for vm in truth.vms:
        values = {
            "Name": vm.name,
            "PowerState": {"on": "PoweredOn", "off": "PoweredOff"}.get(vm.power, "Suspended"),
            "NumCpu": vm.vcpu,
            "CoresPerSocket": 1,
            "MemoryGB": number(vm.memory_mib / GIB),
            "MemoryMB": number(vm.memory_mib),
            "ProvisionedSpaceGB": number(_provisioned_mib(vm) / GIB),
            "UsedSpaceGB": number(in_use_mib(vm) / GIB),
            "VMHost": vm.host.name,
            "Folder": vm.folder,
            "Guest": f"{vm.name}:{vm.os}",
            "Id": f"VirtualMachine-{vm.moid}",
            "DatastoreIdList": "System.String[]",
            "ResourcePool": "Resources",
            "Uid": f"/VIServer=a@vc:443/VirtualMachine=VirtualMachine-{vm.moid}/",
        }
        writer.writerow([values.get(each, "") for each in header])
    totals = totals_of_vms(truth) | exact(
        {
            "used_gb": sum(map(in_use_mib, truth.vms)) * GB_PER_MIB,
            "provisioned_gb": sum(map(_provisioned_mib, truth.vms)) * GB_PER_MIB,
        }
    )
    return Written(file.getvalue().encode(), "vms.csv", totals, _less_swap(truth), demand_of(truth))


TOOLS: dict[str, Callable[[Truth], Written]] = {
    "RVTools 3.x": partial(rvtools, version="3.x"),
    "RVTools 4.0": partial(rvtools, version="4.0"),
    "RVTools 4.4": partial(rvtools, version="4.4"),
    "RVTools 4.7": partial(rvtools, version="4.7"),
    "Live Optics": live_optics,
    "Hyper-V": hyperv,
    "Proxmox VE": proxmox,
    "vSphere Client": vsphere_client,
    "PowerCLI": powercli,
}
"""A writer of each tool."""
