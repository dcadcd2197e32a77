"""Hosts over time: the runway of each limit under the plan's growth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, isfinite, isnan

from hostwise.answers.evaluation.sizing import constraints_of
from hostwise.answers.growth.growth_document import (
    ConfigurationGrowth,
    DatedEvent,
    GrowthFacts,
    LimitOverTime,
    QuarterlyChange,
)
from hostwise.answers.growth.purchase_timing import price_changes, purchase_timing
from hostwise.answers.running.run import Run
from hostwise.answers.steps.time_axis import by_month
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

_NEEDED = "required_hosts"


def growth_facts(run: Run, catalogue: Catalogue) -> GrowthFacts:
    """The hosts that each limit needs in every month, and the month in which those of the start fall short."""
    plan = run.plan
    events = dated_events_of(plan)
    found = by_month(run.binding, [_NEEDED, *MODEL.purposes.constraints])
    needed, lead_time = found[_NEEDED], _lead_time(plan, catalogue)
    changes = price_changes(run, catalogue)
    months = [int(each) for each in run.binding.arrays["month"][0, 0]]
    assumed = plan.economics.lead_time_months is None
    configurations = [
        _over_time(run, place, found, lead_time, events, changes) for place in range(len(plan.configurations))
    ]
    return GrowthFacts(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        months=months,
        lead_time_months=lead_time,
        lead_time_assumed=assumed,
        grows=any(len({each for each in row if not isnan(each)}) > 1 for row in needed.tolist()),
        events=events,
        price_changes=changes,
        configurations=configurations,
    )


def dated_events_of(plan: Plan) -> list[DatedEvent]:
    """The events until the horizon in their order."""
    last = plan.economics.horizon_years * MONTHS_PER_YEAR
    return [
        DatedEvent(
            label=each.label,
            month=each.month,
            group=each.group,
            vms=each.vms,
            probability=each.probability,
            counted=each.expected,
        )
        for each in sorted(plan.workload.events, key=lambda each: each.month)
        if each.month <= last
    ]


def _lead_time(plan: Plan, catalogue: Catalogue) -> int:
    """Months from an order to hosts that run: those of the plan, else what is usual."""
    given = plan.economics.lead_time_months
    return int(catalogue.assumptions["lead_time_months"].value or 0) if given is None else given


def _over_time(
    run: Run,
    place: int,
    found: Mapping[str, Array],
    lead_time: int,
    events: Sequence[DatedEvent],
    changes: Sequence[QuarterlyChange],
) -> ConfigurationGrowth:
    configuration = run.plan.configurations[place]
    present = run.evaluation.members("present_hosts", place)
    breaks_in = _first_above(found[_NEEDED][place], present[0])
    limits = [
        LimitOverTime(
            key=each.key,
            label=each.label,
            hosts=_known(found[each.quantity][place]),
            breaks_in=_first_above(found[each.quantity][place], present[0]),
            undecided=each.undecided,
        )
        for each in constraints_of(run, place)
    ]
    return ConfigurationGrowth(
        key=configuration.key,
        name=configuration.name,
        needed=_known(found[_NEEDED][place]),
        present=_known(present),
        breaks_in=breaks_in,
        broken_by=[each for each in events if each.counted and each.vms > 0 and each.month == breaks_in],
        purchase_timing=purchase_timing(run, place, changes, found[_NEEDED], lead_time),
        order_by=None if breaks_in is None else breaks_in - lead_time,
        limits=sorted(limits, key=lambda each: inf if each.breaks_in is None else each.breaks_in),
    )


def _first_above(hosts: Array, start: float) -> int | None:
    """The first month in which more hosts are needed; unknown hosts (NaN) are not more, infinite ones are."""
    return next((month for month, each in enumerate(hosts) if each > start), None)


def _known(hosts: Sequence[float] | Array) -> list[float | None]:
    return [float(each) if isfinite(each) else None for each in hosts]
