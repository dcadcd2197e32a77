"""Searches of whole plans: several platforms at once, an integer program's optimum, and each rejection by itself."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.findings.about import About
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.search.axes import Axis, Bound, Edits, bind_axes, edited
from hostwise.answers.search.buildable import REASONS
from hostwise.binding import Binding, PlanError, bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.space import UNPRICED, Best, Front, Reasons, Structure, reduce
from hostwise.engine.space.reductions import feasible
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import SPACES
from tests.properties.test_elimination import COST, OTHERS, covers
from tests.properties.test_search_axes import plan_at
from tests.properties.test_space import alone

pytestmark = pytest.mark.numpy

CATALOGUE = load_catalogue()
UNIONS = max(SPACES // 20, 2)
REJECTIONS = int(os.environ.get("HOSTWISE_REJECTIONS", "10"))
"""How many rejected combinations are looked at by themselves: a thousand now and then."""


def grown(sample: str, growth: float, years: int = 1) -> Plan:
    """A sample with a growth of its VMs, for some years."""
    document = plan_json(sample_plan(sample))
    for group in document["workload"]["groups"]:
        group.update(count_growth_rate=growth, disk_growth_rate=0, io_growth_rate=0)
    document["economics"]["horizon_years"] = years
    return Plan.model_validate(document)


def some(rng: np.random.Generator, table: Mapping[str, Any], number: int) -> list[str]:
    return [str(each) for each in rng.choice(sorted(table), number, replace=False)]


def parts(rng: np.random.Generator, configuration: Configuration) -> list[Axis]:
    """A few choices of parts, among them some that cannot be built and some without a price; the first is large."""
    axes = [
        Axis("processor", [{}, *({"/cpu/key": key, "/cpu/cores": None} for key in some(rng, CATALOGUE.cpus, 3))]),
        Axis("sockets", [{"/cpu/sockets": each} for each in (1, 2)]),
        Axis("memory", [{"/memory/dram_gib": each} for each in (1_536, 512, 128, 24)]),
    ]
    if configuration.capacity is not None:
        drives = ({"/capacity/key": key, "/capacity/price": None} for key in some(rng, CATALOGUE.drives, 3))
        axes += [
            Axis("drives", [{}, *drives]),
            Axis("count", [{"/capacity/count": each} for each in (9, 24, 5, 2)]),
        ]
    if configuration.write_tier is not None:
        axes += [
            Axis("cache", [{}, *({"/write_tier/key": key} for key in some(rng, CATALOGUE.drives, 2))]),
            Axis("groups", [{"/write_tier/disk_groups": each} for each in (1, 3)]),
        ]
    return axes


def limits_of(bound: Bound) -> dict[str, tuple[float, float]]:
    return dict.fromkeys(bound.relations, (1.0, 1.0))


# ------------------------------------------------------------------------------------------------------------- unions

_PLATFORM = ("hypervisor", "licence", "storage_stack", "protection", "management")


def platforms(plan: Plan) -> list[Edits]:
    """The platforms of all configurations of a plan, as options of one choice."""
    documents = [each.model_dump(mode="json", exclude_unset=True) for each in plan.configurations]
    return [{f"/{name}": each.get(name) for name in _PLATFORM} for each in documents]


@pytest.mark.parametrize("seed", range(UNIONS))
def test_several_platforms_at_once_are_the_best_of_each(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sample = ["edge-platforms", "leaving-vmware"][seed % 2]
    plan = grown(sample, float(rng.choice([0.0, 0.15])))
    base, axes = plan.configurations[0], parts(rng, plan.configurations[0])
    options = rng.permutation(np.array(platforms(plan), dtype=object))[:2].tolist()
    bound = bind_axes(plan, 0, [Axis("platform", options), *axes], CATALOGUE)
    space, limits = bound.space([COST]), limits_of(bound)
    together = Structure(space, COST, limits=limits)
    walked = Best(COST, 5, limits=limits)
    reduce(space, walked)

    apart: list[Structure] = []
    for each in options:
        own = plan.model_copy(update={"configurations": (Configuration.model_validate(edited(base, [each])),)})
        found = bind_axes(own, 0, axes, CATALOGUE)
        apart.append(Structure(found.space([COST]), COST, limits=limits_of(found)))

    assert together.least_by_option(0) == pytest.approx([each.least for each in apart], rel=1e-9)
    assert together.feasible_by_option(0).tolist() == [each.feasible for each in apart]
    points, costs = together.best(5)
    assert costs == pytest.approx(sorted(cost for each in apart for cost in each.best(5)[1])[:5], rel=1e-9)
    assert costs == pytest.approx(walked.values, rel=1e-9)
    front = Front({COST: "lowest", **OTHERS})
    for structure in apart:
        numbers, values = structure.front(OTHERS)
        columns = dict(zip((COST, *OTHERS), np.array(values).reshape(-1, 1 + len(OTHERS)).T, strict=True))
        always = {"required_hosts": np.zeros(len(numbers)), "most_hosts": np.full(len(numbers), np.inf)}
        front.add_points(np.array(numbers, dtype=np.int64), always | columns)
    _, values = together.front(OTHERS)
    assert covers(values, front.values)
    assert covers(front.values, values)
    deciding, against = together.reasons()
    assert deciding[0] == sum((each.reasons()[0][0] for each in apart), Counter())
    assert against[0].total() == sum(each.reasons()[1][0].total() for each in apart)
    for point, cost in zip(points[:2], costs, strict=False):
        (by_itself,) = evaluate_plan(plan_at(bound, space.options(point)), CATALOGUE).configurations
        assert by_itself.quantities[COST].value == pytest.approx(cost, rel=1e-9)


# ------------------------------------------------------------------------------------------------- an integer program

_MOST_HOSTS = 32
"""Hosts up to which there is one cluster, so that a constraint rests on the parts below."""

COSTS = (("processor", "memory"), ("drives", "count"), ("cache", "groups"))
"""Parts that cost something together, for a given number of hosts: memory and processor their power."""

NEEDS: Mapping[str, Sequence[str]] = {
    "hosts_for_cpu_ratio": ("processor", "count"),
    "hosts_for_cpu_ghz": ("processor", "count"),
    "hosts_for_memory": ("memory", "count", "groups"),
    "hosts_for_capacity": ("drives", "count"),
    "hosts_for_write_performance": ("drives", "count", "cache", "groups"),
    "hosts_for_write_buffer": ("drives", "count", "cache", "groups"),
    "hosts_for_endurance": ("drives", "count", "cache", "groups"),
    "hosts_for_largest_vm": ("memory",),
    "hosts_for_vm_placement": ("processor", "memory", "count"),
}
"""On which parts a constraint rests; of these plans, the others are the same whatever the parts are."""


class Program:
    """The cheapest choice of one option each with some number of hosts, as an integer program.

    Whether an option is chosen is 0 or 1. A combination of some options has a variable, too: those of all combinations
    of the same choices add up to 1, and those with an option to that option's, so that they are 0 or 1 as well.
    """

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes, self.options, self.variables = sizes, sum(sizes), sum(sizes)
        self.equal: list[tuple[dict[int, float], float]] = []
        self.some: set[int] = set()
        self.costs: dict[int, float] = {}
        self.never: set[int] = set()
        self._first = np.cumsum([0, *sizes[:-1]]).tolist()
        for first, size in zip(self._first, sizes, strict=True):
            self.equal.append((dict.fromkeys(range(first, first + size), 1.0), 1.0))

    def combinations(self, axes: Sequence[int]) -> NDArray[np.intp]:
        """The variables of all combinations of some choices, with an axis for each."""
        shape = [self.sizes[axis] for axis in axes]
        found = self.variables + np.arange(np.prod(shape, dtype=int)).reshape(shape)
        self.variables += found.size
        self.equal.append((dict.fromkeys(found.reshape(-1).tolist(), 1.0), 1.0))
        for place, axis in enumerate(axes):
            for option, own in enumerate(np.moveaxis(found, place, 0)):
                row = dict.fromkeys(own.reshape(-1).tolist(), 1.0) | {self._first[axis] + option: -1.0}
                self.equal.append((row, 0.0))
        return found

    def least(self) -> float:
        """The least cost; infinite if nothing is possible."""
        rows = [*self.equal, (dict.fromkeys(self.some, 1.0), 1.0)]
        matrix = np.zeros((len(rows), self.variables))
        for at, (row, _) in enumerate(rows):
            matrix[at, list(row)] = list(row.values())
        low = np.array([number for _, number in rows])
        costs = np.zeros(self.variables)
        costs[list(self.costs)] = list(self.costs.values())
        most = np.ones(self.variables)
        most[list(self.never)] = 0
        found = milp(
            costs / 1e6,
            integrality=np.arange(self.variables) < self.options,
            bounds=Bounds(0, most),
            constraints=LinearConstraint(matrix, low, np.append(low[:-1], np.inf)),
            options={"mip_rel_gap": 0},
        )
        return float(costs @ np.rint(found.x)) if found.success else np.inf


def by_program(bound: Bound, binding: Binding, given: Sequence[int | None]) -> float:
    """The least cost of a plan by a program for each number of hosts, from runs of single configurations.

    The last choice is that of the number of hosts; none is given where it comes first.
    """
    names = {axis.name: place for place, axis in enumerate(bound.axes)}

    def runs(wanted: Sequence[str], axes: Sequence[int], hosts: Sequence[int]) -> dict[str, Array]:
        """The runs of all combinations of some choices with these hosts, the others as they come first."""
        space = bound.space(wanted)
        shape = [*(space.sizes[axis] for axis in axes), len(hosts)]
        options = np.zeros((int(np.prod(shape)), len(space.sizes)), dtype=int)
        places = np.array(list(np.ndindex(*shape)))
        options[:, axes], options[:, -1] = places[:, :-1], np.array(hosts)[places[:, -1]]
        found = alone(binding, space, [space.point(each) for each in options.tolist()])
        return {name: np.broadcast_to(found[name], (1, len(options)))[0].reshape(shape) for name in wanted}

    def scope(parts: Sequence[str]) -> list[int]:
        return [names[each] for each in parts if each in names]

    scopes = {name: tuple(scope(NEEDS.get(name, ()))) for name in MODEL.purposes.constraints}
    needed: dict[str, Array] = {}
    for axes in set(scopes.values()):
        own = [name for name, each in scopes.items() if each == axes]
        needed |= {name: each[..., 0] for name, each in runs(own, axes, [0]).items()}
    asked = {float(each) for table in needed.values() for each in table.reshape(-1)}
    tried = [place for place, hosts in enumerate(given) if hosts in asked]
    costs = {axes: runs([COST], axes, tried)[COST] for axes in map(tuple, map(scope, COSTS)) if axes}
    base = next(iter(costs.values())).reshape(-1, len(tried))[0]
    least = np.inf
    for at, place in enumerate(tried):
        hosts = float(given[place] or 0)
        program = Program([len(axis.options) for axis in bound.axes[:-1]])
        for axes, cost in costs.items():
            own, numbers = cost[..., at] - base[at], program.combinations(axes)
            known = ~np.isnan(own)
            program.costs |= dict(zip(numbers[known].tolist(), own[known].tolist(), strict=True))
            program.never |= {*numbers[~known].tolist()}
        for name, asks in needed.items():
            numbers = program.combinations(scopes[name])
            program.never |= {*numbers[asks > hosts].tolist()}
            program.some |= {*numbers[asks == hosts].tolist()}
        for relation in bound.relations.values():
            numbers = program.combinations(relation.choices)
            program.never |= {*numbers[relation.values[..., 0] == 0].tolist()}
        least = min(least, base[at] + program.least())
    return least


@pytest.mark.parametrize(("sample", "place"), [("nvme-2026", 2), ("edge-platforms", 1)])
def test_an_integer_program_finds_the_same_optimum(sample: str, place: int) -> None:
    rng = np.random.default_rng(place)
    plan = grown(sample, 0.0, 3)
    axes = [each for each in parts(rng, plan.configurations[place]) if each.name != "sockets"]
    given = [None, *range(1, _MOST_HOSTS + 1)]
    bound = bind_axes(plan, place, [*axes, Axis("hosts", [{"/hosts": each} for each in given])], CATALOGUE)
    expected = by_program(bound, bind(bound.plan, CATALOGUE), given)

    searched = bind_axes(plan, place, axes, CATALOGUE)
    found = Structure(searched.space([]), COST, limits={**limits_of(searched), "hosts": (-np.inf, _MOST_HOSTS)})
    assert found.least < np.inf
    assert found.least == pytest.approx(expected, rel=1e-9)


# --------------------------------------------------------------------------------------------------------- rejections


class Rejected:
    """Keeps the first reason against each point; empty for feasible ones."""

    def __init__(self, limits: Mapping[str, tuple[float, float]]) -> None:
        self.limits, self._reasons = limits, Reasons(limits=limits)
        self.wanted = (COST, *self._reasons.wanted)
        self.found: list[str] = []

    def add(self, _start: int, values: Mapping[str, Array]) -> None:
        fits = feasible(values, self.limits)
        reason: NDArray[Any] = np.where(fits & ~np.isfinite(values[COST]), UNPRICED, "").astype(object)
        for key, holds in self._reasons.against(values):
            reason[~fits & holds & (reason == "")] = key
        self.found += reason.tolist()

    def merge(self, later: Self) -> None:
        self.found += later.found


def agrees_alone(plan: Plan, reason: str, limits: Mapping[str, tuple[float, float]]) -> bool:
    """Whether a plan of one configuration is rejected for a reason when it is run by itself."""
    code = reason.split("#")[0]
    try:
        run = run_plan(plan, CATALOGUE, placed=False)
    except PlanError as error:
        return code in {each.code for each in error.mistakes}
    value = {name: run.evaluation.value(name, 0) for name in ("hosts", "required_hosts", "most_hosts", COST)}
    for name, constraint in MODEL.purposes.constraints.items():
        if constraint.key == reason:
            return bool(run.evaluation.value(name, 0) == np.inf)
    if reason == "largest cluster":
        return value["hosts"] > value["most_hosts"]
    if reason == "not evaluated":
        return bool(np.isnan(value["required_hosts"]) or np.isnan(value["hosts"]))
    if reason == UNPRICED:
        return value["hosts"] >= value["required_hosts"] and not np.isfinite(value[COST])
    if reason in MODEL.formulas:
        low, high = limits[reason]
        return not low <= run.evaluation.value(reason, 0) <= high
    return code in {each.code for finder in REASONS for each in finder.said(About(run, 0, CATALOGUE))}


def test_a_rejected_combination_is_rejected_for_the_same_reason_by_itself() -> None:
    rng = np.random.default_rng(0)
    samples = ["nvme-2026", "edge-platforms", "leaving-vmware", "moderate-io", "memory-tiering-2026"]
    seen: Counter[str] = Counter()
    most = max(REJECTIONS // 20, 2)
    while seen.total() < REJECTIONS:
        plan = grown(samples[int(rng.integers(len(samples)))], float(rng.choice([0.0, 0.15])))
        place = int(rng.integers(len(plan.configurations)))
        axes = parts(rng, plan.configurations[place])
        bound = bind_axes(plan, place, axes, CATALOGUE)
        space = bound.space([])
        limits = {**limits_of(bound), "hosts": (-np.inf, float(rng.choice([8, 16, np.inf])))}
        rejected, reasons = Rejected(limits), Reasons(limits=limits)
        reduce(space, rejected, reasons)
        counts = Counter(each for each in rejected.found if each not in ("", UNPRICED))
        assert counts == reasons.infeasible
        # As many of each reason, so that rare ones are looked at, too.
        by_reason = {each: [at for at, own in enumerate(rejected.found) if own == each] for each in set(rejected.found)}
        by_reason.pop("", None)
        for reason, points in sorted(by_reason.items()):
            for point in rng.choice(points, min(most, len(points)), replace=False).tolist():
                options = space.options(point)
                assert agrees_alone(plan_at(bound, options), reason, limits), (reason, options)
                seen[reason.split("#")[0]] += 1
    assert len(seen) >= 4
