"""Tokens, by which scripts identify themselves: create, list, revoke, authenticate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hostwise.plan.answers.access import NewToken, Scope, TokenItem, TokenState
from hostwise.services.access.audit import Action, record
from hostwise.services.access.credentials import Credential, CredentialKind, id_in, prefix
from hostwise.services.access.quotas import Quotas
from hostwise.store.session import Database
from hostwise.store.tokens import StoredToken, TokenDraft, TokenNotFound, TokenRepository

__all__ = [
    "ANYBODY",
    "Caller",
    "MoreThanOwn",
    "NewToken",
    "Scope",
    "TokenItem",
    "TokenNotFound",
    "TokenRefused",
    "TokenState",
    "Tokens",
    "TooManyTokens",
]

_LISTED = 1_000
_REMEMBERED = timedelta(days=90)
"""How long a list still shows a revoked or expired token."""

_NOTED_FOR = timedelta(minutes=5)
"""Shortest time between two updates of the last use: a thousand requests are not a thousand writes."""


class TokenRefused(Exception):
    """Unknown, revoked or expired token; the message does not say which."""


class TooManyTokens(Exception):
    """The limit of usable tokens is reached."""

    def __init__(self, limit: int) -> None:
        """Name the limit."""
        super().__init__(f"At most {limit} tokens can be usable at a time; revoke an unused one.")


class MoreThanOwn(Exception):
    """A token may make none that can do more, or lives longer, than itself.

    Attributes:
        field: the field that asks for too much.
    """

    def __init__(self, field: str, message: str) -> None:
        """Say what is too much."""
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Caller:
    """Who makes a request.

    Attributes:
        token_id: id of the caller's token; nothing without a token.
        scopes: what the caller may do.
        name: name of the token.
        expires_at: when the token expires, if it does.
    """

    token_id: str | None
    scopes: frozenset[Scope]
    name: str | None = None
    expires_at: datetime | None = None

    @property
    def manages_tokens(self) -> bool:
        """Whether all tokens are the caller's business."""
        return Scope.ADMIN in self.scopes


ANYBODY = Caller(None, frozenset(Scope))
"""A caller without a token, where none is needed."""


class Tokens:
    """The tokens of one database; each call is one transaction."""

    def __init__(self, database: Database, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much."""
        self._database = database
        self._limit = (quotas or Quotas()).tokens

    async def create(
        self, name: str, scopes: Iterable[Scope], lifetime: timedelta | None, by: Caller = ANYBODY
    ) -> NewToken:
        """Make a token; every token reads.

        Raises:
            MoreThanOwn: it could do more, or would live longer, than the caller's own.
            TooManyTokens: the limit is reached.
        """
        credential = Credential.new(CredentialKind.TOKEN)
        asked = set(scopes) | {Scope.READ}
        _check_own(asked, lifetime, by)
        draft = TokenDraft(
            id=credential.id,
            name=name,
            secret_hash=credential.hash,
            scopes=tuple(each for each in Scope if each in asked),
            lifetime=lifetime,
            created_by=by.token_id,
        )
        async with self._database.transaction() as session:
            repository = TokenRepository(session)
            await repository.forget_unusable(_REMEMBERED)
            if await repository.count_usable() >= self._limit:
                raise TooManyTokens(self._limit)
            stored = await repository.create(draft)
            expiry = "no expiry" if stored.expires_at is None else f"expires {stored.expires_at:%Y-%m-%d}"
            await record(session, Action.TOKEN_CREATED, stored.id, f"{name}: {', '.join(draft.scopes)}; {expiry}")
        return NewToken(**_item(stored).model_dump(), token=credential.text)

    async def listing(self, by: Caller = ANYBODY) -> list[TokenItem]:
        """The caller's token and those it made, or all for who manages tokens; revoked and expired ones for a while."""
        async with self._database.transaction() as session:
            return [_item(each) for each in await TokenRepository(session).list_tokens(_LISTED, _of(by))]

    async def revoke(self, token_id: str, by: Caller = ANYBODY) -> None:
        """Revoke a token immediately, by its id or prefix. Raises `TokenNotFound`, also for one that is not listed."""
        known = id_in(CredentialKind.TOKEN, token_id)
        if known is None:
            raise TokenNotFound(token_id)
        async with self._database.transaction() as session:
            repository = TokenRepository(session)
            if _of(by) is not None and known not in {
                each.id for each in await repository.list_tokens(_LISTED, _of(by))
            }:
                raise TokenNotFound(token_id)
            name = await repository.revoke(known)
            if name is not None:
                await record(session, Action.TOKEN_REVOKED, known, name)

    async def forget_unusable(self) -> None:
        """Remove tokens that nobody could use for a long time."""
        async with self._database.transaction() as session:
            await TokenRepository(session).forget_unusable(_REMEMBERED)

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
        scopes = frozenset(Scope(each) for each in found.scopes)
        return Caller(credential.id, scopes, found.name, found.expires_at)


def _of(by: Caller) -> str | None:
    """The token to whose own tokens a caller is limited; none who manages tokens is."""
    return None if by.manages_tokens else by.token_id


def _check_own(asked: set[Scope], lifetime: timedelta | None, by: Caller) -> None:
    beyond = sorted(asked - by.scopes)
    if beyond:
        raise MoreThanOwn("scopes", f"Your own token has no scope {beyond[0]!r}, so it cannot make one that has.")
    if by.expires_at is None:
        return
    if lifetime is None or datetime.now(UTC) + lifetime > by.expires_at:
        raise MoreThanOwn(
            "expires_in_days",
            f"Your own token expires on {by.expires_at:%Y-%m-%d}; it cannot make one that lives longer.",
        )


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
        created_by=stored.created_by,
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        last_used_at=stored.last_used_at,
        revoked_at=stored.revoked_at,
    )
