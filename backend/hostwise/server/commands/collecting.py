"""What the commands that read running systems share: the secret, the first Ctrl-C, and the file of the estate."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from hostwise.server.commands.exit_codes import BadInput, CommandFailed
from hostwise.server.commands.terminal import coloured, echo, echo_line, strong

if TYPE_CHECKING:
    from hostwise.estate.collectors.pseudonyms import KeptPseudonyms
    from hostwise.estate.collectors.stopping import Stop
    from hostwise.plan.estate import Inventory

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

FILE = click.Path(dir_okay=False, path_type=Path)


def check_choices(output: Path, ca: Path | None, *, insecure: bool) -> None:
    """Refuse contradicting options, and an output that nothing can be written to, before anybody is asked."""
    if insecure and ca is not None:
        raise BadInput("--ca says whom to trust, and --insecure to trust anyone: use one of them.")
    if not output.absolute().parent.is_dir():
        raise BadInput(f"The folder of {output} does not exist.")


def names_beside(output: Path) -> Path:
    """The file that keeps the names behind the pseudonyms of an estate."""
    return output.with_name(f"{output.stem}-names.json")


def secret(variable: str, what: str, question: str) -> str:
    """A password or token from the environment, else from the terminal; it is never an argument."""
    given = os.environ.get(variable)
    if given:
        return given
    if not sys.stdin.isatty():
        raise BadInput(f"Nobody can be asked for the {what} here: set the environment variable {variable}.")
    asked: str = click.prompt(question, hide_input=True, err=True)
    return asked


@contextmanager
def until_asked() -> Iterator[Stop]:
    """Let the first signal to stop end the work in order, and the second one at once."""
    from hostwise.estate.collectors.stopping import Stop

    stop = Stop()

    def ask(_number: int, _frame: FrameType | None) -> None:
        if stop.asked:
            raise KeyboardInterrupt
        stop.asked = True

    before = {each: signal.signal(each, ask) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def write_estate(output: Path, whole: Inventory, names: KeptPseudonyms | None, *, tell: bool = True) -> None:
    """Write the file of an estate, with pseudonyms on request, and say what was found."""
    from hostwise.estate.collectors.writing import write_whole

    if names is not None:
        # What is found in a system is said without names, but for what quotes the rows that it was found in.
        without = names.anonymised(whole)
        pairs = zip(whole.findings, without.findings, strict=True)
        findings = [other if own.place or own.texts else own for own, other in pairs]
        whole = without.model_copy(update={"findings": findings})
        names.keep()
    try:
        write_whole(output, whole.model_dump_json(exclude_none=True).encode())
    except OSError as error:
        raise CommandFailed(f"Cannot write {output}: {error.strerror}.") from error
    if not tell:
        return
    for each in whole.findings:
        good = {"note": True, "rejected": False}.get(each.kind)
        echo_line(f"{coloured(f'{each.kind:<8}', good)}  {each.message}", err=True)
    echo(strong(f"{output} is written; `hostwise import {output}` makes a plan of it."), err=True)
