"""Deleted plans, quotas, and the audit log; and only what can be evaluated is stored."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.plan.document import Plan
from hostwise.server.application import create_app
from hostwise.server.settings import Settings

pytestmark = pytest.mark.integration

PLANS, DELETED, AUDIT = "/api/v1/plans", "/api/v1/deleted-plans", "/api/v1/audit"


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return found


def limited(database_url: str, **settings: Any) -> TestClient:
    return TestClient(
        create_app(Settings.model_construct(database_url=database_url, **settings)), base_url="http://127.0.0.1"
    )


def kept(client: TestClient, plan: dict[str, Any]) -> str:
    answer = client.post(PLANS, json=plan)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def deleted(client: TestClient, plan_id: str) -> None:
    assert client.delete(f"{PLANS}/{plan_id}", headers={"If-Match": '"1"'}).status_code == 204


def test_a_deleted_plan_is_gone_and_can_be_restored(client: TestClient, plan: dict[str, Any]) -> None:
    plan_id = kept(client, plan)
    before = client.get(f"{PLANS}/{plan_id}").json()
    link = client.post(f"{PLANS}/{plan_id}/shares", json={}).json()["path"]
    deleted(client, plan_id)
    for address in ("", "?revision=1", "/revisions", "/result", "/explain/nand/hosts", "/report", "/shares"):
        assert client.get(f"{PLANS}/{plan_id}{address}").status_code == 404, address
    assert client.get(link).status_code == 404
    assert client.get(PLANS).json()["items"] == []
    assert client.put(f"{PLANS}/{plan_id}", json=plan, headers={"If-Match": '"1"'}).status_code == 404
    assert client.post(f"{PLANS}/{plan_id}/shares", json={}).status_code == 404
    assert client.delete(f"{PLANS}/{plan_id}", headers={"If-Match": '"1"'}).status_code == 404
    (item,) = client.get(DELETED).json()
    assert (item["id"], item["name"]) == (plan_id, plan["name"])
    restored = client.post(f"{DELETED}/{plan_id}/restore")
    assert (restored.status_code, restored.json()["head_revision"]) == (200, 1)
    assert client.get(f"{PLANS}/{plan_id}").json() == before
    assert client.get(link).status_code == 200
    assert client.get(DELETED).json() == []
    assert client.post(f"{DELETED}/{plan_id}/restore").status_code == 404
    assert client.delete(f"{DELETED}/{plan_id}").status_code == 404


def test_a_deleted_plan_is_purged_on_request_and_after_its_time(
    client: TestClient, plan: dict[str, Any], database_url: str
) -> None:
    first, second = kept(client, plan), kept(client, plan)
    deleted(client, first)
    deleted(client, second)
    assert client.delete(f"{DELETED}/{first}").status_code == 204
    assert [each["id"] for each in client.get(DELETED).json()] == [second]
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE plans SET deleted_at = now() - interval '30 days'")
    assert client.get(DELETED).json() == []
    assert client.post(f"{DELETED}/{second}/restore").status_code == 404
    # An application that starts tidies up.
    with limited(database_url) as other:
        other.get(PLANS)
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM plans").fetchone() == (0,)
        assert connection.execute("SELECT count(*) FROM revisions").fetchone() == (0,)


def reached(answer: Any, words: str) -> None:
    assert (answer.status_code, answer.json()["code"]) == (409, "quota_reached")
    assert answer.headers["content-type"] == "application/problem+json"
    assert words in answer.json()["detail"]


def test_there_are_only_so_many_plans_and_revisions(database_url: str, plan: dict[str, Any]) -> None:
    with limited(database_url, max_plans=2, max_revisions=2) as client:
        first, second = kept(client, plan), kept(client, plan)
        reached(client.post(PLANS, json=plan), "2 plans")
        deleted(client, second)
        third = kept(client, plan)
        reached(client.post(f"{DELETED}/{second}/restore"), "2 plans")
        deleted(client, third)
        assert client.post(f"{DELETED}/{second}/restore").status_code == 200
        address = f"{PLANS}/{first}"
        assert client.put(address, json=plan, headers={"If-Match": '"1"'}).status_code == 200
        reached(client.put(address, json=plan, headers={"If-Match": '"2"'}), "2 revisions")
        assert client.get(address).json()["head_revision"] == 2
        assert len(client.get(PLANS).json()["items"]) == 2


def test_there_are_only_so_many_bytes(database_url: str, plan: dict[str, Any]) -> None:
    large = plan | {"remarks": {f"/x{number}": {"note": "x" * 1_900} for number in range(300)}}
    with limited(database_url, max_stored_mb=1) as client:
        first = kept(client, large)
        reached(client.post(PLANS, json=large), "1 MB")
        reached(client.put(f"{PLANS}/{first}", json=large, headers={"If-Match": '"1"'}), "1 MB")
        deleted(client, first)
        # It can still be restored, so it still takes room.
        reached(client.post(PLANS, json=large), "1 MB")
        assert client.delete(f"{DELETED}/{first}").status_code == 204
        kept(client, large)


def test_the_log_says_who_did_what_and_no_secret(client: TestClient, plan: dict[str, Any]) -> None:
    made = client.post("/api/v1/tokens", json={"name": "nightly", "scopes": ["write"]}).json()
    token = {"Authorization": f"Bearer {made['token']}"}
    plan_id = client.post(PLANS, json=plan | {"name": f"Has {made['token']}"}, headers=token).json()["id"]
    address = f"{PLANS}/{plan_id}"
    client.put(address, json=plan, headers={"If-Match": '"1"'} | token)
    link = client.post(f"{address}/shares", json={"anonymised": True}).json()
    for _ in range(2):
        client.delete(f"{address}/shares/{link['id']}")
    client.delete(address, headers={"If-Match": '"2"'})
    client.post(f"{DELETED}/{plan_id}/restore")
    for _ in range(2):
        client.delete(f"/api/v1/tokens/{made['id']}")
    # What was refused or only read is no change.
    client.put(address, json=plan, headers={"If-Match": '"1"'})
    client.get(address)
    answer = client.get(AUDIT)
    entries = list(reversed(answer.json()["items"]))
    assert [each["action"] for each in entries] == [
        "token.created",
        "plan.created",
        "plan.saved",
        "share.created",
        "share.revoked",
        "plan.deleted",
        "plan.restored",
        "token.revoked",
    ]
    assert {(each["actor"], each["token_id"]) for each in entries[1:3]} == {("nightly", made["id"])}
    assert {(each["actor"], each["token_id"]) for each in entries[3:]} == {("testclient", None)}
    assert {each["address"] for each in entries} == {"testclient"}
    assert [each["subject"] for each in entries[1:4]] == [plan_id, plan_id, link["id"]]
    for secret in (made["token"], made["token"].split("_")[2], link["token"], link["token"].split("_")[2]):
        assert secret not in answer.text
    page = client.get(AUDIT, params={"limit": 3}).json()
    assert page["next"] == page["items"][-1]["id"] == entries[-3]["id"]
    rest = client.get(AUDIT, params={"before": page["next"]}).json()
    assert ([each["id"] for each in rest["items"]], rest["next"]) == ([each["id"] for each in entries[-4::-1]], None)


def test_the_log_is_kept_for_a_time(client: TestClient, plan: dict[str, Any], database_url: str) -> None:
    kept(client, plan)
    kept(client, plan)
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE audit SET at = now() - interval '8 days' WHERE id = (SELECT min(id) FROM audit)")
    with limited(database_url, audit_days=7) as other:
        assert len(other.get(AUDIT).json()["items"]) <= 2
    assert len(client.get(AUDIT).json()["items"]) == 1


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An engine that cannot evaluate plans whose second configuration has a certain name."""
    from hostwise.decision import deciding

    right = deciding.decide

    def evaluate(plan: Plan, *rest: Any) -> Any:
        if any(each.name == "broken" for each in plan.configurations):
            raise OverflowError("too much")
        return right(plan, *rest)

    monkeypatch.setattr("hostwise.server.stored_documents.storable.decide", evaluate)
    return iter(())


def test_what_cannot_be_evaluated_is_not_stored(client: TestClient, plan: dict[str, Any], broken: object) -> None:
    address = f"{PLANS}/{kept(client, plan)}"
    plan["configurations"][1]["name"] = "broken"
    for answer in (
        client.post(PLANS, json=plan),
        client.post(PLANS, json=plan, headers={"Idempotency-Key": "one"}),
        client.put(address, json=plan, headers={"If-Match": '"1"'}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_plan")
        assert [each["pointer"] for each in answer.json()["errors"]] == ["/configurations/1"]
    plan["configurations"][1]["name"] = "fine"
    plan["configurations"][0]["cpu"]["key"] = "no-such-cpu"
    unknown = client.post(PLANS, json=plan)
    assert (unknown.status_code, unknown.json()["errors"][0]["pointer"]) == (422, "/configurations/0/cpu/key")
    assert len(client.get(PLANS).json()["items"]) == 1
    assert client.get(address).json()["head_revision"] == 1


def test_a_stored_model_that_is_not_valid_any_more_hides_no_other(client: TestClient, database_url: str) -> None:
    model = {
        "key": "ours",
        "name": "Ours",
        "baseline_opm_per_vm": 6000,
        "points": [{"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600}],
    }
    for key in ("ours", "theirs"):
        assert client.post("/api/v1/opm-models", json=model | {"key": key}).status_code == 201
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "UPDATE opm_models SET document = jsonb_set(document, '{points,0,per_vm}', '1e-300') WHERE key = 'ours'"
        )
    own = [each["key"] for each in client.get("/api/v1/opm-models").json()["items"] if each["origin"] == "own"]
    assert own == ["theirs"]
    answer = client.get("/api/v1/opm-models/ours")
    assert (answer.status_code, answer.json()["code"]) == (409, "outdated_model")
    assert client.delete("/api/v1/opm-models/ours", headers={"If-Match": '"1"'}).status_code == 204
