"""Shared links: they show one revision of one plan with its explanations, without a token, and nothing else."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.neutral_rows import neutral_catalogue
from hostwise.plan.document import Plan
from hostwise.server.access.audit_log import Action, record
from hostwise.server.access.credentials import Credential, CredentialKind, id_in
from hostwise.server.access.tokens import ANYBODY, Caller, hold
from hostwise.server.quotas import Quotas
from hostwise.server.sharing.anonymising import anonymised
from hostwise.server.sharing.share_documents import NewerRevision, NewShare, OpenShare, ShareItem, ShareState
from hostwise.server.store.plan_store import PlanNotFound, PlanRepository, RevisionNotFound
from hostwise.server.store.scenario_store import ScenarioRepository
from hostwise.server.store.session import Database, Session
from hostwise.server.store.share_store import OpenedShare, ShareDraft, ShareNotFound, ShareRepository, StoredShare
from hostwise.server.stored_documents.plans import OutdatedPlan, figures_of_store, plan_of_store
from hostwise.server.stored_documents.scenarios import SavedScenario, scenario_of

__all__ = [
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

_LISTED = 500


class ShareRefused(LookupError):
    """Unknown, revoked or expired link; the message does not say which."""

    def __init__(self) -> None:
        """Use the same message for all."""
        super().__init__("Link not found. It may have been revoked or have expired.")


class TooManyShares(Exception):
    """The limit of usable links is reached."""

    def __init__(self, limit: int) -> None:
        """Name the limit."""
        super().__init__(f"At most {limit} links of one plan can be usable at a time; revoke one first.")


class Shares:
    """The shared links of one database; each call is one transaction."""

    def __init__(self, database: Database, catalogue: Catalogue, quotas: Quotas | None = None) -> None:
        """Use a database, which keeps so much, and a catalogue."""
        self._database = database
        self._catalogue = catalogue
        self._limit = (quotas or Quotas()).shares

    async def create(
        self,
        plan_id: UUID,
        revision: int | None,
        *,
        anonymous: bool,
        lifetime: timedelta,
        keep_host_models: bool = False,
        show_scenarios: bool = False,
        show_changes: bool = False,
        by: Caller = ANYBODY,
    ) -> NewShare:
        """Make a link to the newest or a given revision of a plan.

        Args:
            plan_id: the plan.
            revision: the revision; by default the newest.
            anonymous: whether the plan is shown without free text.
            lifetime: how long the link works.
            keep_host_models: whether an anonymised plan keeps the names of its host models.
            show_scenarios: whether the plan's scenarios are shown, too, as they are when the link is opened; an
                anonymised link never shows them.
            show_changes: whether it is shown what the newest revision changes, when the link is opened; an anonymised
                link never shows it.
            by: who makes it: the link is revoked with the caller's token.

        Raises:
            PlanNotFound: the plan is unknown.
            RevisionNotFound: the revision is unknown.
            TokenRefused: the caller's token has been revoked meanwhile.
            TooManyShares: the limit is reached.
        """
        credential = Credential.new(CredentialKind.SHARE)
        async with self._database.transaction() as session:
            plans, shares = PlanRepository(session), ShareRepository(session)
            kept = (await plans.head(plan_id)).revision if revision is None else await plans.revision(plan_id, revision)
            if await shares.count_usable(plan_id) >= self._limit:
                raise TooManyShares(self._limit)
            draft = ShareDraft(
                id=credential.id,
                plan_id=plan_id,
                revision=kept.number,
                secret_hash=credential.hash,
                anonymised=anonymous,
                lifetime=lifetime,
                keeps_host_models=anonymous and keep_host_models,
                shows_scenarios=show_scenarios and not anonymous,
                shows_changes=show_changes and not anonymous,
                created_by=by.token_id,
            )
            await hold(session, by)
            stored = await shares.create(draft)
            how = "anonymised, " if anonymous else ""
            until = f"{how}expires {stored.expires_at:%Y-%m-%d}"
            await record(session, Action.SHARE_CREATED, stored.id, f"plan {plan_id}, revision {kept.number}; {until}")
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
            if await ShareRepository(session).revoke(plan_id, known):
                await record(session, Action.SHARE_REVOKED, known, f"plan {plan_id}")

    async def open(self, text: str) -> OpenShare:
        """The shared plan of a link, anonymised if the link says so.

        Raises:
            OutdatedPlan: the plan is not valid any more; of an anonymised one nothing is said of the mistakes.
            ShareRefused: the link is malformed, unknown, revoked or expired.
        """
        async with self._database.transaction() as session:
            found = await _opened(session, text)
        return OpenShare(
            plan=self._shown(found),
            revision=found.revision,
            saved_at=found.saved_at,
            anonymised=found.anonymised,
            created_at=found.created_at,
            expires_at=found.expires_at,
            figures=figures_of_store(found.figures),
            shows_scenarios=found.shows_scenarios,
            shows_changes=found.shows_changes,
        )

    async def newer(self, text: str) -> NewerRevision | None:
        """The newest revision, where it is not the one that a link shows, and the link shows changes.

        Raises:
            OutdatedPlan: the plan is not valid any more.
            ShareRefused: the link is malformed, unknown, revoked or expired.
        """
        async with self._database.transaction() as session:
            found = await _opened(session, text)
            if not found.shows_changes:
                return None
            newest = (await PlanRepository(session).head(found.plan_id)).revision
        if newest.number == found.revision:
            return None
        return NewerRevision(plan=plan_of_store(newest.document), revision=newest.number, saved_at=newest.created_at)

    async def scenarios(self, text: str) -> list[SavedScenario]:
        """The scenarios that a link shows, with what each changes in the shared revision; raises `ShareRefused`."""
        async with self._database.transaction() as session:
            found = await _opened(session, text)
            if not found.shows_scenarios:
                return []
            stored = await ScenarioRepository(session).list_scenarios(found.plan_id)
        return [scenario_of(each, found.document) for each in stored]

    def _shown(self, found: OpenedShare) -> Plan:
        if not found.anonymised:
            return plan_of_store(found.document)
        try:
            plan = plan_of_store(found.document)
        except OutdatedPlan:
            # A mistake quotes what is wrong, such as a key.
            raise OutdatedPlan([]) from None
        neutral = neutral_catalogue()
        if neutral is None:
            return anonymised(plan, self._catalogue, keep_host_models=found.keeps_host_models)
        return anonymised(plan, neutral.catalogue, neutral.keys, keep_host_models=found.keeps_host_models)


async def _opened(session: Session, text: str) -> OpenedShare:
    credential = Credential.read(CredentialKind.SHARE, text)
    if credential is None:
        raise ShareRefused
    found = await ShareRepository(session).open(credential.id)
    if not credential.matches(found.secret_hash if found else None) or found is None:
        raise ShareRefused
    return found


def _item(stored: StoredShare) -> ShareItem:
    state = ShareState.EXPIRED if stored.expired else ShareState.ACTIVE
    if stored.revoked_at is not None:
        state = ShareState.REVOKED
    return ShareItem(
        id=stored.id,
        revision=stored.revision,
        anonymised=stored.anonymised,
        keeps_host_models=stored.keeps_host_models,
        shows_scenarios=stored.shows_scenarios,
        shows_changes=stored.shows_changes,
        state=state,
        created_by=stored.created_by,
        created_by_name=stored.created_by_name,
        created_at=stored.created_at,
        expires_at=stored.expires_at,
        revoked_at=stored.revoked_at,
    )
