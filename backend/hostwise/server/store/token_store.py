"""Tokens of scripts: kept with the hash of their secret, which is never kept itself. The database's clock decides."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased

from hostwise.server.store.saving import columns, read
from hostwise.server.store.tables import ShareRow, TokenRow


class TokenNotFound(LookupError):
    """There is no token with this id."""

    def __init__(self, token_id: str) -> None:
        """Name the token."""
        super().__init__(f"There is no token {token_id}.")
        self.token_id = token_id


@dataclass(frozen=True, slots=True)
class TokenDraft:
    """A token to be stored.

    Attributes:
        not_after: When it expires at the latest, however long its lifetime.
    """

    id: str
    name: str
    secret_hash: bytes
    scopes: tuple[str, ...]
    lifetime: timedelta | None
    created_by: str | None = None
    not_after: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredToken:
    """A token as it is kept.

    Attributes:
        created_by_name: Name of the token that made it, unless that one is forgotten.
        expired: Whether its time is over by the database's clock.
    """

    id: str
    name: str
    scopes: list[str]
    created_by: str | None
    created_by_name: str | None
    created_at: datetime
    expires_at: datetime | None
    last_used_at: datetime | None
    revoked_at: datetime | None
    expired: bool


@dataclass(frozen=True, slots=True)
class TokenCheck:
    """The fields by which a token is accepted or refused.

    Attributes:
        usable: Whether it is neither revoked nor expired.
        use_is_noted: Whether its last use was noted a short while ago.
    """

    name: str
    secret_hash: bytes
    scopes: list[str]
    expires_at: datetime | None
    usable: bool
    use_is_noted: bool


class TokenRepository:
    """Tokens within one transaction, which the caller commits."""

    def __init__(self, session: AsyncSession) -> None:
        """Work in the transaction of a session."""
        self._session = session

    async def create(self, draft: TokenDraft) -> StoredToken:
        """Keep a new token."""
        # LEAST passes over NULL.
        expires_at = None if draft.lifetime is None else func.least(func.now() + draft.lifetime, draft.not_after)
        await self._session.execute(
            insert(TokenRow).values(
                id=draft.id,
                name=draft.name,
                secret_hash=draft.secret_hash,
                scopes=list(draft.scopes),
                created_by=draft.created_by,
                expires_at=expires_at,
            )
        )
        kept: Select[Any] = select(*_columns()).where(TokenRow.id == draft.id)
        return read(StoredToken, (await self._session.execute(kept)).one())

    async def check(self, token_id: str, noted_for: timedelta) -> TokenCheck | None:
        """Return the fields to check a presented token against; None if the token is unknown.

        Args:
            token_id: the token's id.
            noted_for: how old the note of its last use may be before it is worth another.
        """
        noted = and_(TokenRow.last_used_at.is_not(None), TokenRow.last_used_at > func.now() - noted_for)
        wanted = columns(TokenCheck, TokenRow, usable=_usable(), use_is_noted=noted)
        statement: Select[Any] = select(*wanted).where(TokenRow.id == token_id)
        row = (await self._session.execute(statement)).one_or_none()
        return None if row is None else read(TokenCheck, row)

    async def note_use(self, token_id: str) -> None:
        """Note that a token is being used now."""
        await self._session.execute(update(TokenRow).where(TokenRow.id == token_id).values(last_used_at=func.now()))

    async def hold(self, token_id: str) -> bool:
        """Whether a token can be used. It stays locked until this transaction ends: nobody revokes it meanwhile.

        Who revokes it meanwhile waits, and then finds what it made in this transaction.
        """
        statement = select(TokenRow.id).where(TokenRow.id == token_id, _usable()).with_for_update(read=True)
        return await self._session.scalar(statement) is not None

    async def made_by(self, token_id: str) -> frozenset[str]:
        """Return the tokens that a token made, directly or by others that it made.

        Each of them is locked before those that it made are looked for: it makes no more meanwhile.
        """
        found, newest = frozenset[str](), frozenset({token_id})
        while newest:
            await self._session.execute(select(TokenRow.id).where(TokenRow.id.in_(newest)).with_for_update())
            children = await self._session.scalars(select(TokenRow.id).where(TokenRow.created_by.in_(newest)))
            newest = frozenset(children) - found - {token_id}
            found |= newest
        return found

    async def revoke_usable(self, token_ids: frozenset[str]) -> dict[str, str]:
        """Revoke those of some tokens that could be used; returns their names by id."""
        statement = (
            update(TokenRow)
            .where(TokenRow.id.in_(token_ids), _usable())
            .values(revoked_at=func.now())
            .returning(TokenRow.id, TokenRow.name)
        )
        return {row.id: row.name for row in await self._session.execute(statement)}

    async def revoke(self, token_id: str) -> str | None:
        """Revoke a token; one that is revoked already stays so since then.

        Returns:
            The token's name, or nothing if it was revoked already.

        Raises:
            TokenNotFound: There is no such token.
        """
        statement = (
            update(TokenRow)
            .where(TokenRow.id == token_id, TokenRow.revoked_at.is_(None))
            .values(revoked_at=func.now())
            .returning(TokenRow.name)
        )
        name = (await self._session.execute(statement)).scalar_one_or_none()
        if name is None and await self._session.scalar(select(TokenRow.id).where(TokenRow.id == token_id)) is None:
            raise TokenNotFound(token_id)
        return name

    async def count_usable(self) -> int:
        """Return how many tokens could be used."""
        return (await self._session.execute(select(func.count()).select_from(TokenRow).where(_usable()))).scalar_one()

    async def list_tokens(self, limit: int, of: str | None = None) -> tuple[StoredToken, ...]:
        """Return tokens, newest first, revoked and expired ones among them.

        Args:
            limit: how many at most.
            of: id of a token to which the list is limited, with those that it made; by default all.
        """
        statement: Select[Any] = select(*_columns()).order_by(TokenRow.created_at.desc(), TokenRow.id).limit(limit)
        if of is not None:
            statement = statement.where(or_(TokenRow.id == of, TokenRow.created_by == of))
        return tuple(read(StoredToken, row) for row in (await self._session.execute(statement)).all())

    async def usable_with(self, scope: str) -> tuple[StoredToken, ...]:
        """Return the tokens with a scope that could be used, oldest first."""
        statement: Select[Any] = (
            select(*_columns())
            .where(TokenRow.scopes.contains([scope]), _usable())
            .order_by(TokenRow.created_at, TokenRow.id)
        )
        return tuple(read(StoredToken, row) for row in (await self._session.execute(statement)).all())

    async def forget_unusable(self, since: timedelta) -> None:
        """Remove tokens that have been revoked or expired for so long, and made nothing that could still be used.

        Those that made it lead to it: a revocation of the first of them finds it.
        """
        longest = func.now() - since
        made = aliased(TokenRow)
        made_a_token = exists().where(made.created_by == TokenRow.id)
        made_a_link = exists().where(
            ShareRow.created_by == TokenRow.id, ShareRow.revoked_at.is_(None), ShareRow.expires_at > func.now()
        )
        long_unusable = or_(TokenRow.revoked_at < longest, TokenRow.expires_at < longest)
        await self._session.execute(delete(TokenRow).where(long_unusable, ~made_a_token, ~made_a_link))


def name_of(token_id: InstrumentedAttribute[str | None]) -> ColumnElement[str | None]:
    """The name of the token that a column names, as a column of the same row."""
    maker = aliased(TokenRow)
    return select(maker.name).where(maker.id == token_id).correlate(token_id.parent).scalar_subquery()


def _expired() -> ColumnElement[bool]:
    return func.coalesce(TokenRow.expires_at <= func.now(), False)


def _usable() -> ColumnElement[bool]:
    return and_(TokenRow.revoked_at.is_(None), ~_expired())


def _columns() -> tuple[Any, ...]:
    return columns(StoredToken, TokenRow, created_by_name=name_of(TokenRow.created_by), expired=_expired())
