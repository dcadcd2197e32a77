"""The worker of jobs on a real database, with an answer that needs no computing: what is kept, put back and ended."""

import asyncio
import threading
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from procrastinate.exceptions import ConnectorException
from sqlalchemy import text

from hostwise.server.access.token_documents import Scope
from hostwise.server.access.tokens import ANYBODY, Caller, Tokens
from hostwise.server.quotas import DiskNearlyFull, QuotaReached, Quotas
from hostwise.server.store.job_queue import JobQueue
from hostwise.server.store.job_store import JobRepository
from hostwise.server.store.session import Database
from hostwise.server.stored_documents import job_worker
from hostwise.server.stored_documents.job_parts import JobPart
from hostwise.server.stored_documents.job_worker import MOST_DEATHS, JobWorker, Unanswerable, _forgive_lost_places
from hostwise.server.stored_documents.jobs import (
    Disk,
    JobDraft,
    JobItem,
    JobKind,
    JobNotDone,
    JobNotFound,
    Jobs,
    JobState,
    disk_of,
)
from hostwise.server.workers.processes import ProcessEnded
from tests.integration.serving import PATIENCE_SECONDS

pytestmark = pytest.mark.integration

LONG = timedelta(hours=1)
VERSIONS = "1.0, catalogue a"


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


def lessened(kind: str, part: JobPart, problem: dict[str, Any]) -> Sequence[JobPart] | bytes | None:
    """Halves of words, and of one word a line with the problem; nothing of what is whole."""
    words = part.asked.split()
    if b"whole" in words:
        return None
    if len(words) == 1:
        return b"%s: %s " % (words[0], problem["code"].encode())
    half = len(words) // 2
    parts = ((part.number, words[:half]), (part.number + half, words[half:]))
    return [JobPart(number, b" ".join(each) + b" ", part.room // 2) for number, each in parts]


def of(chunks: Sequence[bytes], room: int = 1_000) -> JobDraft:
    """A batch of chunks, between which numbers are free."""
    return JobDraft(JobKind.BATCH, None, [JobPart(20 * at, each, room) for at, each in enumerate(chunks)])


@pytest.fixture
def jobs(database: Database) -> Jobs:
    return Jobs(database, VERSIONS)


@pytest.fixture
def answers() -> Answers:
    return Answers()


MakeWorker = Callable[..., JobWorker]


@pytest.fixture
def make_worker(database: Database, database_url: str, answers: Answers) -> MakeWorker:
    """Makes workers, each with what is different about it."""

    def make(answer: Answers = answers, **different: Any) -> JobWorker:
        usual: dict[str, Any] = {"versions": VERSIONS, "places": 1, "workers": None, "heartbeat": 0.1}
        return JobWorker(database, database_url, answer, lessened, **(usual | different))

    return make


@pytest.fixture
def worker(make_worker: MakeWorker) -> JobWorker:
    return make_worker()


async def start(jobs: Jobs, *chunks: bytes, by: Caller = ANYBODY) -> UUID:
    return (await jobs.create(of(chunks), by)).id


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


async def test_who_is_idle_has_finished_what_was_begun(jobs: Jobs, make_worker: MakeWorker, answers: Answers) -> None:
    job = await start(jobs, b"one", b"wait")
    asyncio.get_running_loop().call_later(0.5, answers.going_on.set)
    await idle(make_worker(places=3))
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


async def test_a_chunk_that_ends_who_computes_it_is_made_smaller_down_to_one_plan(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    job = await start(jobs, b"a b deadly d ", b"e f ")
    # Whatever has the word ends its worker: here before it is asked at all.
    run(database_url, f"UPDATE job_chunks SET attempts = {MOST_DEATHS} WHERE number = 0")
    deadly = f"UPDATE job_chunks SET attempts = {MOST_DEATHS} WHERE convert_from(asked, 'UTF8') LIKE '%deadly%'"
    trigger = "CREATE FUNCTION kill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.attempts := "
    trigger += f"CASE WHEN convert_from(NEW.asked, 'UTF8') LIKE '%deadly%' THEN {MOST_DEATHS} ELSE 0 END; "
    trigger += (
        "RETURN NEW; END $$; CREATE TRIGGER kill BEFORE INSERT ON job_chunks FOR EACH ROW EXECUTE FUNCTION kill()"
    )
    run(database_url, trigger)
    run(database_url, deadly)
    await idle(worker)
    done = await jobs.read(job)
    assert (done.state, done.done, done.total) == (JobState.DONE, 4, 4)
    assert await result(jobs, job) == b"A B deadly: computing_ended D E F "
    assert all(b"deadly" not in each for each in answers.asked)


async def test_who_asks_the_same_elsewhere_is_not_told_of_the_end_of_others(
    jobs: Jobs, worker: JobWorker, database_url: str
) -> None:
    job = await start(jobs, b"one")
    run(database_url, f"UPDATE job_chunks SET attempts = {MOST_DEATHS}")
    await idle(worker)
    again = await start(jobs, b"one")
    await idle(worker)
    assert (await result(jobs, job), await result(jobs, again)) == (b"one: computing_ended ", b"ONE")


async def test_what_has_no_smaller_parts_fails_after_two_deaths(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    job = await start(jobs, b"first ", b"whole")
    run(database_url, f"UPDATE job_chunks SET attempts = {MOST_DEATHS} WHERE number = 20")
    await idle(worker)
    failed = await jobs.read(job)
    assert failed.problem is not None
    assert (failed.state, failed.problem.code) == (JobState.FAILED, "computing_ended")
    # What was done of it is there.
    assert await result(jobs, job) == b"FIRST "


async def test_an_answer_without_room_is_made_smaller_and_then_said(jobs: Jobs, worker: JobWorker) -> None:
    long = b"".join(b"%x" % (7**at) for at in range(60)) + b" "
    job = (await jobs.create(of([b"a " + long], room=400))).id
    await idle(worker)
    found = await result(jobs, job)
    assert found == b"A " + long.strip() + b": answer_too_large "


async def test_a_process_that_ends_is_a_death_of_its_chunk(
    jobs: Jobs, make_worker: MakeWorker, database_url: str
) -> None:
    class Deadly(Answers):
        def __call__(self, kind: str, asked: bytes) -> bytes:
            if b"deadly" in asked:
                self.asked.append(asked)
                raise ProcessEnded(-9)
            return super().__call__(kind, asked)

    deadly = Deadly()
    job = await start(jobs, b"a deadly c ")
    await idle(make_worker(deadly))
    assert await result(jobs, job) == b"A deadly: computing_ended C "
    assert deadly.asked.count(b"a deadly c ") == MOST_DEATHS


async def test_a_worker_takes_only_what_was_asked_of_its_versions(
    jobs: Jobs, database: Database, make_worker: MakeWorker, caplog: pytest.LogCaptureFixture
) -> None:
    other = "0.9, catalogue a"
    job = await start(jobs, b"one")
    await idle(make_worker(versions=other))
    waiting = await jobs.read(job)
    assert (waiting.state, waiting.waits) == (
        JobState.QUEUED,
        f"No worker with these versions gives a sign of life: {VERSIONS}.",
    )
    # Whoever holds a wrong place by some mistake leaves it.
    async with database.transaction() as session:
        assert await JobRepository(session).begin(job, 0, other) is None
    await idle(make_worker())
    assert await result(jobs, job) == b"ONE"
    # The same question to others is another one.
    old = await start(Jobs(database, other), b"one")
    answers = Answers()
    await idle(make_worker(answers, versions=other))
    assert answers.asked == [b"one"]
    assert await result(jobs, old) == b"ONE"


async def test_a_worker_says_which_versions_nobody_has(
    jobs: Jobs, database: Database, make_worker: MakeWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(job_worker.log, "warning", lambda message, **about: told.append({"message": message, **about}))
    await start(jobs, b"one")
    await start(jobs, b"two")
    await idle(make_worker(versions="0.9"))
    (said,) = [each for each in told if "versions" in each]
    assert (said["versions"], said["jobs"]) == (VERSIONS, 2)
    monkeypatch.undo()
    assert (await jobs.listing()).items[0].waits is not None


async def test_one_owner_never_has_all_places(jobs: Jobs, make_worker: MakeWorker, answers: Answers) -> None:
    stopping = asyncio.Event()
    working = asyncio.create_task(make_worker().run(stopping))
    one, other = Caller("one", frozenset()), Caller("other", frozenset())
    long = [await start(jobs, b"wait %d" % number, b"more", by=one) for number in range(5)]
    await asyncio.to_thread(answers.begun.wait, PATIENCE_SECONDS)
    short = await start(jobs, b"short", by=other)
    # While the long one is computed.
    await until(jobs, short, JobState.DONE)
    assert [each for each in answers.asked if each != b"short"] == [b"wait 0"]
    answers.going_on.set()
    for each in long:
        await until(jobs, each, JobState.DONE)
    stopping.set()
    await working


async def test_whose_jobs_took_less_has_the_next_turn(
    jobs: Jobs, database: Database, make_worker: MakeWorker, answers: Answers
) -> None:
    callers = {name: Caller(name, frozenset()) for name in ("greedy", "modest", "third")}
    async with database.transaction() as session:
        for name, seconds in (("greedy", 300.0), ("modest", 3.0), ("third", 30.0)):
            await JobQueue(session).took(name, seconds)
    for name, caller in callers.items():
        await start(jobs, name.encode() + b" ", by=caller)
    await idle(make_worker(places=1))
    assert answers.asked == [b"modest ", b"third ", b"greedy "]


async def test_the_seconds_of_a_job_are_told(jobs: Jobs, worker: JobWorker, database_url: str) -> None:
    job = await start(jobs, b"one", b"two")
    await idle(worker)
    assert (await jobs.read(job)).seconds >= 0
    ((owner, seconds),) = run(database_url, "SELECT owner, seconds FROM job_turns")
    assert owner == ""
    assert isinstance(seconds, float)


async def test_an_answer_is_stored_once_and_compressed_and_what_was_asked_goes(
    jobs: Jobs, worker: JobWorker, database_url: str
) -> None:
    chunk = b"the same " * 10_000
    jobs_ = [await start(jobs, chunk, b"other") for _ in range(3)]
    size = "SELECT sum(length(answer))::int, count(*) FROM job_answers"
    room = "SELECT stored_bytes::int, (SELECT sum(length(asked)) FROM job_chunks)::int FROM jobs LIMIT 1"
    assert run(database_url, room) == [(len(chunk) + len(b"other") + 2_000, 3 * (len(chunk) + len(b"other")))]
    await idle(worker)
    ((stored, number),) = run(database_url, size)
    assert number == 2
    assert isinstance(stored, int)
    assert stored < len(chunk) / 100
    assert run(database_url, room) == [(stored, 0)]
    for each in jobs_:
        assert await result(jobs, each) == chunk.upper() + b"OTHER"
        await jobs.cancel(each)
    assert run(database_url, "SELECT count(*) FROM job_answers") == [(0,)]


async def test_room_is_promised_when_a_job_is_created_and_half_of_it_is_for_one(database: Database) -> None:
    jobs = Jobs(database, VERSIONS, Quotas(stored_mb=10))
    one, other = Caller("one", frozenset()), Caller("other", frozenset())
    await jobs.create(of([b"one"], room=3_000_000), one)
    with pytest.raises(QuotaReached, match=r"This one may need 3 MB; the caller's others hold 3 and those of all 3"):
        await jobs.create(of([b"two"], room=3_000_000), one)
    first = await jobs.create(of([b"three"], room=5_000_000 - 10), other)
    with pytest.raises(QuotaReached):
        await jobs.create(of([b"four"], room=3_000_000), Caller("third", frozenset()))
    # What has ended gives its room back.
    await jobs.cancel(first.id, other)
    await jobs.create(of([b"four"], room=3_000_000), Caller("third", frozenset()))


async def test_a_disk_that_is_nearly_full_takes_no_new_jobs(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def folder(_: JobRepository) -> str:
        return "/somewhere"

    monkeypatch.setattr(JobRepository, "folder", folder)
    # A fifth stays free: 40 MB are for jobs, half of it for one caller.
    jobs = Jobs(database, VERSIONS, disk=lambda _: Disk(1_000_000_000, 240_000_000))
    one, other = Caller("one", frozenset()), Caller("other", frozenset())
    await jobs.create(of([b"one"], room=15_000_000), one)
    with pytest.raises(DiskNearlyFull, match="room for 40 MB of jobs"):
        await jobs.create(of([b"two"], room=15_000_000), one)
    await jobs.create(of([b"two"], room=15_000_000), other)
    with pytest.raises(DiskNearlyFull, match="those of all 30"):
        await jobs.create(of([b"three"], room=15_000_000), Caller("third", frozenset()))
    # A disk that cannot be seen stops nobody.
    await Jobs(database, VERSIONS, disk=lambda _: None).create(of([b"three"], room=20_000_000))


async def test_the_folder_of_a_database_here_is_known(database: Database) -> None:
    async with database.transaction() as session:
        folder = await JobRepository(session).folder()
    assert folder is None or disk_of(folder) is not None


async def test_jobs_of_a_token_end_with_it(jobs: Jobs, database: Database, worker: JobWorker, answers: Answers) -> None:
    tokens = Tokens(database)
    made = [await tokens.create(f"token {number}", [Scope.WRITE, Scope.ADMIN], None) for number in range(2)]
    first, second = (Caller(each.id, frozenset(each.scopes), each.name) for each in made)
    child = await tokens.create("child", [Scope.WRITE], None, first)
    owners = (first, Caller(child.id, frozenset(child.scopes)), second)
    started = [await start(jobs, b"job %d" % number, by=caller) for number, caller in enumerate(owners)]
    assert (await tokens.revoke(first.token_id or "")).jobs == 2
    states = [(await jobs.read(each)).state for each in started]
    assert states == [JobState.CANCELLED, JobState.CANCELLED, JobState.QUEUED]
    # One that expires is noticed by whoever computes.
    async with database.transaction() as session:
        await session.execute(text("UPDATE tokens SET expires_at = now() - interval '1 second'"))
    await idle(worker)
    assert (await jobs.read(started[2])).state is JobState.CANCELLED
    assert answers.asked == []


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
            await JobQueue(session, LONG).sweep()
    (after,) = run(database_url, "SELECT id FROM hostwise_queue.procrastinate_jobs")
    assert (after != before) is is_put_back


async def test_a_chunk_that_is_computed_twice_has_one_answer(jobs: Jobs, database: Database) -> None:
    job = await start(jobs, b"one", b"two")
    for answer in (b"ONE", b"something else"):
        async with database.transaction() as session:
            await JobRepository(session).finish(job, 0, answer)
    async with database.transaction() as session:
        (address,) = await JobRepository(session).answered(job)
        assert await JobRepository(session).answer(address) == b"ONE"
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


async def test_a_worker_that_stops_gives_back_what_it_holds(
    jobs: Jobs, worker: JobWorker, answers: Answers, database_url: str
) -> None:
    stopping = asyncio.Event()
    working = asyncio.create_task(worker.run(stopping))
    job = await start(jobs, b"wait")
    await asyncio.to_thread(answers.begun.wait, PATIENCE_SECONDS)
    stopping.set()
    await working
    assert (await jobs.read(job)).state is JobState.RUNNING
    # A stop is no death of the chunk.
    assert run(database_url, "SELECT attempts FROM job_chunks") == [(0,)]
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
