"""Whether a server lets everybody in whom others can send there, and the warning that it does."""

from __future__ import annotations

import ipaddress
import socket

import structlog

from hostwise.server.http.host_and_origin_check import LOOPBACK
from hostwise.server.settings import Settings

log = structlog.get_logger(__name__)


def warn_if_exposed(listener: socket.socket, settings: Settings) -> None:
    """Write a line to the log if others may reach a server that needs no token."""
    address, port = listener.getsockname()[:2]
    warning = public_bind_warning(address, port, settings)
    if warning is not None:
        log.warning(warning)


def public_bind_warning(address: str, port: int, settings: Settings) -> str | None:
    """The warning for a server that is reachable without a token; None if only this machine reaches it.

    A server cannot see how far its address reaches: the port of a container may be published for one machine alone.
    So the warning speaks of who reaches it, and not of how many those are.

    Args:
        address: the address that it listens on.
        port: the port.
        settings: its settings.
    """
    if settings.require_token:
        return None
    names = [each for each in settings.allowed_hosts if each not in LOOPBACK]
    if not ipaddress.ip_address(address).is_loopback:
        where = f"port {port} of {address}"
    elif names:
        where = f"this server as {', '.join(names)}"
    else:
        return None
    return (
        f"Everyone who reaches {where} can read and change all plans: no token is needed. Set HOSTWISE_REQUIRE_TOKEN="
        "true, unless only those people reach it who may do so."
    )
