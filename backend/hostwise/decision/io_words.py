"""What is said of I/O that nobody measured: that it is assumed, or that it would decide the hosts and is doubted."""

from __future__ import annotations

from hostwise.answers.wording.answer_messages import listing
from hostwise.binding.plausible import any_io_is_assumed, doubtful_io
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.decision_messages import Sentence, say
from hostwise.plan.document import Plan


def about_io(plan: Plan, catalogue: Catalogue) -> list[Sentence]:
    """What is said of it; empty where all I/O is entered and possible."""
    return [*([say("io_assumed")] if any_io_is_assumed(plan) else []), *doubted_io(plan, catalogue)]


def doubted_io(plan: Plan, catalogue: Catalogue) -> list[Sentence]:
    """What is said of I/O that is hardly possible."""
    groups = list(dict.fromkeys(plan.workload.groups[each.group].name for each in doubtful_io(plan, catalogue)))
    if groups and plan.policy.max_wear_out_probability is not None:
        return [say("io_doubted", groups=listing(groups))]
    return []
