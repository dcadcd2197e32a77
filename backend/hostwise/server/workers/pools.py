"""Pools for work of more than a few milliseconds, with limits on concurrency, on waiting and on time.

Computing on the event loop would block all other requests. So the loop passes work on to processes. A process is killed
if its work takes too long, or if its client has disconnected. Without processes, and for what cannot be pickled, there
are threads. A thread cannot be killed: overdue work in one is answered 503 too, but keeps its place until it ends, so
that concurrency stays bounded. Callers take turns.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, NoReturn, ParamSpec, TypeVar

import structlog
from fastapi import Response
from pydantic_core import to_json

from hostwise.server.http.problems import refused_for_now
from hostwise.server.http.rate_limits import CALLER, spend
from hostwise.server.machine.memory_allotment import FILE_BYTES, OTHER_PROCESSES, Allotment
from hostwise.server.workers.fair_queue import FairQueue, NoRoom
from hostwise.server.workers.processes import ProcessEnded, Workers

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


TOO_LONG = "took_too_long"
"""Code of the problem where work took longer than its pool allows."""

ENDED = "computing_ended"
"""Code of the problem where a process ended while it computed."""

CHECK_SECONDS = 4.0
"""Checking the processes takes a millisecond, starting one a tenth of a second; health checks have short timeouts."""

_ALMOST_DONE_SECONDS = 1.0
"""How long work goes on after its client has disconnected: starting another process takes about as long."""


class Pool:
    """Places for one kind of work, which callers take in turn."""

    def __init__(
        self, name: str, *, places: int, waiting: int, patience: float, seconds: float, workers: Workers | None = None
    ) -> None:
        """Set the limits; a thread starts when it is first needed.

        Args:
            name: what it is for, in logs and metrics.
            places: how much is done at the same time.
            waiting: how many may wait, and how many may have a seat; more are refused at once.
            patience: longest wait, seconds.
            seconds: longest time for one work, seconds.
            workers: processes to compute in.
        """
        self.name = name
        self.running = self.refused = self.overdue = 0
        self._room, self._patience, self._seconds = waiting, patience, seconds
        self._most, self._workers = places, workers
        self._seats: Counter[str] = Counter()
        self._open()

    @property
    def waiting(self) -> int:
        """How many wait for a place."""
        return self._fair_queue.waiting

    def _open(self) -> None:
        self._fair_queue = FairQueue(self._most, self._room)
        self._threads = ThreadPoolExecutor(self._most, thread_name_prefix=f"hostwise-{self.name}")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work that is done in a thread.

        Raises:
            ProblemError: 503, if too many are waiting, or if it takes too long.
        """
        context = contextvars.copy_context()
        await self._wait()
        return await self._result(self._threads.submit, partial(context.run, partial(work, *args, **kwargs)))

    async def compute(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work that is done in a process; work, arguments and result must be picklable.

        Its CPU time counts for the caller's rate limit. If it fails, or goes on after its caller has disconnected, the
        elapsed time counts instead.

        Raises:
            ProblemError: 503, if too many are waiting, or if it takes too long.
        """
        # A process does one work at a time, so all its CPU time counts; a thread here is one of many.
        clock = time.thread_time if self._workers is None else time.process_time
        asked = partial(_measured, clock, partial(work, *args, **kwargs))
        await self._wait()
        began = time.monotonic()

        def ended_late(_: object) -> None:
            # Called as in this context: for the same request.
            spend(time.monotonic() - began, late=True)

        try:
            if self._workers is None:
                context = contextvars.copy_context()
                result, seconds = await self._result(self._threads.submit, partial(context.run, asked), ended_late)
            else:
                about = structlog.contextvars.get_contextvars()
                result, seconds = await self._result(
                    self._workers.submit, partial(_with_log_context, about, asked), ended_late
                )
        except asyncio.CancelledError:
            raise
        except BaseException as error:
            spend(time.monotonic() - began)
            if not isinstance(error, ProcessEnded):
                raise
            detail = "The process that computed this ended unexpectedly, perhaps because it ran out of memory."
            raise refused_for_now(ENDED, "This could not be computed", detail, 30) from error
        spend(seconds)
        return result

    async def _result(
        self,
        submit: Callable[[Callable[[], T]], Future[T]],
        work: Callable[[], T],
        ended_late: Callable[[object], None] | None = None,
    ) -> T:
        """The result of work that has its place; `ended_late` is called if it ends after the client has left."""
        self.running += 1
        loop, began, leave = asyncio.get_running_loop(), time.monotonic(), partial(self._leave, CALLER.get())
        try:
            future = submit(work)
        except BaseException:
            leave()
            raise

        def ended(_: Future[T]) -> None:
            # Called in another thread, perhaps after the last request.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(leave)

        future.add_done_callback(ended)
        answer = asyncio.wrap_future(future)
        answer.add_done_callback(_consume_exception)
        try:
            # Not cancelled with the request, so that the place is free only when the work has ended.
            await asyncio.wait([answer], timeout=self._seconds)
        except asyncio.CancelledError:
            loop.call_later(_ALMOST_DONE_SECONDS, future.cancel)
            if ended_late is not None:
                answer.add_done_callback(ended_late)
            raise
        if not answer.done():
            self.overdue += 1
            # Ends a process; a thread goes on.
            future.cancel()
            log.warning("overdue", pool=self.name, seconds=round(time.monotonic() - began, 1))
            raise refused_for_now(
                TOO_LONG, "This takes too long", f"It was not ready after {self._seconds:g} seconds.", 30
            )
        return answer.result()

    @asynccontextmanager
    async def seat(self, most: int | None = None) -> AsyncIterator[None]:
        """A seat for a request that will submit work, perhaps repeatedly, and holds memory meanwhile.

        It is refused if all seats are taken, by default as many as may wait, or if this caller has half of them.
        """
        most, caller = self._room if most is None else most, CALLER.get()
        if self._seats.total() >= most or self._seats[caller] >= max(1, most // 2):
            self._refuse()
        self._seats[caller] += 1
        try:
            yield
        finally:
            self._seats[caller] -= 1
            if not self._seats[caller]:
                del self._seats[caller]

    async def respond(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Response:
        """A JSON response with the result of work, computed and serialised as by `compute`."""
        return Response(await self.compute(_written, partial(work, *args, **kwargs)), media_type="application/json")

    def close(self) -> None:
        """Cancel what waits; what runs ends by itself. An application that is started again gets new threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._open()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await self._fair_queue.take(CALLER.get())
        except (TimeoutError, NoRoom):
            self._refuse()

    def _refuse(self) -> NoReturn:
        self.refused += 1
        raise refused_for_now("too_busy", "Too busy", "Too many requests of this kind are waiting.", 2)

    def _leave(self, caller: str) -> None:
        self.running -= 1
        self._fair_queue.leave(caller)


def _consume_exception(answer: asyncio.Future[Any]) -> None:
    # An error is of no interest where nobody waits for it any more.
    if not answer.cancelled():
        answer.exception()


class Pools:
    """The pools of one application.

    Each kind of work has a pool, so that none waits for another: bodies of saves, evaluations, files, batches, and
    reports, which take longest. Routes that only compute read their body where they compute. A batch computes one line
    at a time. Files have few places, since reading one takes much memory.
    """

    def __init__(
        self,
        allotment: Allotment | None = None,
        begin: Callable[[], None] | None = None,
        seconds: float = 20,
        jobs: int = 0,
    ) -> None:
        """Make them; see `Pool` for the limits.

        Args:
            allotment: how much is done at the same time; by default, and where it names no processes, in threads.
            begin: what each process does first, if anything.
            seconds: longest time, and longest wait, for an evaluation; a report may take three times as long.
            jobs: processes for jobs, which take none of the others.
        """
        processes = allotment.evaluations if allotment is not None else 0
        files = allotment.files if allotment is not None else 1
        self.file_bytes = allotment.file_bytes if allotment is not None else FILE_BYTES
        workers = Workers(processes + OTHER_PROCESSES + files + jobs, begin) if processes else None
        long = 3 * seconds
        self.reading = Pool("reading", places=1, waiting=64, patience=seconds, seconds=seconds)
        self.evaluation = Pool(
            "evaluation", places=processes or 2, waiting=64, patience=seconds, seconds=seconds, workers=workers
        )
        self.files = Pool("files", places=files, waiting=8, patience=long, seconds=seconds, workers=workers)
        self.batch = Pool("batch", places=1, waiting=8, patience=long, seconds=seconds, workers=workers)
        self.reports = Pool("reports", places=1, waiting=8, patience=long, seconds=long, workers=workers)
        self.all = (self.reading, self.evaluation, self.files, self.batch, self.reports)
        self.workers, self._at_first = workers, processes
        self._checking: asyncio.Future[None] | None = None

    def open(self) -> None:
        """Start the processes that evaluate; the others start with their first work."""
        if self.workers is not None:
            self.workers.open(self._at_first)

    async def check(self) -> None:
        """Raise `ProcessEnded` or `TimeoutError` unless a process runs or can be started; dead ones are replaced.

        Simultaneous health checks share one check, so that many of them cost no more than one.
        """
        if self.workers is None:
            return
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(asyncio.to_thread(self.workers.check))
        async with asyncio.timeout(CHECK_SECONDS):
            await asyncio.shield(self._checking)

    def close(self) -> None:
        """Close all pools and wait until the processes have ended."""
        for each in self.all:
            each.close()
        if self.workers is not None:
            self.workers.close()
        self._checking = None


def _measured(clock: Callable[[], float], work: Callable[[], T]) -> tuple[T, float]:
    """The result of work, and the CPU seconds that it took."""
    began = clock()
    return work(), clock() - began


def _with_log_context(about: dict[str, Any], work: Callable[[], T]) -> T:
    """Do work with the context of its request in the log."""
    with structlog.contextvars.bound_contextvars(**about):
        return work()


def written(answer: object) -> bytes:
    """An answer as JSON."""
    return to_json(answer, by_alias=True, inf_nan_mode="null")


def _written(work: Callable[[], object]) -> bytes:
    return written(work())
