"""An estate at a glance: what it holds, where memory and disk go, which VMs are large, and what its source lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms, by_text, host_sum, total
from hostwise.answers.estate_sizing.estate_document import EstateGlance, EstateOutlier, EstatePart, EstateWord
from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.estate_sizing.grouping import family
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.answers.estate_sizing.platform import OfPlatform
from hostwise.plan.estate import Inventory, Power

_MOST_PARTS, _MOST_LARGE = 200, 5
_OUTLIER_TIMES = 8
"""Multiple of the median from which a VM stands out."""

_SAYS: dict[str, tuple[EstateSizingCode, EstateSizingCode]] = {
    "memory_active_gib": ("estate_says.active_memory", "estate_silent.active_memory"),
    "cpu_peak_ghz": ("estate_says.cpu_use", "estate_silent.cpu_use"),
    "iops_average": ("estate_says.io", "estate_silent.io"),
    "used_gb": ("estate_says.storage_in_use", "estate_silent.storage_in_use"),
}
"""Figures that a source may have, and the consequence of each one missing."""


def glance(inventory: Inventory, vms: Vms, platform: OfPlatform) -> EstateGlance:
    """An inventory at a glance.

    Args:
        inventory: the estate.
        vms: its VMs.
        platform: which of them belong to a platform.
    """
    hosts = inventory.hosts
    running = np.flatnonzero(vms.running)
    cores, memory = host_sum(hosts, "cores"), host_sum(hosts, "memory_gib")
    vcpu, configured = total(vms.number("vcpu")[running]), total(vms.number("memory_gib")[running])
    known = {column: not np.isnan(vms.number(column)).all() for column in _SAYS}
    return EstateGlance(
        totals=vms.totals(),
        hosts=len(hosts.name),
        cores=cores,
        host_memory_gib=memory,
        vcpu_per_core=vcpu / cores if cores and vcpu is not None else None,
        memory_per_host_memory=configured / memory if memory and configured is not None else None,
        running=len(running),
        clusters=_clusters(vms, inventory),
        guest_systems=_parts(vms, by_text(vms.text("os").tolist(), family)),
        largest=_largest(vms, running),
        power_words=power_words(vms),
        infrastructure=int(platform.own.sum()),
        management=int(platform.any_manager.sum()),
        shared_gb=total(vms.number("shared_gb")),
        alike_gb=total(vms.number("alike_gb")),
        says=[words(figure) for column, (figure, _) in _SAYS.items() if known[column]],
        missing=[words(consequence) for column, (_, consequence) in _SAYS.items() if not known[column]],
    )


def power_words(vms: Vms) -> list[EstateWord]:
    """Words of power states that are neither on nor off or not understood, the most frequent first."""
    of_source, states = vms.columns.power_word or [], vms.columns.power
    some = Counter(
        (of_source[at], states[at])
        for at in np.flatnonzero(~vms.template)
        if of_source and states[at] not in (Power.ON, Power.OFF)
    )
    return [EstateWord(word=word, vms=count, state=state) for (word, state), count in some.most_common()]


def _clusters(vms: Vms, inventory: Inventory) -> list[EstatePart]:
    hosts = inventory.hosts
    of_hosts = hosts.cluster or [""] * len(hosts.name)
    parts = {each.name: each for each in _parts(vms, vms.text("cluster").tolist())}
    for name in dict.fromkeys(of_hosts):
        if name not in parts:
            parts[name] = EstatePart(name=name, totals=vms.totals(np.empty(0, dtype=np.int64)))
    places: dict[str, list[int]] = {}
    for at, name in enumerate(of_hosts):
        places.setdefault(name, []).append(at)
    return [
        each.model_copy(
            update={
                "hosts": len(own),
                "cores": host_sum(hosts, "cores", own),
                "host_memory_gib": host_sum(hosts, "memory_gib", own),
            }
        )
        for name, each in parts.items()
        for own in (places.get(name, []),)
    ][:_MOST_PARTS]


def _parts(vms: Vms, labels: Sequence[str]) -> list[EstatePart]:
    names, inverse, counts = np.unique(np.array(labels, dtype=np.str_), return_inverse=True, return_counts=True)
    order = np.lexsort((names, -counts))
    return [
        EstatePart(name=str(names[at]), totals=vms.totals(np.flatnonzero(inverse == at))) for at in order[:_MOST_PARTS]
    ]


def _largest(vms: Vms, running: Places) -> list[EstateOutlier]:
    """VMs that stand out: many times the median in vCPU, memory or disk."""
    found: dict[int, str] = {}
    columns: tuple[tuple[EstateSizingCode, Floats], ...] = (
        ("estate_outlier.memory", vms.number("memory_gib")),
        ("estate_outlier.vcpu", vms.number("vcpu")),
        ("estate_outlier.disk", vms.disk_gb),
    )
    for code, values in columns:
        own = values[running]
        if not own.size or np.isnan(own).all():
            continue
        median = float(np.nanmedian(own))
        for at in np.argsort(-np.nan_to_num(own), kind="stable")[:2]:
            place = int(running[at])
            if place not in found and median > 0 and own[at] >= _OUTLIER_TIMES * median:
                found[place] = words(code, amount=f"{own[at]:,.0f}", times=f"{own[at] / median:,.0f}")
    clusters = vms.text("cluster")
    return [
        EstateOutlier(
            name=vms.columns.name[at],
            cluster=str(clusters[at]),
            vcpu=_value(vms.number("vcpu")[at]),
            memory_gib=_value(vms.number("memory_gib")[at]),
            disk_gb=_value(vms.disk_gb[at]),
            why=why,
        )
        for at, why in list(found.items())[:_MOST_LARGE]
    ]


def _value(number: float) -> float | None:
    return None if np.isnan(number) else float(number)
