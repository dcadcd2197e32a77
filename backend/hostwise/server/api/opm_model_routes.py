"""Operations-per-minute models: built-in ones to read, own ones to store. The ETag of an own one is its revision."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Any

from fastapi import Body, Path, Query, Response
from pydantic import ConfigDict, Field

from hostwise.answers.operations.opm_curves import NoLine, opm_curves
from hostwise.binding.opm_models import UnknownOpmModel, UnmeasuredMedium, described
from hostwise.estate.opm_tables.opm_text import OpmTextReading, read_opm_text
from hostwise.plan.answers.operations import MeasuredModel, OpmCurves
from hostwise.plan.configuration import SwapMedium
from hostwise.plan.fields import Key, Name
from hostwise.plan.opm import OpmModel
from hostwise.server.api.dependencies import OpmLibraryDependency, PoolsDependency, of_application
from hostwise.server.api.keyed_documents import (
    KeyedKind,
    add_keyed_routes,
    library_answers,
    library_problems,
    wrong_field,
)
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.http.problems import ProblemError
from hostwise.server.http.route_metadata import COMPUTES
from hostwise.server.stored_documents.opm_models import OpmModelEntry, OpmModelList

router = body_router(prefix="/opm-models", tags=["evidence"])

MAX_TEXT = 200_000
"""Longest text of measurements, characters."""

_RATIO_LIMIT = 100
_THING = "model"
_MODEL_EXAMPLE: dict[str, Any] = {
    "key": "our-web-shop",
    "name": "Web shop, load test of March",
    "measure": "opm_per_vm",
    "baseline_opm_per_vm": 6000,
    "source": "Load test of the platform team, March",
    "validity": "ESXi 8, VMs of 8 GiB, swap on local NVMe",
    "points": [
        {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600, "vms": 24, "window_minutes": 20},
        {"medium": "ssd_local", "overcommit_ratio": 2, "per_vm": 4900, "vms": 32, "window_minutes": 20},
    ],
}
_TEXT_EXAMPLE = "medium,overcommit,opm per vm,vms,minutes\nssd_local,1.5,5600,24,20\nssd_local,2,4900,32,20\n"

ModelBody = Annotated[
    OpmModel, Body(openapi_examples={"web-shop": {"summary": "Two measured points", "value": _MODEL_EXAMPLE}})
]
ModelKey = Annotated[str, Path(max_length=80, description="Key of the model.")]
Medium = Annotated[SwapMedium | None, Query(description="Medium; by default all measured ones.")]
Ratio = Annotated[float, Field(ge=0, le=_RATIO_LIMIT, allow_inf_nan=False)]


class OpmTextRequest(RequestBody):
    """A text with measurements."""

    text: str = Field(
        max_length=MAX_TEXT,
        description="Pasted rows or the content of a CSV file, separated by comma, semicolon or tab, with a header "
        "line. With semicolon or tab a decimal comma is understood.",
        examples=[_TEXT_EXAMPLE],
    )
    name: Name | None = Field(None, description="Name of the model.")
    key: Key | None = Field(None, description="Key of the model; by default derived from the name.")
    medium: SwapMedium | None = Field(None, description="Medium of rows without one.")


class OpmCurveRequest(RequestBody):
    """A model that is not stored, and the requested part of its curves."""

    model: OpmModel
    medium: SwapMedium | None = Field(None, description="Medium; by default all measured ones.")
    lowest: Ratio | None = Field(None, alias="from", description="Lowest ratio of the line.")
    highest: Ratio | None = Field(None, alias="to", description="Highest ratio of the line.")

    model_config = ConfigDict(json_schema_extra={"examples": [{"model": _MODEL_EXAMPLE, "from": 1, "to": 3}]})


_answers = partial(library_answers, _THING)


@contextmanager
def _problems() -> Iterator[None]:
    try:
        with library_problems(_THING, "opm_model_not_found"):
            yield
    except UnknownOpmModel as error:
        raise ProblemError(404, "opm_model_not_found", "No such model", str(error)) from error


def _curves(model: MeasuredModel, medium: SwapMedium | None, lowest: float | None, highest: float | None) -> OpmCurves:
    try:
        return opm_curves(model, medium, lowest, highest)
    except UnmeasuredMedium as error:
        raise wrong_field(
            "The model has no points for this medium", "/medium", "unmeasured_medium", str(error)
        ) from error
    except NoLine as error:
        pointer = "/from" if highest is None else "/to"
        raise wrong_field("The line has no length", pointer, "no_line", str(error)) from error


@router.post("/parse", response_model=OpmTextReading, openapi_extra=COMPUTES, responses=_answers(400, 413, 422))
async def parse_opm_text(request: OpmTextRequest, pools: PoolsDependency) -> Response:
    """Read pasted or CSV text into a model, row by row; nothing is saved."""
    return await pools.evaluation.respond(
        read_opm_text, request.text, name=request.name, key=request.key, medium=request.medium
    )


@router.post("/curve", response_model=OpmCurves, openapi_extra=COMPUTES, responses=_answers(400, 413, 422))
async def draw_opm_curve(request: OpmCurveRequest, pools: PoolsDependency) -> Response:
    """Draw the curves of a model that is sent along; nothing is saved."""
    return await pools.evaluation.respond(
        _curves, described(request.model), request.medium, request.lowest, request.highest
    )


@router.get("/{key}/curve", response_model=OpmCurves, responses=_answers(404, 409, 422))
async def read_opm_curve(
    key: ModelKey,
    library: OpmLibraryDependency,
    pools: PoolsDependency,
    medium: Medium = None,
    lowest: Annotated[Ratio | None, Query(alias="from", description="Lowest ratio of the line.")] = None,
    highest: Annotated[Ratio | None, Query(alias="to", description="Highest ratio of the line.")] = None,
) -> Response:
    """Draw the curves of a model, built-in or own: the line with its basis and band, and the measured points."""
    with _problems():
        model = (await library.read(key)).model
    return await pools.evaluation.respond(_curves, model, medium, lowest, highest)


add_keyed_routes(
    router,
    KeyedKind(
        thing=_THING,
        operation="opm_model",
        path="/api/v1/opm-models",
        library=of_application("opm_library"),
        body=ModelBody,
        entry=OpmModelEntry,
        listing=OpmModelList,
        problems=_problems,
        about_list="List all models, the built-in ones and the own ones.",
        about_create="Store a new own model. To use it in a plan, put its document into the plan's `opm_models`.",
        about_read="Read a model, built-in or own. The ETag, which only own models have, is the revision to save "
        "against.",
        about_save="Save an own model, if it has not changed since it was read. Plans keep their copies.",
        about_delete="Delete an own model, if it has not changed since it was read. Plans keep their copies.",
    ),
)
