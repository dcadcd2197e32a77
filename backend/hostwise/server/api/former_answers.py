"""Answers with the names of an earlier version, for requests with the header `Hostwise-Names: 0.2`."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, urlencode

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.plan.former_names import CURRENT, HEADER, current_query, is_former
from hostwise.plan.renaming import with_former_names
from hostwise.server.http.problems import Problem
from hostwise.server.http.response_cache import RecordedResponse
from hostwise.server.http.route_metadata import API

_JSON = ("application/json", "application/problem+json")
_LINES = "application/x-ndjson"
_FORMER = "0.2"


class FormerAnswers:
    """Middleware that says which names an answer has, and answers with former names where a request asks for them.

    Query parameters are read by their former names, too, as documents are where they are validated.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http" or not scope["path"].startswith(API):
            await self.app(scope, receive, send)
            return
        given = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if given != (current := current_query(given)):
            scope["query_string"] = urlencode(current).encode()
        if is_former(Headers(scope=scope).get(HEADER)):
            await self._former(scope, receive, send)
        else:
            await self.app(scope, receive, _named(send, CURRENT))

    async def _former(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The whole answer is needed before its first name is written; one in lines is sent line by line."""
        answer, passed_on = RecordedResponse(), send
        is_whole = False

        async def take(message: Message) -> None:
            nonlocal is_whole, passed_on
            if message["type"] == "http.response.start":
                kind = Headers(raw=message["headers"]).get("content-type", "").partition(";")[0]
                is_whole = kind in _JSON
                if kind == _LINES and (model := _answered_with(scope)) is not None:
                    passed_on = _by_line(_named(send, _FORMER), model)
            await (answer(message) if is_whole else passed_on(message))

        await self.app(scope, receive, take)
        if not is_whole:
            return
        model = Problem if answer.status >= 400 else _answered_with(scope)
        if model is not None and answer.body:
            answer.body = bytearray(await to_thread.run_sync(_translated, bytes(answer.body), model))
        await answer.response()(scope, receive, _named(send, _FORMER))


def _answered_with(scope: Scope) -> Any:
    """The model of what a route answers with, of an answer in lines that of each."""
    return getattr(scope.get("route"), "response_model", None)


def _by_line(send: Send, model: Any) -> Send:
    """Write each line of an answer with the former names, as soon as it is complete."""
    begun = b""

    async def translated(message: Message) -> None:
        nonlocal begun
        if message["type"] == "http.response.body":
            *lines, begun = (begun + message.get("body", b"")).split(b"\n")
            if not message.get("more_body", False) and begun:
                lines, begun = [*lines, begun], b""
            body = [await to_thread.run_sync(_translated, line, model) + b"\n" for line in lines if line]
            message = {**message, "body": b"".join(body)}
        await send(message)

    return translated


def _translated(body: bytes, model: Any) -> bytes:
    document = with_former_names(json.loads(body), model)
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _named(send: Send, version: str) -> Send:
    async def named(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers[HEADER] = version
            headers.add_vary_header(HEADER)
        await send(message)

    return named
