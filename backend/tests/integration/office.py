"""A spreadsheet program without a screen, for tests: it recalculates workbooks that Hostwise has written."""

import os
import re
import shutil
import subprocess
import zipfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from xlsxwriter.utility import xl_col_to_name

_MAC = "/Applications/LibreOffice.app/Contents/MacOS/soffice"
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_FORMULA, _VALUE = f"{_MAIN}f", f"{_MAIN}v"

# By default a workbook is opened with the values that it came with.
_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""

# Text in quotes, numbers with all their digits, all sheets. Written and read in half the time of a workbook.
_AS_TEXT = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true,false,false,false,-1"

Value = float | str | bool | None
Cells = dict[str, dict[str, Value]]
"""Values by sheet and address; errors as their text, such as #N/A."""

_OF_A_FORMULA = re.compile(rb'(<c r="\w+"(?: s="\d+")?)(?: t="\w+")?>(<f>[^<]*</f>)<v>[^<]*</v>')
"""A cell with a formula, as Hostwise writes it: a parser would take most of the time of the tests."""


def program() -> str | None:
    """LibreOffice, if this machine has it."""
    for candidate in (os.environ.get("SOFFICE"), "soffice", "libreoffice", _MAC):
        if candidate and (found := shutil.which(candidate)):
            return found
    return None


def recalculated(workbooks: Sequence[Path], into: Path) -> list[Cells]:
    """The cells of the workbooks, computed anew from their inputs alone."""
    profile = into / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_RECALCULATE)
    output = into / "recalculated"
    command = [
        str(program()),
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--convert-to",
        _AS_TEXT,
        "--outdir",
        str(output),
        *map(str, workbooks),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    found = [{sheet: output / f"{each.stem}-{sheet}.csv" for sheet in _sheets(each)} for each in workbooks]
    assert all(path.exists() for sheets in found for path in sheets.values()), done.stdout + done.stderr
    return [{sheet: _read(path) for sheet, path in sheets.items()} for sheets in found]


_column = cache(xl_col_to_name)

_FIELD = re.compile(r'(?:"((?:[^"]|"")*)"|([^",\n]*))([,\n])')


def _read(path: Path) -> dict[str, Value]:
    """The cells of a sheet that was written as text. A reader of the library does not tell "1" from 1."""
    found: dict[str, Value] = {}
    text = path.read_text(encoding="utf-8")
    row, column, read = 0, 0, 0
    for match in _FIELD.finditer(text):
        assert match.start() == read, (path, text[read : read + 100])
        read = match.end()
        words, plain, end = match.groups()
        if words is not None:
            found[f"{_column(column)}{row + 1}"] = words.replace('""', '"')
        elif plain:
            share = plain.endswith("%")
            found[f"{_column(column)}{row + 1}"] = float(plain[:-1]) / 100 if share else float(plain)
        row, column = (row + 1, 0) if end == "\n" else (row, column + 1)
    assert read == len(text), (path, text[read : read + 100])
    return found


def with_inputs(workbook: Path, changes: Mapping[str, float], into: Path) -> Path:
    """A copy of a workbook with other numbers in named cells, and no value left of any formula."""
    with zipfile.ZipFile(workbook) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    names = defined_names(parts)
    sheets = _sheet_files(parts)
    for path in sheets.values():
        parts[path] = _OF_A_FORMULA.sub(rb"\1>\2<v>0</v>", parts[path])
    for name, number in changes.items():
        sheet, address = names[name]
        cell = rf'(<c r="{address}"(?: s="\d+")?)(?: t="\w+")?(?:/>|>(?:<v>[^<]*</v>)?</c>)'.encode()
        path = sheets[sheet]
        parts[path], changed = re.subn(cell, rb"\1><v>%s</v></c>" % repr(number).encode(), parts[path])
        assert changed == 1, f"{name} follows another cell"
    with zipfile.ZipFile(into, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in parts.items():
            archive.writestr(path, content)
    return into


def defined_names(parts: Mapping[str, bytes]) -> dict[str, tuple[str, str]]:
    """Sheet and address of each named cell."""
    found = {}
    for each in ElementTree.fromstring(parts["xl/workbook.xml"]).iter(f"{_MAIN}definedName"):
        match = re.fullmatch(r"'?(\w+)'?!\$([A-Z]+)\$(\d+)", each.text or "")
        if match:
            found[each.attrib["name"]] = (match[1], match[2] + match[3])
    return found


def cells(workbook: Path) -> Cells:
    """All values of a workbook as its file has them."""
    return _contents(workbook)[0]


def formulas(workbook: Path) -> dict[str, dict[str, str]]:
    """All formulas of a workbook, by sheet and address."""
    return _contents(workbook)[1]


@cache
def _contents(workbook: Path) -> tuple[Cells, dict[str, dict[str, str]]]:
    with zipfile.ZipFile(workbook) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    items = ElementTree.fromstring(parts.get("xl/sharedStrings.xml", b"<sst/>")).iter(f"{_MAIN}si")
    strings = ["".join(text.text or "" for text in item.iter(f"{_MAIN}t")) for item in items]
    values: dict[str, dict[str, Value]] = {}
    written: dict[str, dict[str, str]] = {}
    for name, path in _sheet_files(parts).items():
        for cell in ElementTree.fromstring(parts[path]).iter(f"{_MAIN}c"):
            parts_of = {each.tag: each.text for each in cell}
            address = cell.attrib["r"]
            values.setdefault(name, {})[address] = _value(cell.get("t", "n"), parts_of.get(_VALUE), strings)
            if _FORMULA in parts_of:
                written.setdefault(name, {})[address] = parts_of[_FORMULA] or ""
    return values, written


def _value(kind: str, text: str | None, strings: list[str]) -> Value:
    if text is None:
        return None
    if kind == "s":
        return strings[int(text)]
    if kind == "b":
        return text == "1"
    return float(text) if kind == "n" else text


def _sheets(workbook: Path) -> list[str]:
    with zipfile.ZipFile(workbook) as archive:
        book = ElementTree.fromstring(archive.read("xl/workbook.xml"))
    return [each.attrib["name"] for each in book.iter(f"{_MAIN}sheet")]


def _sheet_files(parts: Mapping[str, bytes]) -> dict[str, str]:
    relations = {
        each.attrib["Id"]: each.attrib["Target"] for each in ElementTree.fromstring(parts["xl/_rels/workbook.xml.rels"])
    }
    book = ElementTree.fromstring(parts["xl/workbook.xml"])
    place = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
    return {
        each.attrib["name"]: "xl/" + relations[each.attrib[place]].removeprefix("/xl/")
        for each in book.iter(f"{_MAIN}sheet")
    }
