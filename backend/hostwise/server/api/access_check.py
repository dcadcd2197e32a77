"""Access control: tokens, their scopes, and rate limits, before the body of a request is read.

Without `require_token` everyone who reaches the port may do everything, as on one's own machine. A token that is sent
is still checked: an invalid one is refused, and a read token cannot write.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hostwise.server.access.audit_log import ACTOR, Actor
from hostwise.server.access.token_documents import Scope as TokenScope
from hostwise.server.access.tokens import ANYBODY, Caller, TokenRefused, Tokens
from hostwise.server.http.client_addresses import counted_address
from hostwise.server.http.problems import RESPONSES, Problem, ProblemError, respond
from hostwise.server.http.rate_limits import CALLER, SPENT, Allowance, RateLimits, Spent
from hostwise.server.http.route_metadata import API, TOKEN_SCOPE, is_guarded, is_open, route_metadata

_CALLER = "hostwise.caller"
_SCHEME = "token"

_TOO_MANY = Problem(
    title="Too many requests",
    status=429,
    code="too_many_requests",
    detail="Too many requests in this time, or too much computing for them; Retry-After gives the seconds until the "
    "next one is allowed.",
)


def needed_scope(method: str, metadata: Mapping[str, Any]) -> TokenScope:
    """The scope needed for a request, by its method and the metadata of its route."""
    by_method = TokenScope.READ if method in ("GET", "HEAD", "OPTIONS") else TokenScope.WRITE
    return TokenScope(metadata.get(TOKEN_SCOPE, by_method))


class AccessCheck:
    """Middleware that lets an API request pass if its caller is authorised.

    Starlette's authentication middleware knows neither rate limits nor what was computed for a caller, and both are
    needed before the body is read.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on with its caller recorded, or answer 401, 403 or 429."""
        client = scope.get("client")
        address = counted_address(client[0] if client else None)
        CALLER.set(f"from {address}")
        if not is_guarded(scope):
            await self.app(scope, receive, send)
            return
        state = scope["app"].state
        caller, refusal = await _authenticated(scope, route_metadata(scope), state.tokens, required=state.require_token)
        limits: RateLimits = state.rate_limits
        counted_as = caller.token_id or f"from {address}"
        CALLER.set(counted_as)
        allowance = await limits.hit(counted_as)
        headers = allowance.headers
        if not allowance.allowed:
            await respond(_TOO_MANY, {**headers, "Retry-After": headers["RateLimit-Reset"]})(scope, receive, send)
            return
        if refusal is not None:
            await respond(refusal.problem, {**refusal.headers, **headers})(scope, receive, send)
            return
        scope[_CALLER] = caller
        ACTOR.set(Actor(caller.name or address, caller.token_id, address))
        late = set[asyncio.Task[Allowance]]()

        async def counted() -> Allowance:
            number = spent.uncounted()
            return await limits.hit(counted_as, number) if number else allowance

        spent = Spent(lambda: late.add(asyncio.create_task(counted())))
        SPENT.set(spent)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update((await counted()).headers)
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        finally:
            # What was computed while the answer was sent.
            await counted()


async def _authenticated(
    scope: Scope, metadata: Mapping[str, Any], tokens: Tokens, *, required: bool
) -> tuple[Caller, ProblemError | None]:
    """The caller of a request and, if it is not authorised, the answer."""
    if is_open(metadata):
        return ANYBODY, None
    scheme, _, credentials = Headers(scope=scope).get("authorization", "").partition(" ")
    # Another scheme is for a proxy in front of Hostwise.
    if scheme.lower() != "bearer":
        return ANYBODY, refused() if required else None
    try:
        caller = await tokens.caller(credentials.strip())
    except TokenRefused:
        return ANYBODY, refused()
    needed = needed_scope(scope["method"], metadata)
    return caller, None if needed in caller.scopes else _not_allowed(needed)


def refused() -> ProblemError:
    """The same answer for a missing, wrong, expired or revoked token, so that it reveals nothing."""
    return ProblemError(
        401,
        "token_needed",
        "Token required",
        "Send a valid token in the header Authorization: Bearer hw_... `hostwise tokens create` makes one.",
    ).with_headers({"WWW-Authenticate": "Bearer"})


def _not_allowed(needed: TokenScope) -> ProblemError:
    return ProblemError(
        403, "scope_missing", "Not allowed with this token", f"This request needs a token with the scope '{needed}'."
    )


def caller_of(scope: Scope) -> Caller | None:
    """The caller of an admitted request; None if the middleware did not admit it."""
    caller: Caller | None = scope.get(_CALLER)
    return caller


async def admitted(request: Request) -> None:
    """Refuse a request that the middleware did not admit, so that no route is left open by mistake."""
    if caller_of(request.scope) is None:
        raise refused()


def install(app: FastAPI, *, require_token: bool, rate_limit: str) -> None:
    """Set the access control of the application."""
    app.state.require_token = require_token
    app.state.rate_limits = RateLimits(rate_limit)


def describe(document: dict[str, Any]) -> None:
    """Add the common answers and the token scheme to the API's description."""
    schemes = document["components"].setdefault("securitySchemes", {})
    schemes[_SCHEME] = {
        "type": "http",
        "scheme": "bearer",
        "description": "A token of Hostwise, hw_<id>_<secret>. Required if the installation says so.",
    }
    for path, operations in document["paths"].items():
        if not path.startswith(API):
            continue
        for method, operation in operations.items():
            answers = operation["responses"]
            answers["421"] = RESPONSES[421]
            answers["429"] = RESPONSES[429]
            answers["503"] = RESPONSES[503]
            if "requestBody" in operation:
                answers["415"] = RESPONSES[415]
            if is_open(operation):
                continue
            answers["401"] = RESPONSES[401]
            answers["403"] = RESPONSES[403]
            scope = needed_scope(method.upper(), operation)
            operation["security"] = [{}, {_SCHEME: []}]
            operation[TOKEN_SCOPE] = scope.value
