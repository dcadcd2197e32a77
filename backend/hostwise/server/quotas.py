"""Quotas: how much one installation keeps."""

from __future__ import annotations

from dataclasses import dataclass


class QuotaReached(Exception):
    """A quota of the installation is reached; nothing was saved."""

    def __init__(self, what: str, remedy: str) -> None:
        """Name the quota, and the way to make room."""
        super().__init__(f"At most {what} can be stored here. {remedy}")


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

    def check_job_bytes(self, all_bytes: int, own_bytes: int, new_bytes: int, disk_room: int | None = None) -> None:
        """Raise if jobs, or those of one caller, may not hold so much more.

        Args:
            all_bytes: what all jobs hold, or may come to hold.
            own_bytes: what those of the caller do.
            new_bytes: what the new one may come to hold.
            disk_room: what the disk has for jobs, see `room_for_jobs`; None where it cannot be seen.

        Raises:
            DiskNearlyFull: the disk has too little room.
            QuotaReached: the quota has.
        """
        quota = self.stored_mb * 1_000_000
        room = quota if disk_room is None else min(quota, disk_room)
        if all_bytes + new_bytes <= room and own_bytes + new_bytes <= _JOBS_OF_ONE * room:
            return
        held = (
            f"This one may need {max(1, new_bytes / 1e6):,.0f} MB; the caller's others hold {own_bytes / 1e6:,.0f} and "
            f"those of all {all_bytes / 1e6:,.0f}. Ask for summaries instead of full results, make several jobs of it, "
            "or delete jobs that have ended."
        )
        if room < quota:
            raise DiskNearlyFull(room, held)
        raise QuotaReached(
            f"{room / 1e6:,.0f} MB of jobs and their results, and half of it of one caller,",
            held,
        )


_JOBS_OF_ONE = 0.5
"""Share of the room for jobs that one caller may have."""


class DiskNearlyFull(Exception):
    """The disk of the database has too little room for a new job; what is there, and saves, are more important."""

    def __init__(self, room: int, held: str) -> None:
        """Say how much room jobs have, and what holds it."""
        super().__init__(
            f"The disk of the database has room for {max(0, room) / 1e6:,.0f} MB of jobs, half of it for one caller. "
            f"{held}"
        )


_FREE_SHARE, _MOST_FREE_BYTES = 0.2, 5_000_000_000


def room_for_jobs(free_bytes: int, disk_bytes: int, answered_bytes: int) -> int:
    """Bytes of a disk that jobs may have: with what they have, all but what stays free for saves.

    That is a fifth of it, and never more than 5 GB.

    Args:
        free_bytes: bytes that are free.
        disk_bytes: its size.
        answered_bytes: bytes that answers of jobs take already.
    """
    return free_bytes + answered_bytes - min(_MOST_FREE_BYTES, int(_FREE_SHARE * disk_bytes))
