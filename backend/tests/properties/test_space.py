"""Every point of a product space has the numbers of a run of that configuration by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.binding import Binding, bind
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine import primitives
from hostwise.engine.graph import Curve
from hostwise.engine.model import BY_MONTH, MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.engine.space import (
    Best,
    Choice,
    Front,
    Reasons,
    Space,
    SpaceNotSupported,
    codes,
    evaluate_space,
    nodes,
    reduce,
    reductions,
    slabs,
    trajectories,
)
from hostwise.engine.space.steps import NoSteps, Step, StepFunction
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import some_now
from tests.typical import TYPICAL

pytestmark = pytest.mark.numpy

Sets = str | tuple[str, Role]
WITHOUT_MEMBERS = [name for name, each in MODEL.formulas.items() if not each.quantity.axes]


def bound(key: str, configuration: int = 0, **change: Any) -> Binding:
    """A sample with one of its configurations, with fields of every VM group, or of the policy, changed."""
    document = plan_json(sample_plan(key))
    document["configurations"] = [document["configurations"][configuration % len(document["configurations"])]]
    for group in document["workload"]["groups"]:
        group.update(change.get("groups", {}))
    for part in ("policy", "economics"):
        document[part].update(change.get(part, {}))
    return bind(Plan.model_validate(document), load_catalogue())


def alone(binding: Binding, space: Space, points: Sequence[int]) -> dict[str, Array]:
    """The runs of some points, as `run_plan` runs the configurations of a plan, which know nothing of each other."""
    inputs = [space.inputs(point) for point in points]
    arrays = {name: np.concatenate([each[name] for each in inputs], axis=1) for name in inputs[0]}
    curves = {name: beside(curve, len(points)) for name, curve in binding.curves.items()}
    plan = binding.plan.model_copy(update={"configurations": binding.plan.configurations * len(points)})
    together = replace(binding, plan=plan, arrays=binding.arrays | arrays, curves=curves, evaluated=None)
    run = with_demand_by_month(with_clusters(together))
    return dict(MODEL.evaluate(run.arrays, space.wanted, curves=run.curves).values)


def beside(curve: Curve, number: int) -> Curve:
    """The curve of one configuration, for as many that are the same in it."""

    def of_all(over: Array, configurations: slice) -> Array:
        wide = np.broadcast_to(over, (len(over), len(range(number)[configurations])))
        return np.concatenate([curve(wide[:, [at]], slice(0, 1)) for at in range(wide.shape[1])], axis=1)

    return of_all


def check(binding: Binding, space: Space, points: Sequence[int]) -> dict[str, Array]:
    """Compare some points of a space with their runs, and return all its values."""
    found, expected = space.values(), alone(binding, space, points)
    for name in space.wanted:
        for point, right in zip(points, np.broadcast_to(expected[name], (1, len(points)))[0], strict=True):
            value = found[name][point]
            scale = max(abs(right), 1e-300) if np.isfinite(right) else 1
            assert value == right or (np.isnan(value) and np.isnan(right)) or abs(value - right) <= 1e-9 * scale, (
                f"{name} of {space.options(point)}: {value!r} instead of {right!r}"
            )
    return found


def some(space: Space, rng: np.random.Generator, most: int = 12) -> list[int]:
    return sorted(rng.choice(space.points, min(most, space.points), replace=False).tolist())


def hardware(rng: np.random.Generator, binding: Binding) -> list[Choice]:
    """Choices of parts; some are dear, some too small for the largest VM, some without a price or a rating."""
    drive: dict[Sets, ArrayLike] = {
        ("drive_gb", Role.WRITE_TIER): rng.choice([400.0, 800, 1600, np.nan], 4),
        ("drive_dwpd", Role.WRITE_TIER): rng.choice([1.0, 3, 10, 100], 4),
        ("drive_tbw_tb", Role.WRITE_TIER): np.full(4, np.nan),
        ("drive_price", Role.WRITE_TIER): np.where(rng.random(4) < 0.2, np.nan, rng.uniform(300, 5000, 4)),
    }
    choices = [
        Choice(
            "processor",
            {
                "cores_per_socket": rng.integers(2, 65, 5),
                "base_ghz": rng.uniform(1.9, 3.8, 5),
                "cpu_price": np.where(rng.random(5) < 0.2, np.nan, rng.uniform(700, 15_000, 5)),
            },
        ),
        Choice("sockets", {"sockets": [1, 2]}),
        Choice("memory", {"dram_gib": [8, 256, 768, 2048]}),
        Choice("cache drive", drive),
        Choice("disk groups", {"disk_groups": [1, 3], ("drives_per_host", Role.WRITE_TIER): [1, 3]}),
        Choice("capacity drives", {"capacity_drives_per_host": [0, 2, 7]}),
    ]
    return [choice for choice in choices if rng.random() < 0.7] or choices[:2]


@pytest.mark.parametrize(
    ("key", "growth"),
    some_now(product(TYPICAL, [0.0, 0.25]), now=[*zip(TYPICAL, cycle([0.0, 0.25]), strict=False)]),
)
def test_a_point_is_the_run_of_its_configuration(key: str, growth: float) -> None:
    rng = np.random.default_rng([len(key), int(growth * 100)])
    binding = bound(key, int(rng.integers(5)), groups={"count_growth_rate": growth} if growth else {})
    space = evaluate_space(binding.arrays, hardware(rng, binding), WITHOUT_MEMBERS, curves=binding.curves)
    check(binding, space, some(space, rng))


@pytest.mark.parametrize("seed", range(12))
def test_choices_of_any_inputs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    key = TYPICAL[seed % len(TYPICAL)]
    binding = bound(key, seed, groups={"count_growth_rate": float(rng.choice([0.0, 0.1, 0.6]))})
    free = [
        name
        for name, value in binding.arrays.items()
        if name not in {*BY_MONTH, "clusters", "sizing_years", "month", "simulated_burst_flag", *binding.curves}
        and np.isfinite(value).all()
    ]
    choices = []
    for number, names in enumerate(np.array_split(rng.permutation(free)[:12], 4)):
        options = int(rng.integers(2, 5))
        factors = {
            name: rng.choice([0.0, 0.5, 1.0, 1.0, 1.3, 2.0, np.nan], options, p=[0.05, 0.2, 0.2, 0.2, 0.2, 0.1, 0.05])
            for name in names
        }
        sets: dict[Sets, ArrayLike] = {
            str(name): factor.reshape(-1, *[1] * (binding.arrays[name].ndim - 2)) * binding.arrays[name][0]
            for name, factor in factors.items()
        }
        choices.append(Choice(f"choice {number}", sets))
    space = evaluate_space(binding.arrays, choices, WITHOUT_MEMBERS, curves=binding.curves)
    check(binding, space, some(space, rng))


@pytest.mark.parametrize(
    ("table", "growth"),
    some_now(product([1, 61, 700, 5_000], [0.0, 0.25]), now=[(1, 0.0), (61, 0.25), (700, 0.0), (5_000, 0.25)]),
)
def test_tables_slabs_and_blocks_are_a_matter_of_speed_alone(
    table: int, growth: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng([table, int(growth * 100)])
    binding = bound("moderate-io", table, groups={"count_growth_rate": growth})
    space = evaluate_space(binding.arrays, hardware(rng, binding), WITHOUT_MEMBERS, curves=binding.curves)
    whole = space.values()
    monkeypatch.setattr(nodes, "TABLE_LIMIT", table)
    monkeypatch.setattr(nodes, "_SMALL_TABLE", table // 10)
    monkeypatch.setattr(nodes, "_WORTH_STEPS", 1)
    monkeypatch.setattr(slabs, "SLAB", 16)
    monkeypatch.setattr(codes, "_LISTED", 50)
    monkeypatch.setattr(trajectories, "MOST_LISTED", 100)
    monkeypatch.setattr(trajectories, "_PAIRS", 1_000)
    monkeypatch.setattr(trajectories, "MOST_TRAJECTORIES", 5)
    parts = space.values()
    for name, values in whole.items():
        np.testing.assert_allclose(parts[name], values, rtol=1e-9, atol=1e-300, err_msg=name)
    check(binding, space, some(space, rng, 5))


@pytest.mark.parametrize("table", [10_000, 1 << 23])
@pytest.mark.parametrize("seed", range(4))
def test_trajectories_by_the_options_of_a_choice(seed: int, table: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What rests on that choice and the hosts is made for the pairs that occur, whichever choice that is."""
    rng = np.random.default_rng(seed)
    binding = bound("moderate-io", seed, groups={"count_growth_rate": 0.25})
    chosen: list[int | None] = []
    by_option = trajectories._by_option

    def seen(rows: codes.Codes, number: int) -> Any:
        found = by_option(rows, number)
        chosen.append(found[0])
        return found

    monkeypatch.setattr(trajectories, "_by_option", seen)
    monkeypatch.setattr(trajectories, "_MOST_PAIRS", 100)
    monkeypatch.setattr(trajectories, "_LEAST_GAIN", 0.0)
    monkeypatch.setattr(codes, "_LISTED", 1)
    monkeypatch.setattr(nodes, "TABLE_LIMIT", table)
    monkeypatch.setattr(slabs, "SLAB", 64)
    choices = hardware(rng, binding)
    order = rng.permutation(len(choices))
    space = evaluate_space(binding.arrays, [choices[place] for place in order], WITHOUT_MEMBERS, curves=binding.curves)
    check(binding, space, some(space, rng, 20))
    assert None not in chosen


@pytest.mark.parametrize(
    ("growth", "limit"), some_now(product([0.0, 0.3], [4, 6, 9]), now=[(0.3, 4), (0.0, 6), (0.3, 9)])
)
def test_hosts_are_divided_into_clusters(growth: float, limit: int) -> None:
    """Also where the smallest cluster is larger than the largest allowed one, so that no number of them will do."""
    binding = bound(
        "moderate-io", groups={"count_growth_rate": growth}, policy={"max_hosts_per_cluster": limit, "spare_hosts": 1}
    )
    rng = np.random.default_rng(limit)
    choices = [
        Choice("processor", {"cores_per_socket": [4, 8, 16, 32]}),
        Choice("memory", {"dram_gib": [128, 256, 768]}),
        Choice("spares", {"policy_spare_hosts": [0, 1, 2, 4]}),
        Choice("given", {"fixed_hosts": [np.nan, 5, 40]}),
    ]
    space = evaluate_space(binding.arrays, choices, WITHOUT_MEMBERS, curves=binding.curves)
    found = check(binding, space, some(space, rng, 40))
    assert found["clusters" if "clusters" in found else "parts"].max() > 1


def test_hundreds_of_host_counts() -> None:
    binding = bound("moderate-io", groups={"count_growth_rate": 0.2})
    factors = np.geomspace(0.5, 300, 400)
    counts = np.rint(factors[:, np.newaxis] * binding.arrays["count"][0])
    choices = [Choice("VMs", {"count": counts}), Choice("memory", {"dram_gib": [256, 768, 2048]})]
    space = evaluate_space(binding.arrays, choices, ["hosts", "cluster_tco", "wear_out_probability", "cluster_npv"])
    found = check(binding, space, some(space, np.random.default_rng(1), 12))
    assert len(np.unique(found["hosts"])) > 200


def test_trajectories_of_whole_hosts_are_told_apart_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by one try after the other: small whole numbers differ in few bits."""
    monkeypatch.setattr(trajectories, "count", lambda: range(1))
    rows = np.random.default_rng(1).integers(3, 40, (30_000, 60)).astype(np.float64)
    kept, numbers = trajectories._distinct(rows)
    assert np.array_equal(kept[numbers], rows)


@pytest.mark.parametrize("key", ["friedman13", "vmw10"])
def test_measured_curves_are_read_where_the_choices_lead(key: str) -> None:
    binding = bound(key)
    assert binding.curves
    choices = [
        Choice("memory", {"dram_gib": [2, 16, 64, 96, 128, 512]}),
        Choice("overcommitment", {"memory_overcommit_limit": [1.0, 1.3, 2.0, np.nan]}),
    ]
    space = evaluate_space(binding.arrays, choices, WITHOUT_MEMBERS, curves=binding.curves)
    check(binding, space, range(space.points))


def test_what_is_not_supported_is_refused() -> None:
    binding = bound("moderate-io")
    flags = binding.arrays | {"simulated_burst_flag": np.ones((1, 1))}
    memory = Choice("memory", {"dram_gib": [256, 512]})
    with pytest.raises(SpaceNotSupported, match="simulation"):
        evaluate_space(flags, [memory], ["hosts"])
    events = bound("moderate-io").arrays | {"events_flag": np.ones((1, 1))}
    with pytest.raises(SpaceNotSupported, match="dated events"):
        evaluate_space(events, [memory], ["hosts"])
    others = bound("moderate-io").arrays | {"other_hosts": np.full((1, 1), 2.0)}
    with pytest.raises(SpaceNotSupported, match="hosts of other models"):
        evaluate_space(others, [memory], ["hosts"])
    with pytest.raises(SpaceNotSupported, match="no choice can set"):
        evaluate_space(binding.arrays, [Choice("clusters", {"clusters": [1, 2]})], ["hosts"])
    with pytest.raises(SpaceNotSupported, match="Two choices"):
        evaluate_space(binding.arrays, [memory, memory], ["hosts"])
    with pytest.raises(SpaceNotSupported, match="members"):
        evaluate_space(binding.arrays, [memory], ["cash_flow_cost_per_year"])
    with pytest.raises(SpaceNotSupported, match="several configurations"):
        evaluate_space(binding.arrays | {"dram_gib": np.ones((1, 3))}, [memory], ["hosts"])
    with pytest.raises(KeyError):
        evaluate_space(binding.arrays, [Choice("unknown", {"nothing_gib": [1]})], ["hosts"])
    with pytest.raises(KeyError):
        evaluate_space(binding.arrays, [memory], ["nothing_gib"])
    with pytest.raises(ValueError, match="as many values"):
        Choice("uneven", {"dram_gib": [1, 2], "sockets": [1]})


@pytest.mark.parametrize("points", [60, 1 << 17])
def test_reductions_find_what_all_points_say(points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(5)
    binding = bound("moderate-io", groups={"count_growth_rate": 0.1})
    choices = [
        Choice("processor", {"cores_per_socket": rng.integers(1, 33, 12), "cpu_price": rng.uniform(500, 9_000, 12)}),
        Choice("memory", {"dram_gib": [8, 128, 256, 768]}),
        Choice("groups", {"disk_groups": [1, 2, 3], ("drives_per_host", Role.WRITE_TIER): [1, 2, 3]}),
        Choice("given", {"fixed_hosts": [np.nan, 6]}),
    ]
    wanted = ["hosts", "required_hosts", "most_hosts", "cluster_tco", "wear_out_probability"]
    space = evaluate_space(binding.arrays, choices, wanted)
    monkeypatch.setattr(slabs, "SLAB", 8)
    monkeypatch.setattr(reductions, "SLICE", points)
    limits = {"wear_out_probability": (0.0, 0.9)}
    best, front, reasons = (
        Best("cluster_tco", 7, limits=limits),
        Front({"cluster_tco": "lowest", "wear_out_probability": "lowest", "hosts": "highest"}),
        Reasons(limits=limits),
    )
    reduce(space, best, front, reasons, spread=map)
    values = space.values()
    good = np.isfinite(values["required_hosts"]) & (values["hosts"] >= values["required_hosts"])
    within = good & (values["wear_out_probability"] <= 0.9)
    order = np.argsort(np.where(within, values["cluster_tco"], np.inf), kind="stable")
    assert 7 < within.sum() < space.points
    assert best.points == order[:7].tolist()
    assert best.values == values["cluster_tco"][order[:7]].tolist()
    costs = np.stack([values["cluster_tco"], values["wear_out_probability"], -values["hosts"]], axis=1)
    expected = []
    for point in np.flatnonzero(good):
        better = good & (costs <= costs[point]).all(axis=1)
        strictly = better & (costs < costs[point]).any(axis=1)
        if not strictly.any() and np.flatnonzero(better)[0] == point:
            expected.append(int(point))
    assert sorted(front.points) == expected
    assert reasons.points == space.points
    assert reasons.binding.total() == within.sum()
    assert reasons.infeasible.total() == space.points - within.sum()
    assert {"largest_vm", "hosts given", "wear_out_probability"} <= reasons.infeasible.keys()


def _replaced(years: Array) -> Array:
    """Drives replaced within five years, by the years that one lasts, with a discount later."""
    wear = np.arange(61.0) / 12 / years[:, np.newaxis]
    bought = np.zeros((1, 61))
    bought[0, [0, 12]] = 8, 3
    worn = primitives.added(primitives.worn_so_far(bought, wear - primitives.added(wear), wear))
    flag = np.where(wear - np.maximum(primitives.ceil_count(wear) - 1, 0) > 0.75, 0.5, 1)
    return primitives.total(worn * flag)


def test_steps_are_those_of_the_sum() -> None:
    """At random numbers, at those beside which a step begins, beyond the ends, and at numbers that are none."""
    bought = np.zeros((1, 61))
    bought[0, [0, 12]] = 8, 3
    constants = [np.arange(61.0)[np.newaxis] / 12, bought, *(np.array([[value]]) for value in (1.0, 0.0, 0.75, 0.5))]
    said = [
        ("divide", 1, 0),
        ("added", 7),
        ("subtract", 7, 8),
        ("worn_so_far", 2, 9, 7),
        ("added", 10),
        ("ceil_count", 7),
        ("subtract", 12, 3),
        ("maximum", 13, 4),
        ("subtract", 7, 14),
        ("greater", 15, 5),
        ("where", 16, 6, 3),
        ("multiply", 11, 17),
        ("total", 18),
    ]
    sums = [Step(name, nodes.function_of(name), places) for name, *places in said]  # type: ignore[arg-type]
    function = StepFunction(constants, sums, 0.02, 1e6)
    assert len(function._values) > 500
    rng = np.random.default_rng(3)
    months = np.arange(1.0, 61.0) / 12
    edges = np.concatenate([months / wears for wears in range(1, 40)] + [months * (1 - 1e-9) / 3])
    numbers = np.concatenate(
        [
            np.exp(rng.uniform(np.log(0.02), np.log(50), 20_000)),
            edges,
            np.nextafter(edges, 0),
            np.nextafter(edges, np.inf),
            [0.001, 1e8, np.inf, np.nan, 0.0, -1.0],
        ]
    )
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(function(numbers), _replaced(numbers))
        np.testing.assert_array_equal(function(numbers.reshape(2, -1)), _replaced(numbers).reshape(2, -1))


def test_a_sum_without_steps_is_not_taken_for_one() -> None:
    total = [Step("multiply", np.multiply, (0, 1)), Step("total", nodes.function_of("total"), (2,))]
    with pytest.raises(NoSteps):
        StepFunction([np.ones((1, 61))], total, 0.1, 10.0)


@pytest.mark.parametrize("growth", [0.0, 0.2])
def test_futures_are_a_choice_like_others(growth: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the years that drives last differ at every point, so that replacements are looked up by steps."""
    monkeypatch.setattr(nodes, "_WORTH_STEPS", 1)
    monkeypatch.setattr(nodes, "TABLE_LIMIT", 5_000)
    rng = np.random.default_rng(7)
    binding = bound("moderate-io", groups={"count_growth_rate": growth})
    drawn: dict[Sets, ArrayLike] = {
        "total_cpu_ghz": 2_000 * rng.lognormal(0, 0.5, 40),
        "total_used_tb": 60 * rng.lognormal(0, 0.3, 40),
        "mb_per_kib": binding.arrays["mb_per_kib"].item() * rng.lognormal(0, 0.6, 40),
        "random_failure_rate": 0.01 * rng.lognormal(0, 0.5, 40),
        "electricity_price_per_kwh": 0.2 * rng.lognormal(0, 0.4, 40),
    }
    candidates: dict[Sets, ArrayLike] = {
        "cores_per_socket": rng.integers(8, 65, 30),
        "cpu_price": rng.uniform(700, 15_000, 30),
        ("drive_gb", Role.WRITE_TIER): rng.choice([400.0, 800, 1600], 30),
        ("drive_dwpd", Role.WRITE_TIER): rng.choice([1.0, 3, 10, 100], 30),
        ("drive_tbw_tb", Role.WRITE_TIER): np.full(30, np.nan),
        ("drive_price", Role.WRITE_TIER): rng.uniform(300, 5_000, 30),
        "capacity_drives_per_host": rng.integers(1, 20, 30),
    }
    space = evaluate_space(binding.arrays, [Choice("future", drawn), Choice("candidate", candidates)], WITHOUT_MEMBERS)
    found = check(binding, space, some(space, rng, 30))
    assert len(np.unique(found["years_to_wear_out"])) > 300
