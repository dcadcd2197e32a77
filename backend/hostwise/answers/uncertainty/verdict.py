"""Which configuration is advised, how sure that is, and what would change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.evaluation.order import Order
from hostwise.answers.simulations.causes import Cause
from hostwise.answers.simulations.input_distributions import Z95
from hostwise.answers.simulations.simulations import COST, Simulations
from hostwise.answers.uncertainty.uncertainty_document import Strength
from hostwise.engine.quantities import Array

CLEAR, LEANING = 0.9, 0.7
"""Shares of simulations from which on an advice is clear, or leans."""

MATERIALITY = 0.03
"""The share of the cost below which configurations are not told apart, where nothing else is said."""

EVEN = 0.001
"""Costs that differ by less than this share in a simulation are equal there."""

_REACH = 2.5758293035489004
"""How far a break-even is looked for: between the 0.5th and the 99.5th percentile."""

_GRID = np.linspace(-_REACH, _REACH, 17)
_TOLERANCE = 1e-6
_DUST = 1e-12


@dataclass(frozen=True)
class Ranking(Order):
    """The same over all simulations."""

    probability: Mapping[int, float]
    """The share of simulations in which each is the cheapest."""
    regret: Mapping[int, float]
    feasible: Mapping[int, float]
    """The share of simulations in which each can be built."""
    alike: float
    """The share of simulations in which those that are near as sized are so, too."""

    @property
    def strength(self) -> Strength:
        """How sure it is, before anything caps it."""
        if len(self.near) > 1:
            return "either"
        sure = self.probability[self.best]
        return "clear" if sure >= CLEAR else "leaning" if sure >= LEANING else "open"

    @property
    def most_often(self) -> int:
        """The cheapest in most simulations."""
        return min(self.order, key=lambda each: (-self.probability[each], self.regret[each]))


def weaker(strength: Strength, most: Strength) -> Strength:
    """The weaker of two strengths."""
    order: tuple[Strength, ...] = ("clear", "leaning", "open", "none")
    return max(strength, most, key=order.index) if strength in order else strength


def ranked(
    found: Simulations, candidates: Sequence[int], cost: Mapping[int, float], materiality: float = MATERIALITY
) -> Ranking:
    """Rank configurations by their cost as sized, and by how often they are the cheapest.

    Where several cost the same, each has its part of the future. A future in which none is feasible counts for none.
    """
    costs = found.values[COST][:, list(candidates)]
    known = np.where(np.isfinite(costs), costs, np.inf)
    cheapest = known.min(axis=1, keepdims=True)
    wins = np.isfinite(known) & (known <= cheapest * (1 + EVEN))
    shares = wins / np.maximum(wins.sum(axis=1, keepdims=True), 1)
    # An infeasible future is worse than any cost: it counts in the probability, not in the regret.
    with np.errstate(invalid="ignore"):
        excess = np.where(np.isfinite(known), known - cheapest, np.nan)
    return Ranking(
        candidates,
        cost,
        materiality,
        {each: float(shares[:, place].mean()) for place, each in enumerate(candidates)},
        {each: _mean(excess[:, place]) for place, each in enumerate(candidates)},
        {each: float(np.isfinite(known[:, place]).mean()) for place, each in enumerate(candidates)},
        _alike(known, Order(candidates, cost, materiality)),
    )


def _alike(known: Array, order: Order) -> float:
    """The share of simulations in which all that are near as sized cost within the materiality of each other."""
    near = known[:, [list(order.candidates).index(each) for each in order.near]]
    least = near.min(axis=1)
    return float((np.isfinite(least) & (near.max(axis=1) < least + np.abs(least) * order.materiality)).mean())


def difference(found: Simulations, one: int, other: int) -> Array:
    """Cost of one configuration less that of another one, in each simulation."""
    return found.of(COST, one) - found.of(COST, other)


def at_ends(causes: int) -> Array:
    """Simulations in which one cause is at its 5th and then at its 95th percentile, and all others at their median."""
    return np.concatenate([np.eye(causes) * -Z95, np.eye(causes) * Z95])


def break_evens(
    evaluate: Callable[[Array], Simulations], causes: Sequence[Cause], one: int, other: int, searched: Sequence[int]
) -> dict[int, float]:
    """The factor, or the points, nearest to the median at which two configurations cost the same, by cause.

    Searched on a grid, then refined where the difference changes its sign; without those where it does not.

    Args:
        evaluate: the plan in simulations.
        causes: all causes.
        one: a configuration.
        other: another one.
        searched: the places of the causes that are looked at.
    """
    number = len(causes)

    def apart(z: Array, cause: Array) -> Array:
        rows = np.zeros((z.size, number))
        # At exactly 0 a value is as it is, which of list prices is not their middle.
        rows[np.arange(z.size), cause.astype(int).reshape(-1)] = np.where(z == 0, _DUST, z).reshape(-1)
        return difference(evaluate(rows), one, other).reshape(z.shape)

    if not searched:
        return {}
    places = np.array(searched)
    found = apart(np.tile(_GRID, (len(places), 1)), np.repeat(places[:, np.newaxis], len(_GRID), axis=1))
    flips = np.sign(found[:, 1:]) * np.sign(found[:, :-1]) < 0
    # Of several, the one nearest to the median.
    nearest = np.where(flips, np.abs(_GRID[1:] + _GRID[:-1]), np.inf).argmin(axis=1)
    turning = np.flatnonzero(flips.any(axis=1))
    if not turning.size:
        return {}
    # Imported late: an evaluation without doubt does not need it.
    from scipy.optimize.elementwise import find_root

    ends = _GRID[nearest[turning]], _GRID[nearest[turning] + 1]
    args = (places[turning].astype(float),)
    root = find_root(apart, ends, args=args, tolerances={"xatol": _TOLERANCE, "fatol": 0.0})
    return {
        int(place): float(causes[place].change(np.array(z if z != 0 else _DUST)))
        for place, z in zip(places[turning], root.x, strict=True)
    }


def band(values: Array) -> tuple[float | None, float | None]:
    """The 5th and 95th percentile of the known values; None where that is infinite, or nothing is known."""
    known = values[~np.isnan(values)]
    if len(known) == 0:
        return None, None
    found: NDArray[np.float64] = np.quantile(known, (0.05, 0.95), method="inverted_cdf")
    low, high = (float(each) if np.isfinite(each) else None for each in found)
    return low, high


def _mean(values: Array) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("inf")
