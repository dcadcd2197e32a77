"""The queue that hands chunks of jobs to workers: who computes which one now, and whose turn is next.

It can be lost and made again from the tables of jobs. It is procrastinate's, in a schema of its own, with a queue for
each versions that jobs were asked of: a worker takes from that of its own only.

**Turns.** A place in the queue is given to few chunks at a time: all that an owner has there, waiting or computed, are
at most as many as living workers have places. Each worker has one place more than it says. So whoever comes second
finds one at once, whatever the first one has asked for. Among those who wait, the next one is who took the fewest CPU
seconds lately.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from psycopg import AsyncConnection
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.session import STATEMENT_SECONDS, sqlalchemy_url

CHUNK = "chunk"
"""What is done in the queue."""

SILENCE = timedelta(seconds=15)
"""After so long without a sign of life a worker is taken for dead, and what it holds goes to others."""

_SCHEMA = "hostwise_queue"
# Any numbers will do, as long as every Hostwise uses the same ones.
_SWEEP_KEY, _FILL_KEY = 4_407_872_351_107, 4_407_872_351_109

MEMORY = timedelta(minutes=10)
"""In so long what an owner took falls to 37 %."""

_LATELY = f"exp(-extract(epoch FROM now() - turn.at) / {MEMORY.total_seconds():g})"

_FILL = text(
    f"""
    WITH offered AS (
        SELECT versions, sum(places) AS places FROM public.job_workers
        WHERE seen_at > now() - make_interval(secs => :silence) GROUP BY versions
    ), held AS (
        SELECT coalesce(job.owner, '') AS owner, job.versions, count(*) AS places
        FROM public.job_chunks AS chunk JOIN public.jobs AS job ON job.id = chunk.job_id
        WHERE job.state IN ('queued', 'running') AND chunk.answer_hash IS NULL AND chunk.queue_id IS NOT NULL
        GROUP BY coalesce(job.owner, ''), job.versions
    ), asking AS (
        SELECT DISTINCT coalesce(owner, '') AS owner, versions FROM public.jobs WHERE state IN ('queued', 'running')
    ), free AS (
        SELECT asking.owner, asking.versions, coalesce(offered.places, 1) - coalesce(held.places, 0) AS places
        FROM asking
            LEFT JOIN offered ON offered.versions = asking.versions
            LEFT JOIN held ON held.owner = asking.owner AND held.versions = asking.versions
    ), waiting AS (
        -- The first chunks of all jobs come first: a small job need not wait for a large one that was there before.
        SELECT free.owner, free.versions, next.* FROM free CROSS JOIN LATERAL (
            SELECT first.job_id, first.number
            FROM public.jobs AS job CROSS JOIN LATERAL (
                SELECT chunk.job_id, chunk.number FROM public.job_chunks AS chunk
                WHERE chunk.job_id = job.id AND chunk.answer_hash IS NULL AND chunk.queue_id IS NULL
                ORDER BY chunk.number LIMIT free.places
            ) AS first
            WHERE job.state IN ('queued', 'running')
                AND coalesce(job.owner, '') = free.owner AND job.versions = free.versions
            ORDER BY first.number, job.created_at LIMIT free.places
        ) AS next
        WHERE free.places > 0
    ), place AS (
        INSERT INTO procrastinate_jobs (queue_name, task_name, priority, args)
        SELECT waiting.versions, '{CHUNK}', -least(coalesce(turn.seconds * {_LATELY}, 0), 1000000)::integer,
            jsonb_build_object('job_id', waiting.job_id, 'number', waiting.number)
        FROM waiting LEFT JOIN public.job_turns AS turn ON turn.owner = waiting.owner
        RETURNING id, args
    )
    UPDATE public.job_chunks AS chunk SET queue_id = place.id
    FROM place
    WHERE chunk.job_id = (place.args ->> 'job_id')::uuid AND chunk.number = (place.args ->> 'number')::integer
    """
)

_LOSE_PLACES_OF_THE_DEAD = text(
    """
    DELETE FROM procrastinate_jobs AS place
    WHERE place.status = 'doing' AND NOT EXISTS (
        SELECT FROM procrastinate_workers AS worker
        WHERE worker.id = place.worker_id AND worker.last_heartbeat > now() - make_interval(secs => :silence)
    )
    """
)
_LOSE_PLACES_OF_NOTHING = text(
    """
    DELETE FROM procrastinate_jobs AS place
    WHERE place.status = 'todo' AND NOT EXISTS (SELECT FROM public.job_chunks WHERE queue_id = place.id)
    """
)
_WITHOUT_PLACE = text(
    """
    UPDATE public.job_chunks AS chunk SET queue_id = NULL
    WHERE queue_id IS NOT NULL AND answer_hash IS NULL AND NOT EXISTS (
        SELECT FROM procrastinate_jobs AS place WHERE place.id = chunk.queue_id AND place.status IN ('todo', 'doing')
    )
    """
)
_LEAVE = text(
    """
    SELECT procrastinate_cancel_job_v1(place.id, true, true)
    FROM procrastinate_jobs AS place JOIN public.job_chunks AS chunk ON chunk.queue_id = place.id
    WHERE chunk.job_id = ANY(:jobs) AND place.status IN ('todo', 'doing')
    """
)
_SEEN = text(
    """
    INSERT INTO public.job_workers (id, versions, places, host) VALUES (:id, :versions, :places, :host)
    ON CONFLICT (id) DO UPDATE SET seen_at = now()
    """
)
_FORGET_WORKERS = text("DELETE FROM public.job_workers WHERE seen_at < now() - make_interval(secs => 10 * :silence)")
_OFFERED_BY_NOBODY = text(
    """
    SELECT versions, count(*) FROM public.jobs AS job
    WHERE state IN ('queued', 'running') AND NOT EXISTS (
        SELECT FROM public.job_workers AS worker WHERE worker.versions = job.versions
        AND worker.seen_at > now() - make_interval(secs => :silence)
    )
    GROUP BY versions ORDER BY versions
    """
)
_LIVES = text(
    """
    SELECT EXISTS (
        SELECT FROM public.job_workers WHERE host = :host AND seen_at > now() - make_interval(secs => :silence)
    )
    """
)
_IS_ANY_LEFT = text(
    """
    SELECT EXISTS (
        SELECT FROM public.job_chunks AS chunk JOIN public.jobs AS job ON job.id = chunk.job_id
        WHERE job.state IN ('queued', 'running') AND job.versions = :versions AND chunk.answer_hash IS NULL
    )
    """
)
_TAKEN = text(
    f"""
    INSERT INTO public.job_turns AS turn (owner, seconds) VALUES (:owner, :seconds)
    ON CONFLICT (owner) DO UPDATE SET seconds = turn.seconds * {_LATELY} + :seconds, at = now()
    """
)
_FORGET_TURNS = text("DELETE FROM public.job_turns WHERE at < now() - interval '1 day'")


@dataclass(frozen=True, slots=True)
class Living:
    """A worker that has given a sign of life.

    Attributes:
        id: another one with each start.
        versions: what it computes with.
        places: chunks that it computes at the same time for one owner.
        host: the machine that it runs on.
    """

    id: UUID
    versions: str
    places: int
    host: str


class JobQueue:
    """The queue within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession, silence: timedelta = SILENCE) -> None:
        """Work in the transaction of a session.

        Args:
            session: the session.
            silence: time without a sign of life after which a worker is taken for dead.
        """
        self._session, self._silence = session, {"silence": silence.total_seconds()}

    async def hold(self) -> None:
        """Let nobody else give places until this transaction ends, or two would give them to the same chunk.

        Before a job or a chunk is locked: whoever gives places locks chunks, too.
        """
        await self._session.execute(select(func.pg_advisory_xact_lock(_FILL_KEY)))

    async def fill(self) -> None:
        """Give places to those chunks whose turn it is."""
        await self.hold()
        await self._in_schema()
        await self._session.execute(_FILL, self._silence)

    async def leave(self, jobs: Sequence[UUID]) -> None:
        """Take all chunks of these jobs out, and have those ended that are being computed."""
        await self._in_schema()
        await self._session.execute(_LEAVE, {"jobs": list(jobs)})

    async def note(self, worker: Living) -> None:
        """Note a sign of life."""
        about = {"id": worker.id, "versions": worker.versions, "places": worker.places, "host": worker.host}
        await self._session.execute(_SEEN, about)

    async def took(self, owner: str | None, seconds: float) -> None:
        """Note CPU seconds that an owner's chunk took."""
        await self._session.execute(_TAKEN, {"owner": owner or "", "seconds": seconds})

    async def sweep(self) -> dict[str, int] | None:
        """Put back what workers held that are taken for dead, and whatever else has no place.

        Returns how many unfinished jobs were asked of versions that no living worker has; nothing where another one is
        at it.
        """
        if not await self._session.scalar(select(func.pg_try_advisory_xact_lock(_SWEEP_KEY))):
            return None
        await self._in_schema()
        # Before chunks are touched, as by all who do.
        await self.hold()
        for each in (_LOSE_PLACES_OF_THE_DEAD, _FORGET_WORKERS):
            await self._session.execute(each, self._silence)
        for each in (_LOSE_PLACES_OF_NOTHING, _WITHOUT_PLACE, _FORGET_TURNS):
            await self._session.execute(each)
        await self.fill()
        found = await self._session.execute(_OFFERED_BY_NOBODY, self._silence)
        return {str(versions): int(number) for versions, number in found.all()}

    async def lives(self, host: str) -> bool:
        """Whether a worker on this machine has given a sign of life."""
        return bool(await self._session.scalar(_LIVES, {"host": host} | self._silence))

    async def is_any_left(self, versions: str) -> bool:
        """Whether a chunk of these versions has no answer yet, whoever computes it."""
        return bool(await self._session.scalar(_IS_ANY_LEFT, {"versions": versions}))

    async def _in_schema(self) -> None:
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
