"""Dependencies of routes: services of the application, and the caller."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Depends, Header, Request

from hostwise.answers.reference.catalogue_answer import Catalogue
from hostwise.server.access.audit_log import Audit
from hostwise.server.access.tokens import Caller, Tokens
from hostwise.server.api.access_check import caller_of
from hostwise.server.api.plan_decisions import PlanDecisions
from hostwise.server.sharing.shares import Shares
from hostwise.server.stored_documents.opm_models import OpmLibrary
from hostwise.server.stored_documents.plans import Plans
from hostwise.server.stored_documents.scenarios import Scenarios
from hostwise.server.workers.pools import Pools


def of_application(name: str) -> Callable[[Request], Awaitable[Any]]:
    """The dependency on a service in the state of the application."""

    # Not a plain function: FastAPI would call it in a thread.
    async def service(request: Request) -> Any:
        return getattr(request.app.state, name)

    return service


async def _caller(request: Request) -> Caller:
    caller = caller_of(request.scope)
    # The middleware has admitted the request, or a route's own check has refused it.
    assert caller is not None
    return caller


IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=200,
        pattern="^[!-~]+$",
        description="A text that the caller chooses, such as a random UUID. Repeated with the same key and the same "
        "content, the request is answered with what was made then.",
    ),
]
CallerDependency = Annotated[Caller, Depends(_caller)]
CatalogueDependency = Annotated[Catalogue, Depends(of_application("catalogue"))]
PlansDependency = Annotated[Plans, Depends(of_application("plans"))]
AuditDependency = Annotated[Audit, Depends(of_application("audit"))]
TokensDependency = Annotated[Tokens, Depends(of_application("tokens"))]
OpmLibraryDependency = Annotated[OpmLibrary, Depends(of_application("opm_library"))]
ScenariosDependency = Annotated[Scenarios, Depends(of_application("scenarios"))]
DecisionsDependency = Annotated[PlanDecisions, Depends(of_application("decisions"))]
PoolsDependency = Annotated[Pools, Depends(of_application("pools"))]
SharesDependency = Annotated[Shares, Depends(of_application("shares"))]
