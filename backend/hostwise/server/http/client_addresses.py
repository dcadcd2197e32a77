"""Addresses of clients: what counts as one address, and which are those of trusted proxies."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence
from typing import Any


class TrustedProxies:
    """The proxies that a deployment trusts; none by default.

    >>> trusted = TrustedProxies(["10.0.0.5", "192.168.7.0/24"])
    >>> [trusted.sent({"client": (each, 1)}) for each in ("10.0.0.5", "192.168.7.9", "127.0.0.1", "testclient")]
    [True, True, False, False]
    """

    def __init__(self, named: Sequence[str] = ()) -> None:
        """Take addresses and networks."""
        self.named = list(named)
        self._networks = [ipaddress.ip_network(each) for each in named]

    def sent(self, scope: Mapping[str, Any]) -> bool:
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
    """The address that limits count by: for IPv6 the network, since one machine has countless addresses in it.

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
