"""Runs the scripts of the guides in a real shell, whose `hostwise` is answered within the process of the tests.

To import what a command needs takes longer than most commands.
"""

import io
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

from hostwise.server.commands import command_line

PATIENCE_SECONDS = 900
"""What a script may take on a busy machine, where a `hostwise` that is a process takes many seconds."""

_PORT = "GUIDE_SHELL_PORT"

# Sends its arguments, variables and input to the tests, and says what comes back. It imports little, to start at once.
_STAND_IN = f"""
import json, os, socket, sys
asked = {{"words": sys.argv[1:], "folder": os.getcwd(), "variables": dict(os.environ)}}
asked["input"] = sys.stdin.buffer.read().decode("latin-1")
with socket.create_connection(("127.0.0.1", int(os.environ["{_PORT}"]))) as link:
    link.sendall(json.dumps(asked).encode())
    link.shutdown(socket.SHUT_WR)
    parts = []
    while part := link.recv(1 << 16):
        parts.append(part)
answer = json.loads(b"".join(parts))
sys.stdout.buffer.write(answer["said"].encode("latin-1"))
sys.stderr.buffer.write(answer["complained"].encode("latin-1"))
sys.stdout.flush()
sys.exit(answer["code"])
"""


@contextmanager
def _bytes_of_a_stream(into: io.BytesIO) -> Iterator[TextIO]:
    """A text stream that ends up in bytes: reports write bytes, all else text."""
    stream = io.TextIOWrapper(into, encoding="utf-8", write_through=True)
    try:
        yield stream
    finally:
        stream.detach()


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Undo what commands do to signals, which ends with the process of each elsewhere."""
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def within(words: Sequence[str], given: bytes = b"") -> tuple[int, bytes, bytes]:
    """Run a `hostwise` command in this process; return its exit code, its output, and its errors."""
    said, complained = io.BytesIO(), io.BytesIO()
    with ExitStack() as stack:
        stack.enter_context(_signals_kept())
        stack.enter_context(redirect_stdout(stack.enter_context(_bytes_of_a_stream(said))))
        stack.enter_context(redirect_stderr(stack.enter_context(_bytes_of_a_stream(complained))))
        stack.enter_context(patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")))
        code = command_line.main(words)
    return code, said.getvalue(), complained.getvalue()


@contextmanager
def _in(folder: str, variables: Mapping[str, str]) -> Iterator[None]:
    with chdir(folder), patch.dict(os.environ, dict(variables), clear=True):
        yield


def _answer(listening: socket.socket) -> None:
    """Run the command that a stand-in asks for."""
    link, _ = listening.accept()
    with link, link.makefile("rb") as sent:
        link.settimeout(None)
        asked = json.load(sent)
        with _in(asked["folder"], asked["variables"]):
            code, said, complained = within(asked["words"], asked["input"].encode("latin-1"))
        answer = {"code": code, "said": said.decode("latin-1"), "complained": complained.decode("latin-1")}
        # Who asks may be gone, as the first command of a pipe is when the next has read enough.
        with suppress(OSError):
            link.sendall(json.dumps(answer).encode())


def processes(command: Sequence[str], where: Path, variables: Mapping[str, str]) -> str:
    """Run a command to its end, with all that it starts as processes, and return its output; it has no input."""
    return _run(command, where, {**variables, **_path(Path(sys.executable).parent, variables)}, None)


def script(text: str, where: Path, variables: Mapping[str, str]) -> str:
    """Run a script as `processes` would, with its `hostwise` commands in this process, and return its output."""
    programs = where / ".programs"
    programs.mkdir(exist_ok=True)
    stand_in, hostwise = programs / "stand_in.py", programs / "hostwise"
    stand_in.write_text(_STAND_IN, encoding="utf-8")
    hostwise.write_text(f'#!/bin/sh\nexec {shlex.join([sys.executable, "-IS", str(stand_in)])} "$@"\n')
    hostwise.chmod(0o755)
    path = _path(programs, _path(Path(sys.executable).parent, variables))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        own = {_PORT: str(listening.getsockname()[1])}
        return _run(shown(text), where, {**variables, **path, **own}, listening)


def shown(text: str) -> list[str]:
    """The command that runs a script. It writes each command to the errors, so that a failure says which it was."""
    return ["/bin/sh", "-euxc", text]


def _path(first: Path, variables: Mapping[str, str]) -> dict[str, str]:
    return {"PATH": f"{first}{os.pathsep}{variables['PATH']}"}


def _run(command: Sequence[str], where: Path, variables: Mapping[str, str], listening: socket.socket | None) -> str:
    said, complained = where / "said.txt", where / "complained.txt"
    until = time.monotonic() + PATIENCE_SECONDS
    # Into files: a pipe would be open for as long as anything that the command started lives on.
    with said.open("w") as out, complained.open("w") as err:
        process = subprocess.Popen(
            command,
            cwd=where,
            env=dict(variables),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            code = _ended(process, until, listening)
        finally:
            # The shell, and whatever it waits for.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    assert code == 0, f"ended with {code}\n{said.read_text()[-4000:]}\n{complained.read_text()[-4000:]}"
    return said.read_text()


def _ended(process: subprocess.Popen[bytes], until: float, listening: socket.socket | None) -> int | None:
    """The exit code of a process, while its stand-ins are answered; none if it does not end in time."""
    if listening is None:
        with suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=until - time.monotonic())
        return None
    listening.settimeout(0.05)
    while (code := process.poll()) is None and time.monotonic() < until:
        with suppress(TimeoutError):
            _answer(listening)
    return code


def program(text: str, where: Path) -> str:
    """Run a program in this process, as `python -c` would, and return its output."""
    said = io.BytesIO()
    with _bytes_of_a_stream(said) as stream, redirect_stdout(stream), chdir(where):
        exec(compile(text, "<program>", "exec"), {"__name__": "__main__"})
    return said.getvalue().decode()
