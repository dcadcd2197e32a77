"""How long an inventory takes, against the bare reader of the same file, and how much memory."""

import csv
import io
import math
import time
import zipfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from python_calamine import CalamineWorkbook

from hostwise.importers.reading import read_inventory
from tests.estates.estate import Estate, drawn
from tests.estates.rvtools import files_of_tabs, large_workbook, old_csv, zipped

SIZES = (10_000, 50_000)
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


def measured(data: bytes, name: str, whole: bool) -> tuple[float, float]:
    """Core seconds of the fastest of three runs, and MiB that the process took beyond what it had."""

    def peak() -> float:
        # What the system says of resources begins with the peak of the process that started this one.
        told = Path("/proc/self/status")
        lines = told.read_text().splitlines() if told.exists() else []
        return next((int(each.split()[1]) / 1024 for each in lines if each.startswith("VmHWM")), math.nan)

    before, times = peak(), []
    for _ in range(3):
        start = time.process_time()
        found = read_inventory(data, name) if whole else bare(data, name)
        times.append(time.process_time() - start)
        del found
    return min(times), peak() - before


def importing() -> None:
    """Read exports of RVTools, each in a process of its own."""
    print("importing: an inventory against its bare reader (python-calamine, csv)")
    for size in SIZES:
        estate = drawn(size, clusters=40)
        for name, make in KINDS.items():
            data = make(estate)
            # A process that has read one file keeps its memory, which would hide that of the next.
            with ProcessPoolExecutor(1, mp_context=get_context("spawn"), max_tasks_per_child=1) as pool:
                (took, mib), (least, least_mib) = (
                    pool.submit(measured, data, name, whole).result() for whole in (True, False)
                )
            print(
                f"  {size:>6,} VMs, {name:<13} {len(data) / 2**20:5.1f} MiB: {took:5.2f} s, {took / least:.2f} times "
                f"the reader; {mib:,.0f} MiB of memory, the reader {least_mib:,.0f}"
            )


if __name__ == "__main__":
    importing()
