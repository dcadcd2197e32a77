"""Scenarios: variants of a plan that are kept beside it until they are deleted, or the plan is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Select, delete, func, literal, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.plan_store import PlanNotFound
from hostwise.server.store.saving import Document, bytes_of, columns, read, refusals
from hostwise.server.store.tables import PlanRow, ScenarioRow


class ScenarioNotFound(LookupError):
    """The plan has no scenario with this key."""

    def __init__(self, plan_id: UUID, key: str) -> None:
        """Name the plan and the scenario."""
        super().__init__(f"Plan {plan_id} has no scenario {key}.")


@dataclass(frozen=True, slots=True)
class ScenarioDraft:
    """A scenario to be stored.

    Attributes:
        key: What it is addressed by within its plan, chosen by who makes it.
        name: Its name, for people.
        document: The whole plan that it is.
        schema_version: Version of the document's layout.
    """

    key: str
    name: str
    document: Document
    schema_version: int


@dataclass(frozen=True, slots=True)
class StoredScenario(ScenarioDraft):
    """A scenario as it is kept."""

    created_at: datetime
    updated_at: datetime


class ScenarioRepository:
    """The scenarios of plans within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def list_scenarios(self, plan_id: UUID) -> tuple[StoredScenario, ...]:
        """Return the scenarios of a plan, oldest first.

        Raises:
            PlanNotFound: There is no such plan.
        """
        plan: Select[Any] = select(PlanRow.id).where(PlanRow.id == plan_id, PlanRow.deleted_at.is_(None))
        if await self._session.scalar(plan) is None:
            raise PlanNotFound(plan_id)
        statement: Select[Any] = (
            select(*columns(StoredScenario, ScenarioRow))
            .where(ScenarioRow.plan_id == plan_id)
            .order_by(ScenarioRow.created_at, ScenarioRow.key)
        )
        return tuple(read(StoredScenario, row) for row in (await self._session.execute(statement)).all())

    async def count(self, plan_id: UUID) -> int:
        """Return how many scenarios a plan has."""
        number = select(func.count()).select_from(ScenarioRow).where(ScenarioRow.plan_id == plan_id)
        return await self._session.scalar(number) or 0

    async def put(self, plan_id: UUID, draft: ScenarioDraft) -> StoredScenario:
        """Keep a scenario, in place of the one with its key if there is one.

        Raises:
            PlanNotFound: There is no such plan.
            UnstorableDocument: The database cannot keep a text in it.
        """
        size = bytes_of(draft.document)
        before = await self._bytes(plan_id, draft.key)
        await self._count(plan_id, size - before)
        new = {
            "name": draft.name,
            "document": draft.document,
            "schema_version": draft.schema_version,
            "stored_bytes": size,
        }
        statement = (
            insert(ScenarioRow)
            .values(plan_id=plan_id, key=draft.key, **new)
            .on_conflict_do_update(
                index_elements=[ScenarioRow.plan_id, ScenarioRow.key], set_={**new, "updated_at": func.now()}
            )
            .returning(*columns(StoredScenario, ScenarioRow))
        )
        with refusals("scenario"):
            return read(StoredScenario, (await self._session.execute(statement)).one())

    async def copy(self, from_plan: UUID, to_plan: UUID) -> None:
        """Copy the scenarios of a plan to another one, which has none yet."""
        kept = ("key", "name", "document", "schema_version", "stored_bytes", "created_at", "updated_at")
        fields = [getattr(ScenarioRow, each) for each in kept]
        source: Select[Any] = select(literal(to_plan), *fields).where(ScenarioRow.plan_id == from_plan)
        copied = insert(ScenarioRow).from_select(["plan_id", *kept], source).returning(ScenarioRow.stored_bytes)
        await self._count(to_plan, sum((await self._session.execute(copied)).scalars()))

    async def delete(self, plan_id: UUID, key: str) -> StoredScenario:
        """Remove a scenario for good.

        Raises:
            PlanNotFound: There is no such plan.
            ScenarioNotFound: The plan has no such scenario.
        """
        await self._count(plan_id, -await self._bytes(plan_id, key))
        statement = (
            delete(ScenarioRow)
            .where(ScenarioRow.plan_id == plan_id, ScenarioRow.key == key)
            .returning(*columns(StoredScenario, ScenarioRow))
        )
        row = (await self._session.execute(statement)).one_or_none()
        if row is None:
            raise ScenarioNotFound(plan_id, key)
        return read(StoredScenario, row)

    async def _bytes(self, plan_id: UUID, key: str) -> int:
        """Return the size of a scenario, 0 where there is none; until the end nobody else changes those of the plan."""
        # All that change them lock the plan's row first.
        held: Select[Any] = (
            select(PlanRow.id).where(PlanRow.id == plan_id, PlanRow.deleted_at.is_(None)).with_for_update()
        )
        if await self._session.scalar(held) is None:
            raise PlanNotFound(plan_id)
        size = select(ScenarioRow.stored_bytes).where(ScenarioRow.plan_id == plan_id, ScenarioRow.key == key)
        return await self._session.scalar(size) or 0

    async def _count(self, plan_id: UUID, more: int) -> None:
        """Count more bytes, or fewer, to what the plan takes of the quota."""
        counted = update(PlanRow).where(PlanRow.id == plan_id).values(stored_bytes=PlanRow.stored_bytes + more)
        await self._session.execute(counted)
