"""How Alembic reaches the database: over a connection it is handed, or over DATABASE_URL from the command line."""

import os

from alembic import context
from sqlalchemy import Connection, create_engine

from hostwise.server.store.session import sqlalchemy_url
from hostwise.server.store.tables import Base


def _migrate(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        context.run_migrations()


def _run() -> None:
    given = context.config.attributes.get("connection")
    if given is not None:
        _migrate(given)
        return
    with create_engine(sqlalchemy_url(os.environ.get("DATABASE_URL", ""))).connect() as connection:
        _migrate(connection)


_run()
