"""The bill of materials, over HTTP."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/vdi-2026").json()
    return document


def test_the_sums_are_those_of_the_result(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/bill-of-materials", json=plan)
    assert answer.status_code == 200
    found, result = answer.json(), client.post("/api/v1/evaluate?include=quantities", json=plan).json()
    assert (found["plan_hash"], found["currency"]) == (result["plan_hash"], "USD")
    for own, full in zip(found["configurations"], result["configurations"], strict=True):
        assert (own["key"], own["hosts"]["value"]) == (full["key"], full["hosts"]["value"])
        sums = {each["key"]: each["total"]["amount"] for each in own["sections"]}
        assert sums["hardware"] == pytest.approx(full["quantities"]["purchase_capex"]["value"], rel=1e-9)
        assert sums["licences_by_year"] == pytest.approx(full["quantities"]["licence_cost_per_year"]["value"])


def test_a_plan_that_does_not_fit_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    plan["configurations"][0]["host"] = {"chassis": "nobody-makes-this"}
    answer = client.post("/api/v1/bill-of-materials", json=plan)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"].startswith("/configurations/0/host")
