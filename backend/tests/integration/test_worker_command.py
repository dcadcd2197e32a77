"""`hostwise worker`, killed in the middle of a job while another one on the same queue goes on.

What computes for a worker is made to stand still before the job is there, so that the worker keeps a chunk until it is
killed, however busy the machine is.
"""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import psutil
import psycopg
import pytest

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.api import job_work
from hostwise.server.application import job_of
from hostwise.server.job_worker_process import compute_chunk, versions
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.jobs import Jobs, JobState
from tests.integration.serving import environment, until

pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.numpy]

KILLS = int(os.environ.get("HOSTWISE_KILLS", "1"))
"""How often a worker is killed: twenty times now and then, once whenever the tests run."""

CHUNKS = 6
HELD = "SELECT count(*) FROM hostwise_queue.procrastinate_jobs WHERE status = 'doing'"
OPEN = "SELECT count(*) FROM job_chunks WHERE answer_hash IS NULL"
BEGUN = "SELECT sum(attempts) FROM job_chunks WHERE job_id = %s"


class Worker:
    """A `hostwise worker` with a data folder of its own."""

    def __init__(self, folder: Path, database_url: str) -> None:
        own = {"DATABASE_URL": database_url, "HOSTWISE_COMPILED": "false", "HOSTWISE_LOG_FORMAT": "text"}
        command = [sys.executable, "-m", "hostwise", "worker", "--processes", "1", "--heartbeat", "0.5"]
        # In a group of its own: what is left of it can be ended with it.
        self.process = subprocess.Popen(command, env=environment(folder, **own), start_new_session=True)

    def stand_still(self) -> None:
        """Stop what computes for it: the process that a process of its own has started."""
        own = psutil.Process(self.process.pid)
        (computing,) = [each for each in own.children(recursive=True) if each.ppid() != own.pid]
        computing.suspend()

    def kill(self) -> None:
        """Kill it, and then what computes for it, which cannot see that it is gone."""
        self.process.kill()
        self.process.wait()
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


@pytest.fixture
def worker(tmp_path: Path, database_url: str) -> Iterator[Callable[[], Worker]]:
    """Starts workers, which are gone afterwards whatever happens."""
    started: list[Worker] = []

    def start() -> Worker:
        started.append(Worker(tmp_path / f"machine-{len(started)}", database_url))
        return started[-1]

    yield start
    for each in started:
        each.kill()


async def test_a_worker_that_is_killed_in_the_middle_of_a_job_loses_nothing(
    database: Database, database_url: str, worker: Callable[[], Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    def number(query: str, *values: object) -> int:
        row = connection.execute(query, values).fetchone()
        assert row is not None
        return int(row[0])

    def asked(chunks: int) -> bytes:
        plans = [plan_json(sample_plan("light-io")) | {"name": f"Site {next(sites)}"} for _ in range(chunks)]
        return json.dumps({"batch": {"plans": plans, "fields": "hosts,cluster_tco"}}).encode()

    monkeypatch.setattr(job_work, "PLANS_OF_A_CHUNK", 1)
    jobs, sites = Jobs(database, versions()), count()
    with psycopg.connect(database_url, autocommit=True) as connection:
        victim = worker()
        # What computes starts with the first chunk.
        await jobs.create(job_of(asked(1)))
        until(lambda: number(OPEN) == 0)
        for kill in range(KILLS):
            victim.stand_still()
            draft = job_of(asked(CHUNKS))
            job = await jobs.create(draft)
            until(lambda: number(HELD) == 1)
            other = worker()
            # All but the one that is held: both take from one queue. None if the machine is so busy that the first one
            # was taken for dead.
            until(lambda: number(OPEN) <= 1)
            start = time.monotonic()
            victim.kill()
            until(lambda: number(OPEN) == 0)
            print(f"kill {kill + 1}: done after {time.monotonic() - start:.1f} s")
            ended = await jobs.read(job.id)
            assert (ended.state, ended.done) == (JobState.DONE, CHUNKS)
            assert number(BEGUN, job.id) > CHUNKS
            _, parts = await jobs.result(job.id)
            found = b"".join([part async for part in parts])
            assert found == b"".join(compute_chunk(draft.kind.value, each) for each in draft.chunks)
            victim = other
