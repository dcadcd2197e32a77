"""Compression: the content coding that an answer is sent in, and Starlette's gzip for answers of the API."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from isal import isal_zlib
from starlette.datastructures import Headers
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipResponder, IdentityResponder
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.server.http.route_metadata import API, OPENAPI

GZIP = "gzip"
"""The one coding that answers of the API are sent in."""

_LEAST_BYTES = 1_024
"""Smaller answers fit into one packet as they are."""


_LEVEL = 3
"""Of compression, the strongest of this library."""


class _FastGzip(GZipResponder):
    """Compresses as well as zlib, in a third of its time."""

    @cached_property
    def compressor(self) -> Any:
        """The compressor of one answer."""
        return isal_zlib.compressobj(_LEVEL, isal_zlib.DEFLATED, 16 + isal_zlib.MAX_WBITS)


class Compression:
    """Compresses large answers of the API where the client welcomes it; the build compresses the files of the pages.

    An eighth of the bytes of an evaluation for a millisecond, spent in a thread. Starlette's own middleware ignores the
    weights of Accept-Encoding, and compresses every path.
    """

    def __init__(self, app: ASGIApp, as_they_are: tuple[str, ...]) -> None:
        """Wrap an application.

        Args:
            app: the application.
            as_they_are: content types that are sent as they are.
        """
        self.app, self.excluded = app, (*DEFAULT_EXCLUDED_CONTENT_TYPES, *as_they_are)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and compress its answer, unless the client refuses gzip, also by weight 0."""
        app: ASGIApp = self.app
        if scope["type"] == "http" and scope["path"].startswith((API, OPENAPI)):
            if best_coding(Headers(scope=scope), (GZIP,)):
                app = _FastGzip(app, _LEAST_BYTES, exclude_content_types=self.excluded)
            else:
                app = IdentityResponder(app, _LEAST_BYTES, exclude_content_types=self.excluded)
        await app(scope, receive, send)


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
    """The weight of a coding, 0..1; 0 if it cannot be read."""
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip() == "q":
            try:
                return float(value)
            except ValueError:
                return 0.0
    return 1.0
