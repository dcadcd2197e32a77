"""Shared links: whoever has one reads one revision of one plan and asks why, without a token and nothing else."""

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
    """No such link, or not any more. Which of these it is stays unsaid."""

    def __init__(self) -> None:
        """Say the same for all."""
        super().__init__("There is nothing at this address, or not any more.")


class TooManyShares(Exception):
    """No further link is made."""

    def __init__(self) -> None:
        """Say how many there may be."""
        super().__init__(f"At most {MAX_SHARES} links of one plan are in use at a time; revoke one first.")


class Shares:
    """The shared links of one database; each call is one transaction."""

    def __init__(self, database: Database, catalogue: Catalogue) -> None:
        """Use a database and a catalogue."""
        self._database = database
        self._catalogue = catalogue

    async def create(self, plan_id: UUID, revision: int | None, *, anonymous: bool, lifetime: timedelta) -> NewShare:
        """Make a link to the newest or a given revision of a plan.

        Raises:
            PlanNotFound: there is no such plan.
            RevisionNotFound: the plan has no such revision.
            TooManyShares: there are as many usable links as may be.
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
        """Revoke a link from this moment on; raises `ShareNotFound`."""
        known = id_in(CredentialKind.SHARE, share_id)
        if known is None:
            raise ShareNotFound(share_id)
        async with self._database.transaction() as session:
            await ShareRepository(session).revoke(plan_id, known)

    async def open(self, text: str) -> OpenShare:
        """What a link leads to, anonymised if it was made so.

        Raises:
            ShareRefused: it is no link, not one of ours, revoked or expired.
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
