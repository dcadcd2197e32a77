"""A create request that is sent twice makes one document."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.settings import Settings

pytestmark = pytest.mark.integration

PLANS = "/api/v1/plans"
MODEL = {
    "key": "ours",
    "name": "Ours",
    "baseline_opm_per_vm": 6000,
    "points": [{"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600}],
}


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def keyed(key: str | None = None) -> dict[str, str]:
    return {"Idempotency-Key": key or str(uuid4())}


def kept(client: TestClient) -> list[str]:
    return [each["id"] for each in client.get(PLANS).json()["items"]]


def test_a_plan_is_made_once_for_a_key(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    first, again = (client.post(PLANS, json=plan, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.content == first.content
    for header in ("etag", "location", "content-type", "cache-control"):
        assert again.headers.get(header) == first.headers.get(header)
    assert kept(client) == [first.json()["id"]]
    actions = [each["action"] for each in client.get("/api/v1/audit").json()["items"]]
    assert actions == ["plan.created"]
    # Without a key each request makes a plan.
    assert client.post(PLANS, json=plan).json()["id"] != client.post(PLANS, json=plan).json()["id"]
    assert len(kept(client)) == 3


def test_another_document_under_the_same_key_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    made = client.post(PLANS, json=plan, headers=headers).json()["id"]
    answer = client.post(PLANS, json=plan | {"name": "Another"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert kept(client) == [made]


def test_the_same_document_in_another_notation_is_the_same(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    plan["economics"]["horizon_years"] = 5
    plan["description"] = "1e3 \N{GREEK SMALL LETTER MU}"
    first = client.post(PLANS, json=plan, headers=headers)
    other = {name: plan[name] for name in reversed(plan)}
    other["economics"] = plan["economics"] | {"horizon_years": 5.0}
    assert client.post(PLANS, json=other, headers=headers).content == first.content


def test_a_repetition_shows_the_plan_as_it_was_made(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    first = client.post(PLANS, json=plan, headers=headers)
    address = first.headers["location"]
    assert client.put(address, json=plan | {"name": "Renamed"}, headers={"If-Match": '"1"'}).status_code == 200
    again = client.post(PLANS, json=plan, headers=headers)
    assert (again.status_code, again.headers["etag"], again.headers["location"]) == (201, '"1"', address)
    assert (again.json()["plan"], again.json()["head_revision"]) == (first.json()["plan"], 2)


def test_the_key_of_a_deleted_plan_is_free_when_it_is_purged(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    made = client.post(PLANS, json=plan, headers=headers)
    plan_id = made.json()["id"]
    assert client.delete(made.headers["location"], headers={"If-Match": '"1"'}).status_code == 204
    refused = client.post(PLANS, json=plan, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (409, "plan_deleted")
    assert plan_id in refused.json()["detail"]
    assert client.post(f"/api/v1/deleted-plans/{plan_id}/restore").status_code == 200
    again = client.post(PLANS, json=plan, headers=headers)
    assert (again.status_code, again.json()["id"]) == (201, plan_id)
    assert client.delete(made.headers["location"], headers={"If-Match": '"1"'}).status_code == 204
    assert client.delete(f"/api/v1/deleted-plans/{plan_id}").status_code == 204
    anew = client.post(PLANS, json=plan, headers=headers)
    assert anew.status_code == 201
    assert anew.json()["id"] != plan_id


def test_a_refused_plan_leaves_its_key_free(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    assert client.post(PLANS, json={"name": "wrong"}, headers=headers).status_code == 422
    assert client.post(PLANS, json=plan, headers=headers).status_code == 201


def test_a_defect_saves_nothing_and_leaves_the_key_free(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = keyed()
    with monkeypatch.context() as patched:
        # After the plan has been written, and before that is committed.
        patched.setattr("hostwise.server.stored_documents.plans.record", lambda *_: 1 / 0)
        assert client.post(PLANS, json=plan, headers=headers).status_code == 500
    assert kept(client) == []
    assert client.post(PLANS, json=plan, headers=headers).status_code == 201


@pytest.mark.parametrize("key", ["", "two words", "x" * 201, "é"])
def test_a_key_that_cannot_be_read(client: TestClient, plan: dict[str, Any], key: str) -> None:
    answer = client.post(PLANS, json=plan, headers={b"Idempotency-Key": key.encode()})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_input")
    assert [each["pointer"].lower() for each in answer.json()["errors"]] == ["/idempotency-key"]


def test_a_text_that_cannot_be_stored_is_refused_with_a_key_too(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post(PLANS, json=plan | {"description": "a\0b"}, headers=keyed())
    assert answer.status_code == 422
    assert client.post(PLANS, json=plan | {"description": "a\0b"}).json() == answer.json()


def test_keys_outlive_the_application(client: TestClient, plan: dict[str, Any], database_url: str) -> None:
    headers = keyed()
    first = client.post(PLANS, json=plan, headers=headers)
    app = create_app(Settings.model_construct(database_url=database_url))
    with TestClient(app, base_url="http://127.0.0.1") as another:
        assert another.post(PLANS, json=plan, headers=headers).content == first.content


def test_each_caller_has_keys_of_its_own(client: TestClient, plan: dict[str, Any]) -> None:
    token = client.post("/api/v1/tokens", json={"name": "x", "scopes": ["write"]}).json()["token"]
    headers = keyed()
    one = client.post(PLANS, json=plan, headers=headers).json()
    other = client.post(PLANS, json=plan, headers=headers | {"Authorization": f"Bearer {token}"})
    assert other.status_code == 201
    assert other.json()["id"] != one["id"]


def test_of_many_at_the_same_moment_one_is_made(client: TestClient, plan: dict[str, Any]) -> None:
    headers, many = keyed(), 8
    barrier = threading.Barrier(many)

    def send(_: int) -> Any:
        barrier.wait()
        plans = client.post(PLANS, json=plan, headers=headers)
        barrier.wait()
        return plans, client.post("/api/v1/opm-models", json=MODEL)

    with ThreadPoolExecutor(many) as pool:
        answers = list(pool.map(send, range(many)))
    for same in zip(*answers, strict=True):
        assert {each.status_code for each in same} == {201}
        assert len({each.content for each in same}) == 1
    assert len(kept(client)) == 1
    actions = [each["action"] for each in client.get("/api/v1/audit").json()["items"]]
    assert sorted(actions) == ["model.created", "plan.created"]


def test_a_repeated_model_is_answered_with_what_is_there(client: TestClient) -> None:
    first = client.post("/api/v1/opm-models", json=MODEL)
    again = client.post("/api/v1/opm-models", json=MODEL)
    assert (again.status_code, again.content) == (201, first.content)
    changed = client.put("/api/v1/opm-models/ours", json=MODEL | {"name": "Theirs"}, headers={"If-Match": '"1"'})
    assert changed.status_code == 200
    taken = client.post("/api/v1/opm-models", json=MODEL)
    assert (taken.status_code, taken.json()["code"]) == (409, "key_taken")


def test_a_repeated_token_or_link_is_another_one(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = client.post(PLANS, json=plan).json()["id"]
    for address, body in (("/api/v1/tokens", {"name": "x"}), (f"{PLANS}/{plan_id}/shares", {})):
        headers = keyed()
        first, again = (client.post(address, json=body, headers=headers) for _ in range(2))
        assert (first.status_code, again.status_code) == (201, 201)
        assert first.json()["id"] != again.json()["id"]
        assert client.delete(f"{address}/{again.json()['id']}").status_code in (200, 204)
