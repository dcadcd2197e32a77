"""Rows of the catalogue's tables that pass some filters."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hostwise.answers.reference.catalogue_table import TABLES
from hostwise.answers.reference.reference_document import CatalogueCell
from hostwise.catalogue.loader import Catalogue
from hostwise.catalogue.record import Record
from hostwise.plan.row_filter import RowFilter


class UnknownColumn(LookupError):
    """A table has no such column.

    Attributes:
        place: place of the filter.
    """

    def __init__(self, place: int, message: str) -> None:
        """Note the filter."""
        super().__init__(message)
        self.place = place


def row_test(kind: str, filters: Sequence[RowFilter], catalogue: Catalogue) -> Callable[[Record], bool]:
    """Whether a row of a kind passes all filters.

    Args:
        kind: a kind of data, with or without a table.
        filters: what a row must have in columns of its table.
        catalogue: the catalogue that the row is of.

    Raises:
        UnknownColumn: there is no such column; the message names those that are.
    """
    columns = {each.key: each for each in TABLES[kind].columns} if kind in TABLES else {}
    for place, each in enumerate(filters):
        if each.column not in columns:
            known = ", ".join(columns) or "none"
            raise UnknownColumn(place, f"There is no column {each.column!r}; there are {known}.")
    return lambda row: all(_passes(columns[each.column].cell(row, catalogue), each) for each in filters)


def _passes(cell: CatalogueCell, wanted: RowFilter) -> bool:
    if wanted.texts and cell.text.casefold() not in {each.casefold() for each in wanted.texts}:
        return False
    if wanted.known and cell.value is None:
        return False
    low, high = wanted.low, wanted.high
    if low is None and high is None:
        return True
    # What is unknown is within no bounds.
    return cell.value is not None and (low is None or cell.value >= low) and (high is None or cell.value <= high)
