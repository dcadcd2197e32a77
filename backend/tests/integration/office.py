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

_MAC = "/Applications/LibreOffice.app/Contents/MacOS/soffice"
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"

# By default a workbook is opened with the values that it came with.
_RECALCULATE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load">
<prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop>
</item>
</oor:items>
"""

Value = float | str | bool | None


def program() -> str | None:
    """LibreOffice, if this machine has it."""
    for candidate in (os.environ.get("SOFFICE"), "soffice", "libreoffice", _MAC):
        if candidate and (found := shutil.which(candidate)):
            return found
    return None


def recalculated(workbooks: Sequence[Path], into: Path) -> list[Path]:
    """The workbooks, computed anew from their inputs alone."""
    profile = into / "profile"
    (profile / "user").mkdir(parents=True, exist_ok=True)
    (profile / "user" / "registrymodifications.xcu").write_text(_RECALCULATE)
    output = into / "recalculated"
    command = [
        str(program()),
        f"-env:UserInstallation={profile.as_uri()}",
        "--headless",
        "--convert-to",
        "xlsx:Calc MS Excel 2007 XML",
        "--outdir",
        str(output),
        *map(str, workbooks),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    found = [output / each.name for each in workbooks]
    assert all(each.exists() for each in found), done.stdout + done.stderr
    return found


def with_inputs(workbook: Path, changes: Mapping[str, float], into: Path) -> Path:
    """A copy of a workbook with other numbers in named cells, and no value left of any formula."""
    with zipfile.ZipFile(workbook) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    names = defined_names(parts)
    sheet_of = _sheet_files(parts)
    trees = {name: ElementTree.fromstring(parts[path]) for name, path in sheet_of.items()}
    for tree in trees.values():
        for cell in tree.iter(f"{_MAIN}c"):
            if cell.find(f"{_MAIN}f") is not None and (value := cell.find(f"{_MAIN}v")) is not None:
                value.text = "0"
                cell.attrib.pop("t", None)
    for name, number in changes.items():
        sheet, address = names[name]
        (cell,) = (each for each in trees[sheet].iter(f"{_MAIN}c") if each.get("r") == address)
        assert cell.find(f"{_MAIN}f") is None, f"{name} follows another cell"
        cell.attrib.pop("t", None)
        value = cell.find(f"{_MAIN}v")
        (ElementTree.SubElement(cell, f"{_MAIN}v") if value is None else value).text = repr(number)
    for name, path in sheet_of.items():
        parts[path] = ElementTree.tostring(trees[name], encoding="utf-8", xml_declaration=True)
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


def cells(workbook: Path) -> dict[str, dict[str, Value]]:
    """All values of a workbook as its file has them, by sheet and address; errors as their text, such as #N/A."""
    return _contents(workbook)[0]


def formulas(workbook: Path) -> dict[str, dict[str, str]]:
    """All formulas of a workbook, by sheet and address."""
    return _contents(workbook)[1]


@cache
def _contents(workbook: Path) -> tuple[dict[str, dict[str, Value]], dict[str, dict[str, str]]]:
    with zipfile.ZipFile(workbook) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    items = ElementTree.fromstring(parts.get("xl/sharedStrings.xml", b"<sst/>")).iter(f"{_MAIN}si")
    strings = ["".join(text.text or "" for text in item.iter(f"{_MAIN}t")) for item in items]
    values: dict[str, dict[str, Value]] = {}
    written: dict[str, dict[str, str]] = {}
    for name, path in _sheet_files(parts).items():
        for cell in ElementTree.fromstring(parts[path]).iter(f"{_MAIN}c"):
            values.setdefault(name, {})[cell.attrib["r"]] = _value(cell, strings)
            if (formula := cell.find(f"{_MAIN}f")) is not None:
                written.setdefault(name, {})[cell.attrib["r"]] = formula.text or ""
    return values, written


def _value(cell: ElementTree.Element, strings: list[str]) -> Value:
    value = cell.find(f"{_MAIN}v")
    kind = cell.get("t", "n")
    if value is None or value.text is None:
        return None
    if kind == "s":
        return strings[int(value.text)]
    if kind == "b":
        return value.text == "1"
    return float(value.text) if kind == "n" else value.text


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
