"""The write buffers of all configurations of a plan simulated at once, and the points and spans of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.burst.burst_document import BurstSeries, Regime, RegimeSpan
from hostwise.answers.steps.load_profile import Stretch
from hostwise.engine.graph import Evaluation
from hostwise.engine.simulate import THROTTLED, Buffer, Course, Load, simulate

MOMENT_MINUTES = 1e-9
"""Marks a time that never comes."""
_REGIMES = (Regime.BUFFERING, Regime.DESTAGING, Regime.THROTTLED)


def rounded(minutes: float) -> float:
    """A time without the rounding errors of summed steps.

    >>> rounded(59.99999999999979)
    60.0
    """
    return round(minutes, 9)


@dataclass(frozen=True)
class Simulation:
    """The simulated steps of all configurations at once; arrays are (step, configuration)."""

    steps: Sequence[Stretch]
    course: Course
    asked_iops: NDArray[np.float64]

    @staticmethod
    def of(evaluation: Evaluation, steps: Sequence[Stretch], configurations: int) -> Simulation:
        """Simulate the steps, beginning at the given fill, or the resting fill of the average load."""

        def each(name: str) -> NDArray[np.float64]:
            return np.broadcast_to(evaluation.values[name][0], (configurations,))

        def load(peak: str, average: str, *, scaled: bool) -> NDArray[np.float64]:
            return np.stack(
                [
                    each(average) if step.peak_share is None else each(peak) * (step.peak_share if scaled else 1)
                    for step in steps
                ]
            )

        buffer = Buffer(
            each("write_buffer_mb"),
            each("destage_start_share"),
            each("destage_full_share"),
            each("destage_limit_mb_s"),
            each("burst_write_mb_s"),
        )
        asked = Load(
            [step.minutes for step in steps],
            load("group_write_mb_s", "group_average_write_mb_s", scaled=True),
            load("buffered_share", "average_buffered_share", scaled=False),
        )
        course = simulate(buffer, asked, each("burst_start_fill_share"))
        return Simulation(steps, course, load("front_iops", "planned_average_iops", scaled=True))

    def is_known(self, index: int) -> bool:
        """Whether all steps of a configuration are finite: no input was missing or too large to compute with."""
        course = self.course
        series = (course.fill_share, course.destage_mb_s, course.demanded_mb_s, course.admitted_mb_s, self.asked_iops)
        return all(np.isfinite(each[:, index]).all() for each in series)

    def series(self, index: int) -> BurstSeries:
        """The points of one configuration."""
        course = self.course
        demanded, admitted = course.demanded_mb_s[:, index], course.admitted_mb_s[:, index]
        # Reads wait for the writes of the same work, so that the mix stays constant.
        share = np.where(demanded > 0, np.minimum(admitted / np.where(demanded > 0, demanded, 1), 1), 1)
        iops = self.asked_iops[:, index]
        regimes = [_REGIMES[each] for each in course.regime[:, index].tolist()]
        return BurstSeries(
            minutes=[rounded(each) for each in course.minutes.tolist()],
            fill_share=course.fill_share[:, index].tolist(),
            destage_mb_s=_held(course.destage_mb_s[:, index]),
            demanded_mb_s=_held(demanded),
            admitted_mb_s=_held(admitted),
            demanded_iops=_held(iops),
            admitted_iops=_held(iops * share),
            regime=[*regimes, regimes[-1]],
        )

    def spans(self, index: int) -> list[RegimeSpan]:
        """The regimes of one configuration in order."""
        found: list[tuple[Regime, float, float]] = []
        times = self.course.minutes.tolist()
        for number, parts in enumerate(self.course.regime_minutes[:, :, index].tolist()):
            at = times[number]
            for regime, minutes in zip(_REGIMES, parts, strict=True):
                if minutes <= MOMENT_MINUTES:
                    continue
                begin = at
                at += minutes
                if found and found[-1][0] is regime:
                    begin = found.pop()[1]
                found.append((regime, begin, min(at, times[number + 1])))
        return [
            RegimeSpan(regime=regime, from_minutes=rounded(begin), to_minutes=rounded(end))
            for regime, begin, end in found
        ]

    def first_throttled_mb_s(self, index: int) -> float:
        """The demand when writes are first throttled."""
        first = np.argmax(self.course.regime_minutes[:, THROTTLED, index] > 0)
        return float(self.course.demanded_mb_s[first, index])


def _held(rates: NDArray[np.float64]) -> list[float]:
    """Rates of the steps at the points: the last point repeats the last step."""
    return [*rates.tolist(), float(rates[-1])]
