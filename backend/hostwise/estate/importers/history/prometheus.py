"""Answers of Prometheus to a range query: series of the usual exporters, some of which are counters that only rise.

Read series by series, so that memory is bounded by the longest one.
"""

from __future__ import annotations

import codecs
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.history.collected import Choices, Collected
from hostwise.estate.importers.history.meanings import MB_PER_KIB, Meaning, mapped
from hostwise.estate.importers.history.samples import Block, Floats, Integers
from hostwise.plan.history import Counter
from hostwise.tables.problems import UnreadableFile

KEY, LABEL = "prometheus", "Prometheus range query"

MOST_SERIES_CHARACTERS = 64 * 2**20
"""Longest series: two million points."""

_READ_BYTES = 1 << 20
_RESULT = re.compile(r'"result"\s*:\s*\[')
_VM_LABELS = ("vm_name", "vmname", "domain", "virtualmachine", "id", "name", "vm")
_DISK_LABELS = ("disk", "target_device", "device")
_WITH_ID = re.compile(r"^(.+?) \(([\w-]+)\)$")
_BETWEEN = frozenset(" \t\r\n,")
_MS = 1000


class Metric(NamedTuple):
    """What a metric is.

    Attributes:
        counter: the counter.
        factor: to the unit of the counter.
        counted: it counts up, and its rate is meant.
        cores: its values are cores in use, which the clock of a core turns into GHz.
    """

    counter: Counter
    factor: float
    counted: bool = False
    cores: bool = False


_GIB_PER_KIB = 1 / 1024**2
METRICS: dict[str, Metric] = {
    "vmware_vm_cpu_usagemhz_average": Metric(Counter.CPU_GHZ, 1e-3),
    "vmware_vm_mem_active_average": Metric(Counter.MEMORY_ACTIVE_GIB, _GIB_PER_KIB),
    "vmware_vm_disk_read_average": Metric(Counter.READ_MB_S, MB_PER_KIB),
    "vmware_vm_disk_write_average": Metric(Counter.WRITE_MB_S, MB_PER_KIB),
    "vsphere_vm_cpu_usagemhz_average": Metric(Counter.CPU_GHZ, 1e-3),
    "vsphere_vm_mem_active_average": Metric(Counter.MEMORY_ACTIVE_GIB, _GIB_PER_KIB),
    "vsphere_vm_virtualDisk_numberReadAveraged_average": Metric(Counter.READ_IOPS, 1.0),
    "vsphere_vm_virtualDisk_numberWriteAveraged_average": Metric(Counter.WRITE_IOPS, 1.0),
    "vsphere_vm_virtualDisk_read_average": Metric(Counter.READ_MB_S, MB_PER_KIB),
    "vsphere_vm_virtualDisk_write_average": Metric(Counter.WRITE_MB_S, MB_PER_KIB),
    "vrops_virtualmachine_virtual_disk_read_kilobytes_per_second": Metric(Counter.READ_MB_S, MB_PER_KIB),
    "vrops_virtualmachine_virtual_disk_write_kilobytes_per_second": Metric(Counter.WRITE_MB_S, MB_PER_KIB),
    "libvirt_domain_info_cpu_time_seconds_total": Metric(Counter.CPU_GHZ, 1.0, counted=True, cores=True),
    "libvirt_domain_block_stats_read_requests_total": Metric(Counter.READ_IOPS, 1.0, counted=True),
    "libvirt_domain_block_stats_write_requests_total": Metric(Counter.WRITE_IOPS, 1.0, counted=True),
    "libvirt_domain_block_stats_read_bytes_total": Metric(Counter.READ_MB_S, 1e-6, counted=True),
    "libvirt_domain_block_stats_write_bytes_total": Metric(Counter.WRITE_MB_S, 1e-6, counted=True),
    "pve_cpu_usage_ratio": Metric(Counter.CPU_GHZ, 1.0, cores=True),
    "pve_disk_read_bytes_total": Metric(Counter.READ_MB_S, 1e-6, counted=True),
    "pve_disk_written_bytes_total": Metric(Counter.WRITE_MB_S, 1e-6, counted=True),
    "pve_disk_read_bytes": Metric(Counter.READ_MB_S, 1e-6, counted=True),
    "pve_disk_written_bytes": Metric(Counter.WRITE_MB_S, 1e-6, counted=True),
}
_PVE_CORES, _PVE_GUEST, _PVE_USE = "pve_cpu_usage_limit", "pve_guest_info", "pve_cpu_usage_ratio"


def recognise(head: bytes) -> bool:
    """Whether the first bytes are those of such an answer."""
    return bool(_RESULT.search(head.decode("utf-8-sig", "replace"))) and b'"metric"' in head


def read(data: bytes | Path, file: str, choices: Choices, collected: Collected) -> None:
    """Read the samples of a file.

    Raises:
        UnreadableFile: it is no JSON of this kind, or holds no metric that is known.
    """
    cores, titles = _proxmox(data, file)
    unknown: dict[str, int] = {}
    disks: dict[str, int] = {"": 0}
    clock_missing = False
    for series in _series(data, file):
        labels = series.get("metric", {})
        name = str(labels.get("__name__", ""))
        metric = _metric(name, choices.mapping)
        key = next((str(labels[each]) for each in _VM_LABELS if labels.get(each)), "")
        if metric is None or not key or (name.startswith("pve_") and not key.startswith(("qemu/", "lxc/"))):
            if name not in (_PVE_CORES, _PVE_GUEST):
                unknown[name or "(no name)"] = unknown.get(name or "(no name)", 0) + 1
            continue
        factor = metric.factor
        if metric.cores:
            if choices.core_ghz is None:
                clock_missing = True
                continue
            factor *= choices.core_ghz
        if name == _PVE_USE:
            factor *= cores.get(key, float("nan"))
        times, values = _points(series.get("values") or [series.get("value")], file)
        collected.rows_read += len(times)
        if metric.counted:
            values = rates(times, values)
        values = values * factor
        values[~np.isfinite(values) | (values < 0)] = np.nan
        collected.blanks += int(np.count_nonzero(np.isnan(values))) - metric.counted
        collected.counters.add(metric.counter)
        code = _code(key, titles, collected)
        disk = next((str(labels[each]) for each in _DISK_LABELS if labels.get(each)), "")
        instances = np.full(len(times), disks.setdefault(disk, len(disks)), dtype=np.int32) if disk else None
        collected.partitions.add(
            Block((metric.counter,), np.full(len(times), code, dtype=np.int32), times, values[np.newaxis], instances)
        )
    if clock_missing:
        collected.note(
            "core_clock_missing",
            "missing",
            "CPU use is given in cores. Say the clock of the cores of the hosts, and it is read in GHz.",
            file,
        )
    collected.unused += list(unknown)
    if not collected.counters:
        shown = ", ".join(list(unknown)[:8]) or "none"
        raise UnreadableFile("no_counters", f"No metric of {file} is known: {shown}. Say which metric is what.")


def rates(times: Integers, values: Floats) -> Floats:
    """The rate of a count that only goes up, per second; NaN at its beginning, and where it was reset.

    >>> rates(np.array([0, 10_000, 20_000]), np.array([100.0, 300.0, 50.0]))
    array([nan, 20., nan])
    """
    found = np.full(len(values), np.nan)
    if len(values) > 1:
        risen, seconds = np.diff(values), np.diff(times) / _MS
        found[1:] = np.divide(risen, seconds, out=np.full_like(risen, np.nan), where=(risen >= 0) & (seconds > 0))
    return found


def _metric(name: str, mapping: dict[str, str]) -> Metric | None:
    told: Meaning | None = mapped(mapping[name]) if name in mapping else None
    if told is not None:
        return Metric(told.counter, told.factor, counted=name.endswith("_total"))
    return None if name in mapping else METRICS.get(name)


def _code(key: str, titles: dict[str, str], collected: Collected) -> int:
    if found := _WITH_ID.match(key):
        return collected.names.code(key, found.group(1), found.group(2))
    return collected.names.code(key, titles.get(key, key), key if key in titles else "")


def _proxmox(data: bytes | Path, file: str) -> tuple[dict[str, float], dict[str, str]]:
    """Cores and names of the guests of Proxmox, which are metrics of their own."""
    cores: dict[str, float] = {}
    titles: dict[str, str] = {}
    for series in _series(data, file):
        labels = series.get("metric", {})
        name, key = labels.get("__name__"), str(labels.get("id", ""))
        if name == _PVE_GUEST and labels.get("name"):
            titles[key] = str(labels["name"])
        elif name == _PVE_CORES:
            _, values = _points(series.get("values") or [series.get("value")], file)
            if len(values):
                cores[key] = float(values[-1])
        elif not str(name).startswith("pve_"):
            break
    return cores, titles


def _points(pairs: list[Any], file: str) -> tuple[Integers, Floats]:
    try:
        # The values are texts, the times numbers.
        stamps, texts = zip(*pairs, strict=True) if pairs else ((), ())
        values = np.array(texts, dtype=np.str_).astype(np.float64)
        times = np.rint(np.array(stamps, dtype=np.float64) * _MS)
    except (TypeError, ValueError) as error:
        raise UnreadableFile("no_json", f"{file} holds a series whose points are no times and values.") from error
    order = np.argsort(times, kind="stable")
    return times[order].astype(np.int64), values[order]


def _series(data: bytes | Path, file: str) -> Iterator[dict[str, Any]]:
    """The series of an answer, one after the other."""
    decoder = json.JSONDecoder()
    with io.BytesIO(data) if isinstance(data, bytes) else data.open("rb") as raw:
        chunks = codecs.getreader("utf-8-sig")(raw, "replace")
        text = chunks.read(_READ_BYTES)
        while (begin := _RESULT.search(text)) is None:
            more = chunks.read(_READ_BYTES)
            if not more or len(text) > MOST_SERIES_CHARACTERS:
                raise UnreadableFile("unknown_format", f"{file} is no answer to a range query.")
            text += more
        at = begin.end()
        while True:
            while text[at : at + 1] in _BETWEEN:
                at += 1
            if text.startswith("]", at):
                return
            try:
                series, end = decoder.raw_decode(text, at) if at < len(text) else (None, 0)
            except (json.JSONDecodeError, RecursionError):
                series, end = None, 0
            if end == 0:
                text, at = text[at:], 0
                more = chunks.read(max(_READ_BYTES, len(text)))
                if not more or len(text) > MOST_SERIES_CHARACTERS:
                    raise UnreadableFile("no_json", f"{file} begins like JSON and cannot be read to its end.")
                text += more
                continue
            if not isinstance(series, dict) or not isinstance(series.get("metric", {}), dict):
                raise UnreadableFile("unknown_format", f"{file} holds something else than series.")
            yield series
            at = end
