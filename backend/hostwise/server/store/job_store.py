"""Jobs in the background, and the queue that hands their chunks to workers.

What a job is and what is known of it stands in tables of ours. The queue (procrastinate, in a schema of its own) only
says who computes which chunk now: it can be lost and made again from them. So a chunk that no living worker holds goes
back, whatever became of its place in the queue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from sqlalchemy import ColumnElement, Select, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from hostwise.server.store.saving import Document, columns, read
from hostwise.server.store.session import STATEMENT_SECONDS, sqlalchemy_url
from hostwise.server.store.tables import JobChunkRow, JobRow

QUEUE = "hostwise"
CHUNK = "chunk"
"""Names of the queue, and of what is done in it."""

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
UNFINISHED = (QUEUED, RUNNING)

_SCHEMA = "hostwise_queue"
# Any numbers will do, as long as every Hostwise uses the same ones.
_SWEEP_KEY, _CREATE_KEY = 4_407_872_351_107, 4_407_872_351_108
_AT_ONCE = 50
"""Chunks that are stored with one statement."""

_QUEUE_MISSING = text(
    f"""
    WITH missing AS (
        SELECT chunk.job_id, chunk.number
        FROM public.job_chunks AS chunk JOIN public.jobs AS job ON job.id = chunk.job_id
        WHERE job.state IN ('queued', 'running') AND chunk.answer IS NULL AND NOT EXISTS (
            SELECT FROM procrastinate_jobs AS place
            WHERE place.id = chunk.queue_id AND place.status IN ('todo', 'doing')
        )
        ORDER BY job.created_at, chunk.number
        FOR UPDATE OF chunk
    ), place AS (
        INSERT INTO procrastinate_jobs (queue_name, task_name, priority, args)
        SELECT '{QUEUE}', '{CHUNK}', -number, jsonb_build_object('job_id', job_id, 'number', number) FROM missing
        RETURNING id, args
    )
    UPDATE public.job_chunks AS chunk SET queue_id = place.id
    FROM place
    WHERE chunk.job_id = (place.args ->> 'job_id')::uuid AND chunk.number = (place.args ->> 'number')::integer
    """
)
"""Gives chunks that are not in the queue a place. The first chunks of all jobs come first: a small job need not wait
for a large one that was there before."""

_LOSE_PLACES_OF_THE_DEAD = text(
    """
    DELETE FROM procrastinate_jobs AS place
    WHERE place.status = 'doing' AND NOT EXISTS (
        SELECT FROM procrastinate_workers AS worker
        WHERE worker.id = place.worker_id AND worker.last_heartbeat > now() - make_interval(secs => :seconds)
    )
    """
)
_LEAVE_THE_QUEUE = text(
    """
    SELECT procrastinate_cancel_job_v1(place.id, true, true)
    FROM procrastinate_jobs AS place JOIN public.job_chunks AS chunk ON chunk.queue_id = place.id
    WHERE chunk.job_id = :job_id AND place.status IN ('todo', 'doing')
    """
)


class JobNotFound(LookupError):
    """There is no job with this id, or it is somebody else's."""

    def __init__(self, job_id: UUID) -> None:
        """Name the job."""
        super().__init__(f"There is no job {job_id}.")


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk to be stored: what is asked, and a hash that equals that of another chunk only if the answers do."""

    content_hash: bytes
    asked: bytes


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as it is kept.

    Attributes:
        total: number of its chunks.
        done: number of those that are answered.
    """

    id: UUID
    kind: str
    name: str | None
    owner: str | None
    state: str
    problem: Document | None
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    total: int
    done: int


@dataclass(frozen=True, slots=True)
class Begun:
    """A chunk that is to be computed.

    Attributes:
        answer: the answer, if the same was computed before.
        attempts: how often it was begun, with this time.
    """

    kind: str
    asked: bytes
    answer: bytes | None
    attempts: int


class JobRepository:
    """Jobs within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def hold_creation(self) -> None:
        """Let no other transaction create a job until this one ends, so that limits hold."""
        await self._session.execute(select(func.pg_advisory_xact_lock(_CREATE_KEY)))

    async def count(self, owner: str | None) -> int:
        """How many jobs an owner has."""
        statement = select(func.count()).select_from(JobRow).where(JobRow.owner.is_not_distinct_from(owner))
        return (await self._session.execute(statement)).scalar_one()

    async def stored_bytes(self) -> int:
        """Bytes of what all jobs were asked and have answered."""
        found = await self._session.scalar(select(func.coalesce(func.sum(JobRow.stored_bytes), 0)))
        return int(found or 0)

    async def create(
        self,
        job_id: UUID,
        kind: str,
        name: str | None,
        owner: str | None,
        chunks: Sequence[ChunkDraft],
        creation_key: bytes | None = None,
    ) -> None:
        """Keep a new job, with its chunks in the queue."""
        size = sum(len(each.asked) for each in chunks)
        values = {
            "id": job_id,
            "kind": kind,
            "name": name,
            "owner": owner,
            "state": QUEUED,
            "stored_bytes": size,
            "creation_key": creation_key,
        }
        await self._session.execute(insert(JobRow).values(values))
        rows = [
            {
                "job_id": job_id,
                "number": number,
                "content_hash": each.content_hash,
                "asked": each.asked,
                "attempts": 0,
            }
            for number, each in enumerate(chunks)
        ]
        for at in range(0, len(rows), _AT_ONCE):
            await self._session.execute(insert(JobChunkRow), rows[at : at + _AT_ONCE])
        await self._queue_missing()

    async def created_with(self, creation_key: bytes) -> StoredJob | None:
        """The job that was created with a key, while it is kept."""
        row = (await self._session.execute(_jobs().where(JobRow.creation_key == creation_key))).one_or_none()
        return None if row is None else read(StoredJob, row)

    async def asks(self, job_id: UUID) -> list[bytes]:
        """SHA-256 of what is asked of each chunk of a job."""
        hashed = select(func.sha256(JobChunkRow.asked)).where(JobChunkRow.job_id == job_id)
        return list(await self._session.scalars(hashed.order_by(JobChunkRow.number)))

    async def list_jobs(self, owner: str | None, limit: int) -> tuple[StoredJob, ...]:
        """Return jobs, newest first: of one owner, or all."""
        statement = _jobs().order_by(JobRow.created_at.desc(), JobRow.id.desc()).limit(limit)
        if owner is not None:
            statement = statement.where(JobRow.owner == owner)
        return tuple(read(StoredJob, row) for row in (await self._session.execute(statement)).all())

    async def read(self, job_id: UUID, owner: str | None) -> StoredJob:
        """Return a job: of one owner, or of any; raises `JobNotFound`."""
        statement = _jobs().where(JobRow.id == job_id)
        if owner is not None:
            statement = statement.where(JobRow.owner == owner)
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise JobNotFound(job_id)
        return read(StoredJob, row)

    async def answer(self, job_id: UUID, number: int) -> bytes | None:
        """The answer of a chunk, if it is there."""
        statement = select(JobChunkRow.answer).where(JobChunkRow.job_id == job_id, JobChunkRow.number == number)
        return await self._session.scalar(statement)

    async def is_any_unfinished(self) -> bool:
        """Whether there is something to compute."""
        return await self._session.scalar(select(JobRow.id).where(JobRow.state.in_(UNFINISHED)).limit(1)) is not None

    async def begin(self, job_id: UUID, number: int) -> Begun | None:
        """Note that a chunk is being computed; None if it need not be: it is answered, or nobody wants it any more."""
        if await self._hold(job_id) is None:
            return None
        same = aliased(JobChunkRow)
        known = (
            select(same.answer)
            .where(same.content_hash == JobChunkRow.content_hash, same.answer.is_not(None))
            .limit(1)
            .scalar_subquery()
        )
        wanted = (JobChunkRow.job_id == job_id, JobChunkRow.number == number, JobChunkRow.answer.is_(None))
        await self._session.execute(update(JobChunkRow).where(*wanted).values(attempts=JobChunkRow.attempts + 1))
        statement: Select[Any] = (
            select(JobRow.kind, JobChunkRow.asked, JobChunkRow.attempts, known.label("answer"))
            .join(JobRow, JobRow.id == JobChunkRow.job_id)
            .where(*wanted)
        )
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            return None
        since = func.coalesce(JobRow.started_at, func.now())
        await self._session.execute(update(JobRow).where(JobRow.id == job_id).values(state=RUNNING, started_at=since))
        return read(Begun, row)

    async def finish(self, job_id: UUID, number: int, answer: bytes) -> None:
        """Keep the answer of a chunk, unless it is there already; the last one ends the job."""
        if await self._hold(job_id) is None:
            return
        wanted = (JobChunkRow.job_id == job_id, JobChunkRow.number == number, JobChunkRow.answer.is_(None))
        kept = update(JobChunkRow).where(*wanted).values(answer=answer).returning(JobChunkRow.number)
        if (await self._session.execute(kept)).one_or_none() is None:
            return
        more = JobRow.stored_bytes + len(answer)
        await self._session.execute(update(JobRow).where(JobRow.id == job_id).values(stored_bytes=more))
        open_chunk = select(JobChunkRow.number).where(JobChunkRow.job_id == job_id, JobChunkRow.answer.is_(None))
        if await self._session.scalar(open_chunk.limit(1)) is None:
            await self._end(job_id, DONE)

    async def fail(self, job_id: UUID, problem: Document) -> None:
        """End a job that cannot be computed."""
        if await self._hold(job_id) is not None:
            await self._end(job_id, FAILED, problem)
            await self._leave_the_queue(job_id)

    async def cancel(self, job_id: UUID) -> bool:
        """End a job that nobody wants any more; returns whether it was unfinished."""
        if await self._hold(job_id) is None:
            return False
        await self._end(job_id, CANCELLED)
        await self._leave_the_queue(job_id)
        return True

    async def delete(self, job_id: UUID) -> None:
        """Remove a job with its answers."""
        await self._session.execute(delete(JobRow).where(JobRow.id == job_id))

    async def forget_finished(self, age: timedelta) -> None:
        """Remove jobs that ended so long ago."""
        await self._session.execute(delete(JobRow).where(JobRow.finished_at < func.now() - age))

    async def sweep(self, silence: timedelta) -> None:
        """Put back what workers held that have given no sign of life for so long, and whatever else is in no queue."""
        if not await self._session.scalar(select(func.pg_try_advisory_xact_lock(_SWEEP_KEY))):
            # Another worker is at it.
            return
        await self._in_queue_schema()
        await self._session.execute(_LOSE_PLACES_OF_THE_DEAD, {"seconds": silence.total_seconds()})
        await self._queue_missing()

    async def _hold(self, job_id: UUID) -> UUID | None:
        """Lock a job, and return its id if it is unfinished."""
        statement = select(JobRow.id).where(JobRow.id == job_id, JobRow.state.in_(UNFINISHED)).with_for_update()
        return await self._session.scalar(statement)

    async def _end(self, job_id: UUID, state: str, problem: Document | None = None) -> None:
        ended = update(JobRow).where(JobRow.id == job_id)
        await self._session.execute(ended.values(state=state, problem=problem, finished_at=func.now()))

    async def _queue_missing(self) -> None:
        await self._in_queue_schema()
        await self._session.execute(_QUEUE_MISSING)

    async def _leave_the_queue(self, job_id: UUID) -> None:
        await self._in_queue_schema()
        await self._session.execute(_LEAVE_THE_QUEUE, {"job_id": job_id})

    async def _in_queue_schema(self) -> None:
        # For the functions and triggers of the queue, until this transaction ends. Ours are named with their schema.
        await self._session.execute(text(f"SET LOCAL search_path TO public, {_SCHEMA}"))


def queue_address(database_url: str) -> str:
    """The address of a database for the queue's own connections."""
    return sqlalchemy_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)


async def queue_connection(connection: AsyncConnection[Any]) -> None:
    """Prepare a connection of the queue: its schema, and the time that a statement may take."""
    await connection.execute(f"SET search_path TO {_SCHEMA}")
    await connection.execute(f"SET statement_timeout TO {STATEMENT_SECONDS * 1000}")
    if not connection.autocommit:
        await connection.commit()


def _jobs() -> Select[Any]:
    chunks = select(func.count()).where(JobChunkRow.job_id == JobRow.id)

    def number(statement: Select[Any]) -> ColumnElement[Any]:
        return statement.correlate(JobRow).scalar_subquery()

    done = number(chunks.where(JobChunkRow.answer.is_not(None)))
    return select(*columns(StoredJob, JobRow, total=number(chunks), done=done))
