"""Check of host and origin: is a request meant for this installation, and may the page that sent it do so?

A page in a browser may send requests to any address, this machine's loopback address included, and a page whose name
is made to lead here (DNS rebinding) even reads the answers. So a request must name this installation, and what a
browser sends must come from a page of this installation. What is no browser sends neither Origin nor Sec-Fetch-Site.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from typing import NamedTuple, Self

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.plan.reading import shortened
from hostwise.server.http.forwarding import was_forwarded
from hostwise.server.http.problems import Problem, respond

LOOPBACK = ("localhost", "127.0.0.1", "::1")
_EVERY_ADDRESS = frozenset({"0.0.0.0", "::", ""})
_AUTHORITY = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::(\d{1,5}))?")
_USUAL_PORTS = {"http": 80, "https": 443}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class AllowedHosts:
    """The names that this installation is known by.

    >>> known = AllowedHosts("0.0.0.0", ["plans.example.com", "*.example.org"])
    >>> [known.allow(each) for each in ("LOCALHOST:8000", "[::1]:8000", "plans.example.com", "a.example.org")]
    [True, True, True, True]
    >>> [known.allow(each) for each in ("evil.example", "example.org", "localhost.evil.example", "a@localhost", "")]
    [False, False, False, False, False]
    """

    def __init__(self, listening: str, further: Sequence[str]) -> None:
        """Know the loopback names, the address listened on, and further names.

        Args:
            listening: the address listened on; where that is every address, a request may name any address by number.
                That is safe: a foreign page gets here by a name, since a number leads to itself only.
            further: names, `*.` with a name for all below it, or `*` for any.
        """
        self._further = frozenset(each.lower() for each in further)
        self._names = frozenset({*LOOPBACK, listening.lower().strip("[]")} - _EVERY_ADDRESS) | self._further
        self._any_number = listening in _EVERY_ADDRESS

    def allow(self, authority: str) -> bool:
        """Whether a header Host names this installation."""
        name = _name(authority)
        if name is None:
            return False
        return _matches(name, self._names) or (self._any_number and _is_number(name))

    def listed(self, name: str | None) -> bool:
        """Whether a name is one of the further names; `*`, which is every name, is none."""
        return name is not None and _matches(name, self._further - {"*"})


def _name(authority: str) -> str | None:
    """The name in a host with an optional port; None if it cannot be read."""
    match = _AUTHORITY.fullmatch(authority.strip().lower())
    if match is None:
        return None
    return match[1] or match[2].rstrip(".")


def _matches(name: str, names: frozenset[str]) -> bool:
    above = name.split(".")
    wild = (f"*.{'.'.join(above[count:])}" for count in range(1, len(above)))
    return name in names or "*" in names or any(each in names for each in wild)


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class HostAndOriginCheck:
    """Middleware that refuses what is meant for another host, or was sent by a page of another site.

    Starlette's `TrustedHostMiddleware` knows no numeric addresses, no loopback beside the listed names, and no origins.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 421 or 403."""
        if scope["type"] == "http":
            hosts: AllowedHosts = scope["app"].state.allowed_hosts
            headers = Headers(scope=scope)
            named = headers.getlist("host")
            if len(named) != 1 or not hosts.allow(named[0]):
                await respond(_misdirected(named), {"Connection": "close"})(scope, receive, send)
                return
            if is_foreign(scope, headers, hosts):
                await respond(_FOREIGN)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_foreign(scope: Scope, headers: Headers, hosts: AllowedHosts) -> bool:
    """Whether a page of another site sent a request.

    A link elsewhere may still lead here: a browser then opens the page itself, and tells the other one nothing of it.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        opened = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest", "document") == "document"
        return site not in ("same-origin", "none") and not (scope["method"] in _SAFE and opened)
    # A browser that is too old for the other header, or that did not encrypt: it sends that one over TLS only.
    origin = headers.get("origin")
    return origin is not None and not _is_own(_Origin.read(origin), scope, headers["host"], hosts)


class _Origin(NamedTuple):
    """The origin of a page: scheme, name and port."""

    scheme: str
    name: str
    port: int

    @classmethod
    def read(cls, text: str) -> Self | None:
        """An origin as a browser writes it; None if it is none, such as `null`.

        >>> _Origin.read("https://Plans.example.com"), _Origin.read("http://[::0:1]:8000")
        (_Origin(scheme='https', name='plans.example.com', port=443), _Origin(scheme='http', name='::1', port=8000))
        >>> [_Origin.read(each) for each in ("null", "http://a@b", "ftp://a", "http://a/", "http://[:]", "")]
        [None, None, None, None, None, None]
        """
        scheme, _, authority = text.lower().partition("://")
        match = _AUTHORITY.fullmatch(authority)
        if scheme not in _USUAL_PORTS or match is None:
            return None
        name = match[2]
        if name is None:
            try:
                name = ipaddress.IPv6Address(match[1]).compressed
            except ValueError:
                return None
        return cls(scheme, name, int(match[3] or _USUAL_PORTS[scheme]))


def _is_own(origin: _Origin | None, scope: Scope, host: str, hosts: AllowedHosts) -> bool:
    """Whether an origin is that of a page of this installation."""
    asked = _Origin.read(f"{scope['scheme']}://{host}")
    if origin is None or asked is None:
        return False
    if origin == asked:
        return True
    # A proxy may ask by another name than the browser did, and not say by which. Then a name that is listed stands for
    # itself: at the usual port of the scheme that the proxy was asked by.
    renamed = was_forwarded(scope) and not hosts.listed(_name(host))
    usual = (origin.scheme, origin.port) == (asked.scheme, _USUAL_PORTS[asked.scheme])
    return renamed and usual and hosts.listed(origin.name)


def _misdirected(named: Sequence[str]) -> Problem:
    name = f"as {shortened(named[0], 80)!r}" if len(named) == 1 else "by no single header Host"
    return Problem(
        title="Not this installation",
        status=421,
        code="host_not_allowed",
        detail=f"This installation is not known {name}. Its operator can add a name with HOSTWISE_ALLOWED_HOSTS.",
    )


_FOREIGN = Problem(
    title="Sent by another site",
    status=403,
    code="foreign_origin",
    detail="A page of another site sent this request; only pages of this installation may. Nothing was done. Behind a "
    "proxy its operator lists the proxy in HOSTWISE_TRUSTED_PROXIES and lets it pass on Host and X-Forwarded-Proto.",
)
