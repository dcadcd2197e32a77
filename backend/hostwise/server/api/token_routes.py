"""Tokens, by which scripts identify themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import Path, Query, Response
from pydantic import ConfigDict, Field

from hostwise.plan.fields import Name
from hostwise.server.access.token_documents import NewToken, Revoked, Scope, TokenItem
from hostwise.server.access.tokens import MoreThanOwn, TokenNotFound, TokenRefused, TooManyTokens
from hostwise.server.api.access_check import refused
from hostwise.server.api.dependencies import CallerDependency, TokensDependency
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import MANAGES, OWN

router = body_router(prefix="/tokens", tags=["tokens"])

NO_STORE = {"Cache-Control": "no-store"}
"""For answers with a secret: they must not be cached."""

TokenId = Annotated[str, Path(max_length=80, description="Id of the token, the part between its underscores.")]


class TokenRequest(RequestBody):
    """A new token: its purpose, scopes and expiry."""

    name: Name = Field(
        description="Purpose of the token, to know later whether it can be revoked.", examples=["nightly checks"]
    )
    scopes: set[Scope] = Field(
        default_factory=lambda: {Scope.READ},
        min_length=1,
        max_length=20,
        description="read: view and compute; write: also save and delete; admin: also manage tokens and read the audit "
        "log. Not more than the caller's own token has.",
    )
    expires_in_days: int = Field(
        90,
        ge=1,
        le=365,
        description="Days until it expires. If left out, it expires with the caller's own token where that is sooner; "
        "if given, it may not live a day longer than that one, with which it ends.",
    )

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "nightly checks", "scopes": ["read"], "expires_in_days": 90}]}
    )


@router.get("")
async def list_tokens(tokens: TokensDependency, caller: CallerDependency) -> list[TokenItem]:
    """List the caller's token and those it made, with the scope `admin` all; newest first, without their secrets.

    Revoked and expired ones stay for 90 days.
    """
    return await tokens.listing(caller)


@router.post("", status_code=201, openapi_extra=MANAGES, responses=responses(400, 409, 413, 422))
async def create_token(
    request: TokenRequest, tokens: TokensDependency, caller: CallerDependency, response: Response
) -> NewToken:
    """Make a token. It is shown in this answer and never again."""
    try:
        token = await tokens.create(
            request.name,
            request.scopes,
            timedelta(days=request.expires_in_days),
            caller,
            at_most="expires_in_days" not in request.model_fields_set,
        )
    except TokenRefused as error:
        raise refused() from error
    except MoreThanOwn as error:
        wrong = FieldProblem(pointer=f"/{error.field}", code="more_than_own", message=str(error))
        raise ProblemError(422, "more_than_own", "More than your own token has", str(error), [wrong]) from error
    except TooManyTokens as error:
        raise ProblemError(409, "too_many_tokens", "Too many tokens", str(error)) from error
    response.headers.update(NO_STORE)
    return token


@router.delete("/{token_id}", openapi_extra=OWN, responses=responses(404, 422))
async def revoke_token(
    token_id: TokenId,
    tokens: TokensDependency,
    caller: CallerDependency,
    keep_made: Annotated[bool, Query(description="Revoke the token alone, and keep what it made.")] = False,
) -> Revoked:
    """Revoke the caller's token or one that it made, with the scope `admin` any: it stops working immediately.

    With it go the tokens and shared links that it made, what those tokens made in turn, and the unfinished jobs of all
    of them. The answer counts them.
    """
    try:
        return await tokens.revoke(token_id, caller, keep_made=keep_made)
    except TokenNotFound as error:
        raise ProblemError(404, "token_not_found", "No such token", "Unknown token id.") from error
