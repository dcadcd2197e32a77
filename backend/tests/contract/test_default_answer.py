"""Who asks for nothing else is answered with what somebody reads: the decision, and the figures that it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from hostwise.decision.decision import Evaluated
from hostwise.decision.samples.samples import sample_summaries
from hostwise.engine.model import MODEL
from hostwise.plan.renaming import with_former_names
from hostwise.server.api.included_parts import FORMER_PARTS

EVALUATE = "/api/v1/evaluate"
MOST_BYTES = 80_000
OF_0_2 = {"Hostwise-Names": "0.2"}


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/nvme-2026").json()
    return document


def addresses(part: object) -> Iterator[dict[str, Any]]:
    """The addresses of explanations anywhere in a document."""
    if isinstance(part, dict):
        if isinstance(why := part.get("why"), dict):
            yield why
        for value in part.values():
            yield from addresses(value)
    elif isinstance(part, list):
        for value in part:
            yield from addresses(value)


def test_it_is_short(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post(EVALUATE, json=plan, headers={"Accept-Encoding": "identity"})
    assert answer.status_code == 200
    assert len(answer.content) <= MOST_BYTES
    found = answer.json()
    assert found["decision"]["charts"] is None
    assert found["inputs"] == found["rows"] == found["findings"] == found["prices"]["used"] == []
    assert found == client.post(EVALUATE, params={"include": "decision"}, json=plan).json()


@pytest.mark.parametrize("key", [each.key for each in sample_summaries()])
def test_every_figure_that_the_decision_names_is_there(client: TestClient, key: str) -> None:
    found = client.post(EVALUATE, json=client.get(f"/api/v1/samples/{key}").json()).json()
    quantities = {each["key"]: each["quantities"] for each in found["configurations"]}
    named = {(why["configuration"], why["quantity"]) for why in addresses(found["decision"])}
    assert named
    for configuration, quantity in named:
        assert quantity in quantities[configuration] or MODEL.quantity(quantity).axes, quantity
    assert all({"hosts", "cluster_tco", "flash_life_years"} <= own.keys() for own in quantities.values())


def test_it_says_what_the_whole_answer_says(client: TestClient, plan: dict[str, Any]) -> None:
    lean = client.post(EVALUATE, json=plan).json()
    whole = client.post(EVALUATE, params={"include": "everything"}, json=plan).json()
    assert whole["decision"].pop("charts")
    del lean["decision"]["charts"]
    assert lean["decision"] == whole["decision"]
    assert lean["missing"] == whole["missing"]
    for own, full in zip(lean["configurations"], whole["configurations"], strict=True):
        assert own["quantities"].items() <= full["quantities"].items()
        assert full["findings"]
        full |= {each: own[each] for each in ("quantities", "findings", "failure_cases", "monthly")}
        assert own == full


def test_the_names_of_0_2_have_the_former_parts(client: TestClient, plan: dict[str, Any]) -> None:
    former = client.post(EVALUATE, json=plan, headers=OF_0_2).json()
    current = client.post(EVALUATE, params={"include": FORMER_PARTS}, json=plan).json()
    assert former == with_former_names(current, Evaluated)
    assert former["rows"]
    assert former["inputs"]
    assert former["decision"] is None
    assert client.post(EVALUATE, json=plan, headers={"Hostwise-Names": "1.0"}).json()["rows"] == []
    few = client.post(EVALUATE, params={"include": "hosts"}, json=plan, headers=OF_0_2).json()
    assert (bool(few["findings"]), bool(few["prices"]["used"]), few["rows"]) == (True, True, [])
    wrong = client.post(EVALUATE, json=plan, headers={"Hostwise-Names": "old"})
    assert wrong.status_code == 422


def test_it_is_so_of_kept_and_shared_plans_and_batches(client: TestClient, plan: dict[str, Any]) -> None:
    lean, whole = client.post(EVALUATE, json=plan).json(), client.post(EVALUATE, json=plan, headers=OF_0_2).json()
    address = client.post("/api/v1/plans", json=plan).headers["location"]
    kept = client.get(f"{address}/result")
    assert kept.json() == lean
    # What is known of one answer is not known of the other.
    known = OF_0_2 | {"If-None-Match": kept.headers["ETag"]}
    assert client.get(f"{address}/result", headers=known).json() == whole
    assert client.get(f"{address}/result", headers={"If-None-Match": kept.headers["ETag"]}).status_code == 304
    shared = client.post(f"{address}/shares", json={}).json()["path"]
    assert client.get(shared).json()["result"] == lean
    former = client.get(shared, headers=OF_0_2).json()["result"]
    assert former["decision"]["charts"]
    assert former["rows"] == whole["rows"]
    for headers, expected in (({}, lean), (OF_0_2, whole)):
        answer = client.post(f"{EVALUATE}/batch", json=[plan], headers=headers)
        assert answer.json()["result"] == expected
