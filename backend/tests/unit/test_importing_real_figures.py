"""Figures that are not what their column seems to say, each with neighbours that are."""

from __future__ import annotations

import pytest

from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateChoices, EstateFinding, Inventory
from hostwise.tables.units import GB_PER_GIB, GB_PER_MIB
from tests.estates.rvtools import Row, Tab, comma_separated, written, zipped

GIB = 2**30


def read(*lines: str, end: str = "\n", name: str = "input.csv") -> Inventory:
    return read_inventory(("\n".join(lines) + end).encode(), name)


def said(inventory: Inventory, code: str) -> EstateFinding | None:
    return next((each for each in inventory.findings if each.code == code), None)


def codes(inventory: Inventory) -> set[str]:
    return {each.code for each in inventory.findings}


def headers(text: str) -> list[str]:
    return text.split(",")


def gib(values: list[float | None] | None) -> list[float | None]:
    return [None if each is None else round(each / GB_PER_GIB, 3) for each in values or []]


# ------------------------------------------------------------------------------------------------------- Hyper-V

DISKS = "Name,State,ProcessorCount,MemoryStartup,ComputerName,Path,Size,FileSize,ParentPath"


def disk(vm: str, path: str, size: int, used: int, host: str = "hv1", parent: str = "") -> str:
    return f"{vm},Running,2,{4 * GIB},{host},{path},{size * GIB},{used * GIB},{parent}"


@pytest.mark.parametrize(
    ("path", "of_second", "hosts", "capacity", "code"),
    [
        (r"C:\ClusterStorage\Volume1\q.vhdx", 100, ("hv1", "hv2"), [100, 0], "disks_shared"),
        (r"C:\ClusterStorage\Volume1\q.vhds", 100, ("hv1", "hv2"), [100, 0], "disks_shared"),
        (r"\\sofs\share\q.vhdx", 100, ("hv1", "hv2"), [100, 0], "disks_shared"),
        # A drive of a host is another one on each host.
        (r"D:\VMs\data.vhdx", 100, ("hv1", "hv1"), [100, 0], "disks_shared"),
        (r"D:\VMs\data.vhdx", 100, ("hv1", "hv2"), [100, 100], None),
        # The same path with another size is doubted.
        (r"C:\ClusterStorage\Volume1\q.vhdx", 50, ("hv1", "hv2"), [100, 50], "disks_alike"),
    ],
)
def test_a_virtual_hard_disk_of_several_vms_counts_once(
    path: str, of_second: int, hosts: tuple[str, str], capacity: list[int], code: str | None
) -> None:
    inventory = read(DISKS, disk("a", path, 100, 40, hosts[0]), disk("b", path, of_second, 40, hosts[1]))
    assert gib(inventory.vms.disk_gb) == capacity
    assert gib(inventory.vms.used_gb) == [40, 0 if code == "disks_shared" else 40]
    assert codes(inventory) & {"disks_shared", "disks_alike"} == ({code} if code else set())


LAYER = r"C:\v\a_0A1B2C3D-0000-4000-8000-00000000000A.avhdx"


@pytest.mark.parametrize(
    ("rows", "capacity", "used", "kind"),
    [
        # With and without the column of parents: a layer has the name of its disk.
        ([(r"C:\v\a.vhdx", 40, ""), (LAYER, 5, r"C:\v\a.vhdx")], 100, 45, "note"),
        ([(r"C:\v\a.vhdx", 40, ""), (LAYER, 5, "")], 100, 45, "note"),
        ([(r"C:\v\a.vhdx", 40, ""), (r"C:\v\x.avhdx", 5, r"C:\v\a.vhdx")], 100, 45, "note"),
        # The layer alone: what is below it is not known.
        ([(LAYER, 5, r"C:\v\a.vhdx")], 100, 100, "warning"),
        ([(r"C:\v\a.vhdx", 40, ""), (r"C:\v\b.vhdx", 5, "")], 200, 45, None),
    ],
)
def test_checkpoints_are_layers_of_their_disk(
    rows: list[tuple[str, int, str]], capacity: int, used: int, kind: str | None
) -> None:
    inventory = read(DISKS, *(disk("a", path, 100, gb, parent=parent) for path, gb, parent in rows))
    assert (gib(inventory.vms.disk_gb), gib(inventory.vms.used_gb)) == ([capacity], [used])
    finding = said(inventory, "checkpoints")
    assert (finding.kind if finding else None) == kind


def test_files_without_any_size_are_no_disks() -> None:
    inventory = read(DISKS, f"a,Running,2,{4 * GIB},hv1,C:\\v\\a.vhdx,,,")
    assert inventory.vms.disk_gb is None
    assert inventory.vms.used_gb is None


MEMORY = "Name,State,ProcessorCount,MemoryStartup,MemoryAssigned,MemoryMaximum,DynamicMemoryEnabled"


@pytest.mark.parametrize(
    ("row", "memory", "kind"),
    [
        (f"Running,4,{GIB},{12 * GIB},{16 * GIB},True", 16, "note"),
        # A terabyte is what a maximum is while nobody has set it.
        (f"Running,4,{GIB},{12 * GIB},{1024 * GIB},True", 12, "warning"),
        (f"Running,4,{GIB},{12 * GIB},,True", 12, "warning"),
        (f"Running,4,{8 * GIB},{6 * GIB},,True", 8, "warning"),
        (f"Off,4,{GIB},0,,True", 1, "warning"),
        (f"Running,4,{12 * GIB},{12 * GIB},{1024 * GIB},False", 12, None),
    ],
)
def test_dynamic_memory_is_never_zero_or_a_default(row: str, memory: int, kind: str | None) -> None:
    inventory = read(MEMORY, f"a,{row}")
    assert inventory.vms.memory_gib == [memory]
    finding = said(inventory, "dynamic_memory")
    assert (finding.kind if finding else None) == kind


@pytest.mark.parametrize(
    ("header", "used"),
    [
        ("Size On Physical Disk (GB)", 40),
        ("File Size (GB)", 40),
        ("Used Space (GB)", 40),
        ("Current file size (GB)", 40),
        ("Block size", None),
    ],
)
def test_what_files_hold_stands_under_several_names(header: str, used: int | None) -> None:
    inventory = read(f"VM Name,vCPU,vMem (GB),Max Disk Size (GB),{header}", "a,2,4,100,40")
    assert gib(inventory.vms.used_gb) == ([] if used is None else [used])


@pytest.mark.parametrize(("end", "used"), [("\n", [40, 30]), ("\r\n", [40, 30]), ("", [40, None])])
def test_values_of_a_last_row_that_ends_early_are_read_if_its_line_is_ended(end: str, used: list[int | None]) -> None:
    header = "VM Name,vCPU,vMem (GB),Max Disk Size (GB),Size On Physical Disk (GB),VhdType"
    inventory = read(header, "a,2,4,100,40,Fixed", "b,2,8,50,30", end=end)
    assert inventory.vms.memory_gib == [4, 8]
    assert gib(inventory.vms.disk_gb) == [100, 50]
    assert gib(inventory.vms.used_gb) == used
    assert "row_cut_end" in codes(inventory)


# --------------------------------------------------------------------------------------------------------- units


def test_gigabytes_of_the_vsphere_client_are_binary_and_provisioned_holds_swap() -> None:
    inventory = read(
        "Name,State,Status,Provisioned Space,Used Space,Host CPU,Host Mem,CPUs,Memory Size",
        "a,Powered On,Normal,116 GB,50 GB,350 MHz,15 GB,4,16 GB",
        "b,Powered Off,Normal,1.5 TB,0 B,0 Hz,0 B,2,4 GB",
    )
    assert gib(inventory.vms.provisioned_gb) == [116, 1536]
    assert gib(inventory.vms.disk_gb) == [100, 1536]
    assert gib(inventory.vms.used_gb) == [50, 0]
    finding = said(inventory, "gigabytes_binary")
    assert finding is not None
    assert "the vSphere Client" in finding.message


@pytest.mark.parametrize(("memory", "space"), [("16", "116.0048828125"), ("16", '"116,0048828125"')])
def test_gigabytes_of_powercli_are_binary_in_any_culture(memory: str, space: str) -> None:
    inventory = read(
        "#TYPE VMware.VimAutomation.ViCore.Impl.V1.VM.UniversalVirtualMachineImpl",
        "Name,PowerState,NumCpu,MemoryGB,ProvisionedSpaceGB,UsedSpaceGB",
        f"a,PoweredOn,4,{memory},{space},{space}",
    )
    assert gib(inventory.vms.disk_gb) == [100.005]
    assert said(inventory, "gigabytes_binary") is not None


def test_gigabytes_of_disks_of_other_tables_are_decimal() -> None:
    inventory = read("Name,PowerState,vCPUs,Memory GB,Provisioned Space GB,Used Space GB", "a,on,4,16,116,50")
    assert inventory.vms.provisioned_gb == [116]
    assert said(inventory, "gigabytes_binary") is None


OTHERS = ["web1,2,4", "web2,2,4", "app1,4,16", "db1,8,64"]


@pytest.mark.parametrize(
    ("header", "row", "memory", "named"),
    [
        ("RAM", "fw1,1,512", 0.5, True),
        # Where a header says the unit, a row is as written, and named.
        ("RAM GB", "fw1,1,512", 512, True),
        ("RAM", "hana,32,1024", 1024, False),
        ("RAM", "fw1,1,1", 1, False),
        ("RAM", "fw1,8,0.5", 0.5, False),
    ],
)
def test_a_row_of_mib_among_gib_is_named(header: str, row: str, memory: float, named: bool) -> None:
    inventory = read(f"Name,CPUs,{header}", row, *OTHERS)
    assert (inventory.vms.memory_gib or [])[0] == memory
    finding = said(inventory, "memory_of_other_unit")
    assert (finding is not None) is named
    assert finding is None or row.partition(",")[0] in finding.message


@pytest.mark.parametrize(("row", "memory", "named"), [("big,8,64", 64, True), ("tiny,1,512", 0.5, False)])
def test_a_row_of_gib_among_mib_is_named(row: str, memory: float, named: bool) -> None:
    inventory = read("Name,CPUs,RAM", row, "web1,2,4096", "web2,2,4096", "app1,4,16384", "db1,8,65536")
    assert (inventory.vms.memory_gib or [])[0] == memory
    assert (said(inventory, "memory_of_other_unit") is not None) is named


def test_many_rows_of_another_unit_are_named_and_stand_as_written() -> None:
    inventory = read("Name,CPUs,RAM", "a,1,512", "b,1,512", *OTHERS, "db2,8,64")
    assert (inventory.vms.memory_gib or [])[:2] == [512, 512]
    assert said(inventory, "memory_of_other_unit") is not None


# ------------------------------------------------------------------------------------------------------- RVTools

INFO = headers(
    "VM,Powerstate,Template,Connection state,CPUs,Memory,Disks,Total disk capacity MiB,Provisioned MiB,"
    "In Use MiB,Path,VM ID"
)


def rvtools(*rows: str, more: tuple[Tab, ...] = ()) -> Inventory:
    lines: list[Row] = [[*row.split(",")] for row in rows]
    tabs = [Tab("vInfo", INFO, lines), *more]
    return read_inventory(zipped({f"RVTools_tab{each.name}.csv": comma_separated(each) for each in tabs}), "r.zip")


def test_vms_that_are_off_and_have_no_disk_are_named_and_not_sized() -> None:
    inventory = rvtools(
        "erp,poweredOff,False,connected,8,32768,0,0,34675,46,[a] erp/erp.vmx,vm-1",
        "vCLS-1,poweredOn,False,connected,1,160,0,0,0,0,[a] v/v.vmx,vm-2",
        "gone,poweredOff,False,inaccessible,0,0,0,0,0.1,0,[a] g/g.vmx,vm-3",
        "off,poweredOff,False,connected,2,4096,1,40960,45056,20480,[a] o/o.vmx,vm-4",
        "on,poweredOn,False,connected,2,4096,1,40960,45056,24576,[a] n/n.vmx,vm-5",
    )
    finding = said(inventory, "shells")
    assert finding is not None
    assert (finding.count, finding.message.endswith("not sized: erp.")) == (1, True)
    answer = estate_answer(inventory, EstateChoices(), load_catalogue(), with_plan=False)
    assert answer.counted.disk_gb == pytest.approx(2 * 40960 * GB_PER_MIB)


@pytest.mark.parametrize(
    ("yes", "no"),
    [("WAHR", "FALSCH"), ("VERO", "FALSO"), ("WAAR", "ONWAAR"), ("SANT", "FALSKT"), ("DO\u011eRU", "YANLI\u015e")],
)
def test_flags_that_excel_translated_are_read(yes: str, no: str) -> None:
    end = "connected,2,4096,1,40960,45056,20480,[a] o/o.vmx"
    inventory = rvtools(f"a,poweredOff,{yes},{end},vm-1", f"b,poweredOff,{no},{end},vm-2")
    assert inventory.vms.template == [True, False]


def test_a_column_of_disks_that_nobody_filled_says_nothing() -> None:
    inventory = rvtools("a,poweredOff,False,connected,2,4096,0,0,45056,20480,[a] o/o.vmx,vm-4")
    assert said(inventory, "shells") is None


def test_what_is_in_use_on_vsan_counts_without_its_copies() -> None:
    stores = Tab("vDatastore", ["Name", "Type"], [["v", "vsan"], ["s", "VMFS"]])
    files = Tab(
        "vPartition",
        ["VM ID", "Disk Key", "Disk", "Capacity MiB", "Consumed MiB"],
        [["vm-1", "2000", "/", 101_000, 30_000], ["vm-3", "2000", "/", 50_000, 10_000]],
    )
    inventory = rvtools(
        "listed,poweredOn,False,connected,2,4096,1,102400,147800,61240,[v] a/a.vmx,vm-1",
        "bound,poweredOn,False,connected,2,4096,1,102400,147800,122480,[v] b/b.vmx,vm-2",
        "partly,poweredOn,False,connected,2,4096,1,102400,147800,61240,[v] c/c.vmx,vm-3",
        "vmfs,poweredOn,False,connected,2,4096,1,102400,110592,61240,[s] d/d.vmx,vm-4",
        more=(stores, files),
    )
    assert [round((each or 0) / GB_PER_MIB) for each in inventory.vms.used_gb or []] == [
        30_000,
        102_400,
        61_240,
        61_240,
    ]
    finding = said(inventory, "vsan_copies")
    assert finding is not None
    assert finding.count == 3


# --------------------------------------------------------------------------------------------------- Live Optics

VMS = headers(
    "MOB ID,VM Name,Power State,Virtual CPU,Disks,Provisioned Memory (MiB),Virtual Disk Size (MiB),"
    "Virtual Disk Used (MiB),Guest VM Disk Capacity (MiB),Guest VM Disk Used (MiB)"
)


def live_optics(rows: list[Row], listed: list[str], peaks: list[float]) -> Inventory:
    ids = [str(row[0]) for row in rows]
    performance: list[Row] = [[at, at, each, 4 * each / 100, 1, 10] for at, each in zip(ids, peaks, strict=True)]
    tabs = [
        Tab("VMs", VMS, rows),
        Tab("VM Disks", ["VM Name", "MOB ID", "Disk", "Capacity (MiB)"], [[at, at, "C:\\", 1000] for at in listed]),
        Tab(
            "VM Performance",
            ["VM Name", "MOB ID", "Peak vCPU %", "Peak vCPU (GHz)", "Average vCPU (GHz)", "Average IOPS"],
            performance,
        ),
    ]
    return read_inventory(written(tabs), "lo.xlsx")


def test_what_guests_use_is_unknown_where_it_is_a_copy() -> None:
    inventory = live_optics(
        [
            ["copy", "copy", "poweredOn", 2, 1, 4096, 204800, 204800, 204800, 204800],
            ["read", "read", "poweredOn", 2, 1, 4096, 204800, 204800, 204800, 204800],
            ["own", "own", "poweredOff", 2, 1, 4096, 204800, 204800, 203000, 12288],
        ],
        ["read"],
        [10, 10, 0],
    )
    used = [None if each is None else round(each / GB_PER_MIB) for each in inventory.vms.guest_used_gb or []]
    assert used == [None, 204800, 12288]
    finding = said(inventory, "guest_use_copied")
    assert finding is not None
    assert finding.count == 1


@pytest.mark.parametrize(("capped", "known"), [(5, 15), (1, 20), (0, 20)])
def test_peaks_at_the_top_of_the_counter_are_no_need_if_many_have_them(capped: int, known: int) -> None:
    rows: list[Row] = [[f"v{at}", f"v{at}", "poweredOn", 2, 1, 4096, 1000, 900, 990, 500] for at in range(20)]
    inventory = live_optics(rows, [], [100.0] * capped + [40.0] * (20 - capped))
    assert sum(each is not None for each in inventory.vms.cpu_peak_ghz or []) == known
    assert (said(inventory, "peaks_capped") is not None) is (known < 20)


def test_memory_that_a_vm_which_is_off_consumes_is_not_measured() -> None:
    memory = Tab("vMemory", ["VM ID", "Size MiB", "Consumed", "Active"], [["vm-1", 4096, 0, 0], ["vm-2", 4096, 8, 4]])
    inventory = rvtools(
        "off,poweredOff,False,connected,2,4096,1,102400,147800,61240,[v] a/a.vmx,vm-1",
        "on,poweredOn,False,connected,2,4096,1,102400,147800,61240,[v] a/a.vmx,vm-2",
        more=(memory,),
    )
    assert inventory.vms.memory_consumed_gib == [None, 8 / 1024]
    assert inventory.vms.memory_active_gib == [None, 4 / 1024]
