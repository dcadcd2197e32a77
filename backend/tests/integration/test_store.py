"""Plans and revisions on a real PostgreSQL."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from hostwise.server.store.plan_store import (
    Draft,
    PlanCursor,
    PlanNotFound,
    PlanRepository,
    RevisionNotFound,
    StoredPlan,
)
from hostwise.server.store.saving import Document, StaleRevision, UnstorableDocument
from hostwise.server.store.session import Database, sqlalchemy_url
from hostwise.server.store.tables import RevisionRow

pytestmark = pytest.mark.integration


def draft(document: Document | None = None, *, name: str = "Branch office", note: str | None = None) -> Draft:
    return Draft(name=name, document=document or {"vms": 1}, schema_version=1, plan_hash="0" * 64, note=note)


async def create(database: Database, document: Document | None = None, *, name: str = "Branch office") -> StoredPlan:
    async with database.transaction() as session:
        return await PlanRepository(session).create(draft(document, name=name))


async def save(database: Database, plan_id: UUID, expected: int, document: Document | None = None) -> StoredPlan:
    async with database.transaction() as session:
        return await PlanRepository(session).save(plan_id, expected, draft(document))


async def head(database: Database, plan_id: UUID) -> StoredPlan:
    async with database.transaction() as session:
        return await PlanRepository(session).head(plan_id)


async def test_a_new_plan_is_read_back_as_it_was_given(database: Database) -> None:
    document = {"name": "Zürich \N{EN DASH} 台北 \N{SNOWMAN}", "hosts": [4, 7.5, None, True], "deep": {"empty": {}}}
    created = await create(database, document, name="Zürich")

    assert created.summary.name == "Zürich"
    assert created.summary.head_revision == created.revision.number == 1
    assert created.summary.created_at == created.summary.updated_at == created.revision.created_at
    assert created.summary.created_at.tzinfo is not None
    assert created.revision.document == document
    assert await head(database, created.summary.id) == created


async def test_saving_adds_a_revision_and_keeps_the_old_one(database: Database) -> None:
    first = await create(database, {"vms": 1})
    plan_id = first.summary.id
    async with database.transaction() as session:
        second = await PlanRepository(session).save(plan_id, 1, draft({"vms": 2}, name="Renamed", note="more VMs"))

    assert second.summary.head_revision == second.revision.number == 2
    assert second.summary.name == "Renamed"
    assert second.summary.updated_at > first.summary.updated_at
    assert second.summary.created_at == first.summary.created_at
    assert second.revision.note == "more VMs"
    assert await head(database, plan_id) == second
    async with database.transaction() as session:
        assert await PlanRepository(session).revision(plan_id, 1) == first.revision


async def test_a_stale_save_is_refused_and_writes_nothing(database: Database) -> None:
    plan_id = (await create(database)).summary.id
    second = await save(database, plan_id, 1, {"vms": 2})
    for expected in (0, 1, 3):
        with pytest.raises(StaleRevision) as refused:
            await save(database, plan_id, expected, {"vms": 99})
        assert refused.value.current == 2
        assert refused.value.expected == expected
    assert await head(database, plan_id) == second


async def test_of_many_saves_at_the_same_moment_exactly_one_wins(database: Database) -> None:
    plan_id = (await create(database)).summary.id
    outcomes = await asyncio.gather(
        *(save(database, plan_id, 1, {"writer": writer}) for writer in range(10)), return_exceptions=True
    )
    winners = [outcome for outcome in outcomes if isinstance(outcome, StoredPlan)]
    losers = [outcome for outcome in outcomes if isinstance(outcome, StaleRevision)]
    assert (len(winners), len(losers)) == (1, 9)
    assert {loser.current for loser in losers} == {2}
    assert await head(database, plan_id) == winners[0]


async def test_a_save_waits_for_another_one_that_has_not_committed_yet(database: Database) -> None:
    plan_id = (await create(database)).summary.id
    async with database.transaction() as session:
        await PlanRepository(session).save(plan_id, 1, draft({"writer": "first"}))
        second = asyncio.create_task(save(database, plan_id, 1, {"writer": "second"}))
        await asyncio.sleep(0.1)
        assert not second.done()
    with pytest.raises(StaleRevision):
        await second
    assert (await head(database, plan_id)).revision.document == {"writer": "first"}


async def test_work_that_fails_half_way_leaves_nothing(database: Database) -> None:
    created: list[UUID] = []

    async def create_and_fail() -> None:
        async with database.transaction() as session:
            created.append((await PlanRepository(session).create(draft())).summary.id)
            raise RuntimeError("after the write")

    with pytest.raises(RuntimeError, match="after the write"):
        await create_and_fail()
    with pytest.raises(PlanNotFound):
        await head(database, created[0])


async def test_revisions_are_listed_newest_first_and_in_pages(database: Database) -> None:
    plan_id = (await create(database)).summary.id
    for number in range(1, 5):
        await save(database, plan_id, number)
    async with database.transaction() as session:
        plans = PlanRepository(session)
        numbers = [revision.number for revision in await plans.list_revisions(plan_id, limit=3)]
        assert numbers == [5, 4, 3]
        assert [revision.number for revision in await plans.list_revisions(plan_id, limit=3, before=3)] == [2, 1]
        assert await plans.list_revisions(plan_id, limit=3, before=1) == ()


async def test_plans_are_listed_last_changed_first_and_each_once(database: Database) -> None:
    created = [(await create(database, name=f"Plan {number}")).summary.id for number in range(7)]
    await save(database, created[2], 1)
    expected = [created[2], *(plan_id for plan_id in reversed(created) if plan_id != created[2])]

    seen: list[UUID] = []
    sizes: list[int] = []
    cursor: PlanCursor | None = None
    while cursor is not None or not seen:
        async with database.transaction() as session:
            page = await PlanRepository(session).list_plans(limit=3, after=cursor)
        seen += [plan.id for plan in page.plans]
        sizes.append(len(page.plans))
        cursor = PlanCursor.decode(page.next.encode()) if page.next else None
    assert seen == expected
    assert sizes == [3, 3, 1]


async def test_plans_made_in_the_same_transaction_are_paged_without_loss(database: Database) -> None:
    async with database.transaction() as session:
        plans = PlanRepository(session)
        created = {(await plans.create(draft())).summary.id for _ in range(6)}
        first = await plans.list_plans(limit=3)
        second = await plans.list_plans(limit=3, after=first.next)
    assert {plan.id for plan in (*first.plans, *second.plans)} == created
    assert second.next is None


async def test_no_plans_is_an_empty_page(database: Database) -> None:
    async with database.transaction() as session:
        page = await PlanRepository(session).list_plans(limit=10)
    assert page.plans == ()
    assert page.next is None


@pytest.mark.parametrize("text", ["", "x", "%%%", "YWJj", "YSBi", "\N{SNOWMAN}", "MjAyNi0wMS0wMSBub3QtYS11dWlk"])
def test_a_made_up_cursor_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a cursor"):
        PlanCursor.decode(text)


async def test_deleting_needs_the_newest_revision_and_takes_all(database: Database) -> None:
    plan_id = (await create(database)).summary.id
    await save(database, plan_id, 1)
    with pytest.raises(StaleRevision) as refused:
        async with database.transaction() as session:
            await PlanRepository(session).delete(plan_id, 1)
    assert refused.value.current == 2

    async with database.transaction() as session:
        await PlanRepository(session).delete(plan_id, 2)
    with pytest.raises(PlanNotFound):
        await head(database, plan_id)
    async with database.transaction() as session:
        with pytest.raises(PlanNotFound):
            await PlanRepository(session).revision(plan_id, 1)


async def test_what_does_not_exist_is_not_found(database: Database) -> None:
    missing = uuid4()
    plan_id = (await create(database)).summary.id
    async with database.transaction() as session:
        plans = PlanRepository(session)
        with pytest.raises(PlanNotFound):
            await plans.head(missing)
        with pytest.raises(PlanNotFound):
            await plans.revision(missing, 1)
        with pytest.raises(PlanNotFound):
            await plans.list_revisions(missing, limit=1)
        with pytest.raises(PlanNotFound):
            await plans.save(missing, 1, draft())
        with pytest.raises(PlanNotFound):
            await plans.delete(missing, 1)
        with pytest.raises(RevisionNotFound):
            await plans.revision(plan_id, 2)


async def test_the_database_itself_refuses_to_change_a_revision(database: Database) -> None:
    plan_id = (await create(database)).summary.id
    with pytest.raises(IntegrityError, match="cannot be changed"):
        async with database.transaction() as session:
            await session.execute(update(RevisionRow).where(RevisionRow.plan_id == plan_id).values(note="history"))


@pytest.mark.parametrize(
    ("name", "document"),
    [
        ("NUL \0", {}),
        ("lone surrogate \ud800", {}),
        ("ok", {"text": "NUL \0"}),
        ("ok", {"NUL \0": 1}),
        ("ok", {"text": "lone surrogate \ud800"}),
        ("ok", {"number": float("nan")}),
        ("ok", {"number": float("inf")}),
    ],
)
async def test_what_cannot_be_kept_is_refused_in_our_own_words(
    database: Database, name: str, document: dict[str, Any]
) -> None:
    with pytest.raises(UnstorableDocument):
        async with database.transaction() as session:
            await PlanRepository(session).create(draft({"vms": 1} | document, name=name))
    plan_id = (await create(database)).summary.id
    with pytest.raises(UnstorableDocument):
        async with database.transaction() as session:
            await PlanRepository(session).save(plan_id, 1, draft({"vms": 1} | document, name=name))
    assert (await head(database, plan_id)).summary.head_revision == 1


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg", "postgresql+asyncpg"])
def test_any_spelling_of_a_postgresql_address_is_understood(scheme: str) -> None:
    url = sqlalchemy_url(f"{scheme}://someone@db.example:5433/plans")
    assert url.drivername == "postgresql+psycopg"
    assert (url.host, url.port, url.database) == ("db.example", 5433, "plans")


@pytest.mark.parametrize("address", ["", "plans", "sqlite:///plans.db", "mysql://someone:hush@db.example/plans"])
def test_another_address_is_refused_without_repeating_it(address: str) -> None:
    with pytest.raises(ValueError, match="DATABASE_URL must look like") as refused:
        sqlalchemy_url(address)
    assert "hush" not in str(refused.value)
