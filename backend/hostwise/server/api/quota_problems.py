"""Problems of any request to the store: quotas, and stored documents that are not valid any more."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from hostwise.answers.evaluation.evaluation_answer import PlanError
from hostwise.server.api.evaluation_routes import wrong_plan
from hostwise.server.http.problems import FieldProblem, Problem, respond
from hostwise.server.quotas import QuotaReached
from hostwise.server.stored_documents.library import OutdatedDocument
from hostwise.server.stored_documents.plans import OutdatedPlan


def quota_reached(error: QuotaReached) -> Problem:
    """The problem for a quota that is reached."""
    return Problem(title="The quota is reached", status=409, code="quota_reached", detail=str(error))


def outdated_plan(error: OutdatedPlan) -> Problem:
    """The problem for a stored plan that is not valid any more."""
    errors = [FieldProblem(**each._asdict()) for each in error.mistakes]
    title = "The stored plan is not valid"
    return Problem(title=title, status=409, code="outdated_plan", detail=str(error), errors=errors)


def install(app: FastAPI) -> None:
    """Answer these errors wherever they are raised."""

    @app.exception_handler(QuotaReached)
    async def _quota(_: Request, error: QuotaReached) -> JSONResponse:
        return respond(quota_reached(error))

    @app.exception_handler(OutdatedPlan)
    async def _outdated(_: Request, error: OutdatedPlan) -> JSONResponse:
        return respond(outdated_plan(error))

    @app.exception_handler(OutdatedDocument)
    async def _outdated_document(_: Request, error: OutdatedDocument) -> JSONResponse:
        code = f"outdated_{error.what.replace(' ', '_')}"
        title = f"The stored {error.what} is not valid"
        return respond(Problem(title=title, status=409, code=code, detail=str(error)))

    # Raised by what computes, also in a process.
    @app.exception_handler(PlanError)
    async def _wrong(_: Request, error: PlanError) -> JSONResponse:
        return respond(wrong_plan(error).problem)
