"""Jobs in the background: searches, batches and estates that take longer than a request may."""

from __future__ import annotations

import asyncio
import shutil
import zlib
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any, NamedTuple, Self
from uuid import UUID, uuid4

from pydantic import BaseModel, Field, model_validator

from hostwise.plan.estate_request import EstateRequest
from hostwise.plan.fields import Document, Key, Name
from hostwise.plan.search_document import Search
from hostwise.server.access.audit_log import Action, record
from hostwise.server.access.tokens import ANYBODY, Caller
from hostwise.server.quotas import Quotas, room_for_jobs
from hostwise.server.store.job_queue import JobQueue
from hostwise.server.store.job_store import JobNotFound, JobRepository, NewJob, StoredJob
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.job_parts import JobPart, chunks_of

__all__ = ["JobKeyUsed", "JobNotDone", "JobNotFound", "Jobs"]

MOST_PLANS = 10_000
"""Most plans of one batch."""

_LISTED = 1_000


class JobKind(StrEnum):
    """What a job does."""

    SEARCH = "search"
    BATCH = "batch"
    ESTATE = "estate"


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
    summary: bool = Field(
        False, description="Answer with summaries instead of results with parts; `fields` does so, too."
    )
    fields: str | None = Field(
        None,
        max_length=4_000,
        description="Quantities of the summaries, separated by commas.",
        examples=["hosts,cluster_tco"],
    )
    include: str | None = Field(
        None,
        max_length=4_000,
        description="Parts of the results, separated by commas, as `POST /evaluate` takes them; by default `decision`.",
        examples=["decision,rows"],
    )
    reference: Key | None = Field(
        None, description="Key of the configuration that differences refer to; by default the first."
    )
    simulations: int | None = Field(
        None, ge=16, le=4_096, description="Say for each plan how sure its answer is, from so many simulations."
    )


class JobRequest(Document):
    """A new job: either a search, a batch or an estate."""

    name: Name | None = Field(None, description="What it is for.", examples=["all sites, prices of May"])
    search: Search | None = Field(None, description="As `POST /search` takes it.")
    batch: Batch | None = None
    estate: EstateRequest | None = Field(
        None, description="As `POST /estate` takes it; kept until it is decided or cancelled."
    )

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if sum(each is not None for each in (self.search, self.batch, self.estate)) != 1:
            raise ValueError("give either a search, a batch or an estate")
        return self


class JobProblem(BaseModel):
    """Why a job failed, as the request would have been refused."""

    title: str
    status: int
    code: str
    detail: str
    errors: list[dict[str, Any]] = Field(default_factory=list, description="The mistakes, each with its `pointer`.")


class JobStep(BaseModel):
    """How far the chunk is that is computed."""

    done: int = Field(
        description="Candidates of an estate that are found, or combinations of a search that are computed."
    )
    of: int = Field(description="All of them.")


class JobItem(BaseModel):
    """A job, and how far it is."""

    id: UUID
    kind: JobKind
    name: str | None
    state: JobState
    done: int = Field(description="Chunks that are computed.")
    total: int = Field(description="Chunks that the job was cut into.")
    step: JobStep | None = Field(
        None, description="Of an estate, or a search of single combinations, how far it is while it runs."
    )
    created_at: datetime
    started_at: datetime | None = Field(description="When its first chunk was begun.")
    finished_at: datetime | None = Field(description="When it was done, failed, or was cancelled.")
    seconds: float = Field(description="CPU seconds that were computed for it.")
    versions: str = Field(description="Versions of Hostwise and its catalogue that it was asked of: they compute it.")
    waits: str | None = Field(description="Why nobody computes it, where no living worker has its versions.")
    result: str | None = Field(
        description="Where its result is, once it is done; of a batch that has failed or was cancelled, where that is "
        "which was done."
    )
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
        parts: what is asked of each part; the answers one after the other are the result.
    """

    kind: JobKind
    name: str | None
    parts: Sequence[JobPart]

    @property
    def chunks(self) -> list[bytes]:
        """What is asked of each part."""
        return [each.asked for each in self.parts]

    @property
    def is_cut(self) -> bool:
        """Whether its parts are computed side by side; a search and an estate are one part."""
        return self.kind is JobKind.BATCH


class Disk(NamedTuple):
    """The bytes of a disk, and those that are free."""

    total: int
    free: int


def disk_of(folder: str) -> Disk | None:
    """The disk of a folder; nothing where it cannot be seen from here."""
    try:
        found = shutil.disk_usage(folder)
    except OSError:
        return None
    return Disk(found.total, found.free)


class Jobs:
    """The jobs of one database; each call is one transaction.

    A caller sees its own jobs, one that manages tokens sees all.

    Attributes:
        wanted: set when a job was created here, for a worker that waits for the first one.
    """

    def __init__(
        self,
        database: Database,
        versions: str,
        quotas: Quotas | None = None,
        disk: Callable[[str], Disk | None] = disk_of,
    ) -> None:
        """Use a database, which keeps so much.

        Args:
            database: the database.
            versions: what computes new jobs, see `hostwise.server.job_worker_process.versions`.
            quotas: how much is kept.
            disk: the disk of a folder.
        """
        self._database, self._versions, self._disk = database, versions, disk
        self._quotas = quotas or Quotas()
        self.wanted = asyncio.Event()

    async def create(self, draft: JobDraft, by: Caller = ANYBODY, key: str | None = None) -> JobItem:
        """Start a job. What it may grow to is room that nobody else gets until it has ended.

        Args:
            draft: the job.
            by: the caller; two callers may use the same key.
            key: the caller's key of this request: a repetition returns the job that the first one made.

        Raises:
            DiskNearlyFull: too little room would be left for saves.
            JobKeyUsed: the key was used for another job.
            QuotaReached: there are as many jobs as may be kept.
        """
        job = NewJob(
            id=uuid4(),
            kind=draft.kind.value,
            name=draft.name,
            owner=by.token_id,
            versions=self._versions,
            asked_hash=sha256(b"".join(draft.chunks)).digest(),
            creation_key=None if key is None else by.creation_key(key),
        )
        chunks = chunks_of(draft.parts, job.kind, self._versions)
        async with self._database.transaction() as session:
            jobs = JobRepository(session)
            await jobs.hold_creation()
            found = None if job.creation_key is None else await jobs.created_with(job.creation_key)
            if found is not None:
                if (found.kind, found.name, found.asked_hash) != (job.kind, job.name, job.asked_hash):
                    raise JobKeyUsed
                return _item(found)
            await self._check_room(jobs, job, sum(len(each.asked) + each.room for each in draft.parts))
            await jobs.create(job, chunks)
            await record(session, Action.JOB_CREATED, job.id, f"{job.kind}, {job.name or 'without a name'}")
            created = await jobs.read(job.id, None)
        self.wanted.set()
        return _item(created)

    async def _check_room(self, jobs: JobRepository, job: NewJob, size: int) -> None:
        """Raise unless there is room for a job of so many bytes."""
        self._quotas.check_jobs(await jobs.count(job.owner) + 1)
        stored, folder = await jobs.stored_bytes(), await jobs.folder()
        disk = None if folder is None else self._disk(folder)
        room = None if disk is None else room_for_jobs(disk.free, disk.total, await jobs.answered_bytes())
        self._quotas.check_job_bytes(sum(stored.values()), stored.get(job.owner, 0), size, room)

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
        """The kind of a job and its result in parts; raises `JobNotFound` and `JobNotDone`.

        Of a batch that has failed or was cancelled it is what was done until then.
        """
        found = await self.read(job_id, by)
        if found.result is None:
            raise JobNotDone(found.state)
        async with self._database.transaction() as session:
            addresses = await JobRepository(session).answered(job_id)

        async def parts() -> AsyncIterator[bytes]:
            for each in addresses:
                # One at a time: a result may be larger than the memory of the server.
                async with self._database.transaction() as session:
                    part = await JobRepository(session).answer(each)
                if part is None:
                    raise JobNotFound(job_id)
                yield await asyncio.to_thread(zlib.decompress, part)

        return found.kind, parts()

    async def is_worked_on(self, host: str) -> bool:
        """Whether a worker on a machine has given a sign of life lately."""
        async with self._database.transaction() as session:
            return await JobQueue(session).lives(host)

    async def is_any_unfinished(self) -> bool:
        """Whether there is something to compute."""
        async with self._database.transaction() as session:
            return await JobRepository(session).is_any_unfinished()

    async def forget_finished(self, age: timedelta) -> None:
        """Remove jobs that ended so long ago with their results; those that nobody could compute for as long fail."""
        detail = "For as long as jobs are kept no worker had the versions that it was asked of. Start it again."
        problem = JobProblem(title="Nobody could compute this job", status=503, code="nobody_computes", detail=detail)
        async with self._database.transaction() as session:
            await JobRepository(session).forget_finished(age)
        async with self._database.transaction() as session:
            await JobRepository(session).fail_unoffered(age, problem.model_dump(mode="json"))


def _owner(caller: Caller) -> str | None:
    """Whose jobs a caller sees: its own, or everybody's."""
    return None if caller.manages_tokens else caller.token_id


def _item(stored: StoredJob) -> JobItem:
    state, kind = JobState(stored.state), JobKind(stored.kind)
    is_unfinished = state in (JobState.QUEUED, JobState.RUNNING)
    has_ended_early = state in (JobState.FAILED, JobState.CANCELLED) and kind is JobKind.BATCH and stored.done > 0
    nobody = f"No worker with these versions gives a sign of life: {stored.versions}."
    return JobItem(
        id=stored.id,
        kind=kind,
        name=stored.name,
        state=state,
        done=stored.done,
        total=stored.total,
        step=None if stored.step is None or state is not JobState.RUNNING else JobStep.model_validate(stored.step),
        created_at=stored.created_at,
        started_at=stored.started_at,
        finished_at=stored.finished_at,
        seconds=round(stored.seconds, 3),
        versions=stored.versions,
        waits=nobody if is_unfinished and not stored.offered else None,
        result=f"/api/v1/jobs/{stored.id}/result" if state is JobState.DONE or has_ended_early else None,
        problem=None if stored.problem is None else JobProblem.model_validate(stored.problem),
    )
