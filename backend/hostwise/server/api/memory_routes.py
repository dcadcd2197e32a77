"""Memory of a plan: states in every failure case, reclaimed memory, and measured operations."""

from __future__ import annotations

from fastapi import Response

from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.memory.memory_document import MemoryReport
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.request_bodies import body_router, of_body
from hostwise.server.api.schemas import SentPlan
from hostwise.server.http.problems import responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["memory"])


@router.post("/memory", response_model=MemoryReport, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def memory(plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Show the memory of every configuration: predicted states, reclaimed memory, operations per minute."""
    return await pools.evaluation.answer(of_body, plan, memory_report, catalogue)
