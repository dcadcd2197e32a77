"""Unequal hosts and copies on different hosts: what of the raw capacity no stripe can use.

Each stripe, or set of copies, puts one part on each of so many hosts. Where one host holds more than all others have
partners for, the rest of it stays empty: with two copies no more can be stored than the other hosts hold. What is
stranded so depends on the hosts, and the hosts on it, so that both are found in turns before the run.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil, isfinite

import numpy as np

from hostwise.binding import Binding
from hostwise.binding.dates import sizing_month
from hostwise.binding.origins import Origin
from hostwise.binding.other_hosts import RESERVES
from hostwise.binding.recorder import Entry, Records
from hostwise.binding.stacks import stack_of
from hostwise.binding.storage import protections_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.rules import Protection
from hostwise.engine.model import MODEL
from hostwise.engine.quantities import Array
from hostwise.numerals.writing import short
from hostwise.plan.answers.result import InputStatus

STRANDED = "stranded_hosts"

_ROUNDS = 20
"""Turns after which the last answer stands: each mostly adds a host, and few are added."""
_DUST = 1e-9


def with_unequal_capacity(binding: Binding, catalogue: Catalogue) -> Binding:
    """What copies on different hosts leave empty on the hosts of each configuration that has several models."""
    if not any(binding.models):
        return binding
    for _ in range(_ROUNDS):
        hosts = binding.evaluate(["hosts"]).values["hosts"][0].tolist()
        found = [_stranded(binding, catalogue, place, hosts[place]) for place in range(len(binding.models))]
        if np.abs(binding.arrays[STRANDED][0] - found).max() <= _DUST:
            break
        binding = _with(binding, found)
    return binding


def _with(binding: Binding, found: list[float]) -> Binding:
    records = dict(binding.inputs)
    for configuration, stranded in zip(binding.plan.configurations, found, strict=True):
        quantity = MODEL.inputs[STRANDED]
        note = f"copies on different hosts leave the capacity of {short(stranded, 3)} own hosts empty"
        origin = Origin(stranded, InputStatus.CONVENTION, "HOSTWISE", "hosts#hosts-of-other-models", note, "derived")
        currency = binding.plan.economics.currency
        records[STRANDED, configuration.key] = Records(
            Entry(quantity, currency, configuration.key, quantity.label, None, None, None, origin)
        )
    return replace(binding, arrays=binding.arrays | {STRANDED: np.array([found])}, inputs=records, evaluated=None)


def _stranded(binding: Binding, catalogue: Catalogue, place: int, hosts: float) -> float:
    """Own hosts' worth of capacity that stays empty, while the largest hosts are kept free for healing."""
    configuration, models = binding.plan.configurations[place], binding.models[place]
    if (
        not models
        or configuration.capacity is None
        or not isfinite(hosts)
        or stack_of(catalogue, configuration).same_drives
    ):
        return 0.0
    month = sizing_month(binding.plan)
    others = models.hosts[:, month]
    own = max(hosts - float(others.sum()), 0.0)
    reserve = max(float(binding.arrays[name][0, place]) for name in RESERVES)
    # Copies count each part of a host, however many clusters the hosts are divided into.
    capacities = np.repeat([1.0, *models.stands_for["capacity"]], [int(own), *others.astype(int)])
    left = np.sort(capacities)[::-1][int(reserve) :]
    width = max((_width(each) for each in protections_of(binding.plan, place, catalogue)), default=1)
    return float(left.sum()) - width * largest_stripe(left, width)


def _width(protection: Protection) -> int:
    """Hosts over which a stripe or a set of copies is spread: m of n parts may be lost, and factor = n / (n - m)."""
    factor, lost = protection.capacity_factor, protection.hosts_lost
    return ceil(lost * factor / (factor - 1) - _DUST) if factor > 1 and lost else 1


def largest_stripe(capacities: Array, width: int) -> float:
    """The most that each of so many parts can hold, if each set of parts is on different hosts.

    The largest s with sum(min(capacity, s)) >= width x s: the least of (all but the j largest) / (width - j).

    Args:
        capacities: of the hosts, the largest first.
        width: parts of a set.

    >>> import numpy as np
    >>> [largest_stripe(np.array(each), 2) for each in ([4.0, 4.0, 4.0], [10.0, 2.0, 2.0])]
    [6.0, 4.0]
    """
    if len(capacities) < width:
        return 0.0
    rest = capacities.sum() - np.concatenate([[0.0], np.cumsum(capacities)])[:width]
    return float((rest / (width - np.arange(width))).min())
