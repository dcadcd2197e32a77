"""Documents under keys, own measured models and price books, on a real PostgreSQL."""

import asyncio
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from hostwise.server.store.keyed_store import (
    OPM_MODELS,
    PRICE_BOOKS,
    KeyedDraft,
    KeyedRepository,
    KeyNotFound,
    KeyTaken,
    Shelf,
    StoredKeyed,
)
from hostwise.server.store.saving import Document, StaleRevision, UnstorableDocument
from hostwise.server.store.session import Database

pytestmark = pytest.mark.integration

_SHELF = [OPM_MODELS]


@pytest.fixture(autouse=True, params=[OPM_MODELS, PRICE_BOOKS], ids=lambda shelf: shelf.row.__tablename__)
def _shelf(request: pytest.FixtureRequest) -> None:
    """Every test holds for each kind of documents."""
    _SHELF[0] = request.param


def kept(session: AsyncSession, shelf: Shelf | None = None) -> KeyedRepository:
    return KeyedRepository(session, shelf or _SHELF[0])


def draft(document: Document | None = None, *, key: str = "ours", name: str = "Our shop") -> KeyedDraft:
    return KeyedDraft(key=key, name=name, document=document or {"points": 1})


async def create(database: Database, document: Document | None = None, *, key: str = "ours") -> StoredKeyed:
    async with database.transaction() as session:
        return await kept(session).create(draft(document, key=key))


async def save(database: Database, expected: int, document: Document | None = None) -> StoredKeyed:
    async with database.transaction() as session:
        return await kept(session).save(expected, draft(document))


async def read(database: Database, key: str = "ours") -> StoredKeyed:
    async with database.transaction() as session:
        return await kept(session).read(key)


async def test_a_new_model_is_read_back_as_it_was_given(database: Database) -> None:
    document = {"name": "Zürich \N{EN DASH} 台北", "points": [1, 2.5, None, True]}
    created = await create(database, document)
    assert (created.key, created.revision, created.document) == ("ours", 1, document)
    assert created.created_at == created.updated_at
    assert created.created_at.tzinfo is not None
    assert await read(database) == created


async def test_saving_replaces_the_model(database: Database) -> None:
    created = await create(database)
    async with database.transaction() as session:
        saved = await kept(session).save(1, draft({"points": 2}, name="Renamed"))
    assert (saved.id, saved.revision, saved.name) == (created.id, 2, "Renamed")
    assert saved.created_at == created.created_at
    assert saved.updated_at > created.updated_at
    assert await read(database) == saved


async def test_a_key_is_taken_once(database: Database) -> None:
    created = await create(database)
    with pytest.raises(KeyTaken, match="ours"):
        await create(database, {"points": 2})
    assert await read(database) == created


async def test_of_many_of_the_same_key_at_the_same_moment_one_is_kept(database: Database) -> None:
    outcomes = await asyncio.gather(
        *(create(database, {"writer": writer}) for writer in range(10)), return_exceptions=True
    )
    stored = [each for each in outcomes if isinstance(each, StoredKeyed)]
    assert len(stored) == 1
    assert sum(isinstance(each, KeyTaken) for each in outcomes) == 9
    assert await read(database) == stored[0]


async def test_a_stale_save_is_refused_and_writes_nothing(database: Database) -> None:
    await create(database)
    second = await save(database, 1, {"points": 2})
    for expected in (0, 1, 3):
        with pytest.raises(StaleRevision) as refused:
            await save(database, expected, {"points": 99})
        assert (refused.value.expected, refused.value.current) == (expected, 2)
    assert await read(database) == second


async def test_of_many_saves_at_the_same_moment_exactly_one_wins(database: Database) -> None:
    await create(database)
    outcomes = await asyncio.gather(
        *(save(database, 1, {"writer": writer}) for writer in range(10)), return_exceptions=True
    )
    winners = [each for each in outcomes if isinstance(each, StoredKeyed)]
    losers = [each for each in outcomes if isinstance(each, StaleRevision)]
    assert (len(winners), len(losers)) == (1, 9)
    assert {loser.current for loser in losers} == {2}
    assert await read(database) == winners[0]


async def test_deleting_needs_the_newest_revision_and_frees_the_key(database: Database) -> None:
    await create(database)
    await save(database, 1)
    with pytest.raises(StaleRevision) as refused:
        async with database.transaction() as session:
            await kept(session).delete("ours", 1)
    assert refused.value.current == 2
    async with database.transaction() as session:
        await kept(session).delete("ours", 2)
    with pytest.raises(KeyNotFound):
        await read(database)
    assert (await create(database)).revision == 1


async def test_models_are_listed_by_key(database: Database) -> None:
    for key in ("b", "c", "a"):
        await create(database, key=key)
    async with database.transaction() as session:
        repository = kept(session)
        assert [each.key for each in await repository.all()] == ["a", "b", "c"]
        assert await repository.count() == 3


async def test_what_does_not_exist_is_not_found(database: Database) -> None:
    async with database.transaction() as session:
        repository = kept(session)
        with pytest.raises(KeyNotFound):
            await repository.read("ours")
        with pytest.raises(KeyNotFound):
            await repository.save(1, draft())
        with pytest.raises(KeyNotFound):
            await repository.delete("ours", 1)
        assert await repository.all() == ()


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("NUL \0", {}),
        ("lone surrogate \ud800", {}),
        ("ok", {"text": "NUL \0"}),
        ("ok", {"text": "lone surrogate \ud800"}),
        ("ok", {"number": float("nan")}),
    ],
)
async def test_what_cannot_be_kept_is_refused_in_our_own_words(
    database: Database, name: str, document: dict[str, Any]
) -> None:
    with pytest.raises(UnstorableDocument):
        async with database.transaction() as session:
            await kept(session).create(draft({"points": 1} | document, name=name))
    await create(database)
    with pytest.raises(UnstorableDocument):
        async with database.transaction() as session:
            await kept(session).save(1, draft({"points": 1} | document, name=name))
    assert (await read(database)).revision == 1


async def test_kinds_do_not_share_their_keys(database: Database) -> None:
    await create(database)
    other = PRICE_BOOKS if _SHELF[0] is OPM_MODELS else OPM_MODELS
    async with database.transaction() as session:
        assert await kept(session, other).count() == 0
        assert (await kept(session, other).create(draft({"points": 7}))).revision == 1
    assert (await read(database)).document == {"points": 1}
