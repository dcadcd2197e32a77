"""Evaluate and explain a plan that is sent along; nothing is saved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Protocol, TypeVar

from fastapi import Body, Query, Response

from hostwise.answers.evaluation.evaluation_answer import PlanError, UnknownConfiguration
from hostwise.answers.evaluation.parts import DEFAULT, Parts, UnknownQuantity, known_quantities, only
from hostwise.answers.evaluation.provenance_answer import provenance_of
from hostwise.answers.evaluation.provenance_document import Provenance
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.running.run import NoHostLeft
from hostwise.answers.simulations.simulations import SEED, SIMULATIONS
from hostwise.answers.uncertainty.effects import effects_on
from hostwise.answers.uncertainty.uncertainty_document import ValueSensitivities
from hostwise.decision.deciding import decide, evaluate_with_uncertainty, uncertainty_of
from hostwise.decision.decision import Decided, Evaluated, Uncertainty
from hostwise.decision.growth_told import Growth, growth_of
from hostwise.decision.summary import SUMMARY_FIELDS, summarise
from hostwise.decision.summary_document import Summary
from hostwise.numerals.writing import fixed
from hostwise.plan.answers.result import Explanation
from hostwise.plan.document import Plan
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.included_parts import IncludeDependency, included, listed
from hostwise.server.api.request_bodies import Sent, body_router, of_body
from hostwise.server.api.schemas import ExplainRequest, ProvenanceRequest, SentPlan
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["evaluate"])

T = TypeVar("T")
AnyDecided = TypeVar("AnyDecided", bound=Decided)
Answered = TypeVar("Answered", covariant=True)

Reference = Annotated[
    str | None,
    Query(max_length=80, description="Key of the configuration that differences refer to; by default the first."),
]

FailedHosts = Annotated[int, Query(ge=0, le=1_000, description="Failed hosts in the case to explain.")]


MAX_INPUTS, _FOR_A_CONFIGURATION = 10_000, 475
"""Most inputs in an answer, and how many fewer for each configuration, whose results take room as well. A plan of some
40 VM groups has fewer; 500 groups have 100,000, in an answer of 38 MB, nearly all of them the same defaults again."""

MAX_ORIGINS = 24
"""Most origins of one input in an explanation."""


Fields = Annotated[
    str | None,
    Query(
        max_length=4_000,
        description=f"Quantities of the summary, separated by commas; by default {', '.join(SUMMARY_FIELDS)}.",
        examples=["hosts,cluster_tco,years_to_wear_out"],
    ),
]

SentRequest = Annotated[Sent[ExplainRequest], Body()]

UNCERTAINTY = "uncertainty"


def evaluated(plan: Plan, catalogue: Catalogue, reference: str | None, include: Parts = DEFAULT) -> Decided:
    """Evaluate a plan, or answer with its mistakes."""
    return _or_mistakes(lambda: _bounded(decide(plan, catalogue, reference, include)))


def _or_mistakes(work: Callable[[], T]) -> T:
    """Do work on a plan; its mistakes become a problem."""
    try:
        return work()
    except PlanError as error:
        raise wrong_plan(error) from error
    except UnknownConfiguration as error:
        raise ProblemError(422, "unknown_configuration", "Unknown configuration", str(error)) from error


def summarised(plan: Plan, catalogue: Catalogue, reference: str | None, quantities: tuple[str, ...]) -> Summary:
    """Evaluate a plan and answer with these quantities, or with its mistakes."""
    return summarise(evaluated(plan, catalogue, reference, only(*quantities)), quantities)


def summarised_quantities(fields: str | None) -> tuple[str, ...]:
    """The quantities that a summary is asked for, or an answer with the mistake."""
    return SUMMARY_FIELDS if fields is None else listed("fields", fields, known_quantities)


MOST_SIMULATED = 3000
"""Most VM groups times configurations whose uncertainty is computed: some ten seconds of a core."""


def simulatable(plan: Plan, simulations: int | None = None) -> Plan:
    """The plan, unless so many simulations of it would take too long."""
    groups, configurations = len(plan.workload.groups), len(plan.configurations)
    most = (
        MOST_SIMULATED if simulations is None else MOST_SIMULATED * _LEAST_SIMULATIONS // min(simulations, SIMULATIONS)
    )
    if groups * configurations > most:
        detail = (
            f"The plan has {groups} VM groups in {configurations} configurations. How sure the answer is, is computed "
            f"from so many simulations for at most {fixed(most)} groups times configurations. Merge groups that "
            "are alike, leave configurations out, or ask for fewer simulations."
        )
        raise ProblemError(413, "too_large_to_simulate", "Too large to say how sure the answer is", detail)
    return plan


_LEAST_SIMULATIONS = 1024


def uncertainty_found(
    plan: Plan, catalogue: Catalogue, seed: int = SEED, simulations: int | None = None, reference: str | None = None
) -> Uncertainty:
    """How sure the answer to a plan is, or an answer with its mistakes."""
    return _or_mistakes(lambda: uncertainty_of(simulatable(plan, simulations), catalogue, seed, simulations, reference))


def evaluated_with_uncertainty(plan: Plan, catalogue: Catalogue, reference: str | None, include: Parts) -> Evaluated:
    """Evaluate a plan and say how sure the result is, or answer with its mistakes."""
    return _or_mistakes(lambda: _bounded(evaluate_with_uncertainty(simulatable(plan), catalogue, reference, include)))


class _OfANumber(Protocol[Answered]):
    """A service that answers about one number of a plan."""

    def __call__(
        self,
        plan: Plan,
        catalogue: Catalogue,
        configuration: str,
        quantity: str,
        failed_hosts: int = ...,
        reference: str | None = ...,
    ) -> Answered: ...


def _about_a_number(
    work: _OfANumber[T],
    plan: Plan,
    catalogue: Catalogue,
    configuration: str,
    quantity: str,
    failed_hosts: int,
    reference: str | None,
) -> T:
    """Do work on one number of a plan; mistakes of the request become a problem."""
    try:
        return work(plan, catalogue, configuration, quantity, failed_hosts, reference)
    except PlanError as error:
        raise wrong_plan(error) from error
    except UnknownConfiguration as error:
        raise ProblemError(404, "unknown_configuration", "Unknown configuration", str(error)) from error
    except NoHostLeft as error:
        wrong = FieldProblem(pointer="/failed_hosts", code="nothing_left_running", message=str(error))
        raise ProblemError(422, "nothing_left_running", "Too many failures", str(error), [wrong]) from error
    except UnknownQuantity as error:
        raise ProblemError(404, "unknown_quantity", "Unknown quantity", str(error)) from error


def explained(
    plan: Plan, catalogue: Catalogue, configuration: str, quantity: str, failed_hosts: int, reference: str | None
) -> Explanation:
    """Explain a number of a plan, or answer with the mistakes of the request."""
    explanation = _about_a_number(explain_number, plan, catalogue, configuration, quantity, failed_hosts, reference)
    for node in explanation.nodes:
        del node.provenance[MAX_ORIGINS:]
    return explanation


def effects_found(
    plan: Plan, catalogue: Catalogue, configuration: str, quantity: str, failed_hosts: int, reference: str | None
) -> ValueSensitivities:
    """The effects of the inputs behind a number; mistakes of the request become a problem."""
    return _about_a_number(effects_on, plan, catalogue, configuration, quantity, failed_hosts, reference)


def _asked(
    work: Callable[[Plan, Catalogue, str, str, int, str | None], T], request: ExplainRequest, catalogue: Catalogue
) -> T:
    """The same of the number that a request asks for."""
    number = (request.configuration, request.quantity, request.failed_hosts, request.reference)
    return work(request.plan, catalogue, *number)


def provenance_found(request: ProvenanceRequest, catalogue: Catalogue) -> Provenance:
    """Where the values of fields come from, or an answer with the mistakes of the plan."""
    quantities = listed("quantities", ",".join(request.quantities), known_quantities)
    try:
        return provenance_of(request.plan, catalogue, request.pointers, quantities)
    except PlanError as error:
        raise wrong_plan(error) from error


def _bounded(result: AnyDecided) -> AnyDecided:
    """The result with the inputs that an answer has room for: those of no VM group, and of the first groups."""
    most = MAX_INPUTS - _FOR_A_CONFIGURATION * len(result.configurations)
    if len(result.inputs) <= most:
        return result
    order = {
        name: place for place, name in enumerate(dict.fromkeys(each.group for each in result.inputs if each.group))
    }
    ranked = sorted(result.inputs, key=lambda each: order.get(each.group or "", -1))
    kept = {id(each) for each in ranked[:most]}
    listed = [each for each in result.inputs if id(each) in kept]
    return result.model_copy(update={"inputs": listed, "inputs_left_out": len(result.inputs) - len(listed)})


def wrong_plan(error: PlanError) -> ProblemError:
    """The problem for a well-formed plan with unknown or incompatible references."""
    errors = [FieldProblem(pointer=at, code=code, message=text, hint=hint) for at, code, text, hint in error.mistakes]
    return ProblemError(
        422, "invalid_plan", "The plan cannot be evaluated", "Some fields do not fit; nothing was computed.", errors
    )


@router.post("/evaluate", response_model=Evaluated, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def evaluate(
    plan: SentPlan,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    reference: Reference = None,
    *,
    include: IncludeDependency,
) -> Response:
    """Evaluate a plan, without saving it: what is advised, and every configuration with the figures behind that."""
    names = [each.strip() for each in include.split(",")]
    parts = included(",".join(each for each in names if each != UNCERTAINTY))
    compute = evaluated_with_uncertainty if UNCERTAINTY in names else evaluated
    return await pools.evaluation.answer(of_body, plan, compute, catalogue, reference, parts)


@router.post("/provenance", response_model=Provenance, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def provenance(
    request: Annotated[Sent[ProvenanceRequest], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Where the values of a plan's fields come from: entered, assumed or of the catalogue, with their sources."""
    return await pools.evaluation.answer(of_body, request, provenance_found, catalogue)


@router.post("/growth", response_model=Growth, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def growth(plan: SentPlan, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Hosts by month: what growing demand needs, what is bought, and in which month each limit is reached."""
    return await pools.evaluation.answer(of_body, plan, growth_of, catalogue)


@router.post("/explain", response_model=Explanation, openapi_extra=COMPUTES, responses=responses(400, 404, 413, 422))
async def explain(request: SentRequest, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Explain one number of a plan: formula, inputs with their values, and sources, down to the last input."""
    return await pools.evaluation.answer(of_body, request, partial(_asked, explained), catalogue)


@router.post(
    "/explain/sensitivities",
    response_model=ValueSensitivities,
    openapi_extra=COMPUTES,
    responses=responses(400, 404, 413, 422),
)
async def explain_sensitivities(
    request: SentRequest, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """What each value behind one number does to it: varied alone over its range, or by 10 %."""
    return await pools.evaluation.answer(of_body, request, partial(_asked, effects_found), catalogue)
