"""The quantities of the model and the rows of the catalogue."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from hostwise.engine.quantities import Axis, Kind
from hostwise.plan.answers.operations import Citation
from hostwise.plan.answers.result import ExplanationSource


class QuantityEntry(BaseModel):
    """One quantity of the model."""

    name: str
    label: str
    meaning: str
    unit: str
    unit_meaning: str
    axes: tuple[Axis, ...] = Field(
        description="Along which members it has several values: roles of drives, VM groups, years, months."
    )
    is_input: bool
    low: float | None = Field(description="Least value that makes sense; null is no bound.")
    high: float | None = Field(description="Greatest value that makes sense; null is no bound.")
    kind: Kind | None
    latex: str | None
    text: str | None
    inputs: list[str]
    used_by: list[str]
    validity: str | None
    source: ExplanationSource | None


class CatalogueKind(BaseModel):
    """One kind of catalogue data."""

    kind: str
    rows: int


class CatalogueFinding(BaseModel):
    """Something doubtful in the catalogue's data."""

    code: str
    table: str
    key: str
    message: str


class CatalogueListing(BaseModel):
    """What the catalogue holds."""

    version: str
    kinds: list[CatalogueKind]
    findings: list[CatalogueFinding]


class CatalogueRows(BaseModel):
    """All rows of one kind."""

    version: str
    kind: str
    fields: dict[str, str] = Field(description="Meaning of each field.")
    rows: list[dict[str, Any]] = Field(description="The rows; unknown values are null.")


ColumnFilter = Literal["set", "range", "known", "none"]


class CatalogueColumn(BaseModel):
    """A column of a table of the catalogue."""

    key: str
    label: str
    unit: str = Field(description="Unit of its numbers; empty where there is none, or where cells have their own.")
    filter: ColumnFilter = Field(
        description="set: by one of its texts; range: between two numbers; known: where it has a number; none."
    )


class CatalogueCell(BaseModel):
    """What a row has in a column."""

    text: str = Field(description="For people; empty where it is unknown.")
    value: float | None = Field(description="The number behind it, by which rows are sorted and filtered.")
    note: str = Field("", description="Kind and date of a price.")


class CatalogueTableRow(BaseModel):
    """A row of a table of the catalogue."""

    key: str
    name: str
    picked_as: str | None = Field(description="What a plan names it by; null where no plan picks it.")
    details: str = Field(description="What tells it apart from the others, in one line.")
    cells: list[CatalogueCell] = Field(description="One for each column.")
    sources: list[str] = Field(description="Keys of its sources.")
    date: str = Field(description="Date of the source.")
    confidence: str = Field(description="How far it is to be trusted.")
    notes: str
    old_price: bool = Field(
        description="Whether it takes part in a search only where old prices are asked for: it is an old part, or its "
        "price is of used parts, an estimate of the press, or one of the market that is old."
    )


class CatalogueTableKind(BaseModel):
    """A kind of catalogue data that has a table for people."""

    kind: str
    label: str
    rows: int


class CatalogueTable(BaseModel):
    """One kind of catalogue data as a table for people."""

    version: str
    kind: str
    label: str
    kinds: list[CatalogueTableKind] = Field(description="All kinds that have a table.")
    columns: list[CatalogueColumn]
    rows: list[CatalogueTableRow]
    sources: list[Citation] = Field(description="What its rows cite.")
