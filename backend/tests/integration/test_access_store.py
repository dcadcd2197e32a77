"""Tokens and shared links on a real PostgreSQL."""

import asyncio
import contextvars
from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from hostwise.catalogue.loader import load_catalogue
from hostwise.server.access.token_documents import Revoked, Scope, TokenState
from hostwise.server.access.tokens import TokenNotFound, TokenRefused, Tokens
from hostwise.server.sharing.shares import Shares
from hostwise.server.store.plan_store import Draft, PlanNotFound, PlanRepository
from hostwise.server.store.session import Database
from hostwise.server.store.share_store import ShareDraft, ShareNotFound, ShareRepository
from hostwise.server.store.token_store import TokenDraft, TokenRepository

pytestmark = pytest.mark.integration

DAY = timedelta(days=1)


async def plan(database: Database) -> UUID:
    draft = Draft(name="Plan", document={"name": "Plan"}, schema_version=1, plan_hash="hash")
    async with database.transaction() as session:
        return (await PlanRepository(session).create(draft)).summary.id


async def names(database: Database) -> list[str]:
    async with database.transaction() as session:
        return [each.name for each in (await PlanRepository(session).list_plans(limit=100)).plans]


async def create(database: Database, name: str) -> None:
    async with database.transaction() as session:
        draft = Draft(name=name, document={}, schema_version=1, plan_hash="hash")
        await PlanRepository(session).create(draft)


async def undone(database: Database, name: str, *, within: bool) -> None:
    """A transaction that comes to nothing, of its own or within the one around it."""
    async with database.transaction() if within else database.joined():
        await create(database, name)
        raise ZeroDivisionError


async def test_transactions_within_one_are_committed_together_or_not_at_all(database: Database) -> None:
    async with database.joined():
        await create(database, "one")
        with pytest.raises(ZeroDivisionError):
            await undone(database, "undone", within=True)
        await create(database, "two")
    assert sorted(await names(database)) == ["one", "two"]
    with pytest.raises(ZeroDivisionError):
        await undone(database, "three", within=False)
    assert sorted(await names(database)) == ["one", "two"]


async def test_other_tasks_and_other_databases_are_not_part_of_it(database: Database, database_url: str) -> None:
    other, start = Database(database_url), asyncio.Event()

    async def meanwhile() -> None:
        await start.wait()
        await create(database, "another task")

    async def joined() -> None:
        async with database.joined():
            await create(database, "joined")
            await create(other, "another database")
            start.set()
            await task
            raise ZeroDivisionError

    task = asyncio.create_task(meanwhile())
    with pytest.raises(ZeroDivisionError):
        await joined()
    assert sorted(await names(database)) == ["another database", "another task"]
    await other.close()


async def test_what_goes_to_the_log_with_an_error_has_no_values_in_it(database: Database) -> None:
    with pytest.raises(Exception, match="SQL parameters hidden") as refused:
        async with database.transaction() as session:
            await session.execute(text("SELECT 1 / :zero, :secret"), {"zero": 0, "secret": "hush"})
    assert "hush" not in str(refused.value)


async def test_a_token_lives_until_it_expires_or_is_revoked(database: Database) -> None:
    tokens = Tokens(database)
    made = await tokens.create("one", [Scope.WRITE], DAY)
    caller = await tokens.caller(made.token)
    assert (caller.token_id, caller.scopes) == (made.id, frozenset({Scope.READ, Scope.WRITE}))
    assert made.expires_at is not None
    assert made.expires_at - made.created_at == DAY
    await tokens.revoke(made.prefix)
    (first,) = await tokens.listing()
    await tokens.revoke(made.id)
    (again,) = await tokens.listing()
    assert first.state is TokenState.REVOKED
    assert again == first
    with pytest.raises(TokenRefused):
        await tokens.caller(made.token)
    for unknown in ("0123456789abcdef", "nonsense", "\0"):
        with pytest.raises(TokenNotFound):
            await tokens.revoke(unknown)


async def test_nothing_is_made_beside_a_revocation(database: Database) -> None:
    tokens, plan_id = Tokens(database), await plan(database)
    by = await tokens.caller((await tokens.create("maker", [Scope.ADMIN], DAY)).token)
    assert by.token_id is not None

    async def revocation_waits() -> None:
        query = text("SELECT count(*) FROM pg_locks WHERE NOT granted")
        waiting = 0
        while not waiting:
            async with database.transaction() as session:
                waiting = (await session.execute(query)).scalar_one()

    async with database.joined() as session:
        made = await tokens.create("made", [Scope.READ], DAY, by)
        await ShareRepository(session).create(ShareDraft("a", plan_id, 1, b"hash", False, DAY, created_by=by.token_id))
        # In a context of its own: not a part of this transaction.
        revoking = asyncio.create_task(tokens.revoke(by.token_id), context=contextvars.Context())
        await asyncio.create_task(revocation_waits(), context=contextvars.Context())
    assert await revoking == Revoked(tokens=1, shares=1, jobs=0)
    with pytest.raises(TokenRefused):
        await tokens.caller(made.token)
    # A caller that was admitted before the revocation.
    with pytest.raises(TokenRefused):
        await tokens.create("late", [Scope.READ], DAY, by)
    with pytest.raises(TokenRefused):
        await Shares(database, load_catalogue()).create(plan_id, 1, anonymous=False, lifetime=DAY, by=by)


async def test_tokens_nobody_can_use_are_forgotten_after_a_while(database: Database) -> None:
    async with database.transaction() as session:
        repository = TokenRepository(session)
        for each, lifetime in (("old", -timedelta(days=91)), ("recent", -DAY), ("usable", DAY), ("forever", None)):
            await repository.create(TokenDraft(each, each, b"", ("read",), lifetime))
        assert await repository.count_usable() == 2
        await repository.forget_unusable(timedelta(days=90))
        assert {each.id: each.expired for each in await repository.list_tokens(9)} == {
            "recent": True,
            "usable": False,
            "forever": False,
        }
        assert len(await repository.list_tokens(2)) == 2


async def test_many_uses_at_the_same_moment_are_noted(database: Database) -> None:
    tokens = Tokens(database)
    made = await tokens.create("one", [Scope.READ], None)
    await asyncio.gather(*(tokens.caller(made.token) for _ in range(20)))
    (listed,) = await tokens.listing()
    assert listed.last_used_at is not None


async def test_a_link_leads_to_one_revision(database: Database) -> None:
    plan_id = await plan(database)
    async with database.transaction() as session:
        repository = ShareRepository(session)
        await repository.create(ShareDraft("a", plan_id, 1, b"hash", True, DAY))
        await repository.create(ShareDraft("b", plan_id, 1, b"hash", False, -DAY))
    async with database.transaction() as session:
        repository = ShareRepository(session)
        opened = await repository.open("a")
        assert opened is not None
        assert (opened.revision, opened.anonymised, opened.document) == (1, True, {"name": "Plan"})
        assert await repository.open("b") is None
        assert await repository.count_usable(plan_id) == 1
        assert {each.id: each.expired for each in await repository.list_shares(plan_id, 9)} == {"a": False, "b": True}
        with pytest.raises(ShareNotFound):
            await repository.revoke(uuid4(), "a")
        await repository.revoke(plan_id, "a")
        assert await repository.open("a") is None


async def test_there_is_no_link_to_what_is_not_there(database: Database) -> None:
    for plan_id, revision in ((uuid4(), 1), (await plan(database), 2)):
        with pytest.raises(PlanNotFound):
            async with database.transaction() as session:
                await ShareRepository(session).create(ShareDraft("a", plan_id, revision, b"", False, DAY))
    async with database.transaction() as session:
        with pytest.raises(PlanNotFound):
            await ShareRepository(session).list_shares(uuid4(), 9)
