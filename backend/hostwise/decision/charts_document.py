"""What charts say: the finding that is the title of each, which of their lines are one, and how far money is apart."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.text import Figure, Text

ChartKey = Literal["cost_parts", "wear", "cash_flow", "cost_life", "months", "hosts"]
"""Cost by category, years until drives wear out, cost by year, cost against life, what is paid in each month, hosts."""


PLAIN = "plain"
"""The code of a title that says what is drawn, where nothing is found."""


@part
class ChartWords:
    """The words of a chart."""

    key: ChartKey
    title: Annotated[Text, Field(description="The finding; with the code `plain` what is drawn.")]
    alike: Annotated[
        Text | None, Field(description="Which lines cannot be told apart, and how near they are; null where all can.")
    ] = None
    lines: Annotated[
        list[list[str]],
        Field(description="Keys of the configurations of each line that can be told from the others; empty without."),
    ]


@part
class MoneyApart:
    """How far the money of one year is from that of the reference; null is not evaluated."""

    year: int
    amount: float | None
    cumulative: float | None


@part
class CostTotal:
    """What a configuration costs until the horizon, and how far that is from the reference."""

    configuration: str
    total: Annotated[Figure, Field(description="Of the known parts where some are not: at least that.")]
    difference: Annotated[Figure | None, Field(description="To the reference; null for that itself.")]
    parts_apart: Annotated[
        list[float | None],
        Field(description="The same by category, in the order of `cost_parts`; null is not evaluated."),
    ]
    years_apart: Annotated[list[MoneyApart], Field(description="The same by year.")]


@part
class RackPicture:
    """The hosts of a configuration as they would stand in racks."""

    configuration: str
    hosts: Figure
    spare: Annotated[int, Field(description="How many of them stand by.")]
    used: Annotated[
        float | None, Field(description="How full the others are of what limits them, 0 to 1; null without a measure.")
    ]
    text: Annotated[Text, Field(description="How many stand by, and what fills the others.")]


class Charts(Answer):
    """What is drawn beside the numbers of a result, in words and differences."""

    words: list[ChartWords]
    totals: Annotated[list[CostTotal], Field(description="Of each configuration, in the order of the plan.")]
    racks: Annotated[
        list[RackPicture], Field(description="In the order of the card; those that cannot be built are left out.")
    ]
    more_racks: Annotated[int, Field(description="Configurations whose racks are left out of a long list.")]
