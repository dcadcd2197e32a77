"""The audit log: who saved, shared, deleted, restored, minted and revoked."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from hostwise.server.access.audit_documents import Action, AuditItem, AuditList
from hostwise.server.logs import redacted
from hostwise.server.store.audit_store import AuditDraft, AuditRepository
from hostwise.server.store.session import Database, Session

__all__ = ["ACTOR", "Action", "Actor", "Audit", "AuditItem", "AuditList", "record", "record_all"]


@dataclass(frozen=True, slots=True)
class Actor:
    """The actor of a change.

    Attributes:
        name: name of the token, an address, or the part of Hostwise that acts by itself.
        token_id: id of the token, if there is one.
        address: where the request came from.
    """

    name: str
    token_id: str | None = None
    address: str | None = None


_NOBODY = Actor("hostwise")

ACTOR: ContextVar[Actor] = ContextVar("actor", default=_NOBODY)
"""The actor of the current task, set where a request or a command begins."""


async def record(session: Session, action: Action, subject: object, detail: str = "") -> None:
    """Write an entry, in the transaction of the change."""
    await record_all(session, action, {subject: detail})


async def record_all(session: Session, action: Action, done: Mapping[Any, str]) -> None:
    """Write an entry for each subject, with its detail, in the transaction of the change."""
    actor = ACTOR.get()
    drafts = [
        AuditDraft(
            actor=redacted(actor.name),
            token_id=actor.token_id,
            address=actor.address,
            action=action.value,
            subject=str(subject),
            # A name may hold a token that somebody has pasted there.
            detail=redacted(detail),
        )
        for subject, detail in done.items()
    ]
    await AuditRepository(session).add(drafts)


class Audit:
    """The audit log of one database."""

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self._database = database

    async def page(self, limit: int, before: int | None) -> AuditList:
        """Entries, newest first."""
        async with self._database.transaction() as session:
            found = await AuditRepository(session).entries(limit + 1, before)
        items = [AuditItem.model_validate(each) for each in found[:limit]]
        return AuditList(items=items, next=items[-1].id if len(found) > limit else None)

    async def forget_older(self, age: timedelta) -> None:
        """Remove entries that are older than this."""
        async with self._database.transaction() as session:
            await AuditRepository(session).forget_older(age)

    async def note_restored(self, backup: str, *, replace: bool, without_tokens: bool) -> None:
        """Note that the installation was restored from a backup."""
        async with self._database.transaction() as session:
            detail = "replacing what was there" if replace else "into an empty installation"
            if without_tokens:
                detail += "; without its tokens"
            await record(session, Action.INSTALLATION_RESTORED, backup, detail)
