"""`hostwise serve` as a person at a terminal meets it."""

import json
import re
import signal
import socket
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import psycopg
import pytest

from hostwise.server.commands.command_line import main
from hostwise.server.store import migrate
from hostwise.server.store.embedded import EmbeddedPostgres
from tests.drawing_examples import some_now
from tests.integration.serving import PATIENCE_SECONDS, environment, http, serving, until
from tests.largest_plan import largest

pytestmark = pytest.mark.integration

Failing = Callable[..., str]


@pytest.mark.parametrize("request_to_stop", some_now([signal.SIGINT, signal.SIGTERM, signal.SIGHUP], [signal.SIGTERM]))
def test_a_request_to_stop_stops_the_database_too(tmp_path: Path, request_to_stop: signal.Signals) -> None:
    with serving(tmp_path) as (process, address):
        assert http.get(f"{address}/health/ready").status_code == 200
        assert EmbeddedPostgres(tmp_path).pid is not None
        process.send_signal(request_to_stop)
        assert process.wait(timeout=PATIENCE_SECONDS) == 0
    assert EmbeddedPostgres(tmp_path).pid is None


def test_a_database_of_ones_own_is_used_and_migrated(tmp_path: Path, empty_database_url: str) -> None:
    with serving(tmp_path, DATABASE_URL=empty_database_url) as (process, address):
        assert http.get(f"{address}/health/ready").status_code == 200
        process.terminate()
        assert process.wait(timeout=PATIENCE_SECONDS) == 0
    with psycopg.connect(empty_database_url) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (migrate.head(),)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_a_server_that_others_reach_says_that_everyone_may_change_everything(
    tmp_path: Path, empty_database_url: str, log_format: str
) -> None:
    def said(require_token: str) -> list[str]:
        with (
            (tmp_path / "log").open("w+") as log,
            serving(
                tmp_path,
                log=log,
                DATABASE_URL=empty_database_url,
                HOSTWISE_HOST="0.0.0.0",
                HOSTWISE_LOG_FORMAT=log_format,
                HOSTWISE_REQUIRE_TOKEN=require_token,
            ) as (_, address),
        ):
            assert http.get(f"{address}/api/v1/plans").status_code == (401 if require_token else 200)
            log.seek(0)
            return [line for line in log.read().splitlines() if "HOSTWISE_REQUIRE_TOKEN" in line]

    (line,) = said("")
    warning = json.loads(line)["message"] if log_format == "json" else line.partition("] ")[2]
    assert re.match(r"Everyone who reaches port \d+ of 0\.0\.0\.0 can read and change all plans", warning), line
    assert "warning" in line
    assert said("true") == []


def processes_of(process: int) -> set[int]:
    """All processes that it started, and those that they started."""
    parents = {}
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(each.name)] = int((each / "stat").read_text().rpartition(")")[2].split()[1])
    found, more = set[int](), {process}
    while more:
        more = {child for child, parent in parents.items() if parent in more}
        found |= more
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="reads /proc")
@pytest.mark.parametrize("stop", some_now([signal.SIGTERM, signal.SIGKILL], [signal.SIGKILL]))
def test_what_computes_ends_with_the_server(tmp_path: Path, empty_database_url: str, stop: signal.Signals) -> None:
    with serving(tmp_path, HOSTWISE_WORKERS="1", DATABASE_URL=empty_database_url) as (process, address):
        plan = largest(http.get(f"{address}/api/v1/samples/moderate-io").json())

        def ask() -> None:
            with suppress(httpx2.TransportError):
                http.post(f"{address}/api/v1/evaluate", json=plan)

        asking = threading.Thread(target=ask)
        asking.start()
        # Multiprocessing has two of its own; one computes.
        until(lambda: len(processes_of(process.pid)) >= 3)
        started = processes_of(process.pid)
        process.send_signal(stop)
        # Ten seconds are promised; a busy machine takes longer.
        assert process.wait(timeout=PATIENCE_SECONDS) == (0 if stop is signal.SIGTERM else -signal.SIGKILL)
        asking.join()
        until(lambda: not any(Path(f"/proc/{each}").exists() for each in started))


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Failing]:
    """Run a command that must fail, in this process, and return what it says."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}

    def run(command: str, **settings: str) -> str:
        for name, value in environment(tmp_path, **settings).items():
            monkeypatch.setenv(name, value)
        assert main([command]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        return said.err

    yield run
    for number, handler in handlers.items():
        signal.signal(number, handler)


def test_a_missing_temporary_folder_is_said_plainly(failing: Failing, monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> str:
        raise FileNotFoundError("No usable temporary directory")

    monkeypatch.setattr(tempfile, "gettempdir", none)
    assert failing("serve") == ("hostwise: No folder for temporary files can be written to. Name one with TMPDIR.\n")


def test_a_port_that_is_taken_is_said_plainly(failing: Failing) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert failing("serve", HOSTWISE_PORT=str(port)) == (
            f"hostwise: Port {port} on 127.0.0.1 is in use by another program. "
            "Stop that program, or choose another port with HOSTWISE_PORT.\n"
        )


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"HOSTWISE_PORT": "99999"}, "HOSTWISE_PORT: Input should be less than or equal to 65535"),
        ({"HOSTWISE_HOST": "name.invalid"}, "No address found for HOSTWISE_HOST=name.invalid"),
        ({"DATABASE_URL": "sqlite:///hush.db"}, "DATABASE_URL must look like postgresql://"),
        ({"DATABASE_URL": "postgresql://someone:hush@127.0.0.1:1/plans"}, "Cannot use the database"),
        ({"HOSTWISE_DATA_DIR": "/dev/null/hostwise"}, "Cannot keep data in /dev/null/hostwise"),
    ],
)
def test_what_cannot_be_used_is_said_plainly(failing: Failing, settings: dict[str, str], words: str) -> None:
    message = failing("serve", **settings)
    assert words in message
    assert "hush" not in message


def test_a_database_of_a_newer_version_is_left_alone(failing: Failing, database_url: str) -> None:
    with psycopg.connect(database_url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "do not fit" in failing("migrate", DATABASE_URL=database_url)
