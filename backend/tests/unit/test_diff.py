"""What differs between two plans and their results."""

import copy
from typing import Any

import pytest

from hostwise.answers.evaluation.parts import UnknownQuantity
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.difference.diff_document import PlanDiff
from hostwise.decision.difference.plan_difference import diff_plans, within
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.answers.result import QuantityState, Value
from hostwise.plan.document import Plan, plan_json

BEFORE = plan_json(sample_plan("moderate-io"))


def diff(after: dict[str, Any], before: dict[str, Any] = BEFORE, **tolerances: float) -> PlanDiff:
    return diff_plans(Plan.model_validate(before), Plan.model_validate(after), load_catalogue(), tolerances)


def changed() -> dict[str, Any]:
    return copy.deepcopy(BEFORE)


def test_fields_are_found_by_what_they_belong_to_not_by_their_place() -> None:
    after = changed()
    after["configurations"].reverse()
    after["configurations"][0]["name"] = "Renamed"
    (change,) = diff(after).plan_changes
    assert (change.pointer, change.before_pointer) == ("/configurations/0/name", "/configurations/2/name")
    assert (change.before, change.after) == (BEFORE["configurations"][2]["name"], "Renamed")
    assert diff(after).same_result


def test_what_comes_and_goes() -> None:
    after = changed()
    gone = after["configurations"].pop(0)
    after["configurations"].append(gone | {"key": "new"})
    after["policy"]["page_sharing_share"] = 0.1
    after["economics"].pop("pue", None)
    kinds = {each.pointer: (each.kind.value, each.before_pointer) for each in diff(after).plan_changes}
    assert kinds["/configurations/0"] == ("removed", None)
    assert kinds["/configurations/2"] == ("added", None)
    assert kinds["/policy/page_sharing_share"] == ("added", None)
    sides = {each.key: each for each in diff(after).configurations}
    assert (sides["new"].feasible_before, sides["new"].feasible_after) == (None, True)
    assert (sides[gone["key"]].feasible_before, sides[gone["key"]].feasible_after) == (True, None)


def test_names_in_pointers_are_escaped() -> None:
    after = changed()
    after["remarks"] = {"/workload/groups/0/count": {"status": "assumed"}}
    before = changed()
    before.pop("remarks", None)
    pointers = [each.pointer for each in diff(after, before).plan_changes]
    assert pointers == ["/remarks"]
    before["remarks"] = {}
    assert [each.pointer for each in diff(after, before).plan_changes] == ["/remarks/~1workload~1groups~10~1count"]


def test_groups_of_the_same_name_are_compared_by_place() -> None:
    before, after = changed(), changed()
    group = before["workload"]["groups"][0]
    before["workload"]["groups"] = [group, group | {"count": 2}]
    after["workload"]["groups"] = [group, group | {"count": 3}]
    assert [each.pointer for each in diff(after, before).plan_changes] == ["/workload/groups/1/count"]


def test_another_currency_is_a_difference_without_an_amount() -> None:
    # The catalogue's prices are in dollars, so these have their own.
    before = changed()
    for configuration in before["configurations"]:
        configuration["cpu"]["price"] = 1_000
    after = copy.deepcopy(before)
    after["economics"]["currency"] = "EUR"
    money = {each.quantity: each for each in diff(after, before).configurations[0].quantities}
    assert (money["cluster_tco"].unit, money["cluster_tco"].difference) == ("EUR", None)
    assert money["cluster_tco"].before.value == money["cluster_tco"].after.value
    assert "hosts" not in money


def test_a_configuration_that_cannot_be_built_any_more_is_told() -> None:
    after = changed()
    after["workload"]["groups"][0]["memory_gib"] = 4_000
    (first, *_) = diff(after).configurations
    assert (first.feasible_before, first.feasible_after) == (True, False)
    assert first.reasons_after
    hosts = next(each for each in first.quantities if each.quantity == "hosts")
    assert (hosts.after.state, hosts.difference) == (QuantityState.INFEASIBLE, None)


def test_a_tolerance_is_for_what_there_is() -> None:
    with pytest.raises(UnknownQuantity, match="cluster_tco"):
        diff(changed(), cluster_tcp=0.1)


def number(value: float) -> Value:
    return Value(value=value, state=QuantityState.EVALUATED)


@pytest.mark.parametrize(
    ("before", "after", "tolerance", "same"),
    [
        (100, 101, 0.01, True),
        (100, 101.1, 0.01, False),
        (-100, -101, 0.01, True),
        (100, 100 * (1 + 1e-12), 0, True),
        (100, 100.0001, 0, False),
        (0, 0, 0, True),
        (0, 1e-300, 0.5, False),
    ],
)
def test_within(before: float, after: float, tolerance: float, same: bool) -> None:
    assert within(number(before), number(after), tolerance) is same


def test_another_state_is_never_within() -> None:
    missing = Value(value=None, state=QuantityState.NOT_EVALUATED)
    assert within(missing, missing, 0)
    assert not within(missing, number(1), 1e6)
    assert not within(missing, Value(value=None, state=QuantityState.INFINITE), 1e6)
