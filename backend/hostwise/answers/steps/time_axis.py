"""Inputs that the engine itself computes: the number of clusters, and the hosts for growth.

They come from the same graph, evaluated before the run: into how many clusters the hosts must be divided, and the
host count at the date of every month. They enter the run as inputs, with their origin.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import isfinite, isinf, isnan

import numpy as np
import numpy.typing as npt

from hostwise.binding import Binding
from hostwise.binding.dates import Moment, moments_at, sizing_month, standing_in_moments
from hostwise.binding.drives import write_role
from hostwise.binding.events import FACTOR, at, at_dates, dated_events, writes_of_groups
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Entry, Records
from hostwise.engine.clusters import beyond, least_clusters
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.dated_events import write_factor
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import Plan

REFERENCE, FLOW = "reference_cost_per_month", "cash_flow_cost_per_month"
STANDING_IN = "standing_in_hosts"


def with_clusters(binding: Binding) -> Binding:
    """The hosts divided into equal clusters, where the demand at the sizing date needs more than one."""
    clusters, evaluation = _clusters(binding)
    binding = replace(binding, evaluated=evaluation)
    if (clusters == 1).all():
        return binding
    records = dict(binding.inputs)
    for each, number in zip(binding.plan.configurations, clusters[0], strict=True):
        if number > 1:
            note = "the least number of equal clusters that each hold their hosts"
            records["clusters", each.key] = Records(computed(binding.plan, "clusters", each.key, float(number), note))
    return replace(binding, arrays=binding.arrays | {"clusters": clusters}, inputs=records)


def _clusters(binding: Binding, changes: Mapping[str, Array] | None = None, dates: int = 1) -> tuple[Array, Evaluation]:
    """The least number of equal clusters for each date and configuration, and the evaluation without more of them.

    The evaluation includes the demand by month, so that mostly no other one is needed.
    """
    wanted, changes = ["required_hosts", "most_hosts"], changes or {}
    one = binding.evaluate([*wanted, *BY_MONTH.values()], changes, dates)
    # A two-node cluster cannot be divided.
    divisible = np.isnan(binding.arrays["protection_max_hosts"])
    first = _at_first(binding, changes, len(one.values["required_hosts"]), len(binding.plan.configurations))

    def overfull(clusters: Array) -> tuple[npt.NDArray[np.bool_], Array]:
        found = (
            one.values if clusters is first else _with_clusters(binding, changes, dates, one, first, clusters, wanted)
        )
        required, most = (np.broadcast_to(found[name], clusters.shape) for name in wanted)
        return beyond(required, binding.arrays["fixed_hosts"], most, divisible)

    return least_clusters(first, overfull), one


def _with_clusters(
    binding: Binding,
    changes: Mapping[str, Array],
    dates: int,
    one: Evaluation,
    first: Array,
    clusters: Array,
    wanted: Sequence[str],
) -> Mapping[str, Array]:
    """Some quantities with other numbers of clusters: only the samples that have others are evaluated again."""
    rows, samples = len(clusters), len(clusters) // dates
    other = np.flatnonzero((clusters != first).reshape(samples, -1).any(axis=1))
    if samples == 1 or len(other) == samples:
        return binding.evaluate(wanted, {**changes, "clusters": clusters}, dates).values
    found = {name: np.array(np.broadcast_to(one.values[name], clusters.shape)) for name in wanted}
    if len(other):
        places = (other[:, np.newaxis] * dates + np.arange(dates)).reshape(-1)
        some = {
            name: each[places] if len(each) == rows else each[other] if len(each) == samples else each
            for name, each in changes.items()
        }
        more = binding.evaluate(wanted, {**some, "clusters": clusters[places]}, dates).values
        for name in wanted:
            found[name][places] = np.broadcast_to(more[name], (len(places), clusters.shape[1]))
    return found


def _at_first(binding: Binding, changes: Mapping[str, Array], rows: int, configurations: int) -> Array:
    """The number of clusters to begin with, for each date of each sample and each configuration."""
    given = changes.get("clusters", binding.arrays["clusters"])
    each = np.repeat(given, rows // len(given), axis=0)
    return np.broadcast_to(each, (rows, configurations))


def least_clusters_of(binding: Binding, changes: Mapping[str, Array]) -> Array:
    """The least number of equal clusters at the sizing date, for each sample of some changed inputs."""
    return _clusters(binding, changes)[0]


def clusters_at(binding: Binding, changes: Mapping[str, Array], dates: int) -> Array:
    """The least number of equal clusters at some dates: (dates, configurations)."""
    return _clusters(binding, changes, dates)[0]


def demand_by_month(binding: Binding, changes: Mapping[str, Array], samples: int) -> dict[str, Array]:
    """The demand at the date of every month: (samples, configurations, months).

    One evaluation, with the months as samples.

    Args:
        binding: the plan.
        changes: inputs that differ between samples: (samples, configurations, *members).
        samples: number of samples.
    """
    months = binding.arrays["month"][0, 0]
    standing = standing_in_moments(binding.plan) if any(binding.models) else []
    moments = [*moments_at((months / MONTHS_PER_YEAR).tolist()), *standing]
    changed = {**changes, **at(binding, moments, samples)}
    if "clusters" in changes and binding.least_clusters:
        # A future starts with its own clusters, and in no month with fewer than a placement asks for.
        changed["clusters"] = np.fmax(changed["clusters"], np.repeat(changes["clusters"], len(moments), axis=0))
    if binding.levels is not None:
        changed["level_hosts"] = np.tile(_levels(binding, binding.levels, standing), (samples, 1))
    clusters, evaluation = _clusters(binding, changed, len(moments))
    values: Mapping[str, Array] = evaluation.values
    first = _at_first(binding, changed, *clusters.shape)
    if (clusters != first).any():
        values = _with_clusters(binding, changed, len(moments), evaluation, first, clusters, [*BY_MONTH.values()])
    shape = samples * len(moments), len(binding.plan.configurations)
    every = {
        name: np.broadcast_to(values[quantity], shape).reshape(samples, len(moments), -1).swapaxes(1, 2)
        for name, quantity in BY_MONTH.items()
    }
    found = {name: each[..., : len(months)] for name, each in every.items()}
    if standing:
        found[STANDING_IN] = _standing_in(binding, every["demanded_hosts"][..., len(months) :], standing, len(months))
    return found


def _standing_in(binding: Binding, required: Array, moments: Sequence[Moment], months: int) -> Array:
    """From each month in which hosts are removed until the sizing date what that date asks for: (..., months).

    Args:
        binding: the plan.
        required: hosts for the demand of the sizing date, (..., moments).
        moments: that demand, in the months in which hosts of other models are removed.
        months: number of months.
    """
    found = np.zeros((*required.shape[:-1], months))
    for place, moment in enumerate(moments):
        found[..., moment.month : sizing_month(binding.plan) + 1] = required[..., place, np.newaxis]
    # A configuration of which nothing is removed asks for nothing more.
    for place, models in enumerate(binding.models):
        number = models.hosts.sum(axis=0)[:months]
        found[:, place, number == models.number(0)] = 0
    return found


def _levels(binding: Binding, levels: Array, standing: Sequence[Moment]) -> Array:
    """The hosts of the coverage level in each month, and at the sizing date beside the hosts that are left then."""
    last = min(sizing_month(binding.plan), levels.shape[1] - 1)
    rows = [
        [
            of_month[last] if models.number(each.month) == models.number(last) else np.nan
            for models, of_month in zip(binding.models, levels, strict=True)
        ]
        for each in standing
    ]
    return np.concatenate([levels.T, np.array(rows).reshape(len(standing), len(levels))])


def by_month(binding: Binding, wanted: Sequence[str]) -> dict[str, Array]:
    """Quantities of the hosts for the demand of every month: (configurations, months)."""
    months = binding.arrays["month"][0, 0]
    dates = at_dates(binding, months / MONTHS_PER_YEAR)
    if binding.levels is not None:
        dates["level_hosts"] = binding.levels.T
    dates["clusters"] = _clusters(binding, dates)[0]
    found = replace(binding, evaluated=None).evaluate(wanted, dates).values
    shape = len(months), len(binding.plan.configurations)
    return {name: np.broadcast_to(found[name], shape).T for name in wanted}


def event_writes(binding: Binding, changes: Mapping[str, Array]) -> dict[str, Array]:
    """What is written to the drives of each role in each month with the dated events, over that without.

    The groups' shares of the writes come from the graph, with the hosts by month: (samples, configurations, roles,
    months).

    Args:
        binding: the plan, which has events.
        changes: inputs that differ between samples, with the hosts by month where those do.
    """
    shares = binding.evaluate([_SHARES], changes).values[_SHARES]
    events = dated_events(binding.plan, binding.happens)
    smooth, both = writes_of_groups(binding.plan, {**binding.arrays, **changes}, events)
    matter = events.matter(MONTHS_PER_YEAR * binding.plan.economics.horizon_years).reshape(-1, 1, 1, 1)
    return {FACTOR: np.where(matter == 0, 1, write_factor(shares, smooth, both))}


_SHARES = "role_group_write_share"


def with_event_writes(binding: Binding) -> Binding:
    """The writes of dated events by month; without any, the plan as it is."""
    if not binding.plan.workload.events:
        return binding
    found = event_writes(binding, {})
    records = dict(binding.inputs)
    records.pop((FACTOR, None), None)
    for each, of_roles in zip(binding.plan.configurations, found[FACTOR][0], strict=False):
        last = float(of_roles[write_role(each), -1])
        words = f"{fixed(last, 2)} times what is written without dated events, at the horizon"
        records[FACTOR, each.key] = Records(computed(binding.plan, FACTOR, each.key, last, words, "/workload/events"))
    return replace(binding, arrays=binding.arrays | found, inputs=records)


def with_demand_by_month(binding: Binding) -> Binding:
    """The hosts and VMs for the demand of every month, and what events write in it."""
    keys = [each.key for each in binding.plan.configurations]
    records = dict(binding.inputs)
    found = demand_by_month(binding, {}, 1)
    for name, rows in found.items():
        for key, each in zip(keys, rows[0], strict=True):
            records[name, key] = _demand_records(binding, name, key, each)
    return with_event_writes(replace(binding, arrays=binding.arrays | found, inputs=records))


def _demand_records(binding: Binding, name: str, key: str, months: Array) -> Records:
    """The origin of a demand by month; where it is unknown, the groups of which nobody says what they run."""
    prefix, flag = name.partition("_")[0], InputStatus.MISSING
    if isnan(months[-1]) and name in _OF_PRODUCTS:
        unknown = [each for each in binding.inputs[f"{prefix}_group_flag", key] if each.status is flag]
        note = "VMs of a group whose guest system is not known"
        return Records(*(computed(binding.plan, name, key, None, note, each.pointer, flag) for each in unknown))
    return Records(computed(binding.plan, name, key, float(months[-1]), _WORDS[name](months.tolist())))


def _steps(required: Sequence[float]) -> str:
    """The hosts by month in words: the start and each increase."""
    if isnan(required[0]):
        return "no constraint could be evaluated"
    steps, so_far = [f"{_count(required[0])} at the purchase"], required[0]
    for month, number in enumerate(required):
        if number > so_far:
            steps.append(f"{_count(number)} from month {month}")
            so_far = number
    shown = steps if len(steps) <= _SHOWN else [*steps[: _SHOWN - 1], "...", steps[-1]]
    return ", ".join(shown)


def _vms(counts: Sequence[float]) -> str:
    """The VMs by month in words."""
    first, last = counts[0], counts[-1]
    return (
        f"{fixed(first)} VMs in all months"
        if first == last
        else f"{fixed(first)} VMs today, {fixed(last, 1)} at the horizon"
    )


_OF_PRODUCTS = "guest_demanded_vms", "database_demanded_vms", "second_database_demanded_vms"


def _stood_in(required: Sequence[float]) -> str:
    """The hosts that stand in for others by month in words."""
    return _steps(required) if any(required) else "no hosts of other models are removed before the sizing date"


_WORDS = {
    "demanded_hosts": _steps,
    STANDING_IN: _stood_in,
    **dict.fromkeys(("demanded_vms", *_OF_PRODUCTS), _vms),
}

_SHOWN = 12
"""With more steps, the middle ones are left out of the text."""


def _count(number: float) -> str:
    return "more than any number" if isinf(number) else fixed(number)


def computed(
    plan: Plan,
    name: str,
    configuration: str | None,
    value: float | None,
    note: str,
    pointer: str | None = None,
    status: InputStatus = InputStatus.CONVENTION,
) -> Entry:
    """An input that the engine itself computes, with its origin."""
    quantity = MODEL.inputs[name]
    origin = Origin(
        value if value is not None and isfinite(value) else None,
        status,
        source="HOSTWISE",
        locator="the same graph, evaluated in advance",
        note=note,
        kind=None if value is None else "entered" if status is InputStatus.GIVEN else "derived",
    )
    return Entry(quantity, plan.economics.currency, configuration, quantity.label, None, None, pointer, origin)
