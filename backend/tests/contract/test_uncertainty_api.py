"""How sure an answer is, over HTTP."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.answers.simulations.simulations import usual_number
from hostwise.plan.document import Plan
from hostwise.server.api.evaluation_routes import simulatable

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def test_the_verdict_is_that_of_the_plan(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/uncertainty", params={"simulations": 256, "seed": 7}, json=plan)
    assert answer.status_code == 200
    uncertainty = answer.json()
    result = client.post("/api/v1/evaluate", json=plan).json()
    assert uncertainty["plan_hash"] == result["plan_hash"]
    assert (uncertainty["seed"], uncertainty["simulations"]) == (7, 256)
    assert uncertainty["verdict"]["advised"] in [each["key"] for each in plan["configurations"]]
    for own, full in zip(uncertainty["configurations"], result["configurations"], strict=True):
        assert own["hosts_now"] == full["hosts"]["value"]
        assert own["cost"]["low"] < full["quantities"]["cluster_tco"]["value"] < own["cost"]["high"]


def test_one_evaluation_answers_both(client: TestClient, plan: dict[str, Any]) -> None:
    both = client.post("/api/v1/evaluate", params={"include": "hosts, uncertainty"}, json=plan).json()
    assert both.pop("uncertainty") == client.post("/api/v1/uncertainty", json=plan).json()
    lean = client.post("/api/v1/evaluate", params={"include": "hosts"}, json=plan).json()
    assert (lean.pop("uncertainty", None), both) == (None, lean)


def test_a_range_of_the_plan_is_a_cause(client: TestClient, plan: dict[str, Any]) -> None:
    at, value = "/workload/groups/0/count", plan["workload"]["groups"][0]["count"]
    plan["remarks"] = {at: {"range": {"low": value * 0.5, "high": value * 2}}}
    wide = client.post("/api/v1/uncertainty", params={"simulations": 256}, json=plan).json()
    (driver,) = (each for each in wide["sensitivities"] if each["cause"] == f"range {at}")
    assert driver["value"] == value
    plan["remarks"][at]["range"]["low"] = value + 1
    refused = client.post("/api/v1/evaluate", json=plan)
    assert refused.status_code == 422
    assert [(each["pointer"], each["code"]) for each in refused.json()["errors"]] == [(at, "outside_its_range")]


def test_indices_share_out_the_variance(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/uncertainty/indices", params={"seed": 3}, json=plan)
    assert answer.status_code == 200
    found = answer.json()
    uncertainty = client.post("/api/v1/uncertainty", json=plan).json()
    assert {each["cause"] for each in found["indices"]} >= {each["key"] for each in uncertainty["uncertain_inputs"]}
    totals = [each["total_order"] for each in found["indices"]]
    assert totals == sorted(totals, reverse=True)
    # Of one cause the total is never below what it has by itself, but for the error of the estimate.
    assert all(each["first_order"] <= each["total_order"] + 0.1 for each in found["indices"])
    assert 0.5 < sum(each["first_order"] for each in found["indices"]) < 1.3
    assert client.post("/api/v1/uncertainty/indices", params={"seed": 3}, json=plan).content == answer.content


def test_a_number_of_futures_that_is_no_power_of_two_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/uncertainty", params={"simulations": 1000}, json=plan)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == "/simulations"


def test_a_plan_that_does_not_fit_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    plan["configurations"][0]["host"] = {"chassis": "nobody-makes-this"}
    answer = client.post("/api/v1/uncertainty", json=plan)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"].startswith("/configurations/0/host")


def test_a_plan_with_five_hundred_groups_has_fewer_futures_and_more_than_that_is_refused(
    client: TestClient, plan: dict[str, Any]
) -> None:
    group, first = plan["workload"]["groups"][0], plan["configurations"][0]
    groups = [{**group, "name": f"group {each}", "count": 1} for each in range(500)]
    large = {**plan, "workload": {**plan["workload"], "groups": groups}, "remarks": {}}
    document = Plan.model_validate(large)
    assert usual_number(document) == 2048
    assert simulatable(document) is document
    many = [{**first, "key": f"c{each}"} for each in range(7)]
    answer = client.post("/api/v1/uncertainty", json={**large, "configurations": many})
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large_to_simulate")


def test_headlines_are_those_of_the_plan_as_sized(client: TestClient, plan: dict[str, Any]) -> None:
    for level in (None, 0.9):
        sized = {**plan, "policy": {**plan["policy"], "coverage_level": level}}
        uncertainty = client.post("/api/v1/uncertainty", params={"simulations": 256}, json=sized).json()
        result = client.post("/api/v1/evaluate", json=sized).json()
        for own, full in zip(uncertainty["configurations"], result["configurations"], strict=True):
            assert own["cost"]["mid"] == full["quantities"]["cluster_tco"]["value"]
            assert own["hosts"]["mid"] == own["hosts_now"] == full["hosts"]["value"]
            assert own["life_years"] == full["life_years"]
        costs = {each["key"]: each["cost"]["mid"] for each in uncertainty["configurations"]}
        verdict = uncertainty["verdict"]
        assert verdict["difference"]["mid"] == costs[verdict["advised"]] - costs[verdict["runner_up"]]
