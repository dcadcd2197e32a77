"""How sure the answer to a plan is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import isfinite
from typing import TypedDict

import numpy as np

from hostwise.answers.doubt.badges import badges_of
from hostwise.answers.doubt.cap import Cap
from hostwise.answers.doubt.caps import caps_of
from hostwise.answers.doubt.doubt_card import Sources, doubt_card
from hostwise.answers.doubt.doubt_words import (
    Said,
    coverage_words,
    label_of,
    margin_words,
    with_those_out,
)
from hostwise.answers.doubt.leave_or_stay import leave_or_stay
from hostwise.answers.doubt.levels import levels_of
from hostwise.answers.doubt.unknown_prices import unknown_prices
from hostwise.answers.doubt.verdict import (
    Ranking,
    at_ends,
    band,
    break_evens,
    difference,
    ranked,
    weaker,
)
from hostwise.answers.evaluation.card_order import (
    Lacking,
    candidates_of,
    facts_of,
    lacking_of,
    materiality_of,
    partly_known,
)
from hostwise.answers.evaluation.card_tiles import leading_limit
from hostwise.answers.evaluation.comparison import nothing_left
from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.evaluation.standing_words import against_each, io_missing_words, missing_words
from hostwise.answers.running.causes import Cause, Causes, causes_of
from hostwise.answers.running.cost_coverage import not_counted
from hostwise.answers.running.futures import (
    COST,
    DEMANDED,
    FUTURES,
    HOSTS,
    LIFE,
    REQUIRED,
    SEED,
    Futures,
    drawn,
    futures,
    usual_number,
)
from hostwise.answers.running.number_texts import input_text
from hostwise.answers.running.reaches import Z95
from hostwise.answers.running.run import Run
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.running.sentences import Phrase, phrase, shown
from hostwise.answers.running.words import values_used
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.engine.roles import Role
from hostwise.numerals.writing import MINUS, percent, rough
from hostwise.plan.answers.doubt import (
    ALONE,
    CANNOT,
    LABELS,
    NO_COST,
    NONE_QUALIFIES,
    Cover,
    Doubt,
    Driver,
    Level,
    Outcome,
    Strength,
    Verdict,
)
from hostwise.plan.answers.doubt import Cause as CauseAnswer
from hostwise.plan.answers.result import Band, ConfigurationResult, InputStatus, Result
from hostwise.plan.answers.text import Cure, Name, Text
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

__all__ = ["FUTURES", "SEED", "doubt_of", "doubt_of_run"]

_WEAR_OUT = "known_wear_out_probability"

_DOUBTFUL = (InputStatus.ASSUMED, InputStatus.ILLUSTRATIVE)

_MOST_TURNS = 8
"""Break-evens are looked for of so many causes, the strongest."""


def doubt_of(plan: Plan, catalogue: Catalogue, seed: int = SEED, number: int | None = None) -> Doubt:
    """How sure the answer to a plan is: bands, probabilities, and what would change the advice.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        seed: seed of the simulations.
        number: number of futures, a power of two; by default as many as a plan of this size has.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    return doubt_of_run(run_plan(plan, catalogue), catalogue, seed, number)


def doubt_of_run(run: Run, catalogue: Catalogue, seed: int = SEED, number: int | None = None) -> Doubt:
    """The same for a plan that has been run."""
    plan = run.plan
    number = number or usual_number(plan)
    result = result_of(run, catalogue, plan.configurations[0].key, Parts(False, False, (COST, _WEAR_OUT)))
    causes = causes_of(run.binding, catalogue)
    evaluate = partial(futures, run.binding, causes)
    found = evaluate(drawn(len(causes), number, seed), (COST, LIFE, HOSTS, REQUIRED, DEMANDED), known=True)
    lacking = lacking_of(result.configurations)
    candidates = candidates_of(result.configurations)
    comparable = not lacking.fields and len(candidates) > 0
    ranking, leaving = None, None
    if comparable:
        cost = {place: run.evaluation.value(COST, place) for place in candidates}
        ranking = ranked(found, candidates, cost, materiality_of(plan, catalogue))
        leaving = leave_or_stay(run, catalogue, candidates, cost)
    labels = {each.pointer: each.label for each in result.missing}
    prices = unknown_prices(run, result.configurations, catalogue, labels) if lacking.costs else []
    caps = caps_of(run, result, catalogue) if ranking is not None else ()
    verdict = _verdict(run, result, catalogue, found, ranking, lacking, caps)
    verdict = verdict.model_copy(
        update={"not_counted": not_counted(run, catalogue), "leaving": leaving, "unknown_prices": prices}
    )
    outcomes = _outcomes(run, catalogue, result, found, ranking)
    drivers = _drivers(evaluate, causes, _pair(plan, verdict))
    records = values_used(run.binding.told())
    values, doubtful = len(records), sum(each.status in _DOUBTFUL for each in records)
    return Doubt(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        seed=seed,
        futures=number,
        currency=plan.economics.currency,
        verdict=verdict,
        configurations=outcomes,
        causes=_causes(causes),
        drivers=drivers,
        values=values,
        doubtful_values=doubtful,
        card=doubt_card(Sources(plan, result, verdict, outcomes, drivers, ranking, number, values, doubtful)),
    )


def _assumed(catalogue: Catalogue, key: str) -> float:
    value = catalogue.assumptions[key].value
    assert value is not None
    return float(value)


def _outcomes(run: Run, catalogue: Catalogue, result: Result, found: Futures, ranking: Ranking | None) -> list[Outcome]:
    told = [
        _is_told(each, configuration)
        for each, configuration in zip(result.configurations, run.plan.configurations, strict=True)
    ]
    levels, material = levels_of(run, found, told), materiality_of(run.plan, catalogue)
    return [
        _outcome(
            run, each, found, ranking, place, levels[place], badges_of(run, catalogue, each.key), told[place], material
        )
        for place, each in enumerate(result.configurations)
    ]


def _is_told(result: ConfigurationResult, configuration: Configuration) -> bool:
    """Whether hosts can be judged: every limit is evaluated, and some number of hosts can be built."""
    return not any(each.undecided for each in result.constraints) and (
        result.feasible or configuration.hosts is not None
    )


def _outcome(
    run: Run,
    result: ConfigurationResult,
    found: Futures,
    ranking: Ranking | None,
    place: int,
    levels: list[Level],
    badges: list[Text],
    is_told: bool,
    materiality: float,
) -> Outcome:
    now, cost = run.evaluation.value(HOSTS, place), run.evaluation.value(COST, place)
    is_candidate = ranking is not None and place in ranking.candidates
    required = found.of(REQUIRED, place) if is_told else np.array([np.nan])
    enough = _share(required, now) if isfinite(now) else None
    coverage = None if enough is None else coverage_words(int(now), enough, _beyond(levels, cost))
    limit, currency = leading_limit(result), run.plan.economics.currency
    worn = limit is not None and MODEL.purposes.constraints[limit.quantity].over_years
    margin = margin_words(cost, found.of(COST, place), materiality, currency, worn=worn)
    return Outcome(
        key=result.key,
        name=result.name,
        at_least=result.at_least,
        life_at_most=partly_known(run, place),
        cost=_band(found.of(COST, place), cost),
        hosts=_band(found.of(HOSTS, place), now),
        # A life has one interval: that of the result, with the doubt about the writes and the spread of the drives.
        life_years=result.life_years,
        probability_worn=result.quantities[_WEAR_OUT].value,
        hosts_now=int(now) if isfinite(now) else None,
        probability_enough=enough,
        coverage=None if coverage is None else Text(code="coverage", parts=coverage.parts(result.key)),
        coverage_text=None if coverage is None else str(coverage),
        margin=None if margin is None else Text(code="margin", parts=margin.parts(result.key)),
        margin_text=None if margin is None else str(margin),
        levels=levels,
        covers=_covers(required),
        badges=badges,
        probability_cheapest=ranking.probability[place] if ranking is not None and is_candidate else None,
        regret=_finite(ranking.regret[place]) if ranking is not None and is_candidate else None,
    )


def _beyond(levels: Sequence[Level], cost: float) -> list[Level]:
    """The levels with their cost over that of the plan as it is sized."""
    return [
        each.model_copy(update={"dearer": each.cost / cost - 1 if each.cost is not None and cost > 0 else None})
        for each in levels
    ]


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


def _pair(plan: Plan, verdict: Verdict) -> tuple[int | None, int | None]:
    """The places of the advised one and of that which it is compared with."""
    keys = [each.key for each in plan.configurations]
    advised, other = (None if key is None else keys.index(key) for key in (verdict.advised, verdict.runner_up))
    return advised, other


def _drivers(evaluate: partial[Futures], causes: Causes, pair: tuple[int | None, int | None]) -> list[Driver]:
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
        Driver(
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
        return f"{rough(turn)} times the value", None
    yearly = " a year" if all(each.unit.endswith("/year") for each in cause.records) else ""
    return f"{MINUS if turn < 0 else '+'}{rough(abs(turn) * 100)} points{yearly}", None


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


def _verdict(
    run: Run,
    result: Result,
    catalogue: Catalogue,
    found: Futures,
    ranking: Ranking | None,
    lacking: Lacking,
    caps: Sequence[Cap],
) -> Verdict:
    configurations, materiality = result.configurations, materiality_of(run.plan, catalogue)
    if ranking is None:
        return _none_yet(result, lacking, materiality)
    near = set(ranking.near)
    holding = [each for each in caps if not each.configurations or near & set(each.configurations)]
    if len(near) == 1:
        holding += _worn_out(run, result, catalogue, ranking.best)
    else:
        # Another one as the cheapest is no news where either will do.
        holding = [each for each in holding if each.code != "unverified_rule"]
    strength: Strength = ranking.strength
    for each in holding:
        strength = weaker(strength, each.most)
    words = Said(
        [Name(configuration=each.key, text=each.name) for each in configurations],
        found,
        ranking,
        {place: facts_of(run, place) for place in ranking.candidates},
        holding,
    ).words(strength)
    words = replace(words, detail=with_those_out(words.detail, configurations))
    advised = words.suggested[0]
    other = ranking.runner_up if advised == ranking.best else ranking.best
    return Verdict(
        strength=strength,
        label=ALONE if other is None else label_of(strength, len(near)),
        materiality=materiality,
        near=[configurations[each].key for each in ranking.near],
        caps=[Text(code=each.code, parts=each.sentence.parts(None)) for each in holding],
        advised=configurations[advised].key,
        runner_up=None if other is None else configurations[other].key,
        suggested=[configurations[each].key for each in words.suggested],
        probability=ranking.probability[advised],
        difference=Band(low=None, mid=None, high=None)
        if other is None
        else _band(difference(found, advised, other), ranking.cost[advised] - ranking.cost[other]),
        **_told(words.code, words.sentence, words.detail),
        missing=[],
        not_counted=[],
        cures=[],
    )


def _none_yet(result: Result, lacking: Lacking, materiality: float) -> Verdict:
    """Why nothing is advised: a limit or a price is missing, or no configuration is left."""
    labels = {each.pointer: each.label for each in result.missing}
    cures: list[Cure] = []
    strength: Strength = "none"
    detail = phrase("")
    if not lacking.fields:
        feasible = any(each.feasible for each in result.configurations)
        label, code = (NONE_QUALIFIES, "none_admissible") if feasible else (CANNOT, "none_feasible")
        sentence, detail = phrase(nothing_left(result.configurations)), against_each(result.configurations)
    elif lacking.limits:
        # Limits that are missing and may bind leave open what is best.
        strength, label, code = "open", LABELS["open"], "missing"
        cures = [each.cure for each in result.findings if each.code == "io_not_given" and each.cure is not None]
        sentence = io_missing_words() if cures else missing_words([labels.get(each, each) for each in lacking.fields])
    else:
        label, code = NO_COST, "prices_missing"
        sentence = missing_words([labels.get(each, each) for each in lacking.costs], prices=True)
    return Verdict(
        strength=strength,
        label=label,
        materiality=materiality,
        near=[],
        caps=[],
        advised=None,
        runner_up=None,
        suggested=[],
        probability=None,
        difference=Band(low=None, mid=None, high=None),
        **_told(code, sentence, detail),
        missing=lacking.fields,
        not_counted=[],
        cures=cures,
    )


def _worn_out(run: Run, result: Result, catalogue: Catalogue, place: int) -> list[Cap]:
    """Drives of the cheapest that are likelier to wear out within the horizon than is accepted, and not paid for."""
    each = result.configurations[place]
    probability = each.quantities[_WEAR_OUT].value
    limit = run.plan.policy.max_wear_out_probability or _assumed(catalogue, "accepted_wear_out_probability")
    if probability is None or probability <= limit or _is_replaced(run, place):
        return []
    sentence = phrase(
        "Its drives wear out within {years} years with a probability of {probability}.",
        years=shown(str(result.horizon_years), result.horizon_years),
        probability=shown(percent(probability, 2), probability, _WEAR_OUT),
    )
    return [Cap("wears_out", "leaning", sentence, (place,))]


def _is_replaced(run: Run, place: int) -> bool:
    """Whether drives are replaced for wear within the horizon, at a known price."""
    worn = [run.evaluation.value(_WORN, place, role=role) for role in Role]
    return any(each > 0 for each in worn) and isfinite(run.evaluation.value(_REPLACEMENT, place))


_WORN, _REPLACEMENT = "role_worn_drives", "replacement_cost"


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


def _pointers(cause: Cause) -> list[str]:
    return list(dict.fromkeys(each.pointer for each in cause.records if each.pointer))


def _causes(causes: Causes) -> list[CauseAnswer]:
    """The kinds of doubt; one of several spreads with each of them."""
    found: dict[str, CauseAnswer] = {}
    for cause in causes:
        if cause.about is None:
            found.setdefault(cause.reach.key, _cause(cause))
    return list(found.values())


def _cause(cause: Cause) -> CauseAnswer:
    reach = cause.reach
    return CauseAnswer(
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
    """A number of the plan as sized, with the band of the simulations."""
    low, high = band(values)
    return Band(low=low, mid=_finite(sized), high=high)


def _finite(value: float) -> float | None:
    return float(value) if isfinite(value) else None
