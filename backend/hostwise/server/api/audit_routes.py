"""The audit log, for tokens with the scope `admin`."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from hostwise.server.access.audit_documents import AuditList
from hostwise.server.api.dependencies import AuditDependency
from hostwise.server.api.token_routes import NO_STORE
from hostwise.server.http.problems import responses
from hostwise.server.http.route_metadata import MANAGES

router = APIRouter(tags=["audit"])

_LAST = 2**63 - 1


@router.get("/audit", openapi_extra=MANAGES, responses=responses(422))
async def list_audit(
    audit: AuditDependency,
    response: Response,
    limit: Annotated[int, Query(ge=1, le=500, description="Most entries on a page.")] = 100,
    before: Annotated[int | None, Query(ge=1, le=_LAST, description="Id `next` of the previous page.")] = None,
) -> AuditList:
    """List who saved, shared, deleted, restored, minted and revoked, newest first."""
    response.headers.update(NO_STORE)
    return await audit.page(limit, before)
