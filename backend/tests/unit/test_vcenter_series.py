"""What a vCenter answers becomes numbers: sums over disks, gaps, and files that go on where they ended."""

import csv
import datetime as dt
import doctest
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pyVmomi import vim

from hostwise.estate.collectors import reaching
from hostwise.estate.collectors.collecting_problems import WrongInput
from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
from hostwise.estate.collectors.reaching import address_of
from hostwise.estate.collectors.series import (
    ACTIVE,
    ACTIVE_HIGHEST,
    CPU,
    CPU_HIGHEST,
    DISK_KB_S,
    READ_KB_S,
    READS,
    READY,
    WRITES,
    WRITTEN_KB_S,
    Series,
)
from hostwise.estate.collectors.vcenter import counters, vcenter_history
from hostwise.estate.collectors.vcenter.counters import KEPT, Level
from hostwise.estate.collectors.vcenter.sample_file import SampleFile
from hostwise.estate.collectors.vcenter.session import PRODUCT
from hostwise.estate.collectors.vcenter.vcenter_history import _level
from hostwise.estate.collectors.vcenter.vcenter_inventory import Machine, _snapshots
from hostwise.estate.collectors.vcenter.vcenter_use import Use
from hostwise.estate.importers.building import vm_columns
from hostwise.plan.estate import Power
from hostwise.server.commands import command_line
from hostwise.server.commands.collect_commands import PASSWORD
from hostwise.server.commands.exit_codes import ExitCode

IDS = dict(enumerate(KEPT, start=1))
ID_OF = {each.key: at for at, each in IDS.items()}
NAN = np.nan


def machine(number: int = 1, name: str = "web", vcpu: float = 2) -> Machine:
    return Machine(None, f"id-{number}", name, vcpu)


def answer(times: str, *values: tuple[str, str, str]) -> Any:
    performance = vim.PerformanceManager
    return performance.EntityMetricCSV(
        sampleInfoCSV=times,
        value=[
            performance.MetricSeriesCSV(id=performance.MetricId(counterId=ID_OF[key], instance=instance), value=numbers)
            for key, instance, numbers in values
        ],
    )


def series(begin: int, *, of: Machine | None = None, **values: list[float]) -> Series:
    keys = {"cpu": CPU, "active": ACTIVE, "reads": READS, "writes": WRITES, "read": READ_KB_S, "written": WRITTEN_KB_S}
    length = len(next(iter(values.values())))
    return Series(
        of or machine(),
        begin + 20 * np.arange(length),
        {keys[name]: np.array(numbers, dtype=np.float64) for name, numbers in values.items()},
    )


def test_an_answer_in_any_order() -> None:
    read = counters._read(
        answer(
            "20,2026-09-01T00:00:40Z,20,2026-09-01T00:00:20Z,40,2026-09-01T00:00:00Z",
            (CPU, "", "300,200,-1"),
            (READS, "scsi0:0", "3,2,1"),
            (READS, "scsi0:1", "30,-1,-1"),
            (READS, "scsi0:2", "-1,-1,-1"),
            (READY, "", "400,,800"),
            (ACTIVE, "", "1"),
        ),
        machine(vcpu=2),
        IDS,
    )
    assert read.times.tolist() == [
        int(dt.datetime(2026, 9, 1, 0, 0, s, tzinfo=dt.UTC).timestamp()) for s in (0, 20, 40)
    ]
    np.testing.assert_array_equal(read.values[CPU], [NAN, 200, 300])
    np.testing.assert_array_equal(read.values[READS], [1, 2, 33])
    # 400 ms of 20 s of two CPUs are 1 %, and so are 800 ms of 40 s.
    np.testing.assert_allclose(read.values[READY], [1, NAN, 1])
    assert ACTIVE not in read.values, "as many values as times, or none"


def test_disks_are_not_added_to_their_sum() -> None:
    read = counters._read(
        answer("20,2026-09-01T00:00:20Z", (WRITES, "", "7"), (WRITES, "scsi0:0", "3"), (WRITES, "nvme0:0", "4")),
        machine(),
        IDS,
    )
    np.testing.assert_array_equal(read.values[WRITES], [7])


def test_peaks_of_reads_and_writes_are_at_their_own_time() -> None:
    use = Use()
    use.add(series(0, reads=[10, 0], writes=[0, 20], cpu=[1000, NAN]))
    use.add(series(40, reads=[5], writes=[5], cpu=[3000]))
    columns = use.onto(
        vm_columns(
            ["web", "new"],
            id=["id-1", "id-2"],
            power=[Power.ON, Power.ON],
            template=[False, False],
            cpu_ghz=np.array([9.0, 0.5]),
        )
    )
    assert columns.iops_peak == [20, None]
    assert columns.iops_average == [pytest.approx(40 / 3), None]
    assert columns.read_share == [pytest.approx(15 / 40), None]
    assert columns.cpu_ghz == [2.0, 0.5], "one reading stays where there is no series"
    assert columns.cpu_peak_ghz == [3.0, None]
    assert columns.memory_peak_gib is None


def test_a_disk_counter_that_does_not_see_the_disk_says_nothing() -> None:
    use = Use()
    seen, unseen = np.array([5.0, 7.0]), np.array([0.0, 0.0])
    use.add(Series(machine(1), np.array([0, 20]), {DISK_KB_S: seen}))
    use.add(Series(machine(2), np.array([0, 20]), {DISK_KB_S: unseen}))
    names = ["a", "b"]
    columns = vm_columns(names, id=["id-1", "id-2"], power=[Power.ON] * 2, template=[False] * 2)
    assert use.onto(columns).disk_kb_s == [6.0, None]


def test_the_level_is_the_finest_that_is_kept_long_enough() -> None:
    day = 86_400
    levels = [Level(300, 1, day), Level(1800, 1, 7 * day), Level(7200, 1, 30 * day), Level(day, 1, 365 * day)]
    found = {days: _level(levels, days) for days in (1, 2, 30, 31, 3_650)}
    assert {days: each and each.interval_s for days, each in found.items()} == {
        1: 300,
        2: 1800,
        30: 7200,
        31: day,
        3_650: day,
    }
    assert _level([], 1) is None


def test_a_file_goes_on_where_it_was_kept(tmp_path: Path) -> None:
    path = tmp_path / "samples.csv"
    file = SampleFile(path, "vc", 3_600)
    file.append(series(20, cpu=[1, NAN, 3]))
    file.commit()
    file.append(series(80, cpu=[4]))
    file.close()
    again = SampleFile(path, "vc", 3_600)
    assert again.resumed
    assert again.last == {"id-1": 60}, "what was not kept is fetched again"
    again.append(series(40, cpu=[9, 9, 5]))
    again.append(series(40, cpu=[9, 9]))
    again.commit()
    again.close()
    with path.open(newline="") as rows:
        assert list(csv.reader(rows)) == [
            ["timestamp", "vm", "counter", "value"],
            ["1970-01-01T00:00:20Z", "web", CPU, "1"],
            ["1970-01-01T00:01:00Z", "web", CPU, "3"],
            ["1970-01-01T00:01:20Z", "web", CPU, "5"],
        ]
    assert again.use.as_json()["id-1"][CPU] == [3, 9.0, 5.0]


def test_longer_steps_are_whole(tmp_path: Path) -> None:
    path = tmp_path / "samples.csv"
    file = SampleFile(path, "vc", 3_600, step_s=60)
    file.append(series(20, cpu=[1, 2, 6, 5, NAN], active=[NAN, NAN, NAN, 7, 7]))
    assert file.last == {"id-1": 60}, "the second minute is not over"
    file.commit()
    file.close()
    with pytest.raises(WrongInput, match="steps of 60 s"):
        SampleFile(path, "vc", 3_600)
    file = SampleFile(path, "vc", 3_600, step_s=60)
    file.append(series(60, cpu=[6, 5, NAN, 9, 3], active=[NAN, 7, 7, 1, 3]))
    file.commit()
    file.close()
    with path.open(newline="") as rows:
        assert [(each[0][11:19], each[2], each[3]) for each in csv.reader(rows)][1:] == [
            ("00:01:00", CPU, "3"),
            ("00:01:00", CPU_HIGHEST, "6"),
            ("00:02:00", CPU, "7"),
            ("00:02:00", CPU_HIGHEST, "9"),
            ("00:02:00", ACTIVE, "5"),
            ("00:02:00", ACTIVE_HIGHEST, "7"),
        ]
    assert file.use.as_json()["id-1"][CPU] == [5, 23.0, 9.0]


def test_names_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "samples.csv"
    file = SampleFile(path, "vc", 3_600)
    odd = 'a,"b"\nc'
    for each in (machine(1, odd), machine(2, "web"), machine(3, "web"), machine(2, "renamed")):
        file.append(series(file.last.get(each.id, 0) + 20, of=each, cpu=[1]))
    file.commit()
    file.close()
    with path.open(newline="") as rows:
        assert [each[1] for each in csv.reader(rows)][1:] == [odd, "web", "id-3", "web"]
    again = SampleFile(path, "vc", 3_600)
    again.append(series(100, of=machine(3, "web"), cpu=[1]))
    again.commit()
    again.close()
    assert path.read_text().splitlines()[-1].split(",")[1] == "id-3"


def test_a_state_that_promises_more_than_the_file_has(tmp_path: Path) -> None:
    path = tmp_path / "samples.csv"
    SampleFile(path, "vc", 3_600).close()
    path.write_bytes(b"timestamp,")
    with pytest.raises(WrongInput, match="does not say how to go on"):
        SampleFile(path, "vc", 3_600)
    path.write_bytes(b"timestamp,vm,counter,value\n")
    state = tmp_path / "samples.csv.state.json"
    for broken in ("[]", "{", '{"format": "hostwise-sampling"}'):
        state.write_text(broken)
        with pytest.raises(WrongInput, match="does not say how to go on"):
            SampleFile(path, "vc", 3_600)


def test_pseudonyms_go_on(tmp_path: Path) -> None:
    path = tmp_path / "names.json"
    first = KeptPseudonyms(path)
    assert [first.kept_of_vm("id-1", "web"), first.of("host", "esx1"), first.of("host", "")] == [
        "vm-0001",
        "host-0001",
        "",
    ]
    second = KeptPseudonyms(path)
    assert [second.of_vm("id-2", "web"), second.of_vm("id-1", "web")] == ["vm-0002", "vm-0001"]
    path.write_text(json.dumps({"plan": 1}))
    with pytest.raises(WrongInput, match="no file of pseudonyms"):
        KeptPseudonyms(path)


def test_snapshots_are_what_came_after_them() -> None:
    layout: Any = vim.vm.FileLayoutEx

    def chain(*files: int) -> Any:
        return layout.DiskLayout(key=2000, chain=[layout.DiskUnit(fileKey=[each]) for each in files])

    files = [layout.FileInfo(key=key, name=str(key), type="diskExtent", size=10**key) for key in range(6)]
    parts: dict[str, Any] = {"file": files, "disk": [chain(0, 1, 2, 3)]}
    first = layout.SnapshotLayout(dataKey=4, memoryKey=5, disk=[chain(0, 1)])
    second = layout.SnapshotLayout(dataKey=4, memoryKey=-1, disk=[chain(0, 1, 2)])
    assert _snapshots(layout(**parts)) == 0, "a linked clone has a chain, too"
    assert _snapshots(layout(snapshot=[first, second], **parts)) == 10**2 + 10**3 + 10**4 + 10**5


@pytest.mark.parametrize("text", ["", "https://", "a b", "vc.example.com:0", "vc.example.com:70000", "user@vc"])
def test_no_address(text: str) -> None:
    with pytest.raises(WrongInput, match="no address"):
        address_of(text, PRODUCT)


def test_without_the_sdk(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for name in [each for each in sys.modules if each.startswith("hostwise.estate.collectors.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyVim.connect", None)
    assert command_line.main(["collect", "vcenter", "vc.example.com", "-u", "me"]) == ExitCode.FAILED
    assert capsys.readouterr().err == "hostwise: VMware's SDK is not installed: pip install 'hostwise[vcenter]'\n"


def test_nobody_to_ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    monkeypatch.chdir(tmp_path)
    with open("/dev/null", encoding="utf-8") as nothing:  # noqa: PTH123
        monkeypatch.setattr(sys, "stdin", nothing)
        assert command_line.main(["collect", "vcenter", "vc.example.com", "-u", "me"]) == ExitCode.BAD_INPUT
    assert PASSWORD in capsys.readouterr().err
    for period in ("7", "0d", "367d", "1w"):
        assert (
            command_line.main(["collect", "vcenter", "vc.example.com", "-u", "me", "--sample", period])
            == ExitCode.BAD_INPUT
        )
        assert "is no period" in capsys.readouterr().err


def test_examples() -> None:
    for module in (vcenter_history, reaching):
        outcome = doctest.testmod(module)
        assert outcome.attempted > 0
        assert outcome.failed == 0
