"""Metadata of a route beyond its path: who may call it, whether its answer is kept, how large its body may be.

A route declares them in its `openapi_extra`, so that the API's description and the middleware, which acts before a
body is read, share one source.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from starlette.routing import Match, Route
from starlette.types import Scope

TOKEN_SCOPE = "x-token-scope"
BODY_BYTES = "x-max-body-bytes"
CACHED = "x-answer-kept"

COMPUTES: dict[str, Any] = {TOKEN_SCOPE: "read", CACHED: True}
"""A POST that saves nothing: a read token is enough; others need a write token. The same request has the same answer,
which may be cached."""

READS: dict[str, Any] = {TOKEN_SCOPE: "read"}
"""A POST that saves nothing, about what is kept: its answer changes when a revision is saved or a link ends."""

NEVER_CHANGES: dict[str, Any] = {CACHED: True}
"""A GET whose answer stays the same while the server runs: it is cached, and browsers revalidate it by its ETag."""

MANAGES: dict[str, Any] = {TOKEN_SCOPE: "admin"}
"""Manages tokens, or shows what all callers do: needs an admin token."""

OWN: dict[str, Any] = {TOKEN_SCOPE: "read"}
"""Allowed to every token for itself and for what it made, which the library checks."""

OPEN: dict[str, Any] = {"security": []}
"""The address is its own key: no token is needed, and none is checked."""

_ROUTE = "hostwise.route"

_Table = list[tuple[Route, Mapping[str, Any]]]


def large_body(limit: int) -> dict[str, Any]:
    """A route with a larger limit on its body."""
    return {BODY_BYTES: limit}


async def _nowhere() -> None:
    """Endpoint for matching a path only."""


API = "/api/v1/"
OPENAPI = "/api/openapi.json"
"""Where the description of the API is."""

MCP = "/mcp"
_API = (Route(API + "{rest:path}", _nowhere), Route(MCP, _nowhere))


def is_open(metadata: Mapping[str, Any]) -> bool:
    """Whether a route neither needs nor checks a token."""
    return "security" in metadata and not metadata["security"]


METRICS = "/metrics"
_GUARDED = (*_API, Route(METRICS, _nowhere))


def is_guarded(scope: Scope) -> bool:
    """Whether a request needs a token where tokens are required: for the API and the figures."""
    return _is_of(_GUARDED, scope)


def is_of_the_api(scope: Scope) -> bool:
    """Whether a request is for the API or its tools, by the same text that routes are matched with."""
    return _is_of(_API, scope)


def _is_of(routes: Sequence[Route], scope: Scope) -> bool:
    return scope["type"] == "http" and any(each.matches(scope)[0] is not Match.NONE for each in routes)


def route_metadata(scope: Scope) -> Mapping[str, Any]:
    """The metadata of the route that answers a request; empty if it declares none or no route matches."""
    return _found(scope)[1]


def route_path(scope: Scope) -> str:
    """The path of the route that answers a request, with the names of its parameters instead of their values."""
    return _found(scope)[0]


def _found(scope: Scope) -> tuple[str, Mapping[str, Any]]:
    """Path and metadata of a request's route, found once."""
    if scope["type"] != "http":
        return "", {}
    if _ROUTE not in scope:
        app: FastAPI = scope["app"]
        table: _Table | None = getattr(app.state, "route_metadata", None)
        if table is None:
            table = app.state.route_metadata = _table(app)
        scope[_ROUTE] = _find(table, scope)
    found: tuple[str, Mapping[str, Any]] = scope[_ROUTE]
    return found


def _find(table: _Table, scope: Scope) -> tuple[str, Mapping[str, Any]]:
    found: tuple[str, Mapping[str, Any]] = ("", {})
    for route, metadata in table:
        match, _ = route.matches(scope)
        if match is Match.FULL:
            return route.path, metadata
        if match is Match.PARTIAL and not found[0]:
            # The one that answers that its path has no such method.
            found = route.path, metadata
    return found


def _table(app: FastAPI) -> _Table:
    # All routes, also those without metadata: what another method of the same path declares must not count for them.
    return [
        (Route(each.path, _nowhere, methods=sorted(each.methods)), getattr(each, "openapi_extra", None) or {})
        for each in iter_route_contexts(app.routes)
        if each.path and each.methods
    ]
