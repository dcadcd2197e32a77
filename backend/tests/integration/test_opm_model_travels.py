"""A plan with an own model gives the same result on an installation that has never heard of the model."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from hostwise.server.store import migrate

pytestmark = pytest.mark.integration

MODEL: dict[str, Any] = {
    "key": "our-web-shop",
    "name": "Web shop, load test of March",
    "baseline_opm_per_vm": 6000,
    "points": [
        {"medium": "ssd_local", "overcommit_ratio": 0.05, "per_vm": 6000},
        {"medium": "ssd_local", "overcommit_ratio": 1, "per_vm": 5600.125, "vms": 24, "window_minutes": 20},
        {"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 4900, "note": "in der Nacht \N{EN DASH} 夜"},
        {"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 4800},
    ],
}


@pytest.fixture
def installations(database_url: str, empty_database_url: str) -> Iterator[tuple[TestClient, TestClient]]:
    """Two installations that share nothing."""
    migrate.upgrade(empty_database_url)
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(
                TestClient(create_app(Settings.model_construct(database_url=url)), base_url="http://127.0.0.1")
            )
            for url in (database_url, empty_database_url)
        )
        yield first, second


def evaluated(client: TestClient, plan: dict[str, Any]) -> bytes:
    answer = client.post("/api/v1/evaluate?include=everything", json=plan)
    assert answer.status_code == 200, answer.text
    return answer.content


def test_a_plan_takes_its_own_model_along(installations: tuple[TestClient, TestClient]) -> None:
    first, second = installations
    kept = first.post("/api/v1/opm-models", json=MODEL)
    assert kept.status_code == 201, kept.text

    plan = first.get("/api/v1/samples/moderate-io").json()
    for configuration in plan["configurations"]:
        configuration["swap"] = {"medium": "ssd_local"}
    without = evaluated(first, plan)
    plan["opm_models"] = [first.get(kept.headers["location"]).json()["document"]]
    plan["workload"]["groups"][0]["opm_model"] = MODEL["key"]
    saved = first.post("/api/v1/plans", json=plan)
    assert saved.status_code == 201, saved.text
    exported = first.get(saved.headers["location"]).json()["plan"]
    expected = evaluated(first, exported)
    assert evaluated(first, plan) == expected
    assert b"our-web-shop" in expected or b"Web shop, load test of March" in expected
    assert expected != without

    assert second.get("/api/v1/plans").json()["items"] == []
    assert second.get(f"/api/v1/opm-models/{MODEL['key']}").status_code == 404
    imported = second.post("/api/v1/plans", json=exported)
    assert imported.status_code == 201, imported.text
    assert imported.json()["plan_hash"] == saved.json()["plan_hash"]
    assert evaluated(second, exported) == expected
    again = second.get(imported.headers["location"]).json()["plan"]
    assert again == exported
    assert evaluated(second, again) == expected
    kept_result = second.get(f"{imported.headers['location']}/result?include=everything")
    assert kept_result.content == expected


def test_a_change_of_the_kept_model_changes_no_plan(installations: tuple[TestClient, TestClient]) -> None:
    client, _ = installations
    address = client.post("/api/v1/opm-models", json=MODEL).headers["location"]
    plan = client.get("/api/v1/samples/moderate-io").json()
    for configuration in plan["configurations"]:
        configuration["swap"] = {"medium": "ssd_local"}
    plan["opm_models"] = [client.get(address).json()["document"]]
    plan["workload"]["groups"][0]["opm_model"] = MODEL["key"]
    before = evaluated(client, plan)
    slower = MODEL | {"points": [{"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 1}]}
    assert client.put(address, json=slower, headers={"If-Match": '"1"'}).status_code == 200
    assert evaluated(client, plan) == before
    assert client.delete(address, headers={"If-Match": '"2"'}).status_code == 204
    assert evaluated(client, plan) == before
