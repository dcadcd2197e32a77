"""Where the values of fields come from, over the API."""

from typing import Any

import pytest
from fastapi.testclient import TestClient


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/samples/nvme-2026").json()
    return found


def test_they_are_those_of_the_result_for_the_fields_that_are_asked_about(
    client: TestClient, plan: dict[str, Any]
) -> None:
    result = client.post("/api/v1/evaluate", params={"include": "inputs"}, json=plan).json()
    asked = ["/policy", "/configurations/1/capacity"]
    answer = client.post(
        "/api/v1/provenance", json={"plan": plan, "pointers": asked, "quantities": ["storage_stack_gib"]}
    )
    assert answer.status_code == 200
    found = answer.json()
    assert found["plan_hash"] == result["plan_hash"]
    within = [
        each
        for each in result["inputs"]
        if each["pointer"] and any(f"{each['pointer']}/".startswith(f"{at}/") for at in asked)
    ]
    assert found["inputs"] == within
    assert 10 < len(within) < len(result["inputs"]) / 4
    assert [each["key"] for each in found["configurations"]] == [each["key"] for each in plan["configurations"]]
    assert all(each["quantities"]["storage_stack_gib"]["value"] > 0 for each in found["configurations"])
    everything = client.post("/api/v1/provenance", json={"plan": plan}).json()
    assert everything["inputs"] == result["inputs"]


def test_an_unknown_quantity_is_a_problem(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/provenance", json={"plan": plan, "quantities": ["storage_stack"]})
    assert answer.status_code == 422
    assert answer.json()["code"] == "unknown_quantity"
    assert answer.json()["errors"][0]["pointer"] == "/quantities"


def test_rows_and_cases_of_failed_hosts_are_there_where_they_are_asked_for(
    client: TestClient, plan: dict[str, Any]
) -> None:
    def evaluated(include: str) -> Any:
        return client.post("/api/v1/evaluate", params={"include": include}, json=plan).json()

    short, long = evaluated("decision,cluster_tco"), evaluated("card,cluster_tco,rows")
    assert short["rows"] == []
    assert all(each["failure_cases"] == [] for each in short["configurations"])
    assert len(long["rows"]) > 50
    assert all(each["failure_cases"] for each in long["configurations"])
    assert short["missing"] == long["missing"]
    assert short["decision"] is not None
    # `card` is an older name of it.
    assert short["decision"] == long["decision"]
