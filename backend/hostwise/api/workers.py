"""Processes that compute for the server: they use all cores, and what takes too long in them is stopped."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from multiprocessing.connection import wait
from threading import Thread
from typing import Any

from pebble import ProcessPool

_STOP_SECONDS = 5.0

_BEHIND = 5
"""Steps by which processes that compute stand behind others: a third of the share of a core, where it is wanted."""

_PRELOADED = "hostwise.preloaded"
"""What every process needs: loaded once, in the one that the others are copies of."""


class Workers:
    """A number of processes, which are started by `open` or with the first work."""

    def __init__(self, number: int, begin: Callable[[], None] | None = None) -> None:
        """Set how many there are, and what each does first; both can be sent to another process."""
        self.number = number
        self._begin = begin
        self._pool: ProcessPool | None = None

    def open(self) -> None:
        """Start them, so that the first request need not wait."""
        for _ in range(self.number):
            self.submit(os.getpid)

    def submit(self, work: Callable[[], Any]) -> Future[Any]:
        """Begin work as soon as a process is free; to cancel its future ends it, and another one is started."""
        if self._pool is None:
            # A copy of this process would have locks that threads held which it does not have.
            context = multiprocessing.get_context("forkserver")
            context.set_forkserver_preload([_PRELOADED])
            self._pool = ProcessPool(self.number, initializer=_start, initargs=(self._begin,), context=context)
        future: Future[Any] = self._pool.schedule(work)
        return future

    def close(self) -> None:
        """End them and what they compute."""
        if self._pool is not None:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join(_STOP_SECONDS)
            self._pool = None


def _start(begin: Callable[[], None] | None) -> None:
    # The server itself goes first: it answers everybody, and never needs a core for long.
    os.nice(_BEHIND)
    # To interrupt the server from a terminal interrupts all its processes: it is for the server to end them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    if begin is not None:
        begin()


def _end_with_the_server() -> None:
    """A server that is killed can no longer end its processes."""
    server = multiprocessing.parent_process()
    assert server is not None
    wait([server.sentinel])
    os._exit(1)
