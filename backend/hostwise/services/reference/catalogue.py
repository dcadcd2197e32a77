"""The catalogue as the API reads it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hostwise.catalogue.loader import Catalogue, Table, UnknownKey
from hostwise.plan.answers.reference import CatalogueFinding, CatalogueKind, CatalogueListing, CatalogueRows

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
    """The catalogue has no such kind of data."""


def _tables(catalogue: Catalogue) -> Mapping[str, Table[Any]]:
    return {name: table for name, table in vars(catalogue).items() if isinstance(table, Table)}


def catalogue_listing(catalogue: Catalogue) -> CatalogueListing:
    """The kinds of data, and what is doubtful in them."""
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
        UnknownKind: there is no such kind; the message names those there are.
    """
    tables = _tables(catalogue)
    if kind not in tables:
        raise UnknownKind(f"There is no {kind!r}; there are {', '.join(tables)}.")
    rows = list(tables[kind].values())
    fields = {name: field.description or "" for name, field in type(rows[0]).model_fields.items()}
    return CatalogueRows(
        version=catalogue.version, kind=kind, fields=fields, rows=[row.model_dump(mode="json") for row in rows]
    )
