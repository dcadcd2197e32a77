"""What a route says of itself beyond its path: who may call it, how often it may be sent, how large its body may be.

A route says it where it is declared, in its `openapi_extra`, so that the API's description and the middleware, which
acts before a body is read, know it from one place.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Match, Route
from starlette.types import Scope

TOKEN_SCOPE = "x-token-scope"
REPEATABLE = "x-repeatable"
BODY_BYTES = "x-max-body-bytes"

COMPUTES: dict[str, Any] = {TOKEN_SCOPE: "read"}
"""A POST that saves nothing, for which a token to read is enough; any other needs one to write."""

OPEN: dict[str, Any] = {"security": []}
"""The address is its own key: no token is needed, and none is looked at."""

_Table = list[tuple[Route, Mapping[str, Any]]]


def large_body(limit: int) -> dict[str, Any]:
    """A route whose body may be larger than the usual one."""
    return {BODY_BYTES: limit}


async def _nowhere() -> None:
    """Stand in for an endpoint where only the path counts."""


API = "/api/v1/"
_API = Route(API + "{rest:path}", _nowhere)


def is_open(said: Mapping[str, Any]) -> bool:
    """Whether a route needs no token and looks at none."""
    return "security" in said and not said["security"]


def is_of_the_api(scope: Scope) -> bool:
    """Whether a request is for the API, by the very text that routes are matched with."""
    return scope["type"] == "http" and _API.matches(scope)[0] is not Match.NONE


def traits(scope: Scope) -> Mapping[str, Any]:
    """What the route of a request says of itself; nothing where there is no such route."""
    if scope["type"] != "http":
        return {}
    app: FastAPI = scope["app"]
    table: _Table | None = getattr(app.state, "traits", None)
    if table is None:
        table = app.state.traits = _table(app)
    found: Mapping[str, Any] = {}
    for route, said in table:
        match, _ = route.matches(scope)
        if match is Match.FULL:
            return said
        if match is Match.PARTIAL:
            found = said
    return found


def _table(app: FastAPI) -> _Table:
    # Only what says something: a request that matches none of them has no traits.
    return [
        (Route(each.path, _nowhere, methods=sorted(each.methods or ())), each.openapi_extra)
        for each in iter_route_contexts(app.routes)
        if each.path and getattr(each, "openapi_extra", None)
    ]
