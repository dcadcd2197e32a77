"""The load that a plan states for its write buffers, and the highest peak that it allows without throttling.

Minutes at peak after the average load have a closed form. For a load profile, and for a given fill at the start, the
simulation that draws the burst is asked in advance: for which peak writes of one disk group does it never throttle?
The answer enters the run as an input, so that the hosts of the sizing are those at which the simulation agrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from hostwise.binding import Binding
from hostwise.binding.recorder import Records
from hostwise.engine.quantities import Array
from hostwise.engine.simulate import Buffer, Load, simulate
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.workload import Burst

LIMIT = "profile_write_limit_mb_s"
_NEEDED = (
    "write_buffer_mb",
    "destage_start_share",
    "destage_full_share",
    "destage_limit_mb_s",
    "burst_write_mb_s",
    "buffered_share",
    "average_buffered_share",
    "back_end_write_mb_s",
    "planned_average_write_mb_s",
    "write_amplification",
    "given_start_fill_share",
)
MOST_STEPS = 550
"""Steady steps of a load, with those that ramps are divided into."""
_RAMP_STEPS = 60
"""Steps of one ramp, unless there are too many of them: each differs from the line by 1/120 of the rise at most."""
_TRIED, _ROUNDS = 64, 7
"""Loads tried at once and how often, each time between two of them: 64^7 is beyond twelve digits."""


class Stretch(NamedTuple):
    """A stretch of time: a share of the peak, the average where that is None, or a ramp to another share."""

    minutes: float
    peak_share: float | None
    to_peak_share: float | None = None


def stated(burst: Burst) -> list[Stretch]:
    """The stretches that the plan states; the average that follows minutes at peak is left out."""
    if burst.profile is not None:
        return [Stretch(each.minutes, each.peak_share, each.to_peak_share) for each in burst.profile]
    return [] if burst.peak_minutes is None else [Stretch(burst.peak_minutes, 1.0)]


def steady(stretches: Sequence[Stretch]) -> list[Stretch]:
    """The same load in stretches of steady load: a ramp becomes short steps, each with its mean load.

    >>> [each.peak_share for each in steady([Stretch(60, 0.0, 1.0)])][:2]
    [0.008333333333333333, 0.025]
    """
    ramps = sum(each.to_peak_share is not None for each in stretches)
    parts = int(min(_RAMP_STEPS, 1 + max(MOST_STEPS - len(stretches), 0) // max(ramps, 1)))
    found = []
    for each in stretches:
        if each.to_peak_share is None or each.peak_share is None:
            found.append(Stretch(each.minutes, each.peak_share))
            continue
        rise = each.to_peak_share - each.peak_share
        found += [
            Stretch(each.minutes / parts, each.peak_share + rise * (2 * part + 1) / (2 * parts))
            for part in range(parts)
        ]
    return found


def with_load_profile(binding: Binding) -> Binding:
    """The peak writes of a disk group that the stated load allows, where only the simulation can say."""
    if not np.any(binding.arrays["simulated_burst_flag"] == 1):
        return binding
    found = binding.evaluate(_NEEDED).values
    configurations = binding.plan.configurations
    value = {name: np.broadcast_to(found[name], (1, len(configurations)))[0] for name in _NEEDED}
    limits = _limits(value, steady(stated(binding.plan.workload.burst)))
    records = dict(binding.inputs)
    for each, limit in zip(configurations, limits.tolist(), strict=True):
        (entry,) = records[LIMIT, each.key].entries
        if not np.isnan(limit):
            simulated = entry.origin._replace(
                value=limit,
                status=InputStatus.CONVENTION,
                kind="derived",
                source="HOSTWISE",
                locator="the simulation of the write buffer, evaluated in advance",
                note="by the simulation of the stated load, for the buffers of this configuration",
            )
            records[LIMIT, each.key] = Records(entry._replace(origin=simulated))
    return replace(binding, arrays=binding.arrays | {LIMIT: limits[np.newaxis]}, inputs=records)


def _limits(value: dict[str, Array], steps: Sequence[Stretch]) -> Array:
    """For each configuration the highest peak writes of a disk group that are not throttled."""
    shares = np.array([each.peak_share for each in steps], dtype=np.float64)
    minutes = [each.minutes for each in steps]
    buffer = Buffer(
        value["write_buffer_mb"],
        value["destage_start_share"],
        value["destage_full_share"],
        value["destage_limit_mb_s"],
        value["burst_write_mb_s"],
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        average = value["planned_average_write_mb_s"] * value["write_amplification"] / value["back_end_write_mb_s"]
    # Above it the drive itself is too slow, whatever its buffer holds.
    low, high = np.zeros_like(average), value["burst_write_mb_s"] / (shares.max() or 1.0)
    if not shares.any():
        return high
    for _ in range(_ROUNDS):
        tried = low + (high - low) * np.linspace(0, 1, _TRIED + 1)[:, np.newaxis]
        inflow = np.minimum(tried * average, value["burst_write_mb_s"]) * value["average_buffered_share"]
        band = value["destage_full_share"] - value["destage_start_share"]
        resting = value["destage_start_share"] + band * np.minimum(inflow / value["destage_limit_mb_s"], 1)
        given = value["given_start_fill_share"]
        load = Load(minutes, shares[:, np.newaxis, np.newaxis] * tried, value["buffered_share"])
        course = simulate(buffer, _each_step(load), np.where(np.isnan(given), resting, given))
        # More is never throttled less: the last that is not throttled bounds the answer from below.
        last = np.maximum((course.throttled_minutes == 0).sum(axis=0) - 1, 0)
        places = np.arange(low.size)
        low, high = tried[last, places], tried[np.minimum(last + 1, _TRIED), places]
    nothing = value["back_end_write_mb_s"] == 0
    unknown = np.isnan(course.throttled_minutes).any(axis=0) & ~nothing
    return np.where(unknown, np.nan, np.where(nothing, value["burst_write_mb_s"], low))


def _each_step(load: Load) -> Load:
    """The share that enters the buffer, for each step."""
    written = np.asarray(load.write_mb_s)
    return replace(load, buffered_share=np.broadcast_to(np.asarray(load.buffered_share), written.shape))
