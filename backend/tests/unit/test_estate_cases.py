"""Small estates that were once read wrongly, each with two neighbours: the same trap in other words, sizes or tools.

A case says what is right of the whole answer, as somebody sees it who drops the file: sums, findings, or a refusal.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hostwise.answers.estate_sizing.columns import Vms
from hostwise.answers.estate_sizing.estate_document import EstateAnswer, EstateDrive
from hostwise.answers.estate_sizing.platform import of_platform
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.estate.estate_answer import estate_answer, read_history, read_inventories
from hostwise.plan.estate import EstateChoices, GroupBy, Grouping, Inventory, VmTrait
from hostwise.server.commands import command_line
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.units import GB_PER_GIB, GB_PER_MIB
from tests.decisions import detail_on
from tests.estates.drives import attribute, nvme, sata
from tests.estates.rvtools import Tab, comma_separated, written, zipped

CATALOGUE = load_catalogue()
ONE_GROUP = EstateChoices(grouping=Grouping(by=GroupBy.NONE))

File = tuple[bytes, str]
Cells = dict[str, object]

GIB = 2**30


# ------------------------------------------------------------------------------------------------ how files are made


def table(*lines: str, name: str = "input.csv") -> File:
    return ("\n".join(lines) + "\n").encode(), name


def document(content: Any, name: str = "input.json") -> File:
    return json.dumps(content).encode(), name


def tab(name: str, rows: Sequence[Cells]) -> Tab:
    """A tab with the columns that its rows have."""
    header = list(dict.fromkeys(title for each in rows for title in each))
    return Tab(name, header, [[each.get(title) for title in header] for each in rows])


def rvtools(name: str = "input.zip", /, **tabs: Sequence[Cells]) -> File:
    """An export of RVTools as a CSV for each tab, of which only the tabs and columns that matter are written."""
    return zipped({f"RVTools_tab{each}.csv": comma_separated(tab(each, rows)) for each, rows in tabs.items()}), name


def vm(name: str, **changed: object) -> Cells:
    """A row of vInfo: 4 vCPU, 16 GiB, 100 GiB of disk of which half is in use; `_` in a column is a blank."""
    usual: Cells = {
        "VM": name,
        "Powerstate": "poweredOn",
        "Template": "False",
        "CPUs": 4,
        "Memory": 16_384,
        "Disks": 1,
        "Total disk capacity MiB": 102_400,
        "Provisioned MiB": 118_784,
        "In Use MiB": 51_200,
        "Datacenter": "DC",
        "Cluster": "C1",
        "Host": "esx1.lab",
        "OS according to the configuration file": "Ubuntu Linux (64-bit)",
        "VM ID": f"vm-{name}",
        "VM UUID": f"u-{name}",
        "VI SDK Server": "vc1",
    }
    return usual | {key.replace("_", " "): value for key, value in changed.items()}


def host(name: str, cores: int = 32, gib: int = 512, **changed: object) -> Cells:
    """A row of vHost, with two sockets."""
    usual: Cells = {
        "Host": name,
        "Datacenter": "DC",
        "Cluster": "C1",
        "Config status": "green",
        "in Maintenance Mode": "False",
        "CPU Model": "Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz",
        "Speed": 2_000,
        "# CPU": 2,
        "Cores per CPU": cores // 2,
        "# Cores": cores,
        "# Memory": gib * 1024,
        "ESX Version": "VMware ESXi 8.0.3",
        "Vendor": "Dell Inc.",
        "Model": "PowerEdge R750",
    }
    return usual | {key.replace("_", " "): value for key, value in changed.items()}


def of_vm(row: Cells, **cells: object) -> Cells:
    """A row of another tab about the same VM."""
    joined = ("VM", "Powerstate", "Template", "Cluster", "Host", "VM ID", "VM UUID", "VI SDK Server")
    return {each: row[each] for each in joined if each in row} | {
        key.replace("_", " "): value for key, value in cells.items()
    }


THREE = [vm("a"), vm("b"), vm("c", CPUs=8, Memory=32_768, Provisioned_MiB=135_168)]
"""16 vCPU, 64 GiB and 300 GiB of disk."""

SMALL_TABLE = table(
    "Name,vCPU,Memory GiB,Disk GB,Power", "a1,4,16,200,on", "a2,8,32,400,on", "a3,2,8,100,on", name="vms.csv"
)


def on_hosts(*names: str, number: int = 12) -> list[Cells]:
    """Some VMs, evenly on the hosts."""
    return [vm(f"a{at}", Host=names[at % len(names)]) for at in range(number)]


# ------------------------------------------------------------------------------------------------- what must be right


@dataclass(frozen=True)
class Case:
    """One estate and what is right of it.

    Attributes:
        name: the trap in a few words.
        files: what is dropped, together.
        counted: figures of the VMs that are counted, such as `vcpu`.
        hosts: how many hosts there are, where that matters.
        says: a code of a finding, with a text that is in its message.
        silent: codes of findings that must not be there.
        refused: a code with a text, where there is no answer.
        history: the file of a history beside them.
    """

    name: str
    files: tuple[File, ...]
    counted: dict[str, float | None] = field(default_factory=dict)
    hosts: int | None = None
    says: tuple[tuple[str, str], ...] = ()
    silent: tuple[str, ...] = ()
    refused: tuple[str, str] | None = None
    history: File | None = None


def read(case: Case) -> tuple[Inventory, EstateAnswer]:
    inventory = read_inventories(case.files)
    history = None if case.history is None else read_history(*case.history)
    return inventory, estate_answer(inventory, EstateChoices(), CATALOGUE, history=history, with_plan=False)


def check(case: Case) -> None:
    if case.refused is not None:
        with pytest.raises(UnreadableFile) as raised:
            read(case)
        assert (raised.value.code, case.refused[1] in str(raised.value)) == (case.refused[0], True), raised.value
        return
    inventory, answer = read(case)
    found = {key: getattr(answer.counted, key) for key in case.counted}
    assert found == {key: value if value is None else pytest.approx(value) for key, value in case.counted.items()}
    said = [(each.code, each.message) for each in (*inventory.findings, *answer.findings)]
    for code, text in case.says:
        assert any(code == own and text in message for own, message in said), (code, text, said)
    assert not {code for code, _ in said} & set(case.silent), said
    if case.hosts is not None:
        assert len(inventory.hosts.name) == case.hosts


def cases(*declared: Case) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", declared, ids=[each.name for each in declared])


# ------------------------------------------------------------------------------------------------------- any table

GERMAN = "Servername;vCPU;Arbeitsspeicher (GB);Festplatte (GB);Belegt (GB);Status"


@cases(
    # Headers and states in German: memory and disk were not seen, and a VM that is off ran.
    Case(
        "german-headers",
        (
            table(
                GERMAN,
                "web1;4;16;100;60;eingeschaltet",
                "db1;8;64,5;500;400;eingeschaltet",
                "alt1;8;64;500;400;ausgeschaltet",
            ),
        ),
        {"vcpu": 12, "memory_gib": 80.5, "disk_gb": 1_100, "used_gb": 860},
    ),
    Case(
        "german-headers-abbreviated",
        (table("VM-Name;CPUs;RAM [GB];Plattenplatz [GB];Zustand", "web1;4;16;1.100,5;An", "alt1;8;64;500;Aus"),),
        {"vcpu": 4, "memory_gib": 16, "disk_gb": 1_600.5},
    ),
    Case(
        "german-headers-without-memory",
        (table("Servername;vCPU;Festplatte (GB);Status", "web1;4;100;eingeschaltet"),),
        refused=("unknown_format", "'Festplatte (GB)'"),
    ),
)
def test_headers_of_another_language(case: Case) -> None:
    check(case)


@cases(
    # A list of hosts has names, cores and memory, as a list of VMs has.
    Case(
        "hosts-read-as-vms",
        (
            table(
                "Hostname,Cluster,Model,CPU Sockets,CPU Cores,RAM GB,ESXi Version",
                "esx1,C1,R750,2,64,1024,8.0",
                "esx2,C1,R750,2,64,1024,8.0",
            ),
        ),
        refused=("looks_like_hosts", "'CPU Sockets'"),
    ),
    Case(
        "hosts-read-as-vms-without-version",
        (table("Name,Vendor,Model,Sockets,Cores,Memory (GB)", "pve1,Dell,R750,2,64,1024", "pve2,HPE,DL380,2,64,1024"),),
        refused=("looks_like_hosts", "'Vendor'"),
    ),
    Case(
        "hosts-read-as-vms-in-german",
        (table("Hostname;Hersteller;Prozessormodell;Kerne;RAM (GB);Seriennummer", "esx1;Dell;Xeon 6338;64;1024;X1"),),
        refused=("looks_like_hosts", "'Prozessormodell'"),
    ),
)
def test_a_list_of_hosts_is_no_list_of_vms(case: Case) -> None:
    check(case)


MIXED = ("web1,2,4,60", "web2,2,4,60", "app1,4,16,200", "db1,8,64,500")


@cases(
    # RAM in GB by hand, but one small VM in MB: it had more than half of all memory.
    Case(
        "memory-row-of-other-unit",
        (table("Name,CPUs,RAM,Disk GB", "fw1,1,512,20", *MIXED),),
        {"vcpu": 17, "memory_gib": 88.5},
        says=(("memory_of_other_unit", "fw1 (1 vCPU with 512 GiB)"),),
    ),
    Case(
        "memory-row-of-other-unit-in-mib",
        (table("Name,CPUs,RAM,Disk GB", "fw1,2,4,20", *(f"w{at},4,16384,100" for at in range(5))),),
        {"memory_gib": 84},
        says=(("memory_of_other_unit", "fw1"),),
    ),
    Case(
        "memory-row-of-other-unit-named",
        (table("Name,CPUs,RAM (GB),Disk GB", "fw1,1,512,20", *MIXED),),
        {"memory_gib": 600},
        says=(("memory_of_other_unit", "88.5 GiB otherwise"),),
    ),
)
def test_memory_of_one_row_in_another_unit(case: Case) -> None:
    check(case)


SCVMM = '"Name","Status","CPUCount","Memory","TotalSize","VMHost"'
SIZE = '"107374182400"'


@cases(
    # SCVMM writes PowerOff and Stored: all three were counted as running.
    Case(
        "power-poweroff",
        (
            table(
                SCVMM,
                f'"app1","Running","4","8192",{SIZE},"hv1"',
                f'"app2","PowerOff","16","131072",{SIZE},"hv1"',
                f'"app3","Stored","4","8192",{SIZE},""',
            ),
        ),
        {"vcpu": 4, "memory_gib": 8},
        silent=("power_not_understood",),
    ),
    Case(
        "power-saved",
        (
            table(
                SCVMM,
                f'"app1","Running","4","8192",{SIZE},"hv1"',
                f'"app2","Saved State","16","131072",{SIZE},"hv1"',
                f'"app3","Paused","4","8192",{SIZE},"hv1"',
            ),
        ),
        {"vcpu": 4, "memory_gib": 8},
        silent=("power_not_understood",),
    ),
    Case(
        "power-of-words-nobody-knows",
        (table("Name,vCPU,Memory GB,Disk GB,Power", "app1,4,8,100,on", "app2,16,128,100,Blorp", "app3,4,8,100,Blorp"),),
        {"vcpu": 4, "memory_gib": 8},
        says=(("power_not_understood", "'Blorp' 2"),),
    ),
)
def test_words_of_power_states(case: Case) -> None:
    check(case)


@cases(
    # vCPU only as sockets and cores of a socket.
    Case(
        "sockets-times-cores",
        (
            table(
                "Name,Sockets,Cores per socket,Memory (GB),Disk (GB),State",
                "a,2,4,16,100,running",
                "b,1,8,32,100,running",
            ),
        ),
        {"vcpu": 16, "memory_gib": 48, "disk_gb": 200},
    ),
    Case(
        "sockets-times-cores-shortened",
        (table("VM,CPU Sockets,Cores/Socket,RAM GB,Disk GB", "a,2,4,16,100", "b,1,8,32,100"),),
        {"vcpu": 16},
    ),
    Case(
        # A column of all CPUs beside them is not multiplied again.
        "sockets-beside-all-cpus",
        (table("Name,CPUs,Sockets,Cores per socket,Memory (GB),Disk (GB)", "a,8,2,4,16,100", "b,8,1,8,32,100"),),
        {"vcpu": 16},
    ),
)
def test_processors_as_sockets_and_cores(case: Case) -> None:
    check(case)


@cases(
    # Units stand in the cells: no size was a number.
    Case(
        "units-in-cells",
        (
            table(
                "VM,vCPU,Memory,Disk,Power State",
                "web1,4,8 GB,100 GB,on",
                "db1,16,128 GB,2 TB,on",
                "tiny,1,512 MB,40 GB,off",
            ),
        ),
        {"vcpu": 20, "memory_gib": 136, "disk_gb": 2_140},
        says=(("units_in_cells", "'8 GB'"),),
    ),
    Case(
        "units-in-cells-without-blanks",
        (table("VM;vCPU;RAM;Disk", "web1;4;8GB;100GB", "db1;16;128GB;2,5TB", "tiny;1;512MB;40GB"),),
        {"vcpu": 21, "memory_gib": 136.5, "disk_gb": 2_640},
    ),
    Case(
        "units-in-cells-binary",
        (table("VM,vCPU,Memory,Disk", "web1,4,8 GiB,100 GiB", "db1,16,131072 MiB,2 TiB"),),
        {"memory_gib": 136, "disk_gb": 2_148 * GB_PER_GIB},
    ),
)
def test_units_in_cells(case: Case) -> None:
    check(case)


CLIENT = "Name,State,Status,Provisioned Space,Used Space,Host CPU,Host Mem,Guest OS,CPUs,Memory Size"
LINUX = "Ubuntu Linux (64-bit)"


@cases(
    # The vSphere Client's GB are binary in all columns, and provisioned space holds the swap of VMs that run.
    Case(
        "vsphere-client-units",
        (
            table(
                CLIENT,
                f"srv1,Powered On,Normal,216.24 GB,98.5 GB,350 MHz,15.9 GB,{LINUX},4,16 GB",
                f"srv2,Powered On,Normal,1.06 TB,754.3 GB,2.1 GHz,63.2 GB,{LINUX},16,64 GB",
                f"srv3,Powered Off,Normal,50 GB,12.02 GB,0 Hz,0 B,{LINUX},2,4 GB",
            ),
        ),
        {"disk_gb": (216.24 + 1.06 * 1024 + 50 - 80) * GB_PER_GIB, "used_gb": 864.82 * GB_PER_GIB, "memory_gib": 80},
        says=(("gigabytes_binary", "2^30"),),
    ),
    Case(
        # Memory in MB, and all of it off: nothing is taken away.
        "vsphere-client-units-off",
        (
            table(
                CLIENT,
                f"srv1,Powered Off,Normal,100 GB,20 GB,0 Hz,0 B,{LINUX},4,2048 MB",
                f"srv2,Powered Off,Normal,1 TB,10 GB,0 Hz,0 B,{LINUX},4,512 MB",
            ),
        ),
        {"disk_gb": 1_124 * GB_PER_GIB},
    ),
    Case(
        # A table by hand with the same sizes and none of its headers: powers of ten, as drives are sold.
        "units-of-no-client",
        (table("Name,Power,Disk,CPUs,Memory", "srv1,on,100 GB,4,16 GB", "srv2,on,1 TB,4,16 GB"),),
        {"disk_gb": 1_100, "memory_gib": 32},
        silent=("gigabytes_binary",),
    ),
)
def test_units_of_the_vsphere_client(case: Case) -> None:
    check(case)


# ------------------------------------------------------------------------------------------------------- RVTools


@cases(
    # Somebody converted the memory of vInfo to GB: as MiB there was none.
    Case(
        "rvtools-memory-in-gb",
        (rvtools(vInfo=[vm("a", Memory=16), vm("b", Memory=16), vm("c", CPUs=8, Memory=32)]),),
        {"memory_gib": 64, "vcpu": 16},
        says=(("unit_by_magnitude", "read as GB"),),
    ),
    Case(
        "rvtools-memory-in-gb-of-fractions",
        (rvtools(vInfo=[vm("a", Memory="0.5"), vm("b", Memory=16), vm("c", Memory=512)]),),
        {"memory_gib": 528.5},
        says=(("unit_by_magnitude", "read as GB"),),
    ),
    Case(
        # Small VMs in MiB stay small.
        "rvtools-memory-of-small-vms",
        (rvtools(vInfo=[vm("a", CPUs=1, Memory=512), vm("b", CPUs=1, Memory=256), vm("c", CPUs=1, Memory=1024)]),),
        {"memory_gib": 1.75},
        silent=("unit_by_magnitude",),
    ),
)
def test_memory_of_rvtools_in_another_unit(case: Case) -> None:
    check(case)


def titled(*titles: Sequence[object]) -> File:
    """VInfo as a sheet with rows above its header."""
    info = tab("vInfo", THREE)
    above = [list(each) for each in titles]
    return written([Tab("vInfo", [str(each) for each in above[0]], [*above[1:], list(info.header), *info.rows])]), (
        "input.xlsx"
    )


@cases(
    # A title above the header of vInfo: the number of disks was read as their size.
    Case("rvtools-title-row", (titled(["Export of our vCenter"]),), {"disk_gb": 307_200 * GB_PER_MIB, "vcpu": 16}),
    Case(
        "rvtools-title-row-of-several",
        (titled(["Inventory", "of", "2026-02-01"], [], ["for Hostwise", 1, 2]),),
        {"disk_gb": 307_200 * GB_PER_MIB, "memory_gib": 64},
    ),
    Case(
        "rvtools-title-row-of-a-csv",
        ((b"Export of our vCenter\n\n" + comma_separated(tab("vInfo", THREE)), "RVTools_tabvInfo.csv"),),
        {"disk_gb": 307_200 * GB_PER_MIB, "memory_gib": 64},
    ),
)
def test_titles_above_an_export(case: Case) -> None:
    check(case)


def sums(name: str, **changed: object) -> Cells:
    """A row of sums below `THREE`."""
    row = vm(name, CPUs=16, Memory=65_536, Total_disk_capacity_MiB=307_200, In_Use_MiB=153_600)
    return row | {"Powerstate": "", "VM ID": "", "VM UUID": "", "Host": "", "Cluster": ""} | changed


WHOLE: dict[str, float | None] = {"vms": 3, "vcpu": 16, "memory_gib": 64, "disk_gb": 307_200 * GB_PER_MIB}


@cases(
    # A row of sums below vInfo was a VM: everything twice.
    Case("rvtools-total-row", (rvtools(vInfo=[*THREE, sums("Total")]),), WHOLE, says=(("row_of_sums", ""),)),
    Case("rvtools-total-row-in-german", (rvtools(vInfo=[*THREE, sums("Gesamtsumme:")]),), WHOLE),
    Case("rvtools-total-row-without-name", (rvtools(vInfo=[*THREE, sums("")]),), WHOLE),
    Case(
        # A VM may be called so, and have sizes of its own.
        "rvtools-vm-called-total",
        (rvtools(vInfo=[*THREE, vm("total")]),),
        {"vms": 4, "vcpu": 20},
        silent=("row_of_sums",),
    ),
)
def test_rows_of_sums(case: Case) -> None:
    check(case)


def mounted(at: int, places: Sequence[str], **cells: object) -> list[Cells]:
    """The disks of a VM as version 4.7 writes them."""
    row = vm(f"app{at}")
    return [
        of_vm(
            row,
            Disk=f"Hard disk {unit + 1}",
            Disk_Path=mount,
            Capacity_MiB=102_400 * (unit + 1),
            Sharing_mode="sharingNone",
            Shared_Bus="noSharing",
            Path=f"[ds1] app{at}/app{at}_{unit}.vmdk",
            Raw_LUN_ID="",
        )
        | {key.replace("_", " "): value for key, value in cells.items()}
        for unit, mount in enumerate(places)
    ]


def apps(number: int, capacity: int) -> list[Cells]:
    return [vm(f"app{at}", Total_disk_capacity_MiB=capacity) for at in range(number)]


@cases(
    # `Disk Path` of version 4.7 is where the guest mounts a disk: all C:\ were one disk.
    Case(
        "rvtools47-guest-mounts",
        (rvtools(vInfo=apps(4, 307_200), vDisk=[row for at in range(4) for row in mounted(at, ("C:\\", "E:\\"))]),),
        {"disk_gb": 4 * 307_200 * GB_PER_MIB},
        silent=("disks_shared", "disks_alike"),
    ),
    Case(
        "rvtools47-guest-mounts-of-linux",
        (
            rvtools(
                vInfo=apps(4, 307_200),
                vDisk=[row for at in range(4) for row in mounted(at, ("/, /boot, /boot/efi", "/var/lib/data"))],
            ),
        ),
        {"disk_gb": 4 * 307_200 * GB_PER_MIB},
        silent=("disks_shared", "disks_alike"),
    ),
    Case(
        # Controllers of clusters share their bus, and no file is known: a mount is still no key.
        "rvtools47-guest-mounts-without-files",
        (
            rvtools(
                vInfo=apps(3, 102_400),
                vDisk=[row for at in range(3) for row in mounted(at, ("C:\\",), Path="", Shared_Bus="physicalSharing")],
            ),
        ),
        {"disk_gb": 3 * 102_400 * GB_PER_MIB},
        silent=("disks_shared",),
    ),
)
def test_places_where_guests_mount_disks(case: Case) -> None:
    check(case)


NODES = [vm(each, Total_disk_capacity_MiB=1_075_200, In_Use_MiB=1_075_200) for each in ("node1", "node2")]


def with_quorum(**cells: object) -> File:
    """Two nodes with a disk of their own and one more, which may be the same."""
    own = [of_vm(each, Disk="Hard disk 1", Capacity_MiB=51_200, Path=f"[ds] {each['VM']}/1.vmdk") for each in NODES]
    more = [
        of_vm(each, Disk="Hard disk 2", Capacity_MiB=1_024_000, Path=f"[ds] {each['VM']}/q.vmdk", **cells)
        for each in NODES
    ]
    return rvtools(vInfo=NODES, vDisk=[*own, *more])


@cases(
    # One physical LUN is a disk of both nodes of a failover cluster: it was counted for each.
    Case(
        "shared-rdm",
        (with_quorum(Raw="True", Shared_Bus="physicalSharing", Raw_LUN_ID="0200aa01"),),
        {"disk_gb": 1_126_400 * GB_PER_MIB, "used_gb": 1_126_400 * GB_PER_MIB},
        says=(("disks_shared", "node1, node2"),),
    ),
    Case(
        "shared-rdm-of-old-rvtools",
        (with_quorum(Raw="True", Shared_Bus=2, Raw_LUN_ID="0200AA01"),),
        {"disk_gb": 1_126_400 * GB_PER_MIB},
        says=(("disks_shared", "node1, node2"),),
    ),
    Case(
        # Two disks of one size, of which nothing says that they are one.
        "disks-of-one-size",
        (with_quorum(Raw="True", Shared_Bus="noSharing", Raw_LUN_ID=""),),
        {"disk_gb": 2_150_400 * GB_PER_MIB},
        silent=("disks_shared",),
    ),
)
def test_a_disk_of_two_vms(case: Case) -> None:
    check(case)


OLD = [
    {
        key.replace("MiB", "MB"): value
        for key, value in vm(name, Memory=131_072, Provisioned_MiB=233_472).items()
        if key != "Total disk capacity MiB"
    }
    for name in ("a", "b")
]


@cases(
    # What is provisioned holds the swap files of VMs that run: disks of 100 GiB counted 228.
    Case(
        "provisioned-with-swap",
        ((comma_separated(tab("vInfo", OLD)), "RVTools_tabvInfo.csv"),),
        {"disk_gb": 204_800 * GB_PER_MIB, "memory_gib": 256},
        says=(("provisioned_less_swap", ""),),
    ),
    Case(
        # One that is off has no swap file.
        "provisioned-without-swap",
        (
            (
                comma_separated(
                    tab("vInfo", [OLD[0], OLD[1] | {"Powerstate": "poweredOff", "Provisioned MB": 102_400}])
                ),
                "RVTools_tabvInfo.csv",
            ),
        ),
        {"disk_gb": 204_800 * GB_PER_MIB, "memory_gib": 128},
        says=(("provisioned_less_swap", ""),),
    ),
    Case(
        # Memory that is reserved needs no swap file.
        "provisioned-of-reserved-memory",
        (rvtools(vInfo=OLD, vMemory=[of_vm(each, Size_MB=131_072, Reservation=131_072) for each in OLD]),),
        {"disk_gb": 466_944 * GB_PER_MIB},
        says=(("provisioned_less_swap", "0.49 TB"),),
    ),
)
def test_swap_files_in_what_is_provisioned(case: Case) -> None:
    check(case)


SNAPPED = [vm("s1", In_Use_MiB=307_200, Provisioned_MiB=320_000), vm("s2", In_Use_MiB=102_400)]
SNAPSHOTS = [of_vm(SNAPPED[0]) | {"Name": "before", "Size MiB (vmsn)": 0, "Size MiB (total)": 204_800}]


@cases(
    # Snapshots of twice the disk were cut off without a word.
    Case(
        "snapshots-dropped",
        (rvtools(vInfo=SNAPPED, vSnapshot=SNAPSHOTS),),
        {"used_gb": 204_800 * GB_PER_MIB},
        says=(
            ("used_above_disks", ": s1."),
            ("used_above_disks", "snapshots (0.107 TB of 1 VM in the list of snapshots: what each uses less the total"),
        ),
    ),
    Case(
        "snapshots-dropped-without-list",
        (rvtools(vInfo=SNAPPED),),
        {"used_gb": 204_800 * GB_PER_MIB},
        says=(("used_above_disks", "0.215 TB"),),
    ),
    Case(
        # What is above the disk is no more than the swap file.
        "swap-above-disks",
        (rvtools(vInfo=[vm("s1", In_Use_MiB=118_784), vm("s2")]),),
        {"used_gb": 153_600 * GB_PER_MIB},
        says=(("swap_above_disks", ""),),
        silent=("used_above_disks",),
    ),
)
def test_what_is_in_use_above_the_disks(case: Case) -> None:
    check(case)


def stores(capacity: int, in_use: int) -> list[Cells]:
    return [
        {"Name": "ds1", "Type": "VMFS", "Capacity MiB": capacity, "In Use MiB": in_use, "Free MiB": capacity - in_use}
    ]


FULL = [vm(f"v{at}", Total_disk_capacity_MiB=409_600, In_Use_MiB=409_600) for at in range(10)]


@cases(
    # VMs use more than their datastores can hold: linked clones, deduplication, or exports that do not belong together.
    Case(
        "in-use-above-datastores",
        (rvtools(vInfo=FULL, vDatastore=stores(2_097_152, 1_048_576)),),
        {"used_gb": 4_096_000 * GB_PER_MIB},
        says=(("used_above_datastores", "4.29 TB on datastores that hold 1.1 TB"),),
    ),
    Case(
        # There is room for all of it, and much less is written.
        "in-use-above-what-datastores-hold",
        (rvtools(vInfo=FULL, vDatastore=stores(8_388_608, 1_048_576)),),
        says=(("used_above_datastores", "4.29 TB on datastores that hold 1.1 TB"),),
    ),
    Case(
        # A little more is rounding, or the time between two tabs.
        "in-use-about-what-datastores-hold",
        (rvtools(vInfo=FULL, vDatastore=stores(8_388_608, 4_000_000)),),
        silent=("used_above_datastores",),
    ),
)
def test_what_is_in_use_above_the_datastores(case: Case) -> None:
    check(case)


CELLS = {"Disk": "C:\\", "Capacity MiB": 100_000, "Consumed MiB": 40_000, "Free MiB": 60_000}


@cases(
    # The header VM of vPartition was replaced, and the rows still have ids.
    Case(
        "vpartition-other-header",
        (rvtools(vInfo=THREE, vPartition=[{"DC one": "a", **CELLS, "VM ID": "vm-a", "VM UUID": "u-a"}]),),
        WHOLE,
    ),
    Case(
        "vpartition-other-header-uuid-alone",
        (rvtools(vInfo=THREE, vPartition=[{"DC one": "a", **CELLS, "VM UUID": "u-a"}]),),
        WHOLE,
    ),
)
def test_a_tab_whose_names_are_under_another_header(case: Case) -> None:
    check(case)
    inventory, _ = read(case)
    assert inventory.vms.guest_used_gb is not None
    assert inventory.vms.guest_used_gb[0] == pytest.approx(40_000 * GB_PER_MIB)


def test_a_tab_that_cannot_be_joined_is_not_accepted() -> None:
    inventory = read_inventories([rvtools(vInfo=THREE, vPartition=[{"DC one": "a", **CELLS}])])
    (found,) = (each for each in inventory.tabs if "vPartition" in each.tab)
    assert found.rows_accepted == 0


TOLD_TWICE = [vm("a", Memory=32_768), vm("b"), vm("new")]


@cases(
    # Two exports of one vCenter, a month apart: the older one counted.
    Case(
        "two-dates",
        (
            (
                zipped(
                    {
                        "2026-01/RVTools_tabvInfo.csv": comma_separated(tab("vInfo", THREE)),
                        "2026-02/RVTools_tabvInfo.csv": comma_separated(tab("vInfo", TOLD_TWICE)),
                    }
                ),
                "input.zip",
            ),
        ),
        # The newer a and b, new, and c that only the older has.
        {"vms": 4, "memory_gib": 96},
        says=(("vm_twice", "2026-02"),),
    ),
    Case(
        # The names of files in the other order, with the date that RVTools gives them.
        "two-dates-in-names-of-files",
        (
            (written([tab("vInfo", TOLD_TWICE)]), "RVTools_export_all_2026-02-01_09.15.00.xlsx"),
            (written([tab("vInfo", THREE)]), "RVTools_export_all_2026-01-01_09.15.00.xlsx"),
        ),
        {"vms": 4, "memory_gib": 96},
        says=(("vm_twice", "2026-02"),),
    ),
    Case(
        # Days written the German way: 3 January is before 2 February.
        "two-dates-written-in-german",
        (
            (written([tab("vInfo", THREE)]), "RVTools 03.01.2026.xlsx"),
            (written([tab("vInfo", TOLD_TWICE)]), "RVTools 02.02.2026.xlsx"),
        ),
        {"vms": 4, "memory_gib": 96},
        says=(("vm_twice", "2026-02-02"),),
    ),
)
def test_two_exports_of_one_estate(case: Case) -> None:
    check(case)


def carded(adapter: str) -> Case:
    rows = [vm(f"web{at}") for at in range(4)]
    cards = [of_vm(each, NIC_label="Network adapter 1", Adapter=adapter, Direct_Path_IO="True") for each in rows]
    return Case(adapter, (rvtools(vInfo=rows, vNetwork=cards),), {"vms": 4})


@pytest.mark.parametrize(
    ("adapter", "passed"),
    [
        # That a VMXNET3 card may use DirectPath I/O is the default, and no device that stops a move.
        ("Vmxnet3", False),
        ("VMXNET 3", False),
        ("SriovEthernetCard", True),
    ],
)
def test_a_card_that_may_use_direct_path(adapter: str, *, passed: bool) -> None:
    inventory, _ = read(carded(adapter))
    flags = inventory.vms.traits.get(VmTrait.PASSTHROUGH)
    assert any(flags or []) is passed


# ------------------------------------------------------------------------------------------------------- hosts

ESX = [host(f"esx{at}.lab") for at in (1, 2, 3)]
ON_THREE = on_hosts("esx1.lab", "esx2.lab", "esx3.lab")


@cases(
    # A host in maintenance carries nothing, and counts among the hosts as they are.
    Case(
        "host-in-maintenance",
        (rvtools(vInfo=ON_THREE, vHost=[*ESX, host("esx4.lab", in_Maintenance_Mode="True")]),),
        hosts=4,
        says=(("hosts_in_maintenance", "esx4.lab"),),
    ),
    Case(
        "host-in-maintenance-of-a-german-excel",
        (rvtools(vInfo=ON_THREE, vHost=[*ESX, host("esx4.lab", in_Maintenance_Mode="WAHR")]),),
        hosts=4,
        says=(("hosts_in_maintenance", "esx4.lab"),),
    ),
    Case(
        "host-that-does-not-respond",
        (
            rvtools(
                vInfo=ON_THREE,
                vHost=[
                    *({**each, "Connection state": "connected"} for each in ESX),
                    host("esx4.lab") | {"Connection state": "notResponding"},
                ],
            ),
        ),
        hosts=4,
        says=(("hosts_in_maintenance", "esx4.lab"),),
    ),
)
def test_hosts_that_rest(case: Case) -> None:
    check(case)


@cases(
    # HCX lists itself as a host, and made the mean host smaller.
    Case(
        "phantom-host-hcx",
        (
            rvtools(
                vInfo=ON_THREE,
                vHost=[
                    *ESX,
                    host("172.30.1.21", 8, 16, Vendor="VMware", Model="VMware Mobility Platform")
                    | {"CPU Model": "VMware Mobility Agent"},
                ],
            ),
        ),
        hosts=3,
        says=(("host_is_none", "172.30.1.21"),),
    ),
    Case(
        "phantom-host-nested",
        (rvtools(vInfo=ON_THREE, vHost=[*ESX, host("nested1", 8, 16, Vendor="VMware, Inc.", Model="VMware20,1")]),),
        hosts=3,
        says=(("host_is_none", "nested1"),),
    ),
    Case(
        # Its name alone makes no host an agent.
        "host-named-like-hcx",
        (rvtools(vInfo=ON_THREE, vHost=[*ESX, host("hcx-host4.lab")]),),
        hosts=4,
        silent=("host_is_none",),
    ),
)
def test_hosts_that_are_none(case: Case) -> None:
    check(case)


# -------------------------------------------------------------------------------------------- VMs of the platform

OWN = ("vCLS-1a2b", "vCLS-3c4d", "cp-parent-001f", "cp-replica-9a")


@cases(
    # Cluster services and the parents of instant clones were sized as VMs.
    Case(
        "infrastructure-vms",
        (
            rvtools(
                vInfo=[
                    *on_hosts("esx1.lab"),
                    *(vm(each, CPUs=1, Memory=128) for each in OWN),
                    vm("cp-template-77", CPUs=2, Memory=8_192, Powerstate="poweredOff"),
                ]
            ),
        ),
        {"vms": 12, "vcpu": 48, "memory_gib": 192},
        says=(("infrastructure_left_out", "5 VMs"),),
    ),
    Case(
        "infrastructure-vms-of-a-table",
        (
            table(
                "Name,vCPU,Memory GB,Disk GB,Power",
                "web,4,16,100,on",
                "vCLS (1),1,1,2,on",
                "vcls-d2a5e9f0-1b1c-4c5d-8e8f,1,1,2,on",
                "NTNX-A-CVM,8,32,100,on",
            ),
        ),
        {"vms": 1, "vcpu": 4},
        says=(("infrastructure_left_out", "3 VMs"),),
    ),
    Case(
        # Names that only begin so are of somebody.
        "vms-like-infrastructure",
        (
            table(
                "Name,vCPU,Memory GB,Disk GB,Power",
                "cp-web01,4,16,100,on",
                "vclsapp01,4,16,100,on",
                "cp-parental-control,4,16,100,on",
            ),
        ),
        {"vms": 3, "vcpu": 12},
        silent=("infrastructure_left_out",),
    ),
)
def test_vms_that_a_platform_runs_for_itself(case: Case) -> None:
    check(case)


TENANTS = (
    ("vRA-RHEL-8-aB3x", "Red Hat Enterprise Linux 8 (64-bit)"),
    ("shadow-vRA-CentOS-7-oZtV", "CentOS 7 (64-bit)"),
    ("NSX-Doku-Web01", "Microsoft Windows Server 2022 (64-bit)"),
    ("hcx-migrated-app1", "Microsoft Windows Server 2022 (64-bit)"),
    ("vcf-report-db", LINUX),
    ("vcenter-backup-proxy", "Microsoft Windows Server 2022 (64-bit)"),
    ("zvra-billing", "Microsoft Windows Server 2022 (64-bit)"),
    ("app1", LINUX),
)


def named(*vms: tuple[str, str]) -> File:
    return table("Name,vCPU,Memory GiB,Disk GB,Power,Guest OS", *(f"{name},4,16,100,on,{os}" for name, os in vms))


def managing(file: File) -> list[str]:
    inventory, _ = read(Case("", (file,)))
    vms = Vms(inventory.vms)
    return [inventory.vms.name[at] for at in np.flatnonzero(of_platform(vms, CATALOGUE).any_manager)]


@pytest.mark.parametrize(
    ("vms", "managers"),
    [
        # VMs of tenants that are named after the tool which made them are no appliances: those run Photon or SLES.
        (TENANTS, []),
        ((("vrack-db", ""), ("vram1", ""), ("vcenters-union", ""), ("nsxt", "Oracle Linux 8"), ("app1", "")), []),
        (
            (
                *((f"app{at}", LINUX) for at in range(4)),
                ("vcsa01", "VMware Photon OS (64-bit)"),
                ("nsx-manager-1", "Other Linux"),
            ),
            ["vcsa01", "nsx-manager-1"],
        ),
    ],
    ids=["tenant-vms-like-appliances", "tenant-vms-without-guests", "appliances"],
)
def test_tenants_are_no_appliances(vms: tuple[tuple[str, str], ...], managers: list[str]) -> None:
    assert managing(named(*vms)) == managers
    _, answer = read(Case("", (named(*vms),)))
    assert answer.counted.vms == len(vms) - len(managers)


# ---------------------------------------------------------------------------------------------- other hypervisors

GET_VM = (
    '"Name","State","ProcessorCount","MemoryStartup","MemoryAssigned","MemoryMinimum","MemoryMaximum",'
    '"DynamicMemoryEnabled","ComputerName"'
)


def hyperv(name: str, start: float, assigned: float, most: float, *, dynamic: bool, state: str = "Running") -> str:
    sizes = ",".join(str(int(each * GIB)) for each in (start, assigned, 0.5, most))
    return f"{name},{state},4,{sizes},{dynamic},hv1"


@cases(
    # With dynamic memory, MemoryStartup is what a VM boots with, and not what it has.
    Case(
        "hyperv-dynamic-memory",
        (
            table(
                GET_VM,
                hyperv("app1", 1, 12, 16, dynamic=True),
                hyperv("app2", 1, 8, 16, dynamic=True),
                hyperv("sql1", 32, 32, 1024, dynamic=False),
            ),
        ),
        {"memory_gib": 64},
        says=(("dynamic_memory", "maximum"),),
    ),
    Case(
        # A maximum that nobody set is 1 TiB: what it has now is the least.
        "hyperv-dynamic-memory-without-maximum",
        (table(GET_VM, hyperv("app1", 1, 12, 1024, dynamic=True), hyperv("sql1", 32, 32, 1024, dynamic=False)),),
        {"memory_gib": 44},
        says=(("dynamic_memory", "what they have now"),),
    ),
    Case(
        # A table that SCVMM writes has its own names for them, in MB.
        "scvmm-dynamic-memory",
        (
            table(
                "Name,Status,CPUCount,Memory,DynamicMemoryEnabled,DynamicMemoryMaximumMB,VMHost",
                "app1,Running,4,1024,True,16384,hv1",
                "app2,Running,4,1024,True,16384,hv1",
                "sql1,Running,4,32768,False,,hv1",
            ),
        ),
        {"memory_gib": 64},
        says=(("dynamic_memory", "maximum"),),
    ),
)
def test_dynamic_memory(case: Case) -> None:
    check(case)


def node(name: str, threads: int) -> Cells:
    return {
        "id": f"node/{name}",
        "type": "node",
        "node": name,
        "status": "online",
        "maxcpu": threads,
        "maxmem": 128 * GIB,
    }


def guest(number: int, kind: str, cpus: int | None, gib: int = 8, on: str = "p1") -> Cells:
    sizes = {"maxmem": gib * GIB, "maxdisk": 32 * GIB, "disk": 0, "cpu": 0.01}
    own = {} if cpus is None else {"maxcpu": cpus}
    about = {"id": f"{kind}/{number}", "type": kind, "vmid": number, "name": f"g{number}", "node": on}
    return {**about, "status": "running", "template": 0, **sizes, **own}


@cases(
    # A container without a limit of cores reports those of its node.
    Case(
        "pve-container-without-limit",
        (document([node("p1", 32), guest(100, "qemu", 4), guest(102, "lxc", 32, 1)]),),
        {"vcpu": 5, "memory_gib": 9},
        says=(("container_without_limit", ""),),
    ),
    Case(
        # Nodes of several sizes, in the envelope of the API: each container is compared with its own node.
        "pve-container-without-limit-of-two-nodes",
        (
            document(
                {
                    "data": [
                        node("p1", 32),
                        node("p2", 64),
                        guest(100, "lxc", 32, on="p2"),
                        guest(101, "lxc", 64, on="p2"),
                        guest(102, "lxc", 32, on="p1"),
                    ]
                }
            ),
        ),
        {"vcpu": 34},
        says=(("container_without_limit", ""),),
    ),
    Case(
        # Without nodes nobody knows whether a container has all of one: what is listed counts.
        "pve-container-without-nodes",
        (document([guest(100, "qemu", 4), guest(101, "lxc", 2), guest(102, "lxc", 4)]),),
        {"vcpu": 10},
        silent=("container_without_limit",),
    ),
)
def test_containers_without_a_limit(case: Case) -> None:
    check(case)


# ------------------------------------------------------------------------------------------------- history and drives

ARIA = '"Name","Interval Breakdown","VM|CPU|Demand (MHz)|Avg","VM|CPU|Ready (%)|Max"'


def hours(header: str, row: str, days: int = 8) -> File:
    """Values of 1,000 to 1,230 MHz by the hour: their mean is 1.115 GHz."""
    lines = [
        row.format(
            at=f"{hour % 12 or 12}:00 {'AM' if hour < 12 else 'PM'} {day:02} July 2026",
            plain=f"2026-07-{day:02} {hour:02}:00",
            german=f"{day:02}.07.2026 {hour:02}:00",
            mhz=1_000 + 10 * hour,
        )
        for day in range(1, days + 1)
        for hour in range(24)
    ]
    return table(header, *lines, name="history.csv")


ONE_VM = (table("VM,vCPU,Memory GB,Disk GB,Power state", "srv1,4,16,100,on", name="inventory.csv"),)


@cases(
    # Metric names of a view of Aria hold the character that was taken for the separator, and its times have words.
    Case("aria-view-csv", ONE_VM, {"cpu_ghz": 1.115}, history=hours(ARIA, '"srv1","{at}","{mhz}","0.4"')),
    Case(
        "aria-view-csv-with-semicolons",
        ONE_VM,
        {"cpu_ghz": 1.115},
        history=hours("Name;Interval Breakdown;VM|CPU|Demand (MHz)|Avg;VM|CPU|Ready (%)|Max", "srv1;{at};{mhz};0,4"),
    ),
    Case(
        # Pipes do separate where nothing else does.
        "history-with-pipes",
        ONE_VM,
        {"cpu_ghz": 1.115},
        history=hours("Name|Timestamp|CPU usage (MHz)", "srv1|{plain}|{mhz}"),
    ),
)
def test_history_of_a_view(case: Case) -> None:
    check(case)


def drives(*documents: Any) -> list[EstateDrive]:
    files = [SMALL_TABLE, *(document(each, f"d{at}.json") for at, each in enumerate(documents))]
    inventory = read_inventories(files)
    answer = estate_answer(inventory, EstateChoices(), CATALOGUE, with_plan=False)
    assert answer.drives is not None
    return answer.drives.rows


def written_nvme(model: str, terabytes: float, used: int, hours: int, serial: str) -> Any:
    return nvme(used, round(terabytes * 1e12 / 512_000), hours, model_name=model, serial_number=serial)


@pytest.mark.parametrize(
    "serials",
    [
        # Serial numbers that were blacked out made drives of three models one.
        ("REDACTED", "REDACTED", "REDACTED"),
        ("<masked>", "<masked>", "<masked>"),
        ("S123", "S123", "S123"),
    ],
    ids=["smart-redacted-serials", "smart-masked-serials", "smart-serials-of-other-models"],
)
def test_serials_that_say_nothing(serials: tuple[str, ...]) -> None:
    found = drives(
        written_nvme("DRIVE A 960GB", 38.4, 9, 10_000, serials[0]),
        written_nvme("DRIVE B 1.92TB", 500, 50, 20_000, serials[1]),
        written_nvme("DRIVE C 3.84TB", 300, 30, 12_500, serials[2]),
    )
    assert sorted(each.tb_per_day or 0 for each in found) == pytest.approx([0.09216, 0.576, 0.6])
    assert sorted(each.used_share or 0 for each in found) == pytest.approx([0.09, 0.3, 0.5])


def worn(model: str, capacity: int, hours: int, *rows: Any) -> Any:
    return sata(
        *rows, model_name=model, serial_number="S1", user_capacity={"bytes": capacity}, power_on_time={"hours": hours}
    )


TB = 10**12
FLASH = attribute(233, "Flash_Writes_GiB", 100, 900_000)
HOST = attribute(241, "Lifetime_Writes_GiB", 100, 400_000)
OF_WD = attribute(241, "Host_Writes_GiB", 253, 3_100)


@pytest.mark.parametrize(
    ("drive", "used", "written_tb"),
    [
        # Phison: the normalised value stays at 100 for ever, and the raw one is what is left.
        (worn("KINGSTON X1 1TB", TB, 50_000, attribute(231, "SSD_Life_Left", 100, 70), FLASH, HOST), 0.3, 429.497),
        (worn("KINGSTON SKC400S37", TB, 50_000, attribute(231, "SSD_Life_Left", 100, 74), FLASH, HOST), 0.26, 429.497),
        (worn("ACME 1TB", TB, 50_000, attribute(231, "SSD_Life_Left", 70, 70), FLASH, HOST), 0.3, 429.497),
        # WD: attribute 230 counts up from 0, where 233 of the same name falls from 100.
        (worn("WDC WDS200X", 2 * TB, 2_160, attribute(230, "Media_Wearout_Indicator", 1, 2**32), OF_WD), 0.01, 3.3286),
        (worn("WDC WDS200X", 2 * TB, 2_160, attribute(230, "Media_Wearout_Indicator", 12, 2**32), OF_WD), 0.12, 3.3286),
        (worn("INTEL SSDSC2", 2 * TB, 2_160, attribute(233, "Media_Wearout_Indicator", 99, 0), OF_WD), 0.01, 3.3286),
    ],
    ids=[
        "smart-life-left-raw",
        "smart-life-left-raw-of-a-public-drive",
        "smart-life-left-normalised",
        "smart-wd-media-wearout",
        "smart-wd-media-wearout-later",
        "smart-intel-media-wearout",
    ],
)
def test_wear_in_the_words_of_its_maker(drive: Any, used: float, written_tb: float) -> None:
    (found,) = drives(drive)
    assert found.used_share == pytest.approx(used)
    assert found.written_tb == pytest.approx(written_tb, rel=1e-4)


# --------------------------------------------------------------------------------------------------------- throughput

AZURE = (
    "*Server name,*Cores,*Memory (In MB),*OS name,Number of disks,Storage in use (In GB),Disk 1 size (In GB),"
    "Disk 1 read throughput (MB per second),Disk 1 write throughput (MB per second),"
    "Disk 1 read ops (operations per second),Disk 1 write ops (operations per second)"
)


def azure(number: int, io: str, start: int = 0) -> list[str]:
    return [f"srv{at},8,32768,Windows Server 2019,1,900,1000,{io}" for at in range(start, start + number)]


@cases(
    # Limits of a server typed as throughput: a mean I/O of 742 KiB, of which wear-out made 34 hosts.
    Case(
        "azure-migrate-throughput",
        (table(AZURE, *azure(10, "200,180,220,280")),),
        says=(("implausible", "742 KiB"),),
    ),
    Case(
        # Only one server has them, and nearly all bytes are its own.
        "azure-migrate-throughput-of-one",
        (table(AZURE, *azure(9, "1,1,60,60"), *azure(1, "200,180,220,280", 9)),),
        says=(("implausible", "srv9"),),
    ),
    Case(
        "azure-migrate-throughput-of-means",
        (table(AZURE, *azure(10, "8,4,500,250")),),
        silent=("implausible",),
    ),
)
def test_throughput_that_is_no_mean(case: Case) -> None:
    check(case)


def test_writes_that_are_hardly_possible_decide_nothing_and_are_said_first() -> None:
    inventory = read_inventories([table(AZURE, *azure(10, "200,180,220,280"))])
    answer = estate_answer(inventory, ONE_GROUP, CATALOGUE, placed=False)
    assert answer.plan is not None
    result = decide(answer.plan, CATALOGUE)
    assert {each.hosts.value for each in result.configurations} == {4}
    assert "look too high to be true: confirm them" in detail_on(answer.plan)


# -------------------------------------------------------------------------------------------------- hosts as they are


def placed(*files: File) -> tuple[EstateAnswer, Any]:
    """The answer with a plan, whose VMs are placed one by one, and what the evaluation makes of it."""
    answer = estate_answer(read_inventories(files), ONE_GROUP, CATALOGUE)
    assert answer.plan is not None
    return answer, decide(answer.plan, CATALOGUE)


LARGE = [host(f"p{at}", 36) for at in (1, 2)]
SMALLER = [host(f"t{at}", 24) for at in (1, 2, 3)]
TINY = [vm(f"t{at}", Host=f"t{at % 2 + 1}") for at in range(6)]


@pytest.mark.parametrize(
    "file",
    [
        # One VM runs on a large host: no mean of all hosts may say that it fits on none.
        rvtools(vInfo=[vm("big", CPUs=32, Memory=65_536, Host="p1"), *TINY], vHost=[*LARGE, *SMALLER]),
        rvtools(
            vInfo=[vm("big", Memory=600 * 1024, Host="p1"), *TINY],
            vHost=[host("p1", 24, 1024), host("p2", 24, 1024), *SMALLER],
        ),
    ],
    ids=["as-is-mean-host", "as-is-mean-host-by-memory"],
)
def test_the_largest_vm_fits_the_hosts_that_it_runs_on(file: File) -> None:
    answer, result = placed(file)
    assert answer.placements[0].unplaced == 0
    assert result.configurations[0].feasible


def test_a_running_vm_above_the_planned_reserve_keeps_its_host() -> None:
    rows = [vm("bigdb", CPUs=36, Memory=2_048_000, Host="b0"), *on_hosts("b1", "b2", number=10)]
    answer, result = placed(rvtools(vInfo=rows, vHost=[host(f"b{at}", 64, 2048) for at in range(3)]))
    (said,) = (each.message for each in answer.findings if each.code == "vm_above_reserve")
    assert said.startswith("bigdb: 2,000 GiB and ")
    assert (answer.placements[0].unplaced, result.configurations[0].feasible) == (0, True)


@pytest.mark.parametrize(
    ("small", "needs"),
    [
        # Missing hosts were added in the most frequent model, of 4 cores: 112 of them.
        (6, "need 16 hosts with spares, and there are 11: 5 more of 32 cores"),
        (12, "need 21 hosts with spares, and there are 17: 4 more of 32 cores"),
        (0, "need 11 hosts with spares, and there are 5: 6 more of 32 cores"),
    ],
    ids=["as-is-many-small-hosts", "as-is-twice-as-many-small-hosts", "as-is-no-small-hosts"],
)
def test_hosts_are_added_in_the_model_that_somebody_would_add(small: int, needs: str) -> None:
    large = [host(f"h{at}", 32, 768) for at in range(5)]
    hosts = [*large, *(host(f"s{at}", 4, 128) for at in range(small))]
    vms = [vm(f"srv{at}", CPUs=8, Memory=24_576, Host=hosts[at % len(hosts)]["Host"]) for at in range(150)]
    inventory = read_inventories([rvtools(vInfo=vms, vHost=hosts)])
    answer = estate_answer(inventory, ONE_GROUP, CATALOGUE, placed=False)
    (said,) = (each.message for each in answer.findings if each.code == "as_is_too_few")
    assert needs in said


def resources(*guests: Cells) -> File:
    return document({"data": list(guests)})


@pytest.mark.parametrize(
    "cpus",
    [
        # As a manager of several clusters passes it on, without maxcpu: VMs of 4 vCPU each fit somewhere.
        (None, None, None),
        (None, 4, 8),
    ],
    ids=["placement-of-unknown-sizes", "placement-of-one-unknown-size"],
)
def test_vms_of_sizes_that_nobody_knows_are_placed(cpus: tuple[int | None, ...]) -> None:
    answer, _ = placed(resources(*(guest(100 + at, "qemu", each) for at, each in enumerate(cpus))))
    assert {each.unplaced for each in answer.placements} == {0}
    (said,) = (each.message for each in answer.findings if each.code == "no_vcpu")
    assert said.endswith(("4 each are assumed.", "count as a mean one: g100."))


# --------------------------------------------------------------------------------------------------------- command

CEPH_DF = {
    "stats": {"total_bytes": 46_076_484_648_960, "total_avail_bytes": 19_043_684_679_680, "num_osds": 12},
    "pools": [{"name": "vm", "id": 2, "stats": {"stored": 8_900_000_000_000, "max_avail": 5_200_000_000_000}}],
}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        # It was called a plan, or a file that does not exist.
        (CEPH_DF, "the fill of a Ceph cluster, and holds no VM"),
        ([CEPH_DF], ""),
        ({"hello": "world"}, ""),
    ],
    ids=["json-that-is-no-plan", "json-of-a-list", "json-of-anything"],
)
def test_json_that_is_no_plan(content: Any, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "input.json"
    file.write_text(json.dumps(content), "utf-8")
    assert command_line.main(("import", str(file), "-o", str(tmp_path / "plan.json"))) == 3
    told = capsys.readouterr().err
    assert said in told
    assert "is a plan" not in told
    assert "does not exist" not in told
