"""Tokens, scopes and rate limits of the API."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from uvicorn.logging import AccessFormatter

from hostwise.decision.deciding import decide
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.access.opening import service_of
from hostwise.server.access.token_documents import Scope
from hostwise.server.access.tokens import Tokens
from hostwise.server.api import access_check, evaluation_routes
from hostwise.server.application import create_app
from hostwise.server.http.problems import ProblemError
from hostwise.server.http.rate_limits import SECONDS_OF_ONE
from hostwise.server.settings import Settings
from hostwise.server.workers import pools

pytestmark = pytest.mark.integration

Opened = Callable[..., TestClient]
PLANS = "/api/v1/plans"


@pytest.fixture
def opened(database_url: str) -> Iterator[Opened]:
    """Applications on one database, each with settings of its own."""
    clients: list[TestClient] = []

    def open_(**settings: Any) -> TestClient:
        app = create_app(Settings.model_construct(database_url=database_url, **settings))
        client = TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
        clients.append(client.__enter__())
        return client

    yield open_
    for client in clients:
        client.__exit__(None, None, None)


def made(database_url: str, *scopes: Scope) -> str:
    """A token as the command makes it, without any application."""

    async def create() -> str:
        async with service_of(Tokens, database_url) as tokens:
            return (await tokens.create("a test", scopes, None)).token

    return asyncio.run(create())


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def change(database_url: str, statement: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute(statement)


def test_without_the_setting_nobody_needs_a_token(opened: Opened) -> None:
    client = opened()
    assert client.get(PLANS).status_code == 200
    assert client.get("/health/live").json()["token_needed"] is False


def test_with_the_setting_everything_but_health_needs_one(opened: Opened, database_url: str) -> None:
    client = opened(require_token=True)
    document = client.get("/api/openapi.json").json()
    for path, operations in document["paths"].items():
        for method in operations:
            status = client.request(method, path.replace("{", "").replace("}", "")).status_code
            expected_open = path.startswith(("/health/", "/api/v1/shared/"))
            assert (status != 401) == expected_open, (method, path, status)
    assert client.get("/health/live").json()["token_needed"] is True
    token = bearer(made(database_url, Scope.READ))
    assert client.get(PLANS, headers=token).status_code == 200


def test_no_spelling_of_an_address_gets_past_the_access_check(opened: Opened, database_url: str) -> None:
    client = opened(require_token=True)
    for address in ("/api/v1//plans", "//api/v1/plans", "/api/v1/plans/", "/API/v1/plans", "/api/v1/shared/../plans"):
        answer = client.get(address, follow_redirects=False)
        assert "items" not in answer.text, address
    # Another application: one belongs to one event loop, as its connections do.
    app = create_app(Settings.model_construct(database_url=database_url, require_token=True))
    behind = TestClient(app, base_url="http://127.0.0.1", root_path="/hostwise")
    assert behind.get("/hostwise/api/v1/plans").status_code == 401
    assert behind.get("/api/v1/plans").status_code == 401


def test_a_route_without_the_access_check_is_closed(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_check, "is_guarded", lambda scope: False)
    assert opened().get(PLANS).status_code == 401


WRONG = ["", "nonsense", "hw_0123456789abcdef_" + 64 * "0", "hws_0123456789abcdef_" + 64 * "0", "é"]


@pytest.mark.parametrize("required", [True, False])
def test_every_token_that_is_not_valid_is_refused_alike(opened: Opened, database_url: str, required: bool) -> None:
    client = opened(require_token=required)
    revoked, expired = made(database_url, Scope.WRITE), made(database_url, Scope.WRITE)
    good = made(database_url, Scope.ADMIN)
    assert client.delete(f"/api/v1/tokens/{revoked.split('_')[1]}", headers=bearer(good)).status_code == 200
    change(database_url, f"UPDATE tokens SET expires_at = now() WHERE id = '{expired.split('_')[1]}'")
    other_secret = good[:-1] + ("0" if good[-1] != "0" else "1")
    answers = [
        client.get(PLANS, headers={b"Authorization": f"Bearer {each}".encode()})
        for each in (*WRONG, revoked, expired, other_secret, good.upper())
    ]
    if required:
        answers += [client.get(PLANS), client.get(PLANS, headers={"Authorization": "Basic dXNlcjpwYXNz"})]
    for answer in answers:
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json() == answers[0].json()
    assert client.get(PLANS, headers=bearer(good)).status_code == 200


def test_another_scheme_is_somebody_elses_business(opened: Opened) -> None:
    assert opened().get(PLANS, headers={"Authorization": "Basic dXNlcjpwYXNz"}).status_code == 200


@pytest.mark.parametrize("required", [True, False])
def test_a_token_to_read_computes_and_does_not_save(opened: Opened, database_url: str, required: bool) -> None:
    client = opened(require_token=required)
    reading, writing = bearer(made(database_url, Scope.READ)), bearer(made(database_url, Scope.WRITE))
    plan = client.get("/api/v1/samples/light-io", headers=reading).json()
    assert client.post("/api/v1/evaluate", json=plan, headers=reading).status_code == 200
    refused = [
        client.post(PLANS, json=plan, headers=reading),
        client.post("/api/v1/deleted-plans/00000000-0000-0000-0000-000000000000/restore", headers=reading),
        client.delete(f"{PLANS}/00000000-0000-0000-0000-000000000000", headers=reading),
    ]
    for answer in refused:
        assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
        assert answer.json()["detail"].endswith("the scope 'write'.")
    assert client.post(PLANS, json=plan, headers=writing).status_code == 201
    for held in (reading, writing):
        managing = [
            client.post("/api/v1/tokens", json={"name": "more"}, headers=held),
            client.delete("/api/v1/deleted-plans/00000000-0000-0000-0000-000000000000", headers=held),
            client.get("/api/v1/audit", headers=held),
        ]
        for answer in managing:
            assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
            assert answer.json()["detail"].endswith("the scope 'admin'.")


def test_managing_tokens_does_not_include_saving(opened: Opened, database_url: str) -> None:
    client = opened(require_token=True)
    managing = bearer(made(database_url, Scope.ADMIN))
    plan = client.get("/api/v1/samples/light-io", headers=managing).json()
    assert client.post(PLANS, json=plan, headers=managing).status_code == 403
    refused = client.post("/api/v1/tokens", json={"name": "more", "scopes": ["write"]}, headers=managing)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/scopes")
    both = bearer(made(database_url, Scope.ADMIN, Scope.WRITE))
    assert client.post("/api/v1/tokens", json={"name": "more", "scopes": ["write"]}, headers=both).status_code == 201


def test_a_token_makes_none_that_outlives_it(opened: Opened, database_url: str) -> None:
    client = opened(require_token=True)
    forever = bearer(made(database_url, Scope.ADMIN))
    asked = {"name": "a week", "scopes": ["admin"], "expires_in_days": 7}
    week = bearer(client.post("/api/v1/tokens", json=asked, headers=forever).json()["token"])
    refused = client.post("/api/v1/tokens", json={"name": "longer", "expires_in_days": 8}, headers=week)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/expires_in_days")
    assert client.post("/api/v1/tokens", json={"name": "x", "expires_in_days": 6}, headers=week).status_code == 201


def test_a_token_of_the_default_lifetime_makes_one_of_the_default_lifetime(opened: Opened, database_url: str) -> None:
    client = opened(require_token=True)
    forever = bearer(made(database_url, Scope.ADMIN))

    def make(by: dict[str, str], **asked: Any) -> Any:
        return client.post("/api/v1/tokens", json={"name": "x", "scopes": ["admin"]} | asked, headers=by)

    def make_at_age(age: str, **asked: Any) -> tuple[Any, Any]:
        """What a token of the default lifetime, which is so old, makes when it is asked."""
        own = make(forever).json()
        change(
            database_url,
            f"UPDATE tokens SET created_at = created_at - interval '{age}', expires_at = expires_at - interval '{age}'"
            f" WHERE id = '{own['id']}'",
        )
        listed = client.get("/api/v1/tokens", headers=bearer(own["token"])).json()
        (now,) = (each for each in listed if each["id"] == own["id"])
        return now, make(bearer(own["token"]), **asked)

    for age in ("0", "1 hour", "80 days"):
        own, answer = make_at_age(age)
        assert (answer.status_code, answer.json()["expires_at"]) == (201, own["expires_at"]), age
    # Said in whole days, it may lack what has passed since.
    own, answer = make_at_age("23 hours", expires_in_days=90)
    assert (answer.status_code, answer.json()["expires_at"]) == (201, own["expires_at"])
    own, answer = make_at_age("1 day", expires_in_days=90)
    assert (answer.status_code, answer.json()["code"]) == (422, "more_than_own")
    own, answer = make_at_age("80 days", expires_in_days=3)
    assert answer.status_code == 201
    assert answer.json()["expires_at"] < own["expires_at"]


class Family:
    """A token, what it made, and what that made in turn: of each a link, too, and one of a plan that was deleted."""

    def __init__(self, client: TestClient, database_url: str) -> None:
        self.client, self.admin = client, bearer(made(database_url, Scope.ADMIN, Scope.WRITE))
        self.plan = self.new_plan()
        self.tokens: dict[str, Any] = {}
        self.links: dict[str, Any] = {}
        by = self.admin
        for name in ("first", "second", "third"):
            asked = {"name": name, "scopes": ["write", "admin"]}
            self.tokens[name] = client.post("/api/v1/tokens", json=asked, headers=by).json()
            by = bearer(self.tokens[name]["token"])
            self.links[name] = self.share(self.plan, by)
        deleted = self.new_plan()
        self.links["of a deleted plan"] = self.share(deleted, by)
        client.delete(f"{PLANS}/{deleted}", headers=by | {"If-Match": '"1"'})
        self.links["of another"] = self.share(self.plan, self.admin)
        client.post(f"/api/v1/deleted-plans/{deleted}/restore", headers=self.admin)

    def new_plan(self) -> str:
        plan = plan_json(sample_plan("light-io"))
        return str(self.client.post(PLANS, json=plan, headers=self.admin).json()["id"])

    def share(self, plan: str, by: dict[str, str]) -> Any:
        return self.client.post(f"{PLANS}/{plan}/shares", json={}, headers=by).json()

    def revoke(self, name: str, by: str | None = None, query: str = "") -> Any:
        headers = self.admin if by is None else bearer(self.tokens[by]["token"])
        answer = self.client.delete(f"/api/v1/tokens/{self.tokens[name]['id']}{query}", headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def working(self) -> set[str]:
        tokens = {
            name
            for name, each in self.tokens.items()
            if self.client.get(PLANS, headers=bearer(each["token"])).status_code == 200
        }
        return tokens | {
            f"link {name}" for name, each in self.links.items() if self.client.get(each["path"]).status_code == 200
        }


@pytest.fixture
def family(opened: Opened, database_url: str) -> Family:
    return Family(opened(require_token=True), database_url)


def test_with_a_token_goes_what_it_made_and_what_that_made(family: Family) -> None:
    assert len(family.working()) == 8
    assert family.revoke("first") == {"tokens": 2, "shares": 4, "jobs": 0}
    assert family.working() == {"link of another"}
    assert family.revoke("first") == {"tokens": 0, "shares": 0, "jobs": 0}
    audit = family.client.get("/api/v1/audit", headers=family.admin).json()["items"]
    for action, things, left_out in (
        ("token.revoked", family.tokens, set()),
        ("share.revoked", family.links, {"of another"}),
    ):
        noted = [each["subject"] for each in audit if each["action"] == action]
        assert sorted(noted) == sorted(each["id"] for name, each in things.items() if name not in left_out)


def test_a_link_of_a_deleted_plan_does_not_come_back_with_the_plan(family: Family) -> None:
    by = family.admin | {"If-Match": '"1"'}
    assert family.client.delete(f"{PLANS}/{family.plan}", headers=by).status_code == 204
    assert family.revoke("third") == {"tokens": 0, "shares": 2, "jobs": 0}
    assert family.client.post(f"/api/v1/deleted-plans/{family.plan}/restore", headers=family.admin).status_code == 200
    assert family.working() == {"first", "second", "link first", "link second", "link of another"}


def test_a_token_revokes_what_it_made_with_all_below(family: Family) -> None:
    assert family.revoke("second", by="first") == {"tokens": 1, "shares": 3, "jobs": 0}
    assert family.working() == {"first", "link first", "link of another"}


def test_what_a_token_made_can_be_kept_and_revoked_later(family: Family) -> None:
    assert family.revoke("second", query="?keep_made=true") == {"tokens": 0, "shares": 0, "jobs": 0}
    assert family.working() >= {"third", "link second", "link third"}
    # Also what is below one that is revoked already.
    assert family.revoke("first") == {"tokens": 1, "shares": 4, "jobs": 0}
    assert family.working() == {"link of another"}


def test_what_is_gone_already_is_not_revoked_again(family: Family, database_url: str) -> None:
    change(database_url, f"UPDATE tokens SET expires_at = now() WHERE id = '{family.tokens['third']['id']}'")
    change(database_url, f"UPDATE shares SET expires_at = now() WHERE id = '{family.links['third']['id']}'")
    assert family.revoke("first") == {"tokens": 1, "shares": 3, "jobs": 0}
    states = {each["name"]: each["state"] for each in family.client.get("/api/v1/tokens", headers=family.admin).json()}
    assert (states["second"], states["third"]) == ("revoked", "expired")


def test_a_way_to_what_can_be_used_is_not_forgotten(family: Family, database_url: str) -> None:
    family.revoke("second", query="?keep_made=true")
    change(database_url, "UPDATE tokens SET revoked_at = now() - interval '91 days' WHERE name = 'second'")
    # Making one tidies.
    family.client.post("/api/v1/tokens", json={"name": "x"}, headers=family.admin)
    assert family.revoke("first") == {"tokens": 1, "shares": 4, "jobs": 0}


def test_lists_say_who_made_what(family: Family) -> None:
    tokens = {each["name"]: each for each in family.client.get("/api/v1/tokens", headers=family.admin).json()}
    assert tokens["a test"]["created_by_name"] is None
    makers = {"first": "a test", "second": "first", "third": "second"}
    assert {name: tokens[name]["created_by_name"] for name in makers} == makers
    links = {
        each["id"]: each for each in family.client.get(f"{PLANS}/{family.plan}/shares", headers=family.admin).json()
    }
    for name in ("first", "second", "third"):
        link = links[family.links[name]["id"]]
        assert (link["created_by"], link["created_by_name"]) == (tokens[name]["id"], name)
        assert family.links[name]["created_by_name"] == name


def test_a_list_shows_ones_own_tokens(opened: Opened, database_url: str) -> None:
    client = opened(require_token=True)
    admin = bearer(made(database_url, Scope.ADMIN, Scope.WRITE))
    first, second = (
        client.post("/api/v1/tokens", json={"name": name, "scopes": ["write"]}, headers=admin).json() for name in "ab"
    )
    assert {each["name"] for each in client.get("/api/v1/tokens", headers=admin).json()} == {"a test", "a", "b"}
    (own,) = client.get("/api/v1/tokens", headers=bearer(first["token"])).json()
    assert (own["name"], own["created_by"]) == ("a", admin["Authorization"].split("_")[1])
    assert client.delete(f"/api/v1/tokens/{second['id']}", headers=bearer(first["token"])).status_code == 404
    assert client.get(PLANS, headers=bearer(second["token"])).status_code == 200
    # Any token may revoke itself, so that a leaked one can be ended at once.
    assert client.delete(f"/api/v1/tokens/{first['id']}", headers=bearer(first["token"])).status_code == 200
    assert client.get(PLANS, headers=bearer(first["token"])).status_code == 401


@pytest.mark.parametrize("key", ["curve", "parse"])
def test_a_model_named_like_a_computing_address_is_not_open_to_readers(
    opened: Opened, database_url: str, key: str
) -> None:
    client = opened(require_token=True)
    reading, writing = bearer(made(database_url, Scope.READ)), bearer(made(database_url, Scope.WRITE))
    model = {
        "key": key,
        "name": "Own",
        "measure": "opm_per_vm",
        "points": [{"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600}],
    }
    address = f"/api/v1/opm-models/{key}"
    assert client.post("/api/v1/opm-models", json=model, headers=writing).status_code == 201
    for refused in (
        client.put(address, json=model, headers={**reading, "If-Match": '"1"'}),
        client.delete(address, headers={**reading, "If-Match": '"1"'}),
    ):
        assert refused.status_code == 403
        assert refused.json()["code"] == "scope_missing"
    assert client.delete(address, headers={**writing, "If-Match": '"1"'}).status_code == 204


def test_who_may_do_what_is_said_in_the_description(opened: Opened) -> None:
    document = opened().get("/api/openapi.json").json()
    paths = document["paths"]
    computing = {
        path for path, operations in paths.items() if operations.get("post", {}).get("x-token-scope") == "read"
    }
    # Every other POST saves something, or is refused to a token to read until somebody says that it does not.
    assert computing == {
        "/api/v1/burst",
        "/api/v1/diff",
        "/api/v1/uncertainty",
        "/api/v1/uncertainty/indices",
        "/api/v1/search",
        "/api/v1/search/choices",
        "/api/v1/sensitivities",
        "/api/v1/growth",
        "/api/v1/provenance",
        "/api/v1/estate",
        "/api/v1/estate/history",
        "/api/v1/estate/plan",
        "/api/v1/estate/portfolio",
        "/api/v1/estate/read",
        "/api/v1/estate/readiness",
        "/api/v1/estate/readiness/sheet",
        "/api/v1/evaluate",
        "/api/v1/evaluate/batch",
        "/api/v1/explain",
        "/api/v1/explain/sensitivities",
        "/api/v1/bill-of-materials",
        "/api/v1/memory",
        "/api/v1/options",
        "/api/v1/storage",
        "/api/v1/summary",
        "/api/v1/plans/read",
        "/api/v1/plans/{plan_id}/report",
        "/api/v1/shared/{token}/report",
        "/api/v1/opm-models/curve",
        "/api/v1/opm-models/parse",
        "/api/v1/price-books/apply",
        "/api/v1/price-books/read",
        "/api/v1/quote-audits",
        "/api/v1/quote-audits/read",
        "/api/v1/read-cache",
        "/api/v1/read-cache/advice",
        "/api/v1/read-cache/calibration",
        "/api/v1/report",
    }
    assert paths["/api/v1/evaluate"]["post"]["x-token-scope"] == "read"
    assert paths["/api/v1/plans"]["post"]["x-token-scope"] == "write"
    assert paths["/api/v1/shared/{token}"]["get"]["security"] == []
    for path, operations in paths.items():
        if path.startswith("/api/v1/"):
            assert all("429" in operation["responses"] for operation in operations.values())


def test_tokens_are_made_listed_and_revoked(opened: Opened) -> None:
    client = opened()
    answer = client.post("/api/v1/tokens", json={"name": "nightly", "scopes": ["write"], "expires_in_days": 7})
    assert (answer.status_code, answer.headers["cache-control"]) == (201, "no-store")
    new = answer.json()
    assert re.fullmatch(rf"{new['prefix']}_[0-9a-f]{{64}}", new["token"])
    assert (new["name"], new["scopes"], new["state"]) == ("nightly", ["read", "write"], "active")
    assert new["last_used_at"] is None
    assert client.get(PLANS, headers=bearer(new["token"])).status_code == 200
    listed = client.get("/api/v1/tokens")
    assert new["token"] not in listed.text
    assert listed.json()[0]["last_used_at"] is not None
    assert client.delete(f"/api/v1/tokens/{new['id']}").status_code == 200
    assert client.get("/api/v1/tokens").json()[0]["state"] == "revoked"
    assert client.get(PLANS, headers=bearer(new["token"])).status_code == 401
    for unknown in ("0123456789abcdef", "nonsense", "%00"):
        assert client.delete(f"/api/v1/tokens/{unknown}").status_code == 404


def test_the_last_use_is_noted_now_and_then(opened: Opened, database_url: str) -> None:
    client = opened()
    token = bearer(made(database_url, Scope.READ))

    def last_use() -> str:
        client.get(PLANS, headers=token)
        return str(client.get("/api/v1/tokens").json()[0]["last_used_at"])

    first = last_use()
    assert last_use() == first
    change(database_url, "UPDATE tokens SET last_used_at = now() - interval '6 minutes'")
    assert last_use() > first


def test_what_a_token_is_for_has_limits(opened: Opened) -> None:
    client = opened()
    for wrong in (
        {},
        {"name": ""},
        {"name": "x", "scopes": []},
        {"name": "x", "scopes": ["root"]},
        {"name": "x", "expires_in_days": 0},
        {"name": "x", "expires_in_days": 366},
        {"name": "x", "expires_in_days": None},
        {"name": "x", "expires": 7},
    ):
        assert client.post("/api/v1/tokens", json=wrong).status_code == 422
    usual = client.post("/api/v1/tokens", json={"name": "x"}).json()
    assert usual["expires_at"] is not None
    assert usual["scopes"] == ["read"]


def test_there_are_only_so_many_tokens(opened: Opened) -> None:
    client = opened(max_tokens=2)
    one, _ = (client.post("/api/v1/tokens", json={"name": name}).json() for name in "ab")
    assert client.post("/api/v1/tokens", json={"name": "c"}).json()["code"] == "too_many_tokens"
    client.delete(f"/api/v1/tokens/{one['id']}")
    assert client.post("/api/v1/tokens", json={"name": "c"}).status_code == 201


def test_nothing_in_the_database_gives_a_token_away(opened: Opened, database_url: str) -> None:
    client = opened()
    token = client.post("/api/v1/tokens", json={"name": "x"}).json()["token"]
    with psycopg.connect(database_url) as connection:
        rows = connection.execute("SELECT tokens::text FROM tokens").fetchall()
        assert rows
        secret = token.split("_")[2]
        assert all(secret not in row[0] and secret.encode().hex() not in row[0] for row in rows)


def test_the_log_holds_no_secret(
    opened: Opened,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    token = made(database_url, Scope.WRITE)
    client = opened()
    plan = client.get("/api/v1/samples/light-io").json()
    plan_id = client.post(PLANS, json=plan).json()["id"]
    share = client.post(f"{PLANS}/{plan_id}/shares", json={}).json()["token"]

    def broken(*_: object) -> None:
        raise RuntimeError(f"broken on behalf of {token} and {share}")

    monkeypatch.setattr("hostwise.server.api.evaluation_routes.decide", broken)
    caplog.set_level(logging.DEBUG)
    assert client.post("/api/v1/evaluate", json=plan, headers=bearer(token)).status_code == 500
    assert client.get(f"/api/v1/shared/{share}").status_code == 500
    assert client.get(PLANS, headers=bearer(token[:-1] + "x")).status_code == 401
    try:
        broken()
    except RuntimeError:
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application")
    access_line = ("127.0.0.1:50000", "GET", f"/api/v1/shared/{share}", "1.1", 500)
    logging.getLogger("uvicorn.access").warning('%s - "%s %s HTTP/%s" %d', *access_line)
    formatter = AccessFormatter("%(client_addr)s %(request_line)s %(status_code)s", use_colors=False)
    # The client of this test logs its own requests; that is not the application.
    ours = [record for record in caplog.records if record.name != "httpx2"]
    logged = "".join(capfd.readouterr()) + "".join(map(logging.Formatter().format, ours)) + formatter.format(ours[-1])
    assert logged.count("broken on behalf of") >= 3
    assert logged.count("GET /api/v1/shared/hws_") == 3
    for secret in (token, share, token.split("_")[2], share.split("_")[2]):
        assert secret not in logged


def test_too_many_requests_are_refused_for_a_while(opened: Opened, database_url: str) -> None:
    client = opened(rate_limit="5/minute")
    answers = [client.get(PLANS) for _ in range(5)]
    assert [each.status_code for each in answers] == [200] * 5
    assert [each.headers["ratelimit-remaining"] for each in answers] == ["4", "3", "2", "1", "0"]
    assert answers[0].headers["ratelimit-limit"] == "5"
    assert 0 < int(answers[0].headers["ratelimit-reset"]) <= 60
    refused = client.get(PLANS)
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many_requests")
    assert refused.headers["retry-after"] == refused.headers["ratelimit-reset"]
    assert refused.headers["x-content-type-options"] == "nosniff"
    # A token has an allowance of its own; guessing one uses up the address's.
    token = bearer(made(database_url, Scope.READ))
    assert client.get(PLANS, headers=token).headers["ratelimit-remaining"] == "4"
    assert client.get(PLANS, headers=bearer("nonsense")).status_code == 429
    assert client.get("/health/live").status_code == 200


class Clock:
    """Time that passes only while something is evaluated, for so long as is said before."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.takes, self.problem = 0.0, 0.0, False
        monkeypatch.setattr(pools, "time", SimpleNamespace(monotonic=lambda: self.now, thread_time=lambda: self.now))
        monkeypatch.setattr(evaluation_routes, "decide", partial(self._evaluate, decide))

    def _evaluate(self, evaluate: Callable[..., Any], *asked: Any) -> Any:
        self.now += self.takes
        if self.problem:
            raise ProblemError(422, "wrong", "Wrong", "It is wrong.")
        return evaluate(*asked)


def test_what_is_computed_counts_by_its_time(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    client, plan, clock = opened(rate_limit="1000/minute"), plan_json(sample_plan("light-io")), Clock(monkeypatch)

    def left(name: str, status: int = 200) -> int:
        answer = client.post("/api/v1/evaluate", json=plan | {"name": name})
        assert answer.status_code == status, answer.text
        return int(answer.headers["ratelimit-remaining"])

    clock.takes = 0.9 * SECONDS_OF_ONE
    assert left("light") == 999
    clock.takes = 4.2 * SECONDS_OF_ONE
    assert left("heavy") == 999 - 1 - 4
    # The same again is not computed.
    assert left("heavy") == 993
    clock.problem = True
    assert left("wrong", 422) == 993 - 1 - 4


def test_who_has_used_up_the_time_is_refused_for_a_while(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    client, plan, clock = opened(rate_limit="4/minute"), plan_json(sample_plan("light-io")), Clock(monkeypatch)
    clock.takes = 6 * SECONDS_OF_ONE
    answer = client.post("/api/v1/evaluate", json=plan)
    assert (answer.status_code, answer.headers["ratelimit-remaining"]) == (200, "0")
    assert "retry-after" not in answer.headers
    refused = client.get(PLANS)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, refused.headers["ratelimit-reset"])


def test_the_lines_of_a_batch_count_together(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    client, plan, clock = opened(rate_limit="1000/minute"), plan_json(sample_plan("light-io")), Clock(monkeypatch)
    clock.takes = 2.5 * SECONDS_OF_ONE
    lines = "\n".join(json.dumps(plan | {"name": f"Plan {number}"}) for number in range(3))
    answer = client.post("/api/v1/evaluate/batch", content=lines, headers={"Content-Type": "application/x-ndjson"})
    assert answer.text.count('"result":{') == 3
    assert client.get(PLANS).headers["ratelimit-remaining"] == str(1_000 - 1 - 7 - 1)


def test_zero_is_no_limit(opened: Opened) -> None:
    client = opened(rate_limit="0/minute")
    answers = [client.get("/api/v1/samples") for _ in range(20)]
    assert all(each.status_code == 200 and "ratelimit-limit" not in each.headers for each in answers)
