"""What RVTools says of storage: disks that VMs share, swap files, snapshots, and the file systems of guests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Set
from typing import Any, NamedTuple, cast

import numpy as np
import polars as pl

from hostwise.answers.estate_sizing.columns import Flags, Places
from hostwise.estate.importers.building import Join, names_in_words
from hostwise.estate.importers.power import state_of
from hostwise.estate.importers.rvtools_traits import is_of_one
from hostwise.estate.importers.shared_disks import Row, shared, tell
from hostwise.estate.importers.virtual_hard_disks import file_key, is_one_file
from hostwise.number_format.writing import counted, short
from hostwise.plan.estate import Power
from hostwise.tables.dates import days
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_GIB, GB_PER_MIB


class Again(NamedTuple):
    """Disks of several VMs.

    Attributes:
        gb: capacity, by VM, of disks that another VM already counts.
        doubted_gb: the same of disks that may be those of another VM, and count for both.
        sharing: the VMs that share disks.
    """

    gb: Floats | None = None
    doubted_gb: Floats | None = None
    sharing: Set[int] = frozenset()


def again_gb(info: Table, disks: Table, join: Join) -> Again:
    """Disks that another VM already counts, or may.

    A shared LUN or file is stored once: it counts with a VM that runs, if one of its owners does.
    """
    values = disks.numbers("capacity mib", "capacity mb", factor=GB_PER_MIB)
    keys = _disk_keys(disks)
    if values is None or keys is None:
        return Again()
    vms = join.rows()
    counts = [at for at, vm in enumerate(vms) if vm >= 0 and vm not in info.rejected and not np.isnan(values[at])]
    often = Counter(keys[at] for at in counts if keys[at])
    modes = [each for each in (disks.texts("sharing mode"), disks.texts("shared bus")) if each is not None]
    several = [at for at in counts if often[keys[at]] > 1]
    sizes: dict[str, list[float]] = {}
    for at in several:
        sizes.setdefault(keys[at], []).append(float(values[at]))
    rows = [
        Row(
            vms[at],
            keys[at],
            float(values[at]),
            any(not is_of_one(mode[at]) for mode in modes) or is_one_file(keys[at], sizes[keys[at]]),
        )
        for at in several
    ]
    found = shared(rows, float(values[counts].sum()), info.texts("cluster"))
    names, states = info.texts("vm") or [], info.texts("powerstate") or [""] * len(info)
    templates = info.flags("template") or [False] * len(info)
    again, doubted = found.again(len(names), lambda vm: (templates[vm] or state_of(states[vm]) is not Power.ON, vm))
    tell(disks, found, names, again)
    return Again(again if found.once else None, doubted if found.doubted else None, found.vms)


_IS_A_FILE = re.compile(r"\[[^\]]+\] ?.+\.vmdk", re.IGNORECASE)
"""A disk as a file on a datastore. `Disk Path` has it in few exports: in most it has the mount points of the guest."""


def _file(path: str, host: str) -> str:
    """A file on a datastore, or a virtual hard disk of Hyper-V, which some tools write in the shape of RVTools."""
    if path[:1] == "[":
        return path.lower() if _IS_A_FILE.fullmatch(path) else ""
    return file_key(path, host)


def _disk_keys(disks: Table) -> list[str] | None:
    """What is the same in two rows of one disk: its device, or its file; empty where neither is known."""
    luns, *files = (disks.texts(each) for each in ("raw lun id", "path", "disk path"))
    keys = [""] * len(disks) if luns is None else [each.lower() for each in luns]
    hosts = disks.texts("host") or [""] * len(disks)
    for paths in files:
        if paths is not None:
            keys = [key or _file(path, host) for key, path, host in zip(keys, paths, hosts, strict=True)]
    return None if luns is None and not any(files) else keys


def less(values: Floats | None, again: Floats | None) -> Floats | None:
    """What is provisioned without disks that count with other VMs."""
    return values if values is None or again is None else np.maximum(values - again, 0)


def used_less(used: Floats | None, disks: Floats | None, again: Floats | None) -> Floats | None:
    """What is in use without disks that count with other VMs, of which the same share is in use as of all disks."""
    if used is None or disks is None or again is None:
        return used
    share = np.divide(again, disks, out=np.zeros_like(again), where=again > 0)
    found: Floats = used - np.fmin(used, disks) * share
    return found


def without_swap(info: Table, columns: Mapping[str, Any], vsan: Flags | None) -> Floats | None:
    """Capacity of disks; where only what is provisioned is known, that less the swap file that it holds."""
    disks, provisioned, memory = (columns[each] for each in ("disk_gb", "provisioned_gb", "memory_gib"))
    if disks is not None or provisioned is None or memory is None:
        return cast("Floats | None", disks)
    reserved = columns["memory_reserved_gib"]
    swap = np.nan_to_num(memory if reserved is None else memory - np.nan_to_num(reserved)) * GB_PER_GIB
    less: Floats = np.where(provisioned > swap, provisioned - swap, provisioned)
    info.note(
        "provisioned_less_swap",
        "note",
        f"There are no sizes of disks: what is provisioned counts, {np.nansum(provisioned) / 1000:,.3g} TB, less the "
        f"swap files that it holds, {np.nansum(provisioned - less) / 1000:,.3g} TB."
        + (
            ""
            if vsan is None
            else f" Of {counted(vsan.sum(), 'VMs')} on vSAN it also holds the copies that protect them."
        ),
    )
    return less


_LEAST_BASE_SHARE = 0.01
"""Least part of what is in use that the oldest snapshot holds with its disk. A linked clone has its disk elsewhere."""


def snapshots_gb(used: Floats | None, table: Table, join: Join) -> Floats | None:
    """What deleting the snapshots of VMs would free, GB, of VMs that have some.

    The rows of a VM are a chain, not a sum: the total of the oldest one includes the disk that it was taken of. What is
    in use above that total belongs to the snapshots; of a VM that runs, its swap file may be in it.
    """
    totals = table.numbers("size mib (total)", "size mb (total)", factor=GB_PER_MIB)
    if totals is None or used is None:
        return None
    dates = table.texts("date / time")
    base = join.of_least(days(dates) if dates is not None else np.full(len(table), np.nan), totals)
    found: Floats = np.where(base >= _LEAST_BASE_SHARE * used, np.fmax(used - base, 0), np.nan)
    return found


_ABOVE_DISKS = 1.05
"""File systems are smaller than their disks. If they are larger by more than rounding, some are not on them."""


def _leave_out_largest(left: Flags, may: Flags, vms: Places, gb: Floats, most: Floats) -> None:
    """Leave out the largest of the rows that may be left out, until those of each VM hold no more than its most."""
    told = vms >= 0
    over = np.bincount(vms[told], gb[told], minlength=len(most)) - most
    # Of the VMs that hold too much only, each from its largest row on.
    concerned = np.flatnonzero(told & may & (over[vms] > 0))
    for at in concerned[np.argsort(-gb[concerned], kind="stable")]:
        if over[vms[at]] > 0:
            left[at] = True
            over[vms[at]] -= gb[at]


class FileSystems(NamedTuple):
    """What the file systems of each VM hold and could hold, GB; NaN where the source has none of them."""

    used_gb: Floats | None
    capacity_gb: Floats | None = None


def file_systems(info: Table, disks: Floats | None, table: Table, join: Join) -> FileSystems:
    """The file systems of guests. Each counts once, and only if it is on a disk of its VM.

    The source lists a file system once for each place where it is mounted, and it lists network shares as well.

    Args:
        info: the tab vInfo.
        disks: capacity of all disks of each VM, GB, with those that it shares.
        table: the tab vPartition.
        join: how it joins to vInfo.
    """
    consumed = table.numbers("consumed mib", "consumed mb", factor=GB_PER_MIB)
    capacity = table.numbers("capacity mib", "capacity mb", factor=GB_PER_MIB)
    if consumed is None or capacity is None:
        return FileSystems(join.sum(consumed))
    vms = np.array(join.rows(), dtype=np.int64)
    keys = table.texts("disk key") or [""] * len(table)
    rows = pl.DataFrame({"vm": vms, "key": keys, "capacity": capacity, "consumed": consumed})
    first = rows.select(pl.struct(pl.all()).is_first_distinct()).to_series().to_numpy()
    again = ~first & (vms >= 0) & (consumed > 0)
    outside = np.zeros(len(table), dtype=np.bool_)
    if disks is not None:
        on_no_disk = np.array([not key for key in keys], dtype=np.bool_) & ~again
        _leave_out_largest(outside, on_no_disk, vms, np.where(again, 0, np.nan_to_num(capacity)), _ABOVE_DISKS * disks)
    left = again | outside
    if left.any():
        names = info.texts("vm") or []
        said = [
            f"{words}: {short(float(np.nansum(consumed[rows])) / 1000)} TB less"
            for rows, words in (
                (again, "File systems that are mounted in several places count once"),
                (outside, "File systems that are not on a disk of their VM, such as network shares, are left out"),
            )
            if rows.any()
        ]
        table.note(
            "file_systems_left_out",
            "warning",
            f"{'. '.join(said)}. VMs: {names_in_words(dict.fromkeys(names[vm] for vm in vms[left]))}.",
            [int(at) for at in np.flatnonzero(left)],
        )
    return FileSystems(*(join.sum(np.where(left, np.nan, each)) for each in (consumed, capacity)))


_COVERED = 0.9
"""File systems that are complete cover so much of the disks of their VM: the rest is boot loaders and rounding."""

_DATASTORE = re.compile(r"\[([^\]]+)\]")


def on_vsan(info: Table, datastores: Table | None) -> Flags | None:
    """Whether the files of each VM are on vSAN; None where no VM is, or nobody says."""
    paths = info.texts("path")
    if datastores is None or paths is None:
        return None
    names, kinds = datastores.texts("name") or [], datastores.texts("type") or []
    vsan = {name for name, kind in zip(names, kinds, strict=False) if kind.lower() == "vsan"}
    found = [(of := _DATASTORE.match(each)) is not None and of[1] in vsan for each in paths]
    return np.array(found, dtype=np.bool_) if any(found) else None


def without_copies(
    info: Table, used: Floats | None, disks: Floats | None, inside: FileSystems, vsan: Flags | None
) -> Floats | None:
    """What is in use, where that of VMs on vSAN is what their guests hold: vSAN counts the copies that protect it.

    Where the file systems of a VM do not cover its disks, they are an upper bound of what is in use.
    """
    if used is None or vsan is None:
        return used
    most = used if disks is None else np.fmin(used, disks)
    complete = np.zeros(len(used), dtype=np.bool_)
    guest = np.full(len(used), np.nan) if inside.used_gb is None else inside.used_gb
    if inside.capacity_gb is not None and disks is not None:
        complete = inside.capacity_gb >= _COVERED * disks
    known = vsan & complete & (guest > 0) & (guest < most)
    found: Floats = np.where(known, guest, np.where(vsan, most, used))
    others = vsan & ~complete & (used > 0)
    if not known.any() and not others.any():
        return found

    def tb(values: Floats, rows: Flags) -> str:
        return f"{short(float(np.nansum(values[rows])) / 1000)} TB"

    said = f"What is in use on vSAN holds the copies that protect it: {tb(used, vsan)} of {counted(vsan.sum(), 'VMs')}."
    if known.any():
        said += f" What their guests hold counts where file systems cover the disks: {tb(found, known)} instead of "
        said += f"{tb(used, known)} ({counted(known.sum(), 'VMs')})."
    if others.any():
        said += f" Of {counted(others.sum(), 'others' if known.any() else 'VMs')} it counts up to the size of their "
        said += f"disks, an upper bound: {tb(found, others)}."
    info.note("vsan_copies", "warning", said, count=int(vsan.sum()))
    return found


def with_empty(disks: Floats | None, columns: Mapping[str, Any]) -> Floats | None:
    """Capacity of disks, 0 where the source counts none; a column that counts none of any VM is not filled."""
    number: Floats | None = columns["disks"]
    if disks is None or number is None or not (number > 0).any():
        return disks
    return np.where(number == 0, 0.0, disks)
