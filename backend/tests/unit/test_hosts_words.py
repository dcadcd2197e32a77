"""A number of hosts in words."""

from typing import Any

import pytest

from hostwise.answers.evaluation.hosts_words import HostsWords
from hostwise.plan.answers.result import Constraint, QuantityState, Value


def limit(label: str, hosts: float | None, spares: int = 0, **more: Any) -> Constraint:
    state = more.pop("state", QuantityState.INFINITE if hosts is None else QuantityState.EVALUATED)
    rest: dict[str, Any] = {"binding": False, "runner_up": False, "satisfied": True, "undecided": False} | more
    return Constraint(
        key=label,
        label=label,
        quantity="hosts",
        hosts=Value(value=hosts, state=state),
        spare_hosts=spares,
        slack_quantity=None,
        slack_share=None,
        **rest,
    )


CPU = limit("CPU cores", 12, 1, binding=True)
NEXT = limit("memory", 11, 1, runner_up=True)
OPEN = limit("network", None, state=QuantityState.NOT_EVALUATED)


@pytest.mark.parametrize(
    ("limits", "more", "text", "reason"),
    [
        (
            [CPU, NEXT],
            {},
            "12 hosts = 11 for CPU cores + 1 spare. Memory is next: 11",
            "11 for CPU cores + 1 spare; memory is next: 11",
        ),
        ([limit("capacity", 12, binding=True)], {}, "12 hosts for capacity", "for capacity"),
        (
            [CPU, limit("write performance", 12, binding=True), OPEN],
            {},
            "12 hosts = 11 for CPU cores + 1 spare, and 12 for write performance. Not evaluated: network",
            "11 for CPU cores + 1 spare, and 12 for write performance; not evaluated: network",
        ),
        ([CPU], {"given": 12}, "12 hosts (fixed by you) = 11 for CPU cores + 1 spare", "11 for CPU cores + 1 spare"),
        (
            [CPU],
            {"given": 14, "hosts": 14.0},
            "14 hosts (fixed by you), 12 needed = 11 for CPU cores + 1 spare",
            "12 needed: 11 for CPU cores + 1 spare",
        ),
        (
            [CPU, limit("whole VMs", 10, 1, runner_up=True)],
            {"is_lower_bound": True},
            "at least 12 hosts = 11 for CPU cores + 1 spare. Whole VMs are next: 10",
            "11 for CPU cores + 1 spare; whole VMs are next: 10",
        ),
        (
            [limit("memory", 24, 2, binding=True)],
            {"hosts": 24.0, "sites": 2.0},
            "24 hosts in 2 sites of 12 = 22 for memory + 2 spare",
            "22 for memory + 2 spare",
        ),
        (
            [limit("memory", 80, 4, binding=True)],
            {"hosts": 80.0, "sites": 2.0, "clusters": 2.0},
            "80 hosts in 2 clusters of 2 sites of 20 = 76 for memory + 4 spare",
            "76 for memory + 4 spare",
        ),
        (
            [limit("largest VM", None, binding=True)],
            {"hosts": None},
            "No number of hosts is enough for largest VM",
            "no number of hosts is enough for largest VM",
        ),
        (
            [OPEN],
            {"hosts": None},
            "No limit could be evaluated; not evaluated: network",
            "no limit could be evaluated; not evaluated: network",
        ),
        (
            [limit("protection", 1, binding=True)],
            {"hosts": 1.0, "given": 1},
            "1 host (fixed by you) for protection",
            "for protection",
        ),
    ],
)
def test_hosts_in_words(limits: list[Constraint], more: dict[str, Any], text: str, reason: str) -> None:
    words = HostsWords(limits, **{"hosts": 12.0} | more)
    assert (words.text, words.reason) == (text, reason)
