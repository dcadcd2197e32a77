"""How sure the answer to a plan is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import isfinite
from typing import TypedDict

import numpy as np

from hostwise.answers.cost.cost_coverage import not_counted
from hostwise.answers.evaluation.order import (
    Lacking,
    candidates_of,
    compared_with,
    lacking_of,
    materiality_of,
    partly_known,
    taken_in,
)
from hostwise.answers.running.run import Run
from hostwise.answers.simulations.causes import Cause, Causes, causes_of
from hostwise.answers.simulations.input_distributions import Z95
from hostwise.answers.simulations.simulations import (
    COST,
    DEMANDED,
    HOSTS,
    LIFE,
    REQUIRED,
    SEED,
    Simulations,
    drawn,
    simulations,
    usual_number,
)
from hostwise.answers.uncertainty.badges import badges_of
from hostwise.answers.uncertainty.leave_or_stay import leave_or_stay
from hostwise.answers.uncertainty.levels import levels_of
from hostwise.answers.uncertainty.uncertainty_document import (
    Cover,
    InputSensitivity,
    Level,
    Outcome,
    PlatformMigration,
    UncertainInput,
    UnknownPrice,
)
from hostwise.answers.uncertainty.unknown_prices import unknown_prices
from hostwise.answers.uncertainty.verdict import Ranking, at_ends, band, break_evens, difference, ranked
from hostwise.answers.wording.answer_messages import words
from hostwise.answers.wording.number_texts import input_text
from hostwise.answers.wording.words import values_used
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import MINUS, rough
from hostwise.plan.answers.result import Band, ConfigurationResult, InputStatus, Result
from hostwise.plan.answers.text import MessageText
from hostwise.plan.configuration import Configuration

_WEAR_OUT = "known_wear_out_probability"

_DOUBTFUL = (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)

_MOST_TURNS = 8
"""Break-evens are looked for of so many causes, the strongest."""


@dataclass(frozen=True)
class UncertaintyFacts:
    """How sure the answer to a plan is, in numbers.

    Attributes:
        run: The run of the plan.
        results: Its configurations as sized.
        found: The simulations.
        ranking: The configurations by cost, as sized and simulated; None where nothing can be compared.
        lacking: The fields without which nothing can be.
        materiality: The share of the cost below which configurations are not told apart.
        advised: The place of the configuration to take; None without a ranking.
        runner_up: The place of the configuration that the lead is compared with.
        outcomes: Each configuration over all simulations.
        causes: What is uncertain.
        drivers: What each cause does to the comparison.
        migration: The break-evens of leaving today's hypervisor.
        unknown_prices: The price that a configuration lacks, solved for.
        not_counted: Costs that apply and have no figure on any side.
        seed: Of the draws.
        simulations: Their number.
        values: Values behind the answer.
        uncertain_values: Those among them that a cause moves.
    """

    run: Run
    results: Sequence[ConfigurationResult]
    found: Simulations
    ranking: Ranking | None
    lacking: Lacking
    materiality: float
    advised: int | None
    runner_up: int | None
    outcomes: Sequence[Outcome]
    uncertain_inputs: Sequence[UncertainInput]
    sensitivities: Sequence[InputSensitivity]
    migration: PlatformMigration | None
    unknown_prices: Sequence[UnknownPrice]
    not_counted: Sequence[str]
    seed: int
    simulations: int
    values: int
    uncertain_values: int


def uncertainty_facts(
    run: Run, result: Result, catalogue: Catalogue, seed: int = SEED, number: int | None = None
) -> UncertaintyFacts:
    """How sure the answer to a plan is: bands, shares of simulations, and what would change the advice.

    Args:
        run: the run of the plan.
        result: its answer, with cost and the chance of wearing out among the quantities.
        catalogue: the catalogue.
        seed: seed of simulations.
        number: number of simulations, a power of two; by default as many as a plan of this size has.
    """
    plan, results = run.plan, result.configurations
    number = number or usual_number(plan)
    causes = causes_of(run.binding, catalogue)
    evaluate = partial(simulations, run.binding, causes)
    found = evaluate(drawn(len(causes), number, seed), (COST, LIFE, HOSTS, REQUIRED, DEMANDED), known=True)
    lacking, candidates, material = lacking_of(results), candidates_of(results), materiality_of(plan, catalogue)
    ranking, migration = None, None
    if not lacking.fields and candidates:
        cost = {place: run.evaluation.value(COST, place) for place in candidates}
        ranking = ranked(found, candidates, cost, material)
        migration = leave_or_stay(run, catalogue, candidates, cost)
    labels = {each.pointer: each.label for each in result.missing}
    advised, other = None, None
    if ranking is not None:
        advised = taken_in(run, ranking).place
        other = compared_with(ranking, advised)
    records = values_used(run.binding.told())
    return UncertaintyFacts(
        run=run,
        results=results,
        found=found,
        ranking=ranking,
        lacking=lacking,
        materiality=material,
        advised=advised,
        runner_up=other,
        outcomes=_outcomes(run, catalogue, results, found, ranking),
        uncertain_inputs=_uncertain_inputs(causes),
        sensitivities=_drivers(evaluate, causes, (advised, other)),
        migration=migration,
        unknown_prices=unknown_prices(run, results, catalogue, labels) if lacking.costs else [],
        not_counted=not_counted(run, catalogue),
        seed=seed,
        simulations=number,
        values=len(records),
        uncertain_values=sum(each.status in _DOUBTFUL for each in records),
    )


def _outcomes(
    run: Run, catalogue: Catalogue, results: Sequence[ConfigurationResult], found: Simulations, ranking: Ranking | None
) -> list[Outcome]:
    told = [_is_told(each, configuration) for each, configuration in zip(results, run.plan.configurations, strict=True)]
    levels = levels_of(run, found, told)
    return [
        _outcome(run, each, found, ranking, place, levels[place], badges_of(run, catalogue, each.key), told[place])
        for place, each in enumerate(results)
    ]


def _is_told(result: ConfigurationResult, configuration: Configuration) -> bool:
    """Whether hosts can be judged: every limit is evaluated, and some number of hosts can be built."""
    return not any(each.undecided for each in result.constraints) and (
        result.feasible or configuration.hosts is not None
    )


def _outcome(
    run: Run,
    result: ConfigurationResult,
    found: Simulations,
    ranking: Ranking | None,
    place: int,
    levels: list[Level],
    badges: list[MessageText],
    is_told: bool,
) -> Outcome:
    now, cost = run.evaluation.value(HOSTS, place), run.evaluation.value(COST, place)
    is_candidate = ranking is not None and place in ranking.candidates
    required = found.of(REQUIRED, place) if is_told else np.array([np.nan])
    enough = _share(required, now) if isfinite(now) else None
    return Outcome(
        key=result.key,
        name=result.name,
        is_lower_bound=result.is_lower_bound,
        life_at_most=partly_known(run, place),
        cost=_band(found.of(COST, place), cost),
        hosts=_band(found.of(HOSTS, place), now),
        # A life has one interval: that of the result, with the uncertainty about the writes and the drives' spread.
        life_years=result.life_years,
        probability_worn=result.quantities[_WEAR_OUT].value,
        hosts_now=int(now) if isfinite(now) else None,
        probability_enough=enough,
        levels=levels,
        covers=_covers(required),
        badges=badges,
        probability_cheapest=ranking.probability[place] if ranking is not None and is_candidate else None,
        regret=_finite(ranking.regret[place]) if ranking is not None and is_candidate else None,
    )


def _share(required: Array, hosts: float) -> float | None:
    """The share of simulations in which this number of hosts is enough; unknown hosts are not enough."""
    return None if np.isnan(required).all() else float((required <= hosts).mean())


def _covers(required: Array) -> list[Cover]:
    known = required[np.isfinite(required)]
    if len(known) == 0:
        return []
    low, _, high = (int(each) for each in np.quantile(known, (0.05, 0.5, 0.95), method="inverted_cdf"))
    # A carelessly entered range of the plan can lead to millions of host counts.
    shown = range(low, high + 1)[:_MOST_COVERS]
    return [Cover(hosts=hosts, share=float((required <= hosts).mean())) for hosts in shown]


_MOST_COVERS = 100


def _drivers(
    evaluate: partial[Simulations], causes: Causes, pair: tuple[int | None, int | None]
) -> list[InputSensitivity]:
    """The causes by their effect on the comparison or, with only one configuration, on its cost."""
    best, other = pair
    if best is None or not causes:
        return []
    # Each by itself in the plan as it is: its limits keep their margins.
    at_each_end = evaluate(at_ends(len(causes)), (COST,))
    costs = at_each_end.of(COST, best)
    lows: list[float | None] = [None] * len(causes)
    highs = lows
    turns: dict[int, float] = {}
    if other is not None:
        apart = [_finite(each) for each in difference(at_each_end, best, other)]
        lows, highs = apart[: len(causes)], apart[len(causes) :]
        reach = [abs((high or 0) - (low or 0)) for low, high in zip(lows, highs, strict=True)]
        searched = (each for each in range(len(causes)) if not causes[each].reach.is_step)
        strongest = sorted(searched, key=lambda each: -reach[each])[:_MOST_TURNS]
        turns = break_evens(partial(evaluate, wanted=(COST,)), causes, best, other, sorted(strongest))
    found = [
        InputSensitivity(
            cause=cause.key,
            name=cause.name,
            label=cause.subject.label,
            configurations=list(cause.subject.configurations),
            pointers=_pointers(cause),
            shape="factor" if cause.reach.is_factor else "points",
            low=float(cause.change(np.array(-Z95))),
            high=float(cause.change(np.array(Z95))),
            value=cause.value.value if cause.value is not None else None,
            unit=(cause.value.unit or None) if cause.value is not None else None,
            low_difference=lows[place],
            high_difference=highs[place],
            low_cost=_finite(costs[place]),
            high_cost=_finite(costs[len(causes) + place]),
            break_even=turns.get(place),
            **_turn(cause, turns.get(place)),
        )
        for place, cause in enumerate(causes)
    ]
    return sorted(_merged(found, causes), key=_weight, reverse=True)


class _Turn(TypedDict):
    turns_at: str | None
    now: str | None
    break_even_text: str | None


def _turn(cause: Cause, turn: float | None) -> _Turn:
    """Where the advice flips, and what is there now, where that is one value."""
    at, now = (None, None) if turn is None else _turn_texts(cause, turn)
    text = None if at is None else f"at {at}" if now is None else f"at {at}, now\u00a0{now}"
    return _Turn(turns_at=at, now=now, break_even_text=text)


def _turn_texts(cause: Cause, turn: float) -> tuple[str, str | None]:
    """The value itself if the cause moves only one, else the factor or the points."""
    is_factor, record = cause.reach.is_factor, cause.value
    if record is not None and record.value is not None:
        there = record.value * turn if is_factor else record.value + turn
        known = [replace(record, value=float(f"{each:.3g}")) for each in (there, record.value)]
        flips, now = (input_text(each, "") for each in known)
        return flips, now
    if is_factor:
        return words("turns_at.times", factor=turn), None
    points = f"{MINUS if turn < 0 else '+'}{rough(abs(turn) * 100)}"
    is_yearly = all(each.unit.endswith("/year") for each in cause.records)
    return words("turns_at.points_a_year" if is_yearly else "turns_at.points", points=points), None


def _merged(drivers: Sequence[InputSensitivity], causes: Sequence[Cause]) -> list[InputSensitivity]:
    """Causes of one spread with exactly the same effect become one line: whole hosts make many of them equal."""
    alike: dict[object, list[int]] = {}
    for place, (driver, cause) in enumerate(zip(drivers, causes, strict=True)):
        effect = driver.model_dump_json(exclude={"cause", "name", "label", "configurations", "pointers"})
        alike.setdefault((cause.reach.key, effect) if cause.about is not None else place, []).append(place)
    return [
        _any_of_them([drivers[place] for place in places], causes[places[0]].reach.name)
        if len(places) > 1
        else drivers[places[0]]
        for places in alike.values()
    ]


def _any_of_them(drivers: Sequence[InputSensitivity], kind: str) -> InputSensitivity:
    name = _any_of(kind, [each.name for each in drivers])
    pointers = [at for each in drivers for at in each.pointers]
    update = {"name": name, "label": name, "configurations": [], "pointers": pointers}
    return drivers[0].model_copy(update=update)


def _any_of(kind: str, names: Sequence[str]) -> str:
    """The name for any of several causes of a kind: the kind once, then what follows it in each name.

    >>> _any_of("growth in VMs", ["growth in VMs of web", "growth in VMs of db"])
    'growth in VMs of web or db'
    """
    shared = f"{kind} of "
    said = [each.removeprefix(shared) for each in names] if all(each.startswith(shared) for each in names) else names
    before = shared if said is not names else ""
    if len(said) > _MOST_ALIKE:
        return f"{before}{said[0]}, or any one of {len(said) - 1} more"
    return f"{before}{', '.join(said[:-1])} or {said[-1]}"


_MOST_ALIKE = 3


def _weight(driver: InputSensitivity) -> float:
    """How far a cause moves the difference or, without one, the cost."""
    pairs = (driver.low_difference, driver.high_difference), (driver.low_cost, driver.high_cost)
    for low, high in pairs:
        if low is not None and high is not None:
            return abs(high - low)
    return 0.0


def _pointers(cause: Cause) -> list[str]:
    return list(dict.fromkeys(each.pointer for each in cause.records if each.pointer))


def _uncertain_inputs(causes: Causes) -> list[UncertainInput]:
    """The kinds of uncertainty; one of several spreads with each of them."""
    found: dict[str, UncertainInput] = {}
    for cause in causes:
        if cause.about is None:
            found.setdefault(cause.reach.key, _cause(cause))
    return list(found.values())


def _cause(cause: Cause) -> UncertainInput:
    reach = cause.reach
    return UncertainInput(
        key=reach.key,
        name=reach.name,
        shape="factor" if reach.is_factor else "points",
        low=reach.low,
        high=reach.high,
        pointers=_pointers(cause),
        source=reach.source,
        note=reach.note,
    )


def _band(values: Array, sized: float) -> Band:
    """A number of the plan as sized, with the band of simulations."""
    low, high = band(values)
    return Band(low=low, mid=_finite(sized), high=high)


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None
