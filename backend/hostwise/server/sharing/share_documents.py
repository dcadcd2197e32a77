"""Shared links to one revision of a plan."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, Field

from hostwise.decision.difference.engine_change_document import Figures
from hostwise.plan.document import Plan


class ShareState(StrEnum):
    """Whether a link can be used."""

    ACTIVE = "active"
    EXPIRED = "expired"
    REVOKED = "revoked"


class ShareItem(BaseModel):
    """A shared link in a list, without its secret, which cannot be read again."""

    id: str
    revision: int = Field(description="The revision that it shows.")
    anonymised: bool
    keeps_host_models: bool = Field(description="Whether an anonymised plan shows the names of its host models.")
    shows_scenarios: bool = Field(description="Whether it also shows the scenarios that are saved with the plan.")
    shows_changes: bool = Field(description="Whether it also shows what the newest revision changes.")
    state: ShareState
    created_by: str | None = Field(description="Id of the token that made it; null if it was made without one.")
    created_by_name: str | None = Field(
        description="Name of the token that made it; null if it was made without one, or that one is forgotten."
    )
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class NewShare(ShareItem):
    """A shared link as it is shown once, when it is made."""

    token: str = Field(description="The secret of the link. It is not stored and cannot be shown again.")
    path: str = Field(description="Where it leads in the API; people open /shared/ and the token.")


class OpenShare(BaseModel):
    """The content of a shared link."""

    plan: Plan
    revision: int
    saved_at: datetime
    anonymised: bool
    created_at: datetime
    expires_at: datetime
    figures: Figures | None
    shows_scenarios: bool
    shows_changes: bool


class NewerRevision(BaseModel):
    """A revision that was saved after the one that a link shows."""

    plan: Plan
    revision: int
    saved_at: datetime
