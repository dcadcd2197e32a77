"""Budgets for the bodies of requests: bytes in memory and on disk, for all callers together and for each.

A body of up to `MEMORY_BYTES` stays in memory, a larger one goes to a file. Its bytes are counted until its request is
answered. A body that does not fit into the budget is refused before it is read.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import structlog
from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from hostwise.server.http.problems import ProblemError, refused_for_now
from hostwise.server.http.rate_limits import CALLER
from hostwise.server.machine.memory_allotment import BODIES_BYTES, MIB
from hostwise.server.workers.pools import Pool

log = structlog.get_logger(__name__)

MEMORY_BYTES = 2 * MIB
"""Largest body that stays in memory: a plan at all its limits is about a fifth of this."""

IN_MEMORY = "hostwise.body_in_memory"
"""Key in the scope of a request for the account of its body in memory."""

_AT_ONCE = MIB
"""Bytes of a body that are written to its file at once."""

_FOLDER = "hostwise-bodies-"
_RETRY_SECONDS = 5


class Budget:
    """A number of bytes, of which one caller may take at most half."""

    def __init__(self, most: int) -> None:
        """Set the number of bytes."""
        self.most = most
        self._of_caller: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        """Bytes that are taken."""
        return self._of_caller.total()

    @contextmanager
    def account(self) -> Iterator[Account]:
        """An account of one request, which is cleared at the end of the block."""
        account = Account(self, CALLER.get())
        try:
            yield account
        finally:
            account.set(0)

    def change(self, caller: str, number: int) -> None:
        """Take more bytes, or give some back if negative; raises `ProblemError` (503) if too few are left."""
        if number > 0 and (self.taken + number > self.most or self._of_caller[caller] + number > self.most // 2):
            raise refused_for_now(
                "too_much_in_flight",
                "Too busy",
                "Too much is being sent at the same time, by this caller or by all.",
                _RETRY_SECONDS,
            ).with_headers({"Connection": "close"})
        self._of_caller[caller] += number
        if not self._of_caller[caller]:
            del self._of_caller[caller]


class Account:
    """What one request has taken of a budget."""

    def __init__(self, budget: Budget, caller: str) -> None:
        """Begin with nothing."""
        self._budget, self._caller, self.taken = budget, caller, 0
        self._is_closed = False

    def set(self, number: int) -> None:
        """Take or give back bytes, to have this number; raises `ProblemError` (503) if too few are left."""
        self._budget.change(self._caller, number - self.taken)
        self.taken = number

    def at_least(self, number: int) -> None:
        """Take bytes, to have at least this number, unless the account is closed."""
        if number > self.taken and not self._is_closed:
            self.set(number)

    def close(self) -> None:
        """Give everything back and take no more: the rest of the body does not stay in memory."""
        self.set(0)
        self._is_closed = True


@dataclass(frozen=True, slots=True)
class Body:
    """A complete body, in memory or in a file. It can be sent to a process, which reads it.

    Attributes:
        data: its bytes, or where they are.
        folder: a folder for what is made of it, which is removed with the body.
        room: bytes that this may take on disk.
    """

    data: bytes | Path
    folder: Path
    room: int

    def read(self) -> bytes:
        """Read the body."""
        return self.data if isinstance(self.data, bytes) else self.data.read_bytes()

    @property
    def length(self) -> int:
        """Number of bytes."""
        return len(self.data) if isinstance(self.data, bytes) else self.data.stat().st_size

    @property
    def is_large(self) -> bool:
        """Whether it is in a file."""
        return isinstance(self.data, Path)


class BodyBudgets:
    """The budgets of one application, in memory and on disk, and the folder of its large bodies."""

    def __init__(
        self, memory_bytes: int = BODIES_BYTES, disk_bytes: int = 1024 * MIB, place: Path | None = None
    ) -> None:
        """Set the budgets in memory and on disk, and the place of the folder; by default the temporary folder."""
        self.memory, self.disk = Budget(memory_bytes), Budget(disk_bytes)
        self._place_of_all = place
        self._passing: set[str] = set()
        self._folder: Path | None = None
        self._lock: int | None = None

    def open(self) -> None:
        """Make the folder for large bodies, and remove folders that killed servers left behind."""
        place = Path(tempfile.gettempdir()) if self._place_of_all is None else self._place_of_all
        for each in place.glob(f"{_FOLDER}*"):
            _remove_if_left(each)
        made = Path(tempfile.mkdtemp(prefix="hostwise-new-", dir=place))
        # Programs that tidy up temporary folders leave locked ones alone, too.
        self._lock = os.open(made, os.O_RDONLY)
        fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Renamed only once it is locked: other servers look for folders of this name.
        self._folder = made.rename(place / made.name.replace("hostwise-new-", _FOLDER))

    def close(self) -> None:
        """Remove the folder."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._lock is not None:
            os.close(self._lock)
        self._folder = self._lock = None

    @asynccontextmanager
    async def received(self, request: Request, pool: Pool | None) -> AsyncIterator[Body]:
        """The body of a request, for as long as the block runs.

        Args:
            request: the request.
            pool: where a large body needs a seat before it is read; None if the request has one already.

        Raises:
            HTTPException: the connection breaks off, or the body is larger than its route allows.
            ProblemError: 503, where there is no seat or no room for it.
        """
        announced = request.headers.get("content-length", "")
        length = int(announced) if announced.isdigit() else None
        if length is not None and length <= MEMORY_BYTES:
            with self._place() as folder:
                yield Body(await _in_memory(request), folder, self.disk.most // 2)
            return
        in_memory: Account = request.scope[IN_MEMORY]
        in_memory.close()
        async with AsyncExitStack() as stack:
            try:
                if pool is not None:
                    await stack.enter_async_context(pool.seat())
                account = stack.enter_context(self.disk.account())
                account.set(length or 0)
            except ProblemError:
                await self._let_pass(request)
                raise
            folder = stack.enter_context(self._place())
            body = await _to_a_file(request, folder / "body", account)
            yield Body(body, folder, self.disk.most // 2)

    async def _let_pass(self, request: Request) -> None:
        """Read and discard a refused body: a client that is cut off while it sends does not see the answer.

        That costs time, too, so it is done for one body of each caller at a time; others are cut off.
        """
        caller = CALLER.get()
        if "expect" in request.headers or caller in self._passing:
            return
        self._passing.add(caller)
        try:
            with suppress(ClientDisconnect, ProblemError):
                async for _ in request.stream():
                    pass
        finally:
            self._passing.discard(caller)

    @contextmanager
    def _place(self) -> Iterator[Path]:
        try:
            if self._folder is None or not self._folder.is_dir():
                # Somebody has removed it.
                self.close()
                self.open()
            folder = Path(tempfile.mkdtemp(dir=self._folder))
        except OSError as error:
            log.error("no folder for a body", reason=str(error))
            raise no_room() from error
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


async def _in_memory(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise HTTPException(400, "The connection broke off.") from error


async def _to_a_file(request: Request, path: Path, account: Account) -> Path:
    """Write a body to a file as it arrives."""
    arrived, waiting = 0, bytearray()
    try:
        with await asyncio.to_thread(path.open, "wb") as file:
            async for part in request.stream():
                arrived += len(part)
                account.at_least(arrived)
                waiting += part
                if len(waiting) >= _AT_ONCE:
                    await asyncio.to_thread(file.write, bytes(waiting))
                    waiting.clear()
            await asyncio.to_thread(file.write, bytes(waiting))
    except ClientDisconnect as error:
        raise HTTPException(400, "The connection broke off.") from error
    except OSError as error:
        if is_full(error):
            raise no_room() from error
        raise
    return path


def is_full(error: OSError) -> bool:
    """Whether the disk is full, or too many files are open."""
    return error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EMFILE, errno.ENFILE)


def no_room() -> ProblemError:
    """The problem of a full disk."""
    return refused_for_now(
        "no_room", "No room on the disk", "There is no room for this now where large bodies are written.", 30
    )


def _remove_if_left(folder: Path) -> None:
    """Remove the folder of a server that does not run any more: a running one holds a lock on it."""
    with suppress(OSError):
        lock = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(folder, ignore_errors=True)
            log.info("removed what a server left behind that was killed", folder=str(folder))
        finally:
            os.close(lock)
