"""Futures are plain evaluations of other plans, and what is said of them is counted."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from hostwise.catalogue.loader import Catalogue, Table, load_catalogue
from hostwise.catalogue.rules import Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import rough, rough_share
from hostwise.plan.answers.doubt import Doubt
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.document import Plan, plan_json
from hostwise.services.binding import Binding
from hostwise.services.doubt.causes import Z95, Causes, causes_of
from hostwise.services.doubt.futures import COST, HOSTS, LIFE, REQUIRED, Futures, drawn, futures
from hostwise.services.doubt.service import doubt_of
from hostwise.services.doubt.verdict import band, ranked
from hostwise.services.plans.samples import sample_plan
from hostwise.services.running.service import run_plan
from hostwise.services.running.time_axis import with_clusters, with_demand_by_month

FEW = 256


def parts(key: str) -> tuple[Binding, Causes]:
    run = run_plan(sample_plan(key), load_catalogue())
    return run.binding, causes_of(run.binding, load_catalogue())


def with_spreads(**changes: dict[str, object]) -> Catalogue:
    """The catalogue with other spreads; `all` is for each of them."""
    rows = [
        each.model_copy(update={**changes.get("all", {}), **changes.get(each.key, {})})
        for each in load_catalogue().spreads.values()
    ]
    return replace(load_catalogue(), spreads=Table("spread", rows))


def widened(times: float) -> Catalogue:
    rows = [
        each.model_copy(
            update={"low": each.low**times, "high": each.high**times}
            if each.shape == "factor"
            else {"low": each.low * times, "high": each.high * times}
        )
        for each in load_catalogue().spreads.values()
    ]
    return replace(load_catalogue(), spreads=Table("spread", rows))


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io", "sandisk14-test-host"])
def test_a_future_is_the_plan_with_other_values(key: str) -> None:
    binding, causes = parts(key)
    numbers = drawn(len(causes), FEW, 3)
    found = futures(binding, causes, numbers)
    changes = causes.changes(binding, numbers)
    assert changes
    for future in (0, 7, 100, FEW - 1):
        arrays = {
            name: changes[name][future : future + 1] if name in changes else values
            for name, values in binding.arrays.items()
        }
        arrays["clusters"] = np.array([[1.0]])
        plain = with_demand_by_month(with_clusters(replace(binding, arrays=arrays, evaluated=None))).evaluate().values
        for name in (COST, LIFE, HOSTS, REQUIRED):
            expected = np.broadcast_to(plain[name], (1, len(binding.plan.configurations)))[0]
            np.testing.assert_allclose(found.values[name][future], expected, rtol=1e-9, err_msg=name)


@pytest.mark.parametrize("key", ["nvme-2026", "light-io"])
def test_what_is_said_is_counted(key: str) -> None:
    binding, causes = parts(key)
    doubt = doubt_of(binding.plan, load_catalogue(), seed=5, number=FEW)
    found = futures(binding, causes, drawn(len(causes), FEW, 5))
    for place, each in enumerate(doubt.configurations):
        costs = np.sort(found.of(COST, place))
        assert each.cost.mid == pytest.approx(costs[FEW // 2 - 1])
        low, high = (costs[int(np.ceil(share * FEW)) - 1] for share in (0.05, 0.95))
        assert (each.cost.low, each.cost.high) == pytest.approx((low, high))
        assert each.hosts_now is not None
        assert each.probability_enough == np.mean(found.of(REQUIRED, place) <= each.hosts_now)
        for cover, after in pairwise(each.covers):
            assert (cover.hosts + 1, cover.share <= after.share) == (after.hosts, True)
    shares = [each.probability_cheapest or 0 for each in doubt.configurations]
    assert sum(shares) == pytest.approx(1)
    assert doubt.verdict.probability == max(shares)


def differ(one: Array, other: Array) -> NDArray[np.bool_]:
    """Where two arrays have other values; what is missing in both is the same."""
    same: NDArray[np.bool_] = (one == other) | (np.isnan(one) & np.isnan(other))
    return ~same


def test_a_cause_moves_its_values_only_and_as_far_as_it_says() -> None:
    binding, causes = parts("nvme-2026")
    for place, cause in enumerate(causes):
        numbers = np.zeros((2, len(causes)))
        numbers[:, place] = -Z95, Z95
        changes = causes.changes(binding, numbers)
        moved = {name for name, values in changes.items() if differ(values, binding.arrays[name]).any()}
        assert moved
        assert moved <= set(load_catalogue().spreads[cause.reach.key].inputs)
        for name in moved:
            here, quantity = differ(changes[name][0], binding.arrays[name][0]), MODEL.inputs[name]
            values = np.broadcast_to(binding.arrays[name][0], here.shape)[here]
            for future, end in ((0, cause.change(np.array(-Z95))), (1, cause.change(np.array(Z95)))):
                expected = values * end if cause.reach.shape == "factor" else values + end
                np.testing.assert_allclose(changes[name][future][here], np.clip(expected, quantity.low, quantity.high))


def test_prices_that_are_given_and_prices_of_0_are_sure() -> None:
    _, causes = parts("nvme-2026")
    for cause in causes:
        for record in cause.records:
            assert record.status in load_catalogue().spreads[cause.reach.key].statuses
            assert record.value != 0 or cause.reach.shape == "points"
            assert record.status is not InputStatus.GIVEN or "price" not in record.quantity


def test_without_spread_the_answer_is_sure() -> None:
    exact = with_spreads(all={"low": 1.0, "high": 1.0}, growth={"low": 0.0, "high": 0.0})
    plan = sample_plan("nvme-2026")
    doubt = doubt_of(plan, exact, number=FEW)
    result = run_plan(plan, load_catalogue())
    for place, each in enumerate(doubt.configurations):
        cost = result.evaluation.value(COST, place)
        assert (each.cost.low, each.cost.mid, each.cost.high) == pytest.approx((cost, cost, cost))
        assert each.probability_enough == 1
    assert doubt.verdict.strength == "clear"
    assert doubt.verdict.advised == min(doubt.configurations, key=lambda each: each.cost.mid or 0).key
    assert all(each.break_even is None for each in doubt.drivers)


_RANK = ("none", "too_close", "leaning", "clear")


@pytest.mark.parametrize("key", ["nvme-2026", "moderate-io", "light-io"])
def test_wider_spreads_never_strengthen_a_verdict(key: str) -> None:
    plan = sample_plan(key)
    strengths = [_RANK.index(doubt_of(plan, widened(times), number=1024).verdict.strength) for times in (0.25, 1, 2, 4)]
    assert strengths == sorted(strengths, reverse=True)


def test_a_verdict_that_is_too_close_says_why_and_what_else_differs() -> None:
    doubt = doubt_of(sample_plan("nvme-2026"), load_catalogue(), number=1024)
    verdict = doubt.verdict
    of = {each.key: each for each in doubt.configurations}
    first, second = of[verdict.advised or ""], of[verdict.runner_up or ""]
    assert verdict.strength == "too_close"
    assert f"{first.name} is the cheapest in {rough_share(verdict.probability or 0)} of the futures" in verdict.sentence
    # Mostly cheaper, and dearer on average.
    assert (verdict.difference.mid or 0) < 0 < (first.regret or 0) - (second.regret or 0)
    assert f"on average {second.name} costs less" in verdict.sentence
    lives = [rough(each.life_years.mid or 0) for each in (first, second)]
    assert f"What else differs: drives that last {lives[0]} against {lives[1]} years." in verdict.sentence


def test_a_missing_price_or_limit_gives_no_verdict() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    del document["configurations"][1]["network"]
    without_limit = doubt_of(Plan.model_validate(document), load_catalogue(), number=FEW)
    assert any("/configurations/1/network" in each for each in without_limit.verdict.missing)
    # What is known of the others stays.
    assert without_limit.configurations[0].cost.mid is not None
    without_prices = doubt_of(sample_plan("vmw10"), load_catalogue(), number=FEW)
    assert any("price" in each for each in without_prices.verdict.missing)
    for doubt in (without_limit, without_prices):
        assert (doubt.verdict.strength, doubt.verdict.advised, doubt.drivers) == ("none", None, [])
        assert all(each.probability_cheapest is None for each in doubt.configurations)


def test_at_a_break_even_both_cost_the_same() -> None:
    binding, causes = parts("nvme-2026")
    doubt = doubt_of(binding.plan, load_catalogue(), number=FEW)
    keys = [each.key for each in binding.plan.configurations]
    one, other = keys.index(doubt.verdict.advised or ""), keys.index(doubt.verdict.runner_up or "")
    turning = [each for each in doubt.drivers if each.break_even is not None and "drive_price" in each.cause]
    assert turning
    for driver in turning:
        (place,) = (place for place, cause in enumerate(causes) if cause.key == driver.cause)
        cause = causes[place]
        end = cause.reach.high if (driver.break_even or 0) > 1 else cause.reach.low
        sign = 1 if (driver.break_even or 0) > 1 else -1
        z = sign * Z95 * np.log(driver.break_even or 1) / np.log(end) / cause.weight
        numbers = np.zeros((1, len(causes)))
        numbers[0, place] = z
        costs = futures(binding, causes, numbers).values[COST][0]
        assert costs[one] == pytest.approx(costs[other], rel=1e-6)


def test_the_same_seed_has_the_same_bytes() -> None:
    plan = sample_plan("light-io")

    def answer(seed: int) -> Doubt:
        return doubt_of(plan, load_catalogue(), seed, FEW)

    assert answer(1).model_dump_json() == answer(1).model_dump_json()
    assert answer(1).configurations != answer(2).configurations


def test_spreads_are_of_inputs_and_statuses_that_there_are() -> None:
    for spread in load_catalogue().spreads.values():
        assert isinstance(spread, Spread)
        assert set(spread.inputs) <= set(MODEL.inputs)
        assert set(spread.statuses) <= {each.value for each in InputStatus}


def costs_of(*futures: tuple[float, ...]) -> Futures:
    return Futures({COST: np.array(futures)})


def test_ties_are_shared_and_what_is_not_feasible_does_not_win() -> None:
    nan, inf = np.nan, np.inf
    found = ranked(costs_of((1.0, 1.0, 9.0), (2.0, 1.0, 9.0), (nan, inf, 3.0), (nan, nan, nan)), [0, 1, 2])
    assert found.probability == {0: 0.125, 1: 0.375, 2: 0.25}
    assert found.advised == 1
    assert found.regret[1] == 0
    assert found.regret[0] == 0.5
    assert ranked(costs_of((1.0, 0.5)), [0]).runner_up() is None


def test_bands_say_what_is_unlimited_or_unknown() -> None:
    assert band(np.array([np.nan, np.nan])) == (None, None, None)
    assert band(np.array([1.0, 2.0, np.inf, np.inf])) == (1.0, 2.0, None)
