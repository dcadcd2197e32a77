"""How sure the answer to a plan is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import isfinite
from typing import Literal

import numpy as np

from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import MINUS, fixed, percent, rough, rough_share
from hostwise.plan.answers.doubt import Cause as CauseAnswer
from hostwise.plan.answers.doubt import Cover, Doubt, Driver, Outcome, Verdict
from hostwise.plan.answers.result import Band, ConfigurationResult, InputStatus, Result
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash
from hostwise.reports.writing import input_text
from hostwise.services.doubt.causes import Z95, Cause, causes_of
from hostwise.services.doubt.futures import COST, HOSTS, LIFE, REQUIRED, Futures, drawn, futures
from hostwise.services.doubt.verdict import (
    Ranking,
    at_ends,
    band,
    break_evens,
    difference,
    ranked,
    strength_of,
)
from hostwise.services.evaluation.parts import Parts
from hostwise.services.evaluation.service import result_of
from hostwise.services.running.run import Run
from hostwise.services.running.service import run_plan

FUTURES: Literal[4096] = 4096
SEED = 1
"""How many futures there are, and the seed of their points: the same plan has the same futures."""

_DOUBTFUL = (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)


def doubt_of(plan: Plan, catalogue: Catalogue, seed: int = SEED, number: int = FUTURES) -> Doubt:
    """How sure the answer to a plan is: bands, probabilities, and what would change the advice.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        seed: seed of the futures.
        number: how many there are, a power of two.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    return doubt_of_run(run_plan(plan, catalogue), catalogue, seed, number)


def doubt_of_run(run: Run, catalogue: Catalogue, seed: int = SEED, number: int = FUTURES) -> Doubt:
    """The same of a plan that has been run."""
    plan = run.plan
    result = result_of(run, catalogue, plan.configurations[0].key, Parts(False, False, (COST,)))
    causes = causes_of(run.binding, catalogue)
    evaluate = partial(futures, run.binding, causes)
    ends = at_ends(len(causes))
    # In one call: the ends of each cause, then the futures.
    every = evaluate(np.concatenate([ends, drawn(len(causes), number, seed)]))
    found, found_at_ends = every.part(slice(len(ends), None)), every.part(slice(len(ends)))
    open_fields = _missing(result.configurations)
    candidates = [place for place, each in enumerate(result.configurations) if each.feasible]
    comparable = not open_fields and len(candidates) > 0
    ranking = ranked(found, candidates) if comparable else None
    return Doubt(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        seed=seed,
        futures=number,
        currency=plan.economics.currency,
        verdict=_verdict(result, found, ranking, open_fields),
        configurations=[_outcome(run, found, ranking, place) for place in range(len(plan.configurations))],
        causes=[_cause(each) for each in causes if each.about is None],
        drivers=_drivers(evaluate, causes, found_at_ends, ranking),
        values=sum(record.value is not None for records in run.binding.inputs.values() for record in records),
        doubtful_values=sum(
            record.value is not None and record.status in _DOUBTFUL
            for records in run.binding.inputs.values()
            for record in records
        ),
    )


def _missing(configurations: Sequence[ConfigurationResult]) -> list[str]:
    """The fields without which a feasible configuration cannot be compared: of a limit, or of its cost."""
    found: dict[str, None] = {}
    for each in configurations:
        if not each.feasible:
            continue
        for limit in each.constraints:
            if limit.undecided and each.at_least:
                found.update(dict.fromkeys(limit.hosts.missing))
        found.update(dict.fromkeys(each.quantities[COST].missing))
    return list(found)


def _outcome(run: Run, found: Futures, ranking: Ranking | None, place: int) -> Outcome:
    configuration = run.plan.configurations[place]
    required = found.of(REQUIRED, place)
    now = run.evaluation.value(HOSTS, place)
    is_candidate = ranking is not None and place in ranking.candidates
    return Outcome(
        key=configuration.key,
        name=configuration.name,
        cost=_band(found.of(COST, place)),
        hosts=_band(found.of(HOSTS, place)),
        life_years=_band(found.of(LIFE, place)),
        hosts_now=int(now) if isfinite(now) else None,
        probability_enough=_share(required, now) if isfinite(now) else None,
        covers=_covers(required),
        probability_cheapest=ranking.probability[place] if ranking is not None and is_candidate else None,
        regret=_finite(ranking.regret[place]) if ranking is not None and is_candidate else None,
    )


def _share(required: Array, hosts: float) -> float | None:
    """In how many futures so many hosts are enough; unknown hosts are not enough."""
    return None if np.isnan(required).all() else float((required <= hosts).mean())


def _covers(required: Array) -> list[Cover]:
    known = required[np.isfinite(required)]
    if len(known) == 0:
        return []
    low, _, high = (int(each) for each in np.quantile(known, (0.05, 0.5, 0.95), method="inverted_cdf"))
    return [Cover(hosts=hosts, share=float((required <= hosts).mean())) for hosts in range(low, high + 1)][
        :_MOST_COVERS
    ]


_MOST_COVERS = 100


def _drivers(
    evaluate: partial[Futures], causes: Sequence[Cause], at_each_end: Futures, ranking: Ranking | None
) -> list[Driver]:
    """The causes by what they do to the comparison, or where there is only one configuration to its cost."""
    if ranking is None or not causes:
        return []
    advised, other = ranking.advised, ranking.runner_up()
    costs = at_each_end.of(COST, advised)
    lows: list[float | None] = [None] * len(causes)
    highs, turns = lows, lows
    if other is not None:
        apart = [_finite(each) for each in difference(at_each_end, advised, other)]
        lows, highs = apart[: len(causes)], apart[len(causes) :]
        turns = break_evens(evaluate, causes, advised, other)
    found = [
        Driver(
            cause=cause.key,
            name=cause.name,
            pointers=_pointers(cause),
            shape=cause.reach.shape,
            low=float(cause.change(np.array(-Z95))),
            high=float(cause.change(np.array(Z95))),
            value=cause.value.value if cause.value is not None else None,
            unit=(cause.value.unit or None) if cause.value is not None else None,
            low_difference=lows[place],
            high_difference=highs[place],
            low_cost=_finite(costs[place]),
            high_cost=_finite(costs[len(causes) + place]),
            break_even=turns[place],
            break_even_text=_turn_text(cause, turns[place]),
        )
        for place, cause in enumerate(causes)
    ]
    return sorted(_merged(found, causes), key=_weight, reverse=True)


def _turn_text(cause: Cause, turn: float | None) -> str | None:
    """At which value the advice flips: the value itself where the cause moves one only, else how much of what is."""
    if turn is None:
        return None
    is_factor, record = cause.reach.shape == "factor", cause.value
    if record is not None and record.value is not None:
        there = record.value * turn if is_factor else record.value + turn
        known = [record.model_copy(update={"value": float(f"{each:.3g}")}) for each in (there, record.value)]
        flips, now = (input_text(each, "") for each in known)
        return f"at {flips}, now\u00a0{now}"
    if is_factor:
        return f"at {rough(turn)} times the value"
    return f"at {MINUS if turn < 0 else '+'}{rough(abs(turn) * 100)} points a year"


def _merged(drivers: Sequence[Driver], causes: Sequence[Cause]) -> list[Driver]:
    """Causes of one spread that do exactly the same are one line: whole hosts make many of them alike."""
    alike: dict[object, list[int]] = {}
    for place, (driver, cause) in enumerate(zip(drivers, causes, strict=True)):
        effect = driver.model_dump_json(exclude={"cause", "name", "pointers"})
        alike.setdefault((cause.reach.key, effect) if cause.about is not None else place, []).append(place)
    return [
        drivers[first].model_copy(
            update={
                "name": f"{causes[first].reach.name}, any one of {1 + len(others)}",
                "pointers": [at for place in (first, *others) for at in drivers[place].pointers],
            }
        )
        if others
        else drivers[first]
        for first, *others in alike.values()
    ]


def _weight(driver: Driver) -> float:
    """How far a cause moves the difference, or where there is none, the cost."""
    pairs = (driver.low_difference, driver.high_difference), (driver.low_cost, driver.high_cost)
    for low, high in pairs:
        if low is not None and high is not None:
            return abs(high - low)
    return 0.0


def _verdict(result: Result, found: Futures, ranking: Ranking | None, open_fields: Sequence[str]) -> Verdict:
    nothing = Band(low=None, mid=None, high=None)
    if ranking is None:
        if open_fields:
            labels = {each.pointer: each.label for each in result.missing}
            named = ", ".join(labels.get(each, each) for each in open_fields[:3])
            more = f" and {len(open_fields) - 3} more fields" if len(open_fields) > 3 else ""
            sentence = f"It needs {named}{more}."
        else:
            sentence = "No configuration is feasible."
        return Verdict(
            strength="none",
            advised=None,
            runner_up=None,
            probability=None,
            difference=nothing,
            sentence=sentence,
            missing=list(open_fields),
        )
    configurations = result.configurations
    advised, other = ranking.advised, ranking.runner_up()
    name = configurations[advised].name
    if other is None:
        sentence = f"{name} is the only one that is feasible." if len(configurations) > 1 else f"{name} is feasible."
        return Verdict(
            strength="clear" if ranking.probability[advised] >= 1 - 1e-12 else "leaning",
            advised=configurations[advised].key,
            runner_up=None,
            probability=ranking.probability[advised],
            difference=nothing,
            sentence=sentence,
            missing=[],
        )
    probability = ranking.probability[advised]
    apart = difference(found, advised, other)
    shares = band(apart / found.of(COST, other))
    of_others = configurations[other].name
    cheaper_on_average = ranking.regret[other] < ranking.regret[advised]
    strength = "too_close" if cheaper_on_average else strength_of(probability)
    often = f"the cheapest in {rough_share(probability)} of the futures"
    low, middle, high = shares
    if low is None or middle is None or high is None:
        sentence = f"{name}." if strength == "too_close" else f"Choose {name}."
    elif strength != "too_close":
        sentence = f"Choose {name}: {_saving(middle)} than {of_others} ({_between(low, high)}), {often}."
    else:
        sentence = f"{name} is {often}, "
        if cheaper_on_average and middle <= 0 < high:
            sentence += (
                f"typically by {percent(-middle, 2)}, but dearer by {percent(high, 2)} or more in one of twenty, "
            )
            sentence += f"so that on average {of_others} costs less."
        else:
            sentence += f"but not by much: {_saving(middle)} than {of_others} ({_between(low, high)})."
        sentence += _what_else_differs(found, advised, other)
    return Verdict(
        strength=strength,
        advised=configurations[advised].key,
        runner_up=configurations[other].key,
        probability=probability,
        difference=_band(apart),
        sentence=sentence,
        missing=[],
    )


_APART = 1.2
"""Lives that differ by this factor are something to decide by."""


def _what_else_differs(found: Futures, first: int, second: int) -> str:
    """What to decide by where the cost says nothing: hosts and the life of drives, in the middle future."""
    hosts, life = ([band(found.of(name, place))[1] for place in (first, second)] for name in (HOSTS, LIFE))
    differs = []
    if None not in hosts and hosts[0] != hosts[1]:
        differs.append(f"{fixed(hosts[0] or 0)} against {fixed(hosts[1] or 0)} hosts")
    one, other = (each or 0.0 for each in life)
    if None not in life and max(one, other) > _APART * min(one, other):
        differs.append(f"drives that last {rough(one)} against {rough(other)} years")
    return f" What else differs: {' and '.join(differs)}." if differs else ""


def _saving(share: float) -> str:
    return f"{percent(abs(share), 2)} {'cheaper' if share <= 0 else 'dearer'}"


def _between(low: float, high: float) -> str:
    """Two ends, the smaller first; both in words where one is cheaper and the other dearer."""
    if low < 0 < high:
        return f"{_saving(low)} to {_saving(high)}"
    least, most = sorted((abs(low), abs(high)))
    return f"{percent(least, 2)} to {percent(most, 2)}"


def _pointers(cause: Cause) -> list[str]:
    return list(dict.fromkeys(each.pointer for each in cause.records if each.pointer))


def _cause(cause: Cause) -> CauseAnswer:
    reach = cause.reach
    return CauseAnswer(
        key=reach.key,
        name=reach.name,
        shape=reach.shape,
        low=reach.low,
        high=reach.high,
        pointers=_pointers(cause),
        source=reach.source,
        note=reach.note,
    )


def _band(values: Array) -> Band:
    low, middle, high = band(values)
    return Band(low=low, mid=middle, high=high)


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None
