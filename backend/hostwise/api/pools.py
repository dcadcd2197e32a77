"""Work of more than a few milliseconds: done in threads, by few at a time, with a limit on waiting and on time.

The event loop answers everybody; whatever computes on it stops all others. So it only passes work on. A thread cannot
be stopped: what takes longer than its limit is answered 503 and keeps its place until it ends, so that what runs at
the same time stays bounded.
"""

from __future__ import annotations

import asyncio
import contextvars
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from typing import NoReturn, ParamSpec, TypeVar

import structlog
from fastapi import Response
from pydantic_core import to_json

from hostwise.api.problems import ProblemError

log = structlog.get_logger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class Pool:
    """Threads for one kind of work."""

    def __init__(self, name: str, *, threads: int, waiting: int, patience: float, seconds: float) -> None:
        """Set the limits; a thread starts when it is first needed.

        Args:
            name: what it is for, in logs and metrics.
            threads: how much is done at the same time.
            waiting: how many may wait; a further one is refused at once.
            patience: seconds that one waits at most.
            seconds: seconds that one may take.
        """
        self.name = name
        self.running = self.waiting = self.refused = self.overdue = self.seats = 0
        self._most_waiting, self._patience, self._seconds = waiting, patience, seconds
        self._most = threads
        self._open()

    def _open(self) -> None:
        self._free = asyncio.Semaphore(self._most)
        self._threads = ThreadPoolExecutor(self._most, thread_name_prefix=f"hostwise-{self.name}")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of work that is done in a thread.

        Raises:
            ProblemError: 503, if too many are waiting, or if it takes too long.
        """
        await self._wait()
        self.running += 1
        context = contextvars.copy_context()
        future = asyncio.get_running_loop().run_in_executor(
            self._threads, partial(context.run, partial(work, *args, **kwargs))
        )
        future.add_done_callback(self._done)
        began = time.monotonic()
        # Not cancelled with the request: the thread goes on, and its place is free only when it has ended.
        await asyncio.wait([future], timeout=self._seconds)
        if not future.done():
            self.overdue += 1
            log.warning("overdue", pool=self.name, seconds=round(time.monotonic() - began, 1))
            raise _refusal(
                "took_too_long", "This takes too long", f"It was not ready after {self._seconds:g} seconds.", 30
            )
        return future.result()

    @asynccontextmanager
    async def seat(self, most: int) -> AsyncIterator[None]:
        """A seat for one who will send work again and again; refused if so many have one."""
        if self.seats >= most:
            self._refuse()
        self.seats += 1
        try:
            yield
        finally:
            self.seats -= 1

    async def answer(self, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Response:
        """The answer that holds the result of work, computed and written in a thread."""
        return Response(await self.run(_written, partial(work, *args, **kwargs)), media_type="application/json")

    def close(self) -> None:
        """End what waits; what runs ends by itself. An application that is started again finds new threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._open()

    async def _wait(self) -> None:
        if self.waiting >= self._most_waiting and self._free.locked():
            self._refuse()
        self.waiting += 1
        try:
            async with asyncio.timeout(self._patience):
                await self._free.acquire()
        except TimeoutError:
            self._refuse()
        finally:
            self.waiting -= 1

    def _refuse(self) -> NoReturn:
        self.refused += 1
        raise _refusal("too_busy", "Too busy", "Too many requests of this kind are waiting.", 2)

    def _done(self, future: asyncio.Future[T]) -> None:
        self.running -= 1
        self._free.release()
        # Seen, also where nobody waits for it any more.
        if not future.cancelled():
            future.exception()


class Pools:
    """The pools of one application.

    Reading a body has threads of its own, so that saving a plan does not wait for reports; and so have reports, which
    take longest, so that what people see while they edit does not wait for them. A batch is one line at a time.
    """

    def __init__(self) -> None:
        """Make them; see `Pool` for the limits."""
        self.reading = Pool("reading", threads=1, waiting=64, patience=20, seconds=20)
        self.evaluation = Pool("evaluation", threads=2, waiting=64, patience=20, seconds=20)
        self.batch = Pool("batch", threads=1, waiting=8, patience=60, seconds=20)
        self.reports = Pool("reports", threads=1, waiting=8, patience=60, seconds=60)
        self.all = (self.reading, self.evaluation, self.batch, self.reports)

    def close(self) -> None:
        """Close all of them."""
        for each in self.all:
            each.close()


def _refusal(code: str, title: str, detail: str, seconds: int) -> ProblemError:
    problem = ProblemError(503, code, title, f"{detail} Nothing was computed or saved.")
    return problem.with_headers({"Retry-After": str(seconds)})


def _written(work: Callable[[], object]) -> bytes:
    return to_json(work(), by_alias=True, inf_nan_mode="null")
