"""How sure the answer to a plan is."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query, Response
from pydantic import BeforeValidator

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.simulations.simulations import SEED
from hostwise.answers.uncertainty.indices import indices_of
from hostwise.answers.uncertainty.sensitivity import sensitivity_of
from hostwise.answers.uncertainty.uncertainty_document import Indices, Sensitivities
from hostwise.decision.decision import Decision, Uncertainty
from hostwise.decision.listed import of_the_lead
from hostwise.plan.document import Plan
from hostwise.server.api.dependencies import CatalogueDependency, DecisionsDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import Reference, simulatable, uncertainty_found
from hostwise.server.api.request_bodies import body_router, of_body
from hostwise.server.api.schemas import SentPlan
from hostwise.server.http.problems import responses
from hostwise.server.http.route_metadata import COMPUTES
from hostwise.server.workers.pools import written

router = body_router(tags=["evaluate"])

Seed = Annotated[
    int, Query(ge=0, le=2**31 - 1, description="Seed of the simulations: the same seed has the same ones.")
]


# Parameters are texts.
Simulations = Annotated[
    Literal[256, 1024, 2048, 4096],
    BeforeValidator(int),
    Query(description="How many simulations there are; by default 4,096, and fewer for a plan that is large."),
]


@router.post("/uncertainty", response_model=Uncertainty, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def uncertainty(
    plan: SentPlan,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    decisions: DecisionsDependency,
    seed: Seed = SEED,
    simulations: Simulations | None = None,
    reference: Reference = None,
) -> Response:
    """How sure the answer to a plan is: bands of cost, hosts and life, the verdict, and what would change it."""
    body, simulated = await pools.evaluation.compute(of_body, plan, _simulated, catalogue, seed, simulations, reference)
    if seed == SEED and simulations is None and reference is None:
        decisions.keep(*simulated)
    return Response(body, media_type="application/json")


def _simulated(
    plan: Plan, catalogue: Catalogue, seed: int, simulations: int | None, reference: str | None
) -> tuple[bytes, tuple[str, Decision]]:
    """The answer as it is sent, and the decision with the hash of its plan, for lists."""
    found = uncertainty_found(plan, catalogue, seed, simulations, reference)
    return written(found), (found.plan_hash, of_the_lead(found.decision))


@router.post("/uncertainty/indices", response_model=Indices, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def uncertainty_indices(
    plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency, seed: Seed = SEED
) -> Response:
    """How much of the uncertainty each cause has: first-order and total Sobol' indices of the comparison."""
    return await pools.evaluation.answer(of_body, plan, _indices, catalogue, seed)


def _indices(plan: Plan, catalogue: Catalogue, seed: int) -> Indices:
    return indices_of(simulatable(plan), catalogue, seed)


@router.post("/sensitivities", response_model=Sensitivities, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def sensitivities(plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Which numbers of a plan move its cost most: each by itself, through its range or by a tenth."""
    return await pools.evaluation.answer(of_body, plan, sensitivity_of, catalogue)
