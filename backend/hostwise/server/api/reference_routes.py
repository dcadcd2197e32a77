"""Reference data: samples, catalogue, quantities, the plan's schema."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Response

from hostwise.answers.reference.catalogue_answer import UnknownKind, catalogue_listing, catalogue_rows
from hostwise.answers.reference.catalogue_table import catalogue_table
from hostwise.answers.reference.quantities_answer import quantities
from hostwise.answers.reference.reference_document import CatalogueListing, CatalogueRows, CatalogueTable, QuantityEntry
from hostwise.decision.samples.samples import UnknownSample, sample_checks, sample_plan, sample_summaries
from hostwise.decision.samples.samples_document import Check, SampleSummary
from hostwise.decision.summary_document import Summary
from hostwise.plan.document import Plan
from hostwise.plan.new_plan import new_plan
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import Fields, summarised, summarised_quantities
from hostwise.server.http.problems import ProblemError, responses
from hostwise.server.http.route_metadata import NEVER_CHANGES

router = APIRouter()

SampleKey = Annotated[str, Path(max_length=80)]


def _no_sample(error: UnknownSample) -> ProblemError:
    return ProblemError(404, "unknown_sample", "No such sample", str(error))


def _no_kind(error: UnknownKind) -> ProblemError:
    return ProblemError(404, "unknown_kind", "No such kind of catalogue data", str(error))


@router.get("/samples", tags=["samples"], openapi_extra=NEVER_CHANGES)
async def list_samples() -> list[SampleSummary]:
    """List the sample plans: what each reproduces, and the corrections of its source."""
    return sample_summaries()


@router.get("/samples/{key}", tags=["samples"], response_model_exclude_unset=True, responses=responses(404))
async def read_sample(key: SampleKey) -> Plan:
    """Read a sample as a plan document, ready to be evaluated, changed and saved."""
    try:
        return sample_plan(key)
    except UnknownSample as error:
        raise _no_sample(error) from error


@router.get(
    "/samples/{key}/checks",
    tags=["samples"],
    openapi_extra=NEVER_CHANGES,
    response_model=list[Check],
    responses=responses(404),
)
async def read_sample_checks(key: SampleKey, catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """Compare the printed numbers of the sample's source with the model's."""
    try:
        return await pools.evaluation.respond(sample_checks, key, catalogue)
    except UnknownSample as error:
        raise _no_sample(error) from error


@router.get(
    "/samples/{key}/summary",
    tags=["samples"],
    openapi_extra=NEVER_CHANGES,
    response_model=Summary,
    responses=responses(404, 422),
)
async def read_sample_summary(
    key: SampleKey, catalogue: CatalogueDependency, pools: PoolsDependency, fields: Fields = None
) -> Response:
    """Evaluate a sample as it is, and answer with a few quantities of each configuration."""
    asked = summarised_quantities(fields)
    try:
        plan = sample_plan(key)
    except UnknownSample as error:
        raise _no_sample(error) from error
    return await pools.evaluation.respond(summarised, plan, catalogue, None, asked)


@router.get("/templates/plan", tags=["samples"], response_model_exclude_unset=True)
async def read_plan_template() -> Plan:
    """Read the starting point of a new plan."""
    return new_plan()


@router.get("/catalogue", tags=["catalogue"])
async def list_catalogue(catalogue: CatalogueDependency) -> CatalogueListing:
    """List the kinds of catalogue data, with their number of rows and the catalogue's version."""
    return catalogue_listing(catalogue)


@router.get(
    "/catalogue/{kind}",
    tags=["catalogue"],
    openapi_extra=NEVER_CHANGES,
    response_model=CatalogueRows,
    responses=responses(404),
)
async def read_catalogue(
    kind: Annotated[str, Path(max_length=40)], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Read all rows of one kind, each with source, date and confidence; unknown stays null."""
    try:
        return await pools.evaluation.respond(catalogue_rows, kind, catalogue)
    except UnknownKind as error:
        raise _no_kind(error) from error


@router.get(
    "/catalogue/{kind}/table",
    tags=["catalogue"],
    openapi_extra=NEVER_CHANGES,
    response_model=CatalogueTable,
    responses=responses(404),
)
async def read_catalogue_table(
    kind: Annotated[str, Path(max_length=40)], catalogue: CatalogueDependency, pools: PoolsDependency
) -> Response:
    """Read one kind as a table for people: columns with their filters, rows as texts with the numbers behind them."""
    try:
        return await pools.evaluation.respond(catalogue_table, kind, catalogue)
    except UnknownKind as error:
        raise _no_kind(error) from error


@router.get("/quantities", tags=["model"], openapi_extra=NEVER_CHANGES, response_model=list[QuantityEntry])
async def list_quantities(catalogue: CatalogueDependency, pools: PoolsDependency) -> Response:
    """List every quantity of the model: formula in LaTeX and text, unit, source, validity, and its uses."""
    return await pools.evaluation.respond(quantities, catalogue)


@router.get("/schemas/plan", tags=["model"], openapi_extra=NEVER_CHANGES, response_model=dict[str, Any])
async def read_plan_schema(pools: PoolsDependency) -> Response:
    """Read the JSON Schema of the plan document."""
    return await pools.evaluation.respond(Plan.model_json_schema)
