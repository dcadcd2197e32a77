"""A worker of jobs: it takes chunks out of the queue, has them computed, and keeps the answers.

Any number of workers share one queue, each on any machine. One that dies loses nothing: what it held is put back once
it has given no sign of life for a while, by whichever worker notices. A chunk that is computed twice has one answer.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import UUID

import structlog

from hostwise.server.store.job_store import CHUNK, QUEUE, JobRepository, queue_address, queue_connection
from hostwise.server.store.session import Database
from hostwise.server.workers.processes import ProcessEnded, Workers

log = structlog.get_logger(__name__)

MOST_ATTEMPTS = 10
"""How often a chunk is begun: one that takes every worker with it must not go round for ever."""

CHUNK_SECONDS = 3_600.0
"""Longest time for one chunk."""

HEARTBEAT_SECONDS = 3.0
_MISSED = 5
"""Signs of life that a worker misses before what it holds goes to others."""

_PAUSE_SECONDS = 2.0
"""Before a worker that lost its database tries again."""

Compute = Callable[[str, bytes], bytes]
"""The answer to a chunk of a kind; it must be picklable, and raise `Unanswerable` for what cannot be answered."""


class Unanswerable(Exception):
    """No worker can answer this chunk: its job fails with a problem in plain JSON values."""

    def __init__(self, problem: dict[str, Any]) -> None:
        """Take the problem."""
        super().__init__(problem)
        self.problem = problem


class JobWorker:
    """Computes chunks of jobs."""

    def __init__(
        self,
        database: Database,
        database_url: str,
        compute: Compute,
        *,
        places: int,
        workers: Workers | None,
        heartbeat: float = HEARTBEAT_SECONDS,
    ) -> None:
        """Set what it uses; nothing begins before `run`.

        Args:
            database: the database with the jobs.
            database_url: its address, for connections of the queue.
            compute: what answers a chunk.
            places: chunks that are computed at the same time.
            workers: processes to compute in; without them threads, in which nothing can be stopped.
            heartbeat: seconds between two signs of life.
        """
        self._database, self._url, self._compute = database, database_url, compute
        self._places, self._workers, self._heartbeat = places, workers, heartbeat

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
        connector = procrastinate.PsycopgConnector(
            conninfo=queue_address(self._url), configure=queue_connection, min_size=1, max_size=self._places + 2
        )
        app = procrastinate.App(connector=connector)
        app.task(name=CHUNK, queue=QUEUE)(self._chunk)
        async with app.open_async():
            await self._sweep()
            working = asyncio.create_task(
                app.run_worker_async(
                    queues=[QUEUE],
                    concurrency=self._places,
                    wait=not until_idle,
                    install_signal_handlers=False,
                    # What is known of a chunk is in the tables of jobs.
                    delete_jobs="always",
                    fetch_job_polling_interval=self._heartbeat,
                    update_heartbeat_interval=self._heartbeat,
                    stalled_worker_timeout=_MISSED * self._heartbeat,
                    # Idle is who finds nothing more to begin: what was begun is finished.
                    shutdown_graceful_timeout=CHUNK_SECONDS if until_idle else 0.0,
                )
            )
            sweeping = asyncio.create_task(self._sweep_again_and_again())
            stopped = asyncio.create_task(stopping.wait())
            try:
                await asyncio.wait({working, sweeping, stopped}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                ends = [each for each in (working, sweeping, stopped) if not each.done()]
                for each in ends:
                    each.cancel()
                await asyncio.gather(*ends, return_exceptions=True)
            for each in (working, sweeping):
                if not each.cancelled():
                    each.result()

    async def _sweep_again_and_again(self) -> None:
        while True:
            await asyncio.sleep(self._heartbeat)
            await self._sweep()

    async def _sweep(self) -> None:
        async with self._database.transaction() as session:
            await JobRepository(session).sweep(timedelta(seconds=_MISSED * self._heartbeat))

    async def _chunk(self, job_id: str, number: int) -> None:
        """Compute a chunk and keep its answer; if this fails, the sweep puts the chunk back."""
        job = UUID(job_id)
        async with self._database.transaction() as session:
            begun = await JobRepository(session).begin(job, number)
        if begun is None:
            return
        try:
            if begun.attempts > MOST_ATTEMPTS:
                raise Unanswerable(_ended(f"Its chunk {number} was begun {MOST_ATTEMPTS} times, and never finished."))
            answer = begun.answer or await self._answer(begun.kind, begun.asked)
        except Unanswerable as error:
            async with self._database.transaction() as session:
                await JobRepository(session).fail(job, error.problem)
            return
        async with self._database.transaction() as session:
            await JobRepository(session).finish(job, number, answer)

    async def _answer(self, kind: str, asked: bytes) -> bytes:
        work = partial(self._compute, kind, asked)
        if self._workers is None:
            return await asyncio.to_thread(work)
        future = self._workers.submit(work)
        try:
            # Cancelling it ends its process: the job was cancelled, or this worker stops.
            return await asyncio.wait_for(asyncio.wrap_future(future), CHUNK_SECONDS)
        except TimeoutError as error:
            raise Unanswerable(_ended(f"A chunk took longer than {CHUNK_SECONDS:g} seconds.")) from error
        except ProcessEnded as error:
            detail = "A process that computed it ended unexpectedly, perhaps because it ran out of memory."
            raise Unanswerable(_ended(detail)) from error


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


def _ended(detail: str) -> dict[str, Any]:
    return {"title": "The job could not be computed", "status": 503, "code": "computing_ended", "detail": detail}


async def _waited(stopping: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(stopping.wait(), seconds)
