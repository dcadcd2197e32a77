"""Stored plans: create, read, save against a revision, delete, restore."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

from pydantic import ValidationError

from hostwise.catalogue.loader import Catalogue
from hostwise.decision.difference.engine_change_document import Figures
from hostwise.plan.document import SCHEMA_VERSION, Plan, plan_json
from hostwise.plan.economics import Economics
from hostwise.plan.fields import MOST_NAME, STORED
from hostwise.plan.hashing import plan_hash
from hostwise.plan.reading import FieldMistake, field_mistakes
from hostwise.plan.renaming import with_current_names
from hostwise.server.access.audit_log import Action, record
from hostwise.server.access.tokens import ANYBODY, Caller
from hostwise.server.quotas import QuotaReached, Quotas
from hostwise.server.store.plan_store import (
    CreatedPlan,
    CreationKeyTaken,
    DeletedPlan,
    Draft,
    ListedPlan,
    ListedRevision,
    PlanCursor,
    PlanNotFound,
    PlanPage,
    PlanRepository,
    PlanSummary,
    RevisionNotFound,
    StoredRevision,
)
from hostwise.server.store.saving import Document, StaleRevision, UnstorableDocument
from hostwise.server.store.scenario_store import ScenarioRepository
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.plan_documents import PlanRevision, RevisionConfiguration, RevisionItem, SavedPlan
from hostwise.server.stored_documents.storable import Runner, in_thread, storable_figures

__all__ = [
    "RESTORABLE",
    "CreatedPlanDeleted",
    "CreationKeyUsed",
    "DeletedPlan",
    "ListedPlan",
    "OutdatedPlan",
    "PlanCursor",
    "PlanNotFound",
    "PlanPage",
    "PlanSummary",
    "Plans",
    "QuotaReached",
    "RevisionNotFound",
    "SavedPlan",
    "StaleRevision",
    "UnstorableDocument",
]


RESTORABLE = timedelta(days=30)
"""How long a deleted plan can be restored, unless the installation says otherwise."""

_LISTED = 200

_COPY = " (copy)"


class OutdatedPlan(Exception):
    """A stored plan that is no valid plan any more: it was stored by a version that accepted more."""

    def __init__(self, mistakes: Sequence[FieldMistake]) -> None:
        """Collect the mistakes."""
        super().__init__("The plan was stored by another version of Hostwise and is not valid in this one.")
        self.mistakes = tuple(mistakes)


class CreationKeyUsed(Exception):
    """Another document was created as a plan with this key."""


class CreatedPlanDeleted(Exception):
    """The plan that was created with this key has been deleted since.

    Attributes:
        plan_id: the plan.
    """

    def __init__(self, plan_id: UUID) -> None:
        """Name the plan."""
        super().__init__(f"The plan {plan_id}, which was created with this key, has been deleted.")
        self.plan_id = plan_id


class Plans:
    """The plans of one database; each call is one transaction."""

    def __init__(
        self,
        database: Database,
        catalogue: Catalogue,
        quotas: Quotas | None = None,
        restorable: timedelta = RESTORABLE,
        run: Runner = in_thread,
    ) -> None:
        """Use a database.

        Args:
            database: the database.
            catalogue: the catalogue that plans refer to: only what can be evaluated is stored.
            quotas: how much may be kept.
            restorable: how long a deleted plan can be restored.
            run: where a plan is evaluated before it is stored.
        """
        self._database = database
        self._catalogue = catalogue
        self._quotas = quotas or Quotas()
        self._restorable = restorable
        self._run = run

    async def create(
        self, plan: Plan, key: str | None = None, by: Caller = ANYBODY, scenarios_of: UUID | None = None
    ) -> SavedPlan:
        """Store a new plan as revision 1.

        Args:
            plan: the plan.
            key: the caller's key of this request: a repetition returns the plan that the first one made.
            by: the caller; two callers may use the same key.
            scenarios_of: a plan whose scenarios are copied along.

        Raises:
            CreatedPlanDeleted: the plan that was created with the key has been deleted since.
            CreationKeyUsed: the key was used for another document.
            PlanError: the plan cannot be evaluated.
            QuotaReached: there are as many plans as may be kept.
        """
        creation_key = None
        if key is not None:
            creation_key = by.creation_key(key)
            async with self._database.transaction() as session:
                found = await PlanRepository(session).created_with(creation_key, _draft(plan))
            if found is not None:
                return _created(found)
        draft = _draft(plan, await storable_figures(plan, self._catalogue, self._run))
        async with self._database.transaction() as session:
            repository = PlanRepository(session)
            try:
                stored = await repository.create(draft, creation_key)
            except CreationKeyTaken:
                # The same request, sent twice at the same time, was first.
                assert creation_key is not None
                found = await repository.created_with(creation_key, draft)
                assert found is not None
                return _created(found)
            if scenarios_of is not None:
                await ScenarioRepository(session).copy(scenarios_of, stored.summary.id)
            await self._check_quotas(repository)
            await record(session, Action.PLAN_CREATED, stored.summary.id, plan.name)
        return _kept(stored.summary, stored.revision)

    async def read(self, plan_id: UUID, revision: int | None = None) -> SavedPlan:
        """A plan at its newest or a given revision; raises `PlanNotFound`, `RevisionNotFound` or `OutdatedPlan`."""
        async with self._database.transaction() as session:
            repository = PlanRepository(session)
            head = await repository.head(plan_id)
            wanted = head.revision if revision is None else await repository.revision(plan_id, revision)
        return _kept(head.summary, wanted)

    async def revision(self, plan_id: UUID, number: int | None = None) -> PlanRevision:
        """A plan at its newest or a given revision, and when that was saved; raises as `read` does."""
        async with self._database.transaction() as session:
            repository = PlanRepository(session)
            found = (
                (await repository.head(plan_id)).revision
                if number is None
                else await repository.revision(plan_id, number)
            )
        return PlanRevision(
            plan_of_store(found.document), found.number, found.created_at, figures_of_store(found.figures)
        )

    async def save(self, plan_id: UUID, expected_revision: int, plan: Plan) -> SavedPlan:
        """Store a new revision.

        Raises:
            PlanError: the plan cannot be evaluated.
            PlanNotFound: the plan is unknown.
            QuotaReached: there is as much as may be kept.
            StaleRevision: `expected_revision` is not the newest any more.
        """
        draft = _draft(plan, await storable_figures(plan, self._catalogue, self._run))
        async with self._database.transaction() as session:
            repository = PlanRepository(session)
            stored = await repository.save(plan_id, expected_revision, draft)
            self._quotas.check_revision(stored.revision.number)
            await self._check_quotas(repository)
            await record(session, Action.PLAN_SAVED, plan_id, f"revision {stored.revision.number}: {plan.name}")
        return _kept(stored.summary, stored.revision)

    async def delete(self, plan_id: UUID, expected_revision: int) -> None:
        """Delete a plan if `expected_revision` is still the newest; else `StaleRevision`. It can be restored."""
        async with self._database.transaction() as session:
            deleted = await PlanRepository(session).delete(plan_id, expected_revision)
            await record(session, Action.PLAN_DELETED, plan_id, deleted.name)

    async def deleted(self) -> list[DeletedPlan]:
        """The deleted plans that can be restored, last deleted first."""
        async with self._database.transaction() as session:
            return list(await PlanRepository(session).list_deleted(self._restorable, _LISTED))

    async def restore(self, plan_id: UUID) -> PlanSummary:
        """Restore a deleted plan, with its revisions and links; raises `PlanNotFound` or `QuotaReached`."""
        async with self._database.transaction() as session:
            repository = PlanRepository(session)
            restored = await repository.restore(plan_id, self._restorable)
            await self._check_quotas(repository)
            await record(session, Action.PLAN_RESTORED, plan_id, restored.name)
        return restored

    async def purge(self, plan_id: UUID) -> None:
        """Remove a deleted plan for good; raises `PlanNotFound` if it is not among the deleted ones."""
        async with self._database.transaction() as session:
            purged = await PlanRepository(session).purge(plan_id)
            await record(session, Action.PLAN_PURGED, plan_id, purged.name)

    async def purge_overdue(self) -> None:
        """Remove plans for good that were deleted too long ago to be restored."""
        async with self._database.transaction() as session:
            for each in await PlanRepository(session).purge_older(self._restorable):
                await record(session, Action.PLAN_PURGED, each.id, each.name)

    async def _check_quotas(self, repository: PlanRepository) -> None:
        usage = await repository.usage()
        self._quotas.check_stored(usage.plans, usage.stored_bytes)

    async def page(self, limit: int, after: PlanCursor | None) -> PlanPage:
        """A page of plans, last changed first."""
        async with self._database.transaction() as session:
            return await PlanRepository(session).list_plans(limit=limit, after=after)

    async def documents(self, plan_ids: Sequence[UUID]) -> dict[UUID, Document]:
        """The newest documents of plans, as they are stored; of those that are still there."""
        async with self._database.transaction() as session:
            return await PlanRepository(session).documents(plan_ids)

    async def revisions(self, plan_id: UUID, limit: int, before: int | None) -> list[RevisionItem]:
        """Revisions of a plan, newest first."""
        async with self._database.transaction() as session:
            found = await PlanRepository(session).list_revisions(plan_id, limit=limit, before=before)
        return [_revision_item(each) for each in found]

    async def duplicate(
        self, plan_id: UUID, name: str | None = None, key: str | None = None, by: Caller = ANYBODY
    ) -> SavedPlan:
        """Store a copy of a plan at its newest revision, with its scenarios, as revision 1 of a new plan.

        Args:
            plan_id: the plan.
            name: the name of the copy; by default that of the plan with a remark.
            key: the caller's key of this request, as that of `create`.
            by: the caller.

        Raises:
            OutdatedPlan: the plan is not valid any more.
            PlanNotFound: the plan is unknown.
            QuotaReached: there are as many plans as may be kept.
        """
        plan = (await self.read(plan_id)).plan
        wanted = name or f"{plan.name[: MOST_NAME - len(_COPY)]}{_COPY}"
        return await self.create(plan.model_copy(update={"name": wanted}), key, by, scenarios_of=plan_id)


def _draft(plan: Plan, figures: Figures | None = None) -> Draft:
    return Draft(
        name=plan.name,
        document=plan_json(plan),
        schema_version=SCHEMA_VERSION,
        plan_hash=plan_hash(plan),
        note=None,
        figures=None if figures is None else figures.model_dump(mode="json"),
    )


def _revision_item(revision: ListedRevision) -> RevisionItem:
    figures = figures_of_store(revision.figures)
    names = dict(zip(revision.configuration_keys, revision.configuration_names, strict=False))
    return RevisionItem(
        number=revision.number,
        plan_hash=revision.plan_hash,
        created_at=revision.created_at,
        name=revision.name or "",
        currency=revision.currency or Economics().currency,
        configurations=None
        if figures is None
        else [
            RevisionConfiguration(
                key=each.key,
                name=names.get(each.key, each.key),
                feasible=each.feasible,
                hosts=each.hosts,
                cost=each.cost,
                life_years=each.life_years,
            )
            for each in figures.configurations
        ],
    )


def figures_of_store(document: Document | None) -> Figures | None:
    """The figures of a stored document; none where they were not kept, or are of a form that is no longer read."""
    try:
        return None if document is None else Figures.model_validate(with_current_names(document, Figures))
    except ValidationError:
        return None


def plan_of_store(document: Document) -> Plan:
    """The plan of a stored document; raises `OutdatedPlan` if it is none any more."""
    try:
        return Plan.model_validate(with_current_names(document, Plan), context=STORED)
    except ValidationError as error:
        raise OutdatedPlan(field_mistakes(error.errors(include_url=False), Plan)) from error


def _created(found: CreatedPlan) -> SavedPlan:
    if not found.is_same:
        raise CreationKeyUsed
    if found.is_deleted:
        raise CreatedPlanDeleted(found.plan.summary.id)
    return _kept(found.plan.summary, found.plan.revision)


def _kept(summary: PlanSummary, revision: StoredRevision) -> SavedPlan:
    return SavedPlan(
        id=revision.plan_id,
        revision=revision.number,
        head_revision=summary.head_revision,
        created_at=summary.created_at,
        updated_at=summary.updated_at,
        plan_hash=revision.plan_hash,
        plan=plan_of_store(revision.document),
    )
