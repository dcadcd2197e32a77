"""Dated events of demand: VMs of a group that are there, or gone, from a month on.

They have the group's size per VM at every date, and do not grow in number: only what each of them asks for grows. An
event holds at the date of its month, and so what its VMs write begins there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array

_DUST = 1e-9
"""Months by which a date may be off, since it is given in years."""


@dataclass(frozen=True)
class DatedEvents:
    """Some events: month, VMs and place of the group of each, (events,), and whether it happens, (samples, events)."""

    months: Array
    vms: Array
    groups: NDArray[np.intp]
    happens: Array

    def counts(self, months: Array, groups: int) -> Array:
        """VMs that the events have brought to each group by some dates: (samples, dates, groups).

        >>> two = DatedEvents(np.array([6.0, 12.0]), np.array([50.0, -20.0]), np.array([0, 0]), np.array([[1.0, 1.0]]))
        >>> two.counts(np.array([5.0, 6.0, 12.0]), 2).tolist()
        [[[0.0, 0.0], [50.0, 0.0], [30.0, 0.0]]]
        """
        here = self.groups[:, np.newaxis] == np.arange(groups)
        begun = months[:, np.newaxis] >= self.months - _DUST
        each = self.happens[:, np.newaxis] * begun * self.vms
        return np.asarray(each @ here.astype(np.float64))

    def matter(self, last_month: float) -> Array:
        """Whether any of them brings or takes VMs until a month: (samples,)."""
        until = (self.months <= last_month + _DUST) & (self.vms != 0)
        return np.asarray((self.happens * until).any(axis=-1), dtype=np.float64)


def written_of_groups(events: Array, count: Array, growth: Array, io_growth: Array) -> tuple[Array, Array]:
    """What each group writes in each month, without and with its events, in years of what it writes today.

    Smooth growth is compound, in number and in I/O of each VM; the VMs of events grow in I/O only. A group that would
    have fewer than no VMs writes nothing.

    Args:
        events: VMs that events have brought by the date of each month: (samples, months, groups).
        count: VMs of today, (samples, groups), as all that follow.
        growth: growth of the writes per year, from more VMs and more I/O of each.
        io_growth: growth of the I/O of each VM per year.

    Returns:
        Both as (samples, groups, months); nothing is written in month 0.

    >>> three = np.array([[[0.0], [50.0], [50.0]]])
    >>> none, some = written_of_groups(three, np.array([[100.0]]), np.zeros((1, 1)), np.zeros((1, 1)))
    >>> (12 * none).round(12).tolist(), (12 * some).round(12).tolist()
    ([[[0.0, 1.0, 1.0]]], [[[0.0, 1.0, 1.5]]])
    """
    years = np.arange(events.shape[1]) / MONTHS_PER_YEAR
    # What is there at the date of a month writes in the month after it.
    there = np.moveaxis(np.concatenate([np.zeros_like(events[:, :1]), events[:, :-1]], axis=1), 1, 2)
    smooth = _in_each_month(growth, years)
    of_events = there / count[..., np.newaxis] * _in_each_month(io_growth, years)
    both = np.maximum(smooth + of_events, 0)
    smooth, both = np.broadcast_arrays(smooth, both)
    return smooth, both


def _in_each_month(rate: Array, years: Array) -> Array:
    """The integral of (1+rate)^t over the month that ends at each date."""
    logarithm = np.log1p(rate)[..., np.newaxis]
    divisor = np.where(logarithm == 0, 1, logarithm)
    written = np.where(logarithm == 0, years, np.expm1(logarithm * years) / divisor)
    return np.diff(written, axis=-1, prepend=0)


def write_factor(shares: Array, smooth: Array, both: Array) -> Array:
    """What all groups write to the drives of a role with the events, over that without: (..., roles, months).

    Args:
        shares: what each group writes today of what all write: (samples, configurations, roles, groups).
        smooth: what each writes in a month without events: (samples, groups, months).
        both: the same with them.
    """
    without, added = (np.einsum("scrg,sgm->scrm", *_alike(shares, each)) for each in (smooth, both - smooth))
    idle = without == 0
    # By what is added, so that nothing added is a factor of exactly 1.
    found: Array = np.maximum(1 + np.where(idle, 0, added / np.where(idle, 1, without)), 0)
    return found


def _alike(shares: Array, written: Array) -> tuple[Array, Array]:
    """Both with as many samples."""
    samples = max(len(shares), len(written))
    return np.broadcast_to(shares, (samples, *shares.shape[1:])), np.broadcast_to(
        written, (samples, *written.shape[1:])
    )
