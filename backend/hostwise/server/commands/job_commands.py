"""Jobs in the background, started and read directly on the database, and the worker that computes them."""

from __future__ import annotations

import asyncio
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar
from uuid import UUID

import click

from hostwise.server.commands.evaluate_commands import as_json
from hostwise.server.commands.exit_codes import BadInput, CommandFailed, ExitCode
from hostwise.server.commands.terminal import coloured, day, echo, show_json, table

if TYPE_CHECKING:
    from hostwise.server.stored_documents.jobs import JobDraft, JobItem, JobList, Jobs

AnswerT = TypeVar("AnswerT")

_job = click.argument("job", type=click.UUID, required=False)


@click.group(short_help="Searches and batches in the background.")
def jobs() -> None:
    """Start, list and cancel jobs, and fetch their results. `hostwise worker` or a server computes them."""


@jobs.command()
@click.argument("file", type=click.File("rb"))
@as_json
def start(file: BinaryIO, as_json: bool) -> None:
    """Start the job in FILE, which is what POST /jobs takes: `{"search": ...}` or `{"batch": ...}`."""
    made = started(file.read())
    if as_json:
        show_json(made.model_dump(mode="json"))
    else:
        say_started(made)


@jobs.command()
@click.argument("file", type=click.File("rb"))
@click.option("--processes", type=click.IntRange(1, 64), help="Processes that compute; by default one a core.")
def run(file: BinaryIO, processes: int | None) -> None:
    """Compute the job in FILE at once, without a database, and write its result.

    It takes all cores, or the Dask cluster whose scheduler HOSTWISE_DASK_SCHEDULER names.
    """
    from hostwise.server.commands.command_database import settings
    from hostwise.server.job_worker_process import run_job
    from hostwise.server.machine.cores import available_cores
    from hostwise.server.stored_documents.job_worker import Unanswerable
    from hostwise.server.workers.processes import ProcessEnded
    from hostwise.server.workers.spreading import ClusterUnavailable

    draft = _draft(file.read())
    try:
        for part in run_job(settings(), draft, processes or available_cores()):
            sys.stdout.buffer.write(part)
            sys.stdout.buffer.flush()
    except Unanswerable as error:
        raise BadInput(_mistakes(error.problem["detail"], error.problem.get("errors", []))) from error
    except ClusterUnavailable as error:
        raise CommandFailed(str(error)) from error
    except ProcessEnded as error:
        raise CommandFailed("A part of it ended every process that computed it, perhaps for lack of memory.") from error


@jobs.command(name="list")
@as_json
def list_(as_json: bool) -> None:
    """List all jobs, newest first."""
    from hostwise.server.stored_documents.jobs import JobState

    async def work(on: Jobs) -> JobList:
        return await on.listing()

    found = _on_jobs(work).items
    if as_json:
        show_json([each.model_dump(mode="json") for each in found])
        return
    if not found:
        echo("No jobs; `hostwise jobs start FILE` starts one.")
        return
    good = {JobState.DONE: True, JobState.FAILED: False}
    rows = [
        [
            str(each.id),
            each.kind.value,
            each.name or "",
            coloured("waits for a worker" if each.waits else each.state.value, good.get(each.state)),
            f"{each.done} of {each.total}",
            day(each.created_at),
        ]
        for each in found
    ]
    echo(table([["id", "kind", "name", "state", "chunks", "started"], *rows]))


@jobs.command()
@_job
def show(job: UUID | None) -> None:
    """Write how far JOB is, by default the newest, as JSON, and why it failed."""

    async def work(on: Jobs) -> JobItem:
        return await on.read(job or await _newest(on))

    show_json(_on_jobs(work).model_dump(mode="json"))


@jobs.command()
@_job
def result(job: UUID | None) -> None:
    """Write the result of JOB, by default the newest: the JSON of a search, or a line for each plan of a batch."""

    async def work(on: Jobs) -> None:
        _, parts = await on.result(job or await _newest(on))
        async for part in parts:
            sys.stdout.buffer.write(part)

    _on_jobs(work)


@jobs.command()
@click.argument("job", type=click.UUID)
def cancel(job: UUID) -> None:
    """Cancel JOB; one that has ended is removed, with its result."""

    async def work(on: Jobs) -> None:
        await on.cancel(job)

    _on_jobs(work)


@click.command(short_help="Compute jobs, beside any number of others.")
@click.option(
    "--processes", type=click.IntRange(1, 64), help="Chunks that are computed at the same time; by default one a core."
)
@click.option("--until-idle", is_flag=True, help="Stop when nothing is left to compute.")
@click.option(
    "--heartbeat",
    type=click.FloatRange(0.1, 60),
    default=3,
    show_default=True,
    help="Seconds between two signs of life. A worker that misses five loses what it holds to others.",
)
@click.option("--check", is_flag=True, help="Only say whether a worker of this machine gives signs of life.")
@click.pass_context
def worker(ctx: click.Context, processes: int | None, until_idle: bool, heartbeat: float, check: bool) -> None:
    """Compute the jobs of the database. Workers on any machine with the same DATABASE_URL share them.

    Each takes the jobs that were asked of its own version, with the same catalogue and HOSTWISE_PLATFORMS.
    """
    if check:
        _check_worker()
        return
    from hostwise.server.commands.command_database import database, settings
    from hostwise.server.commands.signals import let_signals_interrupt
    from hostwise.server.machine.cores import available_cores
    from hostwise.server.store import migrate

    async def work(database_url: str) -> None:
        from hostwise.server.job_worker_process import work_on_jobs

        stopping = asyncio.Event()
        for each in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(each, stopping.set)
        own = {"database_url": database_url, "job_workers": processes or available_cores()}
        await work_on_jobs(chosen.model_copy(update=own), stopping, until_idle=until_idle, heartbeat=heartbeat)

    let_signals_interrupt()
    try:
        chosen = settings()
        with database(chosen, supervised=True) as database_url:
            migrate.upgrade(database_url)
            asyncio.run(work(database_url))
    except KeyboardInterrupt:
        ctx.exit(ExitCode.OK)


def _check_worker() -> None:
    """Say that a worker of this machine lives; raises `CommandFailed` if none does."""
    from hostwise.server.access.opening import service_of
    from hostwise.server.commands.command_database import database, settings
    from hostwise.server.stored_documents.jobs import Jobs

    host = socket.gethostname()

    async def lives(database_url: str) -> bool:
        # Asked again and again by a health check: neither the catalogue is loaded, nor is the database migrated.
        async with service_of(lambda of: Jobs(of, versions=""), database_url) as jobs:
            return await jobs.is_worked_on(host)

    with database(settings()) as database_url:
        is_alive = asyncio.run(lives(database_url))
    if not is_alive:
        raise CommandFailed(f"No worker on {host} has given a sign of life lately.")
    echo(f"A worker on {host} gives signs of life.")


def started(text: bytes) -> JobItem:
    """Start the job that a text asks for, as POST /jobs takes it."""
    draft = _draft(text)
    return _on_jobs(lambda on: on.create(draft))


def _draft(text: bytes) -> JobDraft:
    from hostwise.server.application import job_of
    from hostwise.server.http.problems import ProblemError

    try:
        return job_of(text)
    except ProblemError as error:
        problem = error.problem.model_dump()
        raise BadInput(_mistakes(problem["detail"], problem["errors"])) from error


def _mistakes(detail: str, errors: Sequence[Mapping[str, Any]]) -> str:
    """What is wrong and where, a mistake on each line."""
    return "\n".join(f"{each['pointer']}: {each['message']}" for each in errors) or detail


def say_started(job: JobItem) -> None:
    """Say that a job was started, and its id."""
    echo(f"Started job {job.id} of {job.total} chunk{'s' * (job.total != 1)}.")


async def _newest(jobs: Jobs) -> UUID:
    found = (await jobs.listing()).items
    if not found:
        raise BadInput("No jobs; `hostwise jobs start FILE` starts one.")
    return found[0].id


def _on_jobs(work: Callable[[Jobs], Awaitable[AnswerT]]) -> AnswerT:
    from hostwise.server.commands.command_database import on_database, settings
    from hostwise.server.job_worker_process import versions
    from hostwise.server.quotas import DiskNearlyFull, QuotaReached
    from hostwise.server.stored_documents.jobs import JobNotDone, JobNotFound, Jobs

    quotas = settings().quotas
    try:
        return on_database(lambda database: Jobs(database, versions(), quotas), work)
    except JobNotFound as error:
        raise BadInput(f"{error} `hostwise jobs list` shows the ids.") from error
    except (DiskNearlyFull, JobNotDone, QuotaReached) as error:
        raise CommandFailed(str(error)) from error
