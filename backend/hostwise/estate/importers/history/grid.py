"""Samples on a grid of equal intervals: one value of each VM for each time, and NaN where there is none.

On a grid every percentile is weighted by time, however densely a part of the history was sampled. A sample holds until
the next one of its VM, for one usual interval at most: what is longer is a gap, and a gap is not zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hostwise.estate.importers.history.samples import Block, Floats, Integers
from hostwise.plan.history import Counter

MOST_BINS = 200_000
"""Longest grid: 46 days of 20 s, or two years of 5 minutes. A longer history gets a coarser one."""

_ALIKE = 0.2
_USUAL_SHARE, _USUAL_TIMES = 0.1, 10
_MS = 1000


@dataclass(frozen=True)
class Grid:
    """Equal intervals.

    Attributes:
        start_ms: time of the first one, milliseconds since 1970.
        step_ms: their length.
        bins: their number.
        longest_ms: the longest usual sampling interval, for which a sample may hold.
    """

    start_ms: int
    step_ms: int
    bins: int
    longest_ms: int

    @property
    def times_ms(self) -> Integers:
        """The times of the grid."""
        return self.start_ms + self.step_ms * np.arange(self.bins, dtype=np.int64)


def ordered(block: Block) -> Block:
    """The block by VM and time; samples of the same time keep their order."""
    if len(block.times) < 2:
        return block
    vm, time = np.diff(block.vms), np.diff(block.times)
    if not ((vm < 0) | ((vm == 0) & (time < 0))).any():
        return block
    order = np.lexsort((block.times, block.vms))
    return Block(
        block.counters,
        block.vms[order],
        block.times[order],
        block.values[:, order],
        None if block.instances is None else block.instances[order],
    )


def usual_intervals(blocks: Sequence[Block]) -> list[int]:
    """The intervals at which samples usually follow each other, milliseconds, the finest first.

    An interval is usual if a tenth of the time is sampled at it, and ten times by each VM; the most frequent one always
    is. Intervals within a fifth of each other are one, so that a delayed sample makes no new interval.

    Args:
        blocks: ordered samples.
    """
    tally: dict[int, int] = {}
    vms = 0
    for block in blocks:
        same = block.vms[1:] == block.vms[:-1]
        gaps, counts = np.unique(np.diff(block.times)[same], return_counts=True)
        vms = max(vms, len(np.unique(block.vms)))
        for gap, count in zip(gaps.tolist(), counts.tolist(), strict=True):
            if gap > 0:
                tally[gap] = tally.get(gap, 0) + count
    if not tally:
        return []
    whole = sum(gap * count for gap, count in tally.items())
    clusters: list[tuple[int, int, int]] = []
    left = dict(tally)
    while left:
        peak = max(left, key=lambda gap: (left[gap], -gap))
        near = {gap: left.pop(gap) for gap in list(left) if abs(gap - peak) <= _ALIKE * peak}
        clusters.append((peak, sum(near.values()), sum(gap * count for gap, count in near.items())))
    most = max(clusters, key=lambda each: (each[1], -each[0]))
    usual = {
        gap for gap, count, time in clusters if time >= _USUAL_SHARE * whole and count >= _USUAL_TIMES * max(vms, 1)
    }
    return sorted(usual | {most[0]})


def grid_of(first_ms: int, last_ms: int, intervals_ms: Sequence[int]) -> Grid:
    """The grid from the first to the last sample, at the finest usual interval.

    Args:
        first_ms: time of the first sample.
        last_ms: time of the last sample.
        intervals_ms: usual intervals, the finest first; empty where nothing was sampled twice.
    """
    finest = max(intervals_ms[0] if intervals_ms else last_ms - first_ms, _MS)
    times = max(1, -(-(last_ms - first_ms) // (finest * (MOST_BINS - 4))))
    step = finest * times
    # One interval more at either end: the VMs are moved by up to half of one.
    start = (first_ms // step - 1) * step
    longest = max(intervals_ms[-1] if intervals_ms else step, step)
    return Grid(start, step, int((last_ms - start) // step) + 2 + round(longest / step), longest)


def on_grid(block: Block, grid: Grid, first_vm: int, vms: int) -> tuple[dict[Counter, Floats], int]:
    """The values of some consecutive VMs by VM and time, NaN where there is none, and how many samples came twice.

    Each VM is moved by its own phase, less than half of an interval, so that samples which are a little early or late
    do not fall together. Several samples within one interval count with their mean.

    Args:
        block: ordered samples whose VMs are counted from 0.
        grid: the grid.
        first_vm: the first of the VMs.
        vms: their number.
    """
    begin, end = np.searchsorted(block.vms, [first_vm, first_vm + vms])
    rows = slice(int(begin), int(end))
    vm, times, values = block.vms[rows].astype(np.int64) - first_vm, block.times[rows], block.values[:, rows]
    twice = 0
    if block.instances is not None:
        vm, times, values, twice = _added(vm, times, values, block.instances[rows])
    else:
        twice = int(np.count_nonzero((np.diff(vm) == 0) & (np.diff(times) == 0)))
    holds = _holds(vm, times, grid)
    bins = np.rint((times - grid.start_ms - _phases(vm, times, grid, vms)[vm]) / grid.step_ms).astype(np.int64)
    cells = vm * grid.bins + np.clip(bins, 0, grid.bins - 1)
    alone = bool((np.diff(cells) > 0).all())
    # A sample holds up to the next one of its VM, and none beyond the end.
    after = np.append(cells[1:], np.iinfo(np.int64).max)
    last = np.minimum(np.minimum(cells + holds, after), (vm + 1) * grid.bins)
    longer = np.flatnonzero(last - cells > 1)
    lengths = last[longer] - cells[longer] - 1
    held = np.repeat(cells[longer] + 1 - np.cumsum(lengths) + lengths, lengths) + np.arange(int(lengths.sum()))
    found: dict[Counter, Floats] = {}
    for counter, row in zip(block.counters, values, strict=True):
        matrix = np.full(vms * grid.bins, np.nan)
        if alone:
            matrix[cells] = row
        else:
            told = ~np.isnan(row)
            count = np.bincount(cells[told], minlength=matrix.size)
            total = np.bincount(cells[told], row[told], minlength=matrix.size)
            np.divide(total, count, out=matrix, where=count > 0)
        matrix[held] = np.repeat(matrix[cells[longer]], lengths)
        found[counter] = matrix.reshape(vms, grid.bins)
    return found, twice


def _holds(vm: Integers, times: Integers, grid: Grid) -> Integers:
    """The number of grid intervals for which each sample holds."""
    far = np.iinfo(np.int64).max
    gaps = np.where((np.diff(vm) == 0) & (np.diff(times) > 0), np.diff(times), far)
    before, after = np.append(far, gaps)[: len(times)], np.append(gaps, far)[: len(times)]
    nearest = np.minimum(np.minimum(before, after), grid.longest_ms)
    holds: Integers = np.maximum(np.rint(nearest / grid.step_ms).astype(np.int64), 1)
    return holds


def _phases(vm: Integers, times: Integers, grid: Grid, vms: int) -> Floats:
    """By how much the samples of each VM come after the times of the grid, milliseconds: a mean on a circle."""
    angle = (times - grid.start_ms) % grid.step_ms * (2 * np.pi / grid.step_ms)
    sine, cosine = np.bincount(vm, np.sin(angle), vms), np.bincount(vm, np.cos(angle), vms)
    phase: Floats = np.arctan2(sine, cosine) * (grid.step_ms / (2 * np.pi))
    return phase


def _added(
    vm: Integers, times: Integers, values: Floats, instances: NDArray[np.int32]
) -> tuple[Integers, Integers, Floats, int]:
    """The sum over the disks of a VM at each time: a value that one disk has twice counts with its mean.

    A disk without a sample counts as absent; one with a blank sample leaves the time without a sum.
    """
    order = np.lexsort((instances, times, vm))
    vm, times, values, instances = vm[order], times[order], values[:, order], instances[order]
    new_time = np.append(True, (np.diff(vm) != 0) | (np.diff(times) != 0))
    new_disk = new_time | np.append(True, np.diff(instances) != 0)
    disks = np.flatnonzero(new_disk)
    if not len(disks):
        return vm, times, values, 0
    told = ~np.isnan(values)
    counts = np.add.reduceat(told.astype(np.float64), disks, axis=1)
    totals = np.add.reduceat(np.where(told, values, 0.0), disks, axis=1)
    means = np.divide(totals, counts, out=np.full_like(totals, np.nan), where=counts > 0)
    # A time at which a disk is blank has no sum.
    sums = np.add.reduceat(means, np.flatnonzero(new_time[disks]), axis=1)
    return vm[new_time], times[new_time], sums, len(times) - len(disks)


def repeated_hours(block: Block, windows_ms: Sequence[tuple[int, int]]) -> Block:
    """The second of two samples at the same time moved on, where clocks were set back.

    Args:
        block: ordered samples, with local times of which the earlier meaning was taken.
        windows_ms: begin of each repeated stretch, and its length.
    """
    if not windows_ms or len(block.times) < 2:
        return block
    order = (
        np.arange(len(block.times))
        if block.instances is None
        else np.lexsort((np.arange(len(block.times)), block.instances, block.times, block.vms))
    )
    vms, times = block.vms[order], block.times[order]
    again = np.append(False, (np.diff(vms) == 0) & (np.diff(times) == 0))
    if block.instances is not None:
        again &= np.append(False, np.diff(block.instances[order]) == 0)
    moved = block.times.copy()
    for begin, length in windows_ms:
        second = order[again & (times >= begin) & (times < begin + length)]
        moved[second] += length
    return ordered(block._replace(times=moved))


def shares_of(totals: Mapping[Counter, Floats]) -> Floats | None:
    """Reads as a share of reads and writes; NaN where there are neither."""
    reads, writes = totals.get(Counter.READ_IOPS), totals.get(Counter.WRITE_IOPS)
    if reads is None or writes is None:
        return None
    both = reads + writes
    return np.divide(reads, both, out=np.full_like(both, np.nan), where=both > 0)
