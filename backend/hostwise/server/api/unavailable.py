"""A database that does not answer: 503 with Retry-After, whichever part of a request asked it."""

from __future__ import annotations

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.server.access.opening import DatabaseUnavailable
from hostwise.server.http.problems import Problem, ProblemError, respond

log = structlog.get_logger(__name__)

RETRY_SECONDS = 2
"""An embedded database that has died runs again by then."""

_HEADERS = {"Retry-After": str(RETRY_SECONDS), "Cache-Control": "no-store"}


def unavailable() -> Problem:
    """The problem for a request that needs the database."""
    return Problem(
        title="The database does not answer",
        status=503,
        code="database_unavailable",
        detail="Nothing that was acknowledged is lost. Repeat the request after the seconds in Retry-After: "
        "a save with If-Match, and a new plan with the same Idempotency-Key, are safe to repeat.",
    )


def not_ready(detail: str) -> ProblemError:
    """The problem for who asks whether the application is ready."""
    return ProblemError(503, "not_ready", "Not ready", detail).with_headers(_HEADERS)


class Unavailable:
    """Middleware that answers for the database when it does not."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except DatabaseUnavailable as error:
            # The cause says whether it is absent, full or slow; it holds no values.
            log.warning("database unavailable", path=scope["path"], reason=str(error.__cause__).strip())
            if begun:
                raise
            await respond(unavailable(), _HEADERS)(scope, receive, send)
