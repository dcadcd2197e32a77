"""Headers in other languages: which column of the inventory a word may be, and whether that is sure."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Set
from functools import cache
from importlib.resources import files

from hostwise.tables.named_columns import Vocabulary, folded
from hostwise.tables.sizes import SIZED


def by_words(bare: Mapping[str, str], with_unit: Set[str], kinds: Mapping[str, str], found: dict[str, str]) -> None:
    """Add to the columns that are known those that words of other languages tell.

    A word that means one thing is read. One that is no more than usual is read where the header names a unit of its
    kind. One that means several things is read where the other columns leave one of them: "Speicher" is memory beside
    a column of disks, and disks beside one of memory. What remains open is asked.

    Args:
        bare: headers, and the same without their units.
        with_unit: headers that name a unit of size.
        kinds: kind of the values by column.
        found: header by column, which is added to.
    """
    open_ = {header: candidates(text) for header, text in bare.items() if header not in found.values()}
    for header, fields in open_.items():
        for field, sure in fields.items():
            told = len(fields) == 1 and (sure or (header in with_unit and kinds.get(field) in SIZED))
            if told and field in kinds and field not in found:
                found[field] = header
    for header, fields in open_.items():
        if len(fields) < 2 or header in found.values():
            continue
        left = [field for field in fields if field not in found and field in kinds]
        if {"vcpu", "cores_per_socket"} <= set(fields) and "vcpu" not in found:
            left = ["cores_per_socket"] if "sockets" in found else ["vcpu"]
        if len(left) == 1:
            found[left[0]] = header


def suggested(bare: Mapping[str, str], kinds: Mapping[str, str], found: Mapping[str, str]) -> dict[str, str]:
    """What the headers that are not read may be, for the question which column is what."""
    may_be = dict(found)
    for header, text in bare.items():
        for field in candidates(text):
            if field in kinds and field not in may_be and header not in may_be.values():
                may_be[field] = header
    return may_be


def candidates(text: str) -> Mapping[str, bool]:
    """Columns that a header may be, each with whether it surely is.

    >>> dict(candidates("Arbeitsspeicher")), dict(candidates("Speicher"))
    ({'memory_gib': True}, {'memory_gib': False, 'disk_gb': False})
    """
    return _words().get(folded(text), {})


@cache
def _words() -> Mapping[str, Mapping[str, bool]]:
    content = (files("hostwise.estate.importers") / "data" / "header_words.csv").read_text(encoding="utf-8")
    found: dict[str, dict[str, bool]] = {}
    for each in csv.DictReader(io.StringIO(content)):
        found.setdefault(each["header"], {})[each["field"]] = each["sure"] == "yes"
    return found


HEADER_WORDS = Vocabulary(by_words, suggested)
"""Words of other languages for the columns of an inventory."""
