"""What is said of I/O that nobody measured: that it is assumed, or that it would decide the hosts and is doubted."""

from __future__ import annotations

from hostwise.answers.running.wear_limit import io_is_assumed
from hostwise.answers.wording.sentences import Phrase, phrase
from hostwise.answers.wording.words import listed
from hostwise.binding.plausible import doubtful_io
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.document import Plan


def about_io(plan: Plan, catalogue: Catalogue) -> Phrase:
    """What is said of it; empty where all I/O is entered and possible."""
    said = []
    if any(io_is_assumed(plan, place) for place in range(len(plan.workload.groups))):
        said.append("The I/O is assumed, not measured.")
    groups = list(dict.fromkeys(plan.workload.groups[each.group].name for each in doubtful_io(plan, catalogue)))
    if groups and plan.policy.max_wear_out_probability is not None:
        said.append(
            f"The writes of {listed(groups)} would decide the number of hosts and are hardly possible: until they are "
            "confirmed, wear-out asks for none."
        )
    return phrase("{said}", said=" ".join(said))
