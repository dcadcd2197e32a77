"""Scenarios of a stored plan: variants that are kept beside it, to be compared with it."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import Path, Response
from pydantic import ConfigDict, Field

from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import Key, Name
from hostwise.server.api.dependencies import (
    CatalogueDependency,
    PoolsDependency,
    ScenariosDependency,
    SharesDependency,
)
from hostwise.server.api.evaluation_routes import evaluated
from hostwise.server.api.included_parts import IncludeDependency, included
from hostwise.server.api.plan_routes import MAX_SAVES
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.revision_headers import unstorable
from hostwise.server.api.schemas import RequestBody
from hostwise.server.api.shown_plans import PRIVATE, ShareToken, no_such_plan
from hostwise.server.http.problems import ProblemError, responses
from hostwise.server.http.route_metadata import OPEN
from hostwise.server.sharing.shares import ShareRefused, Shares
from hostwise.server.stored_documents.scenarios import PlanNotFound, SavedScenario, ScenarioNotFound, UnstorableDocument

router = body_router()

_LIST: dict[str, Any] = {"tags": ["plans"], "response_model_exclude_unset": True}
_ONE = "/plans/{plan_id}/scenarios/{key}"

ScenarioKey = Annotated[Key, Path(description="Key of the scenario within its plan, which the caller chooses.")]


class ScenarioRequest(RequestBody):
    """A scenario: a variant of the plan, with a name of its own."""

    name: Name
    plan: Plan = Field(description="The whole plan that it is; its own name is not kept.")

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"name": "Two spare hosts", "plan": plan_json(sample_plan("light-io"))}]}
    )


@router.get("/plans/{plan_id}/scenarios", **_LIST, responses=responses(404, 409, 422))
async def list_scenarios(plan_id: UUID, scenarios: ScenariosDependency) -> list[SavedScenario]:
    """List the scenarios of a plan, oldest first, each with what it changes in the plan as it is saved."""
    try:
        return await scenarios.listing(plan_id)
    except PlanNotFound as error:
        raise no_such_plan(error) from error


@router.put(_ONE, **_LIST, responses=responses(400, 404, 409, 413, 422))
async def save_scenario(
    plan_id: UUID, key: ScenarioKey, request: ScenarioRequest, scenarios: ScenariosDependency, pools: PoolsDependency
) -> SavedScenario:
    """Save a scenario beside a plan, in place of the one with this key if there is one. The plan stays as it is."""
    try:
        async with pools.evaluation.seat(MAX_SAVES):
            return await scenarios.put(plan_id, key, request.name, request.plan)
    except PlanNotFound as error:
        raise no_such_plan(error) from error
    except UnstorableDocument as error:
        raise unstorable(error, "scenario") from error


@router.delete(_ONE, status_code=204, tags=["plans"], responses=responses(404, 422))
async def delete_scenario(plan_id: UUID, key: ScenarioKey, scenarios: ScenariosDependency) -> None:
    """Delete a scenario for good."""
    try:
        await scenarios.delete(plan_id, key)
    except PlanNotFound as error:
        raise no_such_plan(error) from error
    except ScenarioNotFound as error:
        raise ProblemError(404, "scenario_not_found", "No such scenario", str(error)) from error


_SHARED: dict[str, Any] = {"tags": ["shares"], "openapi_extra": OPEN, "responses": responses(404, 409, 422)}


@router.get("/shared/{token}/scenarios", response_model_exclude_unset=True, **_SHARED)
async def list_shared_scenarios(token: ShareToken, shares: SharesDependency, response: Response) -> list[SavedScenario]:
    """List the scenarios of a shared plan, each with what it changes; none unless the link shows them."""
    response.headers.update(PRIVATE)
    return await _shown(shares, token)


@router.get("/shared/{token}/scenarios/{key}/result", response_model=Decided, **_SHARED)
async def read_shared_scenario_result(
    token: ShareToken,
    key: ScenarioKey,
    shares: SharesDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    include: IncludeDependency,
) -> Response:
    """Evaluate a scenario that a link shows."""
    plan = next((each.plan for each in await _shown(shares, token) if each.key == key), None)
    if plan is None:
        raise ProblemError(404, "scenario_not_found", "No such scenario", "The link shows no scenario with this key.")
    answer = await pools.evaluation.respond(evaluated, plan, catalogue, None, included(include))
    answer.headers.update(PRIVATE)
    return answer


async def _shown(shares: Shares, token: str) -> list[SavedScenario]:
    try:
        return await shares.scenarios(token)
    except ShareRefused as error:
        raise ProblemError(404, "share_not_found", "No such link", str(error)) from error
