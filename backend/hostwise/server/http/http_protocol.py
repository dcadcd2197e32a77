"""The HTTP protocol of the web server, with limits on connections, on the time of a request, and on slow readers.

uvicorn's protocol over h11 bounds the size of a head, and closes a connection that idles between two requests. It
has no time limit for the rest of a head or body, no limit on connections, and none on how long an answer waits for a
client that does not read it. Those limits are added here; see decision 0020.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hostwise.server.http.client_addresses import counted_address

MAX_HEAD_BYTES = 128 * 1024
"""Largest request line with all header fields. The application has stricter limits, and answers them by name."""

MAX_CONNECTIONS = 512
"""Most connections; a process may open 1,024 files by default."""

HEAD_SECONDS = 10
"""Time for the head of a request to arrive, from its first byte or from the connection."""

BODY_SECONDS = 20
"""Longest time in which nothing of a body arrives, and the most that it may be behind `BODY_BYTES_PER_SECOND`."""

BODY_BYTES_PER_SECOND = 32 * 1024
"""Least average speed of a body. So a longer body has more time: 64 MiB have half an hour, over a line of half a
megabit; a client that announces them and stops sending is soon cut off."""

KEEP_ALIVE_SECONDS = 75
"""Time that a connection may idle between two requests: more than the 60 s after which common proxies close it, so
that none of them sends a request on a connection that is just being closed here."""

READER_SECONDS = 30
"""Time within which some of a waiting answer has to be taken."""

_TOO_SLOW = (408, "too_slow", "The request took too long to arrive", "Send the whole request at once.")
_TOO_MANY = (503, "too_many_connections", "Too many connections", "Try again in a moment.")
_UNREADABLE = (400, "unreadable_request", "The request cannot be read", "This is not HTTP/1.1.")
_TOO_LARGE = (
    431,
    "headers_too_large",
    "The headers are too large",
    f"Request line and header fields have at most {MAX_HEAD_BYTES // 1024} KiB.",
)
_REASONS = {400: b"Bad Request", 408: b"Request Timeout", 431: b"Request Header Fields Too Large"}


class Pace:
    """Until when the next bytes of a body have to arrive: each buys time, of which there is never more than at first.

    >>> pace = Pace(now=100, seconds=20, bytes_per_second=1_000)
    >>> pace.left(110), pace.left(120)
    (10, 0)
    >>> pace.took(5_000, now=110)
    >>> pace.left(110), pace.left(125)
    (15.0, 0.0)
    >>> pace.took(10**9, now=120)
    >>> pace.left(120)
    20
    """

    def __init__(self, now: float, seconds: float, bytes_per_second: float) -> None:
        """Begin now."""
        self._seconds, self._bytes_per_second = seconds, bytes_per_second
        self.restart(now)

    def restart(self, now: float) -> None:
        """Begin again."""
        self._deadline = now + self._seconds

    def took(self, number: int, now: float) -> None:
        """Note that so many bytes have arrived."""
        self._deadline = min(self._deadline + number / self._bytes_per_second, now + self._seconds)

    def left(self, now: float) -> float:
        """Seconds that are left; 0 or less where it is too late."""
        return self._deadline - now


class LimitedProtocol(H11Protocol):
    """One connection."""

    address_connections = 0
    """Most connections of one address; 0 is no limit."""

    is_trusted: Callable[[str], bool] = staticmethod(lambda _: False)
    """Whether an address is that of a proxy, which speaks for many."""

    timer: asyncio.TimerHandle | None = None
    reader_timer: asyncio.TimerHandle | None = None
    phase: tuple[object, int, bool] | None = None
    head_began = False
    unread = 0
    address = ""
    since = 0.0
    pace: Pace | None = None

    @classmethod
    def limited(cls, address_connections: int, is_trusted: Callable[[str], bool]) -> type[LimitedProtocol]:
        """The same with a limit on the connections of an address, unless it is trusted."""
        return type(cls.__name__, (cls,), {"address_connections": address_connections, "is_trusted": is_trusted})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection; at a limit the one that has waited longest for its request or its body makes room."""
        peer = transport.get_extra_info("peername")
        self.address = counted_address(peer[0] if isinstance(peer, tuple) else None)
        others = [each for each in cast("set[LimitedProtocol]", self.connections) if not each.transport.is_closing()]
        own = [each for each in others if each.address == self.address]
        full = False
        if 0 < self.address_connections <= len(own) and not self.is_trusted(self.address):
            full = not _makes_room(own)
        elif len(others) >= MAX_CONNECTIONS:
            # Of the address that has most, so that nobody else pays for it.
            awaited = Counter(each.address for each in others if each.is_awaited)
            most = max(awaited, key=awaited.__getitem__, default=None)
            full = not _makes_room([each for each in others if each.address == most])
        super().connection_made(transport)
        if full:
            self._refuse(*_TOO_MANY)
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._stop(lost=True)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        super().data_received(data)
        if self.pace is not None:
            self.pace.took(len(data), self.loop.time())
        self.head_began = self.is_waiting
        self._watch()

    def on_response_complete(self) -> None:
        """Go on to the next request."""
        super().on_response_complete()
        self.head_began = False
        self._watch()

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """Refuse an unreadable request, with the reason."""
        hint = getattr(sys.exc_info()[1], "error_status_hint", 400)
        self._refuse(*(_TOO_LARGE if hint == 431 else _UNREADABLE))

    def pause_writing(self) -> None:
        """Wait for the reader, and see whether it reads."""
        super().pause_writing()
        self.unread = self._unread()
        self.reader_timer = self.loop.call_later(READER_SECONDS, self._reader_is_due)

    def resume_writing(self) -> None:
        """Go on."""
        super().resume_writing()
        if self.reader_timer is not None:
            self.reader_timer.cancel()
            self.reader_timer = None

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing: requests for WebSockets, which are not supported, could fill the log."""

    @property
    def is_waiting(self) -> bool:
        """Whether no request has come yet, or none since the last answer."""
        return self.conn.their_state is h11.IDLE

    @property
    def is_awaited(self) -> bool:
        """Whether the server waits for the client: for a request, or for the rest of a body that it would take."""
        return self.is_waiting or (self.conn.their_state is h11.SEND_BODY and not self._is_held_up)

    @property
    def _is_held_up(self) -> bool:
        """Whether a body does not arrive because the server does not take it yet."""
        cycle: Any = self.cycle
        return self.flow.read_paused or bool(cycle is not None and cycle.waiting_for_100_continue)

    def _watch(self) -> None:
        """Set the timer for the next head or body: one timer for each, however slowly it arrives."""
        if self.transport.is_closing():
            self._stop()
            return
        cycle: Any = self.cycle
        phase = (self.conn.their_state, id(cycle), self.head_began)
        if phase == self.phase:
            return
        self._stop()
        self.phase, self.since, self.pace = phase, self.loop.time(), None
        if self.conn.their_state is h11.SEND_BODY:
            self.pace = Pace(self.since, BODY_SECONDS, BODY_BYTES_PER_SECOND)
            self.timer = self.loop.call_later(BODY_SECONDS, self._body_is_due)
        elif self.is_waiting:
            is_kept_alive = cycle is not None and not self.head_began
            seconds = KEEP_ALIVE_SECONDS if is_kept_alive else HEAD_SECONDS
            self.timer = self.loop.call_later(seconds, self._request_is_due)

    def _stop(self, lost: bool = False) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if lost and self.reader_timer is not None:
            self.reader_timer.cancel()
            self.reader_timer = None

    def _request_is_due(self) -> None:
        self.timer = None
        if self.transport.is_closing():
            return
        if self.is_waiting and not self.head_began:
            # Nobody has asked anything.
            self.transport.close()
            return
        self._refuse(*_TOO_SLOW)

    def _body_is_due(self) -> None:
        self.timer = None
        if self.transport.is_closing() or self.pace is None:
            return
        now = self.loop.time()
        if self._is_held_up:
            self.pace.restart(now)
        left = self.pace.left(now)
        if left > 0:
            self.timer = self.loop.call_later(left, self._body_is_due)
        else:
            self._refuse(*_TOO_SLOW)

    def _reader_is_due(self) -> None:
        self.reader_timer = None
        unread = self._unread()
        if unread >= self.unread:
            self.transport.abort()
            return
        self.unread = unread
        self.reader_timer = self.loop.call_later(READER_SECONDS, self._reader_is_due)

    def _unread(self) -> int:
        return self.transport.get_write_buffer_size()

    def _refuse(self, status: int, code: str, title: str, detail: str) -> None:
        """Answer without the application, and close the connection."""
        cycle: Any = self.cycle
        answering = cycle is not None and not cycle.response_complete
        if answering:
            cycle.disconnected = True
            cycle.message_event.set()
        if not (answering and cycle.response_started):
            problem = {"type": "about:blank", "title": title, "status": status, "code": code, "detail": detail}
            body = json.dumps(problem | {"errors": []}).encode()
            fields = [
                b"HTTP/1.1 %d %s" % (status, _REASONS.get(status, b"Service Unavailable")),
                b"content-type: application/problem+json",
                b"content-length: %d" % len(body),
                b"cache-control: no-store",
                b"x-content-type-options: nosniff",
                b"connection: close",
                *([b"retry-after: 5"] if status == 503 else []),
            ]
            self.transport.write(b"\r\n".join(fields) + b"\r\n\r\n" + body)
        self._stop()
        self.transport.close()


def _makes_room(connections: Sequence[LimitedProtocol]) -> bool:
    """End the one of these that has let the server wait longest; whether there is one."""
    awaited = [each for each in connections if each.is_awaited]
    if not awaited:
        return False
    oldest = min(awaited, key=lambda each: each.since)
    oldest.connections.discard(oldest)
    oldest.transport.abort()
    return True
