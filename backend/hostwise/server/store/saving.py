"""Shared by all stored documents: optimistic locking by revision, and rows read by name.

A document here is plain JSON. What it means is the business of `hostwise.plan`.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any, TypeVar

from sqlalchemy import Row
from sqlalchemy.exc import DataError, StatementError

Document = dict[str, Any]
_Kind = TypeVar("_Kind")


class StaleRevision(Exception):
    """The document was changed since the caller read it; nothing has been written.

    Attributes:
        expected: Number of the revision that the caller started from.
        current: Number of the newest revision.
    """

    def __init__(self, what: str, expected: int, current: int) -> None:
        """Name the expected and the current revision."""
        super().__init__(f"{what} is at revision {current}, not {expected}.")
        self.expected = expected
        self.current = current


class UnstorableDocument(ValueError):
    """The text or document holds something PostgreSQL cannot keep, such as a NUL character, half a pair or NaN."""


@contextmanager
def refusals(thing: str) -> Iterator[None]:
    """Raise `UnstorableDocument` where the database refuses a value; `thing` names the document in the message."""
    refusal = f"The {thing} holds text or a number that the database cannot keep."
    try:
        yield
    except (DataError, ValueError) as error:
        # NUL fails in the driver or the server; a lone surrogate, NaN and Infinity on their way there.
        raise UnstorableDocument(refusal) from error
    except StatementError as error:
        if isinstance(error.orig, ValueError):
            raise UnstorableDocument(refusal) from error
        raise


def bytes_of(document: Document) -> int:
    """Size of a document as JSON, which quotas count."""
    return len(json.dumps(document, ensure_ascii=False).encode(errors="replace"))


def columns(kind: type[Any], table: type[Any], **computed: Any) -> tuple[Any, ...]:
    """The columns that a dataclass is read from: of the same names, or computed ones, which are labelled so."""
    return tuple(
        computed[each.name].label(each.name) if each.name in computed else getattr(table, each.name)
        for each in fields(kind)
    )


def read(kind: type[_Kind], row: Row[*tuple[Any, ...]]) -> _Kind:
    """A dataclass from a row with columns of the names of its fields."""
    return kind(**{each.name: getattr(row, each.name) for each in fields(kind)})  # type: ignore[arg-type]
