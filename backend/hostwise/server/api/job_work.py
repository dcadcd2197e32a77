"""What jobs compute, in the processes that compute: how a request is cut into parts, and the answer to one.

An answer has the bytes that the request without a job has: those of `POST /search` and `POST /estate`, and lines of
`POST /evaluate/batch`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import structlog

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.simulations.simulations import SEED
from hostwise.plan.reading import UnreadablePlan, check_values, plan_of_json, validated
from hostwise.plan.search_document import Search
from hostwise.server.api.batch_routes import BatchLine, Wanted, batch_line, written_line
from hostwise.server.api.estate_routes import decided_of
from hostwise.server.api.evaluation_routes import summarised_quantities, uncertainty_found
from hostwise.server.api.included_parts import included, included_names
from hostwise.server.api.request_bodies import UnparsedBody, loaded, with_parsed_body
from hostwise.server.api.search_routes import searched
from hostwise.server.http.problems import Problem, ProblemError, defect, unreadable_plan
from hostwise.server.machine.memory_allotment import MIB
from hostwise.server.stored_documents.job_parts import JobPart
from hostwise.server.stored_documents.job_worker import Unanswerable
from hostwise.server.stored_documents.jobs import Batch, JobDraft, JobKind, JobRequest
from hostwise.server.workers.body_budget import Body
from hostwise.server.workers.pools import written
from hostwise.server.workers.processes import ProcessEnded, tell
from hostwise.server.workers.spreading import ClusterUnavailable, ParallelMap

log = structlog.get_logger(__name__)

PLANS_OF_A_CHUNK, SIMULATED_OF_A_CHUNK = 20, 2
"""Plans that are computed at once, a second or so: after a crash as many are computed again."""

SUMMARY_BYTES, RESULT_BYTES, UNCERTAINTY_BYTES, SEARCH_BYTES, ESTATE_BYTES = (
    8 * 1024,
    80 * 1024,
    24 * 1024,
    4 * MIB,
    4 * MIB,
)
"""Room for the compressed answer of a plan, as a summary or in full beside twice what was asked, for what is said of
its simulations, for a search, and for an estate. Results of the samples have 24 to 76 kB, that of the largest plan 250,
and summaries 0.7 kB."""


def cut(body: Body, names: str | None = None) -> JobDraft:
    """The job that a body asks for, answered in the names of a version; raises `ProblemError` with all mistakes."""
    return cut_body(body.read(), names)


def cut_body(text: bytes, names: str | None = None) -> JobDraft:
    """The same for the bytes of a body."""
    try:
        # Plans of a batch are checked one by one where they are computed: a wrong one does not stop the others.
        document = loaded(text, checked=False)
        if isinstance(document, dict) and "batch" not in document:
            check_values(document)
        asked = validated(document, JobRequest, from_request=True)
    except UnreadablePlan as error:
        raise unreadable_plan(error) from error
    return draft_of(asked, document, names)


def draft_of(asked: JobRequest, document: dict[str, Any], names: str | None = None) -> JobDraft:
    """A job in parts: of the values as they were sent, which are read again where they are computed."""
    if asked.estate is not None:
        return JobDraft(JobKind.ESTATE, asked.name, [JobPart(0, _json(document["estate"]), ESTATE_BYTES)])
    if asked.batch is None:
        return JobDraft(JobKind.SEARCH, asked.name, [JobPart(0, _json(document["search"]), SEARCH_BYTES)])
    batch = asked.batch.model_copy(update={"include": included_names(asked.batch.include, names)})
    _wanted(batch)
    plans, about = document["batch"]["plans"], batch.model_dump(exclude={"plans"})
    size = PLANS_OF_A_CHUNK if batch.simulations is None else SIMULATED_OF_A_CHUNK
    starts = range(0, len(plans), size)
    return JobDraft(JobKind.BATCH, asked.name, [_part(first, about, plans[first : first + size]) for first in starts])


def _part(first: int, about: dict[str, Any], plans: list[Any]) -> JobPart:
    """A part of a batch, from its first plan on."""
    asked = _json({"first": first, "about": about, "plans": plans})
    is_short = about["summary"] or about["fields"] is not None
    # What samples and the largest plan take, and somewhat more.
    room = SUMMARY_BYTES * len(plans) if is_short else RESULT_BYTES * len(plans) + 2 * len(asked)
    return JobPart(first, asked, room + (UNCERTAINTY_BYTES * len(plans) if about["simulations"] is not None else 0))


def lessened(kind: str, part: JobPart, problem: dict[str, Any]) -> Sequence[JobPart] | bytes | None:
    """What becomes of a part that cannot be computed as it is: its halves, or of one plan a line with the problem.

    A search and an estate have no halves, and nothing that could stand in for their answer.
    """
    if kind != JobKind.BATCH:
        return None
    asked = json.loads(part.asked)
    first, plans = asked["first"], asked["plans"]
    if len(plans) == 1:
        line = BatchLine(index=first, problem=Problem.model_validate(problem))
        return written_line(line, None)
    half = len(plans) // 2
    return [_part(first, asked["about"], plans[:half]), _part(first + half, asked["about"], plans[half:])]


def answered(catalogue: Catalogue, kind: str, asked: bytes, spread: ParallelMap | None = None) -> bytes:
    """The answer to a chunk, a search spread over processes if there are any; raises `Unanswerable`."""
    try:
        if kind == JobKind.ESTATE:
            return written(decided_of(asked, catalogue, _tell_step))
        if kind == JobKind.SEARCH:
            return written(with_parsed_body(UnparsedBody(asked, Search), searched, catalogue, spread, _tell_step))
        return _lines(json.loads(asked), catalogue)
    except ProblemError as error:
        raise Unanswerable(_values(error.problem)) from error
    except (ClusterUnavailable, ProcessEnded):
        raise
    except Exception as error:
        log.error("defect", path="/api/v1/jobs", exc_info=error)
        raise Unanswerable(_values(defect())) from error


def _lines(asked: dict[str, Any], catalogue: Catalogue) -> bytes:
    batch = Batch(plans=tuple(asked["plans"]), **asked["about"])
    wanted = _wanted(batch)
    lines = []
    for index, plan in enumerate(map(_json, batch.plans), start=asked["first"]):
        line = batch_line(index, plan, catalogue, batch.reference, wanted)
        uncertainty = b""
        if batch.simulations is not None and line.problem is None:
            try:
                found = uncertainty_found(plan_of_json(plan), catalogue, SEED, batch.simulations)
                uncertainty = b',"uncertainty":' + written(found)
            except ProblemError as error:
                line = BatchLine(index=index, problem=error.problem)
        lines.append(written_line(line, wanted).removesuffix(b"}\n") + uncertainty + b"}\n")
    return b"".join(lines)


def _tell_step(done: int, of: int) -> None:
    tell({"done": done, "of": of})


def _wanted(batch: Batch) -> Wanted:
    try:
        if batch.summary or batch.fields is not None:
            return summarised_quantities(batch.fields)
        return included(included_names(batch.include, None))
    except ProblemError as error:
        wrong = [each.model_copy(update={"pointer": f"/batch{each.pointer}"}) for each in error.problem.errors]
        problem = error.problem
        raise ProblemError(problem.status, problem.code, problem.title, problem.detail, wrong) from error


def _json(value: object) -> bytes:
    # As it was sent: half of a character stays an escape, which is said where it is read.
    try:
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":")).encode()


def _values(problem: Problem) -> dict[str, Any]:
    return problem.model_dump(mode="json", exclude_none=True)
