"""The migrations lead to the tables the code declares, and back."""

import psycopg
import pytest

from hostwise.store import migrate
from hostwise.store.session import Database

pytestmark = pytest.mark.integration

TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name"
FUNCTIONS = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"


def names(database_url: str, query: str) -> list[str]:
    with psycopg.connect(database_url) as connection:
        return [row[0] for row in connection.execute(query)]


def test_up_down_and_up_again(empty_database_url: str) -> None:
    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, TABLES) == ["alembic_version", "plans", "revisions"]
    assert names(empty_database_url, "SELECT version_num FROM alembic_version") == [migrate.head()]

    migrate.downgrade(empty_database_url, "base")
    assert names(empty_database_url, TABLES) == ["alembic_version"]
    assert names(empty_database_url, FUNCTIONS) == []

    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, TABLES) == ["alembic_version", "plans", "revisions"]


def test_upgrading_an_up_to_date_database_changes_nothing(database_url: str) -> None:
    migrate.upgrade(database_url)
    assert names(database_url, "SELECT version_num FROM alembic_version") == [migrate.head()]


def test_the_tables_are_those_the_code_declares(database_url: str) -> None:
    migrate.check(database_url)


def test_every_constraint_and_index_has_a_name_of_ours(database_url: str) -> None:
    constraints = names(
        database_url,
        "SELECT conname FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'"
        " AND conrelid <> 'alembic_version'::regclass ORDER BY conname",
    )
    assert constraints == [
        "ck_plans_head_revision_from_1",
        "ck_revisions_number_from_1",
        "fk_revisions_plan_id",
        "pk_plans",
        "pk_revisions",
    ]


async def test_a_database_without_tables_is_not_ready(empty_database_url: str) -> None:
    database = Database(empty_database_url)
    with pytest.raises(Exception, match="alembic_version"):
        await database.check()
    migrate.upgrade(empty_database_url)
    await database.check()
    await database.close()
