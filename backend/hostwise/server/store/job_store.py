"""Jobs in the background: what was asked, what is answered, and how far it is.

An answer is stored once, compressed, for all chunks that ask the same of the same versions. While a job is unfinished,
the room that its answers may take counts as taken; once it has ended, what they do take.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, delete, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.job_queue import SILENCE, JobQueue
from hostwise.server.store.saving import Document, columns, read
from hostwise.server.store.tables import JobAnswerRow, JobChunkRow, JobRow, JobWorkerRow, TokenRow

QUEUED, RUNNING, DONE, FAILED, CANCELLED = "queued", "running", "done", "failed", "cancelled"
UNFINISHED = (QUEUED, RUNNING)

# Any numbers will do, as long as every Hostwise uses the same ones.
_CREATE_KEY, _ANSWERS_KEY = 4_407_872_351_108, 4_407_872_351_110
_AT_ONCE = 50
"""Chunks that are stored with one statement."""


class JobNotFound(LookupError):
    """There is no job with this id, or it is somebody else's."""

    def __init__(self, job_id: UUID) -> None:
        """Name the job."""
        super().__init__(f"There is no job {job_id}.")


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A chunk to be stored.

    Attributes:
        number: chunks are in the order of their numbers, between which there may be gaps.
        content_hash: equals that of another chunk only if the answers do.
        asked: what is asked.
        room: bytes that its answer may have, compressed.
    """

    number: int
    content_hash: bytes
    asked: bytes
    room: int


@dataclass(frozen=True, slots=True)
class NewJob:
    """A job to be stored.

    Attributes:
        owner: the token that it was asked with.
        versions: what computes it, see `hostwise.server.job_worker_process.versions`.
        asked_hash: of all that is asked, to know a repeated request by.
        creation_key: of the request that made it.
    """

    id: UUID
    kind: str
    name: str | None
    owner: str | None
    versions: str
    asked_hash: bytes
    creation_key: bytes | None


@dataclass(frozen=True, slots=True)
class StoredJob:
    """A job as it is kept.

    Attributes:
        versions: what computes it.
        seconds: CPU seconds that were computed for it.
        step: how far the chunk is that is computed, where it tells.
        total: number of its chunks.
        done: number of those that are answered.
        offered: whether a living worker computes with its versions.
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
    versions: str
    asked_hash: bytes
    seconds: float
    step: Document | None
    total: int
    done: int
    offered: bool


@dataclass(frozen=True, slots=True)
class Begun:
    """A chunk that is to be computed.

    Attributes:
        is_known: whether the same was computed before, by the same versions.
        attempts: how often it was begun, with this time.
        room: bytes that its answer may have, compressed.
    """

    kind: str
    asked: bytes
    is_known: bool
    attempts: int
    room: int


class JobRepository:
    """Jobs within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession, silence: timedelta = SILENCE) -> None:
        """Work in the transaction of a session, with the silence after which a worker is taken for dead."""
        self._session, self._silence = session, silence
        self._queue = JobQueue(session, silence)

    async def hold_creation(self) -> None:
        """Let no other transaction create a job until this one ends, so that limits hold."""
        await self._session.execute(select(func.pg_advisory_xact_lock(_CREATE_KEY)))

    async def count(self, owner: str | None) -> int:
        """How many jobs an owner has."""
        statement = select(func.count()).select_from(JobRow).where(JobRow.owner.is_not_distinct_from(owner))
        return (await self._session.execute(statement)).scalar_one()

    async def stored_bytes(self) -> dict[str | None, int]:
        """Bytes by owner that jobs were asked and have answered, or may still answer."""
        found = await self._session.execute(select(JobRow.owner, func.sum(JobRow.stored_bytes)).group_by(JobRow.owner))
        return {owner: int(size) for owner, size in found.all()}

    async def answered_bytes(self) -> int:
        """Bytes that answers take."""
        found = await self._session.scalar(select(func.coalesce(func.sum(func.length(JobAnswerRow.answer)), 0)))
        return int(found or 0)

    async def folder(self) -> str | None:
        """Where a database of this machine keeps its files; None where that is elsewhere, or not ours to know."""
        # By a socket, or the same path of another machine would be taken for it.
        local = text("SELECT setting FROM pg_settings WHERE name = 'data_directory' AND inet_server_addr() IS NULL")
        folder: str | None = await self._session.scalar(local)
        return folder

    async def create(self, job: NewJob, chunks: Sequence[ChunkDraft]) -> None:
        """Keep a new job, with its first chunks in the queue."""
        size = sum(len(each.asked) + each.room for each in chunks)
        values = {name: getattr(job, name) for name in NewJob.__slots__}
        await self._session.execute(
            insert(JobRow).values(values | {"state": QUEUED, "stored_bytes": size, "seconds": 0})
        )
        for at in range(0, len(chunks), _AT_ONCE):
            await self._add(job.id, chunks[at : at + _AT_ONCE])
        await self._queue.fill()

    async def created_with(self, creation_key: bytes) -> StoredJob | None:
        """The job that was created with a key, while it is kept; a cancelled one gives its key back."""
        again = update(JobRow).where(JobRow.creation_key == creation_key, JobRow.state == CANCELLED)
        await self._session.execute(again.values(creation_key=None))
        row = (await self._session.execute(self._jobs().where(JobRow.creation_key == creation_key))).one_or_none()
        return None if row is None else read(StoredJob, row)

    async def list_jobs(self, owner: str | None, limit: int) -> tuple[StoredJob, ...]:
        """Return jobs, newest first: of one owner, or all."""
        statement = self._jobs().order_by(JobRow.created_at.desc(), JobRow.id.desc()).limit(limit)
        if owner is not None:
            statement = statement.where(JobRow.owner == owner)
        return tuple(read(StoredJob, row) for row in (await self._session.execute(statement)).all())

    async def read(self, job_id: UUID, owner: str | None) -> StoredJob:
        """Return a job: of one owner, or of any; raises `JobNotFound`."""
        statement = self._jobs().where(JobRow.id == job_id)
        if owner is not None:
            statement = statement.where(JobRow.owner == owner)
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise JobNotFound(job_id)
        return read(StoredJob, row)

    async def answered(self, job_id: UUID) -> tuple[bytes, ...]:
        """Where the answers of a job are, in the order of its chunks."""
        told = (JobChunkRow.job_id == job_id, JobChunkRow.answer_hash.is_not(None))
        found = await self._session.scalars(select(JobChunkRow.answer_hash).where(*told).order_by(JobChunkRow.number))
        return tuple(each for each in found if each is not None)

    async def answer(self, address: bytes) -> bytes | None:
        """An answer, compressed, if it is still there."""
        return await self._session.scalar(select(JobAnswerRow.answer).where(JobAnswerRow.hash == address))

    async def is_any_unfinished(self) -> bool:
        """Whether there is something to compute."""
        return await self._session.scalar(select(JobRow.id).where(JobRow.state.in_(UNFINISHED)).limit(1)) is not None

    async def begin(self, job_id: UUID, number: int, versions: str) -> Begun | None:
        """Note that a chunk is being computed by somebody with these versions.

        None if it need not be, or must not: it is answered, nobody wants it any more, or it was asked of others.
        """
        if await self._hold(job_id, JobRow.versions == versions) is None:
            return None
        wanted = _open(job_id, number)
        await self._session.execute(update(JobChunkRow).where(*wanted).values(attempts=JobChunkRow.attempts + 1))
        known = select(JobAnswerRow.hash).where(JobAnswerRow.hash == JobChunkRow.content_hash).exists()
        found = select(JobRow.kind, JobChunkRow.asked, JobChunkRow.attempts, JobChunkRow.room, known.label("is_known"))
        found = found.join(JobRow, JobRow.id == JobChunkRow.job_id).where(*wanted)
        row = (await self._session.execute(found)).one_or_none()
        if row is None:
            return None
        since = func.coalesce(JobRow.started_at, func.now())
        await self._session.execute(update(JobRow).where(JobRow.id == job_id).values(state=RUNNING, started_at=since))
        return read(Begun, row)

    async def tell(self, job_id: UUID, step: Document) -> None:
        """Note how far a chunk is that is being computed."""
        running = update(JobRow).where(JobRow.id == job_id, JobRow.state == RUNNING)
        await self._session.execute(running.values(step=step))

    async def give_back(self, job_id: UUID, number: int, *, is_innocent: bool = False) -> None:
        """Put a chunk back into the queue; it was not begun at all where what happened was not its fault."""
        await self._queue.hold()
        if await self._hold(job_id) is None:
            return
        attempts = JobChunkRow.attempts - int(is_innocent)
        back = update(JobChunkRow).where(*_open(job_id, number)).values(queue_id=None, attempts=attempts)
        await self._session.execute(back)
        await self._queue.fill()

    async def halve(self, job_id: UUID, number: int, parts: Sequence[ChunkDraft]) -> None:
        """Put smaller chunks in the place of one."""
        await self._queue.hold()
        if await self._hold(job_id) is None:
            return
        gone = delete(JobChunkRow).where(*_open(job_id, number)).returning(JobChunkRow.number)
        if (await self._session.execute(gone)).one_or_none() is None:
            return
        await self._add(job_id, parts)
        await self._queue.fill()

    async def finish(
        self, job_id: UUID, number: int, answer: bytes | None, seconds: float = 0.0, address: bytes | None = None
    ) -> None:
        """Keep the answer of a chunk, unless it is there already; the last one ends the job.

        Args:
            job_id: the job.
            number: the chunk.
            answer: its answer, compressed; None where it is known.
            seconds: CPU seconds that it took.
            address: where it is kept, if not by what was asked, for others to find.
        """
        await self._queue.hold()
        owner = await self._spent(job_id, seconds)
        if await self._hold(job_id) is None:
            return
        # Removed by nobody until this transaction ends.
        await self._session.execute(select(func.pg_advisory_xact_lock_shared(_ANSWERS_KEY)))
        asked = await self._session.scalar(select(JobChunkRow.content_hash).where(*_open(job_id, number)))
        if asked is None:
            return
        at = address or asked
        if answer is not None:
            await self._session.execute(
                insert(JobAnswerRow).values(hash=at, answer=answer).on_conflict_do_nothing(index_elements=["hash"])
            )
        await self._session.execute(update(JobChunkRow).where(*_open(job_id, number)).values(answer_hash=at))
        await self._queue.took(owner, seconds)
        left = select(JobChunkRow.number).where(JobChunkRow.job_id == job_id, JobChunkRow.answer_hash.is_(None))
        if await self._session.scalar(left.limit(1)) is None:
            await self._end(job_id, DONE)
        await self._queue.fill()

    async def fail(self, job_id: UUID, problem: Document) -> None:
        """End a job that cannot be computed."""
        await self._queue.hold()
        if await self._hold(job_id) is not None:
            await self._end(job_id, FAILED, problem)
            await self._queue.leave([job_id])
            await self._queue.fill()

    async def cancel(self, job_id: UUID) -> bool:
        """End a job that nobody wants any more; returns whether it was unfinished."""
        await self._queue.hold()
        if await self._hold(job_id) is None:
            return False
        await self._end(job_id, CANCELLED)
        await self._queue.leave([job_id])
        await self._queue.fill()
        return True

    async def of_owners(self, owners: Sequence[str]) -> dict[UUID, str | None]:
        """Unfinished jobs of some owners, with their names."""
        wanted = select(JobRow.id, JobRow.name).where(JobRow.state.in_(UNFINISHED), JobRow.owner.in_(owners))
        return {row.id: row.name for row in await self._session.execute(wanted)}

    async def unusable_owners(self) -> tuple[str, ...]:
        """Tokens with unfinished jobs that have been revoked, or have expired."""
        ended = or_(TokenRow.revoked_at.is_not(None), TokenRow.expires_at < func.now())
        wanted = select(JobRow.owner).join(TokenRow, TokenRow.id == JobRow.owner)
        found = await self._session.scalars(wanted.where(JobRow.state.in_(UNFINISHED), ended).distinct())
        return tuple(each for each in found if each is not None)

    async def delete(self, job_id: UUID) -> None:
        """Remove a job with its answers."""
        await self._session.execute(delete(JobRow).where(JobRow.id == job_id))
        await self._forget_answers()

    async def forget_finished(self, age: timedelta) -> None:
        """Remove jobs that ended so long ago."""
        await self._session.execute(delete(JobRow).where(JobRow.finished_at < func.now() - age))
        await self._forget_answers()

    async def fail_unoffered(self, age: timedelta, problem: Document) -> None:
        """End jobs with a problem that nobody could compute for so long."""
        old = select(JobRow.id).where(JobRow.state.in_(UNFINISHED), JobRow.created_at < func.now() - age)
        for job_id in (await self._session.scalars(old.where(~self._offered()))).all():
            await self.fail(job_id, problem)

    async def _add(self, job_id: UUID, chunks: Sequence[ChunkDraft]) -> None:
        rows = [
            {
                "job_id": job_id,
                "number": each.number,
                "content_hash": each.content_hash,
                "asked": each.asked,
                "attempts": 0,
                "room": each.room,
            }
            for each in chunks
        ]
        await self._session.execute(insert(JobChunkRow), rows)

    async def _spent(self, job_id: UUID, seconds: float) -> str | None:
        """Note CPU seconds with a job; returns its owner."""
        more = update(JobRow).where(JobRow.id == job_id).values(seconds=JobRow.seconds + seconds)
        return await self._session.scalar(more.returning(JobRow.owner))

    async def _hold(self, job_id: UUID, *conditions: ColumnElement[bool]) -> UUID | None:
        """Lock a job, and return its id if it is unfinished, and meets further conditions."""
        wanted = (JobRow.id == job_id, JobRow.state.in_(UNFINISHED), *conditions)
        return await self._session.scalar(select(JobRow.id).where(*wanted).with_for_update())

    async def _end(self, job_id: UUID, state: str, problem: Document | None = None) -> None:
        """End a job: what was asked is not needed any more, and what its answers take is known."""
        size = (
            select(func.coalesce(func.sum(func.length(JobAnswerRow.answer)), 0))
            .join(JobChunkRow, JobChunkRow.answer_hash == JobAnswerRow.hash)
            .where(JobChunkRow.job_id == job_id)
            .scalar_subquery()
        )
        ended = update(JobRow).where(JobRow.id == job_id)
        values = {"state": state, "problem": problem, "finished_at": func.now(), "stored_bytes": size}
        await self._session.execute(ended.values(values))
        await self._session.execute(update(JobChunkRow).where(JobChunkRow.job_id == job_id).values(asked=b""))

    async def _forget_answers(self) -> None:
        """Remove the answers that no chunk has."""
        await self._session.execute(select(func.pg_advisory_xact_lock(_ANSWERS_KEY)))
        wanted = select(JobChunkRow.number).where(JobChunkRow.answer_hash == JobAnswerRow.hash).exists()
        await self._session.execute(delete(JobAnswerRow).where(~wanted))

    def _jobs(self) -> Select[Any]:
        chunks = select(func.count()).where(JobChunkRow.job_id == JobRow.id)

        def number(statement: Select[Any]) -> ColumnElement[Any]:
            return statement.correlate(JobRow).scalar_subquery()

        done = number(chunks.where(JobChunkRow.answer_hash.is_not(None)))
        return select(*columns(StoredJob, JobRow, total=number(chunks), done=done, offered=self._offered()))

    def _offered(self) -> ColumnElement[bool]:
        lives = JobWorkerRow.seen_at > func.now() - self._silence
        return select(JobWorkerRow.id).where(JobWorkerRow.versions == JobRow.versions, lives).exists()


def _open(job_id: UUID, number: int) -> tuple[ColumnElement[bool], ...]:
    """A chunk, if it is not answered."""
    return (JobChunkRow.job_id == job_id, JobChunkRow.number == number, JobChunkRow.answer_hash.is_(None))
