"""The application: routes under /api/v1, health at the root, and the built user interface for everything else."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute
from pydantic_core import to_json

import hostwise
from hostwise.answers.evaluation.evaluation_answer import ENGINE_VERSION
from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.answers.reference.closed_names import closed_names
from hostwise.plan.estate_request import EstateRequest
from hostwise.server.access.opening import DiskFull
from hostwise.server.api import (
    access_check,
    audit_routes,
    batch_routes,
    client_version,
    deleted_routes,
    diff_routes,
    estate_routes,
    evaluation_routes,
    evidence_routes,
    job_routes,
    mcp_routes,
    plan_file_routes,
    plan_routes,
    price_book_routes,
    quota_problems,
    quote_audit_routes,
    read_cache_routes,
    reference_routes,
    report_routes,
    request_logging,
    scenario_routes,
    search_routes,
    share_routes,
    token_routes,
)
from hostwise.server.api.error_responses import ErrorResponses, not_ready
from hostwise.server.api.former_answers import FormerAnswers
from hostwise.server.api.plan_decisions import PlanDecisions
from hostwise.server.api.questions.question_routes import question_router
from hostwise.server.api.request_limits import HeadLimits, RequestBodyCheck
from hostwise.server.api.request_logging import RequestLogging, RequestMetrics
from hostwise.server.api.schemas import Health, add_schema
from hostwise.server.http import problems
from hostwise.server.http.client_addresses import TrustedProxies
from hostwise.server.http.compression import Compression
from hostwise.server.http.forwarding import ForwardedHeaders
from hostwise.server.http.host_and_origin_check import LOOPBACK, AllowedHosts, HostAndOriginCheck
from hostwise.server.http.problems import Problem, ProblemError
from hostwise.server.http.response_cache import CachedResponses, ResponseCache
from hostwise.server.http.route_metadata import API, NEVER_CHANGES, OPENAPI
from hostwise.server.http.security_headers import ROBOTS, SecurityHeaders
from hostwise.server.http.static_files import ASSETS, BuiltFiles
from hostwise.server.stored_documents.jobs import JobRequest
from hostwise.server.workers.body_budget import BodyBudgets
from hostwise.server.workers.pools import Pools
from hostwise.server.workers.processes import ProcessEnded

DESCRIPTION = """Capacity planning and total cost of ownership for virtualised clusters with flash.

A *plan* holds workload, policy, candidate configurations and economics. `POST /api/v1/evaluate` answers host count,
cost and wear-out risk for every configuration; `POST /api/v1/explain` explains any number.
Errors are problem details (RFC 9457). A number with missing inputs is *not evaluated*, never zero.
"""

_AS_THEY_ARE = (
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    batch_routes.NDJSON,
)
"""Kinds of answers that are not compressed: they are already, or each of their lines is sent when it is ready."""

health = APIRouter(tags=["health"])


@health.get("/health/live")
async def live(request: Request) -> Health:
    """Answer as long as the process runs."""
    return Health(
        status="live",
        engine_version=ENGINE_VERSION,
        catalogue_version=request.app.state.catalogue.version,
        token_needed=request.app.state.require_token,
    )


@health.get("/health/ready", responses=problems.responses(503))
async def ready(request: Request) -> Health:
    """Answer once the database is ready with its tables and room to save, and there is a process that computes."""
    try:
        await request.app.state.database.check()
    except DiskFull as error:
        raise not_ready(str(error)) from error
    except Exception as error:
        raise not_ready("The database does not answer.") from error
    pools: Pools = request.app.state.pools
    try:
        await pools.check()
    except (ProcessEnded, TimeoutError) as error:
        raise not_ready("No process that computes can be started.") from error
    return Health(
        status="ready",
        engine_version=ENGINE_VERSION,
        catalogue_version=request.app.state.catalogue.version,
        token_needed=request.app.state.require_token,
        database="ready",
        computing="ready",
    )


def _operation_id(route: APIRoute) -> str:
    return route.name


def build_app(
    catalogue: Catalogue, user_interface: Path | None, pools: Pools | None = None, bodies: BodyBudgets | None = None
) -> FastAPI:
    """The application without its database, which `hostwise.server.application` adds.

    Args:
        catalogue: the catalogue that plans refer to.
        user_interface: folder of the built user interface; without it only the API is served.
        pools: what computes; by default threads.
        bodies: what bodies of requests may take.
    """
    app = FastAPI(
        title="Hostwise",
        version=hostwise.__version__,
        description=DESCRIPTION,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        # Served below, from a thread: it takes seconds to make.
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
    )
    app.state.catalogue = catalogue
    app.state.pools = pools or Pools()
    app.state.decisions = PlanDecisions()
    app.state.bodies = bodies or BodyBudgets()
    app.state.metrics = RequestMetrics(app.state.pools, app.state.bodies)
    app.state.log_requests = False
    app.state.mcp = mcp_routes.McpServer(app.state)
    app.state.allowed_hosts = AllowedHosts(LOOPBACK[0], ())
    app.state.proxies = TrustedProxies()
    problems.install(app)
    quota_problems.install(app)
    # From the inside out: the body of a refused request is not read, and a refusal also has the security headers.
    app.add_middleware(FormerAnswers)
    app.add_middleware(Compression, as_they_are=_AS_THEY_ARE)
    app.add_middleware(ResponseCache, responses=CachedResponses())
    app.add_middleware(RequestBodyCheck)
    app.add_middleware(access_check.AccessCheck)
    app.add_middleware(HostAndOriginCheck)
    app.add_middleware(HeadLimits)
    app.add_middleware(ErrorResponses)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(ForwardedHeaders)
    app.add_middleware(RequestLogging)
    # Not included, which would make every route anew: that takes a tenth of a second.
    app.router.routes.extend(_routes().routes)
    app.get("/robots.txt", include_in_schema=False)(_robots)
    _complete_description(app)
    app.get(OPENAPI, include_in_schema=False, openapi_extra=NEVER_CHANGES)(_description)
    if user_interface is not None and (user_interface / "index.html").is_file():
        _serve(app, user_interface)
    return app


@cache
def _routes() -> APIRouter:
    """All routes that are the same in every application."""
    everything = APIRouter(generate_unique_id_function=_operation_id)
    v1 = APIRouter(
        prefix="/api/v1", dependencies=[Depends(access_check.admitted), Depends(client_version.reads_answers)]
    )
    v1.include_router(question_router())
    v1.include_router(evaluation_routes.router)
    v1.include_router(batch_routes.router)
    v1.include_router(diff_routes.router)
    v1.include_router(search_routes.router)
    v1.include_router(job_routes.router)
    v1.include_router(plan_file_routes.router)
    v1.include_router(plan_routes.router)
    v1.include_router(scenario_routes.router)
    v1.include_router(price_book_routes.router)
    v1.include_router(quote_audit_routes.router)
    v1.include_router(deleted_routes.router)
    v1.include_router(read_cache_routes.router)
    v1.include_router(reference_routes.router)
    v1.include_router(report_routes.router)
    v1.include_router(evidence_routes.router)
    v1.include_router(estate_routes.router)
    v1.include_router(share_routes.router)
    v1.include_router(token_routes.router)
    v1.include_router(audit_routes.router)
    for router in (v1, health, request_logging.router, mcp_routes.router):
        everything.include_router(router)
    return everything


def install(
    app: FastAPI, *, host: str, allowed_hosts: Sequence[str], trusted_proxies: Sequence[str], log_requests: bool
) -> None:
    """Set the deployment's network settings.

    Args:
        app: the application.
        host: the address that it listens on.
        allowed_hosts: further names that it is reached by.
        trusted_proxies: addresses and networks of proxies whose word counts for whom they speak.
        log_requests: whether each request is a line of the log.
    """
    app.state.allowed_hosts = AllowedHosts(host, allowed_hosts)
    app.state.proxies = TrustedProxies(trusted_proxies)
    app.state.log_requests = log_requests


async def _description(request: Request) -> Response:
    pools: Pools = request.app.state.pools
    return Response(await pools.reading.run(lambda: to_json(request.app.openapi())), media_type="application/json")


async def _robots() -> Response:
    return PlainTextResponse(ROBOTS)


def _complete_description(app: FastAPI) -> None:
    """Complete the API's description with parts that routes do not declare."""
    plain = app.openapi

    def openapi() -> dict[str, object]:
        # The framework caches the description, including the additions.
        if app.openapi_schema is None:
            document = plain()
            _describe_problems(document)
            _describe_closed_names(document)
            access_check.describe(document)
            add_schema(document, batch_routes.BatchLine, "serialization")
            add_schema(document, EstateRequest)
            add_schema(document, JobRequest)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _describe_problems(document: dict[str, Any]) -> None:
    """Add the problem's schema, to which the answers of the routes refer."""
    add_schema(document, Problem)
    for unused in ("HTTPValidationError", "ValidationError"):
        document["components"]["schemas"].pop(unused, None)
    # Invalid parameters are answered as problems too, whether or not a route declares it.
    for path, operations in document["paths"].items():
        for operation in operations.values():
            if "422" in operation["responses"]:
                operation["responses"]["422"] = problems.RESPONSES[422]
            if path.startswith(API):
                operation["responses"]["503"] = problems.RESPONSES[503]


_NAMED = (
    ("Finding", "code", "FindingCode"),
    ("Reason", "code", "ReasonCode"),
    ("Constraint", "key", "ConstraintKey"),
    ("RemainingConstraint", "key", "ConstraintKey"),
)
"""Fields whose names are of a list, which a later version or a plug-in (`x-<plug-in>:<code>`) may add to."""


_QUANTITY_FIELDS = {"quantity", "slack_quantity"}


def _describe_closed_names(document: dict[str, Any]) -> None:
    """List the names that the server may answer with, so that a program can be checked against them."""
    schemas = document["components"]["schemas"]
    for name, known in closed_names().items():
        schemas[name] = {"type": "string", "enum": list(known), "title": name}
    for schema, field, name in _NAMED:
        described = schemas[schema]["properties"][field]
        del described["type"]
        # A reader takes one that it does not know as a string.
        described["anyOf"] = [{"$ref": f"#/components/schemas/{name}"}, {"type": "string"}]
    quantity = {"$ref": "#/components/schemas/QuantityName"}
    schemas["ConfigurationResult"]["properties"]["quantities"]["propertyNames"] = quantity
    for name, schema in schemas.items():
        # What somebody else has printed is no quantity of the model.
        if name == "LeftOutItem":
            continue
        for field in schema.get("properties", {}).keys() & _QUANTITY_FIELDS:
            described = schema["properties"][field]
            if described.get("type") == "string":
                del described["type"]
                described |= quantity
            elif {"type": "string"} in described.get("anyOf", []):
                described["anyOf"] = [quantity, {"type": "null"}]


_MOST_PATH = 2_000
"""Longest address of a page, characters: those of the user interface are a tenth of it."""


def _serve(app: FastAPI, folder: Path) -> None:
    files = BuiltFiles(folder)

    @app.get("/api/docs", include_in_schema=False)
    async def api_docs(request: Request) -> Response:
        return files.answer("index.html", request)

    @app.api_route("/" + ASSETS + "{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def assets(request: Request) -> Response:
        path = request.scope["path"].removeprefix("/")
        if path not in files:
            raise ProblemError(404, "not_found", "Not found", "File not found.")
        return files.answer(path, request)

    @app.get(problems.PAGES, include_in_schema=False)
    async def user_interface(request: Request) -> Response:
        # The user interface, a single page, handles its own addresses. A pattern leaves out a line break at the end.
        path = request.scope["path"].removeprefix("/")
        if path.startswith(("api/", "health/", "/")) or len(path) > _MOST_PATH:
            raise ProblemError(404, "not_found", "Not found", "Page not found.")
        return files.answer(path if path in files else "index.html", request)
