"""The official client of MCP, on a real port: it lists and calls every tool, and gets what the API answers."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import httpx2
import pytest

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from tests.compiled import FOLDER
from tests.integration.serving import http, serving

if TYPE_CHECKING:
    from mcp import ClientSession

# What the tests import for themselves takes a second, which each process that collects tests would pay.

pytestmark = pytest.mark.integration

PATIENCE_SECONDS = 900

CALLS: dict[str, dict[str, Any]] = {
    "evaluate": {"plan": "moderate-io"},
    "compare": {"plan": "moderate-io"},
    "explain": {"plan": "moderate-io", "configuration": "nand", "quantity": "cluster_tco"},
    "check": {"plan": "moderate-io"},
    "search": {"plan": "moderate-io", "choices": [{"field": "/memory/dram_gib", "values": [192, 256, 384]}]},
    "ask": {"plan": "moderate-io", "question": "growth"},
    "catalogue": {"kind": "drives", "words": "nvme"},
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where an application is, which computes in processes, as it does for users."""
    data = tmp_path_factory.mktemp("data")
    with serving(data, HOSTWISE_WORKERS="1", HOSTWISE_CACHE_DIR=str(FOLDER)) as (process, address):
        yield address
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


@pytest.fixture(scope="module")
def plan() -> dict[str, Any]:
    return plan_json(sample_plan("moderate-io"))


@asynccontextmanager
async def session(address: str) -> AsyncIterator[ClientSession]:
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client

    async with (
        httpx2.AsyncClient(verify=False, timeout=PATIENCE_SECONDS) as client,
        streamable_http_client(f"{address}/mcp", http_client=client) as streams,
        ClientSession(*streams) as session,
    ):
        await session.initialize()
        yield session


def by_api(address: str, path: str, body: object = None, **params: str) -> Any:
    path = f"{address}/api/v1/{path}"
    answer = http.get(path, params=params) if body is None else http.post(path, json=body, params=params, timeout=600)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def asked(address: str, tool: str, **arguments: Any) -> dict[str, Any]:
    async with session(address) as client:
        result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    structured: dict[str, Any] = result.structured_content
    return structured


async def test_every_tool_is_listed_described_and_answers_by_its_schema(address: str) -> None:
    from jsonschema import Draft202012Validator

    async with session(address) as client:
        tools = {each.name: each for each in (await client.list_tools()).tools}
        assert tools.keys() == CALLS.keys()
        for name, tool in tools.items():
            assert tool.title
            assert tool.description
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            # Each is carried by every conversation: the plan's own has 150 kB. Choices have four shapes.
            assert len(json.dumps(tool.input_schema)) < (6_500 if name == "search" else 3_000)
            assert all("description" in each for each in tool.input_schema["properties"].values()), name
            assert tool.output_schema is not None
            Draft202012Validator.check_schema(tool.output_schema)
            result = await client.call_tool(name, CALLS[name])
            assert not result.is_error, result.content
            Draft202012Validator(tool.output_schema).validate(result.structured_content)
            (text,) = result.content
            assert text.type == "text"
            assert json.loads(text.text) == result.structured_content


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
async def test_clients_of_both_kinds_of_the_protocol_are_answered(
    address: str, mode: Literal["legacy", "2026-07-28"]
) -> None:
    from mcp import Client

    async with Client(f"{address}/mcp", mode=mode) as client:
        assert len((await client.list_tools()).tools) == len(CALLS)
        result = await client.call_tool("check", CALLS["check"])
        assert not result.is_error
        assert result.structured_content["valid"]
        refused = await client.call_tool("evaluate", {"plan": {"name": "No more"}})
        assert refused.is_error
        assert "/workload" in {each["pointer"] for each in json.loads(refused.content[0].text)["errors"]}  # type: ignore[union-attr]


def without(document: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in document.items() if key not in keys}


def same_fields(brief: dict[str, Any], full: dict[str, Any], *other: str) -> None:
    """Every field of the short answer but these is that of the full one."""
    fields = brief.keys() - set(other)
    assert fields
    assert {key: brief[key] for key in fields} == {key: full[key] for key in fields}


async def test_evaluate_answers_as_the_api(address: str, plan: dict[str, Any]) -> None:
    full = by_api(address, "evaluate", plan, include="everything")
    names = list(by_api(address, "evaluate", plan, include="quantities")["configurations"][0]["quantities"])
    brief = await asked(address, "evaluate", plan=plan, quantities=names)
    same_fields(brief, full, "configurations", "decision", "numbers", "findings", "left_out")
    same_decision(brief["decision"], full["decision"])
    for short, long in zip(brief["configurations"], full["configurations"], strict=True):
        same_fields(short, long, "limits", "reasons")
        limits = {each["quantity"]: each for each in long["constraints"]}
        for limit in short["limits"]:
            same_fields(limit, limits.pop(limit["quantity"]))
        assert {each["hosts"]["state"] for each in limits.values()} <= {"does_not_apply", "no_limit"}
        assert [each["message"] for each in short["reasons"]] == [
            each["message"] for each in (*long["reasons"], *long["unmet_requirements"])
        ]
    assert [each["quantity"] for each in brief["numbers"]] == names
    for number in brief["numbers"]:
        assert number["values"] == {
            each["key"]: each["quantities"][number["quantity"]] for each in full["configurations"]
        }
    units = {each["quantity"]: (each["label"], each["unit"]) for each in full["rows"] if not each["failed_hosts"]}
    shown = {each["quantity"]: (each["label"], each["unit"]) for each in brief["numbers"]}
    assert {name: shown[name] for name in units} == units
    for short, long in zip(brief["findings"], full["findings"], strict=True):
        same_fields(short, long)
    few = await asked(address, "evaluate", plan=plan)
    assert without(few, "numbers") == without(brief, "numbers")


async def test_a_plan_that_cannot_be_built_says_why_and_what_helps(address: str, plan: dict[str, Any]) -> None:
    plan = plan | {"requirements": {"max_hosts": 2}}
    full = by_api(address, "evaluate", plan)
    brief = await asked(address, "evaluate", plan=plan)
    for short, long in zip(brief["configurations"], full["configurations"], strict=True):
        assert not short["admissible"]
        assert short["reasons"] == [
            {key: each[key] for key in ("message", "pointer", "remedy")}
            for each in (*long["reasons"], *long["unmet_requirements"])
        ]


def said(line: dict[str, Any] | None) -> str | None:
    if line is None:
        return None
    return "".join(each if isinstance(each, str) else each["text"] for each in line["text"]["parts"])


def shown(figure: dict[str, Any] | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    return {"text": figure["text"], "value": figure["value"], "quantity": (figure["why"] or {}).get("quantity")}


def same_decision(brief: dict[str, Any], full: dict[str, Any]) -> None:
    """The short form of a decision says word for word what the decision says, with its numbers."""
    same_fields({key: brief[key] for key in ("phase", "state", "strength", "label", "missing")}, full)
    same_fields({key: brief[key] for key in ("lead", "advised", "runner_up", "break_evens_title")}, full)
    assert (brief["sentence"], brief["detail"]) == (said(full["sentence"]), said(full["detail"]) or "")
    assert brief["saving"] == (None if full["saving"] is None else full["saving"]["value"])
    for short, long in zip(brief["rows"], full["rows"], strict=True):
        own = ("configuration", "name", "is_reference", "admissible", "cost_low", "cost_high")
        same_fields({name: short[name] for name in own}, long)
        for name in ("hosts", "cost", "against", "life", "worn", "limit"):
            assert short[name] == shown(long[name])
        assert short["lacks"] == said(long["lacks"])
        assert short["hosts_range"] == (long["hosts_range"] or {}).get("text")
        for name in ("cheapest", "covers"):
            assert short[name] == (long[name] or {}).get("value")
    assert [(each["label"], each["share"], each["text"], each["binding"]) for each in brief["limits"]] == [
        (each["label"], each["share"], each["figure"]["text"], each["binding"]) for each in full["limits"]
    ]
    assert brief["break_evens"] == [said(each) for each in full["break_evens"]]
    assert [(each["text"], each["remedy"]) for each in brief["checks"]] == [
        (said(each["line"]), each["remedy"]) for each in full["checks"]
    ]
    assert [(each["configurations"], each["text"]) for each in brief["risks"]] == [
        (each["configurations"], said({"text": each["text"]})) for each in full["risks"]
    ]
    assert brief["basis"] == [said({"text": each}) for each in full["basis"]]
    assert [each["remedy"] for each in brief["remedies"]] == [each["remedy"] for each in full["remedies"]]


async def test_compare_answers_with_the_simulated_decision(address: str, plan: dict[str, Any]) -> None:
    full = by_api(address, "evaluate", plan, include="uncertainty")
    uncertainty = full["uncertainty"]
    brief = await asked(address, "compare", plan=plan)
    same_fields(
        {key: brief[key] for key in ("plan_name", "plan_hash", "engine_version", "catalogue_version", "currency")}, full
    )
    same_fields({key: brief[key] for key in ("simulations", "seed", "values", "uncertain_values")}, uncertainty)
    assert brief["not_counted"] == uncertainty["verdict"]["not_counted"]
    assert brief["decision"]["phase"] == "simulated"
    same_decision(brief["decision"], uncertainty["decision"])
    assert brief["decision"]["break_evens"]


async def test_what_cannot_be_compared_says_so_with_what_was_tried(address: str, plan: dict[str, Any]) -> None:
    plan = plan | {"requirements": {"max_hosts": 2}}
    full = by_api(address, "evaluate", plan, include="decision,uncertainty")
    brief = [(await asked(address, tool, plan=plan))["decision"] for tool in ("evaluate", "compare")]
    assert [each["state"] for each in brief] == ["none_qualifies", "none_qualifies"]
    assert brief[0]["remedies"]
    same_decision(brief[0], full["decision"])
    same_decision(brief[1], full["uncertainty"]["decision"])


@pytest.mark.parametrize("quantity", ["cluster_tco", "hosts", "years_to_wear_out", "hosts_for_cpu_ratio"])
async def test_explain_answers_as_the_api(address: str, plan: dict[str, Any], quantity: str) -> None:
    question = {"configuration": "nand", "quantity": quantity, "failed_hosts": 1}
    full = by_api(address, "explain", {"plan": plan, **question})
    number, nodes = full["nodes"][0], {each["quantity"]: each for each in full["nodes"]}
    brief = await asked(address, "explain", plan=plan, **question)
    same_fields({key: brief[key] for key in (*question, "plan_hash", "engine_version", "catalogue_version")}, full)
    own = ("label", "meaning", "unit", "values", "members", "states", "kind", "validity", "rests_on_assumptions")
    same_fields({key: brief[key] for key in own}, number)
    assert (brief["formula"], brief["formula_with_numbers"]) == (number["text"], number["text_with_numbers"])
    assert [each["quantity"] for each in brief["terms"]] == [each for each in number["inputs"] if each in nodes]
    for term in brief["terms"]:
        same_fields(term, nodes[term["quantity"]])
    assert brief["parts"] == number["parts"]
    for short, long in zip(brief["limits"], number["limits"], strict=True):
        same_fields(short, long)
    silent = {"convention", "not_applicable", "no_limit"}
    origins = [each for node in full["nodes"] for each in node["provenance"] if each["status"] not in silent]
    for each in brief["inputs"]:
        same = [key for key in each if key not in ("groups", "pointer")]
        alike = [one for one in origins if all(one[key] == each[key] for key in same)]
        assert each["pointer"] in {one["pointer"] for one in alike}
        assert set(each["groups"]) <= {one["group"] for one in alike}
    if not brief["inputs_left_out"]:
        assert {each["quantity"] for each in origins} == {each["quantity"] for each in brief["inputs"]}
    doubted = [each["status"] in ("missing", "illustrative", "assumed") for each in brief["inputs"]]
    assert doubted == sorted(doubted, reverse=True)
    cited = {each["key"]: each for node in full["nodes"] for each in node["provenance_sources"]}
    known = cited | ({number["source"]["key"]: number["source"]} if number["source"] else {})
    assert all(each == known[each["key"]] for each in brief["sources"])
    named = {key for each in brief["inputs"] for key in (each["source"] or "").split("; ")}
    assert named & cited.keys() <= {each["key"] for each in brief["sources"]}


async def test_documents_are_read_as_resources(address: str, plan: dict[str, Any]) -> None:
    from mcp.shared.exceptions import MCPError

    async with session(address) as client:

        async def read(uri: str) -> Any:
            (content,) = (await client.read_resource(uri)).contents
            assert content.mime_type == "application/json"
            return json.loads(content.text)  # type: ignore[union-attr]

        listed = {str(each.uri) for each in (await client.list_resources()).resources}
        assert listed == {"hostwise://schemas/plan", "hostwise://samples", "hostwise://quantities"}
        assert await read("hostwise://schemas/plan") == by_api(address, "schemas/plan")
        assert await read("hostwise://samples") == by_api(address, "samples")
        assert Plan.model_validate(await read("hostwise://samples/moderate-io")) == Plan.model_validate(plan)
        quantities = by_api(address, "quantities")
        names = await read("hostwise://quantities")
        assert names == [{key: each[key] for key in ("name", "label", "unit")} for each in quantities]
        assert await read("hostwise://quantities/cluster_tco") == next(
            each for each in quantities if each["name"] == "cluster_tco"
        )
        for absent in ("hostwise://samples/nope", "hostwise://quantities/nope"):
            with pytest.raises(MCPError, match="nope"):
                await client.read_resource(absent)


@pytest.mark.parametrize("headers", [{"Origin": "https://evil.example"}, {"Host": "evil.example"}])
async def test_a_page_of_another_site_and_a_foreign_name_get_nothing(address: str, headers: dict[str, str]) -> None:
    from mcp import ClientSession
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared.exceptions import MCPError

    refused: list[int] = []

    async def note(answer: httpx2.Response) -> None:
        refused.append(answer.status_code)

    async with httpx2.AsyncClient(verify=False, headers=headers, event_hooks={"response": [note]}) as client:

        async def first() -> None:
            async with (
                streamable_http_client(f"{address}/mcp", http_client=client) as streams,
                ClientSession(*streams) as session,
            ):
                await session.initialize()

        with pytest.raises((MCPError, ExceptionGroup)):
            await first()
    assert refused
    assert set(refused) <= {403, 421}


def test_the_worked_example_of_the_guide_prints_what_it_says(address: str, repository: Path, tmp_path: Path) -> None:
    guide = (repository / "docs" / "guides" / "mcp.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"```python\n(.*?)```", guide, flags=re.DOTALL)
    (printed,) = re.findall(r"```text\n(.*?)```", guide, flags=re.DOTALL)
    program = program.replace("http://127.0.0.1:8000", address)
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    # A figure and its unit are not parted at the end of a line.
    assert done.stdout.replace("\N{NO-BREAK SPACE}", " ") == printed
