"""Wires the application: settings, catalogue, database, routes."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from functools import partial

import structlog
from fastapi import FastAPI

from hostwise.catalogue.loader import load_catalogue
from hostwise.estate.estate_answer import importers
from hostwise.reports.report_files import refused_formats
from hostwise.server import logs
from hostwise.server.access.audit_log import Audit
from hostwise.server.access.tokens import Tokens
from hostwise.server.api import access_check
from hostwise.server.api.app import build_app, install
from hostwise.server.api.job_work import cut_body
from hostwise.server.http import telemetry
from hostwise.server.http.rate_limits import usual_limit
from hostwise.server.http.route_metadata import route_path
from hostwise.server.job_worker_process import compute_chunk, lessened_chunk, versions
from hostwise.server.machine.cores import available_cores
from hostwise.server.machine.installed_files import USER_INTERFACE
from hostwise.server.machine.memory_allotment import (
    allotted,
    available_memory,
    folder_of_large_bodies,
    is_memory,
)
from hostwise.server.settings import Settings
from hostwise.server.sharing.shares import Shares
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.job_worker import SPARE_PLACES, JobWorker
from hostwise.server.stored_documents.jobs import JobDraft, Jobs
from hostwise.server.stored_documents.opm_models import OpmLibrary
from hostwise.server.stored_documents.plans import Plans
from hostwise.server.stored_documents.price_books import PriceBooks
from hostwise.server.stored_documents.scenarios import Scenarios
from hostwise.server.workers.body_budget import BodyBudgets
from hostwise.server.workers.pools import Pools

log = structlog.get_logger(__name__)

_TIDY_SECONDS = 3_600.0
_PATIENCE_SECONDS = 10
_LOOK_FOR_JOBS_SECONDS = 60.0
"""Until a server sees a job that was given to another one, or on the command line."""


async def _tidy(app: FastAPI, audit_age: timedelta, job_age: timedelta, stopping: asyncio.Event) -> None:
    """Remove what has outlived its time, now and every hour."""
    while not stopping.is_set():
        try:
            await app.state.plans.purge_overdue()
            await app.state.tokens.forget_unusable()
            await app.state.audit.forget_older(audit_age)
            await app.state.jobs.forget_finished(job_age)
        except Exception as error:
            # The next time will do: above all the database may be away.
            log.warning("overdue data is still there", reason=str(error))
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), _TIDY_SECONDS)


async def _compute_jobs(jobs: Jobs, worker: JobWorker, stopping: asyncio.Event) -> None:
    """Compute jobs, from the first one on: an installation without any has no worker."""
    while not stopping.is_set():
        try:
            if jobs.wanted.is_set() or await jobs.is_any_unfinished():
                await worker.run(stopping)
                return
        except Exception as error:
            log.warning("jobs are looked for again", reason=str(error))
        ends = [asyncio.create_task(each.wait()) for each in (jobs.wanted, stopping)]
        await asyncio.wait(ends, timeout=_LOOK_FOR_JOBS_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        for each in ends:
            each.cancel()


def create_app(settings: Settings | None = None, *, processes: bool = False) -> FastAPI:
    """The application over the database that the settings name.

    Args:
        settings: what the deployment chooses; by default from the environment.
        processes: whether processes compute where the settings name no number of them; threads by default.

    Raises:
        ValueError: the settings name no database, or not a PostgreSQL.
    """
    settings = settings or Settings()
    if settings.database_url is None:
        raise ValueError("DATABASE_URL is not set; `hostwise serve` starts an embedded database instead")
    logs.configure(settings.log_format)
    for each in (*importers().refused, *refused_formats()):
        log.error("a plug-in is not used", plugin=each.key, place=each.place, reason=each.reason)
    catalogue = load_catalogue()
    large_bodies, cores = folder_of_large_bodies(), available_cores()
    job_places = settings.job_workers + SPARE_PLACES if settings.job_workers else 0
    allotment = allotted(
        available_memory(),
        cores,
        evaluations=settings.workers if processes else settings.workers or 0,
        files=settings.file_places,
        jobs=job_places,
        disk_bytes=None if is_memory(large_bodies) else shutil.disk_usage(large_bodies).free,
    )
    if allotment.is_scarce:
        log.warning("memory is scarce: give it more, or let it have fewer processes", workers=allotment.evaluations)
    pools = Pools(allotment, partial(logs.configure, settings.log_format), settings.compute_seconds, job_places)
    bodies = BodyBudgets(allotment.bodies_bytes, allotment.spooled_bytes, large_bodies)
    app = build_app(catalogue, USER_INTERFACE, pools, bodies)
    database = Database(settings.database_url)
    quotas = settings.quotas
    app.state.database = database
    restorable = timedelta(days=settings.deleted_days)
    app.state.plans = Plans(database, catalogue, quotas, restorable, pools.evaluation.compute)
    app.state.scenarios = Scenarios(database, catalogue, quotas, pools.evaluation.compute)
    app.state.tokens = Tokens(database, quotas)
    app.state.audit = Audit(database)
    app.state.opm_library = OpmLibrary(database, catalogue, quotas)
    app.state.price_books = PriceBooks(database, catalogue, quotas)
    app.state.jobs = Jobs(database, versions(), quotas)
    worker = JobWorker(
        database,
        settings.database_url,
        compute_chunk,
        lessened_chunk,
        versions=versions(),
        places=settings.job_workers,
        workers=pools.workers,
    )
    app.state.shares = Shares(database, catalogue, quotas)
    rate_limit = settings.rate_limit or usual_limit(cores)
    access_check.install(app, require_token=settings.require_token, rate_limit=rate_limit)
    install(
        app,
        host=settings.host,
        allowed_hosts=settings.allowed_hosts,
        trusted_proxies=settings.trusted_proxies,
        log_requests=logs.is_json(settings.log_format),
    )
    tracer = telemetry.tracer()
    if tracer is not None:
        app.add_middleware(telemetry.RequestTracing, tracer=tracer, route=route_path)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        stopping = asyncio.Event()
        await asyncio.to_thread(pools.open)
        await asyncio.to_thread(bodies.open)
        tidying = asyncio.create_task(
            _tidy(app, timedelta(days=settings.audit_days), timedelta(days=settings.job_days), stopping)
        )
        tasks = {tidying}
        if settings.job_workers:
            tasks.add(asyncio.create_task(_compute_jobs(app.state.jobs, worker, stopping)))
        async with app.state.mcp.running():
            yield
        # Asked, not cancelled: a cancelled statement is an error like others to the database's driver.
        stopping.set()
        await asyncio.wait(tasks, timeout=_PATIENCE_SECONDS)
        await asyncio.to_thread(pools.close)
        await asyncio.to_thread(bodies.close)
        await database.close()

    app.router.lifespan_context = lifespan
    return app


def job_of(text: bytes) -> JobDraft:
    """The job that a text asks for, as `POST /jobs` takes it; raises `ProblemError` with all mistakes."""
    return cut_body(text)
