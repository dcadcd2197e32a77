"""Output for terminals: aligned tables, formatted numbers, JSON."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from datetime import datetime
from io import StringIO
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hostwise.numerals.characters import escaped, escaped_json
from hostwise.plugins import Refused

GAP = "  "
_WIDEST = 100_000


def plain_output() -> bool:
    """Whether NO_COLOR turns colours off; pipes never get any."""
    return bool(os.environ.get("NO_COLOR"))


# What `strong`, `coloured` and the tables made of them write.
_STYLE = re.compile(r"(\x1b\[(?:0|1|3[123])m)")


def echo(text: str = "", *, err: bool = False) -> None:
    """Write lines for people. Whatever is in them by the names of others moves no cursor and turns no line around."""
    click.echo(_shown(text, keep="\n\t"), err=err)


def echo_line(text: str, *, err: bool = False) -> None:
    """Write one line for people, which is one whatever the names in it are: those of machines may be anything."""
    click.echo(_shown(text), err=err)


def tell_refused(refused: Sequence[Refused]) -> None:
    """Write which plug-ins are not used, and why."""
    for each in refused:
        echo_line(str(each), err=True)


# What keeps a number and its unit on one line of a page is no blank for `grep` and other scripts.
_KEPT_TOGETHER = str.maketrans("\u00a0\u202f", "  ")


def _shown(text: str, keep: str = "") -> str:
    parts = _STYLE.split(text.translate(_KEPT_TOGETHER))
    return "".join(part if at % 2 else escaped(part, keep) for at, part in enumerate(parts))


def strong(text: str) -> str:
    """Text that stands out."""
    return click.style(text, bold=True)


def coloured(text: str, good: bool | None) -> str:
    """Text in the colour of good, bad or neither; the words also say it."""
    return click.style(text, fg={True: "green", False: "red", None: "yellow"}[good])


def show_json(document: Any) -> None:
    """Write a document of plain JSON values."""
    click.echo(escaped_json(json.dumps(document, indent=2, ensure_ascii=False)))


def day(time: datetime | None) -> str:
    """The day of a moment where this machine is; of one that does not come, "never"."""
    return "never" if time is None else f"{time.astimezone():%Y-%m-%d}"


def table(rows: Sequence[Sequence[str]], *, right: frozenset[int] = frozenset(), head: bool = True) -> str:
    """Rows with aligned columns; those in `right` to the right.

    >>> print(table([["name", "hosts"], ["NAND", "7"], ["Optane", "12"]], right=frozenset({1}), head=False))
    name    hosts
    NAND        7
    Optane     12
    """
    grid = Table(box=None, pad_edge=False, padding=(0, len(GAP), 0, 0), show_header=False)
    for column in range(len(rows[0])):
        grid.add_column(justify="right" if column in right else "left", no_wrap=True)
    for row in rows:
        grid.add_row(*(Text.from_ansi(_shown(cell)) for cell in row))
    # As wide as its content: a terminal wraps long lines itself, and a pipe has no width.
    console = Console(file=StringIO(), force_terminal=True, color_system="standard", width=_WIDEST)
    with console.capture() as captured:
        console.print(grid)
    lines = [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]
    return "\n".join(strong(line) if head and number == 0 else line for number, line in enumerate(lines))
