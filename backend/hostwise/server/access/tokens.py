"""Tokens, by which scripts identify themselves: create, list, revoke, authenticate."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from hostwise.server.access.audit_log import Action, record, record_all
from hostwise.server.access.credentials import Credential, CredentialKind, id_in, prefix
from hostwise.server.access.token_documents import NewToken, Revoked, Scope, TokenItem, TokenState
from hostwise.server.access.token_jobs import cancel_jobs_of
from hostwise.server.quotas import Quotas
from hostwise.server.store.session import Database, Session
from hostwise.server.store.share_store import ShareRepository
from hostwise.server.store.token_store import StoredToken, TokenDraft, TokenNotFound, TokenRepository

__all__ = [
    "ANYBODY",
    "Caller",
    "MoreThanOwn",
    "NewToken",
    "Revoked",
    "Scope",
    "TokenItem",
    "TokenNotFound",
    "TokenRefused",
    "TokenState",
    "Tokens",
    "TooManyTokens",
    "hold",
]

_DAY = timedelta(days=1)
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
        """Name the field that asks for too much."""
        super().__init__(message)
        self.field = field


@dataclass(frozen=True, slots=True)
class Caller:
    """The caller of a request.

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

    def creation_key(self, key: str) -> bytes:
        """What is kept of a key that the caller has chosen for a request; two callers may choose the same."""
        # Of one length, whatever the key; the id of a token has no line break.
        return hashlib.sha256(f"{self.token_id or ''}\n{key}".encode()).digest()


ANYBODY = Caller(None, frozenset(Scope))
"""A caller without a token, where none is needed."""


class Tokens:
    """The tokens of one database; each call is one transaction."""

    def __init__(self, database: Database, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much."""
        self._database = database
        self._limit = (quotas or Quotas()).tokens

    async def create(
        self,
        name: str,
        scopes: Iterable[Scope],
        lifetime: timedelta | None,
        by: Caller = ANYBODY,
        *,
        at_most: bool = False,
    ) -> NewToken:
        """Make a token; every token reads.

        Args:
            name: what it is for.
            scopes: what it may do.
            lifetime: how long it lives; none does not expire. It ends with the caller's own in any case.
            by: who makes it.
            at_most: whether the lifetime may be cut to the caller's own, as for a default that nobody chose. Otherwise
                it may be cut by less than a day: the caller's own token was made for as many days, a little earlier.

        Raises:
            MoreThanOwn: it could do more, or would live longer, than the caller's own.
            TokenRefused: the caller's token has been revoked meanwhile.
            TooManyTokens: the limit is reached.
        """
        credential = Credential.new(CredentialKind.TOKEN)
        asked = set(scopes) | {Scope.READ}
        _check_scopes(asked, by)
        if not at_most:
            _check_lifetime(lifetime, by)
        draft = TokenDraft(
            id=credential.id,
            name=name,
            secret_hash=credential.hash,
            scopes=tuple(each for each in Scope if each in asked),
            lifetime=lifetime,
            created_by=by.token_id,
            not_after=by.expires_at,
        )
        async with self._database.transaction() as session:
            repository = TokenRepository(session)
            await repository.forget_unusable(_REMEMBERED)
            if await repository.count_usable() >= self._limit:
                raise TooManyTokens(self._limit)
            await hold(session, by)
            stored = await repository.create(draft)
            expiry = "no expiry" if stored.expires_at is None else f"expires {stored.expires_at:%Y-%m-%d}"
            await record(session, Action.TOKEN_CREATED, stored.id, f"{name}: {', '.join(draft.scopes)}; {expiry}")
        return NewToken(**_item(stored).model_dump(), token=credential.text)

    async def listing(self, by: Caller = ANYBODY) -> list[TokenItem]:
        """The caller's token and those it made, or all tokens for a manager; revoked and expired ones for a while."""
        async with self._database.transaction() as session:
            return [_item(each) for each in await TokenRepository(session).list_tokens(_LISTED, _of(by))]

    async def managing(self) -> list[TokenItem]:
        """The tokens that manage tokens and could be used, oldest first."""
        async with self._database.transaction() as session:
            return [_item(each) for each in await TokenRepository(session).usable_with(Scope.ADMIN)]

    async def revoke(self, token_id: str, by: Caller = ANYBODY, *, keep_made: bool = False) -> Revoked:
        """Revoke a token immediately, by its id or prefix, and with it what it made.

        Tokens and shared links that a token made are known to all who used it, as are those that its tokens made. They
        are revoked even if the token itself was revoked before, or has expired. Its jobs are cancelled in any case.

        Args:
            token_id: the token.
            by: who revokes it.
            keep_made: whether what it made stays.

        Raises:
            TokenNotFound: there is no such token, or none that is listed.
        """
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
            made = Revoked(tokens=0, shares=0, jobs=0) if keep_made else await _revoke_made(session, known)
            jobs = await cancel_jobs_of(session, {known}, f"its token {known} was revoked")
            return made.model_copy(update={"jobs": made.jobs + jobs})

    async def forget_unusable(self) -> None:
        """Remove tokens that expired or were revoked long ago."""
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
    """The token whose tokens a caller may see; None for a caller that manages all tokens."""
    return None if by.manages_tokens else by.token_id


async def hold(session: Session, by: Caller) -> None:
    """Lock a caller's token until the end of a transaction, so that it is not revoked meanwhile.

    A revocation would miss what the token is just making. Raises `TokenRefused` if the token is not usable.
    """
    if by.token_id is not None and not await TokenRepository(session).hold(by.token_id):
        raise TokenRefused


async def _revoke_made(session: Session, token_id: str) -> Revoked:
    repository = TokenRepository(session)
    made = await repository.made_by(token_id)
    tokens = await repository.revoke_usable(made)
    shares = await ShareRepository(session).revoke_made_by(made | {token_id})
    why = f"with the token {token_id}, which made it"
    await record_all(session, Action.TOKEN_REVOKED, {each: f"{name}; {why}" for each, name in tokens.items()})
    await record_all(session, Action.SHARE_REVOKED, {each: f"plan {plan}; {why}" for each, plan in shares.items()})
    jobs = await cancel_jobs_of(session, made, why)
    return Revoked(tokens=len(tokens), shares=len(shares), jobs=jobs)


def _check_scopes(asked: set[Scope], by: Caller) -> None:
    beyond = sorted(asked - by.scopes)
    if beyond:
        raise MoreThanOwn("scopes", f"Your own token has no scope {beyond[0]!r}, so it cannot make one that has.")


def _check_lifetime(lifetime: timedelta | None, by: Caller) -> None:
    if by.expires_at is None:
        return
    if lifetime is None or datetime.now(UTC) + lifetime >= by.expires_at + _DAY:
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
        created_by_name=stored.created_by_name,
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        last_used_at=stored.last_used_at,
        revoked_at=stored.revoked_at,
    )
