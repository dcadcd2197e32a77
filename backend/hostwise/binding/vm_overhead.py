"""The memory overhead of a VM by the hypervisor version's published table: on its points, between them, and beyond.

Each number of virtual processors is a line over memory, straight between the printed sizes; between two such lines the
value is straight again, which makes it bilinear. Tables need not be full: a line ends where its rows end.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import inf
from typing import Literal

from hostwise.binding.origins import Origin, settled
from hostwise.binding.recorder import Recorder
from hostwise.binding.version import fact_of, version_of
from hostwise.catalogue.hypervisors import Hypervisor
from hostwise.catalogue.loader import Catalogue
from hostwise.engine.constants import MIB_PER_GIB
from hostwise.number_format.writing import exact
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.plan.workload import VmGroup

_FITS: Mapping[str, tuple[str, str, str]] = {
    "vsphere-6.5": ("vm_overhead_base_mib", "vm_overhead_mib_per_mib", "vm_overhead_mib_per_vcpu")
}
"""Tables with a linear fit: the assumptions that hold its constant, its share of memory and its part for each vCPU."""

_NAMES = ("table_vm_overhead_mib", "vm_memory_overhead_share", "vm_overhead_mib_per_vcpu")


@dataclass(frozen=True)
class Overhead:
    """The overhead of a VM, what a MiB of memory and a virtual processor add to it, and what it rests on."""

    mib: float
    mib_per_mib: float
    mib_per_vcpu: float
    basis: Literal["on the table", "between", "beyond"]


@dataclass(frozen=True)
class _Line:
    """The rows of one number of virtual processors, by memory."""

    vcpu: int
    sizes: Sequence[float]
    values: Sequence[float]

    def at(self, mib: float) -> tuple[float, float]:
        """Value and slope at a size; beyond its rows the line goes on."""
        place = min(max(bisect_right(self.sizes, mib) - 1, 0), len(self.sizes) - 2)
        (low, high), (first, second) = self.sizes[place : place + 2], self.values[place : place + 2]
        slope = (second - first) / (high - low)
        return (second if mib == high else first + slope * (mib - low)), slope

    def reaches(self, mib: float) -> bool:
        """Whether a size is within the rows."""
        return self.sizes[0] <= mib <= self.sizes[-1]


class OverheadTable:
    """The table of some versions."""

    def __init__(self, catalogue: Catalogue, key: str) -> None:
        """Read the rows of a table, and its fit if it has one."""
        rows = sorted(
            (each for each in catalogue.vm_overheads.values() if each.table == key),
            key=lambda each: (each.vcpu, each.memory_mib),
        )
        self.lines: list[_Line] = []
        for vcpu, group in groupby(rows, lambda each: each.vcpu):
            points = [(each.memory_mib, each.overhead_mib) for each in group]
            self.lines.append(_Line(vcpu, *zip(*points, strict=True)))
        self.first = rows[0]
        self.fit = [catalogue.assumptions[each].value or 0.0 for each in _FITS.get(key, ())]

    def at(self, mib: float, vcpu: float) -> Overhead:
        """The overhead of a VM of some size; a larger VM never has less, on whichever side of an edge it is."""
        place = bisect_right([each.vcpu for each in self.lines], vcpu) - 1
        place = min(max(place, 0), len(self.lines) - 2)
        low, high = self.lines[place : place + 2]
        if vcpu == high.vcpu:
            low, high = high, low
        on_line = vcpu == low.vcpu
        reached = low.reaches(mib) and (on_line or high.reaches(mib))
        inside = reached and self.lines[0].vcpu <= vcpu <= self.lines[-1].vcpu
        if self.fit and not inside:
            constant, per_mib, per_vcpu = self.fit
            least, most = self._bounds(mib, vcpu)
            fitted = min(max(constant + per_mib * mib + per_vcpu * vcpu, least), most)
            return Overhead(fitted, per_mib, per_vcpu, "beyond")
        (value, slope), (other, other_slope) = self._line(low, mib), self._line(high, mib)
        part = (vcpu - low.vcpu) / (high.vcpu - low.vcpu)
        return Overhead(
            value + part * (other - value),
            slope + part * (other_slope - slope),
            (other - value) / (high.vcpu - low.vcpu),
            "beyond" if not inside else "on the table" if on_line and mib in low.sizes else "between",
        )

    def _line(self, line: _Line, mib: float) -> tuple[float, float]:
        """Value and slope of a line; where one of fewer vCPU goes on above it, that one's."""
        return max(each.at(mib) for each in self.lines if each.vcpu <= line.vcpu)

    def _bounds(self, mib: float, vcpu: float) -> tuple[float, float]:
        """The values of the largest VM of a full table that is no larger, and of the smallest that is no smaller."""
        sizes, numbers = self.lines[0].sizes, [each.vcpu for each in self.lines]
        least, most = 0.0, inf
        if mib >= sizes[0] and vcpu >= numbers[0]:
            least = self.at(min(mib, sizes[-1]), min(vcpu, numbers[-1])).mib
        if mib <= sizes[-1] and vcpu <= numbers[-1]:
            most = self.at(max(mib, sizes[0]), max(vcpu, numbers[0])).mib
        return least, most

    @property
    def end(self) -> str:
        """Where the table ends, in words."""
        sizes = [line.sizes[-1] for line in self.lines]
        if min(sizes) == max(sizes):
            return f"{exact(max(sizes) / MIB_PER_GIB)} GiB and {self.lines[-1].vcpu} vCPU"
        last = ", ".join(f"{exact(line.sizes[-1] / MIB_PER_GIB)} GiB with {line.vcpu}" for line in self.lines)
        return f"{last} vCPU"


def table_of(catalogue: Catalogue, version: Hypervisor | None) -> OverheadTable | None:
    """The table of a version, or of the last older one that has one; None if none is known."""
    from_version = _published(catalogue, version)
    if from_version is None or from_version.vm_overhead_table is None:
        return None
    return _table(catalogue, from_version.vm_overhead_table)


def borrowed_from(catalogue: Catalogue, version: Hypervisor) -> Hypervisor | None:
    """The older version whose table stands in for that of a version newer than any table; None if it has its own."""
    found = _published(catalogue, version)
    return None if found is version else found


def _published(catalogue: Catalogue, version: Hypervisor | None) -> Hypervisor | None:
    """The version whose table counts.

    A version newer than all tables takes the last one. One between two tables, or older than all, has none: its
    overhead is neither that of the older nor of the newer.
    """
    if version is None or version.vm_overhead_table is not None:
        return version
    published = [
        each
        for each in catalogue.hypervisors.values()
        if each.family == version.family and each.vm_overhead_table is not None
    ]
    last = max(published, key=lambda each: each.sort, default=None)
    return last if last is not None and last.sort < version.sort else None


@lru_cache(maxsize=16)
def _table(catalogue: Catalogue, key: str) -> OverheadTable:
    return OverheadTable(catalogue, key)


def overhead_of(table: OverheadTable, group: VmGroup) -> Overhead:
    """The overhead of a VM of a group, at its size of today; none for one that does not run."""
    if not group.memory_gib:
        return Overhead(0.0, 0.0, 0.0, "on the table")
    return table.at(group.memory_gib * MIB_PER_GIB, group.vcpu)


def bind_vm_overhead(to: Recorder, at: str, configuration: Configuration) -> None:
    """The overhead of the VMs of each group."""
    version, pointer = version_of(to, at, configuration), f"{at}/memory/vm_overhead_mib"
    table = table_of(to.catalogue, version)
    by_rule = fact_of(to.catalogue, version, "vm_overhead_mib") is not None
    groups = to.plan.workload.groups
    if configuration.memory.vm_overhead_mib is not None or table is None:
        name = version.name if version is not None else "this version"
        missing = Origin(
            None, InputStatus.MISSING, note=f"no table of the memory overhead of VMs is known for {name}: enter it"
        )
        given = configuration.memory.vm_overhead_mib is not None
        note = "the plan gives the overhead of a VM" if given else f"{name} has a rule and no table"
        other = Origin(None, InputStatus.NOT_APPLICABLE, note=note)
        for each in _NAMES:
            to.put_alike(each, pointer, other if given or by_rule else missing)
        return
    older = borrowed_from(to.catalogue, version) if version is not None else None
    grows = any(group.memory_growth_rate or group.vcpu_growth_rate for group in groups)
    names = _NAMES if grows else _NAMES[:1]
    for group in groups:
        for each, origin in zip(names, _origins(table, group, older), strict=False):
            to.put(each, pointer, None, origin, group=group.name)
    for each in _NAMES[len(names) :]:
        to.put_alike(each, None, settled(0, "no VM grows: the overhead stays that of its size of today"))


def _origins(table: OverheadTable, group: VmGroup, older: Hypervisor | None) -> list[Origin]:
    found = overhead_of(table, group)
    size = f"{exact(group.memory_gib * MIB_PER_GIB)} MiB and {exact(group.vcpu)} vCPU"
    words = {
        "on the table": f"as the table has it for {size}",
        "between": f"between the points of the table, at {size}",
        "beyond": f"extrapolated to {size}: the table ends at {table.end}",
    }
    kind = {"on the table": "vendor-stated", "between": "derived", "beyond": "assumed"}[found.basis]
    status = InputStatus.ASSUMED if found.basis == "beyond" else InputStatus.CATALOGUE
    source, locator, note = "; ".join(table.first.source), table.first.locator, words[found.basis]
    if older is not None:
        status, kind = InputStatus.ILLUSTRATIVE, "assumed"
        note = f"{note}; the table of {older.name}, the last one that is published"
    return [
        Origin(value, status, source, locator, note, kind)  # type: ignore[arg-type]
        for value in (found.mib, found.mib_per_mib, found.mib_per_vcpu)
    ]
