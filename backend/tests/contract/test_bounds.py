"""No request costs much more than it is worth: mistakes are counted, not all named; work beyond a bound is refused."""

import asyncio
import json
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.plan.document import Plan
from hostwise.plan.reading import MOST_MISTAKES, UnreadablePlan, plan_of_yaml, validated
from hostwise.server.api import batch_routes
from hostwise.server.api.request_limits import MAX_HEADER_BYTES, MAX_HEADERS
from hostwise.server.commands.command_line import main
from hostwise.server.http.problems import ProblemError
from hostwise.server.workers.fair_queue import FairQueue
from hostwise.server.workers.pools import Pool
from tests.largest_plan import largest

pytestmark = pytest.mark.integration

Answer = TypeVar("Answer")

MOST, BYTES = 400, 250_000
"""Most work, as a multiple of reading 30,000 keys, and the largest answer for a body of mistakes; it takes 5 to 40."""


@pytest.fixture
def plan(client: TestClient) -> dict[str, Any]:
    document: dict[str, Any] = client.get("/api/v1/samples/light-io").json()
    return document


def unknown(count: int) -> dict[str, int]:
    return {f"k{number}": 1 for number in range(count)}


YARDSTICK = json.dumps(unknown(30_000))


def _seconds(work: Callable[[], Answer]) -> tuple[float, Answer]:
    began = time.process_time()
    answer = work()
    return time.process_time() - began, answer


def _yardstick() -> float:
    return _seconds(lambda: json.loads(YARDSTICK))[0]


def little(work: Callable[[], Answer], most: float = MOST) -> Answer:
    """The answer of work that takes little of a core, however busy the machine is, and however slow.

    Other threads of this process, and what it tidies up, only add to what it takes: so the least of three counts.
    """
    for _ in range(3):
        yardsticks = [_yardstick(), _yardstick()]
        spent, answer = _seconds(work)
        limit = most * min(*yardsticks, _yardstick())
        if spent < limit:
            return answer
    raise AssertionError(f"{spent:.3f} s of a core, instead of {limit:.3f}")


CROWDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "unknown keys": lambda plan: plan | unknown(150_000),
    "unknown keys inside": lambda plan: (
        plan | {"workload": {"groups": [plan["workload"]["groups"][0] | unknown(300) for _ in range(400)]}}
    ),
    "long unknown keys": lambda plan: plan | {f"{number}{'x' * 15_000}": 1 for number in range(105)},
    "one long unknown key": lambda plan: plan | {"x" * 1_600_000: 1},
    "control characters": lambda plan: plan | {"\x01" * 2_500 + str(number): 1 for number in range(100)},
    "half a character": lambda plan: plan | {"\ud800": 1, "name": "\udfff"},
    "remarks": lambda plan: plan | {"remarks": {f"k{number}": 0 for number in range(150_000)}},
    "remarks with long keys": lambda plan: (
        plan | {"remarks": {f"{number}{'x' * 10_000}": {"a": 1} for number in range(150)}}
    ),
    "configurations": lambda plan: plan | {"configurations": [0] * 500_000},
    "groups": lambda plan: plan | {"workload": {"groups": [{}] * 400_000}},
    "empty points": lambda plan: plan | {"opm_models": [{"points": [{}] * 500} for _ in range(50)]},
    "long value": lambda plan: plan | {"name": "x" * 1_500_000},
}
"""Plans of about 1.6 MB with little but mistakes."""


@pytest.mark.parametrize("name", CROWDS)
@pytest.mark.parametrize("path", ["/api/v1/evaluate", "/api/v1/plans", "/api/v1/report", "/api/v1/evaluate/batch"])
def test_a_crowd_of_mistakes_gets_a_short_answer_quickly(
    client: TestClient, plan: dict[str, Any], name: str, path: str
) -> None:
    document = CROWDS[name](plan)
    body = json.dumps({"plan": document} if path.endswith("report") else document)
    assert len(body) < 2 * 1024 * 1024
    kind = "application/x-ndjson" if path.endswith("batch") else "application/json"
    answer = little(lambda: client.post(path, content=body, headers={"Content-Type": kind}))
    assert len(answer.content) < BYTES
    problem = answer.json()["problem"] if path.endswith("batch") else answer.json()
    assert (problem["status"], problem["code"]) == (422, "invalid_input")
    assert 1 <= len(problem["errors"]) <= MOST_MISTAKES


def test_what_is_not_listed_is_counted(client: TestClient, plan: dict[str, Any]) -> None:
    problem = client.post("/api/v1/evaluate", json=plan | unknown(1_234)).json()
    assert (len(problem["errors"]), problem["errors_left_out"]) == (100, 1_134)
    assert problem["detail"] == (
        "1234 fields are wrong; nothing was computed or saved. The first 100 mistakes are listed, and 1134 more."
    )
    few = client.post("/api/v1/evaluate", json=plan | {"polcy": 1}).json()
    assert "errors_left_out" not in few
    assert few["errors"][0]["hint"] == "Did you mean 'policy'?"


def test_a_hundred_mistakes_are_all_named(client: TestClient, plan: dict[str, Any]) -> None:
    problem = client.post("/api/v1/evaluate", json=plan | unknown(99) | {"polcy": 1}).json()
    assert len(problem["errors"]) == 100
    assert "errors_left_out" not in problem
    assert {each["pointer"]: each.get("hint") for each in problem["errors"]}["/polcy"] == "Did you mean 'policy'?"


def test_other_documents_are_bounded_alike(client: TestClient) -> None:
    bodies: dict[str, Any] = {
        "/api/v1/opm-models": unknown(150_000),
        "/api/v1/opm-models/curve": {"model": unknown(150_000)},
        "/api/v1/tokens": {"name": "x", "scopes": ["nothing"] * 200_000},
        "/api/v1/diff": {"before": unknown(75_000), "after": unknown(75_000)},
        "/api/v1/read-cache/advice": {"statistics": unknown(150_000)},
        "/api/v1/read-cache/calibration": {"cases": [{}] * 400_000},
        "/api/v1/burst": unknown(150_000),
        "/api/v1/explain": unknown(150_000),
        "/api/v1/memory": unknown(150_000),
        "/api/v1/storage": unknown(150_000),
    }
    for path, body in bodies.items():
        answer = little(partial(client.post, path, json=body))
        assert (answer.status_code, len(answer.content) < BYTES) == (422, True), path


def test_unknown_references_are_bounded_too(client: TestClient, plan: dict[str, Any]) -> None:
    group = plan["workload"]["groups"][0]
    groups = [group | {"name": f"group {number}", "opm_model": f"no-such-model-{number}"} for number in range(500)]
    answer = little(lambda: client.post("/api/v1/evaluate", json=plan | {"workload": {"groups": groups}}))
    problem = answer.json()
    assert (problem["code"], len(problem["errors"]), problem["errors_left_out"]) == ("invalid_plan", 100, 400)
    tolerances = {f"no_such_quantity_{number}": 0.1 for number in range(900)}
    asked = {"before": plan, "after": plan, "tolerances": tolerances}
    problem = little(lambda: client.post("/api/v1/diff", json=asked)).json()
    assert (len(problem["errors"]), problem["errors_left_out"]) == (100, 800)


def test_the_command_says_no_more(
    tmp_path: Path, client: TestClient, plan: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan | unknown(150_000)))

    def evaluate() -> list[str]:
        assert main(["evaluate", str(file)]) == 3
        return capsys.readouterr().err.splitlines()

    said = little(evaluate)
    assert len(said) == 102
    assert said[-1] == "  and 149900 more."


def test_aliases_and_repeated_keys_of_yaml_are_bounded() -> None:
    levels = "\n".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9))
    for text in (
        f"a0: &a0 [{{}}]\n{levels}\nopm_models: *a8\n",
        "\n".join(f"k{number}: 1" for number in range(20_000)),
    ):

        def refuse(text: str = text) -> None:
            with pytest.raises(UnreadablePlan):
                plan_of_yaml(text.encode())

        little(refuse, 4 * MOST)


def test_limits_are_read_off_the_models() -> None:
    with pytest.raises(UnreadablePlan) as refused:
        validated({"configurations": [{}] * 13, "opm_models": [{"points": [{}] * 501}]}, Plan)
    assert {(each.pointer, each.code, each.limit) for each in refused.value.mistakes} == {
        ("/configurations", "too_long", 12),
        ("/opm_models/0/points", "too_long", 500),
    }


def test_a_plan_at_its_limits_gets_no_flood(client: TestClient, plan: dict[str, Any]) -> None:
    """500 groups in 12 configurations, in 75 kB: the result had 38 MB."""
    large = largest(plan, count=3)
    result = client.post("/api/v1/evaluate?include=everything", json=large)
    assert (result.status_code, len(result.content) < 5_000_000) == (200, True)
    found = result.json()
    assert found["inputs_left_out"] > 40_000
    assert {"group 0", "group 1", None} <= {each["group"] for each in found["inputs"]}
    assert {each["configuration"] for each in found["inputs"]} >= {f"c{n}" for n in range(12)}
    question = {"plan": large, "configuration": "c0", "quantity": "cluster_tco"}
    explained = client.post("/api/v1/explain", json=question)
    assert (explained.status_code, len(explained.content) < 5_000_000) == (200, True)
    for path, body in (
        ("memory", large),
        ("storage", large),
        ("burst", {"plan": large}),
        ("read-cache", {"plan": large}),
    ):
        answer = client.post(f"/api/v1/{path}", json=body)
        assert (answer.status_code, len(answer.content) < 5_000_000) == (200, True), path
    workbook = client.post("/api/v1/report?format=xlsx", json={"plan": large})
    assert (workbook.status_code, workbook.json()["code"]) == (413, "too_large_for_a_workbook")
    assert "inputs_left_out" in client.post("/api/v1/evaluate", json=plan).json()


def test_a_short_batch_gets_no_flood(client: TestClient, plan: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_routes, "MIN_ANSWER_BYTES", 500_000)
    monkeypatch.setattr(batch_routes, "_GROWTH", 0)
    answer = client.post("/api/v1/evaluate/batch?include=inputs,monthly,quantities,rows", json=[plan] * 6)
    found = [json.loads(line) for line in answer.text.splitlines()]
    assert [each["index"] for each in found] == list(range(6))
    assert "result" in found[0]
    assert found[-1]["problem"]["code"] == "answer_too_large"
    assert len(answer.content) < 510_000
    short = client.post("/api/v1/evaluate/batch?summary=true", json=[plan] * 6)
    assert all("summary" in json.loads(line) for line in short.text.splitlines())


def test_heads_are_bounded(client: TestClient) -> None:
    many = {f"x-{number}": "1" for number in range(MAX_HEADERS + 1)}
    large = {"x": "1" * (MAX_HEADER_BYTES + 1)}
    for headers in (many, large):
        answer = client.get("/api/v1/samples", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (431, "headers_too_large")
    answer = client.get("/api/v1/samples?x=" + "1" * 40_000)
    assert (answer.status_code, answer.json()["code"]) == (414, "address_too_long")


class TestPool:
    """Work is done by few at a time, waits in bounded number, and is given up after a while."""

    async def test_what_waits_too_long_or_in_too_large_a_number_is_refused(self) -> None:
        pool = Pool("test", places=1, waiting=1, patience=0.3, seconds=30)
        block = threading.Event()
        first = asyncio.create_task(pool.run(block.wait))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(pool.run(lambda: "second"))
        await asyncio.sleep(0.05)
        assert (pool.running, pool.waiting) == (1, 1)
        with pytest.raises(ProblemError) as refused:
            await pool.run(lambda: "third")
        assert (refused.value.problem.status, refused.value.problem.code) == (503, "too_busy")
        assert refused.value.headers["Retry-After"] == "2"
        with pytest.raises(ProblemError):
            await second
        block.set()
        assert await first is True
        assert await pool.run(lambda: "later") == "later"
        assert (pool.running, pool.waiting, pool.refused) == (0, 0, 2)

    async def test_what_takes_too_long_is_answered_and_keeps_its_place(self) -> None:
        pool = Pool("test", places=1, waiting=1, patience=0.1, seconds=0.1)
        block = threading.Event()
        with pytest.raises(ProblemError) as refused:
            await pool.run(block.wait)
        assert (refused.value.problem.status, refused.value.problem.code) == (503, "took_too_long")
        assert (pool.running, pool.overdue) == (1, 1)
        with pytest.raises(ProblemError):
            await pool.run(lambda: "no place")
        block.set()
        await asyncio.sleep(0.05)
        assert (pool.running, await pool.run(lambda: "again")) == (0, "again")

    async def test_errors_arrive(self) -> None:
        def broken() -> None:
            raise ValueError("broken")

        pool = Pool("test", places=1, waiting=1, patience=1, seconds=1)
        with pytest.raises(ValueError, match="broken"):
            await pool.run(broken)
        assert pool.running == 0


LIGHT = {"/health/live", "/health/ready", "/api/v1/samples", "/api/v1/samples/{key}", "/api/v1/templates/plan"}
LIGHT |= {"/api/v1/catalogue", "/api/v1/plans", "/api/v1/opm-models", "/api/v1/opm-models/{key}", "/api/v1/tokens"}
LIGHT |= {"/api/v1/opm-models/{key}/curve", "/api/v1/deleted-plans", "/api/v1/audit"}
LIGHT |= {"/api/v1/price-books", "/api/v1/price-books/{key}", "/api/v1/jobs"}


@pytest.fixture
def saved(client: TestClient, plan: dict[str, Any]) -> str:
    """Id of a stored plan."""
    return str(client.post("/api/v1/plans", json=plan).json()["id"])


@pytest.fixture
def full(saved: str, app: FastAPI, client: TestClient) -> TestClient:
    """An application all of whose pools are full."""
    for each in app.state.pools.all:
        each._fair_queue = FairQueue(places=0, room=0)
    return client


def test_every_route_that_computes_is_refused_when_all_are_busy(
    full: TestClient, app: FastAPI, plan: dict[str, Any], saved: str
) -> None:
    for path in ("result", "report", "explain/nand/hosts"):
        assert full.get(f"/api/v1/plans/{saved}/{path}").status_code == 503
    examples = {
        "/api/v1/evaluate": plan,
        "/api/v1/memory": plan,
        "/api/v1/storage": plan,
        "/api/v1/evaluate/batch": [plan],
        "/api/v1/explain": {"plan": plan, "configuration": "nand", "quantity": "hosts"},
        "/api/v1/explain/sensitivities": {"plan": plan, "configuration": "nand", "quantity": "hosts"},
        "/api/v1/diff": {"before": plan, "after": plan},
    }
    for path, operations in app.openapi()["paths"].items():
        for method, operation in operations.items():
            address = path.replace("{key}", "light-io").replace("{kind}", "drives")
            # What only reads or writes the database, where reading the body is all that computes.
            if "{" in address or method == "delete" or (method == "get" and path in LIGHT):
                continue
            kinds = [*operation.get("requestBody", {}).get("content", {})]
            if kinds and "application/json" not in kinds:
                answer = full.request(method, address, content=b"x", headers={"Content-Type": kinds[0]})
            else:
                answer = full.request(method, address, json=examples.get(path, {"plan": plan}) if kinds else None)
            assert answer.status_code == 503, (method, path, answer.status_code)
            assert int(answer.headers["retry-after"]) > 0
            assert answer.json()["code"] == "too_busy"
