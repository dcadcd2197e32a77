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
from dataclasses import dataclass
from multiprocessing import forkserver
from multiprocessing.connection import Connection, wait
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from threading import Lock, Thread, Timer
from typing import Any, Literal

import structlog

log = structlog.get_logger(__name__)

_BEHIND = 5
"""Niceness of processes that compute: where cores are short, they get a third of what the server gets."""

PRELOADED = "hostwise.server.preloaded"
"""The module that every process needs, loaded once: in the original process, of which all others are copies."""

MOST_WORKS = 1_000
"""After so many works a process is replaced, so that memory which libraries never free does not add up."""

MOST_GROWTH_BYTES = 96 * 2**20
"""A process that has grown by so much since its start is replaced."""

_STOP_SECONDS = 5.0
_START_SECONDS = 5.0
LONGEST_START_SECONDS = 60.0
"""A copy starts within a tenth of a second; the first one waits until everything is loaded."""
_PAUSE_SECONDS = 0.05
_MEMORY = Path("/proc/self/statm")

Told = Callable[[Any], None]
"""What is done with what work tells while it runs."""


@dataclass(frozen=True, slots=True)
class _Telling:
    """What work tells while it runs, beside its result."""

    what: Any


State = Literal["idle", "computing"]
DEATHS: tuple[State, ...] = ("idle", "computing")


_UNKNOWN = 255
"""The exit code that `multiprocessing` reports where it cannot know it, because the original process has ended."""


_CRASHES = frozenset({signal.SIGABRT, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGSEGV})
"""Signals of a crash: the process itself caused them."""


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
        """Whether a person killed it, or the system for lack of memory: the work may be innocent."""
        if self.exit_code in (None, _UNKNOWN):
            return True
        return self.exit_code < 0 and -self.exit_code not in _CRASHES


@contextmanager
def _deadline(seconds: float, late: Callable[[], None]) -> Iterator[None]:
    """Call `late` if the block takes longer."""
    timer = Timer(seconds, late)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _end_the_original() -> None:
    """Kill the original process, which hangs; the next start of a copy starts a new one."""
    process = getattr(forkserver._forkserver, "_forkserver_pid", None)
    if process is not None:
        log.error("the process that all are copies of does not answer; another one takes its place")
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)


@contextmanager
def _modules_of_the_server() -> Iterator[None]:
    """What starts within has its modules from where the server has them.

    Python would look for those of the original process, and of the one that counts its resources, in the working folder
    first, where anybody's may stand.
    """
    wanted = {"PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


_starting = Lock()
"""Processes are started, and asked whether they run, by one thread at a time: `multiprocessing` reads an exit code
once, and asks all of its processes for theirs whenever it starts one."""


class _Process:
    """One process that computes, one work after the other."""

    def __init__(self, begin: Callable[[], None] | None) -> None:
        # A copy of the server itself would have locks that its threads held which it does not have.
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([PRELOADED])
        self._pipe, there = context.Pipe()
        self._closing = Lock()
        self._process = context.Process(target=_compute, args=(there, begin), daemon=True)
        late = _deadline(LONGEST_START_SECONDS, _end_the_original)
        with _starting, there, late, _modules_of_the_server():
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

    def compute(self, work: bytes, told: Told | None = None) -> Any:
        """The result of work, with what it tells before. Raises its error, or `ProcessEnded`."""
        try:
            self._pipe.send_bytes(work)
            while isinstance(answer := pickle.loads(self._answer()), _Telling):
                if told is not None:
                    told(answer.what)
        except (EOFError, OSError) as error:
            raise ProcessEnded(self.end()) from error
        self.works += 1
        is_done, found, self.growth = answer
        if not is_done:
            raise found
        return found

    def _answer(self) -> bytes:
        """What the process says next."""
        # The pipe need not end with the process: copies made meanwhile may hold it open.
        if self._pipe not in wait([self._pipe, self._process.sentinel]):
            raise EOFError
        return self._pipe.recv_bytes()

    def end(self) -> int | None:
        """Kill the process unless it has ended; return its exit code."""
        # Both the thread that closes the pool and the one that waits for an answer may end it: closed twice at once,
        # the second time it could be another file.
        with self._closing:
            self._pipe.close()
        with _starting:
            if self._process.is_alive():
                # Killed, since it may be busy and would not see the closed pipe.
                self._process.kill()
            self._process.join(_STOP_SECONDS)
            exit_code = self._process.exitcode
        if exit_code == _UNKNOWN and self._process.pid is not None:
            # It may run on, for nobody.
            with suppress(OSError):
                os.kill(self._process.pid, signal.SIGKILL)
        return exit_code

    def kill(self) -> None:
        """Kill the process while it computes; the thread that waits for it notices."""
        with suppress(OSError):
            self._process.kill()


class _Work(Future[Any]):
    """Work that waits or runs; cancelling it kills its process."""

    def __init__(self, work: Callable[[], Any], told: Told | None) -> None:
        super().__init__()
        self.work, self.told = work, told
        self.process: _Process | None = None
        self.unwanted = False

    def cancel(self) -> bool:
        """Cancel the work, and kill the process that does it."""
        self.unwanted = True
        process = self.process
        if process is not None:
            process.kill()
        return super().cancel()


class Workers:
    """A pool of processes, each of which starts when it is first needed."""

    def __init__(self, number: int, begin: Callable[[], None] | None = None) -> None:
        """Set the most processes, and what each does first, which must be picklable."""
        self.number = number
        self.deaths: dict[State, int] = dict.fromkeys(DEATHS, 0)
        self._begin = begin
        self._lock = Lock()
        self._idle: list[_Process] = []
        self._busy: set[_Process] = set()
        self._coming = 0
        self._threads: ThreadPoolExecutor | None = None

    def open(self, number: int | None = None) -> None:
        """Start so many processes, by default all, so that the first requests need not wait; this takes seconds."""
        for _ in range(self.number if number is None else number):
            self._start_one()

    def submit(self, work: Callable[[], Any], told: Told | None = None) -> Future[Any]:
        """Do work as soon as a process is free. Cancelling the future kills that process; another one replaces it.

        What the work tells while it runs, see `tell`, is given to `told`, in a thread.

        If a process is killed from outside, the work is repeated once in another one; work only computes, so that is
        safe. The future raises `ProcessEnded` if that one ends too, or if the work itself ends its process.
        """
        asked = _Work(work, told)
        self._in_a_thread(self._do, asked)
        return asked

    def check(self) -> None:
        """Remove idle processes that have died; raise `ProcessEnded` if none runs and none can be started."""
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
                self._note_idle_death(each)
        with self._lock:
            is_any = bool(self._idle or self._busy)
        if not is_any:
            self._start_one()

    def close(self) -> None:
        """Kill all processes and what they compute."""
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
                # The original process is dying, too. It is started again once its end is known.
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
        """The process that did the work, and the result."""
        work = bytes(ForkingPickler.dumps(asked.work))
        is_first = True
        while True:
            process = self._take()
            asked.process = process
            if asked.unwanted:
                process.kill()
            try:
                return process, process.compute(work, asked.told)
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
            if process.runs:
                return process
            with self._lock:
                self._busy.discard(process)
            self._note_idle_death(process)

    def _give_back(self, process: _Process) -> None:
        """Take a process back, or replace it if it is worn."""
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

    def _note_idle_death(self, process: _Process) -> None:
        self._note(process.end(), "idle")

    def _note(self, exit_code: int | None, state: State) -> None:
        with self._lock:
            self.deaths[state] += 1
        log.error("a process ended unexpectedly; another one takes its place", state=state, exit_code=exit_code)


_to_server: list[Connection] = []
"""In a process that computes: its pipe."""


def tell(what: object) -> None:
    """Tell the server how far work is, from the process that does it; elsewhere nobody is told."""
    for pipe in _to_server:
        pipe.send_bytes(bytes(ForkingPickler.dumps(_Telling(what))))


def _compute(pipe: Connection, begin: Callable[[], None] | None) -> None:
    """The main loop of a process, until the server closes its pipe."""
    # The server itself comes first: it answers everybody, and never needs a core for long.
    os.nice(_BEHIND)
    # Ctrl C at a terminal goes to all processes; the server ends its own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_the_server, daemon=True).start()
    if begin is not None:
        begin()
    _to_server.append(pipe)
    at_first = _resident_bytes()
    with suppress(EOFError, OSError):
        while True:
            work = pipe.recv_bytes()
            answer = _answer(work, at_first)
            del work
            pipe.send_bytes(answer)
            del answer


def _answer(work: bytes, at_first: int) -> bytes:
    """The pickled result of work, or its error, with the growth of the process."""
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
    """Resident memory of this process; the peak where the system reports no more."""
    if _MEMORY.exists():
        return int(_MEMORY.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _end_with_the_server() -> None:
    """End this process with the server, which cannot do so if it is killed."""
    server = multiprocessing.parent_process()
    assert server is not None
    wait([server.sentinel])
    os._exit(1)
