"""The search over HTTP, and on the command line."""

import json
from math import prod
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from hostwise.server.api import search_routes
from hostwise.server.commands.command_line import hostwise

pytestmark = pytest.mark.integration

MEMORY = {"field": "/memory/dram_gib", "values": [768, 1_024, 1_536]}


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/nvme-2026").json()
    return document


def on_terminal(text: str) -> str:
    """A text as a terminal has it: with plain blanks, by which scripts find what they look for."""
    return text.replace("\u00a0", " ")


def test_the_same_is_found_everywhere(client: TestClient, plan: dict[str, Any], tmp_path: Path) -> None:
    answer = client.post("/api/v1/search", json={"plan": plan, "choices": [MEMORY], "simulations": 256})
    assert answer.status_code == 200
    found = answer.json()
    assert [each["name"] for each in found["choices"]] == ["DRAM per host"]
    assert (
        found["combinations"]
        == 3
        == sum(each["feasible"] for each in found["choices"][0]["options"])
        + sum(each["count"] for each in found["rejected"])
    )
    (tmp_path / "choices.json").write_text(json.dumps([MEMORY]))
    command = ["search", "sample:nvme-2026", "--choices", str(tmp_path / "choices.json"), "--simulations", "256"]
    said = CliRunner().invoke(hostwise, [*command, "--json"])
    assert json.loads(said.output) == found
    text = CliRunner().invoke(hostwise, command).output
    for each in (found, found["finalists"]):
        assert on_terminal(each["sentence"]) in text
    assert on_terminal(found["choices"][0]["shared"]) in text
    assert on_terminal(found["others"][0]["text"]) in text


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"choices": [{"field": "/cpu/nothing", "values": [1]}]}, "/choices/0/field", "wrong_choice"),
        ({"configuration": "other"}, "/configuration", "wrong_choice"),
        ({"limits": [{"quantity": "colour"}]}, "/limits/0/quantity", "wrong_choice"),
        ({"choices": [{"field": "/cpu/key", "options": [{"edits": {}}]}]}, "/choices/0", None),
        ({"best": 0}, "/best", None),
    ],
)
def test_mistakes_are_named_at_their_field(
    client: TestClient, plan: dict[str, Any], change: dict[str, Any], pointer: str, code: str | None
) -> None:
    answer = client.post("/api/v1/search", json={"plan": plan, "choices": [MEMORY], **change})
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert error["pointer"] == pointer
    assert code in (None, error["code"])


def test_what_cannot_be_searched_says_so(client: TestClient, plan: dict[str, Any]) -> None:
    plan["policy"]["coverage_level"] = 0.9
    answer = client.post("/api/v1/search", json={"plan": plan, "choices": [MEMORY]})
    assert (answer.status_code, answer.json()["code"]) == (422, "not_searchable")
    plan["policy"].pop("coverage_level")
    plan["configurations"][0]["cpu"]["key"] = "nobody-makes-it"
    answer = client.post("/api/v1/search", json={"plan": plan, "choices": [MEMORY]})
    (rejected,) = answer.json()["rejected"]
    assert (rejected["kind"], rejected["code"], rejected["count"]) == ("not_buildable", "unknown_key", 3)
    assert rejected["text"].startswith("3 of 3: a part that the catalogue does not have; for example: ")
    assert "nobody-makes-it" in rejected["text"]
    assert rejected["nearest"]["labels"] == ["768"]


def test_a_wrong_file_of_choices_is_said(tmp_path: Path) -> None:
    for text, word in (
        ("[", "not JSON"),
        ('[{"field": "x"}]', "/choices/0/field"),
        ('[{"field": "/cpu/key", "rows": [{"column": "x"}]}]', "column"),
    ):
        (tmp_path / "choices.json").write_text(text)
        said = CliRunner().invoke(hostwise, ["search", "sample:nvme-2026", "--choices", str(tmp_path / "choices.json")])
        assert word in str(said.exception)


def test_what_a_search_would_go_through(client: TestClient, plan: dict[str, Any]) -> None:
    usual = client.post("/api/v1/search/choices", json={"plan": plan}).json()
    assert [each["name"] for each in usual["choices"]][:2] == ["Processor", "Memory"]
    sizes = [len(each["options"]) for each in usual["choices"]]
    assert usual["combinations"] == prod(sizes)
    assert usual["text"].startswith(f"{usual['combinations']:,} combinations")
    assert {(each["quantity"], each["end"]) for each in usual["limits"]} >= {("hosts", "most"), ("cluster_tco", "most")}
    # What it answers can be asked.
    two = [each["choice"] for each in usual["choices"][1:3]]
    again = client.post("/api/v1/search/choices", json={"plan": plan, "choices": two}).json()
    assert again["choices"] == usual["choices"][1:3]
    assert again["combinations"] == sizes[1] * sizes[2]


def test_all_platforms_are_a_choice_of_a_search(client: TestClient, plan: dict[str, Any]) -> None:
    platforms = client.post("/api/v1/search/choices", json={"plan": plan}).json()["platforms"]
    labels = [each["label"] for each in platforms["options"]]
    assert labels[0] == "vSAN ESA"
    assert "Storage Spaces Direct on Azure Local" in labels
    found = client.post("/api/v1/search", json={"plan": plan, "choices": [platforms, MEMORY]}).json()
    azure = found["choices"][0]["options"][labels.index("Storage Spaces Direct on Azure Local")]
    assert azure["feasible"] > 0
    assert found["feasible"] + sum(each["count"] for each in found["rejected"]) == found["combinations"]


def test_too_many_combinations_are_said_before_the_search(client: TestClient, plan: dict[str, Any]) -> None:
    many = {"field": "/memory/dram_gib", "values": list(range(100, 600))}
    more = {"field": "/memory/price", "values": list(range(1, 500))}
    drives = {"field": "/capacity/price", "values": list(range(1, 500))}
    counts = {"field": "/capacity/count", "values": [2, 4, 6]}
    said = client.post("/api/v1/search/choices", json={"plan": plan, "choices": [many, more, drives, counts]}).json()
    assert said["too_many"]
    assert "remove a choice, or narrow one" in said["text"]


def test_a_plan_that_cannot_be_searched_says_so_before_the_search(client: TestClient, plan: dict[str, Any]) -> None:
    plan["configurations"][0]["hosts"] = 12
    answer = client.post("/api/v1/search/choices", json={"plan": plan})
    assert answer.status_code == 422
    assert answer.json()["code"] == "not_searchable"
    assert [each["pointer"] for each in answer.json()["errors"]] == ["/plan/configurations/0/hosts"]
    wrong = [{"field": "/cpu/key", "rows": [{"column": "colour", "texts": ["red"]}]}]
    del plan["configurations"][0]["hosts"]
    answer = client.post("/api/v1/search/choices", json={"plan": plan, "choices": wrong})
    assert answer.json()["errors"][0]["pointer"] == "/choices/0/rows/0/column"


def test_a_search_that_takes_too_long_says_what_to_do(
    client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = Event()

    def slow(*_: object) -> None:
        answered.wait()

    monkeypatch.setattr(search_routes, "search", slow)
    monkeypatch.setattr(client.app.state.pools.reports, "_seconds", 0.01)  # type: ignore[attr-defined]
    try:
        answer = client.post("/api/v1/search", json={"plan": plan})
    finally:
        answered.set()
    assert (answer.status_code, answer.json()["code"]) == (503, "took_too_long")
    assert answer.headers["retry-after"] == "30"
    assert "give the search as a job" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("value", "words"),
    [("\ud800", "half of a character"), (10**400, "finite number"), (float("-inf"), "finite number")],
)
@pytest.mark.parametrize("path", ["/api/v1/search", "/api/v1/search/choices"])
def test_what_cannot_be_computed_is_named_at_its_field(
    client: TestClient, plan: dict[str, Any], path: str, value: object, words: str
) -> None:
    body = {"plan": plan, "choices": [MEMORY | {"values": [512, value]}]}
    raw = json.dumps(body, ensure_ascii=False).encode(errors="surrogatepass")
    for content in (json.dumps(body).encode(), json.dumps(body).encode("utf-16"), raw):
        answer = client.post(path, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422
        (mistake,) = answer.json()["errors"]
        assert mistake["pointer"] == "/choices/0/values/1"
        assert words in mistake["message"]


def test_combinations_beyond_all_digits_are_counted(client: TestClient, plan: dict[str, Any]) -> None:
    choices = [MEMORY | {"name": f"Choice {each}", "values": list(range(100, 600))} for each in range(12)]
    body = {"plan": plan, "choices": choices}
    offered = client.post("/api/v1/search/choices", json=body)
    assert offered.status_code in (200, 422)
    refused = client.post("/api/v1/search", json=body)
    assert refused.status_code == 422
    assert "244,140,625,000,000,000,000,000,000,000,000 combinations" in refused.json()["detail"]
