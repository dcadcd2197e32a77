"""The nearest miss of each reason, and the cheapest with each option, are the same by elimination as point by point."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from hostwise.answers.search.rejections import measures_of
from hostwise.engine.quantities import Array
from hostwise.engine.space import FirstByOption, Measure, Nearest, PointedStructure, Reasons, reduce, reductions
from tests.drawing_examples import SPACES
from tests.properties.test_elimination import COST, some_space

pytestmark = pytest.mark.numpy


@pytest.mark.parametrize("seed", range(SPACES // 2))
def test_both_find_the_same_points(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    _, space, limits = some_space(seed)
    measures = measures_of(limits, {})
    nearest, first = Nearest(COST, measures, limits=limits), FirstByOption(space, COST, limits=limits)
    reasons, everything = Reasons(limits=limits), Costs()
    reduce(space, nearest, first, reasons, everything)
    costs = np.concatenate(everything.parts)
    # In slices it is the same.
    monkeypatch.setattr(reductions, "SLICE", 1)
    parts = Nearest(COST, measures, limits=limits), FirstByOption(space, COST, limits=limits)
    reduce(space, *parts, spread=map)
    assert {reason: each.point for reason, each in parts[0].found.items()} == {
        reason: each.point for reason, each in nearest.found.items()
    }
    for found_in_slices, whole in zip(parts[1].points, first.points, strict=True):
        assert found_in_slices.tolist() == whole.tolist()

    structure = PointedStructure(space, COST, limits=limits)
    found = structure.nearest(measures)
    assert set(found) == set(nearest.found) >= set(reasons.infeasible)
    for reason, miss in nearest.found.items():
        other = found[reason]
        assert other is not None
        assert other.measure == miss.measure
        assert (other.needed, other.available) == pytest.approx((miss.needed, miss.available), nan_ok=True)
        # Equally near ones cost the same, but for rounding.
        assert costs[other.point] == pytest.approx(costs[miss.point], rel=1e-9, nan_ok=True)
        if miss.measure is not None:
            assert miss.needed > miss.available
    for axis, size in enumerate(space.sizes):
        least = structure.least_by_option(axis)
        for option in range(size):
            point = int(first.points[axis][option])
            assert (point < 0) is not bool(np.isfinite(least[option]))
            if point >= 0:
                own = structure.first_with(axis, option, float(least[option]))
                assert space.options(own)[axis] == option
                assert costs[own] == pytest.approx(costs[point], rel=1e-9)
                assert costs[point] == pytest.approx(least[option], rel=1e-9)


class Costs:
    """Keeps the costs of all points."""

    wanted = (COST,)

    def __init__(self) -> None:
        self.parts: list[Array] = []

    def add(self, _start: int, values: Mapping[str, Array]) -> None:
        self.parts.append(values[COST].copy())

    def merge(self, later: Costs) -> None:
        self.parts += later.parts


def test_what_is_missing_is_a_share_of_what_is_needed() -> None:
    values = {"needed": np.array([4.0, 10.0, np.nan]), "there": np.array([2.0, 9.0, 1.0])}
    assert Measure("needed", "there").missing(values) == pytest.approx([0.5, 0.1, np.nan], nan_ok=True)
    assert Measure(5.0, "there").missing(values) == pytest.approx([0.6, -0.8, 0.8])
    assert Measure("needed", 8.0).missing(values) == pytest.approx([-0.5, 0.25, np.nan], nan_ok=True)
    assert Measure(0.0, "there").missing(values) == pytest.approx([-2.0, -9.0, -1.0])
