"""Jobs in the background: searches, batches and estates that take longer than a request may."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from hostwise.server.api.batch_routes import NDJSON
from hostwise.server.api.dependencies import CallerDependency, IdempotencyKey, PoolsDependency, of_application
from hostwise.server.api.file_bodies import BodiesDependency, made_of
from hostwise.server.api.included_parts import FormerNames
from hostwise.server.api.job_work import cut
from hostwise.server.api.request_limits import JSON
from hostwise.server.http.problems import ProblemError, refused_for_now, responses
from hostwise.server.http.route_metadata import large_body
from hostwise.server.machine.memory_allotment import MIB
from hostwise.server.quotas import DiskNearlyFull
from hostwise.server.stored_documents.jobs import (
    MOST_PLANS,
    JobItem,
    JobKeyUsed,
    JobKind,
    JobList,
    JobNotDone,
    JobNotFound,
    Jobs,
)
from hostwise.server.workers.body_budget import Account, Body

router = APIRouter(prefix="/jobs", tags=["jobs"])

MAX_JOB_BYTES = 32 * MIB
"""Largest job: half of the memory for bodies, which is what one caller may have."""

JobsDependency = Annotated[Jobs, Depends(of_application("jobs"))]


@contextmanager
def _job_problems() -> Iterator[None]:
    try:
        yield
    except JobNotFound as error:
        raise ProblemError(404, "job_not_found", "No such job", str(error)) from error
    except JobKeyUsed as error:
        detail = "This key was used for another job. Nothing was started; use a new key for a new job."
        raise ProblemError(422, "idempotency_key_reused", "The key was used for another job", detail) from error
    except JobNotDone as error:
        raise ProblemError(409, "job_not_done", "The job is not done", str(error)) from error
    except DiskNearlyFull as error:
        raise refused_for_now("disk_nearly_full", "There is no room for a job", str(error), 60) from error


async def _arrived(
    request: Request, pools: PoolsDependency, bodies: BodiesDependency
) -> AsyncIterator[tuple[Body, Account]]:
    async with bodies.received(request, pools.files) as body:
        with bodies.memory.account() as account:
            yield body, account


@router.post(
    "",
    status_code=202,
    responses=responses(400, 409, 413, 422),
    openapi_extra={
        **large_body(MAX_JOB_BYTES),
        "requestBody": {
            "required": True,
            "description": f"The job; at most {MOST_PLANS:,} plans and {MAX_JOB_BYTES // MIB} MiB.",
            "content": {JSON: {"schema": {"$ref": "#/components/schemas/JobRequest"}}},
        },
    },
)
async def create_job(
    arrived: Annotated[tuple[Body, Account], Depends(_arrived)],
    jobs: JobsDependency,
    caller: CallerDependency,
    pools: PoolsDependency,
    response: Response,
    idempotency_key: IdempotencyKey = None,
    names: FormerNames = None,
) -> JobItem:
    """Start a job: a search, a batch or an estate. Its address says how far it is, and where its result is.

    A repeated request with the same key starts no second job, as long as the first one is kept and was not cancelled.
    """
    body, account = arrived
    # In memory until it is stored.
    account.set(body.length)
    work = partial(cut, names=names)
    draft = await made_of(pools, work, body) if body.is_large else await pools.batch.compute(work, body)
    with _job_problems():
        job = await jobs.create(draft, caller, idempotency_key)
    response.headers["Location"] = f"/api/v1/jobs/{job.id}"
    return job


@router.get("")
async def list_jobs(jobs: JobsDependency, caller: CallerDependency) -> JobList:
    """List the caller's jobs, with the scope `admin` those of all; newest first."""
    return await jobs.listing(caller)


@router.get("/{job_id}", responses=responses(404, 422))
async def read_job(job_id: UUID, jobs: JobsDependency, caller: CallerDependency) -> JobItem:
    """How far a job is, and where its result is once it is done."""
    with _job_problems():
        return await jobs.read(job_id, caller)


@router.get(
    "/{job_id}/result",
    response_class=StreamingResponse,
    responses=responses(404, 409, 422)
    | {
        200: {
            "description": "The answer of a search or an estate, or a line for each plan of a batch, in their order; "
            "with `uncertainty` where simulations were asked for.",
            "content": {
                JSON: {
                    "schema": {
                        "anyOf": [
                            {"$ref": "#/components/schemas/SearchAnswer"},
                            {"$ref": "#/components/schemas/EstateDecided"},
                        ]
                    }
                },
                NDJSON: {"schema": {"$ref": "#/components/schemas/BatchLine"}},
            },
        }
    },
)
async def read_job_result(job_id: UUID, jobs: JobsDependency, caller: CallerDependency) -> StreamingResponse:
    """The result of a job that is done: the same bytes as without a job.

    Of a batch that has failed or was cancelled: the lines that were done until then, each with its `index`.
    """
    with _job_problems():
        kind, parts = await jobs.result(job_id, caller)
    return StreamingResponse(parts, media_type=NDJSON if kind is JobKind.BATCH else JSON)


@router.delete("/{job_id}", status_code=204, responses=responses(404, 422))
async def cancel_job(job_id: UUID, jobs: JobsDependency, caller: CallerDependency) -> None:
    """Cancel a job; one that has ended is removed, with its result."""
    with _job_problems():
        await jobs.cancel(job_id, caller)
