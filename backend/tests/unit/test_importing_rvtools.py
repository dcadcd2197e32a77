"""RVTools exports with all that real ones do: totals stay exact, every row is accounted for, and quirks are said."""

from dataclasses import replace

import pytest

from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateFinding, Inventory, Power
from hostwise.tables.units import GB_PER_MIB
from tests.estates.estate import Estate, drawn
from tests.estates.rvtools import (
    Quirks,
    Tab,
    comma_separated,
    files_of_tabs,
    large_workbook,
    old_csv,
    tabs,
    workbook,
    written,
    zipped,
)

ESTATE = drawn(80, seed=3)
TOTALS = {
    "vcpu": sum(each.vcpu for each in ESTATE.vms),
    "memory_gib": sum(each.memory_mib for each in ESTATE.vms) / 1024,
    "disks": sum(len(each.disks_mib) for each in ESTATE.vms),
    "disk_gb": sum(each.disk_mib for each in ESTATE.vms) * GB_PER_MIB,
    "provisioned_gb": sum(each.provisioned_mib for each in ESTATE.vms) * GB_PER_MIB,
    "used_gb": sum(each.in_use_mib for each in ESTATE.vms) * GB_PER_MIB,
    "memory_active_gib": sum(each.active_mib for each in ESTATE.running) / 1024,
    "memory_consumed_gib": sum(each.consumed_mib for each in ESTATE.vms) / 1024,
    "cpu_ghz": sum(each.cpu_mhz for each in ESTATE.running) / 1000,
    "guest_used_gb": sum(used for each in ESTATE.running for _, used in each.partitions_mib) * GB_PER_MIB,
    "snapshot_gb": sum(sum(each.snapshots_mib) for each in ESTATE.vms) * GB_PER_MIB,
}


def totals(inventory: Inventory) -> dict[str, float]:
    return {key: sum(each or 0 for each in getattr(inventory.vms, key) or []) for key in TOTALS}


def finding(inventory: Inventory, code: str) -> EstateFinding:
    return next(each for each in inventory.findings if each.code == code)


def codes(inventory: Inventory) -> set[str]:
    return {each.code for each in inventory.findings}


def adds_up(inventory: Inventory) -> bool:
    return all(
        each.rows_accepted + each.rows_repaired + each.rows_rejected == each.rows_read and each.rows_accepted >= 0
        for each in inventory.tabs
    )


QUIRKS = {
    "none": Quirks(),
    "blanks": Quirks(header_blanks=True),
    "last header": Quirks(empty_last_header=True),
    "attributes": Quirks(attributes=("owner", "cost centre")),
    "padding": Quirks(padding=2_000),
    "flags": Quirks(text_flags=True),
    "dates": Quirks(serial_dates=True),
    "short hosts": Quirks(short_hosts=True),
    "all": Quirks(
        header_blanks=True,
        empty_last_header=True,
        attributes=("owner",),
        padding=200,
        text_flags=True,
        serial_dates=True,
        short_hosts=True,
    ),
}


@pytest.mark.parametrize("quirks", QUIRKS.values(), ids=QUIRKS)
def test_totals_are_exact_with_any_quirk(quirks: Quirks) -> None:
    inventory = read_inventory(workbook(ESTATE, quirks), "rv.xlsx")
    assert totals(inventory) == pytest.approx(TOTALS)
    assert adds_up(inventory)
    assert sum(each.rows_rejected for each in inventory.tabs) == 0
    rows = {each.tab: each.rows_read for each in inventory.tabs}
    assert rows["vInfo"] == len(ESTATE.vms)
    assert rows["vDisk"] == TOTALS["disks"]
    assert inventory.vms.template == [each.template for each in ESTATE.vms]
    assert len(inventory.hosts) == len(ESTATE.hosts)
    assert inventory.sources[0].version == "4.7.1.4"


def test_a_workbook_written_by_hand_is_the_same() -> None:
    assert read_inventory(large_workbook(ESTATE), "a.xlsx").vms == read_inventory(workbook(ESTATE), "a.xlsx").vms


def test_csv_for_each_tab_in_a_zip_is_the_same() -> None:
    inventory = read_inventory(zipped(files_of_tabs(ESTATE)), "rv.zip")
    assert inventory.vms == read_inventory(workbook(ESTATE), "rv.xlsx").vms
    assert len(inventory.hosts) == len(ESTATE.hosts)
    assert adds_up(inventory)


def test_states() -> None:
    estate = drawn(200, seed=9, off_share=0.2, suspended_share=0.1, template_share=0.1)
    inventory = read_inventory(workbook(estate), "rv.xlsx")
    for power, word in ((Power.ON, "poweredOn"), (Power.OFF, "poweredOff"), (Power.SUSPENDED, "suspended")):
        assert inventory.vms.power.count(power) == sum(each.power == word for each in estate.vms) > 0
    assert sum(inventory.vms.template) == sum(each.template for each in estate.vms) > 0
    assert inventory.vms.cpu_ghz is not None
    assert [each is not None for each in inventory.vms.cpu_ghz] == [each.running for each in estate.vms]


class TestFindings:
    def test_blanks_in_headers(self) -> None:
        assert "header_blanks" in codes(read_inventory(workbook(ESTATE, QUIRKS["blanks"]), "rv.xlsx"))

    def test_a_header_that_is_empty(self) -> None:
        assert "header_empty" in codes(read_inventory(workbook(ESTATE, QUIRKS["last header"]), "rv.xlsx"))

    def test_custom_attributes(self) -> None:
        inventory = read_inventory(workbook(ESTATE, QUIRKS["attributes"]), "rv.xlsx")
        owners = [each.owner for each in ESTATE.vms]
        assert inventory.vms.attributes == {"owner": owners, "cost centre": owners}
        assert finding(inventory, "custom_columns").count == 2

    def test_hosts_by_short_name(self) -> None:
        inventory = read_inventory(workbook(ESTATE, QUIRKS["short hosts"]), "rv.xlsx")
        assert "host_names_differ" in codes(inventory)
        assert "hosts_do_not_join" not in codes(inventory)
        assert set(inventory.vms.host or []) <= set(inventory.hosts.name)

    def test_hosts_in_one_tab_only(self) -> None:
        inventory = read_inventory(workbook(ESTATE, Quirks(hosts_missing=1, hosts_idle=2)), "rv.xlsx")
        assert finding(inventory, "hosts_do_not_join").count == 1
        assert finding(inventory, "hosts_without_vms").count == 2
        assert "vms_and_hosts_differ" in codes(inventory)
        assert "vms_and_hosts_differ" not in codes(read_inventory(workbook(ESTATE), "rv.xlsx"))

    def test_a_last_row_that_is_cut(self) -> None:
        inventory = read_inventory(workbook(ESTATE, Quirks(cut_row=True)), "rv.xlsx")
        cut = finding(inventory, "row_cut")
        assert cut.rows == [len(ESTATE.vms) + 1]
        assert "'PowerOn'" in cut.message
        # It is in no table, so what stood there is said.
        (text,) = cut.texts
        assert text.startswith(f"VM: {ESTATE.vms[-1].name}, ")
        assert cut.vms == []
        assert len(inventory.vms) == len(ESTATE.vms) - 1
        assert {each.tab: each.rows_rejected for each in inventory.tabs}["vInfo"] == 1
        assert adds_up(inventory)

    def test_a_number_that_is_none(self) -> None:
        found = tabs(ESTATE)
        found[0].rows[4][found[0].header.index("CPUs")] = "four"
        inventory = read_inventory(written(found), "rv.xlsx")
        about = finding(inventory, "not_a_number")
        assert about.rows == [6]
        assert about.vms == [inventory.vms.id[4]]
        # It is in another tab.
        assert inventory.vms.vcpu is not None
        assert inventory.vms.vcpu[4] == ESTATE.vms[4].vcpu
        assert finding(inventory, "sizes_of_other_tabs").vms == about.vms
        assert {each.tab: each.rows_repaired for each in inventory.tabs}["vInfo"] == 1

    def test_a_number_that_cannot_be_and_a_text_without_end(self) -> None:
        found = tabs(ESTATE, Quirks(tabs=("vInfo",)))
        found[0].rows[4][found[0].header.index("In Use MiB")] = 1e60
        found[0].rows[5][found[0].header.index("Folder")] = "/long" * 1_000
        inventory = read_inventory(written(found), "rv.xlsx")
        assert finding(inventory, "impossible").rows == [6]
        assert Inventory.model_validate(inventory.model_dump()) is not None
        assert inventory.vms.used_gb is not None
        assert inventory.vms.used_gb[4] is None

    def test_a_row_of_another_tab_leads_to_its_vm(self) -> None:
        found = tabs(ESTATE)
        disks = next(each for each in found if each.name == "vDisk")
        at = next(at for at, row in enumerate(disks.rows) if row[0] == ESTATE.vms[7].name)
        disks.rows[at][next(i for i, each in enumerate(disks.header) if each.startswith("Capacity"))] = "much"
        found[0].rows.pop()
        inventory = read_inventory(written(found), "rv.xlsx")
        about = finding(inventory, "not_a_number")
        assert (about.place, about.rows) == ("rv.xlsx, vDisk", [at + 2])
        assert about.vms == [inventory.vms.id[7]]
        # Rows of VMs that are not there lead nowhere.
        assert finding(inventory, "no_such_vm").vms == []

    def test_rows_of_unknown_vms(self) -> None:
        found = tabs(ESTATE)
        found[0].rows.pop()
        inventory = read_inventory(written(found), "rv.xlsx")
        assert "no_such_vm" in codes(inventory)
        rejected = {each.tab: each.rows_rejected for each in inventory.tabs}
        assert rejected["vDisk"] == len(ESTATE.vms[-1].disks_mib)
        assert adds_up(inventory)

    def test_a_row_without_a_name(self) -> None:
        found = tabs(ESTATE, Quirks(tabs=("vInfo",)))
        found[0].rows[0][0] = None
        inventory = read_inventory(written(found), "rv.xlsx")
        assert finding(inventory, "no_name").rows == [2]
        assert len(inventory.vms) == len(ESTATE.vms) - 1


def with_names(estate: Estate, names: dict[int, str]) -> Estate:
    return replace(estate, vms=[replace(each, name=names.get(at, each.name)) for at, each in enumerate(estate.vms)])


def test_names_that_are_numbers_or_formulas_are_kept_as_text() -> None:
    names = {0: "10023", 1: "=SUM(A1:A9)", 2: "=cmd|' /C calc'!A0", 3: "@web", 4: "-1+2", 5: "true"}
    estate = with_names(ESTATE, names)
    for data, name in ((workbook(estate), "rv.xlsx"), (zipped(files_of_tabs(estate)), "rv.zip")):
        inventory = read_inventory(data, name)
        assert inventory.vms.name[:6] == list(names.values())
        assert totals(inventory) == pytest.approx(TOTALS)


class TestVersion3:
    inventory = read_inventory(old_csv(ESTATE), "RVTools_tabvInfo.csv")

    def test_megabytes_with_commas_are_mib(self) -> None:
        for key in ("vcpu", "memory_gib", "provisioned_gb", "used_gb", "disks"):
            assert totals(self.inventory)[key] == pytest.approx(TOTALS[key])
        assert self.inventory.sources[0].version == "3"

    def test_line_breaks_and_quotes_in_remarks_break_nothing(self) -> None:
        assert [each.rows_read for each in self.inventory.tabs] == [len(ESTATE.vms)]
        assert self.inventory.vms.attributes == {"Backup": ["daily\nat 22:00"] * len(ESTATE.vms)}

    def test_semicolons_and_points_between_thousands(self) -> None:
        found = tabs(ESTATE, Quirks(tabs=("vInfo",)))[0]
        for header in ("Memory", "Provisioned MiB", "In Use MiB"):
            at = found.header.index(header)
            for row in found.rows:
                row[at] = f"{row[at]:,}".replace(",", ".")
        inventory = read_inventory(comma_separated(found, ";"), "vInfo.csv")
        assert totals(inventory)["memory_gib"] == TOTALS["memory_gib"]
        assert totals(inventory)["used_gb"] == pytest.approx(TOTALS["used_gb"])
        assert "thousands_point" in codes(inventory)

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
    def test_encodings(self, encoding: str) -> None:
        estate = with_names(ESTATE, {0: "büro-größe"})
        inventory = read_inventory(old_csv(estate).decode().encode(encoding), "vInfo.csv")
        assert inventory.vms.name[0] == "büro-größe"

    def test_a_file_that_ends_within_its_last_row(self) -> None:
        text = comma_separated(tabs(ESTATE, Quirks(tabs=("vInfo",)))[0])
        last = text.rstrip().rindex(b"\n") + 1
        cells = text[last:].split(b",")
        within = text[:last] + b",".join(cells[:15]) + b",10"
        inventory = read_inventory(within, "vInfo.csv")
        assert "row_cut_end" in codes(inventory)
        assert inventory.vms.memory_gib is not None
        assert inventory.vms.memory_gib[-1] is None
        assert inventory.tabs[0].rows_repaired == 1
        assert adds_up(inventory)

    def test_a_row_with_too_many_values(self) -> None:
        inventory = read_inventory(old_csv(ESTATE).rstrip() + b",surplus\n", "vInfo.csv")
        assert finding(inventory, "row_long").rows == [len(ESTATE.vms) + 1]
        assert inventory.tabs[0].rows_repaired == 1


class TestSeveral:
    other = drawn(30, seed=4, vcenter="vc02.lab.example")

    def both(self, inventory: Inventory) -> None:
        assert len(inventory.vms) == len(ESTATE.vms) + 30
        assert totals(inventory)["vcpu"] == TOTALS["vcpu"] + sum(each.vcpu for each in self.other.vms)
        disks = sum(each.disk_mib for each in [*ESTATE.vms, *self.other.vms])
        assert totals(inventory)["disk_gb"] == pytest.approx(disks * GB_PER_MIB)
        assert len(inventory.hosts) == len(ESTATE.hosts) + len(self.other.hosts)
        assert adds_up(inventory)

    def test_workbooks_of_two_vcenters(self) -> None:
        self.both(read_inventory(zipped({"a.xlsx": workbook(ESTATE), "b.xlsx": workbook(self.other)}), "both.zip"))

    def test_csv_of_two_vcenters_in_folders(self) -> None:
        files = {f"paris/{name}": data for name, data in files_of_tabs(ESTATE).items()}
        files |= {f"rome/{name}": data for name, data in files_of_tabs(self.other).items()}
        self.both(read_inventory(zipped(files), "both.zip"))

    def test_csv_of_two_vcenters_by_the_start_of_their_names(self) -> None:
        files = files_of_tabs(ESTATE, start="paris_tab") | files_of_tabs(self.other, start="rome_tab")
        self.both(read_inventory(zipped(files), "both.zip"))

    def test_two_vcenters_in_one_workbook(self) -> None:
        merged = [
            Tab(one.name, one.header, one.rows + two.rows)
            for one, two in zip(tabs(ESTATE), tabs(self.other), strict=True)
        ]
        self.both(read_inventory(written(merged), "both.xlsx"))

    def test_the_same_names_in_two_vcenters_are_different_vms(self) -> None:
        vms = [replace(each, uuid=f"9{each.uuid}") for each in ESTATE.vms]
        twin = replace(ESTATE, vcenter="vc02.lab.example", vms=vms)
        inventory = read_inventory(zipped({"a.xlsx": workbook(ESTATE), "b.xlsx": workbook(twin)}), "both.zip")
        assert len(inventory.vms) == 2 * len(ESTATE.vms)
        assert finding(inventory, "names_repeat").count == len(ESTATE.vms)
        assert totals(inventory) == pytest.approx({key: 2 * each for key, each in TOTALS.items()})

    def test_one_vcenter_twice_counts_once(self) -> None:
        fewer = replace(ESTATE, vms=ESTATE.vms[:50])
        inventory = read_inventory(zipped({"a.xlsx": workbook(ESTATE), "b.xlsx": workbook(fewer)}), "both.zip")
        assert totals(inventory) == pytest.approx(TOTALS)
        assert finding(inventory, "vm_twice").count == 50
        assert [each.rows_rejected for each in inventory.tabs if each.tab == "vInfo"] == [0, 50]
        assert len(inventory.hosts) == len(ESTATE.hosts)
        assert adds_up(inventory)

    def test_a_row_twice_in_one_file_counts_once(self) -> None:
        found = tabs(ESTATE)
        found[0].rows.append(found[0].rows[0])
        inventory = read_inventory(written(found), "rv.xlsx")
        assert totals(inventory) == pytest.approx(TOTALS)
        assert finding(inventory, "vm_twice").rows == [len(ESTATE.vms) + 2]
        assert adds_up(inventory)

    def test_tabs_of_one_export_in_any_files(self) -> None:
        files = files_of_tabs(ESTATE)
        renamed = {f"{at}/{name.removeprefix('RVTools_tab')}": data for at, (name, data) in enumerate(files.items())}
        assert totals(read_inventory(zipped(renamed), "rv.zip")) == pytest.approx(TOTALS)

    def test_files_of_other_kinds_are_named(self) -> None:
        inventory = read_inventory(zipped({"a.xlsx": workbook(ESTATE), "notes.csv": b"To do,When\nx,y\n"}), "rv.zip")
        assert finding(inventory, "file_not_read").message.endswith("notes.csv.")


class TestReducedColumns:
    """Exports without ids, of which public examples exist."""

    headers = ("VM", "Powerstate", "CPUs", "Memory", "Disks", "Datacenter", "Cluster", "Host")

    def reduced(self, estate: Estate) -> list[Tab]:
        found = []
        for tab in tabs(estate, Quirks(tabs=("vInfo", "vPartition"))):
            wanted = [at for at, each in enumerate(tab.header) if each in (*self.headers, "Consumed MiB")]
            rows = [[row[at] for at in wanted] for row in tab.rows]
            found.append(Tab(tab.name, [tab.header[at] for at in wanted], rows))
        return found

    def test_vms_join_by_name_and_place(self) -> None:
        inventory = read_inventory(written(self.reduced(ESTATE)), "rv.xlsx")
        assert totals(inventory)["guest_used_gb"] == pytest.approx(TOTALS["guest_used_gb"])
        assert "join_ambiguous" not in codes(inventory)

    def test_vms_of_one_name_and_place_are_all_counted(self) -> None:
        vms = [
            replace(each, name="same", datacenter="d", cluster="c", host="h", power="poweredOn") for each in ESTATE.vms
        ]
        inventory = read_inventory(written(self.reduced(replace(ESTATE, vms=vms))), "rv.xlsx")
        assert len(inventory.vms) == len(ESTATE.vms)
        assert totals(inventory)["vcpu"] == TOTALS["vcpu"]
        assert {"join_ambiguous", "names_repeat"} <= codes(inventory)
        again = zipped({"a.xlsx": written(self.reduced(ESTATE)), "b.xlsx": written(self.reduced(ESTATE))})
        assert len(read_inventory(again, "both.zip").vms) == len(ESTATE.vms)


def test_internal_names_and_memory_of_hosts_in_bytes() -> None:
    info = Tab("vInfo", ["vInfoVMName", "vInfoPowerstate", "vInfoCPUs", "vInfoMemory", "vInfoInUse", "vInfoHost"])
    info.rows = [[each.name, each.power, each.vcpu, each.memory_mib, each.in_use_mib, each.host] for each in ESTATE.vms]
    hosts = Tab("vHost", ["vHostName", "vHostCpuMhz", "vHostNumCpuCores", "vHostMemorySize"])
    hosts.rows = [[each.name, each.mhz, each.cores, each.memory_mib * 2**20] for each in ESTATE.hosts]
    inventory = read_inventory(written([info, hosts]), "rv.xlsx")
    assert inventory.sources[0].kind == "rvtools"
    assert totals(inventory)["memory_gib"] == TOTALS["memory_gib"]
    assert totals(inventory)["used_gb"] == pytest.approx(TOTALS["used_gb"])
    assert inventory.hosts.memory_gib == [each.memory_mib / 1024 for each in ESTATE.hosts]
    assert "unit_by_magnitude" in codes(inventory)
