"""Each cause's share of the uncertainty: Sobol' indices of the comparison, or of the cost where nothing is compared."""

from __future__ import annotations

from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from hostwise.answers.evaluation.evaluation_answer import result_of
from hostwise.answers.evaluation.order import candidates_of
from hostwise.answers.evaluation.parts import only
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.simulations.causes import Cause, causes_of
from hostwise.answers.simulations.simulations import COST, SEED, simulations
from hostwise.answers.uncertainty.uncertainty_document import Index, Indices
from hostwise.answers.uncertainty.verdict import difference
from hostwise.catalogue.loader import Catalogue
from hostwise.engine import ENGINE_VERSION
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan
from hostwise.plan.hashing import plan_hash

POINTS = 256
"""Points of each of the two samples: the plan is evaluated so many times for each cause, and twice more."""

_FARTHEST = 6.0
"""A point at the very edge would be infinitely far away."""

_RESAMPLES = 100


def indices_of(plan: Plan, catalogue: Catalogue, seed: int = SEED, points: int = POINTS) -> Indices:
    """First-order and total indices of the causes of uncertainty (Saltelli's design on Sobol' points, by SciPy).

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
    result = result_of(run, catalogue, plan.configurations[0].key, only(COST))
    causes = causes_of(run.binding, catalogue)
    # As the verdict compares them: by their cost as sized.
    places = candidates_of(result.configurations)
    order = sorted(places, key=lambda each: (run.evaluation.value(COST, each), each))
    advised, other = order[0] if order else 0, order[1] if len(order) > 1 else None

    def apart(numbers: Array) -> Array:
        moved = simulations(run.binding, causes, np.clip(numbers.T, -_FARTHEST, _FARTHEST), (COST,), known=True)
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
        # Nothing varies, or some simulations have no cost.
        return answer
    with np.errstate(invalid="ignore", divide="ignore"), catch_warnings():
        # What moves nothing has no interval.
        simplefilter("ignore")
        spread = shares.bootstrap(confidence_level=0.9, n_resamples=_RESAMPLES)
    errors = np.maximum(*(_half(each.confidence_interval) for each in (spread.first_order, spread.total_order)))
    indices = [
        _index(cause, float(own), float(whole), float(error))
        for cause, own, whole, error in zip(causes, first, total, errors, strict=True)
    ]
    return answer.model_copy(update={"indices": sorted(indices, key=lambda each: -each.total_order)})


def _half(interval: Any) -> Array:
    """Half the width of an interval."""
    half: Array = np.nan_to_num(np.asarray((interval.high - interval.low) / 2))
    return half


def _index(cause: Cause, own: float, whole: float, error: float) -> Index:
    """Both indices with the digits that their error leaves; by itself a cause has no more than together with others."""
    digits = _MOST_DIGITS if error <= 0 else int(np.clip(-np.floor(np.log10(error)), 0, _MOST_DIGITS))
    whole = round(max(whole, 0.0), digits)
    own = min(round(max(own, 0.0), digits), whole)
    return Index(cause=cause.key, name=cause.name, first_order=own, total_order=whole, error=float(f"{error:.1g}"))


_MOST_DIGITS = 3
