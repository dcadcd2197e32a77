"""Rows of a deployment's own: storage stacks and hypervisors that the packaged catalogue does not have.

They stand in YAML files, by table: `HOSTWISE_PLATFORMS` names files, and installed packages bring them by entry points.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple

import yaml

ENTRY_POINTS = "hostwise.platforms"
"""Group of entry points, each of which leads to the path of a YAML file."""
FILES = "HOSTWISE_PLATFORMS"
"""Variable of the environment with the paths of YAML files, set apart as paths are on the system."""
TABLES = (
    "sources", "protection", "stacks", "stack_facts", "hypervisors", "hypervisor_facts", "management", "licences",
)  # fmt: skip
"""What a file may add rows to."""


class OwnRowsError(Exception):
    """A file of own rows cannot be read, or is not one; the message names it."""


class OwnRow(NamedTuple):
    """A row as a file has it, and where it stands."""

    place: str
    values: Mapping[str, Any]


def own_files() -> list[Path]:
    """The files of this deployment: of installed packages, in the order of their keys, then of the environment.

    Raises:
        OwnRowsError: an entry point does not lead to a path.
    """
    found = []
    for each in sorted(entry_points(group=ENTRY_POINTS), key=lambda each: each.name):
        path = each.load()
        if not isinstance(path, str | os.PathLike):
            raise OwnRowsError(f"{each.value} of {ENTRY_POINTS} is no path of a file")
        found.append(Path(path))
    return found + [Path(each) for each in os.environ.get(FILES, "").split(os.pathsep) if each]


def own_rows(paths: Iterable[Path]) -> dict[str, list[OwnRow]]:
    """The rows of some files, by table.

    Raises:
        OwnRowsError: a file cannot be read, or holds something else than tables of rows.
    """
    rows: dict[str, list[OwnRow]] = {}
    for path in paths:
        for table, row in _rows(path):
            rows.setdefault(table, []).append(row)
    return rows


def _rows(path: Path) -> Iterator[tuple[str, OwnRow]]:
    try:
        # Everything as text, as the cells of the packaged tables: the rows say what is a number, and what is a date.
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.BaseLoader) or {}
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise OwnRowsError(f"{path}: {error}") from error
    if not isinstance(content, dict):
        raise OwnRowsError(f"{path}: tables of rows are expected, such as {', '.join(TABLES)}")
    for table, rows in content.items():
        if table not in TABLES:
            raise OwnRowsError(f"{path}: there is no table {table!r} for own rows, but {', '.join(TABLES)}")
        if not isinstance(rows, list) or not all(isinstance(each, dict) for each in rows):
            raise OwnRowsError(f"{path}: {table} must be a list of rows, each with its fields")
        for number, row in enumerate(rows, 1):
            yield table, OwnRow(f"{path}: {table}, row {number}", row)
