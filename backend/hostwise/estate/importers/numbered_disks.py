"""Numbered columns of the disks of VMs, as in tables kept by hand: "Disk 1 GB", "HDD2 (GB)", "Festplatte 3"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from hostwise.estate.importers.header_words import candidates
from hostwise.number_format.writing import short
from hostwise.tables.named_columns import Guess, without_unit, words
from hostwise.tables.sizes import by_magnitude, has_units, holds_sizes, sizes_of, unit_in
from hostwise.tables.table import Floats, Table, plain

_NUMBERED = re.compile(r"(?P<before>.*?)[ #._-]*(?<!\d)(?P<number>\d{1,2})(?!\d)[. ]*(?P<after>.*)")
_DISK = re.compile(
    r"(?:hard |virtual |local |data |v)?(?:disks?|drives?|hdd|ssd|vmdk|vhdx?)"
    r"(?: (?:size|capacity|total|space|provisioned|allocated))?"
)
_NO_SIZE = re.compile(r"%|percent|/ ?s(?![a-z])|per second|free|frei|libre")


class Numbered(NamedTuple):
    """Numbered columns of disks by what they hold.

    Attributes:
        disk_gb: headers of capacities.
        used_gb: headers of what is in use.
        begins: the least of the numbers of capacities.
    """

    disk_gb: Sequence[str] = ()
    used_gb: Sequence[str] = ()
    begins: int = 0

    @property
    def headers(self) -> list[str]:
        """All of them."""
        return [*self.disk_gb, *self.used_gb]


class _Sums(NamedTuple):
    """What numbered columns add up to: GB of each VM, and how many of them are filled; NaN where all are empty."""

    gb: Floats
    number: Floats


def numbered_in(table: Table, fields: Mapping[str, Guess], taken: Iterable[str]) -> Numbered:
    """The numbered columns of disks of a table.

    >>> table = Table.of_records("", "", [{"Disk 1 GB": 1, "HDD2 (TB)": 1, "Disque 3 (Go)": 1, "Disk 1 type": "SSD"}])
    >>> numbered_in(table, {"disk_gb": Guess(("hdd",)), "used_gb": Guess(("disk used",))}, []).disk_gb
    ['Disk 1 GB', 'HDD2 (TB)', 'Disque 3 (Go)']
    """
    found: dict[str, list[str]] = {"disk_gb": [], "used_gb": []}
    numbers = []
    read_ = set(taken)
    for header in dict.fromkeys(each for each in table.header if plain(each) and each not in read_):
        told = _NUMBERED.fullmatch(without_unit(header))
        if told is None or _NO_SIZE.search(words(header)):
            continue
        base = " ".join(f"{told['before']} {told['after']}".replace("#", " ").split())
        field = next((each for each in found if _may_be(base, each, fields[each])), None)
        if field is not None and holds_sizes(table, header):
            found[field].append(header)
            numbers += [int(told["number"])] if field == "disk_gb" else []
    return Numbered(found["disk_gb"], found["used_gb"], min(numbers, default=0))


def _may_be(base: str, field: str, guess: Guess) -> bool:
    """Whether a header without its number is one of capacities, or of what is in use of them."""
    if guess.fits(base) or (field == "disk_gb" and _DISK.fullmatch(base)):
        return True
    # "Speicher 1" may be a module of memory.
    meanings = set(candidates(base)) - {"disks"}
    return meanings == {field}


def with_numbered(
    table: Table, columns: dict[str, Any], mapping: Mapping[str, str], numbered: Numbered, *, is_binary: bool = False
) -> dict[str, str]:
    """Add what numbered columns say of the disks of VMs, and of what is in use of these.

    Beside a column of the same that is not numbered, which is their sum, they give the number of disks only; where it
    is another one, the larger counts and both are said. It is the first disk where the numbers begin at 2.

    Args:
        table: the table, which is told.
        columns: columns of the inventory, which are added to.
        mapping: header by column of the inventory.
        numbered: the numbered columns.
        is_binary: whether GB are 2^30 bytes.

    Returns:
        What was read as what, in words, by column of the inventory.
    """
    said = {}
    if numbered.used_gb and columns.get("used_gb") is None:
        columns["used_gb"] = _sums(table, numbered.used_gb, is_binary=is_binary).gb
        said["used_gb"] = _added(numbered.used_gb)
    if not numbered.disk_gb:
        return said
    parts = _sums(table, numbered.disk_gb, is_binary=is_binary)
    headers, number = list(numbered.disk_gb), parts.number
    whole = columns.get("disk_gb")
    if whole is None:
        columns["disk_gb"] = parts.gb
        said["disk_gb"] = _added(headers)
    elif numbered.begins > 1:
        columns["disk_gb"] = _plus(whole, parts.gb)
        number = _plus((whole > 0).astype(np.float64), parts.number)
        said["disk_gb"] = _added([mapping["disk_gb"], *headers])
    else:
        columns["disk_gb"] = _larger(table, mapping["disk_gb"], headers, whole, parts.gb)
    if columns.get("disks") is None:
        columns["disks"] = number
        said["disks"] = f"how many of {_named(headers)} are filled"
    return said


def _plus(one: Floats, other: Floats) -> Floats:
    """The sum of two numbers where either is there."""
    return np.where(np.isnan(one) & np.isnan(other), np.nan, np.nan_to_num(one) + np.nan_to_num(other))


def _added(headers: Sequence[str]) -> str:
    return " + ".join(each.strip() for each in headers)


def _named(headers: Sequence[str]) -> str:
    return headers[0].strip() if len(headers) == 1 else f"{headers[0].strip()} to {headers[-1].strip()}"


def _larger(table: Table, header: str, headers: Sequence[str], whole: Floats, parts: Floats) -> Floats:
    """Of a sum that is written, and the numbered columns that it should be the sum of, the larger."""
    both = ~np.isnan(whole) & ~np.isnan(parts)
    both[list(table.rejected)] = False
    written, added = float(whole[both].sum()), float(parts[both].sum())
    if not np.isclose(written, added, rtol=_SAME):
        table.note(
            "disks_differ",
            "warning",
            f"{header.strip()!r} is {short(written / 1000)} TB in all, and {_added(headers)} are "
            f"{short(added / 1000)} TB: the larger counts.",
            np.flatnonzero(both & ~np.isclose(whole, parts, rtol=_SAME)).tolist(),
        )
    first, second = (whole, parts) if written >= added * (1 - _SAME) else (parts, whole)
    return np.where(np.isnan(first), second, first)


_SAME = 0.01


def _sums(table: Table, headers: Sequence[str], *, is_binary: bool = False) -> _Sums:
    """Numbered columns added up. Those of which nothing names a unit have one together, by their magnitude."""
    columns: dict[str, Floats] = {}
    without = [each for each in headers if not unit_in(words(each)) and not has_units(table, each)]
    for header in headers:
        if header in without:
            values = table.numbers(plain(header))
        else:
            values = sizes_of(table, header, "disk", unit_in(words(header)), is_binary=is_binary)
        columns[header] = np.full(len(table), np.nan) if values is None else values
    if without:
        factor = by_magnitude(table, without, np.concatenate([columns[each] for each in without]), "disk")
        columns |= {each: columns[each] * factor for each in without}
    every = np.array(list(columns.values()))
    empty = np.isnan(every).all(axis=0)
    number = np.where(empty, np.nan, (np.nan_to_num(every) > 0).sum(axis=0))
    return _Sums(np.where(empty, np.nan, np.nansum(every, axis=0)), number)
