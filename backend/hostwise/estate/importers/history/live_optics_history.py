"""The performance tab of Live Optics: peaks and means of each VM, and no series.

Its memory is active memory, and its MB are MiB. A VM with nothing but zeros was off, and was not measured.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hostwise.estate.importers.building import figures
from hostwise.estate.importers.history.meanings import MB_PER_KIB, MB_PER_MIB
from hostwise.plan.estate import EstateFinding, Source
from hostwise.plan.history import COUNTER_WORDS, UNITS, Counter, History, HistoryVms, ScopeLoad
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GIB_PER_MIB

KEY, LABEL = "live_optics_performance", "Live Optics VM Performance"

_SPLIT_MB_S = 10
"""Below it a whole number of MB/s is too coarse to tell reads from writes."""


def performance(tables: Sequence[Table]) -> Table | None:
    """The table with the performance of VMs."""
    return next((each for each in tables if each.has("vm name", "average iops", "peak vcpu (ghz)")), None)


def read(table: Table, source: Source) -> History:
    """The history of a table: figures of each VM, and sums of peaks that do not coincide."""
    names = table.texts("vm name") or []
    nameless = [at for at, each in enumerate(names) if not each]
    table.reject("no_name", "Rows without the name of a VM are left out.", nameless)
    kept = [at for at in range(len(names)) if at not in table.rejected]
    columns = {
        "cpu": table.numbers("average vcpu (ghz)"),
        "cpu_peak": table.numbers("peak vcpu (ghz)"),
        "memory": table.numbers("avg memory (mib)", "avg memory (mb)", factor=GIB_PER_MIB),
        "memory_peak": table.numbers("peak memory (mib)", "peak memory (mb)", factor=GIB_PER_MIB),
        "iops": table.numbers("average iops"),
        "iops_peak": table.numbers("peak iops"),
        "reads": table.numbers("avg read iops"),
        "reads_peak": table.numbers("peak read iops"),
        "writes": table.numbers("avg write iops"),
        "writes_peak": table.numbers("peak write iops"),
        "read": table.numbers("avg read mb/s", factor=MB_PER_MIB),
        "read_peak": table.numbers("peak read mb/s", factor=MB_PER_MIB),
        "write": table.numbers("avg write mb/s", factor=MB_PER_MIB),
        "total": table.numbers("average kb/sec", factor=MB_PER_KIB),
        "write_peak": table.numbers("peak write mb/s", factor=MB_PER_MIB),
    }
    found = {key: np.full(len(kept), np.nan) if each is None else each[kept] for key, each in columns.items()}
    silent = np.all([~(each > 0) for each in found.values()], axis=0)
    for each in found.values():
        each[silent] = np.nan
    rounded = _unrounded(found)
    ids = table.texts("mob id")
    vms = HistoryVms(
        name=[names[at] for at in kept],
        id=[ids[at] for at in kept] if ids else None,
        cpu_ghz=figures(found["cpu"]),
        cpu_peak_ghz=figures(found["cpu_peak"]),
        memory_active_gib=figures(found["memory"]),
        memory_peak_gib=figures(found["memory_peak"]),
        iops_average=figures(found["iops"]),
        iops_peak=figures(found["iops_peak"]),
        read_share=figures(_read_share(found["reads"], found["iops"])),
        read_mb_s=figures(found["read"]),
        write_mb_s=figures(found["write"]),
    )
    loads = [
        load
        for counter, (mean, peak) in _SUMS.items()
        if (load := _load(counter, found[mean], found[peak])) is not None
    ]
    return History(
        source=source,
        percentile=None,
        period=None,
        counters=[each.counter for each in loads],
        scope=loads,
        vms=vms,
        rows_read=len(table),
        rows_rejected=len(table.rejected),
        findings=[*table.findings, *_findings(table, int(np.count_nonzero(silent)), rounded=rounded)],
    )


_SUMS = {
    Counter.CPU_GHZ: ("cpu", "cpu_peak"),
    Counter.MEMORY_ACTIVE_GIB: ("memory", "memory_peak"),
    Counter.READ_IOPS: ("reads", "reads_peak"),
    Counter.WRITE_IOPS: ("writes", "writes_peak"),
    Counter.IOPS: ("iops", "iops_peak"),
    Counter.READ_MB_S: ("read", "read_peak"),
    Counter.WRITE_MB_S: ("write", "write_peak"),
}


def _load(counter: Counter, means: Floats, peaks: Floats) -> ScopeLoad | None:
    known = ~np.isnan(means) | ~np.isnan(peaks)
    if not known.any():
        return None
    return ScopeLoad(
        counter=counter,
        label=COUNTER_WORDS[counter],
        unit=UNITS[counter],
        vms=int(np.count_nonzero(known)),
        mean=None if np.isnan(means).all() else float(np.nansum(means)),
        sum_of_peaks=None if np.isnan(peaks).all() else float(np.nansum(peaks)),
    )


def _unrounded(found: dict[str, Floats]) -> bool:
    """Divide the KB/s of VMs whose MB/s are lost in rounding, and tell whether there are any."""
    read, write, total = found["read"], found["write"], found["total"]
    told = np.concatenate([read, write]) / MB_PER_MIB
    told = told[~np.isnan(told)]
    if not len(told) or not np.allclose(told, np.rint(told)):
        return False
    share = _read_share(found["reads"], found["iops"])
    little = (read + write < _SPLIT_MB_S) & ~np.isnan(share * total)
    found["read"] = np.where(little, total * share, read)
    found["write"] = np.where(little, total * (1 - share), write)
    return bool(little.any())


def _read_share(reads: Floats, iops: Floats) -> Floats:
    # Not the ratio as text: that of an idle VM is 0 % of nothing, and it has been seen below zero.
    share = np.divide(reads, iops, out=np.full_like(reads, np.nan), where=iops > 0)
    return np.where(share <= 1, share, np.where(share > 1, 1.0, np.nan))


def _findings(table: Table, silent: int, *, rounded: bool) -> list[EstateFinding]:
    found = [
        EstateFinding(
            code="no_series",
            kind="missing",
            message=(
                "Live Optics gives the highest value and the mean of each VM, not when they were. So there is no "
                "coincident peak: the sum of the VMs' peaks is above what they ever ask for together. There is no "
                "worst day and no growth either, and the period is not said."
            ),
            place=table.place,
        ),
        EstateFinding(
            code="peaks_are_maxima",
            kind="note",
            message="Peaks are the highest values of the archive of vCenter, not percentiles.",
            place=table.place,
        ),
    ]
    if rounded:
        found.append(
            EstateFinding(
                code="throughput_split",
                kind="repaired",
                message=(
                    "MB/s are written as whole numbers, so that little reads as nothing. Of VMs with less than "
                    f"{_SPLIT_MB_S} MB/s the KB/s are divided into reads and writes as their I/O is."
                ),
                place=table.place,
            )
        )
    if silent:
        found.append(
            EstateFinding(
                code="vms_without_values",
                kind="note",
                message="VMs with nothing but zeros were off: their values are missing, not zero.",
                place=table.place,
                count=silent,
            )
        )
    return found
