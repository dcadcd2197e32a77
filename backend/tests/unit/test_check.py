"""Checks for pipelines: what holds, what breaks, what cannot be decided."""

import copy
from typing import Any

import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.difference.check_document import CheckLine, Verdict
from hostwise.decision.difference.plan_check import Limits, check_against, check_limits, check_report
from hostwise.decision.difference.plan_difference import diff_plans
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json

CATALOGUE = load_catalogue()
DOCUMENT = plan_json(sample_plan("light-io"))
HOSTS, TCO, WEAR = "hosts", "cluster_tco", "wear_out_probability"


def lines(document: dict[str, Any], *configurations: str, **limits: Any) -> list[CheckLine]:
    plan = Plan.model_validate(document)
    keys = configurations or [each.key for each in plan.configurations]
    return list(check_limits(evaluate_plan(plan, CATALOGUE), Limits(**{"highest": {}, **limits}), keys))


def verdicts(found: list[CheckLine]) -> list[tuple[str, str | None, str]]:
    return [(each.configuration, each.quantity, each.verdict.value) for each in found]


def without_ghz() -> dict[str, Any]:
    """The plan with a constraint on the hosts that cannot be evaluated."""
    document = copy.deepcopy(DOCUMENT)
    for group in document["workload"]["groups"]:
        group.pop("cpu_ghz", None)
    document["workload"].pop("totals", None)
    document.pop("remarks", None)
    return document


def test_a_limit_holds_up_to_its_very_value() -> None:
    values = {
        each.key: each.quantities[TCO].value or 0.0
        for each in evaluate_plan(Plan.model_validate(DOCUMENT), CATALOGUE).configurations
    }
    found = lines(DOCUMENT, "nand", highest={TCO: values["nand"]})
    assert verdicts(found) == [("nand", None, "ok"), ("nand", TCO, "ok")]
    found = lines(DOCUMENT, "nand", highest={TCO: values["nand"] - 0.01})
    assert verdicts(found)[1] == ("nand", TCO, "broken")
    one, other = (text.strip(".") for text in found[1].text.removeprefix("It is ").split(", more than "))
    assert one != other


def test_every_configuration_is_checked_unless_some_are_chosen() -> None:
    assert [each[0] for each in verdicts(lines(DOCUMENT))] == ["nand", "optane"]
    assert [each[0] for each in verdicts(lines(DOCUMENT, "optane"))] == ["optane"]


def test_what_cannot_be_built_is_broken() -> None:
    document = copy.deepcopy(DOCUMENT)
    document["workload"]["groups"][0]["memory_gib"] = 4_000
    found = lines(document, "nand", highest={HOSTS: 100})
    assert verdicts(found) == [("nand", None, "broken"), ("nand", HOSTS, "broken")]


def test_what_is_not_evaluated_cannot_be_decided_and_says_why() -> None:
    document = copy.deepcopy(DOCUMENT)
    document["configurations"][0]["host"].pop("chassis_price")
    (_, found) = lines(document, "nand", highest={TCO: 1e9})
    assert found.verdict is Verdict.UNDECIDED
    assert "/configurations/0/host/chassis_price" in found.text


def test_hosts_and_cost_at_least_so_many_cannot_be_said_to_hold() -> None:
    found = lines(without_ghz(), "nand", highest={HOSTS: 100, TCO: 1e9, WEAR: 1})
    assert [each.verdict.value for each in found] == ["ok", "undecided", "undecided", "ok"]
    assert "capacity" in found[1].text
    # Cores are evaluated, and cycles are another way to plan the same.
    assert "CPU GHz" not in found[1].text
    assert lines(without_ghz(), "nand", highest={HOSTS: 1})[1].verdict is Verdict.BROKEN
    accepted = lines(without_ghz(), "nand", highest={HOSTS: 100}, lower_bound_will_do=True)
    assert accepted[1].verdict is Verdict.OK
    given = without_ghz()
    given["configurations"][0]["hosts"] = 8
    assert lines(given, "nand", highest={HOSTS: 8})[1].verdict is Verdict.OK


def test_what_does_not_apply_breaks_nothing() -> None:
    document = plan_json(sample_plan("sandisk14"))
    found = lines(document, highest={WEAR: 0.01})
    assert {each.verdict for each in found if each.quantity == WEAR} == {Verdict.OK}


def test_what_must_be_evaluated() -> None:
    found = lines(without_ghz(), "nand", evaluated=["hosts_for_cpu_ghz", HOSTS])
    assert [each.verdict.value for each in found] == ["ok", "undecided", "ok"]


def test_broken_outweighs_undecided() -> None:
    plan = Plan.model_validate(without_ghz())
    result = evaluate_plan(plan, CATALOGUE)
    for highest, verdict in (({HOSTS: 100.0, WEAR: 0.0}, Verdict.BROKEN), ({HOSTS: 100.0}, Verdict.UNDECIDED)):
        found = list(check_limits(result, Limits(highest=highest), ["nand"]))
        assert check_report(result, found).verdict is verdict


def against(before: dict[str, Any], after: dict[str, Any], **tolerances: float) -> list[CheckLine]:
    one, other = Plan.model_validate(before), Plan.model_validate(after)
    keys = [each.key for each in other.configurations]
    return list(check_against(diff_plans(one, other, CATALOGUE, tolerances), keys, list(tolerances)))


def test_against_itself_a_plan_holds() -> None:
    assert verdicts(against(DOCUMENT, DOCUMENT)) == [("nand", None, "ok"), ("optane", None, "ok")]
    assert verdicts(against(DOCUMENT, DOCUMENT, hosts=0))[0] == ("nand", HOSTS, "ok")


def test_against_another_plan_only_what_is_named_counts() -> None:
    after = copy.deepcopy(DOCUMENT)
    after["economics"]["electricity_price_per_kwh"] *= 1.01
    broken = against(DOCUMENT, after)
    assert (TCO, "broken") in {(each.quantity, each.verdict.value) for each in broken}
    assert all("is tolerated" in each.text for each in broken)
    assert {each.verdict for each in against(DOCUMENT, after, hosts=0, cluster_tco=0.02)} == {Verdict.OK}


def test_against_what_cannot_be_compared() -> None:
    after = copy.deepcopy(DOCUMENT)
    after["configurations"][0]["key"] = "other"
    after["configurations"][1]["host"].pop("chassis_price")
    found = {(each.configuration, each.quantity): each.verdict for each in against(DOCUMENT, after, cluster_tco=0.5)}
    assert found == {("other", None): Verdict.UNDECIDED, ("optane", TCO): Verdict.UNDECIDED}
    dollar = copy.deepcopy(DOCUMENT)
    for configuration in dollar["configurations"]:
        configuration["cpu"]["price"] = 1_000
    euro = copy.deepcopy(dollar)
    euro["economics"]["currency"] = "EUR"
    (first, *_) = against(dollar, euro, cluster_tco=0.5)
    assert first.verdict is Verdict.UNDECIDED
    assert "another currency" in first.text


@pytest.mark.parametrize("key", ["nand", "optane"])
def test_a_check_says_which_plan_it_was(key: str) -> None:
    plan = Plan.model_validate(DOCUMENT)
    result = evaluate_plan(plan, CATALOGUE)
    report = check_report(result, [])
    assert (report.plan_name, report.plan_hash, report.verdict) == (plan.name, result.plan_hash, Verdict.OK)
