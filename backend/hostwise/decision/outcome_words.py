"""The outcome of the simulations in words: what hosts cover, and where the plan as sized costs other than most."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

import numpy as np

from hostwise.answers.evaluation.configuration_figures import leading_limit
from hostwise.answers.simulations.simulations import COST
from hostwise.answers.uncertainty.uncertainty_answer import UncertaintyFacts
from hostwise.answers.uncertainty.uncertainty_document import Level, Outcome
from hostwise.answers.wording.sentences import Phrase, Shown, phrase, shown
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import fixed, percent, rough_share, short_money
from hostwise.plan.answers.text import Text

SURELY = 0.98
HOSTS = "hosts"


def outcomes_told(facts: UncertaintyFacts) -> list[Outcome]:
    """The outcomes with what is said of them."""
    return [_told(facts, place, each) for place, each in enumerate(facts.outcomes)]


def _told(facts: UncertaintyFacts, place: int, each: Outcome) -> Outcome:
    cost = facts.run.evaluation.value(COST, place)
    coverage = None
    if each.probability_enough is not None and each.hosts_now is not None:
        coverage = coverage_words(each.hosts_now, each.probability_enough, _beyond(each.levels, cost))
    limit, currency = leading_limit(facts.results[place]), facts.run.plan.economics.currency
    worn = limit is not None and MODEL.purposes.constraints[limit.quantity].over_years
    margin = margin_words(cost, facts.found.of(COST, place), facts.materiality, currency, worn=worn)
    return each.model_copy(
        update={
            "coverage": None if coverage is None else Text(code="coverage", parts=coverage.parts(each.key)),
            "coverage_text": None if coverage is None else str(coverage),
            "margin": None if margin is None else Text(code="margin", parts=margin.parts(each.key)),
            "margin_text": None if margin is None else str(margin),
        }
    )


def _beyond(levels: Sequence[Level], cost: float) -> list[Level]:
    """The levels with their cost over that of the plan as it is sized."""
    return [
        each.model_copy(update={"dearer": each.cost / cost - 1 if each.cost is not None and cost > 0 else None})
        for each in levels
    ]


def coverage_words(hosts: int, share: float, levels: Sequence[Level]) -> Phrase:
    r"""The share of simulations that hosts cover and, where that is not nearly all, what covers nearly all.

    >>> level = Level(level=0.98, label="", hosts=9, final_hosts=9, share=0.98, cost=1.13, dearer=0.13, chosen=False)
    >>> str(coverage_words(8, 0.86, [level])).replace("\xa0", " ")
    '8 hosts cover 86 % of simulations; 9 cover 98 % (+13 %).'
    >>> str(coverage_words(1, 1.0, [])).replace("\xa0", " ")
    '1 host covers 100 % of simulations.'
    """
    covers = "{hosts} host covers" if hosts == 1 else "{hosts} hosts cover"
    sure = next((each for each in levels if each.level == SURELY and each.hosts > hosts), None)
    more: str | Phrase = ""
    if sure is not None and share < SURELY:
        more = phrase(
            "; {more} cover {most}{dearer}",
            more=_growing(sure),
            most=_share_shown(sure.share),
            dearer=""
            if sure.dearer is None
            else phrase(" ({dearer})", dearer=shown(f"+{percent(sure.dearer, 2)}", sure.dearer)),
        )
    return phrase(
        f"{covers} {{share}} of simulations{{more}}.",
        hosts=shown(fixed(hosts), hosts, HOSTS),
        share=_share_shown(share),
        more=more,
    )


def margin_words(sized: float, costs: Array, materiality: float, currency: str, *, worn: bool) -> Phrase | None:
    r"""Where the plan as sized costs other than most of its simulations: what half of them cost.

    Said where it lies outside of 90 % of them, or beyond the middle between the median and that end and by a material
    share.

    Args:
        sized: the cost of the plan as it is sized.
        costs: those of the simulations.
        materiality: the share of a cost below which a difference does not matter.
        currency: of the costs.
        worn: whether the hosts are so many for the sake of how long drives last.

    >>> costs = np.linspace(400_000, 600_000, 101)
    >>> str(margin_words(590_000, costs, 0.05, "USD", worn=True)).replace("\xa0", " ")
    'Sized with a margin for wear: half of the simulations cost below 500 k USD.'
    >>> str(margin_words(350_000, costs, 0.05, "USD", worn=False)).replace("\xa0", " ")
    'Most simulations cost more than the plan as sized: half of them above 500 k USD.'
    >>> margin_words(520_000, costs, 0.05, "USD", worn=False) is None
    True
    """
    known = costs[np.isfinite(costs)]
    if not (isfinite(sized) and 2 * len(known) > len(costs)):
        return None
    low, half, high = (float(each) for each in np.quantile(known, (0.05, 0.5, 0.95), method="inverted_cdf"))
    reach = (high - half if sized > half else half - low) / 2
    if low <= sized <= high and (abs(sized - half) <= reach or abs(sized - half) <= materiality * abs(half)):
        return None
    amount = phrase("{half} {currency}", half=shown(short_money(half), half), currency=currency)
    if sized < half:
        return phrase("Most simulations cost more than the plan as sized: half of them above {amount}.", amount=amount)
    cause = " for wear" if worn else ""
    return phrase(f"Sized with a margin{cause}: half of the simulations cost below {{amount}}.", amount=amount)


def _growing(level: Level) -> Phrase:
    r"""The hosts of a level, and how many they become.

    >>> grown = Level(level=0.98, label="", hosts=4, final_hosts=5, share=1, cost=None, dearer=None, chosen=False)
    >>> str(_growing(grown))
    '4, later 5,'
    """
    hosts = shown(fixed(level.hosts), level.hosts)
    if level.final_hosts == level.hosts:
        return phrase("{hosts}", hosts=hosts)
    return phrase("{hosts}, later {final},", hosts=hosts, final=shown(fixed(level.final_hosts), level.final_hosts))


def _share_shown(share: float) -> Shown:
    """A share of simulations."""
    return shown(rough_share(share), share)
