"""Counters of VMs: their names in vCenter and in a series, and the queries for them.

Counters of virtual disks exist for each disk only; here they are their sum.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from pyVmomi import vim, vmodl

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
from hostwise.estate.collectors.vcenter.session import VCenter
from hostwise.estate.collectors.vcenter.vcenter_inventory import Machine
from hostwise.tables.table import Floats

REAL_TIME_S = 20
"""Interval of the values that every host keeps for an hour."""

_METRICS_AT_ONCE = 64
"""Most metrics that a vCenter answers in one query of its history by default (`config.vpxd.stats.maxQueryMetrics`)."""

_MOST_METRICS_AT_ONCE = 400


class Counter(NamedTuple):
    """A counter.

    Attributes:
        name: as vCenter has it: group, name and how it is rolled up.
        key: as a series names it.
        of_disks: whether it exists for each virtual disk instead of the VM.
    """

    name: str
    key: str
    of_disks: bool = False


SAMPLED = (
    Counter("cpu.usagemhz.average", CPU),
    Counter("cpu.ready.summation", READY),
    Counter("mem.active.average", ACTIVE),
    Counter("mem.consumed.average", CONSUMED),
    Counter("virtualDisk.numberReadAveraged.average", READS, of_disks=True),
    Counter("virtualDisk.numberWriteAveraged.average", WRITES, of_disks=True),
    Counter("virtualDisk.read.average", READ_KB_S, of_disks=True),
    Counter("virtualDisk.write.average", WRITTEN_KB_S, of_disks=True),
)
"""Counters to sample: every host has these in real time."""

KEPT = (
    *SAMPLED,
    Counter("disk.usage.average", DISK_KB_S),
    Counter("cpu.usagemhz.maximum", CPU_HIGHEST),
    Counter("mem.active.maximum", ACTIVE_HIGHEST),
)
"""Counters to query from the history, as far as the statistics level keeps them."""


class Level(NamedTuple):
    """An interval of the history.

    Attributes:
        interval_s: length of its intervals.
        level: statistics level, 1 to 4.
        kept_s: how long it is kept.
    """

    interval_s: int
    level: int
    kept_s: int


class Performance:
    """Asks a vCenter for counters, some VMs at a time."""

    def __init__(self, vcenter: VCenter) -> None:
        """Read which counters it has, and which levels it keeps."""
        self._vcenter = vcenter
        manager = vcenter.content.perfManager
        self._known = {
            f"{each.groupInfo.key}.{each.nameInfo.key}.{each.rollupType}": each
            for each in vcenter.ask(lambda: manager.perfCounter)
        }
        self.levels = sorted(
            Level(each.samplingPeriod, each.level or 1, each.length)
            for each in vcenter.ask(lambda: manager.historicalInterval)
            if each.enabled
        )
        self._metrics_at_once = self._limit()

    def kept(self, level: Level) -> list[Counter]:
        """The counters that the history of a level keeps."""
        found = []
        for each in KEPT:
            if (info := self._known.get(each.name)) is not None:
                needed = info.perDeviceLevel if each.of_disks else info.level
                if (needed or 4) <= level.level:
                    found.append(each)
        return found

    def sampled(self) -> list[Counter]:
        """The counters that it has in real time."""
        return [each for each in SAMPLED if each.name in self._known]

    def history(
        self, machines: Sequence[Machine], counters: Sequence[Counter], level: Level, begin: dt.datetime
    ) -> Iterator[list[Series]]:
        """What is kept of some VMs since a time, in batches as large as the vCenter allows."""
        at_once = max(self._metrics_at_once // max(len(counters), 1), 1)
        for batch in _batches(machines, at_once):
            yield self._series(batch, counters, level.interval_s, dict.fromkeys((each.id for each in batch), begin))

    def real_time(self, machines: Sequence[Machine], since: dict[str, dt.datetime]) -> Iterator[list[Series]]:
        """The values of 20 s since a time for each VM, in batches. Values of the last hour exist."""
        counters = self.sampled()
        for batch in _batches(machines, _MOST_METRICS_AT_ONCE // max(len(counters), 1)):
            yield self._series(batch, counters, REAL_TIME_S, since)

    def _series(
        self, machines: Sequence[Machine], counters: Sequence[Counter], interval_s: int, since: dict[str, dt.datetime]
    ) -> list[Series]:
        wanted = [
            vim.PerformanceManager.QuerySpec(
                entity=each.reference,
                startTime=since[each.id],
                intervalId=interval_s,
                format="csv",
                metricId=[
                    vim.PerformanceManager.MetricId(
                        counterId=self._known[counter.name].key, instance="*" if counter.of_disks else ""
                    )
                    for counter in counters
                ],
            )
            for each in machines
        ]
        answers = self._answers(wanted)
        machine_of = {each.reference._moId: each for each in machines}
        keys = {self._known[each.name].key: each for each in counters}
        return [_read(each, machine_of[each.entity._moId], keys) for each in answers if each.sampleInfoCSV]

    def _answers(self, wanted: Sequence[Any]) -> list[Any]:
        """The answers; a query is halved if it is too large for the vCenter, or one of its VMs is gone."""

        def answers() -> list[Any]:
            try:
                return list(self._vcenter.content.perfManager.QueryPerf(querySpec=list(wanted)))
            except (vim.fault.NoPermission, vim.fault.InvalidLogin):
                raise
            except vmodl.MethodFault:
                if len(wanted) == 1:
                    return []
            middle = len(wanted) // 2
            return [*self._answers(wanted[:middle]), *self._answers(wanted[middle:])]

        return self._vcenter.ask(answers)

    def _limit(self) -> int:
        try:
            options = self._vcenter.content.setting.QueryOptions("config.vpxd.stats.maxQueryMetrics")
            told = int(options[0].value)
        except (vmodl.MethodFault, IndexError, TypeError, ValueError):
            # Not set, or only administrators may see it.
            return _METRICS_AT_ONCE
        return _MOST_METRICS_AT_ONCE if told < 0 else min(max(told, 1), _MOST_METRICS_AT_ONCE)


def _batches(machines: Sequence[Machine], size: int) -> Iterator[Sequence[Machine]]:
    for at in range(0, len(machines), size):
        yield machines[at : at + size]


def _read(answer: Any, machine: Machine, counters: dict[int, Counter]) -> Series:
    info = answer.sampleInfoCSV.split(",")
    intervals = np.array(info[0::2], dtype=np.float64)
    times = np.array([each.removesuffix("Z") for each in info[1::2]], dtype="datetime64[s]").astype(np.int64)
    order = np.argsort(times, kind="stable")
    of_instance: dict[str, dict[str, Floats]] = {}
    for each in answer.value:
        numbers = np.array([part or "nan" for part in str(each.value or "").split(",")], dtype=np.float64)
        if len(numbers) == len(times):
            # A vCenter writes -1 where it has no value.
            numbers[numbers < 0] = np.nan
            of_instance.setdefault(counters[each.id.counterId].key, {})[each.id.instance or ""] = numbers
    values = {}
    for key, found in of_instance.items():
        of_disks = [numbers for instance, numbers in found.items() if instance] or list(found.values())
        whole = _sum(of_disks)
        if key == READY:
            whole = whole / (intervals * 1000) * 100 / machine.vcpu
        values[key] = whole[order]
    return Series(machine, times[order], values)


def _sum(parts: Sequence[Floats]) -> Floats:
    """The sum at each time over the series that have a value."""
    stacked = np.stack(parts)
    return np.where(np.isnan(stacked).all(axis=0), np.nan, np.nansum(stacked, axis=0))
