"""The configured database, for commands that use it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from getpass import getuser
from typing import TYPE_CHECKING, TypeVar

from pydantic import ValidationError

from hostwise.server.commands.exit_codes import CommandFailed
from hostwise.server.commands.signals import let_signals_interrupt
from hostwise.server.settings import Settings
from hostwise.server.store.embedded import EmbeddedPostgres

if TYPE_CHECKING:
    from hostwise.server.access.opening import Database

ServiceT = TypeVar("ServiceT")
AnswerT = TypeVar("AnswerT")


def settings() -> Settings:
    """The settings of the environment; raises `CommandFailed` if one is invalid."""
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"HOSTWISE_{str(fault['loc'][0]).upper()}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors()
        )
        raise CommandFailed(f"A setting in the environment is invalid: {faults}") from error


@contextmanager
def database(settings: Settings, *, supervised: bool = False) -> Iterator[str]:
    """Give the address of the configured database, or of an embedded one that runs during the block.

    Args:
        settings: the settings.
        supervised: whether an embedded one that dies is started again.
    """
    if settings.database_url is not None:
        yield settings.database_url
        return
    with EmbeddedPostgres(settings.data_dir) as server:
        if supervised:
            server.supervise()
        yield server.url


def on_database(service: Callable[[Database], ServiceT], work: Callable[[ServiceT], Awaitable[AnswerT]]) -> AnswerT:
    """Use a service of the configured database, after its migration."""
    from hostwise.server.access.audit_log import ACTOR, Actor
    from hostwise.server.access.opening import service_of
    from hostwise.server.store import migrate

    async def connected(database_url: str) -> AnswerT:
        ACTOR.set(Actor(f"command line, {getuser()}"))
        async with service_of(service, database_url) as found:
            return await work(found)

    let_signals_interrupt()
    with database(settings()) as database_url:
        migrate.upgrade(database_url)
        return asyncio.run(connected(database_url))
