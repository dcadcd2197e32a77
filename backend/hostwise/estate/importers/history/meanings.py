"""What a column or a key of a product measures: by its exact key, or guessed by the words of a free alias."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from hostwise.plan.history import Counter
from hostwise.tables.problems import UnreadableFile

_GIB_PER_KIB, _GIB_PER_MIB, _GIB_PER_BYTE = 1 / 1024**2, 1 / 1024, 1 / 1024**3
MB_PER_KIB, MB_PER_MIB = 1024 / 1e6, 1024**2 / 1e6

MEASURES: Mapping[str, tuple[Counter, float]] = {
    "cpu_mhz": (Counter.CPU_GHZ, 1e-3),
    "cpu_ghz": (Counter.CPU_GHZ, 1.0),
    "memory_active_bytes": (Counter.MEMORY_ACTIVE_GIB, _GIB_PER_BYTE),
    "memory_active_kib": (Counter.MEMORY_ACTIVE_GIB, _GIB_PER_KIB),
    "memory_active_mib": (Counter.MEMORY_ACTIVE_GIB, _GIB_PER_MIB),
    "memory_active_gib": (Counter.MEMORY_ACTIVE_GIB, 1.0),
    "read_iops": (Counter.READ_IOPS, 1.0),
    "write_iops": (Counter.WRITE_IOPS, 1.0),
    "iops": (Counter.IOPS, 1.0),
    "read_bytes_s": (Counter.READ_MB_S, 1e-6),
    "read_kb_s": (Counter.READ_MB_S, 1e-3),
    "read_kib_s": (Counter.READ_MB_S, MB_PER_KIB),
    "read_mb_s": (Counter.READ_MB_S, 1.0),
    "read_mib_s": (Counter.READ_MB_S, MB_PER_MIB),
    "write_bytes_s": (Counter.WRITE_MB_S, 1e-6),
    "write_kb_s": (Counter.WRITE_MB_S, 1e-3),
    "write_kib_s": (Counter.WRITE_MB_S, MB_PER_KIB),
    "write_mb_s": (Counter.WRITE_MB_S, 1.0),
    "write_mib_s": (Counter.WRITE_MB_S, MB_PER_MIB),
}
"""Measures that a mapping may give a column, with the factor to the unit of the counter."""

PLACES = ("time", "vm", "counter", "value")
"""Other meanings that a mapping may give it."""

IGNORED = "ignore"


class Meaning(NamedTuple):
    """What is measured.

    Attributes:
        counter: the counter.
        factor: what its values are multiplied by.
        rank: where several columns are the same counter, the lowest rank counts.
        instance: the disk that it is of; empty for a sum over all disks.
        assumed: the source states no unit.
    """

    counter: Counter
    factor: float
    rank: int = 0
    instance: str = ""
    assumed: bool = False


_UNUSED = re.compile(
    r"latency|ready|readi|co-?stop|swap|balloon|consumed|granted|overhead|shared|limit|reserv|entitle|capacity|"
    r"provision|config|peak|\bmax|maximum|minimum|\bmin\b|\bnet|packet|snapshot|queue|outstanding|wait|idle|seek|"
    r"largest|count|total capacity|demand\s*\(?%|workload|contention"
)
_INSTANCE = re.compile(r"^([^|:]+):([^|]+)\|(.+)$")
_AGGREGATE = "aggregate of all instances"
_CPU, _DEMAND = re.compile(r"cpu"), re.compile(r"demand")
_READ, _WRITE = re.compile(r"read"), re.compile(r"writ")
_RATE = re.compile(r"iops|io/s|i/o per|ops\b|ops/s|number ?(reads?|writes?) ?averaged|commands|(reads|writes)/s")
_PER_SECOND = re.compile(r"([kmg]i?b|bytes)( ?ps|/s| ?/ ?sec| per sec)|(k|m)bps")
_DISK_AVERAGE = re.compile(r"disk\s*(read|write)\s*average$")


def plain_words(text: str) -> str:
    """A key or alias in small letters, with words apart.

    >>> plain_words("diskWriteKbps"), plain_words("virtualDisk|numberReadAveraged_average")
    ('disk write kbps', 'virtual disk number read averaged average')
    """
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return " ".join(re.sub(r"[|_:.\-]+", " ", apart).lower().split())


def meaning(key: str) -> Meaning | None:
    """What a key or alias measures, by its words; nothing if it is none of the counters.

    >>> meaning("cpuUsageMhz").counter.value, meaning("mem|active_average").counter.value
    ('cpu_ghz', 'memory_active_gib')
    >>> meaning("cpu|readyPct") is None and meaning("memConsumedKb") is None
    True
    """
    instance, rank = "", 1
    if found := _INSTANCE.match(key.strip()):
        group, name, metric = found.groups()
        if name.lower() == _AGGREGATE:
            key, rank = f"{group}|{metric}", 0
        else:
            key, instance, rank = f"{group}|{metric}", name, 8
    words = plain_words(key)
    if _UNUSED.search(words.replace("number read", "read").replace("number write", "write")):
        return None
    if "datastore" in words or "physical" in words:
        rank += 4
    elif "virtual" not in words and "disk" in words:
        rank += 1
    if _CPU.search(words):
        return _of_cpu(words, rank)
    if "mem" in words and "active" in words:
        return _of_memory(words)
    read, write = bool(_READ.search(words)), bool(_WRITE.search(words))
    if read and write:
        return None
    if _RATE.search(words):
        if rank and not instance and "averaged average" in words:
            rank = 9  # this key without a disk is exported, and stays empty
        counter = Counter.READ_IOPS if read else Counter.WRITE_IOPS if write else Counter.IOPS
        return Meaning(counter, 1.0, rank, instance)
    if (read or write) and (_PER_SECOND.search(words) or _DISK_AVERAGE.search(words)):
        counter = Counter.READ_MB_S if read else Counter.WRITE_MB_S
        return Meaning(counter, _rate_factor(words), rank, instance)
    return None


def _of_cpu(words: str, rank: int) -> Meaning | None:
    rank = 2 if _DEMAND.search(words) else rank
    if "ghz" in words:
        return Meaning(Counter.CPU_GHZ, 1.0, rank)
    return Meaning(Counter.CPU_GHZ, 1e-3, rank) if "mhz" in words else None


def _of_memory(words: str) -> Meaning | None:
    if "%" in words or "pct" in words or "percent" in words:
        return None
    for pattern, factor in ((r"gi?b", 1.0), (r"mi?b", _GIB_PER_MIB), (r"ki?b|kilobyte", _GIB_PER_KIB)):
        if re.search(rf"(?<![a-z]){pattern}\b", words):
            return Meaning(Counter.MEMORY_ACTIVE_GIB, factor, 1)
    if "bytes" in words:
        return Meaning(Counter.MEMORY_ACTIVE_GIB, _GIB_PER_BYTE, 1)
    return Meaning(Counter.MEMORY_ACTIVE_GIB, _GIB_PER_KIB, 1, assumed=not words.endswith("active average"))


def _rate_factor(words: str) -> float:
    # The makers of these exports count 1,024 bytes to the KB.
    if re.search(r"gi?b", words):
        return 1024**3 / 1e6
    if re.search(r"mi?b(ps|/s| ?/| ps| per)", words):
        return MB_PER_MIB
    return MB_PER_KIB if re.search(r"ki?b", words) or not re.search(r"bytes", words) else 1e-6


def mapped(told: str) -> Meaning | None:
    """The measure that a mapping gives a column or key; nothing where it says to ignore it.

    Raises:
        UnreadableFile: the measure is unknown.
    """
    if told == IGNORED or told in PLACES:
        return None
    if told not in MEASURES:
        raise UnreadableFile(
            "bad_mapping", f"{told!r} is nothing that a column can be. It can be {', '.join((*PLACES, *MEASURES))}."
        )
    counter, factor = MEASURES[told]
    return Meaning(counter, factor, -1)


def chosen(keys: Iterable[str], mapping: Mapping[str, str]) -> tuple[dict[str, Meaning], list[str]]:
    """For each key what it measures, one source of each counter, and the keys that are not used.

    A sum over all disks comes before single disks; what the mapping says comes before everything.
    """
    keys = list(keys)
    found = {key: told for key in keys if (told := mapped(mapping[key]) if key in mapping else meaning(key))}
    best: dict[Counter, tuple[int, str]] = {}
    for key, told in found.items():
        order = (told.rank, "" if told.instance else key)
        best[told.counter] = min(best.get(told.counter, order), order)
    used = {key: told for key, told in found.items() if (told.rank, "" if told.instance else key) == best[told.counter]}
    return used, [key for key in keys if key not in used and mapping.get(key) not in PLACES]
