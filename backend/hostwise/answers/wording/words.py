"""Words for sentences: when two numbers count as equal, names of constraints and memory states."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from math import isclose

from hostwise.number_format.writing import counted
from hostwise.plan.answers.result import Constraint, Input, QuantityState, Value
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import FOLLOWED

_SAME = 1e-9
"""Numbers closer than this share are equal: rounding errors must not decide which configuration is best."""


ALIKE = 0.005
"""Costs closer than this share are called the same in sentences."""


def is_same(one: float, other: float) -> bool:
    """Whether two numbers differ by rounding errors only; an infinite one is the same as itself alone.

    >>> is_same(1.0, 1.0 + 1e-13), is_same(2.0, float("inf")), is_same(float("inf"), float("inf"))
    (True, False, True)
    """
    return isclose(one, other, rel_tol=_SAME, abs_tol=0)


def share_above(one: float, other: float) -> float:
    """By which share one cost is above another, below 0 under it; costs may be income.

    >>> share_above(110.0, 100.0), share_above(-90.0, -100.0), share_above(5.0, 0.0)
    (0.1, 0.1, 1.0)
    """
    return (one - other) / abs(other) if other else float(one > 0) - float(one < 0)


def values_used(records: Iterable[Input]) -> list[Input]:
    """The inputs that have a value; a limit of the policy is one, however many configurations follow it."""
    known = [each for each in records if each.value is not None]
    followed = {each.pointer: each for each in known if each.pointer in FOLLOWED}
    return [*followed.values(), *(each for each in known if each.pointer not in FOLLOWED)]


def named(constraint: Constraint) -> str:
    """A constraint in words, with its spare hosts."""
    if constraint.spare_hosts:
        return f"{constraint.label} + {constraint.spare_hosts} spare"
    return constraint.label


def failed_words(failed_hosts: int, spare_hosts: int) -> str:
    """A failure case in words.

    >>> failed_words(0, 1), failed_words(1, 1), failed_words(2, 1)
    ('all hosts running', '1 host down (the spares)', '2 hosts down')
    """
    text = hosts_down(failed_hosts)
    return f"{text} (the spares)" if failed_hosts and failed_hosts == spare_hosts else text


def hosts_down(failed_hosts: int) -> str:
    """How many hosts are down, in words.

    >>> hosts_down(0), hosts_down(1)
    ('all hosts running', '1 host down')
    """
    return f"{counted(failed_hosts, 'hosts')} down" if failed_hosts else "all hosts running"


def tier_words(text: str, configurations: Sequence[Configuration]) -> str:
    """A text about cache drives, in words that hold for all these configurations.

    What absorbs the writes of VMs are cache drives in two tiers, and the capacity drives in a single one.
    """
    with_cache = sum(each.write_tier is not None for each in configurations)
    if with_cache == len(configurations):
        return text
    word = "write-absorbing drive" if with_cache else "capacity drive"
    return _CACHE_DRIVE.sub(lambda found: word.capitalize() if found[1] == "C" else word, text)


_CACHE_DRIVE = re.compile(r"(?<![\w-])(?<!read )([Cc])ache drive")


STATE_TEXTS = (
    "high",
    "clear: pages are shared",
    "soft: balloons inflate",
    "hard: memory is swapped",
    "low: VMs are blocked",
)
"""The effect of a memory state on VMs, by rank."""


def listed(things: Sequence[str]) -> str:
    """Things as a list in words.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def known_or_infinite(value: Value) -> float | None:
    """The number to compare by; None if there is none."""
    return float("inf") if value.state is QuantityState.INFINITE else value.value
