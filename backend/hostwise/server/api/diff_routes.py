"""Compare two plans that are sent along; nothing is saved."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Body, Response
from pydantic import ConfigDict, Field

from hostwise.answers.evaluation.parts import SINGLE, UnknownQuantity, known_quantities
from hostwise.answers.question import question
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.binding import PlanError
from hostwise.decision.deciding import decide
from hostwise.decision.decision import Decided
from hostwise.decision.difference.diff_document import PlanDiff
from hostwise.decision.difference.plan_difference import ALL, common_reference, diff_results
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.reading import MOST_MISTAKES, pointer_of
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.request_bodies import UnparsedBody, body_router, with_parsed_body
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES

router = body_router(tags=["evaluate"])

_EXAMPLE: dict[str, Any] = {
    "before": plan_json(sample_plan("light-io")),
    "after": plan_json(sample_plan("light-io")) | {"economics": {"horizon_years": 3}},
    "tolerances": {"cluster_tco": 0.02, ALL: 1e-6},
}

Tolerance = Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)]


class DiffRequest(RequestBody):
    """Two plans, and the tolerances for their results."""

    before: Plan
    after: Plan
    tolerances: dict[Annotated[str, Field(max_length=100)], Tolerance] = Field(
        default_factory=dict,
        max_length=1_000,
        description="By quantity: the tolerated difference as a share of the value before. `*` means all that are "
        "not named; without it they may differ by rounding only.",
    )

    model_config = ConfigDict(json_schema_extra={"examples": [_EXAMPLE]})


@router.post("/diff", response_model=PlanDiff, openapi_extra=COMPUTES, responses=responses(400, 413, 422))
async def diff(
    request: Annotated[UnparsedBody[DiffRequest], Body()], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Show the differences between two plans: fields, and results beyond their tolerances."""
    return await pools.evaluation.respond(with_parsed_body, request, _diff, catalogue)


@question(
    "diff",
    "Show the differences between two plans: fields, and results beyond their tolerances.",
    by_hand={
        "sent": "it is about two plans",
        "client": "diff",
        "command": "diff",
        "browser": "effectsOfScenarioQuery",
    },
    not_on={
        "stored": "it is about two plans",
        "share": "it is about two plans",
        "mcp": "`compare` with `changes` answers for a changed plan",
    },
)
def _diff(request: DiffRequest, catalogue: Catalogue) -> PlanDiff:
    _check(request.tolerances)
    reference = common_reference(request.before, request.after)
    return diff_results(
        (plan_json(request.before), _evaluated("before", request.before, catalogue, reference)),
        (plan_json(request.after), _evaluated("after", request.after, catalogue, None)),
        request.tolerances,
    )


def _check(tolerances: dict[str, float]) -> None:
    unknown = [name for name in tolerances if name != ALL and name not in SINGLE]
    wrong = []
    for name in unknown[:MOST_MISTAKES]:
        try:
            known_quantities([name])
        except UnknownQuantity as error:
            pointer = pointer_of(["tolerances", name])
            wrong.append(FieldProblem(pointer=pointer, code="unknown_quantity", message=str(error)))
    if wrong:
        detail = "A tolerance names an unknown quantity; nothing was computed."
        raise ProblemError(422, "unknown_quantity", "Unknown quantity", detail, wrong, len(unknown) - len(wrong))


def _evaluated(which: str, plan: Plan, catalogue: Catalogue, reference: str | None) -> Decided:
    try:
        return decide(plan, catalogue, reference)
    except PlanError as error:
        wrong = [
            FieldProblem(pointer=f"/{which}{at}", code=code, message=text, hint=hint)
            for at, code, text, hint in error.mistakes
        ]
        detail = f"Some fields of the plan {which} do not fit; nothing was computed."
        raise ProblemError(422, "invalid_plan", "A plan cannot be evaluated", detail, wrong) from error
