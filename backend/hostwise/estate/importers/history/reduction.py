"""From samples on a grid to percentiles, sums of the same time, the worst day and growth. Pure: no files, no clock.

A percentile is the least value below or at which the load stays for that share of the time. Sums over VMs count at the
times at which at least 90 % of the VMs that exist then report, and at least half as many exist as ever; a VM exists
from its first value to its last. A VM that is silent for a while enters such a sum with its mean, not with zero.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hostwise.estate.importers.history.grid import Grid, on_grid, shares_of
from hostwise.estate.importers.history.samples import Block, Floats, Integers
from hostwise.plan.history import COUNTER_WORDS, GROWTH_DAYS, UNITS, Counter, GrowthBand, ScopeLoad, WriteProfile

REPORTING_SHARE, EXISTING_SHARE, WHOLE_DAY_SHARE = 0.9, 0.5, 0.8
"""Least VMs that report, least VMs that exist, and least part of a day that makes it a whole one."""

_CELLS = 1_000_000
_CONFIDENCE = 0.95
_DAY_MS, _MINUTE_MS = 86_400_000, 60_000
_DAYS_PER_YEAR = 365.25


def percentiles(matrix: Floats, percentile: float) -> Floats:
    """The percentile of each row over the columns that have a value; NaN for a row without any.

    >>> percentiles(np.array([[4.0, 1.0, np.nan, 3.0, 2.0], [np.nan] * 5]), 75)
    array([ 3., nan])
    """
    counts = np.count_nonzero(~np.isnan(matrix), axis=1)
    places = np.clip(np.ceil(counts * (percentile / 100) - 1e-9).astype(np.int64) - 1, 0, None)
    if len(matrix) and counts.min() == matrix.shape[1]:
        # Without gaps only one rank is needed, so the other values need no sorting.
        return np.array(np.partition(matrix, places[0], axis=1)[:, places[0]])
    ordered = np.sort(matrix, axis=1)  # NaN comes last
    found: Floats = ordered[np.arange(len(matrix)), places]
    return found


@dataclass
class Sums:
    """Sums over VMs at each time for one counter."""

    bins: int
    total: Floats = field(init=False)
    reporting: Floats = field(init=False)
    existing: Floats = field(init=False)
    vms: int = 0

    def __post_init__(self) -> None:
        """Begin with nothing."""
        self.total, self.reporting, self.existing = (np.zeros(self.bins) for _ in range(3))

    def add(self, matrix: Floats, means: Floats) -> None:
        """Add the values of some VMs by VM and time."""
        told = ~np.isnan(matrix)
        some = told.any(axis=1)
        self.vms += int(np.count_nonzero(some))
        first, last = np.argmax(told, axis=1), matrix.shape[1] - 1 - np.argmax(told[:, ::-1], axis=1)
        for row in np.flatnonzero(some):
            self.existing[first[row] : last[row] + 1] += 1
        self.reporting += told.sum(axis=0)
        if told.all():
            self.total += matrix.sum(axis=0)
            return
        self.total += np.where(told, matrix, 0.0).sum(axis=0)
        for row in np.flatnonzero(some):
            exists = slice(int(first[row]), int(last[row]) + 1)
            self.total[exists][~told[row, exists]] += means[row]

    @property
    def series(self) -> Floats:
        """The sum at each time; NaN where too few VMs report."""
        enough = self.reporting >= REPORTING_SHARE * self.existing * (1 - 1e-9)
        together = self.existing >= EXISTING_SHARE * self.existing.max(initial=0)
        return np.where(enough & together & (self.reporting > 0), self.total, np.nan)


class VmFigures(NamedTuple):
    """Figures of each VM for one counter."""

    mean: Floats
    peak: Floats


@dataclass
class Reduction:
    """The reduction of all partitions, one after the other."""

    grid: Grid
    percentile: float
    sums: dict[Counter, Sums] = field(default_factory=dict)
    twice: int = 0
    _codes: list[NDArray[np.int32]] = field(default_factory=list)
    _means: dict[Counter, list[Floats]] = field(default_factory=dict)
    _peaks: dict[Counter, list[Floats]] = field(default_factory=dict)
    _covered: list[Floats] = field(default_factory=list)
    _reads: list[Floats] = field(default_factory=list)

    def add(self, blocks: Sequence[Block]) -> None:
        """Reduce one partition: ordered samples, all of its VMs."""
        if not blocks:
            return
        codes = np.unique(np.concatenate([each.vms for each in blocks]))
        local = [each._replace(vms=np.searchsorted(codes, each.vms).astype(np.int32)) for each in blocks]
        size = max(1, _CELLS // self.grid.bins)
        for first in range(0, len(codes), size):
            self._add(codes[first : first + size], first, local)

    def _add(self, codes: NDArray[np.int32], first: int, blocks: Sequence[Block]) -> None:
        found: dict[Counter, Floats] = {}
        for block in blocks:
            matrices, twice = on_grid(block, self.grid, first, len(codes))
            self.twice += twice
            for counter, matrix in matrices.items():
                # The same counter in two sets: one row of a file may have other columns than the next file.
                before = found.get(counter)
                found[counter] = matrix if before is None else np.where(np.isnan(before), matrix, before)
        reads, writes = found.get(Counter.READ_IOPS), found.get(Counter.WRITE_IOPS)
        if reads is not None and writes is not None:
            own = found.get(Counter.IOPS)
            both = reads + writes
            found[Counter.IOPS] = both if own is None else np.where(np.isnan(both), own, both)
            there = ~np.isnan(both)
            share = shares_of(
                {
                    Counter.READ_IOPS: np.where(there, reads, 0.0).sum(axis=1),
                    Counter.WRITE_IOPS: np.where(there, writes, 0.0).sum(axis=1),
                }
            )
            self._reads.append(np.full(len(codes), np.nan) if share is None else share)
        else:
            self._reads.append(np.full(len(codes), np.nan))
        self._codes.append(codes)
        covered = np.zeros(len(codes))
        for counter in Counter:
            own_values = found.get(counter)
            means, peaks = self._means.setdefault(counter, []), self._peaks.setdefault(counter, [])
            if own_values is None:
                means.append(np.full(len(codes), np.nan))
                peaks.append(np.full(len(codes), np.nan))
                continue
            told = ~np.isnan(own_values)
            counts = np.count_nonzero(told, axis=1).astype(np.float64)
            total = np.where(told, own_values, 0.0).sum(axis=1)
            mean = np.divide(total, counts, out=np.full_like(total, np.nan), where=counts > 0)
            self.sums.setdefault(counter, Sums(self.grid.bins)).add(own_values, mean)
            means.append(mean)
            peaks.append(percentiles(own_values, self.percentile))
            covered = np.maximum(covered, counts)
        self._covered.append(covered * self.grid.step_ms / _DAY_MS)

    @property
    def codes(self) -> NDArray[np.int32]:
        """Codes of the VMs, in the order of all figures."""
        return _joined(self._codes).astype(np.int32)

    @property
    def read_shares(self) -> Floats:
        """Reads of each VM as a share of all its I/O."""
        return _joined(self._reads)

    @property
    def days_covered(self) -> Floats:
        """Days with values of each VM."""
        return _joined(self._covered)

    def figures(self, counter: Counter) -> VmFigures:
        """Mean and peak of each VM."""
        return VmFigures(_joined(self._means.get(counter, [])), _joined(self._peaks.get(counter, [])))

    def times_counted(self) -> int:
        """Times at which the best counter counts."""
        return max((int(np.count_nonzero(~np.isnan(each.series))) for each in self.sums.values()), default=0)

    def span(self) -> int:
        """Times from the first to the last at which any VM reports."""
        told = np.flatnonzero(sum((each.reporting for each in self.sums.values()), np.zeros(self.grid.bins)))
        return int(told[-1] - told[0]) + 1 if len(told) else 0

    def load(self, counter: Counter) -> ScopeLoad | None:
        """One counter for all VMs together, or nothing where no VM has it."""
        sums = self.sums.get(counter)
        if sums is None or not sums.vms:
            return None
        series = sums.series
        known = series[~np.isnan(series)]
        own = float(np.nansum(self.figures(counter).peak))
        if not len(known):
            return ScopeLoad(
                counter=counter,
                label=COUNTER_WORDS[counter],
                unit=UNITS[counter],
                vms=sums.vms,
                sum_of_peaks=own,
                coverage_share=0,
            )
        peak = float(percentiles(known[np.newaxis], self.percentile)[0])
        return ScopeLoad(
            counter=counter,
            label=COUNTER_WORDS[counter],
            unit=UNITS[counter],
            vms=sums.vms,
            mean=float(known.mean()),
            coincident_peak=peak,
            coincident_maximum=float(known.max()),
            sum_of_peaks=own,
            diversity_factor=own / peak if peak > 0 else None,
            coverage_share=min(1.0, len(known) / max(self.span(), 1)),
        )

    def existing_together_share(self) -> float:
        """Most VMs that exist at one time, over all VMs, for the counter where this is least."""
        shares = [float(each.existing.max(initial=0)) / each.vms for each in self.sums.values() if each.vms]
        return min(shares, default=1.0)


def _joined(parts: Sequence[NDArray[np.generic]]) -> Floats:
    return np.concatenate([np.asarray(each, dtype=np.float64) for each in parts]) if parts else np.zeros(0)


def _dates(grid: Grid, zone: str | None) -> list[dt.date]:
    times = pl.Series(grid.times_ms).cast(pl.Datetime("ms", "UTC"))
    local = times.dt.convert_time_zone(zone) if zone else times
    return local.dt.date().to_list()


def _days(grid: Grid, zone: str | None) -> tuple[list[dt.date], Integers]:
    """The days of the grid, and where each of them begins, with the end of the last."""
    dates = _dates(grid, zone)
    starts = [at for at in range(len(dates)) if at == 0 or dates[at] != dates[at - 1]]
    return [dates[at] for at in starts], np.array([*starts, len(dates)], dtype=np.int64)


def _whole(values: Floats, grid: Grid) -> bool:
    return bool(np.count_nonzero(~np.isnan(values)) * grid.step_ms >= WHOLE_DAY_SHARE * _DAY_MS)


def worst_day(series: Floats, grid: Grid, zone: str | None = None) -> WriteProfile | None:
    """The day on which most was written, in steps of a minute or of the interval of the grid.

    A day counts with its mean; days with values for less than 80 % of it only where no day has more.

    Args:
        series: writes of all VMs at the times of the grid, MB/s; NaN where unknown.
        grid: the grid.
        zone: IANA name of the time zone in which days begin at midnight; UTC by default.
    """
    told = np.flatnonzero(~np.isnan(series))
    if not len(told):
        return None
    dates, bounds = _days(grid, zone)
    # What lies before the first value and after the last is no gap.
    bounds = np.clip(bounds, told[0], told[-1] + 1)
    of_day = [series[begin:end] for begin, end in pairwise(bounds.tolist())]
    known = [at for at, each in enumerate(of_day) if np.count_nonzero(~np.isnan(each))]
    whole = [at for at in known if _whole(of_day[at], grid)]
    means = {at: float(np.nanmean(of_day[at])) for at in whole or known}
    worst = max(means, key=lambda at: means[at])
    values, step = of_day[worst], grid.step_ms
    gaps = float(np.count_nonzero(np.isnan(values))) * step / _MINUTE_MS
    values = np.where(np.isnan(values), means[worst], values)
    if step < _MINUTE_MS:
        together = -(-_MINUTE_MS // step)
        starts = np.arange(0, len(values), together)
        lengths = np.diff(np.append(starts, len(values)))
        values, step = np.add.reduceat(values, starts) / lengths, together * step
    return WriteProfile(
        date=dates[worst].isoformat(),
        step_minutes=step / _MINUTE_MS,
        mb_s=values.tolist(),
        mean_mb_s=float(values.mean()),
        gap_minutes=gaps,
    )


def growth(
    counter: Counter, series: Floats, grid: Grid, percentile: float, zone: str | None = None
) -> GrowthBand | None:
    """Growth by the Theil-Sen slope of the daily percentiles; nothing with fewer than 90 whole days.

    Args:
        counter: what the series is.
        series: sums over VMs at the times of the grid; NaN where unknown.
        grid: the grid.
        percentile: of each day.
        zone: IANA name of the time zone of the days; UTC by default.
    """
    dates, bounds = _days(grid, zone)
    days, peaks = [], []
    for date, (begin, end) in zip(dates, pairwise(bounds.tolist()), strict=True):
        values = series[begin:end]
        if _whole(values, grid):
            days.append(date.toordinal())
            peaks.append(float(percentiles(values[np.newaxis], percentile)[0]))
    if len(days) < GROWTH_DAYS:
        return None
    # Few histories are that long, and it takes most of a second to load.
    from scipy.stats import theilslopes

    since = np.array(days, dtype=np.float64) - days[-1]
    found = theilslopes(peaks, since, alpha=_CONFIDENCE)
    level = float(np.median(np.array(peaks) - found.slope * since))
    if not level > 0:
        return None
    low, middle, high = (
        float(each) * _DAYS_PER_YEAR / level for each in (found.low_slope, found.slope, found.high_slope)
    )
    return GrowthBand(
        counter=counter,
        days=len(days),
        share_per_year=middle,
        share_per_year_low=low,
        share_per_year_high=high,
        confidence_share=_CONFIDENCE,
    )


def set_back(zone: str, first_ms: int, last_ms: int) -> list[tuple[int, int]]:
    """When clocks were set back: the first time that came twice, and for how long, in milliseconds.

    >>> set_back("Europe/Berlin", 1790000000000, 1795000000000)
    [(1792886400000, 3600000)]
    """
    found = []
    place = ZoneInfo(zone)

    def offset(at_ms: int) -> int:
        shift = dt.datetime.fromtimestamp(at_ms / 1000, place).utcoffset()
        return int(shift.total_seconds() * 1000) if shift is not None else 0

    hour = 3_600_000
    for at in range(first_ms // _DAY_MS * _DAY_MS, last_ms + _DAY_MS, _DAY_MS):
        if offset(at + _DAY_MS) < offset(at):
            change = next(time for time in range(at, at + _DAY_MS + hour, hour // 4) if offset(time) < offset(at))
            length = offset(at) - offset(change)
            found.append((change - length, length))
    return found


def words(counters: Iterable[Counter]) -> str:
    """Counters in words."""
    return ", ".join(COUNTER_WORDS[each] for each in counters)
