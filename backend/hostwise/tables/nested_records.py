"""Objects of a document as a table: what lies within others has a column of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from hostwise.tables.table import Table


def table_of(file: str, name: str, records: Sequence[Mapping[str, Any]]) -> Table:
    """The table of some objects; what lies within others stands under names such as `memory.size`."""
    return Table.of_records(file, name, [dict(_flat(each)) for each in records])


def _flat(record: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in record.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        elif isinstance(value, list):
            plain = not any(isinstance(each, (dict, list)) for each in value)
            yield before + key, ", ".join(map(str, value)) if plain else json.dumps(value, ensure_ascii=False)
        else:
            yield before + key, "" if value is None else value
