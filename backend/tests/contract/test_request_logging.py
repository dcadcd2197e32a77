"""What an operator sees: ids of requests, lines of the log, figures; and what a browser is told on every answer."""

import json
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from hostwise.server.access.token_documents import Scope
from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from tests.contract.conftest import ADDRESS
from tests.contract.test_access_api import bearer, made

pytestmark = pytest.mark.integration


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_every_request_is_a_line_with_the_id_that_its_answer_has(
    capfd: pytest.CaptureFixture[str], client: TestClient
) -> None:
    answer = client.get("/api/v1/samples")
    missing = client.get("/api/v1/samples/nothing")
    client.get("/health/live")
    found = {each["request_id"]: each for each in lines(capfd.readouterr().err)}
    assert [found[each.headers["x-request-id"]]["status"] for each in (answer, missing)] == [200, 404]
    one = found[answer.headers["x-request-id"]]
    assert (one["method"], one["path"], one["level"], one["message"]) == ("GET", "/api/v1/samples", "info", "request")
    assert one["seconds"] >= 0
    assert len(found) == 2


def test_a_defect_is_logged_with_the_id_and_closes_the_connection(
    capfd: pytest.CaptureFixture[str], client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("hostwise.server.api.evaluation_routes.decide", broken)
    answer = client.post("/api/v1/evaluate", json=client.get("/api/v1/samples/light-io").json())
    assert (answer.status_code, answer.headers["connection"]) == (500, "close")
    assert answer.headers["x-content-type-options"] == "nosniff"
    (defect,) = [each for each in lines(capfd.readouterr().err) if each["message"] == "defect"]
    assert defect["request_id"] == answer.headers["x-request-id"]
    assert "RuntimeError: a defect" in defect["exception"]


@pytest.mark.parametrize(("peer", "believed"), [("10.0.0.1", True), ("10.0.0.2", False)])
def test_only_a_trusted_proxy_gives_a_request_id(database_url: str, peer: str, believed: bool) -> None:
    settings = Settings.model_construct(database_url=database_url, trusted_proxies=("10.0.0.1",))
    with TestClient(create_app(settings), base_url=ADDRESS, client=(peer, 1)) as client:
        answer = client.get("/api/v1/samples", headers={"X-Request-ID": "from-the-proxy-7"})
        assert (answer.headers["x-request-id"] == "from-the-proxy-7") == believed
        forged = client.get("/api/v1/samples", headers={"X-Request-ID": 'x", "status": 200'})
        assert len(forged.headers["x-request-id"]) == 32


def test_the_text_format_logs_no_requests(database_url: str, capfd: pytest.CaptureFixture[str]) -> None:
    settings = Settings.model_construct(database_url=database_url, log_format="text")
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        client.get("/api/v1/samples")
    assert capfd.readouterr().err == ""


def test_metrics_count_routes_and_no_secrets(client: TestClient) -> None:
    secret = "hws_0123456789abcdef_" + 64 * "0"
    client.get("/api/v1/samples/light-io")
    client.get(f"/api/v1/shared/{secret}")
    client.get(f"/no-such-page-{secret}")
    client.request("BREW", "/api/v1/samples")
    text = client.get("/metrics").text
    assert secret not in text
    found = {
        tuple(sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == "hostwise_requests_total"
    }
    assert found["GET", "/api/v1/samples/{key}", "200"] == 1
    assert found["GET", "/api/v1/shared/{token}", "404"] == 1
    assert any(method == "other" for method, *_ in found)
    assert 'hostwise_pool_work{pool="evaluation",state="running"} 0.0' in text
    assert "hostwise_request_seconds_bucket" in text


def test_metrics_need_a_token_where_the_api_does(database_url: str) -> None:
    settings = Settings.model_construct(database_url=database_url, require_token=True)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        assert client.get("/metrics").status_code == 401
        token = bearer(made(database_url, Scope.READ))
        assert client.get("/metrics", headers=token).status_code == 200


EVERYWHERE = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
}


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/plans/1",
        "/shared/hws_1_2",
        "/assets/nothing.js",
        "/api/docs",
        "/api/openapi.json",
        "/api/v1/samples",
        "/api/v1/plans",
        "/api/v1/nothing",
        "/health/live",
        "/metrics",
        "/robots.txt",
        "/%00",
    ],
)
def test_every_response_has_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers.get(name) for name in EVERYWHERE} == EVERYWHERE
    policy = headers["content-security-policy"]
    assert all(part in policy for part in ("default-src 'self'", "object-src 'none'", "frame-ancestors 'none'"))
    private = path.startswith("/shared/")
    assert headers["referrer-policy"] == ("no-referrer" if private else "same-origin")
    if private or path.startswith("/api/v1/"):
        # Of what never changes a browser asks whether it is still that.
        assert headers["cache-control"] == ("private, no-cache" if path == "/api/v1/samples" else "no-store")


def test_refusals_have_security_headers_too(client: TestClient) -> None:
    for headers in ({"Host": "evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Authorization": "Bearer x"}):
        answer = client.get("/api/v1/plans", headers=headers)
        assert answer.status_code in (401, 403, 421)
        assert {name: answer.headers.get(name) for name in EVERYWHERE} == EVERYWHERE


def test_search_engines_are_told_to_stay_away(client: TestClient) -> None:
    answer = client.get("/robots.txt")
    assert (answer.text, answer.headers["content-type"]) == (
        "User-agent: *\nDisallow: /\n",
        "text/plain; charset=utf-8",
    )


ODD = [
    "/%00",
    "/a%00b",
    "/%ff%fe",
    "/%C0%AF",
    "/%0a",
    "/" + "a" * 50_000,
    "/" + "%00" * 9_000,
    "/..%2f..%2fetc/passwd%00",
]


@pytest.mark.parametrize("path", ODD + ["/assets" + each for each in ODD] + ["/api/v1/samples" + each for each in ODD])
def test_unreadable_addresses_are_not_found(app: FastAPI, client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (404, 422) if path.startswith("/api") else answer.status_code == 404, path[:40]
    assert len(answer.content) < 2_000


def test_no_spelling_leads_out_of_the_pages(client: TestClient) -> None:
    for path in ("/../pyproject.toml", "/..%2f..%2fpyproject.toml", "/%2e%2e/%2e%2e/pyproject.toml", "//etc/passwd"):
        answer = client.get(path)
        assert "root:" not in answer.text
        assert "[project]" not in answer.text
