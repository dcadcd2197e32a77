"""Runs `hostwise` commands in forks of one process that has already imported everything.

Each fork gets its own working folder, variables, packages and standard streams, and exits like a new process. Importing
what a command needs takes longer than most commands.
"""

import gc
import json
import os
import subprocess
import sys
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NoReturn


@dataclass
class Ended:
    """A command at its end."""

    code: int
    out: str
    err: str


@dataclass
class Original:
    """The process of which the commands are copies."""

    process: subprocess.Popen[str]
    folder: Path

    def run(self, words: Sequence[str], where: Path, variables: Mapping[str, str]) -> Ended:
        """Run a command to its end; it has no input."""
        said, complained = self.folder / "said", self.folder / "complained"
        asked = {"words": list(words), "where": str(where), "variables": dict(variables)}
        asked |= {"said": str(said), "complained": str(complained)}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{json.dumps(asked)}\n")
        self.process.stdin.flush()
        return Ended(int(self.process.stdout.readline()), said.read_text("utf-8"), complained.read_text("utf-8"))


@contextmanager
def original(folder: Path, variables: Mapping[str, str]) -> Iterator[Original]:
    """Start a process that has imported what commands need; it is gone afterwards."""
    with subprocess.Popen(
        [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=dict(variables)
    ) as process:
        try:
            yield Original(process, folder)
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
        finally:
            process.kill()


def _run(asked: dict[str, Any]) -> NoReturn:
    """Be the command."""
    from hostwise.server.commands.command_line import main

    code = 1
    try:
        os.chdir(asked["where"])
        os.environ.clear()
        os.environ.update(asked["variables"])
        packages = asked["variables"].get("PYTHONPATH", "").split(os.pathsep)
        sys.path[:0] = [each for each in packages if each and each not in sys.path]
        for stream, path, flags in (
            (0, os.devnull, os.O_RDONLY),
            (1, asked["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
            (2, asked["complained"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC),
        ):
            opened = os.open(path, flags, 0o600)
            os.dup2(opened, stream)
            os.close(opened)
        code = main(asked["words"])
        sys.stdout.flush()
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def _serve(requests: IO[str]) -> None:
    import hostwise.answers.evaluation.evaluation_answer
    import hostwise.answers.uncertainty.uncertainty_answer
    import hostwise.estate.estate_answer
    import hostwise.reports.report_files
    import hostwise.server.commands.command_line  # noqa: F401

    gc.freeze()
    # Line by line: what is read ahead would be read by the copies, too.
    while line := requests.readline():
        copy = os.fork()
        if copy == 0:
            _run(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve(sys.stdin)
