"""The same request has the same answer, computed once; what is long is compressed for those who can unpack it."""

import asyncio
import gzip
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from hostwise.decision.deciding import decide
from hostwise.server.api import evaluation_routes
from hostwise.server.http.response_cache import CachedResponses, RecordedResponse, ResponseCache
from hostwise.server.http.route_metadata import CACHED

pytestmark = pytest.mark.integration


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The plans that were evaluated, by name."""
    names: list[str] = []
    evaluate = decide

    def noted(plan: Any, *others: Any) -> Any:
        names.append(plan.name)
        return evaluate(plan, *others)

    monkeypatch.setattr(evaluation_routes, "decide", noted)
    return names


def test_the_same_request_is_computed_once(client: TestClient, plan: dict[str, Any], computed: list[str]) -> None:
    first, again = (client.post("/api/v1/evaluate", json=plan) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.content == again.content
    assert len(computed) == 1
    other = client.post("/api/v1/evaluate", json=plan | {"name": "another"})
    assert other.json()["plan_name"] == "another"
    reference = plan["configurations"][1]["key"]
    assert client.post("/api/v1/evaluate", params={"reference": reference}, json=plan).json()["reference"] == reference
    assert computed == [plan["name"], "another", plan["name"]]


def test_the_path_is_part_of_the_key(client: TestClient, plan: dict[str, Any]) -> None:
    assert "rows" in client.post("/api/v1/evaluate", json=plan).json()
    assert "rows" not in client.post("/api/v1/memory", json=plan).json()


def test_problems_are_not_cached(client: TestClient, plan: dict[str, Any], computed: list[str]) -> None:
    for _ in range(2):
        problem = client.post("/api/v1/evaluate", params={"reference": "nobody"}, json=plan)
        assert problem.json()["code"] == "unknown_configuration"
    assert len(computed) == 2


def test_a_cached_response_needs_a_token_too(client: TestClient, plan: dict[str, Any]) -> None:
    assert client.post("/api/v1/evaluate", json=plan).status_code == 200
    client.app.state.require_token = True  # type: ignore[attr-defined]
    assert client.post("/api/v1/evaluate", json=plan).status_code == 401


def test_large_responses_are_compressed_for_clients_that_accept_gzip(client: TestClient, plan: dict[str, Any]) -> None:
    def answer(accepted: str) -> Any:
        with client.stream("POST", "/api/v1/evaluate", json=plan, headers={"Accept-Encoding": accepted}) as response:
            return response.headers, b"".join(response.iter_raw())

    plain_headers, plain = answer("identity")
    for accepted in ("gzip", "br, gzip;q=0.5"):
        headers, packed = answer(accepted)
        assert headers["content-encoding"] == "gzip"
        assert len(packed) < len(plain) / 4
        assert int(headers["content-length"]) == len(packed)
        assert gzip.decompress(packed) == plain
    assert answer("gzip;q=0")[1] == plain
    assert "content-encoding" not in plain_headers
    assert plain_headers["vary"] == headers["vary"] == "Hostwise-Names, Accept-Encoding"
    assert plain_headers["cache-control"] == "no-store"


def test_the_accepted_media_type_is_part_of_the_key(client: TestClient, plan: dict[str, Any]) -> None:
    def answer(kind: str) -> Any:
        return client.post("/api/v1/report", json={"plan": plan}, headers={"Accept": kind, "Accept-Encoding": "gzip"})

    for _ in range(2):
        pdf, csv = answer("application/pdf"), answer("text/csv")
        assert pdf.content.startswith(b"%PDF-")
        assert "content-encoding" not in pdf.headers
        assert csv.headers["content-type"].startswith("text/csv")
        assert csv.headers["content-encoding"] == "gzip"
        assert pdf.headers["vary"] == "Accept, Hostwise-Names"
        assert csv.headers["vary"] == "Accept, Hostwise-Names, Accept-Encoding"
        assert pdf.headers["content-disposition"].endswith('.pdf"')


async def test_waiting_work_is_cancelled_when_the_client_disconnects() -> None:
    began, gave_up, left = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            gave_up.set()
            raise

    messages = iter([{"type": "http.request", "body": b"{}"}])

    async def receive() -> Message:
        if (message := next(messages, None)) is not None:
            return message
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        pytest.fail(f"nobody is there to get {message['type']}")

    app = FastAPI()
    app.post("/compute", openapi_extra={CACHED: True})(lambda: None)
    scope = {"type": "http", "method": "POST", "path": "/compute", "query_string": b"", "headers": [], "app": app}
    asked = asyncio.ensure_future(ResponseCache(slow, CachedResponses())(scope, receive, send))
    await began.wait()
    left.set()
    await asked
    assert gave_up.is_set()


def test_the_least_recently_used_response_makes_room() -> None:
    responses = CachedResponses(most_bytes=100_000)

    def answer(size: int) -> RecordedResponse:
        return RecordedResponse(200, [], bytearray(size))

    responses.keep(b"a", answer(40_000))
    responses.keep(b"b", answer(40_000))
    assert responses.find(b"a") is not None
    responses.keep(b"c", answer(40_000))
    assert [responses.find(key) is not None for key in (b"a", b"b", b"c")] == [True, False, True]
    responses.keep(b"d", answer(100_001))
    assert responses.find(b"d") is None
    assert len(responses) == 2


def test_small_responses_count_with_their_overhead() -> None:
    responses = CachedResponses(most_bytes=100_000)
    for number in range(200):
        responses.keep(b"%d" % number, RecordedResponse(200, [], bytearray(b"{}")))
    assert 0 < len(responses) < 100


def test_a_known_etag_is_answered_304(client: TestClient) -> None:
    first = client.get("/api/v1/quantities")
    tag = first.headers["ETag"]
    assert "no-store" not in first.headers["Cache-Control"]
    again = client.get("/api/v1/quantities", headers={"If-None-Match": f'"other", W/{tag}'})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["ETag"] == tag
    assert client.get("/api/v1/quantities", headers={"If-None-Match": '"other"'}).content == first.content
    # Another form has a tag of its own.
    plain = client.get("/api/v1/quantities", headers={"Accept-Encoding": "identity"})
    assert plain.headers["ETag"] != tag
    assert plain.json() == first.json()


def test_an_answer_contains_what_was_asked_for(client: TestClient, plan: dict[str, Any]) -> None:
    whole = client.post("/api/v1/evaluate", params={"include": "everything"}, json=plan).json()
    parts = "cluster_tco,monthly,rows,findings,prices"
    part = client.post("/api/v1/evaluate", params={"include": parts}, json=plan).json()
    assert (part["inputs"], part["decision"]) == ([], None)
    for full, own in zip(whole["configurations"], part["configurations"], strict=True):
        assert own["monthly"] == full["monthly"]
        assert own["quantities"] == {"cluster_tco": full["quantities"]["cluster_tco"]}
        full["quantities"] = own["quantities"]
    whole |= {"inputs": [], "decision": None}
    assert part == whole
    assert whole["rows"]
    none = client.post("/api/v1/evaluate", params={"include": ""}, json=plan).json()
    assert none["configurations"][0]["quantities"] == {}
    assert none["configurations"][0]["monthly"]["months"] == []
    assert none["configurations"][0]["findings"] == none["findings"] == none["prices"]["used"] == none["rows"] == []
    assert none["sentence"] == whole["sentence"]


def test_an_unknown_part_is_a_problem(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/evaluate", params={"include": "inputs,cluster_tcu"}, json=plan)
    assert answer.status_code == 422
    (problem,) = answer.json()["errors"]
    assert problem["pointer"] == "/include"
    assert "cluster_tco" in problem["message"]


def test_the_description_of_the_api_is_sent_small_and_once(client: TestClient) -> None:
    first = client.get("/api/openapi.json", headers={"Accept-Encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    assert int(first.headers["content-length"]) < len(first.content) / 5
    known = {"Accept-Encoding": "gzip", "If-None-Match": first.headers["etag"]}
    again = client.get("/api/openapi.json", headers=known)
    assert again.status_code == 304
    assert again.content == b""
