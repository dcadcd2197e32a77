"""Answers to writes that carried an idempotency key: kept in the same transaction as what was written."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, func, select, text, tuple_, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import OperationalError
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.saving import read
from hostwise.server.store.tables import AnswerRow

_LOCK_NOT_AVAILABLE = "55P03"
_FORGOTTEN_AT_ONCE = 100


class StillBeingWritten(Exception):
    """The first request with this key has not ended within the time to wait for it."""


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """The answer that was given to the first request with a key."""

    fingerprint: bytes
    answer: bytes


class AnswerRepository:
    """Kept answers within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def claim(self, caller: str, key_hash: bytes, fingerprint: bytes, patience: timedelta) -> KeptAnswer | None:
        """Take a key for this transaction, or return the answer that was given to it.

        While another transaction has the key this one waits: it gets that one's answer, or the key if it came to
        nothing.

        Raises:
            StillBeingWritten: The other transaction took longer than `patience`.
        """
        milliseconds = int(patience.total_seconds() * 1000)
        await self._session.execute(text(f"SET LOCAL lock_timeout = {milliseconds}"))
        statement = (
            insert(AnswerRow)
            .values(caller=caller, key_hash=key_hash, fingerprint=fingerprint, answer=b"")
            .on_conflict_do_nothing()
            .returning(AnswerRow.caller)
        )
        try:
            claimed = (await self._session.execute(statement)).one_or_none() is not None
        except OperationalError as error:
            if getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE:
                raise StillBeingWritten from error
            raise
        if claimed:
            # What the request itself writes waits as long as it would without a key.
            await self._session.execute(text("SET LOCAL lock_timeout TO DEFAULT"))
            return None
        kept = select(AnswerRow.fingerprint, AnswerRow.answer).where(
            AnswerRow.caller == caller, AnswerRow.key_hash == key_hash
        )
        row = (await self._session.execute(kept)).one_or_none()
        if row is None:
            # Forgotten between the two statements: as good as on its way, and free the next time.
            raise StillBeingWritten
        return read(KeptAnswer, row)

    async def keep(self, caller: str, key_hash: bytes, answer: bytes) -> None:
        """Keep the answer for a key that this transaction has claimed."""
        await self._session.execute(
            update(AnswerRow).where(AnswerRow.caller == caller, AnswerRow.key_hash == key_hash).values(answer=answer)
        )

    async def forget_older(self, age: timedelta) -> None:
        """Remove answers that were given so long ago, leaving out those that another transaction is removing."""
        old = (
            select(AnswerRow.caller, AnswerRow.key_hash)
            .where(AnswerRow.created_at < func.now() - age)
            .order_by(AnswerRow.created_at)
            .limit(_FORGOTTEN_AT_ONCE)
            .with_for_update(skip_locked=True)
        )
        await self._session.execute(delete(AnswerRow).where(tuple_(AnswerRow.caller, AnswerRow.key_hash).in_(old)))
