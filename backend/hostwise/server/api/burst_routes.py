"""Simulate how the write buffers of a plan take a burst; nothing is saved."""

from __future__ import annotations

from typing import Annotated

from fastapi import Body, Response
from pydantic import ConfigDict, Field

from hostwise.answers.burst.burst_answer import ImpossibleFailure, simulate_burst
from hostwise.answers.burst.burst_document import BurstResult
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.request_bodies import Sent, body_router, of_body
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["burst"])


class BurstCase(RequestBody):
    """What failed, and how closely it is looked at."""

    failed_hosts: Annotated[int, Field(ge=0, le=1_000)] = Field(0, description="Failed hosts.")
    failed_groups: Annotated[int, Field(ge=0, le=5_000)] = Field(
        0, description="Further failed disk groups, in the whole cluster."
    )
    step_minutes: Annotated[float, Field(ge=0.001, le=100_000, allow_inf_nan=False)] | None = Field(
        None, description="Requested step between points, minutes; a series has at most 600 points."
    )


class BurstRequest(BurstCase):
    """The plan to simulate, and its failures."""

    plan: Plan

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"plan": plan_json(sample_plan("moderate-io")), "failed_hosts": 1}]}
    )


@router.post("/burst", response_model=BurstResult, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def burst(
    request: Annotated[Sent[BurstRequest], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Simulate the write buffers over time: fill, de-staging, admitted writes, and when writes are throttled."""
    return await pools.evaluation.answer(of_body, request, _burst, catalogue)


def _burst(request: BurstRequest, catalogue: Catalogue) -> BurstResult:
    return burst_simulated(request.plan, catalogue, request)


def burst_simulated(plan: Plan, catalogue: Catalogue, case: BurstCase) -> BurstResult:
    """The write buffers of a plan over time, or the problem that nothing would be left running."""
    try:
        return simulate_burst(
            plan,
            catalogue,
            failed_hosts=case.failed_hosts,
            failed_groups=case.failed_groups,
            step_minutes=case.step_minutes,
        )
    except ImpossibleFailure as error:
        code, detail = "nothing_left_running", "Nothing would be left running; nothing was computed."
        wrong = [FieldProblem(pointer=f"/{field}", code=code, message=text) for field, text in error.problems]
        raise ProblemError(422, code, "Too many failures", detail, wrong) from error
