"""Content codings: which one an answer is sent in, and answers of the API in it."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

_LEAST_BYTES = 1_024
"""Smaller answers fit into one packet as they are."""


class Compressed(GZipMiddleware):
    """Compresses large answers that are not compressed yet, where the client welcomes it.

    At a quick level: an eighth of the bytes of an evaluation for three milliseconds, spent in a thread.
    """

    def __init__(self, app: ASGIApp, as_they_are: tuple[str, ...]) -> None:
        """Wrap an application.

        Args:
            app: the application.
            as_they_are: content types that are sent as they are.
        """
        excluded = (*DEFAULT_EXCLUDED_CONTENT_TYPES, *as_they_are)
        super().__init__(app, _LEAST_BYTES, compresslevel=3, exclude_content_types=excluded)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and compress its answer; a client that refuses gzip by weight is not sent any."""
        welcome = scope["type"] == "http" and best_coding(Headers(scope=scope), ("gzip",)) is not None
        await (super().__call__ if welcome else self.app)(scope, receive, send)


def best_coding(headers: Headers, offered: tuple[str, ...]) -> str | None:
    """The content coding to send, or None for no coding at all (RFC 9110, section 12.5.3).

    Args:
        headers: those of the request.
        offered: the codings there are, best first: of those equally welcome the first one is sent.
    """
    weights: dict[str, float] = {}
    for accepted in headers.getlist("accept-encoding"):
        for each in accepted.split(","):
            name, *parameters = (part.strip().lower() for part in each.split(";"))
            weights[name] = _weight(parameters)
    others = weights.get("*", 0.0)
    weighed = {coding: weights.get(coding, others) for coding in offered}
    best = max(weighed, key=lambda coding: weighed[coding], default=None)
    return best if best is not None and weighed[best] > 0 else None


def _weight(parameters: list[str]) -> float:
    """How welcome a coding is, 0..1; one whose weight cannot be read is not sent."""
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
