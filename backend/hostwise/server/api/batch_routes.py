"""Evaluate many plans in one request: one line in, one line out, in order, sent as computed; nothing is saved."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Iterator
from io import BytesIO
from itertools import islice
from typing import Annotated, NamedTuple

import structlog
from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.decision import Decided
from hostwise.decision.samples.samples import sample_plan
from hostwise.decision.summary_document import Summary
from hostwise.number_format.writing import fixed
from hostwise.plan.document import plan_json
from hostwise.plan.reading import UnreadablePlan, plan_of_json
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import Fields, Reference, evaluated, summarised, summarised_quantities
from hostwise.server.api.file_bodies import BodiesDependency, made_of
from hostwise.server.api.included_parts import IncludeDependency, included
from hostwise.server.api.request_limits import MAX_BATCH_BYTES
from hostwise.server.http.problems import Problem, ProblemError, defect, responses, unreadable_plan
from hostwise.server.http.route_metadata import CACHED, COMPUTES, large_body
from hostwise.server.workers.body_budget import Account, Body

log = structlog.get_logger(__name__)

router = APIRouter(tags=["evaluate"])

MAX_LINES = 1_000
"""Most plans in one request."""

NDJSON = "application/x-ndjson"

_EXAMPLE = plan_json(sample_plan("light-io"))
MAX_BATCHES = 8
"""Most batches at the same time; their lines take turns."""

MIN_ANSWER_BYTES = 4 * 1024 * 1024
"""Bytes that any answer may have, however short its request."""

_GROWTH = 2
"""How much larger than its request an answer may be otherwise: small requests must not cause huge answers."""


_FULL = Problem(
    title="The answer is full",
    status=413,
    code="answer_too_large",
    detail=f"An answer has at most {MIN_ANSWER_BYTES // 2**20} MiB, or {_GROWTH} times its request. This plan was not "
    "answered: send it in another request, or ask for less with `include`, `summary` or `fields`.",
)


class Arrived(NamedTuple):
    """A complete batch, and its account in the memory budget for bodies."""

    body: Body
    account: Account


async def _arrived(request: Request, pools: PoolsDependency, bodies: BodiesDependency) -> AsyncIterator[Arrived]:
    """Keep the number of batches at the same time bounded: each holds its plans in memory until its end."""
    async with pools.batch.seat(MAX_BATCHES), bodies.received(request, None) as body:
        with bodies.memory.account() as account:
            yield Arrived(body, account)


class BatchLine(BaseModel):
    """The answer to one plan: exactly one of result, summary and problem."""

    index: int = Field(description="Position of the plan, counted from 0; blank lines are not counted.")
    result: Decided | None = None
    summary: Summary | None = None
    problem: Problem | None = None


Short = Annotated[
    bool, Query(description="Answer with a summary instead of a result with parts; `fields` does so, too.")
]

Wanted = tuple[str, ...] | Parts
"""The quantities of summaries, or the parts of results."""


@router.post(
    "/evaluate/batch",
    response_model=BatchLine,
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
        # Answered line by line, while the next one is computed.
        CACHED: False,
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
    arrived: Annotated[Arrived, Depends(_arrived)],
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    summary: Short = False,
    fields: Fields = None,
    reference: Reference = None,
    *,
    include: IncludeDependency,
) -> StreamingResponse:
    """Evaluate many plans: each is answered on its own line, and a wrong one does not stop the others."""
    wanted = summarised_quantities(fields) if summary or fields is not None else included(include)
    # They stay in memory until the last one is answered.
    arrived.account.set(arrived.body.length)
    # What an array holds becomes objects before it is text again, so this is not for the server's own memory.
    if arrived.body.is_large:
        plans = await made_of(pools, _plans, arrived.body)
    else:
        plans = await pools.batch.compute(_plans, arrived.body)
    most = max(MIN_ANSWER_BYTES, _GROWTH * arrived.body.length)

    async def lines() -> AsyncIterator[bytes]:
        sent = 0
        for index, plan in enumerate(plans):
            try:
                line = (
                    b"" if sent > most else await pools.batch.compute(_line, index, plan, catalogue, reference, wanted)
                )
            except ProblemError as error:
                line = written_line(BatchLine(index=index, problem=error.problem), wanted)
            sent += len(line)
            yield written_line(BatchLine(index=index, problem=_FULL), wanted) if sent > most else line

    # Proxies should pass on lines as they come, without buffering.
    return StreamingResponse(lines(), media_type=NDJSON, headers={"X-Accel-Buffering": "no"})


def _plans(arrived: Body) -> list[bytes]:
    """The plans of a body, each as its text, since parsed objects take ten times the memory."""
    body = arrived.read()
    found = _items(body) if body.lstrip()[:1] == b"[" else (line for line in BytesIO(body) if line.strip())
    # One more than are evaluated: nothing of those behind it is looked at.
    plans = list(islice(found, MAX_LINES + 1))
    if not plans:
        raise ProblemError(422, "no_plans", "No plans", "Send one plan on each line, or an array of plans.")
    if len(plans) > MAX_LINES:
        detail = (
            f"At most {fixed(MAX_LINES)} plans are evaluated in one request, and it has more. Send several requests."
        )
        raise ProblemError(413, "too_many_plans", "Too many plans", detail)
    return plans


def _items(body: bytes) -> Iterator[bytes]:
    """The texts of the values of an array, one after the other."""
    decoder = json.JSONDecoder()
    try:
        text = body.decode()
        at = _after(text, 0, "[")
        if text[at : at + 1] == "]":
            return
        while True:
            began = at
            _, at = decoder.raw_decode(text, at)
            yield text[began:at].encode()
            at = _after(text, at)
            if text[at : at + 1] == "]" and not text[at + 1 :].strip():
                return
            at = _after(text, at, ",")
    except (ValueError, RecursionError) as error:
        raise ProblemError(400, "unreadable_request", "The request cannot be read", "This is not JSON.") from error


_SPACE = re.compile(r"[ \t\n\r]*")


def _after(text: str, at: int, mark: str = "") -> int:
    """The place after a mark and the space around it."""
    match = _SPACE.match(text, at)
    assert match is not None
    if not text.startswith(mark, match.end()):
        raise ValueError(f"expected {mark!r}")
    match = _SPACE.match(text, match.end() + len(mark))
    assert match is not None
    return match.end()


def _line(index: int, plan: bytes, catalogue: Catalogue, reference: str | None, wanted: Wanted) -> bytes:
    """The answer to one plan, as a line."""
    return written_line(batch_line(index, plan, catalogue, reference, wanted), wanted)


def batch_line(index: int, plan: bytes, catalogue: Catalogue, reference: str | None, wanted: Wanted) -> BatchLine:
    """The answer to one plan: a summary of the wanted quantities, or a result with the wanted parts."""
    try:
        read = plan_of_json(plan)
        if isinstance(wanted, Parts):
            return BatchLine(index=index, result=evaluated(read, catalogue, reference, wanted))
        return BatchLine(index=index, summary=summarised(read, catalogue, reference, wanted))
    except UnreadablePlan as error:
        return BatchLine(index=index, problem=unreadable_plan(error).problem)
    except ProblemError as error:
        return BatchLine(index=index, problem=error.problem)
    except Exception as error:
        # The other plans still need their answers, and this one needs its line.
        log.error("defect", path="/api/v1/evaluate/batch", line=index, exc_info=error)
        return BatchLine(index=index, problem=defect())


def written_line(line: BatchLine, wanted: Wanted | None) -> bytes:
    """A line as it is sent; what was wanted does not matter to a problem."""
    # A problem leaves out absent fields, as elsewhere; a result is always complete.
    if line.problem is not None:
        return line.model_dump_json(exclude_none=True).encode() + b"\n"
    return (
        line.model_dump_json(exclude={"problem", "summary" if isinstance(wanted, Parts) else "result"}).encode() + b"\n"
    )
