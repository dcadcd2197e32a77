"""Whether a file is a quote or a price list: for those who expect another one, and tell its sender where it belongs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hostwise.quotes.quote_columns import COLUMNS
from hostwise.quotes.quote_files import read_quote
from hostwise.tables.named_columns import HEADER_WITHIN
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Table

_OF_MONEY = re.compile(
    r"price|preis|cost|total|amount|\bsum|betrag|gesamt|\beach\b|unit net|\bext|\b[eg]p\b", re.IGNORECASE
)
"""A part of each header of prices and of totals: a text without one is no quote."""


def may_be_quote(text: str) -> bool:
    """Whether the first lines of a text have a word of headers of prices: a fast answer for files of any kind."""
    return any(_OF_MONEY.search(line) for line in text.splitlines()[: HEADER_WITHIN + 1])


def is_quote(data: bytes, name: str) -> bool:
    """Whether a text has parts with prices: titles may stand above them."""
    try:
        return any(each.kind == "part" for each in read_quote(data, name).lines)
    except UnreadableFile:
        return False


def has_prices(tables: Sequence[Table]) -> bool:
    """Whether one of the tables has columns that are known to be parts and their prices."""
    return any(own is not None for _, own in COLUMNS.tables_with_columns(tables))
