"""Places that callers take in turn, so that who asks much waits for himself and not before others."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict, deque
from contextlib import suppress


class NoRoom(Exception):
    """Too many wait already."""


class Turns:
    """A number of places, and those who wait for one.

    Whoever waits gets a place in the order of callers, each once in a round. One caller has all places but one at most,
    where there are two; so another one finds a place, whatever is being done. One has at most half of the room for
    waiting; and where all room is taken, the last of who has most of it makes room for who has less.

    It belongs to one event loop.
    """

    def __init__(self, places: int, room: int) -> None:
        """Set how many places there are, and how many may wait."""
        self._places, self._room = places, room
        self._of_one = max(1, places - 1)
        self._room_of_one = max(1, room // 2)
        self._taken: Counter[str] = Counter()
        self._queues: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

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
            self._taken[caller] += 1
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
        """Give a place back, to whose turn it is."""
        self._taken[caller] -= 1
        if not self._taken[caller]:
            del self._taken[caller]
        self._go_on()

    def _may_have_one(self, caller: str) -> bool:
        return self.taken < self._places and self._taken[caller] < self._of_one

    def _go_on(self) -> None:
        for caller in tuple(self._queues):
            if self._may_have_one(caller):
                turn = self._queues[caller].popleft()
                self._queues.move_to_end(caller)
                self._drop_if_empty(caller)
                self._taken[caller] += 1
                turn.set_result(None)

    def _make_room(self, caller: str) -> None:
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
