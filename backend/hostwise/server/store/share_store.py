"""Shared links: each opens one revision of one plan for reading, until it expires or is revoked."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.plan_store import PlanNotFound
from hostwise.server.store.saving import Document, columns, read
from hostwise.server.store.tables import PlanRow, RevisionRow, ShareRow
from hostwise.server.store.token_store import name_of


class ShareNotFound(LookupError):
    """The plan has no shared link with this id."""

    def __init__(self, share_id: str) -> None:
        """Name the link."""
        super().__init__(f"The plan has no shared link {share_id}.")
        self.share_id = share_id


@dataclass(frozen=True, slots=True)
class ShareDraft:
    """A link to be stored."""

    id: str
    plan_id: UUID
    revision: int
    secret_hash: bytes
    anonymised: bool
    lifetime: timedelta
    keeps_host_models: bool = False
    shows_scenarios: bool = False
    shows_changes: bool = False
    created_by: str | None = None


@dataclass(frozen=True, slots=True)
class StoredShare:
    """A shared link as it is kept.

    Attributes:
        created_by: Id of the token that made it, if one did.
        created_by_name: Name of that token, unless it is forgotten.
        expired: Whether its time is over by the database's clock.
    """

    id: str
    revision: int
    anonymised: bool
    keeps_host_models: bool
    shows_scenarios: bool
    shows_changes: bool
    created_by: str | None
    created_by_name: str | None
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    expired: bool


@dataclass(frozen=True, slots=True)
class OpenedShare:
    """The revision that a usable link shows."""

    plan_id: UUID
    secret_hash: bytes
    anonymised: bool
    keeps_host_models: bool
    shows_scenarios: bool
    shows_changes: bool
    revision: int
    saved_at: datetime
    created_at: datetime
    expires_at: datetime
    document: Document
    figures: Document | None


class ShareRepository:
    """Shared links within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def create(self, draft: ShareDraft) -> StoredShare:
        """Keep a new link.

        Raises:
            PlanNotFound: The plan or its revision has been deleted meanwhile.
        """
        statement = insert(ShareRow).values(
            id=draft.id,
            plan_id=draft.plan_id,
            revision=draft.revision,
            secret_hash=draft.secret_hash,
            anonymised=draft.anonymised,
            keeps_host_models=draft.keeps_host_models,
            shows_scenarios=draft.shows_scenarios,
            shows_changes=draft.shows_changes,
            created_by=draft.created_by,
            expires_at=func.now() + draft.lifetime,
        )
        try:
            await self._session.execute(statement)
        except IntegrityError as error:
            raise PlanNotFound(draft.plan_id) from error
        kept: Select[Any] = select(*_columns()).where(ShareRow.id == draft.id)
        return read(StoredShare, (await self._session.execute(kept)).one())

    async def open(self, share_id: str) -> OpenedShare | None:
        """Return the revision that a link shows; None if it is unknown, revoked or expired."""
        wanted = columns(
            OpenedShare,
            ShareRow,
            saved_at=RevisionRow.created_at,
            document=RevisionRow.document,
            figures=RevisionRow.figures,
        )
        statement: Select[Any] = (
            select(*wanted)
            .join(RevisionRow, (RevisionRow.plan_id == ShareRow.plan_id) & (RevisionRow.number == ShareRow.revision))
            # A deleted plan is shown to nobody; its links work again when it is restored.
            .join(PlanRow, (PlanRow.id == ShareRow.plan_id) & PlanRow.deleted_at.is_(None))
            .where(ShareRow.id == share_id, _usable())
        )
        row = (await self._session.execute(statement)).one_or_none()
        return None if row is None else read(OpenedShare, row)

    async def revoke(self, plan_id: UUID, share_id: str) -> bool:
        """Revoke a link; one that is revoked already stays so since then. Returns whether it was not.

        Raises:
            ShareNotFound: The plan has no such link.
        """
        one = (ShareRow.id == share_id) & (ShareRow.plan_id == plan_id)
        statement = update(ShareRow).where(one, ShareRow.revoked_at.is_(None)).values(revoked_at=func.now())
        if (await self._session.execute(statement.returning(ShareRow.id))).one_or_none() is not None:
            return True
        if await self._session.scalar(select(ShareRow.id).where(one)) is None:
            raise ShareNotFound(share_id)
        return False

    async def revoke_made_by(self, token_ids: frozenset[str]) -> dict[str, UUID]:
        """Revoke the links that some tokens made and that could be used; returns their plans by id.

        Those of deleted plans are among them: they would work again when the plan is restored.
        """
        statement = (
            update(ShareRow)
            .where(ShareRow.created_by.in_(token_ids), _usable())
            .values(revoked_at=func.now())
            .returning(ShareRow.id, ShareRow.plan_id)
        )
        return {row.id: row.plan_id for row in await self._session.execute(statement)}

    async def count_usable(self, plan_id: UUID) -> int:
        """Return how many links of a plan are neither revoked nor expired."""
        statement = select(func.count()).select_from(ShareRow).where(ShareRow.plan_id == plan_id, _usable())
        return (await self._session.execute(statement)).scalar_one()

    async def list_shares(self, plan_id: UUID, limit: int) -> tuple[StoredShare, ...]:
        """Return the links of a plan, newest first, revoked and expired ones among them.

        Raises:
            PlanNotFound: There is no such plan.
        """
        plan = select(PlanRow.id).where(PlanRow.id == plan_id, PlanRow.deleted_at.is_(None))
        if await self._session.scalar(plan) is None:
            raise PlanNotFound(plan_id)
        statement: Select[Any] = (
            select(*_columns())
            .where(ShareRow.plan_id == plan_id)
            .order_by(ShareRow.created_at.desc(), ShareRow.id)
            .limit(limit)
        )
        return tuple(read(StoredShare, row) for row in (await self._session.execute(statement)).all())


def _usable() -> ColumnElement[bool]:
    return and_(ShareRow.revoked_at.is_(None), ShareRow.expires_at > func.now())


def _columns() -> tuple[Any, ...]:
    maker = name_of(ShareRow.created_by)
    return columns(StoredShare, ShareRow, created_by_name=maker, expired=ShareRow.expires_at <= func.now())
