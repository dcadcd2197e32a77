"""Shared links: they show one revision of one plan with its explanations, without a token, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.sharing import NewShare, OpenShare, ShareItem, ShareState
from hostwise.plan.document import Plan
from hostwise.services.access.credentials import Credential, CredentialKind, id_in
from hostwise.services.sharing.anonymising import anonymised
from hostwise.store.plans import PlanNotFound, PlanRepository, RevisionNotFound
from hostwise.store.session import Database
from hostwise.store.shares import ShareDraft, ShareNotFound, ShareRepository, StoredShare

__all__ = [
    "MAX_SHARES",
    "NewShare",
    "OpenShare",
    "PlanNotFound",
    "RevisionNotFound",
    "ShareItem",
    "ShareNotFound",
    "ShareRefused",
    "ShareState",
    "Shares",
    "TooManyShares",
]

MAX_SHARES = 50
"""Usable links of one plan."""

_LISTED = 500


class ShareRefused(LookupError):
    """Unknown, revoked or expired link; the message does not say which."""

    def __init__(self) -> None:
        """Use the same message for all."""
        super().__init__("Link not found. It may have been revoked or have expired.")


class TooManyShares(Exception):
    """The limit of usable links is reached."""

    def __init__(self) -> None:
        """Name the limit."""
        super().__init__(f"At most {MAX_SHARES} links of one plan can be usable at a time; revoke one first.")


class Shares:
    """The shared links of one database; each call is one transaction."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        """Use a database and a catalogue."""
        self._database = database
        self._catalogue = catalogue

    async def create(self, plan_id: UUID, revision: int | None, *, anonymous: bool, lifetime: timedelta) -> NewShare:
        """Make a link to the newest or a given revision of a plan.

        Raises:
            PlanNotFound: the plan is unknown.
            RevisionNotFound: the revision is unknown.
            TooManyShares: the limit is reached.
        """
        credential = Credential.new(CredentialKind.SHARE)
        async with self._database.transaction() as session:
            plans, shares = PlanRepository(session), ShareRepository(session)
            kept = (await plans.head(plan_id)).revision if revision is None else await plans.revision(plan_id, revision)
            if await shares.count_usable(plan_id) >= MAX_SHARES:
                raise TooManyShares
            draft = ShareDraft(
                id=credential.id,
                plan_id=plan_id,
                revision=kept.number,
                secret_hash=credential.hash,
                anonymised=anonymous,
                lifetime=lifetime,
            )
            stored = await shares.create(draft)
        return NewShare(**_item(stored).model_dump(), token=credential.text, path=f"/api/v1/shared/{credential.text}")

    async def listing(self, plan_id: UUID) -> list[ShareItem]:
        """The links of a plan, newest first; raises `PlanNotFound`."""
        async with self._database.transaction() as session:
            return [_item(each) for each in await ShareRepository(session).list_shares(plan_id, _LISTED)]

    async def revoke(self, plan_id: UUID, share_id: str) -> None:
        """Revoke a link immediately; raises `ShareNotFound`."""
        known = id_in(CredentialKind.SHARE, share_id)
        if known is None:
            raise ShareNotFound(share_id)
        async with self._database.transaction() as session:
            await ShareRepository(session).revoke(plan_id, known)

    async def open(self, text: str) -> OpenShare:
        """The shared plan of a link, anonymised if the link says so.

        Raises:
            ShareRefused: the link is malformed, unknown, revoked or expired.
        """
        credential = Credential.read(CredentialKind.SHARE, text)
        if credential is None:
            raise ShareRefused
        async with self._database.transaction() as session:
            found = await ShareRepository(session).open(credential.id)
        if not credential.matches(found.secret_hash if found else None) or found is None:
            raise ShareRefused
        plan = Plan.model_validate(found.document)
        return OpenShare(
            plan=anonymised(plan, self._catalogue) if found.anonymised else plan,
            revision=found.revision,
            saved_at=found.saved_at,
            anonymised=found.anonymised,
            created_at=found.created_at,
            expires_at=found.expires_at,
        )


def _item(stored: StoredShare) -> ShareItem:
    state = ShareState.EXPIRED if stored.expired else ShareState.ACTIVE
    if stored.revoked_at is not None:
        state = ShareState.REVOKED
    return ShareItem(
        id=stored.id,
        revision=stored.revision,
        anonymised=stored.anonymised,
        state=state,
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        revoked_at=stored.revoked_at,
    )
