"""CPUs and memory of VMs in RVTools: as vInfo has them, else as the tabs vCPU and vMemory do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.building import names_in_words
from hostwise.estate.importers.power import Powers
from hostwise.estate.importers.rows import is_cut, otherwise
from hostwise.estate.importers.rvtools_joins import matched
from hostwise.number_format.writing import fixed
from hostwise.plan.estate import Power
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GIB_PER_MIB

_LEAST_VM_MIB = 64
"""No VM has less memory than this many MiB, and a VM of as many GiB is an ordinary one."""


class Sizes(NamedTuple):
    """CPUs and memory of the rows of vInfo, GiB; 0 where RVTools could not read them, NaN where nothing is said.

    Attributes:
        vcpu: CPUs.
        memory_gib: memory as vInfo has it, else as vMemory does.
        configured_gib: memory as vMemory has it; NaN where it has none.
    """

    vcpu: Floats | None
    memory_gib: Floats | None
    configured_gib: Floats | None


def sizes_of(info: Table, tabs: Mapping[str, Table]) -> Sizes:
    """The sizes of VMs. What vInfo lacks is taken from the other tabs, which is said."""
    vcpu, memory = info.numbers("cpus"), _memory(info, "memory")
    of_vcpu, of_memory = tabs.get("vCPU"), tabs.get("vMemory")
    cpus = None if of_vcpu is None else _beside(info, of_vcpu, of_vcpu.numbers("cpus"))
    gib = None if of_memory is None else _beside(info, of_memory, _memory(of_memory, "size mib", "size mb"))
    found = Sizes(_filled(vcpu, cpus), _filled(memory, gib), gib)
    _tell_filled(info, (vcpu, found.vcpu, "vCPU"), (memory, found.memory_gib, "GiB of memory"))
    return found


def _memory(table: Table, *headers: str) -> Floats | None:
    """Memory of VMs, GiB: MiB, or GB where somebody converted the column; only the magnitude shows which."""
    values = table.numbers(*headers)
    told = None if values is None else values[values > 0]
    if values is None or told is None or not len(told) or float(np.median(told)) >= _LEAST_VM_MIB:
        return None if values is None else values * GIB_PER_MIB
    table.note(
        "unit_by_magnitude",
        "warning",
        f"The memory of VMs is read as GB, since as MiB it is too little: the median is {float(np.median(told)):,.6g}.",
    )
    return values


def _beside(info: Table, other: Table, values: Floats | None) -> Floats | None:
    """What another tab says of the rows of vInfo; what is 0 there says nothing."""
    found = matched(info, other)
    if values is None or found is None:
        return None
    filling = found[1].first(np.where(values > 0, values, np.nan))
    if filling is not None and _ends_before_sizes(info):
        # What else the row lacks is in no tab: it is left out.
        filling[-1] = np.nan
    return filling


def _ends_before_sizes(info: Table) -> bool:
    """Whether the last row has nothing from its sizes on, as if the file was cut short there."""
    at = [info.index[each] for each in ("cpus", "memory") if each in info.index]
    if not at or not len(info) or not is_cut(info, len(info) - 1):
        return False
    return not any(cell not in ("", None) for cell in info.rows[len(info) - 1][min(at) :])


def _filled(own: Floats | None, beside: Floats | None) -> Floats | None:
    """A size of vInfo, else the one of another tab, else what vInfo says: 0, or nothing."""
    known = None if own is None else np.where(own > 0, own, np.nan)
    return otherwise(otherwise(known, beside), own)


def _tell_filled(info: Table, *sizes: tuple[Floats | None, Floats | None, str]) -> None:
    """Say which VMs have a size of another tab, and how much that is."""
    names = info.texts("vm") or []
    rows, amounts = set[int](), list[str]()
    for own, filled, unit in sizes:
        if filled is None:
            continue
        lacks = np.ones(len(filled), dtype=np.bool_) if own is None else ~(own > 0)
        if (more := np.flatnonzero(lacks & (filled > 0))).size:
            rows |= set(more.tolist())
            amounts.append(f"{fixed(float(filled[more].sum()))} {unit}")
    if rows:
        info.repaired.update(rows)
        info.note(
            "sizes_of_other_tabs",
            "repaired",
            f"vInfo lacks sizes of VMs that vCPU and vMemory have, {' and '.join(amounts)}: these count. "
            f"{names_in_words(names[at] for at in sorted(rows))}.",
            sorted(rows),
        )


_DISKS = ("disks", "disk_gb", "provisioned_gb", "used_gb")


def without_unread(columns: Mapping[str, Any], sizes: Sizes, power: Powers) -> dict[str, Floats]:
    """Columns of disks without those of VMs that run and of which nothing could be read: 0 is no size of theirs.

    A powered-off VM that could not be read keeps its 0: usually its datastore no longer exists.
    """
    if sizes.vcpu is None or sizes.memory_gib is None or columns["disks"] is None:
        return {}
    runs = np.array([each not in (Power.OFF, Power.SUSPENDED) for each in power.states], dtype=np.bool_)
    unread = runs & (sizes.vcpu == 0) & (sizes.memory_gib == 0) & (columns["disks"] == 0)
    if not unread.any():
        return {}
    return {key: np.where(unread, np.nan, columns[key]) for key in _DISKS if columns[key] is not None}
