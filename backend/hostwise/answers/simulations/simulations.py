"""Simulations: the same plan with its uncertain values moved, all evaluated in the same graph at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from hostwise.answers.simulations.causes import Causes
from hostwise.answers.simulations.drawn_events import with_events
from hostwise.answers.steps.time_axis import FLOW, REFERENCE, demand_by_month, event_writes, least_clusters_of
from hostwise.binding import Binding
from hostwise.binding.dates import sizing_moment
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.plan.document import Plan

COST, LIFE, HOSTS, REQUIRED = "cluster_tco", "flash_life_years", "hosts", "required_hosts"
DEMANDED = "demanded_hosts"
"""The hosts for the demand of each month, as the values drawn need them: (simulations, configurations, months)."""

SIMULATIONS = 4096
SEED = 1
"""Number of simulations, and the seed of their points: the same plan has the same simulations."""

_FEWER = ((600, SIMULATIONS), (1500, 2048), (3000, 1024))
"""VM groups times configurations, and the number of simulations up to there."""

_LEAST = 256
"""The number beyond."""

_WANTED = (COST, LIFE, HOSTS, REQUIRED)


@dataclass(frozen=True)
class Simulations:
    """The results of each simulation: (simulations, configurations)."""

    values: Mapping[str, Array]

    def of(self, name: str, configuration: int) -> Array:
        """A quantity of a configuration in all simulations."""
        column: Array = self.values[name][:, configuration]
        return column

    def part(self, simulations: slice) -> Simulations:
        """Some of them."""
        return Simulations({name: values[simulations] for name, values in self.values.items()})


def usual_number(plan: Plan) -> int:
    """How many simulations a plan has by default: fewer where each takes long."""
    size = len(plan.workload.groups) * len(plan.configurations)
    return next((number for most, number in _FEWER if size <= most), _LEAST)


def drawn(causes: int, number: int, seed: int) -> Array:
    """Scrambled Sobol' points as standard normal numbers: (simulations, causes). `number` is a power of two."""
    if not causes:
        return np.zeros((number, 0))
    # Imported late: an evaluation without doubt does not need it, and it takes most of a second to load.
    from scipy.stats import qmc

    points = qmc.Sobol(causes, scramble=True, rng=np.random.default_rng(seed)).random_base2(
        int(number).bit_length() - 1
    )
    # A point at the very edge would be infinitely far away.
    return np.asarray(ndtri(np.clip(points, 2.0**-32, 1 - 2.0**-32)))


def simulations(
    binding: Binding,
    causes: Causes,
    numbers: Array,
    wanted: tuple[str, ...] = _WANTED,
    reference: int | None = None,
    *,
    known: bool = False,
) -> Simulations:
    """Evaluate a plan in simulations.

    Args:
        binding: the plan as it is evaluated; hosts by month and clusters are recomputed.
        causes: what moves.
        numbers: how far, as standard normal numbers: (simulations, causes).
        wanted: the quantities to find.
        reference: place of the configuration whose cash flow is recomputed, too; None leaves it as it is.
        known: whether each simulation knows what is drawn in it: a limit of a probability then has no margin for it.
    """
    binding = replace(binding, evaluated=None)
    if known:
        binding = replace(binding, arrays=binding.arrays | without_margin(binding))
    # Where only prices move, the hosts are those of the plan: such simulations are evaluated together.
    asks = numbers[:, causes.behind(REQUIRED)].any(axis=1)
    some = partial(_some, binding, causes, wanted, reference)
    parts = _in_pieces(binding, some, numbers, [np.flatnonzero(asks), np.flatnonzero(~asks)])
    shape = len(numbers), len(binding.plan.configurations)
    months = binding.arrays["month"].shape[-1]
    found = {name: np.empty((*shape, months) if name == DEMANDED else shape) for name in wanted}
    for rows, part in parts:
        for name in wanted:
            found[name][rows] = part[name]
    return Simulations(found)


def without_margin(binding: Binding) -> dict[str, Array]:
    """The limits of a probability, where what makes it is drawn: they hold, or they do not.

    At one half, and with all uncertainty symmetric, the margin is 1: drives may wear out at the horizon, and no
    earlier.
    """
    limit = binding.arrays[_LIMIT]
    even = {name: np.zeros_like(binding.arrays[name]) for name in _ONE_SIDED}
    return {_LIMIT: np.where(np.isnan(limit), np.nan, _EVEN), **even}


_LIMIT, _EVEN = "max_wear_out_probability", 0.5
_ONE_SIDED = (
    "own_write_sigma",
    "group_write_sigma",
    "group_write_shift",
    "growth_sigma",
    "data_reduction_sigma",
    "data_reduction_shift",
    "stack_write_sigma",
    "stack_write_shift",
    "stack_write_skew",
)
"""What moves the median of the wear away from the wear as entered."""


def _in_pieces(
    binding: Binding, some: Callable[[Array], dict[str, Array]], numbers: Array, kinds: Sequence[NDArray[np.intp]]
) -> list[tuple[NDArray[np.intp], dict[str, Array]]]:
    """Evaluate simulations some at a time, beside each other where the code is compiled."""
    at_once = _at_once(binding)
    pieces = [rows[start : start + at_once] for rows in kinds for start in range(0, len(rows), at_once)]
    # Machine code runs beside other threads; NumPy's many small steps would only wait for each other.
    threads = min(len(pieces), MODEL.kernel.threads) if MODEL.kernel else 1
    with ThreadPoolExecutor(max(threads, 1)) as pool:
        return list(zip(pieces, pool.map(some, [numbers[rows] for rows in pieces]), strict=True))


def _at_once(binding: Binding) -> int:
    """Simulations that are evaluated in one call, with their months: their arrays fit the processor's cache."""
    months, groups = binding.arrays["month"].shape[-1], len(binding.plan.workload.groups)
    most = _NUMBERS // (months * len(binding.plan.configurations) * max(1, groups // _FEW_GROUPS))
    return int(2 ** np.floor(np.log2(np.clip(most, _LEAST_AT_ONCE, _AT_ONCE))))


_AT_ONCE, _LEAST_AT_ONCE = 256, 16
_NUMBERS = 16_000
_FEW_GROUPS = 8


def _some(
    binding: Binding, causes: Causes, wanted: tuple[str, ...], reference: int | None, numbers: Array
) -> dict[str, Array]:
    changes = causes.changes(binding, numbers)
    binding, of_events = with_events(binding, changes, causes.happens(binding.plan, numbers))
    changes |= of_events
    found: dict[str, Array] = {}
    if binding.levels is not None:
        # What the values drawn need, whatever was bought.
        own = tuple(each for each in wanted if each in (REQUIRED, DEMANDED))
        free = _free(binding)
        found = _found(free, changes | _hosts(free, changes, len(numbers), always=True), own, len(numbers))
    changes |= _hosts(binding, changes, len(numbers), always=DEMANDED in wanted)
    if binding.plan.workload.events:
        changes |= event_writes(binding, changes)
    if reference is not None:
        flow = binding.evaluate([FLOW], changes).values[FLOW]
        changes[REFERENCE] = flow[:, [min(reference, flow.shape[1] - 1)]]
    rest = tuple(each for each in wanted if each not in found)
    return found | _found(binding, changes, rest, len(numbers))


def _free(binding: Binding) -> Binding:
    """The plan without the hosts of a coverage level."""
    return replace(binding, arrays=binding.arrays | {"level_hosts": np.full((1, 1), np.nan)}, levels=None)


def _hosts(binding: Binding, changes: Mapping[str, Array], simulations: int, *, always: bool) -> dict[str, Array]:
    """Clusters and hosts by month, where anything moves them, or always."""
    if not any(MODEL.rests_on(REQUIRED, name) for name in changes):
        if not always:
            return {}
        changes, simulations = {}, 1
    # Some simulations need fewer clusters than the plan as it is, and none fewer than its placement.
    least = binding.least_clusters.get(sizing_moment(binding.plan), np.ones(1))
    one = replace(binding, arrays=binding.arrays | {"clusters": least[np.newaxis]})
    clusters = least_clusters_of(one, changes)
    return {"clusters": clusters, **demand_by_month(binding, {**changes, "clusters": clusters}, simulations)}


def _found(
    binding: Binding, changes: Mapping[str, Array], wanted: tuple[str, ...], simulations: int
) -> dict[str, Array]:
    shape = simulations, len(binding.plan.configurations)
    if not wanted:
        return {}
    values = binding.evaluate([each for each in wanted if each != DEMANDED], changes).values
    found = {name: np.broadcast_to(values[name], shape) for name in wanted if name != DEMANDED}
    if DEMANDED in wanted:
        months = changes.get(DEMANDED, binding.arrays.get(DEMANDED))
        assert months is not None
        found[DEMANDED] = np.broadcast_to(months, (*shape, months.shape[-1]))
    return found
