"""Throughput over memory overcommitment: a curve through measured points that says what each value rests on.

Between points the curve is a monotone interpolation (PCHIP): it meets every point, rises and falls only where they do,
and never overshoots them. Beyond the measured ratios nothing was measured: the curve goes on, and is called
extrapolated. One point alone answers at its own ratio and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

SAME_RATIO_TOLERANCE = 1e-6
"""Ratios that differ by less than this share are one ratio: measured again, or asked for with binary dust."""

LEAST_SWING_SHARE = 0.1
"""Beyond the measured ratios a flat curve is taken to swing by at least this share of its highest value (assumed):
that nothing changed within the measured ratios does not mean that nothing changes beyond."""

EXTRAPOLATION_RULE = (
    "Beyond the measured ratios the line goes on with the slope of its end, not below 0. The band begins as wide as at "
    "that end and widens on both sides, for each measured span of distance by the difference between the highest and "
    "the lowest measured value (at least a tenth of the highest), or by the end's slope where that is steeper."
)

_BISECTIONS = 60
"""Halvings of an interval: more than a double has bits to tell apart."""


class Basis(StrEnum):
    """The basis of a value of the curve."""

    MEASURED = "measured"
    INTERPOLATED = "interpolated"
    EXTRAPOLATED = "extrapolated"
    SINGLE_POINT = "single_point"
    OUTSIDE = "outside"


@dataclass(frozen=True, eq=False)
class OpmCurve:
    """The curve of one medium.

    All methods take any shape of ratios and answer in the same shape.

    >>> curve = OpmCurve.through([1.0, 2.0, 3.0], [6000.0, 4500.0, 1000.0])
    >>> curve.at([2.0, 2.5]).round().tolist(), curve.basis([2.0, 2.5, 3.5]).tolist()
    ([4500.0, 3050.0], ['measured', 'interpolated', 'extrapolated'])

    Attributes:
        ratios: Measured overcommitment ratios, rising.
        values: Value at each; the mean where a ratio was measured more than once.
        low_values: Lowest value at each.
        high_values: Highest value at each.
    """

    ratios: Floats
    values: Floats
    low_values: Floats
    high_values: Floats

    @classmethod
    def through(
        cls,
        ratios: ArrayLike,
        values: ArrayLike,
        *,
        low_values: ArrayLike | None = None,
        high_values: ArrayLike | None = None,
    ) -> OpmCurve:
        """The curve through points in any order.

        Args:
            ratios: Overcommitment ratio of each point, not negative.
            values: Value of each point, not negative.
            low_values: Lower bound of each point, NaN where there is none.
            high_values: Upper bound of each point, NaN where there is none.

        Raises:
            ValueError: there is no point, or one is not finite or negative.
        """
        x, y = np.asarray(ratios, dtype=float), np.asarray(values, dtype=float)
        if x.ndim != 1 or x.shape != y.shape or not x.size:
            raise ValueError("a curve needs one value for each of its ratios, and at least one")
        if not (np.isfinite(x) & np.isfinite(y) & (x >= 0) & (y >= 0)).all():
            raise ValueError("ratios and values must be finite and not negative")
        low = np.fmin(y, y if low_values is None else np.asarray(low_values, dtype=float))
        high = np.fmax(y, y if high_values is None else np.asarray(high_values, dtype=float))
        order = np.argsort(x, kind="stable")
        x, y, low, high = x[order], y[order], low[order], high[order]
        starts = _first_of_each_ratio(x)
        counts = np.diff(np.append(starts, x.size))
        least, most = np.minimum.reduceat(y, starts), np.maximum.reduceat(y, starts)
        # Rounding may carry a mean of equal values past them.
        mean = np.clip(np.add.reduceat(y, starts) / counts, least, most)
        return cls(x[starts], mean, np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts))

    @property
    def single_point(self) -> bool:
        """Whether only one ratio was measured."""
        return self.ratios.size == 1

    @property
    def lowest_ratio(self) -> float:
        """Lowest measured ratio."""
        return float(self.ratios[0])

    @property
    def highest_measured_ratio(self) -> float:
        """Highest measured ratio."""
        return float(self.ratios[-1])

    def at(self, ratios: ArrayLike) -> Floats:
        """Value at each ratio; NaN if unknown."""
        x = np.asarray(ratios, dtype=float)
        measured = self.values[self._nearest_point(x)]
        if self.single_point:
            return np.where(self._is_measured(x), measured, np.nan)
        slope = np.where(x < self.ratios[0], self._end_slopes[0], self._end_slopes[1])
        beyond = np.maximum(self._between(x) + slope * self._signed_distance(x), 0.0)
        return np.where(self._is_measured(x), measured, np.where(self._can_be_asked(x), beyond, np.nan))

    def basis(self, ratios: ArrayLike) -> NDArray[np.str_]:
        """The basis of the value at each ratio: values of `Basis`."""
        x = np.asarray(ratios, dtype=float)
        if self.single_point:
            return np.asarray(np.where(self._is_measured(x), Basis.SINGLE_POINT.value, Basis.OUTSIDE.value))
        within = (x >= self.ratios[0]) & (x <= self.ratios[-1])
        answers = {
            Basis.MEASURED: self._is_measured(x),
            Basis.INTERPOLATED: within,
            Basis.EXTRAPOLATED: self._can_be_asked(x),
        }
        return np.asarray(np.select(list(answers.values()), [each.value for each in answers], Basis.OUTSIDE.value))

    def band(self, ratios: ArrayLike) -> tuple[Floats, Floats]:
        """Lower and upper end of the uncertainty band at each ratio; NaN if unknown.

        At a measured ratio the band is the measured range, from lowest to highest; between two it passes from one range
        to the other; beyond them it follows `EXTRAPOLATION_RULE`. It is never below 0 and always holds the value.
        """
        x = np.asarray(ratios, dtype=float)
        value = self.at(x)
        below = np.interp(x, self.ratios, self.values - self.low_values)
        above = np.interp(x, self.ratios, self.high_values - self.values)
        rate = np.where(x < self.ratios[0], self._widening[0], self._widening[1])
        growth = rate * np.abs(self._signed_distance(x))
        point, measured = self._nearest_point(x), self._is_measured(x)
        return (
            np.where(measured, self.low_values[point], np.maximum(value - below - growth, 0.0)),
            np.where(measured, self.high_values[point], value + above + growth),
        )

    def highest_ratio(self, least: ArrayLike) -> Floats:
        """Highest measured or interpolated ratio up to which the curve never falls below `least`.

        NaN where not even the lowest ratio reaches it. A single point gives its own ratio or NaN.
        """
        goal = np.asarray(least, dtype=float)
        reached = self.values >= goal[..., np.newaxis]
        all_reached = reached.all(axis=-1)
        miss = np.where(all_reached, self.ratios.size - 1, np.argmin(reached, axis=-1))
        start = self.ratios[np.maximum(miss - 1, 0)]
        low, high = start, self.ratios[miss]
        # Between a point that reaches the goal and the next, which does not, the curve falls through it once.
        for _ in range(0 if self.single_point else _BISECTIONS):
            middle = low + (high - low) / 2
            enough = self._between(middle) >= goal
            low, high = np.where(enough, middle, low), np.where(enough, high, middle)
        low = np.where(low <= start * (1 + SAME_RATIO_TOLERANCE), start, low)
        found = np.where(all_reached, self.ratios[-1], low)
        return np.where(reached[..., 0], found, np.nan)

    @cached_property
    def _pchip(self) -> Any:
        # It takes longer to import than all of Hostwise, and most plans have no curve.
        from scipy.interpolate import PchipInterpolator

        return PchipInterpolator(self.ratios, self.values)

    @cached_property
    def _end_slopes(self) -> Floats:
        """Slope at the lowest and at the highest ratio."""
        if self.single_point:
            return np.zeros(2)
        return np.asarray(self._pchip.derivative()(self.ratios[[0, -1]]), dtype=float)

    @cached_property
    def _widening(self) -> Floats:
        """Half-width that the band gains for each unit of ratio below the lowest and above the highest.

        At least the slope of the end: so the band keeps holding the value measured last, and never narrows.
        """
        if self.single_point:
            return np.zeros(2)
        swing = max(self.high_values.max() - self.low_values.min(), LEAST_SWING_SHARE * self.values.max())
        return np.asarray(np.maximum(swing / (self.ratios[-1] - self.ratios[0]), np.abs(self._end_slopes)))

    def _between(self, x: Floats) -> Floats:
        """The curve within the measured ratios; beyond them, the value of the nearest end."""
        inside = np.clip(x, self.ratios[0], self.ratios[-1])
        left = np.clip(np.searchsorted(self.ratios, inside, side="right") - 1, 0, self.ratios.size - 2)
        ends = self.values[left], self.values[left + 1]
        # Rounding must not carry the curve past the points that it runs between.
        return np.asarray(np.clip(self._pchip(inside), np.minimum(*ends), np.maximum(*ends)))

    def _signed_distance(self, x: Floats) -> Floats:
        """Distance of a ratio from the measured range: negative below it, 0 inside or if the ratio makes no sense."""
        askable = np.where(self._can_be_asked(x), x, self.ratios[0])
        return np.asarray(askable - np.clip(askable, self.ratios[0], self.ratios[-1]))

    def _nearest_point(self, x: Floats) -> NDArray[np.intp]:
        """Number of the measured ratio that is nearest."""
        right = np.clip(np.searchsorted(self.ratios, x), 1, max(self.ratios.size - 1, 1))
        right = np.minimum(right, self.ratios.size - 1)
        left = np.maximum(right - 1, 0)
        return np.asarray(np.where(x - self.ratios[left] <= self.ratios[right] - x, left, right))

    def _is_measured(self, x: Floats) -> NDArray[np.bool_]:
        """Whether a ratio is one of the measured ones."""
        point = self.ratios[self._nearest_point(x)]
        return np.asarray(np.abs(x - point) <= SAME_RATIO_TOLERANCE * point)

    @staticmethod
    def _can_be_asked(x: Floats) -> NDArray[np.bool_]:
        """Whether the ratio exists: it is infinite or negative if no memory is left for VMs."""
        return np.asarray(np.isfinite(x) & (x >= 0))


def _first_of_each_ratio(rising: Floats) -> NDArray[np.intp]:
    """Start of each ratio in a rising list that may repeat ratios."""
    starts = [0]
    for place, ratio in enumerate(rising):
        if ratio > rising[starts[-1]] * (1 + SAME_RATIO_TOLERANCE):
            starts.append(place)
    return np.asarray(starts, dtype=np.intp)
