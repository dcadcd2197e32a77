"""The `hostwise` command."""

import argparse
import errno
import os
import signal
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

import uvicorn
from pydantic import ValidationError

from hostwise import __version__
from hostwise.settings import Settings
from hostwise.store import migrate
from hostwise.store.embedded import EmbeddedPostgres
from hostwise.store.postgres_programs import EmbeddedPostgresError

# Requests that are being answered get this long when the application is told to stop.
_GRACE_SECONDS = 10


class CommandFailed(Exception):
    """A command cannot do its work; the message is for the person at the terminal."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command with the given arguments and return its exit code."""
    parser = argparse.ArgumentParser(prog="hostwise", description="Capacity planning for virtualised flash clusters.")
    parser.add_argument("--version", action="version", version=f"hostwise {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for run, summary in (
        (_serve, "serve the application, with a database of its own unless DATABASE_URL is set"),
        (_migrate, "bring the database up to the newest schema version"),
    ):
        commands.add_parser(run.__name__.lstrip("_"), help=summary, description=summary).set_defaults(run=run)
    chosen = parser.parse_args(arguments)
    _let_signals_interrupt()
    try:
        chosen.run(_settings())
    except KeyboardInterrupt:
        return 0
    except (CommandFailed, EmbeddedPostgresError, migrate.MigrationFailed) as error:
        print(f"hostwise: {error}", file=sys.stderr)
        return 1
    return 0


def _serve(settings: Settings) -> None:
    # First of all, since it is quick to fail and the database is not.
    with _bound_socket(settings.host, settings.port) as listener, _database(settings) as database_url:
        migrate.upgrade(database_url)
        # Imported here because it brings in everything, which the other commands need not wait for.
        from hostwise.main import create_app

        app = create_app(settings.model_copy(update={"database_url": database_url}))
        config = uvicorn.Config(
            app,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=_GRACE_SECONDS,
        )
        _Server(config).run(sockets=[listener])


def _migrate(settings: Settings) -> None:
    with _database(settings) as database_url:
        migrate.upgrade(database_url)
    print(f"The database is at schema version {migrate.head()}.")


class _Server(uvicorn.Server):
    """A server that says where it is as soon as it accepts connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and sockets:
            address = _web_address(sockets[0])
            print(f"Hostwise is ready on {address}", flush=True)
            print(f"A finished comparison to begin with: {address}/samples/moderate-io", flush=True)


def _settings() -> Settings:
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(f"HOSTWISE_{str(fault['loc'][0]).upper()}: {fault['msg']}" for fault in error.errors())
        raise CommandFailed(f"A setting in the environment cannot be used: {faults}") from error


@contextmanager
def _database(settings: Settings) -> Iterator[str]:
    """Give the address of the configured database, or of an embedded one that lives as long as the block."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    with EmbeddedPostgres(settings.data_dir) as server:
        yield server.url


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
        raise CommandFailed(f"There is no address for HOSTWISE_HOST={host}: {error.strerror}.") from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CommandFailed(
                f"Port {port} on {host} is taken by another program. Stop that one, or choose another port with "
                "HOSTWISE_PORT."
            ) from error
        if error.errno in (errno.EACCES, errno.EADDRNOTAVAIL):
            raise CommandFailed(f"Cannot listen on port {port} of {host}: {error.strerror}.") from error
        raise


def _web_address(listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _let_signals_interrupt() -> None:
    """Have a request to stop unwind the program, so that the embedded database is stopped too.

    The web server turns SIGINT and SIGTERM into a graceful stop while it runs and raises them again afterwards. A
    closed terminal is a request to stop like any other.
    """

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    def terminate(_number: int, _frame: FrameType | None) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)
    signal.signal(signal.SIGHUP, terminate)
