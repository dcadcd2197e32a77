"""The web server."""

from __future__ import annotations

import socket

import click
import uvicorn
from fastapi import FastAPI

from hostwise.server.http.client_addresses import TrustedProxies
from hostwise.server.http.http_protocol import KEEP_ALIVE_SECONDS, MAX_HEAD_BYTES, LimitedProtocol


def run(app: FastAPI, listener: socket.socket, grace_seconds: int, address_connections: int) -> None:
    """Serve an application on a socket until the process gets a request to stop.

    Args:
        app: the application.
        listener: the socket.
        grace_seconds: time for what is being answered then.
        address_connections: connections that one address may have, unless it is a trusted proxy; 0 is no limit.
    """
    proxies: TrustedProxies = app.state.proxies
    config = uvicorn.Config(
        app,
        http=LimitedProtocol.limited(address_connections, proxies.include),
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        # There are none, and a connection must not become one.
        ws="none",
        # The application logs, and decides which proxies it believes.
        log_config=None,
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=grace_seconds,
    )
    _Server(config).run(sockets=[listener])


class _Server(uvicorn.Server):
    """A server that prints its address as soon as it accepts connections."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        if self.started and sockets:
            address = _web_address(sockets[0])
            click.echo(f"Hostwise is ready on {address}")
            click.echo(f"A sample comparison: {address}/samples/moderate-io")


def _web_address(listener: socket.socket) -> str:
    """Return the address to type into a browser on this machine."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
