"""VMs are whole: what one VM more does, what a placement finds above its bound, and what given hosts change."""

from __future__ import annotations

import copy
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import load_catalogue
from hostwise.engine.bin_bound import FULL, least_bins_of
from hostwise.engine.kinds_packing import (
    MOST_KINDS_ROUNDED,
    _every_pattern,
    _listed,
    _parts,
    fewest_bins,
    rounded_bins,
)
from hostwise.plan.document import Plan
from tests.audit.plans import random_plan
from tests.drawing_examples import examples

CATALOGUE = load_catalogue()
PLANS = st.integers(0, 20_000)
KINDS = st.lists(st.tuples(st.integers(0, 12), st.floats(0.02, 1), st.floats(0.02, 1)), min_size=1, max_size=4)


def run(document: dict[str, Any], *, placed: bool = False) -> Run:
    return run_plan(Plan.model_validate(document), CATALOGUE, placed=placed)


def number(found: Run, name: str) -> float:
    return found.evaluation.value(name, 0)


def with_one_more(document: dict[str, Any], group: int) -> dict[str, Any]:
    more = copy.deepcopy(document)
    groups = more["workload"]["groups"]
    groups[group % len(groups)]["count"] += 1
    return more


# ------------------------------------------------------------------------------------------------- bound and packings


@given(kinds=KINDS, more=st.integers(0, 3))
def test_one_thing_more_never_lowers_bound_and_exact_packing(kinds: list[tuple[int, float, float]], more: int) -> None:
    counts, shares = np.array([each[0] for each in kinds]), np.array([each[1:] for each in kinds])
    larger = counts.copy()
    larger[more % len(kinds)] += 1
    before, after = (least_bins_of(each.astype(np.float64), shares[:, 0]) for each in (counts, larger))
    assert after >= before
    one, other = fewest_bins(counts, shares), fewest_bins(larger, shares)
    if one.exact and other.exact:
        assert other.bins >= one.bins


@given(kinds=st.lists(st.tuples(st.integers(1, 5), st.floats(0.1, 0.7), st.floats(0.1, 0.7)), min_size=1, max_size=4))
def test_patterns_are_all_to_which_nothing_can_be_added(kinds: list[tuple[int, float, float]]) -> None:
    counts, shares = np.array([each[0] for each in kinds]), np.array([each[1:] for each in kinds])
    possible = [
        held
        for held in product(*(range(most + 1) for most in counts.tolist()))
        if (np.array(held) @ shares <= FULL).all()
    ]
    full = {
        held
        for held in possible
        if not any(tuple(held + one) in set(possible) for one in np.eye(len(kinds), dtype=np.intp))
    }
    listed = _listed(counts, shares)
    assert listed is not None
    assert {tuple(each) for each in listed.tolist()} == full


@given(
    kinds=st.lists(st.tuples(st.integers(20, 60), st.floats(0.05, 0.7), st.floats(0.05, 0.7)), min_size=1, max_size=4),
    edits=st.lists(st.tuples(*[st.integers(-5, 5)] * 4), max_size=8),
)
def test_fewest_parts_are_those_of_a_linear_program_whatever_was_asked_before(
    kinds: list[tuple[int, float, float]], edits: list[tuple[int, ...]]
) -> None:
    """Also where it is known without one, from what was found for other numbers of the same VMs."""
    counts, shares = np.array([each[0] for each in kinds]), np.array([each[1:] for each in kinds])
    for edit in [(0,) * 4, *edits]:
        edited = (counts + edit[: len(counts)]).astype(np.intp)
        every = _every_pattern(edited, shares)
        if every is not None:
            assert every.bins(edited) == pytest.approx(_parts(every.patterns, edited).bins, abs=1e-7)


@given(kinds=KINDS)
def test_a_packing_is_valid_and_never_below_its_bound(kinds: list[tuple[int, float, float]]) -> None:
    counts, shares = np.array([each[0] for each in kinds]), np.array([each[1:] for each in kinds])
    found = fewest_bins(counts, shares)
    assert found.bins >= found.bound
    for dimension in range(2):
        assert found.bins >= least_bins_of(counts.astype(np.float64), shares[:, dimension])
    assert found.contents.sum(axis=0).tolist() == counts.tolist()
    assert (found.contents @ shares <= FULL + 1e-12).all()


@given(kinds=KINDS)
def test_parts_of_patterns_rounded_up_are_the_fewest_or_one_less(kinds: list[tuple[int, float, float]]) -> None:
    counts, shares = np.array([each[0] for each in kinds]), np.array([each[1:] for each in kinds])
    found, rounded = fewest_bins(counts, shares), rounded_bins(counts, shares)
    assert found.bound <= rounded
    if found.exact:
        assert found.bins - 1 <= rounded <= found.bins


def test_many_kinds_are_packed_near_to_their_bound() -> None:
    kinds = 4 * MOST_KINDS_ROUNDED
    drawn = np.random.default_rng(7)
    counts, shares = drawn.integers(1, 6, kinds), drawn.uniform(0.02, 0.3, (kinds, 2))
    found = fewest_bins(counts, shares)
    assert found.contents.sum(axis=0).tolist() == counts.tolist()
    assert (found.contents @ shares <= FULL + 1e-12).all()
    assert found.bins <= 1.05 * found.bound
    assert found.bins <= rounded_bins(counts, shares)


# -------------------------------------------------------------------------------------------------------------- plans


@settings(max_examples=examples(60))
@given(seed=PLANS, group=st.integers(0, 5))
def test_one_vm_more_never_lowers_hosts(seed: int, group: int) -> None:
    document = random_plan(seed)
    document["configurations"][0].pop("hosts", None)
    # One cluster: more clusters have equal numbers of hosts, so that their hosts come in steps.
    document["policy"]["max_hosts_per_cluster"] = 1_000
    before, after = run(document), run(with_one_more(document, group))
    assert number(after, "required_hosts") >= number(before, "required_hosts")
    for name in ("hosts_for_vm_placement", "hosts_for_memory", "hosts_for_cpu_ratio"):
        more, less = number(after, name), number(before, name)
        assert np.isnan(more) or np.isnan(less) or more >= less


@settings(max_examples=examples(60))
@given(seed=PLANS, group=st.integers(0, 5), hosts=st.integers(3, 40))
def test_one_vm_more_never_lengthens_a_life_on_given_hosts(seed: int, group: int, hosts: int) -> None:
    document = random_plan(seed)
    document["configurations"][0]["hosts"] = 2 * hosts
    document["policy"]["max_hosts_per_cluster"] = 1_000
    document["economics"]["buy_expansion"] = False
    before, after = run(document), run(with_one_more(document, group))
    for name in ("flash_life_years", "years_to_wear_out", "years_to_wear_out_with_growth"):
        more, less = number(after, name), number(before, name)
        assert np.isnan(more) or np.isnan(less) or more <= less * (1 + 1e-9)


@settings(max_examples=examples(60))
@given(seed=PLANS)
def test_hosts_are_at_least_the_bound_of_whole_vms(seed: int) -> None:
    document = random_plan(seed)
    document["configurations"][0].pop("hosts", None)
    found = run(document, placed=True)
    hosts, parts = number(found, "required_hosts"), number(found, "parts")
    for name in ("part_memory_hosts", "part_cpu_hosts"):
        bound = number(found, name)
        if np.isfinite(bound) and np.isfinite(number(found, "hosts_for_vm_placement")):
            assert hosts >= parts * bound


@settings(max_examples=examples(60))
@given(seed=PLANS, scale=st.sampled_from([1, 8]), protection=st.sampled_from([None, "esa_stretched_raid1"]))
def test_given_hosts_are_computed_hosts(seed: int, scale: int, protection: str | None) -> None:
    """Also beyond the largest cluster, and over two sites."""
    document = random_plan(seed)
    (configuration, *_) = document["configurations"]
    configuration.pop("hosts", None)
    for group in document["workload"]["groups"]:
        group["count"] *= scale
    if protection is not None and configuration.get("layout") == "single_tier" and protection in CATALOGUE.protection:
        configuration["protection"] = protection
        for group in document["workload"]["groups"]:
            group.pop("protection", None)
    computed = run(document)
    hosts = number(computed, "hosts")
    if not np.isfinite(hosts) or hosts > 1_000:
        return
    configuration["hosts"] = int(hosts)
    given_so = run(document)
    assert number(given_so, "clusters") == number(computed, "clusters")
    for name in ("required_hosts", "hosts", "usable_gib_per_host", "dwpd_used", "peak_kw", "cluster_tco"):
        assert number(given_so, name) == pytest.approx(number(computed, name), rel=1e-12, nan_ok=True), name
