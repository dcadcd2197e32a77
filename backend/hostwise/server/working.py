"""Works on jobs without serving anything: it loads little, and leaves computing to its processes."""

from __future__ import annotations

import asyncio
from functools import partial

from hostwise.server import logs
from hostwise.server.libraries.job_worker import HEARTBEAT_SECONDS, JobWorker
from hostwise.server.settings import Settings
from hostwise.server.store.session import Database
from hostwise.server.workers.processes import Workers


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
    workers = Workers(settings.job_workers, partial(logs.configure, settings.log_format))
    database = Database(settings.database_url)
    worker = JobWorker(
        database,
        settings.database_url,
        compute_chunk,
        places=settings.job_workers,
        workers=workers,
        heartbeat=heartbeat,
    )
    try:
        await worker.run(stopping, until_idle=until_idle)
    finally:
        await asyncio.to_thread(workers.close)
        await database.close()


def compute_chunk(kind: str, asked: bytes) -> bytes:
    """The answer to a chunk, in the process that computes; raises `Unanswerable`."""
    # Loaded where it is used: in a process that computes it is there already.
    from hostwise.catalogue.loader import load_catalogue
    from hostwise.server.api.job_work import answered

    return answered(load_catalogue(), kind, asked)
