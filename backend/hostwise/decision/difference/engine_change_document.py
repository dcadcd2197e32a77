"""What a plan was answered, kept with its revision, and what a newer engine answers otherwise."""

from __future__ import annotations

from pydantic import Field

from hostwise.decision.decision import Decision
from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.text import MessageText


class ConfigurationFigures(Answer):
    """The figures of one configuration, as they were answered."""

    key: str
    feasible: bool
    hosts: float | None = Field(description="Null where unknown, or where no number is enough.")
    cost: float | None = Field(description="Cost until the horizon, in the plan's currency; null where unknown.")
    life_years: float | None = Field(description="Years until the first drives wear out; null where unknown or never.")
    limits: dict[str, float | None] = Field(
        description="Hosts for each limit by its key; null where not evaluated, or where no number is enough."
    )


class Figures(Answer):
    """The figures of a plan, and the versions that they were answered with."""

    engine_version: str
    catalogue_version: str
    configurations: list[ConfigurationFigures] = Field(description="In the order of the plan's configurations.")
    decision: Decision | None = Field(None, description="What lists show of it; null where it was not kept yet.")


class AnswerChange(Answer):
    """What is answered otherwise for one configuration."""

    key: str
    before: ConfigurationFigures
    after: ConfigurationFigures
    cause: str | None = Field(description="Label of the limit that the other number of hosts comes from; else null.")


class TouchingRule(Answer):
    """A rule of a newer engine that touches a plan."""

    code: str
    since: str = Field(description="Version of the engine that has it.", examples=["0.3"])
    text: str = Field(description="The rule in words.")


class EngineChange(Answer):
    """What the present engine answers otherwise than the one that answered a plan before."""

    engine_before: str | None = Field(description="Version that the plan was answered with; null where not kept.")
    engine_version: str
    catalogue_before: str | None
    catalogue_version: str
    text: MessageText | None = Field(description="The change in one line; null where nothing changed.")
    configurations: list[AnswerChange] = Field(description="Those that are answered otherwise.")
    rules: list[TouchingRule] = Field(
        description="Where the figures of before were not kept: the rules of newer engines that touch the plan."
    )
