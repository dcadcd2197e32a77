"""The connection to PostgreSQL: one engine for a process, one transaction for a request."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from contextvars import ContextVar
from functools import partial

from sqlalchemy import URL, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

_joined: ContextVar[tuple["Database", AsyncSession] | None] = ContextVar("joined", default=None)
"""The transaction that all transactions of the current task are part of, and the database it is on."""


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
            # NaN and Infinity are not JSON; better a refusal here than an error out of PostgreSQL.
            json_serializer=partial(json.dumps, allow_nan=False, ensure_ascii=False),
            # An error goes to the log; what was to be written, plans and hashes of secrets, stays out of it.
            hide_parameters=True,
        )
        self._sessions = async_sessionmaker(self._engine, expire_on_commit=False)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Give a session whose work is committed at the end, or undone whole if the block raises.

        Within `joined` it is a part of that transaction: undone by itself, and committed with the whole.
        """
        around = _joined.get()
        if around is not None and around[0] is self:
            async with around[1].begin_nested():
                yield around[1]
            return
        async with self._sessions.begin() as session:
            yield session

    @asynccontextmanager
    async def joined(self) -> AsyncIterator[AsyncSession]:
        """Make one transaction of all those that the block begins: all of them are committed at its end, or none."""
        async with self._sessions.begin() as session:
            mark = _joined.set((self, session))
            try:
                yield session
            finally:
                _joined.reset(mark)

    async def check(self) -> None:
        """Raise unless the database answers and has Hostwise's tables."""
        async with self.transaction() as session:
            await session.execute(text("SELECT FROM alembic_version"))

    async def close(self) -> None:
        """Close all connections."""
        await self._engine.dispose()
