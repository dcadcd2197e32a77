"""Evaluate and explain a plan that is sent along; nothing is saved."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from hostwise.api.dependencies import CatalogueDependency
from hostwise.api.problems import FieldProblem, ProblemError, responses
from hostwise.api.schemas import ExplainRequest, PlanBody
from hostwise.api.traits import COMPUTES
from hostwise.plan.answers.result import Explanation, Result
from hostwise.plan.document import Plan
from hostwise.services.evaluation.service import PlanError, UnknownConfiguration, UnknownQuantity, evaluate_plan
from hostwise.services.explanation.service import NoHostLeft, explain_number
from hostwise.services.reference.catalogue import Catalogue

router = APIRouter(tags=["evaluate"])

Reference = Annotated[
    str | None,
    Query(max_length=80, description="Key of the configuration that differences refer to; by default the first."),
]

FailedHosts = Annotated[int, Query(ge=0, le=1_000, description="Failed hosts in the case to explain.")]


def evaluated(plan: Plan, catalogue: Catalogue, reference: str | None) -> Result:
    """Evaluate a plan, or answer with its mistakes."""
    try:
        return evaluate_plan(plan, catalogue, reference)
    except PlanError as error:
        raise wrong_plan(error) from error
    except UnknownConfiguration as error:
        raise ProblemError(422, "unknown_configuration", "Unknown configuration", str(error)) from error


def explained(
    plan: Plan, catalogue: Catalogue, configuration: str, quantity: str, failed_hosts: int, reference: str | None
) -> Explanation:
    """Explain a number of a plan, or answer with the mistakes of the request."""
    try:
        return explain_number(plan, catalogue, configuration, quantity, failed_hosts, reference)
    except PlanError as error:
        raise wrong_plan(error) from error
    except UnknownConfiguration as error:
        raise ProblemError(404, "unknown_configuration", "Unknown configuration", str(error)) from error
    except NoHostLeft as error:
        wrong = FieldProblem(pointer="/failed_hosts", code="nothing_left_running", message=str(error))
        raise ProblemError(422, "nothing_left_running", "Too many failures", str(error), [wrong]) from error
    except UnknownQuantity as error:
        raise ProblemError(404, "unknown_quantity", "Unknown quantity", str(error)) from error


def wrong_plan(error: PlanError) -> ProblemError:
    """The problem for a well-formed plan with unknown or incompatible references."""
    errors = [FieldProblem(pointer=at, code=code, message=text, hint=hint) for at, code, text, hint in error.mistakes]
    return ProblemError(
        422, "invalid_plan", "The plan cannot be evaluated", "Some fields do not fit; nothing was computed.", errors
    )


@router.post("/evaluate", openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def evaluate(plan: PlanBody, catalogue: CatalogueDependency, reference: Reference = None) -> Result:
    """Evaluate a plan: all results for all its configurations, without saving it."""
    return evaluated(plan, catalogue, reference)


@router.post("/explain", openapi_extra=COMPUTES, responses=responses(400, 404, 413, 422))
async def explain(request: ExplainRequest, catalogue: CatalogueDependency) -> Explanation:
    """Explain one number of a plan: formula, inputs with their values, and sources, down to the last input."""
    return explained(
        request.plan,
        catalogue,
        request.configuration,
        request.quantity,
        request.failed_hosts,
        request.reference,
    )
