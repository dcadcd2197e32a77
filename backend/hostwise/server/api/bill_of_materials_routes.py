"""What has to be bought for each configuration of a plan."""

from __future__ import annotations

from fastapi import Response

from hostwise.answers.cost.bill_of_materials import bill_of_materials_of
from hostwise.answers.cost.bill_of_materials_document import BillOfMaterials
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.request_bodies import body_router, of_body
from hostwise.server.api.schemas import SentPlan
from hostwise.server.http.problems import responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["evaluate"])


@router.post(
    "/bill-of-materials", response_model=BillOfMaterials, openapi_extra=COMPUTES, responses=responses(400, 413, 422)
)
async def bill_of_materials(plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Bill of materials: parts of each configuration with quantity, unit price, its origin and date, and the sums."""
    return await pools.evaluation.answer(of_body, plan, bill_of_materials_of, catalogue)
