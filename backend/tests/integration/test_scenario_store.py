"""Scenarios of plans on a real PostgreSQL."""

import asyncio
from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from hostwise.server.store.plan_store import Draft, PlanNotFound, PlanRepository
from hostwise.server.store.saving import Document, UnstorableDocument
from hostwise.server.store.scenario_store import ScenarioDraft, ScenarioNotFound, ScenarioRepository, StoredScenario
from hostwise.server.store.session import Database

pytestmark = pytest.mark.integration


async def new_plan(database: Database) -> UUID:
    draft = Draft(name="Branch office", document={"vms": 1}, schema_version=1, plan_hash="0" * 64)
    async with database.transaction() as session:
        return (await PlanRepository(session).create(draft)).summary.id


async def put(
    database: Database, plan_id: UUID, key: str, document: Document | None = None, name: str = "Two spares"
) -> StoredScenario:
    async with database.transaction() as session:
        draft = ScenarioDraft(key=key, name=name, document=document or {"vms": 2}, schema_version=1)
        return await ScenarioRepository(session).put(plan_id, draft)


async def keys(database: Database, plan_id: UUID) -> list[str]:
    async with database.transaction() as session:
        return [each.key for each in await ScenarioRepository(session).list_scenarios(plan_id)]


async def stored_bytes(database: Database) -> int:
    async with database.transaction() as session:
        return (await PlanRepository(session).usage()).stored_bytes


async def test_a_scenario_is_read_back_as_it_was_given_and_replaced_under_its_key(database: Database) -> None:
    plan_id = await new_plan(database)
    document = {"name": "Zürich \N{SNOWMAN}", "hosts": [4, 7.5, None, True]}
    first = await put(database, plan_id, "a", document)
    assert (first.document, first.name, first.created_at) == (document, "Two spares", first.updated_at)
    assert first.created_at.tzinfo is not None
    await put(database, plan_id, "b")
    again = await put(database, plan_id, "a", {"vms": 3}, name="Three spares")
    assert (again.document, again.name, again.created_at) == ({"vms": 3}, "Three spares", first.created_at)
    assert again.updated_at > first.updated_at
    assert await keys(database, plan_id) == ["a", "b"]


async def test_the_quota_counts_what_is_kept_and_no_more(database: Database) -> None:
    plan_id = await new_plan(database)
    before = await stored_bytes(database)
    await put(database, plan_id, "a", {"vms": 2})
    assert await stored_bytes(database) == before + len('{"vms": 2}')
    await put(database, plan_id, "a", {"vms": 200})
    assert await stored_bytes(database) == before + len('{"vms": 200}')
    # Those of one plan that come at one moment wait for each other.
    await asyncio.gather(*(put(database, plan_id, f"k{each}") for each in range(8)))
    assert await stored_bytes(database) == before + len('{"vms": 200}') + 8 * len('{"vms": 2}')
    async with database.transaction() as session:
        for key in await keys(database, plan_id):
            await ScenarioRepository(session).delete(plan_id, key)
    assert await stored_bytes(database) == before


async def test_a_copy_has_scenarios_of_its_own(database: Database) -> None:
    first, second = await new_plan(database), await new_plan(database)
    before = await stored_bytes(database)
    await put(database, first, "a")
    await put(database, first, "b")
    async with database.transaction() as session:
        await ScenarioRepository(session).copy(first, second)
    assert await stored_bytes(database) == before + 4 * len('{"vms": 2}')
    async with database.transaction() as session:
        await ScenarioRepository(session).delete(second, "a")
    assert (await keys(database, first), await keys(database, second)) == (["a", "b"], ["b"])


async def test_they_are_deleted_restored_and_purged_with_their_plan(database: Database) -> None:
    plan_id = await new_plan(database)
    await put(database, plan_id, "a")
    async with database.transaction() as session:
        await PlanRepository(session).delete(plan_id, 1)
    with pytest.raises(PlanNotFound):
        await keys(database, plan_id)
    with pytest.raises(PlanNotFound):
        await put(database, plan_id, "b")
    async with database.transaction() as session:
        await PlanRepository(session).restore(plan_id, timedelta(days=30))
    assert await keys(database, plan_id) == ["a"]
    async with database.transaction() as session:
        await PlanRepository(session).delete(plan_id, 1)
        await PlanRepository(session).purge(plan_id)
    assert await stored_bytes(database) == 0


async def test_what_is_not_there_or_cannot_be_kept_is_refused(database: Database) -> None:
    plan_id = await new_plan(database)
    with pytest.raises(PlanNotFound):
        await put(database, uuid4(), "a")
    with pytest.raises(UnstorableDocument):
        await put(database, plan_id, "a", {"name": "\0"})
    async with database.transaction() as session:
        with pytest.raises(ScenarioNotFound):
            await ScenarioRepository(session).delete(plan_id, "a")
