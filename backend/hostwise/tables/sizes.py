"""Sizes of memory and disks: by the unit in a header or a cell, or else by the magnitude of a column."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from hostwise.numerals.reading import DecimalMark, decimal_mark, read_number
from hostwise.tables.table import NOTHING, Floats, Table, plain
from hostwise.tables.units import GB_PER_BYTE, GB_PER_GIB, GB_PER_MIB


class _Kind(NamedTuple):
    """How sizes of one kind are written.

    Attributes:
        factors: by unit; what products call GB of memory is GiB, of disks it is a thousand million bytes.
        below: medians of a column without a unit, below which it is in that unit, and its name.
    """

    factors: Mapping[str, float]
    below: Sequence[tuple[float, str, str]]

    def factor(self, unit: str) -> float | None:
        """Of a unit in any spelling."""
        return self.factors.get(unit) or self.factors.get(unit.replace("ib", "b"))


_KINDS = {
    "memory": _Kind(
        {"byte": 1 / 2**30, "kb": 1 / 2**20, "mb": 1 / 2**10, "gb": 1.0, "tb": 1024.0},
        # A VM has 4 GiB, which is 4,096 MiB; few have more than 256 GiB or less than 256 MiB.
        ((256.0, "gb", "GiB"), (262_144.0, "mb", "MiB"), (2.0**28, "kb", "KiB"), (np.inf, "byte", "bytes")),
    ),
    "disk": _Kind(
        {
            "byte": GB_PER_BYTE,
            "kib": GB_PER_MIB / 1024,
            "kb": 1e-6,
            "mib": GB_PER_MIB,
            "mb": 1e-3,
            "gib": GB_PER_GIB,
            "gb": 1.0,
            "tib": GB_PER_GIB * 1024,
            "tb": 1e3,
        },
        ((5_000.0, "gb", "GB"), (5_000_000.0, "mib", "MiB"), (5e9, "kib", "KiB"), (np.inf, "byte", "bytes")),
    ),
}

SIZED = frozenset(_KINDS)
"""Kinds of columns that are sizes."""

UNIT = re.compile(r"(?<![a-z])(bytes?|kib|kb|mib|mb|gib|gb|tib|tb|mhz|ghz|%|percent|ratio)(?![a-z])")
SIZE_UNITS = frozenset({"byte", "bytes", "kib", "kb", "mib", "mb", "gib", "gb", "tib", "tb"})

_OCTETS = re.compile(r"(?<=[(\[/ \d])([kmgt]i?)o(?=[)\]/]|$)")
_SIZE = re.compile(r"\s*([\d.,]+)\s*([kmgt](?:i?b|i)?|b|bytes?)\s*")


def in_bytes(text: str) -> str:
    """A text in small letters, whose French units of size have their English names.

    >>> in_bytes("m\u00e9moire (go)"), in_bytes("64,5go"), in_bytes("512 octets")
    ('m\u00e9moire (gb)', '64,5gb', '512 bytes')
    """
    return _OCTETS.sub(r"\1b", text).replace("octet", "byte")


def unit_in(words: str) -> str:
    """The unit that the words of a header name; empty if there is none."""
    told = UNIT.search(words)
    return told[1].rstrip("s") if told else ""


def binary(unit: str) -> str:
    """A unit of a product whose GB are binary, in the name that says so.

    >>> binary("gb"), binary("tib"), binary("byte"), binary("")
    ('gib', 'tib', 'byte', '')
    """
    return f"{unit[0]}ib" if len(unit) == 2 and unit.endswith("b") else unit


def sizes_of(
    table: Table,
    header: str,
    kind: str,
    unit: str,
    part: Literal["whole", "used"] = "whole",
    *,
    is_binary: bool = False,
) -> Floats | None:
    """A column of sizes: of memory in GiB, of disks in GB.

    Args:
        table: the table.
        header: the header as written.
        kind: one of `SIZED`.
        unit: the unit that the header names; empty if it names none.
        part: which one counts where a cell has what is used and the whole.
        is_binary: whether GB are 2^30 bytes also where the kind has them otherwise.
    """
    key = plain(header)
    sized = with_units(table, key, kind, part, is_binary=is_binary)
    if sized is not None or part == "used":
        return sized
    values = table.numbers(key)
    if values is None:
        return None
    told = values[values > 0]
    factor = _KINDS[kind].factor(binary(unit) if is_binary else unit)
    if factor is not None or not len(told):
        return values * (factor if factor is not None else 1.0)
    median = float(np.median(told))
    _, usual, name = next(each for each in _KINDS[kind].below if median < each[0])
    table.note(
        "unit_by_magnitude",
        "warning",
        f"{header.strip()!r} names no unit. Its median is {median:,.6g}, so it is read as {name}.",
    )
    return values * _KINDS[kind].factors[usual]


def with_units(
    table: Table, key: str, kind: str, part: Literal["whole", "used"] = "whole", *, is_binary: bool = False
) -> Floats | None:
    """Sizes whose cells name their units, such as "8 GB" or "61 GiB / 108 GiB"; None where they are plain numbers.

    Of two in a cell the last is the whole, and the first what is used of it. A cell that is neither is missing, and
    told.
    """
    cells = table.texts(key) or []
    if part == "used" and not any("/" in each for each in cells):
        return None
    end = -1 if part == "whole" else 0
    found = [_SIZE.fullmatch(in_bytes(each.lower()).split("/")[end]) for each in cells]
    if not any(found):
        return None
    values = np.full(len(cells), np.nan)
    wrong = []
    mark = decimal_mark([each[1] for each in found if each is not None])
    for at, (cell, match) in enumerate(zip(cells, found, strict=True)):
        if match is None:
            wrong += [at] if cell and cell.lower() not in NOTHING else []
            continue
        unit = _unit_of_cell(match[2])
        factor = _KINDS[kind].factor(binary(unit) if is_binary else unit) or np.nan
        values[at] = read_number(match[1], DecimalMark.POINT if mark is DecimalMark.UNKNOWN else mark).value * factor
    title = table.header[table.index[key]].strip()
    if wrong:
        table.repaired.update(wrong)
        shown = cells[wrong[0]][:60]
        table.note("not_a_number", "repaired", f"{title!r} is no size, such as {shown!r}: read as missing.", wrong)
    if part == "whole":
        example = next(cell for cell, match in zip(cells, found, strict=True) if match is not None)
        table.note("units_in_cells", "note", f"{title!r} has its units in its cells, such as {example!r}.", count=1)
    return values


def _unit_of_cell(unit: str) -> str:
    """A unit as the factors have it.

    Units without their last letter are those of Kubernetes and of PowerShell, which are binary.

    >>> [_unit_of_cell(each) for each in ("g", "gi", "gb", "gib", "bytes", "b")]
    ['gib', 'gib', 'gb', 'gib', 'byte', 'byte']
    """
    if unit in ("b", "byte", "bytes"):
        return "byte"
    return unit if unit.endswith("b") else f"{unit.removesuffix('i')}ib"
