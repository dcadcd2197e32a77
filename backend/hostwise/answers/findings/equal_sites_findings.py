"""Findings about equal sites: what is of one and what of all, and the roll-out."""

from __future__ import annotations

from collections.abc import Iterator

from hostwise.answers.findings.about import AboutPlan
from hostwise.answers.findings.declaring import Said, finding, say
from hostwise.answers.wording.sentences import phrase, shown
from hostwise.numerals.writing import counted, fixed
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.told import Severity


@finding("equal_sites", Severity.INFO, FindingTopic.COST)
def equal_sites(about: AboutPlan) -> Iterator[Said]:
    """The plan describes one of several sites that are alike."""
    sites = about.run.plan.economics.equal_sites
    if sites is None:
        return
    first = sites.first_month or 0
    opened = phrase("all bought in month {month}", month=shown(fixed(first), first, "first_site_month"))
    if sites.per_month is not None and sites.per_month < sites.number:
        opened = phrase(
            "bought {number} a month from month {first} to {last}",
            number=shown(fixed(sites.per_month), sites.per_month, "opened_sites_per_month"),
            first=shown(fixed(first), first, "first_site_month"),
            last=shown(fixed(sites.last_month), sites.last_month),
        )
    spares = sites.shared_spare_hosts or 0
    shelf = (
        phrase("; {hosts} on a shelf are bought for all", hosts=shown(counted(spares, "hosts"), spares))
        if spares
        else ""
    )
    yield say(
        "equal_sites",
        "The plan describes one of {sites} equal sites, {opened}{shelf}. Hosts, limits and power are of one site; "
        "cost, licences and the bill of materials are of all.",
        sites=shown(fixed(sites.number), sites.number, "equal_sites"),
        opened=opened,
        shelf=shelf,
        quantity="all_hosts",
        pointer="/economics/equal_sites/number",
    )
