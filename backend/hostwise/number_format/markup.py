"""Markdown that no text of others can change: what is written is a template of ours with their texts in its places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

_ENDS = re.compile(r"[ \t\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
"""Blanks and what ends a line: a text stays on its own."""
_MARKS = re.compile(r"[\\`*_\[\]<>#|&~$]|(?<=www)\.|:(?=//)", re.IGNORECASE)
"""What is markup anywhere: brackets are no link without square ones before them. And what makes an address a link where
Markdown is read as GitHub reads it."""
_BEGINS = re.compile(r"^(\d{0,9})([.)](?=\s|$)|[-+=](?![\w.]))")
"""What begins a list, a rule or a title where it begins a line."""
_CODE = re.compile(r"[\w/.~:-]+")


@dataclass(frozen=True)
class Markdown:
    """A line, or a part of one, that may be written as it is. Only the functions of this module make it."""

    source: str


def line(template: str, *texts: str | Markdown) -> Markdown:
    r"""A line: the template with a text in each of its `{}`, which is shown as it is whatever it holds.

    The template is markup, and therefore always a literal.

    >>> line("- **{}**: {}", "a*b", "[c](https://d)").source
    '- **a\\*b**: \\[c\\](https\\://d)'
    """
    return Markdown(template.format(*(_shown(each).source for each in texts)))


def code(text: str) -> Markdown:
    r"""A pointer, key or hash as code; any other text as it is, since nothing can be escaped within code.

    >>> code("/policy/spare_hosts").source, code("a`b").source
    ('`/policy/spare_hosts`', 'a\\`b')
    """
    return Markdown(f"`{text}`") if _CODE.fullmatch(text) else _shown(text)


def table(
    head: Sequence[str | Markdown], rows: Iterable[Sequence[str | Markdown]], *, numbers: slice = slice(0)
) -> Iterator[Markdown]:
    """A table and the empty line after it; the columns of numbers are aligned to the right."""
    places = range(len(head))
    yield _row(head)
    yield Markdown("|" + "|".join(" ---: " if place in places[numbers] else " --- " for place in places) + "|")
    yield from map(_row, rows)
    yield line("")


def written(lines: Iterable[Markdown]) -> str:
    """The document of some lines; it takes no other text, so that none can be forgotten."""
    return "\n".join(each.source for each in lines).rstrip("\n") + "\n"


def _row(cells: Sequence[str | Markdown]) -> Markdown:
    return Markdown("| " + " | ".join(_shown(each).source for each in cells) + " |")


def _shown(text: str | Markdown) -> Markdown:
    if isinstance(text, Markdown):
        return text
    plain = _MARKS.sub(r"\\\g<0>", _ENDS.sub(" ", text.strip()))
    return Markdown(_BEGINS.sub(r"\1\\\2", plain))
