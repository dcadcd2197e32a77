"""Candidates for an estate: servers of the catalogue, with the memory and drives that make each of them cheapest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from hostwise.answers.findings.about import About
from hostwise.answers.findings.belonging import drives_not_for_storage
from hostwise.answers.findings.machine_findings import machine_cannot_be_built
from hostwise.answers.running.run_plan import run_plan
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.stacks import Stack
from hostwise.plan.configuration import WITH_DISK_GROUPS, WITH_DRIVES, Architecture, Configuration, Licence
from hostwise.plan.document import Plan, Remark, RemarkStatus
from hostwise.plan.new_plan import new_plan
from hostwise.plan.prices import ExchangeRate

_MODULES_GIB = (32, 64, 96, 128)
"""Sizes of a memory module; each channel has one of them, or two."""

_DRIVES = (2, 4, 6, 8, 10, 12, 16, 24)
_AT_ONCE = 12
"""Configurations of one plan."""
_FINALISTS = 3
"""Choices of a server whose VMs are placed."""


class NoCandidates(Exception):
    """There are no candidates on a storage stack; the message says why."""


def templates(catalogue: Catalogue, storage: str | None = None) -> Sequence[Configuration]:
    """The servers that are tried: those of a new plan, on a storage stack of the catalogue if one is named.

    On another stack they have its usual protection and hypervisor, and of the licences that run on it the one in the
    middle by price: which edition is bought is the user's to say.

    Raises:
        NoCandidates: the storage stack is unknown, or its hosts need cache drives, which are not tried.
    """
    servers = new_plan().configurations
    if storage is None:
        return servers
    stack = catalogue.stacks.get(storage)
    if stack is None:
        raise NoCandidates(f"There is no storage stack {storage!r}; there are {', '.join(catalogue.stacks)}.")
    layout = Architecture(stack.layout)
    if layout in WITH_DISK_GROUPS:
        raise NoCandidates(f"Candidates have one tier of drives or none, and {stack.name} needs cache drives.")
    changes = {"architecture": layout, "storage": storage, "licence": _licence(stack, catalogue)}
    if layout not in WITH_DRIVES:
        changes["capacity"] = None
    return tuple(each.model_copy(update=changes) for each in servers)


def _licence(stack: Stack, catalogue: Catalogue) -> Licence:
    fitting = [
        each
        for each in catalogue.licences.values()
        if each.hypervisor is not None and stack.protections in each.storage
        if not stack.hypervisors or each.hypervisor in stack.hypervisors
    ]
    usual = new_plan().configurations[0].licence
    if usual.key in {each.key for each in fitting}:
        return usual
    priced = [(each.price.amount, each.key) for each in fitting if each.price is not None]
    if priced:
        return Licence(key=sorted(priced)[len(priced) // 2][1])
    # Without a public price the product is named all the same, so that its price can be entered or solved for.
    return Licence(key=fitting[0].key) if fitting else Licence()


@dataclass(frozen=True)
class Candidate:
    """A server with its memory and drives, and whether whole VMs made it another one than their sums."""

    configuration: Configuration
    changed_by_placement: bool = False


Gaps = Callable[[Plan], Sequence[int]]
"""For a plan, the hosts of each part that a placement of the VMs adds to each of its configurations."""


def candidates(
    plan: Plan, catalogue: Catalogue, gaps: Gaps | None = None, storage: str | None = None
) -> list[Candidate]:
    """Each server with the memory and drives that make it cheapest, see `cheapest` and `templates`."""
    return [cheapest(plan, each, catalogue, gaps) for each in templates(catalogue, storage)]


def with_euros(plan: Plan, catalogue: Catalogue) -> Plan:
    """A plan that can use prices in euros, as those of Proxmox VE are: at a round figure, to be replaced."""
    row, economics = catalogue.assumptions["usd_per_eur"], plan.economics
    if economics.currency != "USD" or any(each.currency == "EUR" for each in economics.exchange_rates):
        return plan
    assert row.value is not None
    rate = ExchangeRate(currency="EUR", rate=row.value, date=row.source_date, source="illustrative, no published rate")
    pointer = f"/economics/exchange_rates/{len(economics.exchange_rates)}/rate"
    remark = Remark(status=RemarkStatus.ILLUSTRATIVE, note=row.locator, date=row.source_date)
    rates = (*economics.exchange_rates, rate)
    changed = {"economics": economics.model_copy(update={"exchange_rates": rates})}
    return plan.model_copy(update={**changed, "remarks": plan.remarks | {pointer: remark}})


def by_platform(plan: Plan, catalogue: Catalogue, gaps: Gaps | None = None) -> list[Candidate]:
    """A candidate on each platform that staying is compared with, all on the server that is cheapest on the first.

    Of each platform memory and drives are those that make it cheapest there.
    """
    first, *others = [each for each in catalogue.stacks.values() if each.compared]
    servers = [cheapest(plan, each, catalogue, gaps) for each in templates(catalogue, first.key)]
    ranked = _ranked(plan, [each.configuration for each in servers], catalogue, placed=gaps is None)
    place = next((at for at, each in enumerate(servers) if ranked and each.configuration is ranked[0]), 0)
    found = [(first, servers[place])]
    found += [(each, cheapest(plan, templates(catalogue, each.key)[place], catalogue, gaps)) for each in others]
    return [
        Candidate(
            each.configuration.model_copy(
                update={"key": stack.key, "name": f"{stack.name}: {each.configuration.name.lower()}"}
            ),
            each.changed_by_placement,
        )
        for stack, each in found
    ]


def cheapest(plan: Plan, template: Configuration, catalogue: Catalogue, gaps: Gaps | None = None) -> Candidate:
    """A server with the memory and number of drives with which it is feasible and costs least.

    Both are tried together: hosts with many drives are fewer, and each needs more memory. They are ranked by sums and
    bounds; the first few are placed, and ranked again with the hosts that their placements need.

    Args:
        plan: workload, policy and economics; its configurations do not matter.
        template: the server.
        catalogue: the catalogue.
        gaps: places the VMs; without it the plan's own groups are placed where they are alike.

    Returns:
        Its configuration; a server that is feasible with nothing stays as it is, and its plan says why.
    """
    choices = [each for one in _with_memory(template, catalogue) for each in _with_drives(one)]
    finalists = _ranked(plan, choices, catalogue, placed=False)[:_FINALISTS]
    if not finalists:
        return Candidate(template)
    if gaps is not None:
        added = gaps(_plan_of(plan, finalists))
        placed = [
            each.model_copy(update={"placement_gap_hosts": gap or None})
            for each, gap in zip(finalists, added, strict=True)
        ]
        finalists = placed if any(added) else finalists
    best = (_ranked(plan, finalists, catalogue, placed=True) or finalists)[0]
    return Candidate(best, changed_by_placement=best is not finalists[0])


def _with_memory(template: Configuration, catalogue: Catalogue) -> list[Configuration]:
    sockets = template.cpu.sockets
    channels = _channels(template, catalogue)
    sizes = sorted({sockets * modules * gib for modules, gib in product((channels, 2 * channels), _MODULES_GIB)})
    return [
        template.model_copy(update={"memory": template.memory.model_copy(update={"dram_gib": float(size)})})
        for size in sizes
    ]


def _channels(template: Configuration, catalogue: Catalogue) -> int:
    key = template.cpu.key
    row = catalogue.cpus[key] if key is not None else None
    return int(row.memory_channels) if row is not None and row.memory_channels else 8


def _with_drives(template: Configuration) -> list[Configuration]:
    capacity = template.capacity
    if capacity is None:
        return [template]
    return [template.model_copy(update={"capacity": capacity.model_copy(update={"count": each})}) for each in _DRIVES]


def _plan_of(plan: Plan, choices: Sequence[Configuration]) -> Plan:
    """A plan with other configurations."""
    keyed = tuple(
        each.model_copy(update={"key": f"choice-{at}", "name": f"choice {at}"}) for at, each in enumerate(choices)
    )
    return plan.model_copy(update={"configurations": keyed, "remarks": {}})


def _ranked(plan: Plan, choices: Sequence[Configuration], catalogue: Catalogue, *, placed: bool) -> list[Configuration]:
    """The feasible ones that can be built, the cheapest first; among equals, the one with fewer hosts.

    Those whose licence has no price come last, by what else they cost.
    """
    found: list[tuple[bool, float, float, int]] = []
    for first in range(0, len(choices), _AT_ONCE):
        part = choices[first : first + _AT_ONCE]
        run = run_plan(_plan_of(plan, part), catalogue, placed=placed)
        for place in range(len(part)):
            whole, hosts = run.value("cluster_tco", place).value, run.value("hosts", place).value
            cost = run.value("known_parts_cost", place).value if whole is None else whole
            if cost is None or hosts is None:
                continue
            about = About(run, place, catalogue)
            if not any((*machine_cannot_be_built.said(about), *drives_not_for_storage.said(about))):
                found.append((whole is None, cost, hosts, first + place))
    return [choices[at] for *_, at in sorted(found)]
