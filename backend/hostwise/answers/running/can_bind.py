"""Whether a limit whose input is missing can bind: it is tried at both ends of what the input may sanely be."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.running.run import Ends
from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.binding import Binding
from hostwise.binding.recorder import VM_OVERHEAD, WRITE_SPEED
from hostwise.engine.graph import Evaluation


class _Tried(NamedTuple):
    """The quantity that is unknown without an input, and what must be above 0 so that it is asked for."""

    unknown: str
    asked: tuple[str, ...] = ()


_TRIED = {
    VM_OVERHEAD: _Tried("overhead_mib_per_vm"),
    WRITE_SPEED: _Tried("sustained_write_mb_s", ("absorbing_drives_per_host", "front_write_mb_s")),
}
"""The inputs that are tried."""

_SAME = ("required_hosts", "hosts", "demanded_hosts")
"""What must not differ between the ends."""


def ends_of(binding: Binding, evaluation: Evaluation) -> Ends | None:
    """The plan at both ends of its missing inputs; None if none of those that are tried is missing."""
    number = len(binding.plan.configurations)
    lacking = {
        name: np.array([[_is_lacking(evaluation, each, place) for place in range(number)]])
        for name, each in _TRIED.items()
    }
    places = {place for each in lacking.values() for place in np.flatnonzero(each[0]).tolist()}
    if not places:
        return None
    low, high = _at_end(binding, lacking, 0), _at_end(binding, lacking, 1)
    of_place = {place: tuple(name for name, each in lacking.items() if each[0, place]) for place in places}
    if not np.array_equal(_order(low), _order(high)):
        return Ends(low, high, frozenset(), of_place)
    same = {
        place
        for place in places
        if all(
            np.array_equal(one.members(name, place), evaluation.members(name, place), equal_nan=True)
            for name in _SAME
            for one in (low, high)
        )
    }
    return Ends(low, high, frozenset(same), of_place)


def _is_lacking(evaluation: Evaluation, tried: _Tried, place: int) -> bool:
    unknown = bool(np.isnan(evaluation.members(tried.unknown, place)).any())
    return unknown and all(evaluation.value(each, place) > 0 for each in tried.asked)


def _at_end(binding: Binding, lacking: dict[str, NDArray[np.bool_]], end: int) -> Evaluation:
    arrays = dict(binding.arrays)
    for name, places in lacking.items():
        arrays[name] = np.where(places, binding.sane[name][end], arrays[name])
    return replace(binding, arrays=arrays, evaluated=None).after(with_clusters, with_demand_by_month).evaluate()


def _order(evaluation: Evaluation) -> NDArray[np.intp]:
    """The configurations by their cost, cheapest first."""
    return np.argsort(evaluation.values["cluster_tco"][0], kind="stable")
