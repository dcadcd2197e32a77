"""Readiness: what stops a move is found, all of it and nothing else, and each kind says what it changes in hosts."""

import datetime as dt
import io
from pathlib import Path
from typing import Any

import pytest
from python_calamine import CalamineWorkbook

from hostwise.answers.estate_sizing.readiness_document import EstateReadiness
from hostwise.catalogue.loader import load_catalogue
from hostwise.catalogue.os_support import ended, support_of
from hostwise.estate.importers.reading import read_inventory
from hostwise.estate.readiness_answer import estate_readiness
from hostwise.plan.estate import EstateChoices, EstateScope, VmTrait
from hostwise.reports.workbook.readiness_book import write_readiness
from hostwise.server.commands import command_line
from tests.estates.planted import Planted
from tests.estates.rvtools import comma_separated, zipped

CATALOGUE = load_catalogue()
ON = dt.date(2025, 4, 10)


def found(readiness: EstateReadiness) -> dict[str, set[str]]:
    return {each.key: {row.name for row in each.rows} for each in readiness.kinds}


def planted(seed: int, vms: int = 1_000) -> tuple[Planted, EstateReadiness]:
    export = Planted(vms, seed)
    choices = EstateChoices(scope=EstateScope(powered_off="disk"))
    # Snapshots that the draw gave are as old as the export, and so are all dates of VMs.
    return export, estate_readiness(export.inventory(), choices, CATALOGUE, on=dt.date(2025, 4, 10), most_rows=None)


@pytest.mark.parametrize("seed", [20_251, 7, 424_242])
def test_all_that_was_planted_is_found_and_nothing_else(seed: int) -> None:
    export, readiness = planted(seed)
    expected = {key: names for key, names in export.has.items() if names}
    assert found(readiness) == expected
    assert len(expected) >= 14
    assert readiness.vms - readiness.ready == len(set().union(*expected.values()))
    assert readiness.not_evaluated == []


def test_each_kind_says_what_it_changes_in_hosts() -> None:
    _, readiness = planted(11, 300)
    assert readiness.hosts is not None
    for each in readiness.kinds:
        assert each.stops
        assert each.remedy
        if each.leaves:
            assert each.hosts_without is not None
            assert each.hosts_without <= readiness.hosts
            assert str(each.hosts_without) in each.effect
        else:
            assert each.hosts_without is None
            assert each.effect.startswith("fixed in place: same number of hosts")


def test_without_half_of_the_vms_there_are_fewer_hosts_and_the_sentence_says_how_many() -> None:
    export = Planted(400, 5)
    inventory = export.inventory()
    vcpu = [each or 0 for each in inventory.vms.vcpu or []]
    idle = [(0.001 if at < 200 else 0.1) * each * 2.4 for at, each in enumerate(vcpu)]
    changed = inventory.model_copy(update={"vms": inventory.vms.model_copy(update={"cpu_peak_ghz": idle})})
    readiness = estate_readiness(changed, EstateChoices(), CATALOGUE, on=ON)
    kind = next(each for each in readiness.kinds if each.key == "idle")
    assert readiness.hosts is not None
    assert kind.hosts_without is not None
    less = readiness.hosts - kind.hosts_without
    assert less > 0
    words = f"{less} host less" if less == 1 else f"{less} hosts less"
    assert kind.effect == f"without them {kind.hosts_without} hosts instead of {readiness.hosts}: {words}"


@pytest.mark.parametrize(("with_media", "usual"), [(12, False), (13, True), (24, True)])
def test_a_setting_that_most_vms_have_is_one_line_and_stops_nothing(with_media: int, usual: bool) -> None:
    inventory = Planted(24, 5).inventory()
    media = {VmTrait.MEDIA: [at < with_media for at in range(24)]}
    raw = {VmTrait.RAW_DEVICE: [True] * 24}
    changed = inventory.model_copy(update={"vms": inventory.vms.model_copy(update={"traits": media | raw})})
    scope = EstateScope(powered_off="all", count_infrastructure=True, management_in_groups=True)
    readiness = estate_readiness(changed, EstateChoices(scope=scope), CATALOGUE, on=ON)
    counted = readiness.vms
    assert [each.key for each in readiness.usual] == ["media"] * usual
    if usual:
        assert "on by default in this environment. Disconnect it." in readiness.usual[0].text
        assert readiness.usual[0].vms <= counted
    # A device is none, however many VMs have one.
    assert {"raw_devices", *(["media"] if not usual else [])} <= set(found(readiness))
    assert ("media" in found(readiness)) is not usual


def test_what_the_source_cannot_say_is_not_evaluated() -> None:
    lines = "\n".join(["Name,vCPU,RAM GB", "a,4,16", "b,8,32"])
    readiness = estate_readiness(read_inventory(lines.encode(), "a.csv"), EstateChoices(), CATALOGUE, on=ON)
    assert readiness.kinds == []
    assert {each.key for each in readiness.not_evaluated} == {
        "raw_devices", "shared_disks", "passthrough", "fault_tolerant", "very_large", "guest_ended", "idle", "off_long",
        "unreachable", "old_snapshots", "consolidation", "media", "old_hardware", "no_tools", "guest_ends_soon",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "on", "over"),
    [
        ("Microsoft Windows Server 2012 R2 (64-bit)", dt.date(2026, 11, 25), True),
        ("Microsoft Windows Server 2022 (64-bit)", dt.date(2026, 11, 25), False),
        ("Microsoft Windows Server 2016 or later (64-bit)", dt.date(2026, 11, 25), False),
        ("Microsoft Windows Server 2016 (64-bit)", dt.date(2027, 1, 13), True),
        ("CentOS 7 (64-bit)", dt.date(2026, 11, 25), True),
        ("SUSE Linux Enterprise 15 (64-bit)", dt.date(2026, 11, 25), False),
        ("rhel 6", dt.date(2026, 11, 25), True),
    ],
)
def test_support_by_the_names_of_guests(name: str, on: dt.date, *, over: bool) -> None:
    row = support_of(name, CATALOGUE.os_support.values(), "guest")
    assert row is not None
    assert ended(row, on) is over


def test_names_that_tell_no_version_are_not_called_unsupported() -> None:
    for name in ("Ubuntu Linux (64-bit)", "Other 5.x or later Linux (64-bit)", "CentOS 4/5 or later (64-bit)"):
        assert support_of(name, CATALOGUE.os_support.values(), "guest") is None


def test_the_sheet_has_each_kind_and_each_vm() -> None:
    export, readiness = planted(3, 200)
    content = write_readiness(readiness, "=Lab")
    assert content == write_readiness(readiness, "=Lab")
    kinds, vms = sheets(content)
    assert kinds[0][0] == "=Lab: readiness on 2025-04-10"
    assert [row[0] for row in kinds[4 : 4 + len(readiness.kinds)]] == [each.label for each in readiness.kinds]
    rows = [(row[0], row[3]) for row in vms[1:]]
    assert rows == [(row.name, each.label) for each in readiness.kinds for row in each.rows]
    assert len(rows) == sum(map(len, export.has.values()))


def sheets(content: bytes) -> list[list[list[Any]]]:
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    return [book.get_sheet_by_name(each).to_python() for each in ("Readiness", "VMs")]


def test_the_command_writes_the_sheet(tmp_path: Path) -> None:
    export = Planted(60, 9)
    files = {f"RVTools_tab{each.name}.csv": comma_separated(each) for each in export.tabs.values()}
    (tmp_path / "estate.zip").write_bytes(zipped(files))
    sheet, plan = tmp_path / "readiness.xlsx", tmp_path / "plan.json"
    code = command_line.main(["import", str(tmp_path / "estate.zip"), "-o", str(plan), "--readiness", str(sheet)])
    assert code == 0
    assert len(sheets(sheet.read_bytes())[1]) > 10
