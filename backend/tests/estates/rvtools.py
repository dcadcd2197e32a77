"""Exports of RVTools from an estate: the workbook of version 4, the CSV files, and the CSV of version 3."""

import csv
import io
import zipfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

import xlsxwriter

from tests.estates.estate import Estate, Host, Vm
from tests.estates.sheets import Strings, raw_workbook

Row = list[object]


@dataclass(frozen=True)
class Quirks:
    """What real exports do beside the usual.

    Attributes:
        header_blanks: headers with blanks at their ends.
        empty_last_header: the last header of vInfo is empty.
        attributes: custom attributes between Annotation and Datacenter.
        padding: empty rows with a format below each sheet.
        text_flags: yes and no as text.
        serial_dates: dates as numbers of Excel.
        short_hosts: vHost has the short names of hosts.
        hosts_missing: hosts that vHost lacks.
        hosts_idle: hosts that no VM is on.
        cut_row: the last row of vInfo ends before its CPUs.
        tabs: only these tabs.
    """

    header_blanks: bool = False
    empty_last_header: bool = False
    attributes: tuple[str, ...] = ()
    padding: int = 0
    text_flags: bool = False
    serial_dates: bool = False
    short_hosts: bool = False
    hosts_missing: int = 0
    hosts_idle: int = 0
    cut_row: bool = False
    tabs: tuple[str, ...] = ()


@dataclass
class Tab:
    """A tab as it is written."""

    name: str
    header: list[str]
    rows: list[Row] = field(default_factory=list)


_END = ["Datacenter", "Cluster", "Host", "Folder", "OS according to the configuration file"]
_IDS = ["VM ID", "VM UUID", "VI SDK Server", "VI SDK UUID"]
_INFO = (
    "VM|Powerstate|Template|SRM Placeholder|Config status|DNS Name|Connection state|Guest state|Heartbeat|"
    "Consolidation Needed|PowerOn|Creation date|Change Version|CPUs|Overall Cpu Readiness|Memory|Active Memory|NICs|"
    "Disks|Total disk capacity MiB|Latency Sensitivity|EnableUUID|CBT|Primary IP Address|Network #1|Network #2|"
    "Num Monitors|Video Ram KiB|Resource pool|Folder ID|Folder|vApp|DAS protection|FT State|FT Role|Provisioned MiB|"
    "In Use MiB|Unshared MiB|HA Restart Priority|HA Isolation Response|HA VM Monitoring|Boot Required|Boot delay|"
    "Firmware|HW version|HW upgrade status|Path|Log directory|Annotation|Datacenter|Cluster|Host|"
    "OS according to the configuration file|OS according to the VMware Tools|Customization Info|VM ID|SMBIOS UUID|"
    "VM UUID|VI SDK Server type|VI SDK API Version|VI SDK Server|VI SDK UUID"
)
INFO_HEADER = _INFO.split("|")
_VM_START = ["VM", "Powerstate", "Template", "SRM Placeholder"]


def _vm_tab(name: str, headers: Iterable[str], estate: Estate, own: Callable[[Vm], list[Row]]) -> Tab:
    """A tab with rows of VMs."""
    tab = Tab(name, [*_VM_START, *headers, "Annotation", *_END, "OS according to the VMware Tools", *_IDS])
    for vm in estate.vms:
        start: Row = [vm.name, vm.power, vm.template, False]
        end: Row = [None, vm.datacenter, vm.cluster, vm.host, vm.folder, vm.os, vm.os]
        ids: Row = [vm.moid, vm.uuid, estate.vcenter, "vc-uuid"]
        tab.rows.extend([*start, *each, *end, *ids] for each in own(vm))
    return tab


def _info(estate: Estate, quirks: Quirks) -> Tab:
    """The tab vInfo."""
    tab = Tab("vInfo", list(INFO_HEADER))
    date: object = 45_750.25 if quirks.serial_dates else "2025/04/03 06:00:00"
    for vm in estate.vms:
        values: dict[str, object] = {
            "VM": vm.name,
            "Powerstate": vm.power,
            "Template": vm.template,
            "SRM Placeholder": False,
            "Config status": "green",
            "DNS Name": f"{vm.name}.lab.example",
            "Connection state": "connected",
            "Guest state": "running" if vm.running else "notRunning",
            "Heartbeat": "green" if vm.running else "gray",
            "Consolidation Needed": False,
            "PowerOn": date if vm.running else None,
            "Creation date": date,
            "Change Version": date,
            "CPUs": vm.vcpu,
            "Overall Cpu Readiness": 0,
            "Memory": vm.memory_mib,
            "Active Memory": vm.active_mib,
            "NICs": 1,
            "Disks": len(vm.disks_mib),
            "Total disk capacity MiB": vm.disk_mib,
            "Primary IP Address": "192.0.2.1" if vm.running else None,
            "Network #1": "VLAN-100",
            "Resource pool": f"/{vm.datacenter}/{vm.cluster}/Resources",
            "Folder": vm.folder,
            "DAS protection": True,
            "FT State": "notConfigured",
            "Provisioned MiB": vm.provisioned_mib,
            "In Use MiB": vm.in_use_mib,
            "Unshared MiB": vm.in_use_mib,
            "HA Restart Priority": "medium",
            "Firmware": "efi",
            "HW version": 19,
            "Path": f"[ds-01] {vm.name}/{vm.name}.vmx",
            "Annotation": None,
            "Datacenter": vm.datacenter,
            "Cluster": vm.cluster,
            "Host": vm.host,
            "OS according to the configuration file": vm.os,
            "OS according to the VMware Tools": vm.os if vm.running else None,
            "VM ID": vm.moid,
            "VM UUID": vm.uuid,
            "SMBIOS UUID": vm.uuid,
            "VI SDK Server type": "VMware vCenter Server",
            "VI SDK API Version": "8.0.3.0",
            "VI SDK Server": estate.vcenter,
            "VI SDK UUID": "vc-uuid",
        }
        tab.rows.append([values.get(each) for each in INFO_HEADER])
    if quirks.cut_row:
        tab.rows[-1] = tab.rows[-1][: INFO_HEADER.index("PowerOn") + 1]
    if quirks.empty_last_header:
        tab.header[-1] = ""
    return tab


def _hosts(estate: Estate, quirks: Quirks) -> Tab:
    """The tab vHost, whose numbers of VMs are those of the estate."""
    on: dict[str, int] = {}
    for vm in estate.running:
        on[vm.host] = on.get(vm.host, 0) + 1
    header = (
        "Host|Datacenter|Cluster|Config status|CPU Model|Speed|HT Active|# CPU|Cores per CPU|# Cores|CPU usage %|"
        "# Memory|Memory usage %|# VMs total|# VMs|ESX Version|Vendor|Model|Object ID|VI SDK Server"
    )
    tab = Tab("vHost", header.split("|"))
    for host in [*estate.hosts[quirks.hosts_missing :], *_idle_hosts(estate, quirks.hosts_idle)]:
        name = host.name.partition(".")[0] if quirks.short_hosts else host.name
        processor = [f"Intel(R) Xeon(R) Gold 6430 CPU @ {host.mhz / 1000:.2f}GHz", host.mhz, True, host.sockets]
        load = [host.cpu_percent, host.memory_mib, host.memory_percent, on.get(host.name, 0), on.get(host.name, 0)]
        tab.rows.append(
            [
                name,
                host.datacenter,
                host.cluster,
                "green",
                *processor,
                host.cores // host.sockets,
                host.cores,
                *load,
                "VMware ESXi 8.0.3 build-24022510",
                "Lab",
                "Server 1",
                "host-1",
                estate.vcenter,
            ]
        )
    return tab


def _idle_hosts(estate: Estate, number: int) -> list[Host]:
    return [replace(estate.hosts[0], name=f"spare{1 + at:02d}.lab.example") for at in range(number)]


_OF_DISKS = (
    "Disk|Disk Key|Disk UUID|Disk Path|Capacity MiB|Raw|Disk Mode|Sharing mode|Thin|Controller|SCSI Unit #|Unit #|"
    "Shared Bus|Path|Raw LUN ID|Raw Comp. Mode"
)
DISK_HEADER = _OF_DISKS.split("|")


def _disk(vm: Vm, at: int) -> Row:
    """A disk: `Disk Path` is where the guest mounts it, told by its tools while it runs, and `Path` is its file."""
    windows = "Windows" in vm.os
    mounts = chr(67 + at) + ":\\" if windows else "/, /boot" if at == 0 else f"/srv/{at}"
    values: dict[str, object] = {
        "Disk": f"Hard disk {1 + at}",
        "Disk Key": 2000 + at,
        "Disk UUID": f"6000C29{at}-{vm.uuid}",
        "Disk Path": mounts if vm.running else None,
        "Capacity MiB": vm.disks_mib[at],
        "Raw": False,
        "Disk Mode": "persistent",
        "Sharing mode": "sharingNone",
        "Thin": True,
        "Controller": "SCSI controller 0",
        "SCSI Unit #": 7,
        "Unit #": at,
        "Shared Bus": "noSharing",
        "Path": f"[ds-01] {vm.name}/{vm.name}{f'_{at}' if at else ''}.vmdk",
    }
    return [values.get(each) for each in DISK_HEADER]


def _snapshots(vm: Vm) -> list[Row]:
    """A chain: the total of the oldest one holds the disks that it was taken of."""
    found: list[Row] = []
    for at, size in enumerate(vm.snapshots_mib):
        total = size if at else vm.in_use_mib - sum(vm.snapshots_mib)
        found.append(["before update", "", f"2025/04/{3 + at:02d} 06:00:00", "a.vmsn", 0, total])
    return found


def tabs(estate: Estate, quirks: Quirks | None = None) -> list[Tab]:
    """All tabs of an export."""
    quirks = quirks or Quirks()
    found = [
        _info(estate, quirks),
        _vm_tab(
            "vCPU",
            ["CPUs", "Sockets", "Cores p/s", "Max", "Overall", "Level", "Shares", "Reservation", "Limit"],
            estate,
            lambda vm: [[vm.vcpu, vm.vcpu, 1, vm.vcpu * 2400, vm.cpu_mhz, "normal", 1000, 0, -1]],
        ),
        _vm_tab(
            "vMemory",
            ["Size MiB", "Overhead", "Max", "Consumed", "Swapped", "Ballooned", "Active", "Reservation", "Limit"],
            estate,
            lambda vm: [[vm.memory_mib, 60, vm.memory_mib, vm.consumed_mib, 0, 0, vm.active_mib, 0, -1]],
        ),
        _vm_tab("vDisk", DISK_HEADER, estate, lambda vm: [_disk(vm, at) for at in range(len(vm.disks_mib))]),
        _vm_tab(
            "vPartition",
            ["Disk Key", "Disk", "Capacity MiB", "Consumed MiB", "Free MiB", "Free %"],
            estate,
            lambda vm: [
                [2000 + at, chr(67 + at) + ":\\", size, used, size - used, round(100 * (size - used) / size)]
                for at, (size, used) in enumerate(vm.partitions_mib if vm.running else [])
            ],
        ),
        _vm_tab(
            "vSnapshot",
            ["Name", "Description", "Date / time", "Filename", "Size MiB (vmsn)", "Size MiB (total)"],
            estate,
            _snapshots,
        ),
        _hosts(estate, quirks),
        Tab(
            "vDatastore",
            [
                "Name",
                "Accessible",
                "Type",
                "Capacity MiB",
                "Provisioned MiB",
                "In Use MiB",
                "Free MiB",
                "VI SDK Server",
            ],
            [
                [
                    each.name,
                    True,
                    each.kind,
                    each.capacity_mib,
                    each.used_mib,
                    each.used_mib,
                    each.capacity_mib - each.used_mib,
                    estate.vcenter,
                ]
                for each in estate.datastores
            ],
        ),
        Tab(
            "vMetaData",
            ["RVTools major version", "RVTools version", "xlsx creation datetime", "Server"],
            [["4.7", "4.7.1.4", "2025/04/03 06:05:00", estate.vcenter]],
        ),
    ]
    for tab in found:
        _bend(tab, quirks, estate)
    return [each for each in found if not quirks.tabs or each.name in quirks.tabs]


def _bend(tab: Tab, quirks: Quirks, estate: Estate) -> None:
    """Give a tab its quirks. Names of digits are numbers in a workbook."""
    if tab.header[0] == "VM":
        tab.rows = [[int(str(row[0])) if str(row[0]).isdigit() else row[0], *row[1:]] for row in tab.rows]
    if quirks.attributes and "Annotation" in tab.header:
        at = tab.header.index("Annotation") + 1
        tab.header[at:at] = quirks.attributes
        owners = {vm.name: vm.owner for vm in estate.vms}
        for row in tab.rows:
            row[at:at] = [owners.get(str(row[0])) for _ in quirks.attributes]
    if quirks.text_flags:
        tab.rows = [[str(cell) if isinstance(cell, bool) else cell for cell in row] for row in tab.rows]
    if quirks.header_blanks:
        tab.header = [
            f"{each} " if each in ("Free %", "Memory", "Capacity MiB", "# Cores") else each for each in tab.header
        ]


def workbook(estate: Estate, quirks: Quirks | None = None) -> bytes:
    """The workbook of an export."""
    quirks = quirks or Quirks()
    return written(tabs(estate, quirks), quirks.padding)


def large_workbook(estate: Estate, quirks: Quirks | None = None) -> bytes:
    """The same in a fifth of the time, for some ten thousand VMs, with strings that all sheets share."""
    strings = Strings()
    sheets = {tab.name: strings.sheet([tab.header, *tab.rows]) for tab in tabs(estate, quirks)}
    return raw_workbook(sheets, strings.places)


def written(sheets: Iterable[Tab], padding: int = 0) -> bytes:
    """A workbook of these tabs, with some empty rows that have a format below each."""
    file = io.BytesIO()
    book = xlsxwriter.Workbook(file)
    format_of_empty = book.add_format({"bg_color": "#FFFFFF"})
    for tab in sheets:
        sheet = book.add_worksheet(tab.name)
        for column, header in enumerate(tab.header):
            if header:
                sheet.write_string(0, column, header)
        string, number, flag = sheet.write_string, sheet.write_number, sheet.write_boolean
        for at, row in enumerate(tab.rows, 1):
            for column, cell in enumerate(row):
                if isinstance(cell, str):
                    if cell:
                        string(at, column, cell)
                elif isinstance(cell, bool):
                    flag(at, column, cell)
                elif cell is not None:
                    number(at, column, cell)
        for at in range(len(tab.rows) + 1, len(tab.rows) + 1 + padding):
            for column in range(len(tab.header)):
                sheet.write_blank(at, column, None, format_of_empty)
    book.close()
    return file.getvalue()


def comma_separated(tab: Tab, separator: str = ",") -> bytes:
    """A tab as CSV; a row that is short ends there."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=separator)
    writer.writerow(tab.header)
    writer.writerows(["" if cell is None else cell for cell in row] for row in tab.rows)
    return file.getvalue().encode()


def files_of_tabs(estate: Estate, quirks: Quirks | None = None, start: str = "RVTools_tab") -> dict[str, bytes]:
    """An export as a CSV for each tab, by file name."""
    return {f"{start}{tab.name}.csv": comma_separated(tab) for tab in tabs(estate, quirks)}


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A zip of some files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return file.getvalue()


_OLD = (
    "VM|Powerstate|Template|Config status|DNS Name|Connection state|Guest state|Heartbeat|Consolidation Needed|PowerOn|"
    "Change Version|CPUs|Memory|NICs|Disks|Network #1|Num Monitors|Video Ram KB|Resource pool|Folder|Provisioned MB|"
    "In Use MB|Unshared MB|HA Restart Priority|Firmware|HW version|Path|Annotation|Backup|Datacenter|Cluster|Host|"
    "OS according to the configuration file|OS according to the VMware Tools|VM ID|VM UUID|VI SDK Server type|"
    "VI SDK API Version|VI SDK Server|VI SDK UUID"
)


def old_csv(estate: Estate) -> bytes:
    """VInfo as version 3 writes it: MB, commas between thousands, and remarks over several lines with quotes."""
    header = _OLD.split("|")
    file = io.StringIO(newline="")
    writer = csv.writer(file, quoting=csv.QUOTE_ALL)
    writer.writerow(header)
    for vm in estate.vms:
        values = {
            "VM": vm.name,
            "Powerstate": vm.power,
            "Template": vm.template,
            "CPUs": vm.vcpu,
            "Memory": f"{vm.memory_mib:,}",
            "Disks": len(vm.disks_mib),
            "Provisioned MB": f"{vm.provisioned_mib:,}",
            "In Use MB": f"{vm.in_use_mib:,}",
            "Annotation": f'Known as "{vm.name}",\nasked for by {vm.owner}',
            "Backup": "daily\nat 22:00",
            "Datacenter": vm.datacenter,
            "Cluster": vm.cluster,
            "Host": vm.host,
            "Folder": vm.folder,
            "OS according to the configuration file": vm.os,
            "VM ID": vm.moid,
            "VM UUID": vm.uuid,
            "VI SDK Server": estate.vcenter,
        }
        writer.writerow([values.get(each, "") for each in header])
    return file.getvalue().encode()
