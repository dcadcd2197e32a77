"""Processes that compute for the server: they use all cores, and what takes too long in them is stopped.

Each has a pipe of its own and one work at a time. So a process that dies, whenever and by whatever, takes nothing with
it but its own work; the next one starts when it is needed.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Lock, Thread, Timer
from typing import Any, Literal

import structlog

log = structlog.get_logger(__name__)

_BEHIND = 5
"""Steps by which processes that compute stand behind others: a third of the share of a core, where it is wanted."""

_PRELOADED = "hostwise.server.preloaded"
"""What every process needs: loaded once, in the one that the others are copies of."""

MOST_WORKS = 1_000
"""After so many works another process takes the place: what libraries keep for ever does not add up."""

MOST_GROWTH_BYTES = 96 * 2**20
"""After a work that leaves a process so much larger than it began, another one takes its place."""

_STOP_SECONDS = 5.0
_START_SECONDS = 5.0
LONGEST_START_SECONDS = 60.0
"""A copy is there within a tenth of a second; the first one waits until everything is loaded."""
_PAUSE_SECONDS = 0.05
_MEMORY = Path("/proc/self/statm")

State = Literal["idle", "computing"]
DEATHS: tuple[State, ...] = ("idle", "computing")


_UNKNOWN = 255
"""What `multiprocessing` says of a process whose end it cannot know: the one that all are copies of has ended."""


_CRASHES = frozenset({signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV})
"""Signals by which a process ends itself."""


class ProcessEnded(Exception):
    """A process ended without an answer.

    Attributes:
        exit_code: its exit code; -n where signal n ended it.
    """

    def __init__(self, exit_code: int | None) -> None:
        """Note how it ended."""
        super().__init__(f"A process ended with exit code {exit_code}.")
        self.exit_code = exit_code

    @property
    def from_outside(self) -> bool:
        """Whether somebody else ended it: a person, or the system where memory is short. The work may be innocent."""
        if self.exit_code in (None, _UNKNOWN):
            return True
        return self.exit_code < 0 and -self.exit_code not in _CRASHES


@contextmanager
def _deadline(seconds: float, late: Callable[[], None]) -> Iterator[None]:
    """Do something if the block takes longer."""
    timer = Timer(seconds, late)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _end_the_original() -> None:
    """End the process that all are copies of, if it hangs: the next start makes a new one."""
    process = getattr(forkserver._forkserver, "_forkserver_pid", None)
    if process is not None:
        log.error("the process that all are copies of does not answer; another one takes its place")
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)


_starting = Lock()
"""Processes are started, and asked whether they run, by one thread at a time: `multiprocessing` reads an exit code
once, and asks all of its processes for theirs whenever it starts one."""


class _Process:
    """One process that computes, one work after the other."""

    def __init__(self, begin: Callable[[], None] | None) -> None:
        # A copy of the server itself would have locks that its threads held which it does not have.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([_PRELOADED])
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=_compute, args=(there, begin), daemon=True)
        with _starting, there, _deadline(LONGEST_START_SECONDS, _end_the_original):
            self._process.start()
        self.works = 0
        self.growth = 0

    @property
    def runs(self) -> bool:
        with _starting:
            return self._process.is_alive()

    @property
    def is_worn(self) -> bool:
        return self.works >= MOST_WORKS or self.growth > MOST_GROWTH_BYTES

    def compute(self, work: bytes) -> Any:
        """What work comes to. Raises its error, or `ProcessEnded`."""
        try:
            self._pipe.send_bytes(work)
            # The end of the process is no end of the pipe: others that were copied meanwhile may hold it open.
            if self._pipe not in wait([self._pipe, self._process.sentinel]):
                raise EOFError
            answer = self._pipe.recv_bytes()
        except (EOFError, OSError) as error:
            raise ProcessEnded(self.end()) from error
        self.works += 1
        is_done, found, self.growth = pickle.loads(answer)
        if not is_done:
            raise found
        return found

    def end(self) -> int | None:
        """End it, unless it has ended already; its exit code."""
        self._pipe.close()
        with _starting:
            if self._process.is_alive():
                # Its own end of the pipe may still hold an answer: not asked, but ended.
                self._process.kill()
            self._process.join(_STOP_SECONDS)
            exit_code = self._process.exitcode
        if exit_code == _UNKNOWN and self._process.pid is not None:
            # It may run on, for nobody.
            with suppress(OSError):
                os.kill(self._process.pid, signal.SIGKILL)
        return exit_code

    def kill(self) -> None:
        """End it while it computes; the thread that waits for it sees its end."""
        with suppress(OSError, ValueError, AttributeError):
            self._process.kill()


class _Work(Future[Any]):
    """Work that is to be done, or being done; to cancel it ends its process."""

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__()
        self.work = work
        self.process: _Process | None = None
        self.unwanted = False

    def cancel(self) -> bool:
        """End it."""
        self.unwanted = True
        process = self.process
        if process is not None:
            process.kill()
        return super().cancel()


class Workers:
    """A number of processes at most, each of which starts when it is first needed."""

    def __init__(self, number: int, begin: Callable[[], None] | None = None) -> None:
        """Set how many there are at most, and what each does first; this can be sent to another process."""
        self.number = number
        self.deaths: dict[State, int] = dict.fromkeys(DEATHS, 0)
        self._begin = begin
        self._lock = Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._coming = 0
        self._threads: ThreadPoolExecutor | None = None

    def open(self, number: int | None = None) -> None:
        """Start so many, by default all, so that the first requests need not wait; this takes seconds."""
        for _ in range(self.number if number is None else number):
            self._start_one()

    def submit(self, work: Callable[[], Any]) -> Future[Any]:
        """Begin work as soon as a process is free; to cancel its future ends it, and another one takes its place.

        Where a process is ended from outside, the work is done once more in another one: work is only ever computing.
        The future raises `ProcessEnded` where that one ends, too, and where a process ends by the work itself.
        """
        asked = _Work(work)
        self._in_a_thread(self._do, asked)
        return asked

    def check(self) -> None:
        """Forget idle processes that have died; raises `ProcessEnded` where none runs and none can be started."""
        with self._lock:
            idle = list(self._idle)
        for each in idle:
            if each.runs:
                continue
            with self._lock:
                # Others may have taken it meanwhile, and see its end themselves.
                is_idle = each in self._idle
                if is_idle:
                    self._idle.remove(each)
            if is_idle:
                self._note(each.end(), "idle")
        with self._lock:
            is_any = bool(self._idle or self._busy)
        if not is_any:
            self._start_one()

    def close(self) -> None:
        """End them and what they compute."""
        with self._lock:
            ending, self._idle = [*self._idle, *self._busy], []
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)
        for each in ending:
            each.kill()
        for each in ending:
            each.end()

    def _in_a_thread(self, work: Callable[..., None], *args: Any) -> None:
        with self._lock:
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self.number, thread_name_prefix="hostwise-process")
            self._threads.submit(work, *args)

    def _start_one(self) -> None:
        with self._lock:
            if len(self._idle) + len(self._busy) + self._coming >= self.number:
                return
            self._coming += 1
        try:
            process = self._new()
        except BaseException:
            with self._lock:
                self._coming -= 1
            raise
        with self._lock:
            self._coming -= 1
            self._idle.append(process)

    def _new(self) -> _Process:
        deadline = time.monotonic() + _START_SECONDS
        while True:
            try:
                return _Process(self._begin)
            except (EOFError, OSError) as error:
                # The process that all are copies of is dying, too: it is started again once it is known to be gone.
                if time.monotonic() > deadline:
                    raise ProcessEnded(None) from error
                time.sleep(_PAUSE_SECONDS)

    def _do(self, asked: _Work) -> None:
        if not asked.set_running_or_notify_cancel():
            return
        process = None
        try:
            process, found = self._done(asked)
        except BaseException as error:
            asked.set_exception(error)
        else:
            asked.set_result(found)
        if process is not None:
            self._give_back(process)

    def _done(self, asked: _Work) -> tuple[_Process, Any]:
        """A process that has done the work, and what it came to."""
        work = bytes(ForkingPickler.dumps(asked.work))
        is_first = True
        while True:
            process = self._take()
            asked.process = process
            if asked.unwanted:
                process.kill()
            try:
                return process, process.compute(work)
            except ProcessEnded as ended:
                with self._lock:
                    self._busy.discard(process)
                if asked.unwanted or self._threads is None:
                    raise CancelledError from ended
                self._note(ended.exit_code, "computing")
                if not (is_first and ended.from_outside):
                    raise
                is_first = False
            except BaseException:
                self._give_back(process)
                raise
            finally:
                asked.process = None

    def _take(self) -> _Process:
        while True:
            with self._lock:
                process = self._idle.pop() if self._idle else None
                if process is not None:
                    self._busy.add(process)
            if process is None:
                process = self._new()
                with self._lock:
                    self._busy.add(process)
                return process
            if self._lives(process):
                return process
            with self._lock:
                self._busy.discard(process)

    def _give_back(self, process: _Process) -> None:
        """Take a process back, or another one in its place."""
        is_worn = process.is_worn
        with self._lock:
            self._busy.discard(process)
            is_open = self._threads is not None
            is_kept = is_open and not is_worn and len(self._idle) + len(self._busy) < self.number
            if is_kept:
                self._idle.append(process)
        if not is_kept:
            process.end()
        if is_open and is_worn:
            self._start_one()

    def _lives(self, process: _Process) -> bool:
        if process.runs:
            return True
        self._note(process.end(), "idle")
        return False

    def _note(self, exit_code: int | None, state: State) -> None:
        with self._lock:
            self.deaths[state] += 1
        log.error("a process ended unexpectedly; another one takes its place", state=state, exit_code=exit_code)


def _compute(pipe: Connection, begin: Callable[[], None] | None) -> None:
    """What a process does, until the server closes its pipe."""
    # The server itself goes first: it answers everybody, and never needs a core for long.
    os.nice(_BEHIND)
    # To interrupt the server from a terminal interrupts all its processes: it is for the server to end them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    if begin is not None:
        begin()
    at_first = _resident_bytes()
    with suppress(EOFError, OSError):
        while True:
            work = pipe.recv_bytes()
            answer = _answer(work, at_first)
            del work
            pipe.send_bytes(answer)
            del answer


def _answer(work: bytes, at_first: int) -> bytes:
    """What a work comes to, or its error, and by how much the process has grown; to be sent."""
    try:
        found, is_done = pickle.loads(work)(), True
    except BaseException as error:
        found, is_done = error, False
    growth = _resident_bytes() - at_first
    try:
        return bytes(ForkingPickler.dumps((is_done, found, growth)))
    except Exception as error:
        told = RuntimeError(f"{type(found).__name__} cannot be sent to another process: {error}")
        return bytes(ForkingPickler.dumps((False, told, growth)))


def _resident_bytes() -> int:
    """Memory of this process; where the system does not say it, the most that it had."""
    if _MEMORY.exists():
        return int(_MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _end_with_the_server() -> None:
    """A server that is killed can no longer end its processes."""
    server = multiprocessing.parent_process()
    assert server is not None
    wait([server.sentinel])
    os._exit(1)
