"""Access tokens of scripts."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, Field


class Scope(StrEnum):
    """What a token allows: to look and compute, to save and delete as well, or to manage tokens and read the audit log.

    Every token reads. `write` and `admin` are apart: neither includes the other.
    """

    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


class TokenState(StrEnum):
    """Whether a token can be used."""

    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


class TokenItem(BaseModel):
    """A token in a list, without its secret, which cannot be read again."""

    id: str
    name: str
    prefix: str = Field(description="How the token begins.")
    scopes: list[Scope]
    state: TokenState
    created_by: str | None = Field(description="Id of the token that made it; null if it was made without one.")
    created_by_name: str | None = Field(
        description="Name of the token that made it; null if it was made without one, or that one is forgotten."
    )
    created_at: datetime
    expires_at: datetime | None = Field(
        description="Null for a token that does not expire: only the command line of the server makes one."
    )
    last_used_at: datetime | None = Field(description="Last use, to within five minutes; null if it was never used.")
    revoked_at: datetime | None


class NewToken(TokenItem):
    """A token as it is shown once, when it is made."""

    token: str = Field(description="The token itself. It is not stored and cannot be shown again.")


class Revoked(BaseModel):
    """What was revoked with a token: what it made, and what that made in turn."""

    tokens: int = Field(description="Further tokens that could be used until now.")
    shares: int = Field(description="Shared links that could be used until now, also of deleted plans.")
    jobs: int = Field(description="Unfinished jobs that were cancelled: its own, and those of the tokens that it made.")
