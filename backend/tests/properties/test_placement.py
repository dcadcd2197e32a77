"""Placement: VMs on hosts never overfill them, never beat the bound, and are each placed once or named."""

import doctest
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

from hostwise.engine import bin_bound, placement
from hostwise.engine.bin_bound import least_bins
from hostwise.engine.packing import NOWHERE, Indices, in_order, packed, ways
from hostwise.engine.placement import Placement, Reason, fewest_hosts
from tests.drawing_examples import examples

Floats = NDArray[np.float64]
DUST = 1 + 2e-9

SIZES = st.sampled_from([0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 24.0, 32.0, 33.0]) | st.floats(0, 40)


@st.composite
def estates(draw: st.DrawFn, most: int = 60) -> tuple[Floats, Floats, list[list[int]]]:
    """VMs of sizes that people give them or any others, a host, and VMs that must be apart."""
    dimensions, number = draw(st.integers(1, 3)), draw(st.integers(0, most))
    rows = draw(st.lists(st.lists(SIZES, min_size=dimensions, max_size=dimensions), min_size=number, max_size=number))
    usable = np.array(
        draw(st.lists(st.sampled_from([16.0, 32.0, 57.6, 100.0]), min_size=dimensions, max_size=dimensions))
    )
    groups = st.lists(st.integers(0, max(number - 1, 0)), max_size=6, unique=True)
    apart = draw(st.lists(groups, max_size=3)) if number else []
    return np.array(rows, dtype=np.float64).reshape(number, dimensions), usable, apart


def loads(demand: Floats, placed: Placement, hosts: int) -> Floats:
    found = np.zeros((hosts, demand.shape[1]))
    for vm, host in enumerate(placed.assignment.tolist()):
        if host != NOWHERE:
            found[host] += demand[vm]
    return found


def check(demand: Floats, usable: Floats, apart: Sequence[Sequence[int]], placed: Placement) -> None:
    """What holds for every placement."""
    carrying = placed.hosts - placed.spares
    assert placed.assignment.max(initial=NOWHERE) < carrying
    carried = loads(demand, placed, carrying)
    assert (carried <= usable * DUST).all()
    assert placed.fill.shape == (carrying, len(usable))
    np.testing.assert_allclose(placed.fill * usable, carried, rtol=1e-9, atol=1e-9)
    named = [each.vm for each in placed.unplaced]
    assert sorted(named) == np.flatnonzero(placed.assignment == NOWHERE).tolist()
    for group in apart:
        hosts = [host for vm in set(group) if (host := int(placed.assignment[vm])) != NOWHERE]
        assert len(hosts) == len(set(hosts))


@given(estate=estates(), spares=st.integers(0, 3))
@settings(max_examples=examples(200))
def test_all_vms_that_fit_a_host_have_room_with_the_spares_down(
    estate: tuple[Floats, Floats, list[list[int]]], spares: int
) -> None:
    demand, usable, apart = estate
    found = fewest_hosts(demand, usable, spares=spares, apart=apart)
    check(demand, usable, apart, found)
    assert found.spares == spares
    assert found.gap == found.hosts - found.bound >= 0
    assert found.bound - spares == fewest_hosts(demand, usable, apart=apart).bound
    for each in found.unplaced:
        assert each.reason is Reason.TOO_LARGE
        assert {at for at in range(len(usable)) if demand[each.vm, at] > usable[at] * (1 + 1e-9)} == set(
            each.dimensions
        )


def without_room(demand: ArrayLike, usable: ArrayLike, hosts: int, apart: Sequence[Sequence[int]] = ()) -> int:
    """VMs for which the packer behind `fewest_hosts` finds no room on a given number of hosts."""
    problem = placement._question(demand, usable, apart).problem
    tried: list[Indices] = [packed(problem, hosts, way, in_order(problem, way)) for way in ways(problem)]
    return min(int(np.count_nonzero(each[problem.placeable] == NOWHERE)) for each in tried)


@given(estate=estates(), hosts=st.integers(0, 12))
def test_the_search_needs_more_than_hosts_without_room(
    estate: tuple[Floats, Floats, list[list[int]]], hosts: int
) -> None:
    """Nobody says that there is no room while what the search finds would do."""
    demand, usable, apart = estate
    if without_room(demand, usable, hosts, apart):
        assert fewest_hosts(demand, usable, apart=apart).hosts > hosts


@given(estate=estates(), seed=st.integers(0, 2**32 - 1))
def test_the_order_of_the_vms_hardly_matters(estate: tuple[Floats, Floats, list[list[int]]], seed: int) -> None:
    demand, usable, apart = estate
    order = np.random.default_rng(seed).permutation(len(demand))
    place = np.argsort(order)
    found = fewest_hosts(demand, usable, apart=apart)
    other = fewest_hosts(demand[order], usable, apart=[place[each].tolist() for each in apart])
    assert other.bound == found.bound
    if not apart:
        assert other.hosts == found.hosts
    assert abs(other.hosts - found.hosts) <= 1 + 0.1 * found.hosts


@given(estate=estates(most=30), more=st.integers(0, 3))
def test_the_bound_is_below_any_placement(estate: tuple[Floats, Floats, list[list[int]]], more: int) -> None:
    demand, usable, apart = estate
    bound = fewest_hosts(demand, usable, apart=apart).bound
    if not without_room(demand, usable, more, apart):
        assert bound <= more
    if bound:
        assert without_room(demand, usable, bound - 1, apart)


@given(sizes=st.lists(st.floats(0.01, 1), min_size=1, max_size=60))
def test_the_bound_of_one_dimension_is_that_of_its_definition(sizes: list[float]) -> None:
    """Martello and Toth's bound, threshold by threshold, and the sum."""
    values = np.array(sizes)
    least = int(np.ceil(values.sum() * (1 - 1e-9)))
    for threshold in [each for each in sizes if each <= 0.5]:
        large = values[values > (1 + 1e-9) - threshold]
        middle = values[(values > (1 + 1e-9) / 2) & (values <= (1 + 1e-9) - threshold)]
        small = values[(values >= threshold) & (values <= (1 + 1e-9) / 2)]
        room = len(middle) - middle.sum()
        least = max(least, len(large) + len(middle) + max(0, int(np.ceil((small.sum() - room) * (1 - 1e-9) - 1e-9))))
    assert least_bins(values) >= least
    assert least_bins(values) >= int((values > (1 + 1e-9) / 2).sum())


def optimum(demand: Floats, usable: Floats, apart: Sequence[Sequence[int]], most: int) -> int:
    """The least number of hosts, by a mixed-integer program."""
    vms, dimensions = demand.shape
    # One variable for each VM on each host, then one for each host that is used.
    places = np.arange(vms * most).reshape(vms, most)
    total = vms * most + most
    rows: list[tuple[Floats, float, float]] = []
    for vm in range(vms):
        row = np.zeros(total)
        row[places[vm]] = 1
        rows.append((row, 1, 1))
    for host in range(most):
        for at in range(dimensions):
            row = np.zeros(total)
            row[places[:, host]] = demand[:, at] / usable[at]
            row[vms * most + host] = -1
            rows.append((row, -np.inf, 1e-9))
        for group in apart:
            row = np.zeros(total)
            row[places[list(group), host]] = 1
            rows.append((row, -np.inf, 1))
    limits = LinearConstraint(*(np.array(each) for each in zip(*rows, strict=True)))
    cost = np.concatenate([np.zeros(vms * most), np.ones(most)])
    found = milp(cost, constraints=limits, integrality=np.ones(total), bounds=Bounds(0, 1))
    assert found.success
    return round(float(found.fun))


@pytest.mark.parametrize("seed", range(40))
def test_small_estates_are_placed_as_well_as_is_possible(seed: int) -> None:
    rng = np.random.default_rng(seed)
    vms = int(rng.integers(4, 12))
    usable = np.array([32.0, 128.0])
    demand = np.column_stack([2.0 ** rng.integers(0, 5, vms), 2.0 ** rng.integers(1, 7, vms) + rng.random(vms)])
    apart = [rng.choice(vms, 3, replace=False).tolist()] if seed % 3 == 0 else []
    found = fewest_hosts(demand, usable, apart=apart)
    best = optimum(demand, usable, apart, found.hosts)
    assert found.bound <= best
    assert found.hosts == best


def test_growing_hosts_never_need_more() -> None:
    rng = np.random.default_rng(1)
    demand = np.column_stack([2.0 ** rng.integers(0, 5, 300), 2.0 ** rng.integers(1, 8, 300)])
    found = [fewest_hosts(demand, [64 * factor, 512 * factor]).hosts for factor in (1, 1.5, 2, 4)]
    assert found == sorted(found, reverse=True)


def test_what_is_unknown_or_larger_than_a_host_is_named() -> None:
    found = fewest_hosts(np.array([[1, np.nan], [1, 200], [np.inf, 1], [4, 4], [0, 0]]), [8, 100], spares=1)
    assert [(each.vm, each.reason, each.dimensions) for each in found.unplaced] == [
        (0, Reason.UNKNOWN, (1,)),
        (1, Reason.TOO_LARGE, (1,)),
        (2, Reason.TOO_LARGE, (0,)),
    ]
    assert (found.hosts, found.bound) == (2, 2)
    assert found.largest == (2, 1)


def test_nothing_to_place_takes_no_host() -> None:
    assert fewest_hosts(np.empty((0, 2)), [1, 1]).hosts == 0
    assert fewest_hosts([[np.nan, 1]], [1, 1], spares=1).hosts == 1


def test_next_to_nothing_has_room() -> None:
    assert fewest_hosts([[0.5, 1.4e-312]] * 3 + [[0.4, 0.7]], [1, 1]).hosts == 2
    assert without_room([[0, 1.4e-312]] * 2, [16, 16], 1) == 0


def test_a_full_host_is_full() -> None:
    """A third three times is a whole, whatever binary arithmetic makes of it."""
    assert fewest_hosts([[1 / 3]] * 9, [1]).hosts == 3
    assert fewest_hosts([[720 * 1.1 / 3]] * 11, [720 * 1.1 / 3]).hosts == 11


def test_apart_beats_room() -> None:
    found = fewest_hosts([[1.0]] * 5, [100], spares=1, apart=[[0, 1, 2], [2, 3]])
    assert found.hosts == 4
    assert found.assignment[2] != found.assignment[3]


@pytest.mark.parametrize(
    ("demand", "usable", "apart"),
    [([[1, 2]], [1], []), ([[-1]], [1], []), ([[1]], [np.nan], []), ([[1]], [1], [[0, 4]]), ([1], [1], [])],
)
def test_a_question_that_makes_no_sense_is_refused(
    demand: ArrayLike, usable: ArrayLike, apart: Sequence[Sequence[int]]
) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        fewest_hosts(demand, usable, apart=apart)


def test_the_examples_hold() -> None:
    assert doctest.testmod(placement).failed == doctest.testmod(bin_bound).failed == 0
