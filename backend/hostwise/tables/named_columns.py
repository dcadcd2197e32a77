"""The reader of tables whose columns people named: which header is which column, and what to ask where none is known.

Who reads such tables says which columns they may have, by patterns of the words of their headers.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from hostwise.tables.problems import UnknownColumns, UnreadableFile
from hostwise.tables.sizes import SIZE_UNITS, SIZED, UNIT, in_bytes
from hostwise.tables.table import Table, plain

HEADER_WITHIN = 15
"""Titles and remarks above a header take fewer rows than this."""

_MOST_CHARACTERS = 400
"""A longer cell is no header."""

_SHARE = re.compile(r"%|percent|/ ?s(?![a-z])|per second")
_MAY_BE_SHARE = ("share", "clock", "rate")
_CLOCK = re.compile(r"(?<![a-z])[mg]hz")
_PERCENT = re.compile(r"%|percent")
_REMARK = re.compile(r"\(.*?\)|\[.*?\]")
_MARKS = re.compile(r"[^\w%#€$£]+|_")


class Guess(NamedTuple):
    """A column, and the words by which its header is known.

    Attributes:
        words: patterns, the best one first, of which one must match the whole header without its unit.
        kind: what its values are.
        loosely: whether marks between the words of a header, and remarks in brackets, say nothing of its meaning.
    """

    words: tuple[str, ...]
    kind: str = "text"
    loosely: bool = False

    def matches(self, header: str, pattern: str) -> bool:
        """Whether a header fits one of its patterns."""
        return any(re.fullmatch(pattern, each) for each in _spellings(header, self.loosely))

    def fits(self, header: str) -> bool:
        """Whether a header may be that of this column, by its words."""
        return any(self.matches(header, each) for each in self.words)


class Vocabulary(NamedTuple):
    """Words of other languages that columns of one kind of table are called by.

    Attributes:
        add: adds to the columns that are known those that words surely are: given headers without their units, those
            that name a unit of size, kinds of the columns, and header by column.
        likely: header by column with what words may be.
    """

    add: Callable[[Mapping[str, str], Set[str], Mapping[str, str], dict[str, str]], None]
    likely: Callable[[Mapping[str, str], Mapping[str, str], Mapping[str, str]], dict[str, str]]


@dataclass(frozen=True)
class NamedColumns:
    """The columns that tables of one kind may have.

    Attributes:
        of: what has such columns, such as "a quote".
        fields: the columns.
        usable: whether columns that were guessed are enough to read a table.
        enough: whether columns that a person named are enough.
        asked: what to name where they are not.
        vocabulary: words of other languages for them.
    """

    of: str
    fields: Mapping[str, Guess]
    usable: Callable[[Mapping[str, str]], bool] = bool
    enough: Callable[[Mapping[str, str]], bool] = bool
    asked: str = ""
    vocabulary: Vocabulary | None = None

    def guesses(self, headers: Sequence[str]) -> dict[str, str]:
        """Headers of a table by their likely columns; each header is used once at most."""
        return guesses(headers, self.fields, self.vocabulary)

    def suggestions(self, headers: Sequence[str]) -> dict[str, str]:
        """The same with what is likely only, for the question which column is what."""
        found = self.guesses(headers)
        if self.vocabulary is None:
            return found
        bare = {header: without_unit(header) for header in headers if plain(header)}
        return self.vocabulary.likely(bare, _kinds(self.fields), found)

    def places(self, headers: Sequence[str]) -> dict[str, list[int]]:
        """All places of each column: a header may be several columns, and a column may be there several times."""
        return {
            field: [at for at, header in enumerate(headers) if plain(header) and guess.fits(header)]
            for field, guess in self.fields.items()
        }

    def below_titles(self, table: Table, mapping: Mapping[str, str] | None = None) -> Table:
        """The table whose header is the row with most known columns: titles may stand above it.

        Args:
            table: the table as its first row has it.
            mapping: header by column, where a person named them.
        """

        def known(headers: Sequence[str]) -> int:
            if mapping is not None:
                return self.number_named(headers, mapping)
            found = self.guesses(headers)
            return len(found) if self.usable(found) else 0

        best, at_best = known(table.header), -1
        if best == 0 or mapping is not None:
            for at, row in enumerate(table.rows[:HEADER_WITHIN]):
                told = known([each for each in row if isinstance(each, str)])
                if told > best:
                    best, at_best = told, at
        return table if at_best < 0 else table.below(at_best)

    def tables_with_columns(
        self,
        tables: Iterable[Table],
        mapping: Mapping[str, str] | None = None,
        guess: Callable[[Table], dict[str, str]] | None = None,
    ) -> Iterator[tuple[Table, dict[str, str] | None]]:
        """Each table below its titles, with header by column; None for one that lacks columns to be read.

        Args:
            tables: the tables as their first rows have them.
            mapping: header by column, where a person named them.
            guess: guesses the columns of a table, where more than its headers tells them.
        """
        for each in tables:
            table = self.below_titles(each, mapping)
            own = dict(mapping) if mapping is not None else (guess(table) if guess else self.guesses(table.header))
            is_enough = self.usable(own) if mapping is None else self.enough(own)
            is_there = all(plain(header) in table.index for header in own.values())
            yield table, own if is_enough and is_there else None

    def number_named(self, headers: Sequence[str], mapping: Mapping[str, str]) -> int:
        """How many of the headers that a person named are among these."""
        there = {plain(each) for each in headers}
        return sum(plain(each) in there for each in mapping.values())

    def check(self, mapping: Mapping[str, str]) -> None:
        """Raise `UnreadableFile` where a person named an unknown column, or too few."""
        strange = [each for each in mapping if each not in self.fields]
        if strange:
            known = ", ".join(self.fields)
            raise UnreadableFile("bad_mapping", f"{strange[0]!r} is no column of {self.of}. Known are {known}.")
        if not self.enough(mapping):
            raise UnreadableFile("bad_mapping", self.asked)

    def unknown(self, table: Table, file: str, mapping: Mapping[str, str] | None, why: str) -> UnknownColumns:
        """The question which column is what: of a table with no known columns, or without those that were named.

        Args:
            table: the table that comes closest.
            file: name of the file, for the message.
            mapping: header by column, where a person named them.
            why: what to say where nobody did.
        """
        headers = [each.strip() for each in table.header if plain(each)]
        found = self.suggestions(headers)
        if mapping is None:
            return UnknownColumns(f"{why} Say which column is what.", headers, found)
        lost = next((each for each in mapping.values() if plain(each) not in table.index), "")
        return UnknownColumns(f"{file} has no column {lost!r}.", headers, found, "bad_mapping")

    def separator(
        self, lines: Sequence[str], among: Iterable[str], mapping: Mapping[str, str] | None = None
    ) -> tuple[str, int]:
        """What separates the cells of a text: the mark with most known headers in one line, and their number.

        Of marks with as many the first counts; titles above a table would mislead one that only counts marks.
        """

        def known(mark: str) -> int:
            rows = [cells_of(line, mark) for line in lines if mark in line]
            counts = (len(self.guesses(each)) if mapping is None else self.number_named(each, mapping) for each in rows)
            return max(counts, default=0)

        numbers = {mark: known(mark) for mark in among}
        best = max(numbers, key=lambda mark: numbers[mark])
        return best, numbers[best]


def cells_of(line: str, separator: str) -> list[str]:
    """The cells of one line by itself: an unclosed quotation mark must not swallow the following lines."""
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=separator))]
    except csv.Error:
        # A cell beyond the reader's limit is no header, and no figure.
        return [line[:80]]


def guesses(
    headers: Sequence[str], fields: Mapping[str, Guess], vocabulary: Vocabulary | None = None
) -> dict[str, str]:
    """Headers of a table by the likely columns of `fields`; each header is used once at most."""
    named = {header: words(header) for header in headers if plain(header)}
    shares = {header for header, text in named.items() if _SHARE.search(text)}
    sized = _with_size(named)
    no_rates = sized | {header for header, text in named.items() if _PERCENT.search(text)}
    found: dict[str, str] = {}
    for field, guess in fields.items():
        free = [
            each
            for each in named
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
            free.sort(key=lambda each: _CLOCK.search(named[each]) is None)
        matches = (each for pattern in guess.words for each in free if guess.matches(each, pattern))
        if (match := next(matches, None)) is not None:
            found[field] = match
    if vocabulary is not None:
        bare = {each: without_unit(each) for each in named if each not in shares}
        vocabulary.add(bare, sized - shares, _kinds(fields), found)
    return found


def _kinds(fields: Mapping[str, Guess]) -> dict[str, str]:
    return {field: guess.kind for field, guess in fields.items()}


def _with_size(headers: Mapping[str, str]) -> set[str]:
    """Headers that name a unit of size, by their words."""
    found = {header: UNIT.search(text) for header, text in headers.items()}
    return {header for header, unit in found.items() if unit is not None and unit[1] in SIZE_UNITS}


@lru_cache(maxsize=16_384)
def _spellings(header: str, loosely: bool) -> tuple[str, ...]:
    """A header as its words may be matched: without its unit; loosely also with it, without marks and remarks."""
    if len(header) > _MOST_CHARACTERS:
        return ()
    bare = without_unit(header)
    if not loosely:
        return (bare,)
    without_remark = _REMARK.sub(" ", header)
    found = (bare, without_unit(without_remark), words(header), words(without_remark))
    return tuple(dict.fromkeys(form for each in found if (form := _blanks(each))))


def _blanks(text: str) -> str:
    return " ".join(_MARKS.sub(" ", text).split())


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


def folded(text: str) -> str:
    """A header without accents, capitals and marks; umlauts may be written as two letters.

    >>> folded("Größe der Festplatte") == folded("Groesse der  Festplatte:")
    True
    """
    parts: Sequence[str] = unicodedata.normalize("NFKD", text.lower().replace("\u00df", "ss"))
    plain = "".join(each for each in parts if not unicodedata.combining(each))
    return re.sub(r"(a|o|u)e", r"\1", " ".join(re.sub(r"[()\[\]/:*,?#._'-]", " ", plain).split()))
