"""The evidence library: measurements, their sources, and corrections."""

from __future__ import annotations

from fastapi import Response

from hostwise.answers.evidence.evidence_answer import evidence_library
from hostwise.answers.evidence.evidence_document import EvidenceLibrary
from hostwise.server.api import opm_model_routes
from hostwise.server.api.dependencies import CatalogueDependency, OpmLibraryDependency, PoolsDependency
from hostwise.server.api.request_bodies import body_router

router = body_router()
router.include_router(opm_model_routes.router)


@router.get("/evidence", tags=["evidence"], response_model=EvidenceLibrary)
async def read_evidence(
    catalogue: CatalogueDependency, library: OpmLibraryDependency, pools: PoolsDependency
) -> Response:
    """Read all measured series, built-in and own, with citations, validity and the corrections of sources."""
    own = [each.model for each in await library.own()]
    return await pools.evaluation.respond(evidence_library, catalogue, own)
