"""Output for terminals: aligned tables, formatted numbers, JSON."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from io import StringIO
from typing import Any

import click
from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.table import Table
from rich.text import Text

from hostwise.number_format.characters import escaped, escaped_json
from hostwise.plugins import Refused

GAP = "  "
WIDTH = 100
"""Most characters in a line of what a command says first."""

_WIDEST = 100_000
_LEAST_NAME, _LEAST_LINE = 12, 30
"""Characters that a cut name keeps, and those of the lines of a last column."""


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


def wrapped(text: str, width: int = WIDTH, first: str = "", rest: str = "") -> str:
    """A text in lines of a width, by what is seen of it; a number and its unit stay on one line.

    Args:
        text: the text, in one line.
        width: most characters of a line.
        first: what the first line begins with.
        rest: what all others begin with.

    >>> print(wrapped("Four hosts are enough for nine of ten.", 20, "- ", "  "))
    - Four hosts are
      enough for nine of
      ten.
    """
    lines, line, empty = [], first, True
    for word in _pieces(text, width - max(_seen(first), _seen(rest))):
        if not empty and _seen(line) + 1 + _seen(word) > width:
            lines.append(line)
            line, empty = rest, True
        line, empty = line + ("" if empty else " ") + word, False
    return "\n".join([*lines, line])


def _pieces(text: str, most: int) -> Iterator[str]:
    """The words of a text; one that is longer than a line is broken."""
    for word in text.split(" "):
        left = word
        while _seen(left) > most > 0:
            yield set_cell_size(left, most).rstrip()
            left = left[len(set_cell_size(left, most).rstrip()) :]
        if left:
            yield left


def shortened(names: Sequence[str], width: int) -> list[str]:
    """Names cut to a width: at their end or, where that makes two of them alike, in their middle.

    >>> shortened(["EPYC with NVMe", "Xeon"], 10)
    ['EPYC with\u2026', 'Xeon']
    >>> shortened(["EPYC with NVMe", "EPYC with SATA"], 10)
    ['EPYC \u2026NVMe', 'EPYC \u2026SATA']
    """
    at_end = [_cut(each, width, 0) for each in names]
    if len(set(at_end)) == len(set(names)):
        return at_end
    return [_cut(each, width, (width - 1) // 2) for each in names]


def _cut(name: str, width: int, tail: int) -> str:
    if _seen(name) <= width:
        return name
    end = ""
    for character in reversed(name):
        if _seen(character + end) > tail:
            break
        end = character + end
    start = ""
    for character in name:
        if _seen(start + character + end) > width - 1:
            break
        start += character
    return f"{start.rstrip() if not end else start}\u2026{end}"


def _seen(text: str) -> int:
    """How many characters of a terminal a text takes."""
    return cell_len(_STYLE.sub("", text))


def table(
    rows: Sequence[Sequence[str]],
    *,
    right: frozenset[int] = frozenset(),
    head: bool = True,
    within: int | None = None,
    names: Sequence[int] = (0,),
) -> str:
    """Rows with aligned columns; those in `right` to the right.

    Args:
        rows: the rows, all of as many cells.
        right: columns whose cells end at the same place.
        head: whether the first row is that of the heads.
        within: most characters of a line; without it the table is as wide as its content.
        names: columns that are cut for that, once the last one has no more lines to give.

    >>> print(table([["name", "hosts"], ["NAND", "7"], ["Optane", "12"]], right=frozenset({1}), head=False))
    name    hosts
    NAND        7
    Optane     12
    """
    # Before lines are broken: what a name has of line ends is shown, and begins no line.
    rows = [[_shown(cell) for cell in row] for row in rows]
    if within is not None:
        rows = _fitted(rows, within, names)
    grid = Table(box=None, pad_edge=False, padding=(0, len(GAP), 0, 0), show_header=False)
    for column in range(len(rows[0])):
        grid.add_column(justify="right" if column in right else "left", no_wrap=True)
    for row in rows:
        grid.add_row(*map(Text.from_ansi, row))
    # As wide as its content: a terminal wraps long lines itself, and a pipe has no width.
    console = Console(file=StringIO(), force_terminal=True, color_system="standard", width=_WIDEST)
    with console.capture() as captured:
        console.print(grid)
    lines = [line.rstrip() for line in captured.get().rstrip("\n").split("\n")]
    return "\n".join(strong(line) if head and number == 0 else line for number, line in enumerate(lines))


def _fitted(rows: Sequence[Sequence[str]], within: int, names: Sequence[int]) -> list[list[str]]:
    """The rows, with the last column in lines and names cut, so that they fit."""
    columns = [[row[at] for row in rows] for at in range(len(rows[0]))]
    widths = [max(map(_seen, column)) for column in columns]
    last = len(widths) - 1
    over = sum(widths) + len(GAP) * last - within
    if over > 0 and last not in names:
        given = min(over, max(0, widths[last] - _LEAST_LINE))
        over -= given
        columns[last] = [wrapped(cell, widths[last] - given) for cell in columns[last]]
    while over > 0 and any(widths[at] > _LEAST_NAME for at in names):
        longest = max(names, key=lambda at: widths[at])
        widths[longest] -= 1
        over -= 1
    for at in names:
        columns[at] = shortened(columns[at], widths[at])
    return [list(row) for row in zip(*columns, strict=True)]
