"""`make dev`: the UI with hot reload against a reloading server, on one database that outlives every reload."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from hostwise.server.commands.command_database import database, settings
from hostwise.server.commands.exit_codes import CommandFailed
from hostwise.server.commands.signals import let_signals_interrupt
from hostwise.server.store import migrate

ROOT = Path(__file__).resolve().parents[2]
_GRACE_SECONDS = 10


@contextmanager
def _running(
    command: list[str], folder: Path, inherited: tuple[int, ...] = (), **environment: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program with all that it starts in a group of its own, and end that group with the block."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        pass_fds=inherited,
        start_new_session=True,
    )
    with process:
        try:
            yield process
        finally:
            for request in (signal.SIGTERM, signal.SIGKILL):
                try:
                    os.killpg(process.pid, request)
                    process.wait(_GRACE_SECONDS)
                except ProcessLookupError:
                    break
                except subprocess.TimeoutExpired:
                    continue


def _server_command(listener: socket.socket) -> list[str]:
    """The API on a socket of ours, started anew when Python code or a data file of the package changes."""
    watched = [f"--reload-include=*.{kind}" for kind in ("csv", "json", "yaml", "typ")]
    return [
        *(sys.executable, "-m", "uvicorn", "hostwise.server.application:create_app", "--factory"),
        *("--fd", str(listener.fileno()), "--log-level", "warning"),
        *("--reload", "--reload-dir", str(ROOT / "backend" / "hostwise"), *watched),
    ]


def main() -> int:
    """Run both until one ends or somebody presses Ctrl-C; the database ends last."""
    let_signals_interrupt()
    try:
        chosen = settings()
        node = str(ROOT / "backend" / "tools" / "with_node.sh")
        address = ["--host", chosen.host, "--port", str(chosen.port), "--strictPort"]
        with ExitStack() as stack:
            # It listens all the time: while the server reloads, requests wait instead of being refused.
            listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            api = f"http://127.0.0.1:{listener.getsockname()[1]}"
            database_url = stack.enter_context(database(chosen))
            migrate.upgrade(database_url)
            server = _server_command(listener)
            backend = _running(server, ROOT / "backend", (listener.fileno(),), DATABASE_URL=database_url)
            vite = [node, "node_modules/.bin/vite", *address]
            frontend = _running(vite, ROOT / "frontend", HOSTWISE_BACKEND=api)
            both = [stack.enter_context(each) for each in (backend, frontend)]
            print(f"Hostwise for developers: http://{chosen.host}:{chosen.port} (its API: {api})")
            print("Changes of backend/hostwise and frontend/src show at once. Ctrl-C ends everything.", flush=True)
            while all(each.poll() is None for each in both):
                time.sleep(0.2)
            return next(code for each in both if (code := each.poll()) is not None)
    except CommandFailed as error:
        print(f"make dev: {error}", file=sys.stderr)
        return error.code
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
