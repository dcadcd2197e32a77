"""Storage of a plan beside that of other platforms."""

from __future__ import annotations

from fastapi import Response

from hostwise.answers.storage.storage_answer import storage_report
from hostwise.answers.storage.storage_document import StorageReport
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.request_bodies import body_router, of_body
from hostwise.server.api.schemas import SentPlan
from hostwise.server.http.problems import responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["storage"])


@router.post("/storage", response_model=StorageReport, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def storage(plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Show the storage of every configuration: its writes on other storage stacks, and capacity by other rules."""
    return await pools.evaluation.answer(of_body, plan, storage_report, catalogue)
