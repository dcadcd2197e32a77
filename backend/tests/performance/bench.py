"""How fast the engine and the API are, as ratios within this one run; nothing here passes or fails.

Seventeen questions: how many points of a product space, and of simulations times candidates, a core evaluates per
second, against as many configurations evaluated beside each other; in how much memory a space of a hundred million
points is searched; how long a search of the catalogue takes by elimination, against walking through a part of it; how
well work is spread over processes of a cluster; how many configurations beside each other a core evaluates per second,
against the least that NumPy could do for as many numbers; the same for simulated steps of write buffers; how near to
its bound the placement of VMs comes; how much faster the graph is in machine code; how long the uncertainty of a plan
takes; where the time of an evaluation goes; what the API serves, against a bare FastAPI endpoint that returns the same
bytes; what a tool by MCP takes, against the same request of the API; how long a light request takes beside heavy ones;
how many plans a script has evaluated per second in batches, against requests one by one; how long reports take; and how
long an export of thousands of VMs takes to be read, against the reader of its cells.
"""

import asyncio
import gc
import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
from fastapi import FastAPI, Request, Response
from isal import isal_zlib
from numpy.typing import ArrayLike, NDArray

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan, result_of
from hostwise.answers.evaluation.parts import parts_of
from hostwise.answers.running.reference_flow import with_reference
from hostwise.answers.running.run_plan import run_plan, sized
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import drawn
from hostwise.answers.simulations.simulations import simulations as simulations_of
from hostwise.answers.steps.load_profile import with_load_profile
from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.binding import Binding, bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.brief.brief_decision import USUAL
from hostwise.decision.deciding import uncertainty_of_run
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.graph import CHUNK
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.engine.roles import Role
from hostwise.engine.simulate import Buffer, Load, simulate
from hostwise.engine.space import Best, Choice, Front, Reasons, Space, evaluate_space, reduce
from hostwise.plan.document import Plan, plan_json
from hostwise.server.application import create_app
from hostwise.server.machine.compiled_formulas import use_compiled
from hostwise.server.settings import Settings
from tests.integration.serving import serving
from tests.largest_plan import largest
from tests.performance.eliminating import eliminating
from tests.performance.history import history
from tests.performance.importing import importing
from tests.performance.placing import placement
from tests.performance.spreading import spreading

FloatArray = NDArray[np.float64]

CONFIGURATIONS = 1_000_000
ANSWERS = ("hosts", "cluster_tco", "cluster_npv", "years_to_wear_out", "wear_out_probability")
REQUESTS = 300
SIMULATIONS = 4_096
BATCH, FULL_RESULTS = 200, 10
"""Plans in a batch for summaries, and for full results, of which one answer holds few."""


def seconds(work: Callable[[], object], repeats: int = 3, clock: Callable[[], float] = time.perf_counter) -> float:
    """Shortest of several runs."""
    times = []
    for _ in range(repeats):
        start = clock()
        work()
        times.append(clock() - start)
    return min(times)


def core_seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """The same in time of a core, whatever else the machine does."""
    return seconds(work, repeats, time.process_time)


def engine() -> None:
    """Evaluate a million configurations of the moderate workload in one call."""
    arrays = with_demand_by_month(bind(sample_plan("moderate-io"), load_catalogue())).arrays
    inputs: dict[str, ArrayLike] = {name: array[:, :1] for name, array in arrays.items()}
    rng = np.random.default_rng(1)
    inputs |= {
        "sockets": rng.integers(1, 3, CONFIGURATIONS),
        "cores_per_socket": rng.integers(8, 129, CONFIGURATIONS),
        "base_ghz": rng.uniform(1.9, 3.8, CONFIGURATIONS),
        "dram_gib": rng.choice([256, 384, 512, 768, 1024, 2048], CONFIGURATIONS),
        "disk_groups": rng.integers(1, 6, CONFIGURATIONS),
        "capacity_drives_per_host": rng.integers(2, 25, CONFIGURATIONS),
        "cpu_price": rng.uniform(700, 15_000, CONFIGURATIONS),
    }
    drawn = {
        "drive_gb": rng.choice([400, 800, 1600, 3200], CONFIGURATIONS),
        "drive_dwpd": rng.choice([1, 3, 10, 100], CONFIGURATIONS),
        # What is drawn is rated by its writes per day only.
        "drive_tbw_tb": np.full(CONFIGURATIONS, np.nan),
        "drive_price": rng.uniform(300, 5_000, CONFIGURATIONS),
        "drives_per_host": inputs["disk_groups"],
    }
    for name, values in drawn.items():
        own = np.repeat(arrays[name][:, :1], CONFIGURATIONS, axis=1)
        own[:, :, Role.WRITE_TIER] = values
        inputs[name] = own
    formulas = [name for name in MODEL.order(ANSWERS) if name in MODEL.formulas]
    whole = seconds(lambda: MODEL.evaluate(inputs, ANSWERS))

    one, other, out = (np.ones(CHUNK) for _ in range(3))

    def least() -> None:
        for _ in range(len(formulas) * CONFIGURATIONS // CHUNK):
            np.multiply(one, other, out=out)

    floor = seconds(least)
    print(f"engine: {CONFIGURATIONS:,} configurations, {len(formulas)} formulas, {', '.join(ANSWERS)}")
    print(f"  {CONFIGURATIONS / whole:,.0f} configurations per second and core")
    print(f"  {whole / floor:.1f} times one NumPy multiplication for each formula and configuration")
    for chunk in (1_000, CHUNK, 65_536):
        took = seconds(lambda chunk=chunk: MODEL.evaluate(inputs, ANSWERS, chunk=chunk), 1)  # type: ignore[misc]
        print(f"  in chunks of {chunk:>6,}: {whole / took:.2f} of that speed")


TARGETS = ("hosts", "cluster_tco", "wear_out_probability")
SAMPLE = 2_000


def base_of_moderate_workload(growth: float) -> dict[str, FloatArray]:
    """One configuration of the moderate workload, in one cluster of any size, with VMs that grow at a rate per year."""
    document = plan_json(sample_plan("moderate-io"))
    document["configurations"] = document["configurations"][:1]
    document["policy"]["max_hosts_per_cluster"] = 1_000
    for group in document["workload"]["groups"]:
        group["count_growth_rate"] = growth
    return bind(Plan.model_validate(document), load_catalogue()).arrays


def against_plain(space: Space, took: float) -> None:
    """Compare a space with the evaluation of a sample of its configurations beside each other, months and all."""
    rng = np.random.default_rng(2)
    points = np.sort(rng.choice(space.points, SAMPLE, replace=False))
    rows = [space.inputs(int(point)) for point in points]
    inputs = {name: np.concatenate([row[name] for row in rows], axis=1) for name in rows[0]}
    inputs = {
        name: each[:, :1] if np.array_equal(each, each[:, :1] + 0 * each, equal_nan=True) else each
        for name, each in inputs.items()
    }
    months = inputs["month"][0, 0]
    answers: list[Mapping[str, FloatArray]] = []

    def plain() -> None:
        dates = {"sizing_years": months[:, np.newaxis] / MONTHS_PER_YEAR}
        found = MODEL.evaluate(inputs | dates, list(BY_MONTH.values())).values
        asked = {
            name: np.broadcast_to(found[quantity], (len(months), SAMPLE)).T[np.newaxis]
            for name, quantity in BY_MONTH.items()
        }
        answers.append(MODEL.evaluate(inputs | asked, TARGETS).values)

    whole = core_seconds(plain, 2) / SAMPLE * space.points
    worst = 0.0
    values = {name: np.empty(SAMPLE) for name in TARGETS}
    for part in space.parts(TARGETS):
        inside = slice(*np.searchsorted(points, [part.start, part.start + len(part.values["hosts"])]))
        for name in TARGETS:
            values[name][inside] = part.values[name][points[inside] - part.start]
    for name in TARGETS:
        expected = np.broadcast_to(answers[-1][name], (1, SAMPLE))[0]
        assert np.array_equal(np.isnan(expected), np.isnan(values[name]))
        worst = max(worst, float(np.nanmax(np.abs(values[name] / expected - 1))))
    print(f"  {space.points / took:,.0f} per second and core, {took:.2f} s of a core; beside each other it takes")
    print(f"  {whole:,.0f} s (from {SAMPLE:,} of them), {whole / took:,.0f} times as long; they differ by {worst:.0e}")


def by_walking(space: Space) -> float:
    """Seconds in which all points are computed."""

    def walk() -> None:
        for _ in space.parts():
            pass

    return core_seconds(walk)


def combinations(processors: int) -> Space:
    """All combinations of so many processors and other parts, for a growing workload, with all months."""
    rng = np.random.default_rng(1)
    drives = 20
    choices = [
        Choice(
            "processor",
            {
                "cores_per_socket": rng.integers(8, 129, processors),
                "base_ghz": rng.uniform(1.9, 3.8, processors),
                "cpu_price": rng.uniform(700, 15_000, processors),
            },
        ),
        Choice("sockets", {"sockets": [1, 2]}),
        Choice("memory", {"dram_gib": [256, 384, 512, 768, 1024, 1536, 2048, 3072]}),
        Choice("disk groups", {"disk_groups": np.arange(1, 6), ("drives_per_host", Role.WRITE_TIER): np.arange(1, 6)}),
        Choice("cache drive", cache_drives(rng, drives)),
        Choice("capacity drives", {"capacity_drives_per_host": np.arange(2, 18)}),
    ]
    return evaluate_space(base_of_moderate_workload(0.15), choices, TARGETS)


def best_and_front() -> tuple[Best, Front]:
    """What is asked of a space."""
    return Best("cluster_tco"), Front({"cluster_tco": "lowest", "wear_out_probability": "lowest"})


def product_space() -> None:
    """About ten million configurations."""
    space = combinations(400)
    print(f"product space: {space.points:,} configurations, growth of 15 % per year, {', '.join(TARGETS)}")
    took = by_walking(space)
    reducing = core_seconds(lambda: reduce(space, *best_and_front()), 1)
    print(f"  with the best 10 and the Pareto front of cost and wear-out: {took / reducing:.2f} of the speed below")
    against_plain(space, took)


def large_space() -> None:
    """More than a hundred million configurations, in a process of its own whose peak of memory is said."""
    space = combinations(4_000)
    found = (*best_and_front(), Reasons())
    took = core_seconds(lambda: reduce(space, *found), 1)
    # On macOS in bytes, elsewhere in kibibytes.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"large space: {space.points:,} configurations, the best 10, the Pareto front and the reasons")
    print(f"  {space.points / took:,.0f} per second and core, {took:.1f} s of a core")
    print(f"  {peak / 2**30:.2f} of a GiB at the peak of the whole process")


def alone(work: Callable[[], None]) -> None:
    """Do a work of this module in a process of its own."""
    sys.stdout.flush()
    subprocess.run([sys.executable, "-c", f"from {__spec__.name} import {work.__name__} as work; work()"], check=True)


def cache_drives(rng: np.random.Generator, number: int) -> dict[str | tuple[str, Role], FloatArray]:
    """Drives that absorb writes, rated by their writes per day only."""
    return {
        ("drive_gb", Role.WRITE_TIER): rng.choice([400.0, 800, 1600, 3200], number),
        ("drive_dwpd", Role.WRITE_TIER): rng.choice([1.0, 3, 10, 100], number),
        ("drive_tbw_tb", Role.WRITE_TIER): np.full(number, np.nan),
        ("drive_price", Role.WRITE_TIER): rng.uniform(300, 5_000, number),
    }


def simulations(number: int = 10_000, candidates: int = 1_000) -> None:
    """Candidates in many simulations of demand, writes, prices and failures."""
    rng = np.random.default_rng(1)
    base = base_of_moderate_workload(0.0)

    def drawn(sigma: float) -> FloatArray:
        return np.exp(rng.normal(0, sigma, number))

    groups = rng.integers(1, 6, candidates).astype(float)
    choices = [
        Choice(
            "future",
            {
                "total_cpu_ghz": 2_000 * drawn(0.3),
                "total_used_tb": 60 * drawn(0.3),
                "electricity_price_per_kwh": base["electricity_price_per_kwh"].item() * drawn(0.4),
                "mb_per_kib": base["mb_per_kib"].item() * drawn(0.3),
                "random_failure_rate": 0.01 * drawn(0.3),
                "vcpu_per_core": 4 * drawn(0.2),
            },
        ),
        Choice(
            "candidate",
            {
                **cache_drives(rng, candidates),
                "cores_per_socket": rng.integers(8, 129, candidates),
                "base_ghz": rng.uniform(1.9, 3.8, candidates),
                "cpu_price": rng.uniform(700, 15_000, candidates),
                "sockets": rng.integers(1, 3, candidates),
                "dram_gib": rng.choice([256, 384, 512, 768, 1024], candidates),
                "disk_groups": groups,
                ("drives_per_host", Role.WRITE_TIER): groups,
                "capacity_drives_per_host": rng.integers(2, 25, candidates),
            },
        ),
    ]
    space = evaluate_space(base, choices, TARGETS)
    print(f"simulations: {number:,} simulations of {candidates:,} candidates, {', '.join(TARGETS)}")
    against_plain(space, by_walking(space))


def simulation() -> None:
    """Simulate a day of write buffers in steps of three minutes."""
    steps = 480
    rng = np.random.default_rng(1)
    day = (0.6 + 0.4 * np.sin(np.linspace(0, 2 * np.pi, steps)))[:, np.newaxis]
    print(f"simulation: {steps} steps")
    for configurations in (1, 12, 1_000, 4_000):
        buffer = Buffer(
            write_buffer_mb=rng.uniform(200_000, 1_600_000, configurations),
            destage_start_share=0.3,
            destage_full_share=0.7,
            destage_limit_mb_s=rng.uniform(100, 1_000, configurations),
            burst_write_mb_s=rng.uniform(1_000, 3_000, configurations),
        )
        load = Load(np.full(steps, 3.0), day * rng.uniform(100, 2_000, configurations), 1.0)
        took = seconds(lambda buffer=buffer, load=load: simulate(buffer, load, 0.3))  # type: ignore[misc]
        one, other, out = (np.ones(configurations) for _ in range(3))

        def least(one: FloatArray = one, other: FloatArray = other, out: FloatArray = out) -> None:
            for _ in range(steps):
                np.multiply(one, other, out=out)

        print(
            f"  {configurations:>5,} configurations: {configurations * steps / took:>12,.0f} configuration-steps per "
            f"second and core, {took / seconds(least):,.0f} times one NumPy multiplication for each"
        )


async def rate(call: Callable[[], Awaitable[httpx2.Response]]) -> float:
    """Requests per second, one after the other, in one process with the server."""
    for _ in range(10):
        assert (await call()).status_code == 200
    start = time.perf_counter()
    for _ in range(REQUESTS):
        await call()
    return REQUESTS / (time.perf_counter() - start)


def application() -> FastAPI:
    """The application without a database, and without a limit on requests."""
    return create_app(Settings.model_construct(database_url="postgresql:///unused", rate_limit="0/minute"))


def machine_code() -> None:
    """All quantities of a sample by NumPy and in machine code, which all that follows uses."""
    document = sample_plan("moderate-io")
    binding = run_plan(document, load_catalogue()).binding

    def evaluated() -> float:
        return core_seconds(lambda: [MODEL.evaluate(binding.arrays, curves=binding.curves) for _ in range(20)], 5) / 20

    plain = evaluated()
    use_compiled(Settings().cache_dir, build=True)
    if MODEL.kernel is None:
        print("machine code: there is no compiler")
        return
    once = evaluated()
    number = len(document.configurations)
    print(f"machine code: {len(MODEL.formulas)} quantities of {number} configurations in {once * 1e3:.2f} ms")
    print(f"  {plain / once:.0f} times as fast as NumPy")


def uncertainty() -> None:
    """The uncertainty of modern cases of three configurations, by the clock, and what simulations take with NumPy."""
    catalogue = load_catalogue()
    print(f"uncertainty, {SIMULATIONS:,} simulations of three configurations, ms:")
    for key in ("light-io", "nvme-2026", "vdi-2026", "memory-tiering-2026"):
        run = run_plan(sample_plan(key), catalogue)
        causes = causes_of(run.binding, catalogue)
        numbers = drawn(len(causes), SIMULATIONS, seed=1)
        whole = seconds(partial(uncertainty_of_run, run, catalogue), 5)
        walked = partial(simulations_of, run.binding, causes)
        only = seconds(partial(walked, numbers), 5)
        kernel, MODEL.kernel = MODEL.kernel, None
        some = numbers[: SIMULATIONS // 8]
        plain = seconds(partial(walked, some), 1) * len(numbers) / len(some)
        MODEL.kernel = kernel
        print(f"  {key:<20} {whole * 1e3:4.0f}, of it simulations {only * 1e3:4.0f}; NumPy {plain / only:.1f} times")


def stages() -> None:
    """Core time of an evaluation, by stage."""
    catalogue, text = load_catalogue(), json.dumps(plan_json(sample_plan("moderate-io")))
    plan = Plan.model_validate_json(text)
    reference = plan.configurations[0].key
    bound = bind(plan, catalogue)
    with_clusters = sized(plan, catalogue)
    by_month = with_demand_by_month(with_clusters)
    binding = with_reference(by_month, reference)
    run = run_plan(plan, catalogue)
    result = evaluate_plan(plan, catalogue)
    few = parts_of(ANSWERS)
    works: dict[str, Callable[[], object]] = {
        "reading the plan": lambda: Plan.model_validate_json(text),
        "binding": lambda: bind(plan, catalogue),
        "clusters, load profile": lambda: with_clusters_of(bound),
        "months": lambda: with_demand_by_month(with_clusters),
        "reference": lambda: with_reference(by_month, reference),
        "all quantities": lambda: binding.evaluate(),
        "the answer": lambda: result_of(replace(run, evaluation=replace(run.evaluation)), catalogue, reference),
        "  with five quantities": lambda: result_of(
            replace(run, evaluation=replace(run.evaluation)), catalogue, reference, few
        ),
        "JSON": result.model_dump_json,
        "gzip": lambda: isal_zlib.compress(written, 3, 16 + isal_zlib.MAX_WBITS),
    }
    written = result.model_dump_json().encode()
    print("stages of an evaluation, ms of a core:")
    for name, work in works.items():
        print(f"  {name:<24} {core_seconds(work, 20) * 1e3:6.2f}")


def with_clusters_of(binding: Binding) -> Binding:
    """What sizes the hosts at the sizing date."""
    return with_clusters(with_load_profile(binding))


async def reports() -> None:
    """How long reports take, the shortest of several, and what is refused."""
    plan = plan_json(sample_plan("moderate-io"))
    print("reports, seconds:")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(application()), base_url="http://localhost") as client:
        for name, document, repeats in (("a sample", plan, 4), ("500 VM groups x 12 configurations", largest(plan), 1)):
            for kind in ("xlsx", "pdf", "csv"):
                times = []
                for number in range(repeats):
                    # Another plan each time, which no answer is kept of.
                    asked = {"plan": document | {"name": f"Plan {number}"}}
                    start = time.perf_counter()
                    answer = await client.post("/api/v1/report", params={"format": kind}, json=asked)
                    times.append(time.perf_counter() - start)
                said = f"{min(times):.2f}" if answer.status_code == 200 else answer.json()["detail"]
                print(f"  {kind} of {name}: {said}")


async def api() -> None:
    """The API against a bare endpoint that reads as much and returns the same bytes: new plans, and a kept one."""
    app = application()
    plan = plan_json(sample_plan("moderate-io"))
    question = {"configuration": "nand", "quantity": "cluster_tco"}
    number = count()
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost") as client:
        short = f"/api/v1/evaluate?include={','.join(ANSWERS)}"
        explained = question | {"plan": plan}
        for address, body in (("/api/v1/evaluate", plan), (short, plan), ("/api/v1/explain", explained)):
            answer = (await client.post(address, json=body)).content
            packed = isal_zlib.compress(answer, 3, 16 + isal_zlib.MAX_WBITS)
            bare = FastAPI()

            @bare.post("/")
            async def same_bytes(request: Request, packed: bytes = packed) -> Response:
                await request.body()
                return Response(packed, media_type="application/json", headers={"Content-Encoding": "gzip"})

            def another(address: str = address) -> Awaitable[httpx2.Response]:
                new = plan | {"name": f"Plan {next(number)}"}
                return client.post(address, json=question | {"plan": new} if "explain" in address else new)

            async with httpx2.AsyncClient(transport=httpx2.ASGITransport(bare), base_url="http://localhost") as plain:
                full = await rate(another)
                kept = await rate(lambda: client.post(address, json=body))  # noqa: B023 - awaited in the loop
                least = await rate(lambda: plain.post("/", json=body))  # noqa: B023 - awaited in the loop
            print(f"api: POST {address}, {len(answer):,} bytes: {full:,.0f} requests per second")
            print(f"  {full / least:.3f} of a bare endpoint that returns the same bytes ({least:,.0f} per second)")
            print(f"  the same plan again: {kept / least:.3f} of it")


async def tools() -> None:
    """What a call of a tool by MCP takes, over the same request of the API: new plans, one after the other."""
    app, number = application(), count()
    plan, question = plan_json(sample_plan("moderate-io")), {"configuration": "nand", "quantity": "cluster_tco"}
    accepted = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
    quantities = ",".join(USUAL)
    print("tools by MCP:")
    async with (
        app.state.mcp.running(),
        httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost") as client,
    ):

        def by_api(address: str, asked: dict[str, Any]) -> Awaitable[httpx2.Response]:
            new = plan | {"name": f"Plan {next(number)}"}
            return client.post(f"/api/v1/{address}", json={**asked, "plan": new} if asked else new)

        def by_tool(tool: str, asked: dict[str, Any]) -> Awaitable[httpx2.Response]:
            arguments = {**asked, "plan": plan | {"name": f"Plan {next(number)}"}}
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
            return client.post("/mcp", json=call, headers=accepted)

        for tool, address, asked in (
            ("evaluate", f"evaluate?include={quantities}", {}),
            ("check", "evaluate", {}),
            ("explain", "explain", question),
        ):
            least, took = await rate(partial(by_api, address, asked)), await rate(partial(by_tool, tool, asked))
            size = len((await by_tool(tool, asked)).content)
            print(f"  {tool:<8} {least / took:.2f} of POST /api/v1/{address.split('?')[0]}; {size:,} bytes")
        times: dict[str, list[float]] = {"tool": [], "api": []}
        for _ in range(5):
            for name, call in (
                ("api", by_api("evaluate?include=card,uncertainty", {})),
                ("tool", by_tool("compare", {})),
            ):
                start = time.perf_counter()
                assert (await call).status_code == 200
                times[name].append(time.perf_counter() - start)
        print(
            f"  compare  {min(times['tool']) / min(times['api']):.2f} of POST /api/v1/evaluate?include=card,uncertainty"
        )


def light_beside_heavy() -> None:
    """A light request of a served application: alone, beside four clients with the heaviest plans, and a bad one."""
    plan, number, busy = largest(plan_json(sample_plan("moderate-io"))), count(), True
    cores = str(os.cpu_count() or 1)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder), HOSTWISE_WORKERS=cores, HOSTWISE_RATE_LIMIT="0", HOSTWISE_LOG_FORMAT="text") as (
            process,
            address,
        ),
    ):
        with httpx2.Client(base_url=address, timeout=120) as client:

            def waits(requests: int) -> list[float]:
                return sorted(seconds(lambda: client.get("/api/v1/samples"), 1) for _ in range(requests))

            def ask() -> None:
                with httpx2.Client(base_url=address, timeout=120) as heavy, suppress(httpx2.TransportError):
                    while busy:
                        answer = heavy.post("/api/v1/evaluate", json=plan | {"name": f"Plan {next(number)}"})
                        assert answer.status_code == 200, answer.text

            client.post("/api/v1/evaluate", json=plan)
            alone = waits(1_000)
            asking = [threading.Thread(target=ask) for _ in range(4)]
            for each in asking:
                each.start()
            time.sleep(2)
            beside = waits(1_000)
            busy = False
            for each in asking:
                each.join()
            bad = b'{"x": [' + b"0," * 1_000_000 + b"0]}"
            spoiling = threading.Thread(
                target=lambda: httpx2.post(
                    f"{address}/api/v1/evaluate", content=bad, headers={"Content-Type": "application/json"}, timeout=60
                )
            )
            spoiling.start()
            spoilt = waits(200)
            spoiling.join()
        process.terminate()
        process.wait(timeout=60)
    print("light: GET /api/v1/samples of a served application")
    print(f"  alone {alone[500] * 1e3:.1f} ms, at the 99th percentile {alone[990] * 1e3:.1f} ms")
    print(f"  beside four clients with 500 VM groups x 12 configurations {beside[990] / alone[990]:.1f} times that")
    print(f"  during a bad request of {len(bad):,} bytes at most {(spoilt[-1] - alone[500]) * 1e3:.0f} ms later")


LINES = {"Content-Type": "application/x-ndjson"}


async def batches() -> None:
    """Many plans in one request, against as many requests and against the bare work."""
    plan = plan_json(sample_plan("light-io"))
    number = count()

    def another() -> dict[str, Any]:
        return plan | {"name": f"Variant {next(number)}"}

    document, catalogue = sample_plan("light-io"), load_catalogue()
    work = BATCH / seconds(lambda: [evaluate_plan(document, catalogue) for _ in range(BATCH)], 1)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(application()), base_url="http://localhost") as client:

        async def batch(query: str, plans: int) -> float:
            lines = "".join(json.dumps(another()) + "\n" for _ in range(plans)).encode()
            start = time.perf_counter()
            answer = await client.post(f"/api/v1/evaluate/batch{query}", content=lines, headers=LINES)
            assert answer.text.count('"problem"') == 0
            return plans / (time.perf_counter() - start)

        one_by_one = await rate(lambda: client.post("/api/v1/evaluate", json=another()))
        print(f"batch: POST /api/v1/evaluate/batch; the bare work is {work:,.0f} plans per second")
        for name, query, plans in (("summaries", "?summary=true", BATCH), ("full results", "", FULL_RESULTS)):
            speed = await batch(query, plans)
            print(f"  {name}: {speed:,.0f} plans per second, {speed / work:.2f} of the bare work, ", end="")
            print(f"{speed / one_by_one:.2f} times as many as one by one")


if __name__ == "__main__":
    load = f"load {os.getloadavg()[0]:.1f}"
    print(f"{os.cpu_count()} cores, {load}, Python {platform.python_version()}, NumPy {np.__version__}")
    product_space()
    alone(large_space)
    eliminating()
    spreading()
    simulations()
    engine()
    simulation()
    placement()
    # From here on with formulas in machine code.
    machine_code()
    uncertainty()
    stages()
    # As the processes of the server do, which do not look for circles among what stays for good.
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    asyncio.run(api())
    asyncio.run(tools())
    light_beside_heavy()
    asyncio.run(batches())
    asyncio.run(reports())
    importing()
    history()
