"""Plans in files: JSON or YAML, as a plan stands there or within an answer of Hostwise. Nothing of it is stored."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import MAX_PLAN_BYTES, UnreadablePlan, plan_of_file
from hostwise.server.api.dependencies import PoolsDependency
from hostwise.server.api.file_bodies import BodyDependency, file_body, from_file
from hostwise.server.http.problems import responses, unreadable_plan
from hostwise.server.workers.body_budget import Body

router = APIRouter(prefix="/plans", tags=["plans"])

_FILE = file_body("A plan as JSON or YAML", MAX_PLAN_BYTES)


@router.post("/read", response_model=Plan, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def read_plan_file(body: BodyDependency, pools: PoolsDependency) -> Response:
    """Read a plan from a file, in JSON or YAML: the document that other addresses take."""
    return await from_file(pools, _plan, body)


def _plan(body: Body) -> dict[str, Any]:
    try:
        return plan_json(plan_of_file(body.read()))
    except UnreadablePlan as error:
        raise unreadable_plan(error) from error
