"""ETags: a client that has a response already is answered 304 while it still holds."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header, Response
from starlette.staticfiles import NotModifiedResponse

IfNoneMatch = Annotated[
    str | None, Header(description="ETags of answers that are there already: 304 if one still holds.")
]


def is_known(tag: str, if_none_match: str | None) -> bool:
    """Whether a tag is among those that a client names (RFC 9110, weak comparison)."""
    named = {each.strip().removeprefix("W/") for each in (if_none_match or "").split(",")}
    return bool(named & {tag.removeprefix("W/"), "*"})


def tagged(answer: Response, tag: str, if_none_match: str | None) -> Response:
    """A response with its ETag, or 304 if the client has it already."""
    answer.headers.update({"ETag": tag, "Cache-Control": "private, no-cache"})
    return NotModifiedResponse(answer.headers) if is_known(tag, if_none_match) else answer
