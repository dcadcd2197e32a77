"""A worker of jobs: it takes chunks out of the queue, has them computed, and keeps the answers.

Any number of workers share one queue, each on any machine. One that dies loses nothing: what it held is put back once
it has given no sign of life for a while, by whichever worker notices. A chunk that is computed twice has one answer. A
worker computes only what was asked of its own versions, so that answers are the same whoever computes them.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import time
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar
from uuid import UUID, uuid4

import structlog

from hostwise.server.access.token_jobs import cancel_jobs_of
from hostwise.server.store.job_queue import CHUNK, JobQueue, Living, queue_address, queue_connection
from hostwise.server.store.job_store import Begun, JobRepository
from hostwise.server.store.session import Database, Session
from hostwise.server.stored_documents.job_parts import JobPart, chunks_of
from hostwise.server.workers.processes import ProcessEnded, Workers

log = structlog.get_logger(__name__)

T = TypeVar("T")

MOST_DEATHS = 2
"""So often a chunk may end who computes it; then it is made smaller, down to one plan, which gets its problem."""

SPARE_PLACES = 1
"""Places of a worker beside those that one owner may have: who comes second finds one at once."""

CHUNK_SECONDS = {"search": 900.0, "batch": 3_600.0, "estate": 900.0}
"""Longest time for one chunk, by the kind of its job."""

HEARTBEAT_SECONDS = 3.0
_MISSED = 5
"""Signs of life that a worker misses before what it holds goes to others."""

_TELLING_SECONDS = 0.5
"""Between two looks at what a chunk tells."""

_PAUSE_SECONDS = 2.0
"""Before a worker that lost its database tries again."""

_IDLE_SECONDS = 0.1
"""Between two looks of a worker that is to stop when nothing is left."""

Problem = dict[str, Any]
"""A problem in plain JSON values."""

Compute = Callable[[str, bytes], bytes]
"""The answer to a chunk of a kind; it must be picklable, and raise `Unanswerable` for what cannot be answered."""

Lessen = Callable[[str, JobPart, Problem], Sequence[JobPart] | bytes | None]
"""What becomes of a chunk that cannot be computed as it is: smaller ones, or its answer with the problem; None where it
has none and its job fails. It must be picklable."""


class Unanswerable(Exception):
    """No worker can answer this chunk: its job fails with a problem."""

    def __init__(self, problem: Problem) -> None:
        """Take the problem."""
        super().__init__(problem)
        self.problem = problem


class _Impossible(Exception):
    """A chunk cannot be computed as it is: smaller ones perhaps can."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class JobWorker:
    """Computes chunks of jobs."""

    def __init__(
        self,
        database: Database,
        database_url: str,
        compute: Compute,
        lessen: Lessen,
        *,
        versions: str,
        places: int,
        workers: Workers | None,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        """Set what it uses; nothing begins before `run`.

        Args:
            database: the database with the jobs.
            database_url: its address, for connections of the queue.
            compute: what answers a chunk.
            lessen: what becomes of a chunk that cannot be computed as it is.
            versions: what it computes with: it takes no other chunks than those asked of the same.
            places: chunks that are computed at the same time for one owner; there are `SPARE_PLACES` more.
            workers: processes to compute in; without them threads, in which nothing can be stopped.
            heartbeat: seconds between two signs of life.
        """
        self._database, self._url, self._compute, self._lessen = database, database_url, compute, lessen
        self._versions, self._places = versions, places
        self._workers, self._heartbeat = workers, heartbeat
        self._silence = timedelta(seconds=_MISSED * heartbeat)
        self._running = 0
        self._told: dict[str, int] = {}

    async def run(self, stopping: asyncio.Event, *, until_idle: bool = False) -> None:
        """Compute until told to stop, or until nothing is left; goes on when a database that was away is back."""
        _forgive_lost_places()
        while not stopping.is_set():
            try:
                await self._work(stopping, until_idle=until_idle)
            except Exception as error:
                if stopping.is_set():
                    return
                if until_idle:
                    raise
                log.warning("a worker of jobs lost its database", reason=str(error))
            if until_idle:
                return
            await _waited(stopping, _PAUSE_SECONDS)

    async def _work(self, stopping: asyncio.Event, *, until_idle: bool) -> None:
        # Loaded by the first job: many installations never have one.
        import procrastinate

        # It tells the log of each chunk what the state of its job says.
        logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
        places = self._places + SPARE_PLACES
        connector = procrastinate.PsycopgConnector(
            conninfo=queue_address(self._url), configure=queue_connection, min_size=1, max_size=places + 2
        )
        app = procrastinate.App(connector=connector)
        app.task(name=CHUNK, queue=self._versions)(self._chunk)
        me = Living(uuid4(), self._versions, self._places, socket.gethostname())
        async with app.open_async():
            await self._sweep(me)
            working = asyncio.create_task(
                app.run_worker_async(
                    queues=[self._versions],
                    concurrency=places,
                    install_signal_handlers=False,
                    # What is known of a chunk is in the tables of jobs.
                    delete_jobs="always",
                    fetch_job_polling_interval=self._heartbeat,
                    update_heartbeat_interval=self._heartbeat,
                    stalled_worker_timeout=_MISSED * self._heartbeat,
                    shutdown_graceful_timeout=0.0,
                )
            )
            sweeping = asyncio.create_task(self._sweep_again_and_again(me))
            ended = asyncio.create_task(self._idle() if until_idle else stopping.wait())
            stopped = asyncio.create_task(stopping.wait())
            try:
                await asyncio.wait({working, sweeping, ended, stopped}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ends = [each for each in (working, sweeping, ended, stopped) if not each.done()]
                for each in ends:
                    each.cancel()
                await asyncio.gather(*ends, return_exceptions=True)
            for each in (working, sweeping, ended):
                if not each.cancelled():
                    each.result()

    async def _sweep_again_and_again(self, me: Living) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            await self._sweep(me)

    async def _sweep(self, me: Living) -> None:
        """Give a sign of life, put back what the dead held, and end what nobody may want any more."""
        async with self._database.transaction() as session:
            await JobQueue(session, self._silence).note(me)
        async with self._database.transaction() as session:
            unoffered = await JobQueue(session, self._silence).sweep()
        if unoffered is not None and unoffered != self._told:
            self._told = unoffered
            for versions, jobs in unoffered.items():
                log.warning("jobs wait for versions that no worker has", versions=versions, jobs=jobs)
        async with self._database.transaction() as session:
            unusable = await JobRepository(session).unusable_owners()
            await cancel_jobs_of(session, unusable, "its token has expired or was revoked")

    async def _idle(self) -> None:
        """Wait until nothing is left: what another worker computes may come back, if that one dies."""
        await asyncio.sleep(_IDLE_SECONDS)
        while self._running or await self._is_any_left():
            await asyncio.sleep(_IDLE_SECONDS)

    async def _is_any_left(self) -> bool:
        async with self._database.transaction() as session:
            return await JobQueue(session, self._silence).is_any_left(self._versions)

    async def _chunk(self, job_id: str, number: int) -> None:
        """Compute a chunk and keep its answer; if this fails, the sweep puts the chunk back."""
        job = UUID(job_id)
        self._running += 1
        try:
            async with self._database.transaction() as session:
                begun = await self._jobs(session).begin(job, number, self._versions)
            if begun is not None:
                await self._computed(job, number, begun)
        except asyncio.CancelledError:
            # This worker stops, or nobody wants the job any more: the chunk has done nothing.
            with suppress(Exception):
                await self._give_back(job, number, is_innocent=True)
            raise
        finally:
            self._running -= 1

    async def _computed(self, job: UUID, number: int, begun: Begun) -> None:
        try:
            if begun.is_known:
                await self._finish(job, number, None)
                return
            if begun.attempts > MOST_DEATHS:
                detail = f"Who computed it ended {MOST_DEATHS} times, perhaps for lack of memory."
                raise _Impossible(_ended(detail))
            answer, seconds = await self._answer(job, begun)
            if len(answer) > begun.room:
                raise _Impossible(_too_large(begun.room))
            await self._finish(job, number, answer, seconds)
        except ProcessEnded:
            await self._give_back(job, number)
        except _Impossible as error:
            await self._lessened(job, number, begun, error.problem)
        except Unanswerable as error:
            await self._fail(job, error.problem)

    async def _lessened(self, job: UUID, number: int, begun: Begun, problem: Problem) -> None:
        """Make a chunk smaller; the smallest has the problem as its answer, or its job has."""
        asked = JobPart(number, begun.asked, begun.room)
        found = await self._done(partial(self._lessen, begun.kind, asked, problem))
        if found is None:
            await self._fail(job, problem)
        elif isinstance(found, bytes):
            # Of this chunk only: who asks the same elsewhere may be answered.
            address = sha256(b"%s %d %s" % (job.bytes, number, found)).digest()
            await self._finish(job, number, zlib.compress(found), address=address)
        else:
            async with self._database.transaction() as session:
                await self._jobs(session).halve(job, number, chunks_of(found, begun.kind, self._versions))

    async def _answer(self, job: UUID, begun: Begun) -> tuple[bytes, float]:
        """The answer, compressed, and the CPU seconds that it took; what it tells meanwhile is noted with its job."""
        told: list[Problem] = []
        telling = asyncio.create_task(self._note_steps(job, told))
        try:
            return await self._computed_answer(begun, told.append)
        finally:
            telling.cancel()
            await asyncio.gather(telling, return_exceptions=True)

    async def _note_steps(self, job: UUID, told: list[Problem]) -> None:
        """Keep the last of what is told, again and again."""
        while True:
            await asyncio.sleep(_TELLING_SECONDS)
            if told:
                step = told[-1]
                told.clear()
                async with self._database.transaction() as session:
                    await self._jobs(session).tell(job, step)

    async def _computed_answer(self, begun: Begun, told: Callable[[Problem], None]) -> tuple[bytes, float]:
        clock = time.thread_time if self._workers is None else time.process_time
        work = partial(_packed, clock, partial(self._compute, begun.kind, begun.asked))
        most = CHUNK_SECONDS[begun.kind]
        try:
            # Cancelling it ends its process: the job was cancelled, or this worker stops.
            return await asyncio.wait_for(self._done(work, told), most)
        except TimeoutError as error:
            raise _Impossible(_ended(f"It took longer than {most:g} seconds.")) from error

    async def _done(self, work: Callable[[], T], told: Callable[[Problem], None] | None = None) -> T:
        """The result of work in a process, or in a thread, in which it tells nothing."""
        if self._workers is None:
            return await asyncio.to_thread(work)
        found: T = await asyncio.wrap_future(self._workers.submit(work, told))
        return found

    async def _finish(
        self, job: UUID, number: int, answer: bytes | None, seconds: float = 0.0, address: bytes | None = None
    ) -> None:
        async with self._database.transaction() as session:
            await self._jobs(session).finish(job, number, answer, seconds, address)

    async def _give_back(self, job: UUID, number: int, *, is_innocent: bool = False) -> None:
        async with self._database.transaction() as session:
            await self._jobs(session).give_back(job, number, is_innocent=is_innocent)

    async def _fail(self, job: UUID, problem: Problem) -> None:
        async with self._database.transaction() as session:
            await self._jobs(session).fail(job, problem)

    def _jobs(self, session: Session) -> JobRepository:
        return JobRepository(session, self._silence)


def _packed(clock: Callable[[], float], work: Callable[[], bytes]) -> tuple[bytes, float]:
    """What work gives, compressed, and the CPU seconds that it took."""
    began = clock()
    answer = zlib.compress(work())
    return answer, clock() - began


def _forgive_lost_places() -> None:
    """Take no note of a chunk that ends after its worker was taken for dead, as on a very busy machine.

    The queue has given its place away and cannot close it. The worker that has the chunk now finds the answer, or
    computes it.
    """
    loop = asyncio.get_running_loop()
    others = loop.get_exception_handler()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        task, error = context.get("future"), context.get("exception")
        is_chunk = isinstance(task, asyncio.Task) and CHUNK in task.get_name()
        if is_chunk and type(error).__module__.startswith("procrastinate."):
            log.debug("a chunk ended after its place was given away")
        elif others is not None:
            others(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)


def _ended(detail: str) -> Problem:
    return {"title": "This could not be computed", "status": 503, "code": "computing_ended", "detail": detail}


def _too_large(room: int) -> Problem:
    detail = f"The answer has more than {room / 1e6:.2g} MB, compressed. Ask for a summary instead of the full result."
    return {"title": "The answer is too large", "status": 413, "code": "answer_too_large", "detail": detail}


async def _waited(stopping: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)
