"""The outcome of simulations in words: what hosts cover, and where the plan as sized costs other than most."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from hostwise.answers.evaluation.configuration_figures import leading_limit
from hostwise.answers.simulations.simulations import COST
from hostwise.answers.uncertainty.uncertainty_answer import UncertaintyFacts
from hostwise.answers.uncertainty.uncertainty_document import Level, Outcome
from hostwise.answers.wording.figures import opening
from hostwise.answers.wording.message_files import Given, Number
from hostwise.decision.decision_messages import Sentence, message, say, told
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import fixed, percent, short_money
from hostwise.plan.answers.text import Figure

SURELY = 0.98


def outcomes_told(facts: UncertaintyFacts) -> list[Outcome]:
    """The outcomes with what is said of them."""
    return [_told(facts, place, each) for place, each in enumerate(facts.outcomes)]


def _told(facts: UncertaintyFacts, place: int, each: Outcome) -> Outcome:
    cost = facts.run.evaluation.value(COST, place)
    coverage = None
    if each.probability_enough is not None and each.hosts_now is not None:
        coverage = coverage_words(each.key, each.hosts_now, each.probability_enough, _beyond(each.levels, cost))
    limit, currency = leading_limit(facts.results[place]), facts.run.plan.economics.currency
    worn = limit is not None and MODEL.purposes.constraints[limit.quantity].over_years
    margin = margin_words(each.key, cost, facts.found.of(COST, place), facts.materiality, currency, worn=worn)
    return each.model_copy(
        update={
            "badges": [opening(badge.code, badge.parts, range_note(each.key)).text for badge in each.badges],
            "coverage": None if coverage is None else told([coverage], each.key),
            "coverage_text": None if coverage is None else str(coverage),
            "margin": None if margin is None else told([margin], each.key),
            "margin_text": None if margin is None else str(margin),
        }
    )


def covers_note(key: str) -> str:
    """The note on what the hosts of a configuration cover."""
    return f"covers.{key}"


def range_note(key: str) -> str:
    """The note on the ranges of a configuration."""
    return f"range.{key}"


def _beyond(levels: Sequence[Level], cost: float) -> list[Level]:
    """The levels with their cost over that of the plan as it is sized."""
    return [
        each.model_copy(update={"dearer": each.cost / cost - 1 if each.cost is not None and cost > 0 else None})
        for each in levels
    ]


def coverage_words(key: str, hosts: int, share: float, levels: Sequence[Level]) -> Sentence:
    r"""The share of simulations that hosts cover and, where that is not nearly all, what covers nearly all.

    >>> level = Level(level=0.98, label="", hosts=9, final_hosts=9, share=0.98, cost=1.13, dearer=0.13, chosen=False)
    >>> str(coverage_words("a", 8, 0.86, [level])).replace("\xa0", " ")
    '8 hosts cover 86 % of simulations; 9 cover 98 % (+13 %).'
    >>> str(coverage_words("a", 1, 1.0, [])).replace("\xa0", " ")
    '1 host covers 100 % of simulations.'
    """
    note, one = covers_note(key), hosts == 1
    known: dict[str, Given] = {"hosts": Number(hosts, configuration=key), "share": Number(share, note=note)}
    sure = next((level for level in levels if level.level == SURELY and level.hosts > hosts), None)
    if sure is None or share >= SURELY:
        return say("coverage.one" if one else "coverage.many", **known)
    known |= {"more": Figure(name="more", text=_growing(sure), value=sure.hosts, note=note)}
    known |= {"most": Number(sure.share, note=note)}
    if sure.dearer is None:
        return say("coverage.one_or_more" if one else "coverage.many_or_more", **known)
    dearer = Figure(name="dearer", text=f"+{percent(sure.dearer, 2)}", value=sure.dearer, note=note)
    return say("coverage.one_or_dearer" if one else "coverage.many_or_dearer", **known, dearer=dearer)


def margin_words(
    key: str, sized: float, costs: Array, materiality: float, currency: str, *, worn: bool
) -> Sentence | None:
    r"""Where the plan as sized costs other than most of its simulations: what half of them cost.

    Said where it lies outside of 90 % of them, or beyond the middle between the median and that end and by a material
    share.

    Args:
        key: key of the configuration.
        sized: the cost of the plan as it is sized.
        costs: those of simulations.
        materiality: the share of a cost below which a difference does not matter.
        currency: of the costs.
        worn: whether the hosts are so many for the sake of how long drives last.

    >>> costs = np.linspace(400_000, 600_000, 101)
    >>> str(margin_words("a", 590_000, costs, 0.05, "USD", worn=True)).replace("\xa0", " ")
    'Sized with a margin for wear: half of simulations cost below 500 k USD.'
    >>> str(margin_words("a", 350_000, costs, 0.05, "USD", worn=False)).replace("\xa0", " ")
    'Most simulations cost more than the plan as sized: half of them above 500 k USD.'
    >>> margin_words("a", 520_000, costs, 0.05, "USD", worn=False) is None
    True
    """
    known = costs[np.isfinite(costs)]
    if not (isfinite(sized) and 2 * len(known) > len(costs)):
        return None
    low, half, high = (float(each) for each in np.quantile(known, (0.05, 0.5, 0.95), method="inverted_cdf"))
    reach = (high - half if sized > half else half - low) / 2
    if low <= sized <= high and (abs(sized - half) <= reach or abs(sized - half) <= materiality * abs(half)):
        return None
    text = f"{short_money(half)} {currency}"
    amount = Figure(name="half", text=text, value=half, note=range_note(key))
    if sized < half:
        return say("margin.more", half=amount)
    return say("margin.wear" if worn else "margin.less", half=amount)


def _growing(level: Level) -> str:
    r"""The hosts of a level, and how many they become, as a figure.

    >>> grown = Level(level=0.98, label="", hosts=4, final_hosts=5, share=1, cost=None, dearer=None, chosen=False)
    >>> _growing(grown)
    '4, later 5'
    """
    if level.final_hosts == level.hosts:
        return fixed(level.hosts)
    return str(message("coverage.growing", hosts=level.hosts, final=level.final_hosts))
