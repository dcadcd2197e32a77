"""How a command ends."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of the command; pipelines rely on them."""

    OK = 0
    FAILED = 1
    """A limit is broken (`check`), or what was asked for could not be done."""
    UNDECIDED = 2
    """Something is not evaluated, so that it cannot be decided (`check`)."""
    BAD_INPUT = 3
    """The command line or a plan is wrong; nothing was computed."""
    DEFECT = 4
    """Something broke in Hostwise itself."""


class CommandFailed(Exception):
    """A command cannot do its work; the message is for the person at the terminal."""

    code = ExitCode.FAILED


class BadInput(CommandFailed):
    """What was given to a command is wrong."""

    code = ExitCode.BAD_INPUT
