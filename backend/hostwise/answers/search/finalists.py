"""The best combinations of a search in simulations: the same that say how sure the answer to a plan is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.search.search_document import Combination, Finalist, Finalists
from hostwise.answers.search.search_messages import words
from hostwise.answers.search.totals import Limits
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import COST, HOSTS, REQUIRED, SEED, Simulations, drawn, simulations
from hostwise.answers.uncertainty.verdict import CLEAR, MATERIALITY, band
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan

_MOST_HOSTS = "most_hosts"


def in_simulations(
    plan: Plan, combinations: Sequence[Combination], limits: Limits, number: int, catalogue: Catalogue
) -> Finalists:
    """How combinations do in simulations, and which is the best of them where these are counted.

    Args:
        plan: the plan with a configuration for each of them.
        combinations: what they are, the cheapest first.
        limits: of quantities, which must hold in a simulation, too.
        number: number of simulations, a power of two.
        catalogue: the catalogue.
    """
    run = run_plan(plan, catalogue)
    causes = causes_of(run.binding, catalogue)
    wanted = tuple(dict.fromkeys((COST, HOSTS, REQUIRED, _MOST_HOSTS, *limits)))
    found = simulations(run.binding, causes, drawn(len(causes), number, SEED), wanted, known=True)
    finalists = [
        _finalist(each, found, place, run.evaluation.value(HOSTS, place), limits)
        for place, each in enumerate(combinations)
    ]
    at_level = [(each.cost_at_level, place) for place, each in enumerate(finalists) if each.cost_at_level is not None]
    best = min(at_level)[1] if at_level else None
    return Finalists(
        simulations=number,
        level=CLEAR,
        best=best,
        sentence=_sentence(finalists, best, number, plan.economics.currency),
        finalists=finalists,
        left_out=0,
    )


def _finalist(each: Combination, found: Simulations, place: int, hosts: float, limits: Limits) -> Finalist:
    cost, required = found.of(COST, place), found.of(REQUIRED, place)
    own = found.of(HOSTS, place)
    holds = np.isfinite(cost) & (own >= required) & ~(own > found.of(_MOST_HOSTS, place))
    for name, (low, high) in limits.items():
        holds &= (found.of(name, place) >= low) & (found.of(name, place) <= high)
    lowest, highest = band(cost)
    return Finalist(
        **each.model_dump(),
        hosts=round(hosts),
        cost_low=lowest,
        cost_mid=_level(cost[np.isfinite(cost)], 0.5),
        cost_high=highest,
        enough=float((required <= hosts).mean()),
        holds=float(holds.mean()),
        # A future in which it cannot be built is worse than any cost.
        cost_at_level=_level(np.where(holds, cost, np.inf), CLEAR),
    )


def _level(values: Array, share: float) -> float | None:
    if not len(values):
        return None
    found = float(np.quantile(values, share, method="inverted_cdf"))
    return found if np.isfinite(found) else None


def _sentence(finalists: Sequence[Finalist], best: int | None, number: int, currency: str) -> str:
    if best is None:
        return words("in_simulations.none", level=CLEAR, simulations=number)
    most, cheapest = finalists[best].cost_at_level, finalists[0]
    assert most is not None
    if best == 0:
        return words("in_simulations.cheapest", level=CLEAR, simulations=number, most=most, currency=currency)
    said = partial(words, level=CLEAR, simulations=number, name=finalists[best].text, most=most, currency=currency)
    if cheapest.cost_at_level is None:
        return said("in_simulations.limits", share=cheapest.holds)
    hardly = cheapest.cost_at_level <= most * (1 + MATERIALITY)
    return said("in_simulations.hardly" if hardly else "in_simulations.other", cheapest=cheapest.cost_at_level)
