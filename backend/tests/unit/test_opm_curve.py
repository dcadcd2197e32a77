"""The curve through measured throughput: what it answers, and what it says its answers rest on."""

import doctest

import numpy as np
import pytest

from hostwise.engine import opm
from hostwise.engine.opm import LEAST_SWING_SHARE, OpmCurve

FALLING = OpmCurve.through([3, 1, 2], [1000, 6000, 4500])
SINGLE = OpmCurve.through([2, 2], [5750, 15500 / 3])


def test_the_examples_of_the_module_hold() -> None:
    assert doctest.testmod(opm).failed == 0


def test_points_come_in_any_order_and_are_met() -> None:
    assert FALLING.ratios.tolist() == [1, 2, 3]
    assert FALLING.at([1, 2, 3]).tolist() == [6000, 4500, 1000]
    assert FALLING.basis([1, 2, 3]).tolist() == ["measured"] * 3


def test_between_points_it_is_interpolated_and_beyond_them_extrapolated() -> None:
    assert FALLING.basis([0.5, 1.5, 2.5, 3.5]).tolist() == [
        "extrapolated",
        "interpolated",
        "interpolated",
        "extrapolated",
    ]
    assert 4500 < FALLING.at(1.5) < 6000
    assert 1000 < FALLING.at(2.5) < 4500


def test_two_points_make_a_straight_line_that_goes_on() -> None:
    line = OpmCurve.through([1, 2], [6000, 4000])
    assert line.at([0, 0.5, 1.25, 3, 4, 5]).tolist() == pytest.approx([8000, 7000, 5500, 2000, 0, 0])


def test_the_value_at_the_nearest_end_is_not_passed_on() -> None:
    assert FALLING.at(3.1) < 1000
    assert FALLING.at(0.9) > 6000


def test_what_cannot_be_is_outside() -> None:
    for curve in (FALLING, SINGLE):
        ratios = [np.nan, np.inf, -np.inf, -1]
        assert curve.basis(ratios).tolist() == ["outside"] * 4
        assert np.isnan(curve.at(ratios)).all()
        assert np.isnan(curve.band(ratios)).all()


def test_a_ratio_measured_more_than_once_has_the_mean_with_its_spread() -> None:
    curve = OpmCurve.through([2, 1, 2, 2], [4000, 6000, 5000, 4500])
    assert curve.at(2) == 4500
    assert [float(end) for end in curve.band(2)] == [4000, 5000]
    assert [float(end) for end in curve.band(1)] == [6000, 6000]
    assert [float(end) for end in curve.band(1.5)] == pytest.approx([curve.at(1.5) - 250, curve.at(1.5) + 250])


def test_bounds_that_a_source_gives_are_the_band() -> None:
    curve = OpmCurve.through([2], [0.92], low_values=[np.nan], high_values=[1])
    assert [float(end) for end in curve.band(2)] == [0.92, 1]


def test_bounds_that_contradict_the_value_do_not_push_it_out() -> None:
    curve = OpmCurve.through([2], [0.92], low_values=[0.95], high_values=[0.9])
    assert [float(end) for end in curve.band(2)] == [0.92, 0.92]


def test_ratios_apart_by_binary_dust_are_one() -> None:
    curve = OpmCurve.through([0.1 * 3, 0.3, 0.3 * (1 + 9e-7)], [1, 2, 3])
    assert curve.single_point
    assert curve.at(0.3) == 2
    assert not OpmCurve.through([0.3, 0.3 * (1 + 3e-6)], [1, 2]).single_point


def test_one_point_answers_at_its_ratio_only() -> None:
    assert SINGLE.single_point
    assert SINGLE.at([2, 2 * (1 + 5e-7), 2 * (1 + 2e-6), 1.9]).tolist() == pytest.approx(
        [5458.33, 5458.33, np.nan, np.nan], rel=1e-5, nan_ok=True
    )
    assert SINGLE.basis([2, 2 * (1 - 5e-7), 2.1]).tolist() == ["single_point", "single_point", "outside"]
    low, high = SINGLE.band([2, 2.1])
    assert low.tolist() == pytest.approx([15500 / 3, np.nan], nan_ok=True)
    assert high.tolist() == pytest.approx([5750, np.nan], nan_ok=True)


def test_beyond_the_points_the_band_widens_by_the_swing_for_each_span() -> None:
    line = OpmCurve.through([1, 3], [6000, 5000])
    low, high = line.band([3, 4, 5])
    assert high.tolist() == pytest.approx([5000, 4500 + 500, 4000 + 1000])
    assert low.tolist() == pytest.approx([5000, 4500 - 500, 4000 - 1000])


def test_a_steep_end_widens_the_band_by_its_slope() -> None:
    low, high = FALLING.band([3.0, 3.1])
    assert high[1] == pytest.approx(high[0])
    assert low[1] < FALLING.at(3.1)


def test_a_flat_curve_is_not_taken_to_stay_flat() -> None:
    flat = OpmCurve.through([1, 2], [4000, 4000])
    low, high = flat.band([1.5, 2, 3])
    assert low.tolist() == pytest.approx([4000, 4000, 4000 * (1 - LEAST_SWING_SHARE)])
    assert high.tolist() == pytest.approx([4000, 4000, 4000 * (1 + LEAST_SWING_SHARE)])


def test_the_band_stays_above_nothing() -> None:
    low, high = FALLING.band([3.5, 5, 100])
    assert low.tolist() == [0, 0, 0]
    assert (np.diff(high) > 0).all()


def test_the_highest_ratio_for_a_service_level() -> None:
    assert FALLING.highest_ratio([6000, 4500, 1000, 500]).tolist() == [1, 2, 3, 3]
    between = FALLING.highest_ratio(3000)
    assert 2 < between < 3
    assert FALLING.at(between) == pytest.approx(3000)
    assert np.isnan(FALLING.highest_ratio([6001, np.nan])).all()


def test_a_dip_ends_what_a_service_level_allows() -> None:
    dip = OpmCurve.through([1, 2, 3, 4], [6000, 3000, 5000, 1000])
    assert 1 < dip.highest_ratio(4000) < 2
    assert dip.highest_ratio(3000) > 3


def test_one_point_allows_its_ratio_or_nothing() -> None:
    assert SINGLE.highest_ratio([5000, 5458, 5459]).tolist() == pytest.approx([2, 2, np.nan], nan_ok=True)


@pytest.mark.parametrize(
    ("ratios", "values"),
    [([], []), ([1], [1, 2]), ([1, np.nan], [1, 2]), ([1], [np.inf]), ([1], [-1]), ([-1], [1]), ([[1]], [[1]])],
)
def test_what_is_no_curve_is_refused(ratios: list[float], values: list[float]) -> None:
    with pytest.raises(ValueError, match=r"a curve needs|finite"):
        OpmCurve.through(ratios, values)
