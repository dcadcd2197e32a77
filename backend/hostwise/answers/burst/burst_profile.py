"""The load profile of a burst simulation: the plan's, or a default."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite

import numpy as np

from hostwise.answers.steps.load_profile import Stretch, stated
from hostwise.engine.graph import Evaluation
from hostwise.plan.workload import Burst

MAX_POINTS = 600
"""Largest number of points of a series: more than a chart can show."""
_USUAL_POINTS = 400
_PEAK_MINUTES = _AVERAGE_MINUTES = 60.0
"""The default profile, if the plan describes no burst."""
_SETTLED = 5
"""Time constants after which a fill is within 1 % of its resting value: exp(-5) is 0.007."""
_SHORTEST_TAIL, _LONGEST_TAIL = 10, 7 * 24 * 60


def profile(burst: Burst, evaluation: Evaluation) -> tuple[list[Stretch], bool]:
    """The stretches to simulate, and whether they are the default."""
    if burst.profile is not None:
        return stated(burst), False
    if burst.peak_minutes is not None:
        return [*stated(burst), Stretch(_settling_minutes(evaluation), None)], False
    return [Stretch(_PEAK_MINUTES, 1.0), Stretch(_AVERAGE_MINUTES, None)], True


def _settling_minutes(evaluation: Evaluation) -> float:
    """Minutes after which the slowest buffer has settled."""
    value = evaluation.values
    band = value["destage_full_share"] - value["destage_start_share"]
    minutes = band * value["write_buffer_mb"] / value["destage_limit_mb_s"] / 60
    known = [each for each in minutes.ravel().tolist() if isfinite(each)]
    if not known:
        return _AVERAGE_MINUTES
    return float(np.clip(ceil(_SETTLED * max(known)), _SHORTEST_TAIL, _LONGEST_TAIL))


def divided(stretches: Sequence[Stretch], step_minutes: float | None) -> list[Stretch]:
    """The same load in steps of about the given length, longer if there would be too many points."""
    whole = sum(each.minutes for each in stretches)
    least = whole / (MAX_POINTS - 1 - len(stretches))
    length = max(step_minutes or whole / _USUAL_POINTS, least)
    steps = []
    for each in stretches:
        parts = ceil(each.minutes / length * (1 - 1e-9))
        steps += [Stretch(each.minutes / parts, each.peak_share)] * parts
    return steps
