"""Workers that are killed in the middle of a job: it ends, and its result is that of one who computes alone."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.api import job_work
from hostwise.server.application import create_app, job_of
from hostwise.server.job_worker_process import versions
from hostwise.server.settings import Settings
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.jobs import Jobs, JobState
from tests.drawing_examples import IS_DEEP
from tests.integration.serving import until

# The workers do without machine code, which would have to be made first.
pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.numpy]

KILLS = 4 if IS_DEEP else 1
FIELDS = "hosts,cluster_tco"
BEGUN = "SELECT sum(attempts) FROM job_chunks"
PLANS = [plan_json(sample_plan("light-io")) | {"name": f"Site {number}"} for number in range(30)]


@pytest.fixture
def worker(database_url: str) -> Iterator[Callable[[], int]]:
    """Starts processes that work on jobs, and gives their ids; whatever happens they are gone afterwards."""
    command = [sys.executable, "-m", "tests.integration.job_workers", database_url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as nursery:
        started: list[int] = []

        def start() -> int:
            assert nursery.stdin is not None
            assert nursery.stdout is not None
            print(file=nursery.stdin, flush=True)
            started.append(int(nursery.stdout.readline()))
            return started[-1]

        yield start
        for each in started:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        nursery.communicate()


async def test_killed_workers_lose_nothing_and_change_nothing(
    database: Database, database_url: str, worker: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def number(query: str) -> int:
        row = connection.execute(query).fetchone()
        assert row is not None
        return int(row[0])

    def is_another() -> bool:
        """Whether another worker than those before holds a chunk."""
        holders = connection.execute("SELECT worker_id FROM hostwise_queue.procrastinate_jobs WHERE status = 'doing'")
        new = {row[0] for row in holders} - seen
        seen.update(new)
        return bool(new)

    seen: set[int] = set()

    def begun(before: int) -> bool:
        # One is answered, and the next one is being computed.
        return number(BEGUN) > before + 1

    monkeypatch.setattr(job_work, "PLANS_OF_A_CHUNK", 3)
    jobs = Jobs(database, versions())
    batch = {"plans": PLANS, "fields": FIELDS}
    job = await jobs.create(job_of(json.dumps({"batch": batch}).encode()))
    with psycopg.connect(database_url, autocommit=True) as connection:
        for _ in range(KILLS):
            process = worker()
            until(partial(begun, number(BEGUN)))
            os.kill(process, signal.SIGKILL)
        assert number("SELECT count(*) FROM hostwise_queue.procrastinate_jobs WHERE status = 'doing'") >= 1
        assert (await jobs.read(job.id)).state is JobState.RUNNING
        is_another()
        first = worker()
        until(is_another)
        # It stands still until the other one has a chunk, too, and may be taken for dead meanwhile.
        os.kill(first, signal.SIGSTOP)
        worker()
        until(is_another)
        os.kill(first, signal.SIGCONT)
        until(lambda: number("SELECT count(*) FROM jobs WHERE state = 'running'") == 0)
        until(lambda: number("SELECT count(*) FROM hostwise_queue.procrastinate_jobs") == 0)
    ended = await jobs.read(job.id)
    assert (ended.state, ended.done) == (JobState.DONE, ended.total)
    _, parts = await jobs.result(job.id)
    found = b"".join([part async for part in parts])
    app = create_app(Settings.model_construct(database_url=database_url, compute_seconds=600, job_workers=0))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        alone = client.post("/api/v1/evaluate/batch", json=PLANS, params={"fields": FIELDS})
    assert found == alone.content
