"""Placement: the VMs of an estate one by one on the hosts of a configuration, beside the hosts by their sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, isfinite, isnan

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms
from hostwise.answers.estate_sizing.estate_sizing_messages import message, words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.placement_document import (
    DimensionKey,
    LargerThanNode,
    PlacedDimension,
    PlacementAnswer,
    PlacementException,
)
from hostwise.answers.estate_sizing.vm_demand import Dimension, VmDemand, vm_demand
from hostwise.answers.findings.declaring import Said, finding, findings, say
from hostwise.answers.running.run import Run
from hostwise.engine.bin_bound import FULL
from hostwise.engine.clusters import least_clusters
from hostwise.engine.packing import NOWHERE
from hostwise.engine.placement import Placement, fewest_hosts, larger_than_node
from hostwise.plan.answers.result import FindingTopic
from hostwise.plan.answers.text import ConfigurationName
from hostwise.plan.answers.told import Severity

_WORDS: dict[DimensionKey, tuple[EstateSizingCode, str]] = {
    "memory": ("estate_dimension.memory", "GiB"),
    "cpu_cores": ("estate_dimension.cpu_cores", "cores"),
    "cpu_ghz": ("estate_dimension.cpu_ghz", "GHz"),
}
"""Name and unit of each dimension."""
_BY_SUMS = ("hosts_for_cpu_ratio", "hosts_for_cpu_ghz", "hosts_for_memory")
_MOST_NAMED, _MOST_NAMES = 500, 20
_SAME_DEMAND = 0.01
"""Beyond this difference the VMs are not those of the plan."""


class NotPlaced(ValueError):
    """A plan for which VMs cannot be placed one by one; the message says why."""


def place_vms(
    vms: Vms,
    counted: Places,
    run: Run,
    configuration: str,
    *,
    members: Sequence[Places] = (),
    sizes: tuple[Floats, Floats] | None = None,
    apart: Sequence[Places] = (),
) -> PlacementAnswer:
    """The VMs of an estate on the hosts of a configuration, with the spares left empty.

    The capacity of a host, and growth, ratios, overcommitment and overheads of a VM, are those of the run.

    Args:
        vms: the VMs of the inventory.
        counted: places of those that ask for CPU and memory, see `scoped`.
        run: a run of the estate's plan.
        configuration: key of the configuration.
        members: places of the VMs of the plan's groups, in their order, see `grouped`; without them means over the
            plan's groups are used.
        sizes: virtual processors and memory in GiB of all VMs of the inventory, if they are not those of today.
        apart: places of VMs of which no two may share a host.

    Raises:
        UnknownConfiguration: the plan has no such configuration.
        NotPlaced: a site carries some of the VMs only, or neither CPU nor memory is evaluated.
        ValueError: a VM is in none of the plan's groups.
    """
    index = run.index(configuration)
    value = run.evaluation.value
    if value("sites", index) > 1 and value("site_load_share", index) < 1:
        raise NotPlaced(words("estate_not_placed.part_of_vms"))
    demand = vm_demand(vms, counted, run, index, members, sizes)
    if not demand.dimensions:
        raise NotPlaced(words("estate_not_placed.no_dimension"))
    case = max(_cases(demand, run, index, _rows(demand, apart)), key=lambda each: each.hosts)
    plan_hosts = value("hosts", index)
    by_sums = [number for name in _BY_SUMS if isfinite(number := value(name, index))]
    exceptions = _exceptions(vms, demand, case)
    answer = PlacementAnswer(
        configuration=configuration,
        name=run.plan.configurations[index].name,
        vms=len(demand.places),
        copies=demand.copies,
        hosts=case.hosts,
        spare_hosts=case.spares,
        clusters=case.clusters,
        sites=case.sites,
        bound=case.bound,
        gap_hosts=case.hosts - case.bound,
        gap_share=(case.hosts - case.bound) / case.bound if case.bound else 0,
        hosts_by_sums=int(max(by_sums)) if by_sums else None,
        plan_hosts=int(plan_hosts) if isfinite(plan_hosts) else None,
        enough=None if isnan(plan_hosts) else bool(plan_hosts >= case.hosts and not exceptions),
        dimensions=_dimensions(vms, demand, case),
        vms_per_host=_vms_per_host(case.placement),
        unplaced=len(exceptions),
        exceptions=exceptions[:_MOST_NAMED],
        larger_than_node=_larger_than_node(vms, demand, run, index),
        findings=[],
        sentence=_sentence(case, by_sums, plan_hosts, len(demand.places), len(exceptions)),
    )
    name = ConfigurationName(configuration=answer.configuration, text=answer.name)
    return answer.model_copy(update={"findings": findings(_doubts.said(_Placed(answer, demand, case)), name)})


def fragmentation(answer: PlacementAnswer, run: Run) -> int:
    """Hosts of each part that a placement of the inventory needs beyond the sums and the bound of the plan's run."""
    index = run.index(answer.configuration)
    value = run.evaluation.value
    known = [
        value(hosts, index) + value("spare_hosts", index) * value(flag, index)
        for hosts, flag in (("part_memory_hosts", "memory_spares_flag"), ("part_cpu_hosts", "cpu_spares_flag"))
        if isfinite(value(hosts, index))
    ]
    if not known:
        return 0
    parts = answer.clusters * answer.sites
    # Of a placement that needs more clusters each has the part of the sums that is left to it.
    carried = max(known) if parts <= value("parts", index) else max(known) * value("parts", index) / parts
    return max(0, ceil(answer.hosts / parts - carried))


@dataclass(frozen=True)
class _Case:
    """VMs placed in one failure case.

    Attributes:
        placement: VMs on the hosts of one site, of all clusters together, without spares.
        used: places of the dimensions that were looked at.
        hosts: hosts in all parts, with the spares.
        bound: the same for the lower bound.
        spares: spares in all parts.
        clusters: equal clusters.
        sites: sites of each.
        alone: VMs that fit only hosts that would be spares.
    """

    placement: Placement
    used: list[int]
    hosts: int
    bound: int
    spares: int
    clusters: int
    sites: int
    alone: int


def _cases(demand: VmDemand, run: Run, index: int, apart: list[list[int]]) -> list[_Case]:
    """All limits with spare hosts failed; or those that must hold then, and all of them with every host running."""
    held = [place for place, each in enumerate(demand.dimensions) if each.held]
    every = list(range(len(demand.dimensions)))
    spares = int(run.evaluation.value("spare_hosts", index))
    wanted = [(every, spares)] if held == every else [(every, 0), *([(held, spares)] if held else [])]
    found = []
    for used, down in wanted:
        looked_at = [demand.dimensions[place] for place in used]
        asked = np.column_stack([np.where(each.too_large, np.inf, each.asked) for each in looked_at])
        every_other = np.column_stack([each.others for each in looked_at])
        others, alone = _without_largest(every_other, looked_at, down, asked)
        placement = fewest_hosts(asked, [each.usable for each in looked_at], apart=apart, others=others)
        clusters, hosts = _divided(placement.hosts, down, run, index)
        _, bound = _divided(placement.bound, down, run, index)
        sites = int(run.evaluation.value("sites", index))
        found.append(_Case(placement, used, hosts, bound, clusters * sites * down, clusters, sites, alone))
    return found


def _without_largest(others: Floats, dimensions: Sequence[Dimension], spares: int, asked: Floats) -> tuple[Floats, int]:
    """Hosts of other models without those that are spares: the largest hosts, where they have more than an own one.

    A host that alone can run some VM is no spare: that VM runs there, and a finding says that no other host takes it.
    The number of such VMs comes with the hosts.
    """
    own = np.array([each.usable for each in dimensions])
    most = (others / own).max(axis=1, initial=0)
    order = np.argsort(-most, kind="stable")
    left = others[order[int(np.count_nonzero(most[order[:spares]] > 1)) :]]
    alone = _fitting(asked, others, own) - _fitting(asked, left, own)
    return (others if alone else left), alone


def _fitting(asked: Floats, others: Floats, own: Floats) -> int:
    """VMs that some host can run alone."""
    kinds = np.unique(np.concatenate([others, own[np.newaxis]]), axis=0) * FULL
    return int(np.count_nonzero(np.any(np.all(asked[:, np.newaxis] <= kinds[np.newaxis], axis=2), axis=1)))


def _divided(carrying: int, spares: int, run: Run, index: int) -> tuple[int, int]:
    """Equal clusters within the limit, and the hosts of all of them, for hosts that carry VMs."""
    value = run.evaluation.value
    sites, begin = value("sites", index), value("clusters", index)
    limit = value("most_hosts", index) / begin
    divisible = isnan(value("protection_max_hosts", index))

    def hosts(clusters: Floats) -> Floats:
        return np.asarray(clusters * sites * (np.ceil(carrying / clusters) + spares))

    clusters = least_clusters(
        np.array([begin]),
        lambda each: (np.asarray((hosts(each) > each * limit) & divisible), hosts(each) / (each * limit)),
    )
    return int(clusters[0]), int(hosts(clusters)[0])


def _rows(demand: VmDemand, apart: Sequence[Places]) -> list[list[int]]:
    """The VMs of today that must not share a host, as rows of the demand. For copies this is not known."""
    today = demand.places[: len(demand.places) - demand.copies]
    row_of = {place: row for row, place in enumerate(today.tolist())}
    return [[row_of[int(place)] for place in each if int(place) in row_of] for each in apart]


def _exceptions(vms: Vms, demand: VmDemand, case: _Case) -> list[PlacementException]:
    found: dict[int, PlacementException] = {}
    for each in case.placement.unplaced:
        place = int(demand.places[each.vm])
        # A copy of a VM that fits nowhere is no second exception.
        found.setdefault(
            place,
            PlacementException(
                name=vms.columns.name[place],
                id=vms.columns.id[place],
                reason=each.reason.value,
                dimensions=[demand.dimensions[case.used[at]].key for at in each.dimensions],
            ),
        )
    return list(found.values())


def _dimensions(vms: Vms, demand: VmDemand, case: _Case) -> list[PlacedDimension]:
    placed = case.placement.assignment != NOWHERE
    found = []
    for place, each in enumerate(demand.dimensions):
        fill = case.placement.fill[:, case.used.index(place)] if place in case.used else np.empty(0)
        known = np.where(np.isfinite(each.asked), each.asked, -1)
        largest = int(known.argmax()) if len(known) and known.max() >= 0 else None
        found.append(
            PlacedDimension(
                key=each.key,
                label=words(_WORDS[each.key][0]),
                unit=_WORDS[each.key][1],
                usable_per_host=each.usable,
                asked=float(each.asked[placed].sum()),
                plan_asked=each.plan_asked,
                largest_vm=None if largest is None else vms.columns.name[int(demand.places[largest])],
                largest_vm_asks=None if largest is None else float(known[largest]),
                lowest_fill=float(fill.min()) if len(fill) else None,
                mean_fill=float(fill.mean()) if len(fill) else None,
                highest_fill=float(fill.max()) if len(fill) else None,
                fill=fill.tolist(),
            )
        )
    return found


def _vms_per_host(placement: Placement) -> list[int]:
    placed = placement.assignment[placement.assignment != NOWHERE]
    return [int(each) for each in np.bincount(placed, minlength=len(placement.fill))]


def _larger_than_node(vms: Vms, demand: VmDemand, run: Run, index: int) -> list[LargerThanNode]:
    """VMs of today that fit a host with several processors, but not the part of it beside one of them."""
    value = run.evaluation.value
    if value("sockets", index) < 2:
        return []
    today = len(demand.places) - demand.copies
    sizes = np.column_stack([demand.vcpu[:today], demand.memory_gib[:today]])
    sizes[np.any([each.too_large[:today] for each in demand.dimensions], axis=0)] = 0
    node = value("cores_per_socket", index), value("numa_node_gib", index)
    found = []
    for at, (what, larger) in enumerate(zip(("vcpu", "memory_gib"), larger_than_node(sizes, node), strict=True)):
        if larger.size:
            largest = larger[np.argsort(-sizes[larger, at], kind="stable")][:_MOST_NAMES]
            names = [vms.columns.name[int(demand.places[row])] for row in largest]
            found.append(LargerThanNode(what=what, node=node[at], vms=int(larger.size), names=names))
    return found


def _sentence(case: _Case, by_sums: Sequence[float], plan_hosts: float, vms: int, unplaced: int) -> str:
    hosts, spares, fewest = case.hosts, case.spares, case.bound
    if unplaced:
        said = (
            message("estate_placed.all_but_with_spares", unplaced=unplaced, vms=vms, hosts=hosts, spares=spares)
            if spares
            else message("estate_placed.all_but", unplaced=unplaced, vms=vms, hosts=hosts)
        )
    elif spares:
        said = message("estate_placed.all_with_spares", hosts=hosts, spares=spares)
    else:
        said = message("estate_placed.all", hosts=hosts)
    if by_sums:
        said = (
            message("estate_placed.totals_alike", placed=said)
            if hosts == int(max(by_sums))
            else message("estate_placed.totals_differ", placed=said, hosts=max(by_sums))
        )
    if isfinite(plan_hosts) and plan_hosts > hosts:
        said = message("estate_placed.plan_has", placed=said, hosts=plan_hosts)
    if hosts == fewest:
        return words("estate_placed.fewest", placed=said)
    return words("estate_placed.fewest_known", placed=said, hosts=fewest)


@dataclass(frozen=True)
class _Placed:
    """VMs that were placed one by one."""

    answer: PlacementAnswer
    demand: VmDemand
    case: _Case


@finding("vms_unplaced", Severity.WARNING, FindingTopic.WORKLOAD)
@finding("vms_on_largest_only", Severity.WARNING, FindingTopic.HOSTS)
@finding("placement_needs_more", Severity.WARNING, FindingTopic.HOSTS)
@finding("vms_span_nodes", Severity.WARNING, FindingTopic.MACHINE)
@finding("other_demand", Severity.INFO, FindingTopic.WORKLOAD)
def _doubts(of: _Placed) -> Iterator[Said]:
    """What placing the VMs found that their sums hide."""
    answer = of.answer
    if answer.unplaced:
        yield say(
            "vms_unplaced",
            vms=answer.unplaced,
            names=", ".join(each.name for each in answer.exceptions[:3]),
        )
    if of.case.alone:
        yield say("vms_on_largest_only", vms=of.case.alone)
    if answer.plan_hosts is not None and answer.plan_hosts < answer.hosts:
        yield say("placement_needs_more", plan_hosts=answer.plan_hosts, hosts=answer.hosts)
    for each in answer.larger_than_node:
        yield say(
            "vms_span_nodes.cores" if each.what == "vcpu" else "vms_span_nodes.memory",
            node=each.node,
            vms=each.vms,
            name=each.names[0],
        )
    placed, demand = of.case.placement.assignment != NOWHERE, of.demand
    for one in demand.dimensions:
        asked = float(one.asked[placed].sum())
        # A few VMs grow by a fraction of a VM, but copies are whole: then today's VMs with mean growth are compared.
        grown = float((one.asked * demand.grown)[placed].sum())
        if min(abs(asked - one.plan_asked), abs(grown - one.plan_asked)) > _SAME_DEMAND * one.plan_asked:
            what, unit = _WORDS[one.key]
            yield say(
                "other_demand",
                placed=asked,
                unit=unit,
                what=words(what),
                planned=one.plan_asked,
            )
