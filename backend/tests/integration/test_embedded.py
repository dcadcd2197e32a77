"""The embedded PostgreSQL starts, is shared, recovers and stops."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from hostwise.server.store.embedded import EmbeddedPostgres
from hostwise.server.store.postgres_programs import EmbeddedPostgresError
from hostwise.server.store.postmaster import program
from tests.integration.serving import until

pytestmark = pytest.mark.integration


@pytest.fixture
def data_dir(tmp_path: Path) -> Iterator[Path]:
    """A data directory on which no server is left running, whatever the test did."""
    yield tmp_path
    pid = EmbeddedPostgres(tmp_path).pid
    if pid is not None:
        os.kill(pid, signal.SIGQUIT)


def rows(server: EmbeddedPostgres) -> list[int]:
    with psycopg.connect(server.url) as connection:
        return [row[0] for row in connection.execute("SELECT number FROM kept ORDER BY number")]


def keep(server: EmbeddedPostgres, number: int) -> None:
    with psycopg.connect(server.url) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (number integer)")
        connection.execute("INSERT INTO kept VALUES (%s)", [number])


def test_data_outlives_a_stop(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir) as server:
        keep(server, 1)
    assert server.pid is None
    with EmbeddedPostgres(data_dir) as server:
        assert rows(server) == [1]


def test_it_listens_on_no_network_and_lets_nobody_else_in(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir) as server, psycopg.connect(server.url) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        assert connection.info.host.startswith("/")
        assert Path(connection.info.host).stat().st_mode & 0o077 == 0


def test_several_that_start_at_once_share_one_server_and_the_last_one_stops_it(data_dir: Path) -> None:
    servers = [EmbeddedPostgres(data_dir) for _ in range(3)]
    with ThreadPoolExecutor(max_workers=3) as pool:
        list(pool.map(EmbeddedPostgres.start, servers))
    pids = {server.pid for server in servers}
    assert len(pids) == 1
    assert None not in pids
    servers[0].stop()
    servers[1].stop()
    keep(servers[2], 1)
    servers[2].stop()
    assert servers[2].pid is None


KILLED = (
    "import os, signal, sys; from pathlib import Path; from hostwise.server.store.embedded import EmbeddedPostgres;"
    "server = EmbeddedPostgres(Path(sys.argv[1])); server.start(); print(server.pid, flush=True);"
    "os.kill(os.getpid(), signal.SIGKILL)"
)
"""A program that uses the server and is killed."""


def killed_with_its_server(data_dir: Path) -> int:
    killed = subprocess.run([sys.executable, "-c", KILLED, data_dir], capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    return int(killed.stdout)


def test_a_server_ends_with_an_application_that_was_killed(data_dir: Path) -> None:
    pid = killed_with_its_server(data_dir)
    until(lambda: not program(pid))
    assert EmbeddedPostgres(data_dir).pid is None


def test_a_server_does_not_end_with_one_of_two_that_use_it(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir) as server:
        keep(server, 1)
        assert killed_with_its_server(data_dir) == server.pid
        with EmbeddedPostgres(data_dir) as other:
            assert other.pid == server.pid
            assert rows(other) == [1]


def test_whoever_comes_after_a_kill_finds_the_data_at_once(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir) as server:
        keep(server, 1)
    killed_with_its_server(data_dir)
    # Either the same server, or a new one if the keeper was already stopping it.
    with EmbeddedPostgres(data_dir) as server:
        assert rows(server) == [1]
    assert server.pid is None


def test_a_server_that_is_still_there_is_adopted(data_dir: Path) -> None:
    first = EmbeddedPostgres(data_dir)
    first.start()
    with EmbeddedPostgres(data_dir) as server:
        pid = server.pid
        first.stop()
        assert server.pid == pid
        keep(server, 1)
    assert server.pid is None


def test_a_killed_server_recovers_what_was_committed(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir) as server:
        keep(server, 1)
        pid = server.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        with EmbeddedPostgres(data_dir) as next_server:
            assert next_server.pid != pid
            assert rows(next_server) == [1]


def test_a_number_that_another_program_has_been_given_does_not_stop_it(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir) as server:
        keep(server, 1)
    # As after a power cut, when this very process got the number that the server had before.
    (data_dir / "postgresql" / "cluster" / "postmaster.pid").write_text(f"{os.getppid()}\n")
    with EmbeddedPostgres(data_dir) as server:
        assert rows(server) == [1]


def test_a_path_too_long_for_a_socket_does_not_stop_it(data_dir: Path) -> None:
    deep = data_dir / ("d" * 100) / "a name with 'quotes' and spaces"
    with EmbeddedPostgres(deep) as server:
        keep(server, 1)
        with psycopg.connect(server.url) as connection:
            socket_dir = Path(connection.info.host)
        assert socket_dir.stat().st_mode & 0o077 == 0
    assert not socket_dir.exists()
    with EmbeddedPostgres(deep) as server:
        assert rows(server) == [1]


def test_an_unfinished_cluster_is_made_anew(data_dir: Path) -> None:
    unfinished = data_dir / "postgresql" / "cluster.new"
    unfinished.mkdir(parents=True)
    (unfinished / "PG_VERSION").write_text("18\n")
    with EmbeddedPostgres(data_dir) as server:
        keep(server, 1)
    assert not unfinished.exists()


def test_data_of_another_version_is_refused_in_plain_words(data_dir: Path) -> None:
    cluster = data_dir / "postgresql" / "cluster"
    cluster.mkdir(parents=True)
    (cluster / "PG_VERSION").write_text("9\n")
    with pytest.raises(EmbeddedPostgresError, match="made by PostgreSQL 9"):
        EmbeddedPostgres(data_dir).start()


def test_a_server_that_cannot_start_says_why(data_dir: Path) -> None:
    with EmbeddedPostgres(data_dir):
        pass
    (data_dir / "postgresql" / "cluster" / "global" / "pg_control").unlink()
    with pytest.raises(EmbeddedPostgresError, match="pg_control"):
        EmbeddedPostgres(data_dir).start()


def test_the_address_is_known_only_after_the_start(data_dir: Path) -> None:
    with pytest.raises(EmbeddedPostgresError, match="not been started"):
        _ = EmbeddedPostgres(data_dir).url
