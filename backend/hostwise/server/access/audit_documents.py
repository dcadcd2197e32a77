"""The audit log in the API: who changed what, and when."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import BaseModel, ConfigDict, Field


class Action(StrEnum):
    """What was done."""

    PLAN_CREATED = "plan.created"
    PLAN_SAVED = "plan.saved"
    PLAN_DELETED = "plan.deleted"
    PLAN_RESTORED = "plan.restored"
    PLAN_PURGED = "plan.purged"
    SCENARIO_SAVED = "scenario.saved"
    SCENARIO_DELETED = "scenario.deleted"
    SHARE_CREATED = "share.created"
    SHARE_REVOKED = "share.revoked"
    MODEL_CREATED = "model.created"
    MODEL_SAVED = "model.saved"
    MODEL_DELETED = "model.deleted"
    PRICE_BOOK_CREATED = "price_book.created"
    PRICE_BOOK_SAVED = "price_book.saved"
    PRICE_BOOK_DELETED = "price_book.deleted"
    TOKEN_CREATED = "token.created"
    TOKEN_REVOKED = "token.revoked"
    JOB_CREATED = "job.created"
    JOB_CANCELLED = "job.cancelled"
    JOB_DELETED = "job.deleted"
    INSTALLATION_RESTORED = "installation.restored"


class AuditItem(BaseModel):
    """An entry of the audit log."""

    model_config = ConfigDict(from_attributes=True)

    id: int
    at: datetime
    actor: str = Field(description="Name of the token, or the address of who has none.")
    token_id: str | None = Field(description="Id of the token; null without one.")
    address: str | None = Field(description="Address that the request came from; null on the command line.")
    action: str = Field(description=f"What was done: {', '.join(Action)}.")
    subject: str = Field(description="Id of the plan, link, token or job; key of the model or price book.")
    detail: str = Field(description="Name, revision and the like. Never a secret.")


class AuditList(BaseModel):
    """Entries of the audit log, newest first."""

    items: list[AuditItem]
    next: int | None = Field(description="Id for `before` of the next page; null on the last one.")
