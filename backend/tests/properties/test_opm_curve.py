"""Whatever was measured: the curve meets it, runs between it, and claims no more than it knows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hostwise.engine.opm import OpmCurve

VALUES = st.floats(0, 1e9, allow_subnormal=False).map(lambda value: round(value, 6))
RATIOS = st.integers(1, 2_000).map(lambda hundredths: hundredths / 100)
POINTS = st.lists(st.tuples(RATIOS, VALUES), min_size=2, max_size=12, unique_by=lambda point: point[0])
REPEATED = st.lists(st.tuples(RATIOS, VALUES), min_size=1, max_size=12)


def curve_of(points: list[tuple[float, float]]) -> OpmCurve:
    return OpmCurve.through([ratio for ratio, _ in points], [value for _, value in points])


def between(curve: OpmCurve) -> np.ndarray:
    return np.linspace(curve.lowest_ratio, curve.highest_measured_ratio, 301)


@given(POINTS)
def test_it_is_exact_at_the_points(points: list[tuple[float, float]]) -> None:
    curve = curve_of(points)
    ratios = [ratio for ratio, _ in points]
    assert curve.at(ratios).tolist() == [value for _, value in points]
    assert set(curve.basis(ratios).tolist()) == {"measured"}


@given(POINTS)
def test_monotone_points_give_a_monotone_curve(points: list[tuple[float, float]]) -> None:
    ratios = sorted(ratio for ratio, _ in points)
    values = sorted((value for _, value in points), reverse=True)
    curve = OpmCurve.through(ratios, values)
    slack = 1e-9 * max(values)
    assert (np.diff(curve.at(between(curve))) <= slack).all()
    assert (np.diff(curve.at(np.linspace(0, 40, 301))) <= slack).all()


@given(POINTS)
def test_it_never_overshoots_the_points_that_it_runs_between(points: list[tuple[float, float]]) -> None:
    curve = curve_of(points)
    ratios = between(curve)
    left = np.clip(np.searchsorted(curve.ratios, ratios, side="right") - 1, 0, curve.ratios.size - 2)
    ends = np.stack([curve.values[left], curve.values[left + 1]])
    values = curve.at(ratios)
    inside = (ratios > curve.ratios[left] * (1 + 2e-6)) & (ratios < curve.ratios[left + 1] * (1 - 2e-6))
    assert (values >= ends.min(axis=0))[inside].all()
    assert (values <= ends.max(axis=0))[inside].all()


@given(REPEATED, st.lists(st.floats(-1, 50), min_size=1, max_size=6), st.lists(VALUES, min_size=6, max_size=6))
def test_many_at_once_answer_as_one_by_one(
    points: list[tuple[float, float]], ratios: list[float], least: list[float]
) -> None:
    curve = curve_of(points)
    asked = np.resize(np.array(ratios), (2, 3))
    for answer in (curve.at, curve.basis, lambda x: curve.band(x)[0], lambda x: curve.band(x)[1]):
        together = answer(asked)
        assert together.shape == asked.shape
        alone = np.array([[answer(ratio) for ratio in row] for row in asked])
        np.testing.assert_array_equal(together, alone)
    goals = np.reshape(least, (3, 2))
    alone = np.array([[curve.highest_ratio(goal) for goal in row] for row in goals])
    np.testing.assert_array_equal(curve.highest_ratio(goals), alone)


@given(REPEATED, st.floats(0, 50))
def test_the_band_holds_the_value(points: list[tuple[float, float]], ratio: float) -> None:
    curve = curve_of(points)
    value, (low, high) = curve.at(ratio), curve.band(ratio)
    if curve.basis(ratio) == "outside":
        assert np.isnan([value, low, high]).all()
    else:
        assert 0 <= low <= value <= high


@given(REPEATED)
def test_at_a_ratio_the_band_is_what_was_found_there(points: list[tuple[float, float]]) -> None:
    curve = curve_of(points)
    for ratio in {ratio for ratio, _ in points}:
        found = [value for at, value in points if at == ratio]
        low, high = curve.band(ratio)
        np.testing.assert_allclose([low, high], [min(found), max(found)], rtol=1e-9, atol=1e-9)


@given(POINTS)
def test_beyond_the_points_the_band_only_widens(points: list[tuple[float, float]]) -> None:
    curve = curve_of(points)
    slack = 1e-9 * max(curve.values.max(), 1)
    for ratios in (
        np.linspace(curve.highest_measured_ratio, 3 * curve.highest_measured_ratio, 50),
        np.linspace(curve.lowest_ratio, 0, 50),
    ):
        low, high = curve.band(ratios)
        assert (np.diff(low) <= slack).all()
        assert (np.diff(high) >= -slack).all()
        assert curve.values.max() == 0 or (high - low)[-1] > (high - low)[0]


@given(POINTS, VALUES)
def test_up_to_the_highest_ratio_the_service_level_holds(points: list[tuple[float, float]], least: float) -> None:
    curve = curve_of(points)
    highest = float(curve.highest_ratio(least))
    slack = 1e-9 * max(curve.values.max(), 1)
    if np.isnan(highest):
        assert curve.values[0] < least
        return
    assert curve.lowest_ratio <= highest <= curve.highest_measured_ratio
    # A hair below it: at a measured ratio the curve answers with what was measured there, also a hair beside it.
    assert (curve.at(np.linspace(curve.lowest_ratio, highest, 101)[:-1]) >= least - slack).all()
    if highest < curve.highest_measured_ratio:
        beyond = np.linspace(highest, curve.highest_measured_ratio, 1001)
        assert (curve.at(beyond) < least + slack).any()
