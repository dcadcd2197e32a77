"""Bring a database to a schema version: the programmatic face of the migrations."""

from collections.abc import Iterator
from contextlib import contextmanager

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import NullPool

from hostwise.server.machine.installed_files import MIGRATIONS
from hostwise.server.store.session import CONNECT_SECONDS, sqlalchemy_url

# Any number will do, as long as every Hostwise uses the same one.
_LOCK_KEY = 4_407_872_351_106


class MigrationFailed(RuntimeError):
    """The database cannot be brought to the schema version; the message says why."""


def head() -> str:
    """Return the newest schema version that this code knows."""
    newest = ScriptDirectory.from_config(_config()).get_current_head()
    assert newest is not None, f"no migrations in {MIGRATIONS}"
    return newest


def revisions() -> frozenset[str]:
    """Return all schema versions that this code knows."""
    return frozenset(each.revision for each in ScriptDirectory.from_config(_config()).walk_revisions())


def upgrade(database_url: str, revision: str = "head") -> None:
    """Bring a database up to a schema version, the newest unless told otherwise; all of the way or not at all.

    Raises:
        MigrationFailed: The database cannot be reached, or its schema version is unknown to this code.
    """
    with configured(database_url) as config:
        command.upgrade(config, revision)


def downgrade(database_url: str, revision: str) -> None:
    """Take a database back to an older schema version (`base` removes everything), with the data that needs it."""
    with configured(database_url) as config:
        command.downgrade(config, revision)


def check(database_url: str) -> None:
    """Raise unless the tables in a database are those that the code declares."""
    with configured(database_url) as config:
        command.check(config)


def _config() -> Config:
    return Config(MIGRATIONS / "alembic.ini")


@contextmanager
def configured(database_url: str) -> Iterator[Config]:
    """Give a configuration bound to one transaction, which other processes that migrate wait for."""
    try:
        engine = create_engine(
            sqlalchemy_url(database_url), poolclass=NullPool, connect_args={"connect_timeout": CONNECT_SECONDS}
        )
        with engine.begin() as connection:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK_KEY})
            config = _config()
            config.attributes["connection"] = connection
            yield config
    except OperationalError as error:
        raise MigrationFailed(f"Cannot use the database: {error.orig}") from error
    except CommandError as error:
        # Above all a database that a newer version of Hostwise has been at.
        raise MigrationFailed(f"The database and this version of Hostwise do not fit: {error}.") from error
    except ValueError as error:
        raise MigrationFailed(str(error)) from error
