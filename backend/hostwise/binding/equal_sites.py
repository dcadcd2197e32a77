"""The inputs of equal sites: how many there are, and when they open."""

from __future__ import annotations

from hostwise.binding.origins import settled
from hostwise.binding.recorder import Mistake, Recorder
from hostwise.engine.constants import MONTHS_PER_YEAR

_AT = "/economics/equal_sites"


def bind_equal_sites(to: Recorder) -> None:
    """Record the sites; a plan without them is of one, from the purchase on.

    A plan of equal sites has no hosts of other models and no dated events yet: each is refused at its field.
    """
    sites = to.plan.economics.equal_sites
    if sites is None:
        one = settled(1, "the plan is of one site, or of one cluster over several")
        none = settled(0, "the plan is of one site")
        for name, origin in (
            ("equal_sites", one),
            ("first_site_month", none),
            ("opened_sites_per_month", one),
            ("shared_spare_hosts", none),
        ):
            to.put(name, _AT, None, origin)
        return
    to.put("equal_sites", f"{_AT}/number", sites.number)
    to.put("first_site_month", f"{_AT}/first_month", sites.first_month, settled(0, "with the purchase"))
    at_once = settled(sites.number, "all sites are bought in one month")
    to.put("opened_sites_per_month", f"{_AT}/per_month", sites.per_month, at_once)
    none = settled(0, "no spare hosts are kept for all sites")
    to.put("shared_spare_hosts", f"{_AT}/shared_spare_hosts", sites.shared_spare_hosts, none)
    _check(to, sites.last_month)


def _check(to: Recorder, last_month: int) -> None:
    horizon = to.plan.economics.horizon_years * MONTHS_PER_YEAR
    if last_month > horizon:
        text = f"The last sites are bought in month {last_month}, after the horizon of {horizon} months."
        hint = "Open more sites in a month, or lengthen the horizon."
        to.mistakes.append(Mistake(f"{_AT}/per_month", "sites_after_horizon", text, hint))
    for place, each in enumerate(to.plan.configurations):
        if each.other_host_models:
            text = "Equal sites have hosts of one model in this version."
            hint = "Leave the hosts of other models out, or describe the sites in a plan of their own."
            to.mistakes.append(
                Mistake(f"/configurations/{place}/other_host_models", "other_hosts_at_sites", text, hint)
            )
    if to.plan.workload.events:
        text = "Equal sites have no dated events in this version."
        hint = "Leave the events out; the roll-out says when sites open."
        to.mistakes.append(Mistake("/workload/events", "events_at_sites", text, hint))
