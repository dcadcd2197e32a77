"""A Hostwise in a process of its own, for tests that stop or kill it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx2

READY = "Hostwise is ready on "

PATIENCE_SECONDS = 300
"""Whatever happens to it, a server answers within a few; beside browsers and other tests it takes longer."""

http = httpx2.Client(verify=False, timeout=PATIENCE_SECONDS, limits=httpx2.Limits(max_keepalive_connections=0))
"""Asks as `httpx2.get` and the like do, without reading all certificates of the machine for each request."""


def until(found: Callable[[], object]) -> None:
    """Wait until something is the case."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not found():
        assert time.monotonic() < deadline, "it has not come to that"
        time.sleep(0.01)


def environment(data_dir: Path, **settings: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HOSTWISE_", "DATABASE_"))}
    # Without processes for computing, which take longer to start than most tests.
    own = {"HOSTWISE_DATA_DIR": str(data_dir), "HOSTWISE_PORT": "0", "HOSTWISE_WORKERS": "0"}
    return kept | own | {"HOSTWISE_COMPUTE_SECONDS": "600"} | settings


@contextmanager
def serving(
    data_dir: Path,
    *,
    program: Sequence[str] = (sys.executable, "-m", "hostwise"),
    cwd: Path | None = None,
    log: IO[str] | None = None,
    **settings: str,
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Give a running application and its address; whatever happens it is gone afterwards."""
    with subprocess.Popen(
        [*program, "serve"],
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        cwd=cwd,
        env=environment(data_dir, **settings),
    ) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline().strip()
            assert line.startswith(READY), line
            yield process, line.removeprefix(READY)
        finally:
            process.kill()
