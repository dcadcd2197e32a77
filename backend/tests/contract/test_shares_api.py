"""Shared links: one revision of one plan, read-only, until they expire or are revoked."""

from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.catalogue.loader import build_catalogue, packaged
from hostwise.catalogue.neutral_rows import neutral
from hostwise.catalogue.own_rows import own_rows
from hostwise.plan.document import plan_json
from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from tests.unit.test_own_platforms import LARCH, plan_on_larch, written

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/moderate-io").json()
    return document


@pytest.fixture
def address(client: TestClient, plan: dict[str, Any]) -> str:
    return str(client.post("/api/v1/plans", json=plan).headers["location"])


def shared(client: TestClient, address: str, **request: Any) -> dict[str, Any]:
    answer = client.post(f"{address}/shares", json=request)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    share: dict[str, Any] = answer.json()
    assert share["path"] == f"/api/v1/shared/{share['token']}"
    return share


def test_a_link_shows_the_plan_as_it_was_and_its_result(client: TestClient, address: str, plan: dict[str, Any]) -> None:
    share = shared(client, address)
    assert client.put(address, json=plan | {"name": "Later"}, headers={"If-Match": '"1"'}).status_code == 200
    answer = client.get(share["path"])
    assert answer.status_code == 200
    opened = answer.json()
    assert opened["plan"] == client.get(f"{address}?revision=1").json()["plan"]
    assert opened["result"] == client.get(f"{address}/result?revision=1").json()
    whole = "card,charts,inputs,monthly,quantities,rows,findings,prices"
    everything = client.get(share["path"], params={"include": "everything"}).json()
    assert everything["result"] == client.get(f"{address}/result?revision=1&include={whole}").json()
    assert (opened["revision"], opened["anonymised"]) == (1, False)
    assert opened["expires_at"] == share["expires_at"]
    for header, value in (("cache-control", "no-store"), ("referrer-policy", "no-referrer")):
        assert answer.headers[header] == value
    latest = shared(client, address)
    assert client.get(latest["path"]).json()["plan"]["name"] == "Later"
    assert client.get(f"{latest['path']}?reference=optane").json()["result"]["reference"] == "optane"


def test_a_link_explains(client: TestClient, address: str) -> None:
    path = shared(client, address)["path"]
    assert client.get(f"{path}/explain/nand/hosts").json() == client.get(f"{address}/explain/nand/hosts").json()
    assert client.get(f"{path}/explain/nand/hots").status_code == 404
    plan = client.get(address).json()["plan"]
    assert client.get(f"{path}/uncertainty").json() == client.post("/api/v1/uncertainty", json=plan).json()
    assert client.get(f"{path}/quantities").json() == client.get("/api/v1/quantities").json()


def test_a_link_shows_memory_and_bursts(client: TestClient, address: str) -> None:
    path = shared(client, address)["path"]
    plan = client.get(address).json()["plan"]
    memory = client.get(f"{path}/memory")
    assert memory.json() == client.post("/api/v1/memory", json=plan).json()
    assert memory.headers["cache-control"] == "no-store"
    failures = {"failed_hosts": 1, "failed_groups": 2}
    burst = client.get(f"{path}/burst", params=failures)
    assert burst.json() == client.post("/api/v1/burst", json={"plan": plan, **failures}).json()
    assert burst.headers["cache-control"] == "no-store"
    assert client.get(f"{path}/burst?failed_hosts=1000").json()["code"] == "nothing_left_running"
    for wrong in ("failed_hosts=-1", "failed_host=1"):
        assert client.get(f"{path}/burst?{wrong}").status_code == 422


def test_a_link_reports_the_revision_as_the_kept_plan_does(client: TestClient, address: str) -> None:
    path = shared(client, address)["path"]
    assert client.get(path).json()["saved_at"] == client.get(f"{address}/revisions").json()["items"][0]["created_at"]
    for query in ("format=csv", "format=md&reference=optane"):
        assert client.get(f"{path}/report?{query}").content == client.get(f"{address}/report?{query}").content
    assert client.get(f"{path}/report?reference=none").json()["code"] == "unknown_configuration"


def test_a_link_opens_nothing_else(client: TestClient, address: str, database_url: str) -> None:
    share = shared(client, address)
    with TestClient(
        create_app(Settings.model_construct(database_url=database_url, require_token=True)), base_url="http://127.0.0.1"
    ) as strict:
        assert strict.get(share["path"]).status_code == 200
        assert strict.get(f"{share['path']}/explain/nand/hosts").status_code == 200
        assert strict.get(f"{share['path']}/quantities").status_code == 200
        bearer = {"Authorization": f"Bearer {share['token']}"}
        for other in (address, f"{address}/result", f"{address}/shares", "/api/v1/plans", "/api/v1/samples"):
            assert strict.get(other).status_code == 401
            assert strict.get(other, headers=bearer).status_code == 401
        for method in ("put", "post", "delete", "patch"):
            assert strict.request(method, share["path"], json={}).status_code == 405
        # A token that has become wrong does not stand in the way of a link.
        assert strict.get(share["path"], headers={"Authorization": "Bearer wrong"}).status_code == 200


def test_wrong_expired_and_revoked_links_are_answered_alike(
    client: TestClient, address: str, database_url: str
) -> None:
    revoked, expired, good = (shared(client, address) for _ in range(3))
    assert client.delete(f"{address}/shares/{revoked['id']}").status_code == 204
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE shares SET expires_at = now() WHERE id = %s", [expired["id"]])
    token = good["token"]
    wrong = token[:-1] + ("0" if token[-1] != "0" else "1")
    bodies = set()
    for each in (revoked["token"], expired["token"], wrong, "hws_0123456789abcdef_" + 64 * "0", "x", "%00"):
        for rest in (
            "",
            "/uncertainty",
            "/explain/nand/hosts",
            "/explain/nand/hosts/sensitivities",
            "/report?format=csv",
            "/memory",
            "/burst",
        ):
            answer = client.get(f"/api/v1/shared/{each}{rest}")
            assert (answer.status_code, answer.json()["code"]) == (404, "share_not_found")
            bodies.add(answer.text)
    assert len(bodies) == 1
    states = {each["id"]: each["state"] for each in client.get(f"{address}/shares").json()}
    assert states == {revoked["id"]: "revoked", expired["id"]: "expired", good["id"]: "active"}
    assert client.get(good["path"]).status_code == 200


def test_a_link_ends_with_its_plan(client: TestClient, address: str) -> None:
    path = shared(client, address)["path"]
    assert client.delete(address, headers={"If-Match": '"1"'}).status_code == 204
    assert client.get(path).status_code == 404
    assert client.get(f"{address}/shares").status_code == 404


def test_what_cannot_be_shared(client: TestClient, address: str) -> None:
    assert client.post(f"{address}/shares", json={"revision": 2}).json()["code"] == "plan_not_found"
    for wrong in ({"expires_in_days": 0}, {"expires_in_days": 366}, {"expires_in_days": None}, {"anonym": True}):
        assert client.post(f"{address}/shares", json=wrong).status_code == 422
    other = address.rsplit("/", 1)[0] + "/00000000-0000-0000-0000-000000000000"
    assert client.post(f"{other}/shares", json={}).status_code == 404
    share = shared(client, address)
    assert client.delete(f"{other}/shares/{share['id']}").status_code == 404
    assert client.delete(f"{address}/shares/%00").status_code == 404


def test_a_plan_has_only_so_many_links(database_url: str, plan: dict[str, Any]) -> None:
    app = create_app(Settings.model_construct(database_url=database_url, max_shares=1))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        address = client.post("/api/v1/plans", json=plan).headers["location"]
        shared(client, address)
        assert client.post(f"{address}/shares", json={}).json()["code"] == "too_many_shares"


def test_an_anonymised_link_keeps_the_numbers_and_not_the_names(client: TestClient, plan: dict[str, Any]) -> None:
    plan["name"] = "ACME Berlin"
    plan["configurations"][0] |= {"key": "acme-one", "name": "ACME one", "host": {"model": "ACME R740"}}
    plan["description"] = "For ACME"
    plan["workload"]["groups"][0]["name"] = "ACME payroll"
    plan["remarks"] = {"/workload/groups/0/count": {"status": "given", "source": "ACME CMDB", "note": "says ACME"}}
    address = client.post("/api/v1/plans", json=plan).headers["location"]
    path = shared(client, address, anonymised=True)["path"]
    opened, known = client.get(path), client.get(f"{address}/result").json()
    assert "acme" not in opened.text.lower()
    for one, other in zip(opened.json()["result"]["configurations"], known["configurations"], strict=True):
        assert one["quantities"] == other["quantities"]
    explained = client.get(f"{path}/explain/configuration-1/hosts")
    assert explained.status_code == 200
    assert "acme" not in explained.text.lower()
    assert client.get(f"{path}/explain/acme-one/hosts").status_code == 404
    for rest in ("uncertainty", "memory", "burst"):
        answer = client.get(f"{path}/{rest}")
        assert answer.status_code == 200
        assert "acme" not in answer.text.lower()
    kept = shared(client, address, anonymised=True, keep_host_models=True)
    assert kept["keeps_host_models"]
    assert client.get(kept["path"]).text.count("ACME") == client.get(kept["path"]).text.count("ACME R740") > 0


def test_an_anonymised_link_hides_the_platforms_of_the_deployment(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = own_rows([written(tmp_path, LARCH)])
    usual, hidden = build_catalogue(packaged(), rows), neutral(packaged(), rows)
    monkeypatch.setattr("hostwise.server.application.load_catalogue", lambda: usual)
    for module in ("anonymising", "shares"):
        monkeypatch.setattr(f"hostwise.server.sharing.{module}.neutral_catalogue", lambda: hidden)
    app = create_app(Settings.model_construct(database_url=database_url, job_workers=0))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        plan = plan_json(plan_on_larch(protection="larch_two_copies"))
        address = client.post("/api/v1/plans", json=plan).headers["location"]
        known = client.get(f"{address}/result")
        path = shared(client, address, anonymised=True)["path"]
        opened = client.get(path)
        (one,), (other,) = (each["configurations"] for each in (opened.json()["result"], known.json()))
        assert one["quantities"] == other["quantities"]
        rest = ["explain/configuration-1/hosts", "uncertainty", "memory", "quantities", "report?format=md"]
        for each in (opened, *(client.get(f"{path}/{each}") for each in rest)):
            assert each.status_code == 200, each.text
            assert "larch" not in each.text.lower()
        # One that is not anonymised shows all.
        assert "larch" in client.get(shared(client, address)["path"]).text.lower()


def test_an_anonymised_link_says_nothing_of_a_plan_that_is_not_valid_any_more(
    client: TestClient, address: str, database_url: str
) -> None:
    named, hidden = shared(client, address), shared(client, address, anonymised=True)
    for change, status, code in (
        ("jsonb_set(document, '{configurations,0,cpu,key}', '\"acme-cpu\"')", 422, "invalid_plan"),
        ("jsonb_set(document, '{workload,groups,0,acme}', '1')", 409, "outdated_plan"),
    ):
        with psycopg.connect(database_url) as connection:
            connection.execute("ALTER TABLE revisions DISABLE TRIGGER revisions_are_immutable")
            connection.execute(f"UPDATE revisions SET document = {change}")
        for share in (named, hidden):
            answers = [client.get(f"{share['path']}{rest}") for rest in ("", "/uncertainty", "/report?format=csv")]
            assert {(each.status_code, each.json()["code"]) for each in answers} == {(status, code)}
            assert all(("acme" in each.text) == (share is named) for each in answers)
        if code == "outdated_plan":
            assert client.get(address).json()["code"] == code


def test_a_link_shows_what_the_newest_revision_changes(client: TestClient, address: str, plan: dict[str, Any]) -> None:
    plain, quiet = shared(client, address), shared(client, address, show_changes=False)
    nameless = shared(client, address, anonymised=True)
    assert [each["shows_changes"] for each in (plain, quiet, nameless)] == [True, False, False]
    assert client.get(f"{plain['path']}/newest").json() is None
    changed = plan | {"policy": plan["policy"] | {"spare_hosts": 3}}
    assert client.put(address, json=changed, headers={"If-Match": '"1"'}).status_code == 200
    answer = client.get(f"{plain['path']}/newest")
    assert answer.headers["cache-control"] == "no-store"
    newest = answer.json()
    assert newest["revision"] == 2
    assert newest["plan"]["policy"]["spare_hosts"] == 3
    assert newest["decision"] == client.get(f"{address}/result?include=decision").json()["decision"]
    for each in (quiet, nameless):
        assert client.get(f"{each['path']}/newest").json() is None
    client.delete(f"{address}/shares/{plain['id']}")
    assert client.get(f"{plain['path']}/newest").json()["code"] == "share_not_found"
