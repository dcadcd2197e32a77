"""Reads a file of performance history: recognises its format by content, and reduces it to what sizing needs."""

from __future__ import annotations

import csv
import datetime as dt
import hashlib
import io
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path, PurePath
from typing import NamedTuple
from zoneinfo import ZoneInfo

from hostwise.estate.importers.building import figures
from hostwise.estate.importers.estate_files import open_estate
from hostwise.estate.importers.history import esxtop, live_optics_history, prometheus, vcf_operations
from hostwise.estate.importers.history.collected import Choices, Collected
from hostwise.estate.importers.history.grid import grid_of, ordered, repeated_hours, usual_intervals
from hostwise.estate.importers.history.history_findings import findings
from hostwise.estate.importers.history.reduction import Reduction, growth, set_back, worst_day
from hostwise.estate.importers.history.samples import BYTES_PER_PARTITION, Partitions, VmNames
from hostwise.estate.importers.problems import NoTimeZone
from hostwise.plan.estate import Source
from hostwise.plan.history import LEAST_DAYS, Counter, History, HistoryPeriod, HistoryVms
from hostwise.tables.bundle import MOST_FILES
from hostwise.tables.packed import check_ratio
from hostwise.tables.problems import UnreadableFile

MOST_BYTES = 64 * 2**30
"""Largest file, and most bytes of all files of a zip after unpacking."""

_MOST_TABLE_BYTES = 256 * 2**20
_MOST_VMS = 200_000
_COPIED_BYTES = 1 << 22
_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_DAY_SECONDS = 86_400

Reader = Callable[[bytes | Path, str, Choices, Collected], None]


class _Format(NamedTuple):
    key: str
    label: str
    read: Reader


_ESXTOP = _Format(esxtop.KEY, esxtop.LABEL, esxtop.read)
_PROMETHEUS = _Format(prometheus.KEY, prometheus.LABEL, prometheus.read)
_VCF = _Format(vcf_operations.KEY, vcf_operations.LABEL, vcf_operations.read)


def read_history(
    data: bytes | Path,
    name: str,
    *,
    mapping: Mapping[str, str] | None = None,
    core_ghz: float | None = None,
    percentile: float = 95,
    time_zone: str | None = None,
    for_sizing: bool = True,
    most_unpacked: int = MOST_BYTES,
) -> History:
    """The performance history in a file, read in memory that does not grow with its length.

    Large files are dealt out by VM to a temporary folder, which takes about two thirds of the size of a CSV file.

    Args:
        data: the content of the file, or where it is; a zip may hold several files of one kind.
        name: its name, for messages.
        mapping: meaning of columns or keys: `time`, `vm`, `counter`, `value`, `ignore`, or a measure such as `cpu_mhz`.
        core_ghz: clock of a core, GHz, for sources that give CPU use in cores or percent of one.
        percentile: percentile over time that counts as the peak, above 0 up to 100.
        time_zone: IANA name of the time zone of times without one, and of the days; UTC by default.
        for_sizing: whether less than a day is refused; otherwise it is a finding.
        most_unpacked: bytes that all files of a zip may have after unpacking.

    Raises:
        UnreadableFile: it cannot be read, is no history, or is too short to size by (`history_too_short`).
        NoTimeZone: the time zone is unknown.
        ValueError: percentile or clock is out of range.
    """
    if not 0 < percentile <= 100:
        raise ValueError("a percentile is above 0 and at most 100")
    if core_ghz is not None and not core_ghz > 0:
        raise ValueError("the clock of a core is above 0 GHz")
    if time_zone is not None:
        try:
            ZoneInfo(time_zone)
        except (KeyError, OSError, ValueError) as error:
            raise NoTimeZone(f"{time_zone!r} is no time zone") from error
    size = len(data) if isinstance(data, bytes) else data.stat().st_size
    if size > MOST_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {MOST_BYTES // 2**30} GiB.")
    if size == 0:
        raise UnreadableFile("empty", f"{name} is empty.")
    choices = Choices(dict(mapping or {}), core_ghz, time_zone)
    if (tables := _of_table(data, name, size)) is not None:
        return tables
    with tempfile.TemporaryDirectory(prefix="hostwise-history-") as folder:
        files = list(_files(data, name, Path(folder), most_unpacked))
        if not files:
            raise UnreadableFile("empty", f"{name} holds no file that could be a history.")
        with _rows_of_csv(name):
            formats = {each: _format(content, each, choices) for each, content in files}
        if len({each.key for each in formats.values()}) > 1:
            kinds = ", ".join(sorted({each.label for each in formats.values()}))
            raise UnreadableFile("several_formats", f"{name} holds files of several kinds: {kinds}. Send them apart.")
        format_ = next(iter(formats.values()))
        whole = sum(len(each) if isinstance(each, bytes) else each.stat().st_size for _, each in files)
        with _collecting(Path(folder), whole) as collected:
            with _rows_of_csv(name):
                for each, content in files:
                    format_.read(content, each, choices, collected)
            source = Source(kind=format_.key, label=format_.label, file=name, sha256=_digest(data))
            return _history(collected, source, percentile, choices, for_sizing=for_sizing)


@contextmanager
def _collecting(folder: Path, size: int) -> Iterator[Collected]:
    names = VmNames()
    partitions = Partitions(names, folder, -(-size // BYTES_PER_PARTITION))
    try:
        yield Collected(names, partitions)
    finally:
        partitions.close()


def _head(data: bytes | Path) -> bytes:
    return vcf_operations.head_and_tail(data)[0]


def _digest(data: bytes | Path) -> str:
    if isinstance(data, bytes):
        return hashlib.sha256(data).hexdigest()
    with data.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _of_table(data: bytes | Path, name: str, size: int) -> History | None:
    """The history of a workbook or table without series."""
    head = _head(data)
    packed = head.startswith((_ZIP, _OLE))
    first = head.lstrip(b"\xef\xbb\xbf").split(b"\n", 1)[0].lower()
    named = b"peak vcpu (ghz)" in first and b"average iops" in first
    if not named and (not packed or (head.startswith(_ZIP) and not _holds_workbook(data, name))):
        return None
    if size > _MOST_TABLE_BYTES:
        raise UnreadableFile("too_large", f"{name} has more than {_MOST_TABLE_BYTES // 2**20} MiB.")
    content = data if isinstance(data, bytes) else data.read_bytes()
    table = live_optics_history.performance(open_estate(content, name).tables)
    if table is None:
        raise UnreadableFile("unknown_format", f"{name} holds no table of performance that is known.")
    source = Source(kind=live_optics_history.KEY, label=live_optics_history.LABEL, file=name, sha256=_digest(content))
    return live_optics_history.read(table, source)


def _archive(data: bytes | Path, name: str) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(io.BytesIO(data) if isinstance(data, bytes) else data)
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise UnreadableFile("truncated", f"{name} is damaged or was cut short. Export or send it again.") from error


def _holds_workbook(data: bytes | Path, name: str) -> bool:
    with _archive(data, name) as archive:
        names = archive.namelist()
    return "xl/workbook.xml" in names or any(each.lower().endswith((".xlsx", ".xlsm", ".xls")) for each in names)


@contextmanager
def _rows_of_csv(name: str) -> Iterator[None]:
    """Report rows that no CSV can have, such as a cell beyond the limit of Python's reader."""
    try:
        yield
    except csv.Error as error:
        raise UnreadableFile("no_csv", f"{name} cannot be read as CSV: {error}.") from error


def _files(data: bytes | Path, name: str, folder: Path, left: int) -> Iterator[tuple[str, bytes | Path]]:
    """The files to read, those of a zip unpacked to a folder."""
    head = _head(data)
    if not head.startswith(_ZIP):
        yield name, _as_utf8(data, head, name, folder)
        return
    with _archive(data, name) as archive:
        check_ratio(archive.infolist(), name)
        entries = [
            each
            for each in archive.infolist()
            if not each.is_dir() and PurePath(each.filename).suffix.lower() in (".csv", ".txt", ".tsv", ".json")
        ]
        if len(entries) > MOST_FILES:
            raise UnreadableFile("too_many_files", f"{name} holds {len(entries)} files; at most {MOST_FILES} are read.")
        for at, entry in enumerate(entries):
            if entry.filename.startswith("__MACOSX/"):
                continue
            path = folder / f"{at}.unpacked"
            try:
                with archive.open(entry) as packed, path.open("wb") as plain:
                    while chunk := packed.read(_COPIED_BYTES):
                        left -= len(chunk)
                        if left < 0:
                            raise UnreadableFile("too_large_unpacked", f"{name} is too large after unpacking.")
                        plain.write(chunk)
            except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
                raise UnreadableFile("truncated", f"{entry.filename} in {name} cannot be unpacked.") from error
            yield entry.filename, _as_utf8(path, _head(path), entry.filename, folder)


def _as_utf8(data: bytes | Path, head: bytes, name: str, folder: Path) -> bytes | Path:
    """The file in UTF-8: UTF-16 by its mark, or what Windows wrote in western Europe, is written anew."""
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        encoding = "utf-16"
    elif b"\x00" in head[:4096]:
        raise UnreadableFile("unknown_kind", f"{name} is no text, workbook or zip.")
    else:
        try:
            head.decode("utf-8")
            return data
        except UnicodeDecodeError as error:
            # The last character of the head may be cut.
            if error.start >= len(head) - 4:
                return data
        encoding = "cp1252"
    path = folder / f"{zlib.crc32(name.encode())}.utf8"
    raw = io.BytesIO(data) if isinstance(data, bytes) else data.open("rb")
    try:
        with (
            io.TextIOWrapper(raw, encoding=encoding, errors="strict" if encoding == "utf-16" else "replace") as text,
            path.open("w", encoding="utf-8", newline="") as plain,
        ):
            while chunk := text.read(_COPIED_BYTES):
                plain.write(chunk)
    except UnicodeError as error:
        raise UnreadableFile("wrong_encoding", f"{name} is no valid UTF-16.") from error
    return path


def _format(data: bytes | Path, name: str, choices: Choices) -> _Format:
    head, tail = vcf_operations.head_and_tail(data)
    if not head.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise UnreadableFile("empty", f"{name} is empty.")
    if esxtop.recognise(head):
        return _ESXTOP
    if head.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        if prometheus.recognise(head):
            return _PROMETHEUS
        raise UnreadableFile("unknown_format", f"{name} is JSON, and no answer to a range query of Prometheus.")
    if vcf_operations.recognise(head, tail, choices.mapping):
        return _VCF
    first = head.decode("utf-8-sig", "replace").strip().split("\n", 1)[0][:200]
    raise UnreadableFile(
        "unknown_format",
        f"{name} is no history that is known: no column is a time, or none is a VM. Its first line is {first!r}. "
        "Say which column is what.",
    )


def _history(collected: Collected, source: Source, percentile: float, choices: Choices, *, for_sizing: bool) -> History:
    partitions, zone = collected.partitions, choices.time_zone
    if not partitions.samples:
        raise UnreadableFile("no_samples", f"{source.file} was recognised as {source.label} and holds no sample.")
    if len(collected.names.names) > _MOST_VMS:
        raise UnreadableFile("too_many_vms", f"{source.file} holds more than {_MOST_VMS:,} VMs.")
    windows = []
    if zone is not None and collected.local_times:
        windows = set_back(zone, partitions.first_ms, partitions.last_ms)
    # The VMs of the first partition that has any represent all: they are there by chance, and sampled like the others.
    sampled = next(islice((each for each in partitions if each), 1))
    intervals = usual_intervals([repeated_hours(ordered(each), windows) for each in sampled])
    last = partitions.last_ms + max((length for _, length in windows), default=0)
    grid = grid_of(partitions.first_ms, last, intervals)
    reduction = Reduction(grid, percentile)
    for blocks in partitions:
        reduction.add([repeated_hours(ordered(each), windows) for each in blocks])
    if not reduction.times_counted():
        raise UnreadableFile("no_samples", f"{source.file} is of {source.label}, and all its values are blank.")
    period = _period(collected, reduction, intervals, zone)
    if for_sizing and period.days_covered < LEAST_DAYS * (1 - 1e-9):
        raise UnreadableFile(
            "history_too_short",
            f"{source.file} covers {period.days_covered * 24:.1f} hours. Sizing needs a day at least, and 7 to see the "
            "busiest one.",
        )
    loads = [load for counter in Counter if (load := reduction.load(counter)) is not None]
    writes = reduction.sums.get(Counter.WRITE_MB_S)
    bands = [
        growth(counter, sums.series, grid, percentile, zone) for counter, sums in reduction.sums.items() if sums.vms
    ]
    return History(
        source=source,
        percentile=percentile,
        period=period,
        counters=[each.counter for each in loads],
        scope=loads,
        vms=_vms(collected, reduction),
        worst_write_day=None if writes is None else worst_day(writes.series, grid, zone),
        growth=[each for each in bands if each is not None],
        rows_read=collected.rows_read,
        rows_rejected=collected.rows_rejected,
        columns_unused=[each[:400] for each in dict.fromkeys(collected.unused)][:200],
        findings=findings(collected, reduction, period, loads, source.file),
    )


def _period(collected: Collected, reduction: Reduction, intervals_ms: list[int], zone: str | None) -> HistoryPeriod:
    step, partitions = reduction.grid.step_ms, collected.partitions
    # A history may end with one sample of the coarsest interval; what it stands for is not known better than this.
    end = partitions.last_ms + (intervals_ms[0] if intervals_ms else step)
    place = ZoneInfo(zone) if zone else dt.UTC
    return HistoryPeriod(
        start=dt.datetime.fromtimestamp(partitions.first_ms / 1000, place).isoformat(),
        end=dt.datetime.fromtimestamp(end / 1000, place).isoformat(),
        time_zone=zone,
        days=(end - partitions.first_ms) / 1000 / _DAY_SECONDS,
        days_covered=reduction.times_counted() * step / 1000 / _DAY_SECONDS,
        interval_seconds=step / 1000,
        intervals_seconds=[each / 1000 for each in intervals_ms],
    )


def _vms(collected: Collected, reduction: Reduction) -> HistoryVms:
    names, codes = collected.names, reduction.codes
    order = sorted(range(len(codes)), key=lambda at: (names.names[codes[at]], names.ids[codes[at]]))
    own = [int(codes[at]) for at in order]
    cpu, memory, iops = (reduction.figures(each) for each in (Counter.CPU_GHZ, Counter.MEMORY_ACTIVE_GIB, Counter.IOPS))
    ids = [names.ids[each] for each in own]
    return HistoryVms(
        name=[names.names[each] for each in own],
        id=ids if any(ids) else None,
        days_covered=figures(reduction.days_covered[order]),
        cpu_ghz=figures(cpu.mean[order]),
        cpu_peak_ghz=figures(cpu.peak[order]),
        memory_active_gib=figures(memory.mean[order]),
        memory_peak_gib=figures(memory.peak[order]),
        iops_average=figures(iops.mean[order]),
        iops_peak=figures(iops.peak[order]),
        read_share=figures(reduction.read_shares[order]),
        read_mb_s=figures(reduction.figures(Counter.READ_MB_S).mean[order]),
        write_mb_s=figures(reduction.figures(Counter.WRITE_MB_S).mean[order]),
    )
