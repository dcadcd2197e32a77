"""Places that callers take in turn, so that a caller with many requests delays its own and not those of others."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from contextlib import suppress
from itertools import count


class NoRoom(Exception):
    """Too many wait already."""


class FairQueue:
    """Places to work in, and queues of callers that wait for one (round robin).

    A free place goes to the waiting caller that was served longest ago. One caller has at most all places but one, if
    there are two or more, so another caller always finds one soon. One caller has at most half of the queue. If the
    queue is full, the newest request of the caller with most of them is refused in favour of a caller with fewer.

    It belongs to one event loop.
    """

    def __init__(self, places: int, room: int) -> None:
        """Set how many places there are, and how many may wait."""
        self._places, self._room = places, room
        self._of_one = max(1, places - 1)
        self._room_of_one = max(1, room // 2)
        self._taken: Counter[str] = Counter()
        self._queues: dict[str, deque[asyncio.Future[None]]] = {}
        self._given = count(1)
        self._last: dict[str, int] = {}
        """When each caller that has a place or waits was served last; 0 for never."""

    @property
    def taken(self) -> int:
        """Places that are taken."""
        return self._taken.total()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(map(len, self._queues.values()))

    async def take(self, caller: str) -> None:
        """Wait for a place.

        Raises:
            NoRoom: too many wait, of this caller or of all.
        """
        if self._may_have_one(caller) and not self._queues.get(caller):
            self._give(caller)
            return
        self._make_room(caller)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(caller, deque()).append(turn)
        try:
            await turn
        except BaseException:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                # Given and given up in the same moment.
                self.leave(caller)
            else:
                self._forget(caller, turn)
            raise

    def leave(self, caller: str) -> None:
        """Give a place back; the next caller in turn gets it."""
        self._taken[caller] -= 1
        self._forget_idle(caller)
        self._go_on()

    def _give(self, caller: str) -> None:
        self._taken[caller] += 1
        self._last[caller] = next(self._given)

    def _may_have_one(self, caller: str) -> bool:
        return self.taken < self._places and self._taken[caller] < self._of_one

    def _go_on(self) -> None:
        while allowed := [caller for caller in self._queues if self._may_have_one(caller)]:
            caller = min(allowed, key=lambda each: self._last.get(each, 0))
            turn = self._queues[caller].popleft()
            # Given up in this very moment: nobody would give the place back.
            if not turn.done():
                self._give(caller)
                turn.set_result(None)
            self._drop_if_empty(caller)

    def _make_room(self, caller: str) -> None:
        for each in tuple(self._queues):
            self._queues[each] = deque(turn for turn in self._queues[each] if not turn.done())
            self._drop_if_empty(each)
        own = len(self._queues.get(caller, ()))
        if own >= self._room_of_one or not self._room:
            raise NoRoom
        if self.waiting < self._room:
            return
        most, queue = max(self._queues.items(), key=lambda each: len(each[1]))
        if len(queue) <= own + 1:
            raise NoRoom
        queue.pop().set_exception(NoRoom())
        self._drop_if_empty(most)

    def _forget(self, caller: str, turn: asyncio.Future[None]) -> None:
        with suppress(KeyError, ValueError):
            self._queues[caller].remove(turn)
            self._drop_if_empty(caller)

    def _drop_if_empty(self, caller: str) -> None:
        if not self._queues[caller]:
            del self._queues[caller]
            self._forget_idle(caller)

    def _forget_idle(self, caller: str) -> None:
        if not self._taken[caller]:
            del self._taken[caller]
            if caller not in self._queues:
                self._last.pop(caller, None)
