"""How well work is spread over a Dask cluster: a portfolio and a search on one worker and on two, against none."""

import gc
import json
import time
from collections.abc import Callable
from functools import partial

import psutil
from distributed import LocalCluster

from hostwise.answers.search.axes import Axis, bind_axes
from hostwise.answers.search.choices import axes_of, usual_choices
from hostwise.answers.search.totals import COST
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.space import Best, ParallelMap, Reasons, reduce
from hostwise.plan.document import plan_json
from hostwise.server.application import job_of
from hostwise.server.job_worker_process import compute_chunk, versions
from hostwise.server.workers.spreading import spreading as spread_over

PLANS, SIMULATIONS = 24, 64
OPTIONS = (38, 6, 6, 5, 6, 4, 5)
"""Of each usual choice, so many that there are two slices."""

Work = Callable[[ParallelMap], object]


def spreading() -> None:
    """Both, each on one and on two workers with one thread."""
    print("spread over processes of a Dask cluster, one thread each; what is loaded is loaded before")
    works = {f"{PLANS} plans with {SIMULATIONS} simulations": _portfolio(), "combinations one by one": _search()}
    for name, work in works.items():
        expected, alone, (core, *_) = _timed(work, map)
        print(f"  {name}: alone {alone:.1f} s, {core:.1f} of a core", flush=True)
        for workers in (1, 2):
            with (
                LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
                spread_over(cluster.scheduler_address, 1, gc.enable, versions) as spread,
            ):
                list(spread(len, [""] * 8 * workers))
                found, took, cores = _timed(work, spread)
                assert found == expected
                ideal = core / workers
                print(
                    f"    {workers} workers: {took:.1f} s, {alone / took / workers:.0%} of {workers} times as fast; ",
                    end="",
                )
                print(f"the busiest process took {max(cores):.1f} s of a core, {ideal / max(cores):.0%}", flush=True)


def _portfolio() -> Work:
    plan = plan_json(sample_plan("light-io"))
    plans = [plan | {"name": f"Site {number}"} for number in range(PLANS)]
    draft = job_of(json.dumps({"batch": {"plans": plans, "fields": "hosts", "simulations": SIMULATIONS}}).encode())
    work = partial(compute_chunk, draft.kind.value)
    return lambda spread: list(spread(work, draft.chunks))


def _search() -> Work:
    plan, catalogue = sample_plan("nvme-2026"), load_catalogue()
    axes = axes_of(usual_choices(plan, 2, catalogue), plan.configurations[2], catalogue)
    few = [Axis(axis.name, axis.options[:most], axis.labels[:most]) for axis, most in zip(axes, OPTIONS, strict=True)]
    bound = bind_axes(plan, 2, few, catalogue)
    space, limits = bound.space([]), dict.fromkeys(bound.relations, (1.0, 1.0))

    def work(spread: ParallelMap) -> object:
        best, reasons = Best(COST, limits=limits), Reasons(limits=limits)
        reduce(space, best, reasons, spread=spread)
        return best.points, best.values, dict(reasons.binding), dict(reasons.infeasible)

    return work


def _timed(work: Work, spread: ParallelMap) -> tuple[object, float, list[float]]:
    """What work finds, in how many seconds, and in how many of a core in each process: a busy machine changes less."""
    own = psutil.Process()
    processes = [own, *own.children(recursive=True)]

    def cores() -> list[float]:
        return [sum(each.cpu_times()[:2]) for each in processes]

    start, before = time.perf_counter(), cores()
    found = work(spread)
    took = time.perf_counter() - start
    return found, took, [after - each for after, each in zip(cores(), before, strict=True)]


if __name__ == "__main__":
    spreading()
