"""Errors as responses: a database that does not answer is 503 with Retry-After, a defect is 500."""

from __future__ import annotations

import structlog
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.server.access.opening import DatabaseUnavailable
from hostwise.server.http.problems import Problem, ProblemError, defect, respond

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
        "a save with If-Match, and a new plan or job with the same Idempotency-Key, are safe to repeat.",
    )


def not_ready(detail: str) -> ProblemError:
    """The problem of a health check that fails."""
    return ProblemError(503, "not_ready", "Not ready", detail).with_headers(_HEADERS)


class ErrorResponses:
    """Middleware that answers what other middlewares and routes raise: 503 for the database, 500 for a defect.

    Starlette has the like for routes only, or raises the error again after its answer, outside all other middlewares.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        began = False

        async def watched(message: Message) -> None:
            nonlocal began
            began = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except ClientDisconnect:
            # Nobody is there to be answered.
            return
        except DatabaseUnavailable as error:
            # The cause says whether it is absent, full or slow; it holds no values.
            log.warning("database unavailable", path=scope["path"], reason=str(error.__cause__).strip())
            if began:
                raise
            await respond(unavailable(), _HEADERS)(scope, receive, send)
        except Exception as error:
            if scope["type"] != "http" or began:
                # The server cuts the connection, so that nobody takes half an answer for a whole one.
                raise
            log.error("defect", path=scope["path"], exc_info=error)
            # What the connection was used for may be in disorder.
            await respond(defect(), {"Connection": "close"})(scope, receive, send)
