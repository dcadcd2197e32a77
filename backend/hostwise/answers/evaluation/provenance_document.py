"""Where the values of a plan's fields come from."""

from __future__ import annotations

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.result import Input, Value


class StandIns(Answer):
    """The quantities of a configuration that stand in for fields which are absent."""

    key: str
    quantities: dict[str, Value] = Field(description="The requested quantities, by name.")


class Provenance(Answer):
    """The inputs behind fields of a plan, as they were used, and what stands in for absent ones."""

    plan_hash: str
    inputs: list[Input] = Field(description="As in a result; at most 10,000.")
    configurations: list[StandIns]
