"""The migrations lead to the tables the code declares, and back."""

import hashlib
import zlib

import psycopg
import pytest

from hostwise.server.store import migrate
from hostwise.server.store.session import Database

pytestmark = pytest.mark.integration

TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name"
NEWEST = [
    "alembic_version",
    "audit",
    "job_answers",
    "job_chunks",
    "job_turns",
    "job_workers",
    "jobs",
    "opm_models",
    "plans",
    "price_books",
    "revisions",
    "scenarios",
    "shares",
    "tokens",
]
FUNCTIONS = "SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace"


def names(database_url: str, query: str) -> list[str]:
    with psycopg.connect(database_url) as connection:
        return [row[0] for row in connection.execute(query)]


def test_up_down_and_up_again(empty_database_url: str) -> None:
    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, TABLES) == NEWEST
    assert names(empty_database_url, "SELECT version_num FROM alembic_version") == [migrate.head()]

    migrate.downgrade(empty_database_url, "base")
    assert names(empty_database_url, TABLES) == ["alembic_version"]
    assert names(empty_database_url, FUNCTIONS) == []

    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, TABLES) == NEWEST


def test_a_step_back_keeps_what_the_older_version_knows(empty_database_url: str) -> None:
    migrate.upgrade(empty_database_url, "0002")
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(
            "INSERT INTO plans (id, name, head_revision) VALUES ('00000000-0000-0000-0000-000000000001', 'Kept', 1)"
        )
        connection.execute(
            "INSERT INTO opm_models (id, key, name, document, revision)"
            " VALUES ('00000000-0000-0000-0000-000000000002', 'ours', 'Ours', '{}', 1)"
        )
    migrate.downgrade(empty_database_url, "0001")
    assert names(empty_database_url, TABLES) == ["alembic_version", "plans", "revisions"]
    migrate.upgrade(empty_database_url, "0002")
    assert names(empty_database_url, "SELECT name FROM plans") == ["Kept"]
    assert names(empty_database_url, "SELECT name FROM opm_models") == []


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
        "ck_jobs_state_is_known",
        "ck_opm_models_revision_from_1",
        "ck_plans_head_revision_from_1",
        "ck_price_books_revision_from_1",
        "ck_revisions_number_from_1",
        "ck_tokens_scopes_not_empty",
        "fk_job_chunks_answer_hash",
        "fk_job_chunks_job_id",
        "fk_revisions_plan_id",
        "fk_scenarios_plan_id",
        "fk_shares_plan_id_revision",
        "pk_audit",
        "pk_job_answers",
        "pk_job_chunks",
        "pk_job_turns",
        "pk_job_workers",
        "pk_jobs",
        "pk_opm_models",
        "pk_plans",
        "pk_price_books",
        "pk_revisions",
        "pk_scenarios",
        "pk_shares",
        "pk_tokens",
        "uq_jobs_creation_key",
        "uq_opm_models_key",
        "uq_plans_creation_key",
        "uq_price_books_key",
    ]


async def test_a_database_without_tables_is_not_ready(empty_database_url: str) -> None:
    database = Database(empty_database_url)
    with pytest.raises(Exception, match="alembic_version"):
        await database.check()
    migrate.upgrade(empty_database_url)
    await database.check()
    await database.close()


def test_the_audit_log_says_who_made_the_links_that_are_there(empty_database_url: str) -> None:
    plan = "00000000-0000-0000-0000-000000000001"
    migrate.upgrade(empty_database_url, "0005")
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(
            "INSERT INTO plans (id, name, head_revision, stored_bytes) VALUES (%s, 'Kept', 1, 0)", [plan]
        )
        connection.execute(
            "INSERT INTO revisions (plan_id, number, document, schema_version, plan_hash) VALUES (%s, 1, '{}', 1, 'x')",
            [plan],
        )
        for share in ("by a token", "by nobody", "long ago"):
            connection.execute(
                "INSERT INTO shares (id, plan_id, revision, secret_hash, anonymised, keeps_host_models, expires_at)"
                " VALUES (%s, %s, 1, '', false, false, now())",
                [share, plan],
            )
        for share, token in (("by a token", "0123456789abcdef"), ("by nobody", None)):
            connection.execute(
                "INSERT INTO audit (actor, token_id, action, subject, detail)"
                " VALUES ('x', %s, 'share.created', %s, '')",
                [token, share],
            )
    migrate.upgrade(empty_database_url)
    of_nobody = names(empty_database_url, "SELECT id FROM shares WHERE created_by IS NULL ORDER BY id")
    assert of_nobody == ["by nobody", "long ago"]
    assert names(empty_database_url, "SELECT created_by FROM shares WHERE id = 'by a token'") == ["0123456789abcdef"]


def test_plans_stay_where_answers_go_and_come_back(empty_database_url: str) -> None:
    plan = "INSERT INTO plans (id, name, head_revision, stored_bytes) VALUES (gen_random_uuid(), %s, 1, 0)"
    migrate.upgrade(empty_database_url, "0006")
    with psycopg.connect(empty_database_url) as connection:
        for name in ("one", "another"):
            connection.execute(plan, [name])
        connection.execute(
            "INSERT INTO idempotent_answers (caller, key_hash, fingerprint, answer) VALUES ('', 'k', 'f', 'a')"
        )
    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, "SELECT name FROM plans WHERE creation_key IS NULL ORDER BY name") == [
        "another",
        "one",
    ]
    with psycopg.connect(empty_database_url) as connection:
        connection.execute("UPDATE plans SET creation_key = 'k' WHERE name = 'one'")
    with psycopg.connect(empty_database_url) as connection, pytest.raises(psycopg.errors.UniqueViolation):
        connection.execute("UPDATE plans SET creation_key = 'k' WHERE name = 'another'")
    migrate.downgrade(empty_database_url, "0006")
    assert names(empty_database_url, "SELECT name FROM plans ORDER BY name") == ["another", "one"]
    assert names(empty_database_url, "SELECT caller FROM idempotent_answers") == []
    migrate.upgrade(empty_database_url)
    migrate.check(empty_database_url)


def test_older_revisions_have_no_figures_and_stay_without_them(empty_database_url: str) -> None:
    migrate.upgrade(empty_database_url, "0007")
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(
            "WITH plan AS (INSERT INTO plans (id, name, head_revision, stored_bytes)"
            " VALUES (gen_random_uuid(), 'old', 1, 0) RETURNING id)"
            " INSERT INTO revisions (plan_id, number, document, schema_version, plan_hash)"
            " SELECT id, 1, '{}', 1, 'hash' FROM plan"
        )
    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, "SELECT plan_hash FROM revisions WHERE figures IS NULL") == ["hash"]
    migrate.downgrade(empty_database_url, "0007")
    assert names(empty_database_url, "SELECT plan_hash FROM revisions") == ["hash"]


def test_links_show_no_scenarios_that_were_not_there_when_they_were_made(empty_database_url: str) -> None:
    migrate.upgrade(empty_database_url, "0008")
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(
            "WITH plan AS (INSERT INTO plans (id, name, head_revision, stored_bytes)"
            " VALUES (gen_random_uuid(), 'old', 1, 7) RETURNING id),"
            " revision AS (INSERT INTO revisions (plan_id, number, document, schema_version, plan_hash)"
            " SELECT id, 1, '{}', 1, 'hash' FROM plan RETURNING plan_id)"
            " INSERT INTO shares (id, plan_id, revision, secret_hash, anonymised, keeps_host_models, expires_at)"
            " SELECT 'link', plan_id, 1, '', false, false, now() FROM revision"
        )
    migrate.upgrade(empty_database_url)
    assert names(empty_database_url, "SELECT shows_scenarios::text FROM shares") == ["false"]
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(
            "INSERT INTO scenarios (plan_id, key, name, document, schema_version, stored_bytes)"
            " SELECT id, 'two', 'Two', '{}', 1, 2 FROM plans"
        )
        connection.execute("UPDATE plans SET stored_bytes = 9")
    migrate.downgrade(empty_database_url, "0008")
    assert names(empty_database_url, "SELECT stored_bytes::text FROM plans") == ["7"]
    assert names(empty_database_url, "SELECT id FROM shares") == ["link"]
    migrate.upgrade(empty_database_url)
    migrate.check(empty_database_url)
    with psycopg.connect(empty_database_url) as connection:
        connection.execute(
            "INSERT INTO scenarios (plan_id, key, name, document, schema_version, stored_bytes)"
            " SELECT id, 'two', 'Two', '{}', 1, 2 FROM plans"
        )
        connection.execute("DELETE FROM plans")
    assert names(empty_database_url, "SELECT key FROM scenarios") == []


def test_results_of_jobs_are_kept_and_unfinished_jobs_say_why_they_ended(empty_database_url: str) -> None:
    done, waiting = (f"00000000-0000-0000-0000-00000000000{number}" for number in (1, 2))
    migrate.upgrade(empty_database_url, "0011")
    with psycopg.connect(empty_database_url) as connection:
        for job, state, answers in ((done, "done", (b"one" * 100, b"two")), (waiting, "running", (b"one" * 100, None))):
            connection.execute(
                "INSERT INTO jobs (id, kind, state, stored_bytes) VALUES (%s, 'batch', %s, 1000)", [job, state]
            )
            for number, answer in enumerate(answers):
                connection.execute(
                    "INSERT INTO job_chunks (job_id, number, content_hash, asked, answer, attempts)"
                    " VALUES (%s, %s, %s, 'asked', %s, 1)",
                    [job, number, bytes([number]), answer],
                )
    migrate.upgrade(empty_database_url)
    with psycopg.connect(empty_database_url) as connection:
        parts = connection.execute(
            "SELECT answer.answer FROM job_chunks JOIN job_answers AS answer ON answer.hash = answer_hash"
            " WHERE job_id = %s ORDER BY number",
            [done],
        ).fetchall()
        assert b"".join(zlib.decompress(each[0]) for each in parts) == b"one" * 100 + b"two"
        stored = sum(len(each[0]) for each in parts)
        rows = connection.execute("SELECT state, stored_bytes, asked_hash, problem ->> 'code' FROM jobs ORDER BY id")
        whole = hashlib.sha256(b"askedasked").digest()
        assert rows.fetchall() == [
            ("done", stored, whole, None),
            ("failed", len(parts[0][0]), whole, "earlier_version"),
        ]
        assert connection.execute("SELECT count(*) FROM job_answers").fetchone() == (2,)
    migrate.downgrade(empty_database_url, "0011")
    assert names(empty_database_url, "SELECT id FROM jobs") == []
