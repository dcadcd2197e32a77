"""How long an inventory takes, against the bare reader of the same file, and how much memory."""

import csv
import io
import math
import statistics
import time
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import polars as pl
from python_calamine import CalamineWorkbook

from hostwise.estate.importers.reading import read_inventory
from tests.estates.estate import Estate, drawn
from tests.estates.rvtools import files_of_tabs, large_workbook, old_csv, zipped

SIZES = (10_000, 50_000)
ROUNDS = 7
Work = Callable[[bytes, str], object]
KINDS: dict[str, Callable[[Estate], bytes]] = {
    "workbook.xlsx": large_workbook,
    "tabs.zip": lambda estate: zipped(files_of_tabs(estate)),
    "version3.csv": old_csv,
}


def bare(data: bytes, name: str) -> object:
    """All sheets or rows as lists, and nothing made of them."""
    if name.endswith(".xlsx"):
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        return [workbook.get_sheet_by_name(each).to_python(skip_empty_area=False) for each in workbook.sheet_names]
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return [_rows(archive.read(each)) for each in archive.namelist()]
    return _rows(data)


def _rows(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def quick(data: bytes, name: str) -> object:
    """The columns of a CSV by Polars, which reads the well-formed ones; no cell is checked or taken out."""
    return pl.read_csv(data, has_header=False, infer_schema=False)


def seconds(works: Sequence[Work], data: bytes, name: str) -> list[list[float]]:
    """Core seconds of each work in rounds, so that all have the same neighbours; the first one only warms up."""

    def once(work: Work) -> float:
        start = time.process_time()
        found = work(data, name)
        took = time.process_time() - start
        del found
        return took

    return [[once(work) for work in works] for _ in range(1 + ROUNDS)][1:]


def highest(work: Work, data: bytes, name: str) -> float:
    """MiB that the process takes for a work beyond what it had."""

    def peak() -> float:
        # What the system says of resources begins with the peak of the process that started this one.
        told = Path("/proc/self/status")
        lines = told.read_text().splitlines() if told.exists() else []
        return next((int(each.split()[1]) / 1024 for each in lines if each.startswith("VmHWM")), math.nan)

    before = peak()
    work(data, name)
    return peak() - before


def importing() -> None:
    """Read exports of RVTools, each in a process of its own."""
    print(f"importing: an inventory against its bare reader (python-calamine, csv), {ROUNDS} pairs side by side")
    for size in SIZES:
        estate = drawn(size, clusters=40)
        for name, make in KINDS.items():
            data = make(estate)
            works: list[Work] = [read_inventory, bare, *([quick] if name.endswith(".csv") else [])]
            # A process that has read one file keeps its memory, which would hide that of the next.
            with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
                rounds = pool.submit(seconds, works, data, name).result()
                mib, least_mib = (pool.submit(highest, work, data, name).result() for work in works[:2])
            took, least, *others = (min(each) for each in zip(*rounds, strict=True))
            middle = statistics.median(each[0] / each[1] for each in rounds)
            also = "".join(f"; {took / each:.1f} times Polars" for each in others)
            print(
                f"  {size:>6,} VMs, {name:<13} {len(data) / 2**20:5.1f} MiB: {took:5.2f} s, {took / least:.2f} times "
                f"the reader, {middle:.2f} the median{also}; {mib:,.0f} MiB of memory, the reader {least_mib:,.0f}"
            )


if __name__ == "__main__":
    importing()
