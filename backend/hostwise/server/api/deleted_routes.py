"""Deleted plans: listed, restored, purged."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from hostwise.server.api.dependencies import PlansDependency
from hostwise.server.api.schemas import DeletedPlanItem, PlanItem
from hostwise.server.http.problems import ProblemError, responses
from hostwise.server.http.route_metadata import MANAGES
from hostwise.server.stored_documents.plans import PlanNotFound

router = APIRouter(prefix="/deleted-plans", tags=["plans"])


def _not_found(error: PlanNotFound) -> ProblemError:
    return ProblemError(404, "plan_not_found", "No such plan", f"{error} Or it was not deleted, or has been purged.")


@router.get("")
async def list_deleted_plans(plans: PlansDependency) -> list[DeletedPlanItem]:
    """List the deleted plans that can be restored, last deleted first, at most 200."""
    return [DeletedPlanItem.model_validate(each) for each in await plans.deleted()]


@router.post("/{plan_id}/restore", responses=responses(404, 409, 422))
async def restore_plan(plan_id: UUID, plans: PlansDependency) -> PlanItem:
    """Restore a deleted plan with all its revisions; its shared links work again."""
    try:
        return PlanItem.model_validate(await plans.restore(plan_id))
    except PlanNotFound as error:
        raise _not_found(error) from error


@router.delete("/{plan_id}", status_code=204, openapi_extra=MANAGES, responses=responses(404, 422))
async def purge_plan(plan_id: UUID, plans: PlansDependency) -> None:
    """Remove a deleted plan for good, before its time: nobody can restore it then."""
    try:
        await plans.purge(plan_id)
    except PlanNotFound as error:
        raise _not_found(error) from error
