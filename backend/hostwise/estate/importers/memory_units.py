"""Rows of a list kept by hand whose memory is in another unit than that of the column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import names_in_words
from hostwise.number_format.writing import short
from hostwise.tables.named_columns import words
from hostwise.tables.sizes import unit_in
from hostwise.tables.table import Floats, Table, plain

_MOST_GIB_OF_VCPU = 128.0
_LEAST_GIB_OF_VCPU = 1 / 64
"""No VM has more memory than the first for each vCPU, or less than the second: the largest databases have 32 GiB."""

_MOST_ROWS, _LEAST_ROWS = 0.05, 4
"""Share of the rows up to which some are read in another unit, of so many at least; one row always may be."""


def with_usual_unit(table: Table, header: str, names: Sequence[str], columns: Mapping[str, Any]) -> Floats | None:
    """Memory of VMs, GiB, in which single rows are of MiB among GiB, or of GiB among MiB; said with both sums.

    A row is so only if its memory is impossible for its vCPUs as it stands, and usual in the other unit. Where the
    header names a unit, that is what the row is, and it is only named.
    """
    memory: Floats | None = columns.get("memory_gib")
    vcpu: Floats | None = columns.get("vcpu")
    if memory is None or vcpu is None:
        return memory
    of_vcpu = np.divide(memory, vcpu, out=np.full(len(memory), np.nan), where=vcpu > 0)
    as_mib = (of_vcpu > _MOST_GIB_OF_VCPU) & _is_usual(of_vcpu / 1024)
    as_gib = (of_vcpu < _LEAST_GIB_OF_VCPU) & _is_usual(of_vcpu * 1024)
    counts = [at for at in np.flatnonzero(as_mib | as_gib).tolist() if at not in table.rejected]
    if not counts:
        return memory
    other = memory.copy()
    other[counts] = np.where(as_mib, memory / 1024, memory * 1024)[counts]
    kept = [at for at in range(len(table)) if at not in table.rejected]
    few = len(kept) >= _LEAST_ROWS and len(counts) <= max(1, _MOST_ROWS * len(kept))
    read_so = few and not _names_unit(table, header, counts)
    sums = [short(float(np.nansum(each[kept])), 4) for each in (memory, other)]
    said = f"{sums[1]} GiB in all" if read_so else f"{sums[0]} GiB in all as written"
    table.note(
        "memory_of_other_unit",
        "warning",
        f"Memory of single VMs in another unit than the others: "
        f"{names_in_words(_row_in_words(names[at], vcpu[at], memory[at]) for at in counts)}. "
        f"{said}; {sums[0] if read_so else sums[1]} GiB otherwise.",
        counts,
    )
    return other if read_so else memory


def _names_unit(table: Table, header: str, rows: Sequence[int]) -> bool:
    """Whether the header of a column, or its cells in some rows, say what the unit there is."""
    texts = table.texts(plain(header)) or []
    return bool(unit_in(words(header))) or any(texts[at][-1:].isalpha() for at in rows)


def _is_usual(of_vcpu: Floats) -> Any:
    return (of_vcpu >= _LEAST_GIB_OF_VCPU) & (of_vcpu <= _MOST_GIB_OF_VCPU)


def _row_in_words(name: str, vcpu: float, gib: float) -> str:
    return f"{name} ({vcpu:g} vCPU with {short(gib, 4)} GiB)"
