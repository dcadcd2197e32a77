"""Jobs of tokens that cannot be used any more: they end with them."""

from __future__ import annotations

from collections.abc import Collection

from hostwise.server.access.audit_log import Action, record_all
from hostwise.server.store.job_store import JobRepository
from hostwise.server.store.session import Session


async def cancel_jobs_of(session: Session, tokens: Collection[str], why: str) -> int:
    """Cancel the unfinished jobs of some tokens; returns how many these were."""
    jobs = JobRepository(session)
    found = await jobs.of_owners(list(tokens)) if tokens else {}
    for each in found:
        await jobs.cancel(each)
    told = {job_id: f"{name or 'without a name'}; {why}" for job_id, name in found.items()}
    await record_all(session, Action.JOB_CANCELLED, told)
    return len(found)
