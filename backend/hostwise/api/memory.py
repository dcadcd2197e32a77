"""Memory of a plan: states in every failure case, reclaimed memory, and measured operations."""

from __future__ import annotations

from fastapi import Response

from hostwise.api.bodies import body_router
from hostwise.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.api.evaluation import wrong_plan
from hostwise.api.problems import responses
from hostwise.api.schemas import PlanBody
from hostwise.api.traits import COMPUTES
from hostwise.plan.answers.memory import MemoryReport
from hostwise.plan.document import Plan
from hostwise.services.evaluation.service import PlanError
from hostwise.services.memory.service import memory_report
from hostwise.services.reference.catalogue import Catalogue

router = body_router(tags=["memory"])


@router.post("/memory", response_model=MemoryReport, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def memory(plan: PlanBody, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Show the memory of every configuration: predicted states, reclaimed memory, operations per minute."""
    return await pools.evaluation.answer(_memory, plan, catalogue)


def _memory(plan: Plan, catalogue: Catalogue) -> MemoryReport:
    try:
        return memory_report(plan, catalogue)
    except PlanError as error:
        raise wrong_plan(error) from error
