"""What elimination says of a space is what walking through all of its points says, and what these say by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any, Self

import numpy as np
import pytest
from numpy.typing import ArrayLike

from hostwise.binding import Binding
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.space import (
    Best,
    ByOption,
    Choice,
    Front,
    Joint,
    Near,
    Reasons,
    Sense,
    Space,
    Structure,
    elimination,
    evaluate_space,
    reduce,
)
from tests.drawing_examples import SPACES
from tests.properties.test_space import Sets, alone, bound
from tests.typical import TYPICAL

pytestmark = pytest.mark.numpy

COST = "cluster_tco"
OTHERS: Mapping[str, Sense] = {"hosts": "lowest", "known_wear_out_probability": "lowest"}


def drives(rng: np.random.Generator, role: Role, number: int) -> dict[Sets, ArrayLike]:
    """Drives of one role, of which some wear out soon, some have no price, and two are the same."""
    found = {
        ("drive_gb", role): rng.choice([400.0, 1600, 3840, 7680], number),
        ("drive_dwpd", role): rng.choice([0.3, 1.0, 3, 10], number),
        ("drive_tbw_tb", role): np.full(number, np.nan),
        ("drive_price", role): np.where(rng.random(number) < 0.2, np.nan, rng.uniform(300, 5000, number)),
    }
    for values in found.values():
        values[-1] = values[0]
    return dict(found)


def some_choices(rng: np.random.Generator) -> list[Choice]:
    """Choices of parts, in some order."""
    choices = [
        Choice(
            "processor",
            {
                "cores_per_socket": rng.integers(4, 65, 4),
                "base_ghz": rng.uniform(1.9, 3.8, 4),
                "cpu_price": np.where(rng.random(4) < 0.15, np.nan, rng.uniform(700, 15_000, 4)),
            },
        ),
        Choice("sockets", {"sockets": [1, 2]}),
        Choice("memory", {"dram_gib": [64, 256, 768, 2048], "given_memory_price_per_host": rng.uniform(3e2, 2e4, 4)}),
        Choice("cache drive", drives(rng, Role.WRITE_TIER, 3)),
        Choice("disk groups", {"disk_groups": [1, 3], ("drives_per_host", Role.WRITE_TIER): [1, 3]}),
        Choice("capacity drive", drives(rng, Role.CAPACITY, 3)),
        Choice("count", {("drives_per_host", Role.CAPACITY): [2, 7, 12]}),
        Choice("largest cluster", {"max_hosts_per_cluster": [6, 12, 64]}),
        Choice(
            "entitlement", {"entitlement_tib_per_core": [np.nan, 0.25, 1], "addon_price_per_licence": [9e2, 9e2, 9e2]}
        ),
    ]
    places = rng.permutation(len(choices))[: int(rng.integers(3, 8))]
    return [choices[place] for place in places]


def some_space(seed: int) -> tuple[Binding, Space, dict[str, tuple[float, float]]]:
    """A plan, and a small space of it with growth, relations and limits, or without."""
    rng = np.random.default_rng(seed)
    groups: dict[str, Any] = {"count_growth_rate": float(rng.choice([0.0, 0.0, 0.1, 0.3]))}
    if rng.random() < 0.5:
        groups["disk_growth_rate"] = float(rng.choice([0.0, 0.2]))
    key = [*TYPICAL, "nvme-2026"][seed % (len(TYPICAL) + 1)]
    binding = bound(key, seed, groups=groups, economics={"horizon_years": 1 + seed % 2})
    choices = [each for each in some_choices(rng) if set(each.sets) - set(binding.curves)]
    relations = {}
    limits: dict[str, tuple[float, float]] = {}
    for number in range(int(rng.integers(3))):
        axes = tuple(sorted(rng.choice(len(choices), 2, replace=False).tolist()))
        holds = rng.random((*(choices[place].options for place in axes), 1)) < 0.75
        relations[f"relation {number}"] = Joint(axes, holds.astype(float))
        limits[f"relation {number}"] = (1.0, 1.0)
    if rng.random() < 0.3:
        limits["hosts"] = (-np.inf, float(rng.choice([6, 12, 30])))
    if rng.random() < 0.3:
        limits["known_wear_out_probability"] = (-np.inf, 0.5)
    space = evaluate_space(binding.arrays, choices, All.wanted, curves=binding.curves, relations=relations)
    return binding, space, limits


@cache
def agrees(seed: int) -> bool:
    """Compare all answers of one space, and some of its points by themselves; whether any point is feasible.

    In every other space the front is found by ever lower limits of the risk of wear, not option by option.
    """
    with pytest.MonkeyPatch.context() as patch:
        if seed % 2:
            patch.setattr(elimination, "_MOST_KEPT", 1)
        return _agrees(seed)


def _agrees(seed: int) -> bool:
    binding, space, limits = some_space(seed)
    best, front, reasons = (
        Best(COST, 7, limits=limits),
        Front({COST: "lowest", **OTHERS}, limits=limits),
        Reasons(limits=limits),
    )
    by_option, near = ByOption(space, COST, limits=limits), Near(COST, 0.03, limits=limits)
    everything = All()
    reduce(space, best, front, reasons, by_option, near, everything)

    found = Structure(space, COST, limits=limits, beside=tuple(OTHERS) if seed % 4 > 1 else ())
    points, costs = found.best(7)
    assert costs == pytest.approx(best.values, rel=1e-9)
    ties = np.diff(best.values, prepend=0, append=np.inf) <= 1e-9 * np.abs(np.append(best.values, 0))
    if not ties.any():
        assert points == best.points
    assert found.near(0.03) == near.number
    decide, infeasible = found.reasons()
    assert (decide[0], infeasible[0]) == (reasons.binding, reasons.infeasible)
    for axis in range(len(space.sizes)):
        assert found.feasible_by_option(axis).tolist() == by_option.feasible[axis].tolist()
        assert found.least_by_option(axis) == pytest.approx(by_option.least[axis], rel=1e-9)
        assert found.reasons(axis)[1] == by_option.against[axis]

    on_front, values = found.front(OTHERS)
    if len(on_front) == len(front.points):
        assert np.array(values) == pytest.approx(np.array(front.values), rel=1e-9)
    by_point = np.concatenate(everything.parts, axis=1)
    assert np.array(values).reshape(-1) == pytest.approx(by_point[:, on_front].T.reshape(-1), rel=1e-9)
    assert covers(front.values, values)
    assert covers(values, front.values)
    some = [*points[:2], *on_front[-1:], *np.random.default_rng(seed).choice(space.points, 2).tolist()]
    by_itself = alone(binding, space, some)
    for name, own in zip(All.wanted, by_point[:, some], strict=True):
        assert own == pytest.approx(np.broadcast_to(by_itself[name], (1, len(some)))[0], rel=1e-9, nan_ok=True), name
    return bool(best.points)


class All:
    """Keeps the values of all points."""

    wanted = (COST, *OTHERS)

    def __init__(self) -> None:
        self.parts: list[Array] = []

    def add(self, _start: int, values: Mapping[str, Array]) -> None:
        self.parts.append(np.array([values[name] for name in self.wanted]))

    def merge(self, later: Self) -> None:
        self.parts += later.parts


def covers(one: list[tuple[float, ...]], other: list[tuple[float, ...]]) -> bool:
    """Whether each row of another front is matched by one that is no worse, but for rounding."""
    first, second = np.array(one), np.array(other)
    if not len(second):
        return True
    return bool(len(first)) and bool(
        np.all(first[:, np.newaxis] <= second + 1e-9 * np.abs(second) + 1e-15, axis=2).any(axis=0).all()
    )


@pytest.mark.parametrize("seed", range(SPACES))
def test_elimination_says_what_all_points_say(seed: int) -> None:
    agrees(seed)


def test_some_spaces_have_a_feasible_point_and_some_have_none() -> None:
    assert {agrees(seed) for seed in range(SPACES)} == {True, False}


@pytest.mark.parametrize("seed", [2, 3])
def test_what_is_kept_of_a_space_is_of_the_same_space(seed: int) -> None:
    """A price, a limit, a demand or a relation that changes counts, whatever was found before."""
    _, space, limits = some_space(seed)
    base = {name: np.asarray(value) for name, value in space.base.items()}
    dearer = replace(space, base=base | {"electricity_price_per_kwh": 2 * base["electricity_price_per_kwh"]})
    larger = replace(space, base=base | {"count": 1.5 * base["count"]})
    first = space.choices[0].options
    some = Joint((0,), (np.arange(first) > 0).astype(float)[:, np.newaxis])
    others = [
        (space, limits),
        (dearer, limits),
        (larger, limits),
        (space, {**limits, "hosts": (-np.inf, 5.0)}),
        (space, {**limits, "hosts": (-np.inf, 9.0)}),
        (replace(space, relations={**space.relations, "some": some}), {**limits, "some": (1.0, 1.0)}),
        (replace(space, choices=(*space.choices[1:], space.choices[0]), relations={}), {}),
    ]
    for own, within in others:
        best, reasons = Best(COST, 1, limits=within), Reasons(limits=within)
        reduce(own, best, reasons)
        found = Structure(own, COST, limits=within)
        assert found.best(1)[1] == pytest.approx(best.values, rel=1e-9)
        assert found.reasons() == ([reasons.binding], [reasons.infeasible])
    known, again = Structure(space, COST), Structure(dearer, COST)
    assert (again._boxes is known._boxes) is not any(name in elimination._BEHIND_HOSTS for name in space.curves)


@pytest.mark.parametrize("seed", [2, 3, 5])
def test_what_was_traced_for_other_prices_changes_no_answer(seed: int) -> None:
    """Also where a front is asked of a space after another one was traced."""
    _, space, limits = some_space(seed)
    base = {name: np.asarray(value) for name, value in space.base.items()}
    dearer = ["electricity_price_per_kwh", "discount_rate", "rack_unit_price_per_month", "software_price_per_core"]
    spaces = [
        space,
        *(replace(space, base=base | {name: 1.3 * base[name] + 0.01}) for name in dearer if name in base),
        space,
    ]

    def answers(found: Structure) -> tuple[Any, ...]:
        return found.best(5), found.reasons(), found.front(OTHERS), [each.tolist() for each in found.least_by_option(0)]

    def forget() -> None:
        for kept in (elimination._HOSTS_KEPT, elimination._TABLES_KEPT, elimination._TRACES_KEPT):
            kept._found.clear()

    alone = []
    for each in spaces:
        forget()
        alone.append(repr(answers(Structure(each, COST, limits=limits))))
    forget()
    after_each_other = [Structure(each, COST, limits=limits) for each in spaces]
    assert [repr(answers(each)) for each in after_each_other] == alone
