"""Disks that several VMs have: stored once, so counted once, if it is believed that they are one disk."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hostwise.answers.estate_sizing.taken_away import MOST_OF_DISK, MOST_OWNERS, is_little
from hostwise.estate.importers.building import names_in_words
from hostwise.number_format.writing import short
from hostwise.tables.table import Floats, Table

_SAME_SIZE = 1e-3
_SHOWN = 3


@dataclass(frozen=True)
class Row:
    """A disk as one VM has it.

    Attributes:
        vm: place of the VM.
        key: what is the same where it is the same disk: the file or the device.
        gb: its capacity.
        is_said: whether the source says that it is shared.
    """

    vm: int
    key: str
    gb: float
    is_said: bool


@dataclass(frozen=True)
class Shared:
    """Disks of several VMs.

    Attributes:
        once: disks that count once: for each disk, its capacity as each of its VMs lists it.
        doubted: disks that count for each VM that lists them, and why.
        gb: capacity of all disks, each as often as it is listed.
        keys: keys of the disks that count once, in their order.
    """

    once: Sequence[Mapping[int, float]]
    doubted: Sequence[tuple[Mapping[int, float], str]]
    gb: float
    keys: Sequence[str] = ()

    @property
    def vms(self) -> set[int]:
        """The VMs that share disks."""
        return {vm for each in self.once for vm in each}

    def again(self, length: int, rank: Callable[[int], Any]) -> tuple[Floats, Floats]:
        """Capacity, by VM, GB, of disks that count for another VM, that of the lowest rank, and of those that may."""
        doubted = [each for each, _ in self.doubted]
        return _of_others(self.once, length, rank), _of_others(doubted, length, rank)


def _of_others(disks: Iterable[Mapping[int, float]], length: int, rank: Callable[[int], Any]) -> Floats:
    found = np.zeros(length)
    for each in disks:
        first = min(each, key=rank)
        for vm, gb in each.items():
            found[vm] += gb if vm != first else 0
    return found


@dataclass
class _Disk:
    owners: dict[int, float] = field(default_factory=dict)
    is_said: bool = False


def shared(rows: Iterable[Row], whole: float, clusters: Sequence[str] | None) -> Shared:
    """The disks that several VMs have, and whether it is believed that each is one.

    A disk whose rows say that it is shared counts once. Where nothing but the same text says so, it does up to some VMs
    of one cluster that give it the same size; and all of these together up to a share of the disk of the estate.

    Args:
        rows: the disks that may be those of several VMs.
        whole: capacity of all disks, GB, each as often as it is listed.
        clusters: cluster of each VM, where it is known.
    """
    disks: dict[str, _Disk] = {}
    for row in rows:
        disk = disks.setdefault(row.key, _Disk())
        disk.owners[row.vm] = max(disk.owners.get(row.vm, 0.0), row.gb)
        disk.is_said |= row.is_said
    several = {key: each for key, each in disks.items() if len(each.owners) > 1}
    once = {key: each.owners for key, each in several.items() if each.is_said}
    alike = {key: each.owners for key, each in several.items() if not each.is_said}
    reasons = {key: _unusual(owners, clusters) for key, owners in alike.items()}
    usual = {key: owners for key, owners in alike.items() if not reasons[key]}
    doubted = [(owners, reasons[key]) for key, owners in alike.items() if reasons[key]]
    if is_little(sum(map(_more_than_once, usual.values())), whole, MOST_OF_DISK):
        once |= usual
    else:
        doubted += [(owners, f"it would be more than {MOST_OF_DISK:.0%} of all disks") for owners in usual.values()]
    return Shared(list(once.values()), doubted, whole, list(once))


def _unusual(owners: Mapping[int, float], clusters: Sequence[str] | None) -> str:
    """Why it is not believed that VMs share a disk, in words; empty if it may be."""
    if len(owners) > MOST_OWNERS:
        return f"more than {MOST_OWNERS} VMs would share one"
    if clusters is not None and len({clusters[vm] for vm in owners}) > 1:
        return "their VMs are in several clusters"
    if not same_size(owners.values()):
        return "their VMs give them different sizes"
    return ""


def same_size(sizes: Collection[float]) -> bool:
    """Whether the capacities that several VMs give a disk are equal, but for rounding."""
    return max(sizes) - min(sizes) <= _SAME_SIZE * max(sizes)


def _more_than_once(owners: Mapping[int, float]) -> float:
    return sum(owners.values()) - max(owners.values())


def tell(disks: Table, found: Shared, names: Sequence[str], again: Floats) -> None:
    """Say which disks count once, and which do not although they look like one, with the amounts of both."""

    def of_vms(several: Sequence[Mapping[int, float]]) -> str:
        told = [names_in_words(names[vm] for vm in each) for each in several[:_SHOWN]]
        return f"{'; of '.join(told)}{' and others' if len(several) > _SHOWN else ''}"

    if found.once:
        disks.note(
            "disks_shared",
            "warning",
            f"Disks that several VMs share count once: {len(found.once):,}, of {of_vms(found.once)}. "
            f"{short(float(again.sum()) / 1000)} TB less than the sum of all disks.",
            count=len(found.once),
        )
    if found.doubted:
        less = sum(_more_than_once(each) for each, _ in found.doubted)
        counts = found.gb - float(again.sum())
        reasons = list(dict.fromkeys(reason for _, reason in found.doubted))
        disks.note(
            "disks_alike",
            "warning",
            f"Disks with the same file or device are listed for several VMs, and nothing else says that they are "
            f"shared: {len(found.doubted):,}, of {of_vms([each for each, _ in found.doubted])}. They count for each "
            f"VM, since {' and '.join(reasons)}: {short(counts / 1000)} TB in all. If they are shared, "
            f"it is {short((counts - less) / 1000)} TB.",
            count=len(found.doubted),
        )
