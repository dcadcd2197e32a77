"""How far the writes to drives may be off, by what simulations draw of them: what is uncertain in the wear model.

The same rows of `spreads.csv` and the same ranges of the plan move the simulations. A value uncertain is moved there by
a standard normal number; here the mean, spread and skew of the logarithm of what is then written are taken over it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import hypot, log, pi, sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import ndtri

from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Recorder, given_origin
from hostwise.catalogue.record import Figure
from hostwise.catalogue.rules import Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array, Quantity
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import ValueRange

_Z95 = 1.6448536269514722
_STEPS = 256
_POINTS: Array = ndtri((np.arange(_STEPS) + 0.5) / _STEPS)
_LEAST = -3.0
"""Least logarithm that counts: where nothing is written any more, it would be infinite."""


class Moments(NamedTuple):
    """Mean, standard deviation and a third of the skewness of the logarithm of what is written."""

    shift: float
    sigma: float
    skew: float


_NONE = Moments(0.0, 0.0, 0.0)


class _Reach(NamedTuple):
    """How far a value may be off at the 5th and 95th percentile: factors, or what is added."""

    low: float
    high: float
    is_factor: bool

    def moved(self, value: float, quantity: Quantity) -> Array:
        """The value at each point."""
        steps, end = np.abs(_POINTS) / _Z95, np.where(_POINTS < 0, self.low, self.high)
        moved = value * end**steps if self.is_factor else value + end * steps
        return np.clip(moved, quantity.low, quantity.high)


@lru_cache(maxsize=4096)
def _moments(value: float, reach: _Reach, name: str, log_of: Callable[[Array], Array]) -> Moments:
    """The moments of the logarithm of a function of a value uncertain, over that of the value itself."""
    if reach.is_factor and log_of is _itself:
        return _of_factor(reach)
    at_value = float(log_of(np.array(value)))
    if at_value <= log(1e-9):
        return _NONE
    logs = np.maximum(log_of(reach.moved(value, MODEL.inputs[name])) - at_value, _LEAST)
    shift, sigma = float(logs.mean()), float(logs.std())
    skew = float(((logs - shift) ** 3).mean()) / sigma**3 / 3 if sigma > 0 else 0.0
    return Moments(shift, sigma, skew)


def _of_factor(reach: _Reach) -> Moments:
    """Those of a factor whose logarithm is normal to each side: in closed form."""
    down, up = -log(reach.low) / _Z95, log(reach.high) / _Z95
    shift = (up - down) / sqrt(2 * pi)
    return Moments(shift, sqrt((up**2 + down**2) / 2 - shift**2), 0.0)


def _itself(values: Array) -> Array:
    return np.log(np.maximum(values, 1e-12))


def _writes(read_shares: Array) -> Array:
    return np.log(np.maximum(1 - read_shares, 1e-12))


def stack_uncertainty(to: Recorder, pointer: str, row: Figure | None) -> None:
    """The uncertainty about the writes of a storage stack, by the range of its row."""
    value, low, high = (getattr(row, each, None) for each in ("value", "low", "high"))
    found = _NONE
    if value is not None and low is not None and high is not None and value > MODEL.inputs["stack_write_factor"].low:
        found = _moments(value, _Reach(low - value, high - value, False), "stack_write_factor", _itself)
    source = None if row is None else "; ".join(row.source)
    note = "no range is given" if found.sigma == 0 else f"{value:g}, {low:g} to {high:g} in 90 % of the cases"
    for name, number in zip(("shift", "sigma", "skew"), found, strict=True):
        to.put(f"stack_write_{name}", pointer, None, _derived(number, source, note))


def rating_uncertainty(to: Recorder, at: str) -> None:
    """The uncertainty about the rating of the drives that absorb writes, by ranges of the plan."""
    fields = ("rated_dwpd", "rated_tbw_tb", "warranty_years", "endurance_factor")
    sigmas = [_range_sigma(own) for each in fields if (own := _range_of(to, f"{at}/{each}")) is not None]
    to.put("rating_sigma", at, None, _derived(hypot(*sigmas), "plan", "the ranges that the plan gives for it"))


def bind_write_uncertainty(to: Recorder) -> None:
    """The uncertainty about what each VM group writes, and by how much it grows."""
    row, growth = to.catalogue.spreads.get("data_reduction"), to.catalogue.spreads.get("growth")
    reduction = _NONE if row is None else _of_factor(_factor(row))
    of_all = {
        "group_uncertainty_common_share": 1.0 if growth is None else growth.common_share,
        "data_reduction_sigma": reduction.sigma,
        "data_reduction_shift": reduction.shift,
    }
    for name, number in of_all.items():
        to.put(name, None, None, _derived(number, "HOSTWISE", "as the simulations draw it"))
    groups = range(len(to.plan.workload.groups))
    read = [_drawn(to, "read_share", "read_share", each, _writes) for each in groups]
    size = [_drawn(to, "io_kib", "io_size", each, _itself) for each in groups]
    own = [[_of_range(to, name, each) for name in ("count", "iops_average")] for each in groups]
    parts = zip(read, size, own, strict=True)
    _put(to, "group_write_shift", [a.shift + b.shift + sum(each.shift for each in c) for a, b, c in parts])
    _put(to, "group_write_sigma", [hypot(a.sigma, b.sigma) for a, b in zip(read, size, strict=True)])
    _put(to, "own_write_sigma", [hypot(*(each.sigma for each in of_group)) for of_group in own])
    averages = [_range_of(to, _at(each, "iops_average")) for each in groups]
    _put(to, "average_load_share", [float(each is None) for each in averages])
    _put(to, "growth_sigma", [hypot(_growth(to, each), _points(to, "io_growth_rate", each)) for each in groups])


def _put(to: Recorder, name: str, values: Sequence[float]) -> None:
    """Record an input of all groups: once where it is the same in all."""
    groups = to.plan.workload.groups
    note = "what the simulations draw of its read share, I/O size and growth, and the plan's own ranges"
    if len(set(values)) == 1:
        to.note(name, "/workload/groups", _derived(values[0], "HOSTWISE", note))
    else:
        for place, (group, value) in enumerate(zip(groups, values, strict=True)):
            to.note(name, f"/workload/groups/{place}", _derived(value, "HOSTWISE", note), group=group.name)
    to.binding.arrays[name] = np.array([[values]])


def _derived(value: float, source: str | None, note: str) -> Origin:
    return Origin(value, InputStatus.CONVENTION, source, "endurance#what-is-uncertain", note, "derived")


def _at(group: int, name: str) -> str:
    return f"/workload/groups/{group}/{name}"


def _range_of(to: Recorder, pointer: str) -> ValueRange | None:
    remark = to.plan.remarks.get(pointer)
    return None if remark is None else remark.range


def _factor(spread: Spread) -> _Reach:
    return _Reach(spread.low, spread.high, spread.shape != "points")


def _drawn(to: Recorder, name: str, key: str, group: int, log_of: Callable[[Array], Array]) -> Moments:
    """The uncertainty about a value of a group.

    It is the range of its own, else that of its kind where the value was not measured or given.
    """
    at, spread, value = _at(group, name), to.catalogue.spreads.get(key), getattr(to.plan.workload.groups[group], name)
    if value is None:
        return _NONE
    own = _range_of(to, at)
    if own is not None:
        return _moments(value, _own_reach(own, value, is_added=name == "read_share"), name, log_of)
    if spread is None or given_origin(to.plan, at, value).status not in spread.statuses:
        return _NONE
    return _moments(value, _factor(spread), name, log_of)


def _of_range(to: Recorder, name: str, group: int) -> Moments:
    """The uncertainty about a value of a group by its own range alone."""
    own, value = _range_of(to, _at(group, name)), getattr(to.plan.workload.groups[group], name)
    if own is None or value is None or value <= 0:
        return _NONE
    return _moments(value, _own_reach(own, value, is_added=False), name, _itself)


def _own_reach(own: ValueRange, value: float, *, is_added: bool) -> _Reach:
    scale = _Z95 / float(ndtri((1 + own.confidence) / 2))
    if is_added or own.low <= 0:
        return _Reach((own.low - value) * scale, (own.high - value) * scale, False)
    return _Reach((own.low / value) ** scale, (own.high / value) ** scale, True)


def _range_sigma(own: ValueRange) -> float:
    scale = _Z95 / float(ndtri((1 + own.confidence) / 2))
    return log(own.high / own.low) * scale / (2 * _Z95) if own.low > 0 else 0.0


def _growth(to: Recorder, group: int) -> float:
    """Standard deviation of the growth in VMs: by its own range, else a forecast's, whoever states it."""
    spread = to.catalogue.spreads.get("growth")
    if _range_of(to, _at(group, "count_growth_rate")) is not None:
        return _points(to, "count_growth_rate", group)
    return 0.0 if spread is None else (spread.high - spread.low) / (2 * _Z95)


def _points(to: Recorder, name: str, group: int) -> float:
    own = _range_of(to, _at(group, name))
    return 0.0 if own is None else (own.high - own.low) / (2 * float(ndtri((1 + own.confidence) / 2)))
