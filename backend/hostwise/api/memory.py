"""Memory of a plan: states in every failure case, reclaimed memory, and measured operations."""

from __future__ import annotations

from fastapi import APIRouter

from hostwise.api.dependencies import CatalogueDependency
from hostwise.api.evaluation import wrong_plan
from hostwise.api.problems import responses
from hostwise.api.schemas import PlanBody
from hostwise.api.traits import COMPUTES
from hostwise.plan.answers.memory import MemoryReport
from hostwise.services.evaluation.service import PlanError
from hostwise.services.memory.service import memory_report

router = APIRouter(tags=["memory"])


@router.post("/memory", openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def memory(plan: PlanBody, catalogue: CatalogueDependency) -> MemoryReport:
    """Show the memory of every configuration: predicted states, reclaimed memory, operations per minute."""
    try:
        return memory_report(plan, catalogue)
    except PlanError as error:
        raise wrong_plan(error) from error
