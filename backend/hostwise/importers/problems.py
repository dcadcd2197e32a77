"""Files that cannot be read at all. What is wrong with single rows is a finding instead."""

from __future__ import annotations


class UnreadableFile(ValueError):
    """The file cannot be read; the message says why and what to do.

    Attributes:
        code: stable code of the reason.
    """

    def __init__(self, code: str, message: str) -> None:
        """Say why, in the words of the user."""
        self.code = code
        super().__init__(message)

    def __reduce__(self) -> tuple[type[UnreadableFile], tuple[str, str]]:
        """Sent from a process, it is the same problem."""
        return UnreadableFile, (self.code, str(self))
