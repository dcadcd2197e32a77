"""MCP, the Model Context Protocol: the API as tools of language models, at one address.

The library is loaded with the first request: it takes a second and 25 MB, which most installations never need.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.plan.reading import UnreadablePlan, json_values
from hostwise.server.api.access_check import admitted
from hostwise.server.api.error_responses import not_ready
from hostwise.server.http.response_cache import replayed, while_there
from hostwise.server.http.route_metadata import MCP, TOKEN_SCOPE

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

router = APIRouter(dependencies=[Depends(admitted)])


class McpServer:
    """The server of MCP in an application: it starts with the first request, and ends with the application."""

    def __init__(self, state: State) -> None:
        """Use the services of an application."""
        self._state = state
        self._wanted: asyncio.Event | None = None
        self._started: asyncio.Future[StreamableHTTPSessionManager] | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """While this is open, requests are answered."""
        self._wanted, self._started = asyncio.Event(), asyncio.get_running_loop().create_future()
        serving = asyncio.create_task(self._serve(self._wanted, self._started))
        try:
            yield
        finally:
            self._wanted = self._started = None
            serving.cancel()
            await asyncio.wait({serving})

    async def sessions(self) -> StreamableHTTPSessionManager:
        """What answers requests, started if need be."""
        if self._wanted is None or self._started is None:
            raise not_ready("Hostwise is starting or ending.")
        self._wanted.set()
        # A client that leaves meanwhile does not stop it for others.
        return await asyncio.shield(self._started)

    async def _serve(self, wanted: asyncio.Event, started: asyncio.Future[StreamableHTTPSessionManager]) -> None:
        """Start when wanted, and wait for the end: one task has to open and to close what the library opens."""
        await wanted.wait()
        try:
            sessions = await asyncio.to_thread(_loaded, self._state)
            async with sessions.run():
                started.set_result(sessions)
                await asyncio.Event().wait()
        except Exception as error:
            if started.done():
                raise
            started.set_exception(error)


def _loaded(state: State) -> StreamableHTTPSessionManager:
    from hostwise.server.api.mcp_tools import sessions

    return sessions(state)


class _AnsweredBy(Response):
    """The response of another application to the same request; it computes as long as its client is there."""

    def __init__(self, app: ASGIApp, asked: bytes) -> None:
        super().__init__()
        self._app, self._asked = app, asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await while_there(self._app(scope, replayed(self._asked), send), receive)


# Every tool only computes and reads, as routes do that a read token may call.
@router.api_route(MCP, methods=["DELETE", "GET", "POST"], include_in_schema=False, openapi_extra={TOKEN_SCOPE: "read"})
async def mcp(request: Request) -> Response:
    """Answer one message of a client. There are no sessions: none to listen to, and none to end."""
    if request.method != "POST":
        raise HTTPException(405, "Messages of MCP are sent with POST.", {"Allow": "POST"})
    body = await request.body()
    if wrong := await asyncio.to_thread(_mistake, body):
        return JSONResponse({"jsonrpc": "2.0", "id": None, "error": {"code": -32602, "message": wrong}}, 400)
    server: McpServer = request.app.state.mcp
    return _AnsweredBy((await server.sessions()).asgi_app, body)


_MOST_NAME = 200
"""Characters of what the library repeats in its answers: the id of a message, its method, and what it names."""


def _mistake(body: bytes) -> str | None:
    """What is wrong with a message that the library would answer badly; what is no JSON it refuses itself.

    It computes with numbers beyond all floats, and repeats names of any length.
    """
    try:
        message = json_values(body)
    except UnreadablePlan as error:
        first = error.mistakes[0]
        return f"{first.pointer}: {first.message}"
    except (ValueError, RecursionError):
        return None
    for one in message if isinstance(message, list) else [message]:
        about = one if isinstance(one, dict) else {}
        params = about.get("params")
        named = {"/id": about.get("id"), "/method": about.get("method")}
        if isinstance(params, dict):
            named |= {f"/params/{each}": params.get(each) for each in ("name", "uri")}
        for pointer, text in named.items():
            if isinstance(text, str) and len(text) > _MOST_NAME:
                return f"{pointer}: Must have at most {_MOST_NAME} characters."
    return None
