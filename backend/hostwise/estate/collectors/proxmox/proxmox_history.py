"""What a cluster of Proxmox VE keeps of the past: averages and the highest minutes, bytes and no I/O per second."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.collectors.proxmox.proxmox_inventory import Machine
from hostwise.estate.collectors.proxmox.proxmox_session import Proxmox
from hostwise.estate.collectors.proxmox.seen import Seen
from hostwise.estate.collectors.series import CONSUMED, CPU, CPU_HIGHEST, READ_KB_S, WRITTEN_KB_S, Seconds, Series
from hostwise.estate.collectors.stopping import Stop
from hostwise.estate.importers.building import array, figures
from hostwise.estate.importers.history.reduction import percentiles
from hostwise.number_format.writing import counted, short
from hostwise.plan.estate import EstateFinding, VmColumns
from hostwise.tables.table import Floats
from hostwise.tables.units import GHZ_PER_MHZ, GIB_PER_KIB

PERCENTILE = 95
"""Peaks are this percentile of the averages, as elsewhere for history."""

_DAY_S = 86_400
_TELL_EVERY = 250
_FEW_DAYS = 7
_KB_PER_KIB = 1.024
_CLOSE_S, _FINE_S = 300, 1_800
_FRAMES = ((1, "day"), (7, "week"), (30, "month"))
"""How far back each frame of the history reaches, days; a longer one has longer averages."""

_MEMORY = ("memhost", "mem")


class _Use(NamedTuple):
    """What one VM used over the period."""

    cpu_ghz: float
    cpu_peak_ghz: float
    cpu_highest_ghz: float
    memory_consumed_gib: float
    disk_kb_s: float


@dataclass
class History:
    """The use of VMs over a period.

    Attributes:
        days: how many days were asked for.
        stopped: whether it was ended before all VMs were read.
    """

    days: int
    stopped: bool = False
    _of: dict[str, _Use] = field(default_factory=dict)
    _begin: int | None = None
    _end: int | None = None
    _intervals: dict[int, int] = field(default_factory=dict)

    def add(self, series: Series) -> None:
        """Take the series of a VM."""
        values, times = series.values, series.times
        step_s = _step_s(times)
        self._intervals[step_s] = self._intervals.get(step_s, 0) + 1
        self._begin = int(times[0]) - step_s if self._begin is None else min(self._begin, int(times[0]) - step_s)
        self._end = int(times[-1]) if self._end is None else max(self._end, int(times[-1]))
        read, written = values.get(READ_KB_S), values.get(WRITTEN_KB_S)
        self._of[series.machine.id] = _Use(
            _mean(values.get(CPU)) * GHZ_PER_MHZ,
            _peak(values.get(CPU)) * GHZ_PER_MHZ,
            _highest(values.get(CPU_HIGHEST)) * GHZ_PER_MHZ,
            _mean(values.get(CONSUMED)) * GIB_PER_KIB,
            (_mean(read) + _mean(written)) * _KB_PER_KIB,
        )

    def onto(self, vms: VmColumns) -> VmColumns:
        """The VMs with their use over the period; where there is none, the one reading stays."""
        nothing = _Use(*[np.nan] * len(_Use._fields))
        of = [self._of.get(each, nothing) for each in vms.id]
        columns: dict[str, Any] = {}
        for name in ("cpu_ghz", "cpu_peak_ghz", "memory_consumed_gib", "disk_kb_s"):
            found = np.array([getattr(each, name) for each in of], dtype=np.float64)
            columns[name] = figures(np.where(np.isnan(found), array(getattr(vms, name), len(vms)), found))
        return vms.model_copy(update=columns)

    def findings(self, running: int) -> list[EstateFinding]:
        """What the history holds and what it leaves out."""
        if self._begin is None or self._end is None:
            return [*self._about_the_end(running), _nothing(self.days), _no_iops()]
        covered = round((self._end - self._begin) / _DAY_S, 1)
        return [
            *self._about_the_end(running),
            self._about_peaks(self._begin, self._end, covered),
            *_short(covered, self.days),
            _no_iops(),
            EstateFinding(
                code="no_memory_active_gib",
                kind="missing",
                message="Proxmox VE keeps the memory that VMs take, and not what is active of it.",
            ),
        ]

    def _about_peaks(self, begin: int, end: int, covered: float) -> EstateFinding:
        interval_s = max(self._intervals, key=lambda each: self._intervals[each])
        peaks = sum(each.cpu_peak_ghz for each in self._of.values() if not np.isnan(each.cpu_peak_ghz))
        highest = sum(each.cpu_highest_ghz for each in self._of.values() if not np.isnan(each.cpu_highest_ghz))
        above = (
            f"; the highest minutes of the VMs come to {short(highest / peaks)} times that, if they coincided"
            if peaks and highest > peaks
            else ""
        )
        finer = " --days 1 reads finer averages." if interval_s > _FINE_S else ""
        first, last = (f"{dt.datetime.fromtimestamp(each, dt.UTC):%Y-%m-%d}" for each in (begin, end))
        return EstateFinding(
            code="history_averages",
            kind="warning" if interval_s > _CLOSE_S else "note",
            message=f"CPU peaks are the {PERCENTILE}th percentile of averages over {_words(interval_s)}, from {first} "
            f"to {last} ({short(covered)} days): peaks within them were higher{above}. CPU, memory and bytes are "
            f"otherwise means of that time.{finer}",
            count=len(self._of),
        )

    def _about_the_end(self, running: int) -> list[EstateFinding]:
        silent = running - len(self._of)
        if not silent:
            return []
        why = " Reading was stopped before its end." if self.stopped else ""
        return [
            EstateFinding(
                code="vms_without_history",
                kind="missing",
                message=f"{counted(silent, 'running VMs')} without history: their use is one reading.{why}",
                count=silent,
            )
        ]


def read_history(
    proxmox: Proxmox,
    machines: Sequence[Machine],
    days: int,
    seen: Seen,
    each: Callable[[Series], None],
    say: Callable[[str], None],
    stop: Stop,
) -> History:
    """What the nodes keep of the use of some VMs.

    Args:
        proxmox: the session.
        machines: the VMs and containers.
        days: how far back, in days.
        seen: counts what is not answered.
        each: called with every series as it arrives.
        say: called with a sentence about the progress.
        stop: says when to stop before the end; what was read is kept.

    Returns:
        Means and peaks, and what they leave out.
    """
    history, frame = History(days), _frame(days)
    for at, machine in enumerate(machines):
        if stop.asked:
            history.stopped = True
            break
        series = _series(proxmox, machine, frame, days, seen)
        if series is not None:
            history.add(series)
            each(series)
        if at % _TELL_EVERY == _TELL_EVERY - 1:
            say(f"History of {at + 1:,} of {len(machines):,} VMs.")
    return history


def _frame(days: int) -> str:
    """The finest frame that reaches so far back.

    >>> _frame(1), _frame(7), _frame(8), _frame(60)
    ('day', 'week', 'month', 'year')
    """
    return next((name for reach, name in _FRAMES if days <= reach), "year")


def _series(proxmox: Proxmox, machine: Machine, frame: str, days: int, seen: Seen) -> Series | None:
    def rows(kind: str) -> list[dict[str, Any]]:
        path = ("nodes", machine.node, machine.kind, machine.number, "rrddata")
        asked = seen.ask("usage records", machine.node, lambda: proxmox.listed(*path, timeframe=frame, cf=kind))
        return asked or []

    averages = _since(_filled(rows("AVERAGE")), days)
    if not averages:
        return None
    highest = {each["time"]: each for each in rows("MAX") if "time" in each}
    times = np.array([int(each["time"]) for each in averages], dtype=np.int64)
    mhz = machine.ghz / GHZ_PER_MHZ
    values = {
        CPU: _cores(averages) * mhz,
        CPU_HIGHEST: _cores([highest.get(each["time"], {}) for each in averages]) * mhz,
        CONSUMED: _column(averages, *_MEMORY) / 1024,
        READ_KB_S: _column(averages, "diskread") / 1024,
        WRITTEN_KB_S: _column(averages, "diskwrite") / 1024,
    }
    known = {key: each for key, each in values.items() if not np.isnan(each).all()}
    return Series(machine, times, known) if known else None


def _filled(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Rows in which something was measured, by time: a row without values is of a time when the VM did not run."""
    found = [each for each in rows if isinstance(each.get("time"), (int, float)) and len(each) > 1]
    return sorted(found, key=lambda each: float(each["time"]))


def _since(rows: list[dict[str, Any]], days: int) -> list[dict[str, Any]]:
    """The rows of the last days; a frame may reach further back."""
    newest = float(rows[-1]["time"]) if rows else 0.0
    return [each for each in rows if float(each["time"]) > newest - days * _DAY_S]


def _cores(rows: Sequence[Mapping[str, Any]]) -> Floats:
    """Busy cores: the share of the cores that the VM had at the time."""
    return _column(rows, "cpu") * _column(rows, "maxcpu")


def _column(rows: Sequence[Mapping[str, Any]], *names: str) -> Floats:
    """A column, NaN where it is missing; of several names the first that a row has."""
    found = [next((each[name] for name in names if isinstance(each.get(name), (int, float))), np.nan) for each in rows]
    return np.array(found, dtype=np.float64)


def _mean(values: Floats | None) -> float:
    return np.nan if values is None or np.isnan(values).all() else float(np.nanmean(values))


def _peak(values: Floats | None) -> float:
    return np.nan if values is None or not len(values) else float(percentiles(values[np.newaxis], PERCENTILE)[0])


def _highest(values: Floats | None) -> float:
    return np.nan if values is None or np.isnan(values).all() else float(np.nanmax(values))


def _step_s(times: Seconds) -> int:
    """The usual interval of a series, seconds."""
    if len(times) < 2:
        return 60
    return int(np.median(np.diff(times)))


def _short(covered: float, days: int) -> list[EstateFinding]:
    found = []
    if covered < 0.9 * days:
        found.append(
            EstateFinding(
                code="history_short",
                kind="warning",
                message=f"The nodes keep {short(covered)} days of history, not {days}.",
            )
        )
    if covered < _FEW_DAYS - 0.5:
        found.append(
            EstateFinding(
                code="history_too_short",
                kind="warning",
                message=f"History is of {short(covered)} days: busier days may be missing.",
            )
        )
    return found


def _no_iops() -> EstateFinding:
    return EstateFinding(
        code="no_iops",
        kind="missing",
        message="Proxmox VE keeps bytes per second and no IOPS: the mean of the bytes is here, and the I/O per second "
        "of the VMs is unknown.",
    )


def _nothing(days: int) -> EstateFinding:
    return EstateFinding(
        code="no_history",
        kind="missing",
        message=f"The nodes have no history of the last {days} days. CPU and memory in use are one reading.",
    )


def _words(seconds: int) -> str:
    """An interval in words.

    >>> _words(60), _words(1800), _words(10800)
    ('1 minute', '30 minutes', '3 hours')
    """
    return counted(seconds // 60, "minutes") if seconds < 3_600 else counted(seconds // 3_600, "hours")
