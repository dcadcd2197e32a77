"""Candidates for an estate: servers of the catalogue, each with the parts that make it cheapest.

The parts are found by the search, over the choices that it has by default (`hostwise.answers.search`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from hostwise.answers.findings.about import About
from hostwise.answers.findings.belonging import drives_not_for_storage
from hostwise.answers.findings.machine_findings import machine_cannot_be_built
from hostwise.answers.running.run_plan import run_plan
from hostwise.answers.running.wear_limit import NOT_MEASURED, assumed_io
from hostwise.answers.search.axes import Axis, Edits, bind_axes
from hostwise.answers.search.short_lists import PROCESSOR, cheapest_first, short_lists
from hostwise.answers.wording.answer_messages import words
from hostwise.binding.version import hypervisor_of
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.stacks import Stack
from hostwise.engine.space import SpaceNotSupported
from hostwise.plan.configuration import WITH_DISK_GROUPS, WITH_DRIVES, Configuration, Layout
from hostwise.plan.cost_lines import CostCategory
from hostwise.plan.document import Plan, Remark, RemarkStatus, with_configurations
from hostwise.plan.licences import Licence
from hostwise.plan.new_plan import new_plan
from hostwise.plan.prices import ExchangeRate
from hostwise.plan.workload import Burst, WriteLoadBasis

_FINALISTS = 3
"""Hosts, by processor and memory, on which the VMs are placed."""
_MEMORY, _COUNT = "/memory/dram_gib", "/capacity/count"
LEAST_DRIVES = 4
"""Drives of a host, at least: with fewer, what one of them held does not fit on the others once it is lost."""
_KNOWN_COST = "known_parts_cost"


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
    layout = Layout(stack.layout)
    if layout in WITH_DISK_GROUPS:
        raise NoCandidates(f"Candidates have one tier of drives or none, and {stack.name} needs cache drives.")
    changes = {"layout": layout, "storage_stack": storage, "licence": _licence(stack, catalogue)}
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
    """A server with its parts, and whether whole VMs made them others than their sums."""

    configuration: Configuration
    changed_by_placement: bool = False


Gaps = Callable[[Plan], Sequence[int]]
"""For a plan, the hosts of each part that a placement of the VMs adds to each of its configurations."""

Progress = Callable[[int, int], None]
"""Is told how many candidates are found, and of how many."""


def untold(_done: int, _of: int) -> None:
    """Tell nobody."""


def candidates(
    plan: Plan, catalogue: Catalogue, gaps: Gaps | None = None, storage: str | None = None
) -> list[Candidate]:
    """Each server with the parts that make it cheapest, see `cheapest` and `templates`."""
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


def platforms(catalogue: Catalogue, family: str | None = None, *, every: bool = False) -> list[Stack]:
    """The storage stacks that are compared: those with prices, and that of the hypervisor of today.

    Args:
        catalogue: the catalogue.
        family: the family of hypervisors that runs today, if any.
        every: whether all are compared whose hosts hold the data and heal, priced or not.
    """
    compared = [each for each in catalogue.stacks.values() if each.compared]
    whole = [
        each
        for each in catalogue.stacks.values()
        if Layout(each.layout) is Layout.SINGLE_TIER
        and each.reserve != "nothing"
        and not each.thick
        and not each.compared
    ]
    own = [each for each in whole if family in each.hypervisors][:1]
    missing = own if family not in {name for each in compared for name in each.hypervisors} else []
    return [*compared, *(whole if every else missing)]


def by_platform(
    plan: Plan,
    catalogue: Catalogue,
    gaps: Gaps | None = None,
    stacks: Sequence[Stack] | None = None,
    tell: Progress = untold,
) -> list[Candidate]:
    """A candidate on each platform, all on the server that is cheapest on the first.

    The processors are those of the first; memory and drives are those that make each platform cheapest.

    Args:
        plan: workload, policy and economics; its configurations do not matter.
        catalogue: the catalogue.
        gaps: places the VMs, see `cheapest`.
        stacks: the platforms by their storage; by default the ones that have prices.
        tell: is told how many are found, of how many.
    """
    plan = _with_io(plan, catalogue)
    first, *others = platforms(catalogue) if stacks is None else stacks
    tell(0, len(others) + 1)
    servers = [cheapest(plan, each, catalogue, gaps) for each in templates(catalogue, first.key)]
    ranked = _ranked(plan, [each.configuration for each in servers], catalogue, placed=gaps is None)
    place = next((at for at, each in enumerate(servers) if ranked and each.configuration is ranked[0]), 0)
    found = [(first, servers[place])]
    processors = servers[place].configuration.cpu
    for number, each in enumerate(others, start=1):
        tell(number, len(others) + 1)
        server = templates(catalogue, each.key)[place].model_copy(update={"cpu": processors})
        found.append((each, cheapest(plan, server, catalogue, gaps, processors=False)))
    return [
        Candidate(
            each.configuration.model_copy(update={"key": stack.key, "name": stack.name}),
            each.changed_by_placement,
        )
        for stack, each in found
    ]


def on_kept_array(
    plan: Plan, server: Configuration, today: Configuration, catalogue: Catalogue, gaps: Gaps | None = None
) -> Candidate | None:
    """New hosts with the array that is there, on the hypervisor of today; None where none of its storage is an array.

    Args:
        plan: workload, policy and economics.
        server: the server that candidates are made of.
        today: the hosts of today, with hypervisor, licence and array.
        catalogue: the catalogue.
        gaps: places the VMs, see `cheapest`.
    """
    family = hypervisor_of(catalogue, today).family
    external = [each for each in catalogue.stacks.values() if Layout(each.layout) is Layout.EXTERNAL]
    fitting = [each for each in external if not each.hypervisors or family in each.hypervisors]
    named = [each for each in fitting if family in each.hypervisors] or fitting
    if not named:
        return None
    changes = {
        "key": "array-kept",
        "layout": Layout.EXTERNAL,
        "storage_stack": named[0].key,
        "capacity": None,
        "protection": today.protection,
        "hypervisor": today.hypervisor,
        "licence": Licence(key=today.licence.key),
        "array": today.array,
        "cost_lines": tuple(each for each in today.cost_lines if each.category is CostCategory.EXTERNAL_ARRAY),
        "confirmed_none": tuple(each for each in today.confirmed_none if each is CostCategory.EXTERNAL_ARRAY),
    }
    found = cheapest(plan, server.model_copy(update=changes), catalogue, gaps, processors=False)
    return Candidate(found.configuration.model_copy(update={"name": words("array_kept")}), found.changed_by_placement)


def cheapest(
    plan: Plan, template: Configuration, catalogue: Catalogue, gaps: Gaps | None = None, *, processors: bool = True
) -> Candidate:
    """A server with the processors, memory and drives with which it is feasible and costs least.

    They are searched together: hosts with many drives are fewer, and each needs more memory. By sums and bounds, the
    cheapest combinations of the first few kinds of host are found; the VMs are placed on those, and with the hosts that
    this adds their drives are searched again.

    Args:
        plan: workload, policy and economics; its configurations do not matter.
        template: the server.
        catalogue: the catalogue.
        gaps: places the VMs; without it the plan's own groups are placed where they are alike.
        processors: whether other processors with as many cores are tried.

    Returns:
        Its configuration; a server that is feasible with nothing stays as it is, and its plan says why.
    """
    plan = _with_io(plan, catalogue)
    axes = _axes(plan, template, catalogue, processors=processors)
    finalists = _one_of_each_host(_cheapest_first(plan, template, axes, catalogue))
    if not finalists:
        return Candidate(template)
    first = finalists[0]
    if gaps is not None and any(added := gaps(_plan_of(plan, finalists))):
        drives = [each for each in axes if not {PROCESSOR, _MEMORY} & set(each.options[0])]
        hosts = Axis("Host", [_host(each, gap) for each, gap in zip(finalists, added, strict=True)])
        summed = finalists
        finalists = _one_of_each_host(_cheapest_first(plan, template, [hosts, *drives], catalogue))
        same = [_without_gap(each) for each in finalists] == [_without_gap(each) for each in summed]
        again = added if same else gaps(_plan_of(plan, finalists))
        finalists = [
            each.model_copy(update={"fragmentation_hosts": gap or None})
            for each, gap in zip(finalists, again, strict=True)
        ]
    best = (_ranked(plan, finalists, catalogue, placed=True) or finalists)[0]
    return Candidate(best, changed_by_placement=_without_gap(best) != _without_gap(first))


def _without_gap(configuration: Configuration) -> Configuration:
    return configuration.model_copy(update={"fragmentation_hosts": None})


def _with_io(plan: Plan, catalogue: Catalogue) -> Plan:
    """A plan that says nothing of I/O with what one click assumes: without it the fewest drives would look enough."""
    groups = plan.workload.groups
    if any(each.iops_average or each.iops_peak for each in groups):
        return plan
    added = {at: assumed_io(each, catalogue) for at, each in enumerate(groups) if each.iops_average is None}
    changes = {
        "groups": tuple(each.model_copy(update=added.get(at, {})) for at, each in enumerate(groups)),
        "write_load_basis": WriteLoadBasis.UNKNOWN,
    }
    remarks = {f"/workload/groups/{at}/{name}": NOT_MEASURED for at, fields in added.items() for name in fields}
    workload = plan.workload.model_copy(update=changes)
    return plan.model_copy(update={"workload": workload, "remarks": plan.remarks | remarks})


# -------------------------------------------------------------------------------------------------- what may differ


def _axes(plan: Plan, template: Configuration, catalogue: Catalogue, *, processors: bool) -> list[Axis]:
    """The short lists of a server without what makes it another server or offer: cores, and the protection."""
    found = []
    for axis in short_lists(_alone(plan, template), 0, catalogue):
        options = axis.options
        if PROCESSOR in options[0]:
            own = catalogue.cpus[options[0][PROCESSOR]]
            options = [each for each in options if processors and catalogue.cpus[each[PROCESSOR]].cores == own.cores]
        elif not all(pointer.startswith(("/memory/", "/capacity/")) for pointer in options[0]):
            options = []
        options = [each for each in options if each.get(_COUNT, LEAST_DRIVES) >= LEAST_DRIVES]
        if options:
            found.append(Axis(axis.name, options))
    return found


def _host(configuration: Configuration, gap: int) -> Edits:
    return {
        PROCESSOR: configuration.cpu.key,
        _MEMORY: configuration.memory.dram_gib,
        "/fragmentation_hosts": gap or None,
    }


# ------------------------------------------------------------------------------------------------------- the search


def _cheapest_first(
    plan: Plan, template: Configuration, axes: Sequence[Axis], catalogue: Catalogue
) -> Iterator[Configuration]:
    """The feasible combinations that can be built, the cheapest first.

    Those whose licence has no price come last, by what else they cost.
    """
    bound = bind_axes(_alone(plan, template), 0, axes, catalogue)
    try:
        for options in cheapest_first(bound, prod(len(each.options) for each in axes)):
            yield Configuration.model_validate(bound.configuration(options))
    except SpaceNotSupported:
        # More clusters than a search tells apart. What is cheapest for a tenth of so many VMs is cheapest for all.
        if (smaller := _tenth(plan)) is not None:
            yield from _cheapest_first(smaller, template, axes, catalogue)


def _alone(plan: Plan, template: Configuration) -> Plan:
    """A plan of one server. A burst is the load of write buffers, and servers without cache drives have none."""
    workload = plan.workload.model_copy(update={"burst": Burst()})
    return with_configurations(plan.model_copy(update={"workload": workload}), (template,))


def _tenth(plan: Plan) -> Plan | None:
    """The plan with a tenth of the VMs; None where no group has ten."""
    groups = tuple(each.model_copy(update={"count": max(each.count // 10, 1)}) for each in plan.workload.groups)
    if all(each.count == 1 for each in groups):
        return None
    return plan.model_copy(update={"workload": plan.workload.model_copy(update={"groups": groups})})


def _one_of_each_host(found: Iterator[Configuration]) -> list[Configuration]:
    """The first of each kind of host, by processor and memory, at most so many."""
    kinds: dict[object, Configuration] = {}
    for each in found:
        kinds.setdefault((each.cpu, each.memory), each)
        if len(kinds) == _FINALISTS:
            break
    return list(kinds.values())


def _plan_of(plan: Plan, choices: Sequence[Configuration]) -> Plan:
    """A plan with other configurations."""
    keyed = tuple(
        each.model_copy(update={"key": f"choice-{at}", "name": f"choice {at}"}) for at, each in enumerate(choices)
    )
    return with_configurations(plan, keyed)


def _ranked(plan: Plan, choices: Sequence[Configuration], catalogue: Catalogue, *, placed: bool) -> list[Configuration]:
    """The feasible ones that can be built, the cheapest first; among equals, the one with fewer hosts.

    Those whose licence has no price come last, by what else they cost.
    """
    found: list[tuple[bool, float, float, int]] = []
    run = run_plan(_plan_of(plan, choices), catalogue, placed=placed)
    for place in range(len(choices)):
        whole, hosts = run.value("cluster_tco", place).value, run.value("hosts", place).value
        cost = run.value(_KNOWN_COST, place).value if whole is None else whole
        if cost is None or hosts is None:
            continue
        about = About(run, place, catalogue)
        if not any((*machine_cannot_be_built.said(about), *drives_not_for_storage.said(about))):
            found.append((whole is None, cost, hosts, place))
    return [choices[at] for *_, at in sorted(found)]
