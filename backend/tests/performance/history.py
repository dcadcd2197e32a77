"""How fast and in how much memory a long history is read, against a bare scan; nothing here passes or fails.

A CSV file with a row for each VM and five minutes of 30 days is written to a temporary folder, VM by VM as exports are,
and read in a process of its own, whose highest memory counts. The ratio is to Polars summing the same columns in
streaming mode. `python -m tests.performance.history 10000` reads 86 million rows and needs 13 GB of disk for a while.
"""

from __future__ import annotations

import datetime as dt
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import polars as pl

from hostwise.estate.importers.history.history_reading import read_history
from tests.estates.history import START, WIDE

DAYS, STEPS_PER_DAY = 30, 288
LEVELS = np.array([[1_000], [2e6], [30], [40], [900], [1_200]])
BYTES_PER_ROW = 150
"""Bytes of a row of the file and of its samples on their way, roundly."""


def write(path: Path, vms: int) -> int:
    """Write a history of some VMs, and tell the number of its rows."""
    steps = DAYS * STEPS_PER_DAY
    rng = np.random.default_rng(1)
    first = START.replace(tzinfo=None)
    stamps = pl.datetime_range(first, first + (steps - 1) * dt.timedelta(minutes=5), "5m", eager=True)
    texts = stamps.dt.strftime("%Y-%m-%d %H:%M:%S")
    with path.open("wb") as file:
        file.write(",".join(("timestamp", "resName", *WIDE)).encode() + b"\n")
        for vm in range(vms):
            values = np.round(rng.lognormal(0, 0.5, (len(WIDE), steps)) * LEVELS, 2)
            frame = pl.DataFrame({"time": texts, "vm": pl.repeat(f"vm-{vm:05d}", steps, eager=True)})
            columns = [pl.Series(name, row) for name, row in zip(WIDE, values, strict=True)]
            frame.with_columns(columns).write_csv(file, include_header=False, quote_style="always")
    return vms * steps


def bare(path: Path) -> None:
    """The least that reads all numbers."""
    rows = pl.scan_csv(path, schema_overrides=dict.fromkeys(WIDE, pl.Float64))
    rows.select(pl.len(), *(pl.col(each).sum() for each in WIDE)).collect(engine="streaming")


def reduce(path: Path) -> None:
    """The history of the file."""
    found = read_history(path, path.name)
    assert found.period is not None
    assert found.period.days_covered == DAYS


WORKS = {"bare": bare, "reduce": reduce}


def measured(work: str, path: Path) -> tuple[float, float, float]:
    """Seconds, seconds of all cores, and highest MiB of a process that does the work."""
    command = [sys.executable, "-m", "tests.performance.history", work, str(path)]
    seconds, cores, mib = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), float(cores), float(mib)


def history(vms: int = 500) -> None:
    """Write, read and compare."""
    rows = vms * DAYS * STEPS_PER_DAY
    with tempfile.TemporaryDirectory() as folder:
        free = shutil.disk_usage(folder).free
        if free < 2 * rows * BYTES_PER_ROW:
            needed = 2 * rows * BYTES_PER_ROW
            sys.exit(f"history: {vms:,} VMs need {needed / 1e9:.0f} GB of disk; {free / 1e9:.0f} are free")
        path = Path(folder) / "history.csv"
        write(path, vms)
        size = path.stat().st_size
        least, least_cores, least_mib = measured("bare", path)
        took, cores, mib = measured("reduce", path)
    print(f"history: {vms:,} VMs, {DAYS} days of 5 minutes: {rows / 1e6:.1f} million rows of {len(WIDE)} counters")
    print(f"  {size / 1e9:.2f} GB in {took:.1f} s, {took / least:.1f} times a bare scan; load {os.getloadavg()[0]:.1f}")
    print(f"  in time of cores {cores / least_cores:.1f} times a bare scan ({cores:.1f} s)")
    print(f"  highest memory {mib:,.0f} MiB; a bare scan has {least_mib:,.0f}")


if __name__ == "__main__":
    if len(sys.argv) == 3:
        begin = time.perf_counter()
        WORKS[sys.argv[1]](Path(sys.argv[2]))
        used = resource.getrusage(resource.RUSAGE_SELF)
        print(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
    else:
        history(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
