"""Errors as RFC 9457 problem details: a stable code, plain words, and a JSON pointer to every bad field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException
from starlette.routing import Match

from hostwise.plan.reading import MOST_MISTAKES, UnreadablePlan, field_mistakes, shortened

MEDIA_TYPE = "application/problem+json"


class FieldProblem(BaseModel):
    """One mistake in the input."""

    pointer: str = Field(description="JSON pointer to the field in the body, or the parameter's name.")
    code: str = Field(description="Stable code of the kind of mistake.")
    message: str
    hint: str | None = Field(None, description="The probable intention.")
    limit: float | None = Field(None, description="The bound that the value breaks, if any.")


class Problem(BaseModel):
    """Problem details (RFC 9457)."""

    type: str = Field("about:blank", description="Always about:blank; the code tells the kind.")
    title: str
    status: int
    code: str = Field(description="Stable code of the problem.")
    detail: str
    errors: list[FieldProblem] = Field(
        default_factory=list, description=f"The mistakes in the input; at most {MOST_MISTAKES} are listed."
    )
    errors_left_out: int | None = Field(None, description="Number of further mistakes; absent if all are listed.")


class ProblemError(Exception):
    """Raised by routes; answered as a problem."""

    def __init__(
        self,
        status: int,
        code: str,
        title: str,
        detail: str,
        errors: Sequence[FieldProblem] = (),
        left_out: int = 0,
        **headers: str,
    ) -> None:
        """Describe the problem; `headers` are added to the answer, and mistakes beyond the limit are only counted."""
        listed = [_shown(each) for each in errors[:MOST_MISTAKES]]
        left_out += len(errors) - len(listed)
        if left_out:
            detail = f"{detail} The first {len(listed)} mistakes are listed, and {left_out} more."
        super().__init__(detail)
        self.problem = Problem(
            title=title, status=status, code=code, detail=detail, errors=listed, errors_left_out=left_out or None
        )
        self.headers = headers

    def __reduce__(self) -> tuple[Any, ...]:
        """Sent from a process, it is the same problem."""
        return _problem_error, (self.problem, self.headers)

    def with_headers(self, headers: Mapping[str, str]) -> Self:
        """The same problem with more headers."""
        self.headers |= headers
        return self


def refused_for_now(code: str, title: str, detail: str, seconds: int) -> ProblemError:
    """The problem 503 for a request that may be repeated after so many seconds."""
    problem = ProblemError(503, code, title, f"{detail} Nothing was computed or saved.")
    return problem.with_headers({"Retry-After": str(seconds)})


def _problem_error(problem: Problem, headers: dict[str, str]) -> ProblemError:
    error = ProblemError(problem.status, problem.code, problem.title, problem.detail).with_headers(headers)
    error.problem = problem
    return error


def _shown(problem: FieldProblem) -> FieldProblem:
    """A mistake with no more of the sender's text than can be shown, and none that cannot be written."""
    pointer, message = shortened(problem.pointer, _MOST_POINTER), shortened(problem.message, _MOST_TEXT)
    hint = None if problem.hint is None else shortened(problem.hint, _MOST_TEXT)
    return problem.model_copy(update={"pointer": pointer, "message": message, "hint": hint})


_MOST_POINTER, _MOST_TEXT = 1_000, 500


def respond(problem: Problem, headers: dict[str, str] | None = None) -> JSONResponse:
    """The answer for a problem."""
    return JSONResponse(
        problem.model_dump(exclude_none=True), status_code=problem.status, media_type=MEDIA_TYPE, headers=headers
    )


def refusal(error: HTTPException | ProblemError) -> JSONResponse:
    """The response for an error that is raised within a middleware instead of a route."""
    if isinstance(error, ProblemError):
        return respond(error.problem, error.headers)
    return respond(http_problem(error.status_code, str(error.detail)), {"Connection": "close"})


_HTTP = {
    400: ("unreadable_request", "The request cannot be read"),
    404: ("not_found", "Not found"),
    405: ("method_not_allowed", "Method not allowed"),
    408: ("too_slow", "The request took too long to arrive"),
    413: ("body_too_large", "The body is too large"),
    414: ("address_too_long", "The address is too long"),
    415: ("unsupported_media_type", "This kind of body is not read"),
    431: ("headers_too_large", "The headers are too large"),
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
        401: "A valid token is required.",
        403: "The token, or the page that sent the request, is not allowed to do this.",
        404: "Not found.",
        409: "The request conflicts with the current state; nothing was saved.",
        412: "The plan has changed since it was read; nothing was saved.",
        413: "The body is too large.",
        415: "The body is of a kind that is not read here.",
        421: "The installation is not known by the name in the header Host.",
        422: "The input is wrong: every bad field is named.",
        428: "A save needs the If-Match header.",
        429: "Too many requests in this time, or too much computing for them.",
        503: "Too busy, or the database does not answer; Retry-After says when to try again.",
    }.items()
}


def responses(*codes: int) -> dict[int | str, dict[str, Any]]:
    """The problem answers of a route, for OpenAPI."""
    return {code: RESPONSES[code] for code in codes}


def field_problems(errors: Sequence[Any]) -> list[FieldProblem]:
    """The mistakes in the address and the headers of a request, each at its parameter."""
    within = [dict(each) | {"loc": each["loc"][1:] if each["loc"][:1] in _PARTS else each["loc"]} for each in errors]
    return [FieldProblem(**mistake._asdict()) for mistake in field_mistakes(within, None)]


_PARTS = frozenset({("body",), ("query",), ("path",), ("header",)})
"""The first part of a location in a request's validation."""


def unreadable_plan(error: UnreadablePlan) -> ProblemError:
    """The problem for a document that cannot be read."""
    return invalid_input([FieldProblem(**mistake._asdict()) for mistake in error.mistakes], error.left_out)


def invalid_input(errors: Sequence[FieldProblem], left_out: int = 0) -> ProblemError:
    """The problem for input with these mistakes, and so many more."""
    total = len(errors) + left_out
    count = "1 field is" if total == 1 else f"{total} fields are"
    detail = f"{count} wrong; nothing was computed or saved."
    return ProblemError(422, "invalid_input", "The input is wrong", detail, errors, left_out)


def defect() -> Problem:
    """The problem for a defect of Hostwise."""
    return Problem(
        title="Internal error",
        status=500,
        code="internal_error",
        detail="This is a defect of Hostwise. Nothing was saved; the log has the details, under the id that the header "
        "X-Request-ID holds.",
    )


def install(app: FastAPI) -> None:
    """Answer every error of the application as a problem."""

    @app.exception_handler(ProblemError)
    async def _problem(_: Request, error: ProblemError) -> JSONResponse:
        return respond(error.problem, error.headers)

    @app.exception_handler(RequestValidationError)
    async def _invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        # Bodies are read before this validation, see `hostwise.server.api.request_bodies`.
        return respond(invalid_input(field_problems(error.errors())).problem)

    @app.exception_handler(HTTPException)
    async def _http(request: Request, error: HTTPException) -> JSONResponse:
        detail = "Page not found." if error.status_code == 404 else str(error.detail)
        headers = dict(error.headers or {})
        if error.status_code == 405 and error.detail == "Method Not Allowed":
            # Starlette names the methods of the first route of this address only.
            headers["Allow"] = ", ".join(_methods(app, request))
        return respond(http_problem(error.status_code, detail), headers)


def _methods(app: FastAPI, request: Request) -> list[str]:
    """The methods that the address of a request has; that of pages answers where no other route has it."""
    own = [each for each in app.routes if getattr(each, "path", None) != PAGES]
    for routes in (own, app.routes):
        allowed = [
            method
            for method in _ALL_METHODS
            for each in routes
            if each.matches({**request.scope, "method": method})[0] is Match.FULL
        ]
        if allowed:
            return sorted(set(allowed))
    return []


_ALL_METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
PAGES = "/{path:path}"
"""The address of all pages of the user interface."""
