"""Answers to requests that only compute: kept for a while, as the same request has the same answer.

A GET is answered with a tag of its bytes, and with 304 where the client has them already.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.server.http.compression import GZIP, best_coding
from hostwise.server.http.entity_tags import tagged
from hostwise.server.http.exchange import Disconnected, Recorder, again, body_of
from hostwise.server.http.problems import ProblemError, refusal
from hostwise.server.http.route_metadata import KEPT, traits

MOST_BYTES = 64 * 1024 * 1024
"""Most bytes of all answers kept: some 900 answers about three configurations each."""

_MOST_OF_ONE = MOST_BYTES // 8
"""An answer that is larger is not kept: it would push out too many others."""

_BESIDES = 1024
"""Bytes of an answer beside its body: its key, its headers and the objects that hold them (some 900, measured)."""


class Recent:
    """The answers of one application, of which those not asked for longest make room."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        """Begin with none."""
        self._most_bytes, self._bytes = most_bytes, 0
        self._kept: OrderedDict[bytes, Recorder] = OrderedDict()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._kept)

    def find(self, key: bytes) -> Recorder | None:
        """The answer to a request, if it is there."""
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
        return kept

    def keep(self, key: bytes, answer: Recorder) -> None:
        """Keep an answer."""
        if len(answer.body) > min(_MOST_OF_ONE, self._most_bytes) or key in self._kept:
            return
        self._kept[key] = answer
        self._bytes += _size(answer)
        while self._bytes > self._most_bytes:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= _size(oldest)


def _size(answer: Recorder) -> int:
    return len(answer.body) + _BESIDES


class Answers:
    """Middleware that answers the same request as before from memory.

    Who asks, how often and how much has been checked before it; what it keeps is compressed already.
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
        except (HTTPException, ProblemError) as error:
            # The body was found too large while it was read here, or there is no room for it.
            await refusal(error)(scope, receive, send)
            return
        key = _key(scope, body)
        answer = self.recent.find(key)
        if answer is None:
            answer = Recorder()
            if not await _while_there(self.app(scope, again(body), answer), receive):
                return
            if answer.status == 200:
                self.recent.keep(key, answer)
        response = answer.response()
        if scope["method"] == "GET" and answer.status == 200:
            tag = f'"{hashlib.sha256(response.body).hexdigest()[:32]}"'
            response = tagged(response, tag, Headers(scope=scope).get("if-none-match"))
        await response(scope, receive, send)


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
    """What an answer rests on: address, query and body, and the kind and coding of the answer that is asked for."""
    headers = Headers(scope=scope)
    form = f"{headers.get('accept', '')}\n{best_coding(headers, (GZIP,))}"
    target = f"{scope['path']}?".encode() + scope["query_string"] + f"\n{form}\n".encode()
    return hashlib.sha256(target + body).digest()
