"""The effect of each number of a plan on its answer: which inputs to check first."""

from __future__ import annotations

from math import isfinite

import numpy as np

from hostwise.answers.question import question
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import Cause
from hostwise.answers.simulations.input_distributions import Z95
from hostwise.answers.simulations.simulations import COST, REQUIRED, simulations
from hostwise.answers.simulations.single_causes import each_by_itself
from hostwise.answers.uncertainty.uncertainty_document import FieldSensitivity, Sensitivities
from hostwise.answers.uncertainty.verdict import at_ends
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

MOST_NUMBERS = 600
"""Most numbers that are moved; in a longer plan the first ones, which are those of its first VM groups."""


@question(
    "sensitivities",
    "Which numbers of a plan move its cost most: each by itself, through its range or by a tenth.",
    by_hand={"command": "uncertainty --sensitivity"},
    former=("sensitivity",),
)
def sensitivity_of(plan: Plan, catalogue: Catalogue) -> Sensitivities:
    """The numbers of a plan by their effect on cost and hosts, each moved by itself.

    An uncertain number is moved to the ends of its range, from the 5th to the 95th percentile, any other by a tenth.
    Its effect is the largest change of the cost of any configuration, as a share of that; where no cost is known, that
    of the hosts.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    binding = run_plan(plan, catalogue).binding
    causes = each_by_itself(binding, catalogue, MOST_NUMBERS)
    number = len(causes)
    # The last one is the plan as it is.
    found = simulations(binding, causes, np.concatenate([at_ends(number), np.zeros((1, number))]))
    costs, hosts = found.values[COST], found.values[REQUIRED]
    measured = costs if np.isfinite(costs[-1]).any() else hosts
    with np.errstate(invalid="ignore", divide="ignore"):
        apart = np.abs(measured[:-1] / measured[-1] - 1)
    shares = np.max(np.where(np.isfinite(apart), apart, 0), axis=1, initial=0)
    effects = [
        _effect(cause, max(shares[place], shares[number + place]), costs[[place, number + place]])
        for place, cause in enumerate(causes)
    ]
    return Sensitivities(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        currency=plan.economics.currency,
        of="cost" if measured is costs else "hosts",
        sensitivities=sorted((each for each in effects if each.share > 0), key=lambda each: -each.share),
    )


def _effect(cause: Cause, share: float, costs: Array) -> FieldSensitivity:
    low, high = (float(cause.change(np.array(end))) for end in (-Z95, Z95))
    return FieldSensitivity(
        pointer=cause.reach.key,
        shape="factor" if cause.reach.is_factor else "points",
        low=low,
        high=high,
        share=float(share),
        low_costs=[float(each) if isfinite(each) else None for each in costs[0]],
        high_costs=[float(each) if isfinite(each) else None for each in costs[1]],
    )
