"""Each cause's share of the doubt: Sobol' indices of the comparison, or of the cost where nothing is compared."""

from __future__ import annotations

import numpy as np

from hostwise.answers.doubt.causes import causes_of
from hostwise.answers.doubt.doubt_answer import SEED
from hostwise.answers.doubt.futures import COST, drawn, futures
from hostwise.answers.doubt.verdict import difference, ranked
from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.evaluation.parts import Parts
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.quantities import Array
from hostwise.plan.answers.doubt import Index, Indices
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

POINTS = 256
"""Points of each of the two samples: the plan is evaluated so many times for each cause, and twice more."""

_FARTHEST = 6.0
"""A point at the very edge would be infinitely far away."""

_RANKED = 256


def indices_of(plan: Plan, catalogue: Catalogue, seed: int = SEED, points: int = POINTS) -> Indices:
    """First-order and total indices of the causes of doubt (Saltelli's design on Sobol' points, by SciPy).

    A first-order index is the share of the variance that a cause has by itself, a total one the share that it has
    together with others. They are estimates: with few points small ones may come out below 0.

    Args:
        plan: the plan.
        catalogue: the catalogue that it refers to.
        seed: seed of the points.
        points: how many, a power of two.

    Raises:
        PlanError: the plan has unknown or incompatible references.
    """
    run = run_plan(plan, catalogue)
    result = result_of(run, catalogue, plan.configurations[0].key, Parts(False, False, (COST,)))
    causes = causes_of(run.binding, catalogue)
    candidates = [place for place, each in enumerate(result.configurations) if each.feasible]
    found = futures(run.binding, causes, drawn(len(causes), _RANKED, seed))
    ranking = ranked(found, candidates) if candidates else None
    advised = ranking.advised if ranking is not None else 0
    other = ranking.runner_up() if ranking is not None else None

    def apart(numbers: Array) -> Array:
        moved = futures(run.binding, causes, np.clip(numbers.T, -_FARTHEST, _FARTHEST))
        return moved.of(COST, advised) if other is None else difference(moved, advised, other)

    keys = [each.key for each in plan.configurations]
    answer = Indices(
        plan_hash=plan_hash(plan),
        engine_version=ENGINE_VERSION,
        catalogue_version=catalogue.version,
        seed=seed,
        points=points,
        advised=keys[advised],
        runner_up=None if other is None else keys[other],
        indices=[],
    )
    if not len(causes):
        return answer
    # Imported late: it is rarely needed, and takes most of a second to load.
    from scipy.stats import norm, sobol_indices

    with np.errstate(invalid="ignore", divide="ignore"):
        shares = sobol_indices(func=apart, n=points, dists=[norm()] * len(causes), rng=np.random.default_rng(seed))
    first, total = shares.first_order, shares.total_order
    if not (np.isfinite(first).all() and np.isfinite(total).all()):
        # Nothing varies, or some futures have no cost.
        return answer
    indices = [
        Index(cause=cause.key, name=cause.name, first_order=float(own), total_order=float(whole))
        for cause, own, whole in zip(causes, first, total, strict=True)
    ]
    return answer.model_copy(update={"indices": sorted(indices, key=lambda each: -each.total_order)})
