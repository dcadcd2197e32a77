"""Fluid simulation of the write buffer of a disk group: fill, de-staging and throttling over time [model 5.2].

The fill x of one running disk group (MB) follows ``dx/dt = inflow - destage(x)``. Below the start fill nothing is
de-staged; between start and full fill de-staging grows in proportion, from 0 to the limit D; above, it runs at D and no
more than D is admitted. Under steady load every stretch has a solution in closed form::

    below start      x(t) = x0 + inflow t
    between          y(t) = inflow + (y0 - inflow) exp(-t / tau),  y = D (x - start) / (full - start),
                     tau = (full - start) / D
    above full       x(t) = x0 - max(D - inflow, 0) t

so a step is not approximated: the moments at which the fill passes a threshold are computed, and a step is divided
there. A step has at most three phases, in this order: linear, between the thresholds, throttled. Hence any length of
step gives the same course, the fill never leaves the buffer, and bytes are conserved.

Validity: one load for all disk groups alike; writes to a region that is still in the buffer add nothing to it; reads
and resynchronisation do not slow the drive.
Source: INTEL21, I/O flow 3 (thresholds and the three ways to de-stage); the proportional law between them is a model
assumption: it is the simplest that de-stages nothing at one threshold, at the limit at the other, and rests at the
inflow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hostwise.engine.constants import SECONDS_PER_MINUTE

Array = NDArray[np.float64]

BUFFERING, DESTAGING, THROTTLED = range(3)
"""The regimes, in the order in which one step passes through them."""


@dataclass(frozen=True)
class Buffer:
    """The write buffer of one running disk group; the fields broadcast over (sample, configuration)."""

    write_buffer_mb: ArrayLike
    destage_start_share: ArrayLike
    destage_full_share: ArrayLike
    destage_limit_mb_s: ArrayLike
    burst_write_mb_s: ArrayLike


@dataclass(frozen=True)
class Load:
    """What is written to one running disk group, steady within each step; the first axis is the step."""

    minutes: ArrayLike
    """Length of each step."""
    write_mb_s: ArrayLike
    """Back-end writes asked for."""
    buffered_share: ArrayLike
    """Share of them that enters the buffer; the rest overwrites what is still in it."""


@dataclass(frozen=True)
class Course:
    """The result. Axes are (step, sample, configuration), as far as the inputs had them."""

    minutes: Array
    """Time at the beginning of each step and at the end of the last: (steps + 1,)."""
    fill_share: Array
    """Fill at these times."""
    demanded_mb_s: Array
    """Writes asked for in each step."""
    admitted_mb_s: Array
    """Writes admitted, mean of each step."""
    destage_mb_s: Array
    """De-stage rate, mean of each step."""
    entered_mb: Array
    """What has entered the buffer up to each time."""
    destaged_mb: Array
    """What has left it up to each time; with `entered_mb` it shows that no byte is lost, which the tests ask."""
    regime_minutes: Array
    """Minutes of each step in each regime, which follow each other in this order: (steps, 3, ..)."""
    throttled_after_minutes: Array
    """Time at which writes are throttled for the first time; infinite if never."""
    throttled_minutes: Array
    """Time for which they are throttled."""
    longest_throttled_minutes: Array
    """Longest time without a break for which they are."""

    @property
    def regime(self) -> NDArray[np.intp]:
        """The regime in which each step spends most of its time."""
        most: NDArray[np.intp] = np.argmax(self.regime_minutes, axis=1)
        return most


def simulate(buffer: Buffer, load: Load, initial_fill_share: ArrayLike) -> Course:
    """Follow the fill of the buffers through a load.

    >>> nand = Buffer(614_400.0, 0.3, 0.7, 280.0, 750.0)
    >>> peak = Load([10.0, 10.0], [714.84375, 714.84375], 1.0)
    >>> course = simulate(nand, peak, 0.3)
    >>> round(float(course.throttled_after_minutes), 4)
    7.2715
    >>> course.fill_share.round(4).tolist()
    [0.3, 0.7, 0.7]

    Args:
        buffer: size, thresholds and rates; NaN where unknown, which makes that configuration's course NaN.
        load: the steps.
        initial_fill_share: fill at the beginning, for example the resting fill of the average load.

    Raises:
        ValueError: the thresholds are not in order, or a step has no length.
    """
    size, start_share, full_share, limit, burst = (
        np.asarray(value, dtype=np.float64)
        for value in (
            buffer.write_buffer_mb,
            buffer.destage_start_share,
            buffer.destage_full_share,
            buffer.destage_limit_mb_s,
            buffer.burst_write_mb_s,
        )
    )
    minutes, asked, share, fill_share = (
        np.asarray(value, dtype=np.float64)
        for value in (load.minutes, load.write_mb_s, load.buffered_share, initial_fill_share)
    )
    if np.any(start_share >= full_share) or np.any(full_share > 1):
        raise ValueError("the start fill must be below the full fill, and that within the buffer")
    if minutes.ndim != 1 or not np.all(minutes > 0):
        raise ValueError("every step needs a length")
    asked, share = (np.broadcast_to(each, minutes.shape) if each.ndim == 0 else each for each in (asked, share))
    levels = _Levels(start_share * size, full_share * size, limit, burst)
    phases = []
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        fill = fill_share * size
        for number, seconds in enumerate(minutes * SECONDS_PER_MINUTE):
            phases.append(_advance(levels, fill, seconds, asked[number], share[number]))
            fill = phases[-1].fill_mb
        return _course(minutes, asked, fill_share * size, size, phases)


class _Levels(NamedTuple):
    """Fills at which the behaviour changes, and the rates that bound it."""

    start_mb: Array
    full_mb: Array
    limit_mb_s: Array
    burst_mb_s: Array


class _Phases(NamedTuple):
    """What one step does: seconds in each regime, bytes, and the fill at its end."""

    buffering: Array
    destaging: Array
    throttled: Array
    entered_mb: Array
    destaged_mb: Array
    admitted_mb: Array
    fill_mb: Array


def _advance(levels: _Levels, fill: Array, seconds: float, asked: Array, share: Array) -> _Phases:
    """The exact course of one step of steady load."""
    start, full, limit, burst = levels
    taken = np.minimum(asked, burst)
    inflow = taken * share

    # Outside the thresholds the fill moves in a straight line, up to the start or down to the full fill.
    below = fill <= start
    draining = (fill > full) & (inflow < limit)
    to_start = np.where(inflow > 0, (start - fill) / inflow, np.inf)
    linear = np.minimum(seconds, np.where(below, to_start, np.where(draining, (fill - full) / (limit - inflow), 0)))
    moved = np.where(below, inflow, np.where(draining, inflow - limit, 0)) * linear
    crosses = (below | draining) & (linear < seconds)
    first = np.where(crosses, np.where(below, start, full), fill + moved)
    out = np.where(draining, limit * linear, 0)

    # Between them the de-stage rate tends to the inflow; above the limit the full fill is reached in finite time.
    tau = (full - start) / limit
    rate = limit * np.clip((first - start) / (full - start), 0, 1)
    to_full = np.where(inflow > limit, tau * np.log((inflow - rate) / (inflow - limit)), np.inf)
    between = np.minimum(seconds - linear, to_full)
    risen = tau * (inflow - rate) * -np.expm1(-between / tau)
    second = np.where(between < seconds - linear, np.maximum(first, full), first + risen)
    out = out + np.maximum(inflow * between - risen, 0)

    # At the full fill no more is admitted than leaves.
    held = seconds - linear - between
    capped = asked > burst
    kept = np.where(held > 0, limit * held, 0)
    throttled = np.where(capped, seconds, held)
    buffering = np.where(capped | ~below, 0, linear)
    return _Phases(
        buffering=buffering,
        destaging=seconds - throttled - buffering,
        throttled=throttled,
        entered_mb=inflow * (linear + between) + kept,
        destaged_mb=out + kept,
        admitted_mb=taken * (linear + between) + np.where(held > 0, kept / share, 0),
        # A rounding error must not lift the fill over the buffer's edge.
        fill_mb=np.minimum(second, np.maximum(fill, full)),
    )


def _course(minutes: Array, asked: Array, initial_mb: Array, size: Array, phases: Sequence[_Phases]) -> Course:
    """Put the steps together."""
    fills = np.stack(np.broadcast_arrays(*(each.fill_mb for each in phases)))
    shape = fills.shape[1:]

    def stacked(name: str) -> Array:
        return np.stack([np.broadcast_to(getattr(each, name), shape) for each in phases])

    def up_to(name: str) -> Array:
        return np.concatenate([np.zeros((1, *shape)), np.cumsum(stacked(name), axis=0)])

    lengths = minutes.reshape(-1, *(1,) * len(shape))
    seconds = lengths * SECONDS_PER_MINUTE
    times = np.concatenate([[0.0], np.cumsum(minutes)])
    regimes = np.stack([stacked(name) for name in ("buffering", "destaging", "throttled")], axis=1) / SECONDS_PER_MINUTE
    throttled = regimes[:, THROTTLED]
    unknown = np.isnan(fills).any(axis=0)

    longest = running = np.zeros(shape)
    # Within a step throttling comes last, so that it goes on into the next step or ends with this one.
    for others, part in zip(regimes[:, :THROTTLED].sum(axis=1), throttled, strict=True):
        running = np.where(others == 0, running + part, part)
        longest = np.maximum(longest, running)
    begun = times[:-1].reshape(lengths.shape)
    begins = np.where(throttled > 0, np.maximum(begun + lengths - throttled, begun), np.inf)
    return Course(
        minutes=times,
        fill_share=np.concatenate([np.broadcast_to(initial_mb, (1, *shape)), fills]) / size,
        demanded_mb_s=np.stack([np.broadcast_to(each, shape) for each in asked]),
        admitted_mb_s=stacked("admitted_mb") / seconds,
        destage_mb_s=stacked("destaged_mb") / seconds,
        entered_mb=up_to("entered_mb"),
        destaged_mb=up_to("destaged_mb"),
        regime_minutes=regimes,
        throttled_after_minutes=np.where(unknown, np.nan, begins.min(axis=0)),
        throttled_minutes=np.where(unknown, np.nan, throttled.sum(axis=0)),
        longest_throttled_minutes=np.where(unknown, np.nan, longest),
    )
