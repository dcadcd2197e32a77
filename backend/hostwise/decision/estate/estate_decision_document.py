"""The decision on an estate: what anybody reads of it first."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.text import MessageLine, MessageText
from hostwise.plan.estate import EstateQuestion

Part = Literal["keep", "array", "same_platform", "cheapest", "room", "fewest", "other"]
"""What a candidate stands for: the hosts of today, new hosts with the array that is there, new hosts on the hypervisor
of today, or the cheapest new hosts. Of new clusters: the cheapest, the one with most room, or with fewest hosts."""


@part
class EstateTile:
    """A candidate as it is told first."""

    configuration: Annotated[str, Field(description="Key of the configuration of the plan.")]
    name: str
    place: Annotated[int, Field(description="Its place in the plan, which gives it its mark.")]
    parts: Annotated[list[Part], Field(description="What it stands for; one may be several, such as the cheapest.")]
    title: Annotated[MessageText, Field(description="The same in words.")]
    figure: Annotated[MessageLine, Field(description="What is read first: hosts, and how long they last or on what.")]
    lines: Annotated[list[MessageLine], Field(description="Why, what it costs, and how long its drives last.")]
    asks: Annotated[bool, Field(description="Whether what it costs has to be entered.")] = False


@part
class EstateCandidate:
    """A candidate that has no tile, in a line."""

    configuration: str
    name: str
    place: int
    line: MessageLine


class EstateDecision(Answer):
    """Keep or replace, which new cluster, or which platform: what is advised, how sure that is, and why."""

    question: EstateQuestion
    questions: list[EstateQuestion] = Field(description="The questions that this estate can answer.")
    label: str = Field(description="The verdict in a word or two.")
    strength: Strength = Field(description="The same as a code.")
    sentence: MessageLine = Field(description="What to do.")
    detail: MessageLine | None = Field(None, description="How sure that is, and what else to know.")
    advised: str | None = Field(description="Key of the configuration to take; null where none is advised.")
    reference: str = Field(description="Key of the configuration that differences refer to; it can be built.")
    currency: str
    horizon_years: int
    support: MessageLine | None = Field(None, description="Until when what the hosts run is supported, where known.")
    keep_until: str | None = Field(
        None, description="First day of the month in which keeping ends, by support, limits or the horizon."
    )
    tiles: list[EstateTile]
    others: list[EstateCandidate] = Field(description="The candidates without a tile, the cheapest first.")
    io_would_ask: MessageLine | None = Field(
        None, description="Hosts that assumed I/O would ask for if it holds, which decides none; null where none are."
    )
