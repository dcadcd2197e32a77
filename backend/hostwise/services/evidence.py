"""The evidence library: every measured series, built-in and own, and where the sources err."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import BaseModel, Field

from hostwise.catalogue.loader import Catalogue
from hostwise.services.evidence_series import Series, built_in_series, model_series
from hostwise.services.opm_models import Citation, MeasuredModel, cited

__all__ = ["EvidenceLibrary", "evidence_library"]


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
    treatment: str = Field(description="What Hostwise does.")
    against: list[Citation] = Field(description="Other sources that it contradicts.")


class SourceDiscrepancies(BaseModel):
    """All that is known to be wrong with one source."""

    source: Citation
    items: list[DiscrepancyItem]


class LeftOutItem(BaseModel):
    """A printed observation that the library does not hold, and why."""

    key: str
    quantity: str = Field(description="What was observed.")
    printed: str = Field(description="The observation as printed.")
    reason: str = Field(description="Why it is left out.")
    locator: str = Field(description="Where in the source.")
    citations: list[Citation]


class EvidenceLibrary(BaseModel):
    """Everything that was measured, who says so, and how far it is to be trusted."""

    version: str = Field(description="Version of the catalogue.")
    series: list[Series] = Field(description="Built-in series by topic, then the own models by key.")
    discrepancies: list[SourceDiscrepancies] = Field(description="Where the sources err, by source.")
    left_out: list[LeftOutItem] = Field(description="What was printed and is not kept, and why.")


def evidence_library(catalogue: Catalogue, own: Iterable[MeasuredModel]) -> EvidenceLibrary:
    """The library of a catalogue and own models."""
    return EvidenceLibrary(
        version=catalogue.version,
        series=[*built_in_series(catalogue), *(model_series(each) for each in own)],
        discrepancies=_discrepancies(catalogue),
        left_out=[
            LeftOutItem(
                key=row.key,
                quantity=row.quantity,
                printed=row.printed,
                reason=row.reason,
                locator=row.locator,
                citations=list(cited(catalogue, row.source)),
            )
            for row in catalogue.measurements_left_out.values()
        ],
    )


def _discrepancies(catalogue: Catalogue) -> list[SourceDiscrepancies]:
    """The discrepancies by the first source that each names: the one that errs."""
    by_source: dict[str, list[DiscrepancyItem]] = {}
    for row in catalogue.discrepancies.values():
        item = DiscrepancyItem(
            key=row.key,
            severity=row.severity,
            about=row.about,
            printed=row.printed,
            computed=row.computed,
            explanation=row.explanation,
            treatment=row.treatment,
            against=list(cited(catalogue, row.source[1:])),
        )
        by_source.setdefault(row.source[0], []).append(item)
    return [SourceDiscrepancies(source=cited(catalogue, [key])[0], items=items) for key, items in by_source.items()]
