"""Samples as a CSV of series that grows for days, over several runs.

In a file of steps longer than 20 s, values are means, and the highest values of CPU and active memory stand beside them
as counters of their own.

Beside the file, `<file>.state.json` holds the number of committed bytes of the CSV, the last time of each VM, and
cumulative sums. Anything behind these bytes, such as half a row after a power failure, is cut off before sampling
continues, and fetched again. So no sample is in the file twice.
"""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path
from typing import Any

import numpy as np

from hostwise.estate.collectors.collecting_problems import WrongInput
from hostwise.estate.collectors.series import (
    ACTIVE,
    ACTIVE_HIGHEST,
    CPU,
    CPU_HIGHEST,
    HEADER,
    Labels,
    Naming,
    Series,
    label_of,
    opened,
    rows_of,
    unwritable,
)
from hostwise.estate.collectors.vcenter.counters import REAL_TIME_S
from hostwise.estate.collectors.vcenter.vcenter_use import Use
from hostwise.estate.collectors.writing import write_whole

_FORMAT, _FORMAT_VERSION = "hostwise-sampling", 1

_HIGHEST = {CPU: CPU_HIGHEST, ACTIVE: ACTIVE_HIGHEST}


def in_steps(series: Series, step_s: int) -> Series:
    """Means over steps of the clock, and the highest values of series that have a counter for them."""
    ends = -(-series.times // step_s) * step_s
    times, begins, step = np.unique(ends, return_index=True, return_inverse=True)
    values = {}
    for key, numbers in series.values.items():
        known = ~np.isnan(numbers)
        count = np.bincount(step, known, len(times))
        total = np.bincount(step, np.where(known, numbers, 0), len(times))
        values[key] = np.divide(total, count, out=np.full(len(times), np.nan), where=count > 0)
        if key in _HIGHEST:
            values[_HIGHEST[key]] = np.fmax.reduceat(numbers, begins)
    return Series(series.machine, times, values)


class SampleFile:
    """A CSV of series that grows for days, over several runs."""

    def __init__(
        self,
        path: Path,
        identity: str,
        period_s: float,
        naming: Naming = label_of,
        step_s: int = REAL_TIME_S,
    ) -> None:
        """Create the file, or continue it.

        Args:
            path: the CSV.
            identity: what tells the vCenter from others.
            period_s: how long to sample, counted from the first run.
            naming: labels of VMs.
            step_s: length of the steps that are written, seconds. The use of VMs is sampled every 20 s in any case.

        Raises:
            WrongInput: the file is of something else.
            CannotCollect: it cannot be written.
        """
        self.path, self.state_path = path, path.with_name(path.name + ".state.json")
        self._identity, self._step_s = identity, step_s
        state = self._kept_state()
        self.resumed = state is not None
        known: dict[str, Any] = state or {}
        self.begun = dt.datetime.fromisoformat(known["begun"]) if state else dt.datetime.now(dt.UTC)
        self.until = self.begun + dt.timedelta(seconds=period_s)
        if state and self.until <= dt.datetime.now(dt.UTC):
            raise WrongInput(
                f"{path} was sampled until {self.until:%Y-%m-%d %H:%M} UTC. A longer --sample goes on with it, and "
                "another -o begins a new one."
            )
        self.last: dict[str, int] = known.get("last", {})
        self.lost_s: int = known.get("lost_s", 0)
        self.use = Use(known.get("use"))
        self._labels = Labels(naming, known.get("labels"))
        self._size: int = known.get("size", 0)
        if state is None:
            self._file = opened(path, "xb")
            self._write(HEADER)
            self.commit()
        else:
            self._file = opened(path, "r+b")
            self._file.truncate(self._size)
            self._file.seek(self._size)

    @property
    def size(self) -> int:
        """Bytes of the CSV."""
        return self._size

    @property
    def vms(self) -> int:
        """VMs with samples."""
        return len(self.last)

    def append(self, series: Series) -> None:
        """Add the values that are newer than the last sample of their VM."""
        id_ = series.machine.id
        new = series.times > self.last.get(id_, 0)
        if self._step_s > REAL_TIME_S and len(series.times):
            # The rest of a step comes with the next fetch.
            new &= series.times <= series.times[-1] // self._step_s * self._step_s
        if not new.any():
            return
        fresh = Series(series.machine, series.times[new], {key: each[new] for key, each in series.values.items()})
        written = fresh if self._step_s <= REAL_TIME_S else in_steps(fresh, self._step_s)
        self._write(rows_of(written, self._labels(id_, series.machine.name)))
        self.use.add(fresh)
        self.last[id_] = int(fresh.times[-1])

    def commit(self) -> None:
        """Make everything so far durable, so that it survives a crash."""
        state = {
            "format": _FORMAT,
            "format_version": _FORMAT_VERSION,
            "vcenter": self._identity,
            "step_s": self._step_s,
            "begun": self.begun.isoformat(),
            "size": self._size,
            "lost_s": self.lost_s,
            "last": self.last,
            "labels": self._labels.known,
            "use": self.use.as_json(),
        }
        try:
            self._file.flush()
            os.fsync(self._file.fileno())
            write_whole(self.state_path, json.dumps(state).encode())
        except OSError as error:
            raise unwritable(self.path, error) from error

    def close(self) -> None:
        """Close the file; uncommitted rows are cut off when it is continued."""
        self._file.close()

    def _write(self, content: bytes) -> None:
        try:
            self._file.write(content)
        except OSError as error:
            raise unwritable(self.path, error) from error
        self._size += len(content)

    def _kept_state(self) -> dict[str, Any] | None:
        if not self.path.exists():
            return None
        try:
            state: dict[str, Any] = json.loads(self.state_path.read_bytes())
            known = (state["format"], state["format_version"]) == (_FORMAT, _FORMAT_VERSION)
        except (OSError, ValueError, KeyError, TypeError):
            known = False
        if not known or self.path.stat().st_size < state["size"]:
            raise WrongInput(
                f"{self.path} is there, and {self.state_path.name} does not say how to go on with it. "
                "Choose another -o, or move it away."
            )
        if state["vcenter"] != self._identity:
            raise WrongInput(f"{self.path} holds samples of another vCenter. Choose another -o.")
        if state["step_s"] != self._step_s:
            raise WrongInput(f"{self.path} has steps of {state['step_s']} s. Choose these, or another -o.")
        return state
