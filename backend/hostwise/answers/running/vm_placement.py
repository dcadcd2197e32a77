"""Which VMs decide the hosts for whole VMs, and why: for explanations and findings alike."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np

from hostwise.answers.running.run import Run
from hostwise.answers.wording.answer_messages import message
from hostwise.answers.wording.sentences import Phrase, Shown, shown
from hostwise.engine.bin_bound import FULL, MOST_PER_BIN
from hostwise.engine.constants import COUNT_SLACK
from hostwise.engine.quantities import Array
from hostwise.number_format.writing import fixed, short


@dataclass(frozen=True)
class Dimension:
    """One of the things that VMs ask a host for, by the quantities of the graph."""

    size: str
    room: str
    hosts: str
    part_hosts: str
    flag: str
    unit: str


DIMENSIONS = (
    Dimension(
        "vm_host_gib", "usable_gib_per_host", "whole_memory_hosts", "part_memory_hosts", "memory_spares_flag", "GiB"
    ),
    Dimension(
        "vm_dram_gib",
        "usable_dram_gib_per_host",
        "whole_dram_hosts",
        "part_memory_hosts",
        "memory_spares_flag",
        "GiB of DRAM",
    ),
    Dimension("vm_host_cores", "vm_cores_per_host", "whole_core_hosts", "part_cpu_hosts", "cpu_spares_flag", "cores"),
    Dimension("vm_host_ghz", "planned_ghz_per_host", "whole_cycle_hosts", "part_cpu_hosts", "cpu_spares_flag", "GHz"),
)


@dataclass(frozen=True)
class Deciding:
    """The VMs that decide: those of a size or larger.

    Attributes:
        dimension: what they lack room in.
        size: what one of the smallest of them asks for.
        room: what a host has.
        vms: how many they are, on one site.
        per_host: how many of that size a host holds; 0 where it holds none.
        hosts: hosts that they need, on one site and without spares.
        by: whether each of them is counted by that number, they have hosts of their own, or their sum decides.
    """

    dimension: Dimension
    size: float
    room: float
    vms: float
    per_host: float
    hosts: float
    by: str


def deciding(run: Run, index: int) -> Deciding | None:
    """The VMs that decide the hosts for whole VMs; None if none are placed whole, or nothing is known of them."""
    value = run.evaluation.value
    found = []
    for each in DIMENSIONS:
        hosts = value(each.hosts, index)
        if np.isnan(hosts) or (each.size == "vm_host_ghz" and not np.isnan(value("total_cpu_ghz", index))):
            continue
        found.append((hosts / value("clusters", index) + value("spare_hosts", index) * value(each.flag, index), each))
    if not found:
        return None
    _, dimension = max(found, key=lambda pair: pair[0])
    counts = np.array(run.evaluation.members("whole_vms", index))
    sizes = np.broadcast_to(np.array(run.evaluation.members(dimension.size, index)), counts.shape)
    room, hosts = value(dimension.room, index), value(dimension.hosts, index)
    if isfinite(hosts):
        # Of hosts that differ, a VM that is larger than a mean one takes a host of its own.
        sizes = np.minimum(sizes, room)
    return _of_kinds(dimension, counts, sizes, room, hosts)


def _of_kinds(dimension: Dimension, counts: Array, sizes: Array, room: float, hosts: float) -> Deciding | None:
    some = (counts > 0) & (sizes > 0)
    if not some.any():
        return None
    if not isfinite(hosts):
        size = float(sizes[some].max())
        return Deciding(dimension, size, room, float(counts[some & (sizes == size)].sum()), 0, hosts, "none fits")
    for at in np.flatnonzero(some)[np.argsort(-sizes[some], kind="stable")].tolist():
        size = float(sizes[at])
        per_host = float(np.floor(FULL * room / size))
        among = some & ((sizes >= size) if per_host <= MOST_PER_BIN else (np.arange(len(sizes)) == at))
        vms = float(counts[among].sum())
        if np.ceil(vms / per_host * (1 - COUNT_SLACK)) == hosts:
            return Deciding(dimension, size, room, vms, per_host, hosts, "number")
    large = some & (sizes > room * FULL / 2)
    if large.any() and (counts[some] * sizes[some]).sum() / room <= hosts - 1:
        size = float(sizes[large].min())
        return Deciding(dimension, size, room, float(counts[large].sum()), 1, hosts, "halves")
    size = float(sizes[some].min())
    return Deciding(dimension, size, room, float(counts[some].sum()), float(np.floor(FULL * room / size)), hosts, "sum")


def room_of(found: Deciding) -> tuple[Shown, Shown]:
    """What one of these VMs asks for, and what a host has, with the unit of what they lack room in."""
    of = found.dimension
    return (
        shown(f"{short(found.size)} {of.unit}", found.size, of.size),
        shown(f"{short(found.room)} {of.unit}", found.room, of.room),
    )


def in_words(found: Deciding) -> Phrase:
    """Why these VMs need so many hosts, in words and numbers."""
    size, room = room_of(found)
    if found.by == "none fits":
        return message("whole_vms.none_fits", size=size, room=room)
    hosts = shown(fixed(found.hosts), found.hosts, found.dimension.hosts)
    if found.by == "number":
        fit = found.per_host
        return message(
            "whole_vms.number_one" if fit == 1 else "whole_vms.number",
            fit=fit,
            size=size,
            room=room,
            number=found.vms,
            per_host=fit,
            hosts=hosts,
        )
    if found.by == "halves":
        return message("whole_vms.halves", vms=found.vms, size=size, room=room, hosts=hosts)
    return message("whole_vms.sum", vms=found.vms, room=room, hosts=hosts)
