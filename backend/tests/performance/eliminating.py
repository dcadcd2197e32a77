"""How long a search of the catalogue takes by elimination, against walking through a part of the same space."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from hostwise.answers.samples.samples import sample_plan
from hostwise.answers.search.axes import Axis, bind_axes
from hostwise.answers.search.choices import axes_of, usual_choices
from hostwise.answers.search.totals import BESIDE, COST
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.space import Best, Front, Reasons, Space, Structure, reduce
from hostwise.plan.document import Plan, plan_json

CASES = (("nvme-2026", 2), ("leaving-vmware", 2))
"""Samples, and the configurations that are varied."""

WALKED = 6
"""Options of each choice in the part that is walked through."""

_UNGROWN = {"count_growth_rate": 0, "disk_growth_rate": 0, "io_growth_rate": 0}


def eliminating() -> None:
    """Each case with and without growth, in a process of its own whose peak of memory is said."""
    print("catalogue spaces: the usual choices of a search, by elimination, in time of a core")
    for sample, place in CASES:
        for grows in (0, 1):
            sys.stdout.flush()
            call = f"from {__name__} import one; one({sample!r}, {place}, {grows})"
            subprocess.run([sys.executable, "-c", call], check=True)


def one(sample: str, place: int, grows: int) -> None:
    """One case."""
    document = plan_json(sample_plan(sample))
    for group in () if grows else document["workload"]["groups"]:
        group.update(_UNGROWN)
    plan, catalogue = Plan.model_validate(document), load_catalogue()
    axes = axes_of(usual_choices(plan, place, catalogue), plan.configurations[place], catalogue)
    few = [Axis(axis.name, axis.options[:WALKED], axis.labels[:WALKED]) for axis in axes]
    space, limits = _space(plan, place, axes)
    part, own = _space(plan, place, few)

    def walk() -> None:
        reduce(part, Best(COST, limits=own), Front({COST: "lowest", **BESIDE}, limits=own), Reasons(limits=own))

    walked, _ = _timed(walk)
    set_up, found = _timed(lambda: Structure(space, COST, limits=limits))
    optimum, _ = _timed(lambda: found.least)
    best, _ = _timed(lambda: found.best(10))
    reasons, _ = _timed(found.reasons)
    front, _ = _timed(lambda: found.front(BESIDE))
    whole = set_up + optimum + best + reasons + front
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"  {sample}, {'with' if grows else 'without'} growth: {space.points:,} combinations, {found.boxes} boxes")
    print(f"    set-up {set_up:.2f} s, optimum {optimum:.2f}, best ten {best:.2f}, ", end="")
    print(f"reasons {reasons:.2f}, front {front:.2f}; {peak / 2**30:.2f} of a GiB at the peak")
    print(f"    {part.points:,} of them walked through in {walked:.2f} s: ", end="")
    print(f"{space.points / whole / (part.points / walked):,.0f} times as many per second by elimination")


def _space(plan: Plan, place: int, axes: list[Axis]) -> tuple[Space, dict[str, tuple[float, float]]]:
    bound = bind_axes(plan, place, axes, load_catalogue())
    return bound.space([]), dict.fromkeys(bound.relations, (1.0, 1.0))


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found
