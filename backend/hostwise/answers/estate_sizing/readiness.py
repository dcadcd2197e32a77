"""What stops or delays the move of VMs: one declared kind for each reason, and the VMs that have it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from hostwise.answers.estate_sizing.columns import Flags, Places, Vms, by_text
from hostwise.answers.estate_sizing.readiness_document import ReadinessKey
from hostwise.answers.estate_sizing.taken_away import is_default
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.os_support import OsSupport, ended, support_of
from hostwise.number_format.writing import fixed, short
from hostwise.plan.estate import HostColumns, VmTrait

MoveClass = Literal["simple", "standard", "complex"]
"""How a move of a VM is priced, from the cheapest on."""

ENDS_SOON_DAYS = 365
_LEAST_IOPS = 0.1
"""An idle VM has less than one operation in ten seconds."""


@dataclass(frozen=True)
class Estate:
    """What readiness is judged by.

    Attributes:
        vms: the VMs.
        hosts: the hosts that they run on.
        catalogue: dates of support, and limits.
        on: the date that support is judged on.
        host_ghz: clock of the hosts.
    """

    vms: Vms
    hosts: HostColumns
    catalogue: Catalogue
    on: dt.date
    host_ghz: float

    def limit(self, name: str) -> float:
        """A limit of the catalogue."""
        value = self.catalogue.assumptions[f"readiness_{name}"].value
        assert value is not None
        return value

    @cached_property
    def support(self) -> list[OsSupport | None]:
        """The support of the guest of each VM; None where its name tells too little."""
        rows = list(self.catalogue.os_support.values())
        return by_text(
            self.vms.text("os").tolist(), lambda name: support_of(name, rows, "guest") if name.strip() else None
        )


@dataclass(frozen=True)
class Found:
    """The VMs of one kind.

    Attributes:
        has: whether each VM is of the kind.
        unknown: whether nothing is known of it.
        detail: what is said of one of them, by its place.
    """

    has: Flags
    unknown: Flags
    detail: Callable[[int], str]


@dataclass(frozen=True)
class Kind:
    """One kind of what stops or delays a move.

    Attributes:
        key: its name.
        label: the VMs in words.
        stops: what it stops or delays.
        remedy: what to do.
        leaves: whether such VMs may go or stay behind.
        moves: how their move is priced; None changes nothing.
        setting: whether it is a setting, which some environments have on all VMs.
        find: the VMs that have it; what the source lacks, in words, where it cannot say.
    """

    key: ReadinessKey
    label: str
    stops: str
    remedy: str
    leaves: bool
    moves: MoveClass | None
    find: Callable[[Estate], Found | str]
    setting: bool = False

    def is_usual(self, found: Found, places: Places) -> bool:
        """Whether most of some VMs have it, so that it says something of their environment and nothing of each."""
        return self.setting and is_default(int(found.has[places].sum()), int((~found.unknown[places]).sum()))


def _trait(trait: VmTrait, lacks: str, detail: str) -> Callable[[Estate], Found | str]:
    def find(estate: Estate) -> Found | str:
        column = estate.vms.columns.traits.get(trait)
        if column is None:
            return lacks
        return Found(
            np.array([each is True for each in column], dtype=np.bool_),
            np.array([each is None for each in column], dtype=np.bool_),
            lambda _: detail,
        )

    return find


def _very_large(estate: Estate) -> Found | str:
    """VMs larger than the part of the largest host beside one of its processors."""
    cores, memory = (_largest_node(estate.hosts, each) for each in ("cores", "memory_gib"))
    if cores is None or memory is None:
        return "the source has no hosts with processors, cores and memory"
    vcpu, gib = estate.vms.number("vcpu"), estate.vms.number("memory_gib")
    return Found(
        (vcpu > cores) | (gib > memory),
        np.isnan(vcpu) & np.isnan(gib),
        lambda at: (
            f"{short(vcpu[at])} vCPU and {short(gib[at])} GiB; a processor of today has {short(cores)} cores and "
            f"{short(memory)} GiB beside it"
        ),
    )


def _largest_node(hosts: HostColumns, column: str) -> float | None:
    values, sockets = getattr(hosts, column), hosts.sockets
    if values is None or sockets is None:
        return None
    known = [value / number for value, number in zip(values, sockets, strict=True) if value and number]
    return max(known, default=None)


def _guest(*, soon: bool) -> Callable[[Estate], Found | str]:
    def find(estate: Estate) -> Found | str:
        if estate.vms.columns.os is None:
            return "the source has no guest systems"
        then = estate.on + dt.timedelta(days=ENDS_SOON_DAYS)
        has = [
            each is not None and (ended(each, then) and not ended(each, estate.on) if soon else ended(each, estate.on))
            for each in estate.support
        ]
        unknown = np.array([each is None for each in estate.support], dtype=np.bool_)
        return Found(
            np.array(has, dtype=np.bool_), unknown, lambda at: _support_in_words(estate.support[at], estate.on)
        )

    return find


def _support_in_words(row: OsSupport | None, on: dt.date) -> str:
    if row is None or row.support_end is None:
        return ""
    paid = ""
    if row.extended_end is not None and row.extended_end >= on.isoformat():
        paid = f"; paid for until {row.extended_end}"
    return f"{row.name}: support {'ended' if ended(row, on) else 'ends'} {row.support_end}{paid}"


def _idle(estate: Estate) -> Found | str:
    """Running VMs whose CPU use over time is never above a small share of what they have, and that hardly do I/O."""
    vms = estate.vms
    peak, vcpu = vms.number("cpu_peak_ghz"), vms.number("vcpu")
    if np.isnan(peak).all():
        return "there is no CPU use over time: add performance history"
    share = peak / (vcpu * estate.host_ghz)
    iops = vms.number("iops_average")
    quiet = np.isnan(iops) | (iops < _LEAST_IOPS)
    return Found(
        vms.running & (share <= estate.limit("idle_share")) & quiet,
        vms.running & np.isnan(share),
        lambda at: f"{share[at]:.1%} of its CPU at most",
    )


def _off_long(estate: Estate) -> Found | str:
    days = estate.vms.columns.off_days
    if days is None:
        return "the source does not say when VMs were last changed"
    off = np.array(days, dtype=np.float64)
    limit = estate.limit("off_days")
    stopped = ~estate.vms.running & ~estate.vms.template
    return Found(
        stopped & (off > limit), stopped & np.isnan(off), lambda at: f"off, last changed {short(off[at])} days ago"
    )


def _old_snapshots(estate: Estate) -> Found | str:
    ages = estate.vms.columns.snapshot_days
    if ages is None:
        # A source with sizes of snapshots, and none of them, has no dates because there is nothing to date.
        sizes = estate.vms.number("snapshot_gb")
        if np.nansum(sizes) > 0 or np.isnan(sizes).all():
            return "the source has no dates of snapshots"
    age = np.full(len(estate.vms), np.nan) if ages is None else np.array(ages, dtype=np.float64)
    size = estate.vms.number("snapshot_gb")

    def detail(at: int) -> str:
        holds = "" if np.isnan(size[at]) else f", {short(size[at])} GB"
        return f"oldest snapshot {short(age[at])} days{holds}"

    none = np.zeros(len(age), dtype=np.bool_)
    return Found(age > estate.limit("snapshot_days"), none, detail)


def _old_hardware(estate: Estate) -> Found | str:
    versions = estate.vms.columns.hardware_version
    if versions is None:
        return "the source has no versions of virtual hardware"
    version, least = np.array(versions, dtype=np.float64), estate.limit("hardware_version")
    return Found(
        version < least, np.isnan(version), lambda at: f"version {fixed(version[at])}, and {fixed(least)} is asked for"
    )


KINDS = (
    Kind(
        "raw_devices",
        "raw device mappings",
        "A LUN of an array that a VM uses directly cannot be copied as a disk.",
        "Convert it to a virtual disk, or keep the array for it.",
        True,
        "complex",
        _trait(VmTrait.RAW_DEVICE, "the source has no kinds of disks", "raw device"),
    ),
    Kind(
        "shared_disks",
        "disks shared with other VMs",
        "They move together, or not at all; snapshots and most tools of migration refuse them.",
        "Plan them as one step, or replace the cluster of guests.",
        True,
        "complex",
        _trait(VmTrait.SHARED_DISK, "the source does not say which disks are shared", "shares a disk"),
    ),
    Kind(
        "passthrough",
        "devices passed through",
        "A device of one host cannot follow a VM.",
        "Provide the same device on the new hosts, or leave it off.",
        True,
        "complex",
        _trait(VmTrait.PASSTHROUGH, "the source has no devices of hosts", "device passed through"),
        setting=True,
    ),
    Kind(
        "fault_tolerant",
        "fault tolerance",
        "Two VMs run in lockstep; other hypervisors lack this, and the second VM needs CPU and memory too.",
        "Turn it off, or find a cluster of the application.",
        True,
        "complex",
        _trait(VmTrait.FAULT_TOLERANT, "the source does not say which VMs are fault tolerant", "fault tolerance is on"),
        setting=True,
    ),
    Kind(
        "very_large",
        "larger than a processor of today",
        "They span NUMA nodes, take long to move, and decide the size of a host.",
        "Size the hosts for them, or right-size them first.",
        True,
        "standard",
        _very_large,
    ),
    Kind(
        "guest_ended",
        "guest systems without support",
        "Their vendor no longer supports them, and a new hypervisor may not either.",
        "Upgrade, pay for the extension, or retire them.",
        True,
        "standard",
        _guest(soon=False),
    ),
    Kind(
        "idle",
        "idle VMs",
        "They run and do nothing: capacity bought for them is wasted.",
        "Ask their owners, and retire them.",
        True,
        None,
        _idle,
    ),
    Kind(
        "off_long",
        "off for long",
        "They take storage, and nobody knows whether they start.",
        "Archive or retire them.",
        True,
        None,
        _off_long,
    ),
    Kind(
        "unreachable",
        "orphaned, inaccessible or disconnected",
        "Their files or hosts cannot be reached, so that they cannot be copied.",
        "Bring them back, or remove them from the inventory.",
        True,
        "standard",
        _trait(VmTrait.UNREACHABLE, "the source has no states of connections", "not connected"),
    ),
    Kind(
        "old_snapshots",
        "old snapshots",
        "They slow each copy, and tools of migration refuse chains of disks.",
        "Remove them before the move.",
        False,
        "standard",
        _old_snapshots,
    ),
    Kind(
        "consolidation",
        "disks that need consolidation",
        "Files of removed snapshots are still in use.",
        "Consolidate them before the move.",
        False,
        "standard",
        _trait(VmTrait.CONSOLIDATION, "the source does not say which disks need it", "consolidation needed"),
        setting=True,
    ),
    Kind(
        "media",
        "media connected",
        "A connected ISO image, floppy or USB device holds a VM on its host.",
        "Disconnect it.",
        False,
        None,
        _trait(VmTrait.MEDIA, "the source has no drives of VMs", "connected"),
        setting=True,
    ),
    Kind(
        "old_hardware",
        "old virtual hardware",
        "Tools of migration ask for a newer version, and features are missing.",
        "Upgrade it at the next restart.",
        False,
        "standard",
        _old_hardware,
    ),
    Kind(
        "no_tools",
        "without tools of the hypervisor",
        "They cannot be stopped in order, and drivers cannot be changed before the move.",
        "Install them, or plan the move by hand.",
        False,
        "standard",
        _trait(VmTrait.NO_TOOLS, "the source does not say which guests have tools", "no tools, or not running"),
        setting=True,
    ),
    Kind(
        "guest_ends_soon",
        "guest systems whose support ends within a year",
        "They move now, and must be upgraded soon after.",
        "Upgrade them with the move.",
        False,
        None,
        _guest(soon=True),
    ),
)
"""All kinds, in the order in which they stop a move."""


def found_kinds(estate: Estate) -> Iterator[tuple[Kind, Found | str]]:
    """Each kind with the VMs that have it, or what the source lacks for it."""
    for each in KINDS:
        yield each, each.find(estate)
