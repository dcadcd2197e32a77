"""What a search is asked: a plan, one of its configurations, and which of its fields may differ."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from hostwise.plan.document import Plan
from hostwise.plan.fields import Document, Key, Name, PartialShare, Pointer
from hostwise.plan.row_filter import RowFilter

SimulationCount = Literal[256, 1024, 2048, 4096]

MOST_CHOICES, MOST_OPTIONS = 12, 500


class SearchOption(Document):
    """One option: fields that are set together."""

    label: Name | None = Field(None, description="Its name; by default what it sets.")
    edits: dict[Pointer, Any] = Field(
        description="New values by pointer from the configuration; null takes a field away.",
        examples=[{"/cpu/key": "amd-epyc-9355", "/cpu/sockets": 2}],
        max_length=40,
    )


class SearchChoice(Document):
    """Something that may differ: a field with values or rows of the catalogue, or options of several fields."""

    name: Name | None = Field(None, description="Its name; by default that of the field.")
    field: Pointer | None = Field(None, description="Pointer from the configuration.", examples=["/cpu/key"])
    values: tuple[Any, ...] = Field((), max_length=MOST_OPTIONS, description="Values of the field.")
    rows: tuple[RowFilter, ...] = Field(
        (), max_length=20, description="Rows of the catalogue that a field with a key takes: those that pass all."
    )
    options: tuple[SearchOption, ...] = Field((), max_length=MOST_OPTIONS, description="In place of a field.")

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        if (self.field is None) is not bool(self.options):
            raise ValueError("give either a field, with values or rows of the catalogue, or options")
        return self


class SearchLimit(Document):
    """The least and the largest value allowed of a quantity; one that is not known keeps no limit."""

    quantity: Key = Field(description="Name of a quantity of the whole cluster.", examples=["flash_life_years"])
    least: float | None = Field(None, description="The smallest value, in the unit of the quantity.")
    most: float | None = Field(None, description="The largest value.")


class Search(Document):
    """A search: the cheapest combination of what may differ, and why not the others."""

    plan: Plan
    configuration: Key | None = Field(
        None, description="Key of the configuration that is varied; the first by default."
    )
    choices: tuple[SearchChoice, ...] = Field(
        (),
        max_length=MOST_CHOICES,
        description="What may differ; by default processors, memory, drives and the protection of its storage.",
    )
    limits: tuple[SearchLimit, ...] = Field((), max_length=20, description="Beside those of the plan.")
    largest_share_per_host: PartialShare | None = Field(
        None, description="Share of the estate that may be lost with one host: it sets the fewest hosts."
    )
    least_ghz: float | None = Field(None, gt=0, le=10, description="Least base clock of the processors, GHz.")
    least_cores_per_socket: int | None = Field(None, ge=1, le=1_024, description="Least cores of one processor.")
    vendors: tuple[Name, ...] = Field(
        (),
        max_length=20,
        description="Makers whose parts are taken; of a kind of part that none of them makes, all are.",
    )
    price_book_only: bool = Field(
        False, description="Whether only parts take part that the plan has, or has a price for in its own prices."
    )
    old_prices: bool = Field(
        False,
        description="Whether old parts take part, and parts whose price is of used ones, an estimate of the press, or "
        "one of the market that is older than the plan accepts.",
    )
    best: Annotated[int, Field(ge=1, le=12)] = Field(5, description="How many of the cheapest are answered.")
    simulations: SimulationCount | None = Field(
        None, description="In how many simulations the best are tested; by default in none, which takes less time."
    )
    within: Annotated[float, Field(ge=0, le=0.5)] = Field(
        0.03, description="Share of the cost within which answers count as equally good."
    )
