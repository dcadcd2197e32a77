"""The VMs of an inventory as arrays, and sums over some of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from hostwise.answers.estate_sizing.estate_document import EstateTotals
from hostwise.plan.estate import MOST_FIGURE, MOST_OF_ONE, HostColumns, Power, VmColumns
from hostwise.plan.fields import LEAST

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Places = NDArray[np.int64]
T = TypeVar("T")


def most_of(column: str) -> float:
    """The most that one VM may have of something."""
    return MOST_OF_ONE.get(column, MOST_FIGURE)


class Vms:
    """The VMs of an inventory, column by column."""

    def __init__(self, columns: VmColumns) -> None:
        """Take the columns; each becomes an array when it is first read."""
        self.columns = columns
        self._numbers: dict[str, Floats] = {}
        self._texts: dict[str, NDArray[np.str_]] = {}

    def __len__(self) -> int:
        """Number of VMs."""
        return len(self.columns.name)

    def number(self, column: str) -> Floats:
        """A column of numbers, NaN where a value is missing or impossible; all NaN if the source does not have it."""
        if column not in self._numbers:
            values = self._given(column)
            values[values > most_of(column)] = np.nan
            values[values < LEAST] = 0
            self._numbers[column] = values
        return self._numbers[column]

    def beyond(self, column: str) -> Places:
        """VMs whose number exceeds the limit of one VM."""
        return np.flatnonzero(self._given(column) > most_of(column))

    def _given(self, column: str) -> Floats:
        given = getattr(self.columns, column)
        return np.full(len(self), np.nan) if given is None else np.array(given, dtype=np.float64)

    def text(self, column: str) -> NDArray[np.str_]:
        """A column of texts, empty if the source does not have it."""
        if column not in self._texts:
            values = getattr(self.columns, column)
            self._texts[column] = np.array([""] * len(self) if values is None else values, dtype=np.str_)
        return self._texts[column]

    def attribute(self, name: str) -> NDArray[np.str_]:
        """A custom attribute, empty where it has no value."""
        return np.array(self.columns.attributes.get(name) or [""] * len(self), dtype=np.str_)

    @cached_property
    def running(self) -> Flags:
        """Whether each VM runs; one whose state is unknown counts as running."""
        on = (Power.ON, Power.UNKNOWN)
        return np.array([each in on for each in self.columns.power], dtype=np.bool_) & ~self.template

    @cached_property
    def of_other_power(self) -> Flags:
        """Whether the power state of each is a word that is not understood."""
        return np.array([each is Power.OTHER for each in self.columns.power], dtype=np.bool_) & ~self.template

    @cached_property
    def template(self) -> Flags:
        """Whether each is a template."""
        return np.array(self.columns.template, dtype=np.bool_)

    @cached_property
    def placeholder(self) -> Flags:
        """Whether each stands for a VM elsewhere."""
        given = self.columns.placeholder
        return np.zeros(len(self), dtype=np.bool_) if given is None else np.array(given, dtype=np.bool_)

    @cached_property
    def disk_gb(self) -> Floats:
        """Capacity of the disks; what is provisioned, used, or used by the guest, where that is unknown."""
        return first_known(*(self.number(each) for each in ("disk_gb", "provisioned_gb", "used_gb", "guest_used_gb")))

    @cached_property
    def used_gb(self) -> Floats:
        """Storage in use; used by the guest where that is unknown. Never more than the disks hold."""
        used = first_known(self.number("used_gb"), self.number("guest_used_gb"))
        return np.where(np.isnan(used), np.nan, np.fmin(used, self.disk_gb))

    def with_storage(self, disk_gb: Floats, used_gb: Floats) -> Vms:
        """The same VMs with other figures for the capacity of their disks and what of it is in use."""
        other = Vms(self.columns)
        other._numbers, other._texts = self._numbers, self._texts
        other.disk_gb, other.used_gb = disk_gb, first_known(used_gb, self.used_gb)
        return other

    @cached_property
    def everything(self) -> Places:
        """Places of all VMs."""
        return np.arange(len(self))

    def totals(self, places: Places | None = None, *, disk_only: Places | None = None) -> EstateTotals:
        """Sums over some VMs, and the disks of others that count with their disks only.

        Args:
            places: the VMs; by default all.
            disk_only: VMs of which only the disks count, beside those.
        """
        some = self.everything if places is None else places
        others = np.empty(0, dtype=np.int64) if disk_only is None else disk_only
        both = np.concatenate([some, others])
        return EstateTotals(
            vms=len(both),
            vcpu=total(self.number("vcpu")[some]),
            memory_gib=total(self.number("memory_gib")[some]),
            disk_gb=total(self.disk_gb[both]),
            used_gb=total(self.used_gb[both]),
            cpu_ghz=total(self.number("cpu_ghz")[some]),
            memory_active_gib=total(self.number("memory_active_gib")[some]),
            iops_average=total(self.number("iops_average")[some]),
            iops_peak=total(self.number("iops_peak")[some]),
        )


def by_text(texts: Iterable[str], meaning: Callable[[str], T]) -> list[T]:
    """The meaning of each text, looked up once for each different text: estates have few clusters and systems."""
    listed = list(texts)
    known = {each: meaning(each) for each in set(listed)}
    return [known[each] for each in listed]


def first_known(*columns: Floats) -> Floats:
    """For each row the first column that has a value."""
    found = columns[0]
    for each in columns[1:]:
        found = np.where(np.isnan(found), each, found)
    return found


def total(values: Floats) -> float | None:
    """The sum of what is known; None if nothing is."""
    known = values[~np.isnan(values)]
    return float(known.sum()) if known.size else None


def mean(values: Floats) -> float | None:
    """The mean of what is known; None if nothing is."""
    known = values[~np.isnan(values)]
    return float(known.mean()) if known.size else None


def host_sum(hosts: HostColumns, column: str, places: Sequence[int] | None = None) -> float | None:
    """The sum over some hosts; None if no host has a figure."""
    values = getattr(hosts, column)
    if values is None:
        return None
    known = [each for each in (values if places is None else map(values.__getitem__, places)) if each is not None]
    return float(sum(known)) if known else None
