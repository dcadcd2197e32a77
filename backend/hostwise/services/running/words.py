"""Words for sentences: when two numbers are called the same, how constraints and memory states are said."""

from __future__ import annotations

from hostwise.plan.answers.result import Constraint, State, Value

_SAME = 1e-9
"""Two numbers closer than this share are the same: dust must not make one configuration the best."""


ALIKE = 0.005
"""Costs closer than this share are called the same in words."""


def is_same(one: float, other: float) -> bool:
    """Whether two numbers differ by dust only."""
    return abs(one - other) <= _SAME * max(abs(one), abs(other))


def named(constraint: Constraint) -> str:
    """A constraint in words, with its spares."""
    if constraint.spare_hosts:
        return f"{constraint.label} + {constraint.spare_hosts} spare"
    return constraint.label


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
