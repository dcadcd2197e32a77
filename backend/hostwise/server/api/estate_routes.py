"""Estates: an export of what people have becomes an inventory, groups of VMs and a plan. Nothing of it is stored."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Concatenate, Literal, ParamSpec

from fastapi import APIRouter, Query, Response
from pydantic import Field, TypeAdapter, ValidationError

from hostwise.answers.estate_sizing.estate_document import EstateReading
from hostwise.answers.estate_sizing.portfolio_document import MergeAnswer
from hostwise.answers.estate_sizing.readiness_document import EstateReadiness
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.suggestions.candidates import Progress, untold
from hostwise.estate.estate_answer import (
    MAPPABLE,
    NotMergeable,
    UnreadableFile,
    estate_plan,
    estate_portfolio,
    read_estate,
    read_history,
    read_inventories,
)
from hostwise.estate.estate_decided import EstateDecided, estate_decided
from hostwise.estate.readiness_answer import estate_readiness
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.estate import EstateChoices, GroupBy, Grouping
from hostwise.plan.estate_request import EstateRequest
from hostwise.plan.fields import Key, Name
from hostwise.plan.history import History
from hostwise.plan.reading import UnreadablePlan, unreadable
from hostwise.quotes import quote_recognition
from hostwise.reports.workbook.readiness_book import write_readiness
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.file_bodies import BodyDependency, column_mapping, file_body, from_file, large_input, made_of
from hostwise.server.api.request_bodies import loaded
from hostwise.server.api.request_limits import JSON
from hostwise.server.http.problems import ProblemError, responses, unreadable_plan
from hostwise.server.workers.body_budget import Body
from hostwise.server.workers.pools import Pools

P = ParamSpec("P")

router = APIRouter(prefix="/estate", tags=["estate"])

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Largest file over HTTP: a workbook of 50,000 VMs with all its tabs. The command line reads larger ones."""

_EXAMPLE = {
    "vms": {
        "name": ["web-01", "db-01"],
        "id": ["vm-1", "vm-2"],
        "power": ["on", "on"],
        "template": [False, False],
        "cluster": ["Frankfurt", "Munich"],
        "vcpu": [4, 8],
        "memory_gib": [16, 64],
        "disk_gb": [100, 800],
        "used_gb": [60, 500],
    },
    "hosts": {"name": []},
    "datastores": {"name": []},
    "sources": [],
}


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
        "files, and with the names by pseudonym as `names`."
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


def _inventory_and_choices(choices: dict[str, Any] | None = None) -> dict[str, Any]:
    """The body of questions about an inventory, with an example of choices."""
    schema = {"$ref": "#/components/schemas/EstateRequest"}
    example = {"inventory": _EXAMPLE, "choices": choices or {}}
    return large_input(JSON, "An inventory and choices.", schema, MAX_FILE_BYTES, example=example)


_FILE = file_body("The file as it is: a workbook, CSV, JSON, or a zip of them", MAX_FILE_BYTES)


@router.post("/read", response_model=EstateReading, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def read_estate_file(
    body: BodyDependency,
    pools: PoolsDependency,
    name: FileName = "estate",
    mapping: Mapping = None,
    anonymous: Anonymous = False,
) -> Response:
    """Read an export: what it was recognised as, what became of its rows, and the inventory to go on with.

    A table of no known format is refused with its headers as `errors`, each with the column that it seems to be as
    `hint`; send it again with a `mapping`.
    """
    columns = column_mapping(_MAPPING, mapping, MAPPABLE)
    return await from_file(pools, _read, body, name, columns, anonymous=anonymous)


def _read(body: Body, name: str, columns: dict[str, str] | None, *, anonymous: bool) -> EstateReading:
    return read_estate(body.read(), name, columns, anonymous=anonymous, quotes=quote_recognition)


@router.post("/history", response_model=History, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def read_history_file(
    body: BodyDependency,
    pools: PoolsDependency,
    name: FileName = "history",
    core_ghz: CoreGhz = None,
    time_zone: TimeZone = None,
) -> Response:
    """Read performance history: peaks that coincide and those of each VM, means, the worst day of writes, growth."""
    return await from_file(pools, _history, body, name, core_ghz=core_ghz, time_zone=time_zone)


def _history(body: Body, name: str, *, core_ghz: float | None, time_zone: str | None) -> History:
    return read_history(body.data, name, core_ghz=core_ghz, time_zone=time_zone, most_unpacked=body.room)


@router.post(
    "",
    response_model=EstateDecided,
    openapi_extra=_inventory_and_choices({"grouping": {"by": "os"}}),
    responses=responses(400, 413, 422),
)
async def answer_estate(body: BodyDependency, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Decide on an estate: what is counted, its groups, a plan of candidates, and whether to keep or replace its hosts.

    Where this takes longer than a request may, start it as a job.
    """
    return await _of_inventory(pools, _answer, body, catalogue)


@router.post("/plan", response_model=Plan, openapi_extra=_FILE, responses=responses(400, 413, 422))
async def plan_estate(
    body: BodyDependency,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    name: FileName = "estate",
    plan: PlanName = "Imported estate",
    group: By = GroupBy.SIZE,
) -> Response:
    """Make a plan of an export in one step, with the usual choices."""
    choices = EstateChoices(name=plan, grouping=Grouping(by=group))
    return await from_file(pools, _plan, body, name, choices, catalogue)


def _plan(body: Body, name: str, choices: EstateChoices, catalogue: Catalogue) -> dict[str, Any]:
    return plan_json(estate_plan(read_inventories([(body.read(), name)], quotes=quote_recognition), choices, catalogue))


@router.post(
    "/portfolio",
    response_model=MergeAnswer,
    openapi_extra=_inventory_and_choices(),
    responses=responses(400, 413, 422),
)
async def compare_clusters(
    body: BodyDependency, catalogue: CatalogueDependency, pools: PoolsDependency, configuration: Candidate = None
) -> Response:
    """Compare one cluster for all VMs with a cluster for each of today's: hosts, spares, licence cores, cost."""
    return await _of_inventory(pools, _portfolio, body, catalogue, configuration)


@router.post(
    "/readiness",
    response_model=EstateReadiness,
    openapi_extra=_inventory_and_choices(),
    responses=responses(400, 413, 422),
)
async def judge_readiness(body: BodyDependency, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Say what stops or delays the move of the VMs that are counted, and what each kind of it changes in hosts."""
    return await _of_inventory(pools, _readiness, body, catalogue)


@router.post(
    "/readiness/sheet",
    response_class=Response,
    openapi_extra=_inventory_and_choices(),
    responses=responses(400, 413, 422)
    | {200: {"description": "A workbook.", "content": {XLSX: {"schema": {"type": "string", "format": "binary"}}}}},
)
async def write_readiness_sheet(
    body: BodyDependency, catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Write the readiness of an estate as a workbook: what was found, and each VM that has it."""
    content = await made_of(pools, partial(_readiness_sheet, catalogue=catalogue), body)
    headers = {"Content-Disposition": 'attachment; filename="hostwise-readiness.xlsx"'}
    return Response(content, media_type=XLSX, headers=headers)


async def _of_inventory(
    pools: Pools, work: Callable[Concatenate[Body, P], object], body: Body, *args: P.args, **kwargs: P.kwargs
) -> Response:
    """The answer about an inventory; a large one takes the memory, and so the place, of a file."""
    if body.is_large:
        return await from_file(pools, work, body, *args, **kwargs)
    return await pools.evaluation.respond(work, body, *args, **kwargs)


def _answer(body: Body, catalogue: Catalogue) -> EstateDecided:
    return decided_of(body.read(), catalogue)


def decided_of(asked: bytes, catalogue: Catalogue, tell: Progress = untold) -> EstateDecided:
    """The answer to a request for an estate; `tell` is told how many candidates are found.

    Raises:
        ProblemError: the request has mistakes, or there are no candidates.
    """
    wanted = _request(asked)
    try:
        return estate_decided(
            wanted.inventory, wanted.choices, catalogue, history=wanted.history, with_plan=wanted.with_plan, tell=tell
        )
    except UnreadableFile as error:
        raise ProblemError(422, error.code, "There are no such candidates", str(error)) from error


def _readiness(body: Body, catalogue: Catalogue) -> EstateReadiness:
    wanted = _request(body.read())
    return estate_readiness(wanted.inventory, wanted.choices, catalogue, history=wanted.history)


def _readiness_sheet(body: Body, catalogue: Catalogue) -> bytes:
    wanted = _request(body.read())
    found = estate_readiness(wanted.inventory, wanted.choices, catalogue, history=wanted.history, most_rows=None)
    return write_readiness(found, wanted.choices.name)


def _portfolio(body: Body, catalogue: Catalogue, configuration: str | None) -> MergeAnswer:
    wanted = _request(body.read())
    try:
        return estate_portfolio(wanted.inventory, wanted.choices, catalogue, configuration, wanted.history)
    except NotMergeable as error:
        raise ProblemError(422, "not_mergeable", "These clusters cannot be compared", str(error)) from error


def _request(body: bytes) -> EstateRequest:
    try:
        try:
            # An inventory may be large: it is not read into values first.
            return EstateRequest.model_validate_json(body)
        except ValidationError as error:
            # What is no JSON at all is said as everywhere.
            loaded(body)
            raise unreadable(error, EstateRequest) from error
    except UnreadablePlan as error:
        raise unreadable_plan(error) from error
