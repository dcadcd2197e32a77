"""What RVTools says of storage: disks that VMs share, swap files, snapshots, and the file systems of guests."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import polars as pl

from hostwise.answers.estate_sizing.columns import Flags, Places
from hostwise.estate.importers.building import Join, names_in_words
from hostwise.estate.importers.dates import days
from hostwise.estate.importers.power import state_of
from hostwise.estate.importers.rvtools_traits import is_of_one
from hostwise.estate.importers.shared_disks import Row, shared, tell
from hostwise.numerals.writing import short
from hostwise.plan.estate import Power
from hostwise.tables.table import Floats, Table
from hostwise.tables.units import GB_PER_GIB, GB_PER_MIB


def again_gb(info: Table, disks: Table, join: Join) -> tuple[Floats | None, set[int]]:
    """Capacity, by VM, of disks that another VM already counts, and the VMs that share disks.

    A shared LUN or file is stored once: it counts with a VM that runs, if one of its owners does.
    """
    values = disks.numbers("capacity mib", "capacity mb", factor=GB_PER_MIB)
    keys = _disk_keys(disks)
    if values is None or keys is None:
        return None, set()
    vms = join.rows()
    counts = [at for at, vm in enumerate(vms) if vm >= 0 and vm not in info.rejected and not np.isnan(values[at])]
    often = Counter(keys[at] for at in counts if keys[at])
    modes = [each for each in (disks.texts("sharing mode"), disks.texts("shared bus")) if each is not None]
    rows = [
        Row(vms[at], keys[at], float(values[at]), any(not is_of_one(mode[at]) for mode in modes))
        for at in counts
        if often[keys[at]] > 1
    ]
    found = shared(rows, float(values[counts].sum()), info.texts("cluster"))
    names, states = info.texts("vm") or [], info.texts("powerstate") or [""] * len(info)
    templates = info.flags("template") or [False] * len(info)
    again = found.again(len(names), lambda vm: (templates[vm] or state_of(states[vm]) is not Power.ON, vm))
    tell(disks, found, names, again)
    return (again if found.once else None), found.vms


_IS_A_FILE = re.compile(r"\[[^\]]+\] ?.+\.vmdk", re.IGNORECASE)
"""A disk as a file on a datastore. `Disk Path` has it in few exports: in most it has the mount points of the guest."""


def _disk_keys(disks: Table) -> list[str] | None:
    """What is the same in two rows of one disk: its device, or its file; empty where neither is known."""
    luns, *files = (disks.texts(each) for each in ("raw lun id", "path", "disk path"))
    keys = [""] * len(disks) if luns is None else [each.lower() for each in luns]
    for paths in files:
        if paths is not None:
            keys = [
                key or (path.lower() if path[:1] == "[" and _IS_A_FILE.fullmatch(path) else "")
                for key, path in zip(keys, paths, strict=True)
            ]
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


def without_swap(info: Table, columns: Mapping[str, Any]) -> Floats | None:
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
        f"swap files that it holds, {np.nansum(provisioned - less) / 1000:,.3g} TB.",
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


def guest_used_gb(info: Table, disks: Floats | None, table: Table, join: Join) -> tuple[Floats | None, Floats | None]:
    """Space that guests use in their file systems, and the capacity of these, GB.

    Each counts once, and only if it is on a disk of its VM.

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
        return join.sum(consumed), None
    vms = np.array(join.rows())
    keys = table.texts("disk key") or [""] * len(table)
    rows = pl.DataFrame({"vm": vms, "key": keys, "capacity": capacity, "consumed": consumed})
    first = rows.select(pl.struct(pl.all()).is_first_distinct()).to_series().to_numpy()
    again = ~first & (vms >= 0) & (consumed > 0)
    outside = np.zeros(len(table), dtype=np.bool_)
    if disks is not None:
        on_no_disk = np.array([not key for key in keys]) & ~again
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
    return join.sum(np.where(left, np.nan, consumed)), join.sum(np.where(left, np.nan, capacity))


def with_empty(disks: Floats | None, columns: Mapping[str, Any]) -> Floats | None:
    """Capacity of disks, 0 where the source counts none; a column that counts none of any VM is not filled."""
    number: Floats | None = columns["disks"]
    if disks is None or number is None or not (number > 0).any():
        return disks
    return np.where(number == 0, 0.0, disks)


_COMPLETE = 0.9
"""Least part of the disks that file systems hold if all of them are listed: partition tables and swap take some."""


def used_on_vsan(
    info: Table, stores: Table | None, columns: Mapping[str, Any], in_file_systems: Floats | None
) -> Floats | None:
    """What VMs use, GB, on vSAN without the copies that protect it, which vSphere counts there.

    What the file systems of a guest hold counts where all of them are listed; else what is in use, up to the capacity
    of the disks, and that is an upper bound.

    Args:
        info: the tab vInfo.
        stores: the tab vDatastore.
        columns: what is known of the VMs.
        in_file_systems: capacity of the file systems of each VM, GB.
    """
    used, disks = columns["used_gb"], columns["disk_gb"]
    paths = info.texts("path")
    if used is None or disks is None or paths is None or stores is None or not stores.has("name", "type"):
        return cast("Floats | None", used)
    kinds = zip(stores.texts("name") or [], stores.texts("type") or [], strict=True)
    of_vsan = {name for name, kind in kinds if kind.lower() == "vsan"}
    on_vsan = np.array([path[1 : path.find("]")] in of_vsan for path in paths], dtype=np.bool_) & (used > 0)
    if not on_vsan.any():
        return cast("Floats", used)
    guest = columns.get("guest_used_gb")
    known = np.zeros(len(used), dtype=np.bool_)
    if guest is not None and in_file_systems is not None:
        known = on_vsan & (in_file_systems >= _COMPLETE * disks) & (guest > 0)
    without: Floats = np.where(on_vsan, np.fmin(used, disks), used)
    without = np.where(known, np.fmin(np.nan_to_num(guest if guest is not None else used), without), without)
    bound = on_vsan & ~known
    counts = f"{short(float(np.nansum(without[known])) / 1000)} TB in file systems of {int(known.sum()):,} VMs"
    rest = f"{short(float(np.nansum(without[bound])) / 1000)} TB, at most, of {int(bound.sum()):,} VMs without them"
    info.note(
        "vsan_copies",
        "warning",
        f"What is in use on vSAN holds the copies that protect it, {short(float(np.nansum(used[on_vsan])) / 1000)} TB "
        f"in all. Without them count {' and '.join([counts] * bool(known.any()) + [rest] * bool(bound.any()))}.",
        count=int(on_vsan.sum()),
    )
    return without
