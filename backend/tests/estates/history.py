"""Files of performance history as the products write them, made from series that a test chooses."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.history.grid import Grid, grid_of, ordered, usual_intervals
from hostwise.estate.importers.history.reduction import Reduction
from hostwise.estate.importers.history.samples import Block
from hostwise.plan.history import Counter

START = dt.datetime(2026, 9, 1, tzinfo=dt.UTC)

Series = Mapping[str, Sequence[float | None]]
"""For each VM its values at times five minutes apart; nothing where one is blank."""

WIDE = ("cpuUsageMhz", "memActiveKb", "diskReadIops", "diskWriteIops", "diskReadKbps", "diskWriteKbps")
KEYS = {
    "cpuUsageMhz": "cpu|usagemhz_average",
    "memActiveKb": "mem|active_average",
    "diskReadIops": "virtualDisk:Aggregate of all instances|numberReadAveraged_average",
    "diskWriteIops": "virtualDisk:Aggregate of all instances|numberWriteAveraged_average",
    "diskReadKbps": "virtualDisk|read_average",
    "diskWriteKbps": "virtualDisk|write_average",
}


def at(step: int, seconds: float = 300) -> dt.datetime:
    """The time of a step."""
    return START + dt.timedelta(seconds=step * seconds)


def written(value: float | None) -> str:
    return "" if value is None else repr(float(value))


def wide(
    columns: Mapping[str, Series], *, seconds: float = 300, time: str = "%Y-%m-%d %H:%M:%S", header: str = "resName"
) -> bytes:
    """A CSV file with a row for each VM and time, and a column for each alias."""
    lines = [",".join(("timestamp", header, *columns))]
    first = next(iter(columns.values()))
    for vm, values in first.items():
        for step in range(len(values)):
            cells = [at(step, seconds).strftime(time), vm, *(written(each[vm][step]) for each in columns.values())]
            lines.append(",".join(f'"{cell}"' for cell in cells))
    return "\n".join([*lines, ""]).encode()


def long(columns: Mapping[str, Series], *, seconds: float = 300) -> bytes:
    """A CSV file with a row for each value, by the key of its counter."""
    lines = ["timestamp,resName,statKey,value"]
    for key, series in columns.items():
        for vm, values in series.items():
            for step, value in enumerate(values):
                lines.append(f'{at(step, seconds):%Y-%m-%d %H:%M:%S},"{vm}",{key},{written(value)}')
    return "\n".join([*lines, ""]).encode()


def esxtop(
    cells: Mapping[str, Sequence[float | None]], *, host: str = "esx01.lab.example", seconds: float = 10
) -> bytes:
    r"""Batch output of one host: `Group(instance)\Counter` and its values."""
    header = ["(PDH-CSV 4.0) (UTC)(0)", *(f"\\\\{host}\\{name}" for name in cells)]
    lines = [header]
    for step in range(len(next(iter(cells.values())))):
        values = ["" if each[step] is None else f"{each[step]:.2f}" for each in cells.values()]
        lines.append([f"{at(step, seconds):%m/%d/%Y %H:%M:%S}", *values])
    return "\n".join(",".join(f'"{cell}"' for cell in line) for line in lines).encode() + b"\n"


def prometheus(series: Sequence[tuple[Mapping[str, str], Sequence[float]]], *, seconds: int = 60) -> bytes:
    """The answer to a range query: labels and values of each series."""
    result: list[dict[str, Any]] = [
        {
            "metric": dict(labels),
            "values": [[int(START.timestamp()) + step * seconds, str(value)] for step, value in enumerate(values)],
        }
        for labels, values in series
    ]
    return json.dumps({"status": "success", "data": {"resultType": "matrix", "result": result}}).encode()


LIVE_OPTICS = (
    b"VM Name,MOB ID,Host,Peak vCPU (GHz),Average vCPU (GHz),Peak Memory (MiB),Avg Memory (MiB),Peak IOPS,Average IOPS,"
    b"Avg Read/Write Ratio,Average KB/sec,Peak Read IOPS,Peak Write IOPS,Avg Read IOPS,Avg Write IOPS,Peak Read MB/s,"
    b"Peak Write MB/s,Avg Read MB/s,Avg Write MB/s\n"
    b"web-01,vm-11,esx01,4,1.5,3072,1536,800,60,35% / 65%,900,300,550,21,39,5,9,0,1\n"
    b"sql-01,vm-12,esx02,19,8.5,22528,12800,9000,1800,70% / 30%,38000,7000,2900,1260,540,130,50,26,12\n"
    b"off-01,vm-13,esx02,0,0,0,0,0,0,0% / 100%,0,0,0,0,0,0,0,0,0\n"
)
"""The performance tab: a VM that writes little, one that writes much, and one that is off."""


def block(series: Series, counter: Counter = Counter.CPU_GHZ, seconds: float = 300) -> Block:
    """Samples of one counter, those without a value left out."""
    vms, times, values = [], [], []
    for code, each in enumerate(series.values()):
        for step, value in enumerate(each):
            if value is not None:
                vms.append(code)
                times.append(round(at(step, seconds).timestamp() * 1000))
                values.append(value)
    return Block(
        (counter,),
        np.array(vms, dtype=np.int32),
        np.array(times, dtype=np.int64),
        np.array([values], dtype=np.float64),
    )


def reduced(samples: Block, percentile: float, grid: Grid | None = None) -> Reduction:
    """The reduction of one block, on a grid of its own."""
    sorted_ = ordered(samples)
    found = grid or grid_of(int(samples.times.min()), int(samples.times.max()), usual_intervals([sorted_]))
    reduction = Reduction(found, percentile)
    reduction.add([sorted_])
    return reduction
