"""The parts that a report is made of, as data for the template: headings, paragraphs, tables, charts, formulas.

A span is a piece of a line: a string, or a string with a look. A cell is a list of lines, each a list of spans.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

Span = str | dict[str, Any]
Line = list[Span]
Block = dict[str, Any]

LONG_TEXT = 500
"""Characters of a row from which on it may be divided over two pages."""


def strong(text: str) -> Span:
    """Emphasised text."""
    return {"look": "strong", "text": text}


def soft(text: str) -> Span:
    """Subdued text."""
    return {"look": "soft", "text": text}


def small(text: str) -> Span:
    """A remark: small and subdued."""
    return {"look": "small", "text": text}


def code(text: str) -> Span:
    """A name of a program's field."""
    return {"look": "code", "text": text}


def bad(text: str) -> Span:
    """Something impossible: in a colour of its own, and said in words."""
    return {"look": "bad", "text": text}


def best(text: str) -> Span:
    """The best of its row: bold, with a sign."""
    return {"look": "best", "text": text}


def mark(index: int) -> Span:
    """Marker and number of a configuration."""
    return {"look": "mark", "index": index}


BETWEEN = "\u00a0\u00b7 "
"""Between the number of a configuration and its name, which may begin with a number itself."""


def named(index: int, *name: Span) -> Line:
    """A configuration: its marker and number, and its name."""
    return [mark(index), BETWEEN, *name]


def unit(text: str) -> Span:
    """A unit: subdued, and never divided."""
    return {"look": "unit", "text": text}


def cite(number: int) -> Span:
    """Reference to a source by its number in the list."""
    return {"look": "cite", "number": number}


def bar(low: float, middle: float, high: float, colour: str) -> Span:
    """A band as shares of a scale, for the eye only: the words beside it say the same."""
    return {"look": "bar", "low": low, "mid": middle, "high": high, "colour": colour}


def link(url: str) -> Span:
    """An address that can be followed."""
    return {"look": "link", "text": url}


def cell(*lines: Span | Line, missing: bool = False) -> dict[str, Any]:
    """A cell of one or more lines; `missing` hatches it."""
    return {"lines": [each if isinstance(each, list) else [each] for each in lines if each], "missing": missing}


Cells = Sequence[dict[str, Any]]


def heading(text: str, level: int = 1) -> Block:
    """A heading; one of the first level can be found in the running head."""
    return {"kind": "heading", "level": level, "text": text}


def new_page() -> Block:
    """What follows begins a page."""
    return {"kind": "page"}


def paragraph(*spans: Span, look: str = "plain") -> Block:
    """A paragraph; `look` is plain, note, or intro: a note that stays with what follows."""
    return {"kind": "paragraph", "spans": list(spans), "look": look}


def bullets(items: Iterable[Line]) -> Block:
    """A list."""
    return {"kind": "bullets", "items": list(items)}


def beside(left: Sequence[Block], right: Sequence[Block]) -> Block:
    """Blocks in two columns, the left ones first; without right ones they take the whole width."""
    return {"kind": "beside", "left": list(left), "right": list(right)}


def contents() -> Block:
    """Sections and their pages, at the foot of the page."""
    return {"kind": "contents"}


def column(*, mm: float | None = None, fr: float | None = None, right: bool = False) -> dict[str, Any]:
    """A column of a table: its width, as a length or as a share of what is left, and its side."""
    return {"mm": mm, "fr": fr, "right": right}


def table(
    columns: Sequence[dict[str, Any]],
    header: Cells,
    sections: Sequence[tuple[str | None, Sequence[Cells]]],
    *,
    title: Line | None = None,
    dense: bool = False,
    one_page: bool = False,
) -> Block:
    """A table whose head is repeated on each page; sections without rows are left out.

    One with a title, which its head repeats, stays whole where it fits a page; others do where they are small. One of
    one page is set small and close.
    """
    return {
        "kind": "table",
        "title": title,
        "dense": dense,
        "one_page": one_page,
        "columns": list(columns),
        "header": list(header),
        "sections": [
            {"title": title, "rows": [{"cells": list(row), "breakable": _length(row) > LONG_TEXT} for row in rows]}
            for title, rows in sections
            if rows
        ],
    }


def _length(row: Cells) -> int:
    return max(
        sum(len(span if isinstance(span, str) else span.get("text", "")) for line in each["lines"] for span in line)
        for each in row
    )


def chart(title: str, note: str, alt: str, drawing: dict[str, Any], level: int = 2) -> Block:
    """A chart: a drawing with a heading, a line that explains it, and all that it shows in words."""
    assert alt, "a chart without words is closed to who cannot see it"
    return {"kind": "chart", "level": level, "title": title, "note": note, "alt": alt, "drawing": drawing}
