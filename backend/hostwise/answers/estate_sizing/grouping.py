"""VMs become groups: by size, guest system, cluster, attribute or similarity. Their sums are kept exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.estate_sizing.columns import Floats, Places, Vms, by_text
from hostwise.answers.estate_sizing.estate_sizing_messages import words
from hostwise.answers.estate_sizing.messages.estate_sizing_codes import EstateSizingCode
from hostwise.plan.estate import GroupBy, Grouping
from hostwise.plan.fields import MOST_NAME, fitted
from hostwise.plan.workload import GuestOs

_SIZES = ((2, 8), (4, 16), (8, 32), (16, 64), (32, 256))
"""Classes of size: vCPU and GiB that a VM has at most."""

_SEED = 1

_PATTERNS: tuple[tuple[EstateSizingCode, str], ...] = (
    ("estate_system.windows_desktop", r"windows (7|8|10|11|xp|vista)\b"),
    ("estate_system.windows_server", r"windows"),
    ("estate_system.rhel", r"red ?hat|rhel|centos|rocky|alma|oracle linux|fedora"),
    ("estate_system.suse", r"suse|sles"),
    ("estate_system.ubuntu", r"ubuntu|debian"),
    ("estate_system.appliance", r"photon|vmware|freebsd|appliance|coreos"),
    ("estate_system.linux", r"linux"),
)
_FAMILIES: tuple[tuple[EstateSizingCode, re.Pattern[str]], ...] = tuple(
    (family, re.compile(pattern, re.IGNORECASE)) for family, pattern in _PATTERNS
)


def family(system: str) -> str:
    """The family of a guest system.

    >>> family("Microsoft Windows Server 2022 (64-bit)"), family("Ubuntu Linux (64-bit)"), family("")
    ('Windows Server', 'Ubuntu and Debian', 'Unknown system')
    """
    return words(_family(system))


def _family(system: str) -> EstateSizingCode:
    if not system.strip():
        return "estate_system.unknown"
    return next((code for code, pattern in _FAMILIES if pattern.search(system)), "estate_system.other")


_SYSTEMS: dict[EstateSizingCode, GuestOs] = {
    "estate_system.windows_desktop": GuestOs.WINDOWS_DESKTOP,
    "estate_system.windows_server": GuestOs.WINDOWS_SERVER,
    "estate_system.rhel": GuestOs.LINUX,
    "estate_system.suse": GuestOs.LINUX,
    "estate_system.ubuntu": GuestOs.LINUX,
    "estate_system.linux": GuestOs.LINUX,
    "estate_system.appliance": GuestOs.OTHER,
    "estate_system.other": GuestOs.OTHER,
}


def common_system(systems: Iterable[str]) -> GuestOs | None:
    """The family that all guest systems of a group have in common; None where they differ or one is not known.

    >>> common_system(["Ubuntu Linux (64-bit)", "CentOS 7"]), common_system(["Windows Server 2022", ""])
    (<GuestOs.LINUX: 'linux'>, None)
    """
    found = {_SYSTEMS.get(_family(each)) for each in set(systems)}
    return found.pop() if len(found) == 1 else None


def grouped(vms: Vms, places: Places, grouping: Grouping) -> list[tuple[str, Places]]:
    """Groups of some VMs, the largest first; each VM is in exactly one.

    Args:
        vms: the VMs of the inventory.
        places: which of them.
        grouping: how; beyond its most, the smallest groups are put together. VMs that are larger than all others are
            groups of their own besides.
    """
    if not places.size:
        return []
    labels = _LABELS[grouping.by](vms, places, grouping)
    names, inverse, counts = np.unique(labels, return_inverse=True, return_counts=True)
    order = np.lexsort((names, -counts))
    parts = [(str(names[at]), places[inverse == at]) for at in order]
    if len(parts) > grouping.most:
        rest = np.concatenate([each for _, each in parts[grouping.most - 1 :]])
        count = len(parts) - grouping.most + 1
        parts = [*parts[: grouping.most - 1], (words("estate_group.others", kinds=count), np.sort(rest))]
    return _distinct(_largest_apart(vms, parts))


def _largest_apart(vms: Vms, parts: list[tuple[str, Places]]) -> list[tuple[str, Places]]:
    """The largest VMs as groups of their own, where the mean of their group would hide them.

    A VM runs on one host, but a plan compares only the mean VM of each group with its hosts. A VM within the classes
    of size fits any host that is tried.
    """
    columns = (
        ("memory_gib", _SIZES[-1][1], words("estate_group.largest_by_memory")),
        ("vcpu", _SIZES[-1][0], words("estate_group.largest_by_vcpu")),
    )
    for column, least, name in columns:
        values = np.nan_to_num(vms.number(column))
        most = max(float(values[members].max()) for _, members in parts)
        for at, (_, members) in enumerate(parts):
            largest = values[members] == most
            if most > least and largest.any() and not largest.all():
                parts[at] = parts[at][0], members[~largest]
                parts.append((name, members[largest]))
                break
    return parts


def _distinct(parts: list[tuple[str, Places]]) -> list[tuple[str, Places]]:
    """Groups with distinct names that a plan accepts."""
    found: dict[str, Places] = {}
    for text, members in parts:
        plain = name = fitted(text) or words("estate_group.unnamed")
        more = 1
        while name in found:
            more += 1
            end = f" ({more})"
            name = plain[: MOST_NAME - len(end)] + end
        found[name] = members
    return list(found.items())


def _size(vms: Vms, places: Places, _: Grouping) -> NDArray[np.str_]:
    vcpu, memory = vms.number("vcpu")[places], vms.number("memory_gib")[places]
    beyond = words("estate_group.more_than", vcpu=_SIZES[-1][0], memory=_SIZES[-1][1])
    labels = np.full(len(places), beyond, dtype="U64")
    for most_vcpu, most_gib in reversed(_SIZES):
        fits = ~(vcpu > most_vcpu) & ~(memory > most_gib)
        labels[fits] = words("estate_group.up_to", vcpu=most_vcpu, memory=most_gib)
    labels[np.isnan(vcpu) & np.isnan(memory)] = words("estate_group.unknown_size")
    return labels


def _os(vms: Vms, places: Places, _: Grouping) -> NDArray[np.str_]:
    return np.array(by_text(vms.text("os")[places].tolist(), family), dtype=np.str_)


def _cluster(vms: Vms, places: Places, _: Grouping) -> NDArray[np.str_]:
    return _named(vms.text("cluster")[places], words("estate_group.in_no_cluster"))


def _attribute(vms: Vms, places: Places, grouping: Grouping) -> NDArray[np.str_]:
    name = grouping.attribute or ""
    without = words("estate_group.without", attribute=name) if name else words("estate_group.without_attribute")
    return _named(vms.attribute(name)[places], without)


def _named(texts: NDArray[np.str_], otherwise: str) -> NDArray[np.str_]:
    return np.where(texts == "", otherwise, texts)


def _none(_vms: Vms, places: Places, _: Grouping) -> NDArray[np.str_]:
    return np.full(len(places), words("estate_group.all"), dtype="U64")


def _likeness(vms: Vms, places: Places, grouping: Grouping) -> NDArray[np.str_]:
    """By k-means on the logarithms of what a VM asks for, each on the scale of its own spread."""
    columns = [vms.number(each)[places] for each in ("vcpu", "memory_gib", "iops_average")] + [vms.disk_gb[places]]
    logs = [np.log1p(np.nan_to_num(each)) for each in columns if not np.isnan(each).all()]
    points = np.column_stack([each / spread for each in logs if (spread := each.std()) > 0] or [np.zeros(len(places))])
    number = min(grouping.most, len(np.unique(points, axis=0)))
    # Imported late: only one way to group needs it, and it takes a fifth of a second to load.
    from scipy.cluster.vq import kmeans2

    _, labels = kmeans2(points, number, minit="++", rng=_SEED)
    vcpu, memory = vms.number("vcpu")[places], vms.number("memory_gib")[places]
    names = {}
    for label in np.unique(labels):
        members = labels == label
        names[label] = words(
            "estate_group.around",
            vcpu=_about(vcpu[members], "estate_usual.vcpu", "estate_usual.no_vcpu"),
            memory=_about(memory[members], "estate_usual.memory", "estate_usual.no_memory"),
        )
    repeated = {name for name in names.values() if list(names.values()).count(name) > 1}
    disk = vms.disk_gb[places]
    for label, name in names.items():
        if name in repeated:
            usual = _about(np.round(disk[labels == label]), "estate_usual.disk", "estate_usual.no_disk")
            names[label] = words("estate_group.around_with_disk", name=name, disk=usual)
    return np.array([names[each] for each in labels], dtype=np.str_)


def _about(values: Floats, code: EstateSizingCode, unknown: EstateSizingCode) -> str:
    """The median of the known values, in words."""
    known = values[~np.isnan(values)]
    return words(code, amount=f"{np.median(known):,g}") if known.size else words(unknown)


_LABELS: dict[GroupBy, Callable[[Vms, Places, Grouping], NDArray[np.str_]]] = {
    GroupBy.SIZE: _size,
    GroupBy.OS: _os,
    GroupBy.CLUSTER: _cluster,
    GroupBy.ATTRIBUTE: _attribute,
    GroupBy.LIKENESS: _likeness,
    GroupBy.NONE: _none,
}
