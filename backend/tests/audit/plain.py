"""The same answers by other means: hosts, capacity, wear and cost of one configuration in plain arithmetic.

Written from the documented model (docs/model/*.md) and not from the formulas, with loops and floats, so that a mistake
in the formulas has no twin here. It reads the plan's document, and, for what a catalogue or an assumption supplies, the
inputs that the result records. Memory states, operations per minute, read caches and swap are left out; the random
plans have none. Of a second memory tier the hosts are computed; its drives cost nothing there and are not written to.

What is not known is an exception, `Unknown`; what the plan does not ask for, or a configuration does not have, is
`Unasked`. An infinite number says that no number of hosts is enough.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, erfc, exp, expm1, floor, inf, isinf, log, log1p, pi, sqrt
from statistics import NormalDist
from typing import Any, NamedTuple

from hostwise.plan.answers.result import Input, InputStatus
from hostwise.plan.document import OWN_LIMITS

NORMAL = NormalDist()
DAY, YEAR_DAYS, MONTHS = 86_400, 365, 12
HOURS_PER_YEAR = 8_760
MOST_YEARS = 1e18
"""Years from which on drives last for ever."""
LARGEST_EXPONENT = 700.0
"""Beyond it a number has no room in a float."""
GRAIN = 1e-9
"""Whole things round up with this relative tolerance (docs/model/README.md)."""
POLICY_DRIVES = ("write_tier", "capacity")


class Unknown(Exception):
    """An input that the answer needs is missing."""


class Unasked(Exception):
    """The plan sets no such limit, or the configuration has no such part."""


class Unsure(Exception):
    """The bound on the hosts of some month is not reached by placing VMs by hand, so that nothing is known of it."""


@dataclass(frozen=True)
class Scheme:
    """What protection costs: bytes stored, least hosts, writes of the log and of the stripe for each write."""

    stored: float
    least: int
    log: float
    stripe: float
    wide_stored: float | None = None
    wide_least: int | None = None


SCHEMES = {
    "osa_raid1_ftt1": Scheme(2, 3, 2, 0),
    "osa_raid1_ftt2": Scheme(3, 5, 3, 0),
    "osa_raid1_ftt3": Scheme(4, 7, 4, 0),
    "osa_raid5_3_1": Scheme(4 / 3, 4, 2, 0),
    "osa_raid6_4_2": Scheme(6 / 4, 6, 3, 0),
    "esa_raid1_ftt1": Scheme(2, 3, 2, 2),
    "esa_raid1_ftt2": Scheme(3, 5, 3, 3),
    "esa_raid1_ftt3": Scheme(4, 7, 4, 4),
    "esa_raid5_adaptive": Scheme(3 / 2, 3, 2, 3 / 2, 5 / 4, 6),
    "esa_raid6_4_2": Scheme(6 / 4, 6, 3, 6 / 4),
    "osa_stretched_raid1": Scheme(2, 2, 2, 0),
    "osa_stretched_raid1_local": Scheme(4, 6, 4, 0),
    "osa_stretched_raid5_local": Scheme(8 / 3, 8, 4, 0),
    "osa_stretched_raid6_local": Scheme(3, 12, 6, 0),
    "esa_stretched_raid1": Scheme(2, 2, 2, 2),
    "esa_stretched_raid1_local": Scheme(4, 6, 4, 4),
    "esa_stretched_raid5_local": Scheme(3, 6, 4, 3, 5 / 2, 12),
    "esa_stretched_raid6_local": Scheme(3, 12, 6, 3),
    "osa_two_node_raid1": Scheme(2, 2, 2, 0),
    "esa_two_node_raid1": Scheme(2, 2, 2, 2),
}
"""Space, least hosts and writes for each write: erasure coding k+m stores (k+m)/k; two sites hold all of it twice."""
RAID = {
    "raid1_ftt1": ("osa_raid1_ftt1", "esa_raid1_ftt1"),
    "raid1_ftt2": ("osa_raid1_ftt2", "esa_raid1_ftt2"),
    "raid1_ftt3": ("osa_raid1_ftt3", "esa_raid1_ftt3"),
    "raid5": ("osa_raid5_3_1", "esa_raid5_adaptive"),
    "raid6": ("osa_raid6_4_2", "esa_raid6_4_2"),
}

OVERHEAD_MEMORY_MIB = (256, 1024, 4096, 16384)
OVERHEAD_VCPU = (1, 2, 4, 8)
OVERHEAD_MIB = (
    (20.29, 24.28, 32.23, 48.16),
    (25.90, 29.91, 37.86, 53.82),
    (48.64, 52.72, 60.67, 76.78),
    (139.62, 143.98, 151.93, 168.60),
)
"""Memory overhead of a VM by the table for ESXi 6.5 to 8 (Resource Management Guide)."""


class Takes(NamedTuple):
    """What another hypervisor than ESXi takes: of a host, and of a VM; it has no memory states."""

    gib: float
    memory_share: float
    cpu_share: float
    least_cores: float
    vm_mib: float
    vm_mib_per_gib: float
    vm_mib_per_vcpu: float
    most_hosts: float


OTHER_HYPERVISORS = {
    "proxmox-ve-basic": Takes(4, 1 / 64, 0, 0, 70, 2, 8, inf),
    "windows-server-2022-standard": Takes(4, 0, 0.1, 2, 24, 8, 0, 64),
}
"""By the licence that brings them (docs/model/platforms.md)."""


def whole(number: float) -> float:
    """Rounded up, less a grain of tolerance."""
    return number if isinf(number) else float(ceil(number - abs(number) * GRAIN))


def over(dividend: float, divisor: float) -> float:
    """A quotient, infinite where something is divided by nothing."""
    if divisor > 0:
        return dividend / divisor
    return inf if dividend > 0 else 0.0


def table_overhead_mib(memory_mib: float, vcpu: float) -> float:
    """Overhead of a VM by the table: bilinear between its points, the published fit beyond them."""
    rows, columns = OVERHEAD_MEMORY_MIB, OVERHEAD_VCPU
    if not (rows[0] <= memory_mib <= rows[-1] and columns[0] <= vcpu <= columns[-1]):
        return 14.19 + 0.00743 * memory_mib + 4.03 * vcpu
    row = next(place for place in range(3) if memory_mib <= rows[place + 1])
    column = next(place for place in range(3) if vcpu <= columns[place + 1])
    down = (memory_mib - rows[row]) / (rows[row + 1] - rows[row])
    along = (vcpu - columns[column]) / (columns[column + 1] - columns[column])
    upper = OVERHEAD_MIB[row][column] * (1 - along) + OVERHEAD_MIB[row][column + 1] * along
    lower = OVERHEAD_MIB[row + 1][column] * (1 - along) + OVERHEAD_MIB[row + 1][column + 1] * along
    return upper * (1 - down) + lower * down


def full_lives(written: float, life: float) -> float:
    """Lives used up, of drives that are replaced when they have more than their rated writes."""
    return max(whole(written / life) - 1, 0.0)


def growth_years(rate: float, years: float) -> float:
    """The integral of (1 + rate)^t from 0 to `years`."""
    if rate == 0:
        return years
    exponent = log1p(rate) * years
    return inf if exponent > LARGEST_EXPONENT else expm1(exponent) / log1p(rate)


class Records:
    """The inputs that a result records, of one configuration."""

    def __init__(self, inputs: Iterable[Input], configuration: str) -> None:
        self._found = {
            (each.quantity, each.group, each.role): each
            for each in inputs
            if each.configuration in (None, configuration)
        }

    def maybe(self, name: str, group: str | None = None, role: str | None = None) -> float | None:
        """The value, or None."""
        return self._record(name, group, role).value

    def _record(self, name: str, group: str | None, role: str | None) -> Input:
        """The record of a group, else the one that serves all groups."""
        return self._found.get((name, group, role)) or self._found[name, None, role]

    def need(self, name: str, group: str | None = None, role: str | None = None) -> float:
        """The value; raises where there is none."""
        record = self._record(name, group, role)
        if record.value is None:
            nothing = record.status in (InputStatus.NOT_APPLICABLE, InputStatus.NO_LIMIT)
            raise Unasked(name) if nothing else Unknown(name)
        return record.value


class Group:
    """A VM group of the plan's document."""

    def __init__(self, document: dict[str, Any], events: Iterable[dict[str, Any]] = ()) -> None:
        self.document = document
        self.name: str = document["name"]
        # An event at least as likely as not is expected to happen.
        self.events = [
            (each["month"], each["vms"])
            for each in events
            if each["group"] == self.name and each.get("probability", 1) >= 0.5
        ]

    def need(self, name: str) -> float:
        value = self.document.get(name)
        if value is None:
            raise Unknown(name)
        return float(value)

    def other(self, name: str, instead: float) -> float:
        value = self.document.get(name)
        return instead if value is None else float(value)

    @property
    def average(self) -> float:
        """Average I/O of a VM; the peak stands in."""
        value = self.document.get("iops_average")
        return self.need("iops_peak") if value is None else float(value)

    @property
    def write_growth(self) -> float:
        return (1 + self.other("count_growth_rate", 0)) * (1 + self.other("io_growth_rate", 0)) - 1

    def grown(self, rate: str, years: float) -> float:
        """Growth of one thing until a date, never below today."""
        return float(max(1.0, (1 + self.other(rate, 0)) ** years))

    def smooth_count_at(self, years: float) -> float:
        return self.need("count") * self.grown("count_growth_rate", years)

    def brought_by(self, month: float) -> float:
        """VMs that events have brought by a month."""
        return float(sum(vms for begins, vms in self.events if begins <= month + GRAIN))

    def load_at(self, years: float) -> float:
        """VMs whose data, I/O and cycles the group has: they grow continuously."""
        return max(self.smooth_count_at(years) + self.brought_by(years * MONTHS), 0.0)

    def written_in(self, month: int) -> tuple[float, float]:
        """What the group writes in the month that ends at a date, by smooth growth and with events.

        In years of what it writes today; VMs of events grow in I/O only.
        """
        ends, begins = month / MONTHS, (month - 1) / MONTHS
        smooth = growth_years(self.write_growth, ends) - growth_years(self.write_growth, begins)
        io_rate = self.other("io_growth_rate", 0)
        of_one = (growth_years(io_rate, ends) - growth_years(io_rate, begins)) / self.need("count")
        return smooth, max(smooth + self.brought_by(month - 1) * of_one, 0.0)

    @property
    def is_mean(self) -> bool:
        """Whether its VMs differ: as it says, or as no VM has a fraction of a virtual processor."""
        return bool(self.document.get("vms") == "mean" or self.need("vcpu") % 1)


def packed(things: list[tuple[float, float]], room: float) -> float:
    """A lower bound of the bins of some room that hold so many things of each size (docs/model/hosts.md)."""
    some = [(number, size) for number, size in things if number > 0 and size > 0]
    if not some:
        return 0.0
    if room <= 0 or any(size > room * (1 + GRAIN) for _, size in some):
        return inf
    bins = whole(sum(number * size for number, size in some) / room)
    for own, size in some:
        per_bin = int(room * (1 + GRAIN) / size)
        counted = sum(number for number, other in some if other >= size) if per_bin <= 128 else own
        bins = max(bins, whole(counted / per_bin))
    # What is smaller than some size is left out: the rest of it fits beside nothing that is large.
    half = room * (1 + GRAIN) / 2
    for least in [0.0, *(size for _, size in some if size <= half)]:
        alone = sum(number for number, size in some if size > room * (1 + GRAIN) - least)
        large = [(number, size) for number, size in some if half < size <= room * (1 + GRAIN) - least]
        rest = sum(number * size for number, size in [*large, *((n, s) for n, s in some if least <= s <= half)])
        bins = max(bins, alone + max(sum(number for number, _ in large), whole(rest / room)))
    return bins


class Cluster:
    """One configuration of a plan, by hand."""

    def __init__(self, plan: dict[str, Any], index: int, inputs: Iterable[Input]) -> None:
        self.plan = plan
        self.configuration: dict[str, Any] = plan["configurations"][index]
        self.layout: str = self.configuration.get("layout", "two_tier")
        self.records = Records(inputs, self.configuration["key"])
        events = plan["workload"].get("events", [])
        self.groups = [Group(each, events) for each in plan["workload"]["groups"]]
        own = {name: value for name, value in self.configuration.items() if name in OWN_LIMITS}
        self.policy: dict[str, Any] = plan.get("policy", {}) | own
        self.economics: dict[str, Any] = plan.get("economics", {})
        binary = plan.get("unit_convention", "si") == "binary_as_printed"
        self.mb_per_gb = 1024.0 if binary else 1000.0
        self.mb_per_kib = 1 / 1024 if binary else 0.001024
        self.tb_per_gib = 1 / 1000 if binary else 2**30 / 1e12

    # The parts of the hosts.

    @property
    def in_hosts(self) -> bool:
        return self.layout != "external"

    @property
    def two_tier(self) -> bool:
        return self.layout in ("two_tier", "hybrid")

    @cached_property
    def protection(self) -> str:
        return str(self.configuration.get("protection") or self.policy.get("protection", "osa_raid1_ftt1"))

    @cached_property
    def sites(self) -> int:
        return 2 if "stretched" in self.protection or "two_node" in self.protection else 1

    @cached_property
    def two_nodes(self) -> bool:
        return "two_node" in self.protection

    @cached_property
    def spares(self) -> int:
        return 0 if self.two_nodes else int(self.policy.get("spare_hosts", 1))

    @cached_property
    def limit(self) -> float:
        """Most hosts of a cluster."""
        return (
            2.0
            if self.two_nodes
            else min(
                float(self.policy.get("max_hosts_per_cluster") or 64), self.other.most_hosts if self.other else inf
            )
        )

    def holds_with_spares_failed(self, what: str) -> bool:
        usual = what in ("cpu", "memory", "minimum_hosts")
        return bool(self.policy.get("holds_with_spares_down", {}).get(what, usual))

    def scheme(self, group: Group) -> Scheme:
        """The protection of a group's data."""
        if not self.in_hosts:
            return Scheme(1, 1, 1, 0)
        own = group.document.get("protection")
        return SCHEMES[RAID[own][0 if self.two_tier else 1] if own else self.protection]

    def reduction(self, group: Group) -> float:
        return group.other("data_reduction_ratio", self.plain_reduction)

    @cached_property
    def plain_reduction(self) -> float:
        return float(self.configuration.get("data_reduction_ratio") or 1)

    @cached_property
    def space_factor(self) -> float:
        """Space of the file system: 1.131 in single-tier storage."""
        return 1.131 if self.layout == "single_tier" else 1.0

    def amplification(self, group: Group, wide: bool) -> float:
        """Bytes written for each byte of the group."""
        if not self.in_hosts:
            raise Unasked("the array's own drives")
        scheme = self.scheme(group)
        shrink = scheme.wide_stored / scheme.stored if wide and scheme.wide_stored else 1.0
        return scheme.log + scheme.stripe * shrink / self.reduction(group)

    # Demand.

    def vms_at(self, years: float) -> dict[str, float]:
        """Whole VMs by group: what all grew by, rounded down, spread by largest remainder; and those of events."""
        more = {each.name: each.smooth_count_at(years) - each.need("count") for each in self.groups}
        found = {name: floor(amount * (1 + GRAIN)) for name, amount in more.items()}
        left = floor(sum(more.values()) * (1 + GRAIN)) - sum(found.values())
        # Sorting is stable: of equal remainders the first group has the larger.
        by_remainder = sorted(more, key=lambda name: -round((more[name] - found[name]) / GRAIN))
        for name in by_remainder[: max(left, 0)]:
            found[name] += 1
        return {
            each.name: max(each.need("count") + found[each.name] + each.brought_by(years * MONTHS), 0.0)
            for each in self.groups
        }

    def writes(self, group: Group, years: float, peak: bool) -> float:
        """MB/s that a group writes."""
        iops = group.need("iops_peak") if peak else group.average
        moved = group.load_at(years) * iops * group.grown("io_growth_rate", years)
        return moved * (1 - group.need("read_share")) * group.need("io_kib") * self.mb_per_kib

    def back_end(self, years: float, peak: bool, wide: bool, room: bool = False) -> float:
        """MB/s written to the drives that absorb writes; with `room`, without overwrites in the buffer."""
        return sum(self.writes(each, years, peak) * self.amplification(each, wide) for each in self.groups) * (
            self.room(years, peak) if room else 1
        )

    def room(self, years: float, peak: bool) -> float:
        """Share of the writes that takes room in the buffer, weighted by what the groups write."""
        written = [(self.writes(each, years, peak), each.other("write_locality_share", 0)) for each in self.groups]
        total = sum(amount for amount, _ in written)
        return sum(amount * (1 - locality) for amount, locality in written) / total if total else 1.0

    def used_tb(self, group: Group, years: float) -> float:
        """Data of a group, with its swap files where they have their full size."""
        data = group.need("disk_gb") * group.other("disk_used_share", 1) * group.grown("disk_growth_rate", years)
        return group.load_at(years) * data / 1000

    @property
    def other(self) -> Takes | None:
        """Another hypervisor than ESXi, which the licence brings where the configuration names none."""
        if self.configuration.get("hypervisor") is not None:
            return None
        return OTHER_HYPERVISORS.get(self.configuration.get("licence", {}).get("key"))

    @property
    def overcommit_limit(self) -> float:
        limit = float(self.policy.get("memory_overcommit_limit") or 1)
        return min(limit, 1.0) if self.other else limit

    def swap_tb(self, group: Group, years: float) -> float:
        if not self.policy.get("thick_swap_files", False) or self.other:
            return 0.0
        memory = group.need("memory_gib") * group.grown("memory_growth_rate", years)
        unreserved = memory * (1 - group.other("memory_reserved_share", 0))
        return self.vms_at(years)[group.name] * unreserved * self.tb_per_gib

    def stored_once_and_raw(self, years: float, wide: bool) -> tuple[float, float, float]:
        """Data with swap files, bytes to store once, and raw bytes with protection."""
        total = self.plan["workload"].get("totals", {}).get("used_tb")
        if total is not None:
            data = total + sum(self.swap_tb(each, years) for each in self.groups)
            once = data * self.space_factor / self.plain_reduction
            scheme = SCHEMES[self.protection] if self.in_hosts else Scheme(1, 1, 1, 0)
            return data, once, once * (scheme.wide_stored if wide and scheme.wide_stored else scheme.stored)
        data = once = raw = 0.0
        for each in self.groups:
            scheme = self.scheme(each)
            amount = self.used_tb(each, years) + self.swap_tb(each, years)
            data += amount
            once += amount * self.space_factor / self.reduction(each)
            factor = scheme.wide_stored if wide and scheme.wide_stored else scheme.stored
            raw += amount * self.space_factor / self.reduction(each) * factor
        return data, once, raw

    # One host.

    @cached_property
    def cores(self) -> float:
        return self.records.need("sockets") * self.records.need("cores_per_socket")

    @cached_property
    def vm_cores(self) -> float:
        taken = self.cores * (self.records.need("stack_cpu_share") + (self.other.cpu_share if self.other else 0))
        return self.cores - max(taken, self.other.least_cores if self.other else 0)

    @cached_property
    def memory_gib(self) -> float:
        memory = self.configuration["memory"]
        return float(memory.get("memory_mode_gib") or memory["dram_gib"])

    def storage_stack_gib(self) -> float:
        """Memory of the storage stack: given, by the vendor's formula for the version, or assumed."""
        given = self.configuration["memory"].get("storage_stack_gib")
        if given is not None:
            return float(given)
        if not self.in_hosts:
            return 0.0
        if not self.two_tier:
            return max(6.0, min(0.05 * self.memory_gib, 64.0))
        if self.other:
            raise Unknown("memory of vSAN on another hypervisor")
        groups = self.configuration["write_tier"].get("disk_groups", 1)
        cache_gb = min(self.records.need("drive_gb", role="write_tier"), self.records.need("write_buffer_limit_gb"))
        drives = self.configuration["capacity"]["count"]
        flash = self.layout == "two_tier"
        if self.configuration.get("hypervisor") == "esxi-6.5":
            mib = 5426 + groups * (636 + (14 if flash else 8) * cache_gb) + drives * 70
        else:
            each = (1360 if flash else 1610) + 0.005 * self.memory_gib * 1024 + (20 if flash else 10) * cache_gb
            mib = 7100 + groups * each + drives * (160 if flash else 180)
        return float(mib / 1024)

    @cached_property
    def usable_gib(self) -> float:
        """Memory of a host for VMs and their overhead."""
        given = self.configuration["memory"].get("hypervisor_gib")
        everything = self.memory_gib + self.tier_gib
        hypervisor = max(min(4.0, everything / 8), 0.02 * everything)
        if self.other:
            # At least a constant on Windows, a constant and a share on Linux.
            hypervisor = self.other.gib + self.other.memory_share * everything
        hypervisor = hypervisor if given is None else given
        return everything - hypervisor - self.storage_stack_gib() - (0.02 * self.memory_gib if self.tier else 0)

    @property
    def tier(self) -> dict[str, Any] | None:
        """The second memory tier; persistent memory and a tier exclude each other."""
        found: dict[str, Any] | None = self.configuration["memory"].get("tier")
        return found

    @property
    def tier_gib(self) -> float:
        return float(self.memory_gib * self.tier["dram_share"]) if self.tier else 0.0

    def overhead_mib(self, group: Group, years: float) -> float:
        """Memory overhead of a VM: given, or by the table, with its slopes for growth."""
        given = self.configuration["memory"].get("vm_overhead_mib")
        if given is not None:
            return float(given)
        if self.configuration.get("hypervisor") in ("esxi-5", "esxi-6.0"):
            raise Unknown("overhead of a VM in this version")
        vcpu, memory = group.need("vcpu"), group.need("memory_gib") * 1024
        if self.other:
            gib = memory / 1024 * group.grown("memory_growth_rate", years)
            cpus = vcpu * group.grown("vcpu_growth_rate", years)
            return self.other.vm_mib + self.other.vm_mib_per_gib * gib + self.other.vm_mib_per_vcpu * cpus
        more_memory = memory * (group.grown("memory_growth_rate", years) - 1)
        more_vcpu = vcpu * (group.grown("vcpu_growth_rate", years) - 1)
        return (
            table_overhead_mib(memory, vcpu)
            + more_memory * self.records.need("vm_memory_overhead_share", group.name)
            + more_vcpu * self.records.need("vm_overhead_mib_per_vcpu", group.name)
        )

    def role_number(self, role: str) -> float:
        return self.records.need("drives_per_host", role=role)

    @property
    def absorbing_role(self) -> str:
        """The drives that take the writes first: those of a write tier, and without one those that hold the data."""
        return "capacity" if self.in_hosts and not self.two_tier else "write_tier"

    @cached_property
    def absorbing_drives(self) -> float:
        """Drives of a host that absorb writes."""
        if not self.in_hosts:
            raise Unasked("drives")
        return self.role_number(self.absorbing_role)

    @cached_property
    def raw_tb(self) -> float:
        """Raw capacity of the data drives of one host."""
        if not self.in_hosts:
            raise Unasked("drives")
        drives = self.configuration["capacity"]["count"]
        return float(drives * self.records.need("drive_gb", role="capacity") / 1000)

    @cached_property
    def fillable_tb(self) -> float:
        """What of it may be filled: both shares are of the raw capacity."""
        kept = self.records.need("metadata_reserve_share") + self.records.need("slack_share")
        return self.raw_tb * (1 - kept) - self.records.need("operations_reserve_tb_per_host")

    def rebuild_tb(self, clusters: int) -> float:
        return self.records.need("rebuild_reserve_hosts_per_cluster") * clusters * self.raw_tb

    @cached_property
    def sustained(self) -> float:
        """MB/s that a drive sustains: given, measured, or its datasheet's, derated."""
        if (given := self.records.maybe("given_sustained_write_mb_s")) is not None:
            return given
        if (measured := self.records.maybe("measured_sustained_write_mib_s")) is not None:
            return measured * 1024 * self.mb_per_kib
        return self.datasheet_mb_s * self.records.need("sustained_derating_factor")

    @property
    def datasheet_mb_s(self) -> float:
        """The datasheet's decimal MB/s in the MB of the plan's convention."""
        return self.records.need("spec_write_mb_s") * 1e6 / (2**20 if self.mb_per_gb == 1024 else 1e6)

    @cached_property
    def destage_limit(self) -> float:
        """MB/s that leave a disk group at most."""
        if not self.two_tier:
            raise Unasked("write buffer")
        if (given := self.records.maybe("given_destage_limit_mb_s")) is not None:
            return given
        if (measured := self.records.maybe("measured_destage_limit_mb_s")) is not None:
            return measured
        return self.sustained * self.records.need("destage_derating_factor")

    @cached_property
    def burst_rate(self) -> float:
        """MB/s that a cache drive takes while its buffer has room."""
        if (given := self.records.maybe("given_burst_write_mb_s")) is not None:
            return given
        if (measured := self.records.maybe("measured_burst_write_mb_s")) is not None:
            return measured
        return self.datasheet_mb_s * self.records.need("burst_derating_factor")

    # Hosts, at a date and divided into clusters.

    def parts(self, clusters: int) -> int:
        return clusters * self.sites

    def part_share(self, clusters: int) -> float:
        """Share of all VMs that each part carries."""
        carried = float(self.policy.get("site_load_share") or 1) if self.sites == 2 else 1.0
        return carried / clusters

    def carried_alone(self, hosts: float, clusters: int, spares: bool) -> float:
        """Hosts where each part carries its VMs alone."""
        parts = self.parts(clusters)
        return parts * (whole(hosts * self.part_share(clusters)) + (self.spares if spares else 0))

    def shared(self, hosts: float, clusters: int, spares: bool = False) -> float:
        """Hosts where all parts share the load, the same number in each."""
        parts = self.parts(clusters)
        return parts * (whole(hosts / parts) + (self.spares if spares else 0))

    def hosts_for_wide_stripe(self, clusters: int) -> float | None:
        wide = [each.wide_least for each in map(self.scheme, self.groups) if each.wide_least]
        plan = SCHEMES[self.protection].wide_least if self.in_hosts else None
        least = plan or max(wide, default=None)
        # Where the minimum of the protection need not hold with spares failed, neither need that of the wide stripe.
        spares = self.spares if self.holds_with_spares_failed("minimum_hosts") else 0
        return None if least is None else least * clusters + self.parts(clusters) * spares

    def either_stripe(self, hosts: Callable[[bool], float], clusters: int, spares: bool = False) -> float:
        """The smaller of the hosts on narrow stripes and of those on wide ones, which have a least number."""
        narrow = self.shared(hosts(False), clusters, spares)
        keeps = self.hosts_for_wide_stripe(clusters)
        return narrow if keeps is None else min(narrow, max(self.shared(hosts(True), clusters, spares), keeps))

    def hosts_for_cpu_ratio(self, years: float, clusters: int) -> float:
        ratio = self.policy.get("vcpu_per_core") or 4.0
        cores = sum(
            self.vms_at(years)[each.name]
            * each.need("vcpu")
            * each.grown("vcpu_growth_rate", years)
            / each.other("vcpu_per_core", ratio)
            for each in self.groups
        )
        return self.carried_alone(over(cores, self.vm_cores), clusters, self.holds_with_spares_failed("cpu"))

    def hosts_for_cpu_ghz(self, years: float, clusters: int) -> float:
        demand = self.plan["workload"].get("totals", {}).get("cpu_ghz")
        if demand is None:
            demand = sum(each.load_at(years) * each.need("cpu_ghz") for each in self.groups)
        supply = self.vm_cores * self.records.need("base_ghz") * (self.policy.get("cpu_utilisation_limit") or 0.75)
        return self.carried_alone(over(demand, supply), clusters, self.holds_with_spares_failed("cpu"))

    def hosts_for_memory(self, years: float, clusters: int) -> float:
        limit = self.overcommit_limit
        demand = 0.0
        for each in self.groups:
            memory = each.need("memory_gib") * each.grown("memory_growth_rate", years)
            reserved = memory * each.other("memory_reserved_share", 0)
            held = reserved + (memory - reserved) / limit + self.overhead_mib(each, years) / 1024
            demand += self.vms_at(years)[each.name] * held
        return self.carried_alone(over(demand, self.usable_gib), clusters, self.holds_with_spares_failed("memory"))

    def hosts_for_active_memory(self, years: float, clusters: int) -> float:
        """Reservations, overheads and the active memory of what is not reserved, all in what is left of DRAM."""
        if self.tier is None:
            raise Unasked("second memory tier")
        dram = self.usable_gib - self.tier_gib
        limit = self.tier.get("active_share_limit") or 0.5
        held = most = 0.0
        for each in self.groups:
            memory = each.need("memory_gib") * each.grown("memory_growth_rate", years)
            reserved = memory * each.other("memory_reserved_share", 0)
            touched = each.other("memory_active_share", 1) * (1 - each.other("idle_share", 0))
            of_vm = reserved + (memory - reserved) * touched / limit + self.overhead_mib(each, years) / 1024
            held += self.vms_at(years)[each.name] * of_vm
            most = max(most, reserved)
        if most > dram:
            return inf
        return self.carried_alone(over(held, dram), clusters, self.holds_with_spares_failed("memory"))

    def hosts_for_largest_vm(self, years: float, clusters: int) -> float:
        """Without the VM's own overhead, which docs/model/hosts.md does not name here."""
        memory = max(
            each.other("largest_vm_gib", each.need("memory_gib")) * each.grown("memory_growth_rate", years)
            for each in self.groups
        )
        vcpu = max(
            each.other("largest_vm_vcpu", each.need("vcpu")) * each.grown("vcpu_growth_rate", years)
            for each in self.groups
        )
        # What fits no host fits none, whatever else is unknown.
        if vcpu > self.cores * self.records.need("threads_per_core"):
            return inf
        return 1.0 if memory <= self.usable_gib else inf

    def hosts_for_vm_placement(self, years: float, clusters: int) -> float:
        """By memory and by CPU, each by whole VMs of a site shared by its clusters, or by sums; and the placement."""
        if all(each.is_mean for each in self.groups) and not self.records.need("fragmentation_hosts"):
            raise Unasked("groups of VMs that are alike")
        site = float(self.policy.get("site_load_share") or 1) if self.sites == 2 else 1.0
        counts = [0.0 if each.is_mean else whole(site * self.vms_at(years)[each.name]) for each in self.groups]
        limit = self.overcommit_limit
        ratio = self.policy.get("vcpu_per_core") or 4.0

        def gib(each: Group) -> float:
            memory = each.need("memory_gib") * each.grown("memory_growth_rate", years)
            reserved = each.other("memory_reserved_share", 0)
            return memory * (reserved + (1 - reserved) / limit) + self.overhead_mib(each, years) / 1024

        def cores(each: Group) -> float:
            asked = each.need("vcpu") * each.grown("vcpu_growth_rate", years) / each.other("vcpu_per_core", ratio)
            return min(asked, self.vm_cores)

        def ghz(each: Group) -> float:
            if self.plan["workload"].get("totals", {}).get("cpu_ghz") is not None:
                raise Unasked("cycles of each VM")
            return each.need("cpu_ghz")

        def cycles() -> float:
            limit = self.policy.get("cpu_utilisation_limit") or 0.75
            return self.vm_cores * self.records.need("base_ghz") * limit

        def dram_gib(each: Group) -> float:
            if self.tier is None:
                raise Unasked("second memory tier")
            memory = each.need("memory_gib") * each.grown("memory_growth_rate", years)
            reserved = memory * each.other("memory_reserved_share", 0)
            touched = each.other("memory_active_share", 1) * (1 - each.other("idle_share", 0))
            active = (memory - reserved) * touched / (self.tier.get("active_share_limit") or 0.5)
            return reserved + active + self.overhead_mib(each, years) / 1024

        by_memory = self.by_whole(counts, gib, lambda: self.usable_gib, clusters, "memory", years)
        by_dram = self.by_whole(
            counts, dram_gib, lambda: self.usable_gib - self.tier_gib, clusters, "active_memory", years
        )
        by_cores = self.by_whole(counts, cores, lambda: self.vm_cores, clusters, "cpu_ratio", years)
        by_cycles = self.by_whole(counts, ghz, cycles, clusters, "cpu_ghz", years)
        known = [each for each in (by_memory, by_dram, by_cores, by_cycles) if each is not None]
        if not known:
            raise Unknown("whole VMs")
        return max(known) + self.parts(clusters) * self.records.need("fragmentation_hosts")

    def by_whole(
        self,
        counts: list[float],
        size: Callable[[Group], float],
        room: Callable[[], float],
        clusters: int,
        sums: str,
        years: float,
    ) -> float | None:
        """Hosts by one thing that VMs ask for, with spares; None where it is not known."""
        found = []
        with contextlib.suppress(Unknown, Unasked):
            found.append(packed([(n, size(each)) for n, each in zip(counts, self.groups, strict=True)], room()))
        parts = self.parts(clusters)
        spares = self.spares if self.holds_with_spares_failed("memory" if sums.endswith("memory") else "cpu") else 0
        hosts = [parts * (whole(each / clusters) + spares) for each in found]
        with contextlib.suppress(Unknown, Unasked):
            hosts.append(self.constraint(sums, years, clusters))
        return max(hosts, default=None)

    def parts_of_a_host(self, groups: list[Group], years: float) -> list[tuple[float, ...]]:
        """Memory, cores and cycles of a VM of each group, over what a host has."""
        ratio, limit = self.policy.get("vcpu_per_core") or 4.0, self.overcommit_limit
        memory = [each.need("memory_gib") * each.grown("memory_growth_rate", years) for each in groups]
        held = [each.other("memory_reserved_share", 0) for each in groups]
        return [
            (
                gib * (kept + (1 - kept) / limit) / self.usable_gib,
                each.need("vcpu")
                * each.grown("vcpu_growth_rate", years)
                / each.other("vcpu_per_core", ratio)
                / self.vm_cores,
                (each.document.get("cpu_ghz") or 0) / self.vm_cores,
            )
            for each, gib, kept in zip(groups, memory, held, strict=True)
        ]

    def is_placed(self, years: float) -> bool:
        """Whether VMs that take turns, the largest first, fit as many hosts as the bound asks for."""
        site = float(self.policy.get("site_load_share") or 1) if self.sites == 2 else 1.0
        groups = [each for each in self.groups if not each.is_mean and self.vms_at(years)[each.name] > 0]
        if len(groups) < 2:
            return True
        try:
            sizes = self.parts_of_a_host(groups, years)
        except (Unknown, Unasked):
            return False
        counts = [whole(site * self.vms_at(years)[each.name]) for each in groups]
        free: list[list[float]] = []
        for size, count in sorted(zip(sizes, counts, strict=True), key=lambda each: -max(each[0])):
            if max(size) > 1:
                return False
            left = count
            for host in [*free, *([1.0] * len(size) for _ in range(int(count)))]:
                if left <= 0:
                    break
                fits = min([left, *(int(room * (1 + GRAIN) / of) for room, of in zip(host, size, strict=True) if of)])
                if fits:
                    if host not in free:
                        free.append(host)
                    left -= fits
                    host[:] = [room - fits * of for room, of in zip(host, size, strict=True)]
        bound = max(packed([(n, size[at]) for n, size in zip(counts, sizes, strict=True)], 1.0) for at in range(2))
        return len(free) <= bound

    def hosts_for_protection(self, years: float, clusters: int) -> float:
        # The array is not protected by the hosts.
        least = max(self.scheme(each).least for each in self.groups)
        return least * clusters + self.parts(clusters) * (
            self.spares if self.holds_with_spares_failed("minimum_hosts") else 0
        )

    def hosts_for_capacity(self, years: float, clusters: int) -> float:
        if not self.in_hosts:
            raise Unasked("drives")

        def hosts(wide: bool) -> float:
            _, _, raw = self.stored_once_and_raw(years, wide)
            return over(raw + self.rebuild_tb(clusters), self.fillable_tb)

        return self.either_stripe(hosts, clusters)

    def hosts_for_write_performance(self, years: float, clusters: int) -> float:
        limit = self.policy.get("write_utilisation_limit") or 0.5

        def hosts(wide: bool) -> float:
            drives = self.back_end(years, peak=True, wide=wide) / (self.sustained * limit)
            return whole(drives) / self.absorbing_drives

        return self.either_stripe(hosts, clusters, self.holds_with_spares_failed("write_performance"))

    def hosts_for_write_buffer(self, years: float, clusters: int) -> float:
        if not self.two_tier:
            raise Unasked("write buffer")
        per_host = self.destage_limit * self.absorbing_drives
        average = self.back_end(years, peak=False, wide=False, room=True)
        # The cache drives must take what is written at all, whatever their buffers hold.
        taken = self.back_end(years, peak=False, wide=False)
        hosts = average / per_host
        burst = self.plan["workload"].get("burst", {}).get("peak_minutes")
        if burst is not None and not self.policy.get("bursts_may_throttle", False):
            size = min(self.records.need("drive_gb", role="write_tier"), self.records.need("write_buffer_limit_gb"))
            if self.layout == "hybrid":
                size = min(
                    self.records.need("drive_gb", role="write_tier") * 0.3, self.records.need("write_buffer_limit_gb")
                )
            band_mb = size * self.mb_per_gb * (0.7 - 0.3)
            kept = exp(-burst * 60 * self.destage_limit / band_mb)
            peak = self.back_end(years, peak=True, wide=False, room=True)
            hosts = max(hosts, (peak * (1 - kept) + average * kept) / per_host)
            taken = max(taken, self.back_end(years, peak=True, wide=False))
        hosts = max(hosts, taken / (self.burst_rate * self.absorbing_drives))
        return self.shared(hosts, clusters, self.holds_with_spares_failed("write_performance"))

    def hosts_for_network(self, years: float, clusters: int) -> float:
        if not self.in_hosts and not any(each.get("carries_storage", True) for each in self.cards):
            # The network of an array is often a separate one.
            raise Unasked("network")
        if not self.cards:
            raise Unknown("network cards")
        speed = sum(
            each.get("count", 1) * each.get("ports", 2) * each["gbit_s"]
            for each in self.cards
            if each.get("carries_storage", True)
        )
        limit = self.policy.get("network_utilisation_limit") or 0.6
        migrations = self.policy.get("vmotion_network_share", 0.1)
        resyncs = self.policy.get("resync_network_share", 0.2)
        supply = speed * max(limit - migrations, 0) * (1 - resyncs)
        gbit_per_mb = 8 / 1000 if self.mb_per_gb == 1000 else 8 * 1.048576 / 1000

        reads = writes = 0.0
        for each in self.groups:
            moved = each.load_at(years) * each.need("iops_peak") * each.grown("io_growth_rate", years)
            reads += moved * each.need("read_share") * each.need("io_kib") * self.mb_per_kib
            copies = self.amplification(each, wide=False) if self.in_hosts else 1
            writes += self.writes(each, years, peak=True) * copies
        traffic = (reads + writes) * gbit_per_mb * self.part_share(clusters)
        held = self.spares if self.holds_with_spares_failed("network") else 0
        if not self.in_hosts:
            return self.parts(clusters) * (whole(over(traffic, supply)) + held)
        # The larger root of supply n^2 - traffic n + traffic = 0, for each part alone.
        root = over(traffic + sqrt(max(traffic**2 - 4 * supply * traffic, 0)), 2 * supply)
        return self.parts(clusters) * (whole(root) + held)

    @cached_property
    def cards(self) -> list[dict[str, Any]]:
        return list(self.configuration.get("network", {}).get("cards") or [])

    @cached_property
    def is_doubted(self) -> bool:
        """Whether I/O of the plan is hardly possible, and nobody confirmed it: it buys no hosts then."""
        if self.plan["workload"].get("io_confirmed"):
            return False
        for each in self.groups:
            average = each.document.get("iops_average", each.document.get("iops_peak"))
            if average is None or each.document.get("io_kib") is None:
                continue
            mb_s = average * each.need("io_kib") * 1024 / 1e6
            if (each.need("io_kib") > 256 and mb_s > 0) or (mb_s > 20 and each.need("count") >= 5):
                return True
        return False

    def hosts_for_endurance(self, years: float, clusters: int) -> float:
        accepted = self.policy.get("max_wear_out_probability")
        if accepted is None or not self.in_hosts or self.is_doubted:
            raise Unasked("accepted probability")
        sigma, shift = self.wear_uncertainty
        wear = exp(sigma * NORMAL.inv_cdf(accepted) - shift)

        def hosts(wide: bool) -> float:
            lifetime = self.lifetime_writes(wide) * YEAR_DAYS * DAY
            return over(lifetime, self.budget_mb(self.absorbing_role) * wear) / self.absorbing_drives

        return self.either_stripe(hosts, clusters, self.holds_with_spares_failed("endurance"))

    CONSTRAINTS = (
        "cpu_ratio",
        "cpu_ghz",
        "memory",
        "active_memory",
        "vm_placement",
        "largest_vm",
        "protection",
        "capacity",
        "write_performance",
        "write_buffer",
        "network",
        "endurance",
    )

    def constraint(self, name: str, years: float | None = None, clusters: int | None = None) -> float:
        date = self.sizing_years if years is None else years
        number = self.clusters_at(date) if clusters is None else clusters
        found: float = getattr(self, f"hosts_for_{name}")(date, number)
        return found

    def required(self, years: float, clusters: int) -> float:
        """The largest of the constraints that can be evaluated."""
        most = 0.0
        for name in self.CONSTRAINTS:
            try:
                most = max(most, self.constraint(name, years, clusters))
            except (Unknown, Unasked):
                continue
        return most

    def clusters_at(self, years: float) -> int:
        """The least number of equal clusters that hold their hosts, needed or given; 1 where none will do."""
        if self.two_nodes:
            return 1
        for clusters in range(1, 1_001):
            hosts = max(self.required(years, clusters), self.configuration.get("hosts") or 0)
            if isinf(hosts) or hosts <= self.limit * clusters:
                return 1 if isinf(hosts) else clusters
            if clusters > 3 and self.hosts_for_protection(years, 1) > self.limit:
                return 1
        return 1

    @cached_property
    def sizing_years(self) -> float:
        return float(self.policy.get("sizing_years", 0))

    @cached_property
    def clusters(self) -> int:
        return self.clusters_at(self.sizing_years)

    @cached_property
    def required_hosts(self) -> float:
        return self.required(self.sizing_years, self.clusters)

    @cached_property
    def hosts(self) -> float:
        given = self.configuration.get("hosts")
        if given is None and isinf(self.required_hosts):
            raise Unasked("number of hosts that is enough")
        return float(given) if given is not None else self.required_hosts

    @cached_property
    def is_wide(self) -> bool:
        keeps = self.hosts_for_wide_stripe(self.clusters)
        return keeps is not None and self.hosts >= keeps

    # Capacity.

    def capacity_factor_used(self) -> float:
        """Raw bytes for each byte at the final number of hosts; the configuration's where no data is known."""
        scheme = SCHEMES[self.protection] if self.in_hosts else Scheme(1, 1, 1, 0)
        plain = scheme.wide_stored if self.is_wide and scheme.wide_stored else scheme.stored
        try:
            _, once, raw = self.stored_once_and_raw(self.sizing_years, self.is_wide)
        except Unknown:
            return plain
        return raw / once if once else plain

    def reduction_used(self) -> float:
        try:
            data, once, _ = self.stored_once_and_raw(self.sizing_years, self.is_wide)
        except Unknown:
            return self.plain_reduction
        return data * self.space_factor / once if once else self.plain_reduction

    def usable_tb(self) -> float:
        if not self.in_hosts:
            raise Unasked("drives")
        free = max(self.hosts * self.fillable_tb - self.rebuild_tb(self.clusters), 0)
        return free / (self.capacity_factor_used() * self.space_factor) * self.reduction_used()

    # Wear.

    @cached_property
    def horizon(self) -> int:
        return int(self.economics.get("horizon_years", 5))

    def write_growth_parts(self, role: str) -> list[tuple[float, float]]:
        """The share of each group in what is written to the drives of a role today, with its growth."""
        if role != self.absorbing_role:
            amounts = [
                self.writes(each, 0, peak=False)
                * (1 - each.other("write_locality_share", 0))
                * self.amplification(each, wide=False)
                for each in self.groups
            ]
        else:
            amounts = [
                self.writes(each, 0, peak=False) * self.amplification(each, self.is_wide) for each in self.groups
            ]
        whole = sum(amounts)
        return [
            (amount / whole if whole else 1 / len(amounts), each.write_growth)
            for amount, each in zip(amounts, self.groups, strict=True)
        ]

    def lifetime_writes(self, wide: bool) -> float:
        """What is written to drives until the horizon, in MB/s times years, each group with its growth and copies."""
        return sum(self.lifetime_writes_of(each, wide) for each in self.groups)

    def lifetime_writes_of(self, group: Group, wide: bool) -> float:
        """What one group writes to drives until the horizon."""
        years = sum(group.written_in(month)[1] for month in range(1, self.months + 1))
        return self.writes(group, 0, peak=False) * self.amplification(group, wide) * years

    @cached_property
    def wear_uncertainty(self) -> tuple[float, float]:
        """Standard deviation and mean of ln(wear) over that of the values as entered: load, drive, groups, no stack."""
        workload = self.plan["workload"]
        basis = {"measured": 0.25, "estimated": 0.6, "unknown": 1.44}[workload.get("write_load_basis", "estimated")]
        load = workload.get("write_load_sigma") or basis
        # The ends of the correction are undercut and exceeded in 5 % of cases each.
        low, high = self.records.need("endurance_factor_low"), self.records.need("endurance_factor_high")
        drive = log(high / low) / (2 * NORMAL.inv_cdf(0.95))
        parts = [self.group_uncertainty(each) for each in self.groups]
        common = sum(share * sqrt(variance) for share, variance, _ in parts)
        variance = common**2 / 2 + sum(share**2 * variance / 2 for share, variance, _ in parts)
        shift = sum(share * (mean + variance / 2) for share, variance, mean in parts) - variance / 2
        return sqrt(load**2 + drive**2 + variance), shift

    def group_uncertainty(self, group: Group) -> tuple[float, float, float]:
        """The share of a group in what is written until the horizon, and variance and mean of its logarithm."""
        scheme, reduction = self.scheme(group), self.reduction(group)
        whole, vms = self.lifetime_writes(False), sum(each.need("count") for each in self.groups)
        share = self.lifetime_writes_of(group, False) / whole if whole else group.need("count") / vms
        z = NORMAL.inv_cdf(0.95)
        step = 0.05 / z * (1 + group.other("io_growth_rate", 0))
        years = self.months / MONTHS
        # Downwards never beyond half of what there is.
        least = (1 + group.write_growth) / 2 - 1
        more, fewer = group.write_growth + step, max(group.write_growth - step, least)
        grows = growth_years(more, years) - growth_years(fewer, years)
        grows /= 2 * growth_years(group.write_growth, years)
        if reduction <= 1:
            return share, grows**2, 0.0
        stripe = scheme.stripe / reduction / self.amplification(group, wide=False)
        down, up = -log(0.7) / z, log(1.2) / z
        mean = (up - down) / sqrt(2 * pi)
        spread = (up**2 + down**2) / 2 - mean**2
        return share, grows**2 + stripe**2 * spread, -stripe * mean

    def rated_years(self, role: str) -> float:
        """Years of the rating: the warranty, what both ratings imply, or the usual ones of terabytes alone."""
        years = self.records.maybe("drive_warranty_years", role=role)
        written = self.records.maybe("drive_tbw_tb", role=role)
        if years is not None:
            return years
        by_day, size = (self.records.maybe(name, role=role) for name in ("drive_dwpd", "drive_gb"))
        if written is None:
            raise Unknown("warranty")
        if by_day is not None and size is not None:
            return written * 1000 / (size * YEAR_DAYS * by_day)
        return self.records.need("usual_warranty_years")

    def rated_dwpd(self, role: str) -> float:
        """Rated full writes per day; the smaller where terabytes are rated, too."""
        by_day = self.records.maybe("drive_dwpd", role=role)
        written = self.records.maybe("drive_tbw_tb", role=role)
        size = self.records.maybe("drive_gb", role=role)
        if written is None or (by_day is not None and size is None):
            # Without the size both ratings cannot be compared.
            return self.records.need("drive_dwpd", role=role)
        if size is None:
            raise Unknown("size")
        by_written = written * 1000 / size / (YEAR_DAYS * self.rated_years(role))
        return by_written if by_day is None else min(by_day, by_written)

    def tbw_tb(self) -> float:
        if not self.in_hosts:
            raise Unasked("drives")
        role = self.absorbing_role
        size = self.records.need("drive_gb", role=role) / 1000
        return self.rated_dwpd(role) * size * YEAR_DAYS * self.rated_years(role)

    def budget_mb(self, role: str) -> float:
        """MB that a drive endures."""
        size = self.records.need("drive_gb", role=role) * self.mb_per_gb
        rated = self.rated_dwpd(role) * YEAR_DAYS * self.rated_years(role)
        return size * rated * self.records.need("drive_endurance_factor", role=role)

    def drive_write_mb_s(self, role: str) -> float:
        """MB/s written to one drive of a role today, on the stripe in use."""
        if not self.in_hosts or (role == "write_tier" and not self.two_tier):
            raise Unasked("drives")
        if role != self.absorbing_role:
            written = sum(
                self.writes(each, 0, peak=False)
                * (1 - each.other("write_locality_share", 0))
                * self.amplification(each, wide=False)
                for each in self.groups
            )
        else:
            written = self.back_end(0, peak=False, wide=self.is_wide)
        return written / (self.role_number(role) * self.data_hosts(self.hosts, 0))

    def dwpd_used(self) -> float:
        size = self.records.need("drive_gb", role=self.absorbing_role) * self.mb_per_gb
        return self.drive_write_mb_s(self.absorbing_role) * DAY / size

    def years_today(self, role: str) -> float:
        """Years to wear-out at the load of today."""
        written = self.drive_write_mb_s(role)
        budget = self.budget_mb(role)
        return budget / (written * DAY * YEAR_DAYS) if written else inf

    @cached_property
    def sizes(self) -> list[float]:
        """Hosts of each month over the first ones."""
        first = self.data_hosts(self.hosts, 0)
        return [self.data_hosts(each, month) / first for month, each in enumerate(self.present_hosts)]

    def data_hosts(self, hosts: float, month: int) -> float:
        """Hosts of the own model that hold as much data as so many of them with all others of a site in a month."""
        return hosts

    def written_until(self, role: str, years: float) -> float:
        """What is written to the drives of a role, in years of today's writes."""
        return sum(share * growth_years(rate, years) for share, rate in self.write_growth_parts(role) if share)

    def written_in(self, role: str, month: int) -> tuple[float, float]:
        """What is written to the drives of a role in a month, by smooth growth and with events."""
        parts = zip(self.write_growth_parts(role), self.groups, strict=True)
        each = [(share, *group.written_in(month)) for (share, _), group in parts if share]
        return sum(share * smooth for share, smooth, _ in each), sum(share * both for share, _, both in each)

    def relieved(self, role: str) -> list[float]:
        """Years of today's writes to a drive bought first, by the end of each month."""
        if role in self._relieved:
            return self._relieved[role]
        found = [0.0]
        for month in range(1, self.months + 1):
            found.append(found[-1] + self.written_in(role, month)[1] / self.sizes[month])
        self._relieved[role] = found
        return found

    @cached_property
    def _relieved(self) -> dict[str, list[float]]:
        return {}

    def when_written(self, role: str, amount: float) -> float:
        """The time at which so much is written, found by halving."""
        early, late = 0.0, 1.0
        while self.written_until(role, late) < amount:
            late *= 2
            if late > MOST_YEARS:
                return inf
        for _ in range(200):
            middle = (early + late) / 2
            early, late = (middle, late) if self.written_until(role, middle) < amount else (early, middle)
        return late

    def grown_years(self, role: str) -> float:
        """Life with growth and events, relieved by hosts bought later.

        Within a month events write as smooth growth does, and after the horizon they keep their part of the last month.
        """
        life, relieved = self.years_today(role), self.relieved(role)
        if isinf(life):
            return inf
        for month in range(1, self.months + 1):
            if relieved[month] >= life:
                part = (life - relieved[month - 1]) / (relieved[month] - relieved[month - 1])
                begun = self.written_until(role, (month - 1) / MONTHS)
                return self.when_written(role, begun + part * self.written_in(role, month)[0])
        smooth, both = self.written_in(role, self.months)
        if both == 0 < smooth:
            return inf
        beyond = (life - relieved[-1]) * self.sizes[-1] * (smooth / both if smooth else 1)
        return self.when_written(role, self.written_until(role, self.months / MONTHS) + beyond)

    def wear_out_probability(self) -> float:
        """The writes to a cache drive bought first until the horizon, over those of its life."""
        life = self.years_today(self.absorbing_role)
        if isinf(life):
            return 0.0
        sigma, shift = self.wear_uncertainty
        return erfc(-(log(self.relieved(self.absorbing_role)[-1] / life) + shift) / sigma / sqrt(2)) / 2

    def capacity_drive_years(self) -> float:
        if not self.in_hosts or self.layout == "hybrid":
            raise Unasked("flash")
        return self.grown_years("capacity")

    def shortest_life(self) -> float:
        if not self.in_hosts:
            raise Unasked("drives")
        life = self.grown_years(self.absorbing_role)
        return min(life, self.grown_years("capacity")) if self.layout == "two_tier" else life

    # Months.

    @cached_property
    def months(self) -> int:
        return self.horizon * MONTHS

    @cached_property
    def demanded_hosts(self) -> list[float]:
        dates = [month / MONTHS for month in range(self.months + 1)]
        if any(self.records.maybe("fragmentation_hosts") or not self.is_placed(each) for each in dates):
            raise Unsure
        # The clusters of the sizing date stay; later demand may need more.
        return [self.required(date, max(self.clusters, self.clusters_at(date))) for date in dates]

    @cached_property
    def bought(self) -> list[float]:
        """Hosts bought in each month: enough until the next purchase may follow."""
        found, first = [0.0] * (self.months + 1), self.hosts
        if not self.economics.get("buy_expansion", True):
            return found
        start = max(first, self.demanded_hosts[0])
        lacking, most = [], 0.0
        for each in self.demanded_hosts:
            # Where no number of hosts is enough, buying some is no answer.
            most = max(most, 0.0 if isinf(each) else each - start)
            lacking.append(most)
        cadence = self.economics.get("expansion_cadence_months") or 12
        least = self.economics.get("expansion_minimum_hosts") or 1
        so_far, month = 0.0, 1
        while month <= self.months:
            if lacking[month] > so_far:
                ahead = lacking[min(month + cadence - 1, self.months)]
                # Two sites get as many each.
                found[month] = max(ahead - so_far, float(self.sites * ceil(least / self.sites)))
                so_far += found[month]
                month += cadence
            else:
                month += 1
        return found

    @cached_property
    def present_hosts(self) -> list[float]:
        found, number = [], self.hosts
        for each in self.bought:
            number += each
            found.append(number)
        return found

    def demanded_vms(self, month: int) -> float:
        return sum(self.vms_at(month / MONTHS).values())

    @cached_property
    def open_sites(self) -> list[float]:
        """Sites alike that are there in each month: here the plan is of one."""
        return [1.0] * (self.months + 1)

    @cached_property
    def opened_sites(self) -> list[float]:
        """Sites whose first hosts are bought in each month."""
        return [now - before for before, now in pairwise([0.0, *self.open_sites])]

    def all_hosts(self, month: int) -> float:
        """Hosts of a site in a month, whatever their model."""
        return self.present_hosts[month]

    def everywhere(self, month: int, of_host: Callable[[Cluster], float], of_site: float = 0.0) -> float:
        """An amount of each host, and one of each site, of all that there are in a month."""
        return self.open_sites[month] * (self.present_hosts[month] * of_host(self) + of_site)

    def drive_hosts(self, month: int) -> float:
        """Hosts in a month whose drives are replaced."""
        return self.open_sites[month] * self.present_hosts[month]

    # Power.

    def drive_w(self, role: str, share: float) -> float:
        """Power of the drives of a role in one host, when they work for a share of the time."""
        number = self.role_number(role)
        if number == 0:
            return 0.0
        if (given := self.records.maybe("given_drive_w", role=role)) is not None:
            return number * given
        idle, full = self.records.need("drive_idle_w", role=role), self.records.need("drive_full_w", role=role)
        return number * (idle + share * (full - idle))

    def drives_w(self, share: float) -> float:
        return sum(self.drive_w(role, share) for role in POLICY_DRIVES)

    def ends_w(self) -> tuple[Callable[[], float], Callable[[], float]]:
        """Power of a host without load and at full load: given, measured and scaled, or from its parts."""
        need, maybe = self.records.need, self.records.maybe
        given_idle, given_full = maybe("given_host_idle_w"), maybe("given_host_full_w")
        dram = float(self.configuration["memory"]["dram_gib"])

        def idle() -> float:
            if given_idle is not None:
                return given_idle
            if maybe("measured_idle_w") is not None:
                return need("measured_idle_w") * self.scale()
            parts = need("sockets") * need("cpu_tdp_w") * need("cpu_idle_share") + need("board_w")
            return (parts + dram * need("memory_idle_w_per_gib")) / need("supply_efficiency_share")

        def full() -> float:
            if given_full is not None:
                return given_full
            if maybe("measured_full_w") is not None:
                return need("measured_full_w") * self.scale()
            parts = need("sockets") * need("cpu_tdp_w") * need("cpu_full_share") + need("board_w")
            busy = parts + dram * need("memory_active_w_per_gib")
            return busy / (1 - need("fan_power_share")) / need("supply_efficiency_share")

        return idle, full

    def scale(self) -> float:
        """All processors over those of the measured host, by TDP where it is known."""
        scale = self.records.need("sockets") / self.records.need("measured_sockets")
        own, measured = self.records.maybe("cpu_tdp_w"), self.records.maybe("measured_cpu_tdp_w")
        return scale if own is None or measured is None else scale * own / measured

    def added_w(self) -> float:
        """Cards, and memory beyond the measured host's: constant between idle and busy, as the formula says."""
        need = self.records.need
        if need("memory_is_counted_flag") == 1:
            return need("nic_w")
        dram = float(self.configuration["memory"]["dram_gib"])
        beyond = max(dram - need("measured_memory_gib") * self.scale(), 0)
        return need("nic_w") + beyond * (need("memory_idle_w_per_gib") + need("memory_active_w_per_gib")) / 2

    def host_w(self) -> float:
        rise = self.economics.get("cpu_load_share")
        if rise is None:
            raise Unknown("cpu_load_share")
        need = self.records.need
        if need("built_from_parts_flag") == 1:
            curve = [
                (0.0, need("cpu_idle_share")),
                (need("low_load_share"), need("cpu_low_share")),
                (need("middle_load_share"), need("cpu_middle_share")),
                (1.0, need("cpu_full_share")),
            ]
            rise = (interpolated(curve, rise) - curve[0][1]) / (curve[3][1] - curve[0][1])
        idle, full = (each() for each in self.ends_w())
        return idle + rise * (full - idle) + self.added_w() + self.drives_w(need("drive_duty_share"))

    def full_w(self) -> float:
        return self.ends_w()[1]() + self.added_w() + self.drives_w(1.0)

    def peak_kw(self) -> float:
        return (self.hosts * self.full_w() + self.records.need("array_w")) / 1000

    def energy_kwh_per_month(self, month: int) -> float:
        watts = self.everywhere(month, lambda each: each.host_w(), self.records.need("array_w"))
        return watts / 1000 * HOURS_PER_YEAR / MONTHS * float(self.economics.get("pue") or 1.54)

    def energy_kwh_per_year(self) -> float:
        watts = self.hosts * self.host_w() + self.records.need("array_w")
        return watts / 1000 * HOURS_PER_YEAR * float(self.economics.get("pue") or 1.54)

    # Cost by month.

    def rate(self, name: str) -> float:
        return float(self.economics.get("price_change", {}).get(name) or 0)

    def hardware_factor(self, month: int) -> float:
        return float((1 + self.rate("hardware_rate")) ** (month / MONTHS))

    def contract_factor(self, name: str, month: int) -> float:
        """Prices that change at the beginning of each contract year."""
        return float((1 + self.rate(name)) ** ((month - 1) // MONTHS if month else 0))

    def server_price(self) -> float:
        need = self.records.need
        return need("chassis_price") + need("sockets") * need("cpu_price") + need("nic_price")

    def memory_price(self) -> float:
        if (given := self.records.maybe("given_memory_price_per_host")) is not None:
            return given
        return self.records.need("memory_price_per_gib") * float(self.configuration["memory"]["dram_gib"])

    def drives_price(self, role: str) -> float:
        return self.role_number(role) * self.records.need("drive_price", role=role)

    @cached_property
    def host_price(self) -> float:
        return self.server_price() + self.memory_price() + sum(self.drives_price(role) for role in POLICY_DRIVES)

    def at_purchase(self, amount: Callable[[], float]) -> list[float]:
        price = amount()
        return [sites * price * self.hardware_factor(month) for month, sites in enumerate(self.opened_sites)]

    def server_capex(self) -> list[float]:
        return self.at_purchase(lambda: self.hosts * self.server_price())

    def memory_capex(self) -> list[float]:
        return self.at_purchase(lambda: self.hosts * self.memory_price())

    def write_tier_capex(self) -> list[float]:
        return self.at_purchase(lambda: self.hosts * self.drives_price("write_tier"))

    def capacity_capex(self) -> list[float]:
        return self.at_purchase(lambda: self.hosts * self.drives_price("capacity"))

    def array_capex(self) -> list[float]:
        return self.at_purchase(lambda: self.records.need("array_price"))

    def reused(self) -> float:
        """Price of the modules and drives that are there, of the first hosts at most."""
        saved = 0.0
        modules = self.records.need("reused_memory_modules")
        if modules:
            of_host = float(self.configuration["memory"]["dram_gib"]) / self.records.need("memory_module_gib")
            saved += min(modules, self.hosts * of_host) * self.memory_price() / of_host
        for role in POLICY_DRIVES:
            there = float((self.configuration.get(role) or {}).get("reused", 0))
            if there:
                put_in = min(there, self.hosts * self.role_number(role))
                saved += put_in * self.records.need("drive_price", role=role)
        return saved

    def reused_capex(self) -> list[float]:
        return self.at_purchase(lambda: -self.reused())

    @cached_property
    def later_price(self) -> float:
        """Price of a host that is bought later; of one that is paid already it is not known."""
        given = self.configuration.get("later_host_price")
        if given is None and self.records.need("chassis_price") + self.records.need("cpu_price") == 0:
            raise Unknown("price of another host")
        return self.host_price if given is None else float(given)

    def expansion_cost(self) -> list[float]:
        return [
            number * self.later_price * self.hardware_factor(month) if number else 0.0
            for month, number in enumerate(self.bought)
        ]

    HARDWARE: tuple[str, ...] = (
        "server_capex",
        "memory_capex",
        "write_tier_capex",
        "capacity_capex",
        "array_capex",
        "reused_capex",
        "expansion_cost",
    )

    @cached_property
    def hardware(self) -> list[float]:
        """What is paid for hardware in each month."""
        return self.together(self.HARDWARE)

    def together(self, parts: Iterable[str]) -> list[float]:
        """Some parts of the cost, in each month."""
        return [sum(each) for each in zip(*(getattr(self, name)() for name in parts), strict=True)]

    def support_cost(self) -> list[float]:
        """An amount for each server, or a share of servers and array: neither of memory nor of drives."""
        if (each := self.economics.get("support_price_per_host")) is not None:
            own = [sites * hosts for sites, hosts in zip(self.open_sites, self.present_hosts, strict=True)]
            return [0.0, *[each / MONTHS * hosts for hosts in own[1:]]]
        rate = self.economics.get("support_rate")
        if rate is None:
            raise Unknown("support_rate")
        bought = [
            number * self.server_price() * self.hardware_factor(month) if number else 0.0
            for month, number in enumerate(self.bought)
        ]
        bought = [sum(each) for each in zip(bought, self.server_capex(), self.array_capex(), strict=True)]
        return [0.0, *[rate / MONTHS * sum(bought[: month + 1]) for month in range(1, self.months + 1)]]

    def energy_cost(self) -> list[float]:
        price = self.economics.get("electricity_price_per_kwh")
        if price is None:
            raise Unknown("electricity_price_per_kwh")
        return [
            0.0,
            *[
                self.energy_kwh_per_month(month) * price * self.contract_factor("electricity_rate", month)
                for month in range(1, self.months + 1)
            ],
        ]

    def rack_cost(self) -> list[float]:
        by_unit, by_kw = (
            self.records.need("rack_unit_price_per_month"),
            self.records.need("colocation_price_per_kw_month"),
        )
        array = by_unit * self.records.need("array_rack_units") if by_unit else 0.0
        array += by_kw * self.records.need("array_w") / 1000 if by_kw else 0.0

        def host(each: Cluster) -> float:
            space = by_unit * each.records.need("rack_units_per_host") if by_unit else 0.0
            return space + (by_kw * each.full_w() / 1000 if by_kw else 0.0)

        return [0.0, *[self.everywhere(month, host, array) for month in range(1, self.months + 1)]]

    def administration_cost(self) -> list[float]:
        hours = self.records.need("administration_hours_per_host_year")
        each = hours * self.records.need("administration_price_per_hour") / MONTHS
        return [0.0, *[self.everywhere(month, lambda _: each) for month in range(1, self.months + 1)]]

    def lines_cost(self) -> list[float]:
        """Each line in each month that it is paid in, for all, or for the VMs, hosts or cores of that month."""
        found = [0.0] * (self.months + 1)
        for line in (*self.economics.get("cost_lines", ()), *self.configuration.get("cost_lines", ())):
            paid, start = line.get("paid", "once"), line.get("month", 0)
            if not line["amount"]:
                # It costs nothing, however many there are.
                continue
            if paid == "once" and line.get("per") == "site":
                found = [cost + line["amount"] * sites for cost, sites in zip(found, self.opened_sites, strict=True)]
                continue
            if paid == "once":
                first = last = start
            else:
                first, last = max(1, start), line.get("until_month", self.months)
            each, last = line["amount"] / (last - first + 1 if paid == "in_shares" else 1), min(last, self.months)
            for month in range(first, last + 1):
                year = (month - first) // MONTHS
                begins, ends = first + MONTHS * year, min(first + MONTHS * (year + 1) - 1, last)
                amount = each * (1 + line.get("change_rate", 0)) ** year
                if paid.startswith("every_year"):
                    pays = month == (begins if paid == "every_year" else ends)
                    amount *= (ends - begins + 1) / MONTHS if pays else 0
                found[month] += amount * self.units(line.get("per", "all"), month)
        return found

    def units(self, per: str, month: int) -> float:
        if per == "all":
            return 1.0
        if per in ("vm", "site"):
            return self.open_sites[month] * (self.demanded_vms(month) if per == "vm" else 1)
        return self.everywhere(month, lambda each: each.cores if per == "core" else 1.0)

    def residual_cost(self) -> list[float]:
        share = float(self.economics.get("residual_share") or 0)
        return [*[0.0] * self.months, -share * sum(self.hardware) if share else 0.0]

    # Licences.

    def stack(self, month: int, covered: float, vms: float) -> float:
        """How often all cores of a host are licensed, with the VMs on the hosts that run while others are down."""
        if covered == 0:
            return 1.0
        sites = self.records.need("sites")
        running = self.all_hosts(month) - self.parts(self.clusters) * self.spares
        share = 1.0
        if sites > 1:
            # The other site is down: this one runs its share of all VMs on its own hosts.
            running, share = running / sites, self.records.need("site_load_share")
        return max(1.0, whole(whole(vms * share / max(running, 1.0)) / covered))

    def begins(self, prefix: str, length: float, month: int) -> float:
        """Months before the period of so many months that a month lies in, after what is owned has ended."""
        until, counted = self.records.need(f"owned_{prefix}_until_month"), max(month, 1)
        return 0.0 if counted <= until else until + length * ((counted - 1 - until) // length)

    def in_terms(self, prefix: str, amounts: list[float]) -> list[float]:
        """What is licensed in each month: never fewer than before in the same term."""
        found: list[float] = []
        length = self.records.need(f"{prefix}_term_years") * MONTHS
        for month, amount in enumerate(amounts):
            same = month > 0 and self.begins(prefix, length, month) == self.begins(prefix, length, month - 1)
            found.append(max(amount, found[-1]) if same else amount)
        return found

    def rise(self, prefix: str, month: int) -> float:
        """The price of a licence in a month, relative to today: a step wherever the time of its hold ends."""
        field = "licence" if prefix == "licence" else f"{prefix}_licence"
        own = self.configuration.get(field, {}).get("price_change_rate")
        rate = self.economics.get("price_change", {}).get("licence_rate") or 0.0 if own is None else own
        held = MONTHS * self.records.need(f"{prefix}_price_hold_years")
        return float((1 + rate) ** (self.begins(prefix, held, month) // MONTHS))

    def owned(self, prefix: str, month: int) -> float:
        """Licences of a month that are there and paid."""
        name = "initially_owned_licences" if prefix == "licence" else f"initially_owned_{prefix}_licences"
        return self.records.need(name) if month <= self.records.need(f"owned_{prefix}_until_month") else 0.0

    def unpaid(self, prefix: str, licensed: list[float]) -> list[float]:
        return [max(each - self.owned(prefix, month), 0.0) for month, each in enumerate(licensed)]

    def assurance(self, prefix: str, bought: list[float], price: str) -> list[float]:
        """What a year of new versions costs in each month, of what is bought and owned."""
        need, found = self.records.need, []
        for month, each in enumerate(bought):
            shares = need(f"{prefix}_assurance_rate"), need(f"owned_{prefix}_assurance_rate")
            assured = each * shares[0] + self.owned(prefix, month) * shares[1]
            found.append(assured * need(price) if assured else 0.0)
        return found

    def licensed(self, prefix: str) -> float:
        """Core licences for one host, in packs of its own."""
        need = self.records.need
        by_socket = need("sockets") * max(need("cores_per_socket"), need(f"{prefix}minimum_cores_per_socket"))
        pack = need(f"{prefix}pack_cores")
        factor = 1.0 if prefix == "licence_" else need(f"{prefix}core_factor")
        return whole(max(by_socket, need(f"{prefix}minimum_cores_per_host")) * factor / pack) * pack

    @cached_property
    def licensed_cores(self) -> list[float]:
        need, found = self.records.need, []
        for month in range(self.months + 1):
            stack = self.stack(month, need("licensed_vms_per_host"), self.demanded_vms(month))
            cores = self.everywhere(month, lambda each: each.licensed("licence_")) * stack
            found.append(max(cores, need("licence_minimum_cores_per_order")) if self.open_sites[month] else 0.0)
        return self.in_terms("licence", found)

    def claimed_tb(self) -> float:
        """Raw capacity of a host that the storage software claims."""
        return self.raw_tb if self.in_hosts else 0.0

    @cached_property
    def tib_licences(self) -> list[float]:
        """Storage licences beyond what the cores include."""
        need, found = self.records.need, []
        for month in range(self.months + 1):
            if need("storage_licence_flag") != 1:
                found.append(0.0)
                continue
            # Whole TiB are claimed (KB 313548).
            claimed = whole(self.everywhere(month, lambda each: each.claimed_tb()) * 1e12 / 2**40)
            included = need("entitlement_tib_per_core") * self.licensed_cores[month] + need("pooled_tib")
            beyond = max(claimed - included, 0.0)
            if beyond > 0 and need("whole_capacity_flag") == 1:
                beyond = claimed
            found.append(whole(beyond / need("tib_per_licence")))
        return self.in_terms("licence", found)

    def subscriptions(self, prefix: str, yearly: list[float], period: float) -> list[float]:
        """What is paid in each month: all at the beginning of a period, additions to its end."""
        found = [0.0]
        until = int(self.records.need(f"owned_{prefix}_until_month"))
        for month in range(1, self.months + 1):
            place = (month - 1 - until) % int(period)
            left = period - place
            new = yearly[month] if place == 0 or month == 1 else yearly[month] - yearly[month - 1]
            found.append(new * left / MONTHS * self.rise(prefix, month))
        return found

    def perpetual(self, prefix: str, cores: list[float], price: float) -> list[float]:
        found, most = [], 0.0
        for month, each in enumerate(cores):
            found.append(price * max(each - most, 0.0) * self.rise(prefix, month))
            most = max(most, each)
        return found

    def licences_by_socket(self) -> float:
        """Licences of one host by sockets, or by pairs of them with so many cores at most."""
        most, need = self.records.need("licence_unit_cores"), self.records.need
        by_cores = whole(self.cores / most) if most else 0.0
        return max(whole(need("sockets") / need("licence_unit_sockets")), by_cores)

    def licence_cost(self) -> list[float]:
        need = self.records.need
        bought = self.unpaid("licence", self.licensed_cores)
        months = range(self.months + 1)
        sockets = [self.everywhere(month, lambda each: each.licences_by_socket()) for month in months]
        by_socket = self.unpaid("licence", self.in_terms("licence", sockets))
        assured = self.assurance("licence", bought, "perpetual_price_per_core")
        yearly = []
        for month in range(self.months + 1):
            storage = self.tib_licences[month] * need("addon_price_per_licence") if self.tib_licences[month] else 0.0
            by_core = bought[month] * need("licence_price_per_core")
            yearly.append(by_core + by_socket[month] * need("licence_price_per_socket") + storage + assured[month])
        paid = self.subscriptions("licence", yearly, need("licence_billing_months"))
        once = self.perpetual("licence", bought, need("perpetual_price_per_core"))
        total = [a + b for a, b in zip(paid, once, strict=True)]
        for product in ("guest", "database", "second_database"):
            if self.configuration.get(f"{product}_licence") and need(f"{product}_licence_flag") == 1:
                total = [a + b for a, b in zip(total, self.product_cost(product), strict=True)]
        return total

    def product_cost(self, product: str) -> list[float]:
        """Licences of what runs in the VMs."""
        need = self.records.need
        users = [each for each in self.groups if need(f"{product}_group_flag", each.name) == 1]
        vms = sum(each.need("count") for each in users)
        pack, found, factor = need(f"{product}_pack_cores"), [], need(f"{product}_core_factor")
        least = need(f"{product}_minimum_cores_per_vm")
        by_vm = sum(each.need("count") * whole(max(each.need("vcpu"), least) * factor / pack) * pack for each in users)
        for month in range(self.months + 1):
            there = self.vms_at(month / MONTHS)
            running = sum(there[each.name] for each in users)
            if need(f"{product}_by_vm_flag") == 1:
                number = by_vm * running / vms * self.open_sites[month]
            else:
                stack = self.stack(month, need(f"{product}_licensed_vms_per_host"), running)
                number = self.everywhere(month, lambda each: each.licensed(f"{product}_")) * stack
            found.append(whole(number / pack) * pack)
        bought = self.unpaid(product, self.in_terms(product, found))
        assured = self.assurance(product, bought, f"{product}_perpetual_price_per_core")
        by_year = need(f"{product}_licence_price_per_core")
        yearly = [each * by_year + more for each, more in zip(bought, assured, strict=True)]
        paid = self.subscriptions(product, yearly, need(f"{product}_billing_months"))
        once = self.perpetual(product, bought, need(f"{product}_perpetual_price_per_core"))
        return [a + b for a, b in zip(paid, once, strict=True)]

    # Replacement and outages.

    @cached_property
    def idle_months(self) -> int:
        """Months before the first hosts run: they do from the beginning of the month in which they are bought."""
        return max(next(month for month, sites in enumerate(self.open_sites) if sites) - 1, 0)

    def failing(self, month: int) -> float:
        """Random failures per drive in a month, by the age of the first hosts."""
        first = self.records.need("first_year_failure_factor") if month - self.idle_months <= MONTHS else 1.0
        return self.records.need("random_failure_rate") * first / MONTHS

    def replacement_cost(self) -> list[float]:
        total = [0.0 * self.hosts] * (self.months + 1)
        for role in POLICY_DRIVES:
            if self.role_number(role):
                total = [a + b for a, b in zip(total, self.replaced(role), strict=True)]
        return total

    def replaced(self, role: str) -> list[float]:
        number, price = self.role_number(role), self.records.need("drive_price", role=role)
        counted = self.records.need("drive_wear_flag", role=role) == 1
        # What is never written to is never worn, whatever its rating; nor is what nobody gave any I/O for.
        io = [(each.document.get("iops_average"), each.document.get("iops_peak")) for each in self.groups]
        given = (None, None) not in io or any(average or peak for average, peak in io)
        life = self.years_today(role) if given and counted and self.drive_write_mb_s(role) else inf
        relieved = self.relieved(role) if given else [0.0] * (self.months + 1)
        there = [0.0, *map(self.drive_hosts, range(self.months + 1))]
        generations = [(month, now - before) for month, (before, now) in enumerate(pairwise(there)) if now > before]
        try:
            covered = self.rated_years(role)
        except Unknown:
            covered = self.records.need("usual_warranty_years")
        found, renewed = [0.0], self.idle_months
        for month in range(1, self.months + 1):
            worn = 0.0
            for since, hosts in generations:
                if month >= max(since, 1):
                    before = relieved[max(since - 1, 0)]
                    worn += (
                        hosts
                        * number
                        * (full_lives(relieved[month] - before, life) - full_lives(relieved[month - 1] - before, life))
                    )
            before, now = (max(relieved[each] - relieved[self.idle_months], 0.0) for each in (month - 1, month))
            if full_lives(now, life) > full_lives(before, life):
                renewed = month
            # The warranty ends at its years or at the rated writes, without the correction for this workload.
            written = now / life - full_lives(now, life)
            rated = min(written, 1.0) * self.records.need("drive_endurance_factor", role=role)
            free = (month - renewed) / MONTHS <= covered + GRAIN and rated <= 1
            failed = self.failing(month) * number * self.drive_hosts(month)
            found.append((worn + (0.0 if free else failed)) * price * self.hardware_factor(month))
        return found

    def outage_cost(self) -> list[float]:
        price = float(self.economics.get("outage_price") or 0)
        number = self.role_number("write_tier") if self.two_tier else 0.0
        return [
            0.0,
            *[self.failing(month) * number * self.drive_hosts(month) * price for month in range(1, self.months + 1)],
        ]

    PARTS: tuple[str, ...] = (
        "server_capex",
        "memory_capex",
        "write_tier_capex",
        "capacity_capex",
        "array_capex",
        "reused_capex",
        "expansion_cost",
        "support_cost",
        "licence_cost",
        "energy_cost",
        "rack_cost",
        "administration_cost",
        "lines_cost",
        "replacement_cost",
        "outage_cost",
        "residual_cost",
    )

    def until_horizon(self, part: str) -> float:
        """A part of the cost, of all months."""
        return float(sum(getattr(self, part)()))

    @cached_property
    def flow(self) -> list[float]:
        """Money that leaves in each month."""
        return self.together(self.PARTS)

    def total_cost(self) -> float:
        return sum(self.flow)

    def present_value(self) -> float:
        """Each payment discounted from its month."""
        rate = self.economics.get("discount_rate")
        if rate is None:
            raise Unknown("discount_rate")
        return float(sum(amount / (1 + rate) ** (month / MONTHS) for month, amount in enumerate(self.flow)))


def interpolated(points: list[tuple[float, float]], at: float) -> float:
    """Straight between points."""
    for (left, low), (right, high) in pairwise(points):
        if at <= right:
            return low + (high - low) * (at - left) / (right - left)
    return points[-1][1]
