"""Bodies of requests and answers that are not domain documents themselves."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from fastapi import Body
from pydantic import BaseModel, ConfigDict, Field

from hostwise.decision.decision import Decision
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.plan.fields import Name
from hostwise.server.api.request_bodies import UnparsedBody
from hostwise.server.stored_documents.plan_documents import RevisionItem

_EXAMPLE = plan_json(sample_plan("light-io"))

_AS_BODY = Body(openapi_examples={"light-io": {"summary": "The sample light-io", "value": _EXAMPLE}})

PlanBody = Annotated[Plan, _AS_BODY]
"""A plan as the body of a request."""

SentPlan = Annotated[UnparsedBody[Plan], _AS_BODY]
"""The same for routes that only compute: parsed in the process that computes."""


def add_schema(
    document: dict[str, Any], model: type[BaseModel], mode: Literal["validation", "serialization"] = "validation"
) -> None:
    """Add a model to the API's description that no route takes or answers as a whole."""
    schema = model.model_json_schema(mode=mode, ref_template="#/components/schemas/{model}")
    schemas = document["components"]["schemas"]
    for name, part in schema.pop("$defs", {}).items():
        schemas.setdefault(name, part)
    schemas[model.__name__] = schema


class RequestBody(BaseModel):
    """Base of request bodies: unknown keys are refused."""

    model_config = ConfigDict(extra="forbid")


class Item(BaseModel):
    """Base of list items; read from the store's summary."""

    model_config = ConfigDict(from_attributes=True)


class PlanItem(Item):
    """A plan in a list."""

    id: UUID
    name: str
    head_revision: int
    created_at: datetime
    updated_at: datetime


class ListedPlanItem(PlanItem):
    """A plan in the list of plans, with what its newest revision comes to."""

    decision: Decision | None = Field(
        description="The decision, with the row of its lead; simulated where this very plan was since the server "
        "started. Null where `problem` says why, or where it is still to be made."
    )
    problem: str | None = Field(description="Why the plan cannot be evaluated; else null.")


class DeletedPlanItem(PlanItem):
    """A deleted plan in a list."""

    deleted_at: datetime
    purged_at: datetime = Field(description="From when on it cannot be restored.")


class PlanList(BaseModel):
    """One page of plans, last changed first."""

    items: list[ListedPlanItem]
    next: str | None = Field(description="Cursor for `after` of the next page; null on the last one.")


class DuplicateRequest(RequestBody):
    """The copy of a plan."""

    name: Name | None = Field(None, description="Name of the copy; by default that of the plan with a remark.")


class RevisionList(BaseModel):
    """Revisions, newest first."""

    items: list[RevisionItem]
    next: int | None = Field(description="Number for `before` of the next page; null on the last one.")


class Health(BaseModel):
    """State of the service."""

    status: str
    engine_version: str
    catalogue_version: str
    token_needed: bool = Field(description="Whether API requests need a token.")
    database: str | None = None
    computing: str | None = Field(None, description="Whether there are processes that compute.")
