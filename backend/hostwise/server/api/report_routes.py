"""Reports of a plan as files: PDF, Word, PowerPoint, a workbook, CSV, Markdown or JSON, as the request accepts."""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from typing import Annotated, Any

import mimeparse
from fastapi import Query, Request, Response
from pydantic import Base64Bytes, ConfigDict, Field

from hostwise.answers.evaluation.evaluation_answer import PlanError, UnknownConfiguration
from hostwise.answers.question import question
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import Key
from hostwise.reports.cover import MOST_LOGO_BYTES, MOST_TEMPLATE_BYTES, NO_COVER
from hostwise.reports.report_files import (
    FORMATS,
    Cover,
    PluginFailed,
    Revision,
    UnknownFormat,
    UnusableFile,
    media_type,
    report,
    report_formats,
)
from hostwise.server.api.dependencies import CatalogueDependency, PoolsDependency
from hostwise.server.api.evaluation_routes import Reference, wrong_plan
from hostwise.server.api.request_bodies import body_router
from hostwise.server.api.schemas import RequestBody
from hostwise.server.api.shown_plans import SHARED, STORED, ShownDependency
from hostwise.server.http.problems import MEDIA_TYPE, FieldProblem, ProblemError, responses
from hostwise.server.http.route_metadata import COMPUTES, OPEN, READS
from hostwise.server.workers.pools import Pools

router = body_router()

_A_FILE = "its answer is a file, of the kind that the request accepts"

_WORKBOOK = "xlsx"
MAX_WORKBOOK = 1_200
"""Most VM groups times configurations in a workbook: each has its formulas in it. That takes 20 seconds of computing,
and 500 groups in 12 configurations would take minutes."""

_DEFAULT = "json"
"""For clients that accept anything: the format of all other routes."""

_TEXT = ("text/csv", "text/markdown")

_NOT_ACCEPTABLE = {
    "description": "No report in any of the accepted formats.",
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
}


def _described(report_format: str) -> dict[str, Any]:
    if report_format == "json":
        return {"schema": {"$ref": "#/components/schemas/Decided"}}
    return {
        "schema": {"type": "string"} if media_type(report_format) in _TEXT else {"type": "string", "format": "binary"}
    }


def _by_media_type() -> dict[str, str]:
    """The formats by media type; of those that have the same, the first."""
    found: dict[str, str] = {}
    for each in report_formats():
        found.setdefault(media_type(each), each)
    return found


_ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The report; Content-Disposition suggests a file name.",
        "content": {kind: _described(each) for kind, each in _by_media_type().items()},
    },
    406: _NOT_ACCEPTABLE,
}

Format = Annotated[
    str | None,
    Query(
        alias="format",
        max_length=32,
        description=f"File format, {', '.join(FORMATS)}, or the format of a plug-in; by default what the header "
        "Accept prefers.",
        json_schema_extra={
            "anyOf": [{"type": "string", "enum": list(FORMATS)}, {"type": "string", "maxLength": 32}, {"type": "null"}]
        },
    ),
]


Appendix = Annotated[
    bool, Query(description="Whether a PDF ends with all inputs, each with status and source, and the formulas.")
]


class ReportCover(RequestBody):
    """What a PDF, Word or PowerPoint report says of itself; without it the plan's name is the title."""

    title: Annotated[str, Field(max_length=200)] = Field("", description="Title; by default the plan's name.")
    customer: Annotated[str, Field(max_length=200)] = Field("", description="Whom it is for.")
    author: Annotated[str, Field(max_length=200)] = Field("", description="Who made it.")
    logo: Annotated[Base64Bytes, Field(max_length=MOST_LOGO_BYTES)] | None = Field(
        None, description="A PNG or JPEG, in Base64."
    )
    template: Annotated[Base64Bytes, Field(max_length=MOST_TEMPLATE_BYTES)] | None = Field(
        None,
        description="A .docx or .pptx in Base64, for the report of that format: Word fills the fields {{ title }}, "
        "{{ customer }}, {{ author }}, {{ date }} and {{ revision }} and puts the report in place of {{ report }}; "
        "PowerPoint takes master and layouts.",
    )

    def read(self) -> Cover:
        """The cover; its files are looked at where the report is made."""
        title, customer, author = (each.strip() for each in (self.title, self.customer, self.author))
        return Cover(title, customer, author, self.logo or b"", self.template or b"")


class CoverRequest(RequestBody):
    """What the report of a stored or shared plan says of itself."""

    cover: ReportCover


class ReportRequest(RequestBody):
    """The plan to report."""

    plan: Plan
    reference: Key | None = Field(
        None, description="Key of the configuration that differences refer to; by default the first."
    )

    made_on: dt.date | None = Field(
        None,
        description="Date of the report. It stands in the report and its name with the remark that the plan is not "
        "saved; without it both have no date. The server's clock has no part in a report: the same request gives the "
        "same bytes.",
    )

    cover: ReportCover | None = Field(None, description="What the report says of itself.")

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"plan": plan_json(sample_plan("light-io")), "made_on": "2026-11-27"}]}
    )


@router.post(
    "/report",
    tags=["reports"],
    openapi_extra=COMPUTES,
    response_class=Response,
    responses=responses(400, 413, 422) | _ANSWERS,
)
async def report_plan(
    body: ReportRequest,
    request: Request,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    report_format: Format = None,
    appendix: Appendix = False,
) -> Response:
    """Report a plan as a file, without saving it. The header Accept, or `format`, chooses the kind of file."""
    chosen = _chosen(report_format, request)
    content = await written(
        pools,
        body.plan,
        catalogue,
        chosen,
        body.reference,
        made_on=body.made_on,
        appendix=appendix,
        cover=body.cover,
    )
    unsaved = "" if body.made_on is None else f"unsaved-{body.made_on:%Y-%m-%d}"
    return _file(content, chosen, file_name(body.plan.name, unsaved, chosen))


@router.get(
    "/plans/{plan_id}/report",
    dependencies=STORED,
    tags=["reports"],
    name="report_kept",
    description="Report a stored plan as a file, at its newest or a given revision.",
    response_class=Response,
    responses=responses(404, 409, 413, 422) | _ANSWERS,
)
@router.get(
    "/shared/{token}/report",
    dependencies=SHARED,
    tags=["shares"],
    name="report_shared",
    description="Report a shared plan as a file, JSON unless another `format` is given.",
    openapi_extra=OPEN,
    response_class=Response,
    responses=responses(404, 413, 422) | {200: {"description": "The report.", "content": {"*/*": {}}}},
)
async def report_shown(
    shown: ShownDependency,
    request: Request,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    report_format: Format = None,
    reference: Reference = None,
    appendix: Appendix = False,
) -> Response:
    """Report a stored or a shared plan as a file."""
    return await _reported(shown, request, catalogue, pools, report_format, reference, appendix=appendix, cover=None)


@router.post(
    "/plans/{plan_id}/report",
    dependencies=STORED,
    tags=["reports"],
    name="report_kept_for_customer",
    description="Report a stored plan as a file with a title, customer, author, logo or template.",
    openapi_extra=READS,
    response_class=Response,
    responses=responses(400, 404, 409, 413, 422) | _ANSWERS,
)
@router.post(
    "/shared/{token}/report",
    dependencies=SHARED,
    tags=["shares"],
    name="report_shared_for_customer",
    description="Report a shared plan as a file with a title, customer, author, logo or template.",
    openapi_extra=OPEN | READS,
    response_class=Response,
    responses=responses(400, 404, 413, 422) | {200: {"description": "The report.", "content": {"*/*": {}}}},
)
async def report_shown_for_customer(
    body: CoverRequest,
    shown: ShownDependency,
    request: Request,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    report_format: Format = None,
    reference: Reference = None,
    appendix: Appendix = False,
) -> Response:
    """Report a stored or a shared plan as a file that says whom it is for."""
    return await _reported(
        shown, request, catalogue, pools, report_format, reference, appendix=appendix, cover=body.cover
    )


async def _reported(
    shown: ShownDependency,
    request: Request,
    catalogue: CatalogueDependency,
    pools: PoolsDependency,
    report_format: str | None,
    reference: str | None,
    *,
    appendix: bool,
    cover: ReportCover | None,
) -> Response:
    # People open a link in a browser, which accepts nothing of this by itself.
    usual = _DEFAULT if shown.link is not None else None
    chosen = _chosen(report_format or usual, request)
    try:
        content = await written(
            pools,
            shown.plan,
            shown.catalogue(catalogue),
            chosen,
            reference,
            revision=shown.saved,
            appendix=appendix,
            cover=cover,
        )
    except ProblemError as error:
        raise shown.problem(error) from None
    answer = _file(content, chosen, file_name(shown.plan.name, f"r{shown.saved.number}", chosen))
    answer.headers.update(shown.headers)
    return answer


@question(
    "report",
    "Report a plan as a file: PDF, Word, PowerPoint, a workbook, comma-separated values, Markdown or JSON.",
    by_hand={
        "sent": _A_FILE,
        "stored": _A_FILE,
        "share": _A_FILE,
        "client": "report",
        "command": "report",
        "browser": "reportPlan",
    },
    not_on={"mcp": "a file is for people; its figures are those of `evaluate` and `compare`"},
)
async def written(
    pools: Pools,
    plan: Plan,
    catalogue: Catalogue,
    chosen: str,
    reference: str | None,
    *,
    revision: Revision | None = None,
    made_on: dt.date | None = None,
    appendix: bool,
    cover: ReportCover | None = None,
) -> bytes:
    """The content of a report; a plan that cannot be evaluated is a problem."""
    size = len(plan.workload.groups) * len(plan.configurations)
    if chosen == _WORKBOOK and size > MAX_WORKBOOK:
        detail = (
            f"The plan has {size} VM groups times configurations, a workbook at most {MAX_WORKBOOK}. Merge VM groups "
            "that are alike, leave configurations out, or take another format."
        )
        raise ProblemError(413, "too_large_for_a_workbook", "Too large for a workbook", detail)
    try:
        return await pools.reports.compute(
            report,
            plan,
            catalogue,
            chosen,
            reference=reference,
            revision=revision,
            made_on=made_on,
            appendix=appendix,
            cover=NO_COVER if cover is None else cover.read(),
        )
    except UnusableFile as error:
        wrong = FieldProblem(pointer=f"/cover/{error.field}", code="unusable_file", message=str(error))
        raise ProblemError(422, "invalid_input", "The input is wrong", str(error), [wrong]) from error
    except PlanError as error:
        raise wrong_plan(error) from error
    except UnknownConfiguration as error:
        raise ProblemError(422, "unknown_configuration", "Unknown configuration", str(error)) from error
    except PluginFailed as error:
        raise ProblemError(500, "plugin_failed", "A plug-in failed", str(error)) from error


def _chosen(report_format: str | None, request: Request) -> str:
    """The format given by name, else the one that the request prefers."""
    if report_format is not None:
        try:
            media_type(report_format)
        except UnknownFormat as error:
            text = str(error)
            wrong = FieldProblem(pointer="/format", code="enum", message=text)
            raise ProblemError(422, "invalid_input", "The input is wrong", text, [wrong]) from error
        return report_format
    # Several headers of this name are one list.
    found = preferred(",".join(request.headers.getlist("accept")))
    if found is None:
        offered = ", ".join(_by_media_type())
        text = f"A report is available as {offered}."
        raise ProblemError(406, "not_acceptable", "Report format not available", text)
    return found


def preferred(accept: str) -> str | None:
    """The format that a header Accept prefers (RFC 9110, 12.5.1); None if it accepts none.

    An unreadable or empty header accepts everything.

    >>> preferred("text/html,*/*;q=0.8"), preferred("text/csv;q=0.5,text/markdown"), preferred("image/png")
    ('json', 'md', None)
    """
    ranges = ",".join(each for each in accept.lower().split(",") if "/" in each)
    if not ranges:
        return _DEFAULT
    # The last of equals wins.
    # The first of the formats is the default.
    by_type = dict(reversed(_by_media_type().items()))
    try:
        return by_type.get(mimeparse.best_match(list(by_type), ranges))
    except mimeparse.MimeTypeParseException:
        return _DEFAULT


def file_name(plan_name: str, state: str, report_format: str) -> str:
    """A file name valid on every system: the plan's, in plain letters, and which state of it.

    >>> file_name("Größe: NAND/Optane?", "r3", "xlsx"), file_name("=..", "", "csv")
    ('hostwise-grosse-nand-optane-r3.xlsx', 'hostwise.csv')
    """
    plain = unicodedata.normalize("NFKD", plan_name.casefold()).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain)
    parts = ["hostwise", "-".join(words)[:60].strip("-"), state]
    return "-".join(part for part in parts if part) + f".{report_format}"


def _file(content: bytes, report_format: str, name: str) -> Response:
    kind = media_type(report_format)
    return Response(
        content,
        # The charset is added by hand: the framework would add it to no type but text.
        media_type=f"{kind}; charset=utf-8" if kind in _TEXT else kind,
        headers={"Content-Disposition": f'attachment; filename="{name}"', "Vary": "Accept"},
    )
