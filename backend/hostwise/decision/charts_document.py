"""Charts: what is drawn of a result, decided once. The page and the PDF draw it, each with the means that it has."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.text import Figure, MessageText

ChartKey = Literal["cost_parts", "wear", "cash_flow", "cost_life", "months", "hosts"]
"""Cost by category, years until drives wear out, cost by year, cost against life, what is paid in each month, hosts."""

ChartKind = Literal["stacked_bars", "intervals", "lines", "points"]
"""Bars of segments; a value with its range for each configuration; lines over years; values against each other."""

MarkKind = Literal["horizon", "warranty", "crossover", "reference"]
"""What a line through a chart stands for; the reference is the zero of differences to it."""

PLAIN = "plain"
"""The code of a title that says what is drawn, where nothing is found."""


@part
class ChartWords:
    """The words of a chart."""

    key: ChartKey
    title: Annotated[MessageText, Field(description="The finding; with the code `plain` what is drawn.")]
    alike: Annotated[
        MessageText | None,
        Field(description="Which lines cannot be told apart, and how near they are; null where all can."),
    ] = None
    lines: Annotated[
        list[list[str]],
        Field(description="Keys of the configurations of each line that can be told from the others; empty without."),
    ]


@part
class Reading:
    """A value that is drawn, and how it is written."""

    value: Annotated[float | None, Field(description="Null where it is not known: the text says why.")]
    text: str


def value_of(reading: Reading | None) -> float | None:
    """The value of what is read at an axis, as far as it is known."""
    return None if reading is None else reading.value


@part
class Tick:
    """A value that stands at an axis."""

    value: float
    text: str


@part
class ChartAxis:
    """An axis, from its lowest to its highest value."""

    label: Annotated[str, Field(description="What stands at it, with the unit.")]
    lowest: float
    highest: float
    logarithmic: bool = False
    ticks: list[Tick]


@part
class ChartPoint:
    """What is drawn at one place: a segment, a range, a corner of a line or a point.

    `across` is read at the horizontal axis, `upright` at the other one; what is not read there is null.
    """

    part: Annotated[str | None, Field(description="Key of the part of the cost that a segment stands for.")] = None
    across: Reading | None = None
    upright: Reading | None = None
    low: Annotated[Reading | None, Field(description="Where the range of a life begins.")] = None
    high: Annotated[Reading | None, Field(description="Where it ends.")] = None
    added: Annotated[
        Reading | None, Field(description="What a corner of a line adds to the one before: a bar, where it has room.")
    ] = None


@part
class ChartSeries:
    """What is drawn of one configuration."""

    configuration: str
    name: str
    place: Annotated[int, Field(description="Its place in the plan, which gives it its mark.")]
    points: Annotated[list[ChartPoint], Field(description="All points, including those without a known value.")]
    end: Annotated[
        Figure | None, Field(description="What stands at its end: a total, or its difference to the reference.")
    ] = None
    is_lower_bound: Annotated[bool, Field(description="Whether it is that of the known parts only.")] = False
    unknown: Annotated[str, Field(description="Why nothing of it is drawn; empty where something is.")] = ""


@part
class ChartMark:
    """A line through a chart."""

    kind: MarkKind
    axis: Annotated[Literal["across", "upright"], Field(description="The axis that it is read at.")]
    at: float
    text: Annotated[str, Field(description="Its name; empty where it has none.")]
    place: Annotated[int | None, Field(description="Place of the configuration that it is of.")] = None


@part
class ChartPart:
    """A part of the cost, which segments stand for."""

    key: str
    label: str
    drawn: Annotated[bool, Field(description="Whether any configuration has a segment of it.")]


@part
class Drawing:
    """Axes, and what is drawn between them; an axis that only tells configurations apart is null."""

    about: Annotated[str, Field(description="What is drawn, with units, and what it rests on.")]
    across: ChartAxis | None = None
    upright: ChartAxis | None = None
    series: list[ChartSeries]
    marks: list[ChartMark]


@part
class Chart:
    """A complete chart: a face chooses colours, widths and where labels stand, but none of the words."""

    kind: ChartKind
    name: Annotated[str, Field(description="What it is called; its title is what it finds.")]
    words: ChartWords
    parts: Annotated[list[ChartPart], Field(description="Of stacked bars, in their order; else empty.")]
    drawn: Drawing
    apart: Annotated[Drawing | None, Field(description="The same as differences to the reference.")] = None
    reference: Annotated[str, Field(description="Name of that reference; empty without.")] = ""


@part
class RackPicture:
    """The hosts of a configuration as they would stand in racks."""

    configuration: str
    hosts: Figure
    spare: Annotated[int, Field(description="How many of them stand by.")]
    used: Annotated[
        float | None, Field(description="How full the others are of what limits them, 0 to 1; null without a measure.")
    ]
    text: Annotated[MessageText, Field(description="How many stand by, and what fills the others.")]


class Charts(Answer):
    """What is drawn beside the numbers of a result."""

    drawn: list[Chart] = Field(description="The charts that have something to draw.")
    months: ChartWords | None = Field(description="The words of the cost by month; null without a known cost.")
    racks: list[RackPicture] = Field(
        description="In the order of the rows, without configurations that cannot be built."
    )
    more_racks: int = Field(description="Configurations whose racks are left out of a long list.")
