"""The best combinations of a search in simulations: the same that say how sure the answer to a plan is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.search.search_document import Combination, Finalist, Finalists
from hostwise.answers.search.totals import Limits
from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import COST, HOSTS, REQUIRED, SEED, Simulations, drawn, simulations
from hostwise.answers.uncertainty.verdict import CLEAR, MATERIALITY, band
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import fixed, percent, short_money
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
    level, of = percent(CLEAR), f"{fixed(number)} simulations"
    if best is None:
        return f"The limits of none of them hold in {level} of {of}."
    cost = finalists[best].cost_at_level
    assert cost is not None
    most = f"{short_money(cost)} {currency}"
    if best == 0:
        return f"The cheapest is also the best in simulations: in {level} of {of} it costs at most {most}."
    cheapest = finalists[0]
    against = f"the limits of the cheapest as sized hold in {percent(cheapest.holds)} only"
    if cheapest.cost_at_level is not None:
        hardly = ", which is hardly more" if cheapest.cost_at_level <= cost * (1 + MATERIALITY) else ""
        against = f"the cheapest as sized {short_money(cheapest.cost_at_level)} {currency}{hardly}"
    return f"In {level} of {of} {finalists[best].text} costs at most {most}; {against}."
