"""Workers with different catalogues on one queue: each computes what was asked of its own, whatever the order."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import plan_json
from hostwise.server.api import job_work
from hostwise.server.application import job_of
from hostwise.server.job_worker_process import compute_chunk, versions
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.jobs import Jobs, JobState
from tests.integration.serving import PATIENCE_SECONDS, environment
from tests.unit.test_own_platforms import LARCH, plan_on_larch

pytestmark = [pytest.mark.integration, pytest.mark.slow, pytest.mark.numpy]

ABOUT = "from hostwise.server.job_worker_process import versions; print(versions())"


class Deployment:
    """A Hostwise with own rows, or without."""

    def __init__(self, folder: Path, database_url: str, platforms: str) -> None:
        own = {"DATABASE_URL": database_url, "HOSTWISE_COMPILED": "false", "HOSTWISE_PLATFORMS": platforms}
        self.environment = environment(folder, **own)

    def said(self, *command: str) -> str:
        asked = [sys.executable, *command]
        return subprocess.run(asked, env=self.environment, capture_output=True, text=True, check=True).stdout

    def work(self) -> None:
        """Compute until nothing is left for it."""
        self.said("-m", "hostwise", "worker", "--processes", "1", "--until-idle", "--heartbeat", "0.2")


async def result(jobs: Jobs, job: Any) -> bytes:
    _, parts = await jobs.result(job)
    return b"".join([part async for part in parts])


async def test_a_worker_without_the_own_rows_leaves_a_job_to_one_that_has_them(
    database: Database, database_url: str, tmp_path: Path
) -> None:
    (tmp_path / "larch.yaml").write_text(LARCH, encoding="utf-8")
    without = Deployment(tmp_path / "without", database_url, "")
    with_rows = Deployment(tmp_path / "with", database_url, str(tmp_path / "larch.yaml"))
    asked = json.dumps({"batch": {"plans": [plan_json(plan_on_larch())], "fields": "hosts"}}).encode()
    theirs = with_rows.said("-c", ABOUT).strip()
    assert theirs != versions()
    job = await Jobs(database, theirs).create(job_of(asked))
    await asyncio.to_thread(without.work)
    waiting = await Jobs(database, versions()).read(job.id)
    assert (waiting.state, waiting.versions) == (JobState.QUEUED, theirs)
    assert theirs in (waiting.waits or "")
    await asyncio.to_thread(with_rows.work)
    jobs = Jobs(database, versions())
    (line,) = (await result(jobs, job.id)).splitlines()
    answered = json.loads(line)
    (run,) = answered["summary"]["configurations"]
    assert run["quantities"]["hosts"]["value"] > 0
    # The same question to those without: they say what they do not know, and not what others computed.
    other = await jobs.create(job_of(asked))
    await asyncio.to_thread(without.work)
    (line,) = (await result(jobs, other.id)).splitlines()
    assert json.loads(line) != answered


async def test_after_a_rolling_change_answers_are_those_of_who_was_asked(
    database: Database, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both kinds of workers are there at once; the old ones go, the new ones stay."""
    monkeypatch.setattr(job_work, "PLANS_OF_A_CHUNK", 1)
    (tmp_path / "larch.yaml").write_text(LARCH, encoding="utf-8")
    old = Deployment(tmp_path / "old", database_url, "")
    new = Deployment(tmp_path / "new", database_url, str(tmp_path / "larch.yaml"))
    plans = [plan_json(sample_plan("light-io")) | {"name": f"Site {number}"} for number in range(4)]
    draft = job_of(json.dumps({"batch": {"plans": plans, "fields": "hosts,cluster_tco"}}).encode())
    theirs = new.said("-c", ABOUT).strip()
    before, after = Jobs(database, versions()), Jobs(database, theirs)
    first, second = await before.create(draft), await after.create(draft)
    async with asyncio.timeout(4 * PATIENCE_SECONDS), asyncio.TaskGroup() as group:
        for each in (old, new):
            group.create_task(asyncio.to_thread(each.work))
    alone = b"".join(compute_chunk(draft.kind.value, each) for each in draft.chunks)
    assert await result(before, first.id) == alone
    assert (await after.read(second.id)).state is JobState.DONE
    # Own rows change no answer of a plan without them: but nobody's answer was taken for another's.
    assert await result(after, second.id) == alone.replace(_catalogue(versions()), _catalogue(theirs))


def _catalogue(about: str) -> bytes:
    return about.split("catalogue ")[1].encode()
