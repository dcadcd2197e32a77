"""Sizes of memory and disks: by the unit in a header or a cell, or else by the magnitude of a column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import numpy as np

from hostwise.number_format.reading import DecimalMark, NotANumber, decimal_mark, read_number
from hostwise.number_format.writing import counted
from hostwise.tables.table import NOTHING, Floats, Table, plain
from hostwise.tables.units import GB_PER_BYTE, GB_PER_GIB, GB_PER_MIB


class _Kind(NamedTuple):
    """How sizes of one kind are written.

    Attributes:
        factors: by unit; what products call GB of memory is GiB, of disks it is a thousand million bytes.
        below: medians of a column without a unit, below which it is in that unit, and its name.
        most: no VM has more, in GiB or GB.
    """

    factors: Mapping[str, float]
    below: Sequence[tuple[float, str, str]]
    most: float

    def factor(self, unit: str) -> float | None:
        """Of a unit in any spelling."""
        return self.factors.get(unit) or self.factors.get(unit.replace("ib", "b"))


_KINDS = {
    "memory": _Kind(
        {"byte": 1 / 2**30, "kb": 1 / 2**20, "mb": 1 / 2**10, "gb": 1.0, "tb": 1024.0},
        # A VM has 4 GiB, which is 4,096 MiB; few have more than 256 GiB or less than 256 MiB.
        ((256.0, "gb", "GiB"), (262_144.0, "mb", "MiB"), (2.0**28, "kb", "KiB"), (np.inf, "byte", "bytes")),
        most=24_576.0,
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
        most=65_536.0,
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
    sized = with_units(table, key, kind, part, is_binary=is_binary, unit=unit)
    if sized is not None or part == "used":
        return sized
    values = table.numbers(key)
    if values is None:
        return None
    factor = _KINDS[kind].factor(binary(unit) if is_binary else unit)
    return values * (by_magnitude(table, [header], values, kind) if factor is None else factor)


def by_magnitude(table: Table, headers: Sequence[str], values: Floats, kind: str) -> float:
    """The factor of numbers of which nothing names a unit, by their median, which is said.

    Args:
        table: the table, which is told.
        headers: the columns that they are from.
        values: the numbers of all of them.
        kind: one of `SIZED`.
    """
    told = values[values > 0]
    if not len(told):
        return 1.0
    usual, name, median = _by_median(told, kind)
    titles = " and ".join(repr(each.strip()) for each in headers)
    one = len(headers) == 1
    table.note(
        "unit_by_magnitude",
        "warning",
        f"{titles} {'names' if one else 'name'} no unit. {'Its' if one else 'Their'} median is {median:,.6g}, so "
        f"{'it is' if one else 'they are'} read as {name}.",
    )
    return _KINDS[kind].factors[usual]


def _by_median(told: Floats, kind: str) -> tuple[str, str, float]:
    """The unit of numbers by their median: as the factors have it, and as people write it; and the median."""
    median = float(np.median(told))
    _, usual, name = next(each for each in _KINDS[kind].below if median < each[0])
    return usual, name, median


def holds_sizes(table: Table, header: str) -> bool:
    """Whether a column may be one of sizes: it is empty, or one of its cells is a number, perhaps with a unit."""
    cells = [each for each in table.texts(plain(header)) or [] if each]
    return not cells or any(_NUMBER.match(each) for each in cells)


def has_units(table: Table, header: str) -> bool:
    """Whether some cells of a column name the units of their sizes."""
    return any(_SIZE.fullmatch(in_bytes(each.lower()).split("/")[-1]) for each in table.texts(plain(header)) or [])


_NUMBER = re.compile(r"[-+]?[\d.,' \u00a0\u2019]*\d\s*(?:[kmgt]?i?[bo]?|bytes?|octets?)?(?:\s*/.*)?$", re.IGNORECASE)


def with_units(
    table: Table,
    key: str,
    kind: str,
    part: Literal["whole", "used"] = "whole",
    *,
    is_binary: bool = False,
    unit: str = "",
) -> Floats | None:
    """Sizes whose cells name their units, such as "8 GB" or "61 GiB / 108 GiB"; None where they are plain numbers.

    Of two in a cell the last is the whole, and the first what is used of it. Plain numbers among them are in the unit
    of the header, or else in the one that most cells name, or else in the one that their magnitude tells; which is
    said. A cell that is neither is missing, and told.
    """
    cells = table.texts(key) or []
    if part == "used" and not any("/" in each for each in cells):
        return None
    end = -1 if part == "whole" else 0
    found = [_SIZE.fullmatch(in_bytes(each.lower()).split("/")[end]) for each in cells]
    if not any(found):
        return None
    values = np.full(len(cells), np.nan)
    mark = decimal_mark([each[1] for each in found if each is not None])
    units: Counter[str] = Counter()
    for at, match in enumerate(found):
        if match is not None:
            named = _unit_of_cell(match[2])
            units[named] += 1
            factor = _factor(kind, named, is_binary=is_binary) or np.nan
            number = read_number(match[1], DecimalMark.POINT if mark is DecimalMark.UNKNOWN else mark)
            values[at] = number.value * factor
    title = table.header[table.index[key]].strip()
    others = [at for at, match in enumerate(found) if match is None and cells[at] and cells[at].lower() not in NOTHING]
    bare = _bare_numbers(table, cells, others, mark) if part == "whole" else {}
    said = _read_bare(table, title, cells, values, bare, kind, unit, units, is_binary=is_binary)
    wrong = [at for at in others if np.isnan(values[at])]
    if wrong:
        table.repaired.update(wrong)
        shown = cells[wrong[0]][:60]
        table.note("not_a_number", "repaired", f"{title!r} is no size, such as {shown!r}: read as missing.", wrong)
    if part == "whole":
        example = next(cell for cell, match in zip(cells, found, strict=True) if match is not None)
        table.note(
            "units_in_cells", "note", f"{title!r} has its units in its cells, such as {example!r}.{said}", count=1
        )
    return values


def _factor(kind: str, unit: str, *, is_binary: bool) -> float | None:
    return _KINDS[kind].factor(binary(unit) if is_binary else unit)


def _bare_numbers(table: Table, cells: Sequence[str], rows: Sequence[int], mark: DecimalMark) -> dict[int, float]:
    """The plain numbers of some rows. A CSV with semicolons has decimal commas, and points between thousands."""
    whole = decimal_mark([cells[at] for at in rows])
    told = mark if mark is not DecimalMark.UNKNOWN else whole
    if told is DecimalMark.UNKNOWN:
        told = DecimalMark.COMMA if table.separator == ";" else DecimalMark.POINT
    found = {}
    for at in rows:
        try:
            found[at] = read_number(cells[at], told).value
        except NotANumber:
            continue
    return {at: each for at, each in found.items() if each >= 0}


def _read_bare(
    table: Table,
    title: str,
    cells: Sequence[str],
    values: Floats,
    bare: Mapping[int, float],
    kind: str,
    unit: str,
    units: Counter[str],
    *,
    is_binary: bool,
) -> str:
    """Fill in plain numbers that stand among cells with units. Returns what to say of them where a unit is named."""
    most, number = units.most_common(1)[0]
    if unit:
        named, why = unit, "the unit of the header"
    elif number * 2 > units.total() + len(bare):
        named, why = most, f"the unit of {counted(number, 'cells')}"
    else:
        named, why = "", ""
    factor = _factor(kind, named, is_binary=is_binary) if named else None
    told = np.array([each for each in bare.values() if each > 0])
    name = _written(named)
    if factor is None and len(told):
        usual, name, _ = _by_median(told, kind)
        factor = _KINDS[kind].factors[usual]
    # What no VM has is in another unit, and which one is not known.
    read = [at for at, each in bare.items() if each * (factor or 1.0) <= _KINDS[kind].most]
    for at in read:
        values[at] = bare[at] * (factor or 1.0)
    filled = [at for at in read if bare[at] > 0]
    if not filled:
        return ""
    without = f"{counted(len(filled), 'cells')} without a unit, such as {cells[filled[0]]!r}"
    if why:
        return f" Read as {name}, {why}: {without}."
    table.note(
        "unit_by_magnitude",
        "warning",
        f"Cells of {title!r} name different units. By their magnitude, read as {name}: {without}.",
        filled,
    )
    return ""


def _written(unit: str) -> str:
    """A unit as people write it.

    >>> _written("gb"), _written("mib"), _written("byte")
    ('GB', 'MiB', 'bytes')
    """
    return "bytes" if unit == "byte" else f"{unit[:1].upper()}{unit[1:-1]}{unit[-1:].upper()}"


def _unit_of_cell(unit: str) -> str:
    """A unit as the factors have it.

    Units without their last letter are those of Kubernetes and of PowerShell, which are binary.

    >>> [_unit_of_cell(each) for each in ("g", "gi", "gb", "gib", "bytes", "b")]
    ['gib', 'gib', 'gb', 'gib', 'byte', 'byte']
    """
    if unit in ("b", "byte", "bytes"):
        return "byte"
    return unit if unit.endswith("b") else f"{unit.removesuffix('i')}ib"
