"""Findings about how much of a cluster is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf, isfinite

import numpy as np

from hostwise.answers.findings.about import About
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.message_files import Number
from hostwise.binding.events import at_dates
from hostwise.engine.constants import COUNT_SLACK, GB_PER_TB
from hostwise.engine.graph import Evaluation
from hostwise.engine.model import MODEL
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity

_VMS = "planned_vms"


@finding("nearly_empty", Severity.WARNING, FindingTopic.HOSTS)
def nearly_empty(about: About) -> Iterator[Said]:
    """A cluster of which every resource is hardly used, even at the horizon."""
    limit = about.catalogue.assumptions["nearly_empty_share"].value or 0
    hosts = about.run.hosts_with_growth(about.index)
    if not isfinite(hosts) or not 0 < _most_used(about.run.evaluation, about.index)[1] < limit:
        return
    years = about.run.plan.economics.horizon_years
    then = at_dates(about.run.binding, [float(years)]) | {"fixed_hosts": np.array([[hosts]])}
    later = replace(about.run.binding, evaluated=None).evaluate([*MODEL.purposes.slacks.values(), _VMS], then)
    label, use = _most_used(later, about.index)
    if not 0 < use < limit:
        return
    vms = later.value(_VMS, about.index)
    yield say(
        "nearly_empty",
        vms=round(vms),
        use=use,
        label=label,
        years=Number(years, pointer="/economics/horizon_years"),
        hosts=hosts,
        quantity="hosts",
        pointer=f"{about.at}/host",
    )


@finding("volumes_above_capacity", Severity.INFO, FindingTopic.STORAGE)
def volumes_above_capacity(about: About) -> Iterator[Said]:
    """Thin disks that together may grow beyond what the cluster holds."""
    usable, run, index = about.value("usable_tb"), about.run.evaluation, about.index
    number = len(about.run.plan.workload.groups)
    counts, sizes = (
        np.broadcast_to(np.array(run.members(name, index), dtype=np.float64), number)
        for name in ("count_with_growth", "disk_gb")
    )
    disks = float(np.nansum(counts * sizes)) / GB_PER_TB
    if not usable or not isfinite(usable) or disks <= usable * (1 + COUNT_SLACK) or about.number("thick_volumes_flag"):
        return
    yield say(
        "volumes_above_capacity",
        disks=disks,
        usable=usable,
        times=disks / usable,
        quantity="usable_tb",
        pointer="/workload/groups",
    )


def _most_used(evaluation: Evaluation, index: int) -> tuple[str, float]:
    """The limit that is used most, and what part of the running hosts its demand takes; 0 where none is evaluated."""
    # Whole VMs leave room in steps of whole hosts, which says nothing of how much is used.
    labels = {each.key: each.label for each in MODEL.purposes.constraints.values() if not each.sums}
    slacks = {labels[key]: name for key, name in MODEL.purposes.slacks.items() if key in labels}
    rooms = {label: 1 + evaluation.value(name, index) for label, name in slacks.items()}
    # Without room, as where no host is left to run, the cluster is anything but empty.
    known = [(label, 1 / room if room > 0 else inf) for label, room in rooms.items() if isfinite(room)]
    return max(known, key=lambda each: each[1], default=("", 0.0))
