"""Which configuration is advised, how sure that is, and what would change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.doubt.causes import Z95, Cause
from hostwise.answers.doubt.futures import COST, Futures
from hostwise.engine.quantities import Array
from hostwise.plan.answers.doubt import Strength

CLEAR, LEANING = 0.9, 0.7
"""Shares of the futures from which on an advice is clear, or leans."""

SURE = 1 - 1e-12
"""The share that counts as all futures."""

EVEN = 0.001
"""Costs that differ by less than this share count as the same."""

_ABOUT = 0.01
"""Shares of the futures that differ by less are about the same."""

_REACH = 2.5758293035489004
"""How far a break-even is looked for: between the 0.5th and the 99.5th percentile."""

_GRID = np.linspace(-_REACH, _REACH, 17)
_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Ranking:
    """The configurations that can be chosen, over all futures."""

    candidates: Sequence[int]
    probability: Mapping[int, float]
    regret: Mapping[int, float]
    feasible: Mapping[int, float]
    """The share of the futures in which each can be built."""

    @property
    def advised(self) -> int:
        """The one that is the cheapest in most futures; among equals, the one with the least regret."""
        return min(self.candidates, key=lambda each: (-self.probability[each], self.regret[each], each))

    @property
    def on_average(self) -> int:
        """The one that costs least on average, of those that can be built about as often as the advised one."""
        able = [each for each in self.candidates if self.is_as_feasible(each)]
        return min(able, key=lambda each: (self.regret[each], -self.probability[each], each))

    def is_as_feasible(self, place: int) -> bool:
        """Whether it can be built in about as many futures as the advised one."""
        return self.feasible[place] >= self.feasible[self.advised] - _ABOUT

    @property
    def strength(self) -> Strength:
        """How sure it is that the advised one is the cheapest; too close where another one is so on average."""
        sure = self.probability[self.advised]
        if len(self.candidates) == 1:
            return "clear" if sure >= SURE else "leaning"
        if self.regret[self.on_average] < self.regret[self.advised]:
            return "too_close"
        return "clear" if sure >= CLEAR else "leaning" if sure >= LEANING else "too_close"

    def runner_up(self) -> int | None:
        """The one to compare the advised one with: it is the cheapest often enough to put the advice in doubt.

        If none is, the one of the others that costs least on average: it is the next in the list.
        """
        others = [each for each in self.candidates if each != self.advised]
        rivals = [each for each in others if self.probability[each] > 1 - CLEAR]
        if rivals:
            return min(rivals, key=lambda each: (-self.probability[each], self.regret[each], each))
        return min(others, key=lambda each: (self.regret[each], -self.probability[each], each)) if others else None


def ranked(found: Futures, candidates: Sequence[int]) -> Ranking:
    """Rank configurations by how often they are the cheapest feasible one.

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
        {each: float(shares[:, place].mean()) for place, each in enumerate(candidates)},
        {each: _mean(excess[:, place]) for place, each in enumerate(candidates)},
        {each: float(np.isfinite(known[:, place]).mean()) for place, each in enumerate(candidates)},
    )


def difference(found: Futures, one: int, other: int) -> Array:
    """Cost of one configuration less that of another one, in each future."""
    return found.of(COST, one) - found.of(COST, other)


def at_ends(causes: int) -> Array:
    """Futures in which one cause is at its 5th and then at its 95th percentile, and all others at their median."""
    return np.concatenate([np.eye(causes) * -Z95, np.eye(causes) * Z95])


def break_evens(
    evaluate: Callable[[Array], Futures], causes: Sequence[Cause], one: int, other: int
) -> list[float | None]:
    """For each cause the factor, or the points, nearest to the median at which two configurations cost the same.

    Searched on a grid, then refined where the difference changes its sign; None where it does not.
    """
    number = len(causes)

    def apart(z: Array, cause: Array) -> Array:
        rows = np.zeros((z.size, number))
        rows[np.arange(z.size), cause.astype(int).reshape(-1)] = z.reshape(-1)
        return difference(evaluate(rows), one, other).reshape(z.shape)

    all_causes = np.arange(number)
    found = apart(np.tile(_GRID, (number, 1)), np.repeat(all_causes[:, np.newaxis], len(_GRID), axis=1))
    flips = np.sign(found[:, 1:]) * np.sign(found[:, :-1]) < 0
    # Of several, the one nearest to the median.
    nearest = np.where(flips, np.abs(_GRID[1:] + _GRID[:-1]), np.inf).argmin(axis=1)
    searched = all_causes[flips.any(axis=1)]
    if not searched.size:
        return [None] * number
    # Imported late: an evaluation without doubt does not need it.
    from scipy.optimize.elementwise import find_root

    ends = _GRID[nearest[searched]], _GRID[nearest[searched] + 1]
    root = find_root(apart, ends, args=(searched.astype(float),), tolerances={"xatol": _TOLERANCE, "fatol": 0.0})
    turns: list[float | None] = [None] * number
    for place, z in zip(searched, root.x, strict=True):
        turns[place] = float(causes[place].change(np.array(z)))
    return turns


def band(values: Array) -> tuple[float | None, float | None, float | None]:
    """The 5th, 50th and 95th percentile of the known values; None where that is infinite, or nothing is known."""
    known = values[~np.isnan(values)]
    if len(known) == 0:
        return None, None, None
    found: NDArray[np.float64] = np.quantile(known, (0.05, 0.5, 0.95), method="inverted_cdf")
    low, middle, high = (float(each) if np.isfinite(each) else None for each in found)
    return low, middle, high


def _mean(values: Array) -> float:
    known = values[~np.isnan(values)]
    return float(known.mean()) if len(known) else float("inf")
