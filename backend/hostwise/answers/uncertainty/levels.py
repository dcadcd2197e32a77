"""What each coverage level needs: hosts, the simulations that they cover, and the cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from hostwise.answers.running.coverage_level import LEVELS, at_level, enough_in, level_words, without_level
from hostwise.answers.running.run import Run
from hostwise.answers.simulations.simulations import COST, REQUIRED, Simulations
from hostwise.answers.steps.time_axis import with_clusters, with_demand_by_month
from hostwise.answers.uncertainty.uncertainty_document import Level
from hostwise.binding import Binding

_HOSTS, _FINAL, _MOST = "hosts", "final_hosts", "most_hosts"


def levels_of(run: Run, found: Simulations, told: Sequence[bool]) -> list[list[Level]]:
    """For each configuration what it needs as entered and at the levels to choose from.

    Args:
        run: the plan as it is.
        found: its simulations, with the hosts that they need at the sizing date and by month.
        told: whether the hosts of each configuration can be judged.
    """
    entered = without_level(run.binding)
    chosen = run.plan.policy.coverage_level
    shares = [None, *dict.fromkeys([*LEVELS, *([chosen] if chosen is not None else [])])]
    shares = [None, *sorted(each for each in shares if each is not None)]
    sized = [_sized(entered if share is None else _asked(entered, found, share)) for share in shares]
    levels = []
    for place, is_told in enumerate(told):
        required = found.of(REQUIRED, place)
        of_place: list[Level] = []
        first = None
        for share, (hosts, final, costs) in zip(shares, sized, strict=True):
            number, cost = hosts[place], costs[place]
            if not is_told or not isfinite(number) or np.isnan(required).all():
                continue
            first = cost if share is None else first
            known = first is not None and isfinite(first) and first > 0 and isfinite(cost)
            of_place.append(
                Level(
                    level=share,
                    label="As entered" if share is None else level_words(share),
                    hosts=int(number),
                    final_hosts=int(final[place]),
                    share=float((required <= number).mean()),
                    cost=float(cost) if isfinite(cost) else None,
                    dearer=float(cost / first - 1) if known and first is not None else None,
                    chosen=share == chosen,
                )
            )
        levels.append(of_place)
    return levels


def _asked(binding: Binding, found: Simulations, share: float) -> Binding:
    """The plan at a level; where hosts are given, with so many given as would be enough."""
    fixed, enough = binding.arrays["fixed_hosts"], enough_in(found.values[REQUIRED], share)[np.newaxis]
    fixed = np.where(np.isnan(fixed) | ~np.isfinite(enough), fixed, enough)
    at_share = at_level(binding, found, share)
    return replace(at_share, arrays=at_share.arrays | {"fixed_hosts": fixed})


def _sized(binding: Binding) -> tuple[Sequence[float], Sequence[float], Sequence[float]]:
    """Hosts of every configuration at first and at the horizon, and their cost."""
    values = binding.after(with_clusters, with_demand_by_month).evaluate([_HOSTS, _FINAL, COST, _MOST]).values
    shape = 1, len(binding.plan.configurations)
    hosts, final, costs, most = (np.broadcast_to(values[each], shape)[0] for each in (_HOSTS, _FINAL, COST, _MOST))
    # What no cluster can hold has no cost.
    return hosts.tolist(), final.tolist(), np.where(hosts > most, np.nan, costs).tolist()
