"""Shared links: made and revoked with the right to save, opened by everyone who has the link."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated
from uuid import UUID

from anyio import CapacityLimiter
from fastapi import APIRouter, Path, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ConfigDict, Field

from hostwise.api.dependencies import CatalogueDependency, SharesDependency
from hostwise.api.evaluation import FailedHosts, Reference, evaluated, explained
from hostwise.api.idempotency import ONCE
from hostwise.api.problems import FieldProblem, ProblemError, responses
from hostwise.api.reports import Format, file_name, written
from hostwise.api.schemas import RequestBody
from hostwise.api.tokens import NO_STORE
from hostwise.api.traits import OPEN
from hostwise.plan.answers.reference import QuantityEntry
from hostwise.plan.answers.result import Explanation, Result
from hostwise.plan.answers.sharing import NewShare, OpenShare, ShareItem
from hostwise.plan.document import Plan, plan_json
from hostwise.services.reference.quantities import quantities
from hostwise.services.reports.service import Revision, UnknownFormat, media_type
from hostwise.services.sharing.service import (
    PlanNotFound,
    RevisionNotFound,
    ShareNotFound,
    ShareRefused,
    Shares,
    TooManyShares,
)

router = APIRouter(tags=["shares"])

_LAST = 2**31 - 1
_PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""The address holds the secret: it must not get into a cache, referrer or index."""

_AT_ONCE = CapacityLimiter(1)
"""Reports take seconds, and many people may use a link."""

ShareId = Annotated[str, Path(max_length=120, description="Id of the link.")]
ShareToken = Annotated[str, Path(max_length=120, description="The secret of the link.")]


class ShareRequest(RequestBody):
    """What to share, and for how long."""

    revision: Annotated[int, Field(ge=1, le=_LAST)] | None = Field(None, description="Revision; by default the newest.")
    anonymised: bool = Field(
        False,
        description="Replace the names of plan, VM groups and own measured models, and leave out descriptions, notes "
        "and sources that are not in the catalogue. Names of configurations stay.",
    )
    expires_in_days: int = Field(30, ge=1, le=365, description="Days after which the link expires.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"anonymised": True, "expires_in_days": 14}]})


class SharedPlan(BaseModel):
    """What a shared link shows: one revision of one plan, with its result."""

    plan: Plan
    result: Result
    revision: int
    saved_at: datetime = Field(description="When the revision was saved.")
    anonymised: bool
    created_at: datetime
    expires_at: datetime


def _no_plan(error: PlanNotFound | RevisionNotFound) -> ProblemError:
    return ProblemError(404, "plan_not_found", "No such plan", str(error))


async def _opened(shares: Shares, token: str) -> OpenShare:
    try:
        return await shares.open(token)
    except ShareRefused as error:
        raise ProblemError(404, "share_not_found", "No such link", str(error)) from error


@router.get("/plans/{plan_id}/shares", responses=responses(404, 422))
async def list_shares(plan_id: UUID, shares: SharesDependency) -> list[ShareItem]:
    """List the shared links of a plan, newest first, without their secrets."""
    try:
        return await shares.listing(plan_id)
    except PlanNotFound as error:
        raise _no_plan(error) from error


@router.post(
    "/plans/{plan_id}/shares", status_code=201, openapi_extra=ONCE, responses=responses(400, 404, 409, 413, 422)
)
async def create_share(plan_id: UUID, request: ShareRequest, shares: SharesDependency, response: Response) -> NewShare:
    """Make a link to one revision of a plan. Its secret is shown in this answer and never again."""
    lifetime = timedelta(days=request.expires_in_days)
    try:
        share = await shares.create(plan_id, request.revision, anonymous=request.anonymised, lifetime=lifetime)
    except (PlanNotFound, RevisionNotFound) as error:
        raise _no_plan(error) from error
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


@router.get("/shared/{token}", openapi_extra=OPEN, response_model=SharedPlan, responses=responses(404, 422))
async def read_shared(
    token: ShareToken, shares: SharesDependency, catalogue: CatalogueDependency, reference: Reference = None
) -> Response:
    """Open a shared link: the plan as it was shared, and its result. It opens nothing else."""
    opened = await _opened(shares, token)
    result = evaluated(opened.plan, catalogue, reference)
    # Assembled by hand: absent fields of the plan stay absent, while the result is always complete.
    shown = opened.model_dump(mode="json", exclude={"plan"})
    content = {"plan": plan_json(opened.plan), "result": result.model_dump(mode="json")} | shown
    return JSONResponse(content, headers=_PRIVATE)


@router.get("/shared/{token}/explain/{configuration}/{quantity}", openapi_extra=OPEN, responses=responses(404, 422))
async def explain_shared(
    token: ShareToken,
    configuration: Annotated[str, Path(max_length=80)],
    quantity: Annotated[str, Path(max_length=100)],
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    response: Response,
    failed_hosts: FailedHosts = 0,
    reference: Reference = None,
) -> Explanation:
    """Explain one number of a shared plan."""
    opened = await _opened(shares, token)
    response.headers.update(_PRIVATE)
    return explained(opened.plan, catalogue, configuration, quantity, failed_hosts, reference)


@router.get("/shared/{token}/quantities", openapi_extra=OPEN, responses=responses(404, 422))
async def list_shared_quantities(
    token: ShareToken, shares: SharesDependency, catalogue: CatalogueDependency, response: Response
) -> list[QuantityEntry]:
    """List every quantity of the model for users of a shared link: labels and meanings of what it shows."""
    await _opened(shares, token)
    response.headers.update(_PRIVATE)
    return quantities(catalogue)


@router.get(
    "/shared/{token}/report",
    openapi_extra=OPEN,
    response_class=Response,
    responses=responses(404, 422) | {200: {"description": "The report.", "content": {"*/*": {}}}},
)
async def report_shared(
    token: ShareToken,
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    report_format: Format = None,
    reference: Reference = None,
) -> Response:
    """Report a shared plan as a file, JSON unless another `format` is given."""
    opened = await _opened(shares, token)
    chosen = report_format or "json"
    try:
        kind = media_type(chosen)
    except UnknownFormat as error:
        wrong = FieldProblem(pointer="/format", code="enum", message=str(error))
        raise ProblemError(422, "invalid_input", "The input is wrong", str(error), [wrong]) from error
    kept = Revision(opened.revision, opened.saved_at)
    content = await written(opened.plan, catalogue, chosen, reference, kept, _AT_ONCE)
    name = file_name(opened.plan.name, opened.revision, chosen)
    headers = _PRIVATE | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
