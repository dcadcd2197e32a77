"""Plans and their revisions: stored, listed, and saved with optimistic locking."""

import base64
import binascii
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Self
from uuid import UUID, uuid4

from sqlalchemy import Select, cast, delete, func, select, tuple_, type_coerce, update
from sqlalchemy.dialects.postgresql import JSONB, JSONPATH, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Bundle

from hostwise.server.store.saving import Document, StaleRevision, bytes_of, columns, read, refusals
from hostwise.server.store.tables import PlanRow, RevisionRow


class PlanNotFound(LookupError):
    """There is no plan with this id."""

    def __init__(self, plan_id: UUID) -> None:
        """Name the plan."""
        super().__init__(f"There is no plan {plan_id}.")
        self.plan_id = plan_id


class RevisionNotFound(LookupError):
    """The plan has no revision with this number."""

    def __init__(self, plan_id: UUID, number: int) -> None:
        """Name the plan and the revision."""
        super().__init__(f"Plan {plan_id} has no revision {number}.")
        self.plan_id = plan_id
        self.number = number


class CreationKeyTaken(Exception):
    """A plan was created with this key already."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A new revision to be stored.

    Attributes:
        name: The plan's name, for lists.
        document: The plan.
        schema_version: Version of the document's layout.
        plan_hash: Hash over what decides the plan's results.
        note: Why it was saved, in the words of who saved it.
        figures: What the plan was answered when it was saved.
    """

    name: str
    document: Document
    schema_version: int
    plan_hash: str
    note: str | None = None
    figures: Document | None = None

    @property
    def bytes(self) -> int:
        """Size of the document as JSON, which quotas count."""
        return bytes_of(self.document)


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """A plan as lists show it."""

    id: UUID
    name: str
    head_revision: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class ListedPlan(PlanSummary):
    """A plan in a list.

    Attributes:
        plan_hash: Hash of its newest revision.
        figures: What that was answered when it was saved, if that was kept.
    """

    plan_hash: str
    figures: Document | None


@dataclass(frozen=True, slots=True)
class DeletedPlan(PlanSummary):
    """A deleted plan, which can be restored until it is purged."""

    deleted_at: datetime
    purged_at: datetime


@dataclass(frozen=True, slots=True)
class Usage:
    """Stored amounts: plans that are not deleted, and bytes of all documents, including those of deleted plans."""

    plans: int
    stored_bytes: int


@dataclass(frozen=True, slots=True)
class RevisionSummary:
    """A revision as lists show it, without its document."""

    plan_id: UUID
    number: int
    schema_version: int
    plan_hash: str
    note: str | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class StoredRevision(RevisionSummary):
    """A revision with its document, and what it was answered when it was saved, if that was kept."""

    document: Document
    figures: Document | None


@dataclass(frozen=True, slots=True)
class ListedRevision(RevisionSummary):
    """A revision as a history shows it.

    Attributes:
        name: The plan's name at that time.
        currency: Its currency, where the plan gave one.
        configuration_keys: The keys of its configurations, in their order.
        configuration_names: Their names.
        figures: What it was answered when it was saved, if that was kept.
    """

    name: str | None
    currency: str | None
    configuration_keys: list[str]
    configuration_names: list[str]
    figures: Document | None


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan with its newest revision."""

    summary: PlanSummary
    revision: StoredRevision


@dataclass(frozen=True, slots=True)
class CreatedPlan:
    """The plan that was created with a key, at its first revision.

    Attributes:
        plan: The plan.
        is_same: Whether it was created from the same document.
        is_deleted: Whether it has been deleted since.
    """

    plan: StoredPlan
    is_same: bool
    is_deleted: bool


@dataclass(frozen=True, slots=True)
class PlanCursor:
    """The place in the list of plans after which the next page begins."""

    updated_at: datetime
    id: UUID

    def encode(self) -> str:
        """Return the cursor as text that is safe in an address."""
        return base64.urlsafe_b64encode(f"{self.updated_at.isoformat()} {self.id}".encode()).decode()

    @classmethod
    def decode(cls, text: str) -> Self:
        """Read a cursor that `encode` wrote.

        Raises:
            ValueError: The text is not such a cursor.
        """
        try:
            updated_at, plan_id = base64.urlsafe_b64decode(text.encode()).decode().split(" ")
            cursor = cls(updated_at=datetime.fromisoformat(updated_at), id=UUID(plan_id))
        except (ValueError, binascii.Error):
            raise ValueError("This is not a cursor of a list of plans.") from None
        if cursor.updated_at.tzinfo is None:
            raise ValueError("This is not a cursor of a list of plans.")
        return cursor


@dataclass(frozen=True, slots=True)
class PlanPage:
    """One page of the list of plans.

    Attributes:
        plans: The plans, last changed first.
        next: Where the next page begins; nothing on the last one.
    """

    plans: tuple[ListedPlan, ...]
    next: PlanCursor | None


_KEPT = PlanRow.deleted_at.is_(None)
"""Plans that are not deleted. Only queries for deleted plans leave this condition out."""


_NEWEST = (RevisionRow.plan_id == PlanRow.id) & (RevisionRow.number == PlanRow.head_revision)
"""Joins a plan with its newest revision."""

_DOCUMENT = type_coerce(RevisionRow.document, JSONB)

_LISTED = columns(
    ListedRevision,
    RevisionRow,
    name=_DOCUMENT["name"].astext,
    currency=_DOCUMENT["economics"]["currency"].astext,
    configuration_keys=func.jsonb_path_query_array(_DOCUMENT, cast("$.configurations[*].key", JSONPATH)),
    configuration_names=func.jsonb_path_query_array(_DOCUMENT, cast("$.configurations[*].name", JSONPATH)),
)
"""Taken out of the documents by the database: a list must not carry them."""


class PlanRepository:
    """Plans within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def create(self, draft: Draft, creation_key: bytes | None = None) -> StoredPlan:
        """Keep a new plan as its revision 1.

        While another transaction creates a plan with the key, this one waits for its end.

        Raises:
            CreationKeyTaken: A plan was created with this key already; nothing has been written.
            UnstorableDocument: The database cannot keep a text in it.
        """
        statement = (
            insert(PlanRow)
            .values(id=uuid4(), name=draft.name, head_revision=1, stored_bytes=draft.bytes, creation_key=creation_key)
            .on_conflict_do_nothing(index_elements=[PlanRow.creation_key])
            .returning(*columns(PlanSummary, PlanRow))
        )
        with refusals("plan"):
            row = (await self._session.execute(statement)).one_or_none()
            if row is None:
                raise CreationKeyTaken
            summary = read(PlanSummary, row)
            return StoredPlan(summary, await self._add_revision(summary, draft))

    async def created_with(self, creation_key: bytes, draft: Draft) -> CreatedPlan | None:
        """Return the plan that was created with a key, also a deleted one, as it was then.

        Raises:
            UnstorableDocument: The database cannot keep a text in the draft that it is compared with.
        """
        parts: tuple[Any, ...] = (
            Bundle("plan", *columns(PlanSummary, PlanRow)),
            Bundle("revision", *columns(StoredRevision, RevisionRow)),
            # Compared by the database, which has its own form of numbers.
            (RevisionRow.document == draft.document).label("is_same"),
            PlanRow.deleted_at,
        )
        first = (RevisionRow.plan_id == PlanRow.id) & (RevisionRow.number == 1)
        statement: Select[Any] = select(*parts).join(RevisionRow, first).where(PlanRow.creation_key == creation_key)
        with refusals("plan"):
            row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            return None
        plan = StoredPlan(read(PlanSummary, row.plan), read(StoredRevision, row.revision))
        return CreatedPlan(plan, is_same=row.is_same, is_deleted=row.deleted_at is not None)

    async def head(self, plan_id: UUID) -> StoredPlan:
        """Return a plan with its newest revision.

        Raises:
            PlanNotFound: There is no such plan.
        """
        parts: tuple[Any, ...] = (
            Bundle("plan", *columns(PlanSummary, PlanRow)),
            Bundle("revision", *columns(StoredRevision, RevisionRow)),
        )
        statement: Select[Any] = select(*parts).join(RevisionRow, _NEWEST).where(PlanRow.id == plan_id, _KEPT)
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise PlanNotFound(plan_id)
        return StoredPlan(read(PlanSummary, row.plan), read(StoredRevision, row.revision))

    async def revision(self, plan_id: UUID, number: int) -> StoredRevision:
        """Return one revision of a plan.

        Raises:
            PlanNotFound: There is no such plan.
            RevisionNotFound: The plan has no such revision.
        """
        statement: Select[Any] = (
            select(*columns(StoredRevision, RevisionRow))
            .join(PlanRow, PlanRow.id == RevisionRow.plan_id)
            .where(RevisionRow.plan_id == plan_id, RevisionRow.number == number, _KEPT)
        )
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            await self._head_revision(plan_id)
            raise RevisionNotFound(plan_id, number)
        return read(StoredRevision, row)

    async def save(self, plan_id: UUID, expected_revision: int, draft: Draft) -> StoredPlan:
        """Keep a new revision of a plan, provided that `expected_revision` is still the newest.

        Raises:
            PlanNotFound: There is no such plan.
            StaleRevision: Somebody else saved in the meantime; nothing has been written.
            UnstorableDocument: The database cannot keep a text in it.
        """
        # A second save at the same moment waits here for the first, then finds that the number has moved on.
        statement = (
            update(PlanRow)
            .where(PlanRow.id == plan_id, PlanRow.head_revision == expected_revision, _KEPT)
            .values(
                name=draft.name,
                head_revision=PlanRow.head_revision + 1,
                updated_at=func.now(),
                stored_bytes=PlanRow.stored_bytes + draft.bytes,
            )
            .returning(*columns(PlanSummary, PlanRow))
        )
        with refusals("plan"):
            row = (await self._session.execute(statement)).one_or_none()
            if row is None:
                raise StaleRevision(f"Plan {plan_id}", expected_revision, await self._head_revision(plan_id))
            summary = read(PlanSummary, row)
            return StoredPlan(summary, await self._add_revision(summary, draft))

    async def delete(self, plan_id: UUID, expected_revision: int) -> PlanSummary:
        """Delete a plan, from where it can be restored, provided that `expected_revision` is still the newest.

        Raises:
            PlanNotFound: There is no such plan.
            StaleRevision: Somebody saved in the meantime; nothing has been deleted.
        """
        statement = (
            update(PlanRow)
            .where(PlanRow.id == plan_id, PlanRow.head_revision == expected_revision, _KEPT)
            .values(deleted_at=func.now())
            .returning(*columns(PlanSummary, PlanRow))
        )
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise StaleRevision(f"Plan {plan_id}", expected_revision, await self._head_revision(plan_id))
        return read(PlanSummary, row)

    async def restore(self, plan_id: UUID, within: timedelta) -> PlanSummary:
        """Restore a plan that was deleted no longer ago than `within`.

        Raises:
            PlanNotFound: No such plan was deleted, or it is purged.
        """
        statement = (
            update(PlanRow)
            .where(PlanRow.id == plan_id, PlanRow.deleted_at > func.now() - within)
            .values(deleted_at=None)
            .returning(*columns(PlanSummary, PlanRow))
        )
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise PlanNotFound(plan_id)
        return read(PlanSummary, row)

    async def list_deleted(self, within: timedelta, limit: int) -> tuple[DeletedPlan, ...]:
        """Return the plans that can be restored, last deleted first."""
        wanted = columns(DeletedPlan, PlanRow, purged_at=PlanRow.deleted_at + within)
        statement: Select[Any] = (
            select(*wanted)
            .where(PlanRow.deleted_at > func.now() - within)
            .order_by(PlanRow.deleted_at.desc(), PlanRow.id)
            .limit(limit)
        )
        return tuple(read(DeletedPlan, row) for row in (await self._session.execute(statement)).all())

    async def purge(self, plan_id: UUID) -> PlanSummary:
        """Remove a deleted plan with all its revisions and links for good.

        Raises:
            PlanNotFound: No such plan was deleted.
        """
        statement = (
            delete(PlanRow)
            .where(PlanRow.id == plan_id, PlanRow.deleted_at.is_not(None))
            .returning(*columns(PlanSummary, PlanRow))
        )
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise PlanNotFound(plan_id)
        return read(PlanSummary, row)

    async def purge_older(self, age: timedelta) -> tuple[PlanSummary, ...]:
        """Remove plans for good that were deleted longer ago than this."""
        statement = (
            delete(PlanRow).where(PlanRow.deleted_at < func.now() - age).returning(*columns(PlanSummary, PlanRow))
        )
        return tuple(read(PlanSummary, row) for row in (await self._session.execute(statement)).all())

    async def usage(self) -> Usage:
        """Return how much is kept."""
        counted = select(
            func.count().filter(_KEPT).label("plans"),
            func.coalesce(func.sum(PlanRow.stored_bytes), 0).label("stored_bytes"),
        )
        row = (await self._session.execute(counted)).one()
        return Usage(plans=row.plans, stored_bytes=int(row.stored_bytes))

    async def list_plans(self, *, limit: int, after: PlanCursor | None = None) -> PlanPage:
        """Return a page of plans, last changed first.

        A plan that is changed during a walk through the pages moves to the front, where the next walk meets it.
        """
        wanted = columns(ListedPlan, PlanRow, plan_hash=RevisionRow.plan_hash, figures=RevisionRow.figures)
        statement: Select[Any] = (
            select(*wanted)
            .join(RevisionRow, _NEWEST)
            .where(_KEPT)
            .order_by(PlanRow.updated_at.desc(), PlanRow.id.desc())
        )
        if after is not None:
            statement = statement.where(tuple_(PlanRow.updated_at, PlanRow.id) < (after.updated_at, after.id))
        rows = (await self._session.execute(statement.limit(limit + 1))).all()
        plans = tuple(read(ListedPlan, row) for row in rows[:limit])
        more = len(rows) > limit
        return PlanPage(plans, PlanCursor(plans[-1].updated_at, plans[-1].id) if more and plans else None)

    async def documents(self, plan_ids: Sequence[UUID]) -> dict[UUID, Document]:
        """Return the newest documents of plans that are not deleted."""
        statement = (
            select(RevisionRow.plan_id, RevisionRow.document)
            .join(PlanRow, _NEWEST)
            .where(PlanRow.id.in_(plan_ids), _KEPT)
        )
        return {row.plan_id: row.document for row in (await self._session.execute(statement)).all()}

    async def list_revisions(
        self, plan_id: UUID, *, limit: int, before: int | None = None
    ) -> tuple[ListedRevision, ...]:
        """Return revisions of a plan, newest first; `before` is the last number of the page that went before.

        Raises:
            PlanNotFound: There is no such plan.
        """
        await self._head_revision(plan_id)
        statement: Select[Any] = (
            select(*_LISTED).where(RevisionRow.plan_id == plan_id).order_by(RevisionRow.number.desc())
        )
        if before is not None:
            statement = statement.where(RevisionRow.number < before)
        rows = (await self._session.execute(statement.limit(limit))).all()
        return tuple(read(ListedRevision, row) for row in rows)

    async def _head_revision(self, plan_id: UUID) -> int:
        """Return the number of the newest revision of a plan that must exist."""
        number = await self._session.scalar(select(PlanRow.head_revision).where(PlanRow.id == plan_id, _KEPT))
        if number is None:
            raise PlanNotFound(plan_id)
        return number

    async def _add_revision(self, plan: PlanSummary, draft: Draft) -> StoredRevision:
        """Write the revision that the plan's row already points to."""
        statement = (
            insert(RevisionRow)
            .values(
                plan_id=plan.id,
                number=plan.head_revision,
                document=draft.document,
                schema_version=draft.schema_version,
                plan_hash=draft.plan_hash,
                note=draft.note,
                figures=draft.figures,
            )
            .returning(*columns(StoredRevision, RevisionRow))
        )
        return read(StoredRevision, (await self._session.execute(statement)).one())
