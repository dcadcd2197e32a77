"""The tables in a file: a workbook, a CSV, JSON, or a zip of them.

A file is what its content says, not what its name says. Whatever is unpacked is bounded before it is unpacked.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from hostwise.importers.problems import UnreadableFile
from hostwise.importers.tables import Table

MOST_UNPACKED_BYTES = 1024 * 1024 * 1024
"""Most bytes of one file or sheet after unpacking: 50,000 VMs with all their tabs have about half of that."""

MOST_TIMES_PACKED = 250
"""Most times that content may be larger than packed: workbooks of repeated words come to 40."""

MOST_CELLS = 12_000_000
"""Most cells of one sheet, empty ones among them: 100,000 VMs with 120 columns."""

MOST_COLUMNS, MOST_FILES = 2_000, 500

_NEVER_READ = frozenset(
    {"vNetwork", "vTools", "vHealth", "vCD", "vUSB", "vFloppy", "vRP", "vNIC", "vSwitch", "vPort", "dvSwitch", "dvPort"}
    | {"vSC_VMK", "vHBA", "vMultiPath", "vLicense", "vFileInfo"}
)
"""Sheets of RVTools that say nothing about size: half of a workbook."""

_OLE = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"
_MACINTOSH = "__MACOSX/"


@dataclass
class Bundle:
    """What a file holds: tables, and documents that are no tables."""

    name: str
    tables: list[Table] = field(default_factory=list)
    documents: list[tuple[str, Any]] = field(default_factory=list)


def opened(data: bytes, name: str) -> Bundle:
    """The tables and documents of a file; raises `UnreadableFile`."""
    bundle = Bundle(name)
    _open(data, PurePath(name).name or "file", bundle, deep=True)
    if not bundle.tables and not bundle.documents:
        raise UnreadableFile("empty", f"{name} holds no table.")
    return bundle


def _open(data: bytes, name: str, bundle: Bundle, *, deep: bool) -> None:
    if not data.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise UnreadableFile("empty", f"{name} is empty.")
    if data.startswith(_OLE):
        _open_old(data, name, bundle)
    elif data.startswith(_ZIP):
        _open_zip(data, name, bundle, deep=deep)
    elif data.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf")):
        raise UnreadableFile(
            "unknown_kind", f"{name} is neither a workbook nor CSV, JSON or a zip of them. Export it as one of these."
        )
    elif data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        bundle.documents.append((name, _json(data, name)))
    else:
        bundle.tables.append(_csv(_text(data, name), name))


def _open_zip(data: bytes, name: str, bundle: Bundle, *, deep: bool) -> None:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise UnreadableFile(
            "truncated", f"{name} is damaged or was cut short: {_sentence(error)} Export or send it again."
        ) from error
    _bounded(entries, name)
    names = {each.filename for each in entries}
    if "[Content_Types].xml" in names or "xl/workbook.xml" in names:
        _open_workbook(data, archive, name, bundle)
        return
    if "content.xml" in names:
        _open_workbook(data, archive, name, bundle)
        return
    if not deep:
        raise UnreadableFile("nested_zip", f"{name} is a zip within a zip; take it out first.")
    files = [each for each in entries if _is_content(each)]
    if len(files) > MOST_FILES:
        raise UnreadableFile("too_many_files", f"{name} holds {len(files)} files; at most {MOST_FILES} are read.")
    for entry in files:
        try:
            _open(archive.read(entry), entry.filename, bundle, deep=False)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError) as error:
            if isinstance(error, UnreadableFile):
                raise
            raise _unpackable(entry, name, error) from error


def _is_content(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry of a zip may hold tables: no folder, no picture, no slides, nothing of an operating system."""
    path = PurePath(entry.filename)
    usual = path.suffix.lower() in (".csv", ".txt", ".tsv", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".json")
    return not entry.is_dir() and usual and not path.name.startswith(("~$", ".")) and _MACINTOSH not in entry.filename


def _unpackable(entry: zipfile.ZipInfo, name: str, error: Exception) -> UnreadableFile:
    if entry.flag_bits & 1:
        return UnreadableFile("encrypted", f"{entry.filename} in {name} has a password. Save it without one.")
    return UnreadableFile("truncated", f"{entry.filename} in {name} is damaged: {_sentence(error)}")


def _bounded(entries: list[zipfile.ZipInfo], name: str) -> None:
    """Refuse what unpacks to too much, as the zip itself announces it; reading checks that it is true."""
    size = sum(each.file_size for each in entries)
    packed = sum(each.compress_size for each in entries)
    if size > 4 * MOST_UNPACKED_BYTES or any(each.file_size > MOST_UNPACKED_BYTES for each in entries):
        largest = max(each.file_size for each in entries)
        raise UnreadableFile(
            "too_large_unpacked",
            f"{name} unpacks to {size // 2**20:,} MiB, and its largest part to {largest // 2**20:,} MiB; at most "
            f"{MOST_UNPACKED_BYTES // 2**20:,} MiB are read. Export fewer tabs, or one file for each cluster.",
        )
    if size > 16 * 2**20 and size > MOST_TIMES_PACKED * max(packed, 1):
        raise UnreadableFile(
            "zip_bomb", f"{name} unpacks to {size // max(packed, 1)} times its size, which no export does."
        )


def _open_workbook(data: bytes, archive: zipfile.ZipFile, name: str, bundle: Bundle) -> None:
    for entry in archive.infolist():
        if entry.filename.startswith("xl/worksheets/") and entry.filename.endswith(".xml"):
            _bounded_sheet(archive, entry, name)
    _read_workbook(data, name, bundle)


_CELL = re.compile(rb'<c\b[^>]*?\br="([A-Z]{1,3})(\d{1,7})"[^>]*(?<!/)>')
"""A cell that is not empty: empty ones with a format go down to the last row of many files, and take no memory."""

_CHUNK, _TAIL = 1 << 20, 1 << 14


def _bounded_sheet(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> None:
    """Refuse a sheet whose cells lie so far apart that all between them would not fit into memory.

    The announced dimension decides nothing: it may be wrong either way. Cells come row by row, so those at the ends of
    pieces tell the last row and nearly always the last column. What hides from that is stopped by the limit on the
    memory of the process.
    """
    row = column = 1
    for piece in _pieces(archive, entry, name):
        for letters, digits in _CELL.findall(piece):
            row, column = max(row, int(digits)), max(column, _column(letters))
        if row * column > MOST_CELLS:
            raise UnreadableFile(
                "sheet_too_large",
                f"A sheet of {name} ({entry.filename}) reaches to row {row:,} and column {column:,}: more than "
                f"{MOST_CELLS:,} cells. Delete what lies outside of the table, or export it again.",
            )


def _column(letters: bytes) -> int:
    number = 0
    for each in letters:
        number = number * 26 + each - 64
    return number


def _pieces(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> Iterator[bytes]:
    """The beginning of a sheet, and the end of each of its chunks."""
    read, before = 0, b""
    try:
        with archive.open(entry) as stream:
            while chunk := stream.read(_CHUNK):
                if read == 0:
                    yield chunk[:_TAIL]
                read += len(chunk)
                if read > MOST_UNPACKED_BYTES:
                    raise UnreadableFile("too_large_unpacked", f"A sheet of {name} is larger than the file announces.")
                before = (before + chunk)[-_TAIL:]
                yield before
    except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, OSError) as error:
        raise _unpackable(entry, name, error) from error


def _open_old(data: bytes, name: str, bundle: Bundle) -> None:
    """A workbook of before 2007, or one that is encrypted: both have the same outer form."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise UnreadableFile("encrypted", f"{name} has a password. Save it without one.")
    _read_workbook(data, name, bundle)


def _read_workbook(data: bytes, name: str, bundle: Bundle) -> None:
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for sheet in workbook.sheet_names:
            if sheet in _NEVER_READ:
                continue
            rows = workbook.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
            if rows:
                bundle.tables.append(Table.of_rows(name, sheet, rows))
    except PasswordError as error:
        raise UnreadableFile("encrypted", f"{name} has a password. Save it without one.") from error
    except CalamineError as error:
        raise UnreadableFile(
            "no_workbook", f"{name} cannot be read as a workbook: {_sentence(error)} Save it again as .xlsx."
        ) from error


def _json(data: bytes, name: str) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError) as error:
        where = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise UnreadableFile("no_json", f"{name} begins like JSON and cannot be read{where}.") from error


def _text(data: bytes, name: str) -> str:
    """The text of a CSV: UTF-8, UTF-16 by its mark, else what Windows wrote in western Europe."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError as error:
            raise UnreadableFile("wrong_encoding", f"{name} is no valid UTF-16.") from error
    if b"\x00" in data[:4096]:
        raise UnreadableFile("unknown_kind", f"{name} is no text, workbook or zip.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _csv(text: str, name: str) -> Table:
    first = text.lstrip("\r\n").split("\n", 1)[0]
    separator = max(",;\t|", key=first.count)
    if first.count(separator) > MOST_COLUMNS and not first.lstrip('"').startswith("(PDH-CSV"):
        raise UnreadableFile(
            "too_many_columns", f"{name} has {first.count(separator) + 1:,} columns; at most {MOST_COLUMNS:,} are read."
        )
    if first.startswith("sep=") and len(first.strip()) == 5:
        separator = first.strip()[-1]
        text = text.split("\n", 1)[1] if "\n" in text else ""
    try:
        rows = list(_rows(text, separator))
    except csv.Error as error:
        raise UnreadableFile("no_csv", f"{name} cannot be read as CSV: {_sentence(error)}") from error
    if not rows:
        raise UnreadableFile("empty", f"{name} is empty.")
    return Table.of_rows(name, PurePath(name).stem, rows, separator)


def _rows(text: str, separator: str) -> Iterator[list[Any]]:
    return (row for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if row)


def _sentence(error: BaseException) -> str:
    text = " ".join(str(error).split())[:200]
    return text if text.endswith(".") else f"{text}."
