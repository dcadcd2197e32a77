"""Middleware for every request: a limit on its body, and security headers."""

from __future__ import annotations

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.api.problems import http_problem, respond
from hostwise.api.traits import BODY_BYTES, traits

MAX_BODY_BYTES = 2 * 1024 * 1024
"""Largest body: a plan at all its limits is about a fifth of this."""

MAX_BATCH_BYTES = 16 * 1024 * 1024
"""Largest body of a batch: about a thousand plans."""


def _too_large(limit: int) -> str:
    return f"At most {limit // 1024} KiB are read; nothing was computed or saved."


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
            await respond(http_problem(413, _too_large(limit)), {"Connection": "close"})(scope, receive, send)
            return
        received = 0

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > limit:
                raise HTTPException(413, _too_large(limit))
            return message

        await self.app(scope, counted, send)


class SecurityHeaders:
    """Adds the headers that stop a browser from guessing types, framing the page or loading foreign code."""

    _HEADERS = (
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        (
            "Content-Security-Policy",
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
            "frame-ancestors 'none'; base-uri 'self'; form-action 'self'",
        ),
    )

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add to its answer."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self._HEADERS:
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
