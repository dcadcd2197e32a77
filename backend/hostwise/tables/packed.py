"""The unpacked size of a zip or a workbook, measured before anything else reads it.

The sizes declared in a zip may be false. They are compared with the real size of its unpacked parts, piece by piece.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator

from hostwise.tables.problems import UnreadableFile

MOST_UNPACKED_BYTES = 1024 * 1024 * 1024
"""Most bytes of one file or sheet after unpacking: 50,000 VMs with all their tabs have about half of that."""

MOST_TIMES_PACKED = 250
"""Largest ratio of unpacked to packed size: workbooks of repeated words reach 40."""

MOST_CELLS = 12_000_000
"""Most cells of one sheet, empty ones among them: 100,000 VMs with 120 columns."""

_MOST_NAMES_BYTES = 4 * 1024 * 1024
_LOCAL_HEADER = 30
_CHUNK, _TAIL = 1 << 20, 1 << 14
_CELL = re.compile(rb'<c\b[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*(?<!/)>')
"""A cell that is not empty: empty ones with a format go down to the last row of many files, and take no memory."""


def check_sizes(entries: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse a zip whose declared sizes are too large; raises `UnreadableFile`."""
    size = sum(each.file_size for each in entries)
    if size > 4 * MOST_UNPACKED_BYTES or any(each.file_size > MOST_UNPACKED_BYTES for each in entries):
        largest = max(each.file_size for each in entries)
        raise UnreadableFile(
            "too_large_unpacked",
            f"{name} unpacks to {size // 2**20:,} MiB, and its largest part to {largest // 2**20:,} MiB; at most "
            f"{MOST_UNPACKED_BYTES // 2**20:,} MiB are read. Export fewer tabs, or one file for each cluster.",
        )
    check_ratio(entries, name)


def check_ratio(entries: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse a zip whose declared sizes are much larger than its packed ones; raises `UnreadableFile`."""
    size = sum(each.file_size for each in entries)
    packed = sum(each.compress_size for each in entries)
    if size > 16 * 2**20 and size > MOST_TIMES_PACKED * max(packed, 1):
        raise UnreadableFile(
            "zip_bomb", f"{name} unpacks to {size // max(packed, 1)} times its size, which no export does."
        )


def check_workbook(archive: zipfile.ZipFile, data: bytes, name: str, unread: frozenset[str]) -> None:
    """Refuse a workbook whose parts unpack to more than announced, or whose cells lie too far apart.

    Args:
        archive: the workbook as a zip.
        data: the same as bytes.
        name: its name, for messages.
        unread: names of sheets that nobody will read, which may hold anything.

    Raises:
        UnreadableFile: it is not to be read.
    """
    idle = _paths_of(archive, unread)
    for entry in archive.infolist():
        if entry.filename in idle or not entry.filename.endswith((".xml", ".rels", ".bin")):
            continue
        is_sheet = entry.filename.startswith("xl/worksheets/") and entry.filename.endswith(".xml")
        row = column = 1
        for piece in _pieces(data, entry, name):
            if not is_sheet:
                continue
            # The announced dimension decides nothing: it may be wrong either way. Cells come row by row, so those at
            # the ends of pieces tell the last row and nearly always the last column. What hides from that is stopped
            # by the limit on the memory of the process.
            for letters, digits in _CELL.findall(piece):
                row, column = max(row, int(digits)), max(column, _column(letters))
            if row * column > MOST_CELLS:
                raise UnreadableFile(
                    "sheet_too_large",
                    f"A sheet of {name} ({entry.filename}) reaches to row {row:,} and column {column:,}: more than "
                    f"{MOST_CELLS:,} cells. Delete what lies outside of the table, or export it again.",
                )


def unpackable(entry: zipfile.ZipInfo, name: str, error: Exception) -> UnreadableFile:
    """Why a part of a zip cannot be unpacked."""
    if entry.flag_bits & 1:
        return UnreadableFile("encrypted", f"{entry.filename} in {name} has a password. Save it without one.")
    reason = " ".join(str(error).split())[:200].rstrip(".")
    return UnreadableFile("truncated", f"{entry.filename} in {name} is damaged: {reason}. Export or send it again.")


def _paths_of(archive: zipfile.ZipFile, sheets: frozenset[str]) -> set[str]:
    """Parts of the workbook that hold these sheets; none if its table of contents is not as usual."""
    texts = []
    for part in ("xl/workbook.xml", "xl/_rels/workbook.xml.rels"):
        try:
            with archive.open(part) as stream:
                texts.append(stream.read(_MOST_NAMES_BYTES).decode("utf-8", "replace"))
        except (KeyError, zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError):
            return set()
    targets = {}
    for element in re.findall(r"<(?:\w+:)?Relationship\b[^>]*>", texts[1]):
        told = dict(re.findall(r'\b(Id|Target)="([^"]*)"', element))
        if len(told) == 2:
            targets[told["Id"]] = told["Target"].lstrip("/").removeprefix("xl/")
    found: set[str] = set()
    others: set[str] = set()
    for element in re.findall(r"<(?:\w+:)?sheet\b[^>]*>", texts[0]):
        told = dict(re.findall(r'(?:\b|:)(name|id)="([^"]*)"', element))
        path = f"xl/{targets.get(told.get('id', ''), '')}"
        (found if told.get("name") in sheets else others).add(path)
    return found - others


def _column(letters: bytes) -> int:
    number = 0
    for each in letters:
        number = number * 26 + each - 64
    return number


def _pieces(data: bytes, entry: zipfile.ZipInfo, name: str) -> Iterator[bytes]:
    """The beginning of a part, and the end of each of its chunks, whatever size the zip announces."""
    read, before = 0, b""
    try:
        for chunk in _unpacked(data, entry):
            if read == 0:
                yield chunk[:_TAIL]
            read += len(chunk)
            if read > entry.file_size or read > MOST_UNPACKED_BYTES:
                raise UnreadableFile("zip_bomb", f"{entry.filename} in {name} unpacks to more than the file announces.")
            before = (before + chunk)[-_TAIL:] if len(chunk) < _TAIL else chunk[-_TAIL:]
            yield before
        if read < entry.file_size:
            raise EOFError("it ends before its announced size")
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        raise unpackable(entry, name, error) from error


def _unpacked(data: bytes, entry: zipfile.ZipInfo) -> Iterator[bytes]:
    """A part in chunks, straight from the bytes: `zipfile` stops at the announced size, and other readers do not."""
    if entry.flag_bits & 1:
        raise RuntimeError("it has a password")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError("it is packed by an unusual method")
    header = data[entry.header_offset : entry.header_offset + _LOCAL_HEADER]
    if len(header) < _LOCAL_HEADER or header[:4] != b"PK\x03\x04":
        raise zipfile.BadZipFile("its header is missing")
    start = entry.header_offset + _LOCAL_HEADER
    start += int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    packed = memoryview(data)[start : start + entry.compress_size]
    if entry.compress_type == zipfile.ZIP_STORED:
        for at in range(0, len(packed), _CHUNK):
            yield bytes(packed[at : at + _CHUNK])
        return
    unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
    for at in range(0, len(packed), _CHUNK):
        rest: bytes | memoryview = packed[at : at + _CHUNK]
        while rest and not unpacking.eof:
            if chunk := unpacking.decompress(rest, _CHUNK):
                yield chunk
            rest = unpacking.unconsumed_tail
    while not unpacking.eof:
        if not (chunk := unpacking.decompress(b"", _CHUNK)):
            raise EOFError("it ends within its content")
        yield chunk
