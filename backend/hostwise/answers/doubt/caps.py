"""What caps a verdict: a choice that the futures would call clear, and that nobody should."""

from __future__ import annotations

import numpy as np

from hostwise.answers.doubt.cap import Cap
from hostwise.answers.doubt.unlike import unlike_caps
from hostwise.answers.doubt.verdict import at_ends
from hostwise.answers.running.futures import COST, futures
from hostwise.answers.running.run import Run
from hostwise.answers.running.sentences import listing, phrase, shown
from hostwise.answers.running.single_causes import each_rule
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.result import Result, State
from hostwise.plan.answers.text import Name

_MOST_NAMED = 3
_LIFE, _ALL_LIVES = "known_life_years", "shortest_life_years"


def caps_of(run: Run, result: Result, catalogue: Catalogue) -> tuple[Cap, ...]:
    """What caps the verdict on a plan."""
    return (
        *unlike_caps(run, result, catalogue),
        *_life_not_evaluated(run, result),
        *_unverified_rules(run, result, catalogue),
    )


def _life_not_evaluated(run: Run, result: Result) -> tuple[Cap, ...]:
    """Flash whose life is not known."""
    places = tuple(
        place
        for place, each in enumerate(result.configurations)
        if each.admissible and State.NOT_EVALUATED in {run.value(name, place).state for name in (_LIFE, _ALL_LIVES)}
    )
    if not places:
        return ()
    able = [place for place, each in enumerate(result.configurations) if each.admissible]
    partly = all(run.value(_LIFE, place).state is not State.NOT_EVALUATED for place in places)
    life = "The life of some drives" if partly else "Flash life"
    if len(places) == len(able):
        sentence = phrase("{life} is not known.", life=life)
    elif len(places) > _MOST_NAMED:
        sentence = phrase("{life} is not known of {number}.", life=life, number=shown(str(len(places)), len(places)))
    else:
        names = listing([_name(result, each) for each in places])
        sentence = phrase("{life} is not known of {names}.", life=life, names=names)
    return (Cap("life_not_evaluated", "leaning", sentence, places),)


def _unverified_rules(run: Run, result: Result, catalogue: Catalogue) -> tuple[Cap, ...]:
    """Rules that no source confirms, where another configuration is the cheapest at one of their ends."""
    rules = each_rule(run.binding, catalogue)
    candidates = [place for place, each in enumerate(result.configurations) if each.admissible]
    if not len(rules) or len(candidates) < 2:
        return ()
    now = np.array([run.evaluation.value(COST, each) for each in candidates])
    if not np.isfinite(now).all():
        return ()
    found = futures(run.binding, rules, at_ends(len(rules)), (COST,)).values[COST][:, candidates]
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
        Cap(
            "unverified_rule",
            "leaning",
            phrase(
                "No source confirms \u201c{rule}\u201d: within its range {other} may be the cheapest.",
                rule=rules[place].reach.name,
                other=_name(result, other),
            ),
            (candidates[best], other),
        )
        for place, other in seen.items()
    )


def _name(result: Result, place: int) -> Name:
    return Name(configuration=result.configurations[place].key, text=result.configurations[place].name)
