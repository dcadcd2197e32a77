"""Places in turn: who asks much waits for himself and not before others."""

import asyncio
import random

import pytest

from hostwise.server.workers.fair_queue import FairQueue, NoRoom


async def settle() -> None:
    """Let everything that can happen now happen."""
    for _ in range(5):
        await asyncio.sleep(0)


class Asking:
    """Callers who ask for places, and in which order they get them."""

    def __init__(self, places: int, room: int) -> None:
        self.turns = FairQueue(places, room)
        self.got: list[str] = []
        self.refused: list[str] = []

    async def ask(self, *callers: str) -> list[asyncio.Task[None]]:
        """One request of each of these, in this order."""
        tasks = [asyncio.create_task(self._one(caller)) for caller in callers]
        await settle()
        return tasks

    async def _one(self, caller: str) -> None:
        try:
            await self.turns.take(caller)
        except NoRoom:
            self.refused.append(caller)
        else:
            self.got.append(caller)

    async def leave(self, *callers: str) -> None:
        for caller in callers:
            self.turns.leave(caller)
            await settle()


async def test_one_caller_has_all_places_but_one() -> None:
    asking = Asking(places=3, room=20)
    await asking.ask(*"aaaaa")
    assert (asking.got, asking.turns.waiting) == (["a", "a"], 3)
    await asking.ask("b")
    assert asking.got == ["a", "a", "b"]
    await asking.leave("b")
    assert (asking.got, asking.turns.taken) == (["a", "a", "b"], 2)
    await asking.leave("a")
    assert (asking.got, asking.turns.taken) == (["a", "a", "b", "a"], 2)


async def test_a_single_place_goes_round() -> None:
    asking = Asking(places=1, room=20)
    await asking.ask(*"aaaabbc")
    for caller in "abcab":
        await asking.leave(caller)
    assert asking.got == list("abcaba")


async def test_half_of_the_room_for_one_and_the_last_of_the_most_makes_room_for_others() -> None:
    asking = Asking(places=1, room=4)
    await asking.ask(*"aaaa")
    assert (asking.got, asking.refused, asking.turns.waiting) == (["a"], ["a"], 2)
    await asking.ask(*"bb")
    assert (asking.refused, asking.turns.waiting) == (["a"], 4)
    await asking.ask("c")
    assert (len(asking.refused), asking.turns.waiting) == (2, 4)
    # The caller who has most has only one more: nobody is sent away for a further caller.
    await asking.ask("d")
    assert (asking.refused[-1], asking.turns.waiting) in (("d", 4), ("a", 4), ("b", 4))
    await asking.leave("a")
    assert asking.turns.taken == 1


async def test_who_gives_up_takes_nothing_along() -> None:
    asking = Asking(places=1, room=9)
    await asking.ask("a")
    waiting = await asking.ask(*"abc")
    waiting[1].cancel()
    await settle()
    await asking.leave("a", "c")
    assert asking.got == ["a", "c", "a"]
    # Given up in the moment in which the place is given.
    (late,) = await asking.ask("d")
    asking.turns.leave("a")
    late.cancel()
    await settle()
    assert (asking.turns.taken, asking.turns.waiting) == (0, 0)


async def test_without_room_nobody_waits() -> None:
    with pytest.raises(NoRoom):
        await FairQueue(places=0, room=0).take("a")


async def test_who_has_given_up_gets_no_place_in_the_moment_of_leaving() -> None:
    asking = Asking(places=1, room=10)
    await asking.ask("a")
    (given_up,) = await asking.ask("b")
    (waiting,) = await asking.ask("c")
    # Neither has run again when the place is given back.
    given_up.cancel()
    asking.turns.leave("a")
    await settle()
    assert (asking.got, waiting.done(), asking.turns.taken) == (["a", "c"], True, 1)
    await asking.leave("c")
    assert (asking.turns.taken, asking.turns.waiting) == (0, 0)


async def test_who_has_given_up_makes_room_for_others() -> None:
    asking = Asking(places=1, room=4)
    await asking.ask(*"axx")
    given_up = await asking.ask("y", "y")
    given_up[1].cancel()
    given_up[0].cancel()
    await asking.ask("z")
    assert ("z" in asking.refused, asking.turns.waiting) == (False, 3)


async def test_no_place_is_lost_whatever_is_given_up_when() -> None:
    draw, asking = random.Random(5), Asking(places=3, room=12)
    tasks: list[asyncio.Task[None]] = []
    held: list[str] = []
    for _ in range(3_000):
        step = draw.randrange(4)
        if step == 0:
            tasks.append(asyncio.create_task(asking._one(draw.choice("abcde"))))
        elif step == 1 and tasks:
            tasks.pop(draw.randrange(len(tasks))).cancel()
        elif step == 2 and held:
            asking.turns.leave(held.pop(draw.randrange(len(held))))
        else:
            await asyncio.sleep(0)
        held += asking.got
        asking.got.clear()
    await settle()
    held += asking.got
    asking.got.clear()
    while held or asking.turns.waiting:
        if held:
            asking.turns.leave(held.pop())
        await settle()
        held += asking.got
        asking.got.clear()
    assert (asking.turns.taken, asking.turns.waiting, asking.turns._last) == (0, 0, {})
