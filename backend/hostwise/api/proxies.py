"""Proxies in front: whose word counts for the address and the scheme that a request came from."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class TrustedProxies:
    """The proxies that a deployment names; none by default.

    >>> trusted = TrustedProxies(["10.0.0.5", "192.168.7.0/24"])
    >>> [trusted.sent({"client": (each, 1)}) for each in ("10.0.0.5", "192.168.7.9", "127.0.0.1", "testclient")]
    [True, True, False, False]
    """

    def __init__(self, named: Sequence[str] = ()) -> None:
        """Take addresses and networks."""
        self.named = list(named)
        self._networks = [ipaddress.ip_network(each) for each in named]

    def sent(self, scope: Scope) -> bool:
        """Whether a request comes straight from one of them."""
        client = scope.get("client")
        return client is not None and self.include(client[0])

    def include(self, address: str) -> bool:
        """Whether an address is that of one of them."""
        try:
            number = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(number in each for each in self._networks)


def counted_address(address: str | None) -> str:
    """What is counted as one address: of IPv6 the network, in which one machine has more addresses than can be counted.

    >>> counted_address("2001:db8::7"), counted_address("192.0.2.7"), counted_address(None)
    ('2001:db8::/64', '192.0.2.7', 'an unknown address')
    """
    if address is None:
        return "an unknown address"
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return address
    return address if number.version == 4 else str(ipaddress.ip_network((number, 64), strict=False))


_FORWARDED = "hostwise.forwarded"


def was_forwarded(scope: Scope) -> bool:
    """Whether a named proxy sent a request: its client is whom the proxy speaks for."""
    return bool(scope.get(_FORWARDED))


class Proxies:
    """Middleware that takes a request's address and scheme from X-Forwarded-For and -Proto if a named proxy sent it."""

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
