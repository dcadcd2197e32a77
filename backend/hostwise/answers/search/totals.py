"""What is asked of all combinations of a search: by walking through them, or by elimination where they are many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.search.search_document import SearchEngine
from hostwise.engine.quantities import Array
from hostwise.engine.space import (
    UNPRICED,
    Best,
    ByOption,
    FirstByOption,
    Front,
    Measures,
    Miss,
    Near,
    Nearest,
    NoStructure,
    ParallelMap,
    PointedStructure,
    PointsDone,
    Reasons,
    Sense,
    Space,
    reduce,
)

COST = "cluster_tco"
BESIDE: Mapping[str, Sense] = {"hosts": "lowest", "known_wear_out_probability": "lowest"}
"""What a point of the front is preferable in, beside the cost."""

MOST_WALKED = 500_000
"""Most combinations that are computed one by one."""

MOST_SPREAD = 20_000_000
"""Most of them where they are spread over processes, and nothing else can answer: some minutes of a core."""

Limits = Mapping[str, tuple[float, float]]


@dataclass(frozen=True)
class Totals:
    """What all combinations say together.

    Attributes:
        engine: how it was found.
        best: the cheapest feasible combinations, best first.
        least: the cost of the first of them; infinite if there is none.
        front: those of the Pareto front of cost, hosts and risk of wear.
        feasible: feasible combinations with a price.
        near: those within the share of the cheapest.
        binding: feasible combinations by the limit that decides their hosts.
        rejected: the others by reason.
        feasible_with: feasible combinations with each option of each choice.
        least_with: the least cost with each option.
        against: the reasons against the others with each option of a choice.
        first_with: the cheapest feasible combination with an option of a choice, of which some are feasible.
        nearest: the nearest miss by reason; None where it was not looked for.
    """

    engine: SearchEngine
    best: Sequence[int]
    least: float
    front: Sequence[int]
    feasible: int
    near: int
    binding: Mapping[str, int]
    rejected: Mapping[str, int]
    feasible_with: Sequence[NDArray[np.int64]]
    least_with: Sequence[Array]
    against: Callable[[int], Sequence[Counter[str]]]
    first_with: Callable[[int, int], int]
    nearest: Mapping[str, Miss | None]


def totals(
    space: Space,
    limits: Limits,
    number: int,
    within: float,
    measures: Measures,
    spread: ParallelMap | None = None,
    told: PointsDone | None = None,
) -> Totals:
    """All that is asked of a space: the same either way.

    Args:
        space: the combinations.
        limits: of quantities, and of relations between parts.
        number: how many of the cheapest are wanted.
        within: the share of the cheapest that counts as equally good.
        measures: how far a combination is from feasible, by the reason against it.
        spread: computes combinations one by one in several processes, where nothing else can answer.
        told: is told how many are computed, where each is.

    Raises:
        NoStructure: there are too many to be computed one by one, and they do not fall apart into small tables.
        SpaceNotSupported: as the space does.
    """
    if space.points > MOST_WALKED:
        try:
            return _eliminated(space, limits, number, within, measures)
        except NoStructure:
            if spread is None or space.points > MOST_SPREAD:
                raise
    return _walked(space, limits, number, within, measures, spread, told)


def _walked(
    space: Space,
    limits: Limits,
    number: int,
    within: float,
    measures: Measures,
    spread: ParallelMap | None,
    told: PointsDone | None,
) -> Totals:
    best = Best(COST, number, limits=limits)
    front = Front({COST: "lowest", **BESIDE}, limits=limits)
    reasons, by_option = Reasons(limits=limits), ByOption(space, COST, limits=limits)
    near = Near(COST, within, limits=limits)
    nearest, first = Nearest(COST, measures, limits=limits), FirstByOption(space, COST, limits=limits)
    reduce(space, best, front, reasons, by_option, near, nearest, first, spread=spread, told=told)
    priced = int(by_option.feasible[0].sum())
    return Totals(
        engine="all_combinations",
        best=best.points,
        least=best.values[0] if best.values else float("inf"),
        front=front.points,
        feasible=priced,
        near=near.number,
        binding=dict(reasons.binding),
        rejected=_with_unpriced(reasons.infeasible, reasons.binding, priced),
        feasible_with=by_option.feasible,
        least_with=by_option.least,
        against=by_option.against.__getitem__,
        first_with=lambda axis, option: int(first.points[axis][option]),
        nearest=nearest.found,
    )


def _eliminated(space: Space, limits: Limits, number: int, within: float, measures: Measures) -> Totals:
    structure = PointedStructure(space, COST, limits=limits, beside=tuple(BESIDE))
    (binding,), (infeasible,) = structure.reasons()
    least_with = [structure.least_by_option(axis) for axis in range(len(space.sizes))]
    return Totals(
        engine="elimination",
        best=structure.best(number)[0],
        least=structure.least,
        front=structure.front(BESIDE)[0],
        feasible=structure.feasible,
        near=structure.near(within),
        binding=dict(binding),
        rejected=_with_unpriced(infeasible, binding, structure.feasible),
        feasible_with=[structure.feasible_by_option(axis) for axis in range(len(space.sizes))],
        least_with=least_with,
        against=lambda axis: structure.reasons(axis)[1],
        first_with=lambda axis, option: structure.first_with(axis, option, float(least_with[axis][option])),
        nearest=structure.nearest(measures),
    )


def _with_unpriced(infeasible: Counter[str], binding: Counter[str], priced: int) -> dict[str, int]:
    unpriced = binding.total() - priced
    return {**infeasible, **({UNPRICED: unpriced} if unpriced else {})}
