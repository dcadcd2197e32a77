"""A plan in a line of a list: what its decision card says first, and the verdict where it was simulated."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer
from hostwise.plan.answers.card import CardRow, CardState
from hostwise.plan.answers.text import Text


class Headline(Answer):
    """What the decision card of a plan says first, as the plan is sized."""

    state: CardState
    label: Annotated[str, Field(description="The verdict where nothing is compared; empty where it needs simulations.")]
    sentence: Annotated[Text, Field(description="The facts, without a word of advice.")]
    currency: str
    horizon_years: int
    lead: Annotated[str | None, Field(description="Key of the configuration that would be advised; null without one.")]
    rows: Annotated[list[CardRow], Field(description="The lead first; in a list of plans no other one.")]


class HeadlineVerdict(Answer):
    """The verdict of the simulations of a plan."""

    label: Annotated[str, Field(description="In a word or two.")]
    sentence: Text
    advised: Annotated[str | None, Field(description="Key of the configuration to take; null where none is advised.")]
