"""Shared links: made and revoked with the right to save, opened by everyone who has the link."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, TypeVar
from uuid import UUID

from fastapi import Path, Response
from pydantic import BaseModel, ConfigDict, Field

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.reference.quantities_answer import quantities
from hostwise.plan.answers.doubt import Doubt, Effects
from hostwise.plan.answers.reference import QuantityEntry
from hostwise.plan.answers.result import Explanation, Result
from hostwise.plan.document import Plan, plan_json
from hostwise.reports.report_files import Revision, UnknownFormat, media_type
from hostwise.server.access.tokens import TokenRefused
from hostwise.server.api.access_check import refused
from hostwise.server.api.dependencies import CallerDependency, CatalogueDependency, PoolsDependency, SharesDependency
from hostwise.server.api.evaluation_routes import FailedHosts, Reference, doubted, effects_found, evaluated, explained
from hostwise.server.api.report_routes import Appendix, Format, file_name, written
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.api.token_routes import NO_STORE
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import OPEN
from hostwise.server.sharing.share_documents import NewShare, OpenShare, ShareItem
from hostwise.server.sharing.shares import (
    PlanNotFound,
    RevisionNotFound,
    ShareNotFound,
    ShareRefused,
    Shares,
    TooManyShares,
)

router = body_router(tags=["shares"])

AnswerT = TypeVar("AnswerT")

_LAST = 2**31 - 1
_PRIVATE = {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex"}
"""The address holds the secret: it must not get into a cache, referrer or index."""

ShareId = Annotated[str, Path(max_length=120, description="Id of the link.")]
ShareToken = Annotated[str, Path(max_length=120, description="The secret of the link.")]


class ShareRequest(RequestBody):
    """What to share, and for how long."""

    revision: Annotated[int, Field(ge=1, le=_LAST)] | None = Field(None, description="Revision; by default the newest.")
    anonymised: bool = Field(
        False,
        description="Show no free text: names and keys of plan, configurations, VM groups and own measured models are "
        "replaced by numbers; descriptions, notes, host models and sources that are not in the catalogue are left out.",
    )
    keep_host_models: bool = Field(False, description="Keep the names of host models in an anonymised plan.")
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


def _shown(opened: OpenShare, answer: Callable[[], AnswerT]) -> AnswerT:
    """An answer about a shared plan."""
    try:
        return answer()
    except ProblemError as error:
        raise _wordless(opened, error) from None


def _wordless(opened: OpenShare, error: ProblemError) -> ProblemError:
    """A problem with a shared plan; of an anonymised one it quotes nothing, such as an unknown key."""
    if not opened.anonymised or error.problem.code != "invalid_plan":
        return error
    problem = error.problem
    return ProblemError(problem.status, problem.code, problem.title, problem.detail)


@router.get("/plans/{plan_id}/shares", responses=responses(404, 422))
async def list_shares(plan_id: UUID, shares: SharesDependency) -> list[ShareItem]:
    """List the shared links of a plan, newest first, without their secrets."""
    try:
        return await shares.listing(plan_id)
    except PlanNotFound as error:
        raise _no_plan(error) from error


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
            by=caller,
        )
    except TokenRefused as error:
        raise refused() from error
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


@router.get("/shared/{token}", openapi_extra=OPEN, response_model=SharedPlan, responses=responses(404, 409, 422))
async def read_shared(
    token: ShareToken,
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    reference: Reference = None,
) -> Response:
    """Open a shared link: the plan as it was shared, and its result. It opens nothing else."""
    opened = await _opened(shares, token)
    return _private(await pools.evaluation.answer(_document, opened, catalogue, reference))


def _document(opened: OpenShare, catalogue: Catalogue, reference: str | None) -> dict[str, Any]:
    result = _shown(opened, partial(evaluated, opened.plan, catalogue, reference))
    # Assembled by hand: absent fields of the plan stay absent, while the result is always complete.
    shown = opened.model_dump(mode="json", exclude={"plan"})
    return {"plan": plan_json(opened.plan), "result": result.model_dump(mode="json")} | shown


def _private(response: Response) -> Response:
    response.headers.update(_PRIVATE)
    return response


@router.get("/shared/{token}/doubt", openapi_extra=OPEN, response_model=Doubt, responses=responses(404, 422))
async def doubt_shared(
    token: ShareToken, shares: SharesDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """How sure the answer to a shared plan is."""
    opened = await _opened(shares, token)
    work = partial(doubted, opened.plan, catalogue)
    return _private(await pools.evaluation.answer(_shown, opened, work))


@router.get(
    "/shared/{token}/explain/{configuration}/{quantity}",
    openapi_extra=OPEN,
    response_model=Explanation,
    responses=responses(404, 422),
)
async def explain_shared(
    token: ShareToken,
    configuration: Annotated[str, Path(max_length=80)],
    quantity: Annotated[str, Path(max_length=100)],
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    failed_hosts: FailedHosts = 0,
    reference: Reference = None,
) -> Response:
    """Explain one number of a shared plan."""
    opened = await _opened(shares, token)
    return _private(
        await pools.evaluation.answer(
            _shown,
            opened,
            partial(explained, opened.plan, catalogue, configuration, quantity, failed_hosts, reference),
        )
    )


@router.get(
    "/shared/{token}/explain/{configuration}/{quantity}/effects",
    openapi_extra=OPEN,
    response_model=Effects,
    responses=responses(404, 422),
)
async def explain_effects_shared(
    token: ShareToken,
    configuration: Annotated[str, Path(max_length=80)],
    quantity: Annotated[str, Path(max_length=100)],
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    failed_hosts: FailedHosts = 0,
    reference: Reference = None,
) -> Response:
    """What each value behind one number of a shared plan does to it."""
    opened = await _opened(shares, token)
    return _private(
        await pools.evaluation.answer(
            _shown,
            opened,
            partial(effects_found, opened.plan, catalogue, configuration, quantity, failed_hosts, reference),
        )
    )


@router.get(
    "/shared/{token}/quantities",
    openapi_extra=OPEN,
    response_model=list[QuantityEntry],
    responses=responses(404, 422),
)
async def list_shared_quantities(
    token: ShareToken, shares: SharesDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """List every quantity of the model for users of a shared link: labels and meanings of what it shows."""
    await _opened(shares, token)
    return _private(await pools.evaluation.answer(quantities, catalogue))


@router.get(
    "/shared/{token}/report",
    openapi_extra=OPEN,
    response_class=Response,
    responses=responses(404, 413, 422) | {200: {"description": "The report.", "content": {"*/*": {}}}},
)
async def report_shared(
    token: ShareToken,
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    report_format: Format = None,
    reference: Reference = None,
    appendix: Appendix = False,
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
    try:
        content = await written(pools, opened.plan, catalogue, chosen, reference, kept, appendix=appendix)
    except ProblemError as error:
        raise _wordless(opened, error) from None
    name = file_name(opened.plan.name, opened.revision, chosen)
    headers = _PRIVATE | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
