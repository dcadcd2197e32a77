"""What a formula is for: a constraint on the hosts, a part of the cost or carbon, a row of the comparison.

A formula says it in its declaration, see `declaring.formula`. Whatever shows or sums all formulas of a purpose collects
them from there; no other place lists their names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from hostwise.number_format.writing import Format

Spares = Literal["always", "never"] | str
"""Whether a constraint adds the spare hosts; a name is the flag that decides it."""

Paid = Literal["with each host", "with the cluster", "for growth", "by month"]
"""How a part of the cost is paid: at the purchase for each host, or once; for the hosts of growth; month by month."""

Section = Literal[
    "Hosts",
    "Cost",
    "Return",
    "Wear-out",
    "Performance",
    "Memory",
    "Operations per minute",
    "Capacity",
    "Power and space",
    "Carbon",
]
"""The sections of the comparison, in their order."""


ANY_IO = ("iops_peak", "iops_average")
"""Inputs of VM groups that ask for I/O."""

Shown = Literal["where it applies", "where evaluated", "where any"]
"""When the comparison shows a row: unless it applies nowhere; if a number is known; if one is known and not 0."""

Collected = Literal[
    "constraints",
    "parts of the cost",
    "parts bought with each host",
    "parts bought with the cluster",
    "parts paid by month",
    "running costs",
    "parts of the carbon",
]
"""What a formula may take all of, see `declaring.formula`."""


@dataclass(frozen=True)
class Row:
    """A row of the comparison.

    `order` is its place in the section. The row is left out if the quantity `only_with` is absent
    or 0, or if `only_without`, which says it better, is evaluated. A row with `spares_down` is followed by the
    same quantity with spare hosts failed. A headline has its formula in reports. Figures of wear are
    not compared between layouts, unless the row is `across` them. `better` is for rows in which more,
    or less, is better by itself, not for what merely grows with the hosts; up to `no_good_up_to` nothing is good, so
    that a loss is never marked, even if the others lose more. `with_hosts` says which bound it has where the
    hosts are a lower bound: most grow with them, a share of them falls, and what is told per host or TB may do either.
    `without_arrays` is for what leaves an external array out: its configuration has more, and none has the least.
    """

    section: Section
    order: int
    format: Format
    better: Literal["lower", "higher"] | None = None
    shown: Shown = "where it applies"
    only_with: str | None = None
    only_without: str | None = None
    comparable: bool = True
    spares_down: bool = False
    headline: bool = False
    across: bool = False
    no_good_up_to: float | None = None
    with_hosts: Literal["grows", "falls", "may do either"] = "grows"
    without_arrays: bool = False


Supply = Literal["core", "ghz", "memory", "operations", "capacity"]
"""What hosts give: cores, cycles, memory, operations per minute, capacity of drives."""


@dataclass(frozen=True)
class Constraint:
    """A constraint on the number of hosts.

    On a formula of unrounded hosts (`hosts_for_<what>_unrounded`) it brings two more: `hosts_for_<what>`, whole and
    with the spare hosts, and `<what>_slack_share`, unless another formula is the `slack_of` it or `slack` is false.
    On a formula of whole hosts it brings nothing.

    The hosts of each part of the cluster (a site of a stretched cluster, or one of several clusters) are whole, with
    spares of their own. `carried` says what a part must carry: "alone" its share of the VMs without the other site, or
    "together" the even share of what all sites do.

    Of constraints with the same `either` one is enough: they are two ways to plan the same thing. `asked_by` names the
    inputs of VM groups without which nothing is asked: if no group has any, the constraint cannot bind.

    `sums` names the constraints that ask the same by sums: where one of them needs as many hosts, it is named instead.

    `supply` names what hosts give to it, by which hosts of other models count for more or less than one; without it
    each counts as one.

    What adds up `over_years`, such as wear, is no matter of a host that is lost and comes back within days.
    """

    key: str
    label: str
    order: int
    spares: Spares
    slack: bool = True
    carried: Literal["alone", "together"] = "alone"
    either: str | None = None
    asked_by: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    supply: Supply | None = None
    over_years: bool = False


@dataclass(frozen=True)
class CostPart:
    """A part of the cost until the horizon.

    On a formula by month (`<what>_cost_per_month`) it brings one more: `<what>_cost`, the sum until the horizon, which
    is shown as `row`. A part that is counted only where the plan says what it costs names the input that says it,
    `given_by`; where the input is absent, findings say so in the words of `left_out`, unless the quantity `only_with`
    is 0 everywhere.
    """

    key: str
    label: str
    order: int
    paid: Paid
    row: Row | None = None
    given_by: str | None = None
    left_out: str | None = None
    only_with: str | None = None


@dataclass(frozen=True)
class CarbonPart:
    """A part of the carbon until the horizon."""

    key: str
    label: str
    order: int


@dataclass(frozen=True)
class Purposes:
    """The formulas of a graph by what they are for, in their order."""

    constraints: Mapping[str, Constraint]
    cost_parts: Mapping[str, CostPart]
    carbon_parts: Mapping[str, CarbonPart]
    rows: Mapping[str, Row]
    slacks: Mapping[str, str]
    """By key of the constraint."""
    monthly_costs: Mapping[str, str]
    """By key of the part of the cost; parts that are not here are paid with the purchase, in month 0."""
    yearly_costs: Mapping[str, str]
    """At today's prices, by key of the part of the cost."""
    sums: Mapping[str, tuple[str, ...]]
    """The parts of formulas that take another way to their sum."""
