"""Traits of a route beyond its path: who may call it, whether it may be repeated, how large its body may be.

A route declares them in its `openapi_extra`, so that the API's description and the middleware, which acts before a
body is read, share one source.
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
"""A POST that saves nothing: a read token is enough; others need a write token."""

OPEN: dict[str, Any] = {"security": []}
"""The address is its own key: no token is needed, and none is checked."""

_Table = list[tuple[Route, Mapping[str, Any]]]


def large_body(limit: int) -> dict[str, Any]:
    """A route with a larger limit on its body."""
    return {BODY_BYTES: limit}


async def _nowhere() -> None:
    """Endpoint for matching a path only."""


API = "/api/v1/"
_API = Route(API + "{rest:path}", _nowhere)


def is_open(said: Mapping[str, Any]) -> bool:
    """Whether a route neither needs nor checks a token."""
    return "security" in said and not said["security"]


def is_of_the_api(scope: Scope) -> bool:
    """Whether a request is for the API, by the same text that routes are matched with."""
    return scope["type"] == "http" and _API.matches(scope)[0] is not Match.NONE


def traits(scope: Scope) -> Mapping[str, Any]:
    """The traits of a request's route; None if no route matches."""
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
    # Only routes with traits: a request that matches none of them has no traits.
    return [
        (Route(each.path, _nowhere, methods=sorted(each.methods or ())), each.openapi_extra)
        for each in iter_route_contexts(app.routes)
        if each.path and getattr(each, "openapi_extra", None)
    ]
