"""What each row of the catalogue would make of a plan, in one of its fields."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.text import Figure, MessageText, Tone

Fit = Literal["yes", "short", "no"]
"""Yes: it is feasible. Short: it can be built, but is not feasible or misses a requirement. No: it cannot be built."""


@part
class OptionEffect:
    """What a row makes of one configuration."""

    configuration: Annotated[str, Field(description="Key of the configuration.")]
    fits: Annotated[
        Fit,
        Field(
            description="yes; short: it can be built, but is not feasible or misses a requirement; no: it cannot be "
            "built."
        ),
    ]
    why_not: Annotated[MessageText | None, Field(description="The first thing that speaks against it.")] = None
    hosts: Annotated[Figure | None, Field(description="Null where it cannot be built.")] = None
    cost: Annotated[Figure | None, Field(description="Null where it cannot be built.")] = None
    against: Annotated[
        Figure | None, Field(description="Its cost over that of the configuration as it is; null where one is unknown.")
    ] = None
    life: Annotated[Figure | None, Field(description="Null where it has no flash or cannot be built.")] = None
    worn: Annotated[Figure | None, Field(description="Chance that its flash wears out within the horizon.")] = None
    worn_tone: Tone = "plain"


@part
class CatalogueOption:
    """A row of the catalogue, and what it makes of each configuration whose field it is put in."""

    key: Annotated[str, Field(description="Key of the row.")]
    in_force: Annotated[bool, Field(description="Whether the plan has it in all of these fields.")]
    effects: Annotated[
        list[OptionEffect],
        Field(description="In the order of the plan; none where the field of the policy holds for no configuration."),
    ]


class Options(Answer):
    """All rows of a kind of the catalogue in a field of a plan."""

    kind: str
    currency: str
    horizon_years: int
    level: str | None = Field(
        description="The coverage level of the plan, which is left out here: all is sized for the values as entered."
    )
    rows: list[CatalogueOption]
