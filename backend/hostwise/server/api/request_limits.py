"""Checks of every request: limits on its head and its body, and the kinds of bodies that are read."""

from __future__ import annotations

from email.message import Message as MediaType

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.server.http.problems import http_problem, respond
from hostwise.server.http.route_metadata import BODY_BYTES, is_of_the_api, is_open, route_metadata
from hostwise.server.workers.body_budget import IN_MEMORY, MEMORY_BYTES, BodyBudgets

JSON = "application/json"

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


class HeadLimits:
    """Refuses a request with too many or too large header fields, too long a query, or an address that is no text.

    The web server limits the head as a whole; these limits are smaller, and their answers name what is too large.
    """

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
            is_link = is_of_the_api(scope) and is_open(route_metadata(scope))
            if not (_is_plain(scope["path"]) or is_link):
                await respond(http_problem(404, "Page not found."))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _is_plain(path: str) -> bool:
    """Whether an address is text: no control characters, and no bytes that are not UTF-8. No name or key has any."""
    return path.isprintable() and "\ufffd" not in path


class RequestBodyCheck:
    """Refuses a body that is too large, by its announced length or while it arrives, or of a kind that is not read.

    A browser sends a form or plain text to another site without asking it first, and JSON only if that site agrees.
    So no page of another site can send anything here that is read. Proxies and servers limit bodies for all routes
    alike, and count nothing; the routes here have limits of their own, and bodies in memory a budget.
    """

    def __init__(self, app: ASGIApp, limit: int = MAX_BODY_BYTES) -> None:
        """Wrap an application."""
        self.app, self.usual = app, limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 413 or 415."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        metadata, headers = route_metadata(scope), Headers(scope=scope)
        limit = metadata.get(BODY_BYTES, self.usual)
        announced = headers.get("content-length", "0")
        if announced.isdigit() and int(announced) > limit:
            if int(announced) <= _DISCARDED * limit:
                await _discard(receive, _DISCARDED * limit)
            await respond(http_problem(413, _too_large(limit)), {"Connection": "close"})(scope, receive, send)
            return
        if is_of_the_api(scope) and has_body(headers):
            read = tuple(metadata.get("requestBody", {}).get("content", {})) or (JSON,)
            if not _is_read(headers, read):
                text = f"A body here is {' or '.join(read)}, in UTF-8 and not compressed; Content-Type has to say so."
                await respond(http_problem(415, text), {"Accept": ", ".join(read)})(scope, receive, send)
                return
        received = 0
        budgets: BodyBudgets = scope["app"].state.bodies
        with budgets.memory.account() as account:
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


def has_body(headers: Headers) -> bool:
    """Whether a request has a body that is not empty."""
    return headers.get("content-length", "0").strip("0") != "" or "transfer-encoding" in headers


def _is_read(headers: Headers, read: tuple[str, ...]) -> bool:
    kind = MediaType()
    kind["content-type"] = headers.get("content-type", "text/plain")
    plain = headers.get("content-encoding", "identity").lower() == "identity"
    return plain and kind.get_content_type() in read and str(kind.get_param("charset", "utf-8")).lower() == "utf-8"


async def _discard(receive: Receive, most: int) -> None:
    """Read the rest of a body, and forget it."""
    rest = most
    while rest > 0:
        message = await receive()
        rest -= len(message.get("body", b""))
        if not message.get("more_body", False):
            return
