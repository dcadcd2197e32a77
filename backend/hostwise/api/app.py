"""The application: routes under /api/v1, health at the root, and the built user interface for everything else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from fastapi.responses import FileResponse
from fastapi.routing import APIRoute
from starlette.staticfiles import StaticFiles

import hostwise
from hostwise.api import (
    access,
    batch,
    burst,
    diff,
    evaluation,
    evidence,
    idempotency,
    memory,
    plans,
    problems,
    read_cache,
    reference,
    reports,
    shares,
    tokens,
)
from hostwise.api.limits import BodyLimit, SecurityHeaders
from hostwise.api.problems import Problem, ProblemError
from hostwise.api.schemas import Health
from hostwise.services.evaluation.service import ENGINE_VERSION
from hostwise.services.reference.catalogue import Catalogue

DESCRIPTION = """Capacity planning and total cost of ownership for virtualised clusters with flash.

A *plan* holds workload, policy, candidate configurations and economics. `POST /api/v1/evaluate` answers host count,
cost and wear-out risk for every configuration; `POST /api/v1/explain` explains any number.
Errors are problem details (RFC 9457). A number with missing inputs is *not evaluated*, never zero.
"""

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
    """Answer once the database is ready with its tables."""
    try:
        await request.app.state.database.check()
    except Exception as error:
        raise ProblemError(503, "not_ready", "Not ready", "The database does not answer.") from error
    return Health(
        status="ready",
        engine_version=ENGINE_VERSION,
        catalogue_version=request.app.state.catalogue.version,
        token_needed=request.app.state.require_token,
        database="ready",
    )


def _operation_id(route: APIRoute) -> str:
    return route.name


def build_app(catalogue: Catalogue, user_interface: Path | None) -> FastAPI:
    """The application without its database, which `hostwise.main` adds.

    Args:
        catalogue: the catalogue that plans refer to.
        user_interface: folder of the built user interface; without it only the API is served.
    """
    app = FastAPI(
        title="Hostwise",
        version=hostwise.__version__,
        description=DESCRIPTION,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
    )
    app.state.catalogue = catalogue
    problems.install(app)
    # The last one is the outermost: the body of a refused request is not read, and a refusal also carries the headers.
    app.add_middleware(idempotency.Idempotency)
    app.add_middleware(BodyLimit)
    app.add_middleware(access.Access)
    app.add_middleware(SecurityHeaders)
    v1 = APIRouter(prefix="/api/v1", dependencies=[Depends(access.admitted)])
    v1.include_router(evaluation.router)
    v1.include_router(batch.router)
    v1.include_router(diff.router)
    v1.include_router(burst.router)
    v1.include_router(memory.router)
    v1.include_router(plans.router)
    v1.include_router(read_cache.router)
    v1.include_router(reference.router)
    v1.include_router(reports.router)
    v1.include_router(evidence.router)
    v1.include_router(shares.router)
    v1.include_router(tokens.router)
    app.include_router(v1)
    app.include_router(health)
    _complete_description(app)
    if user_interface is not None and (user_interface / "index.html").is_file():
        _serve(app, user_interface)
    return app


def _complete_description(app: FastAPI) -> None:
    """Add to the API's description what the routes do not declare themselves."""
    plain = app.openapi

    def openapi() -> dict[str, object]:
        # The framework caches the description, including the additions.
        if app.openapi_schema is None:
            document = plain()
            _describe_problems(document)
            access.describe(document)
            batch.describe(document)
        assert app.openapi_schema is not None
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]


def _describe_problems(document: dict[str, Any]) -> None:
    """Add the problem's schema, to which the answers of the routes refer."""
    schemas = document["components"]["schemas"]
    schema = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    schemas |= schema.pop("$defs", {})
    schemas["Problem"] = schema
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    # Invalid parameters are answered as problems too, whether or not a route declares it.
    for operations in document["paths"].values():
        for operation in operations.values():
            if "422" in operation["responses"]:
                operation["responses"]["422"] = problems.RESPONSES[422]


def _serve(app: FastAPI, folder: Path) -> None:
    app.mount("/assets", StaticFiles(directory=folder / "assets"), name="assets")

    @app.get("/api/docs", include_in_schema=False)
    async def api_docs() -> Response:
        return FileResponse(folder / "api-docs.html", headers={"Cache-Control": "no-cache"})

    @app.get("/{path:path}", include_in_schema=False)
    async def user_interface(path: str) -> Response:
        # The user interface, a single page, handles its own addresses.
        if path.startswith(("api/", "health/")):
            raise ProblemError(404, "not_found", "Not found", "Page not found.")
        file = (folder / path).resolve()
        if path and file.is_file() and file.is_relative_to(folder.resolve()):
            return FileResponse(file)
        return FileResponse(folder / "index.html", headers={"Cache-Control": "no-cache"})
