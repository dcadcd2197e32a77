"""Futures are plain evaluations of other plans, and what is said of them is counted."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from hostwise.answers.doubt.causes import Z95, Causes, causes_of
from hostwise.answers.doubt.doubt_answer import doubt_of
from hostwise.answers.doubt.doubt_words import NEARLY_ALWAYS, SAME, Said
from hostwise.answers.doubt.futures import COST, HOSTS, LIFE, REQUIRED, Futures, drawn, futures
from hostwise.answers.doubt.verdict import band, ranked
from hostwise.answers.evaluation.evaluation_answer import evaluate_plan
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.running.time_axis import with_clusters, with_demand_by_month
from hostwise.answers.samples.samples import sample_plan
from hostwise.binding import Binding
from hostwise.catalogue.loader import Catalogue, Table, load_catalogue
from hostwise.catalogue.rules import Spread
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import percent, rough, rough_share
from hostwise.plan.answers.doubt import Doubt
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.answers.text import Name
from hostwise.plan.document import Plan, plan_json

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


@pytest.mark.parametrize("key", ["nvme-2026", "leaving-vmware", "edge-three-nodes", "light-io"])
def test_the_cost_of_safe_hosts_is_that_of_the_plan_with_so_many(key: str) -> None:
    plan = sample_plan(key)
    doubt = doubt_of(plan, load_catalogue(), number=FEW)
    for place, outcome in enumerate(doubt.configurations):
        sure = [each.hosts for each in outcome.covers if each.share >= NEARLY_ALWAYS]
        if (outcome.probability_enough or 0) >= NEARLY_ALWAYS or not sure:
            assert (outcome.safe_hosts, outcome.safe_cost) == (None, None)
            continue
        assert outcome.safe_hosts == sure[0]
        document = plan_json(plan)
        document["configurations"][place]["hosts"] = sure[0]
        result = evaluate_plan(Plan.model_validate(document), load_catalogue())
        cost = result.configurations[place].quantities[COST].value
        # A pair of nodes cannot have more than two.
        if outcome.key != "two-large":
            assert outcome.safe_cost == pytest.approx(cost, rel=1e-12)
            assert f"buy {sure[0]} to be safe" in (outcome.enough_text or "")
            assert (outcome.enough_text or "").endswith("dearer")
    assert any(each.safe_cost for each in doubt.configurations) == (key != "light-io")


def test_of_a_range_without_sense_few_host_counts_are_shown() -> None:
    document = plan_json(sample_plan("light-io"))
    document["remarks"] = {"/workload/groups/0/count": {"status": "given", "range": {"low": 1, "high": 1e7}}}
    for each in doubt_of(Plan.model_validate(document), load_catalogue(), number=16).configurations:
        assert len(each.covers) == 100
        assert each.covers[0].share < each.covers[-1].share < 0.95


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


@pytest.mark.parametrize("key", ["nvme-2026", "vdi-2026", "memory-tiering-2026"])
def test_causes_are_called_by_names_and_not_by_keys(key: str) -> None:
    catalogue = load_catalogue()
    rows = {row for table in vars(catalogue).values() if isinstance(table, Table) for row in table if "-" in row}
    named = {word for each in parts(key)[1] for word in each.name.split()}
    assert not named & rows


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


@pytest.fixture(scope="module")
def close() -> Doubt:
    doubt = doubt_of(sample_plan("nvme-2026"), load_catalogue(), number=1024)
    assert doubt.verdict.strength == "too_close"
    return doubt


def test_a_choice_that_costs_about_the_same_says_so_and_what_else_differs(close: Doubt) -> None:
    lost = [(each.regret or 0) / (each.cost.mid or 1) for each in close.configurations]
    assert max(lost) <= SAME
    assert close.verdict.sentence.startswith("Any will do: all three cost about the same, within 5\u00a0% in ")
    assert f"costs at most {percent(max(lost), 2)} more on average" in close.verdict.detail
    lives = {each.life_years.mid or 0: each.name for each in close.configurations}
    ends = f"{rough(min(lives))} to {rough(max(lives))} years, longest with {lives[max(lives)]}"
    assert f"Drives last {ends}: take it if nothing else decides." in close.verdict.detail


def test_where_the_cheapest_most_often_costs_more_on_average_the_other_is_the_safe_choice() -> None:
    doubt = doubt_of(sample_plan("edge-three-nodes"), load_catalogue(), number=1024)
    verdict = doubt.verdict
    of = {each.key: each for each in doubt.configurations}
    often, safe = of[verdict.advised or ""], min(doubt.configurations, key=lambda each: each.regret or 0)
    assert verdict.strength == "too_close"
    assert often is not safe
    assert (often.regret or 0) > SAME * (often.cost.mid or 0)
    assert verdict.sentence.startswith(f"To be safe choose {safe.name}: ")
    assert f"{often.name} is the cheapest in {rough_share(verdict.probability or 0)} of the futures" in verdict.detail


def costly(*rows: tuple[float, ...], futures: int = 100, hosts: tuple[float, ...] = (3.0,)) -> Said:
    """Configurations A, B, ... with a cost in each future, where rows repeat; by default three hosts, and no drives."""
    costs = np.array(rows * (futures // len(rows)))
    rest = {HOSTS: np.broadcast_to(hosts, costs.shape), LIFE: np.full(costs.shape, np.nan)}
    return Said(
        [Name(configuration=each, text=each) for each in "ABC"[: costs.shape[1]]],
        Futures({COST: costs, **rest}),
        ranked(Futures({COST: costs}), [*range(costs.shape[1])]),
    )


CHEAPER, DEARER = [(100.0, 105.0)], [(200.0, 105.0)]


@pytest.mark.parametrize(
    ("said", "strength", "sentence", "detail"),
    [
        (costly((100.0, 120.0)), "clear", "Choose A: 17 % cheaper than B.", "cheapest in 100 % of"),
        (costly((100.0, 102.0), (100.0, 99.0)), "too_close", "Either will do: A and B", "costs at most 1 %"),
        (costly((100.0, 102.0, 200.0), (100.0, 99.0, 200.0)), "too_close", "Either will do", "C costs 50 % more than"),
        (costly((100.0, 102.0, 101.0), (100.0, 99.0, 101.0)), "too_close", "Any will do: all three", "at most"),
        (costly((100.0, 102.0), (100.0, 99.0), hosts=(9.0, 8.0)), "too_close", "Either", "fewest B: take it if"),
        # Cheaper in three of five, and far dearer in the others.
        (costly(*CHEAPER * 3, *DEARER * 2), "too_close", "To be safe choose B", "A is the cheapest in 60 %"),
        (costly(*[(100.0, 200.0)] * 3, *[(200.0, 100.0)] * 2), "too_close", "A is the best bet", "A is the cheapest"),
        # About the same on average, but seldom in any one future.
        (costly((100.0, 106.0), (106.0, 100.0), (100.0, 100.5)), "too_close", "A is the best bet", "A is the cheapest"),
        (costly((100.0,)), "clear", "A is feasible.", ""),
    ],
)  # fmt: skip
def test_words_of_a_verdict(said: Said, strength: str, sentence: str, detail: str) -> None:
    words = said.words(said.ranking.strength)
    read, more = (str(each).replace("\xa0", " ") for each in (words.sentence, words.detail))
    assert said.ranking.strength == strength
    # What is told to be taken is named, and never one that loses more than the others on average.
    named = [said.configurations[each].text for each in words.suggested]
    assert all(each in read for each in named) or read.startswith("Any will do")
    assert words.suggested[0] == min(words.suggested, key=lambda each: said.ranking.regret[each])
    assert read.startswith(sentence)
    assert detail in more


def test_what_can_often_not_be_built_is_no_safe_choice() -> None:
    nan = np.nan
    # Where B can be built, it is cheaper by far every third time; in half of the futures it cannot.
    found = ranked(costs_of(*[(100.0, 101.0)] * 4, *[(300.0, 101.0)] * 2, *[(100.0, nan)] * 6), [0, 1])
    assert found.regret[1] < found.regret[0]
    assert (found.on_average, found.strength) == (0, "leaning")


def test_the_advised_one_is_compared_with_a_rival_or_else_with_the_next_cheapest() -> None:
    # B is the cheapest in one of a hundred, but C costs less on average.
    few = [(100.0, 200.0, 130.0)] * 99 + [(100.0, 90.0, 130.0)]
    assert ranked(costs_of(*few), [0, 1, 2]).runner_up() == 2
    many = [(100.0, 200.0, 130.0)] * 80 + [(100.0, 90.0, 130.0)] * 20
    assert ranked(costs_of(*many), [0, 1, 2]).runner_up() == 1


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


def unknown_write_rate(hosts: int | None) -> Plan:
    """A plan of which one configuration has drives that nobody has measured."""
    document = plan_json(sample_plan("nvme-2026"))
    configuration = document["configurations"][1]
    configuration["capacity"] = {"capacity_gb": 7680, "count": 4, "price": 2740, "power_w": 12, "rated_dwpd": 1}
    if hosts is not None:
        configuration["hosts"] = hosts
    return Plan.model_validate(document)


@pytest.mark.parametrize("hosts", [None, 14])
def test_a_limit_that_is_open_gives_no_verdict_whether_hosts_are_given_or_not(hosts: int | None) -> None:
    plan = unknown_write_rate(hosts)
    result = evaluate_plan(plan, load_catalogue())
    assert "nothing is called best" in result.sentence
    doubt = doubt_of(plan, load_catalogue(), number=FEW)
    assert (doubt.verdict.strength, doubt.verdict.suggested) == ("none", [])
    assert doubt.verdict.missing
    known, open_, _ = doubt.configurations
    # Nobody knows whether hosts are enough; what is known of them is a lower bound, unless they are given.
    assert (open_.probability_enough, open_.enough_text, open_.safe_hosts, open_.covers) == (None, None, None, [])
    assert open_.hosts.mid is not None
    assert open_.at_least is (hosts is None)
    assert (known.at_least, known.probability_enough is None) == (False, False)


def test_no_number_of_hosts_is_enough_for_what_cannot_be_built() -> None:
    document = plan_json(sample_plan("edge-three-nodes"))
    for group in document["workload"]["groups"]:
        group["memory_gib"] = 20_000
    doubt = doubt_of(Plan.model_validate(document), load_catalogue(), number=FEW)
    assert doubt.verdict.sentence == "No configuration is feasible."
    assert all(each.probability_enough is None and each.covers == [] for each in doubt.configurations)


def test_a_life_that_is_known_in_part_is_no_reason_to_choose() -> None:
    plan = plan_json(sample_plan("nvme-2026"))
    # Its cache drives have a rating, what they are emptied to has none.
    plan["configurations"][2]["capacity"] = {"capacity_gb": 7680, "count": 4, "price": 2740, "power_w": 12}
    doubt = doubt_of(Plan.model_validate(plan), load_catalogue(), number=FEW)
    assert [each.life_at_most for each in doubt.configurations] == [False, False, True]
    assert doubt.configurations[2].life_years.mid is not None
    assert doubt.verdict.strength != "none"
    assert "Drives last" not in doubt.verdict.detail


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
