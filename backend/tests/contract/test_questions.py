"""Every question is on every surface, or the list says why not; and what is there answers alike."""

import asyncio
import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import click
import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import State

from hostwise.answers.question import SURFACES, Question, Surface
from hostwise.server.api.mcp_tools import _server
from hostwise.server.api.questions.question_list import MODULES, questions
from hostwise.server.api.questions.question_routes import in_path
from hostwise.server.commands.command_line import hostwise
from hostwise.server.commands.question_commands import command_name
from hostwise_client import HostwiseClient
from hostwise_client.client import KeptPlans
from tests.contract.test_openapi import described
from tools.questions_table import with_table

pytestmark = pytest.mark.integration

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "model" / "questions.md"
FRONTEND = ROOT / "frontend" / "src"

EACH = list(questions().values())
EVERYWHERE = [(question.name, surface) for question in EACH for surface in SURFACES]

SLOW = {"uncertainty/indices"}
"""What takes half a minute to answer."""


def operation(question: Question, surface: Surface) -> tuple[str, str]:
    """Method and path of a question over HTTP."""
    address = question.kept_at or question.name
    return {
        "sent": ("post", f"/api/v1/{question.name}"),
        "stored": ("get", f"/api/v1/plans/{{plan_id}}/{address}"),
        "share": ("get", f"/api/v1/shared/{{token}}/{address}"),
    }[surface]


@cache
def tools() -> dict[str, Any]:
    """The tools for language models by name."""
    services = cast(State, SimpleNamespace())
    return {each.name: each for each in asyncio.run(_server(services).list_tools())}


@cache
def pages() -> str:
    """All that the browser runs, but the generated client."""
    files = [each for each in FRONTEND.rglob("*.ts*") if "generated" not in each.parts and ".test." not in each.name]
    return "\n".join(each.read_text(encoding="utf-8") for each in files)


def is_there(question: Question, surface: Surface) -> bool:
    """Whether a surface has a question, by the name that the list says."""
    own = question.by_hand.get(surface)
    if surface in ("sent", "stored", "share"):
        method, path = operation(question, surface)
        return method in described()["paths"].get(path, {})
    if surface == "client":
        return hasattr(HostwiseClient, own or question.identifier) or hasattr(KeptPlans, own or question.identifier)
    if surface == "mcp":
        return own in tools() if own else question.name in tools()["ask"].input_schema["properties"]["question"]["enum"]
    if surface == "command":
        name, _, option = (own or command_name(question.name)).partition(" ")
        command = hostwise.get_command(click.Context(hostwise), name)
        return command is not None and (not option or any(option in each.opts for each in command.params))
    return re.search(rf"\b{own}\b" if own else rf"questionQuery\(\s*'{question.name}'", pages()) is not None


@pytest.mark.parametrize(("name", "surface"), EVERYWHERE)
def test_a_question_is_on_a_surface_or_the_list_says_why_not(name: str, surface: Surface) -> None:
    question = questions()[name]
    assert is_there(question, surface) == (surface not in question.not_on)


def test_the_list_is_closed() -> None:
    """No other module declares one, and every listed one does."""
    package = ROOT / "backend" / "hostwise"
    declaring = {
        "hostwise." + ".".join(each.relative_to(package).with_suffix("").parts)
        for each in package.rglob("*.py")
        if re.search(r"^@question\(", each.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert declaring == set(MODULES)
    names = [name for question in EACH for name in (question.name, *question.former)]
    assert len(names) == len(set(names))


def test_every_reason_says_something() -> None:
    for question in EACH:
        for surface, reason in question.not_on.items():
            assert len(reason.split()) > 3, (question.name, surface)


def test_the_page_has_the_list() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_table(page), "run `make docs`"


DERIVED = [each for each in EACH if each.is_derived("sent") and each.is_derived("stored")]


@pytest.mark.parametrize(
    "name", [pytest.param(each.name, marks=pytest.mark.deep if each.name in SLOW else ()) for each in DERIVED]
)
def test_a_sent_a_stored_and_a_shared_plan_are_answered_alike(client: TestClient, name: str) -> None:
    question = questions()[name]
    plan = client.get(f"/api/v1/samples/{question.sample}").json()
    asked = dict(question.example)
    address = str(client.post("/api/v1/plans", json=plan).headers["location"])
    body, query = ({"plan": plan, **asked}, {}) if question.in_body else (plan, asked)
    sent = client.post(f"/api/v1/{name}", json=body, params=query)
    assert sent.status_code == 200, sent.text

    kept_at = question.kept_at or question.name
    rest = {key: value for key, value in asked.items() if key not in in_path(kept_at)}
    stored = client.get(f"{address}/{kept_at.format(**asked)}", params=rest)
    assert (stored.status_code, stored.content) == (200, sent.content)
    if not question.is_derived("share"):
        return
    share = client.post(f"{address}/shares", json={}).json()["path"]
    shared = client.get(f"{share}/{kept_at.format(**asked)}", params=rest)
    assert (shared.status_code, shared.content) == (200, sent.content)
    assert shared.headers["cache-control"] == "no-store"


def test_an_anonymised_link_answers_no_question_with_names(client: TestClient) -> None:
    plan = client.get("/api/v1/samples/moderate-io").json() | {"name": "ACME Berlin", "description": "For ACME"}
    plan["workload"]["groups"][0]["name"] = "ACME payroll"
    plan["configurations"][0] |= {"key": "acme-one", "name": "ACME one", "host": {"model": "ACME R740"}}
    plan["remarks"] = {"/workload/groups/0/count": {"status": "given", "source": "ACME CMDB", "note": "says ACME"}}
    address = str(client.post("/api/v1/plans", json=plan).headers["location"])
    share = client.post(f"{address}/shares", json={"anonymised": True}).json()["path"]
    for question in DERIVED:
        if question.is_derived("share") and "configuration" not in question.parameters:
            shared = client.get(f"{share}/{question.name}", params=dict(question.example))
            assert shared.status_code == 200, (question.name, shared.text)
            assert "acme" not in shared.text.lower(), question.name


def test_a_question_in_a_document_refuses_what_it_does_not_know(client: TestClient) -> None:
    plan = client.get("/api/v1/samples/light-io").json()
    address = str(client.post("/api/v1/plans", json=plan).headers["location"])
    refused = client.get(f"{address}/burst", params={"failed_host": 1})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "/failed_host")
    assert client.get(f"{address}/burst", params={"failed_hosts": 1, "revision": 1}).status_code == 200
    assert client.get(f"{address}/options").status_code == 422


@pytest.mark.parametrize("name", ["memory", "storage", "burst", "read-cache"])
def test_a_command_shows_a_table_of_any_document(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = hostwise.get_command(click.Context(hostwise), name)
    assert command is not None
    command.main(["sample:nvme-2026"], standalone_mode=False)
    shown = capsys.readouterr().out
    assert "EPYC with mixed-use NVMe" in shown
    assert not re.search(r"[{}\[\]]|plan_hash|None|True", shown)
