"""How sure the answer to a plan is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import Literal, TypedDict

import numpy as np

from hostwise.answers.doubt.causes import Z95, Cause, causes_of
from hostwise.answers.doubt.doubt_words import Said, enough_text, missing_words, safe
from hostwise.answers.doubt.futures import COST, HOSTS, LIFE, REQUIRED, Futures, drawn, futures
from hostwise.answers.doubt.verdict import Ranking, at_ends, band, break_evens, difference, ranked
from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.running.number_texts import input_text
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.running.sentences import Phrase, phrase
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import MINUS, rough
from hostwise.plan.answers.doubt import ALONE, LABELS, Cover, Doubt, Driver, Outcome, Verdict
from hostwise.plan.answers.doubt import Cause as CauseAnswer
from hostwise.plan.answers.result import Band, ConfigurationResult, InputStatus, Result, State
from hostwise.plan.answers.text import Name, Text
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

FUTURES: Literal[4096] = 4096
SEED = 1
"""Number of futures, and the seed of their points: the same plan has the same futures."""

_ALL_LIVES = "shortest_life_years"
CHANCE = "known_wear_out_probability"

_DOUBTFUL = (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)


def doubt_of(plan: Plan, catalogue: Catalogue, seed: int = SEED, number: int = FUTURES) -> Doubt:
    """How sure the answer to a plan is: bands, probabilities, and what would change the advice.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        seed: seed of the futures.
        number: number of futures, a power of two.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    return doubt_of_run(run_plan(plan, catalogue), catalogue, seed, number)


def doubt_of_run(run: Run, catalogue: Catalogue, seed: int = SEED, number: int = FUTURES) -> Doubt:
    """The same for a plan that has been run."""
    plan = run.plan
    result = result_of(run, catalogue, plan.configurations[0].key, Parts(False, False, (COST,)))
    causes = causes_of(run.binding, catalogue)
    evaluate = partial(futures, run.binding, causes)
    ends = at_ends(len(causes))
    # In one call: the ends of each cause, then the futures.
    every = evaluate(np.concatenate([ends, drawn(len(causes), number, seed)]))
    found, found_at_ends = every.part(slice(len(ends), None)), every.part(slice(len(ends)))
    open_fields = _missing(result.configurations)
    candidates = [place for place, each in enumerate(result.configurations) if each.admissible]
    comparable = not open_fields and len(candidates) > 0
    ranking = ranked(found, candidates) if comparable else None
    return Doubt(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        seed=seed,
        futures=number,
        currency=plan.economics.currency,
        verdict=_verdict(run, result, found, ranking, open_fields),
        configurations=_outcomes(run, result.configurations, found, ranking),
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
        if not each.admissible:
            continue
        for limit in each.constraints:
            if limit.undecided:
                found.update(dict.fromkeys(limit.hosts.missing))
        found.update(dict.fromkeys(each.quantities[COST].missing))
    return list(found)


def _outcomes(
    run: Run, results: Sequence[ConfigurationResult], found: Futures, ranking: Ranking | None
) -> list[Outcome]:
    required = [
        found.of(REQUIRED, place) if _is_told(each, configuration) else np.array([np.nan])
        for place, (each, configuration) in enumerate(zip(results, run.plan.configurations, strict=True))
    ]
    now = [run.evaluation.value(HOSTS, place) for place in range(len(results))]
    enough = [_share(asked, hosts) if isfinite(hosts) else None for asked, hosts in zip(required, now, strict=True)]
    covers = [_covers(asked) for asked in required]
    sure = [safe(share, of_hosts) for share, of_hosts in zip(enough, covers, strict=True)]
    costs = _costs_with(run, sure)
    return [
        _outcome(run, each, found, ranking, place, enough[place], covers[place], sure[place], costs[place])
        for place, each in enumerate(results)
    ]


def _is_told(result: ConfigurationResult, configuration: Configuration) -> bool:
    """Whether hosts can be judged: every limit is evaluated, and some number of hosts can be built."""
    return not any(each.undecided for each in result.constraints) and (
        result.feasible or configuration.hosts is not None
    )


def _costs_with(run: Run, sure: Sequence[Cover | None]) -> list[float | None]:
    """The cost of each configuration with other hosts; None without a number, or if one cluster cannot hold them."""
    if not any(sure):
        return [None] * len(sure)
    hosts = np.array([[np.nan if each is None else each.hosts for each in sure]])
    found = run.binding.evaluate([COST], {"fixed_hosts": hosts}).values[COST]
    values = run.evaluation.values
    held = (hosts <= values["most_hosts"]) & (values["clusters"] == 1)
    return [_finite(each) for each in np.where(held, found, np.nan)[0]]


def _outcome(
    run: Run,
    result: ConfigurationResult,
    found: Futures,
    ranking: Ranking | None,
    place: int,
    enough: float | None,
    covers: list[Cover],
    sure: Cover | None,
    safe_cost: float | None,
) -> Outcome:
    now, cost = run.evaluation.value(HOSTS, place), run.evaluation.value(COST, place)
    is_candidate = ranking is not None and place in ranking.candidates
    dearer = safe_cost / cost - 1 if safe_cost is not None and cost > 0 else None
    return Outcome(
        key=result.key,
        name=result.name,
        at_least=result.at_least,
        life_at_most=_partly_known(run, place),
        cost=_band(found.of(COST, place)),
        hosts=_band(found.of(HOSTS, place)),
        # A life has one interval: that of the result, with the doubt about the writes and the spread of the drives.
        life_years=result.life_years,
        probability_worn=run.value(CHANCE, place).value,
        hosts_now=int(now) if isfinite(now) else None,
        probability_enough=enough,
        covers=covers,
        enough_text=enough_text(enough, sure, dearer),
        safe_hosts=None if sure is None else sure.hosts,
        safe_cost=safe_cost,
        probability_cheapest=ranking.probability[place] if ranking is not None and is_candidate else None,
        regret=_finite(ranking.regret[place]) if ranking is not None and is_candidate else None,
    )


def _share(required: Array, hosts: float) -> float | None:
    """The share of the futures in which this number of hosts is enough; unknown hosts are not enough."""
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
    evaluate: partial[Futures], causes: Sequence[Cause], at_each_end: Futures, ranking: Ranking | None
) -> list[Driver]:
    """The causes by their effect on the comparison or, with only one configuration, on its cost."""
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
            label=cause.subject.label,
            configurations=list(cause.subject.configurations),
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
    """Where the advice flips: the value itself if the cause moves only one, else the factor or the points."""
    if turn is None:
        return None
    is_factor, record = cause.reach.shape == "factor", cause.value
    if record is not None and record.value is not None:
        there = record.value * turn if is_factor else record.value + turn
        known = [replace(record, value=float(f"{each:.3g}")) for each in (there, record.value)]
        flips, now = (input_text(each, "") for each in known)
        return f"at {flips}, now\u00a0{now}"
    if is_factor:
        return f"at {rough(turn)} times the value"
    return f"at {MINUS if turn < 0 else '+'}{rough(abs(turn) * 100)} points a year"


def _merged(drivers: Sequence[Driver], causes: Sequence[Cause]) -> list[Driver]:
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


def _any_of_them(drivers: Sequence[Driver], kind: str) -> Driver:
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


def _weight(driver: Driver) -> float:
    """How far a cause moves the difference or, without one, the cost."""
    pairs = (driver.low_difference, driver.high_difference), (driver.low_cost, driver.high_cost)
    for low, high in pairs:
        if low is not None and high is not None:
            return abs(high - low)
    return 0.0


def _partly_known(run: Run, place: int) -> bool:
    """Whether drives whose life is not evaluated may wear out before those whose life is known."""
    return isfinite(run.evaluation.value(LIFE, place)) and run.value(_ALL_LIVES, place).state is State.NOT_EVALUATED


def _verdict(run: Run, result: Result, found: Futures, ranking: Ranking | None, open_fields: Sequence[str]) -> Verdict:
    configurations = result.configurations
    if ranking is None:
        labels = {each.pointer: each.label for each in result.missing}
        fields = [labels.get(each, each) for each in open_fields]
        named, more = fields[:_MOST_FIELDS], len(fields) - _MOST_FIELDS
        sentence = missing_words(named, more) if fields else phrase("No configuration is feasible.")
        return Verdict(
            strength="none",
            label=LABELS["none"],
            advised=None,
            runner_up=None,
            suggested=[],
            probability=None,
            difference=Band(low=None, mid=None, high=None),
            **_told("missing" if fields else "none_feasible", sentence, phrase("")),
            missing=list(open_fields),
        )
    advised, other = ranking.advised, ranking.runner_up()
    strength = ranking.strength
    partly = frozenset(place for place in range(len(configurations)) if _partly_known(run, place))
    words = Said(
        [Name(configuration=each.key, text=each.name) for each in configurations], found, ranking, partly
    ).words(strength)
    return Verdict(
        strength=strength,
        label=ALONE if other is None else LABELS[strength],
        advised=configurations[advised].key,
        runner_up=None if other is None else configurations[other].key,
        suggested=[configurations[each].key for each in words.suggested],
        probability=ranking.probability[advised],
        difference=_band(difference(found, advised, other) if other is not None else np.array([])),
        **_told(words.code, words.sentence, words.detail),
        missing=[],
    )


class _Sentences(TypedDict):
    sentence: str
    detail: str
    text: Text
    detail_text: Text


def _told(code: str, sentence: Phrase, detail: Phrase) -> _Sentences:
    return _Sentences(
        sentence=str(sentence),
        detail=str(detail),
        text=Text(code=code, parts=sentence.parts(None)),
        detail_text=Text(code=f"{code}_detail", parts=detail.parts(None)),
    )


_MOST_FIELDS = 3


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
