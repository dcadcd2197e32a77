"""Repeatable writes: with an `Idempotency-Key`, a POST is done once and always gets the same answer."""

from __future__ import annotations

import re
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.server.access.idempotency import Answer, KeyUsedOtherwise, Once, StillBeingWritten
from hostwise.server.api.access_check import caller_of
from hostwise.server.http.exchange import Disconnected, Recorder, again, body_of
from hostwise.server.http.problems import RESPONSES, ProblemError, refusal
from hostwise.server.http.route_metadata import REPEATABLE, traits

HEADER = "Idempotency-Key"
MAX_KEY = 200

_KEY = re.compile(rf"[\x21-\x7e]{{1,{MAX_KEY}}}")
_KEPT_HEADERS = frozenset({"content-type", "etag", "location", "cache-control"})
_PARAMETER: dict[str, Any] = {
    "name": HEADER,
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": MAX_KEY, "pattern": "^[!-~]+$"},
    "description": "A random text, such as a UUID. The same request with the same key within 24 hours "
    "is done once and answered the same, with `Idempotency-Replayed: true`.",
}

ONCE: dict[str, Any] = {REPEATABLE: True, "parameters": [_PARAMETER], "responses": {"409": RESPONSES[409]}}
"""A repeatable write; its route declares this in `openapi_extra`."""


class Idempotency:
    """Gives a repeated write with the same key its first answer."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, once for each key."""
        if scope["type"] != "http" or scope["method"] != "POST" or REPEATABLE not in traits(scope):
            await self.app(scope, receive, send)
            return
        key = Headers(scope=scope).get(HEADER)
        if key is None:
            await self.app(scope, receive, send)
            return
        try:
            response = await self._once(scope, receive, key)
        except Disconnected:
            return
        except (HTTPException, ProblemError) as error:
            # The body was found too large while it was read here, for example.
            response = refusal(error)
        await response(scope, receive, send)

    async def _once(self, scope: Scope, receive: Receive, key: str) -> Response:
        if not _KEY.fullmatch(key):
            detail = f"It must be 1 to {MAX_KEY} visible ASCII characters, such as a random UUID."
            raise ProblemError(400, "idempotency_key_malformed", f"{HEADER} cannot be read", detail)
        caller = caller_of(scope)
        body = await body_of(receive)
        target = f"{scope['method']} {scope['path']}?".encode() + scope["query_string"] + b"\n"
        once: Once = scope["app"].state.once
        recorder = Recorder()
        try:
            async with once.writing(caller.token_id or "" if caller else "", key, target + body) as writing:
                if writing.replayed is None:
                    await self.app(scope, again(body), recorder)
                    if recorder.status < 400:
                        writing.answer = _kept(recorder)
        except KeyUsedOtherwise as error:
            detail = "This key was used with another request. Nothing was saved; use a new key for a new write."
            raise ProblemError(
                422, "idempotency_key_reused", "The key was used with another request", detail
            ) from error
        except StillBeingWritten as error:
            detail = "The first request with this key is still running. Repeat this one in a moment."
            problem = ProblemError(409, "idempotency_key_in_use", "The same request is running", detail)
            raise problem.with_headers({"Retry-After": "1"}) from error
        if writing.replayed is not None:
            headers = dict(writing.replayed.headers) | {"Idempotency-Replayed": "true"}
            return Response(writing.replayed.body, writing.replayed.status, headers)
        return recorder.response()


def _kept(recorder: Recorder) -> Answer:
    headers = [(name, value) for name, value in recorder.headers if name.lower() in _KEPT_HEADERS]
    return Answer(recorder.status, headers, bytes(recorder.body))
