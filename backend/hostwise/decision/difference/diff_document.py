"""Differences between two plans: in their fields, and in their results."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Value


class ChangeKind(StrEnum):
    """What happened to a field."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"


class PlanChange(Answer):
    """A field that differs between both plans."""

    kind: ChangeKind
    pointer: str = Field(description="JSON pointer into the plan after; for what was removed, into the one before.")
    before_pointer: str | None = Field(
        None, description="JSON pointer into the plan before, where its place in a list was another one."
    )
    before: Any = Field(None, description="Value before; null for what was added.")
    after: Any = Field(None, description="Value after; null for what was removed.")


class QuantityChange(Answer):
    """A quantity of a configuration that differs by more than its tolerance, or has another state."""

    quantity: str
    label: str
    unit: str
    in_comparison: bool = Field(description="Whether it is a row of the comparison, and not only what one rests on.")
    before: Value
    after: Value
    difference: float | None = Field(description="After minus before, in the unit; null where one is no number.")
    difference_share: float | None = Field(description="Difference as a share of before; null where that is 0.")
    tolerance_share: float = Field(description="Tolerated difference, as a share of before.")


class ConfigurationChange(Answer):
    """Differences in the results of one configuration."""

    key: str
    name: str
    kind: ChangeKind | None = Field(description="Whether only one of the plans has it; null if both have.")
    feasible_before: bool | None = Field(description="Null if the plan before does not have this configuration.")
    feasible_after: bool | None = Field(description="Null if the plan after does not have this configuration.")
    reasons_after: list[str] = Field(description="Why it is not feasible now.")
    quantities: list[QuantityChange]


class PlanDiff(Answer):
    """The differences between two plans."""

    plan_name_before: str
    plan_name_after: str
    plan_hash_before: str
    plan_hash_after: str
    engine_version: str
    catalogue_version: str
    currency_before: str
    currency_after: str
    sentence_before: str
    sentence_after: str
    same_plan: bool = Field(description="Whether all fields are the same.")
    same_result: bool = Field(description="Whether all results are the same within their tolerances.")
    plan_changes: list[PlanChange]
    configurations: list[ConfigurationChange] = Field(
        description="The configurations whose results differ, those of the plan after first."
    )
