"""The worker of jobs on a real database, with an answer that needs no computing: what is kept, put back and ended."""

import asyncio
import threading
from datetime import timedelta
from uuid import UUID

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException

from hostwise.server.libraries.job_worker import MOST_ATTEMPTS, JobWorker, Unanswerable, _forgive_lost_places
from hostwise.server.libraries.jobs import JobDraft, JobItem, JobKind, JobNotDone, JobNotFound, Jobs, JobState
from hostwise.server.store.job_store import JobRepository
from hostwise.server.store.session import Database
from tests.integration.serving import PATIENCE_SECONDS

pytestmark = pytest.mark.integration

LONG = timedelta(hours=1)


class Answers:
    """Answers chunks in capitals, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self.going_on = threading.Event()
        self.begun = threading.Event()

    def __call__(self, kind: str, asked: bytes) -> bytes:
        self.asked.append(asked)
        self.begun.set()
        if asked.startswith(b"wait"):
            self.going_on.wait(PATIENCE_SECONDS)
        if asked == b"wrong":
            raise Unanswerable({"title": "Wrong", "status": 422, "code": "wrong", "detail": "It is wrong."})
        return asked.upper()


@pytest.fixture
def jobs(database: Database) -> Jobs:
    return Jobs(database, "catalogue")


@pytest.fixture
def answers() -> Answers:
    return Answers()


@pytest.fixture
def worker(database: Database, database_url: str, answers: Answers) -> JobWorker:
    return JobWorker(database, database_url, answers, places=1, workers=None, heartbeat=0.1)


async def start(jobs: Jobs, *chunks: bytes) -> UUID:
    return (await jobs.create(JobDraft(JobKind.BATCH, None, chunks))).id


async def idle(worker: JobWorker) -> None:
    await worker.run(asyncio.Event(), until_idle=True)


async def result(jobs: Jobs, job: UUID) -> bytes:
    _, parts = await jobs.result(job)
    return b"".join([part async for part in parts])


async def until(jobs: Jobs, job: UUID, state: JobState) -> JobItem:
    async with asyncio.timeout(5 * PATIENCE_SECONDS):
        while (found := await jobs.read(job)).state is not state:
            await asyncio.sleep(0.02)
    return found


def run(database_url: str, statement: str) -> list[tuple[object, ...]]:
    with psycopg.connect(database_url, autocommit=True) as connection:
        cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


PLACES = "SELECT status::text FROM hostwise_queue.procrastinate_jobs ORDER BY id"


async def test_the_answers_of_the_chunks_are_the_result(jobs: Jobs, worker: JobWorker, database_url: str) -> None:
    job = await start(jobs, b"one ", b"two ", b"three")
    queued = await jobs.read(job)
    assert (queued.state, queued.done, queued.total, queued.result) == (JobState.QUEUED, 0, 3, None)
    with pytest.raises(JobNotDone, match="queued"):
        await jobs.result(job)
    await idle(worker)
    done = await jobs.read(job)
    assert (done.state, done.done, done.result) == (JobState.DONE, 3, f"/api/v1/jobs/{job}/result")
    assert done.started_at is not None
    assert done.finished_at is not None
    assert await result(jobs, job) == b"ONE TWO THREE"
    assert run(database_url, PLACES) == []


async def test_who_is_idle_has_finished_what_was_begun(jobs: Jobs, database: Database, database_url: str) -> None:
    answers = Answers()
    job = await start(jobs, b"one", b"wait")
    asyncio.get_running_loop().call_later(0.5, answers.going_on.set)
    await idle(JobWorker(database, database_url, answers, places=3, workers=None, heartbeat=0.1))
    assert await result(jobs, job) == b"ONEWAIT"


async def test_the_same_is_computed_once(jobs: Jobs, worker: JobWorker, answers: Answers) -> None:
    first, second = await start(jobs, b"one", b"two"), await start(jobs, b"two", b"three")
    await idle(worker)
    assert sorted(answers.asked) == [b"one", b"three", b"two"]
    assert (await result(jobs, first), await result(jobs, second)) == (b"ONETWO", b"TWOTHREE")


async def test_a_small_job_does_not_wait_for_a_large_one(jobs: Jobs, worker: JobWorker, answers: Answers) -> None:
    await start(jobs, *(b"large %d" % number for number in range(5)))
    await start(jobs, b"small")
    await idle(worker)
    assert answers.asked.index(b"small") == 1


async def test_what_cannot_be_answered_fails_with_its_problem(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    job = await start(jobs, b"wrong", b"never")
    other = await start(jobs, b"right")
    await idle(worker)
    failed = await jobs.read(job)
    assert failed.state is JobState.FAILED
    assert failed.problem is not None
    assert (failed.problem.code, failed.problem.status) == ("wrong", 422)
    assert b"never" not in answers.asked
    assert (await jobs.read(other)).state is JobState.DONE
    assert run(database_url, PLACES) == []


async def test_a_chunk_that_takes_every_worker_with_it_ends(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    job = await start(jobs, b"deadly")
    run(database_url, f"UPDATE job_chunks SET attempts = {MOST_ATTEMPTS}")
    await idle(worker)
    failed = await jobs.read(job)
    assert failed.problem is not None
    assert (failed.state, failed.problem.code, answers.asked) == (JobState.FAILED, "computing_ended", [])


HELD = """
    WITH worker AS (INSERT INTO hostwise_queue.procrastinate_workers (last_heartbeat) VALUES ({at}) RETURNING id)
    UPDATE hostwise_queue.procrastinate_jobs SET status = 'doing', worker_id = worker.id FROM worker
"""


@pytest.mark.parametrize(
    ("lost", "is_put_back"),
    [
        (HELD.format(at="now() - interval '2 hours'"), True),
        # The queue itself forgets workers that are gone: then nobody holds the chunk, which stays "doing" for ever.
        (HELD.format(at="now()") + "; DELETE FROM hostwise_queue.procrastinate_workers", True),
        ("DELETE FROM hostwise_queue.procrastinate_jobs", True),
        (HELD.format(at="now()"), False),
        ("SELECT 1", False),
    ],
    ids=["dead worker", "forgotten worker", "lost place", "living worker", "waiting"],
)
async def test_what_nobody_computes_is_put_back(
    jobs: Jobs, database: Database, database_url: str, lost: str, is_put_back: bool
) -> None:
    await start(jobs, b"one")
    (before,) = run(database_url, "SELECT id FROM hostwise_queue.procrastinate_jobs")
    run(database_url, "; ".join(["SET search_path TO public, hostwise_queue", lost]))
    for _ in range(2):
        async with database.transaction() as session:
            await JobRepository(session).sweep(LONG)
    (after,) = run(database_url, "SELECT id FROM hostwise_queue.procrastinate_jobs")
    assert (after != before) is is_put_back


async def test_a_chunk_that_is_computed_twice_has_one_answer(jobs: Jobs, database: Database) -> None:
    job = await start(jobs, b"one", b"two")
    for answer in (b"ONE", b"something else"):
        async with database.transaction() as session:
            await JobRepository(session).finish(job, 0, answer)
    async with database.transaction() as session:
        assert await JobRepository(session).answer(job, 0) == b"ONE"
    assert (await jobs.read(job)).done == 1


async def test_a_running_job_is_cancelled_and_the_worker_goes_on(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    stopping = asyncio.Event()
    working = asyncio.create_task(worker.run(stopping))
    job = await start(jobs, b"wait", b"never")
    await asyncio.to_thread(answers.begun.wait, PATIENCE_SECONDS)
    await jobs.cancel(job)
    other = await start(jobs, b"other")
    await until(jobs, other, JobState.DONE)
    answers.going_on.set()
    assert (await jobs.read(job)).state is JobState.CANCELLED
    assert b"never" not in answers.asked
    await jobs.cancel(job)
    with pytest.raises(JobNotFound):
        await jobs.read(job)
    stopping.set()
    await working
    assert run(database_url, PLACES) == []


async def test_a_worker_that_stops_gives_back_what_it_holds(jobs: Jobs, worker: JobWorker, answers: Answers) -> None:
    stopping = asyncio.Event()
    working = asyncio.create_task(worker.run(stopping))
    job = await start(jobs, b"wait")
    await asyncio.to_thread(answers.begun.wait, PATIENCE_SECONDS)
    stopping.set()
    await working
    assert (await jobs.read(job)).state is JobState.RUNNING
    answers.going_on.set()
    await idle(worker)
    assert await result(jobs, job) == b"WAIT"


async def test_a_worker_goes_on_when_its_database_is_back(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    stopping = asyncio.Event()
    working = asyncio.create_task(worker.run(stopping))
    first = await start(jobs, b"one")
    await until(jobs, first, JobState.DONE)
    run(
        database_url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
        " AND pid <> pg_backend_pid()",
    )
    second = await start(jobs, b"two")
    await until(jobs, second, JobState.DONE)
    stopping.set()
    await working


async def test_jobs_that_have_ended_are_kept_for_a_while(jobs: Jobs, worker: JobWorker) -> None:
    ended = await start(jobs, b"one")
    await idle(worker)
    waiting = await start(jobs, b"two")
    await jobs.forget_finished(LONG)
    assert len((await jobs.listing()).items) == 2
    await jobs.forget_finished(timedelta(0))
    assert [each.id for each in (await jobs.listing()).items] == [waiting]
    with pytest.raises(JobNotFound):
        await jobs.read(ended)


async def test_a_chunk_that_ends_after_its_place_was_given_away_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loop = asyncio.get_running_loop()
    _forgive_lost_places()
    task = asyncio.create_task(asyncio.sleep(0), name="process job chunk[1]")
    await task
    loop.call_exception_handler({"message": "late", "future": task, "exception": ConnectorException()})
    assert "late" not in caplog.text
    for other in (ValueError(), None):
        loop.call_exception_handler({"message": "another", "future": task, "exception": other})
    assert caplog.text.count("another") == 2
