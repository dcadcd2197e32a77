"""What compares configurations is explained against the reference that the result has."""

from typing import Any

import pytest
from fastapi.testclient import TestClient


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/moderate-io").json()
    return document


def test_a_saving_is_explained_against_the_chosen_reference(client: TestClient, plan: dict[str, Any]) -> None:
    first, second = (each["key"] for each in plan["configurations"][:2])
    result = client.post(f"/api/v1/evaluate?reference={second}", json=plan).json()
    shown = next(each for each in result["configurations"] if each["key"] == first)["finance"]["npv"]["value"]
    question = {"plan": plan, "configuration": first, "quantity": "saving_npv"}
    explanation = client.post("/api/v1/explain", json={**question, "reference": second}).json()
    assert explanation["nodes"][0]["values"] == [shown]
    # Without one the first configuration is the reference, and saves nothing against itself.
    assert client.post("/api/v1/explain", json=question).json()["nodes"][0]["values"] == [0.0]


def test_an_explanation_against_nothing_is_a_problem(client: TestClient, plan: dict[str, Any]) -> None:
    question = {"plan": plan, "configuration": plan["configurations"][0]["key"], "quantity": "saving_npv"}
    answer = client.post("/api/v1/explain", json={**question, "reference": "nowhere"})
    assert answer.status_code == 404


def test_effects_are_those_of_the_number_and_a_shared_plan_has_the_same(
    client: TestClient, plan: dict[str, Any]
) -> None:
    question = {"plan": plan, "configuration": "nand", "quantity": "cluster_tco"}
    found = client.post("/api/v1/explain/sensitivities", json=question).json()
    explained = client.post("/api/v1/explain", json=question).json()
    assert found["value"] == explained["nodes"][0]["values"][0]
    assert found["sensitivities"]
    assert {each["moved"] for each in found["sensitivities"]} == {"its range", "a tenth"}
    address = client.post("/api/v1/plans", json=plan).headers["location"]
    path = client.post(f"{address}/shares", json={}).json()["path"]
    shared = client.get(f"{path}/explain/nand/cluster_tco/sensitivities").json()
    assert shared["sensitivities"] == found["sensitivities"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"quantity": "hots"}, 404, "unknown_quantity"),
        ({"configuration": "nowhere"}, 404, "unknown_configuration"),
        ({"failed_hosts": 500}, 422, "nothing_left_running"),
    ],
)
def test_effects_of_nothing_are_a_problem(
    client: TestClient, plan: dict[str, Any], change: dict[str, Any], status: int, code: str
) -> None:
    question = {"plan": plan, "configuration": "nand", "quantity": "hosts", **change}
    answer = client.post("/api/v1/explain/sensitivities", json=question)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
