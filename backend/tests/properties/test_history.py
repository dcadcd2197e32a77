"""What holds of the reduction of any history.

For the maximum the coincident peak lies between the largest VM's peak and the sum of all peaks. For a percentile p the
upper bound is weaker: short peaks of single VMs vanish in their own percentile and add up in that of the sum. It is at
most the sum of the VMs' own percentiles at 100 - (100 - p) / n, for n VMs, and so at most the sum of their maxima.
"""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from hostwise.estate.importers.history.grid import grid_of, ordered, usual_intervals
from hostwise.estate.importers.history.reduction import Reduction
from hostwise.estate.importers.history.samples import Block
from hostwise.plan.history import Counter, ScopeLoad
from tests.drawing_examples import examples
from tests.estates.history import block, reduced

Matrix = NDArray[np.float64]

loads = arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(3, 40)), elements=st.floats(0, 1e6, width=32))
percentiles = st.floats(1, 100)
few = settings(max_examples=examples(150), deadline=None)


def samples(matrix: Matrix) -> Block:
    return block({f"vm-{at}": row.tolist() for at, row in enumerate(matrix)})


def load(reduction: Reduction) -> ScopeLoad:
    found = reduction.load(Counter.CPU_GHZ)
    assert found is not None
    return found


def peaks(reduction: Reduction) -> Matrix:
    return reduction.figures(Counter.CPU_GHZ).peak


def at_most(low: float, high: float) -> bool:
    return low <= high * (1 + 1e-9) + 1e-9


@few
@given(matrix=loads)
def test_the_coincident_maximum_lies_between_the_largest_peak_and_their_sum(matrix: Matrix) -> None:
    found = load(reduced(samples(matrix), 100))
    assert found.coincident_peak is not None
    assert found.coincident_peak == found.coincident_maximum
    assert at_most(float(matrix.max()), found.coincident_peak)
    assert at_most(found.coincident_peak, float(matrix.max(axis=1).sum()))
    assert found.diversity_factor is None or found.diversity_factor >= 1 - 1e-9


@few
@given(matrix=loads, percentile=percentiles)
def test_a_coincident_percentile_has_bounds_too(matrix: Matrix, percentile: float) -> None:
    reduction = reduced(samples(matrix), percentile)
    found = load(reduction)
    assert found.coincident_peak is not None
    assert at_most(float(peaks(reduction).max()), found.coincident_peak)
    rarer = peaks(reduced(samples(matrix), 100 - (100 - percentile) / len(matrix)))
    assert at_most(found.coincident_peak, float(rarer.sum()))
    assert at_most(found.coincident_peak, float(matrix.max(axis=1).sum()))


@few
@given(matrix=loads, data=st.data())
def test_two_parts_of_the_vms_add_up_to_the_whole(matrix: Matrix, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(matrix)))
    whole = samples(matrix)
    placed = grid_of(int(whole.times.min()), int(whole.times.max()), usual_intervals([whole]))
    total = reduced(whole, 95, placed).sums[Counter.CPU_GHZ].series
    added = np.zeros(placed.bins)
    for rows in (whole.vms < cut, whole.vms >= cut):
        if rows.any():
            part = whole._replace(vms=whole.vms[rows], times=whole.times[rows], values=whole.values[:, rows])
            added += reduced(part, 95, placed).sums[Counter.CPU_GHZ].series
    assert added == pytest.approx(total, nan_ok=True)


@few
@given(matrix=loads, percentile=percentiles, seed=st.integers(0, 2**32 - 1))
def test_the_order_of_rows_changes_nothing(matrix: Matrix, percentile: float, seed: int) -> None:
    whole = samples(matrix)
    order = np.random.default_rng(seed).permutation(len(whole.times))
    shuffled = whole._replace(vms=whole.vms[order], times=whole.times[order], values=whole.values[:, order])
    before, after = reduced(whole, percentile), reduced(shuffled, percentile)
    assert load(before) == load(after)
    assert (peaks(before) == peaks(after)).all()


@few
@given(matrix=loads.filter(lambda each: each.shape[1] > 12), data=st.data())
def test_a_gap_leaves_the_mean_of_the_rest(matrix: Matrix, data: st.DataObject) -> None:
    steps = matrix.shape[1]
    begin = data.draw(st.integers(2, steps - 6))
    end = data.draw(st.integers(begin + 1, min(begin + steps // 3, steps - 3)))
    gap = matrix.copy()
    gap[0, begin:end] = np.nan
    found = reduced(
        block({f"vm-{at}": [None if np.isnan(each) else each for each in row] for at, row in enumerate(gap)}), 95
    )
    whole = reduced(samples(matrix), 95)
    own = found.figures(Counter.CPU_GHZ)
    rest = np.delete(matrix[0], np.s_[begin:end])
    assert own.mean[0] == pytest.approx(rest.mean())
    assert own.peak[0] == np.sort(rest)[int(np.ceil(len(rest) * 0.95 - 1e-9)) - 1]
    assert own.mean[1:].tolist() == whole.figures(Counter.CPU_GHZ).mean[1:].tolist()
    assert found.days_covered[0] == pytest.approx(len(rest) / 288)


@few
@given(matrix=loads, data=st.data())
def test_when_within_an_interval_a_vm_is_sampled_changes_nothing(matrix: Matrix, data: st.DataObject) -> None:
    shifts = np.array(data.draw(st.lists(st.integers(-149, 149), min_size=len(matrix), max_size=len(matrix))))
    whole = samples(matrix)
    moved = ordered(whole._replace(times=whole.times + shifts[whole.vms] * 1000))
    before, after = load(reduced(whole, 95)), load(reduced(moved, 95))
    assert after.coincident_peak == pytest.approx(before.coincident_peak)
    assert after.mean == pytest.approx(before.mean)


@few
@given(value=st.floats(0.001, 1e6), sparsely=st.integers(24, 40), every=st.integers(2, 5))
def test_a_steady_load_is_the_same_however_densely_it_is_sampled(value: float, sparsely: int, every: int) -> None:
    steps = sparsely * every
    dense = samples(np.full((2, steps), value))
    sparse = dense.times[:steps] % (300_000 * every) == dense.times[0] % (300_000 * every)
    kept = np.concatenate([np.ones(steps, dtype=bool), sparse])
    mixed = dense._replace(vms=dense.vms[kept], times=dense.times[kept], values=dense.values[:, kept])
    found = reduced(mixed, 50)
    assert found.figures(Counter.CPU_GHZ).mean == pytest.approx(value)
    # At the very end the last of the sparse samples stands alone.
    assert load(found).coincident_peak == pytest.approx(2 * value)
    assert load(found).coincident_maximum == pytest.approx(2 * value)
