"""The database dies, stops or hangs: requests are answered at once, and the service comes back by itself."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

import psycopg
import pytest

from hostwise.server.application import create_app
from hostwise.server.settings import Settings
from hostwise.server.store.embedded import EmbeddedPostgres
from hostwise.server.store.session import Database, DatabaseUnavailable
from tests.drawing_examples import some_now
from tests.integration.serving import PATIENCE_SECONDS, http, serving

pytestmark = [pytest.mark.integration, pytest.mark.slow]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A data folder with an application that takes one blow after the other, and its address."""
    data = tmp_path_factory.mktemp("data")
    with serving(data) as (process, address):
        yield data, address
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


def backends(postmaster: int) -> list[int]:
    """The processes of the server that answer clients."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((each / "stat").read_text().rpartition(")")[2].split()[1])
            words = (each / "cmdline").read_bytes()
        except (OSError, ValueError):
            continue
        if parent == postmaster and b"hostwise hostwise" in words:
            found.append(int(each.name))
    return found


def pid_of(data_dir: Path) -> int:
    pid = EmbeddedPostgres(data_dir).pid
    assert pid is not None
    return pid


def until_ready(address: str, seconds: float = 60) -> float:
    """Wait until requests are served again; what is answered until then is 503 with all that belongs to it."""
    began = time.monotonic()
    while True:
        answers = [http.get(f"{address}{path}") for path in ("/api/v1/plans", "/health/ready")]
        for answer in answers:
            if answer.status_code != 200:
                assert answer.status_code == 503, answer.text
                assert answer.headers["content-type"] == "application/problem+json"
                assert int(answer.headers["retry-after"]) >= 1
        if all(each.status_code == 200 for each in answers):
            return time.monotonic() - began
        assert time.monotonic() - began < seconds
        time.sleep(0.05)


def saved_id(address: str, plan: Any) -> str:
    """The id of a saved plan. What strikes may be felt only after all was found ready: then a save is made again."""
    began = time.monotonic()
    while (answer := http.post(f"{address}/api/v1/plans", json=plan)).status_code == 503:
        assert time.monotonic() - began < 60
        until_ready(address)
    return str(answer.json()["id"])


def kill_postmaster(data_dir: Path) -> None:
    os.kill(pid_of(data_dir), signal.SIGKILL)


def kill_backend(data_dir: Path) -> None:
    for each in backends(pid_of(data_dir))[:1]:
        os.kill(each, signal.SIGKILL)


def kill_both(data_dir: Path) -> None:
    postmaster = pid_of(data_dir)
    for each in [*backends(postmaster), postmaster]:
        # The postmaster ends the others as soon as it sees that one has died.
        with suppress(ProcessLookupError):
            os.kill(each, signal.SIGKILL)


def shut_down(data_dir: Path) -> None:
    os.kill(pid_of(data_dir), signal.SIGINT)


@pytest.mark.parametrize(
    "strike", some_now([kill_postmaster, kill_backend, kill_both, shut_down], now=[kill_postmaster])
)
def test_a_database_that_ends_is_started_again(running: tuple[Path, str], strike: Callable[[Path], None]) -> None:
    data, address = running
    until_ready(address)
    plan = http.get(f"{address}/api/v1/samples/light-io").json()
    ids = []
    for _ in range(3):
        ids.append(saved_id(address, plan))
        strike(data)
        until_ready(address)
    began = time.monotonic()
    for each in ids:
        # The last strike may be felt only now, too.
        while (answer := http.get(f"{address}/api/v1/plans/{each}")).status_code == 503:
            assert time.monotonic() - began < 60
            until_ready(address)
        assert answer.status_code == 200


def test_a_database_that_hangs_is_answered_for(running: tuple[Path, str]) -> None:
    data, address = running
    until_ready(address)
    postmaster = pid_of(data)
    stopped = [postmaster, *backends(postmaster)]
    for each in stopped:
        os.kill(each, signal.SIGSTOP)
    try:
        for path in ("/api/v1/plans", "/health/ready", "/api/v1/plans"):
            answer = http.get(f"{address}{path}")
            assert answer.status_code == 503
        assert http.get(f"{address}/health/live").status_code == 200
        assert http.get(f"{address}/api/v1/samples").status_code == 200
    finally:
        for each in stopped:
            os.kill(each, signal.SIGCONT)
    until_ready(address)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of its own with little room; only root can have one."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=160m", "tmpfs", disk], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("this account cannot mount a small disk")
    yield disk
    subprocess.run(["umount", "--lazy", disk], check=True)


def fill(file: BinaryIO) -> None:
    for size in (65_536, 512):
        with suppress(OSError):
            while True:
                file.write(b"x" * size)


@pytest.mark.deep
def test_a_full_disk_loses_nothing_and_the_service_is_back_when_there_is_room(small_disk: Path) -> None:
    with serving(small_disk / "data") as (process, address):
        plan = http.get(f"{address}/api/v1/samples/light-io").json()
        saved = [http.post(f"{address}/api/v1/plans", json=plan).json()["id"] for _ in range(3)]
        refused = 0
        deadline = time.monotonic() + PATIENCE_SECONDS
        with (small_disk / "ballast").open("wb", buffering=0) as ballast:
            while refused < 3 and time.monotonic() < deadline:
                fill(ballast)
                answer = http.post(f"{address}/api/v1/plans", json=plan)
                if answer.status_code == 201:
                    saved.append(answer.json()["id"])
                else:
                    assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
                    refused += 1
        assert refused == 3
        # What needs no room is still answered.
        assert http.get(f"{address}/api/v1/samples").status_code == 200
        (small_disk / "ballast").unlink()
        until_ready(address)
        saved.append(http.post(f"{address}/api/v1/plans", json=plan).json()["id"])
        for each in saved:
            assert http.get(f"{address}/api/v1/plans/{each}").status_code == 200
        process.terminate()
        process.wait(timeout=PATIENCE_SECONDS)


async def test_a_statement_that_takes_too_long_is_given_up(
    database: Database, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import text

    async def sleep(seconds: float) -> None:
        async with database.transaction() as session:
            await session.execute(text(f"SELECT pg_sleep({seconds})"))

    await sleep(0.01)
    began = time.monotonic()
    with pytest.raises(DatabaseUnavailable):
        # Without a limit it would end without an error.
        await sleep(60)
    assert time.monotonic() - began > 4
    # The stopped server cannot enforce its own timeout, so the client must give up.
    monkeypatch.setattr("hostwise.server.store.session._HANG_UP_SECONDS", 0.5)
    with pytest.raises(DatabaseUnavailable):
        # Less than the server allows.
        await sleep(4)
    await sleep(0.01)


def test_a_database_of_ones_own_that_is_gone_is_answered_for(postgres: EmbeddedPostgres) -> None:
    from fastapi.testclient import TestClient

    nowhere = postgres.url_of("no_such_database")
    app = create_app(Settings.model_construct(database_url=nowhere))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client:
        for method, path in (("GET", "/api/v1/plans"), ("GET", "/api/v1/tokens"), ("POST", "/api/v1/plans")):
            plan = client.get("/api/v1/samples/light-io").json()
            content = {"json": plan, "headers": {"Idempotency-Key": "x"}} if method == "POST" else {}
            answer = client.request(method, path, **content)
            assert (answer.status_code, answer.json()["code"]) == (503, "database_unavailable")
            assert answer.headers["retry-after"] == "2"
            assert "x-content-type-options" in answer.headers
        token = {"Authorization": f"Bearer hw_0123456789abcdef_{64 * '0'}"}
        assert client.get("/api/v1/samples", headers=token).status_code == 503
        assert client.get("/health/ready").status_code == 503


def test_it_is_not_ready_while_saves_fail(database_url: str) -> None:
    from fastapi.testclient import TestClient

    full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    full += "RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
    app = create_app(Settings.model_construct(database_url=database_url, job_workers=0))
    with (
        psycopg.connect(database_url, autocommit=True) as connection,
        TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as client,
    ):
        plan = client.get("/api/v1/samples/light-io").json()
        assert client.get("/health/ready").status_code == 200
        connection.execute(full)
        for table in ("plans", "job_answers"):
            connection.execute(f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} EXECUTE FUNCTION full_disk()")
        assert client.post("/api/v1/plans", json=plan).status_code == 503
        for _ in range(2):
            answer = client.get("/health/ready")
            assert (answer.status_code, answer.json()["detail"]) == (
                503,
                "Saves fail: the disk of the database is full.",
            )
        # What only reads goes on.
        assert client.get("/api/v1/plans").status_code == 200
        connection.execute("DROP FUNCTION full_disk() CASCADE")
        assert client.get("/health/ready").status_code == 200
        assert connection.execute("SELECT count(*) FROM job_answers").fetchone() == (0,)
        assert client.post("/api/v1/plans", json=plan).status_code == 201


@pytest.mark.deep
def test_a_committed_row_outlives_a_killed_server(tmp_path: Path) -> None:
    with EmbeddedPostgres(tmp_path / ("d" * 100)) as server:
        server.supervise()
        url = server.url
        with psycopg.connect(url) as connection:
            connection.execute("CREATE TABLE kept (number integer)")
        for number in range(3):
            with psycopg.connect(url) as connection:
                connection.execute("INSERT INTO kept VALUES (%s)", [number])
            pid = server.pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            deadline = time.monotonic() + PATIENCE_SECONDS
            while True:
                try:
                    # At the same address, although it is a temporary one.
                    with psycopg.connect(url) as connection:
                        rows = connection.execute("SELECT count(*) FROM kept").fetchone()
                    break
                except psycopg.OperationalError:
                    assert time.monotonic() < deadline
                    time.sleep(0.05)
            assert rows == (number + 1,)
