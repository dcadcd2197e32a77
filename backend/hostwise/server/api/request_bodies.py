"""Bodies of requests are parsed away from the event loop, with a limit on the mistakes that are listed."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar, get_args, get_origin

from fastapi import APIRouter, Request, Response
from fastapi.routing import APIRoute
from pydantic import BaseModel, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import Scope

from hostwise.plan.reading import UnreadablePlan, json_values, models_in, validated
from hostwise.server.http.problems import (
    FieldProblem,
    ProblemError,
    invalid_input,
    unreadable_plan,
)
from hostwise.server.workers.pools import Pools

ModelT = TypeVar("ModelT", bound=BaseModel)
P = ParamSpec("P")
T = TypeVar("T")


class UnparsedBody(Generic[ModelT]):
    """A body that is parsed in the process that computes from it: a large one takes as long as a small evaluation.

    FastAPI treats it as the parsed model.
    """

    def __init__(self, body: bytes, model: type[ModelT]) -> None:
        """Take the body, and the model to parse it as."""
        self.body, self.model = body, model

    def read(self) -> ModelT:
        """The object; raises `ProblemError` with all mistakes."""
        try:
            return validated(loaded(self.body), self.model, from_request=True)
        except UnreadablePlan as error:
            raise unreadable_plan(error) from error

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The schema of the model for OpenAPI; at run time only an instance check."""
        return core_schema.json_or_python_schema(handler(*get_args(source)), core_schema.is_instance_schema(cls))


def with_parsed_body(
    sent: UnparsedBody[ModelT], work: Callable[Concatenate[ModelT, P], T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Parse a body and do work with it."""
    return work(sent.read(), *args, **kwargs)


class BodyRoute(APIRoute):
    """A route whose body is parsed before FastAPI sees it, which would do so on the event loop.

    It is parsed in a thread, or later if the route takes it as `UnparsedBody`. FastAPI uses the parsed model as it is.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """FastAPI's handler, after the body was read."""
        handle = super().get_route_handler()
        kind = self.body_field.field_info.annotation if self.body_field is not None else None
        is_read_later = get_origin(kind) is UnparsedBody
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
            sent = UnparsedBody(body, model)
            pools: Pools = request.app.state.pools
            document = sent if is_read_later else await pools.reading.run(sent.read)
            return await handle(_ReadRequest(request.scope, body, document))

        return read_and_handle


def body_router(**options: Any) -> APIRouter:
    """A router whose routes are `BodyRoute`s."""
    return APIRouter(route_class=BodyRoute, **options)


class _ReadRequest(Request):
    """A request whose body was read and parsed."""

    def __init__(self, scope: Scope, body: bytes, document: object) -> None:
        super().__init__(scope)
        self._read, self._document = body, document

    async def body(self) -> bytes:
        return self._read

    async def json(self) -> Any:
        return self._document


def loaded(body: bytes, *, checked: bool = True) -> Any:
    """The JSON values of a body, or the problem that it is not JSON.

    Args:
        body: the body.
        checked: whether its values are checked, see `hostwise.plan.reading.check_values`.

    Raises:
        ProblemError: it is not JSON.
        UnreadablePlan: a key is repeated, or a value cannot be kept.
    """
    try:
        return json_values(body, checked=checked)
    except UnreadablePlan:
        raise
    except json.JSONDecodeError as error:
        text = f"This is not JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        raise invalid_input([FieldProblem(pointer="", code="json_invalid", message=text)]) from error
    except (ValueError, RecursionError) as error:
        # Bytes that are not UTF-8, a number of thousands of digits, brackets within brackets within brackets.
        text = "This is not UTF-8." if isinstance(error, UnicodeDecodeError) else "This cannot be read as JSON."
        raise ProblemError(400, "unreadable_request", "The request cannot be read", text) from error
