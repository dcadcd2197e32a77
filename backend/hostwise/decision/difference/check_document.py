"""The check of a plan against limits."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field

from hostwise.decision.difference.engine_change_document import EngineChange
from hostwise.plan.answers.result import Value


class Verdict(StrEnum):
    """How a check ends."""

    OK = "ok"
    BROKEN = "broken"
    UNDECIDED = "undecided"


class CheckLine(BaseModel):
    """One check of one configuration."""

    configuration: str = Field(description="Key of the configuration.")
    check: str = Field(description="feasible, requirement, limit, evaluated or against.")
    quantity: str | None = None
    value: Value | None = None
    limit: float | None = Field(None, description="The highest accepted value, or the accepted difference as a share.")
    verdict: Verdict
    text: str


class CheckReport(BaseModel):
    """All checks of a plan."""

    plan_name: str
    plan_hash: str
    engine_change: EngineChange | None = Field(
        None, description="Differences from the saved answer, or newer rules that apply to the plan."
    )
    verdict: Verdict = Field(description="broken if anything is; else undecided if anything is; else ok.")
    lines: list[CheckLine]
