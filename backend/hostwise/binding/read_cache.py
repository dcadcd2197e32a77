"""The inputs of the host read cache: its flash, its blocks, the latencies around it, and the VMs' reservations."""

from __future__ import annotations

import numpy as np

from hostwise.binding.origins import MISSING, NOT_APPLICABLE, Origin, default
from hostwise.binding.recorder import Recorder
from hostwise.engine.read_cache_sizing.blocks import matching_block_kib
from hostwise.plan.answers.result import InputStatus
from hostwise.plan.configuration import Configuration
from hostwise.plan.document import UnitConvention
from hostwise.plan.workload import VmGroup

_MARGIN_SHARE = 0.1
"""Assumed: occasional reads and partly read blocks take room beside the working set."""

_WITHOUT_CACHE = (
    "read_cache_gb_per_host",
    "read_cache_block_kib",
    "metadata_kib_per_block",
)
"""Inputs that do not apply without a read cache."""


def gb_per_gib(convention: UnitConvention) -> float:
    """GB in a GiB of cache: the geometry of a cache is binary; a GB of the plan follows its unit convention.

    >>> gb_per_gib(UnitConvention.BINARY_AS_PRINTED), gb_per_gib(UnitConvention.SI)
    (1.0, 1.073741824)
    """
    return 1.0 if convention is UnitConvention.BINARY_AS_PRINTED else 2**30 / 1e9


def bind_cached_groups(to: Recorder) -> None:
    """The VMs' working sets and reservations; they do not apply without a read cache."""
    applies = any(each.read_cache is not None for each in to.plan.configurations)
    absent = MISSING if applies else NOT_APPLICABLE
    to.put_groups("working_set_gb", "working_set_gb", absent)
    to.put_groups("read_cache_hit_share", "read_cache_hit_share", absent)
    reserved = [
        to.put(
            "read_cache_gb",
            f"/workload/groups/{index}/read_cache_gb",
            group.read_cache_gb,
            _unreserved(group) if applies else NOT_APPLICABLE,
            group=group.name,
        )
        for index, group in enumerate(to.plan.workload.groups)
    ]
    to.binding.arrays["read_cache_gb"] = np.array([[reserved]])
    margin = default(_MARGIN_SHARE, "model judgement: a tenth more than the working set")
    # Without a read cache, the field to give is the configuration's.
    at = None if applies else "/configurations/0/read_cache"
    to.put("read_cache_margin_share", at, None, margin if applies else NOT_APPLICABLE)
    rule = to.assumption("read_cache_start_share")
    to.put("read_cache_start_share", at, None, rule if applies else NOT_APPLICABLE)


def _unreserved(group: VmGroup) -> Origin:
    """A group without entries reserves no cache; a group with a hit share has a cache of unknown size."""
    return default(0, "no read cache is reserved") if group.read_cache_hit_share is None else MISSING


def bind_read_cache(to: Recorder, at: str, configuration: Configuration) -> None:
    """The read cache of one configuration; without one, its latency and memory do not apply."""
    cache = configuration.read_cache
    if cache is None:
        for name in _WITHOUT_CACHE:
            to.put(name, f"{at}/read_cache", None, NOT_APPLICABLE)
        return
    at = f"{at}/read_cache"
    row = to.find(to.catalogue.drives, cache.drive.key, f"{at}/drive/key")
    if cache.size_gb is None and cache.drive.capacity_gb is not None:
        to.put("read_cache_gb_per_host", f"{at}/drive/capacity_gb", cache.drive.capacity_gb)
    else:
        to.put("read_cache_gb_per_host", f"{at}/size_gb", cache.size_gb, to.column(row, "capacity_gb"))
    to.put("read_cache_block_kib", f"{at}/block_kib", cache.block_kib, _block(to))
    to.put("metadata_kib_per_block", None, None, _metadata(to))


def _block(to: Recorder) -> Origin:
    """The block size by the vendor's rule: that of the dominant I/O; the smallest if no I/O size is given."""
    least, most = (to.catalogue.assumptions[f"read_cache_{end}_block_kib"] for end in ("min", "max"))
    if least.value is None or most.value is None:
        return MISSING
    sized = [each for each in to.plan.workload.groups if each.io_kib is not None]
    if not sized:
        rule = to.figure(least)
        note = "the smallest block, which takes the most memory: no I/O size is given"
        return Origin(rule.value, InputStatus.ASSUMED, rule.source, rule.locator, note, "assumed")
    most_io = max(sized, key=lambda each: ((each.read_cache_gb or 0) > 0, each.count * _iops(each)))
    block = matching_block_kib(most_io.io_kib or least.value, least_kib=least.value, most_kib=most.value)
    note = f"matches the I/O of {most_io.name!r}, which does most of it"
    return Origin(block, InputStatus.ASSUMED, "VFRC13", "Cache block size: match the dominant I/O", note, "assumed")


def _iops(group: VmGroup) -> float:
    return group.iops_average or group.iops_peak or 0.0


def _metadata(to: Recorder) -> Origin:
    """Metadata of a block in KiB, from the catalogue's bytes."""
    figure = to.catalogue.assumptions["read_cache_metadata_bytes_per_block"]
    origin = to.figure(figure)
    kib = None if figure.value is None else figure.value / 1024
    return Origin(kib, origin.status, origin.source, origin.locator, origin.note, origin.kind)
