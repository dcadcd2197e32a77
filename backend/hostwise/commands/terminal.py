"""What a terminal shows: aligned tables, numbers for people, JSON for programs."""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Sequence
from typing import Any

import click

GAP = "  "


def plain_output() -> bool:
    """Whether colours are unwanted, as NO_COLOR says for all programs; pipes never get any."""
    return bool(os.environ.get("NO_COLOR"))


def strong(text: str) -> str:
    """Text that stands out."""
    return click.style(text, bold=True)


def coloured(text: str, good: bool | None) -> str:
    """Text that is good, bad or neither; the words say so too."""
    return click.style(text, fg={True: "green", False: "red", None: "yellow"}[good])


def show_json(document: Any) -> None:
    """Write a document of plain JSON values."""
    click.echo(json.dumps(document, indent=2, ensure_ascii=False))


def table(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), head: bool = True) -> str:
    """Rows with their columns aligned; those named in `right` to the right.

    >>> print(table([["name", "hosts"], ["NAND", "7"], ["Optane", "12"]], right=frozenset({1}), head=False))
    name    hosts
    NAND        7
    Optane     12
    """
    widths = [max(_width(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = []
    for number, row in enumerate(rows):
        cells = [
            " " * (width - _width(cell)) + cell if column in right else cell + " " * (width - _width(cell))
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = GAP.join(cells).rstrip()
        lines.append(strong(line) if head and number == 0 else line)
    return "\n".join(lines)


def _width(text: str) -> int:
    """Columns that a text takes on a terminal."""
    plain = click.unstyle(text)
    return sum(
        0 if unicodedata.combining(each) else 2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in plain
    )
