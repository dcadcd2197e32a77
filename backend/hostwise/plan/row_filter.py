"""Rows of the catalogue by what they have in a column of their table."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from hostwise.plan.fields import Document


class RowFilter(Document):
    """What a row must have in a column: one of these texts, and a number between these bounds where they are given."""

    column: str = Field(
        max_length=40, description="Key of the column, as `/catalogue/{kind}/table` has it.", examples=["cores"]
    )
    texts: tuple[Annotated[str, Field(max_length=200)], ...] = Field(
        (), max_length=50, description="One of these texts, as cells have them; case does not matter."
    )
    low: float | None = Field(None, description="Least number, in the unit of the column.", allow_inf_nan=False)
    high: float | None = Field(None, description="Largest number, in the unit of the column.", allow_inf_nan=False)
    known: bool = Field(False, description="Whether there must be a number, such as a price.")
