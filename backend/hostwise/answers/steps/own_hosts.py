"""Hosts of the own model beside those of other models: how many are enough, and what the others stand for then.

Which hosts are the largest, and may fail, depends on how many of the own model there are, and so does what copies on
different hosts can fill. So their number is searched upwards, for the demand that hosts are sized for and for that of
each month: with none of them first. What is found to be lacking is never more than what is needed, since another host
never takes room away; with what is lacking in place the next look finds less to be lacking, or nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from hostwise.binding import Binding
from hostwise.binding.dates import Moment, moments_at, sizing_moment, standing_in_moments
from hostwise.binding.events import at
from hostwise.binding.models import OwnHosts
from hostwise.binding.other_hosts import as_sized, largest_reserve
from hostwise.binding.recorder import Records
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.quantities import Array
from hostwise.plan.document import policy_of

_ROUNDS = 50
"""Looks after which the last answer stands: a few are enough, each of which adds a host at least."""


def with_own_hosts(binding: Binding) -> Binding:
    """The fewest hosts of the own model of each configuration that are enough, where it has several models."""
    if not any(binding.models):
        return binding
    plan, months = binding.plan, binding.arrays["month"][0, 0] / MONTHS_PER_YEAR
    moments = list(dict.fromkeys([sizing_moment(plan), *moments_at(months.tolist()), *standing_in_moments(plan)]))
    others = np.array([[models.number(each.month) for models in binding.models] for each in moments])
    asked = _required(replace(binding, own_hosts={}), moments) - others
    settled = asked > [_enough(binding, place) for place in range(len(binding.models))]
    least = np.where(settled, np.maximum(asked, 0), 0)
    short, rows = least.copy(), np.flatnonzero(~settled.all(axis=1))
    for _ in range(_ROUNDS):
        some, own = [moments[each] for each in rows.tolist()], least[rows]
        binding = replace(binding, own_hosts=_by_moment(some, own, own, own))
        asked = _required(binding, some) - others[rows] if some else own
        lacking = (asked > own) & np.isfinite(asked) & ~settled[rows]
        if not lacking.any():
            break
        short[rows] = np.where(lacking, own, short[rows])
        least[rows] = np.where(lacking, np.where(_are_few(binding, some, own), own + 1, asked), own)
        rows = rows[lacking.any(axis=1)]
    return _as_found(replace(binding, own_hosts=_by_moment(moments, least, short, least)))


def _enough(binding: Binding, place: int) -> float:
    """With more own hosts than these one less would change nothing of what other models stand for."""
    models = binding.models[place]
    if not models:
        return -np.inf
    if models.are_filled_apart or models.even is not None:
        return np.inf
    spares = policy_of(binding.plan, binding.plan.configurations[place]).spare_hosts
    return max(1.0, float(spares), largest_reserve(binding, place))


def _required(binding: Binding, moments: Sequence[Moment]) -> Array:
    found = replace(binding, evaluated=None).evaluate(["required_hosts"], at(binding, moments), len(moments))
    return np.broadcast_to(found.values["required_hosts"], (len(moments), len(binding.models)))


def with_present_hosts(binding: Binding) -> Binding:
    """The hosts of the sizing as those of which the largest may fail: as given, or with what else is asked for."""
    if not any(binding.models):
        return binding
    hosts, moment = binding.evaluate(["hosts"]).values["hosts"][0].tolist(), sizing_moment(binding.plan)
    found = [
        own._replace(present=max(number - models.number(moment.month), 0)) if number == number else own
        for own, models, number in zip(binding.own_hosts[moment], binding.models, hosts, strict=True)
    ]
    return _as_found(replace(binding, own_hosts={**binding.own_hosts, moment: found}))


def _are_few(binding: Binding, moments: Sequence[Moment], own: Array) -> Array:
    """Where one more host changes what copies can fill by more than itself."""
    reserves = [largest_reserve(binding, place) for place in range(len(binding.models))]
    of_each = list(zip(binding.models, reserves, strict=True))
    rows = zip(moments, own.tolist(), strict=True)
    found = [
        [models.are_few(moment.month, kept, number) for (models, kept), number in zip(of_each, row, strict=True)]
        for moment, row in rows
    ]
    return np.array(found)


def _by_moment(
    moments: Sequence[Moment], least: Array, short: Array, present: Array
) -> Mapping[Moment, Sequence[OwnHosts]]:
    rows = zip(moments, least.tolist(), short.tolist(), present.tolist(), strict=True)
    return {moment: [OwnHosts(*each) for each in zip(*row, strict=True)] for moment, *row in rows}


def _as_found(binding: Binding) -> Binding:
    """The inputs that rest on the hosts of the sizing, with their origin."""
    arrays, records = as_sized(binding), dict(binding.inputs)
    for name, values in arrays.items():
        for each, value in zip(binding.plan.configurations, values[0].tolist(), strict=True):
            (entry,) = records[name, each.key].entries
            records[name, each.key] = Records(entry._replace(origin=entry.origin._replace(value=value)))
    return replace(binding, arrays=binding.arrays | arrays, inputs=records, evaluated=None)
