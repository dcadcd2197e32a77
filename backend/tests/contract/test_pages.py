"""The built pages and large answers, in the forms that a browser reads and for as long as it may keep them."""

import gzip
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import Headers

from hostwise.catalogue.loader import load_catalogue
from hostwise.server.api.app import build_app, install
from hostwise.server.http.compression import best_coding
from tests.contract.conftest import ADDRESS

SCRIPT = b"export const answer = 42;\n" * 100
FORMS = {None: SCRIPT, "gzip": gzip.compress(SCRIPT), "br": b"as brotli writes it"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """A small built user interface, served without a database."""
    folder = tmp_path_factory.mktemp("dist")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html>the page")
    (folder / "assets" / "font-1a2b.woff2").write_bytes(b"font")
    script = folder / "assets" / "index-1a2b.js"
    for end, content in {"": SCRIPT, ".gz": FORMS["gzip"], ".br": FORMS["br"]}.items():
        Path(f"{script}{end}").write_bytes(content)
    app = build_app(load_catalogue(), folder)
    install(app, host="127.0.0.1", allowed_hosts=[], trusted_proxies=[], log_requests=False)
    return TestClient(app, base_url=ADDRESS)


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, deflate", "gzip"),
        ("GZIP;q=0.5", "gzip"),
        ("br;q=0.2, gzip;q=0.9", "gzip"),
        ("br;q=0, *", "gzip"),
        ("*", "br"),
        ("*;q=0", None),
        ("br;q=0, gzip;q=0.0", None),
        ("br;q=much, gzip;q=nan", None),
        ("identity", None),
        ("", None),
        (", ;q=1,", None),
    ],
)
def test_the_form_is_the_smallest_of_the_most_welcome(pages: TestClient, accepted: str, coding: str | None) -> None:
    assert best_coding(Headers({"Accept-Encoding": accepted}), ("br", "gzip")) == coding
    with pages.stream("GET", "/assets/index-1a2b.js", headers={"Accept-Encoding": accepted}) as answer:
        assert answer.status_code == 200
        assert answer.headers.get("content-encoding") == coding
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert b"".join(answer.iter_raw()) == FORMS[coding]


def test_what_has_no_compressed_form_is_sent_as_it_is(pages: TestClient) -> None:
    answer = pages.get("/assets/font-1a2b.woff2", headers={"Accept-Encoding": "br"})
    assert answer.content == b"font"
    assert answer.headers["cache-control"].endswith("immutable")
    assert "vary" not in answer.headers


def test_a_page_is_asked_for_each_time_and_sent_again_when_it_changed(pages: TestClient) -> None:
    first = pages.get("/plans/1")
    assert (first.text, first.headers["cache-control"]) == ("<!doctype html>the page", "no-cache")
    again = pages.get("/plans/2", headers={"If-None-Match": f'"other", W/{first.headers["etag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == first.headers["etag"]
    assert pages.get("/", headers={"If-None-Match": '"other"'}).status_code == 200


def test_each_form_has_a_tag_of_its_own(pages: TestClient) -> None:
    forms = [pages.head("/assets/index-1a2b.js", headers={"Accept-Encoding": each}) for each in ("", "gzip", "br")]
    assert len({each.headers["etag"] for each in forms}) == 3
    assert [int(each.headers["content-length"]) for each in forms] == [len(each) for each in FORMS.values()]


@pytest.mark.parametrize(
    "path", ["/assets/gone-1a2b.js", "/assets/index-1a2b.js.br", "/assets/", "/assets/../index.html"]
)
def test_a_part_that_is_not_there_is_no_page(pages: TestClient, path: str) -> None:
    answer = pages.get(path)
    if path.endswith("index.html"):
        # The client takes the dots out of the address, as browsers do.
        assert answer.headers["cache-control"] == "no-cache"
    else:
        assert answer.status_code == 404
        assert "immutable" not in answer.headers.get("cache-control", "")


def test_a_large_answer_of_the_api_is_compressed_where_that_is_welcome(client: TestClient) -> None:
    plain, packed = (
        client.get("/api/v1/catalogue/cpus", headers={"Accept-Encoding": each}) for each in ("identity", "gzip")
    )
    assert (plain.headers.get("content-encoding"), packed.headers["content-encoding"]) == (None, "gzip")
    assert plain.json() == packed.json()
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 3
    assert packed.headers["vary"] == "Hostwise-Names, Accept-Encoding"


def test_small_answers_and_those_that_come_line_by_line_are_sent_as_they_are(client: TestClient) -> None:
    assert "content-encoding" not in client.get("/health/live", headers={"Accept-Encoding": "gzip"}).headers
    plan = client.get("/api/v1/samples/moderate-io").content.replace(b"\n", b"")
    batch = client.post(
        "/api/v1/evaluate/batch",
        content=plan + b"\n",
        headers={"Accept-Encoding": "gzip", "Content-Type": "application/x-ndjson"},
    )
    assert batch.status_code == 200
    assert "content-encoding" not in batch.headers
