"""The parts that a job is cut into, and how they are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from hostwise.server.store.job_store import ChunkDraft


@dataclass(frozen=True, slots=True)
class JobPart:
    """A part of a job that is computed at once.

    Attributes:
        number: parts are in the order of their numbers; that of a part of a batch is that of its first plan.
        asked: what is asked of it.
        room: bytes that its answer may have, compressed.
    """

    number: int
    asked: bytes
    room: int


def chunks_of(parts: Sequence[JobPart], kind: str, versions: str) -> list[ChunkDraft]:
    """Parts as they are stored: known by what is asked, and by the versions that answer it."""
    about = f"{versions} {kind} ".encode()
    return [ChunkDraft(each.number, sha256(about + each.asked).digest(), each.asked, each.room) for each in parts]
