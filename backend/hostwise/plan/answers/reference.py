"""The quantities of the model and the rows of the catalogue."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from hostwise.engine.quantities import Axis, Kind
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
