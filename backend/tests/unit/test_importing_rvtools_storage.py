"""Storage in RVTools as real exports have it: chains of snapshots, file systems that stand twice, folders elsewhere."""

from __future__ import annotations

import pytest

from hostwise.answers.estate_sizing.shared_choice import not_overruled, with_shared
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateFinding, Inventory, SharedDisks, VmTrait
from hostwise.tables.units import GB_PER_MIB
from tests.estates.rvtools import Tab, comma_separated, zipped

INFO = "VM,Powerstate,Template,CPUs,Memory,Disks,Total disk capacity MiB,Provisioned MiB,In Use MiB,Folder,VM ID"


def tab(name: str, header: str, *rows: str) -> Tab:
    return Tab(name, header.split(","), [list(row.split(",")) for row in rows])


def read(*tabs: Tab) -> Inventory:
    return read_inventory(zipped({f"RVTools_tab{each.name}.csv": comma_separated(each) for each in tabs}), "r.zip")


def said(inventory: Inventory, code: str) -> EstateFinding | None:
    return next((each for each in inventory.findings if each.code == code), None)


def mib(values: list[float | None] | None) -> list[float | None]:
    return [None if each is None else round(each / GB_PER_MIB) for each in values or []]


APP = tab("vInfo", INFO, "app,poweredOn,False,4,8192,1,262144,270336,210000,,vm-1")
ANY = tab(
    "vInfo",
    INFO,
    "app,poweredOn,False,4,8192,1,102400,110592,61440,,vm-1",
    "k8s,poweredOn,False,4,8192,1,102400,110592,61440,,vm-2",
)
SNAPSHOTS = "VM,Name,Date / time,Size MiB (vmsn),Size MiB (total),VM ID"


@pytest.mark.parametrize(
    ("rows", "freed"),
    [
        # Whatever their order: the oldest one holds the disk.
        (
            (
                "app,before upgrade,2025-09-14 20:10:00,1.2,158210,vm-1",
                "app,before patch,2025-03-02 21:00:00,1.1,172040,vm-1",
            ),
            37_960,
        ),
        (("app,nightly,2025-09-20 02:00:00,0.4,150000,vm-1",), 60_000),
        # On thick disks it is the whole capacity, above what is in use.
        (("app,nightly,2025-09-20 02:00:00,0.4,262144,vm-1",), 0),
        # A linked clone has its base elsewhere: what its snapshot holds is not known.
        (("app,clone,2025-09-20 02:00:00,0,0.02,vm-1",), None),
        (("app,no date,,0.4,150000,vm-1",), 60_000),
    ],
)
def test_snapshots_are_a_chain_and_no_sum(rows: tuple[str, ...], freed: float | None) -> None:
    found = read(APP, tab("vSnapshot", SNAPSHOTS, *rows))
    assert mib(found.vms.snapshot_gb) == ([freed] if freed is not None else [])


PARTITIONS = "VM,Disk Key,Disk,Capacity MiB,Consumed MiB,VM ID"


def test_a_file_system_that_stands_in_several_places_counts_once_and_a_share_of_the_network_not_at_all() -> None:
    found = read(
        ANY,
        tab(
            "vPartition",
            PARTITIONS,
            "app,2000,C:\\,100000,40000,vm-1",
            "k8s,2000,/,81409,30120,vm-2",
            "k8s,2000,/var/lib/kubelet/pods/9a/volumes,81409,30120,vm-2",
            "k8s,2000,/boot,974,210,vm-2",
            "k8s,,/mnt/share,16777216,9437184,vm-2",
        ),
    )
    assert mib(found.vms.guest_used_gb) == [40_000, 30_330]
    told = said(found, "file_systems_left_out")
    assert told is not None
    assert (told.count, told.rows) == (2, [4, 6])
    assert "0.0316 TB less" in told.message
    assert "9.9 TB" in told.message
    assert told.message.endswith("VMs: k8s.")


def test_where_no_row_says_its_disk_what_is_larger_than_all_disks_is_on_none() -> None:
    found = read(
        ANY,
        tab(
            "vPartition",
            "VM,Disk,Capacity MiB,Consumed MiB,VM ID",
            "app,C:\\,60000,40000,vm-1",
            "app,D:\\,40000,20000,vm-1",
            "app,E:\\,90000,80000,vm-1",
            "k8s,/,81409,30120,vm-2",
        ),
    )
    assert mib(found.vms.guest_used_gb) == [60_000, 30_120]
    told = said(found, "file_systems_left_out")
    assert told is not None
    assert told.count == 1


def test_a_file_system_on_a_shared_disk_counts_where_it_is_mounted() -> None:
    disks = tab(
        "vDisk",
        "VM,Capacity MiB,Path,Shared Bus,VM ID",
        "app,2400,[ds] app.vmdk,,vm-1",
        "k8s,2400,[ds] k8s.vmdk,,vm-2",
        "app,100000,[ds] quorum.vmdk,physicalSharing,vm-1",
        "k8s,100000,[ds] quorum.vmdk,physicalSharing,vm-2",
    )
    mounted = tab("vPartition", "VM,Disk,Capacity MiB,Consumed MiB,VM ID", "k8s,E:\\,99000,50000,vm-2")
    found = read(ANY, disks, mounted)
    assert mib(found.vms.guest_used_gb) == [None, 50_000]
    assert said(found, "file_systems_left_out") is None


def test_only_what_was_left_out_is_said() -> None:
    twice = tab("vPartition", PARTITIONS, "app,2000,/,800,400,vm-1", "app,2000,/srv,800,400,vm-1")
    (one,) = (each.message for each in read(ANY, twice).findings if each.code == "file_systems_left_out")
    assert "network" not in one
    share = tab("vPartition", PARTITIONS, "app,2000,/,800,400,vm-1", "app,,/mnt,900000,400,vm-1")
    (one,) = (each.message for each in read(ANY, share).findings if each.code == "file_systems_left_out")
    assert "once" not in one


def test_file_systems_of_usual_guests_all_count() -> None:
    found = read(
        ANY,
        tab(
            "vPartition",
            PARTITIONS,
            "app,2000,C:\\,50000,40000,vm-1",
            "app,2000,D:\\,50000,0,vm-1",
            "app,2001,E:\\,1000,0,vm-1",
            "k8s,,/,102000,30120,vm-2",
        ),
    )
    assert mib(found.vms.guest_used_gb) == [40_000, 30_120]
    assert said(found, "file_systems_left_out") is None


def test_folders_stand_beside_vinfo() -> None:
    folders = tab("vCPU", "VM,CPUs,Folder,VM ID", "app,4,/DC/prod,vm-1", "k8s,4,/DC/test,vm-2")
    assert read(ANY, folders).vms.folder == ["/DC/prod", "/DC/test"]
    with_own = tab("vInfo", INFO, *(",".join([*map(str, row[:9]), "own", str(row[10])]) for row in ANY.rows))
    assert read(with_own, folders).vms.folder == ["own", "own"]


CARDS = "VM,Adapter,Connected,Direct Path IO,VM ID"


@pytest.mark.parametrize(
    ("cards", "passed_through"),
    [
        (("app,Vmxnet3,True,True,vm-1", "k8s,Vmxnet3,True,True,vm-2"), [False, False]),
        (("app,SriovEthernetCard,True,False,vm-1", "k8s,E1000e,False,False,vm-2"), [True, False]),
        (("app,VirtualSriovEthernetCard,True,False,vm-1", "k8s,PCNet32,False,True,vm-2"), [True, False]),
    ],
)
def test_the_permission_of_direct_path_is_no_device(cards: tuple[str, ...], passed_through: list[bool]) -> None:
    found = read(ANY, tab("vNetwork", CARDS, *cards))
    assert found.vms.traits[VmTrait.PASSTHROUGH] == passed_through


def test_without_the_kind_of_cards_it_is_not_known_whether_they_are_devices() -> None:
    found = read(ANY, tab("vNetwork", "VM,Direct Path IO,VM ID", "app,True,vm-1", "k8s,True,vm-2"))
    assert VmTrait.PASSTHROUGH not in found.vms.traits


DISKS = "VM,Capacity MiB,Path,Shared Bus,VM ID"


def test_whether_disks_of_several_vms_count_once_is_chosen() -> None:
    estate = read(
        ANY,
        tab(
            "vDisk",
            DISKS,
            "app,50000,[ds] app.vmdk,,vm-1",
            "k8s,50000,[ds] k8s.vmdk,,vm-2",
            # Said to be shared; and alike only, by much more than a tenth of all.
            "app,10000,[ds] quorum.vmdk,physicalSharing,vm-1",
            "k8s,10000,[ds] quorum.vmdk,physicalSharing,vm-2",
            "app,40000,[ds] data.vmdk,,vm-1",
            "k8s,40000,[ds] data.vmdk,,vm-2",
        ),
    )
    assert (mib(estate.vms.disk_gb), mib(estate.vms.used_gb)) == ([100_000, 90_000], [61_440, 55_296])
    assert (mib(estate.vms.shared_gb), mib(estate.vms.alike_gb)) == ([0, 10_000], [0, 40_000])
    assert said(estate, "disks_alike") is not None
    once = with_shared(estate, SharedDisks.ONCE)
    assert (mib(once.vms.disk_gb), mib(once.vms.used_gb)) == ([100_000, 50_000], [61_440, 30_720])
    assert "0.0419 TB less than as found" in (said(once, "shared_chosen") or estate.findings[0]).message
    each = with_shared(estate, SharedDisks.EACH)
    assert (mib(each.vms.disk_gb), mib(each.vms.used_gb)) == ([100_000, 100_000], [61_440, 61_440])
    assert "0.0105 TB more than as found" in (said(each, "shared_chosen") or estate.findings[0]).message
    assert with_shared(estate, SharedDisks.AS_FOUND) is estate


def test_with_a_choice_nothing_else_is_said_of_how_shared_disks_count() -> None:
    rows = (
        "app,409600,[ds] a.vmdk,physicalSharing,vm-1",
        "k8s,409600,[ds] a.vmdk,physicalSharing,vm-2",
        "app,204800,[ds] b.vmdk,noSharing,vm-1",
        "k8s,204800,[ds] b.vmdk,noSharing,vm-2",
    )
    estate = read(ANY, tab("vDisk", DISKS, *rows))

    def with_choice(chosen: SharedDisks) -> list[str]:
        then = with_shared(estate, chosen).findings[len(estate.findings) :]
        told = [*not_overruled(estate.findings, then, chosen), *then]
        return [each.code for each in told if each.code in ("disks_alike", "disks_shared", "shared_chosen")]

    assert with_choice(SharedDisks.AS_FOUND) == ["disks_shared", "disks_alike"]
    assert with_choice(SharedDisks.ONCE) == ["disks_shared", "shared_chosen"]
    assert with_choice(SharedDisks.EACH) == ["shared_chosen"]


def test_what_is_in_use_of_a_disk_that_was_not_counted_is_unknown() -> None:
    rows = ("app,102400,[ds] a.vmdk,physicalSharing,vm-1", "k8s,102400,[ds] a.vmdk,physicalSharing,vm-2")
    estate = read(ANY, tab("vDisk", DISKS, *rows))
    assert mib(estate.vms.disk_gb) == [102_400, 0]
    each = with_shared(estate, SharedDisks.EACH)
    assert (mib(each.vms.disk_gb), mib(each.vms.used_gb)) == ([102_400, 102_400], [61_440, None])


ON_VSAN = tab(
    "vInfo",
    "VM,Powerstate,CPUs,Memory,Total disk capacity MiB,Provisioned MiB,In Use MiB,Path,VM ID",
    "c,poweredOn,4,8192,102400,147800,61240,[vsanDatastore] 6f3a/c.vmx,vm-1",
    "d,poweredOn,4,8192,102400,147800,140000,[vsanDatastore] 6f3b/d.vmx,vm-2",
    "e,poweredOn,4,8192,102400,110720,48210,[ds-01] e/e.vmx,vm-3",
)
STORES = tab("vDatastore", "Name,Type,Capacity MiB", "vsanDatastore,vsan,9000000", "ds-01,VMFS,9000000")


def test_on_vsan_the_copies_are_no_data() -> None:
    inside = tab(
        "vPartition",
        PARTITIONS,
        "c,2000,/,100000,30000,vm-1",
        # These cover half of its disks: what else is on them is not known.
        "d,2000,/,51200,10000,vm-2",
        "e,2000,/,100000,20000,vm-3",
    )
    found = read(ON_VSAN, STORES, inside)
    assert mib(found.vms.used_gb) == [30_000, 102_400, 48_210]
    told = said(found, "vsan_copies")
    assert told is not None
    assert told.message == (
        "What is in use on vSAN holds the copies that protect it: 0.211 TB of 2 VMs. What their guests hold counts "
        "where file systems cover the disks: 0.0315 TB instead of 0.0642 TB (1 VM). Of 1 other it counts up to the "
        "size of their disks, an upper bound: 0.107 TB."
    )


def test_on_vsan_without_file_systems_the_disks_are_an_upper_bound() -> None:
    found = read(ON_VSAN, STORES)
    assert mib(found.vms.used_gb) == [61_240, 102_400, 48_210]
    told = said(found, "vsan_copies")
    assert told is not None
    assert "Of 2 VMs it counts up to the size of their disks, an upper bound: 0.172 TB." in told.message


@pytest.mark.parametrize("stores", [(), (tab("vDatastore", "Name,Type", "vsanDatastore,NFS", "ds-01,VMFS"),)])
def test_elsewhere_what_is_in_use_stays(stores: tuple[Tab, ...]) -> None:
    found = read(ON_VSAN, *stores)
    assert mib(found.vms.used_gb) == [61_240, 140_000, 48_210]
    assert said(found, "vsan_copies") is None


@pytest.mark.parametrize(
    ("rows", "disk_gb", "code"),
    [
        # A workbook in the shape of RVTools, of Hyper-V: the path of a cluster's volume is one file on all hosts.
        ((r"C:\ClusterStorage\V2\q.vhdx,102400,h1", r"C:\ClusterStorage\V2\q.vhdx,102400,h2"), [102_400, 0], "shared"),
        ((r"\\sofs\vm\q.vhds,102400,h1", r"\\sofs\vm\q.vhds,102400,h2"), [102_400, 0], "shared"),
        ((r"D:\VMs\q.vhdx,102400,h1", r"D:\VMs\q.vhdx,102400,h1"), [102_400, 0], "shared"),
        # Two files of two hosts; and one path with two sizes, which is doubted.
        ((r"D:\VMs\q.vhdx,102400,h1", r"D:\VMs\q.vhdx,102400,h2"), [102_400, 102_400], None),
        ((r"C:\ClusterStorage\q.vhdx,102400,h1", r"C:\ClusterStorage\q.vhdx,51200,h2"), [102_400, 51_200], "alike"),
        # Where the guest mounts it is no file.
        ((r"C:\,102400,h1", r"C:\,102400,h1"), [102_400, 102_400], None),
    ],
)
def test_a_virtual_hard_disk_in_the_shape_of_rvtools(
    rows: tuple[str, str], disk_gb: list[float], code: str | None
) -> None:
    header = "VM,Disk Path,Capacity MiB,Host,VM ID"
    disks = tab(
        "vDisk",
        header,
        *(f"{vm},{row},{id_}" for vm, row, id_ in zip(("app", "k8s"), rows, ("vm-1", "vm-2"), strict=True)),
    )
    found = read(ANY, disks)
    assert mib(found.vms.disk_gb) == disk_gb
    told = {"shared": "disks_shared", "alike": "disks_alike"}.get(code or "")
    assert [each.code for each in found.findings if each.code in ("disks_shared", "disks_alike")] == (
        [told] if told else []
    )


def test_a_tab_of_file_systems_without_rows_says_nothing() -> None:
    """Guests tell their file systems only while they run."""
    estate = read(ANY, tab("vPartition", "VM,Disk Key,Disk,Capacity MiB,Consumed MiB,VM ID"))
    assert estate.vms.guest_used_gb is None
    assert mib(estate.vms.disk_gb) == [102_400, 102_400]
