"""Saved plans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pydantic import BaseModel, Field

from hostwise.decision.difference.engine_change_document import Figures
from hostwise.plan.document import Plan


@dataclass(frozen=True, slots=True)
class PlanRevision:
    """A plan at one of its revisions."""

    plan: Plan
    number: int
    saved_at: datetime
    figures: Figures | None
    """What it was answered when it was saved; None where that was not kept."""


class SavedPlan(BaseModel):
    """A plan as it is kept. The revision is also the ETag to save against."""

    id: UUID
    revision: int
    head_revision: int
    created_at: datetime
    updated_at: datetime
    plan_hash: str
    plan: Plan


class RevisionConfiguration(BaseModel):
    """What one configuration of a revision was answered when it was saved."""

    key: str
    name: str
    feasible: bool
    hosts: float | None = Field(description="Null where unknown, or where no number is enough.")
    cost: float | None = Field(description="Cost until the horizon, in the revision's currency; null where unknown.")
    life_years: float | None = Field(description="Years until the first drives wear out; null where unknown or never.")


class RevisionItem(BaseModel):
    """A revision in a list."""

    number: int
    plan_hash: str
    created_at: datetime
    name: str = Field(description="Name of the plan at that time.")
    currency: str
    configurations: list[RevisionConfiguration] | None = Field(
        description="What it was answered when it was saved; null where that was not kept."
    )
