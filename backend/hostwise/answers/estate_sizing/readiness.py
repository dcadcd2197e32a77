"""What stops or delays the move of VMs: one declared kind for each reason, and the VMs that have it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from hostwise.answers.estate_sizing.columns import Flags, Places, Vms, by_text
from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.readiness_document import ReadinessKey
from hostwise.answers.estate_sizing.taken_away import is_default
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.os_support import OsSupport, ended, support_of
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


def _trait(trait: VmTrait, lacks: EstateSizingCode, detail: EstateSizingCode) -> Callable[[Estate], Found | str]:
    def find(estate: Estate) -> Found | str:
        column = estate.vms.columns.traits.get(trait)
        if column is None:
            return words(lacks)
        return Found(
            np.array([each is True for each in column], dtype=np.bool_),
            np.array([each is None for each in column], dtype=np.bool_),
            lambda _: words(detail),
        )

    return find


def _very_large(estate: Estate) -> Found | str:
    """VMs larger than the part of the largest host beside one of its processors."""
    cores, memory = (_largest_node(estate.hosts, each) for each in ("cores", "memory_gib"))
    if cores is None or memory is None:
        return words("estate_unsaid.very_large")
    vcpu, gib = estate.vms.number("vcpu"), estate.vms.number("memory_gib")
    return Found(
        (vcpu > cores) | (gib > memory),
        np.isnan(vcpu) & np.isnan(gib),
        lambda at: words("estate_detail.very_large", vcpu=vcpu[at], memory=gib[at], cores=cores, beside=memory),
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
            return words("estate_unsaid.guests")
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
    is_over, paid = ended(row, on), row.extended_end
    if paid is not None and paid >= on.isoformat():
        return words(
            "estate_support.ended_but_paid" if is_over else "estate_support.ends_but_paid",
            system=row.name,
            date=row.support_end,
            paid=paid,
        )
    return words("estate_support.ended" if is_over else "estate_support.ends", system=row.name, date=row.support_end)


def _idle(estate: Estate) -> Found | str:
    """Running VMs whose CPU use over time is never above a small share of what they have, and that hardly do I/O."""
    vms = estate.vms
    peak, vcpu = vms.number("cpu_peak_ghz"), vms.number("vcpu")
    if np.isnan(peak).all():
        return words("estate_unsaid.idle")
    share = peak / (vcpu * estate.host_ghz)
    iops = vms.number("iops_average")
    quiet = np.isnan(iops) | (iops < _LEAST_IOPS)
    return Found(
        vms.running & (share <= estate.limit("idle_share")) & quiet,
        vms.running & np.isnan(share),
        lambda at: words("estate_detail.idle", share=f"{share[at]:.1%}"),
    )


def _off_long(estate: Estate) -> Found | str:
    days = estate.vms.columns.off_days
    if days is None:
        return words("estate_unsaid.off_long")
    off = np.array(days, dtype=np.float64)
    limit = estate.limit("off_days")
    stopped = ~estate.vms.running & ~estate.vms.template
    return Found(
        stopped & (off > limit), stopped & np.isnan(off), lambda at: words("estate_detail.off_long", days=off[at])
    )


def _old_snapshots(estate: Estate) -> Found | str:
    ages = estate.vms.columns.snapshot_days
    if ages is None:
        # A source with sizes of snapshots, and none of them, has no dates because there is nothing to date.
        sizes = estate.vms.number("snapshot_gb")
        if np.nansum(sizes) > 0 or np.isnan(sizes).all():
            return words("estate_unsaid.old_snapshots")
    age = np.full(len(estate.vms), np.nan) if ages is None else np.array(ages, dtype=np.float64)
    size = estate.vms.number("snapshot_gb")

    def detail(at: int) -> str:
        if np.isnan(size[at]):
            return words("estate_detail.old_snapshots", days=age[at])
        return words("estate_detail.old_snapshots_of_size", days=age[at], size=size[at])

    none = np.zeros(len(age), dtype=np.bool_)
    return Found(age > estate.limit("snapshot_days"), none, detail)


def _old_hardware(estate: Estate) -> Found | str:
    versions = estate.vms.columns.hardware_version
    if versions is None:
        return words("estate_unsaid.old_hardware")
    version, least = np.array(versions, dtype=np.float64), estate.limit("hardware_version")
    return Found(
        version < least,
        np.isnan(version),
        lambda at: words("estate_detail.old_hardware", version=version[at], least=least),
    )


KINDS = (
    Kind(
        "raw_devices",
        words("estate_ready.raw_devices"),
        words("estate_stops.raw_devices"),
        words("estate_remedy.raw_devices"),
        True,
        "complex",
        _trait(VmTrait.RAW_DEVICE, "estate_unsaid.raw_devices", "estate_detail.raw_devices"),
    ),
    Kind(
        "shared_disks",
        words("estate_ready.shared_disks"),
        words("estate_stops.shared_disks"),
        words("estate_remedy.shared_disks"),
        True,
        "complex",
        _trait(VmTrait.SHARED_DISK, "estate_unsaid.shared_disks", "estate_detail.shared_disks"),
    ),
    Kind(
        "passthrough",
        words("estate_ready.passthrough"),
        words("estate_stops.passthrough"),
        words("estate_remedy.passthrough"),
        True,
        "complex",
        _trait(VmTrait.PASSTHROUGH, "estate_unsaid.passthrough", "estate_detail.passthrough"),
        setting=True,
    ),
    Kind(
        "fault_tolerant",
        words("estate_ready.fault_tolerant"),
        words("estate_stops.fault_tolerant"),
        words("estate_remedy.fault_tolerant"),
        True,
        "complex",
        _trait(VmTrait.FAULT_TOLERANT, "estate_unsaid.fault_tolerant", "estate_detail.fault_tolerant"),
        setting=True,
    ),
    Kind(
        "very_large",
        words("estate_ready.very_large"),
        words("estate_stops.very_large"),
        words("estate_remedy.very_large"),
        True,
        "standard",
        _very_large,
    ),
    Kind(
        "guest_ended",
        words("estate_ready.guest_ended"),
        words("estate_stops.guest_ended"),
        words("estate_remedy.guest_ended"),
        True,
        "standard",
        _guest(soon=False),
    ),
    Kind(
        "idle",
        words("estate_ready.idle"),
        words("estate_stops.idle"),
        words("estate_remedy.idle"),
        True,
        None,
        _idle,
    ),
    Kind(
        "off_long",
        words("estate_ready.off_long"),
        words("estate_stops.off_long"),
        words("estate_remedy.off_long"),
        True,
        None,
        _off_long,
    ),
    Kind(
        "unreachable",
        words("estate_ready.unreachable"),
        words("estate_stops.unreachable"),
        words("estate_remedy.unreachable"),
        True,
        "standard",
        _trait(VmTrait.UNREACHABLE, "estate_unsaid.unreachable", "estate_detail.unreachable"),
    ),
    Kind(
        "old_snapshots",
        words("estate_ready.old_snapshots"),
        words("estate_stops.old_snapshots"),
        words("estate_remedy.old_snapshots"),
        False,
        "standard",
        _old_snapshots,
    ),
    Kind(
        "consolidation",
        words("estate_ready.consolidation"),
        words("estate_stops.consolidation"),
        words("estate_remedy.consolidation"),
        False,
        "standard",
        _trait(VmTrait.CONSOLIDATION, "estate_unsaid.consolidation", "estate_detail.consolidation"),
        setting=True,
    ),
    Kind(
        "media",
        words("estate_ready.media"),
        words("estate_stops.media"),
        words("estate_remedy.media"),
        False,
        None,
        _trait(VmTrait.MEDIA, "estate_unsaid.media", "estate_detail.media"),
        setting=True,
    ),
    Kind(
        "old_hardware",
        words("estate_ready.old_hardware"),
        words("estate_stops.old_hardware"),
        words("estate_remedy.old_hardware"),
        False,
        "standard",
        _old_hardware,
    ),
    Kind(
        "no_tools",
        words("estate_ready.no_tools"),
        words("estate_stops.no_tools"),
        words("estate_remedy.no_tools"),
        False,
        "standard",
        _trait(VmTrait.NO_TOOLS, "estate_unsaid.no_tools", "estate_detail.no_tools"),
        setting=True,
    ),
    Kind(
        "guest_ends_soon",
        words("estate_ready.guest_ends_soon"),
        words("estate_stops.guest_ends_soon"),
        words("estate_remedy.guest_ends_soon"),
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
