"""Bodies of requests: which kinds are read, and their reading, elsewhere than on the loop, with a limit on mistakes."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from email.message import Message as MediaType
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, get_args, get_origin

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Receive, Scope, Send

from hostwise.plan.reading import UnreadablePlan, json_values, models_in, validated
from hostwise.server.http.problems import (
    FieldProblem,
    ProblemError,
    http_problem,
    invalid_input,
    respond,
    unreadable_plan,
)
from hostwise.server.http.route_metadata import is_of_the_api, traits
from hostwise.server.workers.pools import Pools

JSON = "application/json"

ModelT = TypeVar("ModelT", bound=BaseModel)
P = ParamSpec("P")
T = TypeVar("T")


class ContentTypes:
    """Refuses a body of a kind that the route does not read.

    A browser sends a form or plain text to another site without asking it first, and JSON only if that site agrees.
    So a page elsewhere cannot send anything here that is read.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer 415."""
        if is_of_the_api(scope):
            headers = Headers(scope=scope)
            body = traits(scope).get("requestBody", {})
            read = tuple(body.get("content", {})) or (JSON,)
            if has_body(headers) and not _is_read(headers, read):
                text = f"A body here is {' or '.join(read)}, in UTF-8 and not compressed; Content-Type has to say so."
                await respond(http_problem(415, text), {"Accept": ", ".join(read)})(scope, receive, send)
                return
        await self.app(scope, receive, send)


def has_body(headers: Headers) -> bool:
    """Whether a request has a body that is not empty."""
    return headers.get("content-length", "0").strip("0") != "" or "transfer-encoding" in headers


def _is_read(headers: Headers, read: tuple[str, ...]) -> bool:
    kind = MediaType()
    kind["content-type"] = headers.get("content-type", "text/plain")
    plain = headers.get("content-encoding", "identity").lower() == "identity"
    return plain and kind.get_content_type() in read and str(kind.get_param("charset", "utf-8")).lower() == "utf-8"


class Sent(Generic[ModelT]):
    """A body that is read where something is computed from it: a large one takes as long as a small evaluation.

    To the framework it is the object that it holds.
    """

    def __init__(self, body: bytes, model: type[ModelT]) -> None:
        """Take what was sent, and what it should be."""
        self.body, self.model = body, model

    def read(self) -> ModelT:
        """The object; raises `ProblemError` with all mistakes."""
        try:
            return validated(loaded(self.body), self.model, from_request=True)
        except UnreadablePlan as error:
            raise unreadable_plan(error) from error

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """What the API's description says of it, and that nothing is left to check."""
        return core_schema.json_or_python_schema(handler(*get_args(source)), core_schema.is_instance_schema(cls))


def of_body(sent: Sent[ModelT], work: Callable[Concatenate[ModelT, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What work makes of a body that is read first."""
    return work(sent.read(), *args, **kwargs)


class BodyRoute(APIRoute):
    """A route whose body is read before the framework sees it, which would do that on the loop.

    It is read in a thread, or later, if the route takes it as it was sent. The framework gets an object, which it takes
    as it is.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler of the framework, behind the reading."""
        handle = super().get_route_handler()
        kind = self.body_field.field_info.annotation if self.body_field is not None else None
        is_read_later = get_origin(kind) is Sent
        models = models_in(*get_args(kind)) if is_read_later else models_in(kind)
        if not models:
            return handle
        (model,) = models

        async def read_and_handle(request: Request) -> Response:
            try:
                body = await request.body()
            except ClientDisconnect as error:
                raise HTTPException(400, "The connection broke off.") from error
            if not body:
                return await handle(request)
            sent = Sent(body, model)
            pools: Pools = request.app.state.pools
            document = sent if is_read_later else await pools.reading.run(sent.read)
            return await handle(_ReadRequest(request.scope, body, document))

        return read_and_handle


def body_router(**options: Any) -> APIRouter:
    """A router of routes whose bodies are read elsewhere than on the loop."""
    return APIRouter(route_class=BodyRoute, **options)


class _ReadRequest(Request):
    """A request whose body is there."""

    def __init__(self, scope: Scope, body: bytes, document: object) -> None:
        super().__init__(scope)
        self._read, self._document = body, document

    async def body(self) -> bytes:
        return self._read

    async def json(self) -> Any:
        return self._document


def loaded(body: bytes) -> Any:
    """The JSON values of a body, or the problem that it is not JSON; raises `UnreadablePlan` for a repeated key."""
    try:
        return json_values(body)
    except UnreadablePlan:
        raise
    except json.JSONDecodeError as error:
        text = f"This is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        raise invalid_input([FieldProblem(pointer="", code="json_invalid", message=text)]) from error
    except (ValueError, RecursionError) as error:
        # Bytes that are not UTF-8, a number of thousands of digits, brackets within brackets within brackets.
        text = "This is not UTF-8." if isinstance(error, UnicodeDecodeError) else "This cannot be read as JSON."
        raise ProblemError(400, "unreadable_request", "The request cannot be read", text) from error
