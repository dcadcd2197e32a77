"""Series as a CSV that grows: one value in each row, with the columns `timestamp`, `vm`, `counter` and `value`.

Times are ends of intervals in UTC (`2026-09-01T00:00:20Z`). A VM is named by its name; by its id, if another VM had the
name before. Counters have the names of VCF Operations (`mem|active_average`), in its units: MHz, KB, KB/s, I/O per
second; `cpu|readyPct` is per vCPU. A value that the source does not have makes no row. Rows of one VM and counter stand
together, and times rise within each fetch.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from hostwise.estate.collectors.collecting_problems import CannotCollect
from hostwise.tables.table import Floats

Seconds = NDArray[np.int64]

CPU, CPU_HIGHEST, READY = "cpu|usagemhz_average", "cpu|usagemhz_maximum", "cpu|readyPct"
ACTIVE, ACTIVE_HIGHEST, CONSUMED = "mem|active_average", "mem|active_maximum", "mem|consumed_average"
READS = "virtualDisk:Aggregate of all instances|numberReadAveraged_average"
WRITES = "virtualDisk:Aggregate of all instances|numberWriteAveraged_average"
READ_KB_S, WRITTEN_KB_S, DISK_KB_S = "virtualDisk|read_average", "virtualDisk|write_average", "disk|usage_average"

HEADER = b"timestamp,vm,counter,value\n"


class Measured(Protocol):
    """A VM whose use is measured."""

    @property
    def id(self) -> str:
        """Its stable id, as in the inventory."""

    @property
    def name(self) -> str:
        """Its name."""


class Series(NamedTuple):
    """Values of one VM over time.

    Attributes:
        machine: the VM.
        times: ends of the intervals, seconds since 1970, rising.
        values: values of each counter by its key; NaN where there is none.
    """

    machine: Measured
    times: Seconds
    values: dict[str, Floats]


Naming = Callable[[str, str], str]
"""The label of a VM by its id and name."""


def label_of(_id: str, name: str) -> str:
    """A VM by its own name."""
    return name


class Labels:
    """Labels of VMs in a file: each is unique."""

    def __init__(self, naming: Naming = label_of, known: dict[str, str] | None = None) -> None:
        """Label VMs by a function. A VM keeps its first label, even if it is renamed."""
        self._naming = naming
        self.known = known or {}
        self._taken = set(self.known.values())

    def __call__(self, id_: str, name: str) -> str:
        """The label of a VM: that of the rule, or its id where another VM has that already."""
        if id_ not in self.known:
            label = self._naming(id_, name)
            self.known[id_] = id_ if label in self._taken else label
            self._taken.add(self.known[id_])
        return self.known[id_]


def rows_of(series: Series, label: str) -> bytes:
    """The rows of a series."""
    times = [f"{each}Z" for each in np.datetime_as_string(series.times.astype("datetime64[s]"))]
    vm = _cell(label)
    lines = []
    for key, values in series.values.items():
        middle = f",{vm},{_cell(key)},"
        known = ~np.isnan(values)
        lines += [
            f"{time}{middle}{value:.10g}\n"
            for time, value, there in zip(times, values.tolist(), known.tolist(), strict=True)
            if there
        ]
    return "".join(lines).encode()


def _cell(text: str) -> str:
    if not any(each in text for each in ',"\r\n'):
        return text
    written = io.StringIO()
    csv.writer(written, lineterminator="").writerow([text])
    return written.getvalue()


class HistoryFile:
    """A CSV of series that is written at once."""

    def __init__(self, path: Path, naming: Naming = label_of) -> None:
        """Create the file; an existing one is replaced."""
        self._labels = Labels(naming)
        self._path = path
        self._file = opened(path, "wb")
        self.append_bytes(HEADER)

    def append(self, series: Series) -> None:
        """Write a series."""
        self.append_bytes(rows_of(series, self._labels(series.machine.id, series.machine.name)))

    def append_bytes(self, content: bytes) -> None:
        """Write rows; raises `CannotCollect` if the disk refuses."""
        try:
            self._file.write(content)
        except OSError as error:
            raise unwritable(self._path, error) from error

    def close(self) -> None:
        """Finish the file."""
        try:
            self._file.close()
        except OSError as error:
            raise unwritable(self._path, error) from error


def opened(path: Path, mode: str) -> IO[bytes]:
    """A file of series; raises `CannotCollect` if it cannot be opened."""
    try:
        return path.open(mode)
    except OSError as error:
        raise unwritable(path, error) from error


def unwritable(path: Path, error: OSError) -> CannotCollect:
    """A file that cannot be written, in words."""
    return CannotCollect(f"Cannot write {path}: {error.strerror}.")
