"""The connection to PostgreSQL: one engine for a process, one transaction for a request.

A database may be absent, stopped in the middle of an answer, out of space or being started again. Whatever the reason,
a transaction ends within seconds, with `DatabaseUnavailable`.
"""

import asyncio
import json
import os
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from typing import Any, TypeVar

import psycopg
from psycopg.abc import PQGen
from sqlalchemy import URL, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionLeft
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

_joined: ContextVar[tuple["Database", AsyncSession] | None] = ContextVar("joined", default=None)
"""The transaction that those of the current task join, and its database."""

CONNECT_SECONDS = 2
"""Longest wait for a connection; the client library knows no shorter one."""
STATEMENT_SECONDS = 5
"""Longest time that the database may take for one statement, by its own clock."""
_PING_SECONDS = 2.0
_HANG_UP_SECONDS = STATEMENT_SECONDS + 2.0
"""After so long without an answer the connection is given up: the database itself would have said something."""
_POOL_SECONDS = 3.0
_POLL_SECONDS = 0.1
_READ_ONLY, _DISK_FULL = "25006", "53100"
"""SQLSTATEs of a write to a standby that has not taken over yet, and of one for which there is no room."""

_PROBE_BYTES = 65_536

Session = AsyncSession
"""A transaction, for modules that pass it on without SQL of their own."""

_AnswerT = TypeVar("_AnswerT")


class DatabaseUnavailable(Exception):
    """The database does not answer, or cannot work now: out of space, starting, overloaded. Later it may."""

    def __init__(self) -> None:
        """Say it in the same words whatever the cause, which goes to the log."""
        super().__init__("The database does not answer.")


class DiskFull(DatabaseUnavailable):
    """The database answers, and has no room to save anything."""

    def __init__(self) -> None:
        """Say what fails."""
        Exception.__init__(self, "Saves fail: the disk of the database is full.")


class _Connection(psycopg.AsyncConnection[Any]):
    """A connection that hangs up if the database says nothing for too long.

    The database ends a long statement itself. One that is stopped, or behind a network that is gone, cannot.
    """

    async def wait(
        self, gen: PQGen[_AnswerT], interval: float = _POLL_SECONDS, timeout: float | None = None
    ) -> _AnswerT:
        # Only the ping before a connection is used works outside a transaction.
        limit = _PING_SECONDS if self.autocommit else _HANG_UP_SECONDS
        timer = asyncio.get_running_loop().call_later(limit, self._hang_up)
        try:
            return await super().wait(gen, interval, timeout)
        finally:
            timer.cancel()

    def _hang_up(self) -> None:
        """Shut the connection down, so that callers waiting for it see its end."""
        with suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(self.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)


@contextmanager
def _unavailability() -> Iterator[None]:
    """Turn the errors of a database that cannot work now into one of ours."""
    try:
        yield
    except (OperationalError, InterfaceError, NoConnectionLeft) as error:
        raise (DiskFull if _state_of(error) == _DISK_FULL else DatabaseUnavailable) from error
    except DBAPIError as error:
        if error.connection_invalidated or _state_of(error) == _READ_ONLY:
            raise DatabaseUnavailable from error
        raise


def _state_of(error: Exception) -> str | None:
    """The SQLSTATE of an error."""
    state: str | None = getattr(getattr(error, "orig", None), "sqlstate", None)
    return state


def sqlalchemy_url(database_url: str) -> URL:
    """Return a PostgreSQL address, as people and hosting services write it, for the driver that Hostwise uses.

    Raises:
        ValueError: It is not the address of a PostgreSQL. The message leaves the address out: it may hold a password.
    """
    try:
        url = make_url(database_url)
    except (ArgumentError, ValueError):
        url = None
    if url is None or url.get_backend_name() not in ("postgresql", "postgres"):
        raise ValueError("DATABASE_URL must look like postgresql://user:password@host:5432/database")
    return url.set(drivername="postgresql+psycopg")


class Database:
    """A PostgreSQL database that requests take transactions from."""

    def __init__(self, database_url: str) -> None:
        """Describe the connection; nothing connects before the first transaction."""
        self._engine = create_async_engine(
            sqlalchemy_url(database_url),
            # A connection that died with a restarted server is replaced instead of failing a request.
            pool_pre_ping=True,
            pool_timeout=_POOL_SECONDS,
            connect_args={"async_creator_fn": _Connection.connect, "connect_timeout": CONNECT_SECONDS},
            # NaN and Infinity are not JSON; better a refusal here than an error out of PostgreSQL.
            json_serializer=partial(json.dumps, allow_nan=False, ensure_ascii=False),
            # An error goes to the log; what was to be written, plans and hashes of secrets, stays out of it.
            hide_parameters=True,
        )
        event.listen(self._engine.sync_engine, "connect", _limit_statements)
        self._was_full = False
        self._sessions = async_sessionmaker(self._engine, expire_on_commit=False)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Give a session that is committed at the end of the block, or rolled back if it raises.

        Within `joined` it is a savepoint of that transaction: rolled back by itself, and committed with the whole.

        Raises:
            DatabaseUnavailable: The database does not answer or cannot work now. If that was at the very end, the
                work may have been committed.
        """
        around = _joined.get()
        with self._noted(), _unavailability():
            if around is not None and around[0] is self:
                async with around[1].begin_nested():
                    yield around[1]
                return
            async with self._sessions.begin() as session:
                yield session

    @asynccontextmanager
    async def joined(self) -> AsyncIterator[AsyncSession]:
        """Make all transactions that the block begins one: they are committed together at its end, or not at all.

        Raises:
            DatabaseUnavailable: As for `transaction`.
        """
        with self._noted(), _unavailability():
            async with self._sessions.begin() as session:
                mark = _joined.set((self, session))
                try:
                    yield session
                finally:
                    _joined.reset(mark)

    async def check(self) -> None:
        """Raise unless the database answers and has Hostwise's tables; `DiskFull` while saves fail."""
        async with self.transaction() as session:
            await session.execute(text("SELECT FROM alembic_version"))
        if self._was_full:
            await self._try_to_save()

    async def _try_to_save(self) -> None:
        """Raise `DiskFull` unless there is room again: something is written, and taken back."""
        async with self.transaction() as session:
            probe = text("INSERT INTO job_answers (hash, answer) VALUES (:hash, :answer)")
            await session.execute(probe, {"hash": os.urandom(32), "answer": os.urandom(_PROBE_BYTES)})
            await session.rollback()
        self._was_full = False

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Keep in mind that a save found no room."""
        try:
            yield
        except DiskFull:
            self._was_full = True
            raise

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()


def _limit_statements(connection: Any, _record: object) -> None:
    """Set timeouts in the database for long statements and idle transactions."""
    cursor = connection.cursor()
    cursor.execute(f"SET statement_timeout = {STATEMENT_SECONDS * 1000}")
    cursor.execute("SET idle_in_transaction_session_timeout = 60000")
    cursor.close()
    connection.commit()
