"""Estates: an export of what people have becomes an inventory, groups of VMs and a plan. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from multiprocessing import parent_process
from typing import Annotated, Any, Literal, ParamSpec

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field, TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from hostwise.api.bodies import JSON
from hostwise.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.api.pools import ENDED, Pools
from hostwise.api.problems import FieldProblem, ProblemError, invalid_input, responses, unreadable_plan
from hostwise.api.schemas import RequestBody
from hostwise.api.traits import COMPUTES, KEPT, large_body
from hostwise.plan.answers.estate import EstateAnswer, EstateReading
from hostwise.plan.answers.portfolio import MergeAnswer
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.estate import EstateChoices, GroupBy, Grouping, Inventory
from hostwise.plan.fields import Key, Name
from hostwise.plan.history import History
from hostwise.services.estate.service import (
    MAPPABLE,
    NoTimeZone,
    NotMergeable,
    UnknownColumns,
    UnreadableFile,
    bounded_memory,
    estate_answer,
    estate_plan,
    estate_portfolio,
    read_estate,
    read_history,
    read_inventories,
)
from hostwise.services.plans.reading import unreadable
from hostwise.services.reference.catalogue import Catalogue

P = ParamSpec("P")

router = APIRouter(prefix="/estate", tags=["estate"])

FILE = "application/octet-stream"

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Largest file over HTTP: a workbook of 50,000 VMs with all its tabs. The command line reads larger ones."""

MOST_MEMORY_BYTES = 2 * 1024**3
"""Memory that reading one file may take in a process."""

_EXAMPLE = {
    "vms": {
        "name": ["web-01", "db-01"],
        "id": ["vm-1", "vm-2"],
        "power": ["on", "on"],
        "template": [False, False],
        "vcpu": [4, 8],
        "memory_gib": [16, 64],
        "disk_gb": [100, 800],
        "used_gb": [60, 500],
    },
    "hosts": {"name": []},
    "datastores": {"name": []},
    "sources": [],
}


class EstateRequest(RequestBody):
    """An inventory, and what is to be made of it."""

    inventory: Inventory
    choices: EstateChoices = EstateChoices()
    history: History | None = Field(None, description="What its VMs did over time, as /estate/history answers.")
    with_plan: bool = Field(True, description="Whether candidates are looked for and a plan is made.")


FileName = Annotated[str, Query(alias="name", max_length=400, description="Name of the file, for messages.")]
Mapping = Annotated[
    str | None,
    Query(
        max_length=8_000,
        description="For a table of no known format: a JSON object with the header by column, such as "
        '`{"name": "Server", "vcpu": "CPUs", "memory_gib": "RAM GB"}`.',
    ),
]
Anonymous = Annotated[
    bool,
    Query(
        description="Answer with pseudonyms in place of the names of VMs, hosts, places, datastores, attributes and "
        "files, and with who is who as `names`."
    ),
]
_MAPPING = TypeAdapter(dict[Literal[*MAPPABLE], Annotated[str, Field(max_length=400)]])  # type: ignore[valid-type]
CoreGhz = Annotated[
    float | None,
    Query(ge=0.1, le=10, description="Clock of the hosts, GHz: esxtop states CPU use as a share of a core."),
]
TimeZone = Annotated[str | None, Query(max_length=60, description="Zone of times without one, such as Europe/Berlin.")]
PlanName = Annotated[Name, Query(alias="plan", description="Name of the plan.")]
By = Annotated[GroupBy, Query(alias="group", description="How VMs become groups.")]

Candidate = Annotated[
    Key | None, Query(description="Key of the candidate that both are made of; by default the first.")
]


def _read_from(kind: str, about: str, schema: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The traits of a route that computes from a large body and keeps nothing."""
    body = {"required": True, "description": about, "content": {kind: {"schema": schema, **more}}}
    return {**COMPUTES, KEPT: False, **large_body(MAX_FILE_BYTES), "requestBody": body}


_FILE = _read_from(
    FILE,
    f"The file as it is: a workbook, CSV, JSON, or a zip of them; at most {MAX_FILE_BYTES // 2**20} MiB.",
    {"type": "string", "format": "binary"},
)


@router.post("/read", response_model=EstateReading, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def read_estate_file(
    request: Request,
    pools: PoolsDependency,
    name: FileName = "estate",
    mapping: Mapping = None,
    anonymous: Anonymous = False,
) -> Response:
    """Read an export: what it was recognised as, what became of its rows, and the inventory to go on with.

    A table of no known format is refused with its headers as `errors`, each with the column that it seems to be as
    `hint`; send it again with a `mapping`.
    """
    return await _from_file(pools, read_estate, await _body(request), name, _mapping(mapping), anonymous=anonymous)


def _mapping(text: str | None) -> dict[str, str] | None:
    if text is None:
        return None
    try:
        return _MAPPING.validate_json(text)
    except ValidationError as error:
        message = f"The mapping is a JSON object of columns and headers; columns are {', '.join(MAPPABLE)}."
        raise invalid_input([FieldProblem(pointer="/mapping", code="bad_mapping", message=message)]) from error


@router.post("/history", response_model=History, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def read_history_file(
    request: Request,
    pools: PoolsDependency,
    name: FileName = "history",
    core_ghz: CoreGhz = None,
    time_zone: TimeZone = None,
) -> Response:
    """Read performance history: peaks that coincide and those of each VM, means, the worst day of writes, growth."""
    return await _from_file(pools, read_history, await _body(request), name, core_ghz=core_ghz, time_zone=time_zone)


@router.post(
    "",
    response_model=EstateAnswer,
    openapi_extra=_read_from(
        JSON,
        "An inventory and choices.",
        {"$ref": "#/components/schemas/EstateRequest"},
        example={"inventory": _EXAMPLE, "choices": {"grouping": {"by": "os"}}},
    ),
    responses=responses(400, 413, 422),
)
async def answer_estate(request: Request, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Choose, group and size an estate: what is counted, the groups, and a plan with the hosts as they are."""
    return await pools.evaluation.answer(_answer, await _body(request), catalogue)


@router.post("/plan", response_model=Plan, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def plan_estate(
    request: Request,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    name: FileName = "estate",
    plan: PlanName = "Imported estate",
    group: By = GroupBy.SIZE,
) -> Response:
    """Make a plan of an export in one step, with the usual choices."""
    choices = EstateChoices(name=plan, grouping=Grouping(by=group))
    return await _from_file(pools, _plan, await _body(request), name, choices, catalogue)


async def _from_file(pools: Pools, work: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Response:
    """The answer that holds what is made of a file; one whose reading ends its process is too large."""
    try:
        return await pools.evaluation.answer(_made, partial(work, *args, **kwargs))
    except ProblemError as error:
        if error.problem.code != ENDED:
            raise
        detail = (
            "To read it takes more memory than there is for one file. Export fewer tabs, or a file for each cluster."
        )
        raise ProblemError(422, "out_of_memory", "The file cannot be read", f"{detail} Nothing was stored.") from error


def _made(work: Callable[[], object]) -> object:
    """What is made of a file, within a limit on the memory of the process; else the problem with the file."""
    try:
        with _memory():
            return work()
    except NoTimeZone as error:
        message = "There is no such time zone; they are written like Europe/Berlin."
        raise invalid_input([FieldProblem(pointer="/time_zone", code="bad_time_zone", message=message)]) from error
    except UnknownColumns as error:
        columns = {header: column for column, header in error.guessed.items()}
        headers = [
            FieldProblem(pointer=f"/columns/{at}", code="unknown_column", message=header, hint=columns.get(header))
            for at, header in enumerate(error.headers)
        ]
        raise ProblemError(422, error.code, "Which column is what?", _said(error), headers) from error
    except UnreadableFile as error:
        raise ProblemError(422, error.code, "The file cannot be read", _said(error)) from error


def _said(error: UnreadableFile) -> str:
    return f"{error} Nothing was stored."


def _plan(data: bytes, name: str, choices: EstateChoices, catalogue: Catalogue) -> dict[str, Any]:
    return plan_json(estate_plan(read_inventories([(data, name)]), choices, catalogue))


def _memory() -> AbstractContextManager[None]:
    """A limit on the memory of a process that computes; the server itself, with its threads, must not have it."""
    return bounded_memory(MOST_MEMORY_BYTES) if parent_process() is not None else nullcontext()


@router.post(
    "/portfolio",
    response_model=MergeAnswer,
    openapi_extra=_read_from(
        JSON,
        "An inventory and choices.",
        {"$ref": "#/components/schemas/EstateRequest"},
        example={"inventory": _EXAMPLE, "choices": {}},
    ),
    responses=responses(400, 413, 422),
)
async def compare_clusters(
    request: Request, catalogue: CatalogueDependency, pools: PoolsDependency, configuration: Candidate = None
) -> Response:
    """Compare one cluster for all VMs with a cluster for each of today's: hosts, spares, licence cores, cost."""
    return await pools.evaluation.answer(_portfolio, await _body(request), catalogue, configuration)


async def _body(request: Request) -> bytes:
    try:
        return await request.body()
    except ClientDisconnect as error:
        raise HTTPException(400, "The connection broke off.") from error


def _answer(body: bytes, catalogue: Catalogue) -> EstateAnswer:
    wanted = _request(body)
    return estate_answer(
        wanted.inventory, wanted.choices, catalogue, history=wanted.history, with_plan=wanted.with_plan
    )


def _portfolio(body: bytes, catalogue: Catalogue, configuration: str | None) -> MergeAnswer:
    wanted = _request(body)
    try:
        return estate_portfolio(wanted.inventory, wanted.choices, catalogue, configuration, wanted.history)
    except NotMergeable as error:
        raise ProblemError(422, "not_mergeable", "These clusters cannot be compared", str(error)) from error


def _request(body: bytes) -> EstateRequest:
    try:
        return EstateRequest.model_validate_json(body)
    except ValidationError as error:
        raise unreadable_plan(unreadable(error, EstateRequest)) from error


def describe(document: dict[str, Any]) -> None:
    """Add the schema of a request that is read as a whole elsewhere than the framework does it."""
    schema = EstateRequest.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas = document["components"]["schemas"]
    for name, part in schema.pop("$defs").items():
        schemas.setdefault(name, part)
    schemas["EstateRequest"] = schema
