"""What differs between two plans, over HTTP."""

import copy
from typing import Any

import pytest
from fastapi.testclient import TestClient

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def diff(client: TestClient, before: Any, after: Any, **tolerances: float) -> dict[str, Any]:
    answer = client.post("/api/v1/diff", json={"before": before, "after": after, "tolerances": tolerances})
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def test_a_plan_does_not_differ_from_itself(client: TestClient, plan: dict[str, Any]) -> None:
    found = diff(client, plan, plan)
    assert (found["same_plan"], found["same_result"]) == (True, True)
    assert (found["plan_changes"], found["configurations"]) == ([], [])


def test_changes_name_the_fields_and_what_follows(client: TestClient, plan: dict[str, Any]) -> None:
    after = copy.deepcopy(plan)
    after["workload"]["groups"][0]["count"] *= 2
    found = diff(client, plan, after)
    (change,) = found["plan_changes"]
    assert change == {
        "kind": "changed",
        "pointer": "/workload/groups/0/count",
        "before_pointer": None,
        "before": plan["workload"]["groups"][0]["count"],
        "after": after["workload"]["groups"][0]["count"],
    }
    before, now = (client.post("/api/v1/evaluate", json=each).json() for each in (plan, after))
    for index, each in enumerate(found["configurations"]):
        quantities = {quantity["quantity"]: quantity for quantity in each["quantities"]}
        vms = quantities["cluster_tco"]
        one, other = (result["configurations"][index]["quantities"]["cluster_tco"]["value"] for result in (before, now))
        assert (vms["before"]["value"], vms["after"]["value"]) == (one, other)
        assert vms["difference_share"] == pytest.approx(other / one - 1)
        assert vms["in_comparison"] is True
        assert vms["unit"] == found["currency_after"]


def test_tolerances_decide_what_is_worth_mentioning(client: TestClient, plan: dict[str, Any]) -> None:
    after = copy.deepcopy(plan)
    after["economics"]["electricity_price_per_kwh"] = plan["economics"]["electricity_price_per_kwh"] * 1.01
    names = {each["quantity"] for each in diff(client, plan, after)["configurations"][0]["quantities"]}
    assert "cluster_tco" in names
    left = diff(client, plan, after, cluster_tco=0.02)["configurations"][0]["quantities"]
    assert {each["quantity"] for each in left} == names - {"cluster_tco"}
    found = diff(client, plan, after, **{"*": 0.02})
    assert (found["same_plan"], found["same_result"]) == (False, True)


def test_what_is_wrong_is_said_at_its_place(client: TestClient, plan: dict[str, Any]) -> None:
    wrong = copy.deepcopy(plan)
    wrong["configurations"][1]["cpu"]["key"] = "no-such-cpu"
    answer = client.post("/api/v1/diff", json={"before": plan, "after": wrong})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/after/configurations/1/cpu/key"
    answer = client.post("/api/v1/diff", json={"before": plan, "after": plan, "tolerances": {"cluster_tcp": 1}})
    (error,) = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/tolerances/cluster_tcp", "unknown_quantity")
    for tolerance in (-1, "NaN", 1e9):
        body = {"before": plan, "after": plan, "tolerances": {"hosts": tolerance}}
        assert client.post("/api/v1/diff", json=body).status_code == 422
