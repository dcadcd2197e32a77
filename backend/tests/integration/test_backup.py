"""A backup, everything lost, restored: equal answers and hashes, also from the schema of older versions."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import psycopg
import pytest
from fastapi.testclient import TestClient

from hostwise.server.application import create_app
from hostwise.server.commands import command_line
from hostwise.server.settings import Settings
from hostwise.server.store import migrate
from hostwise.server.store.backup_file import TABLES, BackupError, restore_backup, verify_backup, write_backup
from tests.integration.serving import environment

pytestmark = pytest.mark.integration

FIXTURE = Path(__file__).parent / "backup-schema-0003.zip"
"""A backup of an installation with the schema of 0.2.0, the first version that was released: made by `put_rows`."""

PLAN_ID = "00000000-0000-0000-0000-000000000001"


def client_of(database_url: str, **settings: Any) -> TestClient:
    return TestClient(
        create_app(Settings.model_construct(database_url=database_url, **settings)), base_url="http://127.0.0.1"
    )


def answers(client: TestClient, token: str, link: str) -> dict[str, Any]:
    """Everything that an installation answers about what it keeps."""
    headers = {"Authorization": f"Bearer {token}"}
    found: dict[str, Any] = {}
    for each in client.get("/api/v1/plans", headers=headers).json()["items"]:
        address = f"/api/v1/plans/{each['id']}"
        for number in range(1, each["head_revision"] + 1):
            found[f"{address} {number}"] = client.get(f"{address}?revision={number}", headers=headers).json()
            found[f"{address} {number} result"] = client.get(
                f"{address}/result?revision={number}", headers=headers
            ).json()
        found[f"{address} scenarios"] = client.get(f"{address}/scenarios", headers=headers).json()
        found[f"{address} shares"] = client.get(f"{address}/shares", headers=headers).json()
    for path in ("plans", "deleted-plans", "opm-models", "price-books", "price-books/acme", "audit"):
        found[path] = client.get(f"/api/v1/{path}", headers=headers).json()
    found["tokens"] = [each | {"last_used_at": None} for each in client.get("/api/v1/tokens", headers=headers).json()]
    found["link"] = client.get(link).json()
    return found


def filled(client: TestClient) -> tuple[str, str]:
    """An installation with something of everything; returns a token, and the address of a link."""
    for key in ("light-io", "moderate-io", "friedman13"):
        plan = client.get(f"/api/v1/samples/{key}").json()
        made = client.post("/api/v1/plans", json=plan | {"description": 'Größe "x"\\ \n \u2028 \U0001f600'}).json()
        client.put(f"/api/v1/plans/{made['id']}", json=plan | {"name": "Second"}, headers={"If-Match": '"1"'})
    gone = client.post("/api/v1/plans", json=plan).json()["id"]
    client.delete(f"/api/v1/plans/{gone}", headers={"If-Match": '"1"'})
    scenario = {"name": "Zürich", "plan": plan | {"description": "Variant"}}
    assert client.put(f"/api/v1/plans/{made['id']}/scenarios/one", json=scenario).status_code == 200
    link = client.post(f"/api/v1/plans/{made['id']}/shares", json={"anonymised": True}).json()["path"]
    point = {"medium": "ssd_local", "overcommit_ratio": 1.5, "per_vm": 5600.123456789012}
    model = {"key": "ours", "name": "Ours", "baseline_opm_per_vm": 6000, "points": [point]}
    assert client.post("/api/v1/opm-models", json=model).status_code == 201
    price = {"part": "drives/micron-7450-pro-7.68tb", "price": 1180.123456789012, "currency": "EUR", "date": "2026-11"}
    book = {"key": "acme", "name": "Acme", "prices": [price]}
    assert client.post("/api/v1/price-books", json=book).status_code == 201
    token = client.post("/api/v1/tokens", json={"name": "all", "scopes": ["write", "admin"]}).json()["token"]
    return token, link


def test_backup_wipe_restore_gives_equal_answers_and_hashes(
    database_url: str, empty_database_url: str, tmp_path: Path
) -> None:
    file, again = tmp_path / "backup", tmp_path / "again"
    with client_of(database_url) as client:
        token, link = filled(client)
        # The server goes on while the backup is made.
        before = answers(client, token, link)
        written = write_backup(database_url, file, "9")
    assert file.stat().st_mode & 0o077 == 0
    assert {each: content.rows for each, content in written.tables.items()} == {
        "plans": 4,
        "revisions": 7,
        "scenarios": 1,
        "opm_models": 1,
        "price_books": 1,
        "tokens": 1,
        "shares": 1,
        "audit": 13,
    }
    restore_backup(empty_database_url, file)
    migrate.check(empty_database_url)
    with client_of(empty_database_url, require_token=True) as client:
        assert answers(client, token, link) == before
        write_backup(empty_database_url, again, "9")
        # What is written afterwards has numbers of its own.
        plan = client.get("/api/v1/samples/light-io", headers={"Authorization": f"Bearer {token}"}).json()
        assert client.post("/api/v1/plans", json=plan, headers={"Authorization": f"Bearer {token}"}).status_code == 201
    for table in ("plans", "revisions", "scenarios", "opm_models", "price_books", "shares", "audit"):
        assert verify_backup(again).tables[table] == written.tables[table]
    secret = token.split("_")[2].encode()
    with ZipFile(file) as archive:
        assert all(secret not in archive.read(name) for name in archive.namelist())


def test_a_restored_plan_keeps_its_key(database_url: str, empty_database_url: str, tmp_path: Path) -> None:
    headers = {"Idempotency-Key": "k1"}
    with client_of(database_url) as client:
        plan = client.get("/api/v1/samples/light-io").json()
        first = client.post("/api/v1/plans", json=plan, headers=headers)
        assert first.status_code == 201
        write_backup(database_url, tmp_path / "backup", "9")
    restore_backup(empty_database_url, tmp_path / "backup")
    with client_of(empty_database_url) as client:
        assert client.post("/api/v1/plans", json=plan, headers=headers).json() == first.json()
        assert len(client.get("/api/v1/plans").json()["items"]) == 1


def test_an_installation_in_use_is_not_replaced_by_mistake(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    with client_of(database_url) as client:
        _, link = filled(client)
        write_backup(database_url, file, "9")
        later = client.post("/api/v1/plans", json=client.get("/api/v1/samples/vmw10").json()).json()["id"]
        with pytest.raises(BackupError, match="in use"):
            restore_backup(database_url, file)
        assert client.get(f"/api/v1/plans/{later}").status_code == 200
        restore_backup(database_url, file, replace=True)
        # The running server answers from what was restored.
        assert client.get(f"/api/v1/plans/{later}").status_code == 404
        assert client.get(link).status_code == 200


def put_rows(database_url: str, document: dict[str, Any]) -> None:
    """What a version of that time may have kept: rows as they were then, in the tables that there were."""
    with psycopg.connect(database_url) as connection:
        tables = {row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}
        if "audit" in tables:
            # What a row must have since schema 0004.
            connection.execute("ALTER TABLE plans ALTER stored_bytes SET DEFAULT 7")
            connection.execute("ALTER TABLE shares ALTER keeps_host_models SET DEFAULT false")
        if "scenarios" in tables:
            # What a row must have since schema 0009.
            connection.execute("ALTER TABLE shares ALTER shows_scenarios SET DEFAULT false")
        connection.execute("INSERT INTO plans (id, name, head_revision) VALUES (%s, 'Old', 2)", [PLAN_ID])
        for number in (1, 2):
            connection.execute(
                "INSERT INTO revisions (plan_id, number, document, schema_version, plan_hash)"
                " VALUES (%s, %s, %s, 1, 'x')",
                [PLAN_ID, number, json.dumps(document | {"name": f"Old {number}"})],
            )
        if "tokens" in tables:
            connection.execute(
                "INSERT INTO tokens (id, name, secret_hash, scopes) VALUES ('0123456789abcdef', 'old',"
                " sha256(convert_to(repeat('0', 64), 'UTF8')), '{read,write}')"
            )
            connection.execute(
                "INSERT INTO shares (id, plan_id, revision, secret_hash, anonymised, expires_at)"
                " VALUES ('0123456789abcdef', %s, 1, sha256(convert_to(repeat('0', 64), 'UTF8')), true,"
                " now() + interval '99 years')",
                [PLAN_ID],
            )


def old_document() -> dict[str, Any]:
    from hostwise.decision.samples.samples import sample_plan
    from hostwise.plan.document import plan_json

    return plan_json(sample_plan("light-io"))


def check_old(database_url: str, *, tokens: bool) -> None:
    """That the rows of `put_rows` work in this version."""
    with client_of(database_url) as client:
        (item,) = client.get("/api/v1/plans").json()["items"]
        assert (item["id"], item["name"], item["head_revision"]) == (PLAN_ID, "Old", 2)
        for number in (1, 2):
            found = client.get(f"/api/v1/plans/{PLAN_ID}?revision={number}").json()
            assert found["plan"]["name"] == f"Old {number}"
        assert client.get(f"/api/v1/plans/{PLAN_ID}/result").status_code == 200
        assert client.delete(f"/api/v1/plans/{PLAN_ID}", headers={"If-Match": '"2"'}).status_code == 204
        assert client.post(f"/api/v1/deleted-plans/{PLAN_ID}/restore").status_code == 200
        if not tokens:
            return
        headers = {"Authorization": f"Bearer hw_0123456789abcdef_{64 * '0'}"}
        # A token to save saves as before, and manages no tokens any more.
        plan = client.get("/api/v1/samples/light-io", headers=headers).json()
        assert client.post("/api/v1/plans", json=plan, headers=headers).status_code == 201
        assert client.post("/api/v1/tokens", json={"name": "x"}, headers=headers).status_code == 403
        assert [each["name"] for each in client.get("/api/v1/tokens", headers=headers).json()] == ["old"]
        shared = client.get(f"/api/v1/shared/hws_0123456789abcdef_{64 * '0'}")
        assert (shared.status_code, shared.json()["plan"]["name"]) == (200, "Shared plan")


@pytest.mark.parametrize("schema", ["0001", "0002", "0003", "0006"])
def test_a_backup_of_an_older_schema_is_restored(
    schema: str, empty_database_url: str, database_url: str, tmp_path: Path
) -> None:
    migrate.upgrade(empty_database_url, schema)
    put_rows(empty_database_url, old_document())
    written = write_backup(empty_database_url, tmp_path / "old", "0.1")
    assert written.schema == schema
    restore_backup(database_url, tmp_path / "old")
    migrate.check(database_url)
    check_old(database_url, tokens=schema >= "0003")


def test_a_backup_that_was_made_long_ago_is_restored(database_url: str) -> None:
    assert verify_backup(FIXTURE).schema == "0003"
    restore_backup(database_url, FIXTURE)
    check_old(database_url, tokens=True)


def test_every_table_is_backed_up(database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        there = {row[0] for row in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")}
    # What jobs hold can be computed again.
    not_kept = {"jobs", "job_answers", "job_chunks", "job_turns", "job_workers"}
    assert there == {*TABLES, "alembic_version"} | not_kept


def damaged(change: Callable[[dict[str, bytes]], None], source: Path, to: Path) -> Path:
    with ZipFile(source) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with ZipFile(to, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return to


def test_what_is_damaged_or_unknown_is_refused_and_changes_nothing(database_url: str, tmp_path: Path) -> None:
    def lost(members: dict[str, bytes]) -> None:
        members["revisions.ndjson"] = members["revisions.ndjson"].split(b"\n", 1)[1]

    def changed(members: dict[str, bytes]) -> None:
        members["plans.ndjson"] = members["plans.ndjson"].replace(b"Old", b"New")

    def gone(members: dict[str, bytes]) -> None:
        del members["tokens.ndjson"]

    def newer(members: dict[str, bytes]) -> None:
        members["manifest.json"] = members["manifest.json"].replace(b'"0003"', b'"9999"')

    def other(members: dict[str, bytes]) -> None:
        members["manifest.json"] = members["manifest.json"].replace(b'"format": 1', b'"format": 2')

    def foreign(members: dict[str, bytes]) -> None:
        del members["manifest.json"]

    cut = tmp_path / "cut"
    cut.write_bytes(FIXTURE.read_bytes()[:-100])
    files = [
        (damaged(change, FIXTURE, tmp_path / change.__name__), words)
        for change, words in (
            (lost, "damaged"),
            (changed, "damaged"),
            (gone, "damaged"),
            (newer, "does not know"),
            (other, "format 2"),
            (foreign, "not a backup"),
        )
    ]
    with client_of(database_url) as client:
        kept = client.post("/api/v1/plans", json=client.get("/api/v1/samples/vmw10").json()).json()["id"]
        for file, words in [*files, (cut, "damaged"), (tmp_path / "none", "Cannot read")]:
            with pytest.raises(BackupError, match=words):
                restore_backup(database_url, file, replace=True)
        assert client.get(f"/api/v1/plans/{kept}").status_code == 200


def test_rows_that_no_table_takes_are_refused_and_change_nothing(database_url: str, tmp_path: Path) -> None:
    """A backup that agrees with itself, and that no version of Hostwise wrote."""
    rows = [b"x\n", b"{}\n", b"[]\n", b"\xff\n", b'{"id": "x"}\n', b'{"id": "\\u0000"}\n']
    with client_of(database_url) as client:
        kept = client.post("/api/v1/plans", json=client.get("/api/v1/samples/vmw10").json()).json()["id"]
        for row in rows:

            def other(members: dict[str, bytes], row: bytes = row) -> None:
                said = json.loads(members["manifest.json"])
                said["tables"]["plans"] = {"rows": 1, "sha256": hashlib.sha256(row).hexdigest()}
                members |= {"plans.ndjson": row, "manifest.json": json.dumps(said).encode()}

            file = damaged(other, FIXTURE, tmp_path / "other")
            verify_backup(file)
            with pytest.raises(BackupError, match="is damaged: a row of the table plans"):
                restore_backup(database_url, file, replace=True)
        assert client.get(f"/api/v1/plans/{kept}").status_code == 200


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (lambda rows: [each for each in rows if each["number"] != 2], 'the plan "Old" should be at revision 2'),
        (lambda rows: [], "the backup has no revision"),
        (lambda rows: [*rows, {**rows[-1], "number": 9}], "the backup has revision 9 as its newest"),
    ],
)
def test_a_plan_without_the_revision_that_it_names_is_refused_by_its_name(
    changed: Callable[[list[dict[str, Any]]], list[dict[str, Any]]], said: str, database_url: str, tmp_path: Path
) -> None:
    def other(members: dict[str, bytes]) -> None:
        manifest = json.loads(members["manifest.json"])
        rows = changed([json.loads(each) for each in members["revisions.ndjson"].splitlines()])
        text = b"".join(json.dumps(each).encode() + b"\n" for each in rows)
        manifest["tables"]["revisions"] = {"rows": len(rows), "sha256": hashlib.sha256(text).hexdigest()}
        for table in ("shares", "scenarios"):
            if table in manifest["tables"]:
                manifest["tables"][table] = {"rows": 0, "sha256": hashlib.sha256(b"").hexdigest()}
                members[f"{table}.ndjson"] = b""
        members |= {"revisions.ndjson": text, "manifest.json": json.dumps(manifest).encode()}

    with client_of(database_url) as client:
        kept = client.post("/api/v1/plans", json=client.get("/api/v1/samples/vmw10").json()).json()["id"]
        file = damaged(other, FIXTURE, tmp_path / "other")
        verify_backup(file)
        with pytest.raises(BackupError) as refused:
            restore_backup(database_url, file, replace=True)
        assert said in str(refused.value)
        assert client.get(f"/api/v1/plans/{kept}").status_code == 200


def test_a_restore_that_fails_half_way_changes_nothing(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with client_of(database_url) as client:
        kept = client.post("/api/v1/plans", json=client.get("/api/v1/samples/vmw10").json()).json()["id"]

        def fail(*_: object) -> None:
            raise BackupError("No space left on device")

        monkeypatch.setattr("hostwise.server.store.backup_file._fill", fail)
        with pytest.raises(BackupError, match="No space left"):
            restore_backup(database_url, FIXTURE, replace=True)
        assert client.get(f"/api/v1/plans/{kept}").status_code == 200


def test_what_cannot_be_backed_up(database_url: str, empty_database_url: str, tmp_path: Path) -> None:
    (tmp_path / "there").write_text("precious")
    with pytest.raises(BackupError, match="exists already"):
        write_backup(database_url, tmp_path / "there", "9")
    with pytest.raises(BackupError, match="Cannot write"):
        write_backup(database_url, tmp_path / "no" / "such" / "folder", "9")
    with pytest.raises(BackupError, match="no installation"):
        write_backup(empty_database_url, tmp_path / "empty", "9")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["there"]
    assert (tmp_path / "there").read_text() == "precious"


def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def command(folder: str, *arguments: str) -> tuple[int, str]:
        for name, value in environment(tmp_path / folder).items():
            monkeypatch.setenv(name, value)
        code = command_line.main([*arguments])
        said = capsys.readouterr()
        return code, said.out + said.err

    assert command("one", "import", "sample:light-io", "sample:vmw10")[0] == 0
    file = str(tmp_path / "installation.backup")
    code, said = command("one", "backup", file)
    assert (code, "2 plans, 2 revisions" in said) == (0, True), said
    assert command("one", "backup", file)[0] == 1
    assert command("one", "restore", file)[0] == 1
    assert command("one", "restore", "--check", file)[0] == 0
    assert command("two", "restore", file)[0] == 0
    code, said = command("two", "audit")
    assert [line.split()[-1] for line in said.splitlines()[1:2]] == ["installation"]
    assert said.count("plan.created") == 2
    assert command("two", "restore", "--replace", file)[0] == 0


def test_a_restore_says_which_tokens_manage_tokens_and_leaves_them_out_if_asked_to(
    database_url: str,
    empty_database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file, address = tmp_path / "backup", "/api/v1/plans"
    with client_of(database_url) as client:
        plan = client.post(address, json=client.get("/api/v1/samples/light-io").json()).json()["id"]
        made = {
            name: client.post("/api/v1/tokens", json={"name": name, "scopes": scopes}).json()
            for name, scopes in (
                ("manages", ["admin"]),
                ("manages and saves", ["write", "admin"]),
                ("saves", ["write"]),
                ("managed", ["admin"]),
            )
        }
        client.delete(f"/api/v1/tokens/{made['managed']['id']}")
        saving = {"Authorization": f"Bearer {made['saves']['token']}"}
        link = client.post(f"{address}/{plan}/shares", json={}, headers=saving).json()
        write_backup(database_url, file, "9")
        client.delete(f"/api/v1/tokens/{made['manages']['id']}")

    def restored(*options: str) -> str:
        for name, value in environment(tmp_path, DATABASE_URL=empty_database_url).items():
            monkeypatch.setenv(name, value)
        assert command_line.main(["restore", *options, str(file)]) == 0
        return capsys.readouterr().out

    said = restored()
    listed = [line for line in said.splitlines() if line[:16] in {each["id"] for each in made.values()}]
    assert [line.split("  ")[1] for line in listed] == ["manages", "manages and saves"]
    for line in listed:
        assert [len(day) for day in line.split()[-2:]] == [10, 10]
    with client_of(empty_database_url) as client:
        assert client.get(address, headers=saving).status_code == 200
    said = restored("--replace", "--without-tokens")
    assert "its tokens were left out" in said
    assert "manage tokens" not in said
    with client_of(empty_database_url) as client:
        assert client.get("/api/v1/tokens").json() == []
        assert client.get(address, headers=saving).status_code == 401
        # A link is not a token, and what made it is still known.
        assert client.get(link["path"]).status_code == 200
        (listed_link,) = client.get(f"{address}/{plan}/shares").json()
        assert (listed_link["created_by"], listed_link["created_by_name"]) == (made["saves"]["id"], None)
        newest = client.get("/api/v1/audit").json()["items"][0]
        assert (newest["action"], "without its tokens" in newest["detail"]) == ("installation.restored", True)
