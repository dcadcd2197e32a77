"""Runs a command and waits for every process that it started, so that its CPU time includes all of them.

    counted.py make e2e

The system adds the CPU time of a process to the parent that waits for it. Processes that outlive their parent, as most
of a browser's do, have nobody to wait for them: on Linux this program adopts them. On macOS they are not counted.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

PATIENCE_SECONDS = 60
"""For what outlives the command. A server stops its database, and a busy machine is slow."""

_SET_CHILD_SUBREAPER = 36


def adopt_orphans() -> None:
    """Become the parent of what the children leave behind."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def left_behind() -> list[int]:
    """Numbers of the processes that are children of this one."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, _, rest = stat.read_text(errors="replace").partition(" (")
        except OSError:
            continue
        if int(rest.rpartition(")")[2].split()[1]) == os.getpid():
            found.append(int(number))
    return found


def command_line(number: int) -> str:
    """What a process was started with."""
    try:
        return Path(f"/proc/{number}/cmdline").read_text(errors="replace").replace("\0", " ").strip()
    except OSError:
        return "?"


def wait_for_all(patience_seconds: float) -> bool:
    """Wait for all children; False where some are still there after that time."""
    deadline = time.monotonic() + patience_seconds
    while time.monotonic() < deadline:
        try:
            number, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return True
        if number == 0:
            time.sleep(0.02)
    return False


def main(command: list[str]) -> int:
    """Run the command; its exit status, or 1 where it leaves something behind that does not end."""
    adopt_orphans()
    process = subprocess.Popen(command)
    number, status = 0, 0
    while number != process.pid:
        # Orphans too, which a process that looks for them by their numbers would otherwise find.
        number, status = os.wait()
    process.returncode = os.waitstatus_to_exitcode(status)
    if wait_for_all(PATIENCE_SECONDS):
        return abs(process.returncode)
    for each in left_behind():
        print(f"left behind: {each} {command_line(each)}", flush=True)
        os.kill(each, signal.SIGKILL)
    wait_for_all(PATIENCE_SECONDS)
    return abs(process.returncode) or 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
