r"""Batch output of esxtop and resxtop: one row for each time, thousands of columns, one host in a file.

A header cell is `\\host\Group(instance)\Counter`. Names of VMs hold blanks, parentheses and colons, so the instance
reaches from the first parenthesis to the last, and the counter stands after the last backslash.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import polars as pl

from hostwise.estate.importers.history.collected import Choices, Collected
from hostwise.estate.importers.history.meanings import MB_PER_MIB
from hostwise.estate.importers.history.samples import Block, Floats
from hostwise.plan.history import Counter
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.times import TimeFormat, time_format

KEY, LABEL = "esxtop", "esxtop batch output"

MOST_HEADER_BYTES = 64 * 2**20
"""Longest header: that of half a million columns."""

_PIECE_BYTES = 48 * 2**20
_DISK = re.compile(r":(scsi|sata|ide|nvme)\d+:\d+$")
_SYSTEM = frozenset({"idle", "system", "helper", "sensitivities", "ft", "vmotion", "init", "vmsyslogd", "host", "vim"})
_COUNTERS: dict[tuple[str, str], tuple[Counter, float]] = {
    ("Group Memory", "Touched MBytes"): (Counter.MEMORY_ACTIVE_GIB, 1 / 1024),
    ("Virtual Disk", "Reads/sec"): (Counter.READ_IOPS, 1.0),
    ("Virtual Disk", "Writes/sec"): (Counter.WRITE_IOPS, 1.0),
    ("Virtual Disk", "MBytes Read/sec"): (Counter.READ_MB_S, MB_PER_MIB),
    ("Virtual Disk", "MBytes Written/sec"): (Counter.WRITE_MB_S, MB_PER_MIB),
}
_USED = ("Group Cpu", "% Used")


class Column(NamedTuple):
    """One header cell in its parts; instance and disk are empty where it has none."""

    host: str
    group: str
    instance: str
    disk: str
    counter: str


def column(header: str) -> Column | None:
    r"""A header cell in its parts; nothing if it is none.

    >>> column(r"\\esx01\Virtual Disk(SQL02 (df09):scsi0:1)\Reads/sec")
    Column(host='esx01', group='Virtual Disk', instance='SQL02 (df09)', disk='scsi0:1', counter='Reads/sec')
    >>> column(r"\\esx01\Group Cpu(20481:web 01)\% Used").instance
    'web 01'
    """
    if not header.startswith("\\\\"):
        return None
    host, _, rest = header[2:].partition("\\")
    place, _, counter = rest.rpartition("\\")
    group, opened, inside = place.partition("(")
    instance, disk = inside.rpartition(")")[0] if opened else "", ""
    if group in ("Group Cpu", "Group Memory"):
        instance = instance.partition(":")[2] or instance
    elif found := _DISK.search(instance):
        instance, disk = instance[: found.start()], found.group()[1:]
    return Column(host, group, instance, disk, counter)


def recognise(head: bytes) -> bool:
    """Whether the first bytes are those of a batch file of Windows' performance counters."""
    return head.lstrip(b"\xef\xbb\xbf")[:10].lstrip(b'"').startswith(b"(PDH-CSV")


def read(data: bytes | Path, file: str, choices: Choices, collected: Collected) -> None:
    """Read the samples of a file.

    Raises:
        UnreadableFile: it has no counters of VMs, or its times cannot be read.
    """
    headers = _headers(data, file)
    columns = [column(each) for each in headers]
    if not any(each is not None and each.group in ("Group Cpu", "Virtual Disk") for each in columns):
        raise UnreadableFile("unknown_format", f"{file} has performance counters, and none of VMs of esxtop.")
    places = _places(columns, file, choices, collected)
    if not places:
        raise UnreadableFile("no_counters", f"{file} has no counter of a VM that is known.")
    vms = list(dict.fromkeys(vm for _, vm in places))
    counters = tuple(dict.fromkeys(counter for counter, _ in places))
    collected.counters |= set(counters)
    codes = np.array([collected.names.code(each) for each in vms], dtype=np.int32)
    row_of = {vm: at for at, vm in enumerate(vms)}
    needed = sorted({at for found in places.values() for at in found[0]})
    index = {at: row for row, at in enumerate(needed)}
    for batch in _batches(data, file, len(headers), needed, collected):
        kept = batch.filter(pl.col("time").is_not_null())
        collected.rows_read += batch.height
        collected.rows_rejected += batch.height - kept.height
        if not kept.height:
            continue
        cells = kept.drop("time").to_numpy().T.astype(np.float64)
        cells[~np.isfinite(cells) | (cells < 0)] = np.nan
        values = np.full((len(counters), len(vms), kept.height), np.nan)
        for (counter, vm), (found, factor) in places.items():
            rows: Floats = cells[[index[at] for at in found]].sum(axis=0)
            values[counters.index(counter), row_of[vm]] = rows * factor
        collected.blanks += int(np.count_nonzero(np.isnan(cells)))
        times = kept["time"].to_numpy()
        collected.partitions.add(
            Block(counters, np.repeat(codes, kept.height), np.tile(times, len(vms)), values.reshape(len(counters), -1))
        )


def _headers(data: bytes | Path, file: str) -> list[str]:
    if isinstance(data, bytes):
        line = data.split(b"\n", 1)[0]
    else:
        with data.open("rb") as opened:
            line = opened.readline(MOST_HEADER_BYTES)
    if len(line) >= MOST_HEADER_BYTES:
        raise UnreadableFile("too_many_columns", f"The header of {file} is longer than any of esxtop.")
    return next(csv.reader([line.decode("utf-8-sig", "replace").rstrip("\r\n")]))


def _places(
    columns: list[Column | None], file: str, choices: Choices, collected: Collected
) -> dict[tuple[Counter, str], tuple[list[int], float]]:
    """For each counter of each VM the columns to add, and the factor."""
    vms = {each.instance for each in columns if each and each.group in ("Virtual Disk", "Group Memory")}
    found: dict[tuple[Counter, str], tuple[list[int], float]] = {}
    disks: dict[tuple[Counter, str], tuple[list[int], float]] = {}
    for at, each in enumerate(columns):
        if each is None or not each.instance or each.instance in _SYSTEM or (vms and each.instance not in vms):
            continue
        if (each.group, each.counter) == _USED:
            if choices.core_ghz is not None:
                told = (Counter.CPU_GHZ, choices.core_ghz / 100)
            else:
                _no_clock(file, collected)
                continue
        elif (each.group, each.counter) in _COUNTERS:
            told = _COUNTERS[each.group, each.counter]
        else:
            continue
        # The roll-up of a VM or its disks, never both.
        into = disks if each.disk else found
        into.setdefault((told[0], each.instance), ([], told[1]))[0].append(at)
    return disks | found


def _no_clock(file: str, collected: Collected) -> None:
    collected.note(
        "core_clock_missing",
        "missing",
        "CPU use is given in percent of a core. Say the clock of the cores of this host, and it is read in GHz.",
        file,
    )


def _batches(
    data: bytes | Path, file: str, width: int, needed: list[int], collected: Collected
) -> Iterator[pl.DataFrame]:
    """The needed columns of some rows at a time, with times.

    Read in blocks of bytes: a lazy scan of tens of thousands of columns keeps a gigabyte in memory.
    """
    format_: TimeFormat | None = None
    with io.BytesIO(data) if isinstance(data, bytes) else data.open("rb") as rows:
        rows.readline()
        rest = b""
        while piece := rows.read(_PIECE_BYTES):
            lines, end, rest = (rest + piece).rpartition(b"\n")
            if not lines.strip():
                rest = lines + end + rest
                continue
            found = _read(lines, file, needed)
            format_ = format_ or _times_of(found, file)
            yield _timed(found, format_)
        if not rest.strip():
            return
        if len(next(csv.reader([rest.decode("utf-8", "replace")]))) < width:
            collected.rows_read += 1
            collected.rows_rejected += 1
            collected.note("row_cut", "rejected", "The last row ends before its last column and is left out.", file)
            return
        found = _read(rest, file, needed)
        yield _timed(found, format_ or _times_of(found, file))


def _read(lines: bytes, file: str, needed: list[int]) -> pl.DataFrame:
    try:
        found = pl.read_csv(
            lines, has_header=False, columns=[0, *needed], infer_schema=False, truncate_ragged_lines=True
        )
    except pl.exceptions.PolarsError as error:
        raise UnreadableFile("truncated", f"Rows of {file} end before their last column: it is damaged.") from error
    return found.rename(dict(zip(found.columns, ["c0", *(f"c{at}" for at in needed)], strict=True)))


def _times_of(rows: pl.DataFrame, file: str) -> TimeFormat:
    format_ = time_format(rows["c0"].drop_nulls().to_list())
    if format_ is None or not format_.pattern:
        raise UnreadableFile("unknown_times", f"The times of {file} cannot be read.")
    # The header says that times are UTC, and they are written with the month first.
    return format_._replace(pattern=format_.pattern.replace("%d/%m/", "%m/%d/"))


def _timed(rows: pl.DataFrame, format_: TimeFormat) -> pl.DataFrame:
    return rows.select(
        format_.expression(pl.col("c0"), None).alias("time"), pl.exclude("c0").cast(pl.Float64, strict=False)
    )
