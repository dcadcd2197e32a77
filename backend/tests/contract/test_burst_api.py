"""Bursts over HTTP: the answer, and what is said of a question that cannot be answered."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.answers.burst.burst_answer import simulate_burst
from hostwise.answers.burst.burst_document import BurstResult
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/moderate-io").json()
    return document


def test_the_answer_is_the_services(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/burst", json={"plan": plan, "failed_hosts": 1})
    assert answer.status_code == 200
    expected = simulate_burst(sample_plan("moderate-io"), load_catalogue(), failed_hosts=1)
    assert BurstResult.model_validate_json(answer.content) == expected
    for configuration in answer.json()["configurations"]:
        assert len(configuration["series"]["minutes"]) <= 600
        assert configuration["throttles_after_minutes"] == {"value": None, "state": "infinite", "missing": []}


def test_every_quantity_can_be_explained(client: TestClient, plan: dict[str, Any]) -> None:
    nand = client.post("/api/v1/burst", json={"plan": plan}).json()["configurations"][0]
    for name in nand["quantities"]:
        question = {"plan": plan, "configuration": "nand", "quantity": name}
        answer = client.post("/api/v1/explain", json=question)
        assert answer.status_code == 200, name
        assert answer.json()["nodes"][0]["values"] == [nand["quantities"][name]["value"]], name


@pytest.mark.parametrize(
    ("question", "pointer", "code"),
    [
        ({"failed_hosts": -1}, "/failed_hosts", "greater_than_equal"),
        ({"failed_hosts": 1.5}, "/failed_hosts", "int_from_float"),
        ({"failed_hosts": 4}, "/failed_hosts", "nothing_left_running"),
        ({"failed_groups": 8}, "/failed_groups", "nothing_left_running"),
        ({"failed_hosts": 3, "failed_groups": 2}, "/failed_groups", "nothing_left_running"),
        ({"step_minutes": 0}, "/step_minutes", "greater_than_equal"),
        ({"failed_host": 1}, "/failed_host", "extra_forbidden"),
    ],
)
def test_a_wrong_question_is_refused_at_its_field(
    client: TestClient, plan: dict[str, Any], question: dict[str, Any], pointer: str, code: str
) -> None:
    answer = client.post("/api/v1/burst", json={"plan": plan, **question})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert {(each["pointer"], each["code"]) for each in answer.json()["errors"]} == {(pointer, code)}


def test_every_configuration_without_enough_hosts_is_named(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/burst", json={"plan": plan, "failed_hosts": 5})
    assert [each["message"] for each in answer.json()["errors"]] == [
        "Optane + persistent memory has 4 hosts: at most 3 can be down.",
        "Optane, DRAM only has 4 hosts: at most 3 can be down.",
    ]


def test_a_plan_that_does_not_fit_the_catalogue_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    plan["configurations"][0]["write_tier"]["key"] = "samsung-pm1645-801gb"
    answer = client.post("/api/v1/burst", json={"plan": plan})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/configurations/0/write_tier/key"]
