"""Evaluate and explain a plan, within the limits of a request; its mistakes are problems."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal, Protocol, TypeVar

from fastapi import Query, Response
from pydantic import BeforeValidator, Field

from hostwise.answers.evaluation.evaluation_answer import PlanError, UnknownConfiguration
from hostwise.answers.evaluation.parts import DECISION, DEFAULT, Parts, UnknownQuantity, known_quantities, only
from hostwise.answers.evaluation.provenance_answer import provenance_of
from hostwise.answers.evaluation.provenance_document import Provenance
from hostwise.answers.explanation.explanation_answer import explain_number
from hostwise.answers.question import question
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.running.run import NoHostLeft
from hostwise.answers.simulations.simulations import SEED, SIMULATIONS
from hostwise.answers.uncertainty.effects import effects_on
from hostwise.answers.uncertainty.indices import indices_of
from hostwise.answers.uncertainty.uncertainty_document import Indices, ValueSensitivities
from hostwise.decision.deciding import decide, evaluate_with_uncertainty, uncertainty_of
from hostwise.decision.decision import Decided, Decision, Evaluated, Uncertainty
from hostwise.decision.listed import of_the_lead
from hostwise.decision.summary import SUMMARY_FIELDS, summarise
from hostwise.decision.summary_document import Summary
from hostwise.number_format.writing import fixed
from hostwise.plan.answers.result import Explanation
from hostwise.plan.document import Plan
from hostwise.plan.fields import Key
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.included_parts import Include, IncludeDependency, included, listed
from hostwise.server.api.request_bodies import body_router, with_parsed_body
from hostwise.server.api.schemas import SentPlan
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

ConfigurationKey = Annotated[Key, Field(description="Key of the configuration.")]
QuantityName = Annotated[
    str, Field(max_length=100, description="Name of the quantity, as in a result or in /quantities.")
]
FailedHosts = Annotated[int, Field(ge=0, le=1_000, description="Failed hosts in the case to explain.")]
ReferenceKey = Annotated[
    Key | None, Field(description="Key of the configuration that differences refer to; by default the first.")
]

_A_NUMBER: dict[str, Any] = {
    "refuses": (404,),
    "in_body": True,
    "example": {"configuration": "nand", "quantity": "years_to_wear_out"},
}

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

UNCERTAINTY = "uncertainty"


@question(
    "evaluate",
    "Evaluate a plan: what is advised, and every configuration with the figures behind that.",
    document=Evaluated,
    by_hand={
        "sent": "/evaluate",
        "client": "evaluate",
        "mcp": "evaluate",
        "command": "evaluate",
        "browser": "evaluate",
    },
)
def evaluation(plan: Plan, catalogue: Catalogue, reference: Reference = None, include: Include = None) -> Decided:
    """Evaluate a plan with the parts that are asked for, or answer with the mistakes."""
    names = [name.strip() for name in (DECISION if include is None else include).split(",")]
    parts = included(",".join(name for name in names if name != UNCERTAINTY))
    compute = evaluated_with_uncertainty if UNCERTAINTY in names else evaluated
    return compute(plan, catalogue, reference, parts)


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


@question(
    "summary",
    "What the configurations of a plan come to in a few quantities, in a thousandth of the room of all results.",
    not_on={
        "mcp": "`evaluate` answers the same with what is to be known of it",
        "command": "`hostwise evaluate` shows it",
        "browser": "pages show the whole comparison",
    },
)
def summary(plan: Plan, catalogue: Catalogue, reference: Reference = None, fields: Fields = None) -> Summary:
    """Evaluate a plan and answer with the quantities that are asked for, or with the mistakes."""
    return summarised(plan, catalogue, reference, summarised_quantities(fields))


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

Seed = Annotated[int, Field(ge=0, le=2**31 - 1, description="Seed of simulations: the same seed has the same ones.")]


def _number(given: object) -> object:
    """A number, since parameters in an address are texts."""
    return int(given) if isinstance(given, str) and given.isdecimal() else given


Simulations = Annotated[
    Annotated[Literal[256, 1024, 2048, 4096], BeforeValidator(_number)] | None,
    Field(description="How many simulations there are; by default 4,096, and fewer for a plan that is large."),
]


def _of_the_list(found: Uncertainty) -> tuple[str, Decision]:
    """The decision that lists show of a plan, with the hash of the plan."""
    return found.plan_hash, of_the_lead(found.decision)


def uncertainty_found(
    plan: Plan, catalogue: Catalogue, seed: int = SEED, simulations: int | None = None, reference: str | None = None
) -> Uncertainty:
    """How sure the answer to a plan is, or an answer with its mistakes."""
    return _or_mistakes(lambda: uncertainty_of(simulatable(plan, simulations), catalogue, seed, simulations, reference))


@question(
    "uncertainty",
    "How sure the answer to a plan is: bands of cost, hosts and life, the verdict, and what would change it.",
    refuses=(413,),
    noted=_of_the_list,
    by_hand={"mcp": "compare", "command": "uncertainty"},
    former=("doubt",),
)
def uncertainty(
    plan: Plan, catalogue: Catalogue, seed: Seed = SEED, simulations: Simulations = None, reference: Reference = None
) -> Uncertainty:
    """How sure the answer to a plan is, from as many simulations as a request may ask for."""
    return uncertainty_found(plan, catalogue, seed, simulations, reference)


@question(
    "uncertainty/indices",
    "How much of the uncertainty each cause has: first-order and total Sobol' indices of the comparison.",
    refuses=(413,),
    by_hand={"command": "uncertainty --indices"},
    not_on={
        "share": "it takes half a minute of computing, which anybody with the link could ask for",
        "mcp": "it takes half a minute, and `compare` names the causes",
        "browser": "the page shows the causes by what each does to the cost",
    },
    former=("doubt/indices",),
)
def indices(plan: Plan, catalogue: Catalogue, seed: Seed = SEED) -> Indices:
    """How much of the uncertainty each cause has, unless that would take too long."""
    return indices_of(simulatable(plan), catalogue, seed)


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


@question(
    "explain",
    "Explain one number of a plan: formula, inputs with their values, and sources, down to the last input.",
    kept_at="explain/{configuration}/{quantity}",
    **_A_NUMBER,
    by_hand={"mcp": "explain", "command": "explain", "browser": "explanationQuery"},
)
def explained(
    plan: Plan,
    catalogue: Catalogue,
    configuration: ConfigurationKey,
    quantity: QuantityName,
    failed_hosts: FailedHosts = 0,
    reference: ReferenceKey = None,
) -> Explanation:
    """Explain a number of a plan, or answer with the mistakes of the request."""
    explanation = _about_a_number(explain_number, plan, catalogue, configuration, quantity, failed_hosts, reference)
    for node in explanation.nodes:
        del node.provenance[MAX_ORIGINS:]
    return explanation


@question(
    "explain/sensitivities",
    "What each value behind one number does to it: varied alone over its range, or by 10 %.",
    kept_at="explain/{configuration}/{quantity}/sensitivities",
    **_A_NUMBER,
    by_hand={"browser": "effectsQuery"},
    former=("explain/effects",),
)
def effects_found(
    plan: Plan,
    catalogue: Catalogue,
    configuration: ConfigurationKey,
    quantity: QuantityName,
    failed_hosts: FailedHosts = 0,
    reference: ReferenceKey = None,
) -> ValueSensitivities:
    """The effects of the inputs behind a number; mistakes of the request become a problem."""
    return _about_a_number(effects_on, plan, catalogue, configuration, quantity, failed_hosts, reference)


@question(
    "provenance",
    "Where the values of a plan's fields come from: entered, assumed or of the catalogue, with their sources.",
    in_body=True,
    example={"pointers": ["/policy"]},
    by_hand={"browser": "provenanceQuery"},
    former=("origins",),
)
def provenance_found(
    plan: Plan,
    catalogue: Catalogue,
    pointers: Annotated[
        list[Annotated[str, Field(max_length=200)]] | None,
        Field(max_length=2_000, description="JSON pointers of the fields, or of what they are in; by default all."),
    ] = None,
    quantities: Annotated[
        tuple[Annotated[str, Field(max_length=100)], ...],
        Field(max_length=20, description="Quantities of each configuration to add, by name."),
    ] = (),
) -> Provenance:
    """Where the values of fields come from, or an answer with the mistakes of the plan."""
    known = listed("quantities", ",".join(quantities), known_quantities)
    try:
        return provenance_of(plan, catalogue, pointers, known)
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
    return await pools.evaluation.respond(with_parsed_body, plan, evaluation, catalogue, reference, include)
