"""A vendor's quote or price list: its lines with what one piece costs, whatever the columns are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hostwise.plan.estate import EstateFinding
from hostwise.quotes.quote_columns import COLUMNS
from hostwise.quotes.quote_lines import LineReader, QuotedLine
from hostwise.tables.bundle import opened
from hostwise.tables.named_columns import HEADER_WITHIN
from hostwise.tables.problems import UnreadableFile
from hostwise.tables.table import Table, plain

MOST_LINES = 5_000
MOST_QUOTE_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class Quote:
    """What a quote was read as: header by column, and its lines; and the table that they are from."""

    file: str
    headers: list[str]
    mapping: dict[str, str]
    lines: list[QuotedLine]
    findings: list[EstateFinding]
    table: Table


def read_quote(data: bytes, name: str, mapping: Mapping[str, str] | None = None) -> Quote:
    """The lines of a quote: a workbook, CSV, or a table pasted as text.

    Args:
        data: the content.
        name: its name, for messages.
        mapping: header by column, some of the columns of a quote; without it, headers are guessed.

    Raises:
        UnknownColumns: no table has columns of parts and of prices; it has headers and guess.
        UnreadableFile: it cannot be read, or has too many lines.
    """
    if len(data) > MOST_QUOTE_BYTES:
        raise UnreadableFile(
            "too_large", f"{name} has more than {MOST_QUOTE_BYTES // 2**20} MiB, more than a quote has."
        )
    if mapping is not None:
        COLUMNS.check(mapping)
    tables = tables_of(data, name, mapping)
    if not tables:
        raise UnreadableFile("unknown_format", f"{name} holds no table.")
    found = next(quotes_of(tables, name, mapping), None)
    if found is not None:
        return found
    headed = [COLUMNS.below_titles(each, mapping) for each in tables]
    best = max(headed, key=lambda table: len(COLUMNS.guesses(table.header)))
    raise COLUMNS.unknown(best, name, mapping, f"No columns of {name} are known to hold parts and their prices.")


def tables_of(data: bytes, name: str, mapping: Mapping[str, str] | None = None) -> list[Table]:
    """The tables of a file: one of a text, those of all sheets of a workbook.

    Args:
        data: the content.
        name: its name, for messages.
        mapping: header by column, where a person named them.

    Raises:
        UnreadableFile: it cannot be opened, or holds nothing.
    """
    return opened(_separated(data, mapping), name).tables


def quotes_of(tables: Sequence[Table], name: str, mapping: Mapping[str, str] | None = None) -> Iterator[Quote]:
    """What each table that has columns of parts and of prices was read as.

    Raises:
        UnreadableFile: one has too many lines.
    """
    for table, own in COLUMNS.tables_with_columns(tables, mapping):
        if own is None:
            continue
        if len(table) > MOST_LINES:
            raise UnreadableFile("too_many_lines", f"{name} has more than {MOST_LINES:,} lines.")
        headers = [each.strip() for each in table.header if plain(each)]
        yield Quote(name, headers, own, LineReader(table, own).lines(), table.findings, table)


_BINARY = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"\xff\xfe", b"\xfe\xff")
_SEPARATORS = "\t;,|"
_SAMPLED_BYTES = 1 << 16


def _separated(data: bytes, mapping: Mapping[str, str] | None) -> bytes:
    """A text with its separator stated in a first line: titles above a pasted table would mislead its detection."""
    if data.startswith(_BINARY) or data[:4] == b"sep=":
        return data
    bare = data.removeprefix(b"\xef\xbb\xbf")
    lines = bare[:_SAMPLED_BYTES].decode("utf-8", "replace").splitlines()[:HEADER_WITHIN]
    mark, known = COLUMNS.separator(lines, _SEPARATORS, mapping)
    return f"sep={mark}\n".encode() + bare if known > 1 else data
