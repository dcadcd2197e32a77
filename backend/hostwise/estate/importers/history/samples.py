"""Samples of VMs on their way from a file to the reduction: blocks, and partitions of them by VM.

A percentile needs all values of its VM at once, and files are in any order. So samples are first dealt out by VM, to
files of a temporary folder where they are many, and then reduced one partition after the other.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from hostwise.plan.history import Counter

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Codes = NDArray[np.int32]

BYTES_PER_PARTITION = 64 * 2**20
"""Bytes of a text file for which one partition is made: some 30 MB of samples."""

MOST_PARTITIONS = 200
_FLUSHED_BYTES = 128 * 2**10


class Block(NamedTuple):
    """Samples of some counters that were taken together.

    Attributes:
        counters: what was measured.
        vms: code of the VM of each sample.
        times: milliseconds since 1970 of each sample.
        values: one row for each counter, one column for each sample; NaN where blank.
        instances: which disk of the VM a sample is of, where the source has no sum; samples of several are added.
    """

    counters: tuple[Counter, ...]
    vms: Codes
    times: Integers
    values: Floats
    instances: Codes | None = None


@dataclass
class VmNames:
    """VMs as the source names them, and a code for each in the order of their appearance."""

    keys: dict[str, int] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def code(self, key: str, name: str | None = None, id_: str = "") -> int:
        """The code of a VM; a new one is kept with its name and id."""
        found = self.keys.get(key)
        if found is None:
            found = self.keys[key] = len(self.names)
            self.names.append(key if name is None else name)
            self.ids.append(id_)
        return found

    def codes(self, names: pl.Series) -> Codes:
        """The codes of a column of names."""
        different = names.unique(maintain_order=True)
        codes = np.array([self.code(each.strip()) for each in different.to_list()], dtype=np.int32)
        found: Codes = codes[names.cast(pl.Enum(different)).to_physical().to_numpy()]
        return found


class Partitions:
    """Samples dealt out by VM; in memory if there is one partition, else in files."""

    def __init__(self, names: VmNames, folder: Path, count: int) -> None:
        """Deal out to a number of partitions."""
        self._names, self._folder, self.count = names, folder, max(1, min(count, MOST_PARTITIONS))
        self._of_code = np.zeros(0, dtype=np.uint8)
        self._kept: list[list[Block]] = [[] for _ in range(self.count)]
        self._waiting = [0] * self.count
        self._files: list[BinaryIO | None] = [None] * self.count
        self.first_ms, self.last_ms = np.iinfo(np.int64).max, np.iinfo(np.int64).min
        self.samples = 0

    def add(self, block: Block) -> None:
        """Deal out a block."""
        if not len(block.times):
            return
        self.samples += len(block.times)
        self.first_ms = min(self.first_ms, int(block.times.min()))
        self.last_ms = max(self.last_ms, int(block.times.max()))
        if self.count == 1:
            self._kept[0].append(block)
            return
        places = self._places()[block.vms]
        order = np.argsort(places, kind="stable")
        bounds = np.searchsorted(places[order], np.arange(self.count + 1))
        for place in np.flatnonzero(np.diff(bounds)).tolist():
            rows = order[bounds[place] : bounds[place + 1]]
            instances = None if block.instances is None else block.instances[rows]
            self._keep(
                place, Block(block.counters, block.vms[rows], block.times[rows], block.values[:, rows], instances)
            )

    def _places(self) -> NDArray[np.uint8]:
        # By the name and not by the code, so that the order of the rows does not decide which VMs share a partition.
        if (done := len(self._of_code)) < len(self._names.keys):
            new = [zlib.crc32(key.encode()) % self.count for key in list(self._names.keys)[done:]]
            self._of_code = np.concatenate([self._of_code, np.array(new, dtype=np.uint8)])
        return self._of_code

    def _keep(self, place: int, block: Block) -> None:
        self._kept[place].append(block)
        self._waiting[place] += block.values.nbytes + block.times.nbytes + block.vms.nbytes
        if self._waiting[place] > _FLUSHED_BYTES:
            self._flush(place)

    def _flush(self, place: int) -> None:
        file = self._files[place]
        if file is None:
            file = self._files[place] = (self._folder / f"{place}.samples").open("w+b")
        for block in _together(self._kept[place]):
            np.save(file, np.array([each.value for each in block.counters]))
            np.save(file, block.vms)
            np.save(file, block.times)
            np.save(file, block.values)
            np.save(file, np.zeros(0, dtype=np.int32) if block.instances is None else block.instances)
        self._kept[place], self._waiting[place] = [], 0

    def __iter__(self) -> Iterator[list[Block]]:
        """The blocks of each partition, one block for each set of counters, in the order of the file."""
        for place in range(self.count):
            yield self.part(place)

    def part(self, place: int) -> list[Block]:
        """The blocks of one partition."""
        file, found = self._files[place], list[Block]()
        if file is not None:
            end = file.seek(0, 2)
            file.seek(0)
            while file.tell() < end:
                counters, vms, times, values, instances = (np.load(file) for _ in range(5))
                found.append(
                    Block(
                        tuple(Counter(each) for each in counters.tolist()),
                        vms,
                        times,
                        values,
                        instances if len(instances) else None,
                    )
                )
        return _together([*found, *self._kept[place]])

    def close(self) -> None:
        """Close the files."""
        for file in self._files:
            if file is not None:
                file.close()


def _together(blocks: list[Block]) -> list[Block]:
    """One block for each set of counters."""
    sets: dict[tuple[tuple[Counter, ...], bool], list[Block]] = {}
    for each in blocks:
        sets.setdefault((each.counters, each.instances is None), []).append(each)
    return [
        same[0]
        if len(same) == 1
        else Block(
            counters,
            np.concatenate([each.vms for each in same]),
            np.concatenate([each.times for each in same]),
            np.concatenate([each.values for each in same], axis=1),
            None if plain else np.concatenate([each.instances for each in same if each.instances is not None]),
        )
        for (counters, plain), same in sets.items()
    ]
