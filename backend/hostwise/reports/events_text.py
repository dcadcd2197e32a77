"""The dated events of a plan as the lines of a table, for every report that prints them."""

from __future__ import annotations

from hostwise.binding.dates import last_month
from hostwise.number_format.writing import MINUS, fixed, percent
from hostwise.plan.document import Plan
from hostwise.plan.events import Event

EVENT_HEAD = ["Event", "VM group", "In month", "VMs", "Probability", "Counted"]
EVENT_NOTE = (
    "VMs that come or go in a month, beside smooth growth: they have the size of their group, and do not grow in "
    "number. The plan as sized counts an event that is at least as likely as not; simulations draw each."
)


def event_rows(plan: Plan) -> list[list[str]]:
    """A line for each event, the first comes first."""
    last = last_month(plan)
    return [
        [
            each.label,
            each.group,
            fixed(each.month),
            f"{'+' if each.vms >= 0 else MINUS}{fixed(abs(each.vms))}",
            percent(each.probability),
            _counted(each, last),
        ]
        for each in sorted(plan.workload.events, key=lambda each: each.month)
    ]


def _counted(event: Event, last: float) -> str:
    if event.month > last:
        return "after the horizon"
    return "yes" if event.expected else "in simulations"
