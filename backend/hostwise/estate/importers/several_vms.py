"""A table that lists kinds of VMs: a row says how many VMs of its sizes there are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hostwise.estate.importers.building import sizes_in_words
from hostwise.estate.importers.header_words import HEADER_WORDS
from hostwise.number_format.writing import counted
from hostwise.plan.estate import MOST_VMS
from hostwise.tables.named_columns import Guess, folded, guesses, words
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Floats, Table

_THINGS = r"(?:vms?|virtual machines?|servers?|machines?|instances?|guests?)"
COUNT = Guess(
    (
        rf"(?:#|number|num|no\.?|count|quantity|qty\.?) ?(?:of )?{_THINGS}",
        rf"{_THINGS} ?(?:count|number|quantity|qty\.?)|vms|instances",
        r"quantity|qty\.?|count|pcs\.?",
    ),
    "count",
)
"""Headers of the number of VMs that a row stands for."""

# Instances may be those of a database.
_SAYS_VMS = re.compile(
    r".*\b(?:vms?|virtual machines?|servers?|machines?|guests?)\b.*|.*\b(?:maschinen?|serveurs?|maquinas?|macchine)\b.*"
)

KINDS = {
    "name": Guess(
        (
            r"(?:vm|virtual machine|server|machine|instance|workload) ?(?:type|role|class|kind|profile|tier|size)",
            "role|workload|application|app|service|purpose|type|kind|class|profile|tier|flavou?r|description",
            "server ?typ|vm ?typ|typ|rolle|zweck|anwendung|einsatzzweck|beschreibung|type de (?:vm|serveur)|r\u00f4le",
        )
    )
}
"""Headers of the names of kinds of VMs, where nothing else is a name."""

_SINGLE = ("host", "datacenter", "cpu_ghz", "cpu_peak_ghz", "memory_active_gib")
_OF_ONE = re.compile(r".*\b(?:ip|ipv4|mac|dns|fqdn|uuid|moref|serial)\b.*|(?:vm|instance) ?id|vmid")


def with_kinds(headers: Sequence[str], found: Mapping[str, str]) -> dict[str, str]:
    """Columns that were guessed, and the one of kinds as the names of VMs where a table counts these."""
    if "name" in found or "count" not in found:
        return dict(found)
    free = [each for each in headers if each not in found.values()]
    return {**guesses(free, KINDS, HEADER_WORDS), **found}


def copies_of(
    table: Table, names: Sequence[str], columns: Mapping[str, Any], mapping: Mapping[str, str], *, is_given: bool
) -> list[int]:
    """How many VMs each row is: one, or the number in the column that counts VMs.

    A column that does not say what it counts is read where the rows may be kinds, with a warning that has both
    totals. Where they are single VMs, with a host or an address each, it is not, and asked.

    Args:
        table: the table, which is told.
        names: names of the rows.
        columns: columns of the inventory by row, of which `count` is one.
        mapping: header by column of the inventory.
        is_given: whether somebody said which column is what.
    """
    one = [1] * len(names)
    numbers: Floats | None = columns.get("count")
    if numbers is None:
        return one
    header = mapping["count"].strip()
    rows = [at for at, name in enumerate(names) if name and at not in table.rejected]
    told = numbers[rows]
    told = told[~np.isnan(told)]
    if not len(told) or (told == 1).all():
        return one
    is_whole = bool((told == np.floor(told)).all())
    is_said = is_given or bool(_SAYS_VMS.fullmatch(words(header)) or _SAYS_VMS.fullmatch(folded(header)))
    is_sure = is_said or KINDS["name"].fits(mapping["name"])
    filled = np.where(np.isnan(numbers), 1, numbers)
    before, after = (_in_words(columns, rows, each) for each in (np.ones(len(names)), filled))
    if not is_whole or (not is_sure and _are_single(table, columns)):
        table.note(
            "rows_of_several",
            "warning",
            f"{header!r} is not read, and each row is one VM: {before}. If it is the number of VMs of each row, they "
            f"are {after}: then call the column 'Number of VMs'.",
            count=len(rows),
        )
        return one
    if float(filled[rows].sum()) > MOST_VMS:
        raise UnreadableFile(
            "too_many_vms",
            f"{table.place} stands for {filled[rows].sum():,.0f} VMs by {header!r}; at most {MOST_VMS:,} are read.",
        )
    message = f"{header!r} is how many VMs each row stands for: {after}, in {counted(len(rows), 'rows')}."
    if not is_sure:
        message += f" If it counts something else, they are {before}: then give the column another name."
    table.note("rows_of_several", "note" if is_sure else "warning", message, count=len(rows))
    none = [at for at in rows if filled[at] == 0]
    table.reject("rows_of_several", "Rows that stand for 0 VMs are left out.", none)
    return [int(each) for each in filled]


def _are_single(table: Table, columns: Mapping[str, Any]) -> bool:
    """Whether rows have what only single VMs have."""
    known = any(columns.get(each) is not None for each in _SINGLE)
    return known or any(_OF_ONE.fullmatch(words(each)) for each in table.header)


def _in_words(columns: Mapping[str, Any], rows: Sequence[int], numbers: Floats) -> str:
    return f"{counted(float(numbers[rows].sum()), 'VMs')} with {sizes_in_words(columns, rows, numbers)}"


def numbered(names: Sequence[str], copies: Sequence[int]) -> list[str]:
    """Names of VMs of which a row stands for several.

    >>> numbered(["web", "db"], [3, 1])
    ['web-1', 'web-2', 'web-3', 'db']
    """
    return [
        name if number == 1 else f"{name}-{at}"
        for name, number in zip(names, copies, strict=True)
        for at in range(1, number + 1)
    ]
