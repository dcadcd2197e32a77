"""Plans and their revisions. The ETag of a plan is its newest revision; a save names the revision it was made from."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable
from typing import Annotated
from uuid import UUID

from fastapi import Query, Response

from hostwise.answers.evaluation.evaluation_answer import ENGINE_VERSION
from hostwise.decision.decision import Decided
from hostwise.plan.hashing import plan_hash
from hostwise.server.api.dependencies import (
    CallerDependency,
    CatalogueDependency,
    DecisionsDependency,
    IdempotencyKey,
    PlansDependency,
    PoolsDependency,
)
from hostwise.server.api.evaluation_routes import (
    Reference,
    evaluated,
)
from hostwise.server.api.included_parts import IncludeDependency, included
from hostwise.server.api.plan_decisions import Listed
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.revision_headers import IfMatch, expected, stale, tag, unstorable
from hostwise.server.api.schemas import DuplicateRequest, ListedPlanItem, PlanBody, PlanList, RevisionList
from hostwise.server.api.shown_plans import (
    LAST_REVISION,
    STORED,
    RevisionNumber,
    ShownDependency,
    no_such_plan,
)
from hostwise.server.http.entity_tags import IfNoneMatch, is_known, tagged
from hostwise.server.http.problems import ProblemError, responses
from hostwise.server.stored_documents.plan_documents import SavedPlan
from hostwise.server.stored_documents.plans import (
    CreatedPlanDeleted,
    CreationKeyUsed,
    ListedPlan,
    PlanCursor,
    PlanNotFound,
    Plans,
    RevisionNotFound,
    StaleRevision,
    UnstorableDocument,
)

router = body_router(prefix="/plans", tags=["plans"])

_THING = "plan"
MAX_SAVES = 64
"""Most saves at the same time: each plan is evaluated before it is stored."""
Limit = Annotated[int, Query(ge=1, le=200, description="Most items on a page.")]


def _tagged(saved: SavedPlan, response: Response) -> SavedPlan:
    tag(response, saved.revision)
    return saved


async def _read(plans: Plans, plan_id: UUID, revision: int | None = None) -> SavedPlan:
    try:
        return await plans.read(plan_id, revision)
    except (PlanNotFound, RevisionNotFound) as error:
        raise no_such_plan(error) from error


@router.get("", responses=responses(400, 422))
async def list_plans(
    plans: PlansDependency,
    decisions: DecisionsDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    limit: Limit = 50,
    after: Annotated[str | None, Query(max_length=200, description="Cursor `next` of the previous page.")] = None,
) -> PlanList:
    """List the plans, last changed first, each with what it comes to."""
    try:
        cursor = PlanCursor.decode(after) if after is not None else None
    except ValueError as error:
        raise ProblemError(400, "cursor_malformed", "The cursor cannot be read", str(error)) from error
    page = await plans.page(limit, cursor)
    found = await decisions.of(page.plans, plans, catalogue, pools.evaluation)
    items = [_listed(each, found[each.plan_hash]) for each in page.plans]
    return PlanList(items=items, next=page.next.encode() if page.next else None)


def _listed(plan: ListedPlan, found: Listed) -> ListedPlanItem:
    return ListedPlanItem(
        id=plan.id,
        name=plan.name,
        head_revision=plan.head_revision,
        created_at=plan.created_at,
        updated_at=plan.updated_at,
        decision=found.decision,
        problem=found.problem,
    )


@router.post("", status_code=201, response_model_exclude_unset=True, responses=responses(400, 409, 413, 422))
async def create_plan(
    plan: PlanBody,
    plans: PlansDependency,
    pools: PoolsDependency,
    caller: CallerDependency,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> SavedPlan:
    """Store a new plan as revision 1. A repeated request with the same key makes no second plan."""
    async with pools.evaluation.seat(MAX_SAVES):
        return _created(await _creating(plans.create(plan, idempotency_key, caller)), response)


@router.post(
    "/{plan_id}/duplicate", status_code=201, response_model_exclude_unset=True, responses=responses(400, 404, 409, 422)
)
async def duplicate_plan(
    plan_id: UUID,
    request: DuplicateRequest,
    plans: PlansDependency,
    pools: PoolsDependency,
    caller: CallerDependency,
    response: Response,
    idempotency_key: IdempotencyKey = None,
) -> SavedPlan:
    """Store a copy of a plan, at its newest revision and with its scenarios, as revision 1 of a new plan."""
    try:
        async with pools.evaluation.seat(MAX_SAVES):
            copy = await _creating(plans.duplicate(plan_id, request.name, idempotency_key, caller))
    except PlanNotFound as error:
        raise no_such_plan(error) from error
    return _created(copy, response)


async def _creating(creation: Awaitable[SavedPlan]) -> SavedPlan:
    try:
        return await creation
    except CreationKeyUsed as error:
        detail = "This key was used for another plan. Nothing was saved; use a new key for a new plan."
        raise ProblemError(422, "idempotency_key_reused", "The key was used for another plan", detail) from error
    except CreatedPlanDeleted as error:
        detail = f"{error} Restore it, or use a new key for a new plan; nothing was saved."
        raise ProblemError(409, "plan_deleted", "The plan was deleted", detail) from error
    except UnstorableDocument as error:
        raise unstorable(error, _THING) from error


def _created(kept: SavedPlan, response: Response) -> SavedPlan:
    response.headers["Location"] = f"/api/v1/plans/{kept.id}"
    return _tagged(kept, response)


@router.get("/{plan_id}", response_model_exclude_unset=True, responses=responses(404, 409, 422))
async def read_plan(
    plan_id: UUID, plans: PlansDependency, response: Response, revision: RevisionNumber = None
) -> SavedPlan:
    """Read a plan, at its newest or a given revision. The ETag is the revision to save against."""
    return _tagged(await _read(plans, plan_id, revision), response)


@router.put("/{plan_id}", response_model_exclude_unset=True, responses=responses(400, 404, 409, 412, 413, 422, 428))
async def save_plan(
    plan_id: UUID,
    plan: PlanBody,
    plans: PlansDependency,
    pools: PoolsDependency,
    response: Response,
    if_match: IfMatch = None,
) -> SavedPlan:
    """Save a plan as a new revision, if it has not changed since it was read."""
    try:
        async with pools.evaluation.seat(MAX_SAVES):
            return _tagged(await plans.save(plan_id, expected(if_match, _THING), plan), response)
    except PlanNotFound as error:
        raise no_such_plan(error) from error
    except StaleRevision as error:
        raise stale(error, _THING) from error
    except UnstorableDocument as error:
        raise unstorable(error, _THING) from error


@router.delete("/{plan_id}", status_code=204, responses=responses(400, 404, 412, 422, 428))
async def delete_plan(plan_id: UUID, plans: PlansDependency, if_match: IfMatch = None) -> None:
    """Delete a plan with all its revisions, if it has not changed since it was read; it can be restored for a while."""
    try:
        await plans.delete(plan_id, expected(if_match, _THING))
    except PlanNotFound as error:
        raise no_such_plan(error) from error
    except StaleRevision as error:
        raise stale(error, _THING) from error


@router.get("/{plan_id}/revisions", responses=responses(404, 422))
async def list_revisions(
    plan_id: UUID,
    plans: PlansDependency,
    limit: Limit = 50,
    before: Annotated[
        int | None, Query(ge=1, le=LAST_REVISION, description="Number `next` of the previous page.")
    ] = None,
) -> RevisionList:
    """List the revisions of a plan, newest first."""
    try:
        found = await plans.revisions(plan_id, limit, before)
    except PlanNotFound as error:
        raise no_such_plan(error) from error
    more = len(found) == limit and found[-1].number > 1
    return RevisionList(items=found, next=found[-1].number if more else None)


@router.get("/{plan_id}/result", dependencies=STORED, response_model=Decided, responses=responses(404, 409, 422))
async def read_result(
    shown: ShownDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    reference: Reference = None,
    if_none_match: IfNoneMatch = None,
    *,
    include: IncludeDependency,
) -> Response:
    """Evaluate a stored plan, at its newest or a given revision. The ETag holds until plan or versions change."""
    parts = included(include)
    # Weak: the last digits may depend on the machine.
    asked = hashlib.sha256(include.encode()).hexdigest()[:8]
    known_as = f'W/"{plan_hash(shown.plan)[:32]}-{ENGINE_VERSION}-{catalogue.version}-{asked}"'
    if is_known(known_as, if_none_match):
        return tagged(Response(), known_as, if_none_match)
    return tagged(await shown.respond(pools.evaluation, evaluated, catalogue, reference, parts), known_as, None)
