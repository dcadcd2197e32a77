"""Quotas: how much one installation keeps."""

from __future__ import annotations

from dataclasses import dataclass


class QuotaReached(Exception):
    """A quota of the installation is reached; nothing was saved."""

    def __init__(self, what: str, cure: str) -> None:
        """Name the quota, and the way to make room."""
        super().__init__(f"At most {what} can be stored here. {cure}")


@dataclass(frozen=True, slots=True)
class Quotas:
    """Limits of what an installation stores.

    Attributes:
        plans: plans that are not deleted.
        revisions: revisions of one plan.
        scenarios: scenarios of one plan.
        stored_mb: documents of all revisions and scenarios together, those of deleted plans too.
        models: own measured models.
        price_books: price books.
        shares: usable links of one plan.
        tokens: usable tokens.
        jobs: jobs of one caller, those that have ended too.
    """

    plans: int = 10_000
    revisions: int = 1_000
    scenarios: int = 20
    stored_mb: int = 2_048
    models: int = 200
    price_books: int = 200
    shares: int = 50
    tokens: int = 200
    jobs: int = 50

    def check_stored(self, plans: int, stored_bytes: int) -> None:
        """Raise `QuotaReached` if this is more than may be kept."""
        if plans > self.plans:
            raise QuotaReached(f"{self.plans:,} plans", "Delete one that is not used.")
        if stored_bytes > self.stored_mb * 1_000_000:
            raise QuotaReached(
                f"{self.stored_mb:,} MB of plans and their revisions",
                "Delete plans and purge them from the deleted ones, or ask the operator for a larger quota.",
            )

    def check_revision(self, number: int) -> None:
        """Raise `QuotaReached` if a plan may not have a revision of this number."""
        if number > self.revisions:
            raise QuotaReached(f"{self.revisions:,} revisions of a plan", "Save it as a new plan.")

    def check_scenarios(self, number: int) -> None:
        """Raise `QuotaReached` if a plan may not have so many scenarios."""
        if number > self.scenarios:
            raise QuotaReached(f"{self.scenarios:,} scenarios of a plan", "Delete one that is not used.")

    def check_jobs(self, number: int) -> None:
        """Raise `QuotaReached` if a caller may not have so many jobs."""
        if number > self.jobs:
            raise QuotaReached(f"{self.jobs:,} jobs of one caller", "Delete one that has ended.")

    def check_job_bytes(self, stored_bytes: int) -> None:
        """Raise `QuotaReached` if jobs may not hold so much."""
        if stored_bytes > self.stored_mb * 1_000_000:
            raise QuotaReached(f"{self.stored_mb:,} MB of jobs and their results", "Delete jobs that have ended.")
