"""How fast the engine and the API are, as ratios within this one run; nothing here passes or fails.

Four questions: how many configurations a core evaluates per second, against the least that NumPy could do for as many
numbers; the same for simulated steps of write buffers; what the API serves, against a bare FastAPI endpoint that
returns the same bytes; and how many plans a script has evaluated per second in batches, against requests one by one.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable

import httpx2
import numpy as np
from fastapi import FastAPI, Request, Response
from numpy.typing import ArrayLike, NDArray

from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.graph import CHUNK
from hostwise.engine.model import MODEL
from hostwise.engine.roles import Role
from hostwise.engine.simulate import Buffer, Load, simulate
from hostwise.main import create_app
from hostwise.plan.document import plan_json
from hostwise.services.binding import bind
from hostwise.services.evaluation.service import evaluate_plan
from hostwise.services.plans.samples import sample_plan
from hostwise.services.running.time_axis import with_demand_by_month
from hostwise.settings import Settings

FloatArray = NDArray[np.float64]

CONFIGURATIONS = 1_000_000
ANSWERS = ("hosts", "cluster_tco", "cluster_npv", "years_to_wear_out", "wear_out_probability")
REQUESTS = 300
BATCH = 200


def seconds(work: Callable[[], object], repeats: int = 3) -> float:
    """Shortest of several runs."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


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
        own[:, :, Role.CACHE] = values
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


async def api() -> None:
    """The API against a bare endpoint that reads as much and returns the same bytes."""
    app = application()
    plan = plan_json(sample_plan("moderate-io"))
    question = {"plan": plan, "configuration": "nand", "quantity": "cluster_tco"}
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://localhost") as client:
        for address, body in (("/api/v1/evaluate", plan), ("/api/v1/explain", question)):
            answer = (await client.post(address, json=body)).content
            bare = FastAPI()

            @bare.post("/")
            async def same_bytes(request: Request, answer: bytes = answer) -> Response:
                await request.body()
                return Response(answer, media_type="application/json")

            async with httpx2.AsyncClient(transport=httpx2.ASGITransport(bare), base_url="http://localhost") as plain:
                full = await rate(lambda: client.post(address, json=body))  # noqa: B023 - awaited in the loop
                least = await rate(lambda: plain.post("/", json=body))  # noqa: B023 - awaited in the loop
            print(f"api: POST {address}, {len(answer):,} bytes: {full:,.0f} requests per second")
            print(f"  {full / least:.3f} of a bare endpoint that returns the same bytes ({least:,.0f} per second)")


LINES = {"Content-Type": "application/x-ndjson"}


async def batches() -> None:
    """Many plans in one request, against as many requests and against the bare work."""
    plan = plan_json(sample_plan("light-io"))
    lines = "".join(json.dumps(plan | {"name": f"Variant {number}"}) + "\n" for number in range(BATCH)).encode()
    document, catalogue = sample_plan("light-io"), load_catalogue()
    work = BATCH / seconds(lambda: [evaluate_plan(document, catalogue) for _ in range(BATCH)], 1)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(application()), base_url="http://localhost") as client:

        async def batch(query: str) -> float:
            start = time.perf_counter()
            answer = await client.post(f"/api/v1/evaluate/batch{query}", content=lines, headers=LINES)
            assert len(answer.text.splitlines()) == BATCH
            return BATCH / (time.perf_counter() - start)

        one_by_one = await rate(lambda: client.post("/api/v1/evaluate", json=plan))
        print(f"batch: POST /api/v1/evaluate/batch, {BATCH} plans; the bare work is {work:,.0f} plans per second")
        for name, query in (("summaries", "?summary=true"), ("full results", "")):
            speed = await batch(query)
            print(f"  {name}: {speed:,.0f} plans per second, {speed / work:.2f} of the bare work, ", end="")
            print(f"{speed / one_by_one:.2f} times as many as one by one")


if __name__ == "__main__":
    engine()
    simulation()
    asyncio.run(api())
    asyncio.run(batches())
