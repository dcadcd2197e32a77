"""Work of more than a few milliseconds: done elsewhere, by few at a time, with a limit on waiting and on time.

The event loop answers everybody; whatever computes on it stops all others. So it only passes work on: to processes,
which are ended with what takes longer than its limit, or whose client has left. Without processes, and for what cannot
be sent to one, there are threads. A thread cannot be stopped: what is overdue in one is answered 503 too, and keeps its
place until it ends, so that what runs at the same time stays bounded. Callers take turns.
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
from hostwise.server.workers.processes import ProcessEnded, Workers
from hostwise.server.workers.turns import NoRoom, Turns

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


ENDED = "computing_ended"
"""Code of the problem where a process ended while it computed."""

CHECK_SECONDS = 4.0
"""To ask the processes takes a millisecond, to start one a tenth of a second; who asks for health soon gives up."""

_ALMOST_DONE_SECONDS = 1.0
"""For so long work goes on whose client has left: to start another process takes about as long."""


class Pool:
    """Places for one kind of work, which callers take in turn."""

    def __init__(
        self, name: str, *, places: int, waiting: int, patience: float, seconds: float, workers: Workers | None = None
    ) -> None:
        """Set the limits; a thread starts when it is first needed.

        Args:
            name: what it is for, in logs and metrics.
            places: how much is done at the same time.
            waiting: how many may wait, and how many have a seat; a further one is refused at once.
            patience: seconds that one waits at most.
            seconds: seconds that one may take.
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
        return self._turns.waiting

    def _open(self) -> None:
        self._turns = Turns(self._most, self._room)
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
        """The result of work that is done in a process, to which work, arguments and result can be sent.

        The time of a core that it takes counts for the rate limit of the caller; of what fails, or goes on for a caller
        who has left, the time by the clock until it ends.

        Raises:
            ProblemError: 503, if too many are waiting, or if it takes too long.
        """
        # A process has one work at a time, with all threads that it starts; a thread of this one is one of many.
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
                result, seconds = await self._result(self._workers.submit, partial(_told, about, asked), ended_late)
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
        """The result of work that has its place; says when it ends after its client has left."""
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
        answer.add_done_callback(_seen)
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
                "took_too_long", "This takes too long", f"It was not ready after {self._seconds:g} seconds.", 30
            )
        return answer.result()

    @asynccontextmanager
    async def seat(self, most: int | None = None) -> AsyncIterator[None]:
        """A seat for one who will send work, perhaps again and again, and holds memory meanwhile.

        Refused if so many have one, by default as many as may wait, or if half of them are this caller's.
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

    async def answer(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Response:
        """The answer that holds the result of work, computed and written in a process, as by `compute`."""
        return Response(await self.compute(_written, partial(work, *args, **kwargs)), media_type="application/json")

    def close(self) -> None:
        """End what waits; what runs ends by itself. An application that is started again finds new threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._open()

    async def _wait(self) -> None:
        try:
            async with asyncio.timeout(self._patience):
                await self._turns.take(CALLER.get())
        except (TimeoutError, NoRoom):
            self._refuse()

    def _refuse(self) -> NoReturn:
        self.refused += 1
        raise refused_for_now("too_busy", "Too busy", "Too many requests of this kind are waiting.", 2)

    def _leave(self, caller: str) -> None:
        self.running -= 1
        self._turns.leave(caller)


def _seen(answer: asyncio.Future[Any]) -> None:
    # An error is of no interest where nobody waits for it any more.
    if not answer.cancelled():
        answer.exception()


class Pools:
    """The pools of one application.

    Reading the body of what is saved has threads of its own, so that it does not wait for reports; and so have reports,
    which take longest, so that what people see while they edit does not wait for them. What only computes reads its
    body where it computes. A batch is one line at a time. Files have places of their own, since reading one takes much
    memory.
    """

    def __init__(
        self, allotment: Allotment | None = None, begin: Callable[[], None] | None = None, seconds: float = 20
    ) -> None:
        """Make them; see `Pool` for the limits.

        Args:
            allotment: how much is done at the same time; by default, and where it names no processes, in threads.
            begin: what each process does first, if anything.
            seconds: that reading a body or evaluating a plan may take, and wait; a report may take three times as long.
        """
        processes = allotment.evaluations if allotment is not None else 0
        files = allotment.files if allotment is not None else 1
        self.file_bytes = allotment.file_bytes if allotment is not None else FILE_BYTES
        workers = Workers(processes + OTHER_PROCESSES + files, begin) if processes else None
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
        """Raise `ProcessEnded` or `TimeoutError` unless something computes or could; what has died is replaced.

        Whoever asks meanwhile waits for the same answer: that they ask must not be work.
        """
        if self.workers is None:
            return
        if self._checking is None or self._checking.done():
            self._checking = asyncio.ensure_future(asyncio.to_thread(self.workers.check))
        async with asyncio.timeout(CHECK_SECONDS):
            await asyncio.shield(self._checking)

    def close(self) -> None:
        """Close all of them; this waits for the end of the processes."""
        for each in self.all:
            each.close()
        if self.workers is not None:
            self.workers.close()
        self._checking = None


def _measured(clock: Callable[[], float], work: Callable[[], T]) -> tuple[T, float]:
    """The result of work, and the seconds of a core that it took."""
    began = clock()
    return work(), clock() - began


def _told(about: dict[str, Any], work: Callable[[], T]) -> T:
    """Work whose lines in the log say which request they are about."""
    with structlog.contextvars.bound_contextvars(**about):
        return work()


def _written(work: Callable[[], object]) -> bytes:
    return to_json(work(), by_alias=True, inf_nan_mode="null")
