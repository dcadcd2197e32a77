"""Forwarded headers: trusted proxies say which address and scheme a request came from; uvicorn reads what they say."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

_FORWARDED = "hostwise.forwarded"


def was_forwarded(scope: Scope) -> bool:
    """Whether a trusted proxy sent a request; its client address is then the one that the proxy named."""
    return bool(scope.get(_FORWARDED))


class ForwardedHeaders:
    """Middleware that applies X-Forwarded-For and -Proto if a trusted proxy sent a request, and marks it as forwarded.

    uvicorn's middleware does the first; it does not say whether it did, which the check of origins needs.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app
        self._behind: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] == "http" and scope["app"].state.proxies.sent(scope):
            if self._behind is None:
                named = scope["app"].state.proxies.named
                self._behind = ProxyHeadersMiddleware(self.app, named)  # type: ignore[arg-type, assignment]
            assert self._behind is not None
            scope[_FORWARDED] = True
            await self._behind(scope, receive, send)
            return
        await self.app(scope, receive, send)
