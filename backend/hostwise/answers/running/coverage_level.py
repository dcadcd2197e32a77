"""The hosts that hold every limit in a share of simulations: what a plan buys whose policy has a coverage level.

For each month the least whole number of hosts that is enough in at least that share of simulations, never fewer than in
the month before; the same at the sizing date. It enters the run as an input, so that hosts, purchases and cost follow.
Below what the values as entered need no level goes: their limits hold, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

import numpy as np

from hostwise.answers.simulations.causes import causes_of
from hostwise.answers.simulations.simulations import (
    DEMANDED,
    REQUIRED,
    SEED,
    Simulations,
    drawn,
    simulations,
    usual_number,
)
from hostwise.binding import Binding
from hostwise.binding.origins import Origin
from hostwise.binding.recorder import Entry, Records
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import MONTHS_PER_YEAR
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import fixed, percent
from hostwise.plan.answers.result import InputStatus

LEVEL = "level_hosts"

LEVELS = {0.9: "9 of 10 simulations", 0.98: "49 of 50 simulations"}
"""The levels to choose from."""


def level_words(share: float) -> str:
    r"""A coverage level in words.

    >>> level_words(0.9), level_words(0.98), level_words(0.75).replace("\u202f", " ").replace("\xa0", " ")
    ('9 of 10 simulations', '49 of 50 simulations', '75 % of simulations')
    """
    return LEVELS.get(share, f"{percent(share)} of simulations")


def with_coverage_level(binding: Binding, catalogue: Catalogue) -> Binding:
    """The hosts of the policy's coverage level; without one, the plan as it is."""
    share = binding.plan.policy.coverage_level
    if share is None:
        return binding
    causes = causes_of(binding, catalogue)
    numbers = drawn(len(causes), usual_number(binding.plan), SEED)
    return at_level(binding, simulations(binding, causes, numbers, (REQUIRED, DEMANDED), known=True), share)


def at_level(binding: Binding, found: Simulations, share: float) -> Binding:
    """A plan with the hosts that are enough in a share of some simulations; given hosts stay as they are.

    Args:
        binding: the plan.
        found: `required_hosts` and `demanded_hosts` in each simulation.
        share: the share.
    """
    given = ~np.isnan(np.broadcast_to(binding.arrays["fixed_hosts"], (1, len(binding.plan.configurations))))
    at_sizing = enough_in(found.values[REQUIRED], share)[np.newaxis]
    months = binding.arrays["month"][0, 0]
    # Own hosts are never given back; hosts of other models are, which others stand in for.
    others = np.array([each.hosts.sum(axis=0)[: len(months)] for each in binding.models])
    by_month = np.maximum.accumulate(enough_in(found.values[DEMANDED], share) - others, axis=-1) + others
    before = (months <= binding.plan.policy.sizing_years * MONTHS_PER_YEAR) & (others == others[:, :1])
    at_sizing = np.maximum(at_sizing, np.where(before, by_month, 0).max(axis=-1)[np.newaxis])
    at_sizing, by_month = np.where(given, np.nan, at_sizing), np.where(given.T, np.nan, by_month)
    records = dict(binding.inputs)
    for each, hosts, later in zip(binding.plan.configurations, at_sizing[0].tolist(), by_month, strict=True):
        (entry,) = records[LEVEL, each.key].entries
        if not np.isnan(hosts):
            records[LEVEL, each.key] = Records(_entry(entry, hosts, later.tolist(), share))
    return replace(binding, arrays=binding.arrays | {LEVEL: at_sizing}, inputs=records, levels=by_month, evaluated=None)


def enough_in(required: Array, share: float) -> Array:
    """The least number that is enough in at least a share of simulations, which come first; missing if one is."""
    number = len(required)
    place = max(int(np.ceil(share * number - _ROUNDING)) - 1, 0)
    found: Array = np.sort(required, axis=0)[place]
    return np.where(np.isnan(required).any(axis=0), np.nan, found)


_ROUNDING = 1e-9


def without_level(binding: Binding) -> Binding:
    """The plan as entered, whatever level its policy has."""
    none = np.full((1, len(binding.plan.configurations)), np.nan)
    arrays = binding.arrays | {LEVEL: none, "clusters": np.ones((1, 1))}
    return replace(binding, arrays=arrays, levels=None, evaluated=None)


def _entry(entry: Entry, hosts: float, by_month: Sequence[float], share: float) -> Entry:
    words = level_words(share)
    later = [f"{fixed(each)} from month {month}" for month, each in _steps(by_month) if each > hosts]
    note = f"at {words}: {', '.join(['hosts that are enough for every limit', *later[:_MOST_STEPS]])}"
    origin = Origin(
        hosts if isfinite(hosts) else None,
        InputStatus.CONVENTION,
        "HOSTWISE",
        "hosts#coverage-level",
        note,
        "derived",
    )
    return entry._replace(quantity=MODEL.inputs[LEVEL], origin=origin)


_MOST_STEPS = 12


def _steps(by_month: Sequence[float]) -> Sequence[tuple[int, float]]:
    """The months in which more hosts are needed than before."""
    return [
        (month, each)
        for month, each in enumerate(by_month)
        if isfinite(each) and (month == 0 or each > by_month[month - 1])
    ]
