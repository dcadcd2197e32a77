"""Rows of the catalogue that have some words and pass some filters."""

from __future__ import annotations

from collections.abc import Sequence

from hostwise.answers.reference.catalogue_table import catalogue_table
from hostwise.answers.reference.filtered_rows import row_test
from hostwise.answers.reference.reference_document import CatalogueColumn, CatalogueTableRow
from hostwise.catalogue.loader import Catalogue
from hostwise.decision import decision_messages
from hostwise.decision.brief.brief_document import BriefCatalogue, BriefCatalogueRow, BriefCell
from hostwise.plan.row_filter import RowFilter


def brief_catalogue(
    kind: str, catalogue: Catalogue, words: str, filters: Sequence[RowFilter], first: int, most: int
) -> BriefCatalogue:
    """Rows of one kind that have all words, in any order, and pass all filters; old parts and prices are last.

    Args:
        kind: the kind, as `catalogue_table` has it.
        catalogue: the catalogue.
        words: words to look for in names, keys, texts and notes; case does not matter.
        filters: what rows must have in columns.
        first: number of rows to skip.
        most: largest number of rows.

    Raises:
        UnknownKind: there is no such kind; the message names those that are.
        UnknownColumn: there is no such column; the message names those that are.
    """
    table = catalogue_table(kind, catalogue)
    passes, records = row_test(kind, filters, catalogue), getattr(catalogue, kind)
    asked = words.casefold().split()
    found = [row for row in table.rows if _has(row, asked) and passes(records[row.key])]
    found.sort(key=lambda row: row.old_price)
    rows = found[first : first + most]
    cited = {key for row in rows for key in row.sources}
    left_out, following = [decision_messages.words("left_out.row_fields")], first + len(rows)
    if following < len(found):
        number = len(found) - following
        left_out.append(decision_messages.words("left_out.rows", number=number, next=following))
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
