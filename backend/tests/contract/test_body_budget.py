"""Budgets for bodies: each is counted, a large one goes to a file, and one that does not fit is refused with 503."""

import asyncio
import errno
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from hostwise.server.http.problems import ProblemError
from hostwise.server.http.rate_limits import CALLER
from hostwise.server.machine.memory_allotment import MIB
from hostwise.server.workers import body_budget
from hostwise.server.workers.body_budget import BodyBudgets, Budget
from tests.drawing_examples import some_now
from tests.estates.estate import drawn
from tests.estates.rvtools import old_csv

pytestmark = pytest.mark.integration

FILE = {"Content-Type": "application/octet-stream"}


def refused(answer: Any, code: str) -> bool:
    found = (answer.status_code, answer.json()["code"], int(answer.headers["retry-after"]) > 0)
    return bool(found == (503, code, True))


def chunks(size: int, of: bytes = b" " * 65_536) -> Iterator[bytes]:
    """A body of so many bytes that does not announce its length."""
    for _ in range(size // len(of)):
        yield of


def nothing_is_left(app: FastAPI) -> bool:
    bodies: BodyBudgets = app.state.bodies
    assert bodies._folder is not None
    return (bodies.memory.taken, bodies.disk.taken, list(bodies._folder.iterdir())) == (0, 0, [])


class TestBudget:
    """So many bytes, of which one caller has at most half."""

    def test_one_caller_has_at_most_half(self) -> None:
        budget = Budget(100)
        budget.change("a", 50)
        with pytest.raises(ProblemError) as error:
            budget.change("a", 1)
        assert (error.value.problem.status, error.value.problem.code) == (503, "too_much_in_flight")
        budget.change("b", 50)
        with pytest.raises(ProblemError):
            budget.change("c", 1)
        budget.change("a", -50)
        budget.change("c", 50)
        assert budget.taken == 100

    def test_bytes_are_given_back_at_the_end(self) -> None:
        budget = Budget(100)
        CALLER.set("a")
        with budget.account() as account:
            account.set(30)
            account.at_least(20)
            assert account.taken == 30
            account.at_least(40)
            assert budget.taken == 40
        assert budget.taken == 0
        with budget.account() as account:
            account.at_least(50)
            account.close()
            account.at_least(50)
            assert budget.taken == 0


def test_a_small_body_stays_in_memory_and_a_large_one_goes_to_a_file(
    client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    real = body_budget._to_a_file

    async def watched(*arguments: Any) -> Path:
        path = await real(*arguments)
        seen.append((path.stat().st_size, app.state.bodies.disk.taken, app.state.bodies.memory.taken))
        return path

    monkeypatch.setattr(body_budget, "_to_a_file", watched)
    small, large = old_csv(drawn(200)), old_csv(drawn(12_000))
    assert len(small) < 2 * MIB < len(large)
    few = client.post("/api/v1/estate/read?name=a.csv", content=small, headers=FILE)
    assert (few.status_code, seen) == (200, [])
    many = client.post("/api/v1/estate/read?name=a.csv", content=large, headers=FILE)
    assert (many.status_code, len(many.json()["inventory"]["vms"]["name"])) == (200, 12_000)
    assert seen == [(len(large), len(large), 0)]
    # The same without an announced length, and an inventory as JSON.
    again = client.post("/api/v1/estate/read?name=a.csv", content=iter([small]), headers=FILE)
    assert again.json() == few.json()
    body = json.dumps({"inventory": many.json()["inventory"], "with_plan": False})
    assert len(body) > 2 * MIB
    answer = client.post("/api/v1/estate", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200, answer.text
    assert len(seen) == 3
    assert nothing_is_left(app)


def test_a_body_for_which_there_is_no_room_is_refused_before_it_is_read(client: TestClient, app: FastAPI) -> None:
    app.state.bodies.disk.most = 10 * MIB
    body = b" " * 6 * MIB
    assert refused(client.post("/api/v1/estate/read", content=body, headers=FILE), "too_much_in_flight")
    # Without an announced length: while it is read.
    assert refused(client.post("/api/v1/estate/read", content=chunks(6 * MIB), headers=FILE), "too_much_in_flight")
    app.state.bodies.memory.most = 100_000
    plan = client.get("/api/v1/samples/light-io").json()
    for path in ("evaluate", "plans", "report?format=json", "evaluate/batch"):
        large = plan | {"description": "x" * 60_000}
        document = [large] if path.endswith("batch") else {"plan": large} if "report" in path else large
        assert refused(client.post(f"/api/v1/{path}", json=document), "too_much_in_flight"), path
    kept = client.post("/api/v1/plans", json=plan | {"description": "x" * 60_000}, headers={"Idempotency-Key": "a"})
    assert refused(kept, "too_much_in_flight")
    assert client.post("/api/v1/evaluate", json=plan).status_code == 200
    assert nothing_is_left(app)


def test_one_caller_has_at_most_half_of_the_seats(client: TestClient, app: FastAPI) -> None:
    pool = app.state.pools.files
    pool._seats["from testclient"] = 4
    assert refused(client.post("/api/v1/estate/read", content=b" " * 3 * MIB, headers=FILE), "too_busy")
    assert client.post("/api/v1/estate/read", content=b"Name\nx", headers=FILE).status_code == 422
    pool._seats.clear()
    pool._seats["others"] = 4
    assert client.post("/api/v1/estate/read", content=b" " * 3 * MIB, headers=FILE).status_code == 422
    assert nothing_is_left(app)


def test_a_full_disk_is_busy_and_no_defect(client: TestClient, app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(io.BytesIO):
        def write(self, _: Any) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    opened = Path.open
    monkeypatch.setattr(Path, "open", lambda self, *a, **k: Full() if self.name == "body" else opened(self, *a, **k))
    assert refused(client.post("/api/v1/estate/read", content=b" " * 3 * MIB, headers=FILE), "no_room")
    monkeypatch.undo()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("hostwise.server.api.estate_routes.read_history", full)
    assert refused(client.post("/api/v1/estate/history", content=b"x", headers=FILE), "no_room")
    assert nothing_is_left(app)


def test_no_room_for_a_folder_is_busy_and_no_defect(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.mkdtemp", full)
    for size in (8, 3 * MIB):
        assert refused(client.post("/api/v1/estate/read", content=b" " * size, headers=FILE), "no_room")
    assert refused(client.post("/api/v1/evaluate/batch", json=[{}]), "no_room")


def test_a_folder_that_somebody_removed_is_made_again(client: TestClient, app: FastAPI) -> None:
    app.state.bodies._folder.rmdir()
    assert client.post("/api/v1/estate/read", content=b" " * 3 * MIB, headers=FILE).status_code == 422
    assert nothing_is_left(app)


def test_the_next_start_removes_the_folder_of_a_killed_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    program = (
        "import os, signal, tempfile, sys; tempfile.tempdir = sys.argv[1];"
        "from hostwise.server.workers.body_budget import BodyBudgets; found = BodyBudgets(); found.open();"
        "(found._folder / 'body').write_bytes(b'x'); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path)])
    (left,) = tmp_path.iterdir()
    running = BodyBudgets()
    running.open()
    assert running._folder is not None
    assert list(tmp_path.iterdir()) == [running._folder]
    assert running._folder != left
    # That of a server that runs is left alone.
    other = BodyBudgets()
    other.open()
    assert len(list(tmp_path.iterdir())) == 2
    running.close()
    other.close()
    assert list(tmp_path.iterdir()) == []


def test_a_history_that_unpacks_to_much_is_refused_before_it_does(client: TestClient, app: FastAPI) -> None:
    def zipped(*, kind: int, size: int) -> bytes:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", kind) as archive:
            archive.writestr("a.csv", b"timestamp,vm,cpu\n" + b"0" * size)
        return packed.getvalue()

    bomb = zipped(kind=zipfile.ZIP_DEFLATED, size=64 * MIB)
    answer = client.post("/api/v1/estate/history", content=bomb, headers=FILE)
    assert (answer.status_code, answer.json()["code"]) == (422, "zip_bomb")
    app.state.bodies.disk.most = 12 * MIB
    plain = zipped(kind=zipfile.ZIP_STORED, size=5 * MIB)
    assert len(plain) < 6 * MIB
    app.state.bodies.disk.most = 11 * MIB
    too_much = client.post("/api/v1/estate/history", content=plain, headers=FILE)
    assert too_much.status_code == 422
    assert nothing_is_left(app)


@pytest.mark.parametrize(
    "content",
    [
        b'"' + b"a" * 200_000 + b'",vm,value\n1,2,3\n',
        b"timestamp,vm,cpu usage (mhz)\n2026-01-01 00:00," + b"b" * 200_000 + b",3\n" * 3,
        b"(PDH-CSV 4.0)," + b'"' + b"c" * 200_000 + b'"\n1,2\n',
        b'"(PDH-CSV 4.0) (UTC)(0)","\\\\host\\x' + b"d" * 200_000 + b'"\n"01/01/2026 00:00:00","1"\n',
    ],
)
def test_a_cell_that_is_too_long_is_the_mistake_of_a_history(client: TestClient, content: bytes) -> None:
    answer = client.post("/api/v1/estate/history", content=content, headers=FILE)
    assert (answer.status_code, answer.headers["content-type"]) == (422, "application/problem+json"), answer.text


@pytest.mark.parametrize(
    "key", some_now(["%00", "a%00b", "%0A", "%E2%80%AE", "%ff", "a%1Bb", "%C2%85"], ["%00", "%ff"])
)
def test_a_key_that_is_no_key_is_nowhere(client: TestClient, app: FastAPI, key: str) -> None:
    for path, operations in app.openapi()["paths"].items():
        for method in operations:
            names = [each["name"] for each in operations[method].get("parameters", []) if each["in"] == "path"]
            for name in names:
                address = path
                for each in names:
                    address = address.replace("{" + each + "}", key if each == name else "x")
                answer = client.request(method, address, json={}, headers={"If-Match": '"1"'})
                assert answer.status_code in (404, 422), (method, address, answer.status_code)


async def test_seats_are_given_back(app: FastAPI) -> None:
    pool = app.state.pools.files
    for _ in range(20):
        async with pool.seat():
            await asyncio.sleep(0)
    assert pool._seats.total() == 0
