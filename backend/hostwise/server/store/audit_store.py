"""The audit log. An entry is written in the transaction of its change, so that neither exists without the other."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.saving import columns, read
from hostwise.server.store.tables import AuditRow


@dataclass(frozen=True, slots=True)
class AuditDraft:
    """An entry to be stored.

    Attributes:
        actor: Who did it, in words.
        token_id: Id of the token that was presented.
        address: Address that the request came from.
        action: What was done, such as `plan.deleted`.
        subject: Id of what it was done to.
        detail: More of it in words.
    """

    actor: str
    token_id: str | None
    address: str | None
    action: str
    subject: str
    detail: str


@dataclass(frozen=True, slots=True)
class AuditEntry(AuditDraft):
    """An entry as it is kept."""

    id: int
    at: datetime


class AuditRepository:
    """The audit log within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def add(self, drafts: Sequence[AuditDraft]) -> None:
        """Keep entries."""
        if drafts:
            await self._session.execute(insert(AuditRow), [asdict(each) for each in drafts])

    async def entries(self, limit: int, before: int | None) -> tuple[AuditEntry, ...]:
        """Return entries, newest first; `before` is the last id of the page that went before."""
        statement: Select[Any] = select(*columns(AuditEntry, AuditRow)).order_by(AuditRow.id.desc()).limit(limit)
        if before is not None:
            statement = statement.where(AuditRow.id < before)
        return tuple(read(AuditEntry, row) for row in (await self._session.execute(statement)).all())

    async def forget_older(self, age: timedelta) -> None:
        """Remove entries of so long ago."""
        await self._session.execute(delete(AuditRow).where(AuditRow.at < func.now() - age))
