"""Questions about a stored or a shared plan: the same route bodies, whichever of the two the address leads to."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Response

from hostwise.answers.burst.burst_document import BurstResult
from hostwise.answers.memory.memory_answer import memory_report
from hostwise.answers.memory.memory_document import MemoryReport
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.reference.quantities_answer import quantities
from hostwise.answers.reference.reference_document import QuantityEntry
from hostwise.answers.uncertainty.uncertainty_document import ValueSensitivities
from hostwise.decision.decision import Uncertainty
from hostwise.decision.difference.engine_change import engine_change
from hostwise.decision.difference.engine_change_document import EngineChange
from hostwise.plan.answers.result import Explanation
from hostwise.plan.document import Plan
from hostwise.server.api.burst_routes import BurstCase, burst_simulated
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import FailedHosts, Reference, effects_found, explained, uncertainty_found
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.shown_plans import SHARED, STORED, ShownDependency
from hostwise.server.http.problems import responses
from hostwise.server.http.route_metadata import OPEN

router = body_router()

ConfigurationKey = Annotated[str, Path(max_length=80)]
QuantityName = Annotated[str, Path(max_length=100)]

_OF_A_LINK: dict[str, Any] = {"dependencies": SHARED, "openapi_extra": OPEN, "tags": ["shares"]}
_CHANGE = "/engine-change"
_NUMBER = "/explain/{configuration}/{quantity}"


@router.get(
    "/plans/{plan_id}" + _NUMBER,
    dependencies=STORED,
    tags=["plans"],
    name="explain_kept",
    description="Explain one number of a stored plan.",
    response_model=Explanation,
    responses=responses(404, 409, 422),
)
@router.get(
    "/shared/{token}" + _NUMBER,
    **_OF_A_LINK,
    name="explain_shared",
    description="Explain one number of a shared plan.",
    response_model=Explanation,
    responses=responses(404, 422),
)
async def explain_shown(
    shown: ShownDependency,
    configuration: ConfigurationKey,
    quantity: QuantityName,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    failed_hosts: FailedHosts = 0,
    reference: Reference = None,
) -> Response:
    """Explain one number of a stored or a shared plan."""
    return await shown.answer(pools.evaluation, explained, catalogue, configuration, quantity, failed_hosts, reference)


@router.get(
    "/shared/{token}" + _NUMBER + "/sensitivities",
    **_OF_A_LINK,
    response_model=ValueSensitivities,
    responses=responses(404, 422),
)
async def explain_sensitivities_shared(
    shown: ShownDependency,
    configuration: ConfigurationKey,
    quantity: QuantityName,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    failed_hosts: FailedHosts = 0,
    reference: Reference = None,
) -> Response:
    """What each value behind one number of a shared plan does to it."""
    return await shown.answer(
        pools.evaluation, effects_found, catalogue, configuration, quantity, failed_hosts, reference
    )


@router.get("/shared/{token}/uncertainty", **_OF_A_LINK, response_model=Uncertainty, responses=responses(404, 422))
async def uncertainty_shared(
    shown: ShownDependency, catalogue: CatalogueDependency, pools: PoolsDependency, reference: Reference = None
) -> Response:
    """How sure the answer to a shared plan is."""
    return await shown.answer(pools.evaluation, _doubted, catalogue, reference)


def _doubted(plan: Plan, catalogue: Catalogue, reference: str | None) -> Uncertainty:
    return uncertainty_found(plan, catalogue, reference=reference)


@router.get("/shared/{token}/memory", **_OF_A_LINK, response_model=MemoryReport, responses=responses(404, 422))
async def memory_shared(shown: ShownDependency, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Show the memory of every configuration of a shared plan."""
    return await shown.answer(pools.evaluation, memory_report, catalogue)


@router.get("/shared/{token}/burst", **_OF_A_LINK, response_model=BurstResult, responses=responses(404, 422))
async def burst_shared(
    shown: ShownDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    case: Annotated[BurstCase, Query()],
) -> Response:
    """Simulate the write buffers of a shared plan over time."""
    return await shown.answer(pools.evaluation, burst_simulated, catalogue, case)


@router.get(
    "/plans/{plan_id}" + _CHANGE,
    dependencies=STORED,
    tags=["plans"],
    name="engine_change_kept",
    description="What this version answers otherwise than the one that a stored plan was saved with.",
    response_model=EngineChange,
    responses=responses(404, 409, 422),
)
@router.get(
    "/shared/{token}" + _CHANGE,
    **_OF_A_LINK,
    name="engine_change_shared",
    description="What this version answers otherwise than the one that a shared plan was saved with.",
    response_model=EngineChange,
    responses=responses(404, 422),
)
async def engine_change_shown(
    shown: ShownDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """What this version answers otherwise than the one that a stored or a shared plan was saved with."""
    return await shown.answer(pools.evaluation, engine_change, catalogue, shown.figures)


@router.get(
    "/shared/{token}/quantities", **_OF_A_LINK, response_model=list[QuantityEntry], responses=responses(404, 422)
)
async def list_shared_quantities(
    shown: ShownDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """List every quantity of the model for users of a shared link: labels and meanings of what it shows."""
    answer = await pools.evaluation.answer(quantities, shown.catalogue(catalogue))
    answer.headers.update(shown.headers)
    return answer
