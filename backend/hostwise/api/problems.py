"""Errors as RFC 9457 problem details: a stable code, plain words, and a JSON pointer to every bad field."""

from __future__ import annotations

import difflib
import types
import typing
from collections.abc import Sequence
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

log = structlog.get_logger(__name__)

MEDIA_TYPE = "application/problem+json"


class FieldProblem(BaseModel):
    """One thing wrong with the input."""

    pointer: str = Field(description="JSON pointer to the field in the body, or the parameter's name.")
    code: str = Field(description="Stable code of the kind of mistake.")
    message: str
    hint: str | None = Field(None, description="What was probably meant.")
    limit: float | None = Field(None, description="The bound that the value breaks, where there is one.")


class Problem(BaseModel):
    """Problem details (RFC 9457)."""

    type: str = Field("about:blank", description="Always about:blank; the code tells the kind.")
    title: str
    status: int
    code: str = Field(description="Stable code of the problem.")
    detail: str
    errors: list[FieldProblem] = Field(default_factory=list)


class ProblemError(Exception):
    """Raised by routes; answered as a problem."""

    def __init__(
        self, status: int, code: str, title: str, detail: str, errors: Sequence[FieldProblem] = (), **headers: str
    ) -> None:
        """Say what is wrong; `headers` are added to the answer."""
        super().__init__(detail)
        self.problem = Problem(title=title, status=status, code=code, detail=detail, errors=list(errors))
        self.headers = headers


def respond(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer for a problem."""
    return JSONResponse(
        problem.model_dump(exclude_none=True), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers
    )


_HTTP = {
    400: ("unreadable_request", "The request cannot be read"),
    404: ("not_found", "Not found"),
    405: ("method_not_allowed", "Method not allowed"),
    413: ("body_too_large", "The body is too large"),
}


def http_problem(status: int, detail: str) -> Problem:
    """The problem for a plain HTTP status."""
    code, title = _HTTP.get(status, (f"http_{status}", "The request cannot be served"))
    return Problem(title=title, status=status, code=code, detail=detail)


RESPONSES: dict[int | str, dict[str, Any]] = {
    code: {
        "description": description,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for code, description in {
        400: "The request cannot be read.",
        404: "There is no such thing.",
        412: "The plan has changed since it was read; nothing was saved.",
        413: "The body is too large.",
        422: "The input is wrong: every bad field is named.",
        428: "A save needs the If-Match header.",
        503: "The database does not answer.",
    }.items()
}


def responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The problem answers of a route, for OpenAPI."""
    return {code: RESPONSES[code] for code in codes}


def pointer_of(location: Sequence[int | str]) -> str:
    """A JSON pointer (RFC 6901) from the parts of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in location)


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The pydantic models that an annotation may hold, seen through unions, tuples, lists and Annotated."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    if typing.get_origin(annotation) in (typing.Annotated, tuple, list, dict, typing.Union, types.UnionType):
        return [model for part in typing.get_args(annotation) for model in _models(part)]
    return []


def _known_keys(model: type[BaseModel], location: Sequence[int | str]) -> list[str]:
    """The keys allowed in the object at a location of a document."""
    models = [model]
    for part in location:
        if isinstance(part, str):
            fields = [each.model_fields[part].annotation for each in models if part in each.model_fields]
            models = [found for annotation in fields for found in _models(annotation)] or models
    return sorted({key for each in models for key in each.model_fields})


_BOUNDS = frozenset({"gt", "ge", "lt", "le", "min_length", "max_length"})
_MESSAGES = {
    "missing": "This field is needed.",
    "greater_than": "Must be more than {limit}.",
    "greater_than_equal": "Must be at least {limit}.",
    "less_than": "Must be less than {limit}.",
    "less_than_equal": "Must be at most {limit}.",
    "too_short": "At least {limit} is needed.",
    "too_long": "At most {limit} are allowed.",
    "string_too_short": "Must not be empty.",
    "string_too_long": "Must have at most {limit} characters.",
    "int_parsing": "Must be a whole number.",
    "int_type": "Must be a whole number.",
    "int_from_float": "Must be a whole number.",
    "float_parsing": "Must be a number.",
    "float_type": "Must be a number.",
    "bool_parsing": "Must be true or false.",
    "bool_type": "Must be true or false.",
    "finite_number": "Must be a finite number.",
}
"""What is wrong in the words of who fills in a field; other kinds keep the validator's."""


def field_problems(errors: Sequence[Any], body: type[BaseModel] | None) -> list[FieldProblem]:
    """The mistakes of a validation, each at its field, with the nearest known key for an unknown one."""
    found = []
    for error in errors:
        location = list(error["loc"])
        if location and location[0] in ("body", "query", "path", "header"):
            location = location[1:]
        message, hint = error["msg"].removeprefix("Value error, "), None
        limit = next((value for key, value in error.get("ctx", {}).items() if key in _BOUNDS), None)
        if error["type"] in _MESSAGES:
            message = _MESSAGES[error["type"]].format(limit="" if limit is None else f"{limit:,}")
        if error["type"] == "extra_forbidden":
            message = f"Unknown key {location[-1]!r}."
            near = difflib.get_close_matches(str(location[-1]), _known_keys(body, location[:-1]) if body else [], n=1)
            hint = f"Did you mean {near[0]!r}?" if near else None
        if error["type"] == "json_invalid":
            location, message = [], f"This is not JSON: {error.get('ctx', {}).get('error', 'it cannot be read')}."
        found.append(
            FieldProblem(pointer=pointer_of(location), code=error["type"], message=message, hint=hint, limit=limit)
        )
    # A list whose items are wrong is also reported as too short: the items are what is wrong.
    return [
        each
        for each in found
        if each.code != "too_short" or not any(other.pointer.startswith(each.pointer + "/") for other in found)
    ]


def _body_model(request: Request) -> type[BaseModel] | None:
    body = getattr(request.scope.get("route"), "body_field", None)
    models = _models(body.field_info.annotation) if body is not None else []
    return models[0] if models else None


def install(app: FastAPI) -> None:
    """Answer every error of the application as a problem."""

    @app.exception_handler(ProblemError)
    async def _problem(_: Request, error: ProblemError) -> JSONResponse:
        return respond(error.problem, error.headers)

    @app.exception_handler(RequestValidationError)
    async def _invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        errors = field_problems(error.errors(), _body_model(request))
        count = "1 field is" if len(errors) == 1 else f"{len(errors)} fields are"
        return respond(
            Problem(
                title="The input is wrong",
                status=422,
                code="invalid_input",
                detail=f"{count} wrong; nothing was computed or saved.",
                errors=errors,
            )
        )

    @app.exception_handler(HTTPException)
    async def _http(_: Request, error: HTTPException) -> JSONResponse:
        detail = "There is nothing at this address." if error.status_code == 404 else str(error.detail)
        return respond(http_problem(error.status_code, detail), dict(error.headers or {}))

    @app.exception_handler(Exception)
    async def _defect(request: Request, error: Exception) -> JSONResponse:
        log.error("defect", path=request.url.path, exc_info=error)
        return respond(
            Problem(
                title="Something broke",
                status=500,
                code="internal_error",
                detail="This is a defect of Hostwise. Nothing was saved; the log has the details.",
            )
        )
