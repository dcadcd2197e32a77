"""What a newer engine answers otherwise, in one line."""

import copy
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import ENGINE_VERSION
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.deciding import decide
from hostwise.decision.difference.engine_change import NoAnswer, engine_change, figures_of, figures_of_answer
from hostwise.decision.difference.engine_change_document import Figures
from hostwise.decision.samples.samples import sample_plan
from hostwise.decision.summary import summarise
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
PLAN = sample_plan("light-io")
ONE = PLAN.model_copy(update={"configurations": PLAN.configurations[:1]})
VERSION = ".".join(ENGINE_VERSION.split(".")[:2])


def earlier(plan: Plan, **changes: Any) -> Figures:
    """Figures that an older engine might have answered: those of today, with changes of the first configuration."""
    now = figures_of(decide(plan, CATALOGUE))
    first = now.configurations[0].model_copy(update=changes)
    return now.model_copy(update={"engine_version": "0.2.0", "configurations": [first, *now.configurations[1:]]})


def said(plan: Plan, before: Figures | None) -> str:
    return str(engine_change(plan, CATALOGUE, before).text or "")


def test_the_same_figures_need_no_line_whatever_the_version() -> None:
    change = engine_change(PLAN, CATALOGUE, earlier(PLAN))
    assert (change.text, change.configurations, change.rules) == (None, [], [])
    assert (change.engine_before, change.engine_version) == ("0.2.0", ENGINE_VERSION)


def test_other_hosts_are_said_with_the_limit_that_asks_for_them() -> None:
    now = decide(ONE, CATALOGUE).configurations[0]
    hosts = now.hosts.value
    assert hosts is not None
    binding = next(each.label for each in now.constraints if each.binding)
    expected = f"New in {VERSION}: This plan needs {hosts:.0f} hosts, not {hosts - 2:.0f}: {binding}."
    assert said(ONE, earlier(ONE, hosts=hosts - 2)) == expected


def test_fewer_hosts_are_said_with_the_limit_that_asked_for_more() -> None:
    before = earlier(ONE)
    first = before.configurations[0]
    assert first.hosts is not None
    more = first.hosts + 3
    limits = first.limits | {"endurance": more}
    text = said(ONE, earlier(ONE, hosts=more, limits=limits))
    assert text == f"New in {VERSION}: This plan needs {first.hosts:.0f} hosts, not {more:.0f}: endurance."


def test_cost_and_life_are_said_where_hosts_are_the_same() -> None:
    first = earlier(ONE).configurations[0]
    assert first.cost is not None
    assert first.life_years is not None
    assert " costs " in said(ONE, earlier(ONE, cost=first.cost * 0.9))
    assert said(ONE, earlier(ONE, cost=first.cost * 1.001)) == ""
    assert "This plan: drives last " in said(ONE, earlier(ONE, life_years=first.life_years * 2))


def test_a_configuration_that_cannot_be_built_any_more_is_said() -> None:
    broken = ONE.configurations[0].model_copy(update={"hosts": 1})
    plan = ONE.model_copy(update={"configurations": (broken,)})
    assert said(plan, earlier(plan, feasible=True)) == f"New in {VERSION}: This plan cannot be built."


def test_configurations_are_named_where_there_are_several() -> None:
    first = earlier(PLAN).configurations[0]
    assert first.hosts is not None
    text = said(PLAN, earlier(PLAN, hosts=first.hosts + 1))
    assert PLAN.configurations[0].name in text
    assert PLAN.configurations[1].name not in text


def test_figures_are_found_by_place_where_a_shared_plan_has_other_keys() -> None:
    first = earlier(ONE).configurations[0]
    assert first.hosts is not None
    other = earlier(ONE, hosts=first.hosts + 1, key="nobody")
    change = engine_change(ONE, CATALOGUE, other)
    assert [each.key for each in change.configurations] == [ONE.configurations[0].key]
    assert change.configurations[0].before.key == ONE.configurations[0].key


def test_an_added_configuration_has_no_figures_of_before() -> None:
    assert engine_change(PLAN, CATALOGUE, earlier(ONE)).configurations == []


def test_without_figures_the_newer_rules_that_touch_the_plan_are_named() -> None:
    document = copy.deepcopy(plan_json(PLAN))
    document["economics"]["support_rate"] = 0.1
    document["workload"]["groups"][0]["io_growth_rate"] = 0.2
    document["workload"]["groups"].append({**document["workload"]["groups"][0], "name": "more", "io_growth_rate": 0.0})
    change = engine_change(Plan.model_validate(document), CATALOGUE, None)
    assert {"support_base", "life_of_groups"} <= {each.code for each in change.rules}
    assert change.engine_before is None
    assert change.text is not None
    quiet = plan_json(PLAN)
    quiet["economics"].pop("support_rate", None)
    untouched = engine_change(Plan.model_validate(quiet), CATALOGUE, None)
    assert "support_base" not in {each.code for each in untouched.rules}


def test_rules_about_money_are_named_where_they_touch_a_plan() -> None:
    document = plan_json(sample_plan("leaving-vmware"))
    document["economics"]["price_change"] = {"licence_rate": 0.07}
    document["economics"]["cost_lines"] = [
        {"label": "line", "category": "network", "amount": 10, "paid": "every_year", "month": 1}
    ]
    rising = {each.code for each in engine_change(Plan.model_validate(document), CATALOGUE, None).rules}
    assert {"licence_terms", "yearly_payments", "present_value_by_month"} <= rising
    document["economics"] |= {"price_change": {}, "cost_lines": []}
    document["configurations"] = [each | {"cost_lines": []} for each in document["configurations"]]
    flat = {each.code for each in engine_change(Plan.model_validate(document), CATALOGUE, None).rules}
    assert not {"licence_terms", "licence_failures", "yearly_payments"} & flat


def test_the_physics_of_another_hypervisor_is_said_where_there_is_one() -> None:
    for sample, said in (("leaving-vmware", True), ("nvme-2026", False)):
        codes = {each.code for each in engine_change(sample_plan(sample), CATALOGUE, None).rules}
        assert ("hypervisors" in codes) == said


def test_an_answer_of_any_version_has_figures() -> None:
    result = decide(PLAN, CATALOGUE)
    assert figures_of_answer(result.model_dump(mode="json")) == figures_of(result)
    short = figures_of_answer(summarise(result).model_dump(mode="json"))
    assert [each.hosts for each in short.configurations] == [each.hosts.value for each in result.configurations]
    others: list[object] = [{}, [], None, {"engine_version": "0.2.0"}, plan_json(PLAN)]
    for wrong in others:
        with pytest.raises(NoAnswer):
            figures_of_answer(wrong)


def test_payments_by_contract_and_month_are_named_where_a_plan_has_them() -> None:
    document = plan_json(sample_plan("light-io"))

    def codes(**economics: Any) -> set[str]:
        document["economics"] |= {"discount_rate": None, "cost_lines": []} | economics
        return {each.code for each in engine_change(Plan.model_validate(document), CATALOGUE, None).rules}

    line = {"label": "Support", "category": "services", "amount": 9_000}
    rules = {"yearly_payments", "present_value_by_month"}
    assert codes(cost_lines=[line]) & rules == set()
    assert codes(cost_lines=[line | {"paid": "every_year"}]) & rules == {"yearly_payments"}
    assert codes(cost_lines=[line | {"paid": "every_month", "change_rate": 0.03}]) & rules == {"yearly_payments"}
    assert codes(discount_rate=0.06) & rules == {"present_value_by_month"}
