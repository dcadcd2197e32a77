"""The evidence library: every measured series, built-in and own, and the corrections of sources."""

from __future__ import annotations

from collections.abc import Iterable

from hostwise.answers.evidence.evidence_document import (
    DiscrepancyItem,
    EvidenceLibrary,
    LeftOutItem,
    SourceDiscrepancies,
)
from hostwise.answers.evidence.evidence_series import built_in_series, model_series
from hostwise.binding.opm_models import cited
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.operations import MeasuredModel

__all__ = ["EvidenceLibrary", "evidence_library"]


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
    """The corrections by the first source that each names: the one in error."""
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
