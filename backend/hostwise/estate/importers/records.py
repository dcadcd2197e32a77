"""Lists of objects in JSON, and blocks of text, as tables: what a tool lists for people and for scripts reads alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hostwise.tables.table import Table

_WRAPPERS = frozenset({"servers", "flavors", "hypervisors", "volumes", "vms", "entities", "data", "items", "value"})
"""Names under which interfaces put their list."""

_REFERENCE = "OpaqueRef:"
_FIELD = re.compile(r"\s*([A-Za-z][\w .-]*?)\s*\(\s*[SM]?R[OW]\)\s*:\s?(.*)")


def listed(document: Any) -> list[Mapping[str, Any]] | None:
    """The objects of a document that is a list of them; None where it is none.

    >>> listed({"servers": [{"id": 1}]}), listed([1]), listed({"a": []})
    ([{'id': 1}], None, None)
    """
    found = document
    if isinstance(document, dict):
        if document and all(each.startswith(_REFERENCE) for each in document):
            found = list(document.values())
        else:
            lists = [each for key, each in document.items() if key in _WRAPPERS and isinstance(each, list)]
            found = lists[0] if len(lists) == 1 else None
    if not isinstance(found, list):
        return None
    if found and all(isinstance(each, list) for each in found):
        # Pages of one list, as a loop over an interface writes them.
        found = [each for page in found for each in page]
    records: list[Mapping[str, Any]] = [each for each in found if isinstance(each, dict)]
    return records if records and len(records) == len(found) else None


def is_blocks(text: str) -> bool:
    """Whether a text is what `xe` writes: blocks with a line for each field, such as `uuid ( RO): ...`."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return _FIELD.fullmatch(first) is not None


def table_of_blocks(text: str, file: str, name: str) -> Table:
    """The table of the objects in such a text; a value may go on over further lines."""
    records: list[dict[str, str]] = []
    record: dict[str, str] = {}
    last = ""
    for line in text.splitlines():
        field = _FIELD.fullmatch(line)
        if field is not None:
            # Blank lines may stand within a description: an object ends where its first field comes again.
            if not record or field[1] == next(iter(record)):
                record = {}
                records.append(record)
            last = field[1]
            record[last] = field[2].strip()
        elif record and line.strip():
            record[last] = f"{record[last]} {line.strip()}".strip()
    return Table.of_records(file, name, records)
