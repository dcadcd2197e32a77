"""Places in turn: who asks much waits for himself and not before others."""

import asyncio

import pytest

from hostwise.api.turns import NoRoom, Turns


async def settle() -> None:
    """Let everything that can happen now happen."""
    for _ in range(5):
        await asyncio.sleep(0)


class Asking:
    """Callers who ask for places, and in which order they get them."""

    def __init__(self, places: int, room: int) -> None:
        self.turns = Turns(places, room)
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
        await Turns(places=0, room=0).take("a")
