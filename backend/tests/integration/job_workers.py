"""Starts workers of jobs as copies of itself: one for each line that it reads, and says its process id.

To load everything takes much longer than the jobs of a test. A copy does all its work itself: a kill takes all of it.
"""

import asyncio
import os
import signal
import sys

import procrastinate  # noqa: F401

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.server.api import job_work  # noqa: F401
from hostwise.server.job_worker_process import compute_chunk, lessened_chunk, versions
from hostwise.server.store.session import Database
from hostwise.server.stored_documents.job_worker import JobWorker


async def work(database_url: str) -> None:
    database = Database(database_url)
    worker = JobWorker(
        database,
        database_url,
        compute_chunk,
        lessened_chunk,
        versions=versions(),
        places=1,
        workers=None,
        heartbeat=0.2,
    )
    await worker.run(asyncio.Event())


if __name__ == "__main__":
    # Nobody waits for them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    evaluate_plan(sample_plan("light-io"), load_catalogue())
    for _ in sys.stdin:
        if not (copy := os.fork()):
            asyncio.run(work(sys.argv[1]))
        print(copy, flush=True)
