"""Words and numbers for sentences: how a number, a count or a constraint is said."""

from __future__ import annotations

import numpy as np

from hostwise.plan.answers.result import Constraint, State, Value

_SAME = 1e-9
"""Two numbers closer than this share are the same: dust must not make one configuration the best."""


ALIKE = 0.005
"""Costs closer than this share are called the same in words."""


def show(value: float, digits: int = 3) -> str:
    """A number for a sentence: at most `digits` significant digits, thousands set apart, no exponent.

    >>> [show(x) for x in (0.73745, 7.0, 99.96, 999.6, 12345.6, 0.00001234)]
    ['0.737', '7', '100', '1,000', '12,346', '0.0000123']
    """
    rounded = float(f"{value:.{digits}g}")
    if abs(rounded) >= min(10**digits, 10_000):
        return f"{value:,.0f}"
    return np.format_float_positional(rounded, trim="-")


def is_same(one: float, other: float) -> bool:
    """Whether two numbers differ by dust only."""
    return abs(one - other) <= _SAME * max(abs(one), abs(other))


def named(constraint: Constraint) -> str:
    """A constraint in words, with its spares."""
    if constraint.spare_hosts:
        return f"{constraint.label} + {constraint.spare_hosts} spare"
    return constraint.label


def counted(number: float, thing: str) -> str:
    """A number of things: "1 host", "4 hosts"."""
    return f"{show(number)} {thing}" if number != 1 else f"1 {thing.removesuffix('s')}"


STATE_TEXTS = (
    "high",
    "clear: pages are shared",
    "soft: balloons inflate",
    "hard: memory is swapped",
    "low: VMs are blocked",
)
"""What a memory state does to VMs, by rank."""


def known_or_infinite(value: Value) -> float | None:
    """The number to compare by; None where there is none."""
    return float("inf") if value.state is State.INFINITE else value.value
