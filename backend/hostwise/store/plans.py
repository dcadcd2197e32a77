"""Plans and their revisions: kept, listed, and saved so that nobody overwrites what they have not seen."""

import base64
import binascii
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self
from uuid import UUID, uuid4

from sqlalchemy import Select, delete, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Bundle

from hostwise.store.saving import Document, StaleRevision, columns, read, refusals
from hostwise.store.tables import PlanRow, RevisionRow


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


@dataclass(frozen=True, slots=True)
class Draft:
    """What a new revision is made of.

    Attributes:
        name: The plan's name, for lists.
        document: The plan.
        schema_version: Version of the document's layout.
        plan_hash: Hash over what decides the plan's results.
        note: Why it was saved, in the words of who saved it.
    """

    name: str
    document: Document
    schema_version: int
    plan_hash: str
    note: str | None = None


@dataclass(frozen=True, slots=True)
class PlanSummary:
    """A plan as lists show it."""

    id: UUID
    name: str
    head_revision: int
    created_at: datetime
    updated_at: datetime


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
    """A revision with its document."""

    document: Document


@dataclass(frozen=True, slots=True)
class StoredPlan:
    """A plan with its newest revision."""

    summary: PlanSummary
    revision: StoredRevision


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

    plans: tuple[PlanSummary, ...]
    next: PlanCursor | None


class PlanRepository:
    """Plans within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def create(self, draft: Draft) -> StoredPlan:
        """Keep a new plan as its revision 1.

        Raises:
            UnstorableDocument: The database cannot keep a text in it.
        """
        statement = (
            insert(PlanRow)
            .values(id=uuid4(), name=draft.name, head_revision=1)
            .returning(*columns(PlanSummary, PlanRow))
        )
        with refusals("plan"):
            summary = read(PlanSummary, (await self._session.execute(statement)).one())
            return StoredPlan(summary, await self._add_revision(summary, draft))

    async def head(self, plan_id: UUID) -> StoredPlan:
        """Return a plan with its newest revision.

        Raises:
            PlanNotFound: There is no such plan.
        """
        newest = (RevisionRow.plan_id == PlanRow.id) & (RevisionRow.number == PlanRow.head_revision)
        parts: tuple[Any, ...] = (
            Bundle("plan", *columns(PlanSummary, PlanRow)),
            Bundle("revision", *columns(StoredRevision, RevisionRow)),
        )
        statement: Select[Any] = select(*parts).join(RevisionRow, newest).where(PlanRow.id == plan_id)
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
        statement: Select[Any] = select(*columns(StoredRevision, RevisionRow)).where(
            RevisionRow.plan_id == plan_id, RevisionRow.number == number
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
            .where(PlanRow.id == plan_id, PlanRow.head_revision == expected_revision)
            .values(name=draft.name, head_revision=PlanRow.head_revision + 1, updated_at=func.now())
            .returning(*columns(PlanSummary, PlanRow))
        )
        with refusals("plan"):
            row = (await self._session.execute(statement)).one_or_none()
            if row is None:
                raise StaleRevision(f"Plan {plan_id}", expected_revision, await self._head_revision(plan_id))
            summary = read(PlanSummary, row)
            return StoredPlan(summary, await self._add_revision(summary, draft))

    async def delete(self, plan_id: UUID, expected_revision: int) -> None:
        """Remove a plan with all its revisions, provided that `expected_revision` is still the newest.

        Raises:
            PlanNotFound: There is no such plan.
            StaleRevision: Somebody saved in the meantime; nothing has been removed.
        """
        statement = (
            delete(PlanRow)
            .where(PlanRow.id == plan_id, PlanRow.head_revision == expected_revision)
            .returning(PlanRow.id)
        )
        if (await self._session.execute(statement)).one_or_none() is None:
            raise StaleRevision(f"Plan {plan_id}", expected_revision, await self._head_revision(plan_id))

    async def list_plans(self, *, limit: int, after: PlanCursor | None = None) -> PlanPage:
        """Return a page of plans, last changed first.

        A plan that is changed during a walk through the pages moves to the front, where the next walk meets it.
        """
        statement: Select[Any] = select(*columns(PlanSummary, PlanRow)).order_by(
            PlanRow.updated_at.desc(), PlanRow.id.desc()
        )
        if after is not None:
            statement = statement.where(tuple_(PlanRow.updated_at, PlanRow.id) < (after.updated_at, after.id))
        rows = (await self._session.execute(statement.limit(limit + 1))).all()
        plans = tuple(read(PlanSummary, row) for row in rows[:limit])
        more = len(rows) > limit
        return PlanPage(plans, PlanCursor(plans[-1].updated_at, plans[-1].id) if more and plans else None)

    async def list_revisions(
        self, plan_id: UUID, *, limit: int, before: int | None = None
    ) -> tuple[RevisionSummary, ...]:
        """Return revisions of a plan, newest first; `before` is the last number of the page that went before.

        Raises:
            PlanNotFound: There is no such plan.
        """
        await self._head_revision(plan_id)
        statement: Select[Any] = (
            select(*columns(RevisionSummary, RevisionRow))
            .where(RevisionRow.plan_id == plan_id)
            .order_by(RevisionRow.number.desc())
        )
        if before is not None:
            statement = statement.where(RevisionRow.number < before)
        rows = (await self._session.execute(statement.limit(limit))).all()
        return tuple(read(RevisionSummary, row) for row in rows)

    async def _head_revision(self, plan_id: UUID) -> int:
        """Return the number of the newest revision of a plan that must exist."""
        number = await self._session.scalar(select(PlanRow.head_revision).where(PlanRow.id == plan_id))
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
            )
            .returning(*columns(StoredRevision, RevisionRow))
        )
        return read(StoredRevision, (await self._session.execute(statement)).one())
