"""The catalogue for the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hostwise.answers.reference.reference_document import (
    CatalogueFinding,
    CatalogueKind,
    CatalogueListing,
    CatalogueRows,
)
from hostwise.catalogue.loader import Catalogue, Table, UnknownKey
from hostwise.plan.former_names import current_kind

__all__ = [
    "Catalogue",
    "CatalogueListing",
    "CatalogueRows",
    "UnknownKey",
    "UnknownKind",
    "catalogue_listing",
    "catalogue_rows",
]


class UnknownKind(LookupError):
    """Unknown kind of data."""


def _tables(catalogue: Catalogue) -> Mapping[str, Table[Any]]:
    return {name: table for name, table in vars(catalogue).items() if isinstance(table, Table)}


def catalogue_listing(catalogue: Catalogue) -> CatalogueListing:
    """The kinds of data, and their doubtful values."""
    return CatalogueListing(
        version=catalogue.version,
        kinds=[CatalogueKind(kind=name, rows=len(table)) for name, table in _tables(catalogue).items()],
        findings=[
            CatalogueFinding(code=each.code, table=each.table, key=each.key, message=each.message)
            for each in catalogue.findings
        ],
    )


def catalogue_rows(kind: str, catalogue: Catalogue) -> CatalogueRows:
    """All rows of one kind.

    Raises:
        UnknownKind: the kind is unknown; the message names the known ones.
    """
    tables, kind = _tables(catalogue), current_kind(kind)
    if kind not in tables:
        raise UnknownKind(f"Unknown kind of data {kind!r}; there are {', '.join(tables)}.")
    rows = list(tables[kind].values())
    fields = {name: field.description or "" for name, field in type(rows[0]).model_fields.items()}
    return CatalogueRows(
        version=catalogue.version, kind=kind, fields=fields, rows=[row.model_dump(mode="json") for row in rows]
    )
