"""Backups: everything an installation keeps in one file, and the way back into an empty one.

The file is a ZIP archive: a manifest, and for each table its rows as PostgreSQL itself writes them as JSON, one a line.
So a row loses nothing on its way, and a backup says which schema it was made from: it is restored at that schema and
migrated from there, like a database that was left alone. The manifest holds the SHA-256 of every table's rows.
"""

import errno
import hashlib
import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any, Self
from zipfile import ZIP_DEFLATED, ZipFile

import psycopg
from alembic import command
from psycopg import sql
from pydantic import ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from sqlalchemy import Connection, text
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from hostwise.number_format.characters import escaped
from hostwise.server.store import migrate
from hostwise.server.store.session import CONNECT_SECONDS, sqlalchemy_url

_FORMAT = 1
_MANIFEST = "manifest.json"
TABLES = ("plans", "revisions", "scenarios", "opm_models", "price_books", "tokens", "shares", "audit")
"""All tables but those of jobs, which can be computed again. They can be restored in this order: referenced tables come
first."""
_OWN = ("plans", "opm_models", "price_books", "tokens", "shares")
"""An installation with rows in any of these tables is in use."""
_ROWS_AT_ONCE = 200
_MOST_MANIFEST = 1 << 20
_MOST_ROW = 1 << 26
"""Bytes of the manifest and of a row: more than any has, and little enough to be kept in memory."""
_SECONDS_FOR_A_LOCK = 10
_MOST_SHOWN = 200
"""Letters of a name that are shown."""


class BackupError(Exception):
    """A backup cannot be made or restored; the message says why."""


_Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.:+-]{1,100}$")]
"""A text of the manifest. It is shown at a terminal, so it holds nothing that would move the cursor."""


_AS_WRITTEN = ConfigDict(strict=True, extra="forbid", hide_input_in_errors=True)


@dataclass(frozen=True, slots=True, config=_AS_WRITTEN)
class TableContent:
    """The rows of one table in a backup."""

    rows: Annotated[int, Field(ge=0)]
    sha256: _Word


@dataclass(frozen=True, slots=True, config=_AS_WRITTEN)
class Manifest:
    """The contents of a backup."""

    format: int
    hostwise: _Word
    schema: _Word
    created_at: _Word
    tables: dict[_Word, TableContent]

    @classmethod
    def read(cls, archive: ZipFile, path: Path) -> Self:
        """The manifest of a backup; raises `BackupError` if this is none, or of a format that is not known."""
        with _reading(path), archive.open(_MANIFEST) as member:
            text = member.read(_MOST_MANIFEST + 1)
        try:
            found = TypeAdapter(cls).validate_json(text)
        except ValidationError as error:
            raise _damaged(path) from error
        if found.format != _FORMAT:
            raise BackupError(f"The backup has the format {found.format}; this version of Hostwise reads {_FORMAT}.")
        return found


def write_backup(database_url: str, path: Path, version: str) -> Manifest:
    """Write a backup of a database to a new file, and read it back to see that it is complete.

    The database may be in use: the backup shows one moment. It is written beside its place and moved there when it
    is verified, so that half a backup never has the name of a whole one.

    Raises:
        BackupError: the file exists or cannot be written, or the database cannot be read.
    """
    if path.exists():
        raise BackupError(f"{path} exists already; a backup replaces no file.")
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with suppress(FileNotFoundError):
            unfinished.unlink()
        # For nobody else: it holds every plan.
        with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with ZipFile(file, "w", ZIP_DEFLATED) as archive:
                manifest = _dump(database_url, archive, version)
            file.flush()
            os.fsync(file.fileno())
        if verify_backup(unfinished) != manifest:
            raise BackupError("The backup does not read as it was written. Try another disk.")
        os.link(unfinished, path)
    except FileExistsError as error:
        raise BackupError(f"{path} exists already; a backup replaces no file.") from error
    except OSError as error:
        raise BackupError(f"Cannot write {path}: {error.strerror}.") from error
    except psycopg.Error as error:
        raise BackupError(f"The database cannot be read: {str(error).strip()}") from error
    finally:
        with suppress(OSError):
            unfinished.unlink()
    return manifest


def verify_backup(path: Path) -> Manifest:
    """Read a whole backup and compare it with its manifest.

    Raises:
        BackupError: it cannot be read, or is damaged.
    """
    with _opened(path) as archive:
        manifest = Manifest.read(archive, path)
        for table, content in manifest.tables.items():
            rows, digest = 0, hashlib.sha256()
            for line in _lines(archive, path, table):
                rows += 1
                digest.update(line)
                if rows > content.rows:
                    break
            if (rows, digest.hexdigest()) != (content.rows, content.sha256):
                raise BackupError(f"{path} is damaged: the table {table} is not what was written.")
    return manifest


def restore_backup(database_url: str, path: Path, *, replace: bool = False, without_tokens: bool = False) -> Manifest:
    """Put a backup into a database, all of it or nothing, and migrate it to the newest schema.

    Args:
        database_url: the database; its tables are made anew.
        path: the backup.
        replace: whether to remove what an installation that is in use holds.
        without_tokens: whether the tokens are left out. Links work all the same, and still say by its id which token
            made them: the audit log has its name.

    Raises:
        BackupError: the backup is damaged or from a newer version, or the installation is in use.
    """
    manifest = verify_backup(path)
    wanted = {
        table: content for table, content in manifest.tables.items() if not (without_tokens and table == "tokens")
    }
    if manifest.schema not in migrate.revisions():
        raise BackupError(
            f"The backup was made by Hostwise {manifest.hostwise}; this version does not know its schema "
            f"{manifest.schema}. Restore it with that version or a newer one."
        )
    with _opened(path) as archive, migrate.configured(database_url) as config:
        connection: Connection = config.attributes["connection"]
        connection.execute(text(f"SET LOCAL lock_timeout = '{_SECONDS_FOR_A_LOCK}s'"))
        in_use = {table: count for table in _OWN if (count := _count(connection, table))}
        if in_use and not replace:
            held = ", ".join(f"{count} in {table}" for table, count in in_use.items())
            raise BackupError(
                f"The installation is in use ({held}). Nothing was changed; --replace removes what it holds."
            )
        command.downgrade(config, "base")
        command.upgrade(config, manifest.schema)
        for table in (each for each in TABLES if each in wanted):
            _fill(connection, archive, path, table)
        command.upgrade(config, "head")
        for table, content in wanted.items():
            if (count := _count(connection, table)) != content.rows:
                raise BackupError(f"Of the table {table} {count} of {content.rows} rows arrived; nothing was changed.")
        _check_heads(connection, path)
    return manifest


@contextmanager
def _opened(path: Path) -> Iterator[ZipFile]:
    with _reading(path):
        archive = ZipFile(path)
    with archive:
        names = archive.namelist()
        if _MANIFEST not in names or len(set(names)) < len(names):
            raise _damaged(path)
        yield archive


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Take whatever comes of reading a damaged archive for damage.

    `zipfile` does not say what that may be: beside its own error there are those of the codecs, of numbers that do
    not fit and of features that it lacks, and the file system's of a place in the file that is none.
    """
    try:
        yield
    except BackupError:
        raise
    except OSError as error:
        if error.errno in (None, errno.EINVAL):
            raise _damaged(path) from error
        raise BackupError(f"Cannot read {path}: {error.strerror}.") from error
    except Exception as error:
        raise _damaged(path) from error


def _damaged(path: Path) -> BackupError:
    return BackupError(f"{path} is damaged, or is not a backup of Hostwise.")


def _lines(archive: ZipFile, path: Path, table: str) -> Iterator[bytes]:
    """The rows of a table; raises `BackupError` where they cannot be read."""
    name = f"{table}.ndjson"
    if name not in archive.NameToInfo:
        raise BackupError(f"{path} is damaged: it lacks the table {table}.")
    with _reading(path), archive.open(name) as member, io.BufferedReader(member) as rows:  # type: ignore[type-var]
        while row := rows.readline(_MOST_ROW):
            yield row


def _dump(database_url: str, archive: ZipFile, version: str) -> Manifest:
    """Write all tables as they are at one moment."""
    address = sqlalchemy_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(address, connect_timeout=CONNECT_SECONDS) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        # The same text for the same moment, wherever the server is.
        connection.execute("SET LOCAL timezone = 'UTC'")
        schema = _schema(connection)
        there = {row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}
        tables = {table: _dump_table(connection, archive, table) for table in TABLES if table in there}
        moment = datetime.now(UTC).isoformat(timespec="seconds")
        manifest = Manifest(_FORMAT, version, schema, moment, tables)
        archive.writestr(_MANIFEST, json.dumps(asdict(manifest), indent=2))
    return manifest


def _schema(connection: psycopg.Connection[Any]) -> str:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except psycopg.errors.UndefinedTable as error:
        raise BackupError("The database holds no installation of Hostwise.") from error
    if row is None:
        raise BackupError("The database holds no installation of Hostwise.")
    return str(row[0])


def _dump_table(connection: psycopg.Connection[Any], archive: ZipFile, table: str) -> TableContent:
    rows, digest = 0, hashlib.sha256()
    # By the primary key, so that the same content makes the same file.
    query = sql.SQL("SELECT to_jsonb(t)::text FROM {table} t ORDER BY {key}").format(
        table=sql.Identifier(table), key=sql.SQL(", ").join(map(sql.Identifier, _primary_key(connection, table)))
    )
    # Written whole rows at a time: to keep all plans in memory is what a server with many has not the room for.
    with archive.open(f"{table}.ndjson", "w", force_zip64=True) as member, connection.cursor(f"dump_{table}") as cursor:
        cursor.itersize = _ROWS_AT_ONCE
        for (row,) in cursor.execute(query):
            line = row.encode() + b"\n"
            member.write(line)
            digest.update(line)
            rows += 1
    return TableContent(rows, digest.hexdigest())


def _primary_key(connection: psycopg.Connection[Any], table: str) -> list[str]:
    found = connection.execute(
        """
        SELECT attname FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY(indkey)
        WHERE indrelid = %s::regclass AND indisprimary ORDER BY array_position(indkey::int2[], attnum)
        """,
        [table],
    )
    return [row[0] for row in found]


def _count(connection: Connection, table: str) -> int:
    """Rows of a table; 0 if there is none yet."""
    if connection.execute(text("SELECT to_regclass(:name)"), {"name": f"public.{table}"}).scalar_one() is None:
        return 0
    return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


def _check_heads(connection: Connection, path: Path) -> None:
    """Raise `BackupError` for a plan whose newest revision is not the one that it names: it could not be opened."""
    of_plan = "SELECT max(number) FROM revisions WHERE plan_id = plans.id"
    found = connection.execute(
        text(
            f"SELECT name, head_revision, ({of_plan}) FROM plans WHERE head_revision IS DISTINCT FROM ({of_plan}) "
            "ORDER BY id LIMIT 1"
        )
    ).first()
    if found is not None:
        name, head, newest = found
        has = "no revision" if newest is None else f"revision {newest} as its newest"
        raise BackupError(
            f'{path} is damaged: the plan "{escaped(name[:_MOST_SHOWN])}" should be at revision {head}, and the backup '
            f"has {has}. Nothing was changed."
        )


def _fill(connection: Connection, archive: ZipFile, path: Path, table: str) -> None:
    """Write the rows of a table, as the tables of the backup's schema take them."""
    values = f"SELECT * FROM jsonb_populate_record(NULL::{table}, :row)"
    statement = text(f"INSERT INTO {table} OVERRIDING SYSTEM VALUE {values}")
    try:
        for line in _lines(archive, path, table):
            connection.execute(statement, {"row": line.decode()})
    except (DataError, IntegrityError, ProgrammingError, UnicodeDecodeError) as error:
        # Its sums are right: it was not written by Hostwise.
        raise BackupError(f"{path} is damaged: a row of the table {table} is none of its schema.") from error
    if table == "audit":
        # What is written afterwards goes on counting.
        newest = f"coalesce((SELECT max(id) FROM {table}), 0) + 1"
        connection.execute(text(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), {newest}, false)"))
