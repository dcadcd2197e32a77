"""Tokens, by which scripts identify themselves."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import ConfigDict, Field

from hostwise.api.dependencies import TokensDependency
from hostwise.api.idempotency import ONCE
from hostwise.api.problems import ProblemError, responses
from hostwise.api.schemas import RequestBody
from hostwise.plan.answers.access import NewToken, Scope, TokenItem
from hostwise.plan.fields import Name
from hostwise.services.access.service import TokenNotFound, TooManyTokens

router = APIRouter(prefix="/tokens", tags=["tokens"])

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
        description="read: view and compute; write: also save and delete.",
    )
    expires_in_days: Annotated[int, Field(ge=1, le=3_650)] | None = Field(
        90, description="Days until it expires; null for a token that does not expire."
    )

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "nightly checks", "scopes": ["read"], "expires_in_days": 90}]}
    )


@router.get("")
async def list_tokens(tokens: TokensDependency) -> list[TokenItem]:
    """List the tokens, newest first, without their secrets; revoked and expired ones stay for 90 days."""
    return await tokens.listing()


@router.post("", status_code=201, openapi_extra=ONCE, responses=responses(400, 409, 413, 422))
async def create_token(request: TokenRequest, tokens: TokensDependency, response: Response) -> NewToken:
    """Make a token. It is shown in this answer and never again."""
    lifetime = None if request.expires_in_days is None else timedelta(days=request.expires_in_days)
    try:
        token = await tokens.create(request.name, request.scopes, lifetime)
    except TooManyTokens as error:
        raise ProblemError(409, "too_many_tokens", "Too many tokens", str(error)) from error
    response.headers.update(NO_STORE)
    return token


@router.delete("/{token_id}", status_code=204, responses=responses(404, 422))
async def revoke_token(token_id: TokenId, tokens: TokensDependency) -> None:
    """Revoke a token: it stops working immediately."""
    try:
        await tokens.revoke(token_id)
    except TokenNotFound as error:
        raise ProblemError(404, "token_not_found", "No such token", "Unknown token id.") from error
