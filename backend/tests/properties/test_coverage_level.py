"""A coverage level covers what it says, also in fresh simulations, and no more than it must."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.coverage_level import level_words
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import DEMANDED, REQUIRED, drawn, simulations
from hostwise.binding import Binding
from hostwise.catalogue.loader import Table, load_catalogue
from hostwise.decision.deciding import uncertainty_of
from hostwise.decision.samples.samples import sample_plan
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import some_now

CATALOGUE = load_catalogue()
FRESH = 11
ERROR = 3 * (0.1 / 4096) ** 0.5
"""Three standard errors of a share near 0.9 or 0.98, with as many simulations as usual."""


def levelled(key: str, level: float | None, **policy: Any) -> Plan:
    document = plan_json(sample_plan(key))
    document["policy"] |= {"coverage_level": level, **policy}
    return Plan.model_validate(document)


def fresh(binding: Binding) -> tuple[Array, Array]:
    """The hosts that other simulations need, at the sizing date and by month."""
    causes = causes_of(binding, CATALOGUE)
    numbers = drawn(len(causes), 4096, FRESH)
    found = simulations(binding, causes, numbers, (REQUIRED, DEMANDED), known=True).values
    return found[REQUIRED], found[DEMANDED]


@pytest.mark.parametrize(
    ("key", "level"),
    some_now(
        product(["nvme-2026", "leaving-vmware", "edge-three-nodes"], [0.75, 0.9, 0.98]),
        now=[("nvme-2026", 0.9), ("leaving-vmware", 0.98), ("edge-three-nodes", 0.75)],
    ),
)
def test_it_covers_at_least_its_share_of_fresh_futures_and_one_host_fewer_does_not(key: str, level: float) -> None:
    run = run_plan(levelled(key, level), CATALOGUE)
    as_entered = run_plan(levelled(key, None), CATALOGUE)
    required, by_month = fresh(run.binding)
    for place in range(len(run.plan.configurations)):
        hosts = run.evaluation.value("hosts", place)
        assert np.mean(required[:, place] <= hosts) >= level - ERROR
        if hosts > as_entered.evaluation.value("required_hosts", place):
            assert np.mean(required[:, place] <= hosts - 1) < level + ERROR
        # In each month the hosts at that date cover it, too, and none is given back.
        bought = np.array(run.evaluation.members("demanded_hosts", place))
        assert (np.diff(bought) >= 0).all()
        assert (np.mean(by_month[:, place] <= bought, axis=0) >= level - ERROR).all()


def test_given_hosts_stay_and_are_told_what_would_be_enough() -> None:
    document = plan_json(levelled("nvme-2026", 0.98))
    document["configurations"][0]["hosts"] = 13
    plan = Plan.model_validate(document)
    first, second, _ = evaluate_plan(plan, CATALOGUE).configurations
    assert (first.hosts.value, first.feasible) == (13, True)
    assert (second.hosts.value or 0) > 13
    given, *_ = uncertainty_of(plan, CATALOGUE).configurations
    assert [each.hosts for each in given.levels if each.level == 0.98] == [15]


def test_hosts_cost_and_the_verdict_follow_it() -> None:
    plan = levelled("nvme-2026", 0.9)
    result, uncertainty = evaluate_plan(plan, CATALOGUE), uncertainty_of(plan, CATALOGUE)
    for each, outcome in zip(result.configurations, uncertainty.configurations, strict=True):
        assert "for coverage level" in each.hosts_text
        assert outcome.cost.mid == each.quantities["cluster_tco"].value
        assert outcome.hosts.low == each.hosts.value
        assert [level.level for level in outcome.levels if level.chosen] == [0.9]
    run = run_plan(plan, CATALOGUE)
    notes = [record.note or "" for record in run.binding.origins("level_hosts", plan.configurations[0].key)]
    assert notes[0].startswith(f"at {level_words(0.9)}: ")


def test_without_a_level_nothing_changes() -> None:
    plain = evaluate_plan(sample_plan("nvme-2026"), CATALOGUE).configurations
    assert [each.hosts.value for each in plain] == [12, 12, 12]
    assert all(not each.hosts_text.count("coverage level") for each in plain)


@pytest.mark.parametrize(("basis", "sigma"), [("measured", 0.25), ("estimated", 0.6), ("unknown", 1.44)])
def test_hosts_sized_for_five_percent_of_wear_are_enough_in_95_percent(basis: str, sigma: float) -> None:
    document = plan_json(sample_plan("light-io"))
    document["remarks"] = {}
    document["workload"] |= {"write_load_basis": basis}
    document["policy"] |= {"max_wear_out_probability": 0.05}
    document["configurations"] = document["configurations"][:1]
    spreads = [each for each in CATALOGUE.spreads.values() if each.key == "average_io"]
    writes_only = replace(CATALOGUE, spreads=Table("spread", spreads))
    plan = Plan.model_validate(document)
    result = evaluate_plan(plan, writes_only).configurations[0]
    uncertainty = uncertainty_of(plan, writes_only).configurations[0]
    assert " for endurance" in result.hosts_text
    worn = result.quantities["wear_out_probability"].value
    assert worn is not None
    # What has a margin in the plan is drawn once in the simulations: both say the same.
    assert uncertainty.probability_enough == pytest.approx(1 - worn, abs=0.003)
    binding = run_plan(plan, writes_only).binding
    causes = causes_of(binding, writes_only)
    moved = causes.changes(binding, drawn(len(causes), 4096, 1))["iops_average"]
    assert np.std(np.log(moved)) == pytest.approx(sigma, rel=0.01)


@pytest.mark.parametrize("groups", [1, 2, 8])
def test_groups_do_not_average_out_the_uncertainty_of_their_writes(groups: int) -> None:
    document = plan_json(sample_plan("light-io"))
    group = {**document["workload"]["groups"][0], "count": 48 // groups}
    document["workload"]["groups"] = [{**group, "name": f"group {each}"} for each in range(groups)]
    document["remarks"] = {}
    binding = run_plan(Plan.model_validate(document), CATALOGUE).binding
    causes = causes_of(binding, CATALOGUE)
    moved = causes.changes(binding, drawn(len(causes), 4096, 1))["iops_average"]
    assert np.std(np.log(moved.sum(axis=-1))) == pytest.approx(0.6, rel=0.01)


def equal_groups(number: int) -> Plan:
    document = plan_json(sample_plan("nvme-2026"))
    group = {**document["workload"]["groups"][0], "count": 1}
    document["workload"]["groups"] = [{**group, "name": f"group {each}", "count": 8} for each in range(number)]
    document["remarks"] = {}
    return Plan.model_validate(document)


def test_pooled_causes_keep_the_variance_of_the_sum() -> None:
    plan = equal_groups(20)
    binding = run_plan(plan, CATALOGUE).binding
    spread = []
    for most in (10, 1000):
        causes = causes_of(binding, CATALOGUE, most)
        rates = causes.changes(binding, drawn(len(causes), 4096, 1))["count_growth_rate"]
        spread.append(float(np.std(rates.sum(axis=-1))))
    assert spread[0] == pytest.approx(spread[1], rel=0.03)


@pytest.mark.parametrize(("groups", "are_pooled"), some_now([(30, False), (40, True)], now=[(30, False)]))
def test_one_group_more_that_pools_the_causes_changes_nothing(groups: int, are_pooled: bool) -> None:
    """Each group brings a cause: with one more than there is room for, they are pooled."""
    bands, pooled = [], []
    for number in (groups, groups + 1):
        plan = equal_groups(number)
        causes = causes_of(run_plan(plan, CATALOGUE).binding, CATALOGUE)
        assert len(causes) <= 40
        pooled.append(any(each.name.endswith("each by itself") for each in causes))
        uncertainty = uncertainty_of(plan, CATALOGUE, number=2048)
        bands.append([(each.cost.high or 0) / (each.cost.low or 1) for each in uncertainty.configurations])
    assert pooled == [are_pooled, True]
    assert bands[0] == pytest.approx(bands[1], rel=0.03)


def test_discounts_are_those_of_a_vendor_and_of_list_prices_only() -> None:
    plan = sample_plan("leaving-vmware")
    binding = run_plan(plan, CATALOGUE).binding
    causes = causes_of(binding, CATALOGUE)
    moved = causes.changes(binding, drawn(len(causes), 4096, 1))
    cores = moved["licence_price_per_core"]
    vmware, azure = (np.log(cores[:, place] / binding.arrays["licence_price_per_core"][0, place]) for place in (0, 1))
    for factor, low, high in ((vmware, 0.55, 1.0), (azure, 0.6, 1.0)):
        assert np.exp(np.quantile(factor, (0.05, 0.95))) == pytest.approx((low, high), abs=0.01)
    # A tenth of the variance is that of the market.
    assert np.corrcoef(vmware, azure)[0, 1] == pytest.approx(0.1, abs=0.05)
    document = plan_json(plan)
    document["configurations"][0]["licence"]["price_per_core_year"] = 200
    given = run_plan(Plan.model_validate(document), CATALOGUE).binding
    moved = causes_of(given, CATALOGUE).changes(given, drawn(len(causes_of(given, CATALOGUE)), 64, 1))
    assert np.ptp(np.broadcast_to(moved["licence_price_per_core"], (64, 3))[:, 0]) == 0
    badges = [str(each) for each in uncertainty_of(plan, CATALOGUE, number=16).configurations[0].badges]
    assert badges == ["list prices; 185 to 275 of 350 are reported as paid"]
