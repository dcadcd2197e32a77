"""Findings about dated events of demand."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.message_files import Number
from hostwise.binding.dates import last_month
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("event_beyond_horizon", Severity.WARNING, FindingTopic.WORKLOAD)
def event_beyond_horizon(about: AboutPlan) -> Iterator[Said]:
    """An event after the last month that is looked at."""
    last = last_month(about.run.plan)
    for index, event in enumerate(about.run.plan.workload.events):
        if event.month > last:
            yield say(
                "event_beyond_horizon",
                event=event.label,
                month=event.month,
                last=last,
                quantity="event_count",
                pointer=f"/workload/events/{index}/month",
            )


@finding("event_not_counted", Severity.INFO, FindingTopic.WORKLOAD)
def event_not_counted(about: AboutPlan) -> Iterator[Said]:
    """An event that is less likely than not: only simulations have it."""
    last = last_month(about.run.plan)
    for index, event in enumerate(about.run.plan.workload.events):
        if not event.expected and event.month <= last and event.vms != 0:
            at = f"/workload/events/{index}"
            yield say(
                "event_not_counted",
                event=event.label,
                vms=Number(event.vms, pointer=f"{at}/vms"),
                month=Number(event.month, pointer=f"{at}/month"),
                probability=event.probability,
                quantity="event_count",
                pointer=f"{at}/probability",
            )


@finding("total_without_events", Severity.WARNING, FindingTopic.WORKLOAD)
def total_without_events(about: AboutPlan) -> Iterator[Said]:
    """A demand that is given for all VMs together, which no event changes."""
    workload = about.run.plan.workload
    if not any(each.vms != 0 for each in workload.events):
        return
    for name, given in (("cpu_ghz", workload.totals.cpu_ghz), ("used_tb", workload.totals.used_tb)):
        if given is not None:
            yield say(
                "total_without_events",
                total=name,
                quantity=f"total_{name}",
                pointer=f"/workload/totals/{name}",
            )
