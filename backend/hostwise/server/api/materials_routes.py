"""What has to be bought for each configuration of a plan."""

from __future__ import annotations

from functools import partial

from fastapi import Response

from hostwise.api.bodies import body_router, of_body
from hostwise.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.api.evaluation import answered
from hostwise.api.problems import responses
from hostwise.api.schemas import SentPlan
from hostwise.api.traits import COMPUTES
from hostwise.plan.answers.materials import Materials
from hostwise.services.cost.materials import materials_of

router = body_router(tags=["evaluate"])


@router.post("/materials", response_model=Materials, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def materials(plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Bill of materials: parts of each configuration with quantity, unit price, its origin and date, and the sums."""
    return await pools.evaluation.answer(of_body, plan, partial(answered, materials_of), catalogue)
