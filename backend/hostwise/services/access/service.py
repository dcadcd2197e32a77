"""Tokens, by which scripts identify themselves: create, list, revoke, authenticate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from hostwise.plan.answers.access import NewToken, Scope, TokenItem, TokenState
from hostwise.services.access.credentials import Credential, CredentialKind, id_in, prefix
from hostwise.store.session import Database
from hostwise.store.tokens import StoredToken, TokenDraft, TokenNotFound, TokenRepository

__all__ = [
    "ANYBODY",
    "MAX_TOKENS",
    "Caller",
    "NewToken",
    "Scope",
    "TokenItem",
    "TokenNotFound",
    "TokenRefused",
    "TokenState",
    "Tokens",
    "TooManyTokens",
]

MAX_TOKENS = 200
"""Usable tokens of one installation."""

_LISTED = 1_000
_REMEMBERED = timedelta(days=90)
"""How long a list still shows a revoked or expired token."""

_NOTED_FOR = timedelta(minutes=5)
"""Shortest time between two updates of the last use: a thousand requests are not a thousand writes."""


class TokenRefused(Exception):
    """Unknown, revoked or expired token; the message does not say which."""


class TooManyTokens(Exception):
    """The limit of usable tokens is reached."""

    def __init__(self) -> None:
        """Name the limit."""
        super().__init__(f"At most {MAX_TOKENS} tokens can be usable at a time; revoke an unused one.")


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request.

    Attributes:
        token_id: id of the caller's token; nothing without a token.
        scopes: what the caller may do.
    """

    token_id: str | None
    scopes: frozenset[Scope]


ANYBODY = Caller(None, frozenset(Scope))
"""A caller without a token, where none is needed."""


class Tokens:
    """The tokens of one database; each call is one transaction."""

    def __init__(self, database: Database) -> None:
        """Use a database."""
        self._database = database

    async def create(self, name: str, scopes: Iterable[Scope], lifetime: timedelta | None) -> NewToken:
        """Make a token; the right to save includes reading.

        Raises:
            TooManyTokens: the limit is reached.
        """
        credential = Credential.new(CredentialKind.TOKEN)
        asked = set(scopes) | {Scope.READ}
        draft = TokenDraft(
            id=credential.id,
            name=name,
            secret_hash=credential.hash,
            scopes=tuple(each for each in Scope if each in asked),
            lifetime=lifetime,
        )
        async with self._database.transaction() as session:
            repository = TokenRepository(session)
            await repository.forget_unusable(_REMEMBERED)
            if await repository.count_usable() >= MAX_TOKENS:
                raise TooManyTokens
            stored = await repository.create(draft)
        return NewToken(**_item(stored).model_dump(), token=credential.text)

    async def listing(self) -> list[TokenItem]:
        """All tokens, newest first; revoked and expired ones for a while."""
        async with self._database.transaction() as session:
            return [_item(each) for each in await TokenRepository(session).list_tokens(_LISTED)]

    async def revoke(self, token_id: str) -> None:
        """Revoke a token immediately, by its id or prefix. Raises `TokenNotFound`."""
        known = id_in(CredentialKind.TOKEN, token_id)
        if known is None:
            raise TokenNotFound(token_id)
        async with self._database.transaction() as session:
            await TokenRepository(session).revoke(known)

    async def caller(self, text: str) -> Caller:
        """The caller with this token.

        Raises:
            TokenRefused: the token is malformed, unknown, revoked or expired.
        """
        credential = Credential.read(CredentialKind.TOKEN, text)
        if credential is None:
            raise TokenRefused
        async with self._database.transaction() as session:
            repository = TokenRepository(session)
            found = await repository.check(credential.id, _NOTED_FOR)
            if not credential.matches(found.secret_hash if found else None) or found is None or not found.usable:
                raise TokenRefused
            if not found.use_is_noted:
                await repository.note_use(credential.id)
        return Caller(credential.id, frozenset(Scope(each) for each in found.scopes))


def _item(stored: StoredToken) -> TokenItem:
    state = TokenState.EXPIRED if stored.expired else TokenState.ACTIVE
    if stored.revoked_at is not None:
        state = TokenState.REVOKED
    return TokenItem(
        id=stored.id,
        name=stored.name,
        prefix=prefix(CredentialKind.TOKEN, stored.id),
        scopes=[Scope(each) for each in stored.scopes],
        state=state,
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        last_used_at=stored.last_used_at,
        revoked_at=stored.revoked_at,
    )
