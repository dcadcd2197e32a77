"""Hyper-V: lists of VMs and of their disks, by Get-VM and Get-VHD, and what SCVMM lists."""

import json

import pytest

from hostwise.estate.importers.reading import read_inventory, read_several
from hostwise.plan.estate import EstateFinding, Inventory
from hostwise.tables.problems import UnreadableFile
from tests.estates.drives import zipped
from tests.estates.rvtools import Tab, comma_separated

GB = 10**9
VMS = """"VMName","VMId","State","ProcessorCount","MemoryStartup","MemoryAssigned","DynamicMemoryEnabled","ComputerName"
"app","AAAA-1","Running","4","8589934592","8589934592","False","hv1"
"db","AAAA-2","Running","8","17179869184","17179869184","False","hv2"
"db","AAAA-3","Off","2","4294967296","0","False","hv1"
"""
COLUMNS = "Path,VhdFormat,VhdType,FileSize,Size,ParentPath"
APP = rf"D:\vm\app.vhdx,VHDX,Dynamic,{20 * GB},{100 * GB},"
DB = rf"D:\vm\db.vhdx,VHDX,Fixed,{500 * GB},{500 * GB},"
OLD = rf"D:\vm\old.vhdx,VHDX,Dynamic,{10 * GB},{50 * GB},"


def table(head: str, *rows: str) -> bytes:
    return "\n".join([head, *rows, ""]).encode()


def together(*files: bytes) -> Inventory:
    return read_several([(each, f"{at}.csv") for at, each in enumerate(files)])


def said(inventory: Inventory, code: str) -> EstateFinding:
    (one,) = (each for each in inventory.findings if each.code == code)
    return one


BY_ID = table(f"VMId,{COLUMNS}", f"aaaa-1,{APP}", f"{{AAAA-2}},{DB}", f"aaaa-3,{OLD}")
BY_NAME = table(f"VMName,ComputerName,{COLUMNS}", f"APP,HV1,{APP}", f"db,hv2.example.org,{DB}", f"db,hv1,{OLD}")
FILES = table(f"ComputerName,{COLUMNS}", f"hv1,{APP}", f"hv2,{DB}", f"hv1,{OLD}")
DRIVES = table(
    "VMName,ComputerName,ControllerType,ControllerNumber,Path",
    r"app,hv1,SCSI,0,d:\VM\app.vhdx",
    r"db,hv2,SCSI,0,D:\vm\db.vhdx",
    r"db,hv1,SCSI,0,D:\vm\old.vhdx",
    r"app,hv1,IDE,1,D:\iso\setup.iso",
)


class TestDisksOfVms:
    @pytest.mark.parametrize("disks", [(BY_ID,), (BY_NAME,), (FILES, DRIVES)], ids=["id", "name", "drives"])
    def test_they_are_those_of_the_vms_that_they_name(self, disks: tuple[bytes, ...]) -> None:
        for found in (
            together(VMS.encode(), *disks),
            together(*disks, VMS.encode()),
            read_inventory(zipped({f"{at}.csv": each for at, each in enumerate((VMS.encode(), *disks))}), "both.zip"),
        ):
            assert found.vms.name == ["app", "db", "db"]
            assert found.vms.disk_gb == pytest.approx([100, 500, 50])
            assert found.vms.used_gb == pytest.approx([20, 500, 10])
            assert found.vms.disks == [1, 1, 1]
            assert not {"no_such_vm", "no_disks"} & {each.code for each in found.findings}
            assert [each.label for each in found.sources] == ["Hyper-V"]

    def test_files_may_stand_in_the_list_of_vms(self) -> None:
        head, *rows = VMS.splitlines()
        files = (r"D:\vm\app.vhdx;D:\vm\app2.vhdx", r"D:\vm\db.vhdx", r"{D:\vm\old.vhdx}")
        own = [f'{head},"Drives"', *(f'{row},"{file}"' for row, file in zip(rows, files, strict=True))]
        more = rf"hv1,D:\vm\app2.vhdx,VHDX,Fixed,{GB},{GB},"
        found = together("\n".join(own).encode(), FILES + more.encode())
        assert found.vms.disk_gb == pytest.approx([101, 500, 50])

    def test_what_a_checkpoint_is_a_layer_of_belongs_to_its_vm(self) -> None:
        layer = rf"D:\vm\app_1.avhdx,VHDX,Differencing,{5 * GB},{100 * GB},D:\vm\app.vhdx"
        drives = DRIVES.replace(rb"d:\VM\app.vhdx", rb"D:\vm\app_1.avhdx")
        found = together(VMS.encode(), table(f"ComputerName,{COLUMNS}", f"hv1,{APP}", f"hv1,{layer}"), drives)
        assert (found.vms.disk_gb or [])[0] == pytest.approx(100)
        assert (found.vms.used_gb or [])[0] == pytest.approx(25)
        assert said(found, "checkpoints").message.endswith("which count once: 1 disk.")

    @pytest.mark.parametrize(
        ("disks", "why"),
        [
            (FILES, "the list of disks names no VMs, and the list of VMs none of these files"),
            (
                table(f"VMName,{COLUMNS}", f"x,{APP}", f"y,{DB}", f"db,{OLD}"),
                "no VM of the list has their names or ids",
            ),
        ],
        ids=["no names", "other names"],
    )
    def test_what_belongs_to_no_vm_is_said_with_its_amount_and_a_way(self, disks: bytes, why: str) -> None:
        found = together(VMS.encode(), disks)
        one = said(found, "no_such_vm")
        assert (one.kind, one.count) == ("rejected", 3)
        assert "3 rows with 0.65 TB" in one.message
        assert why in one.message
        assert "Get-VHD -VMId" in one.message
        assert found.vms.disk_gb is None
        assert "no_disks" in {each.code for each in found.findings}
        assert [(each.rows_read, each.rows_accepted, each.rows_rejected) for each in found.tabs] == [
            (3, 3, 0),
            (3, 0, 3),
        ]

    def test_disks_alone_ask_for_the_vms(self) -> None:
        with pytest.raises(UnreadableFile, match=r"0\.csv lists virtual hard disks of Hyper-V and no VMs") as caught:
            read_inventory(BY_NAME, "0.csv")
        assert "Get-VM" in str(caught.value)

    def test_lists_of_several_hosts(self) -> None:
        head, app, db, old = VMS.splitlines()
        rows = BY_ID.decode().splitlines()
        found = together(
            "\n".join([head, app, old]).encode(),
            "\n".join([head, db]).encode(),
            "\n".join(rows[:2]).encode(),
            "\n".join([rows[0], *rows[2:]]).encode(),
        )
        assert dict(zip(found.vms.id, found.vms.disk_gb or [], strict=True)) == {
            "AAAA-1": pytest.approx(100),
            "AAAA-2": pytest.approx(500),
            "AAAA-3": pytest.approx(50),
        }

    def test_a_disk_of_several_vms_counts_once(self) -> None:
        shared = rf"C:\ClusterStorage\V1\q.vhds,VHDSet,Fixed,{40 * GB},{40 * GB},"
        found = together(VMS.encode(), table(f"VMId,{COLUMNS}", f"aaaa-1,{shared}", f"aaaa-2,{shared}"))
        assert sum(each or 0 for each in found.vms.disk_gb or []) == pytest.approx(40)

    def test_as_json_too(self) -> None:
        vms = [{"VMName": "a", "VMId": "1", "State": 2, "ProcessorCount": 2, "MemoryStartup": 4 * 2**30}]
        disks = [{"VMId": "1", "Path": r"D:\a.vhdx", "VhdType": 3, "FileSize": GB, "Size": 9 * GB, "ParentPath": ""}]
        found = together(json.dumps(vms).encode(), json.dumps(disks).encode())
        assert found.vms.disk_gb == [9]


class TestScvmm:
    HEAD = "Name,Status,CPUCount,Memory,DynamicMemoryEnabled,TotalSize,VMHost,Location,VirtualizationPlatform"

    def test_units_are_known_and_the_whole_is_the_capacity_of_disks(self) -> None:
        rows = [
            rf"{name},Running,2,{mib},False,{50 * GB},hv1,D:\{name},HyperV" for name, mib in (("a", 128), ("b", 200))
        ]
        found = read_inventory(table(self.HEAD, *rows), "scvmm.csv")
        assert found.vms.memory_gib == [128 / 1024, 200 / 1024]
        assert found.vms.disk_gb == [50, 50]
        # It is what files hold: a disk that grows may become larger.
        (told,) = [each for each in found.findings if each.code == "no_disks"]
        assert "0.1 TB" in told.message
        assert "MaximumSize" in told.message
        assert "unit_by_magnitude" not in {each.code for each in found.findings}

    def test_the_folder_of_a_vm_is_no_site(self) -> None:
        found = read_inventory(table(self.HEAD, rf"a,Running,2,4096,False,{50 * GB},hv1,D:\a,HyperV"), "scvmm.csv")
        assert found.vms.datacenter is None


class TestTabsLikeThoseOfRvtools:
    INFO = Tab("vInfo", ["VM", "Powerstate", "Template", "CPUs", "Memory", "Disks"], [["a", "On", "", 2, 4096, 1]])
    DISK = Tab("vDisk", ["VM", "Disk Path", "Capacity MiB"], [["a", r"C:\ClusterStorage\V1\a.vhdx", 102_400]])

    @staticmethod
    def read(*tabs: Tab) -> Inventory:
        return read_inventory(zipped({f"RVTools_tab{tab.name}.csv": comma_separated(tab) for tab in tabs}), "x.zip")

    def test_the_writer_says_that_it_is_hyperv(self) -> None:
        meta = Tab("vMetaData", ["RVTools major version", "RVTools version"], [["HyperVExporter", "1.0"]])
        (source,) = self.read(self.INFO, meta).sources
        assert (source.kind, source.label, source.version) == ("hyperv", "Hyper-V, in tabs like those of RVTools", None)

    def test_or_its_disks_do(self) -> None:
        assert self.read(self.INFO, self.DISK).sources[0].kind == "hyperv"

    def test_guest_paths_and_files_of_vmware_do_not(self) -> None:
        disk = Tab("vDisk", ["VM", "Disk Path", "Path", "Capacity MiB"], [["a", "C:\\", "[ds] a/a.vmdk", 102_400]])
        assert self.read(self.INFO, disk).sources[0].label == "RVTools"
