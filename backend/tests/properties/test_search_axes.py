"""Choices of fields are the inputs that binding each combination by itself gives, and its mistakes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle, product
from typing import Any

import numpy as np
import pytest

from hostwise.answers.findings.about import About
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.search.axes import Axis, Bound, Edits, NotSearchable, OptionError, alone, bind_axes
from hostwise.answers.search.buildable import REASONS
from hostwise.binding import PlanError, bind
from hostwise.binding.field_access_tracking import Read, watched
from hostwise.catalogue.loader import load_catalogue
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.quantities import Array
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from tests.drawing_examples import examples, some_now

CATALOGUE = load_catalogue()
SAMPLES = ["nvme-2026", "leaving-vmware", "vdi-2026", "memory-tiering-2026", "edge-platforms", "moderate-io", "vmw10"]

POINTS = examples(125)
"""Combinations that are bound by themselves, too."""

UNFIT = {code for reason in REASONS for code in reason.codes}
"""What is bound, and cannot be built."""


def axes_of(rng: np.random.Generator, configuration: Configuration) -> list[Axis]:
    """Some choices of parts, in some order; among them combinations that cannot be built."""

    def some(table: Any, number: int) -> list[str]:
        return rng.choice(sorted(table), number, replace=False).tolist()  # type: ignore[no-any-return]

    families: dict[str, list[str]] = {}
    for row in CATALOGUE.protection.values():
        families.setdefault(row.family, []).append(row.key)
    axes = [
        Axis("processor", [{"/cpu/key": key, "/cpu/cores": None} for key in some(CATALOGUE.cpus, 6)]),
        Axis("sockets", [{"/cpu/sockets": each} for each in (1, 2, 4)]),
        Axis("memory", [{"/memory/dram_gib": each} for each in (192, 512, 1_000, 3_072)]),
        Axis("module", [{"/memory/module": key} for key in some(CATALOGUE.memory, 3)] + [{"/memory/module": None}]),
        Axis("licence", [{"/licence": {"key": key}} for key in some(CATALOGUE.licences, 5)]),
        Axis("hypervisor", [{"/hypervisor": key} for key in some(CATALOGUE.hypervisors, 4)] + [{"/hypervisor": None}]),
        Axis("chassis", [{"/host/chassis": key} for key in some(CATALOGUE.chassis, 3)]),
        Axis("management", [{"/management": key} for key in some(CATALOGUE.management, 2)]),
        Axis("protection", [{"/protection": key} for key in rng.choice(sorted(CATALOGUE.protection), 5).tolist()]),
        Axis("gap", [{"/fragmentation_hosts": each} for each in (None, 2)]),
        Axis("cards", [{"/network/cards": [{"count": 2, "gbit_s": each}]} for each in (25, 100)]),
        Axis("hosts", [{"/hosts": each} for each in (None, 6)]),
    ]
    if configuration.capacity is not None:
        axes += [
            Axis("drives", [{"/capacity/key": key, "/capacity/price": None} for key in some(CATALOGUE.drives, 7)]),
            Axis("count", [{"/capacity/count": each} for each in (1, 5, 9, 24)]),
        ]
    if configuration.write_tier is not None:
        axes += [
            Axis(
                "cache",
                [
                    {"/write_tier/key": key, "/write_tier/large_write_buffer": each}
                    for key in some(CATALOGUE.drives, 3)
                    for each in (True, False)
                ],
            ),
            Axis("groups", [{"/write_tier/disk_groups": each} for each in (1, 2, 5)]),
        ]
    chosen = rng.permutation(len(axes))[: int(rng.integers(4, 10))]
    # As it is, too: most combinations of random parts cannot be built.
    return [Axis(axes[place].name, [{}, *axes[place].options]) for place in chosen]


def points(rng: np.random.Generator, axes: Sequence[Axis], number: int) -> list[list[int]]:
    """Random ones, half of whose parts are as they are."""
    sizes = [len(axis.options) for axis in axes]
    return [[int(rng.integers(size)) if rng.random() < 0.5 else 0 for size in sizes] for _ in range(number)]


def plan_at(bound: Bound, options: Sequence[int]) -> Plan:
    found = Configuration.model_validate(bound.configuration(options))
    return bound.plan.model_copy(update={"configurations": (found,)})


def bound_alone(plan: Plan) -> tuple[Mapping[str, Array], set[str]]:
    """The inputs of a plan, or the codes of its mistakes."""
    try:
        return bind(plan, CATALOGUE).arrays, set()
    except PlanError as error:
        return {}, {each.code for each in error.mistakes}


@pytest.mark.parametrize(
    ("key", "seed"),
    some_now(product(SAMPLES, range(3)), now=[*zip(SAMPLES, cycle(range(3)), strict=False)]),
)
def test_each_combination_is_bound_as_by_itself(key: str, seed: int) -> None:
    rng = np.random.default_rng([seed, SAMPLES.index(key)])
    plan = sample_plan(key)
    place = int(rng.integers(len(plan.configurations)))
    axes = axes_of(rng, plan.configurations[place])
    bound = bind_axes(plan, place, axes, CATALOGUE)
    space = bound.space(["cluster_tco"])
    wrong = 0
    for options in points(rng, axes, POINTS):
        expected, mistakes = bound_alone(plan_at(bound, options))
        broken = {name.split("#")[0] for name, each in bound.relations.items() if each.at(options).item() == 0}
        assert broken - UNFIT == mistakes - UNFIT, options
        assert mistakes <= broken
        if mistakes:
            wrong += 1
            continue
        run = run_plan(plan_at(bound, options), CATALOGUE, placed=False)
        assert broken == {each.code for reason in REASONS for each in reason.said(About(run, 0, CATALOGUE))}, options
        found = space.inputs(space.point(options))
        for name, value in expected.items():
            own = np.broadcast_to(
                found[name].reshape(value.shape if found[name].size > 1 else (1,) * value.ndim), value.shape
            )
            assert np.array_equal(own, value, equal_nan=True), (name, options, own, value)
    assert wrong < POINTS


@pytest.mark.parametrize("key", ["nvme-2026", "leaving-vmware", "moderate-io"])
def test_the_space_has_the_numbers_of_the_plans(key: str) -> None:
    """Cost, hosts and wear of points of the space, and those of the plans with these configurations."""
    rng = np.random.default_rng(SAMPLES.index(key))
    plan = sample_plan(key)
    axes = [each for each in axes_of(rng, plan.configurations[0]) if each.name not in ("protection", "module")][:5]
    bound = bind_axes(plan, 0, axes, CATALOGUE)
    space = bound.space(["hosts", "cluster_tco", "known_parts_cost", "known_wear_out_probability"])
    values = space.values()
    compared = 0
    for options in points(rng, axes, 25):
        if any(each.at(options).item() == 0 for each in bound.relations.values()):
            continue
        run = run_plan(plan_at(bound, options), CATALOGUE, placed=False)
        for name, found in values.items():
            right, own = run.evaluation.value(name, 0), found[space.point(options)]
            assert own == pytest.approx(right, rel=1e-9, nan_ok=True), (name, options)
        compared += 1
    assert compared > 10


def test_a_combination_that_neither_choice_shows_by_itself() -> None:
    """The profile of a measured host is that of a processor and a number of sockets: neither alone decides it."""
    profile = next(each for each in CATALOGUE.host_power.values() if each.cpu_key is not None)
    plan = sample_plan("moderate-io")
    other = next(key for key in CATALOGUE.cpus if key != profile.cpu_key)
    sockets = [3, profile.sockets]
    axes = [
        Axis("processor", [{"/cpu/key": key} for key in (other, profile.cpu_key)]),
        Axis("sockets", [{"/cpu/sockets": each} for each in sockets]),
        Axis("profile", [{"/host/power_profile": None}]),
    ]
    joint = bind_axes(plan, 0, axes, CATALOGUE).joint
    assert joint["measured_idle_w"].choices == (0, 1)
    assert np.isfinite(joint["measured_idle_w"].values[..., 0]).tolist() == [[False, False], [False, True]]


def test_parts_of_another_layout_are_one_option() -> None:
    """An option may set the layout with its drives; what another choice sets below it is refused."""
    plan = sample_plan("nvme-2026")
    place = next(at for at, each in enumerate(plan.configurations) if each.write_tier is not None)
    single: Edits = {"/layout": "single_tier", "/write_tier": None, "/protection": None}
    axes = [Axis("layout", [{}, single]), Axis("memory", [{"/memory/dram_gib": each} for each in (512, 2_048)])]
    bound = bind_axes(plan, place, axes, CATALOGUE)
    for layout in (0, 1):
        expected = bind(plan_at(bound, [layout, 1]), CATALOGUE).arrays["disk_groups"].item()
        space = bound.space([])
        assert space.inputs(space.point([layout, 1]))["disk_groups"].item() == expected
    with pytest.raises(OptionError, match="layout"):
        bind_axes(plan, place, [*axes, Axis("cache", [{"/write_tier/disk_groups": 5}])], CATALOGUE)


@pytest.mark.parametrize("key", ["nvme-2026", "edge-platforms"])
def test_an_option_may_set_a_part_and_another_a_field_of_it(key: str) -> None:
    """Each option is what it sets by itself, whichever of the part and its field comes first."""
    plan = sample_plan(key)
    edits: list[Edits] = [{"/licence": {"key": "proxmox-ve-premium"}}, {"/licence": None}, {"/network": None}]
    edits += [{"/network/price": 7.0}, {"/memory": {"dram_gib": 512}}, {"/memory/price": 9.0}]
    bound = bind_axes(plan, 0, [Axis("all", [{}, *edits])], CATALOGUE)
    space = bound.space([])
    for option in range(len(edits) + 1):
        expected, mistakes = bound_alone(plan_at(bound, [option]))
        broken = {name.split("#")[0] for name, each in bound.relations.items() if each.at([option]).item() == 0}
        assert broken - UNFIT == mistakes - UNFIT, option
        found = space.inputs(space.point([option]))
        for name, value in expected.items():
            own = found[name].reshape(value.shape if found[name].size > 1 else (1,) * value.ndim)
            assert np.array_equal(np.broadcast_to(own, value.shape), value, equal_nan=True), (name, option)


def test_limits_of_its_own_are_choices_as_parts_are() -> None:
    reserves: list[Edits] = [{"/capacity_reserve": {"slack_share": 0.1}}, {"/capacity_reserve/method": "vendor_kb"}]
    axes = [
        Axis("spares", [{}, {"/spare_hosts": 0}, {"/spare_hosts": 2}]),
        Axis("ratio", [{}, {"/vcpu_per_core": 1.5}]),
        Axis("reserve", [{}, *reserves]),
    ]
    bound = bind_axes(sample_plan("moderate-io"), 0, axes, CATALOGUE)
    space = bound.space(["hosts", "usable_tb"])
    values = space.values()
    for options in product(range(3), range(2), range(3)):
        run = run_plan(plan_at(bound, options), CATALOGUE, placed=False)
        for name, found in values.items():
            assert found[space.point(options)] == run.evaluation.value(name, 0), (name, options)
    assert len({*values["hosts"].ravel().tolist()}) > 3


def test_wrong_options_and_plans_are_refused() -> None:
    plan = sample_plan("nvme-2026")
    with pytest.raises(OptionError, match="memory/dram_gib") as error:
        bind_axes(plan, 0, [Axis("memory", [{"/memory/dram_gib": 512}, {"/memory/dram_gib": -1}])], CATALOGUE)
    assert (error.value.axis, error.value.option) == (0, 1)
    other = {"model": "old", "hosts": 2}
    kept = plan.configurations[0].model_dump(mode="json", exclude_unset=True) | {"other_host_models": [other]}
    with pytest.raises(NotSearchable, match="other models"):
        bind_axes(plan.model_copy(update={"configurations": (Configuration.model_validate(kept),)}), 0, [], CATALOGUE)
    curves = sample_plan("vmw10")
    mediums = Axis("swap", [{"/swap/medium": each} for each in ("ssd_local", "hdd_local")])
    with pytest.raises(NotSearchable, match="measured curve"):
        bind_axes(curves, 0, [mediums], CATALOGUE)


def test_what_is_read_is_noted_whichever_way() -> None:
    configuration = sample_plan("nvme-2026").configurations[0]
    reads: list[Read] = []
    own = watched(configuration, reads.append)
    assert isinstance(own, Configuration)
    for read, pointer, other in (
        (lambda: own.cpu.key, "/cpu/key", "/cpu/cores"),
        (lambda: "key" in own.cpu.model_fields_set, "/cpu/key", "/cpu/cores"),
        (lambda: own.network.cards, "/network/cards/0/price", "/network/price"),
        (lambda: own.cpu.model_copy(), "/cpu/cores", "/memory/dram_gib"),
        (lambda: own.memory == configuration.memory, "/memory/module", "/cpu/key"),
        (lambda: hash(own.licence), "/licence/key", "/cpu/key"),
        (lambda: own.cpu.model_dump(), "/cpu/tdp_w", "/licence/key"),
        (lambda: list(own.host), "/host/chassis", "/cpu/key"),
        (lambda: bool(own.host.model_fields_set), "/host/chassis", "/cpu/key"),
        (lambda: vars(own.host), "/host/rack_units", "/cpu/key"),
        (lambda: repr(own.host), "/host/rack_units", "/cpu/key"),
    ):
        reads.clear()
        read()
        assert any(each.touches(pointer) for each in reads), pointer
        assert not any(each.touches(other) for each in reads), other


def test_one_configuration_keeps_its_remarks() -> None:
    plan = sample_plan("leaving-vmware")
    at = next(int(each.split("/")[2]) for each in plan.remarks if each.startswith("/configurations/1"))
    own = alone(plan, at)
    assert [each.key for each in own.configurations] == [plan.configurations[at].key]
    before = {each for each in plan.remarks if each.startswith(f"/configurations/{at}/")}
    after = {each for each in own.remarks if each.startswith("/configurations/")}
    assert {each.replace(f"/{at}/", "/0/", 1) for each in before} == after
