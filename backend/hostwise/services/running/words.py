"""Words for sentences: when two numbers count as equal, names of constraints and memory states."""

from __future__ import annotations

from hostwise.plan.answers.result import Constraint, State, Value

_SAME = 1e-9
"""Numbers closer than this share are equal: rounding errors must not decide which configuration is best."""


ALIKE = 0.005
"""Costs closer than this share are called the same in sentences."""


def is_same(one: float, other: float) -> bool:
    """Whether two numbers differ by rounding errors only."""
    return abs(one - other) <= _SAME * max(abs(one), abs(other))


def named(constraint: Constraint) -> str:
    """A constraint in words, with its spare hosts."""
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
"""The effect of a memory state on VMs, by rank."""


def known_or_infinite(value: Value) -> float | None:
    """The number to compare by; None if there is none."""
    return float("inf") if value.state is State.INFINITE else value.value
