"""What the tabs of RVTools say differently: sizes of VMs, and how many VMs there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import numpy as np

from hostwise.estate.importers.building import figures, names_in_words, without
from hostwise.plan.estate import EstateFinding, HostColumns, Power, VmColumns
from hostwise.plan.estate_codes import EstateCode
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GIB_PER_MIB


def counts_of_hosts(vms: VmColumns, hosts: HostColumns, table: Table) -> Iterator[EstateFinding]:
    """Clusters whose hosts and VMs count other running VMs, vCPUs or memory: one of the two tabs is incomplete."""
    running = [each is Power.ON for each in vms.power]
    told = []
    for words, unit, same, stated, counted in (
        ("running VMs", "", 0.0, hosts.vms, [1.0] * len(running)),
        ("vCPU", "", 0.0, _kept(table, "# vcpus"), vms.vcpu),
        ("memory", " GiB", _SAME_SHARE, _kept(table, "vram", factor=GIB_PER_MIB), vms.memory_gib),
    ):
        if stated is None or counted is None:
            continue
        by_hosts = _by_cluster(hosts.cluster, stated, [True] * len(stated))
        by_vms = _by_cluster(vms.cluster, counted, running)
        # A cluster that one of the tabs lacks counts, too.
        pairs = {name: (by_hosts.get(name, 0.0), by_vms.get(name, 0.0)) for name in sorted(by_hosts | by_vms)}
        told += [
            f"{name or 'no cluster'} {on_hosts:,.6g}{unit} and {of_vms:,.6g} ({words})"
            for name, (on_hosts, of_vms) in pairs.items()
            if abs(on_hosts - of_vms) > same * max(on_hosts, of_vms)
        ]
    if told:
        yield EstateFinding(
            code="vms_and_hosts_differ",
            kind="warning",
            message=f"vHost and vInfo count different VMs, so that one of them may be incomplete: {'; '.join(told[:6])}"
            f"{f'; and {len(told) - 6} more' if len(told) > 6 else ''}.",
            place=table.place,
            count=len(told),
        )


_SAME_SHARE = 1e-3
"""Sums of two tabs that differ by less are the same: memory is rounded."""


def _kept(table: Table, header: str, factor: float = 1.0) -> Sequence[float | None] | None:
    return figures(without(table.numbers(header, factor=factor), table.rejected))


def _by_cluster(
    clusters: Sequence[str] | None, values: Sequence[float | None], chosen: Sequence[bool]
) -> dict[str, float]:
    sums: dict[str, float] = {}
    for name, value, counts in zip(clusters or [""] * len(values), values, chosen, strict=True):
        if counts:
            sums[name] = sums.get(name, 0) + (value or 0)
    return sums


def different_sizes(
    info: Table, tab: Table, of: SizeTab, mine: Floats | None, other: Floats | None
) -> Iterator[EstateFinding]:
    """VMs whose sizes vInfo and another tab give differently, with both sums and which of them counts.

    Args:
        info: the tab vInfo.
        tab: the other tab.
        of: which tab that is.
        mine: the sizes that vInfo gives.
        other: those of the other tab, by VM.
    """
    if mine is None or other is None:
        return
    counts = np.array([at not in info.rejected for at in range(len(info))], dtype=np.bool_)
    differ = np.flatnonzero(counts & (np.abs(mine - other) > _SAME_SHARE * np.fmax(mine, other)))
    if not differ.size:
        return
    names = info.texts("vm") or []
    # Of memory the other tab has what is configured, while vInfo adds to it in some versions.
    code, what, unit, counting = _OF_SIZES[of]
    yield EstateFinding(
        code=code,
        kind="warning",
        message=f"vInfo and {of} give VMs different {what}, {np.nansum(mine[differ]):,.6g}{unit} "
        f"and {np.nansum(other[differ]):,.6g}: that of {counting} counts. "
        f"{names_in_words(names[at] for at in differ)}.",
        place=tab.place,
        count=int(differ.size),
    )


SizeTab = Literal["vMemory", "vCPU"]

_OF_SIZES: dict[SizeTab, tuple[EstateCode, str, str, str]] = {
    "vMemory": ("memory_differs", "memory", " GiB", "vMemory"),
    "vCPU": ("vcpu_differs", "vCPU", "", "vInfo"),
}
"""What a tab says of sizes: code of the finding, what it is called, its unit, and the tab that counts."""
