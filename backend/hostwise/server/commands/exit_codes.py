"""How a command ends."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of the command; pipelines rely on them."""

    OK = 0
    FAILED = 1
    """A limit is broken (`check`), or the command failed."""
    UNDECIDED = 2
    """A check cannot be decided, since a number is not evaluated (`check`)."""
    BAD_INPUT = 3
    """The command line or a plan is wrong; nothing was computed."""
    DEFECT = 4
    """A defect of Hostwise."""


class CommandFailed(Exception):
    """A command cannot do its work; the message is for the person at the terminal."""

    code = ExitCode.FAILED


class BadInput(CommandFailed):
    """The input of a command is wrong."""

    code = ExitCode.BAD_INPUT
