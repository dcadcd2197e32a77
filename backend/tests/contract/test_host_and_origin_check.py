"""Checks of host, origin and content type, and addresses behind proxies."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.catalogue.loader import load_catalogue
from hostwise.server.api.app import build_app, install
from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from tests.contract.conftest import ADDRESS

pytestmark = pytest.mark.integration

PLANS = "/api/v1/plans"
EVALUATE = "/api/v1/evaluate"
FOREIGN_HOSTS = ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "192.0.2.1", "a@127.0.0.1", ""]
FOREIGN_HOSTS += ["127.0.0.1, x"]


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def refused(answer: Any, status: int, code: str) -> None:
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json"), answer.text
    assert answer.json()["code"] == code


@pytest.mark.parametrize(
    "host",
    FOREIGN_HOSTS,
)
def test_a_request_for_another_host_is_misdirected(client: TestClient, plan: dict[str, Any], host: str) -> None:
    refused(client.post(PLANS, json=plan, headers={"Host": host}), 421, "host_not_allowed")
    for path in (PLANS, "/", "/health/ready", "/metrics", "/api/openapi.json"):
        refused(client.get(path, headers={"Host": host}), 421, "host_not_allowed")
    assert client.get(PLANS).json()["items"] == []


@pytest.mark.parametrize("host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "LOCALHOST", "localhost."])
def test_this_machine_is_known_by_its_usual_names(client: TestClient, host: str) -> None:
    assert client.get(PLANS, headers={"Host": host}).status_code == 200


def test_a_request_without_or_with_two_hosts_is_refused(client: TestClient) -> None:
    two = [("Host", "127.0.0.1"), ("Host", "evil.example")]
    refused(client.get(PLANS, headers=two), 421, "host_not_allowed")


@pytest.fixture
def named(database_url: str) -> Iterator[TestClient]:
    """An installation that is reached by names of its own, and listens on every address."""
    settings = Settings.model_construct(
        database_url=database_url, host="0.0.0.0", allowed_hosts=("plans.example.com", "*.example.org")
    )
    with TestClient(create_app(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield client


def test_names_that_are_listed_are_known(named: TestClient) -> None:
    known = {"plans.example.com": True, "a.example.org": True, "10.1.2.3:8000": True, "[fe80::1]": True}
    known |= {"example.com": False, "example.org": False, "plans.example.com.evil.example": False}
    for host, expected in known.items():
        assert (named.get(PLANS, headers={"Host": host}).status_code == 200) == expected, host


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "http://localhost:3000"},
    {"Origin": "http://127.0.0.1:3000", "Sec-Fetch-Site": "same-site"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "navigate"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_page_of_another_site_neither_changes_nor_computes(
    client: TestClient, plan: dict[str, Any], headers: dict[str, str]
) -> None:
    for path in (PLANS, EVALUATE, "/api/v1/report", "/api/v1/tokens"):
        refused(client.post(path, json=plan, headers=headers), 403, "foreign_origin")
    saved = client.post(PLANS, json=plan).json()
    refused(client.delete(f"{PLANS}/{saved['id']}", headers=headers | {"If-Match": "1"}), 403, "foreign_origin")
    assert len(client.get(PLANS).json()["items"]) == 1


def test_a_page_of_another_site_reads_nothing_but_may_link(client: TestClient) -> None:
    address = "/api/v1/samples/light-io/checks"
    for headers in FOREIGN[:5]:
        refused(client.get(address, headers=headers), 403, "foreign_origin")
    framed = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"}
    refused(client.get(address, headers=framed), 403, "foreign_origin")
    assert client.get(address, headers=FOREIGN[6]).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "http://127.0.0.1"},
        {"Origin": "http://127.0.0.1:80"},
        {"Origin": "http://127.0.0.1", "Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"},
    ],
)
def test_own_pages_and_programs_may(client: TestClient, plan: dict[str, Any], headers: dict[str, str]) -> None:
    assert client.post(EVALUATE, json=plan, headers=headers).status_code == 200


PROXY = "10.0.0.5"

LISTED = "plans.example.com"


@pytest.fixture(scope="module")
def behind_a_proxy() -> FastAPI:
    """What decides, with a proxy and names that are listed, in front of nothing."""
    app = build_app(load_catalogue(), None)
    names = (LISTED, "*.example.org", "xn--bcher-kva.example")
    install(app, host="0.0.0.0", allowed_hosts=names, trusted_proxies=(PROXY,), log_requests=False)
    return app


@pytest.mark.parametrize(
    ("origin", "host", "forwarded", "own"),
    [
        # Straight: scheme, name and port are the request's own.
        (f"http://{LISTED}", LISTED, None, True),
        (f"http://{LISTED}:80", LISTED, None, True),
        (f"http://{LISTED}", f"{LISTED}:80", None, True),
        (f"http://{LISTED}:8000", f"{LISTED}:8000", None, True),
        (f"HTTP://{LISTED.upper()}:8000", f"{LISTED}:8000", None, True),
        (f"http://{LISTED}:8000", f"{LISTED.upper()}:8000", None, True),
        (f"https://{LISTED}", LISTED, None, False),
        (f"https://{LISTED}:8000", f"{LISTED}:8000", None, False),
        (f"http://{LISTED}", f"{LISTED}:8000", None, False),
        (f"http://{LISTED}:3000", f"{LISTED}:8000", None, False),
        (f"http://{LISTED}:8000", LISTED, None, False),
        # A listed name is no reason for a page of another name to be one of ours.
        (f"http://{LISTED}", "127.0.0.1", None, False),
        (f"http://{LISTED}", "a.example.org", None, False),
        ("http://b.example.org", "a.example.org", None, False),
        ("http://localhost:8000", "127.0.0.1:8000", None, False),
        # A name with a dot behind it is another one to browsers.
        (f"http://{LISTED}.", f"{LISTED}.", None, True),
        (f"http://{LISTED}.", LISTED, None, False),
        (f"http://{LISTED}", f"{LISTED}.", None, False),
        ("http://[::1]:8000", "[::1]:8000", None, True),
        ("http://[0:0:0:0:0:0:0:1]:8000", "[::1]:8000", None, True),
        ("http://[::1]", "[::1]:8000", None, False),
        ("http://[::2]:8000", "[::1]:8000", None, False),
        ("http://xn--bcher-kva.example", "xn--bcher-kva.example", None, True),
        ("http://bücher.example", "xn--bcher-kva.example", None, False),
        ("null", LISTED, None, False),
        ("", LISTED, None, False),
        (f"http://user@{LISTED}", LISTED, None, False),
        (f"http://{LISTED}@evil.example", LISTED, None, False),
        (f"http://{LISTED}:80@evil.example", LISTED, None, False),
        (f"http://{LISTED}/", LISTED, None, False),
        (f"http://{LISTED} http://evil.example", LISTED, None, False),
        (f"file://{LISTED}", LISTED, None, False),
        (f"//{LISTED}", LISTED, None, False),
        (LISTED, LISTED, None, False),
        # A proxy with TLS that passes the name on.
        (f"https://{LISTED}", LISTED, "https", True),
        (f"https://{LISTED}:443", LISTED, "https", True),
        (f"https://{LISTED}:8443", f"{LISTED}:8443", "https", True),
        (f"https://{LISTED}", f"{LISTED}:8443", "https", False),
        (f"https://{LISTED}:8443", LISTED, "https", False),
        (f"http://{LISTED}", LISTED, "https", False),
        (f"http://{LISTED}:443", LISTED, "https", False),
        (f"https://{LISTED}", LISTED, "http", False),
        # One that asks by a name of its own: a listed name stands for itself, at the usual port.
        (f"https://{LISTED}", "127.0.0.1:8000", "https", True),
        ("https://a.example.org", "10.0.0.9", "https", True),
        (f"http://{LISTED}", "127.0.0.1:8000", "http", True),
        (f"https://{LISTED}:8443", "127.0.0.1:8000", "https", False),
        (f"http://{LISTED}", "127.0.0.1:8000", "https", False),
        (f"https://{LISTED}", "127.0.0.1:8000", "http", False),
        ("https://plans.example.net", "127.0.0.1:8000", "https", False),
        ("https://evil.example", "127.0.0.1:8000", "https", False),
    ],
)
def test_the_origin_of_the_installation_is_accepted(
    behind_a_proxy: FastAPI, origin: str, host: str, forwarded: str | None, own: bool
) -> None:
    headers = {b"Origin": origin.encode(), b"Host": host.encode()}
    if forwarded is not None:
        headers |= {b"X-Forwarded-Proto": forwarded.encode(), b"X-Forwarded-For": b"198.51.100.7"}
    peer = "192.0.2.7" if forwarded is None else PROXY
    client = TestClient(behind_a_proxy, client=(peer, 50_000))
    assert client.get("/robots.txt", headers=headers).status_code == (200 if own else 403)
    if forwarded is not None:
        # Whose word does not count cannot say that a page is ours.
        stranger = TestClient(behind_a_proxy, client=("192.0.2.7", 50_000))
        believed = stranger.get("/robots.txt", headers=headers).status_code == 200
        assert believed == (origin == f"http://{host}")
    # What the browser itself says of it goes before.
    for site, expected in ((b"same-origin", 200), (b"same-site", 403), (b"cross-site", 403)):
        assert client.get("/robots.txt", headers=headers | {b"Sec-Fetch-Site": site}).status_code == expected


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (EVALUATE, "text/plain"),
        (EVALUATE, None),
        (EVALUATE, "application/x-www-form-urlencoded"),
        (EVALUATE, "multipart/form-data; boundary=x"),
        (EVALUATE, "application/json; charset=utf-16"),
        (EVALUATE, "application/x-ndjson"),
        (EVALUATE, "no type at all"),
        ("/api/v1/evaluate/batch", "text/plain"),
        ("/api/v1/evaluate/batch", None),
        (PLANS, "text/plain;x=application/json"),
        ("/api/v1/opm-models", "text/plain"),
        ("/api/v1/tokens", "text/plain"),
    ],
)
def test_other_content_types_are_refused(client: TestClient, plan: dict[str, Any], path: str, kind: str | None) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    refused(client.post(path, content=json.dumps(plan), headers=headers), 415, "unsupported_media_type")


def test_a_compressed_body_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    refused(client.post(EVALUATE, json=plan, headers={"Content-Encoding": "gzip"}), 415, "unsupported_media_type")


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=UTF-8", "application/x-ndjson"])
def test_accepted_content_types(client: TestClient, plan: dict[str, Any], kind: str) -> None:
    path = "/api/v1/evaluate/batch?summary=true" if "nd" in kind else EVALUATE
    assert client.post(path, content=json.dumps(plan), headers={"Content-Type": kind}).status_code == 200


def test_a_request_without_body_needs_no_content_type(client: TestClient, plan: dict[str, Any]) -> None:
    saved = client.post(PLANS, json=plan).json()
    assert client.delete(f"{PLANS}/{saved['id']}", headers={"If-Match": "1"}).status_code == 204


def test_every_change_is_checked(client: TestClient) -> None:
    document = client.get("/api/openapi.json").json()
    for path, operations in document["paths"].items():
        for method in operations:
            address = path.replace("{", "").replace("}", "")
            refused(client.request(method, address, headers={"Host": "evil.example"}), 421, "host_not_allowed")
            refused(client.request(method, address, headers={"Sec-Fetch-Site": "cross-site"}), 403, "foreign_origin")
            if "requestBody" in operations[method]:
                answer = client.request(method, address, content="x", headers={"Content-Type": "text/plain"})
                refused(answer, 415, "unsupported_media_type")


class TestProxies:
    """An address that was forwarded counts only from a proxy that is named."""

    def statuses(self, database_url: str, trusted: tuple[str, ...], peer: str) -> list[int]:
        settings = Settings.model_construct(
            database_url=database_url,
            trusted_proxies=trusted,
            rate_limit="2/hour",
            allowed_hosts=("plans.example.com",),
        )
        with TestClient(create_app(settings), base_url=ADDRESS, client=(peer, 50_000)) as client:
            return [
                client.get("/api/v1/samples", headers={"X-Forwarded-For": f"198.51.100.{number}"}).status_code
                for number in range(4)
            ]

    @pytest.mark.parametrize("peer", ["127.0.0.1", "192.0.2.9"])
    def test_forged_forwarded_headers_do_not_evade_the_rate_limit(self, database_url: str, peer: str) -> None:
        assert self.statuses(database_url, (), peer) == [200, 200, 429, 429]
        assert self.statuses(database_url, ("10.0.0.0/8",), peer) == [200, 200, 429, 429]

    def test_a_trusted_proxy_names_its_clients(self, database_url: str) -> None:
        assert self.statuses(database_url, ("10.0.0.0/8",), "10.1.2.3") == [200] * 4

    def test_addresses_left_of_the_trusted_proxys_are_ignored(self, database_url: str) -> None:
        settings = Settings.model_construct(
            database_url=database_url, trusted_proxies=("10.1.2.3",), rate_limit="2/hour"
        )
        with TestClient(create_app(settings), base_url=ADDRESS, client=("10.1.2.3", 1)) as client:
            found = [
                client.get("/api/v1/samples", headers={"X-Forwarded-For": f"198.51.100.{number}, 203.0.113.5"})
                for number in range(3)
            ]
        assert [each.status_code for each in found] == [200, 200, 429]
