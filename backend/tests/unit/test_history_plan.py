"""A history beside an inventory, and the worst day as the load of a burst."""

import json
from collections.abc import Mapping

import pytest

from hostwise.estate.importers.building import inventory, vm_columns
from hostwise.estate.importers.history.history_reading import read_history
from hostwise.plan.estate import Inventory, Power, Source
from hostwise.plan.history import Counter, History, WriteProfile, load_steps, with_history
from hostwise.plan.workload import Burst
from tests.estates import history as estates

NAMES = ["web-01", "SQL-01", "twin", "twin", "quiet", "off"]


def estate() -> Inventory:
    power = [Power.ON] * 5 + [Power.OFF]
    vms = vm_columns(
        NAMES,
        id=[f"vm-{at}" for at in range(len(NAMES))],
        power=power,
        template=[False] * len(NAMES),
        cpu_ghz=[9.0] * len(NAMES),
    )
    return inventory(Source(kind="rvtools", label="RVTools", file="estate.xlsx", sha256="0" * 64), [], vms)


def history(vms: Mapping[str, list[float]]) -> History:
    columns = {
        "cpuUsageMhz": vms,
        "diskReadKbps": {vm: [1000.0] * 288 for vm in vms},
        "diskWriteKbps": {vm: [500.0] * 288 for vm in vms},
    }
    return read_history(estates.wide(columns), "history.csv", for_sizing=False)


def test_vms_are_joined_by_name_or_id() -> None:
    found = history({"WEB-01": [1000.0] * 288, "twin": [2000.0] * 288, "stranger": [3000.0] * 288})
    joined = with_history(estate(), found)
    assert joined.vms.cpu_ghz == [1, 9, 9, 9, 9, 9]
    assert joined.vms.cpu_peak_ghz == [1, None, None, None, None, None]
    assert joined.vms.disk_kb_s == pytest.approx([1536, None, None, None, None, None])
    assert joined.vms.iops_average is None
    told = {each.code: each for each in joined.findings}
    # The running ones: those off are silent by nature.
    assert told["vms_without_history"].count == 4
    assert told["history_unmatched"].count == 2
    assert told["history_names_repeat"].count == 1
    assert "stranger" in told["history_unmatched"].message
    assert [each.file for each in joined.sources] == ["estate.xlsx", "history.csv"]
    by_id = found.model_copy(update={"vms": found.vms.model_copy(update={"id": ["", "vm-2", "vm-1"]})})
    joined = with_history(estate(), by_id)
    # The rows of the history are in the order of names: WEB-01, stranger, twin.
    assert joined.vms.cpu_ghz == [1, 2, 3, 9, 9, 9]


def test_a_short_history_changes_no_vm() -> None:
    before = estate()
    short = read_history(estates.wide({"cpuUsageMhz": {"web-01": [1000.0]}}), "x.csv", for_sizing=False)
    after = with_history(before, short)
    assert after.vms == before.vms
    assert [each.code for each in after.findings] == ["history_too_short"]


def test_an_enriched_inventory_is_a_document() -> None:
    joined = with_history(estate(), history({"web-01": [1000.0] * 288}))
    assert Inventory.model_validate_json(joined.model_dump_json()).vms == joined.vms


def test_a_history_is_a_document() -> None:
    found = history({"web-01": [1000.0, 3000.0] * 144})
    again = History.model_validate(json.loads(found.model_dump_json()))
    assert again == found
    assert again.load(Counter.CPU_GHZ) == found.load(Counter.CPU_GHZ)


def profile(mb_s: list[float], step_minutes: float = 5) -> WriteProfile:
    mean = sum(mb_s) / len(mb_s)
    return WriteProfile(date="2026-09-01", step_minutes=step_minutes, mb_s=mb_s, mean_mb_s=mean, gap_minutes=0)


def test_a_day_becomes_a_load_profile() -> None:
    steps = load_steps(profile([10, 20, 5]), peak_write_mb_s=20)
    assert [(each.minutes, each.peak_share) for each in steps] == [(5, 0.5), (5, 1), (5, 0.25)]
    assert Burst(profile=steps).profile == steps


def test_fewer_steps_keep_the_bytes_and_the_peak() -> None:
    day = [10 + at % 3 * 0.1 for at in range(1440)]
    day[700:703] = [200, 210, 190]
    steps = load_steps(profile(day, 1), peak_write_mb_s=100)
    assert len(steps) == 500
    assert sum(each.minutes for each in steps) == pytest.approx(1440)
    assert sum(each.minutes * each.peak_share * 100 for each in steps) == pytest.approx(sum(day))
    assert max(each.peak_share for each in steps) == pytest.approx(2.1)
    assert Burst(profile=steps).profile == steps


@pytest.mark.parametrize("peak", [0, -1, float("nan"), 1])
def test_a_peak_that_a_plan_cannot_have(peak: float) -> None:
    with pytest.raises(ValueError, match="peak writes"):
        load_steps(profile([11, 1]), peak_write_mb_s=peak)
