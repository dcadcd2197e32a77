"""The tables in a file: a workbook, a CSV, JSON, or a zip of them.

The content of a file decides its kind, not its name. The unpacked size of an archive is limited before unpacking.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
import zlib
from codecs import BOM_UTF8, BOM_UTF16
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Generic, TypeVar

from python_calamine import CalamineError, CalamineWorkbook, PasswordError

from hostwise.tables.documents import json_of
from hostwise.tables.packed import MOST_CELLS, check_sizes, check_workbook, unpackable
from hostwise.tables.problems import UnreadableFile, sentence
from hostwise.tables.table import Table
from hostwise.tables.well_formed import separator_of, well_formed

_SAMPLED_BYTES = 1 << 16
"""By so many bytes the separator of a CSV is told."""

MOST_COLUMNS, MOST_FILES = 2_000, 500

MOST_CSV_CELLS = 3 * MOST_CELLS
"""Most cells of a CSV: 200,000 VMs with 180 columns."""

MOST_CSV_ROWS = 1_000_000
"""Most lines of a CSV: 200,000 VMs with five disks each."""

_CONTENT = frozenset(
    {".csv", ".txt", ".tsv", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".json"} | {".yaml", ".yml", ".xml"}
)

_OLE = b"\xd0\xcf\x11\xe0"
_ZIP = b"PK\x03\x04"
_MACINTOSH = "__MACOSX/"
_BEFORE_JSON = BOM_UTF8 + BOM_UTF16 + b"\x00 \t\r\n"
"""Marks of encodings and blanks: PowerShell writes UTF-16."""


ApartT = TypeVar("ApartT")


@dataclass
class Bundle(Generic[ApartT]):
    """The content of a file: tables, other documents, and what was set apart unopened."""

    name: str
    tables: list[Table] = field(default_factory=list)
    documents: list[tuple[str, Any]] = field(default_factory=list)
    apart: list[ApartT] = field(default_factory=list)


@dataclass(frozen=True)
class Opening(Generic[ApartT]):
    """What those who open files know of them, beside what every table is.

    Attributes:
        apart: by content and name, what a file is that is not to be opened, since it belongs elsewhere.
        take_text: puts a text that is no CSV into the bundle, and says whether it did.
        unread: names of sheets that nobody reads, which may hold anything.
    """

    apart: Callable[[bytes, str], ApartT | None]
    take_text: Callable[[bytes, str, Bundle[ApartT]], bool]
    unread: frozenset[str] = frozenset()


ANY_TABLES: Opening[Any] = Opening(lambda *_: None, lambda *_: False)
"""Nothing is known but tables."""


def opened(data: bytes, name: str, opening: Opening[ApartT] = ANY_TABLES) -> Bundle[ApartT]:
    """The tables and documents of a file.

    Args:
        data: the content of the file.
        name: its name, for messages.
        opening: what is known of such files.

    Raises:
        UnreadableFile: it cannot be opened, or holds nothing.
    """
    bundle: Bundle[ApartT] = Bundle(name)
    _open(data, PurePath(name).name or "file", bundle, opening, depth=2)
    if not bundle.tables and not bundle.documents and not bundle.apart:
        raise UnreadableFile("empty", f"{name} holds no table.")
    return bundle


def _open(data: bytes, name: str, bundle: Bundle[ApartT], opening: Opening[ApartT], *, depth: int) -> None:
    """Open a file, and zips within zips so many levels deep."""
    if not data.lstrip(b"\x00 \t\r\n\xef\xbb\xbf"):
        raise UnreadableFile("empty", f"{name} is empty.")
    if (apart := opening.apart(data, name)) is not None:
        bundle.apart.append(apart)
    elif data.startswith(_OLE):
        _open_old(data, name, bundle, opening)
    elif data.startswith(_ZIP):
        _open_zip(data, name, bundle, opening, depth=depth)
    elif data.startswith((b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"Rar!", b"7z\xbc\xaf")):
        raise UnreadableFile(
            "unknown_kind", f"{name} is neither a workbook nor CSV, JSON or a zip of them. Export it as one of these."
        )
    elif data.lstrip(_BEFORE_JSON)[:1] in (b"{", b"["):
        bundle.documents.append((name, _json(data, name)))
    else:
        text = _utf8(data, name)
        if not opening.take_text(text, name, bundle):
            bundle.tables.append(_csv(text, name))


def _open_zip(data: bytes, name: str, bundle: Bundle[ApartT], opening: Opening[ApartT], *, depth: int) -> None:
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = archive.infolist()
    except (zipfile.BadZipFile, ValueError, OSError) as error:
        raise UnreadableFile(
            "truncated", f"{name} is damaged or was cut short: {sentence(error)} Export or send it again."
        ) from error
    check_sizes(entries, name)
    names = {each.filename for each in entries}
    if {"[Content_Types].xml", "xl/workbook.xml", "content.xml"} & names:
        check_workbook(archive, data, name, opening.unread)
        _read_workbook(data, name, bundle, opening)
        return
    # Files that are sent together are stored in one zip, which unpacks to no more than was sent.
    files = [each for each in entries if _is_content(each) or (depth == 2 and _is_stored_zip(each))]
    inner = next((each.filename for each in entries if each.filename.lower().endswith(".zip")), None)
    if depth == 0 or (not files and inner is not None):
        raise UnreadableFile("nested_zip", f"{inner or name} is a zip within a zip; take it out first.")
    if len(files) > MOST_FILES:
        raise UnreadableFile("too_many_files", f"{name} holds {len(files)} files; at most {MOST_FILES} are read.")
    for entry in files:
        path = entry.filename if depth == 2 else f"{name}/{entry.filename}"
        try:
            inner_depth = 1 if depth == 2 and _is_stored_zip(entry) else 0
            _open(archive.read(entry), path, bundle, opening, depth=inner_depth)
        except UnreadableFile:
            raise
        except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError) as error:
            raise unpackable(entry, name, error) from error


def _is_content(entry: zipfile.ZipInfo) -> bool:
    """Whether an entry of a zip may hold tables: no folder, no picture, no slides, nothing of an operating system."""
    path = PurePath(entry.filename)
    hidden = path.name.startswith(("~$", ".")) or _MACINTOSH in entry.filename
    return path.suffix.lower() in _CONTENT and not hidden


def _is_stored_zip(entry: zipfile.ZipInfo) -> bool:
    stored = entry.compress_type == zipfile.ZIP_STORED
    return stored and PurePath(entry.filename).suffix.lower() == ".zip" and _MACINTOSH not in entry.filename


def _open_old(data: bytes, name: str, bundle: Bundle[ApartT], opening: Opening[ApartT]) -> None:
    """A workbook of before 2007, or one that is encrypted: both have the same outer form."""
    if "EncryptedPackage".encode("utf-16-le") in data:
        raise UnreadableFile("encrypted", f"{name} has a password. Save it without one.")
    _read_workbook(data, name, bundle, opening)


def _read_workbook(data: bytes, name: str, bundle: Bundle[ApartT], opening: Opening[ApartT]) -> None:
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        for sheet in workbook.sheet_names:
            if sheet in opening.unread:
                continue
            rows = workbook.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
            if rows:
                bundle.tables.append(Table.of_rows(name, sheet, rows))
    except PasswordError as error:
        raise UnreadableFile("encrypted", f"{name} has a password. Save it without one.") from error
    except CalamineError as error:
        raise _no_workbook(name, error) from error
    except BaseException as error:
        # The library panics on unexpected content, and a panic is not an Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise _no_workbook(name, error) from error


def _no_workbook(name: str, error: BaseException) -> UnreadableFile:
    return UnreadableFile(
        "no_workbook", f"{name} cannot be read as a workbook: {sentence(error)} Save it again as .xlsx."
    )


def _json(data: bytes, name: str) -> Any:
    try:
        return json_of(data)
    except (ValueError, RecursionError) as error:
        where = f" in line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise UnreadableFile("no_json", f"{name} begins like JSON and cannot be read{where}.") from error


def _utf8(data: bytes, name: str) -> bytes:
    """The text of a CSV: UTF-8, UTF-16 by its mark, else what Windows wrote in western Europe."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return data.decode("utf-16").encode()
        except UnicodeError as error:
            raise UnreadableFile("wrong_encoding", f"{name} is no valid UTF-16.") from error
    if b"\x00" in data[:4096]:
        raise UnreadableFile("unknown_kind", f"{name} is no text, workbook or zip.")
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace").encode()
    return data.removeprefix(BOM_UTF8)


def _csv(data: bytes, name: str) -> Table:
    first = _first_line(data)
    separator = separator_of(data[:_SAMPLED_BYTES].decode(errors="replace").splitlines())
    if first.count(separator) > MOST_COLUMNS and not first.lstrip('"').startswith("(PDH-CSV"):
        raise UnreadableFile(
            "too_many_columns", f"{name} has {first.count(separator) + 1:,} columns; at most {MOST_COLUMNS:,} are read."
        )
    if first.startswith("sep=") and len(first.rstrip("\r")) == 5:
        separator = first[4]
        _, _, data = data.partition(b"\n")
    if len(data) > MOST_CSV_ROWS and (lines := data.count(b"\n")) > MOST_CSV_ROWS:
        raise UnreadableFile(
            "too_many_rows", f"{name} has {lines:,} lines; at most {MOST_CSV_ROWS:,} are read. Split it by cluster."
        )
    if len(data) > MOST_CSV_CELLS and data.count(separator.encode()) > MOST_CSV_CELLS:
        raise UnreadableFile("too_many_cells", f"{name} has more than {MOST_CSV_CELLS:,} cells. Split it by cluster.")
    rows = well_formed(data, separator) or _rows(data, separator, name)
    if not rows:
        raise UnreadableFile("empty", f"{name} is empty.")
    return Table.of_rows(name, PurePath(name).stem, rows, separator, ends_whole=data.endswith((b"\n", b"\r")))


def _first_line(data: bytes) -> str:
    """The first line that is not empty, without a copy of the others."""
    start = len(data) - len(data.lstrip(b"\r\n"))
    end = data.find(b"\n", start)
    return (data[start:] if end < 0 else data[start:end]).decode()


def _rows(data: bytes, separator: str, name: str) -> list[list[Any]]:
    # Bytes, and not text, are divided where rows of a CSV may end: after CR, LF or both.
    lines = map(bytes.decode, data.splitlines(keepends=True))
    try:
        return list(csv.reader(lines, delimiter=separator))
    except csv.Error as error:
        raise UnreadableFile("no_csv", f"{name} cannot be read as CSV: {sentence(error)}") from error
