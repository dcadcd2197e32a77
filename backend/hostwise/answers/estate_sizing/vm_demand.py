"""The demand of each VM of an estate on a host, by the same rules by which a plan sums its groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from hostwise.answers.estate_sizing.columns import Flags, Floats, Places, Vms
from hostwise.answers.estate_sizing.placement_document import DimensionKey
from hostwise.answers.running.run import Run
from hostwise.binding.dates import sizing_moment
from hostwise.engine.constants import MIB_PER_GIB
from hostwise.engine.purposes import Supply

_OF_GROUPS = (
    "count",
    "group_vms",
    "vcpu",
    "vcpu_with_growth",
    "memory_gib",
    "memory_gib_with_growth",
    "sized_memory_gib",
    "group_vcpu_per_core",
    "overhead_mib_per_vm",
    "memory_reserved_share",
)


@dataclass(frozen=True)
class Dimension:
    """One of the things that VMs ask a host for.

    Attributes:
        key: its name.
        asked: what each VM asks for; NaN is unknown.
        too_large: VMs that no host runs, however few others are on it.
        usable: what a host has for VMs.
        plan_asked: what the plan's groups ask for.
        held: whether it must hold while spares are down.
        others: what each host of another model has.
    """

    key: DimensionKey
    asked: Floats
    too_large: Flags
    usable: float
    plan_asked: float
    held: bool
    others: Floats


@dataclass(frozen=True)
class VmDemand:
    """The VMs at the sizing date.

    Attributes:
        places: place of each in the inventory; a VM that grew in number is there several times.
        copies: how many of them stand for growth; they come last.
        vcpu: virtual processors.
        memory_gib: configured memory, GiB.
        grown: how many VMs each of today becomes, on average over its group; 0 for copies.
        dimensions: what they ask a host for.
    """

    places: Places
    copies: int
    vcpu: Floats
    memory_gib: Floats
    grown: Floats
    dimensions: list[Dimension]


def vm_demand(
    vms: Vms,
    counted: Places,
    run: Run,
    index: int,
    members: Sequence[Places] = (),
    sizes: tuple[Floats, Floats] | None = None,
) -> VmDemand:
    """What each VM asks of a host of a configuration at the plan's sizing date.

    Growth of the number of VMs is made of copies, spread evenly over the sizes of today. Cycles are given for all VMs
    together: they are divided by the use of each VM where it is known of all, else by their virtual processors.

    Args:
        vms: the VMs of the inventory.
        counted: places of those that ask for CPU and memory.
        run: a run of the plan.
        index: place of the configuration.
        members: places of the VMs of the plan's groups, in their order; without them growth, ratios and overheads are
            means over the plan's groups.
        sizes: virtual processors and memory in GiB of all VMs of the inventory, if they are not those of today.
    """
    kept = np.asarray(counted, dtype=np.int64)
    factors, group = _of_groups(run, index, vms, kept, members)
    vcpu, memory = sizes if sizes is not None else (vms.number("vcpu"), vms.number("memory_gib"))
    growth = factors["group_vms"] / factors["count"]
    order = np.lexsort((memory[kept], vcpu[kept]))
    copies = [_copies(order[group[order] == each], growth[each] - 1) for each in range(len(growth))]
    rows = np.concatenate([np.arange(len(kept)), *copies]).astype(np.int64)
    kept, group = kept[rows], group[rows]
    of = {name: each[group] for name, each in factors.items()}
    vcpu = vcpu[kept] * of["vcpu_with_growth"] / of["vcpu"]
    memory = memory[kept] * of["memory_gib_with_growth"] / of["memory_gib"]
    reserved = np.minimum(
        vms.number("memory_reserved_gib")[kept] * of["memory_gib_with_growth"] / of["memory_gib"], memory
    )
    reserved = np.where(np.isnan(reserved), of["memory_reserved_share"] * memory, reserved)
    value = run.evaluation.value
    held = value("memory_spares_flag", index) > 0
    overhead = of["overhead_mib_per_vm"] / MIB_PER_GIB
    sized_share = of["sized_memory_gib"] / np.where(of["memory_gib_with_growth"] > 0, of["memory_gib_with_growth"], 1)
    sized = np.maximum(memory * sized_share, reserved)
    asked_gib = (sized - reserved) / value("planned_overcommit_limit", index) + reserved + overhead
    found = []
    if not isnan(value("hosts_for_memory_unrounded", index)):
        room, largest = value("usable_gib_per_host", index), value("largest_host_room_gib", index)
        # What manages the platform is no VM of the estate.
        unreserved = value("sized_unreserved_gib", index) - value("management_gib", index)
        asked = unreserved / value("planned_overcommit_limit", index)
        asked += value("reserved_memory_gib", index) + value("vm_overhead_gib", index)
        others = _others(run, index, "memory", room)
        # A VM may be larger than a mean host, or than the room that the plan leaves on the host where it runs today.
        # If the largest host has room for it, it takes a host of its own.
        asked_gib = np.where(asked_gib <= largest, np.minimum(asked_gib, max(room, others.max(initial=0))), asked_gib)
        # However memory is overcommitted, a VM runs on one host.
        found.append(Dimension("memory", asked_gib, memory > largest, room, asked, held, others))
    held = value("cpu_spares_flag", index) > 0
    alone = vcpu > value("largest_host_threads", index)
    if not isnan(value("hosts_for_cpu_ratio_unrounded", index)):
        room = value("vm_cores_per_host", index)
        # A ratio is a rule for many VMs: one that by itself asks for more than a host takes a host of its own.
        others = _others(run, index, "core", room)
        cores = np.minimum(vcpu / of["group_vcpu_per_core"], max(room, others.max(initial=0)))
        asked_cores = value("demand_cores", index) - value("management_cores", index)
        found.append(Dimension("cpu_cores", cores, alone, room, asked_cores, held, others))
    if not isnan(value("hosts_for_cpu_ghz_unrounded", index)):
        used = vms.number("cpu_peak_ghz")[kept]
        weights = vcpu if np.isnan(used).any() else used
        total, demand = np.nansum(weights), value("demand_cpu_ghz", index)
        ghz = weights * (demand / total) if total > 0 else np.zeros(len(weights))
        room, largest = value("planned_ghz_per_host", index), value("largest_host_planned_ghz", index)
        others = _others(run, index, "ghz", room)
        if not others.size:
            ghz = np.where(ghz <= largest, np.minimum(ghz, room), ghz)
        found.append(Dimension("cpu_ghz", ghz, alone, room, demand, held, others))
    grown = np.where(np.arange(len(rows)) < len(counted), growth[group], 0)
    return VmDemand(kept, len(rows) - len(counted), vcpu, memory, grown, found)


def _others(run: Run, index: int, supply: Supply, room: float) -> Floats:
    """What each host of another model has for VMs at the sizing date."""
    models = run.binding.models[index]
    hosts = models.hosts[:, sizing_moment(run.plan).month].astype(np.int64)
    return np.repeat(models.stands_for[supply] * room, hosts)


def _of_groups(
    run: Run, index: int, vms: Vms, counted: Places, members: Sequence[Places]
) -> tuple[dict[str, Floats], Places]:
    """What the plan says of its groups, and the group of each VM that is counted; one group where none are named."""
    number = len(run.plan.workload.groups)
    found = {
        name: np.broadcast_to(np.array(run.evaluation.members(name, index), dtype=np.float64), number)
        for name in _OF_GROUPS
    }
    if members:
        group_of = np.full(len(vms), -1)
        for place, each in enumerate(members):
            group_of[each] = place
        group = group_of[counted]
        if (group < 0).any() or len(members) > number:
            raise ValueError("every VM must be in one of the plan's groups")
    else:
        # VMs that do not run ask for nothing; they are no part of the mean.
        weights = found["group_vms"] * np.where((found["vcpu"] > 0).any(), found["vcpu"] > 0, 1)
        found = {name: np.array([np.average(each, weights=weights)]) for name, each in found.items()}
        group = np.zeros(len(counted), dtype=np.int64)
    for name in ("count", "vcpu", "memory_gib"):
        # What is nothing today grows to nothing.
        found[name] = np.where(found[name] > 0, found[name], 1)
    return found, group


def _copies(order: Places, growth: float) -> Places:
    """Rows to copy once each, spread evenly over an order."""
    more = round(len(order) * growth) if growth > 0 else 0
    if not more:
        return np.empty(0, dtype=np.int64)
    return order[np.floor((np.arange(more) + 0.5) * len(order) / more).astype(np.int64)]
