"""Work in processes: it is done, fails, takes too long or dies there, and the next one finds a place."""

import asyncio
import gc
import json
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from fastapi.testclient import TestClient

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.plan.document import Plan, plan_json
from hostwise.server.api.job_work import PLANS_OF_A_CHUNK
from hostwise.server.application import create_app
from hostwise.server.commands.command_line import hostwise
from hostwise.server.commands.exit_codes import BadInput
from hostwise.server.http.problems import FieldProblem, ProblemError
from hostwise.server.http.rate_limits import SPENT, Spent
from hostwise.server.machine.memory_allotment import Allotment
from hostwise.server.settings import Settings
from hostwise.server.workers import processes as workers_module
from hostwise.server.workers.pools import Pool, Pools
from hostwise.server.workers.processes import MOST_GROWTH_BYTES, ProcessEnded, Workers, _Process
from hostwise.server.workers.spreading import spreading

pytestmark = pytest.mark.slow


def note_and_sleep(file: Path, seconds: float) -> None:
    file.write_text(str(os.getpid()))
    time.sleep(seconds)


def work_in_threads(seconds: float) -> None:
    def work() -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    with ThreadPoolExecutor(2) as threads:
        for each in [threads.submit(work) for _ in range(2)]:
            each.result()


def sleep_the_first_time(file: Path) -> int:
    if not file.exists():
        note_and_sleep(file, 600)
    return os.getpid()


def evaluated(plan: Plan) -> tuple[int, str]:
    """Who evaluates a plan, and the result."""
    return os.getpid(), evaluate_plan(plan, load_catalogue()).model_dump_json()


kept: list[bytearray] = []


def grow(size: int) -> None:
    kept.append(bytearray(os.urandom(1)) * size)


def make_a_generator() -> Iterator[int]:
    return (each for each in (1, 2))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    wrong = FieldProblem(pointer="/workload", code="wrong", message="It is wrong.")
    raise ProblemError(422, "wrong", "Wrong", "Not like this.", [wrong], 3).with_headers({"Retry-After": "7"})


@pytest.fixture(autouse=True)
def _travelling() -> None:
    """Nothing pretends: it is sent to processes."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    workers = Workers(2)
    workers.open()
    yield workers
    workers.close()


@pytest.fixture
def only_one() -> Iterator[Workers]:
    workers = Workers(1)
    yield workers
    workers.close()


def pool(workers: Workers, **limits: Any) -> Pool:
    return Pool("test", **({"places": 1, "waiting": 1, "patience": 120, "seconds": 120} | limits), workers=workers)


def test_parts_are_spread_and_their_answers_are_in_order() -> None:
    with spreading(None, 2, gc.enable, str) as spread:
        assert list(spread(math.sqrt, range(9))) == [math.sqrt(each) for each in range(9)]
        with pytest.raises(ValueError, match="math domain error"):
            list(spread(math.sqrt, [1, -1]))


def test_a_job_is_computed_at_once_without_a_database() -> None:
    def said(asked: dict[str, Any]) -> bytes:
        return (
            CliRunner()
            .invoke(hostwise, ["jobs", "run", "-"], input=json.dumps(asked), catch_exceptions=False)
            .stdout_bytes
        )

    plan = plan_json(sample_plan("light-io"))
    plans = [plan | {"name": f"Site {number}"} for number in range(PLANS_OF_A_CHUNK + 1)]
    lines = [json.loads(each) for each in said({"batch": {"plans": plans, "fields": "hosts"}}).splitlines()]
    assert [each["index"] for each in lines] == list(range(len(plans)))
    assert len({json.dumps(each["summary"]["configurations"]) for each in lines}) == 1
    choices = [{"field": "/memory/dram_gib", "values": [512, 768]}]
    found = json.loads(said({"search": {"plan": plan, "choices": choices, "best": 1}}))
    assert (found["combinations"], len(found["best"])) == (2, 1)
    with pytest.raises(BadInput, match="/configuration: The plan has no configuration"):
        said({"search": {"plan": plan, "choices": choices, "configuration": "none"}})


BACKEND = Path(__file__).parents[2]
ENTRY_POINT = """import sys
from hostwise.server.commands.command_line import main
if __name__ == "__main__":
    sys.exit(main())
"""
FOREIGN = ("limits", "fastapi", "click", "socket", "yaml")
"""Modules that Hostwise, its dependencies or Python's own would find where it is started."""


@pytest.mark.parametrize("started", ["as the entry point", "as a module", "as a module from a checkout"])
def test_nothing_is_imported_from_the_folder_where_it_is_started(started: str, tmp_path: Path) -> None:
    folder, imported, script = tmp_path / "folder", tmp_path / "imported", tmp_path / "bin" / "hostwise"
    for each in (folder, script.parent):
        each.mkdir()
    for name in FOREIGN:
        (folder / f"{name}.py").write_text(f"open({str(imported)!r}, 'a').write('{name} ')")
    script.write_text(ENTRY_POINT)
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "HOSTWISE_"))}
    if started == "as a module from a checkout":
        (folder / "hostwise").symlink_to(BACKEND / "hostwise")
    else:
        environment["PYTHONPATH"] = str(BACKEND)
    program = [script] if started == "as the entry point" else ["-m", "hostwise"]
    ended = subprocess.run(
        [sys.executable, *program, "jobs", "run", "-", "--processes", "1"],
        cwd=folder,
        env=environment,
        input=json.dumps({"batch": {"plans": [plan_json(sample_plan("light-io"))], "fields": "hosts"}}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout)["index"] == 0
    assert not imported.exists(), imported.read_text()


async def process_of(pool: Pool) -> int:
    return await pool.compute(os.getpid)


async def until_ended(process: int) -> None:
    async with asyncio.timeout(180):
        while True:
            try:
                os.kill(process, 0)
            except ProcessLookupError:
                return
            await asyncio.sleep(0.02)


async def until_noted(file: Path) -> int:
    # Work that is ended before it begins never notes anything: that must fail, and not wait for ever.
    async with asyncio.timeout(180):
        while not (file.exists() and file.read_text()):
            await asyncio.sleep(0.02)
    return int(file.read_text())


async def test_work_is_done_elsewhere_and_its_errors_arrive(workers: Workers) -> None:
    work = pool(workers)
    assert await process_of(work) != os.getpid()
    # Behind the server, which answers everybody.
    assert await work.compute(os.nice, 0) > os.nice(0)
    with pytest.raises(ZeroDivisionError):
        await work.compute(divmod, 1, 0)
    with pytest.raises(ProblemError) as refused:
        await work.compute(refuse)
    with pytest.raises(ProblemError) as here:
        refuse()
    assert refused.value.problem == here.value.problem
    assert refused.value.headers == here.value.headers
    assert work.running == 0


async def test_what_takes_too_long_is_ended_and_leaves_its_place(workers: Workers, tmp_path: Path) -> None:
    work = pool(workers, seconds=5.0)
    await process_of(work)
    with pytest.raises(ProblemError) as refused:
        await work.compute(note_and_sleep, tmp_path / "pid", 600)
    assert (refused.value.problem.status, refused.value.problem.code) == (503, "took_too_long")
    process = await until_noted(tmp_path / "pid")
    work._seconds = 120
    assert await process_of(work) != process
    await until_ended(process)
    assert (work.running, work.overdue) == (0, 1)


async def test_what_nobody_waits_for_any_more_is_ended(
    workers: Workers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hostwise.server.workers.pools._ALMOST_DONE_SECONDS", 0.2)
    work = pool(workers)
    asked = asyncio.create_task(work.compute(note_and_sleep, tmp_path / "pid", 600))
    process = await until_noted(tmp_path / "pid")
    asked.cancel()
    assert await process_of(work) != process
    await until_ended(process)
    assert work.running == 0


async def test_a_process_that_dies_is_answered_for_and_replaced(workers: Workers) -> None:
    work = pool(workers)
    before = dict(workers.deaths)
    with pytest.raises(ProblemError) as refused:
        await work.compute(die)
    assert (refused.value.problem.status, refused.value.problem.code) == (503, "computing_ended")
    # What was ended from outside is tried once more; this ends every process.
    assert workers.deaths["computing"] == before["computing"] + 2
    assert await process_of(work) != os.getpid()


async def test_work_whose_process_is_killed_is_done_once_more(workers: Workers, tmp_path: Path) -> None:
    work = pool(workers)
    asked = asyncio.create_task(work.compute(sleep_the_first_time, tmp_path / "begun"))
    process = await until_noted(tmp_path / "begun")
    os.kill(process, signal.SIGKILL)
    assert await asked != process
    assert work.running == 0


async def test_work_that_breaks_its_process_is_not_done_again(workers: Workers) -> None:
    before = workers.deaths["computing"]
    with pytest.raises(ProblemError) as refused:
        await pool(workers).compute(os.abort)
    assert isinstance(refused.value.__cause__, ProcessEnded)
    assert not refused.value.__cause__.from_outside
    assert workers.deaths["computing"] == before + 1


async def test_an_idle_process_that_dies_is_replaced_before_anybody_notices(only_one: Workers) -> None:
    workers, work = only_one, pool(only_one)
    for _ in range(3):
        process = await process_of(work)
        os.kill(process, signal.SIGKILL)
        await until_ended(process)
        assert await process_of(work) != process
    before = workers.deaths["idle"]
    os.kill(await process_of(work), signal.SIGKILL)
    async with asyncio.timeout(180):
        while workers.deaths["idle"] == before:
            await asyncio.to_thread(workers.check)


@pytest.mark.deep
async def test_the_process_that_all_are_copies_of_may_die_too(only_one: Workers) -> None:
    work = pool(only_one)
    plan = sample_plan("light-io")
    process, before = await work.compute(evaluated, plan)
    assert process == await process_of(work)
    original = await work.compute(os.getppid)
    os.kill(original, signal.SIGKILL)
    # Its copies live on, and are replaced as soon as its end is known.
    async with asyncio.timeout(180):
        while await process_of(work) == process:
            await asyncio.sleep(0.02)
    await until_ended(process)
    another, after = await work.compute(evaluated, plan)
    assert another == await process_of(work) != process
    assert await work.compute(os.getppid) != original
    assert after == before
    await asyncio.to_thread(only_one.check)
    assert await process_of(work) == another


async def test_work_goes_on_elsewhere_when_that_process_dies(only_one: Workers, tmp_path: Path) -> None:
    work = pool(only_one)
    original = await work.compute(os.getppid)
    asked = asyncio.create_task(work.compute(sleep_the_first_time, tmp_path / "begun"))
    process = await until_noted(tmp_path / "begun")
    os.kill(original, signal.SIGKILL)
    assert await asked != process
    await until_ended(process)


async def test_to_ask_whether_processes_live_starts_none(workers: Workers) -> None:
    work = pool(workers, places=2, waiting=100)
    await process_of(work)
    seen = 0
    for _ in range(30):
        checks = [asyncio.to_thread(workers.check) for _ in range(6)]
        await asyncio.gather(*checks, *(process_of(work) for _ in range(4)))
        seen = max(seen, len(workers._idle) + len(workers._busy))
    assert seen <= workers.number


async def test_a_check_is_shared_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    pools, asked, block = Pools(Allotment(1, 1, 1, 1, 1)), 0, threading.Event()

    def hang() -> None:
        nonlocal asked
        asked += 1
        block.wait()

    assert pools.workers is not None
    monkeypatch.setattr(pools.workers, "check", hang)
    monkeypatch.setattr("hostwise.server.workers.pools.CHECK_SECONDS", 0.1)
    answers = await asyncio.gather(*(pools.check() for _ in range(20)), return_exceptions=True)
    assert ({type(each) for each in answers}, asked) == ({TimeoutError}, 1)
    block.set()
    pools.close()


@pytest.mark.deep
async def test_an_original_that_hangs_is_ended_and_made_anew(
    only_one: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = pool(only_one, seconds=120, patience=120)
    original, process = await work.compute(os.getppid), await process_of(work)
    os.kill(original, signal.SIGSTOP)
    os.kill(process, signal.SIGKILL)
    real, seconds = workers_module._deadline, chain([1], repeat(600))
    monkeypatch.setattr(workers_module, "_deadline", lambda _, late: real(next(seconds), late))
    assert await work.compute(os.getppid) != original


@pytest.mark.parametrize(
    ("exit_code", "from_outside"),
    [(None, True), (255, True), (-9, True), (-15, True), (-1, True), (-2, True), (-6, False), (-11, False), (1, False)],
)
def test_what_ends_a_process_by_itself(exit_code: int | None, from_outside: bool) -> None:
    assert ProcessEnded(exit_code).from_outside is from_outside


async def test_processes_are_replaced_after_many_works_or_one_that_leaves_them_large(
    only_one: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = pool(only_one)
    await work.compute(grow, 20 * 2**20)
    process = await process_of(work)
    await work.compute(grow, MOST_GROWTH_BYTES)
    assert await process_of(work) != process
    monkeypatch.setattr("hostwise.server.workers.processes.MOST_WORKS", 3)
    assert len({await process_of(work) for _ in range(9)}) > 2


async def test_what_cannot_be_sent_back_is_an_error_and_no_death(only_one: Workers) -> None:
    work = pool(only_one)
    process = await process_of(work)
    with pytest.raises(RuntimeError, match="cannot be sent"):
        await work.compute(make_a_generator)
    assert await process_of(work) == process


def test_a_process_is_ended_by_several_threads_at_once() -> None:
    for _ in range(3):
        process = _Process(None)
        together = threading.Barrier(8)

        def end(process: _Process = process, together: threading.Barrier = together) -> int | None:
            together.wait()
            return process.end()

        with ThreadPoolExecutor(8) as threads:
            codes = [each.result() for each in [threads.submit(end) for _ in range(8)]]
        # Ended by a signal, or by itself when its pipe was closed.
        assert set(codes) <= {0, -signal.SIGKILL}
        assert not process.runs


def test_the_catalogue_is_sent_by_name_unless_it_is_another() -> None:
    catalogue = load_catalogue()
    assert pickle.loads(pickle.dumps(catalogue)) is catalogue
    assert len(pickle.dumps(catalogue)) < 200
    other = replace(catalogue, version="other")
    copied = pickle.loads(pickle.dumps(other))
    assert (copied.version, copied.drives.keys()) == ("other", catalogue.drives.keys())


def test_an_application_with_processes_answers_as_one_without(shared_database_url: str) -> None:
    answers = []
    for processes in (0, 1):
        settings = Settings.model_construct(database_url=shared_database_url, workers=processes)
        with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
            plan = client.get("/api/v1/samples/light-io").json()
            asked = [
                ("/api/v1/evaluate", plan),
                ("/api/v1/explain", {"plan": plan, "configuration": "nand", "quantity": "hosts"}),
                ("/api/v1/memory", plan),
                ("/api/v1/storage", plan),
                ("/api/v1/burst", {"plan": plan}),
                ("/api/v1/report?format=json", {"plan": plan}),
                ("/api/v1/plans", plan),
                ("/api/v1/evaluate", plan | {"configurations": []}),
                ("/api/v1/evaluate?reference=unknown", plan),
                ("/api/v1/explain", {"plan": plan, "configuration": "nand", "quantity": "unknown"}),
            ]
            answers.append([client.post(path, json=body) for path, body in asked])
    statuses = [200] * 6 + [201] + [422, 422, 404]
    for without, within, status in zip(*answers, statuses, strict=True):
        assert (without.status_code, within.status_code) == (status, status), within.text
        if status != 201:
            assert without.content == within.content


async def test_all_threads_of_a_process_count(workers: Workers) -> None:
    spent = Spent(late=lambda: None)
    SPENT.set(spent)
    await pool(workers).compute(work_in_threads, 0.1)
    assert spent.seconds >= 0.2


async def test_who_leaves_pays_for_what_goes_on(workers: Workers, tmp_path: Path) -> None:
    counted = asyncio.Event()
    spent = Spent(late=counted.set)
    SPENT.set(spent)
    asked = asyncio.create_task(pool(workers).compute(note_and_sleep, tmp_path / "begun", 0.3))
    await until_noted(tmp_path / "begun")
    asked.cancel()
    with suppress(asyncio.CancelledError):
        await asked
    assert spent.seconds == 0
    async with asyncio.timeout(180):
        await counted.wait()
    assert spent.seconds >= 0.3
