"""Percentiles, sums, gaps, worst day and growth of small series computed by hand."""

import doctest
from collections.abc import Sequence
from types import ModuleType

import numpy as np
import pytest

from hostwise.estate.importers.history import esxtop, grid, meanings, prometheus, reduction
from hostwise.estate.importers.history.grid import Grid, grid_of, on_grid, ordered, usual_intervals
from hostwise.estate.importers.history.reduction import growth, percentiles, worst_day
from hostwise.estate.importers.history.samples import Floats
from hostwise.plan.history import Counter
from tests.estates.history import START, block, reduced

DAY_MS = 86_400_000


@pytest.mark.parametrize("module", [esxtop, meanings, prometheus, reduction, grid])
def test_examples(module: ModuleType) -> None:
    found = doctest.testmod(module, extraglobs={"np": np})
    assert found.failed == 0


@pytest.mark.parametrize(("percentile", "value"), [(100, 20), (95, 19), (94.9, 19), (50, 10), (1, 1)])
def test_a_percentile_is_the_least_value_that_covers_its_time(percentile: float, value: float) -> None:
    values = np.random.default_rng(1).permutation(np.arange(1.0, 21.0))
    assert percentiles(np.array([values]), percentile)[0] == value
    gaps = np.append(values, [np.nan] * 5)
    assert percentiles(np.array([gaps]), percentile)[0] == value


def test_the_sum_is_of_the_same_time() -> None:
    found = reduced(block({"a": [1, 3, 2, 2], "b": [4, 1, 2, 1]}), 100)
    load = found.load(Counter.CPU_GHZ)
    assert load is not None
    assert (load.mean, load.coincident_peak, load.sum_of_peaks, load.diversity_factor) == (4, 5, 7, 1.4)


def test_a_silent_vm_enters_sums_with_its_mean() -> None:
    """Ten of eleven VMs report in the gap, which is enough; the last is silent there and not zero."""
    series: dict[str, list[float | None]] = {f"vm-{vm}": [1.0] * 5 for vm in range(10)}
    series["gap"] = [6.0, 2.0, None, 2.0, 6.0]
    found = reduced(block(series), 100).sums[Counter.CPU_GHZ].series
    assert found[~np.isnan(found)] == pytest.approx([16, 12, 14, 12, 16])


def test_times_at_which_too_few_report_do_not_count() -> None:
    found = reduced(block({"a": [1, 1, 1, 1], "b": [5, None, None, 7]}), 100)
    load = found.load(Counter.CPU_GHZ)
    assert load is not None
    assert (load.mean, load.coverage_share) == (7, 0.5)
    assert found.figures(Counter.CPU_GHZ).mean == pytest.approx([1, 6])


def test_a_vm_that_comes_later_is_no_gap() -> None:
    found = reduced(block({"a": [1, 1, 1, 1], "b": [None, None, 5, 7]}), 100)
    load = found.load(Counter.CPU_GHZ)
    assert load is not None
    assert (load.mean, load.coverage_share) == ((1 + 1 + 6 + 8) / 4, 1)


def test_vms_that_never_exist_together() -> None:
    series = {"a": [1.0] * 4 + [None] * 4, "b": [None] * 4 + [5.0] * 4}
    assert reduced(block(series), 100).existing_together_share() == 0.5


def test_values_count_for_as_long_as_they_stand() -> None:
    """Sixty samples of five minutes at 10 GHz, then twenty of 30 minutes at 4 GHz: 5 and 10 hours.

    The first of the longer ones stands between the two, and for five minutes.
    """
    longer = 10 - 25 / 60
    minute = 60_000
    times = [step * 5 * minute for step in range(60)] + [(300 + step * 30) * minute for step in range(20)]
    samples = block({"a": [10.0] * 60 + [4.0] * 20})
    mixed = samples._replace(times=np.array(times, dtype=np.int64) + int(START.timestamp() * 1000))
    intervals = usual_intervals([mixed])
    assert intervals == [5 * minute, 30 * minute]
    found = reduced(mixed, 66)
    assert found.figures(Counter.CPU_GHZ).mean[0] == pytest.approx((5 * 10 + longer * 4) / (5 + longer))
    assert found.figures(Counter.CPU_GHZ).peak[0] == 10
    assert reduced(mixed, 65).figures(Counter.CPU_GHZ).peak[0] == 4
    assert found.days_covered[0] == pytest.approx((5 + longer) / 24)


def test_late_samples_make_neither_gaps_nor_doubles() -> None:
    samples = block({"a": [float(step) for step in range(50)]})
    late = samples._replace(times=samples.times + np.random.default_rng(3).integers(-40_000, 40_000, 50) + 140_000)
    placed = grid_of(int(late.times.min()), int(late.times.max()), [300_000])
    values, twice = on_grid(ordered(late), placed, 0, 1)
    row = values[Counter.CPU_GHZ][0]
    assert row[~np.isnan(row)].tolist() == [float(step) for step in range(50)]
    assert twice == 0


def test_the_longest_grid_is_bounded() -> None:
    found = grid_of(0, 40 * 365 * DAY_MS, [20_000])
    assert found.bins <= grid.MOST_BINS
    assert found.times_ms[-1] >= 40 * 365 * DAY_MS


def days(values: Sequence[Sequence[float]]) -> tuple[Floats, Grid]:
    """Days of equal steps."""
    step = DAY_MS // len(values[0])
    series = np.array(values).ravel()
    return series, Grid(int(START.timestamp() * 1000), step, len(series), step)


def test_the_worst_day_is_that_of_most_bytes() -> None:
    # The second day has the highest value, the third the most bytes; the fourth is mostly unknown.
    gap = float("nan")
    found = worst_day(*days([[1] * 24, [90] + [1] * 23, [8] * 12 + [10] * 11 + [gap], [100] * 3 + [gap] * 20 + [1]]))
    assert found is not None
    assert (found.date, found.step_minutes, found.gap_minutes) == ("2026-09-03", 60, 60)
    assert found.mb_s == pytest.approx([8] * 12 + [10] * 11 + [206 / 23])
    assert found.mean_mb_s == pytest.approx(206 / 23)


def test_steps_of_the_worst_day_are_a_minute_at_least() -> None:
    found = worst_day(*days([[1, 2, 3] * 1440]))
    assert found is not None
    assert (found.step_minutes, len(found.mb_s)) == (1, 1440)
    assert set(found.mb_s) == {2}


def test_a_day_is_that_of_the_time_zone() -> None:
    series, placed = days([[1] * 22 + [50] * 2, [50] * 22 + [1] * 2])
    found = worst_day(series, placed, "Europe/Berlin")
    assert found is not None
    assert (found.date, set(found.mb_s)) == ("2026-09-02", {50})


def test_growth_needs_ninety_days() -> None:
    series, placed = days([[100.0 + day] * 2 for day in range(90)])
    found = growth(Counter.CPU_GHZ, series, placed, 95)
    assert found is not None
    assert found.days == 90
    # One a day, at 189 in the end.
    assert found.share_per_year == pytest.approx(365.25 / 189)
    assert found.share_per_year_low == pytest.approx(found.share_per_year_high)
    assert growth(Counter.CPU_GHZ, *days([[100.0 + day] * 2 for day in range(89)]), 95) is None


def test_outliers_hardly_move_growth_and_the_band_holds_the_truth() -> None:
    rng = np.random.default_rng(5)
    values = 1000 + 1.0 * np.arange(200) + rng.normal(0, 20, 200)
    values[::17] *= 10
    found = growth(Counter.IOPS, *days([[float(each)] * 2 for each in values]), 95)
    assert found is not None
    truth = 365.25 / 1199
    assert found.share_per_year_low < truth < found.share_per_year_high
    assert found.share_per_year == pytest.approx(truth, rel=0.25)
