"""Rate limits by caller. Counted in memory: one process serves, and a restart resets the counts."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import FixedWindowRateLimiter


@dataclass(frozen=True, slots=True)
class Allowance:
    """Whether a request is allowed, and the headers with the remaining number."""

    allowed: bool
    headers: tuple[tuple[str, str], ...] = ()


class RateLimits:
    """Counts requests by caller in windows of fixed length, so that the next start is known to the second."""

    def __init__(self, limit: str) -> None:
        """Set the limit, written like 600/minute; 0 is no limit."""
        amount = int(limit.split("/")[0])
        self._item = parse(limit) if amount else None
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    async def hit(self, caller: str) -> Allowance:
        """Count a request of a caller."""
        if self._item is None:
            return Allowance(True)
        allowed = await self._limiter.hit(self._item, caller)
        window = await self._limiter.get_window_stats(self._item, caller)
        seconds = str(max(1, math.ceil(window.reset_time - time.time())))
        headers = [
            ("RateLimit-Limit", str(self._item.amount)),
            ("RateLimit-Remaining", str(window.remaining)),
            ("RateLimit-Reset", seconds),
        ]
        if not allowed:
            headers.append(("Retry-After", seconds))
        return Allowance(allowed, tuple(headers))
