"""Reports over HTTP: the kind of file that is accepted, a name that every system takes, problems for the rest."""

import csv
import doctest
import io
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from python_calamine import CalamineWorkbook

from hostwise.server.api import report_routes
from tests.office_reading import words_of

pytestmark = pytest.mark.integration

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/vfrc13-swingbench").json()
    return document


def asked(client: TestClient, plan: dict[str, Any], accept: str | None, **query: str) -> Any:
    headers = {} if accept is None else {"Accept": accept}
    return client.post("/api/v1/report", json={"plan": plan}, headers=headers, params=query)


@pytest.mark.parametrize(
    ("accept", "kind", "extension"),
    [
        (XLSX, XLSX, "xlsx"),
        ("text/csv", "text/csv; charset=utf-8", "csv"),
        ("text/markdown", "text/markdown; charset=utf-8", "md"),
        ("application/json", "application/json", "json"),
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/json", "json"),
        (f"application/json;q=0.4, {XLSX};q=0.9", XLSX, "xlsx"),
        ("text/*", "text/csv; charset=utf-8", "csv"),
        ("text/*;q=0.9, text/csv;q=0.1", "text/markdown; charset=utf-8", "md"),
    ],
)
def test_the_accepted_kind_is_answered(
    client: TestClient, plan: dict[str, Any], accept: str, kind: str, extension: str
) -> None:
    answer = asked(client, plan, accept)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == kind
    disposition = answer.headers["content-disposition"]
    assert disposition.startswith('attachment; filename="hostwise-')
    assert disposition.endswith(f'.{extension}"')
    assert "Accept" in answer.headers["vary"].split(", ")


def test_each_kind_holds_the_result(client: TestClient, plan: dict[str, Any]) -> None:
    parts = ["inputs", "monthly", "quantities", "rows", "findings", "prices", "decision"]
    result = client.post("/api/v1/evaluate", json=plan, params={"include": ",".join(parts)}).json()
    assert result["decision"]["phase"] == "sized"
    assert asked(client, plan, "application/json").json() == result
    book = CalamineWorkbook.from_filelike(io.BytesIO(asked(client, plan, XLSX).content))
    decided = [row[0] for row in book.get_sheet_by_name("Decision").to_python()]
    assert decided[1] == f"No cost yet. {result['sentence']}"
    records = list(csv.reader(io.StringIO(asked(client, plan, "text/csv").text, newline="")))
    assert records[0][:3] == ["part", "section", "quantity"]
    assert [records[1][place] for place in (0, 1, 3, 11)] == ["decision", "sentence", "No cost yet", result["sentence"]]
    assert asked(client, plan, "text/markdown").text.startswith("# ")


def test_a_format_asked_for_by_name_wins(client: TestClient, plan: dict[str, Any]) -> None:
    assert asked(client, plan, "text/csv", format="md").headers["content-type"].startswith("text/markdown")
    wrong = asked(client, plan, None, format="odt")
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/format")


@pytest.mark.parametrize("accept", ["image/png", "text/csv;q=0", "application/json;q=0, text/html"])
def test_what_is_not_to_be_had_is_a_problem(client: TestClient, plan: dict[str, Any], accept: str) -> None:
    answer = asked(client, plan, accept)
    assert answer.status_code == 406
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "not_acceptable"
    assert XLSX in answer.json()["detail"]


def test_a_plan_that_does_not_fit_is_a_problem(client: TestClient, plan: dict[str, Any]) -> None:
    plan["configurations"][0]["hypervisor"] = "none-such"
    answer = asked(client, plan, XLSX)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_plan")
    plan["polcy"] = {}
    assert asked(client, plan, XLSX).json()["errors"][0]["pointer"] == "/plan/polcy"


def test_an_unknown_reference_is_a_problem(client: TestClient, plan: dict[str, Any]) -> None:
    answer = client.post("/api/v1/report", json={"plan": plan, "reference": "none"})
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_configuration")


def test_a_kept_plan_is_reported_at_its_revisions(client: TestClient, plan: dict[str, Any]) -> None:
    kept = client.post("/api/v1/plans", json=plan)
    at = f"/api/v1/plans/{kept.json()['id']}"
    other = plan | {"name": 'Größe: "neu"\\../x'}
    assert client.put(at, json=other, headers={"If-Match": kept.headers["etag"]}).status_code == 200
    newest = client.get(f"{at}/report", params={"format": "xlsx"})
    assert newest.headers["content-disposition"] == 'attachment; filename="hostwise-grosse-neu-x-r2.xlsx"'
    first = client.get(f"{at}/report", params={"format": "json", "revision": 1})
    assert json.loads(first.content)["plan_name"] == plan["name"]
    facts = CalamineWorkbook.from_filelike(io.BytesIO(newest.content)).get_sheet_by_name("About").to_python()
    assert str(next(row[1] for row in facts if row[0] == "Revision")).startswith("2, saved 20")
    # The date is the revision's, so the bytes are the same at any time.
    assert client.get(f"{at}/report", params={"format": "xlsx"}).content == newest.content


def test_a_plan_that_is_not_saved_is_reported_with_the_date_of_the_request(
    client: TestClient, plan: dict[str, Any]
) -> None:
    body = {"plan": plan | {"name": "Berlin"}, "made_on": "2026-11-27"}
    answer = client.post("/api/v1/report", json=body, params={"format": "md"})
    assert answer.headers["content-disposition"] == 'attachment; filename="hostwise-berlin-unsaved-2026-11-27.md"'
    assert "- Made on 2026-11-27" in answer.text.splitlines()
    assert client.post("/api/v1/report", json=body, params={"format": "md"}).text == answer.text
    wrong = client.post("/api/v1/report", json=body | {"made_on": "27.11.2026"})
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/made_on")


def test_a_plan_that_is_not_there_is_a_problem(client: TestClient) -> None:
    answer = client.get("/api/v1/plans/00000000-0000-0000-0000-000000000000/report")
    assert (answer.status_code, answer.json()["code"]) == (404, "plan_not_found")


def test_worked_examples() -> None:
    assert doctest.testmod(report_routes).failed == 0


def test_a_cover_is_on_the_report_of_a_sent_a_stored_and_a_shared_plan(
    client: TestClient, plan: dict[str, Any]
) -> None:
    cover = {"cover": {"title": "Refresh 2027", "customer": "Example Ltd", "author": "A. Planner"}}
    kept = client.post("/api/v1/plans", json=plan).json()
    share = client.post(f"/api/v1/plans/{kept['id']}/shares", json={"revision": kept["revision"]}).json()
    for path, body in (
        ("/api/v1/report", {"plan": plan, **cover}),
        (f"/api/v1/plans/{kept['id']}/report", cover),
        (f"/api/v1/shared/{share['token']}/report", cover),
    ):
        answer = client.post(path, json=body, params={"format": "docx"})
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-disposition"].endswith('.docx"')
        words = words_of(answer.content)
        assert "Refresh 2027" in words
        assert "Prepared for Example Ltd by A. Planner" in words


@pytest.mark.parametrize(
    ("cover", "form", "pointer"),
    [
        ({"logo": "R0lGODlh"}, "pdf", "/cover/logo"),
        ({"template": "bm8gYXJjaGl2ZQ=="}, "docx", "/cover/template"),
        ({"template": "bm8gYXJjaGl2ZQ=="}, "pptx", "/cover/template"),
        ({"logo": "no base 64"}, "pdf", "/cover/logo"),
        ({"title": "x" * 201}, "pdf", "/cover/title"),
    ],
)
def test_a_cover_that_cannot_be_used_is_said_at_its_field(
    client: TestClient, plan: dict[str, Any], cover: dict[str, str], form: str, pointer: str
) -> None:
    answer = client.post("/api/v1/report", json={"plan": plan, "cover": cover}, params={"format": form})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_the_report_of_a_stored_plan_follows_its_revisions_and_that_of_a_link_ends_with_it(
    client: TestClient, plan: dict[str, Any]
) -> None:
    kept = client.post("/api/v1/plans", json=plan)
    at = f"/api/v1/plans/{kept.json()['id']}"
    share = client.post(f"{at}/shares", json={"revision": 1}).json()
    shared = f"/api/v1/shared/{share['token']}/report"
    body = {"cover": {"customer": "Example Ltd"}}
    first = client.post(f"{at}/report", json=body, params={"format": "md"})
    assert client.post(shared, json=body, params={"format": "md"}).status_code == 200
    other = plan | {"name": "Another name"}
    assert client.put(at, json=other, headers={"If-Match": kept.headers["etag"]}).status_code == 200
    newest = client.post(f"{at}/report", json=body, params={"format": "md"})
    assert "Another name" in newest.text
    assert "Another name" not in first.text
    assert client.delete(f"{at}/shares/{share['id']}").status_code == 204
    assert client.post(shared, json=body, params={"format": "md"}).status_code in (404, 410)
