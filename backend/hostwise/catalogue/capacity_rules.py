"""How other tools size capacity: the same form as ours, with other numbers."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from hostwise.catalogue.record import Keys, Record, Text


def _pairs(value: object) -> object:
    """Read ``a=1;b=2`` of a data file as pairs."""
    if not isinstance(value, str):
        return value
    return tuple(tuple(each.split("=")) for each in value.split(";"))


class CapacityRule(Record):
    """The rule of another tool or text for how much of a storage stack may be filled."""

    name: Text = Field(description="Who says so, for people.")
    meaning: Text = Field(description="The rule in words.")
    stacks: Keys = Field(min_length=1, description="Storage stacks that it is about.")
    changes: Annotated[tuple[tuple[str, float], ...], BeforeValidator(_pairs)] = Field(
        description="Inputs of the capacity that it sets otherwise than ours, with its numbers."
    )
    locator: Text = Field(description="Passages of the sources.")

    @model_validator(mode="after")
    def _changes_something(self) -> Self:
        if not self.changes:
            raise ValueError("a rule that changes nothing is ours")
        return self
