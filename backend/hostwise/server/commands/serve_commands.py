"""Serve the application, and bring its database up to date."""

from __future__ import annotations

import errno
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

import click

from hostwise.server.commands.exit_codes import CommandFailed, ExitCode
from hostwise.server.commands.signals import let_signals_interrupt

# Time for running requests to finish when the application stops: container engines kill what takes ten seconds.
_GRACE_SECONDS = 6


@click.command(short_help="Serve the application.")
@click.option(
    "--workers",
    type=click.IntRange(0, 64),
    help="Processes that evaluate; by default HOSTWISE_WORKERS, else one more than cores if memory allows. 0: threads.",
)
@click.pass_context
def serve(ctx: click.Context, workers: int | None) -> None:
    """Serve the application, with a database of its own unless DATABASE_URL is set."""
    from hostwise.server.commands.command_database import database, settings
    from hostwise.server.store import migrate

    let_signals_interrupt()
    try:
        chosen = settings()
        # First, since these fail quickly and the database does not.
        _check_temporary_folder()
        with _bound_socket(chosen.host, chosen.port) as listener, database(chosen, supervised=True) as database_url:
            migrate.upgrade(database_url)
            # Imported here because it loads everything, which the other commands do not need.
            from hostwise.server.application import create_app
            from hostwise.server.commands.public_bind_warning import warn_if_exposed
            from hostwise.server.http.http_server import run

            if workers is not None:
                chosen = chosen.model_copy(update={"workers": workers})
            app = create_app(chosen.model_copy(update={"database_url": database_url}), processes=True)
            warn_if_exposed(listener, chosen)
            run(app, listener, _GRACE_SECONDS, chosen.address_connections)
    except KeyboardInterrupt:
        ctx.exit(ExitCode.OK)


@click.command(short_help="Bring the database up to date.")
@click.pass_context
def migrate(ctx: click.Context) -> None:
    """Bring the database up to the newest schema version."""
    from hostwise.server.commands.command_database import database, settings
    from hostwise.server.store import migrate

    let_signals_interrupt()
    try:
        with database(settings()) as database_url:
            migrate.upgrade(database_url)
    except KeyboardInterrupt:
        ctx.exit(ExitCode.OK)
    click.echo(f"The database is at schema version {migrate.head()}.")


def _check_temporary_folder() -> None:
    """Large bodies of requests are written to it."""
    try:
        tempfile.gettempdir()
    except FileNotFoundError as error:
        raise CommandFailed("No folder for temporary files can be written to. Name one with TMPDIR.") from error


@contextmanager
def _bound_socket(host: str, port: int) -> Iterator[socket.socket]:
    """Reserve the port. Connections are refused, not left waiting, until the server listens."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            yield listener
    except socket.gaierror as error:
        raise CommandFailed(f"No address found for HOSTWISE_HOST={host}: {error.strerror}.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandFailed(
                f"Port {port} on {host} is in use by another program. Stop that program, or choose another port with "
                "HOSTWISE_PORT."
            ) from error
        if error.errno in (errno.EACCES, errno.EADDRNOTAVAIL):
            raise CommandFailed(f"Cannot listen on port {port} of {host}: {error.strerror}.") from error
        raise
