"""Every format that is read: recognised as itself, and its totals are those of the estate that it was written from."""

import json
from dataclasses import replace

import pytest

from hostwise.estate.importers.estate_files import open_estate
from hostwise.estate.importers.formats import importers
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import Inventory, Power
from hostwise.tables.units import GB_PER_MIB
from tests.estates import rvtools
from tests.estates.estate import drawn
from tests.estates.others import (
    all_formats,
    azure_csv,
    generic_tab,
    live_optics_tabs,
    nutanix_tabs,
    proxmox_json,
)
from tests.estates.platforms import all_platforms
from tests.estates.rvtools import comma_separated, written, zipped

ESTATE = drawn(60, seed=5)
FILES = {
    **all_formats(ESTATE),
    **all_platforms(ESTATE),
    "rvtools.xlsx": ("rvtools", rvtools.workbook(ESTATE)),
    "rvtools.zip": ("rvtools", zipped(rvtools.files_of_tabs(ESTATE))),
    "rvtools3.csv": ("rvtools", rvtools.old_csv(ESTATE)),
}


def total(column: list[float | None] | None) -> float:
    """The sum of what is told."""
    assert column is not None
    return sum(each or 0 for each in column)


def codes(inventory: Inventory) -> list[str]:
    return [each.code for each in inventory.findings]


def adds_up(inventory: Inventory) -> bool:
    """Whether all rows of all tabs are accounted for."""
    return bool(inventory.tabs) and all(
        each.rows_accepted >= 0 and each.rows_accepted + each.rows_repaired + each.rows_rejected == each.rows_read
        for each in inventory.tabs
    )


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_recognised_as_its_own_format_and_no_other(name: str) -> None:
    key, data = FILES[name]
    bundle = open_estate(data, name)
    contents = {"tables": [bundle.tables] if bundle.tables else [], "document": [each for _, each in bundle.documents]}
    found = [
        name
        for name, importer in importers().by_key.items()
        for content in contents[importer.reads]
        if importer.recognise(content)
    ]
    # A zip holds several documents of one format.
    assert list(dict.fromkeys(found)) == ([] if key == "generic" else [key])
    assert [each.kind for each in read_inventory(data, name).sources] == [key]


@pytest.mark.parametrize("name", FILES)
def test_vms_cpus_and_memory_are_exact(name: str) -> None:
    inventory = read_inventory(FILES[name][1], name)
    assert adds_up(inventory)
    assert inventory.vms.name == [each.name for each in ESTATE.vms]
    assert inventory.vms.vcpu == [each.vcpu for each in ESTATE.vms]
    assert inventory.vms.memory_gib == [each.memory_mib / 1024 for each in ESTATE.vms]
    assert len(set(inventory.vms.id)) == len(ESTATE.vms)


@pytest.mark.parametrize("name", FILES)
def test_an_inventory_holds_to_its_schema(name: str) -> None:
    inventory = read_inventory(FILES[name][1], name)
    again = read_inventory(inventory.model_dump_json().encode(), "inventory.json")
    assert again.model_dump() == inventory.model_dump()


# What only has the root disks, or whole GB, has sums of its own.
@pytest.mark.parametrize(
    "name", [each for each in FILES if not each.startswith(("proxmox", "generic", "rvtools3", "nodisk"))]
)
def test_disks_are_exact(name: str) -> None:
    inventory = read_inventory(FILES[name][1], name)
    assert total(inventory.vms.disk_gb) == pytest.approx(sum(each.disk_mib for each in ESTATE.vms) * GB_PER_MIB)


@pytest.mark.parametrize("name", ["live_optics.xlsx", "nutanix.xlsx", "azure_gb.csv", "azure_mb.csv", "rvtools.xlsx"])
def test_storage_in_use_is_exact(name: str) -> None:
    inventory = read_inventory(FILES[name][1], name)
    assert total(inventory.vms.used_gb) == pytest.approx(sum(each.in_use_mib for each in ESTATE.vms) * GB_PER_MIB)


@pytest.mark.parametrize("name", ["live_optics.xlsx", "nutanix.xlsx", "nutanix_vmlist.csv", "rvtools.xlsx"])
def test_states_and_templates_are_those_of_the_source(name: str) -> None:
    inventory = read_inventory(FILES[name][1], name)
    words = {"poweredOn": Power.ON, "poweredOff": Power.OFF, "suspended": Power.SUSPENDED}
    assert inventory.vms.power == [words[each.power] for each in ESTATE.vms]
    assert inventory.vms.template == [each.template for each in ESTATE.vms]


@pytest.mark.parametrize("name", ["live_optics.xlsx", "nutanix.xlsx", "rvtools.xlsx"])
def test_hosts_are_those_of_the_estate(name: str) -> None:
    inventory = read_inventory(FILES[name][1], name)
    assert inventory.hosts.name == [each.name for each in ESTATE.hosts]
    assert inventory.hosts.cores == [each.cores for each in ESTATE.hosts]
    assert inventory.hosts.ghz == [each.mhz / 1000 for each in ESTATE.hosts]
    assert total(inventory.hosts.memory_gib) == pytest.approx(sum(each.memory_mib for each in ESTATE.hosts) / 1024)


class TestLiveOptics:
    inventory = read_inventory(FILES["live_optics.xlsx"][1], "live.xlsx")

    def test_performance_is_that_of_running_vms_only(self) -> None:
        vms = self.inventory.vms
        assert vms.iops_average == [each.iops if each.running else None for each in ESTATE.vms]
        assert vms.iops_peak == [3 * each.iops if each.running else None for each in ESTATE.vms]
        assert vms.cpu_ghz == [each.cpu_mhz / 1000 if each.running else None for each in ESTATE.vms]
        assert vms.memory_active_gib == [each.active_mib / 1024 if each.running else None for each in ESTATE.vms]
        assert vms.memory_peak_gib == [each.active_mib / 512 if each.running else None for each in ESTATE.vms]
        assert vms.read_share == [each.reads / each.iops if each.running else None for each in ESTATE.vms]

    def test_hosts_have_their_use(self) -> None:
        assert set(self.inventory.hosts.cpu_use_share or []) == {0.3}

    def test_a_shared_datastore_counts_once(self) -> None:
        assert self.inventory.datastores.name == [each.name for each in ESTATE.datastores]

    def test_version_and_date_are_read_and_the_owner_is_not(self) -> None:
        (source,) = self.inventory.sources
        assert (source.version, source.taken_at) == ("25.1", "2025-04-03")
        assert "Pat Example" not in self.inventory.model_dump_json()

    def test_custom_attributes_follow_the_date(self) -> None:
        assert self.inventory.vms.attributes == {"Owner": [each.owner for each in ESTATE.vms]}

    def test_mb_of_older_versions_is_mib(self) -> None:
        older = read_inventory(written(live_optics_tabs(ESTATE, "MB")), "live.xlsx")
        assert older.vms == self.inventory.vms
        assert older.hosts == self.inventory.hosts

    def test_without_performance_it_says_so(self) -> None:
        assert "no_performance" in codes(read_inventory(FILES["live_optics_vms.csv"][1], "vms.csv"))

    def test_an_impossible_ratio_is_missing(self) -> None:
        tabs = live_optics_tabs(ESTATE)
        performance = next(each for each in tabs if each.name == "VM Performance")
        performance.header[-2:] = ["x", "y"]
        at = next(at for at, each in enumerate(ESTATE.vms) if each.running)
        performance.rows[at][performance.header.index("Avg Read/Write Ratio")] = "-12% / 112%"
        inventory = read_inventory(written(tabs), "live.xlsx")
        assert "impossible_ratio" in codes(inventory)
        assert inventory.vms.read_share is not None
        assert inventory.vms.read_share[at] is None
        assert adds_up(inventory)

    def test_ids_of_objects_repeat_across_vcenters(self) -> None:
        tabs = live_optics_tabs(ESTATE)
        other = live_optics_tabs(replace(ESTATE, vms=[replace(vm, uuid=f"9{vm.uuid}") for vm in ESTATE.vms]))
        both = zipped({"LiveOptics_1_VMWARE_x.xlsx": written(tabs), "LiveOptics_2_VMWARE_x.xlsx": written(other)})
        assert len(read_inventory(both, "both.zip").vms) == 2 * len(ESTATE.vms)

    def test_other_workbooks_of_its_zip_are_named(self) -> None:
        general = written([rvtools.Tab("Servers", ["Server Name", "OS"], [["a", "b"]])])
        both = zipped(
            {"LiveOptics_1_GENERAL_x.xlsx": general, "LiveOptics_1_VMWARE_x.xlsx": FILES["live_optics.xlsx"][1]}
        )
        inventory = read_inventory(both, "live.zip")
        assert len(inventory.vms) == len(ESTATE.vms)
        assert "file_not_read" in codes(inventory)

    def test_disks_that_are_the_first_ones_only_are_a_warning(self) -> None:
        tabs = live_optics_tabs(ESTATE)
        vms = next(each for each in tabs if each.name == "VMs")
        size = vms.header.index("Virtual Disk Size (MiB)")
        for row, vm in zip(vms.rows, ESTATE.vms, strict=True):
            row[size] = vm.disks_mib[0]
        assert "first_disk_only" in codes(read_inventory(written(tabs), "live.xlsx"))
        assert "first_disk_only" not in codes(self.inventory)


class TestNutanix:
    inventory = read_inventory(FILES["nutanix.xlsx"][1], "nutanix.xlsx")

    def test_use_follows_from_shares_and_the_clock_of_the_host(self) -> None:
        vms = self.inventory.vms
        running = [each.running for each in ESTATE.vms]
        assert [each is not None for each in vms.cpu_ghz or []] == running
        told = [each for each in vms.cpu_peak_ghz or [] if each is not None]
        assert told == pytest.approx([each.vcpu * 2.4 * 0.6 for each in ESTATE.running])
        assert vms.memory_active_gib == [
            pytest.approx(each.memory_mib / 1024 * 0.2) if each.running else None for each in ESTATE.vms
        ]
        assert vms.iops_peak == [each.iops if each.running else None for each in ESTATE.vms]

    def test_peaks_are_called_percentiles(self) -> None:
        assert "peaks_are_percentiles" in codes(self.inventory)

    def test_systems_and_clusters_come_from_its_vinfo(self) -> None:
        assert self.inventory.vms.os == [each.os for each in ESTATE.vms]
        assert self.inventory.vms.cluster == [each.cluster for each in ESTATE.vms]

    def test_version(self) -> None:
        assert self.inventory.sources[0].version == "6.1.0"

    def test_two_clusters_in_a_zip(self) -> None:
        other = drawn(10, seed=77, prefix="b-")
        both = zipped({"a.xlsx": FILES["nutanix.xlsx"][1], "b.xlsx": written(nutanix_tabs(other))})
        assert len(read_inventory(both, "both.zip").vms) == len(ESTATE.vms) + 10


class TestAzureMigrate:
    def test_io_is_summed_over_disks(self) -> None:
        inventory = read_inventory(FILES["azure_gb.csv"][1], "azure.csv")
        assert inventory.vms.iops_average == [each.iops or None for each in ESTATE.vms]
        shares = [each for each in inventory.vms.read_share or [] if each is not None]
        assert shares == pytest.approx([each.reads / each.iops for each in ESTATE.vms if each.iops])

    def test_what_it_cannot_say_is_said(self) -> None:
        inventory = read_inventory(FILES["azure_mb.csv"][1], "azure.csv")
        assert {"no_power_state", "use_unclear"} <= set(codes(inventory))
        assert set(inventory.vms.power) == {Power.UNKNOWN}
        assert inventory.vms.cpu_ghz is None

    def test_disks_without_a_size_are_a_warning(self) -> None:
        text = azure_csv(replace(ESTATE, vms=[replace(vm, disks_mib=vm.disks_mib[:1]) for vm in ESTATE.vms])).decode()
        header, *rows = text.splitlines()
        at = header.split(",").index("Number of disks")
        more = [[*row.split(",")[:at], "3", *row.split(",")[at + 1 :]] for row in rows]
        inventory = read_inventory("\n".join([header, *(",".join(each) for each in more)]).encode(), "azure.csv")
        finding = next(each for each in inventory.findings if each.code == "disks_missing")
        assert finding.count == len(ESTATE.vms)


class TestHyperV:
    def test_rows_are_disks(self) -> None:
        inventory = read_inventory(FILES["hyperv_disks.csv"][1], "hv.csv")
        (tab,) = inventory.tabs
        assert tab.rows_read == tab.rows_accepted == sum(len(each.disks_mib) for each in ESTATE.vms)
        assert inventory.vms.disks == [len(each.disks_mib) for each in ESTATE.vms]
        assert "rows_of_disks" in codes(inventory)

    def test_further_disks_without_sizes_of_the_vm_are_kept(self) -> None:
        text = "VM Name,vCPU,vMem (GB),Host Name,Max Disk Size (GB)\na,2,4,h,100\na,,,h,50\nb,,,h,10\n"
        inventory = read_inventory(text.encode(), "hv.csv")
        assert inventory.vms.name == ["a"]
        assert total(inventory.vms.disk_gb) == pytest.approx(150 * 1024**3 / 1e9)
        assert [(each.rows_accepted, each.rows_rejected) for each in inventory.tabs] == [(2, 1)]


class TestProxmox:
    inventory = read_inventory(FILES["proxmox.json"][1], "proxmox.json")

    def test_root_disks_only_with_a_warning(self) -> None:
        expected = sum(each.disks_mib[0] for each in ESTATE.vms) * GB_PER_MIB
        assert total(self.inventory.vms.disk_gb) == pytest.approx(expected)
        assert {"root_disk_only", "no_cores", "other_resources"} <= set(codes(self.inventory))

    def test_nodes_are_hosts_and_a_shared_storage_counts_once(self) -> None:
        assert len(self.inventory.hosts) == len(ESTATE.hosts)
        assert self.inventory.hosts.cores is None
        assert len(self.inventory.datastores) == len(ESTATE.datastores)

    def test_with_and_without_the_envelope(self) -> None:
        assert read_inventory(proxmox_json(ESTATE, bare=True), "bare.json").vms == self.inventory.vms

    def test_strange_values_are_missing(self) -> None:
        document = [{"type": "qemu", "vmid": 1, "node": "n", "name": ["x"], "maxcpu": {}, "maxmem": 2**30}, 7, None]
        inventory = read_inventory(json.dumps(document).encode(), "x.json")
        assert inventory.vms.name == ["1"]
        assert inventory.vms.vcpu is None


def test_performance_of_vms_alone_is_no_inventory_and_says_what_it_has() -> None:
    performance = next(each for each in live_optics_tabs(ESTATE) if each.name == "VM Performance")
    with pytest.raises(ValueError, match="Say which column is what") as caught:
        read_inventory(comma_separated(performance), "p.csv")
    assert "vcpu" not in getattr(caught.value, "guessed", {"vcpu": ""})


def test_generic_disks_are_gb_as_written() -> None:
    inventory = read_inventory(comma_separated(generic_tab(ESTATE)), "g.csv")
    assert total(inventory.vms.disk_gb) == sum(each.disk_mib // 1024 for each in ESTATE.vms)
    assert total(inventory.vms.vcpu) == sum(each.vcpu for each in ESTATE.vms)
