"""Dated events of demand: checked against the groups, and what they bring by the sizing date and until the horizon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hostwise.binding.dates import Moment, moments_at
from hostwise.binding.opm_models import nearest
from hostwise.binding.origins import Origin, settled
from hostwise.binding.other_hosts import at_moments
from hostwise.binding.recorder import Binding, Mistake, Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.dated_events import DatedEvents, written_of_groups
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.number_format.writing import MINUS, counted, fixed, percent
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import Plan
from hostwise.plan.events import Event
from hostwise.plan.workload import VmGroup

COUNT, WRITTEN, FACTOR, FLAG = (
    "event_count",
    "event_written_years",
    "role_event_write_factor_per_month",
    "events_flag",
)
"""The inputs that events set."""

GAP = "fragmentation_hosts"
"""The hosts that a placement adds, which belong to the date of what is placed."""

MOVE = frozenset({"count", "count_growth_rate", "io_growth_rate"})
"""Inputs on which the writes of events rest, too."""

NO_EVENT = Origin(None, InputStatus.NOT_APPLICABLE, note="no dated event is entered")


def bind_events(to: Recorder) -> None:
    """What the events bring to each group, as the plan as sized counts them."""
    plan, arrays = to.plan, to.binding.arrays
    months, groups = MONTHS_PER_YEAR * plan.economics.horizon_years, len(plan.workload.groups)
    arrays[FACTOR] = np.ones((1, 1, len(Role), months + 1))
    at = "/workload/events"
    if not plan.workload.events or _mistaken(to):
        for name in (COUNT, WRITTEN, FLAG):
            to.note(name, at, NO_EVENT)
            arrays[name] = np.zeros((1, 1) if name == FLAG else (1, 1, groups))
        to.note(FACTOR, at, NO_EVENT)
        return
    found = of_events(plan, arrays)
    to.put(FLAG, at, None, settled(float(found[FLAG][0, 0]), _all_in_words(plan)))
    to.note(FACTOR, at, settled(1, "follows from the writes of the groups"))
    for name in (COUNT, WRITTEN):
        for place, group in enumerate(plan.workload.groups):
            words = _in_words(plan, group.name)
            to.put(name, at, None, settled(float(found[name][0, 0, place]), words), group=group.name)
        arrays[name] = found[name]


def dated_events(plan: Plan, happens: Array | None = None) -> DatedEvents:
    """The events of a plan that was checked; where it is not said which happen, those that are expected to."""
    events = plan.workload.events
    names = [each.name for each in plan.workload.groups]
    expected = np.array([[float(each.expected) for each in events]])
    return DatedEvents(
        np.array([float(each.month) for each in events]),
        np.array([float(each.vms) for each in events]),
        np.array([names.index(each.group) for each in events], dtype=np.intp),
        expected if happens is None else happens,
    )


def of_events(plan: Plan, arrays: Mapping[str, Array], happens: Array | None = None) -> dict[str, Array]:
    """The inputs that rest on the events and on other inputs alone: (samples, 1), and the groups.

    Args:
        plan: the plan, which has events.
        arrays: the inputs.
        happens: which events happen, (samples, events); by default those that are expected to.
    """
    events, groups = dated_events(plan, happens), len(plan.workload.groups)
    at_sizing = np.array([plan.policy.sizing_years * MONTHS_PER_YEAR])
    smooth, both = writes_of_groups(plan, arrays, events)
    return {
        COUNT: events.counts(at_sizing, groups),
        WRITTEN: (both - smooth).sum(axis=-1)[:, np.newaxis],
        FLAG: events.matter(MONTHS_PER_YEAR * plan.economics.horizon_years)[:, np.newaxis],
    }


def writes_of_groups(plan: Plan, arrays: Mapping[str, Array], events: DatedEvents) -> tuple[Array, Array]:
    """What each group writes in each month, without and with the events: (samples, groups, months)."""
    months = np.arange(MONTHS_PER_YEAR * plan.economics.horizon_years + 1.0)
    shape = len(plan.workload.groups)
    count, growth, io = (np.atleast_3d(arrays[name])[:, 0] for name in ("count", "count_growth_rate", "io_growth_rate"))
    writes = (1 + growth) * (1 + io) - 1
    return written_of_groups(events.counts(months, shape), count, writes, np.broadcast_to(io, writes.shape))


def counts_at(binding: Binding, years: Sequence[float] | Array) -> Array:
    """VMs that the events have brought to each group by some dates: (samples, dates, groups)."""
    events = dated_events(binding.plan, binding.happens)
    return events.counts(np.asarray(years, dtype=np.float64) * MONTHS_PER_YEAR, len(binding.plan.workload.groups))


def at_dates(binding: Binding, years: Sequence[float] | Array, samples: int = 1) -> dict[str, Array]:
    """What varies with the date, for each sample at some dates: see `at`."""
    return at(binding, moments_at(np.asarray(years, dtype=np.float64).tolist()), samples)


def at(binding: Binding, moments: Sequence[Moment], samples: int = 1) -> dict[str, Array]:
    """What varies with the moment, for each sample at some of them: years, events so far, hosts.

    Hosts are those of other models and those that a placement adds; clusters are those that a placement asks for.
    """
    dates = np.array([each.years for each in moments])
    found = {"sizing_years": np.tile(dates[:, np.newaxis], (samples, 1))}
    found |= {name: np.tile(each, (samples, 1)) for name, each in at_moments(binding, moments).items()}
    if binding.gaps:
        (usual,) = binding.arrays[GAP].tolist()
        found[GAP] = np.tile(np.array([binding.gaps.get(each, usual) for each in moments]), (samples, 1))
    if binding.least_clusters:
        started = binding.arrays["clusters"][0]
        least = [np.fmax(started, binding.least_clusters.get(each, 1)) for each in moments]
        found["clusters"] = np.tile(np.array(least), (samples, 1))
    if binding.plan.workload.events:
        counts = counts_at(binding, dates)
        each = np.broadcast_to(counts, (samples, *counts.shape[1:]))
        found[COUNT] = each.reshape(samples * len(dates), 1, -1)
    return found


# ------------------------------------------------------------------------------------------------------------ checks


def _mistaken(to: Recorder) -> bool:
    """Whether an event names no group, or takes more VMs than there are."""
    before, names = len(to.mistakes), [each.name for each in to.plan.workload.groups]
    for index, event in enumerate(to.plan.workload.events):
        at = f"/workload/events/{index}"
        if names.count(event.group) == 0:
            near = nearest(event.group, names)
            hint = f"Did you mean {near[0]!r}?" if near else f"The groups are {', '.join(names[:_MOST_NAMES])}."
            to.mistakes.append(
                Mistake(f"{at}/group", "unknown_group", f"The plan has no VM group {event.group!r}.", hint)
            )
        elif names.count(event.group) > 1:
            text = f"More than one VM group is called {event.group!r}."
            to.mistakes.append(Mistake(f"{at}/group", "ambiguous_group", text, "Give each group a name of its own."))
        elif event.vms < 0:
            _check_leaving(to, at, index, to.plan.workload.groups[names.index(event.group)])
    return len(to.mistakes) > before


_MOST_NAMES = 5


def _check_leaving(to: Recorder, at: str, index: int, group: VmGroup) -> None:
    """More VMs cannot leave than are there: of today, by growth, and of the events that are expected until then."""
    events, event = to.plan.workload.events, to.plan.workload.events[index]
    grown = group.count * max(1.0, (1 + (group.count_growth_rate or 0.0)) ** (event.month / MONTHS_PER_YEAR))
    others = sum(
        each.vms
        for place, each in enumerate(events)
        if place != index and each.group == event.group and each.expected and _is_before(place, each, index, event)
    )
    there = max(int(grown + others + _DUST), 0)
    if -event.vms > there:
        text = (
            f"{counted(-event.vms, 'VMs')} leave {group.name!r} in month {event.month}, which has {fixed(there)} then."
        )
        to.mistakes.append(Mistake(f"{at}/vms", "more_vms_leave", text, f"At most {fixed(there)} can leave."))


_DUST = 1e-9


def _is_before(place: int, each: Event, index: int, event: Event) -> bool:
    """Whether an expected event counts before another one.

    Within a month those that come do first, then those before in the list, and last what is not expected.
    """
    if each.month != event.month:
        return each.month < event.month
    return each.vms > 0 or place < index or not event.expected


# ------------------------------------------------------------------------------------------------------------- words


def _in_words(plan: Plan, group: str) -> str:
    of_group = [each for each in plan.workload.events if each.group == group]
    return "; ".join(event_words(each) for each in of_group) or "no dated event of this group"


def _all_in_words(plan: Plan) -> str:
    events = plan.workload.events
    counted_ones = sum(each.expected for each in events)
    return f"{counted(len(events), 'dated events')}, of which {fixed(counted_ones)} are expected"


def event_words(event: Event) -> str:
    """An event in words, with its probability where it is not certain."""
    moved = f"{'+' if event.vms >= 0 else MINUS}{fixed(abs(event.vms))} from month {event.month}"
    chance = "" if event.probability == 1 else f", {percent(event.probability)}"
    left_out = "" if event.expected else ", not counted"
    return f"{event.label}: {moved}{chance}{left_out}"
