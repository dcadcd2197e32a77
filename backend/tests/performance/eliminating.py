"""How long a search of the catalogue takes by elimination, against walking through a part of the same space."""

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from hostwise.answers.search.axes import Axis, bind_axes
from hostwise.answers.search.choices import axes_of, usual_choices
from hostwise.answers.search.totals import BESIDE, COST
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.space import Best, Front, Reasons, Space, Structure, reduce
from hostwise.plan.document import Plan, plan_json

_CHOSEN = [
    Axis("Sockets", [{"/cpu/sockets": each} for each in (1, 2)]),
    Axis(
        "Licence",
        [
            {"/licence": {"key": each}}
            for each in ("vcf", "vvf-3-year", "proxmox-ve-premium", "proxmox-ve-basic", "azure-local")
        ],
    ),
    Axis("Network", [{"/network/cards": [{"count": 2, "gbit_s": each}]} for each in (25, 100)]),
]
"""What may vary beside the usual choices."""

CASES = (
    ("nvme-2026", 2, False, 0),
    ("nvme-2026", 2, True, 0),
    ("nvme-2026", 2, True, 1),
    ("nvme-2026", 2, False, 3),
    ("leaving-vmware", 2, False, 0),
    ("leaving-vmware", 2, True, 0),
)
"""Samples, the configurations that are varied, whether there is growth, and how many more choices there are."""

WALKED = 6
"""Options of each usual choice in the part that is walked through; of the others the first."""

_UNGROWN = {"count_growth_rate": 0, "disk_growth_rate": 0, "io_growth_rate": 0}


def eliminating() -> None:
    """Each case in a process of its own, whose peak of memory is said."""
    print("catalogue spaces: the usual choices of a search and more, by elimination, in time of a core")
    for case in CASES:
        sys.stdout.flush()
        call = f"from {__name__} import one; one{case!r}"
        subprocess.run([sys.executable, "-c", call], check=True)


def one(sample: str, place: int, grows: bool, more: int) -> None:
    """One case."""
    document = plan_json(sample_plan(sample))
    for group in () if grows else document["workload"]["groups"]:
        group.update(_UNGROWN)
    plan, catalogue = Plan.model_validate(document), load_catalogue()
    usual = axes_of(usual_choices(plan, place, catalogue), plan.configurations[place], catalogue)
    few = [Axis(axis.name, axis.options[:WALKED], axis.labels[:WALKED]) for axis in usual]
    space, limits = _space(plan, place, [*usual, *_CHOSEN[:more]])
    part, own = _space(plan, place, few)

    def walk() -> None:
        reduce(part, Best(COST, limits=own), Front({COST: "lowest", **BESIDE}, limits=own), Reasons(limits=own))

    walked, _ = _timed(walk)
    print(f"  {sample}, {'with' if grows else 'without'} growth: {space.points:,} combinations")
    whole = _answered("cold", space, limits)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    print(f"    {peak / 2**30:.2f} of a GiB at the peak")
    limits["hosts"] = (0, 1e3)
    _answered("another limit", space, limits)
    price = {"electricity_price_per_kwh": np.asarray(space.base["electricity_price_per_kwh"]) * 1.1}
    _answered("another price", replace(space, base={**space.base, **price}), limits)
    print(f"    {part.points:,} of them walked through in {walked:.2f} s: ", end="")
    print(f"{space.points / whole / (part.points / walked):,.0f} times as many per second by elimination")


def _answered(name: str, space: Space, limits: dict[str, tuple[float, float]]) -> float:
    """How long the answers take; they are printed one by one."""
    set_up, found = _timed(lambda: Structure(space, COST, limits=limits, beside=tuple(BESIDE)))
    took = {
        "set-up": set_up,
        "optimum": _timed(lambda: found.least)[0],
        "best ten": _timed(lambda: found.best(10))[0],
        "reasons": _timed(found.reasons)[0],
        "front": _timed(lambda: found.front(BESIDE))[0],
    }
    by_option = {
        "least of each option": _timed(lambda: found.least_by_option(0))[0],
        "number of each option": _timed(lambda: found.feasible_by_option(0))[0],
    }
    said = ", ".join(f"{each} {seconds:.2f}" for each, seconds in (took | by_option).items())
    print(f"    {name}: {sum(took.values()):.2f} s: {said}; {found.boxes} boxes")
    return sum(took.values())


def _space(plan: Plan, place: int, axes: list[Axis]) -> tuple[Space, dict[str, tuple[float, float]]]:
    bound = bind_axes(plan, place, axes, load_catalogue())
    return bound.space([]), dict.fromkeys(bound.relations, (1.0, 1.0))


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    start = time.process_time()
    found = work()
    return time.process_time() - start, found
