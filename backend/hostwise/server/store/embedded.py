"""The embedded database: a PostgreSQL that Hostwise starts, looks after and stops by itself.

Nobody should have to install and configure a database to look at a sample plan, yet a second kind of database would
behave differently where it matters. So the default is a real PostgreSQL, private to one data directory: it listens on
a unix socket only, in a directory that only its owner may enter. Nothing is installed and no account is made.

Several processes may share one data directory. Starting and stopping happen under an exclusive lock; everyone who
uses the server holds a shared lock, which the kernel drops even when a process is killed, so that the last one to
leave, and only the last one, stops the server. Where the last one was killed, the server's keeper, a small process
that waits for the same moment, stops it (see `postmaster.py`).

A server that dies while it is used is started again, at the same address, by its supervisor.
"""

import contextlib
import fcntl
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Self
from urllib.parse import quote

import psycopg
import structlog
from psycopg import sql

from hostwise.server.store import postmaster as keeper
from hostwise.server.store.postgres_programs import Account, EmbeddedPostgresError, choose_binaries
from hostwise.server.store.postmaster import (
    POLL_SECONDS,
    Postmaster,
    cluster_of,
    end,
    pid_file_lines,
    program,
    start_lock,
    users_lock,
    watched_lock,
)

log = structlog.get_logger(__name__)

_ROLE = "hostwise"
_DATABASE = "hostwise"
_PORT = 5432
# A socket address holds 104 bytes on macOS and 108 on Linux; the file in the directory is `/.s.PGSQL.5432`.
_SOCKET_DIR_BYTES_LIMIT = 84
_START_SECONDS = 60.0
_SUPERVISION_SECONDS = 0.2
_LONGEST_PAUSE_SECONDS = 5.0
"""Between attempts to start a server that does not start, such as on a full disk."""

_SERVER_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "jit": "off",
    # What was deleted is room for others soon: results of jobs are large.
    "autovacuum_naptime": "15s",
}
_NOT_DURABLE_SETTINGS = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
}


_LOG_SHARE, _LEAST_LOG_MB, _MOST_LOG_MB = 0.05, 64, 1_024


def _log_settings(disk_bytes: int) -> dict[str, str]:
    """How much of a disk the write-ahead log may take between two checkpoints: a twentieth, and at most 1 GB."""
    most = min(_MOST_LOG_MB, max(_LEAST_LOG_MB, int(_LOG_SHARE * disk_bytes / 2**20)))
    return {"max_wal_size": f"{most}MB", "min_wal_size": f"{min(80, most // 2)}MB"}


class EmbeddedPostgres:
    """A PostgreSQL server on a private data directory.

    Use it as a context manager, or call `start` and `stop`:

        with EmbeddedPostgres(Path("/var/lib/hostwise")) as server:
            connect(server.url)

    A server that is already running on the data directory, for instance that of an application killed a moment ago, is
    adopted. A server that was killed recovers on the next start.
    """

    def __init__(self, data_dir: Path, *, durable: bool = True) -> None:
        """Describe the server; nothing is touched before `start`.

        Args:
            data_dir: Directory that belongs to Hostwise; made when absent.
            durable: Whether a commit survives a crash of the machine. Tests alone may say no.
        """
        self._home = data_dir.absolute() / "postgresql"
        self._cluster = cluster_of(self._home)
        self._log = self._home / "server.log"
        self._durable = durable
        self._account: Account | None = None
        self._spawned: int | None = None
        self._use: IO[str] | None = None
        self._watched: IO[str] | None = None
        self._socket_dir = ""
        self._supervisor: threading.Thread | None = None
        self._stopping = threading.Event()

    def __enter__(self) -> Self:
        """Start the server."""
        self.start()
        return self

    def __exit__(self, *raised: object) -> None:
        """Stop the server unless another process still uses it."""
        self.stop()

    @property
    def url(self) -> str:
        """Address of Hostwise's own database on this server."""
        return self.url_of(_DATABASE)

    @property
    def pid(self) -> int | None:
        """Process id of the running server, for monitoring."""
        postmaster = Postmaster.of(self._cluster)
        return postmaster.pid if postmaster else None

    def url_of(self, database: str) -> str:
        """Return the address of a database on this server, which must have been started."""
        if not self._socket_dir:
            raise EmbeddedPostgresError("The embedded database has not been started.")
        return f"postgresql://{_ROLE}@/{quote(database, safe='')}?host={quote(self._socket_dir, safe='')}&port={_PORT}"

    def start(self) -> None:
        """Bring the server up, or adopt the one that is running; returns when it accepts connections.

        Raises:
            EmbeddedPostgresError: No usable PostgreSQL was found, or it would not start.
        """
        self._account = self._account or Account.current()
        self._stopping.clear()
        try:
            self._home.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._account.own(self._home)
        except OSError as error:
            raise EmbeddedPostgresError(f"Cannot keep data in {self._home}: {error.strerror}.") from error
        with self._exclusive():
            self._use = self._use or users_lock(self._home).open("w")
            self._watched = self._watched or watched_lock(self._home).open("w")
            fcntl.flock(self._use, fcntl.LOCK_SH)
            fcntl.flock(self._watched, fcntl.LOCK_SH)
            try:
                self._socket_dir = self._bring_up(self._account)
                _create_database_if_absent(self.url_of("postgres"), _DATABASE)
            except BaseException:
                self._leave()
                raise

    def supervise(self) -> None:
        """Start the server again whenever it dies, until `stop`; it must have been started."""
        self._stopping.clear()
        self._supervisor = threading.Thread(target=self._restart_when_dead, name="embedded database", daemon=True)
        self._supervisor.start()

    def _restart_when_dead(self) -> None:
        """Restart the server when it dies; failed attempts are logged and repeated."""
        pause = _SUPERVISION_SECONDS
        while not self._stopping.wait(pause):
            pause = _SUPERVISION_SECONDS
            if Postmaster.of(self._cluster) is not None:
                continue
            try:
                began = time.monotonic()
                log.warning("the embedded database has ended; starting it again")
                with self._exclusive():
                    if not self._stopping.is_set() and self._account is not None:
                        self._socket_dir = self._bring_up(self._account)
                log.warning("the embedded database runs again", seconds=round(time.monotonic() - began, 2))
            except Exception as error:
                pause = min(_LONGEST_PAUSE_SECONDS, 1 + time.monotonic() - began)
                log.error("the embedded database does not start", reason=str(error), again_in_seconds=round(pause, 1))

    def stop(self) -> None:
        """Stop the server and wait for it, unless another process still uses it."""
        self._stopping.set()
        if self._supervisor is not None:
            self._supervisor.join()
            self._supervisor = None
        if self._use is None:
            return
        with self._exclusive():
            self._leave()

    @contextlib.contextmanager
    def _exclusive(self) -> Iterator[None]:
        """Let one process at a time start or stop the server."""
        with start_lock(self._home).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _leave(self) -> None:
        """Give up our use of the server, and shut it down if it was the last one."""
        use, self._use = self._use, None
        watched, self._watched = self._watched, None
        self._socket_dir = ""
        if use is None or watched is None:
            return
        with use, watched:
            try:
                fcntl.flock(use, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            self._shut_down()

    def _bring_up(self, account: Account) -> str:
        """Start the server if none runs, wait until it answers and return its socket directory."""
        self._spawned = None
        deadline = time.monotonic() + _START_SECONDS
        while time.monotonic() < deadline and not self._stopping.is_set():
            postmaster = Postmaster.of(self._cluster)
            if postmaster and _accepts_connections(postmaster.socket_dir):
                return postmaster.socket_dir
            if self._spawned and not program(self._spawned):
                self._spawned = None
                # Children of a killed server need a moment to notice before its memory is free again.
                if "pre-existing shared memory" not in self._log_tail():
                    raise EmbeddedPostgresError(f"PostgreSQL stopped while starting:\n{self._log_tail()}")
            elif not postmaster and not self._spawned:
                self._spawned = self._spawn(account)
            time.sleep(POLL_SECONDS)
        raise EmbeddedPostgresError(
            f"PostgreSQL did not answer within {_START_SECONDS:.0f} seconds:\n{self._log_tail()}"
        )

    def _spawn(self, account: Account) -> int:
        """Start a server process, on a new cluster if there is none yet, and return its number."""
        binaries = choose_binaries(account, self._cluster)
        if not self._cluster.exists():
            self._create_cluster(account, binaries)
        account.own(self._cluster)
        _forget_number_given_away(self._cluster)
        settings = _SERVER_SETTINGS | _log_settings(shutil.disk_usage(self._home).total)
        settings |= {} if self._durable else _NOT_DURABLE_SETTINGS
        options = [argument for name, value in settings.items() for argument in ("-c", f"{name}={value}")]
        command = [binaries / "postgres", "-D", self._cluster, "-k", self._make_socket_dir(account), "-p", _PORT]
        with contextlib.suppress(FileNotFoundError):
            self._log.replace(self._log.with_suffix(".log.old"))
        spawned = account.spawn([*command, *options], self._log)
        # Under our own account, which may end what it starts.
        Account(uid=os.geteuid()).spawn([sys.executable, "-I", "-S", keeper.__file__, self._home], Path(os.devnull))
        return spawned

    def _create_cluster(self, account: Account, binaries: Path) -> None:
        """Make the data files aside and move them in when complete, so that half of them never counts as all."""
        unfinished = self._home / "cluster.new"
        shutil.rmtree(unfinished, ignore_errors=True)
        options = ["--username", _ROLE, "--auth=trust", "--encoding=UTF8", "--no-locale", "--data-checksums"]
        if not self._durable:
            options.append("--no-sync")
        result = account.run([binaries / "initdb", "--pgdata", unfinished, *options])
        if result.returncode != 0:
            raise EmbeddedPostgresError(f"PostgreSQL could not make its data files in {self._home}:\n{result.stdout}")
        unfinished.rename(self._cluster)

    def _make_socket_dir(self, account: Account) -> Path:
        """Make an empty directory for the socket: beside the data, or a temporary one if that path is too long.

        A server that is started again gets the same one: its users know no other address.
        """
        socket_dir, noted = self._home / "socket", self._home / "socket.path"
        beside = len(os.fsencode(socket_dir)) <= _SOCKET_DIR_BYTES_LIMIT
        if not beside and noted.exists():
            socket_dir = Path(noted.read_text())
        # A killed server leaves its socket's lock behind, which stops the next one while the number in it is in use.
        shutil.rmtree(socket_dir, ignore_errors=True)
        try:
            if not beside and not noted.exists():
                raise FileNotFoundError
            # Fails if somebody else has made it meanwhile: a socket is never put into a directory of others.
            socket_dir.mkdir(mode=0o700)
        except (FileExistsError, FileNotFoundError):
            if beside:
                raise
            socket_dir = Path(tempfile.mkdtemp(prefix="hostwise-", dir="/tmp"))
            noted.write_text(str(socket_dir))
        account.own(socket_dir)
        return socket_dir

    def _shut_down(self) -> None:
        """Ask the server to stop, harder the second time, and wait until it is gone."""
        postmaster = Postmaster.of(self._cluster)
        if postmaster:
            postmaster.shut_down(self._home)
        elif self._spawned:
            # Interrupted before it had written down that it runs.
            end(self._spawned, signal.SIGTERM)

    def _log_tail(self) -> str:
        """Return the last lines of the server's log, for an error message."""
        try:
            return "\n".join(self._log.read_text(errors="replace").splitlines()[-15:])
        except FileNotFoundError:
            return "(no log)"


def _forget_number_given_away(cluster: Path) -> None:
    """Remove the `postmaster.pid` of a killed server whose number another program has been given since.

    PostgreSQL would take that program for a server on the same data and refuse to start. It sees for itself that a
    number is no longer in use, and then checks more than we could, so the file stays in every other case.
    """
    lines = pid_file_lines(cluster)
    if not lines:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(int(lines[0]), 0)
        (cluster / "postmaster.pid").unlink()


def _accepts_connections(socket_dir: str) -> bool:
    """Tell whether the server on a socket answers a query."""
    if not socket_dir:
        return False
    try:
        with psycopg.connect(host=socket_dir, port=_PORT, user=_ROLE, dbname="postgres", connect_timeout=5):
            return True
    except psycopg.OperationalError:
        return False


def _create_database_if_absent(server_url: str, name: str) -> None:
    """Make a database on a server that may have it already."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_database WHERE datname = %s", [name]).fetchone() is None:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
