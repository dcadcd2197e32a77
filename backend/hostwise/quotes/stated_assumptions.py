"""Assumptions that a proposal says in rows of a label and a value, such as "Hosts, 12"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite
from typing import Any

from pydantic import ValidationError

from hostwise.plan.proposal import StatedFigures
from hostwise.quotes.proposal_rows import number_of
from hostwise.tables.table import as_text, plain

_STATED: tuple[tuple[str, str], ...] = (
    ("support_years", r"(?:support|warranty)(?: term| period| years)?|wartung(?:sdauer)?"),
    ("hosts", r"(?:number of )?(?:hosts|nodes|servers)|anzahl (?:hosts|knoten|server)"),
    ("spare_hosts", r"spare (?:hosts|nodes)|failover (?:hosts|capacity)|host failures(?: tolerated)?|redundancy"),
    (
        "growth_rate",
        r"(?:annual |yearly |vm )?growth(?: (?:rate|per year|a year|p\.a\.|of vms))?|wachstum(?: pro jahr)?",
    ),
    ("raw_capacity", r"raw(?: storage)? capacity|raw storage|rohkapazit\S+"),
    ("usable_capacity", r"(?:usable|effective|net)(?: storage)? capacity|usable storage|nutzbare kapazit\S+"),
    ("usable_per_raw", r"usable (?:per|/|to) raw|storage efficiency"),
    ("data_reduction_ratio", r"(?:data )?reduction(?: ratio)?|dedup\S*(?: (?:and|&) compression)?(?: ratio)?"),
    ("memory_overcommit", r"memory over-?commit(?:ment)?(?: ratio)?"),
    ("vcpu_per_core", r"v?cpus? (?:per|/|to|:) (?:physical )?core|v?cpu over-?commit(?:ment)?(?: ratio)?|v?cpu ratio"),
    ("years", r"(?:analysis |contract )?(?:period|horizon|term)|years|laufzeit|tco period"),
)
"""Words before an assumption, the first that fits counts."""


def assumption_in(row: Sequence[Any]) -> dict[str, Any] | None:
    """What a row of a label and a value says, as fields of `StatedFigures`."""
    cells = [each for each in row if as_text(each)]
    if len(cells) not in (2, 3):
        return None
    label = re.sub(r" ?[(\[].*?[)\]]", "", plain(as_text(cells[0]))).rstrip(":").strip()
    name = next((key for key, pattern in _STATED if re.fullmatch(pattern, label)), None)
    value = " ".join(as_text(each) for each in cells[1:])
    found = re.search(r"\d[\d.,' ]*", value)
    if name is None or found is None:
        return None
    number = float(cells[1]) if isinstance(cells[1], (int, float)) else number_of(found[0].strip().rstrip(".,"))
    if number is None or not isfinite(number):
        return None
    said: dict[str, Any] = {name: number}
    if name in ("raw_capacity", "usable_capacity"):
        unit = re.search(r"\b(TiB|TB)\b", f"{value} {as_text(cells[0])}")
        said[f"{name.removesuffix('_capacity')}_unit"] = unit[1] if unit else None
    elif name == "growth_rate" or (name == "usable_per_raw" and "%" in value):
        said[name] = number / 100 if "%" in value else number
    elif name in ("years", "support_years") and re.search(r"month|monat", value, re.I):
        said[name] = number / 12
    elif name in ("hosts", "spare_hosts"):
        if number != int(number):
            return None
        said[name] = int(number)
    try:
        StatedFigures(**said)
    except ValidationError:
        return None
    return said
