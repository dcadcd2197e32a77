"""Columns by the words of their headers, for tables of any origin."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from hostwise.tables.header_words import by_words, suggested
from hostwise.tables.sizes import SIZE_UNITS, SIZED, UNIT, in_bytes
from hostwise.tables.table import Table, plain

_HEADER_WITHIN = 15
"""Titles and remarks above a header take fewer rows than this."""

_SHARE = re.compile(r"%|percent|/ ?s(?![a-z])|per second")
_MAY_BE_SHARE = ("share", "clock", "rate")
_CLOCK = re.compile(r"(?<![a-z])[mg]hz")
_PERCENT = re.compile(r"%|percent")


class Guess(NamedTuple):
    """A column, and the words by which its header is known.

    Attributes:
        words: patterns, the best one first, of which one must match the whole header without its unit.
        kind: what its values are.
    """

    words: tuple[str, ...]
    kind: str = "text"


def guesses(headers: Sequence[str], fields: Mapping[str, Guess]) -> dict[str, str]:
    """Headers of a table by the likely columns of `fields`; each header is used once at most."""
    bare = {header: without_unit(header) for header in headers if plain(header)}
    shares = {header for header in bare if _SHARE.search(words(header))}
    sized = _with_size(bare)
    no_rates = sized | {header for header in bare if _PERCENT.search(words(header))}
    found: dict[str, str] = {}
    for field, guess in fields.items():
        free = [
            each
            for each in bare
            if each not in found.values()
            and (each not in shares or guess.kind in _MAY_BE_SHARE)
            # MB per second are no operations per second.
            and not (guess.kind == "rate" and each in no_rates)
        ]
        if guess.kind in SIZED:
            # Beside a column of sizes there may be one of names that is called alike: "Disk" and "Disk GB".
            free.sort(key=lambda each: each not in sized)
        if guess.kind == "clock":
            # Of two columns the one in MHz is worth more than the one in percent of a clock that nobody says.
            free.sort(key=lambda each: _CLOCK.search(words(each)) is None)
        matches = (each for pattern in guess.words for each in free if re.fullmatch(pattern, bare[each]))
        if (match := next(matches, None)) is not None:
            found[field] = match
    plain_of = {each: text for each, text in bare.items() if each not in shares}
    by_words(plain_of, _with_size(plain_of), {field: guess.kind for field, guess in fields.items()}, found)
    return found


def suggestions(headers: Sequence[str], fields: Mapping[str, Guess]) -> dict[str, str]:
    """The same with what is likely only, for the question which column is what."""
    bare = {header: without_unit(header) for header in headers if plain(header)}
    return suggested(bare, {field: guess.kind for field, guess in fields.items()}, guesses(headers, fields))


def _with_size(headers: Iterable[str]) -> set[str]:
    """Headers that name a unit of size."""
    return {each for each in headers if (unit := UNIT.search(words(each))) is not None and unit[1] in SIZE_UNITS}


def words(header: str) -> str:
    """The words of a header in small letters: those of `memoryMB` are memory and mb."""
    text = plain(re.sub(r"(?<=[a-z]{2})(?=[A-Z])", " ", header).replace("_", " "))
    return in_bytes(text)


def without_unit(header: str) -> str:
    """A header without its unit, and with blanks for other marks.

    >>> without_unit("Disk (GB)"), without_unit("memoryMB")
    ('disk', 'memory')
    """
    text = re.sub(r"[()\[\]/:*,]|(?<=\s)-(?=\s)", " ", UNIT.sub("", words(header)))
    return re.sub(r" in$", "", " ".join(text.split()))


def with_header(
    table: Table,
    fields: Mapping[str, Guess],
    usable: Callable[[Mapping[str, str]], bool],
    wanted: Sequence[str] | None = None,
) -> Table:
    """The table whose header is the row with most known columns: titles may stand above it.

    Args:
        table: the table as its first row has it.
        fields: the columns that it may have.
        usable: whether some columns are enough to read the table.
        wanted: headers that it must have, where they are known.
    """

    def says(headers: Sequence[str]) -> int:
        if wanted is not None:
            return sum(plain(each) in {plain(header) for header in headers} for each in wanted)
        found = guesses(headers, fields)
        return len(found) if usable(found) else 0

    best, at_best = says(table.header), -1
    if best == 0 or wanted is not None:
        for at, row in enumerate(table.rows[:_HEADER_WITHIN]):
            told = says([each for each in row if isinstance(each, str)])
            if told > best:
                best, at_best = told, at
    return table if at_best < 0 else table.below(at_best)
