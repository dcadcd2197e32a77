"""Rate limits by caller: requests, and computing time as a number of requests.

Counted in memory: one process serves, whatever number of processes computes for it, and a restart resets the counts.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter

SECONDS_OF_ONE = 0.05
"""Computing that counts as one request more: twice what an evaluation of a few configurations takes. A plan of 500 VM
groups in 12 configurations counts as much more as it keeps others waiting."""


_OF_A_CORE = 600
"""Half of the requests that a core computes in a minute."""

_AT_LEAST = 1_200
"""Enough for sliders that are dragged for a while, also on a machine with one core."""


def usual_limit(cores: int) -> str:
    """The limit of a caller on a machine with so many cores: half of the requests that they compute.

    >>> usual_limit(1), usual_limit(16)
    ('1200/minute', '9600/minute')
    """
    return f"{max(_AT_LEAST, _OF_A_CORE * cores)}/minute"


@dataclass(slots=True)
class Spent:
    """The computing time of a request so far, and how much of it was counted for the rate limit."""

    late: Callable[[], None]
    """Called when computing ends after its request."""
    seconds: float = 0.0
    counted: int = 0

    def uncounted(self) -> int:
        """The computing time since the last call, as a number of requests."""
        number = int(self.seconds / SECONDS_OF_ONE) - self.counted
        self.counted += number
        return number


CALLER: ContextVar[str] = ContextVar("caller", default="")
"""The caller that the current request is counted for: a token, else an address."""

SPENT: ContextVar[Spent | None] = ContextVar("spent", default=None)
"""The computing time of the current request."""


def spend(seconds: float, *, late: bool = False) -> None:
    """Add computing time to the current request, or to one that has ended."""
    spent = SPENT.get()
    if spent is not None:
        spent.seconds += seconds
        if late:
            spent.late()


@dataclass(frozen=True, slots=True)
class Allowance:
    """Whether a request is allowed, and the headers with the remaining number; none where there is no limit."""

    allowed: bool
    headers: Mapping[str, str] = field(default_factory=dict)


class RateLimits:
    """Counts requests by caller in windows of fixed length, so that the next start is known to the second."""

    def __init__(self, limit: str) -> None:
        """Set the limit, written like 600/minute; 0 is no limit."""
        amount = int(limit.split("/")[0])
        self._item = parse(limit) if amount else None
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    async def hit(self, caller: str, number: int = 1) -> Allowance:
        """Count a request of a caller, or its computing time as so many requests."""
        if self._item is None:
            return Allowance(True)
        allowed = await self._limiter.hit(self._item, caller, cost=number)
        window = await self._limiter.get_window_stats(self._item, caller)
        seconds = str(max(1, math.ceil(window.reset_time - time.time())))
        headers = {
            "RateLimit-Limit": str(self._item.amount),
            "RateLimit-Remaining": str(window.remaining),
            "RateLimit-Reset": seconds,
        }
        return Allowance(allowed, headers)
