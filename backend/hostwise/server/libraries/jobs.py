"""Jobs in the background: searches and batches that take longer than a request may."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any, Self
from uuid import UUID, uuid4

from pydantic import BaseModel, Field, model_validator

from hostwise.answers.evaluation.evaluation_answer import ENGINE_VERSION
from hostwise.plan.fields import Document, Key, Name
from hostwise.plan.search_document import Search
from hostwise.server.access.audit_log import Action, record
from hostwise.server.access.tokens import ANYBODY, Caller
from hostwise.server.quotas import Quotas
from hostwise.server.store.job_store import ChunkDraft, JobNotFound, JobRepository, StoredJob
from hostwise.server.store.session import Database

__all__ = ["JobKeyUsed", "JobNotDone", "JobNotFound", "Jobs"]

MOST_PLANS = 10_000
"""Most plans of one batch."""

_LISTED = 1_000


class JobKind(StrEnum):
    """What a job does."""

    SEARCH = "search"
    BATCH = "batch"


class JobState(StrEnum):
    """How far a job is."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Batch(Document):
    """Many plans to evaluate; a wrong one is answered with its mistakes, and does not stop the others."""

    plans: tuple[dict[str, Any], ...] = Field(min_length=1, max_length=MOST_PLANS, description="The plans.")
    summary: bool = Field(False, description="Answer with summaries instead of full results; `fields` does so, too.")
    fields: str | None = Field(
        None,
        max_length=4_000,
        description="Quantities of the summaries, separated by commas.",
        examples=["hosts,cluster_tco"],
    )
    reference: Key | None = Field(
        None, description="Key of the configuration that differences refer to; by default the first."
    )
    futures: int | None = Field(
        None, ge=16, le=4_096, description="Say for each plan how sure its answer is, from so many futures."
    )


class JobRequest(Document):
    """A new job: either a search or a batch."""

    name: Name | None = Field(None, description="What it is for.", examples=["all sites, prices of May"])
    search: Search | None = Field(None, description="As `POST /search` takes it.")
    batch: Batch | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.search is None) is (self.batch is None):
            raise ValueError("give either a search or a batch")
        return self


class JobProblem(BaseModel):
    """Why a job failed, as the request would have been refused."""

    title: str
    status: int
    code: str
    detail: str
    errors: list[dict[str, Any]] = Field(default_factory=list, description="The mistakes, each with its `pointer`.")


class JobItem(BaseModel):
    """A job, and how far it is."""

    id: UUID
    kind: JobKind
    name: str | None
    state: JobState
    done: int = Field(description="Chunks that are computed.")
    total: int = Field(description="Chunks that the job was cut into.")
    created_at: datetime
    started_at: datetime | None = Field(description="When its first chunk was begun.")
    finished_at: datetime | None = Field(description="When it was done, failed, or was cancelled.")
    result: str | None = Field(description="Where its result is, once it is done.")
    problem: JobProblem | None = Field(description="Why it failed.")


class JobList(BaseModel):
    """Jobs, newest first."""

    items: list[JobItem]
    most: int = Field(description="Limit of kept jobs of one caller.")


class JobKeyUsed(Exception):
    """Another job was created with this key."""


class JobNotDone(Exception):
    """The result of a job is not there: it is not done yet, or never will be."""

    def __init__(self, state: JobState) -> None:
        """Say how far it is."""
        super().__init__(f"The job has no result: it is {state.value}.")


@dataclass(frozen=True, slots=True)
class JobDraft:
    """A job to be started.

    Attributes:
        chunks: what is asked of each chunk; the answers one after the other are the result.
    """

    kind: JobKind
    name: str | None
    chunks: Sequence[bytes]

    @property
    def is_cut(self) -> bool:
        """Whether its chunks are computed side by side; a search is one chunk."""
        return self.kind is JobKind.BATCH


class Jobs:
    """The jobs of one database; each call is one transaction.

    A caller sees its own jobs, one that manages tokens sees all.

    Attributes:
        wanted: set when a job was created here, for a worker that waits for the first one.
    """

    def __init__(self, database: Database, catalogue_version: str, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much; answers hold for this version of the catalogue."""
        self._database = database
        self._versions = f"{ENGINE_VERSION} {catalogue_version}"
        self._quotas = quotas or Quotas()
        self.wanted = asyncio.Event()

    async def create(self, draft: JobDraft, by: Caller = ANYBODY, key: str | None = None) -> JobItem:
        """Start a job.

        Args:
            draft: the job.
            by: the caller; two callers may use the same key.
            key: the caller's key of this request: a repetition returns the job that the first one made.

        Raises:
            JobKeyUsed: the key was used for another job.
            QuotaReached: there are as many jobs as may be kept.
        """
        about, job_id = f"{self._versions} {draft.kind.value} ".encode(), uuid4()
        chunks = [ChunkDraft(sha256(about + each).digest(), each) for each in draft.chunks]
        creation_key = None if key is None else by.creation_key(key)
        async with self._database.transaction() as session:
            jobs = JobRepository(session)
            await jobs.hold_creation()
            found = None if creation_key is None else await jobs.created_with(creation_key)
            if found is not None:
                if (found.kind, found.name) != (draft.kind.value, draft.name) or await jobs.asks(found.id) != [
                    sha256(each).digest() for each in draft.chunks
                ]:
                    raise JobKeyUsed
                return _item(found)
            self._quotas.check_jobs(await jobs.count(by.token_id) + 1)
            self._quotas.check_job_bytes(await jobs.stored_bytes() + sum(map(len, draft.chunks)))
            await jobs.create(job_id, draft.kind.value, draft.name, by.token_id, chunks, creation_key)
            await record(session, Action.JOB_CREATED, job_id, f"{draft.kind.value}, {draft.name or 'without a name'}")
            created = await jobs.read(job_id, None)
        self.wanted.set()
        return _item(created)

    async def listing(self, by: Caller = ANYBODY) -> JobList:
        """Jobs, newest first."""
        async with self._database.transaction() as session:
            found = await JobRepository(session).list_jobs(_owner(by), _LISTED)
        return JobList(items=[_item(each) for each in found], most=self._quotas.jobs)

    async def read(self, job_id: UUID, by: Caller = ANYBODY) -> JobItem:
        """A job; raises `JobNotFound`."""
        async with self._database.transaction() as session:
            return _item(await JobRepository(session).read(job_id, _owner(by)))

    async def cancel(self, job_id: UUID, by: Caller = ANYBODY) -> None:
        """Stop a job, and remove one that has ended; raises `JobNotFound`."""
        async with self._database.transaction() as session:
            jobs = JobRepository(session)
            found = await jobs.read(job_id, _owner(by))
            about = f"{found.kind}, {found.name or 'without a name'}"
            if await jobs.cancel(job_id):
                await record(session, Action.JOB_CANCELLED, job_id, about)
            else:
                await jobs.delete(job_id)
                await record(session, Action.JOB_DELETED, job_id, about)

    async def result(self, job_id: UUID, by: Caller = ANYBODY) -> tuple[JobKind, AsyncIterator[bytes]]:
        """The kind of a job and its result in parts; raises `JobNotFound` and `JobNotDone`."""
        found = await self.read(job_id, by)
        if found.state is not JobState.DONE:
            raise JobNotDone(found.state)

        async def parts() -> AsyncIterator[bytes]:
            for number in range(found.total):
                # A chunk at a time: a result may be larger than the memory of the server.
                async with self._database.transaction() as session:
                    part = await JobRepository(session).answer(job_id, number)
                if part is None:
                    raise JobNotFound(job_id)
                yield part

        return found.kind, parts()

    async def is_any_unfinished(self) -> bool:
        """Whether there is something to compute."""
        async with self._database.transaction() as session:
            return await JobRepository(session).is_any_unfinished()

    async def forget_finished(self, age: timedelta) -> None:
        """Remove jobs that ended so long ago, with their results."""
        async with self._database.transaction() as session:
            await JobRepository(session).forget_finished(age)


def _owner(caller: Caller) -> str | None:
    """Whose jobs a caller sees: its own, or everybody's."""
    return None if caller.manages_tokens else caller.token_id


def _item(stored: StoredJob) -> JobItem:
    state = JobState(stored.state)
    return JobItem(
        id=stored.id,
        kind=JobKind(stored.kind),
        name=stored.name,
        state=state,
        done=stored.done,
        total=stored.total,
        created_at=stored.created_at,
        started_at=stored.started_at,
        finished_at=stored.finished_at,
        result=f"/api/v1/jobs/{stored.id}/result" if state is JobState.DONE else None,
        problem=None if stored.problem is None else JobProblem.model_validate(stored.problem),
    )
