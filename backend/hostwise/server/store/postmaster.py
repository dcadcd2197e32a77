"""A PostgreSQL server on a data directory of Hostwise: finding it, ending it, and ending it when nobody is left.

As a program it is the keeper of one server: it waits until the last user of the data directory has gone, a killed one
too, and then stops the server. It needs nothing but Python, so that it starts at once and is small.

    python -I -S postmaster.py /var/lib/hostwise/postgresql
"""

import contextlib
import fcntl
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

POLL_SECONDS = 0.02
STOP_SECONDS = 30.0


def users_lock(home: Path) -> Path:
    """Everyone who uses the server holds this file's shared lock, which ends with the process that holds it."""
    return home / "users.lock"


def watched_lock(home: Path) -> Path:
    """A second lock that every user holds: the keeper waits for this one, and so never blocks a user of the first."""
    return home / "watched.lock"


def start_lock(home: Path) -> Path:
    """Who starts or stops the server holds this file's exclusive lock."""
    return home / "start.lock"


def cluster_of(home: Path) -> Path:
    """Where the data files are."""
    return home / "cluster"


@dataclass(frozen=True, slots=True)
class Postmaster:
    """A live server process, as its `postmaster.pid` describes it."""

    pid: int
    socket_dir: str

    @classmethod
    def of(cls, cluster: Path) -> Self | None:
        """Return the server that runs on a data directory, if there is one."""
        lines = pid_file_lines(cluster)
        if not lines or "postgres" not in program(int(lines[0])):
            return None
        # The server adds the fifth line a moment after the first four.
        return cls(pid=int(lines[0]), socket_dir=lines[4] if len(lines) > 4 else "")

    def shut_down(self, home: Path) -> None:
        """Ask the server to stop, harder the second time, wait until it is gone, and remove a socket kept elsewhere."""
        if not end(self.pid, signal.SIGINT):
            end(self.pid, signal.SIGQUIT)
        if self.socket_dir and not Path(self.socket_dir).is_relative_to(home):
            with contextlib.suppress(OSError):
                Path(self.socket_dir).rmdir()


def pid_file_lines(cluster: Path) -> list[str]:
    """Return the lines of the server's `postmaster.pid`, the first of which is its process number."""
    try:
        lines = (cluster / "postmaster.pid").read_text().splitlines()
    except FileNotFoundError:
        return []
    return lines if lines and lines[0].isdigit() else []


def program(pid: int) -> str:
    """Return the name of a running program; nothing if it has ended, even if it is still a zombie."""
    if sys.platform == "linux":
        try:
            stat = Path(f"/proc/{pid}/stat").read_text(errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            return ""
        name, _, rest = stat.partition("(")[2].rpartition(")")
        state = rest.split()[0]
    else:
        listed = subprocess.run(["ps", "-o", "state=,comm=", "-p", str(pid)], capture_output=True, text=True)
        state, _, name = listed.stdout.strip().partition(" ")
    return "" if state.startswith(("Z", "X")) else name


def end(pid: int, request: signal.Signals) -> bool:
    """Send a request to stop and tell whether the program has followed it in time."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, request)
    deadline = time.monotonic() + STOP_SECONDS
    while program(pid):
        if time.monotonic() > deadline:
            return False
        time.sleep(POLL_SECONDS)
    return True


def end_when_unused(home: Path) -> None:
    """Stop the server of a data directory once nobody uses it any more; one keeper waits, a second one leaves.

    The last user to leave in peace stops the server itself, so there is work here only after a kill.
    """
    with (
        users_lock(home).open("r+") as users,
        watched_lock(home).open("r+") as watched,
        start_lock(home).open("r+") as start,
        # Given up first: a server that is started once the others are free gets a keeper of its own.
        (home / "keeper.lock").open("w") as own,
    ):
        try:
            fcntl.flock(own, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        while True:
            # Granted once all users have gone. Released at once, since a new user needs it to start the server.
            fcntl.flock(watched, fcntl.LOCK_EX)
            fcntl.flock(watched, fcntl.LOCK_UN)
            fcntl.flock(start, fcntl.LOCK_EX)
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                # Somebody has come meanwhile.
                fcntl.flock(start, fcntl.LOCK_UN)
                continue
            server = Postmaster.of(cluster_of(home))
            if server is not None:
                server.shut_down(home)
            return


if __name__ == "__main__":
    end_when_unused(Path(sys.argv[1]))
