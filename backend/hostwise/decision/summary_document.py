"""The short answer to a plan: a few quantities of every configuration, by the names they have in the full result."""

from __future__ import annotations

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Value


class ConfigurationSummary(Answer):
    """A few answers for one configuration."""

    key: str
    name: str
    feasible: bool
    quantities: dict[str, Value] = Field(description="The requested quantities, by name.")


class Summary(Answer):
    """A few answers to a plan."""

    plan_name: str
    plan_hash: str
    engine_version: str
    catalogue_version: str
    currency: str
    reference: str
    sentence: str = Field(description="The comparison in one sentence, made from the numbers.")
    configurations: list[ConfigurationSummary]
