"""Jobs over HTTP, with the client, and on the command line."""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import gethostname
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from hostwise.decision.samples.samples import sample_plan
from hostwise.estate.estate_answer import read_estate
from hostwise.plan.document import plan_json
from hostwise.server.access.opening import service_of
from hostwise.server.access.token_documents import Scope
from hostwise.server.access.tokens import Tokens
from hostwise.server.application import create_app
from hostwise.server.commands.command_line import hostwise
from hostwise.server.settings import Settings
from hostwise_client import HostwiseClient
from tests.estates.estate import drawn
from tests.estates.rvtools import workbook

pytestmark = pytest.mark.integration

JOBS = "/api/v1/jobs"
PATIENCE_SECONDS = 300
PLAN = plan_json(sample_plan("light-io"))
MEMORY: dict[str, Any] = {"field": "/memory/dram_gib", "values": [512, 768]}
SEARCH: dict[str, Any] = {"plan": plan_json(sample_plan("nvme-2026")), "choices": [MEMORY]}
WRONG = PLAN | {"policy": {"spare_hosts": -1}}

Opened = Callable[..., TestClient]


@pytest.fixture
def opened(database_url: str) -> Iterator[Opened]:
    """Applications on one database, each with settings of its own."""
    clients: list[TestClient] = []

    def open_(**settings: Any) -> TestClient:
        chosen = {"compute_seconds": 600, "job_workers": 0} | settings
        app = create_app(Settings.model_construct(database_url=database_url, **chosen))
        client = TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)
        clients.append(client.__enter__())
        return client

    yield open_
    for client in clients:
        client.__exit__(None, None, None)


def ended(client: TestClient, address: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        job: dict[str, Any] = client.get(address).json()
        if job["state"] not in ("queued", "running"):
            return job
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_job_answers_with_the_bytes_of_the_request_without_it(client: TestClient) -> None:
    made = client.post(JOBS, json={"name": "sizes", "search": SEARCH})
    assert made.status_code == 202
    job = ended(client, made.headers["location"])
    assert (job["kind"], job["name"], job["state"], job["done"], job["problem"]) == ("search", "sizes", "done", 1, None)
    result = client.get(job["result"])
    assert result.headers["content-type"] == "application/json"
    assert result.content == client.post("/api/v1/search", json=SEARCH).content

    plans = [PLAN, WRONG, *({**PLAN, "name": f"Site {number}"} for number in range(20))]
    batch = {"plans": plans, "fields": "hosts", "reference": "optane"}
    job = ended(client, client.post(JOBS, json={"batch": batch}).headers["location"])
    assert (job["state"], job["total"]) == ("done", 2)
    result = client.get(job["result"])
    assert result.headers["content-type"].startswith("application/x-ndjson")
    query = {"fields": "hosts", "reference": "optane"}
    assert result.content == client.post("/api/v1/evaluate/batch", json=plans, params=query).content
    assert [each["kind"] for each in client.get(JOBS).json()["items"]] == ["batch", "search"]


def test_futures_say_how_sure_each_plan_is(client: TestClient) -> None:
    made = client.post(JOBS, json={"batch": {"plans": [PLAN, WRONG], "summary": True, "simulations": 16}})
    job = ended(client, made.headers["location"])
    first, second = map(json.loads, client.get(job["result"]).content.splitlines())
    assert first["uncertainty"]["plan_hash"] == first["summary"]["plan_hash"]
    assert (second["index"], second["problem"]["status"], "uncertainty" in second) == (1, 422, False)


def test_a_repeated_request_with_the_same_key_starts_no_second_job(opened: Opened) -> None:
    client, body = opened(), {"name": "once", "batch": {"plans": [PLAN]}}
    first, again = (client.post(JOBS, json=body, headers={"Idempotency-Key": "one"}) for _ in range(2))
    assert (first.status_code, again.status_code) == (202, 202)
    assert (again.json(), again.headers["location"]) == (first.json(), first.headers["location"])
    for other in ({**body, "name": "twice"}, {"name": "once", "batch": {"plans": [PLAN, PLAN]}}, {"search": SEARCH}):
        refused = client.post(JOBS, json=other, headers={"Idempotency-Key": "one"})
        assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_key_reused")
    assert len(client.get(JOBS).json()["items"]) == 1
    # Who cancels a job and asks again wants another one.
    client.delete(first.headers["location"])
    made = client.post(JOBS, json=body, headers={"Idempotency-Key": "one"})
    assert (made.status_code, made.json()["state"]) == (202, "queued")
    assert client.get(first.headers["location"]).json()["state"] == "cancelled"
    assert made.json()["id"] != first.json()["id"]
    assert client.post(JOBS, json=body, headers={"Idempotency-Key": "two"}).json()["id"] != made.json()["id"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"search": SEARCH, "batch": {"plans": [PLAN]}}, ""),
        ({"search": {**SEARCH, "best": 0}}, "/search/best"),
        ({"search": {**SEARCH, "plan": {**SEARCH["plan"], "nothing": 1}}}, "/search/plan/nothing"),
        ({"batch": {"plans": []}}, "/batch/plans"),
        ({"batch": {"plans": [1]}}, "/batch/plans/0"),
        ({"batch": {"plans": [PLAN], "fields": "colour"}}, "/batch/fields"),
        ({"batch": {"plans": [PLAN], "simulations": 1}}, "/batch/simulations"),
    ],
)
def test_mistakes_are_named_at_their_field(opened: Opened, body: dict[str, Any], pointer: str) -> None:
    answer = opened().post(JOBS, json=body)
    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_what_cannot_be_computed_is_named_at_its_field_and_stops_no_other_plan(client: TestClient) -> None:
    sent = {"Content-Type": "application/json"}
    wrong = {"search": SEARCH | {"choices": [{**MEMORY, "values": [512, 10**400]}]}}
    refused = client.post(JOBS, content=json.dumps(wrong), headers=sent)
    assert refused.status_code == 422
    assert [each["pointer"] for each in refused.json()["errors"]] == ["/search/choices/0/values/1"]
    plans = [PLAN | {"name": "half \ud800"}, PLAN | {"policy": {"growth_share": float("nan")}}, PLAN]
    made = client.post(JOBS, content=json.dumps({"batch": {"plans": plans, "fields": "hosts"}}), headers=sent)
    job = ended(client, made.headers["location"])
    lines = [json.loads(each) for each in client.get(job["result"]).content.splitlines()]
    assert [each.get("problem", {}).get("status") for each in lines] == [422, 422, None]
    assert lines[0]["problem"]["errors"][0]["pointer"] == "/name"


def test_an_estate_is_decided_by_a_job_which_forgets_it(client: TestClient, database_url: str) -> None:
    inventory = read_estate(workbook(drawn(12, clusters=1)), "estate.xlsx").inventory.model_dump(mode="json")
    asked = {"inventory": inventory, "choices": {"question": "new_cluster"}}
    made = client.post(JOBS, json={"name": "an estate", "estate": asked})
    assert made.status_code == 202
    job = ended(client, made.headers["location"])
    assert (job["kind"], job["state"], job["step"]) == ("estate", "done", None)
    found, direct = client.get(job["result"]), client.post("/api/v1/estate", json=asked)
    assert found.headers["content-type"] == "application/json"
    assert found.json()["plan"] == direct.json()["plan"]
    assert found.json()["decision"]["sentence"] == direct.json()["decision"]["sentence"]
    with psycopg.connect(database_url) as connection:
        assert connection.execute("SELECT sum(length(asked)) FROM job_chunks").fetchone() == (0,)
    wrong = client.post(JOBS, json={"estate": asked, "search": SEARCH}).json()
    assert "give either a search, a batch or an estate" in str(wrong)
    refused = client.post(JOBS, json={"estate": asked | {"choices": {"storage": "larch"}}})
    failed = ended(client, refused.headers["location"])
    assert (failed["state"], failed["problem"]["code"]) == ("failed", "no_candidates")


def test_a_search_that_cannot_be_made_fails_as_the_request_does(client: TestClient) -> None:
    wrong = {**SEARCH, "configuration": "other"}
    job = ended(client, client.post(JOBS, json={"search": wrong}).headers["location"])
    refused = client.post("/api/v1/search", json=wrong).json()
    assert job["state"] == "failed"
    assert job["problem"]["detail"] == refused["detail"]
    assert [each["pointer"] for each in job["problem"]["errors"]] == ["/configuration"]
    answer = client.get(f"{JOBS}/{job['id']}/result")
    assert (answer.status_code, answer.json()["code"]) == (409, "job_not_done")


def test_a_job_is_cancelled_and_then_removed(opened: Opened) -> None:
    client = opened()
    address = client.post(JOBS, json={"search": SEARCH}).headers["location"]
    assert client.get(address).json()["state"] == "queued"
    assert client.delete(address).status_code == 204
    assert client.get(address).json()["state"] == "cancelled"
    assert client.delete(address).status_code == 204
    assert client.get(address).json()["code"] == client.delete(f"{JOBS}/{uuid4()}").json()["code"] == "job_not_found"
    actions = [each["action"] for each in client.get("/api/v1/audit").json()["items"]]
    assert actions == ["job.deleted", "job.cancelled", "job.created"]


def test_jobs_are_the_callers_own_and_counted(opened: Opened, database_url: str) -> None:
    async def made(scope: Scope) -> dict[str, str]:
        async with service_of(Tokens, database_url) as tokens:
            return {"Authorization": f"Bearer {(await tokens.create('a test', [scope], None)).token}"}

    one, other, admin = (asyncio.run(made(each)) for each in (Scope.WRITE, Scope.WRITE, Scope.ADMIN))
    reader = asyncio.run(made(Scope.READ))
    client = opened(max_jobs=1)
    body = {"batch": {"plans": [PLAN]}}
    assert client.post(JOBS, json=body, headers=reader).status_code == 403
    address = client.post(JOBS, json=body, headers=one).headers["location"]
    full = client.post(JOBS, json=body, headers=one)
    assert (full.status_code, full.json()["code"]) == (409, "quota_reached")
    assert client.post(JOBS, json=body, headers=other).status_code == 202
    assert [client.get(address, headers=each).status_code for each in (one, other, admin)] == [200, 404, 200]
    assert [len(client.get(JOBS, headers=each).json()["items"]) for each in (one, other, admin)] == [1, 1, 2]
    assert client.delete(address, headers=other).status_code == 404


def test_a_large_job_is_taken_apart_where_files_are_read(client: TestClient) -> None:
    padded = [{**PLAN, "description": "x" * 1_000_000, "name": f"Site {number}"} for number in range(3)]
    made = client.post(JOBS, json={"batch": {"plans": padded, "fields": "hosts"}})
    assert made.status_code == 202
    job = ended(client, made.headers["location"])
    assert len(client.get(job["result"]).content.splitlines()) == 3


def test_the_command_line(database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)

    def said(*arguments: str) -> str:
        return CliRunner().invoke(hostwise, ["jobs", *arguments], catch_exceptions=False).output

    assert "No jobs" in said("list")
    (tmp_path / "job.json").write_text(json.dumps({"name": "a test", "batch": {"plans": [PLAN]}}))
    made = json.loads(said("start", str(tmp_path / "job.json"), "--json"))
    assert "a test" in said("list")
    assert json.loads(said("show"))["id"] == made["id"]
    said("cancel", made["id"])
    assert json.loads(said("show", made["id"]))["state"] == "cancelled"
    (tmp_path / "choices.json").write_text(json.dumps([MEMORY]))
    command = ["search", "sample:nvme-2026", "--choices", str(tmp_path / "choices.json"), "--job", "--json"]
    started = json.loads(CliRunner().invoke(hostwise, command, catch_exceptions=False).output)
    assert (started["kind"], started["state"]) == ("search", "queued")
    (tmp_path / "job.json").write_text("{}")
    wrong = CliRunner().invoke(hostwise, ["jobs", "start", str(tmp_path / "job.json")])
    assert "either a search, a batch or an estate" in str(wrong.exception)
    assert "queued" in str(CliRunner().invoke(hostwise, ["jobs", "result"]).exception)


def test_a_worker_of_this_machine_gives_signs_of_life_or_not(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", database_url)

    def said() -> str:
        found = CliRunner().invoke(hostwise, ["worker", "--check"])
        return found.output or str(found.exception)

    def seen(host: str, ago: str) -> None:
        with psycopg.connect(database_url) as connection:
            connection.execute(
                "INSERT INTO job_workers (id, versions, places, host, seen_at)"
                " VALUES (gen_random_uuid(), 'any', 1, %s, now() - %s::interval)",
                [host, ago],
            )

    here = gethostname()
    for host, ago in (("elsewhere", "1 second"), (here, "1 minute")):
        seen(host, ago)
        assert said() == f"No worker on {here} has given a sign of life lately."
    seen(here, "1 second")
    assert said() == f"A worker on {here} gives signs of life.\n"


def test_the_python_client(client: TestClient) -> None:
    with HostwiseClient("http://127.0.0.1", transport=client._transport) as there:
        told: list[tuple[int, int | None]] = []
        job = there.jobs.batch([PLAN, WRONG], name="two", fields=["hosts"])
        job = there.jobs.wait(str(job.id), progress=lambda done, of: told.append((done, of)), pause=0.05)
        assert (job.state, job.name, told) == ("done", "two", [(1, 1)])
        answers = there.jobs.result(str(job.id))
        assert isinstance(answers, list)
        assert answers[0].number("optane", "hosts") == there.evaluate(PLAN).configurations[0].quantities["hosts"].value
        assert answers[1].problem is not None
        found = there.jobs.search(SEARCH["plan"], choices=[MEMORY])
        there.jobs.wait(str(found.id), pause=0.05)
        assert there.jobs.result(str(found.id)) == there.search(SEARCH["plan"], choices=[MEMORY])
        assert [each.id for each in there.jobs] == [found.id, job.id]
        there.jobs.cancel(str(found.id))
        assert [each.id for each in there.jobs] == [job.id]
