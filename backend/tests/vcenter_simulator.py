"""A vCenter for tests: VMware's own simulator, which `tools/vcsim.sh` compiles once on a machine."""

import os
import re
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pyVim.connect import Disconnect, SmartConnect

USER, PASSWORD = "reader", "Pa55-<wört>&geheim"
TOOL = Path(__file__).resolve().parents[1] / "tools" / "vcsim.sh"


@cache
def program() -> Path:
    """The simulator, in the user's cache. Without it, and without Go to make it, the test is left out."""
    made = subprocess.run([TOOL], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    if not made.stdout:
        pytest.skip("no Go")
    return Path(made.stdout.rstrip("\n"))


class Simulator(NamedTuple):
    """A simulator that runs."""

    process: subprocess.Popen[str]
    port: int

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def certificate(self) -> str:
        return ssl.get_server_certificate(("127.0.0.1", self.port))

    @contextmanager
    def asked(self) -> Iterator[Any]:
        """A connection of its own, for what tests want to know or change."""
        instance = SmartConnect(
            host="127.0.0.1", port=self.port, user=USER, pwd=PASSWORD, disableSslCertValidation=True
        )
        try:
            yield instance.RetrieveContent()
        finally:
            Disconnect(instance)

    def all_of(self, content: Any, kind: Any) -> list[Any]:
        view = content.viewManager.CreateContainerView(content.rootFolder, [kind], True)
        found = list(view.view)
        view.Destroy()
        return found

    def end_sessions(self) -> None:
        """Log everyone else out."""
        with self.asked() as content:
            sessions = content.sessionManager
            own = sessions.currentSession.key
            sessions.TerminateSession([each.key for each in sessions.sessionList if each.key != own])

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=300)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@contextmanager
def simulator(folder: Path, *flags: str) -> Iterator[Simulator]:
    """A simulator on a free port, with its files in a folder."""
    process = subprocess.Popen(
        [program(), "-l", "127.0.0.1:0", "-username", USER, "-password", PASSWORD, *flags],
        env=os.environ | {"TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout:
        said = process.stdout.readline()
        port = re.search(r"127\.0\.0\.1:(\d+)/sdk", said)
        try:
            assert port is not None, said
            running = Simulator(process, int(port[1]))
            yield running
        finally:
            Simulator(process, 0).end()
