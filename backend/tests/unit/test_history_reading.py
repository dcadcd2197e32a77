"""Histories in the forms in which products write them, with small series computed by hand."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from hostwise.estate.importers.history import esxtop, samples
from hostwise.estate.importers.history.history_reading import read_history
from hostwise.plan.history import Counter, History
from hostwise.tables.problems import UnreadableFile
from tests.estates import history as estates

WEB, SQL = "app-web-01", "sql 02 (x86, old)"
CPU = {WEB: [1000.0, 3000.0, 2000.0, 2000.0], SQL: [4000.0, 1000.0, 2000.0, 1000.0]}


def constant(value: float, steps: int = 4) -> dict[str, list[float]]:
    return {WEB: [value] * steps, SQL: [2 * value] * steps}


COLUMNS: Mapping[str, Mapping[str, list[float]]] = {
    "cpuUsageMhz": CPU,
    "memActiveKb": constant(1024**2),
    "diskReadIops": constant(30),
    "diskWriteIops": constant(10),
    "diskReadKbps": constant(1000),
    "diskWriteKbps": constant(500),
}


def read(data: bytes | Path, name: str = "history.csv", percentile: float = 100, **choices: object) -> History:
    return read_history(data, name, percentile=percentile, for_sizing=False, **choices)  # type: ignore[arg-type]


def codes(history: History) -> set[str]:
    return {each.code for each in history.findings}


def load(history: History, counter: Counter) -> tuple[float | None, ...]:
    found = history.load(counter)
    assert found is not None
    return found.mean, found.coincident_peak, found.sum_of_peaks, found.diversity_factor


def check(history: History) -> None:
    """What the columns above say, whatever form they came in."""
    assert history.vms.name == [WEB, SQL]
    # The sum is 5, 4, 4 and 3 GHz; the VMs' own peaks are 3 and 4.
    assert load(history, Counter.CPU_GHZ) == pytest.approx((4, 5, 7, 1.4))
    assert load(history, Counter.MEMORY_ACTIVE_GIB) == pytest.approx((3, 3, 3, 1))
    assert load(history, Counter.IOPS) == pytest.approx((120, 120, 120, 1))
    assert load(history, Counter.WRITE_MB_S) == pytest.approx((1.536, 1.536, 1.536, 1))
    assert history.vms.cpu_ghz == pytest.approx([2, 2])
    assert history.vms.cpu_peak_ghz == pytest.approx([3, 4])
    assert history.vms.read_share == pytest.approx([0.75, 0.75])
    assert history.vms.read_mb_s == pytest.approx([1.024, 2.048])


def test_a_column_for_each_counter() -> None:
    history = read(estates.wide(COLUMNS))
    check(history)
    assert history.source.kind == "vcf_operations"
    assert history.period is not None
    assert history.period.interval_seconds == 300
    assert history.period.days == pytest.approx(20 / 1440)
    assert (history.rows_read, history.rows_rejected) == (8, 0)


def test_a_row_for_each_value() -> None:
    check(read(estates.long({estates.KEYS[alias]: series for alias, series in COLUMNS.items()})))


@pytest.mark.parametrize(
    "time", ["%Y-%m-%dT%H:%M:%SZ", "%m/%d/%Y %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d/%m/%Y %I:%M:%S %p"]
)
def test_times_in_other_forms(time: str) -> None:
    # A month that could be a day would be doubtful; over four weeks one of the two readings has no gaps.
    steps = 28 * 24
    series = {"cpuUsageMhz": {WEB: [float(step) for step in range(steps)]}}
    history = read(estates.wide(series, seconds=3600, time=time))
    assert history.period is not None
    assert history.period.start == "2026-09-01T00:00:00+00:00"
    assert history.period.days == pytest.approx(28)
    assert "date_order" not in codes(history)


def test_a_day_that_could_be_a_month_is_said() -> None:
    history = read(estates.wide({"cpuUsageMhz": CPU}, time="%d/%m/%Y %H:%M:%S"))
    assert "date_order" in codes(history)


def test_decimal_commas_and_other_separators() -> None:
    text = "Timestamp;Object name;CPU|Usage (MHz)\n2026-09-01 00:00:00;a;1000,5\n2026-09-01 00:05:00;a;2000,5\n"
    assert read(text.encode()).vms.cpu_peak_ghz == pytest.approx([2.0005])
    assert read(text.encode("utf-16")).vms.cpu_peak_ghz == pytest.approx([2.0005])


def test_aliases_without_meaning_are_mapped() -> None:
    text = b"when,who,x1,x2\n2026-09-01 00:00:00,a,1500,7\n2026-09-01 00:05:00,a,500,9\n"
    with pytest.raises(UnreadableFile) as refused:
        read(text)
    assert refused.value.code == "unknown_format"
    mapping = {"when": "time", "who": "vm", "x1": "cpu_mhz", "x2": "write_mb_s"}
    history = read(text, mapping=mapping)
    assert history.vms.cpu_ghz == pytest.approx([1])
    assert history.vms.write_mb_s == pytest.approx([8])
    with pytest.raises(UnreadableFile) as wrong:
        read(text, mapping={**mapping, "x1": "cpu_furlongs"})
    assert wrong.value.code == "bad_mapping"


def test_a_peak_column_is_no_average() -> None:
    text = b"timestamp,resName,peakIops,cpuReady,netReadKbps\n2026-09-01 00:00:00,a,1500,7,3\n"
    with pytest.raises(UnreadableFile) as refused:
        read(text)
    assert refused.value.code == "no_counters"


def test_single_disks_are_added_where_there_is_no_sum() -> None:
    disk = "virtualDisk:scsi0:{}|numberReadAveraged_average"
    history = read(estates.long({disk.format(0): {WEB: [10, 20]}, disk.format(1): {WEB: [5, None]}}))
    # At the second time one disk is blank: there is no sum.
    assert load(history, Counter.READ_IOPS)[:2] == pytest.approx((15, 15))
    # The key without a disk is exported, and empty.
    bare: dict[str, estates.Series] = {
        "virtualDisk|numberReadAveraged_average": {WEB: [None, None]},
        disk.format(0): {WEB: [10.0, 20.0]},
    }
    assert load(read(estates.long(bare)), Counter.READ_IOPS)[:2] == pytest.approx((15, 20))
    whole = {disk.format(0): {WEB: [10.0, 20.0]}, estates.KEYS["diskReadIops"]: {WEB: [40.0, 60.0]}}
    assert load(read(estates.long(whole)), Counter.READ_IOPS)[:2] == pytest.approx((50, 60))


def test_a_blank_is_a_gap_and_not_zero() -> None:
    history = read(estates.wide({"cpuUsageMhz": {WEB: [1000, None, None, 3000]}}))
    assert history.vms.cpu_ghz == pytest.approx([2])
    assert load(history, Counter.CPU_GHZ)[0] == pytest.approx(2)
    assert {"blanks", "times_with_gaps"} <= codes(history)


def test_rows_without_name_or_time_are_counted() -> None:
    text = (
        b"timestamp,resName,cpuUsageMhz\n2026-09-01 00:00:00,a,1000\n2026-09-01 00:05:00,,1000\n"
        b"yesterday,a,1000\n2026-09-01 00:10:00,a,n/a\n"
    )
    history = read(text)
    assert (history.rows_read, history.rows_rejected) == (4, 2)
    assert history.vms.cpu_ghz == pytest.approx([1])


def test_esxtop() -> None:
    name = "SQL02 (df09cdf2):x"
    history = read(
        estates.esxtop(
            {
                r"Physical Cpu(_Total)\% Util Time": [10, 10, 10],
                r"Group Cpu(1:idle)\% Used": [900, 900, 900],
                rf"Group Cpu(20:{name})\% Used": [50, 150, 100],
                rf"Group Memory(20:{name})\Touched MBytes": [1024, 2048, 3072],
                rf"Virtual Disk({name}:scsi0:0)\Writes/sec": [1, 2, 3],
                rf"Virtual Disk({name}:scsi0:1)\Writes/sec": [10, 20, None],
                rf"Virtual Disk({name})\Reads/sec": [5, 5, 5],
                rf"Virtual Disk({name}:scsi0:0)\Reads/sec": [7, 7, 7],
            }
        ),
        core_ghz=2.6,
    )
    assert history.vms.name == [name]
    assert history.vms.cpu_ghz == pytest.approx([2.6])
    assert history.vms.memory_peak_gib == pytest.approx([3])
    assert load(history, Counter.WRITE_IOPS)[:2] == pytest.approx((16.5, 22))
    assert load(history, Counter.READ_IOPS)[:2] == pytest.approx((5, 5))
    without = read(estates.esxtop({rf"Group Cpu(20:{name})\% Used": [1], rf"Virtual Disk({name})\Reads/sec": [5]}))
    assert {"core_clock_missing", "no_cpu_ghz"} <= codes(without)
    with pytest.raises(UnreadableFile, match="none of VMs"):
        read(estates.esxtop({r"Processor(_Total)\% Processor Time": [1]}))


def test_esxtop_in_pieces_and_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    data = estates.esxtop({r"Virtual Disk(a)\Reads/sec": list(range(50)), r"Virtual Disk(b)\Reads/sec": [1.0] * 50})
    whole = read(data)
    monkeypatch.setattr(esxtop, "_PIECE_BYTES", 100)
    assert read(data).model_dump(exclude={"source"}) == whole.model_dump(exclude={"source"})
    cut = read(data[: data.rindex(b",")])
    assert (cut.rows_read, cut.rows_rejected) == (50, 1)
    assert load(cut, Counter.READ_IOPS)[1] == pytest.approx(49)
    assert "row_cut" in codes(cut)
    blank = read(estates.esxtop({r"Virtual Disk(a)\Reads/sec": [1.0, None, 3.0]}))
    assert load(blank, Counter.READ_IOPS)[0] == pytest.approx(2)


def test_esxtop_of_several_hosts_in_a_zip() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for host, vm in (("a", "one"), ("b", "two")):
            archive.writestr(f"{host}.csv", estates.esxtop({rf"Virtual Disk({vm})\Reads/sec": [5, 7]}, host=host))
    history = read(packed.getvalue(), "hosts.zip")
    assert history.vms.name == ["one", "two"]
    assert load(history, Counter.READ_IOPS)[:2] == pytest.approx((12, 14))


def test_prometheus_counts_are_rated() -> None:
    def of(metric: str, disk: str = "") -> dict[str, str]:
        labels = {"__name__": f"libvirt_domain_{metric}", "domain": WEB}
        return labels | ({"target_device": disk} if disk else {})

    history = read(
        estates.prometheus(
            [
                (of("info_cpu_time_seconds_total"), [100, 160, 190]),
                (of("block_stats_write_requests_total", "vda"), [0, 600, 1800]),
                (of("block_stats_write_requests_total", "vdb"), [600, 1200, 0]),
                (of("block_stats_write_bytes_total", "vda"), [0, 60e6, 180e6]),
            ]
        ),
        "range.json",
        core_ghz=3.0,
    )
    # One core for a minute, then half of one.
    assert load(history, Counter.CPU_GHZ)[:2] == pytest.approx((2.25, 3))
    # One disk began anew at the third time, so that only the second has a sum.
    assert load(history, Counter.WRITE_IOPS)[:2] == pytest.approx((20, 20))
    assert load(history, Counter.WRITE_MB_S)[:2] == pytest.approx((1.5, 2))
    assert "no_memory_active_gib" in codes(history)


def test_prometheus_of_vmware_and_proxmox() -> None:
    vmware = {"__name__": "vmware_vm_cpu_usagemhz_average", "vm_name": WEB}
    moved = [({**vmware, "host_name": "a"}, [1000.0, float("nan")]), ({**vmware, "host_name": "b"}, [3000.0, 5000.0])]
    # On two hosts at the same time during a move: the mean, not the sum.
    assert load(read(estates.prometheus(moved), "x.json"), Counter.CPU_GHZ)[:2] == pytest.approx((3.5, 5))
    guest = {"id": "qemu/100"}
    history = read(
        estates.prometheus(
            [
                ({"__name__": "pve_guest_info", "name": "web", **guest}, [1, 1]),
                ({"__name__": "pve_cpu_usage_limit", **guest}, [4, 4]),
                ({"__name__": "pve_cpu_usage_ratio", **guest}, [0.5, 0.25]),
                ({"__name__": "pve_cpu_usage_ratio", "id": "node/a"}, [0.5, 0.25]),
            ]
        ),
        "x.json",
        core_ghz=2.0,
    )
    assert (history.vms.name, history.vms.id) == (["web"], ["qemu/100"])
    assert history.vms.cpu_peak_ghz == pytest.approx([4])
    with pytest.raises(UnreadableFile) as unnamed:
        read(estates.prometheus([({"vm_name": WEB}, [1.0])]), "x.json")
    assert unnamed.value.code == "no_counters"


def test_live_optics_has_no_series() -> None:
    history = read(estates.LIVE_OPTICS, "performance.csv")
    cpu = history.load(Counter.CPU_GHZ)
    assert cpu is not None
    assert (cpu.mean, cpu.sum_of_peaks, cpu.coincident_peak) == (10, 23, None)
    assert (history.period, history.percentile, history.worst_write_day) == (None, None, None)
    assert history.vms.memory_active_gib == pytest.approx([1.5, 12.5, None])
    assert history.vms.read_share == pytest.approx([0.35, 0.7, None])
    # 900 KB/s of which 65 % are writes; 12 MB/s where the whole numbers are fine enough.
    assert history.vms.write_mb_s == pytest.approx([0.9216 * 0.65, 12 * 1.048576, None])
    assert {"no_series", "vms_without_values", "throughput_split"} <= codes(history)
    assert history.sizes


def test_less_than_a_day_is_refused_for_sizing() -> None:
    data = estates.wide({"cpuUsageMhz": {WEB: [1000.0] * 287}})
    with pytest.raises(UnreadableFile) as refused:
        read_history(data, "short.csv")
    assert refused.value.code == "history_too_short"
    assert "history_too_short" in codes(read(data))
    day = read_history(estates.wide({"cpuUsageMhz": {WEB: [1000.0] * 288}}), "day.csv")
    assert {"history_short", "averages_understate_peaks", "no_write_mb_s"} <= codes(day)
    week = read_history(estates.wide({"cpuUsageMhz": {WEB: [1000.0] * 288 * 7}}), "week.csv")
    assert not {"history_short", "history_too_short"} & codes(week)


@pytest.mark.parametrize("name", ["Europe/Berlin", None])
def test_clocks_that_are_set_back(name: str | None) -> None:
    """On 25 October 2026 in Berlin, 02:00 to 03:00 comes twice."""
    hours = ["00", "01", "02", "02", "03", "04"]
    rows = [f"2026-10-25 {hour}:00:00,a,{(at + 1) * 1000}" for at, hour in enumerate(hours)]
    data = "\n".join(["timestamp,resName,cpuUsageMhz", *rows, ""]).encode()
    history = read(data, time_zone=name)
    assert history.period is not None
    if name is None:
        assert "times_repeat" in codes(history)
        assert history.period.days_covered * 24 == pytest.approx(5)
        assert history.vms.cpu_ghz == pytest.approx([(1 + 2 + 3.5 + 5 + 6) / 5])
    else:
        assert "times_repeat" not in codes(history)
        assert history.period.days_covered * 24 == pytest.approx(6)
        assert history.vms.cpu_ghz == pytest.approx([3.5])
        assert history.period.start == "2026-10-25T00:00:00+02:00"


def test_many_partitions_say_the_same_as_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    columns = {
        alias: {f"vm-{vm}": [(vm * 7 + step * 3 + at) % 11 + 1.0 for step in range(300)] for vm in range(40)}
        for at, alias in enumerate(estates.WIDE)
    }
    path = tmp_path / "large.csv"
    path.write_bytes(estates.wide(columns))
    one = read(path, percentile=95)
    monkeypatch.setattr("hostwise.estate.importers.history.history_reading.BYTES_PER_PARTITION", 50_000)
    monkeypatch.setattr(samples, "_FLUSHED_BYTES", 1_000)
    many = read(path, percentile=95)
    assert many.vms == one.vms
    for before, after in zip(one.scope, many.scope, strict=True):
        assert after.coincident_peak == pytest.approx(before.coincident_peak)
        assert after.mean == pytest.approx(before.mean)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"a,b\n1,2\n", "unknown_format"),
        (b'{"format": "x"}', "unknown_format"),
        (b'{"data": {"result": [{"metric": {"__name__": "x"', "no_json"),
        (b"PK\x03\x04 and nothing", "truncated"),
        (b"\x89PNG\x00\x00", "unknown_kind"),
        (b"timestamp,resName,cpuUsageMhz\n", "unknown_times"),
        (b"timestamp,resName,cpuUsageMhz\n2026-09-01 00:00:00,a,\n", "no_samples"),
        (b"timestamp,resName,cpuUsageMhz\nyesterday,a,1\n", "unknown_times"),
    ],
)
def test_bad_files(data: bytes, code: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(data)
    assert refused.value.code == code
