"""Headers that keep browsers careful, on every answer."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.server.http.route_metadata import is_of_the_api

PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}
"""For shared links, whose address holds the secret: it must not get into a cache, a referrer or an index."""

ROBOTS = "User-agent: *\nDisallow: /\n"
"""robots.txt: nothing here is for a search engine."""

_EVERYWHERE = {
    "Content-Security-Policy": "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; frame-ancestors 'none'; "
    "base-uri 'self'; form-action 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Permitted-Cross-Domain-Policies": "none",
    "X-Robots-Tag": "noindex, nofollow",
}

_OF_THE_API = {"Cache-Control": "no-store"}
"""Plans say much of an estate: no cache keeps them unless a route says otherwise."""


class SecurityHeaders:
    """Stops a browser from guessing types, framing a page, loading foreign code, and leaking what it shows.

    A table and a loop; libraries for this are longer than that, and do not know which paths hold secrets.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on and add the headers that its answer does not set."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        further: dict[str, str] = {}
        if scope["path"].startswith("/shared/"):
            further = PRIVATE
        elif is_of_the_api(scope):
            further = _OF_THE_API
        headers = _EVERYWHERE | further

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in headers.items():
                    answer.setdefault(name, value)
                # What must stay private wins over what the route says of its page.
                answer.update(further if further is PRIVATE else {})
            await send(message)

        await self.app(scope, receive, with_headers)
