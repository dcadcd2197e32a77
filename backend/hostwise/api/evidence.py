"""The evidence library: measurements, their sources, and corrections."""

from __future__ import annotations

from fastapi import APIRouter

from hostwise.api import opm_models
from hostwise.api.dependencies import CatalogueDependency, OpmLibraryDependency
from hostwise.plan.answers.evidence import EvidenceLibrary
from hostwise.services.evidence.service import evidence_library

router = APIRouter()
router.include_router(opm_models.router)


@router.get("/evidence", tags=["evidence"])
async def read_evidence(catalogue: CatalogueDependency, library: OpmLibraryDependency) -> EvidenceLibrary:
    """Read all measured series, built-in and own, with citations, validity and the corrections of sources."""
    return evidence_library(catalogue, [each.model for each in await library.own()])
