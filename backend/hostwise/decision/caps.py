"""What caps a verdict: a choice that the simulations would call clear, and that nobody should."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from hostwise.answers.evaluation.order import Order
from hostwise.answers.running.run import Run
from hostwise.answers.running.wear_limit import accepted_chance
from hostwise.answers.simulations.simulations import COST, simulations
from hostwise.answers.simulations.single_causes import each_rule
from hostwise.answers.uncertainty.verdict import at_ends
from hostwise.answers.wording.answer_messages import listing
from hostwise.binding.plausible import io_is_assumed
from hostwise.catalogue.loader import Catalogue
from hostwise.decision.cap import Cap, cap
from hostwise.decision.comparability import comparability_limits
from hostwise.decision.decision_messages import Sentence, say
from hostwise.engine.roles import Role
from hostwise.plan.answers.result import ConfigurationResult, QuantityState
from hostwise.plan.answers.text import ConfigurationName, MessagePart

_MOST_NAMED = 3
_LIFE, _ALL_LIVES = "flash_life_years", "flash_life_years_for_all_drives"


def holding(
    run: Run, results: Sequence[ConfigurationResult], catalogue: Catalogue, order: Order, *, rules: bool
) -> list[Cap]:
    """What holds the verdict on a plan down.

    Args:
        run: the run of the plan.
        results: its configurations.
        catalogue: the catalogue.
        order: those that can be chosen, by their cost as sized.
        rules: whether rules that no source confirms are tried at both ends, which takes as long as the run itself.
    """
    caps = [
        *comparability_limits(run, results, catalogue),
        *_life_not_evaluated(run, results),
        *_io_assumed(run, results),
    ]
    near = set(order.near)
    if len(near) == 1:
        # Another one as the cheapest is no news where either will do.
        caps += [
            *(_unverified_rules(run, results, catalogue) if rules else ()),
            *_worn_out(run, catalogue, order.best),
        ]
    return [each for each in caps if not each.configurations or near & set(each.configurations)]


def _worn_out(run: Run, catalogue: Catalogue, place: int) -> list[Cap]:
    """Drives of the cheapest that are likelier to wear out within the horizon than is accepted, and not paid for."""
    chance, years = run.evaluation.value(_WEAR_OUT, place), run.plan.economics.horizon_years
    if not chance > accepted_chance(run.plan, catalogue) or _is_replaced(run, place):
        return []
    sentence = say("wears_out", years=years, probability=chance)
    return [cap("wears_out", "leaning", [sentence], (place,), key=run.plan.configurations[place].key)]


def _is_replaced(run: Run, place: int) -> bool:
    """Whether drives are replaced for wear within the horizon, at a known price."""
    worn = [run.evaluation.value(_WORN, place, role=role) for role in Role]
    return any(each > 0 for each in worn) and isfinite(run.evaluation.value(_REPLACEMENT, place))


_WEAR_OUT, _WORN, _REPLACEMENT = "known_wear_out_probability", "role_worn_drives", "replacement_cost"


def _life_not_evaluated(run: Run, results: Sequence[ConfigurationResult]) -> tuple[Cap, ...]:
    """Flash whose life is not known."""
    places = tuple(
        place
        for place, each in enumerate(results)
        if each.admissible
        and QuantityState.NOT_EVALUATED in {run.value(name, place).state for name in (_LIFE, _ALL_LIVES)}
    )
    if not places:
        return ()
    able = [place for place, each in enumerate(results) if each.admissible]
    partly = all(run.value(_LIFE, place).state is not QuantityState.NOT_EVALUATED for place in places)
    said = _life_unknown(results, places, able, partly=partly)
    lacking = (field for place in places for name in (_LIFE, _ALL_LIVES) for field in run.value(name, place).missing)
    return (cap("life_not_evaluated", "leaning", [said], places, pointer=next(lacking, None)),)


def _io_assumed(run: Run, results: Sequence[ConfigurationResult]) -> list[Cap]:
    """Flash whose life follows from I/O that nobody measured."""
    wears = any(
        each.admissible and run.value(_LIFE, place).state is not QuantityState.DOES_NOT_APPLY
        for place, each in enumerate(results)
    )
    assumed = [at for at in range(len(run.plan.workload.groups)) if io_is_assumed(run.plan, at)]
    if not wears or not assumed:
        return []
    pointer = f"/workload/groups/{assumed[0]}/iops_average"
    return [cap("io_assumed", "leaning", [say("io_assumed")], (), pointer=pointer)]


def _life_unknown(
    results: Sequence[ConfigurationResult], places: Sequence[int], able: Sequence[int], *, partly: bool
) -> Sentence:
    """Of which candidates the life is not known, or that of some drives."""
    if len(places) == len(able):
        return say("life_not_evaluated.some" if partly else "life_not_evaluated")
    if len(places) > _MOST_NAMED:
        number = len(places)
        return say("life_not_evaluated.some_counted" if partly else "life_not_evaluated.counted", number=number)
    named: list[MessagePart] = [_name(results, place) for place in places]
    return say("life_not_evaluated.some_named" if partly else "life_not_evaluated.named", names=listing(named))


def _unverified_rules(run: Run, results: Sequence[ConfigurationResult], catalogue: Catalogue) -> tuple[Cap, ...]:
    """Rules that no source confirms, where another configuration is the cheapest at one of their ends."""
    rules = each_rule(run.binding, catalogue)
    candidates = [place for place, each in enumerate(results) if each.admissible]
    if not len(rules) or len(candidates) < 2:
        return ()
    now = np.array([run.evaluation.value(COST, each) for each in candidates])
    if not np.isfinite(now).all():
        return ()
    found = simulations(run.binding, rules, at_ends(len(rules)), (COST,)).values[COST][:, candidates]
    costs = np.where(np.isfinite(found), found, np.inf)
    best = int(now.argmin())
    turns = [
        (place, int(costs[row].argmin()))
        for place in range(len(rules))
        for row in (place, len(rules) + place)
        if costs[row].argmin() != best or not np.isfinite(costs[row, best])
    ]
    seen = {place: candidates[other] for place, other in turns}
    return tuple(
        cap(
            "unverified_rule",
            "leaning",
            [say("unverified_rule", rule=rules[place].reach.name, other=_name(results, other))],
            (candidates[best], other),
        )
        for place, other in seen.items()
    )


def _name(results: Sequence[ConfigurationResult], place: int) -> ConfigurationName:
    return ConfigurationName(configuration=results[place].key, text=results[place].name)
