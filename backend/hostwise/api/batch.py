"""Evaluate many plans in one request: one line in, one line out, in order, sent as computed; nothing is saved."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

import structlog
from anyio import CapacityLimiter, to_thread
from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from hostwise.api.dependencies import CatalogueDependency
from hostwise.api.evaluation import Reference, evaluated
from hostwise.api.limits import MAX_BATCH_BYTES
from hostwise.api.problems import FieldProblem, Problem, ProblemError, defect, responses, unreadable_plan
from hostwise.api.traits import COMPUTES, large_body
from hostwise.numerals.writing import fixed
from hostwise.plan.answers.result import Result
from hostwise.plan.answers.summary import Summary
from hostwise.plan.document import plan_json
from hostwise.services.evaluation.service import UnknownQuantity
from hostwise.services.evaluation.summary import SUMMARY_FIELDS, known_quantities, summarise
from hostwise.services.plans.reading import UnreadablePlan, plan_of, plan_of_json
from hostwise.services.plans.samples import sample_plan
from hostwise.services.reference.catalogue import Catalogue

log = structlog.get_logger(__name__)

router = APIRouter(tags=["evaluate"])

MAX_LINES = 1_000
"""Most plans in one request."""

NDJSON = "application/x-ndjson"

_EXAMPLE = plan_json(sample_plan("light-io"))
_AT_ONCE = CapacityLimiter(1)
"""Lines of all batches take turns, so that other requests wait for at most one line."""


class BatchLine(BaseModel):
    """The answer to one plan: exactly one of result, summary and problem."""

    index: int = Field(description="Position of the plan, counted from 0; blank lines are not counted.")
    result: Result | None = None
    summary: Summary | None = None
    problem: Problem | None = None


Short = Annotated[
    bool, Query(description=f"Answer with a summary instead of the full result: {', '.join(SUMMARY_FIELDS)}.")
]
Fields = Annotated[
    str | None,
    Query(
        max_length=4_000,
        description="Quantities for the summary, separated by commas; with any, the answers are summaries.",
        examples=["hosts,cluster_tco,years_to_wear_out"],
    ),
]


@router.post(
    "/evaluate/batch",
    response_class=StreamingResponse,
    responses=responses(400, 413, 422)
    | {
        200: {
            "description": "A line for every plan, in their order.",
            "content": {NDJSON: {"schema": {"$ref": "#/components/schemas/BatchLine"}}},
        }
    },
    openapi_extra={
        **COMPUTES,
        **large_body(MAX_BATCH_BYTES),
        "requestBody": {
            "required": True,
            "description": f"One plan on each line, or a JSON array of plans; at most {fixed(MAX_LINES)} plans and "
            f"{MAX_BATCH_BYTES // 2**20} MiB.",
            "content": {
                NDJSON: {"schema": {"type": "string"}, "example": json.dumps(_EXAMPLE) + "\n"},
                "application/json": {
                    "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Plan"}, "maxItems": MAX_LINES}
                },
            },
        },
    },
)
async def evaluate_batch(
    request: Request,
    catalogue: CatalogueDependency,
    summary: Short = False,
    fields: Fields = None,
    reference: Reference = None,
) -> StreamingResponse:
    """Evaluate many plans: each is answered on its own line, and a wrong one does not stop the others."""
    wanted = _wanted(summary, fields)
    plans = await to_thread.run_sync(_plans, await request.body())

    async def lines() -> AsyncIterator[bytes]:
        for index, plan in enumerate(plans):
            yield await to_thread.run_sync(_line, index, plan, catalogue, reference, wanted, limiter=_AT_ONCE)

    # Proxies should pass on lines as they come, without buffering.
    return StreamingResponse(lines(), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})


def _wanted(summary: bool, fields: str | None) -> tuple[str, ...] | None:
    """The quantities of a summary; None for full results."""
    if fields is None:
        return SUMMARY_FIELDS if summary else None
    try:
        return known_quantities(name for each in fields.split(",") if (name := each.strip()))
    except UnknownQuantity as error:
        problem = FieldProblem(pointer="/fields", code="unknown_quantity", message=str(error))
        raise ProblemError(422, "unknown_quantity", "Unknown quantity", str(error), [problem]) from error


def _plans(body: bytes) -> list[Any]:
    """The plans of a body, as text of a line or as values of an array; neither is validated yet."""
    plans: list[Any]
    if body.lstrip()[:1] == b"[":
        try:
            plans = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise ProblemError(400, "unreadable_request", "The request cannot be read", "This is not JSON.") from error
    else:
        plans = [line for line in body.split(b"\n") if line.strip()]
    if not plans:
        raise ProblemError(422, "no_plans", "No plans", "Send one plan on each line, or an array of plans.")
    if len(plans) > MAX_LINES:
        most = f"at most {fixed(MAX_LINES)} are evaluated in one request"
        detail = f"The request has {fixed(len(plans))} plans; {most}. Send several requests."
        raise ProblemError(413, "too_many_plans", "Too many plans", detail)
    return plans


def _line(index: int, plan: Any, catalogue: Catalogue, reference: str | None, wanted: tuple[str, ...] | None) -> bytes:
    """The answer to one plan, as a line."""
    try:
        read = plan_of_json(plan) if isinstance(plan, bytes) else plan_of(plan)
        result = evaluated(read, catalogue, reference)
        if wanted is None:
            line = BatchLine(index=index, result=result)
        else:
            line = BatchLine(index=index, summary=summarise(result, wanted))
    except UnreadablePlan as error:
        line = BatchLine(index=index, problem=unreadable_plan(error).problem)
    except ProblemError as error:
        line = BatchLine(index=index, problem=error.problem)
    except Exception as error:
        # The other plans still need their answers, and this one needs its line.
        log.error("defect", path="/api/v1/evaluate/batch", line=index, exc_info=error)
        line = BatchLine(index=index, problem=defect())
    # A problem leaves out absent fields, as elsewhere; a result is always complete.
    if line.problem is not None:
        return line.model_dump_json(exclude_none=True).encode() + b"\n"
    return line.model_dump_json(exclude={"problem", "summary" if wanted is None else "result"}).encode() + b"\n"


def describe(document: dict[str, Any]) -> None:
    """Add the schema of a line to the API's description, since no operation answers with a single line."""
    schema = BatchLine.model_json_schema(mode="serialization", ref_template="#/components/schemas/{model}")
    schemas = document["components"]["schemas"]
    for name, part in schema.pop("$defs").items():
        schemas.setdefault(name, part)
    schemas["BatchLine"] = schema
