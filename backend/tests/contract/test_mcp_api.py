"""The address of MCP: who may call it, from where, and what calls answer. Elsewhere the official client calls it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message

from hostwise.answers.reference.catalogue_table import TABLES
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.access.token_documents import Scope
from hostwise.server.api import evaluation_routes, mcp_work
from hostwise.server.application import create_app
from hostwise.server.http.rate_limits import SECONDS_OF_ONE
from hostwise.server.settings import Settings
from hostwise.server.store.session import DatabaseUnavailable
from hostwise.server.workers import pools
from hostwise.server.workers.pools import Pool
from tests.contract.conftest import ADDRESS
from tests.contract.test_access_api import bearer, change, made

pytestmark = pytest.mark.integration

MCP = "/mcp"
ACCEPT = {"Accept": "application/json, text/event-stream"}


def message(tool: str, **arguments: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}


def called(client: TestClient, tool: str, **arguments: Any) -> dict[str, Any]:
    """The answer of a tool."""
    answer = client.post(MCP, json=message(tool, **arguments), headers=ACCEPT)
    assert answer.status_code == 200, answer.text
    assert answer.headers["cache-control"] == "no-store"
    result: dict[str, Any] = answer.json()["result"]
    assert not result["isError"], result
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    structured: dict[str, Any] = result["structuredContent"]
    return structured


def problem(client: TestClient, tool: str, **arguments: Any) -> dict[str, Any]:
    """The problem that a tool answers with: as text only, since it has not the schema of the answer."""
    result = client.post(MCP, json=message(tool, **arguments), headers=ACCEPT).json()["result"]
    assert result["isError"]
    assert "structuredContent" not in result
    found: dict[str, Any] = json.loads(result["content"][0]["text"])
    return found


@pytest.fixture
def plan() -> dict[str, Any]:
    return plan_json(sample_plan("light-io"))


@pytest.fixture
def guarded(database_url: str) -> Iterator[TestClient]:
    """An installation that requires tokens."""
    app = create_app(Settings.model_construct(database_url=database_url, require_token=True))
    with TestClient(app, base_url=ADDRESS) as client:
        yield client


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", ""])
def test_a_call_for_another_host_is_misdirected(client: TestClient, host: str) -> None:
    answer = client.post(MCP, json=message("check", plan="light-io"), headers=ACCEPT | {"Host": host})
    assert (answer.status_code, answer.json()["code"]) == (421, "host_not_allowed")


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_a_call_by_a_page_of_another_site_is_refused(client: TestClient, headers: dict[str, str]) -> None:
    answer = client.post(MCP, json=message("check", plan="light-io"), headers=ACCEPT | headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")


def test_a_listed_name_and_its_pages_are_served(database_url: str) -> None:
    app = create_app(Settings.model_construct(database_url=database_url, allowed_hosts=("plans.example.com",)))
    with TestClient(app, base_url="http://plans.example.com") as client:
        own = ACCEPT | {"Origin": "http://plans.example.com"}
        assert client.post(MCP, json=message("check", plan="light-io"), headers=own).status_code == 200


def test_a_call_needs_a_token_that_reads(guarded: TestClient, database_url: str) -> None:
    asked = message("check", plan="light-io")
    answer = guarded.post(MCP, json=asked, headers=ACCEPT)
    assert (answer.status_code, answer.json()["code"]) == (401, "token_needed")
    assert answer.headers["www-authenticate"] == "Bearer"
    answer = guarded.post(MCP, json=asked, headers=ACCEPT | bearer("hw_nonsense"))
    assert (answer.status_code, answer.json()["code"]) == (401, "token_needed")
    token = bearer(made(database_url, Scope.READ))
    assert guarded.post(MCP, json=asked, headers=ACCEPT | token).status_code == 200
    # What no command makes: a token that may write and not read.
    change(database_url, "UPDATE tokens SET scopes = ARRAY['write']")
    answer = guarded.post(MCP, json=asked, headers=ACCEPT | token)
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")


def test_there_is_nothing_to_listen_to_and_nothing_to_end(client: TestClient) -> None:
    for answer in (client.get(MCP, headers={"Accept": "text/event-stream"}), client.delete(MCP)):
        assert (answer.status_code, answer.json()["code"], answer.headers["allow"]) == (
            405,
            "method_not_allowed",
            "POST",
        )


def test_a_body_has_the_limits_of_the_api(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post(MCP, content=json.dumps(message("check", plan=plan)), headers={"Content-Type": "text/plain"})
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported_media_type")
    answer = client.post(MCP, json=message("check", plan=plan | {"notes": "x" * 2**21}), headers=ACCEPT)
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
    chunks = iter([b"x" * 2**20] * 3)
    answer = client.post(MCP, content=chunks, headers=ACCEPT | {"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


def test_what_is_computed_counts_by_its_time(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def slow(*asked: Any) -> Any:
        nonlocal now
        now += 4.2 * SECONDS_OF_ONE
        return evaluated(*asked)

    evaluated = evaluation_routes.evaluated
    monkeypatch.setattr(mcp_work, "evaluated", slow)
    monkeypatch.setattr(pools, "time", SimpleNamespace(monotonic=lambda: now, thread_time=lambda: now))
    app = create_app(Settings.model_construct(database_url=database_url, rate_limit="10/minute"))
    with TestClient(app, base_url=ADDRESS) as client:
        for left in ("5", "0"):
            answer = client.post(MCP, json=message("check", plan="light-io"), headers=ACCEPT)
            assert (answer.status_code, answer.headers["ratelimit-remaining"]) == (200, left)
        answer = client.post(MCP, json=message("check", plan="light-io"), headers=ACCEPT)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")


async def test_what_is_computed_ends_when_its_client_leaves(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in (b"2025-06-18", b"2026-07-28"):
        began, gave_up, left = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def answer(*_: object, began: asyncio.Event = began, gave_up: asyncio.Event = gave_up) -> None:
            began.set()
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                gave_up.set()
                raise

        monkeypatch.setattr(Pool, "respond", answer)
        asked = message("check", plan="light-io")
        asked["params"]["_meta"] = {
            "io.modelcontextprotocol/protocolVersion": version.decode(),
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        messages = iter([{"type": "http.request", "body": json.dumps(asked).encode()}])

        async def receive(left: asyncio.Event = left, messages: Iterator[Message] = messages) -> Message:
            if (sent := next(messages, None)) is not None:
                return sent
            await left.wait()
            return {"type": "http.disconnect"}

        async def send(sent: Message) -> None:
            assert sent["type"] != "http.response.body" or not sent.get("body"), sent

        headers = {
            b"host": b"127.0.0.1",
            b"content-type": b"application/json",
            b"accept": b"application/json, text/event-stream",
            b"mcp-protocol-version": version,
            b"mcp-method": b"tools/call",
            b"mcp-name": b"check",
        }
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": "POST",
            "scheme": "http",
            "path": MCP,
            "query_string": b"",
            "headers": list(headers.items()),
            "client": ("127.0.0.1", 1),
        }
        async with app.state.mcp.running():
            asking = asyncio.ensure_future(app(scope, receive, send))
            await began.wait()
            left.set()
            await asking
            await gave_up.wait()


def test_a_saved_plan_is_called_by_its_id(client: TestClient, plan: dict[str, Any]) -> None:
    saved = client.post("/api/v1/plans", json=plan | {"name": "Ours"}).json()
    answer = called(client, "evaluate", plan=saved["id"])
    assert (answer["plan_name"], answer["plan_hash"]) == ("Ours", saved["plan_hash"])
    client.delete(f"/api/v1/plans/{saved['id']}", headers={"If-Match": '"1"'})
    found = problem(client, "evaluate", plan=saved["id"])
    assert (found["status"], found["code"]) == (404, "plan_not_found")


def test_a_database_that_does_not_answer_is_said(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def read(*_: object) -> None:
        raise DatabaseUnavailable

    monkeypatch.setattr(client.app.state.plans, "read", read)  # type: ignore[attr-defined]
    found = problem(client, "evaluate", plan="00000000-0000-4000-8000-000000000000")
    assert (found["status"], found["code"]) == (503, "database_unavailable")


def test_a_plan_that_was_stored_by_another_version_says_where_it_is_wrong(
    client: TestClient, plan: dict[str, Any], database_url: str
) -> None:
    saved = client.post("/api/v1/plans", json=plan).json()
    change(database_url, "ALTER TABLE revisions DISABLE TRIGGER revisions_are_immutable")
    change(database_url, "UPDATE revisions SET document = jsonb_set(document, '{economics,horizon_years}', '-1')")
    found = problem(client, "check", plan=saved["id"])
    assert (found["code"], found["errors"][0]["pointer"]) == ("outdated_plan", "/economics/horizon_years")


def test_changes_are_made_before_the_plan_is_computed(client: TestClient, plan: dict[str, Any]) -> None:
    changes = [
        {"pointer": "/policy/spare_hosts", "value": 3},
        {"pointer": "/economics/horizon_years", "value": 7},
        {"pointer": "/description", "value": None},
    ]
    changed = plan | {"policy": plan["policy"] | {"spare_hosts": 3}}
    changed |= {"economics": plan["economics"] | {"horizon_years": 7}}
    changed.pop("description", None)
    assert called(client, "evaluate", plan=plan, changes=changes) == called(client, "evaluate", plan=changed)


@pytest.mark.parametrize("pointer", ["/configurations/9/key", "/configurations/x", "/name/x", "/configurations/0"])
def test_a_change_that_leads_nowhere_is_named(client: TestClient, pointer: str) -> None:
    changes = [{"pointer": "/policy/spare_hosts", "value": 2}, {"pointer": pointer, "value": 1}]
    found = problem(client, "evaluate", plan="light-io", changes=changes)
    assert (found["code"], found["errors"][0]["pointer"]) == ("invalid_change", "/changes/1/pointer")


def test_a_bad_plan_is_named_at_its_fields_as_by_the_api(client: TestClient, plan: dict[str, Any]) -> None:
    plan["workload"]["groups"][0]["count"] = -1
    plan["policy"]["spare_host"] = 2
    expected = client.post("/api/v1/evaluate", json=plan).json()
    assert {each["pointer"] for each in expected["errors"]} == {"/workload/groups/0/count", "/policy/spare_host"}
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("evaluate", {}),
        ("compare", {}),
        ("explain", {"configuration": "nand", "quantity": "hosts"}),
    )
    for tool, further in asked:
        assert problem(client, tool, plan=plan, **further) == expected
    checked = called(client, "check", plan=plan)
    assert not checked["valid"]
    assert [each["pointer"] for each in checked["errors"]] == [each["pointer"] for each in expected["errors"]]
    assert [each["message"] for each in checked["errors"]] == [each["message"] for each in expected["errors"]]


def test_an_unknown_reference_of_a_plan_is_named_at_its_field(client: TestClient, plan: dict[str, Any]) -> None:
    plan["configurations"][0]["host"]["cpu"] = "no-such-cpu"
    expected = client.post("/api/v1/evaluate", json=plan).json()
    assert problem(client, "evaluate", plan=plan) == expected
    assert called(client, "check", plan=plan)["errors"][0]["pointer"] == expected["errors"][0]["pointer"]


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "pointer"),
    [
        ("evaluate", {"plan": "nope"}, "unknown_sample", ""),
        ("evaluate", {"plan": "light-io", "quantities": ["hots"]}, "unknown_quantity", "/quantities"),
        ("search", {"plan": "light-io", "configuration": "nope"}, "wrong_choice", "/configuration"),
        ("catalogue", {"kind": "ships"}, "unknown_kind", "/kind"),
        ("catalogue", {"kind": "cpus", "filters": [{"column": "cors"}]}, "unknown_column", "/filters/0/column"),
    ],
)
def test_what_does_not_exist_is_named(
    client: TestClient, tool: str, arguments: dict[str, Any], code: str, pointer: str
) -> None:
    found = problem(client, tool, **arguments)
    assert (found["code"], found["errors"][0]["pointer"]) == (code, pointer)


def test_a_search_is_that_of_the_api_with_the_cheapest_options(client: TestClient, plan: dict[str, Any]) -> None:
    sizes = [{"field": "/memory/dram_gib", "values": [64 * each for each in range(1, 17)]}]
    found = called(client, "search", plan=plan, choices=sizes)
    expected = client.post("/api/v1/search", json={"plan": plan, "choices": sizes}).json()
    for name in ("sentence", "combinations", "feasible", "near", "best", "missed", "rejected"):
        assert found[name] == expected[name]
    (choice,), (full,) = found["choices"], expected["choices"]
    assert choice["shared"] == full["shared"]
    known = sorted(each["dearer"] for each in full["options"] if each["dearer"] is not None)
    assert [each["dearer"] for each in choice["options"] if each["dearer"] is not None] == known[:10]
    assert any("6 more options" in each for each in found["left_out"])


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"configuration": "nope", "quantity": "hosts"}, "unknown_configuration"),
        ({"configuration": "nand", "quantity": "hots"}, "unknown_quantity"),
        ({"configuration": "nand", "quantity": "hosts", "failed_hosts": 900}, "nothing_left_running"),
    ],
)
def test_a_number_that_does_not_exist_is_named(client: TestClient, arguments: dict[str, Any], code: str) -> None:
    assert problem(client, "explain", plan="light-io", **arguments)["code"] == code


@pytest.mark.parametrize("kind", list(TABLES))
def test_the_catalogue_pages_through_all_rows(client: TestClient, kind: str) -> None:
    table = client.get(f"/api/v1/catalogue/{kind}/table").json()
    rows: list[dict[str, Any]] = []
    while True:
        page = called(client, "catalogue", kind=kind, first=len(rows), most=50)
        rows += page["rows"]
        assert page["found"] == len(table["rows"])
        assert {key for each in page["rows"] for key in each["sources"]} == {each["key"] for each in page["sources"]}
        if len(rows) == page["found"]:
            break
        assert f"`first` {len(rows)}" in page["left_out"][-1]
    # Old parts and prices are last.
    for row, full in zip(rows, sorted(table["rows"], key=lambda each: each["old_price"]), strict=True):
        cells = {column["key"]: cell for column, cell in zip(table["columns"], full["cells"], strict=True)}
        assert row["cells"] == {key: cell for key, cell in cells.items() if cell["text"]}
        assert {key: row[key] for key in ("key", "name", "sources", "date", "confidence", "notes")} == {
            key: full[key] for key in ("key", "name", "sources", "date", "confidence", "notes")
        }


def _searched(client: TestClient, **asked: Any) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The rows of drives that are found, and those that are not."""
    found = called(client, "catalogue", kind="drives", most=100, **asked)["rows"]
    rest: list[dict[str, Any]] = []
    while len(page := called(client, "catalogue", kind="drives", most=100, first=len(rest))["rows"]) > 0:
        rest += page
    keys = {each["key"] for each in found}
    return found, [each for each in rest if each["key"] not in keys]


def test_the_catalogue_is_searched_by_words_and_filters(client: TestClient) -> None:
    passes: Callable[[dict[str, Any]], bool]

    def value(row: dict[str, Any], column: str) -> float | None:
        found: float | None = row["cells"].get(column, {}).get("value")
        return found

    def in_range(row: dict[str, Any]) -> bool:
        capacity = value(row, "capacity_gb")
        return capacity is not None and 1_500 <= capacity <= 4_000

    for asked, passes in (
        ({"filters": [{"column": "capacity_gb", "low": 1_500, "high": 4_000}]}, in_range),
        (
            {"filters": [{"column": "price", "high": 2_000}, {"column": "seq_write_mb_s", "known": True}]},
            lambda row: (value(row, "price") or 0) <= 2_000 and value(row, "seq_write_mb_s") is not None,
        ),
        (
            {"filters": [{"column": "class", "texts": ["Mixed-Use", "write-intensive"]}]},
            lambda row: row["cells"]["class"]["text"] in ("mixed-use", "write-intensive"),
        ),
        ({"words": "MIXED nvme"}, lambda row: _says(row, "mixed") and _says(row, "nvme")),
    ):
        found, rest = _searched(client, **asked)
        assert found
        assert rest
        assert all(passes(each) for each in found)
        assert not any(passes(each) for each in rest)


def _says(row: dict[str, Any], word: str) -> bool:
    said = (row["key"], row["name"], row["notes"], *(each["text"] for each in row["cells"].values()))
    return word in " ".join(said).lower()


def test_nothing_of_it_is_loaded_before_it_is_called() -> None:
    code = (
        "import sys, hostwise.server.application; "
        "print([each for each in sys.modules if each.split('.')[0] in ('mcp', 'mcp_types', 'jwt', 'sse_starlette')])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("method", "params"),
    [
        (LONG, {}),
        ("tools/call", {"name": LONG, "arguments": {}}),
        ("tools/call", {"name": "check", "arguments": {"plan": LONG}}),
        ("tools/call", {"name": "check", "arguments": {"plan": {LONG: 1}}}),
        ("tools/call", {"name": "check", "arguments": {"plan": {"name": LONG}}}),
        ("tools/call", {"name": "check", "arguments": {"plan": "light-io", "changes": [{"pointer": f"/{LONG}"}]}}),
        ("tools/call", {"name": "explain", "arguments": {"plan": "light-io", "configuration": "x", "quantity": LONG}}),
        ("tools/call", {"name": "catalogue", "arguments": {"kind": LONG}}),
        ("resources/read", {"uri": f"hostwise://samples/{LONG}"}),
        ("resources/read", {"uri": LONG}),
        ("prompts/get", {"name": LONG}),
    ],
)
def test_a_long_text_is_not_repeated(client: TestClient, method: str, params: dict[str, Any]) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    assert len(client.post(MCP, json=body, headers=ACCEPT).content) < 3_000
    body = {"jsonrpc": "2.0", "id": LONG, "method": "tools/list"}
    assert len(client.post(MCP, json=body, headers=ACCEPT).content) < 3_000


@pytest.mark.parametrize(
    ("value", "words"), [("\ud800", "half of a character"), (10**400, "finite number"), (float("inf"), "finite number")]
)
def test_what_cannot_be_computed_is_named_at_its_field(client: TestClient, value: object, words: str) -> None:
    body = message("search", plan="nvme-2026", choices=[{"field": "/memory/dram_gib", "values": [512, value]}])
    answer = client.post(MCP, content=json.dumps(body), headers=ACCEPT | {"Content-Type": "application/json"})
    assert answer.status_code == 400
    told = answer.json()["error"]["message"]
    assert told.startswith("/params/arguments/choices/0/values/1: ")
    assert words in told
