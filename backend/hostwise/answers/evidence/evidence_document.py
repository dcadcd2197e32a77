"""The evidence library: measured series and the corrections of their sources."""

from __future__ import annotations

from enum import StrEnum

from pydantic import BaseModel, Field

from hostwise.engine.quantities import Kind
from hostwise.plan.answers.operations import Axis, Citation, Marker, Origin


class Topic(StrEnum):
    """What a series is about."""

    MEMORY = "memory"
    RECOVERY = "recovery"
    READ_CACHE = "read_cache"
    DRIVES = "drives"
    SINGLE_FIGURES = "single_figures"


class SeriesPoint(BaseModel):
    """One figure of a series."""

    x: float | None = Field(None, description="Place on the x axis; null where the place is a category, or none.")
    category: str | None = Field(None, description="Category on the x axis.")
    y: float = Field(description="The figure, in the unit of the y axis.")
    low: float | None = Field(None, description="Lower bound, where the source gives one.")
    high: float | None = Field(None, description="Upper bound, where the source gives one.")
    kind: Kind = Field(description="Measured, derived, vendor-stated or assumed.")
    conditions: str = Field("", description="Under which conditions it holds.")
    locator: str | None = Field(None, description="Where in the source.")
    notes: str = ""


class SeriesLine(BaseModel):
    """Points that belong together."""

    key: str
    label: str = Field(description="Name for people.")
    reference: bool = Field(False, description="Whether it is a level to compare with, without a place on the x axis.")
    points: list[SeriesPoint]


class Series(BaseModel):
    """One chart of the library with everything needed to believe it."""

    key: str
    name: str
    topic: Topic
    origin: Origin
    model_key: str | None = Field(None, description="Key of the operations-per-minute model that it belongs to.")
    kind: Kind = Field(description="Kind of the figures: the weakest of them.")
    citations: list[Citation]
    locator: str | None = Field(None, description="Where in the source.")
    validity: str = Field("", description="Scope of the figures.")
    notes: str = ""
    x: Axis
    y: Axis
    lines: list[SeriesLine]
    markers: list[Marker] = Field(default_factory=list, description="Statements of the source without a figure.")


class DiscrepancyItem(BaseModel):
    """Where a source contradicts itself, another source or arithmetic."""

    key: str
    severity: str = Field(
        description="error, rounding, unit, label, conflict, omission; consistent where a check holds."
    )
    about: str = Field(description="What it is about.")
    printed: str = Field(description="What the source prints.")
    computed: str | None = Field(None, description="What arithmetic gives.")
    explanation: str = Field(description="How the two differ.")
    treatment: str = Field(description="How Hostwise treats it.")
    against: list[Citation] = Field(description="Other sources that it contradicts.")


class SourceDiscrepancies(BaseModel):
    """All known errors of one source."""

    source: Citation
    items: list[DiscrepancyItem]


class LeftOutItem(BaseModel):
    """A printed observation that the library leaves out, and why."""

    key: str
    quantity: str = Field(description="What was observed.")
    printed: str = Field(description="The observation as printed.")
    reason: str = Field(description="Why it is left out.")
    locator: str = Field(description="Where in the source.")
    citations: list[Citation]


class EvidenceLibrary(BaseModel):
    """All measurements, with their sources and confidence."""

    version: str = Field(description="Version of the catalogue.")
    series: list[Series] = Field(description="Built-in series by topic, then the own models by key.")
    discrepancies: list[SourceDiscrepancies] = Field(description="Corrections, by source.")
    left_out: list[LeftOutItem] = Field(description="Printed observations that are left out, and why.")
