"""A write that is sent twice with the same key is done once."""

import hashlib
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.server.access import idempotency
from hostwise.server.application import create_app
from hostwise.server.settings import Settings

pytestmark = pytest.mark.integration

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


def test_every_write_that_makes_something_is_done_once(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = client.post("/api/v1/plans", json=plan).json()["id"]
    for address, body in (
        ("/api/v1/plans", plan),
        ("/api/v1/opm-models", MODEL),
        ("/api/v1/tokens", {"name": "x"}),
        (f"/api/v1/plans/{plan_id}/shares", {}),
    ):
        headers = keyed()
        first = client.post(address, json=body, headers=headers)
        again = client.post(address, json=body, headers=headers)
        assert (first.status_code, again.status_code) == (201, 201), address
        assert again.content == first.content
        assert "idempotency-replayed" not in first.headers
        assert again.headers["idempotency-replayed"] == "true"
        for header in ("etag", "location", "content-type", "cache-control"):
            assert again.headers.get(header) == first.headers.get(header)
    assert len(client.get("/api/v1/plans").json()["items"]) == 2
    assert len(client.get("/api/v1/tokens").json()) == 1
    assert len(client.get(f"/api/v1/plans/{plan_id}/shares").json()) == 1


def test_a_key_belongs_to_one_request(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    assert client.post("/api/v1/plans", json=plan, headers=headers).status_code == 201
    for answer in (
        client.post("/api/v1/plans", json=plan | {"name": "Another"}, headers=headers),
        client.post("/api/v1/tokens", json={"name": "x"}, headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_key_reused")
    assert len(client.get("/api/v1/plans").json()["items"]) == 1


def test_a_refused_write_leaves_its_key_free(client: TestClient, plan: dict[str, Any]) -> None:
    headers = keyed()
    assert client.post("/api/v1/plans", json={"name": "wrong"}, headers=headers).status_code == 422
    answer = client.post("/api/v1/plans", json=plan, headers=headers)
    assert (answer.status_code, "idempotency-replayed" in answer.headers) == (201, False)


def test_a_refusal_by_the_database_undoes_only_itself(client: TestClient) -> None:
    assert client.post("/api/v1/opm-models", json=MODEL, headers=keyed()).status_code == 201
    headers = keyed()
    assert client.post("/api/v1/opm-models", json=MODEL, headers=headers).json()["code"] == "key_taken"
    assert client.post("/api/v1/opm-models", json=MODEL | {"key": "theirs"}, headers=headers).status_code == 201


def test_a_defect_saves_nothing_and_leaves_the_key_free(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = keyed()
    with monkeypatch.context() as patched:
        # After the plan has been written, and before its answer is.
        patched.setattr(idempotency, "_sealed", lambda *_: 1 / 0)
        assert client.post("/api/v1/plans", json=plan, headers=headers).status_code == 500
    assert client.get("/api/v1/plans").json()["items"] == []
    assert client.post("/api/v1/plans", json=plan, headers=headers).status_code == 201


@pytest.mark.parametrize("key", ["", "two words", "x" * 201, "é"])
def test_a_key_that_cannot_be_read(client: TestClient, plan: dict[str, Any], key: str) -> None:
    answer = client.post("/api/v1/plans", json=plan, headers={b"Idempotency-Key": key.encode()})
    assert (answer.status_code, answer.json()["code"]) == (400, "idempotency_key_malformed")


def test_the_body_is_limited_as_ever(client: TestClient) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 65_536

    headers = keyed() | {"content-type": "application/json"}
    for content in (b" " * 5_000_000, chunks()):
        answer = client.post("/api/v1/plans", content=content, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_answers_outlive_the_application(client: TestClient, plan: dict[str, Any], database_url: str) -> None:
    headers = keyed()
    first = client.post("/api/v1/plans", json=plan, headers=headers)
    with TestClient(
        create_app(Settings.model_construct(database_url=database_url)), base_url="http://127.0.0.1"
    ) as another:
        again = another.post("/api/v1/plans", json=plan, headers=headers)
    assert (again.content, again.headers["idempotency-replayed"]) == (first.content, "true")


def test_answers_are_forgotten_after_a_day(client: TestClient, plan: dict[str, Any], database_url: str) -> None:
    headers = keyed()
    first = client.post("/api/v1/plans", json=plan, headers=headers).json()
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE idempotent_answers SET created_at = now() - interval '25 hours'")
    again = client.post("/api/v1/plans", json=plan, headers=headers)
    assert again.json()["id"] != first["id"]
    assert "idempotency-replayed" not in again.headers


def test_each_caller_has_keys_of_its_own(client: TestClient, plan: dict[str, Any]) -> None:
    token = client.post("/api/v1/tokens", json={"name": "x", "scopes": ["write"]}).json()["token"]
    headers = keyed()
    one = client.post("/api/v1/plans", json=plan, headers=headers).json()
    other = client.post("/api/v1/plans", json=plan, headers=headers | {"Authorization": f"Bearer {token}"})
    assert other.json()["id"] != one["id"]
    assert "idempotency-replayed" not in other.headers


def test_of_many_at_the_same_moment_one_is_done(client: TestClient, plan: dict[str, Any]) -> None:
    headers, many = keyed(), 8
    barrier = threading.Barrier(many)

    def send(_: int) -> Any:
        barrier.wait()
        return client.post("/api/v1/plans", json=plan, headers=headers)

    with ThreadPoolExecutor(many) as pool:
        answers = list(pool.map(send, range(many)))
    assert {each.status_code for each in answers} == {201}
    assert len({each.content for each in answers}) == 1
    assert sum("idempotency-replayed" in each.headers for each in answers) == many - 1
    assert len(client.get("/api/v1/plans").json()["items"]) == 1


def test_who_waits_too_long_is_told_so(
    client: TestClient, plan: dict[str, Any], database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(idempotency, "_PATIENCE", timedelta(milliseconds=50))
    key = str(uuid4())
    with psycopg.connect(database_url) as other:
        other.execute(
            "INSERT INTO idempotent_answers (caller, key_hash, fingerprint, answer) VALUES ('', %s, '', '')",
            [hashlib.sha256(key.encode()).digest()],
        )
        answer = client.post("/api/v1/plans", json=plan, headers=keyed(key))
        assert (answer.status_code, answer.json()["code"]) == (409, "idempotency_key_in_use")
        assert answer.headers["retry-after"] == "1"
        other.rollback()
    assert client.post("/api/v1/plans", json=plan, headers=keyed(key)).status_code == 201
