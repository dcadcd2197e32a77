"""Futures: the same plan with its uncertain values moved, all evaluated in the same graph at once."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from scipy.special import ndtri

from hostwise.answers.doubt.causes import Causes
from hostwise.answers.running.time_axis import FLOW, REFERENCE, demand_by_month, least_clusters_of
from hostwise.binding import Binding
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array

COST, LIFE, HOSTS, REQUIRED = "cluster_tco", "known_life_years", "hosts", "required_hosts"
_WANTED = (COST, LIFE, HOSTS, REQUIRED)

_AT_ONCE = 256
"""Futures that are evaluated in one call, with their months: their arrays fit the processor's cache."""


@dataclass(frozen=True)
class Futures:
    """The results of each future: (futures, configurations)."""

    values: Mapping[str, Array]

    def of(self, name: str, configuration: int) -> Array:
        """A quantity of a configuration in all futures."""
        column: Array = self.values[name][:, configuration]
        return column

    def part(self, futures: slice) -> Futures:
        """Some of them."""
        return Futures({name: values[futures] for name, values in self.values.items()})


def drawn(causes: int, number: int, seed: int) -> Array:
    """Scrambled Sobol' points as standard normal numbers: (futures, causes). `number` is a power of two."""
    if not causes:
        return np.zeros((number, 0))
    # Imported late: an evaluation without doubt does not need it, and it takes most of a second to load.
    from scipy.stats import qmc

    points = qmc.Sobol(causes, scramble=True, rng=np.random.default_rng(seed)).random_base2(
        int(number).bit_length() - 1
    )
    # A point at the very edge would be infinitely far away.
    return np.asarray(ndtri(np.clip(points, 2.0**-32, 1 - 2.0**-32)))


def futures(
    binding: Binding,
    causes: Causes,
    numbers: Array,
    wanted: tuple[str, ...] = _WANTED,
    reference: int | None = None,
) -> Futures:
    """Evaluate a plan in futures.

    Args:
        binding: the plan as it is evaluated; hosts by month and clusters are recomputed.
        causes: what moves.
        numbers: how far, as standard normal numbers: (futures, causes).
        wanted: the quantities to find.
        reference: place of the configuration whose cash flow is recomputed, too; None leaves it as it is.
    """
    binding = replace(binding, evaluated=None)
    # Where only prices move, the hosts are those of the plan: such futures are evaluated together.
    asks = numbers[:, causes.behind(REQUIRED)].any(axis=1)
    pieces = [
        rows[start : start + _AT_ONCE]
        for rows in (np.flatnonzero(asks), np.flatnonzero(~asks))
        for start in range(0, len(rows), _AT_ONCE)
    ]
    # Machine code runs beside other threads; NumPy's many small steps would only wait for each other.
    threads = min(len(pieces), MODEL.kernel.threads) if MODEL.kernel else 1
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(partial(_some, binding, causes, wanted, reference), [numbers[rows] for rows in pieces]))
    found = {name: np.empty((len(numbers), len(binding.plan.configurations))) for name in wanted}
    for rows, part in zip(pieces, parts, strict=True):
        for name in wanted:
            found[name][rows] = part[name]
    return Futures(found)


def _some(
    binding: Binding, causes: Causes, wanted: tuple[str, ...], reference: int | None, numbers: Array
) -> dict[str, Array]:
    changes = causes.changes(binding, numbers)
    if any(MODEL.rests_on(REQUIRED, name) for name in changes):
        # Some futures need fewer clusters than the plan as it is.
        one = replace(binding, arrays=binding.arrays | {"clusters": np.ones((1, 1))})
        changes["clusters"] = least_clusters_of(one, changes)
        changes |= demand_by_month(binding, changes, len(numbers))
    if reference is not None:
        flow = binding.evaluate([FLOW], changes).values[FLOW]
        changes[REFERENCE] = flow[:, [min(reference, flow.shape[1] - 1)]]
    found = binding.evaluate(wanted, changes).values
    shape = len(numbers), len(binding.plan.configurations)
    return {name: np.broadcast_to(found[name], shape) for name in wanted}
