"""Hosts by month are those of plans that are sized for that month."""

from typing import Any

import pytest

from hostwise.answers.evaluation.sizing import constraints_of
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.growth_told import growth_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()


def sized_at(key: str, years: float, growth: float = 0.3) -> Plan:
    document: dict[str, Any] = plan_json(sample_plan(key))
    document.setdefault("policy", {})["sizing_years"] = years
    for group in document["workload"]["groups"]:
        group["count_growth_rate"] = growth
    return Plan.model_validate(document)


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io", "edge-three-nodes"])
def test_a_month_is_the_plan_sized_for_it(key: str) -> None:
    found = growth_of(sized_at(key, 0), CATALOGUE)
    assert found.grows
    for month in (0, 7, 36, 60):
        run = run_plan(sized_at(key, month / 12), CATALOGUE)
        for place, each in enumerate(found.configurations):
            hosts = {limit.key: limit.hosts[month] for limit in each.limits}
            assert hosts == {one.key: one.hosts.value for one in constraints_of(run, place)}
            assert each.needed[month] == run.evaluation.value("required_hosts", place)


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io"])
def test_a_limit_breaks_in_the_first_month_that_needs_more(key: str) -> None:
    found = growth_of(sized_at(key, 0), CATALOGUE)
    for each in found.configurations:
        start = each.present[0]
        assert start is not None
        for limit in each.limits:
            above = [month for month, hosts in enumerate(limit.hosts) if hosts is not None and hosts > start]
            assert limit.breaks_in == (above[0] if above else None)
        breaks = [limit.breaks_in for limit in each.limits if limit.breaks_in is not None]
        assert breaks == sorted(breaks)
        assert breaks, "demand that grows by 30 % a year outgrows the hosts of the start"
        # What is bought is there when it is needed.
        assert all((there or 0) >= (needed or 0) for there, needed in zip(each.present, each.needed, strict=True))


@pytest.mark.parametrize(("lead", "told"), [(None, 2), (0, 0), (7, 7)])
def test_hosts_are_ordered_before_they_are_needed_by_their_lead_time(lead: int | None, told: int) -> None:
    plan = sized_at("nvme-2026", 0)
    plan = plan.model_copy(update={"economics": plan.economics.model_copy(update={"lead_time_months": lead})})
    found = growth_of(plan, CATALOGUE)
    assert found.lead_time_months == told
    assert found.lead_time_assumed is (lead is None)
    for each in found.configurations:
        first = next(month for month, hosts in enumerate(each.needed) if (hosts or 0) > (each.present[0] or 0))
        assert each.order_by == first - told


def test_without_growth_nothing_breaks() -> None:
    found = growth_of(sized_at("light-io", 0, growth=0), CATALOGUE)
    assert not found.grows
    assert all(each.order_by is None for each in found.configurations)
    assert all(limit.breaks_in is None for each in found.configurations for limit in each.limits)
