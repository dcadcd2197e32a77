"""Saving against a revision: the ETag is the newest revision, and a save names the one it was made from.

Plans and own measured models share it; `thing` is their name in messages.
"""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import Header, Response

from hostwise.server.http.problems import ProblemError
from hostwise.server.stored_documents.plans import StaleRevision, UnstorableDocument

IfMatch = Annotated[
    str | None, Header(description='ETag of the revision that this change was made from, for example "3".')
]


def _etag(revision: int) -> str:
    return f'"{revision}"'


def tag(response: Response, revision: int | None) -> None:
    """Put the revision on an answer as its ETag; built-in documents have none."""
    if revision is not None:
        response.headers["ETag"] = _etag(revision)


def expected(if_match: str | None, thing: str) -> int:
    """The revision that a save was made from."""
    if if_match is None:
        raise ProblemError(
            428,
            "if_match_required",
            "If-Match is missing",
            f"Send the ETag that you read the {thing} with as If-Match, so that no other change is overwritten.",
        )
    match = re.fullmatch(r'"?(\d{1,9})"?', if_match.strip())
    if match is None:
        raise ProblemError(
            400, "if_match_malformed", "If-Match cannot be read", f'It must be one ETag of this {thing}, such as "3".'
        )
    return int(match.group(1))


def stale(error: StaleRevision, thing: str) -> ProblemError:
    """The problem for a save against an older revision."""
    return ProblemError(
        412,
        "stale_revision",
        f"The {thing} has changed meanwhile",
        f"You started from revision {error.expected}, the newest is {error.current}. Nothing was saved; your change "
        "is not lost: read the newest revision, apply it there and save again.",
        ETag=_etag(error.current),
    )


def unstorable(error: UnstorableDocument, thing: str) -> ProblemError:
    """The problem for text that the database cannot store."""
    return ProblemError(422, "unstorable_text", f"The {thing} cannot be stored", str(error))
