"""Middleware for every request: limits on its head and its body."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.server.http.problems import http_problem, respond
from hostwise.server.http.route_metadata import BODY_BYTES, is_of_the_api, is_open, traits
from hostwise.server.workers.body_budget import IN_MEMORY, MEMORY_BYTES, InFlight

MAX_HEADERS = 100
"""Most header fields of a request."""

MAX_HEADER_BYTES = 32 * 1024
"""Largest names and values of all header fields of a request."""

MAX_QUERY_BYTES = 32 * 1024
"""Largest query of an address."""

MAX_BODY_BYTES = MEMORY_BYTES
"""Largest body, unless its route says more."""

MAX_BATCH_BYTES = 16 * 1024 * 1024
"""Largest body of a batch: about a thousand plans."""

_DISCARDED = 4
"""A body that is too large is read up to so many times the limit and thrown away: a client that is cut off while it
sends does not see the answer."""


def _too_large(limit: int) -> str:
    return f"At most {limit // 1024} KiB are read; nothing was computed or saved."


class HeadLimit:
    """Refuses a request with too many or too large header fields, too long a query, or an address that is no text."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 431, 414 or 404."""
        if scope["type"] == "http":
            fields = scope["headers"]
            if len(fields) > MAX_HEADERS or sum(len(name) + len(value) for name, value in fields) > MAX_HEADER_BYTES:
                text = f"A request has at most {MAX_HEADERS} header fields and {MAX_HEADER_BYTES // 1024} KiB of them."
                await respond(http_problem(431, text), {"Connection": "close"})(scope, receive, send)
                return
            if len(scope.get("query_string", b"")) > MAX_QUERY_BYTES:
                text = f"The query of an address has at most {MAX_QUERY_BYTES // 1024} KiB."
                await respond(http_problem(414, text), {"Connection": "close"})(scope, receive, send)
                return
            # A link says itself that it leads nowhere, in the same words for each that does not.
            is_link = is_of_the_api(scope) and is_open(traits(scope))
            if not (_is_plain(scope["path"]) or is_link):
                await respond(http_problem(404, "Page not found."))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _is_plain(path: str) -> bool:
    """Whether an address is text: no control characters, and no bytes that are not UTF-8. No name or key has any."""
    return path.isprintable() and "\ufffd" not in path


class BodyLimit:
    """Refuses a body that is too large, by its announced length or while it arrives."""

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY_BYTES) -> None:
        """Wrap an application."""
        self.app, self.usual = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 413."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = traits(scope).get(BODY_BYTES, self.usual)
        announced = Headers(scope=scope).get("content-length", "0")
        if announced.isdigit() and int(announced) > limit:
            if int(announced) <= _DISCARDED * limit:
                await _discard(receive, _DISCARDED * limit)
            await respond(http_problem(413, _too_large(limit)), {"Connection": "close"})(scope, receive, send)
            return
        received = 0
        bodies: InFlight = scope["app"].state.bodies
        with bodies.memory.account() as account:
            scope[IN_MEMORY] = account

            async def counted() -> Message:
                nonlocal received
                message = await receive()
                received += len(message.get("body", b""))
                if received > limit:
                    if message.get("more_body", False):
                        await _discard(receive, (_DISCARDED - 1) * limit)
                    raise HTTPException(413, _too_large(limit), {"Connection": "close"})
                # What is larger does not stay in memory.
                account.at_least(min(received, MEMORY_BYTES))
                return message

            await self.app(scope, counted, send)


async def _discard(receive: Receive, most: int) -> None:
    """Read the rest of a body, and forget it."""
    rest = most
    while rest > 0:
        message = await receive()
        rest -= len(message.get("body", b""))
        if not message.get("more_body", False):
            return
