"""Tables of no known format: columns by the words of their headers, by magnitude, or as somebody says."""

import pickle
from typing import ClassVar

import pytest

from hostwise.estate.importers.generic import FIELDS, MAPPABLE, guessed
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateFinding, Inventory, Power, VmColumns
from hostwise.tables.problems import UnknownColumns, UnreadableFile
from tests.estates.estate import drawn
from tests.estates.others import generic_tab
from tests.estates.rvtools import comma_separated, written

ESTATE = drawn(50, seed=6)


def codes(inventory: Inventory) -> set[str]:
    return {each.code for each in inventory.findings}


def test_what_can_be_mapped_are_columns_of_the_inventory() -> None:
    # Sockets times cores are the vCPUs of tables without them, reads and writes the I/O, and a count of VMs their rows.
    parts = {"count", "sockets", "cores_per_socket", "iops_read", "iops_write", "iops_read_peak", "iops_write_peak"}
    assert set(MAPPABLE) == set(FIELDS) <= set(VmColumns.model_fields) | parts


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        (
            ["VM Name", "CPU Count", "Memory MB", "Disk (GiB)", "Power State", "Guest OS", "Cluster"],
            ["name", "vcpu", "memory_gib", "disk_gb", "power", "os", "cluster"],
        ),
        (
            ["VMName", "NumCpu", "MemoryGB", "ProvisionedSpaceGB", "UsedSpaceGB", "PowerState", "VMHost"],
            ["name", "vcpu", "memory_gib", "provisioned_gb", "used_gb", "power", "host"],
        ),
        (["hostname", "num_cpu", "memoryMB", "guestFullName"], ["name", "vcpu", "memory_gib", "os"]),
        (
            ["Machine", "Processors", "Memory in GiB", "Storage (TB)", "IOPS", "Read %"],
            ["name", "vcpu", "memory_gib", "disk_gb", "iops_average", "read_share"],
        ),
        (["vm", "vcpu", "vram_gb", "disk_gb", "avg_iops"], ["name", "vcpu", "memory_gib", "disk_gb", "iops_average"]),
        (["Server", "Peak RAM (GB)", "CPU %", "Disk KB/s"], ["name"]),
    ],
)
def test_headers_are_guessed_by_their_words(headers: list[str], expected: list[str]) -> None:
    found = guessed(headers)
    if len(headers) == len(expected):
        assert found == dict(zip(expected, headers, strict=True))
    else:
        assert list(found)[:1] == expected
        assert not {"vcpu", "memory_gib", "disk_gb"} & set(found)


@pytest.mark.parametrize(
    ("header", "mib", "finding"),
    [
        ("RAM (GB)", 1024, False),
        ("RAM [GiB]", 1024, False),
        ("RAM MB", 1, False),
        ("memory_kb", 1 / 1024, False),
        ("Memory (bytes)", 1 / 2**20, False),
        ("RAM", 1024, True),
        ("Memory", 1, True),
        ("Memory size", 1 / 1024, True),
        ("vRAM", 1 / 2**20, True),
    ],
)
def test_memory_is_in_the_unit_of_its_header_or_by_magnitude(header: str, mib: float, finding: bool) -> None:
    tab = generic_tab(ESTATE, ("Server", "vCPUs", header, "Disk (GB)", "Environment"), mib)
    inventory = read_inventory(comma_separated(tab), "servers.csv")
    assert inventory.vms.memory_gib == [each.memory_mib / 1024 for each in ESTATE.vms]
    assert ("unit_by_magnitude" in codes(inventory)) is finding


@pytest.mark.parametrize(
    ("header", "factor"),
    [("Disk (GiB)", 1024**3 / 1e9), ("Disk (GB)", 1), ("Disk (TB)", 1000), ("Disk", 1)],
)
def test_disks_are_in_the_unit_of_their_header_or_by_magnitude(header: str, factor: float) -> None:
    tab = generic_tab(ESTATE, ("Server", "vCPUs", "RAM (GB)", header, "Environment"))
    inventory = read_inventory(comma_separated(tab), "servers.csv")
    assert inventory.vms.disk_gb == pytest.approx([each.disk_mib // 1024 * factor for each in ESTATE.vms])


def test_other_columns_are_attributes_and_what_is_missing_is_said() -> None:
    inventory = read_inventory(comma_separated(generic_tab(ESTATE)), "servers.csv")
    assert inventory.vms.attributes == {"Environment": [each.owner for each in ESTATE.vms]}
    assert set(inventory.vms.power) == {Power.UNKNOWN}
    assert {"no_power_state", "columns_read_as"} <= codes(inventory)


def test_titles_above_the_header_and_sums_below_are_left_out() -> None:
    tab = generic_tab(ESTATE)
    tab.rows = [["Printed on Monday"], [], list(tab.header), *tab.rows, ["Total", 999, 9999, 99999, ""]]
    tab.header = ["List of our servers"]
    inventory = read_inventory(written([tab]), "servers.xlsx")
    assert inventory.vms.name == [each.name for each in ESTATE.vms]
    assert "row_of_sums" in codes(inventory)
    (report,) = inventory.tabs
    assert (report.rows_read, report.rows_rejected) == (len(ESTATE.vms) + 1, 1)


BROKEN = b"""name,vCPU,RAM,Disk GB
web,4,8,100
bad2,,,
neg,-4,8,100
bad1,,16,100
db,2,8,100
last,,,
"""


def said(inventory: Inventory, code: str) -> EstateFinding:
    (one,) = (each for each in inventory.findings if each.code == code)
    return one


def test_the_unit_by_magnitude_says_the_median_that_it_is_told_by() -> None:
    inventory = read_inventory(BROKEN, "servers.csv")
    assert said(inventory, "unit_by_magnitude").message == "'RAM' names no unit. Its median is 8, so it is read as GiB."


def test_a_row_without_sizes_is_not_a_file_that_was_cut_short() -> None:
    inventory = read_inventory(BROKEN, "servers.csv")
    empty = said(inventory, "row_without_size")
    assert (empty.kind, empty.rows) == ("rejected", [3, 7])
    assert empty.message == "Rows that have neither CPUs nor memory are left out: bad2, last."
    assert "row_cut" not in codes(inventory)
    assert inventory.vms.name == ["web", "neg", "bad1", "db"]


def test_only_the_last_row_is_called_cut_short() -> None:
    inventory = read_inventory(BROKEN.removesuffix(b",,\n"), "servers.csv")
    assert said(inventory, "row_without_size").rows == [3]
    assert said(inventory, "row_cut").rows == [7]
    assert "'last'" in said(inventory, "row_cut").message


def test_a_number_below_0_is_repaired_aloud() -> None:
    inventory = read_inventory(BROKEN, "servers.csv")
    below = said(inventory, "negative")
    assert (below.kind, below.rows, below.vms) == ("repaired", [4], [inventory.vms.id[1]])
    assert below.message == "'vCPU' is below 0, such as -4: read as missing."
    assert below.texts[0].startswith("name: neg, vCPU: -4")
    assert inventory.tabs[0].rows_repaired == 1


class TestMapping:
    headers = ("Bezeichnung", "Kerne", "Speicher GB", "Platte", "Zone")
    data = comma_separated(generic_tab(ESTATE, headers))
    mapping: ClassVar = {"name": "Bezeichnung", "vcpu": "Kerne", "memory_gib": "Speicher GB", "disk_gb": "Platte"}

    def test_unknown_headers_ask_for_a_mapping(self) -> None:
        with pytest.raises(UnknownColumns) as caught:
            read_inventory(self.data, "liste.csv")
        assert caught.value.code == "unknown_format"
        assert caught.value.headers == list(self.headers)
        # "Speicher" may be memory or storage: it is suggested, and not read.
        assert caught.value.guessed == {"vcpu": "Kerne", "memory_gib": "Speicher GB"}

    def test_the_problem_survives_the_way_from_a_process(self) -> None:
        problem = UnknownColumns("what", ["A", "B"], {"name": "A"})
        again = pickle.loads(pickle.dumps(problem))
        assert type(again) is UnknownColumns
        assert (str(again), again.code, again.headers, again.guessed) == (
            "what",
            "unknown_format",
            ["A", "B"],
            {"name": "A"},
        )
        plain = pickle.loads(pickle.dumps(UnreadableFile("empty", "nothing")))
        assert (type(plain), plain.code, str(plain)) == (UnreadableFile, "empty", "nothing")

    def test_columns_are_read_as_told(self) -> None:
        inventory = read_inventory(self.data, "liste.csv", self.mapping)
        assert inventory.vms.vcpu == [each.vcpu for each in ESTATE.vms]
        assert inventory.vms.memory_gib == [each.memory_mib / 1024 for each in ESTATE.vms]
        assert inventory.vms.attributes == {"Zone": [each.owner for each in ESTATE.vms]}

    def test_a_header_under_a_title_is_found_by_the_mapping(self) -> None:
        inventory = read_inventory(b"Liste,,,,\n" + self.data, "liste.csv", self.mapping)
        assert len(inventory.vms) == len(ESTATE.vms)

    @pytest.mark.parametrize(
        "mapping",
        [
            {"name": "Bezeichnung", "vcpu": "nowhere"},
            {"name": "Bezeichnung"},
            {"vcpu": "Kerne"},
            {"name": "Bezeichnung", "colour": "Zone"},
        ],
    )
    def test_a_mapping_that_does_not_fit_is_refused(self, mapping: dict[str, str]) -> None:
        with pytest.raises(UnreadableFile) as caught:
            read_inventory(self.data, "liste.csv", mapping)
        assert caught.value.code == "bad_mapping"


@pytest.mark.parametrize(
    ("last", "kept"),
    [
        ("Total (2 VMs),12,72,1100", 2),
        ("Totals for site,12,72,1100", 2),
        ("Average,6,36,550", 2),
        ("Max,8,64,1000", 2),
        # Called so, and nothing of the kind.
        ("total-db,16,128,400", 3),
        ("max01,8,64,1000", 3),
        ("Average,8,16,100", 3),
    ],
)
def test_rows_that_sum_up_others_are_left_out_by_their_numbers(last: str, kept: int) -> None:
    table = f"VM,vCPU,Memory GB,Disk GB\nweb,4,8,100\ndb,8,64,1000\n{last}\n"
    assert len(read_inventory(table.encode(), "vms.csv").vms) == kept


def test_each_block_of_a_table_may_end_with_its_sum() -> None:
    rows = ("A,web,4,8", "A,db,8,64", "Subtotal A,2,12,72", "B,x,2,4", "B,y,2,4", "Subtotal B,2,4,8", "Total,4,16,80")
    found = read_inventory("\n".join(["Cluster,VM,vCPU,Memory GB", *rows]).encode(), "vms.csv")
    assert (found.vms.name, found.vms.vcpu) == (["web", "db", "x", "y"], [4, 8, 2, 2])


def disks_of(cells: str, header: str = "Disk") -> Inventory:
    rows = "".join(f"vm{at};2;4;{cell}\n" for at, cell in enumerate(cells.split("|")))
    return read_inventory(f"VM;vCPU;RAM GB;{header}\n{rows}".encode(), "servers.csv")


def memory_of(cells: str) -> Inventory:
    rows = "".join(f"vm{at},4,{cell}\n" for at, cell in enumerate(cells.split("|")))
    return read_inventory(f"VM,vCPU,RAM\n{rows}".encode(), "servers.csv")


class TestPlainNumbersAmongCellsWithUnits:
    def test_they_are_in_the_unit_of_most_cells(self) -> None:
        found = memory_of("8 GB|16 GB|8|4096 MB|32 GB")
        assert found.vms.memory_gib == [8, 16, 8, 4, 32]
        assert said(found, "units_in_cells").message == (
            "'RAM' has its units in its cells, such as '8 GB'. Read as GB, the unit of 3 cells: 1 cell without a unit, "
            "such as '8'."
        )
        assert "not_a_number" not in codes(found)

    def test_the_header_says_it_before_other_cells_do(self) -> None:
        found = disks_of("1,5 TB|2 TB|3 TB|100", "Disk (GB)")
        assert found.vms.disk_gb == [1500, 2000, 3000, 100]
        assert "Read as GB, the unit of the header: 1 cell" in said(found, "units_in_cells").message

    @pytest.mark.parametrize(
        ("cells", "expected"),
        [("100|200|1,5 TB|50", [100, 200, 1500, 50]), ("100|1.024,5|1,5 TB|500 MB", [100, 1024.5, 1500, 0.5])],
    )
    def test_without_a_unit_of_most_cells_magnitude_tells_with_a_warning(
        self, cells: str, expected: list[float]
    ) -> None:
        found = disks_of(cells)
        assert found.vms.disk_gb == pytest.approx(expected)
        one = said(found, "unit_by_magnitude")
        assert one.kind == "warning"
        assert f"read as GB: {sum(each[-1:].isdigit() for each in cells.split('|'))} cells" in one.message

    def test_points_between_thousands(self) -> None:
        assert disks_of("500 GB|200 GB|1.000|100 GB").vms.disk_gb == [500, 200, 1000, 100]

    def test_what_no_vm_has_stays_missing(self) -> None:
        found = disks_of("500 GB|200 GB|102400|100 GB")
        assert found.vms.disk_gb == [500, 200, None, 100]
        assert said(found, "not_a_number").kind == "repaired"

    def test_memory_that_is_impossible_in_that_unit_is_in_the_other(self) -> None:
        found = memory_of("8 GB|16 GB|4096|4 GB|32 GB")
        assert found.vms.memory_gib == [8, 16, 4, 4, 32]
        assert said(found, "memory_of_other_unit").kind == "warning"


@pytest.mark.parametrize("name", ["media-a", "max-01", "min.web", "avg 1", "Mean_Machine", "maximus", "median2"])
def test_vms_of_one_size_are_no_means_of_each_other(name: str) -> None:
    table = "VM,vCPU,Memory GB,Disk GB\n" + "".join(f"{each},4,16,100\n" for each in ("app1", "app2", name, "app3"))
    found = read_inventory(table.encode(), "a.csv")
    assert found.vms.name == ["app1", "app2", name, "app3"]


@pytest.mark.parametrize("name", ["Average", "Mean per VM", "Max (of all)", "Mittelwert:", "minimum"])
def test_means_and_ends_of_a_table_are_no_vms(name: str) -> None:
    of = {"Max (of all)": (4, 8, 20), "minimum": (2, 4, 10)}.get(name, (3, 6, 15))
    rows = [("a", (2, 4, 10)), ("b", (4, 8, 20)), (name, of)]
    table = "VM,vCPU,Memory GB,Disk GB\n" + "".join(f"{each},{','.join(map(str, size))}\n" for each, size in rows)
    found = read_inventory(table.encode(), "a.csv")
    assert found.vms.name == ["a", "b"]
    assert "row_of_sums" in {each.code for each in found.findings}
