"""Saved plans."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pydantic import BaseModel

from hostwise.plan.answers.engine_change import Figures
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
