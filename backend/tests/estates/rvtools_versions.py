"""Exports of RVTools 3.x, 4.0, 4.4 and 4.7 from a true estate: each with its own columns, filled as it fills them.

What stands in a column follows from the property of vSphere that the tool shows there, seen in real exports:
`Disk Path` has mount points of the guest, `Path` the file, `In Use` the swap file and on vSAN all copies, and the
oldest snapshot its disk.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from tests.estates.rvtools import Row, Tab, written, zipped
from tests.estates.true_totals import (
    LeftOut,
    Range,
    Written,
    demand_of,
    exact,
    stated_once,
    totals_of_hosts,
    totals_of_vms,
)
from tests.estates.truth import GB_PER_MIB, Datastore, Disk, Truth, Vm

Version = Literal["3.x", "4.0", "4.4", "4.7"]

_VINFO = (
    "VM|Powerstate|Template|SRM Placeholder|Config status|DNS Name|Connection state|Guest state|Heartbeat|"
    "Consolidation Needed|PowerOn|Suspended To Memory|Suspend time|Suspend Interval|Creation date|"
    "Change Version|CPUs|Overall Cpu Readiness|Memory|Active Memory|NICs|Disks|Total disk capacity MiB|"
    "Fixed Passthru HotPlug|min Required EVC Mode Key|Latency Sensitivity|Op Notification Timeout|EnableUUID|"
    "CBT|Primary IP Address|Network #1|Network #2|Network #3|Network #4|Network #5|Network #6|Network #7|"
    "Network #8|Num Monitors|Video Ram KiB|Resource pool|Folder ID|Folder|vApp|DAS protection|FT State|"
    "FT Role|FT Latency|FT Bandwidth|FT Sec. Latency|Vm Failover In Progress|Provisioned MiB|In Use MiB|"
    "Unshared MiB|HA Restart Priority|HA Isolation Response|HA VM Monitoring|Cluster rule(s)|"
    "Cluster rule name(s)|Boot Required|Boot delay|Boot retry delay|Boot retry enabled|Boot BIOS setup|"
    "Reboot PowerOff|EFI Secure boot|Firmware|HW version|HW upgrade status|HW upgrade policy|HW target|Path|"
    "Log directory|Snapshot directory|Suspend directory|Annotation|Datacenter|Cluster|Host|"
    "OS according to the configuration file|OS according to the VMware Tools|Customization Info|"
    "Guest Detailed Data|VM ID|SMBIOS UUID|VM UUID|VI SDK Server type|VI SDK API Version|VI SDK Server|"
    "VI SDK UUID"
)
_VCPU = (
    "VM|Powerstate|Template|SRM Placeholder|CPUs|Sockets|Cores p/s|Max|Overall|Level|Shares|Reservation|"
    "Entitlement|DRS Entitlement|Limit|Hot Add|Hot Remove|Numa Hotadd Exposed|Annotation|Datacenter|Cluster|"
    "Host|Folder|OS according to the configuration file|OS according to the VMware Tools|VM ID|VM UUID|"
    "VI SDK Server|VI SDK UUID"
)
_VMEMORY = (
    "VM|Powerstate|Template|SRM Placeholder|Size MiB|Memory Reservation Locked To Max|Overhead|Max|Consumed|"
    "Consumed Overhead|Private|Shared|Swapped|Ballooned|Active|Entitlement|DRS Entitlement|Level|Shares|"
    "Reservation|Limit|Hot Add|Annotation|Datacenter|Cluster|Host|Folder|"
    "OS according to the configuration file|OS according to the VMware Tools|VM ID|VM UUID|VI SDK Server|"
    "VI SDK UUID"
)
_VDISK = (
    "VM|Powerstate|Template|SRM Placeholder|Disk|Disk Key|Disk UUID|Disk Path|Capacity MiB|Raw|Disk Mode|"
    "Sharing mode|Thin|Eagerly Scrub|Split|Write Through|Level|Shares|Reservation|Limit|Controller|Label|"
    "SCSI Unit #|Unit #|Shared Bus|Path|Raw LUN ID|Raw Comp. Mode|Internal Sort Column|Annotation|Datacenter|"
    "Cluster|Host|Folder|OS according to the configuration file|OS according to the VMware Tools|VM ID|"
    "VM UUID|VI SDK Server|VI SDK UUID"
)
_VPARTITION = (
    "VM|Powerstate|Template|SRM Placeholder|Disk Key|Disk|Capacity MiB|Consumed MiB|Free MiB|Free %|"
    "Internal Sort Column|Annotation|Datacenter|Cluster|Host|Folder|OS according to the configuration file|"
    "OS according to the VMware Tools|VM ID|VM UUID|VI SDK Server|VI SDK UUID"
)
_VHOST = (
    "Host|Datacenter|Cluster|Config status|Compliance Check State|in Maintenance Mode|in Quarantine Mode|"
    "vSAN Fault Domain Name|CPU Model|Speed|HT Available|HT Active|# CPU|Cores per CPU|# Cores|CPU usage %|"
    "# Memory|Memory Tiering Type|Memory usage %|Console|# NICs|# HBAs|# VMs total|# VMs|VMs per Core|# vCPUs|"
    "vCPUs per Core|vRAM|VM Used memory|VM Memory Swapped|VM Memory Ballooned|VMotion support|"
    "Storage VMotion support|Current EVC|Max EVC|Assigned License(s)|ATS Heartbeat|ATS Locking|"
    "Current CPU power man. policy|Supported CPU power man.|Host Power Policy|ESX Version|Boot time|"
    "DNS Servers|DHCP|Domain|Domain List|DNS Search Order|NTP Server(s)|NTPD running|Time Zone|Time Zone Name|"
    "GMT Offset|Vendor|Model|Serial number|Service tag|OEM specific string|BIOS Vendor|BIOS Version|BIOS Date|"
    "Certificate Issuer|Certificate Start Date|Certificate Expiry Date|Certificate Status|Certificate Subject|"
    "Object ID|UUID|VI SDK Server|VI SDK UUID"
)
_VDATASTORE = (
    "Name|Config status|Address|Accessible|Type|# VMs total|# VMs|Capacity MiB|Provisioned MiB|In Use MiB|"
    "Free MiB|Free %|SIOC enabled|SIOC Threshold|# Hosts|Hosts|Cluster name|Cluster capacity MiB|"
    "Cluster free space MiB|Block size|Max Blocks|# Extents|Major Version|Version|VMFS Upgradeable|MHA|URL|"
    "Object ID|VI SDK Server|VI SDK UUID"
)
_VINFO_3 = (
    "VM|Powerstate|Template|Config status|DNS Name|Connection state|Guest state|Heartbeat|"
    "Consolidation Needed|PowerOn|Suspend time|Change Version|CPUs|Memory|NICs|Disks|Network #1|Network #2|"
    "Network #3|Network #4|Num Monitors|Video Ram KB|Resource pool|Folder|vApp|DAS protection|FT State|"
    "FT Latency|FT Bandwidth|FT Sec. Latency|Provisioned MB|In Use MB|Unshared MB|HA Restart Priority|"
    "HA Isolation Response|HA VM Monitoring|Cluster rule(s)|Cluster rule name(s)|Boot Required|Boot delay|"
    "Boot retry delay|Boot retry enabled|Boot BIOS setup|Firmware|HW version|HW upgrade status|"
    "HW upgrade policy|HW target|Path|Annotation|Datacenter|Cluster|Host|"
    "OS according to the configuration file|OS according to the VMware Tools|VM ID|VM UUID|VI SDK Server type|"
    "VI SDK API Version|VI SDK Server|VI SDK UUID"
)
_VSNAPSHOT = "VM|Powerstate|Name|Description|Date / time|Filename|Size MiB (vmsn)|Size MiB (total)|Quiesced|State"
_AT_END = (
    "Annotation|Datacenter|Cluster|Host|Folder|OS according to the configuration file|"
    "OS according to the VMware Tools|VM ID|VM UUID|VI SDK Server|VI SDK UUID"
)
_VMETADATA = "RVTools major version|RVTools version|xlsx creation datetime|Server"

_SINCE_44 = (
    "SRM Placeholder|Total disk capacity MiB|Network #5|Network #6|Network #7|Network #8|Folder ID|SMBIOS UUID|"
    "Disk Key|Disk UUID|Disk Path|Sharing mode|# VMs total|Creation date"
)
_SINCE_47 = (
    "Suspended To Memory|Suspend Interval|Overall Cpu Readiness|Active Memory|Fixed Passthru HotPlug|"
    "min Required EVC Mode Key|Op Notification Timeout|Vm Failover In Progress|Customization Info|Guest Detailed Data|"
    "HW upgrade status|Memory Tiering Type|Certificate Issuer|Certificate Start Date|Certificate Expiry Date|"
    "Certificate Status|Certificate Subject"
)


@dataclass(frozen=True)
class Style:
    """What differs between exports of one version.

    Attributes:
        version: of RVTools.
        old_vcenter: vCenter 6.x, which does not say which disk a mount point is on, nor how a disk is shared.
        attributes: custom attributes.
        keys_as_numbers: keys of disks are numbers, and not texts.
        thousands: what is between thousands in a CSV of version 3.
        separator: what is between its cells.
        alone: vInfo without other tabs.
        with_sums: somebody has added a row of sums below the hosts.
        flags: yes and no, which Excel translates where it saves a CSV again.
    """

    version: Version
    old_vcenter: bool
    attributes: tuple[str, ...]
    keys_as_numbers: bool
    thousands: str = ","
    separator: str = ","
    alone: bool = False
    with_sums: bool = False
    flags: tuple[str, str] = ("True", "False")

    @property
    def is_old(self) -> bool:
        """Whether headers say MB."""
        return self.version in ("3.x", "4.0")


_LOCALES = ((",", ","), (",", ";"), (".", ";"), ("\u00a0", ";"), ("'", ";"))
"""What is between thousands and between cells: English, and Windows in German, French and Swiss."""


def style_of(seed: int, version: Version) -> Style:
    """The style of a seed."""
    random = Random(seed)
    thousands, separator = random.choice(_LOCALES)
    return Style(
        version,
        random.random() < 0.3,
        tuple(random.sample(("Owner", "Backup", "Cost centre"), k=random.randint(0, 3))),
        random.random() < 0.2,
        thousands,
        separator,
        alone=random.random() < 0.4,
        with_sums=random.random() < 0.1,
        flags=random.choice(_FLAGS) if separator == ";" and random.random() < 0.4 else ("True", "False"),
    )


_FLAGS = (
    ("WAHR", "FALSCH"),
    ("VRAI", "FAUX"),
    ("VERO", "FALSO"),
    ("VERDADERO", "FALSO"),
    ("WAAR", "ONWAAR"),
    ("PRAWDA", "FA\u0141SZ"),
    ("SANT", "FALSKT"),
    ("DO\u011eRU", "YANLI\u015e"),
)


def _headers(text: str, style: Style) -> list[str]:
    """Columns of a tab in a version; custom attributes stand behind the annotation."""
    found = text.split("|")
    if style.version != "4.7":
        found = [each for each in found if each not in _SINCE_47.split("|")]
    if style.is_old:
        found = [each for each in found if each not in _SINCE_44.split("|")]
        found = [each.replace("MiB", "MB").replace("KiB", "KB") for each in found]
        found = ["Free % " if each == "Free %" else each for each in found]
    if "Annotation" in found and "VM" in found:
        at = found.index("Annotation") + 1
        found[at:at] = style.attributes
    return found


def _tab(name: str, header: list[str], rows: Iterable[dict[str, object]], style: Style) -> Tab:
    """A tab of rows with values by the header of the newest version; yes and no are texts."""
    newest = [each.strip().replace("MB", "MiB") if style.is_old else each for each in header]
    lines: list[Row] = []
    for row in rows:
        cells = [row.get(each) for each in newest]
        lines.append([style.flags[not each] if isinstance(each, bool) else each for each in cells])
    return Tab(name, header, lines)


_POWER = {"on": "poweredOn", "off": "poweredOff", "suspended": "suspended"}


def _of_vm(vm: Vm, truth: Truth, style: Style) -> dict[str, object]:
    """What stands on every tab of VMs. The folder is empty on vInfo since version 4.4, and nowhere else."""
    return {
        "VM": vm.name,
        "Powerstate": _POWER[vm.power],
        "Template": vm.template,
        "SRM Placeholder": _is_srm(vm),
        "Owner": f"team-{len(vm.folder) % 3}",
        "Backup": "daily" if vm.running else None,
        "Datacenter": "DC-1",
        "Cluster": vm.cluster,
        "Host": vm.host.name,
        "Folder": vm.folder,
        "OS according to the configuration file": vm.os,
        "OS according to the VMware Tools": vm.os if vm.power == "on" else None,
        "VM ID": vm.moid,
        "VM UUID": vm.uuid if len(vm.name) % 7 else None,
        "VI SDK Server": truth.vcenter,
        "VI SDK UUID": "vc-uuid",
    }


def _is_srm(vm: Vm) -> bool:
    """Whether a shell is a placeholder of SRM, which says so; those of other products do not."""
    return vm.kind == "shell" and int(vm.moid[-1]) % 3 == 0


def provisioned_mib(vm: Vm) -> float:
    """Disks, snapshots and the swap file, also of VMs that are off; on vSAN all copies of the disks."""
    if vm.kind in ("vcls", "inaccessible"):
        return 0
    disks = (vm.disk_mib + sum(vm.snapshots_mib)) * vm.store.copies
    return round(disks + (vm.swap_mib if vm.disks or vm.kind == "usual" else 1907), 1)


def in_use_mib(vm: Vm) -> float:
    """What is stored; while a VM runs its swap file as well, which takes no space on vSAN."""
    if vm.kind != "usual":
        return 46 if vm.kind == "shell" else 0
    swap = vm.swap_mib if vm.power == "on" and vm.store.kind != "vsan" else 0
    return round(vm.stored_mib * vm.store.copies + swap, 1)


def _info(truth: Truth, style: Style) -> Tab:
    def row(vm: Vm) -> dict[str, object]:
        lost = vm.kind == "inaccessible"
        return _of_vm(vm, truth, style) | {
            "Config status": "green",
            "DNS Name": f"{vm.name}.lab.example",
            "Connection state": "inaccessible" if lost else "connected",
            "Guest state": "running" if vm.power == "on" else "notRunning",
            "Consolidation Needed": False,
            "PowerOn": "2025/03/02 21:00:00" if vm.power == "on" else None,
            "Creation date": "1970/01/01 00:00:00" if len(vm.name) % 3 == 0 else "2021/05/04 08:11:09",
            "Change Version": "2025/02/01 10:00:00",
            "CPUs": vm.vcpu,
            "Overall Cpu Readiness": "0%" if vm.power == "on" and not style.old_vcenter else None,
            "Memory": vm.memory_mib,
            "Active Memory": None if style.old_vcenter else vm.active_mib,
            "NICs": 1,
            "Disks": len(vm.disks),
            "Total disk capacity MiB": vm.disk_mib,
            "EnableUUID": "TRUE",
            "Network #1": "VLAN-100",
            "Folder": vm.folder if style.is_old else None,
            "DAS protection": True,
            "FT State": "notConfigured",
            "Provisioned MiB": provisioned_mib(vm),
            "In Use MiB": in_use_mib(vm),
            "Unshared MiB": in_use_mib(vm) * 0.9,
            "Firmware": "efi",
            "HW version": 19,
            "Path": f"[{vm.store.name}] {vm.name}-{vm.moid}/{vm.name}.vmx",
            # Clones have the one of what they were made of.
            "SMBIOS UUID": f"4200-{len(vm.name) % 3}",
            "VI SDK Server type": "VMware vCenter Server",
            "VI SDK API Version": "6.7.3" if style.old_vcenter else "8.0.3.0",
        }

    text = _VINFO_3 if style.version == "3.x" else _VINFO
    return _tab("vInfo", _headers(text, style), map(row, truth.vms), style)


def _disk_row(vm: Vm, at: int, style: Style) -> dict[str, object]:
    disk = vm.disks[at]
    mounts = next((each.mounts for each in vm.file_systems if each.disk == at), ())
    of_first = [name for each in vm.file_systems if each.disk == at for name in each.mounts[:1]]
    raw, several = disk.sharing == "rdm", disk.sharing == "multi_writer"
    mode = None if raw or style.old_vcenter else "sharingMultiWriter" if several else "sharingNone"
    return {
        "Disk": f"Hard disk {1 + at}",
        "Disk Key": _key(at, style),
        "Disk UUID": None if raw else f"6000C29{at}-{vm.uuid}",
        "Disk Path": ", ".join(of_first) if mounts and not style.old_vcenter else None,
        "Capacity MiB": disk.mib,
        "Raw": raw,
        "Disk Mode": "independent_persistent" if disk.sharing else "persistent",
        "Sharing mode": mode,
        "Thin": None if raw else disk.thin,
        "Controller": "SCSI controller 0",
        "SCSI Unit #": 7,
        "Unit #": at,
        "Shared Bus": "physicalSharing" if raw else "noSharing",
        "Path": _file(vm, disk),
        "Raw LUN ID": disk.lun or None,
        "Raw Comp. Mode": "physicalMode" if raw else None,
    }


def _file(vm: Vm, disk: Disk) -> str:
    """The file of a disk: with snapshots that of the newest one, of which shared disks have none."""
    if not vm.snapshots_mib or disk.sharing:
        return disk.file
    return disk.file.replace(".vmdk", f"-{len(vm.snapshots_mib):06d}.vmdk")


def _key(at: int, style: Style) -> object:
    return 2000 + at if style.keys_as_numbers else str(2000 + at)


def _partition_rows(vm: Vm, style: Style) -> list[dict[str, object]]:
    """Guest file systems of VMs that run, once for each place where they are mounted."""
    rows: list[dict[str, object]] = []
    for each in vm.file_systems:
        for mount in each.mounts:
            free = each.mib - each.used_mib
            key = None if each.disk is None or style.old_vcenter else _key(each.disk, style)
            rows.append(
                {"Disk Key": key, "Disk": mount, "Capacity MiB": each.mib, "Consumed MiB": each.used_mib}
                | {"Free MiB": free, "Free %": round(100 * free / each.mib)}
            )
    return rows


def _snapshot_rows(vm: Vm) -> list[dict[str, object]]:
    """A chain, the newest first: the total of the oldest one holds the disks that it was taken of."""
    rows: list[dict[str, object]] = []
    for at, size in enumerate(vm.snapshots_mib):
        base = sum(each.committed_mib for each in vm.disks if not each.sharing)
        total = (size + base if at == 0 else size) * vm.store.copies
        date = f"2025/{2 + at:02d}/03 06:00:00"
        rows.append({"Name": f"before {at}", "Date / time": date, "Size MiB (vmsn)": 1.1, "Size MiB (total)": total})
    return rows[::-1]


def _hosts(truth: Truth, style: Style) -> Tab:
    def row(host: object) -> dict[str, object]:
        assert host in truth.hosts
        each = truth.hosts[truth.hosts.index(host)]
        running = [vm for vm in truth.vms if vm.host == each and vm.power == "on"]
        return {
            "Host": each.name,
            "Datacenter": "DC-1",
            "Cluster": each.cluster,
            "Config status": "green",
            "in Maintenance Mode": False,
            "CPU Model": f"Intel(R) Xeon(R) Gold 6430 CPU @ {each.mhz / 1000:.2f}GHz",
            "Speed": each.mhz,
            "HT Active": True,
            "# CPU": each.sockets,
            "Cores per CPU": each.cores // each.sockets,
            "# Cores": each.cores,
            "CPU usage %": 12,
            "# Memory": each.memory_mib,
            "Memory usage %": 48,
            "# VMs total": sum(vm.host == each and not vm.template for vm in truth.vms),
            "# VMs": len(running),
            "# vCPUs": sum(vm.vcpu for vm in running),
            "vRAM": sum(vm.memory_mib for vm in running),
            "VM Used memory": sum(vm.active_mib for vm in running),
            "ESX Version": "VMware ESXi 8.0.3 build-24022510",
            "Vendor": "Lab",
            "Model": "Server 1",
            "VI SDK Server": truth.vcenter,
        }

    rows = list(map(row, truth.hosts))
    if style.with_sums:
        rows.append({"# Cores": sum(each.cores for each in truth.hosts), "# vCPUs": 999})
    return _tab("vHost", _headers(_VHOST, style), rows, style)


def _datastores(truth: Truth, style: Style) -> Tab:
    def row(store: Datastore) -> dict[str, object]:
        used = sum(in_use_mib(each) for each in truth.vms if each.store == store)
        return {
            "Name": store.name,
            "Accessible": True,
            "Type": store.kind,
            "Capacity MiB": store.capacity_mib,
            "Provisioned MiB": sum(provisioned_mib(each) for each in truth.vms if each.store == store),
            "In Use MiB": used,
            "Free MiB": max(store.capacity_mib - used, 0),
            "VI SDK Server": truth.vcenter,
        }

    return _tab("vDatastore", _headers(_VDATASTORE, style), map(row, truth.datastores), style)


def _of_rows(name: str, text: str, truth: Truth, style: Style, rows: Callable[[Vm], list[dict[str, object]]]) -> Tab:
    every = (_of_vm(vm, truth, style) | each for vm in truth.vms for each in rows(vm))
    return _tab(name, _headers(text, style), every, style)


def _memory(vm: Vm) -> list[dict[str, object]]:
    return [
        {"Size MiB": vm.memory_mib, "Memory Reservation Locked To Max": False, "Overhead": 0, "Max": vm.memory_mib}
        | {"Consumed": vm.consumed_mib, "Swapped": 0, "Ballooned": 0, "Active": vm.active_mib}
        | {"Level": "normal", "Shares": 10 * vm.memory_mib, "Reservation": vm.reserved_mib, "Limit": -1}
    ]


def _cpu(vm: Vm) -> list[dict[str, object]]:
    most = vm.vcpu * vm.host.mhz if vm.power == "on" or len(vm.name) % 5 == 0 else 0
    return [
        {"CPUs": vm.vcpu, "Sockets": vm.vcpu, "Cores p/s": 1, "Max": most, "Overall": vm.mhz, "Level": "normal"}
        | {"Shares": 1000 * vm.vcpu, "Reservation": 0, "Limit": -1}
    ]


def tabs(truth: Truth, style: Style) -> list[Tab]:
    """All tabs of an export that a plan may need."""
    if style.alone:
        return [_info(truth, style)]
    major = style.version.removesuffix(".x")
    meta: list[dict[str, object]] = [
        {"RVTools major version": major, "RVTools version": f"{major}.1.4", "Server": truth.vcenter}
    ]
    dated = [row | {"xlsx creation datetime": "2025/04/03 06:05:00"} for row in meta]
    return [
        _info(truth, style),
        _of_rows("vCPU", _VCPU, truth, style, _cpu),
        _of_rows("vMemory", _VMEMORY, truth, style, _memory),
        _of_rows("vDisk", _VDISK, truth, style, lambda vm: [_disk_row(vm, at, style) for at in range(len(vm.disks))]),
        _of_rows("vPartition", _VPARTITION, truth, style, lambda vm: _partition_rows(vm, style)),
        _of_rows("vSnapshot", f"{_VSNAPSHOT}|{_AT_END}", truth, style, _snapshot_rows),
        _hosts(truth, style),
        _datastores(truth, style),
        _tab("vMetaData", _VMETADATA.split("|"), dated, style),
    ]


def _number(value: object, thousands: str) -> object:
    """A number as version 3 writes it in a CSV: whole, with marks between its thousands."""
    if isinstance(value, (int, float)):
        return f"{round(value):,}".replace(",", thousands)
    return "" if value is None else value


def _csv(tab: Tab, style: Style) -> bytes:
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=style.separator, quoting=csv.QUOTE_ALL)
    writer.writerow(tab.header)
    writer.writerows([_number(cell, style.thousands) for cell in row] for row in tab.rows)
    return file.getvalue().encode("utf-8-sig")


def rvtools(truth: Truth, version: Version) -> Written:
    """The export of a version; an old vInfo may come alone, of an estate that it can describe."""
    style = style_of(truth.seed, version)
    if version != "3.x":
        style = replace(style, alone=False, flags=("True", "False"))
    elif style.alone:
        return _alone(truth, style)
    if version == "3.x":
        files = {f"RVTools_tab{each.name}.csv": _csv(each, style) for each in tabs(truth, style)}
        data, name = zipped(files), "RVTools.zip"
    else:
        data, name = written(tabs(truth, style)), "RVTools.xlsx"
    return Written(data, name, _totals(truth, style), _left_out(truth, style), demand_of(truth))


def _alone(truth: Truth, style: Style) -> Written:
    """Disks are not listed, so that what is provisioned counts, without the swap file that is in it."""
    truth = truth.without(sharing=True, snapshots=True, reserved=True)
    totals = totals_of_vms(truth) | exact({"used_gb": sum(map(in_use_mib, truth.vms)) * GB_PER_MIB})
    # Copies on vSAN and what shells hold are in what is provisioned.
    more = [provisioned_mib(vm) - vm.swap_mib - vm.disk_mib for vm in truth.vms if vm.kind == "usual"]
    rounded = Range.of(totals["disk_gb"].low, len(truth.vms) * GB_PER_MIB)
    left = [LeftOut("disk_gb", -sum(more) * GB_PER_MIB, "provisioned_less_swap")]
    return Written(_csv(_info(truth, style), style), "vInfo.csv", totals | {"disk_gb": rounded}, left)


def _totals(truth: Truth, style: Style) -> dict[str, Range]:
    seen: set[str] = set()
    used = [Range.of(0)]
    for vm in truth.vms:
        used.append(_used(vm, seen))
        seen |= {each.lun or each.file for each in vm.disks}
    rounded = len(truth.vms) * GB_PER_MIB if style.version == "3.x" else 0.0
    in_guests = sum(each.guest_used_mib for each in truth.vms) * GB_PER_MIB
    return (
        totals_of_vms(truth)
        | totals_of_hosts(truth)
        | {
            "used_gb": Range(sum(each.low for each in used) - rounded, sum(each.high for each in used) + rounded),
            "guest_used_gb": Range.of(in_guests),
        }
    )


def _used(vm: Vm, seen: set[str]) -> Range:
    """What is in use of a VM, without disks that another one has stated; on vSAN between guest and capacity."""
    stated = stated_once(vm, in_use_mib(vm), seen)
    if vm.store.kind != "vsan":
        return stated
    again = sum(each.mib for each in vm.disks if (each.lun or each.file) in seen)
    return Range(max(vm.guest_used_mib - again, 0) * GB_PER_MIB, vm.disk_mib * GB_PER_MIB)


def _left_out(truth: Truth, style: Style) -> list[LeftOut]:
    """What is doubted or taken away must be named with its amount."""
    found = []
    again = truth.again_mib * GB_PER_MIB
    if again:
        unsaid = sum(
            each.mib * (sum(each in vm.disks for vm in truth.vms) - 1)
            for each in truth.disks().values()
            if each.sharing == "multi_writer"
        )
        # Nothing but the file says that a disk is shared where the version has no column for it.
        doubted = unsaid if style.is_old or style.old_vcenter else 0
        found.append(LeftOut("disk_gb", -doubted * GB_PER_MIB, "disks_alike"))
        found.append(LeftOut("demand disk_gb", -doubted * GB_PER_MIB, "disks_alike"))
        if doubted:
            found[-1] = LeftOut(
                "demand disk_gb", -doubted * GB_PER_MIB, "disks_alike", stated_tb=truth.disk_mib * GB_PER_MIB / 1000
            )
        else:
            found.append(LeftOut("", 0, "disks_shared", stated_tb=again / 1000))
    shells = sum(each.kind == "shell" and (style.is_old or not _is_srm(each)) for each in truth.vms)
    if shells:
        found.append(LeftOut("", 0, "shells", count=shells))
    mounts = sum(len(each.mounts) - (each.disk is not None) for vm in truth.vms for each in vm.file_systems)
    if mounts:
        found.append(LeftOut("", 0, "file_systems_left_out", count=mounts))
    return found
