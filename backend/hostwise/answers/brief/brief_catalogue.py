"""Rows of the catalogue that have some words and pass some filters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hostwise.answers.reference.catalogue_table import catalogue_table
from hostwise.catalogue.loader import Catalogue
from hostwise.plan.answers.brief import BriefCatalogue, BriefCatalogueRow, BriefCell
from hostwise.plan.answers.reference import CatalogueCell, CatalogueColumn, CatalogueTableRow


class UnknownColumn(LookupError):
    """A table has no such column, or none that is filtered so.

    Attributes:
        place: place of the filter.
    """

    def __init__(self, place: int, message: str) -> None:
        """Note the filter."""
        super().__init__(message)
        self.place = place


@dataclass(frozen=True)
class ColumnTest:
    """What a row must have in a column: one of these texts, and a number between these bounds where they are given."""

    column: str
    texts: Sequence[str] = ()
    low: float | None = None
    high: float | None = None
    known: bool = False


def brief_catalogue(
    kind: str, catalogue: Catalogue, words: str, tests: Sequence[ColumnTest], first: int, most: int
) -> BriefCatalogue:
    """Rows of one kind that have all words, in any order, and pass all tests.

    Args:
        kind: the kind, as `catalogue_table` has it.
        catalogue: the catalogue.
        words: words to look for in names, keys, texts and notes; case does not matter.
        tests: what rows must have in columns.
        first: number of rows to skip.
        most: largest number of rows.

    Raises:
        UnknownKind: there is no such kind; the message names those that are.
        UnknownColumn: there is no such column; the message names those that are.
    """
    table = catalogue_table(kind, catalogue)
    places = {each.key: place for place, each in enumerate(table.columns)}
    for place, test in enumerate(tests):
        if test.column not in places:
            raise UnknownColumn(place, f"There is no column {test.column!r}; there are {', '.join(places)}.")
    asked = words.casefold().split()
    found = [
        row
        for row in table.rows
        if _has(row, asked) and all(_passes(row.cells[places[test.column]], test) for test in tests)
    ]
    rows = found[first : first + most]
    cited = {key for row in rows for key in row.sources}
    left_out = ["All fields of a row, with its remarks: GET /api/v1/catalogue/{kind}."]
    if first + len(rows) < len(found):
        left_out.append(f"{len(found) - first - len(rows)} more rows: ask with `first` {first + len(rows)}.")
    return BriefCatalogue(
        version=table.version,
        kind=table.kind,
        label=table.label,
        kinds=table.kinds,
        columns=table.columns,
        found=len(found),
        rows=[_row(each, table.columns) for each in rows],
        sources=[each for each in table.sources if each.key in cited],
        left_out=left_out,
    )


def _has(row: CatalogueTableRow, words: Sequence[str]) -> bool:
    text = " ".join((row.key, row.name, row.notes, *(each.text for each in row.cells))).casefold()
    return all(each in text for each in words)


def _passes(cell: CatalogueCell, test: ColumnTest) -> bool:
    if test.texts and cell.text.casefold() not in {each.casefold() for each in test.texts}:
        return False
    if test.known and cell.value is None:
        return False
    low, high = test.low, test.high
    if low is None and high is None:
        return True
    # What is unknown is within no bounds.
    return cell.value is not None and (low is None or cell.value >= low) and (high is None or cell.value <= high)


def _row(row: CatalogueTableRow, columns: Sequence[CatalogueColumn]) -> BriefCatalogueRow:
    return BriefCatalogueRow(
        key=row.key,
        name=row.name,
        cells={
            column.key: BriefCell(text=cell.text, value=cell.value, note=cell.note)
            for column, cell in zip(columns, row.cells, strict=True)
            if cell.text
        },
        sources=row.sources,
        date=row.date,
        confidence=row.confidence,
        notes=row.notes,
    )
