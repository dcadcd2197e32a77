"""The decision card: every number of it ready to be read, with the address of its explanation."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from hostwise.plan.answers.answer_base import Answer, part
from hostwise.plan.answers.text import Cure, Figure, Text, Why

CardState = Literal["compared", "alone", "open", "prices_missing", "none_qualifies", "cannot_be_built"]
"""Compared: several can be chosen; alone: only one. Open: a limit that can bind is not evaluated. Prices missing: no
cost is known. None qualifies: some can be built, all miss a requirement."""

Tone = Literal["plain", "good", "bad", "missing"]


@part
class Line:
    """A sentence of a card. Its numbers open by themselves or, where it has an address, the whole of it opens."""

    text: Text
    why: Annotated[Why | None, Field(description="The number that explains all of it.")] = None
    note: Annotated[str | None, Field(description="Key of the note that explains all of it.")] = None
    tone: Tone = "plain"


@part
class NoteRow:
    """A line of the table of a note."""

    label: str
    configuration: Annotated[str | None, Field(description="Key of the configuration that it is about.")] = None
    cells: list[Figure]


@part
class Note:
    """What explains a number that is no quantity of the model, such as a difference or a share of simulations."""

    key: str
    title: str
    texts: list[Text]
    columns: Annotated[list[str], Field(description="Heads of the table: that of the labels, then of the cells.")]
    rows: list[NoteRow]


@part
class Tile:
    """A headline figure, with what it is made of."""

    key: Literal["hosts", "cost", "life", "sure"]
    figure: Figure
    tone: Tone = "plain"
    label: Annotated[Line, Field(description="What the figure is, behind it.")]
    lines: list[Line]


@part
class CardRow:
    """A configuration of a card: all its figures, or why it has none."""

    configuration: str
    name: str
    place: Annotated[int, Field(description="Its place in the plan, which gives it its mark.")]
    is_reference: bool
    admissible: bool
    hosts: Figure | None
    cost: Figure | None
    against: Annotated[Figure | None, Field(description="Cost over that of the reference; null for that itself.")]
    life: Annotated[Figure | None, Field(description="Null where it has no flash.")]
    life_tone: Annotated[Tone, Field(description="Bad where it ends before the horizon.")] = "plain"
    worn: Annotated[Figure | None, Field(description="Chance that its flash wears out within the horizon.")]
    worn_tone: Annotated[Tone, Field(description="Bad where it is more than is accepted.")] = "plain"
    limit: Annotated[Figure | None, Field(description="What decides its hosts.")]
    lacks: Annotated[Line | None, Field(description="Why it takes part in no comparison, or what it needs.")] = None


@part
class LimitBar:
    """How much of its hosts a limit takes."""

    key: str
    label: str
    share: Annotated[float | None, Field(description="Used share, 0 to 1; null where a limit has no measure.")]
    figure: Figure
    binding: Annotated[bool, Field(description="Whether it decides; of several that do the first.")]


@part
class CardCheck:
    """Something to check before the answer is relied on."""

    line: Line
    cure: Cure | None = None


@part
class Remedy:
    """A change of one click, tried: with it something can be built, or compared."""

    cure: Cure
    effect: Annotated[str, Field(description="What it leads to, in words; may be empty.")] = ""


@part
class LevelChoice:
    """A sizing level to choose."""

    level: Annotated[float | None, Field(description="As `sizing_level` of the policy has it; null is as entered.")]
    label: str
    chosen: bool


class Card(Answer):
    """The decision as the plan is sized. How sure it is follows with `/doubt`, in rows and tiles of the same keys."""

    state: CardState
    label: Annotated[str, Field(description="The verdict where nothing is compared; empty until `/doubt` gives it.")]
    sentence: Annotated[Line, Field(description="The facts, without a word of advice.")]
    waiting: Annotated[Line | None, Field(description="What is computed meanwhile; null where nothing is.")]
    lead: Annotated[str | None, Field(description="Key of the configuration that tiles and limits are of.")]
    nearly_empty: Annotated[Line | None, Field(description="That hardly anything of it is used, where that is so.")]
    has_flash: bool
    tiles: list[Tile]
    rows: Annotated[list[CardRow], Field(description="The lead first, then the reference, then by cost.")]
    limits: Annotated[list[LimitBar], Field(description="What limits the lead, the most used first.")]
    levels: list[LevelChoice]
    checks: list[CardCheck]
    remedies: list[Remedy]
    missing: Annotated[list[str], Field(description="JSON pointers of the first fields that keep it from comparing.")]
    notes: list[Note]


@part
class RowDoubt:
    """What the simulations say of a configuration."""

    configuration: str
    hosts: Annotated[Figure | None, Field(description="The range of its hosts.")]
    cost: Annotated[Figure | None, Field(description="The range of its cost.")]
    cost_low: float | None
    cost_high: float | None


@part
class CardLevel:
    """What a sizing level needs."""

    level: Annotated[float | None, Field(description="As `sizing_level` of the policy has it; null is as entered.")]
    label: str
    chosen: bool
    hosts: Figure
    dearer: Figure | None


class DoubtCard(Answer):
    """How sure a card is: what is added to it once the simulations are done."""

    label: Annotated[str, Field(description="The verdict in a word or two.")]
    sentence: Line
    advised: Annotated[str | None, Field(description="Key of the configuration to take; null where none is advised.")]
    sure: Tile | None
    rows: list[RowDoubt]
    levels: list[CardLevel]
    flips_label: str
    flips: Annotated[list[Line], Field(description="What would change the advice, or moves the cost most.")]
    checks: list[CardCheck]
    notes: list[Note]
