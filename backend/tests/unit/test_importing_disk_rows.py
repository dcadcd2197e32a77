"""Tables kept by hand whose rows or columns are disks, and those of which a row stands for several VMs."""

from typing import Any

import pytest

from hostwise.estate.importers.generic import guessed
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.estate import EstateFinding, Inventory
from hostwise.tables.problems import UnreadableFile
from tests.estates.rvtools import Tab, written


def read(text: str, mapping: dict[str, str] | None = None) -> Inventory:
    return read_inventory(text.encode(), "own.csv", mapping)


def said(inventory: Inventory, code: str) -> EstateFinding:
    (one,) = (each for each in inventory.findings if each.code == code)
    return one


def codes(inventory: Inventory) -> set[str]:
    return {each.code for each in inventory.findings}


def vms(inventory: Inventory, *fields: str) -> list[tuple[Any, ...]]:
    columns = [getattr(inventory.vms, each) or [None] * len(inventory.vms) for each in fields]
    return list(zip(*columns, strict=True))


LABELLED = """VM,vCPU,Memory GB,Disk,Disk GB,Power
web,4,8,Hard disk 1,100,On
db,8,64,Hard disk 1,500,On
web,4,8,Hard disk 2,200,On
"""


class TestRowsOfDisks:
    def test_vcpu_and_memory_count_once_and_disks_add_up(self) -> None:
        found = read(LABELLED)
        assert vms(found, "name", "vcpu", "memory_gib", "disk_gb", "disks") == [
            ("web", 4, 8, 300, 2),
            ("db", 8, 64, 500, 1),
        ]
        one = said(found, "rows_of_disks")
        assert (one.kind, one.count) == ("note", 1)
        assert one.message == "A row is a disk: 2 rows are 1 VM, with 4 vCPU and 8 GiB of memory in all."
        assert [(each.rows_read, each.rows_accepted) for each in found.tabs] == [(3, 3)]

    def test_names_of_disks_are_neither_sizes_nor_kept_to_group_by(self) -> None:
        found = read(LABELLED)
        assert "Disk GB as disk_gb" in said(found, "columns_read_as").message
        assert said(found, "columns_not_read").message == "1 column not read: 'Disk'."
        assert not found.vms.attributes
        assert "not_a_number" not in codes(found)

    def test_a_column_of_names_is_never_one_of_sizes(self) -> None:
        found = read("VM,vCPU,RAM GB,Storage,Capacity (GB)\na,2,4,gold,100\nb,2,4,silver,50\n")
        assert found.vms.disk_gb == [100, 50]
        assert found.vms.attributes == {"Storage": ["gold", "silver"]}

    @pytest.mark.parametrize(
        "head",
        ["Drive,Size GB", "Disk,Provisioned (GB)", "Filename,CapacityGB", "Disk,Disk GB", "Label,Size (GB),Disks"],
    )
    def test_names_and_sizes_of_disks_have_many_headers(self, head: str) -> None:
        end = ",2" if head.endswith("Disks") else ""
        found = read(f"VM,vCPU,Memory GB,{head}\nweb,4,8,a,100{end}\nweb,4,8,b,200{end}\n")
        assert len(found.vms) == 1
        assert (found.vms.disk_gb or found.vms.provisioned_gb) == [300]

    def test_a_column_of_disks_may_hold_their_number(self) -> None:
        found = read("VM,vCPU,RAM GB,Disks,Capacity GB\na,2,4,2,100\nb,2,4,1,50\n")
        assert vms(found, "disks", "disk_gb") == [(2, 100), (1, 50)]
        assert read("VM,vCPU,RAM GB,Disks\na,2,4,200\nb,2,4,60\n").vms.disk_gb == [200, 60]

    def test_without_names_of_disks_both_readings_are_said(self) -> None:
        found = read("VM,Host,vCPU,Memory GB,Disk GB\nweb,h1,4,8,100\nweb,h1,4,8,200\nweb,h2,4,8,50\n")
        assert vms(found, "host", "vcpu", "disk_gb") == [("h1", 4, 300), ("h2", 4, 50)]
        one = said(found, "rows_of_disks")
        assert one.kind == "warning"
        assert one.message == (
            "Rows with the name, vCPU and memory of another are read as further disks of one VM: 2 rows are 1 VM, with "
            "4 vCPU and 8 GiB of memory in all. If each row is a VM, they are 2 VMs with 8 vCPU and 16 GiB of memory: "
            "then give them different names."
        )

    @pytest.mark.parametrize(
        ("header", "first", "second"),
        [("Host", "h1", "h2"), ("OS", "Windows", "Linux"), ("IP address", "10.0.0.1", "10.0.0.2"), ("VM ID", "1", "2")],
    )
    def test_what_differs_in_anything_of_a_vm_is_another_vm(self, header: str, first: str, second: str) -> None:
        found = read(f"VM,vCPU,Memory GB,Disk GB,{header}\nweb,4,8,100,{first}\nweb,4,8,200,{second}\n")
        assert found.vms.disk_gb == [100, 200]
        assert "rows_of_disks" not in codes(found)

    def test_equal_names_with_different_sizes_are_different_vms(self) -> None:
        found = read("VM,vCPU,Memory GB,Disk GB\nweb,4,8,100\nweb,8,8,200\nweb,4,8,300\n")
        assert vms(found, "vcpu", "disk_gb") == [(4, 400), (8, 200)]

    def test_rows_that_are_equal_throughout_stay_vms_and_are_asked(self) -> None:
        found = read("VM,vCPU,Memory GB,Disk GB\nweb,4,8,100\nweb,4,8,100\ndb,8,64,500\n")
        assert found.vms.disk_gb == [100, 100, 500]
        one = said(found, "rows_repeat")
        assert one.kind == "warning"
        assert "1 row, count" in one.message
        assert "4 vCPU and 8 GiB of memory are too much" in one.message

    def test_equal_disks_are_disks_where_other_vms_have_unequal_ones(self) -> None:
        found = read("VM,vCPU,Memory GB,Disk GB\nweb,4,8,100\nweb,4,8,100\ndb,8,64,500\ndb,8,64,50\n")
        assert vms(found, "name", "disk_gb", "disks") == [("web", 200, 2), ("db", 550, 2)]

    def test_a_list_of_disks_that_is_there_twice_is_two_vms_and_asked(self) -> None:
        rows = LABELLED.splitlines(keepends=True)[1:]
        found = read(LABELLED + "".join(rows))
        assert [each[0] for each in vms(found, "name")] == ["web", "db", "web", "db"]
        assert "12 vCPU and 72 GiB of memory are too much" in said(found, "rows_repeat").message

    def test_sizes_that_may_be_the_whole_of_each_vm_are_said_by_both_totals(self) -> None:
        text = "VM,vCPU,RAM GB,Disk,Provisioned Disk GB\na,2,4,d1,100\na,2,4,d2,100\nb,2,4,d1,50\nb,2,4,d2,50\n"
        found = read(text)
        assert found.vms.disk_gb == [200, 100]
        one = said(found, "rows_of_disks")
        assert one.kind == "warning"
        assert "0.3 TB added up" in one.message
        assert "it is 0.15 TB" in one.message

    def test_use_of_the_whole_vm_counts_once_and_that_of_disks_adds_up(self) -> None:
        head = "VM,vCPU,Memory GB,Disk,Disk GB,Used GB\n"
        whole = read(f"{head}web,4,8,d1,100,90\nweb,4,8,d2,200,90\n")
        parts = read(f"{head}web,4,8,d1,100,60\nweb,4,8,d2,200,90\n")
        assert (whole.vms.used_gb, parts.vms.used_gb) == ([90], [150])

    def test_sizes_may_stand_in_the_first_row_only(self) -> None:
        found = read("VM,vCPU,Memory GB,Disk GB,Power\nweb,4,8,100,On\nweb,,,200,\ndb,8,64,500,Off\n")
        assert vms(found, "name", "vcpu", "disk_gb") == [("web", 4, 300), ("db", 8, 500)]
        assert said(found, "rows_of_disks").kind == "note"
        assert "row_without_size" not in codes(found)

    def test_merged_cells_leave_names_empty(self) -> None:
        tab = Tab("VMs", ["VM", "vCPU", "RAM GB", "Disk GB"], [])
        tab.rows = [["web", 4, 8, 100], [None, None, None, 100], ["db", 8, 64, 500], [None, None, None, 700]]
        found = read_inventory(written([tab]), "own.xlsx")
        # The last row is the sum of the disks above it.
        assert vms(found, "name", "vcpu", "disk_gb", "disks") == [("web", 4, 200, 2), ("db", 8, 500, 1)]
        assert "no_name" in codes(found)

    @pytest.mark.parametrize("end", ["Total (2 VMs),12,72,,800,\n", "Total (2 VMs),16,80,,800,\n", "Total,1,1,,1,\n"])
    def test_sums_below_are_of_vms_or_of_rows(self, end: str) -> None:
        found = read(LABELLED + end)
        assert found.vms.name == ["web", "db"]
        one = said(found, "row_of_sums")
        assert one.message == f"Rows of sums are left out: {end.partition(',')[0]}."

    def test_a_name_of_many_rows_is_no_vm_with_as_many_disks(self) -> None:
        rows = "".join(f"server,4,8,{10 + at}\n" for at in range(20))
        found = read(f"VM,vCPU,Memory GB,Disk GB\n{rows}")
        assert len(found.vms) == 20


class TestNumberedColumns:
    @pytest.mark.parametrize(
        "headers",
        [
            ("Disk 1 GB", "Disk 2 GB"),
            ("Disk1", "Disk2"),
            ("HDD1 (GB)", "HDD2 (GB)"),
            ("Disk_1_GB", "Disk_2_GB"),
            ("Hard disk 1 size (GB)", "Hard disk 2 size (GB)"),
            ("Disk #1", "Disk #2"),
            ("Festplatte 1 (GB)", "Festplatte 2 (GB)"),
            ("1. Festplatte", "2. Festplatte"),
            ("Disque 1 (Go)", "Disque 2 (Go)"),
            ("Disco 1 GB", "Disco 2 GB"),
        ],
    )
    def test_they_add_up_and_their_number_is_that_of_disks(self, headers: tuple[str, str]) -> None:
        found = read(f"VM,vCPU,RAM GB,{','.join(headers)}\na,4,8,100,500\nb,8,64,50,\nc,2,4,,\n")
        assert vms(found, "disk_gb", "disks") == [(600, 2), (50, 1), (None, None)]
        message = said(found, "columns_read_as").message
        assert f"{headers[0]} + {headers[1]} as disk_gb" in message
        assert "columns_not_read" not in codes(found)

    def test_each_has_its_own_unit_and_those_without_have_one_together(self) -> None:
        found = read("VM;vCPU;RAM GB;Disk 1 GB;Disk 2 TB\na;4;8;100;1,5\n")
        assert found.vms.disk_gb == [1600]
        found = read("VM,vCPU,RAM GB,Disk1,Disk2\na,4,8,102400,4096\nb,4,8,51200,2048\n")
        assert found.vms.disk_gb == pytest.approx([106496 * 1024**2 / 1e9, 53248 * 1024**2 / 1e9])
        assert said(found, "unit_by_magnitude").message.startswith("'Disk1' and 'Disk2' name no unit. Their median")

    def test_beside_their_sum_they_tell_the_number_only(self) -> None:
        found = read("VM,vCPU,RAM GB,Total Disk GB,Disk 1 GB,Disk 2 GB\na,4,8,600,100,500\nTotal,4,8,600,100,500\n")
        assert vms(found, "disk_gb", "disks") == [(600, 2)]
        assert "disks_differ" not in codes(found)

    def test_of_a_sum_that_is_none_the_larger_counts_and_both_are_said(self) -> None:
        found = read("VM,vCPU,RAM GB,Disk GB,Disk 1 GB,Disk 2 GB\na,4,8,100,100,500\n")
        assert found.vms.disk_gb == [600]
        assert "0.1 TB in all, and Disk 1 GB + Disk 2 GB are 0.6 TB" in said(found, "disks_differ").message

    def test_a_column_without_a_number_is_the_first_where_they_begin_at_2(self) -> None:
        found = read("VM,vCPU,RAM GB,Disk GB,Disk 2 GB,Disk 3 GB\na,4,8,100,500,50\nb,4,8,100,,\n")
        assert vms(found, "disk_gb", "disks") == [(650, 3), (100, 1)]

    def test_other_numbered_columns_are_none(self) -> None:
        found = read("VM,vCPU,RAM GB,Disk 1 type,Disk 1 free GB,Disk 1 %,NIC 1,Speicher 1\na,4,8,SSD,5,7,vlan,16\n")
        assert found.vms.disk_gb is None
        assert found.vms.disks is None

    def test_what_is_in_use_adds_up_as_well(self) -> None:
        found = read("VM,vCPU,RAM GB,Disk 1 GB,Disk 1 used (GB),Disk 2 GB,Disk 2 used (GB)\na,4,8,100,60,500,70\n")
        assert vms(found, "disk_gb", "used_gb") == [(600, 130)]


class TestSeveralVms:
    @pytest.mark.parametrize(
        "headers",
        [
            "Server type,Quantity",
            "VM,# VMs",
            "Name,Number of VMs",
            "VM,VM count",
            "Workload,Qty",
            "Servertyp,Anzahl",
            "Rolle,Anzahl VMs",
            "Type de VM,Quantit\u00e9",
        ],
    )
    def test_a_row_is_as_many_vms_as_it_says(self, headers: str) -> None:
        found = read(f"{headers},vCPU,RAM GB,Disk GB\nweb,3,4,8,100\ndb,1,8,64,1000\n")
        assert found.vms.name == ["web-1", "web-2", "web-3", "db"]
        assert len(set(found.vms.id)) == 4
        assert vms(found, "vcpu", "disk_gb") == [(4, 100)] * 3 + [(8, 1000)]
        one = said(found, "rows_of_several")
        assert (one.kind, one.count) == ("note", 2)
        assert one.message.endswith(
            "is how many VMs each row stands for: 4 VMs with 20 vCPU and 88 GiB of memory, in 2 rows."
        )

    @pytest.mark.parametrize("header", ["Count", "Quantity", "Anzahl"])
    def test_a_header_that_does_not_say_what_it_counts_is_a_warning(self, header: str) -> None:
        found = read(f"VM,{header},vCPU,RAM GB\nweb,10,4,8\ndb,2,8,64\n")
        assert len(found.vms) == 12
        one = said(found, "rows_of_several")
        assert one.kind == "warning"
        assert "If it counts something else, they are 2 VMs with 12 vCPU and 72 GiB of memory" in one.message

    def test_instances_may_be_those_of_a_database(self) -> None:
        found = read("VM,Instances,vCPU,RAM GB,IP\nsql,3,4,8,10.0.0.1\n")
        assert found.vms.name == ["sql"]
        assert said(found, "rows_of_several").kind == "warning"

    @pytest.mark.parametrize(("header", "value"), [("Host", "esx1"), ("IP address", "10.0.0.1"), ("UUID", "a-1")])
    def test_single_vms_are_not_multiplied_but_asked(self, header: str, value: str) -> None:
        found = read(f"VM,Count,vCPU,RAM GB,{header}\nweb,10,4,8,{value}\n")
        assert found.vms.name == ["web"]
        one = said(found, "rows_of_several")
        assert one.kind == "warning"
        assert "1 VM with 4 vCPU and 8 GiB of memory. If it is the number" in one.message
        assert "they are 10 VMs with 40 vCPU and 80 GiB of memory" in one.message

    @pytest.mark.parametrize(
        "header",
        ["vCPU count", "Disk count", "Snapshot count", "NIC count", "#", "Number", "Core count", "Anzahl Disks"],
    )
    def test_counts_of_other_things_are_none(self, header: str) -> None:
        assert "count" not in guessed(["VM", "vCPU", "RAM GB", header])

    def test_numbers_that_are_no_counts_are_asked(self) -> None:
        found = read("VM,Count,vCPU,RAM GB\nweb,2.5,4,8\ndb,1,8,64\n")
        assert len(found.vms) == 2
        assert said(found, "rows_of_several").kind == "warning"

    def test_ones_say_nothing_and_empty_cells_are_one(self) -> None:
        assert "rows_of_several" not in codes(read("VM,Count,vCPU,RAM GB\nweb,1,4,8\ndb,,8,64\n"))
        assert read("VM,Count,vCPU,RAM GB\nweb,2,4,8\ndb,,8,64\n").vms.name == ["web-1", "web-2", "db"]

    def test_none_is_left_out(self) -> None:
        found = read("Role,VMs,vCPU,RAM GB\nweb,2,4,8\ndb,0,8,64\n")
        assert found.vms.name == ["web-1", "web-2"]
        assert [(each.rows_read, each.rows_accepted, each.rows_rejected) for each in found.tabs] == [(2, 1, 1)]

    @pytest.mark.parametrize("end", ["Total (4 VMs),4,20,88\n", "Total (4 VMs),4,12,72\n", "Total,4,,\n"])
    def test_sums_may_count_all_vms(self, end: str) -> None:
        assert len(read(f"Role,VMs,vCPU,RAM GB\nweb,3,4,8\ndb,1,8,64\n{end}").vms) == 4

    def test_somebody_may_say_which_column_it_is(self) -> None:
        mapping = {"name": "Was", "vcpu": "vCPU", "memory_gib": "RAM GB", "count": "Wie oft"}
        found = read("Was,Wie oft,vCPU,RAM GB\nweb,3,4,8\n", mapping)
        assert len(found.vms) == 3
        assert said(found, "rows_of_several").kind == "note"

    def test_more_than_an_estate_has_is_refused(self) -> None:
        with pytest.raises(UnreadableFile, match="2,000,000 VMs by 'Number of VMs'"):
            read("VM,Number of VMs,vCPU,RAM GB\nweb,2000000,4,8\n")


class TestSums:
    def test_they_are_said_once_with_their_names(self) -> None:
        found = read("VM,vCPU,RAM GB\nTotal (2 VMs),12,72\nweb,4,8\ndb,8,64\nSumme,1,1\n")
        assert found.vms.name == ["web", "db"]
        assert said(found, "row_of_sums").message == "Rows of sums are left out: Total (2 VMs), Summe."

    def test_words_behind_the_name_make_no_sum(self) -> None:
        found = read("VM,vCPU,RAM GB,Owner\nweb,4,8,Ann\ndb,8,64,Bea\nx,4,8,Max Mustermann\ny,12,72,Total IT\n")
        assert found.vms.name == ["web", "db", "x", "y"]

    @pytest.mark.parametrize("name", ["max-01", "sum-01"])
    def test_a_vm_that_is_called_so_stays(self, name: str) -> None:
        found = read(f"VM,vCPU,RAM GB\nweb,8,8\n{name},8,8\ndb,4,64\n")
        assert name in found.vms.name
