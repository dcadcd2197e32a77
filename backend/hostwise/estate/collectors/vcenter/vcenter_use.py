"""What VMs use over a period: means and the highest values, added up while series arrive."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from hostwise.estate.collectors.series import (
    ACTIVE,
    ACTIVE_HIGHEST,
    CONSUMED,
    CPU,
    CPU_HIGHEST,
    DISK_KB_S,
    READ_KB_S,
    READS,
    READY,
    WRITES,
    WRITTEN_KB_S,
    Series,
)
from hostwise.estate.importers.building import array, figures
from hostwise.plan.estate import VmColumns
from hostwise.tables.table import Floats
from hostwise.tables.units import GHZ_PER_MHZ, GIB_PER_KIB

_IO, _MOVED = "iops", "kb_s"
"""Sums of two counters at the same time: their highest values do not coincide."""


class Use:
    """Number, sum and highest value of each counter of each VM."""

    def __init__(self, kept: dict[str, dict[str, list[float]]] | None = None) -> None:
        """Start empty, or continue with the sums of `as_json`."""
        self._of = kept or {}

    def as_json(self) -> dict[str, dict[str, list[float]]]:
        """The sums as JSON, to continue with later."""
        return self._of

    def add(self, series: Series) -> None:
        """Add values that were not added before."""
        values = dict(series.values)
        for whole, first, second in ((_IO, READS, WRITES), (_MOVED, READ_KB_S, WRITTEN_KB_S)):
            if first in values and second in values:
                values[whole] = values[first] + values[second]
        of_vm = self._of.setdefault(series.machine.id, {})
        for key, numbers in values.items():
            known = numbers[~np.isnan(numbers)]
            if known.size:
                count, total, highest = of_vm.get(key, [0, 0.0, 0.0])
                of_vm[key] = [count + known.size, total + float(known.sum()), max(highest, float(known.max()))]

    def vms(self) -> int:
        """How many VMs have values."""
        return sum(bool(each) for each in self._of.values())

    def has(self, key: str) -> bool:
        """Whether any VM has values of a counter."""
        return any(key in each for each in self._of.values())

    def onto(self, vms: VmColumns) -> VmColumns:
        """The VMs with their use over the period; where there is none, the one reading stays."""
        mean, highest = self._column(vms.id, _mean), self._column(vms.id, lambda each: each[2])
        disk = _first(mean(_MOVED), _positive(mean(DISK_KB_S)))
        reads, every = mean(READS), mean(_IO)
        with np.errstate(divide="ignore", invalid="ignore"):
            read_share = np.where(every > 0, reads / every, np.nan)
        found: dict[str, Floats] = {
            "cpu_ghz": mean(CPU) * GHZ_PER_MHZ,
            "cpu_peak_ghz": _first(highest(CPU_HIGHEST), highest(CPU)) * GHZ_PER_MHZ,
            "cpu_ready_share": mean(READY) / 100,
            "memory_active_gib": mean(ACTIVE) * GIB_PER_KIB,
            "memory_peak_gib": _first(highest(ACTIVE_HIGHEST), highest(ACTIVE)) * GIB_PER_KIB,
            "memory_consumed_gib": mean(CONSUMED) * GIB_PER_KIB,
            "iops_average": every,
            "iops_peak": highest(_IO),
            "read_share": read_share,
            "disk_kb_s": disk,
        }
        columns: dict[str, Any] = {
            name: figures(_first(values, array(getattr(vms, name), len(vms)))) for name, values in found.items()
        }
        return vms.model_copy(update=columns)

    def _column(self, ids: Sequence[str], value: Callable[[list[float]], float]) -> Callable[[str], Floats]:
        nothing: dict[str, list[float]] = {}

        def column(key: str) -> Floats:
            found = [self._of.get(each, nothing).get(key) for each in ids]
            return np.array([np.nan if each is None else value(each) for each in found], dtype=np.float64)

        return column


def _mean(sums: list[float]) -> float:
    return sums[1] / sums[0]


def _first(first: Floats, second: Floats) -> Floats:
    return np.where(np.isnan(first), second, first)


def _positive(values: Floats) -> Floats:
    # Zero where disks are on NFS or vSAN, which this counter does not see.
    return np.where(values > 0, values, np.nan)
