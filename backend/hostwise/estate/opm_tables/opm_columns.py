"""The meaning of columns in a text with measurements, by header or, without headers, by order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum

from pydantic import BaseModel, Field

from hostwise.tables.named_columns import Guess, NamedColumns


class Column(StrEnum):
    """The possible contents of a column."""

    MEDIUM = "medium"
    OVERCOMMIT_RATIO = "overcommit_ratio"
    PER_VM = "per_vm"
    TOTAL_OPM = "total_opm"
    SHARE = "share"
    VMS = "vms"
    WINDOW_MINUTES = "window_minutes"
    NOTE = "note"


class ColumnMeaning(BaseModel):
    """How a column was read."""

    column: int = Field(description="Number of the column, from 1.")
    header: str = Field(description="Header as written; empty without a header line.")
    field: Column | None = Field(description="Content of the column, or null if it is not used.")


COLUMN_LABELS = {
    Column.MEDIUM: "medium",
    Column.OVERCOMMIT_RATIO: "overcommit ratio",
    Column.PER_VM: "operations per minute of one VM",
    Column.TOTAL_OPM: "operations per minute of all VMs",
    Column.SHARE: "share of the baseline",
    Column.VMS: "number of VMs",
    Column.WINDOW_MINUTES: "minutes",
    Column.NOTE: "note",
}
"""Labels."""

NUMBERS = frozenset(Column) - {Column.MEDIUM, Column.NOTE}
"""Columns that hold numbers."""

ALIASES: dict[Column, tuple[str, ...]] = {
    Column.MEDIUM: ("medium", "media", "swap", "swap medium", "swap target", "swap device", "swap to", "storage"),
    Column.OVERCOMMIT_RATIO: (
        "overcommit",
        "ratio",
        "overcommitment",
        "overcommit ratio",
        "overcommit factor",
        "overcommitment ratio",
        "memory overcommit",
        "memory overcommitment",
        "memory overcommit ratio",
    ),
    Column.PER_VM: (
        "opm",
        "per vm",
        "opm per vm",
        "opm vm",
        "opm of one vm",
        "operations per minute",
        "operations per minute per vm",
        "operations per minute of one vm",
        "orders per minute",
    ),
    Column.TOTAL_OPM: ("total opm", "opm total", "total", "sum opm", "total operations per minute", "opm of all vms"),
    Column.SHARE: (
        "share",
        "share of baseline",
        "share of the baseline",
        "of baseline",
        "relative",
        "relative opm",
        "relative throughput",
        "relative performance",
        "percent",
        "percent of baseline",
    ),
    Column.VMS: ("vms", "vm", "vm count", "number of vms", "virtual machines"),
    Column.WINDOW_MINUTES: ("window", "minutes", "min", "window minutes", "window min", "duration", "duration minutes"),
    Column.NOTE: ("note", "notes", "comment", "comments", "remark", "remarks", "conditions"),
}
"""Known headers, in lower case and without punctuation."""

_SHARES = (Column.SHARE, Column.OVERCOMMIT_RATIO)
"""Columns that may be in percent."""

COLUMNS = NamedColumns(
    "measurements",
    {
        column: Guess(("|".join(aliases),), "share" if column in _SHARES else "text", loosely=True)
        for column, aliases in ALIASES.items()
    },
)
_KNOWN = [alias for aliases in ALIASES.values() for alias in aliases]
_ORDER = (
    Column.MEDIUM,
    Column.OVERCOMMIT_RATIO,
    Column.PER_VM,
    Column.VMS,
    Column.WINDOW_MINUTES,
    Column.NOTE,
)


def meaning(header: str) -> Column | None:
    """The meaning of a header; None if it is unknown.

    >>> meaning("OPM/VM"), meaning("Duration (min)"), meaning("% of baseline"), meaning("host")
    (<Column.PER_VM: 'per_vm'>, <Column.WINDOW_MINUTES: 'window_minutes'>, <Column.SHARE: 'share'>, None)
    """
    # A figure in a header counts columns.
    found = COLUMNS.guesses([re.sub(r"\d+", " ", header)])
    return next(map(Column, found), None)


def nearest_header(header: str) -> str | None:
    """The known header closest to an unknown one.

    >>> nearest_header("overcomit")
    'overcommit'
    """
    near = get_close_matches(header.casefold(), _KNOWN, n=1, cutoff=0.75)
    return near[0] if near else None


def in_percent(header: str) -> bool:
    """Whether a header marks percentages."""
    return "%" in header or "percent" in header.casefold()


def by_order(first_is_number: bool, cells: Sequence[str]) -> list[Column | None]:
    """The meaning of columns without headers; if the first holds numbers, there is no column for the medium."""
    order: list[Column | None] = list(_ORDER[1:] if first_is_number else _ORDER)
    return (order + [None] * len(cells))[: len(cells)]
