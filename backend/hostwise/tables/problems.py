"""Files that cannot be read at all. What is wrong with single rows is a finding instead."""

from __future__ import annotations

from typing import Any


class UnreadableFile(ValueError):
    """The file cannot be read; the message says why and what to do.

    Attributes:
        code: stable code of the reason.
    """

    def __init__(self, code: str, message: str) -> None:
        """Say why, in the words of the user."""
        self.code = code
        super().__init__(message)

    def __reduce__(self) -> tuple[type[UnreadableFile], tuple[Any, ...]]:
        """Pickled with its attributes, so that it can be sent between processes."""
        return UnreadableFile, (self.code, str(self))


class UnknownColumns(UnreadableFile):
    """A table of no known format, whose columns somebody has to name.

    Attributes:
        headers: headers of the table as written, in its order.
        guessed: header by the column that it seems to be, such as `{"name": "Server"}`.
    """

    def __init__(self, message: str, headers: list[str], guessed: dict[str, str], code: str = "unknown_format") -> None:
        """Say why, and what a person can choose from."""
        self.headers, self.guessed = headers, guessed
        super().__init__(code, message)

    def __reduce__(self) -> tuple[type[UnknownColumns], tuple[Any, ...]]:
        """Pickled with its attributes, so that it can be sent between processes."""
        return UnknownColumns, (str(self), self.headers, self.guessed, self.code)


def sentence(error: BaseException) -> str:
    """What an error of a library says, as a sentence of limited length."""
    text = " ".join(str(error).split())[:200]
    return text if text.endswith(".") else f"{text}."
