"""Stored plans: create, read, save against a revision, delete."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from hostwise.plan.answers.plans import SavedPlan
from hostwise.plan.document import SCHEMA_VERSION, Plan, plan_json
from hostwise.plan.hashing import plan_hash
from hostwise.store.plans import (
    Draft,
    PlanCursor,
    PlanNotFound,
    PlanPage,
    PlanRepository,
    RevisionNotFound,
    RevisionSummary,
    StoredRevision,
)
from hostwise.store.saving import StaleRevision, UnstorableDocument
from hostwise.store.session import Database

__all__ = [
    "PlanCursor",
    "PlanNotFound",
    "PlanPage",
    "Plans",
    "RevisionNotFound",
    "RevisionSummary",
    "SavedPlan",
    "StaleRevision",
    "UnstorableDocument",
]


class Plans:
    """The plans of one database; each call is one transaction."""

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self._database = database

    async def create(self, plan: Plan) -> SavedPlan:
        """Store a new plan as revision 1."""
        async with self._database.transaction() as session:
            stored = await PlanRepository(session).create(_draft(plan))
        return _kept(
            stored.summary.head_revision, stored.summary.created_at, stored.summary.updated_at, stored.revision
        )

    async def create_all(self, plans: Sequence[Plan]) -> list[SavedPlan]:
        """Store new plans, all or none."""
        async with self._database.joined():
            return [await self.create(plan) for plan in plans]

    async def read(self, plan_id: UUID, revision: int | None = None) -> SavedPlan:
        """A plan at its newest or a given revision; raises `PlanNotFound` or `RevisionNotFound`."""
        async with self._database.transaction() as session:
            repository = PlanRepository(session)
            head = await repository.head(plan_id)
            wanted = head.revision if revision is None else await repository.revision(plan_id, revision)
        return _kept(head.summary.head_revision, head.summary.created_at, head.summary.updated_at, wanted)

    async def save(self, plan_id: UUID, expected_revision: int, plan: Plan) -> SavedPlan:
        """Store a new revision if `expected_revision` is still the newest; else `StaleRevision`."""
        async with self._database.transaction() as session:
            stored = await PlanRepository(session).save(plan_id, expected_revision, _draft(plan))
        return _kept(
            stored.summary.head_revision, stored.summary.created_at, stored.summary.updated_at, stored.revision
        )

    async def delete(self, plan_id: UUID, expected_revision: int) -> None:
        """Remove a plan if `expected_revision` is still the newest; else `StaleRevision`."""
        async with self._database.transaction() as session:
            await PlanRepository(session).delete(plan_id, expected_revision)

    async def page(self, limit: int, after: PlanCursor | None) -> PlanPage:
        """A page of plans, last changed first."""
        async with self._database.transaction() as session:
            return await PlanRepository(session).list_plans(limit=limit, after=after)

    async def revisions(self, plan_id: UUID, limit: int, before: int | None) -> tuple[RevisionSummary, ...]:
        """Revisions of a plan, newest first."""
        async with self._database.transaction() as session:
            return await PlanRepository(session).list_revisions(plan_id, limit=limit, before=before)


def _draft(plan: Plan) -> Draft:
    return Draft(
        name=plan.name, document=plan_json(plan), schema_version=SCHEMA_VERSION, plan_hash=plan_hash(plan), note=None
    )


def _kept(head: int, created_at: datetime, updated_at: datetime, revision: StoredRevision) -> SavedPlan:
    return SavedPlan(
        id=revision.plan_id,
        revision=revision.number,
        head_revision=head,
        created_at=created_at,
        updated_at=updated_at,
        plan_hash=revision.plan_hash,
        plan=Plan.model_validate(revision.document),
    )
