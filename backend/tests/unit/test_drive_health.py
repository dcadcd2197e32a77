"""Drives that exist: read with the quirks of their tools, and what follows from their counters by hand."""

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hostwise.answers.estate_sizing.columns import Vms
from hostwise.answers.estate_sizing.drive_wear import (
    implied_tbw_tb,
    in_catalogue,
    life_left_years,
    vm_write_bytes_s,
    writes_per_day_tb,
)
from hostwise.answers.estate_sizing.estate_document import EstateAnswer
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import estate_answer, read_inventories
from hostwise.estate.importers.building import vm_columns
from hostwise.estate.importers.drive_health import read_all
from hostwise.estate.importers.reading import read_inventory
from hostwise.plan.document import RemarkStatus
from hostwise.plan.estate import DriveColumns, EstateChoices, EstateScope, GroupBy, Grouping, Inventory, Power, Source
from hostwise.plan.pseudonyms import Pseudonyms
from hostwise.plan.workload import WriteLoadBasis
from hostwise.server.commands.command_line import main
from hostwise.tables.problems import UnreadableFile
from tests.estates.drives import attribute, controller, listed, nested, nvme, sas, sata, smart_log, smartctl, zipped

CATALOGUE = load_catalogue()
SOURCE = Source(kind="drive_health", label="SMART", file="smart.zip", sha256="0" * 64)
CSV = b"""Name,vCPU,Memory (GiB),Disk (GB),Power state,Host
web,4,16,300,on,esx01
db,8,64,100,on,esx02
old,2,8,50,off,esx02
"""


def read(*documents: Any, **files: Any) -> Inventory:
    """The drives of some documents, each in a file of its own."""
    named = [(f"{at}.json", each) for at, each in enumerate(documents)]
    return read_all([*named, *files.items()], SOURCE)


def of(inventory: Inventory) -> DriveColumns:
    assert inventory.drives is not None
    # Whatever was read keeps the limits of the document.
    return DriveColumns.model_validate(inventory.drives.model_dump())


def one(document: Any, column: str) -> Any:
    values = getattr(of(read(document)), column)
    return None if values is None else values[0]


def codes(inventory: Inventory | EstateAnswer) -> list[str]:
    return [each.code for each in inventory.findings]


def estate(documents: dict[str, Any], csv: bytes = CSV) -> Inventory:
    return read_inventory(zipped({"vms.csv": csv, **documents}), "all.zip")


def answered(inventory: Inventory, **choices: Any) -> EstateAnswer:
    one_group = EstateChoices(grouping=Grouping(by=GroupBy.NONE), **choices)
    return estate_answer(inventory, one_group, CATALOGUE, placed=False)


def test_nvme_by_smartctl() -> None:
    inventory = read(nvme())
    drives = of(inventory)
    assert (drives.kind, drives.model, drives.serial, drives.device) == (["NVMe"], ["ACME 1"], ["S1"], ["/dev/nvme0"])
    assert drives.written_tb == pytest.approx([51.2])
    assert drives.capacity_gb == pytest.approx([960.197124])
    assert (drives.used_share, drives.power_on_hours, drives.media_errors) == ([0.05], [8760], [2])
    assert (drives.warns, drives.spare_share) == ([False], [0.97])
    assert inventory.sources[0].taken_at == "2025-06-15"
    assert inventory.findings == []


def test_wear_beyond_100_percent_and_warnings_stay() -> None:
    assert one(nvme(used=143), "used_share") == pytest.approx(1.43)
    assert one(nvme(warning=4), "warns") is True
    assert one(sata(attribute(231, "SSD_Life_Left", 50, 0), smart_status={"passed": False}), "warns") is True


@pytest.mark.parametrize("units", [10**8, 1e8, "100000000", "100,000,000", "1e+08"])
def test_nvme_cli_writes_large_numbers_in_many_ways(units: Any) -> None:
    assert one(smart_log(used="5%", units=units, hours=str(8760)), "written_tb") == pytest.approx(51.2)
    assert one(smart_log(used="5%", units=units), "used_share") == pytest.approx(0.05)


def test_nvme_cli_divides_warnings_into_bits() -> None:
    assert one(smart_log(warning={"value": 1, "available_spare": 1}), "warns") is True
    assert one(smart_log(warning={"value": 0, "available_spare": 0}), "warns") is False


def test_counters_that_are_none_are_missing_and_told() -> None:
    log = smart_log()
    log["media_errors"] = 2**64 - 1
    inventory = read(log, smart_log(units="many"))
    assert of(inventory).media_errors == [None, 0]
    assert of(inventory).written_tb == pytest.approx([51.2, None])
    assert {"impossible", "not_a_number"} <= set(codes(inventory))
    tab = inventory.tabs[0]
    assert (tab.rows_read, tab.rows_accepted, tab.rows_repaired, tab.rows_rejected) == (2, 0, 2, 0)


@pytest.mark.parametrize("known", [listed, nested])
def test_models_of_nvme_cli_are_joined_by_folder_and_controller(known: Any) -> None:
    files = {
        "a/smart-nvme0.json": smart_log(used=1),
        "a/smart-nvme1.json": smart_log(used=2),
        "a/list.json": known(nvme0="A0", nvme1="A1"),
        "b/smart-nvme0.json": smart_log(used=3),
        "b/id-ctrl-nvme0.json": controller("B0"),
        "c/log.json": smart_log(used=4),
        "c/ctrl.json": controller("C0"),
        "d/nvme0.json": smart_log(used=5),
    }
    inventory = read(**files)
    drives = of(inventory)
    assert drives.serial == ["A0", "A1", "B0", "C0", ""]
    assert drives.model == ["ACME 9"] * 4 + [""]
    assert drives.capacity_gb == pytest.approx([3840.755982] * 4 + [None])
    assert drives.host == ["a", "a", "b", "c", "d"]
    assert codes(inventory) == ["drive_without_model"]


def test_two_logs_in_a_folder_are_not_joined_by_guess() -> None:
    inventory = read(**{"a.json": smart_log(), "b.json": smart_log(), "list.json": listed(nvme0="A0")})
    assert of(inventory).serial is None


def test_sas_gigabytes_are_decimal() -> None:
    drives = of(read(sas()))
    assert (drives.kind, drives.used_share, drives.power_on_hours) == (["SAS"], [0.11], [8760])
    assert drives.written_tb == pytest.approx([6.082745])
    assert drives.media_errors == [2]


def test_sas_that_counts_nothing_has_no_writes() -> None:
    inventory = read(sas(gigabytes="0.000"))
    assert of(inventory).written_tb is None
    assert codes(inventory) == ["drive_writes_implausible"]
    assert inventory.tabs[0].rows_repaired == 1


@pytest.mark.parametrize(
    ("number", "name", "value", "raw", "share"),
    [
        (177, "Wear_Leveling_Count", 93, 412, 0.07),
        (231, "SSD_Life_Left", 80, 80, 0.2),
        (233, "Media_Wearout_Indicator", 97, 0, 0.03),
        (202, "Percent_Lifetime_Remain", 94, 6, 0.06),
        (202, "Percent_Lifetime_Used", 94, 6, 0.06),
        (169, "Remaining_Lifetime_Perc", 100, 100, 0.0),
        # The scale ends: what is beyond it cannot be said.
        (177, "Wear_Leveling_Count", 1, 9_000, 1.0),
        # No share, no name that is known, or another meaning of the same number.
        (177, "Wear_Leveling_Count", 200, 0, None),
        (231, "Unknown_SSD_Attribute", 80, 80, None),
        (233, "NAND_Writes_1GiB", 100, 5_000, None),
    ],
)
def test_sata_attributes_have_a_direction(number: int, name: str, value: int, raw: int, share: float | None) -> None:
    written = attribute(241, "Total_LBAs_Written", 100, 2 * 10**11)
    assert one(sata(attribute(number, name, value, raw), written), "used_share") == share


@pytest.mark.parametrize(
    ("name", "raw", "terabytes"),
    [
        ("Total_LBAs_Written", 10**11, 51.2),
        ("Host_Writes_32MiB", 10**6, 33.554432),
        ("Host_Writes_GiB", 50_000, 53.687091),
        ("Lifetime_Writes_GiB", 50_000, 53.687091),
        ("Total_Writes_GB", 50_000, 50),
        ("Host_Writes_MiB", 10**7, 10.48576),
        # What the drive wrote to its flash, or in a unit that the name does not say.
        ("NAND_Writes_GiB", 50_000, None),
        ("TLC_Writes_32MiB", 50_000, None),
        ("Total_Host_Writes", 50_000, None),
        ("Total_LBAs_Read", 10**11, None),
    ],
)
def test_sata_writes_are_in_the_unit_of_their_name(name: str, raw: int, terabytes: float | None) -> None:
    drive = sata(attribute(231, "SSD_Life_Left", 99, 99), attribute(241, name, 100, raw))
    assert one(drive, "written_tb") == (None if terabytes is None else pytest.approx(terabytes))


def test_sata_statistics_come_before_attributes() -> None:
    statistics = {
        "Logical Sectors Written": 10**10,
        "Percentage Used Endurance Indicator": 104,
        "Number of Reported Uncorrectable Errors": 3,
    }
    wear = attribute(177, "Wear_Leveling_Count", 1, 9_000)
    drives = of(read(sata(wear, statistics=statistics, logical_block_size=4096)))
    assert drives.written_tb == pytest.approx([40.96])
    assert drives.used_share == pytest.approx([1.04])
    assert drives.media_errors == [3]


def test_sectors_that_are_no_sectors_are_told() -> None:
    """Smartctl calls number 241 so on any drive that it does not know, whatever its unit is."""
    drive = sata(attribute(231, "SSD_Life_Left", 80, 80), attribute(241, "Total_LBAs_Written", 100, 50_000))
    inventory = read(drive)
    assert of(inventory).written_tb is None
    assert codes(inventory) == ["drive_writes_implausible"]


def test_hard_disks_and_drives_without_health_are_left_out_with_a_reason() -> None:
    disk = sata(attribute(9, "Power_On_Hours", 50, 40_000), rotation_rate=7200, serial_number="D1")
    denied = {"json_format_version": [1, 0], "smartctl": {"exit_status": 2, "messages": [{"string": "Denied"}]}}
    scan = {"smartctl": {"exit_status": 0}, "devices": [{"name": "/dev/sda"}]}
    inventory = read(nvme(), disk, denied, scan)
    assert len(of(inventory)) == 1
    assert {each.code: each.count for each in inventory.findings} == {"drives_hard_disks": 1, "drive_not_read": 1}
    tab = inventory.tabs[0]
    assert (tab.rows_read, tab.rows_accepted, tab.rows_repaired, tab.rows_rejected) == (3, 1, 0, 2)


def test_a_drive_counts_once_by_its_latest_reading() -> None:
    inventory = read(nvme(used=5, hours=8_000), nvme(used=6, hours=9_000), nvme(used=4, hours=7_000))
    assert of(inventory).used_share == [0.06]
    assert inventory.tabs[0].rows_rejected == 2
    assert codes(inventory) == ["drive_twice"]


def test_a_drive_in_two_files_counts_once() -> None:
    older = (zipped({"a.json": nvme(hours=8_000), "b.json": sas(serial_number="S2")}), "old.zip")
    newer = (json.dumps(nvme(hours=9_000)).encode(), "new.json")
    inventory = read_inventories([(CSV, "vms.csv"), older, newer])
    drives = of(inventory)
    assert sorted(zip(drives.serial or [], drives.power_on_hours or [], strict=True)) == [("S1", 9_000), ("S2", 8_760)]
    assert [each.count for each in inventory.findings if each.code == "drive_twice"] == [1]
    counted = {each.file: (each.rows_accepted, each.rows_rejected) for each in inventory.tabs if each.tab == "drives"}
    assert counted == {"old.zip": (1, 1), "new.json": (1, 0)}


def test_drives_alone_are_no_estate() -> None:
    with pytest.raises(UnreadableFile, match="2 drives and no VM: bring the export of the VMs too") as raised:
        read_inventory(zipped({"a.json": nvme(), "b.json": sas(serial_number="S2")}), "smart.zip")
    assert raised.value.code == "only_drives"
    files = [(json.dumps(each).encode(), "a.json") for each in (nvme(), sas(serial_number="S2"))]
    with pytest.raises(UnreadableFile, match="no VM"):
        read_inventories(files)
    with pytest.raises(UnreadableFile, match="has the health of none"):
        read_inventory(json.dumps(listed(nvme0="A0")).encode(), "list.json")


def test_documents_one_after_the_other_and_in_utf_16() -> None:
    several = "\n".join(json.dumps(each) for each in (nvme(), sas(serial_number="S2")))
    for data in (several.encode(), several.encode("utf-16"), json.dumps([nvme(), sas(serial_number="S2")]).encode()):
        inventory = read_inventories([(CSV, "vms.csv"), (data, "all.json")])
        assert of(inventory).kind == ["NVMe", "SAS"]
    with pytest.raises(UnreadableFile, match="cannot be read in line 2"):
        read_inventory(b"{}\n{]", "broken.json")


def test_names_of_files_are_joined_to_hosts() -> None:
    csv = CSV.replace(b",esx01", b",esx01.lab.example").replace(b",esx02", b",esx02.lab.example")
    hosts = {"format": "hostwise-inventory", "sources": [], "datastores": {"name": []}} | {
        "vms": {"name": [], "id": [], "power": [], "template": []},
        "hosts": {"name": ["esx01.lab.example", "esx02.lab.example"]},
    }
    documents = {"esx01_nvme0.json": nvme(), "esx02/x/sdb.json": sas(serial_number="S2"), "hosts.json": hosts}
    inventory = estate(documents | {"esx03/sdc.json": sas(serial_number="S3")}, csv)
    assert of(inventory).host == ["esx01.lab.example", "esx02.lab.example", "esx03"]


def test_pseudonyms_hide_hosts_files_and_serial_numbers() -> None:
    inventory = estate({"esx01/nvme0.json": nvme(), "esx02/sdb.json": sas(serial_number="S2")})
    hidden = Pseudonyms().anonymised(inventory)
    text = hidden.model_dump_json()
    for name in ("S1", "S2", "esx01", "esx02", "nvme0.json"):
        assert name not in text.replace('"/dev/nvme0"', "")
    drives = of(hidden)
    assert (drives.model, drives.serial) == (["ACME 1"] * 2, ["serial-0001", "serial-0002"])
    assert set(drives.host or []) == set(hidden.vms.host or [])


def test_an_estate_without_drives_has_none() -> None:
    inventory = read_inventory(CSV, "vms.csv")
    assert inventory.drives is None
    assert answered(inventory).drives is None
    assert Pseudonyms().anonymised(inventory).drives is None


# What follows from the counters. 51.2 TB in 365 days are 0.1403 TB a day.


def test_figures_of_a_drive_by_hand() -> None:
    answer = answered(estate({"nvme0.json": nvme()})).drives
    assert answer is not None
    (row,) = answer.rows
    assert row.tb_per_day == pytest.approx(51.2 / 365)
    assert row.drive_writes_per_day == pytest.approx(51.2 / 365 / 0.960197124)
    assert row.tbw_tb is not None
    assert row.tbw_tb.value == pytest.approx(51.2 / 0.05)
    assert [row.tbw_tb.low, row.tbw_tb.high] == pytest.approx([51.2 / 0.06, 51.2 / 0.04])
    assert row.life_years is not None
    assert row.life_years.value == pytest.approx(0.95 / 0.05)
    assert [row.life_years.low, row.life_years.high] == pytest.approx([0.94 / 0.06, 0.96 / 0.04])
    assert answer.median_life_years == pytest.approx(19)
    assert not answer.median_is_lower_bound
    assert answer.sentence == "1 drive: 0.14 TB a day are written; at this rate it wears out within 19 years."


@pytest.mark.parametrize(("used", "low"), [(0.0, 99.0), (0.01, 49.0)])
def test_little_wear_is_only_a_lower_bound(used: float, low: float) -> None:
    life = life_left_years(np.array([used]), np.array([8_760.0]))
    assert math.isnan(life.value[0])
    assert math.isnan(life.high[0])
    assert life.low[0] == pytest.approx(low)


def test_implied_writes_contain_the_truth_however_the_share_was_rounded() -> None:
    written, true_tbw = 100.0, np.linspace(150, 20_000, 997)
    exact = written / true_tbw
    for rounded in (np.floor(exact * 100) / 100, np.round(exact, 2), np.ceil(exact * 100) / 100):
        band = implied_tbw_tb(np.full(len(exact), written), rounded)
        assert (band.low <= true_tbw * (1 + 1e-9)).all()
        assert (np.isnan(band.high) | (band.high >= true_tbw * (1 - 1e-9))).all()


def test_young_drives_are_not_used_and_told() -> None:
    per_day = writes_per_day_tb(np.array([1.0, 1.0, 1.0]), np.array([0.0, 719.0, 720.0]))
    assert np.isnan(per_day[:2]).all()
    assert per_day[2] == pytest.approx(1 / 30)
    found = answered(estate({"a.json": nvme(hours=719), "b.json": sas(serial_number="S2")}))
    assert found.drives is not None
    assert (found.drives.drives, found.drives.with_writes) == (2, 1)
    assert found.drives.tb_per_day == pytest.approx(6.082745 / 365)
    assert next(each.count for each in found.findings if each.code == "drives_young") == 1


def test_worn_and_warning_drives_are_told_and_come_first() -> None:
    worn_out = sas(used=120, gigabytes="9082745.000", serial_number="S2")
    warning = nvme(warning=1, serial_number="S3")
    found = answered(estate({"a.json": nvme(), "b.json": worn_out, "c.json": warning}))
    assert found.drives is not None
    assert (found.drives.worn, found.drives.warn, found.drives.first) == (1, 1, "b.json")
    worn = found.drives.rows[0].life_years
    assert worn is not None
    assert (worn.value, worn.low, worn.high) == (0, 0, 0)
    assert {"drives_worn", "drives_warn"} <= set(codes(found))


def test_sums_by_host() -> None:
    documents = {
        "esx01/nvme0.json": nvme(),
        "esx01/nvme1.json": nvme(used=10, serial_number="S2"),
        "esx02/sdb.json": sas(serial_number="S3"),
    }
    found = answered(estate(documents)).drives
    assert found is not None
    assert found.tb_per_day == pytest.approx((2 * 51.2 + 6.082745) / 365)
    first, second = found.hosts
    assert (first.name, first.drives) == ("esx01", 2)
    assert first.tb_per_day == pytest.approx(102.4 / 365)
    assert first.first_life_years is not None
    assert first.first_life_years.value == pytest.approx(9)
    assert (second.name, second.drives) == ("esx02", 1)
    # 9, 8.09 and 19 years.
    assert found.median_life_years == pytest.approx(9)


def test_drives_without_wear_are_told() -> None:
    found = answered(estate({"a.json": sas(used=None)}))
    assert found.drives is not None
    assert found.drives.rows[0].life_years is None
    assert found.drives.median_life_years is None
    assert "drives_wear_unknown" in codes(found)


def test_the_catalogue_is_compared_beyond_a_factor_of_two() -> None:
    known = CATALOGUE.drives["micron-7450-max-3.2tb"]
    assert known.tbw_tb is not None
    size = {"blocks": 1, "bytes": 3_200_631_791_616}

    def told(implied_tb: float) -> bool:
        units = implied_tb * 0.2 / 512e-9
        name = "Micron_7450_MTFDKCC3T2TFS"
        drive = nvme(used=20, units=int(units), model_name=name, user_capacity=size)
        found = answered(estate({"a.json": drive}))
        assert found.drives is not None
        assert found.drives.rows[0].rated_tbw_tb == known.tbw_tb
        return "drives_rated_differently" in codes(found)

    assert told(known.tbw_tb / 3)
    assert told(known.tbw_tb * 3)
    assert not told(known.tbw_tb / 1.9)
    # Twice, less what rounding explains.
    assert not told(known.tbw_tb / 2.04)


def test_models_are_found_by_their_words_and_capacity() -> None:
    drives = list(CATALOGUE.drives.values())

    def key(model: str, capacity_gb: float) -> str | None:
        found = in_catalogue(model, capacity_gb, drives)
        return None if found is None else found.key

    assert key("Micron_7450_MTFDKCC3T2TFS", 3200.6) == "micron-7450-max-3.2tb"
    assert key("Dell Express Flash NVMe P4510 4TB SFF", 4000.8) == "intel-dc-p4510-4tb"
    assert key("Micron_7450_MTFDKCC3T2TFS", 1600.3) is None
    assert key("ACME 7450", 3200.6) is None
    assert key("Samsung SSD 983 DCT 960GB", 960.2) is None
    assert key("SAMSUNG MZQL23T8HCLS-00A07", 3840.8) is None
    assert key("", math.nan) is None


def test_measured_writes_stand_beside_the_plan() -> None:
    found = answered(estate({"a.json": nvme()}), assume_io=False)
    (finding,) = [each for each in found.findings if each.code == "drives_writes"]
    assert finding.kind == "note"
    assert "0.14 TB a day" in finding.message
    assert "0.0701 TB a day of all VMs" in finding.message
    assert "does not know the writes of some VMs" in finding.message
    assert found.groups[0].group.iops_average is None


def test_assumed_writes_of_the_plan_are_said_to_be_assumed_beside_measured_ones() -> None:
    found = answered(estate({"a.json": nvme()}))
    (finding,) = [each for each in found.findings if each.code == "drives_writes"]
    assert "assumed for 2 VMs: they can have their part of what is measured instead" in finding.message


def test_vms_without_io_get_exactly_the_measured_writes() -> None:
    inventory = estate({"a.json": nvme(), "b.json": sas(serial_number="S2")})
    found = answered(inventory, writes_of_drives=True, drive_write_copies=3.0, read_share=0.6, io_kib=8)
    group = found.groups[0].group
    assert group.iops_average is not None
    assert group.iops_peak is None
    written = group.count * group.iops_average * 0.4 * 8 * 1024
    per_day = (51.2 + 6.082745) / 365
    assert written == pytest.approx(per_day * 1e12 / 86_400 / 3, rel=1e-12)
    assert found.drives is not None
    assert found.drives.plan_tb_per_day == pytest.approx(found.drives.vm_tb_per_day)
    assert found.plan is not None
    assert found.plan.workload.write_load_basis is WriteLoadBasis.ESTIMATED
    remark = found.plan.remarks["/workload/groups/0/iops_average"]
    assert remark.status is RemarkStatus.ASSUMED
    assert "3 copies" in (remark.note or "")
    assert "io_not_given" not in codes(found)
    result = evaluate_plan(found.plan, CATALOGUE)
    assert result.configurations[-1].quantities["flash_life_years"].value is not None


def test_writes_are_divided_by_disks_over_all_vms_that_run() -> None:
    vms = Vms(
        vm_columns(
            ["a", "b", "c", "d"],
            id=["a", "b", "c", "d"],
            power=[Power.ON, Power.ON, Power.OFF, Power.ON],
            template=[False] * 4,
            disk_gb=np.array([300.0, 100.0, 900.0, np.nan]),
        )
    )
    drives = DriveColumns(name=["x"], written_tb=[86.4], power_on_hours=[8_640])
    # 0.24 TB a day are 2.7778 MB/s; the disk of d counts as 200 GB.
    assert vm_write_bytes_s(vms, drives, 2) == pytest.approx(np.array([300, 100, 0, 200]) / 600 * 0.24e12 / 86_400 / 2)
    assert vm_write_bytes_s(vms, DriveColumns(name=["x"]), 2) is None


def test_a_scope_gets_its_part_only() -> None:
    inventory = estate({"a.json": nvme()})
    whole, part = (
        answered(inventory, writes_of_drives=True, scope=EstateScope(names=names)).groups[0].group
        for names in ([], ["web"])
    )
    assert whole.iops_average is not None
    assert part.iops_average is not None
    assert part.iops_average == pytest.approx(2 * whole.iops_average * 300 / 400)


def test_vms_with_io_keep_it_and_reads_alone_cannot_be_writes() -> None:
    csv = b"Name,vCPU,Memory (GiB),Disk (GB),IOPS\nweb,4,16,300,50\n"
    mapping = {
        "iops_average": "IOPS",
        "name": "Name",
        "vcpu": "vCPU",
        "memory_gib": "Memory (GiB)",
        "disk_gb": "Disk (GB)",
    }
    inventory = read_inventories([(csv, "vms.csv"), (json.dumps(nvme()).encode(), "a.json")], mapping)
    found = answered(inventory, writes_of_drives=True)
    assert found.groups[0].group.iops_average == 50
    without = answered(estate({"a.json": nvme()}), writes_of_drives=True, read_share=1, assume_io=False)
    assert without.groups[0].group.iops_average is None
    for each in (found, without):
        assert any("No VM has a part" in finding.message for finding in each.findings)


def test_the_command_takes_drives_with_an_estate(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "vms.csv").write_bytes(CSV)
    (tmp_path / "nvme0.json").write_text(json.dumps(nvme()))
    several = "\n".join(json.dumps(each) for each in (smartctl("ATA"), sas(serial_number="S2")))
    (tmp_path / "sd.json").write_text(several)
    plan = tmp_path / "plan.json"
    files = [str(tmp_path / name) for name in ("vms.csv", "nvme0.json", "sd.json")]
    assert main(["import", *files, "-o", str(plan), "--writes-of-drives", "--drive-copies", "3"]) == 0
    told = capsys.readouterr().err
    assert "2 drives: 0.157 TB a day are written; at this rate half of them wear out within" in told
    assert "nvme0.json" in told
    *groups, off = json.loads(plan.read_text())["workload"]["groups"]
    assert min(each["iops_average"] for each in groups) > off["iops_average"] == 0
    assert main(["import", files[1], "-o", str(plan)]) != 0
    assert "1 drive and no VM" in capsys.readouterr().err


# ------------------------------------------------------------------------------- what makers mean, and what cannot be


@pytest.mark.parametrize(
    ("row", "used"),
    [
        # Phison and Silicon Motion: the raw value is what is left where the normalised one stays at 100.
        (attribute(231, "SSD_Life_Left", 100, 70), 0.30),
        (attribute(169, "Remaining_Lifetime_Perc", 100, 96), 0.04),
        (attribute(231, "SSD_Life_Left", 98, 98), 0.02),
        (attribute(231, "SSD_Life_Left", 90, 0), 0.10),
        # Of others it counts cycles, or what is used.
        (attribute(177, "Wear_Leveling_Count", 99, 16), 0.01),
        (attribute(202, "Percent_Lifetime_Remain", 99, 1), 0.01),
        (attribute(202, "Percent_Lifetime_Remain", 100, 0), 0.0),
        # One name, two meanings: the number tells them apart.
        (attribute(230, "Media_Wearout_Indicator", 1, 4_296_278_017), 0.01),
        (attribute(233, "Media_Wearout_Indicator", 91, 0), 0.09),
    ],
)
def test_each_maker_has_its_own_meaning_of_wear(row: dict[str, Any], used: float) -> None:
    assert one(sata(row), "used_share") == pytest.approx(used)


def test_what_smartctl_makes_of_a_value_that_stays_at_100_does_not_count() -> None:
    drive = sata(attribute(231, "SSD_Life_Left", 100, 74)) | {"endurance_used": {"current_percent": 0}}
    assert one(drive, "used_share") == pytest.approx(0.26)
    assert one(sata() | {"endurance_used": {"current_percent": 12}}, "used_share") == pytest.approx(0.12)


@pytest.mark.parametrize(
    ("left", "gib", "code"),
    [
        (100, 900_000, "drive_wear_unclear"),
        (1, 1_600, "drive_wear_unclear"),
        (100, 100_000, ""),
        (40, 900_000, ""),
        (40, 20, "drive_writes_implausible"),
    ],
)
def test_wear_and_writes_that_do_not_go_together(left: int, gib: int, code: str) -> None:
    drive = sata(
        attribute(233, "Media_Wearout_Indicator", left, 0),
        attribute(241, "Host_Writes_GiB", 100, gib),
        user_capacity={"bytes": 1_024_209_543_168},
    )
    inventory = read(drive)
    drives = of(inventory)
    assert codes(inventory) == ([code] if code else [])
    assert (drives.written_tb is None) == (code == "drive_writes_implausible")
    assert (drives.used_share is None) == (code == "drive_wear_unclear")


def test_writes_that_no_drive_could_take_are_no_reason_to_uncertainty_its_wear() -> None:
    drive = sata(
        attribute(233, "Media_Wearout_Indicator", 100, 0),
        # In 32 MiB where it is sectors: 42 GB in each second of a year.
        attribute(241, "Host_Writes_32MiB", 100, 40_000_000_000),
        user_capacity={"bytes": 1_024_209_543_168},
    )
    inventory = read(drive)
    assert codes(inventory) == ["drive_writes_implausible"]
    assert (of(inventory).written_tb, of(inventory).used_share) == (None, [0])


@pytest.mark.parametrize("serial", ["REDACTED", "redacted.", "0000000000", "XXXX-XXXX", "(removed)", "Unknown", "N/A"])
def test_what_is_no_serial_number_makes_no_two_drives_one(serial: str) -> None:
    drives = [nvme(serial_number=serial, model_name=f"ACME {each}") for each in ("A", "B")]
    assert len(of(read(*drives, nvme(serial_number=serial, model_name="ACME A")))) == 3


def test_a_serial_number_is_that_of_a_model() -> None:
    twice = nvme(serial_number="S1", model_name="ACME A")
    inventory = read(twice, twice, nvme(serial_number="S1", model_name="ACME B"))
    assert of(inventory).model == ["ACME A", "ACME B"]
    assert codes(inventory) == ["drive_twice"]
