"""Answers to requests that only compute: kept for a while, as the same request has the same answer, and compressed."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import Any

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.api.codings import best_coding
from hostwise.api.exchange import Disconnected, Recorder, again, body_of
from hostwise.api.problems import http_problem, respond
from hostwise.api.traits import KEPT, traits

MOST_BYTES = 64 * 1024 * 1024
"""Most bytes of all answers kept: some 900 answers about three configurations each."""

_MOST_OF_ONE = MOST_BYTES // 8
"""An answer that is larger is not kept: it would push out too many others."""

_LEAST_COMPRESSED = 1_000
"""An answer that is shorter fits a packet as it is."""

_COMPRESSED_TYPES = ("application/json", "text/")
"""What compression makes shorter: PDF and workbook are compressed already."""

_QUICK = 3
"""Level of compression: the next one takes half as long again for a twelfth less."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as it is sent; `packed` is its body compressed, None if it is sent as it is."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    packed: bytes | None

    @property
    def size(self) -> int:
        """The memory that it takes, bytes."""
        return len(self.body) + len(self.packed or b"")

    def response(self, asked: Headers) -> Response:
        """The answer for a client that said what it can unpack."""
        headers = dict(self.headers)
        if self.packed is None:
            return Response(self.body, self.status, headers)
        headers["vary"] = ", ".join(filter(None, (headers.get("vary"), "Accept-Encoding")))
        if best_coding(asked, ("gzip",)) is None:
            return Response(self.body, self.status, headers)
        return Response(self.packed, self.status, headers | {"content-encoding": "gzip"})


class Recent:
    """The answers of one application, of which those not asked for longest make room."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Begin with none."""
        self._most_bytes, self._bytes = most_bytes, 0
        self._kept: OrderedDict[bytes, Kept] = OrderedDict()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._kept)

    def find(self, key: bytes) -> Kept | None:
        """The answer to a request, if it is there."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        return kept

    def keep(self, key: bytes, answer: Kept) -> None:
        """Keep an answer."""
        if answer.size > min(_MOST_OF_ONE, self._most_bytes) or key in self._kept:
            return
        self._kept[key] = answer
        self._bytes += answer.size
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.size


class Answers:
    """Middleware that answers the same request as before from memory, and compresses what it answers.

    The innermost one: who asks, how often and how much has been checked before.
    """

    def __init__(self, app: ASGIApp, recent: Recent) -> None:
        """Wrap an application."""
        self.app, self.recent = app, recent

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it."""
        if scope["type"] != "http" or not traits(scope).get(KEPT):
            await self.app(scope, receive, send)
            return
        try:
            body = await body_of(receive)
        except Disconnected:
            return
        except HTTPException as error:
            # The body was found too large while it was read here.
            answer = respond(http_problem(error.status_code, str(error.detail)), {"Connection": "close"})
            await answer(scope, receive, send)
            return
        key = _key(scope, body)
        kept = self.recent.find(key)
        if kept is None:
            recorder = Recorder()
            if not await _while_there(self.app(scope, again(body), recorder), receive):
                return
            kept = await anyio.to_thread.run_sync(_packed, recorder)
            if kept.status == 200:
                self.recent.keep(key, kept)
        await kept.response(Headers(scope=scope))(scope, receive, send)


async def _while_there(work: Awaitable[None], receive: Receive) -> bool:
    """Do something until it is done or the client has left; whether it is done.

    Who edits a plan asks again before the answer is there, and gives up the question before. What waits then is not
    begun; a thread that computes goes on to its end.
    """
    task, left = asyncio.ensure_future(work), asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait((task, left), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        return task.done()
    finally:
        for each in (task, left):
            each.cancel()
        await asyncio.gather(task, left, return_exceptions=True)


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _key(scope: Scope, body: bytes) -> bytes:
    """What an answer rests on: address, query and body, and the kind of answer that is asked for."""
    accepted = Headers(scope=scope).get("accept", "")
    target = f"{scope['path']}?".encode() + scope["query_string"] + f"\n{accepted}\n".encode()
    return hashlib.sha256(target + body).digest()


def _packed(answer: Recorder) -> Kept:
    headers = tuple((name, value) for name, value in answer.headers if name.lower() != "content-length")
    body = bytes(answer.body)
    kind: Any = Headers(dict(headers)).get("content-type", "")
    short = len(body) < _LEAST_COMPRESSED or not kind.startswith(_COMPRESSED_TYPES)
    return Kept(answer.status, headers, body, None if short else gzip.compress(body, _QUICK, mtime=0))
