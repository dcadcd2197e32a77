"""Simulations are plain evaluations of other plans, and what is said of them is counted."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from hostwise.answers.evaluation.order import Facts, taken_of
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import Causes, causes_of
from hostwise.answers.simulations.input_distributions import Z95
from hostwise.answers.simulations.simulations import COST, HOSTS, LIFE, REQUIRED, Simulations, drawn, simulations
from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.answers.uncertainty.verdict import band, ranked, weaker
from hostwise.binding import Binding
from hostwise.catalogue.loader import Catalogue, Table, load_catalogue
from hostwise.catalogue.rules import Spread
from hostwise.decision.deciding import decide, uncertainty_of
from hostwise.decision.decision import Uncertainty
from hostwise.decision.decision_messages import read, say
from hostwise.decision.samples.samples import sample_plan
from hostwise.decision.verdict_words import Said
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import rough
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.answers.text import ConfigurationName, Figure
from hostwise.plan.document import Plan, plan_json
from tests.drawing_examples import some_now

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
    found = simulations(binding, causes, numbers)
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
    uncertainty = uncertainty_of(binding.plan, load_catalogue(), seed=5, number=FEW)
    sized = decide(binding.plan, load_catalogue())
    found = simulations(binding, causes, drawn(len(causes), FEW, 5), known=True)
    for place, (each, result) in enumerate(zip(uncertainty.configurations, sized.configurations, strict=True)):
        costs = np.sort(found.of(COST, place))
        # The figures are those of the plan as sized, the ends of their bands those of simulations.
        assert (each.cost.mid, each.hosts.mid) == (result.quantities[COST].value, result.hosts.value)
        assert each.life_years == result.life_years
        low, high = (costs[int(np.ceil(share * FEW)) - 1] for share in (0.05, 0.95))
        assert (each.cost.low, each.cost.high) == pytest.approx((low, high))
        assert each.hosts_now is not None
        assert each.probability_enough == np.mean(found.of(REQUIRED, place) <= each.hosts_now)
        for cover, after in pairwise(each.covers):
            assert (cover.hosts + 1, cover.share <= after.share) == (after.hosts, True)
    shares = {each.key: each.probability_cheapest or 0 for each in uncertainty.configurations}
    assert sum(shares.values()) == pytest.approx(1)
    assert uncertainty.verdict.probability == shares[uncertainty.verdict.advised or ""]


def differ(one: Array, other: Array) -> NDArray[np.bool_]:
    """Where two arrays have other values; what is missing in both is the same."""
    same: NDArray[np.bool_] = (one == other) | (np.isnan(one) & np.isnan(other))
    return ~same


@pytest.mark.parametrize(
    "key", some_now(["nvme-2026", "leaving-vmware", "edge-three-nodes", "light-io"], now=["leaving-vmware", "light-io"])
)
def test_a_level_is_what_a_plan_of_this_level_is(key: str) -> None:
    plan = sample_plan(key)
    uncertainty = uncertainty_of(plan, load_catalogue())
    for level in (0.9, 0.98):
        document = plan_json(plan)
        document["policy"]["coverage_level"] = level
        sized = decide(Plan.model_validate(document), load_catalogue())
        for outcome, result in zip(uncertainty.configurations, sized.configurations, strict=True):
            (entered,) = [each for each in outcome.levels if each.level is None]
            (said,) = [each for each in outcome.levels if each.level == level]
            assert (entered.hosts, entered.chosen, entered.dearer) == (outcome.hosts_now, True, 0)
            assert said.hosts == result.hosts.value
            assert said.share >= level
            # A pair of nodes cannot have more than two.
            if result.feasible:
                assert said.cost == pytest.approx(result.quantities[COST].value, rel=1e-12)
                assert entered.cost is not None
                assert said.dearer == pytest.approx((said.cost or 0) / entered.cost - 1)
            else:
                assert said.cost is None


def test_of_a_range_without_sense_few_host_counts_are_shown() -> None:
    document = plan_json(sample_plan("light-io"))
    document["remarks"] = {"/workload/groups/0/count": {"status": "given", "range": {"low": 1, "high": 1e7}}}
    for each in uncertainty_of(Plan.model_validate(document), load_catalogue(), number=16).configurations:
        assert len(each.covers) == 100
        assert each.covers[0].share < each.covers[-1].share < 0.95


def inputs_of(key: str) -> set[str]:
    """The inputs of a spread, or of a family of them."""
    return {
        name for each in load_catalogue().spreads.values() if key in (each.key, each.family) for name in each.inputs
    }


def test_a_cause_moves_its_values_only_and_as_far_as_it_says() -> None:
    binding, causes = parts("nvme-2026")
    for place, cause in enumerate(causes):
        numbers = np.zeros((2, len(causes)))
        numbers[:, place] = -Z95, Z95
        changes = causes.changes(binding, numbers)
        moved = {name for name, values in changes.items() if differ(values, binding.arrays[name]).any()}
        assert moved
        assert moved <= inputs_of(cause.reach.key)
        for name in moved:
            here, quantity = differ(changes[name][0], binding.arrays[name][0]), MODEL.inputs[name]
            values = np.broadcast_to(binding.arrays[name][0], here.shape)[here]
            reaches = {each.reach for each in causes.moved[name] if each.weights[place].any()}
            if len(reaches) > 1:
                continue
            (reach,) = reaches
            for future, end in ((0, -Z95), (1, Z95)):
                change = reach.change(np.array(end * cause.weight))
                expected = values * change if reach.is_factor else values + change
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
            spreads = [each for each in load_catalogue().spreads.values() if cause.reach.key in (each.key, each.family)]
            assert any(record.status in each.statuses for each in spreads)
            assert record.value != 0 or not cause.reach.is_factor
            assert record.status is not InputStatus.GIVEN or "price" not in record.quantity


EXACT = {"low": 1.0, "high": 1.0, "shape": "factor", "sigma": None, "declared": None}


def without_spread() -> Catalogue:
    nothing = {"low": 0.0, "high": 0.0, "shape": "points"}
    return with_spreads(all=EXACT, growth=nothing, read_share=nothing)


def test_without_spread_the_answer_is_sure() -> None:
    plan = sample_plan("nvme-2026")
    uncertainty = uncertainty_of(plan, without_spread(), number=FEW)
    result = run_plan(plan, load_catalogue())
    for place, each in enumerate(uncertainty.configurations):
        cost = result.evaluation.value(COST, place)
        assert (each.cost.low, each.cost.mid, each.cost.high) == pytest.approx((cost, cost, cost))
        assert each.probability_enough == 1
    # Three that cost about the same stay so, however sure their costs are.
    assert uncertainty.verdict.strength == "either"
    exact = plan.model_copy(update={"policy": plan.policy.model_copy(update={"materiality": 0.0})})
    uncertainty = uncertainty_of(exact, without_spread(), number=FEW)
    assert uncertainty.verdict.strength == "clear"
    assert uncertainty.verdict.advised == min(uncertainty.configurations, key=lambda each: each.cost.mid or 0).key
    assert all(each.break_even is None for each in uncertainty.sensitivities)


_RANK = ("none", "either", "open", "leaning", "clear")


@pytest.mark.parametrize(
    "key",
    some_now(["nvme-2026", "moderate-io", "light-io", "edge-three-nodes"], now=["moderate-io", "edge-three-nodes"]),
)
def test_wider_spreads_never_strengthen_a_verdict(key: str) -> None:
    plan = sample_plan(key)
    # A limit of wear takes its margin from the same spreads: without it the plan as sized is the same.
    plan = plan.model_copy(update={"policy": plan.policy.model_copy(update={"max_wear_out_probability": None})})
    strengths = [
        _RANK.index(uncertainty_of(plan, widened(times), number=1024).verdict.strength) for times in (0.25, 1, 2, 4)
    ]
    assert strengths == sorted(strengths, reverse=True)


@pytest.mark.parametrize("spares", [1, 2])
def test_a_choice_that_costs_about_the_same_says_so_with_one_instruction(spares: int) -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["policy"]["spare_hosts"] = spares
    uncertainty = uncertainty_of(Plan.model_validate(document), load_catalogue(), number=1024)
    verdict = uncertainty.verdict
    assert (verdict.strength, verdict.label) == ("either", "Too close to call")
    lives = {each.name: each.life_years.mid or 0 for each in uncertainty.configurations}
    longest = max(lives, key=lives.__getitem__)
    said = verdict.sentence.replace("\u202f", " ").replace("\xa0", " ")
    assert said == (
        f"Take {longest}: its drives last longest ({rough(lives[longest])} years). "
        "All three cost within 3 % of each other."
    )
    assert (
        verdict.suggested[0] == verdict.advised == next(e.key for e in uncertainty.configurations if e.name == longest)
    )
    assert {*verdict.near} == {each.key for each in uncertainty.configurations}
    # Below materiality no frequency is quoted.
    assert "simulations" not in verdict.sentence
    assert {each.name for each in verdict.text.parts if isinstance(each, Figure)} == {"within", "value", "number"}


def test_sixty_dollars_of_chassis_decide_nothing() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    one = document["configurations"][0]
    other = {**one, "key": "other", "name": "The same with another chassis"}
    price = run_plan(sample_plan("nvme-2026"), load_catalogue()).evaluation.value("chassis_price")
    other["host"] = {**one["host"], "chassis_price": price + 60 / 12}
    document["configurations"] = [one, other]
    document["remarks"] = {}
    uncertainty = uncertainty_of(Plan.model_validate(document), load_catalogue(), number=FEW)
    assert uncertainty.verdict.strength == "either"
    assert "Both cost within" in uncertainty.verdict.sentence


def costly(
    *rows: tuple[float, ...],
    sized: tuple[float, ...],
    lives: tuple[float, ...] = (),
    hosts: tuple[float, ...] = (),
    simulations: int = 100,
) -> Said:
    """Configurations A, B, ... with a cost as sized and in each simulation, where rows repeat."""
    costs = np.array(rows * (simulations // len(rows)))
    number = costs.shape[1]
    facts = {place: Facts(hosts[place] if hosts else 3.0, lives[place] if lives else None) for place in range(number)}
    ranking = ranked(Simulations({COST: costs}), [*range(number)], dict(enumerate(sized)))
    return Said(
        [ConfigurationName(configuration=each, text=each) for each in "ABC"[:number]],
        ranking,
        taken_of(ranking.near, facts),
        (),
        None,
        [say("alone.hosts", name="A", hosts=3)],
        (),
        ranking,
        Simulations({COST: costs}),
        say("confirm.none"),
    )


def strength(said: Said) -> Strength:
    assert said.ranking is not None
    return said.ranking.strength


@pytest.mark.parametrize(
    ("said", "expected", "sentence", "detail"),
    [
        (
            costly((100.0, 120.0), sized=(100.0, 120.0)),
            "clear",
            "Choose A: about 17 % cheaper than B.",
            "It is the cheapest in 100 % of simulations.",
        ),
        (
            costly((100.0, 102.0), sized=(100.0, 102.0)),
            "either",
            "No tie-breaker: pick the platform your team runs today. Both cost within 3 % of each other.",
            "A is the cheapest. More expensive: B by 2 %.",
        ),
        (
            costly((100.0, 102.0, 200.0), sized=(100.0, 102.0, 200.0), lives=(8.0, 16.0, 90.0)),
            "either",
            "Take B: its drives last longest (16 years). A and B cost within 3 % of each other.",
            "A is the cheapest. More expensive: B by 2 % and C by 100 %.",
        ),
        (
            costly((100.0, 102.0), sized=(100.0, 102.0), hosts=(9.0, 8.0)),
            "either",
            "Take B: it needs the fewest hosts (8). Both cost within 3 % of each other.",
            "A is the cheapest",
        ),
        (
            costly(*[(100.0, 110.0)] * 3, (120.0, 110.0), sized=(100.0, 110.0)),
            "leaning",
            "Prefer A: about 9 % cheaper than B (\u22129.1 to +9.1 %).",
            "It is the cheapest in 75 % of simulations.",
        ),
        (
            # The list prices that it is sized with are paid in no future.
            costly((90.0, 100.0), (95.0, 100.0), sized=(80.0, 100.0)),
            "clear",
            "Choose A: about 20 % cheaper than B (in simulations \u221210 to \u22125 %).",
            "It is the cheapest in 100 % of simulations.",
        ),
        (
            costly(*[(100.0, 104.0)] * 3, *[(120.0, 104.0)] * 2, sized=(100.0, 104.0)),
            "open",
            "A is about 4 % cheaper than B as sized (\u22123.8 to +15 %), but the cheapest in only 60 % of "
            "simulations.",
            "Confirm the estimated inputs first: no single one decides.",
        ),
        (
            costly((120.0, 104.0), sized=(100.0, 104.0)),
            "open",
            "A is about 4 % cheaper than B as sized, but the cheapest in only 0 % of simulations. "
            "B is the cheapest in more simulations.",
            "Confirm the estimated inputs first: no single one decides.",
        ),
        (costly((100.0,), sized=(100.0,)), "clear", "A needs 3 hosts.", ""),
    ],
)  # fmt: skip
def test_words_of_a_verdict(said: Said, expected: str, sentence: str, detail: str) -> None:
    words = said.words(strength(said))
    first, more = (read(each).replace("\xa0", " ").replace("\u202f", " ") for each in (words.sentence, words.detail))
    assert strength(said) == expected
    assert first == sentence
    assert more.startswith(detail)


def test_words_do_not_flip_for_one_percent_of_a_frequency() -> None:
    def sentence(wins: int) -> str:
        rows = [(100.0, 101.0)] * wins + [(102.0, 101.0)] * (100 - wins)
        said = costly(*rows, sized=(100.0, 101.0))
        return read(said.words(strength(said)).sentence)

    assert len({sentence(wins) for wins in range(40, 100)}) == 1


def test_below_materiality_nothing_is_clear() -> None:
    generator = np.random.default_rng(3)
    for _ in range(300):
        sized = generator.uniform(100, 120, 3)
        costs = sized * generator.lognormal(0, 0.1, (64, 3))
        found = ranked(Simulations({COST: costs}), [0, 1, 2], dict(enumerate(sized.tolist())))
        apart = np.sort(sized)[1] / sized.min() - 1
        assert (found.strength == "either") == (apart < 0.03)
        # The order is that of the plan as sized, whatever the simulations say.
        assert found.order == np.argsort(sized).tolist()
        assert found.near == [each for each in found.order if sized[each] < 1.03 * sized.min()]
        assert found.best == int(sized.argmin())


def test_a_cap_counts_only_where_the_futures_would_be_surer() -> None:
    assert [weaker(each, "leaning") for each in ("clear", "leaning", "open", "either", "none")] == [
        "leaning", "leaning", "open", "either", "none",
    ]  # fmt: skip


def test_drives_that_may_wear_out_and_life_that_is_not_known_are_not_clear() -> None:
    uncertainty = uncertainty_of(sample_plan("moderate-io"), load_catalogue(), number=FEW)
    assert (uncertainty.verdict.strength, {each.code for each in uncertainty.verdict.verdict_limits}) == (
        "leaning",
        {"life_not_evaluated", "wears_out"},
    )
    assert "with a probability of 29" in uncertainty.verdict.detail
    # It is the cheapest in all simulations: the sentence says why it is not clear.
    assert str(uncertainty.verdict.text).endswith("The life of some drives is not known.")


def test_a_missing_price_or_limit_gives_no_verdict() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    del document["configurations"][1]["network"]
    without_limit = uncertainty_of(Plan.model_validate(document), load_catalogue(), number=FEW)
    assert any("/configurations/1/network" in each for each in without_limit.verdict.missing)
    # What is known of the others stays.
    assert without_limit.configurations[0].cost.mid is not None
    without_prices = uncertainty_of(sample_plan("vmw10"), load_catalogue(), number=FEW)
    assert any("price" in each for each in without_prices.verdict.missing)
    for uncertainty, strength in ((without_limit, "open"), (without_prices, "none")):
        assert (uncertainty.verdict.strength, uncertainty.verdict.advised, uncertainty.sensitivities) == (
            strength,
            None,
            [],
        )
        assert all(each.probability_cheapest is None for each in uncertainty.configurations)


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
    result = decide(plan, load_catalogue())
    assert "No best configuration yet" in result.sentence
    uncertainty = uncertainty_of(plan, load_catalogue(), number=FEW)
    assert (uncertainty.verdict.strength, uncertainty.verdict.suggested) == ("open", [])
    assert uncertainty.verdict.missing
    known, open_, _ = uncertainty.configurations
    # Nobody knows whether hosts are enough; what is known of them is a lower bound, unless they are given.
    assert (open_.probability_enough, open_.coverage_text, open_.levels, open_.covers) == (None, None, [], [])
    assert open_.hosts.mid is not None
    assert open_.is_lower_bound is (hosts is None)
    assert (known.is_lower_bound, known.probability_enough is None) == (False, False)


def test_no_number_of_hosts_is_enough_for_what_cannot_be_built() -> None:
    document = plan_json(sample_plan("edge-three-nodes"))
    for group in document["workload"]["groups"]:
        group["memory_gib"] = 20_000
    uncertainty = uncertainty_of(Plan.model_validate(document), load_catalogue(), number=FEW)
    said = uncertainty.verdict.sentence
    assert said.startswith("No configuration is feasible. ")
    assert uncertainty.verdict.label == "Cannot be built"
    # Each with its reason, as the result has it.
    found = decide(Plan.model_validate(document), load_catalogue()).configurations
    assert all(f"{each.name}" in said for each in found)
    assert all(each.reasons[0].message in said for each in found)
    assert all(each.probability_enough is None and each.covers == [] for each in uncertainty.configurations)


def test_where_all_miss_a_requirement_the_card_says_which() -> None:
    document = plan_json(sample_plan("nvme-2026"))
    document["requirements"] = {"budget": 1000}
    plan = Plan.model_validate(document)
    verdict = uncertainty_of(plan, load_catalogue(), number=FEW).verdict
    assert verdict.sentence.startswith("No configuration meets the requirements. ")
    assert verdict.label == "None qualifies"
    for each in decide(plan, load_catalogue()).configurations:
        assert each.unmet_requirements[0].message in verdict.sentence
        assert each.name in verdict.sentence


def test_a_life_that_is_known_in_part_is_no_reason_to_choose() -> None:
    plan = plan_json(sample_plan("nvme-2026"))
    # Its cache drives have a rating, what they are emptied to has none.
    plan["configurations"][2]["capacity"] = {"capacity_gb": 7680, "count": 4, "price": 2740, "power_w": 12}
    uncertainty = uncertainty_of(Plan.model_validate(plan), load_catalogue(), number=FEW)
    assert [each.life_at_most for each in uncertainty.configurations] == [False, False, True]
    assert uncertainty.configurations[2].life_years.mid is not None
    assert uncertainty.verdict.strength == "either"
    assert "drives last" not in uncertainty.verdict.sentence


def test_at_a_break_even_both_cost_the_same() -> None:
    binding, causes = parts("nvme-2026")
    uncertainty = uncertainty_of(binding.plan, load_catalogue(), number=FEW)
    keys = [each.key for each in binding.plan.configurations]
    one, other = keys.index(uncertainty.verdict.advised or ""), keys.index(uncertainty.verdict.runner_up or "")
    turning = [
        each for each in uncertainty.sensitivities if each.break_even is not None and "drive_price" in each.cause
    ]
    assert turning
    for driver in turning:
        (place,) = (place for place, cause in enumerate(causes) if cause.key == driver.cause)
        cause = causes[place]
        end = cause.reach.high if (driver.break_even or 0) > 1 else cause.reach.low
        sign = 1 if (driver.break_even or 0) > 1 else -1
        z = sign * Z95 * np.log(driver.break_even or 1) / np.log(end) / cause.weight
        numbers = np.zeros((1, len(causes)))
        numbers[0, place] = z
        costs = simulations(binding, causes, numbers).values[COST][0]
        assert costs[one] == pytest.approx(costs[other], rel=1e-6)


def test_the_same_seed_has_the_same_bytes() -> None:
    plan = sample_plan("light-io")

    def answer(seed: int) -> Uncertainty:
        return uncertainty_of(plan, load_catalogue(), seed, FEW)

    assert answer(1).model_dump_json() == answer(1).model_dump_json()
    assert answer(1).configurations != answer(2).configurations


def test_spreads_are_of_inputs_and_statuses_that_there_are() -> None:
    for spread in load_catalogue().spreads.values():
        assert isinstance(spread, Spread)
        assert set(spread.inputs) <= set(MODEL.inputs)
        assert set(spread.statuses) <= {each.value for each in InputStatus}


def costs_of(*simulations: tuple[float, ...]) -> Simulations:
    return Simulations({COST: np.array(simulations)})


def test_ties_are_shared_and_what_is_not_feasible_does_not_win() -> None:
    nan, inf = np.nan, np.inf
    sized = {0: 1.0, 1: 1.5, 2: 2.0}
    found = ranked(costs_of((1.0, 1.0, 9.0), (2.0, 1.0, 9.0), (nan, inf, 3.0), (nan, nan, nan)), [0, 1, 2], sized)
    assert found.probability == {0: 0.125, 1: 0.375, 2: 0.25}
    assert (found.best, found.most_often, found.runner_up) == (0, 1, 1)
    assert found.regret[1] == 0
    assert found.regret[0] == 0.5
    assert ranked(costs_of((1.0, 0.5)), [0], {0: 1.0}).runner_up is None


def test_bands_say_what_is_unlimited_or_unknown() -> None:
    assert band(np.array([np.nan, np.nan])) == (None, None)
    assert band(np.array([1.0, 2.0, np.inf, np.inf])) == (1.0, None)
