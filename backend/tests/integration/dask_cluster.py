"""A Dask cluster of two workers, one of which is killed while the other stands still, and what is computed on it.

Writes as JSON whether what the cluster computed has the bytes of what is computed here. To load everything takes longer
than the rest, so scheduler and workers are copies of this process.
"""

import asyncio
import gc
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from distributed import Client, Scheduler, Worker

# What every process that computes loads.
import hostwise.server.preloaded  # noqa: F401
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.space import reductions
from hostwise.plan.document import plan_json
from hostwise.server.api import job_work
from hostwise.server.application import job_of
from hostwise.server.job_worker_process import compute_chunk, run_job
from hostwise.server.settings import Settings
from hostwise.server.workers import spreading
from tests.integration.serving import until

PLAN = plan_json(sample_plan("light-io"))
BATCH = {"plans": [PLAN | {"name": f"Site {number}"} for number in range(10)], "fields": "hosts,cluster_tco"}
SEARCH = {"plan": PLAN, "choices": [{"field": "/memory/dram_gib", "values": [256, 512, 768, 1024]}], "best": 1}


async def schedule(address: Path) -> None:
    async with Scheduler(host="127.0.0.1", port=0, dashboard_address="127.0.0.1:0") as scheduler:
        # Renamed, so that whoever waits for it finds all of it.
        (unfinished := address.with_suffix(".part")).write_text(scheduler.address)
        unfinished.rename(address)
        await scheduler.finished()


async def work(scheduler: str, folder: Path) -> None:
    async with Worker(
        scheduler,
        name=str(os.getpid()),
        nthreads=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        local_directory=str(folder),
    ) as worker:
        await worker.finished()


def on_cluster(asked: object, scheduler: str) -> Iterator[bytes]:
    """The result of a job, in parts."""
    return run_job(Settings(dask_scheduler=scheduler), job_of(json.dumps(asked).encode()), 1)


def alone(asked: object) -> bytes:
    """The result in this process, in the same parts."""
    draft = job_of(json.dumps(asked).encode())
    return b"".join(compute_chunk(draft.kind.value, each, map) for each in draft.chunks)


def said(scheduler: str, workers: list[int]) -> dict[str, object]:
    search, batch = {"search": SEARCH}, {"batch": BATCH}
    killed, stopped = workers
    with ThreadPoolExecutor(1) as thread, Client(scheduler, set_as_default=False) as watched:
        watched.wait_for_workers(2)
        found = watched.scheduler_info()["workers"]
        at = {int(each["name"]): address for address, each in found.items()}
        same_search = b"".join(on_cluster(search, scheduler)) == alone(search)
        os.kill(stopped, signal.SIGSTOP)
        parts = on_cluster(batch, scheduler)
        first = thread.submit(next, parts)
        # One keeps what it has computed, since only the first part is fetched; the other one has begun something.
        until(lambda: watched.has_what()[at[killed]] and watched.processing()[at[stopped]])
        os.kill(killed, signal.SIGKILL)
        os.kill(stopped, signal.SIGCONT)
        return {
            "batch": first.result() + b"".join(parts) == alone(batch),
            "search": same_search,
            "workers": len(watched.scheduler_info()["workers"]),
        }


def own_version() -> str:
    """Another one in each process."""
    return str(os.getpid())


def refused(scheduler: str, version: Callable[[], str] = str) -> str:
    """Why the cluster is not used."""
    try:
        with spreading.spreading(scheduler, 1, gc.enable, version) as spread:
            list(spread(len, [""]))
    except spreading.ClusterUnavailable as error:
        return str(error)
    return ""


def main(folder: Path) -> None:
    # Few combinations make several slices, and each plan is a chunk.
    reductions.SLICE, job_work.PLANS_OF_A_CHUNK = 1, 1
    # What is lost and computed again is no news here.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    address = folder / "scheduler"
    started = []
    try:
        started.append(os.fork())
        if not started[0]:
            asyncio.run(schedule(address))
        until(address.exists)
        for _ in range(2):
            started.append(os.fork())
            if not started[-1]:
                asyncio.run(work(address.read_text(), folder))
        answer = said(address.read_text(), started[1:])
        answer["differs"] = refused(address.read_text(), own_version)
        os.kill(started[0], signal.SIGKILL)
        spreading._CONNECT_SECONDS = 1
        print(json.dumps(answer | {"refused": refused(address.read_text())}))
    finally:
        for each in started:
            with suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)


if __name__ == "__main__":
    # Nobody waits for them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    with TemporaryDirectory() as made:
        main(Path(made))
    sys.stdout.flush()
