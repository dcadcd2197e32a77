"""Shared links: made and revoked with the scope `write`, opened by everyone who has the link."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any
from uuid import UUID

from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, Field

from hostwise.answers.evaluation.parts import READ_FIRST, Parts, only
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.reference.quantities_answer import quantities
from hostwise.answers.reference.reference_document import QuantityEntry
from hostwise.decision.decision import Decided, Decision
from hostwise.plan.document import Plan, plan_json
from hostwise.server.access.tokens import TokenRefused
from hostwise.server.api.access_check import refused
from hostwise.server.api.dependencies import CallerDependency, CatalogueDependency, PoolsDependency, SharesDependency
from hostwise.server.api.evaluation_routes import Reference, evaluated
from hostwise.server.api.included_parts import LinkIncludeDependency, included
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.api.shown_plans import LAST_REVISION, PRIVATE, SHARED, ShareToken, ShownDependency, no_such_plan
from hostwise.server.api.token_routes import NO_STORE
from hostwise.server.http.problems import ProblemError, responses
from hostwise.server.http.route_metadata import OPEN
from hostwise.server.sharing.share_documents import NewerRevision, NewShare, OpenShare, ShareItem
from hostwise.server.sharing.shares import PlanNotFound, RevisionNotFound, ShareNotFound, ShareRefused, TooManyShares

router = body_router(tags=["shares"])

ShareId = Annotated[str, Path(max_length=120, description="Id of the link.")]


class ShareRequest(RequestBody):
    """What to share, and for how long."""

    revision: Annotated[int, Field(ge=1, le=LAST_REVISION)] | None = Field(
        None, description="Revision; by default the newest."
    )
    anonymised: bool = Field(
        False,
        description="Show no free text: names and keys of plan, configurations, VM groups and own measured models are "
        "replaced by numbers; descriptions, notes, host models and sources that are not in the catalogue are left out.",
    )
    keep_host_models: bool = Field(False, description="Keep the names of host models in an anonymised plan.")
    show_scenarios: bool = Field(
        False,
        description="Show the scenarios that are saved with the plan, too, as they are when the link is opened; an "
        "anonymised link never does.",
    )
    show_changes: bool = Field(
        True,
        description="Show what the newest revision changes, when the link is opened; an anonymised link never does.",
    )
    expires_in_days: int = Field(30, ge=1, le=365, description="Days after which the link expires.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"anonymised": True, "expires_in_days": 14}]})


class SharedPlan(BaseModel):
    """What a shared link shows: one revision of one plan, with its result."""

    plan: Plan
    result: Decided
    revision: int
    saved_at: datetime = Field(description="When the revision was saved.")
    anonymised: bool
    shows_scenarios: bool
    shows_changes: bool
    created_at: datetime
    expires_at: datetime


class SharedChange(BaseModel):
    """The newest revision of a shared plan, with its decision: what it changes is the difference to the shared one."""

    plan: Plan
    decision: Decision
    revision: int
    saved_at: datetime


@router.get("/plans/{plan_id}/shares", responses=responses(404, 422))
async def list_shares(plan_id: UUID, shares: SharesDependency) -> list[ShareItem]:
    """List the shared links of a plan, newest first, without their secrets."""
    try:
        return await shares.listing(plan_id)
    except PlanNotFound as error:
        raise no_such_plan(error) from error


@router.post("/plans/{plan_id}/shares", status_code=201, responses=responses(400, 404, 409, 413, 422))
async def create_share(
    plan_id: UUID, request: ShareRequest, shares: SharesDependency, caller: CallerDependency, response: Response
) -> NewShare:
    """Make a link to one revision of a plan. Its secret is shown in this answer and never again."""
    lifetime = timedelta(days=request.expires_in_days)
    try:
        share = await shares.create(
            plan_id,
            request.revision,
            anonymous=request.anonymised,
            lifetime=lifetime,
            keep_host_models=request.keep_host_models,
            show_scenarios=request.show_scenarios,
            show_changes=request.show_changes,
            by=caller,
        )
    except TokenRefused as error:
        raise refused() from error
    except (PlanNotFound, RevisionNotFound) as error:
        raise no_such_plan(error) from error
    except TooManyShares as error:
        raise ProblemError(409, "too_many_shares", "Too many links", str(error)) from error
    response.headers.update(NO_STORE)
    return share


@router.delete("/plans/{plan_id}/shares/{share_id}", status_code=204, responses=responses(404, 422))
async def revoke_share(plan_id: UUID, share_id: ShareId, shares: SharesDependency) -> None:
    """Revoke a link: it stops working immediately."""
    try:
        await shares.revoke(plan_id, share_id)
    except ShareNotFound as error:
        raise ProblemError(404, "share_not_found", "No such link", "The plan does not have this link.") from error


@router.get(
    "/shared/{token}",
    dependencies=SHARED,
    openapi_extra=OPEN,
    response_model=SharedPlan,
    responses=responses(404, 409, 422),
)
async def read_shared(
    shown: ShownDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    include: LinkIncludeDependency,
    reference: Reference = None,
) -> Response:
    """Open a shared link: the plan as it was shared, and its result. It opens nothing else."""
    assert shown.link is not None
    return await shown.respond(pools.evaluation, _document, shown.link, catalogue, reference, included(include))


@router.get(
    "/shared/{token}/newest",
    openapi_extra=OPEN,
    response_model=SharedChange | None,
    responses=responses(404, 409, 422),
)
async def read_shared_newest(
    token: ShareToken, shares: SharesDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """The newest revision of a shared plan; null where the link shows it already, or shows no changes."""
    try:
        newer = await shares.newer(token)
    except ShareRefused as error:
        raise ProblemError(404, "share_not_found", "No such link", str(error)) from error
    answer = await pools.evaluation.respond(_change, newer, catalogue)
    answer.headers.update(PRIVATE)
    return answer


@router.get(
    "/shared/{token}/quantities",
    dependencies=SHARED,
    openapi_extra=OPEN,
    response_model=list[QuantityEntry],
    responses=responses(404, 422),
)
async def list_shared_quantities(
    shown: ShownDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """List every quantity of the model for users of a shared link: labels and meanings of what it shows."""
    answer = await pools.evaluation.respond(quantities, shown.catalogue(catalogue))
    answer.headers.update(shown.headers)
    return answer


def _change(newer: NewerRevision | None, catalogue: Catalogue) -> dict[str, Any] | None:
    if newer is None:
        return None
    decision = evaluated(newer.plan, catalogue, None, only(*READ_FIRST, decision=True)).decision
    assert decision is not None
    about = newer.model_dump(mode="json", exclude={"plan"})
    return {"plan": plan_json(newer.plan), "decision": decision.model_dump(mode="json")} | about


def _document(
    plan: Plan, link: OpenShare, catalogue: Catalogue, reference: str | None, include: Parts
) -> dict[str, Any]:
    result = evaluated(plan, catalogue, reference, include)
    # Assembled by hand: absent fields of the plan stay absent, while the result is always complete.
    shown = link.model_dump(mode="json", exclude={"plan", "figures"})
    return {"plan": plan_json(plan), "result": result.model_dump(mode="json")} | shown
