"""Services of a database outside a running application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from hostwise.server.store.session import Database, DatabaseUnavailable, DiskFull

__all__ = ["Database", "DatabaseUnavailable", "DiskFull", "service_of"]

ServiceT = TypeVar("ServiceT")


@asynccontextmanager
async def service_of(service: Callable[[Database], ServiceT], database_url: str) -> AsyncIterator[ServiceT]:
    """A service of a database, such as `Plans`, and the connection closed behind it."""
    database = Database(database_url)
    try:
        yield service(database)
    finally:
        await database.close()
