"""The database that the settings name, for commands that work on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError

from hostwise.commands.ending import CommandFailed
from hostwise.settings import Settings
from hostwise.store.embedded import EmbeddedPostgres


def settings() -> Settings:
    """The settings of the environment; raises `CommandFailed` if one cannot be used."""
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"HOSTWISE_{str(fault['loc'][0]).upper()}: {fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors()
        )
        raise CommandFailed(f"A setting in the environment cannot be used: {faults}") from error


@contextmanager
def database(settings: Settings) -> Iterator[str]:
    """Give the address of the configured database, or of an embedded one that lives as long as the block."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    with EmbeddedPostgres(settings.data_dir) as server:
        yield server.url
