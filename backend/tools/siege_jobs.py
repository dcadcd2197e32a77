"""The trial of jobs: one token asks for as many and as large ones as it may, others save plans and want small ones."""

from __future__ import annotations

import itertools
import json
import shutil
import threading
import time
from typing import Any

from tools.siege import JSON, Results, Running, repeat, running

DISK_MIB = 1_024
LONG_JOBS = 50
MOST_SECONDS = 10.0
"""Longest time for a job of one plan beside those of a flood."""


def flood(seconds: float) -> bool:
    """A flood on a disk of 1 GiB: saves of others never fail, their jobs end soon, and room comes back."""
    from hostwise.decision.samples.samples import sample_plan
    from hostwise.plan.document import plan_json

    small, large = (plan_json(sample_plan(each)) for each in ("light-io", "nvme-2026"))
    numbers = itertools.count()
    with running(disk_mib=DISK_MIB, HOSTWISE_RATE_LIMIT="0") as server:
        greedy, modest = _token(server, "greedy"), _token(server, "modest")
        asked, saved, small_jobs, ready = Results(), Results(), Results(), Results()
        least = [shutil.disk_usage(server.folder).free]
        until = threading.Event()

        def start(kind: str, job: dict[str, Any], token: str) -> tuple[int, str]:
            began = time.monotonic()
            status, _, answer = server.ask("POST", "/api/v1/jobs", json.dumps(job).encode(), JSON, authorization=token)
            found = json.loads(answer)
            asked.note(kind, f"{status} {found.get('code', '')}".strip(), time.monotonic() - began)
            return status, str(found.get("id", ""))

        def ask_much() -> None:
            """A batch of full results, each of another plan; what has ended is removed where there is no room."""
            plans = [large | {"name": f"Site {next(numbers)}"} for _ in range(200)]
            if start("batch", {"batch": {"plans": plans}}, greedy)[0] != 202:
                _remove(server, greedy, ended_only=True)
                time.sleep(0.2)

        def save() -> None:
            began = time.monotonic()
            status, _, _ = server.ask("POST", "/api/v1/plans", json.dumps(small).encode(), JSON, authorization=modest)
            saved.note("save", status, time.monotonic() - began)
            ready.note("ready", server.ask("GET", "/health/ready")[0], 0)
            least[0] = min(least[0], shutil.disk_usage(server.folder).free)
            time.sleep(0.1)

        choices = [{"field": "/memory/dram_gib", "values": [512, 768, 1024, 1536, 2048]}]
        for number in range(LONG_JOBS):
            doubted = {
                "batch": {"plans": [large | {"name": f"{number} {each}"} for each in range(20)], "simulations": 4_096}
            }
            searched = {"search": {"plan": large | {"name": str(number)}, "choices": choices, "simulations": 1_024}}
            start("long", doubted if number % 2 else searched, greedy)

        def want_one() -> None:
            began = time.monotonic()
            plan = small | {"name": f"One {next(numbers)}"}
            status, job = start("small", {"batch": {"plans": [plan], "fields": "hosts"}}, modest)
            state = "refused" if status != 202 else _ended(server, modest, job)
            small_jobs.note("small", state, time.monotonic() - began)
            server.ask("DELETE", f"/api/v1/jobs/{job}", authorization=modest)
            time.sleep(1)

        working = [repeat(until, each) for each in (want_one, save)]
        time.sleep(min(30.0, seconds / 4))
        beside_long = max(small_jobs.seconds, default=0.0)
        _remove(server, greedy, ended_only=False)
        working += [repeat(until, ask_much) for _ in range(4)]
        time.sleep(seconds)
        until.set()
        for each in working:
            each.join(60)
        _remove(server, greedy, ended_only=False)
        _remove(server, greedy, ended_only=False)
        back = start("after", {"batch": {"plans": [large]}}, greedy)[0]
        stored = shutil.disk_usage(server.folder)
    slowest = max(small_jobs.seconds, default=0.0)
    print(f"jobs: {seconds:.0f} s of a flood on a disk of {stored.total / 2**20:,.0f} MiB")
    print(f"  asked  {dict(asked.statuses)}")
    print(f"  saves  {dict(saved.statuses)}, p95 {saved.share(0.95):.3f} s; {dict(ready.statuses)}")
    print(
        f"  jobs of one plan  {dict(small_jobs.statuses)}, p50 {small_jobs.share(0.5):.1f} s, slowest {slowest:.1f} s"
    )
    print(f"  slowest of them beside {LONG_JOBS} long jobs  {beside_long:.1f} s")
    print(f"  free  {least[0] / 2**20:,.0f} MiB at least, {stored.free / 2**20:,.0f} afterwards; then {back}")
    fine = set(saved.statuses) == {"save 201"} and set(ready.statuses) == {"ready 200"}
    return fine and set(small_jobs.statuses) == {"small done"} and slowest < MOST_SECONDS and back == 202


def _token(server: Running, name: str) -> str:
    body = json.dumps({"name": name, "scopes": ["write"]}).encode()
    return f"Bearer {json.loads(server.ask('POST', '/api/v1/tokens', body)[2])['token']}"


def _ended(server: Running, token: str, job: str) -> str:
    while True:
        found = json.loads(server.ask("GET", f"/api/v1/jobs/{job}", authorization=token)[2])
        if found["state"] not in ("queued", "running"):
            return str(found["state"])
        time.sleep(0.1)


def _remove(server: Running, token: str, *, ended_only: bool) -> None:
    """Cancel and remove the jobs of a token."""
    for each in json.loads(server.ask("GET", "/api/v1/jobs", authorization=token)[2])["items"]:
        if not ended_only or each["state"] in ("done", "failed", "cancelled"):
            server.ask("DELETE", f"/api/v1/jobs/{each['id']}", authorization=token)
