"""Audits of proposals over HTTP, and on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from hostwise.server.commands import command_line
from tests.proposals import offer

pytestmark = pytest.mark.integration

FILE = {"Content-Type": "application/octet-stream"}


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/nvme-2026").json()
    return document


def test_the_same_is_found_everywhere(
    client: TestClient, plan: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = offer(3, 3)
    (tmp_path / made.name).write_bytes(made.data)
    sent = client.post(f"/api/v1/quote-audits/read?name={made.name}", content=made.data, headers=FILE)
    assert sent.status_code == 200
    reading = sent.json()
    answer = client.post("/api/v1/quote-audits", json={"proposal": reading["proposal"], "plan": plan})
    assert answer.status_code == 200
    audit = answer.json()
    assert {each["kind"] for each in audit["differences"]} == set(made.planted)
    command = ["audit-quote", str(tmp_path / made.name), "--plan", "sample:nvme-2026"]
    assert command_line.main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"reading": reading, "audit": audit}
    assert command_line.main([*command, "--report", str(tmp_path / "audit.md")]) == 0
    text = capsys.readouterr().out
    assert all(each["sentence"] in text for each in audit["differences"])
    assert (tmp_path / "audit.md").read_text() == audit["report"]


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"sides": []}, "/proposal/sides"),
        ({"sides": [{"name": "a", "lines": [{"line": 1, "part": "cpus/none"}]}]}, "/proposal/sides/0/lines/0/part"),
        ({"sides": [{"name": "a", "stated": {"hosts": 0}}]}, "/proposal/sides/0/stated/hosts"),
    ],
)
def test_mistakes_are_named_at_their_field(client: TestClient, change: dict[str, Any], pointer: str) -> None:
    answer = client.post("/api/v1/quote-audits", json={"proposal": {"name": "offer", **change}})
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_a_configuration_that_the_plan_does_not_have_is_refused(client: TestClient, plan: dict[str, Any]) -> None:
    asked = {"proposal": {"name": "offer", "sides": [{"name": "a"}]}, "plan": plan, "configuration": "none"}
    answer = client.post("/api/v1/quote-audits", json=asked)
    assert (answer.status_code, answer.json()["code"]) == (422, "unknown_configuration")


def test_a_file_with_unknown_columns_says_its_headers(client: TestClient) -> None:
    answer = client.post("/api/v1/quote-audits/read", content=b"Colour,Taste\nred,sweet\n", headers=FILE)
    assert answer.status_code == 422
    assert len(answer.json()["errors"]) == 2


def test_an_assumption_can_be_given_and_mistakes_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "offer.csv"
    file.write_text("Item,Qty,Price\nDell PowerEdge R770,14,5000\n")
    command = ["audit-quote", str(file), "--plan", "sample:nvme-2026"]
    assert command_line.main([*command, "--assumption", "vcpu_per_core=8"]) == 0
    assert "the proposal assumes 8 : 1, the plan 4 : 1" in capsys.readouterr().out
    for wrong in (["--assumption", "colour=3"], ["--configuration", "none"]):
        assert command_line.main([*command, *wrong]) != 0
        assert capsys.readouterr().err
    assert command_line.main(["audit-quote", str(tmp_path / "none.csv")]) != 0
