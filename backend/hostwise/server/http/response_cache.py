"""A cache of responses in memory: a request that only computes has the same response each time.

A GET gets an ETag of its bytes, and 304 where the client has them already. This is our own because the key must contain
the body of a POST, which caches for HTTP do not cache; decision 0039 has what it saves.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.plan.former_names import HEADER as NAMES
from hostwise.server.http.compression import GZIP, best_coding
from hostwise.server.http.entity_tags import tagged
from hostwise.server.http.problems import ProblemError, refusal
from hostwise.server.http.route_metadata import CACHED, route_metadata

MOST_BYTES = 64 * 1024 * 1024
"""Most bytes of all responses: some 900 about three configurations each."""

_MOST_OF_ONE = MOST_BYTES // 8
"""A larger response is not cached: it would push out too many others."""

_BESIDES = 1024
"""Bytes of a response beside its body: key, headers and the objects that hold them (some 900, measured)."""


@dataclass(slots=True)
class RecordedResponse:
    """A response as an application sends it."""

    status: int = 500
    headers: list[tuple[str, str]] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)

    async def __call__(self, message: Message) -> None:
        """Take a part of the response."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message["headers"]]
        elif message["type"] == "http.response.body":
            self.body += message.get("body", b"")

    def response(self) -> Response:
        """The response, to be sent."""
        headers = {name: value for name, value in self.headers if name.lower() != "content-length"}
        return Response(bytes(self.body), self.status, headers)


class CachedResponses:
    """The cached responses of one application; the least recently used ones make room."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Begin empty."""
        self._most_bytes, self._bytes = most_bytes, 0
        self._kept: OrderedDict[bytes, RecordedResponse] = OrderedDict()

    def __len__(self) -> int:
        """Number of responses."""
        return len(self._kept)

    def find(self, key: bytes) -> RecordedResponse | None:
        """The response to a request, if it is cached."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        return kept

    def keep(self, key: bytes, answer: RecordedResponse) -> None:
        """Cache a response, unless it is too large."""
        if len(answer.body) > min(_MOST_OF_ONE, self._most_bytes) or key in self._kept:
            return
        self._kept[key] = answer
        self._bytes += _size(answer)
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= _size(oldest)


def _size(answer: RecordedResponse) -> int:
    return len(answer.body) + _BESIDES


class ResponseCache:
    """Middleware that answers a repeated request from the cache.

    Access, rates and sizes are checked before it; what it caches is compressed already.
    """

    def __init__(self, app: ASGIApp, responses: CachedResponses) -> None:
        """Wrap an application."""
        self.app, self.responses = app, responses

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http" or not route_metadata(scope).get(CACHED):
            await self.app(scope, receive, send)
            return
        try:
            body = await Request(scope, receive).body()
        except ClientDisconnect:
            return
        except (HTTPException, ProblemError) as error:
            # The body was found too large while it was read here, or there is no room for it.
            await refusal(error)(scope, receive, send)
            return
        key = _key(scope, body)
        answer = self.responses.find(key)
        if answer is None:
            answer = RecordedResponse()
            if not await while_there(self.app(scope, replayed(body), answer), receive):
                return
            if answer.status == 200:
                self.responses.keep(key, answer)
        response = answer.response()
        if scope["method"] == "GET" and answer.status == 200:
            tag = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
            response = tagged(response, tag, Headers(scope=scope).get("if-none-match"))
        await response(scope, receive, send)


async def while_there(work: Awaitable[None], receive: Receive) -> bool:
    """Do work until it is done or the client has disconnected; whether it is done.

    Clients abort superseded requests: after each edit of a plan they ask again. Aborted work that still waits does not
    begin; a thread that computes runs to its end.
    """
    task, left = asyncio.ensure_future(work), asyncio.ensure_future(_disconnected(receive))
    try:
        await asyncio.wait((task, left), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        return task.done()
    finally:
        for each in (task, left):
            each.cancel()
        await asyncio.gather(task, left, return_exceptions=True)


def replayed(body: bytes) -> Receive:
    """A body that was read, to be read again."""

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    return receive


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _key(scope: Scope, body: bytes) -> bytes:
    """Hash of all that a response depends on: address, query, body, and the accepted media type, names and coding."""
    headers = Headers(scope=scope)
    form = f"{headers.get('accept', '')}\n{headers.get(NAMES, '')}\n{best_coding(headers, (GZIP,))}"
    target = f"{scope['path']}?".encode() + scope["query_string"] + f"\n{form}\n".encode()
    return hashlib.sha256(target + body).digest()
