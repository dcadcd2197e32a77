"""Lists of VMs of System Center Virtual Machine Manager, by Get-SCVirtualMachine: what their columns hold.

Its script writes no units: memory is in MiB, and TotalSize, what the files of disks hold, in bytes.
"""

from __future__ import annotations

import numpy as np

from hostwise.number_format.writing import counted, short
from hostwise.tables.table import Floats, Table, plain
from hostwise.tables.units import GIB_PER_MIB

_UNITS = {"memory": "mb", "totalsize": "byte"}
_SEEN = ("totalsize", "virtualizationplatform", "dynamicmemorymaximummb", "statusstring")


def is_of_scvmm(table: Table) -> bool:
    """Whether a list has columns that only Get-SCVirtualMachine writes."""
    return table.has("cpucount", "memory") and table.first_of(_SEEN) is not None


def unit_of(table: Table, key: str) -> str:
    """The unit of a column whose header names none; empty where it is not known."""
    return _UNITS.get(key, "") if is_of_scvmm(table) else ""


def tell_files(table: Table, header: str | None, sizes: Floats | None) -> None:
    """Say that the disks of a list are as large as their files, where TotalSize stands for them."""
    if header is None or sizes is None or plain(header) != "totalsize" or not is_of_scvmm(table):
        return
    held = short(float(np.nansum(sizes)) / 1000)
    table.note(
        "no_disks",
        "missing",
        f"TotalSize is what the files of a VM hold, and stands for its disks: {held} TB. Disks that grow "
        "may become larger: add a column with the sum of MaximumSize of Get-SCVirtualHardDisk, called Disk GB.",
        count=1,
    )


def with_most(table: Table, memory: Floats) -> Floats:
    """Memory of VMs, GiB, in a list of SCVMM: with dynamic memory the most that one may have.

    It starts with less. A maximum of 1 TiB is that of VMs of which nobody has set one: they count with what they have.
    """
    flags = table.flags("dynamicmemoryenabled")
    most = table.numbers("dynamicmemorymaximummb", factor=GIB_PER_MIB)
    if flags is None or most is None or not any(flags):
        return memory
    has = table.numbers("memoryassignedmb", factor=GIB_PER_MIB)
    dynamic = np.array(flags, dtype=np.bool_)
    is_set = dynamic & (most < _GIB_OF_NO_MAXIMUM)
    others = dynamic & ~is_set
    table.note(
        "dynamic_memory",
        "warning" if others.any() else "note",
        f"VMs with dynamic memory count with their maximum: {counted(int(is_set.sum()), 'rows')}."
        + (
            f" {counted(int(others.sum()), 'rows')} without one with what they have now: they may ask for more."
            if others.any()
            else ""
        ),
        np.flatnonzero(dynamic).tolist(),
    )
    now = memory if has is None else np.fmax(memory, has)
    return np.where(is_set, np.fmax(most, memory), np.where(others, now, memory))


_GIB_OF_NO_MAXIMUM = 1024.0
