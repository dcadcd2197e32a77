"""Own rows of a deployment under names that say nothing: for who may see the numbers of a plan, and not whose they are.

The rows keep their numbers, so that a plan is answered alike. A text stays only where the packaged rows of the same
column say it, too: a unit, a kind, a layout. All others are replaced, the same one everywhere by the same one.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import count
from typing import Any, NamedTuple

from hostwise.catalogue.loader import Catalogue, CatalogueError, build_catalogue, packaged
from hostwise.catalogue.own_rows import OwnRow, own_files, own_rows

_CALLED = {
    "sources": "source", "protection": "protection", "stacks": "storage stack", "hypervisors": "hypervisor",
    "management": "management", "licences": "licence", "stack_facts": "fact", "hypervisor_facts": "fact",
}  # fmt: skip
_LEFT_OUT = frozenset({"url", "notes"})
_KEY = re.compile(r"[a-z0-9_.-]+")
_FIGURE = re.compile(r"[-+]?[\d.]+(?:e[-+]?\d+)?|\d{4}-\d\d(?:-\d\d)?|true|false|yes|no", re.IGNORECASE)


class NeutralCatalogue(Catalogue):
    """A catalogue whose own rows have neutral names."""

    @classmethod
    def of(cls, catalogue: Catalogue) -> NeutralCatalogue:
        """The same catalogue as one of this kind."""
        return cls(**{each.name: getattr(catalogue, each.name) for each in fields(catalogue)})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle that of this deployment by reference, as the usual one."""
        found = neutral_catalogue()
        if found is not None and self is found.catalogue:
            return _of_this_deployment, ()
        return NeutralCatalogue, tuple(getattr(self, each.name) for each in fields(self))


class Neutral(NamedTuple):
    """A catalogue whose own rows have neutral names, and these names by the keys that they stand for."""

    catalogue: Catalogue
    keys: Mapping[str, str]


@lru_cache(maxsize=1)
def neutral_catalogue() -> Neutral | None:
    """The catalogue of this deployment with neutral names for its own rows; None where it has no own rows."""
    own = own_rows(own_files())
    return neutral(packaged(), own) if own else None


def _of_this_deployment() -> Catalogue:
    found = neutral_catalogue()
    assert found is not None
    return found.catalogue


def neutral(data: Mapping[str, bytes], own: Mapping[str, Sequence[OwnRow]]) -> Neutral:
    """The packaged data with own rows under neutral names; without these rows where they cannot do without theirs."""
    names = _Names(data)
    keys = {row.values["key"]: f"own-{number}" for number, row in enumerate(_all(own), 1) if "key" in row.values}
    names.words.update(keys)
    renamed = {table: [names.row(table, each) for each in rows] for table, rows in own.items()}
    try:
        return Neutral(NeutralCatalogue.of(build_catalogue(data, renamed)), keys)
    except CatalogueError:
        return Neutral(NeutralCatalogue.of(build_catalogue(data)), {})


def _all(own: Mapping[str, Sequence[OwnRow]]) -> list[OwnRow]:
    return [each for rows in own.values() for each in rows]


class _Names:
    """Neutral names for what only the owner says."""

    def __init__(self, data: Mapping[str, bytes]) -> None:
        self.words: dict[str, str] = {}
        self._numbers = count(1)
        # Of all tables: a kind, a unit or a confidence is one in each.
        self._said: dict[str, set[str]] = {}
        for columns in map(_columns, data.values()):
            for name, texts in columns.items():
                self._said.setdefault(name, set()).update(texts)
        self._keys = self._said.get("key", set())

    def row(self, table: str, row: OwnRow) -> OwnRow:
        values = {name: self._cell(table, name, each) for name, each in row.values.items() if name not in _LEFT_OUT}
        return OwnRow(f"own row of {table}", values)

    def _cell(self, table: str, column: str, value: Any) -> Any:
        if isinstance(value, list):
            return [self._cell(table, column, each) for each in value]
        if isinstance(value, dict):
            return {name: self._cell(table, f"{column}.{name}", each) for name, each in value.items()}
        if not isinstance(value, str) or not value:
            return value
        if value not in self.words:
            is_known = value in self._keys or value in self._said.get(column, ())
            if is_known or _FIGURE.fullmatch(value):
                return value
            number = next(self._numbers)
            self.words[value] = f"own-word-{number}" if _KEY.fullmatch(value) else f"Own {_CALLED[table]} {number}"
        return self.words[value]


def _columns(content: bytes) -> dict[str, set[str]]:
    """What the packaged rows of a table say, by column: lists in their parts."""
    found: dict[str, set[str]] = {}
    for cells in csv.DictReader(io.StringIO(content.decode("utf-8"), newline="")):
        for name, text in cells.items():
            found.setdefault(name, set()).update({text, *(each.strip() for each in (text or "").split(";"))})
    return found
