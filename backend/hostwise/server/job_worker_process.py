"""Works on jobs without serving anything: it loads little, and leaves computing to its processes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from hostwise import __version__
from hostwise.server import logs
from hostwise.server.settings import Settings
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.job_worker import HEARTBEAT_SECONDS, SPARE_PLACES, JobWorker, Problem
from hostwise.server.workers.processes import PRELOADED, Workers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hostwise.server.stored_documents.job_parts import JobPart
    from hostwise.server.stored_documents.jobs import JobDraft
    from hostwise.server.workers.spreading import ParallelMap


async def work_on_jobs(
    settings: Settings, stopping: asyncio.Event, *, until_idle: bool = False, heartbeat: float = HEARTBEAT_SECONDS
) -> None:
    """Compute jobs without serving anything, in as many processes as the settings name.

    Args:
        settings: what the deployment chooses, with the address of a migrated database.
        stopping: set to stop.
        until_idle: whether to stop when nothing is left.
        heartbeat: seconds between two signs of life.
    """
    assert settings.database_url is not None
    logs.configure(settings.log_format)
    workers = Workers(settings.job_workers + SPARE_PLACES, partial(logs.configure, settings.log_format))
    database = Database(settings.database_url)
    worker = JobWorker(
        database,
        settings.database_url,
        compute_chunk,
        lessened_chunk,
        versions=versions(),
        places=settings.job_workers,
        workers=workers,
        heartbeat=heartbeat,
    )
    try:
        await worker.run(stopping, until_idle=until_idle)
    finally:
        await asyncio.to_thread(workers.close)
        await database.close()


def run_job(settings: Settings, draft: JobDraft, processes: int) -> Iterator[bytes]:
    """The result of a job in parts, without a database: the bytes that it would have with one.

    Plans are spread by chunks, and a search that has no structure by slices of its combinations.

    Args:
        settings: what the deployment chooses, with the scheduler of a Dask cluster if there is one.
        draft: the job.
        processes: processes of this machine that compute where there is none.

    Raises:
        ClusterUnavailable: the cluster cannot be used.
        ProcessEnded: a part ends every process that begins it.
        Unanswerable: what is asked cannot be answered.
    """
    from hostwise.server.workers.spreading import spreading

    begin, kind = partial(logs.configure, settings.log_format), draft.kind.value
    with spreading(settings.dask_scheduler, processes, begin, versions) as spread:
        if draft.is_cut:
            yield from spread(partial(compute_chunk, kind), draft.chunks)
            return
        # It computes here as the others do.
        import_module(PRELOADED)
        for each in draft.chunks:
            yield compute_chunk(kind, each, spread)


def versions() -> str:
    """The version of Hostwise and of its catalogue with all own rows: where both are the same, so are answers.

    Plug-ins that add rows are in that of the catalogue; others read files and write reports, which no job does.
    """
    from hostwise.catalogue.loader import load_catalogue

    return f"{__version__}, catalogue {load_catalogue().version}"


def compute_chunk(kind: str, asked: bytes, spread: ParallelMap | None = None) -> bytes:
    """The answer to a chunk, in the process that computes; raises `Unanswerable`."""
    # Loaded where it is used: in a process that computes it is there already.
    from hostwise.catalogue.loader import load_catalogue
    from hostwise.server.api.job_work import answered

    return answered(load_catalogue(), kind, asked, spread)


def lessened_chunk(kind: str, part: JobPart, problem: Problem) -> Sequence[JobPart] | bytes | None:
    """What becomes of a chunk that cannot be computed as it is, see `hostwise.server.api.job_work.lessened`."""
    from hostwise.server.api.job_work import lessened

    return lessened(kind, part, problem)
